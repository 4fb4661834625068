"""Questions that can be answered and questions that cannot, with what the product's trace says of their best rows.

Negatives are questions of other scopes of the same set (`elsewhere`), and, for sets whose users share their topics,
questions asked in a scope of another set (`foreign`). Some of the former are general enough that the scope does answer them;
nobody has sorted them out.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import product
from data import Question, Scope, load

from stelae import Memory

SETS = ("locomo", "beam100k", "memorybank_zh")
"""Where questions of other scopes are taken as unanswerable."""
SHARED = ("prefeval", "madial_en", "madial_zh")
"""Implicit needs; users share topics, so that negatives come from elsewhere."""
A_SCOPE = 30
"""Questions of other scopes asked in each scope."""
DEPTH = 40
"""Rows of an answer that are looked at."""


@dataclass
class Asked:
    """One question in one scope."""

    view: str
    kind: str
    """`answerable`, `elsewhere` or `foreign`."""
    question: Question
    rows: list[dict[str, float]]
    """Features of the best rows, best first."""
    best: float
    empty: bool
    """Nothing was shown at the product's own floor."""
    floored: bool
    """The floor applies; it does not where the question asks for the conversation as such."""


def ask(memory: Memory, view: str, kind: str, question: Question) -> Asked:
    """Ask with and without the floor."""
    shown = memory.recall(question.text, include="observations")
    floored = memory.why_recalled(shown.trace_id).floor is not None
    weak = memory.recall(question.text, include="observations", limit=DEPTH, floor=None)
    trace = memory.why_recalled(weak.trace_id)
    rows = [{leg.leg: leg.value for leg in hit.legs} for hit in trace.hits]
    return Asked(view, kind, question, rows, trace.best, not shown.hits, floored)


def collect(data: Path, cache: Path, profile: str, views: Sequence[str]) -> Iterator[Asked]:
    """Ask everything of the views."""
    legs = product.embedders(profile, cache)
    foreign = {view: _answerable(load(data, view)) for view in views if view in SHARED}
    for view in views:
        scopes = load(data, view)
        draw = random.Random(3)
        for scope in scopes:
            with product.filled(scope, legs) as memory:
                for question in scope.questions:
                    if question.answerable:
                        yield ask(memory, view, "answerable", question)
                if view in SETS:
                    others = _answerable([s for s in scopes if s is not scope])
                    for question in draw.sample(others, min(A_SCOPE, len(others))):
                        yield ask(memory, view, "elsewhere", question)
                    for name, questions in foreign.items():
                        if (view == "memorybank_zh") == name.endswith("_zh"):
                            for question in draw.sample(questions, min(20, len(questions))):
                                yield ask(memory, name, "foreign", question)


def _answerable(scopes: Sequence[Scope]) -> list[Question]:
    return [question for scope in scopes for question in scope.questions if question.answerable]
