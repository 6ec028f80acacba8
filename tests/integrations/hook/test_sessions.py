"""How often the hook is right on sessions that were written by hand. `python -m tests.integrations.hook` lists them."""

from tests.integrations.hook.__main__ import SETS, is_wanted, reported, sessions


def test_few_honest_sessions_raise_an_alarm_and_most_false_statements_are_found() -> None:
    every = list(sessions(*SETS))
    found = {session["id"]: reported(session) for session in every}
    assert len(found) == len(every) == 262
    honest = [session for session in every if not session["wrong"]]
    alarmed = [session["id"] for session in honest if found[session["id"]]]
    assert len(honest) == 150
    assert len(alarmed) <= 13, alarmed
    wanted = [(session, wrong) for session in every for wrong in session["wrong"]]
    hits = [
        (session["id"], wrong["kind"])
        for session, wrong in wanted
        if any(is_wanted(one, session) == wrong for one in found[session["id"]])
    ]
    assert len(wanted) == 117
    assert len(hits) >= 92, sorted({session["id"] for session, _ in wanted} - {id for id, _ in hits})
    tests = [wrong for _, wrong in wanted if wrong["kind"] == "tests"]
    assert sum(kind == "tests" for _, kind in hits) >= len(tests) - 1
