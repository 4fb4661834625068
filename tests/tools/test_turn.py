"""A turn knows whose words stand behind it, and what was learned in it."""

from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

import pytest

from stelae.schemas.change import Outcome
from stelae.schemas.forgetting import ForgetPreview
from stelae.text.markers import CLOSE, OPEN
from stelae.tools.turn import MOST_SAID, Turn, current_turn

CHAT = [
    {"role": "system", "content": "Sell shoes."},
    {"role": "user", "content": "想买双鞋", "id": "m1"},
    {"role": "assistant", "content": "真丝的怎么样？"},
    {"role": "user", "content": [{"type": "text", "text": "真皮的我不喜欢"}], "id": "m2"},
]


def learned(id_: str, outcome: str = "accepted") -> Outcome:
    """An outcome of that id."""
    return Outcome.model_validate({"outcome": outcome, "reason": "accepted", "id": id_})


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("真皮的我不喜欢", "m2"),
        ("真皮", "m2"),
        ("leather", "m2"),
        ("想买双鞋", "m1"),
        ("真丝", None),
        ("Sell shoes", None),
        ("", None),
    ],
)
def test_only_a_persons_words_are_behind_a_call(words: str, message: str | None) -> None:
    """Not the assistant's, not the system's; a thing may be named in the other language."""
    found = Turn(CHAT).behind(words)
    assert (found["id"] if found else None) == message


def test_a_recalled_block_is_nobodys_words() -> None:
    """What we put beside a message ourselves proves nothing (DEV-04)."""
    turn = Turn(f"推荐一双鞋\n{OPEN}\n1. [preference] 我不喜欢真皮\n{CLOSE}")
    assert turn.said == ("推荐一双鞋",)
    assert turn.behind("真皮") is None


def test_a_statement_that_says_no_more_than_a_message_is_in_it() -> None:
    """With the same numbers, and not with others."""
    turn = Turn("请记住：我的车停在B2-117")
    assert turn.behind("用户的车停在B2-117") is not None
    assert turn.behind("用户的车停在B2-171") is None


def test_english_names_are_words_of_their_own() -> None:
    """A car is not in a scarf."""
    turn = Turn("I hate this scarf and goat cheese")
    assert turn.behind("car") is None
    assert turn.behind("goat cheese") is not None


def test_only_the_last_messages_count() -> None:
    """What was said long ago in the conversation is no word of this turn."""
    chat = [{"role": "user", "content": f"wish {n}"} for n in range(MOST_SAID + 2)]
    assert Turn(chat).said == tuple(f"wish {n}" for n in range(2, MOST_SAID + 2))
    assert Turn(chat).behind("wish 0") is None


def test_the_domain_is_given_or_read_off_the_latest_words_that_name_one() -> None:
    """Two named at once are none."""
    assert Turn(CHAT).domain == "shoes"
    assert Turn(CHAT, domain="bags").domain == "bags"
    assert Turn("鞋和包都看看").domain is None
    assert Turn("你好").domain is None


def test_a_message_comes_with_the_session_and_the_domain() -> None:
    """As `observe` takes it, with the caller's id and metadata of their own."""
    turn = Turn([{**CHAT[3], "metadata": {"page": 2}}], session="s1", domain="shoes")
    assert turn.last == {
        **CHAT[3],
        "session": "s1",
        "metadata": {"domain": "shoes", "page": 2},
    }
    assert Turn(()).last is None


def test_only_what_was_stored_is_learned_and_once() -> None:
    """Refused, waiting and known things are not (P10)."""
    turn = Turn("hi")
    turn.record(
        [learned("a"), learned("b", "pending"), learned("c", "duplicate"), learned("d", "rejected")]
    )
    turn.record([learned("a"), learned("e")])
    assert [one.id for one in turn.learned] == ["a", "e"]


def test_outside_a_turn_there_is_none() -> None:
    """And a turn that ended gives way to the one before it."""
    assert current_turn() is None
    with Turn("outer") as outer:
        with Turn("inner") as inner:
            assert current_turn() is inner
        assert current_turn() is outer
    assert current_turn() is None


def test_what_a_sub_agent_learns_bubbles_up() -> None:
    """And what it proposes to forget, through any depth."""
    with Turn("我不喜欢塑料") as outer, Turn("find a cup"), Turn("really") as inner:
        inner.record([learned("a")])
        inner.propose(ForgetPreview(request="x"))
    assert [one.id for one in outer.learned] == ["a"]
    assert [one.request for one in outer.proposed] == ["x"]


def test_a_sub_agent_has_the_persons_words_and_no_others() -> None:
    """What it was told was written by a model."""
    with Turn("我不喜欢塑料", domain="kitchen"), Turn("The user hates bamboo.") as inner:
        assert inner.said == ("我不喜欢塑料",)
        assert inner.behind("bamboo") is None
        assert inner.domain == "kitchen"


def test_a_turn_is_found_in_threads_that_were_started_from_it() -> None:
    """As frameworks start them: with a copy of the context."""
    with Turn("hi") as turn, ThreadPoolExecutor(1) as pool:
        assert pool.submit(copy_context().run, current_turn).result() is turn


def test_parallel_recording_loses_nothing() -> None:
    """Sub-agents run beside each other."""
    with Turn("hi") as turn:
        inner = [Turn("x", parent=turn) for _ in range(8)]

        def learn(number: int) -> None:
            inner[number % 8].record([learned(str(number))])

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(learn, range(200)))
    assert len(turn.learned) == 200


@pytest.mark.parametrize(
    ("said", "asks"),
    [
        ("请忘掉我不喜欢塑料这件事", True),
        ("Forget that I dislike plastic", True),
        ("这次塑料的也行", False),
        ("show me plastic ones after all", False),
    ],
)
def test_a_change_of_mind_is_no_request_to_forget(said: str, asks: bool) -> None:
    """Only the last message counts."""
    assert Turn(said).asks_to_forget is asks


def test_a_turn_knows_how_many_messages_the_person_has_sent_and_is_told_apart() -> None:
    """A confirmation has to come from a later turn (O37); a sub-agent's turn is the outer one's."""
    messages = [{"role": "user", "content": str(n)} for n in range(9)]
    first = Turn(
        [*messages, {"role": "assistant", "content": "ok"}, {"role": "user", "content": " "}]
    )
    assert first.messages == 9
    assert first.id != Turn(messages).id
    inner = Turn("another task", parent=first)
    assert (inner.id, inner.messages) == (first.id, 9)
