"""Which questions ask for which fields: frames in Chinese and English, as data for `rewriting` and `aggregation`.

A frame is found as a whole or not at all: "what do I like" is one, "I like" in the middle of a message is none. Words beside
it are what else the question says.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stelae.schemas.categories.personal import SINGLE_FACTS


@dataclass(frozen=True, slots=True)
class Seek:
    """Memories of one category that a question may mean."""

    category: str
    where: Mapping[str, Any] = field(default_factory=dict[str, Any])
    about: re.Pattern[str] | None = None
    """What their text must speak of, besides."""
    weak: bool = False
    """It may answer, for all the words tell."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One rule."""

    name: str
    zh: re.Pattern[str]
    en: re.Pattern[str]
    seeks: tuple[Seek, ...]
    """Alternatives."""
    dated: str | None = None
    """The field that a span of days narrows; a dated frame holds for questions with such a span only."""


DRINK = re.compile(
    r"喝|饮|茶|咖啡|豆浆|牛奶|果汁|奶茶|啤酒|红酒|白酒|可乐"
    r"|\b(?:drink(?:s|ing)?|teas?|coffees?|espresso|latte|milk|juice|beer|wine|water|soda|cola|smoothies?)\b",
    re.IGNORECASE,
)
EAT = re.compile(
    r"吃|饭|菜|面条|米线|面(?![试对子]|膜|霜)|粉(?=$|丝|条)|粥|饺|包子|馒头|火锅|烧烤|寿司|刺身|披萨|比萨|汉堡|薯条|蛋糕|甜品|甜食|巧克力|冰淇淋"
    r"|水果|苹果(?!手机|电脑)|香蕉|草莓|西瓜|葡萄|芒果|榴莲|桃子?|橙子?|牛肉|羊肉|猪肉|鸡肉|牛排|排骨|鸡翅|鱼(?=$|片|头|肉)|虾|蟹|海鲜|豆腐|鸡蛋"
    r"|土豆|番茄|西红柿|茄子|辣|香菜|面包|饼|汤|米粉|沙拉|芝士|奶酪|咖喱|拉面|螺蛳粉|串串|麻辣烫|烤鸭|烤肉|零食|坚果"
    r"|\b(?:eat(?:s|ing)?|foods?|dish(?:es)?|meals?|breakfast|lunch|dinner|pizzas?|sushi|pasta|noodles?|ramen|pho|rice|bread"
    r"|burgers?|hamburgers?|fries|tacos?|burritos?|curry|curries|salads?|soups?|steaks?|beef|pork|chicken|fish|salmon|tuna"
    r"|seafood|shrimp|prawns?|crab|lobster|tofu|eggs?|cheese|chocolate|cakes?|cookies?|pancakes?|waffles?|ice cream"
    r"|desserts?|fruits?|apples?|bananas?|strawberr(?:y|ies)|mango(?:es|s)?|grapes?|oranges?|durian|avocados?|vegetables?"
    r"|potato(?:es)?|tomato(?:es)?|dumplings?|hot ?pot|barbecue|bbq|kimchi|sandwich(?:es)?|lasagna|spaghetti|risotto|paella"
    r"|tiramisu|croissants?|bagels?|nuts?|snacks?|spicy food|cuisine)\b",
    re.IGNORECASE,
)
MEETING = re.compile(
    r"会议|开会|例会|评审会|周会|晨会|会面|见面|约[了见]?|开了?.{0,8}会|\b(?:meet(?:s|ing|ings)?|met|stand-?ups?|calls?)\b",
    re.IGNORECASE,
)
_I = r"(?:我|咱们?)们?"
_SOFT = r"(?:之前|以前|曾经|平时|平常|一般|通常|现在|目前|到底|究竟|最近|经常|都|还|最|比较|特别|更|会|是|,|，|\s)*"
_WHICH = r"(?:什么|啥|哪些|哪个|哪种|谁)(?:东西|事物|人)?"
_SOFTLY = (
    r"(?:(?:really|usually|still|also|even|actually|normally|generally|typically|often|mostly)\s+)*"
)
_LIST = r"(?:list|show(?:\s+me)?|give\s+me)(?:\s+all)?(?:\s+of)?"
_NO_PET_ZH = r"(?!店|医院|医生|食|粮|用|保险|美容|叫|名|的|照|证|机器)"
"""What may stand behind the word for a pet in a question about something else."""
_MINE = {"subject": "user"}
"""Of the person who asks, and not of somebody or some pet of theirs."""
_LIKES = (
    Seek("preference", {**_MINE, "polarity": "like", "aspect": "thing"}),
    Seek("preference", {**_MINE, "polarity": "like", "aspect": {"prefix": "favourite-"}}),
)


def _frame(name: str, zh: str, en: str, *seeks: Seek, dated: str | None = None) -> Frame:
    patterns = (re.compile(pattern, re.IGNORECASE) for pattern in (zh, en))
    return Frame(name, *patterns, seeks=seeks, dated=dated)


def _fact(attribute: str, zh: str, en: str) -> Frame:
    return _frame(f"fact-{attribute}", zh, en, _about_me(attribute))


def _about_me(*attributes: str, about: re.Pattern[str] | None = None) -> Seek:
    asked = attributes[0] if len(attributes) == 1 else list(attributes)
    return Seek("fact", {**_MINE, "attribute": asked}, about)


def _consumed(meal: str, about: re.Pattern[str]) -> tuple[Seek, ...]:
    """What somebody eats or drinks: habits, what is had at a time of day, and what is liked."""
    return (
        _about_me(*sorted(one for one in SINGLE_FACTS if one.endswith(f"-{meal}"))),
        _about_me("habit", about=about),
        *(Seek(seek.category, seek.where, about) for seek in _LIKES),
    )


def _my(names: str) -> str:
    longest_first = sorted(names.replace(" ", r"\s+").split("|"), key=len, reverse=True)
    asked = r"(?:what(?:'s|’s|\s+is|\s+was)|tell\s+me|do\s+you\s+(?:know|remember))"
    return rf"\b{asked}\s+my\s+(?:{'|'.join(longest_first)})\b"


FRAMES: tuple[Frame, ...] = (
    _frame(
        "drinks",
        rf"{_I}{_SOFT}(?:喜欢|爱)?喝(?:些|点|的是)?{_WHICH}",
        rf"\bwhat\s+do\s+i\s+{_SOFTLY}(?:(?:like|love|prefer)\s+to\s+)?drink\b",
        *_consumed("drink", DRINK),
    ),
    _frame(
        "meals",
        rf"{_I}{_SOFT}(?:喜欢|爱)?吃(?:些|点|的是)?{_WHICH}",
        rf"\bwhat\s+do\s+i\s+{_SOFTLY}(?:(?:like|love|prefer)\s+to\s+)?eat\b",
        *_consumed("meal", EAT),
    ),
    _frame(
        "dislikes",
        rf"{_I}{_SOFT}(?:不(?:太|怎么|是很)?(?:喜欢|爱)|讨厌|反感)(?:吃|喝)?{_WHICH}|{_I}(?:有)?(?:什么|哪些)(?:不喜欢|讨厌)的(?:东西)?",
        rf"\bwhat\s+(?:do|did)\s+i\s+{_SOFTLY}(?:dislike|hate|not\s+like)\b|\bwhat\s+don['’]?t\s+i\s+like\b|\bwhat\s+are\s+my\s+dislikes\b",
        Seek("preference", {**_MINE, "polarity": "dislike"}),
    ),
    _frame(
        "likes",
        rf"{_I}{_SOFT}(?:喜欢|爱|偏爱|偏好)(?:的是)?{_WHICH}|{_I}(?:有)?(?:什么|哪些)(?:喜好|偏好|爱好)"
        rf"|{_I}(?:所有|全部)?的(?:所有|全部)?(?:喜好|偏好|爱好)(?:是|有)?(?:{_WHICH})?",
        rf"\bwhat\s+(?:do|did)\s+i\s+{_SOFTLY}(?:like|love|enjoy|prefer)\b|\b(?:what\s+are|{_LIST})\s+my\s+(?:likes|preferences|favou?rites)\b",
        *_LIKES,
    ),
    _frame(
        "allergies",
        rf"{_I}{_SOFT}(?:对)?(?:有没有|有无|有)?(?:什么|啥|哪些|几个|几种|多少[种个]?)?(?:东西|食物|药物?)?过敏(?:源|原|史)?(?:有哪些|是什么|没有)?",
        rf"\b(?:do|did)\s+i\s+have\s+(?:any\s+|some\s+)?(?:known\s+)?allerg(?:y|ies)\b|\b(?:what|which|how\s+many)\s+allergies\s+do\s+i\s+have\b"
        rf"|\bwhat\s+am\s+i\s+allergic\s+to\b|\b(?:what\s+are|{_LIST})\s+my\s+allergies\b|\bam\s+i\s+allergic\s+to\s+anything\b",
        Seek("constraint", {**_MINE, "type": "allergy", "active": True}),
    ),
    _frame(
        "limits",
        rf"{_I}{_SOFT}(?:有没有|有什么|有哪些|有啥)忌口|{_I}{_SOFT}不(?:能|可以)吃{_WHICH}",
        r"\bwhat\s+(?:can['’]?t|cannot|should\s?n['’]?t)\s+i\s+eat\b|\bdo\s+i\s+have\s+any\s+dietary\s+(?:restrictions|limits)\b",
        Seek("constraint", {**_MINE, "type": ["allergy", "diet", "ban"], "active": True}),
    ),
    _fact(
        "home",
        rf"{_I}{_SOFT}(?:的)?家?(?:住(?:在)?|家在)(?:哪(?:里|儿|个城市)?|什么地方|何处)",
        rf"\bwhere\s+do\s+i\s+{_SOFTLY}live\b|{_my('home|address|home address')}",
    ),
    _fact(
        "job",
        rf"{_I}{_SOFT}(?:做|干)(?:什么|啥)(?:工作)?的|{_I}{_SOFT}(?:的)?(?:工作|职业)(?:是)?(?:做)?(?:什么|啥)"
        rf"|{_I}{_SOFT}(?:从事|做)什么(?:工作|职业)",
        rf"\bwhat\s+do\s+i\s+do\s+for\s+(?:a\s+living|work)\b|{_my('job|profession|occupation')}",
    ),
    _fact(
        "employer",
        rf"{_I}{_SOFT}在(?:哪(?:里|儿|家公司)?|什么公司)(?:上班|工作)",
        rf"\bwhere\s+do\s+i\s+{_SOFTLY}work\b|\bwho\s+do\s+i\s+work\s+for\b|{_my('employer|company')}",
    ),
    _fact("name", rf"{_I}{_SOFT}叫(?:什么|啥)(?:名字)?", _my("name")),
    _fact("age", rf"{_I}(?:今年)?{_SOFT}(?:多大|几岁)", rf"\bhow\s+old\s+am\s+i\b|{_my('age')}"),
    _fact(
        "birthday",
        rf"{_I}的?生日(?:是)?(?:什么时候|哪(?:一)?天|几月几[号日]|几号)",
        rf"\bwhen(?:'s|’s|\s+is)\s+my\s+birthday\b|{_my('birthday')}",
    ),
    _fact(
        "hometown",
        rf"{_I}的?(?:老家|家乡)(?:是|在)?(?:哪(?:里|儿)?|什么地方)|{_I}是哪(?:里|儿)人",
        rf"\bwhere\s+am\s+i\s+from\b|{_my('hometown')}",
    ),
    _fact(
        "phone",
        rf"{_I}的?(?:手机号码?|手机|电话号码|电话)(?:是)?(?:多少|什么|几号)",
        _my("phone|phone number"),
    ),
    _fact(
        "email",
        rf"{_I}的?(?:邮箱|电子邮件)(?:地址)?(?:是)?(?:多少|什么)",
        _my("e-?mail|e-?mail address"),
    ),
    _fact(
        "school",
        rf"{_I}{_SOFT}在(?:哪(?:里|儿|所学校)?|什么学校)(?:上学|读书|念书)",
        rf"\bwhere\s+do\s+i\s+(?:study|go\s+to\s+school)\b|{_my('school')}",
    ),
    _frame(
        "pets",
        rf"{_I}家?{_SOFT}(?:养|有)(?:了|着|的|过)?(?:没有?|没养)?(?:{_WHICH}|几[只个条种]|多少[只个条种]?)?(?:小?动物|宠物)(?:有哪些|吗)?{_NO_PET_ZH}"
        rf"|{_I}家?{_SOFT}的?(?:所有|全部)?的?宠物(?:都|是|有)*(?:{_WHICH}|几[只个条种]|多少[只个条种]?){_NO_PET_ZH}",
        rf"\b(?:what|which|how\s+many)\s+pets\s+(?:do|did)\s+(?:i|we)\s+{_SOFTLY}(?:have|keep|own)\b|\bdo\s+(?:i|we)\s+{_SOFTLY}have\s+(?:any\s+)?pets\b"
        rf"|\b(?:what\s+are|{_LIST})\s+(?:my|our)\s+pets\b(?!['’])",
        Seek("fact", {**_MINE, "attribute": "pet", "negated": False}),
    ),
    _frame(
        "tasks",
        rf"{_I}{_SOFT}(?:有没有|有)?(?:什么|哪些|啥|几个|多少个?)(?:待办|任务|要做的|事情?要做)(?:事项|的事)?|{_I}的(?:待办|任务)(?:事项|清单)?(?:有|是)?(?:哪些|什么)",
        rf"\b(?:what|which|how\s+many|{_LIST})\s+(?:are\s+)?(?:my\s+)?(?:open\s+)?(?:tasks|to-?dos)\b(?:\s+do\s+i\s+have)?"
        r"|\bwhat\s+do\s+i\s+(?:still\s+)?(?:have|need)\s+to\s+do\b",
        Seek("task", {"status": ["planned", "executing", "paused"]}),
    ),
    _frame(
        "decisions",
        rf"{_I}{_SOFT}(?:决定|定)(?:了|下)?{_WHICH}",
        rf"\bwhat\s+(?:have|did)\s+(?:we|i)\s+decided?\b|\b{_LIST}\s+(?:my|our)\s+decisions\b",
        Seek("decision"),
    ),
    _frame(
        "meetings",
        rf"(?:{_I})?{_SOFT}(?:有没有|有|开|参加|约|安排)(?:的|了|过)?(?:什么|哪些|啥|几次|几个|几场|多少(?:次|个|场)?|太多)?(?:的)?(?:会议|会)(?!员)",
        r"\b(?:(?:what|which|how\s+many|any|too\s+many|the|my|all)\s+)meetings?\b(?:\s+(?:do|did|have|had|will)\s+(?:i|we)(?:\s+(?:have|booked|book|had))?)?",
        Seek("event", {}, MEETING),
        dated="begin",
    ),
    _frame(
        "events",
        rf"(?:{_I})?{_SOFT}(?:有没有|有|参加|安排)(?:的|了|过)?(?:什么|哪些|啥|几个|几次|多少个?)?(?:安排|日程|活动|行程|事情?)",
        r"\bwhat(?:'s|’s|\s+is)\s+on\s+(?:my\s+)?(?:calendar|schedule|agenda)\b|\b(?:what|which|how\s+many)\s+(?:events|plans|appointments)\b"
        r"(?:\s+(?:do|did|have|had)\s+(?:i|we)(?:\s+(?:have|booked|had))?)?|\bwhat\s+do\s+i\s+have\s+(?:planned|on)\b",
        Seek("event"),
        dated="begin",
    ),
)
DATED_WORDS = (
    *("会", "安排", "日程", "活动", "行程", "事"),
    *("meeting", "calendar", "schedule", "agenda", "event", "plan", "appointment", "have on"),
)
"""Of these a question that a dated frame reads holds one."""
