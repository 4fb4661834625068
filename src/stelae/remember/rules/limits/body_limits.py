"""Hard limits told by what the body does, what somebody carries or takes, or that they are off it; no word for allergy.

`Dairy and I don't get along`, `sesame sends me to hospital`, `I'm on blood thinners`, `我喝牛奶就闹肚子`.
"""

import re
from collections.abc import Iterator

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.objects import chinese_object, english_object

_O = (
    r"(?P<o>(?!(?:it|that|this|which|there|he|she|you|they|work|life|people"
    r"|mondays)\b)[\w' /&-]{2,50}?)"
)
_HARM_EN = (
    r"(?:migraines?|headaches|heartburn|hives|a rash|rashes|cramps|reflux"
    r"|palpitations|bloated|sick|ill|dizzy|itchy|wheezy|nauseous|stomach ?aches?"
    r"|diarrh\w+|asthma)"
)
_BODY_EN = (
    r"(?:throat|tongue|mouth|lips?|gums|face|eyes?|eyelids|nose|ears|airways?|skin|hands|fingers)"
)
_REACTS_EN = r"(?:swells?(?: up)?|puffs? up|itch(?:es|y)?|tingles?|(?:goe?s?|gets?) (?:numb|itchy|red|swollen)|close up)"
_ENGLISH: tuple[tuple[str, Caseless], ...] = tuple(
    (
        kind,
        Caseless(
            f"^(?:{frame})(?: (?:at all|either|any ?more|for good|ever|sadly|unfortunately)|, doctor's orders)*$"
        ),
    )
    for kind, frame in (
        (
            "diet",
            rf"{_O} and (?:I|me|my (?:stomach|gut|skin)) (?:(?:don't|do not|never) (?:get along"
            rf"|agree|mix|get on|go together)|are (?:sworn |mortal )?enemies|aren't friends|are not friends)",
        ),
        (
            "health",
            rf"{_O} (?:doesn't|don't|does not|do not|never) (?:agree|sit well|sit right|go"
            rf" down well) with (?:me|my \w+)",
        ),
        ("allergy", rf"{_O} (?:brings?|makes?) me (?:out|come out|break out) in [\w -]{{2,20}}"),
        (
            "allergy",
            rf"{_O} (?:sends?|lands?|puts?) me (?:to|in|into) (?:the )?(?:hospital|er|a&e"
            rf"|anaphyla\w+)",
        ),
        (
            "diet",
            rf"{_O} (?:is|are) (?:strictly |completely )?(?:off[ -]the[ -]table|off[ -]limits|forbidden"
            rf"|banned|out of the question) for (?:me|us)",
        ),
        (
            "allergy",
            rf"{_O} (?:could|can|would|will|might|nearly|almost) (?:kill|killed) me(?: once| twice| before)?",
        ),
        (
            "health",
            rf"(?:I|we) (?:always |often |sometimes )?(?:get|feel|end up with|come out in"
            rf"|break out in) (?:\w+ )?{_HARM_EN} (?:from|after|with|off|when I (?:have|eat"
            rf"|drink)|if I (?:have|eat|drink)) {_O}",
        ),
        (
            "allergy",
            rf"my {_BODY_EN} \w+(?: \w+)? (?:if|when"
            rf"|whenever) I (?:eat|have|touch|drink|come near) {_O}",
        ),
        (
            "allergy",
            rf"(?:when|whenever|every time|each time) I (?:eat|have|touch|drink) {_O},? my {_BODY_EN} {_REACTS_EN}",
        ),
        (
            "allergy",
            rf"(?:eating |touching |drinking |(?!\w+ing\b)){_O} (?:always )?makes? my {_BODY_EN} {_REACTS_EN}",
        ),
        (
            "allergy",
            rf"(?:I|we) (?:always |have to )?carry (?:an? )?(?:epi-?pen|inhaler|adrenaline"
            rf"|antihistamines?)\b(?: (?:because of|for|in case of) {_O})?",
        ),
        (
            "health",
            r"(?:(?:I'm|I am) (?:still |currently )?(?:on|taking)|I take) (?P<o2>(?:blood thinners?|warfarin"
            r"|insulin|statins|beta blockers|antidepressants|ssris?|lithium|dialysis"
            r"|chemo\w*|steroids|immunosuppressants|(?:\w+ )?medication(?: for [\w ]+)?|a"
            r" (?:\w+[ -]?)*(?:free|carb|sodium|fat|protein|sugar|fodmap|restricted|liquid"
            r"|renal|diabetic) diet|oxygen))(?:,? so [\w' ]{2,30})?",
        ),
        (
            "diet",
            r"(?:I'm|I am|we're|we are|I've been) (?:completely |totally |strictly )?off"
            r" (?P<o3>(?!work|to|the (?:clock|grid|hook)|sick|topic|track|by|today|duty"
            r"|school|on\b)[\w' -]{3,30}?)(?: (?:now|since [\w ]+|for [\w ]+))?",
        ),
        (
            "diet",
            rf"(?:absolutely |strictly )?(?:no|zero) (?!more\b){_O} (?:for (?:me|us)|in my"
            rf" (?:food|diet|house))(?:,? ever)?",
        ),
        (
            "ban",
            r"(?:I|we) ?(?:(?<= )must not|mustn't|can't|cannot|shouldn't|am not supposed to|'m not"
            r" supposed to|am not allowed to|'m not allowed to) (?P<o4>(?:lift|fly|dive"
            r"|kneel|climb|stand|sit|swim|bend|be near|go near|be around|handle|wear) [\w'"
            r" -]{3,50})",
        ),
        (
            "diet",
            r"(?:coeliac|celiac|vegan|vegetarian|diabetic|asthmatic|epileptic|lactose["
            r" -]intolerant|pescatarian|muslim|jewish|hindu|teetotal\w*) here",
        ),
    )
)
_CUE_EN = Caseless(r"\b(?:me|my|I|I'm|us|we|we're|here)\b")
_NO_THING_EN = Caseless(
    r"\b(?:idea|way|problem|rush|thanks|need|pressure|worries|you|your|computer"
    r"|laptop|code|file|access|this|that|time|something|trouble|it|look|thing|things"
    r"|clue|luck|choice|fun|sense|meeting|one|feelings?|points?|questions?)\b"
)
_OZ = r"(?P<o>[^，,。;；!?]{1,12}?)"
_SO = (
    r"(?:真的?|实在|确实|一直|从小|现在|医生说|都|也|绝对|完全|根本|一点都?|是|从来"
    r"|全家|们家|家|家里|,|，|\s)*"
)
BODY_ZH = (
    "我?(?:的)?(?:嘴[巴唇里]?|喉咙|嗓子|牙[齿龈]?|眼[睛皮]?|鼻子|脸[上皮]?|皮肤|身上|浑身|全身|脖子|胳膊|腿|脑袋|肠?胃|胸口|心脏"
    "|(?<![猪牛羊鸡鸭鹅鱼兔])(?:舌头?|耳朵|[手脚头]|肚子))(?:就会?|会|马上|立刻|容易|老是?|总是?|必|后就)+"
)
"""The part that reacts, between the thing and the reaction: no part of the thing (`吃芒果嘴会肿`), as `猪手` is one."""
_REACTS_ZH = (
    "(?:红?肿|[发泛]?[红痒麻烫疼痛抖胀晕]|起(?:红?疹子?|包|疙瘩)|长(?:红?疹子?|痘)|不舒服|难受)"
)
_HARM_ZH = (
    "(?:脸红|头晕|起疙瘩|嗓子[疼痛痒]|肿|红肿|闹肚子|拉肚子|偏头[疼痛]|胃[疼痛胀]|反酸|烧心|头[疼痛晕]"
    "|起(?:疹子|红疹|包)|喘|咳|呕"
    "|吐|恶心|心慌|脸肿|嘴肿|发痒|痒|长痘|上火|失眠|睡不着|流鼻涕|打喷嚏|进医院"
    "|休克|犯病|发作|难受|过敏|胀气|哮喘)"
)
_CHINESE: tuple[tuple[str, Caseless], ...] = tuple(
    (kind, Caseless(f"^(?:我)?{_SO}(?:{frame})(?:的|了|啊|呢)*$"))
    for kind, frame in (
        ("diet", rf"(?:沾|吃|喝|碰)不(?:得|了){_OZ}"),
        (
            "health",
            rf"(?:一)?(?:吃|喝|闻|碰|沾|接触|用|穿|靠近|打|摸|抹|擦|涂|晒|吹)(?:到|了|着|多)?{_OZ}"
            rf"(?:{BODY_ZH}{_REACTS_ZH}|(?:就会?|会|容易|必|后就){_HARM_ZH})",
        ),
        ("ban", rf"(?:不让|不许|不准|禁止|不允许|不给)(?:我)?{_OZ}"),
        (
            "ban",
            rf"(?:医生|大夫)(?:(?:不让|不许|不准|不建议|禁止)我?"
            rf"|(?:叫|让|嘱咐|要求|建议)我?(?=[少别不忌戒禁]|远离|控制)){_OZ}",
        ),
        (
            "must",
            rf"(?:医生|大夫)(?:叫|让|嘱咐|要求|建议)我?(?=每|按时|定期|多|坚持|保持|终身|长期|随身|必须){_OZ}",
        ),
        (
            "health",
            r"(?:在|长期|每天|一直)?(?:吃|服用|打|注射)着?(?P<o2>(?![完了过好])[^，,。]{0,6}(?:降压药"
            r"|降糖药|抗凝药|胰岛素|激素|抗抑郁药|甲状腺药|华法林|阿司匹林|他汀|优甲乐"
            r"|靶向药|透析|抗过敏药|安眠药)[^，,。]{0,4})",
        ),
        ("health", r"(?P<o3>(?:晕(?:车|船|机|血|针)|恐高|怕猫|乳糖不耐)[^，,。]{0,8})"),
        (
            "ban",
            r"不能(?P<o4>(?:久坐|久站|提重物|剧烈运动|熬夜|爬楼|坐飞机|潜水|弯腰|吹空调"
            r"|晒太阳|受凉|见风|用(?=香|精油|激素|碘))[^，,。]{0,8})",
        ),
    )
)
_CUE_ZH = re.compile(
    r"不[得了让许准允给能]|就|会|容易|必|禁止|医生|大夫|药|胰岛素|激素|晕|恐高|不耐|他汀|透析"
)
_NO_THING_ZH = re.compile(
    r"^(?:什么|[你他她它这那谁]|自己|怎么)|苦|亏|[这那]|我(?!吃|喝)|说|想|问题|饭$"
    r"|早|觉|时间|了$|着$|哭|笑|睡|人"
)
_LONGEST = 90


def find(view: View) -> Iterator[Draft]:
    """Yield the hard limit that a clause tells by its consequence; at most one."""
    plain = view.clause.plain
    cue = _CUE_ZH if view.chinese else _CUE_EN
    if (
        len(plain) > _LONGEST
        or view.subject.who in {"other", "nobody"}
        or cue.search(plain) is None
    ):
        return
    for kind, frame in _CHINESE if view.chinese else _ENGLISH:
        found = frame.match(plain)
        if found is None:
            continue
        obj = _object(view, found)
        if obj:
            yield Draft(
                "body-limit",
                "constraint",
                {"type": kind, "object": obj, "subject": view.subject.name, "active": True},
                confidence=0.85,
                importance=0.9,
                sensitivity="sensitive",
            )
        return


def _object(view: View, found: re.Match[str]) -> str:
    name = next((n for n, v in found.groupdict().items() if v), None)
    if name is None:
        return view.clause.text
    raw = view.clause.text[found.start(name) : found.end(name)]
    obj = chinese_object(raw) if view.chinese else english_object(raw)
    refuse = _NO_THING_ZH if view.chinese else _NO_THING_EN
    return "" if not obj or refuse.search(obj) else obj
