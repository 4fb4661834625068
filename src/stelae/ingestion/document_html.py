"""The readable text of an HTML page, with its headings as Markdown. What a reader cannot see is not in it (DEV-08).

It is deliberately no browser: scripts and style sheets are not applied. What the page itself marks as invisible, comments,
scripts and controls are left out.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from stelae.ingestion.html_markup import Tag, markup
from stelae.text.normalise import squash

_UNSEEN: Final = {
    *(
        "head",
        "title",
        "script",
        "style",
        "noscript",
        "template",
        "iframe",
        "object",
        "svg",
        "math",
    ),
    *("select", "textarea", "button", "datalist"),
}
_VOID: Final = {
    *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"),
    *("track", "wbr"),
}
_BLOCKS: Final = {
    *("address", "article", "aside", "blockquote", "dd", "div", "dl", "dt", "fieldset", "figure"),
    *("figcaption", "footer", "form", "header", "li", "main", "nav", "ol", "p", "pre", "section"),
    *("summary", "details", "table", "tr", "ul", "h1", "h2", "h3", "h4", "h5", "h6"),
}
_OF_HEAD: Final = {*("title", "meta", "link", "base", "style", "script", "noscript", "template")}
"""Whatever else begins ends the head: its end tag may be left out."""
_CLOSES_ITSELF: Final = {"p", "li", "dt", "dd", "tr", "td", "th"}
"""Open ones of these end where the next of their kind begins."""
_HIDDEN_STYLE: Final = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|opacity:0(?:\.0*)?(?:;|$)|font-size:0(?:px|em|rem|%)?(?:;|$)"
)
_SPACE: Final = re.compile(r"[ \t\r\f\v\u00a0]*\n[ \t\r\f\v\u00a0\n]*|[ \t\r\f\v\u00a0]+")
_MANY_LINES: Final = re.compile(r"[ \t]*\n(?:[ \t]*\n)+")


def html_text(page: str) -> tuple[str, str]:
    """Return title and text of a page."""
    reader = _Reader()
    for piece in markup(page):
        reader.take(piece)
    return squash("".join(reader.title)), _tidy(reader.pieces)


class _Reader:
    """Gathers what a reader sees, in order."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.pieces: list[str] = []
        self.title: list[str] = []
        self._open: list[tuple[str, bool]] = []
        """Open elements, and whether what stands in them is seen."""
        self._depth = Counter[str]()
        """How often each is open: a page may open a hundred thousand and close none."""
        self._in_row = False
        """Has the row of a table a cell already?"""

    def take(self, piece: Tag | str) -> None:
        """Read the next tag or text of the page."""
        if isinstance(piece, str):
            self._text(piece)
            return
        if piece.begins:
            self._begin(piece.name, piece.attributes)
        if piece.ends:
            self._end(piece.name)

    def _begin(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag in _VOID:
            self._write("\n" if tag in {"br", "hr"} else "")
            return
        if tag not in _OF_HEAD and self._innermost == "head":
            self._close()
        if tag in _BLOCKS and self._innermost == "p":
            self._close()
        if tag in _CLOSES_ITSELF and self._innermost == tag:
            self._close()
        self._open.append((tag, self._seen and tag not in _UNSEEN and not _hidden(attributes)))
        self._depth[tag] += 1
        if tag in {"td", "th"}:
            self._write(" | " if self._in_row else "")
        self._in_row = tag in {"td", "th"} or (self._in_row and tag != "tr")
        self._write(_begins(tag))

    def _end(self, tag: str) -> None:
        if not self._depth[tag]:
            return
        self._write("\n```" if tag == "pre" else "")
        while self._close() != tag:
            pass
        self._write("\n\n" if tag in _BLOCKS - {"li", "tr"} else "")

    def _text(self, data: str) -> None:
        if self._innermost == "title":
            self.title.append(data)
        self._write(data if self._depth["pre"] else _SPACE.sub(" ", data))

    @property
    def _innermost(self) -> str:
        return self._open[-1][0] if self._open else ""

    def _close(self) -> str:
        """Close the innermost element, and say which it was."""
        tag, _ = self._open.pop()
        self._depth[tag] -= 1
        return tag

    @property
    def _seen(self) -> bool:
        return not self._open or self._open[-1][1]

    def _write(self, piece: str) -> None:
        if self._seen and piece:
            self.pieces.append(piece)


def _begins(tag: str) -> str:
    """Return what stands before an element's text."""
    if re.fullmatch("h[1-6]", tag):
        return f"\n\n{'#' * int(tag[1])} "
    return {"li": "\n- ", "tr": "\n", "pre": "\n\n```\n"}.get(tag, "\n\n" if tag in _BLOCKS else "")


def _hidden(attributes: Mapping[str, str]) -> bool:
    style = "".join(attributes.get("style", "").lower().split())
    return "hidden" in attributes or bool(_HIDDEN_STYLE.search(style))


def _tidy(pieces: Sequence[str]) -> str:
    text = _MANY_LINES.sub("\n\n", "".join(pieces))
    return "\n".join(line.rstrip() for line in text.split("\n")).strip() + "\n"
