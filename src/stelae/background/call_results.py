"""What a call's result says of how it went: did it fail, is there nothing in it? Pure, in Chinese and English.

A status that the framework gives is asked first, by the caller of this. A result that looks like an error is taken for one:
an event less is cheaper than a failure remembered as the way it is done (O24).
"""

import re
from collections.abc import Mapping
from typing import Final, cast

from stelae.background.capture_text import parsed

_LOOKED_AT: Final = 600
_ERROR: Final = re.compile(
    r"\W*(?:"
    r"(?:error|exception|traceback|failed(?! over)|failure|fatal|invalid|unauthori[sz]ed|timed out|"
    r"(?:permission |access )?denied|unable to|cannot|can't|could not|couldn't|not found|no such)\b(?!\W*0\b)"
    r"|(?:timeout|forbidden)\W*(?:$|[:(\n]|(?:after|while|waiting|exceeded|expired)\b)"
    r"|(?-i:[\w.]*(?:Error|Exception)\b\s*[:(\n])"
    r"|(?-i:(?:HTTP\S* )?[45]\d\d [A-Z][a-z])|HTTP\S* [45]\d\d\b"
    r"|(?:错误|失败(?!重试|率)|报错|出错|异常(?!检测|告警)|无法|不能|未能|拒绝|超时|没有权限|权限不足|找不到|未找到)(?!数?\W{0,2}0)"
    r"|[^\s，。,.;；:：\n]{1,12}(?<![无没未零])(?<!没有)(?<!避免)(?:失败|出错|报错|超时)(?!重试|数|率)"
    r")",
    re.IGNORECASE,
)
_EXIT: Final = re.compile(
    r"\b(?:exit(?:ed)?|return(?:ed)?)(?: with)? (?:code|status)\W{0,3}[1-9]|退出码\W{0,3}[1-9]",
    re.IGNORECASE,
)
_FAILING: Final = "error failed failure fail exception timeout denied rejected 失败 错误 异常"
_NOTHING: Final[tuple[object, ...]] = (None, False, 0, "", [], {}, "none", "null", "None")
_EMPTY: Final = re.compile(
    r"\W*(?:none|null|empty|no (?:rows|results?|data|records?|matches)\b.*|\(?0 rows?\)?.*|"
    r"(?:没有|无)(?:数据|结果|记录|匹配).*|空|空结果|未(?:查到|找到).*)?\W*",
    re.IGNORECASE | re.DOTALL,
)
_ROWS: Final = ("rows", "data", "results", "result", "records", "items", "values")


def looks_like_error(result: object) -> bool:
    """Does a result say that the call failed, though nobody says so?"""
    found = parsed(result)
    if isinstance(found, Mapping):
        return _failed(cast("Mapping[str, object]", found))
    if not isinstance(found, str):
        return False
    return bool(_ERROR.match(found[:_LOOKED_AT]) or _EXIT.search(found[-_LOOKED_AT:]))


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


def _failed(fields: Mapping[str, object]) -> bool:
    said = {key.lower().replace("_", ""): value for key, value in fields.items()}
    if any(
        said.get(name) not in _NOTHING for name in ("error", "errors", "exception", "traceback")
    ):
        return True
    if any(said.get(name) is False for name in ("success", "ok", "succeeded")):
        return True
    if str(said.get("status", "")).lower() in _FAILING.split() or said.get("iserror") is True:
        return True
    codes = [said.get(name) for name in ("statuscode", "httpstatus", "code", "status")]
    exits = [said.get(name) for name in ("exitcode", "returncode")]
    return any(_number(c) and 400 <= _number(c) < 600 for c in codes) or any(map(_number, exits))


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
