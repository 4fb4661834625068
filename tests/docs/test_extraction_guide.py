"""The guide on extraction does what it says, in Chinese and in English."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from stelae.cli.retry import REASONS
from stelae.remember.proposals.answer_form import MAX_PROPOSED
from stelae.remember.proposals.faults import Fault
from stelae.remember.proposals.prefilter import AUDITED
from stelae.stores.entries import KEPT_REPLIES, REPLY_DAYS
from stelae.testing import ScriptedModel
from tests.docs.guides import Guide

GUIDE = Guide("extraction")
ITEM = {
    "quote": "我特别喜欢天文，每周花六小时看星星",
    "reason": "taste",
    "category": "interest",
    "attributes": {"topic": "天文", "level": "high", "hours": 6},
    "text": "用户特别喜欢天文",
}


def test_the_guides_python_runs(tmp_path: Path) -> None:
    """The category of its own is stored with its fields; what was not asked for is not."""
    model = ScriptedModel([json.dumps({"memories": [ITEM]}, ensure_ascii=False)])
    (code,) = GUIDE.blocks("python", marked=True)
    seen: dict[str, Any] = {"data": tmp_path / "data", "model": model}
    GUIDE.execute(code, seen)
    model_made = [o for o in seen["result"].outcomes if o.category == "interest"]
    assert [o.attributes for o in model_made] == [{"topic": "天文", "level": "high", "hours": 6}]
    assert '"const": "interest"' in json.dumps(model.requests[0][1])


def test_the_guides_commands_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nothing waits they say so."""
    monkeypatch.setenv("STELAE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("STELAE_EMBEDDER_PROFILE", "none")
    GUIDE.run_commands()
    assert capsys.readouterr().out.count("Nothing waits") == 2


def test_the_guide_names_every_code_and_the_numbers_of_the_code() -> None:
    """What it says is counted is what is counted."""
    for fault in get_args(Fault):
        assert f"| `{fault}` |" in GUIDE.text
    assert f"beyond the {MAX_PROPOSED} that are taken" in GUIDE.text
    assert f"for {REPLY_DAYS} days, at most {KEPT_REPLIES} of a scope" in GUIDE.text
    assert AUDITED == 20
    assert "One in twenty" in GUIDE.text
    assert {"truncated", "invalid_schema", "ModelTimeoutError"} <= REASONS.keys()
