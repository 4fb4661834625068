"""Tastes said without a verb of liking: `karaoke leaves me cold`, `I swear by cast iron`, `抹茶我百吃不厌`.

Each idiom is a frame around the thing it is about; frames are grouped by what they say of it.
"""

import re
from collections.abc import Iterator

from stelae.remember.rules.facts.phrases_en import STREET_EN
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.objects import chinese_object, deictic, english_object
from stelae.remember.rules.tastes.word_order_zh import NO_TOPIC
from stelae.schemas.candidate import Polarity

_O = r"(?P<o>(?!(?:it|that|this|which|what|there|he|she|you|they|and|but)\b)[\w' /&-]{2,60}?)"
_VERY = (
    r"(?: (?:really|just|simply|absolutely|always|still|honestly|definitely|totally|so|kind of|also"
    r"|quite|never|frankly|truly|pretty much|very much|all|personally))*"
)
_I = (
    rf"(?:(?:I|we)(?P<be>'m| am|'ve| have|'re| are|'d| would|'ll| will)?|(?=can't"
    rf"|couldn't|could|big|huge|not)){_VERY} ?"
)
_LIKES_EN = (
    rf"{_I}(?:(?:will |could )?never (?:get|grow|be) (?:tired|bored|sick) of) {_O}",
    rf"{_O} (?:suits?|fits?) me (?:best|better|perfectly|down to the ground|just fine)",
    rf"my idea of (?:heaven|fun|a (?:good|perfect|great) \w+(?: \w+)?) (?:is|has to be) {_O}",
    rf"(?:nothing|nobody|no one|not much|few things) (?:makes?|gets?) me (?:happier|more excited"
    rf"|more relaxed) than {_O}",
    rf"{_O} (?:is|are){_VERY} (?:my (?:weakness|happy place|(?:comfort|go-to|first"
    rf"|one true) ?\w*|vice|drug of choice"
    rf"|saving grace|obsession|passion|idea of (?:heaven|fun|a good \w+)|kind of \w+)"
    rf"|what (?:keeps|makes|gets) me .{{2,20}}"
    rf"|what I live for|where it's at for me|a must(?:-have)? for me|heaven(?: to"
    rf" me)?|right up my (?:alley|street)"
    rf"|unbeatable|the way to (?:my heart|go for me)|my (?:\w+ )?of choice)",
    rf"{_O} (?:never gets? old|makes? my day|always (?:cheers?|calms?|lifts?) me"
    rf" (?:up|down)?|keeps? me (?:sane|going|happy)"
    rf"|always hits? the spot|wins? every time|all the way)(?: for me)?",
    rf"(?:give me |I'd take |I'll take )?{_O}(?: over [\w' -]{{2,30}})? (?:any day"
    rf"|every time|any time|all day long)(?: of the week)?",
    rf"(?:I|we)(?:'ll|'d| will| would)? (?:always )?(?:take|choose|pick) {_O} over [\w' -]{{2,40}}",
    rf"(?:nothing|not much|few things) (?:beats?|tops?|comes? close to|compares? (?:to|with)) {_O}",
    rf"(?:my|our) (?:go-to|usual|default|favou?rite|preferred|ideal|standard)(?: [\w"
    rf" ]{{2,20}}?)? (?:is|are|would be|has to be) {_O}",
    rf"{_I}(?:swear by|live for|live on(?! (?:an?|the|my|our|\d\w*|campus|base|site|board)\b| .*{STREET_EN})"
    rf"|thrive on|crave|treasure|cherish|relish"
    rf"|savou?r|(?:can't|could never|can never|couldn't)"
    rf" (?:get enough of|live without|do without|resist|say no to|go a day without"
    rf"|function without)"
    rf"|(?:say|said) no to|go(?:es)? for|pick|opt for|reach for|gravitate (?:to"
    rf"|towards?)|lean towards?"
    rf"|happiest (?:when I'm|when|in|on|with|at)|(?:all about|mad about|nuts about"
    rf"|wild about|hooked on|big on"
    rf"|sold on|at home with|a sucker for|partial to|devoted to)|(?:become|grown|got"
    rf"|gotten) (?:\w+ )*(?:fond of|into|hooked on|attached to)"
    rf"|(?:got |have )*(?:an? )?(?:(?:real|huge|big|secret|particular|total|serious"
    rf"|bit of a) )*(?:soft spot|weakness|passion|thing|sweet tooth|fondness"
    rf"|penchant) for) {_O}",
    rf"(?:I|we) could (?:happily )?live on {_O}",
    rf"(?:I|we) could (?:happily )?(?:eat|drink|watch|read|play|listen to|wear|live on|spend) {_O}"
    rf" (?:every (?:single )?day|all day(?: long)?|forever|for ever|non-stop|and"
    rf" never get tired of it)",
    rf"(?:I'm|I am){_VERY} (?:much )?(?:more of )?an? (?:\w+ )?(?P<person>(?!morning|good|bad|nice"
    rf"|people)[\w-]+(?: [\w-]+)?) (?:person|guy|girl|lover|nut|buff|fanatic"
    rf"|enthusiast|addict|devotee|junkie)",
    rf"{_O} only for (?:me|us)(?: (?:on|at|in|when|for|during) [\w' -]{{2,30}})?",
    rf"(?:a )?(?:big|huge|massive|lifelong|long-time) (?:fan|lover|admirer) of {_O}",
)
_DISLIKES_EN = (
    rf"{_O} (?:is|are)(?:n't| not)(?: really| just| quite)? me",
    rf"my (?:idea of (?:hell|torture)|pet (?:peeve|hate)|worst nightmare|biggest (?:turn-?off|bugbear)) (?:is"
    rf"|has to be) {_O}",
    rf"{_O} (?:does|do) (?:absolutely )?nothing for me",
    rf"{_O} (?:(?:just |really |always |absolutely |totally )*)(?:leaves? me cold"
    rf"|drives? me (?:up the wall|crazy|mad|nuts|insane|bonkers|round the bend)"
    rf"|gets? (?:on my nerves|under my skin)|makes? me (?:gag|cringe|shudder"
    rf"|uncomfortable|anxious|want to (?:scream|cry|leave))"
    rf"|turns? my stomach|puts? me off|gives? me the (?:creeps|ick|shivers)|bores?"
    rf" me(?: \w+){{0,2}}|wears? me out"
    rf"|stress(?:es)? me out|grosses me out|weirds? me out|freaks? me out|annoys? me"
    rf"|irritates? me|bothers me|rubs? me the wrong way)",
    rf"{_O} (?:is|are){_VERY} (?:an? )?(?:\w+ )?(?:(?:hard|firm|big|definite|total"
    rf"|absolute|flat) (?:no|pass)|no-go|deal-?breaker"
    rf"|turn-?off|(?:my )?(?:pet (?:peeve|hate)|bugbear|nightmare|idea of (?:hell"
    rf"|torture)|worst nightmare))(?: for me| of mine)?",
    rf"{_O} (?:is|are|'s)(?:n't| not){_VERY} (?:for me|my (?:scene|bag|vibe|thing|speed|taste))",
    rf"{_O} and (?:me|I) (?:don't mix|aren't friends|don't get on)",
    rf"{_I}(?:(?:can|could|can happily|could happily) (?:do|live) without|can't be"
    rf" (?:doing with|bothered with|around)"
    rf"|(?:never |not )*(?:been )?one for|not (?:big on|much of an? (?!\w+er\b)|much for|crazy"
    rf" about|wild about|sold on|a \w+ person for)|(?:gone|went) off"
    rf"|never (?:warmed to|got into|took to|saw the appeal of|understood the"
    rf" (?:appeal of|fuss about))|(?:warmed to|got into|taken to|took to|seen the"
    rf" appeal of)(?<=.)"
    rf"|couldn't care less about|don't (?:much )?care (?:much )?(?:for|about)|don't"
    rf" see the (?:appeal|point) (?:of|in)|don't get the (?:appeal|fuss) (?:of|about)"
    rf"|(?:got )?(?:no|zero|little) (?:patience|time|interest|use|stomach|love|appetite) (?:for|in)"
    rf"|(?:try to |tend to )?(?:stay away from|steer clear of|keep away from|shy away"
    rf" from|stay clear of)|draw the line at|rather not(?: \w+(?: (?:with|to|on|in|at"
    rf"|for))?)?"
    rf"|try to avoid|give up on|can't stomach|can't get (?:into|on with|along with)"
    rf"|can't handle|not comfortable with) {_O}",
    rf"(?:I|we)(?:'ve)? never (?:warmed to|got into|gotten into|took to|taken to|saw"
    rf" the appeal of|seen the appeal of|cared for|got the hang of liking) {_O}",
    rf"(?:I|we) (?:have|'ve got) (?:no|zero|little|absolutely no) (?:patience|time"
    rf"|interest|use|stomach|love|appetite) (?:for|in) {_O}",
    rf"(?:I|we) give {_O} a (?:miss|wide berth)",
)
_NEUTRAL_EN = (
    rf"(?:it's |it is )?not that I (?:hate|dislike|mind|can't stand|don't (?:like"
    rf"|enjoy|love)) {_O}",
    rf"(?:I|we) (?:have|'ve got|have got) (?:nothing|no (?:problem|issue|quarrel))"
    rf" (?:against|with) {_O}",
    rf"{_O} (?:doesn't|don't|does not|do not)(?: really| actually)? (?:bother|annoy"
    rf"|scare|faze|upset) me(?: at all| much)?",
    rf"(?:I) (?:wouldn't|can't|won't) say (?:that )?I(?: really| actually)?"
    rf" (?:dislike|hate|mind|don't (?:like|enjoy)) {_O}",
)
_CUE_EN = Caseless(
    r"\b(?:me|my|mine|our|I|we|any day|every time|fan|lover|all the way)\b"
    r"|\bnothing\b|^(?:few|can't|couldn't|could)\b"
)
_NO_THING_EN = Caseless(
    r"^(?:I\b|we\b|not\b|the (?:texture|smell|taste|look|sound)$|to |how|why|when|if|where|anything"
    r"|something|everything|nothing|the (?:fact|way|idea|code|error|bug|test|build"
    r"|script|app|function|last|first|second|third|next|one)\b|your|you\b|him|her"
    r"|them|us|me|a (?:look|walk|bit|while|break|moment)\b|work on|some|more)"
)

_OZ = r"(?P<o>[^，,。;；!?]{1,16}?)"
_SO = (
    r"(?:真的?|实在|是真|是|就是?|确实|一直|向来|简直|都|也|永远|绝对|最|可|完全"
    r"|根本|有点|挺|很|特别?|超级?|太|总是?|肯定|一定|从来|怎么都|,|，|\s)*"
)
_ME = r"(?:我(?:这(?:个)?人|个人|自己|从小|一直)?)"
_LIKES_ZH = (
    rf"{_ME}(?:一直|总|还是|真的?)?觉得{_OZ}(?:真的?)?(?:挺|很|特别|超级?|最|蛮|非常)(?:有意思|好玩|有趣|解压"
    rf"|治愈|上头|好吃|好喝|好听|享受|舒服)的?",
    rf"{_ME}{_SO}(?:钟意|中意|稀罕|喜好){_OZ}",
    rf"{_OZ}是(?:我们?|我们家)(?:的)?(?:最大|一大|唯一|主要|多年)?的?(?:爱好|兴趣|乐趣|日常|快乐|精神支柱"
    rf"|解压方式|命根子)",
    rf"{_OZ}{_ME}{_SO}(?:喜欢|喜爱|爱|热爱|着迷|love|like|enjoy|prefer)(?:死|惨"
    rf"|得不行|得要命|得很)?",
    rf"(?:再也)?没有?(?:(?:什么"
    rf"|哪)[^，。]{{0,6}}?)?比{_OZ}更[^，。]{{0,3}}?我?(?:喜欢|爱|开心|舒服|爱吃|爱喝"
    rf"|香|好吃|好喝|讨我[^，。]{{1,4}}|让我[^，。]{{1,4}}|合我[^，。]{{1,4}})",
    rf"{_OZ}{_ME}?{_SO}(?:是我的菜|百[吃听看玩喝]不[厌腻]"
    rf"|(?:怎么)?[吃听看玩喝]多少都不[腻厌够]|[吃听看玩喝]不腻|对我(?:的)?(?:胃口"
    rf"|口味|脾气)|合我(?:的)?(?:胃口|口味|心意|意)"
    rf"|(?:我的)?(?:心头好|本命|白月光|首选|快乐源泉|最爱|YYDS|yyds))的?",
    rf"{_ME}{_SO}(?:好(?:这|那)口(?:儿)?|爱死|迷(?!路|茫|信|失|惑|糊|恋)|认准|只认"
    rf"|首选|离不(?:了|开)|少不了|缺不了|不能没有|戒不掉|舍不得扔|痴迷|热衷于?|着迷"
    rf"|独爱|宠爱|馋)了?{_OZ}的?",
    rf"(?:每[顿天次][^，。]{{0,4}})?(?:我)?都?(?:少不了|离不了|缺不了|必须有|必有){_OZ}",
    rf"{_ME}{_SO}是(?:个|一个|资深|老|骨灰级|铁杆|十足的)*{_OZ}(?:控|迷|党|粉|粉丝|狂"
    rf"|爱好者|发烧友|重度用户|重度爱好者)",
    rf"{_ME}?{_SO}(?:离了|没了|没有){_OZ}(?:就)?(?:不行|活不了|没法活|睡不着|浑身难受)",
    rf"{_ME}?{_SO}对{_OZ}{_SO}(?:[毫没]无?有?抵抗力|情有独钟|爱不释手|欲罢不能|上头"
    rf"|着了?迷|念念不忘|来者不拒|没有抗拒力)",
    rf"(?:要我选|让我选|(?:如果)?二选一)?[,，]?{_ME}{_SO}(?:会|都)?选(?!了|定|好|完){_OZ}",
    rf"(?:最)(?:让我|能让我|令我)?(?:放松|开心|享受|舒服|治愈|解压|快乐|幸福"
    rf"|期待)的(?:事情?|时刻|时候)?{_SO}{_OZ}",
    rf"{_OZ}(?:最|真|特别|超级?)(?:舒服|解压|治愈|放松|惬意|过瘾)(?:了|不过了)?",
)
_DISLIKES_ZH = (
    rf"{_ME}(?:一直|总|还是|真的?)?觉得{_OZ}(?:真的?)?(?:挺|很|特别|超级?|最|蛮|非常|有点)(?:无聊|没意思|难吃"
    rf"|难喝|折磨人?|吵|浪费时间|受罪)的?",
    rf"{_ME}{_SO}嫌{_OZ}(?:太|又)[^，。]{{1,6}}",
    rf"{_OZ}{_ME}{_SO}(?:讨厌|受不了|受不住|忍不了|烦|恨|hate|dislike|不喜欢|不爱"
    rf"|接受不了)(?:死|透|得不行|得要命|得慌)?",
    rf"{_OZ}{_ME}?{_SO}(?:下不了(?:嘴|口)|咽不下去?|[吃喝]不来|欣赏不来|接受不来"
    rf"|消受不起|无福消受|敬谢不敏|敬而远之|提不起兴趣|[看听]不(?:下去|进去)|爱不起来"
    rf"|喜欢不起来|不是我的菜"
    rf"|不[合对]我(?:的)?(?:胃口|口味)|能躲就躲|能免则免|就算了吧?|不敢恭维"
    rf"|一口都?不想?[吃碰]|一点都不想碰|避之不及)的?",
    rf"{_ME}{_SO}(?:[听闻见看]不(?:得|了|惯)|最?烦(?!你)|[吃喝]不来|欣赏不来|忍不了"
    rf"|膈应|嫌弃?|犯怵|怵|害怕){_OZ}",
    rf"{_ME}?{_SO}(?:头疼|烦|怕|受不了|看不惯|不喜欢|讨厌|反感|无语|膈应"
    rf"|不能忍)的(?:事情?|人)?{_SO}{_OZ}",
    rf"{_ME}{_SO}[跟和]{_OZ}(?:处不来|合不来|八字不合|气场不合|没缘分)",
    rf"{_ME}?{_SO}对{_OZ}{_SO}(?:无感|没感觉|没啥感觉|不感冒|提不起(?:兴趣|劲)"
    rf"|敬而远之|没(?:什么|啥|有)?兴趣|爱不起来|有阴影|很抗拒|膈应)",
    rf"{_ME}{_SO}不(?:爱|好|稀罕|想碰|愿意?碰){_OZ}",
)
_NEUTRAL_ZH = (
    rf"{_ME}?{_SO}对{_OZ}{_SO}(?:没(?:什么|啥|有)?(?:意见|所谓|讲究)|无所谓|不讲究|来者不拒|不挑)",
    rf"{_ME}?{_SO}(?:倒)?(?:也)?不是(?:说)?(?:不喜欢|不爱|讨厌|反感|嫌弃|害怕|怕|嫌){_OZ}",
    rf"{_ME}?{_SO}没有(?:不喜欢|讨厌|反感|嫌弃){_OZ}",
)
_CUE_ZH = re.compile(
    r"我的菜|不[厌腻来]|我(?:的)?(?:胃口|口味|心意|脾气)|心头好|本命|首选|最爱|爱好|兴趣|乐趣|日常|觉得"
    r"|[钟中]意|嫌|稀罕"
    r"|[这那]口|迷|认|离|少不了|缺不|戒不|控|党|粉|狂|爱好者|发烧友|用户"
    r"|抵抗力|情有独钟|上头|选|[放开享舒治解快幸期]|过瘾|惬意|下不了|咽不|敬|提不起"
    r"|[听闻见看忍]不|烦|膈应|怵|头疼|无感|感觉|处不来|合不来|意见|所谓|讲究|不是"
    r"|没有|不爱|躲|馋|热衷|爱死|怕|受不|hate|love|like|enjoy|prefer|讨厌|喜欢|必"
    r"|没了"
)
_NO_THING_ZH = re.compile(
    r"^(?:[你他她它这那谁太]|什么|怎么|自己|我|去|来|说|做|被|了|的|上|到|第|在|一下"
    r"|不|没|是|有|就|都|也|还)|^(?:题|择|举|出|手|事|人生|生活|工作|学习|努力)$"
    r"|[了吗呢吧]$|时候$|觉得|因为|所以"
)


_LEAD = (
    r"(?:(?:honestly|seriously|personally|actually|well|ok|okay|oh|and|but|so|also|yeah|no|btw|look"
    r"|to be (?:honest|fair)|for me|if I'm honest|I (?:must|have to) (?:say|admit))[,:]? )*"
)


def _compiled(
    *tables: tuple[Polarity, tuple[str, ...], str],
) -> tuple[tuple[Polarity, Caseless], ...]:
    return tuple(
        (polarity, Caseless(f"^{_LEAD}(?:{frame}){end}"))
        for polarity, frames, end in tables
        for frame in frames
    )


_END_EN = (
    r"(?: (?:too|though|anyway|to be honest|if I'm honest|these days|lately|any"
    r" ?more|at all|I'm afraid|sorry))*$"
)
_ENGLISH = _compiled(
    ("neutral", _NEUTRAL_EN, _END_EN),
    ("dislike", _DISLIKES_EN, _END_EN),
    ("like", _LIKES_EN, _END_EN),
)
_END_ZH = r"(?:了|的|啊|呢|吧|哈|啦|呀|哦)*$"
_CHINESE = _compiled(
    ("neutral", _NEUTRAL_ZH, _END_ZH),
    ("dislike", _DISLIKES_ZH, _END_ZH),
    ("like", _LIKES_ZH, _END_ZH),
)
_LONGEST = 90


def find(view: View) -> Iterator[Draft]:
    """Yield the taste that an idiom states; at most one."""
    plain = view.clause.plain
    cue = _CUE_ZH if view.chinese else _CUE_EN
    if len(plain) > _LONGEST or _of_another(view) or cue.search(plain) is None:
        return
    for polarity, frame in _CHINESE if view.chinese else _ENGLISH:
        found = frame.match(plain)
        obj = _object(view, found) if found else ""
        if obj:
            yield Draft(
                "taste-idiom",
                "preference",
                {"polarity": polarity, "object": obj},
                confidence=0.8,
                importance=0.6 if polarity == "dislike" else 0.5,
            )
            return


def _of_another(view: View) -> bool:
    """Is it about somebody else? `Rain doesn't bother me` only looks so: its capital makes `Rain` a name."""
    return view.subject.who == "other" and not re.search(r"\bme\b|我", view.clause.plain)


def _object(view: View, found: re.Match[str]) -> str:
    name = next(n for n, v in found.groupdict().items() if v and n in {"o", "person"})
    raw = view.clause.text[found.start(name) : found.end(name)]
    if view.chinese and NO_TOPIC.search(raw):
        return ""
    obj = chinese_object(raw) if view.chinese else english_object(raw)
    refuse = _NO_THING_ZH if view.chinese else _NO_THING_EN
    return "" if not obj or deictic(obj) or refuse.search(obj) else obj
