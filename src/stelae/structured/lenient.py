"""Read what is nearly JSON, where only one reading is possible (DEV-01's kind).

Models that nothing holds to JSON write Python's literals and quotes, a comma too many, or the full-width punctuation of a
Chinese keyboard. All of that has one reading as long as each string ends where a string can end. Where it does not (an
apostrophe within single quotes, a quotation within curly ones) nothing is guessed: it is no JSON.
"""

import json
import re
from typing import Any, NoReturn

_CLOSING = {'"': '"', "'": "'", "“": "”", "”": "”", "‘": "’"}
_BLANK = re.compile(r"\s*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_WORD = re.compile(r"[A-Za-z]+")
_WORDS: dict[str, bool | None] = {
    "true": True, "True": True, "false": False, "False": False, "null": None, "None": None,
}  # fmt: skip
_COMMAS, _COLONS = ",，", ":："
_DEEPEST = 64


def decode(text: str, start: int) -> tuple[dict[str, Any], int]:
    """Read the object that begins at `start`, and return it with its end.

    Raises:
        ValueError: it cannot be read, or not in one way only.
    """
    reader = _Reader(text, start)
    return reader.members(0), reader.at


class _Reader:
    """A position in a text."""

    def __init__(self, text: str, at: int) -> None:
        self.text, self.at = text, at

    def members(self, depth: int) -> dict[str, Any]:
        """Read an object."""
        found: dict[str, Any] = {}
        self._skip("{")
        while not self._ends("}"):
            name = self._string()
            self._skip(_COLONS)
            if name in found:
                self._fail()
            found[name] = self._value(depth + 1)
            self._separator("}")
        return found

    def _items(self, depth: int) -> list[Any]:
        found: list[Any] = []
        self._skip("[")
        while not self._ends("]"):
            found.append(self._value(depth + 1))
            self._separator("]")
        return found

    def _value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            self._fail()
        head = self._peek()
        if head == "{":
            return self.members(depth)
        if head == "[":
            return self._items(depth)
        if head in _CLOSING:
            return self._string()
        if word := _WORD.match(self.text, self.at):
            self.at = word.end()
            return _WORDS[word[0]] if word[0] in _WORDS else self._fail()
        return self._number()

    def _number(self) -> int | float:
        number = _NUMBER.match(self.text, self.at)
        if number is None:
            self._fail()
        self.at = number.end()
        return json.loads(number[0])

    def _string(self) -> str:
        """Read a string that ends at its first closing quote; what follows decides whether that was its end."""
        opening = self._peek()
        if opening not in _CLOSING:
            self._fail()
        closing, start = _CLOSING[opening], self.at + 1
        end = start
        while end < len(self.text) and self.text[end] != closing:
            end += 2 if self.text[end] == "\\" else 1
        if end >= len(self.text):
            self._fail()
        self.at = end + 1
        if self._peek() not in f"{_COMMAS}{_COLONS}}}]":
            self._fail()
        return _unescaped(self.text[start:end], opening)

    def _separator(self, closing: str) -> None:
        """Pass a comma, which may stand before the end, too; without one the end must follow."""
        if self._peek() in _COMMAS:
            self.at += 1
        elif self._peek() != closing:
            self._fail()

    def _ends(self, closing: str) -> bool:
        ends = self._peek() == closing
        self.at += ends
        return ends

    def _skip(self, marks: str) -> None:
        if self._peek() not in marks:
            self._fail()
        self.at += 1

    def _peek(self) -> str:
        """Return the next character that is no blank."""
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at
        if self.at >= len(self.text):
            self._fail()
        return self.text[self.at]

    def _fail(self) -> NoReturn:
        raise ValueError("not JSON in one reading")


def _unescaped(raw: str, opening: str) -> str:
    if opening == '"':
        return json.loads(f'"{raw}"', strict=False)
    plain = re.sub(r"\\(['‘’“”])", r"\1", raw)
    # A double quote is plain text within other quotes.
    return json.loads('"' + re.sub(r'(?<!\\)((?:\\\\)*)"', r'\1\\"', plain) + '"', strict=False)
