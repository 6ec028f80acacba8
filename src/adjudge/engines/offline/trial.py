"""The trial's questions answered from a reading: both sides argue honestly, and concede what they cannot answer.

The advocate argues from what agrees, the skeptic from what differs or is missing; if there is little to say, an opening
says so. The judge weighs the whole and what was conceded.
"""

from collections.abc import Iterable, Sequence

from adjudge.analysis.judge.explain import distorts
from adjudge.analysis.text.words import content_words
from adjudge.engines.offline.checklist import Look, checklist, is_critical, look, words_of
from adjudge.engines.offline.jurors import bears_on
from adjudge.engines.offline.reading import Reader
from adjudge.plurals import count_of
from adjudge.questions.jury import Side
from adjudge.questions.trial import FactCheck, JudgeTrial, OpenAdvocate, OpenSkeptic, RebutAdvocate, RebutSkeptic
from adjudge.questions.trial_replies import (
    FEWEST_BULLETS,
    MINIMUM_DIFFERENCE,
    MOST_BULLETS,
    AdvocateOpening,
    Bullet,
    Checklist,
    Difference,
    Gravity,
    Judgment,
    PointAnswer,
    PointOutcome,
    Rebuttal,
    Response,
    Said,
    SkepticOpening,
    TrialLabel,
)
from adjudge.verdict import Finding, Severity

_REASONS = 4
_WORDS_NAMED = 4
_OTHERS = 2
_HARDLY = 0.2
_SUREST = 0.95
"""A notice that the truth is silent, as far as words show: it may use other words."""


async def open_advocate(question: OpenAdvocate, reader: Reader) -> AdvocateOpening:
    """What agrees, with quotes of the truth; then the passage that supports the claim, and what is not in dispute."""
    seen = await look(reader, question.claim, question.truth)
    agreed = [_bullet(seen, one) for one in seen.agreeing if one.source_quote and bears_on(one, Side.FAITHFUL)]
    rest = [_advocates(seen, point) for point in (_read_as(seen), _shared_words(seen), _undisputed(seen))]
    return AdvocateOpening(bullets=_few(agreed, rest))


async def open_skeptic(question: OpenSkeptic, reader: Reader) -> SkepticOpening:
    """What differs or is not in the truth; then what the claim leaves open."""
    seen = await look(reader, question.claim, question.truth)
    differences = [_bullet(seen, finding) for finding in seen.against]
    named = {bullet.claim_says for bullet in differences}
    missing = [
        Bullet(
            point=f"The truth does not say '{quote.text}'.",
            claim_says=quote.text,
            truth_says="",
            claim_context=seen.reading.context(quote),
        )
        for quote in seen.reading.comparison.unmatched
        if not seen.languages and not any(quote.text in words for words in named)
    ]
    rest = [_skeptics(point) for point in _objections(seen, differing=bool(differences or missing))]
    return SkepticOpening(bullets=_few([*differences, *missing], rest), minimum_difference=_minimum(seen))


async def fact_check(question: FactCheck, reader: Reader) -> Checklist:
    """The five dimensions."""
    return checklist(await look(reader, question.claim, question.truth))


async def rebut_advocate(question: RebutAdvocate, reader: Reader) -> Rebuttal:
    """Each mismatch conceded, unless the truth as a whole says what the claim says or leaves it open."""
    seen = await look(reader, question.claim, question.truth)
    raised = {one.id: (one.point.claim_says, one.point.truth_says) for one in question.mismatches}
    raised |= {one.id: (one.claim_says, one.truth_says) for one in question.skeptic if one.id == MINIMUM_DIFFERENCE}
    found = {words_of(finding): finding for finding in seen.against}
    answers = [_defended(seen, id, words, found.get(words)) for id, words in raised.items()]
    stands = any(answer.response is not Response.CONCEDED for answer in answers)
    return _rebuttal(answers, "I maintain my other points." if stands else "")


async def rebut_skeptic(question: RebutSkeptic, reader: Reader) -> Rebuttal:
    """Concede agreement; concede an answered difference only if the text as a whole supports the claim."""
    seen = await look(reader, question.claim, question.truth)
    answers = [
        _agreed(seen, one) if one.id.startswith("advocate_") else _insisted(seen, one.id) for one in question.defences
    ]
    return _rebuttal(answers, _minimum(seen).why)


async def judge_trial(question: JudgeTrial, reader: Reader) -> Judgment:
    """Decide by what was conceded, otherwise by the weight of the whole text."""
    seen = await look(reader, question.claim, question.truth)
    conceded = _conceded(question)
    label = _label(seen, conceded)
    if label is TrialLabel.MUTATED and not conceded:
        conceded = [_minimum(seen)]
    differences = conceded if label is not TrialLabel.FAITHFUL else []
    return Judgment(
        rationale=_rationale(label, seen, conceded),
        critical_differences=tuple(_told(one, one.why) for one in differences),
        what_would_make_it_faithful=tuple(_told(one, "say what the truth says") for one in differences),
        one_sentence_summary=_summary(label, seen, conceded),
        verdict=label,
        confidence=round(_confidence(label, seen), 4),
    )


def _bullet(seen: Look, finding: Finding) -> Bullet:
    claim_says, truth_says = words_of(finding)
    return Bullet(
        point=finding.explanation,
        claim_says=claim_says,
        truth_says=truth_says,
        claim_context=seen.reading.context(finding.claim_quote) if claim_says else "",
        truth_context=seen.reading.context(finding.source_quote),
    )


def _advocates(seen: Look, point: str) -> Bullet:
    return Bullet(
        point=point,
        claim_says="",
        truth_says=seen.passage,
        truth_context=seen.reading.context(seen.reading.passage_quote),
    )


def _skeptics(point: str) -> Bullet:
    return Bullet(point=point, claim_says="", truth_says="")


def _few(first: Iterable[Bullet], rest: Iterable[Bullet]) -> tuple[Bullet, ...]:
    """The strongest points, completed to the minimum with remarks on the whole text."""
    bullets = list(dict.fromkeys(first))[:MOST_BULLETS]
    for bullet in rest:
        if len(bullets) < FEWEST_BULLETS:
            bullets.append(bullet)
    return tuple(bullets)


def _shared_words(seen: Look) -> str:
    """Which words of the claim the truth has."""
    missing = {quote.start for quote in seen.reading.comparison.unmatched}
    shared = [word.text for word in content_words(seen.reading.claim) if word.start not in missing]
    named = ", ".join(f"'{word}'" for word in dict.fromkeys(shared[:_WORDS_NAMED]))
    return f"The truth mentions the same: {named}." if named else "This is the closest passage of the truth."


def _read_as(seen: Look) -> str:
    weights = seen.weights
    if seen.supported:
        return f"This passage supports the claim ({weights.supported:.2f})."
    if weights.strongest == "unclear":
        return f"This passage does not contradict the claim ({weights.contradicted:.2f} against it)."
    if weights.supported < _HARDLY:
        return f"This passage comes nearest, though hardly anything supports the claim ({weights.supported:.2f})."
    return f"This passage can be read in favour of the claim, with a weight of {weights.supported:.2f}."


def _undisputed(seen: Look) -> str:
    if seen.languages:
        return _two_languages(seen)
    if not seen.against:
        return "No number, date, name or wording of the truth contradicts the claim."
    words = ", ".join(f"'{words_of(one)[0] or words_of(one)[1]}'" for one in seen.against)
    return f"Only this is in dispute: {words}."


def _objections(seen: Look, *, differing: bool) -> list[str]:
    """The skeptic's objections to the whole claim, the strongest first."""
    said = [_two_languages(seen)] if seen.languages else []
    if (words := seen.reading.doubted()) and not seen.supported:
        said.append(f"The truth does not support '{words}'.")
    left_out = _left_out(seen)
    if left_out:
        said.append(f"The claim leaves out {left_out}.")
    if not differing:
        said.append("I find no number, date, name or wording that contradicts the claim.")
    if not seen.supported:
        said.append(f"The truth as a whole does not support the claim ({seen.weights.supported:.2f} for it).")
    said.append(f"The truth covers {seen.reading.comparison.coverage:.0%} of the claim's content.")
    said.append(f"Overall: {_weighed(seen)}.")
    return said


def _left_out(seen: Look) -> str:
    """The words of the nearest sentence that the claim does not have."""
    said = {word.stem for word in content_words(seen.reading.claim)}
    extra = [word.text for word in content_words(seen.passage) if word.stem not in said]
    return ", ".join(f"'{word}'" for word in dict.fromkeys(extra[:_WORDS_NAMED]))


def _two_languages(seen: Look) -> str:
    ours, theirs = seen.languages or ("", "")
    return f"The claim is in {ours} and the truth in {theirs}: offline, only numbers and dates can be compared."


def _silence(seen: Look) -> str:
    missing = ", ".join(f"'{quote.text}'" for quote in seen.reading.comparison.unmatched[:3])
    return f"The truth does not say: {missing}." if missing else "Every content word of the claim is in the truth."


def _minimum(seen: Look) -> Difference:
    """The strongest difference, else words that are not in the truth; none if the whole text supports the claim."""
    if seen.against and (is_critical(seen.against[0]) or not seen.supported):
        raised = _bullet(seen, seen.against[0])
        return _difference(raised.point, raised)
    if seen.supported or seen.languages:
        return Difference(why="I find no difference that changes the meaning.", claim_says="", truth_says="")
    doubted = seen.reading.doubted_quote(least=0.0)
    missing = seen.reading.comparison.unmatched
    words = doubted or (missing[0] if missing else None)
    named, place = (words.text, seen.reading.context(words)) if words else (seen.reading.claim, "")
    if seen.weights.strongest == "contradicted":
        passage = _advocates(seen, "")
        why = f"The truth contradicts '{named}'."
        return _difference(why, passage.model_copy(update={"claim_says": named, "claim_context": place}))
    return Difference(why=f"The truth does not say '{named}'.", claim_says=named, truth_says="", claim_context=place)


def _difference(why: str, words: Bullet) -> Difference:
    return Difference(
        why=why,
        claim_says=words.claim_says,
        truth_says=words.truth_says,
        claim_context=words.claim_context,
        truth_context=words.truth_context,
    )


def _defended(seen: Look, id: str, words: tuple[str, str], finding: Finding | None) -> PointAnswer:
    grave = finding is not None and is_critical(finding)
    silent = not words[1].strip()
    overstated = finding is not None and distorts(finding)
    # Words that differ gravely are not answered by how the whole reads: that is how one swapped word slips through.
    differs = overstated or (grave and not silent)
    if (seen.supported and not differs) or not (grave or silent):
        said = "The truth as a whole says it" if seen.supported else "Both can be true"
        return _answer(seen, id, f"{said}; read it with this passage.")
    why = "The truth does not say this." if silent else "I cannot answer this: the words differ."
    return PointAnswer(id=id, argument=why, claim_says="", truth_says="", response=Response.CONCEDED)


def _agreed(seen: Look, defence: Said) -> PointAnswer:
    """Concede that the words are there, and name what they leave open, if anything."""
    least = _minimum(seen)
    if seen.supported or not least.claim_says:
        granted = f"Granted: {defence.point}"
        return PointAnswer(id=defence.id, argument=granted, claim_says="", truth_says="", response=Response.CONCEDED)
    return _answer(seen, defence.id, f'"{defence.point}" That does not settle it: {least.why}')


def _insisted(seen: Look, id: str) -> PointAnswer:
    if seen.supported:
        why = "Read with that passage, the difference does not change the meaning."
        return PointAnswer(id=id, argument=why, claim_says="", truth_says="", response=Response.CONCEDED)
    return _answer(seen, id, "Both can be true, but the claim still does not follow from the truth.")


def _answer(seen: Look, id: str, argument: str) -> PointAnswer:
    passage = _advocates(seen, argument)
    return PointAnswer(
        id=id,
        argument=argument,
        claim_says="",
        truth_says=passage.truth_says,
        response=Response.ANSWERED,
        truth_context=passage.truth_context,
    )


def _rebuttal(answers: Sequence[PointAnswer], closing: str) -> Rebuttal:
    conceded = sum(answer.response is Response.CONCEDED for answer in answers)
    points = count_of(len(answers), "point")
    counted = f"I concede {conceded} of {points}." if answers else "There is no point to answer."
    return Rebuttal(answers=tuple(answers), argument=f"{counted} {closing}".strip())


def _conceded(trial: JudgeTrial) -> list[Difference]:
    """The critical differences that the advocate conceded or was never asked about."""
    responses: dict[str, Response] = {}
    for exchange in trial.rebuttals:
        if exchange.advocate:
            responses |= {answer.id: answer.response for answer in exchange.advocate.answers}
    found = [
        Difference(
            why=one.point.note,
            claim_says=one.point.claim_says,
            truth_says=one.point.truth_says,
            claim_context=one.point.claim_context,
            truth_context=one.point.truth_context,
        )
        for one in trial.checklist or ()
        if one.point.outcome is PointOutcome.MISMATCH
        and one.point.severity is Gravity.CRITICAL
        and responses.get(one.id) is not Response.ANSWERED
    ]
    if trial.skeptic and responses.get(MINIMUM_DIFFERENCE) is Response.CONCEDED:
        found.append(trial.skeptic.minimum_difference)
    first: dict[tuple[str, str], Difference] = {}
    for one in found:
        first.setdefault((one.claim_says, one.truth_says), one)
    return list(first.values())


def _label(seen: Look, conceded: Sequence[Difference]) -> TrialLabel:
    against = seen.weights.strongest == "contradicted" and not seen.languages
    if against or any(one.claim_says and one.truth_says for one in conceded):
        return TrialLabel.MUTATED
    if conceded or seen.languages:
        return TrialLabel.PARTIALLY_FAITHFUL
    return TrialLabel.FAITHFUL if seen.supported else TrialLabel.PARTIALLY_FAITHFUL


def _confidence(label: TrialLabel, seen: Look) -> float:
    """The confidence in the label."""
    if label is TrialLabel.FAITHFUL:
        return seen.weights.supported
    if label is TrialLabel.MUTATED:
        return 1 - seen.weights.supported
    if seen.languages:
        # Between two languages, few words in common say nothing.
        return seen.weights.unclear * min(1.0, seen.reading.comparison.coverage)
    return min(_SUREST, seen.weights.unclear)


def _rationale(label: TrialLabel, seen: Look, conceded: Sequence[Difference]) -> tuple[str, ...]:
    notes = [_two_languages(seen)] if seen.languages else []
    deciding, other = _deciding(label, seen, conceded), _other_side(label, seen)
    return tuple(dict.fromkeys([*notes, *deciding[:_REASONS], *other[:_OTHERS], _weighing(label, seen)]))


def _deciding(label: TrialLabel, seen: Look, conceded: Sequence[Difference]) -> list[str]:
    """The reasons for the label."""
    if label is TrialLabel.FAITHFUL:
        missing = ", ".join(f"'{quote.text}'" for quote in seen.reading.comparison.unmatched[:3])
        agreeing = [finding.explanation for finding in seen.agreeing if bears_on(finding, Side.FAITHFUL)]
        read = f"As a whole, the truth says this, though it does not have {missing}."
        return agreeing or ([read] if missing else [_silence(seen)])
    points = [one.why for one in conceded] or [finding.explanation for finding in seen.against]
    return points or ([] if seen.languages else [_silence(seen)])


def _other_side(label: TrialLabel, seen: Look) -> list[str]:
    """The reasons for another label, marked as such, so that they do not read as reasons for this one."""
    if label is TrialLabel.FAITHFUL:
        grave = [finding for finding in seen.against if finding.severity is not Severity.LOW]
        return [f"This counts against the claim, but does not decide it: {one.explanation}" for one in grave]
    if label is TrialLabel.PARTIALLY_FAITHFUL:
        agreeing = [finding for finding in seen.agreeing if bears_on(finding, Side.FAITHFUL)]
        return [f"This supports the claim: {finding.explanation}" for finding in agreeing]
    return []


def _weighing(label: TrialLabel, seen: Look) -> str:
    if label is TrialLabel.FAITHFUL or not seen.supported:
        return f"Overall: {_weighed(seen)}."
    return f"Overall: {_weighed(seen)}. The difference still decides, because it was not answered."


def _weighed(seen: Look) -> str:
    weights = seen.weights
    return f"{weights.supported:.2f} for the claim, {weights.contradicted:.2f} against it, {weights.unclear:.2f} open"


def _summary(label: TrialLabel, seen: Look, conceded: Sequence[Difference]) -> str:
    if label is TrialLabel.FAITHFUL:
        return "The truth supports the claim."
    if seen.languages:
        return _two_languages(seen)
    return conceded[0].why if conceded else _silence(seen)


def _told(one: Difference, why: str) -> str:
    claim = f'claim "{one.claim_says}"' if one.claim_says else ""
    truth = f'truth "{one.truth_says}"' if one.truth_says else ""
    return f"{' against '.join(part for part in (claim, truth) if part)}: {why}"
