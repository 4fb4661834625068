"""Three ways to say one preference: do they give one memory with evidence_count 3 (K2)?

    python evals/extraction/one_preference.py [--model local:FILE] [--keep replies.jsonl]

Each is said in a turn of its own, on a day of its own. Without `--model` the rules alone; with it the model alone and rules
and model together.
"""

import argparse
from pathlib import Path

from stelae import Memory
from stelae.config import load
from stelae.evaluation.extraction import RULES, Variant, variant_of
from stelae.evaluation.replies import KeepingModel, KeptReplies
from stelae.testing import FixedClock

SAID = {
    "zh": ("以后都用中文写报告", "后面的故障总结麻烦保持中文", "报告语言还是按中文来吧"),
    "en": (
        "From now on write my reports in English.",
        "Please keep the incident summaries in English.",
        "Let's stick with English as the language of the reports.",
    ),
}


def main() -> None:
    """Print what is remembered, and how often it was confirmed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", help="as for `stelae eval extract`")
    parser.add_argument("--keep", type=Path, help="keep the replies here")
    parser.add_argument("--embedder", default="fast")
    options = parser.parse_args()
    settings = load(embedder={"profile": options.embedder}).settings
    variants = [Variant(RULES, "rules")]
    if options.model:
        variants.append(variant_of(options.model, settings, "llm"))
        variants.append(Variant(f"{RULES} and {variants[-1].label}", "auto", variants[-1].model))
    kept = KeptReplies(options.keep)
    for variant in variants:
        inner = variant.model
        model = None if inner is None else KeepingModel(inner, kept, label="one preference")
        for lang, said in SAID.items():
            clock = FixedClock()
            with Memory.open(
                store="memory", scope="user:probe", settings=settings, extractor=variant.extractor,
                model=model, clock=clock,
            ) as memory:  # fmt: skip
                told: list[str] = []
                for text in said:
                    outcomes = memory.observe(text, wait=True).outcomes
                    told.append(
                        " + ".join(f"{o.outcome}:{o.reason}" for o in outcomes) or "nothing"
                    )
                    memory.flush()
                    clock.advance(days=1)
                held = memory.list()
                waits = memory.pending()
            counts = [f"{record.text} x{record.evidence_count}" for record in held]
            print(f"{variant.label}, {lang}: {len(held)} memories {counts}, {len(waits)} waiting")
            for text, outcome in zip(said, told, strict=True):
                print(f"    {text}  ->  {outcome}")


if __name__ == "__main__":
    main()
