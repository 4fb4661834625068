"""Score the gate: attacks and look-alikes as candidates, secrets and look-alikes through the store.

    python evals/gate/run.py --data FOLDER [--own] [--set attacks|pii|own|secrets|all]

Attacks: every line is fed as a candidate with should_store=true, category fact, through a fixed channel → authority map that
is printed. Hit = not accepted with reason injection, untrusted_procedural or origin_not_allowed; only these three count
as false positives on benign lines. FOLDER holds attack_memory/ and pii_secrets/ (corpus.jsonl.gz); the project's own texts
are evals/gate/texts.jsonl. Intervals are Wilson, 95%.
"""

import argparse
import collections
import gzip
import json
import math
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stelae.assembly import build
from stelae.config import load
from stelae.memory import Memory
from stelae.remember.drafting import Proposal
from stelae.remember.redaction import redact
from stelae.remember.settlement import Settlement
from stelae.schemas.authority import Authority
from stelae.schemas.candidate import MAX_MEMORY_CHARS, Grounded, MemoryCandidate, Span
from stelae.schemas.observation import Message
from stelae.schemas.scope import Namespace

HITS = {"injection", "untrusted_procedural", "origin_not_allowed"}
CHANNELS: Mapping[str, Authority] = {
    "user": "user",
    "user_input": "user",
    "user_message": "user",
    "multi_turn": "user",
    "memory_write": "user",
    "memory": "agent",
    "agent": "agent",
    "tool": "tool",
    "tool_output": "tool",
    "tool_result": "tool",
    "document": "document",
    "metadata": "document",
    "filename": "document",
    "web": "web",
    "web_page": "web",
}
SECRETS = {
    *("openai_key", "aws_access_key", "aws_secret_key", "github_token", "slack_token", "jwt"),
    *("password", "db_url_password", "private_key", "otp"),
}
OWN_SECRETS = sorted(Path(__file__).parent.glob("secrets*.jsonl"))
OWN = sorted(Path(__file__).parent.glob("texts*.jsonl"))


@dataclass(frozen=True)
class Verdict:
    """What the gate did with one line."""

    row: Mapping[str, Any]
    hit: bool
    accepted: bool
    reason: str


def judge(rows: Sequence[Mapping[str, Any]]) -> list[Verdict]:
    """Feed every line as a candidate, each into a namespace of its own."""
    settings = load(environ={}, embedder=None).settings
    settings = settings.model_copy(
        update={"store": settings.store.model_copy(update={"kind": "memory"})}
    )
    parts = build(settings, embedder="none")
    out: list[Verdict] = []
    for number, row in enumerate(rows):
        ns = Namespace(scope=f"user:eval{number}")
        authority = CHANNELS[row["channel"]]
        outcome = _feed(parts, ns, row["text"], authority)
        out.append(
            Verdict(
                row,
                outcome.outcome != "accepted" and outcome.reason in HITS,
                outcome.outcome == "accepted",
                str(outcome.reason),
            )
        )
    parts.close()
    return out


def _feed(parts: Any, ns: Namespace, text: str, authority: Authority) -> Any:
    """Log the line as an observation of that authority and judge it whole, as if perfectly grounded."""
    role = {"user": "user", "agent": "assistant"}.get(authority, "tool")
    source = {} if role != "tool" else {"source": authority}
    message = Message(role=role, content=text, metadata=source)
    parts.remember.observe(ns, [message], rules=False, model_job=False)
    (said,) = parts.store.observations(ns, limit=1)
    text = said.text[:MAX_MEMORY_CHARS]
    candidate = MemoryCandidate(category="fact", text=text, quote=text, confidence=0.9)
    span = Span(observation_id=said.id, quote=text, start=0, end=len(text))
    grounded = Grounded(candidate=candidate, evidence=(span,), extractor="llm", verbatim=True)
    settlement = Settlement()
    parts.remember.judgement.judge(
        ns, Proposal(grounded, said, authority), settlement, parts.clock.now()
    )
    return settlement.outcomes[-1]


def wilson(hits: int, n: int) -> str:
    """Return `share [low, high] hits/n`."""
    if not n:
        return "-"
    z, p = 1.96, hits / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return f"{p:.3f} [{max(0, centre - half):.3f}, {min(1, centre + half):.3f}] {hits}/{n}"


def table(done: Sequence[Verdict]) -> None:
    """Print F1 by language and hits by family."""
    print("| lang | attacks hit | benign hit (false positives) | precision | F1 |")
    print("|---|---|---|---|---|")
    for lang in [*sorted({v.row["lang"] for v in done}), "all"]:
        some = [v for v in done if lang in {v.row["lang"], "all"}]
        bad = [v for v in some if v.row["label"] == "malicious"]
        good = [v for v in some if v.row["label"] == "benign"]
        tp, fp = sum(v.hit for v in bad), sum(v.hit for v in good)
        f1 = 2 * tp / (tp + fp + len(bad)) if bad else 0.0
        precision = tp / (tp + fp) if tp + fp else 0.0
        print(
            f"| {lang} | {wilson(tp, len(bad))} | {wilson(fp, len(good))} | {precision:.3f} | {f1:.3f} |"
        )
    print("\n| family | lang | hit | accepted | reasons |\n|---|---|---|---|---|")
    groups: dict[tuple[str, str], list[Verdict]] = collections.defaultdict(list)
    for v in done:
        groups[f"{v.row['family']} ({v.row['label']})", v.row["lang"]].append(v)
    for (family, lang), some in sorted(groups.items()):
        reasons = collections.Counter(v.reason for v in some).most_common(3)
        told = ", ".join(f"{r} {n}" for r, n in reasons)
        print(
            f"| {family} | {lang} | {wilson(sum(v.hit for v in some), len(some))}"
            f" | {sum(v.accepted for v in some)} | {told} |"
        )


def secrets(rows: Sequence[Mapping[str, Any]]) -> None:
    """Store every text raw, then look for its spans in every byte of the folder and in what comes back."""
    found: dict[tuple[str, str, str], list[bool]] = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        with Memory.open(folder, scope="user:eval", embedder="none", extractor="rules") as memory:
            texts: dict[str, str] = {}
            for row in rows:
                memory.observe(
                    {"role": "user", "content": row["text"], "id": row["doc_id"]}, extract=False
                )
            for said in memory._parts.store.observations(memory.namespace, limit=len(rows)):  # noqa: SLF001
                texts[said.external_id or ""] = said.text
        raw = b"\0".join(p.read_bytes() for p in sorted(Path(folder).rglob("*")) if p.is_file())
    for row in rows:
        kept = texts.get(row["doc_id"], "")
        for span in row["spans"]:
            value = row["text"][span["start"] : span["end"]]
            if span["type"] in SECRETS:
                found["secret gone", span["type"], row["lang"]].append(value.encode() not in raw)
            else:
                found["personal masked", span["type"], row["lang"]].append(value not in kept)
        if not row["spans"]:
            kind = row.get("negative_kind") or "none"
            found["look-alike changed", kind, row["lang"]].append(kept != row["text"])
    print("| what | type | zh | en |\n|---|---|---|---|")
    for what in ("secret gone", "personal masked", "look-alike changed"):
        kinds = sorted({k for w, k, _ in found if w == what})
        for kind in [*kinds, "all"]:
            cells = [
                wilson(
                    *_count(
                        v
                        for (w, k, g), v in found.items()
                        if w == what and kind in {k, "all"} and g == lang
                    )
                )
                for lang in ("zh", "en")
            ]
            print(f"| {what} | {kind} | {cells[0]} | {cells[1]} |")


def own_secrets(rows: Sequence[Mapping[str, Any]], *, show: bool) -> None:
    """Redact every text: the value must go, and a text without one must stay as it is."""
    found: dict[tuple[str, str], list[bool]] = collections.defaultdict(list)
    for row in rows:
        kept = redact(row["text"]).text
        secret = row["label"] == "secret"
        hit = row["value"] not in kept if secret else kept != row["text"]
        found["secret gone" if secret else "look-alike changed", row["lang"]].append(hit)
        if show and hit != secret:
            print(row["id"], kept)
    print("| what | zh | en |\n|---|---|---|")
    for what in ("secret gone", "look-alike changed"):
        cells = [wilson(*_count([found[what, lang]])) for lang in ("zh", "en")]
        print(f"| {what} | {cells[0]} | {cells[1]} |")


def _count(groups: Iterable[list[bool]]) -> tuple[int, int]:
    every = [x for group in groups for x in group]
    return sum(every), len(every)


def _corpus(folder: Path) -> list[Mapping[str, Any]]:
    with gzip.open(folder / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="folder with attack_memory/ and pii_secrets/")
    parser.add_argument("--set", default="all", choices=["attacks", "pii", "own", "secrets", "all"])
    parser.add_argument("--show", action="store_true", help="list misses and false positives by id")
    args = parser.parse_args()
    print("channel → authority:", ", ".join(f"{k} → {v}" for k, v in CHANNELS.items()))
    sets: list[tuple[str, list[Mapping[str, Any]]]] = []
    if args.set in {"attacks", "all"} and args.data:
        rows = _corpus(args.data / "attack_memory")
        sets.append(("attack_memory", [r for r in rows if r["family"] != "poisoned_fact"]))
    if args.set in {"own", "all"}:
        for path in OWN:
            own = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            sets.append((f"own texts, {path.stem}", own))
    for name, rows in sets:
        print(f"\n## {name}\n")
        done = judge(rows)
        table(done)
        if args.show:
            wrong = [v for v in done if v.hit != (v.row["label"] == "malicious")]
            for v in wrong:
                print(
                    v.row.get("doc_id", v.row.get("id")), v.row["label"], v.reason, v.row["channel"]
                )
    for path in OWN_SECRETS if args.set in {"secrets", "all"} else ():
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        print(f"\n## own secrets, {path.stem}\n")
        own_secrets(rows, show=args.show)
    if args.set in {"pii", "all"} and args.data:
        print("\n## pii_secrets\n")
        secrets(_corpus(args.data / "pii_secrets"))


if __name__ == "__main__":
    main()
