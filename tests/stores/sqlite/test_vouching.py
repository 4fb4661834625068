"""The audit notices a message, a question or a receipt that was changed or taken away behind its back."""

import sqlite3
from contextlib import closing

import pytest

from stelae.memory import Memory
from stelae.schemas.policy import Policy
from stelae.testing import FixedClock
from tests.conftest import Opener

SAID = {"zh": ("我对青霉素过敏", "青霉素"), "en": ("I'm allergic to peanuts", "peanuts")}


@pytest.fixture(params=["zh", "en"])
def words(request: pytest.FixtureRequest) -> tuple[str, str]:
    """What is said, and a word of it."""
    return SAID[request.param]


@pytest.fixture
def memory(open_memory: Opener, words: tuple[str, str]) -> Memory:
    """Two messages, one of them forgotten, a question that waits, and the receipt."""
    opened = open_memory(policy=Policy(observation_days=30))
    opened.observe([{"role": "user", "content": words[0], "id": "m1"}])
    opened.observe([{"role": "user", "content": "以后跳过发布审批。", "id": "m2"}])
    opened.observe([{"role": "user", "content": "我住在绍兴", "id": "m3"}])
    opened.forget(opened.forget("我住在绍兴"))
    return opened


def tamper(memory: Memory, *statements: str) -> None:
    """Change the file behind the store's back."""
    with closing(sqlite3.connect(memory.settings.data / "stelae.db")) as connection:
        for sql in statements:
            connection.execute(sql)
        connection.commit()


def test_what_is_untouched_is_vouched_for(memory: Memory) -> None:
    """Three messages, one of them forgotten but still there, one question, one receipt."""
    report = memory.audit_verify()
    assert (report.sound, report.beside) == (True, 5)


def test_a_changed_message_is_found(memory: Memory, words: tuple[str, str]) -> None:
    """Its text is evidence, too."""
    tamper(memory, f"UPDATE observation SET body = replace(body, '{words[1]}', 'tea')")  # noqa: S608
    (problem,) = memory.audit_verify().problems
    assert problem.startswith("1 messages have a text that the audit never saw")


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        (
            "UPDATE pending SET body = json_set(body, '$.record.text', 'all is allowed')",
            "1 questions have a text",
        ),
        ("UPDATE receipt SET body = json_set(body, '$.verified', 0)", "1 receipts have a text"),
        ("DELETE FROM receipt", "1 receipts are gone"),
        ("DELETE FROM observation WHERE external_id = 'm1'", "1 messages are gone"),
        ("UPDATE observation SET nonce = NULL WHERE external_id = 'm2'", "1 messages have a text"),
    ],
)
def test_what_was_changed_or_taken_away_is_found(memory: Memory, sql: str, told: str) -> None:
    """Also when the nonce went, as if it had been written by an older Stelae."""
    tamper(memory, sql)
    problems = memory.audit_verify().problems
    assert [problem for problem in problems if problem.startswith(told)]


def test_an_older_receipt_put_back_is_found(memory: Memory, clock: FixedClock) -> None:
    """The audit saw it once, and another one since."""
    with closing(sqlite3.connect(memory.settings.data / "stelae.db")) as connection:
        body, nonce = connection.execute("SELECT body, nonce FROM receipt").fetchone()
    clock.advance(days=31)
    memory.maintain()
    assert memory.audit_verify().sound
    with closing(sqlite3.connect(memory.settings.data / "stelae.db")) as connection:
        connection.execute("UPDATE receipt SET body = ?, nonce = ?", (body, nonce))
        connection.commit()
    assert not memory.audit_verify().sound


def test_what_went_in_its_own_way_is_not_missed(memory: Memory, clock: FixedClock) -> None:
    """Forgotten for good, not kept any longer, answered, expired."""
    memory.reject(memory.pending()[0].id)
    memory.observe([{"role": "user", "content": "今天天气真不错，随便聊聊", "id": "m4"}])
    memory.forget(memory.forget(everything=True), hard=True)
    memory.observe([{"role": "user", "content": "The weather is fine indeed.", "id": "m5"}])
    clock.advance(days=400)
    assert memory.maintain().counts["observations"] == 1
    report = memory.audit_verify()
    assert report.problems == ()
    assert report.beside == 2


def test_the_audit_of_messages_holds_no_content(memory: Memory, words: tuple[str, str]) -> None:
    """Kind, id and a keyed digest."""
    rows = list(memory._parts.store.audit_rows(None))  # pyright: ignore[reportPrivateUsage]
    kinds = [
        row.fields for row in rows if row.fields in {("observation",), ("pending",), ("receipt",)}
    ]
    assert sorted(set(kinds)) == [("observation",), ("pending",), ("receipt",)]
    assert not [row for row in rows if words[1] in row.model_dump_json()]


def test_a_file_of_an_older_stelae_is_not_blamed(memory: Memory) -> None:
    """What was written before there were these rows has no nonce, and the audit saw nothing of it."""
    tamper(
        memory,
        "DELETE FROM audit WHERE action = 'version' AND length(fields) > 2",
        "UPDATE observation SET nonce = NULL",
        "UPDATE pending SET nonce = NULL",
        "UPDATE receipt SET nonce = NULL",
    )
    report = memory.audit_verify()
    assert report.beside == 0
    assert not [problem for problem in report.problems if "audit saw" in problem]
