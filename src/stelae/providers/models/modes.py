"""How an answer is held to a schema, and which way works with a model.

Three modes, best first: `json_schema`, the server decodes by the schema; `tool`, the model has to call a function with these
arguments; `prompt`, the form is described and nothing is enforced. Servers claim more than they do, so a probe at first use
finds the mode: a question that nobody answers with the one object the schema allows, unless the schema is applied. What was
found holds for the process; that a mode is refused counts only once a later one has worked, since a server that fails at
everything refuses nothing in particular. The reply is validated by the caller in every mode; how a mode is said on the wire
is each provider's own business.
"""

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from stelae.errors import ModelUnavailableError
from stelae.ports import ChatMessage, Completion
from stelae.providers.models.room import room_for_answer
from stelae.providers.models.shown_form import with_form, without_form
from stelae.text.estimate import estimate_tokens

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


_found: dict[Key, Mode] = {}
_lock = threading.Lock()


def forget(host: str) -> None:
    """Forget what was found for a host, whatever path follows it, so that it is probed again."""
    with _lock:
        for key in [key for key in _found if key[1].startswith(host)]:
            del _found[key]


class ModedModel(ABC):
    """`ports.LanguageModel` as every provider here is one: held to a form in the mode that works with it.

    Thread-safe; two first calls may both probe.
    """

    def __init__(
        self,
        key: Key,
        *,
        local: bool,
        context_tokens: int,
        mode: Mode | Literal["auto"],
    ) -> None:
        """Send nothing yet.

        Args:
            key: whose mode is remembered; its last part is the model's name.
            local: nothing that is sent leaves this machine.
            context_tokens: room for prompt and answer.
            mode: one to keep to whatever happens, or `auto`.
        """
        self._key, self._local, self._context = key, local, context_tokens
        self._setting: Mode | Literal["auto"] = mode

    @property
    def name(self) -> str:
        """The model's name."""
        return self._key[-1]

    @property
    def local(self) -> bool:
        """Does what is sent stay on this machine?"""
        return self._local

    @property
    def context_tokens(self) -> int:
        """As constructed."""
        return self._context

    def count_tokens(self, text: str) -> int:
        """A high estimate: there is no way to count that all of them have."""
        return estimate_tokens(text)

    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> Completion:
        """See `ports.LanguageModel.complete`. What a reply keeps apart as thinking is left aside.

        A server that took the probe and refuses this schema is asked in the next mode, and from then on in what worked.
        """
        plain = Request(tuple(messages), max_tokens=max_tokens)
        if schema is None:
            return self._send(plain)
        for mode in self._from(self.mode()):
            request = replace(plain, schema=schema, mode=mode)
            try:
                reply = self._ask(request)
            except ModeRefusedError:
                if mode == "prompt" or self._setting != "auto":
                    raise
                continue
            return self._worked(mode, reply)
        raise AssertionError("unreachable")

    @abstractmethod
    def stream(self, messages: Sequence[ChatMessage]) -> Iterator[str]:
        """See `ports.LanguageModel.stream`. What the model thinks is left aside."""

    @abstractmethod
    def close(self) -> None:
        """Close connections, free memory."""

    @abstractmethod
    def _send(self, request: Request) -> Completion:
        """Put a request on the wire; raises `ModeRefusedError` where the server does not take its mode."""

    def _room(self, request: Request) -> int:
        """Return the bound of its answer in tokens; raises `TooLargeError` where there is no room."""
        return room_for_answer(
            request.messages,
            count=self.count_tokens,
            context=self._context,
            most=request.max_tokens,
        )

    def mode(self) -> Mode:
        """Return how an answer is held to a schema; the first call may ask the model.

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

    def _ask(self, request: Request) -> Completion:
        if request.mode != "prompt" or request.schema is None:
            return self._send(request)
        shown = with_form(request.messages, request.schema, context_tokens=self._context)
        reply = self._send(replace(request, messages=shown))
        return replace(reply, text=without_form(reply.text, request.schema))

    def _probed(self) -> Mode:
        """Ask; where every held form is refused, a plain question tells whether the server works at all."""
        answered = False
        for mode in MODES[:-1]:
            probe = Request(_PROBE, PROBE_SCHEMA, mode, _PROBE_TOKENS)
            try:
                reply = self._send(probe)
            except ModeRefusedError:
                continue
            # Nothing but thoughts until the room was full tells nothing: the best mode is assumed, replies are validated.
            if _holds(reply.text) or (reply.truncated and not reply.text.strip()):
                return self._remember(mode)
            answered = True
        if not answered:
            self._send(Request(_PROBE, max_tokens=_PROBE_TOKENS))
        return self._remember("prompt")

    def _worked(self, mode: Mode, reply: Completion) -> Completion:
        """Remember the mode of a reply, unless the settings name it."""
        if self._setting == "auto":
            self._remember(mode)
        return reply

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
