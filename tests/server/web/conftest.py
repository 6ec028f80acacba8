"""A real browser on a real server. Where there is no Chromium the tests are skipped, and say so.

All of them run when this folder is named (`make test-web`); in a run over everything only those marked by `short`.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ROOT = Path(__file__).parents[3]
PATIENCE_MS = 30_000  # a busy machine is no failure
Serve = Callable[..., str]
Open = Callable[..., Page]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    named = any("server/web" in str(arg).replace(os.sep, "/") for arg in config.args)
    mine = [item for item in items if here in item.path.parents]
    left_out = [] if named else [item for item in mine if not getattr(item.function, "short", False)]  # type: ignore[attr-defined]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    if CHROMIUM is None:
        for item in mine:
            item.add_marker(pytest.mark.skip(reason="no Chromium on the PATH"))


# For a module at a time: while it is open its event loop runs, and no other test of the process could run one.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield opened
        opened.close()


class Served:
    """A server process with these options, from `with` to its end."""

    def __init__(self, home: Path, *options: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.web.served", *options],
            cwd=ROOT,
            env={**os.environ, "ADJUDGE_HOME": str(home)},
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "Served":
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip().replace("0.0.0.0", "127.0.0.1")
        if not self.address.startswith("http://127.0.0.1:"):
            self.__exit__()
            raise AssertionError("the server did not start")
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait(timeout=4 * PATIENCE_MS / 1000)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def kill(self) -> None:
        """End it as a crash would."""
        self._process.kill()
        self._process.wait(timeout=30)


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Start a server with these options, once for each set of them; gives its address."""
    running: dict[tuple[str, ...], Served] = {}
    with ExitStack() as stack:

        def start(*options: str) -> str:
            if options not in running:
                running[options] = stack.enter_context(Served(tmp_path_factory.mktemp("web"), *options))
            return running[options].address

        yield start


class Watched:
    """What a page must never do: write an error, or ask another host for anything."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self.elsewhere: list[str] = []
        self.expected: tuple[str, ...] = ()

    def watch(self, page: Page, address: str) -> None:
        page.on("console", lambda m: self._wrote(m, address) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self._asked(request.url, address))

    def _wrote(self, message: ConsoleMessage, address: str) -> None:
        # A page that refreshes itself may outlive the server that its test has ended.
        if "ERR_CONNECTION_REFUSED" not in message.text or _answers(address):
            self.errors.append(message.text)

    def _asked(self, url: str, address: str) -> None:
        if urlsplit(url).scheme not in ("data", "blob") and urlsplit(url).netloc != urlsplit(address).netloc:
            self.elsewhere.append(url)


def _answers(address: str) -> bool:
    """Whether a server still listens there."""
    parts = urlsplit(address)
    with suppress(OSError), socket.create_connection((parts.hostname, parts.port), timeout=5):
        return True
    return False


@pytest.fixture
def watched() -> Iterator[Watched]:
    """`expected` names what a test provokes, such as the status of an answer that the browser reports by itself."""
    found = Watched()
    yield found
    assert found.elsewhere == []
    assert [error for error in found.errors if not any(word in error for word in found.expected)] == []


@pytest.fixture
def open_page(browser: Browser, watched: Watched) -> Iterator[Open]:
    """A page of a server: `open_page(address, "/runs")`; options go to the browser's context."""
    contexts = []

    def open_at(address: str, path: str = "/new", **options: object) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        watched.watch(page, address)
        page.goto(address + path)
        return page

    yield open_at
    for context in contexts:
        context.close()
