"""Files of recorded replies: what they say is read, cases inherit from one another, and what is wrong is named."""

from pathlib import Path

import pytest

from adjudge.errors import ConfigError, DataError
from adjudge.evals.recorded import Conduct
from adjudge.settings.replies import recorded_cases

BASE = """protocol: entailment
conduct: strong
cases:
- id: shop
  about: Stated in so many words.
  claim: "The shop opens at nine."
  documents: "The shop opens at nine on weekdays."
  replies:
    extractor: {extract_statements: {statements: [[1, "The shop opens at nine on weekdays."]]}}
    entailment_judge: {judge_entailment: {verdict: SUPPORTED}}
  expect: {label: SUPPORTED}
"""
LIKE = """protocol: entailment
conduct: adversarial
cases:
- id: lazy
  like: shop
  about: The judge gives no reasons.
  replies:
    entailment_judge: {judge_entailment: {verdict: CONTRADICTED}}
  expect: {label: "NOT ENOUGH INFO"}
"""


def written(folder: Path, text: str, name: str = "cases.yaml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_a_case_has_what_its_file_says(tmp_path: Path) -> None:
    [case] = recorded_cases([written(tmp_path, BASE)])
    assert (case.id, case.protocol, case.conduct) == ("shop", "entailment", Conduct.STRONG)
    assert (case.case.id, case.case.truth) == ("shop", "The shop opens at nine on weekdays.")
    assert case.replies["entailment_judge"] == {"judge_entailment": {"verdict": "SUPPORTED"}}
    assert case.expect.label == "SUPPORTED"


def test_a_case_that_is_like_another_changes_only_what_it_writes(tmp_path: Path) -> None:
    shop, lazy = recorded_cases([written(tmp_path, BASE), written(tmp_path, LIKE, "lazy.yaml")])
    assert (lazy.case.claim, lazy.case.documents) == (shop.case.claim, shop.case.documents)
    assert lazy.replies["extractor"] == shop.replies["extractor"]
    assert lazy.replies["entailment_judge"] == {"judge_entailment": {"verdict": "CONTRADICTED"}}
    assert lazy.expect.label == "NOT ENOUGH INFO"


def test_a_phase_that_is_null_is_left_out(tmp_path: Path) -> None:
    without = LIKE.replace("{judge_entailment: {verdict: CONTRADICTED}}", "{judge_entailment: null}")
    _, lazy = recorded_cases([written(tmp_path, BASE), written(tmp_path, without, "lazy.yaml")])
    assert lazy.replies["entailment_judge"] == {}


def test_strong_cases_of_a_folder_come_first_so_that_others_can_be_like_them(tmp_path: Path) -> None:
    written(tmp_path, LIKE, "a-lazy.yaml")
    written(tmp_path, BASE, "z-strong.yaml")
    (tmp_path / "notes.txt").write_text("not a file of cases")
    assert [case.id for case in recorded_cases([tmp_path])] == ["shop", "lazy"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LIKE, "case 'lazy' is like 'shop', which does not exist"),
        (BASE + BASE.partition("cases:\n")[2], "there are two cases 'shop'"),
        (BASE.replace('"The shop opens at nine."', '" "'), "case 'shop': The claim is empty"),
        (BASE.replace("claim:", "clam:"), "cases.0.clam: Extra inputs are not permitted"),
        (BASE.replace("conduct: strong", "conduct: kind"), "conduct: Input should be 'strong' or 'adversarial'"),
        (BASE.replace("protocol: entailment", "protocol: entailments"), "There is no protocol 'entailments'"),
        (BASE.replace("expect: {label: SUPPORTED}", "expect: {}"), "either a label or a failure must be expected"),
        ("protocol: entailment\nconduct: strong\ncases: []\n", "cases: List should have at least 1 item"),
        ("- shop\n", "contains no recorded replies"),
        ("cases: [", "is not YAML"),
    ],
)
def test_a_broken_file_is_refused_with_its_name_and_the_case(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises((ConfigError, DataError)) as raised:
        recorded_cases([path])
    assert message in str(raised.value)
    assert raised.value.hint or str(path) in str(raised.value)


def test_a_path_that_does_not_exist_and_a_folder_without_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"There is no file or folder '.*absent'"):
        recorded_cases([tmp_path / "absent"])
    with pytest.raises(DataError, match="has no YAML file"):
        recorded_cases([tmp_path])
