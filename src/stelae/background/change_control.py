"""Change control: a call that deploys, rolls back, approves, rejects or closes settles something. Pure.

By verb and object in the tool's name and by the argument that names what it is about; without one nothing is said to be
settled. The version or id is the caller's word, so it is taken only where it is short and looks like one.
"""

import re
from typing import Final

from stelae.background.tool_verbs import own_name, segments
from stelae.schemas.agent_runs import ToolCall
from stelae.schemas.base import JsonObject

_DONE: Final = {
    "deploy": "deployed",
    "rollback": "rolled back",
    "revert": "reverted",
    "approve": "approved",
    "reject": "rejected",
    "close": "closed",
    "部署": "已部署",
    "回滚": "已回滚",
    "批准": "已批准",
    "驳回": "已驳回",
    "关闭": "已关闭",
}
_OF_A_CHANGE: Final = frozenset({*("approve", "reject", "close"), *("批准", "驳回", "关闭")})
"""What is done to a request and to much else: its object has to be one."""
_REQUEST_WORDS: Final = "change cr ticket request release incident deployment window pr mr rfc"
_REQUESTS: Final = frozenset(_REQUEST_WORDS.split())
_REQUESTS_ZH: Final = re.compile("变更|工单|请求|发布|申请")
_REQUEST_IDS: Final = (
    *("change_id", "change", "cr_id", "ticket_id", "ticket", "request_id", "incident_id"),
    *("release_id", "release", "deployment_id", "pr", "pr_id"),
)
_ABOUT: Final = (
    *_REQUEST_IDS,
    *("service", "service_name", "app", "app_name", "application", "component"),
    *("project", "target", "name", "id"),
)
_VERSION: Final = ("to_version", "version", "tag", "revision")
_BACK_TO: Final = {"rollback": "rolled back to", "revert": "reverted to", "回滚": "已回滚到"}
"""Where a version is named that one goes back to."""
_NAME: Final = re.compile(r"[\w.\-/#:@ ]{1,60}")


def settled(call: ToolCall) -> JsonObject | None:
    """Return the fields of a `decision`, topic and choice, or None: the call settles nothing."""
    about = next(((n, v) for n in _ABOUT if (v := _short(call.arguments.get(n)))), None)
    verb = _verb(call.name)
    of_a_request = about is not None and about[0] in _REQUEST_IDS
    if verb is None or (verb in _OF_A_CHANGE and not (of_a_request or _names_one(call.name))):
        return None
    topic = _topic(call.name, verb) if about is None else f"{_label(about[0])} {about[1]}".strip()
    if not topic:
        return None
    version = next((v for n in _VERSION if (v := _short(call.arguments.get(n)))), "")
    done = _BACK_TO.get(verb, _DONE[verb]) if version else _DONE[verb]
    return {"topic": topic, "choice": f"{done} {version}".strip()}


def _verb(name: str) -> str | None:
    """Return the verb that the name begins with: `create_deploy_key` deploys nothing."""
    first = next(iter(_parts(name)), "")
    return (
        first if first in _DONE else next((w for w in _DONE if own_name(name).startswith(w)), None)
    )


def _names_one(name: str) -> bool:
    return bool(_REQUESTS.intersection(_parts(name)) or _REQUESTS_ZH.search(name))


def _parts(name: str) -> tuple[str, ...]:
    """Return the segments, `roll_back` as one."""
    return segments(own_name(name).replace("roll_back", "rollback").replace("rollBack", "rollback"))


def _topic(name: str, verb: str) -> str:
    """Return what the name itself says it is about: `deploy_influxdb` is about influxdb."""
    return " ".join(part for part in _parts(name) if part != verb and part not in _REQUESTS)


def _label(name: str) -> str:
    return "" if name in {"name", "id"} else name.removesuffix("_id").removesuffix("_name")


def _short(value: object) -> str:
    """Return a value that names something, else nothing: a sentence names nothing."""
    said = (
        str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
    )
    return said if _NAME.fullmatch(said) else ""
