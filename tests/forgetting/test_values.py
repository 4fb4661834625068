"""Values that a text does not say: fields, keys and names leave with the memory, down to the bytes."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from stelae import MemorySchema
from stelae.memory import Memory
from stelae.stores.sqlite.files import DATABASE
from stelae.testing import FixedClock
from stelae.text.literals import literals
from tests.conftest import Opener
from tests.contracts.builders import record


class Gadget(MemorySchema, name="gadget", key=("title",)):
    """A thing somebody owns."""

    title: str
    note: str | None = None
    price: int | None = None


SAID = {
    "zh": ("这个盒子是满的", "紫檀木匣子", "放在阁楼横梁后面", 48_213_977),
    "en": ("The box is full", "Xylophone Trunk", "behind the Chrysanthemum wallpaper", 57_104_862),
}
ALIAS = {"zh": "祖母的旧箱子", "en": "grandmothers-old-crate"}


@pytest.fixture(params=["zh", "en"])
def language(request: pytest.FixtureRequest) -> str:
    """Both languages."""
    return request.param


@pytest.fixture
def owner(open_memory: Opener) -> Memory:
    """A memory with a category of its own."""
    return open_memory(categories=[Gadget])


def own(memory: Memory, language: str) -> str:
    """Remember a thing whose fields say more than its text; return its id."""
    text, title, note, price = SAID[language]
    fields = {"title": title, "note": note, "price": price}
    outcome = memory.remember(text, category="gadget", attributes=fields)
    assert outcome.id is not None
    return outcome.id


def plant(folder: Path, said: str) -> None:
    """Write bytes into the unused part of a page, where SQLite leaves copies when it balances a tree."""
    path = folder / DATABASE
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'refusal'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size + size // 2)
        file.write(said.encode())


def held(folder: Path) -> bytes:
    """Return every byte of the folder."""
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("which", ["title", "folded", "note", "price", "key", "alias"])
@pytest.mark.parametrize("hard", [True, False], ids=["at once", "purged"])
def test_a_copy_of_a_value_in_an_unused_place_goes(
    open_memory: Opener, tmp_path: Path, clock: FixedClock, language: str, which: str, hard: bool
) -> None:
    """It is looked for, and the file is written anew; else the receipt must not say `verified`."""
    memory = open_memory(categories=[Gadget])
    id_ = own(memory, language)
    key = memory.get(id_).key
    memory.alias_concept(key, ALIAS[language])
    memory.close()
    _, title, note, price = SAID[language]
    said = {
        "title": title,
        "folded": title.lower(),
        "note": note,
        "price": str(price),
        "key": key.split("/")[-1],
        "alias": ALIAS[language],
    }[which]
    plant(tmp_path / "data", said)
    memory = open_memory(categories=[Gadget])
    receipt = memory.forget(memory.forget([id_]), hard=hard)
    if not hard:
        assert said.encode() in held(tmp_path / "data")
        clock.advance(days=31)
        memory.maintain()
        receipt = memory.forgotten()[0]
    assert receipt.verified
    assert not receipt.pending_purge
    assert said.encode() not in held(tmp_path / "data")


def test_a_value_of_another_memory_stays_and_is_no_leftover(owner: Memory, language: str) -> None:
    """What two say is nobody's secret; the file need not be written anew for it."""
    gone = own(owner, language)
    _, title, note, price = SAID[language]
    other = owner.remember(
        "A lid" if language == "en" else "一个盖子",
        category="gadget",
        attributes={"title": f"{title} 2", "note": note.upper(), "price": price},
    )
    assert other.id is not None
    receipt = owner.forget(owner.forget([gone]), hard=True)
    assert receipt.verified
    assert owner.get(other.id).attributes["price"] == price


def test_nothing_is_left_of_many_values_forgotten_in_batches(owner: Memory, tmp_path: Path) -> None:
    """Trees of several pages are balanced meanwhile."""
    ids: dict[str, str] = {}
    for n in range(60):
        title = f"Trunk{n * 7919:07d}" if n % 2 else f"匣子{n * 7919:07d}"
        fields = {"title": title, "note": f"{title} lies" + " aside" * (n * 37 % 90)}
        outcome = owner.remember(f"box {n} {title[-7:]}", category="gadget", attributes=fields)
        assert outcome.id is not None
        ids[outcome.id] = title
    some = list(ids)[::2]
    for start in range(0, len(some), 6):
        batch = some[start : start + 6]
        assert owner.forget(owner.forget(batch), hard=True).verified
        left = held(tmp_path / "data")
        assert [ids[id_] for id_ in batch if ids[id_].encode() in left] == []


def test_literals_are_fields_at_any_depth_and_the_values_of_a_key() -> None:
    """Not truth values, not names of fields, not the digest of a statement without a name."""
    deep = {"title": "臺灣 Tea", "tags": ["Ax", {"in": 3.5}], "on": True, "no": None, "e": " "}
    found = literals([record(key="gadget/global/tea", attributes=deep), record(key="fact/=abcdef")])
    assert set(found) == {"臺灣 Tea", "台湾 tea", "Ax", "ax", "3.5", "global", "tea"}
