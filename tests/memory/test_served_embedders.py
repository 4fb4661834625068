"""A memory whose embedder is behind a server: that server is a leg of the search, and never the memory's own health."""

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from stelae.assembly import EmbedderChoice, reembed
from stelae.assembly import repair as put_right
from stelae.config import load
from stelae.errors import EmbedderMismatchError, ModelError, ModelUnavailableError
from stelae.memory import Memory
from stelae.providers.embedders.ollama import OllamaEmbedder
from stelae.providers.embedders.openai import OpenAIEmbedder
from stelae.providers.embedders.served import ServedEmbedder
from stelae.testing import FixedClock, HashEmbedder
from tests.conftest import Opener
from tests.providers.embedders.server import Server, embedding_server

FACTS = ("我家猫叫芝麻", "The staging cluster is in Osaka")
NOBODY = "http://127.0.0.1:9"
Wire = Callable[[str], ServedEmbedder]


def ollama(url: str) -> ServedEmbedder:
    """Over Ollama's protocol."""
    return OllamaEmbedder("e", host=url, timeout_s=5)


def openai(url: str) -> ServedEmbedder:
    """Over OpenAI's."""
    return OpenAIEmbedder("e", base_url=f"{url}/v1", timeout_s=5)


@pytest.fixture(params=[ollama, openai])
def wire(request: pytest.FixtureRequest) -> Wire:
    """Each of both."""
    return request.param


class Elsewhere(OllamaEmbedder):
    """As if the server were another machine."""

    local = False  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride] - a constant for a property


@pytest.fixture
def server() -> Iterator[Server]:
    """A server on a free port."""
    with embedding_server() as one:
        yield one


def catch_up(memory: Memory, clock: FixedClock) -> int:
    """Do the jobs that paused after a failure, too; return how many are left."""
    clock.advance(hours=1)
    return memory.flush(timeout_s=5)


def filled(open_memory: Opener, embedder: EmbedderChoice) -> None:
    """Write a store with that embedder's vectors, and close it."""
    with open_memory(embedder=embedder) as memory:
        for fact in FACTS:
            assert memory.remember(fact).outcome == "accepted"
        assert memory.flush(timeout_s=5) == 0
        assert memory.stats()[f"unindexed:{memory.embedders[0].partition('-')[0]}"] == 0


def texts(memory: Memory, question: str) -> list[str]:
    """What is found."""
    return [hit.text for hit in memory.recall(question, floor=None).hits]


@pytest.mark.parametrize("profile", ["named", "auto", "handed in"])
def test_a_memory_opens_without_its_embedding_server(
    open_memory: Opener,
    clock: FixedClock,
    wire: Wire,
    server: Server,
    profile: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """R17, R22: everything but the vectors works at once, and new rows get their vectors when the server is back."""
    filled(open_memory, wire(server.url))
    leg = wire(NOBODY).leg
    monkeypatch.setenv("STELAE_EMBEDDER_MODEL", "e")
    monkeypatch.setenv("STELAE_MODEL_HOST", NOBODY if leg == "ollama" else f"{NOBODY}/v1")
    choice: Any = {"named": leg, "auto": "auto", "handed in": wire(NOBODY)}[profile]
    with open_memory(embedder=choice) as memory:
        assert memory.embedders == (f"{leg}-e/3/cosine",)
        assert len(memory.list()) == 2
        assert not memory.pending()
        assert memory.stats()[f"unindexed:{leg}"] == 0
        assert FACTS[0] in texts(memory, "芝麻")
        assert FACTS[1] in texts(memory, "staging cluster")
        assert memory.recall("staging cluster").partial == (f"vectors:{leg}",)
        assert memory.remember("我对花生过敏").outcome == "accepted"
        assert memory.stats()[f"unindexed:{leg}"] > 0
        preview = memory.forget("芝麻")
        assert memory.forget(preview).forgotten
    with open_memory(embedder=wire(server.url)) as memory:
        assert catch_up(memory, clock) == 0
        assert memory.stats()[f"unindexed:{leg}"] == 0
        assert memory.recall("staging cluster").partial == ()


def test_opening_and_listing_send_nothing(open_memory: Opener, wire: Wire, server: Server) -> None:
    """Not even to a server that answers: on a new folder, and on one with vectors."""
    for _ in range(2):
        with open_memory(embedder=wire(server.url)) as memory:
            assert not memory.list()
            assert memory.stats()["memories"] == 0
    assert server.seen == []


def test_a_new_memory_begins_before_its_embedding_server(
    open_memory: Opener, clock: FixedClock, wire: Wire, server: Server
) -> None:
    """Nobody knows the dimension yet: words are enough to begin with, also for forgetting; the first job asks."""
    leg = wire(NOBODY).leg
    with open_memory(embedder=wire(NOBODY)) as memory:
        assert memory.embedders == (f"{leg}-e/?/cosine",)
        for fact in FACTS:
            assert memory.remember(fact).outcome == "accepted"
        assert FACTS[1] in texts(memory, "staging cluster")
        assert memory.forget(memory.forget("芝麻")).forgotten
    with open_memory(embedder=wire(server.url)) as memory:
        assert catch_up(memory, clock) == 0
        assert memory.embedders == (f"{leg}-e/3/cosine",)
        assert memory.stats()[f"unindexed:{leg}"] == 0
        assert memory.recall("staging cluster").partial == ()


def test_an_embedder_of_another_model_is_refused_without_a_server(
    open_memory: Opener, wire: Wire, server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """Vectors of two models are never compared; `auto` opens by keywords and says so."""
    filled(open_memory, wire(server.url))
    other = OllamaEmbedder("other", host=NOBODY)
    with pytest.raises(EmbedderMismatchError, match="stelae reembed"):
        open_memory(embedder=other)
    with caplog.at_level(logging.WARNING), open_memory(embedder="auto") as memory:
        assert memory.embedders == ()
        assert FACTS[1] in texts(memory, "staging cluster")
    assert "keywords still work" in caplog.text


@pytest.mark.parametrize("fault", ["a page", "no vectors", "no number"])
def test_an_odd_answer_of_the_server_costs_the_vectors_alone(
    open_memory: Opener, clock: FixedClock, wire: Wire, server: Server, fault: str
) -> None:
    """A page in place of numbers: what is found by words is found, what is said is kept and waits for its vector."""
    filled(open_memory, wire(server.url))
    leg = wire(NOBODY).leg
    with open_memory(embedder=wire(server.url)) as memory:
        server.fault = fault
        found = memory.recall("staging cluster", floor=None)
        assert found.hits[0].text == FACTS[1]
        assert found.partial == (f"vectors:{leg}",)
        assert memory.remember("我对花生过敏").outcome == "accepted"
        assert memory.stats()[f"unindexed:{leg}"] > 0
        server.fault = ""
        assert memory.remember("我在成都工作").outcome == "accepted"
    with open_memory(embedder=wire(server.url)) as memory:
        assert catch_up(memory, clock) == 0
        assert memory.stats()[f"unindexed:{leg}"] == 0


def test_a_model_that_was_exchanged_on_the_server_does_not_mix_its_vectors(
    open_memory: Opener, wire: Wire, server: Server
) -> None:
    """Same name, another dimension: it is left out of recall and writing until vectors are made anew."""
    filled(open_memory, wire(server.url))
    leg = wire(NOBODY).leg
    server.fault = "longer"
    with open_memory(embedder=wire(server.url)) as memory:
        assert memory.recall("staging cluster").partial == (f"vectors:{leg}",)
        assert memory.remember("我对花生过敏").outcome == "accepted"
        settings = memory.settings
    assert reembed(settings, embedder=wire(server.url)) >= 3
    with open_memory(embedder=wire(server.url)) as memory:
        assert memory.embedders == (f"{leg}-e/4/cosine",)
        assert memory.recall("staging cluster").partial == ()


def test_vectors_are_not_dropped_for_an_embedder_that_does_not_answer(
    open_memory: Opener, wire: Wire, server: Server
) -> None:
    """`reembed` asks first; and a repair without the server takes the stored vectors for what they are."""
    filled(open_memory, wire(server.url))
    with open_memory(embedder=wire(server.url)) as memory:
        settings, ns = memory.settings, memory.namespace
    with pytest.raises(ModelError):
        reembed(settings, embedder=OllamaEmbedder("other", host=NOBODY))
    assert put_right(settings, ns, embedder=wire(NOBODY)).sound
    with open_memory(embedder=wire(server.url)) as memory:
        assert memory.recall("staging cluster").partial == ()
        assert memory.stats()[f"unindexed:{wire(NOBODY).leg}"] == 0


SENSITIVE = ("我得了糖尿病，正在吃药", "My passport number is E12345678", "我的手机号是13912345678")
PLAIN = ("我在成都工作", "The staging cluster is in Osaka")


def said_to(server: Server, words: str) -> bool:
    """Did the server get to see these words?"""
    return any(words in text for text in server.texts)


@pytest.mark.parametrize("how", ["observe", "remember", "raw", "later", "reembed"])
def test_sensitive_words_do_not_go_to_an_embedder_elsewhere(
    open_memory: Opener, server: Server, how: str
) -> None:
    """Architecture, section 2: whichever way they come in. They are found by their words, and no job waits for them."""
    memory = open_memory(
        embedder="none" if how in {"later", "reembed"} else Elsewhere("e", host=server.url)
    )
    for text in (*SENSITIVE, *PLAIN):
        if how == "remember":
            memory.remember(text)
        else:
            memory.observe(text, extract=how != "raw")
    memory.flush(timeout_s=5)
    memory.close()
    if how == "reembed":
        reembed(
            load(data=memory.settings.data, environ={}).settings,
            embedder=Elsewhere("e", host=server.url),
        )
    with open_memory(embedder=Elsewhere("e", host=server.url)) as memory:
        assert memory.flush(timeout_s=5) == 0
        assert not any(said_to(server, word) for word in ("糖尿病", "E12345678", "13912345678"))
        assert all(said_to(server, text) for text in PLAIN)
        assert any("糖尿病" in text for text in texts(memory, "糖尿病"))
        assert memory.stats()["unindexed:ollama"] > 0
    with open_memory(embedder=Elsewhere("e", host=server.url)) as memory:
        assert memory.waiting() == 0


@pytest.mark.parametrize("sensitive", [True, False])
def test_the_settings_say_what_goes_to_an_embedder_elsewhere(
    open_memory: Opener, server: Server, monkeypatch: pytest.MonkeyPatch, *, sensitive: bool
) -> None:
    """`model.remote_sensitive` lets all go; without `model.remote_personal` nothing of a person does, no question either."""
    name = "STELAE_MODEL_REMOTE_SENSITIVE" if sensitive else "STELAE_MODEL_REMOTE_PERSONAL"
    monkeypatch.setenv(name, "true" if sensitive else "false")
    with open_memory(embedder=Elsewhere("e", host=server.url)) as memory:
        for text in (*SENSITIVE, *PLAIN):
            memory.observe(text)
        memory.flush(timeout_s=5)
        found = memory.recall("where do I work?")
    assert said_to(server, "糖尿病") == said_to(server, "Osaka") == sensitive
    assert said_to(server, "where do I work") == sensitive
    assert found.partial == (() if sensitive else ("vectors:ollama",))


def test_an_embedder_on_this_machine_sees_everything(
    open_memory: Opener, wire: Wire, server: Server
) -> None:
    """Nothing leaves."""
    with open_memory(embedder=wire(server.url)) as memory:
        for text in (*SENSITIVE, *PLAIN):
            memory.observe(text)
        memory.flush(timeout_s=5)
        assert said_to(server, "糖尿病")
        assert memory.stats()[f"unindexed:{wire(NOBODY).leg}"] == 0


def test_a_question_goes_where_the_vectors_are_unless_an_identifier_is_in_it(
    open_memory: Opener, server: Server
) -> None:
    """It is personal like any question to a model; what names a document or a number stays here, and recall says so."""
    with open_memory(embedder=Elsewhere("e", host=server.url)) as memory:
        memory.observe(PLAIN[0])
        memory.flush(timeout_s=5)
        assert memory.recall("我在哪里工作？").partial == ()
        assert memory.recall("13912345678 是谁的手机号？").partial == ("vectors:ollama",)
    assert said_to(server, "我在哪里工作")
    assert not said_to(server, "13912345678")


class Silent:
    """An embedder of somebody's own that does not say where it is, and at first not what it is either."""

    leg, dim, away = "own", 64, False

    def __init__(self) -> None:
        """Stand before another one."""
        self.seen: list[str] = []
        self._inner = HashEmbedder(name="own")

    @property
    def fingerprint(self) -> str:
        """As long as it is not away."""
        if self.away:
            raise ModelUnavailableError("away")
        return self._inner.fingerprint

    def passages(self, texts: Sequence[str]) -> Any:
        """Remember who was seen."""
        self.seen += texts
        return self._inner.passages(texts)

    def query(self, text: str) -> Any:
        """The other one's."""
        return self._inner.query(text)

    def language_mean(self, language: str) -> None:
        """None."""


def test_an_embedder_of_ones_own_that_says_nothing_counts_as_elsewhere(
    open_memory: Opener, caplog: pytest.LogCaptureFixture
) -> None:
    """It sees nothing sensitive; when it cannot even say what it is, keywords answer."""
    own: Any = Silent()
    with open_memory(embedder=own) as memory:
        for text in (*SENSITIVE, *PLAIN):
            memory.observe(text)
        assert memory.flush(timeout_s=5) == 0
        assert memory.recall("staging cluster").partial == ()
    words = " ".join(own.seen)
    assert all(text in words for text in PLAIN)
    assert not any(word in words for word in ("糖尿病", "E12345678", "13912345678"))
    own.away = True
    with caplog.at_level(logging.WARNING), open_memory(embedder=own) as memory:
        assert memory.embedders == ()
        assert PLAIN[1] in texts(memory, "staging cluster")
    assert "keywords still work" in caplog.text
