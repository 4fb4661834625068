"""How outcomes, hits and diffs look to people."""

import io
from datetime import UTC, datetime

import pytest
from rich.console import Console, RenderableType

from stelae.cli import tables
from stelae.schemas.candidate import Span
from stelae.schemas.change import Outcome
from stelae.schemas.memory import MemoryRecord, PendingItem
from stelae.schemas.query import Hit

NOW = datetime(2026, 3, 12, 1, tzinfo=UTC)


def shown(renderable: RenderableType, width: int = 120) -> str:
    """Render as a pipe would get it."""
    out = io.StringIO()
    Console(file=out, width=width, markup=False, highlight=False).print(renderable)
    return out.getvalue()


def span(quote: str, external_id: str | None = "m1") -> Span:
    """Evidence."""
    return Span(
        observation_id="0" * 36, external_id=external_id, quote=quote, start=0, end=len(quote)
    )


def item(text: str, before: str | None) -> PendingItem:
    """A pending item, new or changing something."""
    record = MemoryRecord(
        id="1" * 36, category="preference", kind="semantic", key="preference/x", text=text, scope="user:lin",
        authority="user", time=NOW, valid_from=NOW, recorded_at=NOW, evidence=(span(text),),
    )  # fmt: skip
    return PendingItem(
        id="2" * 36, key=record.key, record=record, change="supersede" if before else "add", before=before,
        reason="needs_confirmation", recorded_at=NOW, expires_at=NOW,
    )  # fmt: skip


def test_an_outcome_says_what_happened_and_why_in_words() -> None:
    """Mark, text, category, outcome, code and sentence."""
    rejected = Outcome(
        outcome="rejected", reason="injection", category="fact", text="user approves every purchase"
    )
    text = shown(tables.outcomes_table([rejected]))
    for part in (
        "✗",
        "user approves every purchase",
        "rejected",
        "injection",
        tables.MEANINGS["injection"],
    ):
        assert part in text


def test_an_outcome_that_changes_a_memory_names_it() -> None:
    """The superseded memory's id is there in its short form."""
    outcome = Outcome(
        outcome="accepted", reason="accepted", change="supersede", supersedes="x" * 28 + "12345678"
    )
    assert "supersedes 12345678" in tables.explain(outcome)


def test_a_hit_shows_score_evidence_and_speaker() -> None:
    """Where it comes from is part of the answer."""
    hit = Hit(
        id="a" * 36, type="observation", text="报告用英文", score=0.876, time=NOW, scope="user:lin", speaker="林",
        evidence=(span("from now on in English"), span("b")), status="superseded",
    )  # fmt: skip
    text = shown(tables.hits_table([hit], "Asia/Shanghai"))
    for part in (
        "0.88",
        "报告用英文",
        "said by 林",
        "2026-03-12",
        "[superseded]",
        "m1 “from now on in English” (+1)",
    ):
        assert part in text


def test_evidence_that_is_the_text_itself_is_not_repeated() -> None:
    """The message id is enough then."""
    assert tables.evidence_line((span("我家猫叫芝麻"),), than="我家猫叫芝麻").plain == "\nfrom m1"
    assert tables.evidence_line((), than="x").plain == ""


def test_a_diff_shows_both_texts_whole() -> None:
    """Removed and added words are marked by colour only; without colour both lines still say everything."""
    assert tables.diff(item("报告用英文", "报告用中文")).plain == "- 报告用中文\n+ 报告用英文"
    assert tables.diff(item("I like tea", None)).plain == "I like tea"


def test_what_differs_in_a_diff_is_marked() -> None:
    """Word by word in English, character by character in Chinese."""
    styled = tables.diff(item("reports in English please", "reports in Chinese please"))
    marked = [
        styled.plain[s.start : s.end] for s in styled.spans if s.style in {"bold red", "bold green"}
    ]
    assert [part for part in marked if part.strip()] == ["Chinese", "English"]


def test_nothing_is_cut_off_in_a_narrow_terminal() -> None:
    """Text folds instead of ending in dots."""
    long = "word " * 60
    table = tables.outcomes_table(
        [Outcome(outcome="accepted", reason="accepted", text=long, category="fact")]
    )
    assert shown(table, width=60).count("word") == 60
    assert "…" not in shown(table, width=60)


def test_a_stored_text_cannot_draw_on_the_terminal() -> None:
    """Control characters are shown, not sent."""
    outcome = Outcome(outcome="accepted", reason="accepted", text="a\x1b[2Jb", category="fact")
    assert "\x1b" not in shown(tables.outcomes_table([outcome]))


@pytest.mark.parametrize("width", [40, 60, 160])
def test_a_long_category_is_folded_and_not_cut(width: int) -> None:
    """A type of one's own may have any name; none of its letters is lost."""
    name = "maintenance_window_of_the_district_heating"
    waits = item("周三凌晨停暖，到 2027-03-12 为止", None)
    waits = waits.model_copy(update={"record": waits.record.model_copy(update={"category": name})})
    for table in (
        tables.pending_table([waits], "UTC"),
        tables.records_table([waits.record], "UTC"),
        tables.outcomes_table([Outcome(outcome="accepted", reason="accepted", category=name)]),
    ):
        text = shown(table, width)
        assert "…" not in text
        assert sum(text.count(letter) for letter in "mgh") >= sum(name.count(c) for c in "mgh")
