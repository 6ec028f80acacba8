"""The Prometheus metrics of the service. Each service has its own registry."""

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from adjudge.verdict import Failure, Verdict

if TYPE_CHECKING:
    from adjudge.server.queue import JobQueue

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60)


class Metrics:
    """The counters."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "adjudge_requests_total", "Requests answered", ("method", "route", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "adjudge_request_seconds",
            "Seconds to the end of a response",
            ("route",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._outcomes = Counter(
            "adjudge_outcomes_total",
            "Cases decided or failed",
            ("protocol", "outcome", "label"),
            registry=self.registry,
        )
        self._calls = Counter(
            "adjudge_answers_total", "Answers in verdicts, from an engine or the ledger", ("engine",),
            registry=self.registry,
        )  # fmt: skip
        self.wrong_tokens = Counter(
            "adjudge_wrong_tokens_total", "Requests and logins with a wrong token", registry=self.registry
        )
        self.streams = Gauge("adjudge_event_streams", "Open event streams", registry=self.registry)
        self._waiting = Gauge("adjudge_jobs_waiting", "Jobs in the queue", registry=self.registry)
        self._running = Gauge("adjudge_jobs_running", "Jobs being decided", registry=self.registry)

    def watch(self, queue: "JobQueue") -> None:
        """Read the queue whenever somebody asks."""
        self._waiting.set_function(lambda: queue.waiting)
        self._running.set_function(lambda: queue.running)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """One more request."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def count_outcome(self, outcome: Verdict | Failure) -> None:
        """One more case. Called in the worker's thread."""
        if isinstance(outcome, Failure):
            self._outcomes.labels("", "Failed", outcome.error).inc()
            return
        self._outcomes.labels(outcome.protocol, outcome.outcome.value, outcome.label).inc()
        for entry in outcome.transcript.entries:
            self._calls.labels(entry.engine).inc()

    def page(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)
