"""The door of guides: methods of `Memory` over the importer, the linter and the export."""

from pathlib import Path

import pytest

from stelae.errors import InvalidInputError
from stelae.memory import Memory
from stelae.memory.guiding import lint_guides
from tests.ingestion.guide_folders import folder_of


def test_the_linter_needs_no_store_and_says_the_same_as_an_import(
    memory: Memory, tmp_path: Path
) -> None:
    """Line by line."""
    folder = folder_of(tmp_path / "agents")
    (folder / "core/guides/bad.guide.yaml").write_text("intent: Bad\n", encoding="utf-8")
    findings = lint_guides(folder, highest="team")
    assert findings == memory.lint_guides(folder) == memory.import_guides(folder).findings
    with pytest.raises(InvalidInputError, match="no source tier"):
        lint_guides(folder, highest="queen")  # pyright: ignore[reportArgumentType]


def test_imported_guides_are_put_beside_the_message_that_asks_for_them(
    memory: Memory, tmp_path: Path
) -> None:
    """By a keyword in either language, and no others."""
    memory.import_guides(folder_of(tmp_path / "agents"))
    netops = memory.at(reads=["agent:netops", "global"])
    for message in ("数据库的快照还能用吗？", "Is the snapshot stale?"):
        block = netops.auto_context(message)
        assert "take_snapshot" in block.text
        assert "报告" not in block.text
    assert not memory.at(reads=["agent:shop"]).auto_context("Is the snapshot stale?")
