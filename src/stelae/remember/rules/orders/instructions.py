"""Standing instructions, and the line between two kinds of them (architecture section 2, "who may instruct").

How the assistant serves *this person* is an ordinary preference. What grants permission, skips a check, changes tools
or binds others is procedural, whoever says it.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from stelae.remember.rules.orders import language_orders, patterns, serving
from stelae.remember.rules.reading.draft import Draft, View


@lru_cache(maxsize=256)
def procedural(plain: str) -> bool:
    """Does it grant permission, skip a check, change tools or bind others?"""
    return patterns.PROCEDURAL.search(plain) is not None


@lru_cache(maxsize=256)
def overriding(plain: str) -> bool:
    """Does it order to set rules or checks aside as such? Nobody's memory, whoever says it (K20)."""
    return patterns.OVERRIDE.search(plain) is not None


def find(view: View) -> Iterator[Draft]:
    """Yield the standing instruction a clause gives; it takes up the rest of its sentence."""
    plain = view.clause.plain
    rest = len(view.sentence.clauses) - view.index
    if view.index and not view.chinese and re.search(r"\b(?:it|them)\b", plain):
        return  # what it means stands in another clause
    if language := language_orders.ordered(view):
        yield language
    elif (unwanted := patterns.NOT_CALL_ME.match(plain)) and not patterns.NOT_A_NAME.match(
        _value(unwanted)
    ):
        yield Draft(
            "form-of-address",
            "preference",
            {
                "polarity": "dislike",
                "aspect": "no-form-of-address",
                "object": _original(view, unwanted),
            },
            confidence=0.9,
            importance=0.7,
        )
    elif (named := patterns.CALL_ME.match(plain)) and not patterns.NOT_A_NAME.match(_value(named)):
        yield Draft(
            "form-of-address",
            "preference",
            {"aspect": "form-of-address", "object": _original(view, named)},
            confidence=0.9,
            importance=0.7,
        )
    elif standing(view) and (
        view.chinese
        or rest > 1
        or patterns.ORDER_EN.search(plain)
        or _aspect_named(plain)
        or re.search(r"from now on|under no circumstances", plain, re.IGNORECASE)
    ):
        whole = view.sentence.piece.plain[view.clause.start - view.sentence.piece.start :]
        acts = patterns.ACTS.search(whole) and not patterns.COPIES.match(plain)
        if procedural(whole) or acts:
            yield Draft(
                "procedural",
                "preference",
                {"aspect": "instruction", "object": view.clause.text},
                kind="procedural",
                importance=0.6,
                clauses=rest,
            )
        else:
            yield _instruction(view, "standing-instruction", rest)
    elif patterns.PLAIN_STYLE.match(plain):
        yield _instruction(view, "style", 1)
    elif serving.styled(view) and not patterns.ACTS.search(plain):
        yield _instruction(view, "style", serving.reach(view))


def asked_for_always(view: View) -> bool:
    """Is it put as a question but meant for all times (`can you always put the summary first?`)?"""
    return patterns.POLITE_ALWAYS.match(view.clause.plain) is not None


def standing(view: View) -> bool:
    """Is it an order for all times, not a habit of the speaker?"""
    plain = view.clause.plain
    if asked_for_always(view):
        return True
    if not view.chinese and patterns.ROLE_EN.search(view.sentence.piece.plain):
        return False
    if (
        view.chinese
        and patterns.ALL_THIS_WAY.search(view.sentence.piece.plain)
        and patterns.IMPERATIVE_ZH.search(plain)
        and not patterns.HABIT_ZH.search(plain)
    ):
        return True
    if (
        view.chinese
        and re.match(r"(?:每次|每当|每回).{1,12}(?:时|时候|的话)$", plain)
        and view.index + 1 < len(view.sentence.clauses)
    ):
        return (
            re.match(
                r"别|不要|请|先|用|给|都|要|就|帮|记得", view.sentence.clauses[view.index + 1].plain
            )
            is not None
        )
    if (
        not view.chinese
        and re.search(r"\bfrom now on\b|\bgoing forward\b", plain, re.IGNORECASE)
        and re.match(
            r"(?:actually |so |and |ok )*I(?:'d)? (?:want|like|prefer|need)", plain, re.IGNORECASE
        )
    ):
        return True
    if view.chinese:
        here = (
            plain
            if len(plain) > 6 or view.index + 1 >= len(view.sentence.clauses)
            else plain + view.sentence.clauses[view.index + 1].plain
        )
        return (
            patterns.STANDING_ZH.search(plain) is not None
            and patterns.IMPERATIVE_ZH.search(here) is not None
            and not patterns.HABIT_ZH.search(plain)
            and not re.search(
                (
                    r"^以后(?:再说|再聊|有机会|吧)|以后(?:我|再|你会|可能|想)|^(?:每次|每当|每回|平时|总是)"
                    r"(?!.{0,8}(?:回答|回复|都用|请|给我|写|输出|发|提醒|叫我))"
                ),
                plain,
            )
        )
    if re.match(
        (
            r"when(?:ever)? you (?:write|reply|answer|give|send|show|draft|summari[sz]e|generate|review"
            r"|suggest|explain)\b"
        ),
        plain,
        re.IGNORECASE,
    ):
        return True
    if (
        patterns.WEAK_EN.search(plain)
        and not patterns.STRONG_EN.search(plain)
        and not patterns.ORDER_EN.search(plain)
    ):
        return False
    return (
        patterns.STANDING_EN.search(plain) is not None
        and not patterns.PERSON_EN.search(plain)
        and not re.match(
            (
                r"(?:never ?mind|never (?:again|on|in|at|a|the|been|ever)\b|always (?:a\b|been|good|nice|happy"
                r"|wanted))"
            ),
            plain,
            re.IGNORECASE,
        )
    )


def _instruction(view: View, rule: str, clauses: int) -> Draft:
    end = view.sentence.piece.end if clauses > 1 else view.clause.end
    offset = view.clause.start - view.sentence.piece.start
    plain = view.sentence.piece.plain[offset : end - view.sentence.piece.start]
    text = view.sentence.piece.text[offset : end - view.sentence.piece.start]
    for aspect, pattern in patterns.ASPECTS:
        if found := pattern.search(plain):
            if aspect == "reply-language":
                named = language_orders.language_of(plain)
                if named is None:
                    break
                aspect = named
            value = next(text[s:e].strip() for s, e in found.regs[1:] if s >= 0)
            negative = re.search(
                (
                    r"(?:别|不要|不用|勿|禁止|避免)[^，,。]{0,4}$|\b(?:don't|do not|never|no|without|avoid|stop"
                    r"|not)\b[^,;.]{0,18}$"
                ),
                plain[
                    : found.start() + (found.group().find(value) if value in found.group() else 0)
                ],
                re.IGNORECASE,
            )
            single = aspect not in {"copies", "reminders"}
            polarity = "dislike" if negative else "like"
            return Draft(
                rule,
                "preference",
                {
                    "polarity": polarity,
                    "aspect": aspect
                    if single and not negative
                    else f"no-{aspect}"
                    if negative
                    else aspect,
                    "object": value,
                },
                confidence=0.9,
                importance=0.8,
                clauses=clauses,
            )
    core = re.sub(
        (
            r"^(?:请|麻烦)?(?:从今以后|从现在开始|从现在起|从今天起|今后|以后|please |from now on,? "
            r"|going forward,? |in (?:the )?future,? )+(?:请|please )?"
        ),
        "",
        text,
        flags=re.IGNORECASE,
    )
    negative = re.match(
        r"(?:都|也)*(?:别|不要|不许|禁止)|(?:please )?(?:don't|do not|never|stop)\b",
        core,
        re.IGNORECASE,
    )
    return Draft(
        rule,
        "preference",
        {
            "polarity": "dislike" if negative else "like",
            "aspect": "instruction",
            "object": core[:80],
        },
        importance=0.7,
        clauses=clauses,
    )


def _aspect_named(plain: str) -> bool:
    return any(pattern.search(plain) for _, pattern in patterns.ASPECTS)


def _value(found: re.Match[str]) -> str:
    return next((g for g in found.groups() if g), "")


def _original(view: View, found: re.Match[str]) -> str:
    start, end = next(span for span in found.regs[1:] if span[0] >= 0)
    return view.clause.text[start:end].strip(" “”\"'「」")
