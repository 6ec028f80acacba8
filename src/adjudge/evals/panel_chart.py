"""A picture of a panel as one SVG: how far the jurors err together, and what each panel is worth for its cost.

The figures of `panel.worth` in, text out. Colours are never the only sign: every cell has its number.
"""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor
from typing import Any

_CELL, _TOP, _LABELS = 58, 56, 96
_PLOT_W, _PLOT_H = 360, 260
_MOST_LINES = 8
_STYLE = """
text { font: 12px system-ui, "Helvetica Neue", Arial, sans-serif; fill: #1d2430 }
.head { font-weight: 600; font-size: 13px } .end { text-anchor: end } .middle { text-anchor: middle }
.grid { stroke: #dde1e7 } .dot { fill: #9db9d6; stroke: #1f5a94 } .whole { fill: #b3471d; stroke: #fff }
.best { fill: #1f5a94; stroke: #fff }
"""


def panel_picture(found: Mapping[str, Any]) -> str:
    """The heat map on the left, value against cost on the right."""
    names = list(found["jurors"])
    margin = _LABELS + _CELL * len(names) + 70
    width, height = margin + _PLOT_W + 30, max(_TOP + _CELL * len(names) + 40, _TOP + _PLOT_H + 60)
    parts = [*_heat(names, found["independence"]["error_correlation"]), *_plot(found, margin)]
    title = "A panel of jurors: correlation of errors, and accuracy against cost"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">'
        f"<title>{title}</title><style>{_STYLE}</style>"
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _heat(names: Sequence[str], pairs: Mapping[str, float | None]) -> list[str]:
    parts = [_text(8, 18, "Correlation of errors", "head")]
    for row, one in enumerate(names):
        parts.append(_text(_LABELS - 8, _TOP + _CELL * row + _CELL / 2 + 4, one, "end"))
        parts.append(_text(_LABELS + _CELL * row + _CELL / 2, _TOP - 8, one[:9], "middle"))
        for column, other in enumerate(names):
            same = row == column
            value = 1.0 if same else pairs.get(f"{one} and {other}", pairs.get(f"{other} and {one}"))
            parts += _cell(_LABELS + _CELL * column, _TOP + _CELL * row, value, same=same)
    return parts


def _cell(x: float, y: float, value: float | None, *, same: bool) -> list[str]:
    shown = "–" if value is None or same else f"{value:.2f}"
    depth = 0.0 if value is None or same else min(1.0, abs(value))
    # Blue errs apart, orange errs together.
    colour = "#b3471d" if (value or 0.0) > 0 else "#1f5a94"
    return [
        f'<rect x="{x}" y="{y}" width="{_CELL - 2}" height="{_CELL - 2}" fill="{colour}" '
        f'fill-opacity="{0.06 + 0.5 * depth:.2f}"/>',
        _text(x + _CELL / 2 - 1, y + _CELL / 2 + 4, shown, "middle"),
    ]


def _plot(found: Mapping[str, Any], margin: float) -> list[str]:
    """Every panel as a point: against its cost where calls cost money, else against its calls."""
    panels = found["panels"]
    paid = all(row["cost_usd"] is not None for row in panels) and any(row["cost_usd"] for row in panels)
    spent = "cost_usd" if paid else "calls"
    most = max(row[spent] for row in panels) or 1.0
    values = [row["accuracy"] for row in panels]
    # In steps of five points; of ten, where there are many.
    low, high = floor(min(values) * 20), ceil(max(values) * 20)
    low, high = (low, high) if high > low else (low - 1, high + 1)
    step = 1 if high - low <= _MOST_LINES else 2

    def place(row: Mapping[str, Any]) -> tuple[float, float]:
        return margin + _PLOT_W * row[spent] / most, _TOP + _PLOT_H * (high - 20 * row["accuracy"]) / (high - low)

    against = "cost" if paid else "calls"
    parts = [_text(margin, 18, f"Accuracy of each panel's plain vote against its {against}", "head")]
    for line in range(high, low - 1, -step):
        y = _TOP + _PLOT_H * (high - line) / (high - low)
        parts.append(f'<path class="grid" d="M{margin} {y:.1f}h{_PLOT_W}"/>')
        parts.append(_text(margin - 6, y + 4, f"{line / 20:.0%}", "end"))
    ticks = [most * share / 4 for share in range(5)] if paid else range(int(most) + 1)
    parts += [
        _text(margin + _PLOT_W * tick / most, _TOP + _PLOT_H + 18, f"{tick:.2g}" if paid else str(tick), "middle")
        for tick in ticks
    ]
    axis = "US dollars for the votes of a case" if paid else "votes asked for a case"
    parts.append(_text(margin + _PLOT_W / 2, _TOP + _PLOT_H + 38, axis, "middle"))
    chosen = (found["smaller"] or {}).get("jurors")
    for row in panels:
        kind = "whole" if len(row["jurors"]) == len(found["jurors"]) else "best" if row["jurors"] == chosen else "dot"
        x, y = place(row)
        label = escape(f"{', '.join(row['jurors'])}: {row['accuracy']:.1%}")
        parts.append(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="5"><title>{label}</title></circle>')
        if kind != "dot":
            label = "the whole panel" if kind == "whole" else "best smaller"
            parts.append(_text(x - 8, y - 9, label, "end"))
    return parts


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'
