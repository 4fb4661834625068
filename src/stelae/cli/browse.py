"""`list`, `show`, `why`, `why-recalled`, `stats`: what is there, and why it is there."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from stelae.cli import ids, output
from stelae.cli.place import Place, placed
from stelae.cli.retry import usage_table
from stelae.cli.tables import MEANINGS
from stelae.cli.upkeep import last_run

if TYPE_CHECKING:
    from rich.table import Table

    from stelae.schemas.explanation import Explanation
    from stelae.schemas.memory import MemoryRecord, Version
    from stelae.schemas.query import Trace

_COSTS = ("model_", "prefilter_")
"""Counters that say nothing while they are 0."""
Id = Annotated[
    str, typer.Argument(metavar="ID", help="An id, or the end of one as tables show it.")
]


@placed
def list_(
    place: Place,
    *,
    category: Annotated[str | None, typer.Option(help="Only this category.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Superseded and expired ones too.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Most memories.")] = 100,
    after: Annotated[
        str | None, typer.Option(metavar="ID", help="The page after this memory.")
    ] = None,
) -> None:
    """List memories, newest first."""
    settings = place.load().settings
    with place.find(settings) as memory:
        start = ids.memory_id(memory, after) if after else None
        records = memory.list(category=category, include_inactive=every, limit=limit, after=start)
    if place.json:
        output.write_json({"memories": records})
        return
    from stelae.cli.tables import records_table

    out = output.console()
    if not records:
        out.print('No memories here yet. Begin with: stelae remember "…", or stelae observe FILE')
        return
    out.print(records_table(records, settings.zone))
    if len(records) == limit:
        out.print(f"More: --after {output.short_id(records[-1].id)}", style="dim")


@placed
def show(place: Place, memory_id: Id) -> None:
    """Show one memory with all its fields."""
    settings = place.load().settings
    with place.find(settings) as memory:
        record = memory.get(ids.memory_id(memory, memory_id))
    if place.json:
        output.write_json(record)
    else:
        output.console().print(output.labelled(_fields(record, settings.zone)))


@placed
def why(place: Place, memory_id: Id) -> None:
    """Explain one memory: the words it rests on, the rule, the gate's check, and every version."""
    settings = place.load().settings
    with place.find(settings) as memory:
        found = memory.why(ids.memory_id(memory, memory_id))
    if place.json:
        output.write_json(found)
    else:
        _explain(found, settings.zone)


@placed
def why_recalled(
    place: Place,
    trace_id: Annotated[
        str, typer.Argument(metavar="TRACE", help="The trace id that recall prints.")
    ],
) -> None:
    """Explain one recall: every leg's score for every row, and where the floor was."""
    settings = place.load().settings
    with place.find(settings) as memory:
        trace = memory.why_recalled(trace_id)
    if place.json:
        output.write_json(trace)
        return
    out = output.console()
    floor = "none" if trace.floor is None else f"{trace.floor:.2f}"
    out.print(
        f"“{output.visible(trace.query)}”  best {trace.best:.2f}, floor {floor}, {trace.took_ms:.1f} ms"
    )
    if trace.names:
        out.print(
            f"names in the question: {', '.join(output.visible(name) for name in trace.names)}"
        )
    for line in _reading(trace):
        out.print(output.visible(line), markup=False, highlight=False)
    if trace.partial:
        output.warn(f"not searched: {', '.join(trace.partial)}")
    out.print(_legs(trace))


@placed
def stats(place: Place) -> None:
    """Count what is stored here, and tell when maintenance ran last."""
    with place.find() as memory:
        counts, last, zone = dict(memory.stats()), memory.maintained(), memory.settings.zone
        usage = memory.usage()
    if place.json:
        output.write_json({"stats": counts, "usage": usage, "maintained": last})
        return
    out = output.console()
    shown = {name: n for name, n in counts.items() if n or not name.startswith(_COSTS)}
    lines = [(name, f"{value}") for name, value in shown.items()]
    out.print(output.labelled([*lines, ("maintenance", last_run(last, zone))]))
    if usage:
        out.print()
        out.print(usage_table(usage))


def _reading(trace: "Trace") -> Iterator[str]:
    """The caller's filters, and those that were read off the question."""
    asked = [*([f"category {trace.category}"] if trace.category else []), *trace.filters]
    if asked:
        yield f"filters ({trace.strategy}): {'; '.join(asked)}"
    read = trace.rewriting
    if read is not None:
        what = " | ".join(read.filters)
        left = f"; the rest of the question: {read.rest}" if read.rest else ""
        yield f"read by {read.by} ({read.rule}): {what}; {read.fitting} fit{left}"


def _fields(record: "MemoryRecord", zone: str) -> list[tuple[str, str]]:
    """Every field that says something, in reading order."""
    moments = {
        name: output.when(value, zone) if (value := getattr(record, name)) else ""
        for name in ("time", "valid_from", "valid_to", "recorded_at", "retracted_at", "expires_at")
    }
    first = ("id", "text", "category", "kind", "key", "status", "scope", "project", "session")
    later = (
        "authority",
        "sensitivity",
        "extractor",
        "rule",
        "reason",
        "supersedes",
        "superseded_by",
    )
    return [
        *((name, str(getattr(record, name) or "")) for name in first),
        *(
            (f"  {name}", str(value))
            for name, value in record.attributes.items()
            if value is not None
        ),
        *((name, str(getattr(record, name) or "")) for name in later),
        ("pinned", "yes" if record.always else ""),
        ("confirmed", "yes" if record.confirmed else ""),
        ("reliability", f"{record.reliability:.2f}, from {record.evidence_count} confirmation(s)"),
        (
            "evidence",
            "\n".join(
                f"{span.external_id or span.observation_id}: “{span.quote}”"
                for span in record.evidence
            ),
        ),
        *moments.items(),
        ("recalled", f"{record.access_count} times" if record.access_count else ""),
        ("tags", ", ".join(record.tags)),
        ("version", str(record.version)),
    ]


def _explain(found: "Explanation", zone: str) -> None:
    out = output.console()
    out.print(output.visible(found.memory.text), style="bold")
    out.print(
        output.labelled(
            [
                ("id", found.memory.id),
                ("said by", found.memory.authority),
                ("proposed by", f"{found.memory.extractor}: {found.memory.rule}"),
                ("the gate", f"{found.memory.reason}: {MEANINGS.get(found.memory.reason, '')}"),
            ]
        )
    )
    for observation in found.observations:
        who = observation.speaker or observation.role
        out.print(
            f"\n{who}, {output.when(observation.time, zone)}, {observation.external_id or observation.id}",
            style="dim",
        )
        out.print(f"  “{output.visible(observation.text)}”")
    out.print()
    out.print(_history(found.versions, zone))


def _history(versions: "tuple[Version, ...]", zone: str) -> "Table":
    from rich.table import Table

    table = Table(
        "version",
        "change",
        "by",
        "reason",
        "when",
        "text",
        box=None,
        pad_edge=False,
        header_style="dim",
    )
    for version in versions:
        table.add_row(
            str(version.version), version.change, version.actor, version.reason,
            output.when(version.recorded_at, zone), output.visible(version.record.text),
        )  # fmt: skip
    return table


def _legs(trace: "Trace") -> "Table":
    from rich.table import Table

    names = list(dict.fromkeys(leg.leg for hit in trace.hits for leg in hit.legs))
    table = Table("#", "score", "fused", *names, "id", box=None, pad_edge=False, header_style="dim")
    for hit in trace.hits:
        values = {leg.leg: f"{leg.value:.3f}" for leg in hit.legs}
        style = None if hit.shown else "dim"
        scores = [values.get(name, "-") for name in names]
        table.add_row(
            str(hit.rank),
            f"{hit.score:.2f}",
            f"{hit.fused:.4f}",
            *scores,
            output.short_id(hit.id),
            style=style,
        )
    return table


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("list")(list_)
    app.command()(show)
    app.command()(why)
    app.command("why-recalled")(why_recalled)
    app.command()(stats)
