"""`adjudge runs`: list, show, replay, verify and compare stored runs.

Behind each command a function opens the store, reads, prints, and returns whether everything is in order.
"""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from json import dumps
from typing import TYPE_CHECKING, Annotated

import typer

from adjudge.agents.hearing import Hearing
from adjudge.check import outcome_of
from adjudge.cli.inputs import page_images
from adjudge.cli.show.console import confirm, notice, out, reported_errors, wait_for
from adjudge.errors import AdjudgeError, NotInStore
from adjudge.protocols.base import Procedure
from adjudge.protocols.decision import decide_again
from adjudge.protocols.registry import protocol_type
from adjudge.record import as_json
from adjudge.render.tally import Tally
from adjudge.render.visible import one_line
from adjudge.verdict import Failure, Outcome, Verdict

if TYPE_CHECKING:
    from rich.text import Text

    from adjudge.store.diff import Trace
    from adjudge.store.runs import Run, StoredOutcome
    from adjudge.store.store import Store

runs_app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)

RunId = Annotated[str, typer.Argument(help="A run id, a unique part of one, or 'last'.")]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON.")]


@runs_app.command("list")
def list_runs(
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="Maximum number of runs.")] = 20,
    json: AsJson = False,
) -> None:
    """List the stored runs, the newest first."""
    with reported_errors(as_json=json):
        wait_for(_list_runs(limit, json=json))


@runs_app.command()
def show(
    id: RunId,
    case: Annotated[str | None, typer.Argument(help="The id or row of a case: show its card.")] = None,
    case_option: Annotated[str | None, typer.Option("--case", "-c", help="The same as CASE.")] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", "--transcript", "-t", help="Show the proceedings and the full card.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Show a stored run: its verdicts, or the card of one case.

    Examples: adjudge runs show last ; adjudge runs show last pair-7 --verbose
    """
    with reported_errors(as_json=json):
        wait_for(_show_run(id, case_id=case or case_option, verbose=verbose, json=json))


@runs_app.command()
def replay(id: RunId, json: AsJson = False) -> None:
    """Decide a stored run again from the ledger, without engine or network, and compare byte for byte.

    Exit codes: 0 the same bytes, 5 different bytes or not replayable.
    """
    with reported_errors(as_json=json):
        if not wait_for(_replay_run(id, json=json)):
            raise typer.Exit(5)


@runs_app.command()
def verify(id: RunId, json: AsJson = False) -> None:
    """Verify a stored run: what each agent saw, and that every quote is in its document.

    Exit codes: 0 all checks pass, 5 a check fails.
    """
    with reported_errors(as_json=json):
        if not wait_for(_verify_run(id, json=json)):
            raise typer.Exit(5)


@runs_app.command()
def diff(a: RunId, b: RunId, json: AsJson = False) -> None:
    """Compare two runs: which verdicts changed, and what else differs.

    Exit codes: 0 no verdict changed, 1 some did.
    """
    with reported_errors(as_json=json):
        if wait_for(_diff_runs(a, b, json=json)):
            raise typer.Exit(1)


@runs_app.command()
def drift(
    id: RunId,
    reference: Annotated[
        str | None,
        typer.Option(
            "--reference", "-r", help="Another run to compare with. Default: the calibration's labelled cases."
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """Compare the texts and outcomes of a run with the labelled cases of its calibration.

    What `--risk` promises applies only to cases like the labelled ones. If lengths, numbers, register or the shares of
    the outcomes have moved, it does not apply.

    Example: adjudge runs drift last

    Exit codes: 0 no drift, 1 drift, 2 wrong usage or too few cases.
    """
    from adjudge.cli.show.drift import show_drift

    with reported_errors(as_json=json):
        if wait_for(show_drift(id, reference, json=json)):
            raise typer.Exit(1)


@runs_app.command()
def delete(
    id: RunId,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Delete a stored run and its verdicts. Answers in the ledger stay."""
    with reported_errors():
        found = wait_for(_run_named(id))
        confirm(f"Delete run {found.id}?", yes=yes)
        wait_for(_delete_run(found.id))


@asynccontextmanager
async def _store() -> "AsyncIterator[Store]":
    from adjudge.settings.environment import load_environment
    from adjudge.store.store import Store

    async with await Store.open(load_environment().store_path) as store:
        yield store


async def _list_runs(limit: int, *, json: bool) -> None:
    """Print the runs, the newest first."""
    from adjudge.cli.show.tables import Column, Fitting

    async with _store() as store:
        runs = await store.list_runs(limit)
    if json:
        _print_json([run.model_dump(mode="json") for run in runs])
        return
    columns = (
        Column("run", folds=False),
        Column("status"),
        Column("protocol"),
        Column("engines", spared=True),
        Column("cases"),
        Column("outcomes"),
    )
    table = Fitting("Runs", columns, [_run_row(run) for run in runs])
    out().print(table if runs else "There are no runs yet. `adjudge check` and `adjudge run` create them.")


def _run_row(run: "Run") -> "list[Text]":
    from rich.text import Text

    counts = run.counts.outcomes
    labels = [f"{counts[outcome]} {outcome.value.lower()}" for outcome in Outcome if counts.get(outcome)]
    failed = [f"{run.counts.failed} failed"] if run.counts.failed else []
    engines = ", ".join(sorted(set(run.engines.values())))
    row = (run.id, run.status.value, run.protocol, engines, str(run.counts.asked), ", ".join(labels + failed))
    return [Text(one_line(cell)) for cell in row]


async def _show_run(id: str, *, case_id: str | None, verbose: bool, json: bool) -> None:
    """Print a run's outcomes, or one case of it."""
    from adjudge.cli.show.summaries import summary
    from adjudge.cli.show.tables import Column, Fitting

    async with _store() as store:
        run = await store.get_run(id)
        if case_id is not None or run.counts.asked == 1:
            _show_case(await _stored_case(store, run, case_id), verbose=verbose, json=json)
            return
        if json:
            outcomes = [stored.outcome.model_dump(mode="json") async for stored in store.outcomes(run.id)]
            _print_json({"run": run.model_dump(mode="json"), "outcomes": outcomes})
            return
        tally, rows = Tally(), list["list[Text]"]()
        async for stored in store.outcomes(run.id):
            tally = tally.with_outcome(stored.outcome)
            rows.append(_row(stored))
        columns = [Column(name) for name in ("case", "outcome", "confidence", "label", "claim")]
        out().print(Fitting(f"Run {run.id}", columns, rows))
        out().print(summary(run, tally))
        notice(f"One case: adjudge runs show {run.id} CASE")


async def _replay_run(id: str, *, json: bool) -> bool:
    """Decide every case again from stored answers. Returns whether all bytes are the same."""
    same, different = 0, []
    async with _store() as store:
        run = await store.get_run(id)
        async for stored in store.outcomes(run.id):
            if problem := await _replayed(store, run, stored):
                different.append({"case": stored.outcome.case_id, "problem": problem})
            else:
                same += 1
    if json:
        _print_json({"run": run.id, "same": same, "different": different})
    else:
        for row in different:
            _say(f"{row['case']}: {row['problem']}", style="red")
        _say(f"Run {run.id}: {same} of {same + len(different)} outcomes replayed byte for byte.")
    return not different


async def _verify_run(id: str, *, json: bool) -> bool:
    """Verify every case; returns whether all checks pass."""
    from adjudge.cli.show.tables import figures
    from adjudge.store.verify import verify_stored

    async with _store() as store:
        run = await store.get_run(id)
        reports = [await verify_stored(stored, store) async for stored in store.outcomes(run.id)]
    if json:
        _print_json({"run": run.id, "cases": [report.model_dump(mode="json") for report in reports]})
        return all(report.ok for report in reports)
    rows = []
    for name in dict.fromkeys(check.name for report in reports for check in report.checks):
        checks = [check for report in reports for check in report.checks if check.name == name]
        good = sum(check.ok for check in checks)
        rows.append((name, str(len(checks)), "yes" if good == len(checks) else f"no: {len(checks) - good}"))
    out().print(figures(f"Run {run.id}", ("check", "cases", "holds"), rows))
    for report in reports:
        for check in report.checks:
            if not check.ok:
                _say(f"{report.case_id}: {check.name}: {check.detail}", style="red")
    return all(report.ok for report in reports)


async def _diff_runs(a: str, b: str, *, json: bool) -> bool:
    """Compare two runs. Returns whether a verdict changed."""
    from rich.text import Text

    from adjudge.cli.show.tables import Column, Fitting
    from adjudge.store.diff import CaseChange
    from adjudge.store.diff import diff_runs as compare_runs

    async with _store() as store:
        before, after = await store.get_run(a), await store.get_run(b)
        found = await compare_runs(store.outcomes(before.id), store.outcomes(after.id))
    if json:
        _print_json({"a": before.id, "b": after.id, **found.model_dump(mode="json")})
        return bool(found.changed)
    rows = list[list[Text]]()
    for case in found.cases:
        if case.change is not CaseChange.SAME:
            sides = (_side(case.before), _side(case.after))
            why = "; ".join(f"{one.part.value}: {one.detail}" for one in case.differences)
            rows.append([Text(one_line(cell)) for cell in (case.case_id, *sides, why)])
    if rows:
        columns = [Column(name) for name in ("case", "before", "after", "what else changed")]
        out().print(Fitting(f"{before.id} → {after.id}", columns, rows))
    counts = ", ".join(f"{count} {change.value}" for change, count in found.counts.items() if count)
    _say(counts or "Both runs are empty.")
    return bool(found.changed)


async def _run_named(id: str) -> "Run":
    """The run with this id, a unique part of it, or 'last'."""
    async with _store() as store:
        return await store.get_run(id)


async def _delete_run(id: str) -> None:
    """Delete a run."""
    async with _store() as store:
        run = await store.get_run(id)
        checked = await store.outcome(run.id, 0)
        await store.delete_run(run.id)
    if checked and checked.case:
        page_images().forget(document.text for document in checked.case.documents)
    _say(f"Run {run.id} is deleted; its answers stay in the ledger.")


def _stored_protocol(run: "Run") -> Procedure:
    """The protocol of a stored run, with the settings it had."""
    from pydantic import TypeAdapter

    settings = {name: value for name, value in run.settings.items() if name != "name"}
    protocol: Procedure = TypeAdapter(protocol_type(run.protocol)).validate_python(settings)
    return protocol


async def _replayed(store: "Store", run: "Run", stored: "StoredOutcome") -> str:
    """Decide the case again and describe the difference; empty if there is none."""
    from adjudge.engines.replay import Replay

    outcome = stored.outcome
    if stored.case is None:
        return ""
    entries = outcome.transcript.entries if outcome.transcript else ()
    prompts = outcome.provenance.prompts if isinstance(outcome, Verdict) else {}
    hearing = Hearing(stored.case, Replay(entries, store, prompts=prompts))
    again: Verdict | Failure
    if isinstance(outcome, Failure):
        again = await outcome_of(_stored_protocol(run), hearing)
    else:
        try:
            again = await decide_again(_stored_protocol(run), hearing, outcome.provenance)
        except AdjudgeError as error:
            return error.message
    return "" if as_json(again).encode() == stored.json else "the bytes differ"


async def _stored_case(store: "Store", run: "Run", case_id: str | None) -> "StoredOutcome":
    known: list[str] = []
    async for stored in store.outcomes(run.id):
        if case_id in (None, stored.outcome.case_id, str(stored.position)):
            return stored
        known.append(stored.outcome.case_id)
    raise NotInStore(f"Run {run.id} has no case '{case_id}'.", hint=f"It has: {', '.join(known[:20])}.")


def _show_case(stored: "StoredOutcome", *, verbose: bool, json: bool) -> None:
    from adjudge.render import terminal

    outcome = stored.outcome
    if json:
        sys.stdout.write(stored.json.decode() + "\n")
        return
    if verbose and outcome.transcript:
        for entry in outcome.transcript.entries:
            if (shown := terminal.entry(entry)) is not None:
                out().print(shown)
    if isinstance(outcome, Verdict) and stored.case is not None:
        detail = terminal.Detail.FULL if verbose else terminal.Detail.SHORT
        out().print(terminal.card(stored.case, outcome, detail=detail, more="" if verbose else "More: --verbose"))
    elif isinstance(outcome, Failure):
        out().print(terminal.failure(outcome))


def _row(stored: "StoredOutcome") -> "list[Text]":
    from rich.text import Text

    from adjudge.render.blocks import Tone
    from adjudge.render.cards import headline
    from adjudge.render.terminal_brush import COLOURS

    outcome = stored.outcome
    claim = one_line(stored.case.claim, limit=80) if stored.case else ""
    id = Text(one_line(outcome.case_id))
    if isinstance(outcome, Failure):
        return [
            id,
            Text("Failed", COLOURS[Tone.FAILED]),
            Text(),
            Text(outcome.error),
            Text(one_line(f"{outcome.message} {claim}")),
        ]
    top = headline(outcome)
    sure = "" if top.confidence is None else f"{top.confidence:.0%}"
    return [id, Text(top.text, COLOURS[top.tone]), Text(sure), Text(top.label), Text(claim)]


def _side(trace: "Trace | None") -> str:
    return "—" if trace is None else trace.shown


def _say(text: str, *, style: str = "") -> None:
    # Soft-wrapped, so that long lines can still be searched.
    out().print(text, style=style, markup=False, soft_wrap=True)


def _print_json(content: object) -> None:
    sys.stdout.write(dumps(content, ensure_ascii=False) + "\n")
