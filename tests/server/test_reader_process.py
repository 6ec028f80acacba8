"""Long texts are read in a process: the same answers, and nothing of it is left when the job is done."""

import asyncio
import signal
from collections.abc import Awaitable, Callable

import pytest

from adjudge.engines.base import Answer
from adjudge.engines.offline.engine import Offline
from adjudge.errors import EngineUnavailable, Fault
from adjudge.questions.base import Question, Reply
from adjudge.server import reader_process
from adjudge.server.lanes import LONG_TEXT, is_long
from adjudge.server.reader_process import ReaderProcess
from tests.support.questions import cast_vote


def with_process(use: Callable[[ReaderProcess], Awaitable[object]]) -> None:
    async def used() -> None:
        process = ReaderProcess()
        try:
            await use(process)
        finally:
            await process.close()

    asyncio.run(used())


def test_the_process_answers_as_the_engine_does_and_outlives_what_kills_it() -> None:
    question = cast_vote()

    async def use(reader: ReaderProcess) -> None:
        here: Answer[Reply] = await Offline().ask(question)
        there: Answer[Reply] = await reader.ask(question)
        assert (there.reply, there.engine, there.usage) == (here.reply, here.engine, here.usage)
        process = reader._process
        assert process is not None
        for number in (signal.SIGINT, signal.SIGTERM):
            process.send_signal(number)
        assert (await reader.ask(question)).reply == here.reply
        assert reader._process is process, "what ends the service does not end it"
        process.kill()
        process.wait()
        assert (await reader.ask(question)).reply == here.reply

    with_process(use)


def test_a_process_that_dies_over_a_question_is_a_fault_of_that_question_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_process, "_COMMAND", ["false"])

    async def use(reader: ReaderProcess) -> None:
        for _ in range(2):
            with pytest.raises(Fault, match="ended with 1"):
                await reader.ask(cast_vote())

    with_process(use)


def test_closing_ends_a_process_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_process, "_COMMAND", ["sleep", "600"])

    async def use(reader: ReaderProcess) -> None:
        asked = asyncio.create_task(reader.ask(cast_vote()))
        while reader._process is None:
            await asyncio.sleep(0.01)
        await reader.close()
        assert reader._process.returncode == -9
        with pytest.raises(Fault, match="ended with -9"):
            await asked

    with_process(use)


def test_an_error_of_the_engine_keeps_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unknown(Offline):
        async def ask(self, question: Question[Reply]) -> Answer[Reply]:  # type: ignore[override]
            raise EngineUnavailable(f"{question.kind}?", hint="h")

    sent = asyncio.run(reader_process._answer(Unknown(), cast_vote()))
    assert sent == {"error": "EngineUnavailable", "message": "cast_vote?", "hint": "h"}


def test_long_is_what_all_texts_of_a_question_come_to() -> None:
    half = "x" * (LONG_TEXT // 2)
    assert not is_long({"claim": half, "sources": [{"id": 1, "text": "short"}]})
    assert is_long({"claim": half, "sources": [{"id": 1, "text": half}]})
