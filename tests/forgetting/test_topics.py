"""What a bare topic names: a person whose name looks like a lead, a field asked for as a question, one of several."""

import pytest

from stelae.forgetting.topic import topic_of
from stelae.memory import Memory
from stelae.text.forget_requests import is_forget_request

TOLD = (
    "我住在绍兴",
    "我生日是3月5日",
    "我叫周宁",
    "I'm allergic to nuts",
    "I'm allergic to penicillin",
    "My phone number is 555-0147",
    "I need a minute of silence every morning",
    "小红是我的同桌",
    "小明借了我的伞",
    "我去过也门",
    "我家门口有棵树",
    "I order from Just Eat",
    "I eat at six",
)


@pytest.fixture
def told(memory: Memory) -> Memory:
    """A memory in which somebody has said all of it."""
    for number, text in enumerate(TOLD):
        memory.observe({"role": "user", "content": text, "id": f"m{number}"})
    return memory


@pytest.mark.parametrize(
    ("request_", "goes"),
    [
        ("小红", "小红是我的同桌"),
        ("小明", "小明借了我的伞"),
        ("请忘掉小红", "小红是我的同桌"),
        ("也门", "我去过也门"),
        ("Just Eat", "I order from Just Eat"),
        ("我住在哪", "我住在绍兴"),
        ("我住哪儿", "我住在绍兴"),
        ("where I live", "我住在绍兴"),
        ("我的生日是哪天", "我生日是3月5日"),
        ("我叫什么", "我叫周宁"),
        ("what my phone number is", "My phone number is 555-0147"),
        ("my nut allergy", "I'm allergic to nuts"),
        ("please forget my penicillin allergy", "I'm allergic to penicillin"),
    ],
)
def test_a_topic_finds_what_it_names_and_nothing_else(
    told: Memory, request_: str, goes: str
) -> None:
    """A name is no lead, a question names its field, a kind of allergy no other one."""
    assert {item.text for item in told.forget(request_).preview} == {goes}


@pytest.mark.parametrize("request_", ["my cat allergy", "小刚", "小刚的生日", "where my office is"])
def test_what_was_never_said_is_not_found(told: Memory, request_: str) -> None:
    """Neither another allergy nor another person's birthday is taken for it."""
    assert not told.forget(request_)


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ("小爱同学，忘掉我的生日", "我的生日"),
        ("小爱同学忘掉我的生日", "我的生日"),
        ("小度请把我的生日忘了", "我的生日"),
        ("那把我的生日忘了吧", "我的生日"),
        ("ok, please forget my birthday", "my birthday"),
        ("都江堰", "都江堰"),
        ("好利来", "好利来"),
        ("so long", "so long"),
    ],
)
def test_a_lead_is_taken_off_a_request_and_left_on_a_name(request_: str, words: str) -> None:
    """Where nothing asks behind it, it is no lead."""
    assert topic_of(request_).words == words


def test_telling_what_somebody_forgot_is_no_request() -> None:
    """`小明` does what the sentence says; an assistant that is called by its name is asked."""
    assert not is_forget_request("小明忘了我的生日")
    assert is_forget_request("小爱同学，忘掉我的生日")
