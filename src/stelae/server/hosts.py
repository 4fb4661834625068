"""Where a server can be asked from, and under which names. Pure: it resolves nothing and opens nothing."""

import ipaddress
import socket

from stelae.config import ServerSettings

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def is_loopback(host: str) -> bool:
    """Does whoever listens there hear this machine alone? An empty name means every interface."""
    bare = host.strip("[]").lower()
    if bare == "localhost":
        return True
    try:
        return ipaddress.ip_address(bare).is_loopback
    except ValueError:
        return False


def reachable(settings: ServerSettings) -> bool:
    """Can others than this machine ask: since it listens elsewhere, or since a proxy in front of it has another name?

    Such a server lets nobody in without a key (DEV-14.4).
    """
    return not all(is_loopback(host) for host in (settings.host, *settings.allowed_hosts))


def own_names(settings: ServerSettings) -> frozenset[str]:
    """Return the names under which it may be asked, lower case, without ports.

    The address at which a connection arrived is one more: it says nothing that the connection did not.
    """
    names = {settings.host, socket.gethostname(), *settings.allowed_hosts}
    return _LOOPBACK | {bare_name(name) for name in names if name}


def bare_name(host: str) -> str:
    """Return the name of a `Host` header (or the rest of an origin) without its port, lower case."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    if host.count(":") > 1:
        return host
    return host.partition(":")[0].rstrip(".")
