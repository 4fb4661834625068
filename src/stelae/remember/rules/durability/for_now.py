"""Of today or of this once: an order that says itself how long it holds, whatever else makes it sound lasting.

`今天都用英文回答我` ends with the day. `从今天起` and `starting today` are the contrary, and `以后当天的日报都用英文` speaks
of all days.
"""

import re

from stelae.remember.rules.orders.patterns import LANGUAGES
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import View

_ZH = re.compile(
    r"(?<![从自到])(?:今[天日晚早]|今儿|明[天晚早]|这一?[次回轮]|本[次轮周月]|此次|这会儿|眼下|这[两几]天|这一?(?:周|星期|个月|段时间)"
    rf"|暂时|临时|先(?=[用说讲](?:{LANGUAGES}))|(?<![我们咱])现在(?!我|咱|大家)|这一?(?:[份封篇段条]|个(?:回[复答]|对话|会话|问题|话题)))"
    r"(?!起|开始|往后|以后|之后|就?住|在)"
)
_ZH_LASTING = re.compile(r"以后|今后|往后|日后|从此|每[次天回周个当]|总是|永远|长期|默认")
_EN = Caseless(
    r"\b(?<!from )(?<!starting )(?<!as of )(?<!since )(?<!beginning )(?:(?:for |just )*(?:today|tonight)(?! on\b|'s world)"
    r"|(?:just )?this (?:time|once|week|morning|afternoon|evening|session|chat|conversation)|for now|right now"
    r"|for the moment|for the time being|temporarily|just once)\b"
)


def for_now(view: View) -> bool:
    """Does the clause, or a time that stands alone in front of it, say that it holds now only?"""
    said = view.clause.plain
    if _ZH_LASTING.search(said):
        return False
    if _ZH.search(said) or _EN.search(said):
        return True
    before = view.sentence.clauses[view.index - 1].plain if view.index else ""
    return bool(_ZH.fullmatch(before) or _EN.fullmatch(before))
