"""The report as a page: well-formed, self-contained, light and dark, and nobody's text is markup."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from typing_extensions import override

from stelae.evaluation.counting import ExtractionReport, variant_reports
from stelae.evaluation.extraction import SampleRun
from stelae.evaluation.page import page_of
from stelae.evaluation.page_parts import MAP_ROWS
from stelae.evaluation.recalling import Asked, RecallReport, recall_report
from tests.evaluation.test_counting import row

VOID = {"meta", "rect", "path"}


class Balanced(HTMLParser):
    """Knows whether every tag is closed in turn."""

    def __init__(self) -> None:
        """Nothing open."""
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.fetched += [name for name, _ in attrs if name in {"src", "href"}]

    @override
    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID

    @override
    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def extraction() -> ExtractionReport:
    """Rules and a model, with a name and a text that look like markup."""
    rows: list[SampleRun] = [row(f"zh{i}", missed=i % 3 == 0) for i in range(MAP_ROWS)]
    rows += [row(f"en{i}", wrong=i % 5 == 0) for i in range(MAP_ROWS)]
    rows += [
        r.model_copy(update={"variant": "<b>small</b>", "run": n}) for r in rows for n in (1, 2)
    ]
    rows[0] = rows[0].model_copy(
        update={"notes": ("accepted [fact] <script>alert(1)</script>我住在佛山",)}
    )
    return ExtractionReport(
        version="0", samples="我的.jsonl", sha256="0" * 64, runs=2,
        variants=variant_reports(rows, "rules"), rows=tuple(rows),
    )  # fmt: skip


def recall() -> RecallReport:
    """Ranks of every sort."""
    ranks = [((1,), 1), ((4,), 1), ((2,), 0), ((), 0)]
    rows = [
        Asked(run=run, sample="林", question=n, lang="zh", kind="direct", expected=1, ranks=found,
              returned=shown, found=shown, ms=n + run, text="问<i>题" if n == 4 else "")
        for run in (1, 2) for n, (found, shown) in enumerate(ranks, 1)
    ]  # fmt: skip
    nothing = [
        Asked(run=1, sample="en", question=n, lang="en", kind="nothing", expected=0, ranks=(),
              returned=n, found=0, ms=2.0) for n in (0, 1)
    ]  # fmt: skip
    return recall_report(
        [*rows, *nothing], version="0", name="own.jsonl", sha256="0" * 64, samples=(), embedders=("use/512",)
    )  # fmt: skip


@pytest.mark.parametrize("report", [extraction(), recall()], ids=["extract", "recall"])
def test_a_page_is_well_formed_and_fetches_nothing(report: ExtractionReport | RecallReport) -> None:
    """It can be opened from a disk, mailed, and read years later."""
    page = page_of(report)
    parser = Balanced()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    assert parser.fetched == []
    assert not re.search(r"<script|@import|url\(|http", page)
    assert "prefers-color-scheme: dark" in page


@pytest.mark.parametrize("report", [extraction(), recall()], ids=["extract", "recall"])
def test_every_plot_is_a_picture_with_a_name_and_titles(
    report: ExtractionReport | RecallReport,
) -> None:
    """Who hears the page knows what is drawn; every mark says its figures."""
    plots = re.findall(r"<svg.+?</svg>", page_of(report), re.DOTALL)
    assert len(plots) >= 4
    for plot in plots:
        drawn = ET.fromstring(plot)  # noqa: S314 - our own page
        assert drawn.get("aria-label")
        assert len(drawn.findall(".//title")) >= 2


def test_names_and_texts_are_text() -> None:
    """A model's name or a memory is never markup."""
    page = page_of(extraction())
    assert "<b>small" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "我住在佛山" in page
    assert "问&lt;i&gt;题" in page_of(recall())


def test_the_heat_map_has_a_cell_for_every_sample_and_run() -> None:
    """52 samples by one run of the rules and two of the model, in pieces; letters carry what colours do."""
    page = page_of(extraction())
    cells = re.findall(r'class="cell (\w+)"', page)
    assert len(cells) == 2 * MAP_ROWS * 3
    assert {"fine", "missed", "wrong"} <= set(cells)
    assert page.count('class="mark"') == len(cells)


def test_bars_carry_their_share_and_interval() -> None:
    """The figure is written, not only drawn."""
    page = page_of(extraction())
    assert "9 of 52" in page
    assert re.search(r"rules: 17\.3% \[9\.4%, 29\.7%\]", page)
