"""The profile of one person: what current memories say of them, and what several of these suggest (E20).

A view, made anew each time: nothing of it is stored, so that what is forgotten is gone from it at once. It is about the user
of the written scope alone. What an assistant, a tool or a document says makes no profile, nor does what is of the moment.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pydantic import ValidationError

from stelae.errors import (
    MemoryNotFoundError,
    ModelError,
    NotFoundError,
    TooLargeError,
    UnknownCategoryError,
)
from stelae.ports import Clock, LanguageModel, MemoryReader, ObservationLog
from stelae.recall.proposed_traits import propose
from stelae.recall.sending import Sending
from stelae.recall.traits import Said, inferred
from stelae.recall.wording import worded
from stelae.schemas.authority import is_person
from stelae.schemas.categories.personal import SINGLE_FACTS, Constraint, Context, Fact, Preference
from stelae.schemas.categories.registry import Registry
from stelae.schemas.categories.work import Event
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.profile import (
    ExplicitFact,
    Infer,
    Profile,
    ProfileGroup,
)
from stelae.schemas.scope import Namespace
from stelae.text.language import Language, language_of
from stelae.text.normalise import fold

logger = logging.getLogger(__name__)

_GROUPS: tuple[ProfileGroup, ...] = (
    *("constraints", "identity", "serving", "preferences"),
    *("circumstances", "decisions", "facts", "other"),
)
_BY_CATEGORY: dict[str, ProfileGroup] = {
    "constraint": "constraints",
    "preference": "preferences",
    "context": "circumstances",
    "decision": "decisions",
    "fact": "facts",
}
_PASSING = frozenset({"event", "task", "document"})
"""What somebody does or read says nothing lasting of them by itself; events carry habits."""
_OF_THE_MOMENT = frozenset({"context", "task", "document"})
"""No trait is read off these: what holds this time says nothing of the person (P18)."""
_THINGS = frozenset({"value", "location", "time", "opens", "closes", "starts", "ends", "price"})
"""Single facts that are of things."""
_ROLES = frozenset({"user", "assistant", "tool", "system", ""})
_PAGE = 500
_TRAITS_SHARE = 3
"""One part in so many of a profile is kept for traits."""


class _Source(MemoryReader, ObservationLog, Protocol):
    """What a profile reads."""


@dataclass(frozen=True, slots=True)
class ProfileQuery:
    """What profile is wanted."""

    of: str | None = None
    """A speaker's name; None: the user of the scope."""
    as_of: datetime | None = None
    """A moment in the world; None: now."""
    language: Language | None = None
    """Of the descriptions; None: each in its memory's own."""
    infer: Infer = "rules"
    limit: int = 25


class Profiler:
    """Makes profiles. Thread-safe; keeps nothing."""

    def __init__(
        self,
        source: _Source,
        clock: Clock,
        model: Callable[[], LanguageModel | None],
        *,
        registry: Registry,
        sending: Sending,
        remedy: str,
    ) -> None:
        """Connect it; nobody is asked yet.

        Args:
            source: memories, and who said what they rest on.
            clock: the present.
            model: looks for the language model, for `infer="model"` alone.
            registry: which categories there are.
            sending: what may go to a model on another machine.
            remedy: what to tell when there is no model.
        """
        self._source, self._clock, self._model = source, clock, model
        self._registry, self._remedy = registry, remedy
        self._sending = sending

    def profile(self, ns: Namespace, query: ProfileQuery) -> Profile:
        """Return the profile. Errors of a model are told in `detail`; the rest of it stands.

        Raises:
            NotFoundError: nobody of that name has said anything that is remembered; says who has.
            ConfigurationError: the settings name a model that cannot be used.
            StoreError: the store cannot be read.
        """
        now = self._clock.now()
        at = query.as_of or now
        records = [r for r in self._records(ns, past=query.as_of is not None) if _own(r)]
        if query.of is not None and query.of.casefold() != _user(ns):
            self._require(ns, records, query.of)
        mine, others = self._of_target(ns, [r for r in records if _held(r, at, now)], query.of)
        known = [said for record in mine if (said := self._said(record)) is not None]
        of_user = [said for said in known if _of_user(said)]
        profile = Profile(
            scope=ns.scope,
            of=query.of,
            at=at,
            facts=tuple(sorted(_facts(known, query.language), key=_rank)),
            traits=inferred(of_user, query.language) if query.infer != "none" else (),
            others=others,
        )
        if query.infer == "model":
            profile = self._with_model(profile, of_user, query.language)
        return _limited(profile, query.limit)

    def _records(self, ns: Namespace, *, past: bool) -> Iterator[MemoryRecord]:
        """Go through the written scope, newest first."""
        own, after = ns.model_copy(update={"reads": ()}), None
        while True:
            page = self._source.list(own, include_inactive=past, limit=_PAGE, after=after)
            yield from page
            if len(page) < _PAGE:
                return
            after = page[-1].id

    def _require(self, ns: Namespace, records: Sequence[MemoryRecord], of: str) -> None:
        """Refuse a name under which nothing is remembered, whenever it held."""
        known = sorted({name for record in records for name in self._voices(ns, record) if name})
        if of.casefold() not in {name.casefold() for name in known}:
            there = f"Known by name: {', '.join(known)}." if known else "Nobody here has a name."
            raise NotFoundError(
                f"Nothing that {of[:80]!r} said is remembered in this scope. {there}"
            )

    def _of_target(
        self, ns: Namespace, records: Sequence[MemoryRecord], of: str | None
    ) -> tuple[list[MemoryRecord], int]:
        """Keep what the target user has said, and count the rest: in a group, one speaks for oneself alone.

        With one named speaker at most there is nobody to take for another.
        """
        voices = {r.id: {v.casefold() for v in self._voices(ns, r)} for r in records}
        named = {voice for heard in voices.values() for voice in heard if voice}
        if of is None and len(named) <= 1:
            return list(records), 0
        user = _user(ns)
        wanted = {"", user} if of is None or of.casefold() == user else {of.casefold()}
        kept = [r for r in records if voices[r.id] <= wanted]
        return kept, len(records) - len(kept)

    def _voices(self, ns: Namespace, record: MemoryRecord) -> set[str]:
        """Return who has said what it rests on; "" for a speaker without a name, or a message not kept."""
        return {self._speaker(ns, span.observation_id) for span in record.evidence} or {""}

    def _speaker(self, ns: Namespace, observation: str) -> str:
        try:
            speaker = self._source.observation(ns, observation).speaker or ""
        except MemoryNotFoundError:
            return ""
        return "" if speaker.casefold() in _ROLES else speaker

    def _said(self, record: MemoryRecord) -> Said | None:
        """Return the record with its fields; None for what is over, or of a category that is no longer there."""
        try:
            payload = self._registry.payload(record.category, record.attributes)
        except (UnknownCategoryError, ValidationError):
            return None
        if isinstance(payload, Constraint) and not payload.active:
            return None
        sources = dict.fromkeys(span.observation_id for span in record.evidence)
        return Said(record, payload, tuple(sources))

    def _with_model(
        self, profile: Profile, known: Sequence[Said], language: Language | None
    ) -> Profile:
        """Add what a language model infers, as far as code lets it through."""
        model = self._model()
        if model is None:
            return profile.model_copy(update={"detail": self._remedy})
        profile = profile.model_copy(update={"model": model.name})
        lasting = [said for said in known if said.record.category not in _OF_THE_MOMENT]
        visible = [
            said
            for said in lasting
            if self._sending.allows(model, said.record.sensitivity, said.record.text)
        ]
        withheld = _withheld(len(lasting) - len(visible))
        if len(visible) <= 1:
            return profile.model_copy(update={"detail": withheld})
        try:
            traits, refused, left = propose(profile.traits, visible, model, language)
        except (ModelError, TooLargeError) as error:
            logger.warning("no traits of a model: %s", error)
            return profile.model_copy(update={"detail": _joined(str(error), withheld)})
        return profile.model_copy(
            update={
                "traits": (*profile.traits, *traits),
                "refused": refused,
                "detail": _joined(withheld, f"{left} memories did not fit" if left else ""),
            }
        )


def _user(ns: Namespace) -> str:
    """Return the name of the scope, which is that of its user."""
    return ns.scope.partition(":")[2].casefold()


def _held(record: MemoryRecord, at: datetime, now: datetime) -> bool:
    """Did it hold at that moment in the world, by all that is known now?"""
    if at == now:
        return record.current(now)
    return (
        record.status in {"active", "superseded", "expired"}
        and record.retracted_at is None
        and record.valid_from <= at
        and (record.valid_to is None or record.valid_to > at)
        and (record.expires_at is None or record.expires_at > at)
    )


def _own(record: MemoryRecord) -> bool:
    """Is it about the user, in a person's word? An assistant's suggestion never is, nor a rule for the agent."""
    own = record.subject == "user" or (
        record.speaker is not None and fold(record.subject) == fold(record.speaker)
    )
    return own and is_person(record.authority) and record.kind != "procedural"


def _of_user(said: Said) -> bool:
    """Do its fields say something of the person, and not of a pet or a thing of theirs (`My cat is called Tom`)?"""
    if not isinstance(said.payload, Fact | Preference | Constraint | Context | Event):
        return True
    return fold(said.payload.subject) in {"user", fold(said.record.subject)}


def _facts(known: Sequence[Said], language: Language | None) -> Iterator[ExplicitFact]:
    for said in known:
        record = said.record
        if record.category in _PASSING or record.kind in {"episodic", "task"}:
            continue
        quotes = dict.fromkeys(span.quote for span in record.evidence if span.quote)
        yield ExplicitFact(
            group=_group(said),
            category=record.category,
            description=_worded(said, language),
            evidence=tuple(quotes) or (record.text,),
            sources=said.sources,
            id=record.id,
            since=record.valid_from,
        )


def _worded(said: Said, language: Language | None) -> str:
    """Return its fields in words; its own words where the fields are about a pet or a thing, which these words name."""
    text = said.record.text
    return worded(said.payload, text, language or language_of(text)) if _of_user(said) else text


def _group(said: Said) -> ProfileGroup:
    if not _of_user(said):
        return "facts"
    if isinstance(said.payload, Fact) and said.payload.attribute in SINGLE_FACTS - _THINGS:
        return "identity"
    if said.record.category == "preference" and said.payload.standing():
        return "serving"
    return _BY_CATEGORY.get(said.record.category, "other")


def _rank(fact: ExplicitFact) -> tuple[int, float]:
    """By group; in a group the newest first."""
    return _GROUPS.index(fact.group), -fact.since.timestamp()


def _limited(profile: Profile, limit: int) -> Profile:
    """Keep to the limit; traits get what facts leave free, and a third of it in any case."""
    traits = profile.traits[: max(limit // _TRAITS_SHARE, limit - len(profile.facts))]
    facts = profile.facts[: limit - len(traits)]
    omitted = len(profile.facts) + len(profile.traits) - len(facts) - len(traits)
    return profile.model_copy(update={"facts": facts, "traits": traits, "omitted": omitted})


def _withheld(count: int) -> str:
    return f"{count} memories kept from a model on another machine" if count else ""


def _joined(*details: str) -> str:
    return "; ".join(filter(None, details))
