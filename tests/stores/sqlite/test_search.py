"""What is held in memory of scopes: bounded however many there are, and answers do not depend on it."""

import sys
from pathlib import Path

import pytest

from stelae import Memory
from stelae.stores.sqlite import search
from stelae.stores.sqlite.store import SQLiteStore
from stelae.testing import HashEmbedder

HASH = HashEmbedder()


def held_by(memory: Memory) -> search.Search:
    """The search of its store."""
    store = memory._parts.store
    assert isinstance(store, SQLiteStore)
    found = store._search
    assert found is not None
    return found


@pytest.mark.parametrize(("scopes", "rows"), [(3, 1 << 20), (1_000, 20)])
def test_of_many_scopes_those_asked_for_last_are_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scopes: int, rows: int
) -> None:
    """By number as by rows; one that comes back is read anew and answers as before."""
    monkeypatch.setattr(search, "MOST_SCOPES", scopes)
    monkeypatch.setattr(search, "MOST_ROWS", rows)
    with Memory.open(tmp_path, scope="user:lin", embedder=HASH, extractor="rules") as memory:
        people = [memory.at(scope=f"user:{number}") for number in range(12)]
        for number, one in enumerate(people):
            one.remember(f"The key of room {number} is under the mat")
            one.observe(["今天下雨", f"第{number}间的钥匙在垫子下"], extract=False)
        memory.flush()
        for _ in range(2):
            for number, one in enumerate(people):
                texts = [hit.text for hit in one.recall("where is the key of the room?").hits]
                assert f"The key of room {number} is under the mat" in texts
                found = held_by(memory)
                assert len(found._scopes) <= scopes
                in_all = sum(len(h.builder.catalog) for h in found._scopes.values())
                assert in_all == found._rows <= max(rows, 3)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no list of mappings")
def test_a_vector_file_is_mapped_once_whoever_asked_before_it_grew(tmp_path: Path) -> None:
    """A scope that nobody writes to does not hold the mapping of its day, nor the pages that were read in it."""
    with Memory.open(tmp_path, scope="user:lin", embedder=HASH, extractor="rules") as memory:
        quiet, busy = memory.at(scope="user:quiet"), memory.at(scope="user:busy")
        quiet.remember("The spare key is with the neighbour")
        memory.flush()
        asked = quiet.recall("who has the spare key?")
        for turn in range(3):
            busy.observe([f"第{turn}轮第{n}句话" for n in range(500)], extract=False)
            memory.flush()
            busy.recall("第几句话?")
        told = Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
        assert sum(str(tmp_path) in line and ".f32" in line for line in told) == 1
        assert quiet.recall("who has the spare key?").hits == asked.hits
