"""`adjudge prompts`: what is listed, shown, compared, tested and replayed; and what bad input is told."""

import json
from pathlib import Path

import pytest

from adjudge.prompts.loader import load, prompt_versions
from tests.cli.support import adjudge

ROOT = Path(__file__).parents[3]
CORPUS = ROOT / "examples" / "replies"
CASE = ("All patients recovered.", "--source-text", "Most patients recovered.")
SMALL = """
protocol: entailment
conduct: strong
cases:
- id: one
  claim: "The shop opens at nine."
  documents: "The shop opens at nine."
  replies:
    extractor: {extract_statements: {statements: [[1, "The shop opens at nine."]]}}
    reliability: {rate_reliability: {source_type: "not given", reliability: LOW, confidence: 5}}
    entailment_judge: {judge_entailment: {reasoning: ["Statement 1 says it."], verdict: SUPPORTED, confidence: 95}}
    adversarial_auditor:
      audit_entailment: {auditor_reasoning: [], final_verdict: UNCHANGED, confidence_adjustment: 0}
  expect: {label: SUPPORTED}
"""


@pytest.fixture(autouse=True)
def _in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def written(folder: Path, text: str, name: str = "small.yaml") -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


def test_the_list_has_every_version_of_every_prompt() -> None:
    listed = json.loads(adjudge("prompts", "list", "--json").out)
    assert {(one["prompt"], one["version"]) for one in listed} == {
        (name, version) for name, versions in prompt_versions().items() for version in versions
    }
    assert {one["fingerprint"] for one in listed if one["prompt"] == "cast_vote"} == {load("cast_vote").fingerprint}
    shown = adjudge("prompts", "list").out
    assert "1 (old)" in shown
    assert load("verify_claim").fingerprint[:12] in shown


def test_show_prices_every_role_of_a_case() -> None:
    sent = json.loads(adjudge("prompts", "show", *CASE, "-p", "trial", "-e", "gpt-4o-mini", "--json").out)
    assert [one["role"] for one in sent] == ["advocate", "skeptic", "fact_checker", "advocate", "skeptic", "judge"]
    assert all(one["input_tokens"] > 500 and one["cost_usd"] > 0 for one in sent)
    table = adjudge("prompts", "show", *CASE, "-p", "trial", "-e", "gpt-4o-mini").out
    assert "$0.00" in table
    assert "cost" not in adjudge("prompts", "show", *CASE, "-p", "trial").out


def test_show_prints_what_a_role_reads_word_for_word() -> None:
    ran = adjudge("prompts", "show", *CASE, "-p", "entailment", "--role", "entailment_judge")
    assert ran.code == 0
    assert load("judge_entailment").system.splitlines()[0] in ran.out
    assert "All patients recovered." in ran.out
    assert "Most patients recovered." in ran.out
    assert "EXTRACTOR" not in ran.out


def test_show_says_where_no_price_is_known() -> None:
    ran = adjudge("prompts", "show", *CASE, "-p", "entailment", "-e", "openai:some-new-model")
    assert ran.code == 0
    assert "no price known" in ran.out


def test_diff_shows_the_two_newest_versions() -> None:
    ran = adjudge("prompts", "diff", "answer_rubric")
    assert ran.code == 0
    assert "+- `says_otherwise`: if any answer is No" in ran.out
    assert ran.out == adjudge("prompts", "diff", "answer_rubric", "1", "2").out
    told = json.loads(adjudge("prompts", "diff", "answer_rubric", "2", "1", "--json").out)
    assert (told["from"], told["to"]) == (2, 1)
    assert any(line.startswith("-- `says_otherwise`") for line in told["diff"])
    assert "do not differ" in adjudge("prompts", "diff", "argue", "1", "1").err


def test_the_whole_corpus_is_as_expected() -> None:
    ran = adjudge("prompts", "test", "--json")
    told = json.loads(ran.out)
    assert (ran.code, told["cases"], told["as_expected"], told["deviations"]) == (0, 120, 120, [])
    assert len(told["groups"]) == 10
    shown = adjudge("prompts", "test", str(CORPUS), "--protocol", "news")
    assert shown.code == 0
    assert "in all" in shown.out
    assert "24" in shown.out


def test_a_deviation_ends_with_1_and_is_told(tmp_path: Path) -> None:
    wrong = SMALL.replace("expect: {label: SUPPORTED}", "expect: {label: CONTRADICTED}")
    ran = adjudge("prompts", "test", written(tmp_path, wrong))
    assert ran.code == 1
    assert "label 'SUPPORTED', expected 'CONTRADICTED'" in ran.out
    told = json.loads(adjudge("prompts", "test", written(tmp_path, wrong), "--json").out)
    assert told["deviations"] == [{"case": "one", "found": ["label 'SUPPORTED', expected 'CONTRADICTED'"]}]


def test_replay_shows_the_card_of_a_case(tmp_path: Path) -> None:
    page = tmp_path / "card.html"
    ran = adjudge("prompts", "replay", "jury-03", "--html", str(page))
    assert ran.code == 0
    assert "Not in the source" in ran.out
    assert "judged again" in ran.out
    assert "the survey cannot show why" in page.read_text()
    verbose = adjudge("prompts", "replay", "jury-03", "--verbose").out
    assert "debate" in verbose
    assert "rebuttal, round 1" in verbose
    told = json.loads(adjudge("prompts", "replay", "jury-03-park-walks", "--json").out)
    assert told["label"] == "Mutated"


def test_replay_tells_a_failure_that_is_expected() -> None:
    ran = adjudge("prompts", "replay", "jury-a10")
    assert ran.code == 0
    assert "No verdict: PanelFailed" in ran.out
    assert json.loads(adjudge("prompts", "replay", "jury-a10", "--json").out)["error"] == "PanelFailed"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("show", *CASE, "--role", "judge"), "The role 'judge' is not asked in this case."),
        (("show", "All patients recovered."), "There is no source to check against."),
        (("show", *CASE, "-e", "foo:bar"), "Unknown engine 'foo:bar'."),
        (("show", *CASE, "-p", "tria"), "Did you mean 'trial'?"),
        (("diff", "verify_clam"), "Did you mean 'verify_claim'?"),
        (("diff", "argue"), "'argue' has no version before 1."),
        (("diff", "verify_claim", "7"), "There is no prompt 'verify_claim' version 7."),
        (("test", "nowhere"), "There is no file or folder 'nowhere'."),
        (("test", "examples/demo.yaml"), "is not a file of recorded replies: protocol: Field required"),
        (("test", "tests"), "The folder 'tests' has no YAML file."),
        (("test", "--protocol", "jurry"), "There is no protocol 'jurry'."),
        (("test", "examples/replies/jury.yaml", "-p", "trial"), "No recorded case is one of the protocol 'trial'."),
        (("test", "examples/replies/jury-adversarial.yaml"), "is like 'jury-02-library-loans', which does not exist."),
        (("replay", "jury"), "'jury' is how 24 recorded cases begin."),
        (("replay", "jury-99"), "There is no recorded case 'jury-99'."),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, tuple) else "",
)
def test_bad_input_is_told(arguments: tuple[str, ...], told: str) -> None:
    ran = adjudge("prompts", *arguments)
    assert ran.code == 2
    assert told in ran.err


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("expect: {label: SUPPORTED}", "expect: {}", "either a label or a failure must be expected"),
        ("expect: {label", "expect: {lable", "Extra inputs are not permitted"),
        ('claim: "The shop opens at nine."', 'claim: ""', "case 'one': The claim is empty."),
        ('documents: "The shop opens at nine."', "documents: [3]", "case 'one':"),
        ("protocol: entailment", "protocol: entailmnt", "There is no protocol 'entailmnt'."),
        ("conduct: strong", "conduct: nice", "Input should be 'strong' or 'adversarial'"),
        ("cases:", "cases: []\nx:", "cases: List should have at least 1 item"),
        ("- id: one", "- id: one\n  <<", "is not YAML"),
    ],
)
def test_a_broken_file_is_named_with_what_is_wrong(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in SMALL
    ran = adjudge("prompts", "test", written(tmp_path, SMALL.replace(old, new, 1)))
    assert ran.code == 2
    assert told in ran.err


def test_two_cases_of_one_id_are_refused(tmp_path: Path) -> None:
    written(tmp_path, SMALL)
    ran = adjudge("prompts", "test", str(tmp_path), written(tmp_path, SMALL, "other.yaml"))
    assert ran.code == 2
    assert "there are two cases 'one'" in ran.err


@pytest.mark.parametrize("command", ["list", "show", "diff", "test", "replay"])
def test_the_help_of_every_command_fits_80_columns(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERMINAL_WIDTH", "80")
    ran = adjudge("prompts", command, "--help")
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= 80
