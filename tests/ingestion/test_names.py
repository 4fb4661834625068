"""Names of messages in an export nobody vouches for: they claim nothing, and what was forgotten is known by them."""

from pathlib import Path

from stelae.memory import Memory
from stelae.testing import FixedClock
from tests.ingestion.conftest import Folder


def test_an_unsigned_import_does_not_take_the_names_of_messages_to_come(
    lin: Memory, folder: Folder, tmp_path: Path, clock: FixedClock
) -> None:
    """A person's message is read, although a file had one of the same name before."""
    lin.export(tmp_path / "one.jsonl")
    other = folder("other")
    other.import_(tmp_path / "one.jsonl")
    clock.advance(minutes=1)
    said = [
        {"role": "user", "content": "我对青霉素过敏", "id": "m1"},
        {"role": "user", "content": "I'm allergic to peanuts.", "id": "m2"},
    ]
    result = other.observe(said)
    assert [outcome.outcome for outcome in result.outcomes] == ["accepted", "accepted"]
    assert {record.authority for record in other.list()} == {"user"}
    again = other.import_(tmp_path / "one.jsonl")
    assert again.count("observation", "accepted") == 0


def test_a_forgotten_message_is_known_by_its_name_in_an_edited_export(
    lin: Memory, folder: Folder, tmp_path: Path, clock: FixedClock
) -> None:
    """Other words under the same name do not bring it back."""
    lin.export(tmp_path / "one.jsonl")
    text = (tmp_path / "one.jsonl").read_text(encoding="utf-8")
    edited = tmp_path / "two.jsonl"
    edited.write_text(
        text.replace("allergic to peanuts", "allergic to the peanuts"), encoding="utf-8"
    )
    other = folder("other")
    other.observe([{"role": "user", "content": "I'm allergic to peanuts.", "id": "m2"}])
    clock.advance(minutes=1)
    other.forget(other.forget("allergic to peanuts"), hard=True)
    report = other.import_(edited)
    assert report.count("observation", "rejected", "forgotten") == 1
    said = [one.text for one in other._parts.store.observations(other.namespace)]
    assert not any("peanuts" in one for one in said)
