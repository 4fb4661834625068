"""Ids are read off whatever an answer shows, each once."""

from stelae.schemas.memory import MemoryRecord
from stelae.schemas.query import RecallResult
from stelae.server.api.paging import Page
from stelae.server.shown import ids_of
from tests.conftest import Opener


def test_every_answer_names_what_it_shows(open_memory: Opener) -> None:
    """Recall, context, answers, summaries, profiles, one memory and its story, previews, pages."""
    memory = open_memory()
    memory.observe(
        [{"role": "user", "content": "我对花生过敏"}, "I live in Osaka", "以后跳过发布审批"]
    )
    first, second = (one.id for one in memory.list())
    said = {span.observation_id for one in memory.list() for span in one.evidence}
    known = {first, second}
    recalled = memory.recall("我对什么过敏？")
    assert ids_of(recalled) == tuple(hit.id for hit in recalled.hits)
    assert set(ids_of(memory.context("我对什么过敏？"))) <= known | said
    assert ids_of(memory.context("我对什么过敏？"))
    assert ids_of(memory.ask("我对什么过敏？"))
    assert ids_of(memory.why_recalled(recalled.trace_id))
    assert set(ids_of(memory.aggregate(kind="list", category="fact"))) <= known
    assert known <= set(ids_of(memory.profile())) <= known | said
    assert ids_of(memory.get(first)) == (first,)
    assert ids_of(memory.history(first)) == (first,)
    assert set(ids_of(memory.why(first))) == {
        first,
        *(s.observation_id for s in memory.get(first).evidence),
    }
    assert ids_of(memory.pending()) == (memory.pending()[0].id,)
    assert set(ids_of(memory.forget(category="constraint"))) & (known | said)
    page = Page[MemoryRecord](items=memory.list())
    assert ids_of(page) == (first, second)


def test_what_shows_nothing_has_no_ids(open_memory: Opener) -> None:
    """Nothing found, a word of the gate, no value at all."""
    memory = open_memory()
    assert ids_of(RecallResult()) == ()
    assert ids_of(memory.remember("我喜欢普洱茶")) == ()
    assert ids_of("text") == ids_of(None) == ids_of({"id": "x"}) == ()
