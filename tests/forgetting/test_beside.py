"""What says a forgotten value elsewhere is shown, stays, and is never taken for gone."""

import pytest

from stelae.memory import Memory

HOME = ("我住在槐树巷", "叫外卖送到槐树巷", "我喜欢爵士乐")
HOME_EN = ("I live in Locustville", "order the pizza to Locustville please", "I love jazz")
EACH = pytest.mark.parametrize(
    ("said", "asked", "value"),
    [
        (HOME, "我住在槐树巷", "槐树巷"),
        (HOME_EN, "that I live in Locustville", "Locustville"),
    ],
    ids=["zh", "en"],
)


def say(memory: Memory, said: tuple[str, ...]) -> None:
    """Say each in a conversation of its own."""
    for number, text in enumerate(said):
        message = {"role": "user", "content": text, "id": f"m{number}", "session": f"s{number}"}
        memory.observe(message)


@pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])
@EACH
def test_an_errand_to_a_forgotten_address_is_shown_and_stays(
    memory: Memory, said: tuple[str, ...], asked: str, value: str, hard: bool
) -> None:
    """Not selected, told how to take it along, and counted in the receipt."""
    say(memory, said)
    shown = memory.forget(asked)
    assert {item.text for item in shown.preview} == {said[0]}
    assert [item.text for item in shown.beside] == [said[1]]
    assert value in shown.beside[0].why
    assert "1 more" in shown.message
    receipt = memory.forget(shown, hard=hard)
    assert (receipt.said_elsewhere, receipt.verified) == (1, True)
    hits = memory.recall(value, floor=None).hits
    assert [hit.text for hit in hits] == [said[1]]


@EACH
def test_asking_for_the_value_itself_takes_everything_along(
    memory: Memory, said: tuple[str, ...], asked: str, value: str
) -> None:
    """The hint holds: before the forgetting, and for what it has left."""
    say(memory, said)
    shown = memory.forget(value)
    assert {item.text for item in shown.preview} == {said[0], said[1]}
    assert shown.beside == ()
    memory.forget(memory.forget(asked), hard=True)
    receipt = memory.forget(memory.forget(value), hard=True)
    assert (receipt.said_elsewhere, receipt.verified) == (0, True)
    assert not memory.recall(value, floor=None).hits


def test_what_nobody_else_says_has_nothing_beside_it(memory: Memory) -> None:
    """Another taste is another matter."""
    say(memory, HOME)
    shown = memory.forget("我喜欢爵士乐")
    assert shown.beside == ()
    assert "more" not in shown.message
    assert memory.forget(shown).said_elsewhere == 0


def test_a_long_list_is_cut(memory: Memory) -> None:
    """Twenty rows tell enough; the message says that there are more."""
    say(memory, ("我住在槐树巷", *(f"第{n}次叫外卖送到槐树巷" for n in range(25))))
    shown = memory.forget("我住在槐树巷")
    assert len(shown.beside) == 20
    assert "20 or more" in shown.message
