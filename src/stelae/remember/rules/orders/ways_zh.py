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
    "(?:千万|最好|麻烦|请|就|也|都|尽量|可|一定|务必)*(?:别|不要|甭|少|不用|勿|不许|不准|禁止|免)"
)
_ORDER = rf"(?:{_BAN}|(?:麻烦|请|务必|尽量|一定要?|必须|最好|记得|都|一律|统一|也|得|要)+(?:给我|帮我|替我)?|给我)"
_TIMES = r"(?:你|您|以后|平时|每次|,|，|\s)*"
_OCCASION = Caseless(
    rf"^{_TIMES}[^，。]{{0,12}}(?:的?时候|时)[,，]?(?P<o>(?:语气|声音|速度|节奏|口气)?[^，。]{{0,6}}?"
    rf"(?:{_BAN}|请|要|得|记得|用|按|当心|注意|慢|[软轻快细]一?[点些]|先|只|尽量|直接|多)[^，。]{{0,20}})$"
)
_OF_US = Caseless(
    r"你|您|[给跟和对帮催叫喊教陪问]我|给(?=[^，。]{0,6}(?:推|算|发|选|订|点|写|做|找|安排))"
)
"""The occasion is one on which the assistant does something."""
_TOPIC = Caseless(
    r"^(?:(?:所以|那|另外|还有|以后|对了|麻烦你?|请|平时)[,，\s]*)*(?P<t>(?!先|再|今|明|昨|刚|这|那|你|我|他|她|它|就"
    r"|才|也|都|如果|要是)"
    rf"[^，。你他她它]{{2,14}}?)(?P<v>{_ORDER}|(?:排|写|放|弄|调|做|讲|说"
    rf"|念)(?=[^，。]{{0,4}}[大小长短快慢细简轻][一]?[点些]))"
    r"(?P<o>[^，。吗呢]{1,24})$"
)
_DONE_FOR_ME = Caseless(
    rf"^(?:你|您)?(?:给|帮|替)我[^，。了]{{1,6}}的[^，。了]{{0,6}}?(?:{_ORDER}|用|按|写|放)[^，。吗呢了]{{1,20}}$"
)
_FORBIDS = Caseless(
    r"^(?:(?:所以|那|另外|还有|以后|对了|麻烦|请|平时|你|您|[^，。我你他这那]{2,8}[之以]?[前后])[,，\s]*)*"
    r"(?:别|不要|甭|少(?=给|跟|对|往))(?:再|老|总|动不动就?|一直|一天到晚|没事)*(?P<to>给我|跟我|对我|往我|用|拿|把我"
    r"|打|搞|整|推荐?|安排)(?P<o>[^，。了吗呢]{2,24})$"
)
_SERVED = Caseless(
    "字|话|语气|口气|文案|文书|邮件|消息|通知|提醒|推荐|推送|方案|计划|报[告表价]|[周日月年]报|合同|纪要|文档|总结|稿"
    "|简历|标书|课件|笔记|页|回[答复话]|答案|内容|标题|图|表|格式|例子|代码|注释|路线|行程|菜谱?|食谱|辅食"
    "|训练|动作|活动|安排|清单|歌单|书单|作业|题|讲解|解释|金额|数字|单位|时间|日期|价格|称呼|签名|落款|开头|结尾|视频"
    "|声音|语音|账|课|单词|翻译|译文|术语|评语|教案|病历|医嘱"
    "|线下|约|会议?|日程|闹钟|外卖|餐厅|饭店|酒店|座位|机票|车票|快递|衣服|颜色|礼物|电话|打电话|短信|微信"
)
"""What an assistant makes, sends or arranges; only a topic of this kind can be ordered about."""
_AT_HAND = Caseless(
    r"[这那](?:个|段|句|篇|些|里|次|份|张|道|题|边|块|步|条|几|封|版)|上面|下面|以下|以上|刚才|刚刚|今[天晚早]"
    r"|明[天早晚]|现在|一下|第[一二三四五六七八九十\d]"
    r"|[吗呢吧]$|[这那]天|(?:当心|注意|小心|留意|考虑(?:进去|到)?|避开|绕开)(?:点|一下|着点)?$|担心|着急|生气|难过|客气"
    r"|紧张|误会|介意|忘|再见|理他|理她|管他|原文|全文|文中|[了过]$|帮我|等我|一会儿?|待会|先(?:等|别|不)|报错|bug"
    r"|你(?:好|真|太)"
)
_MARKED = Caseless(
    "别|不要|甭|少|勿|不许|不准|禁止|免|时|请|务必|尽量|一律|统一|给我|得|要|必须|记得|[大小长短快慢细简轻]一?[点些]"
)
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
        or _AT_HAND.search(plain)
    ):
        return
    carried = view.subject.who == "user"
    if _ordered(_QUOTED.sub("“”", plain), carried=carried):
        forbids = _BANS.search(plain) is not None
        yield Draft(
            "way",
            "preference",
            {
                "polarity": "dislike" if forbids else "like",
                "aspect": "instruction",
                "object": view.clause.text[:80],
            },
            confidence=0.7,
            importance=0.7,
        )


_OWN_WISH = Caseless("(?:尽量|一定要?|必须|最好|都|一律|统一|也|得|要)+$")
_TOO_MUCH = Caseless(
    r"^(?:你|您|请|就|也)*(?:别|不要|甭|少)[^，。这那]{0,4}(?:那么|这么|太|那样|老)[^，。了吗呢]{1,6}$"
)
"""`甭打那么老长`: how much is too much."""
_QUOTED = re.compile('“[^”]*”|「[^」]*」|『[^』]*』|"[^"]*"')
_BANS = Caseless("别|不要|甭|勿|不许|不准|禁止|免")


def _ordered(plain: str, *, carried: bool) -> bool:
    """Is it one? A clause that goes on about the speaker must say to whom, or how."""
    if _OCCASION.match(plain) and _OF_US.search(plain):
        return True
    if _DONE_FOR_ME.match(plain):
        return True
    topic = _TOPIC.match(plain)
    if topic and _SERVED.search(topic["t"]) and not (carried and _OWN_WISH.match(topic["v"])):
        return True
    return _FORBIDS.match(plain) is not None or _TOO_MUCH.match(plain) is not None
