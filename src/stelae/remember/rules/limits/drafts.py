"""What the rules for hard limits share: how a limit is drafted, and the names of diets and illnesses."""

import re
from collections.abc import Callable, Sequence

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.objects import items

DIETS_ZH = (
    "(?:(?:改|转)?吃素(?!的)|转素食?|素食主义者?|素食者?|纯素食?者?|全素|清真(?:饮食)?|生酮(?:饮食)?|无麸质(?:饮食)?|低盐"
    "(?:饮食)?|低糖(?:饮食)?|控糖|低碳(?:饮食)?|忌口(?!的?(?:是|有|:))|vegan|vegetarian|keto)"
)
ILLS_ZH = (
    "(?:乳糖不耐(?:受)?|麸质不耐(?:受)?|三高|糖尿病|高血压|高血脂|痛风|哮喘|青光眼|胃炎|胃溃疡|甲亢|甲减|癫痫|心脏病|贫血|湿疹|荨麻疹"
    "|抑郁症|焦虑症|色盲|色弱|蚕豆病|糖前期|脂肪肝|肾结石|鼻炎|偏头痛|恐高症?|晕车|晕船|晕血|失眠|腰椎间盘突出|颈椎病)"
)
DIETS_EN = (
    r"(?:vegans?|vegetarians?|pescatarians?|pescetarians?|halal|kosher|gluten[ -]free|dairy[ -]free|keto(?:genic)?(?: diet)?"
    r"|low[- ](?:carb|sodium|salt|sugar|fodmap|fat)(?: diet)?)"
)
ILLS_EN = (
    r"(?:celiac|coeliac|(?:type [12] )?diabetic|prediabetic|hypertensive|asthmatic|epileptic|colou?r[- ]?blind"
    r"|an[a]emic|dyslexic|deaf|hard of hearing|nearsighted)"
)
NAMED_AFTER_ZH = (
    r"(?!主义|者|(?:患者|病人)?的?(?:餐|饭店|馆|店|厨|菜谱|食谱|食品|博主|品牌|公司|产品|医生|大夫|专家|专科|护士|研究|协会|家属"
    r"|朋友|同学|同事|老板|孩子|妈|爸|儿子|女儿|老婆|老公))"
)
"""`素食餐厅的老板`, `糖尿病医生`: what is only named after a diet or an illness, nobody keeps or has."""
ALLERGIC = r"al+er?g+ic"
"""Often misspelt, and never to be lost for that."""
FIGURATIVE = Caseless(
    r"bullshit|nonsense|废话|谎话?|傻[子瓜]?|mornings?\b|work\b|mondays?|drama|stupidity|commitment|exercise"
    r"|meetings?"
    r"|people|早起|加班|上班|开会|学习|工作|愚蠢|蠢|作业|这种人|^人$|数学|甲方|PPT"
)
"""`Allergic to Mondays` is no allergy."""
NOTHING_NAMED = Caseless(
    r"(?:any|no|some|many|other|known|food|lots of|a lot of)(?: food)?|anything.*|nothing.*"
)
Family = Callable[[View], "Sequence[Draft] | None"]
"""Drafts, none of them although the clause was recognised, or None: not this family's."""
_PLURAL = Caseless(r"(?:vegan|\w+tarian)s")
_OVER = Caseless(r"再|已经|no longer|any ?more|any longer")
_VEGETARIAN_ZH = re.compile(r"(?P<strict>[纯全])?(?:[改转])?吃?素(?:食(?:主义)?者?)?(?:了|啦|的)?$")


def limit(view: View, type_: str, obj: str, rule: str, *, active: bool = True) -> Sequence[Draft]:
    """Return one draft of a constraint for each item of the object.

    Args:
        view: the clause.
        type_: of the constraint.
        obj: what is not to be had, or a list of it.
        rule: its name.
        active: whether it holds.
    """
    return [
        Draft(
            rule,
            "constraint",
            {"type": type_, "object": one, "subject": view.subject.name, "active": active},
            swap=(obj, one) if one != obj else None,
            confidence=0.9,
            importance=0.9,
            sensitivity="sensitive",
        )
        for one in items(obj, chinese=view.chinese)
    ]


def health(view: View, found: re.Match[str], type_: str) -> Sequence[Draft]:
    """Return the diet or illness that a pattern found; its groups `no` and `no3` hold a negation."""
    negated = bool(found["no"] or found.groupdict().get("no3"))
    obj, who = diet_name(view.original(found, "o")), view.subject.name
    if negated and not _OVER.search(found.string):
        # What never held is no limit, and no limit's end either.
        never = {"attribute": type_, "object": obj, "subject": who, "negated": True}
        return (Draft(type_, "fact", never, sensitivity="sensitive"),)
    holds = {"type": type_, "object": obj, "subject": who, "active": not negated}
    return (
        Draft(
            type_, "constraint", holds, confidence=0.85, importance=0.85, sensitivity="sensitive"
        ),
    )


def is_vegetarian(said: str) -> bool:
    """Does `不吃素` deny this way of eating, and no dish?"""
    return _VEGETARIAN_ZH.match(said) is not None


def diet_name(said: str) -> str:
    """Return the one name of a diet that people call by several, so that whoever gives it up ends it; else what was said."""
    found = _VEGETARIAN_ZH.fullmatch(said)
    if found is not None:
        return "纯素" if found["strict"] else "吃素"
    return said[:-1] if _PLURAL.fullmatch(said) else said  # `we are vegetarians`
