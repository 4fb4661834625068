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
    unless_before: str = ""
    """The same for what stands before it: `my work phone` is not the plain one."""


def _facts(*attributes: str) -> tuple[Kept, ...]:
    return tuple(Kept("fact", "attribute", name) for name in attributes)


def _limits(*types: str) -> tuple[Kept, ...]:
    return tuple(Kept("constraint", "type", name) for name in types)


_NUMBERED = ("手机", "新手机", "电话", "联系电话", "移动电话")
"""Words whose `号` was once read as an account's."""

_MAIL_ZH = "(?:电子邮箱|邮箱地址|邮件地址|邮箱)"
_MAIL_EN = "e-?mail(?: address(?:es)?)?"
_PHONE_ZH = "(?:电话号码|手机号码|手机号|联系电话|电话|手机)"
_WORK_ZH, _WORK_EN = "(?:工作|公司|单位|办公室?)", "(?:work|office|business|company)"

_TABLE: tuple[tuple[str, tuple[Kept, ...], str, str], ...] = (
    # What is for work is none of the plain one's values, and the other way round.
    (
        "work-phone",
        _facts("work-phone"),
        f"{_WORK_ZH}的?{_PHONE_ZH}",
        rf"{_WORK_EN} (?:tele|cell ?)?(?:phone|number|mobile)(?: numbers?)?",
    ),
    (
        "home-phone",
        _facts("home-phone"),
        f"家[里庭]?的?{_PHONE_ZH}|座机号码|座机",
        "home (?:tele)?(?:phone|number)(?: numbers?)?|landline(?: numbers?)?",
    ),
    (
        "phone",
        (
            *_facts("phone", "home-phone"),
            *(Kept("fact", "attribute", f"account-{n}", True) for n in _NUMBERED),
        ),
        "电话号码|手机号码|手机号|联系电话|电话|手机",
        "(?:cell ?|mobile ?|tele)?phone(?: numbers?)?|mobile(?: numbers?)?|cell(?: number)?",
    ),
    ("work-email", _facts("work-email"), f"{_WORK_ZH}的?{_MAIL_ZH}", f"{_WORK_EN} {_MAIL_EN}"),
    (
        "personal-email",
        _facts("personal-email"),
        f"(?:私人|个人)的?{_MAIL_ZH}",
        f"personal {_MAIL_EN}",
    ),
    (
        "email",
        _facts("email", "personal-email"),
        "电子邮箱|邮箱地址|邮件地址|邮箱",
        _MAIL_EN,
    ),
    (
        "wechat",
        _facts("wechat", "account-微信", "account-微信号", "account-wechat"),
        "微信号|微信",
        "we ?chat(?: id| account)?",
    ),
    (
        "qq",
        _facts("qq", "account-qq", "account-qq号"),
        "[Qq]{2} ?号码?|[Qq]{2}",
        "qq(?: number| id)?",
    ),
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
        "birth ?day|birth ?date|date of birth|when i was born",
    ),
    ("age", _facts("age"), "年龄|岁数|今?年?几岁|今?年?多大|今?年?多少岁", "age|how old i am"),
    (
        "name",
        _facts(
            *("name", "nickname", "chinese-name", "english-name", "full-name", "first-name"),
            *("middle-name", "surname", "maiden-name"),
        ),
        "真实姓名|姓名|名字|全名|昵称|英文名|叫什么(?:名字)?",
        "(?:full |real |first |middle |maiden |last )?name|surname|nick ?name",
    ),
    (
        "occupation",
        _facts("job"),
        "职业|职位|是?[做干]什么(?:工作)?的?",
        "job title|occupation|profession|what i do(?: for a living)?",
    ),
    (
        "employer",
        _facts("employer", "work-address"),
        "工作单位|工作地点|公司|单位|雇主|在哪[里儿]?(?:上班|工作)|在哪家公司(?:上班|工作)?",
        "employer|company|work ?place|where i work",
    ),
    # Where one works is part of it: `我在星河科技做工程师` is kept as the employer.
    ("job", _facts("job", "employer"), "工作", "job"),
    (
        "school",
        _facts("school"),
        "学校|母校|在哪[里儿]?(?:上学|读书|念书)",
        "school|university|college|alma mater|where i (?:studied|study|went to school)",
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
    ("zodiac", _facts("zodiac", "star-sign"), "星座", "zodiac(?: sign)?|star ?sign"),
    ("nationality", _facts("nationality"), "国籍", "nationality|citizenship"),
    ("timezone", _facts("timezone"), "时区", "time ?zone"),
    (
        "language",
        _facts("language", "native-language"),
        "母语|会?(?:说|讲)?(?:什么|哪些|哪几[种门])(?:语言|外语)",
        "(?:native |first )?languages?(?: (?:that )?i speak)?|mother tongue",
    ),
    ("skill", _facts("skill"), "特长|技能|会(?:什么|哪些)(?:乐器)?", "skills?"),
    ("learning", _facts("learning"), "在学(?:什么|哪些)", "what i(?:'m| am) learning"),
    ("pregnancy", _facts("pregnancy"), "怀孕|预产期", "pregnancy|due date"),
    (
        "allergy",
        _limits("allergy"),
        "过敏史|过敏原|过敏|对(?:什么|哪些东西|啥)过敏",
        "allerg(?:y|ies)|what i(?:'m| am) allergic to",
    ),
    (
        "diet",
        _limits("diet"),
        "饮食限制|饮食禁忌|饮食习惯|饮食|忌口|不能?吃什么",
        "diet(?:ary restrictions?)?",
    ),
    (
        "health",
        _limits("health", "allergy"),
        "病史|病情|健康状况|身体状况|健康|诊断|疾病|(?:得|有|患)(?:的|了)?(?:什么)?病|病$",
        "(?:medical|health) (?:history|conditions?|issues?|problems?|info(?:rmation)?)|diagnos[ie]s|illness(?:es)?"
        "|diseases?|health",
    ),
)
_KEPT = {name: kept for name, kept, _, _ in _TABLE}
_SPOKEN = {
    "occupation": ("occupation", "profession", "job title"),
    "job": ("job", "职业", "职位", "occupation"),
    "phone": ("phone", "mobile"),
    "home": ("address",),
    "birthday": ("birthday", "出生"),
    "family": ("marriage",),
    "account": ("account", "passport"),
    "allergy": ("allergy", "allergies"),
    "health": ("diagnosis",),
    "school": ("school", "university"),
    "work-phone": ("工作电话", "公司电话", "办公电话", "work phone", "office phone", "work number"),
    "home-phone": ("座机", "家里电话", "家庭电话", "home phone", "landline", "home number"),
    "work-email": ("工作邮箱", "公司邮箱", "work email", "work e-mail"),
    "personal-email": ("私人邮箱", "个人邮箱", "personal email", "private email"),
    "qq": ("QQ",),
    "zodiac": ("zodiac", "star sign"),
    "learning": (),
    "skill": (),
    "language": ("mother tongue",),
}
"""Of the fields whose name is not the word for it."""
_WITHIN = re.compile(r"\([^()]*\)")


def _words_of(name: str, zh: str) -> tuple[str, ...]:
    """Return the plain words for a field: those of the Chinese pattern that stand in no group, and the spoken ones."""
    while (flat := _WITHIN.sub("?", zh)) != zh:
        zh = flat
    return (*(word for word in zh.split("|") if word.isalnum()), *_SPOKEN.get(name, (name,)))


_WORDS = {name: _words_of(name, zh) for name, _, zh, _ in _TABLE}
_CONTACTS = {"phone": "电话|手机|phone", "email": "邮箱|e-?mail", "home": "地址"}
_PLAIN = frozenset({"phone", "email"})
_FOR_WORK = rf"{_WORK_ZH}的?|{_WORK_EN} "
"""What makes a phone or a mailbox another one than the plain one."""
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
    return Slot(
        name,
        _KEPT[name],
        owner,
        _WORDS[name],
        value,
        which,
        unless=_beyond(name),
        unless_before=_FOR_WORK if name in _PLAIN else "",
    )


def _beyond(name: str) -> str:
    """Return what makes a contact of a word: an address of mail is the mail's own."""
    own = {name, "home"} if name == "email" else {name}
    return rf"的?\s?(?:{'|'.join(words for other, words in _CONTACTS.items() if other not in own)})"
