"""Statements without a sign between them are read one by one; relative clauses and thoughts are left whole."""

import pytest

from stelae.remember.rules.reading.run_on import cuts
from tests.remember.reading import proposed

DICTATED = [
    ("我叫李雷今年二十八岁住在杭州在阿里上班", ["李雷", "二十八", "杭州", "阿里"]),
    ("我住在杭州在阿里上班", ["杭州", "阿里"]),
    ("大家好我叫小美我是老师", ["小美", "老师"]),
    ("我是程序员住在杭州", ["程序员", "杭州"]),
    ("我叫李雷来自山东", ["李雷", "山东"]),
    ("我不吃香菜我也不吃葱", ["香菜", "葱"]),
    ("我喜欢猫我讨厌狗", ["猫", "狗"]),
    ("my name is tom i live in leeds", ["tom", "leeds"]),
    ("i'm a nurse i live in york", ["nurse", "york"]),
    ("i work at boeing i live in seattle", ["boeing", "seattle"]),
    ("i'm allergic to nuts i also don't eat shellfish", ["nuts", "shellfish"]),
    ("hi my name is anna i'm from poland", ["anna", "poland"]),
]
WHOLE = (
    *(
        "我觉得我是个好人",
        "我喜欢他说我是天才",
        "我希望我有个弟弟",
        "我是住在杭州的程序员",
        "我爱我家",
        "我喜欢有人陪我在家",
    ),
    *(
        "i love the city i live in now",
        "i hate the company i work for",
        "i have a job i'm proud of",
        "i think i live in a bubble",
    ),
    *("i am the person i like most", "i love everything i have now", "i know i'm a good cook"),
)


@pytest.mark.parametrize(("text", "things"), DICTATED)
def test_dictated_statements_have_their_own_values(text: str, things: list[str]) -> None:
    """None of them takes the next one for a part of its value."""
    assert [c.attributes["object"] for c in proposed(text)] == things


@pytest.mark.parametrize("text", WHOLE)
def test_a_clause_inside_another_one_is_not_cut_off(text: str) -> None:
    """What hangs on a noun or on a verb of thinking is part of one statement."""
    assert not list(cuts(text, chinese=not text.isascii()))


@pytest.mark.parametrize(
    "text", ["我叫李雷呀今年的话是二十八岁", "my name is tom and then i moved"]
)
def test_a_name_with_a_statement_in_it_is_not_stored(text: str) -> None:
    """What could not be parted is left out rather than kept as a name."""
    assert all(c.attributes.get("object") in {"李雷", "tom"} for c in proposed(text))
