"""The table and the picture of docs/scale.md, from results/scale.json: `python -m benchmarks.scale_page`."""

import json
from collections.abc import Sequence
from pathlib import Path

from benchmarks import sources
from benchmarks.scale import RESULTS, SOURCES, Way

PAGE = Path(__file__).parents[1] / "docs" / "scale.md"
PICTURE = Path(__file__).parents[1] / "docs" / "img" / "scale.svg"
_BEGIN, _END = "<!-- scale -->", "<!-- /scale -->"
_WIDTH, _ROW, _LEFT, _BAR = 760, 30, 270, 380


def table(ways: Sequence[Way], machine: str) -> str:
    """One row for each way, with its share of what one process reaches on the same pairs."""
    columns = (
        "pairs",
        "how",
        "seconds",
        "core seconds",
        "pairs per core second",
        "against one",
        "peak MB",
        "same bytes",
    )
    lines = [f"| {' | '.join(columns)} |", "|" + "---|" * len(columns)]
    for way in ways:
        share = _single(ways, way).processor_s / way.processor_s
        cells = (
            _pairs(way),
            way.name,
            f"{way.seconds:,.0f}",
            f"{way.processor_s:,.0f}",
            f"{way.pairs / way.processor_s:.1f}",
            f"{share:.2f}",
            f"{way.peak_mb:,}",
            "yes" if way.same_bytes else "no",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, "", f"<sub>{machine}</sub>"])


def picture(ways: Sequence[Way]) -> str:
    """Core seconds for a thousand pairs, as bars."""
    each = [1000 * way.processor_s / way.pairs for way in ways]
    most = max(each)
    bars = []
    for number, (way, cost) in enumerate(zip(ways, each, strict=True)):
        y = 50 + number * _ROW
        wide = _BAR * cost / most
        bars.append(
            f'<text class="end" x="{_LEFT - 10}" y="{y + 15}">{way.name}, {_pairs(way)} pairs</text>'
            f'<rect class="{"ray" if way.name.startswith("Ray") else "own"}" x="{_LEFT}" y="{y}" width="{wide:.1f}" '
            f'height="20"/><text x="{_LEFT + wide + 8:.1f}" y="{y + 15}">{cost:.1f}</text>'
        )
    return _SVG.format(width=_WIDTH, height=60 + len(ways) * _ROW, bars="\n".join(bars))


def _single(ways: Sequence[Way], other: Way) -> Way:
    return next(
        way for way in ways if way.name == "one process" and (way.pairs, way.repeated) == (other.pairs, other.repeated)
    )


def _pairs(way: Way) -> str:
    return f"{way.pairs:,}{' repeated' if way.repeated else ''}"


_SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"
 aria-label="Core seconds for a thousand pairs, by how they were run">
<style>
text {{ font: 13px system-ui, "Helvetica Neue", Arial, sans-serif; fill: #1d2430 }}
text.title {{ font-size: 16px; font-weight: 600 }} text.end {{ text-anchor: end }}
.own {{ fill: #a33b00 }} .ray {{ fill: #2b5c8a }}
</style>
<rect width="{width}" height="{height}" fill="#fff"/>
<text class="title" x="20" y="28">Core seconds for a thousand pairs</text>
{bars}
</svg>
"""


def main() -> None:
    found = json.loads(RESULTS.read_text())
    ways = [Way(**way) for way in found["ways"]]
    before, rest = PAGE.read_text().split(_BEGIN)
    after = rest.split(_END)[1]
    claims = found.get("sources") and sources.report((200, found["sizes"][SOURCES], 1), found["sources"])
    lines = [table(ways, found["machine"]), *(["", f"```text\n{claims}\n```"] if claims else [])]
    PAGE.write_text("\n".join([f"{before}{_BEGIN}", *lines, f"{_END}{after}"]))
    PICTURE.write_text(picture(ways))


if __name__ == "__main__":
    main()
