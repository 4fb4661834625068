"""A guide file as the linter sees it: its lines, its keys, and whether every field is of the right type. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, cast

from stelae.ingestion.guide_files import GuidePlace
from stelae.ingestion.yaml_text import Marked
from stelae.schemas.guides import GuideCode, GuideFile, GuideFinding, SourceTier

FIELDS: Final = tuple(GuideFile.model_fields)
LISTS: Final = {"keywords": 32, "related": 16}
"""The fields that are lists, and the most entries of each."""
LONGEST_WORD: Final = 80
"""Characters of an entry, or of an intent."""
_TEXTS: Final = ("category", "intent", "agent", "source_tier", "scope", "body")
_NUMBERS: Final = ("schema_version", "priority")
_REQUIRED: Final = {
    "intent": "what it is for, in snake_case: take_snapshot_when_db_stale",
    "agent": "whose guide it is",
    "keywords": "words of requests that it answers: [snapshot, 快照]",
    "body": "the guide itself",
}
Sound = dict[str, Any]
"""The fields that are there and of the right type."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One file with its lines, and what is allowed where it lies."""

    file: str
    marked: Marked
    place: GuidePlace | None
    highest: SourceTier

    def error(
        self, code: GuideCode, key: str, message: str, line: int | None = None
    ) -> GuideFinding:
        """Return a finding at a line; without one at the line of the key."""
        at = self.marked.lines.get(key) if line is None else line
        return GuideFinding(code=code, file=self.file, line=at, message=message)

    def warning(self, code: GuideCode, key: str, message: str) -> GuideFinding:
        """Return a finding that keeps nothing out."""
        return self.error(code, key, message).model_copy(update={"level": "warning"})

    def item(self, key: str, number: int) -> int | None:
        """Return the line of an entry of a list."""
        lines = self.marked.item_lines.get(key, ())
        return lines[number] if number < len(lines) else None

    def sound(self, found: list[GuideFinding]) -> Sound:
        """Return the fields in whose lines nothing was found, without those that say nothing."""
        broken = {one.line for one in found}
        values = self.marked.values.items()
        return {n: v for n, v in values if v is not None and self.marked.lines[n] not in broken}


def shape(sheet: Sheet) -> list[GuideFinding]:
    """Return what is wrong with the keys of a file and the types of its fields."""
    return [*_keys(sheet), *_types(sheet)]


def choice(sheet: Sheet, name: str, value: str, choices: tuple[str, ...]) -> GuideFinding:
    """Return the finding of a value that is none of these."""
    near = get_close_matches(value.casefold(), choices, 1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return sheet.error("wrong_value", name, f"{name} is one of {', '.join(choices)}.{hint}")


def _keys(sheet: Sheet) -> Iterator[GuideFinding]:
    for name in sheet.marked.values:
        if name in FIELDS:
            continue
        near = get_close_matches(name.casefold(), FIELDS, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(FIELDS)}."
        yield sheet.error("unknown_key", name, f"unknown key {name[:40]!r}; {hint}")
    for name, line in sheet.marked.doubled.items():
        yield sheet.error("doubled_key", name, f"{name[:40]!r} stands there twice; keep one.", line)
    for name, what in _REQUIRED.items():
        if sheet.marked.values.get(name) is None:
            yield sheet.error("missing", name, f"{name} is missing: {what}.")


def _types(sheet: Sheet) -> Iterator[GuideFinding]:
    for name, value in sheet.marked.values.items():
        if value is None:
            continue
        if name in _TEXTS and not isinstance(value, str):
            yield sheet.error("wrong_type", name, f"{name} must be text; put quotes around it.")
        elif name in _NUMBERS and (not isinstance(value, int) or isinstance(value, bool)):
            yield sheet.error("wrong_type", name, f"{name} must be a whole number.")
        elif name in LISTS:
            yield from _list_type(sheet, name, value)


def _list_type(sheet: Sheet, name: str, value: object) -> Iterator[GuideFinding]:
    if not isinstance(value, list):
        yield sheet.error("wrong_type", name, f"{name} must be a list: {name}: [first, second].")
        return
    for number, item in enumerate(cast("list[object]", value), 1):
        if not isinstance(item, str):
            message = f"entry {number} of {name} must be text; put quotes around it."
            yield sheet.error("wrong_type", name, message)
            return
