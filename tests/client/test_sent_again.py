"""A write whose answer is lost is sent again and done once, before a real server."""

from typing import Any

import pytest

from stelae import errors
from tests.client.conftest import Connect, Served
from tests.client.served import losing_answers


def test_a_write_whose_answer_is_lost_is_done_once(connect: Connect, served: Served) -> None:
    """The repetition gets the first answer: `accepted`, not `duplicate`."""
    with losing_answers(served.url, first=2) as url:
        client = connect(url, key=served.key())
        outcome = client.remember("我对花生过敏")
    assert outcome.outcome == "accepted"
    (kept,) = served.memory.list()
    assert (kept.id, kept.version) == (outcome.id, 1)
    assert served.memory.stats()["observations"] == 1


def test_messages_whose_answer_is_lost_are_logged_once(connect: Connect, served: Served) -> None:
    """Also those that have no id of their own."""
    with losing_answers(served.url, first=1) as url:
        seen = connect(url, key=served.key()).observe(["I live in Osaka", "我住在绍兴"])
    assert served.memory.stats()["observations"] == 2
    assert {one.outcome for one in seen.outcomes} == {"accepted"}


def test_the_same_call_again_is_a_call_of_its_own(lin: Any) -> None:
    """Two calls that say the same are not one: the second is told that it is known."""
    first, second = lin.remember("Lin drinks tea"), lin.remember("Lin drinks tea")
    assert (first.outcome, second.outcome) == ("accepted", "duplicate")


def test_an_edit_whose_answer_is_lost_is_not_made_again(connect: Connect, served: Served) -> None:
    """It has no key: the caller is told, and looks."""
    kept = served.memory.remember("Deploys go through make ship")
    with losing_answers(served.url, first=1) as url:
        client = connect(url, key=served.key())
        with pytest.raises(errors.ServerUnavailableError):
            client.edit(kept.id, text="Deploys go through make deploy")
        assert client.get(kept.id).version == 2


def test_a_forgetting_whose_answer_is_lost_has_one_receipt(
    connect: Connect, served: Served
) -> None:
    """The repetition gets that receipt."""
    kept = served.memory.remember("Lin's phone is 138 0013 8000")
    assert kept.id is not None
    preview = served.memory.forget(kept.id)
    with losing_answers(served.url, first=1) as url:
        receipt = connect(url, key=served.key()).forget(preview)
    assert served.memory.forgotten() == (receipt,)
