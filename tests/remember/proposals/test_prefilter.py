"""Which messages a model need not read, and that the check of it is always the same one."""

from datetime import UTC, datetime

import pytest

from stelae.remember.proposals.prefilter import AUDITED, sift
from stelae.remember.rule_extraction import extract
from stelae.schemas.observation import Flag, Observation
from stelae.text.language import language_of

SAID_AT = datetime(2026, 5, 1, 9, tzinfo=UTC)


def said(text: str, id_: str = "m1", flags: tuple[Flag, ...] = ()) -> Observation:
    """A person's message."""
    return Observation(
        id="o1", external_id=id_, content_hash="h", role="user", authority="user", text=text,
        language=language_of(text), time=SAID_AT, recorded_at=SAID_AT, flags=flags,
    )  # fmt: skip


def sifted(observation: Observation) -> str:
    """What is to be done with it; a check counts as left out."""
    word = sift(observation, extract(observation))
    return "read" if word == "read" else "left out"


@pytest.mark.parametrize(
    "text",
    ["你好呀", "谢谢，哈哈", "好的，明白了", "为什么天是蓝的？", "我家猫能吃巧克力吗？", "怎么安装 Python？",
     "Good morning!", "Thanks a lot!", "ok", "What's the weather like in Leeds?",
     "```\nTraceback (most recent call last):\n  File x\n```"],
)  # fmt: skip
def test_courtesy_questions_and_pasted_material_are_left_out(text: str) -> None:
    """There is nothing that a person states."""
    assert sifted(said(text)) == "left out"


@pytest.mark.parametrize(
    "text",
    ["花生", "那就中文吧", "我对花生过敏，晚上吃什么好？", "能不能以后用中文回答？", "推荐一个周末去处吧，不要爬山的",
     "我应该用什么牌子的牙膏，我牙龈出血", "Chinese please", "Could you always answer in Chinese from now on?",
     "My knee again.", "第 3/12 个测试还在跑"],
)  # fmt: skip
def test_everything_else_is_read(text: str) -> None:
    """Above all what the rules do not understand, and short answers (DEV-18)."""
    assert sifted(said(text)) == "read"


def test_what_grants_something_is_read_however_it_is_said() -> None:
    """A person has to see it."""
    assert sifted(said("为什么不直接上线？", flags=("procedural",))) == "read"


def test_the_check_is_a_fixed_share_by_the_messages_id() -> None:
    """The same messages each time; about one in twenty."""
    found = extract(said("你好呀"))
    words = [sift(said("你好呀", f"m{n}"), found) for n in range(2_000)]
    assert words == [sift(said("你好呀", f"m{n}"), found) for n in range(2_000)]
    audited = words.count("audit")
    assert 2_000 / AUDITED * 0.6 < audited < 2_000 / AUDITED * 1.4
    assert set(words) == {"audit", "skip"}
