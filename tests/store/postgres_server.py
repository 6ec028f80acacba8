"""A PostgreSQL server for the tests: on loopback, in a temporary folder, started and stopped here."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# What a crash would lose does not matter to a test.
_QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c shared_buffers=16MB"


def programs() -> Path | None:
    """The folder of the server's programs; Debian keeps them off the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@contextmanager
def running() -> Iterator[str]:
    """The URL of a new server with an empty database."""
    bin = programs()
    assert bin is not None
    # The server refuses to run as root; Debian's package brings a user for it.
    account = pwd.getpwnam(_account()) if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="adjudge-pg-"))
    if account:
        os.chown(folder, account.pw_uid, account.pw_gid)
    user = account.pw_name if account else pwd.getpwuid(os.geteuid()).pw_name
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = folder / "data"

    def call(program: str, *arguments: str) -> None:
        who = {"user": account.pw_uid, "group": account.pw_gid} if account else {}
        subprocess.run(
            [bin / program, *arguments], check=True, cwd=folder, stdout=subprocess.DEVNULL, timeout=300, **who
        )

    try:
        call("initdb", "-D", str(data), "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")
        options = f"-h 127.0.0.1 -p {port} -k {folder} {_QUICK}"
        call("pg_ctl", "-D", str(data), "-w", "-t", "240", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql://{user}@127.0.0.1:{port}/postgres"
        finally:
            call("pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _account() -> str:
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"
