"""What several memories suggest and nobody has said: traits inferred by rules (E20). Pure.

Each rests on at least two messages, so that one remark makes no trait; what was said once as such is a fact and no trait.
The rules are few and plain: several likes or dislikes of one kind, one wish for several ways of serving, a thing done on
several days.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from stelae.recall.wording import label
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.personal import SINGLE_PREFERENCES, Preference
from stelae.schemas.categories.work import Event
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.profile import LEAST_SOURCES, InferredTrait
from stelae.text.keys import slug
from stelae.text.language import Language, language_of
from stelae.text.normalise import fold

HABIT_DAYS = 3
"""Days on which something was done before it counts as a habit."""
_HAN_TAIL = re.compile("[\u4e00-\u9fff]+\\Z")
_WORDS = re.compile(r"[a-z][a-z'-]*")
_LEAST_HEAD = 2
"""Chinese characters that two things of one kind share at their end (`科幻电影`, `文艺电影`)."""
_LONGEST_HEAD = 6
_FEW_LETTERS = 4
"""Letters of an English word that names a kind."""
_NAMED = 3
"""Examples in a description."""
_SHOWN = 10
"""Memories that a trait shows as its evidence, the newest; its confidence needs no more."""


@dataclass(frozen=True, slots=True)
class Said:
    """A current memory with its fields and the messages it rests on."""

    record: MemoryRecord
    payload: CategoryModel
    sources: tuple[str, ...]


def confidence(sources: int) -> float:
    """How far a trait can be relied on, in [0.6, 0.9]: `min(0.5 + 0.05 n, 0.9)` for n messages (O26)."""
    return min(0.5 + 0.05 * sources, 0.9)


def sources_of(group: Iterable[Said]) -> tuple[str, ...]:
    """Return the messages that a group rests on, each once."""
    return tuple(dict.fromkeys(source for said in group for source in said.sources))


def inferred(known: Sequence[Said], language: Language | None) -> tuple[InferredTrait, ...]:
    """Return what the rules infer, the best founded first.

    Args:
        known: current memories about one person.
        language: of the descriptions; None: that of the first memory of each.
    """
    found = [*_tastes(known, language), *_servings(known, language), *_habits(known, language)]
    return tuple(sorted(found, key=lambda trait: (-len(trait.sources), trait.trait)))


def _tastes(known: Sequence[Said], language: Language | None) -> Iterator[InferredTrait]:
    """Several likes, or dislikes, of one kind: the same last word, or the same domain."""
    for polarity in ("like", "dislike"):
        things = {
            fold(said.payload.object): said
            for said in known
            if isinstance(said.payload, Preference)
            and (said.payload.aspect, said.payload.polarity) == ("thing", polarity)
            and said.payload.object
        }
        for head, members in _by_head(things).items():
            more = len(members) > _NAMED
            names = (
                "、".join(members[:_NAMED]) + ("等" if more else ""),
                ", ".join(members[:_NAMED]) + (" and more" if more else ""),
            )
            words = (
                (f"喜欢各种{head}（{names[0]}）", f"likes {head} of several kinds ({names[1]})")
                if polarity == "like"
                else (f"不喜欢好几种{head}（{names[0]}）", f"dislikes {head} of several kinds ({names[1]})")
            )  # fmt: skip
            basis = (f"{len(members)} 条同类的表达", f"{len(members)} statements of one kind")
            group = [things[name] for name in members]
            yield from _trait(f"{polarity}s/{slug(head)}", words, basis, group, language)


def _by_head(things: Mapping[str, Said]) -> dict[str, list[str]]:
    """Group names by what they share; a kind that was named itself is said already, and groups nothing.

    Of two heads with the same members the longer one stands (`老电影` for `电影`).
    """
    groups: dict[str, list[str]] = {}
    for name, said in things.items():
        for head in _heads(name, said):
            groups.setdefault(head, []).append(name)
    kept: dict[tuple[str, ...], str] = {}
    for head, members in groups.items():
        if len(members) > 1 and head not in things:
            kept[tuple(members)] = max(kept.get(tuple(members), ""), head, key=len)
    return {head: list(members) for members, head in kept.items()}


def _heads(name: str, said: Said) -> Iterator[str]:
    """Yield what a name could share with others: its last Chinese characters, its last word, its domain."""
    tail = _HAN_TAIL.search(name)
    if tail:
        longest = min(len(tail[0]), _LONGEST_HEAD)
        yield from (tail[0][-length:] for length in range(_LEAST_HEAD, longest + 1))
    else:
        last = (_WORDS.findall(name) or [""])[-1]
        if len(last) >= _FEW_LETTERS:
            yield last
    if isinstance(said.payload, Preference) and said.payload.domain != "global":
        yield said.payload.domain


def _servings(known: Sequence[Said], language: Language | None) -> Iterator[InferredTrait]:
    """One wish for several ways of serving: Chinese for reports and for answers."""
    wishes: dict[tuple[str, str], list[Said]] = {}
    for said in known:
        wish = said.payload
        if isinstance(wish, Preference) and wish.aspect in SINGLE_PREFERENCES and wish.object:
            family = wish.aspect.rpartition("-")[2]
            wishes.setdefault((family, fold(wish.object)), []).append(said)
    for (family, value), group in wishes.items():
        aspects = [said.payload.aspect for said in group if isinstance(said.payload, Preference)]
        chinese = "、".join(label(aspect, "zh") or aspect for aspect in aspects)
        english = ", ".join(aspect.replace("-", " ") for aspect in aspects)
        words = (f"各处都要{value}（{chinese}）", f"wants {value} throughout ({english})")
        basis = (f"{len(group)} 处相同的要求", f"the same wish {len(group)} times")
        yield from _trait(f"serving/{slug(family)}", words, basis, group, language)


def _habits(known: Sequence[Said], language: Language | None) -> Iterator[InferredTrait]:
    """Something done on several days."""
    done: dict[str, list[Said]] = {}
    for said in known:
        if isinstance(said.payload, Event) and said.payload.what and said.payload.begin:
            done.setdefault(fold(said.payload.what), []).append(said)
    for what, group in done.items():
        days = {
            said.payload.begin.date()
            for said in group
            if isinstance(said.payload, Event) and said.payload.begin
        }
        if len(days) >= HABIT_DAYS:
            words = (f"常{what}（{len(days)} 天）", f"often: {what} ({len(days)} days)")
            basis = (f"在 {len(days)} 个日子里", f"on {len(days)} days")
            yield from _trait(f"habit/{slug(what)}", words, basis, group, language)


def _trait(
    name: str,
    words: tuple[str, str],
    basis: tuple[str, str],
    group: Sequence[Said],
    language: Language | None,
) -> Iterator[InferredTrait]:
    """Yield the trait, Chinese or English, when enough messages carry it; one message with two likes is one."""
    group = group[:_SHOWN]
    sources = sources_of(group)
    if len(group) < LEAST_SOURCES or len(sources) < LEAST_SOURCES:
        return
    chosen = 0 if (language or language_of(group[0].record.text)) == "zh" else 1
    yield InferredTrait(
        trait=name,
        description=words[chosen],
        basis=basis[chosen],
        by="rules",
        evidence=tuple(said.record.text for said in group),
        sources=sources,
        memories=tuple(said.record.id for said in group),
        confidence=confidence(len(sources)),
    )
