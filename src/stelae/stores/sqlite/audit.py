"""The audit looked at as a whole: does the chain hold, and does every stored version have the text the audit saw?"""

import hmac
import json
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple

from stelae.ports import Progress
from stelae.schemas.keeping import AuditHead, AuditReport, AuditRow
from stelae.schemas.scope import Namespace
from stelae.stores.sqlite import spaces, trail, vouching
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.part import Part

_PAGE: Final = 1_000
_HEAD: Final = f"SELECT aid, at, mac FROM audit WHERE {spaces.OF_TENANT} ORDER BY aid DESC LIMIT 1"  # noqa: S608 - a constant
_UP_TO: Final = f"SELECT count(*) FROM audit WHERE aid <= :last AND {spaces.OF_TENANT}"  # noqa: S608
_DIGESTS: Final = f"""SELECT subject, digest, action, fields FROM audit WHERE {spaces.OF_TENANT}
    AND ((digest IS NOT NULL AND NOT (action = '{trail.VERSION}' AND fields IN {vouching.FIELDS}))
    OR action LIKE 'forget%' OR action LIKE 'purge%') ORDER BY subject"""  # noqa: S608 - constants
_FORGETTING: Final = ("forget", "purge")
_VERSIONS: Final = f"""SELECT m.id, v.nonce, v.body FROM memory m
    JOIN version v ON v.mid = m.mid WHERE {spaces.OF_TENANT} ORDER BY m.id"""  # noqa: S608
_ROWS: Final = """SELECT a.aid, a.at, s.tenant, s.scope, a.action, a.subject, a.actor, a.reason,
    a.fields, a.digest, a.mac FROM audit a JOIN space s ON s.sid = a.sid
    WHERE a.aid > ? AND (? OR (s.tenant = ? AND s.scope = ?)) ORDER BY a.aid LIMIT ?"""


_BROKEN: Final = (
    "The folder's chain does not hold, or the given head is not in it; its operator can see where."
)


class _Chain(NamedTuple):
    """What walking the chain found."""

    rows: int
    first_broken: int | None
    head_found: int | None


class _Vouching(NamedTuple):
    """How the stored versions stand to the audit."""

    vouched: int
    forgotten: int
    unvouched: int
    altered: list[str]
    missing: list[str]


class Audit(Part):
    """`AuditLog` over SQLite."""

    def audit_head(self, tenant: str | None = None) -> AuditHead | None:
        """See `ports.AuditLog.audit_head`."""
        with self._database.read() as connection:
            return newest(connection, tenant)

    def audit_verify(
        self,
        *,
        head: str | None = None,
        on_progress: Progress | None = None,
        tenant: str | None = None,
    ) -> AuditReport:
        """See `ports.AuditLog.audit_verify`."""
        with self._database.read() as connection:
            return verified(
                connection, self._key, head=head, on_progress=on_progress, tenant=tenant
            )

    def audit_rows(self, ns: Namespace | None) -> Iterator[AuditRow]:
        """See `ports.AuditLog.audit_rows`."""
        last = 0
        while True:
            with self._database.read() as connection:
                place = (ns is None, ns and ns.tenant, ns and ns.scope)
                page = connection.execute(_ROWS, (last, *place, _PAGE)).fetchall()
            yield from map(_row, page)
            if len(page) < _PAGE:
                return
            last = page[-1][0]


def newest(connection: Connection, tenant: str | None = None) -> AuditHead | None:
    """Return the newest row, of one tenant or of all."""
    row = connection.execute(_HEAD, {"tenant": tenant}).fetchone()
    if row is None:
        return None
    number = _told(connection, row[0], tenant)
    return AuditHead(number=number, at=datetime.fromisoformat(row[1]), mac=row[2].hex())


def _told(connection: Connection, number: int, tenant: str | None) -> int:
    """Return the number of a row as that tenant is told it: among its own."""
    if tenant is None:
        return number
    return connection.execute(_UP_TO, {"last": number, "tenant": tenant}).fetchone()[0]


def verified(
    connection: Connection,
    key: bytes,
    *,
    head: str | None = None,
    on_progress: Progress | None = None,
    tenant: str | None = None,
) -> AuditReport:
    """Verify chain, end and versions; see `ports.AuditLog.audit_verify`.

    Args:
        connection: reads in one snapshot.
        key: the folder's key.
        head: MAC of a row that must still be there, in hexadecimal.
        on_progress: called with rows done.
        tenant: whose versions and rows; None: everybody's.
    """
    chain = _walk(connection, key, head, on_progress)
    versions, beside = _vouching(connection, tenant), vouching.held(connection, tenant)
    broken = tuple(_chain_problems(connection, chain, head))
    problems = (
        *(broken if tenant is None or not broken else (_BROKEN,)),
        *_version_problems(versions),
        *beside.problems,
    )
    found = chain.head_found
    return AuditReport(
        sound=not problems,
        rows=_told(connection, chain.rows, tenant),
        vouched=versions.vouched,
        beside=beside.vouched,
        forgotten=versions.forgotten,
        unvouched=versions.unvouched,
        head=newest(connection, tenant),
        first_broken=chain.first_broken if tenant is None else None,
        head_found=None if found is None else _told(connection, found, tenant),
        problems=problems,
    )


def _walk(
    connection: Connection, key: bytes, head: str | None, on_progress: Progress | None
) -> _Chain:
    rows, first_broken, head_found = 0, None, None
    for number, mac, holds in trail.links(connection, key):
        rows += 1
        if not holds and first_broken is None:
            first_broken = number
        if head is not None and hmac.compare_digest(mac.hex(), head):
            head_found = number
        if on_progress is not None and rows % _PAGE == 0:
            on_progress(_PAGE)
    if on_progress is not None:
        on_progress(rows % _PAGE)
    return _Chain(rows, first_broken, head_found)


def _chain_problems(connection: Connection, chain: _Chain, head: str | None) -> Iterator[str]:
    if chain.first_broken is not None:
        yield (
            f"The chain breaks at row {chain.first_broken}: it, or the row before it, was changed, moved or removed."
            " If row 1 breaks, audit.key is not the key of this folder. Compare with a backup: stelae backup verify."
        )
    given = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'audit'").fetchone()
    last = connection.execute("SELECT ifnull(max(aid), 0) FROM audit").fetchone()[0]
    if given is not None and given[0] > last:
        yield f"Rows {last + 1} to {given[0]} were cut off the end."
    if head is not None and chain.head_found is None:
        yield (
            "The given head is not in this chain: what came after it was cut off, or it is another folder's."
        )


def _version_problems(versions: _Vouching) -> Iterator[str]:
    if versions.altered:
        yield (
            f"{len(versions.altered)} memories have a text that the audit never saw:"
            f" {vouching.some(versions.altered)}. Look with: stelae why ID"
        )
    if versions.missing:
        yield (
            f"{len(versions.missing)} memories lack versions that the audit saw, and were never forgotten:"
            f" {vouching.some(versions.missing)}. A backup may hold them."
        )


def _vouching(connection: Connection, tenant: str | None) -> _Vouching:
    """Compare memory by memory, so that no more than one is held."""
    named = {"tenant": tenant}
    vouched = forgotten = unvouched = 0
    altered: list[str] = []
    missing: list[str] = []
    for id_, seen, stored in vouching.paired(
        connection.execute(_DIGESTS, named), connection.execute(_VERSIONS, named)
    ):
        digests = {digest for _, digest, *_ in seen if digest is not None} - _replaced(seen)
        bodies = {trail.digest(nonce, body): body for _, nonce, body in stored}
        held = bodies.keys()
        gone, strange = digests - held, held - digests
        vouched += len(held & digests)
        known = {_content(bodies[one]) for one in held & digests}
        if strange and (gone or any(not _ended(bodies[one], known) for one in strange)):
            altered.append(id_)
        elif any(action.startswith(_FORGETTING) for _, _, action, _ in seen):
            forgotten += len(gone)
        elif gone:
            missing.append(id_)
        unvouched += 0 if gone or altered[-1:] == [id_] else len(strange)
    return _Vouching(vouched, forgotten, unvouched, altered, missing)


def _replaced(seen: Iterable[tuple[Any, ...]]) -> set[bytes]:
    """Return the digests of bodies that were written anew since."""
    found = (trail.replaced(action, json.loads(fields)) for _, _, action, fields in seen)
    return {digest for digest in found if digest is not None}


def _ended(body: str, known: Collection[str]) -> bool:
    """Is it the last state of a superseded memory? Once the audit had no row for those; it saw their text before."""
    return json.loads(body)["status"] == "superseded" and _content(body) in known


def _content(body: str) -> str:
    fields = json.loads(body)
    return json.dumps([fields[name] for name in ("text", "attributes", "authority")])


def _row(row: tuple[Any, ...]) -> AuditRow:
    number, at, tenant, scope, action, subject, actor, reason, fields, digest, mac = row
    return AuditRow(
        number=number,
        at=datetime.fromisoformat(at),
        tenant=tenant,
        scope=scope,
        action=action,
        subject_id=subject,
        actor=actor,
        reason=reason,
        fields=tuple(json.loads(fields)),
        digest=None if digest is None else digest.hex(),
        mac=mac.hex(),
    )
