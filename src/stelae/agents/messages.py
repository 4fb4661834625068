"""Memory for plain message lists: put what is relevant beside the message that is being answered."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from stelae.memory import Memory
from stelae.recall.injection import inject_block
from stelae.schemas.query import MAX_QUERY_CHARS, ContextBlock
from stelae.text.markers import strip_blocks
from stelae.text.normalise import is_blank


def inject(
    messages: Sequence[Mapping[str, Any]], memory: Memory, *, budget: int = 800, **filters: Any
) -> list[dict[str, Any]]:
    """Return the messages for one model call, with recalled memories next to the last user message.

    Call it anew before every model call: what an earlier call put in is stripped first, everything before the last user
    message stays byte for byte as it was (prefix caches hold), and nothing is stored. Without anything relevant the
    messages come back without a block.

    Args:
        messages: OpenAI-style messages; they are not changed.
        memory: whose memories.
        budget: most tokens of the block.
        filters: as for `Memory.recall`.
    """
    said = last_words(messages)
    block = ContextBlock() if is_blank(said) else memory.context(said, budget=budget, **filters)
    return inject_block(messages, block)


def last_words(messages: Sequence[Mapping[str, Any]]) -> str:
    """Return the text that is being answered, without our own block; the end of it when it is very long."""
    last = next((m for m in reversed(messages) if m.get("role") == "user"), None)
    return strip_blocks("\n".join(texts_of(last)))[-MAX_QUERY_CHARS:] if last else ""


def texts_of(message: Mapping[str, Any]) -> list[str]:
    """Return the texts of a message, part by part; pictures and files have none."""
    content = message.get("content")
    if isinstance(content, str):
        return [content]
    if not isinstance(content, Sequence):
        return []
    parts = [p for p in cast("Sequence[Mapping[str, Any]]", content) if hasattr(p, "get")]
    return [p["text"] for p in parts if isinstance(p.get("text"), str)]
