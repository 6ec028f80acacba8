"""Whatever a client sends that fits, or nearly fits, our own OpenAPI: no 5xx, and every refusal is problem details.

ADJUDGE_FUZZ_SECONDS=600 tries for longer than `make test` does.
"""

import os
import time
from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok

from adjudge.server.config import Config, RequestLimits
from tests.server.support import Running, running

SECONDS = float(os.environ.get("ADJUDGE_FUZZ_SECONDS", "20"))
EXAMPLES = max(4, int(SECONDS / 5))


@pytest.fixture
def service() -> Iterator[Running]:
    with running(Config(limits=RequestLimits(rate_per_s=0, queue=10_000, jobs=1), grace_s=0)) as started:
        yield started


def test_no_request_breaks_the_service(service: Running) -> None:
    schema = schemathesis.openapi.from_url(f"{service.url}/v1/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 25
    until = time.monotonic() + SECONDS
    tried = 0
    # What takes a body comes first: there is most to get wrong.
    for operation in sorted(operations, key=lambda one: one.method.upper() != "POST"):
        for mode in schemathesis.GenerationMode:
            if time.monotonic() > until:
                break

            @given(case=operation.as_strategy(generation_mode=mode))
            @settings(
                max_examples=EXAMPLES,
                deadline=None,
                database=None,
                derandomize=True,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            def sent(case: schemathesis.Case) -> None:
                nonlocal tried
                if time.monotonic() > until:
                    return
                response = case.call(timeout=30)
                tried += 1
                assert response.status_code < 500, (case.as_curl_command(), response.text)
                if response.status_code >= 400:
                    kind = (response.headers.get("content-type") or [""])[0]
                    assert kind == "application/problem+json", (case.as_curl_command(), kind)

            try:
                sent()
            except Exception as error:
                if type(error).__name__ != "Unsatisfiable":
                    raise
    assert tried >= 20
    print(f"{tried} requests")
    assert service.client.get("/readyz").status_code == 200
