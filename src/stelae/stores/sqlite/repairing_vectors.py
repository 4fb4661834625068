"""Repairs of vectors: what is wrong is dropped and made again by the worker; files follow the database."""

import os
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from stelae.schemas.upkeep import RepairLine
from stelae.stores.sqlite.repair_parts import Bench, Repair, line
from stelae.stores.sqlite.vector_files import Leg, legs
from stelae.stores.sqlite.vectors import empty_leg

_ORPHANS: Final = """FROM vector WHERE
    (NOT EXISTS (SELECT 1 FROM entry e WHERE e.rid = vector.rid AND e.gone = 0)
    OR NOT EXISTS (SELECT 1 FROM leg l WHERE l.number = vector.leg))"""
_WAITING_STUBS: Final = "SELECT rid FROM entry WHERE gone = 1 AND vectors >= 0"
_MARKED_WRONGLY: Final = """SELECT e.rid FROM entry e LEFT JOIN vector v ON v.leg = ?1 AND v.rid = e.rid
    WHERE e.gone = 0 AND (e.vectors >> ?1 & 1) <> (v.rid IS NOT NULL)"""
_WHOLE_FILE: Final = 0
"""Stands for a file that is not there; no row has that number."""


class Odd(NamedTuple):
    """Something that seems wrong about a row in a leg."""

    what: Literal["fingerprint", "length", "orphan", "stub", "mark", "slot"]
    leg: int = -1
    rid: int = 0


def _look_at_embedders(bench: Bench) -> Sequence[Odd]:
    stored = legs(bench.connection)
    found: list[Odd] = []
    for leg in stored.values():
        if bench.legs.get(leg.name, (leg.fingerprint, leg.dim)) != (leg.fingerprint, leg.dim):
            found.append(Odd("fingerprint", leg.number))
            continue
        rows = bench.connection.execute(
            "SELECT rid FROM vector WHERE leg = ? AND length(data) <> ?",
            (leg.number, leg.slot_bytes),
        )
        found += [Odd("length", leg.number, rid) for (rid,) in rows]
    return found


def _mend_embedders(bench: Bench, found: Sequence[Odd]) -> RepairLine | None:
    """Vectors of another embedder than the one in use are dropped, and those of another length."""
    by_number = {leg.number: leg for leg in legs(bench.connection).values()}
    told: list[str] = []
    for odd in found:
        leg = by_number.get(odd.leg)
        if leg is None:
            continue
        if odd.what == "fingerprint":
            told += _emptied(bench, leg)
        elif bench.connection.execute(
            "DELETE FROM vector WHERE leg = ? AND rid = ? AND length(data) <> ?",
            (leg.number, odd.rid, leg.slot_bytes),
        ).rowcount:
            _wait(bench, leg.number, odd.rid)
            told.append(f"{leg.name}: row {odd.rid}")
    if told:
        bench.changed()
        bench.embed()
    what = "Vectors of another embedder were dropped; new ones are made in the background."
    return line("embedders", told, what)


def _emptied(bench: Bench, leg: Leg) -> list[str]:
    fingerprint, dim = bench.legs[leg.name]
    if (leg.fingerprint, leg.dim) == (fingerprint, dim):
        return []
    empty_leg(bench.connection, leg, fingerprint, dim)
    bench.files.discard_others(legs(bench.connection)[leg.name])
    return [f"{leg.name}: {leg.fingerprint}"]


def _look_at_vectors(bench: Bench) -> Sequence[Odd]:
    execute = bench.connection.execute
    found = [Odd("orphan", leg, rid) for rid, leg in execute(f"SELECT rid, leg {_ORPHANS}")]
    found += [Odd("stub", rid=rid) for (rid,) in execute(_WAITING_STUBS)]
    for leg in legs(bench.connection).values():
        marked = execute(f"{_MARKED_WRONGLY} ORDER BY e.rid", (leg.number,))
        found += [Odd("mark", leg.number, rid) for (rid,) in marked]
        found += [Odd("slot", leg.number, rid) for rid in _differing(bench, leg)]
    return found


def _mend_vectors(bench: Bench, found: Sequence[Odd]) -> RepairLine | None:
    """Vectors without a row go, marks agree with them, and the files hold exactly what the database does."""
    by_number = {leg.number: leg for leg in legs(bench.connection).values()}
    told = [text for odd in found if odd.what != "slot" for text in _mended(bench, by_number, odd)]
    queued = any("marked wrongly" in text for text in told)
    for number, leg in by_number.items():
        # Vectors that were just dropped have no slot either.
        rids = [o.rid for o in found if o.leg == number and o.what != "length"]
        named = {o.rid for o in found if o.leg == number and o.what == "slot"}
        told += [
            f"row {rid}, leg {leg.name}: slot rewritten"
            for rid in _rewritten(bench, leg, rids)
            if rid in named
        ]
    if told:
        bench.changed()
    if queued:
        bench.embed()
    return line(
        "vectors",
        told,
        "Vectors of nothing were dropped, slots written anew, rows marked wrongly wait for a vector.",
    )


def _mended(bench: Bench, by_number: dict[int, Leg], odd: Odd) -> Iterator[str]:
    execute = bench.connection.execute
    if odd.what == "orphan":
        if execute(f"DELETE {_ORPHANS} AND rid = ? AND leg = ?", (odd.rid, odd.leg)).rowcount:
            yield f"row {odd.rid}, leg {odd.leg}: vector of nothing"
    elif odd.what == "stub":
        sql = "UPDATE entry SET vectors = -1 WHERE gone = 1 AND vectors >= 0 AND rid = ?"
        if execute(sql, (odd.rid,)).rowcount:
            yield f"row {odd.rid}: gone, and yet waiting for a vector"
    elif (
        odd.leg in by_number
        and execute(f"{_MARKED_WRONGLY} AND e.rid = ?2", (odd.leg, odd.rid)).fetchone()
    ):
        execute("DELETE FROM vector WHERE rid = ? AND leg = ?", (odd.rid, odd.leg))
        _wait(bench, odd.leg, odd.rid)
        yield f"row {odd.rid}, leg {by_number[odd.leg].name}: marked wrongly"


def _wait(bench: Bench, leg: int, rid: int) -> None:
    bench.connection.execute(
        "UPDATE entry SET vectors = vectors & ~? WHERE rid = ? AND gone = 0", (1 << leg, rid)
    )


def _rewritten(bench: Bench, leg: Leg, rids: Sequence[int]) -> list[int]:
    """Write those slots that are not what the database says, and empty those that it knows nothing of."""
    if not rids:
        return []
    if not bench.files.path(leg).exists():
        bench.files.repair(bench.connection, leg)  # makes the file with everything in it
        return list(rids) if _WHOLE_FILE in rids else []
    handle = os.open(bench.files.path(leg), os.O_RDWR)
    try:
        changed: list[int] = []
        for rid in dict.fromkeys(rids):
            row = bench.connection.execute(
                "SELECT data FROM vector WHERE leg = ? AND rid = ?", (leg.number, rid)
            ).fetchone()
            wanted: bytes = bytes(leg.slot_bytes) if row is None else row[0]
            held = os.pread(handle, leg.slot_bytes, rid * leg.slot_bytes)
            if held != wanted and (row is not None or held.strip(b"\0")):
                os.pwrite(
                    handle, wanted[: len(held)] if row is None else wanted, rid * leg.slot_bytes
                )
                changed.append(rid)
        if changed:
            os.fsync(handle)
    finally:
        os.close(handle)
    return changed


def _differing(bench: Bench, leg: Leg) -> Iterator[int]:
    """Compare slot by slot, in order, and yield the rows whose slot is not what the database says."""
    path = bench.files.path(leg)
    stored = bench.connection.execute(
        "SELECT rid, data FROM vector WHERE leg = ? ORDER BY rid", (leg.number,)
    )
    if not path.exists():
        if stored.fetchone() is not None:
            yield _WHOLE_FILE
        return
    empty, nothing = bytes(leg.slot_bytes), (-1, b"")
    rid, data = next(stored, nothing)
    with path.open("rb") as file:
        slot = 0
        while held := file.read(leg.slot_bytes):
            if slot == rid:
                if held != data:
                    yield slot
                rid, data = next(stored, nothing)
            elif held != empty and held.strip(b"\0"):
                yield slot
            slot += 1
    while rid >= 0:  # the file is too short: it was cut, or never grown
        yield rid
        rid, data = next(stored, nothing)


EMBEDDERS: Final = Repair(_look_at_embedders, _mend_embedders)
VECTORS: Final = Repair(_look_at_vectors, _mend_vectors)
