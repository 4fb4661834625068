"""Where things lie: tenants, scopes and projects whose names are as alike as names may be."""

import random
from collections.abc import Iterator, Sequence

from stelae.schemas.scope import Namespace

TENANTS = ("default", "Default", "a", "A", "a%", "a_", "a*", "用户", "con", "tenants")
SCOPES = (
    *("user:lin", "user:a", "user:A", "user:a%", "user:a_", "user:a*", "user:用户"),
    *("agent:a", "agent:A", "team:a", "global"),
)
PROJECTS = (None, None, "a", "A", "项目")
AGENTS = tuple(scope.removeprefix("agent:") for scope in SCOPES if scope.startswith("agent:"))


def places(chance: random.Random, count: int) -> Sequence[Namespace]:
    """Return so many places. Every tenant has one, and the same scopes and projects are in several tenants."""
    found = dict.fromkeys(
        Namespace(tenant=tenant, scope=chance.choice(SCOPES[:3])) for tenant in TENANTS
    )
    while len(found) < count:
        place = Namespace(
            tenant=chance.choice(TENANTS[:6]),
            scope=chance.choice(SCOPES),
            project=chance.choice(PROJECTS),
        )
        found[place] = None
    return tuple(found)


def caller(chance: random.Random, there: Sequence[Namespace]) -> Namespace:
    """Return a caller: mostly where something is, else anywhere; it may read further scopes of its tenant."""
    at = chance.choice(there) if chance.random() < 0.8 else next(_anywhere(chance))
    reads = tuple(chance.sample(SCOPES, chance.choice((0, 0, 0, 1, 3))))
    return at.model_copy(update={"reads": reads})


def _anywhere(chance: random.Random) -> Iterator[Namespace]:
    while True:
        yield Namespace(
            tenant=chance.choice(TENANTS),
            scope=chance.choice(SCOPES),
            project=chance.choice(PROJECTS),
        )
