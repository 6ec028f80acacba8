"""From what was said in a trial to differences that count: every quote passes the hearing's gate here."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from adjudge.agents.hearing import Hearing
from adjudge.case import CLAIM_ID
from adjudge.protocols.trial.rules import Charge
from adjudge.questions.trial import JudgeTrial
from adjudge.questions.trial_replies import (
    MINIMUM_DIFFERENCE,
    Answer,
    Bullet,
    CheckedPoint,
    Difference,
    Exchange,
    Gravity,
    Judgment,
    Outcome,
    Rebuttal,
    Response,
    SkepticOpening,
)
from adjudge.verdict import Quote

S = TypeVar("S", Bullet, Difference, Answer)
_NAMED = re.compile(r"""\b(claim|truth|source)\W{0,3}["“‘'](.+?)["”’'](?=[\s,.;:()]|$)""", re.IGNORECASE | re.DOTALL)
_WHY = re.compile(r"""["”’']\s*(?:\([^)]*\))?\s*[:,-]\s*(?P<why>[^"“”]+)$""", re.DOTALL)


class _Quoting(Protocol):
    """Anything said that gives words of both texts."""

    @property
    def claim_says(self) -> str: ...

    @property
    def truth_says(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a point that are in the texts; `founded` if it gave some and all of them are."""

    claim: Quote | None = None
    truth: Quote | None = None
    founded: bool = False

    @property
    def both(self) -> bool:
        """Whether words of the claim stand beside words of the truth."""
        return self.claim is not None and self.truth is not None

    @property
    def pair(self) -> tuple[Quote | None, Quote | None]:
        """What tells two differences apart."""
        return self.claim, self.truth


@dataclass(frozen=True, slots=True)
class Raised:
    """A difference that was raised: where it belongs, why, on which words, and how it counts."""

    axis: str
    why: str
    words: Words
    charge: Charge


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that the gate let through: the fact-checker's differences first, its matches, and every real quote."""

    raised: tuple[Raised, ...]
    matches: tuple[tuple[CheckedPoint, Words], ...]
    quotes: tuple[Quote, ...]

    @property
    def charges(self) -> list[Charge]:
        """The differences as the rules see them."""
        return [raised.charge for raised in self.raised]


def evidence(hearing: Hearing, trial: JudgeTrial, judgment: Judgment) -> Evidence:
    """All that was raised in the trial, on the words that are in the texts."""
    points = [(point, _words(hearing, "fact_checker", point.point)) for point in trial.checklist or ()]
    skeptic = last_answers(trial.rebuttals, "skeptic")
    responses = _responses(hearing, last_answers(trial.rebuttals, "advocate"))
    raised = (
        *_mismatches(points, responses, skeptic),
        *_minimum(hearing, trial.skeptic, responses, skeptic),
        *_disputed(hearing, points, skeptic),
        *_named_by_judge(hearing, judgment),
    )
    found = [*_openings(hearing, trial), *(words for _, words in points), *(one.words for one in raised)]
    quotes = {quote for words in found for quote in words.pair if quote}
    return Evidence(
        raised=raised,
        matches=tuple((point, words) for point, words in points if point.point.outcome is Outcome.MATCH),
        quotes=tuple(sorted(quotes, key=lambda q: (q.document_id != CLAIM_ID, q.document_id, q.start, q.end))),
    )


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
    told = "; ".join(f'not found in the {side}: "{words}"' for side, words in invented.items())
    emptied = {f"{side}_says": "" for side in invented}
    return said.model_copy(update={**emptied, reason: f"{getattr(said, reason)} [{told}]"})


def last_answers(rebuttals: Sequence[Exchange], side: Literal["advocate", "skeptic"]) -> dict[str, Answer]:
    """What a side said last to each point."""
    said: dict[str, Answer] = {}
    for exchange in rebuttals:
        rebuttal = exchange.advocate if side == "advocate" else exchange.skeptic
        if rebuttal is not None:
            said.update((answer.id, answer) for answer in rebuttal.answers)
    return said


def _responses(hearing: Hearing, answers: Mapping[str, Answer]) -> dict[str, Response]:
    """The advocate's responses; an answer without real words of the truth is left out."""
    return {
        id: answer.response
        for id, answer in answers.items()
        if answer.response is Response.CONCEDED or _words(hearing, "advocate", answer).truth
    }


def _mismatches(
    points: Sequence[tuple[CheckedPoint, Words]], responses: Mapping[str, Response], skeptic: Mapping[str, Answer]
) -> Iterator[Raised]:
    for checked, words in points:
        if checked.point.outcome is Outcome.MISMATCH:
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
    hearing: Hearing, opening: SkepticOpening | None, responses: Mapping[str, Response], skeptic: Mapping[str, Answer]
) -> Iterator[Raised]:
    if opening is not None:
        words = _words(hearing, "skeptic", opening.minimum_difference)
        charge = _partial(words, responses.get(MINIMUM_DIFFERENCE), withdrawn=_gave_up(skeptic, MINIMUM_DIFFERENCE))
        yield Raised(MINIMUM_DIFFERENCE, opening.minimum_difference.why, words, charge)


def _disputed(
    hearing: Hearing, points: Sequence[tuple[CheckedPoint, Words]], skeptic: Mapping[str, Answer]
) -> Iterator[Raised]:
    """Matches of the fact-checker that the skeptic disputes."""
    for checked, _ in points:
        answer = skeptic.get(checked.id)
        if answer and answer.response is Response.ANSWERED and checked.point.outcome is Outcome.MATCH:
            words = _words(hearing, "skeptic", answer)
            yield Raised(checked.dimension.value, answer.argument, words, _partial(words))


def _named_by_judge(hearing: Hearing, judgment: Judgment) -> Iterator[Raised]:
    for entry in judgment.critical_differences:
        said = {("claim" if who.lower() == "claim" else "truth"): words for who, words in _NAMED.findall(entry)}
        words = _gated(hearing, "judge", said.get("claim", ""), said.get("truth", ""))
        why = _WHY.search(entry)
        yield Raised("judge", why["why"].strip() if why else entry, words, _partial(words))


def _partial(words: Words, response: Response | None = None, *, withdrawn: bool = False) -> Charge:
    """A difference raised by a side with an interest, or by the judge alone."""
    return Charge(
        impartial=False,
        gravity=Gravity.CRITICAL,
        founded=words.founded,
        two_sided=words.both,
        response=response,
        withdrawn=withdrawn,
    )


def _gave_up(skeptic: Mapping[str, Answer], id: str) -> bool:
    return id in skeptic and skeptic[id].response is Response.CONCEDED


def _openings(hearing: Hearing, trial: JudgeTrial) -> list[Words]:
    said: list[tuple[str, tuple[Bullet, ...]]] = [
        ("advocate", trial.advocate.bullets if trial.advocate else ()),
        ("skeptic", trial.skeptic.bullets if trial.skeptic else ()),
    ]
    return [_words(hearing, who, bullet) for who, bullets in said for bullet in bullets]


def _words(hearing: Hearing, who: str, said: _Quoting) -> Words:
    return _gated(hearing, who, said.claim_says, said.truth_says)


def _gated(hearing: Hearing, who: str, claim_says: str, truth_says: str) -> Words:
    claim = hearing.quote(claim_says, who=who, document_ids=[CLAIM_ID]) if claim_says.strip() else None
    truth = hearing.quote(truth_says, who=who) if truth_says.strip() else None
    given = bool(claim_says.strip()) + bool(truth_says.strip())
    return Words(claim, truth, founded=given > 0 and given == bool(claim) + bool(truth))
