"""Runs extraction samples through the product, each in an empty store of its own: one row a variant, run and sample.

With the gate a sample goes through `Memory.observe`. Without it the same reply counts as if it had been written: every item
that the model itself recommends, in the model's own words and category; rules count with what they propose
(`extract_candidates`). Secrets are redacted on the way in either way, for that happens before anybody proposes.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast, get_args

from stelae.assembly import model_source, no_model
from stelae.config import Settings
from stelae.errors import ModelOutputError, ModelUnavailableError
from stelae.evaluation.judging import FAULTS, Fault, Judged, Verdict, Written, judge
from stelae.evaluation.replies import KeepingModel, KeptReplies
from stelae.evaluation.samples import NOW, ExtractionSample
from stelae.memory import Memory, extract_candidates
from stelae.ports import Completion, LanguageModel
from stelae.schemas.base import Value
from stelae.schemas.change import ExtractionStatus, Outcome
from stelae.structured.reply import parse
from stelae.testing import FixedClock

RULES = "rules"
"""Label of the rules alone, which stand beside every model."""
UNGATED = " (no gate)"
"""Ending of a label whose proposals count as written."""
Reader = Literal["auto", "rules", "llm"]


@dataclass(frozen=True, slots=True)
class Variant:
    """What is measured: who reads the samples, under which label."""

    label: str
    extractor: Reader
    model: LanguageModel | None = None


class SampleRun(Value):
    """What one run of one sample gave."""

    variant: str
    gate: bool
    run: int
    sample: str
    lang: str
    kind: str
    status: ExtractionStatus
    accepted: int
    pending: int
    written: int
    """Accepted, or waiting with a forbidden or secret word in it: what `wrong` is a share of."""
    wrong: int
    expected: int
    missed: int
    faults: dict[Fault, int]
    """Of the wrong writes; one can have several."""
    seconds: float = 0.0
    """Wall time of the sample's calls to the model, as the provider gave it; 0 for rules."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    notes: tuple[str, ...] = ()
    """The texts of what went wrong, when they were asked for."""


def variant_of(name: str | None, settings: Settings, extractor: Literal["llm", "auto"]) -> Variant:
    """Return the variant of one model: `provider:name`, a name for the settings' own provider, or None for theirs.

    Raises:
        ConfigurationError: the settings name a model that cannot be used.
        ModelUnavailableError: it does not answer.
    """
    chosen = (
        settings if name is None else settings.model_copy(update={"model": _named(name, settings)})
    )
    model = model_source(chosen, FixedClock(NOW))()
    if model is None:
        raise ModelUnavailableError(no_model(chosen))
    return Variant(_label(name or model.name), extractor, model)


def measure(
    samples: Sequence[ExtractionSample],
    variants: Sequence[Variant],
    settings: Settings,
    *,
    runs: int,
    ungated: bool = False,
    kept: KeptReplies | None = None,
    show: bool = False,
) -> Iterator[SampleRun]:
    """Yield rows variant by variant, run by run, language by language.

    Samples of one language have the same instructions before them, which a server then reads once.

    Args:
        samples: what is measured on.
        variants: who reads them.
        settings: policy, retries and what may be sent to a model on another machine; the store is always in memory.
        runs: how often a model reads every sample; the rules are deterministic and run once for all.
        ungated: yield a second row with the same proposals counted as written.
        kept: where replies are kept; None: in this process.
        show: put texts into the rows.
    """
    replies = KeptReplies() if kept is None else kept
    for variant in variants:
        inner = variant.model
        model = None if inner is None else KeepingModel(inner, replies, label=variant.label)
        for run in range(1, (runs if model else 1) + 1):
            for sample in sorted(samples, key=lambda one: str(one.lang)):
                if model is not None:
                    model.begin(run)
                yield from _rows(variant, model, sample, settings, run, ungated, show)


def _rows(
    variant: Variant,
    model: KeepingModel | None,
    sample: ExtractionSample,
    settings: Settings,
    run: int,
    ungated: bool,
    show: bool,
) -> Iterator[SampleRun]:
    messages = [{"zone": sample.zone, "time": NOW, **message} for message in sample.messages]
    here = settings.model_copy(update={"extractor": variant.extractor, "enabled": True})
    begun = time.perf_counter()
    with Memory.open(
        store="memory", scope="user:sample", embedder="none", settings=here, model=model,
        clock=FixedClock(NOW),
    ) as memory:  # fmt: skip
        result = memory.observe(messages, wait=True)
    took = time.perf_counter() - begun
    status = result.extraction.status
    taken = model.taken if model else []
    seen = [_written(o) for o in result.outcomes if o.outcome in {"accepted", "pending"}]
    verdict = judge(sample, seen)
    yield _row(variant.label, True, run, sample, status, verdict, taken, took, show)
    if ungated:
        verdict = judge(sample, _proposed(variant, messages, here, taken))
        yield _row(variant.label + UNGATED, False, run, sample, status, verdict, taken, took, show)


def _row(
    label: str,
    gate: bool,
    run: int,
    sample: ExtractionSample,
    status: ExtractionStatus,
    verdict: Verdict,
    taken: Sequence[Completion],
    took: float,
    show: bool,
) -> SampleRun:
    spent = [reply.seconds for reply in taken if reply.seconds is not None]
    return SampleRun(
        variant=label,
        gate=gate,
        run=run,
        sample=sample.id,
        lang=str(sample.lang),
        kind=sample.kind,
        status=status,
        accepted=verdict.accepted,
        pending=len(verdict.memories) - verdict.accepted,
        written=verdict.written,
        wrong=verdict.wrong,
        expected=verdict.expected,
        missed=len(verdict.missed),
        faults={fault: verdict.count(fault) for fault in FAULTS},
        seconds=sum(spent) if taken else took,
        prompt_tokens=sum(reply.prompt_tokens or 0 for reply in taken),
        completion_tokens=sum(reply.completion_tokens or 0 for reply in taken),
        notes=tuple(_notes(verdict)) if show else (),
    )


def _notes(verdict: Verdict) -> Iterator[str]:
    for one in verdict.memories:
        if one.wrong:
            yield _note(one)
    for item in verdict.missed:
        wanted = item.statement or " ".join((*item.must, *(f"-{word}" for word in item.must_not)))
        yield f"missed: {wanted}"


def _note(one: Judged) -> str:
    word = "accepted" if one.written.accepted else "pending"
    return f"{', '.join(sorted(one.faults))}: {word} [{one.written.category}] {one.written.text}"


def _written(outcome: Outcome) -> Written:
    return Written(
        outcome.text,
        outcome.category,
        outcome.kind,
        outcome.attributes,
        tuple(span.quote for span in outcome.evidence),
        accepted=outcome.outcome == "accepted",
    )


def _proposed(
    variant: Variant,
    messages: list[dict[str, Any]],
    settings: Settings,
    taken: Sequence[Completion],
) -> list[Written]:
    """What the rules and the model proposed, before anything stood behind it."""
    found: list[Written] = []
    if variant.extractor != "llm":
        rules = settings.model_copy(update={"extractor": "rules"})
        found += [
            Written(c.text, c.category, c.kind or "", c.attributes, (c.quote,))
            for c in extract_candidates(messages, rules).candidates
            if c.should_store
        ]
    for reply in taken:
        found += _items(reply.text)
    return found


def _items(reply: str) -> Iterator[Written]:
    """The items of a reply that the model stands by; what cannot be read was never a proposal."""
    try:
        objects = parse(reply).objects
    except ModelOutputError:
        return
    for one in objects:
        listed = one.get("memories")
        for item in cast("list[object]", listed) if isinstance(listed, list) else []:
            if not isinstance(item, dict):
                continue
            given = cast("dict[str, object]", item)
            text = given.get("text")
            if isinstance(text, str) and text.strip() and given.get("should_store", True) is True:
                yield Written(
                    text,
                    str(given.get("category", "")),
                    str(given.get("kind", "")),
                    {"polarity": given.get("polarity")},
                    (str(given.get("quote", "")),),
                )


def _named(name: str, settings: Settings) -> Any:
    """Return the model settings for `provider:name` or a bare name; an Ollama tag has a colon, too."""
    wanted = settings.model
    provider, colon, rest = name.partition(":")
    known = cast("Sequence[str]", _providers(type(wanted)))
    if colon and provider in known:
        place = "path" if provider == "local" else "name"
        return wanted.model_copy(
            update={"provider": provider, place: Path(rest) if place == "path" else rest}
        )
    return wanted.model_copy(update={"name": name})


def _providers(settings: type[Any]) -> tuple[str, ...]:
    return get_args(settings.model_fields["provider"].annotation)


def _label(name: str) -> str:
    """A file's path says where somebody keeps it; its name is enough."""
    return name.replace("\\", "/").rpartition("/")[2] or name


__all__ = ["RULES", "UNGATED", "SampleRun", "Variant", "measure", "variant_of"]
