"""Hard limits: allergies, what somebody must not or will not eat, health, bans (P14: the statements without a liking cue).

They are the costliest to lose, so an uncertain finding is kept in the person's own words rather than dropped.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from stelae.remember.rules.body_limits import BODY_ZH
from stelae.remember.rules.caseless import Caseless
from stelae.remember.rules.draft import Draft, View
from stelae.remember.rules.objects import chinese_object, english_object, items

_ADV = (
    "(?:以前就?|小时候就|早上|晚上|睡前|中午|下午|空腹|平时|真的|确实|其实|现在|最近|已经|也|都|还|一直|从小就?"
    "|天生|有点|严重|特别|非常|很|轻微|好像|似乎|可能|绝对|千万|完全|一点都?|是|就|又|本来|比较"
    "|全家人?|一家人|一家子|一家[二三四五六]口|[两俩]个?人?|夫妻俩?|[和跟与](?!.{0,4}[你说讲])[^，,。不没对吃喝]{1,8}?(?=都|全都|也都)"
    "|的|,|，|\\s)*"
)
"""What may stand before the limit, those who share it with the speaker included (`我和我老公都是素食者`)."""
DIETS_ZH = (
    "(?:(?:改|转)?吃素(?!的)|转素食?|素食主义者?|素食者?|纯素食?者?|全素|清真(?:饮食)?|生酮(?:饮食)?|无麸质(?:饮食)?|低盐"
    "(?:饮食)?|低糖(?:饮食)?|控糖|低碳(?:饮食)?|忌口|vegan|vegetarian|keto)"
)
ILLS_ZH = (
    "(?:乳糖不耐(?:受)?|糖尿病|高血压|高血脂|痛风|哮喘|青光眼|胃炎|胃溃疡|甲亢|甲减|癫痫|心脏病|贫血|湿疹|荨麻疹"
    "|抑郁症|焦虑症|色盲|色弱|蚕豆病|糖前期|脂肪肝|肾结石|鼻炎|偏头痛|恐高症?|晕车|晕船|晕血|失眠|腰椎间盘突出|颈椎病)"
)
_ALLERGY_ZH = (
    re.compile(
        rf"^{_ADV}(?P<no>不|没有?)?{_ADV}对(?P<o>[^，,。]{{1,24}}?)(?:(?P<no2>不|不再|没有|没|已经不)"
        rf"(?:会)?|会|是|有|严重|有点|重度|轻度|非常|很|特别|高度|也|都|全都)*过敏(?!源|科)"
        rf"(?P<over>了)?"
    ),
    re.compile(
        rf"^{_ADV}(?P<o>[^，,。不没会是有对吃喝一]{{1,8}}?)(?:严重|重度|会)?过敏(?:(?:很|挺|特别|比较|非常"
        rf"|有点)(?:严重|厉害))?(?:$|[，,。!的])"
    ),
    re.compile(rf"^{_ADV}有(?:严重的?|点)?(?P<o>[^，,。]{{1,10}}?)过敏(?:症|史)?"),
    re.compile(
        rf"^(?P<o>[^，,。我你他她这那]{{1,8}}?)我(?:只要|一)?(?:吃|喝|闻|碰|用|沾)(?:了|到|多了|完)?(?:{BODY_ZH}|(?:就|会"
        rf"|老是?|总是?)+)"
        rf"(?:起疹子|过敏|拉肚子|呕吐|喘|肿|[胃头][疼痛]|肚子[疼痛]|不舒服|打喷嚏|反酸|心慌|咳嗽?|吐|起荨麻疹)"
    ),
    re.compile(
        rf"^{_ADV}(?:一|只要)?(?:吃|喝|碰|闻|接触|沾)(?:到|了|完|点)?(?P<o>[^，,。我]{{1,10}}?)"
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
    rf"(?P<o>{DIETS_ZH}|{ILLS_ZH})"
)
_HAVE_ZH = re.compile(
    rf"^{_ADV}(?P<no>没有?|不)?{_ADV}(?:有|患有|得了|得过|查出(?:来)?(?:有)?|确诊(?:了|为|是)?"
    rf"|被诊断(?:为|出|患有)?|患|得的是)(?:点|轻微|轻度|严重的?|先天性?|慢性|深度|高度|重度|中度|过"
    rf"|了)*(?P<o>[^，,。的]{{0,6}}(?:病|症|炎|高血压|高血脂|高血糖|痛风|哮喘|青光眼|白内障|贫血"
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

_ONCE_ZH = re.compile(r"[我俺]?(?:小时候|以前|之前|曾经|从前|过去|当年|那时候?)(?!吃|喝|用)")
_STILL_ZH = re.compile(r"现在(?:也|都|依然)?[还仍]|至今|到现在|一直")
"""What was once not to be had is no limit of now."""
_ALLERGIC = r"al+er?g+ic"
"""Often misspelt, and never to be lost for that."""
_ALLERGY_MIXED = Caseless(
    rf"^(?:我|I)(?:是|就|也|真的|'m| am|\s)*(?:\w+ly )?{_ALLERGIC} to\s*(?P<o>.+)$"
)
"""`I'm allergic to 花生酱` is written in Chinese by its share of letters."""
_ALLERGY_EN = (
    Caseless(
        r"^(?:'m|'s|'re| am| is| are| have been| has been|'ve been"
        r"| (?:was|were)(?=.* still (?:am|is|are)\b))?(?: still| also| actually| really"
        r"| both)*(?P<no> not|n't| no longer)?(?: actually| really| even| still| any ?more)*"
        rf"(?: \w+ly)? {_ALLERGIC} to (?P<o>.+)$"
    ),
    Caseless(
        r"^(?: (?:also|still|both))?(?P<no> don'?t| doesn'?t| do not| no longer)?(?: have| has|'ve got"
        r"|'s got| got| developed| have developed)(?P<no3> no)? (?:an? |any )?(?:(?:severe|serious"
        r"|mild|bad|life-threatening|known|strong|slight|food) )*(?:(?P<o>[\w -]{2,30}?) allerg(?:y"
        r"|ies)|allerg(?:y|ies) to (?P<o2>.+))$"
    ),
    Caseless(
        r"^(?:'m|'s| am| is| are)?(?P<no> not)?(?: \w+)?[ -]?(?P<o>lactose|gluten|dairy|fructose"
        r"|histamine)[ -]intolerant\b"
    ),
    Caseless(r"^(?:'m|'s| am| is)?(?P<no> not)?(?: \w+)? intolerant (?:to|of) (?P<o>.+)$"),
    Caseless(
        r"^(?: my (?:skin|stomach|body)| skin| stomach| body)? reacts? (?:badly |really badly "
        r"|terribly )?to (?P<o>.+)$"
    ),
    Caseless(
        r"^(?: break out| breaks out| get hives| gets hives| swell up| get sick"
        r"| go into anaphyla\w+)\b.*?(?:if|when|whenever|from|after) (?:I |she |he )?(?:eat|eats"
        r"|eating|touch|touching|have|having)? ?(?P<o>.+)$"
    ),
)
_OF_ALLERGY_EN = Caseless(r"^(?:my|our) (?P<o>[\w -]{2,24}?) (?:allergy|intolerance)\b")
_CANNOT_EN = Caseless(
    r"^(?: (?:absolutely|really|simply|just|personally|still|also|also really))*(?: can'?t| cannot"
    r"| can not|'m not allowed to| am not allowed to| is not allowed to| mustn't| must not"
    r"|'m not supposed to| am not supposed to| can no longer|'m forbidden to)(?: \w+ly)? (?P<v>eat"
    r"|drink|have|take|tolerate|digest|consume|touch|use|do)\s+(?P<o>.+)$"
)
_NOT_EAT_EN = Caseless(
    r"^(?: (?:also|still|personally|generally|just|really|simply))*(?: don'?t| doesn'?t| do not"
    r"| does not| never| no longer|'ve never| have never| won'?t| refuse to| avoid| avoids"
    r"| have to avoid| need to avoid| must avoid"
    r"| stay away from| stays away from| abstain from| gave up| quit|'ve given up|'ve quit"
    r"| stopped| stay off| steer clear of)(?: ever| really| even)? ?(?P<v>eat|eats|eating|drink"
    r"|drinks|drinking|smoke|smokes|smoking|touch|consume|eaten|drunk|do|does)?\b(?P<o>\s.+|)$"
)
DIETS_EN = (
    r"(?:vegans?|vegetarians?|pescatarians?|pescetarians?|halal|kosher|gluten[ -]free|dairy[ -]free|keto(?:genic)?(?: diet)?"
    r"|low[- ](?:carb|sodium|salt|sugar|fodmap|fat)(?: diet)?)"
)
ILLS_EN = (
    r"(?:celiac|coeliac|(?:type [12] )?diabetic|prediabetic|hypertensive|asthmatic|epileptic|colou?r[- ]?blind"
    r"|an[a]emic|dyslexic|deaf|hard of hearing|nearsighted)"
)
_DIET_EN = Caseless(
    r"^(?:'m|'s|'re| am| is| are|'ve been| have been| has been|(?: recently| just)? became"
    r"| went| keep| follow| eat| eats|'m on| am on| is on)(?P<no> not| no longer|n't)?(?: \w+ly| both| all)*(?: an?"
    r"| the)?(?: strict"
    rf"| lifelong| mostly| practi[sc]ing| raw| fully| proud| totally| 100%)*(?: an?)? (?P<o>{DIETS_EN}|{ILLS_EN})\b"
    r"(?! (?:\w+ )?(?:chef|cook|baker|restaurant|blog\w*|author|company|caf[eé]|cookbook|place|recipes?)\b)"
)
_HAVE_EN = Caseless(
    r"^(?: also| still)?(?P<no> don'?t| doesn'?t| no longer)?(?: have| has|'ve got|'s got"
    r"| suffer from| suffers from| was diagnosed with| were diagnosed with| got diagnosed with"
    r"| live with|'ve been diagnosed with| have been diagnosed with)(?P<no3> no)? (?:an? |some "
    r"|mild |severe |chronic |really |bad |the )*(?P<o>(?:type [12] )?(?:diabetes"
    r"|high (?:blood pressure|cholesterol)|blood pressure|hypertension|asthma|celiac disease|coeliac disease"
    r"|glaucoma|arthritis|epilepsy|migraines?|eczema|adhd|autism|depression|anxiety|ibs|crohn's"
    r"(?: disease)?|gerd|acid reflux|gout|anemia|anaemia|hypothyroidism|lupus|psoriasis|"
    r"(?:a )?heart (?:condition|disease|murmur)|kidney (?:disease|stones)|insomnia|tinnitus"
    r"|vertigo|sciatica|scoliosis|pcos|endometriosis|lactose intolerance|gluten intolerance"
    r"|bad knees?|bad back|pacemaker|hearing aids?|a \w+ phobia|colou?r blindness))\b"
)
_MAKES_ILL_EN = Caseless(
    r"^(?P<o>[A-Za-z][\w -]{2,30}?) (?:makes?|gives?|upsets?|sends?|lands?) (?:me|my stomach)\s?"
    r"(?:sick|ill|hives|nauseous|nausea|a rash|rashes|migraines?|headaches?|throw up|break out"
    r"|itch\w*|heartburn|gag|(?:to|in) (?:the )?(?:hospital|er|a\&e))$"
)
_NEVER_EN = Caseless(
    r"^(?:absolutely |strictly )?no (?P<o>(?!way|one\b|idea|more|longer|need)[\w -]{2,30}?),? ever"
    r"(?: again)?$"
)
_FIGURATIVE = Caseless(
    r"bullshit|nonsense|废话|谎话?|傻[子瓜]?|mornings?\b|work\b|mondays?|drama|stupidity|commitment|exercise"
    r"|meetings?"
    r"|people|早起|加班|上班|开会|学习|工作|愚蠢|蠢|作业|这种人|数学|甲方|PPT"
)
_NOT_FOOD = Caseless(
    r"^(?:and\b|out$|after\b|before\b|at\b|in the\b|when\b|alone$|late\b"
    r"|\d|(?:a|two|three|four|five|six|ten) (?:few )?(?:year|month|week|day)s?|years|last|in \d"
    r"|my|your|the|this|that|it|them|much|enough|too|anything like|care|because|word|advice|time"
    r"|part|place|it anymore|seriously|long|any more of|you|him|her|to)\b"
)


def find(view: View) -> Iterator[Draft]:
    """Yield the hard limits a clause states; the first family that recognises it speaks for it."""
    once = _ONCE_ZH.match(view.clause.plain) or _ONCE_ZH.match(view.predicate)
    if once and not _STILL_ZH.search(view.sentence.piece.plain):
        return
    for family in _CHINESE if view.chinese else _ENGLISH:
        drafts = family(view)
        if drafts is not None:
            yield from drafts
            return


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


def _allergy_zh(view: View) -> Sequence[Draft] | None:
    for pattern in _ALLERGY_ZH:
        if found := pattern.match(view.predicate):
            groups = found.groupdict()
            obj = chinese_object(view.original(found, "o"))
            if not obj or _FIGURATIVE.search(obj):
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
    if _VEGETARIAN_ZH.match(found["o"]):
        return None  # a way of eating, not a dish
    drafts: list[Draft] = []
    for raw in _AND_NOT_ZH.split(view.original(found, "o")):
        obj = chinese_object(raw)
        if obj and not _IDIOM_ZH.search(obj):
            drafts += limit(view, "diet", obj, "never-eats")
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
        return _health(view, found, "health")
    if found := _DIET_ZH.match(view.predicate):
        return _health(view, found, "diet" if _DIET_WORD_ZH.search(found["o"]) else "health")
    return None


_VEGETARIAN_ZH = re.compile(r"(?P<strict>[纯全])?(?:[改转])?吃?素(?:食(?:主义)?者?)?(?:了|啦|的)?$")
_AND_NOT_ZH = re.compile(r"(?:也|又|更|都)?不(?:吃|喝|抽|沾|碰)")
"""`不抽烟也不喝酒` is two limits."""
_IDIOM_ZH = re.compile(r"亏|饭|苦$|[透准清]|药了|东西|早餐|晚饭|午饭|这一套|运气|壁|瓷|巧|头")
_NO_FOOD_ZH = re.compile(
    r"早饭|晚饭|午饭|早餐|^(?:现在|平时|从来|一直|晚上|早上|睡前|其实|所以|有点|还是|可能)"
)
_DIET_WORD_ZH = re.compile(r"素|清真|生酮|麸|低|忌口|糖$|veg|keto")


def _health(view: View, found: re.Match[str], type_: str) -> Sequence[Draft]:
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


def diet_name(said: str) -> str:
    """Return the one name of a diet that people call by several, so that whoever gives it up ends it; else what was said."""
    found = _VEGETARIAN_ZH.fullmatch(said)
    if found is not None:
        return "纯素" if found["strict"] else "吃素"
    return said[:-1] if _PLURAL.fullmatch(said) else said  # `we are vegetarians`


_PLURAL = Caseless(r"(?:vegan|\w+tarian)s")
_OVER = Caseless(r"再|已经|no longer|any ?more|any longer")


def _ban_en(view: View) -> Sequence[Draft] | None:
    """What is said without a verb of eating: `my peanut allergy`, `no pork, ever`, `nickel makes me itch`."""
    clause = view.clause
    if found := _OF_ALLERGY_EN.match(clause.plain):
        return limit(view, "allergy", clause.text[found.start("o") : found.end("o")], "allergy")
    if found := _NEVER_EN.match(clause.plain):
        obj = english_object(clause.text[found.start("o") : found.end("o")])
        return limit(view, "ban", obj, "ban") if obj else ()
    found = _MAKES_ILL_EN.match(clause.plain)
    if found and not _NOT_FOOD.match(found["o"]) and not _FIGURATIVE.search(found["o"]):
        return limit(view, "health", clause.text[: found.end("o")], "makes-ill")
    return None


def _allergy_en(view: View) -> Sequence[Draft] | None:
    for pattern in _ALLERGY_EN:
        if found := pattern.match(view.predicate):
            groups = found.groupdict()
            obj = english_object(view.original(found, "o2" if groups.get("o2") else "o"))
            if _NOTHING_NAMED.fullmatch(obj):
                return None
            if not obj or _FIGURATIVE.search(obj):
                return ()
            over = groups.get("no") or groups.get("no3")
            return limit(view, "allergy", obj, "allergy", active=not over)
    return None


def _must_not_en(view: View) -> Sequence[Draft] | None:
    found = _CANNOT_EN.match(view.predicate)
    if found is None or not found["v"]:
        return None
    obj = english_object(view.original(found, "o"))
    edible = found["v"].lower() not in _ANY_USE or _EDIBLE.search(obj)
    return (
        limit(view, "diet", obj, "must-not") if obj and edible and not _NOT_FOOD.match(obj) else ()
    )


def _never_eats_en(view: View) -> Sequence[Draft] | None:
    found = _NOT_EAT_EN.match(view.predicate)
    if found is None or not found["v"]:
        return None
    obj = english_object(view.original(found, "o"))
    if found["v"] in _ANY_USE and not _EDIBLE.search(obj):
        return None
    if not obj and _UNSAID.match(found["v"]) and not _NOT_FOOD.match(found["o"].strip()):
        return limit(
            view, "diet", "alcohol", "never-eats"
        )  # whoever does not drink does not drink that
    return limit(view, "diet", obj, "never-eats") if obj and not _NOT_FOOD.match(obj) else ()


def _health_en(view: View) -> Sequence[Draft] | None:
    if found := _HAVE_EN.match(view.predicate):
        return _health(view, found, "health")
    if found := _DIET_EN.match(view.predicate):
        return _health(view, found, "diet" if _DIET_WORD_EN.match(found["o"]) else "health")
    return None


_UNSAID = Caseless(r"drink(?:s|ing)?$")
_NOTHING_NAMED = Caseless(
    r"(?:any|no|some|many|other|known|food|lots of|a lot of)(?: food)?|anything.*|nothing.*"
)
_ANY_USE = frozenset({"do", "does", "use", "have", "take", "touch"})
_EDIBLE = Caseless(
    r"\b(?:nuts?|dairy|milk|gluten|alcohol|caffeine|aspirin|ibuprofen|penicillin|antihistamines?"
    r"|sugar|spicy|seafood|shellfish|salt|stairs|nsaids?|lactose|soy|eggs?|wheat|pork|beef|coffee"
    r"|grapefruit|sushi|meat|fish|cheese|butter|yog(?:h)?urt|cream|bread|rice|pasta|chocolate|tomato(?:es)?|onions?|garlic"
    r"|mushrooms?|peppers?|chicken|lamb|shrimps?|prawns?|crab|lobster|carbs|fat|fried food|fast food|red wine|wine"
    r"|beer|liquor|nicotine|sesame|peanuts?|almonds?|walnuts?|cashews?|corn|oats|beans|lentils|raw \w+|citrus"
    r"|oranges?|strawberr(?:y|ies)|bananas?|apples?|kiwis?|pineapple|mangos?|mangoes|avocados?|honey|spice)\b"
)
_DIET_WORD_EN = Caseless(r"veg|pesc|halal|kosher|gluten|dairy|keto|low")
_Family = Callable[[View], "Sequence[Draft] | None"]
"""Drafts, none of them although the clause was recognised, or None: not this family's."""
_CHINESE: tuple[_Family, ...] = (_allergy_zh, _must_not_zh, _never_eats_zh, _topic_zh, _health_zh)
_ENGLISH: tuple[_Family, ...] = (_ban_en, _allergy_en, _must_not_en, _never_eats_en, _health_en)
