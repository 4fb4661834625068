"""Which rows a memory's history has."""

from datetime import timedelta

from stelae.schemas.change import Past
from stelae.schemas.memory import Status, Version
from stelae.stores.histories import wordings
from tests.contracts.builders import NOW, record


def state(number: int, text: str, status: Status = "active") -> Past:
    """Return a version learned on day `number`."""
    held = record(text, id="m1", version=number, status=status)
    at = NOW + timedelta(days=number)
    version = Version(
        record=held, version=number, change="edit", actor="user", reason="edited", recorded_at=at
    )
    return Past(version=version, tokens=text)


def days(*states: Past) -> list[tuple[str, int, int | None, int]]:
    """Return text, first day, last day and liveness of each wording."""

    def day(at: float | None) -> int | None:
        return None if at is None else round((at - NOW.timestamp()) / 86400)

    return [
        (w.last.tokens, day(w.entry.recorded_at) or 0, day(w.entry.retracted_at), w.entry.live)
        for w in wordings(states)
    ]


def test_one_version_is_one_wording() -> None:
    """Known from its own time on."""
    assert days(state(1, "茶")) == [("茶", 1, None, 1)]


def test_versions_with_the_same_text_share_a_row() -> None:
    """The row begins with the first of them."""
    assert days(state(1, "茶"), state(2, "茶"), state(3, "水")) == [
        ("茶", 1, 3, 0),
        ("水", 3, None, 1),
    ]


def test_a_wording_that_comes_back_is_another_row() -> None:
    """In between it was not said."""
    assert days(state(1, "tea"), state(2, "water"), state(3, "tea")) == [
        ("tea", 1, 2, 0),
        ("water", 2, 3, 0),
        ("tea", 3, None, 1),
    ]


def test_what_was_forgotten_in_between_has_no_row() -> None:
    """A restored memory is known from its return on."""
    states = (state(1, "茶"), state(2, "茶", "forgotten"), state(3, "茶"))
    assert days(*states) == [("茶", 3, None, 1)]


def test_an_ended_memory_has_no_live_row() -> None:
    """Superseded, its last wording stays for the past."""
    assert days(state(1, "茶"), state(2, "茶", "superseded")) == [("茶", 1, None, 0)]
