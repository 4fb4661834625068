"""Is the right memory in the block, and is the block empty when nothing is right? `python -m evals.agents.recall`.

    python -m evals.agents.recall [--split dev|held] [--embedder full] [--curve] [--show] [--json FILE]

Fills a store in a temporary folder (245 memories in five scopes) and gives every probe to its agent through the public
door. A positive passes when a memory of its list is in the block; a negative when nothing but the pinned tier is.
`--curve` shows what other floors would give, `none` being the ceiling of the ranking; `--show` names and quotes failures.
Both are for the dev half: of the held one only counts are ever printed or written.
"""

import argparse
import json
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

from evals.agents.blocks import GOALS, block, said
from evals.agents.counting import Candidate, Verdict, judge, share
from evals.agents.data import Probe, probes
from evals.agents.filling import Filled, filled
from stelae.schemas.auto_recall import TIERS, Tier

Floor = Literal["auto", "none"] | float
CURVE: tuple[Floor, ...] = ("none", 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)


def run(store: Filled, asked: Sequence[Probe], tier: Tier, floor: Floor = "auto") -> list[Verdict]:
    """Give every probe to its agent."""
    pinned = frozenset(name for name, line in store.lines.items() if line.pinned)
    out: list[Verdict] = []
    for probe in asked:
        found = block(store.beside(probe), said(probe.text), tier, floor)
        considered = [
            Candidate(store.name(one.id), one.rank, round(one.score, 3), one.fate, one.keyword)
            for one in found.considered
        ]
        names = [store.name(one) for one in found.ids]
        out.append(judge(probe, names, considered, pinned=pinned, tokens=found.tokens))
    return out


def table(tier: Tier, done: Sequence[Verdict]) -> None:
    """Print the shares of one tier."""
    print(
        f"\n## {tier} ({TIERS[tier].top_k} places), goals {GOALS[tier][0]:.2f} and {GOALS[tier][1]:.2f}\n"
    )
    print("| | right memory in the block | empty block, rightly |\n|---|---|---|")
    rows: list[tuple[str, Callable[[Probe], bool]]] = [
        ("all", lambda _: True),
        ("zh", lambda p: p.lang == "zh"),
        ("en", lambda p: p.lang == "en"),
        ("other language", lambda p: p.cross),
        *((kind, lambda p, kind=kind: p.kind == kind) for kind in _kinds(done)),
    ]
    for name, inside in rows:
        some = [v for v in done if inside(v.probe)]
        good = share(v.right for v in some if v.probe.positive)
        bad = share(v.right for v in some if not v.probe.positive)
        print(f"| {name} | {good} | {bad} |")
    causes = Counter(v.failure for v in done if v.failure)
    print(f"\nmissing because of: {', '.join(f'{k} {n}' for k, n in causes.most_common()) or '-'}")
    for name, some in (("positives", True), ("negatives", False)):
        shown = [len(v.shown) for v in done if v.probe.positive is some]
        print(f"memories beside the pinned tier, {name}: {statistics.fmean(shown):.1f} on average")
    tokens = sorted(v.tokens for v in done)
    print(f"tokens of a block: median {tokens[len(tokens) // 2]}, most {tokens[-1]}")


def _kinds(done: Sequence[Verdict]) -> list[str]:
    return list(dict.fromkeys(v.probe.kind for v in done))


def curve(store: Filled, asked: Sequence[Probe], tier: Tier) -> None:
    """Print both shares along other floors."""
    print("\n| floor | right memory in the block | empty block, rightly |\n|---|---|---|")
    for floor in CURVE:
        done = run(store, asked, tier, floor)
        good = share(v.right for v in done if v.probe.positive)
        bad = share(v.right for v in done if not v.probe.positive)
        print(f"| {floor} | {good} | {bad} |", flush=True)


def failures(tier: Tier, done: Sequence[Verdict]) -> list[dict[str, Any]]:
    """Return the failures as plain values, texts included."""
    return [
        {
            "tier": tier,
            "id": v.probe.id,
            "lang": v.probe.lang,
            "kind": v.probe.kind,
            "agent": v.probe.agent,
            "text": v.probe.text,
            "any_of": list(v.probe.any_of),
            "failure": v.failure or "not empty",
            "nearest": asdict(v.nearest) if v.nearest else None,
            "shown": [asdict(one) for one in v.shown],
        }
        for v in done
        if not v.right
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--split", choices=("dev", "held"), default="dev")
    parser.add_argument("--embedder", default="full", help="none, fast, full, auto, …")
    parser.add_argument("--curve", action="store_true", help="other floors (dev only)")
    parser.add_argument("--show", action="store_true", help="list the failures (dev only)")
    parser.add_argument("--json", type=Path, help="write counts, and the failures of the dev half")
    options = parser.parse_args()
    open_half = options.split == "dev"
    if (options.show or options.curve) and not open_half:
        parser.error("the held half is neither shown nor tuned on")
    told: dict[str, Any] = {"split": options.split, "embedder": options.embedder, "tiers": {}}
    with filled(options.embedder) as store:
        print(f"{options.split}, embedder {options.embedder}, {len(store.lines)} memories")
        for tier in GOALS:
            done = run(store, probes(options.split), tier)
            table(tier, done)
            if options.curve:
                curve(store, probes(options.split), tier)
            wrong = failures(tier, done)
            told["tiers"][tier] = {
                "right": sum(v.right for v in done if v.probe.positive),
                "empty": sum(v.right for v in done if not v.probe.positive),
                "positives": sum(v.probe.positive for v in done),
                "negatives": sum(not v.probe.positive for v in done),
                **({"failures": wrong} if open_half else {}),
            }
            for row in wrong if options.show else ():
                print(json.dumps(row, ensure_ascii=False))
    if options.json:
        options.json.write_text(
            json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
