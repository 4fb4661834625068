"""`stelae jobs`: dead letters are visible, and can be put in again."""

import json
import time
from collections.abc import Iterator

import pytest

from stelae.memory import Memory
from tests.cli.conftest import Stelae
from tests.docs.ollama_stub import Stub, ollama_stub

ZH, EN = "我养了一只叫阿福的乌龟", "I keep a tortoise called Alfie"
GOOD = json.dumps(
    {"memories": [{"category": "fact", "quote": ZH, "text": "用户养了一只叫阿福的乌龟", "reason": "about_person"},
                  {"category": "fact", "quote": EN, "text": EN, "reason": "about_person"}]},
    ensure_ascii=False,
)  # fmt: skip


class Moods:
    """What the model answers just now."""

    reply = '{"memories": 7}'


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stub]:
    """A model that is in no good mood at first."""
    monkeypatch.setattr(Moods, "reply", Moods.reply)
    with ollama_stub(lambda _: Moods.reply) as stub:
        monkeypatch.setenv("STELAE_EXTRACTOR", "llm")
        monkeypatch.setenv("STELAE_MODEL_HOST", stub.url)
        yield stub


def left(stelae: Stelae, text: str) -> str:
    """Leave one message to be read in the background and return the job's id."""
    ran = stelae("observe", "-", "--format", "text", "--no-wait", "--json", stdin=text)
    (id_,) = ran.json["jobs"]
    return id_


@pytest.mark.parametrize("said", [ZH, EN])
def test_what_is_left_is_left_however_long_the_command_takes(
    stelae: Stelae, model: Stub, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    """`--no-wait` begins with nothing: the job waits for the next command, untouched."""
    close = Memory.close

    def slowly(memory: Memory) -> None:
        time.sleep(1)
        close(memory)

    with monkeypatch.context() as slow:
        slow.setattr(Memory, "close", slowly)
        id_ = left(stelae, said)
    told = stelae("jobs", "list", "--json").json["jobs"]
    assert [(job["id"], job["state"], job["attempts"]) for job in told] == [(id_, "waiting", 0)]


@pytest.mark.parametrize("said", [ZH, EN])
def test_a_dead_letter_is_listed_shown_and_put_in_again(
    stelae: Stelae, model: Stub, said: str
) -> None:
    """DEV-02.4: failed is not done; a retry reads the message, and the memory is there once."""
    id_ = left(stelae, said)
    worked = stelae("worker", "--once", "--json")
    assert (worked.code, worked.json["worked"]["failed"]) == (1, {"extract": 1})
    (job,) = stelae("jobs", "list", "--state", "failed", "--json").json["jobs"]
    assert (job["id"], job["state"], job["reason"]) == (id_, "failed", "invalid_schema")
    listed = stelae("jobs", "list").out
    assert "its answer did not have the form" in listed
    assert "stelae jobs retry" in listed
    shown = stelae("jobs", "show", id_[-8:]).out
    assert id_ in shown
    assert "its answer did not have the form" in shown
    assert stelae("stats", "--json").json["stats"]["failed_jobs"] == 1
    assert stelae("jobs", "retry", id_[-8:], "--json").json["jobs"][0]["state"] == "failed"
    Moods.reply = GOOD
    again = stelae("jobs", "retry", "--all", "--json")
    assert (again.code, [job["state"] for job in again.json["jobs"]]) == (0, ["done"])
    assert stelae("jobs", "show", id_, "--json").json["state"] == "done"
    assert len(stelae("list", "--json").json["memories"]) == 1
    assert said not in stelae("jobs", "list", "--json").out


def test_doctor_tells_of_dead_letters_and_what_to_do(stelae: Stelae, model: Stub) -> None:
    """No fault of the store: the rules have read the message."""
    left(stelae, ZH)
    stelae("worker", "--once")
    found = {check["name"]: check for check in stelae("doctor", "--json").json["checks"]}
    assert (found["jobs"]["status"], found["store"]["status"]) == ("note", "ok")
    assert "failed for good: 1 extract" in found["jobs"]["detail"]
    assert "stelae jobs retry" in found["jobs"]["remedy"]
    Moods.reply = GOOD
    stelae("jobs", "retry", "--all")
    found = {check["name"]: check for check in stelae("doctor", "--json").json["checks"]}
    assert found["jobs"]["status"] == "ok"


def test_without_jobs_there_is_nothing_to_show(stelae: Stelae) -> None:
    """And an id that is not there is told as that."""
    assert stelae("jobs", "list").out.strip() == "No job here."
    assert stelae("jobs", "list", "--state", "failed").out.strip() == "No job is failed here."
    assert stelae("jobs", "list", "--json").json == {"jobs": []}
    assert stelae("jobs", "retry", "--all").out.strip() == "No job has failed here."
    missing = stelae("jobs", "show", "01a22f22-069f-72f4-9d7b-2fc032048504", "--json")
    assert (missing.code, missing.json["error"]["type"]) == (3, "JobNotFoundError")
    assert stelae("jobs", "show", "abcdef").code == 3
    for wrong in (("jobs", "retry"), ("jobs", "retry", "x", "--all"), ("jobs", "show", "x")):
        assert stelae(*wrong).code == 2


def test_a_scope_lists_its_own_jobs_page_by_page(stelae: Stelae, model: Stub) -> None:
    """Newest first; another scope has none of them."""
    ids = [left(stelae, f"{ZH}{n}") for n in range(3)][::-1]
    page = stelae("jobs", "list", "--limit", "2", "--json").json["jobs"]
    assert [job["id"] for job in page] == ids[:2]
    rest = stelae("jobs", "list", "--after", ids[1], "--json").json["jobs"]
    assert [job["id"] for job in rest] == ids[2:]
    assert stelae("jobs", "list", "--scope", "user:mo", "--json").json == {"jobs": []}
    assert stelae("jobs", "show", ids[0], "--scope", "user:mo").code == 3
