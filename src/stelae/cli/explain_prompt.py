"""`explain-prompt`: what a message would get from each layer of guidance, and why."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from stelae.cli import output
from stelae.cli.place import Place, placed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from stelae.schemas.layers import LayerPart, PinnedPart, PromptExplanation, RecalledPart

FATES = {
    "shown": "shown",
    "off_intent": "no keyword of it is named",
    "no_room": "no room in the budget",
    "below_floor": "not relevant enough",
    "too_far": "too far for a lesson",
    "over_cap": "enough of its category",
    "no_place": "behind better ones",
    "withheld": "reads like an order of nobody's",
}
"""What people are told of each fate."""
PINNED = "pinned, in every block"


@placed
def explain_prompt(
    place: Place,
    query: Annotated[str, typer.Argument(help="What a person would say to the agent.")],
    *,
    agent_dir: Annotated[
        Path | None,
        typer.Option(
            "--agent-dir",
            metavar="DIR",
            help="The agent's folder, with AGENT.md; without it there are recalled memories alone.",
        ),
    ] = None,
    tier: Annotated[
        Literal["small", "medium", "large"] | None,
        typer.Option(help="How much the model can use; the settings' own when left out."),
    ] = None,
    top_k: Annotated[int | None, typer.Option(min=1, help="Most recalled memories.")] = None,
    budget: Annotated[int | None, typer.Option(min=1, help="Most tokens of the block.")] = None,
    text: Annotated[bool, typer.Option("--text", help="Also print the texts themselves.")] = False,
) -> None:
    """Show what a message would get: files that are always shown, files on intent, recalled memories, and why.

    Recalled is what this scope, the agent's own and global hold.
    """
    from stelae.ingestion.layers import Layers, read_layers

    layers = Layers("") if agent_dir is None else read_layers(agent_dir)
    own = (f"agent:{layers.agent}",) if layers.agent else ()
    with place.find() as memory:
        reads = (*memory.namespace.reads, *own, "global")
        told = memory.at(reads=reads).explain_prompt(
            query, layers, tier=tier, top_k=top_k, budget=budget
        )
    if place.json:
        output.write_json(told)
        return
    _show(told)
    if text:
        for part in (told.always_text, told.on_intent_text, told.block):
            if part:
                output.write_text(f"\n{output.visible(part)}")


def _show(told: "PromptExplanation") -> None:
    out = output.console()
    whose = output.visible(told.agent) or "an agent without files"
    out.print(f"L0, in every prompt of {whose}", style="bold")
    _show_parts(told.always)
    out.print("L1, when a message names a keyword", style="bold")
    _show_parts(told.on_intent)
    out.print(f"L2, recalled from {output.visible(', '.join(told.scopes))}", style="bold")
    found = told.pinned or told.recalled
    out.print(_recalled_table(told.pinned, told.recalled) if found else "  nothing")
    for leg in told.partial:
        output.warn(f"{leg} could not be asked.")
    out.print(f"About {told.tokens:,} tokens in all.", style="dim")


def _show_parts(parts: "Sequence[LayerPart]") -> None:
    out = output.console()
    for one in parts:
        files = f" ({', '.join(one.files)})" if one.files != (one.document,) else ""
        named = f", named: {', '.join(one.keywords)}" if one.keywords else ""
        line = f"  {one.document}{files}: {FATES[one.fate]}{named}, {one.tokens:,} tokens"
        out.print(output.visible(line), soft_wrap=True, style=_style(one.fate))
    if not parts:
        out.print("  nothing")


def _recalled_table(pinned: "Sequence[PinnedPart]", parts: "Sequence[RecalledPart]") -> "Table":
    from rich.table import Table

    names = ("", "score", "category", "scope", "why", "cap", "text")
    table = Table(*names, box=None, pad_edge=False, padding=(0, 1))
    for one in pinned:
        cells = ("", "", one.category, one.scope, PINNED, "-", _line(one.text))
        table.add_row(*map(output.visible, cells))
    for one in parts:
        why = FATES[one.fate] + (f", named: {one.keyword}" if one.keyword else "")
        cells = (
            *(str(one.rank), f"{one.score:.2f}", one.category or "message", one.scope or "-"),
            *(why, "-" if one.cap is None else str(one.cap), _line(one.text)),
        )
        table.add_row(*map(output.visible, cells), style=_style(one.fate))
    return table


def _line(text: str) -> str:
    return " ".join(text.split())[:60]


def _style(fate: str) -> str:
    return "default" if fate == "shown" else "dim"


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("explain-prompt")(explain_prompt)
