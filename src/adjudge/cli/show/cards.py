"""A verdict as a command gives it: files first, then one of JSON, one line, or the card."""

import sys
from dataclasses import dataclass
from pathlib import Path

from adjudge.case import Case
from adjudge.cli.show.console import notice, out
from adjudge.errors import DataError
from adjudge.record import as_json
from adjudge.render import html, markdown, parts, terminal
from adjudge.verdict import Verdict


@dataclass(frozen=True)
class CardRequest:
    """How a verdict is to be shown."""

    json: bool
    quiet: bool
    html: Path | None
    markdown: Path | None

    @property
    def live(self) -> bool:
        """Whether the hearing is shown as well."""
        return not (self.json or self.quiet)


def give(request: CardRequest, case: Case, verdict: Verdict) -> None:
    """Write what was asked for, and print the verdict."""
    if request.html:
        write_card(request.html, html.card(case, verdict))
    if request.markdown:
        write_card(request.markdown, markdown.card(case, verdict))
    if request.json:
        sys.stdout.write(as_json(verdict) + "\n")
        return
    if request.quiet:
        out().print(f"{verdict.label} {_surety(verdict)}", markup=False, soft_wrap=True)
    else:
        out().print(terminal.card(case, verdict))
    for path in (request.html, request.markdown):
        if path:
            notice(f"Card written to {path}")


def _surety(verdict: Verdict) -> str:
    """The confidence; of a label that was withheld, that it was: the number is not the given label's."""
    return f"({parts.calibration(verdict)})" if verdict.abstained else f"{verdict.confidence.value:.2f}"


def write_card(path: Path, text: str) -> None:
    """Write a card, or say why not."""
    try:
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
    except OSError as error:
        raise DataError(
            f"The card cannot be written to '{path}': {error.strerror or error}.", hint="Choose another file."
        ) from error
