"""What a panel and each of its jurors are worth."""

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from adjudge.errors import DataError
from adjudge.evals.agreement import krippendorff
from adjudge.evals.debate import Course
from adjudge.evals.labels import Gold, scheme
from adjudge.evals.panel import Poll, PolledCase, polled, unlabelled_worth, worth
from adjudge.evals.panel_chart import panel_picture
from adjudge.transcript import Usage
from adjudge.verdict import Stance

NAMES = ("a", "b", "c", "d")
SCHEME = scheme({"faithful", "unfaithful"})


def course(votes: str, *, revote: str = "", rounds: int = 0) -> Course:
    """A course from first votes such as "FFM-": F faithful, M mutated, - failed; the revote decides."""
    said = {"F": Stance.SUPPORTED, "M": Stance.CONTRADICTED}
    jurors = {name: said[vote] for name, vote in zip(NAMES, votes, strict=False) if vote in said}
    mutated = tuple(name for name, stance in jurors.items() if stance is Stance.CONTRADICTED)
    first = votes.count("F") - votes.count("M")
    one = Stance.SUPPORTED if first > 0 else Stance.CONTRADICTED if first < 0 else Stance.NOT_ENOUGH_INFO
    final = said[revote] if revote else one
    paid = Usage(calls=1, input_tokens=90, output_tokens=10, cost_usd=0.01)
    return Course(
        debated=rounds > 0, first=one, revote=final, final=final, jurors=jurors, mutated=mutated, frame=paid,
        votes=paid, debate=Usage(calls=2 * rounds), ruling=paid, rounds=rounds, takes=dict.fromkeys(jurors, paid),
    )  # fmt: skip


def cases(*rows: tuple[str, str], **more: Any) -> list[PolledCase]:
    golds = {"F": Gold.FAITHFUL, "M": Gold.UNFAITHFUL}
    return [polled(str(at), course(votes, **more), golds[gold], SCHEME) for at, (votes, gold) in enumerate(rows)]


def test_a_juror_without_whom_the_panel_errs_more_has_a_positive_value() -> None:
    found = worth(cases(("FFM", "F"), ("FMF", "F"), ("MFM", "M"), ("FFF", "F")))
    assert found["jurors"]["a"]["marginal"]["value"] > 0
    low, high = found["jurors"]["a"]["marginal"]["low"], found["jurors"]["a"]["marginal"]["high"]
    assert low <= found["jurors"]["a"]["marginal"]["value"] <= high
    assert found["jurors"]["a"] | {"marginal": 0, "accuracy": 0} == {
        "marginal": 0, "accuracy": 0, "failed": 0, "calls": 1, "tokens": 100, "cost_usd": 0.01,
    }  # fmt: skip


def test_any_panel_is_decided_by_its_plain_vote_and_a_tie_is_not_support() -> None:
    poll = Poll(cases(("FM", "F"), ("FM", "M")))
    assert poll.rights(("a", "b")).tolist() == [False, True]
    assert poll.rights(("a",)).tolist() == [True, False]


def test_the_whole_panel_agrees_with_what_the_jury_records_as_its_first_vote() -> None:
    rows = cases(("FFMM", "F"), ("FFFM", "M"), ("MMM-", "M"), ("F---", "F"))
    assert Poll(rows).rights(NAMES).tolist() == [case.scored.first for case in rows]


def test_a_failed_juror_is_counted_and_failed_cases_are_wrong() -> None:
    found = worth(cases(("FF-", "F"), ("FFF", "F")), failed=2)
    assert found["accuracy"]["value"] == 0.5
    assert found["jurors"]["c"]["failed"] == 1


def test_debate_is_charged_with_what_it_damaged() -> None:
    found = worth(cases(("FFM", "F"), ("FFM", "F"), revote="M", rounds=2))
    step = found["rounds"]["debate of 2 rounds and revote"]
    assert (step["cases"], step["damaged"], step["gain"]["value"], step["calls"]) == (2, 2, -1.0, 4.0)


def test_a_juror_that_is_always_right_is_found_as_the_best_smaller_panel() -> None:
    rows = [(one, gold) for gold in "FM" for one in (f"{gold}FF", f"{gold}MM", f"{gold}MF", f"{gold}FM")] * 4
    found = worth(cases(*rows))
    assert found["smaller"]["jurors"] == ["a"]
    assert found["smaller"]["difference"]["low"] > 0
    assert found["order"][0] == "a"
    assert found["single"]["juror"] == "a"


def test_few_cases_choose_no_smaller_panel() -> None:
    assert worth(cases(("FFM", "F"), ("MMM", "M")))["smaller"] is None


def test_jurors_that_never_differ_are_said_to() -> None:
    found = worth(cases(("FFF", "F"), ("MMM", "F")))
    assert found["never_differ"]
    assert found["independence"]["n_eff"] == 1.0


def test_a_panel_of_one_is_refused_by_name() -> None:
    with pytest.raises(DataError, match="one juror, 'a'"):
        worth(cases(("F", "F")))
    with pytest.raises(DataError, match="one juror, 'a'"):
        unlabelled_worth({"1": course("F")})


def test_without_labels_agreement_is_told() -> None:
    found = unlabelled_worth({str(at): course(votes) for at, votes in enumerate(("FFF", "MMM", "FFM"))})
    assert found["stands_alone"] == {"a": 0, "b": 0, "c": 1}
    assert found["agreement_by_pair"]["a and b"] == 1.0
    assert 0 < found["agreement"]["krippendorff_alpha"] < 1


def test_alpha_is_that_of_a_worked_example() -> None:
    # Two coders, ten units, nominal: Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", section A.
    one, other = "0100000000", "1110010100"
    assert krippendorff(list(zip(one, other, strict=True))) == pytest.approx(0.095, abs=0.001)


def test_alpha_is_one_where_all_agree_and_none_where_nothing_varies() -> None:
    assert krippendorff([(1, 1), (0, 0, 0)]) == 1.0
    assert krippendorff([(1, 1), (1, 1)]) is None
    assert krippendorff([(1,)]) is None


def test_the_picture_is_well_formed_and_escapes_names() -> None:
    found = worth(cases(("FFM", "F"), ("FMF", "F"), ("MFM", "M")))
    found["jurors"] = {"<script>" if name == "a" else name: one for name, one in found["jurors"].items()}
    drawn = panel_picture(found)
    assert ET.fromstring(drawn).tag.endswith("svg")  # our own text
    assert "<script>" not in drawn


def test_the_picture_shows_money_where_votes_cost_money_and_calls_where_they_do_not() -> None:
    found = worth(cases(("FFM", "F"), ("FMF", "F"), ("MFM", "M")))
    for row in found["panels"]:
        row["cost_usd"] = 0.0
    assert "votes asked for a case" in panel_picture(found)
    for row in found["panels"]:
        row["cost_usd"] = 0.002 * len(row["jurors"])
    assert "US dollars for the votes of a case" in panel_picture(found)
    found["panels"][0]["cost_usd"] = None
    assert "votes asked for a case" in panel_picture(found), "a cost that is not known is not drawn as nothing"
