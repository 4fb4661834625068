"""The network-operations example does what its page says, in both languages."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from stelae import Memory
from stelae.memory.guiding import lint_guides
from stelae.testing import ScriptedModel
from tests.docs.examples import EXAMPLES, modules, run
from tests.docs.guides import Guide

LANGUAGES = ("en", "zh")
Messages = Sequence[Mapping[str, Any]]


@dataclass
class Day:
    """One day of the agent: what its model was given, and what is left."""

    story: Any
    operations: Any
    memory: Memory
    network: Any
    given: list[Messages] = field(default_factory=list[Messages])
    histories: dict[str, list[dict[str, Any]]] = field(default_factory=dict[str, Any])
    how: list[str] = field(default_factory=list[str])
    new: list[str] = field(default_factory=list[str])

    def shown(self, words: str) -> str:
        """Return what stood in the person's message when these words were first answered."""
        found = (m["content"] for call in self.given for m in call if m["role"] == "user")
        return next(one for one in found if words in one)

    def called(self, words: str) -> list[str]:
        """Return the tools that a request led to, in order."""
        calls = [c for m in self.histories[words] for c in m.get("tool_calls", ())]
        return [one["function"]["name"] for one in calls]


@pytest.fixture(scope="module", params=LANGUAGES)
def day(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Day]:
    """The whole story, once a language."""
    names = ("network_operations", "parts.network", "parts.network_story")
    with modules(*names) as (example, network, stories):
        story = stories.STORIES[request.param]
        model = ScriptedModel([stories.distilled(story)])
        with example.open_memory(tmp_path_factory.mktemp("data"), model) as memory:
            given: list[Messages] = []
            script = stories.Script(story)

            def chat(messages: Messages, tools: Any) -> Any:
                given.append(list(messages))
                return script(messages, tools)

            built = network.Network()
            operations = example.Operations(memory, chat, built)
            done = Day(story, operations, memory, built, given)
            for words in (story.stale, story.down, story.save, *story.registrations):
                done.histories[words] = operations.turn(words)
            done.how = operations.beside(story.how)
            operations.approve()
            done.new = operations.beside(story.new, top_k=1)
            done.histories[story.next] = operations.turn(story.next)
            yield done


def test_guides_are_recalled_on_intent(day: Day) -> None:
    """Each stands beside the request that it is for, everybody's beside the agent's own, and changes what is done."""
    assert "db_age" in day.shown(day.story.stale)
    assert "describe_table" in day.shown(day.story.stale)
    assert "check_layer" not in day.shown(day.story.stale)
    assert "check_layer" in day.shown(day.story.down)
    assert "db_age" not in day.shown(day.story.down)
    assert day.called(day.story.stale)[:2] == ["db_age", "take_snapshot"]
    assert day.called(day.story.down) == ["check_layer", "check_layer"]
    assert day.network.age_hours == 0


def test_columns_are_pulled_by_a_tool_and_never_pushed(day: Day) -> None:
    """What `describe_table` knows stands in its result alone, in every call of the model and in the store."""
    told = [m for call in day.given for m in call if "oper_status" in json.dumps(m)]
    assert {m["role"] for m in told} == {"tool"}
    assert day.called(day.story.stale)[2] == "describe_table"
    assert not [m for m in day.memory.at(scope="agent:netops").list() if "oper_status" in m.text]


def test_a_denied_virtual_file_leads_to_the_real_tool(day: Day) -> None:
    """Code denies and names what is there; the model follows; only what was really done is captured."""
    assert day.called(day.story.save) == ["write_file", "save_config"]
    denied = next(m for m in day.histories[day.story.save] if m["role"] == "tool")
    assert "save_config" in json.loads(denied["content"])["error"]
    assert day.network.saved == ["core-sw-01"]
    kept = day.memory.at(scope="agent:netops").list(category="operational_event")
    assert [one.text.split()[1] for one in kept if "core-sw-01" in one.text] == ["save_config"]
    assert not [one for one in kept if "write_file" in one.text]


def test_registrations_are_captured_once_each(day: Day) -> None:
    """Six and the seventh; the same history again adds nothing (DEV-04)."""
    place = day.memory.at(scope="agent:netops")
    kept = [m for m in place.list(category="operational_event") if "register_service" in m.text]
    assert len(kept) == 7
    again = day.memory.capture(day.histories[day.story.registrations[0]], agent="netops")
    assert (again.captured, len(place.list(category="operational_event"))) == (0, 8)


def test_the_guide_and_the_newest_event_come_in_one_recall(day: Day) -> None:
    """Of six registrations the one of the product that is asked for, which is the newest."""
    assert day.how[:2] == ["usage_guide", "operational_event"]
    block = day.memory.auto_context(day.story.how)
    guide, event = map(day.memory.get, block.ids[:2])
    assert guide.attributes["intent"] == "register_influxdb"
    assert "svc-influxdb" in event.text


def test_what_a_person_has_approved_comes_first_for_a_new_registration(day: Day) -> None:
    """It is the one memory beside a new registration where there is place for one, and the next call follows it."""
    (learned,) = day.memory.at(scope="agent:netops").list(category="expert_knowledge")
    assert all(point in learned.text for point in day.story.points)
    assert (learned.authority, day.new) == ("user_edit", ["expert_knowledge"])
    assert "cn-east" not in day.story.next
    events = day.memory.at(scope="agent:netops").list(category="operational_event")
    seventh = next(one for one in events if "svc-telegraf" in one.text)
    assert '"region": "cn-east"' in seventh.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_a_person_says_yes_nothing_of_it_is_recalled(tmp_path: Path, language: str) -> None:
    """What a model has made of events is a proposal."""
    names = ("network_operations", "parts.network", "parts.network_story")
    with modules(*names) as (example, network, stories):
        story = stories.STORIES[language]
        with example.open_memory(tmp_path, ScriptedModel([stories.distilled(story)])) as memory:
            operations = example.Operations(memory, stories.Script(story), network.Network())
            for words in story.registrations:
                operations.turn(words)
            report = memory.extract_patterns(agent="netops")
            assert (report.patterns_pending, report.groups[0].by) == (1, "model")
            assert "expert_knowledge" not in operations.beside(story.new)
            again = memory.extract_patterns(agent="netops")
            assert (again.patterns_written, again.patterns_unchanged) == (0, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_program_shows_the_same_with_vectors(tmp_path: Path, language: str) -> None:
    """With the default embedder, as a newcomer runs it."""
    printed = run(
        "network_operations.py", "--language", language, "--data", str(tmp_path),
        STELAE_EMBEDDER_PROFILE="auto",
    )  # fmt: skip
    beside = [line.strip() for line in printed.splitlines() if "beside it:" in line]
    assert beside[0].startswith("beside it: usage_guide, operational_event")
    assert beside[1:] == ["beside it: expert_knowledge"]
    assert "write_file → save_config" in printed


def test_every_guide_of_the_example_is_clean_and_on_its_page() -> None:
    """The linter finds nothing, and a reader finds each."""
    folder = EXAMPLES / "network_operations"
    page = Guide("examples-network-operations").text
    names = [path.name.partition(".")[0] for path in folder.rglob("*.guide.yaml")]
    assert lint_guides(folder) == ()
    assert len(names) == 4
    assert [name for name in names if f"`{name}`" not in page] == []


def test_a_real_model_takes_the_scripts_place(tmp_path: Path) -> None:
    """Any model of the port chooses tools in one form; what it gets wrong is told to it."""
    names = ("network_operations", "parts.chat", "parts.network")
    with modules(*names) as (example, chats, network):
        steps = [("save_file", "{}"), ("save_config", '{"device": "core-sw-01"}'), ("", "")]
        forms = [{"tool": tool, "arguments": given, "answer": "已保存"} for tool, given in steps]
        model = ScriptedModel([json.dumps(one) for one in forms], context_tokens=32_000)
        with example.open_memory(tmp_path, model) as memory:
            built = network.Network()
            operations = example.Operations(memory, chats.over(model), built)
            history = operations.turn("保存 core-sw-01 的配置")
    assert built.saved == ["core-sw-01"]
    assert "There is no save_file" in history[2]["content"]
    assert history[-1]["content"] == "已保存"
    assert "describe_table" in model.requests[0][0][0].content
