"""A verdict card as one HTML page: inline style, no script, nothing loaded from anywhere.

Small functions give fragments. Every text passes `text` or `attribute` and nothing else writes one, so that whatever
a claim holds shows as text.
"""

from functools import lru_cache
from html import escape
from importlib.resources import files

from adjudge.case import Case
from adjudge.render import blocks as b
from adjudge.render.blocks import Card, Depth, Look, Section, Tone
from adjudge.render.cards import build
from adjudge.render.html_blocks import attribute, block_html, opinion, percent, text
from adjudge.render.parts import Room
from adjudge.verdict import Verdict

_ROOM = Room(text=12_000, around=400)


def card(case: Case, verdict: Verdict, *, lang: str = "en") -> str:
    """The page of a verdict; `lang` is the language of the texts."""
    built = build(case, verdict, room=_ROOM)
    return f"""<!DOCTYPE html>
<html lang="{attribute(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{text(built.verdict.word)}: {text(case.claim[:80])}</title>
<style>
{_style()}</style>
</head>
<body>
<main>
{_header(built)}
{"".join(_section(section, anchors_of(built)) for section in built.sections)}
<footer>{text(built.protocol)} · case {text(built.case_id)} · {text(built.footer)}</footer>
</main>
</body>
</html>
"""
