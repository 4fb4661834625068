"""What is forgotten is in no reader, comes back when it is restored, and is nowhere once it is destroyed."""

from datetime import timedelta
from typing import Any

import pytest

from stelae.errors import MemoryNotFoundError, NotFoundError, VersionConflictError
from stelae.ports import Store
from stelae.schemas.change import ChangeSet, Drop, Job, Tombstone, Trail
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.query import HitTrace
from stelae.schemas.scope import Namespace
from tests.contracts.builders import (
    LIN,
    MO,
    NOW,
    after,
    buried,
    changes,
    heard,
    keep,
    new_id,
    observation,
    pending,
    receipt,
    record,
    say,
    span,
    trace,
    unit,
    worded,
)
from tests.contracts.readers import LEG, READERS, Sought

LATER = NOW + timedelta(hours=1)
SENTENCES = {"zh": "我的电话号码是七七二三", "en": "My phone number is nine nine two"}
OTHERS = {"zh": "我喜欢喝茶", "en": "I like green tea"}
REWORDED = {"zh": "我的新座机是六六零", "en": "My landline changed to six six"}
FORGETTING = [False, True]


@pytest.fixture(params=["zh", "en"])
def language(request: pytest.FixtureRequest) -> str:
    """Both languages."""
    return request.param


def _tell(store: Store, text: str, ns: Namespace = LIN, **fields: Any) -> MemoryRecord:
    """Log a message and store the memory that rests on it, with everything by which one may find it."""
    for leg in (LEG, "other"):
        store.set_leg(leg, f"{leg}/2", 2)
    said_at = fields.pop("said", {})
    seen = observation(text, id=new_id("observation"), **said_at)
    if "external_id" not in said_at:
        seen = seen.model_copy(update={"external_id": f"of {seen.id}"})
    held = record(
        text,
        scope=ns.scope,
        key=f"fact/contact/{len(text)}",
        pinned=True,
        attributes={"of": text},
        evidence=(span(seen),),
        **fields,
    )
    write = worded(held).model_copy(update={"vectors": {LEG: unit(1, 0).tobytes()}})
    waiting = pending(after(held, id=new_id("memory")), target=held.id, before=held.text)
    store.apply(ns, changes(observations=(heard(seen),), writes=(write,), pending=(waiting,)))
    return held


def _source(held: MemoryRecord) -> str:
    return held.evidence[0].observation_id


def _sought(held: MemoryRecord) -> Sought:
    terms = worded(held).tokens.split()
    return Sought(held.id, _source(held), held.key, terms, held.attributes)


def _forgetting(held: MemoryRecord, name: str = "r", **fields: Any) -> ChangeSet:
    """Return the change set of a soft forget of a memory and its message."""
    return changes(
        **{
            "at": LATER,
            "writes": (buried(held, LATER),),
            "hidden": (_source(held),),
            "tombstones": (Tombstone(mark=held.key, receipt=name),),
            "receipts": (receipt(name, at=LATER, forgotten=(held.id,)),),
            **fields,
        }
    )


def _destroying(held: MemoryRecord, **fields: Any) -> ChangeSet:
    return changes(at=LATER, destroyed=(held.id, _source(held)), **fields)


def _gone(hard: bool, held: MemoryRecord, **fields: Any) -> ChangeSet:
    return _destroying(held, **fields) if hard else _forgetting(held, **fields)


@pytest.mark.parametrize("hard", FORGETTING)
@pytest.mark.parametrize("reader", READERS)
def test_no_reader_returns_what_is_forgotten(
    store: Store, reader: str, hard: bool, language: str
) -> None:
    """Each reader shows the sentence before, is silent about it afterwards, and goes on showing another one."""
    held, other = _tell(store, SENTENCES[language]), _tell(store, OTHERS[language])
    read = READERS[reader]
    assert SENTENCES[language] in set(read(store, LIN, _sought(held)))
    store.apply(LIN, _gone(hard, held))
    for sought in (held, other):
        assert not any(SENTENCES[language] in text for text in read(store, LIN, _sought(sought)))
    assert OTHERS[language] in set(read(store, LIN, _sought(other)))
    assert list(store.check()) == []


@pytest.mark.parametrize("hard", FORGETTING)
def test_no_wording_of_a_forgotten_memory_is_left(store: Store, hard: bool, language: str) -> None:
    """A sentence that was put in other words goes with all its words."""
    first = _tell(store, SENTENCES[language])
    second = after(first, text=REWORDED[language])
    store.apply(LIN, changes(at=NOW + timedelta(1), writes=(worded(second, "edit", expect=1),)))
    assert len(store.catalog(LIN, "user:lin")) == 3
    store.apply(LIN, _gone(hard, second))
    catalog = store.catalog(LIN, "user:lin")
    terms = sorted({*worded(first).tokens.split(), *worded(second).tokens.split()})
    found = store.postings(LIN, catalog, terms, budget=100)
    assert len(catalog) == 0
    assert all(len(rows) == 0 for rows, _ in found.values())
    assert store.unembedded("other", limit=9) == []


@pytest.mark.parametrize("hard", FORGETTING)
def test_a_forgotten_id_is_not_found(store: Store, hard: bool) -> None:
    """By its id neither the memory, nor its history, nor the message can be had; the audit keeps its entries."""
    held = _tell(store, SENTENCES["zh"])
    entry = Trail(action="forget", subject_id=held.id, actor="user_edit", reason="forgotten")
    store.apply(LIN, _gone(hard, held, trail=(entry,)))
    for read in (store.get, store.versions):
        with pytest.raises(MemoryNotFoundError):
            read(LIN, held.id)
    with pytest.raises(MemoryNotFoundError):
        store.observation(LIN, _source(held))
    assert store.trail(LIN, held.id) == [(LATER, entry)]


@pytest.mark.parametrize("hard", FORGETTING)
def test_counts_leave_out_what_is_forgotten(store: Store, hard: bool) -> None:
    """`stats` does not tell that there was something."""
    _tell(store, OTHERS["zh"])
    before = store.counts(LIN)
    held = _tell(store, SENTENCES["zh"])
    store.apply(LIN, _gone(hard, held))
    assert store.counts(LIN) == before


@pytest.mark.parametrize("hard", FORGETTING)
def test_a_superseded_memory_can_be_forgotten(store: Store, hard: bool) -> None:
    """Forgetting is not for current memories only."""
    held = _tell(store, SENTENCES["en"])
    ended = after(held, status="superseded", valid_to=NOW)
    store.apply(LIN, changes(writes=(worded(ended, "supersede", expect=1),)))
    store.apply(LIN, _gone(hard, ended))
    assert store.list(LIN, include_inactive=True) == []
    assert store.counts(LIN)["superseded"] == 0


def test_forgettings_are_counted_in_the_scope_and_in_the_tenant(store: Store) -> None:
    """Another tenant's count in neither, another scope's in the tenant's alone."""
    others = Namespace(tenant="acme", scope=LIN.scope)
    for number, ns in enumerate((LIN, MO, others)):
        held = _tell(store, SENTENCES["zh"], ns)
        store.apply(ns, _forgetting(held, f"r{number}"))
    assert (store.forgettings(LIN), store.forgettings(MO), store.forgettings(others)) == (1, 1, 1)
    assert store.forgettings_of(LIN.tenant) == 2
    assert store.forgettings_of("acme") == 1
    assert store.forgettings_of("nobody") == 0


def test_an_access_does_not_bring_back_what_is_forgotten(store: Store) -> None:
    """A batch of accesses that comes late is no error."""
    held = _tell(store, SENTENCES["en"])
    store.apply(LIN, _forgetting(held))
    store.save(LIN, [], {held.id: 3}, now=LATER)
    assert len(store.catalog(LIN, "user:lin")) == 0
    assert list(store.check()) == []


def test_a_hidden_message_is_recognised_without_its_words(store: Store, language: str) -> None:
    """The same message is not logged twice, and nothing of what it said is shown."""
    text = SENTENCES[language]
    named = _tell(store, text, said={"external_id": "m-1", "metadata": {"copy": text}})
    plain = _tell(
        store,
        text + "!",
        said={"external_id": None, "content_hash": "h", "tool_calls": ({"copy": text},)},
    )
    store.apply(LIN, _forgetting(named))
    store.apply(LIN, _forgetting(plain))
    seen = store.seen(LIN, ["m-1"], ["h"])
    assert {mark: one.id for mark, one in seen.items()} == {
        "m-1": _source(named),
        "h": _source(plain),
    }
    for one in seen.values():
        assert one.text == ""
        assert text not in one.model_dump_json()
    for again in (observation("x", external_id="m-1"), observation("x", content_hash="h")):
        with pytest.raises(VersionConflictError):
            say(store, again)


def test_hiding_a_message_that_is_not_there_is_an_error(store: Store) -> None:
    """And nothing of the change set is written."""
    held = _tell(store, SENTENCES["zh"])
    with pytest.raises(MemoryNotFoundError):
        store.apply(LIN, _forgetting(held, hidden=("nobody",)))
    assert store.get(LIN, held.id) == held
    assert store.forgotten(LIN) == []
    assert store.tombstoned(LIN, [held.key]) == {}


def test_a_message_whose_memory_is_forgotten_counts_as_superseded(store: Store) -> None:
    """Where the message itself stays, it is no answer any more."""
    held = _tell(store, SENTENCES["zh"])
    store.apply(LIN, _forgetting(held, hidden=()))
    assert store.catalog(LIN, "user:lin").live.tolist() == [False]
    assert store.observation(LIN, _source(held)).text == SENTENCES["zh"]


@pytest.mark.parametrize("version", [1, 3])
def test_a_memory_that_changed_since_the_preview_is_not_forgotten(
    store: Store, version: int
) -> None:
    """Compare-and-swap: another version, and nothing is hidden, dropped, destroyed or written down."""
    first = _tell(store, SENTENCES["zh"])
    second = after(first, text=REWORDED["zh"])
    store.apply(LIN, changes(writes=(worded(second, "edit", expect=1),)))
    job = Job(kind="extract", payload={"observations": [_source(first)]})
    store.apply(LIN, changes(jobs=(job,)))
    stale = second.model_copy(update={"version": version})
    other = _tell(store, OTHERS["zh"])
    before = store.counts(LIN)
    with pytest.raises(VersionConflictError):
        store.apply(LIN, _forgetting(stale, destroyed=(other.id,)))
    assert store.get(LIN, first.id) == second
    assert store.get(LIN, other.id) == other
    assert len(store.versions(LIN, first.id)) == 2
    assert store.observation(LIN, _source(first)).text == SENTENCES["zh"]
    assert store.forgotten(LIN) == []
    assert store.tombstoned(LIN, [first.key]) == {}
    assert store.counts(LIN) == before
    assert [j.job.payload for j in store.claim(["extract"], limit=9, now=NOW)] == [job.payload]


def test_a_forgotten_memory_frees_its_key(store: Store) -> None:
    """What is said anew is another memory; the old one cannot come back beside it."""
    held = _tell(store, SENTENCES["zh"])
    store.apply(LIN, _forgetting(held))
    (gone,) = store.buried(LIN, "r")
    anew = keep(store, record(REWORDED["zh"], key=held.key))
    assert store.by_key(LIN, held.key) == [anew]
    back = after(gone, status="active", retracted_at=None)
    with pytest.raises(VersionConflictError):
        store.apply(LIN, changes(writes=(worded(back, "restore", expect=gone.version),)))
    assert store.by_key(LIN, held.key) == [anew]


def test_a_receipt_shows_what_it_buried(store: Store, language: str) -> None:
    """The memories as they were forgotten; nothing after they came back or were purged."""
    held, other = _tell(store, SENTENCES[language]), _tell(store, OTHERS[language])
    store.save(LIN, [], {held.id: 2}, now=NOW)
    both = (held.id, other.id)
    store.apply(
        LIN,
        _forgetting(
            held,
            writes=(buried(store.get(LIN, held.id), LATER), buried(other, LATER)),
            receipts=(receipt("r", at=LATER, forgotten=both),),
        ),
    )
    first, second = store.buried(LIN, "r")
    assert [(r.id, r.text, r.status, r.version) for r in (first, second)] == [
        (held.id, held.text, "forgotten", 2),
        (other.id, other.text, "forgotten", 2),
    ]
    assert (first.retracted_at, first.access_count) == (LATER, 2)
    back = after(first, status="active", retracted_at=None)
    store.apply(LIN, changes(writes=(worded(back, "restore", expect=2),)))
    assert store.buried(LIN, "r") == [second]
    store.apply(LIN, changes(destroyed=(other.id,)))
    assert store.buried(LIN, "r") == []


def test_a_receipt_of_another_scope_is_not_found(store: Store) -> None:
    """Neither its memories nor that it exists; the same for one nobody wrote."""
    held = _tell(store, SENTENCES["zh"])
    store.apply(LIN, _forgetting(held))
    reader = Namespace(scope="user:mo", reads=("user:lin",))
    for ns, name in ((reader, "r"), (MO, "r"), (LIN, "nobody")):
        with pytest.raises(MemoryNotFoundError):
            store.buried(ns, name)
    assert store.forgotten(reader) == []


def test_receipts_are_listed_newest_first_and_replaced_by_their_id(store: Store) -> None:
    """Of the written scope; the counts and the verification may become known later."""
    first, second = receipt("r-1"), receipt("r-2", at=LATER, hard=True, observations=("o",))
    store.apply(LIN, changes(receipts=(first,)))
    store.apply(LIN, changes(at=LATER, receipts=(second,)))
    assert store.forgotten(LIN) == [second, first]
    done = first.model_copy(
        update={"verified": True, "pending_purge": False, "cascaded": {"vectors": 3}}
    )
    store.apply(LIN, changes(at=LATER + timedelta(1), receipts=(done,)))
    assert store.forgotten(LIN) == [second, done]
    assert store.forgotten(MO) == []


def test_what_is_restored_is_found_again(store: Store, language: str) -> None:
    """Text, keywords, vectors and the message come back, its tombstones go, and its history is whole."""
    held = _tell(store, SENTENCES[language])
    sought = _sought(held)
    store.apply(LIN, _forgetting(held))
    (gone,) = store.buried(LIN, "r")
    back = after(gone, status="active", retracted_at=None, reason="restored")
    write = worded(back, "restore", expect=gone.version)
    store.apply(
        LIN,
        changes(
            at=LATER + timedelta(1),
            writes=(write.model_copy(update={"vectors": {LEG: unit(1, 0).tobytes()}}),),
            unhidden=(_source(held),),
            lifted=("r",),
        ),
    )
    assert store.get(LIN, held.id) == back
    assert [v.change for v in store.versions(LIN, held.id)] == ["add", "forget", "restore"]
    assert store.observation(LIN, _source(held)).text == held.text
    assert store.seen(LIN, [f"of {_source(held)}"], []) == {
        f"of {_source(held)}": store.observation(LIN, _source(held))
    }
    for name, read in READERS.items():
        if name != "pending":
            assert held.text in set(read(store, LIN, sought)), name
    catalog = store.catalog(LIN, "user:lin")
    found = store.postings(LIN, catalog, sought.terms, budget=1000)
    assert {tuple(sorted(rows.tolist())) for rows, _ in found.values()} == {(0, 1)}
    assert catalog.live.tolist() == [True, True]
    assert len(store.unembedded(LEG, limit=9)) == 1
    assert store.tombstoned(LIN, [held.key]) == {}
    assert list(store.check()) == []


def test_a_memory_can_be_forgotten_restored_and_forgotten_again(store: Store) -> None:
    """Each receipt lifts its own tombstones only."""
    held = _tell(store, SENTENCES["zh"])
    store.apply(LIN, _forgetting(held, "r-1"))
    (gone,) = store.buried(LIN, "r-1")
    back = after(gone, status="active", retracted_at=None)
    store.apply(LIN, changes(writes=(worded(back, "restore", expect=2),), lifted=("r-1",)))
    store.apply(LIN, _forgetting(back, "r-2", hidden=()))
    assert [r.version for r in store.buried(LIN, "r-2")] == [4]
    assert store.list(LIN, include_inactive=True) == []
    assert store.tombstoned(LIN, [held.key]) == {held.key: LATER}


def test_destroying_leaves_no_row(store: Store, language: str) -> None:
    """Not even the message is recognised, and what was refused of it is not listed; the audit entries stay."""
    held = _tell(store, SENTENCES[language])
    drops = [
        Drop(observation_id=of, reason="empty", category="fact", rule="x")
        for of in (_source(held), "another")
    ]
    entry = Trail(action="add", subject_id=held.id, actor="user", reason="accepted")
    store.apply(LIN, changes(drops=tuple(drops), trail=(entry,)))
    store.apply(LIN, _destroying(held, receipts=(receipt("r", hard=True, forgotten=(held.id,)),)))
    assert store.seen(LIN, [f"of {_source(held)}"], []) == {}
    assert store.drops(LIN) == [drops[1]]
    assert set(store.counts(LIN).values()) == {0}
    assert store.buried(LIN, "r") == []
    assert store.trail(LIN, held.id) == [(NOW, entry)]
    assert store.scrub(LIN, [SENTENCES[language]])
    assert list(store.check()) == []
    say(store, observation("y", external_id=f"of {_source(held)}"))


def test_what_was_forgotten_softly_can_be_destroyed(store: Store, language: str) -> None:
    """The purge: the text of a soft forget goes, its receipt and tombstones stay."""
    held = _tell(store, SENTENCES[language])
    store.apply(LIN, _forgetting(held))
    store.apply(LIN, _destroying(held))
    assert store.buried(LIN, "r") == []
    assert [r.id for r in store.forgotten(LIN)] == ["r"]
    assert store.tombstoned(LIN, [held.key]) == {held.key: LATER}
    assert store.seen(LIN, [f"of {_source(held)}"], []) == {}
    assert store.scrub(LIN, [SENTENCES[language]])
    assert list(store.check()) == []


def test_unknown_ids_and_those_of_others_are_left_alone(store: Store) -> None:
    """Destroying what is not there is no error; what is in another scope or tenant is not there."""
    held = _tell(store, SENTENCES["zh"])
    for ns in (MO, Namespace(tenant="acme", scope="user:lin")):
        store.apply(ns, _destroying(held))
    store.apply(LIN, changes(destroyed=("nobody",), lifted=("nobody",)))
    assert store.get(LIN, held.id) == held
    assert store.observation(LIN, _source(held)).text == held.text
    with pytest.raises(MemoryNotFoundError):
        store.apply(MO, changes(hidden=(_source(held),)))


@pytest.mark.parametrize("hard", FORGETTING)
def test_forgetting_is_one_persons_own(store: Store, hard: bool, language: str) -> None:
    """Two people said the same sentence; one of them forgets it (DEV-15)."""
    mine = _tell(store, SENTENCES[language])
    theirs = _tell(store, SENTENCES[language], ns=MO)
    store.apply(LIN, _gone(hard, mine))
    for name, read in READERS.items():
        assert SENTENCES[language] in set(read(store, MO, _sought(theirs))), name
    assert store.tombstoned(MO, [mine.key]) == {}
    both = Namespace(scope="user:lin", reads=("user:mo",))
    assert store.list(both) == [theirs]
    assert list(store.check()) == []


@pytest.mark.parametrize("hard", FORGETTING)
def test_who_reads_along_does_not_read_what_is_forgotten(store: Store, hard: bool) -> None:
    """A scope that may read this one loses it at the same moment."""
    reader = Namespace(scope="user:mo", reads=("user:lin",))
    held, other = _tell(store, SENTENCES["zh"]), _tell(store, OTHERS["zh"])
    assert store.get(reader, held.id) == held
    store.apply(LIN, _gone(hard, held))
    for read in (store.get, store.versions):
        with pytest.raises(MemoryNotFoundError):
            read(reader, held.id)
    with pytest.raises(MemoryNotFoundError):
        store.observation(reader, _source(held))
    assert store.list(reader, include_inactive=True) == store.pinned(reader) == [other]
    rows = store.catalog(reader, "user:lin").rid.tolist()
    hits = store.hits(reader, "user:lin", rows, [0.5] * len(rows))
    assert {hit.text for hit in hits} == {OTHERS["zh"]}


def test_a_tombstone_answers_in_its_scope_with_its_time(store: Store) -> None:
    """Each of the marks asked for; other scopes and tenants know nothing of it."""
    stones = [Tombstone(mark=m, receipt="r-1") for m in ("fact/a", "我的车停在b2")]
    store.apply(LIN, changes(tombstones=tuple(stones)))
    store.apply(LIN, changes(at=LATER, tombstones=(Tombstone(mark="m-1", receipt="r-2"),)))
    assert store.tombstoned(LIN, ["fact/a"]) == {"fact/a": NOW}
    assert store.tombstoned(LIN, ["我的车停在b2", "m-1", "fact/b"]) == {
        "我的车停在b2": NOW,
        "m-1": LATER,
    }
    assert store.tombstoned(LIN, ["fact/b", ""]) == {}
    assert store.tombstoned(LIN, []) == {}
    for ns in (MO, Namespace(tenant="acme", scope="user:lin")):
        assert store.tombstoned(ns, ["fact/a", "m-1"]) == {}


def test_a_mark_forgotten_twice_stays_until_both_are_lifted(store: Store) -> None:
    """The newest time counts; lifting one receipt uncovers the other."""
    store.apply(LIN, changes(tombstones=(Tombstone(mark="fact/a", receipt="r-1"),)))
    store.apply(LIN, changes(at=LATER, tombstones=(Tombstone(mark="fact/a", receipt="r-2"),)))
    assert store.tombstoned(LIN, ["fact/a"]) == {"fact/a": LATER}
    store.apply(MO, changes(lifted=("r-2",)))
    assert store.tombstoned(LIN, ["fact/a"]) == {"fact/a": LATER}
    store.apply(LIN, changes(lifted=("r-2",)))
    assert store.tombstoned(LIN, ["fact/a"]) == {"fact/a": NOW}
    store.apply(LIN, changes(lifted=("r-1",)))
    assert store.tombstoned(LIN, ["fact/a"]) == {}


@pytest.mark.parametrize("hard", FORGETTING)
def test_questions_that_rest_on_the_forgotten_go(store: Store, hard: bool) -> None:
    """A question about the memory, and one made from the message; other questions wait on."""
    held = _tell(store, SENTENCES["zh"])
    seen = store.observation(LIN, _source(held))
    about = pending(record("a"), target=held.id, before=held.text)
    from_it = pending(record("b", evidence=(span(seen),)))
    replacing = pending(record("c", supersedes=held.id))
    other = pending(record("d"))
    store.apply(LIN, changes(pending=(about, from_it, replacing, other)))
    # One more was waiting before.
    assert store.apply(LIN, _gone(hard, held))["pending"] == 4
    assert store.pending(LIN, now=NOW) == [other]
    with pytest.raises(MemoryNotFoundError):
        store.pending_item(LIN, about.id)


@pytest.mark.parametrize("hard", FORGETTING)
def test_jobs_no_longer_name_the_forgotten(store: Store, hard: bool) -> None:
    """The id leaves the list; a job with nothing left to do is done; jobs of the same change set and of others stay."""
    held = _tell(store, SENTENCES["zh"])

    def extract(*ids: str) -> Job:
        return Job(kind="extract", payload={"observations": list(ids)})

    several, alone, idle = (
        extract(_source(held), "x"),
        extract(_source(held)),
        Job(kind="embed", payload={}),
    )
    store.apply(LIN, changes(jobs=(several, alone, idle)))
    store.apply(MO, changes(jobs=(alone,)))
    purge = Job(kind="purge", payload={"receipt": "r", "ids": [held.id]})
    assert store.apply(LIN, _gone(hard, held, jobs=(purge,)))["jobs"] == 2
    claimed = store.claim(["extract", "embed", "purge"], limit=9, now=LATER)
    assert [(j.ns.scope, j.job.payload) for j in claimed] == [
        ("user:lin", extract("x").payload),
        ("user:lin", idle.payload),
        ("user:mo", alone.payload),
        ("user:lin", purge.payload),
    ]


@pytest.mark.parametrize("hard", FORGETTING)
def test_traces_no_longer_show_the_forgotten(store: Store, hard: bool) -> None:
    """Of the whole tenant those that show it, and all of the scope, since a question may quote it."""
    held = _tell(store, SENTENCES["zh"])
    acme = Namespace(tenant="acme", scope="user:lin")
    reader = Namespace(scope="user:mo", reads=("user:lin",))
    for ns in (LIN, reader, acme):
        for kind, id_ in (("memory", held.id), ("observation", _source(held)), ("memory", "x")):
            hit = HitTrace.model_validate(
                {"id": id_, "type": kind, "rank": 1, "score": 1, "fused": 1, "legs": (), "shown": 1}
            )
            name = f"{ns.tenant}/{ns.scope}/{id_}"
            store.save(ns, [trace(name).model_copy(update={"hits": (hit,)})], {}, now=NOW)
    assert store.apply(LIN, _gone(hard, held))["traces"] == 5
    left: set[tuple[str, str, str]] = set()
    for ns in (LIN, MO, acme):
        for id_ in (held.id, _source(held), "x"):
            try:
                store.trace(ns, f"{ns.tenant}/{ns.scope}/{id_}")
            except NotFoundError:
                continue
            left.add((ns.tenant, ns.scope, id_))
    others = {("default", "user:mo", "x")}
    assert left == others | {("acme", "user:lin", i) for i in (held.id, _source(held), "x")}


def test_scrubbing_what_is_still_there_says_so(store: Store) -> None:
    """A verification that cannot fail proves nothing."""
    held = _tell(store, SENTENCES["zh"])
    assert not store.scrub(LIN, [held.text])
    store.apply(LIN, _forgetting(held))
    assert not store.scrub(LIN, [held.text])
    store.apply(LIN, _destroying(held))
    assert store.scrub(LIN, [held.text])
