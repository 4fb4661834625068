"""What concepts cost: the trie of many keys, leading a text to one, following a change; processor milliseconds.

    python evals/concepts/speed.py [--keys 10000] [--trie-keys 100000] [--texts 1000]

The keys are made up: syllables in English, characters in Chinese, in the forms of the built-in categories. A text says the
words of one key in a sentence. Vectors are left out, as is embedding a text.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from stelae.concepts.matching import Matching
from stelae.concepts.reading import ScopeConcepts
from stelae.concepts.trie import character_trie, longest_match, token_trie
from stelae.concepts.vocabulary import Vocabulary
from stelae.schemas.candidate import Span
from stelae.schemas.change import ChangeSet, Write
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace
from stelae.stores.sqlite.store import SQLiteStore

T = TypeVar("T")
NS = Namespace(scope="user:eval")
NOW = datetime(2026, 5, 1, tzinfo=UTC)
SEED = 3


def made_up(count: int, random_: random.Random) -> list[str]:
    """Return that many different keys."""
    pick = random_.choice
    latin = [
        "".join(pick("bcdfglmnprst") + pick("aeiou") for _ in range(random_.randint(2, 4)))
        for _ in range(6_000)
    ]
    han = [chr(0x4E00 + n % 6_000) + chr(0x4E00 + n * 7 % 6_000) for n in range(6_000)]
    forms: list[Callable[[], str]] = [
        lambda: f"fact/user/{pick(latin)}-{pick(latin)}",
        lambda: f"fact/{pick(latin)}/{pick(latin)}",
        lambda: f"preference/global/{pick(latin)}/{pick(han)}",
        lambda: f"preference/global/thing/{pick(han)}{pick(han)}",
        lambda: f"constraint/user/ban/{pick(latin)}-{pick(latin)}",
    ]
    keys: set[str] = set()
    while len(keys) < count:
        keys.add(pick(forms)())
    return sorted(keys)


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return the result and the processor time in milliseconds."""
    began = time.process_time()
    result = work()
    return result, 1000 * (time.process_time() - began)


def main() -> None:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=10_000)
    parser.add_argument("--trie-keys", type=int, default=100_000)
    parser.add_argument("--texts", type=int, default=1_000)
    options = parser.parse_args()
    random_ = random.Random(SEED)
    many = made_up(options.trie_keys, random_)
    random_.shuffle(many)
    trie, spent = timed(lambda: character_trie(many))
    print(f"trie of {len(trie):,} keys over characters: {spent:.0f} ms")
    letters = sorted({c for key in many for c in key})
    encode = longest_match([*letters, *(key[:n] for key in many[:4_000] for n in (5, 9))])
    _, spent = timed(lambda: token_trie(many, encode, end=-1))
    print(f"the same over a list of tokens, encoding included: {spent:.0f} ms")
    some = many[: options.keys]
    vocabulary = Vocabulary.of(some)
    matching, spent = timed(lambda: Matching(vocabulary))
    print(f"index of {len(some):,} keys: {spent:.0f} ms")
    said = Vocabulary.of([*some[1:], "fact/user/home"])
    _, spent = timed(lambda: matching.follow(said))
    print(f"following one that came and one that went: {spent:.1f} ms")
    spans: list[float] = []
    for _ in range(options.texts):
        last = random_.choice(some).rpartition("/")[2].replace("-", " ")
        text = random_.choice(
            ["what did I say about {}?", "我说过{}的什么", "I never liked {} much"]
        )
        spans.append(timed(lambda text=text, last=last: matching.decode(text.format(last)))[1])
    spans.sort()
    half, most = spans[len(spans) // 2], spans[len(spans) * 95 // 100]
    print(f"leading a text to a key, {len(some):,} keys: p50 {half:.3f} ms, p95 {most:.3f} ms")
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(Path(folder), synchronous="normal")
        for start in range(0, len(some), 500):
            write(store, some[start : start + 500], start)
        reader = ScopeConcepts(store, NS, NS.scope)
        _, spent = timed(reader.catch_up)
        print(f"reading {len(some):,} memories anew: {spent:.0f} ms")
        write(store, ["fact/user/one-more"], len(some))
        _, spent = timed(reader.catch_up)
        print(f"catching up with one more: {spent:.1f} ms")
        store.close()


def write(store: SQLiteStore, keys: list[str], number: int) -> None:
    """Store a memory a key, three on each message."""
    records = [
        MemoryRecord(
            id=f"memory-{number + n}",
            category=key.partition("/")[0],
            kind="semantic",
            key=key,
            text=key,
            scope=NS.scope,
            authority="user",
            time=NOW,
            valid_from=NOW,
            recorded_at=NOW,
            evidence=(Span(observation_id=f"m{(number + n) // 3}", quote=key, start=0, end=1),),
        )
        for n, key in enumerate(keys)
    ]
    writes = tuple(Write(record=record, change="add") for record in records)
    store.apply(NS, ChangeSet(actor="user", at=NOW, writes=writes))


if __name__ == "__main__":
    main()
