"""`adjudge eval`, `calibrate` and `stability` on the command line, with the input that people really have."""

import gzip
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from adjudge.protocols.calibration import Calibration, Kind, write
from tests.cli.support import Ran, adjudge
from tests.evals.data import rows, written
from tests.evals.texts import ENGLISH
from tests.support.fake_llm import FakeLLM, Fate


def evaluated(path: Path, out: Path, *more: str) -> Ran:
    return adjudge("eval", str(path), "--protocol", "entailment", "--out", str(out), *more)


def results(out: Path) -> dict[str, Any]:
    [path] = out.glob("results_*.json")
    content: dict[str, Any] = json.loads(path.read_text())
    return content


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One finished evaluation, for the tests that only read it."""
    folder = tmp_path_factory.mktemp("eval")
    ran = evaluated(written(folder / "mills.jsonl", rows(8)), folder / "out")
    assert ran.code == 0, ran.err
    return folder / "out"


def test_it_writes_figures_predictions_errors_and_a_report(done: Path) -> None:
    names = {path.name for path in done.iterdir()}
    assert {"results_mills.json", "predictions.jsonl", "error_cases.jsonl", "report.html", "run.json"} <= names
    found = results(done)
    assert found["rows"]["asked"] == 8
    assert found["metrics"]["balanced_accuracy"]["majority"] == 0.5
    assert len((done / "predictions.jsonl").read_text().splitlines()) == 8


def test_the_word_run_may_be_left_out_and_options_may_come_first(done: Path, tmp_path: Path) -> None:
    data = written(tmp_path / "mills.jsonl", rows(2))
    for words in (["eval", "run"], ["eval"], ["eval", "--protocol", "entailment"]):
        ran = adjudge(*words, str(data), "--protocol", "entailment", "--out", str(tmp_path / "-".join(words)), "--json")
        assert ran.code == 0, ran.err
        assert json.loads(ran.out)["rows"]["asked"] == 2
    assert "compare" in adjudge("eval", "--help").out


def test_a_second_time_nothing_is_judged_and_the_bytes_stay(done: Path) -> None:
    before = {path.name: path.read_bytes() for path in done.iterdir()}
    ran = evaluated(done.parent / "mills.jsonl", done)
    assert "8 of 8 rows already judged" in ran.err
    after = {path.name: path.read_bytes() for path in done.iterdir()}
    assert {name for name in before if before[name] != after[name]} <= {"timing.json"}


def test_a_folder_that_holds_another_run_is_refused(done: Path, tmp_path: Path) -> None:
    ran = evaluated(written(tmp_path / "others.jsonl", rows(4)), done)
    assert ran.code == 2
    assert "holds an evaluation with another" in ran.err
    assert "--fresh" in ran.err


def test_labels_in_other_words_are_listed_and_can_be_mapped(tmp_path: Path) -> None:
    data = written(tmp_path / "mills.jsonl", rows(4, labels=("gut", "schlecht")))
    ran = evaluated(data, tmp_path / "out")
    assert ran.code == 2
    assert "'gut', 'schlecht'" in ran.err
    ran = evaluated(data, tmp_path / "out", "--map", "gut=FAITHFUL", "--map", "schlecht=UNFAITHFUL", "--quiet")
    assert ran.code == 0, ran.err
    assert results(tmp_path / "out")["gold"] == {"FAITHFUL": 2, "UNFAITHFUL": 2}


def test_one_class_only_is_undefined_where_two_are_needed_never_nan_or_zero(tmp_path: Path) -> None:
    data = written(tmp_path / "mills.jsonl", [row for row in rows(6) if row["label"] == "FAITHFUL"])
    ran = evaluated(data, tmp_path / "out")
    assert "undefined" in ran.out
    found = results(tmp_path / "out")["metrics"]
    assert found["balanced_accuracy"]["value"] is None
    assert found["auroc"]["value"] is None
    assert found["accuracy"]["value"] is not None
    assert "NaN" not in (tmp_path / "out" / "results_mills.json").read_text()


def test_three_rows_are_enough(tmp_path: Path) -> None:
    assert evaluated(written(tmp_path / "mills.jsonl", rows(3)), tmp_path / "out").code == 0


def test_rows_without_label_and_duplicates_are_told(tmp_path: Path) -> None:
    content = [*rows(3), rows(3)[0], {"claim": "It rained.", "source": "It rained."}]
    ran = evaluated(written(tmp_path / "mills.jsonl", content), tmp_path / "out")
    told = " ".join(ran.out.split())
    assert "1 without a label" in told
    assert "1 duplicate in the data" in told
    assert results(tmp_path / "out")["rows"]["duplicates"] == 1


def test_no_label_at_all_no_rows_and_no_file_are_errors(tmp_path: Path) -> None:
    bare = written(tmp_path / "bare.jsonl", [{"claim": "It rained.", "source": "It rained."}])
    empty = written(tmp_path / "empty.jsonl", [])
    for path, words in ((bare, "No row has a label"), (empty, "no rows"), (tmp_path / "none.jsonl", "does not exist")):
        ran = evaluated(path, tmp_path / "out")
        assert (ran.code, words in ran.err) == (2, True), ran.err


def test_csv_and_gzipped_files_are_read_together(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text("claim,source,label\n" + "".join(f"{r['claim']},{r['source']},{r['label']}\n" for r in rows(2)))
    zipped = tmp_path / "zipped.jsonl.gz"
    zipped.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in rows(2)).encode()))
    ran = adjudge("eval", str(table), str(zipped), "-p", "entailment", "--out", str(tmp_path / "out"), "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["rows"]["asked"] == 4


def test_files_of_one_name_and_many_long_names_are_evaluated(tmp_path: Path) -> None:
    data = []
    for number in range(12):
        (tmp_path / str(number)).mkdir()
        data.append(str(written(tmp_path / str(number) / f"{'long-' * 6}{number // 2}.jsonl", rows(2))))
    ran = adjudge("eval", *data, "-p", "entailment", "--out", str(tmp_path / "out"), "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["rows"]["asked"] == 24
    assert results(tmp_path / "out")["rows"]["asked"] == 24
    heard = json.loads(adjudge("stability", *data[:2], "-k", "1", "-p", "entailment", "--json").out)
    assert len(heard["by_case"]) == 4


def test_texts_of_one_name_give_claims_of_their_own_and_one_text_is_taken_once(tmp_path: Path) -> None:
    for name, text in (("d1", ENGLISH), ("d2", ENGLISH.replace("1931", "1933")), ("d3", ENGLISH)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text(text)
    texts = [str(tmp_path / name / "a.txt") for name in ("d1", "d2", "d3")]
    ran = adjudge("eval", "--mutations", *texts, "-p", "entailment", "--out", str(tmp_path / "out"), "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["documents"] == 2


def test_mutations_of_a_text_give_the_catch_rate_of_each_kind(tmp_path: Path) -> None:
    text = tmp_path / "article.txt"
    text.write_text(ENGLISH)
    out = tmp_path / "out"
    ran = adjudge("eval", "--mutations", str(text), "--per-kind", "1", "-p", "entailment", "--out", str(out))
    assert ran.code == 0, ran.err
    found = results(out)["mutations"]
    assert found["mutated"] == 16
    assert found["faithful"] == 6
    assert found["catch_rate"] > 0.5
    assert "mutations caught" in " ".join(ran.out.split())
    assert "Mutations" in (out / "report.html").read_text()


def test_two_evaluations_are_compared(done: Path, tmp_path: Path) -> None:
    other = adjudge("eval", str(done.parent / "mills.jsonl"), "--protocol", "trial", "--out", str(tmp_path / "b"), "-q")
    assert other.code == 0, other.err
    ran = adjudge("eval", "compare", str(done), str(tmp_path / "b"), "--json")
    assert json.loads(ran.out)["rows"] == {"shared": 8, "only_a": 0, "only_b": 0, "other_texts": 0}
    assert "McNemar" in adjudge("eval", "compare", str(done), str(tmp_path / "b")).out
    assert adjudge("eval", "compare", str(done), str(tmp_path)).code == 2


def test_rows_that_cannot_be_compared_are_told(done: Path, tmp_path: Path) -> None:
    content = rows(8)
    content[0]["claim"] += " It stands."
    content[1]["source"] += " It rained."
    other = evaluated(written(tmp_path / "mills.jsonl", content[:6]), tmp_path / "b", "-q")
    assert other.code == 0, other.err
    ran = adjudge("eval", "compare", str(done), str(tmp_path / "b"))
    assert "4 rows in both" in " ".join(ran.out.split())
    assert "2 rows only in a, 0 rows only in b" in " ".join(ran.err.split())
    assert "2 rows with the same id but a different claim or source" in " ".join(ran.err.split())


def test_risk_needs_a_calibration_and_says_how_to_get_one(tmp_path: Path) -> None:
    data = written(tmp_path / "mills.jsonl", rows(2))
    ran = adjudge("eval", str(data), "--protocol", "jury", "--engine", "http://127.0.0.1:9/v1#none", "--risk", "0.05")
    assert ran.code == 2
    assert "adjudge calibrate" in ran.err


def test_a_cascade_needs_a_risk() -> None:
    ran = adjudge("check", "It rained.", "--source-text", "It rained.", "-e", "offline>http://127.0.0.1:9/v1#none")
    assert ran.code == 2
    assert "--risk" in ran.err


def test_calibrated_verdicts_say_on_what_and_then_risk_means_something(tmp_path: Path) -> None:
    # Some labels are wrong on purpose: where every verdict is right there is nothing to fit.
    content = [{**row, "label": "FAITHFUL"} if number % 8 == 0 else row for number, row in enumerate(rows(40))]
    data = written(tmp_path / "mills.jsonl", content)
    ran = adjudge("calibrate", str(data), "--protocol", "entailment", "--name", "own mills")
    assert ran.code == 0, ran.err
    assert "calibrated on own mills, n=40" in ran.out
    claim = ["The mill of Lund opened in 1902.", "--source-text", "The mill of Lund opened in 1902. It stands."]
    checked = json.loads(adjudge("check", *claim, "-p", "entailment", "--json").out)
    assert checked["confidence"]["calibrated_on"].startswith("own mills, n=40, ECE ")
    withheld = adjudge("check", *claim, "-p", "entailment", "--risk", "0.001", "--json")
    assert withheld.code == 3
    assert json.loads(withheld.out)["abstained"]["label"] == checked["label"]
    shown = adjudge("check", *claim, "-p", "entailment", "--risk", "0.001").out
    assert "Withheld" in shown
    assert "NOT ENOUGH INFO" in shown
    quiet = adjudge("check", *claim, "-p", "entailment", "--risk", "0.001", "-q").out
    assert quiet.startswith(f"Undecided (withheld: {checked['label']}, 40 labels allow no promise of 0.1%")
    assert adjudge("runs", "replay", "last").code == 0
    assert adjudge("runs", "verify", "last").code == 0
    uncalibrated = json.loads(adjudge("check", *claim, "-p", "trial", "--json").out)
    assert not (uncalibrated["confidence"]["calibrated_on"] or "").startswith("own mills")


def test_a_calibration_speaks_of_no_other_language_and_of_no_stance_that_it_has_not_seen(tmp_path: Path) -> None:
    faithful = [row for row in rows(80) if row["label"] == "FAITHFUL"]
    content = [{**row, "label": "UNFAITHFUL"} if number % 8 == 0 else row for number, row in enumerate(faithful)]
    ran = adjudge("calibrate", str(written(tmp_path / "mills.jsonl", content)), "--protocol", "entailment")
    assert "CONTRADICTED or NOT_SUPPORTED: such verdicts stay uncalibrated" in " ".join(ran.err.split())
    [kept] = json.loads((Path(os.environ["ADJUDGE_HOME"]) / "calibrations.json").read_text())
    assert kept["languages"] == ["English"]
    german = ("Die Brücke wurde im Mai nicht eröffnet.",) * 2
    wrong = ("The mill of Lund opened in 1950.", "The mill of Lund opened in 1902. It stands by the river.")
    for claim, source in (german, wrong):
        ran = adjudge("check", claim, "--source-text", source, "-p", "entailment", "--risk", "0.9", "--json")
        verdict = json.loads(ran.out)
        assert verdict["confidence"]["calibrated_on"] is None
        assert verdict["abstained"]["expected_error"] is None


def test_a_cascade_hands_on_what_is_uncertain_and_the_report_says_how_much(tmp_path: Path) -> None:
    points = dict.fromkeys(Kind, ((0.0, 0.5), (1.0, 0.5))) | {Kind.SUPPORTED: ((0.0, 0.99), (1.0, 0.99))}
    fitted = Calibration(protocol="entailment", engine="offline", name="mills", cases=50, ece=0.02, points=points)
    write(Path(os.environ["ADJUDGE_HOME"]) / "calibrations.json", [fitted])
    data = written(tmp_path / "mills.jsonl", rows(6))
    with FakeLLM() as server:
        dear = f"{server.url}#fake"
        more = ("--engine", f"offline>{dear}", "--risk", "0.05")
        ran = evaluated(data, tmp_path / "out", *more)
        assert ran.code == 0, ran.err
        checked = adjudge("check", "It rained.", "--source-text", "The sun shone.", "-p", "entailment", "--json", *more)
        calls = server.calls
    found = results(tmp_path / "out")
    assert found["cascade"]["escalated"] == 3
    assert "3 handed on (50.0%)" in " ".join(ran.out.split())
    verdict = json.loads(checked.out)
    assert verdict["provenance"]["cascade"][0]["engine"] == "offline"
    assert set(verdict["provenance"]["engines"].values()) == {dear}
    assert calls > 0
    [kept, *_] = json.loads(adjudge("runs", "list", "--json").out)
    handed_on = sum(stage["usage"]["calls"] for stage in verdict["provenance"]["cascade"])
    assert kept["usage"]["calls"] == verdict["usage"]["calls"] + handed_on > verdict["usage"]["calls"]
    assert adjudge("runs", "replay", "last").code == 0


def test_a_run_withholds_labels_too_and_replays_to_the_same_bytes(tmp_path: Path) -> None:
    points = dict.fromkeys(Kind, ((0.0, 0.5), (1.0, 0.5)))
    fitted = Calibration(protocol="jury", engine="offline", name="mills", cases=50, ece=0.02, points=points)
    write(Path(os.environ["ADJUDGE_HOME"]) / "calibrations.json", [fitted])
    pairs = [{"claim": row["claim"], "truth": row["source"]} for row in rows(3)]
    written(tmp_path / "pairs.jsonl", pairs)
    config = tmp_path / "run.yaml"
    config.write_text("data: {source: pairs.jsonl}\n")
    out = tmp_path / "verdicts.jsonl"
    ran = adjudge("run", str(config), "-e", "offline", "--risk", "0.05", "--out", str(out))
    assert ran.code == 0, ran.err
    assert {json.loads(line)["label"] for line in out.read_text().splitlines()} == {"Ambiguous"}
    assert adjudge("runs", "replay", "last").code == 0
    assert adjudge("runs", "verify", "last").code == 0
    assert adjudge("runs", "show", "last").out.count("Undecided") >= 3


def test_a_risk_is_refused_where_nothing_was_fitted_for_these_settings(tmp_path: Path) -> None:
    written(tmp_path / "pairs.jsonl", [{"claim": row["claim"], "truth": row["source"]} for row in rows(3)])
    config = tmp_path / "run.yaml"
    config.write_text("data: {source: pairs.jsonl}\ndebate: {max_rounds: 1}\n")
    assert adjudge("run", str(config), "-e", "offline", "--out", str(tmp_path / "out.jsonl")).code == 0
    ran = adjudge("run", str(config), "-e", "offline", "--risk", "0.05", "--out", str(tmp_path / "risky.jsonl"))
    assert ran.code == 2
    assert "default settings" in ran.err
    assert not (tmp_path / "risky.jsonl").exists()


def test_killed_for_good_the_same_command_ends_with_the_same_bytes(tmp_path: Path) -> None:
    """SIGKILL: nothing can be tidied up."""
    folders = [tmp_path / "whole", tmp_path / "killed"]
    for folder in folders:
        folder.mkdir()
        written(folder / "mills.jsonl", rows(40))
    command = [sys.executable, "-m", "adjudge", "eval", "mills.jsonl", "-p", "entailment", "--out", "out", "-q"]
    subprocess.run(command, cwd=folders[0], check=True, capture_output=True)
    process = subprocess.Popen(command, cwd=folders[1], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    predictions = folders[1] / "out" / "predictions.jsonl"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        if predictions.exists() and predictions.read_bytes().count(b"\n") >= 2:
            break
        time.sleep(0.005)
    process.kill()
    process.wait()
    subprocess.run(command, cwd=folders[1], check=True, capture_output=True)
    for name in ("predictions.jsonl", "results_mills.json", "error_cases.jsonl", "run.json", "report.html"):
        assert (folders[1] / "out" / name).read_bytes() == (folders[0] / "out" / name).read_bytes(), name


def test_killed_on_a_model_nothing_is_paid_for_twice_and_the_bytes_are_the_same(tmp_path: Path) -> None:
    """Two homes: the one evaluation must not find the answers of the other."""
    written(tmp_path / "mills.jsonl", rows(10))
    with FakeLLM(latency_s=0.02) as server:

        def command(name: str) -> tuple[list[str], dict[str, str]]:
            words = [sys.executable, "-m", "adjudge", "eval", "mills.jsonl", "-p", "entailment", "--out", name, "-q"]
            words += ["--engine", f"{server.url}#fake", "--concurrency", "2"]
            return words, {**os.environ, "ADJUDGE_HOME": str(tmp_path / f"{name}-home")}

        whole, home = command("whole")
        subprocess.run(whole, cwd=tmp_path, env=home, check=True, capture_output=True)
        needed = server.calls
        killed, home = command("killed")
        process = subprocess.Popen(killed, cwd=tmp_path, env=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        predictions = tmp_path / "killed" / "predictions.jsonl"
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            if predictions.exists() and predictions.read_bytes().count(b"\n") >= 2:
                break
            time.sleep(0.005)
        process.kill()
        process.wait()
        assert predictions.read_bytes().count(b"\n") < 10
        subprocess.run(killed, cwd=tmp_path, env=home, check=True, capture_output=True)
        in_flight = sum(one.fate is not Fate.READ for one in server.exchanges)
        assert server.calls - needed <= needed + in_flight
    for name in ("predictions.jsonl", "error_cases.jsonl"):
        assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes(), name


def test_too_few_rows_are_no_calibration(tmp_path: Path) -> None:
    ran = adjudge("calibrate", str(written(tmp_path / "mills.jsonl", rows(4))), "--protocol", "entailment")
    assert ran.code == 2
    assert "too few" in ran.err


def test_flip_rates_are_told_for_each_change(tmp_path: Path) -> None:
    data = written(tmp_path / "mills.jsonl", rows(2))
    ran = adjudge("stability", str(data), "--times", "1", "--protocol", "entailment", "--json")
    found = json.loads(ran.out)
    assert found["by_change"]["asked again"] == {"heard": 2, "flips": 0, "failed": 0, "flip_rate": 0.0}
    assert "flip rate" in adjudge("stability", str(data), "-k", "1", "-p", "entailment").out


def test_the_debate_of_a_stored_run_is_measured_by_its_own_labels_or_a_file(tmp_path: Path) -> None:
    content = [{"claim": row["claim"], "truth": row["source"], "label": row["label"]} for row in rows(4)]
    data = written(tmp_path / "pairs.jsonl", content)
    config = tmp_path / "run.yaml"
    config.write_text("data: {source: pairs.jsonl}\n")
    assert adjudge("run", str(config), "-e", "offline", "-q", "--out", str(tmp_path / "v.jsonl")).code == 0
    own = json.loads(adjudge("eval", "debate", "last", "--json").out)
    given = json.loads(adjudge("eval", "debate", "last", "--labels", str(data), "--json").out)
    assert own == given
    assert own["cases"] == 4
    assert "plain vote" in adjudge("eval", "debate", "last").out


def test_the_debate_of_a_run_without_labels_tells_what_changed(tmp_path: Path) -> None:
    written(tmp_path / "pairs.jsonl", [{"claim": row["claim"], "truth": row["source"]} for row in rows(2)])
    config = tmp_path / "run.yaml"
    config.write_text("data: {source: pairs.jsonl}\n")
    assert adjudge("run", str(config), "-e", "offline", "-q", "--out", str(tmp_path / "v.jsonl")).code == 0
    found = json.loads(adjudge("eval", "debate", "last", "--json").out)
    assert sum(found["moves"]["first vote to verdict"]["changed"].values()) == len(found["changed"])
    shown = adjudge("eval", "debate", "last")
    assert "the same" in shown.out
    assert "--labels" in shown.err


def test_the_debates_of_an_evaluation_are_measured_from_its_folder(done: Path, tmp_path: Path) -> None:
    data, out = written(tmp_path / "mills.jsonl", rows(4)), tmp_path / "out"
    assert adjudge("eval", str(data), "--out", str(out), "-q").code == 0
    found = json.loads(adjudge("eval", "debate", str(out), "--json").out)
    assert (found["cases"], found["failed"]) == (4, 0)
    assert found["ways"]["the whole jury"]["accuracy"] == results(out)["metrics"]["accuracy"]["value"]
    assert "repaired" in adjudge("eval", "debate", str(out)).out
    for arguments, words in (
        ((str(done),), "contains no debates"),
        ((str(tmp_path),), "no finished evaluation"),
        ((str(out), "--labels", str(data)), "already contains its labels"),
    ):
        ran = adjudge("eval", "debate", *arguments)
        assert (ran.code, words in ran.err) == (2, True), ran.err


def test_the_debates_of_an_evaluation_are_measured_as_the_evaluation_was(tmp_path: Path) -> None:
    content = [
        {"claim": "All the boats came back.", "source": "Most of the boats came back.", "label": "Mutated"},
        {"claim": "The pier opened in 1931.", "source": "The pier opened in 1931, in May.", "label": "Faithful"},
        {"claim": "The cook is ill.", "source": "The council met on Monday in Graz.", "label": "Ambiguous"},
    ]
    data, out = written(tmp_path / "boats.jsonl", content), tmp_path / "out"
    assert adjudge("eval", str(data), "--out", str(out), "-q").code == 0
    found = json.loads(adjudge("eval", "debate", str(out), "--json").out)
    assert found["ways"]["the whole jury"]["accuracy"] == results(out)["metrics"]["accuracy"]["value"]


def test_a_folder_of_other_results_is_refused_and_fresh_leaves_nothing_of_them(done: Path, tmp_path: Path) -> None:
    out, data = tmp_path / "out", written(tmp_path / "others.jsonl", rows(2))
    summaries = written(tmp_path / "mills.jsonl", [{**row, "summary": row["claim"]} for row in rows(2)])
    assert adjudge("eval", "factuality", str(summaries), "--out", str(out)).code == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    ran = evaluated(data, out)
    assert (ran.code, "results of another evaluation" in ran.err) == (2, True), ran.err
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before
    assert evaluated(data, out, "--fresh", "-q").code == 0
    assert [path.name for path in out.glob("results_*.json")] == ["results_others.json"]
    ran = adjudge("eval", "factuality", str(summaries), "--out", str(done))
    assert (ran.code, "Choose another folder" in ran.err) == (2, True), ran.err
    (out / "run.json").write_text("{")
    assert "cannot be read" in evaluated(data, out).err


def test_rows_that_failed_are_asked_again_and_all_failed_is_engine_trouble(tmp_path: Path) -> None:
    data, out = written(tmp_path / "mills.jsonl", rows(2)), tmp_path / "out"
    with FakeLLM() as server:
        engine = ("--engine", f"{server.url}#fake")
        port = server.url
    down = evaluated(data, out, *engine)
    assert down.code == 4
    assert "All rows failed (2)" in down.err
    assert results(out)["rows"]["failed"] == 2
    as_json = evaluated(data, out, *engine, "--json")
    assert (as_json.code, json.loads(as_json.out)["rows"]["failed"]) == (4, 2)
    with FakeLLM(port=int(port.split(":")[2].split("/")[0])) as server:
        up = evaluated(data, out, *engine)
    assert up.code == 0, up.err
    assert "2 that failed will be retried" in up.err
    assert results(out)["rows"]["failed"] == 0


def test_another_version_of_the_engine_is_another_evaluation(
    done: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudge.cli.eval.evaluation.version_of", lambda _engine: "other weights")
    ran = evaluated(done.parent / "mills.jsonl", done)
    assert (ran.code, "another engine version" in ran.err) == (2, True), ran.err


def test_every_answer_is_told_where_that_is_asked_for(tmp_path: Path) -> None:
    ran = evaluated(written(tmp_path / "mills.jsonl", rows(1)), tmp_path / "out", "--verbose")
    assert "call 1 · mills:0 · extract and rate" in ran.err
    assert "Too few documents" in ran.err


def test_a_cascade_can_be_heard_again_under_a_risk(tmp_path: Path) -> None:
    data = written(tmp_path / "mills.jsonl", rows(1))
    cascade = ("--engine", "offline>http://127.0.0.1:9/v1#none", "-k", "1", "-p", "entailment")
    assert "--risk" in adjudge("stability", str(data), *cascade).err
    ran = adjudge("stability", str(data), *cascade, "--risk", "0.9", "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["overall"]["flips"] == 0


def test_options_that_would_change_nothing_are_refused(tmp_path: Path) -> None:
    data, text = written(tmp_path / "mills.jsonl", rows(2)), tmp_path / "a.txt"
    text.write_text(ENGLISH)
    for words, option in (
        (("--mutations", str(text), "--limit", "3"), "--limit has no effect with --mutations"),
        (("--mutations", str(text), "--kind-col", "k"), "--kind-col has no effect with --mutations"),
        ((str(data), "--per-kind", "3"), "--per-kind has no effect without --mutations"),
        ((str(data), "--kind-col", "nosuch"), "no column 'nosuch'"),
    ):
        ran = adjudge("eval", *words, "-p", "entailment", "--out", str(tmp_path / "out"))
        assert (ran.code, option in " ".join(ran.err.split())) == (2, True), ran.err


def test_an_engine_that_cannot_be_reached_is_not_stable(tmp_path: Path) -> None:
    data = written(tmp_path / "mills.jsonl", rows(1))
    dead = ("--engine", "http://127.0.0.1:9/v1#none", "-k", "1", "-p", "entailment")
    ran = adjudge("stability", str(data), *dead)
    assert ran.code == 4
    assert "hearings failed" in ran.err
    assert "undefined" in ran.out


def test_duplicates_with_another_label_are_kept_and_counted(tmp_path: Path) -> None:
    first = rows(1)[0]
    content = [first, {**first, "label": "FAITHFUL"}, first]
    ran = evaluated(written(tmp_path / "mills.jsonl", content), tmp_path / "out", "--json")
    found = json.loads(ran.out)
    assert (found["rows"]["asked"], found["rows"]["duplicates"], found["documents"]) == (3, 2, 1)
    # One document only: no interval is better than one of width zero.
    assert found["metrics"]["accuracy"]["low"] is None
