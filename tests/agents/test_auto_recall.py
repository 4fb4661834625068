"""Auto-recall: beside the person's last message, before every model call, and never in the way."""

import asyncio
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typing_extensions import override

from stelae.agents.auto_recall import AutoRecall, soonest
from stelae.errors import InvalidInputError
from stelae.ingestion.layers import read_layers
from stelae.memory import Memory
from stelae.schemas.auto_recall import AutoBlock
from stelae.testing import HashEmbedder
from stelae.text.markers import CLOSE, OPEN
from tests.conftest import Opener

KEYWORDS_MS = 1_500
"""Long enough for a search by keywords on a machine with much else to do."""

FACT, QUESTION = "The staging cluster is in Osaka", "where is the staging cluster?"


def user(text: str) -> dict[str, Any]:
    """A message of the person."""
    return {"role": "user", "content": text}


class SlowEmbedder(HashEmbedder):
    """An embedder that answers no question while `go_on` is not set."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()
        self.go_on.set()

    @override
    def query(self, text: str) -> "np.ndarray[Any, np.dtype[np.float32]]":
        self.go_on.wait(60)
        return super().query(text)


@pytest.mark.parametrize(
    ("fact", "question", "word"),
    [(FACT, QUESTION, "Osaka"), ("我家猫叫芝麻", "我家猫叫什么？", "芝麻")],
)
def test_the_prefix_stays_byte_for_byte_on_every_call_of_a_turn(
    memory: Memory, fact: str, question: str, word: str
) -> None:
    """O11: also after a tool call the block stands beside the person's message, and what is before it never changes."""
    memory.remember(fact)
    recall = AutoRecall(memory, deadline_ms=None)
    chat = [
        {"role": "system", "content": "You are brief."},
        user("hi"),
        {"role": "assistant", "content": "hello"},
    ]
    turn = [*chat, user(question)]
    later: list[dict[str, Any]] = [
        *turn,
        {"role": "assistant", "content": "", "tool_calls": []},
        {"role": "tool", "content": "{}"},
    ]
    first, second = recall.inject(turn), recall.inject(later)
    assert first[:3] == second[:3] == chat
    assert first[3] == second[3]
    assert word in first[3]["content"]
    assert second[4:] == later[4:]
    assert OPEN not in str(turn)
    assert recall.inject(first) == first


def test_nothing_relevant_leaves_the_messages_as_they_are(memory: Memory) -> None:
    """DEV-26: no header, no empty block; the same for a greeting, an empty chat and one without a person."""
    memory.remember(FACT)
    recall = AutoRecall(memory)
    for chat in (
        [user("谁赢了昨晚的比赛？")],
        [user("hello")],
        [user("  ")],
        [],
        [{"role": "system", "content": QUESTION}],
    ):
        assert recall.inject(chat) == chat


def test_a_slow_embedder_is_not_waited_for(open_memory: Opener) -> None:
    """With a deadline the keywords answer, and the block says what it did without; without one it waits."""
    embedder = SlowEmbedder()
    memory = open_memory(embedder=embedder)
    memory.remember(FACT)
    memory.flush()
    recall = AutoRecall(memory, deadline_ms=KEYWORDS_MS)
    embedder.go_on.clear()
    block = recall.block([user(QUESTION)])
    assert "Osaka" in block.text
    assert block.partial == ("vectors",)
    embedder.go_on.set()
    assert AutoRecall(memory, deadline_ms=None).block([user(QUESTION)]).partial == ()


def test_an_embedder_that_hangs_takes_nothing_from_later_calls(open_memory: Opener) -> None:
    """However many searches hang, the keywords answer; none waits behind another, and each message counts once."""
    go_on = threading.Event()

    class Hanging(HashEmbedder):
        @override
        def query(self, text: str) -> "np.ndarray[Any, np.dtype[np.float32]]":
            if QUESTION in text:
                go_on.wait(60)
            return super().query(text)

    memory = open_memory(embedder=Hanging())
    known = memory.remember(FACT)
    memory.flush()
    recall = AutoRecall(memory, deadline_ms=KEYWORDS_MS)
    blocks = [recall.block([user(f"{QUESTION} {number}")]) for number in range(4)]
    assert all("Osaka" in block.text and block.partial == ("vectors",) for block in blocks)
    go_on.set()
    time.sleep(0.5)
    memory.flush()
    memory.close()
    assert known.id is not None
    assert open_memory(embedder="none").get(known.id).access_count <= len(blocks)


def test_a_picture_takes_no_room_from_memory(memory: Memory) -> None:
    """It is not text, however long its data; and a part without a shape ends no turn."""
    memory.remember(FACT)
    recall = AutoRecall(memory, deadline_ms=None, context_tokens=4_000)
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 99_999}}
    shown: list[dict[str, Any]] = [
        {"role": "user", "content": [picture, "看"]},
        {"role": "assistant", "content": "好"},
        user(QUESTION),
    ]
    given = recall.inject(shown)
    assert given[:2] == shown[:2]
    assert "Osaka" in given[2]["content"]


def test_what_the_first_call_would_wait_for_is_loaded_before_it(open_memory: Opener) -> None:
    """The embedder has been asked once when the agent begins, and not again for the same words."""
    embedder = HashEmbedder()
    memory = open_memory(embedder=embedder)
    memory.remember(FACT)
    memory.flush()
    before = embedder.calls
    AutoRecall(memory)
    AutoRecall(memory)
    assert embedder.calls == before + 1


def test_where_the_whole_search_is_known_to_be_late_the_keywords_go_first(
    open_memory: Opener,
) -> None:
    """In a large store both at once would be late: the next new message is answered by keywords, the same one whole."""
    embedder = SlowEmbedder()
    memory = open_memory(embedder=embedder)
    memory.remember(FACT)
    memory.flush()
    recall = AutoRecall(memory, deadline_ms=KEYWORDS_MS)
    embedder.go_on.clear()
    for question in (QUESTION, "staging cluster in which city?"):
        block = recall.block([user(question)])
        assert "Osaka" in block.text
        assert block.partial == ("vectors",)
    embedder.go_on.set()
    until = time.monotonic() + 30
    while recall.block([user(QUESTION)]).partial:
        assert time.monotonic() < until


def test_a_passed_deadline_is_an_empty_block() -> None:
    """Full search, else keyword leg, else empty: the agent goes on, and is told what it goes without."""
    late, found = Future[AutoBlock](), Future[AutoBlock]()
    found.set_result(AutoBlock(text="x"))
    assert soonest(found, late) == AutoBlock(text="x")
    assert soonest(late, found) == AutoBlock(text="x", partial=("vectors",))
    assert soonest(late, late) == AutoBlock(partial=("everything",))


def test_a_closed_store_does_not_end_a_turn(open_memory: Opener) -> None:
    """R22: reads fail open, logged."""
    memory = open_memory()
    memory.remember(FACT)
    recall = AutoRecall(memory)
    memory.close()
    assert recall.inject([user(QUESTION)]) == [user(QUESTION)]


def test_the_scopes_of_the_handle_are_read_and_no_other(memory: Memory) -> None:
    """User, agent, team and global in one block; a stranger's never (O14)."""
    for scope in ("agent:netops", "team:core", "global", "user:mo"):
        memory.at(scope=scope).remember(
            f"The staging cluster of {scope} is big", authority="user_edit"
        )
    place = memory.at(scope="user:lin", reads=["agent:netops", "team:core", "global"])
    text = AutoRecall(place, deadline_ms=None).block([user("how big is the staging cluster?")]).text
    assert all(scope in text for scope in ("agent:netops", "team:core", "global"))
    assert "user:mo" not in text


def test_tiers_say_how_much_and_an_explicit_number_wins(memory: Memory) -> None:
    """O13: one, two, thirteen; the token budget comes first."""
    for number in range(20):
        memory.observe(f"Printer {number} stands in room {number}", extract=False)

    def shown(**options: Any) -> int:
        found = AutoRecall(memory, deadline_ms=None, floor="none", **options)
        return len(found.block([user("which printer is in which room?")]).ids)

    assert [shown(tier=tier, budget=5000) for tier in ("small", "medium", "large")] == [1, 2, 13]
    assert shown(tier="small", top_k=3) == 3
    assert 0 < shown(tier="large", budget=150) < 13


def test_no_block_where_the_context_is_nearly_full_but_always_in_the_first_call(
    memory: Memory,
) -> None:
    """O20: from the second call on, room goes before memory."""
    memory.remember(FACT)
    recall = AutoRecall(memory, deadline_ms=None, tier="small", context_tokens=400)
    first = [{"role": "system", "content": "word " * 380}, user(QUESTION)]
    assert recall.block(first)
    assert not recall.block(
        [first[0], user("hi"), {"role": "assistant", "content": "hi"}, first[1]]
    )


def test_the_running_conversation_is_not_repeated(memory: Memory) -> None:
    """What the model sees anyway is no memory; of another conversation it is."""
    memory.observe(
        [user("The blue box stands under the stairs") | {"session": "s1"}], extract=False
    )
    asked = [user("where is the blue box?")]
    assert not AutoRecall(memory, deadline_ms=None, session="s1").block(asked)
    assert AutoRecall(memory, deadline_ms=None, session="s2").block(asked)


def test_ten_rounds_of_recalling_change_nothing(memory: Memory) -> None:
    """DEV-04: what was put in comes back with the messages and is not learned again."""
    memory.observe("我对花生过敏")
    recall = AutoRecall(memory, deadline_ms=None)
    before = [(r.id, r.evidence_count) for r in memory.list()]
    for number in range(10):
        ready = recall.inject([user("我对什么过敏？") | {"id": f"q{number}"}])
        memory.observe(
            [*ready, {"role": "assistant", "content": "你对花生过敏。", "id": f"a{number}"}]
        )
    assert [(r.id, r.evidence_count) for r in memory.list()] == before


def test_the_asynchronous_side_gives_the_same(memory: Memory) -> None:
    """One logic, two ways to wait."""
    memory.remember(FACT)
    recall = AutoRecall(memory, deadline_ms=None)

    async def job() -> tuple[Any, Any]:
        return await recall.ainject([user(QUESTION)]), (await recall.ablock([user(QUESTION)])).text

    messages, text = asyncio.run(job())
    assert messages == recall.inject([user(QUESTION)])
    assert text == recall.block([user(QUESTION)]).text


def test_the_story_of_a_block_can_be_asked_for(memory: Memory) -> None:
    """Every candidate has a fate, and the trace knows the floor and what was shown."""
    memory.remember(FACT)
    memory.remember("I like tea")
    block = AutoRecall(memory, deadline_ms=None).block([user(QUESTION)])
    assert {one.fate for one in block.considered} <= {"shown", "below_floor"}
    trace = memory.why_recalled(block.trace_id)
    assert [hit.id for hit in trace.hits if hit.shown] == list(block.ids)
    assert trace.floor is not None


def test_a_guide_is_found_by_its_keywords_and_named_as_the_operators_word(memory: Memory) -> None:
    """O33, R24: the keywords are searched though the text does not say them, in both languages."""
    netops = memory.at(scope="agent:netops")
    netops.remember(
        "Check db_age; beyond 24 h call take_snapshot, then answer.",
        category="usage_guide",
        attributes={
            "intent": "take_snapshot_when_db_stale",
            "agent": "netops",
            "keywords": ["stale", "过期"],
        },
        authority="team",
    )
    recall = AutoRecall(memory.at(reads=["agent:netops"]), deadline_ms=None)
    for question in ("数据过期了吗？", "is the data stale?"):
        text = recall.block([user(question)]).text
        assert "usage_guide" in text
        assert "follow them where they fit" in text
    assert not recall.block([user("what is for lunch?")])


@pytest.mark.parametrize("wrong", [{"deadline_ms": 0}, {"context_tokens": 0}])
def test_numbers_out_of_range_are_refused_at_once(memory: Memory, wrong: dict[str, Any]) -> None:
    """Not in the middle of a turn."""
    with pytest.raises(InvalidInputError, match="above 0"):
        AutoRecall(memory, **wrong)


def test_guidance_on_intent_stands_in_the_block_also_where_nothing_is_remembered(
    memory: Memory, tmp_path: Path
) -> None:
    """O44: one pair of marks, the operators' words before the notes, nothing for other messages, in both languages."""
    folder = tmp_path / "netops"
    folder.mkdir()
    front = "static_context: [map.md]\nstatic_context_mode: on_intent\nkeywords: [topology, 拓扑]"
    (folder / "AGENT.md").write_text(f"---\n{front}\n---\n", encoding="utf-8")
    (folder / "map.md").write_text("Core is sw1.\n\n接入是 sw2。", encoding="utf-8")
    memory.remember("The topology was drawn by Tao")
    recall = AutoRecall(memory, deadline_ms=None, layers=read_layers(folder))
    for question in ("who drew the topology?", "画一下拓扑"):
        ready = recall.inject([user(question)])
        text = ready[0]["content"]
        assert (text.count(OPEN), text.count(CLOSE)) == (1, 1)
        assert "Core is sw1." in text
        assert "接入是 sw2。" in text
        assert recall.inject(ready) == ready
    assert "drawn by Tao" in recall.block([user("who drew the topology?")]).text
    assert not recall.block([user("hello")])


def test_an_embedder_that_hangs_does_not_hold_the_process(tmp_path: Path) -> None:
    """Neither closing the memory nor leaving the program waits for it: with and without closing the recall first."""
    script = f"""
import threading, time
from stelae import AutoRecall, Memory
from stelae.testing import HashEmbedder

hangs = []

class Hanging(HashEmbedder):
    def query(self, text):
        if hangs:
            time.sleep(60)
        return super().query(text)

for closed in (True, False):
    memory = Memory.open({str(tmp_path)!r}, scope="user:lin", embedder=Hanging(), extractor="rules")
    memory.remember("My dog is called Rex")
    memory.flush()
    recall = AutoRecall(memory, deadline_ms=1_500)
    hangs.append(True)
    for number in range(3):
        block = recall.block([{{"role": "user", "content": f"what is my dog called {{number}}?"}}])
        assert block.partial == ("vectors",), block
    hangs.clear()
    if closed:
        recall.close()
        recall.close()
    memory.close()
print("done")
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=55,
    )
    assert done.stdout == "done\n", done.stderr


def test_a_search_leaves_no_thread_behind(memory: Memory) -> None:
    """However many recalls are made; nothing has to be closed for that."""
    memory.remember(FACT)
    memory.flush()
    for number in range(9):
        assert AutoRecall(memory).block([user(f"{QUESTION} {number}")])
    for _ in range(200):
        if not any(t.name.startswith("stelae-auto-recall") for t in threading.enumerate()):
            break
        time.sleep(0.02)
    assert not any(t.name.startswith("stelae-auto-recall") for t in threading.enumerate())


@pytest.mark.parametrize("deadline", [KEYWORDS_MS, None])
def test_a_closed_recall_puts_nothing_in_and_the_memory_goes_on(
    memory: Memory, deadline: float | None
) -> None:
    """An agent's turn does not die of it."""
    memory.remember(FACT)
    with AutoRecall(memory, deadline_ms=deadline) as recall:
        assert recall.block([user(QUESTION)])
    assert recall.block([user(QUESTION)]).partial == ("everything",)
    assert recall.inject([user(QUESTION)]) == [user(QUESTION)]
    assert memory.recall(QUESTION).hits
