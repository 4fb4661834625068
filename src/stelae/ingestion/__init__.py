"""Other ways in, and the way out: exports, and imports through the gate. Sees stores through `ports` only."""

from typing import TYPE_CHECKING

from stelae.lazily import modules

if TYPE_CHECKING:
    from stelae.ingestion import committing as committing
    from stelae.ingestion import documents as documents
    from stelae.ingestion import drafts as drafts
    from stelae.ingestion import guide_export as guide_export
    from stelae.ingestion import guide_linting as guide_linting
    from stelae.ingestion import guides as guides
    from stelae.ingestion import importing as importing
    from stelae.ingestion import training as training
else:
    __getattr__ = modules(
        __name__,
        "committing",
        "documents",
        "drafts",
        "guide_export",
        "guide_linting",
        "guides",
        "importing",
        "training",
    )
