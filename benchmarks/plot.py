"""Speed and accuracy together: what was measured and what is published, as a table and as an SVG plot.

In: results/encoders-measured.json and, once it is there, results/accuracy.json with our own balanced accuracies (as
`training/accuracy.py` writes them). Out: docs/img/speed-accuracy.svg. `python -m benchmarks.plot` draws it
again without measuring. No accuracy is guessed: what is not published or measured gets no height.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from pathlib import Path
from typing import NamedTuple

from benchmarks.table import Table

RESULTS = Path(__file__).parent / "results"
PICTURE = Path(__file__).parents[1] / "docs" / "img" / "speed-accuracy.svg"
OURS = "Adjudge (MPNet cut down, 4 bits)"


@dataclass(frozen=True)
class Measured:
    """One encoder's speed and size; speeds are pairs a second."""

    name: str
    parameters: int
    memory_mb: float
    clock: float
    """By the clock, all threads."""
    core: float
    """Of one core, by processor time: steadier where other work shares the machine. One pair at a time."""
    batched: float
    """The same in small batches."""

    @property
    def best(self) -> float:
        """Of one core, as it is best run: ours one pair at a time, since its answers depend on the batch."""
        return self.core if self.name == OURS else max(self.core, self.batched)


class System(NamedTuple):
    """A published system, its mean balanced accuracy, and on which benchmark."""

    name: str
    accuracy: float
    benchmark: str


# Means of the eleven sets in src/app/data.tsx of github.com/llm-aggrefact/llm-aggrefact.github.io (commit eb6e2ff).
_AGGREGATE = "LLM-AggreFact"
PUBLISHED = {
    "ALBERT-xlarge": [
        System("SummaC-ZS", 0.677, _AGGREGATE),
        System("SummaC-Conv", 0.610, _AGGREGATE),
        System("SummaC-Conv", 0.744, "SummaC"),
    ],
    "RoBERTa-large": [System("AlignScore", 0.705, _AGGREGATE), System("MiniCheck-RoBERTa", 0.735, _AGGREGATE)],
    "DeBERTa-v3-large": [System("MiniCheck-DeBERTa", 0.731, _AGGREGATE)],
}
_SOURCES = (
    "LLM-AggreFact is the mean of the eleven sets on its leaderboard, llm-aggrefact.github.io (Tang et al., EMNLP "
    "2024); SummaC is that of its own six sets, with a threshold chosen for each (Laban et al., TACL 2022)."
)


def table(found: Iterable[Measured], *, tokens: int, threads: int, batch: int) -> Table:
    """The measured figures beside the published figures of systems of that shape."""
    found = list(found)
    ours = next(one for one in found if one.name == OURS)
    rows = []
    for one in found:
        systems = [f"{name} {share:.1%} ({benchmark})" for name, share, benchmark in PUBLISHED.get(one.name, [])]
        speeds = [f"{one.clock:.3g}", f"{one.core:.3g}", f"{one.batched:.3g}", f"{ours.best / one.best:.3g}"]
        size = [f"{one.parameters / 1e6:.0f} M", f"{one.memory_mb:.0f} MB"]
        rows.append([one.name, *size, *speeds, "; ".join(systems) or "-"])
    return Table(
        "Beside encoders of the usual sizes",
        f"The same pairs of about {tokens} tokens in one run, {threads} threads, one core each. Random weights except "
        "ours (the time does not depend on them), fp32 where not said otherwise, fused graphs. Rounds take turns; "
        "processor time is the steadier figure where other work shares the cores, and the last ratio is made of it. "
        "Memory is that of a process with this model alone. Ours runs one pair at a time and computes the last layer "
        "for the first token only; the others count with the faster of one pair and a batch. DeBERTa's attention "
        "between contents and distances is computed in full, except that the projections of its table of distances are "
        "constants of the graph, since they do not depend on the input.\n\n"
        f"Published figures are mean balanced accuracies. {_SOURCES} Ours is measured on other sets, so the heights "
        "are not one scale; systems also differ in how many pairs they read for one document.\n\n"
        "![Published balanced accuracy against measured speed](img/speed-accuracy.svg)",
        [
            "encoder",
            "parameters",
            "memory",
            f"pairs a second, {threads} threads",
            "of one core, by processor time",
            f"the same in batches of {batch}",
            "times slower than ours",
            "published systems of that shape",
        ],
        rows,
    )


class Mark(NamedTuple):
    """A point of the plot: speed and accuracy."""

    speed: float
    accuracy: float
    label: str
    kind: str


def marks(found: Iterable[Measured], accuracy: dict[str, float]) -> list[Mark]:
    """All points with a known accuracy."""
    placed: list[Mark] = []
    for one in found:
        systems = [system for system in PUBLISHED.get(one.name, []) if system.benchmark == _AGGREGATE]
        placed.extend(Mark(one.best, each.accuracy, f"{each.name} ({one.name})", "theirs") for each in systems)
        if one.name == OURS and accuracy:
            placed.append(Mark(one.best, accuracy["mean"], "Adjudge", "ours"))
            placed.append(Mark(one.best, accuracy["frank"], "FRANK", "part"))
            placed.append(Mark(one.best, accuracy["summedits"], "SummEdits", "part"))
    return placed


_WIDTH, _HEIGHT = 760, 470
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 736, 58, 372
_THEIRS = "Circles: LLM-AggreFact, the mean of eleven sets as its leaderboard gives it (llm-aggrefact.github.io)."
_KNOWN = "Diamond: Adjudge's mean on FRANK and SummEdits, measured here. The sets differ: compare heights with care."
_UNKNOWN = "Dashed line: Adjudge's speed alone. Its accuracy is measured on other sets (FRANK, SummEdits)."
_SPEED = "Speed: pairs of about 45 tokens, measured in one run with encoders of that shape. 50 % is chance."


def draw(found: Iterable[Measured], accuracy: dict[str, float]) -> str:
    """The plot as SVG."""
    found = list(found)
    placed = marks(found, accuracy)
    low, high = 0.5, ceil(max(mark.accuracy for mark in placed) * 20 + 0.2) / 20
    ours = next(one.best for one in found if one.name == OURS)
    speeds = [ours, *(mark.speed for mark in placed)]
    first, last = log10(min(speeds)) - 0.35, log10(max(speeds)) + 0.42

    def at(speed: float, share: float) -> tuple[float, float]:
        x = _LEFT + (log10(speed) - first) / (last - first) * (_RIGHT - _LEFT)
        return x, _BOTTOM - (share - low) / (high - low) * (_BOTTOM - _TOP)

    notes = (_THEIRS, _KNOWN if accuracy else _UNKNOWN, _SPEED)
    parts = [_text(_LEFT, 26, "Published balanced accuracy against measured speed", "title")]
    for step in range(round(low * 20), round(high * 20) + 1):
        _, y = at(1, step / 20)
        parts.append(
            f'<path class="grid" d="M{_LEFT} {y:.1f}H{_RIGHT}"/>' + _text(_LEFT - 8, y + 4, f"{step * 5} %", "end")
        )
    for tick in _ticks(10**first, 10**last):
        x, _ = at(tick, low)
        parts.append(f'<path class="axis" d="M{x:.1f} {_BOTTOM}v5"/>' + _text(x, _BOTTOM + 20, f"{tick:g}", "middle"))
    parts.append(f'<path class="axis" d="M{_LEFT} {_BOTTOM}H{_RIGHT}"/>')
    parts.append(_text((_LEFT + _RIGHT) / 2, _BOTTOM + 40, "pairs a second of one core (logarithmic)", "middle"))
    parts.append(_text(_LEFT, _TOP - 12, "balanced accuracy", ""))
    parts.extend(_text(_LEFT, _BOTTOM + 62 + 15 * line, note, "note") for line, note in enumerate(notes))
    spots = [(mark, *at(mark.speed, mark.accuracy)) for mark in placed]
    heights = [y for mark, _, y in spots if mark.kind == "part"]
    x, _ = at(ours, low)
    if heights:
        parts.append(f'<path class="span" d="M{x:.1f} {min(heights):.1f}V{max(heights):.1f}"/>')
    else:
        parts.append(f'<path class="open" d="M{x:.1f} {_TOP}V{_BOTTOM}"/>')
        parts.append(
            _text(x - 8, _BOTTOM - 36, OURS, "end ours") + _text(x - 8, _BOTTOM - 19, "accuracy: see results", "end")
        )
    parts.extend(_spot(*spot) for spot in spots)
    parts.extend(_labels(spots))
    return _SVG.format(width=_WIDTH, height=_HEIGHT, content="\n".join(parts))


def _labels(spots: list[tuple[Mark, float, float]]) -> Iterator[str]:
    """Place each label beside its point where it covers nothing; on the right if there is no such place."""
    taken = [(x - 7, y - 7, x + 7, y + 7) for _, x, y in spots]
    for mark, x, y in spots:
        wide = 7.1 * len(mark.label)
        places = [(x + 11, y + 4), (x - 11 - wide, y + 4), (x + 7, y - 10), (x - 7 - wide, y - 10), (x - 5, y + 21)]
        boxes = [(left, base - 12, left + wide, base + 3) for left, base in places]
        free = (box for box in boxes if box[0] > _LEFT and box[2] < _RIGHT and not any(_meet(box, t) for t in taken))
        box = next(free, boxes[0])
        taken.append(box)
        yield _text(box[0], box[3] - 3, mark.label, mark.kind)


def _meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _spot(mark: Mark, x: float, y: float) -> str:
    if mark.kind == "ours":
        return f'<path class="diamond" d="M{x:.1f} {y - 8:.1f}l8 8l-8 8l-8 -8z"/>'
    return f'<circle class="{mark.kind}" cx="{x:.1f}" cy="{y:.1f}" r="{5 if mark.kind == "theirs" else 3}"/>'


def _ticks(low: float, high: float) -> list[float]:
    decades = range(floor(log10(low)), ceil(log10(high)) + 1)
    return [value for power in decades for lead in (1, 2, 5) if low <= (value := lead * 10.0**power) <= high]


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


_SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"
 aria-label="Published balanced accuracy of fact-checking systems against measured pairs a second of one core">
<style>
text {{ font: 13px system-ui, "Helvetica Neue", Arial, sans-serif; fill: #1d2430 }}
text.title {{ font-size: 16px; font-weight: 600 }}
text.end {{ text-anchor: end }} text.middle {{ text-anchor: middle }}
text.ours {{ font-weight: 600; fill: #a33b00 }} text.note {{ font-size: 11.5px; fill: #4a5361 }}
.grid {{ stroke: #dde1e7 }} .axis {{ stroke: #1d2430; fill: none }}
circle.theirs {{ fill: #fff; stroke: #2b5c8a; stroke-width: 2.2 }} circle.part {{ fill: #a33b00 }}
.diamond {{ fill: #c8500a; stroke: #fff }} .span {{ stroke: #a33b00; stroke-width: 1.5 }}
.open {{ stroke: #a33b00; stroke-width: 1.5; stroke-dasharray: 5 4 }}
</style>
<rect width="{width}" height="{height}" fill="#fff"/>
{content}
</svg>
"""


def write() -> None:
    """Draw the results of the results folder."""
    found = [Measured(**one) for one in json.loads((RESULTS / "encoders-measured.json").read_text())]
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(draw(found, _ours()))


def _ours() -> dict[str, float]:
    """Our balanced accuracies on the two sets and their mean; empty until they are measured."""
    known = RESULTS / "accuracy.json"
    sets = json.loads(known.read_text()) if known.exists() else {}
    found = {name: float(sets[name]["both"]["balanced"]) for name in ("frank", "summedits") if name in sets}
    return {**found, "mean": sum(found.values()) / 2} if len(found) == 2 else {}


if __name__ == "__main__":
    write()
