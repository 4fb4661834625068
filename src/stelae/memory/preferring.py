"""Preferences: what an agent heard goes to the gate, and what is stored comes back as one bundle to act on."""

from collections.abc import Iterator, Sequence

from stelae.errors import MemoryNotFoundError
from stelae.memory.reading import Reading
from stelae.memory.writing import Writing
from stelae.recall.preferences import Placed, bundle, placed_by_itself
from stelae.remember.messages import MessageInput, shape
from stelae.remember.preview import preview
from stelae.remember.proposals.spoken import asserted, inferred, rules_out, spoken
from stelae.schemas.candidate import Extractor
from stelae.schemas.categories.activity import ActivityKind
from stelae.schemas.change import Outcome
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Message, Observation
from stelae.schemas.preferences import (
    Heard,
    PreferenceBundle,
    ProposalResult,
    RecentActivity,
)
from stelae.session.budgets import money

_PAGE = 200


class Preferring(Writing, Reading):
    """`preferences`, `propose`, `observe_dislikes`, `note_activity`."""

    def preferences(
        self, *, domain: str | None = None, favourites: Sequence[str] = ()
    ) -> PreferenceBundle:
        """Return what the person's preferences do in a domain (P24). Without a person's scope it is empty.

        Args:
            domain: what is looked for (`schemas.preferences.ProductDomain`); None or an unknown one: only what holds
                everywhere acts (P23).
            favourites: titles of what the person keeps as favourites; what two of them share gets a weak bonus (P25).
        """
        person = self._ns.person
        if person is None or not self._parts.settings.enabled:
            return PreferenceBundle(domain=domain)
        memories = (
            Placed(one, self._session_domain(one))
            for category in ("preference", "constraint")
            for one in self._of(person, category)
        )
        return bundle(
            memories,
            domain=domain,
            favourites=favourites,
            activities=self._activities(person),
            budget=lambda text: money(text).budget,
        )

    def propose(self, heard: Heard, *, said: MessageInput | None) -> ProposalResult:
        """Judge what an agent heard in a person's message: the message is the evidence, and its words outweigh the agent's.

        The message is observed first, so that it counts once, whoever reads it and when (P9). Nothing here can raise its
        authority; what is not in the words waits or is refused like any other proposal of a model.

        Args:
            heard: what the agent would have stored.
            said: the person's message, as for `observe`; a `domain` in its metadata is the conversation's. None: nobody said
                it, and it is the agent's own inference.

        Raises:
            InvalidInputError: the message has no usable shape.
            StoreError: nothing was written.
        """
        if said is None:
            text, fields = inferred(heard)
            own = self.remember(text, category=heard.category, attributes=fields, authority="agent")
            return ProposalResult(judged=(own,))
        seen = self.observe(said)
        logged = self._logged(seen.observations[-1].id) if seen.observations else None
        if logged is None:
            refused = next(iter(seen.outcomes), Outcome(outcome="rejected", reason="disabled"))
            return ProposalResult(judged=(refused,))
        held = [r for name in ("preference", "constraint") for r in self._of(self._ns.scope, name)]
        candidates = spoken(heard, logged, self._parts.remember.parts.dates, held)
        # A caller's reading stands beside that of the rules where it names another thing; what is not asserted never does.
        by: Extractor = "caller" if asserted(candidates, logged) else "llm"
        judged = self._parts.remember.propose(self._ns, candidates, [logged], extractor=by)
        self._wake()
        nothing = Outcome(outcome="rejected", reason="ungrounded")
        return ProposalResult(read=seen.outcomes, judged=judged or (nothing,))

    def observe_dislikes(self, message: MessageInput) -> tuple[Outcome, ...]:
        """Observe a person's message at once when rules read in it what is not wanted, and return what came of it (P5).

        Any other message is left alone; so is every message where the written scope is no person's. Observing the message
        again changes nothing.

        Raises:
            InvalidInputError: the message has no usable shape.
            StoreError: nothing was written.
        """
        if not (self._parts.settings.enabled and self._ns.personal):
            return ()
        parts = self._parts.remember.parts
        read = preview(
            shape(message, zone=self._parts.settings.zone),
            dates=parts.dates,
            now=parts.clock.now(),
            masked=parts.policy.mask_personal,
        )
        unwanted = any(map(rules_out, read.candidates))
        return self.observe(message).outcomes if unwanted else ()

    def note_activity(
        self, kind: ActivityKind, what: str, *, session: str | None = None
    ) -> Outcome:
        """Keep for 30 days what the person searched for or bought, never what was found (P26).

        Args:
            kind: `search` or `purchase`.
            what: the search, or the name of the thing.
            session: the conversation.

        Raises:
            EmptyInputError: there is nothing in it.
            StoreError: nothing was written.
        """
        if not (self._parts.settings.enabled and self._ns.personal):
            return Outcome(outcome="rejected", reason="disabled", detail="no person's scope")
        message = Message(
            role="tool", content=what, time=self._parts.clock.now(), session=session, zone="UTC"
        )
        outcome = self._parts.remember.remember(
            self._ns,
            message,
            category="activity",
            attributes={"kind": kind, "what": what.strip()},
            authority="tool",
        )
        self._wake()
        return outcome

    def _of(self, scope: str, category: str) -> Iterator[MemoryRecord]:
        """Go through the current memories of a category in one scope, newest first."""
        now, after = self._parts.clock.now(), None
        alone = self._ns.model_copy(update={"scope": scope, "reads": ()})
        while True:
            page = self._parts.store.list(alone, category=category, limit=_PAGE, after=after)
            yield from (one for one in page if one.current(now))
            if len(page) < _PAGE:
                return
            after = page[-1].id

    def _session_domain(self, record: MemoryRecord) -> str | None:
        """Return what the conversation was about in which it was said last; None: the memory itself says, or nobody."""
        if placed_by_itself(record) or not record.evidence:
            return None
        said = self._logged(record.evidence[-1].observation_id)
        domain = said.metadata.get("domain") if said else None
        return domain if isinstance(domain, str) else None

    def _activities(self, scope: str) -> list[RecentActivity]:
        found = sorted(
            self._of(scope, "activity"), key=lambda one: one.expires_at or one.time, reverse=True
        )
        return [
            RecentActivity(kind=one.attributes["kind"], what=one.attributes["what"], time=one.time)
            for one in found
        ]

    def _logged(self, id: str) -> Observation | None:  # noqa: A002
        try:
            return self._parts.store.observation(self._ns, id)
        except MemoryNotFoundError:
            return None
