"""Random lives of memories: whatever people, agents and tools say, edit, confirm and restore, nothing that holds is lost."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from typing_extensions import override

from stelae.config import Settings
from stelae.errors import InvalidInputError, MemoryNotFoundError
from stelae.memory import Memory
from stelae.schemas.authority import Authority
from stelae.schemas.categories.registry import BUILT_IN
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.policy import Policy
from stelae.testing import FixedClock

SENTENCES = (
    *("我住在绍兴", "我搬到杭州了", "我住在宁波", "I live in Leeds", "I moved to York"),
    *("我喜欢香菜", "我现在不喜欢香菜了", "I like cilantro", "I hate cilantro"),
    *("我每天早上喝美式咖啡", "我戒咖啡了，现在早上喝大麦茶"),
    *("The north lift is not in service on Mondays", "The north lift is in service on Mondays"),
    *(
        "北门的电梯周一不运行",
        "北门的电梯周一运行",
        "A 栋的物业费是每月 415 元",
        "A 栋的物业费是每月 435 元",
    ),
    *("我住在绍兴。我搬到杭州了。", "I live in Leeds. I moved to York."),
)
WHO: tuple[Authority, ...] = ("user", "user", "user_edit", "agent", "tool")
sentences, numbers = st.sampled_from(SENTENCES), st.integers(0, 255)
pauses = st.sampled_from([0, 1, 1, 1, 24])
"""Hours between two steps; without any, nobody can say what came later."""
T = TypeVar("T")
FREE = Policy(
    rows={"fact": BUILT_IN.get("fact").policy.model_copy(update={"confirm": "never"})},
)
"""Agents and tools write facts without being asked about, so that they get in the way of people."""


class Lives(RuleBasedStateMachine):
    """Two handles on one scope, one of them for a project."""

    def __init__(self) -> None:
        """Open nothing yet."""
        super().__init__()
        self.before: dict[str, MemoryRecord] = {}
        self.taken_back: set[str] = set()
        """What the last step has retracted on a person's word."""

    @initialize()
    def open(self) -> None:
        """Start with an empty store in memory."""
        self.clock, self.count = FixedClock(), 0
        settled = Settings().model_copy(update={"extractor": "rules"})
        self.plain = Memory.open(
            scope="user:lin",
            store="memory",
            embedder="none",
            settings=settled,
            policy=FREE,
            clock=self.clock,
        )
        project = self.plain.namespace.model_copy(update={"project": "atlas"})
        self.handles = (self.plain, Memory(self.plain._parts, project))

    @rule(text=sentences, who=numbers, hours=pauses, ago=st.sampled_from([0, 0, 0, 30, 400]))
    def say(self, text: str, who: int, hours: int, ago: int) -> None:
        """Somebody says something in a conversation, perhaps long ago and told only now."""
        message: dict[str, object] = {"role": "user", "content": text, "id": self._step(hours)}
        if ago:
            message["time"] = (self.clock.now() - timedelta(hours=ago)).isoformat()
        _one_of(self.handles, who).observe([message])

    @rule(text=sentences, who=numbers, by=st.sampled_from(WHO), hours=pauses)
    def remember(self, text: str, who: int, by: Authority, hours: int) -> None:
        """Somebody stores a statement."""
        _one_of(self.handles, who).remember(text, authority=by, id=self._step(hours))

    @rule(text=sentences, who=numbers, which=numbers, hours=pauses)
    def edit(self, text: str, who: int, which: int, hours: int) -> None:
        """A person rewords something that holds."""
        memory = _one_of(self.handles, who)
        self._step(hours)
        held = memory.list()
        if held:
            _tolerate(lambda: memory.edit(_one_of(held, which).id, text=text))

    @rule(who=numbers, which=numbers, version=st.none() | st.integers(1, 4), hours=pauses)
    def restore(self, who: int, which: int, version: int | None, hours: int) -> None:
        """A person takes something back, or makes it what it was."""
        memory = _one_of(self.handles, who)
        self._step(hours)
        held = memory.list(include_inactive=True)
        if not held:
            return
        id_ = _one_of(held, which).id
        _tolerate(lambda: memory.restore(id_, version=version))
        if memory.get(id_).status == "archived":
            self.taken_back.add(id_)

    @rule(who=numbers, which=numbers, yes=st.booleans(), hours=pauses)
    def decide(self, who: int, which: int, yes: bool, hours: int) -> None:
        """A person answers a question."""
        memory = _one_of(self.handles, who)
        self._step(hours)
        items = memory.pending()
        if items and yes:
            _tolerate(lambda: memory.confirm(_one_of(items, which).id))
        elif items:
            memory.reject(_one_of(items, which).id)

    @invariant()
    def one_current_memory_has_a_key(self) -> None:
        """In each project."""
        keys = [(r.key, r.project) for r in self._all().values() if r.status == "active"]
        assert len(keys) == len(set(keys))

    @invariant()
    def chains_end(self) -> None:
        """What holds gave way to nobody; what was superseded has an end and a successor, and no chain is a circle."""
        records = self._all()
        for held in records.values():
            assert (held.superseded_by is None) == (held.status != "superseded")
            assert held.status != "superseded" or held.valid_to is not None
            _end_of(held, records)

    @invariant()
    def nothing_that_held_is_lost(self) -> None:
        """What no longer holds was taken back by a person, or gave way to something that holds."""
        now = self._all()
        for id_, was in self.before.items():
            if was.status != "active" or now[id_].status == "active":
                continue
            replaced = _end_of(now[id_], now).status == "active"
            assert replaced or id_ in self.taken_back, (was.text, now[id_].status)
        self.before, self.taken_back = now, set()

    @invariant()
    def every_life_can_be_told(self) -> None:
        """Versions without a gap, and a chain that only has what gave way."""
        for id_, held in self._all().items():
            found = self.handles[1].history(id_)
            assert [s.version for s in found.steps] == list(range(1, held.version + 1))
            assert all(m.superseded_by is not None for m in found.earlier)

    @override
    def teardown(self) -> None:
        """Close the store."""
        if self.before or hasattr(self, "plain"):
            self.plain.close()

    def _step(self, hours: int) -> str:
        self.clock.advance(hours=hours)
        self.count += 1
        return f"m{self.count}"

    def _all(self) -> dict[str, MemoryRecord]:
        if not hasattr(self, "handles"):
            return {}
        return {r.id: r for r in self.handles[1].list(include_inactive=True, limit=1_000)}


PLACES = ("绍兴", "杭州", "Leeds", "York", "宁波", "Turin", "成都", "Osaka")


@given(
    told=st.lists(st.integers(0, 60), min_size=1, max_size=8, unique=True),
    same_call=st.booleans(),
)
@settings(deadline=None, max_examples=60)
def test_what_was_true_when_does_not_depend_on_the_order_of_telling(
    told: list[int], same_call: bool
) -> None:
    """Moves told in any order: at any time in the world the last one before it holds, and that one alone."""
    clock = FixedClock("2026-05-01T09:00:00+00:00")
    start = clock.now() - timedelta(days=100)
    moves = dict(zip(told, PLACES, strict=False))
    messages = [
        {
            "role": "user",
            "content": f"我住在{place}" if place > "a" else f"I live in {place}",
            "id": place,
            "time": (start + timedelta(days=day)).isoformat(),
        }
        for day, place in moves.items()
    ]
    settled = Settings().model_copy(update={"extractor": "rules"})
    with Memory.open(
        scope="user:lin", store="memory", embedder="none", settings=settled, clock=clock
    ) as memory:
        for batch in [messages] if same_call else [[one] for one in messages]:
            clock.advance(hours=1)
            memory.observe(batch)
        records = memory.list(include_inactive=True)
        assert len(records) == len(moves)
        for day in range(62):
            at = start + timedelta(days=day, hours=12)
            expected = [moves[max(d for d in moves if d <= day)]] if min(moves) <= day else []
            held = [r for r in records if r.valid_from <= at and (r.valid_to or at) >= at]
            assert [r.attributes["object"] for r in held] == expected
        asked = " ".join(PLACES)
        for day in {0, told[0], 61}:
            at = start + timedelta(days=day, hours=12)
            found = memory.recall(asked, include="memories", floor="none", as_of=at).hits
            expected = [moves[max(d for d in moves if d <= day)]] if min(moves) <= day else []
            assert [hit.attributes["object"] for hit in found] == expected
        last = memory.list()[0]
        assert last.attributes["object"] == moves[max(moves)]
        chain = [m.attributes["object"] for m in memory.history(last.id).earlier]
        assert chain == [moves[d] for d in sorted(moves, reverse=True)][1:]


def _one_of(things: Sequence[T], number: int) -> T:
    return things[number % len(things)]


def _tolerate(step: Callable[[], object]) -> None:
    """A person may ask for what cannot be; then nothing happens."""
    try:
        step()
    except (InvalidInputError, MemoryNotFoundError):
        return


def _end_of(held: MemoryRecord, records: dict[str, MemoryRecord]) -> MemoryRecord:
    seen: set[str] = set()
    while held.superseded_by is not None:
        assert held.id not in seen, "a circle"
        seen.add(held.id)
        held = records[held.superseded_by]
    return held


Lives.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.filter_too_much),
    phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink),
)
TestLives = Lives.TestCase
