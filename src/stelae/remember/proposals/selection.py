"""What of a conversation a language model gets to see: whose messages, which, and how much of the rest as context. Pure.

Never shown: tool output, documents, messages that the scanner flagged, forget requests; to a model on another machine
whatever the settings keep here.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stelae.ports import DateParser
from stelae.remember.proposals.chunks import Line
from stelae.remember.proposals.prefilter import Sifted, sift
from stelae.remember.proposals.sensitivity import is_sensitive
from stelae.remember.rule_extraction import RuleExtraction, extract
from stelae.schemas.authority import is_person
from stelae.schemas.extraction import UsageName, Used
from stelae.schemas.observation import Observation

_CONTEXT_CHARS = 400
"""How much of an assistant's answer is shown: enough to know what a person's "yes" is about."""
_WITHHELD = frozenset({"instruction", "hidden", "forget_request"})
Shown = tuple[Line, Observation]
"""A line, and the message it is of."""


@dataclass(frozen=True, slots=True)
class Sending:
    """What may leave for the model. On this machine everything may."""

    local: bool = True
    personal: bool = True
    """May what people say of themselves go to another machine?"""
    sensitive: bool = False
    """May what rules see as sensitive go there?"""

    @property
    def everything(self) -> bool:
        """May context go, which nobody has classified?"""
        return self.local or (self.personal and self.sensitive)

    def allows(self, observation: Observation, rules: RuleExtraction) -> bool:
        """May this message go?"""
        if self.local:
            return True
        return self.personal and (self.sensitive or not is_sensitive(observation, rules))


@dataclass(frozen=True, slots=True)
class Selection:
    """The messages of one extraction by what is to be done with them."""

    kept: Sequence[Observation]
    """A person's words, to be read."""
    withheld: int
    """How many of them have to stay on this machine."""
    rules: Mapping[str, RuleExtraction]
    """What the rules make of each message of a person, by its id."""
    sifted: Mapping[str, Sifted]

    @property
    def audited(self) -> frozenset[str]:
        """Ids of messages that are read only to check the pre-filter."""
        return frozenset(id_ for id_, word in self.sifted.items() if word == "audit")

    @property
    def used(self) -> tuple[Used, ...]:
        """What the pre-filter did."""
        words = Counter(self.sifted.values())
        pairs: tuple[tuple[UsageName, int], ...] = (
            ("prefilter_skipped", words["skip"]),
            ("prefilter_audited", words["audit"]),
        )
        return tuple(Used(name=name, amount=number) for name, number in pairs if number)


def select(
    observations: Sequence[Observation], sending: Sending, dates: Mapping[str, DateParser]
) -> Selection:
    """Sort the messages."""
    said = [o for o in observations if readable(o)]
    rules = {o.id: extract(o, dates=dates) for o in said}
    sifted: dict[str, Sifted] = {o.id: sift(o, rules[o.id]) for o in said}
    wanted = [o for o in said if sifted[o.id] != "skip"]
    kept = [o for o in wanted if sending.allows(o, rules[o.id])]
    return Selection(kept, len(wanted) - len(kept), rules, sifted)


def lines_of(
    observations: Sequence[Observation], selection: Selection, sending: Sending
) -> list[Shown]:
    """Show what people said, and of answers and questions as much as helps to understand it."""
    kept = {o.id for o in selection.kept}
    lines: list[Shown] = []
    for one in observations:
        if one.id in kept:
            lines.append((Line("[user] ", one.text), one))
        elif not sending.everything or _WITHHELD.intersection(one.flags):
            continue
        elif one.role == "assistant":
            lines.append((Line("[assistant] ", one.text[-_CONTEXT_CHARS:]), one))
        elif _asks(one, selection):
            lines.append((Line("[user] ", one.text[-_CONTEXT_CHARS:]), one))
    return lines


def apart(lines: Sequence[Shown]) -> list[Sequence[Shown]]:
    """Return the lines in groups: each message of a person with the answers before it."""
    ends = [n + 1 for n, (_, one) in enumerate(lines) if one.role == "user"]
    return [lines[a:b] for a, b in zip([0, *ends[:-1]], ends, strict=True)] if ends else []


def readable(observation: Observation) -> bool:
    """May a model read it as something a person said?"""
    return (
        observation.role == "user"
        and is_person(observation.authority)
        and not _WITHHELD.intersection(observation.flags)
        and bool(observation.text.strip())
    )


def _asks(observation: Observation, selection: Selection) -> bool:
    """Was it left out as a question? What follows may be its answer."""
    rules = selection.rules.get(observation.id)
    return rules is not None and any(drop.reason == "question" for drop in rules.drops)
