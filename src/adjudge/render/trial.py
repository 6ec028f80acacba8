"""The trial's card, and the live view of each of its steps.

The verdict's record holds only the judgment; the proceedings are read from the transcript, from what the judge saw.
"""

from collections.abc import Iterable, Mapping

from pydantic import ValidationError

from adjudge.case import Case
from adjudge.questions.trial import JudgeTrial
from adjudge.questions.trial_replies import (
    AdvocateOpening,
    Bullet,
    Checklist,
    Dimension,
    Exchange,
    Gravity,
    Judgment,
    Line,
    Rebuttal,
    Response,
    SkepticOpening,
)
from adjudge.render import blocks as b
from adjudge.render import parts
from adjudge.render.blocks import Block, Depth, Opinion, Section, Tone
from adjudge.render.headline import Objection
from adjudge.results.registry import typed_result
from adjudge.results.trial import TrialLabel, TrialResult
from adjudge.transcript import Entry
from adjudge.verdict import Verdict

TONES: dict[str, Tone] = {
    TrialLabel.FAITHFUL: Tone.GOOD,
    TrialLabel.PARTIALLY_FAITHFUL: Tone.BEYOND,
    TrialLabel.MUTATED: Tone.BAD,
}
_SIDES = {
    "advocate": Opinion(TrialLabel.FAITHFUL.value, Tone.GOOD),
    "skeptic": Opinion(TrialLabel.MUTATED.value, Tone.BAD),
}
_ASKED = {
    Dimension.NUMBERS_AND_UNITS: "Counts, percentages, units",
    Dimension.DATES_AND_TIME_WINDOWS: "Dates and time windows",
    Dimension.LOCATIONS_AND_ENTITIES: "Locations and entities",
    Dimension.QUANTIFIERS: "More than, under, all, most, only",
    Dimension.CAUSALITY: "Causality or correlation, and how certain",
}
_SHOWN_META = {"row": "row id", "row_id": "row id", "id": "row id", "dataset": "dataset"}


def sections(case: Case, verdict: Verdict) -> tuple[Section, ...]:
    """The sections that only this card has."""
    result = typed_result(verdict)
    if not isinstance(result, TrialResult):
        return ()
    heard, checked = _heard(verdict), _checked(verdict)
    return (
        Section("Case file", _case_file(case)),
        Section("Checklist", (b.Strip("Checklist", _chips(checked)),) if checked else ()),
        Section("Label", _labels(verdict), label="Label"),
        Section("What would make it faithful", _notes(result.what_would_make_it_faithful), label="To be faithful"),
        Section("Critical differences", _notes(result.critical_differences), Depth.FOLDED),
        Section("Fact-checker", (_checklist(checked),) if checked else (), Depth.FOLDED, label="Checked"),
        Section("Openings", _openings(heard), Depth.FOLDED),
        Section("Rebuttals", _rebuttals(heard), Depth.FOLDED),
        Section("The judge's own words", _judgment(verdict), Depth.FOLDED),
    )


def _heard(verdict: Verdict) -> JudgeTrial | None:
    """The trial as the judge saw it."""
    asked = [entry.question for entry in verdict.transcript.entries if entry.kind == "judge_trial"]
    try:
        return JudgeTrial.model_validate(dict(asked[-1])) if asked else None
    except ValidationError:
        return None


def _case_file(case: Case) -> tuple[Block, ...]:
    known = {_SHOWN_META[name]: str(value) for name, value in case.meta.items() if name in _SHOWN_META}
    return (b.Note("Case file", " · ".join(f"{name} {value}" for name, value in known.items())),) if known else ()


def _labels(verdict: Verdict) -> tuple[Block, ...]:
    """Both labels, where the rules and the judge differ."""
    judge = next((dissent for dissent in verdict.dissent if dissent.who == "judge"), None)
    if judge is None:
        return ()
    chips = (
        b.Chip(verdict.label, TONES.get(verdict.label, Tone.UNSURE), "by the rules"),
        b.Chip(judge.verdict, TONES.get(judge.verdict, Tone.UNSURE), f"the judge's own, {judge.confidence:.0%}"),
    )
    return (b.Strip("Label", chips),)


def _notes(lines: Iterable[str]) -> tuple[Block, ...]:
    return tuple(b.Note("", line) for line in lines)


def _checked(verdict: Verdict) -> Checklist | None:
    """The fact-checker's checklist, if it gave one."""
    replies = [entry.reply for entry in verdict.transcript.entries if entry.kind == "fact_check" and entry.reply]
    try:
        return Checklist.model_validate(dict(replies[-1])) if replies else None
    except ValidationError:
        return None


def _chips(checked: Checklist) -> tuple[b.Chip, ...]:
    answers = {dimension: _answer(line) for dimension, line in checked.lines.items()}
    return tuple(
        b.Chip(_name(dimension), answer.tone, "" if answer.tone in (Tone.GOOD, Tone.PLAIN) else answer.word)
        for dimension, answer in answers.items()
    )


def _answer(line: Line) -> Opinion:
    """A dimension's answer: that of its gravest point."""
    if not line.points:
        return Opinion(line.outcome.value, Tone.PLAIN)
    if line.severity is None:
        return Opinion(line.outcome.value, Tone.GOOD)
    critical = line.severity is Gravity.CRITICAL
    return Opinion(f"{line.outcome.value}, {line.severity.value}", Tone.BAD if critical else Tone.UNSURE)


def _checklist(checked: Checklist) -> b.AnsweredQuestions:
    return b.AnsweredQuestions(tuple(_check(dimension, line) for dimension, line in checked.lines.items()))


def _check(dimension: Dimension, line: Line) -> b.AnsweredQuestion:
    found = (("claim", line.in_claim), ("truth", line.in_truth))
    extracted = "; ".join(f"{where}: {', '.join(words)}" for where, words in found if words)
    return b.AnsweredQuestion(
        name=_name(dimension),
        question=_ASKED[dimension],
        answer=_answer(line),
        reason=" ".join(point.note for point in line.points),
        quotes=tuple(
            b.QuotedWords(words, where)
            for point in line.points
            for where, words in (("claim", point.claim_says), ("truth", point.truth_says))
            if words.strip()
        ),
        note=f"Found in {extracted}." if extracted else "",
    )


def _openings(heard: JudgeTrial | None) -> tuple[Block, ...]:
    if heard is None:
        return ()
    skeptic = _skeptic_turns(heard.skeptic) if heard.skeptic else ()
    advocate = _bullet_turns("advocate", heard.advocate.bullets) if heard.advocate else ()
    return (b.DebateRounds((*advocate, *skeptic)),) if advocate or skeptic else ()


def _skeptic_turns(opening: SkepticOpening) -> tuple[b.DebateSpeech, ...]:
    least = opening.minimum_difference
    minimum = _turn("skeptic", "minimum difference", least.why, least.claim_says, least.truth_says)
    return (*_bullet_turns("skeptic", opening.bullets), minimum)


def _bullet_turns(side: str, bullets: tuple[Bullet, ...]) -> tuple[b.DebateSpeech, ...]:
    return tuple(
        _turn(side, f"opening, {number} of {len(bullets)}", bullet.point, bullet.claim_says, bullet.truth_says)
        for number, bullet in enumerate(bullets, start=1)
    )


def _rebuttals(heard: JudgeTrial | None) -> tuple[Block, ...]:
    turns = [turn for exchange in (heard.rebuttals if heard else ()) for turn in _exchange_turns(exchange)]
    return (b.DebateRounds(tuple(turns)),) if turns else ()


def _exchange_turns(exchange: Exchange) -> list[b.DebateSpeech]:
    said = (("advocate", exchange.advocate), ("skeptic", exchange.skeptic))
    return [turn for side, reply in said if reply for turn in _rebuttal_turns(side, reply, str(exchange.round))]


def _rebuttal_turns(side: str, rebuttal: Rebuttal, round: str) -> list[b.DebateSpeech]:
    """The speech, then what was said to each point; points that got the same words share a turn."""
    alike: dict[tuple[Response, str, str, str], list[str]] = {}
    for one in rebuttal.answers:
        said = (one.response, one.argument, one.claim_says, one.truth_says)
        alike.setdefault(said, []).append(_name(one.id))
    answers = [
        _turn(side, f"{_did(response)} {', '.join(points)}", argument, claim_says, truth_says)
        for (response, argument, claim_says, truth_says), points in alike.items()
    ]
    return [_turn(side, f"rebuttal {round}", rebuttal.argument, "", ""), *answers]


def _did(response: Response) -> str:
    return "concedes" if response is Response.CONCEDED else "answers"


def _turn(side: str, heading: str, text: str, claim_says: str, truth_says: str) -> b.DebateSpeech:
    evidence = (b.CitedPoint("words", claim_says, truth_says, ""),) if claim_says.strip() or truth_says.strip() else ()
    return b.DebateSpeech(side, _SIDES[side], side == "skeptic", heading, text, evidence)


def _name(id: str) -> str:
    return id.replace("_", " ")


def _judgment(verdict: Verdict) -> tuple[Block, ...]:
    replies = [entry.reply for entry in verdict.transcript.entries if entry.kind == "judge_trial" and entry.reply]
    return (_facts(replies[-1]),) if replies else ()


def _facts(reply: Mapping[str, object]) -> b.Facts:
    return b.Facts(tuple((_name(name), _plain(value)) for name, value in reply.items()))


def _plain(value: object) -> str:
    return "; ".join(map(str, value)) or "–" if isinstance(value, list | tuple) else str(value)


def opened_advocate(entry: Entry) -> tuple[Block, ...]:
    """The advocate's opening."""
    return (b.DebateRounds(_bullet_turns("advocate", AdvocateOpening.model_validate(entry.reply).bullets)),)


def opened_skeptic(entry: Entry) -> tuple[Block, ...]:
    """The skeptic's opening."""
    return (b.DebateRounds(_skeptic_turns(SkepticOpening.model_validate(entry.reply))),)


def facts_checked(entry: Entry) -> tuple[Block, ...]:
    """The checklist, before the evidence gate has weighed its quotes."""
    return (_checklist(Checklist.model_validate(entry.reply)),)


def rebutted(entry: Entry) -> tuple[Block, ...]:
    """A rebuttal."""
    rebuttal = Rebuttal.model_validate(entry.reply)
    return (b.DebateRounds(tuple(_rebuttal_turns(entry.agent, rebuttal, str(entry.question["round"])))),)


def judged(entry: Entry) -> tuple[Block, ...]:
    """The judge's own verdict, before the rules."""
    said = Judgment.model_validate(entry.reply)
    opinion = Opinion(said.verdict.value, TONES[said.verdict], said.confidence)
    return (
        b.Ballots((b.JurorOpinion("judge", "", opinion, reason=said.one_sentence_summary),)),
        *_notes(said.rationale),
    )


def objection(verdict: Verdict) -> Objection:
    """The judge's own label, where the rules overruled it."""
    judge = next((one for one in verdict.dissent if one.who == "judge"), None)
    return Objection(f"the judge said {judge.verdict}, the rules overruled it", against=True) if judge else Objection()


VIEW = parts.ProtocolView(
    tones=TONES,
    sections=sections,
    objection=objection,
    entries={
        "fact_check": facts_checked,
        "judge_trial": judged,
        "open_advocate": opened_advocate,
        "open_skeptic": opened_skeptic,
        "rebut_advocate": rebutted,
        "rebut_skeptic": rebutted,
    },
)
