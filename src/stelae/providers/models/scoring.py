"""A GGUF model token by token: `ports.concepts.TokenScorer`, for decoding under a trie.

The library tells log-probabilities of the likeliest tokens, and applies a bias. Adding the same large bias to all wanted
tokens makes just them the likeliest, and leaves their proportions as they were: so each step costs one or two short
calls, not the whole vocabulary. The vocabulary itself is read once, from one answer that names every token.
"""

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from stelae.errors import ModelUnavailableError
from stelae.providers.models.gguf import GGUFModel

Compile = Callable[[Sequence[str]], Callable[[str], Sequence[int]]]
"""Makes an encoder of a model's tokens (`concepts.trie.longest_match`); handed in, since providers know no trie."""

_BIAS: Final = 100.0
"""More than logits differ, so that no other token comes before a wanted one."""
_MOST_TOKENS: Final = 1_000_000
_LIKELIEST: Final = 64
"""Tokens whose plain probability is asked for: what lies outside the trie, for the perplexity."""
_PLAIN: Final[Mapping[str, Any]] = {
    "max_tokens": 1,
    "temperature": 1.0,
    "top_k": 0,
    "top_p": 1.0,
    "min_p": 0.0,
    "cache_prompt": True,
    "seed": 1,
}
_LINE_END: Final = "\n"


class GGUFScorer:
    """`TokenScorer` over a `GGUFModel`. Tokens are compared as bytes, so that a character cut in two is no problem."""

    def __init__(self, model: GGUFModel, compile_tokens: Compile) -> None:
        """Load nothing yet.

        Args:
            model: the file; it is shared with whoever else asks it.
            compile_tokens: makes an encoder of a list of tokens.
        """
        self._model, self._compile = model, compile_tokens
        self._lock = threading.Lock()
        self._encoder: Callable[[str], Sequence[int]] | None = None
        self._end = -1

    @property
    def end(self) -> int:
        """The token of a line's end."""
        self._ready()
        return self._end

    def encode(self, text: str) -> Sequence[int]:
        """See `ports.concepts.TokenScorer.encode`."""
        return self._ready()(_as_bytes(text))

    def logits(
        self, prompt: str, prefix: Sequence[int], wanted: Sequence[int]
    ) -> Mapping[int, float]:
        """See `ports.concepts.TokenScorer.logits`."""
        # A lone surrogate is no text to the library.
        said = [prompt.encode("utf-8", "replace").decode("utf-8"), *prefix]
        likely = self._answer(said, n_probs=_LIKELIEST)
        missing = [token for token in wanted if token not in likely]
        if not missing:
            return likely
        biased = self._answer(
            said,
            n_probs=len(wanted),
            post_sampling_probs=True,
            logit_bias=[[token, _BIAS] for token in wanted],
        )
        among = {token: biased.get(token, -math.inf) for token in wanted}
        return {**likely, **_shifted(among, likely)}

    def _answer(self, said: Sequence[str | int], **more: Any) -> dict[int, float]:
        """Return log-probabilities of the next token, of those that were asked for."""
        found = self._model.continued({"prompt": list(said), **_PLAIN, **more})
        told: Any = found["choices"][0].get("logprobs") or {}
        steps: list[Any] = told.get("content") or []
        if not steps:
            raise ModelUnavailableError(f"{self._model.name!r} tells no probabilities.")
        listed: list[Any] = steps[0].get("top_logprobs") or steps[0].get("top_probs") or []
        return {int(one["id"]): _log(one) for one in listed}

    def _ready(self) -> Callable[[str], Sequence[int]]:
        with self._lock:
            if self._encoder is None:
                tokens = self._vocabulary()
                self._end = tokens.index(_LINE_END)
                self._encoder = self._compile(tokens)
            return self._encoder

    def _vocabulary(self) -> list[str]:
        found = self._model.continued({"prompt": ["\n"], **_PLAIN, "n_probs": _MOST_TOKENS})
        listed: list[Any] = found["choices"][0]["logprobs"]["content"][0]["top_logprobs"]
        tokens = [""] * (max(int(one["id"]) for one in listed) + 1)
        for one in listed:
            tokens[int(one["id"])] = bytes(one["bytes"]).decode("latin-1")
        if _LINE_END not in tokens:
            raise ModelUnavailableError(f"{self._model.name!r} has no token for the end of a line.")
        return tokens


def _as_bytes(text: str) -> str:
    """Return the text with one character a byte, as the tokens are listed."""
    return text.encode("utf-8", "replace").decode("latin-1")


def _log(one: Mapping[str, Any]) -> float:
    if "logprob" in one:
        return float(one["logprob"])
    chance = float(one.get("prob", 0.0))
    return math.log(chance) if chance > 0 else -math.inf


def _shifted(among: Mapping[int, float], likely: Mapping[int, float]) -> Mapping[int, float]:
    """Put proportions among the wanted tokens on the scale of the plain ones; where none is known, below all of those."""
    best = max(among, key=lambda token: among[token])
    known = [token for token in among if token in likely and math.isfinite(among[token])]
    if known:
        anchor = max(known, key=lambda token: among[token])
        shift = likely[anchor] - among[anchor]
    else:
        shift = (
            min(likely.values(), default=0.0) - among[best] if math.isfinite(among[best]) else 0.0
        )
    return {token: value + shift for token, value in among.items()}
