"""What a call may do is what the same key may do at every door."""

from typing import Any

import pytest

from stelae.errors import PermissionDeniedError
from stelae.memory import Memory
from stelae.schemas.access import Caller
from stelae.server.callers import BY_HAND, Callers
from stelae.server.mcp.desk import Visit
from tests.conftest import Opener
from tests.server.mcp.conftest import Calling
from tests.server.mcp.wire import text


def test_a_right_is_refused_in_the_words_of_every_door(memory: Memory) -> None:
    """With the role that it takes and what a person runs instead."""
    caller = Caller(tenant="t", role="agent", scopes=("user:lin",))
    visit = Visit(memory, caller, session="one")
    visit.check("recall")
    with pytest.raises(PermissionDeniedError) as here:
        visit.check("confirm")
    with pytest.raises(PermissionDeniedError) as there:
        Callers.check(caller, "confirm")
    assert str(here.value) == str(there.value)
    assert BY_HAND["confirm"] in str(here.value)


@pytest.mark.parametrize("named", [{"agent": "netops"}, {"scope": "agent:netops"}], ids=str)
def test_a_draft_shows_nothing_of_a_scope_that_the_key_does_not_hold(
    open_memory: Opener, call: Calling, named: dict[str, Any]
) -> None:
    """Naming the agent is refused; a scope that a model names is never wider than where it works."""
    memory, secret_word = open_memory("user:lin"), "堡垒机口令在白板背面"
    agents = memory.at(scope="agent:netops")
    agents.propose_draft("take_snapshot", f"先看快照，{secret_word}。", keywords=["快照"])
    agents.commit_draft()
    draft = {"intent": "take_snapshot", "body": "先运行 take_snapshot。", "keywords": ["快照"]}
    how: dict[str, Any] = {"memory": memory, "local": False}
    done = call("propose_memory_draft", how=how, **draft, **named)
    assert done.is_error == ("agent" in named)
    assert secret_word not in text(done) + str(done.structured_content)
    assert all(one.scope == "user:lin" for one in memory.drafts())
