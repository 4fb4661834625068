"""What the evolution of a category asks of a store, the same for every one."""

from stelae.ports import Store
from tests.contracts.builders import LIN, MO, keep, record


def test_memories_of_a_category_are_found_in_every_scope_page_by_page(store: Store) -> None:
    """Active ones only, in order of writing."""
    wanted = [keep(store, record(scope=ns.scope, category="book"), ns=ns) for ns in (LIN, MO, LIN)]
    keep(store, record())
    keep(store, record(category="book", status="superseded"))
    (first,) = store.of_category("book", after=0, limit=1)
    rest = store.of_category("book", after=first.number, limit=9)
    assert [owned.record.id for owned in (first, *rest)] == [one.id for one in wanted]
    assert [owned.ns.scope for owned in rest] == [MO.scope, LIN.scope]
    assert store.of_category("film", after=0, limit=9) == []


def test_a_form_is_kept_by_name_and_replaced(store: Store) -> None:
    """Whatever characters a name has."""
    assert store.category_forms() == {}
    store.note_category_form("book", "{}")
    store.note_category_form("书-2", '{"key": []}')
    store.note_category_form("book", '{"key": ["title"]}')
    assert store.category_forms() == {"book": '{"key": ["title"]}', "书-2": '{"key": []}'}
