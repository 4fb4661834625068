"""How the text of a memory is made from its fields, where a caller gives only fields.

Values are data: braces in them mean nothing.

`{name}` stands for a field. What is between square brackets is left out when a field in it says nothing; doubled braces and
brackets stand for themselves.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from stelae.errors import ConfigurationError

_TOKEN = re.compile(
    r"\{\{|\}\}|\[\[|\]\]|\{(?P<name>[a-z][a-z0-9_]*)\}|(?P<sign>[\[\]{}])|[^\[\]{}]+"
)
_COMMA = {"zh": "、", "en": ", "}


@dataclass(frozen=True, slots=True)
class _Piece:
    """A literal or a field, and the bracket it stands in (0: none)."""

    text: str
    is_field: bool
    bracket: int


class Template:
    """One template, parsed. It knows field names and nothing else: no attributes, no calls, no formats."""

    def __init__(self, source: str) -> None:
        """Read a template.

        Raises:
            ConfigurationError: a brace or bracket is open, or holds something else than a field's name.
        """
        self.source = source
        self._pieces = tuple(_parsed(source))

    @property
    def names(self) -> frozenset[str]:
        """The fields it names."""
        return frozenset(piece.text for piece in self._pieces if piece.is_field)

    def render(self, values: Mapping[str, object], language: str) -> str:
        """Return the text.

        Args:
            values: the fields; a missing one, None, an empty text or list says nothing.
            language: `zh` or `en`, for how lists are written.
        """
        words = {name: _word(values.get(name), language) for name in self.names}
        silent = {p.bracket for p in self._pieces if p.is_field and p.bracket and not words[p.text]}
        kept = (p for p in self._pieces if p.bracket not in silent)
        return "".join(words[p.text] if p.is_field else p.text for p in kept).strip()


def _parsed(source: str) -> Iterator[_Piece]:
    inside, brackets = False, 0
    for token in _TOKEN.finditer(source):
        name, sign = token["name"], token["sign"]
        bracket = brackets if inside else 0
        if name is not None:
            yield _Piece(name, True, bracket)
        elif sign == "[" and not inside:
            inside, brackets = True, brackets + 1
        elif sign == "]" and inside:
            inside = False
        elif sign is not None:
            raise _broken(source, token.start())
        else:
            text = token[0][0] if token[0][0] in "{}[]" else token[0]
            yield _Piece(text, False, bracket)
    if inside:
        raise _broken(source, len(source))


def _broken(source: str, at: int) -> ConfigurationError:
    return ConfigurationError(
        f"The template {source!r} cannot be read at character {at + 1}: write {{field}} for a field, [ … ] around what is"
        " left out without it, and double a brace or bracket that stands for itself."
    )


def _word(value: object, language: str) -> str:
    match value:
        case None:
            return ""
        case bool():
            return {"zh": ("否", "是"), "en": ("no", "yes")}[language][value]
        case datetime():
            return value.isoformat(timespec="minutes")
        case list() | tuple():
            items = cast("Sequence[object]", value)
            return _COMMA[language].join(_word(one, language) for one in items)
        case _:
            return str(value).strip()
