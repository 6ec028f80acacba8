"""The Prometheus metrics of the guard, in a registry of their own. No label holds text of a request or a key."""

from contextlib import AbstractContextManager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_JUDGING = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 5)


class GuardMetrics:
    """The counters."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self._requests = Counter(
            "adjudge_guard_requests_total", "Requests answered", ("route", "status"), registry=registry
        )
        self._sentences = Counter(
            "adjudge_guard_sentences_total", "Sentences by judgement", ("status",), registry=registry
        )
        self._troubles = Counter(
            "adjudge_guard_troubles_total", "Exchanges that ended early, by reason", ("reason",), registry=registry
        )
        self._seconds = Histogram(
            "adjudge_guard_sentence_seconds", "Seconds to judge a sentence", buckets=_JUDGING, registry=registry
        )
        self.running = Gauge("adjudge_guard_requests_running", "Requests under way", registry=registry)

    def count_request(self, route: str, status: int) -> None:
        """One more request."""
        self._requests.labels(route, str(status)).inc()

    def count_sentence(self, status: str) -> None:
        """One more sentence."""
        self._sentences.labels(status).inc()

    def count_trouble(self, reason: str) -> None:
        """One more exchange that did not end by itself: `client gone`, `stalled`, `too long`, ..."""
        self._troubles.labels(reason).inc()

    def judging(self) -> AbstractContextManager[object]:
        """Measures the judging of a sentence."""
        return self._seconds.time()

    def page(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)
