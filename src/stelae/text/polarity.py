"""Is a statement negated? Double negation is none (`我不讨厌`, `don't mind` say no dislike).

Only what a comparison needs: two statements whose answers differ are never the same one (DEV-09.2). It does not
understand scope.
"""

import re

_ZH = re.compile(
    r"(?<!不得)不(?!仅|只|但是|过(?![敏来去])|少|错|断|得不|同|料|妨|久|管|论|如|用说|止|光)|没(?!错|关系"
    r"|事|问题)|别(?=[推用给再说买放加让去吃喝提发叫把])|从未|未曾|并未|尚未|无法|戒"
    r"(?=[了掉烟酒咖])|勿|拒绝|禁止|禁用"
)
_ZH_BAD = re.compile(r"讨厌|厌恶|反感|受不了|恨|嫌|抗拒|排斥|介意")
_EN = re.compile(
    (
        r"\b(?:not|no|never|none|nobody|nothing|without|cannot|neither|nor|no longer|quit|stopped"
        r"|gave up|refuse|avoid|stop)\b|n't\b|n’t\b"
    ),
    re.IGNORECASE,
)
_EN_BAD = re.compile(
    r"\b(?:hate|dislike|detest|loathe|despise|mind|can(?:no|')t stand|can(?:no|')t bear)\b",
    re.IGNORECASE,
)


def negations(text: str) -> int:
    """Count the negating words of a text, Chinese and English."""
    return len(_ZH.findall(text)) + len(_EN.findall(text))


def negated(text: str) -> bool:
    """Is the statement as a whole negated (an odd number of negations)?

    Args:
        text: One statement.

    Returns:
        `我不吃羊肉` and `I never fly` are; `我不讨厌下雨` is, too: what is denied there is the dislike.
    """
    return negations(text) % 2 == 1


def disliking(text: str) -> bool:
    """Does it contain a verb of dislike, negated or not?"""
    return bool(_ZH_BAD.search(text) or _EN_BAD.search(text))
