"""docs/scorecard.md and its picture from kept figures: measured by `make scorecard`, never typed. Pure text.

The worst group stands first. A row whose engine or rules have changed since is marked as stale.
"""

import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

Kept = Mapping[str, Any]
_PEERS = json.loads((Path(__file__).parent / "peers.json").read_text("utf-8"))
_HEAD = (
    "| protocol | engine | rows | balanced accuracy (95 %) | AUROC | ECE | sure and right | answered at 5 / 10 % error "
    "| failed | engine, rules |"
)
_STALE = "**stale**"
_INTRODUCTION = """Written by `make scorecard DATA=folder`.

Every protocol decides a fixed sample of every set: 300 pairs, or 150 documents where the sources are long, each label
with its share. Balanced accuracy and AUROC are of two classes, faithful or not, at the protocol's own threshold,
which is never chosen on the set itself; for factuality that is a score of 0.5, for the others the label. Rows that
failed count as wrong. ECE is the error of the confidence in the label that was given; *sure and right* is how many
verdicts of 90 % and more are right. *Answered* is the share of all rows that can be answered, the surest first,
before 5 or 10 % of the answers are wrong. *Majority* is the accuracy of always giving the commoner class; *overlap*
is the share of the claim's words that the source has, with a threshold chosen
on the other groups. The worst group stands first. *Engine, rules* are the first characters of two hashes: of what the
engine is, and of the code and fitted data that decide. A row of another version is marked as stale.

The calibrations were fitted on rows of the same sets, so the ECE here is that of texts which were seen; its error on
sets that were left out is in [calibration](calibration.md)."""
_COLOURS = {"jury": "#1f5a94", "entailment": "#b3471d", "trial": "#4a7a3a", "factuality": "#7a4a8a", "news": "#8a6d1f"}


def page(kept: Sequence[Kept], current: Mapping[str, Mapping[str, str]], missing: Sequence[str] = ()) -> str:
    """The page. `current` holds the versions of each engine now; `missing` what was not measured."""
    parts = [
        "# Scorecard",
        _INTRODUCTION,
    ]
    if not kept:
        parts.append("No figures have been kept for this version yet.")
    else:
        parts += ["![Balanced accuracy by group](img/scorecard.svg)", _overview(kept, current)]
    parts += [_group(group, [row for row in kept if row["group"] == group], current) for group in ordered(kept)]
    parts += _jury_section([row for row in kept if row.get("panel")], current)
    if missing:
        parts.append("## Not measured\n\n" + "\n".join(f"- {one}" for one in missing))
    parts.append(_aggrefact())
    return "\n\n".join(parts) + "\n"


def ordered(kept: Sequence[Kept]) -> list[str]:
    """The groups, the worst first: by the best protocol of each."""
    best: dict[str, float] = {}
    for row in kept:
        value = row["figures"]["balanced_accuracy"]["value"] or 0.0
        best[row["group"]] = max(best.get(row["group"], 0.0), value)
    return sorted(best, key=lambda group: (best[group], group))


def is_stale(row: Kept, current: Mapping[str, Mapping[str, str]]) -> bool:
    """Whether the row was measured with another engine or other rules than the current ones."""
    now = current.get(row["engine"], {})
    return any(row[name] != now.get(name) for name in ("engine_version", "rules"))


def _overview(kept: Sequence[Kept], current: Mapping[str, Mapping[str, str]]) -> str:
    """Balanced accuracy of every protocol in every group, on one screen."""
    ways = sorted({(row["protocol"], row["engine"]) for row in kept})
    engines = len({engine for _, engine in ways}) > 1
    heads = [f"{protocol} ({engine})" if engines else protocol for protocol, engine in ways]
    lines = ["| balanced accuracy | " + " | ".join(heads) + " | *overlap* |", "|---" * (len(heads) + 2) + "|"]
    for group in ordered(kept):
        rows = {(row["protocol"], row["engine"]): row for row in kept if row["group"] == group}
        cells = [_short(rows.get(way), current) for way in ways]
        base = next(iter(rows.values()))["overlap"]["balanced_accuracy"]["value"]
        lines.append(f"| {group} | {' | '.join(cells)} | {_number(base)} |")
    return "\n".join(lines)


def _short(row: Kept | None, current: Mapping[str, Mapping[str, str]]) -> str:
    if row is None:
        return "–"
    return _number(row["figures"]["balanced_accuracy"]["value"]) + (f" {_STALE}" if is_stale(row, current) else "")


def _group(group: str, rows: Sequence[Kept], current: Mapping[str, Mapping[str, str]]) -> str:
    best_first = sorted(rows, key=lambda row: -(row["figures"]["balanced_accuracy"]["value"] or 0.0))
    lines = [f"## {group}", "", _HEAD, "|" + "---|" * 10]
    lines += [_line(row, stale=is_stale(row, current)) for row in best_first]
    first = best_first[0]["figures"]
    base = rows[0]["overlap"]
    lines += [
        f"| *overlap* | | {first['rows']} | {_interval(base['balanced_accuracy'])} | {_number(base['auroc']['value'])} "
        "| | | | | |",
        f"| *majority* | | {first['rows']} | 0.500 (accuracy {_number(first['majority'])}) | 0.500 | | | | | |",
        "",
        f"By set ({best_first[0]['protocol']}), balanced accuracy and F1 of the unfaithful: "
        + "; ".join(
            f"{name} {_number(one['balanced_accuracy'])}, {_number(one.get('f1'))} ({one['rows']})"
            for name, one in first["sets"].items()
        )
        + ".",
    ]
    lines += [line for row in rows for line in _spans(row)]
    if first["kinds"]:
        worst = sorted(first["kinds"].items(), key=lambda item: item[1]["right"])
        lines += [
            "",
            "By kind, the worst first: "
            + "; ".join(f"{name} {_number(one['right'])} ({one['rows']})" for name, one in worst)
            + ".",
        ]
    return "\n".join(lines + _peers(group))


def _spans(row: Kept) -> list[str]:
    """How far the words that a protocol marks are those that annotators marked."""
    if not (found := row.get("spans")):
        return []
    told = f"F1 {_number(found['f1'])}, precision {_number(found['precision'])}, recall {_number(found['recall'])}"
    return [
        "",
        f"Unfaithful words found by {row['protocol']}, in characters: {told} ({found['rows']} rows with marks).",
    ]


def _jury_section(rows: Sequence[Kept], current: Mapping[str, Mapping[str, str]]) -> list[str]:
    """What the jury's size and its debates gained, group by group."""
    if not rows:
        return []
    lines = [
        "## The jury: is it worth its size?",
        "",
        "Accuracy in the classes of the data. *Votes* is what the jurors are worth as independent ones, from the mean "
        "correlation of their errors. *Gain* is the whole jury's accuracy minus that of its best juror alone. See "
        "[Is debate worth it?](debate.md).",
        "",
        "| group | engine | cases | best juror alone | plain vote | whole jury | gain (95 %) | correlation of errors "
        "| votes | debated: repaired, damaged |",
        "|" + "---|" * 10,
    ]
    for row in sorted(rows, key=lambda row: row["panel"]["single"]["jury_gains"]["value"]):
        one, single = row["panel"], row["panel"]["single"]
        votes = "–" if one["n_eff"] is None else f"{one['n_eff']:.1f} of {one['jurors']}"
        cells = (
            row["group"] + (f" {_STALE}" if is_stale(row, current) else ""),
            row["engine"],
            one["cases"],
            f"{single['juror']} {_number(single['accuracy']['value'])}",
            _number(one["vote"]["value"]),
            _number(single["jury"]["value"]),
            _interval(single["jury_gains"]),
            _number(one["correlation"]),
            votes,
            f"{one['debated']}: {one['repaired']}, {one['damaged']}",
        )
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return ["\n".join(lines)]


def _line(row: Kept, *, stale: bool) -> str:
    one = row["figures"]
    cover = " / ".join(_share(one["coverage"][risk]) for risk in ("0.05", "0.1"))
    version = f"{row['engine_version'][:6]}, {row['rules'][:6]}" + (f" {_STALE}" if stale else "")
    cells = (
        row["protocol"],
        row["engine"],
        one["rows"],
        _interval(one["balanced_accuracy"]),
        _number(one["auroc"]["value"]),
        _number(one["ece"]),
        _sure(one.get("sure")),
        cover,
        one["failed"],
        version,
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def _sure(one: Mapping[str, Any] | None) -> str:
    return f"{one['right']:.2f} of {one['rows']}" if one and one["rows"] else "–"


def _peers(group: str) -> list[str]:
    others = [one for one in _PEERS["others"] if one["group"] == group]
    names = _PEERS["groups"].get(group, {})
    lines = [f"- {one['system']}: {one['figure']} ({one['measure']}; {one['source']})" for one in others]
    for name in names:
        at = _PEERS["aggrefact"]["columns"].index(name)
        told = "; ".join(f"{system} {row[at]}" for system, row in _PEERS["aggrefact"]["systems"].items())
        lines.append(f"- {name} in LLM-AggreFact, balanced accuracy, %: {told}")
    return ["", "Published figures of the same task, **on other samples**:", "", *lines] if lines else []


def _aggrefact() -> str:
    table = _PEERS["aggrefact"]
    lines = ["| system | " + " | ".join(table["columns"]) + " |", "|---" * (len(table["columns"]) + 1) + "|"]
    lines += [f"| {name} | " + " | ".join(map(str, row)) + " |" for name, row in table["systems"].items()]
    told = f"{table['measure'].capitalize()}. Source: {table['source']}. Adjudge is not in it: these are other samples."
    return "## Published: LLM-AggreFact\n\n" + told + "\n\n" + "\n".join(lines)


def picture(kept: Sequence[Kept], current: Mapping[str, Mapping[str, str]]) -> str:
    """Balanced accuracy of each protocol in each group, with its interval, as SVG; the worst group at the top. A stale
    row is an empty circle, and a grey line is the overlap of words."""
    groups, left, width, step = ordered(kept), 170, 460, 64
    height = 40 + step * len(groups) + 40
    parts = [f'<rect width="{left + width + 30}" height="{height}" fill="#fff"/>']
    for share in range(4, 11):
        x = left + width * (share - 4) / 6
        parts.append(f'<path d="M{x:.0f} 30v{step * len(groups)}" stroke="#dde1e7"/>')
        parts.append(f'<text x="{x:.0f}" y="{height - 24}" text-anchor="middle">{share * 10} %</text>')
    for at, name in enumerate(_COLOURS):
        parts.append(f'<text x="{left + 95 * at}" y="18" fill="{_COLOURS[name]}">● {name}</text>')
    told = "balanced accuracy; grey line: overlap of words; empty circle: stale"
    parts.append(f'<text x="{left}" y="{height - 6}">{told}</text>')
    for at, group in enumerate(groups):
        top = 34 + step * at
        parts.append(f'<text x="{left - 10}" y="{top + step / 2:.0f}" text-anchor="end">{escape(group)}</text>')
        rows = sorted((row for row in kept if row["group"] == group), key=lambda row: (row["protocol"], row["engine"]))
        base = _across(rows[0]["overlap"]["balanced_accuracy"]["value"], left, width)
        parts.append(f'<path d="M{base:.1f} {top + 6}v{step - 12}" stroke="#8a919e" stroke-width="2"/>')
        for number, row in enumerate(rows):
            y = top + step * (number + 1) / (len(rows) + 1)
            parts.append(_mark(row, y, left, width, stale=is_stale(row, current)))
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 30} {height}" role="img">'
        "<title>Balanced accuracy by group; the worst group at the top</title>"
        f"<style>text {{ font: 12px system-ui, Arial, sans-serif }}</style>\n{body}\n</svg>\n"
    )


def _across(value: float | None, left: float, width: float) -> float:
    """Where a balanced accuracy stands; the scale begins at 40 %."""
    return left + width * (min(1.0, max(0.4, value or 0.4)) - 0.4) / 0.6


def _mark(row: Kept, y: float, left: float, width: float, *, stale: bool) -> str:
    one, colour = row["figures"]["balanced_accuracy"], _COLOURS.get(row["protocol"], "#1d2430")
    low, high, middle = (_across(one[end] or one["value"], left, width) for end in ("low", "high", "value"))
    told = escape(f"{row['protocol']} on {row['engine']}: {_interval(one)}{', stale' if stale else ''}")
    fill = "#fff" if stale else colour
    return (
        f'<g><title>{told}</title><path d="M{low:.1f} {y:.1f}H{high:.1f}" stroke="{colour}" stroke-width="2"/>'
        f'<circle cx="{middle:.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="{colour}"/></g>'
    )


def _interval(one: Mapping[str, float | None]) -> str:
    if one["value"] is None:
        return "–"
    return f"{one['value']:.3f}" + (f" ({one['low']:.2f} to {one['high']:.2f})" if one["low"] is not None else "")


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}"
