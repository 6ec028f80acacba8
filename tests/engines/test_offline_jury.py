"""The offline jury: lenses differ, a debate can change a mind, the rubric follows the findings."""

import asyncio

import pytest

from adjudge import Case, Verdict, check
from adjudge.agents.roles import juror
from adjudge.analysis.judge.weights import Weights
from adjudge.engines.offline import Offline
from adjudge.engines.offline.edit import minimal_edit
from adjudge.engines.offline.jurors import speaks_for_mutated
from adjudge.engines.offline.reading import Reader
from adjudge.engines.offline.rubric import asks_for
from adjudge.errors import NotAClaim
from adjudge.protocols.jury import Jury
from adjudge.questions.base import Lens, Source
from adjudge.questions.jury import CastVote, ParseFrame, RubricAxis, Vote, frame_type
from adjudge.results.jury import JuryResult

EMPTY_FRAME = frame_type(())()


def vote(name: str, claim: str, truth: str, lens: Lens | None = None) -> Vote:
    question = CastVote(
        claim=claim,
        truth=(Source(id="truth", text=truth),),
        frame=EMPTY_FRAME,
        brief=juror(name, role=name, lens=lens),
    )
    return asyncio.run(Offline().ask(question)).reply


def proceedings(verdict: Verdict) -> JuryResult:
    assert isinstance(verdict.result, JuryResult)
    return verdict.result


def test_a_lens_that_sees_nothing_leans_and_no_more() -> None:
    seen = vote("blind", "It rained in Oslo in 2019.", "It rained in Oslo in 2020.", Lens(axes=("caveat",)))
    assert seen.confidence <= 0.6


def test_a_debate_can_change_a_mind_and_the_record_says_whose() -> None:
    verdict = check(Case(claim="The bridge opened in 1932.", documents=["The bridge opened in 1931."]))
    result = proceedings(verdict)
    if result.debate:
        changed = {change.juror: (change.before, change.after) for change in result.changed_minds}
        assert all(pair == ("Faithful", "Mutated") for pair in changed.values())
    assert {named.vote.verdict for named in result.round_2} == {"Mutated"}


@pytest.mark.parametrize(
    ("claim", "truth", "edited"),
    [
        ("The bridge opened in 1932.", "The bridge opened in 1931.", "The bridge opened in 1931."),
        ("All of the wells were clean.", "Most of the wells were clean.", "Most of the wells were clean."),
        ("Tea will lower the risk.", "Tea may lower the risk.", "Tea may lower the risk."),
        (
            "The study proves that walking helps the heart.",
            "The study suggests that walking helps the heart.",
            "The study suggests that walking helps the heart.",
        ),
        ("The lake has 30 islands.", "The lake has more than 40 islands.", "The lake has more than 40 islands."),
        (
            "The committee rejected the budget.",
            "The committee accepted the budget.",
            "The committee accepted the budget.",
        ),
    ],
)
def test_the_minimal_edit_puts_the_truths_words_in_place(claim: str, truth: str, edited: str) -> None:
    found = asyncio.run(minimal_edit(Reader(), claim, (Source(id="truth", text=truth),)))
    assert found == edited


@pytest.mark.parametrize(
    ("claim", "truth"),
    [
        ("The ferry will sail on Friday.", "The ferry will sail on Friday unless the wind picks up."),
        ("The brewery closed two cellars.", "The brewery plans to close two cellars."),
        ("The herb cures hay fever.", "Villagers believe the herb cures hay fever."),
        ("No tower in the region is taller.", "It is the second tallest tower in the region."),
        ("The minister is in favour of the toll.", "The minister opposes the toll."),
        ("The poll proved that tea prevents colds.", "The poll asked whether tea prevents colds."),
        ("The new signs caused fewer crashes.", "Fewer crashes were counted after the new signs went up."),
        ("The harvest is falling.", "The harvest has risen."),
        ("The board did not approve the plan.", "The board approved the plan."),
        ("The lotion causes rashes.", "The lotion is associated with rashes."),
        ("The fair opens on Monday.", "The fair opens in May."),
        ("Rents rose by an 8 percent margin.", "Rents rose by a 9 percent margin."),
        ("Der Kreistag hat der neuen Brücke zugestimmt.", "Der Kreistag hat die neue Brücke abgelehnt."),
    ],
)
def test_words_that_would_not_read_well_in_the_claim_are_no_edit(claim: str, truth: str) -> None:
    assert asyncio.run(minimal_edit(Reader(), claim, (Source(id="truth", text=truth),))) == ""


@pytest.mark.parametrize(
    ("claim", "truth"),
    [
        ("The farm keeps 90 goats and sheep in all.", "The farm keeps 51 goats and 36 sheep."),
        ("Kiel gewann das Finale gegen Lübeck.", "Kiel verlor das Halbfinale gegen Lübeck."),
    ],
)
def test_an_edit_that_would_still_be_false_is_not_offered(claim: str, truth: str) -> None:
    assert asyncio.run(minimal_edit(Reader(), claim, (Source(id="truth", text=truth),))) == ""


def test_the_edited_claim_comes_out_faithful() -> None:
    verdict = check(Case(claim="Rents rose by 12 percent in May.", documents=["Rents rose by 9 percent in May."]))
    assert verdict.label == "Mutated"
    assert verdict.minimal_edit is not None
    assert verdict.minimal_edit.rejudged_label == "Faithful"


@pytest.mark.parametrize(
    ("axis", "question", "expected"),
    [
        ("numeric_fidelity", "Are all numbers supported?", "quantity"),
        ("scope_fidelity", "Are who/where/when right?", "date"),
        ("causal_fidelity", "No causal leaps?", "causality"),
        ("certainty_fidelity", "Are hedges kept?", "certainty"),
        ("context_sufficiency", "Are caveats reflected?", "caveat"),
        ("figures", "Do the statistics agree?", "quantity"),
        ("tone", "Is it polite?", "quantity"),
    ],
)
def test_a_rubric_axis_asks_for_the_findings_it_is_about(axis: str, question: str, expected: str) -> None:
    assert expected in asks_for(RubricAxis(axis=axis, question=question))


def test_a_rubric_of_ones_own_is_answered() -> None:
    rubric = (
        RubricAxis(axis="figures", question="Do the numbers agree?"),
        RubricAxis(axis="rest", question="All else?"),
    )
    case = Case(claim="Sales reached 500 in May.", documents=["Sales reached 300 in May."])
    verdict = check(case, protocol=Jury(rubric=rubric))
    assert {line.axis: line.answer.answer for line in proceedings(verdict).rubric}["figures"] == "No"


def test_the_frame_has_the_fields_that_were_asked_for_and_free_text_stays_empty() -> None:
    question = ParseFrame(
        claim="In 2019 about 40 people may have left Oslo.",
        truth=(Source(id="truth", text="In 2019 some 40 people left Oslo."),),
        fields=("entities", "quantities", "scope", "modality", "tone"),
    )
    frame = asyncio.run(Offline().ask(question)).reply.model_dump()
    assert list(frame) == ["entities", "quantities", "scope", "modality", "tone"]
    assert "Oslo" in frame["entities"]
    assert frame["tone"] == ""
    assert any("40" in quantity["value"] and quantity["in_truth"] for quantity in frame["quantities"])


def test_silence_counts_as_much_as_the_lens_says() -> None:
    weights = Weights(supported=0.2, contradicted=0.1, unclear=0.7)
    assert speaks_for_mutated(weights, 0.0) == pytest.approx(0.05)
    assert speaks_for_mutated(weights, 1.0) == pytest.approx(0.75)
    assert speaks_for_mutated(Weights(0.1, 0.6, 0.3), 0.0) == pytest.approx(0.6)
    assert weights.strongest == "unclear"
    assert Weights(0.4, 0.4, 0.2).strongest == "contradicted"


def test_a_reading_is_made_once_for_all_questions_of_a_case() -> None:
    reader = Reader()
    sources = (Source(id="truth", text="It rained."),)

    async def twice() -> bool:
        return await reader.read("It rained.", sources) is await reader.read("It rained.", sources)

    assert asyncio.run(twice())


@pytest.mark.parametrize(
    ("claim", "truth", "label"),
    [
        ("Two thirds of voters agreed.", "66 % of voters agreed.", "Faithful"),
        ("More than 30 million people live there.", "Approximately 47 million people live there.", "Faithful"),
        ("It opened in 2019.", "It opened in March 2019.", "Faithful"),
        ("Under 650,000 people came.", "More than 645,000 people came.", "Mutated"),
        ("The drug caused the rash.", "The drug was associated with the rash.", "Mutated"),
        ("Prices will rise.", "Prices may rise.", "Mutated"),
        ("All patients recovered.", "Most patients recovered.", "Mutated"),
        ("The mayor did resign.", "The mayor did not resign.", "Mutated"),
    ],
)
def test_the_jury_as_a_whole_gets_right_what_the_comparison_gets_right(claim: str, truth: str, label: str) -> None:
    assert check(Case(claim=claim, documents=[truth])).label == label


def test_support_that_a_finding_disputes_says_so() -> None:
    claim = "The orchestra will play in Vienna in June."
    truth = "The orchestra will tour Austria in June, with stops in the capital and in Graz."
    verdict = check(Case(claim=claim, documents=[truth]))
    assert verdict.label == "Faithful"
    assert "The source says what the claim says" not in verdict.reasons[0]
    assert "despite this: The source does not mention Vienna" in verdict.reasons[0]
    scope = {line.axis: line.answer for line in proceedings(verdict).rubric}["scope_fidelity"]
    assert scope.reason.startswith("On balance yes, despite this")
    assert scope.claim_quotes == ("Vienna",)


@pytest.mark.parametrize("claim", ["x", "Nein.", "Yes"])
def test_a_letter_or_a_bare_yes_or_no_is_no_claim(claim: str) -> None:
    with pytest.raises(NotAClaim, match="fragment"):
        check(Case(claim=claim, documents=["The bridge opened in 1931."]), protocol="jury")


@pytest.mark.parametrize(
    ("claim", "source", "edit"),
    [
        (
            "All patients recovered within six weeks.",
            "Dr Moss said that most patients recovered within six weeks.",
            "Most patients recovered within six weeks.",
        ),
        (
            "The agency listed 190 nations in its report.",
            "The agency listed 190 countries and territories in its report.",
            "The agency listed 190 countries and territories in its report.",
        ),
    ],
)
def test_an_edit_replaces_whole_phrases(claim: str, source: str, edit: str) -> None:
    verdict = check(Case(claim=claim, documents=[source]))
    assert verdict.minimal_edit is not None
    assert verdict.minimal_edit.text == edit
