"""Who replaces what, what waits, and what is looked at again when it has changed: through Memory."""

import json
from typing import Any

import pytest

from stelae.memory import Memory
from stelae.ports import Store
from stelae.schemas.categories.registry import BUILT_IN
from stelae.schemas.change import ChangeSet, Outcome
from stelae.schemas.memory import PendingItem
from stelae.schemas.policy import Policy, PolicyRow
from stelae.schemas.scope import Namespace
from stelae.testing import FixedClock, ScriptedModel
from tests.conftest import Opener

MOVES = pytest.mark.parametrize(
    ("first", "second"),
    [("我住在绍兴", "我搬到杭州了"), ("I live in Leeds", "I moved to York")],
    ids=["zh", "en"],
)


def say(memory: Memory, clock: FixedClock, *sentences: str) -> list[Outcome]:
    """Say each in a turn of its own, a day after the other."""
    outcomes: list[Outcome] = []
    for sentence in sentences:
        clock.advance(days=1)
        message = {"role": "user", "content": sentence, "id": clock.now().isoformat()}
        outcomes += memory.observe([message]).outcomes
    clock.advance(days=1)
    return outcomes


def current(memory: Memory) -> list[str]:
    """Return what holds."""
    return [m.text for m in memory.list()]


def asked(memory: Memory) -> PendingItem:
    """Return the one question that waits."""
    (item,) = memory.pending()
    return item


@MOVES
@pytest.mark.parametrize("authority", ["agent", "tool", "document", "other_agent", "web"])
def test_nobody_but_a_person_replaces_what_a_person_said(
    memory: Memory, clock: FixedClock, first: str, second: str, authority: Any
) -> None:
    """P22: it waits, and until somebody has decided nothing has changed."""
    say(memory, clock, first)
    outcome = memory.remember(second, category="fact", authority=authority)
    assert outcome.outcome == "pending"
    assert current(memory) == [first]
    assert asked(memory).before == first
    hits = memory.recall(f"{first} {second}", include="memories", floor="none").hits
    assert [hit.text for hit in hits] == [first]


@pytest.mark.parametrize("authority", ["agent", "tool", "web"])
def test_even_a_policy_that_asks_for_nothing_asks_about_a_contradiction(
    open_memory: Opener, clock: FixedClock, authority: Any
) -> None:
    """Where agents may write without a person, they still replace nothing that a person said."""
    memory = open_memory(policy=Policy(rows={"fact": row(confirm="never")}))
    fields = home("绍兴")
    by_agent = memory.remember("住在绍兴", category="fact", attributes=fields, authority=authority)
    assert by_agent.outcome == "accepted"
    assert say(memory, clock, "我搬到杭州了")[0].change == "supersede"
    late = memory.remember(
        "住在绍兴", category="fact", attributes=fields, authority=authority, id="x"
    )
    assert (late.outcome, late.reason) == ("pending", "conflict")
    assert current(memory) == ["我搬到杭州了"]
    assert asked(memory).question == "“我搬到杭州了”和“住在绍兴”说法不一，现在是哪一个？"


@MOVES
def test_an_edit_is_not_replaced_by_a_remark(
    memory: Memory, clock: FixedClock, first: str, second: str
) -> None:
    """It asks in the language of the remark; the answer decides, and takes effect when it is given."""
    (made,) = say(memory, clock, first)
    assert made.id is not None
    memory.edit(made.id, attributes={"object": "Ilkley"})
    (outcome,) = say(memory, clock, second)
    assert (outcome.outcome, outcome.reason) == ("pending", "conflict")
    question = asked(memory)
    assert question.question.endswith("？" if first.startswith("我") else "?")
    assert first in question.question
    assert second in question.question
    clock.advance(days=3)
    memory.confirm(question.id)
    (now,) = memory.list()
    assert (now.text, now.valid_from, now.supersedes) == (second, clock.now(), made.id)


def test_a_rejected_conflict_leaves_everything(memory: Memory, clock: FixedClock) -> None:
    """And the same remark may ask again another day."""
    (made,) = say(memory, clock, "我住在绍兴")
    assert made.id is not None
    memory.edit(made.id, text="我住在绍兴越城区")
    say(memory, clock, "我搬到杭州了")
    memory.reject(asked(memory).id)
    assert (current(memory), memory.pending()) == (["我住在绍兴越城区"], ())
    say(memory, clock, "我搬到杭州了")
    assert asked(memory).reason == "conflict"


@MOVES
@pytest.mark.parametrize("together", [True, False])
def test_in_one_call_the_later_words_win(
    memory: Memory, first: str, second: str, together: bool
) -> None:
    """In one message as in two (DEV-10.4)."""
    stop = "。" if first.startswith("我") else ". "
    memory.observe(
        f"{first}{stop}{second}"
        if together
        else [{"role": "user", "content": text} for text in (first, second)]
    )
    assert current(memory) == [second]
    past = [m for m in memory.list(include_inactive=True) if m.status == "superseded"]
    assert [m.text for m in past] == [first]
    assert memory.pending() == ()


@pytest.mark.parametrize(
    ("here", "everywhere"),
    [
        ("以后报告都用英文写", "以后报告都用中文写"),
        ("Write reports in English", "Write reports in German"),
    ],
)
def test_what_holds_for_one_project_leaves_what_holds_everywhere(
    open_memory: Opener, clock: FixedClock, here: str, everywhere: str
) -> None:
    """Each project has its own current value; said again inside it is a repetition of what holds everywhere."""
    plain, project = open_memory(), open_memory(project="atlas")
    fields = {"aspect": "report-language", "polarity": "like"}

    def tell(memory: Memory, text: str, language: str) -> Outcome:
        clock.advance(days=1)
        return memory.remember(
            text,
            category="preference",
            attributes=fields | {"object": language},
            id=clock.now().isoformat(),
        )

    made = tell(plain, everywhere, "x")
    assert tell(project, here, "y").change == "add"
    assert current(plain) == [everywhere]
    assert sorted(current(project)) == sorted([here, everywhere])
    assert tell(project, everywhere, "x").change == "supersede"
    assert current(plain) == [everywhere]
    other = open_memory(project="borealis")
    again = tell(other, everywhere, "x")
    assert (again.change, again.id) == ("reinforce", made.id)


def test_the_same_said_three_times_counts_three_turns(memory: Memory, clock: FixedClock) -> None:
    """Once for each turn and key, however often within one."""
    say(memory, clock, "我住在绍兴。我住在绍兴。我住在绍兴", "我住在绍兴", "我住在绍兴")
    (held,) = memory.list()
    assert (held.evidence_count, held.reliability) == (3, pytest.approx(0.9))
    memory.remember("我住在绍兴", authority="agent")
    assert memory.list()[0].evidence_count == 3


# What depended on the old value.


def test_a_question_is_asked_about_what_holds_now(memory: Memory, clock: FixedClock) -> None:
    """What it would change has changed: the diff is against the new state, and so is the answer."""
    say(memory, clock, "我住在绍兴")
    memory.remember("用户住在宁波", category="fact", attributes=home("宁波"), authority="agent")
    assert asked(memory).before == "我住在绍兴"
    (moved,) = say(memory, clock, "我搬到杭州了")
    item = asked(memory)
    assert (item.before, item.target, item.target_version) == ("我搬到杭州了", moved.id, 1)
    clock.advance(days=1)
    done = memory.confirm(item.id)
    assert (done.change, done.supersedes) == ("supersede", moved.id)
    assert current(memory) == ["用户住在宁波"]


def test_a_question_that_has_answered_itself_says_so(memory: Memory, clock: FixedClock) -> None:
    """The person has said it themselves meanwhile; confirming makes no second memory."""
    say(memory, clock, "我住在绍兴")
    memory.remember("用户住在杭州", category="fact", attributes=home("杭州"), authority="agent")
    (moved,) = say(memory, clock, "我搬到杭州了")
    item = asked(memory)
    assert (item.change, item.question) == ("reinforce", "")
    assert memory.confirm(item.id).id == moved.id
    assert current(memory) == ["我搬到杭州了"]


def test_a_question_about_something_edited_shows_the_edit(
    memory: Memory, clock: FixedClock
) -> None:
    """Another version is another question."""
    (made,) = say(memory, clock, "我住在绍兴")
    assert made.id is not None
    memory.edit(made.id, text="我住在绍兴越城区")
    say(memory, clock, "我搬到杭州了")
    memory.edit(made.id, text="我住在绍兴柯桥区")
    item = asked(memory)
    assert (item.before, item.target_version) == ("我住在绍兴柯桥区", 3)
    assert "柯桥" in item.question
    assert "越城" not in item.question


def test_a_question_about_something_forgotten_is_no_conflict(
    memory: Memory, clock: FixedClock
) -> None:
    """What it contradicted is gone, so it only adds."""
    (made,) = say(memory, clock, "我住在绍兴")
    assert made.id is not None
    memory.edit(made.id, text="我住在绍兴越城区")
    say(memory, clock, "我搬到杭州了")
    memory.forget(memory.forget([made.id]))
    for item in memory.pending():
        assert (item.change, item.before, item.question) == ("add", None, "")


def row(**fields: Any) -> PolicyRow:
    """Return the policy row of facts with something else in it."""
    return BUILT_IN.get("fact").policy.model_copy(update=fields)


def home(place: str) -> dict[str, Any]:
    """Return the fields of where the user lives."""
    return {"subject": "user", "attribute": "home", "object": place}


def proposal(quote: str, text: str, **fields: Any) -> str:
    """Return a model's answer with one candidate."""
    return json.dumps(
        {"memories": [{"category": "fact", "quote": quote, "text": text, **fields}]},
        ensure_ascii=False,
    )


def test_a_model_that_reads_late_brings_nothing_back(
    open_memory: Opener, clock: FixedClock
) -> None:
    """Its proposals are judged by what holds when they are written: an old home stays history, once."""
    answers = [
        proposal("我住在绍兴", "用户住在绍兴", attribute="home", object="绍兴"),
        proposal("我搬到杭州了", "用户搬到杭州了", attribute="home", object="杭州"),
    ]
    memory = open_memory(extractor="auto", model=ScriptedModel(answers))
    memory._parts.worker.stop()
    say(memory, clock, "我住在绍兴", "我搬到杭州了")
    assert current(memory) == ["我搬到杭州了"]
    memory.flush()
    assert current(memory) == ["我搬到杭州了"]
    past = [m.text for m in memory.list(include_inactive=True) if m.status != "active"]
    assert past == ["我住在绍兴"]


def test_neighbours_of_one_batch_are_judged_in_turn(open_memory: Opener, clock: FixedClock) -> None:
    """Two candidates of one answer that contradict each other: the later words hold, nothing is left behind."""
    both = json.dumps(
        {
            "memories": [
                json.loads(proposal(q, t, attribute="home", object=o))["memories"][0]
                for q, t, o in (
                    ("搬到杭州滨江了", "用户搬到杭州滨江了", "杭州滨江"),
                    ("之前一直在绍兴住", "用户之前一直在绍兴住", "绍兴"),
                )
            ]
        },
        ensure_ascii=False,
    )
    memory = open_memory(extractor="llm", model=ScriptedModel([both]))
    memory.observe("之前一直在绍兴住，上个月起，搬到杭州滨江了", wait=True)
    assert current(memory) == ["用户搬到杭州滨江了"]


class Interrupted:
    """A store in which somebody else always writes first, between the plan and the commit."""

    def __init__(self, store: Store, before: ChangeSet) -> None:
        """Take what the other one writes, once."""
        self._store, self._before = store, [before]

    def __getattr__(self, name: str) -> Any:
        """Be the store in everything else."""
        return getattr(self._store, name)

    def apply(self, ns: Namespace, changes: ChangeSet) -> None:
        """Let the other one go first."""
        if self._before:
            self._store.apply(ns, self._before.pop())
        self._store.apply(ns, changes)


def test_a_plan_on_an_older_state_is_made_anew(
    memory: Memory, open_memory: Opener, clock: FixedClock
) -> None:
    """Another process replaces the value between plan and commit: the newest words win, and both old ones are history."""
    say(memory, clock, "我住在绍兴")
    meanwhile: list[ChangeSet] = []
    other = open_memory()
    pipeline = other._parts.remember
    real = pipeline.parts.store

    class Recording(Interrupted):
        def apply(self, ns: Namespace, changes: ChangeSet) -> None:
            assert ns == other.namespace
            meanwhile.append(changes)

    object.__setattr__(
        pipeline.parts, "store", Recording(real, ChangeSet(actor="user", at=clock.now()))
    )
    say(other, clock, "我搬到宁波了")
    object.__setattr__(pipeline.parts, "store", real)
    mine = memory._parts.remember
    store = mine.parts.store
    object.__setattr__(mine.parts, "store", Interrupted(store, meanwhile[0]))
    say(memory, clock, "我搬到杭州了")
    assert current(memory) == ["我搬到杭州了"]
    now = memory.list()[0]
    assert [m.text for m in memory.history(now.id).earlier] == ["我搬到宁波了", "我住在绍兴"]


# Three ways to say one thing.

WAYS = {
    "zh": ("以后报告都用中文写", "故障报告我还是要中文的", "报告语言还是按中文来吧"),
    "en": (
        "From now on write reports in French",
        "Please keep the incident summaries in French",
        "Let us stay with French for reports",
    ),
}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_three_ways_to_say_one_preference_are_one_memory(
    open_memory: Opener, clock: FixedClock, language: str
) -> None:
    """A model that names the same key for each: one memory that rests on three turns."""
    value = {"zh": "中文", "en": "French"}[language]
    answers = [
        proposal(way, way, category="preference", attribute="report-language", object=value)
        for way in WAYS[language]
    ]
    memory = open_memory(extractor="llm", model=ScriptedModel(answers))
    for way in WAYS[language]:
        say(memory, clock, way)
        memory.flush()
    (held,) = memory.list()
    assert held.key == "preference/global/report-language"
    assert (held.evidence_count, held.reliability) == (3, pytest.approx(0.9))
    assert {span.quote for span in held.evidence} == set(WAYS[language])


@pytest.mark.parametrize(
    "ways",
    [
        ("以后都用中文写报告", "后面的故障总结麻烦保持中文", "报告语言还是按中文来吧"),
        *WAYS.values(),
    ],
)
def test_the_rules_put_what_they_catch_of_it_under_one_key(
    memory: Memory, clock: FixedClock, ways: tuple[str, ...]
) -> None:
    """At least one of the three, and never two memories."""
    caught = [o for o in say(memory, clock, *ways) if o.id is not None]
    assert caught
    (held,) = memory.list()
    assert {o.id for o in caught} == {held.id}
    assert held.evidence_count == len(caught)
