"""The events of an agent as samples: which of them count, grouped by tool, and their arguments read back from the text.

Batch memory only: what is older than the window, archived, superseded or expired is left out, and so is what reads like an
order (R23). Reads only.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, cast

from stelae.errors import ModelOutputError
from stelae.ports import MemoryReader
from stelae.schemas.candidate import SENSITIVITIES, Sensitivity
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace
from stelae.structured.reply import parse
from stelae.text.normalise import squash
from stelae.text.scanner import scan

EVENTS: Final = "operational_event"
MOST_EVENTS: Final = 5_000
"""Newest events of a scope that are looked at in one run."""
MOST_SAMPLES: Final = 50
"""Newest samples of a group: what an agent does now counts, and confidence is at its ceiling from 8 on (O26)."""
_PAGE: Final = 200
_PARTS = re.compile(r"^(?P<name>Action|Args|Result)[:：][ \t]*", re.MULTILINE | re.IGNORECASE)
"""The layout of an event's text (O24)."""
_REMOVED: Final = ("[secret removed", "[masked", "[已移除机密", "[已隐去", "[withheld")
"""How what was taken out of an event begins: that it was taken out is no convention."""
_LONGEST_VALUE: Final = 80
"""Characters of a value that one may call constant; a longer one is content."""

Scalar = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Sample:
    """One event of a group."""

    id: str
    text: str
    agent: str
    sensitivity: Sensitivity = "personal"
    arguments: Mapping[str, Scalar] = field(default_factory=dict[str, Scalar])
    """Single values by path (`device.region`)."""
    result: Mapping[str, Scalar] = field(default_factory=dict[str, Scalar])


@dataclass(frozen=True, slots=True)
class Group:
    """The samples of one tool in one scope, newest first."""

    tool: str
    samples: tuple[Sample, ...]

    @property
    def agent(self) -> str:
        """Whose events these are: the newest one's."""
        return self.samples[0].agent

    @property
    def newest(self) -> str:
        """Id of the sample that was stored last. Ids sort by time: another one means that new samples came."""
        return max(sample.id for sample in self.samples)

    @property
    def sensitivity(self) -> Sensitivity:
        """The strictest of the samples'."""
        found = max(SENSITIVITIES.index(sample.sensitivity) for sample in self.samples)
        return SENSITIVITIES[found]


def groups_of(store: MemoryReader, ns: Namespace, *, since: datetime, now: datetime) -> list[Group]:
    """Return the events of the written scope by tool, in order of the tools' names.

    Args:
        store: where they are.
        ns: no other scope is read.
        since: earlier ones are left out.
        now: what has expired by then is left out.
    """
    found: dict[str, list[Sample]] = {}
    for record in recent(store, ns, EVENTS, since=since, now=now, most=MOST_EVENTS):
        tool = record.attributes.get("tool")
        if isinstance(tool, str) and scan(record.text).verdict == "clean":
            found.setdefault(tool, []).append(_sample(record))
    return [Group(tool, tuple(found[tool][:MOST_SAMPLES])) for tool in sorted(found)]


def recent(
    store: MemoryReader,
    ns: Namespace,
    category: str,
    *,
    since: datetime,
    now: datetime,
    most: int,
) -> Iterator[MemoryRecord]:
    """Go through current memories of a category in the written scope, stored last first, at most so many.

    What was stored before `since` ends it: an event is never of a later time than its storing.
    """
    alone, after, left = ns.model_copy(update={"reads": ()}), None, most
    while left > 0:
        page = store.list(alone, category=category, limit=min(_PAGE, left), after=after)
        for record in page:
            if record.recorded_at < since:
                return
            if record.time >= since and record.current(now):
                yield record
        if len(page) < min(_PAGE, left):
            return
        left, after = left - len(page), page[-1].id


def words_of(samples: Sequence[Sample]) -> str:
    """Return what the samples say, for the language of what is said about them."""
    return "\n".join(sample.text for sample in samples)


def _sample(record: MemoryRecord) -> Sample:
    parts = _parts_of(record.text)
    return Sample(
        id=record.id,
        text=record.text,
        agent=str(record.attributes.get("agent") or "agent"),
        sensitivity=record.sensitivity,
        arguments=_values(parts.get("args", "")),
        result=_values(parts.get("result", "")),
    )


def _parts_of(text: str) -> dict[str, str]:
    """Return what stands behind each label; of a label that comes twice, a result may hold one, the first.

    There is no label where a person has put the event in words of their own.
    """
    parts: dict[str, str] = {}
    end = len(text)
    for mark in reversed(list(_PARTS.finditer(text))):
        parts[mark["name"].lower()] = text[mark.end() : end].strip()
        end = mark.start()
    return parts


def _values(text: str) -> dict[str, Scalar]:
    """Return the single values of a JSON object, also of one that was cut off; another text has none."""
    if not text.startswith("{"):
        return {}
    try:
        found = parse(text).objects
    except ModelOutputError:
        return {}
    return dict(_flat(found[0])) if found else {}


def _flat(members: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Scalar]]:
    for name, value in members.items():
        here = f"{path}.{name}" if path else name
        if isinstance(value, dict):
            yield from _flat(cast("dict[str, Any]", value), here)
            continue
        single: Any = json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value
        if isinstance(single, str):
            single = squash(single)
        if single is not None and _telling(str(single)):
            yield here, single


def _telling(value: str) -> bool:
    removed = any(mark in value for mark in _REMOVED)
    return 0 < len(value) <= _LONGEST_VALUE and "`" not in value and not removed
