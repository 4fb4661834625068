"""Hard limits in Chinese: allergies, what must not or will not be eaten, health."""

import re
from collections.abc import Sequence
from dataclasses import replace

from stelae.remember.rules.limits.body_limits import BODY_ZH
from stelae.remember.rules.limits.drafts import (
    ALLERGIC,
    DIETS_ZH,
    FIGURATIVE,
    ILLS_ZH,
    NAMED_AFTER_ZH,
    Family,
    health,
    is_vegetarian,
    limit,
)
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.objects import chinese_object

_ADV = (
    "(?:以前就?|小时候就|只|早就|(?:检?测|检?查|化验|体检)出来?|早上|晚上|睡前|中午|下午|空腹|平时|真的|确实|其实|现在|最近|已经|也|都|还|一直|从小就?"
    "|天生|有点|严重|特别|非常|很|轻微|好像|似乎|可能|绝对|千万|完全|一点都?|是|就|又|本来|比较"
    "|全家人?|一家人|一家子|一家[二三四五六]口|[两俩]个?人?|夫妻俩?|[和跟与](?!.{0,4}[你说讲])[^，,。不没对吃喝]{1,8}?(?=都|全都|也都)"
    "|的|,|，|\\s)*"
)
"""What may stand before the limit, those who share it with the speaker included (`我和我老公都是素食者`)."""
_ALLERGY_ZH = (
    re.compile(
        rf"^{_ADV}(?P<no>不再|不|没有?)?{_ADV}对(?P<o>[^，,。]{{1,24}}?)(?:(?P<no2>不|不再|没有|没|已经不)"
        rf"(?:会)?|会|是|有|严重|有点|重度|轻度|非常|很|特别|高度|也|都|全都)*过敏(?!源|科)"
        rf"(?P<over>了)?"
    ),
    re.compile(
        rf"^{_ADV}(?P<o>[^，,。不没会是有对吃喝一]{{1,8}}?)(?:严重|重度|会)?过敏(?:(?:很|挺|特别|比较|非常"
        rf"|有点)(?:严重|厉害))?(?:$|[，,。!的哈哦呀啊喔哟嘛]|(?=[你请别]|麻烦|注意|不要|千万))"
    ),
    re.compile(rf"^{_ADV}有(?:严重的?|点)?(?P<o>[^，,。]{{1,10}}?)过敏(?:症|史)?"),
    re.compile(
        rf"^(?P<o>[^，,。我你他她这那]{{1,8}}?)我(?:只要|一)?(?:吃|喝|闻|碰|用|沾)(?:了|到|多了|完)?(?:{BODY_ZH}|(?:就|会"
        rf"|老是?|总是?)+)"
        rf"(?:起疹子|过敏|拉肚子|呕吐|喘|肿|[胃头][疼痛]|肚子[疼痛]|不舒服|打喷嚏|反酸|心慌|咳嗽?|吐|起荨麻疹)"
    ),
    re.compile(
        rf"^(?!.*完.*了$){_ADV}(?:一|只要)?(?:吃|喝|碰|闻|接触|沾)(?:到|了|完|点)?(?P<o>[^，,。我]{{1,10}}?)"
        rf"(?:{BODY_ZH}(?:红?肿|[起长]红?疹子?)|我?(?:就会?"
        rf"|会|后会?|之后会?|容易|老|总|(?=拉肚子|起疹子|过敏|[胃嗓]|肚子))(?:起疹子|过敏|起荨麻疹|拉肚子|呕吐"
        rf"|长疹子|喘|肿|休克|腹泻|胃疼"
        rf"|肚子疼|不舒服|打喷嚏))"
    ),
)
_CANNOT_ZH = re.compile(
    rf"^{_ADV}(?:因为.{{1,10}})?(?:不能|不可以|不可|不宜|不敢|吃不了|喝不了|碰不得|吃不得|碰不了"
    rf"|不许|医生(?:说|让|叫|叮嘱|嘱咐)?我?(?:不能|别|不要|禁|少))(?:再)?(?P<v>吃|喝|碰|沾|摄入"
    rf"|接触|服用|用)?(?P<o>[^，,。]{{1,20}})$"
)
_CANNOT2_ZH = re.compile(rf"^{_ADV}(?:吃不了|喝不了|碰不得|吃不得|碰不了)(?P<o>[^，,。]{{1,14}})$")
_NOT_EAT_ZH = re.compile(
    rf"^{_ADV}(?:从来|从|一向|基本|一口|一点|全家)?(?:都)?(?:不|戒|忌|避免|拒绝|没有?法)(?:再)?"
    rf"(?P<v>吃|喝|沾|碰|抽|食)(?P<o>(?!香$|香了)[^，,。到完好得饱起惯掉出]{{1,14}})$"
)
_DIET_ZH = re.compile(
    rf"^{_ADV}(?P<no>不是|不再|不)?{_ADV}(?:正?在)?(?:(?:一个|个|一名|坚定的|严格的?|纯|刚|红绿|蓝黄|全|红)*)"
    rf"(?P<o>{DIETS_ZH}|{ILLS_ZH}){NAMED_AFTER_ZH}"
)
_HAVE_ZH = re.compile(
    rf"^{_ADV}(?P<no>没有?|不)?{_ADV}(?:有|患有|得了|得过|查出(?:来)?(?:有)?|确诊(?:了|为|是)?"
    rf"|被诊断(?:为|出|患有)?|患|得的是)(?:点|轻微|轻度|严重的?|先天性?|慢性|深度|高度|重度|中度|过(?!敏)"
    rf"|了)*(?P<o>[^，,。的]{{0,6}}(?:病|症|炎|三高|高血压|高血脂|高血糖|痛风|哮喘|青光眼|白内障|贫血"
    rf"|溃疡|结石|癌|瘤|综合征|不耐受?|不耐症|色盲|色弱|恐惧|障碍|鼻窦炎|湿疹|突出|骨折|近视|散光"
    rf"|老花|耳鸣|失眠|偏头痛))"
)
_TOPIC_ZH = re.compile(
    r"^(?P<o>[^，,。我你他她]{1,12}?)[,，]?(?:我)?(?:真的|绝对|一口|一点|完全|都|也|就|千万|是)*"
    r"(?P<v>不能(?:吃|喝|碰|沾)|不敢(?:吃|喝|碰|沾)|吃不了|喝不了|碰不得|吃不得|沾不得"
    r"|[吃喝碰沾]都不[吃喝碰沾]|不吃|不喝|不沾|不碰|(?:一律"
    r"|绝对|统统|都)不行)(?:的|了|哦|啊)*$"
)
_HATES_ASSISTANT = re.compile(
    r"你|担心|忘|着急|放弃|相信|理解|接受|确定|保证|想象|说|看|睡|去|来|做|走|参加|开车|出门"
)
_ALLERGY_MIXED = Caseless(
    rf"^(?:我|I)(?:是|就|也|真的|'m| am|\s)*(?:\w+ly )?{ALLERGIC} to\s*(?P<o>.+)$"
)
"""`I'm allergic to 花生酱` is written in Chinese by its share of letters."""


def _allergy_zh(view: View) -> Sequence[Draft] | None:
    for pattern in _ALLERGY_ZH:
        if found := pattern.match(view.predicate):
            groups = found.groupdict()
            obj = chinese_object(view.original(found, "o"))
            if not obj or FIGURATIVE.search(obj) or _ADVERB_ZH.fullmatch(obj):
                return ()
            over = groups.get("no") or groups.get("no2")
            return limit(view, "allergy", obj, "allergy", active=not over)
    mixed = _ALLERGY_MIXED.match(view.clause.plain) if view.subject.who != "other" else None
    if mixed is None:
        return None
    obj = chinese_object(view.clause.text[mixed.start("o") : mixed.end("o")])
    return limit(view, "allergy", obj, "allergy") if obj else ()


def _must_not_zh(view: View) -> Sequence[Draft] | None:
    found = _CANNOT2_ZH.match(view.predicate) or _CANNOT_ZH.match(view.predicate)
    if found is None:
        return None
    obj = chinese_object(view.original(found, "o"))
    verb = found.groupdict().get("v")
    if not obj or (not verb and found.re is not _CANNOT2_ZH) or _HATES_ASSISTANT.match(obj):
        return ()
    return limit(view, "ban" if "药" in obj or verb == "用" else "diet", obj, "must-not")


def _never_eats_zh(view: View) -> Sequence[Draft] | None:
    if (found := _NOT_EAT_ZH.match(view.predicate)) is None:
        return None
    if is_vegetarian(found["o"]):
        return None  # a way of eating, not a dish
    verb, *parts = [view.original(found, "v"), *_AND_NOT_ZH.split(view.original(found, "o"))]
    said, drafts = verb + view.original(found, "o"), list[Draft]()
    for raw, following in zip(parts[::2], [*parts[1::2], ""], strict=True):
        obj = chinese_object(raw)
        if obj and not _IDIOM_ZH.search(obj):
            alone = limit(view, "diet", obj, "never-eats")
            drafts += (
                [replace(d, swap=(said, verb + raw)) for d in alone] if len(parts) > 1 else alone
            )
        verb = following
    return drafts


def _topic_zh(view: View) -> Sequence[Draft] | None:
    """The food first: `猪肉绝对不能碰`."""
    found = _TOPIC_ZH.match(view.clause.plain) if view.subject.who in {"user", "open"} else None
    if found is None:
        return None
    obj = chinese_object(view.clause.text[found.start("o") : found.end("o")])
    return limit(view, "diet", obj, "must-not") if obj and not _NO_FOOD_ZH.search(obj) else ()


def _health_zh(view: View) -> Sequence[Draft] | None:
    if found := _HAVE_ZH.match(view.predicate):
        return health(view, found, "health")
    if found := _DIET_ZH.match(view.predicate):
        return health(view, found, "diet" if _DIET_WORD_ZH.search(found["o"]) else "health")
    return None


_AND_NOT_ZH = re.compile(r"(?:也|又|更|都)?不(吃|喝|抽|沾|碰)")
"""`不抽烟也不喝酒` is two limits."""
_IDIOM_ZH = re.compile(r"亏|饭|苦$|[透准清]|药了|东西|早餐|晚饭|午饭|这一套|运气|壁|瓷|巧|头")
_NO_FOOD_ZH = re.compile(
    r"早饭|晚饭|午饭|早餐|^(?:现在|平时|从来|一直|晚上|早上|睡前|其实|所以|有点|还是|可能)"
)
_ADVERB_ZH = re.compile(r"[就也都会老总容易必]+|后|完")
"""`一吃就起疹子` names no food."""
_DIET_WORD_ZH = re.compile(r"素|清真|生酮|麸|低|忌口|糖$|veg|keto")
FAMILIES: tuple[Family, ...] = (_allergy_zh, _must_not_zh, _never_eats_zh, _topic_zh, _health_zh)
"""Asked in this order."""
