"""Exit codes, error messages, and what is never shown."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from stelae import errors
from stelae.cli import main
from stelae.cli.place import Place
from tests.cli.conftest import Stelae

STELAE = [sys.executable, "-m", "stelae.cli.main"]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.ConfigurationError("x"), main.FAILED),
        (errors.ModelUnavailableError("x"), main.FAILED),
        (errors.EmptyInputError("x"), main.USAGE),
        (errors.ScopeError("x"), main.USAGE),
        (errors.UnknownCategoryError("x", ("fact",)), main.USAGE),
        (errors.MemoryNotFoundError("x"), main.NOT_FOUND),
        (errors.StoreBusyError("x"), main.STORE),
        (errors.StoreCorruptError("x"), main.STORE),
        (errors.PermissionDeniedError("x"), main.REFUSED),
    ],
)
def test_every_branch_of_the_error_tree_has_its_exit_code(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch, error: errors.StelaeError, code: int
) -> None:
    """The codes of the reference, with the message on stderr and the type in JSON."""

    def fail(_self: Place, *_: object) -> None:
        raise error

    monkeypatch.setattr(Place, "open", fail)
    plain = stelae("stats")
    assert (plain.code, plain.out) == (code, "")
    assert str(error) in plain.err
    coded = stelae("stats", "--json")
    assert coded.code == code
    assert coded.json == {"error": {"type": type(error).__name__, "message": str(error)}}


def test_a_fault_of_ours_is_said_without_a_traceback(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person gets a sentence; `STELAE_LOG_LEVEL=debug` gets the traceback."""

    def fail(self: Place, *_: object) -> None:
        self.load()
        raise RuntimeError("private")

    monkeypatch.setattr(Place, "open", fail)
    ran = stelae("stats")
    assert ran.code == main.FAULT
    assert "Traceback" not in ran.err
    assert "private" not in ran.err
    monkeypatch.setenv("STELAE_LOG_LEVEL", "debug")
    assert "Traceback" in stelae("stats").err


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["recal", "x"], "stelae --help"),
        (["recall"], "stelae recall --help"),
        (["recall", "x", "--limit", "0"], "stelae recall --help"),
        (["recall", "x", "--nothing"], "stelae recall --help"),
    ],
)
def test_a_usage_error_names_the_help_that_helps(
    stelae: Stelae, arguments: list[str], hint: str
) -> None:
    """Exit code 2, nothing on stdout."""
    ran = stelae(*arguments)
    assert (ran.code, ran.out) == (main.USAGE, "")
    assert hint in ran.err


def test_help_and_version_are_no_errors(stelae: Stelae) -> None:
    """Exit code 0, also for the bare command."""
    assert stelae("--version").out.startswith("stelae 0.")
    assert "why-recalled" in stelae("--help").out
    assert stelae("--help").code == stelae("--version").code == main.DONE


def test_options_may_stand_before_or_after_the_command(stelae: Stelae, tmp_path: Path) -> None:
    """`stelae --scope S list` is `stelae list --scope S`; what stands later wins."""
    folder = str(tmp_path / "elsewhere")
    assert (
        stelae("--data", folder, "--scope", "user:mei", "remember", "我家猫叫芝麻").code
        == main.DONE
    )
    listed = stelae(
        "--scope", "user:nobody", "list", "--data", folder, "--scope", "user:mei", "--json"
    ).json
    assert [memory["scope"] for memory in listed["memories"]] == ["user:mei"]


@pytest.mark.parametrize("scope", ["", "everyone", "user:", "user:a b"])
def test_a_scope_that_is_none_is_refused(stelae: Stelae, scope: str) -> None:
    """Never "everything" (DEV-12)."""
    ran = stelae("list", "--scope", scope, "--json")
    assert ran.code == main.USAGE
    assert ran.json["error"]["type"] == "ScopeError"


def test_a_wrong_setting_is_named_with_its_remedy(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not a stack of validators: the variable, and where to look."""
    monkeypatch.setenv("STELAE_SCOPES", "user:x")
    ran = stelae("list")
    assert ran.code == main.FAILED
    assert "STELAE_SCOPES" in ran.err
    assert "config show" in ran.err


def test_a_data_folder_that_is_none_is_said_with_its_path(
    stelae: Stelae, write: Callable[[str, str], str]
) -> None:
    """A file where a folder should be: no fault of ours, no traceback, exit code 4."""
    path = write("file", "x")
    ran = stelae("list", "--data", path, "--json")
    assert ran.code == main.STORE
    assert path in ran.json["error"]["message"]


def test_a_reader_that_goes_away_is_no_error_message(write: Callable[[str, str], str]) -> None:
    """`stelae … | head -1` ends quietly."""
    shell = f"{' '.join(STELAE)} --help | head -1"
    done = subprocess.run(
        ["bash", "-c", shell], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    assert "Traceback" not in done.stderr
    assert "rror" not in done.stderr


def test_a_terminal_without_chinese_gets_escapes_and_no_crash(data: Path) -> None:
    """An ASCII stdout still shows everything, in JSON and in tables."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "STELAE_DATA": str(data)}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*STELAE, *arguments],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
            encoding="ascii",
        )

    assert "\\u82b1" in run("remember", "我对花生过敏").stdout
    assert "花生" in json.loads(run("list", "--json").stdout)["memories"][0]["text"]


def test_nothing_but_the_document_is_on_stdout_whatever_libraries_print(
    data: Path, write: Callable[[str, str], str]
) -> None:
    """Debug log, date libraries with their banners, real embedders: all of it stays off stdout (DEV-24)."""
    environment = {**os.environ, "STELAE_LOG_LEVEL": "debug", "STELAE_EMBEDDER_PROFILE": "fast"}
    path = write("note.txt", "明天下午三点看牙医。My flight is on March 3rd, 2027.")
    for arguments in (["observe", path], ["recall", "什么时候看牙医？"], ["doctor"]):
        done = subprocess.run(
            [*STELAE, *arguments, "--json"],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
            encoding="utf-8",
        )
        assert isinstance(json.loads(done.stdout), dict)
