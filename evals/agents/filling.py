"""The filled store in a folder of its own, written through the gate as its owners would write it."""

import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from evals.agents.data import NOW, USER, Line, Probe, store_lines
from stelae import Memory
from stelae.assembly import EmbedderChoice
from stelae.ports import Clock, LanguageModel
from stelae.testing import FixedClock


@dataclass(frozen=True, slots=True)
class Filled:
    """An open memory, and what its rows are called in the file."""

    memory: Memory
    lines: Mapping[str, Line]
    names: Mapping[str, str]
    """Id of a memory, or of a message it rests on → id in the file."""

    def beside(self, probe: Probe) -> Memory:
        """Return the handle of the probe's agent: the user's scope, and what that agent reads."""
        return self.memory.at(scope=USER, reads=probe.reads)

    def name(self, id: str) -> str:  # noqa: A002 - the word every door uses
        """Return the file's id of a row; what is not from the file keeps its own."""
        return self.names.get(id, id)


@contextmanager
def filled(
    embedder: EmbedderChoice,
    *,
    model: LanguageModel | None = None,
    clock: Clock | None = None,
) -> Generator[Filled]:
    """Open a temporary folder with the whole store in it, its vectors included.

    What the gate holds back for a person is confirmed as that person.

    Args:
        embedder: a profile, or embedders.
        model: for extraction beside the rules; None: rules alone.
        clock: another than one that stands at `NOW`.

    Raises:
        SystemExit: the gate refuses a line, or two lines became one memory: the file is wrong.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(
            folder,
            scope=USER,
            embedder=embedder,
            extractor="auto" if model else "rules",
            model=model,
            clock=clock or FixedClock(NOW),
        ) as memory,
    ):
        lines = {line.id: line for line in store_lines()}
        names = _write(memory, lines)
        memory.flush()
        yield Filled(memory, lines, names)


def _write(memory: Memory, lines: Mapping[str, Line]) -> dict[str, str]:
    """Write every line into its scope; return the names of memories and of the messages they rest on."""
    names: dict[str, str] = {}
    for line in lines.values():
        place = memory.at(scope=line.scope, reads=())
        outcome = place.remember(
            line.text,
            category=line.category,
            attributes=dict(line.attributes),
            authority=line.authority,
            time=line.time,
        )
        if outcome.outcome == "pending" and outcome.id:
            outcome = place.confirm(outcome.id)
        if outcome.outcome != "accepted" or outcome.id is None:
            raise SystemExit(f"{line.id}: {outcome.outcome}, {outcome.reason} {outcome.detail}")
        if outcome.id in names:
            raise SystemExit(f"{line.id} and {names[outcome.id]} became one memory.")
        names[outcome.id] = line.id
        for span in place.get(outcome.id).evidence:
            names.setdefault(span.observation_id, line.id)
    return names
