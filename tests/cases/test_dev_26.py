"""DEV-26: a query about nothing still brings back the top five."""

from pathlib import Path

import pytest

from stelae.testing import FixedClock
from tests.cases.doors import DOORS, Door, open_door
from tests.cases.test_dev_17 import UNRELATED

CAT, BADMINTON, STAGING = "我家猫叫芝麻", "每周二晚上打羽毛球", "The staging cluster is in Osaka"
STORED = (CAT, BADMINTON, STAGING)
MISSES = ("你好", "渐近自由是谁提出的", "zxqv-unrelated-0091")
HITS = (("猫", CAT), ("where is staging", STAGING))


@pytest.fixture(autouse=True, params=["none", "auto"], ids=["keywords", "default embedders"])
def embedders(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Keywords alone, and what a default installation searches with."""
    monkeypatch.setenv("STELAE_EMBEDDER_PROFILE", request.param)
    return request.param


@pytest.fixture
def filled(door: Door) -> Door:
    """The three memories of the case."""
    for text in STORED:
        assert door.remember(text)["outcome"] == "accepted"
    return door


def scores(door: Door, query: str) -> dict[str, float]:
    """Return the score of every hit by its text, weak ones included; of memories only."""
    hits = door.recall(query, floor="none", include="memories", limit=100)["hits"]
    return {h["text"]: h["score"] for h in hits}


def threshold(door: Door, query: str) -> float:
    """Return the floor that a recall used, as its trace documents it."""
    floor = door.why_recalled(door.recall(query)["trace_id"])["floor"]
    assert isinstance(floor, float)
    return floor


@pytest.mark.parametrize("query", MISSES)
def test_dev_26_1_nothing_relevant_gives_no_block(filled: Door, query: str) -> None:
    """No block, no header, no hit."""
    block = filled.context(query)
    assert (block["text"], block["ids"], block["tokens"]) == ("", [], 0)
    assert filled.recall(query)["hits"] == []


@pytest.mark.parametrize(("query", "text"), HITS)
def test_dev_26_2_a_short_query_finds_its_memory_first(filled: Door, query: str, text: str) -> None:
    """One character is enough, and so are three small words."""
    assert filled.recall(query)["hits"][0]["text"] == text
    assert text in filled.context(query)["text"]


def test_dev_26_3_one_threshold_parts_hits_from_misses(filled: Door) -> None:
    """Alone in the store or beside fifty other rows: hits above, misses below, all scores in [0, 1]."""
    floor = threshold(filled, HITS[1][0])
    for memories, messages in (([], []), (UNRELATED[:5], UNRELATED[5:])):
        for text in memories:
            filled.remember(text)
        filled.observe([{"role": "user", "content": text} for text in messages], extract=False)
        for query, text in HITS:
            found = scores(filled, query)
            assert found[text] >= floor
            assert found[text] == max(found.values())
            assert threshold(filled, query) == floor
        for query in MISSES:
            assert [s for s in scores(filled, query).values() if s >= floor] == []
        every = [s for query in (*MISSES, "猫", "羽毛球") for s in scores(filled, query).values()]
        assert all(0 <= s <= 1 for s in every)


def test_dev_26_3_a_score_does_not_depend_on_the_pool(filled: Door) -> None:
    """The hit of one query stays what it was when unrelated memories come in: not 1.0 for whatever is best."""
    before = {query: scores(filled, query)[text] for query, text in HITS}
    for text in UNRELATED[:5]:
        filled.remember(text)
    for query, text in HITS:
        assert scores(filled, query)[text] == pytest.approx(before[query], abs=0.1)


def test_dev_26_3_both_doors_give_the_same_score(tmp_path: Path, clock: FixedClock) -> None:
    """Same store, same question, same number; higher is better."""
    library = open_door("library", tmp_path / "data", "user:lin", clock)
    for text in STORED:
        library.remember(text)
    library.recall("猫")
    library.close()
    found: list[dict[str, dict[str, float]]] = []
    for name in DOORS:
        door = open_door(name, tmp_path / "data", "user:lin", clock)
        found.append({query: scores(door, query) for query, _ in HITS})
        door.close()
    one, two = found
    for query, _ in HITS:
        assert set(one[query]) == set(two[query])
        for text, score in one[query].items():
            assert two[query][text] == pytest.approx(score, abs=0.02)


def test_dev_26_4_hidden_hits_are_counted(filled: Door) -> None:
    """What the floor hides is said in the response, and `floor none` shows it."""
    for query in (*MISSES, "猫在哪里", "羽毛球拍多少钱一副"):
        with_floor = filled.recall(query, limit=100)
        without = filled.recall(query, floor="none", limit=100)
        assert without["hidden"] == 0
        assert with_floor["hidden"] == len(without["hits"]) - len(with_floor["hits"])
    assert filled.recall("羽毛球 wxyz-0092 数据库迁移脚本的负责人", limit=100)["hidden"] > 0
