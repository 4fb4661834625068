"""A real model decodes concept keys under the trie."""

import math
from collections.abc import Iterator

import pytest

from stelae.concepts.constrained import Constrained, renormalised
from stelae.concepts.trie import longest_match
from stelae.providers.models.gguf import GGUFModel
from stelae.providers.models.scoring import GGUFScorer
from tests.gguf_model import needs_small, small

KEYS = (
    "fact/user/home",
    "fact/user/employer",
    "preference/global/material/塑料",
    "preference/global/report-language",
    "constraint/user/allergy/peanut",
)


@pytest.fixture(scope="module")
def scorer() -> Iterator[GGUFScorer]:
    """SmolLM2, loaded once."""
    model = GGUFModel(small(), context_tokens=1024, threads=1)
    yield GGUFScorer(model, longest_match)
    model.close()


@needs_small
def test_tokens_say_the_key_in_either_language(scorer: GGUFScorer) -> None:
    """And the end of a line is one of them."""
    for key in KEYS:
        tokens = scorer.encode(f" {key}")
        assert 1 < len(tokens) < len(f" {key}".encode())
        assert scorer.end not in tokens


@needs_small
def test_a_step_knows_wanted_tokens_and_what_lies_outside(scorer: GGUFScorer) -> None:
    """Also of tokens that the model would never say; the same proportions from one call to the next."""
    (paris,), (london,) = scorer.encode(" Paris"), scorer.encode(" London")
    (odd,) = scorer.encode("xml")
    said = scorer.logits("The capital of France is", (), [paris, london, odd])
    assert said[paris] > said[london] > said[odd] > -math.inf
    assert len(said) > 3
    steps = renormalised(said, [paris, london, odd])
    assert math.exp(steps[paris].constrained) > 0.9
    assert 0.5 < math.exp(steps[paris].free) < math.exp(steps[paris].constrained)


@needs_small
@pytest.mark.parametrize("text", ["I live in Chengdu", "我不喜欢塑料", "\ud800 \x00"])
def test_nothing_but_keys_comes_out_of_a_real_model(scorer: GGUFScorer, text: str) -> None:
    """Whatever is said, with a perplexity; the best ones first."""
    found = Constrained(KEYS, scorer, beams=3).decode(text, limit=3)
    assert len(found) == 3
    assert {one.key for one in found} <= set(KEYS)
    assert sum(one.score for one in found) <= 1 + 1e-6
    assert [o.score for o in found] == sorted((o.score for o in found), reverse=True)
    assert all(one.perplexity is not None for one in found)
