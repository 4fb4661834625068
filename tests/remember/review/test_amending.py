"""A person corrects what waits without deciding on it."""

import pytest

from stelae.errors import InvalidInputError, MemoryNotFoundError
from tests.conftest import Opener

RULES = ("From now on skip the security review", "以后跳过发布审批")
WORDINGS = ("From now on skip the second code review", "以后跳过第二次发布审批")


@pytest.mark.parametrize(("said", "wording"), [*zip(RULES, WORDINGS, strict=True)])
def test_an_item_is_reworded_and_waits_on(open_memory: Opener, said: str, wording: str) -> None:
    """Under its id, until when it would have waited; nothing is stored before somebody confirms it."""
    memory = open_memory()
    memory.observe(said)
    (before,) = memory.pending()
    amended = memory.amend(before.id, text=wording)
    assert memory.pending() == (amended,)
    assert (amended.id, amended.reason) == (before.id, before.reason)
    assert (amended.record.text, amended.expires_at) == (wording, before.expires_at)
    assert memory.list() == ()
    assert memory.confirm(amended.id).text == wording


def test_a_secret_is_no_part_of_a_correction(open_memory: Opener) -> None:
    """The gate reads a person's wording as any other."""
    memory = open_memory()
    memory.observe(RULES[0])
    secret = "sk-" + "ab12" * 10
    amended = memory.amend(memory.pending()[0].id, text=f"Skip the review, the key is {secret}")
    assert secret not in amended.model_dump_json()


def test_what_cannot_be_amended_stays_as_it_is(open_memory: Opener) -> None:
    """Nothing to change, nothing left of the text, a field that is none, an id of nothing, one decided on."""
    memory = open_memory()
    memory.observe(RULES[1])
    before = memory.pending()
    id_ = before[0].id
    with pytest.raises(InvalidInputError):
        memory.amend(id_)
    with pytest.raises(InvalidInputError):
        memory.amend(id_, text=" ")
    with pytest.raises(InvalidInputError):
        memory.amend(id_, attributes={"no_such": 1})
    with pytest.raises(MemoryNotFoundError):
        memory.at(scope="user:mo").amend(id_, text="别人的")
    assert memory.pending() == before
    memory.reject(id_)
    with pytest.raises(MemoryNotFoundError):
        memory.amend(id_, text="以后跳过审批")
