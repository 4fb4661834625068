"""The frame of a question goes, its content stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.recall.framing import without_frame


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("Can you tell me about the boiler?", "the boiler?"),
        ("Please list the tools", "the tools"),
        ("Please list what\u2019s in the café", "what\u2019s in the café"),
        ("Can you tell me about 锅炉?", "锅炉?"),
        ("在5月3日，你给我推荐了哪些人物传记？", "在5月3日， 哪些人物传记？"),
        ("where is staging", "where is staging"),
        ("我家猫叫什么", "我家猫"),
    ],
)
def test_only_words_of_asking_go(question: str, content: str) -> None:
    """Whatever names a thing stays."""
    assert without_frame(question) == content


@given(st.text(max_size=300))
def test_any_text_has_a_rest(text: str) -> None:
    """The rest is never longer than the question."""
    assert len(without_frame(text)) <= len(text)
