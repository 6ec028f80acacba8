"""`adjudge doctor`: show what is installed, which engines are usable, the store and the evidence index."""

from typing import TYPE_CHECKING, Annotated

import typer

from adjudge.cli.show.console import out, reported_errors
from adjudge.plurals import count_of

if TYPE_CHECKING:
    from pathlib import Path

_PARTS = {
    "pydantic-ai-slim": "language models (pip install 'adjudge[llm]')",
    "onnxruntime": "the offline model",
    "tokenizers": "the offline model",
    "sqlalchemy": "the store",
}
_PROVIDERS = {
    "openai:…": "OPENAI_API_KEY",
    "anthropic:…": "ANTHROPIC_API_KEY",
    "google:…": "GOOGLE_API_KEY",
}


def doctor(json: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False) -> None:
    """Show what is installed, which engines are usable, where the store is, and what is in the evidence index.

    For a key, it shows only whether it is set, never its value.
    """
    with reported_errors(as_json=json):
        report = diagnosis()
        if json:
            import sys
            from json import dumps

            sys.stdout.write(dumps(report, ensure_ascii=False) + "\n")
            return
        _print(report)


def diagnosis() -> dict[str, dict[str, str]]:
    """What is installed and configured, as plain values."""
    import platform
    from importlib.metadata import PackageNotFoundError, version
    from pathlib import Path

    from adjudge.engines.models import key_is_set, parse
    from adjudge.settings.environment import load_environment

    environment = load_environment()

    def installed(name: str) -> str:
        try:
            return version(name)
        except PackageNotFoundError:
            return "not installed"

    llm = installed("pydantic-ai-slim") != "not installed"
    engines = {"offline": "ready"}
    for name, variable in _PROVIDERS.items():
        set_already = key_is_set(parse(name.replace("…", "x")))
        state = "ready" if llm and set_already else "not usable"
        engines[name] = f"{state} ({variable} is {'set' if set_already else 'not set'})"
    engines["ollama:…"] = "needs a running Ollama server" if llm else "not usable (adjudge[llm] is not installed)"
    store = environment.store_path
    exists = "://" in store or Path(store).exists()
    return {
        "adjudge": {"version": installed("adjudge"), "python": platform.python_version()},
        "installed": {name: f"{installed(name)} — {what}" for name, what in _PARTS.items()},
        "engines": engines,
        "store": {"home": str(environment.home), "store": f"{store} ({'there' if exists else 'made on first use'})"},
        "evidence index": _index(environment.index_path),
    }


def _index(folder: "Path") -> dict[str, str]:
    """The size of each store of the index."""
    from adjudge.errors import AdjudgeError
    from adjudge.evidence.index import Index

    report = {"folder": str(folder)}
    try:
        stores = Index(folder).stats()
    except AdjudgeError as error:
        return report | {"trouble": f"{error.message} {error.hint}".strip()}
    for store in stores:
        report[store.name] = f"{count_of(store.records, 'record')}, {store.bytes_on_disk / 1e6:,.1f} MB"
    return report if stores else report | {"stores": "none (`adjudge index add` adds to it)"}


def _print(report: dict[str, dict[str, str]]) -> None:
    from rich.table import Table
    from rich.text import Text

    for title, rows in report.items():
        table = Table(
            title=title, title_justify="left", title_style="bold", show_header=False, box=None, pad_edge=False
        )
        for _ in ("name", "value"):
            table.add_column(overflow="fold")
        for name, value in rows.items():
            table.add_row(Text(name), Text(value))
        out().print(table)
        out().print()
