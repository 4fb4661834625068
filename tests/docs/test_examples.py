"""Every example runs; those that need Ollama run against a stub on the wire."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.docs.ollama_stub import ollama_stub

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *, typed: str = "", **environment: str) -> str:
    """Run an example in a process of its own and return what it printed."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name)],
        input=typed, capture_output=True, text=True, check=False, encoding="utf-8", timeout=120,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "STELAE_EMBEDDER_PROFILE": "none", **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


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


def test_every_example_has_a_test() -> None:
    """A new file here needs one above."""
    tested = Path(__file__).read_text(encoding="utf-8")
    assert [path.name for path in EXAMPLES.glob("*.py") if path.name not in tested] == []
