"""The words of a captured call: arguments and result without secrets, cut, in one fixed layout. Pure.

What is secret goes before anything is cut, since half a key is no longer known for one.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from stelae.remember.redaction import redact, redact_value
from stelae.schemas.agent_runs import MAX_ERROR_CHARS, ToolCall
from stelae.text.keys import sha256
from stelae.text.markers import strip_blocks
from stelae.text.normalise import squash, storable, visible
from stelae.text.scanner import scan

MAX_ARGUMENTS: Final = 600
MAX_RESULT: Final = 400
LEAST_TEXT: Final = 30
"""What is shorter in its layout says nothing that is worth keeping. All three: O24."""
WITHHELD: Final = "[withheld: it reads as an order]"
_WINDOW: Final = 4_000
"""Characters of arguments and of result that are read at all: far more than is kept, so that what is cut off there is not
what is kept, however much of it gives way to placeholders."""
_WORD_END: Final = 256
"""A text is cut between two words, if there is a gap in so many characters before the end: no half of a secret stays."""
_DEEPEST: Final = 40
"""Containers within containers that are read; what lies deeper says nothing that is worth keeping."""
_PARSED: Final = 200_000
"""A longer text is not read as JSON."""
_ANNOUNCED: Final = re.compile(
    "token|password|apikey|secret|credential|passwd|^auth$|authheader|authorization|privatekey|cookie|密码|口令|密钥|令牌|凭证|凭据"
)
"""In a key without case and punctuation: whatever it holds is taken for a secret (O24)."""
_REMOVED: Final = "[secret removed: key]"
_GAP: Final = re.compile(r"[\s\"',;]")


@dataclass(frozen=True, slots=True)
class CallText:
    """A call as it is kept, and as it was heard."""

    text: str
    """In the fixed layout; redacted and cut."""
    sha256: str
    """Of tool, arguments and result as they are kept (O24): what differs in a secret alone is no other event."""
    heard: str
    """Arguments and result as they came, up to a bound: what the scanner is to see."""


def call_text(call: ToolCall, *, personal: frozenset[str]) -> CallText:
    """Return a call in the layout Action/Args/Result.

    Args:
        call: the call; its result is there.
        personal: types of personal data to mask.
    """
    said, done = _read(call.arguments), _read(call.result)
    arguments = "" if said == {} else _kept(said, MAX_ARGUMENTS, personal)
    result = _kept(done, MAX_RESULT, personal)
    told = (("Action", call.name), ("Args", arguments), ("Result", result))
    text = "\n".join(f"{label}: {words}".rstrip() for label, words in told)
    content = json.dumps([call.name, arguments, result], ensure_ascii=False)
    return CallText(
        text=redact(text, personal=personal).text,
        sha256=sha256(content),
        heard=f"{_plain(said)}\n{_plain(done)}",
    )


def error_text(error: str, *, personal: frozenset[str]) -> str:
    """Return what went wrong as it may be kept: redacted, in one line, cut; an order in it is withheld (DEV-08).

    Args:
        error: of a run, in whatever words.
        personal: types of personal data to mask.
    """
    said = cut(storable(strip_blocks(error)), _WINDOW)
    if scan(said).verdict != "clean":
        return WITHHELD
    return shortened(squash(redact(visible(said), personal=personal).text), MAX_ERROR_CHARS)


def cut(text: str, most: int) -> str:
    """Return the beginning of a text, ending between two words where it has any."""
    if len(text) <= most:
        return text
    gaps = [gap.start() for gap in _GAP.finditer(text, max(0, most - _WORD_END), most)]
    return text[: gaps[-1] if gaps else most]


def shortened(text: str, most: int) -> str:
    """Return the text at that length at most; an ellipsis says that there was more."""
    return text if len(text) <= most else text[: most - 1] + "…"


def parsed(value: object) -> object:
    """Return a text that is a JSON object or list as that; everything else as it is."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "[") or len(value) > _PARSED:
        return value
    try:
        return cast("object", json.loads(value))
    except (ValueError, RecursionError):
        return value


def _read(value: object) -> Any:
    """Return the value as data, its own blocks stripped, at most a window of it."""
    found, _ = _bounded(parsed(value), _WINDOW)
    return found


def _bounded(value: object, room: int, depth: int = 0) -> tuple[Any, int]:
    """Return the beginning of a value and the room that is left: a result of a megabyte is not walked to its end."""
    if depth > _DEEPEST and not isinstance(value, str):
        return "…", room - 1
    if isinstance(value, str):
        text = cut(storable(strip_blocks(cut(value, 2 * _WINDOW))), max(room, 0))
        return text, room - len(text)
    if isinstance(value, Mapping):
        kept: dict[str, Any] = {}
        for key, one in sorted(cast("Mapping[str, object]", value).items()):
            if room <= 0:
                break
            kept[storable(key)], room = _bounded(one, room - len(key), depth + 1)
        return kept, room
    if isinstance(value, Sequence):
        items: list[Any] = []
        for one in cast("Sequence[object]", value):
            if room <= 0:
                break
            item, room = _bounded(one, room - 2, depth + 1)
            items.append(item)
        return items, room
    return value, room - 8


def _kept(value: Any, most: int, personal: frozenset[str]) -> str:
    clean = redact_value(_without_named(value), personal=personal)
    return shortened(visible(_plain(clean)).strip(), most)


def _without_named(value: Any) -> Any:
    """Take out whatever stands under a name that announces a secret."""
    if isinstance(value, list):
        return [_without_named(one) for one in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    return {
        key: _REMOVED if _announces(key) and _says(one) else _without_named(one)
        for key, one in cast("dict[str, Any]", value).items()
    }


def _announces(key: str) -> bool:
    return bool(_ANNOUNCED.search(re.sub(r"[\W_]+", "", key.lower())))


def _says(value: object) -> bool:
    """Could it be a secret at all? Nothing, and yes or no, is none."""
    return not (value is None or isinstance(value, bool) or value in ("", [], {}))


def _plain(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
