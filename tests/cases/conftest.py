"""One memory behind several doors: every case runs through the library, the command line and, where asked for, HTTP."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast

import pytest

from stelae import assembly
from stelae.assembly import embedders
from stelae.config import Settings
from stelae.ports import Embedder, Store
from stelae.testing import FixedClock, HashEmbedder
from tests.cases.doors import DOORS, OVER_THE_WIRE, Door, DoorName, open_door

_BUILTIN = cache(embedders._builtin)  # pyright: ignore[reportPrivateUsage]


class OpenDoor(Protocol):
    """Opens the data folder of this test through the door that this run is about."""

    def __call__(self, scope: str | None = "user:lin") -> Door:
        """Open it for one scope."""
        ...


@pytest.fixture(autouse=True)
def plain_settings(monkeypatch: pytest.MonkeyPatch, clean_environment: None) -> None:
    """Keywords only and rules only, unless a case asks for more."""
    monkeypatch.setenv("STELAE_EMBEDDER_PROFILE", "none")
    monkeypatch.setenv("STELAE_EXTRACTOR", "rules")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch) -> HashEmbedder:
    """The only embedder, whichever door opens the memory; it counts its calls."""
    counting, connect = HashEmbedder(), assembly.connect_embedders

    def connect_it(store: Store, settings: Settings, _: object) -> tuple[Embedder, ...]:
        return connect(store, settings, counting)

    monkeypatch.setattr(assembly, "connect_embedders", connect_it)
    return counting


@pytest.fixture(autouse=True)
def loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real embedders stay loaded between two commands, which would otherwise take most of the time."""
    monkeypatch.setattr(embedders, "_builtin", _BUILTIN)


@pytest.fixture
def door_name(request: pytest.FixtureRequest) -> DoorName:
    """Which door."""
    return request.param


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give every case its doors, unless it has chosen them itself."""
    module = cast("ModuleType", metafunc.module)  # pyright: ignore[reportUnknownMemberType]
    chosen = any(
        "door_name" in mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")
    )
    if "door_name" in metafunc.fixturenames and not chosen and not hasattr(module, "door_name"):
        wire: tuple[DoorName, ...] = (
            ("http",) if module.__name__.rpartition(".")[2] in OVER_THE_WIRE else ()
        )
        metafunc.parametrize("door_name", (*DOORS, *wire), indirect=True)


@pytest.fixture
def opened(door_name: DoorName, tmp_path: Path, clock: FixedClock) -> Iterator[OpenDoor]:
    """Open doors on one folder; all are closed afterwards."""
    doors: list[Door] = []

    def one(scope: str | None = "user:lin") -> Door:
        doors.append(open_door(door_name, tmp_path / "data", scope, clock))
        return doors[-1]

    yield one
    for door in doors:
        door.close()


@pytest.fixture
def door(opened: OpenDoor) -> Door:
    """The memory of user:lin."""
    return opened()
