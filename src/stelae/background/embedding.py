"""The `embed` job: rows that have no vectors yet get them, in batches.

Of an embedder on another machine those get none whose text has to stay here; they are found by their words, and wait for
nothing.
"""

from collections.abc import Callable, Iterator, Sequence

from stelae.errors import ModelError
from stelae.ports import ClaimedJob, Embedder, VectorIndex
from stelae.remember.embeddable import Embeddable
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation

BATCH = 32
"""Texts embedded at once: large enough for the embedders, small enough to be interrupted."""
LOOK = 64
"""Newest rows that are looked at to find out whether there is anything to embed: what must stay here piles up behind."""


def reembed(
    index: VectorIndex,
    embedders: Sequence[Embedder],
    embeddable: Embeddable,
    *,
    on_progress: Callable[[str, int], None] | None = None,
) -> int:
    """Give every row vectors of these embedders and drop those of all others; return how many were made.

    Needs no language model and changes no text, id or time. Interrupted, it goes on where it stopped: rows that have a
    vector of the wanted fingerprint are left alone.

    Args:
        index: the store.
        embedders: the legs that shall be there afterwards.
        embeddable: what an embedder on another machine may see.
        on_progress: called after each batch with the leg and the number of rows in it.

    Raises:
        ModelError: an embedder failed; what was made is kept. Nothing was dropped for one that does not answer at all.
    """
    wanted = [(embedder, embedder.fingerprint, embedder.dim) for embedder in embedders]
    stored, made = index.legs(), 0
    for leg in set(stored) - {e.leg for e in embedders}:
        index.drop_leg(leg)
    for embedder, fingerprint, dim in wanted:
        other = stored.get(embedder.leg) not in {None, fingerprint}
        index.set_leg(embedder.leg, fingerprint, dim, replace=other)
        for done in _fill(index, embedder, Waiting(embeddable)):
            made += done
            if on_progress is not None:
                on_progress(embedder.leg, done)
    return made


class Waiting:
    """Which rows wait for a vector. Remembers which may not have one, without their text."""

    def __init__(self, embeddable: Embeddable) -> None:
        """Take what an embedder on another machine may see."""
        self._embeddable = embeddable
        self._withheld: set[tuple[int, int]] = set()

    def batches(self, index: VectorIndex, embedder: Embedder) -> Iterator[list[tuple[int, str]]]:
        """Yield `(row id, text)` of the rows that wait; each batch has to be embedded before the next is taken."""
        if self._embeddable.everything(embedder):
            while rows := index.unembedded(embedder.leg, limit=BATCH):
                yield list(rows)
            return
        before: int | None = None
        while page := index.unembedded_rows(embedder.leg, limit=BATCH, before=before):
            before = page[-1][0]
            if free := [(rid, row.text) for rid, row in page if self._may_see(embedder, rid, row)]:
                yield free

    def any(self, index: VectorIndex, embedder: Embedder) -> bool:
        """Does one wait? Cheap enough for every opening."""
        if self._embeddable.everything(embedder):
            return bool(index.unembedded(embedder.leg, limit=1))
        page = index.unembedded_rows(embedder.leg, limit=LOOK)
        return any(self._may_see(embedder, rid, row) for rid, row in page)

    def _may_see(self, embedder: Embedder, rid: int, row: MemoryRecord | Observation) -> bool:
        mark = (rid, hash(row.text))
        if mark in self._withheld:
            return False
        allowed = self._embeddable.row(embedder, row)
        if not allowed:
            self._withheld.add(mark)
        return allowed


def _fill(index: VectorIndex, embedder: Embedder, waiting: Waiting) -> Iterator[int]:
    """Embed the rows that wait, batch by batch."""
    for rows in waiting.batches(index, embedder):
        vectors = embedder.passages([text for _, text in rows])
        index.store_vectors(embedder.leg, [rid for rid, _ in rows], vectors)
        yield len(rows)


class EmbeddingJobs:
    """Handler of `embed` jobs. Which rows wait is the store's knowledge, so that any number of jobs is one piece of work."""

    def __init__(
        self, index: VectorIndex, embedders: Sequence[Embedder], embeddable: Embeddable
    ) -> None:
        """Take the index, one embedder a leg, and what one on another machine may see."""
        self._index, self._embedders = index, embedders
        self._waiting = Waiting(embeddable)

    def __call__(self, jobs: Sequence[ClaimedJob]) -> None:
        """Embed all rows that wait, for every embedder that answers.

        Raises:
            ModelError: an embedder failed; what was embedded is kept.
        """
        del jobs
        failure: ModelError | None = None
        for embedder in self._embedders:
            try:
                self._embed(embedder)
            except ModelError as error:
                failure = failure or error
        if failure is not None:
            raise failure

    def _embed(self, embedder: Embedder) -> None:
        if embedder.leg not in self._index.legs():
            # Its server was not asked at opening.
            self._index.set_leg(embedder.leg, embedder.fingerprint, embedder.dim)
        for _ in _fill(self._index, embedder, self._waiting):
            pass
