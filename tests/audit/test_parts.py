"""Configuration, tree, git, suppressions, cache, baseline and edits of an audit, without an engine."""

import subprocess
from pathlib import Path

import pytest

from adjudge.audit.audit import judged_items, plan
from adjudge.audit.baseline import Baseline
from adjudge.audit.cache import JudgementCache
from adjudge.audit.config import AuditConfig, FailOn, load_config
from adjudge.audit.fixes import FileEdit, apply, file_edits, patch
from adjudge.audit.git import changes_since
from adjudge.audit.judgement import SentenceJudgement
from adjudge.audit.report import AuditReport, Status
from adjudge.audit.suppress import suppressions
from adjudge.audit.tree import documents_in, matches
from adjudge.errors import ConfigError, DataError
from adjudge.manuscripts.model import ManuscriptFormat
from adjudge.manuscripts.reading import manuscript_of
from adjudge.verdict import Outcome

FORMAT = ManuscriptFormat.MARKDOWN


def git(root: Path, *arguments: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("[audit]\nexcluded = []", "Did you mean 'exclude'"),
        ("[audit]\nfail-on = 'everything'", "'audit.fail-on' is 'everything'"),
        ("[audit]\nprotocol = 'factualty'", "Did you mean 'factuality'"),
        ("[[audit.sources]]\nfiles = ['a']", "'audit.sources.0.documents' is missing"),
        ("[[audit.sources]]\ndocuments = ['a']\nfile = ['a']", "Did you mean 'files'"),
        ("[audit]\nexclude = 3", "'audit.exclude' is 3"),
        ("audit = 3", "'audit' is 3"),
        ("[audit", "is not TOML"),
    ],
)
def test_a_broken_configuration_is_told(tmp_path: Path, content: str, told: str) -> None:
    path = tmp_path / "adjudge.toml"
    path.write_text(content)
    with pytest.raises(ConfigError) as raised:
        load_config(path)
    assert told in str(raised.value)


def test_the_values_of_a_configuration_are_read(tmp_path: Path) -> None:
    path = tmp_path / "adjudge.toml"
    path.write_text("[audit]\nfail-on = 'unsupported'\nfront-matter = 'facts'\n")
    config = load_config(path)
    assert (config.fail_on, config.front_matter, config.protocol) == (FailOn.UNSUPPORTED, "facts", "factuality")


@pytest.mark.parametrize(
    ("name", "pattern", "expected"),
    [
        ("docs/a.md", "docs/*.md", True),
        ("docs/x/a.md", "docs/*.md", False),
        ("docs/x/a.md", "docs/**/*.md", True),
        ("docs/a.md", "docs/**/*.md", True),
        ("docs/x/y.md", "docs/", True),
        ("docs/x/y.md", "docs/**", True),
        ("a.md", "**/*.md", True),
        ("a+md", "a.md", False),
    ],
)
def test_patterns_match_as_in_gitignore(name: str, pattern: str, expected: bool) -> None:
    assert matches(name, [pattern]) is expected


def test_a_link_out_of_the_repository_is_skipped_with_a_message(repository: Path) -> None:
    (repository.parent / "secret.md").write_text("A secret is here.")
    (repository / "docs" / "link.md").symlink_to(repository.parent / "secret.md")
    (repository / "docs" / "folder").symlink_to(repository.parent)
    tree = documents_in(repository, [repository], ["facts/**"])
    assert [path.name for path in tree.documents] == ["ferry.md"]
    assert "docs/link.md was skipped" in tree.messages[0]
    with pytest.raises(DataError, match="leads out of"):
        documents_in(repository, [repository / "docs" / "link.md"], [])


def test_ignored_files_of_git_are_not_documents(repository: Path) -> None:
    git(repository, "init", "-q")
    (repository / ".gitignore").write_text("drafts/\n")
    (repository / "drafts").mkdir()
    (repository / "drafts" / "a.md").write_text("A draft is here.")
    assert [path.name for path in documents_in(repository, [repository], ["facts/**"]).documents] == ["ferry.md"]


def test_a_binary_document_is_skipped_and_a_missing_source_is_an_error(repository: Path) -> None:
    (repository / "docs" / "binary.md").write_bytes(bytes(range(256)) * 9)
    config = load_config(repository / "adjudge.toml")
    found = plan(repository, documents_in(repository, [repository / "docs"], []).documents, config)
    assert (found.documents, len(found.items)) == (1, 2)
    assert "docs/binary.md was skipped" in found.messages[0]
    (repository / "facts" / "ferry.txt").unlink()
    with pytest.raises(ConfigError, match=r"'facts/ferry\.txt' matches no file"):
        plan(repository, [repository / "docs" / "ferry.md"], config)


@pytest.mark.parametrize(
    ("front", "told"),
    [("gone.txt", "'gone.txt', which does not exist"), ("[3]", "is [3]"), ("../../x.md", "leads out of")],
)
def test_wrong_sources_of_front_matter_are_told(repository: Path, front: str, told: str) -> None:
    (repository.parent / "x.md").write_text("Out of the tree.")
    path = repository / "docs" / "own.md"
    path.write_text(f"---\nsources: {front}\n---\nThe crossing is short.\n")
    with pytest.raises(DataError) as raised:
        plan(repository, [path], AuditConfig())
    assert told in str(raised.value)


def test_links_and_footnotes_are_sources_of_their_sentence(repository: Path) -> None:
    (repository / "adjudge.toml").write_text(
        "[[audit.sources]]\ndocuments = ['docs/*']\nlinks = true\nfootnotes = true\n"
    )
    path = repository / "docs" / "linked.md"
    path.write_text(
        "It takes [25 minutes](../facts/ferry.txt). It is nice here.[^1] It is on [the web](http://x.y/a.txt).\n\n"
        "[^1]: See [the facts](../facts/ferry.txt).\n"
    )
    found = plan(repository, [path], load_config(repository / "adjudge.toml"))
    sources = [[document.id for document in item.documents] for item in found.items]
    assert sources == [["facts/ferry.txt"], ["facts/ferry.txt"], [], ["facts/ferry.txt"]]
    assert len(judged_items(found)) == 3


def test_only_changed_sentences_and_those_of_changed_sources_are_selected(repository: Path) -> None:
    (repository / "docs" / "ferry.md").write_text("The first is here.\n\nThe second is here.\n")
    git(repository, "init", "-q")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "x")
    config = load_config(repository / "adjudge.toml")

    def chosen() -> list[str]:
        documents = documents_in(repository, [repository / "docs"], []).documents
        found = plan(repository, documents, config, changes_since(repository, "HEAD"))
        return [item.sentence.text for item in found.items]

    assert chosen() == []
    (repository / "docs" / "ferry.md").write_text("The first is here.\n\nThe second is now here.\n")
    assert chosen() == ["The second is now here."]
    (repository / "docs" / "new.md").write_text("A new one is here.\n")
    assert chosen() == ["The second is now here.", "A new one is here."]
    (repository / "facts" / "ferry.txt").write_text("Other facts.\n")
    assert len(chosen()) == 3


@pytest.mark.parametrize("revision", ["no-such-branch", "--output=x", "", "HEAD:docs"])
def test_a_wrong_revision_is_told(repository: Path, revision: str) -> None:
    git(repository, "init", "-q")
    git(repository, "commit", "--allow-empty", "-qm", "x")
    with pytest.raises(ConfigError, match="there is no revision"):
        changes_since(repository, revision)
    assert not (repository / "x").exists()


def test_a_folder_without_git_is_told(repository: Path) -> None:
    with pytest.raises(ConfigError, match="git"):
        changes_since(repository, "HEAD")


def test_suppressions_need_a_reason_and_name_their_sentence() -> None:
    text = (
        "One is here. Two is here. <!-- adjudge: ignore trailing -->\n\n<!-- adjudge: ignore next -->\n"
        "Three is here. Four is here.\n\n<!-- adjudge: off old part -->\n\nFive is here.\n\n<!-- adjudge: on -->\n\n"
        "<!-- adjudge: ignore -->\nSix is here.\n\n<!-- adjudge: skip x -->\n"
    )
    found = suppressions(manuscript_of(text, FORMAT), name="a.md")
    assert found.reasons == {1: "trailing", 2: "next", 4: "old part"}
    assert "a.md:12: 'adjudge: ignore' gives no reason" in found.messages[0]
    assert "'adjudge: skip' is unknown" in found.messages[1]


def test_a_cache_survives_a_half_written_line(tmp_path: Path) -> None:
    judged = SentenceJudgement(outcome=Outcome.SUPPORTED, label="faithful")
    JudgementCache(tmp_path / "c").put("k", judged)
    with (tmp_path / "c" / "audit.jsonl").open("a") as file:
        file.write('{"key": "half", "judg')
    again = JudgementCache(tmp_path / "c")
    assert again.get("k") == judged
    assert again.get("half") is None
    assert (tmp_path / "c" / ".gitignore").read_text() == "*\n"


@pytest.mark.parametrize(
    "content", ["[]", "{}", '{"version": 2, "findings": []}', '{"version": 1, "findings": [1]}', "{"]
)
def test_a_broken_baseline_is_told(tmp_path: Path, content: str) -> None:
    (tmp_path / "b.json").write_text(content)
    with pytest.raises(DataError, match=r"b\.json"):
        Baseline.load(tmp_path / "b.json")


def test_an_edit_changes_only_its_words_and_never_markup(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    text = "\ufeffIt was *built* in **1932**.\r\nIt has two\r\nlong piers."
    path.write_bytes(text.encode())
    manuscript = manuscript_of(text[1:], FORMAT, path=path)
    first, second = manuscript.sentences
    [edit] = file_edits(first, "It was built in 1931.", text[1:]) or ()
    assert (edit.replacement, text[1:][edit.start : edit.end]) == ("1931", "1932")
    assert file_edits(first, "It was never in 1932.", text[1:]) is not None
    assert file_edits(first, "It collapsed in 1932.", text[1:]) is None
    [longer] = file_edits(second, "It has three piers.", text[1:]) or ()
    edits = [edit, longer]
    shown = patch(edits, {path: text[1:]}, tmp_path)
    assert "-It was *built* in **1932**.\r\n" in shown
    assert "+It was *built* in **1931**.\r\n" in shown
    assert shown.endswith("No newline at end of file\n")
    apply(edits, {path: text[1:]})
    assert path.read_bytes().decode() == "\ufeffIt was *built* in **1931**.\r\nIt has three piers."
    with pytest.raises(DataError, match="has changed"):
        apply([FileEdit(path, 0, 1, "x")], {path: text[1:]})


def test_exit_codes_say_what_was_found() -> None:
    def code(fail_on: FailOn, *statuses: Status) -> int:
        place = {"line": 1, "column": 1, "end_line": 1, "end_column": 2, "start": 0, "end": 1}
        entries = [{"path": "a", "text": "b", "status": status, **place} for status in statuses]
        return AuditReport.model_validate({"documents": 1, "entries": entries}).exit_code(fail_on)

    assert code(FailOn.CONTRADICTED, Status.SUPPORTED, Status.UNSUPPORTED) == 0
    assert code(FailOn.UNSUPPORTED, Status.SUPPORTED, Status.UNSUPPORTED) == 3
    assert code(FailOn.CONTRADICTED, Status.FAILED, Status.SUPPORTED) == 4
    assert code(FailOn.CONTRADICTED, Status.FAILED, Status.CONTRADICTED) == 1
    assert code(FailOn.UNSUPPORTED, Status.SUPPRESSED, Status.BASELINE, Status.NO_SOURCE) == 0
