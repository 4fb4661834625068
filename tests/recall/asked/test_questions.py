"""Every attribute that the rules write is asked for by plain questions in both languages, without vectors."""

from collections.abc import Iterator, Mapping

import pytest

from stelae.memory import Memory
from stelae.recall.asked.questions import CUES, asked_of_a_thing, asked_of_me
from stelae.recall.asked.shapes import THINGS_EN
from stelae.recall.structure import BY_GUESS, BY_RULE
from stelae.remember.rules.facts import facts_en, facts_zh
from stelae.schemas.categories.personal import SINGLE_FACTS
from tests.recall.rows import Desk

ASKED: Mapping[str, tuple[str, ...]] = {
    "name": ("我叫什么", "我的名字是什么？", "what's my name", "Do you remember my name?"),
    "full-name": ("我的全名", "我全名叫什么", "what's my full name?", "my legal name"),
    "first-name": ("我的名是什么", "我的名", "what's my first name?", "my given name"),
    "middle-name": ("我的中间名", "我的中间名是什么", "what's my middle name?", "my middle name"),
    "maiden-name": ("我的娘家姓", "我的婚前姓是什么", "what's my maiden name?", "my birth name"),
    "chinese-name": ("我的中文名", "我中文名叫什么", "what's my Chinese name?", "my Chinese name"),
    "surname": ("我姓什么", "我的姓氏", "what is my last name?", "my surname"),
    "english-name": ("我的英文名", "我英文名叫什么", "my English name", "what's my English name"),
    "nickname": ("我的外号叫什么", "我的昵称", "what's my nickname", "what do my friends call me?"),
    "home": ("我住哪", "我家在哪里？", "where do I live", "which city do I live in?"),
    "address": ("我的地址", "我的家庭住址是什么", "what's my address?", "my home address"),
    "work-address": ("我的公司地址", "我的办公地址是什么", "what's my office address?", "where is my office"),
    "birthplace": ("我在哪出生", "我的出生地", "where was I born?", "my place of birth"),
    "raised-in": ("我在哪里长大的", "我是在哪儿长大的", "where did I grow up?", "which city did I grow up in"),
    "hometown": ("我老家在哪", "我是哪里人", "where am I from", "what's my hometown?"),
    "nationality": ("我的国籍", "我是哪国人", "what's my nationality?", "my citizenship"),
    "employer": ("我在哪家公司", "我的公司", "where do I work", "which company do I work for?"),
    "job": ("我的职业", "我是做什么的", "what do I do for a living", "what is my job?"),
    "school": ("我在哪上的大学", "我是哪个学校毕业的", "where did I study", "where did I go to college?"),
    "age": ("我多大了", "我的年龄", "how old am I?", "what's my age"),
    "birthday": ("我什么时候生日", "我的生日是哪天", "when is my birthday?", "when was I born"),
    "birth-year": ("我哪年出生的", "我是哪一年的", "what year was I born?", "my year of birth"),
    "gender": ("我的性别", "我是男是女", "what's my gender", "am I male or female?"),
    "zodiac": ("我属什么", "我的生肖", "what's my Chinese zodiac?", "my zodiac animal"),
    "star-sign": ("我是什么星座", "我的星座", "what's my star sign?", "what zodiac sign am I"),
    "marital-status": ("我结婚了吗", "我的婚姻状况", "am I married?", "what's my relationship status"),
    "family": ("我有孩子吗", "我有几个孩子", "do I have kids?", "how many children do I have"),
    "pet": ("我有宠物吗", "我的宠物", "do i have pets", "Do I have any pets?"),
    "account-github": ("我的GitHub账号是什么", "我的用户名", "what's my GitHub username?", "what is my username on GitHub"),
    "email": ("我的邮箱", "我的电子邮件地址是什么", "what's my email", "what is my email address?"),
    "work-email": ("我的工作邮箱", "我的公司邮箱是多少", "what's my work email?", "my office email"),
    "personal-email": ("我的私人邮箱", "我的个人邮箱是什么", "what's my personal email?", "my private email"),
    "phone": ("我的电话号码是多少", "我的手机号", "what's my phone number?", "my number"),
    "work-phone": ("我的办公电话", "我的工作电话是多少", "what's my work number", "my office phone"),
    "home-phone": ("我的座机", "我家里电话是多少", "what's my home phone?", "my landline number"),
    "qq": ("我的QQ号", "我的QQ是多少", "what's my QQ?", "my QQ number"),
    "wechat": ("我的微信号", "我的微信是什么", "what's my WeChat?", "my WeChat ID"),
    "native-language": ("我的母语是什么", "我的母语", "what's my native language?", "my mother tongue"),
    "language": ("我会说什么语言", "我会哪些外语", "what languages do I speak?", "which languages can I speak"),
    "learning": ("我在学什么", "我最近在学什么呢", "what am I learning?", "what have I been studying"),
    "skill": ("我会什么", "我有什么特长", "what are my skills", "what am I good at?"),
    "possession": ("我买了什么", "我有什么东西", "what do I own?", "what are my belongings"),
    "uses": ("我用什么工具", "我在用什么软件", "what tools do I use?", "what do I use"),
    "no-longer": ("我不再做什么了", "我已经不玩什么了", "what do I no longer do?", "what have I stopped doing"),
    "switched-to": ("我换成什么了", "我改喝什么了", "what did I switch to?", "what have I changed to"),
    "pregnancy": ("我怀孕了吗", "我怀孕多久了", "am I pregnant?", "how far along am I"),
    "handedness": ("我是左撇子吗", "我惯用哪只手", "am I left-handed?", "which hand do I write with"),
    "blood-type": ("我是什么血型", "我的血型", "what's my blood type?", "what blood type am I"),
    "height": ("我多高", "我的身高", "how tall am I?", "what's my height"),
    "weight": ("我多重", "我的体重是多少", "how much do I weigh?", "what's my weight"),
    "size": ("我穿多大码", "我的鞋码是多少", "what size do I wear?", "what's my shoe size"),
    "timezone": ("我在哪个时区", "我的时区", "what's my time zone?", "which timezone am I in"),
    "habit-quit": ("我戒了什么", "我戒掉了什么？", "what did I quit?", "what have I given up"),
    "volunteering": ("我在哪里做志愿者", "我做什么志愿工作", "where do I volunteer?", "do I volunteer anywhere"),
    "habit": ("我有什么习惯", "我每周都做什么", "what are my habits", "what do I do every day?"),
    "morning-drink": ("我早上喝什么", "我早餐都喝什么", "what do I drink in the morning", "what do I drink for breakfast?"),
    "noon-meal": ("我中午吃什么", "我午饭吃什么", "what do I eat for lunch?", "what do I eat at noon"),
    "former-employer": ("我以前在哪家公司", "我之前在哪上班", "where did I use to work?", "what was my previous company"),
}  # fmt: skip
"""Two questions in Chinese, two in English."""


THINGS = frozenset({"value", *(attribute for attribute, _ in THINGS_EN)})
"""Single facts that are of things; their questions name the thing."""


def _written() -> Iterator[str]:
    """The attributes of a person that some rule writes, and those that have one value each."""
    for rule in (*facts_zh.RULES, *facts_en.RULES):
        one = rule.attribute.removeprefix("former-")
        yield "account-github" if one == "account" else one
    yield from ("habit", "nickname", "name")
    yield from (one for one in SINGLE_FACTS - THINGS if not one.endswith(("-drink", "-meal")))


@pytest.fixture(scope="module")
def known() -> Desk:
    """One memory of each attribute, in a code that shares no word with any question, the site and the kin aside."""
    desk = Desk()
    for number, attribute in enumerate(ASKED):
        spoken = {"account-github": "GitHub", "family": "two kids"}
        text = f"{spoken.get(attribute, '')} q{number}x"
        desk.know(
            text,
            key=f"fact/user/{attribute}",
            attributes={"subject": "user", "attribute": attribute, "object": f"v{number}"},
        )
    return desk


def test_no_attribute_of_the_rules_is_without_questions() -> None:
    """Who adds a rule with an attribute of its own says here how people ask for it."""
    assert set(_written()) - set(ASKED) == set()


@pytest.mark.parametrize(
    ("attribute", "question"), [(one, text) for one, asked in ASKED.items() for text in asked]
)
def test_a_plain_question_finds_its_attribute_first(
    known: Desk, attribute: str, question: str
) -> None:
    """Keywords only, and no memory of another attribute above it."""
    first = known.ask(question).hits[0]
    assert (first.attributes["attribute"], first.score >= BY_RULE) == (attribute, True)


@pytest.mark.parametrize(
    "question",
    [
        "my company is hiring", "what do I do", "do I have any questions", "what's my boss's name", "my phone is broken",
        "how do I change my phone number", "where should I work", "what is my order number", "my school project",
        "can I have a pet in this flat", "what should I name my cat",
        "我的公司明天放假", "我老婆的职业", "我的猫叫什么", "我的宠物叫什么",
        "我有时间吗", "我该叫什么", "我应该养什么宠物", "我在哪里", "我要去哪里工作",
        "我的项目叫什么", "公司在哪", "他的生日",
    ],
)  # fmt: skip
def test_what_only_holds_such_a_word_asks_for_no_attribute(question: str) -> None:
    """A statement, a wish for advice, somebody else's, another thing."""
    assert asked_of_me(question) is None


@pytest.mark.parametrize(
    ("said", "questions"),
    [
        ("I have a cat named Mochi", ("do i have pets", "Do I have any pets?", "我有宠物吗")),
        ("我家有只狗叫旺财", ("我的宠物", "我养了什么宠物", "what pets do I have")),
        ("I graduated from MIT", ("where did I study", "where did I go to college", "我的母校")),
        ("我是医生", ("我的职业", "我是做什么的", "what's my job")),
        ("我在字节跳动上班", ("我在哪家公司", "我的公司", "where do I work")),
        ("I run every morning", ("what are my habits", "我有什么习惯")),
    ],
)
def test_what_was_said_in_passing_answers_the_obvious_question(
    memory: Memory, said: str, questions: tuple[str, ...]
) -> None:
    """As one message, read by the rules; the question shares no word with it."""
    memory.observe([{"role": "user", "content": said}])
    for question in questions:
        first = memory.recall(question).hits[0]
        assert (first.type, first.text, first.score >= BY_RULE) == ("memory", said, True)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("what food do i like", ["i love sushi", "i love pizza"]),
        ("what's my favourite color?", ["my favorite color is blue"]),
        ("我最喜欢的颜色是什么", ["my favorite color is blue"]),
    ],
)
def test_a_kind_of_thing_is_asked_for_by_its_word(
    memory: Memory, question: str, answers: list[str]
) -> None:
    """Food is known by its words, a favourite by its aspect, in either language."""
    for said in ("i love pizza", "i love sushi", "i love hiking", "my favorite color is blue"):
        memory.observe([{"role": "user", "content": said}])
    hits = memory.recall(question).hits
    assert [hit.text for hit in hits if hit.score >= BY_RULE] == answers


def test_what_may_be_food_is_shown_as_what_may_be(memory: Memory) -> None:
    """No list names every dish: where none is known, tastes are weak answers and not the answer."""
    memory.observe([{"role": "user", "content": "i love panzanella"}])
    (hit,) = memory.recall("what food do I like?").hits
    assert hit.score == BY_GUESS


@pytest.mark.parametrize(
    ("question", "attribute", "thing"),
    [
        ("where is my car?", "location", "my car"), ("where did I park my bike", "location", "bike"),
        ("我的车停在哪儿了", "location", "我的车"), ("备用钥匙在哪里？", "location", "备用钥匙"),
        ("when does the library open", "opens", "library"), ("图书馆几点关门", "closes", "图书馆"),
        ("when is the rent due?", "due", "rent"), ("护照什么时候到期", "expires", "护照"),
        ("how much does the gym cost", "price", "gym"), ("停车位多少钱", "price", "停车位"),
        ("what time is the stand-up", "time", "stand-up"), ("周会是几点", "time", "周会"),
    ],
)  # fmt: skip
def test_a_thing_is_asked_for_by_its_name(question: str, attribute: str, thing: str) -> None:
    """Where it is, when, for how much; under the name it has in the question, and as the speaker's."""
    found = asked_of_a_thing(question)
    assert found is not None
    where = found.seeks[0].where
    assert (where["attribute"], thing in where["subject"]) == (attribute, True)


@pytest.mark.parametrize("question", ["what is the plan", "where", "我在哪里", "今天天气怎么样"])
def test_what_names_no_thing_asks_for_none(question: str) -> None:
    """Other questions are searched for as before."""
    assert asked_of_a_thing(question) is None


def test_a_thing_that_no_memory_names_so_is_searched_for(memory: Memory) -> None:
    """Its summary is what recall finds."""
    memory.remember("The spare key hangs in the cellar", category="fact")
    assert memory.aggregate("where is the key").count == 1


def test_words_of_one_cue_never_ask_for_another() -> None:
    """Each noun is of one cue."""
    of_each = [{*cue.zh.split(), *map(str.strip, cue.en.split(","))} - {""} for cue in CUES]
    assert sum(map(len, of_each)) == len(set[str]().union(*of_each))
