"""What is known, as the curator's model is shown it: under short keys, so that it can name nothing else. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from stelae.background.curator_reply import TRAITS
from stelae.schemas.memory import MemoryRecord
from stelae.text.normalise import fold
from stelae.text.terms import expand
from stelae.text.tokens import tokens, words

MOST_SHOWN = 24
_COMMON_EN = "user like love hate prefer dislik enjoi want need eat drink thing"
_COMMON_ZH = "用户 喜欢 讨厌 不喜欢 爱 不 吃 喝 用 想 要 本人 没有 一直"
_COMMON = frozenset((*_COMMON_EN.split(), *_COMMON_ZH.split()))
"""Words that many statements share, and that name nothing."""


@dataclass(frozen=True, slots=True)
class View:
    """What is known of a person."""

    shown: Mapping[str, MemoryRecord]
    """By the key it is shown under, in order."""
    current: Sequence[MemoryRecord]
    """All that holds, shown or not."""

    @property
    def lines(self) -> list[str]:
        """What the model reads."""
        return [f"{key} [{one.category}] {one.text}" for key, one in self.shown.items()]

    def without(self, number: int) -> "View":
        """Return it without the last so many that are shown."""
        kept = list(self.shown.items())[: max(0, len(self.shown) - number)]
        return View(dict(kept), self.current)


def view_of(
    records: Sequence[MemoryRecord], said: str, allowed: Callable[[MemoryRecord], bool]
) -> View:
    """Choose what is shown.

    Args:
        records: current memories, newest first.
        said: the person's words; memories that share one come first, then pinned ones, then the newest.
        allowed: may this memory go to the model?
    """
    current = [one for one in records if one.category in TRAITS and one.subject == "user"]
    able = [one for one in current if allowed(one)]
    first = sorted(able, key=lambda one: (not echoed(one, said), not one.pinned))
    return View({f"m{n}": one for n, one in enumerate(first[:MOST_SHOWN], 1)}, current)


def echoed(record: MemoryRecord, said: str) -> bool:
    """Do the words name what a memory is about, in either language? What they do not name they do not end."""
    about = record.attributes.get("object")
    named = isinstance(about, str) and bool(about.strip())
    # Of an object also pairs of characters, since `喝咖啡` may be one word to the dictionary.
    terms = tokens(" ".join(expand(str(about)))) if named else words(record.text)
    wanted = frozenset(terms) - _COMMON
    spoken, plain = _heard(said)
    return any(one in spoken or (not one.isascii() and one in plain) for one in wanted)


@lru_cache(maxsize=16)
def _heard(said: str) -> tuple[frozenset[str], str]:
    """Of one message, which every memory is compared with."""
    return frozenset(words(said)), fold(said)
