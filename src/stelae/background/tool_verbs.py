"""What a tool's name says that it does: does a call of it change something? Pure.

By verb root on the segments of a snake_case or camelCase name (O23, O24), or by the Chinese verb. What a tool really does
nobody can read off its name; that is why what is captured is weighed low.
"""

import re
from collections.abc import Collection
from typing import Final

_CHINESE: Final = {
    "register": "注册",
    "deploy": "部署",
    "push": "推送",
    "save": "保存",
    "destroy": "销毁",
    "write": "写入",
    "record": "记录",
    "emit": "发出",
    "export": "导出",
    "ingest": "导入",
    "stop": "停止",
    "create": "创建",
    "update": "更新",
    "delete": "删除",
    "exec": "执行",
}
WRITES: Final = frozenset(_CHINESE)
"""Verb roots of calls that change something (O23)."""
_FORMS: Final = {"execute": "exec"}
_READING: Final = "get list read show describe search find query fetch count check view lookup select explain preview"
_READS: Final = frozenset(_READING.split())
_WRITES_ZH: Final = re.compile(
    "注册|登记|部署|推送|保存|销毁|写入|记录|发出|导出|采集|导入|停止|停用|创建|新建|更新|修改|删除|执行"
)
_READS_ZH: Final = re.compile("查|获取|列出|读取|搜索|检索|统计|预览|显示")
OWN_TOOLS: Final = frozenset(
    {
        *("recall_memory", "recall_memories", "remember_preference", "save_memory"),
        *("propose_forget", "propose_memory_draft", "commit_to_memory"),
    }
)
"""Stelae's own tools: a call of them is no event, or what we recalled would come back as one (DEV-04)."""
_NAMESPACE: Final = re.compile(r"__|[./:]")
_SEGMENT: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[\u3400-\u9fff]+")


def segments(name: str) -> tuple[str, ...]:
    """Return the words of a tool's name in lower case: `pushConfig`, `push-config` and `push_config` are the same two."""
    return tuple(part.lower() for part in _SEGMENT.findall(name))


def own_name(name: str) -> str:
    """Return the name without the server it comes from: `mcp__netbox__create_device` is `create_device`."""
    return _NAMESPACE.split(name)[-1] or name


def is_write(name: str, *, verbs: Collection[str] = ()) -> bool:
    """Does a call of this tool change something, by its name?

    What begins with a reading verb reads, whatever noun follows (`get_record`), unless it does something else besides
    (`get_or_create`).

    Args:
        name: of the tool.
        verbs: further verb roots that count.
    """
    parts = segments(own_name(name))
    if not parts:
        return False
    if parts[0] in _READS and not {"and", "or"}.intersection(parts):
        return False
    roots = WRITES.union(verbs)
    if any(_FORMS.get(part, part) in roots for part in parts):
        return True
    return bool(_WRITES_ZH.search(name)) and not _READS_ZH.match(own_name(name))


def in_the_other_language(name: str) -> str:
    """Return the verb of a tool's name in the other of two languages, or nothing: people ask in either.

    `register_influxdb` gives 注册, and 注册设备 register. Without it a question in Chinese stays below the floor of recall.
    """
    parts = segments(own_name(name))
    root = next((root for part in parts if (root := _FORMS.get(part, part)) in _CHINESE), None)
    if root is not None:
        return _CHINESE[root]
    return next((english for english, chinese in _CHINESE.items() if chinese in name), "")
