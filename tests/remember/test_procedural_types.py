"""A memory type may be procedural; its own policy row does not open what only a person may open (K22, K25)."""

from pathlib import Path

import pytest

from stelae import Memory, MemorySchema
from stelae.schemas.authority import Authority
from stelae.schemas.policy import PolicyRow


class Runbook(
    MemorySchema,
    name="runbook",
    kind="procedural",
    key=("title",),
    policy=PolicyRow(confirm="never", writers=("user_edit", "user", "agent", "tool", "document")),
):
    """How something is done here."""

    title: str


@pytest.mark.parametrize(
    ("authority", "outcome"),
    [
        ("tool", "rejected"),
        ("document", "rejected"),
        ("agent", "rejected"),
        ("user", "pending"),
        ("user_edit", "accepted"),
    ],
)
@pytest.mark.parametrize("text", ["Deploys are done on Friday", "发布都在周五做"])
def test_whoever_is_no_person_writes_no_procedure(
    tmp_path: Path, authority: Authority, outcome: str, text: str
) -> None:
    """Pending from a person, refused from anyone else, whatever the type's row says."""
    with Memory.open(tmp_path, scope="user:lin", embedder="none", categories=[Runbook]) as memory:
        found = memory.remember(
            text, category="runbook", attributes={"title": "deploy"}, authority=authority
        )
    assert found.outcome == outcome
    assert found.outcome == "accepted" or found.reason == "untrusted_procedural"
