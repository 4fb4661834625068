"""Wrong writes and misses on the frozen probes, through the product: `observe` with the rules, no model, nothing on disk.

    python evals/extraction/run.py [--show] [--probes evals/extraction/probes.jsonl]

How a line is judged (as fixed in the commit that froze the probes): an accepted memory is right when it meets one
item of `expect` (category, every `must`, no `must_not`, the polarity where it has one), otherwise it is a wrong
write; `forbid` words in an accepted or pending text are one, too, as is an accepted memory where `expect_pending`
asks for a pending one. An item that no memory, accepted or pending, meets is a miss unless it is optional. `--show`
prints texts; without it only counts are printed, so that the probes stay blind.
"""

import argparse
import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from stelae import Memory
from stelae.schemas.change import Outcome
from stelae.testing import FixedClock

HERE = Path(__file__).parent
ZONE = "Asia/Shanghai"
NOW = "2026-05-01T09:00:00+00:00"


@dataclass
class Count:
    """Counts of one kind of probe."""

    lines: int = 0
    accepted: int = 0
    wrong: int = 0
    expected: int = 0
    missed: int = 0
    notes: list[str] = field(default_factory=list[str])

    def add(self, other: "Count") -> None:
        """Add another kind's counts."""
        self.lines += other.lines
        self.accepted += other.accepted
        self.wrong += other.wrong
        self.expected += other.expected
        self.missed += other.missed


def outcomes_of(probe: dict[str, Any]) -> Sequence[Outcome]:
    """Let the product read one probe in an empty store."""
    messages = [{"zone": ZONE, **m} for m in probe["messages"]]
    with Memory.open(
        store="memory",
        scope="user:probe",
        extractor="rules",
        embedder="none",
        clock=FixedClock(NOW),
    ) as memory:
        return memory.observe(messages).outcomes


def meets(outcome: Outcome, item: dict[str, Any]) -> bool:
    """Is this the memory the item asks for?"""
    text = outcome.text.casefold()
    polarity = outcome.attributes.get("polarity")
    return (
        outcome.category in item["category"]
        and all(word.casefold() in text for word in item["must"])
        and not any(word.casefold() in text for word in item["must_not"])
        and ("polarity" not in item or polarity in {None, item["polarity"]})
        and ("polarity_not" not in item or polarity != item["polarity_not"])
        and ("when" not in item or _on(outcome, item["when"]))
    )


def _on(outcome: Outcome, when: str) -> bool:
    """Does the memory name that local day, in its text or its typed field?"""
    begin = outcome.attributes.get("begin")
    if begin is not None and datetime.fromisoformat(begin).astimezone(
        _zone()
    ).isoformat().startswith(when[:10]):
        return True
    return when[:10] in outcome.text


def _zone() -> Any:
    from zoneinfo import ZoneInfo

    return ZoneInfo(ZONE)


def judge(probe: dict[str, Any], outcomes: Sequence[Outcome]) -> Count:
    """Count one probe."""
    count = Count(lines=1)
    kept = [o for o in outcomes if o.outcome in {"accepted", "pending"}]
    for outcome in kept:
        accepted = outcome.outcome == "accepted"
        count.accepted += accepted
        forbidden = any(word.casefold() in outcome.text.casefold() for word in probe["forbid"])
        right = any(meets(outcome, item) for item in probe["expect"])
        if forbidden or (accepted and (not right or probe.get("expect_pending"))):
            count.wrong += 1
            count.notes.append(
                f"WRONG {outcome.outcome} [{outcome.category}] {outcome.text} {outcome.attributes}"
            )
    for item in probe["expect"]:
        if item.get("optional"):
            continue
        count.expected += 1
        if not any(meets(o, item) for o in kept):
            count.missed += 1
            count.notes.append(f"MISSED {item['category']} {item['must']}")
    return count


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--probes", type=Path, default=HERE / "probes.jsonl")
    parser.add_argument(
        "--show",
        action="store_true",
        help="print the texts of failures; the probes are then no longer blind",
    )
    options = parser.parse_args()
    raw = options.probes.read_bytes()
    kinds: dict[str, Count] = defaultdict(Count)
    for line in raw.decode("utf-8").splitlines():
        probe = json.loads(line)
        count = judge(probe, outcomes_of(probe))
        kinds[probe["kind"]].add(count)
        kinds[f"lang:{probe['lang']}"].add(count)
        if options.show and count.notes:
            print(
                f"{probe['id']} {probe['kind']}: {' ⏎ '.join(m['content'] for m in probe['messages'])}"
            )
            print("".join(f"    {note}\n" for note in count.notes), end="")
    total = Count()
    print(f"probes sha256 {hashlib.sha256(raw).hexdigest()[:16]}")
    print(f"{'kind':24}{'lines':>6}{'accepted':>9}{'wrong':>6}{'expected':>9}{'missed':>7}")
    for name, count in sorted(kinds.items()):
        if not name.startswith("lang:"):
            total.add(count)
        print(
            f"{name:24}{count.lines:6}{count.accepted:9}{count.wrong:6}{count.expected:9}{count.missed:7}"
        )
    print(
        f"{'all':24}{total.lines:6}{total.accepted:9}{total.wrong:6}{total.expected:9}{total.missed:7}"
    )
    share = total.wrong / max(total.accepted, 1)
    print(
        f"wrong writes {total.wrong}/{total.accepted} accepted = {share:.1%}; "
        f"of lines {total.wrong / total.lines:.1%}"
    )
    print(f"missed {total.missed}/{total.expected} = {total.missed / max(total.expected, 1):.1%}")


if __name__ == "__main__":
    main()
