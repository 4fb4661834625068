"""A model that may have to be loaded is given longer."""

from stelae.providers.models.patience import IDLE_S, Patience


def test_the_first_call_and_one_after_an_idle_while_are_cold() -> None:
    """In between the model is loaded."""
    now = [0.0]
    patience = Patience(10, 60, monotonic=lambda: now[0])
    assert patience.allowed_s == 60
    assert patience.allowed_s == 60, "nothing has come back yet"
    patience.answered()
    assert patience.allowed_s == 10
    now[0] += IDLE_S + 1
    assert patience.allowed_s == 60


def test_a_cold_start_is_never_given_less() -> None:
    """Nor is there one without a number of its own."""
    assert Patience(10, 2).allowed_s == 10
    assert Patience(10).allowed_s == 10
