"""`adjudge run` and `adjudge runs` as a user types them."""

import json
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from adjudge.engines.offline.reading import CaseReading, Reader
from adjudge.questions.base import Source
from tests.cli.support import adjudge

ROWS = [
    ("The bridge opened in 1932.", "The bridge opened in 1931."),
    ("", "A truth without a claim."),
    ("The bridge opened in 1931.", "The bridge opened in 1931."),
]


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pairs.csv").write_text("claim,truth\n" + "".join(f'"{claim}","{truth}"\n' for claim, truth in ROWS))
    path = tmp_path / "config.yaml"
    path.write_text("data: {source: pairs.csv}\n")
    return path


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_run_without_a_key_is_offline_says_so_once_and_records_every_row(config: Path) -> None:
    ran = adjudge("run", str(config))
    assert ran.code == 0
    assert ran.err.count("No API key is set") == 1
    written = lines(Path("config.verdicts.jsonl"))
    assert [line["case_id"] for line in written] == ["pair-0", "pair-1", "pair-2"]
    assert [line.get("label") for line in written] == ["Mutated", None, "Faithful"]
    assert written[1]["error"] == "CaseError"
    assert "asked" in ran.out


def test_without_a_run_file_the_one_of_the_current_folder_is_taken(config: Path) -> None:
    named, unnamed = (adjudge("run", *name, "--json", "--engine", "offline") for name in ([str(config)], []))
    assert unnamed.out == named.out
    config.rename("adjudge.yaml")
    assert adjudge("run", "--json", "--engine", "offline").code == 0
    Path("adjudge.yaml").unlink()
    missing = adjudge("run", "--engine", "offline")
    assert (missing.code, "config.yaml or adjudge.yaml" in missing.err) == (2, True)


def test_a_rubric_in_other_words_is_calibrated_as_the_usual_one_is(config: Path) -> None:
    axes = ("numeric", "scope", "causal", "certainty")
    rubric = ", ".join(f"{{axis: {axis}_fidelity, question: Is it right}}" for axis in axes)
    context = "{axis: context_sufficiency, question: Is it enough}"
    config.write_text(f"data: {{source: pairs.csv}}\nforeperson: {{rubric: [{rubric}, {context}]}}\n")
    written = [json.loads(line) for line in adjudge("run", "--json", "--engine", "offline").out.splitlines()]
    assert all(line["confidence"]["calibrated_on"] for line in written if "label" in line)


def test_json_gives_lines_on_standard_output(config: Path) -> None:
    ran = adjudge("run", str(config), "--json", "--engine", "offline")
    assert len([json.loads(line) for line in ran.out.splitlines()]) == 3


def test_verdicts_go_to_where_a_link_leads_and_the_link_stays(config: Path) -> None:
    link, target = config.with_name("link.jsonl"), config.with_name("target.jsonl")
    link.symlink_to(target.name)
    for _ in ("a file that is not there yet", "one that is"):
        assert adjudge("run", str(config), "-q", "--out", str(link)).code == 0
        assert link.is_symlink()
        assert [line["case_id"] for line in lines(target)] == ["pair-0", "pair-1", "pair-2"]


def test_a_pipe_gets_every_verdict_once_and_stays_a_pipe(config: Path) -> None:
    pipe = config.with_name("pipe")
    os.mkfifo(pipe)
    for _ in ("a new run", "a run that is decided already"):
        # Reads and writes: so that opening waits for nobody, whatever the command does.
        held = os.open(pipe, os.O_RDWR)
        with ThreadPoolExecutor(1) as pool:
            read = pool.submit(pipe.read_text)
            ran = adjudge("run", str(config), "-q", "--out", str(pipe))
            os.close(held)
            written = [json.loads(line) for line in read.result(timeout=60).splitlines()]
        assert ran.code == 0
        assert sorted(line["case_id"] for line in written) == ["pair-0", "pair-1", "pair-2"]
        assert stat.S_ISFIFO(pipe.stat().st_mode)
        assert not config.with_name("pipe.part").exists()


@pytest.mark.skipif(not Path("/dev/fd/1").exists(), reason="needs /dev/fd")
def test_standard_output_by_its_path_gets_the_verdicts_before_the_table(config: Path) -> None:
    # By a link of its own: were it replaced, nothing but the link would be lost.
    Path("stdout").symlink_to("/dev/fd/1")
    command = [sys.executable, "-m", "adjudge", "run", str(config), "--out", "stdout"]
    with Path("all.txt").open("wb") as file:
        assert subprocess.run(command, stdout=file, check=False).returncode == 0
    verdicts, table = Path("all.txt").read_text().split("Run ", 1)
    assert {json.loads(line)["case_id"] for line in verdicts.splitlines()} == {"pair-0", "pair-1", "pair-2"}
    assert "asked" in table
    assert Path("stdout").is_symlink()


def test_what_cannot_be_written_is_named_and_left_alone(config: Path) -> None:
    config.with_name("folder").mkdir()
    config.with_name("circle").symlink_to("circle")
    for name in ("folder", "circle"):
        ran = adjudge("run", str(config), "-q", "--out", name)
        assert ran.code == 2
        assert f"'{name}' cannot be written" in ran.err
        assert not config.with_name(f"{name}.part").exists()
    assert config.with_name("circle").is_symlink()


def test_a_stored_run_is_listed_shown_replayed_and_verified(config: Path) -> None:
    adjudge("run", str(config), "-q")
    [run] = json.loads(adjudge("runs", "list", "--json").out)
    assert run["status"] == "finished"
    assert run["counts"]["asked"] == 3
    assert run["counts"]["failed"] == 1
    shown = adjudge("runs", "show", "last")
    assert "pair-0" in shown.out
    assert "Mutated" in shown.out
    for how in (["--case", "pair-0"], ["pair-0"], ["0"]):
        assert "jury: Mutated" in adjudge("runs", "show", run["id"], *how).out
    assert "3 of 3 outcomes replayed byte for byte" in adjudge("runs", "replay", "last").out
    assert adjudge("runs", "verify", "last").code == 0


def test_the_outcome_of_a_replay_is_one_line_at_any_width(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    adjudge("run", str(config), "-q")
    monkeypatch.setenv("COLUMNS", "30")
    [line] = adjudge("runs", "replay", "last").out.splitlines()
    assert line.endswith("3 of 3 outcomes replayed byte for byte.")


@pytest.mark.parametrize("width", [40, 60, 75, 100])
def test_lists_of_runs_and_cases_lose_nothing_on_a_narrow_terminal(
    width: int, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    adjudge("run", str(config), "-q")
    [run] = json.loads(adjudge("runs", "list", "--json").out)
    monkeypatch.setenv("COLUMNS", str(width))
    for command, words in (
        ("list", [run["id"], "finished", "jury", "1 supported,", "failed"]),
        ("show", ["pair-2", "Faithful", "confidence", "bridge", "Mutated", "Failed", "empty."]),
    ):
        shown = adjudge("runs", command, *(["last"] if command == "show" else [])).out
        assert "…" not in shown
        assert max(map(len, shown.splitlines())) <= width
        for word in words:
            assert word in shown, (command, word)


def test_two_runs_are_compared_by_verdict_and_by_what_changed(config: Path) -> None:
    adjudge("run", str(config), "-q")
    Path("pairs.csv").write_text(
        Path("pairs.csv").read_text().replace('1932.","The bridge opened in 1931', '1932.","The bridge opened in 1932')
    )
    adjudge("run", str(config), "-q")
    first, second = (run["id"] for run in reversed(json.loads(adjudge("runs", "list", "--json").out)))
    ran = adjudge("runs", "diff", first, second)
    assert ran.code == 1
    assert "Mutated" in ran.out
    assert "evidence" in ran.out
    assert adjudge("runs", "diff", first, first).code == 0


def test_a_deleted_run_is_gone(config: Path) -> None:
    adjudge("run", str(config), "-q")
    assert adjudge("runs", "delete", "last", "--yes").code == 0
    assert adjudge("runs", "show", "last").code == 2


def test_an_unknown_run_is_wrong_input() -> None:
    ran = adjudge("runs", "show", "nosuchrun")
    assert ran.code == 2
    assert "adjudge runs list" in " ".join(ran.err.split())


def test_a_dry_run_names_calls_and_asks_nothing(config: Path) -> None:
    ran = adjudge("run", str(config), "--dry-run")
    assert ran.code == 0
    assert "30" in ran.out
    assert not Path("config.verdicts.jsonl").exists()


def test_watching_shows_each_case(config: Path) -> None:
    ran = adjudge("run", str(config), "--watch")
    assert ran.out.count("round 0") == 2
    assert ran.out.count("jury: Mutated") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("data: {source: none.csv}", "does not exist"),
        ("data: {source: pairs.csv, claim_col: klaim}", "Its columns are: claim, truth"),
        ("data: {source: pairs.csv, pair_ids: [99]}", "out of range"),
        ("data: {source: pairs.csv}\nmodels: {agents: 'nosuch:x'}", "Unknown engine"),
        ("dat: {source: pairs.csv}", "did you mean 'data'"),
    ],
)
def test_a_wrong_run_file_is_wrong_usage_and_leaves_nothing_behind(config: Path, text: str, said: str) -> None:
    config.write_text(text)
    ran = adjudge("run", str(config))
    assert ran.code == 2, ran
    assert said in " ".join(ran.err.split())
    assert json.loads(adjudge("runs", "list", "--json").out) == []


def test_a_key_for_another_provider_does_not_silently_fall_back(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "x")
    ran = adjudge("run", str(config))
    assert ran.code == 4
    assert "OPENAI_API_KEY" in ran.err


def test_doctor_shows_the_evidence_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "none (`adjudge index add` adds to it)" in adjudge("doctor").out
    Path("note.txt").write_text("The bridge opened in 1931.")
    assert adjudge("index", "add", "docs", "note.txt", "--name", "notes").code == 0
    shown = json.loads(adjudge("doctor", "--json").out)["evidence index"]
    assert shown["folder"].endswith("index")
    assert shown["notes"].startswith("1 record, 0.")
    assert shown["notes"].endswith(" MB")


def test_doctor_names_engines_and_never_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    ran = adjudge("doctor")
    assert ran.code == 0
    assert "OPENAI_API_KEY is set" in " ".join(ran.out.split())
    assert "sk-very-secret" not in ran.out + adjudge("doctor", "--json").out


def test_a_run_is_not_deleted_unasked(config: Path) -> None:
    adjudge("run", str(config), "-q")
    refused = adjudge("runs", "delete", "last")
    assert refused.code == 2
    assert "-y" in refused.err
    assert adjudge("runs", "show", "last").code == 0
    assert adjudge("runs", "delete", "nothing-like-it").code == 2
    assert adjudge("runs", "delete", "last", "-y").code == 0


def test_a_run_of_which_every_row_fails_is_an_error(config: Path) -> None:
    Path("pairs.csv").write_text("claim,truth\n,A truth.\n,Another truth.\n")
    ran = adjudge("run", str(config), "-e", "offline")
    assert ran.code == 4
    assert "All rows failed (2)" in ran.err


def test_bad_json_is_told_with_its_line(config: Path) -> None:
    Path("pairs.jsonl").write_text('\n\n{"claim": "a", "truth": "b"}\n\nnonsense\n')
    config.write_text("data: {source: pairs.jsonl}\n")
    assert "Line 5 of" in adjudge("run", str(config), "-e", "offline").err


@pytest.mark.parametrize("command", ["eval", "summary"])
def test_two_columns_of_one_name_are_refused(command: str, config: Path) -> None:
    config.with_name("twice.csv").write_text("claim,source,source,label\na,b,c,supported\n")
    ran = adjudge(command, "twice.csv")
    assert ran.code == 2
    assert "more than one column called 'source'" in ran.err


def test_a_fault_in_one_row_is_its_failure_and_can_be_shown(
    config: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    read = Reader.read

    async def broken(self: Reader, claim: str, sources: tuple[Source, ...]) -> CaseReading:
        if "1932" in claim:
            raise ZeroDivisionError("nobody foresaw this")
        return await read(self, claim, sources)

    monkeypatch.setattr(Reader, "read", broken)
    with caplog.at_level("DEBUG", logger="adjudge"):
        ran = adjudge("run", str(config))
    first, _, last = lines(Path("config.verdicts.jsonl"))
    assert (ran.code, first["error"], last["label"]) == (0, "Fault", "Faithful")
    assert "ADJUDGE_DEBUG=1" in str(first["hint"])
    assert "nobody foresaw this" in caplog.text
    assert "Traceback" in caplog.text
    assert "Traceback" not in ran.err
