"""What a model thinks aloud, and how it is kept out of its answer. Most servers keep it apart; some leave it in the text."""

import re
from collections.abc import Iterable, Iterator

_TAG = r"(?:think|thinking|thought|reasoning)"
_CLOSED = re.compile(rf"<{_TAG}>.*?</{_TAG}>", re.DOTALL | re.IGNORECASE)
_CLOSING = re.compile(rf"</{_TAG}>\s*", re.IGNORECASE)
_OPENING = re.compile(rf"<{_TAG}>", re.IGNORECASE)
_LONGEST = len("</reasoning>")


def cut_thinking(text: str) -> tuple[str, bool]:
    """Return a whole text after its thinking, and whether thinking was left open."""
    body = _CLOSED.sub("", text)
    # Some chat templates hold the opening tag, so that the reply has the closing one alone.
    *_, body = _CLOSING.split(body)
    opened = _OPENING.search(body)
    return (body[opened.end() :], True) if opened else (body, False)


def without_thinking(pieces: Iterable[str]) -> Iterator[str]:
    """Pass the pieces of a streamed text on, without thinking sections at its beginning.

    A tag later in the text is a text about tags. Thinking whose opening tag is hidden in a chat template cannot be told from
    an answer before its end, and passes.
    """
    held, inside = "", False
    stream = iter(pieces)
    for piece in stream:
        held += piece
        held, inside = _progress(held, inside)
        if not inside and held and not _may_open(held):
            yield held
            yield from stream
            return
    if not inside and held:
        yield held


def _progress(held: str, inside: bool) -> tuple[str, bool]:
    """Drop what is certainly thought of what was held back; return the rest and whether thinking goes on."""
    while True:
        held = held.lstrip()
        if not inside:
            opened = _OPENING.match(held)
            if opened is None:
                return held, False
            held, inside = held[opened.end() :], True
        closed = _CLOSING.search(held)
        if closed is None:
            # The end may be the beginning of the closing tag.
            return held[-_LONGEST:], True
        held, inside = held[closed.end() :], False


def _may_open(held: str) -> bool:
    """Can the beginning of the text still become an opening tag?"""
    if len(held) >= _LONGEST:
        return False
    tags = ("<think>", "<thinking>", "<thought>", "<reasoning>")
    return any(tag.startswith(held.lower()) for tag in tags)
