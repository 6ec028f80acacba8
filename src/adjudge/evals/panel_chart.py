"""A picture of a panel as one SVG: how far the jurors err together, and what each panel is worth for its calls.

The figures of `panel.worth` in, text out. Colours are never the only sign: every cell has its number.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

_CELL, _TOP, _LABELS = 58, 56, 96
_PLOT_W, _PLOT_H = 360, 260
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
    title = "A panel of jurors: correlation of errors, and accuracy against calls"
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
    """Every panel as a point."""
    panels = found["panels"]
    most = max(1.0, *(row["calls"] for row in panels))
    values = [row["accuracy"] for row in panels]
    low, high = min(values), max(values)
    low, high = (low - 0.02, high + 0.02) if high > low else (low - 0.1, high + 0.1)

    def place(row: Mapping[str, Any]) -> tuple[float, float]:
        return margin + _PLOT_W * row["calls"] / most, _TOP + _PLOT_H * (high - row["accuracy"]) / (high - low)

    parts = [_text(margin, 18, "Accuracy of each panel's plain vote against its calls", "head")]
    for step in range(5):
        y = _TOP + _PLOT_H * step / 4
        parts.append(f'<path class="grid" d="M{margin} {y:.1f}h{_PLOT_W}"/>')
        parts.append(_text(margin - 6, y + 4, f"{high - (high - low) * step / 4:.1%}", "end"))
    parts += [
        _text(margin + _PLOT_W * calls / most, _TOP + _PLOT_H + 18, str(calls), "middle")
        for calls in range(int(most) + 1)
    ]
    parts.append(_text(margin + _PLOT_W / 2, _TOP + _PLOT_H + 38, "votes asked for a case", "middle"))
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
