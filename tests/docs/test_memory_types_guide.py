"""The guide on memory types does what it says: every block of it runs."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from stelae import Memory
from stelae.schemas.categories.forms import FieldForm
from stelae.schemas.categories.registry import BUILT_IN
from tests.docs.guides import Guide

pytestmark = pytest.mark.usefixtures("place")
GUIDE = Guide("memory-types")


def film(**words: Any) -> None:
    """Write the guide's file with further words."""
    folder = Path("data/schemas")
    folder.mkdir(parents=True, exist_ok=True)
    document = {**yaml.safe_load(GUIDE.blocks("yaml")[0]), **words}
    text: str = yaml.safe_dump(document, allow_unicode=True)  # pyright: ignore[reportUnknownMemberType]
    (folder / "film.yaml").write_text(text, encoding="utf-8")


def test_the_class_form_works_as_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """Stored, merged, told anew."""
    for code in GUIDE.blocks("python"):
        GUIDE.execute(code, globals())
    assert capsys.readouterr().out.splitlines() == [
        "accepted 《红楼梦》：reading",
        "merge",
        "book/红楼梦 《红楼梦》，曹雪芹：read",
    ]


def test_every_command_of_the_guide_works_in_its_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With the guide's own file in the folder."""
    film()
    assert len(GUIDE.commands) == 5
    GUIDE.run_commands()
    assert "Stalker: seen, 5 of 5" in capsys.readouterr().out


def test_the_json_schema_works_as_shown() -> None:
    """Named by its path."""
    Path("course.json").write_text(GUIDE.blocks("json")[0], encoding="utf-8")
    with Memory.open(categories=["course.json"]) as memory:
        fields = {"title": "线性代数", "state": "planned", "begins": "2026-09-01T09:00:00+08:00"}
        assert memory.remember(category="course", attributes=fields).text == "线性代数: planned"


def test_the_migration_works_as_shown() -> None:
    """Renamed, dropped, filled and with a key that code has made anew."""
    film()
    with Memory.open() as memory:
        fields = {"title": "飞向太空", "state": "seen", "cinemas": ["影城"]}
        id_ = memory.remember(category="film", attributes=fields).id
    fields = yaml.safe_load(GUIDE.blocks("yaml")[0])["fields"]
    changed = {"title": fields["title"], "shelf": fields["state"], "stars": fields["stars"]}
    film(**yaml.safe_load(GUIDE.blocks("yaml")[1]), fields=changed, template="{title}: {shelf}")
    with Memory.open() as memory:
        assert id_ is not None
        found = memory.get(id_)
    assert found.attributes == {"title": "飞向太空", "shelf": "seen", "stars": 3}


def test_the_tables_name_what_there_is() -> None:
    """Words of a field, fields of what ships and of what is built in."""
    for word in FieldForm.model_fields:
        assert f"`{word}`" in GUIDE.text
    for name in ("preference", "task"):
        told = set(re.findall(r"`(\w+)`", GUIDE.text))
        own = set(BUILT_IN.get(name).model.model_fields) - {"subject", "due"}
        assert own <= told
    assert json.loads(GUIDE.blocks("json")[0])["x-stelae"]["name"] == "course"
