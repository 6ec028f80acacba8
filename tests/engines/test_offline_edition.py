"""Answers are remembered by the edition of the engine that gave them."""

from pathlib import Path

import pytest

from adjudge.engines.around.ledger import question_key
from adjudge.engines.offline import Offline, engine
from adjudge.engines.offline.edition import code_hash
from tests.support.questions import cast_vote


def package(folder: Path, **modules: str) -> Path:
    for name, code in modules.items():
        path = folder / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code)
    return folder


def test_another_rule_is_another_edition_and_the_same_rules_are_the_same_one(tmp_path: Path) -> None:
    before = code_hash(package(tmp_path / "a", analysis__axes__numbers="x = 1", engines__offline__jury="y = 1"))
    same = code_hash(package(tmp_path / "b", analysis__axes__numbers="x = 1", engines__offline__jury="y = 1"))
    changed = code_hash(package(tmp_path / "c", analysis__axes__numbers="x = 2", engines__offline__jury="y = 1"))
    moved = code_hash(package(tmp_path / "d", analysis__axes__dates="x = 1", engines__offline__jury="y = 1"))
    assert before == same
    assert len({before, changed, moved}) == 3


def test_what_is_shown_is_no_part_of_it(tmp_path: Path) -> None:
    plain = code_hash(package(tmp_path / "a", analysis__compare="x = 1"))
    assert code_hash(package(tmp_path / "b", analysis__compare="x = 1", render__card="z = 1")) == plain


def test_an_answer_of_other_rules_is_not_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    before = question_key(Offline(), cast_vote())
    assert question_key(Offline(), cast_vote()) == before
    monkeypatch.setattr(engine, "edition", lambda: "0.1.0+other")
    assert question_key(Offline(), cast_vote()) != before
