"""What the model reads at once: a copy of the sentence, all that fits, or windows; and the short windows besides."""

import pytest

from adjudge.analysis.judge.features import worst
from adjudge.analysis.model.nli import Judgement, Model
from adjudge.engines.offline.extracts import extracts, joined
from adjudge.questions.base import Source

HARBOUR = "The harbour was rebuilt in 1962. It has 14 berths and a depth of 9 metres. Was the crane built in 1998?"
LONG = " ".join(
    f"In year {number} the harbour counted {number * 7} ships and {number * 3} ferries." for number in range(200)
)


def read(sentence: str, text: str, *, is_alone: bool = True) -> list[tuple[str, bool]]:
    found = extracts(sentence, (Source(id="s", text=text),), Model(), is_alone=is_alone)
    return [(joined(passages), is_near) for passages, is_near in found]


def test_a_sentence_of_the_source_is_read_against_itself() -> None:
    copy = "It has 14 berths and a depth of 9 metres."
    assert read("it has 14 berths, and a depth of 9 metres", HARBOUR) == [(copy, False)]


def test_another_number_or_a_question_is_no_copy() -> None:
    for sentence in ("It has 14 berths and a depth of 9.5 metres.", "Was the crane built in 1998."):
        assert read(sentence, HARBOUR) == [(HARBOUR, False)]


def test_a_short_text_is_read_once_for_a_claim_of_one_sentence() -> None:
    assert read("The harbour has berths.", HARBOUR) == [(HARBOUR, False)]


def test_of_a_long_text_short_windows_are_read_besides() -> None:
    found = read("The harbour counted 700 ships in year 100.", LONG)
    near = [text for text, is_near in found if is_near]
    assert len(near) == 3
    assert "year 100 " in near[0]
    assert all(len(text.split()) <= 45 for text in near)
    assert any(not is_near for _, is_near in found)


def test_the_best_support_of_any_window_counts_and_the_weakest_sentence_decides() -> None:
    denied, supported, open_ = (
        Judgement(0.1, 0.9, 0.0), Judgement(0.8, 0.1, 0.1), Judgement(0.4, 0.1, 0.5)
    )  # fmt: skip
    together = worst([[denied, supported]])
    assert together is not None
    assert together.shares == pytest.approx((0.8, 0.2, 0.0))
    answer = worst([[supported], [open_, open_]])
    assert answer is not None
    assert answer.supported == 0.4
