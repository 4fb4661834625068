"""How somebody wants things done for them, in whatever words, Chinese: `回话别太长`, `催我的时候语气软一点`.

The frame makes it an order that lasts: what the assistant makes or does is named in general and put first, or the occasion
is (`你…的时候`), and a word of ordering follows. What points at the text at hand, or stands beside a task, is an order of
this once; `durability.momentary` looks at the rest of the message.
"""

import re
from collections.abc import Iterator

from stelae.remember.rules.orders import patterns
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View

_BAN = (
    "(?:千万|最好|麻烦|请|就|也|都|尽量|可|一定|务必|里头|里)*"
    "(?:别|不要|甭|莫|少|不用|勿|不许|不准|禁止|免)(?:再|老|总|动不动就?|一直|都)*"
)
_ASK = (
    "(?:请|麻烦你?|务必|记得|劳烦|希望)+(?:都|一律|统一|尽量|给我|帮我|替我)*"
    "|(?:也|都|就|得|要|一律|统一|全部?|尽量)*给我"
)
_MUST = "(?:都|一律|统一|全部?|必须|一定要?|得|要|尽量|只|默认|最好)+"
_MAKE = (
    "(?:用|写|出现|说|讲|念|叫|称呼|放|加|附|带|标|注明|列|分|按|照|以|保留|精确|控制|限|超过|换算|翻|译|排|配|选|推|推荐"
    "|安排|导航?|发|打|弄|整|做成?|画|算|显示|展示|大写|小写|包含|提|提到"
    "|省略|缩写|压缩|改写|生成|输出|回|回复|结尾|开头|署名|落款)"
)
"""What one does with a text or a plan that one makes for another."""
_DEGREE = (
    "(?:(?:大|小|长|短|快|慢|细|简|轻|软|硬|重|淡|多|少)一?[点些](?:儿)?"
    "|(?:简[短洁单练]|正式|口语化?|直白|通俗|温柔|朴素|精炼)(?:一?[点些])?)"
)
_TIMES = r"(?:你|您|以后|平时|每次|,|，|\s)*"
_T = r"(?P<t>(?!先|再|今|明|昨|刚|这|那|我|他|她|它|就|才|也|都|如果|要是|不|没|别)[^，。他她它]{1,14}?)(?:你|您)?"
_OCCASION = Caseless(
    rf"^{_TIMES}[^，。]{{0,12}}(?:的?时候|时)[,，]?(?:语气|声音|速度|节奏|口气)?[^，。]{{0,6}}?"
    rf"(?:{_BAN}|请|要|得|记得|用|按|慢|[软轻快细]一?[点些]|先|只|尽量|直接|多)[^，。]{{0,20}}$"
)
_OF_US = Caseless(
    r"你|您|[给跟和对帮催叫喊教陪问]我|给(?=[^，。]{0,6}(?:推|算|发|选|订|点|写|做|找|安排))"
)
"""The occasion is one on which the assistant does something."""
_TOPIC = (
    Caseless(
        rf"^{_T}(?:{_BAN}(?:给我|跟我|对我)?|{_ASK})[^，。吗呢]{{0,4}}?{_MAKE}[^，。吗呢]{{0,20}}$"
    ),
    Caseless(rf"^{_T}{_BAN}(?:太|这么|那么|过于)[^，。吗呢]{{1,8}}$"),
    Caseless(
        rf"^{_T}(?:{_BAN}(?:太|这么|那么|过于)|(?:{_BAN}|请|尽量|可以)?{_MAKE}?(?:得"
        rf"|的)?){_DEGREE}[^，。吗呢]{{0,6}}$"
    ),
    Caseless(rf"^{_T}{_MUST}[^，。吗呢]{{0,3}}?{_MAKE}[^，。吗呢了]{{1,20}}$"),
    Caseless(
        rf"^{_T}(?:按照?|用|以|照)[^，。吗呢了]{{1,14}}(?:来)?(?:写|做|排|算|列|出|报|弄|发|标|分开写|输出|为准)$"
    ),
)
_MANNER = Caseless(
    rf"^(?:你|您)[^，。我]{{1,6}}?{_DEGREE}$|^(?:你|您)?(?:给|帮|替|跟|和|对)我[^，。了的]{{1,8}}?(?:要|得|请|{_BAN}|必须"
    rf"|记得|尽量)[^，。了吗呢]{{1,20}}$"
    rf"|^(?:你|您)?(?:给|帮|替)我[^，。了]{{1,6}}的[^，。了]{{0,6}}?(?:{_BAN}|{_ASK}|{_MUST}|用|按|写"
    rf"|放)[^，。吗呢了]{{1,20}}$"
    r"|^(?:你|您)?(?:就|直接|都|尽量|尽管)给我(?:发|念|打|写|说|读|用|讲)[^，。了吗呢]{1,10}$|^(?:你|您)?给我(?:发|念|打|写"
    r"|说|读|用|讲)[^，。了吗呢]{0,8}(?:就行|就好|即可|就成)$"
)
_FORBIDS = Caseless(
    r"^(?:(?:所以|那|另外|还有|以后|对了|麻烦|请|平时|你|您|[^，。我你他这那]{2,8}[之以]?[前后])[,，\s]*)*"
    r"(?:别|不要|甭|莫|少(?=给|跟|对|往))(?:再|老|总|动不动就?|一直|一天到晚|没事)*(?:给我|跟我|对我|往我|用|拿|把我|打|搞"
    r"|整|推荐?|安排)[^，。了吗呢]{2,24}$"
)
_TOO_MUCH = Caseless(
    r"^(?:你|您|请|就|也)*(?:别|不要|甭|莫|少)[^，。这那]{0,4}(?:那么|这么|太|那样|老)[^，。了吗呢]{1,6}$"
)
"""`甭打那么老长`: how much is too much."""
_SERVED = Caseless(
    "字|话|语|口气|文案|文书|邮件|消息|通知|提醒|推荐|推送|方案|计划|报[告表价]|[周日月年]报|合同|纪要|文档|总结|稿|简历"
    "|标书|课件|笔记|页|ppt|回[答复]|答案|内容|标题|图|表"
    "|格式|例子|代码|注释|路线|导航|行程|菜谱?|食谱|辅食|口味|训练|动作|活动|安排|清单|歌单|书单|作业|题|讲解|解释|金额|数字"
    "|单位|时间|日期|价格|称呼|签名|落款|开头|结尾|视频|声音"
    "|账|课|单词|翻译|译文|术语|评语|教案|病历|医嘱|线下|约|会议?|日程|闹钟|外卖|餐|饭店|酒店|座位|机票|车票|衣服|颜色|配色"
    "|礼物|电话|短信|微信|群|口径|海报|主图|详情|dashboard|sql"
)
"""What an assistant makes, sends or arranges; a bare word of degree can only be about such a thing."""
_AT_HAND = Caseless(
    r"[这那](?:个|段|句|篇|里|次|份|张|道|题|边|块|步|条|几|封|版|天)|上面|下面|以下|以上|刚才|刚刚|今[天晚早]|明[天早晚]"
    r"|现在|一下|第[一二三四五六七八九十\d]"
    r"|[吗呢吧]$|担心|着急|生气|难过|客气|紧张|误会|介意|忘|再见|理他|理她|管他|原文|全文|文中|[了过]$|帮我|等我|一会儿?"
    r"|待会|先(?:等|别|不)|报错|bug|你(?:好|真|太)"
    r"|(?:当心|注意|小心|留意|考虑(?:进去|到)?|避开|绕开)(?:点|一下|着点)?$|怎么|什么|带来|总是|启发|改成|为啥|如何|能不能"
    r"|可以不|吵|闹|哭|睡|跑$|走$"
)
_MARKED = Caseless(
    "别|不要|甭|莫|少|勿|不许|不准|禁止|免|时|请|务必|尽量|一律|统一|全|给我|得|要|必须|记得|按|用|以|只|都|麻烦"
    "|[大小长短快慢细简轻软淡]"
)
_BANS = Caseless("别|不要|甭|莫|勿|不许|不准|禁止|免|不用")
_OWN_WISH = Caseless(rf"^[^，。]{{1,14}}?{_MUST}(?!.*(?:给我|请|别|不要))")
_QUOTED = re.compile('“[^”]*”|「[^」]*」|『[^』]*』|"[^"]*"')
_SUCH_A_WORD = re.compile(
    r"(?:[这那](?:个|种|类|几个))?(?:字|词|说法|称呼|表达|口头禅)(?=$|[，。,])|[这那](?:种|类)"
)
_LEAD = re.compile(r"^(?:(?:所以|那|另外|还有|以后|对了|麻烦|请|平时)[,，\s]*)+(?=[^，。])")
_END = re.compile(r"[嘛哈啊哦呀啦哟喔]+$")
_LONGEST = 44


def find(view: View) -> Iterator[Draft]:
    """Yield the order that a clause gives; at most one."""
    plain = view.clause.plain
    if (
        not view.chinese
        or len(plain) > _LONGEST
        or _MARKED.search(plain) is None
        or (view.subject.at and not plain.startswith(("你", "您")))
        or patterns.ACTS.search(plain)
    ):
        return
    said = _SUCH_A_WORD.sub("", _QUOTED.sub("“”", _END.sub("", plain)))
    if _AT_HAND.search(said):
        return
    if _ordered(said, carried=view.subject.who == "user"):
        yield Draft(
            "way",
            "preference",
            {
                "polarity": "dislike" if _BANS.search(plain) else "like",
                "aspect": "instruction",
                "object": view.clause.text[:80],
            },
            confidence=0.7,
            importance=0.7,
            clauses=1 + _taken_up(view),
        )


def _ordered(said: str, *, carried: bool) -> bool:
    """Is it one? A clause that goes on about the speaker must say to whom, or what not."""
    if any(shape.match(said) for shape in (_MANNER, _FORBIDS, _TOO_MUCH)):
        return True
    if _OCCASION.match(said) and _OF_US.search(said):
        return True
    plain = _LEAD.sub("", said)
    if carried and _OWN_WISH.match(plain):
        return False
    for number, shape in enumerate(_TOPIC):
        topic = shape.match(plain)
        if topic and (number == 0 or _SERVED.search(topic["t"])):
            return True
    return False


_GOES_ON = Caseless(
    rf"^(?:{_BAN}|{_ASK}|[也都要用改写放带附标]|而是|就|然后)[^，。我吗呢]{{1,16}}$|^[^，。我吗呢]{{1,6}}(?:在[前后上下]"
    rf"|放[前后上下]面?)$"
)


def _taken_up(view: View) -> int:
    """How many of the clauses behind it go on ordering."""
    count = 0
    for clause in view.sentence.clauses[view.index + 1 :]:
        if not _GOES_ON.match(clause.plain):
            break
        count += 1
    return count
