"""`guides import | lint | list | export | watch`."""

import os
import signal
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from stelae.cli.guides import WORDS
from tests.cli.conftest import Stelae
from tests.ingestion.guide_folders import SNAPSHOT, folder_of

NETOPS = "netops/guides/take_snapshot_when_db_stale.guide.yaml"
BAD = SNAPSHOT.replace("keywords:", "keyword:")


@pytest.fixture
def agents(tmp_path: Path) -> Path:
    """A guide of netops and one for everybody."""
    return folder_of(tmp_path / "agents")


def test_an_import_tells_what_has_changed_and_counts_the_rest(stelae: Stelae, agents: Path) -> None:
    """Each guide with its scope and fate."""
    first = stelae("guides", "import", str(agents))
    assert first.code == 0
    assert "take_snapshot_when_db_stale" in first.out
    assert "agent:netops" in first.out
    assert "0 unchanged, 2 other." in first.out
    assert stelae("guides", "import", str(agents)).out == "2 unchanged, 0 other.\n"
    (agents / NETOPS).unlink()
    again = stelae("guides", "import", str(agents), "--json")
    assert {one["word"] for one in again.json["outcomes"]} == {"unchanged", "pruned"}


def test_a_wrong_file_is_told_with_its_line_and_ends_with_1(stelae: Stelae, agents: Path) -> None:
    """The others are imported; with --json the findings are in the report."""
    (agents / NETOPS).write_text(BAD, encoding="utf-8")
    for command in ("lint", "import"):
        ran = stelae("guides", command, str(agents))
        assert ran.code == 1
        assert f"{NETOPS}:4: error: unknown key 'keyword'; did you mean 'keywords'?" in ran.out
    report = stelae("guides", "import", str(agents), "--json")
    assert report.code == 1
    assert {one["line"] for one in report.json["findings"]} == {None, 4}
    listed = stelae("guides", "list", "--json").json["guides"]
    assert [one["guide"]["intent"] for one in listed] == ["report_in_chinese"]


def test_lint_opens_no_store(stelae: Stelae, agents: Path, data: Path) -> None:
    """It is for editors and pipelines."""
    ran = stelae("guides", "lint", str(agents))
    assert (ran.code, ran.out) == (0, "Nothing to put right.\n")
    assert stelae("guides", "lint", str(agents), "--highest", "user").code == 1
    assert stelae("guides", "lint", str(agents / "nowhere")).code == 2
    assert not data.exists()


def test_guides_are_listed_and_exported_from_every_scope(
    stelae: Stelae, agents: Path, tmp_path: Path
) -> None:
    """A person at the folder is who runs it."""
    assert "no guides yet" in stelae("guides", "list").out
    stelae("guides", "import", str(agents))
    listed = stelae("guides", "list").out
    assert "agent:netops" in listed
    assert "快照" in listed
    out = tmp_path / "out"
    assert "Wrote 2" in stelae("guides", "export", str(out)).out
    assert "2 said the same" in stelae("guides", "export", str(out)).out
    (out / NETOPS).write_text("other", encoding="utf-8")
    held = stelae("guides", "export", str(out))
    assert "was not touched" in held.err
    assert stelae("guides", "export", str(out), "--json").json["held"] == [NETOPS]


def test_an_import_with_everything_switched_off_says_so(
    stelae: Stelae, agents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And ends well: it was asked for."""
    monkeypatch.setenv("STELAE_ENABLED", "0")
    ran = stelae("guides", "import", str(agents))
    assert (ran.code, ran.out) == (0, "Nothing was imported: STELAE_ENABLED=0.\n")


def test_every_fate_has_words() -> None:
    """But `unchanged`, which is counted."""
    from typing import get_args

    from stelae.schemas.guides import GuideWord

    assert set(WORDS) == set(get_args(GuideWord)) - {"unchanged"}


def test_watch_prints_no_json(stelae: Stelae, agents: Path) -> None:
    """It would be many documents."""
    assert stelae("guides", "watch", str(agents), "--json").code == 2


def test_watch_imports_what_changes_and_ends_with_ctrl_c(agents: Path) -> None:
    """In a process of its own; what it did stays, and it ends with 0."""
    command = [sys.executable, "-m", "stelae.cli.main", "guides", "watch", str(agents)]
    with subprocess.Popen(
        [*command, "--every", "0.05"],
        env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        # Whoever runs the tests in the background has it ignored, and so would the process.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as watching:
        limit = threading.Timer(120, watching.kill)
        limit.start()
        assert watching.stdout is not None
        lines = iter(watching.stdout.readline, "")
        assert next(line for line in lines if "0 unchanged, 2 other." in line)
        (agents / NETOPS).unlink()
        assert next(line for line in lines if "its file is gone" in line)
        assert next(line for line in lines if "1 unchanged, 1 other." in line)
        watching.send_signal(signal.SIGINT)
        assert "Stopped." in watching.stdout.read()
        limit.cancel()
    assert watching.returncode == 0
