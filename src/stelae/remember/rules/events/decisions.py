"""Decisions: what was settled, with topic and choice where the sentence names them."""

import re
from collections.abc import Iterator

from stelae.remember.rules.durability.small_talk import is_small_talk
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View

_ZH = (
    re.compile(
        r"^(?P<t>[^，,。]{1,12}?)?(?:我们?|咱们|团队|大家|组里|项目组|最后|最终|已经|就"
        r"|一致|刚|今天"
        r"|昨天|会上|商量后|讨论后|,|，)*(?:决定|同意|定下来|敲定|拍板|商定|(?:说|商量|讲|谈|约)好|选定"
        r"|打定主意|拿定主意"
        r"|下定?决心|铁了心"
        r"|确定|定了|谈妥|约定)"
        r"(?:了|是|就|要|用|好|下来|采用|,|，|:|:)*(?:用|采用|选用?|上|走|换成|改用|迁到)?"
        r"(?P<c>[^，,。]{1,40})$"
    ),
    re.compile(
        r"^(?P<t>[^，,。]{1,12}?)?(?:商量|讨论|比较|考虑|对比|权衡|投票)(?:下来|之后"
        r"|过后|后|的结果|完)(?:,|，|还是|就|最后|我们|决定|是)*(?:走|用|选|买|去|改|换"
        r"|租|请|做)(?P<c>[^，,。]{1,24})$"
    ),
    re.compile(
        r"^(?P<t>[^，,。我]{1,14}?)?(?:我们|咱们|团队)(?:最后|最终|还是|就|都|一致|已经|,)*(?:就用"
        r"|选了|选择了?|统一用|统一采用|采用了?|改用了?|换成了?|定为|定在|用)(?P<c>[^，,。]{1,30}?)"
        r"(?:了|吧|做(?P<t2>[^，,。]{1,16})|来做(?P<t3>[^，,。]{1,16})"
        r"|作为(?P<t4>[^，,。]{1,16}))*$"
    ),
    re.compile(
        r"^(?P<t>[^，,。我你他她它这那咱]{1,8}?)(?:我们?)?(?:最后|最终)(?:还是|就|决定)*(?:选|用|铺|买|装|刷"
        r"|定|挑|租|请|报|走)了(?P<c>[^，,。这那]{1,16})$"
        r"|^我(?:最后|最终|还是|就|已经)*(?:选|选定|敲定|挑)了(?P<c2>[^，,。这那个下]{1,24})$"
    ),
    re.compile(
        r"^(?:最后|最终|到头来|商量来商量去)(?:我们?|咱们?)?(?:还是|就|决定|,|，)*(?:选|用|买|定|租|去|签"
        r"|报)了(?P<c>[^，,。这那]{1,20})$"
    ),
    re.compile(
        r"^(?P<t>[^，,。我你他她它这那咱今明昨天]{1,8}?)(?:我们?|咱们?)(?P<c>(?:先)?不(?:卖|买|租|换|装|要|办"
        r"|做|搬|考|续租|续约|续签)了)$"
    ),
    re.compile(
        r"^(?P<t>[^，,。我你他她它这那咱]{2,8}?)(?:我们?|咱们?)?(?:最后|还是)?就(?:选|用|买|走|按|定|租|放"
        r"|交给)(?P<c>[^，,。这那他她]{1,16})了$"
    ),
    re.compile(
        r"^(?P<t>[^，,。我]{1,14}?)(?:就|已经|最终|最后)?(?:"
        r"(?<![肯一稳固规特不限指设约预否判鉴测坚奠安])(?:(?<=就)定(?!义|位|制|期|时|理"
        r"|律)(?:了|为|在"
        r"|下来?)?|定(?:为|在|下来))|敲定为?|选定为?|决定用|决定采用|确定用|确定为)(?:是"
        r"|了|,|，|:)*"
        r"(?P<c>[^，,。]{1,30})$"
    ),
)
_NOT_ZH = re.compile(
    r"没|还未|尚未|不决定|未定|决定不了|决定权|取决|怎么|难以|由.{1,6}决定|决定了我|性格决定|一定"
    r"|不定|定期|说定|待定|再定|再决定|之前决定|决定因素|定位"
)
_EN = (
    Caseless(
        r"^(?:(?:ok|okay|so|after .{3,40}|in the end|finally|today|yesterday|for"
        r" (?P<t>[\w -]{2,30}?)"
        r"|on (?P<t5>[\w -]{2,30}?)),? )*(?:we|the team|team|I|our team|management"
        r"|everyone)(?:'ve"
        r"| have|'re| are|'ll| will|'m| am)?(?: (?:all|just|finally|now|both|officially"
        r"|collectively"
        r"|already|also))* (?:decided(?: (?:to (?:use|go with|adopt|pick|choose|keep"
        r"|move(?: to)?"
        r"|switch(?: to)?)|on|that|to|against|not to))?|settled on|agreed(?: (?:yesterday|today"
        r"|last week|unanimously))?(?: (?:to(?: use)?|on|that))|chose(?: to(?: use)?)?"
        r"|chosen(?: to)?"
        r"|picked|ended up (?:choosing|picking|going with|with(?= (?:a|an|the) ))|landed"
        r" on|stuck with|stick with|stay(?:ing)? with|sign(?:ed|ing) with|went for(?= the )|(?:scrapped|axed"
        r"|shelved|called off|killed)(?= (?:the|our|my) )"
        r"|ended up \w+ing(?= (?-i:[A-Z]))|ruled out|decided against|voted (?:for|to)"
        r"|made up (?:my|our) minds? (?:to|on)|committed to|locked in|nailed"
        r" down|finali[sz]ed|opted (?:for|to)|going with|go with|went with|sticking with"
        r"|standardi[sz](?:ed"
        r"|ing) on|signed off on|(?:moving|migrating|switching|shifting|porting)(?= (?:the|our|all"
        r"|everything)\b[\w ]* to (?-i:[A-Z]))|agreed(?= (?-i:[A-Z])\w+ )|switching to|migrating to|moving to"
        r" (?=[A-Z]))\s(?P<c>.{2,80}?)(?:"
        r"(?: for| as)(?: (?:our|the|my))? (?P<t2>[\w -]{2,40}))?$"
    ),
    Caseless(
        r"^(?:(?:so|ok|okay|then|right),? )*(?P<c>(?!(?:that|this|so|as|what|how|there"
        r"|here|who|why|then|where|just|whatever|(?:\w+ ){0,3}(?:I|my|we|you|can|finding|knowing)\b)\b)"
        r"[\w'-]+(?: (?!as\b|like\b|how\b|what)[\w'-]+){0,3})"
        r" it is(?: then| for (?:the )?(?P<t2>[\w ]{2,30}))?$"
    ),
    Caseless(
        r"^(?:I|we)(?:'ll| will|'re going to|'m going to) (?P<c>(?!be\b|see\b|try\b|do (?:it|that)\b).{3,60}?)"
        r" (?:from now on|going forward|from here on)$"
        r"|^from now on,? (?:I|we)(?:'ll| will|'re going to|'m going to) (?P<c2>(?!be\b|see\b|try\b).{3,60})$"
    ),
    Caseless(
        r"^(?:settled on|decided on|agreed on|going with|went with)\s(?P<c>.{2,60}?)(?:"
        r" for (?:our "
        r"|the |my )?(?P<t2>[\w -]{2,40}))?$"
    ),
    Caseless(
        r"^(?:it's |it is |that's )?(?:decided|settled|final (?:decision|call|answer)|decision|verdict"
        r"|the decision is"
        r"|our decision is)\s*[:,–-]?\s+(?:that |we |to )?(?:use |go with"
        r" )?(?P<c>.{3,80}?)(?: for "
        r"(?:our |the )?(?P<t2>[\w -]{2,40}))?$"
    ),
    re.compile(
        (
            r"^(?:the )?(?P<t>(?![\w ]*\b(?:what|that|which|these|those|who|you|my)\b)[\w"
            r" -]{2,30}?) (?:"
            r"(?:will be|is going to be) (?=(?-i:[A-Z])|\d|called|named|held|in |on |at )"
            r"|has been (?:set"
            r"|decided)(?: (?:to|for|as|at))?|is (?:now )?(?:decided|final)\b(?: (?:to|for"
            r"|as|at))?)\s?"
            r"(?P<c>.{2,60})$"
        ),
        re.IGNORECASE,
    ),
)
_NOT_EN = Caseless(
    r"\b(?:haven't|have not|not yet|hasn't|can't decide|couldn't decide|help me decide"
    r"|need to decide|to be decided|tbd|has to decide|yet to|didn't decide|undecided"
    r"|never decided"
    r"|still deciding)\b"
)
_BARE_ZH = re.compile(r"^(?:就这么|那就|就)?(?:定了|决定了|说定了|就这样)[,，:!\s]")
_WEAK_EN = Caseless(
    r"^(?:I (?:picked|chose)\b|so I (?:picked|chose)\b|it|that|this|there|he|she|they|you|who"
    r"|what)\b"
)


def find(view: View) -> Iterator[Draft]:
    """Yield the decision a clause states."""
    plain = view.clause.plain
    patterns, refuse = (_ZH, _NOT_ZH) if view.chinese else (_EN, _NOT_EN)
    if refuse.search(plain):
        return
    for pattern in patterns:
        found = pattern.match(plain)
        if found is None or (
            not view.chinese
            and _WEAK_EN.match(plain)
            and not re.match(r"it'?s? (?:is )?(?:decided|settled)", plain, re.IGNORECASE)
        ):
            continue
        slot = "c" if found["c"] else "c2"
        choice = view.clause.text[found.start(slot) : found.end(slot)].strip()
        topic = next(
            (
                view.clause.text[s:e]
                for n, i in pattern.groupindex.items()
                if n.startswith("t")
                for s, e in [found.regs[i]]
                if s >= 0
            ),
            None,
        )
        if choice in {"了", "吧", "的", "好"} or (
            not view.chinese and _nothing_chosen(plain, choice)
        ):
            return
        topic = _topic(topic)
        yield Draft(
            "decision",
            "decision",
            {"topic": topic, "choice": _refused(plain, choice)},
            importance=0.7,
            whole=True,
        )
        return


_FOR_NOW = Caseless(
    r"\bfor (?:today|now|tonight|the moment|this week)$|\b(?:first|next|now|today|tonight)$"
)
_FIXED = Caseless(
    r"\b(?:finali[sz]ed|locked in|nailed down|signed off on|settled on|agreed on|decided on)\s"
)
_NOTHING_SAID = Caseless(
    r"^(?:the|our|my|this|that|these|those|all|a|an) (?:[a-z]+ ){0,2}(?:budget|plan|schedule|topic|date|dates"
    r"|price|name|design"
    r"|approach|itinerary|details?|terms?|scope|mandate|list|shortlist|strategy|structure|timeline|agenda"
    r"|format|version|draft"
    r"|periods?|venue|menu|route|contract|option|choice|theme|colou?rs?|logo|layout|proposal|document)$"
)
_CHANGE_OF = Caseless(
    r"(?:to )?(?:modify|change|update|revise|adjust|review|rethink|reconsider|revisit|refine|tweak|discuss"
    r"|look (?:at|into))\b"
    r"(?!.*\b(?:to|from|by|into|so that|with)\b)"
)
_ATTITUDE = Caseless(r"\b(?:are|'re|am|'m) (?:\w+ )?committed to\b")
"""`We are committed to …` says how somebody sees themselves; `we committed to …` that it was settled."""


_REFUSES = Caseless(r"\b(?:not to|against|ruled out|scrapped|axed|shelved|called off|killed)\s")


def _refused(plain: str, choice: str) -> str:
    """The choice, with the refusal that its verb says (`decided not to renew the lease`)."""
    lead = plain[: plain.lower().find(choice.lower())]
    return f"not {choice}" if _REFUSES.search(lead[-12:]) else choice


_REPORTED = Caseless(r",\s+(?:and )?(?:tried|did|got|managed|felt|then|was|had|went)\b")
"""`I went with the bar, tried 50 kg` tells how something went."""


def _nothing_chosen(plain: str, choice: str) -> bool:
    """Does it hold for the moment only, or settle a thing without saying what it was settled to be?"""
    if (
        _REPORTED.search(choice)
        or _FOR_NOW.search(plain)
        or _ATTITUDE.search(plain)
        or _CHANGE_OF.match(choice)
    ):
        return True
    return _FIXED.search(plain) is not None and _NOTHING_SAID.match(choice) is not None


_SETTLED_ZH = re.compile(
    r"^(?:那|好|行|ok)?(?P<t>[^，,。我你]{2,6}(?=敲定|定下|定了|选好|谈妥))?(?:就"
    r"|已经|最后|终于)?(?:这么|这样)?(?:定了|定吧|定下来了|决定了|说定了"
    r"|拍板了|敲定了|选好了|谈妥了)$|^(?:会上|我们|大家|团队|全组)*(?:一致)(?:同意|通过|决定)$"
)
_SETTLED_EN = Caseless(
    r"^(?:(?:ok|okay|right|so|well|alright|great),? )?(?:(?:it's |it is )?final"
    r"|that's final|and that's final|it's settled|it's decided|decided|done deal|final"
    r" (?:decision|call|answer)|"
    r"(?:I've|I have|we've|we have) (?:made up (?:my|our) minds?|decided|settled it))$"
)


def settled(view: View) -> Iterator[Draft]:
    """Yield the decision of a sentence that says apart that it is one (`定了，前端就用 Svelte`; `…, final`)."""
    marks = _SETTLED_ZH if view.chinese else _SETTLED_EN
    clauses = view.sentence.clauses
    lead = next((n for n, c in enumerate(clauses) if not is_small_talk(c.plain)), 0)
    clauses = clauses[lead:]
    if len(clauses) < 2 or bare(view):
        return
    first, last = (
        marks.match(clauses[0].plain) is not None,
        marks.match(clauses[-1].plain) is not None,
    )
    if view.index == lead and (first or last):
        matter = clauses[1] if first else clauses[0]
        yield Draft(
            "decision",
            "decision",
            {"choice": matter.text},
            importance=0.7,
            whole=True,
            clauses=len(clauses),
        )


def bare(view: View) -> bool:
    """Is it `定了，用X` without saying what was settled (DEV-18: needs context)?"""
    plain = view.sentence.piece.plain
    found = _BARE_ZH.match(plain) if view.chinese else None
    return (
        found is not None
        and re.match(
            r"[,，:!\s]*(?:就|都|还是)*(?:用|按|选|走|这个|那个|上|周|明天|下)",
            plain[found.end() :],
        )
        is not None
    )


_NO_TOPIC = frozenset({"我们", "我", "咱们", "团队", "大家", "我们团队", "i", "we", "it", "what"})


def _topic(raw: str | None) -> str | None:
    cleaned = re.sub(
        (
            r"^(?:那|好|最后|最终|最近|今天|昨天|刚才|关于|对于|,|，|经过|讨论)+|(?:的话|上"
            r"|方面|这块|,|，"
            r"|就|已经)+$"
        ),
        "",
        raw or "",
    ).strip()
    return None if cleaned in _NO_TOPIC else cleaned or None
