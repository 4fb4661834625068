"""The rules' part of a curator's pass: what `observe` would remember, but for what is held for the task at hand (R18)."""

from collections.abc import Sequence
from dataclasses import dataclass

from stelae.background.this_task import held
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.rule_extraction import extract
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.change import ObserveResult, Outcome
from stelae.schemas.curation import CurationDrop
from stelae.schemas.observation import Message, Observation
from stelae.schemas.scope import Namespace
from stelae.schemas.session import SessionState


@dataclass(frozen=True, slots=True)
class ReadByRules:
    """What was logged, and what of it is held for the task at hand."""

    seen: ObserveResult
    dropped: tuple[CurationDrop, ...] = ()


def read_by_rules(
    pipeline: RememberPipeline, ns: Namespace, own: Sequence[Message], state: SessionState
) -> ReadByRules:
    """Log the messages, and remember by rules what the state does not hold.

    Args:
        pipeline: the write path.
        ns: the written scope.
        own: the person's messages.
        state: what holds for the task at hand.

    Raises:
        StoreError: nothing was written.
    """
    if not any(one.source_quote for one in state.constraints):
        return ReadByRules(pipeline.observe(ns, own, rules=True, model_job=False).result)
    logged = pipeline.observe(ns, own, rules=False, model_job=False)
    outcomes: list[Outcome] = []
    dropped: list[CurationDrop] = []
    earlier: list[Observation] = []
    for id_ in logged.readable:
        said = pipeline.parts.store.observation(ns, id_)
        kept: list[MemoryCandidate] = []
        for one in extract(said, before=tuple(earlier), dates=pipeline.parts.dates).candidates:
            if held(one.quote, state):
                dropped.append(CurationDrop(reason="this_task", text=one.text))
            else:
                kept.append(one)
        outcomes += pipeline.propose(ns, kept, [said], extractor="rules")
        earlier.append(said)
    extraction = logged.result.extraction.model_copy(update={"extractor": "rules"})
    done = {"extraction": extraction, "outcomes": (*logged.result.outcomes, *outcomes)}
    return ReadByRules(logged.result.model_copy(update=done), tuple(dropped))
