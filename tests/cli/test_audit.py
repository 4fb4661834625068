"""`audit`: verified, kept, written out."""

import json
import sqlite3
from pathlib import Path

from tests.cli.conftest import Stelae


def tamper(data: Path, sql: str) -> None:
    """Change the file behind the store's back."""
    connection = sqlite3.connect(data / "stelae.db")
    connection.execute(sql)
    connection.commit()
    connection.close()


def test_a_sound_audit_says_so(stelae: Stelae, chat: str) -> None:
    """In words and as JSON."""
    stelae("observe", chat)
    ran = stelae("audit", "verify")
    assert (ran.code, "The audit is sound." in ran.out) == (0, True)
    report = stelae("audit", "verify", "--json").json
    assert report["sound"] is True
    assert report["rows"] == report["head"]["number"] > 0


def test_a_head_is_one_line_that_verify_takes_back(stelae: Stelae, chat: str) -> None:
    """Number, time and MAC; it still holds after more has happened."""
    stelae("observe", chat)
    line = stelae("audit", "head").out
    number, at, mac = line.split()
    assert line.count("\n") == 1
    assert (int(number), len(mac), at[-6:]) == (8, 64, "+00:00")
    stelae("remember", "我的车停在 B2-117")
    report = stelae("audit", "verify", "--head", line.strip(), "--json").json
    assert report["head_found"] == int(number)
    assert stelae("audit", "verify", "--head", mac).code == 0
    assert stelae("audit", "verify", "--head", "yesterday").code == 2


def test_an_empty_folder_has_no_head(stelae: Stelae) -> None:
    """Which is no error."""
    ran = stelae("audit", "head")
    assert (ran.code, ran.out) == (0, "")
    assert stelae("audit", "head", "--json").json == {"head": None}


def test_one_changed_byte_ends_with_4_and_names_the_row(
    stelae: Stelae, chat: str, data: Path
) -> None:
    """With what to do about it."""
    stelae("observe", chat)
    tamper(data, "UPDATE audit SET reason = 'acceptee' WHERE aid = 2")
    ran = stelae("audit", "verify")
    assert ran.code == 4
    assert "breaks at row 2" in ran.out
    assert "stelae backup verify" in ran.out
    report = stelae("audit", "verify", "--json")
    assert (report.code, report.json["first_broken"]) == (4, 2)


def test_a_cut_chain_does_not_hold_the_head_that_was_kept(
    stelae: Stelae, chat: str, data: Path
) -> None:
    """What `audit head` is for."""
    stelae("observe", chat)
    line = stelae("audit", "head").out.strip()
    tamper(data, "DELETE FROM audit WHERE aid = 3")
    tamper(data, "UPDATE sqlite_sequence SET seq = 2 WHERE name = 'audit'")
    ran = stelae("audit", "verify", "--head", line)
    assert ran.code == 4
    assert "given head" in ran.out


def test_an_export_of_the_audit_tells_who_confirmed_what_and_no_content(
    stelae: Stelae, chat: str, tmp_path: Path
) -> None:
    """To stdout, to a file, as one document; of this scope or of all."""
    stelae("observe", chat)
    (waiting,) = stelae("pending", "--json").json["pending"]
    stelae("confirm", waiting["id"])
    stelae("--scope", "user:mo", "remember", "我的车停在 A1-009")
    rows = [json.loads(line) for line in stelae("audit", "export").out.splitlines()]
    confirmed = [row for row in rows if row["action"] == "confirm"]
    assert [(r["subject_id"], r["actor"]) for r in confirmed] == [(waiting["id"], "user_edit")]
    assert {row["scope"] for row in rows} == {"user:lin"}
    assert stelae("audit", "export", "--json").json == {"rows": rows}
    path = tmp_path / "audit.jsonl"
    report = stelae("audit", "export", str(path), "--everything", "--json").json
    text = path.read_text(encoding="utf-8")
    assert report["rows"] == len(text.splitlines()) > len(rows)
    assert "user:mo" in text
    assert not [word for word in ("中文", "peanuts", "审批", "A1-009") if word in text]
    assert stelae("audit", "export", str(path)).code == 2
