"""Which of the candidates stand beside a message: gates, keyword boost, caps, kept places (O15-O18). Pure.

A guide is shown when the message names one of its keywords, or when it passes the floor like everything else; a reflection
has to be within its distance gate, too. Places are kept for curated categories among what is relevant, and for no noise.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from stelae.recall.diversify import capped
from stelae.schemas.auto_recall import QUOTAS, Considered, Fate
from stelae.schemas.query import Hit
from stelae.text.mentions import identifiers, mentioned

GUIDES = frozenset({"usage_guide", "format_guide", "topology"})
EVENT = "operational_event"
_GUIDE = "guide"
KEPT_SHARE = 0.75
"""Most of the places that are kept for categories; the rest goes by rank alone. Ours."""
EXPERT_PLACES = 1
"""Places that each of agent, team and global has among expert knowledge; what one leaves empty the others take (O16)."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A hit with what the choice looks at."""

    hit: Hit
    rank: int
    near: float | None = None
    """Cosine of the strongest vector leg; None: there is none."""
    keyword: str | None = None
    """Of a guide: what the message named."""
    exact: bool = False
    """The message names its identifier."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What is shown, best first, and what became of every candidate."""

    hits: tuple[Hit, ...]
    considered: tuple[Considered, ...]


def select(
    hits: Sequence[Hit],
    near: Mapping[str, float],
    *,
    message: str,
    top_k: int,
    floor: float | None,
    gate: float | None,
    caps: Mapping[str, int],
) -> Selection:
    """Choose.

    Args:
        hits: candidates, best first, weak ones included.
        near: cosine of the strongest vector leg by id, where there is one.
        message: the person's words.
        top_k: most that are shown.
        floor: least probability; None: weak ones too.
        gate: least cosine of a reflection, beside the floor; None: there is none.
        caps: most of each category.
    """
    names = identifiers(message)
    read = [_read(hit, rank, near, message, names) for rank, hit in enumerate(hits, 1)]
    fates: dict[str, Fate] = {}
    relevant: list[Candidate] = []
    for one in _boosted(read):
        fate = _gate(one, floor, gate)
        if fate is None:
            relevant.append(one)
        else:
            fates[one.hit.id] = fate
    allowed = _within_caps(relevant, caps, fates)
    chosen = _placed(allowed, top_k)
    for one in allowed:
        fates[one.hit.id] = "shown" if one.rank in chosen else "no_place"
    return Selection(
        tuple(one.hit for one in allowed if one.rank in chosen),
        tuple(
            Considered(
                id=one.hit.id,
                category=one.hit.category,
                score=one.hit.score,
                rank=one.rank,
                fate=fates[one.hit.id],
                keyword=one.keyword,
            )
            for one in read
        ),
    )


def _read(
    hit: Hit, rank: int, near: Mapping[str, float], message: str, names: frozenset[str]
) -> Candidate:
    found = Candidate(hit, rank, near.get(hit.id))
    if hit.category not in GUIDES:
        return found
    attributes = hit.attributes
    intent = str(attributes.get("intent") or attributes.get("name") or "")
    keywords = attributes.get("keywords")
    listed = cast("list[object]", keywords) if isinstance(keywords, list) else []
    words = [intent, *map(str, listed)]
    named = mentioned(words, message)
    exact = bool(names.intersection(word.casefold() for word in words))
    return replace(found, keyword=named[0] if named else None, exact=exact)


def _boosted(read: Sequence[Candidate]) -> list[Candidate]:
    """Put what is named by its identifier first; order guides among themselves by weight, events of a tool by time.

    A guide's priority counts among guides only (O18, O33). Of calls of one tool that are as relevant as each other, to a
    tenth, the newest says how things are.
    """
    first = [one for one in read if one.exact]
    rest = [one for one in read if not one.exact]
    groups: dict[str, list[Candidate]] = {}
    for one in rest:
        groups.setdefault(_group(one), []).append(one)
    for name, group in groups.items():
        if name == _GUIDE:
            group.sort(key=lambda one: (one.keyword is None, -_standing(one)))
        elif name:
            group.sort(key=lambda one: (round(one.hit.score, 1), one.hit.time), reverse=True)
    in_turn = {name: iter(group) for name, group in groups.items()}
    return first + [next(in_turn[_group(one)]) for one in rest]


def _group(one: Candidate) -> str:
    """Return whom it is compared with by more than its rank: guides, or the events of one tool; empty: nobody."""
    if one.hit.category in GUIDES:
        return _GUIDE
    return f"tool {one.hit.attributes.get('tool')}" if one.hit.category == EVENT else ""


def _standing(one: Candidate) -> float:
    priority = one.hit.attributes.get("priority")
    weight = 0.5 + ((priority if isinstance(priority, int) else 3) - 1) * 1.5 / 9
    return one.hit.score * weight


def _gate(one: Candidate, floor: float | None, gate: float | None) -> Fate | None:
    """Return why it is not relevant; None: it is."""
    if floor is None or one.keyword is not None:
        return None
    far = one.near is not None and gate is not None and one.near < gate
    if one.hit.category == "reflection" and far:
        return "too_far"
    if one.hit.score >= floor:
        return None
    return "off_intent" if one.hit.category in GUIDES else "below_floor"


def _within_caps(
    relevant: Sequence[Candidate], caps: Mapping[str, int], fates: dict[str, Fate]
) -> list[Candidate]:
    within = {hit.id for hit in capped((one.hit for one in relevant), caps)}
    fates.update({one.hit.id: "over_cap" for one in relevant if one.hit.id not in within})
    return [one for one in relevant if one.hit.id in within]


def _placed(allowed: Sequence[Candidate], top_k: int) -> frozenset[int]:
    """Return the ranks of those that get a place: as many as are kept for their categories, the others in their order."""
    kept = _kept(allowed)[: int(top_k * KEPT_SHARE)]
    rest = [one.rank for one in allowed if one.rank not in kept]
    return frozenset([*kept, *rest[: top_k - len(kept)]])


def _kept(allowed: Sequence[Candidate]) -> list[int]:
    """Return the ranks for which places are kept: the first of each category; of expert knowledge one a kind of scope."""
    left, kinds = Counter(QUOTAS), Counter[str]()
    first: list[Candidate] = []
    later: list[Candidate] = []
    for one in allowed:
        kind = one.hit.scope.partition(":")[0]
        expert = one.hit.category == "expert_knowledge"
        (later if expert and kinds[kind] >= EXPERT_PLACES else first).append(one)
        kinds[kind] += expert
    kept: list[int] = []
    for one in (*first, *later):
        category = one.hit.category or ""
        if left[category] > 0:
            left[category] -= 1
            kept.append(one.rank)
    return kept
