"""Chinese tastes whose object is not behind the verb: `我爱吃的是…`, `…是我爱吃的`, `流苏我挺喜欢`, `衣服我只穿纯棉`.

What stands between the verb and 的 says what is done with the object and is never the object itself; a relative clause that
nothing follows, or that more is said of (`我爱吃的那家关门了`), names no taste that could be read off safely.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.objects import chinese_object, deictic, items
from stelae.schemas.candidate import Polarity

ADV = (
    "(?:只是|主要是|单纯|个人|自己|本人|真的|确实|其实|现在|最近|已经|也|都|还是?"
    "|一直|一向|从小就?|打小就?|自小就?|从来|特别|非常"
    "|很|挺|蛮|超级?|最|更|比较|相当|尤其|有点|实在|真|就|又|本来|平时|通常|一般|倒是?|可|是|反而"
    "|偏偏|格外|最近又|向来|,|，|\\s)*"
)
NEG = (
    "(?P<no>再也不|从来不|从不|不再|不太|不怎么|不是很|不是特别|不大|没那么|没有那么|没有很|并不"
    "|并没有|一点[都也]不|完全不|绝对不|谈不上|算不上|没有|不|没|已经不)?"
)
_DO = "(?:吃|喝|看|听|玩|用|穿|戴|读|买|去|逛|做|学|住|坐|养|画|写|唱|聊|点|追|收集)"
_END = "(?:的|了|啊|呢|哦|呀|啦|哈|吧|嘛)*$"
_LIKE = "喜欢上?|喜爱|热爱|钟爱|偏爱|酷爱|偏好|爱上?|中意|迷上"
_DISLIKE = "讨厌|厌恶|反感|受不了|恨|烦|怕|害怕|恐惧|介意|嫌弃|抗拒|排斥"
_TASTE = rf"{ADV}{NEG}{ADV}(?:(?P<like>{_LIKE})|(?P<dislike>{_DISLIKE}))"
_WHICH = re.compile(rf"^{_TASTE}{_DO}{{0,2}}的(?!时候?|话)")
_IS = re.compile(
    r"^(?P<what>[^，,。;；是叫有]{0,8}?)(?:一直|现在|主要|基本上?|大多|多半|都|就|还|也|其实|当然|永远)*"
    r"(?:是|叫做?|有|包括)(?P<o>(?!因为|为了|什么|谁|哪|不)[^，,。;；]{1,40})$"
)
_IS_MINE = re.compile(
    rf"^(?P<o>[^，,。;；你您他她它这那谁]{{1,14}}?)(?:一直|绝对|真的|确实|才|就|也|都)*是(?:我|俺){_TASTE}{_DO}{{0,2}}的"
    r"(?P<what>[^，,。;；]{0,6})$"
)
_FRONTED = re.compile(
    rf"^(?P<o>[^，,。;；我俺你您他她它这那谁]{{1,14}}?)[,，]?(?:我|俺)(?:这个?人|自己|个人|本人)?{_TASTE}{_DO}?"
    rf"(?:得不行|得很|死|惨)?{_END}"
)
_TOPIC = re.compile(
    r"^(?:我)?(?P<o>[^，,。我你他她]{1,14}?)[,，]?(?:我|俺)?(?:真的|实在|是真|绝对|一概|一律|完全"
    r"|都|也|就|一点|统统|千万|一定|务必|请|麻烦|记得|,)*(?P<v>受不了|看不了|听不了|看不下去|接受不了|吃不惯|吃不来|喝不惯|不爱(?:吃|喝"
    r"|看)?|不怎么(?:吃|喝|看|听|碰)|很少(?:吃|喝|看|听|碰)|不喜欢"
    r"(?:吃|喝)?|欣赏不来|无感|别放|别加|别(?:给我|推荐给我|推给我|推荐)|不要(?:给我|放|加)?|免了)"
    r"(?:的|了|哦|啊|哈)*$"
)
_FAN = re.compile(
    r"^.{0,6}?是(?P<o>[^，,。]{1,12}?)(?:的)?(?:铁粉|粉丝|死忠粉?|忠实粉丝|发烧友"
    r"|拥趸|铁杆粉丝)(?:了)?$"
)
_ONLY = re.compile(
    r"^(?P<what>[^，,。]{0,6}?)(?:我)?只(?P<v>穿|吃|喝|用|买|坐|住|认|看|听|读)(?:得惯|惯|习惯)?"
    r"(?P<o>[^，,。]{1,14}?)(?:的|了)?$"
)
_SETTLED: tuple[tuple[re.Pattern[str], Polarity], ...] = (
    (_FAN, "like"),
    (_ONLY, "like"),
    (_TOPIC, "dislike"),
)
NO_TOPIC = re.compile(
    rf"^{ADV}$|[不没就也还是]$|(?<![成首古])都$|^(?:其实|真的|确实|一般|什么|有时|反正|至少|结果|难怪|怪不得|如果|听说|感觉|觉得|原来"
    r"|昨[天晚]|今[天晚早]|刚才|上次|这次|上周)"
)
"""An adverb before the subject, or something of one day, is no topic."""
_ORDERS = re.compile(
    r"(?:帮我|给我|以后|每次|外面)*(?:[点订炒做煮叫买选配下吃](?:菜|餐|饭|单|外卖|东西|火锅|面|汤)?|外卖|出去吃)(?:的)?(?:时候?|里面?|中)?"
)
"""When something is to be left out, not what (`我讨厌香菜，点菜千万别放`)."""
_BARE_NOUN = re.compile(
    r"[A-Za-z]{2,16}|(?:(?![了着过的吗呢吧啊哦嗯是有在不没很太真好就都也还会能要想去来说看做做对行这那我俺你您他她它们])"
    r"[\u4e00-\u9fff]){2,6}"
)
"""A noun that stands alone before the comma (`流苏，我现在挺喜欢的`): nothing in it says anything of anything."""


def polarity_of(found: re.Match[str]) -> Polarity:
    """Return what verb and negation make together; a denied dislike, and hardly a like, are neither."""
    negated = found["no"] or ""
    if found["like"]:
        return (
            "neutral" if re.match(r"谈不上|算不上", negated) else "dislike" if negated else "like"
        )
    return "neutral" if negated else "dislike"


def relative(view: View) -> Iterator[Draft] | None:
    """Return the taste of `我爱吃的(水果)是…`, none when only more is said of it; None: the clause is no such thing."""
    which = _WHICH.match(view.predicate)
    if which is None:
        return None
    found = _IS.match(view.predicate[which.end() :])
    if found is None or re.search(r"[人不没]$", found["what"]):
        return iter(())
    start, end = (which.end() + at for at in found.span("o"))
    at = view.subject.at
    return _drafts(view, view.clause.text[at + start : at + end], polarity_of(which))


def fronted(view: View) -> Iterator[Draft]:
    """Yield the taste whose object comes first, being a fan, and what somebody keeps to (`我只穿纯棉`)."""
    clause = view.clause.plain
    for pattern in (_IS_MINE, _FRONTED) if view.subject.at == 0 else ():
        found = pattern.match(clause)
        if found and not re.search(r"[人家事]$", found.groupdict().get("what") or ""):
            obj = view.clause.text[found.start("o") : found.end("o")]
            yield from _drafts(view, obj, polarity_of(found))
            return
    for pattern, polarity in _SETTLED:
        found = pattern.match(clause)
        if found is None:
            continue
        obj = chinese_object(view.clause.text[found.start("o") : found.end("o")])
        if obj and not (
            deictic(obj) or NO_TOPIC.search(found["o"]) or _ORDERS.fullmatch(found["o"])
        ):
            rule = "keeps-to" if pattern is _ONLY else f"{polarity}s"
            yield _draft(view, rule, polarity, obj)
        return


def announced(view: View) -> Iterator[Draft]:
    """Yield the taste of a noun that stands alone, with what the next clause says of it (`流苏，我现在挺喜欢的`)."""
    after = view.sentence.clauses[view.index + 1 :]
    if not after or not _BARE_NOUN.fullmatch(view.clause.plain):
        return
    found = _FRONTED.match(f"{view.clause.plain},{after[0].plain}") or _TOPIC.match(
        f"{view.clause.plain},{after[0].plain}"
    )
    if found is None or found["o"] != view.clause.plain:
        return
    polarity = polarity_of(found) if found.re is _FRONTED else "dislike"
    for draft in _drafts(view, view.clause.text, polarity):
        yield replace(draft, clauses=2)


def _drafts(view: View, raw: str, polarity: Polarity) -> Iterator[Draft]:
    obj = chinese_object(raw)
    if not obj or deictic(obj) or NO_TOPIC.search(raw) or re.match("[你您他她谁]", obj):
        return
    rule = {"like": "likes", "dislike": "dislikes", "neutral": "does-not-mind"}[polarity]
    for one in items(obj, chinese=True):
        yield replace(_draft(view, rule, polarity, one), swap=(obj, one) if one != obj else None)


def _draft(view: View, rule: str, polarity: Polarity, obj: str) -> Draft:
    attributes = {"polarity": polarity, "object": obj, "subject": view.subject.name}
    return Draft(rule, "preference", attributes, importance=0.7 if polarity == "dislike" else 0.5)
