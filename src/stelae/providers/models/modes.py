"""How an answer is held to a schema, and which way works with a model.

Three modes, best first: `json_schema`, the server decodes by the schema; `tool`, the model has to call a function with these
arguments; `prompt`, the form is described and nothing is enforced. Servers claim more than they do, so a probe at first use
finds the mode: a question that nobody answers with the one object the schema allows, unless the schema is applied. What was
found holds for the process. The reply is validated by the caller in every mode; how a mode is said on the wire is
each provider's own business.
"""

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, Protocol, TypeAlias

from stelae.errors import ModelUnavailableError
from stelae.ports import ChatMessage, Completion, LanguageModel
from stelae.providers.models.shown_form import with_form, without_form

Mode: TypeAlias = Literal["json_schema", "tool", "prompt"]
Key: TypeAlias = tuple[str, str, str]
"""Provider, host and model."""
MODES: Final[tuple[Mode, ...]] = ("json_schema", "tool", "prompt")
PROBE_SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"glyph": {"type": "string", "enum": ["stele"]}},
    "required": ["glyph"],
    "additionalProperties": False,
}
_PROBE: Final = (ChatMessage("user", "Say hello."),)
_PROBE_TOKENS: Final = 256
"""Enough for a model that thinks a little first."""


class ModeRefusedError(ModelUnavailableError):
    """The server does not take a request in this mode; another mode may work."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a provider puts on its wire: with `schema`, in `mode`; without one, plain chat."""

    messages: tuple[ChatMessage, ...]
    schema: Mapping[str, Any] | None = None
    mode: Mode = "prompt"
    max_tokens: int | None = None


class ModedModel(LanguageModel, Protocol):
    """What every provider here gives: a model that says how it is held to a form, and lets go of what it holds."""

    def mode(self) -> Mode:
        """Return the mode; the first call may ask the model.

        Raises:
            ModelError: it failed.
        """
        ...

    def close(self) -> None:
        """Close connections, free memory."""
        ...


_found: dict[Key, Mode] = {}
_lock = threading.Lock()


def forget(host: str) -> None:
    """Forget what was found for a host, whatever path follows it, so that it is probed again."""
    with _lock:
        for key in [key for key in _found if key[1].startswith(host)]:
            del _found[key]


class Modes:
    """Sends requests in the mode that works with one model. Thread-safe; two first calls may both probe."""

    def __init__(
        self,
        key: Key,
        send: Callable[[Request], Completion],
        *,
        setting: Mode | Literal["auto"] = "auto",
    ) -> None:
        """Send nothing yet.

        Args:
            key: whose mode is remembered.
            send: puts a request on the wire; raises `ModeRefusedError` where the server does not take its mode.
            setting: a mode to keep to whatever happens, or `auto`.
        """
        self._key, self._send = key, send
        self._setting: Mode | Literal["auto"] = setting

    def complete(
        self,
        messages: Sequence[ChatMessage],
        schema: Mapping[str, Any] | None,
        max_tokens: int | None,
        *,
        context_tokens: int,
    ) -> Completion:
        """Answer as `ports.LanguageModel.complete` promises.

        A server that took the probe and refuses this schema is asked in the next mode, and from then on in what worked.
        """
        plain = Request(tuple(messages), max_tokens=max_tokens)
        if schema is None:
            return self._send(plain)
        first = self.mode()
        for mode in self._from(first):
            request = replace(plain, schema=schema, mode=mode)
            try:
                reply = self._ask(request, context_tokens)
            except ModeRefusedError:
                if mode == "prompt" or self._setting != "auto":
                    raise
                continue
            if mode != first:
                self._remember(mode)
            return reply
        raise AssertionError("unreachable")

    def mode(self) -> Mode:
        """Return the mode, probing when nothing is known yet.

        Raises:
            ModelError: the server failed; nothing is remembered.
        """
        if self._setting != "auto":
            return self._setting
        with _lock:
            known = _found.get(self._key)
        return self._probed() if known is None else known

    def _from(self, first: Mode) -> tuple[Mode, ...]:
        return (first,) if self._setting != "auto" else MODES[MODES.index(first) :]

    def _ask(self, request: Request, context_tokens: int) -> Completion:
        if request.mode != "prompt" or request.schema is None:
            return self._send(request)
        shown = with_form(request.messages, request.schema, context_tokens=context_tokens)
        reply = self._send(replace(request, messages=shown))
        return replace(reply, text=without_form(reply.text, request.schema))

    def _probed(self) -> Mode:
        for mode in MODES[:-1]:
            probe = Request(_PROBE, PROBE_SCHEMA, mode, _PROBE_TOKENS)
            try:
                reply = self._send(probe)
            except ModeRefusedError:
                continue
            # Nothing but thoughts until the room was full tells nothing: the best mode is assumed, replies are validated.
            if _holds(reply.text) or (reply.truncated and not reply.text.strip()):
                return self._remember(mode)
        return self._remember("prompt")

    def _remember(self, mode: Mode) -> Mode:
        with _lock:
            _found[self._key] = mode
        return mode


def _holds(text: str) -> bool:
    """Is it the one object that the probe's schema allows, with nothing around it?"""
    try:
        return json.loads(text) == {"glyph": "stele"}
    except (ValueError, RecursionError):
        return False
