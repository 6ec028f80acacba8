"""The entailment pipeline's card: what a reader is shown, in each format and as answers arrive."""

import asyncio
import io
from typing import Any

from rich.console import Console

from adjudge.agents.hearing import Hearing
from adjudge.case import Case, Document
from adjudge.engines.scripted import Scripted
from adjudge.protocols.entailment import Entailment
from adjudge.render import cards, html, markdown, terminal
from adjudge.render.blocks import Facts
from adjudge.render.marks import Room
from adjudge.verdict import Result, Verdict
from tests.support.entailment import CLAIM, SOURCE, audit, extraction, judged, reliability, script

CASE = Case(id="ferry", claim=CLAIM, documents=[Document(text=SOURCE, kind="press release")])
DOUBT = "Ambiguity in phrase 'may sail daily' materially affects interpretation: it may not sail at all."


def decided(**changes: Any) -> Verdict:
    return asyncio.run(Entailment().judge(Hearing(CASE, Scripted(script(**changes)))))


def written(verdict: Verdict) -> str:
    page = Console(width=110, file=io.StringIO(), record=True, color_system=None)
    page.print(terminal.card(CASE, verdict, detail=terminal.Detail.FULL))
    return page.export_text()


def test_every_format_shows_verdict_band_statements_agents_and_notes() -> None:
    verdict = decided(reliability=reliability("LOW", "press release"))
    for text in (written(verdict), markdown.card(CASE, verdict), html.card(CASE, verdict)):
        for part in (
            "SUPPORTED",
            "92 of 100, explicit",
            "1 · source 0–49",
            "judge",
            "auditor",
            "UNCHANGED",
            "reliability",
        ):
            assert part in text
        assert "Reliability rating does NOT determine entailment." in text
        assert "Supported only within provided source." in text


def test_a_downgrade_shows_both_confidences_and_the_overruled_judge() -> None:
    text = written(decided(adversarial_auditor=audit("NOT ENOUGH INFO", -20, DOUBT)))
    assert "NOT ENOUGH INFO" in text
    assert "72 of 100, strong" in text
    assert "the judge's was 92" in text
    assert "Dissent" in text


def test_rejected_statements_and_an_empty_list_are_shown() -> None:
    replies = {"extractor": extraction("The ferry flies."), "entailment_judge": judged("SUPPORTED", 90, "It says so.")}
    text = written(decided(**replies))
    assert "None could be extracted." in text
    assert "The ferry flies." in text
    assert "No statement could be extracted from the source." in text


def test_a_stored_verdict_gives_the_same_card() -> None:
    verdict = decided().model_copy(update={"timing": None})
    stored = Verdict.model_validate_json(verdict.model_dump_json())
    assert html.card(CASE, stored) == html.card(CASE, verdict)


def test_a_record_of_another_version_still_has_a_card() -> None:
    changed = decided().model_copy(update={"result": Result.model_validate({"old": 1})})
    titles = [section.title for section in cards.build(CASE, changed, room=Room(text=500, around=100)).sections]
    assert "Statements" not in titles
    assert "Claim and source" in titles


def test_every_answer_is_shown_as_it_arrives() -> None:
    verdict = decided(adversarial_auditor=audit("NOT ENOUGH INFO", -20, DOUBT))
    shown = {entry.kind: str(cards.entry_blocks(entry)) for entry in verdict.transcript.entries}
    assert "carries 120 passengers" in shown["extract_statements"]
    assert "HIGH (certainty 80)" in shown["rate_reliability"]
    assert "Statement 1 explicitly states it" in shown["judge_entailment"]
    assert "NOT ENOUGH INFO, -20" in shown["audit_entailment"]
    nothing = decided(extractor=extraction(), entailment_judge=judged("NOT ENOUGH INFO", 5, "There is nothing."))
    assert "no statement" in str(cards.entry_blocks(nothing.transcript.entries[0]))


def test_statements_are_numbered_as_the_judge_saw_them() -> None:
    replies = {
        "extractor": extraction("Not in it.", "Tickets are sold on board."),
        "entailment_judge": judged("NOT ENOUGH INFO", 20, "Statement 2 is about tickets."),
    }
    card = cards.build(CASE, decided(**replies), room=Room(text=500, around=100))
    [facts] = next(section.blocks for section in card.sections if section.title == "Statements")
    assert isinstance(facts, Facts)
    assert facts.pairs == (("2 · source 78–104", "Tickets are sold on board."),)
