"""Notes of recalls hold no secret that stood in a question: neither on disk nor for `why_recalled` (DEV-06)."""

from pathlib import Path

import pytest

from stelae import Memory
from stelae.errors import MemoryNotFoundError

KEY = "ghp_" + "A1b2" * 9


@pytest.mark.parametrize(
    "question", [f"Does {KEY} still work for the deploy?", f"部署用的密钥 {KEY} 还能用吗？"]
)
def test_a_secret_in_a_question_is_in_no_note_and_on_no_disk(tmp_path: Path, question: str) -> None:
    """The question finds what it finds; what is kept of it is redacted, held or saved."""
    with Memory.open(tmp_path, scope="user:lin", embedder="none", extractor="rules") as memory:
        memory.remember("Deploys go through make ship")
        memory.remember("部署走 make ship")
        found = memory.recall(question, floor=None)
        held = memory.why_recalled(found.trace_id)
        memory.flush()
        saved = memory.why_recalled(found.trace_id)
    assert found.hits
    assert KEY not in held.model_dump_json()
    assert held == saved
    assert all(
        KEY.encode() not in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()
    )


def test_a_filter_that_names_a_secret_is_redacted_too(tmp_path: Path) -> None:
    """What was asked of fields is part of the story."""
    with Memory.open(tmp_path, scope="user:lin", embedder="none", extractor="rules") as memory:
        memory.remember("我住在成都")
        found = memory.recall("我住在哪里", where={"object": KEY}, floor=None)
        memory.flush()
        told = memory.why_recalled(found.trace_id)
    assert KEY not in told.model_dump_json()


@pytest.mark.parametrize("saved", [False, True])
def test_the_story_of_a_question_is_told_within_its_project_and_scopes(
    tmp_path: Path, saved: bool
) -> None:
    """Held or saved: not to another project, and not to a handle that reads less than was searched."""
    with Memory.open(tmp_path, scope="user:lin", embedder="none", extractor="rules") as memory:
        memory.at(scope="team:ops").remember("值班电话在白板上")
        atlas = memory.at(project="atlas").recall("deploys")
        wide = memory.at(reads=["team:ops"]).recall("值班电话", floor=None)
        if saved:
            memory.flush()
        for trace_id in (atlas.trace_id, wide.trace_id):
            with pytest.raises(MemoryNotFoundError):
                memory.at(reads=(), project="beidou").why_recalled(trace_id)
            with pytest.raises(MemoryNotFoundError):
                memory.why_recalled(trace_id)
        assert memory.at(project="atlas").why_recalled(atlas.trace_id)
        told = memory.at(reads=["global", "team:ops"]).why_recalled(wide.trace_id)
    assert told.scopes == ("user:lin", "team:ops")
    assert len(told.hits) == 1
