"""The data folder: private, with a key that is made once."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from stelae.stores.sqlite import files
from stelae.stores.sqlite.store import SQLiteStore
from tests.contracts.builders import LIN, changes, record, unit, write


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_every_file_is_private(tmp_path: Path) -> None:
    """0700 and 0600, side files and vector files too, whatever the umask."""
    before = os.umask(0)
    try:
        store = SQLiteStore(tmp_path / "deep" / "data")
        store.set_leg("leg", "leg", 2)
        data = unit(1, 0).tobytes()
        store.apply(LIN, changes(writes=(write(record(), "a", vectors={"leg": data}),)))
        folder = tmp_path / "deep" / "data"
        names = {path.name for path in folder.iterdir()}
        assert names == {
            "audit.key",
            "stelae.db",
            "stelae.db-shm",
            "stelae.db-wal",
            "vectors-leg-1.f32",
        }
        assert _mode(folder) == 0o700
        assert {_mode(path) for path in folder.iterdir()} == {0o600}
        assert list(store.check()) == []
        store.close()
    finally:
        os.umask(before)


def test_open_modes_are_found(tmp_path: Path) -> None:
    """`doctor` names the file."""
    store = SQLiteStore(tmp_path / "data")
    (tmp_path / "data" / "stelae.db").chmod(0o644)
    (tmp_path / "data").chmod(0o755)
    findings = list(store.check())
    assert [line.split(" has mode ")[0] for line in findings] == ["data", "stelae.db"]
    store.close()


def test_one_key_is_made_however_many_ask(tmp_path: Path) -> None:
    """Of several openers at once the first one's key wins, and no draft is left behind."""
    files.prepare_folder(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(files.read_key, [tmp_path] * 32))
    assert len(keys) == 1
    assert len(keys.pop()) == 32
    assert [path.name for path in tmp_path.iterdir()] == ["audit.key"]


def test_the_file_system_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deepest mount decides; network kinds are marked."""
    mounts = tmp_path / "mounts"
    mounts.write_text(
        f"/dev/a / ext4 rw 0 0\nhost:/x {tmp_path}/net\\040share nfs4 rw 0 0\n", encoding="utf-8"
    )
    monkeypatch.setattr(files, "_MOUNTS", mounts)
    assert files.filesystem_kind(tmp_path) == ("ext4", False)
    assert files.filesystem_kind(tmp_path / "net share" / "data") == ("nfs4", True)
    monkeypatch.setattr(files, "_MOUNTS", tmp_path / "none")
    assert files.filesystem_kind(tmp_path) == ("unknown", False)
