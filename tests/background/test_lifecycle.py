"""When a memory has faded, and what time makes of it."""

from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.background.lifecycle import (
    FADING,
    archived,
    expired,
    faded_since,
    to_archive,
    trail_of,
)
from stelae.recall.ranking import energy
from stelae.schemas.policy import PolicyRow
from tests.contracts.builders import NOW, record
from tests.recall.catalogs import catalog, memory

DAY = timedelta(days=1)


@given(
    half_life=st.floats(1, 400),
    uses=st.integers(0, 1_000),
    apart=st.floats(0.01, 0.5) | st.just(0.1),
)
def test_faded_is_when_the_energy_of_the_ranking_reaches_its_floor(
    half_life: float, uses: int, apart: float
) -> None:
    """A moment before it is above, a moment after it is at the floor."""
    held = record(authority="agent", access_count=uses)
    since = faded_since(held, half_life)
    assert since is not None
    row = catalog([memory(time=NOW.timestamp())])
    row.access_count.flags.writeable = True
    row.access_count[:] = uses
    policy = {"fact": PolicyRow(half_life_days=half_life)}
    before, after = (
        energy(row, policy, (since + sign * apart * DAY).timestamp())[0] for sign in (-1, 1)
    )
    assert before > 0.1
    assert np.isclose(after, 0.1)


def test_what_never_fades_or_was_used_lately_has_not_faded() -> None:
    """No half-life; or an access, or a recording, later than the end of its energy."""
    assert faded_since(record(), None) is None
    lately = NOW + 900 * DAY
    assert faded_since(record(access_count=1, last_access=lately), 10) == lately
    assert faded_since(record(recorded_at=lately), 10) == lately


@pytest.mark.parametrize(
    "kept",
    [
        {"authority": "user"},
        {"authority": "user_edit"},
        {"authority": "team"},
        {"pinned": True},
        {"confirmed": True},
        {"category": "constraint"},
    ],
)
def test_what_people_said_confirmed_or_pinned_is_never_archived(kept: dict[str, Any]) -> None:
    """And constraints never, however old."""
    late = NOW + 9_999 * DAY
    old = record(**{"authority": "web", **kept})
    assert not to_archive(old, 10, 0, late)
    assert to_archive(record(authority="web"), 10, 0, late)


def test_archiving_waits_for_the_days_of_the_policy() -> None:
    """Counted from when it had faded."""
    held = record(authority="agent")
    since = faded_since(held, 10)
    assert since is not None
    assert not to_archive(held, 10, 90, since + 89 * DAY)
    assert to_archive(held, 10, 90, since + 91 * DAY)


def test_fading_are_those_below_a_person() -> None:
    """The tiers under `user`."""
    assert FADING == ("agent", "tool", "document", "other_agent", "web")


def test_both_ends_are_versions_with_an_audit_entry() -> None:
    """Status, reason and the next version; nothing else changes."""
    held = record("桌子在 4F-118", version=3)
    for write, word in ((expired(held), "expired"), (archived(held), "archived")):
        assert (write.record.status, write.record.reason, write.expect) == (word, word, 3)
        assert write.record.version == 4
        assert write.record.text == held.text
        assert (trail_of(write).actor, trail_of(write).subject_id) == ("platform", held.id)
