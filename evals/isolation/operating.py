"""What is about a whole data folder, which only its operator may ask for; and what is nobody's rows."""

import io
from collections.abc import Callable, Mapping
from pathlib import Path as File

from evals.isolation import ledger
from evals.isolation.running import ById, Path, Turn
from stelae.errors import PermissionDeniedError
from stelae.memory import Memory


def ways(folder: File) -> Mapping[str, Path | ById]:
    """What is about the whole data folder is refused to every other tenant's handle."""
    asked: Mapping[str, Callable[[Memory], object]] = {
        "check": lambda m: m.check(),
        "maintain": lambda m: m.maintain(),
        "maintained": lambda m: m.maintained(),
        "coverage": lambda m: m.coverage(),
        "repair": lambda m: m.repair(),
        "backup": lambda m: m.backup(folder / "backup"),
        "calibrate": lambda m: m.calibrate([("怎么发布？", "先看面板。")] * 8),
        "waiting": lambda m: m.waiting(),
        "folder_size": lambda m: m.folder_size(),
        "failed_jobs": lambda m: m.failed_jobs(),
        "work": lambda m: m.work(),
        "start_worker": lambda m: m.start_worker(),
        "stop_worker": lambda m: m.stop_worker(),
        "watch": lambda m: m.watch(None),  # type: ignore[arg-type]
        "audit_export everything": lambda m: m.audit_export(io.BytesIO(), everything=True),
    }
    return {
        name: Path(lambda turn, call=call: _refused(turn, call), ledger.never, 1)
        for name, call in asked.items()
    }


def _refused(turn: Turn, call: Callable[[Memory], object]) -> None:
    if turn.caller.tenant == turn.memory.settings.tenant:
        return
    try:
        call(turn.memory)
    except PermissionDeniedError:
        return
    turn.wrong.append("another tenant than the folder's own was answered")


EXEMPT: Mapping[str, str] = {
    "open": "whoever can open a data folder has its files",
    "at": "names a place; which one a caller may name is the business of doors",
    "close": "ends the process's own work",
    "flush": "waits for background jobs of everybody; what it counts on a guest's handle is tested by itself",
    "warm": "loads what is the process's",
    "namespace": "the handle's own place",
    "settings": "the process's own",
    "embedders": "the process's own",
    "lint_guides": "reads files, and no store",
}
"""What is not attacked, and why."""
