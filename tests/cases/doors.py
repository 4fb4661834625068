"""Doors to one memory, so that every assertion is written once and holds for the library, the command line and HTTP.

Both return what programs get: the JSON shapes. What a door refuses is raised as `RefusedError` with the error's type name,
which both doors share; a rejected or empty input that the door answers with a result stays a result.
"""

import io
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

from typing_extensions import override

from stelae.cli.main import run
from stelae.config import Settings, load
from stelae.errors import StelaeError
from stelae.memory import Memory
from stelae.testing import FixedClock

Json: TypeAlias = dict[str, Any]
DoorName: TypeAlias = Literal["library", "cli", "http"]
DOORS: tuple[DoorName, ...] = ("library", "cli")
OVER_THE_WIRE = frozenset(
    f"test_dev_{number}" for number in ("02", "06", "12", "13", "14", "20", "26")
)
"""Cases that hold over HTTP, too."""


class RefusedError(Exception):
    """A door answered with an error.

    Attributes:
        kind: type name of the error, the same at both doors.
        message: what the caller was told.
        code: exit code of the command or status of the answer; None for the library.
    """

    def __init__(self, kind: str, message: str, code: int | None = None) -> None:
        """Keep what was told."""
        super().__init__(f"{kind}: {message}")
        self.kind, self.message, self.code = kind, message, code


class Door(Protocol):
    """What the cases do. Everything returned is plain JSON in the shapes that all doors share."""

    name: DoorName
    folder: Path
    told: list[str]
    """Everything that this door has given out so far, errors included."""

    def observe(
        self, messages: object, *, session: str | None = None, extract: bool = True
    ) -> Json:
        """Take in messages: a text, or a list as it would stand in a file."""
        ...

    def remember(self, text: str, *, category: str | None = None, tags: Sequence[str] = ()) -> Json:
        """Store one statement and return its outcome."""
        ...

    def edit(self, memory_id: str, text: str) -> Json:
        """Change a memory's wording."""
        ...

    def recall(self, query: str, **options: Any) -> Json:
        """Ask; options: `include`, `floor` (`auto`, `none`), `limit`, `since`, `until`, `category`, `session`."""
        ...

    def context(self, query: str) -> Json:
        """Return the block for a model."""
        ...

    def list(self, *, every: bool = False) -> Sequence[Json]:
        """Return the memories, with `every` the inactive ones too."""
        ...

    def show(self, memory_id: str) -> Json:
        """Return one memory."""
        ...

    def why(self, memory_id: str) -> Json:
        """Return one memory with its observations and versions."""
        ...

    def why_recalled(self, trace_id: str) -> Json:
        """Return the story of one recall."""
        ...

    def pending(self) -> Sequence[Json]:
        """Return what waits for a person."""
        ...

    def confirm(self, memory_id: str) -> Json:
        """Approve a pending item."""
        ...

    def reject(self, memory_id: str) -> None:
        """Refuse a pending item."""
        ...

    def forget(
        self, what: str | Sequence[str] | None = (), *, yes: bool = False, **options: Any
    ) -> Json:
        """Preview, and with `yes` forget what was shown; options: `hard`, `everything`, filters."""
        ...

    def restore(self, what: str) -> Json:
        """Undo a forgetting by its receipt, or the last change of a memory."""
        ...

    def history(self, memory_id: str) -> Json:
        """Return what one memory has been."""
        ...

    def export(self, path: Path) -> Json:
        """Write what is known of the scope into a new file."""
        ...

    def import_(self, path: Path, *, key: Path | None = None) -> Json:
        """Read an export."""
        ...

    def stats(self) -> Mapping[str, int]:
        """Count what the scope holds."""
        ...

    def check(self) -> Sequence[str]:
        """Return what is damaged in the store; empty = sound."""
        ...

    def close(self) -> None:
        """Let go of the data folder."""
        ...


class LibraryDoor(Door):
    """`stelae.Memory`, with a clock that stands still."""

    name: DoorName = "library"

    def __init__(
        self, folder: Path, scope: str | None, settings: Settings, clock: FixedClock | None = None
    ) -> None:
        """Open the memory."""
        self.folder, self.told = folder, []
        self.memory = self._shown(
            lambda: Memory.open(folder, scope=scope, settings=settings, clock=clock)
        )

    @override
    def observe(self, messages: Any, *, session: str | None = None, extract: bool = True) -> Json:
        return self._json(
            lambda: self.memory.observe(messages, session=session, extract=extract, wait=True)
        )

    @override
    def remember(self, text: str, *, category: str | None = None, tags: Sequence[str] = ()) -> Json:
        return self._json(lambda: self.memory.remember(text, category=category, tags=tags))

    @override
    def edit(self, memory_id: str, text: str) -> Json:
        return self._json(lambda: self.memory.edit(memory_id, text=text))

    @override
    def recall(self, query: str, **options: Any) -> Json:
        self.memory.flush()
        return self._json(lambda: self.memory.recall(query, **options))

    @override
    def context(self, query: str) -> Json:
        self.memory.flush()
        return self._json(lambda: self.memory.context(query))

    @override
    def list(self, *, every: bool = False) -> Sequence[Json]:
        return self._each(lambda: self.memory.list(include_inactive=every))

    @override
    def show(self, memory_id: str) -> Json:
        return self._json(lambda: self.memory.get(memory_id))

    @override
    def why(self, memory_id: str) -> Json:
        return self._json(lambda: self.memory.why(memory_id))

    @override
    def why_recalled(self, trace_id: str) -> Json:
        return self._json(lambda: self.memory.why_recalled(trace_id))

    @override
    def pending(self) -> Sequence[Json]:
        return self._each(self.memory.pending)

    @override
    def confirm(self, memory_id: str) -> Json:
        return self._json(lambda: self.memory.confirm(memory_id))

    @override
    def reject(self, memory_id: str) -> None:
        self._shown(lambda: self.memory.reject(memory_id))

    @override
    def forget(
        self, what: str | Sequence[str] | None = (), *, yes: bool = False, **options: Any
    ) -> Json:
        hard = options.pop("hard", False)
        found: list[Any] = []

        def preview() -> Any:
            found.append(self.memory.forget(what, **options))  # pyright: ignore[reportArgumentType, reportCallIssue] - None is refused
            return found[0]

        shown = self._json(preview)
        if yes and shown["preview"]:
            shown["receipt"] = self._json(lambda: self.memory.forget(found[0], hard=hard))
        return shown

    @override
    def restore(self, what: str) -> Json:
        return self._json(lambda: self.memory.restore(what))

    @override
    def history(self, memory_id: str) -> Json:
        return self._json(lambda: self.memory.history(memory_id))

    @override
    def export(self, path: Path) -> Json:
        return self._json(lambda: self.memory.export(path))

    @override
    def import_(self, path: Path, *, key: Path | None = None) -> Json:
        return self._json(lambda: self.memory.import_(path, key=key))

    @override
    def stats(self) -> Mapping[str, int]:
        return self.memory.stats()

    @override
    def check(self) -> Sequence[str]:
        return self.memory.check()

    @override
    def close(self) -> None:
        self.memory.close()

    def _json(self, call: Any) -> Json:
        found: Json = self._shown(call).model_dump(mode="json")
        self.told.append(json.dumps(found, ensure_ascii=False))
        return found

    def _each(self, call: Any) -> Sequence[Json]:
        found: list[Json] = [one.model_dump(mode="json") for one in self._shown(call)]
        self.told.append(json.dumps(found, ensure_ascii=False))
        return found

    def _shown(self, call: Any) -> Any:
        try:
            return call()
        except StelaeError as error:
            self.told.append(str(error))
            raise RefusedError(type(error).__name__, str(error)) from error


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command did: exit code, stdout, stderr."""

    code: int
    out: str
    err: str


class CommandDoor(Door):
    """The `stelae` command, in this process, at the real time; every call opens and closes the data folder."""

    name: DoorName = "cli"

    def __init__(self, folder: Path, scope: str | None) -> None:
        """Keep where it works; messages are handed over in files beside the data folder."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # as `stelae init` does
        self.folder, self.told = folder, []
        self._scope = [] if scope is None else ["--scope", scope]
        self._files = folder.parent / f"{folder.name}-input"

    def run(self, *arguments: str, stdin: bytes = b"") -> Ran:
        """Run one command as it stands, on this door's folder and scope.

        Raises:
            RefusedError: it ended with an error.
        """
        out, err = _stream(b""), _stream(b"")
        before, sys.stdin = sys.stdin, _stream(stdin)
        try:
            with redirect_stdout(out), redirect_stderr(err):
                code = run(["--data", str(self.folder), *self._scope, *arguments])
        finally:
            sys.stdin = before
        ran = Ran(code, _written(out), _written(err))
        self.told += [ran.out, ran.err]
        return ran

    @override
    def observe(self, messages: Any, *, session: str | None = None, extract: bool = True) -> Json:
        self._files.mkdir(exist_ok=True)
        if isinstance(messages, str):
            path, content = self._files / "input.txt", messages
        else:
            path, content = self._files / "input.json", json.dumps(messages, ensure_ascii=False)
        path.write_text(content, encoding="utf-8")
        options = [] if session is None else ["--session", session]
        return self._json("observe", str(path), *options, *([] if extract else ["--no-extract"]))

    @override
    def remember(self, text: str, *, category: str | None = None, tags: Sequence[str] = ()) -> Json:
        options = [] if category is None else ["--category", category]
        for tag in tags:
            options += ["--tag", tag]
        return self._json("remember", *options, "--", text)

    @override
    def edit(self, memory_id: str, text: str) -> Json:
        return self._json("edit", memory_id, "--text", text)

    @override
    def recall(self, query: str, **options: Any) -> Json:
        given = [part for name, value in options.items() for part in (f"--{name}", str(value))]
        return self._json("recall", *given, "--", query)

    @override
    def context(self, query: str) -> Json:
        return self._json("context", "--", query)

    @override
    def list(self, *, every: bool = False) -> Sequence[Json]:
        return self._json("list", *(["--all"] if every else []))["memories"]

    @override
    def show(self, memory_id: str) -> Json:
        return self._json("show", memory_id)

    @override
    def why(self, memory_id: str) -> Json:
        return self._json("why", memory_id)

    @override
    def why_recalled(self, trace_id: str) -> Json:
        return self._json("why-recalled", trace_id)

    @override
    def pending(self) -> Sequence[Json]:
        return self._json("pending")["pending"]

    @override
    def confirm(self, memory_id: str) -> Json:
        (outcome,) = self._json("confirm", memory_id)["outcomes"]
        return outcome

    @override
    def reject(self, memory_id: str) -> None:
        self._json("reject", memory_id)

    @override
    def forget(
        self, what: str | Sequence[str] | None = (), *, yes: bool = False, **options: Any
    ) -> Json:
        words = [what] if isinstance(what, str) else list(what or ())
        flags = {"hard": "--hard", "everything": "--all"}
        given = ["--yes"] if yes else []
        for name, value in options.items():
            given += [flags[name]] * bool(value) if name in flags else [f"--{name}", str(value)]
        return self._json("forget", *given, "--", *words)

    @override
    def restore(self, what: str) -> Json:
        (found,) = self._json("restore", what).values()
        return found

    @override
    def history(self, memory_id: str) -> Json:
        return self._json("history", memory_id)

    @override
    def export(self, path: Path) -> Json:
        return self._json("export", str(path))

    @override
    def import_(self, path: Path, *, key: Path | None = None) -> Json:
        return self._json("import", str(path), *(["--key", str(key)] if key else []))

    @override
    def stats(self) -> Mapping[str, int]:
        return self._json("stats")["stats"]

    @override
    def check(self) -> Sequence[str]:
        checks: list[Json] = self._json("doctor")["checks"]
        return [c["detail"] for c in checks if c["name"] == "store" and c["status"] == "problem"]

    @override
    def close(self) -> None:
        """Nothing stays open."""

    def _json(self, command: str, *arguments: str) -> Json:
        ran = self.run(command, "--json", *arguments)
        assert ran.out, f"{command} ended with {ran.code} and printed nothing: {ran.err}"
        found: Json = json.loads(ran.out)
        if "error" in found:
            raise RefusedError(found["error"]["type"], found["error"]["message"], ran.code)
        return found


def open_door(
    name: DoorName, folder: Path, scope: str | None = "user:lin", clock: FixedClock | None = None
) -> Door:
    """Open a door; embedder, extractor and zone come from the environment, as for any caller."""
    if name == "cli":
        return CommandDoor(folder, scope)
    if name == "http":
        from tests.cases.http_door import HttpDoor

        return HttpDoor(folder, scope, load(data=folder).settings, clock)
    return LibraryDoor(folder, scope, load(data=folder).settings, clock)


def _stream(content: bytes) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", newline="")


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
