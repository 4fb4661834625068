"""Every store under one contract: a test that takes `store` runs once for each implementation."""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest

from stelae.ports import Store
from stelae.stores.in_memory import InMemoryStore
from stelae.stores.sqlite.store import SQLiteStore

StoreFactory = Callable[[], Store]


@pytest.fixture(params=["sqlite", "memory"])
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StoreFactory]:
    """Make empty stores of one implementation; all of them are closed afterwards."""
    made: list[Store] = []

    def make() -> Store:
        if request.param == "memory":
            made.append(InMemoryStore())
        else:
            made.append(SQLiteStore(Path(mkdtemp(dir=tmp_path)), synchronous="normal"))
        return made[-1]

    yield make
    for store in made:
        store.close()


@pytest.fixture
def store(new_store: StoreFactory) -> Store:
    """One empty store."""
    return new_store()
