"""A run in shards on Ray: the only module that uses Ray, which comes with the extra `ray`.

In: a sharded run and its terms. Out: the marker of each shard, or the failure that stopped it, as they come. The shards
are rows of a Ray Data pipeline; each worker is an actor that loads the model once and carries out shards exactly as
`adjudge run --shard` does, so a killed worker or driver loses nothing and finished shards are skipped. Calls and money
are leased from one coordinator: limits hold for the whole job, not for each worker.
"""

import asyncio
import logging
import math
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Generator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any, TypeVar
from urllib.parse import urlsplit

from adjudge.batch.sharded import ShardedRun, run_shard
from adjudge.batch.shards import Shard, ShardMarker
from adjudge.check import Terms, failure_of
from adjudge.engines.around.budget import Budget, Reservation
from adjudge.engines.around.limits import CallLimits
from adjudge.errors import AdjudgeError, BudgetReached, ConfigError, EngineUnavailable, Fault
from adjudge.record import as_json
from adjudge.verdict import Failure

T = TypeVar("T")
ROWS_A_SHARD = 5_000
FEWEST_SHARDS, MOST_SHARDS = 8, 500
"""More shards are not made by themselves: each reads all of the data to find its rows."""
LEASE_S = 900.0
"""After this time an unsettled call is attributed to a dead worker, and its reserved budget counts as spent."""
LOST_NODE_S = 180.0
"""How long a worker on a node that was cut off continues; its shard is started elsewhere before that."""
_REACHED_WITHIN_S = 5.0
_CLIENT = "ray://"


def usual_shards(asked: int) -> int:
    """The number of shards of a run with `asked` cases; it does not change when the run is started again."""
    return min(max(FEWEST_SHARDS, math.ceil(asked / ROWS_A_SHARD)), MOST_SHARDS)


def shards_on_ray(
    run: ShardedRun, terms: Terms, shards: Sequence[Shard], *, address: str | None, workers: int | None
) -> Generator[ShardMarker | Failure, None, None]:
    """Execute these shards on the Ray cluster at an address or at RAY_ADDRESS, or else on a temporary local Ray."""
    with _connected(address, workers) as ray:
        ray.data.DataContext.get_current().enable_progress_bars = False
        coordinator = _coordinator(ray, terms)
        rows = ray.data.from_items([{"shard": str(shard)} for shard in shards], override_num_blocks=len(shards))
        decided = rows.map_batches(
            ShardWorker,
            fn_constructor_args=(run, terms, coordinator),
            batch_size=1,
            compute=ray.data.ActorPoolStrategy(size=workers or max(1, int(ray.cluster_resources().get("CPU", 1)))),
            num_cpus=1,
        )
        for row in decided.iter_rows():
            json = row["json"]
            yield ShardMarker.model_validate_json(json) if row["complete"] else Failure.model_validate_json(json)


def _coordinator(ray: Any, terms: Terms) -> Any:
    """The coordinator of the job, on the driver's node: a worker's node may be lost."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    actor = ray.remote(num_cpus=0, scheduling_strategy=here)(CallCoordinator)
    return actor.remote(terms.budget.max_calls, terms.budget.max_usd, terms.limits.per_minute)


class ShardWorker:
    """Executes shards one after the other in its own process; the model is loaded with the first."""

    def __init__(self, run: ShardedRun, terms: Terms, coordinator: Any) -> None:
        limits = LeasedPace(coordinator, concurrent=terms.limits.concurrent, per_minute=terms.limits.per_minute)
        budget = LeasedBudget(coordinator, max_calls=terms.budget.max_calls, max_usd=terms.budget.max_usd)
        self._run = run
        self._terms = replace(terms, limits=limits, budget=budget)

    def __call__(self, batch: dict[str, Any]) -> dict[str, list[Any]]:
        """The outcome of each shard of the batch, as JSON."""
        ended = [asyncio.run(self._outcome(Shard.parse(str(shard)))) for shard in batch["shard"]]
        return {
            "complete": [isinstance(one, ShardMarker) for one in ended],
            "json": [as_json(one) for one in ended],
        }

    async def _outcome(self, shard: Shard) -> ShardMarker | Failure:
        try:
            return await run_shard(self._run, shard, self._terms, wait_s=LOST_NODE_S)
        except AdjudgeError as error:
            return failure_of(f"shard {shard}", error)
        except OSError as error:
            return failure_of(f"shard {shard}", Fault(f"Shard {shard}: {error.strerror or error}."))


class CallCoordinator:
    """Leases calls and budget of the whole job to all workers."""

    def __init__(self, max_calls: int | None, max_usd: float | None, per_minute: int | None) -> None:
        self._budget = Budget(max_calls=max_calls, max_usd=max_usd)
        self._limits = CallLimits(concurrent=1_000_000, per_minute=per_minute)
        self._calls: dict[int, tuple[AsyncExitStack, Reservation, asyncio.TimerHandle]] = {}
        self._number = 0

    async def reserve(self, at_most_usd: float | None) -> tuple[int, str, str]:
        """A lease of one call: its number; 0 with a message and a hint where the budget is reached."""
        stack = AsyncExitStack()
        try:
            reservation = await stack.enter_async_context(self._budget.reserve(at_most_usd))
        except BudgetReached as error:
            return 0, error.message, error.hint
        self._number += 1
        number = self._number
        loop = asyncio.get_running_loop()
        expiry = loop.call_later(LEASE_S, lambda: loop.create_task(self.settle(number, None)))
        self._calls[number] = (stack, reservation, expiry)
        return number, "", ""

    async def settle(self, number: int, cost_usd: float | None) -> None:
        """Settle a call with its cost; without a cost, the whole reservation counts as spent."""
        if number not in self._calls:
            return
        stack, reservation, expiry = self._calls.pop(number)
        expiry.cancel()
        reservation.cost_usd = cost_usd
        await stack.aclose()

    async def start(self) -> None:
        """Wait until one more call may start in this minute."""
        async with self._limits.turn():
            return


class LeasedBudget(Budget):
    """A worker's view of the job's budget: every call is leased from the coordinator."""

    def __init__(self, coordinator: Any, *, max_calls: int | None, max_usd: float | None) -> None:
        super().__init__(max_calls=max_calls, max_usd=max_usd)
        self._coordinator = coordinator

    @asynccontextmanager
    async def reserve(self, at_most_usd: float | None) -> AsyncIterator[Reservation]:
        if self.max_calls is None and self.max_usd is None:
            yield Reservation(0.0)
            return
        reservation = Reservation(self._money(at_most_usd))
        number, message, hint = await _coordinated(self._coordinator.reserve.remote(at_most_usd))
        if not number:
            raise BudgetReached(message, hint=hint)
        try:
            yield reservation
        finally:
            self._coordinator.settle.remote(number, reservation.charge_usd)


class LeasedPace(CallLimits):
    """A worker's view of the job's calls per minute; concurrency is limited per worker."""

    def __init__(self, coordinator: Any, *, concurrent: int, per_minute: int | None) -> None:
        super().__init__(concurrent=concurrent, per_minute=per_minute)
        self._coordinator = coordinator

    async def _pace(self) -> None:
        if self.per_minute is not None:
            await _coordinated(self._coordinator.start.remote())


async def _coordinated(answer: Awaitable[T]) -> T:
    """What the coordinator answers. Without it nobody knows what is left, so the run stops."""
    try:
        return await answer
    except AdjudgeError:
        raise
    except Exception as error:
        raise EngineUnavailable(
            f"The coordinator of the job's limits does not answer: {error}.",
            hint="The driver or its node was lost. Run the same command again: complete shards are skipped.",
        ) from error


@contextmanager
def _connected(address: str | None, workers: int | None) -> Iterator[Any]:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray.data

        import ray
    except ImportError as error:
        raise ConfigError(
            "--on ray needs the library Ray, which is not installed.", hint="Install it: pip install 'adjudge[ray]'."
        ) from error
    # What Ray tells in its logs is not for the terminal.
    for handler in logging.getLogger("ray.data").handlers:
        if isinstance(handler, logging.StreamHandler):
            handler.setLevel(logging.WARNING)
    # `ray job submit` and the head node of a cluster say where it is.
    address = address or os.environ.get("RAY_ADDRESS") or None
    if address is not None and address.startswith(_CLIENT):
        _require_reachable(address)
    try:
        if address is None:
            ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level=logging.WARNING)
        else:
            ray.init(address=address, log_to_driver=False)
    except (ConnectionError, RuntimeError, ValueError) as error:
        ray.shutdown()
        raise ConfigError(
            f"Ray {'could not be started' if address is None else f'at {address} cannot be used'}: {error}",
            hint=f"This is Ray {ray.__version__}; the cluster must run the same version of Ray and of Python. If it "
            "asks for a token, set RAY_AUTH_MODE=token.",
        ) from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _require_reachable(address: str) -> None:
    """Raise unless something listens there; Ray itself would try for minutes."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port or 10001
    except ValueError:
        host, port = None, 0
    if not host:
        raise ConfigError(
            f"'{address}' is not a value of --on.", hint="Use ray, or ray://HOST:PORT such as ray://head:10001."
        )
    try:
        socket.create_connection((host, port), timeout=_REACHED_WITHIN_S).close()
    except OSError as error:
        raise ConfigError(
            f"No Ray cluster answers at {host}:{port} ({error.strerror or error}).",
            hint="Check the address: it is the Ray client's port of the head node, 10001 unless it was changed.",
        ) from error
