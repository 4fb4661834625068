"""The log of what came in: idempotent by message id or content, shown only where the raw track may show it."""

from typing import Any

import pytest

from stelae.errors import MemoryNotFoundError, VersionConflictError
from stelae.ports import OBSERVATION, Store
from stelae.schemas.scope import Namespace
from tests.contracts.builders import (
    LIN,
    MO,
    NOW,
    changes,
    indexed,
    keep,
    observation,
    record,
    say,
    span,
    write,
)


def test_an_observation_comes_back_equal(store: Store) -> None:
    """Every field, with tool calls and metadata of every type."""
    seen = say(
        store,
        observation(
            "ok \u200f \U0001f375 空",
            external_id="m-1",
            speaker="林",
            session="s",
            flags=("echo",),
            zone="+08:00",
            time_given=False,
            tool_calls=({"name": "f", "arguments": {"n": 1.5, "ok": True, "none": None}},),
            metadata={"大": 2**80, "列": [1, "1", 1.0, False]},
        ),
    )
    assert store.observation(LIN, seen.id) == seen
    assert repr(store.observation(LIN, seen.id)) == repr(seen)


def test_the_same_message_id_is_stored_once(store: Store) -> None:
    """The second write is a conflict, and `seen` tells what is there (idempotency)."""
    seen = say(store, observation("a", external_id="m-1"))
    with pytest.raises(VersionConflictError):
        say(store, observation("b", external_id="m-1"))
    assert store.seen(LIN, ["m-1", "m-2"], []) == {"m-1": seen}
    assert len(store.observations(LIN)) == 1


def test_the_same_content_without_an_id_is_stored_once(store: Store) -> None:
    """A content hash answers only for messages without an id of their own."""
    seen = say(store, observation("a", content_hash="h"))
    named = say(store, observation("a", content_hash="h", external_id="m-1"))
    with pytest.raises(VersionConflictError):
        say(store, observation("a", content_hash="h"))
    assert store.seen(LIN, [], ["h", "other"]) == {"h": seen}
    assert store.seen(LIN, ["m-1"], []) == {"m-1": named}


def test_two_people_may_say_the_same(store: Store) -> None:
    """Uniqueness ends at the scope (DEV-15)."""
    say(store, observation("我对青霉素过敏", content_hash="h", external_id=None))
    other = say(store, observation("我对青霉素过敏", content_hash="h"), ns=MO)
    assert store.seen(MO, [], ["h"]) == {"h": other}


def test_a_message_id_is_unique_in_its_scope_whatever_the_project(store: Store) -> None:
    """Otherwise a message could neither be read nor written from another project."""
    atlas = Namespace(scope="user:lin", project="atlas")
    seen = say(store, observation("a", external_id="m-1", project="atlas"), ns=atlas)
    assert store.seen(LIN, ["m-1"], []) == {"m-1": seen}
    with pytest.raises(MemoryNotFoundError):
        store.observation(LIN, seen.id)


def test_the_latest_observations_come_first(store: Store) -> None:
    """With a limit, and within a session."""
    said = [say(store, observation(str(n), session=f"s{n % 2}")) for n in range(5)]
    assert store.observations(LIN, limit=2) == [said[4], said[3]]
    assert store.observations(LIN, session="s1") == [said[3], said[1]]


@pytest.mark.parametrize(
    "fields",
    [
        {"flags": ("instruction",)},
        {"flags": ("hidden",)},
        {"flags": ("forget_request",)},
        {"role": "tool", "authority": "tool"},
        {"role": "system", "authority": "platform"},
        {"text": "  "},
    ],
)
def test_what_may_not_be_recalled_has_no_row_in_the_search(
    store: Store, fields: dict[str, Any]
) -> None:
    """The raw track does not walk around the gate (architecture section 5); the log keeps the message."""
    seen = say(store, observation(**fields), "停 车")
    catalog = store.catalog(LIN, "user:lin")
    assert len(catalog) == 0
    assert len(store.postings(LIN, catalog, ["停"], budget=10)["停"][0]) == 0
    assert store.observations(LIN) == [seen]


def test_an_observation_lives_until_all_memories_on_it_are_superseded(store: Store) -> None:
    """One active memory keeps it alive; without any it is marked; a memory that comes back revives it."""
    seen = observation("报告用英文,抄送给我")
    first, second = (record(t, evidence=(span(seen),)) for t in ("报告用英文", "抄送给我"))
    store.apply(
        LIN, changes(observations=(indexed(seen, "报告"),), writes=(write(first), write(second)))
    )

    def live() -> bool:
        catalog = store.catalog(LIN, "user:lin")
        return bool(catalog.live[catalog.type == OBSERVATION][0])

    def end(which: Any, version: int, status: str) -> None:
        changed = which.model_copy(update={"version": version + 1, "status": status})
        store.apply(LIN, changes(writes=(write(changed, expect=version),)))

    assert live()
    end(first, 1, "superseded")
    assert live()
    end(second, 1, "superseded")
    assert not live()
    rid = store.catalog(LIN, "user:lin").rid.tolist()
    assert "superseded" in {h.status for h in store.hits(LIN, "user:lin", rid, [0.5] * len(rid))}
    end(second, 2, "active")
    assert live()


def test_an_observation_without_memories_is_live(store: Store) -> None:
    """Nothing rests on most messages, and they can be recalled."""
    say(store, observation("a"))
    keep(store, record("b"))
    assert store.catalog(LIN, "user:lin").live.tolist() == [True, True]
    assert store.observations(LIN)[0].time == NOW
