"""What a command opens before it asks anything: the store, and the terms for engines (limits, budget, ledger)."""

import shlex
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace

from adjudge.check import EngineChoice, Terms, engine_of
from adjudge.cli.options import Spending
from adjudge.engines.around.budget import Budget
from adjudge.engines.around.ledger import Meter
from adjudge.engines.around.limits import CallLimits
from adjudge.engines.around.receipts import Receipts
from adjudge.engines.base import Engine
from adjudge.settings.engines import usual_terms
from adjudge.settings.environment import Environment
from adjudge.store.store import Store


@dataclass(frozen=True)
class Session:
    """An open store and its terms. Closing the session closes every engine opened through it."""

    store: Store
    terms: Terms
    stack: AsyncExitStack

    @property
    def meter(self) -> Meter:
        """The counter of the session's calls and cost."""
        return self.terms.meter

    def engine(self, choice: EngineChoice) -> Engine:
        """The chosen engine, wrapped in the session's terms."""
        engine = engine_of(choice, self.terms)
        self.stack.push_async_callback(engine.close)
        return engine


@asynccontextmanager
async def open_session(
    environment: Environment, spending: Spending, *, limits: CallLimits | None = None
) -> AsyncIterator[Session]:
    """Open the environment's store; the session's engines store their answers in it."""
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(await Store.open(environment.store_path))
        usual = usual_terms(environment)
        terms = replace(
            usual,
            limits=limits or usual.limits,
            budget=Budget(max_calls=spending.max_calls, max_usd=spending.budget_usd),
            answers=store,
            receipts=stack.enter_context(Receipts(environment.receipts_path, fresh=spending.fresh)),
            fresh=spending.fresh,
            meter=Meter(),
        )
        yield Session(store, terms, stack)


def command_line() -> str:
    """The command line, which is stored with a run."""
    return shlex.join(["adjudge", *sys.argv[1:]])
