"""What was destroyed is in no file of the folder, and nobody says so before it is true."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from stelae.schemas.memory import MemoryRecord
from stelae.stores.sqlite import scrubbing
from stelae.stores.sqlite.files import DATABASE
from stelae.stores.sqlite.store import SQLiteStore
from stelae.text.tokens import index_tokens
from tests.contracts.builders import (
    LIN,
    MO,
    NOW,
    changes,
    indexed,
    keep,
    observation,
    pending,
    record,
    span,
    trace,
    unit,
    write,
)

SECRETS = {
    "zh": "我的紫檀木匣子藏在阁楼第三根横梁后面，\n别说“出去”",
    "en": 'Grandmother\'s xylophone hides behind the "chrysanthemum" wallpaper\\attic',
}
WORDS = {"zh": ["紫檀", "横梁", "阁楼"], "en": ["xylophon", "Grandmother", "chrysanthemum"]}
OTHERS = ("我喜欢喝茶", "I keep bees behind the house")
MARK = unit(0.123, 0.456)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    """A store with a vector leg and some other memories."""
    opened = SQLiteStore(tmp_path / "data", synchronous="normal")
    opened.set_leg("leg", "leg/2", 2)
    for text in OTHERS:
        keep(opened, record(text), _tokens(text))
    yield opened
    opened.close()


@pytest.fixture(params=["zh", "en"])
def language(request: pytest.FixtureRequest) -> str:
    """Both languages."""
    return request.param


def _tokens(text: str) -> str:
    return " ".join(index_tokens(text, speaker=None, time=None, language="en"))


def _tell(store: SQLiteStore, text: str) -> MemoryRecord:
    """Leave a text everywhere a text may be: message, memory in two wordings, question, key, speaker, trace."""
    said = observation(text, metadata={"copy": text}, speaker=text, session=text)
    held = record(
        f"{text} now", key=f"fact/{text}", attributes={"of": text}, evidence=(span(said),)
    )
    writing = write(held, _tokens(held.text), vectors={"leg": MARK.tobytes()})
    question = pending(held, before=text, target=held.id)
    log = indexed(said, _tokens(text))
    store.apply(LIN, changes(observations=(log,), writes=(writing,), pending=(question,)))
    reworded = held.model_copy(update={"version": 2, "text": text})
    again = write(reworded, _tokens(text), expect=1, vectors={"leg": MARK.tobytes()})
    store.apply(LIN, changes(writes=(again,)))
    store.save(LIN, [trace("t").model_copy(update={"query": text})], {held.id: 1}, now=NOW)
    return reworded


def _destroy(store: SQLiteStore, held: MemoryRecord) -> None:
    store.apply(LIN, changes(destroyed=(held.id, held.evidence[0].observation_id)))


def _bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


def test_no_byte_of_a_destroyed_text_is_left(
    store: SQLiteStore, tmp_path: Path, language: str
) -> None:
    """Neither the text, nor its words, nor its vector: looked for here without the store's own search."""
    held = _tell(store, SECRETS[language])
    for needle in (*WORDS[language], SECRETS[language][:9]):
        assert needle.encode() in _bytes(tmp_path / "data")
    assert MARK.tobytes() in _bytes(tmp_path / "data")
    _destroy(store, held)
    assert store.scrub(LIN, [held.text, f"{held.text} now"])
    left = _bytes(tmp_path / "data")
    for needle in (*WORDS[language], SECRETS[language][:9]):
        assert needle.encode() not in left
    assert MARK.tobytes() not in left
    assert {r.text for r in store.list(LIN)} == set(OTHERS)
    assert list(store.check()) == []


def test_a_vector_file_is_zeroed_in_place(store: SQLiteStore, tmp_path: Path) -> None:
    """A reader may have it mapped: same file, same length, and the slots of others are untouched."""
    other = unit(1, 7)
    kept = write(record("bees", id="kept"), "bees", vectors={"leg": other.tobytes()})
    store.apply(LIN, changes(writes=(kept,)))
    held = _tell(store, SECRETS["zh"])
    path = tmp_path / "data" / "vectors-leg-1.f32"
    before = path.stat()
    _destroy(store, held)
    assert (path.stat().st_ino, path.stat().st_size) == (before.st_ino, before.st_size)
    assert MARK.tobytes() not in path.read_bytes()
    assert other.tobytes() in path.read_bytes()


def test_older_generations_of_a_vector_file_go(store: SQLiteStore, tmp_path: Path) -> None:
    """One that a crash left behind is zeroed and removed."""
    held = _tell(store, SECRETS["zh"])
    stray = tmp_path / "data" / "vectors-leg-0.f32"
    stray.write_bytes(MARK.tobytes())
    _destroy(store, held)
    assert store.scrub(LIN, [held.text])
    assert not stray.exists()


def test_what_a_crash_left_in_a_slot_is_zeroed_later(store: SQLiteStore, tmp_path: Path) -> None:
    """The slot is zeroed after the commit; dying in between must not leave it, not even when its stub is gone."""
    other = unit(1, 7)
    kept = write(record("bees", id="kept"), "bees", vectors={"leg": other.tobytes()})
    store.apply(LIN, changes(writes=(kept,)))
    held = _tell(store, SECRETS["zh"])
    path = tmp_path / "data" / "vectors-leg-1.f32"
    before = path.read_bytes()
    _destroy(store, held)
    path.write_bytes(before)
    with closing(sqlite3.connect(tmp_path / "data" / DATABASE)) as connection:
        connection.execute("DELETE FROM entry WHERE gone = 1")
        connection.commit()
    assert store.scrub(LIN, [held.text])
    assert MARK.tobytes() not in path.read_bytes()
    assert other.tobytes() in path.read_bytes()


def test_a_reader_that_holds_the_log_makes_it_wait(
    store: SQLiteStore, tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it reads, the old pages are there: false. Later it is true."""
    monkeypatch.setattr(scrubbing, "_PATIENCE_S", 0.2)
    held = _tell(store, SECRETS[language])
    with closing(sqlite3.connect(tmp_path / "data" / DATABASE)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM memory").fetchone()
        _destroy(store, held)
        assert not store.scrub(LIN, [held.text])
        assert held.text.splitlines()[0].encode() in _bytes(tmp_path / "data")
    assert store.scrub(LIN, [held.text])
    assert held.text.splitlines()[0].encode() not in _bytes(tmp_path / "data")


def test_a_writer_that_holds_the_lock_makes_it_wait(tmp_path: Path) -> None:
    """A busy store is no error: it is done later."""
    store = SQLiteStore(tmp_path, busy_timeout_s=0.1)
    held = keep(store, record(SECRETS["zh"]), _tokens(SECRETS["zh"]))
    store.apply(LIN, changes(destroyed=(held.id,)))
    with closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert not store.scrub(LIN, [held.text])
    assert store.scrub(LIN, [held.text])
    store.close()


@pytest.mark.parametrize("name", ["notes.txt", "sub/notes.txt"])
def test_a_copy_in_another_file_of_the_folder_is_found(
    store: SQLiteStore, tmp_path: Path, name: str
) -> None:
    """The store does not delete what it did not write, and does not say that it is gone."""
    held = _tell(store, SECRETS["zh"])
    _destroy(store, held)
    copy = tmp_path / "data" / name
    copy.parent.mkdir(exist_ok=True)
    copy.write_text(held.text, encoding="utf-8")
    assert not store.scrub(LIN, [held.text])
    copy.unlink()
    assert store.scrub(LIN, [held.text])


@pytest.mark.parametrize("left", ["word", "piece"])
def test_bytes_without_a_row_are_found(store: SQLiteStore, tmp_path: Path, left: str) -> None:
    """A verification that only asks the tables proves nothing."""
    held = _tell(store, SECRETS["en"])
    _destroy(store, held)
    stray = {"word": b"..xylophone..", "piece": held.text[3:60].encode()}[left]
    (tmp_path / "data" / f"{DATABASE}-left").write_bytes(stray)
    assert not store.scrub(LIN, [held.text])


def test_a_copy_in_the_unused_part_of_a_page_goes(store: SQLiteStore, tmp_path: Path) -> None:
    """SQLite leaves such copies when it balances a tree, and deletes them never: the file is written anew."""
    held = _tell(store, SECRETS["en"])
    _destroy(store, held)
    store.close()
    path = tmp_path / "data" / DATABASE
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'refusal'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size + size // 2)
        file.write(held.text.encode())
    store = SQLiteStore(tmp_path / "data")
    assert list(store.check()) == []
    assert store.scrub(LIN, [held.text])
    assert held.text[:20].encode() not in path.read_bytes()
    assert {r.text for r in store.list(LIN)} == set(OTHERS)
    assert list(store.check()) == []
    store.close()


def test_an_index_that_may_not_be_laid_anew_is_merged_all_the_same(
    store: SQLiteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some builds of SQLite protect its tables: nothing is half done, and the bytes are looked for as ever."""
    refused = ("DELETE FROM keyword_index_data", "INSERT INTO no_such_table VALUES (1)")
    monkeypatch.setattr(scrubbing, "_LAID_ANEW", refused)
    held = _tell(store, SECRETS["zh"])
    _destroy(store, held)
    assert store.scrub(LIN, [held.text])
    assert "紫檀".encode() not in _bytes(tmp_path / "data")
    assert len(store.containing(LIN, ["bee"])) == 1
    assert list(store.check()) == []


def test_another_scope_keeps_the_same_sentence(store: SQLiteStore, language: str) -> None:
    """What somebody else said is not a leftover (DEV-15.1)."""
    held = _tell(store, SECRETS[language])
    theirs = record(held.text, scope="user:mo", key=held.key)
    keep(store, theirs, _tokens(held.text), MO)
    _destroy(store, held)
    assert store.scrub(LIN, [held.text])
    assert store.list(MO) == [theirs]
    assert not store.scrub(MO, [held.text])


def test_a_long_text_is_gone_although_pages_cut_it(store: SQLiteStore, tmp_path: Path) -> None:
    """Text of many pages: any piece of it would be found."""
    text = "".join(f"第{n}天我在紫檀匣子里放了{n * 7919}颗珠子。" for n in range(2_000))
    held = _tell(store, text)
    assert not store.scrub(LIN, [text])
    _destroy(store, held)
    assert store.scrub(LIN, [text])
    assert "颗珠子".encode() not in _bytes(tmp_path / "data")


@pytest.mark.parametrize("texts", [[], [""], ["茶"], ["tea", "喜欢"]])
def test_texts_too_short_to_be_told_from_chance_are_not_looked_for(
    store: SQLiteStore, texts: list[str]
) -> None:
    """Five bytes stand in any vector file sooner or later."""
    assert store.scrub(LIN, texts)


def test_words_that_others_still_use_are_no_leftover(store: SQLiteStore) -> None:
    """Only what is unique to the forgotten text is looked for."""
    held = keep(store, record("My bees drowned"), _tokens("My bees drowned"))
    store.apply(LIN, changes(destroyed=(held.id,)))
    assert store.scrub(LIN, ["My bees drowned", "I keep bees behind the barn"])
