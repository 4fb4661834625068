"""Where a preference acts is said, or it acts nowhere."""

from typing import Any

import pytest

from stelae.memory import Memory
from stelae.remember.proposals.placing import place, read_place
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.preferences import Domain, Heard
from tests.remember.proposals.test_spoken import said


def found(quote: str) -> MemoryCandidate:
    """A preference in these words."""
    return MemoryCandidate(category="preference", text=quote, quote=quote)


@pytest.mark.parametrize(
    ("quote", "claimed", "session", "expected"),
    [
        ("鞋子要素的", "bags", "bags", "shoes"),
        ("鞋和包都要素的", None, None, "global"),
        ("鞋和包都要素的", "shoes", None, "shoes"),
        ("素的好", "bags", "shoes", "bags"),
        ("素的好", None, "shoes", "shoes"),
        ("素的好", None, "nonsense", "other"),
        ("素的好", "global", "shoes", "global"),
    ],
)
def test_words_go_before_the_agent_and_the_agent_before_the_session(
    quote: str, claimed: Domain | None, session: str | None, expected: str
) -> None:
    """What nobody says is nowhere (P23)."""
    heard = Heard(object="素", domain=claimed)
    assert place(found(quote), heard, said(quote, session), ()) == {"domain": expected}


@pytest.mark.parametrize(
    ("held", "claimed", "expected"),
    [
        ("global", "kitchen", "global"),
        ("kitchen", "kitchen", "kitchen"),
        ("kitchen", None, "kitchen"),
        ("kitchen", "shoes", "shoes"),
    ],
)
def test_what_is_held_already_keeps_its_place_where_it_acts(
    memory: Memory, held: str, claimed: Domain | None, expected: str
) -> None:
    """So that a change of mind meets it."""
    fields: dict[str, Any] = {"polarity": "dislike", "object": "塑料", "domain": held}
    memory.remember("不要塑料", category="preference", attributes=fields)
    heard = Heard(object="塑料", domain=claimed)
    quote = "塑料的挺好"
    assert place(found(quote), heard, said(quote), memory.list()) == {"domain": expected}


@pytest.mark.parametrize(
    ("quote", "claimed", "session", "narrower"),
    [
        ("真皮的我不喜欢", "shoes", None, True),
        ("真皮的我不喜欢", "shoes", "shoes", False),
        ("真皮的鞋我不喜欢", "shoes", None, False),
        ("真皮的我不喜欢", None, None, False),
        ("真皮的我不喜欢", "global", None, False),
    ],
)
def test_only_a_place_that_nothing_else_tells_parts_from_a_rules_reading(
    quote: str, claimed: Domain | None, session: str | None, narrower: bool
) -> None:
    """Else the two are one memory."""
    read = read_place(found(quote), Heard(object="真皮", domain=claimed), said(quote, session))
    assert bool(read) is narrower
