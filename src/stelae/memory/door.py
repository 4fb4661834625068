"""What every part of `Memory` stands on: the connected parts, the namespace, and closing."""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from stelae.assembly import Parts
from stelae.assembly.embedders import told_fingerprint
from stelae.config import Settings
from stelae.errors import PermissionDeniedError
from stelae.ports import Watcher
from stelae.schemas.scope import Namespace


class Door:
    """A handle over connected parts in one namespace."""

    def __init__(self, parts: Parts, ns: Namespace, *, owns: bool = True) -> None:
        """Take connected parts, which are closed with the handle if it owns them; use `Memory.open` instead."""
        self._parts, self._ns = parts, ns
        self._closed = not owns

    @property
    def namespace(self) -> Namespace:
        """Tenant, scopes and project of this handle."""
        return self._ns

    @property
    def embedders(self) -> tuple[str, ...]:
        """Fingerprints of the embedders in use; none: keywords only."""
        return tuple(told_fingerprint(embedder) for embedder in self._parts.embedders)

    @property
    def settings(self) -> Settings:
        """The settings it was opened with."""
        return self._parts.settings

    def flush(
        self, *, timeout_s: float = 600.0, on_progress: Callable[[int], None] | None = None
    ) -> int:
        """Wait until background jobs (vectors, extraction) are done, and return how many still wait.

        Args:
            timeout_s: how long to wait for jobs that other processes hold or that pause after a failure.
            on_progress: called now and then with the number of jobs that still wait.

        The number is that of the data folder; on a handle of another tenant that of its written scope.
        """

        def tell(_: int) -> None:
            if on_progress is not None:
                on_progress(self._left())

        self._parts.worker.drain(timeout_s=timeout_s, on_progress=tell)
        self._parts.notes.save()
        return self._left()

    def watch(self, watcher: Watcher) -> None:
        """Let somebody count what the gate decides and recalls find, on every handle of this opening, until it is closed.

        Raises:
            PermissionDeniedError: on a handle of another tenant.
        """
        self._check_operator()
        self._parts.watchers.add(watcher)

    def waiting(self) -> int:
        """Count the jobs that wait in the whole data folder, for whoever serves it: a sign of how far behind it is.

        Raises:
            PermissionDeniedError: on a handle of another tenant.
        """
        self._check_operator()
        return self._parts.store.waiting()

    def close(self) -> None:
        """Stop background work and close the store; jobs that wait go on at the next opening. Safe to call twice."""
        if not self._closed:
            self._closed = True
            self._parts.close()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    @property
    def _guest(self) -> bool:
        """Is it a handle of another tenant than the one that the data folder was opened for?"""
        return self._ns.tenant != self._parts.settings.tenant

    def _check_operator(self) -> None:
        """Let nobody else ask about the whole data folder than the tenant that it was opened for, its operator's.

        Raises:
            PermissionDeniedError: on a handle of another tenant.
        """
        if self._guest:
            raise PermissionDeniedError(
                "This is about the whole data folder, and so about every tenant. Ask the memory that was opened, not a"
                " handle of another tenant."
            )

    def _left(self) -> int:
        return self._parts.store.waiting(self._ns if self._guest else None)

    def _wake(self) -> None:
        parts = self._parts
        if parts.embedders or parts.piling.on or parts.maintenance.due():
            parts.worker.wake()
