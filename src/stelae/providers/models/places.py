"""Where a model runs: on this machine, or somewhere else. Pure; decides what a sensitivity class allows."""

import ipaddress
from urllib.parse import urlsplit


def is_local(host: str, model: str = "") -> bool:
    """Does a text that is sent there stay on this machine?

    A loopback server is this machine, unless the model is one that Ollama only passes on (`…-cloud`, `:cloud`).

    Args:
        host: base URL, with or without a scheme.
        model: the model's name.
    """
    if model.endswith(("-cloud", ":cloud")):
        return False
    name = urlsplit(host if "//" in host else f"//{host}").hostname or ""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    # A server bound to every address of this machine is often written as 0.0.0.0 on the client's side, too.
    return address.is_loopback or address.is_unspecified
