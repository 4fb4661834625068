"""The same thing said in another language is one memory; what differs in a number, a name or polarity never is."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.errors import ModelError
from stelae.ports import Embedder
from stelae.providers.embedders.use import UseEmbedder
from stelae.remember.meeting.holder import MOST_TRANSLATIONS
from stelae.remember.meeting.paraphrase import Paraphrases, slot
from stelae.schemas.memory import MemoryRecord
from stelae.testing import FixedClock, HashEmbedder
from tests.conftest import Opener
from tests.contracts.builders import record

if TYPE_CHECKING:
    from stelae.ports import Floats

real = cache(UseEmbedder)


class EverythingAlike:
    """The worst embedder there can be for this: every text has the same vector, in the leg whose scale is known."""

    fingerprint, leg, dim, local = "use/4/cosine", "use", 4, True

    def __init__(self) -> None:
        """Count nothing yet."""
        self.texts: list[str] = []
        """Everything it was asked about."""

    def passages(self, texts: Sequence[str]) -> "Floats":
        """The same vector for each."""
        self.texts += texts
        return np.full((len(texts), 4), 0.5, np.float32)

    def query(self, text: str) -> "Floats":
        """The same vector."""
        return self.passages([text])[0]

    def language_mean(self, language: str) -> None:
        """No centring."""


def taste(thing: str, language: str, **fields: object) -> MemoryRecord:
    """Return a preference for a thing; `polarity`, `aspect` or `category` may be given."""
    category = str(fields.pop("category", "preference"))
    subject = str(fields.pop("subject", "user"))
    return record(
        thing,
        category=category,
        subject=subject,
        language=language,
        key=f"{category}/global/thing/{thing}",
        attributes={"polarity": "like", "aspect": "thing", "object": thing, **fields},
    )


def find(one: MemoryRecord, other: MemoryRecord) -> MemoryRecord | None:
    """Ask as if every two texts were alike: only the guards decide."""
    return Paraphrases([EverythingAlike()]).find(one, [other])


SENTENCES = (
    ("我喜欢足球", "I like football"),
    ("我不喜欢狗", "I don't like dogs"),
    ("我是软件工程师", "I'm a software engineer"),
)


@pytest.mark.parametrize("pair", [*SENTENCES, *(tuple(reversed(pair)) for pair in SENTENCES)])
def test_the_same_in_another_language_is_said_again(
    open_memory: Opener, clock: FixedClock, pair: tuple[str, str]
) -> None:
    """One memory in the words of the first time, resting on both turns."""
    memory = open_memory(embedder=real())
    memory.observe(pair[0])
    clock.advance(days=1)
    (outcome,) = memory.observe(pair[1]).outcomes
    assert (outcome.outcome, outcome.change) == ("duplicate", "reinforce")
    (held,) = memory.list()
    assert (held.text, held.evidence_count, held.reliability) == (pair[0], 2, 0.7)


@pytest.mark.parametrize(
    "pair",
    [
        ("我不喜欢狗", "I like dogs"),
        ("我喜欢咖啡", "I like barley tea"),
        ("我喜欢3号楼的咖啡", "I like coffee from building 4"),
        ("我对花生过敏", "I'm allergic to peanuts"),
        ("我喜欢狗", "I like cats"),
    ],
)
def test_what_differs_stays_two_memories(
    open_memory: Opener, clock: FixedClock, pair: tuple[str, str]
) -> None:
    """Polarity, numbers, the thing itself; and of a hard limit two entries cost less than one for two."""
    memory = open_memory(embedder=real())
    for sentence in pair:
        clock.advance(days=1)
        assert memory.observe(sentence).outcomes[-1].outcome == "accepted"
    assert sorted(m.text for m in memory.list()) == sorted(pair)


def test_both_in_one_message_are_one_memory(open_memory: Opener) -> None:
    """What the same call has planned is met, too; one turn counts once."""
    memory = open_memory(embedder=real())
    memory.observe("我喜欢足球。I like football.")
    (held,) = memory.list()
    assert (held.text, held.evidence_count) == ("我喜欢足球", 1)


@pytest.mark.parametrize("embedder", ["none", HashEmbedder()])
def test_without_a_known_scale_nothing_is_a_translation(
    open_memory: Opener, clock: FixedClock, embedder: str | Embedder
) -> None:
    """Two memories are the safe side."""
    memory = open_memory(embedder=embedder)
    for sentence in SENTENCES[0]:
        clock.advance(days=1)
        memory.observe(sentence)
    assert len(memory.list()) == 2


def test_only_the_newest_of_a_slot_are_compared(open_memory: Opener, clock: FixedClock) -> None:
    """A long list of tastes costs a bounded number of vectors."""
    alike = EverythingAlike()
    memory = open_memory(embedder=alike)
    for letter in "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥":
        clock.advance(minutes=1)
        memory.remember(f"我喜欢{letter}茶")
    alike.texts.clear()
    memory.remember("I like football")
    compared = [text for text in alike.texts if text.endswith("茶") and "喜欢" not in text]
    assert len(compared) == MOST_TRANSLATIONS
    assert "亥茶" in compared
    assert "甲茶" not in compared


def test_an_embedder_that_fails_finds_nothing() -> None:
    """Two memories instead of none; the write goes on."""

    class Broken(EverythingAlike):
        def passages(self, texts: Sequence[str]) -> "Floats":
            raise ModelError(f"{len(texts)} texts too many")

    assert Paraphrases([Broken()]).find(taste("狗", "zh"), [taste("dogs", "en")]) is None


def test_everything_alike_is_one_thing_only_where_nothing_else_differs() -> None:
    """The guards below are all that stands between this embedder and one memory for everything."""
    assert find(taste("狗", "zh"), taste("dogs", "en")) is not None
    assert find(taste("狗", "zh"), taste("猫", "zh")) is None


things = st.sampled_from(["狗", "茶", "3号楼", "415 元", "QX-1180", "周一的课", "十二点"])
words = st.sampled_from(["dogs", "tea", "building 4", "451 euros", "QX-1108", "class on Sunday"])
numbers = st.integers(0, 10**6)


@given(one=numbers, other=numbers)
def test_numbers_never_differ(one: int, other: int) -> None:
    """Neither do dates, which are numbers."""
    zh, en = taste(f"{one}号楼的茶", "zh"), taste(f"tea of building {other}", "en")
    assert (find(zh, en) is not None) == (one == other)


@given(thing=things, word=words)
def test_numbers_days_and_identifiers_never_differ(thing: str, word: str) -> None:
    """Of these pairs only those without any mark may be one thing."""
    plain = {thing, word} <= {"狗", "茶", "dogs", "tea"}
    assert (find(taste(thing, "zh"), taste(word, "en")) is not None) == plain


@given(name=st.from_regex(r"[A-Z][a-z]{1,8}", fullmatch=True), thing=things)
def test_a_name_is_never_a_translation(name: str, thing: str) -> None:
    """What is written with a capital letter is somebody's or something's own name."""
    assert find(taste(thing, "zh"), taste(f"{name} tea", "en")) is None


fields = st.fixed_dictionaries(
    {
        "polarity": st.sampled_from(["like", "dislike", "neutral"]),
        "aspect": st.sampled_from(["thing", "material"]),
        "category": st.sampled_from(["preference", "constraint", "fact"]),
        "subject": st.sampled_from(["user", "user's sister"]),
    }
)


@given(one=fields, other=fields)
def test_whoever_or_whatever_else_differs_it_is_another_thing(
    one: dict[str, str], other: dict[str, str]
) -> None:
    """Polarity, aspect, category and subject must be the same, and a constraint is always left alone."""
    found = find(taste("狗", "zh", **one), taste("dogs", "en", **other))
    assert (found is not None) == (one == other and one["category"] != "constraint")


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("preference/global/thing/狗", "preference/global/thing/"),
        ("fact/user/pet/a-dog", "fact/user/pet/"),
        ("fact/=59ae60c18dcd9e216fe5", None),
        ("decision/database", None),
        (f"fact/user/pet/{'x' * 9}/=59ae60c18dcd9e216fe5", None),
    ],
)
def test_a_slot_is_a_key_without_its_object(key: str, expected: str | None) -> None:
    """Keys that hold no object have none."""
    assert slot(key) == expected
