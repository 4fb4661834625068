"""What a session may forget is what it was shown; no text of it is kept."""

import gc
from collections.abc import Iterator
from typing import cast

import pytest

from stelae.errors import InvalidInputError
from stelae.schemas.forgetting import ForgetItem, ForgetPreview
from stelae.server.mcp.previews import (
    LIFETIME,
    MOST,
    MOST_IDS,
    MOST_IDS_IN_ALL,
    MOST_IN_ALL,
    Previews,
)
from stelae.testing import FixedClock


def preview(*ids: str) -> ForgetPreview:
    """A preview of these."""
    items = tuple(ForgetItem(id=one, version=3, text=f"正文 {one}", why="says it") for one in ids)
    return ForgetPreview(request="花生", preview=items)


def test_a_whole_preview_is_carried_out_as_it_was_shown(clock: FixedClock) -> None:
    """In whatever order its ids come; that it was everything is known of the whole only."""
    previews = Previews()
    previews.keep("one", preview("a", "b"), clock.now(), everything=True)
    found = previews.find("one", ["b", "a", "a"], clock.now())
    assert (found.versions, found.everything) == ({"a": 3, "b": 3}, True)
    assert not previews.find("one", ["a"], clock.now()).everything


def test_a_part_is_only_that_part(clock: FixedClock) -> None:
    """Also of several previews."""
    previews = Previews()
    previews.keep("one", preview("a", "b"), clock.now(), everything=True)
    previews.keep("one", preview("c"), clock.now())
    found = previews.find("one", ["a", "c"], clock.now())
    assert (list(found.versions), found.everything) == (["a", "c"], False)


@pytest.mark.parametrize("ids", [[], ["x"], ["a", "x"], ["A"], [""]])
def test_what_was_not_shown_is_refused(clock: FixedClock, ids: list[str]) -> None:
    """All of it, and no text is in the message."""
    previews = Previews()
    previews.keep("one", preview("a"), clock.now())
    with pytest.raises(InvalidInputError, match="forget_preview") as refused:
        previews.find("one", ids, clock.now())
    assert "正文" not in str(refused.value)


def test_another_session_was_shown_nothing(clock: FixedClock) -> None:
    """Nor is one whose ten minutes are over."""
    previews = Previews()
    previews.keep("one", preview("a"), clock.now())
    with pytest.raises(InvalidInputError):
        previews.find("two", ["a"], clock.now())
    assert previews.find("one", ["a"], clock.now())
    with pytest.raises(InvalidInputError):
        previews.find("one", ["a"], clock.now() + LIFETIME)
    assert len(previews) == 0


def test_only_the_newest_previews_are_kept(clock: FixedClock) -> None:
    """A session that previews for ever holds no more than a few."""
    previews = Previews()
    previews.keep("two", preview("theirs"), clock.now())
    for number in range(MOST + 1):
        previews.keep("one", preview(f"id-{number}"), clock.now())
    with pytest.raises(InvalidInputError):
        previews.find("one", ["id-0"], clock.now())
    assert previews.find("one", [f"id-{MOST}"], clock.now())
    assert previews.find("two", ["theirs"], clock.now())
    assert len(previews) == MOST + 1


def test_however_many_sessions_there_are_the_whole_is_bounded(clock: FixedClock) -> None:
    """By previews and by ids; the oldest go first, and a long one keeps its first ids."""
    previews = Previews()
    for number in range(MOST_IN_ALL + 5):
        previews.keep(f"session {number}", preview("a"), clock.now())
    assert len(previews) == MOST_IN_ALL
    assert previews.find(f"session {MOST_IN_ALL + 4}", ["a"], clock.now())
    long = preview(*map(str, range(MOST_IDS + 1)))
    for number in range(MOST_IDS_IN_ALL // MOST_IDS + 1):
        previews.keep(f"long {number}", long, clock.now(), everything=True)
    assert len(previews) == MOST_IDS_IN_ALL // MOST_IDS
    found = previews.find("long 3", [str(one) for one in range(MOST_IDS)], clock.now())
    assert not found.everything
    with pytest.raises(InvalidInputError):
        previews.find("long 3", [str(MOST_IDS)], clock.now())


def test_no_text_is_kept(clock: FixedClock) -> None:
    """So that a forgetting has nothing to take from here: whatever is reachable was walked."""
    previews = Previews()
    previews.keep("one", preview("a", "b"), clock.now())
    assert {one for one in _texts(previews) if "正文" in one or "花生" in one} == set()
    assert "a" in set(_texts(previews))


def _texts(root: object) -> Iterator[str]:
    """Return every string that is held, however deep; types and modules are nobody's data."""
    seen, left = set[int](), [root]
    while left:
        one = left.pop()
        if id(one) in seen or isinstance(one, type):
            continue
        seen.add(id(one))
        if isinstance(one, str):
            yield one
        left += cast("dict[object, object]", one) if isinstance(one, dict) else ()
        left += gc.get_referents(one)
