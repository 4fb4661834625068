"""Tokens a second with a grammar against without one, on a model file, through the product's own provider.

    PYTHONPATH=. python evals/speed/grammar.py                          SmolLM2, the tests' own small model
    PYTHONPATH=. python evals/speed/grammar.py --gguf FILE --threads 2  any model file (extra `local`)

The same prompts are answered free, held to the extraction's schema by the provider's grammar, and (`--vendor`) by the
library's own route for schemas; a bound keeps the lengths alike. Generation alone is timed: a call less the same call
bounded to one token, the prompt in the cache for both. On the clock and in this process's CPU time, which a busy machine
blurs less.
"""

import argparse
import platform
import time
from statistics import median
from typing import Any

from stelae.ports import ChatMessage
from stelae.providers.models.gguf import GGUFModel
from stelae.remember.prompts import extraction_prompt
from stelae.remember.proposals.answer_form import form_of
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


def cost(
    model: GGUFModel, prompt: tuple[ChatMessage, ...], schema: Any, tokens: int
) -> tuple[float, float]:
    """Return the seconds that one token of an answer takes: on the clock, and of this process's CPU."""

    def asked(most: int) -> tuple[int, float, float]:
        begun, spent = time.perf_counter(), time.process_time()
        made = model.complete(prompt, schema=schema, max_tokens=most).completion_tokens or 0
        return made, time.perf_counter() - begun, time.process_time() - spent

    asked(1)
    first, whole = asked(1), asked(tokens)
    made = max(whole[0] - first[0], 1)
    return (whole[1] - first[1]) / made, (whole[2] - first[2]) / made


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
    wall: dict[str, list[float]] = {kind: [] for kind in kinds}
    work: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(options.rounds):
        for said in SAID:
            prompt = tuple(extraction_prompt(said, form.told[language_of(said)]))
            for kind, (asked, held) in kinds.items():
                clock, cpu = cost(asked, prompt, held, options.tokens)
                wall[kind].append(clock)
                work[kind].append(cpu)
    print(f"{model.name}, {options.threads} threads, {platform.machine()}, {platform.system()}")
    for name, costs in (("clock", wall), ("CPU", work)):
        for kind, values in costs.items():
            print(f"{kind}: median {1 / median(values):.1f} tokens a second of {name}")
        pairs = [free / held for held, free in zip(costs["grammar"], costs["free"], strict=True)]
        spread = f"{min(pairs):.2f} to {max(pairs):.2f}, {len(pairs)} pairs"
        print(f"grammar over free, {name}: median {median(pairs):.2f}, {spread}")


if __name__ == "__main__":
    main()
