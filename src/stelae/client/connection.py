"""How a server is reached, the same for both clients."""

import ipaddress
import re
from importlib.metadata import version
from typing import Any, Final

import httpx

from stelae.client.steps import Failure, Reply, Request
from stelae.errors import ConfigurationError

DEFAULT_URL: Final = "http://127.0.0.1:7437"
TIMEOUT_S: Final = 120.0
"""A language model that has to be loaded first takes its time (`model.timeout_s`)."""
RETRIES: Final = 2
CONNECT_S: Final = 5.0
"""A server that is there takes a connection at once."""
_SECRET = re.compile(r"[\x21-\x7e]+")


def options(base_url: str, key: str | None, timeout_s: float) -> dict[str, Any]:
    """Return what both of httpx's clients are made with. The key goes into a header there and is kept nowhere else.

    A redirect is not followed, since it would take the key along; and what goes to this machine goes through no proxy.

    Raises:
        ConfigurationError: the address or the key cannot be used; the key is not repeated.
    """
    url = _address(base_url)
    if key is not None and not _SECRET.fullmatch(key):
        raise ConfigurationError(
            "The key is no key: it is one word, as `stelae keys create` prints it."
        )
    if timeout_s <= 0:
        raise ConfigurationError("timeout_s is above 0.")
    headers = {"User-Agent": f"stelae/{version('stelae')}"}
    if key is not None:
        headers["Authorization"] = f"Bearer {key}"
    return {
        "base_url": url,
        "headers": headers,
        "timeout": httpx.Timeout(timeout_s, connect=min(CONNECT_S, timeout_s)),
        "follow_redirects": False,
        "trust_env": not _on_this_machine(url.host),
    }


def arguments(request: Request) -> dict[str, Any]:
    """Return a request as httpx takes it."""
    return {
        "method": request.method,
        "url": request.path,
        "params": list(request.query),
        "headers": request.headers,
        "content": request.content,
    }


def reply_of(response: httpx.Response, body: bytes = b"", *, live: bool = False) -> Reply:
    """Return an answer with what was read of its body; a live one goes with it, to be read later."""
    headers = dict(response.headers)
    return Reply(response.status_code, headers, body, live=response if live else None)


def failure_of(error: httpx.RequestError) -> Failure:
    """Return what a request died of."""
    name = type(error).__name__
    match error:
        case httpx.ConnectError() | httpx.ConnectTimeout() | httpx.PoolTimeout():
            return Failure("unreached", name)
        case httpx.TimeoutException():
            return Failure("late", name)
        case _:
            return Failure("broken", name)


def _address(base_url: str) -> httpx.URL:
    try:
        url = httpx.URL(base_url)
    except httpx.InvalidURL:
        url = httpx.URL()
    if url.scheme not in {"http", "https"} or not url.host or url.userinfo or url.query:
        raise ConfigurationError(
            "base_url is the address of a server, such as http://127.0.0.1:7437; a key is passed as `key`."
        )
    return url


def _on_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
