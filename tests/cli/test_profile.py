"""`profile`: what is known, and apart from it what is inferred."""

import json
from typing import Any

import pytest

from stelae.cli import main
from tests.cli.conftest import Stelae
from tests.docs.ollama_stub import ollama_stub

SAID = ("我对花生过敏", "我住在宁波", "我喜欢科幻电影", "我喜欢文艺电影", "I work as a teacher")


@pytest.fixture
def known(stelae: Stelae) -> Stelae:
    """A folder that knows a few things."""
    for said in SAID:
        stelae("remember", said)
    return stelae


def test_profile_shows_facts_and_marks_what_is_inferred(known: Stelae) -> None:
    """For people in groups, with the words they rest on; for programs with ids."""
    ran = known("profile")
    assert ran.code == main.DONE
    for word in ("constraints", "对花生过敏", "住处：宁波", "job: teacher", "Inferred, never said"):
        assert word in ran.out
    found = known("profile", "--json").json
    assert {f["category"] for f in found["facts"]} == {"constraint", "fact", "preference"}
    (trait,) = found["traits"]
    assert trait["inferred"] is True
    assert len(trait["sources"]) == 2
    assert known("profile", "--infer", "none", "--json").json["traits"] == []
    english = known("profile", "--language", "en", "--json").json["facts"]
    assert "allergic to 花生" in {f["description"] for f in english}


def test_an_empty_folder_has_an_empty_profile(stelae: Stelae) -> None:
    """Nothing is made up."""
    ran = stelae("profile")
    assert (ran.code, ran.out.strip()) == (main.DONE, "Nothing is known about the user here yet.")
    assert stelae("profile", "--as-of", "2020-01-01", "--json").json["facts"] == []


def test_an_unknown_speaker_is_not_found(known: Stelae) -> None:
    """The name, and what names there are."""
    ran = known("profile", "--of", "阿明", "--json")
    assert ran.code == main.NOT_FOUND
    assert "阿明" in ran.json["error"]["message"]
    assert known("profile", "--of", "Lin").out == known("profile").out


def test_what_is_not_shown_is_said(known: Stelae) -> None:
    """More items than the limit; no model to ask."""
    assert "more items" in known("profile", "--limit", "2").err
    assert "ollama pull" in known("profile", "--infer", "model").err
    assert known("profile", "--limit", "26").code == main.USAGE


def test_a_model_over_the_wire_proposes_traits_that_code_checks(
    known: Stelae, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The schema is sent along; one that nothing backs is counted."""

    def answer(request: dict[str, Any]) -> str:
        assert request["format"]["properties"]["traits"]
        good = {
            "trait": "影迷",
            "description": "常看电影",
            "basis": "两部",
            "memories": [2, 3],
            "confidence": 0.9,
        }
        return json.dumps({"traits": [good, {**good, "trait": "x", "memories": [99, 1]}]})

    with ollama_stub(answer) as stub:
        monkeypatch.setenv("STELAE_MODEL_HOST", stub.url)
        ran = known("profile", "--infer", "model")
    assert ran.code == main.DONE
    assert "常看电影" in ran.out
    assert "1 unknown_memory" in ran.err
