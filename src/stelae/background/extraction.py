"""The `extract` job: a language model reads what was logged, and the write path judges what it proposes.

The same run serves a caller who waits. Without a model a job is done with nothing, since the rules have read the messages
already; a model that fails gives the job back, and the messages stay in the log either way.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from stelae.errors import MemoryNotFoundError, ModelOutputError, ModelUnavailableError
from stelae.ports import ClaimedJob, LanguageModel, ObservationLog
from stelae.remember.llm_extraction import LlmExtraction, LLMExtractor
from stelae.remember.pipeline import RememberPipeline
from stelae.schemas.change import Outcome
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace

logger = logging.getLogger(__name__)


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
        log: ObservationLog,
        pipeline: RememberPipeline,
        model: Callable[[], LanguageModel | None],
        extractor: Callable[[LanguageModel], LLMExtractor],
        *,
        required: bool,
    ) -> None:
        """Take what to read from, what judges, and where the model comes from.

        Args:
            log: holds the observations.
            pipeline: the write path.
            model: looked up anew for each run.
            extractor: makes the extractor for a model.
            required: without a model a job fails instead of being done with nothing.
        """
        self._log, self._pipeline = log, pipeline
        self._model, self._extractor, self._required = model, extractor, required

    def __call__(self, jobs: Sequence[ClaimedJob]) -> None:
        """Read what the jobs name, the jobs of one namespace together.

        Raises:
            ModelError: the model failed; what it had proposed before is written, and repeats of it change nothing.
        """
        failed = None
        for ns, group in groupby(sorted(jobs, key=_namespace), key=lambda job: job.ns):
            ids = [i for job in group for i in _ids(job)]
            done = self.run(ns, ids)
            error = done.extraction.error
            if error is not None:
                logger.warning("extraction %s: %s", done.extraction.status, done.extraction.detail)
            # An unusable answer for a part would be the same again; a model that is away comes back.
            if error is not None and (
                done.extraction.status == "failed" or not isinstance(error, ModelOutputError)
            ):
                failed = error
        if failed is not None:
            raise failed

    def run(self, ns: Namespace, ids: Sequence[str]) -> Extracted:
        """Extract from observations of the namespace; ids that are no longer there are skipped."""
        observations = list(self._find(ns, ids))
        model = self._model()
        if model is None:
            error = ModelUnavailableError("No language model answers.") if self._required else None
            nothing = LlmExtraction(status="failed" if error else "ok", error=error)
            return Extracted(None, nothing)
        found = self._extractor(model).extract(observations)
        outcomes = self._pipeline.propose(ns, found.candidates, observations)
        return Extracted(model.name, replace(found, candidates=()), outcomes)

    def _find(self, ns: Namespace, ids: Sequence[str]) -> Iterator[Observation]:
        for one in dict.fromkeys(ids):
            try:
                yield self._log.observation(ns, one)
            except MemoryNotFoundError:
                continue


def _namespace(job: ClaimedJob) -> str:
    return job.ns.model_dump_json()


def _ids(job: ClaimedJob) -> list[str]:
    return [str(one) for one in job.job.payload.get("observations", ())]
