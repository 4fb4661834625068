"""Limits that are said to be over: `I stopped being vegan`, `I outgrew my milk allergy`, `我不吃素了`, `高血压好了`.

Each is told of the same thing as the limit was, so that it ends that limit; an allergy only ends when it is named.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from stelae.remember.rules.limits.drafts import (
    DIETS_EN,
    DIETS_ZH,
    ILLS_ZH,
    NAMED_AFTER_ZH,
    diet_name,
    limit,
)
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.objects import chinese_object, english_object

_ADV = r"(?: (?:have|has|just|recently|finally|since|also|actually|now|already|officially|only)|'ve|'s)*"
_KIND = r"(?: (?:an?|the|my|strict|strictly|fully|completely|mostly))*"
_DIET_OVER = Caseless(
    rf"^{_ADV}(?: (?:stopped|quit|gave up|given up|ended)(?: being| doing| following| keeping| eating| going)?"
    rf"|(?:'m| am|'re| are| is)(?: so)? done (?:with|being|with being)|(?:'m| am|'re| are| is) off| went off| came off"
    rf"| used to (?:be|do|follow|keep|eat|be on)){_KIND} (?P<o>{DIETS_EN})\b(?! \w*(?:chef|cook|food|place))"
)
_ALLERGY_OVER = Caseless(
    rf"^{_ADV}(?: used to be (?:\w+ly )?allergic to (?P<o>.+)"
    r"|(?: (?:am|is|are)|'m|'re) over (?:my|his|her|their) (?P<o3>[\w -]{2,24}?) allergy(?: now)?"
    r"| (?:outgrew|outgrown|grew out of|grown out of|got over|gotten over) (?:my|his|her|their|the|an?)"
    r" (?P<o2>[\w -]{2,24}?) (?:allergy|intolerance)\b.*)$"
)
_AGAIN = Caseless(
    rf"^{_ADV}(?: (?:started|began|went back to|got back to|returned to)| (?:am|is|are)(?: back to)?|'m(?: back to)?"
    r"|'re(?: back to)?| can(?: finally)?)? (?:eat|eats|eating|drink|drinks|drinking)(?: (?P<o>[\w' -]{2,30}?))?"
    r"(?: (?:every|each) \w+| daily| regularly)? again(?: (?:now|these days|lately|since .*))?$"
)
_BACK = Caseless(
    rf"^{_ADV} (?:went back to|got back to|am back to|returned to) (?:eating|drinking) (?P<o>[\w' -]{{2,30}})$"
)
_DRINK = Caseless(r"\bdrink")
_NO_FOOD = Caseless(
    r"^(?:out|in|too|so|alone|at|with|here|there|home|lunch|dinner|breakfast|up|on)\b"
)
_SO = r"(?:已经|早就|早|现在|如今|终于|最近|其实|也|都|就|又|彻底|完全|[,，])*"
_DIET_OVER_ZH = re.compile(
    rf"^(?P<so>{_SO})(?P<no>不再|不|没)(?:是|做)?(?:一?个)?(?:坚定的|严格的?)?(?P<o>{DIETS_ZH}){NAMED_AFTER_ZH}(?P<end>了|啦)?"
)
_ENDED_ZH = re.compile(r"再|已经|早就|如今|终于|[了啦]")
_CURED_ZH = re.compile(rf"^(?:的)?(?P<o>{ILLS_ZH}){_SO}(?:治?好|痊愈|康复|好全|根治)(?:了|啦)$")
_ALLERGY_OVER_ZH = re.compile(
    r"^(?:的|对)?(?P<o>[^，,。不没对的]{1,8}?)过敏(?:已经|早就|现在|长大(?:以?后|了)?|后来|就|终于|都)*(?:治?好|没|脱敏)了$"
)
_AGAIN_ZH = re.compile(
    rf"^{_SO}(?:又开始|重新开始|恢复)(?:吃|喝)(?P<o>[^，,。了过]{{1,12}}?)(?:了|啦)?$"
)
_ONCE_ZH = re.compile(
    r"^[我俺]?(?:小时候|以前|之前|曾经|原来|过去|从前|那时候?|当年)[我俺]?(?:一直|也|都|会)*"
    rf"(?:对(?P<o>[^，,。]{{1,12}}?)(?:严重|重度|有点)?过敏|(?:是)?(?:一?个)?(?P<o2>{DIETS_ZH}))(?:过|的)*$"
)
_NOW_OVER_ZH = re.compile(
    r"^[我俺]?(?:现在|如今|后来|长大以?后?)(?:已经|早就|都|就|也|又)*"
    r"(?:好了|没事了|不(?:过敏)?了|不是了|不吃(?:素)?了|没了|可以吃了?|能吃了?|吃肉了|脱敏了)"
)


def find(view: View) -> Iterator[Draft]:
    """Yield the limit that a clause says is over; at most one."""
    if view.personal:
        yield from (_chinese if view.chinese else _english)(view)


def _english(view: View) -> Sequence[Draft]:
    plain = view.predicate
    if found := _DIET_OVER.match(plain):
        obj = diet_name(view.original(found, "o"))
        kind = "diet"
    elif found := _ALLERGY_OVER.match(plain):
        group = next(name for name in ("o", "o2", "o3") if found[name])
        obj = english_object(view.original(found, group))
        kind = "allergy"
    elif found := _AGAIN.match(plain) or _BACK.match(plain):
        said = view.original(found, "o")
        obj = english_object(said) if said else "alcohol" if _DRINK.search(found.group()) else ""
        kind = "diet"
        if _NO_FOOD.match(obj):
            return ()
    else:
        return ()
    return limit(view, kind, obj, "lifted", active=False) if obj else ()


def _chinese(view: View) -> Sequence[Draft]:
    plain = view.predicate
    over = _DIET_OVER_ZH.match(plain)
    if over and _ENDED_ZH.search(over.group()):
        return limit(view, "diet", diet_name(view.original(over, "o")), "lifted", active=False)
    if cured := _CURED_ZH.match(plain):
        return limit(view, "health", view.original(cured, "o"), "lifted", active=False)
    if grown := _ALLERGY_OVER_ZH.match(plain):
        obj = chinese_object(view.original(grown, "o"))
        return limit(view, "allergy", obj, "lifted", active=False) if obj else ()
    if again := _AGAIN_ZH.match(plain):
        obj = diet_name(chinese_object(view.original(again, "o")))
        return limit(view, "diet", obj, "lifted", active=False) if obj else ()
    return _once(view)


def _once(view: View) -> Sequence[Draft]:
    """`我以前对花粉过敏，现在好了`: what was, and in the next clause that it is over."""
    clause = view.clause
    once, after = _ONCE_ZH.match(clause.plain), view.sentence.clauses[view.index + 1 :]
    if once is None or not after or not _NOW_OVER_ZH.match(after[0].plain):
        return ()
    group = "o" if once["o"] else "o2"
    obj = clause.text[once.start(group) : once.end(group)]
    kind, obj = ("allergy", chinese_object(obj)) if once["o"] else ("diet", diet_name(obj))
    return [replace(draft, clauses=2) for draft in limit(view, kind, obj, "lifted", active=False)]
