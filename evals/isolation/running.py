"""One call after the other as random callers, each answer checked; and now and then whether anybody else's rows moved."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from evals.isolation.filling import QUESTIONS
from evals.isolation.ledger import Known, Ledger, Reach, reads, told
from evals.isolation.models import Listening
from evals.isolation.places import caller
from evals.isolation.truth import Truth
from stelae.errors import NotFoundError, StelaeError
from stelae.memory import Memory
from stelae.schemas.scope import Namespace
from stelae.testing import FixedClock

CENSUS = 200
"""Calls between two looks at everything that is stored."""
UPKEEP = 10
"""Looks between two upkeeps."""
Call = Callable[["Turn"], object]


@dataclass(slots=True)
class Turn:
    """One call: who makes it, on which handle, and what it names."""

    memory: Memory
    caller: Namespace
    chance: random.Random
    ledger: Ledger
    question: str
    said: set[str] = field(default_factory=set[str])
    """Ids and words that the caller names itself."""
    reach: Reach | None = None
    """What this very call may be shown, where that depends on its arguments."""
    shown: str = ""
    """What else the caller got to see."""
    wrong: list[str] = field(default_factory=list[str])
    """What the call itself has found."""
    also: list[Namespace] = field(default_factory=list[Namespace])
    """Other places that it may change."""


@dataclass(frozen=True, slots=True)
class Path:
    """A way to read, change or delete."""

    call: Call
    reach: Reach
    weight: int
    changes: bool = False
    """It may change what is stored in the written scope."""
    loose: bool = False
    """Its answer may name ids that no table has: of copies, upkeep and drafts, in the audit."""


@dataclass(frozen=True, slots=True)
class ById:
    """A way that begins with an id. A stranger's id is answered as one that was never given out."""

    call: Callable[[Memory, str], object]
    kind: Known
    reach: Reach
    weight: int
    changes: bool = False
    silent: bool = False
    """It answers with nothing where others raise."""
    shows: Reach | None = None
    """What an answer may show, where that is more than what the id must be of."""


@dataclass(slots=True)
class Findings:
    """What was done and what was wrong."""

    calls: Counter[str] = field(default_factory=Counter[str])
    refused: Counter[str] = field(default_factory=Counter[str])
    ids: int = 0
    """Of rows in answers, each of which was looked up."""
    wrong: list[str] = field(default_factory=list[str])


class Runner:
    """Makes calls over one open memory."""

    def __init__(
        self,
        memory: Memory,
        truth: Truth,
        ledger: Ledger,
        there: Sequence[Namespace],
        paths: Mapping[str, Path | ById],
        chance: random.Random,
        model: Listening,
        clock: FixedClock,
    ) -> None:
        """Take the memory that was opened, and what is known of it."""
        self._memory, self._truth, self._ledger = memory, truth, ledger
        self._there, self._chance, self._model, self._clock = there, chance, model, clock
        self._looks = 0
        self._paths = dict(paths)
        self._drawn = list(self._paths), [path.weight for path in self._paths.values()]
        self._held, self._touched = truth.held(), set[tuple[str, str]]()
        self.findings = Findings()

    def run(self, count: int) -> Findings:
        """Make so many calls, every way at least once."""
        names = [*self._paths, *self._chance.choices(*self._drawn, k=count)][:count]
        for number, name in enumerate(names, 1):
            self.one(name)
            if number % CENSUS == 0:
                self.census()
        self.census()
        return self.findings

    def one(self, name: str) -> None:
        """Make one call."""
        path, who = self._paths[name], caller(self._chance, self._there)
        handle = self._memory.at(
            tenant=who.tenant, scope=who.scope, reads=who.reads, project=who.project
        )
        self.findings.calls[name] += 1
        self._model.heard()
        by_id = isinstance(path, ById)
        wrong = self._by_id(path, handle, who) if by_id else self._any(path, handle, who)
        if wrong:
            self.findings.wrong.append(f"{name} as {who!r}: {', '.join(sorted(wrong)[:5])}")

    def census(self) -> None:
        """Compare what is stored where nobody wrote; then let background jobs and, now and then, upkeep be done."""
        now = self._truth.held()
        for place in self._held.keys() | now.keys():
            same = self._held.get(place, frozenset()) == now.get(place, frozenset())
            if not same and place not in self._touched:
                self.findings.wrong.append(f"somebody else changed {place}")
        self._memory.flush(timeout_s=0.0)
        self._looks += 1
        if self._looks % UPKEEP == 0:
            self._memory.maintain()
        self._clock.advance(minutes=1)
        mixed = [one for prompt in self._model.heard() for one in self._ledger.mixed(prompt)]
        self.findings.wrong += [f"a prompt tells of {one}" for one in mixed]
        self._ledger.learn()
        self._held, self._touched = self._truth.held(), set[tuple[str, str]]()

    def _any(self, path: Path, handle: Memory, who: Namespace) -> Sequence[str]:
        question = self._question()
        turn = Turn(handle, who, self._chance, self._ledger, question, set(question.split()))
        if path.changes:
            self._touched.add((who.tenant, who.scope))
        answer, error = _tried(lambda: path.call(turn))
        self._touched.update((one.tenant, one.scope) for one in turn.also)
        moved = self._ledger.learn() if path.changes else ()
        trace = getattr(answer, "trace_id", "")
        if trace:
            self._ledger.note(trace, "trace", who)
        reach = turn.reach or path.reach
        wrong = [
            *self._checked(answer, error, who, reach, turn.said),
            *self._ledger.foreign(turn.shown, who, reach, said=turn.said),
            *turn.wrong,
        ]
        for prompt in self._model.heard():
            wrong += self._ledger.foreign(prompt, who, turn.reach or reads, said=turn.said)
        if path.loose:
            wrong = [one for one in wrong if " " in one or self._ledger.knows(one)]
        return [*wrong, *moved]

    def _by_id(self, path: ById, handle: Memory, who: Namespace) -> Sequence[str]:
        """Make a call with somebody's id; a stranger's is answered as one that nobody was ever given."""
        id_ = self._ledger.any(path.kind)
        if id_ is None:
            return ()
        mine = self._ledger.within(id_, who, path.reach)
        if path.changes and mine:
            self._touched.add((who.tenant, who.scope))
        answer, error = _tried(lambda: path.call(handle, id_))
        moved = self._ledger.learn() if path.changes else ()
        shows = path.shows or path.reach
        wrong = [*self._checked(answer, error, who, shows, {id_}), *moved]
        if mine:
            return wrong
        # Its neighbour: a page may well begin behind a time, which ids begin with.
        nobodys = f"{id_[:-1]}{'0' if id_[-1] != '0' else '1'}"
        other, unknown = _tried(lambda: path.call(handle, nobodys))
        if not path.silent and not isinstance(error, NotFoundError):
            wrong.append(f"{id_} is answered: {type(error).__name__}")
        if _shape(answer, error, id_) != _shape(other, unknown, nobodys):
            wrong.append(f"{id_} is answered otherwise than an id of nobody")
        return wrong

    def _checked(
        self,
        answer: object,
        error: StelaeError | None,
        who: Namespace,
        reach: Reach,
        said: set[str],
    ) -> Sequence[str]:
        if error is not None:
            self.findings.refused[type(error).__name__] += 1
        text = told(answer) if error is None else str(error)
        self.findings.ids += text.count('"id":')
        return self._ledger.foreign(text, who, reach, said=said)

    def _question(self) -> str:
        """Return something that everybody asks, or ask for what only one place can know."""
        if self._chance.random() < 0.3:
            return f"{self._chance.choice(('在哪里', 'where is'))} {self._ledger.anybodys_word()}"
        return self._chance.choice(QUESTIONS)


def _tried(call: Callable[[], object]) -> tuple[object, StelaeError | None]:
    try:
        return call(), None
    except StelaeError as error:
        return None, error


def _shape(answer: object, error: StelaeError | None, id_: str) -> tuple[str, str]:
    if error is None:
        return "", told(answer).replace(id_, "ID")
    return type(error).__name__, str(error).replace(id_, "ID")
