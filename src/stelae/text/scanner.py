"""The scanner: text that tries to steer the assistant or to get itself remembered, and text that hides.

Deterministic rules over the plain text, over what disguises hide (`stelae.text.disguise`) and over the structure
(forged speakers, HTML comments). It judges wording, never truth: a false statement without an order in it is clean,
and authority weighs it later. Who reports an attack in quotation marks ("attackers write “…”") is not one (DEV-08.4).
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from stelae.text.disguise import decoded, hidden_characters, readings
from stelae.text.normalise import fold
from stelae.text.scanner_grants import GRANTS
from stelae.text.scanner_orders_en import ORDERS_EN
from stelae.text.scanner_orders_zh import ORDERS_ZH
from stelae.text.scanner_permissions_en import PERMISSIONS_EN
from stelae.text.scanner_rules import Reach, Rule
from stelae.text.scanner_rules_en import TAKE_OVER_EN
from stelae.text.scanner_rules_zh import TAKE_OVER_ZH

Verdict = Literal["clean", "instruction", "hidden"]


@dataclass(frozen=True, slots=True)
class ScanResult:
    """What the scanner saw.

    Attributes:
        verdict: `instruction` for text that steers, `hidden` for text a reader cannot see, else `clean`.
        reasons: Short codes of the rules that hit, each once; never words of the text.
        procedural: Grants permission, skips a check, changes tools or binds others. From a person this is the only
        thing such text is called; from any other source it is an `instruction` too.
    """

    verdict: Verdict
    reasons: tuple[str, ...] = ()
    procedural: bool = False


CLEAN = ScanResult("clean")
"""Nothing seen."""


def scan(text: str, *, spoken: bool = False) -> ScanResult:
    """Judge a text before it may become a memory.

    Args:
        text: Any text; the original one, since hidden characters count.
        spoken: A person said it in their own turn: then ordinary standing requests are clean, and only hidden text
        and a clear take-over are instructions.

    Returns:
        The verdict with the codes of the rules that hit.
    """
    reaches = _SPOKEN if spoken else _UNTRUSTED
    folded = fold(text)
    hits = _rule_hits(readings(_without_reports(folded)), reaches)
    hits += _forged_speaker(folded, spoken=spoken)
    hidden = _hidden(text, folded, reaches)
    procedural = any(reach == "grant" for _, reach in hits)
    orders = [code for code, reach in hits if reach != "grant" or not spoken]
    if hidden:
        return ScanResult("hidden", (*hidden, *dict.fromkeys(code for code, _ in hits)), procedural)
    if not hits:
        return CLEAN
    codes = tuple(dict.fromkeys(code for code, _ in hits))
    return ScanResult("instruction" if orders else "clean", codes, procedural)


# -- rules ---------------------------------------------------------------------------------------------------------------
_SPOKEN: frozenset[Reach] = frozenset({"anyone", "grant"})
_UNTRUSTED: frozenset[Reach] = frozenset({"anyone", "grant", "untrusted"})
_RULES: tuple[Rule, ...] = (
    *TAKE_OVER_EN,
    *ORDERS_EN,
    *PERMISSIONS_EN,
    *TAKE_OVER_ZH,
    *ORDERS_ZH,
    *GRANTS,
)


Places = frozenset[int]
"""Of rules in `_RULES`."""


def _needed(reaches: frozenset[Reach]) -> dict[tuple[str, ...], tuple[tuple[str, Places], ...]]:
    """The words that rules need and the places of those rules, by the first characters of the word, at most three."""
    places: dict[str, set[int]] = {}
    for place, rule in enumerate(_RULES):
        for word in rule.needs if rule.reach in reaches else ():
            places.setdefault(word, set()).add(place)
    found: dict[tuple[str, ...], list[tuple[str, Places]]] = {}
    for word, of in places.items():
        found.setdefault(tuple(word[:3]), []).append((word, frozenset(of)))
    return {beginning: tuple(some) for beginning, some in found.items()}


_NEEDED = {reaches: _needed(reaches) for reaches in (_SPOKEN, _UNTRUSTED)}

_SHORT = tuple(run for run in _NEEDED[_UNTRUSTED] if len(run) < 3 and all(map(str.isascii, run)))
"""The few words of one or two ASCII characters."""


def _candidates(text: str, reaches: frozenset[Reach]) -> list[Rule]:
    """The rules worth trying; few texts hold the words of more than one or two of them.

    Looking up the runs of up to three characters that occur costs a fraction of asking for every word.
    """
    needed = _NEEDED[reaches]
    runs: set[tuple[str, ...]] = {*zip(text, text[1:], text[2:], strict=False)}
    if text.isascii():
        runs.update(run for run in _SHORT if "".join(run) in text)
    else:
        runs.update(zip(text), pairwise(text))
    places: set[int] = set()
    for beginning in needed.keys() & runs:
        for word, of in needed[beginning]:
            if word in text:
                places |= of
    return [_RULES[place] for place in places]


def _rule_hits(texts: tuple[str, ...], reaches: frozenset[Reach]) -> list[tuple[str, Reach]]:
    hits: set[tuple[str, Reach]] = set()
    for text in texts:
        for rule in _candidates(text, reaches):
            if _matches(rule, text):
                hits.add((rule.code, rule.reach))
    return sorted(hits)


def _matches(rule: Rule, text: str) -> bool:
    return bool(rule.pattern.search(text)) and not (rule.unless and rule.unless.search(text))


# -- reports of attacks --------------------------------------------------------------------------------------------------
_QUOTE = re.compile(
    r"“[^“”\n]{2,200}”|「[^「」\n]{2,200}」|『[^『』\n]{2,200}』|\"[^\"\n]{2,200}\"|"
    r"(?<![A-Za-z])'[^'\n]{2,200}'(?![A-Za-z])|‘[^‘’\n]{2,200}’|`[^`\n]{2,200}`"
)
_QUOTE_MARK = re.compile("[“「『\"'‘`]")
_FICTION_WORD = re.compile("小说|剧本|反派|角色|台词|故事|novel|villain|character")
_REPORT = re.compile(
    r"例子|举例|例如|比如|示例|样例|文章|课程|培训|讲座|写法|攻击|注入|所谓|叫做|名叫|题目|"
    r"小说|剧本|台词|反派|角色|电影|论文|识别|防范|案例|说法|演示|"
    r"\b(?:example|e\.g\.|such as|blog|article|paper|lecture|course|training|attacks?|"
    r"attackers?|phrases?|called|titled|novel|character|villain|movie|"
    r"injection|write|writes|wrote|known as|detect\w*|demo)\b"
)
_NOT_A_REPORT = re.compile(
    r"照做|执行|遵守|照办|生效|当作|\b(?:do (?:it|so|this)|follow|obey|execute|comply|apply)\b"
)
_FICTION = re.compile(
    r"(?:小说|剧本|反派|角色|台词|故事)[^。！？\n]{0,16}(?:说|喊|"
    r"写道)?[:：][^。！？\n]{0,120}|(?:\b(?:novel|villain|"
    r"character)\b[^.!?\n]{0,40}\bsays?\b[:,][^.!?\n]{0,160})"
)
_NEAR = 40


def _without_reports(text: str) -> str:
    """A folded text without the quotations that somebody reports."""
    if not (_QUOTE_MARK.search(text) or _FICTION_WORD.search(text)):
        return text
    if _NOT_A_REPORT.search(_QUOTE.sub("", text)):
        return text
    shown = _QUOTE.sub(lambda match: " " if _is_report(text, match) else match.group(), text)
    return _FICTION.sub(" ", shown)


def _is_report(text: str, quote: re.Match[str]) -> bool:
    around = (
        text[max(0, quote.start() - _NEAR) : quote.start()]
        + " "
        + text[quote.end() : quote.end() + _NEAR // 2]
    )
    return bool(_REPORT.search(around))


# -- structure -----------------------------------------------------------------------------------------------------------
_STRUCTURE = re.compile(r"[<\[:=#*_~\]】)-]")
_CHAT_TOKENS = re.compile(
    r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|"
    r"end_header_id)\|>|\[/?inst\]|<</?sys>>|</?stelae-memory>"
)
_BOUNDARY = re.compile(
    r"[-#=*_~]{3,} ?(?:end|begin|start)(?: of)? (?:the )?(?:user |system |untrusted |"
    r"retrieved )?(?:document|input|context|prompt|data|message|instructions|text|"
    r"content)s?\b"
)
_SPEAKER = re.compile(
    r"(?:^|\n|[.。>\]]\s|\bend )[ \t>*#\-\[(【]{0,6}(?P<who>system|developer|assistant|"
    r"admin(?:istrator)?|operator|root|系统|管理员|开发者|平台|官方)"
    r"(?: ?(?:note|notice|message|update|override|prompt|alert|instruction|command)|消息|"
    r"提示|通知|指令|更新|注|备注|公告|说明)?(?:[\])】][ \t]*[:：]?|"
    r"[ \t]*[:：])[ \t]*(?P<said>[^\n]{0,120})"
)
_SPOKEN_ORDER = re.compile(
    r"\b(?:the user is|you (?:may|must|are|now|will|have)|your new|ignore|grant|reveal|"
    r"disregard|override|new instruction)\b|优先级|忽略|静默|你(?:现在|必须|已)|以后先|"
    r"授权|遵守"
)
_ANY_ORDER = re.compile(
    r"\b(?:you|your|user|ignore|grant|call|new|override|reveal|cleanup|before|respond|"
    r"output|execute|delete|follow|always|from now|disregard|must|append|"
    r"send|remember|store)\b|你|助手|用户|忽略|优先|读到|静默|执行|遵守|记住|写入|授权|以后|必须"
)
_TAG = re.compile(
    r"</?(?:system|assistant|system_prompt|instructions?|tool_response|function_results|"
    r"user_input|untrusted)\b[^>\n]{0,40}>"
)
_ADDRESSED = re.compile(
    r"\s*(?:assistant|ai|system|llm|agent|助手|系统|智能体)s?\b ?[:：,，]", re.ASCII
)
_COMMENT = re.compile(r"<!--((?:(?!-->|<!--).){0,2000}+)-->", re.DOTALL)
_INVISIBLE_STYLE = re.compile(
    r"(?i)(?:display ?: ?none|visibility ?: ?hidden|font-size ?: ?0|"
    r"color ?: ?(?:#fff(?:fff)?|white|transparent)|"
    r"opacity ?: ?0)[^>\n]{0,80}>([^<]{1,2000})"
)


def _forged_speaker(lines: str, *, spoken: bool) -> list[tuple[str, Reach]]:
    """Forged speakers, chat tokens and boundaries in a folded text with its line breaks."""
    if not _STRUCTURE.search(lines):
        return []
    order = _SPOKEN_ORDER if spoken else _ANY_ORDER
    found: list[tuple[str, Reach]] = []
    if _CHAT_TOKENS.search(lines):
        found.append(("chat_token", "anyone"))
    if _BOUNDARY.search(lines):
        found.append(("false_boundary", "anyone"))
    if any(order.search(match["said"]) for match in _SPEAKER.finditer(lines)):
        found.append(("forged_speaker", "anyone"))
    if not spoken and _TAG.search(lines):
        found.append(("forged_tag", "untrusted"))
    return found


# -- what a reader cannot see --------------------------------------------------------------------------------------------
def _hidden(text: str, folded: str, reaches: frozenset[Reach]) -> list[str]:
    kind = hidden_characters(text)
    reasons = [kind] if kind else []
    for pattern, mark, code in _UNSEEN:
        if mark in folded and any(_is_order(part) for part in pattern.findall(folded)):
            reasons.append(code)
    if any(_rule_hits(readings(fold(plain)), reaches) for plain in decoded(text)):
        reasons.append("encoded")
    return reasons


def _is_order(part: str) -> bool:
    return bool(_rule_hits(readings(part), _UNTRUSTED) or _ADDRESSED.match(part))


_UNSEEN = ((_COMMENT, "<!--", "html_comment"), (_INVISIBLE_STYLE, "style", "invisible_style"))
