"""`maintain`: what the worker does once a day, now; and how maintenance and repairs are shown."""

from typing import TYPE_CHECKING, Annotated

import typer

from stelae.cli import output
from stelae.cli.place import Place, placed

if TYPE_CHECKING:
    from rich.table import Table

    from stelae.schemas.upkeep import MaintenanceReport, RepairReport, Step, StepReport

STEPS: dict["Step", str] = {
    "sweep": "old questions, refusals, traces, answers of models, done jobs",
    "expire": "memories past their time",
    "archive": "memories that have faded",
    "purge": "forgotten text that is due",
    "observations": "messages the policy does not keep",
    "keywords": "keyword index",
    "vectors": "vector files",
    "stubs": "rows that are gone",
    "file": "database file",
}
"""What people are told of each step."""


@placed
def maintain(
    place: Place,
    *,
    compact: Annotated[
        bool,
        typer.Option(
            "--compact", help="Also give free pages back to the disk; nobody can write meanwhile."
        ),
    ] = False,
) -> None:
    """Expire, archive, purge and tidy now. A worker does it once a day by itself; it may run beside live use."""
    with place.open() as memory, output.progress("maintaining", total=len(STEPS)) as advance:

        def told(_step: "StepReport") -> None:
            advance(1)

        report = memory.maintain(compact=compact, on_step=told)
    if place.json:
        output.write_json(report)
    else:
        output.console().print(maintenance_table(report))


def maintenance_table(report: "MaintenanceReport") -> "Table":
    """Show what each step did."""
    from rich.table import Table

    shown = Table("step", "did", "seconds", box=None, pad_edge=False, header_style="dim")
    for step in report.steps:
        did = ", ".join(
            f"{count:,} {name.replace('_', ' ')}" for name, count in step.counts.items()
        )
        shown.add_row(STEPS[step.step], did or "nothing to do", f"{step.seconds:.2f}")
    return shown


def repair_lines(report: "RepairReport") -> list[str]:
    """Tell what was wrong, a line each."""
    if not report.lines:
        return ["Nothing to repair."]
    return [
        f"{'repaired' if line.repaired == line.found else 'NOT REPAIRED'}: {line.found} {line.kind}. {line.what}"
        for line in report.lines
    ]


def last_run(report: "MaintenanceReport | None", zone: str) -> str:
    """Tell when maintenance ran last and what it did."""
    if report is None:
        return "not run yet; it runs once a day by itself"
    did = ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in report.counts.items())
    return f"last run {output.when(report.at, zone)}: {did or 'nothing to do'}"


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command()(maintain)
