"""Telling somebody outside of pending items: a command that reads JSON from stdin, an address that it is posted to.

Neither raises: what went wrong is returned as a code. What a command prints is dropped, and an answer is not read.
"""

import subprocess
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import httpx

from stelae.schemas.piling import Pile

COMMAND_S: Final = 30.0
WEBHOOK_S: Final = 10.0


def by_command(
    words: Sequence[str], environment: Mapping[str, str]
) -> Callable[[Pile], str | None]:
    """Return what runs a command, without a shell, and waits at most 30 seconds for its end.

    Args:
        words: the program and its arguments.
        environment: all that it sees of ours.
    """

    def tell(pile: Pile) -> str | None:
        try:
            done = subprocess.run(  # noqa: S603 - the operator's own words, split and no shell
                words,
                input=pile.model_dump_json().encode(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment,
                timeout=COMMAND_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "timeout"
        except OSError as error:
            return type(error).__name__
        return None if done.returncode == 0 else f"exit_{done.returncode}"

    return tell


def by_webhook(url: str) -> Callable[[Pile], str | None]:
    """Return what posts to an address, for at most ten seconds; anything but 2xx, a redirect among it, is a failure."""

    def tell(pile: Pile) -> str | None:
        try:
            with httpx.stream(
                "POST",
                url,
                content=pile.model_dump_json(),
                headers={"Content-Type": "application/json"},
                timeout=WEBHOOK_S,
                follow_redirects=False,
            ) as answer:
                return None if answer.is_success else f"status_{answer.status_code}"
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            return type(error).__name__

    return tell
