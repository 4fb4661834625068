"""A category changes under its memories: what needs nothing, what needs a declared migration, and what that leaves."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import pytest
import yaml
from typing_extensions import override

from stelae import Memory, MemorySchema, Merge
from stelae.errors import CategoryChangedError, ConfigurationError, InvalidInputError
from stelae.schemas.base import JsonObject

Opener = Callable[..., Memory]
Change = Mapping[str, Any]
BOOK: dict[str, Any] = {
    "name": "book",
    "key": ["title"],
    "fields": {
        "title": {"required": True, "max_length": 80},
        "stars": {"type": "integer", "minimum": 1, "maximum": 5, "merge": "newest"},
        "shelf": {"choices": {"read": "finished", "unread": "not begun"}},
    },
}


@pytest.fixture
def shelf(open_memory: Opener, tmp_path: Path) -> Callable[..., Memory]:
    """Open the folder with the category changed as told: fields to set (None: to take away), and further words."""

    def opened(fields: Change | None = None, **words: Any) -> Memory:
        merged = {**BOOK["fields"], **(fields or {})}
        document = {**BOOK, **words, "fields": {n: f for n, f in merged.items() if f is not None}}
        folder = tmp_path / "data" / "schemas"
        folder.mkdir(parents=True, exist_ok=True)
        text: str = yaml.safe_dump(document, allow_unicode=True)  # pyright: ignore[reportUnknownMemberType]
        (folder / "book.yaml").write_text(text, encoding="utf-8")
        return open_memory()

    return opened


def filled(memory: Memory, title: str = "红楼梦") -> str:
    """Remember a book and return its id; the handle is closed."""
    fields = {"title": title, "stars": 5, "shelf": "read"}
    id_ = memory.remember(f"读了 {title}", category="book", attributes=fields).id
    memory.close()
    assert id_ is not None
    return id_


@pytest.mark.parametrize(
    "fields",
    [
        {"note": {}},
        {"stars": {"type": "integer", "minimum": 1, "maximum": 10, "merge": "newest"}},
        {"shelf": {"choices": {"read": "a", "unread": "b", "lent": "c"}}},
    ],
)
def test_what_is_compatible_needs_nothing(shelf: Callable[..., Memory], fields: Change) -> None:
    """A new optional field, a wider bound, another choice."""
    id_ = filled(shelf())
    assert shelf(fields).get(id_).version == 1


@pytest.mark.parametrize(
    ("fields", "words", "told"),
    [
        ({"stars": None}, {}, "'stars' is gone"),
        ({"stars": {"type": "text"}}, {}, "'stars' was integer and is text"),
        ({"author": {"required": True}}, {}, "'author' is required now"),
        ({"shelf": {"list": True}}, {}, "'shelf' was text and is list of text"),
        ({}, {"key": ["title", "shelf"]}, "key was title and is title, shelf"),
        ({"stars": {"type": "integer", "maximum": 3}}, {}, "'stars' does not fit in 1"),
        ({"shelf": {"choices": {"unread": "not begun"}}}, {}, "'shelf' does not fit in 1"),
    ],
)
def test_what_is_incompatible_is_told_with_its_remedy(
    shelf: Callable[..., Memory], fields: Change, words: Change, told: str
) -> None:
    """Nothing is opened, nothing is written, and the earlier form still works."""
    id_ = filled(shelf())
    with pytest.raises(CategoryChangedError, match=told) as caught:
        shelf(fields, **words)
    assert caught.value.category == "book"
    assert "migrate" in str(caught.value)
    assert shelf().get(id_).version == 1


def test_a_change_without_memories_needs_no_migration(shelf: Callable[..., Memory]) -> None:
    """Whoever is still designing is left in peace."""
    shelf().close()
    shelf({"stars": None, "author": {"required": True}}).close()


def test_a_declared_migration_makes_new_versions(shelf: Callable[..., Memory]) -> None:
    """Renamed, dropped and defaulted; the earlier version stays in the history, and running it again changes nothing."""
    id_, other = filled(shelf()), filled(shelf(), "Middlemarch")
    changed = {
        "title": None,
        "name": {"required": True},
        "shelf": None,
        "author": {"required": True},
    }
    migrate = {"rename": {"title": "name"}, "drop": ["shelf"], "default": {"author": "unknown"}}
    memory = shelf(changed, key=["name"], migrate=migrate)
    record = memory.get(id_)
    assert record.attributes == {"name": "红楼梦", "stars": 5, "author": "unknown"}
    assert (record.version, record.reason, record.key) == (2, "migrated", "book/红楼梦")
    assert memory.get(other).version == 2
    first, second = memory.history(id_).steps
    assert (first.version, second.actor, second.reason) == (1, "platform", "migrated")
    assert memory.recall("Middlemarch").hits[0].id == other
    assert memory.audit_verify().sound
    memory.close()
    again = shelf(changed, key=["name"], migrate=migrate)
    assert again.get(id_).version == 2
    again.edit(id_, attributes={"author": "曹雪芹"})
    again.restore(id_, version=1)
    assert again.get(id_).attributes == {"name": "红楼梦", "stars": 5, "author": "unknown"}


def test_what_waits_is_migrated_when_it_is_confirmed(shelf: Callable[..., Memory]) -> None:
    """A question may be older than the form."""
    memory = shelf(policy={"confirm": "always"})
    fields = {"title": "红楼梦", "shelf": "read"}
    memory.remember("读了红楼梦", category="book", attributes=fields)
    memory.close()
    renamed = {"title": None, "name": {"required": True}}
    memory = shelf(renamed, key=["name"], migrate={"rename": {"title": "name"}})
    (item,) = memory.pending()
    assert memory.confirm(item.id).outcome == "accepted"
    assert memory.list()[0].attributes == {"name": "红楼梦", "shelf": "read"}


def test_a_new_key_is_made_when_the_migration_says_so(shelf: Callable[..., Memory]) -> None:
    """Keys are code's business, also afterwards."""
    id_ = filled(shelf())
    memory = shelf({}, key=["title", "shelf"], migrate={"rekey": True})
    assert memory.get(id_).key == "book/红楼梦/read"


def test_two_memories_never_become_one_by_a_migration(shelf: Callable[..., Memory]) -> None:
    """That is for a person to decide."""
    first = shelf()
    filled(first)
    filled(shelf(), "Middlemarch")
    with pytest.raises(CategoryChangedError, match="would have the key of another"):
        shelf({}, key=["shelf"], migrate={"rekey": True})
    assert len(shelf().list()) == 2


def test_a_broken_off_migration_goes_on(
    shelf: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is done stays done; the form is noted when all of it is."""
    from stelae.remember.migrating import Migrating

    ids = [filled(shelf()), filled(shelf(), "Middlemarch")]
    whole = Migrating._one  # pyright: ignore[reportPrivateUsage]

    def one_only(self: Migrating, owned: Any, category: Any, rekey: Any) -> int:
        if owned.record.id == ids[1]:
            raise KeyboardInterrupt
        return whole(self, owned, category, rekey)

    monkeypatch.setattr(Migrating, "_one", one_only)
    with pytest.raises(KeyboardInterrupt):
        shelf({"shelf": None}, migrate={"drop": ["shelf"]})
    monkeypatch.undo()
    memory = shelf({"shelf": None}, migrate={"drop": ["shelf"]})
    assert [memory.get(id_).version for id_ in ids] == [2, 2]


class Old(MemorySchema, name="run", key=("place",)):
    """A class before."""

    place: str
    distance: str = ""


class New(MemorySchema, name="run", key=("place",)):
    """The class afterwards, with a migration that words cannot say."""

    place: str
    metres: Annotated[int, Merge("sum")]

    @classmethod
    @override
    def upgraded(cls, attributes: JsonObject) -> JsonObject:
        fields = dict(attributes)
        if "distance" in fields:
            fields["metres"] = int(fields.pop("distance").removesuffix("km")) * 1000
        return fields


def test_a_class_may_say_itself_how_its_memories_change(open_memory: Opener) -> None:
    """`upgraded` is a plain function over fields."""
    old = open_memory(categories=[Old])
    fields = {"place": "西湖", "distance": "5km"}
    id_ = old.remember("绕西湖跑了 5km", category="run", attributes=fields).id
    assert id_ is not None
    old.close()
    new = open_memory(categories=[New])
    assert new.get(id_).attributes == {"place": "西湖", "metres": 5000}


def test_a_migration_that_names_nothing_is_refused(open_memory: Opener, tmp_path: Path) -> None:
    """At registration."""
    path = tmp_path / "book.yaml"
    text: str = yaml.safe_dump({**BOOK, "migrate": {"rename": {"a": "b"}}})  # pyright: ignore[reportUnknownMemberType]
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"migrate\.rename names 'b'"):
        open_memory(categories=[path])
    text = yaml.safe_dump({**BOOK, "migrate": {"renames": {}}})  # pyright: ignore[reportUnknownMemberType]
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"migrate\.renames"):
        open_memory(categories=[path])


def test_memories_whose_file_is_gone_stay_within_reach(
    shelf: Callable[..., Memory], open_memory: Opener, tmp_path: Path
) -> None:
    """Read, recalled, exported, forgotten; only what needs the schema asks for it."""
    id_, other = filled(shelf()), filled(shelf(), "Middlemarch")
    (tmp_path / "data" / "schemas" / "book.yaml").unlink()
    memory = open_memory()
    assert memory.get(id_).attributes["stars"] == 5
    assert len(memory.list()) == 2
    assert memory.recall("红楼梦").hits[0].id == id_
    assert memory.context("红楼梦").text
    assert memory.history(id_).steps
    assert memory.why(id_)
    memory.export(tmp_path / "out.jsonl")
    assert "红楼梦" in (tmp_path / "out.jsonl").read_text(encoding="utf-8")
    with pytest.raises(InvalidInputError, match="schemas"):
        memory.edit(id_, attributes={"stars": 4})
    memory.maintain()
    memory.forget(memory.forget(id_), hard=True)
    memory.forget(memory.forget(other))
    assert memory.list() == ()
