"""Pending items that pile up are told of once, whoever looks."""

from datetime import timedelta

import pytest

from stelae.ports import Store
from stelae.schemas.piling import Pile
from stelae.schemas.scope import Namespace
from tests.contracts.builders import LIN, MO, NOW, changes, pending, record

DAY = timedelta(days=1)
ACME = Namespace(tenant="acme", scope="user:lin")


def ask(store: Store, count: int, ns: Namespace = LIN, **fields: object) -> list[str]:
    """Let so many questions wait and return their ids."""
    items = [
        pending(record(scope=ns.scope, project=ns.project), expires_at=NOW + 9 * DAY, **fields)
        for _ in range(count)
    ]
    store.apply(ns, changes(pending=tuple(items)))
    return [item.id for item in items]


def due(store: Store, listener: str = "command", *, days: float = 0) -> Pile | None:
    """Look as a worker does, three being many."""
    return store.claim_pile(listener, now=NOW + days * DAY, least=3, again=DAY)


def test_a_pile_is_told_with_numbers_and_reasons(store: Store) -> None:
    """Of all projects of the scope, since the oldest, and without a text."""
    ask(store, 2, recorded_at=NOW - DAY)
    assert due(store) is None
    ask(store, 1, LIN.model_copy(update={"project": "北斗"}), reason="conflict")
    assert due(store) == Pile(
        tenant="default",
        scope="user:lin",
        pending=3,
        oldest=NOW - DAY,
        reasons={"conflict": 1, "needs_confirmation": 2},
    )


def test_it_is_told_once_until_it_falls_and_rises(store: Store) -> None:
    """More of the same is no news; what was decided on may pile up anew."""
    ids = ask(store, 3)
    assert due(store) is not None
    ask(store, 5)
    assert due(store) is None
    store.apply(LIN, changes(resolved=(*ids, *(i.id for i in store.pending(LIN, now=NOW)[3:]))))
    assert due(store) is None
    ask(store, 2)
    assert due(store) is None
    ask(store, 1)
    assert due(store) is not None
    assert due(store) is None


def test_it_is_told_again_a_day_later(store: Store) -> None:
    """While nobody has decided; by a clock that was wrong it is not put off for years."""
    ask(store, 3)
    assert due(store, days=2) is not None
    assert due(store, days=2.9) is None
    assert due(store, days=3) is not None
    assert due(store, days=1.5) is not None


def test_what_has_expired_does_not_count(store: Store) -> None:
    """It waits for nobody, deleted or not."""
    ask(store, 3)
    assert due(store, days=10) is None


def test_every_scope_and_every_listener_is_told(store: Store) -> None:
    """Each for itself, one a call; scopes of one name in two tenants are two."""
    for ns in (LIN, MO, ACME):
        ask(store, 3, ns)
    for listener in ("command", "webhook"):
        told = [due(store, listener) for _ in range(4)]
        assert {(p.tenant, p.scope) for p in told if p is not None} == {
            ("default", "user:lin"),
            ("default", "user:mo"),
            ("acme", "user:lin"),
        }
        assert told[3] is None


@pytest.mark.parametrize("listener", ["command", "webhook"])
def test_what_could_not_be_told_is_due_again(store: Store, listener: str) -> None:
    """For that listener alone."""
    ask(store, 3)
    pile = due(store, listener)
    assert pile is not None
    other = "webhook" if listener == "command" else "command"
    assert due(store, other) == pile
    store.release_pile(listener, pile)
    assert due(store, other) is None
    assert due(store, listener) == pile
    store.release_pile(listener, pile.model_copy(update={"scope": "user:nobody"}))
    assert due(store, listener) is None
