"""A request takes what it names and no further: no word within a word, no other kind of contact, nobody else's animal."""

import pytest

from stelae.memory import Memory

Lines = tuple[str, ...]


def shown(memory: Memory, asked: str) -> set[str]:
    """What a request would take, by its words."""
    return {item.text for item in memory.forget(asked).preview}


def told(memory: Memory, *lines: str) -> None:
    """Say each in a message of its own."""
    for line in lines:
        memory.observe(line)


@pytest.mark.parametrize(
    ("name", "said", "beside"),
    [
        ("Ann", "My friend Ann lives in Leeds", "Always skip the planned review before release"),
        ("Ed", "My brother Ed lives in York", "My sister moved to Edinburgh and needed a van"),
        ("Ann", "我朋友 Ann 住在利兹", "From now on skip the annual review before release"),
    ],
)
def test_a_name_is_not_found_within_other_words(
    memory: Memory, name: str, said: str, beside: str
) -> None:
    """Neither in what waits for a person nor in what a tool has replied."""
    told(memory, said)
    memory.remember(beside)
    memory.observe({"role": "tool", "content": f"{beside}; 3 channels"})
    found = shown(memory, f"forget {name}")
    assert said in found
    assert not any(beside in text for text in found)


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("forget Ann", '{"owner":"ann","room":3}'),
        ("forget 13812345678", "dial +8613812345678 now"),
        ("forget dolphin", "two dolphins, one boat"),
        ("忘记青霉素", "处方：青霉素 3 支"),
    ],
)
def test_words_of_a_tools_reply_are_still_found(memory: Memory, asked: str, reply: str) -> None:
    """By a whole word, its plural, a number with a code before it, and Chinese words wherever they stand."""
    memory.observe({"role": "tool", "content": reply})
    assert shown(memory, asked) == {reply}


@pytest.mark.parametrize(
    "asked", ["forget my cat", "my cat", "what I told you about my cat", "忘记我的猫", "我家的猫"]
)
def test_without_a_cat_of_ones_own_nothing_goes_for_it(memory: Memory, asked: str) -> None:
    """An allergy, a musical, a film and a sister's cat are no cat of mine."""
    told(
        memory,
        "I'm allergic to cat hair",
        "I love the musical Cats",
        "My sister's cat is called Momo",
        "我对猫毛过敏",
        "今天想看猫的视频",
        "我姐姐养了一只猫叫芝麻",
        "我养了一只狗叫豆豆",
    )
    assert shown(memory, asked) == set()


LISTS: list[tuple[str, Lines, Lines]] = [
    (
        "forget my address and phone number",
        ("I live at 12 Elm Street", "My phone number is 415-555-0132"),
        ("I work at Acme", "My sister's phone is 415-555-0199"),
    ),
    (
        "my address, phone and birthday",
        ("I live at 12 Elm Street", "My phone is 415-555-0132", "My birthday is March 5"),
        ("I work at Acme",),
    ),
    (
        "forget my sister's phone and birthday",
        ("My sister's phone is 415-555-0199", "My sister's birthday is May 1"),
        ("My phone is 415-555-0132", "My birthday is March 5"),
    ),
    (
        "忘记我的地址和电话",
        ("我住在杭州", "我的电话是13812345678"),
        ("我在星河科技上班", "我妈妈的电话是13987654321"),
    ),
    (
        "忘掉我的电话，还有我的工作单位",
        ("我的电话是13812345678", "我在星河科技上班"),
        ("我住在杭州",),
    ),
    (
        "忘记我妈妈的电话和生日",
        ("我妈妈的电话是13987654321", "我妈妈的生日是5月1日"),
        ("我的电话是13812345678", "我的生日是3月5日"),
    ),
]


@pytest.mark.parametrize(("asked", "goes", "stays"), LISTS, ids=[row[0] for row in LISTS])
def test_several_fields_of_a_life_may_be_named_at_once(
    memory: Memory, asked: str, goes: Lines, stays: Lines
) -> None:
    """Each goes, of whom the first was named for; nothing else does."""
    told(memory, *goes, *stays)
    assert shown(memory, asked) == set(goes)


@pytest.mark.parametrize("asked", ["forget Tom and Jerry", "忘记小王和小李的婚礼"])
def test_an_and_between_other_words_makes_no_list(memory: Memory, asked: str) -> None:
    """One of the two alone is not what was asked for."""
    told(memory, "I met Jerry in Leeds", "我昨天在车站遇到了小李")
    assert shown(memory, asked) == set()


CONTACTS: list[tuple[str, str, str, str]] = [
    (
        "forget my work phone",
        "My work phone is 415-555-0132",
        ", ",
        "my home phone is 415-555-0199",
    ),
    (
        "my home phone number",
        "my home phone is 415-555-0199",
        ", ",
        "My work phone is 415-555-0132",
    ),
    ("忘记我的微信", "我的微信号是 lin_tao_88", "，", "我的电话是 13812345678"),
    ("我的 QQ 号", "我的 QQ 号是 12345678", "，", "我的微信号是 lin_tao_88"),
]


@pytest.mark.parametrize(("asked", "goes", "comma", "stays"), CONTACTS)
def test_one_of_several_contacts_in_a_sentence_goes_without_the_others(
    memory: Memory, asked: str, goes: str, comma: str, stays: str
) -> None:
    """The message goes with it; the other contact stays, and is shown beside the preview."""
    memory.observe(f"{goes}{comma}{stays}")
    before = {record.text for record in memory.list()}
    assert before == {goes, stays}
    preview = memory.forget(asked)
    assert [item.text for item in preview.beside] == [stays]
    assert memory.forget(preview).verified
    assert {record.text for record in memory.list()} == {stays}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("忘记我的星座", "我是处女座"),
        ("forget my workplace", "I work at Acme"),
        ("忘记我的工作单位", "我在星河科技上班"),
        ("forget where I studied", "I graduated from MIT"),
        ("forget my illness", "I have asthma"),
        ("忘记我的病", "我有哮喘"),
        ("忘记我的饮食习惯", "我吃素"),
        ("forget what languages I speak", "I speak German"),
        ("忘记我会什么语言", "我会说德语"),
        ("forget when I was born", "My birthday is March 5"),
        ("forget my personal email", "My personal email is lin@example.com"),
        ("忘记我的公司邮箱", "我的工作邮箱是lin@example.com"),
    ],
)
def test_a_field_is_found_by_the_words_that_people_have_for_it(
    memory: Memory, asked: str, said: str
) -> None:
    """Whatever word it is asked for by, what is kept of it goes, and nothing of another kind."""
    other = "I have a dog named Rex"
    told(memory, said, other)
    assert said in {record.text for record in memory.list()}
    assert said in shown(memory, asked)
    assert other not in shown(memory, asked)
