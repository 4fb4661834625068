"""Who owns what: a model beside the store, against which every answer is checked.

Ids and who they belong to are read from the store's own tables (`truth`), never through a door. Beside them each place has
words of its own, which no other place ever says: they tell where a text comes from that has no id.
"""

import random
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Literal, cast

from pydantic import BaseModel

from evals.isolation.truth import Kind, Truth
from stelae.schemas.scope import Namespace

Reach = Callable[[Namespace, Namespace], bool]
"""May this caller be shown what lies there?"""
Known = Kind | Literal["trace", "draft"]
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
_ITSELF = re.compile(rf'"id":"({_ID.pattern})"')
_NAMED = re.compile(r'"external_id":"[^"]*"')
"""What a caller calls a message. Those of guides and documents end with an id that nothing else has."""
_WORD = re.compile(r"qz[a-z]{10}")
_SCOPE = re.compile(r'"(?:scope|proposed_from)":"([^"]+)"')
_TENANT = re.compile(r'"tenant":"([^"]*)"')


def reads(caller: Namespace, there: Namespace) -> bool:
    """What recall may find: the readable scopes, the caller's project and none."""
    return there.scope in caller.readable and _sees(caller, there)


def writes(caller: Namespace, there: Namespace) -> bool:
    """What a person decides about: the written scope, the caller's project and none."""
    return there.scope == caller.scope and _sees(caller, there)


def scope(caller: Namespace, there: Namespace) -> bool:
    """The written scope, whatever the project."""
    return there.scope == caller.scope


def of_project(caller: Namespace, there: Namespace) -> bool:
    """The written scope; every project where the caller has none."""
    return there.scope == caller.scope and (caller.project is None or _sees(caller, there))


def tenant(caller: Namespace, there: Namespace) -> bool:
    """Everything of the tenant."""
    return caller.tenant == there.tenant


def asked(caller: Namespace, there: Namespace) -> bool:
    """What a recall has told: within its scope and project, to who reads all that was searched."""
    return writes(caller, there) and set(there.readable) <= set(caller.readable)


def at(place: str) -> Reach:
    """The scope of that name, whatever the caller's is."""

    def reach(caller: Namespace, there: Namespace) -> bool:
        del caller
        return there.scope == place

    return reach


def never(caller: Namespace, there: Namespace) -> bool:
    """Nothing that is anybody's."""
    del caller, there
    return False


def _sees(caller: Namespace, there: Namespace) -> bool:
    return there.project in {None, caller.project}


class Ledger:
    """Ids and words by their owners."""

    def __init__(self, truth: Truth, chance: random.Random) -> None:
        """Know nothing yet."""
        self._truth, self._chance = truth, chance
        self._owners: dict[str, tuple[Namespace, ...]] = {}
        self._ids: defaultdict[Known, list[str]] = defaultdict(list)
        self._words: list[str] = []
        self._messages: set[str] = set()

    def learn(self) -> Sequence[str]:
        """Take in what was written since; return what now lies elsewhere than before."""
        moved: list[str] = []
        for id_, kind, owner in self._truth.written():
            before = self._owners.get(id_)
            if before is None:
                self.note(id_, kind, owner)
            elif (owner.tenant, owner.scope) != (before[0].tenant, before[0].scope):
                moved.append(f"{id_} has moved to {owner}")
        return moved

    def note(self, id_: str, kind: Known, *owners: Namespace) -> None:
        """Take in an id that no table has; it may be shown wherever one of the owners is."""
        self._owners[id_] = owners
        self._ids[kind].append(id_)
        if kind == "observation":
            self._messages.add(id_)

    def word(self, *owners: Namespace) -> str:
        """Make a word that nobody but these says."""
        word = "qz" + "".join(self._chance.choices("abcdefghijklmnoprstuvw", k=10))
        self._owners[word] = owners
        self._words.append(word)
        return word

    def counts(self, caller: Namespace) -> Mapping[str, int]:
        """Count what the caller's own statistics should."""
        return self._truth.counts(caller)

    def share(self, text: str, owner: Namespace) -> None:
        """Let somebody who was handed a text say its words, too."""
        for word in set(_WORD.findall(text)):
            self._owners[word] = (*self._owners.get(word, ()), owner)

    def anybodys_word(self) -> str:
        """Return a word of any place."""
        return self._chance.choice(self._words)

    def knows(self, name: str) -> bool:
        """Does anybody own it?"""
        return name in self._owners

    def any(self, kind: Known) -> str | None:
        """Return somebody's id; a recent one rather than an old one."""
        known = self._ids[kind]
        if not known:
            return None
        return known[-1 - min(int(self._chance.expovariate(1 / 150)), len(known) - 1)]

    def within(self, id_: str, caller: Namespace, reach: Reach) -> bool:
        """May the caller be shown it?"""
        return any(
            owner.tenant == caller.tenant and reach(caller, owner)
            for owner in self._owners.get(id_, ())
        )

    def _is_evidence(self, name: str, caller: Namespace, reach: Reach) -> bool:
        """Is it a message of the scope that something rests on? Of whatever project: what is said again is one memory."""
        return name in self._messages and any(
            owner.tenant == caller.tenant
            and reach(caller, owner.model_copy(update={"project": None}))
            for owner in self._owners[name]
        )

    def foreign(
        self, text: str, caller: Namespace, reach: Reach, *, said: Collection[str] = ()
    ) -> Sequence[str]:
        """Return what is in an answer and belongs to somebody else, or to nobody.

        Args:
            text: the answer (`told`).
            caller: who got it.
            reach: what may be shown.
            said: ids and words that the caller had named itself.
        """
        text = _NAMED.sub("", text)
        shown = {*_ITSELF.findall(text), *_WORD.findall(text)}
        named = shown.union(_ID.findall(text)).difference(said)
        wrong = [
            name
            for name in named
            if not self.within(name, caller, reach)
            and (name in shown or not self._is_evidence(name, caller, reach))
        ]
        wrong += [
            f"scope {name}"
            for name in set(_SCOPE.findall(text))
            if not reach(caller, Namespace(tenant=caller.tenant, scope=name))
        ]
        wrong += [f"tenant {name}" for name in set(_TENANT.findall(text)) if name != caller.tenant]
        return wrong

    def mixed(self, text: str) -> Sequence[str]:
        """Return the places that a text tells of, when they are several tenants' or scopes'."""
        names = {*_ID.findall(text), *_WORD.findall(text)}
        owners = [self._owners[name] for name in names if name in self._owners]
        for one in owners[0] if owners else ():
            if all(any(_same(one, other) for other in some) for some in owners):
                return ()
        return sorted({f"{one.tenant} {one.scope}" for some in owners for one in some})


def _same(one: Namespace, other: Namespace) -> bool:
    return (one.tenant, one.scope) == (other.tenant, other.scope)


def told(value: object) -> str:
    """Return an answer as one text."""
    return "\n".join(_parts(value))


def _parts(value: object) -> Iterator[str]:
    if isinstance(value, BaseModel):
        yield value.model_dump_json()
    elif isinstance(value, Mapping):
        for name, one in cast("Mapping[object, object]", value).items():
            yield str(name)
            yield from _parts(one)
    elif isinstance(value, list | tuple | set | frozenset):
        for one in cast("Collection[object]", value):
            yield from _parts(one)
    else:
        yield str(value)
