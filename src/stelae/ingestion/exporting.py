"""Exports: everything of a scope, or of every scope, as signed JSON lines. Streams; one line is held at a time."""

import hashlib
from collections import Counter
from collections.abc import Generator
from contextlib import closing
from typing import BinaryIO, Protocol

from stelae.ports import Clock, Progress, Store
from stelae.schemas.base import UtcTime, Value
from stelae.schemas.keeping import ExportReport, LineKind
from stelae.schemas.scope import Namespace
from stelae.schemas.transfer import ContentLine, EndLine, HeaderLine

_TELL_EVERY = 200


class _Hash(Protocol):
    def update(self, data: bytes, /) -> None: ...
    def digest(self) -> bytes: ...


class _Signed:
    """A file whose bytes are hashed on the way."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self.lines = file, 0
        self.sha: _Hash = hashlib.sha256()

    def write(self, line: Value) -> None:
        data = line.model_dump_json().encode() + b"\n"
        self._file.write(data)
        self.sha.update(data)
        self.lines += 1


class Exporter:
    """Writes exports of a store."""

    def __init__(self, store: Store, clock: Clock) -> None:
        """Take the store to read and the clock that dates the header."""
        self._store, self._clock = store, clock

    def export(
        self,
        ns: Namespace,
        file: BinaryIO,
        *,
        name: str,
        everything: bool = False,
        on_progress: Progress | None = None,
    ) -> ExportReport:
        """Write header, content and signed end.

        Args:
            ns: its written scope is exported; with a project only that and what is untagged.
            file: where to.
            name: of the file, for the report.
            everything: every scope of the tenant instead.
            on_progress: called with lines written.
        """
        now = self._clock.now()
        scopes = tuple(self._store.scopes(ns.tenant)) if everything else (ns.scope,)
        key, out, counts = self._store.key_id(), _Signed(file), Counter[LineKind]()
        out.write(
            HeaderLine(at=now, tenant=ns.tenant, scopes=scopes, everything=everything, key=key)
        )
        with closing(self._content(ns, scopes, now)) as content:
            for line in content:
                out.write(line)
                counts[line.kind] += 1
                if on_progress is not None and out.lines % _TELL_EVERY == 0:
                    on_progress(_TELL_EVERY)
        signature = self._store.sign(out.sha.digest()).hex()
        lines = out.lines
        out.write(EndLine(lines=lines, signature=signature))
        return ExportReport(
            name=name, at=now, scopes=scopes, lines=lines, counts=dict(counts), key=key
        )

    def _content(
        self, ns: Namespace, scopes: tuple[str, ...], now: UtcTime
    ) -> Generator[ContentLine, None, None]:
        for scope in scopes:
            yield from self._store.dump(ns.model_copy(update={"scope": scope}), now=now)
