"""How to serve somebody: which order speaks of which texts, of whom, and for how long."""

import pytest

from stelae.memory import Memory
from stelae.schemas.change import Outcome
from stelae.testing import FixedClock


def observe(memory: Memory, *said: str) -> list[Outcome]:
    """Say things, a message each, and return what became of them."""
    return [
        outcome
        for text in said
        for outcome in memory.observe([{"role": "user", "content": text}]).outcomes
    ]


def wishes(memory: Memory) -> dict[str, str]:
    """Every current preference: its object by its aspect."""
    found = memory.list(category="preference")
    return {str(one.attributes["aspect"]): str(one.attributes["object"]) for one in found}


@pytest.mark.parametrize(
    ("general", "special", "expected"),
    [
        (
            "please answer me in Chinese from now on",
            "以后代码注释都用英文写",
            {"reply-language": "Chinese", "comment-language": "英文"},
        ),
        (
            "Always reply in Chinese",
            "Always write code comments in English",
            {"reply-language": "Chinese", "comment-language": "English"},
        ),
        (
            "回复我都用中文",
            "以后邮件都用英文写",
            {"reply-language": "中文", "email-language": "英文"},
        ),
        (
            "以后用中文回答我",
            "commit message 用英文写",
            {"reply-language": "中文", "commit-language": "英文"},
        ),
        (
            "From now on, reply in French",
            "Always write my emails in English",
            {"reply-language": "French", "email-language": "English"},
        ),
        (
            "以后用中文回答我",
            "以后变量名都用英文",
            {"reply-language": "中文", "instruction": "变量名都用英文"},
        ),
        (
            "Always reply in German",
            "Always write to clients in English",
            {"reply-language": "German", "instruction": "Always write to clients in English"},
        ),
    ],
)
def test_the_language_of_one_kind_of_text_says_nothing_of_answers(
    memory: Memory, general: str, special: str, expected: dict[str, str]
) -> None:
    """Each keeps its own value, in whichever order they were said."""
    observe(memory, general, special)
    assert wishes(memory) == expected
    observe(memory, general)
    assert wishes(memory) == expected


@pytest.mark.parametrize(
    ("before", "after", "aspect"),
    [
        ("以后注释用中文", "以后代码注释都用英文", "comment-language"),
        ("Always write emails in German", "From now on write emails in English", "email-language"),
        ("提交信息用中文写", "以后 commit message 都用英文写", "commit-language"),
    ],
)
def test_a_kind_of_text_has_one_language(
    memory: Memory, clock: FixedClock, before: str, after: str, aspect: str
) -> None:
    """The later word holds."""
    observe(memory, before)
    clock.advance(hours=1)
    observe(memory, after)
    assert len(memory.list()) == 1
    assert wishes(memory)[aspect] in {"英文", "English"}


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("以后都用中文回答我的问题", "中文"),
        ("以后和我说话用粤语", "粤语"),
        ("以后一律用中文", "中文"),
        ("以后回复和邮件都用中文", "中文"),
        ("Always answer my questions in English", "English"),
        ("Always use English with me", "English"),
        ("From now on use English for everything", "English"),
    ],
)
def test_an_order_that_names_no_other_text_is_about_answers(
    memory: Memory, said: str, language: str
) -> None:
    """Questions are what is answered; answers beside emails are answers."""
    observe(memory, said)
    assert wishes(memory) == {"reply-language": language}


@pytest.mark.parametrize(
    "said",
    [
        *("今天回答我用英文", "今天都用英文回答我", "这次用英文回答我", "暂时用英文跟我交流", "先用英文回答我"),
        *("今天，用英文回答我", "现在用英文回答我", "今天的报告都用英文写", "这封邮件都用英文写", "这次回答都用表格"),
        *("今天叫我老林", "call me Tom today", "Always answer in English this week", "Answer me in English today"),
        *("Always keep answers short for now", "Just this once, always answer in German"),
    ],
)  # fmt: skip
def test_an_order_for_today_or_this_once_is_not_kept(memory: Memory, said: str) -> None:
    """Whatever else in it sounds lasting."""
    assert "transient" in {one.reason for one in observe(memory, said)}
    assert memory.list() == ()


@pytest.mark.parametrize(
    ("said", "aspect"),
    [
        ("从今天起用英文回答我", "reply-language"),
        ("今天开始都用英文回答我", "reply-language"),
        ("现在起回答我用英文", "reply-language"),
        ("今天以后回答都简短点", "reply-length"),
        ("以后这个项目的报告都用英文写", "report-language"),
        ("现在我们报告都用英文写", "report-language"),
        ("From today on, reply in English", "reply-language"),
        ("Starting today, use metric units", "units"),
        ("这次用中文，以后回答我都用英文", "reply-language"),
        ("I'm in Paris today, always answer in French", "reply-language"),
    ],
)
def test_an_order_that_begins_today_is_kept(memory: Memory, said: str, aspect: str) -> None:
    """So is what only stands beside a word of today."""
    observe(memory, said)
    assert list(wishes(memory)) == [aspect]


@pytest.mark.parametrize(
    "said",
    [
        *("以后叫我儿子小林", "以后叫我妈王阿姨", "叫我女儿糖糖", "叫我家猫咪咪", "以后叫我同事小王老王", "叫我爸老李"),
        *("以后称呼我太太为林太", "别叫我儿子小胖", "以后喊我儿子小宝", "以后叫我妈妈", "以后叫我的狗豆豆"),
        *("From now on call my son Tom", "Don't call my daughter Lily"),
    ],
)  # fmt: skip
def test_what_a_relative_or_a_pet_is_called_is_no_form_of_address(
    memory: Memory, said: str
) -> None:
    """The name is theirs; what was said before stays."""
    observe(memory, "以后叫我老林", said)
    found = wishes(memory)
    assert found.pop("form-of-address") == "老林"
    assert "no-form-of-address" not in found


@pytest.mark.parametrize(
    ("said", "name"),
    [
        *(("叫我老周", "老周"), ("以后叫我大哥", "大哥"), ("叫我姐好了", "姐"), ("以后叫我老师", "老师")),
        *(("叫我家豪", "家豪"), ("叫我小姐姐", "小姐姐"), ("叫我阿姨就行", "阿姨"), ("请称呼我为王老师", "王老师")),
        *(("以后都叫我林姐", "林姐"), ("Call me Jo", "Jo")),
    ],
)  # fmt: skip
def test_a_title_or_a_name_that_begins_like_a_relative_is_one(
    memory: Memory, said: str, name: str
) -> None:
    """`叫我姐` is how many want to be called."""
    observe(memory, said)
    assert wishes(memory) == {"form-of-address": name}
