"""Where a statement comes from: an ordered tier, and no other word."""

from typing import Any

import pytest

from stelae.errors import InvalidInputError
from stelae.memory import Memory
from stelae.schemas.authority import TIERS, known


@pytest.mark.parametrize("word", ["root", "", "User", None, 7, ["user"]])
def test_an_authority_that_is_none_is_a_typed_error_that_lists_them(
    memory: Memory, word: Any
) -> None:
    """Nothing is stored, and nobody has to read the source to know what to give."""
    with pytest.raises(InvalidInputError, match="vendor, platform, team, user_edit, user"):
        memory.remember("I live in Leeds", authority=word)
    assert not memory.list()


def test_every_tier_is_known() -> None:
    """As it is written."""
    assert tuple(known(tier) for tier in TIERS) == TIERS
