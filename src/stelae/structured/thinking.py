"""What a model thinks aloud, and how it is kept out of its answer. Most servers keep it apart; some leave it in the text."""

import re

_TAG = "think|thinking|thought|reasoning"
_CLOSED = re.compile(rf"<(?:{_TAG})>.*?</(?:{_TAG})>", re.DOTALL | re.IGNORECASE)
_CLOSING = re.compile(rf"</(?:{_TAG})>", re.IGNORECASE)
_OPENING = re.compile(rf"<(?:{_TAG})>", re.IGNORECASE)
_HIDDEN = re.compile(rf"<({_TAG})>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)


def cut_thinking(text: str) -> tuple[str, bool]:
    """Return a text after its thinking, and whether thinking was left open."""
    body = _CLOSED.sub("", text)
    # Some chat templates hold the opening tag, so that the reply has the closing one alone.
    *_, body = _CLOSING.split(body)
    opened = _OPENING.search(body)
    return (body[opened.end() :], True) if opened else (body, False)


def without_thinking(text: str) -> str:
    """Return what of a text may be shown while more of it may come: thinking that is still open hides all behind it."""
    return _CLOSING.split(_HIDDEN.sub("", text))[-1]
