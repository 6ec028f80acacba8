"""An evaluation: nothing lost, killed and resumed to the same bytes, and no folder taken over by mistake."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from adjudge import Case, Failure, Verdict, check
from adjudge.engines.cascade import Cascade
from adjudge.errors import DataError, EngineBusy, ProtocolError
from adjudge.evals.evaluation import Evaluation, Folder, error_cases, evaluate
from adjudge.evals.figures import calibrated, spent
from adjudge.evals.labelled import Columns, LabelledData
from adjudge.evals.labels import UNDETERMINED
from adjudge.evals.prediction import Prediction
from adjudge.evals.report import page
from adjudge.evals.results import calibration, results, risk_coverage
from adjudge.protocols.calibration import Calibration, Kind
from adjudge.protocols.decision import Standard
from adjudge.protocols.entailment import Entailment
from adjudge.protocols.jury import Jury
from tests.evals.data import rows, written
from tests.support.engines import Steps
from tests.support.words_engine import words_engine

UNSURE = Calibration(
    protocol="jury", engine="first", name="mills", cases=50, ece=0.02, points=dict.fromkeys(Kind, ((0.5, 0.5),))
)
SURE = UNSURE.model_copy(update={"points": dict.fromkeys(Kind, ((0.5, 0.99),))})


def evaluation(path: Path, **changes: Any) -> Evaluation:
    data = LabelledData((path,), **changes.pop("data", {}))
    settings = {"protocol": Jury(rejudge_edit=False), "engine": "scripted", "command": "adjudge eval", **changes}
    return Evaluation(
        name="mills", rows=data.rows, scheme=data.scheme, asked=data.asked, data=data.fingerprint, **settings
    )


def judged(one: Evaluation, out: Path, engine: Any = None, **options: Any) -> list[Prediction]:
    return asyncio.run(evaluate(one, Folder(out), engine or words_engine(), **options))


def classes(one: Evaluation) -> list[str]:
    return [gold.value for gold in one.scheme.classes]


@pytest.fixture
def mills(tmp_path: Path) -> Path:
    return written(tmp_path / "mills.jsonl", rows())


def test_every_row_is_judged_once_in_the_order_of_the_file(mills: Path, tmp_path: Path) -> None:
    found = judged(evaluation(mills), tmp_path / "out")
    assert [one.id for one in found] == [f"mills:{number}" for number in range(12)]
    assert all(one.right for one in found)


def test_killed_and_resumed_it_ends_with_the_same_bytes(mills: Path, tmp_path: Path) -> None:
    judged(evaluation(mills), tmp_path / "whole", concurrency=1)
    seen: list[str] = []

    def kill(outcome: Verdict | Failure) -> None:
        seen.append(outcome.case_id)
        if len(seen) == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judged(evaluation(mills), tmp_path / "killed", concurrency=1, on_outcome=kill)
    half = (tmp_path / "killed" / "predictions.jsonl").read_bytes()
    # Killed in the middle of a line, as a power cut does it.
    (tmp_path / "killed" / "predictions.jsonl").write_bytes(half + b'{"id": "mills:9", "data')
    engine = words_engine()
    judged(evaluation(mills), tmp_path / "killed", engine, concurrency=3)
    asked = {json.loads(json.dumps(question.model_dump(mode="json"))).get("claim") for question in engine.asked}
    assert len(asked - {None}) == 8
    for name in ("predictions.jsonl", "run.json"):
        assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_a_finished_evaluation_is_not_judged_again(mills: Path, tmp_path: Path) -> None:
    first = judged(evaluation(mills), tmp_path / "out")
    engine = words_engine()
    assert judged(evaluation(mills), tmp_path / "out", engine) == first
    assert engine.asked == []


@pytest.mark.parametrize(
    "other",
    [{"engine": "offline"}, {"protocol": Jury(max_rounds=1)}, {"data": {"limit": 3}}, {"standard": Standard(risk=0.1)}],
)
def test_a_folder_that_holds_another_run_is_refused(mills: Path, tmp_path: Path, other: dict[str, Any]) -> None:
    judged(evaluation(mills), tmp_path / "out")
    with pytest.raises(DataError, match="holds an evaluation with another"):
        judged(evaluation(mills, **other), tmp_path / "out")
    assert judged(evaluation(mills, **other), tmp_path / "out", fresh=True)


def test_a_file_that_was_changed_is_another_run(mills: Path, tmp_path: Path) -> None:
    judged(evaluation(mills), tmp_path / "out")
    written(mills, rows(10))
    with pytest.raises(DataError, match="another data"):
        judged(evaluation(mills), tmp_path / "out")


def test_failed_rows_are_counted_and_in_the_denominator(mills: Path, tmp_path: Path) -> None:
    one = evaluation(mills)
    found = judged(one, tmp_path / "out", Steps(EngineBusy("503"), name="scripted"))
    content = results(found, classes(one), asked=one.asked, draws=10)
    assert content["rows"] | {"undetermined": 0} == {
        "asked": 12, "supported": 0, "contradicted": 0, "not_enough_info": 0, "failed": 12, "undetermined": 0,
    }  # fmt: skip
    assert content["metrics"]["accuracy"]["value"] == 0
    assert content["calibration"]["ece"] is None


def test_a_row_without_a_source_fails_and_stays(tmp_path: Path) -> None:
    content = [*rows(4), {"claim": "It rained.", "source": "", "label": "FAITHFUL"}]
    one = evaluation(written(tmp_path / "mills.jsonl", content))
    found = judged(one, tmp_path / "out")
    assert [item.said for item in found].count("FAILED") == 1
    assert results(found, classes(one), asked=one.asked)["metrics"]["accuracy"]["value"] == 0.8


def test_a_row_that_is_lost_fails_the_run(mills: Path, tmp_path: Path) -> None:
    one = evaluation(mills)
    found = judged(one, tmp_path / "out")
    for broken in (found[1:], [*found, found[0]]):
        with pytest.raises(ProtocolError, match="do not add up"):
            results(broken, classes(one), asked=one.asked)


def test_abstentions_are_undetermined_and_wrong_either_way(mills: Path, tmp_path: Path) -> None:
    points = dict.fromkeys(Kind, ((0.8, 0.5), (0.9, 0.99)))
    fitted = Calibration(protocol="jury", engine="scripted", name="mills", cases=50, ece=0.02, points=points)
    one = evaluation(mills, standard=Standard((fitted,), risk=0.05))
    found = judged(one, tmp_path / "out")
    withheld = [item for item in found if item.said == UNDETERMINED]
    assert 0 < len(withheld) < 12
    content = results(found, classes(one), asked=one.asked, draws=10)
    assert content["rows"]["undetermined"] == len(withheld)
    assert content["metrics"]["accuracy"]["value"] == pytest.approx(1 - len(withheld) / 12, abs=1e-4)
    assert {item.withheld for item in withheld} <= {"FAITHFUL", "UNFAITHFUL"}


def test_what_was_withheld_stays_in_the_curve_and_in_the_reliability(mills: Path, tmp_path: Path) -> None:
    fitted = UNSURE.model_copy(update={"engine": "scripted"})
    engine = words_engine(wrong_about="Lund")
    whole, bold = (
        results(judged(one, tmp_path / name, engine), classes(one), asked=12, draws=10)
        for name, one in (
            ("withheld", evaluation(mills, standard=Standard((fitted,), risk=0.05))),
            ("given", evaluation(mills, standard=Standard((fitted,)))),
        )
    )
    assert whole["rows"]["undetermined"] == 12
    assert whole["risk_coverage"] == bold["risk_coverage"]
    assert whole["risk_coverage"]["points"][-1][0] == 1.0
    assert whole["calibration"] == bold["calibration"]
    assert calibrated(whole) == "Calibrated on mills, n=50, ECE 0.020."


def test_how_many_verdicts_are_calibrated_is_told_with_their_own_error() -> None:
    def content(fitted: int) -> dict[str, Any]:
        found = [
            Prediction(
                id=str(at), dataset="d", document=str(at), gold="FAITHFUL", said="FAITHFUL", strict="FAITHFUL",
                confidence=0.9 if at < fitted else 0.5, calibrated_on="mills" if at < fitted else None,
            )
            for at in range(10)
        ]  # fmt: skip
        return {"calibration": calibration(found, draws=10)}

    told = calibrated(content(4))
    assert told == "4 of 10 verdicts are calibrated on mills; here their ECE is 0.100. The others are uncalibrated."
    assert content(4)["calibration"]["ece"] == pytest.approx(0.34)
    assert calibrated(content(0)) == "Uncalibrated."
    assert calibrated(content(10)) == "Calibrated on mills."
    assert calibrated({"calibration": calibration([])}) == "No verdict has a confidence."


def test_many_kinds_are_cut_and_that_is_told() -> None:
    found = [
        Prediction(
            id=str(at), dataset="d", document=str(at), gold="FAITHFUL", said="FAITHFUL", strict="FAITHFUL",
            kind=f"kind {at % 70}", confidence=0.9,
        )
        for at in range(100)
    ]  # fmt: skip
    content = results(found, ["FAITHFUL", "UNFAITHFUL"], asked=100, draws=10)
    assert (content["kinds"], len(content["by_kind"])) == (70, 60)
    assert set(content["by_kind"]) >= {f"kind {at}" for at in range(30)}
    text = page("mills", content, [], command="adjudge eval", protocol="jury", engine="scripted")
    assert "70 kinds: the 60 commonest are shown, 10 left out." in text


def test_latency_says_of_how_many_rows_it_is(mills: Path, tmp_path: Path) -> None:
    one = evaluation(mills)
    content = results(judged(one, tmp_path / "out"), classes(one), asked=one.asked, draws=10)
    assert "latency 2.00 s (median), 3.00 s (95 %), measured on 3 rows" in spent(content, [3.0, 1.0, 2.0])
    assert "latency" not in spent(content)


def test_the_report_is_one_page_that_loads_nothing_and_escapes_what_was_judged(tmp_path: Path) -> None:
    content = [*rows(6), {"claim": "<script>alert(1)</script> opened.", "source": "Nothing.", "label": "FAITHFUL"}]
    one = evaluation(written(tmp_path / "mills.jsonl", content))
    found = judged(one, tmp_path / "out")
    errors = error_cases(one, found)
    text = page(
        "mills", results(found, classes(one), asked=one.asked, draws=10), errors, command="adjudge eval mills.jsonl",
        protocol="jury", engine="scripted",
    )  # fmt: skip
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert not any(word in text for word in ("http://", "https://", "src=")) or "www.w3.org" in text
    for part in (
        "Reliability diagram",
        "Risk-coverage",
        "Confusion matrix",
        "By class",
        "adjudge eval mills.jsonl",
    ):
        assert part in text


def test_errors_come_with_their_texts_the_surest_first(mills: Path, tmp_path: Path) -> None:
    one = evaluation(mills)
    found = judged(one, tmp_path / "out", words_engine(wrong_about="Lund"))
    errors = error_cases(one, found)
    assert errors
    assert all("Lund" in error["claim"] and error["source"] for error in errors)
    assert [error["confidence"] for error in errors] == sorted((e["confidence"] for e in errors), reverse=True)


def test_rows_of_equal_confidence_are_covered_together() -> None:
    def one(id: str, confidence: float, *, right: bool) -> Prediction:
        said = "FAITHFUL" if right else "UNFAITHFUL"
        return Prediction(
            id=id, dataset="d", document=id, gold="FAITHFUL", said=said, strict=said, confidence=confidence
        )

    found = risk_coverage([one("a", 0.9, right=True), one("b", 0.9, right=False), one("c", 0.5, right=True)])
    assert found["points"] == [[0.6667, 0.5], [1.0, 0.3333]]
    assert found["coverage_at_risk"]["0.1"] == 0


def test_the_area_under_risk_and_coverage_weighs_each_step_by_the_rows_it_covers() -> None:
    def one(number: int) -> Prediction:
        said = "FAITHFUL" if number else "UNFAITHFUL"
        sure = 0.9 if number else 0.99
        return Prediction(
            id=str(number), dataset="d", document="", gold="FAITHFUL", said=said, strict=said, confidence=sure
        )

    assert risk_coverage([one(number) for number in range(100)])["area"] == pytest.approx(0.01 + 0.99 * 0.01, abs=1e-4)


def test_columns_are_found_by_their_usual_names_or_named(tmp_path: Path) -> None:
    odd = [{"behauptung": row["claim"], "article": row["source"], "gold": row["label"]} for row in rows(4)]
    path = written(tmp_path / "odd.jsonl", odd)
    with pytest.raises(DataError, match="has no column") as caught:
        list(LabelledData((path,)).rows())
    assert "behauptung" in caught.value.hint
    assert len(list(LabelledData((path,), columns=Columns(claim="behauptung")).rows())) == 4


def test_a_row_that_lacks_a_key_is_a_row_without_that_value(tmp_path: Path) -> None:
    whole = rows(4)
    content = [*whole, {"source": "It rained.", "label": "FAITHFUL"}, {"claim": "It rained.", "label": "FAITHFUL"}]
    content.append({"claim": "It rained.", "source": "It rained."})
    path = written(tmp_path / "mills.jsonl", content)
    for columns in (Columns(), Columns("claim", "source", "label")):
        data = LabelledData((path,), columns=columns)
        assert (data.asked, data.unlabelled, data.duplicates) == (6, 1, 0)
        assert [isinstance(row.case, Failure) for row in data.rows()] == [False] * 4 + [True] * 2


@pytest.mark.parametrize("what", ["claim", "source", "label", "kind"])
def test_a_column_that_no_row_has_is_an_error(mills: Path, what: str) -> None:
    with pytest.raises(DataError, match="no column 'nosuch'"):
        list(LabelledData((mills,), columns=Columns(**{what: "nosuch"})).rows())


def test_files_of_one_name_keep_their_rows_apart(tmp_path: Path) -> None:
    for folder in ("d1", "d2"):
        (tmp_path / folder).mkdir()
        written(tmp_path / folder / "mills.jsonl", rows(3))
    paths = (tmp_path / "d1" / "mills.jsonl", tmp_path / "d2" / "mills.jsonl")
    data = LabelledData(paths)
    assert [row.id for row in data.rows()] == [f"{folder}/mills:{n}" for folder in ("d1", "d2") for n in range(3)]
    assert [case.id for case in data.cases() if isinstance(case, Case)] == [row.id for row in data.rows()]
    before = data.fingerprint
    written(paths[0], rows(2))
    assert LabelledData(paths).fingerprint != before


def test_rows_without_label_are_counted_and_not_judged(tmp_path: Path) -> None:
    content = [*rows(4), {"claim": "It rained.", "source": "It rained."}, {**rows(1)[0], "label": ""}]
    data = LabelledData((written(tmp_path / "mills.jsonl", content),))
    assert (data.asked, data.unlabelled, len(list(data.rows()))) == (4, 2, 4)


def test_duplicates_are_counted_and_kept(tmp_path: Path) -> None:
    data = LabelledData((written(tmp_path / "mills.jsonl", [*rows(4), *rows(2)]),))
    assert (data.asked, data.duplicates) == (6, 2)
    assert len({row.id for row in data.rows()}) == 6


def test_ece_and_brier_have_intervals_and_stand_beside_the_majority() -> None:
    found = calibration(
        [
            Prediction(
                id=str(at), dataset="d", document=str(at), gold="FAITHFUL" if at % 4 else "UNFAITHFUL",
                said="FAITHFUL", strict="FAITHFUL", confidence=0.9,
            )
            for at in range(40)
        ]
    )  # fmt: skip
    assert found["ece"] == pytest.approx(0.15)
    assert found["majority"] == {"ece": 0.0, "brier": 0.1875}
    for name in ("ece", "brier"):
        low, high = found["intervals"][name]
        assert low <= found[name] <= high
    assert calibration([])["intervals"] == {"ece": [None, None], "brier": [None, None]}


def test_a_jury_is_measured_without_judging_its_edit_and_gives_the_same_verdict() -> None:
    case = Case(claim="The bridge opened in 1932.", documents=["The bridge opened in 1931."])
    whole, measured = check(case), check(case, protocol=Jury().for_measuring())
    assert whole.label == "Mutated"
    assert (measured.label, measured.confidence.value) == (whole.label, whole.confidence.value)
    assert measured.usage.calls < whole.usage.calls
    assert Entailment().for_measuring() == Entailment()


def cascaded(mills: Path, out: Path, engine: Any, fitted: Calibration) -> tuple[list[Prediction], dict[str, Any]]:
    one = evaluation(mills, engine="first>second", standard=Standard((fitted,), risk=0.05))
    found = judged(one, out, engine)
    return found, results(found, classes(one), asked=one.asked, draws=10, cascading=one.cascading)


def test_what_the_engines_took_that_handed_on_is_counted_too(mills: Path, tmp_path: Path) -> None:
    alone = judged(evaluation(mills), tmp_path / "alone")
    both, content = cascaded(mills, tmp_path / "both", Cascade([words_engine("first"), words_engine("second")]), UNSURE)
    assert [one.usage.calls for one in both] == [2 * one.usage.calls for one in alone]
    assert content["cascade"]["escalated"] == 12
    assert content["cascade"]["usage"]["calls"] == content["usage"]["calls"] == 2 * sum(o.usage.calls for o in alone)


def test_rows_that_were_handed_on_to_an_engine_that_fails_were_handed_on(mills: Path, tmp_path: Path) -> None:
    alone = judged(evaluation(mills), tmp_path / "alone")
    broken = Steps(EngineBusy("503"), name="second")
    found, content = cascaded(mills, tmp_path / "out", Cascade([words_engine("first"), broken]), UNSURE)
    assert content["rows"]["failed"] == 12
    assert content["cascade"]["share"] == 1.0
    assert {one.escalated for one in found} == {("first",)}
    assert all(one.usage.calls >= only.usage.calls for one, only in zip(found, alone, strict=True))


def test_a_cascade_that_handed_nothing_on_says_so(mills: Path, tmp_path: Path) -> None:
    _, content = cascaded(mills, tmp_path / "out", Cascade([words_engine("first"), words_engine("second")]), SURE)
    assert content["cascade"]["escalated"] == 0
    assert "0 handed on (0.0%)" in spent(content)
    alone = judged(evaluation(mills), tmp_path / "alone")
    assert results(alone, ["FAITHFUL", "UNFAITHFUL"], asked=12, draws=10)["cascade"] is None
