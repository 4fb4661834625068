"""What recall reads: the catalogue, keyword postings inside the scope, and similarities, checked against brute force."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stelae.errors import (
    ConfigurationError,
    EmbedderMismatchError,
    EmbeddingDimMismatchError,
    ScopeError,
    StoreError,
)
from stelae.ports import MEMORY, OBSERVATION, KeywordRow, Store
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace
from stelae.schemas.where import OPERATORS, RANGES, Where
from tests.contracts.builders import (
    LIN,
    MO,
    NOW,
    changes,
    indexed,
    keep,
    observation,
    record,
    say,
    unit,
    write,
)
from tests.contracts.conftest import StoreFactory

TOKENS = st.text(
    st.characters(exclude_categories=["Cs", "Z", "Cc"]), min_size=1, max_size=8
).filter(lambda token: token.split() == [token])
Vector = np.ndarray[Any, np.dtype[np.float32]]


def test_the_catalogue_holds_every_column(store: Store) -> None:
    """Codes, times and flags of memories and observations, in row-id order."""
    say(store, observation("在吗", session="s", speaker="林", role="assistant"), "在吗")
    keep(
        store,
        record(
            "parked at B2",
            language="en",
            category="event",
            project="atlas",
            authority="user_edit",
            pinned=True,
            valid_to=NOW + timedelta(1),
            expires_at=NOW + timedelta(2),
        ),
        "park b2 b2",
    )
    found = store.catalog(Namespace(scope="user:lin", project="atlas"), "user:lin")
    assert found.type.tolist() == [OBSERVATION, MEMORY]
    assert found.language.tolist() == [1, 0]
    assert found.length.tolist() == [1.0, 3.0]
    assert [found.sessions[c] if c >= 0 else None for c in found.session] == ["s", None]
    assert [found.speakers[c] if c >= 0 else None for c in found.speaker] == ["林", None]
    assert [found.categories[c] if c >= 0 else None for c in found.category] == [None, "event"]
    assert [found.projects[c] if c >= 0 else None for c in found.project] == [None, "atlas"]
    assert found.role.tolist() == [1, 0]
    assert found.authority.tolist() == [4, 3]
    assert found.pinned.tolist() == [False, True]
    assert found.time.tolist() == [NOW.timestamp()] * 2
    assert np.isnan(found.valid_to[0])
    assert found.valid_to[1] == (NOW + timedelta(1)).timestamp()
    assert found.expires_at[1] == (NOW + timedelta(2)).timestamp()
    assert np.isnan(found.retracted_at).all()
    assert np.isnan(found.last_access).all()
    assert (np.diff(found.rid) > 0).all()


def test_a_catalogue_never_changes_once_it_was_handed_out(store: Store) -> None:
    """Readers work on what they have; a change makes another one."""
    held = keep(store, record("a"), "a")
    before = store.catalog(LIN, "user:lin")
    keep(store, record("b"), "b")
    ended = held.model_copy(update={"version": 2, "status": "superseded"})
    store.apply(LIN, changes(writes=(write(ended, expect=1),)))
    after = store.catalog(LIN, "user:lin")
    assert (len(before), before.live.tolist()) == (1, [True])
    assert after.live.tolist() == [False, True]
    assert after.sequence > before.sequence
    with pytest.raises(ValueError, match="read-only"):
        after.live[0] = True


def test_a_rewritten_memory_keeps_the_row_of_its_old_words(store: Store) -> None:
    """They still find it for who asks for the past; it is not live, and the access count goes with the memory."""
    held = keep(store, record("车停在 B2"), "车 b2")
    store.save(LIN, [], {held.id: 2}, now=NOW)
    changed = held.model_copy(update={"version": 2, "text": "车停在 A1"})
    store.apply(LIN, changes(writes=(write(changed, "车 a1", expect=1),)))
    catalog = store.catalog(LIN, "user:lin")
    found = store.postings(LIN, catalog, ["车", "b2", "a1"], budget=10)
    assert catalog.live.tolist() == [False, True]
    assert {term: rows.tolist() for term, (rows, _) in found.items()} == {
        "车": [0, 1],
        "b2": [0],
        "a1": [1],
    }
    assert store.get(LIN, held.id).access_count == 2
    assert catalog.access_count.tolist()[1] == 2
    store.save(LIN, [], {held.id: 1}, now=NOW)
    assert store.get(LIN, held.id).access_count == 3


def test_new_keywords_replace_the_old_ones(store: Store) -> None:
    """The same text with other tokens is indexed anew; without tokens it stays as it is."""
    held = keep(store, record("a"), "old")
    again = held.model_copy(update={"version": 2})
    store.apply(LIN, changes(writes=(write(again, "new new", expect=1),)))
    ended = held.model_copy(update={"version": 3, "status": "superseded"})
    store.apply(LIN, changes(writes=(write(ended, expect=2),)))
    catalog = store.catalog(LIN, "user:lin")
    found = store.postings(LIN, catalog, ["old", "new"], budget=10)
    assert len(found["old"][0]) == 0
    assert found["new"][1].tolist() == [2.0]
    assert catalog.length.tolist() == [2.0]


@settings(
    max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    texts=st.lists(
        st.lists(
            st.sampled_from(["车", "停", "a_b", "bk-07", "É", "ß", "x"]) | TOKENS, max_size=12
        ),
        min_size=1,
        max_size=6,
    )
)
def test_postings_are_exact(new_store: StoreFactory, texts: list[list[str]]) -> None:
    """Every token of any script is found where it stands, as often as it stands there, and nowhere else."""
    store = new_store()
    for number, tokens in enumerate(texts):
        said = observation(f"{number}")
        mixed = tokens * (number + 1)
        say(store, said, " ".join(mixed), ns=(LIN, MO)[number % 2])
    for ns, start in ((LIN, 0), (MO, 1)):
        counts = [Counter(t * (n + 1)) for n, t in enumerate(texts) if n % 2 == start]
        catalog = store.catalog(ns, ns.scope)
        terms = sorted({token for tokens in texts for token in tokens} | {"never"})
        found = store.postings(ns, catalog, terms, budget=10_000)
        assert {
            term: dict(zip(rows.tolist(), frequency.tolist(), strict=True))
            for term, (rows, frequency) in found.items()
        } == {
            term: {n: float(c[term]) for n, c in enumerate(counts) if term in c} for term in terms
        }
    store.close()


def test_high_term_frequencies_are_exact(store: Store) -> None:
    """Long documents repeat words many times."""
    for times in (1, 2, 3, 4, 5, 7, 8, 9, 100, 1023):
        say(store, observation(str(times)), " ".join(["词"] * times))
    catalog = store.catalog(LIN, "user:lin")
    _, frequency = store.postings(LIN, catalog, ["词"], budget=100)["词"]
    assert frequency.tolist() == [1, 2, 3, 4, 5, 7, 8, 9, 100, 1023]


def test_the_commonest_terms_are_left_out_beyond_the_budget(store: Store) -> None:
    """Rarest first; a term that would exceed the budget is missing, not cut."""
    for n in range(6):
        say(
            store,
            observation(str(n)),
            "common " + ("rare " if n == 3 else "") + ("half" if n % 2 else ""),
        )
    catalog = store.catalog(LIN, "user:lin")
    found = store.postings(LIN, catalog, ["common", "half", "rare", "none"], budget=4)
    assert {term: len(rows) for term, (rows, _) in found.items()} == {
        "none": 0,
        "rare": 1,
        "half": 3,
    }
    assert store.postings(LIN, catalog, [], budget=4) == {}


def test_postings_of_an_older_catalogue_keep_to_its_rows(store: Store) -> None:
    """Rows that came later have no position in it."""
    say(store, observation("1"), "词")
    catalog = store.catalog(LIN, "user:lin")
    say(store, observation("2"), "词")
    assert store.postings(LIN, catalog, ["词"], budget=10)["词"][0].tolist() == [0]


def _store_texts(store: Store, count: int, languages: str, dim: int, seed: int) -> Vector:
    """Store messages with random unit vectors, every third without one; return the matrix, NaN where there is none."""
    store.set_leg("leg", f"leg/{dim}", dim)
    random = np.random.default_rng(seed)
    vectors = random.standard_normal((count, dim)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    said = [
        indexed(
            observation(str(n), language="zh" if languages[n % len(languages)] == "z" else "en")
        )
        for n in range(count)
    ]
    store.apply(LIN, changes(observations=tuple(said)))
    rows = [rid for rid, _ in store.unembedded("leg", limit=count)]
    chosen = [n for n in range(count) if n % 3 or n == 0]
    store.store_vectors("leg", [rows[n] for n in chosen], vectors[chosen])
    vectors[[n for n in range(count) if n not in chosen]] = np.nan
    return vectors


def _centred(vectors: Vector, languages: "np.ndarray[Any, Any]", means: list[Any]) -> list[Any]:
    """The shrunk means of `retrieval.md`, the plain way."""
    found: list[Any] = []
    for language, mean in enumerate(means):
        rows = vectors[(languages == language) & ~np.isnan(vectors[:, 0])]
        found.append(None if mean is None else (rows.sum(axis=0) + 200 * mean) / (len(rows) + 200))
    return found


@pytest.mark.parametrize("count", [1, 7, 200])
@pytest.mark.parametrize("centred", [(True, True), (True, False), (False, False)])
def test_similarities_equal_brute_force(
    store: Store, count: int, centred: tuple[bool, bool]
) -> None:
    """Centred by the shrunk mean of each row's own language, NaN without a vector, for all rows and for some."""
    dim, random = 8, np.random.default_rng(3)
    vectors = _store_texts(store, count, "zze", dim, seed=count)
    means = [unit(*random.standard_normal(dim)) if c else None for c in centred]
    catalog, query = store.catalog(LIN, "user:lin"), unit(*random.standard_normal(dim))
    shrunk = _centred(vectors, catalog.language, means)
    for language in (0, 1):
        shift = shrunk[language]
        asked = query if shift is None else query - shift
        expected = np.full(count, np.nan)
        for n, row in enumerate(vectors):
            mean = shrunk[int(catalog.language[n])]
            moved = row if mean is None else row - mean
            expected[n] = moved @ asked / np.linalg.norm(moved) / np.linalg.norm(asked)
        found = store.similarities(LIN, catalog, "leg", query, language=language, means=means)
        np.testing.assert_allclose(found, expected, atol=2e-6)
        assert found.dtype == np.float32
        some = np.arange(0, count, 2)
        part = store.similarities(
            LIN, catalog, "leg", query, language=language, means=means, rows=some
        )
        np.testing.assert_allclose(part, expected[some], atol=2e-6)


def test_similarities_follow_rows_that_come_later(store: Store) -> None:
    """A vector stored after the catalogue was read is in the next one, with the mean moved by it."""
    _store_texts(store, 6, "z", 4, seed=1)
    mean, query = unit(1, 0, 0, 0), unit(1, 2, 3, 4)
    before = store.catalog(LIN, "user:lin")
    first = store.similarities(LIN, before, "leg", query, language=1, means=[None, mean])
    rows = store.unembedded("leg", limit=10)
    store.store_vectors("leg", [rid for rid, _ in rows], np.stack([query] * len(rows)))
    after = store.catalog(LIN, "user:lin")
    second = store.similarities(LIN, after, "leg", query, language=1, means=[None, mean])
    assert np.isnan(first).sum() == len(rows)
    assert not np.isnan(second).any()
    assert second[np.isnan(first)].tolist() == pytest.approx([1.0] * len(rows), abs=1e-5)


def test_an_unknown_leg_has_no_similarities(store: Store) -> None:
    """Recall goes on with the other legs."""
    keep(store, record("a"), "a")
    catalog = store.catalog(LIN, "user:lin")
    found = store.similarities(LIN, catalog, "no", unit(1, 0), language=0, means=[None, None])
    assert np.isnan(found).all()
    with pytest.raises(ConfigurationError):
        store.unembedded("no", limit=1)


def test_an_empty_scope_answers_with_nothing(store: Store) -> None:
    """Reading makes no scope and no error."""
    store.set_leg("leg", "leg/2", 2)
    catalog = store.catalog(LIN, "user:lin")
    assert len(catalog) == 0
    assert store.postings(LIN, catalog, ["a"], budget=5)["a"][0].tolist() == []
    found = store.similarities(LIN, catalog, "leg", unit(1, 0), language=0, means=[None, None])
    assert found.tolist() == []
    assert store.matching(LIN, "user:lin", Where.of({"a": 1})).tolist() == []


def test_vectors_written_with_a_memory_are_searched_at_once(store: Store) -> None:
    """Record, keywords and vector are one transaction."""
    store.set_leg("leg", "leg/2", 2)
    data = unit(3, 4).astype("<f4").tobytes()
    store.apply(LIN, changes(writes=(write(record("a"), "a", vectors={"leg": data}),)))
    catalog = store.catalog(LIN, "user:lin")
    found = store.similarities(LIN, catalog, "leg", unit(3, 4), language=0, means=[None, None])
    assert found.tolist() == pytest.approx([1.0])
    assert store.unembedded("leg", limit=5) == []


def test_a_vector_of_another_length_or_leg_is_refused(store: Store) -> None:
    """And nothing of the change set is written."""
    store.set_leg("leg", "leg/2", 2)
    with pytest.raises(StoreError):
        store.apply(LIN, changes(writes=(write(record("a"), vectors={"leg": b"1234"}),)))
    with pytest.raises(ConfigurationError):
        store.apply(LIN, changes(writes=(write(record("a"), vectors={"no": b"1234"}),)))
    keep(store, record("a"))
    rows = [rid for rid, _ in store.unembedded("leg", limit=5)]
    with pytest.raises(ConfigurationError):
        store.store_vectors("leg", rows, np.zeros((1, 3), np.float32))
    assert store.counts(LIN)["memories"] == 1


def test_rows_to_embed_come_as_what_was_stored_newest_first_and_by_page(store: Store) -> None:
    """Of memories and messages, of all tenants: enough to see whether a text may leave the machine."""
    store.set_leg("one", "one/2", 2)
    first = say(store, observation("第一句"))
    second = keep(store, record("second", sensitivity="sensitive"))
    third = say(store, observation("第三句"), ns=Namespace(tenant="acme", scope="user:lin"))
    page = store.unembedded_rows("one", limit=2)
    assert [stored for _, stored in page] == [third, second]
    rest = store.unembedded_rows("one", limit=2, before=page[-1][0])
    assert [stored for _, stored in rest] == [first]
    assert store.unembedded_rows("one", limit=2, before=rest[-1][0]) == []
    store.store_vectors("one", [page[0][0]], np.stack([unit(1, 0)]))
    assert [stored for _, stored in store.unembedded_rows("one", limit=1)] == [second]
    with pytest.raises(ConfigurationError):
        store.unembedded_rows("no", limit=1)


def test_rows_to_embed_come_oldest_first_and_by_tenant(store: Store) -> None:
    """The text to embed is the text of the row; a vector that is there stays."""
    store.set_leg("one", "one/2", 2)
    store.set_leg("two", "two/2", 2)
    acme = Namespace(tenant="acme", scope="user:lin")
    say(store, observation("第一句"))
    keep(store, record("第二句"))
    say(store, observation("第三句"), ns=acme)
    rows = store.unembedded("one", limit=5)
    assert [text for _, text in rows] == ["第一句", "第二句", "第三句"]
    assert [text for _, text in store.unembedded("one", limit=5, tenant="acme")] == ["第三句"]
    assert [text for _, text in store.unembedded("one", limit=2)] == ["第一句", "第二句"]
    store.store_vectors("one", [rows[0][0]], np.stack([unit(1, 0)]))
    store.store_vectors("one", [rows[0][0], 999], np.stack([unit(0, 1), unit(0, 1)]))
    assert [text for _, text in store.unembedded("one", limit=5)] == ["第二句", "第三句"]
    assert len(store.unembedded("two", limit=5)) == 3
    catalog = store.catalog(LIN, "user:lin")
    found = store.similarities(LIN, catalog, "one", unit(1, 0), language=0, means=[None, None])
    assert found[0] == pytest.approx(1.0)


def test_a_leg_belongs_to_one_fingerprint(store: Store) -> None:
    """Another embedder is an error that names both (DEV-22); `replace` starts the leg anew."""
    store.set_leg("leg", "model-a", 2)
    store.set_leg("leg", "model-a", 2)
    keep(store, record("a"))
    rows = [rid for rid, _ in store.unembedded("leg", limit=5)]
    store.store_vectors("leg", rows, np.stack([unit(1, 0)]))
    with pytest.raises(EmbedderMismatchError):
        store.set_leg("leg", "model-b", 2)
    with pytest.raises(EmbeddingDimMismatchError):
        store.set_leg("leg", "model-b", 3)
    assert store.legs() == {"leg": "model-a"}
    store.set_leg("leg", "model-b", 3, replace=True)
    assert store.legs() == {"leg": "model-b"}
    catalog = store.catalog(LIN, "user:lin")
    found = store.similarities(LIN, catalog, "leg", unit(1, 0, 0), language=0, means=[None, None])
    assert np.isnan(found).all()
    store.store_vectors("leg", rows, np.stack([unit(0, 0, 1)]))
    catalog = store.catalog(LIN, "user:lin")
    found = store.similarities(LIN, catalog, "leg", unit(0, 0, 1), language=0, means=[None, None])
    assert found.tolist() == pytest.approx([1.0])


def _fitting(store: Store, where: dict[str, Any], ns: Namespace = LIN) -> list[str]:
    """Texts of the memories that fulfil the conditions, in the order of their rows."""
    rows = store.matching(ns, ns.scope, Where.of(where)).tolist()
    return [hit.text for hit in store.hits(ns, ns.scope, rows, [1.0] * len(rows))]


def test_memories_are_matched_by_fields_with_their_types(store: Store) -> None:
    """All conditions must hold; `1` is not `true`, and case, width and script variants of a text are one."""
    keep(store, record("a", attributes={"名": "茶 Tea", "n": 1, "list": [1, {"x": None}]}))
    keep(store, record("b", attributes={"名": "茶 Tea", "n": True, "list": []}))
    assert _fitting(store, {"名": "茶 ＴＥＡ"}) == ["a", "b"]
    assert _fitting(store, {"名": "茶 tea", "n": 1}) == ["a"]
    assert _fitting(store, {"n": True}) == ["b"]
    assert _fitting(store, {"list": {"has": 1}}) == ["a"]
    assert _fitting(store, {"list": 1}) == []
    assert _fitting(store, {"list": None}) == ["b"]
    assert _fitting(store, {"other": None}) == ["a", "b"]
    assert _fitting(store, {"n": {"null": False}, "other": {"null": False}}) == []
    assert _fitting(store, {}) == []


def test_fields_follow_the_memory(store: Store) -> None:
    """A change replaces them; an earlier wording keeps its own; forgotten and destroyed memories have none."""
    held = keep(store, record("茶", attributes={"n": 1}))
    merged = held.model_copy(update={"version": 2, "attributes": {"n": 2, "x": "y"}})
    store.apply(LIN, changes(writes=(write(merged, expect=1),)))
    assert (_fitting(store, {"n": 1}), _fitting(store, {"n": 2, "x": "Y"})) == ([], ["茶"])
    reworded = merged.model_copy(update={"version": 3, "text": "tea", "attributes": {"n": 3}})
    store.apply(LIN, changes(writes=(write(reworded, expect=2),)))
    assert _fitting(store, {"n": {"gte": 2}}) == ["茶", "tea"]
    other = keep(store, record("kept", attributes={"n": 3}))
    forgotten = reworded.model_copy(update={"version": 4, "status": "forgotten"})
    store.apply(LIN, changes(writes=(write(forgotten, expect=3),)))
    assert _fitting(store, {"n": {"gte": 2}}) == ["kept"]
    store.apply(LIN, changes(destroyed=(other.id, held.id)))
    assert store.matching(LIN, "user:lin", Where.of({"n": {"null": False}})).tolist() == []


def test_prefixes_end_where_the_text_ends(store: Store) -> None:
    """The last code points there are have no text behind them, and the surrogates lie between two that do."""
    for text in (
        "py",
        "Python",
        "pz",
        "\U0010ffff",
        "\U0010ffffa",
        "a\ud7ff",
        "a\ud7ffb",
        "a\ue000",
    ):
        keep(store, record(text, attributes={"t": text}))
    assert _fitting(store, {"t": {"prefix": "PY"}}) == ["py", "Python"]
    assert _fitting(store, {"t": {"prefix": "\U0010ffff"}}) == ["\U0010ffff", "\U0010ffffa"]
    assert _fitting(store, {"t": {"prefix": "a\ud7ff"}}) == ["a\ud7ff", "a\ud7ffb"]


SCALARS = (
    st.sampled_from(["茶", "Tea", "tea", "", "py", "Python", "2026-03-12", "2026-03-12T00:00:00Z"])
    | st.integers(-3, 3)
    | st.sampled_from([0.5, -0.0, 1e300, float("inf")])
    | st.booleans()
    | st.none()
)
ATTRIBUTES = st.dictionaries(
    st.sampled_from(["a", "b", "名"]), SCALARS | st.lists(SCALARS, max_size=3), max_size=3
)
OPERANDS = st.sampled_from(["茶", "TEA", "p", "2026-03-12", "", True, False, 0, 1, -2, 0.5, 1e300])
INSTANTS = st.sampled_from([datetime(2026, 3, 12, h, tzinfo=UTC) for h in (0, 12, 13)])


@st.composite
def conditions(draw: st.DrawFn) -> dict[str, Any]:
    """One condition on one field, of any operator, with a value that goes with it."""
    operator = draw(st.sampled_from(OPERATORS))
    value: Any = draw(OPERANDS | INSTANTS)
    if operator == "in":
        value = draw(st.lists(OPERANDS | INSTANTS, min_size=1, max_size=3))
    elif operator == "null":
        value = draw(st.booleans())
    elif operator == "prefix":
        value = draw(st.sampled_from(["t", "P", "茶", "2026-"]))
    elif operator in RANGES:
        value = draw((OPERANDS | INSTANTS).filter(lambda v: not isinstance(v, bool)))
    return {draw(st.sampled_from(["a", "b", "名", "c"])): {operator: value}}


def _is_nothing(value: Any) -> bool:
    if isinstance(value, list):
        return all(map(_is_nothing, cast("list[Any]", value)))
    return value is None or value == float("inf")


def _plainly(attributes: dict[str, Any], field: str, operator: str, wanted: Any) -> bool:
    """What a condition means, written without an index and without the code that is tested."""
    value: Any = attributes.get(field)
    if operator == "null":
        return _is_nothing(value) == wanted
    if _is_nothing(value):
        return False
    if operator == "in":
        return any(_plainly(attributes, field, "eq", one) for one in wanted)
    if operator == "has":
        elements = cast("list[Any]", value if isinstance(value, list) else [])
        return any(_plainly({field: one}, field, "eq", wanted) for one in elements)
    pair = _comparable(value, wanted)
    if pair is None:
        return False
    left, right = pair
    compared: dict[str, bool] = {
        "eq": left == right,
        "gt": left > right,
        "gte": left >= right,
        "lt": left < right,
        "lte": left <= right,
        "prefix": isinstance(left, str) and left.startswith(str(right)),
    }
    return compared[operator]


def _comparable(value: Any, wanted: Any) -> tuple[Any, Any] | None:
    """Both sides as Python compares them, or None where they are of two kinds."""
    if isinstance(wanted, datetime):
        hour = (
            {"2026-03-12": 12, "2026-03-12T00:00:00Z": 0}.get(value)
            if isinstance(value, str)
            else None
        )
        return None if hour is None else (datetime(2026, 3, 12, hour, tzinfo=UTC), wanted)
    if isinstance(value, str) and isinstance(wanted, str):
        return value.lower(), wanted.lower()
    if isinstance(value, str | list) or isinstance(wanted, str):
        return None
    return (value, wanted) if isinstance(value, bool) == isinstance(wanted, bool) else None


@settings(
    max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    stored=st.lists(ATTRIBUTES, min_size=1, max_size=6),
    asked=st.lists(conditions(), min_size=1, max_size=4),
)
def test_conditions_find_what_a_plain_filter_finds(
    new_store: StoreFactory, stored: list[dict[str, Any]], asked: list[dict[str, Any]]
) -> None:
    """Whatever is stored and asked, the index answers as reading every memory would; conditions on one field add up."""
    store = new_store()
    texts = [f"memory {number}" for number in range(len(stored))]
    for text, attributes in zip(texts, stored, strict=True):
        keep(store, record(text, attributes=attributes))
    where: dict[str, Any] = {}
    for one in asked:
        for field, condition in one.items():
            where[field] = {**where.get(field, {}), **condition}
    expected = [
        text
        for text, attributes in zip(texts, stored, strict=True)
        if all(
            _plainly(attributes, field, operator, value)
            for field, condition in where.items()
            for operator, value in condition.items()
        )
    ]
    assert _fitting(store, where) == expected
    store.close()


def test_hits_come_in_the_given_order_with_the_given_scores(store: Store) -> None:
    """What a caller is shown of memories and observations; rows that are gone are left out."""
    seen = say(store, observation("在吗", external_id="m-1", speaker="林", session="s"))
    held = keep(store, record("停在 B2", attributes={"place": "B2"}, session="t"))
    rids = store.catalog(LIN, "user:lin").rid.tolist()
    hits = store.hits(LIN, "user:lin", [rids[1], 999, rids[0]], [0.9, 0.8, 0.7])
    assert [(h.id, h.type, h.score) for h in hits] == [
        (held.id, "memory", 0.9),
        (seen.id, "observation", 0.7),
    ]
    assert (hits[0].attributes, hits[0].category, hits[0].session) == ({"place": "B2"}, "fact", "t")
    assert (hits[1].external_id, hits[1].speaker, hits[1].status) == ("m-1", "林", "active")
    shown = store.contents(LIN, "user:lin", [rids[1], 999, rids[0]])
    assert shown == {rids[1]: ("停在 B2", {"place": "B2"})}


def test_a_catalogue_of_another_tenant_is_refused(store: Store) -> None:
    """What was read in one namespace cannot be searched from another."""
    keep(store, record("a"), "a")
    catalog = store.catalog(LIN, "user:lin")
    for other in (MO, Namespace(tenant="acme", scope="user:lin")):
        with pytest.raises(ScopeError):
            store.postings(other, catalog, ["a"], budget=5)
        with pytest.raises(ScopeError):
            store.similarities(other, catalog, "leg", unit(1, 0), language=0, means=[None, None])


def test_a_new_tokenizer_rewrites_every_keyword_row(store: Store) -> None:
    """Rows, lengths and cues follow the version (architecture section 6); the same version is left alone."""
    keep(store, record("停车 停车"), "old")
    say(store, observation("parking"), "old")
    say(store, observation("x"), "old", ns=MO)
    assert store.tokenizer() is None
    before = store.catalog(LIN, "user:lin")

    def row_of(content: MemoryRecord | Observation) -> KeywordRow:
        return KeywordRow(content.text, len(content.text.split()), cues=5)

    assert store.reindex("2", row_of) == 3
    assert store.reindex("2", row_of) == 0
    assert store.tokenizer() == "2"
    catalog = store.catalog(LIN, "user:lin")
    found = store.postings(LIN, catalog, ["old", "停车", "parking", "x"], budget=99)
    assert {t: f.tolist() for t, (_, f) in found.items()} == {
        "old": [],
        "停车": [2.0],
        "parking": [1.0],
        "x": [],
    }
    assert catalog.length.tolist() == [2.0, 1.0]
    assert catalog.cues.tolist() == [5, 5]
    assert before.length.tolist() == [1.0, 1.0]
    assert list(store.check()) == []


def test_a_new_tokenizer_reaches_earlier_wordings_and_what_is_hidden(store: Store) -> None:
    """Each row by its own words; a message shown again after the change is found by the new tokens."""
    held = keep(store, record("车停在 B2"), "old")
    seen = say(store, observation("我忘了"), "old")
    reworded = held.model_copy(update={"version": 2, "text": "车停在 A1"})
    store.apply(LIN, changes(writes=(write(reworded, "old", expect=1),), hidden=(seen.id,)))

    def row_of(content: MemoryRecord | Observation) -> KeywordRow:
        words = content.text.replace("在", "在 ").split()
        return KeywordRow(" ".join(words), len(words), cues=3)

    assert store.reindex("2", row_of) == 2
    store.apply(LIN, changes(unhidden=(seen.id,)))
    catalog = store.catalog(LIN, "user:lin")
    found = store.postings(LIN, catalog, ["old", "B2", "A1", "车停在", "我忘了"], budget=99)
    assert {term: rows.tolist() for term, (rows, _) in found.items()} == {
        "old": [],
        "B2": [0],
        "A1": [1],
        "车停在": [0, 1],
        "我忘了": [2],
    }
    assert catalog.length.tolist() == [2.0, 2.0, 1.0]
    assert catalog.cues.tolist() == [3, 3, 3]
    assert list(store.check()) == []
