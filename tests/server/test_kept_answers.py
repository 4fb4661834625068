"""Answers are kept by name for a day, within bounds, and never across a forgetting."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.server.kept_answers import KEPT_S, Answer, KeptAnswers, Name


class Timer:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Return them."""
        return self.now


def name(given_: str = "k1", tenant: str = "default", key: str = "a") -> Name:
    """The name of an answer."""
    return Name(tenant, key, "POST", "/v1/remember", given_)


def answer(body: bytes = "我对花生过敏".encode()) -> Answer:
    """An answer."""
    return Answer(201, ((b"content-type", b"application/json"),), body)


@pytest.fixture
def timer() -> Timer:
    """A timer at zero."""
    return Timer()


@pytest.fixture
def kept(timer: Timer) -> KeptAnswers:
    """Nothing yet."""
    return KeptAnswers(timer=timer)


def test_the_first_makes_it_and_the_next_ones_get_it(kept: KeptAnswers) -> None:
    """Meanwhile they are told that it is being made; another question under that name is told apart."""
    assert kept.begin(name(), b"m", forgettings=0) == "new"
    assert kept.begin(name(), b"m", forgettings=0) == "running"
    assert kept.begin(name(), b"x", forgettings=0) == "other"
    kept.keep(name(), answer(), forgettings=0)
    assert kept.begin(name(), b"m", forgettings=0) == answer()
    assert kept.begin(name(), b"x", forgettings=0) == "other"


@pytest.mark.parametrize("other", [name("k2"), name(tenant="acme"), name(key="b")])
def test_no_name_gets_anothers_answer(kept: KeptAnswers, other: Name) -> None:
    """Each tenant, key and token of its own."""
    kept.begin(name(), b"m", forgettings=0)
    kept.keep(name(), answer(), forgettings=0)
    assert kept.begin(other, b"m", forgettings=0) == "new"


def test_what_failed_is_made_anew(kept: KeptAnswers) -> None:
    """The turn goes back."""
    kept.begin(name(), b"m", forgettings=0)
    kept.drop(name())
    assert kept.begin(name(), b"m", forgettings=0) == "new"


def test_it_is_gone_after_a_day(kept: KeptAnswers, timer: Timer) -> None:
    """To the second."""
    kept.begin(name(), b"m", forgettings=0)
    kept.keep(name(), answer(), forgettings=0)
    timer.now = KEPT_S - 1
    assert kept.begin(name(), b"m", forgettings=0) == answer()
    timer.now = KEPT_S
    assert kept.begin(name(), b"m", forgettings=0) == "new"


def test_a_forgetting_of_the_tenant_takes_its_answers_and_nobody_elses(kept: KeptAnswers) -> None:
    """DEV-13: all of them, whoever asks first; a receipt stays."""
    for one in (name("k1"), name("k2"), name("receipt"), name(tenant="acme")):
        kept.begin(one, b"m", forgettings=0)
        kept.keep(one, answer(), forgettings=None if one.given == "receipt" else 0)
    assert kept.begin(name("k3"), b"m", forgettings=1) == "new"
    assert len(kept) == 3
    assert kept.begin(name("k1"), b"m", forgettings=1) == "new"
    assert kept.begin(name("receipt"), b"m", forgettings=1) == answer()
    assert kept.begin(name(tenant="acme"), b"m", forgettings=0) == answer()


def test_an_answer_that_was_being_made_during_a_forgetting_is_not_given_out(
    kept: KeptAnswers,
) -> None:
    """It was read before it."""
    kept.begin(name(), b"m", forgettings=0)
    kept.begin(name("k2"), b"m", forgettings=1)
    kept.keep(name(), answer(), forgettings=0)
    assert kept.begin(name(), b"m", forgettings=1) == "new"


def test_a_forgetting_in_this_process_takes_the_texts_at_once(kept: KeptAnswers) -> None:
    """Nobody has to ask before; what is being made is not kept either, while receipts and other tenants' answers stay."""
    for one in (name("k1"), name("receipt"), name(tenant="acme")):
        kept.begin(one, b"m", forgettings=0)
        kept.keep(one, answer(), forgettings=None if one.given == "receipt" else 0)
    kept.begin(name("being made"), b"m", forgettings=0)
    kept.begin(name("its receipt"), b"m", forgettings=0)
    kept.forgotten("default")
    assert len(kept) == 4
    kept.keep(name("being made"), answer(), forgettings=0)
    kept.keep(name("its receipt"), answer(), forgettings=None)
    assert len(kept) == 3
    for one in (name("receipt"), name("its receipt"), name(tenant="acme")):
        assert kept.begin(one, b"m", forgettings=0) == answer()
    assert kept.begin(name("k1"), b"m", forgettings=0) == "new"


def test_bounds_hold_and_the_oldest_goes_first() -> None:
    """By number and by bytes; what is larger than an eighth of the room is not kept."""
    kept = KeptAnswers(most=2, most_bytes=80)
    for given_ in ("k1", "k2", "k3"):
        kept.begin(name(given_), b"m", forgettings=0)
        kept.keep(name(given_), answer(b"x" * 10), forgettings=0)
    assert len(kept) == 2
    assert kept.begin(name("k1"), b"m", forgettings=0) == "new"
    kept.keep(name("k1"), answer(b"x" * 11), forgettings=0)
    assert kept.begin(name("k1"), b"m", forgettings=0) == "new"


def test_of_many_at_once_one_has_the_turn(kept: KeptAnswers) -> None:
    """Whatever threads do."""
    ready = Barrier(16)

    def ask(_: int) -> object:
        ready.wait()
        return kept.begin(name(), b"m", forgettings=0)

    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(ask, range(16)))
    assert (found.count("new"), found.count("running")) == (1, 15)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["k1", "k2", "k3"]),
            st.sampled_from(["default", "acme"]),
            st.integers(0, 3),
            st.booleans(),
        ),
        max_size=40,
    )
)
def test_no_answer_outlives_a_forgetting_of_its_tenant(
    steps: list[tuple[str, str, int, bool]],
) -> None:
    """Whatever the order: what is given out was made after the last forgetting that was counted."""
    kept = KeptAnswers(most=4, most_bytes=400)
    counted = {"default": 0, "acme": 0}
    for given_, tenant, more, kept_long in steps:
        counted[tenant] += more
        one = name(given_, tenant)
        found = kept.begin(one, b"m", forgettings=counted[tenant])
        if isinstance(found, Answer):
            assert found.body == str(counted[tenant]).encode()
        elif found == "new":
            kept.keep(one, answer(str(counted[tenant]).encode()), forgettings=counted[tenant])
        if not kept_long:
            kept.drop(one)
        assert len(kept) <= 4
