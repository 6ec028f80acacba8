"""The table of figures in the README: claims and documents, the worst row first, beside published systems.

In: benchmarks/results/accuracy.json, docs/documents.md and benchmarks/scorecard/peers.json. Out: the lines between the
two marks in README.md. Whatever was fitted was fitted without the set. A set that is worse than all others of its kind
is added, whether it is chosen here or not.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
_ACCURACY = ROOT / "benchmarks" / "results" / "accuracy.json"
_DOCUMENTS = ROOT / "docs" / "documents.md"
_PEERS = ROOT / "benchmarks" / "scorecard" / "peers.json"
_BEGIN, _END = "<!-- figures -->", "<!-- /figures -->"
_ROW = re.compile(r"^\| (\w+) \| ([\d,]+) \| \d+ \| [^|]+ \| (\d\.\d+) / ", re.MULTILINE)
_SMALL, _LARGE = "FactCG, 0.4B", "GPT-4o"
_CLAIMS = {
    "citations": "citing sentences against papers",
    "healthver": "health claims against papers",
    "tables": "statements about tables",
    "vitaminc_pages": "claims against Wikipedia pages",
    "written": "hand-written claims against paragraphs",
    "fever_symmetric": "FEVER without give-away words (two classes)",
    "snli": "image captions",
}
_TEXTS = {
    "summeval": ("summaries of news", "CNN"),
    "summedits": ("summaries with one edit", ""),
    "bump": ("summaries with one edit by hand", ""),
    "wice": ("Wikipedia sentences against web pages", "WiCE"),
    "ragtruth_qa": ("answers of language models", "RAGTruth"),
    "xsumfaith": ("one-sentence summaries of news", "XSum"),
    "lfqa": ("long answers", "LFQA"),
}
_ALONE = {
    "healthver": ("HealthVer, accuracy in three classes, %", "Claude Sonnet 4.5, accuracy"),
    "vitaminc_pages": ("VitaminC, accuracy in three classes, %", "Claude Sonnet 4.5, accuracy"),
    "summedits": ("SummEdits, balanced accuracy, %", "GPT-4"),
}
"""Sets with a published figure of their own: its measure, and the system."""


@dataclass(frozen=True, slots=True)
class _Line:
    texts: str
    name: str
    rows: int
    constant: float
    ours: float
    small: str = "-"
    large: str = "-"

    def __str__(self) -> str:
        figures = f"{self.constant:.2f} | {self.ours:.2f} | {self.small} | {self.large}"
        return f"| {self.texts} | `{self.name}` | {self.rows:,} | {figures} |"


def main() -> None:
    """Write the table into the README."""
    README.write_text(with_table(README.read_text()))
    print(f"written: {README}")


def with_table(text: str) -> str:
    """The README with the table between its two marks."""
    head, rest = text.split(_BEGIN, 1)
    return f"{head}{_BEGIN}\n{table()}\n{_END}{rest.split(_END, 1)[1]}"


def table() -> str:
    """The table in Markdown: claims, then documents, the worst first."""
    peers = json.loads(_PEERS.read_text())
    lines = [*sorted(_claims(peers), key=_by_figure), *sorted(_documents(peers), key=_by_figure)]
    head = f"| texts | set | rows | constant answer | Adjudge 0.2, offline | {_SMALL} | large language model |"
    return "\n".join([head, "|---|---|---|---|---|---|---|", *map(str, lines)])


def _by_figure(line: _Line) -> float:
    return line.ours


def _claims(peers: dict[str, Any]) -> list[_Line]:
    measured = json.loads(_ACCURACY.read_text())
    asked = {name: one for name, one in measured.items() if one["majority_balanced"] < 1}
    worst = min(asked, key=lambda name: asked[name]["both_set_left_out"])
    return [
        _Line(
            texts=_CLAIMS.get(name, name),
            name=name,
            rows=asked[name]["rows"],
            constant=asked[name]["majority_balanced"],
            ours=asked[name]["both_set_left_out"],
            large=_alone(peers, name),
        )
        for name in dict.fromkeys([*_CLAIMS, worst])
    ]


def _documents(peers: dict[str, Any]) -> list[_Line]:
    measured = {name: (int(rows), float(ours)) for name, rows, ours in _ROW.findall(_DOCUMENTS.read_text())}
    worst = min(measured, key=lambda name: measured[name][1])
    lines = []
    for name in dict.fromkeys([*_TEXTS, worst]):
        texts, column = _TEXTS.get(name, (name, ""))
        rows, ours = measured[name]
        small, large = (_of_leaderboard(peers, system, column) for system in (_SMALL, _LARGE))
        if not column:
            large = _alone(peers, name)
        lines.append(_Line(texts=texts, name=name, rows=rows, constant=0.5, ours=ours, small=small, large=large))
    return lines


def _of_leaderboard(peers: dict[str, Any], system: str, column: str) -> str:
    board = peers["aggrefact"]
    if not column:
        return "-"
    figure = board["systems"][system][board["columns"].index(column)] / 100
    return f"{figure:.2f}" if system == _SMALL else f"{figure:.2f} ({system})"


def _alone(peers: dict[str, Any], name: str) -> str:
    if name not in _ALONE:
        return "-"
    measure, system = _ALONE[name]
    [figure] = [
        one["figure"]
        for one in peers["others"]
        if one["measure"] == measure and one["system"].startswith(system.split(",")[0])
    ]
    return f"{float(figure.split(' / ')[0]) / 100:.2f} ({system})"


if __name__ == "__main__":
    main()
