"""Flowcharts of the pages as inline SVG, so that the site needs no script from another host.

In: the text of a `mermaid` block, of the few forms that the pages use: `A[box]`, `A([round])`, `A{choice}`, `A --> B`,
`A -->|label| B`, `A -.-> B`. Out: SVG that follows the colours of the page. On GitHub the same blocks are drawn by
Mermaid itself. Anything else in a block is an error, so that a diagram is never drawn wrongly.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise

LETTER, LINE, PAD, GAP, FLOOR = 7.2, 18, 14, 26, 20
MOST_LETTERS = 24
SWEEPS = 12
_NODE = re.compile(r"\s*(\w+)(\(\[(.*?)\]\)|\[(.*?)\]|\{(.*?)\})?")
_ARROW = re.compile(r"\s*(-->|-\.->)(?:\|(.*?)\|)?")


@dataclass
class Node:
    """A box, or a bend of a long edge (`lines` is then empty, or holds the edge's label)."""

    lines: list[str]
    shape: str = "box"
    rank: int = 0
    x: float = 0.0

    @property
    def width(self) -> float:
        """The width in pixels."""
        return max((len(line) for line in self.lines), default=0) * LETTER + (2 * PAD if self.shape != "bend" else 8)

    @property
    def height(self) -> float:
        """The height in pixels."""
        return max(1, len(self.lines)) * LINE + (PAD if self.shape != "bend" else 0)


@dataclass
class Chart:
    """Nodes by name, and edges as (from, to, label, whether dashed)."""

    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[tuple[str, str, str, bool]] = field(default_factory=list)


def parse(text: str) -> Chart:
    """Read a flowchart."""
    chart = Chart()
    for line in filter(None, map(str.strip, text.splitlines()[1:])):
        name, at = _node(chart, line, 0)
        while at < len(line):
            arrow = _ARROW.match(line, at)
            if arrow is None:
                raise ValueError(f"not a flowchart line: {line!r}")
            target, at = _node(chart, line, arrow.end())
            chart.edges.append((name, target, arrow[2] or "", arrow[1] != "-->"))
            name = target
    return chart


def _node(chart: Chart, line: str, at: int) -> tuple[str, int]:
    found = _NODE.match(line, at)
    if found is None:
        raise ValueError(f"not a flowchart line: {line!r}")
    name, text = found[1], found[3] or found[4] or found[5]
    if text:
        shape = "round" if found[3] else "choice" if found[5] else "box"
        chart.nodes[name] = Node(_wrapped(text), shape)
    else:
        chart.nodes.setdefault(name, Node([name]))
    return name, found.end()


def _wrapped(text: str) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > MOST_LETTERS:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def svg(text: str) -> str:
    """Return a flowchart as SVG, from top to bottom."""
    chart = parse(text)
    _rank(chart)
    paths = _bend(chart)
    rows = _ordered(chart, paths)
    bands = _place(chart, rows, paths)
    left = min(node.x - node.width / 2 for node in chart.nodes.values()) - 4
    right = max(node.x + node.width / 2 for node in chart.nodes.values()) + 4
    height = sum(bands[-1]) + 4
    drawn = [_edge(chart, bands, path, dashed) for path, dashed in paths]
    drawn += [_box(node, bands[node.rank][0]) for node in chart.nodes.values()]
    return (
        f'<div class="diagram"><svg role="img" viewBox="{left:.0f} 0 {right - left:.0f} {height:.0f}" '
        f'style="max-width:{right - left:.0f}px;width:100%" font-size="13" fill="none" stroke="currentColor">'
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="currentColor" stroke="none"/></marker></defs>' + "".join(drawn) + "</svg></div>"
    )


def _rank(chart: Chart) -> None:
    """Put each node below all that lead to it. Ranks are even: labels of edges take the odd ones."""
    for _ in chart.nodes:
        for start, end, _, _ in chart.edges:
            chart.nodes[end].rank = max(chart.nodes[end].rank, chart.nodes[start].rank + 2)


def _bend(chart: Chart) -> list[tuple[list[str], bool]]:
    """Cut edges into steps of one rank; the first bend holds the label."""
    paths = []
    for number, (start, end, label, dashed) in enumerate(chart.edges):
        path = [start]
        for rank in range(chart.nodes[start].rank + 1, chart.nodes[end].rank):
            name = f"{number}/{rank}"
            chart.nodes[name] = Node(_wrapped(label) if label and len(path) == 1 else [], "bend", rank)
            path.append(name)
        paths.append(([*path, end], dashed))
    return paths


def _neighbours(paths: list[tuple[list[str], bool]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for path, _ in paths:
        for one, other in pairwise(path):
            found[one].append(other)
            found[other].append(one)
    return found


def _ordered(chart: Chart, paths: list[tuple[list[str], bool]]) -> list[list[str]]:
    """Order the nodes of each rank by where their neighbours are, a few times down and up."""
    near = _neighbours(paths)
    rows: list[list[str]] = [[] for _ in range(1 + max(node.rank for node in chart.nodes.values()))]
    for name, node in chart.nodes.items():
        rows[node.rank].append(name)
    for sweep in range(SWEEPS):
        places = {name: at / len(row) for row in rows for at, name in enumerate(row)}
        step = 1 if sweep % 2 else -1
        for rank in range(len(rows))[::-step]:

            def middle(name: str, rank: int = rank, step: int = step, places: dict[str, float] = places) -> float:
                seen = [places[one] for one in near[name] if chart.nodes[one].rank == rank + step]
                return sum(seen) / len(seen) if seen else places[name]

            rows[rank].sort(key=middle)
            places |= {name: at / len(rows[rank]) for at, name in enumerate(rows[rank])}
    return rows


def _place(chart: Chart, rows: list[list[str]], paths: list[tuple[list[str], bool]]) -> list[tuple[float, float]]:
    """Give each node its place from left to right, and return the top and height of each rank."""
    near = _neighbours(paths)
    for row in rows:
        _spread(chart, row, [0.0] * len(row))
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 else rows[::-1]:
            wanted = [sum(chart.nodes[one].x for one in near[name]) / len(near[name]) for name in row]
            _spread(chart, row, wanted)
    bands, top = [], 4.0
    for row in rows:
        tall = max((chart.nodes[name].height for name in row if chart.nodes[name].lines), default=0.0)
        bands.append((top, tall))
        top += tall + FLOOR
    return bands


def _spread(chart: Chart, row: list[str], wanted: list[float]) -> None:
    """Put the nodes of a row as near to the wanted places as their order and widths allow."""
    nodes = [chart.nodes[name] for name in row]
    for _ in range(2):
        edge = float("-inf")
        for node, place in zip(nodes, wanted, strict=True):
            node.x = max(place, edge + node.width / 2)
            edge = node.x + node.width / 2 + GAP
        # What was pushed to the right is moved back by half of the mean push.
        push = sum(node.x - place for node, place in zip(nodes, wanted, strict=True)) / len(nodes)
        wanted = [place - push for place in wanted]


def _edge(chart: Chart, bands: list[tuple[float, float]], path: list[str], dashed: bool) -> str:
    points: list[tuple[float, float]] = []
    for at, name in enumerate(path):
        node = chart.nodes[name]
        top, tall = bands[node.rank]
        if at:
            points.append((node.x, top))
        if at < len(path) - 1:
            # A bend passes the whole band, so that it runs beside the boxes and not behind them.
            points.append((node.x, top + (node.height if node.lines else tall)))
    line = f"M{points[0][0]:.0f} {points[0][1]:.0f}"
    for (x, y), (to_x, to_y) in pairwise(points):
        half = (y + to_y) / 2
        line += f"C{x:.0f} {half:.0f} {to_x:.0f} {half:.0f} {to_x:.0f} {to_y:.0f}"
    dash = ' stroke-dasharray="5 4"' if dashed else ""
    return f'<path d="{line}" opacity=".55" marker-end="url(#tip)"{dash}/>'


def _box(node: Node, top: float) -> str:
    if node.shape == "bend" and not node.lines:
        return ""
    left, width, height = node.x - node.width / 2, node.width, node.height
    round_by = {"box": 3, "round": height / 2, "choice": 10, "bend": 0}[node.shape]
    fill = "var(--md-default-bg-color,#fff)"
    line = ' stroke="none"' if node.shape == "bend" else ' stroke-width="2"' if node.shape == "choice" else ""
    frame = (
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{height:.0f}" rx="{round_by:.0f}" '
        f'fill="{fill}"{line}/>'
    )
    start = top + (height - len(node.lines) * LINE) / 2 + LINE * 0.72
    style = ' font-style="italic" opacity=".8"' if node.shape == "bend" else ""
    words = "".join(
        f'<text x="{node.x:.0f}" y="{start + at * LINE:.0f}" text-anchor="middle" fill="currentColor" stroke="none"'
        f"{style}>{escape(text)}</text>"
        for at, text in enumerate(node.lines)
    )
    return frame + words
