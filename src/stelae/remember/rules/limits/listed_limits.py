"""Limits told as a list, or as what is left out: `allergies: nuts and eggs`, `除了羊肉我都吃`."""

import re
from collections.abc import Sequence
from dataclasses import replace

from stelae.remember.rules.limits.drafts import NOTHING_NAMED, Family, limit
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.objects import chinese_object, english_object

_LISTED = Caseless(
    r"^(?:我的?|my |our )?(?:(?P<what>忌口|过敏[原源史])(?:的(?:东西|食物)?)?(?:主要|就|一般)?(?:是|有|包括|:)"
    r"|过敏(?:\s*:|的(?:东西|食物)?(?:主要|就)?是)"
    r"|(?:known |food |drug )?allerg(?:ies|ens?)(?: are| include)?(?::|(?<=include)|\s-))\s*(?P<o>[^。;]{2,60})$"
)
_COMMA = re.compile(r"\s*[,，、]\s*(?:and\s+)?")
_NO_LIST = Caseless(
    r"^(?:none|no|n/?a|nil|nothing)\b|^(?:无|没有?|暂无)"
    r"|什么|啥|哪|吗|谁|怎么|too|so |really|bad|acting|worse|better|killing|seasonal"
)
_ALL_BUT = Caseless(
    r"^(?:我)?除了?(?P<o>[^，,。我]{1,10}?)(?:以?外|之外)?[,，]?(?:我)?(?:其他的?|其它的?|别的|什么|啥|基本)*都(?:能|可以|会)?吃(?:的|了)?$"
    r"|^(?:I|we)(?: can| will|'ll)? (?:basically )?(?:eat|drink) (?:pretty much |almost )?(?:anything|everything)"
    r" (?:except|but|apart from|besides)(?: for)? (?P<o2>[\w' -]{2,30})$"
)


def _listed(view: View) -> Sequence[Draft] | None:
    """`我的过敏原是尘螨和花粉`, `allergies: nuts and eggs`: the limits are what stands behind the word for them."""
    clause = view.clause
    found = _LISTED.match(clause.plain) if view.subject.who in {"user", "open"} else None
    if found is None:
        return None
    raw = clause.text[found.start("o") : found.end("o")]
    kind = "diet" if found["what"] == "忌口" else "allergy"
    drafts: list[Draft] = []
    for one in () if _NO_LIST.search(raw) else _COMMA.split(raw):
        obj = chinese_object(one) if view.chinese else english_object(one)
        if obj and not NOTHING_NAMED.fullmatch(obj):
            drafts += limit(view, kind, obj, "listed")
    return [replace(draft, swap=(raw, draft.attributes["object"])) for draft in drafts]


def _all_but(view: View) -> Sequence[Draft] | None:
    """`除了羊肉我都吃`, `I eat everything but liver`: what is left out is not eaten."""
    found = _ALL_BUT.match(view.clause.plain) if view.subject.who in {"user", "open"} else None
    if found is None:
        return None
    group = "o" if found["o"] else "o2"
    raw = view.clause.text[found.start(group) : found.end(group)]
    obj = chinese_object(raw) if view.chinese else english_object(raw)
    return limit(view, "diet", obj, "never-eats") if obj else ()


FAMILIES: tuple[Family, ...] = (_listed, _all_but)
"""Asked in this order."""
