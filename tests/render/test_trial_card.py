"""The trial's card on the terminal, in Markdown and in HTML."""

import asyncio
import io

from rich.console import Console

from adjudge.agents.hearing import Event, Hearing
from adjudge.case import Case
from adjudge.engines.scripted import Scripted
from adjudge.errors import EngineBusy
from adjudge.protocols.trial import Trial
from adjudge.render import html, markdown, terminal
from adjudge.render.cards import VIEWS, entry_blocks
from adjudge.verdict import Result, Verdict
from tests.support.trial import CLAIM, TRUTH, checklist, judgment, point, ruled, skeptic

CASE = Case(id="pair-7", claim=CLAIM, documents=[TRUTH], meta={"row": 7, "dataset": "bridges.csv"})
MISMATCH = checklist(point("1932", "1931"), point("opened", "opened", "minor", "match"))
OVERRULED = ruled(checked=MISMATCH, doubt=skeptic("1932", "1931"), response="conceded")


def heard(script: object = OVERRULED, rounds: int = 1) -> tuple[Verdict, list[Event]]:
    events: list[Event] = []
    hearing = Hearing(CASE, Scripted(script), observe=events.append)  # type: ignore[arg-type]
    return asyncio.run(Trial(rebuttal_rounds=rounds).judge(hearing)), events


def shown(verdict: Verdict, *, full: bool = False) -> str:
    console = Console(file=io.StringIO(), width=100)
    console.print(terminal.card(CASE, verdict, detail=terminal.Detail.FULL if full else terminal.Detail.OPEN))
    assert isinstance(console.file, io.StringIO)
    return " ".join(console.file.getvalue().split())


def test_the_card_shows_the_verdict_the_case_file_and_the_checklist_at_a_glance() -> None:
    text = shown(heard()[0])
    assert "MUTATED" in text
    assert "row id 7 · dataset bridges.csv" in text
    assert "✗ dates and time windows (mismatch, critical)" in text
    assert "replace claim '1932' (21-25) with truth '1931' (21-25)" in text


def test_the_judges_label_stands_beside_the_one_of_the_rules_where_they_differ() -> None:
    assert "✗ MUTATED (by the rules) ✓ FAITHFUL (the judge's own, 80%)" in shown(heard()[0])
    agreeing = heard(ruled(checked=MISMATCH, response="conceded", judged=judgment("MUTATED")))[0]
    assert "by the rules" not in shown(agreeing)


def test_deciding_words_are_marked_in_claim_and_source() -> None:
    text = shown(heard()[0])
    assert "The bridge opened in [1932]¹." in text
    assert "The bridge opened in [1931]¹." in text


def test_the_whole_card_tells_openings_rebuttals_and_what_was_conceded() -> None:
    for text in (shown(heard()[0], full=True), markdown.card(CASE, heard()[0]), html.card(CASE, heard()[0])):
        for words in ("opening, 1 of 3", "minimum difference", "rebuttal 1", "concedes dates and time windows 1"):
            assert words in text
        assert "I say FAITHFUL" in text


def test_an_agent_that_failed_is_on_the_card() -> None:
    verdict, _ = heard(ruled(failing={"skeptic": EngineBusy("503")}))
    assert "skeptic failed" in shown(verdict)
    without = heard(ruled(failing={"fact_checker": EngineBusy("503")}))[0]
    assert "Checklist" not in shown(without, full=True)


def test_every_moment_of_a_trial_can_be_watched() -> None:
    _, events = heard(rounds=2)
    entries = [event.entry for event in events if event.entry]
    assert {entry.kind for entry in entries} == set(VIEWS["trial"].entries)
    assert all(entry_blocks(entry) for entry in entries)


def test_a_stored_verdict_gives_the_same_card() -> None:
    verdict = heard()[0].model_copy(update={"timing": None})
    stored = Verdict.model_validate_json(verdict.model_dump_json())
    assert html.card(CASE, stored) == html.card(CASE, verdict)
    assert markdown.card(CASE, stored) == markdown.card(CASE, verdict)


def test_a_record_of_another_version_still_has_a_card() -> None:
    changed = heard()[0].model_copy(update={"result": Result.model_validate({"old": 1})})
    assert "MUTATED" in html.card(CASE, changed)


def test_a_case_without_metadata_has_no_case_file_line() -> None:
    verdict, _ = heard()
    bare = CASE.model_copy(update={"meta": {}})
    assert "Case file" not in markdown.card(bare, verdict)


def test_marks_and_tags_in_the_texts_stay_text() -> None:
    case = CASE.model_copy(update={"claim": f"<script>alert(1)</script> {CLAIM}"})
    assert "<script>alert" not in html.card(case, heard()[0])
