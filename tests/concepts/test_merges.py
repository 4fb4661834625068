"""What a merge does to writing, editing and migrating, and what is left when it is taken back."""

import pytest

from stelae import Memory, MemorySchema
from stelae.errors import CategoryChangedError, InvalidInputError
from stelae.schemas.change import Outcome
from stelae.schemas.memory import MemoryRecord
from stelae.testing import FixedClock
from tests.conftest import Opener


class Gadget(MemorySchema, name="gadget", key=("title",)):
    """Things."""

    title: str
    colour: str | None = None


class Heavier(MemorySchema, name="gadget", key=("title",)):
    """Things, with a field more that nobody has to fill."""

    title: str
    colour: str | None = None
    weight: str | None = None


class Renamed(MemorySchema, name="gadget", key=("label",), migrate={"rename": {"title": "label"}}):
    """Things whose key is called otherwise."""

    label: str
    colour: str | None = None


class ByColour(MemorySchema, name="gadget", key=("colour",), migrate={"rekey": True}):
    """Things told apart by something else."""

    title: str
    colour: str = "none"


Words = tuple[str, str, str, str, str]
BOTH = pytest.mark.parametrize(
    "words",
    [("alpha", "beta", "red", "blue", "green"), ("台灯", "壁灯", "红色", "蓝色", "绿色")],
    ids=["en", "zh"],
)


def say(memory: Memory, clock: FixedClock, title: str, colour: str) -> Outcome:
    """Say the colour of a thing, a day later."""
    clock.advance(days=1)
    told = {"title": title, "colour": colour}
    return memory.remember(f"{title} {colour}", category="gadget", attributes=told)


def current(memory: Memory) -> list[tuple[str, str]]:
    """Return key and text of what holds, sorted."""
    return sorted((r.key, r.text) for r in memory.list())


def merged(open_memory: Opener, clock: FixedClock, words: Words) -> tuple[Memory, MemoryRecord]:
    """Merge two things after both were spoken of; what is said of the first then has the key of the second."""
    one, other, red, blue, green = words
    memory = open_memory(categories=[Gadget])
    say(memory, clock, one, red)
    say(memory, clock, other, blue)
    memory.merge_concepts(f"gadget/{one}", f"gadget/{other}")
    id_ = say(memory, clock, one, green).id
    assert id_ is not None
    return memory, memory.get(id_)


@BOTH
@pytest.mark.parametrize("undone", [False, True])
def test_a_field_more_touches_no_key(
    open_memory: Opener,
    clock: FixedClock,
    words: Words,
    undone: bool,
) -> None:
    """Whether the merge holds or not: what the key is made of has not changed."""
    memory, said = merged(open_memory, clock, words)
    if undone:
        memory.undo_concept()
    before = memory.list(include_inactive=True)
    memory.close()
    again = open_memory(categories=[Heavier])
    assert again.list(include_inactive=True) == before
    assert again.get(said.id).key == f"gadget/{words[0 if undone else 1]}"


@BOTH
def test_a_key_that_is_called_otherwise_stays(
    open_memory: Opener, clock: FixedClock, words: Words
) -> None:
    """The memory is migrated, and is about the same."""
    memory, said = merged(open_memory, clock, words)
    memory.close()
    migrated = open_memory(categories=[Renamed]).get(said.id)
    assert (migrated.version, migrated.key) == (said.version + 1, said.key)
    assert migrated.attributes == {"label": words[0], "colour": words[4]}


@BOTH
def test_a_key_that_is_made_of_other_fields_is_made_anew(
    open_memory: Opener, clock: FixedClock, words: Words
) -> None:
    """Also for what a merge had led elsewhere."""
    memory, said = merged(open_memory, clock, words)
    memory.close()
    assert open_memory(categories=[ByColour]).get(said.id).key == f"gadget/{words[4]}"


@BOTH
def test_new_keys_of_a_migration_follow_merges(
    open_memory: Opener, clock: FixedClock, words: Words
) -> None:
    """A key that leads elsewhere leads there for what is migrated, too."""
    one, _, red, blue, green = words
    memory = open_memory(categories=[Gadget])
    say(memory, clock, red, "first")
    say(memory, clock, blue, green)
    memory.merge_concepts(f"gadget/{red}", f"gadget/{blue}")
    id_ = say(memory, clock, one, red).id
    assert id_ is not None
    memory.close()
    assert open_memory(categories=[ByColour]).get(id_).key == f"gadget/{blue}"


@BOTH
def test_an_edit_beside_the_key_leaves_it(
    open_memory: Opener, clock: FixedClock, words: Words
) -> None:
    """As the merge gave it."""
    memory, said = merged(open_memory, clock, words)
    memory.edit(said.id, attributes={"colour": words[2]})
    assert memory.get(said.id).key == said.key


@BOTH
def test_an_edit_of_the_key_follows_the_merge(
    open_memory: Opener, clock: FixedClock, words: Words
) -> None:
    """What becomes one of the merged things gets the key they share."""
    one, other, red, blue, green = words
    memory = open_memory(categories=[Gadget])
    first = say(memory, clock, one, red).id
    held = say(memory, clock, other, blue).id
    assert first is not None
    assert held is not None
    third = say(memory, clock, "gamma", green).id
    assert third is not None
    memory.merge_concepts(f"gadget/{one}", f"gadget/{other}")
    with pytest.raises(InvalidInputError, match="already says something"):
        memory.edit(third, attributes={"title": one})
    memory.forget(memory.forget([held, first]))
    memory.edit(third, attributes={"title": one})
    assert memory.get(third).key == f"gadget/{other}"


@BOTH
def test_two_that_a_changed_key_makes_one_are_still_refused(
    open_memory: Opener, clock: FixedClock, words: Words
) -> None:
    """That is for a person to decide."""
    one, other, red, *_ = words
    memory = open_memory(categories=[Gadget])
    say(memory, clock, one, red)
    say(memory, clock, other, red)
    memory.close()
    with pytest.raises(CategoryChangedError, match="the key of another"):
        open_memory(categories=[ByColour])


@BOTH
def test_a_merge_of_one_project_is_not_seen_in_another(
    open_memory: Opener, clock: FixedClock, words: Words
) -> None:
    """Its name says what is in there; and what another project says keeps its own key."""
    one, other, red, blue, green = words
    mine, theirs, none = (
        open_memory(categories=[Gadget], project=project) for project in ("pa", "pb", None)
    )
    say(none, clock, other, red)
    say(mine, clock, one, blue)
    merge = mine.merge_concepts(f"gadget/{one}", f"gadget/{other}")
    mine.alias_concept(f"gadget/{other}", "lamp 灯")
    assert merge.project == "pa"
    assert len(mine.concept_names()) == 2
    for reader in (theirs, none):
        assert reader.concept_names() == ()
        said = say(reader, clock, one, green).id
        assert said is not None
        assert reader.get(said).key == f"gadget/{one}"
    assert theirs.concept_seeds("lamp 灯") == ()
    held = say(mine, clock, one, "purple 紫色").id
    assert held is not None
    assert mine.get(held).key == f"gadget/{other}"


@BOTH
def test_a_name_without_a_project_holds_in_all(
    open_memory: Opener, clock: FixedClock, words: Words
) -> None:
    """And each project may give that word itself."""
    one, other, red, blue, green = words
    mine, none = (open_memory(categories=[Gadget], project=project) for project in ("pa", None))
    say(none, clock, one, red)
    say(none, clock, other, blue)
    merge = none.merge_concepts(f"gadget/{one}", f"gadget/{other}")
    assert mine.concept_names() == (merge,)
    held = say(mine, clock, one, green).id
    assert held is not None
    assert mine.get(held).key == f"gadget/{other}"
    mine.undo_concept(merge.id)
    assert none.concept_names() == ()


@BOTH
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("into", [0, 1])
def test_what_is_said_of_a_merged_concept_replaces_what_each_of_its_keys_had(
    open_memory: Opener, clock: FixedClock, words: Words, *, turned: bool, into: int
) -> None:
    """Whichever was newer, whichever leads to which, and whichever is spoken of: one value is left."""
    one, other, red, blue, green = words
    memory = open_memory(categories=[Gadget])
    first, second = (other, one) if turned else (one, other)
    held = [say(memory, clock, first, red).id, say(memory, clock, second, blue).id]
    keys = f"gadget/{one}", f"gadget/{other}"
    memory.merge_concepts(keys[1 - into], keys[into])
    assert len(memory.list()) == 2  # a merge changes no memory
    said = say(memory, clock, one, green)
    assert said.change == "supersede"
    assert current(memory) == [(keys[into], f"{one} {green}")]
    for id_ in held:
        assert id_ is not None
        assert memory.get(id_).superseded_by == said.id


@BOTH
def test_the_newest_said_again_ends_the_other(
    open_memory: Opener, clock: FixedClock, words: Words
) -> None:
    """It is strengthened under the key that it has; the next value replaces it."""
    one, other, red, blue, green = words
    memory = open_memory(categories=[Gadget])
    say(memory, clock, other, blue)
    held = say(memory, clock, one, red).id
    memory.merge_concepts(f"gadget/{one}", f"gadget/{other}")
    clock.advance(days=1)
    again = memory.remember(
        f"{other} {red}!", category="gadget", attributes={"title": other, "colour": red}
    )
    assert (again.id, again.change) == (held, "reinforce")
    assert [key for key, _ in current(memory)] == [f"gadget/{one}"]
    say(memory, clock, one, green)
    assert [key for key, _ in current(memory)] == [f"gadget/{other}"]


@BOTH
def test_an_older_value_of_a_person_at_the_keyboard_decides(
    open_memory: Opener, clock: FixedClock, words: Words
) -> None:
    """Authority goes before recency (R8): a merge is no way around it."""
    one, other, red, blue, green = words
    memory = open_memory(categories=[Gadget])
    memory.remember(
        f"{one} {red}",
        category="gadget",
        authority="user_edit",
        attributes={"title": one, "colour": red},
    )
    say(memory, clock, other, blue)
    memory.merge_concepts(f"gadget/{one}", f"gadget/{other}")
    assert say(memory, clock, other, green).outcome == "pending"
    assert len(memory.list()) == 2
    (item,) = memory.pending()
    memory.confirm(item.id)
    assert current(memory) == [(f"gadget/{other}", f"{other} {green}")]


@BOTH
def test_memories_of_a_project_are_not_ended_from_outside_it(
    open_memory: Opener, clock: FixedClock, words: Words
) -> None:
    """Nor what holds everywhere from within one."""
    one, other, red, blue, green = words
    mine, none = (open_memory(categories=[Gadget], project=project) for project in ("pa", None))
    for memory in (none, mine):
        say(memory, clock, one, red)
        say(memory, clock, other, blue)
    none.merge_concepts(f"gadget/{one}", f"gadget/{other}")
    say(mine, clock, one, green)
    assert len(none.list()) == 2
    assert [r.text for r in mine.list() if r.project == "pa"] == [f"{one} {green}"]


@BOTH
def test_taking_a_merge_back_gives_each_concept_what_was_said_of_it(
    open_memory: Opener, clock: FixedClock, words: Words
) -> None:
    """What was said of the first goes there, and what it had replaced of the second holds again."""
    one, other, _, blue, green = words
    memory, said = merged(open_memory, clock, words)
    name = memory.undo_concept()
    assert (name.kind, memory.concept_names()) == ("merge", ())
    assert current(memory) == sorted(
        [(f"gadget/{one}", f"{one} {green}"), (f"gadget/{other}", f"{other} {blue}")]
    )
    before = memory.get(memory.get(said.id).supersedes or "")
    assert (before.key, before.superseded_by) == (f"gadget/{one}", said.id)
    assert say(memory, clock, one, "purple 紫色").change == "supersede"
    assert say(memory, clock, other, "white 白色").change == "supersede"
    assert len(current(memory)) == 2
    assert memory.check() == ()


@BOTH
def test_each_of_several_statements_goes_to_its_own_concept(
    open_memory: Opener, clock: FixedClock, words: Words
) -> None:
    """The last one of each holds."""
    one, other, *_, green = words
    memory, _ = merged(open_memory, clock, words)
    say(memory, clock, other, "white 白色")
    memory.undo_concept()
    assert current(memory) == sorted(
        [(f"gadget/{one}", f"{one} {green}"), (f"gadget/{other}", f"{other} white 白色")]
    )


@BOTH
def test_taking_a_merge_back_restores_what_nothing_was_said_of(
    open_memory: Opener, clock: FixedClock, words: Words
) -> None:
    """The other concept's statement had ended it. Also where that one was strengthened only."""
    one, other, red, blue, _ = words
    memory = open_memory(categories=[Gadget])
    say(memory, clock, one, red)
    say(memory, clock, other, blue)
    before = current(memory)
    memory.merge_concepts(f"gadget/{one}", f"gadget/{other}")
    clock.advance(days=1)
    memory.remember(
        f"{other} {blue}!", category="gadget", attributes={"title": other, "colour": blue}
    )
    assert current(memory) == [(f"gadget/{other}", f"{other} {blue}")]
    memory.undo_concept()
    assert current(memory) == before


@BOTH
def test_a_merge_for_all_projects_is_taken_back_in_all(
    open_memory: Opener, clock: FixedClock, words: Words
) -> None:
    """By the handle without a project that gave it."""
    one, other, red, blue, green = words
    mine, none = (open_memory(categories=[Gadget], project=project) for project in ("pa", None))
    say(mine, clock, one, red)
    say(mine, clock, other, blue)
    say(none, clock, one, red)
    say(none, clock, other, blue)
    none.merge_concepts(f"gadget/{one}", f"gadget/{other}")
    say(mine, clock, one, green)
    none.undo_concept()
    assert sorted((r.key, r.text) for r in mine.list() if r.project) == sorted(
        [(f"gadget/{one}", f"{one} {green}"), (f"gadget/{other}", f"{other} {blue}")]
    )
