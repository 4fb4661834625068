"""Several named people talk in one scope: what one says of themselves never becomes or replaces the other's (DEV-05)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from stelae import Memory


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """A scope by rules alone."""
    with Memory.open(tmp_path, scope="user:lin", embedder="none", extractor="rules") as opened:
        yield opened


def say(memory: Memory, name: str | None, text: str, minute: int) -> str:
    """Let somebody say it; return the first outcome's word."""
    message = {"role": "user", "content": text, "time": f"2026-03-01T09:{minute:02}:00+08:00"}
    found = memory.observe(message | ({"name": name} if name else {})).outcomes
    return f"{found[0].outcome}:{found[0].change}" if found else "nothing"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I love sailing.", "I hate sailing."),
        ("我喜欢帆船。", "我讨厌帆船。"),
        ("I live in Porto.", "I live in Riga."),
        ("我住在成都。", "我住在青岛。"),
    ],
)
def test_another_speakers_word_replaces_nothing(memory: Memory, first: str, second: str) -> None:
    """Both stand, each said by whom it was said."""
    say(memory, "Ann", first, 0)
    assert say(memory, "Bob", second, 1) == "accepted:add"
    kept = {(m.speaker, m.subject, m.text) for m in memory.list()}
    assert {speaker for speaker, _, _ in kept} == {"Ann", "Bob"}
    assert {subject for _, subject, _ in kept} == {"user", "Bob"}


@pytest.mark.parametrize(
    ("home", "moved", "again"),
    [
        ("I live in Riga.", "I live in Oslo now.", "I live in Turku now."),
        ("我住在青岛。", "我现在住在大连。", "我现在住在烟台。"),
    ],
)
def test_the_second_speaker_changes_their_own_mind(
    memory: Memory, home: str, moved: str, again: str
) -> None:
    """Later words of one person replace their own earlier ones, also after the other's are gone."""
    say(memory, "Ann", again, 0)
    say(memory, "Bob", home, 1)
    assert say(memory, "Bob", moved, 2) == "accepted:supersede"
    ann = next(m for m in memory.list() if m.speaker == "Ann")
    memory.forget(memory.forget(ann.id))
    assert say(memory, "Bob", home, 3) == "accepted:supersede"
    assert [(m.speaker, m.subject) for m in memory.list()] == [("Bob", "Bob")]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("My sister lives in Porto.", "My sister lives in Riga."),
        ("我妹妹住在成都。", "我妹妹住在青岛。"),
    ],
)
def test_everybody_has_their_own_relatives(memory: Memory, first: str, second: str) -> None:
    """Ann's sister is not Bob's."""
    assert say(memory, "Ann", first, 0) == "pending:add"
    assert say(memory, "Bob", second, 1) == "pending:add"
    ann, bob = memory.pending()
    assert ann.key != bob.key
    memory.confirm(ann.id)
    assert memory.confirm(bob.id).change == "add"
    assert len(memory.list()) == 2


def test_one_name_or_none_is_one_person(memory: Memory) -> None:
    """A client that names its user in some messages only still speaks of one person; so does other spelling of a name."""
    say(memory, None, "I live in Porto.", 0)
    assert say(memory, "Lin", "I live in Riga.", 1) == "accepted:supersede"
    assert say(memory, "LIN", "I live in Oslo.", 2) == "accepted:supersede"
    assert say(memory, None, "我住在青岛。", 3) == "accepted:supersede"
    assert [m.subject for m in memory.list()] == ["user"]


@pytest.mark.parametrize("allergy", ["我对花生过敏", "I am allergic to peanuts"])
def test_each_speaker_has_a_profile(memory: Memory, allergy: str) -> None:
    """What somebody says of themselves is in their profile, whoever said the like before."""
    say(memory, "Bob", allergy, 0)
    say(memory, "Alice", allergy, 1)
    for name in ("Bob", "Alice"):
        assert [fact.category for fact in memory.profile(of=name).facts] == ["constraint"]


def test_a_role_is_no_name(memory: Memory) -> None:
    """Some clients name everybody `user`: nobody is told apart by it."""
    say(memory, "Ann", "I live in Porto.", 0)
    assert say(memory, "user", "I live in Riga.", 1) == "accepted:supersede"


@pytest.mark.parametrize(
    ("first", "second", "third"),
    [
        ("I live in Oslo.", "I live in Rome.", "I live in Kyoto."),
        ("I live in Oslo.", "I live in Rome.", "I don't live in Oslo anymore."),
        ("我住在成都。", "我住在青岛。", "我住在大连。"),
    ],
)
def test_words_without_a_name_replace_nothing_where_several_people_talk(
    memory: Memory, first: str, second: str, third: str
) -> None:
    """Nobody can say whose they are: they wait."""
    say(memory, "Ann", first, 0)
    say(memory, "Bob", second, 1)
    assert say(memory, None, third, 2) == "pending:conflict"
    assert say(memory, "user", third, 3) == "duplicate:none"
    assert {m.speaker for m in memory.list()} == {"Ann", "Bob"}


def test_the_second_speaker_ends_their_own_value_only(memory: Memory) -> None:
    """A denial is looked up under the speaker's own name."""
    say(memory, "Ann", "I live in Oslo.", 0)
    assert say(memory, "Bob", "I don't live in Oslo.", 1) == "accepted:add"
    say(memory, "Bob", "I live in Rome.", 2)
    assert say(memory, "Bob", "I don't live in Rome anymore.", 3) == "accepted:supersede"
    assert "I live in Oslo" in [m.text for m in memory.list()]
