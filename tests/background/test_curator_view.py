"""What is known, as it is shown: under short keys, what the words name first."""

import pytest

from stelae.background.curator_view import MOST_SHOWN, echoed, view_of
from stelae.memory import Memory


def test_what_the_words_name_is_shown_first(memory: Memory) -> None:
    """Then what is pinned, then the newest; nothing of other subjects or kinds."""
    memory.remember("我住在绍兴")
    memory.remember("我喜欢喝咖啡")
    memory.remember("我对花生过敏")
    memory.remember("我决定用 Postgres", category="decision")
    view = view_of(memory.list(), "咖啡戒了", lambda _: True)
    assert [line.partition("] ")[2] for line in view.lines] == [
        "我喜欢喝咖啡",
        "我对花生过敏",
        "我住在绍兴",
    ]
    assert list(view.shown) == ["m1", "m2", "m3"]
    assert len(view.without(2).lines) == 1
    assert view.without(9).lines == []
    assert len(view.without(9).current) == 3


def test_what_may_not_be_shown_is_compared_all_the_same(memory: Memory) -> None:
    """A repetition of it is one."""
    memory.remember("我住在绍兴")
    view = view_of(memory.list(), "", lambda _: False)
    assert (view.lines, len(view.current)) == ([], 1)


def test_so_many_are_shown_and_no_more(memory: Memory) -> None:
    """The prompt stays small however much is known."""
    for number in range(MOST_SHOWN + 3):
        memory.remember(f"我的第 {number} 个爱好是第 {number} 号书架上的书", category="fact")
    assert len(view_of(memory.list(), "书", lambda _: True).shown) == MOST_SHOWN


@pytest.mark.parametrize(
    ("known", "said", "expected"),
    [
        ("我喜欢喝咖啡", "咖啡戒了", True),
        ("我喜欢喝咖啡", "I gave up coffee", True),
        ("I like coffee", "咖啡不喝了", True),
        ("我喜欢喝咖啡", "我不喜欢喝茶", False),
        ("I like hiking", "I like swimming now", False),
        ("我住在绍兴", "我搬到杭州了", False),
    ],
)
def test_only_what_is_named_is_echoed(
    memory: Memory, known: str, said: str, expected: bool
) -> None:
    """In either language; words that every statement has name nothing."""
    memory.remember(known)
    assert echoed(memory.list()[0], said) is expected
