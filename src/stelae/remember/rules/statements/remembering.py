"""Explicit requests to remember: `记住X`, `remember that X`. What is asked for is X, read by all the other rules first."""

import re

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.sentences import Piece

_ZH = re.compile(
    r"^(?:(?:请|麻烦|你|您|帮我|给我|替我|顺便|对了|另外|还有|那|一定要?|务必|好|嗯|要|先|也|再"
    r"|能不能|可以)[,，:\s]*)*(?:(?:帮|给|替)我)?(?:牢牢)?(?:记住|记下来?|记一下|记录一下"
    r"|记录下来?|记好|记着|记牢|备忘|备注(?:一下)?|存一下|留意|(?:remember|note"
    r"|save)\s?一下|mark一下|mark 一下|别忘了|不要忘了"
    r"|别忘记|记得)(?:哈|啊|哦|了|吧|一件事|一点|这件事|这个信息|这条信息|这一点|我(?:刚"
    r"|刚才)?说的)?(?:[,，:：\s]+|(?=[^\s]))"
)
_ZH_TAIL = re.compile(
    r"[,，\s。:：;；-]*(?:请|麻烦|你|帮我|给我|一定要|要)?(?:帮我)?(?:记住|记下来?|记一下|记录一下"
    r"|记好|记着|别忘了|别忘记|备忘一下|存一下)(?:这个|这点|这一点|这件事)?(?:哦|啊|了|吧|哈|喔)?$"
)
_EN = Caseless(
    r"^(?:(?:please|pls|ok|okay|so|and|also|hey|can you|could you|would you|i want you to"
    r"|i need you to|i'd like you to|for (?:the|your) (?:record|future reference|reference)|just"
    r"|kindly|you should|you must|let's|assistant|stelae)[,:]?\s+)*"
    r"(?:(?:remember|note(?= that|:|,| down| my| our| I\b)|make a note|take a note|keep in mind|bear in mind"
    r"|don't forget|do not forget|never forget|memori[sz]e|(?:jot|write) down(?= that|:| my| our| I\b| this)"
    r"|(?:record|save"
    r"|store|log)(?= that|:| (?:this|the following|for later|in memory))|keep note|take note|nb"
    r"|n\.b\.|fyi|for the record|for future reference|for your reference|just so you know|heads up"
    r"|reminder)\b(?: (?:this|the following|it|for (?:later|future reference|me|next time)|in "
    r"(?:your )?memory|somewhere|down))*(?: fact)?(?:\s*[:,–—-]+\s*|\s+that\s+|\s+of\s+|\s+"
    r"(?=\S)))"
)
_EN_TAIL = Caseless(
    r"[\s,;:–—-]*(?:please |and |so |,)*(?:remember (?:that|this|it)|keep (?:that"
    r"|this|it) in mind"
    r"|make a note(?: of (?:that|this|it))?|note (?:that|this|it)(?: down)?|don't forget(?: "
    r"(?:that|this|it))?|for the record|for future reference|fyi|save (?:that|this|it)|write "
    r"(?:that|this|it) down)(?: please)?(?: for (?:me|later|next time))?$"
)
_NOT_A_FACT_ZH = re.compile(
    r"(?:带|买|拿|做|去|交|写|打|发(?!票|型|烧|热|小)|回|关|开|锁|吃|喝|叫|看|完成"
    r"|提交|给(?:我|他|她|客户|老板)|取"
    r"|还|倒|浇|喂|续|充|检查|提醒|按时|早点|多|先|帮|把|吗|怎么|什么|当时|那(?:次|天|年|时候)"
    r"|小时候|我们(?:一起|第一次)|上次|曾经|你(?:说|答应|是|的)|要(?!求))"
)
_NOT_A_FACT_EN = Caseless(
    r"(?:to\s|when\b|how\b|what\b|who\b|where\b|why\b|me\b|the (?:time|day|days|good old)\b"
    r"|back when|us\b|him\b|her\b|them\b|yesterday\b|last\b|our (?:talk|chat|conversation)|you "
    r"(?:said|promised|told)|your\b|if\b|and\b|or\b|,|your|for\b|right\b|button|file"
    r"|the (?:file"
    r"|changes|document|draft|settings)\b|this (?:file|document|as)|as\b|it\b$|that\b$|this\b$)"
)


_ALREADY_ZH = re.compile(
    r"^(?:你|我|您)?(?:都|会|也|已经|还|没|不|有)*$|[,，\s](?:你|我|您)(?:都|会|也|已经|还|没|不|有)+$"
)
"""`好的，我已经记下来了` tells that somebody has noted something and asks for nothing."""


def remembered(piece: Piece, *, chinese: bool) -> tuple[Piece, bool]:
    """Strip a request to remember.

    Args:
        piece: A sentence.
        chinese: Which language's words are looked for.

    Returns:
        What is to be remembered (the piece itself without a request) and whether it was asked for. An errand (`记得带伞`,
        `remember to buy milk`) or a shared past (`remember when`) is no such request.
    """
    head, tail, errand = (
        (_ZH, _ZH_TAIL, _NOT_A_FACT_ZH) if chinese else (_EN, _EN_TAIL, _NOT_A_FACT_EN)
    )
    if (found := head.match(piece.plain)) and found.end() < len(piece.plain):
        rest = piece.cut(found.end(), len(piece.plain)).trimmed()
        if rest.plain and not errand.match(rest.plain):
            return rest, True
        return piece, False
    if (
        (found := tail.search(piece.plain))
        and found.start() > 1
        and not _ALREADY_ZH.search(piece.plain[: found.start()])
    ):
        return piece.cut(0, found.start()).trimmed(), True
    return piece, False


def errand(piece: Piece, *, chinese: bool) -> bool:
    """Is it a reminder of something to do (`记得带伞`, `remember to buy milk`)?"""
    head, words = (_ZH, _NOT_A_FACT_ZH) if chinese else (_EN, _NOT_A_FACT_EN)
    found = head.match(piece.plain)
    return found is not None and words.match(piece.plain[found.end() :]) is not None


def alone(plain: str, *, chinese: bool) -> bool:
    """Is the sentence only the request, with the matter after a colon or on the next lines (`记住以下几点：`)?"""
    if chinese:
        return (
            re.fullmatch(
                (
                    r"(?:请|帮我|麻烦|你|给我)*(?:记住|记一下|记录一下|记下|记好|备忘)(?:以下|下面"
                    r"|这些|如下|这几"
                    r"|几)?(?:几|两|三)?(?:点|件事|条|个|内容|信息)?(?:内容|信息)?:?"
                ),
                plain,
            )
            is not None
        )
    return (
        re.fullmatch(
            (
                r"(?:please |can you |could you )?(?:remember|note|save|record|keep in mind|make"
                r" a note of) "
                r"(?:the following|these|this|these (?:things|facts|details))(?: (?:things|facts"
                r"|details))?"
                r"(?: about me| for me)?:?"
            ),
            plain,
            re.IGNORECASE,
        )
        is not None
    )
