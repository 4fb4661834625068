"""What learns from runs, connected: patterns, lessons, strategies, and whether they helped."""

from collections.abc import Callable
from dataclasses import dataclass

from stelae.background.learned import Learned
from stelae.background.lift import Lifts
from stelae.background.patterns import Patterns
from stelae.background.reflection import Reflections
from stelae.background.run_events import RunEvents
from stelae.background.strategies import Strategies
from stelae.ports import LanguageModel
from stelae.recall.sending import Sending
from stelae.remember.events import Events
from stelae.remember.pipeline import RememberPipeline


@dataclass(frozen=True, slots=True)
class Learning:
    """The parts that learn, and the runs that they learn from."""

    runs: RunEvents
    patterns: Patterns
    reflections: Reflections
    strategies: Strategies
    lifts: Lifts


def learning_of(
    write: RememberPipeline,
    model: Callable[[], LanguageModel | None],
    sending: Sending,
    *,
    remedy: str,
) -> Learning:
    """Connect them over the write path.

    Args:
        write: the only way to a memory.
        model: the language model, or None when there is none.
        sending: what may go to a model on another machine.
        remedy: what to tell when there is no model.
    """
    store, clock, learned = write.parts.store, write.parts.clock, Learned(write)
    runs = RunEvents(Events(write), store, masked=write.parts.policy.mask_personal)
    return Learning(
        runs,
        Patterns(learned, store, clock, model, sending=sending, remedy=remedy),
        Reflections(learned, runs, store, clock, model, sending=sending, remedy=remedy),
        Strategies(learned, write, store),
        Lifts(runs, store, clock),
    )
