"""Writing a curator's batch: through the gate, with what it ends, or not at all."""

from stelae.memory import Memory
from stelae.remember.curating import Curated, Curating
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.observation import Observation
from stelae.testing import FixedClock, HashEmbedder
from tests.conftest import Opener
from tests.forgetting.test_meanwhile import Meanwhile


def logged(memory: Memory, text: str) -> Observation:
    """Log a message of the person without reading it."""
    (ref,) = memory.observe(text, extract=False).observations
    return memory._parts.store.observation(memory.namespace, ref.id)


def stating(text: str, **more: object) -> MemoryCandidate:
    """Return a candidate whose words are its evidence."""
    raw = {"category": "context", "text": text, "quote": text, "importance": 0.7, **more}
    return MemoryCandidate.model_validate(raw)


def test_a_proposal_ends_what_it_contradicts_and_links_to_it(
    memory: Memory, clock: FixedClock
) -> None:
    """One transaction; the past stays readable."""
    one, two = memory.remember("我每天喝咖啡"), memory.remember("I drink coffee at noon")
    clock.advance(days=1)
    said = logged(memory, "我把咖啡戒了")
    batch = [
        Curated(stating("我把咖啡戒了"), {"m1": one.id or "", "m2": two.id or "", "m3": "none"})
    ]
    forgettings = memory._parts.store.forgettings(memory.namespace)
    written = Curating(memory._parts.remember).write(
        memory.namespace, batch, [said], forgettings=forgettings
    )
    assert written is not None
    assert (written.superseded, written.refused) == ([one.id, two.id], {"m3": "gone"})
    (new,) = memory.list()
    assert new.supersedes == one.id
    assert {memory.get(id_ or "").superseded_by for id_ in (one.id, two.id)} == {new.id}
    assert memory.audit_verify().sound


def test_what_only_waits_ends_nothing(memory: Memory, clock: FixedClock) -> None:
    """A person decides first."""
    older = memory.remember("我每天喝咖啡")
    clock.advance(days=1)
    said = logged(memory, "我把咖啡戒了")
    batch = [Curated(stating("用户把咖啡和酒都戒了", quote="我把咖啡戒了"), {"m1": older.id or ""})]
    written = Curating(memory._parts.remember).write(memory.namespace, batch, [said], forgettings=0)
    assert written is not None
    assert (written.outcomes[0].outcome, written.refused) == ("pending", {"m1": "waits"})
    assert memory.get(older.id or "").status == "active"


def test_a_forgetting_before_or_during_the_write_discards_all(
    open_memory: Opener, clock: FixedClock
) -> None:
    """Also between the verdict and the transaction (P35)."""
    late = Meanwhile()
    memory, other = open_memory(embedder=late), open_memory(embedder=HashEmbedder())
    other.remember("My phone number is 415-555-0132")
    clock.advance(minutes=1)
    said = logged(memory, "我喜欢爬山")
    memory.flush()
    batch = [Curated(stating("我喜欢爬山"))]
    late.then = lambda: other.forget(other.forget("my phone number")) and None
    curating = Curating(memory._parts.remember)
    assert curating.write(memory.namespace, batch, [said], forgettings=0) is None
    assert curating.write(memory.namespace, batch, [said], forgettings=0) is None
    assert memory.list() == ()
    done = curating.write(memory.namespace, batch, [said], forgettings=1)
    assert done is not None
    assert [one.outcome for one in done.outcomes] == ["accepted"]


def test_an_empty_batch_writes_nothing(memory: Memory) -> None:
    """Nothing was proposed, nothing is touched."""
    done = Curating(memory._parts.remember).write(memory.namespace, [], [], forgettings=0)
    assert done is not None
    assert (done.outcomes, memory.audit_head()) == ([], memory.audit_head())
