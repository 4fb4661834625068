"""What has one value at a time: what ends it, and what only looks like another value of it. Each through `observe`."""

import pytest

from stelae.memory import Memory
from stelae.testing import FixedClock
from tests.remember.meeting.test_contradiction import current, say

ANOTHER_DENIED = [
    ("I live in Berlin", "I don't live in Munich"),
    ("I live in New York", "I don't live in York"),
    ("I'm a nurse", "I'm not a doctor"),
    ("I work at Google", "I don't work at Meta"),
    ("My timezone is CET", "My timezone is not PST"),
    ("My name is Jake", "My name is not Jim"),
    ("My favorite color is blue", "My favorite color is not red"),
    ("我住在上海", "我不住在北京"),
    ("我是医生", "我不是老师"),
    ("我是湖南人", "我不是湖北人"),
    ("我在谷歌上班", "我不在腾讯上班"),
]
IT_DENIED = [
    ("I live in Berlin", "I don't live in Berlin anymore"),
    ("I'm a night nurse", "I'm not a nurse anymore"),
    ("I work at Google", "I no longer work at Google"),
    ("My timezone is CET", "My timezone is not CET"),
    ("我住在上海", "我不住在上海了"),
    ("我住在上海浦东", "我不住在上海了"),
    ("我是前端工程师", "我不是工程师了"),
    ("我在谷歌上班", "我不在谷歌上班了"),
]


@pytest.mark.parametrize(("true", "denial"), ANOTHER_DENIED)
@pytest.mark.parametrize("turned", [False, True], ids=["after", "before"])
def test_a_denial_of_another_value_leaves_the_true_one(
    memory: Memory, clock: FixedClock, true: str, denial: str, *, turned: bool
) -> None:
    """Who lives in Berlin does not live in Munich: both stand, in whatever order they are said."""
    said = (denial, true) if turned else (true, denial)
    say(memory, clock, *said)
    assert true in current(memory)
    assert not memory.pending()


@pytest.mark.parametrize(("true", "denial"), IT_DENIED)
def test_a_denial_of_the_value_itself_ends_it(
    memory: Memory, clock: FixedClock, true: str, denial: str
) -> None:
    """It takes the value's place, and the next value takes its own."""
    assert say(memory, clock, true, denial)[-1].change == "supersede"
    assert current(memory) == [denial]
    assert say(memory, clock, true)[-1].change == "supersede"
    assert current(memory) == [true]


@pytest.mark.parametrize(
    ("denial", "again", "true"),
    [
        ("I don't live in Munich", "I do not live in Munich", "I live in Munich"),
        ("我不住在北京", "我不住在北京。", "我住在北京"),
    ],
)
def test_a_denial_said_twice_is_one_and_ends_when_it_becomes_so(
    memory: Memory, clock: FixedClock, denial: str, again: str, true: str
) -> None:
    """Beside another home as well."""
    assert say(memory, clock, denial, again)[-1].outcome == "duplicate"
    assert current(memory) == [denial]
    say(memory, clock, true)
    assert current(memory) == [true]


def test_a_denial_ends_with_the_home_that_replaces_another(
    memory: Memory, clock: FixedClock
) -> None:
    """`not Munich` goes when Munich comes in the place of Berlin."""
    say(memory, clock, "I don't live in Munich", "I live in Berlin", "I live in Munich")
    assert current(memory) == ["I live in Munich"]


@pytest.mark.parametrize(
    ("employed", "left"),
    [
        ("I work at Google", "I left Tesla in 2019"),
        ("I work at Google", "I lost my job at Tesla back in 2018"),
        ("I work at Google", "I lost my job in 2018"),
        ("I work at Google", "I got laid off from Meta"),
        ("I'm a teacher", "I worked as a nurse"),
        ("我在谷歌上班", "我刚从腾讯离职"),
        ("我在谷歌上班", "我2019年从腾讯离职"),
        ("我在谷歌上班", "我在腾讯工作过"),
        ("我是老师", "我做过护士"),
    ],
)
def test_a_former_employer_or_job_leaves_the_present_one(
    memory: Memory, clock: FixedClock, employed: str, left: str
) -> None:
    """Only the named one is over."""
    say(memory, clock, employed, left)
    assert employed in current(memory)


@pytest.mark.parametrize(
    ("employed", "left", "name"),
    [
        ("I work at Google", "I left Google", "Google"),
        ("I work at Google", "I quit my job at Google", "Google"),
        ("I work at Google", "I got laid off from Google", "Google"),
        ("我在腾讯上班", "我刚从腾讯离职", "腾讯"),
        ("I work at Google", "I lost my job", None),
        ("I work at Google", "I quit my job", None),
        ("I work at Google", "I got laid off", None),
        ("我在谷歌上班", "我辞职了", None),
        ("我在谷歌上班", "我被裁了", None),
        ("我在谷歌上班", "我刚离职", None),
        ("我在谷歌上班", "我被公司裁了", None),
    ],
)
def test_leaving_ends_the_employer_it_names_or_the_present_one(
    memory: Memory, clock: FixedClock, employed: str, left: str, name: str | None
) -> None:
    """Said with no name there is only one that can be meant; the end is stored as a denial."""
    outcome = say(memory, clock, employed, left)[-1]
    assert current(memory) == [left]
    assert outcome.attributes["negated"]
    assert outcome.attributes.get("object") == name


@pytest.mark.parametrize(
    ("plain", "another", "attribute"),
    [
        ("My phone number is 555-0182", "My work phone number is 555-9999", "work-phone"),
        ("My email is a@b.com", "My work email is a@work.com", "work-email"),
        ("My name is Jake", "My middle name is Lee", "middle-name"),
        ("My name is Jake", "My last name is Wong", "surname"),
        ("My name is Jake", "My surname is Wong", "surname"),
        ("I'm from Ghana", "I grew up in Lagos", "raised-in"),
        ("I'm from Ghana", "I was born in Accra", "birthplace"),
        ("My birthday is June 14", "I was born in 1990", "birth-year"),
        ("I live in Berlin", "My address is 12 Oak Street", "address"),
        ("我手机号是13812345678", "我微信号是lilei_95", "wechat"),
        ("我手机号是13812345678", "我公司电话是010-12345678", "work-phone"),
        ("我手机号是13812345678", "我家电话是010-12345678", "home-phone"),
        ("我邮箱是a@b.com", "我工作邮箱是a@work.com", "work-email"),
        ("我叫李明", "我英文名叫Jack", "english-name"),
        ("我叫李明", "我姓李", "surname"),
        ("我老家在湖南", "我在广州长大", "raised-in"),
        ("我属兔", "我是天秤座", "star-sign"),
        ("我生日是3月5日", "我95年的", "birth-year"),
    ],
)
def test_a_qualified_attribute_has_a_place_of_its_own(
    memory: Memory, clock: FixedClock, plain: str, another: str, attribute: str
) -> None:
    """It is no other value of the plain one."""
    outcome = say(memory, clock, plain, another)[-1]
    assert outcome.attributes["attribute"] == attribute
    assert plain in current(memory)
    assert len(current(memory)) == 2


def test_a_qualified_attribute_has_one_value_at_a_time(memory: Memory, clock: FixedClock) -> None:
    """A new number for work replaces the old one."""
    say(memory, clock, "My work phone number is 555-9999", "My work phone number is 555-8888")
    assert current(memory) == ["My work phone number is 555-8888"]


def test_a_maiden_name_is_not_the_mothers_name(memory: Memory, clock: FixedClock) -> None:
    """It waits as what it is, since it is about somebody else."""
    say(memory, clock, "My mother's maiden name is Smith")
    (item,) = memory.pending()
    assert item.record.attributes["attribute"] == "maiden-name"


@pytest.mark.parametrize(
    ("plain", "detail"),
    [
        ("I live in Berlin", "We live near a park"),
        ("I live in Berlin", "We live in a small flat"),
        ("I live in Berlin", "I moved last week"),
        ("I live in Berlin", "We moved to Bristol when I was 5"),
        ("I live in Berlin", "I've lived in Spain for 3 years"),
        ("I'm a nurse", "I work in a hospital"),
        ("我住在上海", "我住三楼"),
        ("我住在上海", "我搬家了"),
        ("我在字节跳动上班", "我在杭州做前端"),
        ("我在字节跳动上班", "我在前端组工作"),
        ("我在字节跳动上班", "我在3号楼上班"),
        ("我是产品经理", "我负责后端"),
        ("我住在上海", "我搬到新房子了"),
        ("I live in Berlin", "I live on the third floor"),
    ],
)
def test_a_detail_about_home_or_work_replaces_neither(
    memory: Memory, clock: FixedClock, plain: str, detail: str
) -> None:
    """It is kept beside it."""
    say(memory, clock, plain, detail)
    assert plain in current(memory)
    assert len(current(memory)) == 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I live in Berlin", "I moved to York"),
        ("I live at 12 Oak Street", "I moved house"),
        ("I work at Google", "I joined Netflix"),
        ("我住在上海", "我搬到杭州了"),
        ("我在腾讯上班", "我跳槽到阿里了"),
        ("我在字节上班", "我从字节跳槽到阿里了"),
        ("I'm married", "I'm no longer married"),
    ],
)
def test_a_new_value_replaces_the_old_one(
    memory: Memory, clock: FixedClock, before: str, after: str
) -> None:
    """What is really another value does as it always did."""
    assert say(memory, clock, before, after)[-1].change == "supersede"
    assert current(memory) == [after]


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("I'm pregnant", "pregnancy", "pregnant"),
        ("I have a macbook", "possession", "a macbook"),
        ("I have an iphone 15 pro", "possession", "an iphone 15 pro"),
        ("just got a puppy named Max!", "pet", "a puppy named Max"),
        ("got a new job at apple", "employer", "apple"),
        ("just moved to Berlin!", "home", "Berlin"),
        ("我手机号13812345678", "phone", "13812345678"),
        ("我电话138-1234-5678", "phone", "138-1234-5678"),
        ("我QQ是12345678", "qq", "12345678"),
        ("我95年生", "birth-year", "95年"),
        ("坐标北京", "home", "北京"),
    ],
)
def test_everyday_ways_of_saying_a_fact_are_understood(
    memory: Memory, clock: FixedClock, text: str, attribute: str, value: str
) -> None:
    """Without `I`, without `is`, in chat spelling."""
    (outcome,) = say(memory, clock, text)
    assert outcome.outcome == "accepted"
    assert (outcome.attributes["attribute"], outcome.attributes["object"]) == (attribute, value)


def test_a_favourite_may_be_called_a_fav(memory: Memory, clock: FixedClock) -> None:
    """As people write it."""
    (outcome,) = say(memory, clock, "my fav food is ramen")
    assert (outcome.attributes["aspect"], outcome.attributes["object"]) == (
        "favourite-food",
        "ramen",
    )


@pytest.mark.parametrize(
    "text",
    [
        "I have a laptop question",
        "got a question about my car",
        "finally got my car fixed",
        "just moved to done",
        "我电话没电了",
        "我微信里有很多群",
        "坐标点不对",
        "我换工作服了",
        "age: 30, class: elf, city: Oslo",
        "city: Oslo",
    ],
)
def test_what_only_looks_like_a_fact_is_not_written(
    memory: Memory, clock: FixedClock, text: str
) -> None:
    """The same words about the work at hand, or in a list that is not a person's."""
    say(memory, clock, text)
    assert current(memory) == []


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("age: 30, city: Oslo, name: Jake", {"age": "30", "home": "Oslo", "name": "Jake"}),
        ("姓名：李明，年龄：30，城市：上海", {"name": "李明", "age": "30", "home": "上海"}),
    ],
)
def test_a_list_of_labels_and_values_gives_a_fact_each(
    memory: Memory, clock: FixedClock, text: str, facts: dict[str, str]
) -> None:
    """Where every label is one of a person's."""
    outcomes = say(memory, clock, text)
    assert {o.attributes["attribute"]: o.attributes["object"] for o in outcomes} == facts


@pytest.mark.parametrize(
    ("pet", "gone"),
    [
        ("I have a dog", "My dog died"),
        ("I have a dog named Rex", "My dog Rex passed away"),
        ("I have a dog", "I don't have a dog anymore"),
        ("我养了一只猫", "我的猫去世了"),
        ("我养了一只猫", "我不养猫了"),
    ],
)
def test_a_pet_that_is_no_more_is_no_pet(
    memory: Memory, clock: FixedClock, pet: str, gone: str
) -> None:
    """It is known by its kind; a new one of the kind is one again."""
    assert say(memory, clock, pet, gone)[-1].change == "supersede"
    assert current(memory) == [gone]
    say(memory, clock, pet)
    assert current(memory) == [pet]


@pytest.mark.parametrize(
    ("pet", "said"),
    [
        ("I have a dog", "My cat died"),
        ("I have two dogs", "My dog died"),
        ("I have a dog and a cat", "My cat died"),
        ("I have a dog", "My dog is dead tired"),
        ("我养了一只狗", "我的猫去世了"),
        ("我养了一只猫和一只狗", "我的猫去世了"),
        ("我养了一只狗", "我的狗死活不吃饭"),
    ],
)
def test_another_pet_and_one_of_several_stay(
    memory: Memory, clock: FixedClock, pet: str, said: str
) -> None:
    """Nothing is ended that may still be there."""
    say(memory, clock, pet, said)
    assert pet in current(memory)
