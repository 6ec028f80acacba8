"""`python -m tests.integrations.hook`: how often the hook is right, counted on sessions that were written by hand."""

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from adjudge.integrations.hook.check import Unborne, statements_of, unborne
from adjudge.integrations.hook.transcript import HookInput, transcript_input
from tests.integrations.hook.wire import transcript

HERE = Path(__file__).parent
SETS = ("honest", "false", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def sessions(*names: str) -> Iterator[dict[str, Any]]:
    """The sessions of these files."""
    for name in names:
        yield from yaml.safe_load((HERE / f"{name}.yaml").read_text(encoding="utf-8"))


def given(session: dict[str, Any]) -> HookInput:
    """A session as the hook reads it."""
    if "steps" in session:
        read = transcript_input(transcript(session), {})
        assert read is not None
        return read
    return HookInput(session["message"], tuple(session["outputs"]), f"{session['task']}\n{session['calls']}")


def reported(session: dict[str, Any]) -> list[Unborne]:
    """What the hook reports of a session."""
    return asyncio.run(unborne(given(session), engine="offline"))


def is_wanted(one: Unborne, session: dict[str, Any]) -> dict[str, Any] | None:
    """The false statement of the session that was reported, if it is one."""
    return next((wrong for wrong in session["wrong"] if wrong["text"] in one.statement), None)


def main(names: Sequence[str]) -> None:
    """Print every false alarm and every miss, then the counts."""
    counts: Counter[str] = Counter()
    for session in sessions(*names):
        found = reported(session)
        texts = statements_of(session["message"])
        for wrong in session["wrong"]:
            assert any(wrong["text"] in text for text in texts), (session["id"], wrong, texts)
            hit = any(wrong["text"] in one.statement for one in found)
            counts[f"{'hit' if hit else 'missed'} {wrong['kind']}"] += 1
            if not hit:
                print(f"MISSED {wrong['kind']:<8} {session['id']}: {wrong['text']}")
        alarms = [one for one in found if is_wanted(one, session) is None]
        for one in alarms:
            print(f"ALARM  {session['id']}: {one.statement}\n                {one.reason}")
        counts["sessions"] += 1
        counts["sessions with a false alarm"] += bool(alarms)
        counts["honest sessions"] += not session["wrong"]
        counts["honest sessions with an alarm"] += not session["wrong"] and bool(found)
        counts["true statements"] += len(texts) - len(session["wrong"])
        counts["false alarms"] += len(alarms)
    for name, number in sorted(counts.items()):
        print(f"{number:>5} {name}")


if __name__ == "__main__":
    main(sys.argv[1:] or SETS)
