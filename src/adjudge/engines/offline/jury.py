"""The jury's questions answered from a reading: each juror by its own method (`jurors.py`), and what a debate adds."""

from collections.abc import Iterable

from adjudge.analysis.judge.explain import distorts, strongest_first
from adjudge.analysis.judge.weights import Weights
from adjudge.engines.offline.edit import minimal_edit
from adjudge.engines.offline.frame import frame
from adjudge.engines.offline.jurors import POINTS, JurorView, bears_on, opinion, speaks_for_mutated
from adjudge.engines.offline.jurors import point as fact
from adjudge.engines.offline.reading import CaseReading, Reader
from adjudge.engines.offline.rubric import answer_axis, objects
from adjudge.questions.base import Method
from adjudge.questions.jury import (
    AnswerRubric,
    Argue,
    Argument,
    CastVote,
    CheckProgress,
    Frame,
    FrameQuantity,
    FrameScope,
    KeyEvidence,
    ParseFrame,
    Progress,
    Rubric,
    Side,
    Speech,
    Turn,
    Vote,
    VoteAgain,
)

_DENIED, _BORNE_OUT = 0.6, 0.8
"""From here on, all evidence together changes the mind of a juror: of one that found nothing against the claim, and of
one that did."""


async def parse_frame(question: ParseFrame, _reader: Reader) -> Frame:
    """The fact frame. Fields beyond the usual six need a language model; offline they stay empty."""
    parts = frame(question.claim, "\n\n".join(source.text for source in question.truth))
    known = {
        "entities": tuple(parts.entities),
        "quantities": tuple(
            FrameQuantity(value=part.value, unit=part.unit, in_claim=bool(part.in_claim), in_truth=bool(part.in_truth))
            for part in parts.quantities
        ),
        "scope": FrameScope(region=parts.scope.region, group=parts.scope.group, timeframe=parts.scope.timeframe),
        "modality": parts.modality,
        "relationship_type": parts.relationship_type,
        "caveats": tuple(parts.caveats),
    }
    fields = {name: known.get(name, "") for name in question.fields}
    reply = question.reply_type.model_validate(fields)
    assert isinstance(reply, Frame)
    return reply


async def cast_vote(question: CastVote, reader: Reader) -> Vote:
    """Round 0: by the juror's own method."""
    reading = await reader.read(question.claim, question.truth)
    return _vote(reading, await opinion(question.brief.lens, reading, reader))


async def vote_again(question: VoteAgain, reader: Reader) -> Vote:
    """Round 2: by the juror's own method; one that is shown evidence outside its method weighs all of it together, and
    changes its mind where that is new and strong. It repairs about as much as it damages (docs/protocols/jury.md)."""
    reading = await reader.read(question.claim, question.truth)
    own = _vote(reading, await opinion(question.brief.lens, reading, reader))
    shown = [
        point
        for speech in question.debate
        if speech.side is own.verdict.other
        for point in speech.argument.key_evidence
        if _words(point) not in {_words(mine) for mine in own.key_evidence}
    ]
    against = speaks_for_mutated(reading.weights(), 1.0)
    persuaded = against >= _DENIED if own.verdict is Side.FAITHFUL else against <= 1 - _BORNE_OUT
    if not shown or not persuaded or question.brief.lens.method is Method.ALL:
        return own
    return Vote(
        reasoning=f"This evidence outweighs what I found: {shown[0].issue}",
        key_evidence=tuple(shown[:POINTS]),
        verdict=own.verdict.other,
        confidence=round(max(against, 1 - against), 4),
    )


async def argue(question: Argue, reader: Reader) -> Argument:
    """A speech from what the speaker voted on, then from facts for its side that nobody has named yet; a rebuttal
    answers the other side first."""
    said = {_words(point) for speech in question.debate for point in speech.argument.key_evidence}
    points = [point for point in question.own_vote.key_evidence if _words(point) not in said]
    opening = _answer_to(question) if question.turn is Turn.REBUTTAL else ""
    if not points:
        reading = await reader.read(question.claim, question.truth)
        facts = [fact(reading, one) for one in strongest_first(reading.findings) if bears_on(one, question.side)]
        points = [point for point in facts if _words(point) not in said]
    if points:
        text = " ".join([opening, *(point.issue for point in points[:POINTS])])
    else:
        text = f"{opening} {question.own_vote.reasoning if not opening else 'I have nothing to add.'}"
    return Argument(key_evidence=tuple(points[:POINTS]), argument=text.strip())


async def check_progress(question: CheckProgress, _reader: Reader) -> Progress:
    """Reasoning is new if it compares a pair of words that no earlier speech compared."""
    # Round 1 has constructives and rebuttals; what counts is what the rebuttals added.
    last = [s for s in question.debate if s.round == question.last_round and s.turn is Turn.REBUTTAL]
    earlier = [speech for speech in question.debate if speech not in last]
    new = _cited(last) - _cited(earlier)
    if new:
        return Progress(reason=f"{len(new)} points were not made before.", new_reasoning="Yes")
    return Progress(reason="The last round only repeated earlier points.", new_reasoning="No")


async def answer_rubric(question: AnswerRubric, reader: Reader) -> Rubric:
    """One answer per axis, from all findings together."""
    reading = await reader.read(question.claim, question.truth)
    weights = reading.weights()
    answers = tuple(answer_axis(axis, reading, weights, question.rubric) for axis in question.rubric)
    refused = [answer for answer in answers if answer.answer == "No"]
    edited = await minimal_edit(reader, question.claim, question.truth) if refused else ""
    return Rubric(
        answers=answers,
        reasoning=_summary(reading, weights),
        minimal_edit=edited,
        says_otherwise="Yes" if weights.strongest == "contradicted" else "No",
        confidence=round(max(weights.supported, weights.contradicted, weights.unclear), 4),
    )


def _vote(reading: CaseReading, found: JurorView) -> Vote:
    side = Side.MUTATED if found.against > 0.5 else Side.FAITHFUL
    points = found.points(side)
    return Vote(
        reasoning=" ".join(point.issue for point in points) or _without_points(side, reading),
        key_evidence=tuple(points),
        verdict=side,
        confidence=round(max(found.against, 1 - found.against), 4),
    )


def _without_points(side: Side, reading: CaseReading) -> str:
    """A reason if no words decide: nothing against the claim, or what is missing."""
    if side is Side.FAITHFUL:
        return "I find nothing in the source against the claim."
    if why := reading.why_open:
        return f"This remains open: {why}."
    missing = ", ".join(f"'{quote.text}'" for quote in reading.comparison.unmatched[:3])
    return f"The source does not say {missing}." if missing else "The source does not support the claim."


def _answer_to(question: Argue) -> str:
    theirs = [speech for speech in question.debate if speech.side is question.side.other]
    if not theirs or not theirs[-1].argument.key_evidence:
        return "The other side quotes nothing against this."
    point = theirs[-1].argument.key_evidence[0]
    if question.side is Side.MUTATED:
        return f"'{point.claim_says or point.truth_says}' agrees, but that does not resolve the differences elsewhere."
    return f"The point about '{point.claim_says or point.truth_says}' must be weighed against what agrees."


def _cited(speeches: Iterable[Speech]) -> set[tuple[str, str]]:
    return {_words(point) for speech in speeches for point in speech.argument.key_evidence}


def _words(point: KeyEvidence) -> tuple[str, str]:
    return point.claim_says, point.truth_says


def _summary(reading: CaseReading, weights: Weights) -> str:
    """Why, in plain sentences, the strongest first: what was found, then what the model says if it says the same."""
    findings = strongest_first(reading.findings)
    overstated = [finding.explanation for finding in findings if distorts(finding)]
    against = [finding.explanation for finding in findings if bears_on(finding, Side.MUTATED)]
    if weights.strongest == "supported" and not overstated:
        return " ".join([_borne_out(reading, weights), reading.account("supported")]).strip()
    said = [*dict.fromkeys((*against, *overstated))][:2]
    model = reading.account(weights.strongest)
    return " ".join([*said, model]).strip() or _without_points(Side.MUTATED, reading)


def _borne_out(reading: CaseReading, weights: Weights) -> str:
    """A sentence that the source supports the claim, or supports it on balance if the model or findings differ."""
    model = reading.model_says
    grave = [finding.explanation for finding in strongest_first(reading.findings) if objects(finding)]
    if not grave and (model is None or model.strongest == "supported"):
        return "The source supports the claim."
    said = f"On balance the source supports the claim ({weights.supported:.2f} for it)"
    return f"{said}, despite this: {' '.join(grave[:2])}" if grave else f"{said}."
