"""A folder is due when it has changed and come to rest, and never because it is away for a moment."""

from pathlib import Path

import pytest

from stelae.errors import InvalidInputError
from stelae.ingestion.guide_watching import FolderWatch
from tests.ingestion.guide_folders import REPORT, folder_of

CORE = "core/guides/report_in_chinese.guide.yaml"


def test_it_is_due_once_for_each_change(tmp_path: Path) -> None:
    """At first, and after two looks that are alike."""
    folder = folder_of(tmp_path)
    watch = FolderWatch(folder)
    assert watch.due()
    assert watch.due()
    watch.done()
    assert not watch.due()
    (folder / CORE).write_text(REPORT + "priority: 2\n", encoding="utf-8")
    assert not watch.due()
    assert watch.due()
    watch.done()
    assert not watch.due()


def test_a_folder_that_is_away_is_not_due(tmp_path: Path) -> None:
    """A checkout or an unmounted volume takes no guide out."""
    folder = folder_of(tmp_path / "agents")
    watch = FolderWatch(folder)
    assert watch.due()
    watch.done()
    away = folder.rename(tmp_path / "away")
    assert not any(watch.due() for _ in range(3))
    away.rename(folder)
    assert not any(watch.due() for _ in range(3))
    with pytest.raises(InvalidInputError):
        FolderWatch(tmp_path / "nowhere")
