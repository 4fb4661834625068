"""Which query of a question is kept, and in what words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.background.capture import MASKED
from stelae.background.query_patterns import Query, best, pattern_of, query_of
from stelae.schemas.agent_runs import ToolCall

COUNT = "SELECT site, count(*) FROM net_devices WHERE vendor = 'Huawei' GROUP BY site"


def query(sql: str, **arguments: str) -> Query | None:
    """Return what a call of `run_sql` carries."""
    return query_of(ToolCall(name="run_sql", arguments={"sql": sql, **arguments}))


def kept(sql: str) -> str:
    """Return the text of the pattern."""
    found = query(sql)
    assert found is not None
    return pattern_of(found, personal=MASKED).text


@pytest.mark.parametrize(
    ("sql", "kind"),
    [
        (COUNT, "reading"),
        ("-- how many\nWITH x AS (SELECT 1 FROM a) SELECT * FROM x", "reading"),
        ("(select name from 设备)", "reading"),
        ("SHOW TABLES", "introspective"),
        ("pragma table_info(x)", "introspective"),
        ("select * from information_schema.columns", "introspective"),
        ("SELECT name FROM sqlite_master", "introspective"),
        ("select version()", "introspective"),
        ("with gone as (delete from a returning *) select * from gone", "other"),
    ],
)
def test_a_query_reads_data_or_asks_the_database_about_itself(sql: str, kind: str) -> None:
    """Only what reads data is a pattern (O30)."""
    found = query(sql)
    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize(
    "sql", ["UPDATE a SET b = 1", "weather in Ningbo", "", "selection of wines"]
)
def test_what_is_no_query_is_none(sql: str) -> None:
    """A search box is no database."""
    assert query(sql) is None
    assert query_of(ToolCall(name="search", arguments={"limit": 3})) is None


def test_the_best_says_most_of_how_it_is_asked_whatever_the_order() -> None:
    """Clauses first, then the shorter one."""
    texts = [
        "SELECT * FROM net_devices",
        COUNT,
        f"{COUNT} ",
        "SELECT site FROM net_devices WHERE a = 1",
    ]
    found = {at: one for at, text in enumerate(texts) if (one := query(text)) is not None}
    backwards = dict(reversed(found.items()))
    assert found[best(found) or 0].sql == backwards[best(backwards) or 0].sql == COUNT
    assert best({}) is None


def test_the_words_are_the_querys_own() -> None:
    """Tables first, then columns and functions, names taken apart."""
    assert kept(f"  {COUNT} ; -- 每个站点有多少台华为设备？") == (
        f"Keywords: net, devices, site, count, vendor\nSQL: {COUNT}"
    )


def test_layout_and_literals_make_no_other_pattern() -> None:
    """One digest; another column has another one."""
    same = [
        COUNT,
        "select site,  count(*)\nfrom net_devices /* all */ where vendor = 'Cisco' group by site;",
    ]
    digests = {pattern_of(q, personal=MASKED).sha256 for t in same if (q := query(t)) is not None}
    spaced = query(COUNT.replace("vendor =", "model ="))
    assert len(digests) == 1
    assert spaced is not None
    assert pattern_of(spaced, personal=MASKED).sha256 not in digests


def test_what_literals_say_of_people_and_secrets_is_masked() -> None:
    """Placeholders in their place; addresses of machines stay."""
    token = "ghp_" + "A1b2" * 9
    wanted = {"mail": "ada@example.com", "phone": "13800138000", "ip": "10.0.0.7", "t": token}
    wheres = " AND ".join(f"{name} = '{value}'" for name, value in wanted.items())
    said = kept(" ".join(("SELECT ip FROM users WHERE", wheres)))
    assert "10.0.0.7" in said
    assert not [gone for gone in ("ada@example.com", "13800138000", token) if gone in said]


def test_the_source_is_the_database_that_is_named_else_the_tool() -> None:
    """What was asked."""
    named, unnamed = query(COUNT, database="netbox"), query(COUNT)
    assert named is not None
    assert unnamed is not None
    assert (named.source, unnamed.source) == ("netbox", "run_sql")


@given(st.text(max_size=200))
def test_any_text_is_read_without_a_fault(text: str) -> None:
    """A broken query is no reason to lose the others."""
    found = query(" ".join(("select", text, "from t")))
    if found is not None:
        pattern_of(found, personal=MASKED)
