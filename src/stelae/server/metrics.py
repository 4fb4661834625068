"""What a server counts, for Prometheus. Numbers of the whole folder: no tenant, scope or text is ever a label.

One registry an app, so that several apps of one process do not meet. What the store knows is asked of it when somebody
looks, not kept in step.
"""

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector
from typing_extensions import override

from stelae.errors import StelaeError
from stelae.memory import Memory
from stelae.schemas.change import Outcome
from stelae.schemas.extraction import UsageName
from stelae.schemas.query import RecallResult

MEDIA_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_OTHER: Final = "other"
_OF_MODELS: Final[dict[UsageName, tuple[str, str]]] = {
    "calls": ("stelae_model_calls", "Requests to language models, tries again included."),
    "prompt_tokens": ("stelae_model_prompt_tokens", "Tokens that models read."),
    "completion_tokens": ("stelae_model_completion_tokens", "Tokens that models wrote."),
    "seconds": ("stelae_model_seconds", "Time that models took."),
    "cache_hits": ("stelae_model_cache_hits", "Readings for which an earlier answer stood."),
    "unusable": ("stelae_model_unusable", "Readings for which no usable answer came."),
}


class Metrics:
    """Counts requests, the gate's words and recalls of one memory (`ports.Watcher`)."""

    def __init__(self, memory: Memory) -> None:
        """Begin at zero; the memory is asked whenever somebody looks."""
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "stelae_http_requests",
            "Requests by route, method and status.",
            ("route", "method", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "stelae_http_request_seconds",
            "Time from the first byte of a request to the last of its answer.",
            ("route", "method"),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._outcomes = Counter(
            "stelae_gate_outcomes",
            "What became of candidates: the gate's word, its reason, and the category.",
            ("outcome", "reason", "category"),
            registry=self._registry,
        )
        self._recalls = Counter(
            "stelae_recalls",
            "Recalls: answered; hidden, all below the floor; empty, nothing found at all.",
            ("result",),
            registry=self._registry,
        )
        self._left_out = Counter(
            "stelae_recall_left_out",
            "Recalls in which a part did not answer, by part: a leg of vectors, or the store.",
            ("part",),
            registry=self._registry,
        )
        self._categories = frozenset(one.name for one in memory.categories())
        self._children: dict[
            tuple[str, str, int], tuple[Callable[[], None], Callable[[float], None]]
        ]
        self._children = {}
        self._registry.register(_Folder(memory))
        ProcessCollector(registry=self._registry)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that has ended."""
        found = self._children.get((method, route, status))
        if found is None:
            counted = self._requests.labels(route, method, str(status)).inc
            found = counted, self._seconds.labels(route, method).observe
            self._children[method, route, status] = found
        found[0]()
        found[1](seconds)

    def decided(self, outcomes: Sequence[Outcome]) -> None:
        """See `ports.Watcher.decided`. A category that a model made up is not told."""
        for one in outcomes:
            category = one.category if one.category in self._categories else ""
            self._outcomes.labels(one.outcome, one.reason, category or _OTHER).inc()

    def recalled(self, result: RecallResult) -> None:
        """See `ports.Watcher.recalled`."""
        word = "answered" if result.hits else "hidden" if result.hidden else "empty"
        self._recalls.labels(word).inc()
        for part in result.partial:
            self._left_out.labels(part).inc()

    def forgotten(self, tenant: str) -> None:
        """See `ports.Watcher.forgotten`. There is no text here."""

    def text(self) -> bytes:
        """Return everything in Prometheus' text form."""
        return generate_latest(self._registry)


class _Folder(Collector):
    """What the data folder itself knows."""

    def __init__(self, memory: Memory) -> None:
        self._memory, self._begun = memory, monotonic()

    def describe(self) -> Iterator[Metric]:
        """Say nothing beforehand, so that registering asks no store."""
        return iter(())

    @override
    def collect(self) -> Iterator[Metric]:
        """Ask now. A store that does not answer is itself a number."""
        yield _gauge("stelae_uptime_seconds", "Since the server began.", monotonic() - self._begun)
        try:
            found = [*self._jobs(), *self._size()]
        except StelaeError:
            found = []
        yield _gauge("stelae_store_up", "1: the store answers.", float(bool(found)))
        yield from found

    def _jobs(self) -> Iterator[Metric]:
        yield _gauge("stelae_jobs_waiting", "Jobs that wait or run.", self._memory.waiting())
        failed = GaugeMetricFamily(
            "stelae_jobs_failed", "Jobs that failed for good and wait for a retry.", labels=["kind"]
        )
        for kind, number in self._memory.failed_jobs().items():
            failed.add_metric([kind], number)
        yield failed

    def _size(self) -> Iterator[Metric]:
        size = self._memory.folder_size()
        yield _gauge("stelae_pending", "Items that wait for a person.", size.pending)
        yield _gauge("stelae_store_bytes", "Bytes of the store's files.", size.bytes)
        for name, (title, meaning) in _OF_MODELS.items():
            family = CounterMetricFamily(title, meaning, labels=["model"])
            for used in size.used:
                if used.name == name and used.model:
                    family.add_metric([used.model], used.amount)
            yield family


def _gauge(name: str, meaning: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, meaning, value=value)
