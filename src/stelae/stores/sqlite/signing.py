"""Signatures with the data folder's key: `ports.Signing`."""

from stelae.stores import signatures
from stelae.stores.sqlite.part import Part


class Signatures(Part):
    """`Signing` over a data folder."""

    def sign(self, data: bytes, *, key: bytes | None = None) -> bytes:
        """See `ports.Signing.sign`."""
        return signatures.sign(self._key if key is None else key, data)

    def key_id(self, *, key: bytes | None = None) -> str:
        """See `ports.Signing.key_id`."""
        return signatures.key_id(self._key if key is None else key)
