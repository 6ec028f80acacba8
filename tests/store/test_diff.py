"""Two runs compared: every case once, and every change with what changed beside it."""

from collections.abc import Iterable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from adjudge.case import Case
from adjudge.questions.jury import Side
from adjudge.results.jury import JuryLabel
from adjudge.store import StoredOutcome
from adjudge.store.diff import CaseChange, CaseDiff, RunDiff, VerdictInput, compare, trace
from adjudge.verdict import Failure, Verdict
from tests.support.verdicts import TEXT, make_case, make_failure, make_verdict, make_vote


def stored(outcome: Verdict | Failure, case: Case | None = None, position: int = 0) -> StoredOutcome:
    return StoredOutcome(position=position, case=case, outcome=outcome, json=b"")


def diff(before: Iterable[StoredOutcome], after: Iterable[StoredOutcome]) -> RunDiff:
    return compare(map(trace, before), map(trace, after))


def one(before: StoredOutcome, after: StoredOutcome) -> CaseDiff:
    (case,) = diff([before], [after]).cases
    return case


def parts(case: CaseDiff) -> dict[VerdictInput, str]:
    return {difference.part: difference.detail for difference in case.differences}


def verdict(case: Case | None = None, **changes: Any) -> StoredOutcome:
    case = case or make_case()
    return stored(make_verdict(case, **changes), case)


def test_a_run_does_not_differ_from_itself() -> None:
    same = one(verdict(), verdict())
    assert same.change is CaseChange.SAME
    assert same.differences == ()


def test_a_changed_vote_is_named_with_the_juror() -> None:
    mutated = {"literal": make_vote(Side.MUTATED)}
    changed = one(verdict(), verdict(label=JuryLabel.MUTATED, votes=mutated))
    assert changed.change is CaseChange.CHANGED
    assert parts(changed) == {VerdictInput.VOTE: "literal in round 0: Faithful → Mutated"}


def test_other_words_of_the_same_vote_are_only_wording() -> None:
    surer = {"literal": make_vote(confidence=0.99)}
    assert parts(one(verdict(), verdict(votes=surer))) == {VerdictInput.WORDING: "literal in round 0 changed"}


def test_a_changed_engine_prompt_and_setting_are_each_named() -> None:
    before = verdict(prompts={"cast_vote": "a" * 64}, settings={"name": "jury", "max_rounds": 2, "rubric": ["a"]})
    after = verdict(
        prompts={"cast_vote": "b" * 64},
        settings={"name": "jury", "max_rounds": 3, "rubric": ["b"]},
        engine="openai:gpt-4o-mini",
    )
    found = parts(one(before, after))
    assert found[VerdictInput.PROMPT] == "cast_vote changed"
    assert found[VerdictInput.SETTINGS] == "max_rounds: 2 → 3; rubric changed"
    assert "parser: scripted → openai:gpt-4o-mini" in found[VerdictInput.ENGINE]


def test_between_protocols_only_what_both_have_is_compared() -> None:
    before = verdict(settings={"name": "jury", "max_rounds": 2}, label=JuryLabel.MUTATED)
    after = verdict(settings={"name": "trial", "rebuttal_rounds": 1}, label=JuryLabel.MUTATED)
    in_its_words = stored(after.outcome.model_copy(update={"label": "MUTATED"}), make_case())
    same = one(before, in_its_words)
    assert same.change is CaseChange.SAME, "the words differ, not the verdict"
    assert parts(same) == {VerdictInput.SETTINGS: "name: jury → trial"}
    assert one(verdict(), in_its_words).change is CaseChange.CHANGED


def test_changed_evidence_is_seen_although_the_case_has_got_a_new_id() -> None:
    changed = one(verdict(), verdict(make_case(text=TEXT + " It was red.")))
    assert parts(changed) == {VerdictInput.EVIDENCE: "source changed"}
    assert parts(one(verdict(), verdict(make_case("Another claim.")))) == {VerdictInput.CLAIM: "text changed"}


def test_a_verdict_that_became_a_failure_is_a_change_and_invents_no_cause() -> None:
    case = make_case()
    changed = one(verdict(case), stored(make_failure(case.id), case))
    assert changed.change is CaseChange.CHANGED
    assert changed.differences == ()
    assert changed.after is not None
    assert (changed.after.label, changed.after.stance) == ("EngineTimeout", None)


def test_the_parts_behind_changes_are_counted() -> None:
    mutated = {"literal": make_vote(Side.MUTATED)}
    result = diff([verdict()], [verdict(label=JuryLabel.MUTATED, votes=mutated)])
    assert dict(result.parts) == {VerdictInput.VOTE: 1}
    assert result.changed == result.cases


IDS = st.lists(st.sampled_from("abcde"), max_size=8)


@given(IDS, IDS)
def test_every_case_of_both_runs_is_in_the_comparison_exactly_once(before: list[str], after: list[str]) -> None:
    def run(ids: list[str]) -> list[StoredOutcome]:
        return [stored(make_failure(id), position=position) for position, id in enumerate(ids)]

    result = diff(run(before), run(after))
    assert sorted(c.before.position for c in result.cases if c.before) == list(range(len(before)))
    assert sorted(c.after.position for c in result.cases if c.after) == list(range(len(after)))
    assert sum(result.counts.values()) == len(result.cases)
    both = [case for case in result.cases if case.before and case.after]
    if len(before) == len(after) == 1:
        return
    # Whatever can be matched by id is; nothing is matched by its row.
    assert len(both) == sum(min(before.count(id), after.count(id)) for id in set(before))


def test_rows_are_matched_by_their_text_when_a_row_was_put_in_before_them() -> None:
    first, second, third = (make_case(f"The bridge opened in {year}.") for year in (1931, 1932, 1933))

    def run(*cases: Case) -> list[StoredOutcome]:
        rows = [case.model_copy(update={"id": f"pair-{row}"}) for row, case in enumerate(cases)]
        return [stored(make_verdict(case), case, row) for row, case in enumerate(rows)]

    result = diff(run(first, second), run(third, first, second))
    changes = {case.after.position: case.change for case in result.cases if case.after}
    assert changes == {0: CaseChange.ONLY_AFTER, 1: CaseChange.SAME, 2: CaseChange.SAME}
    assert len(result.cases) == 3


def test_a_case_keeps_its_partner_by_the_users_id_when_its_claim_was_edited() -> None:
    def run(*claims: str) -> list[StoredOutcome]:
        cases = [make_case(claim).model_copy(update={"id": f"row {n}"}) for n, claim in enumerate(claims)]
        return [stored(make_verdict(case), case, n) for n, case in enumerate(cases)]

    result = diff(run("It is red.", "It is blue."), run("It is green.", "It is blue."))
    assert [case.change for case in result.cases] == [CaseChange.SAME, CaseChange.SAME]
    assert parts(result.cases[0]) == {VerdictInput.CLAIM: "text changed"}


def test_cases_of_one_run_only_are_said_to_be() -> None:
    result = diff(
        [stored(make_failure("a"), position=0), stored(make_failure("b"), position=1)],
        [stored(make_failure("a"), position=0), stored(make_failure("c"), position=5)],
    )
    assert [case.change for case in result.cases] == [CaseChange.SAME, CaseChange.ONLY_BEFORE, CaseChange.ONLY_AFTER]
