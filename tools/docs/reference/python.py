"""The Python API: the public names of the package, documented by mkdocstrings."""

import importlib
import inspect

import adjudge
from reference import markdown

MORE = {
    "Findings, results and provenance": "adjudge.verdict",
    "Transcript": "adjudge.transcript",
    "Errors": "adjudge.errors",
}


def page() -> str:
    """Return the page; mkdocstrings fills in each name."""
    intro = f"`import adjudge` offers {len(adjudge.__all__)} names. Everything else may change between releases."
    names = sorted(adjudge.__all__, key=lambda name: (inspect.isclass(getattr(adjudge, name)), name.lower()))
    public = [f"::: {getattr(adjudge, name).__module__}.{name}" for name in names]
    more = [part for title, module in MORE.items() for part in (f"## {title}", *_others(module))]
    return markdown.page("# Python API", intro, "## Public names", *public, *more)


def _others(module: str) -> list[str]:
    """Return the classes that a module defines, without the public names, in the order of the file."""
    found = vars(importlib.import_module(module)).items()
    kinds = [name for name, kind in found if inspect.isclass(kind) and kind.__module__ == module]
    return [f"::: {module}.{name}" for name in kinds if name not in adjudge.__all__ and not name.startswith("_")]
