"""The pytest plugin of Adjudge: a fixture, a marker and a setting for `assert_faithful`.

pytest loads this module in every run where Adjudge is installed. It stands outside the package, since importing any
module of `adjudge` imports the package: here nothing of it is imported until a test asks for it.
"""

from collections.abc import Callable, Generator
from contextvars import ContextVar

import pytest

RUNNING: ContextVar[pytest.Item | None] = ContextVar("RUNNING", default=None)
"""The test that is running: where `assert_faithful` finds its settings and its cache."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The engine for all tests, as an ini setting."""
    parser.addini("adjudge_engine", "the engine of assert_faithful: offline, or a language model", default="offline")


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line(
        "markers", "adjudge(engine='offline', allow_uncertain=False): settings of assert_faithful in this test"
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Remember which test is running."""
    token = RUNNING.set(item)
    try:
        return (yield)
    finally:
        RUNNING.reset(token)


@pytest.fixture
def assert_faithful() -> Callable[..., object]:
    """The function `adjudge.integrations.pytest.assert_faithful`."""
    from adjudge.integrations.pytest import assert_faithful

    return assert_faithful
