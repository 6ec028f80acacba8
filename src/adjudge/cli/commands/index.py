"""`adjudge index`: manage the evidence index: add, list, search, remove, stats."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudge.cli.options import Match
from adjudge.cli.show.console import confirm, err, notice, out, reported_errors
from adjudge.plurals import count_of

if TYPE_CHECKING:
    from adjudge.evidence.fulltext import Added
    from adjudge.evidence.index import Index

index_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
_EMPTY = "The index is empty. `adjudge index add isot True.csv Fake.csv` adds to it."
_JSON = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


def _index() -> "Index":
    from adjudge.evidence.index import Index
    from adjudge.settings.environment import load_environment

    return Index(load_environment().index_path)


@index_app.command()
def add(
    format: Annotated[
        str,
        typer.Argument(
            help="isot: headlines, CSV with a title (True.csv, Fake.csv); fever: claims, JSON lines with claim and "
            "label; docs: text, Markdown, HTML, PDF, JSON lines with text."
        ),
    ],
    paths: Annotated[list[Path], typer.Argument(help="Files in their published format, plain or gzipped, or folders.")],
    name: Annotated[str, typer.Option("--name", help="The store to add to. Default: the store of the format.")] = "",
    label: Annotated[str, typer.Option("--label", help="The label of all records, if the file has none.")] = "",
    json: _JSON = False,
) -> None:
    """Add labelled records or documents. A file is added whole or not at all; the same file again changes nothing.

    Lines and files that cannot be read are reported with their number or name; the rest is added.

    Example: adjudge index add isot True.csv Fake.csv

    Example: adjudge index add fever train.jsonl

    Example: adjudge index add docs reports/ notes.md
    """
    with reported_errors(as_json=json):
        statuses = []
        with _progress(_size(format, paths), quiet=json) as progress:
            # Printed one by one, so that files added before an error are still reported.
            for one in _index().add(format, paths, name=name, label=label.upper(), progress=progress):
                statuses.append(one.status)
                _say(one, json=json)
        if set(statuses) == {"refused"}:
            raise typer.Exit(2)


def _size(format: str, paths: list[Path]) -> int:
    """The number of bytes to read, as far as known."""
    from adjudge.evidence.importers import FORMATS, files_of

    return sum(one.path.stat().st_size for one in files_of(FORMATS[format], paths)) if format in FORMATS else 0


def _say(one: "Added", *, json: bool) -> None:
    if json:
        sys.stdout.write(one.model_dump_json() + "\n")
        return
    records = f"{count_of(one.records, 'record')}: " if one.status != "refused" else ""
    out().print(f"{one.status}: {records}{one.file}", markup=False, soft_wrap=True)
    if one.duplicates:
        notice(f"  {count_of(one.duplicates, 'duplicate')} left out")
    for problem in one.problems:
        notice(f"  {problem}")
    if one.skipped > len(one.problems):
        notice(f"  and {one.skipped - len(one.problems):,} more")


@contextmanager
def _progress(total: int, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr, if it is a terminal."""
    console = err()
    if quiet or not console.is_terminal:
        yield lambda _done: None
        return
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    with Progress(
        TextColumn("adding"), BarColumn(), DownloadColumn(), TimeRemainingColumn(), console=console, transient=True
    ) as progress:
        task = progress.add_task("adding", total=total or None)
        yield lambda done: progress.update(task, completed=done)


@index_app.command(name="list")
def list_stores() -> None:
    """List the stores."""
    with reported_errors():
        names = _index().names()
        for name in names:
            out().print(name, markup=False)
        if not names:
            notice(_EMPTY)


@index_app.command()
def search(
    query: Annotated[str, typer.Argument(help="Words to look for.")],
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=1000, help="Maximum number of hits per store.")] = 5,
    match: Match = "ranked",
    store: Annotated[list[str] | None, typer.Option("--store", help="Only this store. May be repeated.")] = None,
    json: _JSON = False,
) -> None:
    """Search the index; prints the lines that the tool `search_databases` returns."""
    from adjudge.evidence.index import MATCHES

    with reported_errors(as_json=json):
        chosen = next((one for one in MATCHES if one == match), None)
        if chosen is None:
            raise typer.BadParameter(f"'{match}' is none of: {', '.join(MATCHES)}.", param_hint="--match")
        found = _index().search(query, limit=limit, match=chosen, stores=store or ())
        if json:
            sys.stdout.write(found.model_dump_json() + "\n")
            return
        out().print(found.returned, markup=False, soft_wrap=True)
        if found.problem:
            notice(found.problem)


@index_app.command()
def remove(
    name: Annotated[str, typer.Argument(help="The store to remove.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Remove a store and all its records."""
    with reported_errors():
        index = _index()
        if name in index.names():
            confirm(f"Remove the store {name}?", yes=yes)
        index.remove(name)
        notice(f"Removed {name}.")


@index_app.command()
def stats(json: _JSON = False) -> None:
    """Show the records, files and size of each store."""
    from adjudge.cli.show.tables import figures

    with reported_errors(as_json=json):
        found = _index().stats()
        if json:
            for one in found:
                sys.stdout.write(one.model_dump_json() + "\n")
            return
        if not found:
            notice(_EMPTY)
            return
        rows = []
        for one in found:
            added = one.last_added_at.strftime("%Y-%m-%d %H:%M") if one.last_added_at else ""
            size = f"{one.bytes_on_disk / 1e6:,.1f}"
            rows.append((one.name, one.origin.value, f"{one.records:,}", f"{one.files:,}", size, added))
        out().print(figures("", ("store", "kind", "records", "files", "MB on disk", "last added"), rows))
