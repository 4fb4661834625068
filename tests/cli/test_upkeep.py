"""`maintain` and `doctor --repair`, as people and programs see them."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from stelae.cli import main
from stelae.cli.upkeep import STEPS
from tests.cli.conftest import Stelae


def damage(data: Path, *statements: str) -> None:
    """Change the file behind the store's back."""
    connection = sqlite3.connect(data / "stelae.db")
    for sql in statements:
        connection.execute(sql)
    connection.commit()
    connection.close()


def checks(stelae: Stelae, *arguments: str) -> dict[str, Any]:
    """Run doctor and return its findings by name."""
    return {check["name"]: check for check in stelae("doctor", "--json", *arguments).json["checks"]}


def test_maintain_tells_what_each_step_did(stelae: Stelae) -> None:
    """For people a line a step, for programs the report."""
    stelae("remember", "我家猫叫芝麻")
    ran = stelae("maintain")
    assert ran.code == main.DONE
    assert all(words in ran.out for words in STEPS.values())
    report = stelae("maintain", "--json").json
    assert [step["step"] for step in report["steps"]] == list(STEPS)
    assert all(set(step) == {"step", "counts", "seconds"} for step in report["steps"])


def test_maintain_compact_gives_free_pages_back(stelae: Stelae) -> None:
    """On request only."""
    stelae("remember", "我家猫叫芝麻")
    report = stelae("maintain", "--compact", "--json").json
    assert "free_bytes" not in report["steps"][-1]["counts"]


def test_doctor_and_stats_show_the_last_run_and_the_indexes(stelae: Stelae) -> None:
    """Indexed and unindexed rows (DEV-25.3)."""
    stelae("remember", "我家猫叫芝麻")
    assert "not run yet" in checks(stelae)["upkeep"]["detail"]
    report = stelae("maintain", "--json").json
    assert "last run" in checks(stelae)["upkeep"]["detail"]
    assert checks(stelae)["index"]["detail"] == "keywords: 2 rows indexed, 0 not"
    assert "last run" in stelae("stats").out
    assert stelae("stats", "--json").json["maintained"]["id"] == report["id"]


@pytest.mark.parametrize(
    ("said", "asked"),
    [("我家猫叫芝麻", "猫叫什么名字"), ("The staging cluster is in Osaka", "where is the staging cluster?")],
)  # fmt: skip
def test_doctor_finds_and_repairs_and_then_finds_nothing(
    stelae: Stelae, data: Path, said: str, asked: str
) -> None:
    """Exit code 1 with a fault, 0 when it was repaired; the answer is right afterwards."""
    stelae("remember", said)
    damage(data, "DELETE FROM keyword", "INSERT INTO evidence VALUES (1, 'gone')")
    assert stelae("doctor").code == main.FAILED
    assert checks(stelae)["store"]["remedy"] == "stelae doctor --repair"
    ran = stelae("doctor", "--repair")
    assert ran.code == main.DONE, ran.out
    assert "repaired: 2 keywords" in ran.out
    assert "repaired: 1 evidence" in ran.out
    again = stelae("doctor", "--repair", "--json").json
    assert again["repairs"] == []
    assert stelae("recall", asked, "--json").json["hits"][0]["text"] == said


def test_repairing_names_the_jobs(stelae: Stelae, data: Path) -> None:
    """Number, kind, why and how often; then they are done."""
    stelae("remember", "我家猫叫芝麻")
    job = """INSERT INTO job (sid, namespace, kind, payload, due, attempts, failed) VALUES
        (1, '{"scope": "user:lin"}', 'embed', '{"kind": "embed", "payload": {}}', 0, 3, 'ModelTimeoutError')"""
    damage(data, job)
    assert "jobs that failed" in checks(stelae)["store"]["detail"]
    (line,) = stelae("doctor", "--repair", "--json").json["repairs"]
    assert (line["kind"], line["found"], line["repaired"]) == ("jobs", 1, 1)
    assert line["ids"][0].endswith("embed: ModelTimeoutError, 3 attempts")
    assert stelae("stats", "--json").json["stats"]["failed_jobs"] == 0
    assert stelae("doctor").code == main.DONE


def test_a_broken_audit_chain_stays_a_problem(stelae: Stelae, data: Path) -> None:
    """Told with the row and what to do; never signed anew."""
    stelae("remember", "我家猫叫芝麻")
    damage(data, "UPDATE audit SET reason = 'nicer' WHERE aid = 1")
    ran = stelae("doctor", "--repair")
    assert ran.code == main.FAILED
    assert "NOT REPAIRED: 1 audit. The audit chain breaks at row 1" in ran.out
    assert "stelae audit verify" in ran.out


def test_a_store_that_cannot_be_opened_wants_its_backup(stelae: Stelae, data: Path) -> None:
    """Nothing is written to it."""
    stelae("remember", "我家猫叫芝麻")
    for path in data.glob("*.db*"):
        path.write_bytes(b"this is no database" * 100)
    ran = stelae("doctor", "--repair", "--json")
    assert ran.code == main.FAILED
    (line,) = ran.json["repairs"]
    assert (line["kind"], line["repaired"]) == ("damage", 0)
    assert "backup" in line["what"]
    assert (data / "stelae.db").read_bytes().startswith(b"this is no database")


def test_vectors_of_another_version_of_the_embedder_are_made_anew(
    stelae: Stelae, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a real embedder: found at opening, dropped, made again (mixed embedders)."""
    monkeypatch.setenv("STELAE_EMBEDDER_PROFILE", "fast")
    stelae("remember", "我家猫叫芝麻")
    damage(data, "UPDATE leg SET fingerprint = 'use/older/512/cosine'")
    assert checks(stelae)["embedders"]["status"] == "problem"
    (line,) = stelae("doctor", "--repair", "--json").json["repairs"]
    assert (line["kind"], line["ids"]) == ("embedders", ["use: use/older/512/cosine"])
    found = checks(stelae)
    assert found["embedders"]["status"] == "ok"
    assert "use: 2 with a vector, 0 without" in found["index"]["detail"]


def test_repairing_what_is_not_there_makes_nothing(stelae: Stelae, data: Path) -> None:
    """No folder, no repair."""
    assert stelae("doctor", "--repair", "--json").json["repairs"] == []
    assert not data.exists()
