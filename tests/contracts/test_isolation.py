"""Tenant, scope and project: no read of one namespace ever returns a row of another (architecture, promise 4; DEV-14)."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stelae.errors import MemoryNotFoundError, NotFoundError, ScopeError
from stelae.ports import Store
from stelae.schemas.change import Drop, Trail
from stelae.schemas.scope import Namespace
from stelae.schemas.where import Where
from tests.contracts.builders import (
    NOW,
    changes,
    indexed,
    observation,
    pending,
    record,
    span,
    trace,
    write,
)
from tests.contracts.conftest import StoreFactory

TENANTS = ("default", "acme")
SCOPES = ("user:lin", "user:mo", "team:ops", "global")
PROJECTS = (None, "atlas", "北斗")
NAMESPACES = st.builds(
    Namespace,
    tenant=st.sampled_from(TENANTS),
    scope=st.sampled_from(SCOPES),
    reads=st.lists(st.sampled_from(SCOPES), max_size=2).map(tuple),
    project=st.sampled_from(PROJECTS),
)


def _fill(store: Store, ns: Namespace, number: int) -> str:
    """Write one of everything into a namespace; the mark of the namespace is in every text."""
    mark = f"{ns.tenant}|{ns.scope}|{ns.project or ''}"
    said = observation(f"{mark} {number}", project=ns.project, external_id=f"{mark}{number}")
    held = record(
        f"{mark} {number}",
        key=f"fact/{number}",
        scope=ns.scope,
        project=ns.project,
        pinned=True,
        attributes={"kind": "probe"},
        evidence=(span(said),),
    )
    waiting = pending(record(f"{mark} {number}", scope=ns.scope, project=ns.project))
    store.apply(
        ns,
        changes(
            observations=(indexed(said, "probe"),),
            writes=(write(held, "probe"),),
            pending=(waiting,),
            drops=(Drop(observation_id=said.id, reason="empty", category="", rule=mark),),
            trail=(Trail(action="add", subject_id="probe", actor="user", reason=mark),),
        ),
    )
    store.save(ns, [trace(f"{mark} {number}")], {}, now=NOW)
    return held.id


def _texts(store: Store, ns: Namespace) -> Iterator[tuple[str, str]]:
    """Yield `(where it was read, text)` of everything the namespace can read."""
    for read in (
        store.list(ns, include_inactive=True, limit=1000),
        store.pinned(ns),
        store.by_key_prefix(ns, "fact/"),
        store.containing(ns, ["probe"], limit=1000),
    ):
        yield from (("record", r.text) for r in read)
    yield from (("pending", p.record.text) for p in store.pending(ns, now=NOW))
    yield from (("log", o.text) for o in store.observations(ns, limit=1000))
    for scope in ns.readable:
        catalog = store.catalog(ns, scope)
        rows = catalog.rid.tolist()
        yield from (("hit", h.text) for h in store.hits(ns, scope, rows, [0.5] * len(rows)))
        yield from (("content", text) for text, _ in store.contents(ns, scope, rows).values())
        matched = store.matching(ns, scope, Where.of({"kind": "probe"})).tolist()
        assert set(matched) <= set(rows)
        places, _ = store.postings(ns, catalog, ["probe"], budget=1000)["probe"]
        assert len(places) == len(rows)


def _may_read(ns: Namespace, mark: str) -> bool:
    tenant, scope, project = mark.split(" ")[0].split("|")
    return tenant == ns.tenant and scope in ns.readable and project in {"", ns.project or ""}


@settings(
    max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    writers=st.lists(NAMESPACES, min_size=1, max_size=6),
    readers=st.lists(NAMESPACES, min_size=1, max_size=4),
)
def test_no_read_returns_a_row_of_another_namespace(
    new_store: StoreFactory, writers: list[Namespace], readers: list[Namespace]
) -> None:
    """Whatever was written where, every text that is read belongs to a tenant, scope and project that may be read."""
    store = new_store()
    ids = {_fill(store, ns, number): ns for number, ns in enumerate(writers)}
    for reader in readers:
        read = list(_texts(store, reader))
        assert [text for _, text in read if not _may_read(reader, text)] == []
        for id_, owner in ids.items():
            mark = f"{owner.tenant}|{owner.scope}|{owner.project or ''}"
            if _may_read(reader, mark):
                assert store.get(reader, id_).id == id_
            else:
                with pytest.raises(MemoryNotFoundError):
                    store.get(reader, id_)
                with pytest.raises(MemoryNotFoundError):
                    store.versions(reader, id_)
        assert [
            d for d in store.drops(reader) if d.rule.split("|")[:2] != [reader.tenant, reader.scope]
        ] == []
        for _, entry in store.trail(reader, "probe"):
            tenant, scope, _ = entry.reason.split("|")
            assert tenant == reader.tenant
            assert scope in reader.readable
    store.close()


def test_a_scope_that_may_not_be_read_is_an_error(store: Store) -> None:
    """A catalogue is asked for by name; a name outside the namespace is refused, not empty."""
    ns = Namespace(scope="user:lin", reads=("global",))
    for call in (
        lambda: store.catalog(ns, "user:mo"),
        lambda: store.matching(ns, "user:mo", Where()),
        lambda: store.hits(ns, "user:mo", [1], [0.5]),
        lambda: store.contents(ns, "user:mo", [1]),
    ):
        with pytest.raises(ScopeError):
            call()


def test_rows_of_another_scope_cannot_be_fetched_by_number(store: Store) -> None:
    """A row id from elsewhere gives no hit."""
    lin, mo = Namespace(scope="user:lin"), Namespace(scope="user:mo")
    _fill(store, mo, 1)
    rows = store.catalog(mo, "user:mo").rid.tolist()
    assert store.hits(lin, "user:lin", rows, [0.5] * len(rows)) == []
    assert store.contents(lin, "user:lin", rows) == {}


def test_the_same_sentence_lives_in_every_scope(store: Store) -> None:
    """No key, mark or message id of one person blocks another (DEV-15)."""
    for scope in SCOPES:
        for tenant in TENANTS:
            ns = Namespace(tenant=tenant, scope=scope)
            said = observation("我对青霉素过敏", content_hash="same", external_id=None)
            held = record(
                "我对青霉素过敏", key="allergy/青霉素", scope=scope, evidence=(span(said),)
            )
            waiting = pending(record("x", key="k", scope=scope))
            store.apply(
                ns,
                changes(observations=(indexed(said),), writes=(write(held),), pending=(waiting,)),
            )
            assert [r.id for r in store.by_key(ns, "allergy/青霉素")] == [held.id]


def test_a_trace_is_read_where_it_was_made(store: Store) -> None:
    """`why-recalled` of somebody else's question is not found."""
    lin = Namespace(scope="user:lin", reads=("user:mo",))
    mo = Namespace(scope="user:mo")
    store.save(mo, [trace("t-1")], {}, now=NOW)
    with pytest.raises(NotFoundError):
        store.trace(lin, "t-1")
    assert store.trace(mo, "t-1").id == "t-1"


def test_accesses_are_counted_in_readable_scopes_only(store: Store) -> None:
    """A touch from elsewhere changes nothing."""
    mo = Namespace(scope="user:mo")
    id_ = _fill(store, mo, 1)
    store.save(Namespace(scope="user:lin"), [], {id_: 5}, now=NOW)
    assert store.get(mo, id_).access_count == 0
    store.save(Namespace(scope="user:lin", reads=("user:mo",)), [], {id_: 5}, now=NOW)
    assert store.get(mo, id_).access_count == 5
    assert store.get(mo, id_).last_access == NOW


def test_a_page_that_begins_behind_another_scopes_memory_tells_nothing_of_it(store: Store) -> None:
    """Whether an id is somebody's, and when it came, cannot be told from a list: one that is nobody's gives the same."""
    lin, mo = Namespace(scope="user:lin"), Namespace(scope="user:mo")
    acme = Namespace(tenant="acme", scope="user:lin")
    own = _fill(store, lin, 1)
    atlas = lin.model_copy(update={"project": "atlas"})
    foreign = [_fill(store, mo, 2), _fill(store, acme, 3), _fill(store, atlas, 5)]
    second = _fill(store, lin, 4)
    for id_ in (*foreign, *(f"{one}-nobody" for one in foreign)):
        told = [one for one in (second, own) if one < id_]
        assert [held.id for held in store.list(lin, after=id_)] == told
    assert [held.id for held in store.list(lin, after=second)] == [own]
