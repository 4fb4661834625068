"""Every example runs; those that need Ollama run against a stub on the wire."""

import json
import runpy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stelae import Memory
from stelae.ports import ChatMessage
from stelae.testing import ScriptedModel
from tests.docs.examples import EXAMPLES, run
from tests.docs.ollama_stub import ollama_stub


def test_the_chat_remembers_across_two_runs(tmp_path: Path) -> None:
    """What was said in the first run stands in the second run's last message, and nowhere else in it."""

    def answer(_request: dict[str, Any]) -> str:
        return "好的。"

    with ollama_stub(answer) as stub:
        places = {
            "OLLAMA_HOST": stub.url,
            "STELAE_DATA": str(tmp_path),
            "STELAE_EXTRACTOR": "rules",
        }
        first = run("chat_with_memory.py", typed="我对花生过敏\n\n", **places)
        run("chat_with_memory.py", typed="午饭点什么好？\n\n", **places)
    assert "[accepted" in first
    told, asked = (chat["messages"] for chat in stub.chats)
    assert "花生" not in told[-1]["content"].replace("我对花生过敏", "")
    assert "花生" in asked[-1]["content"]
    assert "午饭点什么好？" in asked[-1]["content"]
    assert all("花生" not in message["content"] for message in asked[:-1])


def test_the_chapters_five_probes_give_the_right_candidates(tmp_path: Path) -> None:
    """K20: extract, skip, never keep, not ordinary, not a fact; and no store is opened (K19)."""
    printed = run(
        "02_extract_candidate.py", STELAE_DATA=str(tmp_path / "data"), STELAE_EXTRACTOR="rules"
    )
    blocks = {block.partition(":")[0]: block for block in printed.strip().split("\n\n")}
    assert '"category": "preference"' in blocks["report language"]
    assert "no candidate" in blocks["today's task"]
    assert "483920" not in blocks["one-time code"].partition("\n")[2]
    assert (
        "no candidate" in blocks["skip approval"]
        or '"kind": "procedural"' in blocks["skip approval"]
    )
    assert "no candidate" in blocks["injection"]
    assert not (tmp_path / "data").exists()


def test_an_agent_in_a_plain_loop_recalls_before_every_call(tmp_path: Path) -> None:
    """The guide stands beside the question that asks for it, the wish beside every one, and thanks recall no guide."""
    asked, thanked = run("auto_recall.py", STELAE_DATA=str(tmp_path)).split("> 谢谢")
    assert "take_snapshot before you answer" in asked
    assert "以后回答都用中文" in asked
    assert "以后回答都用中文" in thanked
    assert "take_snapshot" not in thanked


def test_the_learning_assistant_works_without_a_model(tmp_path: Path) -> None:
    """S12, offline: extract, store, retrieve, answer with what is known, in both languages."""
    places = {"STELAE_DATA": str(tmp_path), "STELAE_EXTRACTOR": "rules"}
    lines = ["我想学向量数据库", "I am new to Python", "关于向量数据库我说过什么？"]
    typed = "\n".join([*lines, "How well do I know Python?", "", ""])
    again = run("learning_assistant.py", typed=typed, **places)
    assert "对向量数据库（concept）感兴趣：interested" in again
    assert "Knows Python: basic" in again


def test_the_learning_assistant_prompts_with_three_memories_and_six_messages(
    tmp_path: Path,
) -> None:
    """S12 with a model: what it proposes is stored, and each prompt holds the best three and the last six."""
    example = runpy.run_path(str(EXAMPLES / "learning_assistant.py"))
    topics = ["向量数据库", "图数据库", "关系数据库", "时序数据库", "键值数据库"]

    def extracted(messages: Sequence[ChatMessage]) -> str:
        topic = next(t for t in topics if t in messages[-1].content)
        fields = {
            "entity_type": "technology",
            "entity_name": topic,
            "interest_level": "very_interested",
            "id": "mine",
        }
        proposed = {
            "quote": f"我想用{topic}做一个项目",
            "reason": "taste",
            "category": "interest",
            "subject": "user",
            "attributes": fields,
            "text": f"用户想用{topic}做一个项目",
            "sensitivity": "personal",
        }
        return json.dumps({"memories": [proposed]}, ensure_ascii=False)

    prompts: list[list[dict[str, Any]]] = []

    def answer(prompt: list[dict[str, Any]]) -> str:
        prompts.append(prompt)
        return f"好的，第 {len(prompts)} 次。"

    model = ScriptedModel([extracted], context_tokens=32_000)
    with Memory.open(
        tmp_path, embedder="none", model=model, categories=example["CATEGORIES"]
    ) as memory:
        assistant = example["LearningAssistant"](memory, answer)
        for topic in topics:
            assert assistant.turn(f"我想用{topic}做一个项目。") == f"好的，第 {len(prompts)} 次。"
        stored = [m for m in memory.list() if m.category == "interest"]
        assert [m.attributes["interest_level"] for m in stored] == ["very_interested"] * 5
        assert all("id" not in m.attributes for m in stored)
        assistant.turn("数据库项目从哪里开始？")
    last = prompts[-1]
    assert [m["role"] for m in last] == ["system", *["user", "assistant"] * 3, "user"]
    assert last[1]["content"] == "我想用关系数据库做一个项目。"
    block = last[-1]["content"]
    assert "数据库项目从哪里开始？" in block
    assert 1 <= sum(topic in block for topic in topics) <= 3


def test_every_example_has_a_test() -> None:
    """Above, or in a module of its own."""
    tested = "".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py")
    )
    assert [path.name for path in EXAMPLES.glob("*.py") if path.name not in tested] == []
