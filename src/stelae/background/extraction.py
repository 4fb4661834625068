"""The `extract` job: a language model reads what was logged, and the write path judges what it proposes.

The same run serves a caller who waits, and `retry`. Without a model a job is done with nothing, since the rules have read
the messages already; a model that is away gives the job back. What it could not read to the end is noted, for a retry, and
its job has failed; the messages stay in the log either way.
"""

import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from stelae.errors import MemoryNotFoundError, ModelOutputError, ModelUnavailableError
from stelae.ports import ClaimedJob, LanguageModel
from stelae.remember.llm_extraction import LlmExtraction, LLMExtractor
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.proposals.replies import Replies
from stelae.schemas.change import Outcome
from stelae.schemas.extraction import ReadingNote, Unread, Used
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace

logger = logging.getLogger(__name__)
_FOUND = frozenset({"accepted", "pending"})


@dataclass(frozen=True, slots=True)
class Extracted:
    """One run over some observations: how it went and what became of the proposals."""

    model: str | None
    """None: there is no model."""
    extraction: LlmExtraction
    outcomes: tuple[Outcome, ...] = ()


class ExtractionJobs:
    """Handler of `extract` jobs, and the one who runs an extraction for a caller who waits."""

    def __init__(
        self,
        pipeline: RememberPipeline,
        model: Callable[[], LanguageModel | None],
        extractor: Callable[[LanguageModel], LLMExtractor],
        *,
        required: bool,
    ) -> None:
        """Take what judges, and where the model comes from.

        Args:
            pipeline: the write path; its store holds the observations.
            model: looked up anew for each run.
            extractor: makes the extractor for a model.
            required: without a model a job fails instead of being done with nothing.
        """
        self._pipeline, self._parts = pipeline, pipeline.parts
        self._model, self._extractor, self._required = model, extractor, required

    def __call__(self, jobs: Sequence[ClaimedJob]) -> Mapping[int, str]:
        """Read what the jobs name, those of one namespace and the same categories together.

        Returns:
            Why a job has failed, by its number: an unusable answer would be the same again.

        Raises:
            ModelError: the model was away; what it had proposed before is written, and repeats of it change nothing.
        """
        away, useless = None, dict[int, str]()
        for _, group in groupby(sorted(jobs, key=_together), key=_together):
            some = list(group)
            ids = [i for job in some for i in _ids(job)]
            found = self.run(some[0].ns, ids, categories=_only(some[0])).extraction
            if found.error is not None:
                logger.warning("extraction %s: %s", found.status, found.detail)
            if found.error is not None and not isinstance(found.error, ModelOutputError):
                away = found.error
            useless |= {
                job.id: found.unread[i] for job in some for i in _ids(job) if i in found.unread
            }
        if away is not None:
            raise away
        return useless

    def run(
        self,
        ns: Namespace,
        ids: Sequence[str],
        *,
        categories: Sequence[str] | None = None,
        one_by_one: bool = False,
    ) -> Extracted:
        """Extract from observations of the namespace; ids that are no longer there are skipped.

        Args:
            ns: where they are.
            ids: which.
            categories: names of those that may be proposed; None: all.
            one_by_one: each message in a call of its own.

        Raises:
            UnknownCategoryError: one of the categories is not there.
        """
        observations, gone = self._find(ns, ids)
        model = self._model()
        if model is None:
            error = ModelUnavailableError("No language model answers.") if self._required else None
            nothing = LlmExtraction(status="failed" if error else "ok", error=error)
            return Extracted(None, nothing)
        replies = Replies(
            self._parts.store,
            ns,
            self._parts.clock.now(),
            masked=self._parts.policy.mask_personal,
        )
        found = self._extractor(model).extract(
            observations, categories=categories, replies=replies, one_by_one=one_by_one
        )
        outcomes = self._pipeline.propose(ns, found.candidates, observations, categories=categories)
        self._note(ns, found, outcomes, replies, gone, categories)
        return Extracted(model.name, _told(found, outcomes), outcomes)

    def _note(
        self,
        ns: Namespace,
        found: LlmExtraction,
        outcomes: Sequence[Outcome],
        replies: Replies,
        gone: Sequence[str],
        categories: Sequence[str] | None,
    ) -> None:
        """Write down what it cost, what is left to read, and answers that can be used again."""
        now = self._parts.clock.now()
        only = None if categories is None else tuple(categories)
        unread = (
            Unread(observation_id=id_, reason=why, since=now, categories=only)
            for id_, why in found.unread.items()
        )
        note = ReadingNote(
            at=now,
            forgettings=replies.forgettings,
            replies=replies.new,
            used=(*found.used, *_missed(found, outcomes)),
            unread=tuple(unread),
            read=(*found.read, *gone),
        )
        if note.used or note.unread or note.read:
            self._parts.store.note_reading(ns, note)

    def _find(self, ns: Namespace, ids: Sequence[str]) -> tuple[list[Observation], list[str]]:
        """Return the observations, and the ids of those that are not there."""
        found: list[Observation] = []
        gone: list[str] = []
        for one in dict.fromkeys(ids):
            try:
                found.append(self._parts.store.observation(ns, one))
            except MemoryNotFoundError:
                gone.append(one)
        return found, gone


def _told(found: LlmExtraction, outcomes: Sequence[Outcome]) -> LlmExtraction:
    """Add to the detail what the gate refused, by reason."""
    refused = Counter(o.reason for o in outcomes if o.outcome == "rejected")
    words = ", ".join(f"{reason} {count}" for reason, count in refused.most_common())
    detail = "; ".join(filter(None, (found.detail, f"refused: {words}" if words else "")))
    return replace(found, candidates=(), detail=detail)


def _missed(found: LlmExtraction, outcomes: Sequence[Outcome]) -> tuple[Used, ...]:
    """Of the messages that the pre-filter would have left out: how many held something?"""
    held = {
        span.observation_id
        for outcome in outcomes
        if outcome.outcome in _FOUND
        for span in outcome.evidence
    }
    missed = len(held & found.audited)
    return (Used(name="prefilter_missed", amount=missed),) if missed else ()


def _together(job: ClaimedJob) -> tuple[str, str]:
    return job.ns.model_dump_json(), str(job.job.payload.get("only", ""))


def _only(job: ClaimedJob) -> tuple[str, ...] | None:
    only = job.job.payload.get("only")
    return None if only is None else tuple(str(only).split())


def _ids(job: ClaimedJob) -> list[str]:
    return [str(one) for one in job.job.payload.get("observations", ())]
