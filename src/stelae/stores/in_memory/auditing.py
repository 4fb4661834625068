"""The audit of the in-memory store: the same chain, over the same kind of rows: `ports.AuditLog`."""

import hmac
from collections.abc import Iterator, Mapping
from datetime import datetime

from typing_extensions import override

from stelae.ports import Progress
from stelae.schemas.change import ChangeSet, Trail
from stelae.schemas.keeping import AuditHead, AuditReport, AuditRow, CopyNote
from stelae.schemas.scope import Namespace
from stelae.stores.in_memory.state import State
from stelae.stores.in_memory.writes import Writes


class AuditedWrites(Writes):
    """`MemoryWriter` that chains what it writes. Nobody else can reach the rows, so it vouches for no version."""

    def __init__(self, state: State) -> None:
        """Start with an empty chain."""
        super().__init__(state)
        self._chain: list[AuditRow] = []
        self._notes: list[CopyNote] = []

    @override
    def apply(self, ns: Namespace, changes: ChangeSet) -> Mapping[str, int]:
        """See `ports.MemoryWriter.apply`."""
        with self._state.lock:
            counts = super().apply(ns, changes)
            for entry in changes.trail:
                self._chain.append(self._linked(ns, changes.at, entry))
            return counts

    def audit_head(self, tenant: str | None = None) -> AuditHead | None:
        """See `ports.AuditLog.audit_head`."""
        rows = self._rows_of(tenant)
        if not rows:
            return None
        return AuditHead(number=len(rows), at=rows[-1].at, mac=rows[-1].mac)

    def audit_verify(
        self,
        *,
        head: str | None = None,
        on_progress: Progress | None = None,
        tenant: str | None = None,
    ) -> AuditReport:
        """See `ports.AuditLog.audit_verify`."""
        rows = self._rows_of(tenant)
        named = next((number for number, row in enumerate(rows, 1) if row.mac == head), None)
        cut = head is not None and named is None
        if on_progress is not None:
            on_progress(len(rows))
        return AuditReport(
            sound=not cut,
            rows=len(rows),
            vouched=0,
            forgotten=0,
            unvouched=0,
            head=self.audit_head(tenant),
            head_found=named,
            problems=("The given head is not in this chain.",) if cut else (),
        )

    def audit_rows(self, ns: Namespace | None) -> Iterator[AuditRow]:
        """See `ports.AuditLog.audit_rows`."""
        place = None if ns is None else (ns.tenant, ns.scope)
        return (row for row in list(self._chain) if place in {None, (row.tenant, row.scope)})

    def _rows_of(self, tenant: str | None) -> list[AuditRow]:
        return [row for row in self._chain if tenant in {None, row.tenant}]

    def _linked(self, ns: Namespace, at: datetime, entry: Trail) -> AuditRow:
        row = AuditRow(
            number=len(self._chain) + 1,
            at=at,
            tenant=ns.tenant,
            scope=ns.scope,
            mac="",
            **entry.model_dump(),
        )
        before = self._chain[-1].mac if self._chain else ""
        data = before + row.model_dump_json()
        mac = hmac.digest(self._state.key, data.encode(), "sha256").hex()
        return row.model_copy(update={"mac": mac})
