"""What the rules write in real conversations: how much per 100 user turns, and a sample to read by hand.

    python evals/extraction/chats.py CORPUS.jsonl.gz [--sample 200] [--seed 7] > outcomes.txt

The corpus has one JSON object a line with `text`, `time` (ISO or null), `scope`, `session`, `speaker`; documents that
hold a whole exchange ("user: … assistant: …") carry the parts in `user` and `assistant`. Every session is observed in
order in an empty store with the rules alone. Whether a write is wrong is a reader's judgement: this prints the
sample, `docs/benchmarks.md` holds the verdicts.
"""

import argparse
import gzip
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stelae import Memory
from stelae.testing import FixedClock

NOW = "2026-05-01T09:00:00+00:00"
USERS = {"user", "human", "用户"}


def turns(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield `(conversation, message)` in the order of the file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            when = {"time": _zoned(row["time"])} if row.get("time") else {}
            key = f"{row['scope']}|{row.get('session')}"
            if row.get("user_text") or row.get("user"):
                yield key, {"role": "user", "content": row.get("user_text") or row["user"], **when}
                yield (
                    key,
                    {
                        "role": "assistant",
                        "content": row.get("assistant_text") or row.get("assistant") or "",
                        **when,
                    },
                )
            else:
                role = (
                    "assistant"
                    if str(row.get("speaker", "")).lower() in {"assistant", "ai", "bot"}
                    else "user"
                )
                yield key, {"role": role, "content": row["text"], **when}


def _zoned(time: str) -> str:
    return (
        time
        if "+" in time[10:] or time.endswith("Z")
        else f"{time}+00:00"
        if "T" in time
        else f"{time}T12:00:00+00:00"
    )


def main() -> None:
    """Print counts by rule, then the sample."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    conversations: dict[str, list[dict[str, Any]]] = {}
    for key, message in turns(options.corpus):
        conversations.setdefault(key, []).append(message)
    kept: list[str] = []
    counts: Counter[str] = Counter()
    user_turns = 0
    for messages in conversations.values():
        user_turns += sum(m["role"] == "user" for m in messages)
        with Memory.open(
            store="memory",
            scope="user:reader",
            extractor="rules",
            embedder="none",
            clock=FixedClock(NOW),
        ) as memory:
            for outcome in memory.observe(messages).outcomes:
                counts[outcome.outcome] += 1
                if outcome.outcome in {"accepted", "pending"}:
                    said = outcome.evidence[0].quote if outcome.evidence else ""
                    kept.append(
                        f"{outcome.outcome}\t{outcome.category}\t{outcome.text}\t{outcome.attributes}\t« {said}"
                    )
    print(
        f"user turns {user_turns}, outcomes {dict(counts)}, "
        f"kept per 100 user turns {100 * len(kept) / max(user_turns, 1):.1f}"
    )
    for line in random.Random(options.seed).sample(kept, min(options.sample, len(kept))):
        print(line.replace("\n", " ⏎ "))


if __name__ == "__main__":
    main()
