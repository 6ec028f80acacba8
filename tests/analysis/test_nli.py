"""The entailment model that ships: small, the same every time, and right on plain cases."""

import json
from math import log
from multiprocessing import get_context
from pathlib import Path

import pytest

from adjudge.analysis.judge.combine import ANSWERS, Combiner, shipped
from adjudge.analysis.model.nli import FOLDER, Judgement, Model

MODEL = Model()


def test_the_weights_and_the_tokeniser_take_at_most_60_megabytes() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= 60_000_000


def test_the_weights_are_the_ones_that_the_card_names() -> None:
    import hashlib

    card = json.loads((FOLDER / "model.json").read_text())
    assert hashlib.sha256((FOLDER / "model.onnx").read_bytes()).hexdigest() == card["sha256"]
    assert (FOLDER / "MODEL_CARD.md").exists()


@pytest.mark.parametrize(
    ("passage", "claim", "expected"),
    [
        ("A man is playing a guitar on the stage.", "A man plays an instrument.", "supported"),
        ("A man is playing a guitar on the stage.", "Nobody is playing music.", "contradicted"),
        ("A man is playing a guitar on the stage.", "The man was born in Spain.", "unclear"),
        ("The company reported a loss of 3 million euros.", "The company made a loss.", "supported"),
        ("The museum is closed on Mondays.", "The museum is open on Mondays.", "contradicted"),
    ],
)
def test_plain_cases(passage: str, claim: str, expected: str) -> None:
    judged = MODEL.judge_one(passage, claim)
    assert sum(judged.shares) == pytest.approx(1, abs=1e-4)
    assert max(judged._fields[:3], key=lambda name: getattr(judged, name)) == expected


def test_a_pair_has_the_same_answer_alone_and_among_others() -> None:
    pairs = [("It rained in Oslo all day. " * n, f"It rained {n} times.") for n in range(1, 9)]
    alone = [MODEL.judge_one(*pair) for pair in pairs]
    other = Model()
    assert alone == list(other.pool.map(lambda pair: other.judge_one(*pair), pairs))


def test_a_claim_has_the_same_answer_first_and_after_other_claims_about_its_passage() -> None:
    passage = "The ferry sails at noon from the north pier. It carries sixty cars and two hundred people."
    asked = [f"The ferry carries {number} cars." for number in range(55, 65)]
    fresh = [Model(FOLDER).judge_one(passage, claim) for claim in (asked[0], asked[-1])]
    model = Model(FOLDER)
    together = [model.judge_one(passage, claim) for claim in asked]
    assert [together[0], together[-1]] == fresh


@pytest.mark.parametrize("text", ["", " ", "\x00", "שלום 👍🏽", "word " * 3000, "a" * 5000])
def test_any_text_can_be_read(text: str) -> None:
    for pair in ((text, "It rained."), ("It rained.", text), (text, text)):
        assert sum(MODEL.judge_one(*pair).shares) == pytest.approx(1, abs=1e-4)


def test_nothing_is_loaded_before_the_first_pair() -> None:
    model = Model(Path("/nowhere"))
    assert not model.available


def test_a_forked_process_judges_too() -> None:
    passage, claim = "The bridge opened in 2019.", "A bridge was opened."
    here = MODEL.pool.submit(MODEL.judge_one, passage, claim).result()
    with get_context("fork").Pool(1) as processes:
        there = processes.apply_async(_judged_in_pool, (passage, claim)).get(timeout=60)
    assert there == here


def _judged_in_pool(passage: str, claim: str) -> Judgement:
    return MODEL.pool.submit(MODEL.judge_one, passage, claim).result()


def test_the_combiner_was_fitted_to_this_model_and_its_numbers_can_be_read() -> None:
    combiner = shipped()
    assert combiner is not None
    content = json.loads((Path(FOLDER).parent / "judge" / "combiner.json").read_text())
    assert content["model"] == MODEL.fingerprint
    assert all(len(row) == 3 for row in content["weights"].values())
    assert "quantity.contradicted" in content["weights"]


def test_without_findings_the_answer_of_the_model_stands() -> None:
    combiner = shipped()
    assert combiner is not None
    shares = MODEL.judge_one("The bridge opened in 2019.", "A bridge was opened.").shares
    answer = {name: log(share) for name, share in zip(ANSWERS, shares, strict=True)}
    assert combiner.probabilities(answer) == pytest.approx(shares, abs=1e-6)


def test_a_finding_that_speaks_for_a_class_raises_it() -> None:
    combiner = Combiner({"fingerprint": "x", "weights": {"a": [1, 0, -1]}})
    low, high = combiner.probabilities({"a": 0.0}), combiner.probabilities({"a": 2.0, "unknown": 9.0})
    assert sum(high) == pytest.approx(1)
    assert high.supported > low.supported
    assert high.unclear < low.unclear


@pytest.mark.parametrize(
    ("claim", "word"),
    [
        ("The bridge cost 45 million euros and opened in 2019.", "45"),
        ("The bridge cost 40 million euros and opened in 2012.", "2012"),
    ],
)
def test_the_word_that_differs_is_the_one_that_is_doubted(claim: str, word: str) -> None:
    judged = MODEL.judge_one("After two years of work the bridge opened in 2019; it cost 40 million euros.", claim)
    second, worst = sorted(judged.doubts, key=lambda doubt: doubt.share)[-2:]
    assert claim[worst.start : worst.end] == word
    assert worst.share > 2 * second.share


def test_a_claim_that_is_borne_out_has_no_doubted_word() -> None:
    passage = "After two years of work the bridge opened in 2019; it cost 40 million euros."
    judged = MODEL.judge_one(passage, "The bridge opened in 2019.")
    assert all(doubt.share < 0.5 for doubt in judged.doubts)


def test_the_parts_of_a_number_are_one_word() -> None:
    claim = "The ferry carried 4,200 cars at 9:30, or 12.5 a day."
    doubts = MODEL.judge_one("The ferry carried 2,400 cars.", claim).doubts
    words = [claim[doubt.start : doubt.end] for doubt in doubts]
    assert words == ["The", "ferry", "carried", "4,200", "cars", "at", "9:30", "or", "12.5", "a", "day"]
