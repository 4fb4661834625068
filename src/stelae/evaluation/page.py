"""An evaluation as one HTML page: style, tables and plots inside, no script, nothing fetched. Light and dark."""

from collections.abc import Iterable
from html import escape
from importlib.resources import files
from typing import assert_never

from stelae.evaluation.counting import ExtractionReport
from stelae.evaluation.extraction_page import extraction_sections
from stelae.evaluation.recall_page import recall_sections
from stelae.evaluation.recalling import RecallReport


def page_of(report: ExtractionReport | RecallReport) -> str:
    """Return the page of a report."""
    match report.kind:
        case "extract":
            return _page("Extraction", _facts(report), extraction_sections(report))
        case "recall":
            return _page("Recall", _facts(report), recall_sections(report))
        case _:
            assert_never(report.kind)


def _page(title: str, facts: str, sections: Iterable[str]) -> str:
    style = (files("stelae.evaluation") / "page.css").read_text(encoding="utf-8")
    inside = "\n".join(sections)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>Stelae evaluation: {title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>{title}</h1>\n<p class="facts">{facts}</p>\n{inside}\n</main>\n</body>\n</html>\n'
    )


def _facts(report: ExtractionReport | RecallReport) -> str:
    return escape(
        f"Stelae {report.version}. Samples: {report.samples}, sha256 {report.sha256[:16]}."
        f" Runs: {report.runs}. Intervals are 95%."
    )
