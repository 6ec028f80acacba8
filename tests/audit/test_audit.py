"""An audit from plan to report, on the offline engine and on one that breaks off."""

import asyncio
from pathlib import Path

import pytest

from adjudge.audit.audit import SentenceJudge, audit, judged_items, plan
from adjudge.audit.baseline import Baseline, write_baseline
from adjudge.audit.cache import JudgementCache
from adjudge.audit.config import FailOn, load_config
from adjudge.audit.report import AuditReport, Status
from adjudge.audit.tree import documents_in
from adjudge.check import offline_engine, protocol_named
from adjudge.engines.base import Engine
from adjudge.engines.scripted import Scripted
from tests.audit.conftest import TRUE, WRONG


def judge_of(root: Path, engine: Engine | None = None, *, protocol: str = "factuality") -> SentenceJudge:
    return SentenceJudge(
        protocol_named(protocol), engine or offline_engine(), "offline", JudgementCache(root / "cache")
    )


def audited(root: Path, judge: SentenceJudge, baseline: Baseline | None = None) -> AuditReport:
    config = load_config(root / "adjudge.toml")
    found = plan(root, documents_in(root, [root / "docs"], config.exclude).documents, config)
    return asyncio.run(audit(found, judge, baseline=baseline))


def statuses(report: AuditReport) -> dict[str, Status]:
    return {entry.text: entry.status for entry in report.entries}


@pytest.mark.parametrize("protocol", ["factuality", "entailment", "jury"])
def test_a_false_sentence_is_contradicted_by_every_protocol(repository: Path, protocol: str) -> None:
    report = audited(repository, judge_of(repository, protocol=protocol))
    assert statuses(report)[WRONG] is Status.CONTRADICTED
    [finding] = [entry for entry in report.findings if entry.text == WRONG]
    assert finding.judgement is not None
    assert finding.judgement.evidence is not None
    assert "four times" in finding.judgement.evidence.text
    text = (repository / "docs" / "ferry.md").read_text()
    assert text[finding.start : finding.end] == finding.words


def test_every_sentence_is_counted_once_whatever_becomes_of_it(repository: Path) -> None:
    (repository / "docs" / "more.md").write_text(
        f"# More\n\n{TRUE} When does it leave?\n\n<!-- adjudge: ignore a local joke -->\nThe ferry is made of cheese.\n"
    )
    (repository / "other.md").write_text("The mayor of Orby is called Lund.\n")
    config = load_config(repository / "adjudge.toml")
    paths = [*documents_in(repository, [repository / "docs"], config.exclude).documents, repository / "other.md"]
    judge = judge_of(repository)
    report = asyncio.run(audit(plan(repository, paths, config), judge))
    assert sum(report.counts.values()) == len(report.entries)
    found = statuses(report)
    assert found["When does it leave?"] is Status.NOT_CHECKABLE
    assert found["The ferry is made of cheese."] is Status.SUPPRESSED
    assert found["The mayor of Orby is called Lund."] is Status.NO_SOURCE
    assert found[TRUE] is Status.SUPPORTED


def test_equal_sentences_with_equal_sources_are_judged_once(repository: Path) -> None:
    (repository / "docs" / "again.md").write_text(f"{TRUE}\n")
    judge = judge_of(repository)
    heard: list[str] = []
    config = load_config(repository / "adjudge.toml")
    items = judged_items(
        plan(repository, documents_in(repository, [repository / "docs"], config.exclude).documents, config)
    )
    asyncio.run(judge.judge(items, heard.append))
    assert (len(items), len(heard)) == (3, 2)


def test_a_second_audit_asks_nothing_and_finds_the_same(repository: Path) -> None:
    first = audited(repository, judge_of(repository))
    # A scripted engine without replies cannot answer: everything comes from the cache.
    again = audited(repository, judge_of(repository, Scripted({})))
    assert again.cached == 2
    assert again.model_copy(update={"cached": 0}) == first


def test_an_engine_that_is_not_there_stops_the_audit_and_the_rest_is_failed(repository: Path) -> None:
    report = audited(repository, judge_of(repository, Scripted({})))
    assert set(statuses(report).values()) == {Status.FAILED}
    assert report.stopped
    assert report.exit_code(FailOn.CONTRADICTED) == 4


def test_a_document_that_is_not_text_is_skipped_with_a_message(repository: Path) -> None:
    (repository / "docs" / "picture.md").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
    report = audited(repository, judge_of(repository))
    assert report.documents == 1
    assert [message for message in report.messages if message.startswith("docs/picture.md was skipped: ")]


def test_known_findings_do_not_fail_again_and_gone_ones_are_reported(repository: Path) -> None:
    judge, path = judge_of(repository), repository / "baseline.json"
    assert write_baseline(path, audited(repository, judge).entries) == 1
    report = audited(repository, judge, Baseline.load(path))
    assert statuses(report)[WRONG] is Status.BASELINE
    assert report.exit_code(FailOn.CONTRADICTED) == 0
    assert write_baseline(path, report.entries) == 1, "a known finding stays in a baseline that is written again"
    (repository / "docs" / "ferry.md").write_text(f"# Ferry\n\n{TRUE}\n")
    after = audited(repository, judge, Baseline.load(path))
    assert after.messages == ("1 finding of the baseline no longer found; --update-baseline removes what is gone.",)


def test_a_baseline_allows_a_finding_as_often_as_it_was_known(repository: Path) -> None:
    judge, path = judge_of(repository), repository / "baseline.json"
    write_baseline(path, audited(repository, judge).entries)
    document = repository / "docs" / "ferry.md"
    document.write_text(f"# Ferry\n\n{WRONG}\n\n{WRONG}\n")
    found = [entry.status for entry in audited(repository, judge, Baseline.load(path)).entries]
    assert found == [Status.BASELINE, Status.CONTRADICTED]
