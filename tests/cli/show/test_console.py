"""How trouble ends a command: one clear line, and never the exit code of a verdict."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.support import adjudge

CHECK = ("check", "The café opened in 1931.", "--source-text", "The café opened in 1931 – 🙂.")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def shell(words: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a shell of its own, for what a test's streams cannot be."""
    program = f'"{sys.executable}" -m adjudge {words}'
    return subprocess.run(["/bin/sh", "-c", program], capture_output=True, env=os.environ | variables, check=False)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (IsADirectoryError(errno.EISDIR, "Is a directory", "/some/place"), 2, "'/some/place': Is a directory"),
        (PermissionError(errno.EACCES, "Permission denied", "/some/place"), 2, "'/some/place': Permission denied"),
        (OSError(errno.ENOSPC, "No space left on device"), 5, "No space left on device"),
        (UnicodeEncodeError("utf-8", "a \udcff b", 2, 3, "surrogates not allowed"), 2, r"a \udcff b"),
        (ZeroDivisionError("division by zero"), 5, "ZeroDivisionError: division by zero"),
    ],
)
def test_whatever_goes_wrong_is_told_in_a_line(
    error: Exception, code: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("adjudge.cli.inputs.case_from", fail)
    ran = adjudge(*CHECK)
    assert ran.code == code
    assert said in ran.err
    assert "Traceback" not in ran.err
    assert ("ADJUDGE_DEBUG=1" in ran.err) == isinstance(error, ZeroDivisionError)
    told = json.loads(adjudge(*CHECK, "--json").out)
    assert told["exit_code"] == code
    monkeypatch.setenv("ADJUDGE_DEBUG", "1")
    shown = adjudge(*CHECK)
    assert shown.code == code
    assert "Traceback" in shown.err


@pytest.mark.parametrize("words", ["check - --source-text b", "check a --source -", "news - --no-log", "mutate -"])
def test_closed_standard_input_is_told(words: str) -> None:
    ran = shell(f"{words} <&-")
    assert ran.returncode == 2
    assert b"Standard input is closed." in ran.stderr


def test_what_the_console_cannot_hold_is_escaped_and_json_stays_json() -> None:
    words = "check 'The café opened in 1931.' --source-text 'The café opened in 1931 – 🙂.' -e offline"
    shown = shell(words, PYTHONIOENCODING="ascii")
    assert (shown.returncode, b"Traceback" in shown.stderr) == (0, False)
    plain = json.loads(shell(f"{words} --json").stdout)
    escaped = json.loads(shell(f"{words} --json", PYTHONIOENCODING="ascii").stdout)
    assert escaped["label"] == plain["label"]
    named = json.loads(shell("run ./né🙂.yaml --json", PYTHONIOENCODING="ascii").stdout)
    assert "né🙂.yaml" in named["message"]


def test_words_between_colons_stay_words() -> None:
    said = "It was mixed 1:100:5 :bomb:."
    ran = adjudge("check", said, "--source-text", said)
    assert said in ran.out
    assert adjudge("check", said, "--source", "no:100:.txt").err.startswith("error: The source file 'no:100:.txt' does")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told() -> None:
    ran = shell("doctor --json > /dev/full")
    assert ran.returncode == 5
    assert b"No space left" in ran.stderr
    assert b"Exception ignored" not in ran.stderr


PAIRS = "claim,truth\n" + "The bridge opened in 1931.,The bridge opened in 1932.\n" * 20


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", ["run c.yaml --out /dev/full --quiet", "run c.yaml --json > /dev/full"])
def test_a_run_whose_output_is_full_ends_with_one_message_and_goes_on_later(words: str) -> None:
    Path("pairs.csv").write_text(PAIRS)
    Path("c.yaml").write_text("data: {source: pairs.csv}\nprotocol: entailment\n")
    ran = shell(words)
    assert ran.returncode == 5
    assert b"No space left" in ran.stderr
    assert (b"Traceback" in ran.stderr, b"asynchronous generator" in ran.stderr) == (False, False), ran.stderr
    again = shell("run c.yaml --out lines.jsonl --quiet")
    assert (again.returncode, b"Resuming run" in again.stderr) == (0, True)
    assert len(Path("lines.jsonl").read_text().splitlines()) == 20


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("option", ["--html", "--markdown"])
def test_a_full_disk_is_no_wrong_usage_wherever_the_card_goes(option: str) -> None:
    ran = adjudge(*CHECK, option, "/dev/full")
    assert ran.code == 5
    assert "'/dev/full' cannot be written: No space left on device." in ran.err
    assert adjudge(*CHECK, option, "no/such/folder/card").code == 2


WAITING = "import sys; from adjudge.__main__ import main; sys.argv[1:] = ['check', '-', '--source-text', 'b']; main()"
LOADING = """
import os, signal, sys
from adjudge.__main__ import main
class Interrupting:
    def find_spec(self, name, *_):
        if name == "adjudge.cli":
            os.kill(os.getpid(), signal.{name})
sys.meta_path.insert(0, Interrupting())
main()
"""


@pytest.mark.parametrize(
    ("number", "ignored"), [(signal.SIGINT, False), (signal.SIGTERM, False), (signal.SIGTERM, True)]
)
def test_a_command_that_waits_is_interrupted_with_its_own_exit_code(number: signal.Signals, ignored: bool) -> None:
    before = f"import signal; signal.signal(signal.SIGINT, signal.{'SIG_IGN' if ignored else 'default_int_handler'}); "
    program = "print('begun', file=sys.stderr, flush=True); sys.argv"
    command = [sys.executable, "-c", before + WAITING.replace("sys.argv", program)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stderr
        assert running.stderr.readline() == b"begun\n"
        while running.poll() is None:
            time.sleep(0.3)
            running.send_signal(number)
            with suppress(subprocess.TimeoutExpired):
                running.wait(10)
        assert (running.returncode, b"Traceback" in running.stderr.read()) == (130, False)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_command_that_is_still_loading_is_interrupted_without_a_traceback(name: str) -> None:
    ran = subprocess.run([sys.executable, "-c", LOADING.replace("{name}", name)], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (130, b"")


def test_a_closed_standard_output_is_no_verdict() -> None:
    ran = shell("doctor --json >&-")
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_an_env_file_that_is_no_text_is_named() -> None:
    Path(".env").write_bytes(b"NAME=\xff\xfe\n")
    ran = adjudge(*CHECK)
    assert ran.code == 2
    assert str(Path(".env").resolve()) in ran.err


def test_a_run_file_that_is_missing_is_told_as_json() -> None:
    ran = adjudge("run", "missing.yaml", "--json")
    assert ran.code == 2
    assert json.loads(ran.out)["exit_code"] == 2


def test_doctor_says_names_as_they_are() -> None:
    assert "'adjudge[llm]'" in json.loads(adjudge("doctor", "--json").out)["installed"]["pydantic-ai-slim"]
    assert "adjudge[llm]" in adjudge("doctor").out


@pytest.mark.parametrize("command", ["", "check", "runs", "runs delete", "eval", "eval run", "eval news", "index add"])
def test_h_is_help(command: str) -> None:
    ran = adjudge(*command.split(), "-h")
    assert ran.code == 0
    assert ran.out == adjudge(*command.split(), "--help").out
