"""Rulings on citing sentences: each is judged against the works that it cites, together.

In: a manuscript, its works, an engine. Out: rulings in order, as they are decided. A sentence whose works are all
missing is not judged; if some are, it is judged against the others and never called unsupported for it. Answers are
kept in the ledger of the engine: the same command continues after an interruption.
"""

import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudge.case import CLAIM_ID, Case
from adjudge.check import EngineChoice, check_many
from adjudge.cite.bibliography import BibFile, read_bib
from adjudge.cite.report import CitationReport, CitationRuling, CitationVerdict, CitedWords
from adjudge.cite.works import CitedReference, CitedWorks
from adjudge.errors import AdjudgeError, DataError
from adjudge.evidence.sources import SourceFile
from adjudge.manuscripts.model import Manuscript, WrittenSentence
from adjudge.protocols.base import Procedure
from adjudge.results.factuality import FactualityResult
from adjudge.results.registry import typed_result
from adjudge.verdict import Failure, Quote, Stance, Verdict

_AROUND = 160
_MOST_QUOTES = 4
_BY_STANCE = {
    Stance.SUPPORTED: CitationVerdict.SUPPORTED,
    Stance.CONTRADICTED: CitationVerdict.CONTRADICTED,
    Stance.NOT_ENOUGH_INFO: CitationVerdict.NOT_IN_SOURCE,
}


@dataclass(frozen=True)
class Docket:
    """The citing sentences of a manuscript, its references by key, and what was wrong with them."""

    manuscript: Manuscript
    sentences: tuple[WrittenSentence, ...]
    references: Mapping[str, CitedReference]
    messages: tuple[str, ...] = ()

    @property
    def cited(self) -> tuple[str, ...]:
        """The keys that are cited, in order."""
        return tuple(dict.fromkeys(key for sentence in self.sentences for key in keys_of(sentence)))


def docket_of(manuscript: Manuscript, bibs: Sequence[Path] = ()) -> Docket:
    """The sentences to judge. Bibliographies that the manuscript names are read beside it, others as given."""
    references = {one.key: CitedReference(one.key, one.text) for one in manuscript.references}
    messages = list(manuscript.messages)
    doubled = len(manuscript.references) - len(references)
    if doubled:
        what = "1 reference has" if doubled == 1 else f"{doubled} references have"
        messages.append(f"{manuscript.path.name}: {what} the key of another one.")
    named = {path.resolve(): path for path in [*bibs, *_named_bibs(manuscript, messages)]}
    for path in named.values():
        bib: BibFile = read_bib(path)
        messages += bib.messages
        for key, entry in bib.entries.items():
            references[key] = CitedReference(key, " ".join(entry.fields.values()), entry)
    citing = tuple(sentence for sentence in manuscript.sentences if sentence.citations)
    return Docket(manuscript, citing, references, tuple(messages))


def _named_bibs(manuscript: Manuscript, messages: list[str]) -> Iterator[Path]:
    front = manuscript.front_matter.get("bibliography")
    listed = front if isinstance(front, list) else [front]
    named = [*manuscript.bibliographies, *(one for one in listed if isinstance(one, str))]
    for name in dict.fromkeys(named):
        path = manuscript.path.parent / (name if name.endswith(".bib") else f"{name}.bib")
        if path.is_file():
            yield path
        else:
            messages.append(f"The bibliography '{name}' of the manuscript does not exist.")


def keys_of(sentence: WrittenSentence) -> tuple[str, ...]:
    """The keys that a sentence cites, each once."""
    return tuple(dict.fromkeys(key for mark in sentence.citations for key in mark.keys))


def report_of(docket: Docket, rulings: Sequence[CitationRuling], works: CitedWorks) -> CitationReport:
    """The report: the rulings in order of the manuscript, and the missing and unused entries of the bibliography."""
    cited = set(docket.cited)
    found = {key for key in cited if key in works.given or any(path.stem == key for path in works.files)}
    known = set(docket.references) | (found if not docket.references else set())
    return CitationReport(
        manuscript=str(docket.manuscript.path),
        rulings=tuple(rulings),
        uncited=tuple(key for key in docket.references if key not in cited),
        unknown=tuple(key for key in docket.cited if key not in known),
        messages=(*docket.messages, *works.messages),
    )


@dataclass(frozen=True)
class _CitedSentence:
    """A sentence, the works that could be read, and why others could not."""

    sentence: WrittenSentence
    sources: Mapping[str, SourceFile]
    missing: Mapping[str, str]


async def rulings_on(
    docket: Docket,
    works: CitedWorks,
    *,
    protocol: str | Procedure = "factuality",
    engine: EngineChoice = "offline",
    concurrency: int = 4,
) -> AsyncIterator[tuple[int, CitationRuling]]:
    """The rulings with the numbers of their sentences, as they are decided."""
    open_cases: dict[str, tuple[int, _CitedSentence, Case]] = {}
    decided: list[tuple[int, CitationRuling]] = []

    def cases() -> Iterator[Case | Failure]:
        # Works are read when their sentence is due: a long manuscript never holds all of them.
        for number, sentence in enumerate(docket.sentences):
            hearing = _hearing(sentence, docket, works)
            if not hearing.sources:
                decided.append((number, _without_sources(hearing)))
                continue
            try:
                case = _case(hearing, number)
            except AdjudgeError as error:
                decided.append((number, _ruling(hearing, CitationVerdict.NOT_CHECKABLE, error.message)))
                continue
            open_cases[case.id] = (number, hearing, case)
            yield case

    async for outcome in check_many(cases(), protocol=protocol, engine=engine, concurrency=concurrency):
        while decided:
            yield decided.pop(0)
        number, hearing, case = open_cases.pop(outcome.case_id)
        yield number, _decided(hearing, case, outcome)
    for numbered in decided:
        yield numbered


def _hearing(sentence: WrittenSentence, docket: Docket, works: CitedWorks) -> _CitedSentence:
    sources: dict[str, SourceFile] = {}
    missing: dict[str, str] = {}
    for key in keys_of(sentence):
        try:
            path = works.path(key, docket.references.get(key))
        except DataError as error:
            missing[key] = str(error)
            continue
        read = works.read(path) if path else None
        if read is None:
            missing[key] = f"no file was found for '{key}'"
        elif isinstance(read, AdjudgeError):
            missing[key] = read.message
        else:
            sources[key] = read
    return _CitedSentence(sentence, sources, missing)


def _case(hearing: _CitedSentence, number: int) -> Case:
    claim = judged_text(hearing.sentence)
    documents = tuple(source.document(claim, id=_id(key)) for key, source in hearing.sources.items())
    return Case(id=f"sentence-{number + 1}", claim=claim, documents=documents)


def judged_text(sentence: WrittenSentence) -> str:
    """The sentence as it is judged: without "As @miller2019 reported," before it and "; see also @lee2020" behind it,
    and with authors instead of a key."""
    names = "|".join(re.escape(key) for key in sorted(keys_of(sentence), key=len, reverse=True))
    key = rf"(?<![\w@])@?(?:{names})(?!\w)"
    text = re.sub(rf"^(?:As {key}(?: \w+){{0,3}}|According to {key}|In {key}),? ", "", sentence.text)
    text = re.sub(rf"[;,]? ?\(?\b(?:see|cf\.|compare)(?: also)? {key}(?:(?:,|;| and) {key})*\)?(?=[.;,]|$)", "", text)
    text = re.sub(key, "the authors", text)
    return text[:1].upper() + text[1:]


def _id(key: str) -> str:
    return f"{key} (work)" if key == CLAIM_ID else key


def _without_sources(hearing: _CitedSentence) -> CitationRuling:
    reason = "; ".join(hearing.missing.values())
    return _ruling(hearing, CitationVerdict.SOURCE_MISSING, f"{reason[:1].upper()}{reason[1:]}")


def _decided(hearing: _CitedSentence, case: Case, outcome: Verdict | Failure) -> CitationRuling:
    if isinstance(outcome, Failure):
        return _ruling(hearing, CitationVerdict.NOT_CHECKABLE, outcome.message)
    result = typed_result(outcome)
    verdict, reason = _BY_STANCE[outcome.stance], _reason(outcome, result)
    if isinstance(result, FactualityResult) and result.score is None:
        verdict = CitationVerdict.NOT_CHECKABLE
    if verdict is CitationVerdict.NOT_IN_SOURCE and hearing.missing:
        verdict = CitationVerdict.SOURCE_MISSING
        reason = f"Not in the works that could be read; {'; '.join(hearing.missing.values())}"
    quotes = _quotes(hearing, case, _source_quotes(outcome, result))
    formulas = tuple(place.label for one in case.documents for place in one.places if " = " in place.label)
    return _ruling(hearing, verdict, reason, confidence=outcome.confidence.value, quotes=quotes, formulas=formulas)


def _reason(verdict: Verdict, result: object) -> str:
    """Why: of a factuality verdict, what is said of its worst claim."""
    if isinstance(result, FactualityResult):
        worst = [claim for claim in result.claims if claim.issue] or list(result.claims)
        if worst and worst[0].explanation:
            return worst[0].explanation
    return next(iter(verdict.reasons), "")


def _source_quotes(verdict: Verdict, result: object) -> list[Quote]:
    quotes = [quote for quote in verdict.quotes if quote.document_id != CLAIM_ID]
    if not quotes and isinstance(result, FactualityResult):
        quotes = [claim.evidence_quote for claim in result.claims if claim.evidence_quote]
    unique = {(quote.document_id, quote.start, quote.end): quote for quote in quotes}
    return list(unique.values())[:_MOST_QUOTES]


def _quotes(hearing: _CitedSentence, case: Case, quotes: Sequence[Quote]) -> tuple[CitedWords, ...]:
    keys = {_id(key): key for key in hearing.sources}
    found = []
    for quote in quotes:
        key = keys[quote.document_id]
        document, source = case.document(quote.document_id), hearing.sources[key]
        found.append(
            CitedWords(
                key=key,
                file=str(source.path),
                text=quote.text,
                start=quote.start,
                end=quote.end,
                place=document.place(quote.start, quote.end),
                rectangles=tuple(source.rectangles(quote)),
                before=document.text[max(0, quote.start - _AROUND) : quote.start],
                after=document.text[quote.end : quote.end + _AROUND],
            )
        )
    return tuple(found)


def _ruling(
    hearing: _CitedSentence,
    verdict: CitationVerdict,
    reason: str,
    *,
    confidence: float | None = None,
    quotes: tuple[CitedWords, ...] = (),
    formulas: tuple[str, ...] = (),
) -> CitationRuling:
    sentence = hearing.sentence
    return CitationRuling(
        text=sentence.text,
        file=str(sentence.path),
        start=sentence.start,
        end=sentence.end,
        line=sentence.line,
        column=sentence.column,
        end_line=sentence.end_line,
        end_column=sentence.end_column,
        keys=keys_of(sentence),
        verdict=verdict,
        reason=reason,
        confidence=confidence,
        quotes=quotes,
        formulas=formulas,
        missing=tuple(hearing.missing),
    )
