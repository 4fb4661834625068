"""Observing: the rules at once, the language model as a job, or at once too for a caller who waits; and reading again."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Final, Literal

from stelae.background.extraction import Extracted, ExtractionJobs
from stelae.errors import ModelOutputError, ModelUnavailableError
from stelae.ports import LanguageModel
from stelae.remember.pipeline import RememberPipeline
from stelae.schemas.change import Extraction, ExtractionStatus, ObserveResult
from stelae.schemas.extraction import RetryResult, Unread
from stelae.schemas.observation import Message
from stelae.schemas.scope import Namespace
from stelae.text.normalise import is_blank

_COUNTERS: Final = (
    *("model_calls", "model_prompt_tokens", "model_completion_tokens", "model_seconds"),
    *("model_cache_hits", "model_unusable"),
    *("prefilter_skipped", "prefilter_audited", "prefilter_missed"),
)


class Observing:
    """Decides who reads a message when; what becomes of a proposal is the gate's business."""

    def __init__(
        self,
        pipeline: RememberPipeline,
        extraction: ExtractionJobs,
        model: Callable[[], LanguageModel | None],
        *,
        choice: Literal["auto", "rules", "llm"],
        remedy: str,
    ) -> None:
        """Take the write path, the extraction and where the model comes from.

        Args:
            pipeline: the write path.
            extraction: runs the model over logged observations.
            model: looks for the model at first use.
            choice: who reads: the rules, a language model, or both.
            remedy: what to tell when there is no model.
        """
        self._pipeline, self._extraction, self._model = pipeline, extraction, model
        self._choice, self._remedy = choice, remedy

    def __call__(
        self,
        ns: Namespace,
        messages: Sequence[Message],
        *,
        extract: bool,
        wait: bool,
        categories: Sequence[str] | None = None,
    ) -> ObserveResult:
        """Log the messages and let them be read.

        Args:
            ns: where to write.
            messages: in order.
            extract: False: nobody reads them.
            wait: the model reads them now instead of leaving it a job.
            categories: take these and no others; None: every one.

        Raises:
            ModelUnavailableError: only a model may read, and there is none; the messages are logged, with a job for later.
            StoreError: nothing was written.
        """
        wanted = (
            extract and self._choice != "rules" and any(not is_blank(m.content) for m in messages)
        )
        model = self._model() if wanted else None
        now = wait and model is not None
        seen = self._pipeline.observe(
            ns,
            messages,
            rules=extract and self._choice != "llm",
            model_job=wanted and not now and (model is not None or self._choice == "llm"),
            categories=categories,
        )
        if now and seen.readable:
            return self._read_now(ns, seen.result, seen.readable, categories)
        if wanted and model is None and seen.readable:
            if self._choice == "llm":
                raise ModelUnavailableError(self._remedy)
            return _noted(seen.result, f"rules only: {self._remedy}")
        return seen.result

    def waiting(self, ns: Namespace) -> tuple[Unread, ...]:
        """Return the messages that a model has not read to the end, oldest first."""
        return tuple(self._pipeline.parts.store.unread(ns))

    def counters(self, ns: Namespace) -> Mapping[str, int]:
        """Return what models have cost in the scope and what the pre-filter saved, all models together, and what waits."""
        counts = dict.fromkeys(_COUNTERS, 0.0)
        for one in self._pipeline.parts.store.used(ns):
            counts[f"model_{one.name}" if one.model else one.name] += one.amount
        return {**{name: round(n) for name, n in counts.items()}, "unread": len(self.waiting(ns))}

    def retry(self, ns: Namespace) -> RetryResult:
        """Let the model read again what waits, each message in a call of its own.

        What it proposed before changes nothing now.

        Raises:
            ModelUnavailableError: there is no model, and something waits.
        """
        waiting = self.waiting(ns)
        if not waiting:
            return RetryResult(read=0, extraction=Extraction(status="ok", extractor="none"))
        if self._model() is None:
            raise ModelUnavailableError(self._remedy)
        done: list[Extracted] = []
        for only, group in groupby(sorted(waiting, key=_only), key=lambda one: one.categories):
            ids = sorted(one.observation_id for one in group)
            done.append(self._extraction.run(ns, ids, categories=only, one_by_one=True))
        return RetryResult(
            read=len(waiting),
            extraction=_together(done),
            outcomes=tuple(o for one in done for o in one.outcomes),
            waiting=self.waiting(ns),
        )

    def _read_now(
        self,
        ns: Namespace,
        result: ObserveResult,
        ids: Sequence[str],
        categories: Sequence[str] | None,
    ) -> ObserveResult:
        """Let the model read new messages, and add what became of its proposals."""
        done = self._extraction.run(ns, ids, categories=categories)
        found, jobs = done.extraction, result.jobs
        if found.error is not None and not isinstance(found.error, ModelOutputError):
            jobs = (*jobs, self._pipeline.leave_extraction(ns, ids, categories))
        extraction = Extraction(
            status=found.status,
            extractor="llm",
            model=done.model,
            detail="; ".join(filter(None, (result.extraction.detail, found.detail))),
        )
        return result.model_copy(
            update={
                "extraction": extraction,
                "outcomes": (*result.outcomes, *done.outcomes),
                "jobs": jobs,
            }
        )


def _only(one: Unread) -> tuple[str, ...]:
    return one.categories or ()


def _together(done: Sequence[Extracted]) -> Extraction:
    """Return how several runs went: as the whole, `failed` only when all of them failed."""
    words = {one.extraction.status for one in done}
    mixed: ExtractionStatus = "failed" if words == {"failed"} else "partial"
    return Extraction(
        status="ok" if words == {"ok"} else mixed,
        extractor="llm",
        model=done[0].model,
        detail="; ".join(
            dict.fromkeys(one.extraction.detail for one in done if one.extraction.detail)
        ),
    )


def _noted(result: ObserveResult, note: str) -> ObserveResult:
    detail = "; ".join(filter(None, (result.extraction.detail, note)))
    noted = result.extraction.model_copy(update={"detail": detail})
    return result.model_copy(update={"extraction": noted})
