"""Preferences as an application acts on them: which memories act in a domain, and how (P21-P25). Pure.

The model recognises, the person authorises, code executes: only what a person entered or confirmed leaves anything out.
All of it is decided here, so that the lines of a prompt and the lists of a filter cannot disagree.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from stelae.schemas.authority import at_least
from stelae.schemas.candidate import Polarity
from stelae.schemas.categories.personal import SINGLE_PREFERENCES, SLOTS
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.preferences import (
    PRODUCT_DOMAINS,
    Acts,
    PreferenceBundle,
    PreferenceEntry,
    RecentActivity,
    Slot,
)
from stelae.schemas.session import Budget
from stelae.text.domains import domains_in, without_domain
from stelae.text.polarity import negated
from stelae.text.terms import attributes_in, canonical, expand

FAVOURITES: Final = 2
"""Favourites that share an attribute before it counts (P25)."""
MOST_AFFINITY: Final = 5
LAST: Final = 3
"""Activities of a kind (P26)."""
_EVERYWHERE: Final = ("global",)
_BODILY: Final = frozenset({"allergy", "health"})
"""Limits that hold whatever is bought."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A memory with the domain of the conversation that it was said in."""

    record: MemoryRecord
    session_domain: str | None = None


@dataclass(frozen=True, slots=True)
class _Weighed:
    entry: PreferenceEntry
    record: MemoryRecord

    @property
    def thing(self) -> str:
        """One name for what it is about."""
        return canonical(self.entry.terms[0]) if self.entry.terms else ""


def bundle(
    memories: Iterable[Placed],
    *,
    domain: str | None,
    favourites: Sequence[str] = (),
    activities: Sequence[RecentActivity] = (),
    budget: Callable[[str], Budget | None],
) -> PreferenceBundle:
    """Assemble what acts in a domain.

    Args:
        memories: current preferences and constraints of one person.
        domain: what is looked for; None or an unknown one: only what holds everywhere acts (P23).
        favourites: titles of what the person keeps as favourites.
        activities: what was searched for and bought, newest first.
        budget: reads a budget off the person's words.
    """
    entries = _acting(memories, domain)
    of: dict[Acts, list[PreferenceEntry]] = {}
    for one in entries:
        of.setdefault(one.acts, []).append(one)
    unwanted = {
        canonical(t) for a in ("exclude", "penalty") for e in of.get(a, ()) for t in e.terms
    }
    slots = _slots(of.get("slot", ()))
    said = slots.pop("budget", None)
    return PreferenceBundle(
        domain=domain,
        search_terms=tuple(t for t in _terms(of, "search") if canonical(t) not in unwanted),
        exclude=_terms(of, "exclude"),
        penalty=_terms(of, "penalty"),
        must=tuple(e.terms[0] for e in of.get("must", ())),
        affinity=_affinity(favourites, unwanted),
        budget=budget(said.text) if said is not None else None,
        slots={slot: e.terms[0] for slot, e in slots.items() if e.terms},
        entries=entries,
        activities=tuple(_last(activities)),
    )


def placed_by_itself(record: MemoryRecord) -> bool:
    """Does the memory itself say where it acts, so that the conversation it was said in does not matter?"""
    return bool(_own_domains(record))


def _acting(memories: Iterable[Placed], domain: str | None) -> tuple[PreferenceEntry, ...]:
    placed = sorted(memories, key=lambda one: (one.record.valid_from, one.record.id), reverse=True)
    narrowed = _narrowed([one.record for one in placed])
    weighed: list[_Weighed] = []
    for one in placed:
        domains = narrowed.get(one.record.id) or _domains(one)
        entry = _entry(one.record, domains, domain) if _acts_in(domains, domain) else None
        if entry is not None:
            weighed.append(_Weighed(entry, one.record))
    return tuple(one.entry for one in _latest_word(weighed))


def _acts_in(domains: Sequence[str], domain: str | None) -> bool:
    return "global" in domains or (domain in PRODUCT_DOMAINS and domain in domains)


def _domains(one: Placed) -> tuple[str, ...]:
    own = _own_domains(one.record)
    return own or ((one.session_domain,) if one.session_domain in PRODUCT_DOMAINS else _EVERYWHERE)


def _own_domains(record: MemoryRecord) -> tuple[str, ...]:
    """What the fields name, else what the words name; a limit of the body holds everywhere."""
    if record.attributes.get("type") in _BODILY:
        return _EVERYWHERE
    given = str(record.attributes.get("domain", "global"))
    return (given,) if given != "global" else domains_in(record.text)


def _narrowed(records: Sequence[MemoryRecord]) -> dict[str, tuple[str, ...]]:
    """Place what holds everywhere by what an agent knew of the very same words: `没有真皮的吧`, said of shoes (P23)."""
    places: dict[tuple[str, str], str] = {}
    for record in records:
        domain = record.attributes.get("domain")
        if domain in PRODUCT_DOMAINS:
            places |= {(_about(record), span.observation_id): domain for span in record.evidence}
    found: dict[str, tuple[str, ...]] = {}
    for record in records:
        wide = record.category == "preference" and record.attributes.get("domain") == "global"
        near = {places.get((_about(record), span.observation_id)) for span in record.evidence}
        if wide and record.evidence and None not in near:
            found[record.id] = tuple(sorted(filter(None, near)))
    return found


def _about(record: MemoryRecord) -> str:
    return canonical(str(record.attributes.get("object") or ""))


def _entry(
    record: MemoryRecord, domains: tuple[str, ...], domain: str | None
) -> PreferenceEntry | None:
    """Return how a memory acts; None: it is about somebody else, about no thing, or how to serve."""
    thing = record.attributes.get("object")
    if not thing or record.attributes.get("subject", "user") != "user":
        return None
    authorised = record.confirmed or at_least(record.authority, "user_edit")
    read = _limit(record, authorised) if record.category == "constraint" else _taste(record)
    if read is None:
        return None
    acts, polarity = read
    slot: Slot | None = next((s for s in SLOTS if s == record.attributes.get("aspect")), None)
    short = thing if slot or domain not in domains else without_domain(str(thing), str(domain))
    return PreferenceEntry(
        id=record.id,
        text=record.text,
        acts=acts,
        polarity=polarity,
        terms=(str(thing),) if slot else expand(short),
        domains=domains,
        slot=slot,
        authorised=authorised,
        authority=record.authority,
        time=record.valid_from,
    )


def _taste(record: MemoryRecord) -> tuple[Acts, Polarity] | None:
    aspect = str(record.attributes.get("aspect", "thing"))
    if aspect in SLOTS:
        return "slot", "like"
    if aspect in SINGLE_PREFERENCES or not (aspect == "thing" or aspect.startswith("favourite-")):
        return None
    match record.attributes.get("polarity"):
        case "dislike":
            return "penalty", "dislike"
        case "like":
            return "search", "like"
        case _:
            return "search", "neutral"


def _limit(record: MemoryRecord, authorised: bool) -> tuple[Acts, Polarity] | None:
    kind = record.attributes.get("type")
    if not record.attributes.get("active", True) or kind == "health":
        return None
    if kind == "must":
        return ("must" if authorised else "search"), "like"
    if kind == "diet" and not negated(record.text):
        # A way of eating that is kept, not one that is avoided.
        return "search", "like"
    return ("exclude" if authorised else "penalty"), "dislike"


def _latest_word(weighed: Sequence[_Weighed]) -> list[_Weighed]:
    """Of tastes in one thing, newest first, only the last word acts; a limit is not lifted by a taste."""
    kept: list[_Weighed] = []
    last: dict[str, Polarity] = {}
    for one in weighed:
        if one.record.category == "preference" and one.entry.slot is None:
            held = last.setdefault(one.thing, one.entry.polarity)
            if held != one.entry.polarity or held == "neutral":
                continue
        kept.append(one)
    firm = {o.thing for o in kept if o.entry.acts == "exclude"}
    return [
        replace(one, entry=one.entry.model_copy(update={"acts": "penalty"}))
        if one.entry.acts == "search" and one.thing in firm
        else one
        for one in kept
    ]


def _terms(of: dict[Acts, list[PreferenceEntry]], acts: Acts) -> tuple[str, ...]:
    return tuple(dict.fromkeys(term for entry in of.get(acts, ()) for term in entry.terms))


def _slots(entries: Sequence[PreferenceEntry]) -> dict[Slot, PreferenceEntry]:
    """Return the latest of each; what is said of the domain goes before what holds everywhere."""
    found: dict[Slot, PreferenceEntry] = {}
    for one in sorted(entries, key=lambda one: "global" in one.domains):
        if one.slot is not None:
            found.setdefault(one.slot, one)
    return found


def _affinity(favourites: Sequence[str], unwanted: set[str]) -> tuple[str, ...]:
    """Return what favourites share, the most frequent first; what is not wanted suppresses it (P25)."""
    counts = Counter(thing for title in favourites for thing in attributes_in(title))
    shared = [
        t for t, n in counts.most_common() if n >= FAVOURITES and canonical(t) not in unwanted
    ]
    return tuple(shared[:MOST_AFFINITY])


def _last(activities: Sequence[RecentActivity]) -> Iterable[RecentActivity]:
    seen: Counter[str] = Counter()
    for one in activities:
        seen[one.kind] += 1
        if seen[one.kind] <= LAST:
            yield one
