"""Likes and dislikes in Chinese: the cue's polarity comes from the verb and from what negates it (P5, P12, P29, DEV-11)."""

import re
from collections.abc import Iterator

from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.objects import chinese_object, deictic, items
from stelae.remember.rules.tastes.word_order_zh import (
    ADV,
    NEG,
    announced,
    fronted,
    polarity_of,
    relative,
)
from stelae.schemas.candidate import Polarity

_DOING = (
    r"(?:写|坐|看|吃|喝|做|住|穿|睡|玩|听|买|开|出差|出门|旅游|旅行|点"
    r"|付款)[^，。不没喜爱讨最更很太怕烦的了过想]{0,8}"
    r"(?:代码|时|的时候)?\s*"
)
"""`坐飞机喜欢靠窗`: what is liked holds for an activity."""
_CUE = re.compile(
    rf"^{ADV}(?:{_DOING})?{NEG}{ADV}(?:(?P<like>喜欢上|喜欢"
    rf"|喜爱|热爱|钟爱|偏爱|酷爱|偏好|最爱|爱|迷上|着迷于|沉迷|痴迷|倾向于?|推崇|欣赏|离不开|中意"
    rf"|喜好|钟情于?|独爱|超爱|宁愿|宁可|更想|爱好是?|的爱好是|的兴趣是|的喜好是)"
    rf"|(?P<dislike>讨厌|厌恶|反感|受不了|受不住|忍不了|忍受不了|无法忍受|接受不了|恨|嫌弃|烦|抗拒"
    rf"|排斥|不待见|看不惯|怕(?!是|不)|害怕|恐惧|介意|腻了|吃腻了|吃不惯|喝不惯|用不惯|住不惯"
    rf"|听不惯|过不惯|看不上|瞧不上|对不起来))(?P<o>[^，,。;；]{{1,40}})$"
)
_TO = re.compile(
    rf"^{ADV}对(?P<o>[^，,。]{{1,20}}?){ADV}(?P<v>(?:没(?:有)?(?:什么|多大)?|不(?:太|怎么)?)"
    rf"(?:感冒|感兴趣|兴趣|好感|喜欢|来电)|无感|反感|(?:很|特别|非常|超|挺|最|比较)?(?:感兴趣"
    rf"|有兴趣|着迷|痴迷|上瘾|情有独钟|有好感)|兴趣(?:很|特别)?(?:大|浓))"
)
_NO_MORE = re.compile(
    rf"^{ADV}(?:再也|以后|永远|绝对)(?:都)?(?:不想|不会|不要|不愿意?|不)(?:再)?(?P<v>用|去|买|吃"
    rf"|喝|看|坐|碰|玩|住|来|听|穿|光顾|点)(?P<o>[^，,。]{{1,20}})$"
)
_ENTRY = re.compile(
    r"(?:^|[\s，,。]|时|时候|请|[里中])(?:我|请|麻烦|千万)?(?:也|就|都|以后)?(?:不要|别|不用|勿"
    r"|拒绝|不想要|不买|免|去掉)(?:再)?(?:给我|跟我|向我|帮我)?(?:再)?(?P<rec>推荐|推|安利|介绍|选"
    r"|挑|安排|买|来|点|放|加|拿(?!铁)|上|挨着|靠近|临着?|用(?=\s*[A-Za-z]))?"
    r"(?P<o>[^，,。!?]{1,12}?)(?P<de>的|了|给我|啦|哈|哦)*$"
)
_NEED_NOT = re.compile(r"不用再?[吃喝打服]")
"""`我不用吃降压药了` tells what is over and refuses nothing."""
_BAN = re.compile("[不别勿拒免去]")
_NONE_AT_ALL = re.compile(
    rf"^{ADV}对(?P<o>[^，,。]{{1,20}}?)一点(?:儿)?(?:兴趣|好感|感觉)(?:都|也)没(?:有)?$"
)
_DISLIKE_VERBS = "推荐|推|安利|介绍"
_BETTER = re.compile(
    rf"^{ADV}(?:比起|相比(?:于)?|跟|和)(?P<than>[^，,。]{{1,16}}?)(?:[，,]|相比|比起来)*"
    rf"(?:我)?{ADV}(?:更|还是|比较)+(?:喜欢|爱|偏爱|倾向于?|习惯|愿意|想|宁愿)(?P<o>[^，,。]{{1,20}})$"
)
_FAVOURITE = re.compile(
    r"^(?:的|一直|最近|现在)*最(?P<v>喜欢|爱|讨厌|不喜欢|怕|常(?=[用去吃喝看听]))(?P<do>吃|喝|看|听|玩|用|穿|读|去|逛|做)?的?"
    r"(?P<what>[^，,。是]{0,8}?)(?:一直|现在|变成|改成|还)*(?<!不)(?:是|叫|变成了?|为)"
    r"(?P<o>[^，,。]{1,24})$"
)
_NOT_AN_OBJECT = re.compile(
    r"^(?:你|您|上了?你|不释手|莫能助|屋及乌|死|哭|笑|迟到|的人|情|心|人|国|好者?|上班族|不起|得"
    r"|慕|卡|到|惜|护|尔兰|理不理|说不说|信不信|谁谁)|^(?:莫|恨)"
)
_VERBISH = re.compile(
    r"^(?:担心|着急|急|怕|忘|忘记|客气|紧张|难过|生气|误会|停|动|说|问|写|用|改|管|想|看|听|告诉"
    r"|解释|重复|省略|给|提|回|回答|回复|翻译|发|删|删除|修改|加|超过|超|太|这么|那么|这样|那样|再"
    r"|总|老|又|直接|漏|弄|打扰|打断|开玩笑|笑|逗|走|去|来|吵|闹|哭|做|搞|跟|和|让"
    r"|把|被|在|只|光|多"
    r"|少|忘了|理|谢|介意|往心里|当真|放弃|等|有|是|一直|一次|随便|乱|瞎|逼|骗|输出|生成|出现|包含"
    r"|使用|引用|附|带|列|展开|啰嗦|废话|紧|错|忽略|记|记录|存|保存|公开|泄露|跳过|执行|运行|部署"
    r"|提交|合并|推送|睡|闲着|开始|结束|继续|换行|缩进|怀疑|勉强|浪费|低估|高估|脸|命|钱|得寸|见怪"
    r"|小看|说话|担忧|慌|怪|催|动不动|轻易|因为|为了|对|以|从|比|拿|学|信)"
)


_ONCE = re.compile(
    r"(?:我)?(?:小时候|以前|曾经|那时候?|当年|年轻时候?|上学那会儿?)(?!.*(?:现在|如今|一直))"
)
"""What was liked once is no taste of now."""


def find(view: View) -> Iterator[Draft]:
    """Yield the likes and dislikes a clause states."""
    plain = view.predicate
    if _ONCE.match(view.clause.plain):
        return
    if found := _BETTER.match(plain):
        yield from _thing(view, found, "like", "prefers")
    elif found := _FAVOURITE.match(plain):
        yield from _favourite(view, found)
    elif (drafts := relative(view)) is not None:
        yield from drafts
    elif found := _TO.match(plain):
        bad = re.match(r"没|不|无感|反感", found["v"])
        yield from _thing(view, found, "dislike" if bad else "like", "interest")
    elif found := _NO_MORE.match(plain):
        yield from _thing(view, found, "dislike", "no-more")
    elif found := _CUE.match(plain):
        yield from _cue(view, found)
    elif found := _NONE_AT_ALL.match(plain):
        yield from _thing(view, found, "dislike", "interest")
    elif view.subject.who in {"user", "open"}:
        yield from fronted(view)
        yield from announced(view)


def entry_dislike(view: View) -> Iterator[Draft]:
    """Yield what a request rules out (P5: `不要塑料的`, `别推荐恐怖片`); `不要担心` and orders about the work are none."""
    found = _ENTRY.search(view.clause.plain) if _BAN.search(view.clause.plain) else None
    if found is None or _NEED_NOT.search(found.group()):
        return
    obj = chinese_object(view.clause.text[found.start("o") : found.end("o")])
    asked = found["rec"] and re.match(_DISLIKE_VERBS, found["rec"])
    if (
        not obj
        or (_VERBISH.match(obj) and not asked)
        or deictic(obj)
        or not (asked or found["de"] or found["rec"] or _SUBSTANCE.search(obj))
    ):
        return
    if not asked and len(obj) > 6:
        return
    for one in items(obj, chinese=True):
        yield Draft(
            "rules-out",
            "preference",
            {"polarity": "dislike", "object": one},
            swap=(obj, one) if one != obj else None,
            confidence=0.8,
            importance=0.7,
        )


_SUBSTANCE = re.compile(
    r"(?:香菜|辣|葱|蒜|姜|糖|冰|盐|肉|鱼|奶|蛋|花生|塑料|皮|毛|烟|酒|色|味|片|剧|类"
    r"|款|材质|房|座|位)$"
)


_DOING_ONLY = re.compile(r"[吃喝看听玩用穿](?:了|啦|的|上了)*")
_WAS_ABOUT = re.compile(
    r"(?:不|讨厌|不喜欢|不爱|最怕|受不了)(?:吃|喝|看|听|玩|用|穿)?(?P<o>[^，,。不没]{1,10})$"
)


def _cue(view: View, found: re.Match[str]) -> Iterator[Draft]:
    raw = view.original(found, "o")
    if _NOT_AN_OBJECT.match(raw) or (
        found["dislike"] in {"怕", "害怕", "恨", "烦", "介意"}
        and re.match(r"自己|无法|[会没你他她它万来错赶迟]|麻烦|耽误|忘|打扰|死了|什么|我|不", raw)
    ):
        return
    polarity = polarity_of(found)
    rule = {"like": "likes", "dislike": "dislikes", "neutral": "does-not-mind"}[polarity]
    if _DOING_ONLY.fullmatch(raw):
        yield from _named_before(view, polarity, rule)
    else:
        yield from _thing(view, found, polarity, rule)


def _named_before(view: View, polarity: Polarity, rule: str) -> Iterator[Draft]:
    """`我以前不吃香菜，现在爱吃了`: what is loved now is what the clause before was about."""
    before = view.sentence.clauses[view.index - 1] if view.index else None
    named = _WAS_ABOUT.search(before.plain) if before else None
    obj = chinese_object(before.text[named.start("o") : named.end("o")]) if before and named else ""
    if obj and not deictic(obj):
        attributes = {"polarity": polarity, "object": obj, "subject": view.subject.name}
        yield Draft(rule, "preference", attributes, whole=True)


def _thing(view: View, found: re.Match[str], polarity: Polarity, rule: str) -> Iterator[Draft]:
    raw = view.original(found, "o")
    obj = chinese_object(raw)
    if not obj or (deictic(obj) and polarity != "dislike"):
        return
    for one in items(obj, chinese=True):
        attributes = {"polarity": polarity, "object": one, "subject": view.subject.name}
        importance = 0.7 if polarity == "dislike" else 0.5
        yield Draft(
            rule,
            "preference",
            attributes,
            swap=(obj, one) if one != obj else None,
            importance=importance,
        )


def _favourite(view: View, found: re.Match[str]) -> Iterator[Draft]:
    bad = re.match(r"讨厌|不喜欢|怕", found["v"])
    obj = chinese_object(view.original(found, "o"))
    if not obj or deictic(obj):
        return
    what = found["what"] or {"吃": "食物", "喝": "饮料"}.get(found["do"] or "", "")
    aspect = "thing" if not what or bad else f"favourite-{what}"
    attributes = {
        "polarity": "dislike" if bad else "like",
        "object": obj,
        "aspect": aspect,
        "subject": view.subject.name,
    }
    yield Draft("favourite", "preference", attributes)
