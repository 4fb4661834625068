"""L0 is the same in every prompt; L1 comes when a message names a keyword; nothing outside of the folder is read (O44)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.errors import InvalidInputError
from stelae.ingestion.layers import Layers, read_layers
from stelae.text.estimate import estimate_tokens
from tests.ingestion.guide_folders import folder_of

AGENT = """\
---
name: netops
static_context: [notes/rules.md, notes/规则.md]
---
You are the network agent.
"""
TOPOLOGY = """\
---
name: topology
static_context: [core.md]
static_context_mode: on_intent
keywords: [topology, describe_table, 拓扑]
---
Read the drawing first.
"""
REPORTS = """\
---
static_context_mode: on_intent
keywords: [report, 报告]
---
Reports begin with the conclusion.
先结论，后细节。
"""
FILES = {
    "AGENT.md": AGENT,
    "notes/rules.md": "Never touch core switches by day.\n",
    "notes/规则.md": "白天不动核心交换机。\n",
    "skills/topology/SKILL.md": TOPOLOGY,
    "skills/topology/core.md": "Two core switches, a ring of eight.\n",
    "skills/reports/SKILL.md": REPORTS,
    "skills/plain/SKILL.md": "---\nname: plain\nkeywords: [plain]\n---\nNo static context.\n",
}


@pytest.fixture
def netops(tmp_path: Path) -> Path:
    """An agent's folder with all kinds of documents."""
    return folder_of(tmp_path / "netops", FILES)


@pytest.fixture
def layers(netops: Path) -> Layers:
    """Its layers."""
    return read_layers(netops)


def shown(layers: Layers, message: str) -> list[str]:
    """Return the documents of L1 that a message gets."""
    return [one.document for one in layers.on_intent(message).parts if one.fate == "shown"]


def test_what_is_always_shown_is_the_same_bytes_every_time(netops: Path, layers: Layers) -> None:
    """In the order of the documents and of their lists, so that a prompt's static part never changes."""
    assert layers.agent == "netops"
    assert layers.always == (
        "### notes/rules.md\n\nNever touch core switches by day.\n\n### notes/规则.md\n\n白天不动核心交换机。"
    )
    assert read_layers(netops).always.encode() == layers.always.encode()
    assert [(one.document, one.files) for one in layers.always_parts()] == [
        ("AGENT.md", ("notes/rules.md", "notes/规则.md"))
    ]


@pytest.mark.parametrize(
    ("message", "documents"),
    [
        ("What does the topology look like?", ["skills/topology/SKILL.md"]),
        ("看一下拓扑图", ["skills/topology/SKILL.md"]),
        ("写一份拓扑报告", ["skills/reports/SKILL.md", "skills/topology/SKILL.md"]),
        ("call describe_table on it", ["skills/topology/SKILL.md"]),
        ("describe_table_now", []),
        ("describe table", []),
        ("topological sort", []),
        ("a reporter called", []),
        ("今天天气怎么样？", []),
    ],
)
def test_on_intent_comes_what_a_message_names(
    layers: Layers, message: str, documents: list[str]
) -> None:
    """Whole words in English, any place in Chinese, names in snake_case exactly."""
    assert shown(layers, message) == documents


def test_a_document_that_names_no_files_is_shown_itself(layers: Layers) -> None:
    """Without its front matter; one with files shows these."""
    text = layers.on_intent("写一份拓扑报告").text
    assert text == (
        "### skills/reports/SKILL.md\n\nReports begin with the conclusion.\n先结论，后细节。\n\n"
        "### skills/topology/core.md\n\nTwo core switches, a ring of eight."
    )


def test_every_document_says_why_it_is_there_or_not(layers: Layers) -> None:
    """The keywords that hit, in their order, or none."""
    parts = {one.document: one for one in layers.on_intent("topology，拓扑").parts}
    assert parts["skills/topology/SKILL.md"].keywords == ("topology", "拓扑")
    assert parts["skills/reports/SKILL.md"].fate == "off_intent"
    assert "skills/plain/SKILL.md" not in parts


def test_what_does_not_fit_is_left_out_whole(layers: Layers) -> None:
    """The first documents go first; a smaller one behind may still come in."""
    named = layers.on_intent("拓扑报告", budget=30)
    assert [(one.document, one.fate) for one in named.parts] == [
        ("skills/reports/SKILL.md", "no_room"),
        ("skills/topology/SKILL.md", "shown"),
    ]
    assert estimate_tokens(named.text) <= 30


@given(st.text(max_size=60), st.integers(0, 80))
def test_on_intent_never_exceeds_its_budget_and_is_pure(message: str, budget: int) -> None:
    """Whatever is said."""
    sources = Layers("a", tuple(_source(n) for n in range(4)))
    named = sources.on_intent(f"{message} 报告", budget=budget)
    assert estimate_tokens(named.text) <= budget
    assert named == sources.on_intent(f"{message} 报告", budget=budget)


def _source(number: int):  # noqa: ANN202 - the reading's own type
    from stelae.ingestion.layers import Source

    text = "先结论，后细节。" * (number + 1)
    name = f"s{number}/SKILL.md"
    return Source(name, "on_intent", ("报告",), (name,), text, estimate_tokens(text))


@pytest.mark.parametrize(
    ("front", "said"),
    [
        ("static_context: [../secret.md]", "AGENT.md:2: '../secret.md' lies outside"),
        ("static_context: [/etc/hostname]", "AGENT.md:2: '/etc/hostname' lies outside"),
        ("static_context: [link.md]", "AGENT.md:2: 'link.md' lies outside"),
        ("static_context: [nowhere.md]", "AGENT.md:2: there is no file 'nowhere.md'"),
        ("static_context: [notes]", "AGENT.md:2: there is no file 'notes'"),
        ("static_context: notes/rules.md", "AGENT.md:2: static_context must be a list"),
        ("static_context_mode: on_intent", "AGENT.md:2: on_intent needs keywords"),
        ("a: 1\nstatic_context_mode: on-intent", "AGENT.md:3: static_context_mode is one of"),
        ("static_context: [", "AGENT.md:2: it cannot be read"),
    ],
)
def test_a_document_that_cannot_be_used_is_told_with_its_line(
    netops: Path, front: str, said: str
) -> None:
    """Nothing outside of the folder is ever read, not by a link either."""
    (netops.parent / "secret.md").write_text("secret", encoding="utf-8")
    (netops / "link.md").symlink_to(netops.parent / "secret.md")
    (netops / "AGENT.md").write_text(f"---\n{front}\n---\n", encoding="utf-8")
    with pytest.raises(InvalidInputError) as refused:
        read_layers(netops)
    assert said in str(refused.value)


def test_all_that_is_wrong_is_told_at_once(netops: Path) -> None:
    """One run, one list."""
    folder_of(
        netops,
        {
            "AGENT.md": "---\nstatic_context: [a.md, b.md]\n---\n",
            "skills/reports/SKILL.md": "---\nstatic_context_mode: never\n---\n",
        },
    )
    with pytest.raises(InvalidInputError) as refused:
        read_layers(netops)
    assert str(refused.value).count(";") == 2


def test_a_static_part_that_is_too_large_is_refused(netops: Path) -> None:
    """It is paid for on every call."""
    with pytest.raises(InvalidInputError, match="more than 10: shorten it"):
        read_layers(netops, always_budget=10)


def test_what_two_documents_name_is_shown_once(netops: Path) -> None:
    """Where the first one stands."""
    folder_of(
        netops, {"skills/a/SKILL.md": "---\nstatic_context: [../../notes/rules.md]\n---\nA.\n"}
    )
    assert read_layers(netops).always.count("Never touch") == 1


def test_a_folder_without_documents_has_no_layers(tmp_path: Path) -> None:
    """And is called what it is called."""
    assert read_layers(tmp_path) == Layers(tmp_path.name)
    with pytest.raises(InvalidInputError, match="no folder"):
        read_layers(tmp_path / "nowhere")


@pytest.mark.parametrize("name", [r'"a\0b"', r'"\ud800"', "loop"])
def test_a_name_that_leads_to_no_file_is_told(tmp_path: Path, name: str) -> None:
    """No traceback."""
    folder = folder_of(tmp_path / "netops", {"AGENT.md": f"---\nstatic_context: [{name}]\n---\n"})
    (folder / "loop").symlink_to("loop")
    with pytest.raises(InvalidInputError, match=r"AGENT\.md:2: .* leads to no file"):
        read_layers(folder)
