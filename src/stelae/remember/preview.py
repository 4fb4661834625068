"""What rules and a model would propose for messages, without a store, a gate or a write: for `stelae extract` (K19).

It shares its steps with the write path (`intake`, the extractions) and ends where a candidate would meet the gate.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from stelae.ports import DateParser
from stelae.remember.grounding import unquoted
from stelae.remember.intake import Intake, refusal, take_in
from stelae.remember.llm_extraction import LLMExtractor
from stelae.remember.rule_extraction import Dropped, extract
from stelae.schemas.base import Value
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.change import Extraction, Outcome
from stelae.schemas.observation import Message, Observation
from stelae.text.keys import statement
from stelae.text.normalise import is_blank


class Preview(Value):
    """Candidates in the order of the messages, and what was passed over with its reason."""

    candidates: tuple[MemoryCandidate, ...] = ()
    passed_over: tuple[Outcome, ...] = ()
    extraction: Extraction = Extraction(status="ok")


def preview(
    messages: Sequence[Message],
    *,
    dates: Mapping[str, DateParser],
    now: datetime,
    masked: frozenset[str] = frozenset(),
    rules: bool = True,
    extractor: LLMExtractor | None = None,
) -> Preview:
    """Read messages as the write path would.

    Args:
        messages: shaped by `messages.shape`.
        dates: date parsers by language.
        now: anchor of relative dates in messages without a time.
        masked: types of personal data that the policy masks.
        rules: let the rules read them.
        extractor: lets a language model read them, too.
    """
    candidates: list[MemoryCandidate] = []
    passed_over: list[Outcome] = []
    earlier: list[Observation] = []
    for number, message in enumerate(messages, 1):
        intake = take_in(
            message, id=f"message {number}", now=now, order=number, project=None, masked=masked
        )
        found = _read(intake, earlier, dates) if rules else Preview()
        candidates += found.candidates
        passed_over += found.passed_over
        earlier.append(intake.observation)
    if all(is_blank(said.text) for said in earlier):
        nothing = Extraction(status="empty", extractor="none")
        return Preview(passed_over=tuple(passed_over), extraction=nothing)
    extraction = Extraction(status="ok", extractor="rules" if rules else "none")
    if extractor is not None:
        asked = extractor.extract(earlier)
        known = {(c.category, statement(c.text)) for c in candidates}
        candidates += [c for c in asked.candidates if (c.category, statement(c.text)) not in known]
        extraction = Extraction(
            status=asked.status, extractor="llm", model=extractor.model_name, detail=asked.detail
        )
    return Preview(
        candidates=tuple(candidates), passed_over=tuple(passed_over), extraction=extraction
    )


def _read(
    intake: Intake, earlier: Sequence[Observation], dates: Mapping[str, DateParser]
) -> Preview:
    said = intake.observation
    refused = "empty" if intake.blank else refusal(intake)
    if refused is not None:
        return Preview(passed_over=(_outcome(said, Dropped(refused, "intake")),))
    found = extract(said, before=tuple(earlier), dates=dates)
    return Preview(
        candidates=found.candidates,
        passed_over=tuple(_outcome(said, drop) for drop in found.drops),
    )


def _outcome(said: Observation, drop: Dropped) -> Outcome:
    place = drop.span or unquoted(said)
    return Outcome(outcome="rejected", reason=drop.reason, evidence=(place,), detail=drop.rule)
