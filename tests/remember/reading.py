"""What the rules make of a message, for the tests of their families."""

from collections.abc import Sequence
from datetime import UTC, datetime

from stelae.providers.dates.dateparser import DateparserDates
from stelae.providers.dates.jionlp import JionlpDates
from stelae.remember.rule_extraction import RuleExtraction, extract
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.observation import Observation

SAID = datetime(2026, 5, 1, 9, tzinfo=UTC)
DATES = {"zh": JionlpDates(), "en": DateparserDates()}


def said(text: str, at: datetime = SAID) -> Observation:
    """Return a message of a person in Shanghai."""
    return Observation(
        id="o1",
        content_hash="h",
        role="user",
        authority="user",
        text=text,
        time=at,
        zone="Asia/Shanghai",
        recorded_at=at,
    )


def read(text: str, *, before: Sequence[str] = (), at: datetime = SAID) -> RuleExtraction:
    """Run the rules on one message, behind others of its conversation."""
    return extract(said(text, at), dates=DATES, before=[said(one, at) for one in before])


def proposed(
    text: str, *, before: Sequence[str] = (), at: datetime = SAID
) -> tuple[MemoryCandidate, ...]:
    """Return the candidates alone."""
    return read(text, before=before, at=at).candidates
