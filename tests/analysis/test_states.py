"""States that exclude each other, with the time and the thing of which each is said."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation

_SHOP = "The shop opens at 9 am and closes at 5 pm on weekdays. It is closed on Sundays."
_SHARES = "The firm cut its forecast. Shares fell 4% in early trading and recovered by noon."
_BAN = "Judge Ellen Moore ruled that the ban violates the constitution. The state will appeal."


def contradicted(claim: str, source: str) -> bool:
    return bool(compare(claim, [("s", source)]).with_relation(Relation.CONTRADICTED))


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The shop is open on Sundays.", _SHOP),
        ("Shares were down at noon.", _SHARES),
        ("Ellen Moore upheld the ban.", _BAN),
        ("The minister has resigned.", "The minister remains in office."),
        ("The minister is still in office.", "The minister resigned on Friday."),
        ("Growing hemp is banned in the country.", "Growing hemp is legal in the country."),
        ("The jury found Lee guilty of fraud.", "The jury cleared Lee of fraud."),
        ("The council approved the plan.", "The council voted down the plan."),
        ("The plant hired 40 workers.", "The plant laid off 40 workers."),
        ("The road was still closed on Tuesday.", "The road reopened on Tuesday."),
        ("The concert was cancelled.", "The concert went ahead as planned."),
        ("The suspect was arrested.", "The suspect is still at large."),
        ("The project is on schedule.", "The project is behind schedule."),
        ("Prices rose in June.", "Prices held steady in June."),
        ("The bridge still stands.", "The bridge was demolished in May."),
        ("Das Gericht bestätigte das Gesetz.", "Das Gericht kippte das Gesetz."),
        ("Die Ministerin bleibt im Amt.", "Die Ministerin ist zurückgetreten."),
    ],
)
def test_the_contrary_state_of_the_same_thing_clashes(claim: str, source: str) -> None:
    assert contradicted(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The shop is open on weekdays.", _SHOP),
        ("The shop is closed on Sundays.", _SHOP),
        ("Shares were down in early trading.", _SHARES),
        ("The judge struck down the ban.", _BAN),
        ("The court upheld the law.", "The court struck down the lower court's ruling against the law."),
        ("The court upheld the law.", "The court refused to strike down the law."),
        ("The museum is open.", "The museum, closed since 2019, reopened in May."),
        ("The road is open again.", "The road was closed for an hour and then reopened."),
        ("Dogs are allowed.", "The ban on dogs was lifted."),
        ("One climber survived.", "Two climbers died and one survived."),
        ("Lee was convicted of fraud.", "Lee was acquitted of murder but convicted of fraud."),
        ("The parade took place.", "The rehearsal for the parade was called off."),
        ("The parade went ahead.", "The parade was called off. Later it went ahead."),
        ("The concert went ahead.", "The concert was not cancelled."),
        ("Rents were lower than wages.", "Wages were higher than rents."),
    ],
)
def test_another_thing_another_time_and_the_same_state_do_not(claim: str, source: str) -> None:
    assert not contradicted(claim, source)
