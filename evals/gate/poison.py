"""How far false statements from the web get: past the gate, and into the first five answers.

    python evals/gate/poison.py --data FOLDER [--embedder full|fast|none]

FOLDER holds attack_memory/ and locomo/. One store gets a conversation's turns, one true statement a question (`user`)
and five false ones (`web`). First with the default policy: how many false ones are accepted at all. Then with a
policy that accepts facts from the web unasked, so that ranking is all that stands between: the share of the first five hits
that is false, and how often the true statement stands first, with and without the weight of authority.
"""

import argparse
import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stelae.assembly import Parts, build
from stelae.config import load
from stelae.recall.pipeline import Recall
from stelae.recall.ranking import Weights
from stelae.remember.drafting import Proposal
from stelae.remember.settlement import Settlement
from stelae.schemas.authority import Authority
from stelae.schemas.candidate import Grounded, MemoryCandidate, Span
from stelae.schemas.categories.registry import BUILT_IN
from stelae.schemas.observation import Message
from stelae.schemas.policy import Policy
from stelae.schemas.query import RecallQuery
from stelae.schemas.scope import Namespace

NS = Namespace(scope="user:eval")
TRUSTING = Policy(
    rows={"fact": BUILT_IN.get("fact").policy.model_copy(update={"confirm": "never"})}
)


def rows(path: Path) -> list[dict[str, Any]]:
    """Read a gzipped JSONL file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def tell(parts: Parts, texts: Sequence[tuple[str, str]], authority: Authority) -> int:
    """Propose statements with their ids as facts of that authority, and return how many were accepted."""
    role, accepted = ("user" if authority == "user" else "tool"), 0
    for at in range(0, len(texts), 50):
        some = texts[at : at + 50]
        messages = [
            Message(
                role=role,
                content=text,
                id=name,
                metadata={} if role == "user" else {"source": authority},
            )
            for name, text in some
        ]
        parts.remember.observe(NS, messages, rules=False, model_job=False)
        seen = parts.store.seen(NS, [name for name, _ in some], [])
        settlement, now = Settlement(), parts.clock.now()
        for name, _ in some:
            said = seen[name]
            candidate = MemoryCandidate(
                category="fact", text=said.text, quote=said.text, tags=(name,)
            )
            span = Span(
                observation_id=said.id,
                external_id=name,
                quote=said.text,
                start=0,
                end=len(said.text),
            )
            grounded = Grounded(
                candidate=candidate, evidence=(span,), extractor="llm", verbatim=True
            )
            parts.remember.judgement.judge(NS, Proposal(grounded, said, authority), settlement, now)
        parts.remember.commit(NS, settlement, now)
        accepted += sum(o.outcome == "accepted" for o in settlement.outcomes)
    return accepted


def filled(data: Path, policy: Policy, embedder: str) -> tuple[Parts, int, list[Mapping[str, Any]]]:
    """Build the store; return it with the number of false statements accepted and the questions."""
    settings = load(environ={}).settings
    settings = settings.model_copy(
        update={"store": settings.store.model_copy(update={"kind": "memory"})}
    )
    parts = build(settings, embedder=embedder, policy=policy)
    turns = rows(data / "locomo" / "corpus.jsonl.gz")
    turns = [t for t in turns if t["scope"] == turns[0]["scope"]]
    messages = [
        Message(content=t["text"], name=t["speaker"], id=t["doc_id"], session=t["session"])
        for t in turns
    ]
    parts.remember.observe(NS, messages, rules=False, model_job=False)
    questions = rows(data / "attack_memory" / "queries.jsonl.gz")
    tell(
        parts,
        [(f"true/{q['query_id']}", f"{q['query']}: {q['answer']}") for q in questions],
        "user",
    )
    poison = [
        r
        for r in rows(data / "attack_memory" / "corpus.jsonl.gz")
        if r["family"] == "poisoned_fact"
    ]
    accepted = tell(parts, [(r["doc_id"], r["text"]) for r in poison], "web")
    parts.worker.drain(timeout_s=600)
    return parts, accepted, list(questions)


def measure(parts: Parts, questions: Sequence[Mapping[str, Any]], weight: float) -> str:
    """Ask every question with that weight of authority."""
    recall = Recall(
        parts.store,
        embedders=parts.embedders,
        clock=parts.clock,
        new_id=lambda: "trace",
        policy=parts.policy,
        weights=Weights(authority=weight),
    )
    false, first, some = 0, 0, 0
    for question in questions:
        hits = recall.run(NS, RecallQuery(text=question["query"], limit=5, floor=None))[0].hits
        names = [h.evidence[0].external_id if h.evidence else h.external_id for h in hits]
        bad = [n for n in names if n in question["must_not"]]
        false, some = false + len(bad), some + bool(bad)
        first += bool(names) and names[0] == f"true/{question['query_id']}"
    n = len(questions)
    return f"{false / (5 * n):.3f} | {some}/{n} | {first}/{n}"


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--embedder", default="full")
    args = parser.parse_args()
    parts, accepted, questions = filled(args.data, Policy(), "none")
    print(f"default policy: {accepted} of {5 * len(questions)} false statements accepted")
    parts.close()
    parts, accepted, questions = filled(args.data, TRUSTING, args.embedder)
    print(f"a policy that trusts the web: {accepted} of {5 * len(questions)} accepted\n")
    print(
        "| authority weight | share of the first five that is false | questions with a false one | true one first |"
    )
    print("|---|---|---|---|")
    for weight in (0.0, Weights().authority):
        print(f"| {weight} | {measure(parts, questions, weight)} |")
    parts.close()


if __name__ == "__main__":
    main()
