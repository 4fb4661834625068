"""The read path as a whole, over a real store: what is found, what is hidden, what is explained."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from typing_extensions import override

from stelae.errors import ModelUnavailableError
from stelae.recall.calibration import AUTO_FLOOR
from stelae.recall.ranking import Weights
from stelae.schemas.query import RecallQuery
from stelae.schemas.scope import Namespace
from stelae.testing import HashEmbedder
from tests.recall.rows import Desk

CAT, BADMINTON, STAGING = "我家猫叫芝麻", "每周二晚上打羽毛球", "The staging cluster is in Osaka"


@pytest.fixture
def desk() -> Desk:
    """Three memories in two languages."""
    desk = Desk()
    for text in (CAT, BADMINTON, STAGING):
        desk.know(text)
    return desk


@pytest.mark.parametrize(("query", "text"), [("猫", CAT), ("where is staging", STAGING)])
def test_short_queries_find_their_memory(desk: Desk, query: str, text: str) -> None:
    """One character is enough, and so is one word among stop words (DEV-26.2)."""
    assert desk.texts(query) == [text]


@pytest.mark.parametrize(
    "query",
    ["你好", "hello", "thanks a lot", "？", "的", "渐近自由是谁提出的", "zxqv-unrelated-0091"],
)
def test_nothing_relevant_is_an_answer(desk: Desk, query: str) -> None:
    """Greetings, punctuation and things never stored bring back nothing (DEV-26.1, DEV-17.2)."""
    assert desk.ask(query).hits == ()


def test_weak_hits_can_be_asked_for_and_stay_below_the_floor(desk: Desk) -> None:
    """Without a floor a poor match is listed with a score that says so (DEV-26.3)."""
    query = "猫粮放在哪个柜子里面"
    assert desk.ask(query).hits == ()
    (hit,) = desk.ask(query, floor=None).hits
    assert (hit.text, hit.score < AUTO_FLOOR) == (CAT, True)


def test_hidden_hits_are_counted(desk: Desk) -> None:
    """What the floor takes away is said (DEV-26.4)."""
    assert desk.ask("猫粮放在哪个柜子里面").hidden == 1
    assert desk.ask("猫").hidden == 0


def test_a_number_is_a_floor(desk: Desk) -> None:
    """A caller's own floor replaces the documented one."""
    assert desk.ask("猫", floor=1.0).hits == ()
    assert len(desk.ask("猫粮放在哪个柜子里面", floor=0.0).hits) == 1


def test_a_memory_takes_the_place_of_its_observation() -> None:
    """The same statement is not shown twice, and the gated one wins."""
    desk = Desk()
    said = desk.say("I live in Osaka now")
    known = desk.know("Lives in Osaka", evidence=said)
    assert [hit.id for hit in desk.ask("where do I live").hits] == [known]


def test_an_exchange_is_one_hit() -> None:
    """A user's message and the answer to it are one unit; the better matching half is shown."""
    desk = Desk()
    desk.say("Which tea should I buy?", session="s")
    answer = desk.say(
        "Try Longjing from Hangzhou, it is fresh in April", role="assistant", session="s"
    )
    desk.say("What about coffee?", session="s")
    desk.say("Beans from Yunnan are good", role="assistant", session="s")
    hits = desk.ask("Longjing from Hangzhou").hits
    assert [hit.id for hit in hits] == [answer]


def test_the_answer_is_found_next_to_its_question() -> None:
    """A turn without a common word is found because the turn before asked (retrieval.md, section 6)."""
    desk = Desk()
    desk.say("Where did you spend the holidays, Nora?", speaker="Tom", session="s")
    answer = desk.say("By the lake, it was lovely", speaker="Nora", session="s")
    desk.say("The server migration is done", speaker="Tom", session="t")
    desk.say("The holidays were expensive", speaker="Tom", session="t")
    hits = desk.ask("Where did Nora spend the holidays?", floor=None).hits
    assert {hit.id for hit in hits[:2]} == {"o1", answer}


def test_a_named_speaker_is_preferred() -> None:
    """Who said it counts when the question names somebody."""
    desk = Desk()
    desk.say("I adopted a grey kitten", speaker="Tom", session="a")
    hers = desk.say("I adopted a black kitten", speaker="Nora", session="b")
    result, trace = desk.trace("Which kitten did Nora adopt?")
    assert result.hits[0].id == hers
    assert trace.names == ("Nora",)


@pytest.mark.parametrize("query", ["3月13日有什么安排", "what is on 13 March?"])
def test_a_named_day_is_found_later(query: str) -> None:
    """The event of a day is found by that day, whenever one asks (DEV-16.5)."""
    desk = Desk()
    desk.know("下午三点看牙医", category="event", time=datetime(2026, 3, 13, 7, tzinfo=UTC))
    desk.know("去健身房", category="event", time=datetime(2026, 4, 20, 7, tzinfo=UTC))
    assert desk.texts(query, floor=None)[0] == "下午三点看牙医"


def test_superseded_rows_come_back_with_as_of_only() -> None:
    """What was true in the past is found when asked for the past (architecture section 4)."""
    desk = Desk()
    old, new = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 3, 1, tzinfo=UTC)
    desk.know("Lives in Turin", time=old, valid_to=new, status="superseded", retracted_at=None)
    desk.know("Lives in Osaka", time=new)
    assert desk.texts("lives where") == ["Lives in Osaka"]
    assert desk.texts("lives where", as_of=old + timedelta(days=5)) == ["Lives in Turin"]


def test_time_filters_are_hard() -> None:
    """`since` and `until` decide what may be seen at all."""
    desk = Desk()
    for month in (1, 2, 3):
        desk.know(f"Paid the rent, part {month}", time=datetime(2026, month, 10, tzinfo=UTC))
    found = desk.texts(
        "rent",
        since=datetime(2026, 2, 1, tzinfo=UTC),
        until=datetime(2026, 2, 28, tzinfo=UTC),
    )
    assert found == ["Paid the rent, part 2"]


def test_expired_rows_are_gone(desk: Desk) -> None:
    """What has expired is not read."""
    desk.know("The door code club meets at noon", expires_at=desk.clock.now() - timedelta(days=1))
    assert desk.texts("door code club") == []


def test_category_session_and_field_filters() -> None:
    """Every filter narrows before anything is scored."""
    desk = Desk()
    desk.know("Likes green tea", category="preference", attributes={"object": "green tea"})
    desk.know("Likes black tea", category="preference", attributes={"object": "black tea"})
    desk.know("Tea is on the shelf", category="fact")
    desk.say("I bought tea", session="s1")
    assert desk.texts("tea", category="fact") == ["Tea is on the shelf"]
    assert desk.texts("tea", session="s1") == ["I bought tea"]
    assert desk.texts("tea", where={"object": "black tea"}) == ["Likes black tea"]
    assert len(desk.texts("tea", include="memories")) == 3
    assert desk.texts("tea", include="observations") == ["I bought tea"]


def test_another_project_is_never_seen() -> None:
    """Untagged memories are visible everywhere, tagged ones in their project only (O42)."""
    desk = Desk()
    desk.know("Deploys go through make ship", project="stele")
    desk.know("Deploys need a review")
    desk.know("Deploys are on Fridays", project="other")
    desk.ns = Namespace(scope="user:lin", project="stele")
    assert sorted(desk.texts("deploys")) == [
        "Deploys go through make ship",
        "Deploys need a review",
    ]
    desk.ns = Namespace(scope="user:lin")
    assert desk.texts("deploys") == ["Deploys need a review"]


def test_scopes_are_merged_by_score_and_others_are_not_seen() -> None:
    """Every readable scope answers with its own statistics; what is not readable has no part."""
    desk = Desk()
    team, other = Namespace(scope="team:ops"), Namespace(scope="user:mei")
    desk.know("Backups run at two at night", ns=team)
    desk.know("Backups are boring")
    desk.know("Backups run at two at night, says Mei", ns=other)
    desk.ns = Namespace(scope="user:lin", reads=("team:ops",))
    hits = desk.ask("when do backups run at night").hits
    assert [hit.scope for hit in hits][:1] == ["team:ops"]
    assert {hit.scope for hit in hits} <= {"team:ops", "user:lin"}
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_lower_authority_ranks_behind_the_person() -> None:
    """A web page that says the same as the person comes second, unless the weighting is off."""
    desk = Desk()
    desk.know("The wifi is called attic", authority="web")
    desk.know("The wifi is called attic", authority="user", time=datetime(2026, 1, 1, tzinfo=UTC))
    hits = desk.ask("what is the wifi called").hits
    assert [hit.id for hit in hits] == ["k2", "k1"]
    desk.weights = Weights(authority=0.0, energy=0.0)
    assert [hit.id for hit in desk.ask("what is the wifi called").hits] == ["k1", "k2"]


def test_the_newer_of_two_values_comes_first() -> None:
    """A question about a current value prefers the later statement of two equally good ones."""
    desk = Desk()
    desk.say("My locker number is 12")
    desk.say("My locker number is 47")
    assert desk.texts("What is my locker number?")[0] == "My locker number is 47"


class _Broken(HashEmbedder):
    """An embedder whose server is down for questions."""

    @override
    def query(self, text: str) -> Any:
        """Fail."""
        raise ModelUnavailableError(f"down, {len(text)} characters not embedded")


def test_a_failing_leg_is_left_out_and_named() -> None:
    """Recall answers by keywords and says what was missing (fail open)."""
    desk = Desk(embedders=(_Broken(),))
    desk.know(CAT)
    desk.embed()
    result = desk.ask("猫")
    assert [hit.text for hit in result.hits] == [CAT]
    assert result.partial == ("vectors:hash",)


def test_rows_without_vectors_are_found_by_words() -> None:
    """A row written a moment ago waits for its vectors and is found all the same (DEV-17.4)."""
    desk = Desk(embedders=(HashEmbedder(),))
    desk.know(STAGING)
    desk.embed()
    desk.know(CAT)
    assert desk.texts("猫")[0] == CAT


def test_a_question_is_embedded_once() -> None:
    """The same question twice costs one embedding; `clear` forgets it."""
    embedder = HashEmbedder()
    desk = Desk(embedders=(embedder,))
    desk.know(CAT)
    desk.embed()
    recall, before = desk.recall(), embedder.calls
    for _ in range(2):
        recall.run(desk.ns, _query("猫叫什么"))
    assert embedder.calls == before + 1
    recall.clear()
    recall.run(desk.ns, _query("猫叫什么"))
    assert embedder.calls == before + 2


def test_the_trace_tells_every_legs_part() -> None:
    """`why_recalled` shows floor, best score, rank and the value of each leg and rule."""
    desk = Desk(embedders=(HashEmbedder(),))
    desk.know("I'm allergic to peanuts", category="constraint")
    desk.know(STAGING)
    desk.embed()
    result, trace = desk.trace("peanuts")
    assert trace.id == result.trace_id
    assert trace.floor == AUTO_FLOOR
    assert trace.best == max(hit.score for hit in trace.hits)
    legs = {leg.leg for leg in trace.hits[0].legs}
    assert {"coverage", "hash", "preference"} <= legs
    assert [hit.rank for hit in trace.hits] == list(range(1, len(trace.hits) + 1))


def test_an_empty_store_answers_nothing() -> None:
    """No rows, no hits, no error."""
    result = Desk(embedders=(HashEmbedder(),)).ask("anything at all")
    assert (result.hits, result.hidden, result.partial) == ((), 0, ())


def _query(text: str) -> RecallQuery:
    return RecallQuery(text=text)
