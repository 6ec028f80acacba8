"""Two plots as SVG, readable on paper: the reliability diagram and the risk-coverage curve. Points in, text out."""

from collections.abc import Sequence
from html import escape

from adjudge.plurals import count_of

_SIZE, _LEFT, _TOP = 300, 62, 14
_STEPS = (0.01, 0.02, 0.04, 0.05, 0.1, 0.2)
"""Between the lines of an axis: round numbers only."""
_FEW = 12
_STYLE = """
text { font: 12px system-ui, "Helvetica Neue", Arial, sans-serif; fill: #1d2430 }
.grid { stroke: #dde1e7; fill: none } .axis { stroke: #1d2430; fill: none }
.ideal { stroke: #6b7482; stroke-dasharray: 5 4 }
.line { stroke: #1f5a94; stroke-width: 2; fill: none } .dot { fill: #1f5a94; stroke: #fff }
.bar { fill: #c9daec; stroke: #1f5a94 } .end { text-anchor: end } .middle { text-anchor: middle }
"""


def reliability(bins: Sequence[tuple[float, float, int]]) -> str:
    """(said, right, count) for each bin: how often verdicts of that confidence were right."""
    most = max((count for _, _, count in bins), default=1)
    parts = [*_frame("confidence that was given", "share that was right"), _path([(0, 0), (1, 1)], "ideal")]
    for confidence, right, count in bins:
        x, y = _at(confidence, right)
        radius = 3 + 7 * (count / most) ** 0.5
        title = f"<title>{count_of(count, 'case')}</title>"
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}">{title}</circle>')
    parts.append(_path([(confidence, right) for confidence, right, _ in bins], "line"))
    return _svg("Reliability diagram: the nearer to the dashed line, the better", parts)


def risk_coverage(points: Sequence[tuple[float, float]]) -> str:
    """(coverage, error) from the surest cases to all of them."""
    most = max((error for _, error in points), default=1.0)
    top = 5 * next(step for step in _STEPS if 5 * step >= most)
    parts = [*_frame("share of cases answered", "share of these that is wrong", top=top)]
    placed = [(covered, error / top) for covered, error in points]
    parts.append(_path(placed, "line"))
    # One point makes no line, and few are easier to see.
    for x, y in (_at(*point) for point in (placed if len(placed) <= _FEW else placed[-1:])):
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>')
    return _svg("Risk-coverage curve: the error that remains when the least certain cases are left out", parts)


def _frame(across: str, up: str, *, top: float = 1.0) -> list[str]:
    parts = []
    for step in range(6):
        share = step / 5
        x, y = _at(share, share)
        parts.append(f'<path class="grid" d="M{_LEFT} {y:.1f}h{_SIZE}M{x:.1f} {_TOP}v{_SIZE}"/>')
        parts.append(_text(_LEFT - 6, y + 4, f"{share * top:.0%}", "end"))
        parts.append(_text(x, _TOP + _SIZE + 16, f"{share:.0%}", "middle"))
    parts.append(f'<path class="axis" d="M{_LEFT} {_TOP}v{_SIZE}h{_SIZE}"/>')
    parts.append(_text(_LEFT + _SIZE / 2, _TOP + _SIZE + 34, across, "middle"))
    parts.append(f'<g transform="translate(11 {_TOP + _SIZE / 2}) rotate(-90)">{_text(0, 0, up, "middle")}</g>')
    return parts


def _at(x: float, y: float) -> tuple[float, float]:
    return _LEFT + x * _SIZE, _TOP + (1 - y) * _SIZE


def _path(points: Sequence[tuple[float, float]], kind: str) -> str:
    if not points:
        return ""
    placed = " ".join(f"{x:.1f},{y:.1f}" for x, y in (_at(*point) for point in points))
    return f'<polyline class="{kind}" points="{placed}" fill="none"/>'


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def _svg(title: str, parts: Sequence[str]) -> str:
    width, height = _LEFT + _SIZE + 20, _TOP + _SIZE + 44
    body = "\n".join(part for part in parts if part)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>\n{body}\n</svg>"
    )
