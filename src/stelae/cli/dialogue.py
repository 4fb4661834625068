"""The keyboard dialogue of `stelae review`: one item after the other, or all that are alike at once.

Every answer goes through `Memory.confirm` and `Memory.reject`, so the gate checks again and each decision is committed
before the next question. Leaving early loses nothing.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import typer

from stelae.cli import output, tables
from stelae.errors import StelaeError

if TYPE_CHECKING:
    from rich.console import Console

    from stelae.memory import Memory
    from stelae.schemas.memory import PendingItem

Result: TypeAlias = Literal["approved", "rejected", "left"]
_HELP = (
    "a approve   e edit   r reject   s skip   A/R approve/reject all left of this category   q quit"
)


@dataclass(slots=True)
class Review:
    """The state of one sitting: what is still open and what became of the rest."""

    memory: "Memory"
    out: "Console"
    open: "list[PendingItem]"
    results: dict[Result, int]

    def confirm(self, item: "PendingItem", text: str | None = None) -> None:
        """Approve, in other words where given; say what came of it."""
        try:
            outcome = self.memory.confirm(item.id, text=text)
        except StelaeError as error:
            self._failed(error)
            return
        stored = outcome.outcome in {"accepted", "duplicate"}
        self.results["approved" if stored else "left"] += 1
        self.out.print(
            f"  {outcome.outcome}: {tables.explain(outcome)}", style="green" if stored else "yellow"
        )

    def reject(self, item: "PendingItem", reason: str = "") -> None:
        """Refuse."""
        try:
            self.memory.reject(item.id, reason=reason)
        except StelaeError as error:
            self._failed(error)
            return
        self.results["rejected"] += 1
        self.out.print("  rejected", style="red")

    def _failed(self, error: StelaeError) -> None:
        self.results["left"] += 1
        self.out.print(f"  {output.visible(str(error))}", style="red")


def go_through(
    memory: "Memory", items: "Sequence[PendingItem]", *, key: Callable[[], str] | None = None
) -> None:
    """Ask about each item.

    Args:
        memory: where decisions go.
        items: what waits.
        key: returns the next key pressed; None: the terminal, or lines of stdin when it is no terminal.
    """
    ask = key or _key
    review = Review(
        memory, output.console(), list(items), {"approved": 0, "rejected": 0, "left": 0}
    )
    if not items:
        review.out.print("Nothing waits for you.")
        return
    while review.open:
        item = review.open.pop(0)
        _present(review, item, position=len(items) - len(review.open), total=len(items))
        if not _answer(review, item, ask):
            review.results["left"] += len(review.open) + 1
            break
    done = ", ".join(f"{count} {word}" for word, count in review.results.items() if count)
    review.out.print(f"\nDone: {done}.")


def _present(review: Review, item: "PendingItem", *, position: int, total: int) -> None:
    record = item.record
    asked = tables.asks(item)
    review.out.print(
        f"\n[{position}/{total}] {record.category}, said by {record.authority}: {asked}",
        style="bold",
    )
    review.out.print(
        tables.diff(item).append_text(tables.evidence_line(record.evidence, than=record.text))
    )


def _answer(review: Review, item: "PendingItem", ask: Callable[[], str]) -> bool:
    """Take one answer; False: the person leaves."""
    while True:
        review.out.print(_HELP, style="dim")
        match ask():
            case "a":
                review.confirm(item)
            case "e":
                review.confirm(item, text=typer.prompt("New wording", default=item.record.text))
            case "r":
                review.reject(item)
            case "s":
                review.results["left"] += 1
            case "A" | "R" as word:
                if not _alike(review, item, ask, approve=word == "A"):
                    continue
            case "q" | "":
                return False
            case _:
                continue
        return True


def _alike(review: Review, item: "PendingItem", ask: Callable[[], str], *, approve: bool) -> bool:
    """Decide on all open items of the category after showing them; False: the person thought better of it."""
    category = item.record.category
    chosen = [item, *(other for other in review.open if other.record.category == category)]
    for other in chosen[1:]:
        review.out.print(tables.diff(other))
    verb = "Approve" if approve else "Reject"
    review.out.print(f"{verb} these {len(chosen)} ({category})? y/n", style="bold")
    if ask() not in {"y", "Y"}:
        return False
    for other in chosen:
        if approve:
            review.confirm(other)
        else:
            review.reject(other)
    review.open = [other for other in review.open if other not in chosen]
    return True


def _key() -> str:
    """Read one key, or the first letter of a line when stdin is no terminal; empty at its end."""
    if sys.stdin.isatty():
        return typer.getchar()
    line = sys.stdin.readline()
    return (line.strip()[:1] or "?") if line else ""
