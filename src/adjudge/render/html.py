"""A verdict card as one HTML page: inline style, no script, nothing loaded from anywhere."""

from functools import lru_cache
from importlib.resources import files

from adjudge.case import Case
from adjudge.render.blocks import SIGNS, ClaimAndSources, Depth, Section
from adjudge.render.cards import Card, build
from adjudge.render.html_blocks import LinkTargets, bar, fragment, text
from adjudge.render.marks import Room
from adjudge.render.visible import one_line
from adjudge.verdict import Verdict

_ROOM = Room(text=12_000, around=400)
_SMALL = ("Evidence", "Edit")


def card(case: Case, verdict: Verdict) -> str:
    """The page of a verdict."""
    built = build(case, verdict, room=_ROOM)
    links = _links(built)
    sections = "\n".join(_section(section, links) for section in built.sections)
    return document(
        _title(built, case),
        _style(),
        f"""{_header(built)}
{sections}
<footer>{text(built.headline.protocol)} · case {text(built.case_id)} · {text(built.footer)}</footer>""",
    )


def embedded(case: Case, verdict: Verdict) -> str:
    """The verdict as a small card to embed in another page: outcome, claim, evidence, correction."""
    built = build(case, verdict, room=_ROOM)
    sections = "\n".join(_section(one, frozenset()) for one in built.sections if one.label in _SMALL and one.blocks)
    return document(
        _title(built, case),
        f"{_style()}main {{ margin: 0; }} header h1 {{ font-size: 1.5rem; }}",
        f"""{_header(built)}
<section>
<h2>Claim</h2>
<p class="text" dir="auto">{text(case.claim)}</p>
</section>
{sections}
<footer>Checked with Adjudge · {text(built.headline.protocol)}</footer>""",
    )


def document(title: str, style: str, main: str) -> str:
    """A whole page of HTML; the title is escaped here. It runs no script and loads nothing."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{text(title)}</title>
<style>
{style}</style>
</head>
<body>
<main>
{main}
</main>
</body>
</html>
"""


def _title(built: Card, case: Case) -> str:
    return f"{built.headline.text}: {one_line(case.claim, limit=80)}"


def _header(built: Card) -> str:
    top = built.headline
    lines = (
        f'<p class="sure">{bar(top.confidence)} {text(top.sure)}</p>' if top.sure else "",
        f"<p>{text(top.caveat)}</p>" if top.caveat else "",
        f"<p>{text(top.reason)}</p>" if top.reason else "",
        f'<p class="worth">{text(top.worth[:1].upper() + top.worth[1:])}.</p>' if top.confidence is not None else "",
    )
    leaning = " leaning" if top.leaning else ""
    return f"""<header class="{top.tone.value}{leaning}">
<h1><span aria-hidden="true">{SIGNS[top.tone]}</span> {text(top.text)} <span class="own">{text(top.label)}</span></h1>
{chr(10).join(line for line in lines if line)}
</header>"""


def _section(section: Section, links: LinkTargets) -> str:
    body = "\n".join(fragment(block, links) for block in section.blocks)
    if section.depth is Depth.FOLDED:
        return f"<details>\n<summary>{text(section.title)}</summary>\n{body}\n</details>"
    return f"<section>\n<h2>{text(section.title)}</h2>\n{body}\n</section>"


def _links(built: Card) -> LinkTargets:
    """The marks that are on the page: a point links only to what is there."""
    passages = [
        passage
        for section in built.sections
        for block in section.blocks
        if isinstance(block, ClaimAndSources)
        for passage in (block.claim, *block.sources)
    ]
    return frozenset(piece.anchor for passage in passages for piece in passage.pieces if piece.anchor)


@lru_cache(maxsize=1)
def _style() -> str:
    return files("adjudge.render").joinpath("card.css").read_text(encoding="utf-8")
