"""Stands in for curl where a guide's commands run: `-d BODY`, `-H HEADER`, `-X METHOD`, and an address."""

import sys
import urllib.error
import urllib.request
from typing import Any


def main(arguments: list[str]) -> None:
    """Ask, and write the answer's body to stdout."""
    headers: dict[str, str] = {}
    method, body, url = "", "", ""
    while arguments:
        word = arguments.pop(0)
        if word == "-H":
            name, _, value = arguments.pop(0).partition(": ")
            headers[name] = value
        elif word == "-d":
            body = arguments.pop(0)
        elif word == "-X":
            method = arguments.pop(0)
        elif not word.startswith("-"):
            url = word
    request = urllib.request.Request(  # noqa: S310 - a server of the test's own
        url,
        data=body.encode() or None,
        headers=headers,
        method=method or ("POST" if body else "GET"),
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
            found: Any = answer.read()
    except urllib.error.HTTPError as error:
        found = error.read()
    sys.stdout.buffer.write(found)


if __name__ == "__main__":
    main(sys.argv[1:])
