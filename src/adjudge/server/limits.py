"""How often one client may come: a bucket of tokens for each, filled at a steady rate."""

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_CLIENTS = 10_000


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
        taken = level >= 1.0
        self._levels[client] = (level - 1.0 if taken else level, now)
        if len(self._levels) > MOST_CLIENTS:
            self._levels.popitem(last=False)
        return 0.0 if taken else (1.0 - level) / self._rate
