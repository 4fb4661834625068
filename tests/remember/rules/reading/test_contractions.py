"""English as it is typed, without apostrophes and capitals, is read like the spelling of a book."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.memory import Memory
from stelae.remember.rules.reading.contractions import spelled
from stelae.schemas.base import JsonObject
from tests.remember.reading import proposed

PAIRS = [
    ("im allergic to nuts", "I'm allergic to nuts"),
    ("Im allergic to nuts", "I'm allergic to nuts"),
    ("IM ALLERGIC TO NUTS", "I'M ALLERGIC TO NUTS"),
    ("im vegetarian", "I'm vegetarian"),
    ("im a vegan", "I'm a vegan"),
    ("Im Tom", "I'm Tom"),
    ("im 25", "I'm 25"),
    ("im from texas", "I'm from texas"),
    ("im a teacher", "I'm a teacher"),
    ("im married", "I'm married"),
    ("im not a fan of blue cheese", "I'm not a fan of blue cheese"),
    ("ive got two cats", "I've got two cats"),
    ("ive been vegan for 3 years", "I've been vegan for 3 years"),
    ("my names jake", "My name's jake"),
    ("i dont eat pork", "I don't eat pork"),
    ("i cant eat gluten", "I can't eat gluten"),
    ("ill never eat oysters again", "I'll never eat oysters again"),
    ("id rather have tea than coffee", "I'd rather have tea than coffee"),
    ("iam allergic to bees", "I am allergic to bees"),
    ("my sons allergic to peanuts", "My son's allergic to peanuts"),
    ("so im a nurse and ive got asthma", "So I'm a nurse and I've got asthma"),
    ("im allergic to 花生酱", "I'm allergic to 花生酱"),
]


def _fields(text: str) -> list[tuple[str, JsonObject]]:
    return [(c.category, c.attributes) for c in proposed(text)]


@pytest.mark.parametrize(("typed", "spelt"), PAIRS)
def test_what_is_typed_without_apostrophes_says_the_same(typed: str, spelt: str) -> None:
    """An allergy is none the less one for a missing sign."""
    assert _fields(typed) == _fields(spelt) != []


@pytest.mark.parametrize("typed", [typed for typed, _ in PAIRS])
def test_quote_and_text_stay_as_they_were_written(typed: str) -> None:
    """The sign is put into a copy; nothing of that copy is shown as the person's words."""
    for candidate in proposed(f"Well. {typed}, ok?"):
        assert candidate.quote in f"Well. {typed}, ok?"
    for candidate in proposed(typed):
        assert candidate.quote in typed
        assert "'" not in candidate.text


@pytest.mark.parametrize(
    "said", ["im allergic to nuts", "yo im allergic to nuts and ive got asthma"]
)
def test_an_allergy_typed_in_a_hurry_is_pinned(memory: Memory, said: str) -> None:
    """The span is an exact quote at its place, and the context shows it whatever is asked."""
    memory.observe(said)
    kept = [m for m in memory.list() if m.category == "constraint"]
    assert "nuts" in {m.attributes["object"] for m in kept}
    for one in kept:
        (span,) = one.evidence
        assert said[span.start : span.end] == span.quote
    assert "allergic to nuts" in memory.context("what to cook").text


@pytest.mark.parametrize(
    "text",
    [
        "IM me later",
        "please im me",
        "send me an im about it",
        "ill im you the file",
        "Ms Im is my teacher",
        "Im Yoon-ah is an actress",
        "My friend Yoona Im plays her",
        "Im Garten ist es warm",
        "my id is 4452",
        "id card",
        "i feel ill today",
        "the phone and its charger",
        "its battery is dead",
        "My names are written below",
        "as was his wont",
        "Jony Ive designed it",
        "iam roles are hard",
        "my sons are tall",
        "open ./dont.txt and it.dont",
        "我的id是4452",
        "请用im联系我",
    ],
)
def test_a_word_that_is_another_one_stays_it(text: str) -> None:
    """Instant messages, identifiers, illness, what belongs to it, a surname, German."""
    assert spelled(text).text == text


@pytest.mark.parametrize(
    "text",
    ["im not sure if im allergic to nuts", "what if im allergic to penicillin", "he said im vegan"],
)
def test_what_is_not_asserted_is_not_so_without_an_apostrophe(text: str) -> None:
    """Doubt, supposition and hearsay are read like those of the ordinary spelling."""
    assert [c for c in proposed(text) if c.category == "constraint"] == []


@given(st.text("im dontyouvegascr.,'I ", max_size=60))
def test_every_place_in_the_copy_has_its_place_in_the_message(text: str) -> None:
    """Taking out what was put in gives the message back, place by place."""
    said = spelled(text)
    kept = [i for i in range(len(said.text)) if i not in said.put_in]
    assert "".join(said.text[i] for i in kept) == text
    assert [said.origin(i) for i in kept] == list(range(len(text)))
    assert said.original(0, len(said.text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Lisbon",
        "I live in Berlin with my wife",
        "I work at Google",
        "I'm from Texas",
        "I'm an engineer at Intel",
        "I have a dog named Luna",
        "I love Italian food",
        "I'm allergic to Penicillin",
        "I take Zoloft every day",
        "I hate Mondays",
        "I can speak German",
    ],
)
def test_lower_case_says_the_same(text: str) -> None:
    """Who types without capitals and apostrophes tells no less."""
    lower = _fields(text.lower().replace("'", ""))
    assert [(c, str(a).lower()) for c, a in _fields(text)] == [
        (c, str(a).lower()) for c, a in lower
    ]
    assert lower != []
