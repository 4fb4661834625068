"""What can go wrong without a disk, and is put right: jobs, questions about what is gone, vectors of another embedder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from stelae.schemas.change import Job
from stelae.schemas.scope import Namespace
from stelae.schemas.upkeep import RepairLine, RepairReport
from stelae.stores.entries import STUCK_S
from stelae.stores.in_memory.state import Leg, State


def repaired(state: State, at: datetime, legs: Mapping[str, tuple[str, int]]) -> RepairReport:
    """Put right what is wrong and tell what it was; the lock is held."""
    return RepairReport(lines=(*_embedders(state, at, legs), *_pending(state), *_jobs(state, at)))


def _embedders(
    state: State, at: datetime, legs: Mapping[str, tuple[str, int]]
) -> Iterator[RepairLine]:
    other = [
        n for n, (mark, _) in legs.items() if n in state.legs and state.legs[n].fingerprint != mark
    ]
    for name in other:
        mark, dim = legs[name]
        state.legs[name] = Leg(next(state.numbers), mark, dim)
    for place, space in state.spaces.items() if other else ():
        rows = {
            rid: replace(row, vectors={n: v for n, v in row.vectors.items() if n not in other})
            for rid, row in space.rows.items()
        }
        state.spaces[place] = replace(space, rows=rows, sequence=space.sequence + 1)
        ns = Namespace(tenant=place[0], scope=place[1])
        state.enqueue(ns, Job(kind="embed", payload={}), at)
    if other:
        what = "Vectors of another embedder were dropped; new ones are being made."
        yield _line("embedders", len(other), what, other)


def _pending(state: State) -> Iterator[RepairLine]:
    gone: list[str] = []
    for place, space in state.spaces.items():
        lost = [
            item.id
            for item in space.pending.values()
            if item.target is not None and item.target not in space.memories
        ]
        if lost:
            kept = {id_: item for id_, item in space.pending.items() if id_ not in lost}
            state.spaces[place] = replace(space, pending=kept)
            gone += lost
    if gone:
        yield _line(
            "pending", len(gone), "Questions about memories that are gone were dropped.", gone
        )


def _jobs(state: State, at: datetime) -> Iterator[RepairLine]:
    late = at + timedelta(seconds=STUCK_S)
    stuck = [job for job in state.jobs.values() if job.failed is not None or job.due > late]
    for job in stuck:
        job.again(at)
    if stuck:
        ids = [f"{job.number} {job.job.kind}" for job in stuck]
        yield _line("jobs", len(stuck), "Failed or stuck jobs are in the queue again.", ids)


def _line(kind: str, count: int, what: str, ids: list[str]) -> RepairLine:
    return RepairLine.model_validate(
        {"kind": kind, "found": count, "repaired": count, "what": what, "ids": ids[:20]}
    )
