"""The offline engine in a process of its own, for questions about long texts.

Threads of one process share the interpreter lock, so one long text slows every other job down. A process shares only
the processor, and runs at a lower priority than the service. `main` is that process: it reads questions from standard
input and writes answers to standard output, one line of JSON each, until the service closes the pipe or is gone.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from typing import Any, TypeVar, cast

from adjudge import errors
from adjudge.engines.base import Answer
from adjudge.engines.offline.engine import Offline
from adjudge.errors import AdjudgeError, Fault
from adjudge.questions.base import Question, Reply
from adjudge.questions.registry import question_type
from adjudge.transcript import Usage

R = TypeVar("R", bound=Reply)
_COMMAND = [sys.executable, "-c", f"from {__name__} import main; main()"]
_LESS_URGENT = 5


class ReaderProcess:
    """Answers one question after the other. The process starts with the first question; `close` ends it at once."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="adjudge-reader")
        self._process: subprocess.Popen[bytes] | None = None
        self._starting = Lock()
        self._closed = False

    async def ask(self, question: Question[R]) -> Answer[R]:
        """The offline engine's answer; raises its error, or a `Fault` if the process dies."""
        line = json.dumps({"kind": question.kind, "content": question.content}).encode() + b"\n"
        sent = await asyncio.get_running_loop().run_in_executor(self._thread, self._exchanged, line)
        if "error" in sent:
            raise getattr(errors, sent["error"])(sent["message"], hint=sent["hint"])
        reply = cast(R, question.reply_type.model_validate(sent["reply"]))
        return Answer(reply=reply, engine=sent["engine"], usage=Usage(calls=1), latency_s=sent["latency_s"])

    async def close(self) -> None:
        """End the process, whatever it does, and its thread."""
        with self._starting:
            self._closed = True
            if self._process is not None:
                self._process.kill()
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)
        if self._process is not None:
            _let_go(self._process)

    def _exchanged(self, line: bytes) -> dict[str, Any]:
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(line)
            process.stdin.flush()
            received: dict[str, Any] = json.loads(process.stdout.readline() or "null")
        except BrokenPipeError:
            received = {}
        if not received:
            raise Fault(
                f"The process that reads long texts ended with {process.wait()}.",
                hint="The machine may be out of memory. Check shorter texts.",
            )
        return received

    def _started(self) -> "subprocess.Popen[bytes]":
        with self._starting:
            if self._closed:
                raise Fault("The job has ended.")
            if self._process is not None and self._process.poll() is not None:
                _let_go(self._process)
                self._process = None
            if self._process is None:
                self._process = subprocess.Popen(
                    _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
                )
            return self._process


def _let_go(process: "subprocess.Popen[bytes]") -> None:
    """Let go of a process that has ended, or was killed."""
    for pipe in (process.stdin, process.stdout):
        with suppress(BrokenPipeError):
            if pipe is not None:
                pipe.close()
    process.wait()


def main() -> None:
    """Be the process."""
    # Ctrl-C and a service manager end the whole group: the service alone decides whether its jobs may finish.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    os.nice(_LESS_URGENT)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the answers
    engine = Offline()
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        sent = asyncio.run(_answer(engine, question_type(asked["kind"]).model_validate(asked["content"])))
        answers.write(json.dumps(sent).encode() + b"\n")
        answers.flush()


async def _answer(engine: Offline, question: Question[Reply]) -> dict[str, Any]:
    try:
        answer = await engine.ask(question)
    except Exception as error:
        known = error if isinstance(error, AdjudgeError) else Fault.of(error)
        return {"error": known.name, "message": known.message, "hint": known.hint}
    return {"reply": answer.reply.model_dump(mode="json"), "engine": answer.engine, "latency_s": answer.latency_s}
