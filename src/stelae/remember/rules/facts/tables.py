"""How a rule about a fact of a person is written and read.

A rule is one way of saying one attribute: `I'm based in Oslo` and `I moved to Oslo` are two rules of `home`. In its pattern
the group `o` holds the object and `no` a denial; `which` may tell several of one kind apart (the site an account is on).
The tables are in the modules named after what they speak of, `*_en` and `*_zh`; `facts_en` and `facts_zh` ask them in order.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.subjects import KIN_EN, KIN_ZH, PET_ZH
from stelae.schemas.candidate import Sensitivity
from stelae.text.keys import slug

Fits = Callable[[str, str, str], str | None]
"""Asked with the words before the object, the object and the whole sentence: the attribute it is of.

Empty: what is said is true, but no value of this attribute (`in a small flat` is no home); None: no such fact at all.
"""
_TAIL = re.compile(
    r"\s+(?:yesterday|today|recently|last \w+|this \w+|in \d{4}|ago|for (?:about |almost "
    r"|over )?[\w ]{1,10} (?:years?|months?|weeks?))$|(?:了|啦|呢|啊|呀|哦|吧|嘛|的)+$|[\s,;.!]+$"
)
_WEAK = Caseless(
    r"^(?:什么|谁|哪|怎么|多少|这|那|它|他|她|你|it|this|that|them|what|which|there|here|how|going"
    r"|not|so|too|very)$"
)
_DENIED = re.compile(r"^(?:not |no longer |不是|不在)(?=\S)", re.IGNORECASE)
"""`my time zone is not PST`: the verb's denial stands before the object."""
_FORMER = Caseless(r"以前|曾经|之前|原来|过去|[当做干任]过|\bused to\b|\bformerly\b|\bpreviously\b")
"""What was once so stands beside what is so now and replaces nothing."""


_INTRODUCED = Caseless(
    rf"(?:有|养|收养|领养|捡|买|生)了?[^，,。]*(?:{KIN_ZH}|{PET_ZH}|[猫狗鱼鸟兔龟])"
    rf"|\b(?:have|got|adopted|rescued|raise|own)\b.*\b{KIN_EN}s?\b"
)
"""Somebody or some animal was just spoken of: what follows without a subject is more likely said of them."""
_OF_ONE_LIFE = frozenset(
    {
        "age",
        "birthday",
        "birth-year",
        "zodiac",
        "star-sign",
        "job",
        "school",
        "hometown",
        "height",
        "weight",
        "employer",
        "home",
    }
)


@dataclass(frozen=True, slots=True)
class FactRule:
    """One way of saying one kind of fact about a person."""

    attribute: str
    pattern: str
    importance: float = 0.5
    sensitivity: Sensitivity = "personal"
    ends: bool = False
    """It says that something is over: what the object names, or without one whatever there is (`I lost my job`)."""
    needs: str = ""
    """Characters of which whatever the pattern matches has at least one; empty where nothing short can be said."""
    fits: Fits | None = None
    """Decides what the object is; None: it is one of `attribute`."""
    compiled: Caseless = field(init=False, repr=False, compare=False)
    characters: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "characters", frozenset(self.needs))
        object.__setattr__(self, "compiled", Caseless(self.pattern))


def speaking(rules: Sequence[FactRule], plain: str) -> Iterator[FactRule]:
    """Return the rules whose characters stand in the clause; the others cannot match it."""
    said = frozenset(plain)
    return (rule for rule in rules if not rule.needs or not said.isdisjoint(rule.characters))


def fact(view: View, rule: FactRule, plain: str) -> Draft | None:
    """Return the draft of a rule that matches the predicate, or None."""
    if rule.attribute == "name" and not view.subject.at and not plain.startswith("现在"):
        return None  # `我养了只猫，叫年糕`: whose name it is was not said
    if rule.attribute in _OF_ONE_LIFE and _of_another(view):
        return None
    found = rule.compiled.match(plain)
    if found is None and "," in plain:
        # `I live in Porto these days, near the market`: what follows the comma adds to it.
        found = rule.compiled.match(plain.partition(",")[0])
    if found is None:
        return None
    if not found.groupdict().get("o"):
        return _draft(view, rule, rule.attribute, None, negated=True) if rule.ends else None
    obj = _TAIL.sub("", view.original(found, "o")).strip(" ,，.。“”\"'")
    positive = _DENIED.sub("", obj)
    if not positive or _WEAK.match(positive):
        return None
    attribute = _attribute(view, rule, found, positive)
    if attribute is None:
        return None
    negated = rule.ends or positive != obj or bool(found.groupdict().get("no"))
    return _draft(view, rule, attribute, positive, negated=negated)


def _of_another(view: View) -> bool:
    """Is it left open whom a clause is about (`我养了一只乌龟，今年3岁`)?"""
    before = view.sentence.clauses[view.index - 1].plain if view.index else ""
    return (
        not view.subject.at
        and view.subject.who == "user"
        and _INTRODUCED.search(before) is not None
    )


def _attribute(view: View, rule: FactRule, found: re.Match[str], obj: str) -> str | None:
    """Return what the object is, with what tells several of it apart; empty and None as `Fits` says."""
    before = found.string[: found.start("o")]
    attribute: str | None = rule.attribute
    if rule.fits:
        attribute = rule.fits(before, obj, view.sentence.piece.text)
    if not attribute:
        return attribute
    if _FORMER.search(before):
        attribute = f"former-{attribute}"
    which = found.groupdict().get("which")
    return f"{attribute}-{slug(which)}" if which else attribute


def _draft(view: View, rule: FactRule, attribute: str, obj: str | None, *, negated: bool) -> Draft:
    told = {"subject": view.subject.name, "negated": negated}
    if not attribute:
        # Said beside a value, the sentence stands for itself.
        return Draft(rule.attribute, "fact", told, confidence=0.6)
    return Draft(
        rule.attribute,
        "fact",
        told | {"attribute": attribute, "object": obj},
        importance=rule.importance,
        sensitivity=rule.sensitivity,
    )
