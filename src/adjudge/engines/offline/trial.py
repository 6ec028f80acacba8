"""The trial's questions answered from a reading: both sides argue honestly, and concede what they cannot answer.

The advocate speaks from what agrees, the skeptic from what differs or is not there; where there is little to say, an
opening says that. The judge weighs the whole and what was conceded.
"""

from collections.abc import Iterable, Sequence

from adjudge.analysis.judge.weights import distorts
from adjudge.engines.offline.checklist import Look, checklist, is_critical, look, words_of
from adjudge.engines.offline.reading import Reader
from adjudge.questions.trial import FactCheck, JudgeTrial, OpenAdvocate, OpenSkeptic, RebutAdvocate, RebutSkeptic
from adjudge.questions.trial_replies import (
    FEWEST_BULLETS,
    MINIMUM_DIFFERENCE,
    MOST_BULLETS,
    AdvocateOpening,
    Answer,
    Bullet,
    Checklist,
    Difference,
    Gravity,
    Judgment,
    Outcome,
    Rebuttal,
    Response,
    SkepticOpening,
    TrialLabel,
)
from adjudge.verdict import Finding, Severity

_REASONS = 4
_OTHERS = 2
_SUREST = 0.95
"""That the truth is silent, where words alone can tell: it may say it in others."""


async def open_advocate(question: OpenAdvocate, reader: Reader) -> AdvocateOpening:
    """What agrees, on words of the truth; then how much of the claim the truth answers."""
    seen = await look(reader, question.claim, question.truth)
    comparison = seen.reading.comparison
    agreed = [_bullet(f.explanation, f) for f in seen.agreeing if f.source_quote]
    passages = [
        Bullet(point="This passage of the truth speaks about the claim.", claim_says="", truth_says=quote.text)
        for quote in comparison.aligned[:2]
    ]
    rest = [
        _advocates(seen, f"The truth answers {comparison.coverage:.0%} of what the claim says."),
        _advocates(seen, _undisputed(seen)),
        _advocates(seen, "This is the passage against which the claim has to be read."),
    ]
    return AdvocateOpening(bullets=_few([*agreed, *passages], rest))


async def open_skeptic(question: OpenSkeptic, reader: Reader) -> SkepticOpening:
    """What differs or is not in the truth; then what the claim leaves open."""
    seen = await look(reader, question.claim, question.truth)
    missing = seen.reading.comparison.unmatched
    differences = [_bullet(finding.explanation, finding) for finding in seen.against]
    rest = [_skeptics(_silence(seen), missing[0].text if missing else "")]
    if seen.languages:
        rest.insert(0, _skeptics(_two_languages(seen)))
    if not differences:
        rest.append(_skeptics("I find no number, date, name or wording on which the truth speaks against the claim."))
    left_out = seen.reading.comparison.left_out
    rest.append(_skeptics(f"The claim leaves out {left_out:.0%} of the passage that it is nearest to."))
    rest.append(_skeptics(f"How it weighs: {_weighed(seen)}."))
    return SkepticOpening(bullets=_few(differences, rest), minimum_difference=_minimum(seen))


async def fact_check(question: FactCheck, reader: Reader) -> Checklist:
    """The five dimensions."""
    return checklist(await look(reader, question.claim, question.truth))


async def rebut_advocate(question: RebutAdvocate, reader: Reader) -> Rebuttal:
    """Each mismatch conceded, unless the truth as a whole says what the claim says or leaves it open."""
    seen = await look(reader, question.claim, question.truth)
    raised = {one.id: (one.point.claim_says, one.point.truth_says) for one in question.mismatches}
    raised |= {one.id: (one.claim_says, one.truth_says) for one in question.skeptic if one.id == MINIMUM_DIFFERENCE}
    return _rebuttal(
        [_defended(seen, id, words) for id, words in raised.items()], "The other points stand as I put them."
    )


async def rebut_skeptic(question: RebutSkeptic, reader: Reader) -> Rebuttal:
    """Agreement is conceded; an answer to a difference only where the whole speaks for the claim."""
    seen = await look(reader, question.claim, question.truth)
    answers = [
        _agreed(one.id) if one.id.startswith("advocate_") else _insisted(seen, one.id) for one in question.defences
    ]
    return _rebuttal(answers, "That other words agree does not settle what differs.")


async def judge_trial(question: JudgeTrial, reader: Reader) -> Judgment:
    """By what was conceded, and else by how the whole weighs."""
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


def _bullet(point: str, finding: Finding) -> Bullet:
    claim_says, truth_says = words_of(finding)
    return Bullet(point=point, claim_says=claim_says, truth_says=truth_says)


def _advocates(seen: Look, point: str) -> Bullet:
    return Bullet(point=point, claim_says="", truth_says=seen.passage)


def _skeptics(point: str, claim_says: str = "") -> Bullet:
    return Bullet(point=point, claim_says=claim_says, truth_says="")


def _few(first: Iterable[Bullet], rest: Iterable[Bullet]) -> tuple[Bullet, ...]:
    """The strongest points; filled up to the fewest allowed with observations that are true of any case."""
    bullets = list(dict.fromkeys(first))[:MOST_BULLETS]
    for bullet in rest:
        if len(bullets) < FEWEST_BULLETS:
            bullets.append(bullet)
    return tuple(bullets)


def _undisputed(seen: Look) -> str:
    if seen.languages:
        return _two_languages(seen)
    if not seen.against:
        return "I find no words of the truth that speak against the claim."
    return f"Points in dispute: {len(seen.against)}; the rest of the claim is not among them."


def _two_languages(seen: Look) -> str:
    ours, theirs = seen.languages or ("", "")
    return f"The claim is in {ours} and the truth in {theirs}: offline, only numbers and dates can be compared."


def _silence(seen: Look) -> str:
    missing = ", ".join(f"'{quote.text}'" for quote in seen.reading.comparison.unmatched[:3])
    return f"The truth does not say: {missing}." if missing else "Every content word of the claim is in the truth."


def _minimum(seen: Look) -> Difference:
    """The strongest difference; words that the truth does not say; or none, where the whole speaks for the claim."""
    if seen.against and (is_critical(seen.against[0]) or not seen.supported):
        claim_says, truth_says = words_of(seen.against[0])
        return Difference(why=seen.against[0].explanation, claim_says=claim_says, truth_says=truth_says)
    if seen.supported or seen.languages:
        return Difference(why="I find no difference that changes the meaning.", claim_says="", truth_says="")
    if seen.weights.strongest == "contradicted":
        words = seen.reading.doubted()
        why = f"The truth does not bear out '{words}'." if words else "Taken as a whole, the truth says otherwise."
        return Difference(why=why, claim_says=seen.reading.claim, truth_says=seen.passage)
    missing = seen.reading.comparison.unmatched
    return Difference(why=_silence(seen), claim_says=missing[0].text if missing else seen.reading.claim, truth_says="")


def _defended(seen: Look, id: str, words: tuple[str, str]) -> Answer:
    finding = next((finding for finding in seen.against if words_of(finding) == words), None)
    grave = finding is not None and is_critical(finding)
    silent = not words[1].strip()
    overstated = finding is not None and distorts(finding)
    # Words that differ gravely are not answered by how the whole reads: that is how one swapped word slips through.
    differs = overstated or (grave and not silent)
    if (seen.supported and not differs) or not (grave or silent):
        said = "The truth as a whole says it" if seen.supported else "Both can be true"
        return _answer(id, f"{said}; read it with this passage.", seen.passage)
    why = "The truth does not say this." if silent else "I cannot answer this: the words differ."
    return Answer(id=id, argument=why, claim_says="", truth_says="", response=Response.CONCEDED)


def _agreed(id: str) -> Answer:
    return Answer(
        id=id, argument="These words are in the truth.", claim_says="", truth_says="", response=Response.CONCEDED
    )


def _insisted(seen: Look, id: str) -> Answer:
    if seen.supported:
        why = "Read with that passage, the difference does not change the meaning."
        return Answer(id=id, argument=why, claim_says="", truth_says="", response=Response.CONCEDED)
    return _answer(id, "That both can be true does not make the claim follow from the truth.", seen.passage)


def _answer(id: str, argument: str, truth_says: str) -> Answer:
    return Answer(id=id, argument=argument, claim_says="", truth_says=truth_says, response=Response.ANSWERED)


def _rebuttal(answers: Sequence[Answer], closing: str) -> Rebuttal:
    conceded = sum(answer.response is Response.CONCEDED for answer in answers)
    counted = f"Of {len(answers)} points I concede {conceded}." if answers else "There is nothing to respond to."
    return Rebuttal(answers=tuple(answers), argument=f"{counted} {closing}")


def _conceded(trial: JudgeTrial) -> list[Difference]:
    """The critical differences that the advocate gave up, or was never asked about."""
    given: dict[str, Response] = {}
    for exchange in trial.rebuttals:
        if exchange.advocate:
            given |= {answer.id: answer.response for answer in exchange.advocate.answers}
    found = [
        Difference(why=one.point.note, claim_says=one.point.claim_says, truth_says=one.point.truth_says)
        for one in trial.checklist or ()
        if one.point.outcome is Outcome.MISMATCH
        and one.point.severity is Gravity.CRITICAL
        and given.get(one.id) is not Response.ANSWERED
    ]
    if trial.skeptic and given.get(MINIMUM_DIFFERENCE) is Response.CONCEDED:
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
    """How much speaks for the label."""
    if label is TrialLabel.FAITHFUL:
        return seen.weights.supported
    if label is TrialLabel.MUTATED:
        return 1 - seen.weights.supported
    coverage = min(1.0, seen.reading.comparison.coverage)
    if seen.reading.judged or seen.languages:
        # The calibration is fitted on this. Between two languages, few words in common say nothing.
        return seen.weights.unclear * coverage
    return min(_SUREST, 1 - coverage * (1 - seen.weights.unclear))


def _rationale(label: TrialLabel, seen: Look, conceded: Sequence[Difference]) -> tuple[str, ...]:
    told = [_two_languages(seen)] if seen.languages else []
    deciding, other = _deciding(label, seen, conceded), _other_side(label, seen)
    return tuple(dict.fromkeys([*told, *deciding[:_REASONS], *other[:_OTHERS], _weighing(label, seen)]))


def _deciding(label: TrialLabel, seen: Look, conceded: Sequence[Difference]) -> list[str]:
    """What speaks for the label."""
    if label is TrialLabel.FAITHFUL:
        missing = ", ".join(f"'{quote.text}'" for quote in seen.reading.comparison.unmatched[:3])
        agreeing = [finding.explanation for finding in seen.agreeing]
        return agreeing or ([f"The truth says it in other words than {missing}."] if missing else [_silence(seen)])
    points = [one.why for one in conceded] or [finding.explanation for finding in seen.against]
    return points or ([] if seen.languages else [_silence(seen)])


def _other_side(label: TrialLabel, seen: Look) -> list[str]:
    """What speaks for another label, and is said to: else it would read as a reason for this one."""
    if label is TrialLabel.FAITHFUL:
        grave = [finding for finding in seen.against if finding.severity is not Severity.LOW]
        return [f"This speaks against the claim, but does not decide: {one.explanation}" for one in grave]
    if label is TrialLabel.PARTIALLY_FAITHFUL:
        return [f"This speaks for the claim: {finding.explanation}" for finding in seen.agreeing]
    return []


def _weighing(label: TrialLabel, seen: Look) -> str:
    if label is TrialLabel.FAITHFUL or not seen.supported:
        return f"It weighs: {_weighed(seen)}."
    return (
        f"Read as a whole it weighs {_weighed(seen)}; the difference decides all the same, since it was not answered."
    )


def _weighed(seen: Look) -> str:
    weights = seen.weights
    return f"{weights.supported:.2f} for the claim, {weights.contradicted:.2f} against it, {weights.unclear:.2f} open"


def _summary(label: TrialLabel, seen: Look, conceded: Sequence[Difference]) -> str:
    if label is TrialLabel.FAITHFUL:
        return "The truth says what the claim says."
    if seen.languages:
        return _two_languages(seen)
    return conceded[0].why if conceded else _silence(seen)


def _told(one: Difference, why: str) -> str:
    claim = f'claim "{one.claim_says}"' if one.claim_says else ""
    truth = f'truth "{one.truth_says}"' if one.truth_says else ""
    return f"{' against '.join(part for part in (claim, truth) if part)}: {why}"
