"""`schema lint | list | show`, as people and programs see them."""

import json
from pathlib import Path

import pytest

from stelae.cli import main
from tests.cli.conftest import Stelae
from tests.schemas.forms import FORMS


@pytest.fixture
def schemas(data: Path) -> Path:
    """The folder's own `schemas`, with one sound category."""
    folder = data / "schemas"
    folder.mkdir(parents=True)
    FORMS["yaml"](folder)
    return folder


def test_lint_is_quiet_about_a_sound_file(stelae: Stelae, schemas: Path) -> None:
    """By name, and with all the others."""
    for arguments in ([str(schemas / "hobby.yaml")], ["--all"]):
        ran = stelae("schema", "lint", *arguments)
        assert ran.code == main.DONE
        assert "Nothing to put right" in ran.out
    assert stelae("schema", "lint", "--all", "--json").json == {"findings": []}


def test_lint_ends_with_one_where_something_has_to_be_put_right(
    stelae: Stelae, schemas: Path
) -> None:
    """It names file, field and what is wrong, and never what stands in the file."""
    broken = schemas / "broken.yaml"
    broken.write_text(
        "name: a\nfields:\n  status: {required: true}\n  tags: {merge: glue}\n", encoding="utf-8"
    )
    ran = stelae("schema", "lint", str(broken), "--json")
    assert ran.code == main.FAILED
    (finding,) = ran.json["findings"]
    assert finding["code"] == "invalid"
    assert "broken.yaml" in finding["message"]
    assert "fields.tags.merge" in finding["message"]
    broken.write_text("name: a\nfields:\n  status: {required: true}\n", encoding="utf-8")
    assert "'status' is set by code" in stelae("schema", "lint", "--all").out
    broken.write_text("name: [", encoding="utf-8")
    assert "line" in stelae("schema", "lint", "--all").out


def test_lint_sees_a_name_that_is_taken(stelae: Stelae, schemas: Path) -> None:
    """A file may be sound by itself and still stop every command."""
    taken = "name: fact\nsummary: 事实\nfields:\n  title: {required: true}\nkey: [title]\n"
    (schemas / "taken.yaml").write_text(taken, encoding="utf-8")
    ran = stelae("schema", "lint", "--all")
    assert ran.code == main.FAILED
    assert "'fact'" in ran.out


def test_lint_warns_without_failing(stelae: Stelae, tmp_path: Path) -> None:
    """A risk is somebody's to take."""
    path = tmp_path / "note.yaml"
    path.write_text("name: note\nfields:\n  about: {}\n", encoding="utf-8")
    ran = stelae("schema", "lint", str(path))
    assert ran.code == main.DONE
    assert "no_key" in ran.out


def test_lint_wants_to_know_what(stelae: Stelae, schemas: Path) -> None:
    """Files or all, not both, not neither."""
    assert stelae("schema", "lint").code == main.USAGE
    assert stelae("schema", "lint", str(schemas / "hobby.yaml"), "--all").code == main.USAGE


def test_list_names_what_is_there_and_what_could_be(stelae: Stelae, schemas: Path) -> None:
    """Built-in, own, and what ships and is off."""
    found = {one["name"]: one for one in stelae("schema", "list", "--json").json["categories"]}
    assert found["fact"]["source"] == "built-in"
    assert found["hobby"]["source"] == str(schemas / "hobby.yaml")
    assert (found["mastery"]["source"], found["mastery"]["on"]) == ("ships", False)
    assert "ships, off" in stelae("schema", "list").out


def test_show_prints_a_category_as_a_file_would_say_it(
    stelae: Stelae, schemas: Path, tmp_path: Path
) -> None:
    """For people with its choices; for programs so that it can be taken as a file."""
    shown = stelae("schema", "show", "hobby")
    assert "comes back to it by themselves" in shown.out
    assert "{entity_name}（{entity_type}）" in shown.out
    document = stelae("schema", "show", "hobby", "--json").json
    copy = tmp_path / "copy.json"
    copy.write_text(json.dumps(document), encoding="utf-8")
    assert stelae("schema", "lint", str(copy)).code == main.DONE
    assert stelae("schema", "show", "nothing").code == main.USAGE


def test_every_command_knows_the_folders_own_types(stelae: Stelae, schemas: Path) -> None:
    """No command needs to be told of them."""
    assert schemas.is_dir()
    bare = stelae("remember", "以后多看看 LanceDB", "--category", "hobby", "--json")
    assert bare.json["reason"] == "incomplete"
    fields = ["entity_type=technology", "entity_name=LanceDB", "tags=db", "tags=向量", "times=3"]
    options = [part for field in fields for part in ("--set", field)]
    ran = stelae("remember", "--category", "hobby", *options, "--json")
    assert ran.json["text"] == "LanceDB（technology），标签：db、向量"
    assert ran.json["attributes"]["times"] == 3
    id_ = ran.json["id"]
    assert stelae("edit", id_, "--set", 'tags=["one"]', "--json").json["attributes"]["tags"] == [
        "one"
    ]
    assert stelae("remember", "--category", "hobby").code == main.USAGE


def test_doctor_tells_of_a_type_that_cannot_be_used(stelae: Stelae, schemas: Path) -> None:
    """With the command that says what is wrong, and without looking at what it cannot read."""
    assert _check(stelae, "types") == ("ok", "hobby")
    (schemas.parent / "policy.yaml").write_text("rows: {hobby: {ttl_days: 9}}\n", encoding="utf-8")
    assert _check(stelae, "policy")[0] == "ok"
    (schemas / "broken.yaml").write_text("name: broken\nfields: {}\n", encoding="utf-8")
    status, detail = _check(stelae, "types")
    assert status == "problem"
    assert "has no fields" in detail


def test_extract_knows_the_policy_rows_of_own_types(stelae: Stelae, schemas: Path) -> None:
    """No store is opened, and still the folder's types are there."""
    (schemas.parent / "policy.yaml").write_text("rows: {hobby: {ttl_days: 9}}\n", encoding="utf-8")
    assert stelae("extract", "-", stdin="我对花生过敏").code == main.DONE


def test_migrate_tells_how_many_memories_have_a_new_version(stelae: Stelae, schemas: Path) -> None:
    """Opening would have done the same."""
    fields = ["--set", "entity_type=person", "--set", "entity_name=李雷", "--set", "note=同事"]
    stelae("remember", "--category", "hobby", *fields)
    assert stelae("schema", "migrate", "--json").json == {"migrated": {}}
    assert "present form" in stelae("schema", "migrate").out
    document = stelae("schema", "show", "hobby", "--json").json
    del document["fields"]["note"]
    (schemas / "hobby.yaml").unlink()
    path = schemas / "hobby.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    ran = stelae("schema", "migrate")
    assert ran.code == main.FAILED
    assert "the field 'note' is gone" in ran.err
    assert _check(stelae, "types")[0] == "problem"
    path.write_text(json.dumps({**document, "migrate": {"drop": ["note"]}}), encoding="utf-8")
    assert "hobby: 1 memories" in stelae("schema", "migrate").out


def _check(stelae: Stelae, name: str) -> tuple[str, str]:
    """The last finding of that name."""
    found = {one["name"]: one for one in stelae("doctor", "--json").json["checks"]}
    return found[name]["status"], found[name]["detail"]
