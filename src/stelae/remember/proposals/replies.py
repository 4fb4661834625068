"""Answers that an earlier reading of the same scope has left, so that the same words are not asked about twice.

An answer is found again by a keyed hash of everything it depends on: model, instructions and schema, the words, and where
they are. So it is never shared between tenants, scopes or projects, and a new version of the form finds none of the old
ones. A forgetting drops all answers of its scope (`ports.ReplyLog`).
"""

import json
import unicodedata
from datetime import datetime

from stelae.ports import Store
from stelae.remember.redaction import redact_value
from stelae.schemas.extraction import KeptReply
from stelae.schemas.scope import Namespace
from stelae.text.normalise import squash


class Replies:
    """Answers of one scope, for one reading."""

    def __init__(
        self, store: Store, ns: Namespace, now: datetime, *, masked: frozenset[str] = frozenset()
    ) -> None:
        """Begin a reading.

        Args:
            store: keeps the answers, and signs.
            ns: whose they are.
            now: the present.
            masked: types of personal data that the policy masks.
        """
        self._store, self._ns, self._now, self._masked = store, ns, now, masked
        self.forgettings = store.forgettings(ns)
        """How many there were before the model was asked."""
        self._new: dict[str, KeptReply] = {}

    def mark(self, model: str, version: str, chunk: str) -> str:
        """Return what the answer to this is known by."""
        words = squash(unicodedata.normalize("NFKC", chunk))
        ns = self._ns
        parts = ["reply", ns.tenant, ns.scope, ns.project, model, version, words]
        return self._store.sign(json.dumps(parts, ensure_ascii=False).encode()).hex()

    def find(self, mark: str) -> str | None:
        """Return the answer as JSON, or None."""
        new = self._new.get(mark)
        return new.body if new else self._store.reply(self._ns, mark, now=self._now)

    def keep(self, mark: str, body: str) -> None:
        """Keep an answer with the reading, redacted: a model may have put a secret together from pieces."""
        clean = redact_value(json.loads(body), personal=self._masked)
        self._new[mark] = KeptReply(mark=mark, body=json.dumps(clean, ensure_ascii=False))

    @property
    def new(self) -> tuple[KeptReply, ...]:
        """Answers to be written down."""
        return tuple(self._new.values())
