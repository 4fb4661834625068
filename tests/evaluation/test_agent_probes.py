"""`evals/agents`: its data are the frozen ones and hold what they promise, and its counting says what happened."""

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest

from evals.agents.counting import Candidate, judge, share
from evals.agents.data import (
    USER,
    Dialogue,
    Probe,
    Split,
    Wish,
    dialogues,
    probes,
    store_lines,
)
from evals.agents.dialogues import Kept, Outcome, figures, polarity_of
from evals.agents.readers import by_model, careful, careless, reversing
from evals.agents.rounds import echo
from stelae.schemas.auto_recall import Fate
from stelae.testing import ScriptedModel

FOLDER = Path(__file__).parents[2] / "evals/agents"
HALVES: tuple[Split, Split] = ("dev", "held")
ASKED = Probe("p", "en", "ask", "shop", "Which size?", ("size",))
ALL = (careful, careless, reversing)
NOTHING = Probe("n", "zh", "chat", "shop", "早上好", ())


def test_the_data_are_the_hashed_ones() -> None:
    """Figures of two days are of the same store, probes and dialogues."""
    for line in (FOLDER / "data.sha256").read_text(encoding="utf-8").splitlines():
        digest, name = line.split()
        assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == digest, name


def test_every_line_of_the_store_has_an_id_of_its_own() -> None:
    """What a probe names is one memory."""
    ids = Counter(line.id for line in store_lines())
    assert len(ids) >= 240
    assert set(ids.values()) == {1}


def test_both_languages_have_their_half_of_the_store() -> None:
    """Neither language is the stranger."""
    langs = Counter(line.lang for line in store_lines())
    assert abs(langs["zh"] - langs["en"]) <= len(store_lines()) / 20


@pytest.mark.parametrize("half", HALVES)
def test_a_half_has_as_many_probes_of_every_sort(half: Split) -> None:
    """120 positive and 120 negative in all, half of them Chinese, in two halves alike."""
    sorts = Counter((probe.lang, probe.positive) for probe in probes(half))
    assert sorts == dict.fromkeys(
        [(lang, yes) for lang in ("zh", "en") for yes in (True, False)], 30
    )


def test_the_halves_are_of_the_same_kinds_and_share_no_right_memory() -> None:
    """What tuning on one half could learn by heart helps nothing on the other."""
    dev, held = (probes(half) for half in HALVES)
    assert Counter((p.lang, p.kind) for p in dev) == Counter((p.lang, p.kind) for p in held)
    assert not {one for p in dev for one in p.any_of} & {one for p in held for one in p.any_of}
    different = len({p.text for p in (*dev, *held)})
    assert different == 240


def test_every_right_memory_can_be_read_by_the_agent_that_is_asked() -> None:
    """A positive that no recall could pass would be a mistake in the file."""
    lines = {line.id: line for line in store_lines()}
    for half in HALVES:
        for probe in probes(half):
            places = {lines[one].scope for one in probe.any_of}
            assert places <= {USER, *probe.reads}, probe.id


def test_the_dialogues_are_sixty_in_two_halves_alike() -> None:
    """30 Chinese, 30 English; every kind in both halves."""
    dev, held = (dialogues(half) for half in HALVES)
    assert Counter((d.lang, d.kind) for d in dev) == Counter((d.lang, d.kind) for d in held)
    assert Counter(d.lang for d in (*dev, *held)) == {"zh": 30, "en": 30}


def test_a_positive_passes_by_any_of_its_memories() -> None:
    """Pinned or not, one of them is enough."""
    assert judge(ASKED, ["ban", "size"], [], pinned={"ban"}, tokens=9).right
    assert judge(ASKED, ["size"], [], pinned={"size"}, tokens=9).right


def test_a_negative_passes_with_nothing_but_the_pinned_tier() -> None:
    """What is always shown is no answer to small talk; anything else is one too many."""
    assert judge(NOTHING, ["ban"], [], pinned={"ban"}, tokens=9).right
    wrong = judge(NOTHING, ["ban", "size"], [], pinned={"ban"}, tokens=9)
    assert not wrong.right
    assert [one.name for one in wrong.shown] == ["size"]


@pytest.mark.parametrize(
    ("fate", "cause"),
    [("below_floor", "floor"), ("off_intent", "floor"), ("no_place", "rank"), ("over_cap", "cap")],
)
def test_a_missing_memory_says_what_kept_it_out(fate: Fate, cause: str) -> None:
    """Floor, rank and cap are mended in different places."""
    row = Candidate("size", 3, 0.2, fate)
    verdict = judge(ASKED, [], [row], pinned=(), tokens=0)
    assert (verdict.failure, verdict.nearest) == (cause, row)


def test_what_was_not_looked_at_ranked_too_low() -> None:
    """There is no score to tell then."""
    verdict = judge(ASKED, [], [], pinned=(), tokens=0)
    assert (verdict.failure, verdict.nearest) == ("rank", None)


def test_a_share_of_nothing_is_a_dash() -> None:
    """No figure where nothing was counted."""
    assert str(share([])) == "-"
    assert str(share([True, False])).startswith("0.500 [")


def talk(*keep: Wish, never: tuple[str, ...] = ()) -> Dialogue:
    """One dialogue with what is to be kept of it."""
    return Dialogue("d", "dev", "zh", "mixed", ("…",), keep, never)


def test_a_ban_stored_as_a_like_is_a_mislabel() -> None:
    """P14: the worst way to remember a dislike."""
    wish = Wish(("羊毛", "wool"), "dislike")
    wrong = Outcome(talk(wish), (Kept("我穿羊毛", "like"),), 0)
    right = Outcome(talk(wish), (Kept("I never wear Wool", "dislike"),), 0)
    counted = figures([wrong, right])
    assert counted["trigger"].count == 2
    assert (counted["polarity mislabels"].count, counted["polarity mislabels"].of) == (1, 2)


def test_a_one_off_that_was_kept_is_an_over_trigger() -> None:
    """So is anything that was kept of talk without a lasting word."""
    passing = talk(Wish(("棉",), "like"), never=("亮片",))
    assert Outcome(passing, (Kept("这次要亮片的", "like"),), 0).over
    assert not Outcome(passing, (Kept("只买纯棉的", "like"),), 0).over
    assert Outcome(talk(), (Kept("喜欢红色", "like"),), 0).over
    assert not Outcome(talk(), (), 1).over


def test_what_somebody_must_not_have_counts_as_disliked() -> None:
    """A constraint has no polarity of its own."""
    assert polarity_of("constraint", {"type": "allergy"}) == "dislike"
    assert polarity_of("constraint", {"type": "must"}) == "like"
    assert polarity_of("preference", {"polarity": "dislike"}) == "dislike"


def test_scripted_models_call_with_one_fault_each() -> None:
    """What stands behind the tool is measured one mistake at a time."""
    both = talk(Wish(("棉", "cotton"), "like"), never=("亮片",))
    said = ["我只买棉的，这次亮片的也行"]
    right = ("棉", "like")
    calls = {r: [(c["object"], c["polarity"]) for c in r(both, said)] for r in ALL}
    assert calls == {
        careful: [right],
        careless: [right, ("亮片", "like")],
        reversing: [("棉", "dislike")],
    }
    assert careful(both, [*said, "好的"]) == []


def test_a_real_model_is_asked_for_calls_and_nonsense_is_none() -> None:
    """A model that cannot call tools has a trigger rate of zero, not an error."""
    call = careful(talk(Wish(("棉",), "like")), ["只穿棉的"])[0]
    model = ScriptedModel([json.dumps({"calls": [call]}, ensure_ascii=False), "?", "?"])
    read = by_model(model)
    assert [one["object"] for one in read(talk(), ["只穿棉的"])] == ["棉"]
    assert read(talk(), ["只穿棉的"]) == []


def test_the_echo_says_a_memory_in_the_second_person() -> None:
    """As assistants repeat what they were told."""
    assert echo(["我住在杭州"], "zh") == "正如您之前告诉我的，您住在杭州"
    assert echo(["My shoe size is EU 43"], "en") == "As you told me, your shoe size is EU 43"


def test_the_files_have_one_object_a_line() -> None:
    """So that a change is one line of a diff."""
    for path in FOLDER.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert isinstance(json.loads(line), dict), path.name
