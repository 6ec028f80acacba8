"""Rulings on citing sentences: what is asked, what is not, and how a missing work or a failing engine shows."""

import asyncio
from pathlib import Path

import pytest

from adjudge.cite.court import Docket, docket_of, judged_text, keys_of, report_of, rulings_on
from adjudge.cite.report import CitationRuling, CitationVerdict
from adjudge.cite.works import CitedWorks, works_in
from adjudge.engines.base import Engine
from adjudge.errors import EngineUnavailable
from adjudge.manuscripts.model import ManuscriptFormat
from adjudge.manuscripts.reading import manuscript_of
from tests.support.engines import Steps

TEXT = """The bridge opened in 1931 [@miller]. It was red [@miller; @lost]. Steel was cheap [@lost].

Nothing is cited here.
"""


def docket(tmp_path: Path, text: str = TEXT, bib: str = "") -> Docket:
    (tmp_path / "refs.bib").write_text(bib)
    manuscript = manuscript_of(text, ManuscriptFormat.MARKDOWN, path=tmp_path / "paper.md")
    return docket_of(manuscript, [tmp_path / "refs.bib"] if bib else [])


def works(tmp_path: Path) -> CitedWorks:
    (tmp_path / "works").mkdir()
    (tmp_path / "works" / "miller.txt").write_text("The bridge opened in 1931. Its towers are grey.")
    return works_in(tmp_path / "works", {})


def rulings(cited: Docket, found: CitedWorks, engine: Engine | str = "offline") -> list[CitationRuling]:
    async def collected() -> dict[int, CitationRuling]:
        return {number: ruling async for number, ruling in rulings_on(cited, found, engine=engine)}

    by_number = asyncio.run(collected())
    assert sorted(by_number) == list(range(len(cited.sentences)))
    return [by_number[number] for number in sorted(by_number)]


def test_only_citing_sentences_are_on_the_docket_and_a_key_counts_once(tmp_path: Path) -> None:
    cited = docket(tmp_path, "It is long [@a; @b; @a]. It is old. It is wide [@b].\n")
    assert [keys_of(sentence) for sentence in cited.sentences] == [("a", "b"), ("b",)]
    assert cited.cited == ("a", "b")


def test_a_sentence_whose_works_are_all_missing_is_not_asked_about(tmp_path: Path) -> None:
    engine = Steps(EngineUnavailable("nobody is there"))
    [ruling] = rulings(docket(tmp_path, "Steel was cheap [@lost].\n"), works(tmp_path), engine)
    assert ruling.verdict is CitationVerdict.SOURCE_MISSING
    assert ruling.reason == "No file was found for 'lost'"
    assert ruling.missing == ("lost",)
    assert engine.asked == []


def test_a_sentence_is_never_called_unsupported_while_one_of_its_works_is_missing(tmp_path: Path) -> None:
    first, second, third = rulings(docket(tmp_path), works(tmp_path))
    assert first.verdict is CitationVerdict.SUPPORTED
    assert [words.text for words in first.quotes] == ["The bridge opened in 1931."]
    assert second.verdict in (CitationVerdict.SOURCE_MISSING, CitationVerdict.CONTRADICTED)
    assert second.missing == ("lost",)
    assert third.verdict is CitationVerdict.SOURCE_MISSING


def test_a_failing_engine_leaves_sentences_not_checkable_and_none_is_lost(tmp_path: Path) -> None:
    found = rulings(docket(tmp_path), works(tmp_path), Steps(EngineUnavailable("nobody is there")))
    assert [one.verdict for one in found] == [
        CitationVerdict.NOT_CHECKABLE,
        CitationVerdict.NOT_CHECKABLE,
        CitationVerdict.SOURCE_MISSING,
    ]
    assert "nobody is there" in found[0].reason
    assert found[0].confidence is None


def test_the_report_counts_every_ruling_and_names_what_is_uncited_and_unknown(tmp_path: Path) -> None:
    cited = docket(tmp_path, bib="@book{miller, title={Bridges}}\n@book{never, title={x}}")
    found = works(tmp_path)
    report = report_of(cited, rulings(cited, found), found)
    assert sum(report.counts.values()) == len(cited.sentences) == 3
    assert report.uncited == ("never",)
    assert report.unknown == ("lost",)


def test_a_bibliography_that_the_manuscript_names_and_that_is_not_there_is_reported(tmp_path: Path) -> None:
    cited = docket(tmp_path, "---\nbibliography: [none.bib, other]\n---\n\nIt is old [@a].\n")
    assert cited.messages == (
        "The bibliography 'none.bib' of the manuscript does not exist.",
        "The bibliography 'other' of the manuscript does not exist.",
    )


@pytest.mark.parametrize(
    ("written", "judged"),
    [
        ("Rain is rare [@miller2019].", "Rain is rare."),
        ("As @miller2019 reported, rain is rare.", "Rain is rare."),
        ("According to @miller2019, rain is rare.", "Rain is rare."),
        ("@miller2019 found that rain is rare.", "The authors found that rain is rare."),
        ("Rain is rare; see also @miller2019 and @lee2020.", "Rain is rare."),
        ("Rain is rare (see @miller2019).", "Rain is rare."),
        ("We see @miller2019 as right.", "We see the authors as right."),
        ("As rain is rare, @miller2019 built a dam.", "As rain is rare, the authors built a dam."),
    ],
)
def test_a_key_that_is_a_word_of_the_sentence_is_not_looked_for_in_the_work(written: str, judged: str) -> None:
    [sentence] = manuscript_of(written, ManuscriptFormat.MARKDOWN).sentences
    assert judged_text(sentence) == judged


def test_a_list_right_below_its_heading_is_the_list_of_references(tmp_path: Path) -> None:
    text = "It is old [1]. It is long [2].\n\nReferences\n[1] Miller. Bridges.\n[2] Lee. Steel.\n"
    cited = docket_of(manuscript_of(text, ManuscriptFormat.TEXT, path=tmp_path / "paper.txt"))
    assert {key: one.text for key, one in cited.references.items()} == {"1": "Miller. Bridges.", "2": "Lee. Steel."}


def test_references_with_the_key_of_another_one_are_counted(tmp_path: Path) -> None:
    text = "It is old [1].\n\nReferences\n\n[1] Miller. Bridges.\n[1] Lee. Steel.\n"
    cited = docket_of(manuscript_of(text, ManuscriptFormat.TEXT, path=tmp_path / "paper.txt"))
    assert "paper.txt: 1 reference has the key of another one." in cited.messages
