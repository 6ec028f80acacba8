"""The budget of a run, in calls and in money; never exceeded, even with many concurrent calls.

A call reserves its highest possible cost before it is sent and settles with its actual cost. A call that fits only if
others cost less than reserved waits for them; a call that cannot fit raises `BudgetReached` and is not sent.
"""

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from adjudge.engines.base import Answer, Engine, Wrapper
from adjudge.engines.repair import Malformed, Unreadable
from adjudge.errors import BudgetReached, ConfigError, EngineBusy, EngineUnavailable
from adjudge.plurals import count_of
from adjudge.questions.base import Question, Reply
from adjudge.transcript import Usage

R = TypeVar("R", bound=Reply)
_ROUNDING_USD = 1e-9


@dataclass(slots=True, eq=False)
class Reservation:
    """A running call: the amount reserved for it and, once known, its cost. Two calls are never the same one."""

    reserved_usd: float
    cost_usd: float | None = None

    @property
    def charge_usd(self) -> float:
        """The amount charged to the budget: the cost, or the whole reservation if the cost is not plausible."""
        cost_usd = self.cost_usd
        return cost_usd if cost_usd is not None and 0 <= cost_usd < math.inf else self.reserved_usd


class Budget:
    """An allowance of calls and money, shared by all engines of a run."""

    def __init__(self, *, max_calls: int | None = None, max_usd: float | None = None) -> None:
        if (max_calls is not None and max_calls < 0) or (max_usd is not None and not max_usd >= 0):
            raise ConfigError("A budget cannot be negative.")
        self.max_calls = max_calls
        self.max_usd = max_usd
        self.calls = 0
        self.spent_usd = 0.0
        self._under_way: list[Reservation] = []
        self._waiting: list[asyncio.Future[None]] = []

    @asynccontextmanager
    async def reserve(self, at_most_usd: float | None) -> AsyncIterator[Reservation]:
        """Set a call and its money aside. What the call cost is written into the reservation; unless it is, all that
        was set aside counts as spent, since a call that broke off may have been billed."""
        usd = self._money(at_most_usd)
        while not self._fits(usd):
            await self._settlement()
        reservation = Reservation(usd)
        self.calls += 1
        self._under_way.append(reservation)
        try:
            yield reservation
        finally:
            self._under_way.remove(reservation)
            self.spent_usd += reservation.charge_usd
            self._wake()

    @property
    def reserved_usd(self) -> float:
        """Set aside for the calls under way."""
        return sum(reservation.reserved_usd for reservation in self._under_way)

    def _money(self, at_most_usd: float | None) -> float:
        if at_most_usd is None and self.max_usd is not None:
            raise ConfigError(
                "A budget in USD cannot be enforced: no price is known for the model.",
                hint="Limit the number of calls instead (--max-calls).",
            )
        return at_most_usd or 0.0

    def _fits(self, usd: float) -> bool:
        """Whether the call may be made now; False where it may turn out to fit later."""
        if self.max_calls is not None and self.calls >= self.max_calls:
            raise BudgetReached(
                f"The budget of {count_of(self.max_calls, 'call')} is used up.", hint="Raise --max-calls."
            )
        if self.max_usd is None or self.spent_usd + self.reserved_usd + usd <= self.max_usd + _ROUNDING_USD:
            return True
        if not self._under_way:
            raise BudgetReached(
                f"The next call may cost {usd:.4f} USD, and {max(0.0, self.max_usd - self.spent_usd):.4f} USD of the "
                f"budget of {self.max_usd:.2f} USD are left.",
                hint="Raise --budget-usd.",
            )
        return False

    async def _settlement(self) -> None:
        place = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            await place
        finally:
            if place in self._waiting:
                self._waiting.remove(place)

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, []
        for place in waiting:
            if not place.done():
                place.set_result(None)


class Budgeted(Wrapper):
    """Asks only what the budget allows. `at_most` returns the highest cost of a question."""

    def __init__(self, inner: Engine, budget: Budget, at_most: Callable[[Question[Reply]], Usage]) -> None:
        super().__init__(inner)
        self.budget = budget
        self._at_most = at_most

    async def ask(self, question: Question[R]) -> Answer[R]:
        # Without a limit in money there is nothing to estimate, and no price needed.
        usd = 0.0 if self.budget.max_usd is None else self._at_most(question).cost_usd
        async with self.budget.reserve(usd) as reservation:
            try:
                answer = await self.inner.ask(question)
            except Unreadable as error:
                reservation.cost_usd = error.usage.cost_usd
                raise
            except Malformed:
                # Answered, so it may be billed.
                raise
            except (EngineBusy, EngineUnavailable):
                # Turned away: a call, but no bill.
                reservation.cost_usd = 0.0
                raise
            reservation.cost_usd = answer.usage.cost_usd
            return answer
