"""`recall` and `context`: what comes out again, and when nothing does."""

from stelae.cli import main
from tests.cli.conftest import Stelae


def test_recall_answers_in_both_languages_with_evidence(stelae: Stelae, chat: str) -> None:
    """Hits carry score, evidence and the caller's message id."""
    stelae("observe", chat)
    for query, word, message in (
        ("报告用什么语言？", "报告", "m1"),
        ("what am I allergic to?", "peanuts", "m2"),
    ):
        first = stelae("recall", query, "--json", "--include", "memories", "--floor", "none").json[
            "hits"
        ][0]
        assert word in first["text"]
        assert first["evidence"][0]["external_id"] == message
        assert 0 <= first["score"] <= 1
        assert word in stelae("recall", query, "--floor", "none").out


def test_nothing_relevant_is_an_answer_and_an_exit_code_when_asked(
    stelae: Stelae, chat: str
) -> None:
    """DEV-26: no pressed hits; 0 by default, 3 with `--exit-code`."""
    stelae("observe", chat)
    for query in ("渐近自由是谁提出的", "zxqv-unrelated-0091"):
        ran = stelae("recall", query)
        assert (ran.code, ran.out.splitlines()[0]) == (main.DONE, "Nothing relevant.")
        assert stelae("recall", query, "--json").json["hits"] == []
        assert stelae("recall", query, "--exit-code").code == main.NOT_FOUND


def test_an_empty_question_is_an_error(stelae: Stelae) -> None:
    """DEV-20.3: never "everything"."""
    assert stelae("recall", "  ", "--json").code == main.USAGE


def test_filters_narrow_and_wrong_ones_are_named(stelae: Stelae, chat: str) -> None:
    """Category, time and attributes."""
    stelae("observe", chat)
    base = ("recall", "peanuts allergic", "--floor", "none", "--json", "--include", "memories")
    assert stelae(*base, "--category", "constraint").json["hits"]
    assert stelae(*base, "--category", "task").json["hits"] == []
    assert stelae(*base, "--since", "2026-03-11").json["hits"] == []
    assert stelae(*base, "--until", "2026-03-10").json["hits"]
    assert stelae(*base, "--where", "type=allergy").json["hits"]
    assert stelae(*base, "--where", "type=ban").json["hits"] == []
    for wrong in (
        ["--since", "soon"],
        ["--where", "x"],
        ["--floor", "high"],
        ["--category", "rumour"],
    ):
        assert stelae(*base, *wrong).code == main.USAGE


def test_a_category_or_a_condition_needs_no_question(stelae: Stelae, chat: str) -> None:
    """What fits is listed; a misspelt field is an error, and so is neither."""
    stelae("observe", chat)
    for given in (("--category", "constraint"), ("--where", "type=allergy")):
        listed = stelae("recall", *given, "--json").json["hits"]
        assert [hit["category"] for hit in listed] == ["constraint"]
    misspelt = stelae("recall", "peanuts", "--where", "typo=allergy", "--json")
    assert (misspelt.code, misspelt.json["error"]["type"]) == (main.USAGE, "FilterError")
    assert stelae("recall", "--since", "2026-03-11", "--json").code == main.USAGE


def test_context_prints_the_block_and_nothing_else(stelae: Stelae, chat: str) -> None:
    """Ready to be piped on; the allergy is pinned."""
    stelae("observe", chat)
    ran = stelae("context", "what should I order for lunch?")
    assert ran.code == main.DONE
    assert "peanuts" in ran.out
    block = stelae("context", "what should I order for lunch?", "--json").json
    assert ran.out.rstrip("\n") == block["text"].rstrip("\n")


def test_context_is_silent_when_there_is_nothing(stelae: Stelae) -> None:
    """Stdout stays empty; the word for people is on stderr."""
    ran = stelae("context", "你好")
    assert (ran.code, ran.out) == (main.DONE, "")
    assert "Nothing relevant" in ran.err


def test_conditions_are_typed_by_the_category(stelae: Stelae, chat: str) -> None:
    """Ranges, lists, prefixes, null and true; a field or operator that is not there is named with what is."""
    stelae("observe", chat)
    base = ("recall", "peanuts allergic", "--floor", "none", "--json", "--category", "constraint")
    for condition, found in (
        ("type in allergy,diet", 1),
        ("type in ban,diet", 0),
        ("object^=pea", 1),
        ("object is null", 0),
        ("object is not null", 1),
        ("active=true", 1),
        ("active=false", 0),
    ):
        assert len(stelae(*base, "--where", condition).json["hits"]) == found
    for condition, hint in (
        ("typ=allergy", "active"),
        ("type>ban", "no order"),
        ("type=fear", "diet"),
    ):
        ran = stelae(*base, "--where", condition)
        assert (ran.code, hint in ran.err + ran.out) == (main.USAGE, True)


def test_a_structured_query_comes_as_an_option_or_on_stdin(stelae: Stelae, chat: str) -> None:
    """S2's JSON; nothing else may stand beside it, and unknown types are told the known ones."""
    stelae("observe", chat)
    query = '{"query_type": "constraint", "filter": {"type": ["allergy"]}}'
    given = stelae("recall", "--query-json", query, "--json").json
    piped = stelae("recall", "--query-json", "-", "--json", stdin=query).json
    assert [hit["text"] for hit in given["hits"]] == ["I'm allergic to peanuts"]
    assert piped["hits"] == given["hits"]
    assert "peanuts" in stelae("recall", "--query-json", query, "--limit", "1").out
    for wrong in ("{", "[]", '{"query_type": "rumour"}', '{"filter": {"a": {"like": "b"}}}', "{}"):
        assert stelae("recall", "--query-json", wrong).code == main.USAGE
    assert "constraint" in stelae("recall", "--query-json", '{"query_type": "rumour"}').err
    assert stelae("recall", "peanuts", "--query-json", query).code == main.USAGE
    assert stelae("recall", "--query-json", query, "--category", "fact").code == main.USAGE
    assert stelae("recall").code == main.USAGE


def test_the_trace_shows_filters_strategy_and_what_was_read(stelae: Stelae, chat: str) -> None:
    """`why-recalled`, in both languages."""
    stelae("observe", chat)
    options = ("--category", "constraint", "--where", "type=allergy", "--strategy", "union")
    asked = stelae("recall", "peanuts", *options, "--json").json
    assert (
        "filters (union): category constraint; type=allergy"
        in stelae("why-recalled", asked["trace_id"]).out
    )
    for question in ("我对什么过敏", "do I have any allergies"):
        asked = stelae("recall", question, "--json").json
        shown = stelae("why-recalled", asked["trace_id"])
        assert (
            "read by rules (allergies): constraint: subject=user; type=allergy; active=true; 1 fit"
            in shown.out
        )
        assert stelae("why-recalled", asked["trace_id"], "--json").json["rewriting"]["fitting"] == 1
        plain = stelae("recall", question, "--rewrite", "none", "--json").json
        assert stelae("why-recalled", plain["trace_id"], "--json").json["rewriting"] is None
