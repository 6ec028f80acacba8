"""The jury's card and live view."""

from dataclasses import replace

from adjudge.case import Case
from adjudge.plurals import count_of
from adjudge.questions.jury import (
    Argument,
    KeyEvidence,
    NamedVote,
    Progress,
    Rubric,
    RubricAnswer,
    RubricAxis,
    Side,
    Turn,
    Vote,
)
from adjudge.render import blocks as b
from adjudge.render import parts
from adjudge.render.blocks import Block, Depth, Opinion, Section, Tone
from adjudge.render.headline import Objection
from adjudge.render.marks import Marked, words
from adjudge.results.jury import JuryLabel, JuryResult, RubricLine
from adjudge.results.registry import typed_result
from adjudge.transcript import Entry
from adjudge.verdict import Verdict

TONES: dict[str, Tone] = {
    JuryLabel.FAITHFUL: Tone.GOOD,
    JuryLabel.MUTATED: Tone.BAD,
    JuryLabel.AMBIGUOUS: Tone.UNSURE,
}
_FOUND = {Side.FAITHFUL: "found it supported", Side.MUTATED: "found it not supported"}
"""What a vote means to whoever does not know the protocol's words."""


def sections(case: Case, verdict: Verdict) -> tuple[Section, ...]:
    """The sections that only this card has."""
    result = typed_result(verdict)
    if not isinstance(result, JuryResult):
        return ()
    note = b.Note("", result.dissent_note or "")
    return (
        Section("At a glance", _glance(verdict, result)),
        Section(f"Votes ({len(_ballots(verdict, result))})", (b.Ballots(_ballots(verdict, result)),), Depth.FOLDED),
        Section(f"Rubric ({len(result.rubric)})", (_checklist(case, result.rubric),), Depth.FOLDED),
        Section("Dissent", (note,) if note.text and not verdict.dissent else ()),
        Section(f"Debate ({len(result.debate)})", _debate(result), Depth.FOLDED),
        Section("Fact frame", (frame(result.fact_frame.model_dump(mode="json")),), Depth.FOLDED),
    )


def marked(verdict: Verdict) -> tuple[Marked, ...]:
    """The rubric's lines as findings, for a verdict that has none of its own."""
    result = typed_result(verdict)
    lines = result.rubric if isinstance(result, JuryResult) else ()
    return tuple(
        Marked(_name(line.axis), line.answer.answer, _answer(line.answer).tone, line.answer.reason, line.quotes)
        for line in lines
        if line.quotes
    )


def _glance(verdict: Verdict, result: JuryResult) -> tuple[Block, ...]:
    votes = tuple(
        b.Chip(x.who, x.last.tone if x.last else Tone.FAILED, f"was {x.first.word}" if x.changed and x.first else "")
        for x in _ballots(verdict, result)
    )
    axes = tuple(
        b.Chip(_name(line.axis), _answer(line.answer, line.founded).tone, "" if _counts(line) else "no quote found")
        for line in result.rubric
    )
    return b.Strip("Votes", votes), b.Strip("Rubric", axes), _plain_vote(result)


def _plain_vote(result: JuryResult) -> b.Note:
    plain = result.plain_vote
    counts = f"{plain.faithful} Faithful, {plain.mutated} Mutated" + (
        f", {plain.failed} failed" if plain.failed else ""
    )
    same = "the same" if plain.label == result.verdict else "the proceedings changed it"
    return b.Note("Plain vote", f"{plain.label} ({counts}): {same}")


def _ballots(verdict: Verdict, result: JuryResult) -> tuple[b.JurorOpinion, ...]:
    first = {vote.juror: vote.vote for vote in result.round_0}
    last = {vote.juror: vote.vote for vote in result.round_2}
    names = dict.fromkeys([*first, *last, *result.failed_jurors])
    roles = {entry.agent: _role(entry) for entry in verdict.transcript.entries if entry.kind == "cast_vote"}
    return tuple(
        _ballot(name, roles.get(name, ""), first.get(name), last.get(name), failed=name in result.failed_jurors)
        for name in names
    )


def _ballot(who: str, role: str, first: Vote | None, last: Vote | None, *, failed: bool) -> b.JurorOpinion:
    final = last if failed else last or first
    vote = final or first
    return b.JurorOpinion(
        who=who,
        role=role,
        last=_opinion(final) if final else None,
        first=_opinion(first) if first and (last or failed) else None,
        reason=vote.reasoning if vote else "",
        evidence=_evidence(vote.key_evidence) if vote else (),
    )


def _debate(result: JuryResult) -> tuple[Block, ...]:
    rounds = f"after {count_of(result.debate_rounds, 'round')}: "
    end = b.Note("Ended" if result.debate else "No debate", (rounds if result.debate else "") + result.debate_stopped)
    turns = tuple(_turn(s.speaker, s.side, s.turn, s.round, s.argument) for s in result.debate)
    return (b.DebateRounds(turns), end) if turns else (end,)


def _checklist(case: Case, lines: tuple[RubricLine, ...]) -> b.AnsweredQuestions:
    return b.AnsweredQuestions(
        tuple(
            b.AnsweredQuestion(
                name=_name(line.axis),
                question=line.question,
                answer=_answer(line.answer, line.founded),
                reason=line.answer.reason,
                quotes=tuple(words(case, quote) for quote in line.quotes),
                note="" if _counts(line) else "No quote of this answer was found: it does not count against the claim.",
            )
            for line in lines
        )
    )


def _counts(line: RubricLine) -> bool:
    return line.founded or line.answer.answer == "Yes"


def _answer(answer: RubricAnswer, founded: bool = True) -> Opinion:
    tone = Tone.GOOD if answer.answer == "Yes" else Tone.BAD if founded else Tone.UNSURE
    return Opinion(answer.answer, tone)


def _opinion(vote: Vote) -> Opinion:
    return Opinion(vote.verdict.value, TONES[vote.verdict], vote.confidence)


def _evidence(points: tuple[KeyEvidence, ...]) -> tuple[b.CitedPoint, ...]:
    return tuple(b.CitedPoint(_name(e.field), e.claim_says, e.truth_says, e.issue) for e in points)


def _turn(speaker: str, side: Side, turn: Turn, round: int, argument: Argument) -> b.DebateSpeech:
    heading = f"{turn.value}, round {round}"
    opinion = Opinion(side.value, TONES[side])
    return b.DebateSpeech(
        speaker, opinion, side is Side.MUTATED, heading, argument.argument, _evidence(argument.key_evidence)
    )


def _name(axis: str) -> str:
    return axis.replace("_", " ")


def _role(entry: Entry) -> str:
    brief = entry.question.get("brief")
    return str(brief.get("role", "")) if isinstance(brief, dict) else ""


def frame(given: object) -> b.Facts:
    """A fact frame, field by field; empty fields show as a dash."""
    fields = given.items() if isinstance(given, dict) else ()
    return b.Facts(tuple((_name(str(name)), _plain(value) or "–") for name, value in fields))


def _plain(value: object) -> str:
    if isinstance(value, dict) and {"value", "in_claim", "in_truth"} <= value.keys():
        where = [name for name in ("claim", "truth") if value[f"in_{name}"]]
        amount = " ".join(str(x) for x in (value["value"], value.get("unit")) if x)
        return f"{amount} ({' and '.join(where) or 'nowhere'})"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_plain(inner)}" for name, inner in value.items() if inner)
    if isinstance(value, list | tuple):
        return "; ".join(_plain(inner) for inner in value)
    return "" if value is None else str(value)


def parsed(entry: Entry) -> tuple[Block, ...]:
    """The fact frame."""
    return (frame(entry.reply),)


def voted(entry: Entry) -> tuple[Block, ...]:
    """A vote of Round 0."""
    vote = Vote.model_validate(entry.reply)
    return (b.Ballots((_ballot(entry.agent, _role(entry), vote, None, failed=False),)),)


def voted_again(entry: Entry) -> tuple[Block, ...]:
    """A vote of Round 2, with the first one beside it."""
    first_votes = entry.question.get("first_votes")
    named = [NamedVote.model_validate(item) for item in first_votes] if isinstance(first_votes, list) else []
    first = next((vote.vote for vote in named if vote.juror == entry.agent), None)
    vote = Vote.model_validate(entry.reply)
    ballot = _ballot(entry.agent, _role(entry), first, vote, failed=False)
    if first is not None and (first.verdict, first.reasoning) == (vote.verdict, vote.reasoning):
        # Nothing new was said: the line is enough.
        ballot = replace(ballot, reason="", evidence=())
    return (b.Ballots((ballot,)),)


def argued(entry: Entry) -> tuple[Block, ...]:
    """A speech."""
    asked = entry.question
    side, turn, round = Side(str(asked["side"])), Turn(str(asked["turn"])), int(str(asked["round"]))
    return (b.DebateRounds((_turn(entry.agent, side, turn, round, Argument.model_validate(entry.reply)),)),)


def progress_checked(entry: Entry) -> tuple[Block, ...]:
    """Whether the debate goes on."""
    progress = Progress.model_validate(entry.reply)
    found = "new reasoning" if progress.new_reasoning == "Yes" else "no new reasoning, the debate ends"
    return (b.Note("Debate checker", f"{found}. {progress.reason}"),)


def rubric_answered(entry: Entry) -> tuple[Block, ...]:
    """The foreperson's answers, before the evidence gate has weighed their quotes."""
    rubric = Rubric.model_validate(entry.reply)
    asked = entry.question.get("rubric")
    axes = [RubricAxis.model_validate(axis) for axis in asked] if isinstance(asked, list) else []
    questions = {axis.axis: axis.question for axis in axes}
    checks = tuple(
        b.AnsweredQuestion(
            name=_name(answer.axis),
            question=questions.get(answer.axis, ""),
            answer=_answer(answer),
            reason=answer.reason,
            quotes=tuple(
                b.QuotedWords(text, where)
                for where, given in (("claim", answer.claim_quotes), ("truth", answer.truth_quotes))
                for text in given
            ),
        )
        for answer in rubric.answers
    )
    return (b.AnsweredQuestions(checks), b.Note("Foreperson", rubric.reasoning))


def objection(verdict: Verdict) -> Objection:
    """The votes, if they are divided or most are against the verdict."""
    result = typed_result(verdict)
    if not isinstance(result, JuryResult):
        return Objection()
    sides = [vote.vote.verdict for vote in (result.round_2 or result.round_0)]
    counts = {side: sides.count(side) for side in Side}
    if verdict.label == JuryLabel.AMBIGUOUS:
        if all(counts.values()):
            found = ", ".join(f"{n} {_FOUND[side]}" for side, n in counts.items())
            return Objection(f"the jurors are divided: {found}")
        return Objection("the objections do not quote the source")
    against = [side for side in sides if side.value != verdict.label]
    if 2 * len(against) <= len(sides):
        return Objection()
    return Objection(f"{len(against)} of {len(sides)} jurors {_FOUND[against[0]]}", against=True)


VIEW = parts.ProtocolView(
    tones=TONES,
    sections=sections,
    objection=objection,
    marked=marked,
    entries={
        "answer_rubric": rubric_answered,
        "argue": argued,
        "cast_vote": voted,
        "check_progress": progress_checked,
        "parse_frame": parsed,
        "vote_again": voted_again,
    },
)
