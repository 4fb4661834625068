"""`worker`: works on background jobs in a process of its own."""

import os
import select
import signal
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stelae.cli import output
from stelae.cli.place import Place, placed

if TYPE_CHECKING:
    from stelae.schemas.jobs import BatchReport

FAILED = 1
_ENDINGS = ("done", "failed", "put_off")


class _Tally:
    """What was worked on, told in a line a batch on stderr: kinds and numbers, no contents."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {name: Counter() for name in _ENDINGS}

    def __call__(self, report: "BatchReport") -> None:
        """Tell and count one batch."""
        found = {name: getattr(report, name) for name in _ENDINGS}
        for name, number in found.items():
            self.counts[name][report.kind] += number
        told = ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in found.items() if n)
        with suppress(OSError):  # nobody reads stderr any more
            output.notices().print(f"{report.kind}: {told}, {report.seconds:.1f} s", soft_wrap=True)

    def document(self, left: int) -> dict[str, Any]:
        """Return all of it, by ending and kind, and how many jobs still wait."""
        counts = {name: dict(+of_kind) for name, of_kind in self.counts.items()}
        return {"worked": counts, "waiting": left}


@placed
def worker(
    place: Place,
    *,
    once: Annotated[
        bool, typer.Option("--once", help="End when nothing is left to do, for a timer.")
    ] = False,
) -> None:
    """Work on the jobs of the whole data folder until it is stopped (SIGTERM, Ctrl-C). Several may run at once."""
    tally = _Tally()
    with place.open(worker=not once) as memory:
        if once:
            with _sigterm_interrupts():
                left = memory.work(tally)
        else:
            with _told_to_stop() as wait:
                memory.start_worker(tally)
                output.notices().print("Working. Stop with Ctrl-C.")
                wait()
            memory.stop_worker()
            left = memory.waiting()
    if place.json:
        output.write_json(tally.document(left))
    if once and tally.counts["failed"].total():
        raise typer.Exit(FAILED)


@contextmanager
def _told_to_stop() -> Generator[Callable[[], None]]:
    """Yield what waits for SIGTERM or SIGINT; a second one, while the worker ends its batch, ends the process."""
    reader, writer = os.pipe()

    def tell(_number: int, _frame: object) -> None:
        os.write(writer, b".")

    before = {number: signal.signal(number, tell) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield lambda: (select.select([reader], [], []), None)[1]
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(reader)
        os.close(writer)


@contextmanager
def _sigterm_interrupts() -> Generator[None]:
    """Let SIGTERM be what Ctrl-C is: the batch in work is given back."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def register(app: typer.Typer) -> None:
    """Add this group's command."""
    app.command()(worker)
