"""Session states on disk: one JSON file a conversation, for its owner alone, replaced as a whole.

`<data>/sessions/<tenant>/<scope>/<session>.json`. A name that is no safe file name on every system is hashed; the file says
whose it is, and one of somebody else's is not read. A file that is damaged or out of date counts as none: logged without a
word of it, never raised. Files are not in backups, and go after a day.
"""

import logging
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from pydantic import ValidationError

from stelae.errors import ScopeError, StoreError
from stelae.private_files import file_name, private_folder, replace_private
from stelae.schemas.base import Value
from stelae.schemas.scope import Namespace
from stelae.schemas.session import SessionState

if sys.platform != "win32":
    import fcntl

logger = logging.getLogger(__name__)
FOLDER = "sessions"


class Conversation(Value):
    """A state and whose it is, as the file holds them."""

    ns: Namespace
    session: str
    state: SessionState

    def of(self, ns: Namespace, session: str) -> bool:
        """Is it that conversation's?"""
        mine = (self.ns.tenant, self.ns.scope, self.session)
        return mine == (ns.tenant, ns.scope, session)


class SessionFiles:
    """Keeps states in a data folder. Nothing is made before the first state is kept."""

    def __init__(self, data: Path) -> None:
        """Take the data folder."""
        self._folder = data / FOLDER
        self._turn = Lock()

    @property
    def begun(self) -> bool:
        """Has anything ever been kept here?"""
        return self._folder.is_dir()

    def load(self, ns: Namespace, session: str) -> SessionState | None:
        """Return what is kept, or None."""
        found = _read(self._path(ns, session))
        return found.state if found is not None and found.of(ns, session) else None

    def save(self, ns: Namespace, session: str, state: SessionState) -> None:
        """Replace the file, whole or not at all.

        Raises:
            OSError: it cannot be written; the file before it stays.
        """
        place = Namespace(tenant=ns.tenant, scope=ns.scope)
        kept = Conversation(ns=place, session=session, state=state)
        replace_private(self._path(ns, session), kept.model_dump_json(exclude_defaults=True))

    def drop(self, ns: Namespace, session: str) -> bool:
        """Delete a state; was there one?

        Raises:
            StoreError: it cannot be deleted.
        """
        return _deleted(self._path(ns, session))

    def conversations(self, ns: Namespace | None = None) -> Iterator[Conversation]:
        """Return what can be read: of the written scope, of all tenants and scopes without one."""
        folder = self._folder if ns is None else self._path(ns, "-").parent
        for path in sorted(folder.rglob("*.json")):
            found = _read(path)
            if found is not None and (ns is None or found.of(ns, found.session)):
                yield found

    def sweep(self, ns: Namespace | None = None) -> int:
        """Delete what cannot be read, and drafts of writers that died, and return how many; of one scope or of all."""
        folder = self._folder if ns is None else self._path(ns, "-").parent
        drafts = (p for p in folder.rglob(".*") if p.is_file() and p != self._lock)
        broken = (p for p in folder.rglob("*.json") if p.is_file() and _read(p) is None)
        return sum(map(_deleted, (*drafts, *broken)))

    def of_others(self, ns: Namespace) -> Iterator[Path]:
        """Go through the states of other tenants and scopes, by where they lie: there may be very many."""
        own = self._path(ns, "-").parent
        return (path for path in self._folder.glob("*/*/*.json") if path.parent != own)

    @contextmanager
    def alone(self) -> Generator[None]:
        """Let one writer at a time read and replace: of all threads and, where the system has such locks, processes.

        Not to be entered twice by one thread.

        Raises:
            StoreError: the folder cannot be written.
        """
        with self._turn:
            if sys.platform == "win32":
                yield
                return
            try:
                private_folder(self._folder)
                handle = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o600)
            except OSError as error:
                raise StoreError(f"{FOLDER} cannot be written ({type(error).__name__}).") from error
            try:
                fcntl.flock(handle, fcntl.LOCK_EX)
                yield
            finally:
                os.close(handle)

    @property
    def _lock(self) -> Path:
        return self._folder / ".lock"

    def _path(self, ns: Namespace, session: str) -> Path:
        scope = ns.scope.replace(":", "-", 1)
        return self._folder / file_name(ns.tenant) / file_name(scope) / f"{file_name(session)}.json"


def _read(path: Path) -> Conversation | None:
    try:
        return Conversation.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValidationError, ScopeError) as error:
        logger.warning(
            "a session state cannot be read (%s); it counts as empty", type(error).__name__
        )
        return None


def _deleted(path: Path) -> bool:
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise StoreError(f"A session state cannot be deleted ({type(error).__name__}).") from error
    return True
