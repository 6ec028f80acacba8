"""The jury's debate: constructives, rebuttals, and a check whether the last round added anything.

Sides are the votes of Round 0; the Mutated side always speaks first. Jurors of one side who speak in the same turn
are asked at the same time. A speaker that fails is skipped; its failure stays in the transcript.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from adjudge.agents.hearing import Hearing
from adjudge.questions.base import Brief, Source
from adjudge.questions.jury import Argue, Argument, CheckProgress, Frame, Progress, Side, Speech, Turn, Vote
from adjudge.transcript import Trouble

UNANIMOUS = "unanimous"
NO_NEW_REASONING = "no new reasoning"
MAX_ROUNDS = "max rounds"


@dataclass(frozen=True, slots=True)
class Panel:
    """What every juror of a case sees."""

    claim: str
    truth: tuple[Source, ...]
    agents: tuple[Brief, ...]


class Debate:
    """One debate; `speeches`, `rounds` and `stopped` record its course."""

    def __init__(self, panel: Panel, frame: Frame, max_rounds: int, speakers: Literal["one", "all"]) -> None:
        self._panel = panel
        self._frame = frame
        self._max_rounds = max_rounds
        self._speakers = speakers
        self._sides: dict[Side, list[tuple[Brief, Vote]]] = {Side.MUTATED: [], Side.FAITHFUL: []}
        self._turns_taken = 0
        self.speeches: tuple[Speech, ...] = ()
        self.rounds = 0
        self.stopped = UNANIMOUS

    async def run(self, hearing: Hearing, votes: Sequence[Vote | Trouble]) -> "Debate":
        """Debate until nothing new is said or the maximum of rounds is reached. Does nothing if the jurors agree."""
        # Sorted by name, so that the speakers do not depend on the order of the jurors.
        for agent, vote in sorted(zip(self._panel.agents, votes, strict=True), key=lambda pair: pair[0].name):
            if isinstance(vote, Vote):
                self._sides[vote.verdict].append((agent, vote))
        if not all(self._sides.values()):
            return self
        self.stopped = MAX_ROUNDS
        if self._max_rounds == 0:
            return self
        hearing.phase("debate")
        await self._exchange(hearing, Turn.CONSTRUCTIVE, round=1)
        while self.rounds < self._max_rounds:
            self.rounds += 1
            await self._exchange(hearing, Turn.REBUTTAL, round=self.rounds)
            # After the last round the answer could not change anything, so the checker is not asked.
            if self.rounds < self._max_rounds and not await self._still_moving(hearing):
                self.stopped = NO_NEW_REASONING
                break
        return self

    async def _exchange(self, hearing: Hearing, turn: Turn, *, round: int) -> None:
        for side in (Side.MUTATED, Side.FAITHFUL):
            speakers = self._who_speaks(side)
            questions = [
                Argue(
                    claim=self._panel.claim,
                    truth=self._panel.truth,
                    frame=self._frame,
                    brief=agent,
                    side=side,
                    turn=turn,
                    round=round,
                    own_vote=vote,
                    debate=self.speeches,
                )
                for agent, vote in speakers
            ]
            replies = await hearing.poll(questions, phase=f"debate round {round}: {turn.value}")
            self.speeches += tuple(
                Speech(speaker=agent.name, side=side, turn=turn, round=round, argument=reply)
                for (agent, _), reply in zip(speakers, replies, strict=True)
                if isinstance(reply, Argument)
            )
        self._turns_taken += 1

    def _who_speaks(self, side: Side) -> list[tuple[Brief, Vote]]:
        members = self._sides[side]
        return members if self._speakers == "all" else [members[self._turns_taken % len(members)]]

    async def _still_moving(self, hearing: Hearing) -> bool:
        [progress] = await hearing.poll(
            [CheckProgress(debate=self.speeches, last_round=self.rounds)],
            phase=f"debate round {self.rounds}: check",
        )
        # A checker that fails must not end a debate that may still change minds.
        return not isinstance(progress, Progress) or progress.new_reasoning == "Yes"
