"""Tokens a second with a grammar against without one, on a model file, through the product's own provider.

    PYTHONPATH=. python evals/speed/grammar.py                          SmolLM2, the tests' own small model
    PYTHONPATH=. python evals/speed/grammar.py --gguf FILE --threads 2  any model file (extra `local`)

The same prompts are answered free, held to the extraction's schema by the provider's grammar, and (`--vendor`) by the
library's own route for schemas; a bound keeps the lengths alike. Generation alone is timed: seconds of a call less those of
the same call bounded to one token, whose prompt is in the cache by then. Rounds alternate, so that a busy machine hits all.
"""

import argparse
import json
import platform
from statistics import median
from typing import Any

from stelae.ports import ChatMessage
from stelae.providers.models.gguf import GGUFModel
from stelae.remember.answer_form import form_of
from stelae.remember.prompts import extraction_prompt
from stelae.structured.json_schema import json_schema
from stelae.text.language import language_of
from tests.gguf_model import small

SAID = (
    "[user] My brother is allergic to shellfish, I live in Leeds and I work at a bakery. Meet me on 3 May.",
    "[user] 我对花生过敏，住在绍兴，周末常带豆包去滨江公园，它是只柯基。以后报告都用中文写。",
)


class VendorRoute(GGUFModel):
    """Held to a schema by the library's own chat route."""

    def _body(self, request: Any) -> dict[str, Any]:
        body = super()._body(request)
        if body.pop("grammar", None) is not None:
            named = {"name": "answer", "schema": dict(request.schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": named}
        return body


def rate(
    model: GGUFModel, prompt: tuple[ChatMessage, ...], schema: Any, tokens: int
) -> tuple[float, int]:
    """Return tokens a second of one answer, and how many there were."""
    first = model.complete(prompt, schema=schema, max_tokens=1)
    whole = model.complete(prompt, schema=schema, max_tokens=tokens)
    made = (whole.completion_tokens or 0) - (first.completion_tokens or 0)
    return made / max((whole.seconds or 0.0) - (first.seconds or 0.0), 1e-9), made


def main() -> None:
    """Print the rates and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gguf", help="a model file; without one SmolLM2")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tokens", type=int, default=128)
    parser.add_argument("--vendor", action="store_true", help="also the library's own route")
    options = parser.parse_args()
    path = options.gguf or small()
    how: dict[str, Any] = {"threads": options.threads, "context_tokens": 4096, "timeout_s": 3600}
    model = GGUFModel(path, **how)
    form = form_of()
    schema = json_schema(form.answer)
    kinds: dict[str, tuple[GGUFModel, Any]] = {"free": (model, None), "grammar": (model, schema)}
    if options.vendor:
        kinds["vendor"] = (VendorRoute(path, **how), schema)
    rates: dict[str, list[float]] = {kind: [] for kind in kinds}
    made: dict[str, int] = dict.fromkeys(kinds, 0)
    for _ in range(options.rounds):
        for said in SAID:
            prompt = tuple(extraction_prompt(said, form.told[language_of(said)]))
            for kind, (asked, held) in kinds.items():
                one, tokens = rate(asked, prompt, held, options.tokens)
                rates[kind].append(one)
                made[kind] += tokens
    print(f"{model.name}, {options.threads} threads, {platform.machine()}, {platform.system()}")
    for kind, values in rates.items():
        shown = f"median {median(values):.1f}, {min(values):.1f} to {max(values):.1f}"
        print(f"{kind}: tokens a second {shown}; {made[kind]} tokens in {len(values)} answers")
    pairs = [held / free for held, free in zip(rates["grammar"], rates["free"], strict=True)]
    print(f"grammar over free, pair by pair: median {median(pairs):.2f}")
    print(json.dumps({"ratio": round(median(pairs), 3), "rounds": options.rounds}))


if __name__ == "__main__":
    main()
