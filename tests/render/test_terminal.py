"""The terminal view: the same words with and without colour, at any width, and nothing that acts on the terminal."""

import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console, RenderableType

from adjudge.case import CLAIM_ID
from adjudge.render import terminal
from adjudge.render.cards import headline
from adjudge.render.tally import Tally
from adjudge.render.terminal import Detail
from adjudge.transcript import Entry, Trouble
from adjudge.verdict import Failure, Verdict
from tests.render import samples
from tests.render.test_html import everywhere, with_quotes

FULL = Detail.FULL
SAMPLES = [samples.faithful, samples.mutated, samples.ambiguous]


def printed(*renderables: RenderableType | None, width: int = 100, colour: bool = False) -> str:
    out = io.StringIO()
    console = Console(
        file=out, width=width, force_terminal=colour, color_system="truecolor" if colour else None, legacy_windows=False
    )
    for renderable in renderables:
        assert renderable is not None
        console.print(renderable)
    return out.getvalue()


def live(verdict: Verdict) -> list[RenderableType | None]:
    return [terminal.entry(entry) for entry in verdict.transcript.entries]


def flat(text: str) -> str:
    """A panel's text without borders and line breaks."""
    return re.sub(r"\s+", " ", re.sub(r"[│╭╮╰╯─]", " ", text))


@pytest.mark.parametrize("width", [60, 80, 100, 140, 200])
@pytest.mark.parametrize("sample", SAMPLES)
def test_no_line_is_wider_than_the_terminal(sample: object, width: int) -> None:
    case, verdict = sample()  # type: ignore[operator]
    card, full = terminal.card(case, verdict), terminal.card(case, verdict, detail=FULL)
    text = printed(terminal.case_header(case), *live(verdict), card, full, terminal.phase("round 0"), width=width)
    assert max(cell_len(line) for line in text.splitlines()) <= min(width, terminal.WIDEST)


@pytest.mark.parametrize("width", [40, 50, 60, 72, 80, 90, 100, 120])
@pytest.mark.parametrize("sample", SAMPLES)
def test_the_outcome_is_never_broken_and_a_label_without_room_is_below_it(sample: object, width: int) -> None:
    case, verdict = sample()  # type: ignore[operator]
    first, second, third, *_ = printed(terminal.card(case, verdict), width=width).splitlines()
    top = headline(verdict)
    assert first[3:].startswith(top.text)
    tag = f"jury: {verdict.label}"
    assert first.endswith(tag) or tag in (second.strip(), third.strip())


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("sample", SAMPLES)
def test_the_short_card_of_a_short_case_has_at_most_fifteen_lines(sample: object, width: int) -> None:
    case, verdict = sample()  # type: ignore[operator]
    assert len(printed(terminal.card(case, verdict, more="More: x"), width=width).splitlines()) <= 15


def test_the_short_card_is_the_answer_the_words_and_the_corrected_claim() -> None:
    assert printed(terminal.card(*samples.mutated(), more="More: adjudge runs show last"), width=88) == (
        """\
 ✗ Contradicted   confidence not calibrated for this                       jury: Mutated
  The claim turns a lower bound into an upper one and an association into a cause.
  ✗ “Under 650,000” claim 0–13 │ “more than 645,000” source 30–47  a floor became a     
  ceiling                                                                               
  ✗ “caused” claim 68–74 │ “associated with” source 132–147  an association became a    
  cause                                                                                 
  Corrected: [-Under 650,000-]{+More than 645,000+} adults were vaccinated in March     
  2021, and vaccination [-caused-]{+was associated with+} fewer hospital admissions.    
  (judged again: ✓ Supported)                                                           
More: adjudge runs show last
"""
    )


@pytest.mark.parametrize("sample", SAMPLES)
def test_there_are_colours_only_where_the_console_has_them(sample: object) -> None:
    case, verdict = sample()  # type: ignore[operator]
    shown = [terminal.case_header(case), *live(verdict), terminal.card(case, verdict, detail=FULL)]
    assert "\x1b" not in printed(*shown)
    coloured = printed(*shown, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == printed(*shown)


def test_the_open_card_shows_verdict_words_edit_and_dissent() -> None:
    assert printed(terminal.card(*samples.mutated(), detail=Detail.OPEN), width=88) == (
        """\
╭─  jury · vaccines-1  ────────────────────────────────────────────────────────────────╮
│  ✗ Contradicted   confidence not calibrated for this                   jury: Mutated │
│   The claim turns a lower bound into an upper one and an association into a cause.   │
│                                                                                      │
│ Evidence    1 ✗ quantities, contradicted: a floor became a ceiling                   │
│                 “Under 650,000” claim 0–13 │ “more than 645,000” source 30–47        │
│             2 ✗ relationship type, contradicted: an association became a cause       │
│                 “caused” claim 68–74 │ “associated with” source 132–147              │
│                                                                                      │
│ Edit        [-Under 650,000-]{+More than 645,000+} adults were vaccinated in March   │
│             2021, and vaccination [-caused-]{+was associated with+} fewer hospital   │
│             admissions.  (judged again: ✓ Supported)                                 │
│                                                                                      │
│ Claim       [Under 650,000]¹ adults were vaccinated in March 2021, and vaccination   │
│             [caused]² fewer hospital admissions.                                     │
│ Source      The national registry counted [more than 645,000]¹ newly vaccinated      │
│             adults in March 2021, up from 410,000 in February. Vaccination was       │
│             [associated with]² fewer hospital admissions, although the authors       │
│             caution that the study did not control for age. A follow-up is planned   │
│             for 2022.  (a registry study)                                            │
│                                                                                      │
│ Votes       ✗ context (was Faithful)   ✗ literal   ✓ steelman   ! sceptic            │
│ Rubric      ✗ numeric fidelity   ✓ scope fidelity   ✗ causal fidelity                │
│             ✓ certainty fidelity   ✓ context sufficiency                             │
│ Plain vote  Faithful (2 Faithful, 1 Mutated, 1 failed): the proceedings changed it   │
│                                                                                      │
│ Dissent     ✓ steelman   Faithful  ██████░░░░ 62%                                    │
│               The number can still be read as true.                                  │
│                                                                                      │
│ Failed      ! sceptic failed  EngineTimeout: No answer within 60 s. It stays in the  │
│             denominator.                                                             │
│                                                                                      │
│ 1 not found ! “vaccination was proven to reduce admissions”  literal, of source: not │
│             found                                                                    │
│                                                                                      │
│ 13 calls · 2 from the ledger · 10,556 tokens in, 2,132 out · $0.0027 · 3.4 s         │
╰──────────────────────────────────────────────────────────────────────────────────────╯
"""
    )


def test_the_live_view_shows_each_moment() -> None:
    text = flat(printed(*live(samples.mutated()[1]), width=100))
    for words in (
        "645,000 adults (truth)",
        "✗ literal Mutated █████████░ 92% Literal Fact-Checker",
        "! sceptic failed EngineTimeout: No answer within 60 s. Try again.",
        "✗ Mutated literal constructive, round 1",
        "✓ Faithful steelman constructive, round 1",
        "Debate checker no new reasoning, the debate ends.",
        "changed its mind: was ✓ Faithful 58%",
        "✗ No numeric fidelity A floor became a ceiling.",
        "✓ Yes scope fidelity",
    ):
        assert words in text


def test_the_two_sides_of_a_debate_stand_apart() -> None:
    lines = printed(*live(samples.mutated()[1]), width=80).splitlines()
    mutated = next(line for line in lines if "Mutated  literal  constructive" in line)
    faithful = next(line for line in lines if "Faithful  steelman  constructive" in line)
    assert mutated.startswith("╭")
    assert faithful.startswith("      ╭")


def test_a_repeated_word_is_marked_where_it_was_quoted() -> None:
    case = samples.case(claim="No, he said no and no 👩‍👧.")
    quotes = samples.quote(case, CLAIM_ID, "no", nth=1), samples.quote(case, "source", "645,000")
    text = printed(terminal.card(case, with_quotes(case, quotes), detail=FULL))
    assert "No, he said no and [no]¹ 👩‍👧." in text


def test_a_quote_that_holds_another_is_bracketed_around_it() -> None:
    case = samples.case(claim="Under 650,000 adults came.")
    whole, number = samples.quote(case, CLAIM_ID, case.claim), samples.quote(case, CLAIM_ID, "650,000")
    said = samples.quote(case, "source", "645,000")
    text = printed(terminal.card(case, with_quotes(case, (whole, said), (number, said)), detail=FULL))
    assert "[Under [650,000]² adults came.]¹" in text
    assert "[645,000]¹˒²" in text


def test_a_juror_that_says_the_same_again_is_not_quoted_again() -> None:
    _, verdict = samples.mutated()
    again = next(e for e in verdict.transcript.entries if e.kind == "vote_again" and e.agent == "literal")
    first = next(e for e in verdict.transcript.entries if e.kind == "cast_vote" and e.agent == "literal")
    text = printed(terminal.entry(again.model_copy(update={"reply": first.reply})))
    assert len(text.splitlines()) == 1


def test_markup_in_texts_shows_as_it_is() -> None:
    case, verdict = everywhere("[red]x[/bold] :smile: [link=http://a]")
    text = flat(printed(terminal.case_header(case), terminal.card(case, verdict, detail=FULL), width=120))
    assert text.count("[red]x[/bold] :smile: [link=http://a]") > 10


@settings(max_examples=30, deadline=None)
@given(st.text(st.characters(exclude_categories=()), min_size=1, max_size=40).filter(lambda t: t.strip()))
def test_no_text_reaches_the_terminal_as_a_control(text: str) -> None:
    case, verdict = everywhere(text)
    shown = printed(terminal.case_header(case), terminal.card(case, verdict, detail=FULL))
    assert not any((ord(c) < 32 and c != "\n") or 127 <= ord(c) < 160 or c in "\u202e\u2066" for c in shown)


def test_a_terminal_without_utf_8_gets_ascii() -> None:
    raw = io.BytesIO()
    console = Console(file=io.TextIOWrapper(raw, encoding="ascii", write_through=True), width=90)
    case, verdict = samples.mutated()
    tally = Tally.of([verdict])
    failed = Failure(case_id="é", error="EngineBusy", message="“busy”")
    for shown in (
        terminal.case_header(case),
        terminal.phase("round 0"),
        *live(verdict),
        terminal.card(case, verdict, detail=FULL),
        terminal.failure(failed),
        terminal.summary_table(tally),
    ):
        console.print(shown)
    text = raw.getvalue().decode("ascii")
    assert " x Contradicted " in text
    assert "[Under 650,000](1" in text
    assert "######.... 62%" in text
    assert "\\u2026" not in text
    assert printed(terminal.card(case, verdict, ascii_only=True)).isascii()


def test_unknown_kinds_and_replies_of_another_version_are_still_shown() -> None:
    new = samples.entry("weigh", "judge", "trial", question={}, reply={"scale": [1, 2], "word": "[b]x"})
    old = samples.entry("cast_vote", "literal", "round 0", question={}, reply={"side": "Mutated"})
    text = printed(terminal.entry(new), terminal.entry(old))
    assert "judge" in text
    assert "[1, 2]" in text
    assert "[b]x" in text
    assert "Mutated" in text


def test_an_entry_with_nothing_in_it_shows_nothing_and_notes_are_shown() -> None:
    empty = samples.entry("cast_vote", "literal", "round 0", question={})
    assert terminal.entry(empty) is None
    noted = empty.model_copy(update={"reply": {"a": "b"}, "notes": ("confidence 95 read as 0.95",)})
    assert "confidence 95 read as 0.95" in printed(terminal.entry(noted))
    trouble = Trouble(error="UnusableReply", message="[/red]", hint="Try another model.")
    failed: Entry = empty.model_copy(update={"trouble": trouble})
    assert "literal failed  UnusableReply: [/red] Try another model." in printed(terminal.entry(failed))


def test_a_failure_says_what_to_do() -> None:
    failed = Failure(
        case_id="c[1]", error="PanelFailed", message="3 of 4 failed", hint="Use another model.", retryable=True
    )
    text = printed(terminal.failure(failed))
    for words in ("No verdict", "c[1]", "PanelFailed", "3 of 4 failed", "Use another model.", "Trying again can help."):
        assert words in text


def test_the_summary_accounts_for_every_case() -> None:
    failed = Failure(case_id="x", error="PanelFailed", message="m")
    outcomes: list[Verdict | Failure] = [samples.mutated()[1], samples.faithful()[1], samples.ambiguous()[1], failed]
    tally = Tally.of(outcomes, excluded=2)
    assert tally.total == 6
    text = flat(printed(terminal.summary_table(tally, asked=7, total_s=2.0)))
    for words in ("Supported Faithful 1", "Contradicted Mutated 1", "Undecided Ambiguous 1"):
        assert words in text
    for words in ("Failed PanelFailed 1", "Excluded 2", "Not accounted for 1", "asked 7", "3.0 cases/s"):
        assert words in text
    assert "Not accounted for" not in printed(terminal.summary_table(tally))
