"""A report as one HTML page: the manuscript's sentences on the left, the words of the works on the right. Pure.

No script, and nothing is loaded. A quote of a PDF links to its page.
"""

import os
from pathlib import Path
from urllib.parse import quote

from adjudge.cite.report import CitationReport, CitationRuling, CitationVerdict, CitedWords
from adjudge.render.html import document
from adjudge.render.html_blocks import text

_SIGNS = {
    CitationVerdict.SUPPORTED: "✓",
    CitationVerdict.CONTRADICTED: "✗",
    CitationVerdict.NOT_IN_SOURCE: "∅",
    CitationVerdict.SOURCE_MISSING: "!",
    CitationVerdict.NOT_CHECKABLE: "·",
}
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
body { color: #1a1a1a; background: #fff; }
article { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2rem; border-top: 1px solid #ccc; padding: 1rem 0; }
article > header { grid-column: 1 / -1; font-weight: 600; }
small { color: #555; }
blockquote { margin: 0 0 .75rem; }
mark { background: #fff1a8; color: inherit; }
.contradicted header { color: #a40000; }
.supported header { color: #006100; }
@media (max-width: 45rem) { article { grid-template-columns: 1fr; } }
@media (prefers-color-scheme: dark) {
  body { color: #eee; background: #161616; }
  small { color: #aaa; }
  mark { background: #5a4b00; }
  a { color: #9cf; }
  .contradicted header { color: #ff8f8f; }
  .supported header { color: #8fe08f; }
}
"""


def page(report: CitationReport, *, folder: Path) -> str:
    """The page; links to files are relative to the folder that it is written to."""
    counts = " · ".join(f"{count} {verdict.value}" for verdict, count in report.counts.items() if count)
    body = "\n".join(_article(ruling, folder) for ruling in report.rulings)
    title = f"Citations of {Path(report.manuscript).name}"
    main = f"""<h1>{text(title)}</h1>
<p>{text(counts or "No sentence cites anything.")}</p>
{body}
{_listed("References never cited", report.uncited)}
{_listed("Citations without a reference", report.unknown)}
{_listed("Retracted", report.retracted)}
{_listed("DOI does not exist", report.unregistered)}
{_listed("Notes", report.messages)}"""
    return document(title, _STYLE, main)


def _article(ruling: CitationRuling, folder: Path) -> str:
    name = ruling.verdict.value.replace(" ", "-")
    quotes = "\n".join(_quote(words, folder) for words in ruling.quotes) or "<p>No words of the source.</p>"
    quotes += "".join(f"<p><code>{text(formula)}</code></p>" for formula in ruling.formulas)
    where = f"{ruling.file}:{ruling.line}:{ruling.column}, cites {', '.join(ruling.keys)}"
    return f"""<article class="{name}">
<header>{_SIGNS[ruling.verdict]} {text(ruling.verdict.value)}</header>
<div><p lang="" dir="auto">{text(ruling.text)}</p>
<p><small>{text(where)}</small></p><p>{text(ruling.reason)}</p></div>
<div>{quotes}</div>
</article>"""


def _quote(words: CitedWords, folder: Path) -> str:
    number = words.rectangles[0].page if words.rectangles else 0
    target = quote(os.path.relpath(words.file, folder), errors="surrogateescape") + (
        f"#page={number}" if number else ""
    )
    where = ", ".join(part for part in (words.key, Path(words.file).name, words.place) if part)
    shown = f"…{text(words.before)}<mark>{text(words.text)}</mark>{text(words.after)}…"
    link = f'<small><a href="{text(target)}">{text(where)}</a></small>'
    return f'<blockquote lang="" dir="auto">{shown}<br>{link}</blockquote>'


def _listed(title: str, items: tuple[str, ...]) -> str:
    if not items:
        return ""
    return f"<h2>{title}</h2>\n<ul>{''.join(f'<li>{text(item)}</li>' for item in items)}</ul>"
