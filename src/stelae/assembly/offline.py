"""Work on a store that no `Memory` would open, or that has it for itself: other vectors, repairs."""

from collections.abc import Callable

from stelae.assembly.clock import SystemClock
from stelae.assembly.embedders import (
    EmbedderChoice,
    chosen_embedders,
    embeddable_of,
    wanted_embedders,
)
from stelae.assembly.stores import open_store
from stelae.background.embedding import reembed as fill_vectors
from stelae.background.repairing import repair as put_right
from stelae.config import Settings
from stelae.errors import ModelError, StoreCorruptError
from stelae.ports import Clock, Embedder
from stelae.schemas.scope import Namespace
from stelae.schemas.upkeep import RepairLine, RepairReport


def reembed(
    settings: Settings,
    *,
    embedder: EmbedderChoice,
    on_progress: Callable[[str, int], None] | None = None,
) -> int:
    """Open the store, replace its vectors, close it; see `background.embedding.reembed`.

    Raises:
        ConfigurationError: the profile is unknown or its extra is not installed.
        ModelError: an embedder failed; the rest can be done later.
        StoreError: the store cannot be opened or written.
    """
    store = open_store(settings)
    try:
        embedders = chosen_embedders(settings, embedder)
        return fill_vectors(store, embedders, embeddable_of(settings), on_progress=on_progress)
    finally:
        store.close()


def repair(
    settings: Settings,
    ns: Namespace,
    *,
    embedder: EmbedderChoice | None = None,
    clock: Clock | None = None,
) -> RepairReport:
    """Open the store as it is, repair it, close it; see `background.repairing.repair`.

    A `Memory` would not open, or would hide the fault, where the store's vectors are of another embedder.

    Raises:
        ConfigurationError: the profile is unknown or its extra is not installed.
        StoreError: the store cannot be opened for another reason than damage.
    """
    try:
        store = open_store(settings)
    except StoreCorruptError as error:
        what = (
            f"{error} It cannot be opened: keep a copy of the folder and restore the newest backup."
        )
        return RepairReport(lines=(RepairLine(kind="damage", found=1, repaired=0, what=what),))
    try:
        wanted = wanted_embedders(store.legs(), settings, embedder)
        return put_right(store, ns, clock or SystemClock(), [e for e in wanted if _answers(e)])
    finally:
        store.close()


def _answers(embedder: Embedder) -> bool:
    """Can it say what it is? Vectors of one that cannot are neither right nor wrong."""
    try:
        return bool(embedder.fingerprint)
    except ModelError:
        return False
