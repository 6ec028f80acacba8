"""A session: what a command opens is closed with it, and what it may spend is what was asked for."""

import asyncio
from pathlib import Path

import pytest

from adjudge.cli.options import Spending
from adjudge.cli.session import command_line, open_session
from adjudge.engines.around.limits import CallLimits
from adjudge.settings.environment import load_environment
from tests.support.engines import Steps


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDGE_HOME", str(tmp_path))


def test_the_terms_are_those_of_the_options() -> None:
    async def scenario() -> None:
        limits = CallLimits(concurrent=3)
        spending = Spending(fresh=True, max_calls=7, budget_usd=0.5)
        async with open_session(load_environment(), spending, limits=limits) as session:
            assert session.terms.limits is limits
            assert (session.terms.budget.max_calls, session.terms.budget.max_usd) == (7, 0.5)
            assert session.terms.fresh
            assert session.terms.answers is session.store
            assert session.meter is session.terms.meter

    asyncio.run(scenario())


def test_engines_are_closed_with_the_session_even_after_an_error() -> None:
    engine = Steps(RuntimeError("never asked"))

    async def scenario() -> None:
        async with open_session(load_environment(), Spending()) as session:
            session.engine(engine)
            assert engine.closed == 0
            raise KeyError("in the middle")

    with pytest.raises(KeyError):
        asyncio.run(scenario())
    assert engine.closed == 1


def test_a_command_is_stored_as_it_could_be_typed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["/usr/bin/adjudge", "check", "It's true.", "--quiet"])
    assert command_line() == """adjudge check 'It'"'"'s true.' --quiet"""
