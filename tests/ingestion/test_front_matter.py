"""Fields above a document, with the lines of their file."""

import pytest

from stelae.ingestion.front_matter import read_front_matter
from stelae.ingestion.yaml_text import UnreadableError


def test_fields_and_body_are_told_apart() -> None:
    """Lines count from the top of the file."""
    read = read_front_matter("---\nname: netops\nkeywords: [拓扑]\n---\n\n# 网络\nText.\n")
    assert read.fields.values == {"name": "netops", "keywords": ["拓扑"]}
    assert read.fields.lines == {"name": 2, "keywords": 3}
    assert read.body == "# 网络\nText."


@pytest.mark.parametrize("text", ["# 网络\n---\na: 1\n---", "", "---\n---\n# 网络"])
def test_a_document_may_have_no_fields(text: str) -> None:
    """A rule further down is a rule."""
    read = read_front_matter(text)
    assert read.fields.values == {}
    assert "a: 1" in read.body or "a: 1" not in text


@pytest.mark.parametrize(("text", "line"), [("---\nname: x", 1), ("---\na: 1\nname: [\n---\n", 3)])
def test_fields_that_cannot_be_read_are_told_with_their_line(text: str, line: int) -> None:
    """Nothing ends them, or they are no YAML."""
    with pytest.raises(UnreadableError) as refused:
        read_front_matter(text)
    assert refused.value.line == line
