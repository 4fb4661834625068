"""Plots as inline SVG, drawn from values: bars with intervals, a heat map, a histogram. No library, no script, no network.

Colours are classes that the page's style sheet gives for light and dark; every mark has a `<title>`, and no meaning is
carried by colour alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

LABEL, PLOT, VALUE = 158, 204, 138
"""Widths of a bar chart's three columns, in SVG units."""
ROW, BAR = 30, 16
"""Heights of a row and of the bar in it."""
CELL = 15
"""Side of a heat map's cell."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: a share from 0 to 1 with its interval."""

    label: str
    value: float
    low: float
    high: float
    note: str = ""
    """Shown behind the bar."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a heat map."""

    style: str
    """A class of the style sheet."""
    mark: str
    """A letter in it, so that the colour is not alone."""
    title: str


def bars(bars_: Sequence[Bar], *, style: str, name: str) -> str:
    """Draw horizontal bars on one scale, each with its interval as a line.

    Args:
        bars_: top to bottom.
        style: class of the bars.
        name: what is shown, for people who hear the page.
    """
    top = _nice(max((bar.high for bar in bars_), default=1.0))
    height = ROW * len(bars_) + 24
    drawn = [_grid(top, height), *(_bar(bar, i, top, style) for i, bar in enumerate(bars_))]
    return _svg(LABEL + PLOT + VALUE, height, name, drawn)


def heat_map(
    rows: Sequence[tuple[str, Sequence[Cell]]], columns: Sequence[str], *, name: str
) -> str:
    """Draw one row a sample and one column a run.

    Args:
        rows: label and cells, one a column.
        columns: what stands over them; equal neighbours share one heading.
        name: what is shown, for people who hear the page.
    """
    head = 16 + 6 * max(map(len, (_cut(name, 26) for name in columns)), default=0)
    width = LABEL + (CELL + 2) * len(columns) + 8
    drawn = [_heading(columns, head)]
    for number, (label, cells) in enumerate(rows):
        y = head + number * (CELL + 2)
        drawn.append(_text(LABEL - 8, y + CELL - 4, label, "label small end"))
        drawn += [_cell(cell, LABEL + i * (CELL + 2), y) for i, cell in enumerate(cells)]
    return _svg(width, head + len(rows) * (CELL + 2) + 8, name, drawn)


def histogram(values: Sequence[float], *, unit: str, name: str, bins: int = 24) -> str:
    """Draw how often which value occurs, from the least to the greatest."""
    low, high = min(values), max(values)
    step = (high - low) / bins or 1.0
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, int((value - low) / step))] += 1
    wide, tall = 20, 120
    drawn: list[str] = []
    for i, count in enumerate(counts):
        h = tall * count / max(counts)
        title = f"{low + i * step:.1f} to {low + (i + 1) * step:.1f} {unit}: {count}"
        drawn.append(_rect(8 + i * wide, 8 + tall - h, wide - 2, h, "plain", title))
    drawn.append(_text(8, tall + 26, f"{low:.1f} {unit}", "label small"))
    drawn.append(_text(8 + bins * wide, tall + 26, f"{high:.1f} {unit}", "label small end"))
    return _svg(bins * wide + 16, tall + 34, name, drawn)


def _bar(bar: Bar, number: int, top: float, style: str) -> str:
    y = number * ROW + (ROW - BAR) / 2
    middle = y + BAR / 2
    scale = PLOT / top
    width = max(1.5, bar.value * scale)
    title = f"{bar.label}: {bar.value:.1%} [{bar.low:.1%}, {bar.high:.1%}] {bar.note}"
    low, high = LABEL + bar.low * scale, LABEL + bar.high * scale
    return "".join(
        [
            _text(LABEL - 10, middle + 4, bar.label, "label end"),
            _rect(LABEL, y, width, BAR, style, title),
            f'<path class="whisker" d="M{low:.1f} {middle:.1f}H{high:.1f}'
            f'M{low:.1f} {middle - 4:.1f}v8M{high:.1f} {middle - 4:.1f}v8"/>',
            _text(LABEL + PLOT + 12, middle + 4, f"{bar.value:.1%}", "value"),
            _text(LABEL + PLOT + 64, middle + 4, bar.note, "label small"),
        ]
    )


def _grid(top: float, height: float) -> str:
    drawn: list[str] = []
    for part in range(5):
        x = LABEL + PLOT * part / 4
        drawn.append(f'<path class="grid" d="M{x:.1f} 0V{height - 20}"/>')
        drawn.append(_text(x, height - 6, f"{top * part / 4:.0%}", "label small middle"))
    return "".join(drawn)


def _heading(columns: Sequence[str], head: int) -> str:
    """Write each name once over its columns, upright so that none covers another."""
    drawn: list[str] = []
    start = 0
    for i in range(1, len(columns) + 1):
        if i == len(columns) or columns[i] != columns[start]:
            x = LABEL + (start + i) / 2 * (CELL + 2) + 3
            drawn.append(
                f'<text class="label small" transform="translate({x:.1f} {head - 8}) rotate(-90)">'
                f"{escape(_cut(columns[start], 26))}</text>"
            )
            start = i
    return "".join(drawn)


def _cell(cell: Cell, x: float, y: float) -> str:
    return (
        f'<g><title>{escape(cell.title)}</title><rect class="cell {cell.style}" x="{x:.1f}" y="{y:.1f}"'
        f' width="{CELL}" height="{CELL}" rx="3"/><text class="mark" x="{x + CELL / 2:.1f}"'
        f' y="{y + CELL - 4:.1f}">{escape(cell.mark)}</text></g>'
    )


def _rect(x: float, y: float, width: float, height: float, style: str, title: str) -> str:
    return (
        f'<rect class="{style}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="2">'
        f"<title>{escape(title)}</title></rect>"
    )


def _text(x: float, y: float, text: str, style: str) -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{escape(_cut(text, 26))}</text>'


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _svg(width: float, height: float, name: str, drawn: Sequence[str]) -> str:
    inside = "\n".join(drawn)
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" role="img"'
        f' aria-label="{escape(name)}">\n{inside}\n</svg>'
    )


def _nice(top: float) -> float:
    """The end of the scale: the next of a few round numbers."""
    return next((end for end in (0.04, 0.1, 0.2, 0.4, 0.6, 0.8) if top <= end), 1.0)
