"""What an error says to a caller over the wire: the words of the library, without anything that was sent.

The library's messages quote what they were given, since whoever reads them there has written it. Here a proxy's log, or
another person's screen, may lie in between; so a quoted value becomes an ellipsis, and an id is not repeated.
"""

import re
from collections.abc import Mapping
from typing import Final

from stelae import errors
from stelae.errors import StelaeError

_WORDS: Final[Mapping[type[StelaeError], str]] = {
    errors.MemoryNotFoundError: "Nothing of that id is in this scope. GET /v1/memories shows what there is.",
    errors.JobNotFoundError: "No job of that id is in this scope. GET /v1/jobs lists those that there are.",
    errors.DraftNotFoundError: "no draft found. Propose it first; it waits 24 hours for a person's confirmation.",
}
_RECALL: Final = "No recall of that id is kept in this scope. Its id is the `trace_id` in the answer of POST /v1/recall."
# As Python quotes a value: in single quotes, in double ones if it holds a single one; no apostrophe of a word.
_QUOTED = re.compile(r"""(?<!\w)'(?:[^'\\]|\\.)*'(?!\w)|(?<!\w)"(?=[^"]*')(?:[^"\\]|\\.)*"(?!\w)""")


def words_of(error: StelaeError) -> str:
    """Return what may be told of an error."""
    if isinstance(error, errors.MemoryNotFoundError) and error.recall:
        return _RECALL
    return _WORDS.get(type(error)) or unquoted(str(error))


def unquoted(message: str) -> str:
    """Return a message with an ellipsis in place of every value that it quotes."""
    return _QUOTED.sub("…", message)
