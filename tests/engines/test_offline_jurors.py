"""The jurors' methods: each reads what the others do not, and says on which words."""

import asyncio

import pytest

from adjudge import Case, check
from adjudge.agents.roles import LENSES
from adjudge.analysis.judge import combine
from adjudge.analysis.model.nli import Judgement, Model
from adjudge.engines.offline.jurors import bears_on, opinion, probed
from adjudge.engines.offline.jury import vote_again
from adjudge.engines.offline.reading import CaseReading, Reader
from adjudge.questions.base import Brief, Source
from adjudge.questions.jury import (
    Argument,
    ClosedFrame,
    KeyEvidence,
    Side,
    Speech,
    Turn,
    VoteAgain,
)
from adjudge.verdict import Finding, Relation, Severity

SUPPORTED, DENIED, OPEN = Judgement(0.9, 0.05, 0.05), Judgement(0.05, 0.9, 0.05), Judgement(0.1, 0.1, 0.8)
TRUTH = (Source(id="truth", text="The bridge opened in 1931. It was painted green."),)
CLAIM = "The bridge opened in 1931 and it was painted red."


class Told(Model):
    """A model that says of a pair what it was told to say of words in the claim."""

    def __init__(self, says: dict[str, Judgement], otherwise: Judgement) -> None:
        super().__init__()
        self._says, self._otherwise = says, otherwise

    def judge_one(self, passage: str, claim: str) -> Judgement:
        return next((said for words, said in self._says.items() if words in claim), self._otherwise)


def reader(says: dict[str, Judgement], otherwise: Judgement = OPEN) -> Reader:
    return Reader(Told(says, otherwise), combine.shipped())


def read(chosen: Reader, claim: str = CLAIM) -> CaseReading:
    return asyncio.run(chosen.read(claim, TRUTH))


def against(name: str, chosen: Reader, claim: str = CLAIM) -> float:
    return asyncio.run(opinion(LENSES[name], read(chosen, claim), chosen)).against


def test_the_clauses_of_a_claim_are_probed_one_by_one() -> None:
    chosen = reader({"1931 and": OPEN, "opened": SUPPORTED, "red": DENIED})
    probes = asyncio.run(probed(read(chosen), chosen))
    assert [probe.clause.text for probe in probes] == ["The bridge opened in 1931", "it was painted red."]
    assert [CLAIM[probe.clause.start : probe.clause.end] for probe in probes] == [one.clause.text for one in probes]
    assert [round(probe.best[1].supported, 2) for probe in probes] == [0.9, 0.05]


def test_the_literal_juror_does_not_ask_the_model() -> None:
    claim = "The bridge opened in 1931."
    assert against("literal", reader({}, DENIED), claim) == against("literal", reader({}, SUPPORTED), claim) < 0.5


def test_the_context_juror_asks_the_model_alone() -> None:
    claim = "The bridge opened in 1932."
    assert against("context", reader({}, SUPPORTED), claim) < 0.5 < against("context", reader({}, DENIED), claim)


def test_steelman_and_sceptic_look_at_the_weakest_and_the_most_denied_clause() -> None:
    one_open = reader({"red": OPEN, "opened": SUPPORTED})
    assert against("steelman", one_open) == pytest.approx(0.9)
    assert against("sceptic", one_open) == pytest.approx(0.9)
    assert against("sceptic", reader({}, SUPPORTED)) < 0.5


def finding(axis: str, relation: Relation, severity: Severity = Severity.LOW) -> Finding:
    return Finding(axis=axis, relation=relation, explanation="-", severity=severity)


@pytest.mark.parametrize(
    ("one", "side", "bears"),
    [
        (finding("name", Relation.SAME), Side.FAITHFUL, False),
        (finding("certainty", Relation.SAME), Side.FAITHFUL, False),
        (finding("quantity", Relation.SAME), Side.FAITHFUL, True),
        (finding("quantity", Relation.COARSER), Side.FAITHFUL, True),
        (finding("name", Relation.ABSENT), Side.MUTATED, False),
        (finding("name", Relation.ABSENT, Severity.HIGH), Side.MUTATED, True),
    ],
)
def test_the_same_name_or_modal_is_no_reason(one: Finding, side: Side, bears: bool) -> None:
    assert bears_on(one, side) is bears


def again(chosen: Reader, speeches: tuple[Speech, ...]) -> Side:
    brief = Brief(name="context", role="Context", lens=LENSES["context"])
    claim = "The bridge opened in 1932."
    question = VoteAgain(claim=claim, truth=TRUTH, frame=ClosedFrame(), brief=brief, first_votes=(), debate=speeches)
    return asyncio.run(vote_again(question, chosen)).verdict


def test_a_juror_that_is_shown_strong_evidence_outside_its_method_changes_its_mind() -> None:
    shown = KeyEvidence(field="scope", claim_says="1932", truth_says="1931", issue="The source says 1931, not 1932.")
    argument = Argument(key_evidence=(shown,), argument=shown.issue)
    speech = Speech(speaker="literal", side=Side.MUTATED, turn=Turn.CONSTRUCTIVE, round=1, argument=argument)
    convinced_by_the_model = reader({}, Judgement(0.98, 0.01, 0.01))
    assert again(convinced_by_the_model, ()) is Side.FAITHFUL
    assert again(convinced_by_the_model, (speech,)) is Side.MUTATED


def test_the_card_marks_the_occurrence_that_was_compared() -> None:
    source = "Work on the mill began in 1931. The bridge, begun in 1929, opened to traffic in 1931 in May."
    verdict = check(Case(claim="The bridge opened to traffic in 1932.", documents=[source]))
    marked = {
        one.source_quote.start for one in verdict.findings if one.source_quote and one.source_quote.text == "1931"
    }
    assert marked <= {source.rindex("1931")}
