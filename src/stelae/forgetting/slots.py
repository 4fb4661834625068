"""Fields of a person's life as requests name them ("my phone number", "我的地址"), and where memories keep them. Pure."""

import re
from dataclasses import dataclass
from typing import Literal

from stelae.forgetting.animals import THINGS, animal_of
from stelae.remember.rules.reading.subjects import KIN_ZH

Field = Literal["attribute", "type", "aspect"]


@dataclass(frozen=True, slots=True)
class Kept:
    """One place in the categories where such a thing stands."""

    category: str
    field: Field
    value: str
    number: bool = False
    """Only where what stands there is a number."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A named field, whose it is, and a value if the request gives one."""

    name: str
    kept: tuple[Kept, ...]
    owner: str
    """`user`, or the relative or person it names."""
    words: tuple[str, ...]
    """Other words for it, in both languages."""
    value: str = ""
    which: str = ""
    """What of such a field, where one has several: the nut of `my nut allergy`."""
    says: str = ""
    """Pattern of the values that are meant, where not all of the field are: the dogs of the pets."""
    unless: str = ""
    """Pattern of what makes another thing of such a word when it follows: `我的工作邮箱` is no job."""


def _facts(*attributes: str) -> tuple[Kept, ...]:
    return tuple(Kept("fact", "attribute", name) for name in attributes)


def _limits(*types: str) -> tuple[Kept, ...]:
    return tuple(Kept("constraint", "type", name) for name in types)


_NUMBERED = ("手机", "新手机", "电话", "联系电话", "移动电话")
"""Words whose `号` was once read as an account's."""

_TABLE: tuple[tuple[str, tuple[Kept, ...], str, str], ...] = (
    (
        "phone",
        (*_facts("phone"), *(Kept("fact", "attribute", f"account-{n}", True) for n in _NUMBERED)),
        "电话号码|手机号码|手机号|联系电话|电话|手机",
        "(?:cell ?|mobile ?|tele)?phone(?: numbers?)?|mobile(?: numbers?)?|cell(?: number)?",
    ),
    ("email", _facts("email"), "电子邮箱|邮箱地址|邮件地址|邮箱", "e-?mail(?: address(?:es)?)?"),
    (
        "home",
        _facts("home", "address"),
        "家庭住址|家庭地址|住址|地址|住处|住在?哪[里儿]?|住在什么地方|家在哪[里儿]?",
        "(?:home |street |mailing |postal )?address(?:es)?|where i live",
    ),
    (
        "hometown",
        _facts("hometown", "birthplace", "raised-in"),
        "老家|家乡|籍贯|是哪[里儿]?人|来自哪[里儿]?|从哪[里儿]?来",
        "home ?town|where i(?:'m| am| come) from",
    ),
    (
        "birthday",
        _facts("birthday", "birth-year"),
        "出生日期|生日|(?:哪天|哪年|什么时候|几月几[号日])(?:过?生日|出生|生的?)",
        "birth ?day|birth ?date|date of birth",
    ),
    ("age", _facts("age"), "年龄|岁数|今?年?几岁|今?年?多大|今?年?多少岁", "age|how old i am"),
    (
        "name",
        _facts("name", "nickname", "chinese-name"),
        "真实姓名|姓名|名字|全名|昵称|叫什么(?:名字)?",
        "(?:full |real |first |last )?name|nick ?name",
    ),
    (
        "occupation",
        _facts("job"),
        "职业|职位|是?[做干]什么(?:工作)?的?",
        "job title|occupation|profession|what i do(?: for a living)?",
    ),
    # Where one works is part of it: `我在星河科技做工程师` is kept as the employer.
    ("job", _facts("job", "employer"), "工作", "job"),
    (
        "employer",
        _facts("employer", "work-address"),
        "公司|单位|雇主|在哪[里儿]?(?:上班|工作)|在哪家公司(?:上班|工作)?",
        "employer|company|where i work",
    ),
    (
        "school",
        _facts("school"),
        "学校|母校|在哪[里儿]?(?:上学|读书|念书)",
        "school|university|college",
    ),
    (
        "account",
        _facts("account"),
        "账号|用户名|身份证号码|身份证号|身份证|护照号|护照",
        "accounts?(?: numbers?)?|user ?name|passport(?: number)?",
    ),
    (
        "family",
        _facts("family", "marital-status"),
        "婚姻状况|婚姻|感情状况",
        "marital status|relationship status|marriage",
    ),
    ("pet", _facts("pet"), "宠物", "pets?"),
    ("height", _facts("height"), "身高|有?多高", "height|how tall i am"),
    ("weight", _facts("weight"), "体重|有?多重", "weight|how much i weigh"),
    ("blood-type", _facts("blood-type"), "血型", "blood type"),
    ("zodiac", _facts("zodiac"), "星座", "zodiac(?: sign)?|star sign"),
    (
        "allergy",
        _limits("allergy"),
        "过敏史|过敏原|过敏|对(?:什么|哪些东西|啥)过敏",
        "allerg(?:y|ies)|what i(?:'m| am) allergic to",
    ),
    ("diet", _limits("diet"), "饮食限制|忌口|不能?吃什么", "diet(?:ary restrictions?)?"),
    (
        "health",
        _limits("health", "allergy"),
        "病史|病情|健康状况|诊断",
        "(?:medical|health) (?:history|conditions?|issues?|problems?)|diagnos[ie]s",
    ),
)
_KEPT = {name: kept for name, kept, _, _ in _TABLE}
_SPOKEN = {
    "occupation": ("occupation", "profession", "job title"),
    "job": ("job", "职业", "职位", "occupation"),
    "phone": ("phone", "mobile"),
    "home": ("address",),
    "family": ("marriage",),
    "account": ("account", "passport"),
    "allergy": ("allergy", "allergies"),
    "health": ("diagnosis",),
    "school": ("school", "university"),
}
"""Of the fields whose name is not the word for it."""
_WORDS = {
    name: (*(word for word in zh.split("|") if word.isalnum()), *_SPOKEN.get(name, (name,)))
    for name, _, zh, _ in _TABLE
}
_CONTACTS = {"phone": "电话|手机|phone", "email": "邮箱|e-?mail", "home": "地址"}
_NAMED_ZH = "|".join(f"(?P<s{n}>{row[2]})" for n, row in enumerate(_TABLE))
_NAMED_EN = "|".join(f"(?P<s{n}>{row[3]})" for n, row in enumerate(_TABLE))
_ZH = re.compile(
    rf"(?:我们?的?)?(?P<owner>{KIN_ZH}|[^我的\s]{{1,6}}(?=的))?(?:的)?(?:新|旧|老|前|现在的|以前的|常用)?"
    rf"(?P<which>[^我的\s]{{1,6}}?)??(?:{_NAMED_ZH})(?:信息|号)?(?P<rest>.*)"
)
_EN = re.compile(
    r"(?:(?:my|our) )?(?:(?P<owner>[\w-]+(?: [\w-]+)?)'s )?(?:(?:new|old|current|former|private) )*"
    rf"(?:(?P<which>[\w-]+(?: [\w-]+)?) )??(?:{_NAMED_EN})\b(?P<rest>.*)",
    re.IGNORECASE,
)
_GIVES_ZH = re.compile(r"^\s*(?:是|为|在|叫|:|,|-|\s)+")
_GIVES_EN = re.compile(r"^\s*(?:is|was|are|:|,|=|-|at|to|of|(?=[#\d]))\s*", re.IGNORECASE)


_ASKED_ZH = re.compile(r"(?:哪[里儿个天年]?|什么.{0,4}|多少|几.{0,4}|谁|啥)[呢的]?")
"""A question in the place of a value: `我的生日是哪天` names the field and no day."""
_ASKED_EN = re.compile(r"^(?:what|where|when|which) (?=my\b)(.+?) (?:is|are|was)$", re.IGNORECASE)


def slot_of(topic: str) -> Slot | None:
    """Return the field that a topic names, with its owner and value; None: it names none."""
    if animal := animal_of(topic):
        kept, name = _KEPT["pet"], animal.name
        return Slot("pet", kept, "user", animal.words, which=name, says=animal.says, unless=THINGS)
    if found := _ZH.fullmatch(topic):
        rest = found["rest"].strip()
        value = _GIVES_ZH.sub("", rest)
        unsaid = rest and (found["which"] or (value == rest and len(value) < 3))
        return None if unsaid else _slot(found, "" if _ASKED_ZH.fullmatch(value) else value)
    if found := _EN.fullmatch(_ASKED_EN.sub(r"\1", topic)):
        rest = found["rest"]
        unsaid = rest.strip() and (found["which"] or not _GIVES_EN.match(rest))
        return None if unsaid else _slot(found, _GIVES_EN.sub("", rest).strip())
    return None


def _slot(found: re.Match[str], value: str) -> Slot:
    number = next(n for n in range(len(_TABLE)) if found[f"s{n}"])
    name = _TABLE[number][0]
    owner = (found["owner"] or "user").casefold()
    which = found["which"] or ""
    return Slot(name, _KEPT[name], owner, _WORDS[name], value, which, unless=_beyond(name))


def _beyond(name: str) -> str:
    """Return what makes a contact of a word: an address of mail is the mail's own."""
    own = {name, "home"} if name == "email" else {name}
    return rf"的?\s?(?:{'|'.join(words for other, words in _CONTACTS.items() if other not in own)})"
