"""Plain BM25, the base of the comparisons: k1 1.5, b .75, light stemming, words of rjieba, speaker and text, whole exchange.

    python evals/retrieval/baseline.py DATA VIEW OUT.jsonl

Nothing of the product is in it, so that a change of the product cannot move it.
"""

import argparse
import json
import math
import re
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import rjieba
from data import VIEWS, Document, Scope, load

K1, B = 1.5, 0.75
STOP = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "but",
        "by",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "her",
        "his",
        "how",
        "i",
        "in",
        "is",
        "it",
        "its",
        "me",
        "my",
        "of",
        "on",
        "or",
        "our",
        "she",
        "so",
        "that",
        "the",
        "their",
        "them",
        "they",
        "this",
        "to",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "who",
        "why",
        "will",
        "with",
        "you",
        "your",
    ]
)
_HAN = re.compile(r"[\u3400-\u9fff]+")


def words(text: str) -> list[str]:
    """Lower-case words without a few endings; Chinese words."""
    found = [w for w in re.findall(r"[a-z0-9]+", text.lower()) if w not in STOP]
    found = [re.sub(r"(?<=...)(?:ing|ed|es|s|ly)$", "", w) for w in found]
    return found + [w for run in _HAN.findall(text) for w in rjieba.cut(run) if len(w) > 1]


def text_of(document: Document) -> str:
    """Speaker and text of all messages."""
    return "\n".join(f"{m.get('name', '')} {m['content']}" for m in document.messages)


def rank(scope: Scope) -> list[dict]:
    """Rank the scope's questions; statistics are over all its documents."""
    postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
    lengths = []
    for place, document in enumerate(scope.documents):
        counted = Counter(words(text_of(document)))
        lengths.append(max(1, sum(counted.values())))
        for word, count in counted.items():
            postings[word].append((place, count))
    norm = K1 * (1 - B + B * np.array(lengths) / np.mean(lengths))
    out = []
    for question in scope.questions:
        scores = np.zeros(len(lengths))
        for word, asked in Counter(words(question.text)).items():
            found = postings.get(word, [])
            idf = math.log(1 + (len(lengths) - len(found) + 0.5) / (len(found) + 0.5))
            for place, count in found:
                scores[place] += asked * idf * count * (K1 + 1) / (count + norm[place])
        if question.before is not None:
            late = np.array([d.seq >= question.before for d in scope.documents])
            scores[late] = -np.inf
        order = [i for i in np.argsort(-scores, kind="stable") if np.isfinite(scores[i])]
        units = dict.fromkeys(scope.documents[i].unit for i in order)
        out.append({"query_id": question.id, "ranked": list(units)[:100]})
    return out


def main() -> None:
    """Write the rankings of all scopes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("view", choices=VIEWS)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    with options.out.open("w", encoding="utf-8") as out:
        for scope in load(options.data, options.view):
            for line in rank(scope):
                out.write(json.dumps(line, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
