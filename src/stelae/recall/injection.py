"""Putting the block where it belongs: at the tail, inside the message of the user that is being answered.

Everything before that message stays byte for byte as it was, so that a model's prefix cache holds; a block of an earlier
call is stripped first. The result is for one model call and is never stored.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from stelae.schemas.query import ContextBlock
from stelae.text.markers import strip_blocks

ChatMessage = Mapping[str, Any]


def inject_block(messages: Sequence[ChatMessage], block: ContextBlock) -> list[dict[str, Any]]:
    """Return the messages with the block in front of the last user message's own words.

    Args:
        messages: OpenAI-style messages (`content` is text, or a list of parts); they are not changed.
        block: What to show; an empty one only strips what an earlier call left.

    Returns:
        New messages. Without a user message there is nothing to answer and nothing is put in.
    """
    out = [_stripped(message) for message in messages]
    last = next((m for m in reversed(out) if m.get("role") == "user"), None)
    if last is not None and block:
        last["content"] = _with_block(last.get("content"), block.text)
    return out


def _with_block(content: object, block: str) -> object:
    if isinstance(content, list):
        return [{"type": "text", "text": block}, *cast("list[Any]", content)]
    text = content if isinstance(content, str) else ""
    return f"{block}\n\n{text}" if text else block


def _stripped(message: ChatMessage) -> dict[str, Any]:
    out = dict(message)
    content = out.get("content")
    if isinstance(content, str):
        out["content"] = strip_blocks(content)
    elif isinstance(content, list):
        parts = map(_stripped_part, cast("list[Mapping[str, Any]]", content))
        out["content"] = [part for part in parts if part is not None]
    return out


def _stripped_part(part: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the part without our block; None when nothing else was in it. What has no text, or no shape, stays."""
    before: Any = part.get("text") if hasattr(part, "get") else None
    if not isinstance(before, str):
        return part
    text = strip_blocks(before)
    if text == before:
        return part
    return {**part, "text": text} if text else None
