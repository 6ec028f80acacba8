"""One service for all tests of a module that need no settings of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudge.server.config import Config
from adjudge.settings.environment import Environment
from tests.server.support import NO_RATE, Running, running


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    home: Path = tmp_path_factory.mktemp("service")
    with running(Config(environment=Environment(home=home), limits=NO_RATE)) as started:
        yield started
