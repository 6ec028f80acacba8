"""`adjudge` commands in processes that are forked from one that has imported everything.

Most of the processor time of a short command goes into starting Python and importing. A forked process is killed and
writes files like any other; only its imports have come before.
"""

import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import httpx2
from tests.server.support import free_port

OUTPUT = "output.txt"
READY_S = 300
_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["benchmarks.trials.imports"])


@contextmanager
def command(words: Sequence[str], home: Path) -> Iterator[ForkServerProcess]:
    """Run `adjudge WORDS` with this folder as home and working directory; its output goes to a file there. It is killed
    at the end."""
    process = _CONTEXT.Process(target=_run, args=(list(words), home))
    process.start()
    try:
        yield process
    finally:
        process.kill()
        process.join()


@contextmanager
def service(options: Sequence[str], home: Path) -> Iterator[tuple[str, ForkServerProcess]]:
    """`adjudge serve` on loopback, once it is ready: its address and its process."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with command(["serve", "--port", str(port), "--rate", "0", *options], home) as process:
        end = time.monotonic() + READY_S
        while not _is_ready(url):
            assert process.exitcode is None, (home / OUTPUT).read_text()
            assert time.monotonic() < end, "the service did not start in time"
            time.sleep(0.05)
        yield url, process


def _is_ready(url: str) -> bool:
    with suppress(httpx2.TransportError):
        return httpx2.get(f"{url}/readyz", timeout=READY_S).status_code == 200
    return False


def _run(words: list[str], home: Path) -> None:
    os.chdir(home)
    os.environ["ADJUDGE_HOME"] = str(home)
    output = os.open(OUTPUT, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.argv = ["adjudge", *words]
    import_module("adjudge.cli").main()
