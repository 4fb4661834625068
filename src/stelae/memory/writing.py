"""Ways in: what is said is logged, and remembered as far as the gate allows."""

from collections.abc import Mapping, Sequence
from typing import Any

from stelae.memory.door import Door
from stelae.recall.queries import Instant
from stelae.remember.messages import Messages, shape
from stelae.remember.wording import worded
from stelae.schemas.authority import Authority, known
from stelae.schemas.base import JsonObject
from stelae.schemas.change import Extraction, ObserveResult, Outcome
from stelae.schemas.observation import Message


class Writing(Door):
    """`observe` and `remember`."""

    def observe(
        self,
        messages: Messages,
        *,
        extract: bool = True,
        wait: bool = False,
        session: str | None = None,
        categories: Sequence[str] | None = None,
    ) -> ObserveResult:
        """Log messages as evidence and remember what the gate lets through.

        Args:
            messages: a text (one user message), a message or a list of them (shape: docs/reference).
            extract: False keeps them raw: recallable, but no memory is made.
            wait: True asks the language model now instead of leaving it a job.
            session: for messages that name none.
            categories: take memories of these categories and no others, whoever proposes them; None: of every one.

        Raises:
            InvalidInputError: a message has no usable shape, or is too large; there is no such category.
            ModelUnavailableError: `extractor="llm"` and there is no model; the messages are logged, with a job for later.
            StoreError: nothing was written.
        """
        if not self._parts.settings.enabled:
            return ObserveResult(
                extraction=Extraction(status="empty", extractor="none", detail="STELAE_ENABLED=0")
            )
        shaped = shape(messages, zone=self._parts.settings.zone, session=session)
        only = (
            None if categories is None else [self._parts.registry.get(n).name for n in categories]
        )
        result = self._parts.observing(
            self._ns, shaped, extract=extract, wait=wait, categories=only
        )
        if result.observations:
            self._wake()
        if result.extraction.status in {"deferred", "failed"}:
            self._parts.worker.wake()
        return result

    def remember(
        self,
        text: str | None = None,
        *,
        category: str | None = None,
        attributes: JsonObject | None = None,
        authority: Authority = "user",
        time: Instant = None,
        id: str | None = None,  # noqa: A002 - the word every door uses
        session: str | None = None,
        tags: Sequence[str] = (),
        metadata: JsonObject | None = None,
    ) -> Outcome:
        """Store one statement, as far as the gate allows.

        Args:
            text: 1-2,000 characters; None: made from the fields by the category's template.
            category: None lets the rules classify, else `fact`; a mere question or the words of a play are then
                rejected, and what others say of the speaker waits.
            attributes: fields of the category's schema.
            authority: `user` when a person's turn is behind it, `agent` for an agent's own inference, `user_edit` for a
                person at the keyboard. Doors for agents never take it from the caller.
            time: when it was said; None: now.
            id: the caller's own message id; the same id again is a duplicate.
            session: conversation it belongs to.
            tags: free labels.
            metadata: plain JSON, up to 16 KB.

        Raises:
            InvalidInputError: empty, too long, unknown category, bad metadata, or no text and no template.
            StoreError: nothing was written.
        """
        if not self._parts.settings.enabled:
            return Outcome(outcome="rejected", reason="disabled", detail="STELAE_ENABLED=0")
        if category is not None:
            category = self._parts.registry.get(category).name
        if text is None:
            text = worded(
                category,
                attributes,
                self._parts.registry,
                personal=self._parts.policy.mask_personal,
            )
        raw = {
            "content": text,
            "time": time,
            "id": id,
            "session": session,
            "metadata": metadata or {},
        }
        message = self._shape_one(raw)
        outcome = self._parts.remember.remember(
            self._ns,
            message,
            category=category,
            attributes=attributes,
            authority=known(authority),
            tags=tuple(tags),
        )
        self._wake()
        return outcome

    def _shape_one(self, raw: Mapping[str, Any]) -> Message:
        return shape(raw, zone=self._parts.settings.zone)[0]
