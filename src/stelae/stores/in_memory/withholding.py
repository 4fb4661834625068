"""Quotes of forgotten messages in memories that stay: out of every version, kept aside for an undoing, or let go."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from stelae.schemas.memory import Version
from stelae.stores.in_memory.space import Aside, Memory, Space
from stelae.stores.quotes import Placed, given_back, without


def withhold(space: Space, messages: Collection[str], memories: Collection[str]) -> None:
    """Take the quotes of hidden messages out of memories that stay.

    Args:
        space: a copy, after its memories were written and buried.
        messages: that were just hidden.
        memories: that were just written.
    """
    hidden = {id_ for id_, logged in space.log.items() if logged.hidden}
    named = {m for id_ in hidden.intersection(messages) for m in space.evidence.get(id_, ())}
    for id_ in named.union(memories) if hidden else ():
        held = space.memories.get(id_)
        if held is not None and held.rid is not None:
            space.memories[id_] = _without(space, held, hidden)


def give_back(space: Space, messages: Collection[str]) -> None:
    """Put back what was taken out; versions that came after take it over from the one before them."""
    back = [one for one in space.withheld if one.message in messages]
    for id_ in dict.fromkeys(one.memory for one in back):
        held, mine = space.memories[id_], [one for one in back if one.memory == id_]
        versions = tuple(_given_back(version, mine) for version in held.versions)
        space.memories[id_] = replace(held, versions=versions)
    let_go(space, messages)


def let_go(space: Space, ids: Collection[str]) -> None:
    """Destroy what was kept aside of these messages and memories."""
    space.withheld = tuple(
        one for one in space.withheld if one.message not in ids and one.memory not in ids
    )


def _without(space: Space, held: Memory, hidden: Collection[str]) -> Memory:
    versions: list[Version] = []
    for version in held.versions:
        record, taken = without(version.record, hidden)
        newest = version is held.versions[-1]
        space.withheld = (
            *space.withheld,
            *(Aside(s.observation_id, record.id, version.version, newest, n, s) for n, s in taken),
        )
        versions.append(version.model_copy(update={"record": record}) if taken else version)
    return replace(held, versions=tuple(versions))


def _given_back(version: Version, aside: Sequence[Aside]) -> Version:
    mine = [
        Placed(one.place, one.span)
        for one in aside
        if one.version == version.version or (one.newest and version.version > one.version)
    ]
    return version.model_copy(update={"record": given_back(version.record, mine)})
