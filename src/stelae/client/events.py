"""Server-sent events, and the answer that comes in them. Bytes in, pieces out; it reads from nowhere."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from pydantic import BaseModel

from stelae.client.bodies import read
from stelae.client.refusals import broken_off, told_by
from stelae.errors import InvalidInputError, ServerUnavailableError
from stelae.schemas.answer import Answer

_ENDED: Final = "It was ended before it was whole; what it cites is not checked."


class Event(NamedTuple):
    """One event of a stream."""

    name: str
    data: str


class EventReader:
    """Cuts a stream of bytes into events. Lines end with LF or CRLF; JSON text may hold any other line break."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._rest = b""
        self._name, self._data = "", list[str]()

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """Return the events that are whole by now."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            yield from self._line(line.removesuffix(b"\r").decode("utf-8", "replace"))

    def _line(self, line: str) -> Iterator[Event]:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            self._name = value
        elif name == "data":
            self._data.append(value)
        elif not line and self._data:
            yield Event(self._name, "\n".join(self._data))
            self._name, self._data = "", []


class _Piece(BaseModel):
    text: str


class _Problem(BaseModel):
    error: str
    detail: str = ""


class ComingAnswer:
    """What has come of an answer so far."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._events = EventReader()
        self._told: list[str] = []
        self._answer: Answer | None = None

    def feed(self, chunk: bytes) -> Iterator[str]:
        """Return the pieces in these bytes.

        Raises:
            StelaeError: that the server names: it failed after its answer had begun.
            ServerUnavailableError: an event is none of an answer's.
        """
        for event in self._events.feed(chunk):
            try:
                yield from self._heard(event)
            except ValueError:
                raise ServerUnavailableError(
                    "The answer came in a form that is not known here."
                ) from None

    def _heard(self, event: Event) -> Iterator[str]:
        match event.name:
            case "piece":
                piece = read(event.data, _Piece).text
                self._told.append(piece)
                yield piece
            case "answer":
                self._answer = read(event.data, Answer)
            case "problem":
                problem = read(event.data, _Problem)
                raise told_by(problem.error, problem.detail)
            case _:
                pass  # a later server's

    def end(self) -> None:
        """Say that no more comes.

        Raises:
            ServerUnavailableError: the answer is not whole.
        """
        if self._answer is None:
            raise broken_off("The answer")

    def cut(self) -> None:
        """Say that nobody reads on: what has come is the answer."""
        if self._answer is None:
            text = "".join(self._told)
            status = "answered" if text else "failed"
            self._answer = Answer(
                text=text, status=status, detail=_ENDED, uncited=True, truncated=True
            )

    @property
    def answer(self) -> Answer:
        """The whole answer.

        Raises:
            InvalidInputError: there are pieces left; read them, or close the stream.
        """
        if self._answer is None:
            raise InvalidInputError("The answer is still coming: read its pieces, or close it.")
        return self._answer
