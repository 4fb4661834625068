"""What a session may forget is what it was shown."""

import pytest

from stelae.errors import InvalidInputError
from stelae.schemas.forgetting import ForgetItem, ForgetPreview
from stelae.server.mcp.previews import LIFETIME, MOST, Previews
from stelae.testing import FixedClock


def preview(*ids: str, request: str = "花生") -> ForgetPreview:
    """A preview of these."""
    items = tuple(ForgetItem(id=one, text=f"text of {one}", why="says it") for one in ids)
    return ForgetPreview(request=request, preview=items)


def test_a_whole_preview_is_carried_out_as_it_was_shown(clock: FixedClock) -> None:
    """In whatever order its ids come, with what was asked."""
    kept, previews = preview("a", "b"), Previews()
    previews.keep("one", kept, clock.now())
    assert previews.find("one", ["b", "a", "a"], clock.now()) is kept


def test_a_part_is_only_that_part(clock: FixedClock) -> None:
    """Also of several previews; what was asked, which may have been everything, is no longer said."""
    previews = Previews()
    previews.keep("one", preview("a", "b", request="everything"), clock.now())
    previews.keep("one", preview("c"), clock.now())
    found = previews.find("one", ["a", "c"], clock.now())
    assert [item.id for item in found.preview] == ["a", "c"]
    assert found.request == ""


@pytest.mark.parametrize("ids", [[], ["x"], ["a", "x"], ["A"], [""]])
def test_what_was_not_shown_is_refused(clock: FixedClock, ids: list[str]) -> None:
    """All of it, and no text is in the message."""
    previews = Previews()
    previews.keep("one", preview("a"), clock.now())
    with pytest.raises(InvalidInputError, match="forget_preview") as refused:
        previews.find("one", ids, clock.now())
    assert "text of" not in str(refused.value)


def test_another_session_was_shown_nothing(clock: FixedClock) -> None:
    """Nor is one whose ten minutes are over."""
    previews = Previews()
    previews.keep("one", preview("a"), clock.now())
    with pytest.raises(InvalidInputError):
        previews.find("two", ["a"], clock.now())
    assert previews.find("one", ["a"], clock.now())
    with pytest.raises(InvalidInputError):
        previews.find("one", ["a"], clock.now() + LIFETIME)


def test_only_the_newest_previews_are_kept(clock: FixedClock) -> None:
    """A session that previews for ever holds no more than a few."""
    previews = Previews()
    for number in range(MOST + 1):
        previews.keep("one", preview(f"id-{number}"), clock.now())
    with pytest.raises(InvalidInputError):
        previews.find("one", ["id-0"], clock.now())
    assert previews.find("one", [f"id-{MOST}"], clock.now())
