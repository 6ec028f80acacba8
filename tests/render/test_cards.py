"""What goes on a card: the registry, stored verdicts, and verdicts of protocols that no view knows."""

from io import StringIO

from rich.console import Console

from adjudge.case import Case
from adjudge.protocols.registry import PROTOCOLS
from adjudge.render import cards, html, markdown, terminal
from adjudge.render.blocks import Depth, Points, Tone
from adjudge.render.marks import Room
from adjudge.render.parts import cost, dollars
from adjudge.results.jury import JuryLabel, JuryResult
from adjudge.results.registry import RESULTS, typed_result
from adjudge.transcript import Usage
from adjudge.verdict import Abstention, Relation, Result, Stage, Stance, Verdict
from tests.render import samples

ROOM = Room(text=1000, around=100)


def test_every_protocol_with_a_record_has_a_view() -> None:
    assert set(cards.VIEWS) == set(RESULTS) == set(PROTOCOLS)


def test_a_stored_verdict_gets_its_type_back_and_gives_the_same_card() -> None:
    case, verdict = samples.mutated()
    stored = Verdict.model_validate_json(verdict.model_dump_json())
    assert not isinstance(stored.result, JuryResult)
    typed = typed_result(stored)
    assert isinstance(typed, JuryResult)
    assert typed.model_dump_json() == verdict.result.model_dump_json()
    untimed = verdict.model_copy(update={"timing": None})
    assert html.card(case, stored) == html.card(case, untimed)
    assert markdown.card(case, stored) == markdown.card(case, untimed)


def test_a_record_of_another_version_or_protocol_still_has_a_card() -> None:
    case, verdict = samples.mutated()
    for changes in ({"result": Result.model_validate({"old": 1})}, {"protocol": "trial", "label": "MUTATED"}):
        changed = verdict.model_copy(update=changes)
        assert "Under 650,000" in html.card(case, changed)
        titles = [section.title for section in cards.build(case, changed, room=ROOM).sections]
        assert "Evidence" in titles
    assert not any(title.startswith("Rubric") for title in titles)


def test_deciding_points_come_first_and_the_others_apart() -> None:
    case, verdict = samples.mutated()
    agreeing = samples.faithful()[1].findings[0].model_copy(update={"claim_quote": None, "source_quote": None})
    both = verdict.model_copy(update={"findings": (agreeing, *verdict.findings)})
    sections = {section.title: section for section in cards.build(case, both, room=ROOM).sections}
    deciding, also = sections["Evidence"].blocks[0], sections["Also compared (1)"].blocks[0]
    assert isinstance(deciding, Points)
    assert isinstance(also, Points)
    assert [point.tone for point in deciding.points] == [Tone.BAD, Tone.BAD]
    assert [point.number for point in also.points] == [3]
    assert sections["Also compared (1)"].depth is Depth.FOLDED


def test_a_no_without_a_found_quote_is_shown_as_not_counting() -> None:
    case, verdict = samples.mutated()
    assert isinstance(verdict.result, JuryResult)
    first, *rest = verdict.result.rubric
    bare = first.model_copy(update={"quotes": (), "founded": False})
    changed = verdict.model_copy(update={"result": verdict.result.model_copy(update={"rubric": (bare, *rest)})})
    assert "it does not count against the claim" in html.card(case, changed)


def test_a_juror_that_failed_after_voting_keeps_its_first_vote_on_the_card() -> None:
    case, verdict = samples.mutated()
    assert isinstance(verdict.result, JuryResult)
    left = tuple(vote for vote in verdict.result.round_2 if vote.juror != "context")
    result = verdict.result.model_copy(update={"round_2": left, "failed_jurors": ("context", "sceptic")})
    assert "had voted" in html.card(case, verdict.model_copy(update={"result": result}))


def test_an_edit_that_was_not_judged_again_says_so() -> None:
    case, verdict = samples.mutated()
    edit = verdict.minimal_edit
    assert edit is not None
    changed = verdict.model_copy(update={"minimal_edit": edit.model_copy(update={"rejudged_label": None})})
    assert "Not judged again." in html.card(case, changed)


def test_costs_read_as_people_read_them() -> None:
    assert [dollars(x) for x in (None, 0, 0.00213, 12.5)] == ["cost unknown", "no cost", "$0.0021", "$12.50"]
    of = samples.case()
    used = samples.verdict(of, JuryLabel.MUTATED, Stance.CONTRADICTED, usage=Usage(calls=1), timing=None)
    assert cost(used) == "1 call · no cost"


def printed(case: Case, verdict: Verdict) -> str:
    console = Console(width=110, record=True, file=StringIO())
    console.print(terminal.card(case, verdict, detail=terminal.Detail.OPEN))
    return console.export_text()


def test_the_number_of_a_withheld_label_is_not_shown_as_that_of_the_given_one() -> None:
    case, verdict = samples.faithful()
    sure = f"{verdict.confidence.value:.0%}"
    for error, why in ((0.07, "7% is above 5%"), (None, "is not known")):
        held = Abstention(label="Faithful", stance=Stance.SUPPORTED, expected_error=error, risk=0.05)
        changes = {"label": "Ambiguous", "stance": Stance.NOT_ENOUGH_INFO, "abstained": held}
        withheld = verdict.model_copy(update=changes)
        built = cards.build(case, withheld, room=ROOM)
        assert (built.headline.text, built.headline.confidence) == ("Undecided", None)
        for text in (html.card(case, withheld), markdown.card(case, withheld), printed(case, withheld)):
            assert f"ithheld: Faithful, expected error {why}" in " ".join(text.split())
        assert sure not in "".join(markdown.card(case, withheld).splitlines()[:3])


def test_every_card_says_which_engine_of_a_cascade_decided_and_counts_the_others() -> None:
    case, verdict = samples.faithful()
    used = Usage(calls=90, input_tokens=7, output_tokens=1, cost_usd=0.25)
    stages = (
        Stage(engine="cheap", label="Mutated", expected_error=0.3, usage=used),
        Stage(engine="broken", trouble="EngineBusy: 503"),
    )
    made = verdict.provenance.model_copy(update={"cascade": stages, "risk": 0.05})
    handed = verdict.model_copy(update={"provenance": made})
    [engine] = set(made.engines.values())
    for text in (html.card(case, handed), markdown.card(case, handed), printed(case, handed)):
        shown = " ".join(text.split())
        assert "Decided by" in shown
        assert engine in shown
        assert "it said Mutated, whose expected error is 30.0%" in shown
        assert "it failed (EngineBusy: 503)" in shown
    assert cost(handed).startswith(f"{verdict.usage.calls + 90} calls")
    assert "Engines" not in [section.title for section in cards.build(case, verdict, room=ROOM).sections]


def test_what_the_source_does_not_say_is_called_as_the_outcome_is() -> None:
    case, verdict = samples.mutated()
    absent = verdict.findings[0].model_copy(update={"relation": Relation.ABSENT})
    changed = verdict.model_copy(update={"findings": (absent,)})
    for text in (html.card(case, changed), markdown.card(case, changed)):
        assert f"{absent.axis}, not in the source" in text
