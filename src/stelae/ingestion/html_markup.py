"""An HTML page as its tags and the text between them, read once from its beginning to its end.

The standard library's parser looks through the rest of a page again for all that is opened and not closed: a megabyte of
`<a ` takes it hours, one of `<!--` minutes. Here, as in a browser, what is never closed ends the page: no reader sees what
is behind it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Final

_ATTRIBUTE: Final = (
    r"(?P<name>[^\s/>][^\s/>=]*+)(?:\s*+=\s*+(?:\"(?P<double>[^\"]*+)\"|'(?P<single>[^']*+)'"
    r"|(?P<bare>(?![\"'])[^\s>]++)|(?=>)))?+"
)
_UNNAMED: Final = re.sub(r"\(\?P<\w+>", "(?:", _ATTRIBUTE)
_TAG: Final = re.compile(
    rf"<(?P<slash>/?)(?P<tag>[A-Za-z][^\s/>]*+)(?P<attributes>(?:[\s/]++|{_UNNAMED})*+)>"
)
"""Every repetition keeps what it has taken, so that a tag is read in one go."""
_ATTRIBUTES: Final = re.compile(_ATTRIBUTE)
_OPENS: Final = re.compile(r"<(?=[A-Za-z/!?])")
_COMMENT_END: Final = re.compile(r"--!?>")
_RAW: Final = {tag: re.compile(rf"</{tag}(?=[\s/>])", re.IGNORECASE) for tag in ("script", "style")}
"""What stands in these is no markup but their own end."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag that begins an element, ends one (`</p>`), or both (`<p/>`)."""

    name: str
    begins: bool = True
    ends: bool = False
    attributes: dict[str, str] = field(default_factory=dict[str, str])


def markup(page: str) -> Iterator[Tag | str]:
    """Yield tags and texts in order; comments, declarations, scripts and style sheets are left out."""
    at = 0
    while opens := _OPENS.search(page, at):
        if opens.start() > at:
            yield unescape(page[at : opens.start()])
        found = _TAG.match(page, opens.start())
        if found is None:
            at = _behind(page, opens.start())
            continue
        tag = _tag(found)
        yield tag
        at = found.end()
        if tag.begins and tag.name in _RAW:
            end = _RAW[tag.name].search(page, at)
            at = len(page) if end is None else end.start()
    if at < len(page):
        yield unescape(page[at:])


def _behind(page: str, at: int) -> int:
    """Return where what is no tag ends: a comment, a declaration, or something that ends with the page."""
    if page.startswith("<!--", at):
        # `<!-->` and `<!--->` are whole comments.
        end = _COMMENT_END.search(page, at + 2)
        return len(page) if end is None else end.end()
    if re.match(r"</?[A-Za-z]", page[at : at + 3]):
        return len(page)
    end = page.find(">", at)
    return len(page) if end < 0 else end + 1


def _tag(found: re.Match[str]) -> Tag:
    name, raw = found["tag"].lower(), found["attributes"]
    if found["slash"]:
        return Tag(name, begins=False, ends=True)
    given: dict[str, str] = {}
    for one in _ATTRIBUTES.finditer(raw):
        value = one["double"] or one["single"] or one["bare"] or ""
        given.setdefault(one["name"].lower(), unescape(value))
    return Tag(name, ends=raw.endswith("/"), attributes=given)
