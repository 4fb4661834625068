"""The `embed` job: rows that have no vectors yet get them, in batches, oldest first."""

from collections.abc import Callable, Iterator, Sequence

from stelae.ports import ClaimedJob, Embedder, VectorIndex

BATCH = 32
"""Texts embedded at once: large enough for the embedders, small enough to be interrupted."""


def reembed(
    index: VectorIndex,
    embedders: Sequence[Embedder],
    *,
    on_progress: Callable[[str, int], None] | None = None,
) -> int:
    """Give every row vectors of these embedders and drop those of all others; return how many were made.

    Needs no language model and changes no text, id or time. Interrupted, it goes on where it stopped: rows that have a
    vector of the wanted fingerprint are left alone.

    Args:
        index: the store.
        embedders: the legs that shall be there afterwards.
        on_progress: called after each batch with the leg and the number of rows in it.

    Raises:
        ModelError: an embedder failed; what was made is kept.
    """
    stored, made = index.legs(), 0
    for leg in set(stored) - {e.leg for e in embedders}:
        index.drop_leg(leg)
    for embedder in embedders:
        other = stored.get(embedder.leg) not in {None, embedder.fingerprint}
        index.set_leg(embedder.leg, embedder.fingerprint, embedder.dim, replace=other)
        for done in _fill(index, embedder):
            made += done
            if on_progress is not None:
                on_progress(embedder.leg, done)
    return made


def _fill(index: VectorIndex, embedder: Embedder) -> Iterator[int]:
    """Embed the rows that wait, batch by batch."""
    while rows := index.unembedded(embedder.leg, limit=BATCH):
        vectors = embedder.passages([text for _, text in rows])
        index.store_vectors(embedder.leg, [rid for rid, _ in rows], vectors)
        yield len(rows)


class EmbeddingJobs:
    """Handler of `embed` jobs. Which rows wait is the store's knowledge, so that any number of jobs is one piece of work."""

    def __init__(self, index: VectorIndex, embedders: Sequence[Embedder]) -> None:
        """Take the index and one embedder a leg."""
        self._index, self._embedders = index, embedders

    def __call__(self, jobs: Sequence[ClaimedJob]) -> None:
        """Embed all rows that wait.

        Raises:
            ModelError: an embedder failed; what was embedded before is kept.
        """
        del jobs
        for embedder in self._embedders:
            for _ in _fill(self._index, embedder):
                pass
