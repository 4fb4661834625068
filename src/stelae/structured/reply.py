"""From a model's reply to the JSON objects in it, whatever stands around them (DEV-01).

Thinking sections are cut out first, also those that never close, so that nothing a model only considered is taken for its
answer. Code fences, prose and trailing white space do no harm; what is nearly JSON is read where only one reading is
possible (`lenient`). An object that was cut off in the middle gives its complete list items and says so (DEV-02). Nothing
else is repaired: a reply that has to be guessed at is asked for again.
"""

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn, cast

from stelae.errors import ModelOutputError
from stelae.structured import lenient
from stelae.structured.thinking import cut_thinking

_BARE = re.compile(r"\s*(?:```\w*\s*)?[{\[]")
"""A reply that is the answer from its first character on; a thinking tag in it is a text somebody wrote."""
_TAIL = re.compile(r"\s*(?:```\s*)?\Z")
"""What may follow the answer after thinking that never closed."""
_NOTHING = re.compile(r"\s*(?:```\w*\s*)?\[\s*\]\s*(?:```\s*)?\Z")
"""A reply that is an empty list and nothing else."""
_OBJECT = re.compile(r"\{(?=\s*[\"'“‘}])")
"""A brace that begins an object. Another brace or a word after it begins none: a doubled brace falls away here."""
_MEMBER = re.compile(r'\s*,?\s*("(?:[^"\\]|\\.)*")\s*:\s*')
_SURROGATE = re.compile("[\ud800-\udfff]")
_COMMA = re.compile(r"\s*,?\s*")


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")


_DECODER = json.JSONDecoder(strict=False, parse_constant=_no_number)


@dataclass(frozen=True, slots=True)
class Reply:
    """The objects of a reply, in order.

    `truncated`: the last one was cut off and holds its complete members and list items only. `nothing`: the reply is an
    empty list and has no objects.
    """

    objects: tuple[dict[str, Any], ...]
    truncated: bool = False
    nothing: bool = False


def parse(text: str) -> Reply:
    """Find the JSON objects of a reply.

    Args:
        text: as the model sent it, without the separate thinking field some servers have.

    Raises:
        ModelOutputError: `empty`; `refused` when it is prose; `not_json` when there is no usable object.
    """
    if not text.strip():
        raise ModelOutputError("empty")
    body, open_end = (text, False) if _BARE.match(text) else cut_thinking(text)
    found, cut = _objects(body)
    if open_end:
        found, cut = [one for one in found[-1:] if _TAIL.match(body, one[1])], None
    objects = [value for value, _ in found]
    if cut is not None:
        objects.append(cut)
    objects = _in_whole_characters(objects)
    if objects:
        return Reply(tuple(objects), truncated=cut is not None)
    if _NOTHING.match(body):
        return Reply((), nothing=True)
    raise ModelOutputError("not_json" if set("{[") & set(text) else "refused")


def _in_whole_characters(value: Any) -> Any:
    """Return the value without lone surrogates, which JSON can escape and nobody can store or send.

    Raises:
        ModelOutputError: it is nested more deeply than anything that was asked for.
    """
    try:
        return _cleaned(value)
    except RecursionError:
        raise ModelOutputError("not_json") from None


def _whole(text: str) -> str:
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return _whole(value)
    if isinstance(value, list):
        return [_cleaned(one) for one in cast("list[Any]", value)]
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        return {_whole(name): _cleaned(one) for name, one in members.items()}
    return value


def _objects(text: str) -> tuple[list[tuple[dict[str, Any], int]], dict[str, Any] | None]:
    """Return the complete objects with their ends, and what is left of one that the end of the text cut off."""
    found: list[tuple[dict[str, Any], int]] = []
    at = 0
    while start := _OBJECT.search(text, at):
        try:
            value, at = _decode(text, start.start())
        except (ValueError, RecursionError):
            end = _end_of(text, start.start())
            if end is None:
                return found, _salvage(text, start.start())
            # A broken object is passed over whole: its parts are no answers by themselves.
            at = end
            continue
        found.append((value, at))
    return found, None


def _decode(text: str, start: int) -> tuple[dict[str, Any], int]:
    try:
        return _DECODER.raw_decode(text, start)
    except ValueError:
        return lenient.decode(text, start)


def _end_of(text: str, start: int) -> int | None:
    """Return where the object that begins at `start` ends; None: the text ends before."""
    depth, quoted, escaped = 0, False, False
    for at in range(start, len(text)):
        char = text[at]
        if quoted:
            quoted, escaped = escaped or char != '"', char == "\\" and not escaped
        elif char == '"':
            quoted = True
        else:
            depth += (char in "{[") - (char in "}]")
            if depth == 0:
                return at + 1
    return None


def _salvage(text: str, start: int) -> dict[str, Any]:
    """Read the members of a cut-off object that are complete, and of the list that was cut its complete items."""
    members: dict[str, Any] = {}
    at = start + 1
    while member := _MEMBER.match(text, at):
        name = str(json.loads(member[1], strict=False))
        if text[member.end() : member.end() + 1] == "[":
            members[name], at = _items(text, member.end() + 1)
            continue
        try:
            members[name], at = _DECODER.raw_decode(text, member.end())
        except (ValueError, RecursionError):
            break
        if at == len(text):
            # A number at the very end may have lost its last digits.
            del members[name]
    return members


def _items(text: str, at: int) -> tuple[list[Any], int]:
    items: list[Any] = []
    while True:
        at = cast("re.Match[str]", _COMMA.match(text, at)).end()
        if text[at : at + 1] == "]":
            return items, at + 1
        try:
            item, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            return items, len(text)
        if end == len(text) and not isinstance(item, dict | list | str):
            return items, end
        items.append(item)
        at = end
