"""The jury: frame the facts, vote, debate if split, vote again, answer the rubric, decide in code.

    parser -> Round 0 (all at once) -> debate, if split -> Round 2 (all at once) -> foreperson -> label
           -> minimal edit, if mutated -> judged again

Each method below is one of these steps, in that order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from adjudge.agents.hearing import Hearing
from adjudge.agents.roles import default_jury
from adjudge.errors import ConfigError, PanelFailed
from adjudge.protocols.base import Procedure, failed_seats, provenance
from adjudge.protocols.jury import account, rules
from adjudge.protocols.jury.debate import Debate, Panel
from adjudge.protocols.jury.evidence import changed_words, evidence_quotes, founded, rubric_line
from adjudge.protocols.jury.rules import AxisAnswer, Ballot
from adjudge.protocols.jury.sitting import Settling, Sitting, all_at_once, one_by_one
from adjudge.questions.base import Brief, Source
from adjudge.questions.jury import (
    FRAME_FIELDS,
    AnswerRubric,
    CastVote,
    Frame,
    NamedVote,
    ParseFrame,
    Rubric,
    RubricAxis,
    Vote,
    VoteAgain,
)
from adjudge.results.jury import JuryLabel, JuryResult, RubricLine
from adjudge.transcript import Trouble
from adjudge.verdict import Confidence, MinimalEdit, Verdict

DEFAULT_RUBRIC = (
    RubricAxis(
        axis="numeric_fidelity",
        question="Are all numbers, units, and percentages in the claim supported by the truth?",
    ),
    RubricAxis(
        axis="scope_fidelity",
        question="Are who/where/when (entities, region, timeframe) correctly represented?",
    ),
    RubricAxis(
        axis="causal_fidelity",
        question="Does the claim avoid causal leaps (X caused Y) not supported by the truth?",
    ),
    RubricAxis(
        axis="certainty_fidelity",
        question='Are hedges and certainty preserved? (e.g. "may" not turned into "proves")',
    ),
    RubricAxis(
        axis="context_sufficiency",
        question="Are key caveats, qualifiers, or denominators reflected or at least not contradicted?",
    ),
)


@dataclass(frozen=True)
class Jury(Procedure):
    """The jury's settings; the defaults are those of its specification."""

    name: ClassVar[str] = "jury"
    summary: ClassVar[str] = (
        "Jurors with different lenses vote, debate if they disagree, and vote again; a rubric decides."
    )
    labels: ClassVar[tuple[str, ...]] = tuple(JuryLabel)
    deciding_labels: ClassVar[frozenset[str]] = frozenset({JuryLabel.MUTATED})
    withheld_label: ClassVar[str] = JuryLabel.AMBIGUOUS.value
    idle_settings: ClassVar[frozenset[str]] = frozenset({"rejudge_edit"})
    bounds: ClassVar[Mapping[str, tuple[int, int]]] = {"max_rounds": (0, 5), "dissent_threshold": (1, 10)}

    agents: tuple[Brief, ...] = field(default_factory=default_jury)
    frame_fields: tuple[str, ...] = tuple(FRAME_FIELDS)
    rubric: tuple[RubricAxis, ...] = DEFAULT_RUBRIC
    dissent_threshold: int = 2
    max_rounds: int = 2
    speakers: Literal["one", "all"] = "one"
    rejudge_edit: bool = True
    stop_when: Literal["all_voted", "settled"] = "all_voted"
    order: tuple[str, ...] = ()
    """With `settled`: the order of asking. Jurors that are not listed follow, by name."""
    accuracies: Mapping[str, float] = field(default_factory=dict)
    """With `settled`: how often each juror was right, as `adjudge eval panel` measures it."""
    least_gain: float = 0.0
    """With `settled`: the gain in the chance of being right that a further vote must promise; 0 means none."""
    stand_ins: Mapping[str, Brief] = field(default_factory=dict)
    """Who replaces a juror that fails."""

    def __post_init__(self) -> None:
        _check_settings(self)

    def calls(self) -> tuple[int, int]:
        """A unanimous Faithful takes the fewest; a full debate, Mutated and a judged edit the most."""
        votes = 2 * len(self.agents)
        asked = len(self.agents) if self.stop_when == "all_voted" else self._fewest_asked()
        fewest, votes = 1 + 2 * asked + 1, votes + 2 * len(self.stand_ins)
        speeches = 2 * (1 + self.max_rounds) if self.speakers == "one" else len(self.agents) * (1 + self.max_rounds)
        most = 1 + votes + 1 + (speeches + self.max_rounds - 1 if self.max_rounds and len(self.agents) > 1 else 0)
        return fewest, most * (2 if self.rejudge_edit else 1)

    def for_measuring(self) -> "Jury":
        """Without judging the minimal edit, which is half of the calls for a mutated claim."""
        return replace(self, rejudge_edit=False)

    def _fewest_asked(self) -> int:
        if self.least_gain > 0:
            return 1
        most_unasked = min(self.dissent_threshold - 1, (len(self.agents) - 1) // 2)
        return len(self.agents) - max(0, most_unasked)

    async def judge(self, hearing: Hearing) -> Verdict:
        """Run the procedure."""
        truth = tuple(Source(id=document.id, text=document.text) for document in hearing.case.documents)
        panel = Panel(claim=hearing.case.claim, truth=truth, agents=self.agents)

        hearing.phase("fact frame")
        frame = await hearing.ask(
            ParseFrame(claim=panel.claim, truth=truth, fields=self.frame_fields), phase="fact frame"
        )
        first = await self._first_votes(hearing, panel, frame)
        panel = replace(panel, agents=first.agents)
        debate = await Debate(panel, frame, self.max_rounds, self.speakers).run(hearing, first.votes)
        second = await self._second_votes(hearing, panel, frame, first, debate)
        hearing.phase("foreperson")
        rubric = await hearing.ask(
            AnswerRubric(
                claim=panel.claim,
                truth=truth,
                frame=frame,
                debate=debate.speeches,
                votes=_named(second.agents, second.votes),
                rubric=self.rubric,
            ),
            phase="foreperson",
        )
        return await self._decide(hearing, frame, first, debate, second, rubric)

    async def _first_votes(self, hearing: Hearing, panel: Panel, frame: Frame) -> Sitting:
        hearing.phase("round 0")

        def ask(agent: Brief) -> CastVote:
            return CastVote(claim=panel.claim, truth=panel.truth, frame=frame, brief=agent)

        if self.stop_when == "all_voted":
            sitting = await all_at_once(hearing, panel.agents, self.stand_ins, ask, phase="round 0")
        else:
            settling = Settling(self._in_order(), self.dissent_threshold, self.accuracies, self.least_gain)
            sitting = await one_by_one(hearing, settling, self.stand_ins, ask, phase="round 0")
        return _quorum(sitting)

    def _in_order(self) -> tuple[Brief, ...]:
        places = {name: at for at, name in enumerate(self.order)}
        return tuple(sorted(self.agents, key=lambda agent: (places.get(agent.name, len(places)), agent.name)))

    async def _second_votes(
        self, hearing: Hearing, panel: Panel, frame: Frame, first: Sitting, debate: Debate
    ) -> Sitting:
        hearing.phase("round 2")
        named = _named(first.agents, first.votes)

        def ask(agent: Brief) -> VoteAgain:
            return VoteAgain(
                claim=panel.claim,
                truth=panel.truth,
                frame=frame,
                brief=agent,
                first_votes=named,
                debate=debate.speeches,
            )

        # A juror that could not be replaced in Round 0 cannot be replaced now: its stand-in has failed.
        spare = {name: one for name, one in self.stand_ins.items() if name not in _failed(first.agents, first.votes)}
        return _quorum(await all_at_once(hearing, panel.agents, spare, ask, phase="round 2"))

    async def _decide(
        self,
        hearing: Hearing,
        frame: Frame,
        opening: Sitting,
        debate: Debate,
        closing: Sitting,
        rubric: Rubric,
    ) -> Verdict:
        agents, first, second = closing.agents, opening.votes, closing.votes
        ballots = [_ballot(hearing, agent, vote) for agent, vote in zip(agents, second, strict=True)]
        lines = tuple(rubric_line(hearing, axis, rubric) for axis in self.rubric)
        answers = [_axis_answer(line) for line in lines]
        label = rules.jury_label(answers, ballots, dissent_threshold=self.dissent_threshold)
        confidence = rules.jury_confidence(label, ballots)
        edit = await self._judged_edit(hearing, rubric) if label is JuryLabel.MUTATED else None
        final = _named(agents, second)
        dissent = account.dissent(final, label)
        failed = _failed(agents, second)
        result = JuryResult(
            verdict=label,
            confidence=confidence,
            reasoning=rubric.reasoning,
            minimal_edit=edit.text if edit else None,
            dissent_note=account.dissent_note(dissent, label),
            fact_frame=frame,
            round_0=_named(opening.agents, first),
            debate=debate.speeches,
            debate_rounds=debate.rounds,
            debate_stopped=debate.stopped,
            round_2=final,
            changed_minds=account.changed_minds(opening.agents, first, closing),
            failed_jurors=failed,
            replaced_jurors={**opening.replaced, **closing.replaced},
            unasked_jurors=opening.unasked,
            rubric=lines,
            plain_vote=rules.plain_vote([_plain_ballot(vote) for vote in first]),
            foreperson_confidence=rubric.confidence,
            says_otherwise=rules.contradicts(answers, says_otherwise=rubric.says_otherwise == "Yes"),
        )
        stance = rules.jury_stance(label, says_otherwise=result.says_otherwise)
        return Verdict(
            case_id=hearing.case.id,
            protocol=self.name,
            label=label.value,
            stance=stance,
            confidence=Confidence(value=confidence),
            reasons=account.reasons(lines, rubric),
            quotes=evidence_quotes(hearing, final, lines),
            findings=account.findings(hearing, final, lines, label, stance),
            dissent=dissent,
            failed_agents=failed,
            minimal_edit=edit,
            result=result,
            usage=hearing.transcript.usage,
            rejected_quotes=hearing.rejected,
            provenance=provenance(self, hearing),
            transcript=hearing.transcript,
            timing=hearing.timing,
        )

    async def _judged_edit(self, hearing: Hearing, rubric: Rubric) -> MinimalEdit | None:
        """The foreperson's edit if the same jury finds the edited claim faithful, otherwise None."""
        text = rubric.minimal_edit.strip()
        if not text or text == hearing.case.claim.strip():
            return None
        removed, added = changed_words(hearing.case.claim, text)
        if not self.rejudge_edit:
            return MinimalEdit(text=text, removed=removed, added=added)
        edited = hearing.case.model_copy(update={"claim": text, "id": f"{hearing.case.id}/edit"})
        inner = hearing.about(edited, prefix="edit")
        again = await replace(self, rejudge_edit=False).judge(inner)
        hearing.join(inner)
        if again.label != JuryLabel.FAITHFUL:
            return None
        return MinimalEdit(text=text, removed=removed, added=added, rejudged_label=again.label)


def _check_settings(jury: Jury) -> None:
    if not jury.agents:
        raise ConfigError("The jury has no agents.", hint="Name at least one under `agents`.")
    names = [agent.name for agent in jury.agents]
    reserved = {"parser", "checker", "foreperson"}
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise ConfigError(
            f"Two agents have the name '{doubled[0]}'.", hint="Names must be unique, because votes are stored by name."
        )
    if used := reserved & set(names):
        raise ConfigError(f"An agent cannot be called '{min(used)}'.", hint="This name is reserved for another role.")
    _check_sitting(jury, names)
    if not jury.rubric:
        raise ConfigError("The rubric has no axis.", hint="Give at least one axis with its question.")
    if jury.max_rounds < 0:
        raise ConfigError(f"debate.max_rounds is {jury.max_rounds}.", hint="Use 0 for no debate; the default is 2.")
    if jury.dissent_threshold < 1:
        raise ConfigError(f"foreperson.dissent_threshold is {jury.dissent_threshold}.", hint="Use 1 or more.")


def _check_sitting(jury: Jury, names: Sequence[str]) -> None:
    """Names in the settings of the sitting must be jurors, and a stand-in must be somebody else."""
    named = {"jury.order": jury.order, "jury.accuracies": tuple(jury.accuracies), "a stand-in": tuple(jury.stand_ins)}
    for what, listed in named.items():
        if unknown := sorted(set(listed) - set(names)):
            raise ConfigError(
                f"{what} names '{unknown[0]}', which is not a juror.", hint=f"The jurors are: {', '.join(names)}."
            )
    substitutes = [brief.name for brief in jury.stand_ins.values()]
    seats = {*names, "parser", "checker", "foreperson"}
    if doubled := sorted({name for name in substitutes if name in seats or substitutes.count(name) > 1}):
        raise ConfigError(f"The stand-in '{doubled[0]}' already has a seat.", hint="Give each stand-in a unique name.")
    if wrong := sorted(name for name, share in jury.accuracies.items() if not 0 <= share <= 1):
        raise ConfigError(f"jury.accuracies.{wrong[0]} is {jury.accuracies[wrong[0]]}.", hint="Use 0 to 1.")
    if not 0 <= jury.least_gain < 1:
        raise ConfigError(f"jury.least_gain is {jury.least_gain}.", hint="Use 0 to 1; 0.01 is one case in a hundred.")


def _quorum(sitting: Sitting) -> Sitting:
    """The votes, if at least half of the jurors have one."""
    agents, votes = sitting.agents, sitting.votes
    if not rules.panel_failed([_plain_ballot(vote) for vote in votes]):
        return sitting
    failed = failed_seats((agent.name for agent in agents), votes)
    raise PanelFailed(
        f"{len(failed)} of {len(votes)} jurors failed: {'; '.join(failed)}",
        hint="Try again, or use another model for these jurors.",
    )


def _named(agents: Sequence[Brief], votes: Sequence[Vote | Trouble]) -> tuple[NamedVote, ...]:
    """The votes cast, sorted by name, so that nothing depends on the order of the jurors."""
    cast = [
        NamedVote(juror=agent.name, vote=vote)
        for agent, vote in zip(agents, votes, strict=True)
        if isinstance(vote, Vote)
    ]
    return tuple(sorted(cast, key=lambda named: named.juror))


def _plain_ballot(vote: Vote | Trouble) -> Ballot:
    return Ballot(side=None) if isinstance(vote, Trouble) else Ballot(side=vote.verdict, confidence=vote.confidence)


def _ballot(hearing: Hearing, agent: Brief, vote: Vote | Trouble) -> Ballot:
    if isinstance(vote, Trouble):
        return Ballot(side=None)
    return Ballot(side=vote.verdict, confidence=vote.confidence, founded=founded(hearing, agent.name, vote))


def _failed(agents: Sequence[Brief], votes: Sequence[Vote | Trouble]) -> tuple[str, ...]:
    return tuple(sorted(agent.name for agent, vote in zip(agents, votes, strict=True) if isinstance(vote, Trouble)))


def _axis_answer(line: RubricLine) -> AxisAnswer:
    if line.answer.answer == "Yes":
        return AxisAnswer.YES
    return AxisAnswer.NO if line.founded else AxisAnswer.UNFOUNDED
