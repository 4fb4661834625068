"""Short declarative statements about things: values, places, names, and what a person simply says of themselves.

The weakest rules, with the lowest confidence: they keep the person's own sentence, and only where the subject is
concrete and the predicate is no judgement of the moment. `X 的 Y 是 Z` and `The X is Z` are single-valued in what
they talk about.
"""

import re
from collections.abc import Iterator

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View

_THING_ZH = re.compile(
    r"^(?P<s>(?!\d+[月号日年点]|这|那|它|他|她|你|您|大家|谁|今天|明天|昨天|天气|其实|感觉|结果|问题是|意思|重点"
    r"|关键|原因|目的|主要|首先|其次|最|真|好像|不|没|如果|因为|可能|也许|总之|一般|有|都|就|只|还"
    r"|更|人生|生活|爱情|幸福|工作|学习|时间(?!表)|成功|失败|朋友是|方法|答案|区别|好处|缺点|优点"
    r"|建议)[^，,。;；!?是在有]{2,24}?)(?P<v>(?:现在|目前|已经|就|都|也|改|调整|还|一共|总共"
    r"|每次)*(?:是|为|叫做?|在|位于|放在|停在|存在|住在|装在|挂在|藏在|设在|涨到了?|降到了?"
    r"|涨了?到|调到了?|改到了?|改成了?|改为|变成了?|换成了?|搬到了?|挪到了?|升级?到了?|等于|属于"
    r"|用的是|使用的?是?|采用|跑在|部署在|运行在|支持|负责|要求|不超过|有|对应|约定|截止(?:日期"
    r"|时间)?是?|到期日?是?|不允许|不能|不提供|不含|不在|没有))\s*(?P<o>[^。;；!?]{1,60})$"
)
_SWITCH_ZH = re.compile(
    r"^(?:现在|目前|最近)?(?P<s>[^，,。从]{2,12}?)从\s*(?P<old>[^，,。]{1,12}?)\s*(?P<v>(?:换|改"
    r"|升级|迁|转|切换)(?:成|到|为)了?)\s*(?P<o>[^，,。]{1,16}?)(?:了)?$"
)
_PET_ZH = re.compile(
    r"^(?P<s>(?![这那它他她])[\u4e00-\u9fff]{1,4}?)是(?:我家的?|我的)?"
    r"(?P<o>一?[只条头][^，,。]{1,8})$"
)
_NUMERIC_ZH = re.compile(
    r"^(?P<s>(?!\d+[月号日年点])[^，,。;；!?我你他她这那]{2,16}?)\s*[:：]?\s*"
    r"(?P<o>[A-Za-z]*[-A-Za-z0-9#]*\d[\w.\-:/]*(?:\s*[元块度米斤天年月日号%分秒][^，。]{0,4})?)$"
)
_JUDGEMENT_ZH = re.compile(
    r"^(?:点|早上|晚上|很|真|太|挺|非常|特别|最(?!多|少|大|小|新)|好(?:的|事|看|吃)|不错|一(?:种|件"
    r"|个)[^，。]{0,8}(?:事|感觉|体验|选择|过程|问题|方法|挑战|人|好)|什么|怎么|哪|谁|多么|有道理"
    r"|有意思|可以的|对的|正确|重要|必须|应该|需要|不是|为了|因为|如何|这|那|我们|人|必要|值得"
    r"|正常|难免|问题|原因)|的话题?$|[的]$(?<![0-9]的)"
)
_VAGUE_ZH = re.compile(
    r"^(?:但|可是|只是|还|又|我的一个|感觉|觉得|听|看|事情|情况|东西|心情|内容|效果|这|那|结论"
    r"|有时|有些|有点|很多|许多|每个|所有|任何|其他|现在|刚才|以前|后来|之后|首先|接下来|下一步"
    r"|第[一二三四五]|小伙|人们?|世界|社会|中国|科技|未来|历史|文化|艺术|自然|地球|太阳|国家"
    r"|孩子们|年轻人|父母|老师们|知识|健康|运动|音乐|旅行|读书|爱|梦想|回忆|机会|努力|坚持)$|的"
    r"(?:时候|话|感觉|人)$"
)
_OWN_ZH = re.compile(
    r"^(?:(?=项目|公司|团队|服务|系统|产品|部门|学校|小区|店里)|家里?|们家|公司|们公司|们组|们团队"
    r"|单位|的|们的|们)(?P<s>[^，,。;；!?是在有]{0,16}?)(?P<v>(?:现在|目前|已经|一般|都|就|最近|刚"
    r"|正在)*(?:是|叫|在|有|放在|停在|存在|用的?是?|使用|采用|位于|住着|养着|要|换成了?|改成了?"
    r"|搬到了?|负责|做|从|到|每))(?P<o>[^。;；!?]{1,50})$"
)
_ME_ZH = re.compile(
    r"^(?:最近|正|这段时间|现在|目前|一直|平时|也|都|还|曾经|以前|从小|已经|其实|从来|这几年|主要"
    r"|经常|在家)*(?P<no>不太|不怎么|不|没有?|从不|从(?:来)?没有?)?(?:(?:能|很能|可以|超能)?吃辣"
    r"|有[一二三四五六七八九十两\d]+口人|(?:睡眠|肠?胃|腰|视力|眼睛|颈椎|膝盖|听力|皮肤|血压|心脏"
    r"|记性|方向感)不(?:太|是很)?好|没?去过|会说|戴(?:着)?(?:眼镜|隐形|助听器|牙套|手表)|没有"
    r"(?:任何)?(?:食物|药物)?过敏史?$|有(?:驾照|车|房|恐高|洁癖|强迫症|社恐|选择困难|轻微|纹身"
    r"|[一两三]个|[一两三](?:辆|套|台|把)|医保|护照|美国|日本|签证|近视|散光)|没(?:有)?(?:驾照|车"
    r"|房|学过|去过|坐过|吃过|用过)|负责|做过|当过(?:兵|老师|[^，。]{2,8})|学过|去过|习惯(?!性)"
    r"|用的?是|用(?=[A-Za-z])|毕业|信(?:佛|教|基督|伊斯兰|奉)|是(?:左|夜猫子|早起|内向|外向|社恐"
    r"|路痴|素|单|独|INT|ENF|INF|ENT|IST|EST|ISF|ESF|[A-Z]{4}|穆斯林|基督徒|佛教徒|天主教徒|犹太人"
    r"|家里|[\u4e00-\u9fff]{1,4}(?:迷|控|粉|党|派|爱好者|信徒|族|球迷|新手|老手|会员|志愿者|党员"
    r"|校友))|属于|靠|骑车|开车|坐地铁|坐公交|走路|睡得?(?:早|晚)|起得?(?:早|晚)|支持"
    r"(?:[\u4e00-\u9fffA-Z]{2,8}队)|在(?:准备|备考|写|做|开发|研究|带|筹备|装修|创业|减肥|健身|戒"
    r"|存钱|练|读|追|运营|维护|参与)|参加了|加入了|创办了?|开了(?:一)?(?:家|间)|经营|通过了"
    r"|拿到了?|考(?:过了|到了)|怀孕|升职|买房|毕业了|生了|领养)(?P<o>[^。;；!?]{0,40})$"
)
_ME_NOT_ZH = re.compile(
    r"问题|想法|建议|疑问|办法|意思|感觉|时间|帮|你|这个|那个|点(?:累|困|饿|忙|烦|担心|紧张)|道理"
    r"|压力|心情|没用|不用|了解|资格|兴趣|机会|些(?:困惑|疑惑|迷茫)|一个(?:问题|想法|疑问|好消息"
    r"|坏消息|小问题|请求|朋友问)|才能|可能|话"
)
_FORBIDS_ZH = re.compile(r"(?:不能|不要|不可以?|不许|不得|别|禁止|一定不)$")
"""Before the verb: what must not be is nothing that a thing has (`我的鞋绝对不能有塑料`)."""
_CONTEXT_ZH = re.compile(r"在(?:准备|备考|写|做|开发|研究|筹备|装修|创业|减肥|追|带|存钱|练)")
_THING_EN = re.compile(
    r"^(?:and |but |also |so |btw,? |by the way,? )*(?P<s>(?:(?:the|our|my) (?!weather|problem"
    r"|issue|question|thing|point|idea|reason|answer|result|fact|best|worst|rest|way|movie|film"
    r"|book was|food|day|kids? are so|best part|truth|trick|goal here|catch|same|only)|"
    r"(?-i:[A-Z][\w-]*\d|[A-Z]{2,}|[A-Z][a-z]+(?:'s| of | [A-Z]))[\w'-]* ?)[\w' /#.-]{1,50}?)"
    r"(?P<v>(?:'s| (?:is|are))(?: (?:now|currently|still|always))?(?: (?:at|in|on|called|named"
    r"|located(?: (?:at|in|on))?|hosted (?:on|at|in)|based (?:in|at|on)|stored (?:at|in|on)|kept "
    r"(?:in|at|on|under)|parked (?:at|in|on)|due (?:on|by|in)?|set to|not|scheduled for|limited to"
    r"|capped at|open|closed|owned by|run by|maintained by|written in|under|behind|next to"
    r"|deployed (?:on|to|in|at)))?"
    r"| (?:now )?(?:goe?s? through|run on|runs (?:on|in|at|every)|lives (?:in|at|on|under)|uses"
    r"|costs|expires(?: on| in)?|opens (?:at|on)|closes (?:at|on)|starts (?:at|on)|ends (?:at|on)"
    r"|listens on|points to|requires|supports|went up to|went down to|goes up to|rose to"
    r"|dropped to|increased to|has (?:moved|been moved|changed|gone up|gone down|been renamed"
    r"|increased) to|moved to|changed to|was renamed to|was changed to|was moved to|weighs"
    r"|measures|holds|takes place|meets|renews(?: on| every)?|ships|deploys|depends on|doesn'?t"
    r"|does not|has|have))\s(?P<o>.{1,90})$",
    re.IGNORECASE,
)
_JUDGEMENT_EN = Caseless(
    r"^(?:really |so |very |too |quite |pretty |just |a bit |kind of |super |still "
    r"|always |more "
    r"|less |that |what |how |why |to |because |about |going |being |like |probably "
    r"|not (?!in|on"
    r"|at|to be|allowed|available|open|part|for)|great|good|nice|bad|fine|ok|okay"
    r"|awesome|amazing"
    r"|terrible|horrible|slow|fast(?!ing)|broken|down|failing|wrong|right|true|clear|hard|easy"
    r"|difficult|important|interesting|fun|boring|cool|cute|beautiful|ugly|sad|happy|sick|tired"
    r"|asleep|here|there|gone|up|ready|done|late|early|crazy|weird|acceptable|precise|perfect"
    r"|critical|ideal|weak|strong|tight|funny|annoying|delicious|driving|killing|getting|making"
    r"|doing|having|running|working|acting|looking|coming|worth|a (?:mess|lot|good"
    r"|great|bad|nice"
    r"|bit|big|little|real|really|pain|nightmare|joke|must|classic|disaster|lie)|an?"
    r" \w+ (?:idea"
    r"|question|day|place|movie|book|way|experience|choice|reminder|feeling)|the (?:best|worst"
    r"|most|same|reason|one|only)|been|had|no (?:problem|issue|idea|way|one|doubt|need|longer)"
    r"|nothing|trouble|problems?|issues?|it\b|you\b|some (?:good|great))"
)
_ME_EN = re.compile(
    (
        r"^(?: (?:also|currently|still|now|just|recently|have|mostly|actually|only"
        r"|finally|always))*"
        r"(?:'ve| have)? ?(?P<v>(?:take my (?:coffee|tea)|drink my (?:coffee|tea)|wear (?:glasses"
        r"|contacts|hearing aids?|braces)|have (?:a (?:driver'?s? licen[cs]e|tattoo|phd|master'?s"
        r"|degree|green card|visa|piano|garden|balcony|greenhouse|\w+ subscription)|an?"
        r" \w+ (?:degree"
        r"|licen[cs]e|passport|allergy))|don'?t (?:have|own) (?:a|any) (?:car|tv|pets?"
        r"|kids|licen[cs]e"
        r"|smartphone|driver)|don'?t have (?:any )?(?:food |known |drug )?allergies|have"
        r" no (?:food "
        r"|known |drug )?allergies|don'?t (?:drive|smoke|speak|cook|own|wear|swim|drink)\b"
        r"|never learned|belong to|support (?-i:[A-Z])|subscribe to|use (?:a|an|my) [\w-]+|use "
        r"(?-i:[A-Z])[\w. +#-]+(?: (?:for|as|at|on) )?|use (?:vim|emacs|neovim|zsh|linux"
        r"|arch|vscode"
        r"|postgres|tmux|fish)\b|manage (?:a|the) |lead (?:a|the) |maintain (?-i:[A-Z])"
        r"|maintain (?:a"
        r"|an|the) |own (?:a|an|the|two) |bank with|graduated|commute|work (?:from home|remotely"
        r"|night shifts?|part[- ]time|four days|nights|weekends|the night shift)|studied"
        r" (?:[\w ]+ )?"
        r"(?:at|in)|served in|passed (?:my|the)|earned (?:a|my)|won (?:a|the|my|second|first|third)"
        r"|founded|co-founded|switched from|never (?:been to|tried|had|flown|driven|owned|learned)"
        r"|started (?:a|my) (?:company|business|blog|podcast)|am (?:an introvert|an extrovert"
        r"|an early bird|a night owl|a morning person|in charge of|responsible for|on the \w+ team"
        r"|training for|preparing for|expecting|vaccinated|a member of|a \w+ (?:fan|buff"
        r"|geek|person"
        r"|owner|beginner|veteran))|'m (?:an introvert|an extrovert|an early bird|a night owl"
        r"|a morning person|in charge of|responsible for|on the \w+ team|training for|preparing for"
        r"|writing a (?:book|novel|thesis)|working on (?:a|an|my|the) |building (?:a|an|my) "
        r"|renovating|expecting|planning our|a member of|a \w+ (?:fan|buff|geek|person"
        r"|owner|beginner"
        r"|veteran)|doing (?:a|my) (?:phd|master|degree))|am writing a (?:book|novel|thesis)"
        r"|am working on (?:a|an|my|the) |am renovating|bought a house|had a baby|got promoted"
        r"|was promoted)\b.{0,80})$"
    ),
    re.IGNORECASE,
)
_CONTEXT_EN = Caseless(r"working on|preparing for|training for|renovating|writing a|building")
_KIN_STATE = Caseless(
    r"^(?:也|都|还|最近|刚|刚刚|今年|去年|现在|已经|一直|的|其实|经常)*(?:在|是|叫"
    r"|有|学|会|不会"
    r"|上|读|住|当|做|弹|踢|喜欢|搬|考|毕业|结婚|退休|怀|养|得|患|开|负责|生|属|姓|比我"
    r"|工作|去了|名字"
    r"|生日|电话|血压|血糖|视力|听力|腿脚?|腰|心脏|记性|眼睛|不(?:吃|喝|住|会|能)"
    r"|从事|快|要结婚|[一二三四五六七八九十\d]+岁)|^(?:在)?(?:去年|前年|早就|早年|已经"
    r"|[\d一二两三四五六七八九十]+年前)(?:就)?(?:走了|过世了?|去世了?|不在了|没了)$|^(?: are (?:both )?\d|'s (?:name"
    r"|birthday)|'s| is| was born| lives?| works?| studies| goes to| teaches| has|"
    r" plays| speaks"
    r"| just (?:started|turned|moved|graduated|got)| got| moved| turned| turns|"
    r" started| graduated"
    r"| loves| runs| owns| can'?t| doesn'?t| died| passed| retired| can)\b"
)
_NAMED_STATE = Caseless(r"^(?: lives?| works?| was born| studies| teaches|'s birthday)\b")
_KIN_MOMENT = Caseless(
    r"recovering|better|healthy|doing (?:well|fine|ok)|生气|吵架|说|觉得|问我|让我|叫我|想|来了"
    r"|(?<!年)(?<!经)(?<!前)(?<!就)走了|回来|睡|吃饭|在(?:睡|吃|看|玩|等|旁边|家呢|干)|很|好|真|太|有点|不理"
    r"|angry|mad"
    r"|sleeping|upset|crying|sick (?:today|now)|coming|visiting|calling|here|asking"
    r"|on (?:his|her"
    r"|the) way|going to|being|driving me|yelling|so |very |really |such |great|nice|sweet"
    r"|just called|is (?:at|out|watching|eating|cooking)"
)


def find(view: View) -> Iterator[Draft]:
    """Yield the plain statement a clause makes about a thing or the speaker; at most one."""
    if view.subject.who == "other":
        yield from _relative(view)
    elif view.chinese:
        yield from _chinese(view)
    else:
        yield from _english(view)


def remembered(view: View) -> Draft:
    """Return what somebody asked to remember, as it was said."""
    name = view.subject.name if view.subject.who == "other" else "user"
    return Draft("remember", "fact", {"subject": name}, confidence=0.9, importance=0.8, whole=True)


def _relative(view: View) -> Iterator[Draft]:
    plain = view.predicate
    known = (
        view.chinese
        or re.match(r"(?:my|our)\b", view.subject.words, re.IGNORECASE)
        or _NAMED_STATE.match(plain)
    )
    if known and _KIN_STATE.match(plain) and not _KIN_MOMENT.search(plain):
        yield Draft("about-somebody", "fact", {"subject": view.subject.name}, confidence=0.6)


def _chinese(view: View) -> Iterator[Draft]:
    plain = view.predicate
    if view.subject.who == "user" and view.subject.at:
        if (
            (own := _OWN_ZH.match(plain))
            and not _JUDGEMENT_ZH.search(own["o"])
            and not _ME_NOT_ZH.search(own.group())
            and not _FORBIDS_ZH.search(own["s"])
        ):
            yield _valued(view.clause.text[: view.subject.at + own.start("v")], own, "own-thing")
        elif (me := _ME_ZH.match(plain)) and not _ME_NOT_ZH.search(plain):
            if _CONTEXT_ZH.search(plain):
                yield Draft(
                    "working-on", "context", {"topic": view.clause.text[:60]}, confidence=0.6
                )
            else:
                yield Draft("about-me", "fact", {"negated": bool(me["no"])}, confidence=0.6)
    elif view.subject.who == "open":
        clause = view.clause.plain
        thing = _THING_ZH.match(clause)
        if pet := _PET_ZH.match(clause):
            yield Draft(
                "pet",
                "fact",
                {"subject": pet["s"], "attribute": "value", "object": pet["o"]},
                confidence=0.7,
            )
        elif switched := _SWITCH_ZH.match(clause):
            yield _valued(
                view.clause.text[switched.start("s") : switched.end("s")],
                switched,
                "plain-statement",
            )
        elif thing and _concrete_zh(thing) and not _JUDGEMENT_ZH.search(thing["o"]):
            yield _valued(
                view.clause.text[thing.start("s") : thing.end("s")], thing, "plain-statement"
            )
        elif view.standing and (number := _NUMERIC_ZH.match(clause)):
            yield _valued(
                view.clause.text[number.start("s") : number.end("s")],
                number,
                "plain-statement",
            )


_SHORT = 12


def _concrete_zh(found: re.Match[str]) -> bool:
    """A place, number, identifier or `X 的 Y`: something that can be looked up, not a thought about the world."""
    subject, value = found["s"].strip(), found["o"]
    if _VAGUE_ZH.search(subject) or re.match(
        r"(?:就|也|都|还|才|只|不|没|可|真|又|但|我的一)", subject
    ):
        return False
    told = (
        re.search(
            (
                r"\d|[A-Za-z]{2,}|[A-Z]|放在|停在|存在|号楼|栋|室|楼|柜|抽屉|二维码|编号|代号"
                r"|负责人|截止|部署"
                r"|仓库"
            ),
            found.group(),
        )
        is not None
    )
    placed = (
        re.match(
            r"(?:现在|目前|就|都|也|还)*(?:在(?!于)|位于|放在|停在|存在|挂在|装在|藏在|设在)",
            found["v"],
        )
        is not None
    )
    if placed and "的" in subject and len(value) <= _SHORT:
        return True
    return told or (
        "的" in subject
        and re.search(
            (
                r"(?:名字|代号|编号|地址|位置|负责人|价格|费用?|房租|工资|型号|颜色|密级|时间"
                r"|日期|版本|域名"
                r"|口令牌|开放时间|电话|部门|座位|车位|钥匙|病房|班次|学费)$"
            ),
            subject,
        )
        is not None
    )


def _english(view: View) -> Iterator[Draft]:
    clause = view.clause.plain
    thing = _THING_EN.match(clause)
    own = view.subject.at == 0 and re.match(r"(?:the|our|my)\b", clause, re.IGNORECASE)
    if thing and (own or view.subject.who in {"open", "nobody"}) and _concrete_en(thing):
        yield _valued(view.clause.text[thing.start("s") : thing.end("s")], thing, "plain-statement")
    elif (
        view.subject.who == "user"
        and view.subject.at
        and _ME_EN.match(view.predicate)
        and (
            view.subject.words.lower() != "we"
            or " switched" in view.predicate
            or _IDENTIFIED.search(view.predicate)
        )
    ):
        if _CONTEXT_EN.search(view.predicate):
            yield Draft("working-on", "context", {"topic": clause[:60]}, confidence=0.6)
        else:
            yield Draft("about-me", "fact", {}, confidence=0.6)


_AMOUNTS = Caseless(r"\b(?:deadline|budget|rent|fee|price|limit|size)$")


def _concrete_en(found: re.Match[str]) -> bool:
    """A value, place or identifier of a short, named thing; prose about the talk or the world is none."""
    value, subject = found["o"].strip(), found["s"].strip()
    if (
        _NO_THING_EN.search(subject)
        or len(subject.split()) > _SHORT_SUBJECT
        or len(value.split()) > _SHORT
        or _PROSE_EN.search(value)
    ):
        return False
    if found["v"] == "'s" and _NAME_LAST.search(subject) and not _STATED_AFTER_S.match(value):
        return False  # `Mama Put's Eatery` is a name
    if _LOOSE_VERB_EN.search(found["v"]) and not _IDENTIFIED.search(subject):
        return False
    bare = (
        re.fullmatch(r"(?:'s| (?:is|are))(?: (?:now|currently|still|always))?", found["v"])
        is not None
    )
    named = _NAMED_NOUN.search(subject) is not None and (
        not _AMOUNTS.search(subject) or re.search(r"\d", value) is not None
    )
    if bare and not _NAMES_SOMETHING.match(value) and not named:
        return False
    return (
        not _JUDGEMENT_EN.match(value)
        and re.match(
            (
                r"(?:the|our|my) (?:test|build|tests|job|script|output|server crash|error|bug|code"
                r"|download)s?\b"
            ),
            found["s"],
            re.IGNORECASE,
        )
        is None
    )


_NAME_LAST = re.compile(r"\b[A-Z][\w-]*$")
_STATED_AFTER_S = Caseless(
    r"(?:an?|the|in|at|on|under|not|now|my|our|called|named|due|set|open|closed|located|based|from)\b|\d"
)
_SHORT_SUBJECT = 6
_NO_THING_EN = Caseless(
    r"^(?:my (?:understanding|impression|sense)|furthermore|compared|however|moreover|according|anyway"
    r"|additionally|looking)\b|\b(?:I"
    r"|you|that|which|who|what|this|these|those|one|ones|thing|things|way|point|mind|time"
    r"|moment|goal|focus|idea|change|text|framework|window|clock|pressure|plan"
    r"|problem|following"
    r"|below|above|challenge|issue|market|demand|biggest|primary|greatest|strength|tongue"
    r"|target audience|purpose|process|approach|feeling|heart|life|head|business"
    r"|future|question"
    r"|all|every|any|some)\b"
)
_PROSE_EN = Caseless(
    r"^(?:usually|obviously|hold|track|fire|point|my mind|both|it|them|top of|the (?:main|most"
    r"|same|only|absolute|key|best|first|last|whole)|an? (?:huge|pragmatic|real|good"
    r"|bad|new|great"
    r"|big|key|major|bit|lot|must|way|sign|part of|matter|step|mess|reason)|\w+(?:ed"
    r"|ing) (?:at|on"
    r"|to|by|for|with)\b|something|someone)\b|\b(?:I|you|we|exactly|certainly|definitely)\b"
    r"|[*#{}<>|]|\b(?:because|so that|which|who|that)\b|much better"
)
_LOOSE_VERB_EN = Caseless(
    r"\b(?:has|have|does|doesn't|doesn'?t|depends|requires|supports|uses|holds|meets)\b"
)
_IDENTIFIED = re.compile(r"\d|(?-i:[A-Z]{2,})|[\w]+-[\w]+|(?-i:^[A-Z][a-z]+ [A-Z])", re.IGNORECASE)
_NAMES_SOMETHING = re.compile(
    r"(?=.*(?:\d|\b(?!I\b)[A-Z]|[_@/\"“]|\w-\w))|(?:in|at|on|under|behind|next|not in|every"
    r"|from)\b"
)
_NAMED_NOUN = Caseless(
    r"\b(?:name|code|codename|colou?r|title|nickname|brand|model|deadline|budget|rent|fee|price"
    r"|limit|size|key|mascot|theme|format|language|framework|database|owner|lead"
    r"|supplier|vendor"
    r"|doctor|password hint)$"
)
_ARTICLE = re.compile(
    r"^(?:and |but |also |so |btw,? |by the way,? )*(?:the |our )?", re.IGNORECASE
)
_IN_PLACE = Caseless(
    r"在|位于|\b(?:in|at|on|under|lives|located|moved|parked|stored|kept|hosted|deployed)\b"
)
_OPEN_VERB = Caseless(
    r"不|没有|有$|负责|支持|要求|\b(?:not|has|have|doesn'?t|supports|requires|uses)\b"
)


_NOT_SO = re.compile(r"[,，]\s*(?:not|而?不是).*$", re.IGNORECASE)
_VERBS = {
    "opens": re.compile(r"\bopens"),
    "closes": re.compile(r"\bcloses"),
    "starts": re.compile(r"\bstarts"),
    "ends": re.compile(r"\bends"),
    "price": re.compile(r"\bcosts"),
    "expires": re.compile(r"\bexpires|\brenews|到期"),
    "due": re.compile(r"\bdue|截止"),
    "name": re.compile(r"\b(?:called|named|renamed)|叫"),
}
_CLOCK = Caseless(
    r"\d{1,2}(?::\d\d)?(?: ?[ap]m)?\b(?! \w)|noon|midnight|[0-9一二三四五六七八九十]+[点月号]"
)


_DENIES = re.compile(
    r"\s+(?:never|not|no longer|hardly|rarely|seldom)$"
    r"|(?:还|从|也|(?<!合)并|(?<!成)就|(?<![成首古京])都)*(?:没有?|不|未)$",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"(?:\s+(?:also|still|now|usually|always|really|just|currently|actually|already|only))+$"
    r"|(?:现在|目前|一直|一向|其实|真的|确实|从来|至今|暂时|平时|通常|最近|早就|根本|完全|绝对|也)+$",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"\s+(?:once|formerly|previously|originally)$"
    r"|(?:以前|曾经|之前|原来|原本|本来|过去)(?:就|都|也)?$",
    re.IGNORECASE,
)


def _parted(subject: str) -> tuple[str, bool, bool]:
    """Return the noun without the adverbs before its verb; do they deny it, do they say that it was so once?"""
    asserted = _DENIES.sub("", subject)
    always = _BETWEEN.sub("", asserted)
    noun = _ONCE.sub("", always)
    return noun.strip(), asserted != subject, noun != always


def _attribute(verb: str, value: str) -> str:
    """What of the thing the value is: its place, time, name, or simply its value."""
    for slug, pattern in _VERBS.items():
        if pattern.search(verb):
            return slug
    if not _IN_PLACE.search(verb):
        return "value"
    return "time" if _CLOCK.match(value) else "location"


def _valued(subject: str, found: re.Match[str], rule: str) -> Draft:
    """A statement with a place or value is single-valued in its subject; any other stands for itself."""
    noun, denied, once = _parted(_ARTICLE.sub("", subject.strip(" ,，:：")))
    groups = found.groupdict()
    verb = groups.get("v") or "是"
    attributes: dict[str, object] = {"subject": noun or "user"}
    if denied:
        attributes["negated"] = True
    elif not (once or _OPEN_VERB.search(verb)):
        attribute = _attribute(verb, groups["o"])
        value = _NOT_SO.sub("", groups["o"]).strip()
        attributes |= {"attribute": attribute, "object": value[:80]}
    return Draft(rule, "fact", attributes, confidence=0.6)
