"""Build a case from command-line arguments: a claim, files, texts, standard input."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from adjudge.case import Case, Document
from adjudge.cli.show.console import notice
from adjudge.errors import CaseError, ConfigError
from adjudge.files import MOST_BYTES, decode, require_size, require_text

if TYPE_CHECKING:
    from adjudge.evidence.page_images import PageImages


def case_from(claim: str, sources: Sequence[str], texts: Sequence[str], *, kind: str = "") -> Case:
    """The case, with one document for each source."""
    if (claim == "-") + list(sources).count("-") > 1:
        raise ConfigError("Standard input can be read only once.", hint="Use '-' for one argument.")
    if not sources and not texts:
        raise CaseError("There is no source to check against.", hint="Give --source FILE or --source-text TEXT.")
    claim = standard_input().rstrip("\r\n") if claim == "-" else claim
    documents: list[Document] = []
    for name in sources:
        read = Document(text=standard_input(), title="stdin") if name == "-" else _read(Path(name), claim)
        if not read.text.strip():
            raise CaseError(f"The source '{name}' is empty.", hint="It contains no text to check against.")
        documents.append(read.model_copy(update={"id": _free(read.title, documents), "kind": kind}))
    for text in texts:
        documents.append(Document(id=_free("source", documents), text=text, kind=kind))
    return Case(claim=claim, documents=tuple(documents))


def _read(path: Path, claim: str) -> Document:
    """A source file as a document. Prints a notice for parts that cannot be read."""
    from adjudge.evidence.fulltext import Problems
    from adjudge.evidence.sources import source_of

    problems = Problems()
    source = source_of(path, problems, what="The source file")
    for problem in problems.shown:
        notice(f"{path.name}: {problem}")
    if source.pdf:
        # Where the home cannot be written, the store says so.
        with suppress(OSError):
            page_images().keep(path, source.pdf)
    return source.document(claim)


def page_images() -> "PageImages":
    """The PDFs whose pages the web app shows."""
    from adjudge.evidence.page_images import PageImages
    from adjudge.settings.environment import load_environment

    return PageImages(load_environment().pages_path)


def standard_input() -> str:
    """Read all of standard input as text."""
    if sys.stdin is None:
        raise ConfigError("Standard input is closed.", hint="Pipe the text in, or name a file.")
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    require_size(data, what="Standard input")
    require_text(data, what="Standard input")
    return decode(data)


def _free(name: str, documents: Sequence[Document]) -> str:
    """A document id that is not taken yet."""
    ids = {document.id for document in documents} | {"claim"}
    if name not in ids:
        return name
    return next(f"{name}-{n}" for n in range(2, len(ids) + 3) if f"{name}-{n}" not in ids)
