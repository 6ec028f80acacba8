"""Small files that become large: packed text, PDF streams, HTML, ODT, JSON and CSV, into `index add` and uploads.

Each must end with a result or a refusal in time, and the process must stay under 300 MB.
"""

import gzip
import io
import os
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx2
from tests.server.support import process

from benchmarks.service import Started
from benchmarks.trials.trial import Trial

MOST_MB = 300
AT_ONCE = 5
SECONDS = 60
"""Processor time that `index add` may take. An upload has as long by the clock, and the service itself breaks off."""
_LARGE = 1_000_000_000
_BLOCK = 1_000_000


def packed(unit: bytes, *, head: bytes = b"", size: int = _LARGE) -> bytes:
    """A gzip file of `head` and `size` bytes of the same unit."""
    file = io.BytesIO()
    block = unit * (_BLOCK // len(unit))
    with gzip.GzipFile(fileobj=file, mode="wb") as stream:
        stream.write(head)
        for _ in range(size // len(block)):
            stream.write(block)
    return file.getvalue()


def pdf(stream: bytes, *, pages: int = 1) -> bytes:
    """A valid PDF, cross-reference table and all, whose pages share one packed stream."""
    kids = b" ".join(b"%d 0 R" % (5 + number) for number in range(pages))
    content = zlib.compress(stream, 9)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%b] /Count %d >>" % (kids, pages),
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    page = (
        b"<< /Type /Page /Parent 2 0 R /Contents 3 0 R /Resources << /Font << /F1 4 0 R >> >> "
        b"/MediaBox [0 0 612 792] >>"
    )
    objects += [page] * pages
    body, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%b\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 %d\n0000000000 65535 f \n%btrailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF"
    return body + end % (len(objects) + 1, table, len(objects) + 1, len(body))


def _pdf_of_text(size: int, pages: int = 1) -> bytes:
    line = b"BT /F1 12 Tf 72 720 Td (The mill opened in 1931.) Tj ET\n"
    return pdf(line * (size // len(line)), pages=pages)


def _odt(content: bytes) -> bytes:
    """A document with this content, packed."""
    file = io.BytesIO()
    root = b'<o:document-content xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    root += b'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">%b</o:document-content>'
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("content.xml", root % content)
    return file.getvalue()


BOMBS: dict[str, tuple[str, str, Callable[[], bytes]]] = {
    "gzip: one line of 1 GB": ("docs", "a.txt.gz", lambda: packed(b"a")),
    "gzip: 20 MB of words": ("docs", "b.txt.gz", lambda: packed(b"mill river ", size=20_000_000)),
    "gzip: JSON line of 1 GB": ("docs", "c.jsonl.gz", lambda: packed(b"a", head=b'{"text": "')),
    "gzip: HTML of 1 GB": ("docs", "d.html.gz", lambda: packed(b"<b>a</b>", head=b"<html><body>")),
    "gzip: CSV field of 1 GB": ("isot", "True.csv.gz", lambda: packed(b"a", head=b'title,text\nx,"')),
    "gzip in gzip": ("docs", "e.txt.gz", lambda: gzip.compress(packed(b"a"))),
    "PDF: stream of zeros, 1,000-fold": ("docs", "f.pdf", lambda: pdf(bytes(200_000_000))),
    "PDF: text, 1,000-fold": ("docs", "g.pdf", lambda: _pdf_of_text(50_000_000)),
    "PDF: 500 pages of one stream": ("docs", "h.pdf", lambda: _pdf_of_text(1_000_000, pages=500)),
    "HTML: a million elements": ("docs", "i.html", lambda: b"<html><body>" + b"<b>a</b>" * 1_000_000),
    "HTML: 200,000 deep": ("docs", "j.html", lambda: b"<html><body>" + b"<div>" * 200_000 + b"x"),
    "HTML: entities": ("docs", "k.html", lambda: b"<html><body><p>" + b"&lt;&amp;" * 500_000),
    "ODT: 20 million elements": ("docs", "l.odt", lambda: _odt(b"<text:p/>" * 20_000_000)),
    "ODT: nested 500,000 deep": ("docs", "m.odt", lambda: _odt(b"<text:p>" * 500_000 + b"</text:p>" * 500_000)),
    "JSON lines: five million lists": ("docs", "n.jsonl", lambda: b'{"text": [' + b"[]," * 5_000_000 + b"[]]}\n"),
    "CSV: 100,000 columns, a million rows": (
        "isot",
        "Real.csv",
        lambda: b"title" + b",n" * 100_000 + b"\na" * 1_000_000,
    ),
    "CSV: a field of 40 MB": ("isot", "Fake.csv", lambda: b'title,text\nx,"' + b"a" * 40_000_000),
    "CSV: a header of a million names": ("isot", "True.csv", lambda: b",".join(b"n%d" % n for n in range(1_000_000))),
    "CSV: ten million quotes": ("isot", "true.csv", lambda: b"title,text\n" + b'"' * 10_000_000),
}
COUNT = 2 * len(BOMBS)


def bombs(trial: Trial) -> None:
    """Send each bomb to `index add` and as an upload."""
    for kind in (f"over {MOST_MB} MB", "did not end in time", "tracebacks or faults", "service gone"):
        trial.fault(kind, 0)
    most = {"index add": 0.0, "upload": 0.0}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:

        def one(name: str) -> None:
            if not trial.goes_on():
                return
            format, file, made = BOMBS[name]
            path = Path(folder, file)
            path.write_bytes(made())
            most["index add"] = max(most["index add"], _added(trial, name, format, path))
            trial.step()
            # A service of its own: the peak of a process never falls.
            with tempfile.TemporaryDirectory() as home, process(home=home) as running:
                started = Started(running.url, running.process)  # type: ignore[arg-type]
                most["upload"] = max(most["upload"], _uploaded(trial, name, path, started))
            trial.step()
            path.unlink()

        list(pool.map(one, BOMBS))
    trial.counts = {
        "bombs, ways in": f"{len(BOMBS)}, 2",
        **{f"most memory, {way}": f"{megabytes:.0f} MB" for way, megabytes in most.items()},
    }


def _added(trial: Trial, name: str, format: str, path: Path) -> float:
    """Add it to an index and return the peak memory in MB."""
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryFile() as output:
        command = [sys.executable, "-m", "adjudge", "index", "add", format, str(path)]
        process = subprocess.Popen(command, env={**os.environ, "ADJUDGE_HOME": home}, stdout=output, stderr=output)
        peak = 0.0
        with _killed_at_the_end(process):
            seconds = 0.0
            while process.poll() is None and seconds < SECONDS and peak <= 4 * MOST_MB:
                peak = max(peak, _peak_mb(process.pid))
                with suppress(FileNotFoundError, ProcessLookupError):
                    seconds = Started("", process).cpu_s  # not by the clock: the machine may be busy
                time.sleep(0.02)
            trial.fault("did not end in time", seconds >= SECONDS, f"index add: {name}")
        output.seek(0)
        said = output.read().decode(errors="replace")
    fault = "Traceback" in said or process.returncode == 5
    trial.fault("tracebacks or faults", fault, f"index add: {name}: {said[-200:]}")
    trial.fault(f"over {MOST_MB} MB", peak > MOST_MB, f"index add: {name}: {peak:.0f} MB")
    return peak


def _uploaded(trial: Trial, name: str, path: Path, started: Started) -> float:
    """Upload it and return the service's peak memory in MB."""
    what = f"upload: {name}"
    try:
        with path.open("rb") as file:
            answer = httpx2.post(f"{started.url}/v1/uploads", files={"file": (path.name, file)}, timeout=10 * SECONDS)
        trial.fault("tracebacks or faults", answer.status_code >= 500, f"{what}: {answer.status_code}")
    except httpx2.TimeoutException:
        trial.fault("did not end in time", 1, what)
    except httpx2.TransportError as error:
        trial.fault("service gone", 1, f"{what}: {error!r}")
    peak = _peak_mb(started.process.pid)
    trial.fault(f"over {MOST_MB} MB", peak > MOST_MB, f"{what}: {peak:.0f} MB")
    return peak


def _peak_mb(pid: int) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return 0.0
    return int((status.partition("VmHWM:")[2].split() or ["0"])[0]) / 1024


@contextmanager
def _killed_at_the_end(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    try:
        yield
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
