"""Failed runs by what went wrong: one kind of failure for an agent, a tool and an error without its particulars. Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from stelae.background.capture_text import WITHHELD
from stelae.schemas.agent_runs import RunEvent
from stelae.text.keys import digest, slug
from stelae.text.language import Language, language_of
from stelae.text.normalise import fold, squash
from stelae.text.scanner import scan

_PARTICULARS = re.compile(
    r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b0x[0-9a-f]+\b|\b(?=[a-f]*\d)[0-9a-f]{7,64}\b"
    r"|(?<![\w.])(?:/[\w.@-]+){2,}|\d+(?:[.,:/-]\d+)*",
    re.IGNORECASE,
)
"""Ids, addresses, paths, numbers and times: what differs between two failures of one kind."""
_KIND_CHARS: Final = 200
_SLUG_TOOL, _SLUG_ERROR = 40, 56
_EXAMPLES: Final = 3


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed run."""

    run: str
    agent: str
    tool: str | None
    error: str


@dataclass(frozen=True, slots=True)
class FailureKind:
    """Failures of one kind, newest first."""

    agent: str
    tool: str | None
    kind: str
    """The error without its particulars, folded."""
    failures: tuple[Failure, ...]

    @property
    def slug(self) -> str:
        """The name of what is learned from it: the same for the same kind, whoever puts it into words."""
        about, error = slug(self.tool or "run")[:_SLUG_TOOL], slug(self.kind)[:_SLUG_ERROR]
        return f"{about}-{error}-{digest(self.kind, 4)}".replace("--", "-")

    @property
    def runs(self) -> tuple[str, ...]:
        """Ids of the runs, newest first."""
        return tuple(failure.run for failure in self.failures)

    @property
    def errors(self) -> tuple[str, ...]:
        """What was said, a few different ones, the newest first."""
        return tuple(dict.fromkeys(squash(one.error) for one in self.failures))[:_EXAMPLES]

    @property
    def language(self) -> Language:
        """Of the newest error."""
        return language_of(self.failures[0].error)


def kinds_of(failures: Iterable[Failure]) -> list[FailureKind]:
    """Return failures by kind, in order of agent and name. What says nothing or reads like an order teaches nothing."""
    found: dict[tuple[str, str | None, str], list[Failure]] = {}
    for failure in failures:
        kind = kind_of(failure.error)
        if kind and failure.error != WITHHELD and scan(failure.error).verdict == "clean":
            found.setdefault((failure.agent, failure.tool, kind), []).append(failure)
    kinds = [
        FailureKind(agent, tool, kind, tuple(group)) for (agent, tool, kind), group in found.items()
    ]
    return sorted(kinds, key=lambda one: (one.agent, one.slug))


def kind_of(error: str) -> str:
    """Return an error without its particulars: `Timeout after 30 s on host-7` and `… after 45 s on host-9` are one kind."""
    return squash(_PARTICULARS.sub("#", fold(error)))[:_KIND_CHARS]


def failure_of(run: RunEvent, call: tuple[str, str] | None) -> Failure:
    """Say where a run failed: in the call that failed last, else in its only tool, else in the one that its error names.

    Args:
        run: a failed one.
        call: tool and error of the last call in it that failed, where calls are recorded.
    """
    tool, said = call or (None, "")
    error = run.error or said
    named = [name for name in run.tools if name in error]
    if tool is None and len(run.tools) == 1:
        tool = run.tools[0]
    if tool is None and len(named) == 1:
        tool = named[0]
    return Failure(run.id, run.agent, tool, error)
