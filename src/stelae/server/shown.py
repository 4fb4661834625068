"""Which memories and messages a value shows, by their ids. Pure; every door asks here."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, cast

from pydantic import BaseModel

from stelae.schemas.aggregate import Aggregate
from stelae.schemas.answer import Answer
from stelae.schemas.drafts import Neighbour
from stelae.schemas.forgetting import ForgetItem
from stelae.schemas.guides import StoredGuide
from stelae.schemas.memory import MemoryRecord, PendingItem
from stelae.schemas.observation import Observation
from stelae.schemas.profile import ExplicitFact, InferredTrait
from stelae.schemas.query import ContextBlock, Hit, HitTrace


class Ids(NamedTuple):
    """What is left of something that was shown."""

    ids: tuple[str, ...]


_OF: Final[Mapping[type, Callable[[Any], Iterable[str]]]] = {
    **dict.fromkeys(
        (Hit, MemoryRecord, PendingItem, Observation, HitTrace, ForgetItem, StoredGuide, Neighbour),
        lambda one: (one.id,),
    ),
    ExplicitFact: lambda fact: (fact.id, *fact.sources),
    InferredTrait: lambda trait: (*trait.memories, *trait.sources),
    ContextBlock: lambda block: block.ids,
    Aggregate: lambda found: found.ids,
    Ids: lambda kept: kept.ids,
    Answer: lambda found: (*(hit.id for hit in found.hits), *found.used, *found.unused),
}


def ids_of(shown: object) -> tuple[str, ...]:
    """Return the ids of what is shown, each once, in its order; containers are looked into."""
    return tuple(dict.fromkeys(_ids(shown)))


def _ids(shown: object) -> Iterator[str]:
    named = _OF.get(type(shown))
    if named is not None:
        yield from named(shown)
    elif isinstance(shown, tuple | list):
        for one in cast("tuple[object, ...]", shown):
            yield from _ids(one)
    elif isinstance(shown, BaseModel):
        for _, value in shown:
            yield from _ids(value)
