"""What `doctor` looks at: one finding each, with what to do about it. Only `put_right` repairs.

A check never raises: what goes wrong in it is its finding.
"""

import stat
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from stelae.cli import output, upkeep
from stelae.cli.place import Place
from stelae.errors import CategoryChangedError, EmbedderMismatchError, StelaeError
from stelae.schemas.base import Value

if TYPE_CHECKING:
    from datetime import datetime

    from rich.table import Table

    from stelae.config import Settings
    from stelae.schemas.access import ApiKey
    from stelae.schemas.change import JobKind
    from stelae.schemas.upkeep import Coverage, RepairReport

Status: TypeAlias = Literal["ok", "note", "problem"]
_MARKS: dict[Status, tuple[str, str]] = {
    "ok": ("✓", "green"),
    "note": ("·", "yellow"),
    "problem": ("✗", "red"),
}
_NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "9p", "ceph", "glusterfs", "fuse.sshfs"}
)
"""File systems whose locks SQLite's WAL mode cannot rely on (architecture section 6)."""


_ALWAYS = frozenset({"memories", "pending", "observations", "jobs", "failed_jobs"})
"""Counts that say something when they are 0."""


WAIT_S = 30.0
"""How long a repair waits for jobs that pause or that others hold."""
SOON = timedelta(days=14)
"""A key that expires within this time is told of."""
_KEY = "stelae keys create NAME"


class Check(Value):
    """One finding, with what to do about it."""

    name: str
    status: Status
    detail: str
    remedy: str = ""


def table(report: Sequence[Check]) -> "Table":
    """Show the findings."""
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=None, pad_edge=False, show_header=False)
    shown.add_column()
    shown.add_column(style="bold", no_wrap=True)
    shown.add_column(overflow="fold")
    for check in report:
        mark, style = _MARKS[check.status]
        detail = Text(output.visible(check.detail))
        if check.remedy:
            detail.append(f"\n→ {output.visible(check.remedy)}", style=style)
        shown.add_row(Text(mark, style=style), check.name, detail)
    return shown


def examine(place: Place) -> list[Check]:
    """Run every check, in the order in which a person would look."""
    found = [_python()]
    try:
        settings = place.load().settings
    except StelaeError as error:
        return [
            *found,
            _found("settings", "problem", str(error), "stelae config show lists every variable"),
        ]
    types = _types(settings)
    found += [types, *_folder(settings.data)]
    if types.status != "problem":
        found.append(_policy(settings))
    if settings.data.is_dir() and types.status != "problem":
        found += _store(place, settings)
    return [*found, _model(settings), _server(settings)]


def put_right(place: Place) -> "RepairReport":
    """Repair the store, and make the vectors that were dropped.

    Raises:
        ConfigurationError: a setting is wrong.
        StoreError: the store cannot be opened or written.
    """
    from stelae import assembly
    from stelae.schemas.scope import Namespace
    from stelae.schemas.upkeep import RepairReport

    settings = place.load().settings
    if not settings.data.is_dir():
        return RepairReport()
    ns = Namespace(tenant=settings.tenant, scope=settings.scope)
    report = assembly.repair(settings, ns)
    if report.lines and report.sound:
        with place.open(settings) as memory, output.progress("working on what waits") as advance:
            memory.flush(timeout_s=WAIT_S, on_progress=lambda _left: advance(1))
    return report


def _python() -> Check:
    import platform
    from importlib.metadata import version

    detail = f"Stelae {version('stelae')}, Python {platform.python_version()}"
    return _found("versions", "ok", f"{detail}, {platform.system()} {platform.machine()}")


def _types(settings: "Settings") -> Check:
    from stelae.assembly.categories import own_categories

    try:
        own = own_categories(settings)
    except StelaeError as error:
        return _found("types", "problem", str(error), "correct the file: stelae schema lint --all")
    return _found("types", "ok", ", ".join(one.name for one in own) or "the built-in ones")


def _policy(settings: "Settings") -> Check:
    from stelae import config
    from stelae.assembly.categories import registry_of

    try:
        policy = config.load_policy(settings, registry_of(settings))
    except StelaeError as error:
        return _found(
            "policy",
            "problem",
            str(error),
            "correct the file; stelae init writes a commented one when it is gone",
        )
    source = settings.data / config.POLICY_NAME
    where = str(source) if source.is_file() else "built-in default"
    return _found("policy", "ok", f"{policy.preset}, {where}")


def _folder(folder: Path) -> list[Check]:
    if not folder.exists():
        return [
            _found(
                "folder",
                "note",
                f"{folder} does not exist yet",
                "the first command that writes makes it, or: stelae init",
            )
        ]
    if not folder.is_dir():
        return [_found("folder", "problem", f"{folder} is no folder", "name another with --data")]
    found = [_found("folder", "ok", str(folder))]
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & 0o077:
        found.append(
            _found(
                "privacy",
                "problem",
                f"others can read the folder (mode {mode:o})",
                f"chmod 700 {folder}",
            )
        )
    kind = file_system(folder)
    if kind in _NETWORK:
        remedy = "keep the memory on a local disk; locks do not hold here and the store can break"
        found.append(_found("disk", "problem", f"{kind} is a network file system", remedy))
    return found


def file_system(folder: Path, mounts: Path = Path("/proc/self/mounts")) -> str:
    """Return the kind of file system a folder is on, where the system tells (Linux); else nothing."""
    if not mounts.is_file():
        return ""
    best, kind = "", ""
    for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines():
        _, point, name, *_ = line.split(" ")
        if folder.resolve().is_relative_to(point) and len(point) >= len(best):
            best, kind = point, name
    return kind


def _store(place: Place, settings: "Settings") -> list[Check]:
    """Open the store and look for damage; without it there is nothing to say of its embedders."""
    try:
        with place.open(settings) as memory:
            damage = memory.check()
            covered, last = memory.coverage(), memory.maintained()
            stats = memory.stats()
            waiting, failed = memory.waiting(), memory.failed_jobs()
            embedders = memory.embedders
    except CategoryChangedError as error:
        return [_found("types", "problem", str(error), "docs/guides/memory-types.md shows how")]
    except EmbedderMismatchError as error:
        return [_found("embedders", "problem", str(error))]
    except (StelaeError, OSError) as error:
        remedy = "copy the folder before anything else; a damaged file is brought back from the newest backup"
        return [_found("store", "problem", str(error), remedy)]
    if damage:
        return [_found("store", "problem", one, "stelae doctor --repair") for one in damage]
    counts = ", ".join(f"{n} {name}" for name, n in stats.items() if n or name in _ALWAYS)
    return [
        _found("store", "ok", f"sound; {counts}"),
        _jobs(waiting, failed),
        _unread(stats["unread"]),
        _index(covered),
        _found("upkeep", "ok", upkeep.last_run(last, settings.zone)),
        _embedders(embedders, settings),
    ]


def _jobs(waiting: int, failed: Mapping["JobKind", int]) -> Check:
    """Tell what the queue of the whole folder holds; what failed for good waits for somebody."""
    told = f"{waiting} wait or run, in all scopes"
    if not failed:
        return _found("jobs", "ok", told)
    dead = ", ".join(f"{count} {kind}" for kind, count in sorted(failed.items()))
    remedy = "stelae jobs list --state failed, then stelae jobs retry --all"
    return _found("jobs", "note", f"{told}; failed for good: {dead}", remedy)


def _unread(waiting: int) -> Check:
    """Tell how many messages a language model has not read to the end; the rules have read them, so it is no fault."""
    if waiting == 0:
        return _found("reading", "ok", "no message waits to be read again by a language model")
    were = "1 message was" if waiting == 1 else f"{waiting} messages were"
    detail = f"{were} not read to the end by a language model"
    return _found("reading", "note", detail, "stelae retry")


def _index(covered: "Coverage") -> Check:
    """Tell how many rows are in each index; vectors that are still to be made are no problem."""
    legs = "".join(
        f"; {leg}: {count:,} with a vector, {covered.rows - count:,} without"
        for leg, count in covered.vectors.items()
    )
    missing = covered.rows - covered.keywords
    detail = f"keywords: {covered.keywords:,} rows indexed, {missing:,} not{legs}"
    return _found(
        "index", "problem" if missing else "ok", detail, "stelae doctor --repair" if missing else ""
    )


def _embedders(fingerprints: Sequence[str], settings: "Settings") -> Check:
    """Tell what makes vectors, where that is, and whether it answers: until it does, recall goes by keywords."""
    from stelae.assembly.embedders import describe_embedder

    if not fingerprints:
        remedy = "stelae reembed makes vectors"
        return _found("embedders", "note", "none: recall goes by keywords alone", remedy)
    looked = [describe_embedder(settings, one) for one in fingerprints]
    detail = ", ".join(fingerprints)
    if not all(local for local, _ in looked):
        detail += "; NOT on this machine"
        if not (settings.model.remote_personal and settings.model.remote_sensitive):
            detail += ": what may not go there (model.remote_sensitive) is found by its words"
    trouble = " ".join(said for _, said in looked if said)
    if trouble:
        return _found("embedders", "note", f"{detail}; {trouble}", "until then keywords answer")
    return _found("embedders", "ok", detail)


def _model(settings: "Settings") -> Check:
    """Ask whether a language model answers. None is no problem: the rules work without."""
    from stelae import assembly

    if settings.extractor == "rules":
        return _found("model", "ok", "not asked: the extractor is set to rules")
    try:
        report = assembly.describe_model(settings, probe=True)
    except StelaeError as error:
        return _found("model", "problem", str(error))
    where = f"{report.provider} at {report.host}"
    limits = f"time-out {report.timeout_s:g} s, keep-alive {report.keep_alive}, cold start {report.cold_start_s:g} s"
    if report.chosen is None:
        silent = f"{where} does not answer"
        there = ", ".join(report.models) or "no model"
        detail = f"{where} has {there}, none to use" if report.reachable else silent
        detail += f" ({limits})"
        needed = settings.extractor == "llm"
        return _found(
            "model", "problem" if needed else "note", f"{detail}; rules alone", report.remedy
        )
    others = ", ".join(name for name in report.models if name != report.chosen)
    detail = f"{report.chosen}, {where}, {limits}{f'; also there: {others}' if others else ''}"
    detail += f"; answers held by {report.mode}" if report.mode else ""
    detail += "" if report.local else "; NOT on this machine"
    if report.trouble:
        remedy = "ask again when the model is loaded, or raise model.timeout_s"
        return _found(
            "model",
            "problem" if settings.extractor == "llm" else "note",
            f"{detail}; {report.trouble}",
            remedy,
        )
    return _found("model", "ok", detail)


def _server(settings: "Settings") -> Check:
    """Tell where programs can ask, and with which keys (DEV-14.4). Whether a server runs is not looked at."""
    from stelae.assembly import SystemClock
    from stelae.server.hosts import reachable
    from stelae.server.keys import Keyring

    others = reachable(settings.server)
    where = f"{settings.server.host or 'every address'}, port {settings.server.port}"
    where += ", open to others than this machine" if others else ", this machine only"
    clock = SystemClock()
    try:
        keyring = Keyring(settings.data, clock)
        used, holding = keyring.used, keyring.holding()
    except StelaeError as error:
        return _found("server", "problem", f"{where}; {error}")
    if not used:
        detail = f"{where}; no keys, so everybody who asks is an agent"
        status: Status = "problem" if others else "ok"
        return _found("server", status, detail, _KEY if others else "")
    detail = f"{where}; {len(holding)} of {len(keyring.list())} keys hold"
    if ending := _ending(holding, clock.now() + SOON, settings.zone):
        return _found("server", "note", f"{detail}; soon no more: {ending}", _KEY)
    return _found("server", "ok", detail)


def _ending(holding: Sequence["ApiKey"], by: "datetime", zone: str) -> str:
    """Name the keys that expire until then, each with its day."""
    return ", ".join(
        f"{key} on {output.when(key.expires_at, zone)[:10]}"
        for key in holding
        if key.expires_at is not None and key.expires_at <= by
    )


def _found(name: str, status: Status, detail: str, remedy: str = "") -> Check:
    return Check(name=name, status=status, detail=detail, remedy=remedy)
