"""A field is found by the words people have for it, wherever the rules keep it; what only sounds like it is left alone."""

import pytest

from stelae.forgetting.referred import referred
from stelae.memory import Memory


def observe(memory: Memory, *said: str) -> None:
    """Say each in a message of its own."""
    for number, text in enumerate(said):
        memory.observe({"role": "user", "content": text, "id": f"m{number}"})
    memory.flush()


def left(memory: Memory, asked: str) -> set[str]:
    """Forget it; return what is still in the log or kept."""
    shown = memory.forget(asked)
    if shown:
        assert memory.forget(shown).verified
    log = memory._parts.store.observations(memory.namespace)
    return {record.text for record in memory.list()} | {said.text for said in log}


@pytest.mark.parametrize("asked", ["忘记我的手机号", "forget my phone number"])
def test_a_number_that_was_once_kept_as_an_accounts_is_a_phone(memory: Memory, asked: str) -> None:
    """What is stored stays findable when a rule is mended; an account of the phone's maker is none."""
    fields = {"subject": "user", "attribute": "account-手机", "negated": False}
    for text, value in (("号码一三九", "13912345678"), ("云服务用的名字", "lin_2020")):
        memory.remember(text, category="fact", attributes={**fields, "object": value})
    assert left(memory, asked) == {"云服务用的名字"}


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        (("我在星河科技做工程师",), "忘记我的工作"),
        (("我的工作是护士，在仁济医院上班",), "忘记我的工作"),
        (("I work at Acme",), "forget my job"),
        (("I work as a surveyor",), "forget my occupation"),
    ],
)
def test_where_somebody_works_is_part_of_the_job(
    memory: Memory, said: tuple[str, ...], asked: str
) -> None:
    """Nothing of it stays."""
    observe(memory, *said)
    assert memory.list()
    assert left(memory, asked) == set()


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("I work at Acme", "forget my job title"),
        ("我在星河科技上班", "忘记我的职位"),
        ("My wife works at Acme", "forget my job"),
    ],
)
def test_a_title_is_no_employer_and_a_wifes_job_not_mine(
    memory: Memory, said: str, asked: str
) -> None:
    """Each goes when it is asked for."""
    observe(memory, said)
    before = {record.text for record in memory.list()} | {said}
    assert left(memory, asked) == before


@pytest.mark.parametrize(
    "contact",
    ["我的工作邮箱是lin@example.com", "我的工作电话是010-55556666", "我的工作手机是13912345678"],
)
def test_a_contact_for_work_is_no_job(memory: Memory, contact: str) -> None:
    """It goes when it is asked for."""
    observe(memory, contact, "我的工作是护士")
    assert left(memory, "忘记我的工作") == {contact}


@pytest.mark.parametrize("asked", ["forget my dog", "忘记我的狗", "忘记我家狗狗", "my puppy"])
def test_a_pet_is_found_by_what_animal_it_is(memory: Memory, asked: str) -> None:
    """Its breed tells, in either language; another animal, its food and a dish stay."""
    observe(
        memory,
        "We have a golden retriever named Max, he is 3",
        "我养了一只金毛叫豆豆",
        "I have a cat named Luna",
        "我喜欢吃热狗",
        "我的狗粮在柜子里",
        "My dog food is in the pantry",
    )
    rest = left(memory, asked)
    assert not any("retriever" in text or "金毛" in text for text in rest)
    stays = (
        "I have a cat named Luna",
        "我喜欢吃热狗",
        "我的狗粮在柜子里",
        "My dog food is in the pantry",
    )
    assert set(stays) <= rest


@pytest.mark.parametrize(
    ("asked", "goes"),
    [("forget my dog Max", "Max"), ("forget our cats", "Luna"), ("忘记我的乌龟", "阿福")],
)
def test_of_several_pets_the_named_one_goes(memory: Memory, asked: str, goes: str) -> None:
    """By its name, or by what it is."""
    observe(
        memory, "I have a dog named Max", "I have a corgi named Rex", "I have a cat named Luna",
        "我养了一只叫阿福的乌龟",
    )  # fmt: skip
    rest = left(memory, asked)
    assert len(rest) == 3
    assert not any(goes in text for text in rest)


@pytest.mark.parametrize("asked", ["忘记我的猫", "forget my cat"])
def test_an_animal_that_nobody_has_is_no_other_one(memory: Memory, asked: str) -> None:
    """And no allergy to it."""
    observe(memory, "I have a dog named Max", "我养了一只金毛叫豆豆")
    assert not memory.forget(asked)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        (
            "My mom lives in Ningbo, she is 61. Her phone is 0574-87654321",
            "forget my mom's phone number",
        ),
        ("我妈妈住在宁波，她的电话是0574-87654321", "忘记我妈妈的电话"),
    ],
)
def test_a_relatives_number_is_found_behind_a_pronoun(
    memory: Memory, said: str, asked: str
) -> None:
    """The message that tells it goes."""
    observe(memory, said, "I love jazz")
    assert left(memory, asked) == {"I love jazz"}
    assert not memory.pending()


@pytest.mark.parametrize(
    ("owner", "word", "text"),
    [
        ("mom", "phone", "My mom lives next to my sister. Her phone is 0574-87654321"),
        ("mom", "phone", "My mom lives with Anna. Her phone is 0574-87654321"),
        ("mom", "phone", "My mom lives in Ningbo. His phone is 0574-87654321"),
        ("mom", "phone", "Moment by moment. Her phone is 0574-87654321"),
        ("mom", "phone", "My mom lives in Ningbo. Her phonetics are poor"),
        ("妈妈", "电话", "我妈妈和姐姐住一起，她的电话是0574-87654321"),
        ("妈妈", "电话", "我妈妈住在宁波，他的电话是0574-87654321"),
    ],
)
def test_a_pronoun_that_may_be_somebody_elses_is_not_followed(
    owner: str, word: str, text: str
) -> None:
    """Another person in between, another sex, another word."""
    assert referred(owner, word, text) == ()


def test_of_a_friend_either_pronoun_may_be_said() -> None:
    """Nothing tells which."""
    assert referred("friend", "address", "My friend moved. Their address is 18 Elm Lane") == (
        "Their address",
    )
    assert referred("dad", "phone", "My dad is 70. His cell phone is 555-0147") == (
        "His cell phone",
    )


@pytest.mark.parametrize(
    ("asked", "said", "stays"),
    [
        ("forget my work phone", "My work phone is 555-9999", "My phone is 555-0147"),
        ("forget my work email", "My work email is dana@acme.com", "My email is dana@example.com"),
        ("忘记我的工作电话", "我的工作电话是010-55556666", "我的电话是13912345678"),
    ],
)
def test_a_contact_for_work_goes_without_the_private_one(
    memory: Memory, asked: str, said: str, stays: str
) -> None:
    """Whoever changes jobs keeps their own number."""
    observe(memory, said, stays)
    assert left(memory, asked) == {stays}
