"""Who is told of pending items that pile up, from the settings."""

import shlex
from collections.abc import Mapping

from stelae.background.piling import Teller
from stelae.config import ServerSettings, environment_of_others
from stelae.errors import ConfigurationError


def tellers_of(settings: ServerSettings) -> Mapping[str, Teller]:
    """Return what tells, by the name of the note that is kept of it; empty: nobody is told.

    Raises:
        ConfigurationError: the command has an open quote, or the address is no http(s).
    """
    found: dict[str, Teller] = {}
    if settings.pending_command is not None:
        from stelae.providers.tellers import by_command

        found["command"] = by_command(_words(settings.pending_command), environment_of_others())
    if settings.pending_webhook is not None:
        from stelae.providers.tellers import by_webhook

        if not settings.pending_webhook.startswith(("http://", "https://")):
            raise ConfigurationError("Setting 'server.pending_webhook' is no http(s) address.")
        found["webhook"] = by_webhook(settings.pending_webhook)
    return found


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise ConfigurationError("Setting 'server.pending_command' cannot be read as a command.")
    return words
