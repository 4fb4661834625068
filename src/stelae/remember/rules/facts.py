"""How a fact rule is written and read; the tables are in `facts_zh` and `facts_en`.

A rule names an attribute and one pattern over the predicate. Groups `o`, `o2`, … hold the object, `no`, `no2`, … a
negation, and a rule may name one more group that becomes part of the attribute (`account-redmine`).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from stelae.remember.rules.caseless import Caseless
from stelae.remember.rules.draft import Draft, View
from stelae.schemas.candidate import Sensitivity
from stelae.text.keys import slug

_TAIL = re.compile(
    r"\s+(?:yesterday|today|recently|last \w+|this \w+|in \d{4}|ago|for (?:about |almost "
    r"|over )?[\w ]{1,10} (?:years?|months?|weeks?))$|(?:了|啦|呢|啊|呀|哦|吧|嘛|的)+$|[\s,;.!]+$"
)
_WEAK = Caseless(
    r"^(?:什么|谁|哪|怎么|多少|这|那|它|他|她|你|it|this|that|them|what|which|there|here|how|going"
    r"|not|so|too|very)$"
)


_FORMER = Caseless(r"以前|曾经|之前|原来|过去|当过|\bused to\b|\bformerly\b|\bpreviously\b")
"""What was once so stands beside what is so now and replaces nothing."""


@dataclass(frozen=True, slots=True)
class FactRule:
    """One kind of fact about a person."""

    attribute: str
    pattern: str
    importance: float = 0.5
    sensitivity: Sensitivity = "personal"
    keyed: str | None = None
    """Name of a group that tells several of them apart (the site an account is on)."""
    needs: str = ""
    """Characters of which whatever the pattern matches has at least one; empty where nothing short can be said."""
    fits: Callable[[str, str, str], bool] | None = None
    """Asked with the words before the object, the object and the whole sentence: can it be one of this kind?"""
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
    found = rule.compiled.match(plain)
    if found is None and "," in plain:
        # `I live in Porto these days, near the market`: what follows the comma adds to it.
        found = rule.compiled.match(plain.partition(",")[0])
    if found is None:
        return None
    groups = found.groupdict()
    name = next((n for n, v in groups.items() if n.startswith("o") and v), None)
    if name is None:
        return None
    obj = _TAIL.sub("", view.original(found, name)).strip(" ,，.。“”\"'")
    if not obj or _WEAK.match(obj):
        return None
    if rule.fits and not rule.fits(plain[: found.start(name)], obj, view.sentence.piece.text):
        return None
    negated = any(v for n, v in groups.items() if n.startswith("no"))
    attribute = (
        f"former-{rule.attribute}" if _FORMER.search(plain[: found.start(name)]) else rule.attribute
    )
    if rule.keyed and groups.get(rule.keyed):
        attribute = f"{attribute}-{slug(groups[rule.keyed])}"
    attributes = {
        "attribute": attribute,
        "object": obj,
        "subject": view.subject.name,
        "negated": negated,
    }
    return Draft(
        rule.attribute, "fact", attributes, importance=rule.importance, sensitivity=rule.sensitivity
    )
