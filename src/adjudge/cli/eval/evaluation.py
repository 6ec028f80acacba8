"""Run an evaluation: rows from files or from the mutation bench, a progress bar, a table, and the four output files."""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import typer

from adjudge.agents.hearing import Event, Observer
from adjudge.case import Document
from adjudge.check import engine_of, protocol_named
from adjudge.cli.outputs import require_apart
from adjudge.cli.session import command_line
from adjudge.cli.show import tables
from adjudge.cli.show.console import notice, out
from adjudge.cli.show.progress import progress
from adjudge.engines.around.budget import Budget
from adjudge.engines.around.ledger import Answers, NoAnswers
from adjudge.engines.around.receipts import Receipts
from adjudge.engines.replay import recorded_error
from adjudge.errors import ConfigError, DataError
from adjudge.evals import figures
from adjudge.evals.evaluation import Evaluation, Folder, evaluate, version_of, with_verdict
from adjudge.evals.labelled import Columns, LabelledCase, LabelledData
from adjudge.evals.labels import parse_mapping
from adjudge.evals.mutations.bench import mutations
from adjudge.evals.mutations.measure import SCHEME, labelled, mutation_table
from adjudge.evals.mutations.mutation import Mutation
from adjudge.evals.names import joined, names_of, stem
from adjudge.evals.prediction import Prediction
from adjudge.evals.report_files import write_report
from adjudge.evals.results import results
from adjudge.plurals import count_of
from adjudge.record import digest
from adjudge.settings.engines import single_engine, usual_terms
from adjudge.settings.environment import Environment, load_environment
from adjudge.settings.standard import standard_of
from adjudge.store.store import Store
from adjudge.transcript import Trouble
from adjudge.verdict import Failure, Verdict


@dataclass(frozen=True)
class EvalRequest:
    """The options of `adjudge eval`."""

    data: tuple[str, ...]
    protocol: str
    engine: str | None
    out: Path
    columns: Columns
    mapping: tuple[str, ...] = ()
    two_classes: bool = False
    from_texts: bool = False
    per_kind: int | None = None
    limit: int | None = None
    seed: int = 0
    concurrency: int = 8
    risk: float | None = None
    max_calls: int | None = None
    budget_usd: float | None = None
    timeout_s: float | None = None
    fresh: bool = False
    json: bool = False
    quiet: bool = False
    verbose: bool = False
    command: str = field(default_factory=command_line)

    @property
    def bar(self) -> bool:
        """Whether to show a progress bar."""
        return not (self.json or self.quiet or self.verbose)


async def run_eval(request: EvalRequest) -> dict[str, Any]:
    """Judge, measure, write, show; the results."""
    environment = load_environment()
    engine = single_engine(request.engine, environment)
    evaluation, extra = planned(request, engine, environment)
    folder = Folder(request.out)
    files = ("run.json", "predictions.jsonl", "error_cases.jsonl", "report.html", f"results_{evaluation.name}.json")
    require_apart([request.out / file for file in files], request.data)
    predictions = await judged(request, evaluation, folder, environment)
    classes = [gold.value for gold in evaluation.scheme.classes]
    measured = results(predictions, classes, asked=evaluation.asked, cascading=evaluation.cascading)
    measured["rows"] |= extra
    if request.from_texts:
        measured["mutations"] = mutation_table(predictions)
    report = write_report(folder, evaluation, measured, predictions)
    if request.json:
        sys.stdout.write(json.dumps(report, ensure_ascii=False) + "\n")
    elif not request.quiet:
        show(report, folder)
    hint = "They stay in every denominator. Run the same command again to retry them."
    errors = [prediction.error for prediction in predictions if prediction.stance is None]
    tell_failures(errors, evaluation.asked, hint=hint, json=request.json)
    return report


def tell_failures(errors: list[str], asked: int, *, what: str = "rows", hint: str = "", json: bool = False) -> None:
    """Report failures and the most frequent reason. Raises an error if every case failed."""
    if not errors:
        return
    [(commonest, _)] = Counter(errors).most_common(1)
    name, _, message = commonest.partition(": ")
    if len(errors) < asked:
        notice(f"{len(errors):,} of {asked:,} {what} failed. Most frequent reason: {commonest} {hint}".rstrip())
        return
    error = recorded_error(Trouble(error=name, message=f"All {what} failed ({asked:,}): {message}", hint=hint))
    if json:
        # The results are already on stdout, and --json prints exactly one object.
        raise typer.Exit(error.exit_code)
    raise error


def planned(request: EvalRequest, engine: str, environment: Environment) -> tuple[Evaluation, dict[str, int]]:
    """The evaluation, and the counts of rows that are not judged."""
    _require_meaning(request)
    standard = standard_of(environment, request.risk, protocol=request.protocol, engines=[engine])
    settings: dict[str, Any] = {
        "protocol": protocol_named(request.protocol).for_measuring(),
        "engine": engine,
        "engine_version": version_of(engine),
        "standard": standard,
        "command": request.command,
    }
    if request.from_texts:
        made = _made(request)
        data = {"mutations": digest([one.model_dump(mode="json") for one in made])}
        rows = list(labelled(made))
        return (
            Evaluation(
                name="mutations", rows=lambda: iter(rows), scheme=SCHEME, asked=len(rows), data=data, **settings
            ),
            {"unlabelled": 0, "duplicates": 0},
        )
    files = LabelledData(
        paths=tuple(map(Path, request.data)),
        columns=request.columns,
        mapping=parse_mapping(request.mapping),
        two_classes=request.two_classes,
        limit=request.limit,
        seed=request.seed,
    )
    name = joined([stem(path) for path in files.paths])

    def rows_of() -> Iterator[LabelledCase]:
        return files.rows()

    scheme = files.scheme
    return (
        Evaluation(name=name, rows=rows_of, scheme=scheme, asked=files.asked, data=files.fingerprint, **settings),
        {"unlabelled": files.unlabelled, "duplicates": files.duplicates},
    )


def _require_meaning(request: EvalRequest) -> None:
    """Raise a `ConfigError` for an option that would have no effect."""
    columns = {f"--{name}-col": getattr(request.columns, name) for name in ("claim", "source", "label", "kind")}
    idle = (
        {"--limit": request.limit, "--map": request.mapping, **columns}
        if request.from_texts
        else {"--per-kind": request.per_kind}
    )
    without_effect = [name for name, value in idle.items() if value]
    if without_effect:
        hint = "Limit the claims with --per-kind." if request.from_texts else "It applies to --mutations; use --limit."
        raise ConfigError(
            f"{', '.join(without_effect)} has no effect {'with' if request.from_texts else 'without'} --mutations.",
            hint=hint,
        )


async def judged(
    request: EvalRequest, evaluation: Evaluation, folder: Folder, environment: Environment
) -> list[Prediction]:
    """All predictions. Rows that were judged before are not judged again."""
    async with AsyncExitStack() as stack:
        answers: Answers = NoAnswers()
        if evaluation.engine != "offline":
            # Paid answers are stored; the offline engine is faster than a store of its answers.
            answers = await stack.enter_async_context(await Store.open(environment.store_path))
        budget = Budget(max_calls=request.max_calls, max_usd=request.budget_usd)
        receipts = stack.enter_context(Receipts(environment.receipts_path, fresh=request.fresh))
        usual = usual_terms(environment, timeout_s=request.timeout_s)
        terms = replace(usual, answers=answers, receipts=receipts, budget=budget)
        engine = engine_of(evaluation.engine, terms)
        stack.push_async_callback(engine.close)
        stored = {} if request.fresh else folder.claim(evaluation, fresh=False)
        done = len(with_verdict(stored))
        if stored:
            again = f"; {len(stored) - done} that failed will be retried" if len(stored) > done else ""
            notice(f"Resuming in {folder.path}: {done} of {count_of(evaluation.asked, 'row')} already judged{again}.")
        with progress(evaluation.asked, done=done, shown=request.bar) as advance:

            def on_outcome(outcome: Verdict | Failure) -> None:
                advance(outcome.label if isinstance(outcome, Verdict) else outcome.error)

            return await evaluate(
                evaluation,
                folder,
                engine,
                concurrency=request.concurrency,
                fresh=request.fresh,
                on_outcome=on_outcome,
                observe=_answer_printer() if request.verbose else None,
            )


def _answer_printer() -> Observer:
    """Prints one line per answer: elapsed time, number, case and agent."""
    started, count = time.monotonic(), 0

    def print_answer(event: Event) -> None:
        nonlocal count
        if event.what != "answer" or event.entry is None:
            return
        count += 1
        entry, usage = event.entry, event.entry.usage
        tokens = f"{usage.input_tokens} tokens in, {usage.output_tokens} out" if usage.input_tokens else entry.engine
        result = f"{entry.trouble.error}: {entry.trouble.message}" if entry.trouble else tokens
        elapsed = timedelta(seconds=round(time.monotonic() - started))
        notice(f"{elapsed} call {count} · {event.case_id} · {event.phase} · {entry.agent} · {result}")

    return print_answer


def _made(request: EvalRequest) -> list[Mutation]:
    made = list(mutations(_texts(request.data), seed=request.seed, per_kind=request.per_kind))
    if not made:
        raise DataError(
            "No claims can be generated from these texts.", hint="They need plain statements in English or German."
        )
    return made


def _texts(data: Sequence[str]) -> Iterator[Document]:
    """The texts without duplicates, by unique names. A claim's id begins with the name."""
    from adjudge.cli.commands.mutate import texts

    paths = list(map(Path, data))
    seen: set[str] = set()
    for path, name in zip(paths, names_of(paths, lambda path: path.name), strict=True):
        for document in texts([str(path)]):
            if document.text not in seen:
                seen.add(document.text)
                yield document.model_copy(update={"id": name + document.id.removeprefix(path.name)})


def show(report: dict[str, Any], folder: Folder) -> None:
    """Print the figures as a table."""
    title = f"{report['dataset']}: {report['protocol']['name']} on {report['engine']}"
    out().print(tables.figures(title, ("", "value (95 % interval)", "majority"), figures.measures(report)))
    # F1 is only in the report, so that the table fits into 80 columns.
    by_class = (line[:-1] for line in figures.classes(report))
    out().print(tables.figures("", ("class", "rows", "said", "precision", "recall"), by_class))
    if found := report.get("mutations"):
        out().print(mutation_rows(found))
    out().print(f"{figures.counts(report)}.", markup=False)
    out().print(f"{figures.spent(report, folder.seconds())}.", markup=False)
    out().print(figures.calibrated(report), markup=False)
    for note in (figures.few(report), figures.left_out_kinds(report)):
        if note:
            notice(note)
    notice(f"Written to {folder.path}: report.html, predictions.jsonl, error_cases.jsonl")


def mutation_rows(found: dict[str, Any]) -> tables.Fitting:
    """The catch rate of each kind."""
    withheld = ("withheld",) if found["withheld"] else ()
    rows = []
    for kind, one in found["kinds"].items():
        rates = (figures.share(one["rate"]), "") if one["label"] == "MUTATED" else ("", figures.share(one["rate"]))
        cells = (str(one[key]) for key in ("contradicted", "not_enough_info", "supported", *withheld, "failed"))
        rows.append((kind, str(one["count"]), *rates, *cells))
    caught, alarms = figures.share(found["catch_rate"]), figures.share(found["false_alarm_rate"])
    caption = (
        f"{caught} of {count_of(found['mutated'], 'mutation')} caught; "
        f"{alarms} false alarms on {count_of(found['faithful'], 'faithful claim')}"
        + (f"; {found['withheld']} withheld, neither caught nor a false alarm" if withheld else "")
    )
    heads = ("kind", "claims", "caught", "false alarms", "✗", "?", "✓", *withheld, "failed")
    return tables.figures("Catch rate by kind", heads, rows, caption=caption)
