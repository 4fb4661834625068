"""What is measured on: samples with what is expected of them, bundled or from the caller's own JSONL file.

One JSON object a line; `docs/guides/evaluating.md` describes the fields. Unknown fields are an error, so that a misspelt
expectation is not an expectation that nobody checks.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from stelae.errors import InvalidInputError
from stelae.schemas.base import JsonObject, Value
from stelae.schemas.candidate import Kind, Polarity
from stelae.schemas.problems import told
from stelae.text.language import language_of

SampleLanguage = Literal["zh", "en", "mixed"]
BUNDLED = "bundled"
"""Name of the samples that come with the package."""
NOW = "2026-05-01T09:00:00+00:00"
"""The present of every sample, so that relative dates mean the same on every day."""


def _listed(value: object) -> object:
    return (value,) if isinstance(value, str) else value


def _as_messages(value: object) -> object:
    return ({"role": "user", "content": value},) if isinstance(value, str) else value


Words = Annotated[tuple[str, ...], BeforeValidator(_listed)]
"""One string or a list of them."""
Messages = Annotated[tuple[JsonObject, ...], BeforeValidator(_as_messages), Field(min_length=1)]
"""A text (one user message), or messages as `Memory.observe` takes them."""


class Expected(Value):
    """One memory that a sample should give."""

    category: Words = ()
    """Categories that are right; empty: any."""
    kind: Kind | None = None
    """The kind it must have; None: any."""
    statement: str = ""
    """The memory in a sentence; met when two thirds of its words occur in the memory."""
    must: Words = ()
    """Words that must occur in the memory, whatever their case."""
    must_not: Words = ()
    """Words that must not."""
    polarity: Polarity | None = None
    """The polarity it must have, where it has one."""
    polarity_not: Polarity | None = None
    """A polarity it must not have."""
    when: str = ""
    """The local day of an event, `2026-05-02`."""
    about: str = ""
    """A note for readers; it is not judged."""
    optional: bool = False
    """It may be there; that it is not is no miss."""

    @model_validator(mode="after")
    def _says_something(self) -> "Expected":
        if not (self.statement or self.must or self.must_not):
            raise ValueError("an expected memory needs must, must_not or a statement")
        return self


class ExtractionSample(Value):
    """One conversation, and what should be remembered of it; nothing when `expect` is empty."""

    id: str = ""
    lang: SampleLanguage | None = None
    """None: by the script of what the user says."""
    kind: str = "sample"
    """A name to group by, such as `one_time_code`."""
    messages: Messages
    zone: str = "Asia/Shanghai"
    """The zone of messages that name none."""
    expect: tuple[Expected, ...] = ()
    forbid: Words = ()
    """Words that must not occur in anything accepted or put before a person."""
    secrets: Words = ()
    """Secret values in the messages: one of them anywhere in a memory is a leak."""
    expect_pending: bool = False
    """What is expected must wait for a person; accepted at once it is a wrong write."""

    @property
    def said(self) -> tuple[str, ...]:
        """What the user says in it, message by message."""
        return tuple(
            str(message.get("content", ""))
            for message in self.messages
            if message.get("role", "user") == "user"
        )


class RecallSample(Value):
    """Memories and observations of one person, and questions about them."""

    id: str = ""
    lang: SampleLanguage | None = None
    """None: by the script of the first question."""
    memories: tuple[JsonObject, ...] = ()
    """`{"id", "text"}` and whatever else `Memory.remember` takes (category, attributes, time, tags)."""
    observations: tuple[JsonObject, ...] = ()
    """Messages as `Memory.observe` takes them, with an `id` each; they are kept raw."""
    questions: tuple["Question", ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _ids_are_known(self) -> "RecallSample":
        rows = [*self.memories, *self.observations]
        ids = [str(row.get("id", "")) for row in rows]
        if len(set(ids)) < len(ids) or "" in ids:
            raise ValueError("every memory and observation needs an id of its own")
        unknown = {i for question in self.questions for i in question.expect} - set(ids)
        if unknown:
            raise ValueError(f"no memory or observation has the expected id {min(unknown)!r}")
        return self


class Question(Value):
    """One question, and the ids that answer it; none when nothing does."""

    text: str
    expect: Words = ()
    kind: str = "question"
    """A name to group by, such as `paraphrase`."""
    filters: JsonObject = Field(default_factory=dict)
    """Further arguments of `Memory.recall`: category, since, until …"""


S = TypeVar("S", ExtractionSample, RecallSample)


@dataclass(frozen=True, slots=True)
class SampleSet(Generic[S]):
    """Samples with a name and the digest of the bytes they came from."""

    name: str
    sha256: str
    samples: tuple[S, ...]

    def first(self, limit: int | None) -> "SampleSet[S]":
        """Return at most `limit` samples, drawn in turn from every language and kind; the draw is always the same."""
        if limit is None or limit >= len(self.samples):
            return self
        groups: dict[tuple[str, str], list[S]] = defaultdict(list)
        for sample in self.samples:
            groups[str(sample.lang), getattr(sample, "kind", "")].append(sample)
        rounds = max(map(len, groups.values()))
        turns = [group[i] for i in range(rounds) for _, group in _fairly(groups) if i < len(group)]
        chosen = {id(sample) for sample in turns[:limit]}
        kept = tuple(sample for sample in self.samples if id(sample) in chosen)
        return SampleSet(self.name, self.sha256, kept)


def _fairly(groups: dict[tuple[str, str], list[S]]) -> list[tuple[tuple[str, str], list[S]]]:
    """Order groups so that languages alternate: a small draw has as many of each."""
    by_language: dict[str, list[tuple[tuple[str, str], list[S]]]] = defaultdict(list)
    for key in sorted(groups):
        by_language[key[0]].append((key, groups[key]))
    longest = max(map(len, by_language.values()))
    return [
        items[i]
        for i in range(longest)
        for _, items in sorted(by_language.items())
        if i < len(items)
    ]


def extraction_samples(path: Path | None = None) -> SampleSet[ExtractionSample]:
    """Read extraction samples.

    Args:
        path: a JSONL file; None: those of the package.

    Raises:
        InvalidInputError: the file cannot be read or a line is no sample; the message names it.
    """
    name, raw = _bytes(path, "extraction.jsonl")
    found = [_complete(sample, number) for sample, number in _rows(ExtractionSample, name, raw)]
    return _set(name, raw, found)


def recall_samples(path: Path | None = None) -> SampleSet[RecallSample]:
    """Read recall samples; see `extraction_samples`."""
    name, raw = _bytes(path, "recall.jsonl")
    found = [
        sample.model_copy(
            update={
                "id": sample.id or f"line{number}",
                "lang": sample.lang or language_of(sample.questions[0].text),
            }
        )
        for sample, number in _rows(RecallSample, name, raw)
    ]
    return _set(name, raw, found)


def _complete(sample: ExtractionSample, number: int) -> ExtractionSample:
    lang = sample.lang or language_of("\n".join(sample.said))
    # A sample named `secret` says what its secret is by what it forbids.
    secrets = sample.secrets or (sample.forbid if sample.kind == "secret" else ())
    return sample.model_copy(
        update={"id": sample.id or f"line{number}", "lang": lang, "secrets": secrets}
    )


def _set(name: str, raw: bytes, found: Sequence[S]) -> SampleSet[S]:
    twice = {one for one, times in Counter(sample.id for sample in found).items() if times > 1}
    if not found or twice:
        why = f"the id {min(twice)!r} occurs twice" if twice else "there is no sample in it"
        raise InvalidInputError(f"{name}: {why}.")
    return SampleSet(name, hashlib.sha256(raw).hexdigest(), tuple(found))


def _bytes(path: Path | None, bundled: str) -> tuple[str, bytes]:
    if path is None:
        return BUNDLED, (files("stelae.evaluation") / "bundled" / bundled).read_bytes()
    try:
        return path.name, path.read_bytes()
    except OSError as error:
        raise InvalidInputError(f"{path}: {error.strerror or 'cannot be read'}.") from None


def _rows(form: type[S], name: str, raw: bytes) -> list[tuple[S, int]]:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidInputError(f"{name} is no UTF-8.") from None
    return [
        (_row(form, name, number, line), number)
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip()
    ]


def _row(form: type[S], name: str, number: int, line: str) -> S:
    try:
        return form.model_validate(json.loads(line))
    except json.JSONDecodeError as error:
        problem = f"broken JSON: {error.msg}."
    except ValidationError as error:
        problem = told(error, whole="the sample", names=form.model_fields)
    raise InvalidInputError(f"{name}, line {number}: {problem}")
