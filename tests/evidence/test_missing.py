"""Which facts of a claim a passage lacks."""

import pytest

from adjudge.evidence.missing import missing


@pytest.mark.parametrize(
    "text",
    [
        "The roof of Wendel's hall is new.",
        "The roof of Wendel’s hall cost 3.4 million crowns in May 2019.",
        "Mara O'Dell left Graz.",
    ],
)
def test_a_text_lacks_nothing_of_itself(text: str) -> None:
    assert missing(text, text) == []


def test_numbers_come_first_then_dates_then_names() -> None:
    lacking = missing("In May 2019 the mayor of Graz paid 300 workers.", "The mayor paid the workers.")
    assert lacking == ["300", "May 2019", "Graz"]
