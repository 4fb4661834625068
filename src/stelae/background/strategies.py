"""Strategies: ways of acting that an agent tries, and keeps as long as they work (P38).

A strategy is proposed with the words of the requests that it is for. It is shown once it has worked on three different
requests that name one of them, at most three beside one request, and no more after three failures in a row. What became of
it is a version of the record. Its counters count only as this code has written them: what a proposal says of them is a
claim.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from stelae.background.learned import Learned, Statement, mark_of
from stelae.errors import InvalidInputError, MemoryNotFoundError
from stelae.ports import MemoryReader
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.settlement import outcome_of
from stelae.schemas.categories.experience import Strategy
from stelae.schemas.change import Outcome
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace
from stelae.text.keys import digest, key_of, sha256, statement
from stelae.text.mentions import mentioned

CATEGORY: Final = "strategy"
HEALTH: Final = 3
MOST_HEALTH: Final = 100
RETIRED_AFTER: Final = 3
"""Failures in a row."""
REPLAYS: Final = 3
"""Different requests on which it has to work before it is shown. All four: P38."""
MOST_SHOWN: Final = 3
MOST_READ: Final = 500
"""Newest strategies of each readable scope that are looked at beside a request."""
COUNTED: Final = "strategies:outcome"
"""The rule of a record whose counters this code has written."""
_CONFIDENCE: Final = 0.6


@dataclass(frozen=True, slots=True)
class Standing:
    """How a strategy has fared."""

    health: int = HEALTH
    failures: int = 0
    """In a row."""
    replayed: tuple[str, ...] = ()
    """Digests of the requests on which it has worked, as far as admission asks."""

    @property
    def retired(self) -> bool:
        """Is it not to be shown any more?"""
        return self.failures >= RETIRED_AFTER or self.health <= 0

    @property
    def admitted(self) -> bool:
        """Has it proved itself, and not failed since?"""
        return len(self.replayed) >= REPLAYS and not self.retired

    def after(self, *, success: bool, replay: str | None) -> "Standing":
        """Return the standing after one more try.

        Args:
            success: did it work?
            replay: digest of the request, when it is one that the strategy is for.
        """
        if not success:
            return Standing(max(0, self.health - 1), self.failures + 1, self.replayed)
        replayed = self.replayed
        if replay is not None and replay not in replayed and len(replayed) < REPLAYS:
            replayed = (*replayed, replay)
        return Standing(min(MOST_HEALTH, self.health + 1), 0, replayed)


class Strategies:
    """The strategies of a scope. Thread-safe; keeps nothing."""

    def __init__(self, learned: Learned, pipeline: RememberPipeline, store: MemoryReader) -> None:
        """Take the way to the gate, the write path for outcomes, and where strategies are."""
        self._learned, self._pipeline, self._store = learned, pipeline, store

    def propose(
        self, ns: Namespace, name: str, text: str, triggers: Sequence[str], *, agent: str
    ) -> Outcome:
        """Put a strategy before the gate; it begins unproved, also where another text of that name has proved itself.

        Args:
            ns: where to write.
            name: what it is called; another text of the same name takes its place.
            text: what to do.
            triggers: words of requests that it is for, in every language people ask in.
            agent: whose it is.

        Raises:
            InvalidInputError: there is no name, text or trigger, or the fields do not fit.
        """
        words = [word.strip() for word in triggers if word.strip()]
        if not (name.strip() and text.strip() and words):
            raise InvalidInputError("A strategy has a name, a text and at least one trigger.")
        key = key_of(CATEGORY, Strategy(name=name, agent=agent), text)
        mark = mark_of("strategy", key, text, *sorted(words))
        held = self._learned.current(ns, key)
        if self._learned.before(ns, mark) and held is not None and _says(held, text):
            return outcome_of("duplicate", held, "none", "not_novel")
        if self._learned.before(ns, mark):
            mark = mark_of("strategy", key, text, held.id if held else "", "again")
        attributes = {
            "name": name,
            "agent": agent,
            "triggers": words,
            "body_sha256": sha256(text),
        }
        said = Statement(CATEGORY, text, attributes, _CONFIDENCE, "strategies:proposed", agent)
        return self._learned.propose(ns, said, mark)

    def fitting(
        self, ns: Namespace, query: str, *, limit: int = MOST_SHOWN
    ) -> tuple[MemoryRecord, ...]:
        """Return admitted strategies whose triggers the request names, at most three.

        The most triggers win, then health; the order of those shown is that of their keys, so that an outcome does not move
        the bytes of a prompt.

        Args:
            ns: the readable scopes.
            query: the request.
            limit: most of them, 1-3.
        """
        found: list[tuple[int, int, str, MemoryRecord]] = []
        for record in self._all(ns):
            named = mentioned(_triggers(record), query)
            standing = standing_of(record) if named else Standing()
            if standing.admitted:
                found.append((-len(named), -standing.health, record.key, record))
        best = sorted(found, key=lambda one: one[:3])[: min(limit, MOST_SHOWN)]
        return tuple(sorted((one[3] for one in best), key=lambda record: (record.key, record.id)))

    def outcome(
        self, ns: Namespace, id_: str, *, success: bool, query: str | None = None
    ) -> Outcome:
        """Write down how a strategy fared, as a version of its record.

        Args:
            ns: the written scope.
            id_: of the memory.
            success: did it work?
            query: the request it was tried on; without one a success proves nothing towards admission.

        Raises:
            MemoryNotFoundError: there is no strategy of that id in the written scope.
            VersionConflictError: others kept changing it.
        """

        def attempt() -> Outcome:
            now, settlement = self._pipeline.parts.clock.now(), self._pipeline.begin(ns)
            old = self._store.get(ns, id_)
            if old.category != CATEGORY or old.scope != ns.scope or old.status != "active":
                raise MemoryNotFoundError(id_)
            fits = query is not None and bool(mentioned(_triggers(old), query))
            replay = digest(statement(query or ""), 4) if fits else None
            now_at = standing_of(old).after(success=success, replay=replay)
            fields = {
                "health": now_at.health,
                "failures": now_at.failures,
                "replays": len(now_at.replayed),
                "replayed": list(now_at.replayed),
            }
            new = old.model_copy(
                update={
                    "version": old.version + 1,
                    "attributes": {**old.attributes, **fields},
                    "rule": COUNTED,
                }
            )
            settlement.write(new, "edit", expect=old.version, actor="platform")
            reason = "succeeded" if success else "failed"
            settlement.note("outcome", new, reason, fields=tuple(fields))
            self._pipeline.commit(ns, settlement, now, actor="platform")
            detail = "retired" if now_at.retired else "admitted" if now_at.admitted else "on trial"
            done = outcome_of("accepted", new, "edit", "edited")
            return done.model_copy(update={"detail": detail})

        return self._pipeline.retry(attempt)

    def _all(self, ns: Namespace) -> list[MemoryRecord]:
        """Look them up by their keys, scope by scope: beside a request nobody waits for a scan."""
        now, found = self._pipeline.parts.clock.now(), list[MemoryRecord]()
        for scope in ns.readable:
            there = ns.model_copy(update={"scope": scope, "reads": ()})
            found += self._store.by_key_prefix(there, f"{CATEGORY}/", limit=MOST_READ)
        return [record for record in found if record.current(now)]


def standing_of(record: MemoryRecord) -> Standing:
    """Return how a strategy has fared, as far as this code has counted it."""
    if record.rule != COUNTED:
        return Standing()
    fields = Strategy.model_validate(record.attributes)
    return Standing(fields.health, fields.failures, fields.replayed)


def _triggers(record: MemoryRecord) -> tuple[str, ...]:
    return tuple(map(str, record.attributes.get("triggers") or ()))


def _says(record: MemoryRecord, text: str) -> bool:
    return statement(record.text) == statement(text)
