"""`demo`: the main job on a bundled chat, in a folder of its own.

Nothing in it is prepared but the messages and the questions: what is shown is what the product does with them. It
uses the rules alone, so that it shows everybody the same; a model would add to it.
"""

import contextlib
import tempfile
from collections.abc import Generator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stelae.cli import output
from stelae.cli.observe import show_outcomes
from stelae.cli.place import Place, placed
from stelae.errors import InvalidInputError

if TYPE_CHECKING:
    from rich.console import Console

    from stelae.memory import Memory
    from stelae.schemas.change import ObserveResult
    from stelae.schemas.query import ContextBlock, RecallResult

SCOPE = "user:demo"
CHAT = "demo_chat.jsonl"
QUESTIONS = (
    "点餐要避开什么？",
    "What language should my reports be in?",
    "什么时候看牙医？",
    "Which database did we choose for the orders service?",
    "渐近自由是谁提出的？",
)
"""The last one is answered nowhere in the chat."""
TURN = "帮我订一份午餐，再写一下这周的报告。"
"""What the person says next: the context block is made for it."""


@placed
def demo(
    place: Place,
    *,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Keep the demo's memory in this new folder."),
    ] = None,
) -> None:
    """See the main job: a bilingual chat goes in, memories are carved, questions are answered."""
    from stelae.cli.inputs import read_messages

    with _folder(keep) as folder:
        settings = Place(data=folder, scope=SCOPE).load(extractor="rules").settings
        messages = read_messages(str(files("stelae.cli") / CHAT))
        with Place().open(settings) as memory:
            seen = memory.observe(messages, wait=True)
            memory.flush()
            answers = {question: memory.recall(question, limit=3) for question in QUESTIONS}
            block = memory.context(TURN)
            if place.json:
                output.write_json(_document(seen, answers, block))
            else:
                _show(output.console(), memory, messages, seen, answers, block, settings.zone)
    if keep is not None and not place.json:
        output.console().print(
            f"Kept. Look around: stelae list --data {folder} --scope {SCOPE}", soft_wrap=True
        )


def _document(
    seen: "ObserveResult", answers: Mapping[str, "RecallResult"], block: "ContextBlock"
) -> dict[str, Any]:
    questions = [
        {"query": query, **result.model_dump(mode="json")} for query, result in answers.items()
    ]
    return {"observe": seen, "questions": questions, "context": block}


@contextlib.contextmanager
def _folder(keep: Path | None) -> Generator[Path]:
    """Yield the folder to work in; a temporary one is removed afterwards."""
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="stelae-demo-") as temporary:
            yield Path(temporary)
        return
    if keep.exists() and (not keep.is_dir() or any(keep.iterdir())):
        raise InvalidInputError(f"--keep needs a new or empty folder; {keep} is in use.")
    yield keep


def _show(
    out: "Console",
    memory: "Memory",
    messages: list[dict[str, Any]],
    seen: "ObserveResult",
    answers: Mapping[str, "RecallResult"],
    block: "ContextBlock",
    zone: str,
) -> None:
    from stelae.cli import tables

    _title(out, f"1. A chat goes in: {len(messages)} messages, Chinese and English")
    out.print(
        "The rules propose, the gate decides. Each line says what became of a proposal, and why.\n"
    )
    show_outcomes(out, seen.outcomes)
    waiting = memory.pending()
    if waiting:
        out.print(
            f"Waiting for a person: {len(waiting)}. `stelae review` shows each with its diff.",
            style="yellow",
        )
    _title(out, "2. Questions come: hits with calibrated scores and evidence")
    for question, result in answers.items():
        out.print(f"\n» {question}", style="bold")
        if result.hits:
            out.print(tables.hits_table(result.hits, zone))
        else:
            out.print("  Nothing relevant. No memory is pressed into an answer.", style="magenta")
    _title(out, "3. What a model would be given")
    out.print(f"The person says: {TURN}\n", style="dim")
    out.print(block.text)
    out.print(
        f"\nAbout {block.tokens} tokens, placed next to the person's message, never stored back.",
        style="dim",
    )
    out.print("\nYour own: stelae init, then stelae remember “…” and stelae recall “…”")


def _title(out: "Console", text: str) -> None:
    from rich.rule import Rule

    out.print()
    out.print(Rule(text, style="blue", align="left"))


def register(app: typer.Typer) -> None:
    """Add this group's command."""
    app.command()(demo)
