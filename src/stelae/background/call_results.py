"""What a call's result says of how it went: did it fail, is there nothing in it? Pure, in Chinese and English.

A status that the framework gives is asked first, by the caller of this. A result that looks like an error is taken for one:
an event less is cheaper than a failure remembered as the way it is done (O24).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, cast

from stelae.background.capture_text import parsed
from stelae.background.failure_texts import says_failed

_LOOKED_AT: Final = 600
_DEEPEST: Final = 4
"""Wrappers around a result that are opened: a transport's, a tool's, a part of a message, a text that is JSON."""
_FAILING: Final = frozenset(
    (
        *("error", "errored", "failed", "failure", "fail", "unsuccessful", "exception", "crashed", "aborted"),
        *("timeout", "timed out", "timed_out", "timedout", "denied", "rejected", "refused", "not found", "not_found"),
        *("失败", "错误", "异常", "超时", "拒绝", "被拒绝", "未成功", "不成功"),
    )
)  # fmt: skip
_NO: Final = frozenset({"false", "no", "0", "否"})
_NO_ERROR: Final = _NO | {"", "none", "null", "nil", "ok", "success", "n/a", "无", "没有"}
_CODE: Final = re.compile(
    r"ERR(?:OR)?(?:_\w+)?|E_\w+|E(?:CONN|HOST|ADDR|NOT|AI_)\w+|E(?:NOENT|ACCES|PERM|EXIST|TIMEDOUT|PIPE|INVAL|BUSY|NOSPC)"
    r"|\w*(?:Error|Exception|Failure|Denied|NotFound|Timeout|Refused|Unavailable)|Invalid\w+|NoSuch\w+"
)
"""Codes that are names: `ECONNREFUSED`, `AccessDenied`."""
_TELLS: Final = ("message", "msg", "detail", "details", "title", "reason", "description", "errmsg")
_BESIDE: Final = frozenset(
    (
        *(*_TELLS, "error", "errors", "code", "status", "statuscode", "type", "name", "success", "ok", "errcode"),
        *("requestid", "traceid", "timestamp", "time", "path", "instance", "hint", "stack", "traceback", "retryable"),
    )
)  # fmt: skip
"""What stands in a report of a failure; a mapping with anything else is a row of its own."""
_INSIDE: Final = ("result", "data", "response", "output", "body", "payload", "content", "text")
_NOTHING: Final[tuple[object, ...]] = (None, False, 0, "", [], {}, "none", "null", "None")
_EMPTY: Final = re.compile(
    r"\W*(?:none|null|empty|no (?:rows|results?|data|records?|matches)\b.*|\(?0 rows?\)?.*|"
    r"(?:没有|无)(?:数据|结果|记录|匹配).*|空|空结果|未(?:查到|找到).*)?\W*",
    re.IGNORECASE | re.DOTALL,
)
_ROWS: Final = ("rows", "data", "results", "result", "records", "items", "values")


def looks_like_error(result: object, depth: int = 0) -> bool:
    """Does a result say that the call failed, though nobody says so?

    Args:
        result: what came back, as data or as text; JSON in a text is read.
        depth: how many wrappers are open already.
    """
    found = parsed(result)
    if depth > _DEEPEST:
        return False
    if isinstance(found, Mapping):
        return _failed(cast("Mapping[str, object]", found), depth)
    if isinstance(found, list):
        return _all_failed(cast("Sequence[object]", found), depth)
    return isinstance(found, str) and says_failed(found)


def finds_nothing(result: object) -> bool:
    """Is a query's result without a row?"""
    found = parsed(result)
    if isinstance(found, str):
        return len(found) <= _LOOKED_AT and bool(_EMPTY.fullmatch(found))
    if isinstance(found, Mapping):
        fields = cast("Mapping[str, object]", found)
        inner = [fields[name] for name in _ROWS if name in fields]
        return not fields or (bool(inner) and all(one in _NOTHING for one in inner))
    return found in _NOTHING


def _failed(fields: Mapping[str, object], depth: int) -> bool:
    said = {str(key).lower().replace("_", ""): value for key, value in fields.items()}
    if any(_is_error(said.get(name)) for name in ("error", "errors", "exception", "traceback")):
        return True
    if any(name in said and _is_no(said[name]) for name in ("success", "ok", "succeeded")):
        return True
    if any(_word(said.get(name)) in _FAILING for name in ("status", "state", "outcome", "result")):
        return True
    if any(said.get(name) is True for name in ("iserror", "failed")) or _failing_code(said):
        return True
    if said.keys() <= _BESIDE and any(_tells(said.get(name)) for name in _TELLS):
        return True
    return any(looks_like_error(said[name], depth + 1) for name in _INSIDE if name in said)


def _all_failed(items: Sequence[object], depth: int) -> bool:
    """Is a list nothing but reports of failures? Rows that have an error among their columns are an answer."""
    return bool(items) and all(
        isinstance(one, Mapping) and _is_report(cast("Mapping[str, object]", one), depth)
        for one in items
    )


def _is_report(fields: Mapping[str, object], depth: int) -> bool:
    """Is it a failure and nothing beside, or a part of a message whose text is one?"""
    named = {str(key).lower().replace("_", "") for key in fields}
    part = {"type", "text"} <= named
    return (part or named <= _BESIDE) and looks_like_error(fields, depth + 1)


def _failing_code(said: Mapping[str, object]) -> bool:
    codes = [said.get(name) for name in ("statuscode", "httpstatus", "code", "status")]
    others = [
        said.get(name) for name in ("exitcode", "returncode", "errcode", "errno", "errorcode")
    ]
    named = any(isinstance(one, str) and _CODE.fullmatch(one.strip()) for one in (*codes, *others))
    return named or any(400 <= _number(one) < 600 for one in codes) or any(map(_number, others))


def _is_error(value: object) -> bool:
    """Is there something under the name of an error, other than that there is none?"""
    return value not in _NOTHING and _word(value) not in _NO_ERROR


def _is_no(value: object) -> bool:
    return value is False or _word(value) in _NO


def _tells(value: object) -> bool:
    return isinstance(value, str) and (_word(value) in _FAILING or says_failed(value))


def _word(value: object) -> str | None:
    return value.strip().lower() if isinstance(value, str) else None


def _number(value: object) -> int:
    if isinstance(value, str) and value.strip().isdecimal():
        return int(value) if len(value) <= 4 else 0
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
