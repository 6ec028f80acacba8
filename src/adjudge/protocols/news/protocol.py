"""The news checker: a claim without a source. Analyse, search, weigh, criticise; code gives the verdict.

    analyzer (claim) -> search_databases, then search_web if nothing was found and the web is allowed
    -> verifier (claim, evidence) -> rules -> critic (claim, evidence, verdict) -> rules -> log_verification

What is found becomes documents of the case, with address, time and hash, so that a stored verdict replays without
searching again. A case that brings its own documents is judged on them.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar, NamedTuple

from pydantic import JsonValue

from adjudge.agents.hearing import Hearing
from adjudge.case import Case
from adjudge.errors import ConfigError, UnusableReply
from adjudge.evidence.index import MATCHES, Match
from adjudge.evidence.tools import LocalTools, Tools
from adjudge.evidence.web import BACKENDS, check_backend
from adjudge.protocols.base import Procedure, provenance
from adjudge.protocols.news import account, rules
from adjudge.protocols.news.account import Counting
from adjudge.protocols.news.evidence import Found, earlier_searches, exhibits, found_by
from adjudge.protocols.news.rules import Decision
from adjudge.questions.base import Source
from adjudge.questions.news import (
    Analysis,
    AnalyzeClaim,
    Complexity,
    CriticiseVerdict,
    Criticism,
    DetermineVerdict,
    Labelled,
    NewsLabel,
    NewsVerdict,
)
from adjudge.results.news import Counted, NewsResult, Search
from adjudge.verdict import Confidence, Quote, Verdict

_NOTHING_FOUND = "No evidence about the claim was found."


@dataclass(frozen=True)
class Gathered:
    """The analysis and evidence before weighing."""

    analysis: Analysis
    searches: tuple[Search, ...]
    found: tuple[Found, ...]
    notes: tuple[str, ...]


class Weighing(NamedTuple):
    """The label and the reason by the protocol's rules, and the verifier's reply behind them."""

    label: NewsLabel
    reason: str
    reply: NewsVerdict


@dataclass(frozen=True)
class News(Procedure):
    """The settings: index, search method, limits, web backend and log file."""

    name: ClassVar[str] = "news"
    summary: ClassVar[str] = "A claim without a source is looked up in the evidence index and, if allowed, on the web."
    judges_single_claims: ClassVar[bool] = False
    labels: ClassVar[tuple[str, ...]] = tuple(NewsLabel)
    withheld_label: ClassVar[str] = NewsLabel.NEI.value
    idle_settings: ClassVar[frozenset[str]] = frozenset({"log"})
    bounds: ClassVar[Mapping[str, tuple[int, int]]] = {"hits": (1, 100), "most_evidence": (1, 100)}
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"web": ("", *BACKENDS)}
    local_settings: ClassVar[frozenset[str]] = frozenset({"index", "log"})
    finds_documents: ClassVar[bool] = True
    excludes_sentences: ClassVar[bool] = True
    tools: ClassVar[Tools | None] = None
    """The search and log tools; None for local ones. Not a setting, because it changes no answer."""

    index: str = ""
    """The folder of the evidence index."""
    match: Match = "ranked"
    hits: int = 5
    """Maximum number of hits per store and query."""
    most_evidence: int = 12
    web: str = ""
    """The web search backend if the databases have no match; empty means no web search."""
    log: str = ""
    """The verification log; empty means no log."""

    def __post_init__(self) -> None:
        if self.match not in MATCHES:
            raise ConfigError(f"match is '{self.match}'.", hint=f"Use one of: {', '.join(MATCHES)}.")
        if self.hits < 1 or self.most_evidence < 1:
            raise ConfigError("hits and most_evidence must be 1 or more.")
        if self.web:
            check_backend(self.web)

    def with_tools(self, tools: Tools) -> "News":
        """The same procedure and settings with other tools, such as remote servers."""
        bound: type[News] = type("News", (News,), {"tools": tools})
        return bound(**{setting.name: getattr(self, setting.name) for setting in fields(self)})

    def calls(self) -> tuple[int, int]:
        """The analyzer always; verifier (twice after a violation) and critic if evidence was found."""
        return 1, 4

    async def gather(self, hearing: Hearing) -> Gathered:
        """Analyse the claim and search for evidence."""
        hearing.phase("analyse")
        analysis, notes = await _analysed(hearing)
        case = hearing.case
        if "news" in case.meta or case.documents:
            searches = earlier_searches(case)
        else:
            hearing.phase("search")
            searches = await self._searched(hearing, analysis)
        notes = (*notes, *dict.fromkeys(search.problem for search in searches if search.problem))
        return Gathered(analysis, searches, exhibits(hearing.case), notes)

    async def judge(self, hearing: Hearing) -> Verdict:
        """Decide the claim."""
        gathered = await self.gather(hearing)
        reply, violations = await self._weighed(hearing, gathered)
        counted, quotes = account.counted(hearing, gathered.found, reply)
        before = rules.decided([piece for piece, _ in counted], gathered.analysis.complexity)
        criticism = await self._criticised(hearing, gathered, before, reply)
        after = rules.criticised(before, criticism) if criticism else before
        return self._verdict(hearing, gathered, reply, counted, quotes, before, criticism, after, violations)

    async def conclude(self, case: Case, verdict: Verdict) -> None:
        """Log the final verdict."""
        if self.log:
            await self._tools().log_verification(case.claim, verdict.label)

    async def weigh(self, hearing: Hearing) -> Weighing:
        """Run only the verifier on the case's documents and apply the same rules."""
        plain = Analysis(entities=(), queries=(hearing.case.claim,), complexity=Complexity.HIGH)
        gathered = Gathered(plain, (), exhibits(hearing.case), ())
        reply, _ = await self._weighed(hearing, gathered)
        counted, _ = account.counted(hearing, gathered.found, reply)
        decision = rules.decided([piece for piece, _ in counted], plain.complexity)
        return Weighing(decision.label, account.reason_for(reply, decision, decision, ()), reply)

    def _tools(self) -> Tools:
        return self.tools or LocalTools(
            self.index or None, match=self.match, limit=self.hits, web=self.web, log=self.log or None
        )

    async def _searched(self, hearing: Hearing, analysis: Analysis) -> tuple[Search, ...]:
        """Search the databases for every query, then for the claim itself, then the web."""
        if not (self.index or self.web or self.tools):
            raise ConfigError(
                "The claim has no source, and no evidence index was given.",
                hint="Use News(index=FOLDER), or give the case documents.",
            )
        tools, claim = self._tools(), hearing.case.claim
        queries = [query for query in dict.fromkeys(analysis.queries) if query.strip()]
        done = [await tools.search_databases(query) for query in queries]
        if not any(search.hits for search in done) and claim not in queries:
            done.append(await tools.search_databases(claim))
        if self.web and not any(search.hits for search in done):
            done += [await tools.search_web(query) for query in queries]
        documents, searches = found_by(done, most=self.most_evidence)
        plain: list[JsonValue] = [search.model_dump(mode="json") for search in searches]
        hearing.bring(documents, meta={"news": {"searches": plain}})
        return searches

    async def _weighed(self, hearing: Hearing, gathered: Gathered) -> tuple[NewsVerdict, int]:
        """The verifier's reply and its number of constraint violations: it is asked again once, then the case fails."""
        if not gathered.found:
            return NewsVerdict(readings=(), reason=_NOTHING_FOUND, verdict=NewsLabel.NEI.value), 0
        hearing.phase("verify")
        sources, labels = _shown(gathered)
        claim = hearing.case.claim
        reply = await hearing.ask(DetermineVerdict(claim=claim, evidence=sources, labels=labels), phase="verify")
        if rules.allowed(reply.verdict) is not None:
            return reply, 0
        again = DetermineVerdict(claim=claim, evidence=sources, labels=labels, refused=reply.verdict)
        reply = await hearing.ask(again, phase="verify")
        if rules.allowed(reply.verdict) is None:
            raise UnusableReply(
                f"Case {hearing.case.id}: the verifier's '{reply.verdict}' is not a verdict, for the second time.",
                hint="It must be SUPPORTED, REFUTED or NEI.",
                raw=reply.model_dump_json(),
            )
        return reply, 1

    async def _criticised(
        self, hearing: Hearing, gathered: Gathered, decision: Decision, reply: NewsVerdict
    ) -> Criticism | None:
        """Ask the critic if there is a verdict to lower."""
        if decision.label is NewsLabel.NEI:
            return None
        hearing.phase("criticise")
        sources, labels = _shown(gathered)
        question = CriticiseVerdict(
            claim=hearing.case.claim, evidence=sources, labels=labels, verdict=decision.label, reason=reply.reason
        )
        return await hearing.ask(question, phase="criticise")

    def _verdict(
        self,
        hearing: Hearing,
        gathered: Gathered,
        reply: NewsVerdict,
        counted: Counting,
        quotes: dict[str, Quote],
        before: Decision,
        criticism: Criticism | None,
        after: Decision,
        violations: int,
    ) -> Verdict:
        concerns = criticism.concerns if criticism else ()
        reason = account.reason_for(reply, before, after, concerns)
        hashes = {
            one.document.id: hashlib.sha256(one.document.text.encode("utf-8", "surrogatepass")).hexdigest()
            for one in gathered.found
        }
        asked = sum(1 for entry in hearing.transcript.entries)
        result = NewsResult(
            claim=hearing.case.claim,
            queries=gathered.analysis.queries,
            evidence=tuple(one.evidence.line for one in gathered.found),
            verdict=after.label,
            reason=reason,
            tool_calls=asked + len(gathered.searches) + bool(self.log),
            entities=gathered.analysis.entities,
            complexity=gathered.analysis.complexity,
            searches=gathered.searches,
            counted=tuple(
                Counted(
                    document_id=piece.id,
                    origin=piece.origin.value,
                    label=piece.label,
                    bearing=piece.bearing,
                    effect=piece.effect,
                    why=reading.why,
                    sha256=hashes[piece.id],
                )
                for piece, reading in counted
            ),
            independent_origins=after.origins,
            contradictions=after.contradictions,
            concerns=concerns,
            confidence=after.confidence,
            constraint_violations=violations,
            notes=gathered.notes,
        )
        return Verdict(
            case_id=hearing.case.id,
            protocol=self.name,
            label=after.label.value,
            stance=rules.STANCES[after.label],
            confidence=Confidence(value=after.confidence),
            reasons=tuple(dict.fromkeys((reason, *after.contradictions, *concerns, *gathered.notes))),
            quotes=tuple(quotes.values()),
            rejected_quotes=hearing.rejected,
            findings=tuple(account.findings(counted, quotes)),
            dissent=account.dissent(reply, after, before),
            result=result,
            usage=hearing.transcript.usage,
            provenance=provenance(self, hearing),
            transcript=hearing.transcript,
            timing=hearing.timing,
        )


async def _analysed(hearing: Hearing) -> tuple[Analysis, tuple[str, ...]]:
    """The analysis. If the reply cannot be read, the claim is the only query."""
    claim = hearing.case.claim
    try:
        return await hearing.ask(AnalyzeClaim(claim=claim), phase="analyse"), ()
    except UnusableReply:
        plain = Analysis(entities=(), queries=(claim,), complexity=Complexity.HIGH)
        return plain, ("The analyzer's reply could not be read: the claim itself was searched for.",)


def _shown(gathered: Gathered) -> tuple[tuple[Source, ...], tuple[Labelled, ...]]:
    sources = tuple(Source(id=one.document.id, text=one.document.text) for one in gathered.found)
    labels = tuple(
        Labelled(id=one.document.id, origin=one.evidence.origin.value, label=one.evidence.label)
        for one in gathered.found
    )
    return sources, labels
