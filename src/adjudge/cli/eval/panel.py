"""`adjudge eval panel`: measure a jury's panel on a stored run, an evaluation folder or labelled files."""

import sys
from json import dumps
from pathlib import Path
from typing import Any

from adjudge.cli.eval.folders import JuryCases, jury_cases
from adjudge.cli.show.console import notice, out
from adjudge.cli.show.tables import figures
from adjudge.errors import DataError
from adjudge.evals.evaluation import Folder
from adjudge.evals.figures import interval, number
from adjudge.evals.labelled import Columns
from adjudge.evals.panel import polled, unlabelled_worth, worth
from adjudge.evals.panel_chart import panel_picture
from adjudge.files import write_error
from adjudge.plurals import count_of
from adjudge.record import digest
from adjudge.settings.engines import single_engine
from adjudge.settings.environment import load_environment


async def panel_of(
    name: str,
    labels: Path | None,
    *,
    label_col: str | None,
    mapping: list[str],
    engine: str | None,
    limit: int | None,
    picture: Path | None,
    json: bool,
) -> None:
    """Measure the panel, print the tables, and draw the picture if requested."""
    if Path(name).is_file():
        name, labels, label_col, mapping = await _judged(name, label_col, mapping, engine, limit, json), None, None, []
    found = await jury_cases(name, labels, label_col=label_col, mapping=mapping)
    report = _measured(found)
    if picture:
        _draw(picture, report)
    if json:
        sys.stdout.write(dumps(report, ensure_ascii=False) + "\n")
    elif found.labelled:
        _show(report)
    else:
        _show_unlabelled(report)


def _measured(found: JuryCases) -> dict[str, Any]:
    head = {"run": found.name, "unlabelled": len(found.unlabelled), "reviewed": found.reviewed}
    if not found.labelled:
        return head | {"failed": found.failed} | unlabelled_worth(found.unlabelled)
    cases = [polled(id, course, gold, found.scheme) for id, (course, gold) in found.labelled.items()]
    return head | worth(cases, failed=found.failed)


async def _judged(
    data: str, label_col: str | None, mapping: list[str], engine: str | None, limit: int | None, json: bool
) -> str:
    """Let the jury judge a labelled file. Returns the folder of predictions; rows judged before are not judged
    again."""
    from adjudge.cli.eval.evaluation import EvalRequest, planned, run_eval

    environment = load_environment()
    request = EvalRequest(
        data=(data,),
        protocol="jury",
        engine=engine,
        out=Path(),
        columns=Columns(label=label_col),
        mapping=tuple(mapping),
        limit=limit,
        quiet=True,
    )
    plan, _ = planned(request, single_engine(engine, environment), environment)
    place = environment.home / "panel" / digest(plan.identity)[:12]
    if not json:
        notice(f"The jury judges {count_of(plan.asked, 'row')} and stores them in {Folder(place).path}.")
    await run_eval(EvalRequest(**(vars(request) | {"out": place})))
    return str(place)


def _draw(path: Path, report: dict[str, Any]) -> None:
    if "jurors" not in report:
        raise DataError("The picture needs labels.", hint="Give the data file with --labels.")
    try:
        path.write_text(panel_picture(report), encoding="utf-8")
    except OSError as error:
        raise write_error(path, error, hint="Choose another file with --picture.") from error
    notice(f"Drawn: {path}")


def _show(report: dict[str, Any]) -> None:
    rows = [
        (name, interval(one["accuracy"]), interval(one["marginal"]), f"{one['calls']:.1f}", _usd(one["cost_usd"]))
        for name, one in report["jurors"].items()
    ]
    rows.append(("the panel's plain vote", interval(report["accuracy"]), "", "", ""))
    heads = ("", "accuracy (95 %)", "adds to the panel", "calls", "$")
    out().print(figures(f"{report['run']}: {report['cases']} labelled cases", heads, rows))
    steps = [
        (
            name,
            str(one["cases"]),
            interval(one["gain"]),
            str(one["repaired"]),
            str(one["damaged"]),
            f"{one['calls']:.1f}",
        )
        for name, one in report["rounds"].items()
    ]
    pairs = [(name, _correlation(value)) for name, value in report["independence"]["error_correlation"].items()]
    out().print(figures("How far two jurors err together", ("", "correlation of errors"), pairs))
    round_heads = ("after the first vote", "cases", "gain (95 %)", "repaired", "damaged", "calls")
    out().print(figures("Gain of each round", round_heads, steps))
    for line in _sentences(report):
        out().print(line, markup=False)
    _tell_left_out(report)


def _correlation(value: float | None) -> str:
    return "undefined: one never varies" if value is None else f"{value:.2f}"


def _sentences(report: dict[str, Any]) -> list[str]:
    """The conclusions, as sentences."""
    one, single, smaller = report["independence"], report["single"], report["smaller"]
    lines = [f"Krippendorff's alpha of the first votes: {number(report['agreement']['krippendorff_alpha'])}."]
    if report["never_differ"]:
        lines.append("The jurors never differ: they are worth one vote.")
    elif one["n_eff"] is None:
        lines.append("Some jurors were never wrong or never right, so the correlation of errors is undefined.")
    else:
        lines.append(
            f"{one['jurors']} jurors are worth {one['n_eff']:.1f} independent votes (mean correlation of errors "
            f"{one['mean_error_correlation']:.2f}). Independent jurors as good as these would reach "
            f"{one['if_independent']:.1%}; this panel has {report['accuracy']['value']:.1%}."
        )
    lines.append(
        f"The best single juror, {single['juror']}, has {interval(single['accuracy'])} alone. The whole jury has "
        f"{interval(single['jury'])} for {single['jury_calls']:.1f} calls a case: {interval(single['jury_gains'])}. "
        "A single judge asked as often at temperature 0 repeats its answer."
    )
    if smaller:
        lines.append(
            f"Best smaller panel: {', '.join(smaller['jurors'])}. On cases it was not chosen on: "
            f"{interval(smaller['accuracy_on_other_cases'])}; minus the whole panel: {interval(smaller['difference'])}."
        )
    else:
        lines.append("Too few cases to choose a smaller panel: 20 labelled cases are needed.")
    lines.append(f"To ask the most useful juror first: jury.order: [{', '.join(report['order'])}]")
    return lines


def _tell_left_out(report: dict[str, Any]) -> None:
    if report["failed"]:
        notice(f"{count_of(report['failed'], 'case')} failed and counted as wrong in every accuracy.")
    if report["unlabelled"]:
        notice(f"Excluded: {count_of(report['unlabelled'], 'case')} without a label.")
    if report["reviewed"]:
        notice(f"Labels from reviews: {report['reviewed']:,}.")


def _show_unlabelled(report: dict[str, Any]) -> None:
    rows = [(pair, number(value)) for pair, value in report["agreement_by_pair"].items()]
    out().print(figures(f"{report['run']}: {count_of(report['cases'], 'case')}, no labels", ("", "same vote"), rows))
    alone = [(name, str(count)) for name, count in report["stands_alone"].items()]
    out().print(figures("", ("", "alone against all others"), alone))
    out().print(f"Krippendorff's alpha: {number(report['agreement']['krippendorff_alpha'])}.", markup=False)
    if report["never_differ"]:
        out().print("The jurors never differ: they are worth one vote.", markup=False)
    notice("No case has a label, so accuracy is unknown: give --labels, or review verdicts in `adjudge serve`.")


def _usd(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.4f}"
