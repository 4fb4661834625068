"""A message that speaks of a field goes with the memory made from those words, whatever the memory is kept as."""

import pytest

from stelae.memory import Memory
from stelae.testing import FixedClock
from tests.conftest import Opener
from tests.forgetting.test_pipeline import bytes_of


@pytest.fixture(params=["sqlite", "memory"])
def memory(request: pytest.FixtureRequest, open_memory: Opener) -> Memory:
    """Either store."""
    return open_memory(store=request.param)


def kept(memory: Memory) -> set[str]:
    """Return the texts of all memories."""
    return {record.text for record in memory.list(include_inactive=True)}


@pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])
@pytest.mark.parametrize(
    ("said", "asked", "told"),
    [
        ("我的手机号是13912345678", "我的手机号", "13912345678"),
        ("My birthday is March 14, same as Pi day lol", "forget my birthday", "March 14"),
        ("I lost my job at Acme in March", "forget my job", "Acme"),
        ("我的生日派对定在3月14日", "忘记我的生日", "3月14日"),
        ("My weight loss goal is 70 kg by June", "forget my weight", "70 kg"),
    ],
)
def test_a_memory_goes_with_the_words_that_it_was_made_from(
    memory: Memory, said: str, asked: str, told: str, hard: bool
) -> None:
    """The preview shows it, and `verified` is true of it."""
    memory.observe(said)
    memory.flush()
    (held,) = memory.list()
    shown = memory.forget(asked)
    assert held.id in {item.id for item in shown.preview}
    receipt = memory.forget(shown, hard=hard)
    assert (receipt.forgotten, receipt.verified) == ((held.id,), True)
    assert kept(memory) == set()
    assert not memory.recall(said, floor=None).hits
    assert not hard or told.encode() not in bytes_of(memory)


@pytest.mark.parametrize(
    ("text", "asked"),
    [("我的手机号是13912345678", "我的手机号"), ("My phone is 555-0147", "my phone")],
)
def test_what_was_remembered_on_purpose_goes_as_well(memory: Memory, text: str, asked: str) -> None:
    """Not only what was heard in a conversation."""
    memory.remember(text)
    assert memory.forget(memory.forget(asked), hard=True).verified
    assert kept(memory) == set()


@pytest.mark.parametrize(
    ("said", "asked", "stays"),
    [
        (
            "I lost my job at Acme in March and I'm allergic to nuts",
            "forget my job",
            "I'm allergic to nuts",
        ),
        ("我的生日派对定在3月14日，我对花生过敏", "忘记我的生日", "我对花生过敏"),
    ],
)
def test_another_statement_of_the_message_stays_and_is_shown_beside_it(
    memory: Memory, said: str, asked: str, stays: str
) -> None:
    """It is another matter; the preview says its words, and by which door it would go."""
    memory.observe(said)
    memory.flush()
    shown = memory.forget(asked)
    assert stays not in {item.text for item in shown.preview}
    assert [item.text for item in shown.beside] == [stays]
    assert f"“{stays}”; to take it along, forget it by id" in shown.message
    receipt = memory.forget(shown)
    assert receipt.said_elsewhere == 1
    assert kept(memory) == {stays}
    assert memory.forget(memory.forget(shown.beside[0].id)).verified
    assert kept(memory) == set()


@pytest.mark.parametrize(
    ("said", "asked", "goes"),
    [
        (
            "We have a golden retriever named Max, he is 3. I'm allergic to nuts.",
            "forget the retriever Max, he is 3",
            "We have a golden retriever named Max",
        ),
        (
            "我养了一只叫阿福的乌龟，它爱吃虾。我对花生过敏。",
            "阿福 爱吃虾",
            "我养了一只叫阿福的乌龟",
        ),
    ],
)
def test_words_that_a_message_says_take_the_memory_that_says_one_of_them(
    memory: Memory, said: str, asked: str, goes: str
) -> None:
    """The memory alone does not say them all; the rest of the message is another matter."""
    memory.observe(said)
    memory.flush()
    others = kept(memory) - {goes}
    assert others
    memory.forget(memory.forget(asked))
    assert kept(memory) == others


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("My agenda is on the fridge", "forget my age"),
        ("My phonetics class is on Monday", "forget my phone number"),
        ("My jobless cousin lives in Leeds", "forget my job"),
    ],
)
def test_a_longer_word_is_another_word(memory: Memory, said: str, asked: str) -> None:
    """Neither `age` in `agenda` nor `phone` in `phonetics`."""
    memory.observe(said)
    memory.flush()
    assert not memory.forget(asked)


def test_a_memory_that_was_written_since_the_preview_is_not_passed_over(
    memory: Memory, clock: FixedClock
) -> None:
    """It repeats a message that goes and nobody was shown it: then nothing is verified."""
    memory.observe("My weight loss goal is 70 kg by June")
    memory.flush()
    shown = memory.forget("my weight")
    only = shown.model_copy(
        update={"preview": tuple(i for i in shown.preview if i.type == "observation")}
    )
    clock.advance(minutes=1)
    assert not memory.forget(only).verified
    assert memory.recall("weight loss goal")


@pytest.mark.parametrize("asked", ["忘掉我的血型", "forget my shoe size"])
def test_where_nothing_was_found_the_way_by_id_is_told(memory: Memory, asked: str) -> None:
    """Whoever still recalls it can have it gone."""
    memory.observe("I love jazz")
    message = memory.forget(asked).message
    assert "recall it" in message
    assert "id" in message
