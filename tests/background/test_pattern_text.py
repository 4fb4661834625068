"""A pattern as a memory: its text has room, its key stays, counts alone are no news."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.background.pattern_reply import Point
from stelae.background.pattern_text import key_of_group, pattern_of, same_points, worded
from stelae.background.samples import Group, Sample
from stelae.schemas.candidate import MAX_MEMORY_CHARS
from stelae.schemas.categories.guidance import ExpertKnowledge

GROUP = Group("register_device", tuple(Sample(f"{n:036}", "", "netops") for n in range(50)))


def points(*texts: str) -> tuple[Point, ...]:
    """Return points that rest on every sample."""
    return tuple(Point(text, tuple(sample.id for sample in GROUP.samples)) for text in texts)


@given(st.lists(st.text("abc 的", min_size=1, max_size=240), max_size=12))
def test_a_text_never_outgrows_a_memory(texts: list[str]) -> None:
    """Whole points only."""
    text, kept = worded("register_device", points(*texts), "en")
    assert len(text) <= MAX_MEMORY_CHARS
    assert set(kept) <= set(points(*texts))


def test_its_fields_fit_the_category_however_many_samples_there_are() -> None:
    """Twelve points over fifty samples."""
    kept = points(*(f"point {n}" for n in range(12)))
    said = pattern_of(GROUP, kept, "text", by="model", samples=50)
    fields = ExpertKnowledge.model_validate(said.attributes)
    assert len(fields.backing) == 12
    assert len(fields.backing[0].split()) == 20
    assert (said.confidence, said.rule) == (0.9, "patterns:model")


def test_one_key_for_a_tool_of_an_agent() -> None:
    """Whatever is said of it."""
    assert key_of_group(GROUP) == "expert_knowledge/netops/register_device"


@pytest.mark.parametrize(
    ("now", "before", "same"),
    [
        ("`a` is always `b` (7 of 7)", "`a` is always `b` (6 of 6)", True),
        ("7 次中 5 次是 `b`", "6 次中 4 次是 `b`", True),
        ("`a` is `b` in 4/6", "`a` is `b` in 5/7", True),
        ("`a` is always `b` (6 of 6)", "`a` is always `c` (6 of 6)", False),
        ("`port` is 8086 (6 of 6)", "`port` is 9999 (6 of 6)", False),
    ],
)
def test_counts_alone_are_no_news(now: str, before: str, same: bool) -> None:
    """In both languages; other values are."""
    assert same_points(points(now), [before]) is same
    assert not same_points(points(now, "more"), [before])
