"""Drafts: proposed in a conversation, written to a file, read by nobody but the person who is asked (O35, O38).

Nothing of this reaches the store but rows of the audit. `committing` writes, when a person has confirmed.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, assert_never

from stelae.errors import DraftNotFoundError, InvalidInputError, TooLargeError
from stelae.ingestion.chunking import DUAL_TRACK, ONE_GUIDE, misfit
from stelae.ingestion.confirmation import bypasses
from stelae.ingestion.draft_files import DraftFiles
from stelae.ingestion.draft_preview import preview_of
from stelae.ingestion.draft_request import drafted
from stelae.ingestion.draft_statements import body_statements, passages
from stelae.ingestion.statements import Statement, Statements
from stelae.remember.intake import misleads
from stelae.remember.pipeline import RememberPipeline
from stelae.schemas.authority import Authority
from stelae.schemas.candidate import MAX_MEMORY_CHARS
from stelae.schemas.change import ChangeSet, Trail
from stelae.schemas.drafts import Draft, DraftRequest, Neighbour, Proposed, Said
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.query import Hit, RecallQuery
from stelae.schemas.scope import Namespace

MOST_SIMILAR: Final = 3
_SHOWN: Final = 60
"""Characters of a similar entry that are shown."""
_ASKED: Final = 400
"""Characters of a body by which similar entries are looked for."""
LookUp = Callable[[Namespace, RecallQuery], Sequence[Hit]]


class Drafts:
    """The drafts that a handle sees: those proposed from its scope, and those for it."""

    def __init__(
        self, pipeline: RememberPipeline, files: DraftFiles, look_up: LookUp, *, zone: str
    ) -> None:
        """Take what judges and writes, the folder, the search, and the zone in which times are shown."""
        self._parts, self._files = pipeline.parts, files
        self._statements = Statements(pipeline)
        self._look_up, self._zone = look_up, zone

    def propose(self, ns: Namespace, asked: DraftRequest, said: Said | None) -> Proposed:
        """Write a draft and return its preview; one of the same name for the same agent that is seen here is replaced.

        Args:
            ns: of the handle.
            asked: what is to be drafted.
            said: what the person has said by now; None: a person proposes it by hand.

        Raises:
            InvalidInputError: a name is of the wrong form, something is missing, it breaks the size rule, holds orders that
                nobody may give or nothing but a secret; or a draft of that name, which is not to be replaced, waits.
            ScopeError: agent or scope are malformed.
            TooLargeError: it is too long for a draft, or for one memory without a summary.
        """
        now = self._parts.clock.now()
        draft = drafted(
            ns,
            asked,
            said or Said(),
            now=now,
            id=self._parts.new_id(),
            masked=self._parts.policy.mask_personal,
            by_hand=said is None,
        )
        _check_size(draft)
        before = self._of_that_name(ns, draft)
        target = target_of(ns, draft)
        body = body_statements(draft)
        bypass = said is not None and bypasses(said.text)
        found = {**self._judged(target, draft, body), **self._beside(target, draft, body[0])}
        draft = draft.model_copy(update={**found, "bypass": bypass})
        self._files.write(draft)
        for one in before:
            self._files.remove(one)
        if bypass:
            self._note(ns, "draft_bypass", draft, "agent", "asked_to_skip_confirmation")
        return Proposed(draft=draft, preview=preview_of(draft, zone=self._zone))

    def waiting(self, ns: Namespace) -> tuple[Draft, ...]:
        """Return the drafts that wait, newest first. Expired ones, whosever they are, are deleted on the way."""
        return tuple(one for one in self._open() if _seen_from(ns, one))

    def find(self, ns: Namespace, intent: str | None) -> Draft:
        """Return the draft of that name; None: the latest one.

        Raises:
            DraftNotFoundError: there is none, or it has expired.
        """
        for one in self.waiting(ns):
            if intent in {None, one.intent}:
                return one
        raise DraftNotFoundError(intent)

    def preview(self, draft: Draft) -> str:
        """Return what the person was shown."""
        return preview_of(draft, zone=self._zone)

    def discard(self, ns: Namespace, intent: str) -> Draft:
        """Delete a draft and leave a row in the audit.

        Raises:
            DraftNotFoundError: there is none.
        """
        found = self.find(ns, intent)
        if not self._files.remove(found):
            raise DraftNotFoundError(intent)
        self._note(ns, "draft_discard", found, "user_edit", "discarded")
        return found

    def _note(self, ns: Namespace, action: str, draft: Draft, actor: Authority, why: str) -> None:
        """Leave a row in the audit: ids, digests and codes (O38)."""
        row = Trail(
            action=action, subject_id=draft.id, actor=actor, reason=why, fields=trail_fields(draft)
        )
        now = self._parts.clock.now()
        self._parts.store.apply(ns, ChangeSet(actor=actor, at=now, trail=(row,)))

    def _open(self) -> Iterator[Draft]:
        now = self._parts.clock.now()
        for draft in self._files.all():
            if draft.expires_at > now:
                yield draft
            else:
                self._files.remove(draft)

    def _of_that_name(self, ns: Namespace, draft: Draft) -> Sequence[Draft]:
        """Return the drafts that this one takes the place of.

        Raises:
            InvalidInputError: one of them is not to be replaced.
        """
        found = [one for one in self.waiting(ns) if one.intent == draft.intent]
        if any((one.agent, one.category) != (draft.agent, draft.category) for one in found):
            raise InvalidInputError(
                f"A draft {draft.intent!r} of another agent or category waits; have it confirmed or discarded first."
            )
        return found

    def _judged(self, ns: Namespace, draft: Draft, body: Sequence[Statement]) -> dict[str, object]:
        """Look at it as the gate will: what it would refuse is refused before a person is asked."""
        grants = False
        for one in body:
            said = self._statements.taken(ns, one, "user_edit").observation
            if misleads(said):
                raise InvalidInputError(
                    "The text hides something or reads as a take-over of the assistant (injection). Nothing was drafted."
                )
            if said.text != one.text:
                raise InvalidInputError(
                    "The text holds marks of recalled memories or characters that nobody sees, or begins as a chat"
                    " message does. Propose the plain text."
                )
            grants = grants or "procedural" in said.flags
        text = passages(draft) if draft.text else ()
        left_out = tuple(
            place
            for place, one in enumerate(text, 1)
            if misleads(self._statements.taken(ns, one, "document").observation)
        )
        return {
            "grants": grants,
            "left_out": left_out,
            "parts": len(text if draft.text else body),
        }

    def _beside(self, ns: Namespace, draft: Draft, first: Statement) -> dict[str, object]:
        """Look for the entry of that name, and for similar ones: update or sibling is the person's choice (O38)."""
        held = self._statements.holder(ns, first)
        words = " ".join((draft.intent.replace("_", " "), *draft.keywords, draft.body[:_ASKED]))
        query = RecallQuery(
            text=words,
            category=draft.category,
            include="memories",
            limit=MOST_SIMILAR + 1,
            rewrite="none",
        )
        own = {held.id} if held else set[str]()
        similar = [
            _neighbour(hit, hit.score)
            for hit in self._look_up(ns, query)
            if hit.id not in own and hit.attributes.get("document") != draft.intent
        ]
        return {
            "replaces": _neighbour(held) if held else None,
            "similar": tuple(similar[:MOST_SIMILAR]),
        }


def target_of(ns: Namespace, draft: Draft) -> Namespace:
    """Return where the draft would be stored; nothing else is read there."""
    return ns.model_copy(update={"scope": draft.scope, "reads": (), "project": draft.project})


def trail_fields(draft: Draft) -> tuple[str, ...]:
    """Return what an audit row says of a draft beside ids: the digest of its body, and how high it stands."""
    return (f"body_sha256={draft.body_sha256}", "source_tier=user")


def _seen_from(ns: Namespace, draft: Draft) -> bool:
    return ns.project == draft.project and draft.reaches(ns.scope)


def _neighbour(found: MemoryRecord | Hit, score: float = 1.0) -> Neighbour:
    fields = found.attributes
    named = (fields.get(name) for name in ("intent", "name", "title", "document"))
    text = " ".join(found.text.split())
    return Neighbour(
        id=found.id,
        version=found.version if isinstance(found, MemoryRecord) else 1,
        name=str(next(filter(None, named), found.id[-8:])),
        text=text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…",
        score=score,
    )


def _check_size(draft: Draft) -> None:
    if draft.category == "topology":
        return
    found = misfit(draft.body, draft.text)
    match found:
        case "none":
            return
        case "one_is_enough":
            raise InvalidInputError(
                f"Up to {ONE_GUIDE} tokens belong in one entry: put all of it into the body, without a text beside it."
            )
        case "needs_summary":
            raise TooLargeError(
                f"It is over {DUAL_TRACK:,} tokens or {MAX_MEMORY_CHARS:,} characters: propose a summary of at most"
                f" {ONE_GUIDE} tokens as the body, and the whole as the text, which is kept beside it in passages."
            )
        case "summary_too_long":
            raise TooLargeError(
                f"The summary may have at most {ONE_GUIDE} tokens; the details are in the text beside it."
            )
        case _:
            assert_never(found)
