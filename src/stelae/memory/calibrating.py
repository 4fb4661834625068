"""Measuring what depends on the embedder."""

from collections.abc import Sequence

from stelae.assembly import Parts, build
from stelae.assembly.gates import keep_gate
from stelae.errors import InvalidInputError
from stelae.memory.door import Door
from stelae.recall.auto_block import nearness
from stelae.recall.gates import gate_of
from stelae.schemas.auto_recall import Gate
from stelae.schemas.observation import Message
from stelae.schemas.query import MAX_LIMIT, RecallQuery
from stelae.schemas.scope import Namespace

_PLACE = Namespace(scope="agent:calibration")


class Calibrating(Door):
    """`calibrate`."""

    def calibrate(self, pairs: Sequence[tuple[str, str]]) -> Gate:
        """Measure how near a reflection must be to stand beside a message, and keep that in the data folder (O15).

        The lessons are put into a store of its own in memory, which is gone afterwards. The gate is that of the first
        embedder, from the next opening on.

        Args:
            pairs: a message, and the lesson that should stand beside it; 8 at least, 100 lessons at most.

        Raises:
            InvalidInputError: too few or too many pairs, no vectors, or a lesson that is not accepted.
            ConfigurationError: the folder's gates cannot be read.
            PermissionDeniedError: on a handle of another tenant; the gate is everybody's.
        """
        self._check_operator()
        embedders, settings = self._parts.embedders, self._parts.settings
        lessons = list(dict.fromkeys(lesson for _, lesson in pairs))
        if not embedders or len(lessons) > MAX_LIMIT:
            raise InvalidInputError(
                f"Calibration needs vectors, and at most {MAX_LIMIT} different lessons."
            )
        changes = {"store": settings.store.model_copy(update={"kind": "memory"})}
        scratch = build(settings.model_copy(update=changes), embedder=embedders)
        try:
            ids = {lesson: _learn(scratch, lesson, number) for number, lesson in enumerate(lessons)}
            scratch.worker.drain(timeout_s=60.0)
            hits: list[float] = []
            noise: list[float] = []
            for message, lesson in pairs:
                near = _near(scratch, message)
                hits.append(near.pop(ids[lesson], 0.0))
                noise += near.values()
        finally:
            scratch.close()
        gate = gate_of(hits, noise)
        keep_gate(settings.data, embedders[0].fingerprint, gate)
        return gate


def _learn(scratch: Parts, lesson: str, number: int) -> str:
    outcome = scratch.remember.remember(
        _PLACE,
        Message(content=lesson),
        category="reflection",
        attributes={"lesson": f"lesson {number}"},
        authority="platform",
    )
    if outcome.outcome != "accepted" or outcome.id is None:
        raise InvalidInputError(f"Lesson {number + 1} is not accepted: {outcome.reason}.")
    return outcome.id


def _near(scratch: Parts, message: str) -> dict[str, float]:
    query = RecallQuery(
        text=message, limit=MAX_LIMIT, category="reflection", include="memories", floor=None
    )
    _, trace = scratch.recall.run(_PLACE, query)
    return dict(nearness(trace, scratch.embedders[0].leg))
