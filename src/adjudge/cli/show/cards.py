"""Output of a verdict: files first, then JSON, one line, or the card."""

import sys
from dataclasses import dataclass
from pathlib import Path

from adjudge.case import Case
from adjudge.cli.show.console import notice, out
from adjudge.errors import ConfigError
from adjudge.files import write_error
from adjudge.record import as_json
from adjudge.render import cards, html, markdown, terminal
from adjudge.render.claimreview import claim_review
from adjudge.render.terminal import Detail
from adjudge.verdict import Verdict

MORE = "More: adjudge runs show last --verbose"


@dataclass(frozen=True)
class CardRequest:
    """How to show a verdict."""

    json: bool
    quiet: bool
    html: Path | None
    markdown: Path | None
    claimreview: Path | None = None
    verbose: bool = False
    brief: bool = False

    def __post_init__(self) -> None:
        if self.brief and not self.json:
            raise ConfigError("--brief has no effect without --json.", hint="Use --json --brief.")

    @property
    def live(self) -> bool:
        """Whether the hearing is shown as it happens."""
        return self.verbose and not (self.json or self.quiet)

    @property
    def status(self) -> bool:
        """Whether a status line is shown while the case is judged."""
        return not (self.verbose or self.json or self.quiet)

    @property
    def detail(self) -> Detail:
        """The level of detail of the printed card."""
        return Detail.OPEN if self.verbose else Detail.SHORT


def give(request: CardRequest, case: Case, verdict: Verdict, *, more: str = MORE) -> None:
    """Write the requested files and print the verdict; `more` says under a short card how to see the rest."""
    if request.html:
        write_card(request.html, html.card(case, verdict))
    if request.markdown:
        write_card(request.markdown, markdown.card(case, verdict))
    if request.claimreview:
        write_card(request.claimreview, claim_review(case, verdict))
    if request.json:
        sys.stdout.write(as_json(cards.brief(case, verdict) if request.brief else verdict) + "\n")
        return
    if request.quiet:
        out().print(one_line_of(verdict), markup=False, soft_wrap=True)
    else:
        out().print(terminal.card(case, verdict, detail=request.detail, more="" if request.verbose else more))
    for path in (request.html, request.markdown, request.claimreview):
        if path:
            notice(f"Card written to {path}")


def one_line_of(verdict: Verdict) -> str:
    """The verdict in one line: outcome, confidence and the protocol's own label."""
    top = cards.headline(verdict)
    return f"{top.text} ({', '.join(part for part in (top.sure or top.doubt, top.label) if part)})"


def write_card(path: Path, text: str) -> None:
    """Write a card. Raises an error with the reason if the file cannot be written."""
    try:
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
    except OSError as error:
        raise write_error(path, error, hint="Choose another file.") from error
