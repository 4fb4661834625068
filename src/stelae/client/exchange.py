"""One request until it is answered: what is sent again, after which pause, and what is told to the caller at once."""

from secrets import SystemRandom
from typing import Final, TypeVar, assert_never

from stelae.client.bodies import read
from stelae.client.refusals import refusal, retry_after_s, unanswered, unreadable
from stelae.client.steps import Failure, Pause, Reply, Request, Steps
from stelae.errors import ServerUnavailableError, StelaeError

T = TypeVar("T")
FIRST_PAUSE_S: Final = 0.25
"""Before the first repetition; each further pause is twice as long."""
LONGEST_PAUSE_S: Final = 30.0
"""A server that asks for more is not waited for: its answer goes to the caller, who knows what else there is to do."""
_GATEWAY_TIMEOUT: Final = 504
_CHANCE: Final = SystemRandom()


def exchange(request: Request, *, retries: int, asked: str, about: str = "") -> Steps[Reply]:
    """Send a request until it is answered; every repetition carries the same idempotency key, so that a write is done once.

    Sent again is what nobody received, what a server has put off, and, if it is repeatable, what broke off. What ran out of
    time is not: the server may be at it still, and the caller has waited long enough.

    Args:
        request: to send.
        retries: how often it may be sent again.
        asked: method and path template, for messages.
        about: the id that was asked for.

    Raises:
        StelaeError: the last answer, if it is none of success; `ServerUnavailableError` when there is none.
    """
    sent = 0
    while True:
        heard = yield request
        if isinstance(heard, Reply) and heard.success:
            return heard
        own = FIRST_PAUSE_S * 2**sent * _CHANCE.uniform(0.5, 1.0)
        if isinstance(heard, Reply):
            error = refusal(heard, asked=asked, about=about)
            known = request.repeatable or not isinstance(error, ServerUnavailableError)
            pause = _before_asking_again(heard, error, own) if known else None
        else:
            failure = heard or Failure("broken", "no reply")
            error = unanswered(failure)
            pause = own if _can_be_sent_again(request, failure) else None
        if pause is None or sent >= retries:
            raise error
        yield Pause(pause)
        sent += 1


def value_of(reply: Reply, shape: type[T], *, asked: str) -> T:
    """Return the value in an answer.

    Raises:
        ServerUnavailableError: there is none of that shape in it.
    """
    try:
        return read(reply.body, shape)
    except ValueError:
        raise unreadable(reply, asked=asked) from None


def _before_asking_again(reply: Reply, error: StelaeError, own: float) -> float | None:
    """Return the pause after a refusal: as long as the server says, else our own; None: it is not asked again."""
    if not error.retryable or reply.status == _GATEWAY_TIMEOUT:
        return None
    wanted = retry_after_s(reply)
    pause = own if wanted is None else wanted
    return pause if pause <= LONGEST_PAUSE_S else None


def _can_be_sent_again(request: Request, failure: Failure) -> bool:
    match failure.trouble:
        case "unreached":
            return True
        case "broken":
            return request.repeatable
        case "late":
            return False
        case _:
            assert_never(failure.trouble)
