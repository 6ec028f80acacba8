"""A claim read against its sources, once per case: findings, the model's view of the text, and how they weigh.

Every question of a case rests on the same reading; the reader keeps the last few, since the questions of a case come
one after the other. Sources that the model can read at once are read whole. Of longer ones, each sentence of the claim
is judged against its nearest windows; contradiction in any of them is weighed beside the best support (see
`analysis/judge/features.py`), never hidden by it.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from adjudge.analysis.compare.comparison import Comparison, compare
from adjudge.analysis.facts.quantities import quantities
from adjudge.analysis.judge import combine
from adjudge.analysis.judge.combine import probabilities
from adjudge.analysis.judge.features import features, worst
from adjudge.analysis.judge.overrule import overruling
from adjudge.analysis.judge.weights import Weights
from adjudge.analysis.model import nli
from adjudge.analysis.model.nli import LONGEST_CLAIM, Doubt, Judgement, Pieces
from adjudge.analysis.text.language import language
from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.spans import Span
from adjudge.analysis.text.words import content_words
from adjudge.case import CLAIM_ID
from adjudge.engines.offline.coreference import refers_back
from adjudge.engines.offline.extracts import extracts, joined
from adjudge.engines.offline.foreign import foreign_names
from adjudge.engines.offline.implication import Member, member_of
from adjudge.engines.offline.orders import without_orders
from adjudge.engines.offline.places import context_of
from adjudge.evidence.passages import Passage
from adjudge.questions.base import Source
from adjudge.verdict import Finding, Quote

_KEPT, _KEPT_ANSWERS = 256, 4096
_PAIRS_AT_ONCE = 32
"""Pairs of one case that wait for the model at the same time."""
_WORD = re.compile(r"[^\W\d_]+")
_DOUBTED, _NEIGHBOUR = 0.5, 0.5
"""A word is doubted from here on; its neighbours belong to it if they are doubted half as much."""
_MODEL_READS = ("", "English")
"""The languages that the model was measured in, and texts too short to tell. Elsewhere the findings alone decide."""
_WORDS = {
    "supported": "supports the claim",
    "contradicted": "contradicts the claim",
    "unclear": "neither supports nor contradicts the claim",
}


_Key: TypeAlias = tuple[str, tuple[Source, ...], str]


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence of the claim, the passages that the model read at once, and what it says of them."""

    sentence: Span
    passages: tuple[Passage, ...]
    judgement: Judgement
    """Of the sentence, with the one before it where it refers back to that; the doubts are of its own words."""
    is_near: bool = False
    """Whether it is one of the short windows that are read besides."""


@dataclass(frozen=True, slots=True)
class CaseReading:
    """What the analysis and the model make of a claim and its sources."""

    claim: str
    comparison: Comparison
    judged: tuple[tuple[Judged, ...], ...] = ()
    """For each sentence of the claim that the model can read: the whole text, or its nearest windows, nearest first."""
    combiner: combine.Combiner | None = field(default=None, repr=False)
    sources: tuple[Source, ...] = field(default=(), repr=False)
    unread_language: str = ""
    """The language of the claim, where the model is there but does not read it: the typed facts alone decide."""
    member: Member | None = None
    """The one of a numbered group that the claim is about; the model is asked about all of them."""

    @property
    def unread(self) -> bool:
        """Whether the model read some sentences of the claim, but not all: what it did not read cannot be supported."""
        return 0 < len(self.judged) < len(sentences(self.claim))

    @property
    def is_open(self) -> bool:
        """Whether the model does not read the claim's language and no sentence has all its words in the same order."""
        if not self.unread_language:
            return False
        told = (span.text for source in self.sources for span in sentences(source.text))
        return not any(_says_in_order(sentence, self.claim) for sentence in told)

    @property
    def why_open(self) -> str:
        """That the model does not read the language, where that leaves the claim open; else empty."""
        if not self.is_open:
            return ""
        compared = "only numbers, dates, names and negation were compared"
        return f"the offline model does not read {self.unread_language}; {compared}"

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings."""
        return self.comparison.findings

    def weights(self, keep: Callable[[Finding], bool] | None = None) -> Weights:
        """The weights of the findings that are kept, together with the model; of all findings without a choice."""
        comparison = self.comparison
        if keep is not None:
            comparison = replace(comparison, findings=tuple(filter(keep, comparison.findings)))
        if self.combiner is None or not self.judged:
            weights = probabilities(comparison)
            # Without the model, shared words are no support: every word that matters must be in the source, and in a
            # language that the model does not read, in the order of the claim.
            shared_words = comparison.unmatched or self.is_open
            return weights.doubted() if shared_words and weights.strongest == "supported" else weights
        judgements = [[one.judgement for one in passages] for passages in self.judged]
        weights = self.combiner.probabilities(features(comparison, judgements))
        passages = [passage.text for row in self.judged for one in row for passage in one.passages]
        weights = weights.overruled(**overruling(comparison, passages))
        # Support needs every sentence to be read, and every name to be resolved.
        unresolved = self.unread or foreign_names(self.claim, comparison, self.sources)
        return weights.doubted() if weights.strongest == "supported" and unresolved else weights

    @property
    def model_says(self) -> Weights | None:
        """The model alone, for the sentence that fares worst; None without a model."""
        answer = worst([[one.judgement for one in row] for row in self.judged])
        return Weights(*answer.shares) if answer else None

    @property
    def decisive(self) -> Judged | None:
        """The passage that says most: the hardest contradiction if the claim is denied, else the best support."""
        if self.model_says is None or self.model_says.strongest != "contradicted":
            return self.best
        return max((one for row in self.judged for one in row), key=lambda one: one.judgement.contradicted)

    @property
    def best(self) -> Judged | None:
        """The best support of the sentence that has least; None without a model."""
        best = [max(row, key=lambda one: one.judgement.supported) for row in self.judged]
        return min(best, key=lambda one: one.judgement.supported, default=None)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """The words that the model read, with the least doubt that any passage leaves: one bearing it out is enough."""
        found = []
        for row in self.judged:
            at = row[0].sentence.start
            for words in zip(*(one.judgement.doubts for one in row), strict=False):
                least = min(words, key=lambda word: word.share)
                found.append(Doubt(at + least.start, at + least.end, least.share))
        return tuple(found)

    def doubted(self, *, least: float = _DOUBTED) -> str:
        """The words of the claim that the model doubts, as one run around the one it doubts most; else nothing."""
        quote = self.doubted_quote(least=least)
        return quote.text if quote else ""

    def doubted_quote(self, *, least: float = _DOUBTED) -> Quote | None:
        """The words that the model doubts, with their place in the claim."""
        doubts = self.doubts
        if not doubts:
            return None
        first = last = max(range(len(doubts)), key=lambda at: doubts[at].share)
        most = doubts[first].share
        if most < least:
            return None
        while first > 0 and doubts[first - 1].share >= _NEIGHBOUR * most:
            first -= 1
        while last + 1 < len(doubts) and doubts[last + 1].share >= _NEIGHBOUR * most:
            last += 1
        return self._whole_words(doubts[first].start, doubts[last].end)

    def _whole_words(self, start: int, end: int) -> Quote:
        """The stretch of the claim, widened to whole numbers ("57" to "exactly 57"), and beyond small words alone: from
        "at a" to the next word that says something."""
        for one in quantities(self.claim):
            if one.span.start < end and start < one.span.end:
                start, end = min(start, one.span.start), max(end, one.span.end)
        content = content_words(self.claim)
        if not any(word.start < end and start < word.end for word in content):
            end = next((word.end for word in content if word.start >= end), end)
        return Quote(text=self.claim[start:end], document_id=CLAIM_ID, start=start, end=end)

    def disputed(self) -> str:
        """The words that the model doubts most, however little it doubts them; nothing without a model."""
        return self.doubted(least=0.0)

    def account(self, answer: str) -> str:
        """What the model says and which words it doubts, where that is this answer; empty where it says otherwise."""
        model = self.model_says
        if model is None or model.strongest != answer:
            return ""
        doubted = f", and doubts '{words}'" if answer != "supported" and (words := self.doubted()) else ""
        return f"The model reads that the source {_WORDS[answer]}{doubted}."

    def passage(self) -> str:
        """The words of `passage_quote`; empty without one."""
        quote = self.passage_quote
        return quote.text if quote else ""

    @property
    def passage_quote(self) -> Quote | None:
        """The sentence of the source that speaks most about the claim; without one, the passage that the model read."""
        if self.comparison.aligned:
            return self.comparison.aligned[0]
        if self.decisive is None:
            return None
        one = self.decisive.passages[0]
        return Quote(text=one.text, document_id=one.document_id, start=one.start, end=one.start + len(one.text))

    def context(self, quote: Quote | None) -> str:
        """Words around a quote of the claim or a source that say which occurrence is meant; empty if there is one."""
        if quote is None:
            return ""
        if quote.document_id == CLAIM_ID:
            return context_of(quote, self.claim)
        texts = {source.id: source.text for source in self.sources}
        own = texts.pop(quote.document_id, "")
        return context_of(quote, own, tuple(texts.values())) if own else ""


class Reader:
    """Reads, and remembers what it read last."""

    def __init__(self, model: nli.Model | None = None, combiner: combine.Combiner | None = None) -> None:
        self._model = model or nli.shipped()
        self._combiner = combiner or combine.shipped()
        self._kept: OrderedDict[_Key, CaseReading] = OrderedDict()
        self._under_way: dict[_Key, asyncio.Task[CaseReading]] = {}

    @property
    def model(self) -> str:
        """Named in the engine's identity: another reader's answers are other answers."""
        if self._combiner is None or not self._model.available:
            return "rules"
        return f"{self._model.fingerprint}+{self._combiner.fingerprint}"

    async def read(self, claim: str, sources: tuple[Source, ...], *, before: str = "") -> CaseReading:
        """The reading of this claim against these sources; `before` is the sentence before it in its text."""
        key = (claim, sources, before)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        loop = asyncio.get_running_loop()
        other = self._under_way.get(key)
        if other is not None and other.get_loop() is loop:
            # The jurors ask at the same time: one reading serves them all.
            await asyncio.wait([other])
            return await self.read(claim, sources, before=before) if other.cancelled() else other.result()
        found = self._under_way[key] = loop.create_task(self._read(*key))
        try:
            reading = await found
        finally:
            if self._under_way.get(key) is found:
                del self._under_way[key]
        self._kept[key] = reading
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return reading

    async def judged(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        """What the model says of further (passage, claim) pairs, in order; the passages without orders to the judge."""
        return list(await asyncio.gather(*(self._asked(without_orders(passage), claim) for passage, claim in pairs)))

    def _asked(self, passage: str, claim: str) -> asyncio.Future[Judgement]:
        """What the model says of a pair: at once if it was asked lately, else from the next free thread. Pairs are the
        same if their word pieces are."""
        loop, model = asyncio.get_running_loop(), self._model
        pair = model.passage_pieces(passage), claim
        if known := model.answers.get(pair):
            answer: asyncio.Future[Judgement] = loop.create_future()
            answer.set_result(known)
            return answer
        answer = loop.run_in_executor(model.pool, model.judge_one, passage, claim)
        answer.add_done_callback(lambda done: self._remember(pair, done))
        return answer

    def _remember(self, pair: tuple[Pieces, str], answer: asyncio.Future[Judgement]) -> None:
        if not answer.cancelled() and answer.exception() is None:
            self._model.answers[pair] = answer.result()
            if len(self._model.answers) > _KEPT_ANSWERS:
                self._model.answers.popitem(last=False)

    async def _read(self, claim: str, sources: tuple[Source, ...], before: str) -> CaseReading:
        comparison, member = compare(claim, [(source.id, source.text) for source in sources]), member_of(claim, sources)
        judged = await self._judge(claim, sources, before, member)
        unread = "" if judged or not self._model.available else _unread_language(claim, sources)
        if member:
            comparison = member.accepted(comparison)
        return CaseReading(claim, comparison, judged, self._combiner, sources, unread, member)

    async def _judge(
        self, claim: str, sources: tuple[Source, ...], before: str, member: Member | None
    ) -> tuple[tuple[Judged, ...], ...]:
        texts = [source for source in sources if source.text.strip()]
        if self._combiner is None or not self._model.available or not texts:
            return ()
        # A sentence too short to show its language is read as the sources are.
        around = next(filter(None, (language(source.text) for source in texts)), language(claim))
        spans = sentences(claim)
        rows = [
            [(span, lead, *one) for one in extracts(span.text, texts, self._model, is_alone=len(spans) == 1)]
            for span, other in zip(spans, [before, *(span.text for span in spans)], strict=False)
            for lead in (self._lead(span.text, other),)
            if (language(span.text) or around) in _MODEL_READS
        ]
        # The pairs of all cases that are heard at the same time share the cores. They are handed over here and now: as
        # tasks of their own they would wait until every other case has been compared, and the cores with them.
        # Of a long claim only some at once: the pool works in order, and other cases get their turn in between.
        pairs = [
            (without_orders(joined(passages)), lead + (member.said_of_all(span.text) if member else span.text))
            for row in rows
            for span, lead, passages, _ in row
        ]
        judgements: list[Judgement] = []
        for start in range(0, len(pairs), _PAIRS_AT_ONCE):
            some = pairs[start : start + _PAIRS_AT_ONCE]
            judgements.extend(await asyncio.gather(*(self._asked(*pair) for pair in some)))
        found = iter(judgements)
        return tuple(
            tuple(
                Judged(span, passages, _own(next(found), lead, span.text, member), is_near)
                for span, lead, passages, is_near in row
            )
            for row in rows
        )

    def _lead(self, sentence: str, before: str) -> str:
        """The sentence before one that refers back, where the model can read both at once; else nothing."""
        lead = f"{without_orders(before)} "
        is_read = before and refers_back(sentence) and language(before) in _MODEL_READS
        return lead if is_read and self._model.fits(lead + sentence, limit=LONGEST_CLAIM) else ""


def _unread_language(claim: str, sources: Sequence[Source]) -> str:
    """The language of the claim, or of a source if the claim is too short to show one; empty if the model reads it."""
    spoken = next(filter(None, (language(text) for text in (claim, *(source.text for source in sources)))), "")
    return "" if spoken in _MODEL_READS else spoken


def _says_in_order(sentence: str, claim: str) -> bool:
    """Whether the sentence has all words of the claim, in its order; numbers are compared elsewhere."""
    told = iter(_WORD.findall(sentence.casefold()))
    return all(word in told for word in _WORD.findall(claim.casefold()))


def _own(judgement: Judgement, lead: str, sentence: str, member: Member | None) -> Judgement:
    """The judgement with the doubts of the sentence's own words, at their places in it."""
    first = len(lead)
    own = tuple(Doubt(one.start - first, one.end - first, one.share) for one in judgement.doubts if one.start >= first)
    judgement = judgement._replace(doubts=own)
    return member.judged(sentence, judgement) if member else judgement
