"""The factuality agent's verifier, with a model that says what the test wants."""

import asyncio

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.analysis.judge import combine
from adjudge.analysis.model.nli import Doubt, Judgement, Model
from adjudge.analysis.text.spans import Span
from adjudge.engines.offline.factuality import verify_claim
from adjudge.engines.offline.reading import CaseReading, Judged, Reader
from adjudge.evidence.passages import Passage
from adjudge.questions.base import Source
from adjudge.questions.factuality import Candidate, ClaimLabel, Verification, VerifyClaim

DENIAL = Judgement(0.01, 0.98, 0.01)


class SureReader(Reader):
    """Reads with the real findings, and a model that denies everything."""

    async def read(self, claim: str, sources: tuple[Source, ...], *, before: str = "") -> CaseReading:
        passage = Passage(sources[0].id, 0, len(sources[0].text), sources[0].text)
        judged = ((Judged(Span(0, len(claim), claim), (passage,), DENIAL),),)
        comparison = compare(claim, [(source.id, source.text) for source in sources])
        return CaseReading(claim, comparison, judged, combine.shipped())


def verified(claim: str, article: str) -> Verification:
    question = VerifyClaim(claim=claim, sentence=claim, passages=(Candidate(index=0, text=article),))
    return asyncio.run(verify_claim(question, SureReader()))


@pytest.mark.parametrize(
    ("claim", "article"),
    [
        ("The old orchard went to a neighbour.", "The old orchard now belongs to a neighbour next door."),
        ("The choir sang in the old chapel.", "The choir performed in the old chapel at dusk."),
    ],
)
def test_the_model_alone_does_not_convict(claim: str, article: str) -> None:
    assert verified(claim, article).label is ClaimLabel.UNCERTAIN


def test_words_against_words_do() -> None:
    found = verified("The mill closed in 1987.", "The mill closed in 1978 after a fire.")
    assert found.label is ClaimLabel.INCORRECT
    assert found.evidence_quote == "The mill closed in 1978 after a fire."
    assert found.claim_quote == "1987"


def test_a_bound_that_is_kept_is_correct_though_the_model_denies_it() -> None:
    found = verified("The fair drew more than 300 guests.", "The fair drew 340 guests.")
    assert found.label is ClaimLabel.CORRECT


def test_an_open_claim_shows_the_sentence_that_its_words_were_compared_with() -> None:
    article = (
        "Two rowing clubs and four schools will have to train in Aldersea, eleven kilometres away. "
        "The council expects that to take at least three years."
    )
    found = verified("The rowing clubs and schools will train in Aldersea for at least five years.", article)
    assert found.label is ClaimLabel.UNCERTAIN
    assert found.claim_quote == "at least five years"
    assert found.evidence_quote == "The council expects that to take at least three years."


def test_a_sentence_that_refers_back_is_read_with_the_one_before() -> None:
    asked: list[str] = []

    class Listening(Model):
        def judge_one(self, passage: str, claim: str) -> Judgement:
            asked.append(claim)
            return Judgement(0.9, 0.05, 0.05, (Doubt(0, 3, 0.1), Doubt(len(claim) - 5, len(claim) - 1, 0.8)))

    article = (Source(id="0", text="Ann Lee was born in Kiel. She sails. The boat is blue."),)
    said = "Ann Lee sails. She was born in Bonn. The boat is blue."
    reading = asyncio.run(Reader(Listening()).read(said, article))
    assert asked == ["Ann Lee sails.", "Ann Lee sails. She was born in Bonn.", "The boat is blue."]
    assert [said[one.start : one.end] for one in reading.doubts if one.share > 0.5] == ["ails", "Bonn", "blue"]
