"""A real, small model answers over memories: whatever it says, what is cited was shown, and the stream tells the same.

SmolLM2 runs in every test run; what the larger model named by `STELAE_TEST_GGUF` says is looked at in the long one.
"""

from itertools import islice

import pytest

from stelae.memory import Memory
from stelae.providers.models.gguf import GGUFModel
from stelae.schemas.answer import Answer
from tests.conftest import Opener
from tests.gguf_model import NAMED, needs_named, needs_small, small

FACTS = ("我住在宁波", "我在学大提琴", "The staging cluster is in Osaka", "I work as a teacher")
ASKED = (
    ("我住在哪里？", "宁波"),
    ("我在学什么乐器？", "大提琴"),
    ("Where is the staging cluster?", "Osaka"),
    ("What is my job?", "teacher"),
)


def told(open_memory: Opener, model: GGUFModel) -> Memory:
    """A memory that knows the facts."""
    memory = open_memory(model=model)
    for fact in FACTS:
        memory.observe(fact)
    return memory


def check(answer: Answer) -> None:
    """What code promises of any reply."""
    shown = {*answer.used, *answer.unused}
    assert answer.status in {"answered", "nothing_relevant", "failed"}
    assert answer.text
    assert {hit.id for hit in answer.hits} <= shown or answer.status == "failed"
    if answer.status != "failed":
        assert {one.id for one in answer.citations} == set(answer.used)
        assert not answer.uncited or not answer.citations


@needs_small
@pytest.mark.parametrize("question", [ASKED[0][0], ASKED[2][0]])
def test_the_smallest_models_answers_keep_the_promises(open_memory: Opener, question: str) -> None:
    """135 million parameters, in each language; ended after some pieces, since such a model may go on for long."""
    memory = told(open_memory, GGUFModel(small(), context_tokens=2048, timeout_s=300))
    stream = memory.ask_stream(question)
    pieces = list(islice(stream, 12))
    stream.close()
    check(stream.answer)
    assert stream.answer.usage.calls == 1
    if stream.answer.status == "answered":
        assert pieces


@pytest.fixture
def named() -> GGUFModel:
    """The model a person named."""
    return GGUFModel(NAMED, context_tokens=4096, threads=1, timeout_s=600)


@pytest.mark.slow
@needs_named
def test_a_larger_model_answers_from_memory_and_cites_it(
    open_memory: Opener, named: GGUFModel
) -> None:
    """Most of the questions are answered with the right value from the right memory."""
    memory = told(open_memory, named)
    right = 0
    for question, value in ASKED:
        answer = memory.ask(question)
        check(answer)
        right += value in answer.text and any(value in one.text for one in answer.citations)
    assert right >= len(ASKED) - 1
