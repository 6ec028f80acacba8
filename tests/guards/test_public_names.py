"""The public surface is a short sorted list."""

import adjudge


def test_the_public_names() -> None:
    assert adjudge.__all__ == [
        "AdjudgeError",
        "Case",
        "Document",
        "Failure",
        "Quote",
        "Stance",
        "Verdict",
        "acheck",
        "check",
        "check_many",
    ]
    assert adjudge.__all__ == sorted(adjudge.__all__)


def test_every_public_name_is_documented() -> None:
    assert [name for name in adjudge.__all__ if not getattr(adjudge, name).__doc__] == []
