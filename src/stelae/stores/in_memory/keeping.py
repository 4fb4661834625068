"""Signatures, copies and lines of the in-memory store: `ports.Signing`, `ports.Copying` and `ports.Transfer`."""

from collections.abc import Generator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal, NoReturn

from stelae.errors import ConfigurationError
from stelae.ports import Progress
from stelae.schemas.change import ChangeSet, Trail
from stelae.schemas.keeping import CopyNote
from stelae.schemas.scope import Namespace
from stelae.schemas.transfer import (
    ContentLine,
    MemoryLine,
    ObservationLine,
    PendingLine,
    ReceiptLine,
    TombstoneLine,
)
from stelae.stores import signatures
from stelae.stores.in_memory.auditing import AuditedWrites
from stelae.stores.in_memory.space import Memory, Space


class Keeping(AuditedWrites):
    """`Signing`, `Copying` and `Transfer` in dictionaries."""

    def sign(self, data: bytes, *, key: bytes | None = None) -> bytes:
        """See `ports.Signing.sign`."""
        return signatures.sign(self._state.key if key is None else key, data)

    def key_id(self, *, key: bytes | None = None) -> str:
        """See `ports.Signing.key_id`."""
        return signatures.key_id(self._state.key if key is None else key)

    def backup(
        self, folder: Path, *, at: datetime, on_progress: Progress | None = None
    ) -> NoReturn:
        """See `ports.Copying.backup`: there is nothing on disk to copy."""
        del folder, at, on_progress
        raise ConfigurationError("A store in memory has nothing on disk; use stelae export.")

    def note_copy(self, ns: Namespace, note: CopyNote) -> None:
        """See `ports.Copying.note_copy`."""
        entry = Trail(action=note.kind, subject_id=note.id, actor="user_edit", reason="copied")
        with self._state.lock:
            self.apply(ns, ChangeSet(actor="user_edit", at=note.at, trail=(entry,)))
            self._notes.append(note)

    def copies(self, ns: Namespace) -> Sequence[str]:
        """See `ports.Copying.copies`."""
        return [note.told for note in self._notes if note.holds(ns)]

    def scopes(self, tenant: str) -> Sequence[str]:
        """See `ports.Transfer.scopes`."""
        return [scope for owner, scope in self._state.spaces if owner == tenant]

    def dump(self, ns: Namespace, *, now: datetime) -> Generator[ContentLine, None, None]:
        """See `ports.Transfer.dump`; a space is never changed in place, so the one of this moment is a snapshot."""
        return _lines(self._written(ns), ns, now)

    def taken(
        self, ns: Namespace, ids: Sequence[str]
    ) -> Mapping[str, Literal["here", "elsewhere"]]:
        """See `ports.Transfer.taken`."""
        found: dict[str, Literal["here", "elsewhere"]] = {}
        for (tenant, scope), space in self._state.spaces.items():
            used = space.memories.keys() | space.log.keys() | space.pending.keys()
            mine = (tenant, scope) == (ns.tenant, ns.scope)
            found |= dict.fromkeys(used.intersection(ids), "here" if mine else "elsewhere")
        return found

    def restore_marks(self, ns: Namespace, lines: Sequence[ReceiptLine | TombstoneLine]) -> int:
        """See `ports.Transfer.restore_marks`."""
        with self._state.lock:
            space, new = self._written(ns).copy(), 0
            for line in lines:
                if isinstance(line, ReceiptLine):
                    new += line.receipt.id not in space.receipts
                    space.receipts.setdefault(line.receipt.id, line.receipt)
                else:
                    stone = (bytes.fromhex(line.mark), line.receipt)
                    new += stone not in space.tombstones
                    space.tombstones.setdefault(stone, line.at)
            self._state.spaces[ns.tenant, ns.scope] = space
            return new


def _lines(space: Space, ns: Namespace, now: datetime) -> Generator[ContentLine, None, None]:
    def wanted(project: str | None) -> bool:
        return ns.project is None or project in {None, ns.project}

    for seen in space.observations():
        if wanted(seen.project):
            yield ObservationLine(scope=ns.scope, observation=seen)
    for record in space.records():
        if wanted(record.project):
            yield _memory_line(space.memories[record.id], space, ns.scope)
    for item in space.pending.values():
        if item.expires_at > now and wanted(item.record.project):
            yield PendingLine(scope=ns.scope, item=item)
    for receipt in space.receipts.values():
        yield ReceiptLine(scope=ns.scope, receipt=receipt)
    order = sorted(space.tombstones.items(), key=lambda one: (one[1], one[0][1], one[0][0]))
    for (mark, receipt), at in order:
        yield TombstoneLine(scope=ns.scope, mark=mark.hex(), receipt=receipt, at=at)


def _memory_line(held: Memory, space: Space, scope: str) -> MemoryLine:
    current = space.record(held.latest.id) or held.latest
    newest = held.versions[-1].model_copy(update={"record": current})
    return MemoryLine(scope=scope, versions=(*held.versions[:-1], newest))
