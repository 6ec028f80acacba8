"""Rate limits per client (a token bucket), and the delay before a wrong token is refused."""

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable

MOST_CLIENTS = 10_000
FIRST_DELAY_S = 0.1
LONGEST_DELAY_S = 3.0
FORGOTTEN_AFTER_S = 60.0
MOST_DELAYED = 8
logger = logging.getLogger("adjudge.server")


class Buckets:
    """A bucket for each client. The ones not seen for longest are forgotten: they would be full anyway."""

    def __init__(self, rate_per_s: float, burst: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate_per_s
        self._burst = float(burst)
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> float:
        """Take one token: 0 if there was one, else how many seconds it takes until there is."""
        if self._rate <= 0:
            return 0.0
        now = self._clock()
        level, then = self._levels.pop(client, (self._burst, now))
        level = min(self._burst, level + (now - then) * self._rate)
        is_free = level >= 1.0
        self._levels[client] = (level - 1.0 if is_free else level, now)
        if len(self._levels) > MOST_CLIENTS:
            self._levels.popitem(last=False)
        return 0.0 if is_free else (1.0 - level) / self._rate


class WrongTokens:
    """Wrong tokens, counted for each client. Each refusal takes twice as long as the one before; a client without a
    wrong token for a minute begins anew. The right token is never held up: nobody can lock others out."""

    def __init__(self, counted: Callable[[], None], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._counted = counted
        self._clock = clock
        self._clients: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._delayed: Counter[str] = Counter()

    def delay_s(self, client: str) -> float:
        """Count one more wrong token; how long the refusal has to wait."""
        now = self._clock()
        times, last = self._clients.pop(client, (0, now))
        times = times + 1 if now - last < FORGOTTEN_AFTER_S else 1
        self._clients[client] = (times, now)
        if len(self._clients) > MOST_CLIENTS:
            self._clients.popitem(last=False)
        self._counted()
        if times & (times - 1) == 0:  # the first, second, fourth ...: a flood does not fill the log
            logger.warning("%d wrong tokens in a row from %s", times, client or "an unknown client")
        return min(LONGEST_DELAY_S, FIRST_DELAY_S * (1 << min(times - 1, 16)))

    async def wait(self, client: str) -> bool:
        """Count a wrong token and wait; returns False at once if too many refusals of that client are waiting."""
        delay_s = self.delay_s(client)
        if self._delayed[client] >= MOST_DELAYED:
            return False
        self._delayed[client] += 1
        try:
            await asyncio.sleep(delay_s)
        finally:
            self._delayed[client] -= 1
            if not self._delayed[client]:
                del self._delayed[client]
        return True
