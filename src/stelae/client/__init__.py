"""Typed HTTP client, sync and async; it imports no server.

`calls` describes every call once, as steps to be done (`steps`, `exchange`); `sync` and `aio` do them.
"""

from stelae.client.aio import AsyncClient
from stelae.client.sync import Client

__all__ = ["AsyncClient", "Client"]
