"""The jury's questions answered from a reading: each juror weighs what its lens sees and hears what a debate adds."""

from collections.abc import Callable, Iterable, Sequence

from adjudge.analysis.judge.weights import Weights, distorts, speaks_against, strongest_first
from adjudge.engines.offline.edit import minimal_edit
from adjudge.engines.offline.frame import frame
from adjudge.engines.offline.reading import Reader, Reading
from adjudge.engines.offline.rubric import answer_axis, objects
from adjudge.questions.base import Brief
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
from adjudge.verdict import Finding

FRAME_FIELD_OF_AXIS = {
    "quantity": "quantities",
    "date": "scope",
    "quantifier": "scope",
    "name": "entities",
    "role": "entities",
    "certainty": "modality",
    "causality": "relationship_type",
    "caveat": "caveats",
}
_POINTS = 4
# A lens that finds nothing on its own axes has no ground to be sure: it leans, no more.
_ABSTAINING = 0.6


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
    """Round 0: through the juror's own lens."""
    reading = await reader.read(question.claim, question.truth)
    return _vote(reading, question.brief, lambda finding: question.brief.lens.sees(finding.axis))


async def vote_again(question: VoteAgain, reader: Reader) -> Vote:
    """Round 2: through the juror's lens, and with the points that were made in the debate."""
    reading = await reader.read(question.claim, question.truth)
    heard = _cited(question.debate)

    def known(finding: Finding) -> bool:
        return question.brief.lens.sees(finding.axis) or _words(finding) in heard

    return _vote(reading, question.brief, known)


async def argue(question: Argue, reader: Reader) -> Argument:
    """A speech from the strongest points of one's side that have not been made yet; answers the other side first."""
    reading = await reader.read(question.claim, question.truth)
    mine = [
        finding
        for finding in strongest_first(reading.findings)
        if speaks_against(finding) is (question.side is Side.MUTATED)
    ]
    said = _cited(question.debate)
    fresh = [finding for finding in mine if _words(finding) not in said]
    points = [_point(finding) for finding in fresh[:_POINTS]]
    opening = _answer_to(question) if question.turn is Turn.REBUTTAL else ""
    if points:
        text = " ".join([opening, *(point.issue for point in points)])
    elif question.turn is Turn.CONSTRUCTIVE:
        text = _without_points(question.side, reading)
        points = _passage_point(reading, text)
    else:
        text = f"{opening} I have nothing to add to what was said."
    return Argument(key_evidence=tuple(points), argument=text.strip())


async def check_progress(question: CheckProgress, _reader: Reader) -> Progress:
    """New reasoning is a pair of words that no earlier speech has set against each other."""
    # Round 1 has constructives and rebuttals; what counts is what the rebuttals added.
    last = [s for s in question.debate if s.round == question.last_round and s.turn is Turn.REBUTTAL]
    earlier = [speech for speech in question.debate if speech not in last]
    new = _cited(last) - _cited(earlier)
    if new:
        return Progress(reason=f"{len(new)} points were not made before.", new_reasoning="Yes")
    return Progress(reason="Every point of the last round had been made before.", new_reasoning="No")


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


def _vote(reading: Reading, brief: Brief, known: Callable[[Finding], bool]) -> Vote:
    weights = reading.weights(known)
    seen = [finding for finding in strongest_first(reading.findings) if known(finding)]
    against = weights.against(brief.lens.silence)
    if any(distorts(finding) for finding in seen):
        against = max(against, _distorted(brief.lens.silence))
    side = Side.MUTATED if against > 0.5 else Side.FAITHFUL
    confidence = max(against, 1 - against)
    if not seen:
        confidence = min(confidence, _ABSTAINING)
    mine = [finding for finding in seen if speaks_against(finding) is (side is Side.MUTATED)]
    points = [_point(finding) for finding in mine[:_POINTS]]
    reasoning = " ".join(point.issue for point in points) or _without_points(side, reading)
    return Vote(
        reasoning=reasoning,
        key_evidence=tuple(points or _passage_point(reading, reasoning)),
        verdict=side,
        confidence=round(confidence, 4),
    )


def _distorted(silence: float) -> float:
    """How much an overstatement speaks against a claim: enough for everyone but a reader in its favour."""
    return 0.35 + silence / 2


def _point(finding: Finding) -> KeyEvidence:
    return KeyEvidence(
        field=FRAME_FIELD_OF_AXIS.get(finding.axis, finding.axis),
        claim_says=finding.claim_quote.text if finding.claim_quote else "",
        truth_says=finding.source_quote.text if finding.source_quote else "",
        issue=finding.explanation,
    )


def _passage_point(reading: Reading, issue: str) -> list[KeyEvidence]:
    """The passage that was read, where no single pair of words decides."""
    passage, words = reading.passage(), reading.doubted() or reading.claim
    return [KeyEvidence(field="passage", claim_says=words, truth_says=passage, issue=issue)] if passage else []


def _without_points(side: Side, reading: Reading) -> str:
    """What there is to say where no pair of words decides: what is missing, and what the model makes of it."""
    if side is Side.FAITHFUL:
        return f"I find nothing in the truth that speaks against the claim. {reading.account()}".strip()
    words = [reading.disputed()] if reading.judged else [quote.text for quote in reading.comparison.unmatched[:3]]
    named = ", ".join(f"'{text}'" for text in words if text)
    return f"The truth does not support {named or 'this'}. {reading.account()}".strip()


def _answer_to(question: Argue) -> str:
    theirs = [speech for speech in question.debate if speech.side is question.side.other]
    if not theirs or not theirs[-1].argument.key_evidence:
        return "The other side names no words against this."
    point = theirs[-1].argument.key_evidence[0]
    if question.side is Side.MUTATED:
        return f"That '{point.claim_says or point.truth_says}' agrees does not settle what differs elsewhere."
    return f"The point about '{point.claim_says or point.truth_says}' must be read together with what agrees."


def _cited(speeches: Iterable[Speech]) -> set[tuple[str, str]]:
    return {(point.claim_says, point.truth_says) for speech in speeches for point in speech.argument.key_evidence}


def _words(finding: Finding) -> tuple[str, str]:
    return (
        finding.claim_quote.text if finding.claim_quote else "",
        finding.source_quote.text if finding.source_quote else "",
    )


def _summary(reading: Reading, weights: Weights) -> str:
    points: Sequence[Finding] = strongest_first(reading.findings)
    against = [finding.explanation for finding in points if speaks_against(finding)]
    if any(distorts(finding) for finding in points):
        overstated = [finding.explanation for finding in points if distorts(finding)]
        return " ".join([*overstated[:2], reading.account()]).strip()
    if weights.strongest == "supported":
        return " ".join([_borne_out(reading, weights), reading.account()]).strip()
    if against:
        return " ".join([*against[:2], reading.account()]).strip()
    return _without_points(Side.MUTATED, reading)


def _borne_out(reading: Reading, weights: Weights) -> str:
    """That the truth says it; or, where model or findings say otherwise, that it does on balance, and against what."""
    model = reading.model_says
    grave = [finding.explanation for finding in strongest_first(reading.findings) if objects(finding)]
    if not grave and (model is None or model.strongest == "supported"):
        return "The truth says what the claim says."
    balance = f"{weights.supported:.2f} for it, {weights.contradicted:.2f} against it"
    said = f"On balance the truth bears the claim out ({balance})"
    return f"{said}, though the findings speak against it: {' '.join(grave[:2])}" if grave else f"{said}."
