"""Turn replies of a trial into admitted differences: every quote passes the hearing's gate here."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from adjudge.agents.hearing import Hearing
from adjudge.case import CLAIM_ID
from adjudge.protocols.trial.rules import Charge
from adjudge.questions.trial import JudgeTrial
from adjudge.questions.trial_replies import (
    MINIMUM_DIFFERENCE,
    Bullet,
    CheckedPoint,
    Difference,
    Dimension,
    Exchange,
    Gravity,
    Judgment,
    PointAnswer,
    PointOutcome,
    Rebuttal,
    Response,
    SkepticOpening,
)
from adjudge.verdict import Quote

S = TypeVar("S", Bullet, Difference, PointAnswer)
_NAMED = re.compile(r"""\b(claim|truth|source)\W{0,3}["“‘'](.+?)["”’'](?=[\s,.;:()]|$)""", re.IGNORECASE | re.DOTALL)
_VALUES = (Dimension.NUMBERS_AND_UNITS, Dimension.DATES_AND_TIME_WINDOWS)
_WHY = re.compile(r"""["”’']\s*(?:\([^)]*\))?\s*[:,-]\s*(?P<why>[^"“”]+)$""", re.DOTALL)


class _Quoting(Protocol):
    """Any reply that quotes words of both texts."""

    @property
    def claim_says(self) -> str: ...

    @property
    def truth_says(self) -> str: ...

    @property
    def claim_context(self) -> str: ...

    @property
    def truth_context(self) -> str: ...


@dataclass(frozen=True, slots=True)
class FoundWords:
    """The quotes of a point that were found; `founded` if it gave some and all were found."""

    claim: Quote | None = None
    truth: Quote | None = None
    founded: bool = False

    @property
    def both(self) -> bool:
        """Whether it has words of the claim and of the truth."""
        return self.claim is not None and self.truth is not None

    @property
    def pair(self) -> tuple[Quote | None, Quote | None]:
        """The key that identifies a difference."""
        return self.claim, self.truth


@dataclass(frozen=True, slots=True)
class Raised:
    """A difference that was raised: its dimension, reason, words and status."""

    axis: str
    why: str
    words: FoundWords
    charge: Charge


@dataclass(frozen=True, slots=True)
class AdmittedEvidence:
    """The evidence that passed the gate: the fact-checker's differences, its matches, and all quotes."""

    raised: tuple[Raised, ...]
    matches: tuple[tuple[CheckedPoint, FoundWords], ...]
    quotes: tuple[Quote, ...]

    @property
    def charges(self) -> list[Charge]:
        """The differences as the rules see them."""
        return [raised.charge for raised in self.raised]


def evidence(hearing: Hearing, trial: JudgeTrial, judgment: Judgment) -> AdmittedEvidence:
    """Everything raised in the trial, with the quotes that were found."""
    points = [(point, _words(hearing, "fact_checker", point.point)) for point in trial.checklist or ()]
    skeptic = last_answers(trial.rebuttals, "skeptic")
    responses = _responses(hearing, last_answers(trial.rebuttals, "advocate"))
    raised = (
        *_mismatches(points, responses, skeptic),
        *_minimum(hearing, trial.skeptic, responses, skeptic),
        *_disputed(hearing, points, skeptic),
        *_named_by_judge(hearing, judgment, _raised_words(trial)),
    )
    cited = [words for point, words in points if is_relevant(point)]
    found = [*_openings(hearing, trial), *cited, *(one.words for one in raised)]
    # Not a set: quotes at one place may differ in what else they say, and a set has another order in every process.
    quotes = dict.fromkeys(quote for words in found for quote in words.pair if quote)
    return AdmittedEvidence(
        raised=raised,
        matches=tuple((point, words) for point, words in points if point.point.outcome is PointOutcome.MATCH),
        quotes=tuple(sorted(quotes, key=lambda q: (q.document_id != CLAIM_ID, q.document_id, q.start, q.end))),
    )


def is_relevant(checked: CheckedPoint) -> bool:
    """Whether a point is relevant to the verdict: a name or word that both texts have is not."""
    point = checked.point
    same = point.claim_says.casefold() == point.truth_says.casefold()
    return point.outcome is PointOutcome.MISMATCH or not same or checked.dimension in _VALUES


def marked(hearing: Hearing, trial: JudgeTrial) -> JudgeTrial:
    """The trial as the judge reads it: words that a side quotes and that are not in the text are no quote any more, but
    named behind the point as not found. What counts is decided by `evidence`, on what was said."""
    advocate, skeptic = trial.advocate, trial.skeptic
    if advocate is not None:
        advocate = advocate.model_copy(update={"bullets": _marked_all(hearing, "advocate", advocate.bullets, "point")})
    if skeptic is not None:
        bullets = _marked_all(hearing, "skeptic", skeptic.bullets, "point")
        [least] = _marked_all(hearing, "skeptic", [skeptic.minimum_difference], "why")
        skeptic = skeptic.model_copy(update={"bullets": bullets, "minimum_difference": least})
    rebuttals = tuple(
        exchange.model_copy(
            update={
                "advocate": _marked_rebuttal(hearing, "advocate", exchange.advocate),
                "skeptic": _marked_rebuttal(hearing, "skeptic", exchange.skeptic),
            }
        )
        for exchange in trial.rebuttals
    )
    return trial.model_copy(update={"advocate": advocate, "skeptic": skeptic, "rebuttals": rebuttals})


def _marked_rebuttal(hearing: Hearing, who: str, rebuttal: Rebuttal | None) -> Rebuttal | None:
    if rebuttal is None:
        return None
    return rebuttal.model_copy(update={"answers": _marked_all(hearing, who, rebuttal.answers, "argument")})


def _marked_all(hearing: Hearing, who: str, said: Sequence[S], reason: str) -> tuple[S, ...]:
    """Each with the mark at the end of the field that gives its reason."""
    return tuple(_marked(hearing, who, one, reason) for one in said)


def _marked(hearing: Hearing, who: str, said: S, reason: str) -> S:
    found = _words(hearing, who, said)
    sides = (("claim", said.claim_says, found.claim), ("truth", said.truth_says, found.truth))
    invented = {side: words for side, words, quote in sides if words.strip() and quote is None}
    if not invented:
        return said
    problems = "; ".join(f'not found in the {side}: "{words}"' for side, words in invented.items())
    emptied = {f"{side}_says": "" for side in invented}
    return said.model_copy(update={**emptied, reason: f"{getattr(said, reason)} [{problems}]"})


def last_answers(rebuttals: Sequence[Exchange], side: Literal["advocate", "skeptic"]) -> dict[str, PointAnswer]:
    """A side's last answer to each point."""
    answers: dict[str, PointAnswer] = {}
    for exchange in rebuttals:
        rebuttal = exchange.advocate if side == "advocate" else exchange.skeptic
        if rebuttal is not None:
            answers.update((answer.id, answer) for answer in rebuttal.answers)
    return answers


def _responses(hearing: Hearing, answers: Mapping[str, PointAnswer]) -> dict[str, Response]:
    """The advocate's responses; an answer without real words of the truth is left out."""
    return {
        id: answer.response
        for id, answer in answers.items()
        if answer.response is Response.CONCEDED or _words(hearing, "advocate", answer).truth
    }


def _mismatches(
    points: Sequence[tuple[CheckedPoint, FoundWords]],
    responses: Mapping[str, Response],
    skeptic: Mapping[str, PointAnswer],
) -> Iterator[Raised]:
    for checked, words in points:
        if checked.point.outcome is PointOutcome.MISMATCH:
            charge = Charge(
                impartial=True,
                gravity=checked.point.severity,
                founded=words.founded,
                two_sided=words.both,
                response=responses.get(checked.id),
                withdrawn=_gave_up(skeptic, checked.id),
            )
            yield Raised(checked.dimension.value, checked.point.note, words, charge)


def _minimum(
    hearing: Hearing,
    opening: SkepticOpening | None,
    responses: Mapping[str, Response],
    skeptic: Mapping[str, PointAnswer],
) -> Iterator[Raised]:
    if opening is not None:
        words = _words(hearing, "skeptic", opening.minimum_difference)
        charge = _partial(words, responses.get(MINIMUM_DIFFERENCE), withdrawn=_gave_up(skeptic, MINIMUM_DIFFERENCE))
        yield Raised(MINIMUM_DIFFERENCE, opening.minimum_difference.why, words, charge)


def _disputed(
    hearing: Hearing, points: Sequence[tuple[CheckedPoint, FoundWords]], skeptic: Mapping[str, PointAnswer]
) -> Iterator[Raised]:
    """Matches of the fact-checker that the skeptic disputes."""
    for checked, _ in points:
        answer = skeptic.get(checked.id)
        if answer and answer.response is Response.ANSWERED and checked.point.outcome is PointOutcome.MATCH:
            words = _words(hearing, "skeptic", answer)
            yield Raised(checked.dimension.value, answer.argument, words, _partial(words))


def _named_by_judge(hearing: Hearing, judgment: Judgment, said_before: Iterable[_Quoting]) -> Iterator[Raised]:
    """The judge gives words without a place. If the same words were raised before, their earlier place is used."""
    placed = {(one.claim_says, one.truth_says): one for one in said_before}
    for entry in judgment.critical_differences:
        words_by_side = {
            ("claim" if who.lower() == "claim" else "truth"): words for who, words in _NAMED.findall(entry)
        }
        named = Difference(
            why=entry, claim_says=words_by_side.get("claim", ""), truth_says=words_by_side.get("truth", "")
        )
        words = _words(hearing, "judge", placed.get((named.claim_says, named.truth_says), named))
        why = _WHY.search(entry)
        yield Raised("judge", why["why"].strip() if why else entry, words, _partial(words))


def _raised_words(trial: JudgeTrial) -> list[_Quoting]:
    points: list[_Quoting] = [one.point for one in trial.checklist or ()]
    return [*points, trial.skeptic.minimum_difference] if trial.skeptic else points


def _partial(words: FoundWords, response: Response | None = None, *, withdrawn: bool = False) -> Charge:
    """A difference raised by one side, or by the judge alone."""
    return Charge(
        impartial=False,
        gravity=Gravity.CRITICAL,
        founded=words.founded,
        two_sided=words.both,
        response=response,
        withdrawn=withdrawn,
    )


def _gave_up(skeptic: Mapping[str, PointAnswer], id: str) -> bool:
    return id in skeptic and skeptic[id].response is Response.CONCEDED


def _openings(hearing: Hearing, trial: JudgeTrial) -> list[FoundWords]:
    points: list[tuple[str, tuple[Bullet, ...]]] = [
        ("advocate", trial.advocate.bullets if trial.advocate else ()),
        ("skeptic", trial.skeptic.bullets if trial.skeptic else ()),
    ]
    return [_words(hearing, who, bullet) for who, bullets in points for bullet in bullets]


def _words(hearing: Hearing, who: str, statement: _Quoting) -> FoundWords:
    claim = truth = None
    if statement.claim_says.strip():
        claim = hearing.quote(statement.claim_says, who=who, document_ids=[CLAIM_ID], context=statement.claim_context)
    if statement.truth_says.strip():
        truth = hearing.quote(statement.truth_says, who=who, context=statement.truth_context)
    quoted = bool(statement.claim_says.strip()) + bool(statement.truth_says.strip())
    return FoundWords(claim, truth, founded=quoted > 0 and quoted == bool(claim) + bool(truth))
