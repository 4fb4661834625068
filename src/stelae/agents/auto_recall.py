"""Recall before every model call: what the adapters of all frameworks stand on (O11, O12, O20).

Stateless and additive: each call strips what an earlier one put in, looks anew, and puts the block beside the last message
of the person. A failure or a passed deadline leaves the messages as they are; an agent's turn does not die of its memory.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ALL_COMPLETED, FIRST_COMPLETED, Future, wait
from functools import partial
from time import monotonic
from types import TracebackType
from typing import Any, Literal, Self

from stelae.agents.messages import last_words, texts_of
from stelae.agents.searches import Searches
from stelae.errors import InvalidInputError
from stelae.ingestion.layers import Layers
from stelae.memory import Memory
from stelae.recall.context import guided
from stelae.recall.injection import inject_block
from stelae.schemas.auto_recall import TIERS, AutoBlock, Tier
from stelae.schemas.query import Include
from stelae.text.estimate import estimate_tokens
from stelae.text.markers import strip_blocks
from stelae.text.normalise import is_blank

logger = logging.getLogger(__name__)

ChatMessages = Sequence[Mapping[str, Any]]
PATIENCE = 0.6
"""Share of the deadline after which the keywords are asked alone, beside the search that is not done; before it where the
last search took longer than that."""
FADES = 0.9
"""Share of the longest search's time that is still expected after one more call."""
MARGIN = 0.15
"""Share of the deadline kept for waking up: threads of one interpreter hand over in slices of 5 ms."""
THREADS = 4
"""Searches at a time, of either kind; what finds none free by its deadline is given up."""


class AutoRecall:
    """Puts memories beside the message that a model is about to answer. Thread-safe; holds nothing of a conversation.

    Its threads end with their searches, and the process waits for none of them: closing the memory is enough, and closing
    this first drops what waits for a free thread.
    """

    def __init__(
        self,
        memory: Memory,
        *,
        tier: Tier | None = None,
        top_k: int | None = None,
        budget: int | None = None,
        floor: Literal["auto", "none"] | float | None = "auto",
        include: Include = "all",
        session: str | None = None,
        deadline_ms: float | None = 200.0,
        context_tokens: int | None = None,
        layers: Layers | None = None,
    ) -> None:
        """Say whose memories, and how much of them. With a deadline what the first call would wait for is loaded now.

        Args:
            memory: a handle that reads what this agent may: `Memory.open(scope="user:lin", reads=["agent:shop", "global"])`.
            tier: how much the model can use; None: `recall.tier` of the settings.
            top_k: most memories beside the pinned ones; wins over the tier.
            budget: most tokens of the block; wins over the tier.
            floor: as for `Memory.recall`.
            include: memories, raw observations, or both.
            session: the running conversation, whose own messages are not repeated.
            deadline_ms: the agent waits no longer: then the keywords' answer counts, then an empty block; None: no deadline.
            context_tokens: size of the model's context. From its second call on nothing is put in where less than the tier's
                `headroom` is free; None: it is always put in.
            layers: of the agent's folder (`read_layers`): what is shown on intent stands in the block, too. What is always
                shown belongs in your system prompt: `layers.always`.

        Raises:
            InvalidInputError: a deadline or context of 0 or less.
            StoreError: the store cannot be read.
        """
        if any(given is not None and given <= 0 for given in (deadline_ms, context_tokens)):
            raise InvalidInputError("deadline_ms and context_tokens are above 0, or None.")
        self.memory = memory
        self._tier: Tier = memory.settings.recall.tier if tier is None else tier
        self._asked: dict[str, Any] = {
            "tier": self._tier,
            "top_k": top_k,
            "budget": budget,
            "floor": floor,
            "include": include,
            "beside": session,
        }
        self._deadline = None if deadline_ms is None else deadline_ms / 1000
        self._context_tokens = context_tokens
        self._layers = layers
        self._took, self._closed = 0.0, False
        # Keywords have threads of their own: an embedder that hangs must not hold up what stands in for it.
        self._whole = Searches[AutoBlock](THREADS, "stelae-auto-recall")
        self._keywords = Searches[AutoBlock](THREADS, "stelae-auto-recall-keywords")
        if self._deadline is not None:
            memory.warm()

    def block(self, messages: ChatMessages) -> AutoBlock:
        """Return what stands beside the last message of the person; empty where nothing is relevant. Never raises.

        Args:
            messages: OpenAI-style messages of the model call.
        """
        found, guidance = AutoBlock(), ""
        try:
            said = last_words(messages)
            if not is_blank(said) and self._has_room(messages):
                guidance = self._layers.on_intent(said).text if self._layers else ""
                found = self._recall(said)
        except Exception:
            logger.warning("auto-recall failed open", exc_info=True)
            found = AutoBlock(partial=("everything",))
        return guided(found, guidance)

    async def ablock(self, messages: ChatMessages) -> AutoBlock:
        """Do as `block`, in a worker thread."""
        return await asyncio.to_thread(self.block, messages)

    def inject(self, messages: ChatMessages) -> list[dict[str, Any]]:
        """Return the messages for one model call, with the block in the last message of the person.

        Everything before that message stays byte for byte as it was. Never store the result: the next call makes its own.
        """
        return inject_block(messages, self.block(messages))

    async def ainject(self, messages: ChatMessages) -> list[dict[str, Any]]:
        """Do as `inject`, in a worker thread."""
        return inject_block(messages, await self.ablock(messages))

    def close(self) -> None:
        """Search no more: every further block is empty, and says so. The memory stays open. Safe to call twice."""
        self._closed = True
        self._whole.close()
        self._keywords.close()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def _recall(self, said: str) -> AutoBlock:
        if self._closed:
            return AutoBlock(partial=("everything",))
        if self._deadline is None:
            return self.memory.auto_context(said, **self._asked)
        end = monotonic() + self._deadline * (1 - MARGIN)
        if self._took > self._deadline * PATIENCE:
            # Side by side both would be late: in a large store the whole search leaves the keywords no room.
            fast = self._ask_keywords(said)
            wait([fast], timeout=max(0.0, end - monotonic()))
            full = self._whole.submit(partial(self._search, said))
        else:
            full = self._whole.submit(partial(self._search, said))
            wait([full], timeout=self._deadline * PATIENCE)
            if full.done():
                return full.result()
            fast = self._ask_keywords(said)
        either = FIRST_COMPLETED if not fast.done() else ALL_COMPLETED
        wait([full, fast], timeout=max(0.0, end - monotonic()), return_when=either)
        # One that has not begun would only keep the next call waiting.
        full.cancel()
        fast.cancel()
        return soonest(full, fast)

    def _search(self, said: str) -> AutoBlock:
        """Search with all legs, and note how long that takes here; a block that was kept makes no large store small."""
        began = monotonic()
        try:
            return self.memory.auto_context(said, **self._asked)
        finally:
            taken = monotonic() - began
            self._took = max(taken, FADES * self._took)

    def _ask_keywords(self, said: str) -> Future[AutoBlock]:
        # The whole search counts as the access when it comes; one message is not two.
        ask = partial(self.memory.auto_context, said, **self._asked, vectors=False, counted=False)
        return self._keywords.submit(ask)

    def _has_room(self, messages: ChatMessages) -> bool:
        """Is enough of the context free? The first call of a conversation always has a block (O20)."""
        if self._context_tokens is None or not any(m.get("role") == "assistant" for m in messages):
            return True
        used = sum(estimate_tokens(strip_blocks(text)) for m in messages for text in texts_of(m))
        return used <= self._context_tokens * (1 - TIERS[self._tier].headroom)


def soonest(full: Future[AutoBlock], fast: Future[AutoBlock]) -> AutoBlock:
    """Return what is there at the deadline: the whole search, else the keywords' answer, else an empty block."""
    if full.done() and not full.cancelled():
        return full.result()
    if not fast.done() or fast.cancelled():
        return AutoBlock(partial=("everything",))
    found = fast.result()
    return found.model_copy(update={"partial": (*found.partial, "vectors")})
