"""What a message would get from each layer of guidance, and why (O44)."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from stelae.errors import MemoryNotFoundError
from stelae.ingestion.layers import Layers, read_layers
from stelae.memory.reading import Reading
from stelae.schemas.auto_recall import AutoBlock, Considered, Tier
from stelae.schemas.layers import PinnedPart, PromptExplanation, RecalledPart
from stelae.text.estimate import estimate_tokens


class Prompting(Reading):
    """`explain_prompt`."""

    def explain_prompt(
        self,
        message: str,
        agent: str | Path | Layers | None = None,
        *,
        tier: Tier | None = None,
        top_k: int | None = None,
        budget: int | None = None,
    ) -> PromptExplanation:
        """Say what a message would get: L0 and L1 from the agent's files, L2 from memory, with the reason for each.

        L2 is what `auto_context` puts beside the message, from the scopes that this handle reads. It is only looked at: no
        memory counts as used by it.

        Args:
            message: the person's words.
            agent: the agent's folder, or its layers from `read_layers`; None: an agent without files, whose L0 and L1 are
                empty.
            tier: as for `auto_context`.
            top_k: as for `auto_context`.
            budget: as for `auto_context`.

        Raises:
            InvalidInputError: the folder, a document in it or the message cannot be used.
            OSError: a part of the folder cannot be read.
        """
        layers = Layers("") if agent is None else agent
        if not isinstance(layers, Layers):
            layers = read_layers(layers)
        named = layers.on_intent(message)
        block = self.auto_context(message, tier=tier, top_k=top_k, budget=budget, counted=False)
        shown = (layers.always, named.text, block.text)
        return PromptExplanation(
            message=message,
            agent=layers.agent,
            scopes=self._ns.readable,
            always=layers.always_parts(),
            always_text=layers.always,
            on_intent=named.parts,
            on_intent_text=named.text,
            pinned=tuple(self._pinned_parts(block)),
            recalled=tuple(self._recalled_part(one) for one in block.considered),
            block=block.text,
            tokens=sum(map(estimate_tokens, shown)),
            partial=block.partial,
        )

    def _pinned_parts(self, block: AutoBlock) -> Iterator[PinnedPart]:
        considered = {one.id for one in block.considered}
        for id_ in block.ids:
            if id_ not in considered:
                with suppress(MemoryNotFoundError):  # it has gone since
                    one = self.get(id_)
                    yield PinnedPart(
                        id=one.id, category=one.category, text=one.text, scope=one.scope
                    )

    def _recalled_part(self, one: Considered) -> RecalledPart:
        text, scope = self._text_and_scope(one)
        row = self._parts.policy.rows.get(one.category or "")
        return RecalledPart(
            id=one.id,
            category=one.category,
            text=text,
            scope=scope,
            rank=one.rank,
            score=one.score,
            fate=one.fate,
            keyword=one.keyword,
            cap=None if row is None else row.context_cap,
        )

    def _text_and_scope(self, one: Considered) -> tuple[str, str]:
        """Return what a candidate says and where it is; empty where it has gone since."""
        try:
            if one.category is None:
                return self._parts.store.observation(self._ns, one.id).text, ""
            record = self.get(one.id)
        except MemoryNotFoundError:
            return "", ""
        return record.text, record.scope
