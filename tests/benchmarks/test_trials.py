"""The trials count what they should, and only their own sections of the page change."""

import json
from pathlib import Path

from benchmarks.trials import bombs, kills, liar, orders
from benchmarks.trials.__main__ import BEGIN, END, TRIALS, with_results
from benchmarks.trials.trial import Trial

from adjudge.evidence.fulltext import Problems
from adjudge.evidence.pdf import read_pdf


def trial(size: int = 3) -> Trial:
    return Trial("liar", size, minutes=1, full_size=100)


def test_a_trial_ends_with_its_size_or_its_time() -> None:
    one = trial()
    one.step(2)
    assert one.goes_on()
    one.step()
    assert not one.goes_on()
    assert not Trial("x", 10, minutes=0, full_size=10).goes_on()


def test_a_result_replaces_its_own_section_and_leaves_the_others() -> None:
    before = "<!-- orders -->\nold orders\n<!-- /orders -->\n\n<!-- liar -->\nold\n<!-- /liar -->"
    page = f"Head\n{BEGIN}\n{before}\n{END}\nTail"
    one = trial()
    one.step(3)
    one.fault("labels from garbage", 0)
    written = with_results(page, {"liar": one.as_json()})
    assert "old orders" in written
    assert "\nold\n" not in written
    assert "**labels from garbage** | **0**" in written
    assert "Reduced size: the full trial has 100. Command for the full size: `make trials TRIALS=liar`" in written
    assert (written.startswith("Head\n"), written.endswith("\nTail")) == (True, True)
    assert with_results(written, {}) == written


def test_there_are_33_kinds_of_lie() -> None:
    assert len(liar.KINDS) == 33


def test_a_lost_a_doubled_and_a_changed_verdict_are_counted() -> None:
    lines = [json.dumps({"case_id": str(number), "label": "x"}) for number in range(4)]
    one = trial()
    kills._compare(one, lines, lines)
    assert not any(one.faults.values())
    kills._compare(one, [*lines[:3], lines[0], lines[2].replace("x", "y")], lines)
    assert one.faults == {"verdicts lost": 1, "verdicts doubled": 2, "outcomes whose bytes differ": 2}


def test_a_neutral_sentence_has_the_length_of_the_order() -> None:
    assert [len(orders._neutral(length)) for length in (10, 57, 400)] == [10, 57, 400]


def test_the_pdf_bomb_is_a_valid_pdf(tmp_path: Path) -> None:
    path = tmp_path / "bomb.pdf"
    path.write_bytes(bombs._pdf_of_text(1_000, pages=2))
    pdf = read_pdf(path, Problems())
    assert [pdf.page_text(number) for number in (1, 2)] == 2 * ["The mill opened in 1931."]


def test_every_trial_has_a_group_that_make_can_name() -> None:
    assert {group for group, *_ in TRIALS.values()} == {"kills", "liar", "orders", "load", "bombs", "cost"}
