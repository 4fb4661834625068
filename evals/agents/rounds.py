"""Ten rounds of recall, answer, capture: does what was recalled come back as something new? `python -m evals.agents.rounds`.

    python -m evals.agents.rounds [--embedder fast] [--rounds 10] [--questions 6]

DEV-04 on the filled store: in every round an agent asks questions of the dev half in both languages, gets its block, and an
assistant answers by repeating what the block says, in the second person. What was sent, block included, and the answer go
back through `observe`. Nothing new is said, so memories and what waits must stay as many, and none may have gained
confirmations. Exit code 1 when they did not. Beside it: how much of the blocks is earlier talk instead of memories.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evals.agents.blocks import block, said
from evals.agents.data import Probe, probes
from evals.agents.filling import Filled, filled
from stelae.recall.injection import inject_block
from stelae.text.language import Language

OPENING: Mapping[str, str] = {"zh": "正如您之前告诉我的，", "en": "As you told me, "}
SECOND_PERSON: Mapping[str, Sequence[tuple[str, str]]] = {
    "zh": (("我", "您"),),
    "en": (("I am ", "you are "), ("I ", "you "), ("My ", "your "), ("my ", "your ")),
}


@dataclass(frozen=True, slots=True)
class Held:
    """What all scopes hold."""

    memories: int
    waiting: int
    confirmations: int


def held(store: Filled) -> Held:
    """Count."""
    places = {line.scope for line in store.lines.values()}
    handles = [store.memory.at(scope=scope, reads=()) for scope in sorted(places)]
    records = [record for one in handles for record in one.list(limit=1_000)]
    waiting = sum(len(one.pending()) for one in handles)
    return Held(len(records), waiting, sum(record.evidence_count for record in records))


def echo(texts: Iterable[str], language: Language) -> str:
    """Answer by repeating memories as an assistant does."""
    told = " ".join(texts)
    for mine, yours in SECOND_PERSON[language]:
        told = told.replace(mine, yours)
    return f"{OPENING[language]}{told}"


def one_round(store: Filled, asked: Sequence[Probe], number: int) -> str:
    """Ask, answer and capture; say what the blocks showed beyond the pinned tier."""
    shown: Counter[str] = Counter()
    for probe in asked:
        memory = store.beside(probe)
        messages = said(probe.text)
        found = block(memory, messages, "large")
        sent = inject_block(messages, found)
        shown.update(
            "messages" if one.category is None else "memories"
            for one in found.considered
            if one.fate == "shown"
        )
        names = [store.name(one) for one in found.ids]
        answer = echo((store.lines[n].text for n in names if n in store.lines), _language(probe))
        turn = f"{probe.id}-{number}"
        memory.observe(
            [
                *({**message, "id": f"{turn}-{i}"} for i, message in enumerate(sent)),
                {"role": "assistant", "content": answer, "id": f"{turn}-answer"},
            ],
            session=f"round {number}",
        )
    store.memory.flush()
    return f"blocks showed {shown['memories']} memories, {shown['messages']} messages"


def _language(probe: Probe) -> Language:
    return "zh" if probe.lang == "zh" else "en"


def main() -> None:
    """Hold the rounds and print what the store holds after each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--embedder", default="fast")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--questions", type=int, default=6, help="of each language")
    options = parser.parse_args()
    plain = [probe for probe in probes("dev") if probe.kind == "ask"]
    asked = [
        probe
        for language in ("zh", "en")
        for probe in [one for one in plain if one.lang == language][: options.questions]
    ]
    with filled(options.embedder) as store:
        before = held(store)
        print(f"{'before':>8}: {before}")
        for number in range(1, options.rounds + 1):
            shown = one_round(store, asked, number)
            print(f"{number:>8}: {held(store)}, {shown}", flush=True)
        after = held(store)
    print("unchanged" if after == before else "CHANGED")
    sys.exit(after != before)


if __name__ == "__main__":
    main()
