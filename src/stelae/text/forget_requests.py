"""Requests to forget: is a sentence one, what is it about, and what may be kept of the turn that says it.

Such a turn is never a memory of what it wants gone (DEV-13), and saying so forgets nothing by itself: somebody has to
look at the preview. Unsure counts as no request: the sentence stays evidence. Reading the topic is more generous, since
whoever calls `forget` has said already what they want.
"""

import re
from dataclasses import dataclass

from stelae.text.normalise import squash
from stelae.text.scripts import simplified

PLACEHOLDER = "[asked to forget something]"
"""Stands in the log for the sentences that ask."""
HOW_TO = (
    "nothing is forgotten by saying so in a chat: `stelae forget WHAT` shows what would go, --yes does it"
    " (in code: Memory.forget, given the preview it returns)"
)
"""What the caller of `observe` is told; the words of the request are not repeated."""

_STRAIGHT = str.maketrans(
    {"’": "'", "‘": "'", "，": ",", "：": ":", "；": ";", "？": "?", "！": "!"}
)
_SENTENCE = re.compile(
    r"[^。！？!?\n]+?(?:[。！？!?\n]+|(?<=[^\s.\d])\.+(?=\s|$)|(?<=\d)\.(?=\s|$)|$)"
)

THING_ZH = (
    "电话号码|电话|手机号码?|手机|联系方式|地址|住址|住处|生日|名字|姓名|邮箱|邮件地址|工作|职业|公司|单位|年龄|账号|身份证号?|护照号?"
    "|密码|过敏|病史|病情|体重|身高|血型|前任|前男友|前女友|前妻|前夫|感情|婚姻|收入|工资|宠物|家人|学校|老家|行程|偏好|喜好|隐私"
)
THING_EN = (
    r"(?:phone|mobile|cell|telephone)(?: ?(?:phone|number))*|(?:home |mailing |street )?address(?:es)?|birth ?(?:day|date)"
    r"|date of birth|(?:full |last |first )?name|e-?mails?(?: address)?|job|occupation|employer|age|accounts? numbers?"
    r"|passport(?: number)?|allerg(?:y|ies)|medical \w+|health \w+|weight|height|ex(?:-\w+)?|salary|income|pets?"
    r"|school|hometown|preferences?|secrets?|personal \w+"
)
LEAD_ZH = (
    r"(?:(?:好的?|嗯+|那|对了|另外|还有|现在|算了)[,、\s]*|小\w{1,3}(?:[,、\s]+|(?<=同学)|(?=请|麻烦|能不能|能否|你)))*"
    r"(?:请|麻烦|劳驾|拜托|求求?你|能不能|能否|可不可以|可以|帮我|帮忙|给我|立刻|马上|我(?:想|要|希望|需要)(?:让|请|叫)?你|让你|你|您|就|都|也"
    r"|彻底|完全|从此|\s)*"
)
LEAD_EN = (
    r"(?:(?:hey|hi|ok(?:ay)?|so|but|then|and|also|now|well|actually|oh|by the way|btw|no|yes|sorry)[, ]+)*"
    r"(?:(?:please|pls|kindly|just|then|completely|immediately|go ahead and|(?:can|could|will|would) you"
    r"|(?:i|we) (?:want|need|would like|'d like|wish) you to|i'd like you to|you (?:should|must|can|may|need to|have to))"
    r"[, ]+)*"
)
_FORGET_ZH = "忘掉|忘记|忘了|忘却"
_DELETE_ZH = "删掉|删除|删了|抹掉|抹去|清除|清掉|擦除|移除"
_TOLD_ZH = (
    r"我(?:之前|以前|刚才|刚刚|上次|曾经|昨天|今天|前面)?(?:曾)?(?:跟|和|对|向|给)?你?"
    r"(?:说|讲|告诉|提|聊|分享|谈)(?:到|起|及)?"
)
_ABOUT_ME_ZH = (
    rf"(?:{_TOLD_ZH}|(?:所有|一切)?(?:关于|有关)|(?:刚才|之前|这|那)(?:条|段|句|件|些|个)|记忆|你(?:记住|记得|知道|保存)的"
    rf"|我(?:的|住|在|是|叫|有|对|跟|和)|(?:我|{THING_ZH}))"
)
_ASKS_ZH = (
    re.compile(
        rf"^{LEAD_ZH}(?:{_FORGET_ZH})(?:掉)?(?!说|告诉|跟|和你说|提|讲|带|拿|做|关|问|怎么)"
        rf"[^我]{{0,6}}{_ABOUT_ME_ZH}"
    ),
    re.compile(rf"^{LEAD_ZH}(?:把|将).{{1,60}}?(?:{_FORGET_ZH})"),
    re.compile(
        rf"^{LEAD_ZH}(?:把|将)(?:[^我]{{0,6}}{_TOLD_ZH}|.{{0,8}}(?:记忆|关于我)|我的(?:{THING_ZH}))"
        rf".{{0,40}}?(?:{_DELETE_ZH}|删)"
    ),
    re.compile(
        rf"^{LEAD_ZH}(?:{_DELETE_ZH})[^我]{{0,8}}(?:{_TOLD_ZH}|关于我|.{{0,12}}(?:的|条)记忆"
        rf"|你(?:记住|记得|知道)的|我的(?:新|旧|老)?(?:{THING_ZH}))"
    ),
    re.compile(
        r"^(?:请|你|以后|就|麻烦你?)*(?:别|不要|不用|不必|请勿)(?:再|继续)?"
        r"(?:记住|记着|记得|记录|保存)(?:我|这|那|关于|它)"
    ),
)
_NOT_ZH = re.compile(
    r"(?:别|不要|千万别|(?<!能)不能|不会|没有?|不许|不准|勿|会不会|是不是|有没有|为什么|怎么会?|经常|总是|老是|又|差点|容易|怕|担心|如果|要是|假如)"
    r"(?:再|给我|让我|把它|你|我)*(?:忘|删)|忘不|难忘|哪|什么时候|怎么办|(?:了吗|了没)\W*$|你(?:又|都|竟然|居然|是不是)?忘(?:了|记了)[^吧]*\W*$"
    r"|(?:^|[,\s])(?:我|他|她|我们|他们)[^,你]{0,4}(?:忘|删)"
)
_MINE_EN = (
    r"(?:(?:what(?:ever)?|everything|anything|all|the (?:things?|stuff|part|bit|fact)s?|that|which|of|it all"
    r"|those things)\s+)*"
    r"(?:that\s+)?(?:i|i've|we|we've|you|you've)(?:\s+(?:ever|have|had|just|already|once|'ve))*\s+"
    r"(?:said|told|mention(?:ed)?|shared?|wrote|talked|spoke|know|remember(?:ed)?|stored?|saved?|have|learn(?:ed|t))\b"
)
_ASKS_EN = (
    re.compile(
        rf"^{LEAD_EN}(?:forget|unlearn|stop (?:remembering|storing|keeping))(?: about)?\s+"
        rf"(?:{_MINE_EN}|(?:every|any)thing\b|all\b.*\babout\b|that (?:i|i'm|i've|my|we|he|she|they)\b"
        rf"|(?:the|those|your|any|all) (?:\w+ )?memor(?:y|ies)\b|(?:\w+'s |my |our )(?!\w+'s)\w"
        rf"|(?:about )?me\b|.*\b(?:i|we) (?:said|told|mentioned)\b|(?:the )?(?:{THING_EN})\b)"
    ),
    re.compile(
        rf"^{LEAD_EN}(?:delete|erase|remove|wipe|purge|clear|scrub|drop|get rid of)\s+(?:out\s+)?"
        rf"(?:{_MINE_EN}|(?:every|any)thing\b.*\babout\b"
        rf"|(?:the|that|this|those|your|any|all)(?: \w+)?(?: of)?(?: your)? memor(?:y|ies)(?= (?:of|about|on|that)\b|\W*$)"
        rf"|.*\bfrom (?:your|the) memory\b|(?:my|our) (?:old |new |current )?(?:{THING_EN})\b"
        rf"(?=\W*$|\s*[,:]|\s+(?:please|now|too|that|i|you|and|is|was|for)\b))"
    ),
    re.compile(
        rf"^{LEAD_EN}(?:do not|don't|never)\s+(?:remember|memori[sz]e)\s+(?:that|this|it|my|what|anything|me)\b"
        rf"|^{LEAD_EN}(?:do not|don't|never)\s+(?:store|save|keep|record)\s+"
        rf"(?:{_MINE_EN}|(?:this|it|that|anything) (?:about me|in your memory)"
        rf"|my (?:{THING_EN})\b)"
    ),
)  # fmt: skip
_CLAUSE = re.compile(r"[,;:、]\s*|\s+[-\u2013\u2014]+\s+|\s(?:and|so|but|then)\s+")
_POINTS_BACK = re.compile(
    r"(?:忘|删|抹|清|擦|移)\S{0,2}(?:它|[这那](?:个|件事|些|条|句话?)?|刚才那?(?:句|条)?话?)(?:吧|了|掉)?\W*$"
    r"|(?:把|将)(?:它|[这那]\S{0,3}|刚才\S{0,4})(?:给|都)?(?:忘|删|抹|清|擦)"
    r"|(?:别|不要|不用)(?:再)?(?:记住|记)(?:它|这|那)\S{0,3}\W*$"
    r"|\b(?:what i (?:just )?said|that i (?:just )?said|remember (?:that|this|it)"
    r"|i (?:just )?(?:said|told you)(?: (?:that|just now))?)\W*$"
    r"|(?:我)?(?:刚才|刚刚)(?:说|讲|提)(?:的|过的)?(?:话|事|那些)?\W*(?:$|忘|删|吧)",
    re.IGNORECASE,
)  # fmt: skip


# A word of which every request above holds one; most texts hold none.
_WORDS = (
    *("忘", "删", "抹", "清", "擦", "移除", "记", "保存"),
    *("forget", "delete", "erase", "remove", "wipe", "purge", "clear", "scrub", "drop", "rid of"),
    *("unlearn", "remember", "storing", "keeping", "memori", "store", "save", "keep", "record"),
)


@dataclass(frozen=True, slots=True)
class Asking:
    """Where in a text somebody asks to forget."""

    start: int
    end: int


def is_forget_request(text: str) -> bool:
    """Is this text, said by a person, a request to forget? Unsure counts as no: the sentence stays evidence."""
    return bool(asking_parts(text))


def asking_parts(text: str) -> tuple[Asking, ...]:
    """Return the parts of a text that ask to forget, in order and apart.

    A request takes the rest of its sentence with it, and what stands before it when it points back ("so forget it").
    """
    plain = _plain(text)
    return _parts(plain) if any(map(plain.__contains__, _WORDS)) else ()


def _parts(plain: str) -> tuple[Asking, ...]:
    found: list[Asking] = []
    before = 0
    for sentence in _SENTENCE.finditer(plain):
        start = _asking(sentence.group())
        if start is not None:
            begin = sentence.start() + (start or _margin(sentence.group()))
            if _POINTS_BACK.search(sentence.group()):
                begin = sentence.start() + _margin(sentence.group()) if start else before
            if found and begin <= found[-1].end:
                begin = found.pop().start
            found.append(Asking(begin, sentence.end()))
        before = sentence.start() + _margin(sentence.group())
    return tuple(found)


def without_requests(text: str) -> str:
    """Return the text with a placeholder for every part that asks to forget."""
    out, at = "", 0
    for part in asking_parts(text):
        out += text[at : part.start] + PLACEHOLDER
        at = part.end
        if text[at - 1] == "\n":
            out += "\n"
    return (out + text[at:]).strip()


def sentence_at(text: str, at: int) -> tuple[int, int]:
    """Return begin and end of the sentence that holds a position."""
    for sentence in _SENTENCE.finditer(text):
        if sentence.start() <= at < sentence.end():
            return sentence.span()
    return 0, len(text)


def _margin(sentence: str) -> int:
    return len(sentence) - len(sentence.lstrip())


def _asking(sentence: str) -> int | None:
    """Return where in a sentence the asking begins; None: it does not ask."""
    if _NOT_ZH.search(sentence):
        return None
    clauses = [0, *(cut.end() for cut in _CLAUSE.finditer(sentence))]
    for start in clauses:
        rest = squash(sentence[start:])
        if any(p.search(rest) for p in (*_ASKS_ZH, *_ASKS_EN)):
            return start
    return None


def _plain(text: str) -> str:
    """Return a copy of the same length: lower case, simplified, straight quotes."""
    plain = simplified(text).translate(_STRAIGHT)
    lowered = plain.lower()
    return lowered if len(lowered) == len(text) else plain


__all__ = [
    "HOW_TO",
    "LEAD_EN",
    "LEAD_ZH",
    "PLACEHOLDER",
    "asking_parts",
    "is_forget_request",
    "sentence_at",
    "without_requests",
]
