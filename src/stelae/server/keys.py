"""Who may come over the wire: the keys of a data folder, of which no secret is kept.

A secret is shown once, when it is made; kept is its scrypt hash, since whoever reads a copy of the folder must not be able
to come in. A secret that was verified is known from then on by a keyed hash under a key of this process, which costs
microseconds in place of scrypt's tens of milliseconds. The file is read again whenever it has changed, so a revocation takes
effect at once in a running server. What a key lets somebody do is `schemas/access.py`'s business.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import Final

from stelae.errors import ConfigurationError, InvalidInputError, NotFoundError
from stelae.ports import Clock
from stelae.schemas.access import ApiKey, Role
from stelae.server.key_file import Digest, Entries, Entry, KeyFile, Stamp

LONGEST_GRACE: Final = timedelta(days=30)
"""Most that a rotated secret may go on holding: a rotation that never ends is none."""
_SECRET = re.compile(r"stl_([0-9a-f]{8})_[A-Za-z0-9_-]{43}")
_N, _R, _P = 2**14, 8, 1
"""scrypt's cost: 16 MiB and some 50 ms. A secret has 256 random bits, so this slows no guess that could ever succeed."""


class Keyring:
    """The keys of one data folder. Threads and processes may share it."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        """Take the data folder; nothing is made in it before the first key."""
        self._file, self._clock = KeyFile(folder), clock
        self._process_key = secrets.token_bytes(32)
        self._nobodys_salt = secrets.token_hex(16)
        self._stamp: Stamp | None = None
        self._entries: Entries = {}
        self._verified: dict[bytes, tuple[str, str]] = {}
        """Of a secret's mark: the key's id and the hash that it has."""
        self._reading, self._hashing = Lock(), Lock()

    @property
    def used(self) -> bool:
        """Has this folder keys? One that was revoked or has expired counts: the last revocation opens no door.

        Raises:
            ConfigurationError: as `find`.
        """
        return bool(self._current())

    def holding(self) -> tuple[ApiKey, ...]:
        """Return the keys that let somebody in now, oldest first.

        Raises:
            ConfigurationError: as `find`.
        """
        now = self._clock.now()
        return tuple(key for key in self.list() if holds(key, now))

    def list(self) -> tuple[ApiKey, ...]:
        """Return every key, oldest first, those that hold no more among them.

        Raises:
            ConfigurationError: as `find`.
        """
        return tuple(entry.key for entry in self._current().values())

    def find(self, secret: str) -> ApiKey | None:
        """Return the key of a secret, or None when it is unknown, expired or revoked.

        The first time a secret is seen costs one scrypt, whether or not there is such a key; one at a time.

        Raises:
            ConfigurationError: the file is broken, or others can read it. That is never "no keys".
        """
        entries = self._current()
        form = _SECRET.fullmatch(secret)
        if form is None or not entries:
            return None
        mark = self._mark(secret)
        if mark not in self._verified:
            with self._hashing:
                if mark not in self._verified:
                    self._verify(secret, mark, entries.get(form[1]))
        return self._held(mark, entries)

    def known(self, secret: str) -> ApiKey | None:
        """Return the key of a secret that `find` has verified before; no hash is made.

        Raises:
            ConfigurationError: as `find`.
        """
        entries = self._current()
        return self._held(self._mark(secret), entries) if _SECRET.fullmatch(secret) else None

    def create(
        self,
        name: str,
        *,
        role: Role,
        tenant: str,
        scopes: tuple[str, ...],
        reads: tuple[str, ...] = (),
        expires_at: datetime | None = None,
    ) -> tuple[ApiKey, str]:
        """Make a key, and return it with its secret, which nobody can look up later.

        Args:
            name: who or what comes with it; ids tell keys apart, names need not.
            role: what it may do.
            tenant: whose data.
            scopes: scopes or patterns that it may write and read.
            reads: further ones that it may only read.
            expires_at: None: never.

        Raises:
            InvalidInputError: the time has passed.
            ScopeError: a name, scope or pattern is malformed.
            ConfigurationError: as `find`.
            StoreError: the folder cannot be written.
        """
        now = self._clock.now()
        if expires_at is not None and expires_at <= now:
            raise InvalidInputError("A key has to expire in the future.")
        with self._alone() as entries:
            key = ApiKey(
                id=_new_id(entries),
                name=name,
                tenant=tenant,
                role=role,
                scopes=scopes,
                reads=reads,
                created_at=now,
                expires_at=expires_at,
            )
            secret, salt = _new_secret(key.id), secrets.token_hex(16)
            digests = (Digest(hash=_hash(secret, salt)),)
            self._file.write({**entries, key.id: Entry(key=key, salt=salt, digests=digests)})
        return key, secret

    def rotate(self, id: str, *, grace_s: float = 0.0) -> tuple[ApiKey, str]:  # noqa: A002 - the word every door uses
        """Give a key another secret, and return both.

        Args:
            id: of the key.
            grace_s: how long the secret before goes on holding.

        Raises:
            NotFoundError: there is no such key.
            InvalidInputError: it holds no more, or the grace is out of bounds.
            ConfigurationError: as `find`.
            StoreError: the folder cannot be written.
        """
        if not 0 <= grace_s <= LONGEST_GRACE.total_seconds():
            raise InvalidInputError(f"Grace is 0 to {LONGEST_GRACE.days} days.")
        now = self._clock.now()
        end = now + timedelta(seconds=grace_s)
        with self._alone() as entries:
            entry = _entry(entries, id)
            if not holds(entry.key, now):
                raise InvalidInputError(f"Key {id} holds no more; make a new one.")
            secret = _new_secret(id)
            former = (
                d.model_copy(update={"until": min(d.until or end, end)}) for d in entry.digests
            )
            digests = (
                Digest(hash=_hash(secret, entry.salt)),
                *(d for d in former if d.holds(now)),
            )
            self._file.write({**entries, id: entry.model_copy(update={"digests": digests})})
        return entry.key, secret

    def revoke(self, id: str) -> ApiKey:  # noqa: A002 - the word every door uses
        """Let a key hold no more, now and in every running server; it stays on the list. Doing it twice changes nothing.

        Raises:
            NotFoundError: there is no such key.
            ConfigurationError: as `find`.
            StoreError: the folder cannot be written.
        """
        with self._alone() as entries:
            entry = _entry(entries, id)
            if entry.key.revoked_at is not None:
                return entry.key
            key = entry.key.model_copy(update={"revoked_at": self._clock.now()})
            self._file.write({**entries, id: entry.model_copy(update={"key": key, "digests": ()})})
        return key

    def _mark(self, secret: str) -> bytes:
        # BLAKE2 takes a key by itself (RFC 7693): a MAC in an eighth of the time of HMAC-SHA256, on every request.
        return hashlib.blake2b(secret.encode(), key=self._process_key, digest_size=32).digest()

    def _verify(self, secret: str, mark: bytes, entry: Entry | None) -> None:
        """Hash a secret, also when there is nothing to compare it with, and remember it when it is one of the key's."""
        made = _hash(secret, self._nobodys_salt if entry is None else entry.salt)
        if entry is None:
            return
        for digest in entry.digests:
            if hmac.compare_digest(made, digest.hash):
                self._verified[mark] = (entry.key.id, made)

    def _held(self, mark: bytes, entries: Entries) -> ApiKey | None:
        """Return the key if its secret is still one of its own, and in time."""
        owner, made = self._verified.get(mark, ("", ""))
        entry = entries.get(owner)
        if entry is None:
            return None
        now = self._clock.now()
        good = any(digest.hash == made and digest.holds(now) for digest in entry.digests)
        return entry.key if good and holds(entry.key, now) else None

    def _current(self) -> Entries:
        """Return what the file holds, read again if it has changed."""
        stamp = self._file.stamp()
        if stamp is None:
            if self._stamp is None:
                return self._entries
            raise ConfigurationError(
                f"{self._file.path} is gone, and this process has seen keys in it, so it lets nobody in. Bring it back, or"
                " start again if it is to be without keys."
            )
        if stamp != self._stamp:
            with self._reading:
                read, entries = self._file.read()
                self._unlearn(entries)
                # In this order: whoever sees the new stamp must not get the entries before.
                self._entries = entries
                self._stamp = read
        return self._entries

    def _unlearn(self, entries: Entries) -> None:
        """Drop the marks of secrets that are no key's any more, so that rotating for years holds no memory."""
        hashes = {digest.hash for entry in entries.values() for digest in entry.digests}
        for mark, (_, made) in self._verified.copy().items():
            if made not in hashes:
                self._verified.pop(mark, None)

    @contextmanager
    def _alone(self) -> Generator[Entries]:
        """Give what the file holds to one writer at a time."""
        with self._file.alone():
            yield self._current()


def holds(key: ApiKey, now: datetime) -> bool:
    """Does a key let somebody in at that time: neither revoked nor expired?"""
    return key.revoked_at is None and (key.expires_at is None or now < key.expires_at)


def _entry(entries: Entries, asked: str) -> Entry:
    entry = entries.get(asked)
    if entry is None:
        raise NotFoundError(f"No key {asked[:40]!r}. `stelae keys list` shows what there is.")
    return entry


def _new_id(taken: Entries) -> str:
    while (fresh := secrets.token_hex(4)) in taken:
        pass
    return fresh


def _new_secret(key_id: str) -> str:
    return f"stl_{key_id}_{secrets.token_urlsafe(32)}"


def _hash(secret: str, salt: str) -> str:
    made = hashlib.scrypt(secret.encode(), salt=bytes.fromhex(salt), n=_N, r=_R, p=_P, dklen=32)
    return made.hex()
