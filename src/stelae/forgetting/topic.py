"""What a request to forget is about: the frame of asking and telling is taken off, its topic is left. Pure.

Whoever calls has decided to forget, so a bare topic ("my phone number") is a request as good as a whole sentence.
"""

import re
from dataclasses import dataclass

from stelae.forgetting.slots import Slot, slot_of
from stelae.text.forget_requests import LEAD_EN, LEAD_ZH, asking_parts
from stelae.text.normalise import squash
from stelae.text.scripts import simplified

_STRAIGHT = str.maketrans({"’": "'", "，": ",", "：": ":", "？": "?", "！": "!", "。": "."})
_EDGES = " \t\n,.:;!?、“”\"'「」"

_VERB_ZH = r"(?:忘掉|忘记|忘了|忘却|删掉|删除|删了|抹掉|抹去|清除|清掉|擦除|移除|忘|删)(?:掉|了)?"
_TELL_ZH = r"(?:说|讲|告诉|提|聊|分享|谈)(?:到|起|及|过|了)*(?:你|过)?(?:的|过)?"
_WHEN_ZH = r"(?:之前|以前|刚才|刚刚|上次|曾经|昨天|今天|前面|曾)*"
_TOLD_ZH = re.compile(rf"^我{_WHEN_ZH}(?:跟|和|对|向|给)?你?{_WHEN_ZH}{_TELL_ZH}")
_AFTER_LEAD_ZH = rf"(?=把|将|{_VERB_ZH}|别|不要|不用|不必|请勿|关于|有关|我)"
"""Without it the words of a lead are the topic's own: `小红`, `也门`, `都江堰`."""
_FRAMES_ZH = (
    re.compile(rf"^{LEAD_ZH}{_AFTER_LEAD_ZH}"),
    re.compile(r"^(?:把|将)"),
    re.compile(rf"^{_VERB_ZH}(?=.)"),
    re.compile(r"^(?:别|不要|不用|不必|请勿)(?:再|继续)?(?:记住|记着|记得|记录|保存)"),
    re.compile(rf"(?:都|全|全部)?(?:给我)?{_VERB_ZH}(?:吧|啊|好吗|可以吗|行吗|谢谢)?$"),
    re.compile(rf",\s*{LEAD_ZH}(?:把|将)?(?:它|这个|那个|这些|那些|这件事|那件事)$"),
    _TOLD_ZH,
    re.compile(r"^你(?:所)?(?:记住|记得|知道|保存)(?:了)?的?"),
)
_WIDE_ZH = (
    re.compile(r"^(?:的)?(?:所有|一切|全部|任何)?(?:的)?(?:关于|有关|涉及)(?:所有|一切)?"),
    re.compile(
        r"(?:的)?(?:所有|一切|全部|相关|有关)(?:的)?(?:事情|事|信息|内容|记忆|记录|话|东西)?$"
        r"|(?:的|这|那)(?:件|些|条|句|段)?(?:事情|事|信息|内容|记忆|记录|话)$"
    ),
    re.compile(r"^(?:所有|一切|全部)的?"),
)
_TELL_EN = r"(?:said|told|mentioned|shared|wrote|talked|spoke|know|remember(?:ed)?|stored?|saved?|have|learn(?:ed|t))"
_AFTER_LEAD_EN = (
    r"(?=(?:forget|unlearn|delete|erase|remove|wipe|purge|clear|scrub|drop|get rid|stop|do not|don't|never|what"
    r"|every\w*|anything|all|my|our|i|we|the|that|about|me)\b)"
)
_FRAMES_EN = (
    re.compile(rf"^{LEAD_EN}{_AFTER_LEAD_EN}", re.IGNORECASE),
    re.compile(
        r"^(?:forget|unlearn|delete|erase|remove|wipe|purge|clear|scrub|drop|get rid of)\b\s*(?:out\b)?",
        re.IGNORECASE,
    ),
    re.compile(r"^stop (?:remembering|storing|keeping)\b", re.IGNORECASE),
    re.compile(
        r"^(?:do not|don't|never)\s+(?:remember|memori[sz]e|store|save|keep|record)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"[,\s]+(?:from (?:your|the) memory|please|for me|right now|now|immediately|forever|thanks|thank you)$",
        re.IGNORECASE,
    ),
)
_TOLD_EN = re.compile(
    r"^(?P<all>(?:(?:every(?:thing| single thing)|anything|all|whatever|what|the (?:things?|stuff|part|bit|facts?)"
    r"|that|which|of)\s+)*)"
    rf"(?:that\s+)?(?:i|i've|we|we've|you|you've)(?:\s+(?:ever|have|had|just|already|once))*\s+{_TELL_EN}\b"
    r"(?:\s+(?:to|with))?(?:\s+(?:you|me))?(?:\s+(?:about|regarding|concerning|on|of|that))*",
    re.IGNORECASE,
)  # fmt: skip
_WIDE_EN = (
    re.compile(r"^(?:every(?:thing| single thing)|anything|all)\b(?:\s+(?:about|regarding|on|of|there is))*", re.IGNORECASE),
    re.compile(r"^(?:(?:the|any|all|your|those|these)\s+)*memor(?:y|ies)\s+(?:of|about|on|that)\b", re.IGNORECASE),
    re.compile(r"^(?:about|regarding|concerning)\b", re.IGNORECASE),
)  # fmt: skip
_WHOLE = re.compile(
    r"(?:(?:me|us|it|you|him|her|them|this|that|他们?|她们?|[吧啊呢吗好掉了]|everything|all|the|my|memor(?:y|ies)|我|你|的|话|事|事情|它|记忆|记录)[\s,.]*)*",
    re.IGNORECASE,
)
_THAT = re.compile(r"^(?:that|the fact that|the)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Topic:
    """What is to be forgotten, as far as words tell."""

    words: str
    """Without the frame; empty: the request names nothing in particular."""
    about: bool = False
    """It asks for all that was said of something, not for one statement."""
    slot: Slot | None = None
    """A field of a person's life that it names: the phone number, the address."""


def topic_of(request: str) -> Topic:
    """Read a request, or a bare topic, in Chinese or English."""
    parts = asking_parts(request)
    asked = request[parts[0].start : parts[0].end] if len(parts) == 1 else request
    plain = squash(simplified(asked).translate(_STRAIGHT)).strip(_EDGES)
    about = False
    if re.search(r"[\u3400-\u9fff]", plain):
        plain, about = _chinese(plain)
    plain, wide = _english(plain)
    if _WHOLE.fullmatch(plain):
        plain = ""
    return Topic(plain, about or wide, slot_of(plain))


def _chinese(text: str) -> tuple[str, bool]:
    text = _stripped(text, _FRAMES_ZH)
    before = text
    text = _stripped(text, _WIDE_ZH)
    text = _stripped(text, (_TOLD_ZH,))
    return _stripped(text, _WIDE_ZH), text != before


def _english(text: str) -> tuple[str, bool]:
    text = _stripped(text, _FRAMES_EN)
    wide = False
    for _ in range(3):
        told = _TOLD_EN.match(text)
        if told is not None:
            wide = wide or "about" in told.group().lower() or "everything" in told.group().lower()
            text = text[told.end() :].strip(_EDGES)
        rest = _stripped(text, _WIDE_EN)
        wide, text = wide or rest != text, rest
    return _THAT.sub("", text).strip(_EDGES), wide


def _stripped(text: str, frames: tuple[re.Pattern[str], ...]) -> str:
    """Take every frame off once, unless nothing would be left but the frame's own words."""
    for frame in frames:
        text = frame.sub("", text, count=1).strip(_EDGES)
    return text
