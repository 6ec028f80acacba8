"""`report.html`: one self-contained page of an evaluation. No script, nothing loaded; everything judged is escaped.

It contains no times: the same predictions give the same bytes.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from adjudge.evals import charts
from adjudge.evals.figures import (
    CLASS_COLUMNS,
    calibrated,
    classes,
    counts,
    few,
    left_out_kinds,
    measures,
    number,
    share,
    spent,
)
from adjudge.plurals import count_of

_CARDS = 20
_ROOM = 900
_STYLE = """
body { font: 15px/1.5 system-ui, "Helvetica Neue", Arial, sans-serif; color: #1d2430; background: #fff;
  margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem; border-bottom: 1px solid #c5ccd6 }
table { border-collapse: collapse; margin: .6rem 0 }
th, td { border: 1px solid #c5ccd6; padding: .25rem .6rem; text-align: left }
td.n { text-align: right; font-variant-numeric: tabular-nums } td.hit { font-weight: 700; background: #e3eefa }
.plots { display: flex; flex-wrap: wrap; gap: 1.5rem } figure { margin: 0; max-width: 25rem }
figcaption { font-size: .85rem; color: #4a5361 }
.card { border: 1px solid #c5ccd6; border-left: 5px solid #a33b00; padding: .5rem .9rem; margin: .8rem 0;
  break-inside: avoid }
.card p { margin: .25rem 0 } .meta { color: #4a5361; font-size: .9rem }
pre { background: #f1f3f6; padding: .6rem; white-space: pre-wrap; overflow-wrap: anywhere }
svg { max-width: 100%; height: auto }
@media (max-width: 44rem) { body { margin-inline: 1rem; overflow-wrap: anywhere }
  table { display: block; max-width: 100%; overflow-x: auto; overflow-wrap: normal } }
@media print { nav { display: none } body { margin: 0; max-width: none } .card { border-left-color: #000 } }
"""


def page(
    name: str,
    results: Mapping[str, Any],
    errors: Sequence[Mapping[str, Any]],
    *,
    command: str,
    protocol: str,
    engine: str,
) -> str:
    """The page."""
    sections = [
        f"<h1>{escape(name)}: {escape(protocol)} on {escape(engine)}</h1>",
        f"<p>{escape(counts(results))}.<br>{escape(spent(results))}.</p>",
        "<h2>Figures</h2>",
        _table(("", "value (95 % interval)", "always the commonest class"), measures(results)),
        _reading(results),
        "<h2>Confusion matrix</h2>",
        _confusion(results),
        "<h2>By class</h2>",
        _by_class(results),
        *_kinds(results),
        *_mutations(results),
        "<h2>Calibration</h2>",
        _plots(results),
        f"<h2>Most confident errors</h2>\n<p>{_wrong(len(errors))}</p>",
        *(_card(error) for error in errors[:_CARDS]),
        f"<h2>Command</h2>\n<pre>{escape(command)}</pre>",
    ]
    body = "\n".join(sections)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{escape(name)}: {escape(protocol)} on {escape(engine)}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def _wrong(count: int) -> str:
    rows = {0: "No row was", 1: "One row was"}.get(count, f"{count:,} rows were")
    return f"{rows} decided wrongly{'; all are in error_cases.jsonl' if count else ''}."


def _reading(results: Mapping[str, Any]) -> str:
    failed = "Rows that failed and rows whose label was withheld count as wrong in every figure."
    if "strict" in results:
        failed += (
            " The data have two classes: &ldquo;not enough information&rdquo; is read as unfaithful, and as wrong "
            "either way in the line that says so."
        )
    text = f"Intervals: bootstrap over {count_of(results['documents'], 'document')}. {failed} {escape(few(results))}"
    return f'<p class="meta">{text.rstrip()}</p>'


def _confusion(results: Mapping[str, Any]) -> str:
    table = results["confusion"]
    columns = list(next(iter(table.values()), {}))
    head = "".join(f"<th>said {escape(name)}</th>" for name in columns)
    lines = []
    for gold, said in table.items():
        cells = "".join(f'<td class="n{" hit" if name == gold else ""}">{said[name]:,}</td>' for name in columns)
        lines.append(f"<tr><th>is {escape(gold)}</th>{cells}</tr>")
    return f"<table tabindex='0'><tr><td></td>{head}</tr>{''.join(lines)}</table>"


def _by_class(results: Mapping[str, Any]) -> str:
    return _table(CLASS_COLUMNS, classes(results))


def _kinds(results: Mapping[str, Any]) -> list[str]:
    if not results["by_kind"] or results.get("mutations"):
        return []
    rows = [
        (kind, f"{one['count']:,}", share(one["share"]), ", ".join(f"{n} {said}" for said, n in one["said"].items()))
        for kind, one in results["by_kind"].items()
    ]
    parts = [f'<p class="meta">{escape(more)}</p>'] if (more := left_out_kinds(results)) else []
    return ["<h2>By kind</h2>", _table(("kind", "rows", "right", "said"), rows), *parts]


def _mutations(results: Mapping[str, Any]) -> list[str]:
    found = results.get("mutations")
    if not found:
        return []
    rows = [
        (kind, one["label"], f"{one['count']}", share(one["rate"]), str(one["withheld"]))
        for kind, one in found["kinds"].items()
    ]
    named = {
        label: str(sum(one["withheld"] for one in found["kinds"].values() if one["label"] == label))
        for label in ("MUTATED", "FAITHFUL")
    }
    caught, alarms = f"{share(found['catch_rate'])} caught", f"{share(found['false_alarm_rate'])} false alarms"
    rows.append(("all mutated", "MUTATED", str(found["mutated"]), caught, named["MUTATED"]))
    rows.append(("all faithful", "FAITHFUL", str(found["faithful"]), alarms, named["FAITHFUL"]))
    return ["<h2>Mutations</h2>", _table(("kind", "label", "claims", "caught, or false alarms", "withheld"), rows)]


def _plots(results: Mapping[str, Any]) -> str:
    found = results["calibration"]
    bins = [(one["said"], one["right"], one["count"]) for one in found["bins"]]
    curve = results["risk_coverage"]
    at = "; ".join(f"error {risk}: {share(covered)} answered" for risk, covered in curve["coverage_at_risk"].items())
    return f"""<div class="plots">
<figure>{charts.reliability(bins)}
<figcaption>{escape(calibrated(results))}
All {found["cases"]:,}: ECE {number(found["ece"])}, Brier {number(found["brier"])}.
Larger dots: more cases.</figcaption></figure>
<figure>{charts.risk_coverage([(covered, error) for covered, error in curve["points"]])}
<figcaption>{escape(at)}</figcaption></figure>
</div>"""


def _card(error: Mapping[str, Any]) -> str:
    sure = "" if error["confidence"] is None else f", {error['confidence']:.0%} sure"
    if error["withheld"]:
        sure = f" (withheld: {escape(error['withheld'])}{sure})"
    kind = f" · {escape(error['kind'])}" if error["kind"] else ""
    why = "".join(f"<p>{escape(reason)}</p>" for reason in error["reasons"][:2]) or f"<p>{escape(error['error'])}</p>"
    return f"""<div class="card">
<p class="meta">{escape(error["id"])}{kind} ·
is <b>{escape(error["gold"])}</b>, said <b>{escape(error["said"])}</b>{sure}</p>
<p><b>Claim:</b> {escape(_short(error["claim"]))}</p>
<p><b>Source:</b> {escape(_short(error["source"]))}</p>
{why}
</div>"""


def _short(text: str) -> str:
    return text if len(text) <= _ROOM else text[:_ROOM].rsplit(" ", 1)[0] + " …"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" if cell else "<td></td>" for cell in head)
    lines = "".join(
        "<tr>"
        + "".join(f"<td{'' if at == 0 else ' class=n'}>{escape(cell)}</td>" for at, cell in enumerate(row))
        + "</tr>"
        for row in rows
    )
    return f'<table tabindex="0"><tr>{top}</tr>{lines}</table>'
