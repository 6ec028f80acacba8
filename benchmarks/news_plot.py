"""Query time against the number of records, both on logarithmic axes, as an SVG of our own: docs/img/news-index.svg."""

from collections.abc import Sequence
from math import log10
from pathlib import Path

PICTURE = Path(__file__).parents[1] / "docs" / "img" / "news-index.svg"
_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 560, 340, 70, 50
_SERIES = {"ranked": "#1b6e3c", "substring": "#b3372f", "bm25s": "#37589b"}
_NAMES = {"ranked": "Adjudge, ranked", "substring": "substring scan", "bm25s": "bm25s, in memory"}


def draw(points: Sequence[dict[str, float]]) -> None:
    """Write the picture; fewer than two sizes make none."""
    if len(points) < 2:
        return
    values = [point[name] for point in points for name in _SERIES if point[name] > 0]
    low, high = 10 ** int(log10(min(values)) - 1), 10 ** int(log10(max(values)) + 1)
    first, last = points[0]["records"], points[-1]["records"]

    def x(records: float) -> float:
        return _LEFT + (log10(records) - log10(first)) / (log10(last) - log10(first)) * (_WIDTH - _LEFT - 130)

    def y(ms: float) -> float:
        return _HEIGHT - _BOTTOM - (log10(ms) - log10(low)) / (log10(high) - log10(low)) * (_HEIGHT - _BOTTOM - 30)

    head = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="12"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {head}>']
    parts.append(f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>')
    tick = low
    while tick <= high * 1.01:
        parts.append(f'<line x1="{_LEFT}" x2="{_WIDTH - 130}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:g} ms</text>')
        tick *= 10
    for point in points:
        place = f'x="{x(point["records"]):.1f}" y="{_HEIGHT - _BOTTOM + 18}"'
        parts.append(f'<text {place} text-anchor="middle">{point["records"]:,.0f}</text>')
    parts.append(f'<text x="{(_WIDTH - 60) / 2}" y="{_HEIGHT - 10}" text-anchor="middle">records</text>')
    for name, colour in _SERIES.items():
        shown = [(x(point["records"]), y(point[name])) for point in points if point[name] > 0]
        if not shown:
            continue
        line = " ".join(f"{a:.1f},{b:.1f}" for a, b in shown)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in shown]
        parts.append(
            f'<text x="{shown[-1][0] + 8:.1f}" y="{shown[-1][1] + 4:.1f}" fill="{colour}">{_NAMES[name]}</text>'
        )
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text("\n".join([*parts, "</svg>", ""]))
