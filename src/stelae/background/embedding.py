"""The `embed` job: rows that have no vectors yet get them, in batches, oldest first."""

from collections.abc import Sequence

from stelae.ports import ClaimedJob, Embedder, VectorIndex

BATCH = 32
"""Texts embedded at once: large enough for the embedders, small enough to be interrupted."""


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
            while rows := self._index.unembedded(embedder.leg, limit=BATCH):
                vectors = embedder.passages([text for _, text in rows])
                self._index.store_vectors(embedder.leg, [rid for rid, _ in rows], vectors)
