"""Repairs of vectors: what is wrong is dropped and made again by the worker; files follow the database."""

import os
from collections.abc import Iterator
from typing import Final

from stelae.schemas.upkeep import RepairLine
from stelae.stores.sqlite.repair_parts import Bench, line
from stelae.stores.sqlite.vector_files import Leg, legs
from stelae.stores.sqlite.vectors import empty_leg

_ORPHANS: Final = """FROM vector WHERE rid NOT IN (SELECT rid FROM entry WHERE gone = 0)
    OR leg NOT IN (SELECT number FROM leg)"""


def embedders(bench: Bench) -> RepairLine | None:
    """Vectors of another embedder than the one in use are dropped, and those of another length."""
    found: list[str] = []
    stored = legs(bench.connection)
    for name, (fingerprint, dim) in bench.legs.items():
        leg = stored.get(name)
        if leg is not None and (leg.fingerprint, leg.dim) != (fingerprint, dim):
            empty_leg(bench.connection, leg, fingerprint, dim)
            bench.files.discard_others(legs(bench.connection)[name])
            found.append(f"{name}: {leg.fingerprint}")
    for leg in legs(bench.connection).values():
        odd = bench.connection.execute(
            "DELETE FROM vector WHERE leg = ? AND length(data) <> ? RETURNING rid",
            (leg.number, leg.slot_bytes),
        ).fetchall()
        _wait(bench, leg, [rid for (rid,) in odd])
        found += [f"{leg.name}: row {rid}" for (rid,) in odd]
    if found:
        bench.changed()
        bench.embed()
    return line(
        "embedders",
        found,
        "Vectors of another embedder were dropped; new ones are made in the background.",
    )


def vectors(bench: Bench) -> RepairLine | None:
    """Vectors without a row go, marks agree with them, and the files hold exactly what the database does."""
    connection = bench.connection
    orphans = connection.execute(f"DELETE {_ORPHANS} RETURNING rid, leg").fetchall()
    found = [f"row {rid}, leg {leg}: vector of nothing" for rid, leg in orphans]
    gone = connection.execute(
        "UPDATE entry SET vectors = -1 WHERE gone = 1 AND vectors >= 0 RETURNING rid"
    ).fetchall()
    found += [f"row {rid}: gone, and yet waiting for a vector" for (rid,) in gone]
    queued = False
    for leg in legs(connection).values():
        wrong = _marked_wrongly(bench, leg)
        connection.executemany(
            "DELETE FROM vector WHERE rid = ? AND leg = ?", [(rid, leg.number) for rid in wrong]
        )
        _wait(bench, leg, wrong)
        queued = queued or bool(wrong)
        found += [f"row {rid}, leg {leg.name}: marked wrongly" for rid in wrong]
        found += [f"row {rid}, leg {leg.name}: slot rewritten" for rid in _slots(bench, leg)]
    if found:
        bench.changed()
    if queued:
        bench.embed()
    return line(
        "vectors",
        found,
        "Vectors of nothing were dropped, slots written anew, rows marked wrongly wait for a vector.",
    )


def _marked_wrongly(bench: Bench, leg: Leg) -> list[int]:
    rows = bench.connection.execute(
        """SELECT e.rid FROM entry e LEFT JOIN vector v ON v.leg = ?1 AND v.rid = e.rid
        WHERE e.gone = 0 AND (e.vectors >> ?1 & 1) <> (v.rid IS NOT NULL) ORDER BY e.rid""",
        (leg.number,),
    )
    return [rid for (rid,) in rows]


def _wait(bench: Bench, leg: Leg, rids: list[int]) -> None:
    bench.connection.executemany(
        "UPDATE entry SET vectors = vectors & ~? WHERE rid = ? AND gone = 0",
        [(1 << leg.number, rid) for rid in rids],
    )


def _slots(bench: Bench, leg: Leg) -> list[int]:
    """Write every slot that is not what the database says, zero those that it knows nothing of, and name them."""
    path = bench.files.path(leg)
    stored = iter(
        bench.connection.execute(
            "SELECT rid, data FROM vector WHERE leg = ? ORDER BY rid", (leg.number,)
        )
    )
    if not path.exists():
        if next(stored, None) is None:
            return []
        bench.files.repair(bench.connection, leg)  # makes the file with everything in it
        return [0]
    handle = os.open(path, os.O_RDWR)
    try:
        slots = os.fstat(handle).st_size // leg.slot_bytes
        changed = list(_differing(handle, leg, slots, stored))
        for rid, data in changed:
            os.pwrite(handle, data, rid * leg.slot_bytes)
        if changed:
            os.fsync(handle)
    finally:
        os.close(handle)
    return [rid for rid, _ in changed]


def _differing(
    handle: int, leg: Leg, slots: int, stored: Iterator[tuple[int, bytes]]
) -> Iterator[tuple[int, bytes]]:
    """Compare slot by slot, in order; yield what each wrong one should hold."""
    empty, nothing = bytes(leg.slot_bytes), (-1, b"")
    rid, data = next(stored, nothing)
    for slot in range(slots):
        wanted = data if slot == rid else empty
        if os.pread(handle, leg.slot_bytes, slot * leg.slot_bytes) != wanted:
            yield slot, wanted
        if slot == rid:
            rid, data = next(stored, nothing)
    while rid >= 0:  # the file is too short: it was cut, or never grown
        yield rid, data
        rid, data = next(stored, nothing)
