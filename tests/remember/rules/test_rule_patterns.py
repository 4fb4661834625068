"""Laws of how the rules' patterns are run: fast ways find what the plain ways find."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from stelae.remember.rules.facts import facts_zh
from stelae.remember.rules.facts.tables import speaking
from stelae.remember.rules.reading.caseless import Caseless

_PATTERNS = (
    r"\b(?:I'm|we) (?P<verb>like|LOVE) (?P<o>[A-Z]\w+)",
    r"^(?:my|Our) \S+ is \D+$",
    r"(?:用|say) ?(?P<o>[^，,。!]{1,6})|Wi-?Fi\b",
    r"(?P<o>(?-i:[A-Z])\w+) again",
)
_WORDS = (
    "I'm",
    "i'M",
    "WE",
    "like",
    "Love",
    "PARIS",
    "my",
    "OUR",
    "cat",
    "is",
    "Black",
    "用",
    "SAY",
    "中文",
    "WiFi",
)
_LEADS = ("", "现在", "其实,", "已经", "Base在")
_SAID = (
    *("叫张伟", "的名字是李雷", "姓欧阳", "大家都叫我老周", "的外号是豆包", "的花名叫青山"),
    *(
        "是四川人",
        "老家在绵阳",
        "来自云南",
        "在乌鲁木齐长大",
        "住在杭州",
        "搬到了成都",
        "的家在浦东三号",
        "base 在深圳",
    ),
    *("在华为上班", "入职了美团", "的公司叫星火", "辞职了", "被裁了", "失业了", "跳槽到了字节"),
    *(
        "是护士",
        "转行做了厨师",
        "是做外贸的",
        "的职业是律师",
        "从事物流",
        "退休了",
        "待业",
        "在读研",
    ),
    *(
        "毕业于武汉大学",
        "在北大读书",
        "考上了清华",
        "35岁",
        "刚满三十",
        "的年龄是30",
        "的生日是三月五号",
    ),
    *(
        "3月5日生",
        "生于1990年",
        "90年的",
        "属兔",
        "是天秤座",
        "离婚了",
        "单身",
        "领证了",
        "有两个女儿",
        "是独生女",
    ),
    *(
        "养了一只猫",
        "捡了只橘猫",
        "在知乎的用户名是abc",
        "的GitHub ID是kk12",
        "的邮箱是a@b.com",
        "email是a@b.com",
    ),
    *(
        "的手机号是13800000000",
        "的微信号是abc",
        "的母语是粤语",
        "不会说粤语",
        "在学吉他",
        "报了个游泳班",
        "自学日语",
    ),
    *(
        "不会游泳",
        "会弹吉他",
        "买了辆电动车",
        "的车是特斯拉",
        "开着一辆货车",
        "不再玩游戏了",
        "改喝茶了",
        "换成用手机了",
    ),
    *(
        "编辑器用的是Vim",
        "怀孕三个月",
        "在哺乳期",
        "是左撇子",
        "惯用左手",
        "是AB型血",
        "的血型是A型",
        "身高175cm",
    ),
    *("体重60公斤", "穿42码", "的鞋码是42码", "戒烟了", "停了咖啡了", "不再喝酒了"),
)
"""What follows `我`, at least one sentence for every alternative of the rules."""


@given(words=st.lists(st.sampled_from(_WORDS), max_size=7), pattern=st.sampled_from(_PATTERNS))
def test_a_pattern_in_lower_case_finds_what_one_without_regard_to_case_finds(
    words: list[str], pattern: str
) -> None:
    """The same places, also of groups; a part that minds case goes on minding it."""
    text = " ".join(words)
    plain, fast = re.compile(pattern, re.IGNORECASE), Caseless(pattern)

    assert _spans(fast.search(text)) == _spans(plain.search(text))
    assert _spans(fast.match(text)) == _spans(plain.match(text))
    assert _spans(fast.fullmatch(text)) == _spans(plain.fullmatch(text))
    assert [f.span() for f in fast.finditer(text)] == [f.span() for f in plain.finditer(text)]


@settings(max_examples=300)
@given(said=st.sampled_from(_SAID), lead=st.sampled_from(_LEADS))
def test_no_rule_about_facts_is_passed_over_where_it_matches(said: str, lead: str) -> None:
    """For every sentence the rules speak to, with and without a word in front of it."""
    text = lead + said

    matching = [rule for rule in facts_zh.RULES if rule.compiled.match(text)]

    assert set(matching) <= set(speaking(facts_zh.RULES, text))


def test_every_sentence_about_a_fact_is_recognised_by_some_rule() -> None:
    """Otherwise the law above would hold for nothing."""
    assert all(any(rule.compiled.match(said) for rule in facts_zh.RULES) for said in _SAID)


def _spans(found: re.Match[str] | None) -> tuple[tuple[int, int], ...] | None:
    return None if found is None else found.regs
