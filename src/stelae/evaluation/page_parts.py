"""Building blocks of a page: sections, tables, legends, long heat maps. HTML in, HTML out; it knows no report."""

from collections.abc import Iterable, Sequence
from html import escape

from stelae.evaluation.counting import Share
from stelae.evaluation.plots import Cell, heat_map

MAP_ROWS = 26
"""Rows of one piece of a heat map."""


def section(title: str, note: str, body: str) -> str:
    """Return a panel with a heading and a sentence on how to read it."""
    return f'<section>\n<h2>{title}</h2>\n<p class="note">{note}</p>\n{body}\n</section>'


def pair(*sections: str) -> str:
    """Return panels side by side where there is room."""
    return f'<div class="pair">\n{"".join(sections)}\n</div>'


def maps(rows: Sequence[tuple[str, Sequence[Cell]]], columns: Sequence[str], name: str) -> str:
    """Draw a long heat map in pieces that stand side by side where there is room."""
    pieces = [rows[start : start + MAP_ROWS] for start in range(0, len(rows), MAP_ROWS)]
    drawn = "".join(heat_map(piece, columns, name=name) for piece in pieces)
    return f'<div class="maps">\n{drawn}\n</div>'


def legend(entries: Iterable[tuple[str, str]]) -> str:
    """Return what the classes of cells mean."""
    inside = "".join(
        f'<span><i class="{style}"></i>{escape(name)}</span>' for style, name in entries
    )
    return f'<p class="legend">{inside}</p>\n'


def table(head: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    """Lay out cells, which are HTML already."""
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    rows = "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in body)
    return f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"


def listed(notes: Sequence[str]) -> str:
    """Return texts as a list."""
    return (
        '<ul class="notes">\n' + "\n".join(f"<li>{escape(note)}</li>" for note in notes) + "\n</ul>"
    )


def shown_share(one: Share) -> str:
    """Return a share with its interval."""
    return f"{one.mean:.1%} <small>[{one.low:.1%}, {one.high:.1%}]</small>"
