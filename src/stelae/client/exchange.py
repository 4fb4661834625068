"""One request until it is answered: what is sent again, after which pause, and what is told to the caller at once."""

from secrets import SystemRandom
from typing import Final, TypeVar

from stelae.client.bodies import read
from stelae.client.refusals import refusal, retry_after_s, unanswered, unreadable
from stelae.client.steps import Failure, Pause, Reply, Request, Steps
from stelae.errors import StelaeError

T = TypeVar("T")
FIRST_PAUSE_S: Final = 0.25
"""Before the first repetition; each further pause is twice as long."""
LONGEST_PAUSE_S: Final = 30.0
"""A server that asks for more is not waited for: its answer goes to the caller, who knows what else there is to do."""
_GATEWAY_TIMEOUT: Final = 504
_chance = SystemRandom()


def exchange(request: Request, *, retries: int, asked: str, about: str = "") -> Steps[Reply]:
    """Send a request until it is answered; every repetition carries the same idempotency key, so that a write is done once.

    Sent again is what nobody received, what broke off, and what was answered with "not now". What ran out of time is not:
    the server may be at it still, and the caller has waited long enough.

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
        error, pause = _judged(heard, sent, asked, about)
        if pause is None or sent == retries:
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


def _judged(
    heard: Reply | Failure | None, sent: int, asked: str, about: str
) -> tuple[StelaeError, float | None]:
    """Return what went wrong, and after which pause to try again; None: it is not tried again."""
    own = FIRST_PAUSE_S * 2**sent * _chance.uniform(0.5, 1.0)
    if isinstance(heard, Reply):
        error = refusal(heard, asked=asked, about=about)
        wanted = retry_after_s(heard)
        pause = own if wanted is None else wanted
        again = error.retryable and heard.status != _GATEWAY_TIMEOUT and pause <= LONGEST_PAUSE_S
        return error, pause if again else None
    failure = heard or Failure("broken", "no reply")
    return unanswered(failure), None if failure.trouble == "late" else own
