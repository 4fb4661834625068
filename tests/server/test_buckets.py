"""So much at once, so much a second, and no more memory than that of the names that are kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.server.buckets import Buckets


class Seconds:
    """Seconds that grow when told to."""

    def __init__(self) -> None:
        """Start at some time."""
        self.now = 1000.0

    def __call__(self) -> float:
        """Return them."""
        return self.now


def test_what_was_saved_up_can_be_spent_and_then_it_is_the_rate() -> None:
    """And the wait that is told is exactly the one there is; each name has its own."""
    timer = Seconds()
    buckets = Buckets(2.0, 3.0, timer=timer)
    assert [buckets.take("林") for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.take("mo") == 0
    timer.now += 0.5
    assert (buckets.wait_s("林"), buckets.take("林"), buckets.take("林")) == (0, 0, 0.5)
    timer.now += 60
    assert [buckets.take("林") for _ in range(4)][-1] == 0.5


def test_looking_takes_nothing() -> None:
    """Nor does being refused lengthen the wait."""
    timer = Seconds()
    buckets = Buckets(1.0, 1.0, timer=timer)
    assert [buckets.wait_s("a") for _ in range(3)] == [0] * 3
    assert [buckets.take("a") for _ in range(3)] == [0, 1, 1]


def test_the_least_used_names_go_first() -> None:
    """Ten thousand addresses hold no more memory than are kept."""
    buckets = Buckets(0.001, 1.0, most=3, timer=Seconds())
    for name in ("a", "b", "c"):
        buckets.take(name)
    buckets.take("d")
    assert len(buckets) == 3
    assert buckets.take("a") == 0
    assert buckets.take("d") > 0


@given(
    steps=st.lists(st.tuples(st.floats(0, 5), st.booleans()), max_size=60),
    per_s=st.floats(0.1, 50),
    burst=st.floats(1, 50),
)
def test_no_more_passes_than_burst_and_rate_allow(
    steps: list[tuple[float, bool]], per_s: float, burst: float
) -> None:
    """Over any time, however the requests come."""
    timer = Seconds()
    buckets = Buckets(per_s, burst, timer=timer)
    begun, passed = timer.now, 0
    for pause, asks in steps:
        timer.now += pause
        passed += asks and buckets.take("a") == 0
        assert passed <= burst + (timer.now - begun) * per_s + 1e-6


def test_a_bucket_holds_at_least_one() -> None:
    """Else a rate below one in ten seconds would let nothing pass at all."""
    assert Buckets(0.01, 0.1).take("a") == 0
    assert Buckets(0.01, 0.1).wait_s("a") == pytest.approx(0)
