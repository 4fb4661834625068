"""Calls that move many lines: exports and imports, the audit, the access log."""

import re
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, cast, get_args

from stelae.client.bodies import parameters, read
from stelae.client.calling import Calling, Instant, once
from stelae.client.exchange import value_of
from stelae.client.refusals import broken_off
from stelae.client.steps import Request, Steps
from stelae.errors import InvalidInputError
from stelae.private_files import private_file
from stelae.schemas.keeping import AuditHead, AuditReport, ExportReport, ImportReport, LineKind
from stelae.schemas.transfer import EndLine, HeaderLine

Progress = Callable[[int], None]
_NDJSON: Final = "application/x-ndjson"
_KIND = re.compile(rb'\{"kind": ?"([a-z]+)"')
_STREAM: Final = "stdout"


class _Lines:
    """A file whose lines are counted on the way."""

    def __init__(self, file: BinaryIO, on_progress: Progress | None) -> None:
        self._file, self._on_progress = file, on_progress
        self.first, self.last, self._rest = b"", b"", b""
        self.kinds: Counter[str] = Counter()
        self.count = 0

    def write(self, data: bytes) -> int:
        """Write bytes, and look at the lines that are whole by now."""
        self._file.write(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            kind = _KIND.match(line)
            self.kinds[kind[1].decode() if kind else ""] += 1
            self.first = self.first or line
            self.last = line
        self.count += len(lines)
        if self._on_progress is not None and lines:
            self._on_progress(len(lines))
        return len(data)


class Keeping(Calling):
    """`export`, `import_`, `audit_head`, `audit_verify`, `audit_export`, `access_log`."""

    def export(
        self, target: str | Path | BinaryIO, *, on_progress: Progress | None = None
    ) -> Steps[ExportReport]:
        """Write everything of the written scope to a file of this machine, as `Memory.export`: signed JSON lines.

        Args:
            target: a new file, readable by its owner only, or a stream.
            on_progress: called with lines written.

        Raises:
            InvalidInputError: the file is there already.
            PermissionDeniedError: the key is no reviewer's.
            ServerUnavailableError: the export broke off; no file is left.
        """
        named = isinstance(target, str | Path)
        with _opened(target) as file:
            lines = _Lines(file, on_progress)
            yield from self._download("/export", lines, self._where())
            return _report(lines, name=Path(target).name if named else _STREAM)

    def import_(self, source: str | Path | BinaryIO) -> Steps[ImportReport]:
        """Read an export into the written scope, as `Memory.import_`. It takes an admin's key.

        Args:
            source: a file that `export` wrote, or a stream of its bytes; no larger than the server takes at once.

        Raises:
            BrokenExportError: a line cannot be read; nothing was written.
            InvalidInputError: there is no such file, or it was made by a newer Stelae.
            TooLargeError: it is over the server's limit; import it beside the server.
            PermissionDeniedError: the key is no admin's.
        """
        headers = {"Content-Type": _NDJSON, **once()}
        request = Request("POST", "/import", self._where(), headers, _bytes_of(source))
        reply = yield from self._exchange(request)
        return value_of(reply, ImportReport, asked="POST /import")

    def audit_head(self) -> Steps[AuditHead]:
        """Return the newest row of the audit, to be kept elsewhere. It takes an admin's key.

        Raises:
            NotFoundError: there is no row yet.
        """
        return self._get("/audit/head", AuditHead)

    def audit_verify(self, *, head: str | None = None) -> Steps[AuditReport]:
        """Verify the audit of the whole folder: the chain, and the text of every stored version. It takes an admin's key.

        Args:
            head: what `audit_head` gave earlier (its `line`, or its MAC): proves that nothing was cut off since.

        Raises:
            InvalidInputError: that is no head.
        """
        return self._ask("/audit/verify", AuditReport, head=head)

    def audit_export(self, target: str | Path | BinaryIO) -> Steps[int]:
        """Write the audit's rows of the written scope as JSON lines and return how many. It takes an admin's key.

        Args:
            target: a new file, or a stream.

        Raises:
            InvalidInputError: the file is there already.
        """
        with _opened(target) as file:
            lines = _Lines(file, None)
            yield from self._download("/audit", lines, self._where())
            return lines.count

    def access_log(
        self, target: str | Path | BinaryIO, *, since: Instant = None, until: Instant = None
    ) -> Steps[int]:
        """Write who read which ids as JSON lines and return how many. It takes an admin's key, and tells of what that holds.

        Args:
            target: a new file, or a stream.
            since: only readings from then on; with an offset.
            until: only readings before; with an offset.

        Raises:
            InvalidInputError: the file is there already; a time is none.
        """
        with _opened(target) as file:
            lines = _Lines(file, None)
            yield from self._download("/access-log", lines, parameters(since=since, until=until))
            return lines.count

    def _download(
        self, path: str, lines: _Lines, query: tuple[tuple[str, str], ...]
    ) -> Steps[None]:
        yield from self._exchange(Request("GET", path, query, {"Accept": _NDJSON}, sink=lines))


@contextmanager
def _opened(target: str | Path | BinaryIO) -> Generator[BinaryIO]:
    if isinstance(target, str | Path):
        with private_file(Path(target)) as file:
            yield file
    else:
        yield target


def _report(lines: _Lines, *, name: str) -> ExportReport:
    """Return what header, end and lines say.

    Raises:
        ServerUnavailableError: header or end are not there.
    """
    try:
        header = read(lines.first, HeaderLine)
        end = read(lines.last, EndLine)
    except ValueError:
        raise broken_off("The export") from None
    kinds = cast("tuple[LineKind, ...]", get_args(LineKind))
    counts: dict[LineKind, int] = {one: lines.kinds[one] for one in kinds if lines.kinds[one]}
    return ExportReport(
        name=name,
        at=header.at,
        scopes=header.scopes,
        lines=end.lines,
        counts=counts,
        key=header.key,
    )


def _bytes_of(source: str | Path | BinaryIO) -> bytes:
    if not isinstance(source, str | Path):
        return source.read()
    path = Path(source)
    if not path.is_file():
        raise InvalidInputError(f"{source} is no file; name one that `export` wrote.")
    return path.read_bytes()
