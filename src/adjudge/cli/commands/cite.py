"""`adjudge cite`: check whether cited works support the sentences that cite them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudge.cli.options import AsJson, BudgetUsd, Engine, Fresh, MaxCalls, Spending
from adjudge.cli.show.console import err, notice, out, reported_errors, wait_for

if TYPE_CHECKING:
    from adjudge.cite.court import Docket
    from adjudge.cite.report import CitationReport, CitationRuling
    from adjudge.cite.web import WebWorks
    from adjudge.cite.works import CitedWorks

_COLOURS = {"supported": "green", "contradicted": "red", "not in the source": "yellow", "source missing": "magenta"}
_MOST_BYTES, _LONGEST_FETCH_S = 50_000_000, 60.0
_NOTE_COLOURS = {"supported": "b7e4c7", "contradicted": "ffadad"}


def cite(
    manuscript: Annotated[Path, typer.Argument(help="Markdown, LaTeX, reStructuredText, HTML or plain text.")],
    works: Annotated[
        Path | None,
        typer.Option("--works", "-w", help="The folder with the cited works: PDF, HTML, DOCX, text, tables."),
    ] = None,
    work: Annotated[
        list[str] | None, typer.Option("--work", help="The file of a citation key: KEY=FILE. May be repeated.")
    ] = None,
    map: Annotated[Path | None, typer.Option("--map", help="A JSON file that maps keys to files.")] = None,
    bib: Annotated[list[Path] | None, typer.Option("--bib", help="A BibTeX file. May be repeated.")] = None,
    protocol: Annotated[str, typer.Option("--protocol", "-p", help="The protocol.")] = "factuality",
    engine: Engine = None,
    json: AsJson = False,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write the manuscript and its sources side by side as an HTML page.")
    ] = None,
    sarif: Annotated[Path | None, typer.Option("--sarif", help="Write a SARIF 2.1.0 log to this file.")] = None,
    annotate: Annotated[
        Path | None,
        typer.Option("--annotate", help="A folder for copies of the PDFs with the quoted words highlighted."),
    ] = None,
    web: Annotated[
        bool,
        typer.Option(
            "--web", help="Fetch open works that have no file, and look up whether DOIs exist and works were retracted."
        ),
    ] = False,
    fresh: Fresh = False,
    max_calls: MaxCalls = None,
    budget_usd: BudgetUsd = None,
) -> None:
    """Check whether the cited works support the sentences that cite them.

    Each citing sentence is judged against the works that it cites, together: supported, contradicted, not in the
    source, source missing or not checkable, with the words of the work and their page. References that are never cited
    and citations without a reference are listed. A work is found by its key, its .bib entry or its title as file name;
    nothing is fetched without --web. After an interruption, the same command continues: answers are stored.

    Exit codes: 0 all supported, 1 something is contradicted, 3 something else is not supported, 2 wrong usage or input,
    4 engine error, 130 interrupted.

    Example: adjudge cite paper.md --works papers/ --bib refs.bib --html report.html
    """
    from adjudge.cite.works import works_in
    from adjudge.cli.outputs import require_apart
    from adjudge.cli.show.cards import write_card

    with reported_errors(as_json=json):
        docket = _docket(manuscript, bib or [])
        found = works_in(works, dict(_pair(one) for one in work or []), map)
        require_apart([html, sarif], [manuscript, *(bib or []), *found.files, *found.given.values()])
        spending = Spending(fresh=fresh, max_calls=max_calls, budget_usd=budget_usd)
        looked_up = wait_for(_looked_up(docket, found)) if web else None
        report = wait_for(_judged(docket, found, protocol, engine, spending, shown=not json))
        if looked_up:
            report = report.model_copy(
                update={
                    "retracted": tuple(f"{key} (notice: {doi})" for key, doi in looked_up.retracted.items()),
                    "unregistered": tuple(f"{key} ({doi})" for key, doi in looked_up.unregistered.items()),
                    "messages": (*report.messages, *looked_up.messages),
                }
            )
        if html:
            from adjudge.cite.page import page

            write_card(html, page(report, folder=html.parent.resolve()))
        if sarif:
            from adjudge.cite.sarif import citation_log

            write_card(sarif, citation_log(report))
        if annotate:
            _annotate(report, annotate)
        if json:
            typer.echo(report.model_dump_json(indent=1))
        else:
            _show(report)
        raise typer.Exit(_code(report))


def _docket(manuscript: Path, bibs: list[Path]) -> "Docket":
    from adjudge.cite.court import docket_of
    from adjudge.errors import DataError
    from adjudge.manuscripts.reading import read_manuscript

    docket = docket_of(read_manuscript(manuscript), bibs)
    if not docket.sentences:
        raise DataError(
            f"No sentence of '{manuscript}' cites anything.",
            hint="Cite as [@key] in Markdown, \\cite{key} in LaTeX, or [3] with a numbered list of references.",
        )
    return docket


def _pair(given: str) -> tuple[str, Path]:
    from adjudge.errors import ConfigError

    key, sign, path = given.partition("=")
    if not sign or not key or not path:
        raise ConfigError(
            f"'{given}' is not of the form KEY=FILE.", hint="For example: --work miller2019=papers/miller.pdf"
        )
    return key, Path(path)


async def _looked_up(docket: "Docket", works: "CitedWorks") -> "WebWorks":
    """What the web says about the cited references; fetched works are added to the others."""
    from adjudge.cite.web import WebWorks
    from adjudge.errors import AdjudgeError
    from adjudge.evidence.fetch import Fetcher
    from adjudge.settings.environment import load_environment

    cited = [docket.references[key] for key in docket.cited if key in docket.references]
    without_file = set()
    for reference in cited:
        try:
            if works.path(reference.key, reference) is None:
                without_file.add(reference.key)
        except AdjudgeError:
            pass  # several files fit: the ruling says so
    folder = load_environment().home / "works"
    found = WebWorks(Fetcher(most_bytes=_MOST_BYTES, timeout_s=_LONGEST_FETCH_S), folder)
    await found.look_up(cited, without_file=frozenset(without_file))
    works.given = {**found.found, **works.given}
    return found


async def _judged(
    docket: "Docket", works: "CitedWorks", protocol: str, engine: str | None, spending: Spending, *, shown: bool
) -> "CitationReport":
    from adjudge.cite.court import report_of, rulings_on
    from adjudge.cli.session import open_session
    from adjudge.cli.show.progress import progress
    from adjudge.settings.engines import single_engine
    from adjudge.settings.environment import load_environment

    environment = load_environment()
    rulings = []
    async with open_session(environment, spending) as session:
        chosen = session.engine(single_engine(engine, environment))
        with progress(len(docket.sentences), shown=shown, what="citations") as step:
            async for number, ruling in rulings_on(docket, works, protocol=protocol, engine=chosen):
                rulings.append((number, ruling))
                step(ruling.verdict.value)
    return report_of(docket, [ruling for _, ruling in sorted(rulings, key=lambda one: one[0])], works)


def _show(report: "CitationReport") -> None:
    from rich.text import Text

    from adjudge.cli.show.tables import Column, Fitting
    from adjudge.render.visible import one_line

    rows = [
        [
            Text.assemble(
                (ruling.verdict.value, _COLOURS.get(ruling.verdict.value, "dim")),
                f"\n{ruling.line}:{ruling.column}\n",
                (", ".join(ruling.keys), "dim"),
            ),
            Text(one_line(ruling.text, limit=120)),
            Text(_evidence(ruling)),
        ]
        for ruling in report.rulings
    ]
    columns = [Column("verdict, place, cites"), Column("sentence"), Column("evidence")]
    counts = " · ".join(f"{count} {verdict.value}" for verdict, count in report.counts.items() if count)
    out().print(Fitting(f"Citations of {Path(report.manuscript).name}", columns, rows, counts))
    listed = {
        "never cited": report.uncited,
        "without a reference": report.unknown,
        "retracted": report.retracted,
        "DOI does not exist": report.unregistered,
    }
    for title, items in listed.items():
        if items:
            out().print(f"{title}: {', '.join(items)}", markup=False, soft_wrap=True)
    for message in report.messages:
        notice(message)


def _evidence(ruling: "CitationRuling") -> str:
    from adjudge.render.visible import one_line

    formulas = "".join(f" {formula}" for formula in ruling.formulas[:2])
    reason = one_line(ruling.reason, limit=160)
    if not ruling.quotes:
        return reason + formulas
    first = ruling.quotes[0]
    where = ", ".join(part for part in (first.key, first.place) if part)
    quoted = f"“{one_line(first.text, limit=140)}” {where}{'' if ' = ' in first.place else formulas}"
    return quoted if ruling.verdict.value == "supported" else f"{reason}\n{quoted}"


def _annotate(report: "CitationReport", folder: Path) -> None:
    from adjudge.errors import AdjudgeError
    from adjudge.evidence.pdf_notes import PdfNote, write_annotated

    notes: dict[str, list[PdfNote]] = {}
    for ruling in report.rulings:
        for words in ruling.quotes:
            if words.rectangles:
                note = f"{ruling.verdict.value}: {ruling.text} ({ruling.file}:{ruling.line})"
                colour = _NOTE_COLOURS.get(ruling.verdict.value, "ffe066")
                notes.setdefault(words.file, []).append(PdfNote(words.rectangles, note, colour))
    folder.mkdir(parents=True, exist_ok=True)
    for file, own in notes.items():
        target = folder / Path(file).name
        if target.exists() and target.samefile(file):
            notice(f"{target} was not written, because it would overwrite the original. Choose another folder.")
            continue
        try:
            write_annotated(Path(file), target, own)
        except AdjudgeError as error:
            err().print(str(error), markup=False, soft_wrap=True)
    if not notes:
        notice("No PDF was quoted, so there is nothing to annotate.")


def _code(report: "CitationReport") -> int:
    verdicts = {verdict.value for verdict, count in report.counts.items() if count}
    return 1 if "contradicted" in verdicts else 3 if verdicts - {"supported", "not checkable"} else 0
