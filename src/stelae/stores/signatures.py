"""Signatures with a folder's key. Each use has its own prefix, so that one can never be passed off as another."""

import hmac

_ID_CHARS = 16


def sign(key: bytes, data: bytes) -> bytes:
    """Return the signature of the data."""
    return hmac.digest(key, b"export\x00" + data, "sha256")


def key_id(key: bytes) -> str:
    """Return a name for the key by which it cannot be guessed."""
    return hmac.digest(key, b"key id", "sha256").hex()[:_ID_CHARS]
