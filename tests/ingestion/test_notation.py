"""The language of a drawing is told from its first words or its file's name."""

import pytest

from stelae.ingestion.notation import notation_of, notation_of_file


@pytest.mark.parametrize(
    ("source", "notation"),
    [
        ("graph TD\n a --> b", "mermaid"),
        ("%% 网络\nflowchart LR\n a --> b", "mermaid"),
        ("---\ntitle: 网络\n---\nsequenceDiagram\n A->>B: hi", "mermaid"),
        ("graph {\n a -- b\n}", "dot"),
        ("// core\nstrict digraph G {\n a -> b\n}", "dot"),
        ("/* 核心 */ digraph G { a -> b }", "dot"),
        ("\n<svg xmlns='http://www.w3.org/2000/svg'/>", "svg"),
        ("<?xml version='1.0'?>\n<!-- x -->\n<svg/>", "svg"),
        ("a 与 b 相连", "text"),
        ("graphs are nice", "text"),
        ("", "text"),
    ],
)
def test_the_first_words_say_it(source: str, notation: str) -> None:
    """Comments and headers before them do not matter."""
    assert notation_of(source) == notation


def test_a_files_ending_says_it_too() -> None:
    """In any case; others are no drawings."""
    assert [notation_of_file(name) for name in ("a.MMD", "a.gv", "a.svg", "a.md")] == [
        *("mermaid", "dot", "svg"),
        None,
    ]
