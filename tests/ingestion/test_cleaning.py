"""What an older Stelae let through is redacted on its way back, also from a signed export."""

import json
from pathlib import Path

from stelae.ingestion.cleaning import clean_observation, clean_record
from stelae.schemas.candidate import Span
from tests.contracts.builders import changes, indexed, observation, record, write
from tests.ingestion.conftest import Folder

SECRET = "Maple!" + "Kite-204"
TEXT = f"测试库在 db3 上，密码 {SECRET}"
NOTHING: frozenset[str] = frozenset()


def test_a_message_is_redacted_wherever_it_holds_text() -> None:
    """Text, tool calls, metadata."""
    said = observation(
        TEXT, metadata={"note": TEXT}, tool_calls=({"arguments": {"password": SECRET}},)
    )
    clean = clean_observation(said, NOTHING)
    assert SECRET not in clean.model_dump_json()
    assert clean.text.startswith("测试库在 db3 上")
    assert clean.id == said.id


def test_a_memory_is_redacted_wherever_it_holds_text() -> None:
    """Text, fields, tags, metadata, quotes."""
    held = record(
        TEXT,
        attributes={"object": TEXT},
        tags=(TEXT,),
        metadata={"password": SECRET},
        evidence=(Span(observation_id="o1", quote=TEXT, start=0, end=len(TEXT)),),
    )
    clean = clean_record(held, NOTHING)
    assert SECRET not in clean.model_dump_json()
    assert (clean.id, clean.key, clean.time) == (held.id, held.key, held.time)


def test_personal_data_goes_where_the_policy_masks_it() -> None:
    """Of this folder, not of the one that exported."""
    held = record("我的电话是 13812345678")
    assert clean_record(held, NOTHING) == held
    assert "13812345678" not in clean_record(held, frozenset({"phone"})).text


def test_what_is_clean_stays_as_it_is() -> None:
    """Else an export could not come back equal."""
    held = record("合并提交 4f9c2ab1 已上线", tags=("ops",), metadata={"ticket": 3312})
    assert clean_record(held, NOTHING) == held
    said = observation("Merge commit 4f9c2ab1 is live.", metadata={"ticket": 3312})
    assert clean_observation(said, NOTHING) == said


def test_a_signed_export_of_a_leaky_store_comes_in_clean(
    folder: Folder, tmp_path: Path, key: Path
) -> None:
    """No byte of the new folder holds it."""
    old = folder()
    said, held = observation(TEXT), record(TEXT, id="m1")
    old._parts.store.apply(
        old.namespace, changes(observations=(indexed(said),), writes=(write(held, "db3"),))
    )
    old.export(tmp_path / "one.jsonl")
    assert SECRET in (tmp_path / "one.jsonl").read_text(encoding="utf-8")
    new = folder("new")
    assert new.import_(tmp_path / "one.jsonl", key=key).trust == "signed"
    assert "db3" in new.get("m1").text
    shown = json.dumps([m.model_dump(mode="json") for m in new.list()], ensure_ascii=False)
    assert SECRET not in shown
    files = [p for p in (tmp_path / "new").iterdir() if p.is_file()]
    assert [p.name for p in files if SECRET.encode() in p.read_bytes()] == []
