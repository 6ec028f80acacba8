"""A claim read against its sources, once per case: findings, the model's view of each passage, and how they weigh.

Every question of a case rests on the same reading; the reader keeps the last few, since the questions of a case come
one after the other. The rule for long sources: each sentence of the claim is judged against its nearest passages;
contradiction in any of them is weighed beside the best support (see `analysis/judge/features.py`), never hidden by it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field, replace

from adjudge.analysis.compare.comparison import Comparison, compare
from adjudge.analysis.facts.comparators import Comparator
from adjudge.analysis.facts.quantities import quantities
from adjudge.analysis.judge import combine
from adjudge.analysis.judge.features import features
from adjudge.analysis.judge.stance import probabilities
from adjudge.analysis.judge.weights import Weights, one_word_swapped, outranking
from adjudge.analysis.model import nli
from adjudge.analysis.model.nli import Doubt, Judgement
from adjudge.analysis.text.language import language, spoken
from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.spans import Span
from adjudge.engines.offline.orders import without_orders
from adjudge.evidence.passages import Passage, nearest, windows
from adjudge.questions.base import Source
from adjudge.verdict import Finding, Relation

_KEPT = 256
_PASSAGES = 4
_FOLLOWS = (Relation.SAME, Relation.COARSER)
"""What follows by arithmetic is left out: the source's words for it are several numbers."""
_BOUNDS = frozenset(Comparator) - {Comparator.EXACT, Comparator.ABOUT}
_DOUBTED = 0.5
"""A word is doubted from here on; its neighbours belong to it if they are doubted half as much."""
_MODEL_READS = "English"
"""What it was trained on. Of other languages it understands so little that the findings alone decide there."""
_WORDS = {"supported": "support", "contradicted": "contradiction", "unclear": "neither for nor against"}


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence of the claim and a passage of a source, and what the model says of the two."""

    sentence: Span
    passage: Passage
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class Reading:
    """What the analysis and the model make of a claim and its sources."""

    claim: str
    comparison: Comparison
    judged: tuple[tuple[Judged, ...], ...] = ()
    """For each sentence of the claim, its nearest passages, the nearest first."""
    combiner: combine.Combiner | None = field(default=None, repr=False)
    told: str = ""
    """The claim as the model read it, where that is in other words."""

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
            return probabilities(comparison)
        judgements = [[one.judgement for one in passages] for passages in self.judged]
        weights = self.combiner.probabilities(features(comparison, judgements))
        passages = [one.passage.text for row in self.judged for one in row]
        rules = outranking(self.claim, self.comparison, passages)
        return weights.outranked(**{**rules, "swapped": one_word_swapped(comparison)})

    @property
    def model_says(self) -> Weights | None:
        """The model alone, for the sentence that fares worst; None without a model."""
        return Weights(*one.judgement.shares) if (one := self.decisive) else None

    @property
    def decisive(self) -> Judged | None:
        """The passage that says most: the hardest contradiction, else the best support; None without a model."""
        hardest = max(
            (one for row in self.judged for one in row), key=lambda one: one.judgement.contradicted, default=None
        )
        return hardest if hardest and hardest.judgement.contradicted > 0.5 else self.best

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

    def doubted(self) -> str:
        """The words of the claim that the model doubts, as one run around the one it doubts most; else nothing."""
        # Doubts about other words than the claim's have no place in it.
        doubts = () if self.told else self.doubts
        if not doubts:
            return ""
        worst = max(range(len(doubts)), key=lambda at: doubts[at].share)
        if doubts[worst].share < _DOUBTED:
            return ""
        first = last = worst
        while first > 0 and doubts[first - 1].share >= _DOUBTED * doubts[worst].share:
            first -= 1
        while last + 1 < len(doubts) and doubts[last + 1].share >= _DOUBTED * doubts[worst].share:
            last += 1
        return self.claim[doubts[first].start : doubts[last].end]

    def account(self) -> str:
        """What the model says, which words it doubts, and whether the findings say otherwise; empty without a model."""
        model = self.model_says
        if model is None:
            return ""
        rules = probabilities(self.comparison)
        share = max(model.supported, model.contradicted, model.unclear)
        said = f"The model reads the nearest passage as {_WORDS[model.strongest]} ({share:.2f})"
        if model.strongest != "supported" and (words := self.doubted()):
            said = f"{said} and doubts '{words}'"
        if rules.strongest == model.strongest:
            return f"{said}."
        return f"{said}; the findings alone would say {_WORDS[rules.strongest]}."

    def passage(self) -> str:
        """The words of the source that speak about the claim most, or nothing."""
        if self.decisive:
            return self.decisive.passage.text
        return self.comparison.aligned[0].text if self.comparison.aligned else ""


def in_words_of_the_source(claim: str, findings: Sequence[Finding]) -> str:
    """The claim with the source's words for the numbers and dates that follow from them: the model reads letters.

    That "two thirds" follows from "66 %" the comparison knows, and the model does not. A bound ("more than 470") stays:
    without it the claim would say more than it did, and the labelled sets were read worse. In other languages than its
    own the model cannot read bounds at all, and they go.
    """
    kept = _BOUNDS if language(claim) in ("", _MODEL_READS) else ()
    follows = {
        (one.claim_quote.start, one.claim_quote.end): one.source_quote.text
        for one in findings
        if one.relation in _FOLLOWS
        and one.claim_quote
        and one.source_quote
        and _told(one.axis, one.claim_quote.text, kept)
    }
    until = len(claim) + 1
    for (start, end), words in sorted(follows.items(), reverse=True):
        if end <= until:
            claim, until = claim[:start] + words + claim[end:], start
    return claim


def _told(axis: str, words: str, kept: Container[Comparator]) -> bool:
    """Whether the words are a date, or a number with no bound that is to be kept."""
    if axis == "date":
        return True
    found = quantities(words) if axis == "quantity" else ()
    return bool(found) and all(one.comparator not in kept for one in found)


class Reader:
    """Reads, and remembers what it read last."""

    def __init__(self, model: nli.Model | None = None, combiner: combine.Combiner | None = None) -> None:
        self._model = model or nli.shipped()
        self._combiner = combiner or combine.shipped()
        self._kept: OrderedDict[tuple[str, tuple[Source, ...]], Reading] = OrderedDict()
        self._under_way: dict[tuple[str, tuple[Source, ...]], asyncio.Task[Reading]] = {}

    @property
    def model(self) -> str:
        """Named in the engine's identity: another reader's answers are other answers."""
        if self._combiner is None or not self._model.available:
            return "rules"
        return f"{self._model.fingerprint}+{self._combiner.fingerprint}"

    async def read(self, claim: str, sources: tuple[Source, ...]) -> Reading:
        """The reading of this claim against these sources."""
        key = (claim, sources)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        loop = asyncio.get_running_loop()
        other = self._under_way.get(key)
        if other is not None and other.get_loop() is loop:
            # The jurors ask at the same time: one reading serves them all.
            await asyncio.wait([other])
            return await self.read(claim, sources) if other.cancelled() else other.result()
        found = self._under_way[key] = loop.create_task(self._read(claim, sources))
        try:
            reading = await found
        finally:
            if self._under_way.get(key) is found:
                del self._under_way[key]
        self._kept[key] = reading
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return reading

    async def _read(self, claim: str, sources: tuple[Source, ...]) -> Reading:
        comparison = compare(claim, [(source.id, source.text) for source in sources])
        told = in_words_of_the_source(claim, comparison.findings)
        judged = await self._judge(told, sources)
        return Reading(claim, comparison, judged, self._combiner, told if told != claim else "")

    async def _judge(self, claim: str, sources: tuple[Source, ...]) -> tuple[tuple[Judged, ...], ...]:
        read = spoken(claim, (source.text for source in sources)) in ("", _MODEL_READS)
        if self._combiner is None or not self._model.available or not read:
            return ()
        passages = [passage for source in sources for passage in windows(source.id, source.text)]
        rows = [
            [(span, passage) for passage in nearest(span.text, passages, limit=_PASSAGES)] for span in sentences(claim)
        ]
        if not passages or not rows:
            return ()
        # The pairs of all cases that are heard at the same time share the cores. They are handed over here and now: as
        # tasks of their own they would wait until every other case has been compared, and the cores with them.
        loop, model = asyncio.get_running_loop(), self._model
        work = [
            loop.run_in_executor(model.pool, model.judge_one, without_orders(passage.text), span.text)
            for row in rows
            for span, passage in row
        ]
        found = iter(await asyncio.gather(*work))
        return tuple(tuple(Judged(span, passage, next(found)) for span, passage in row) for row in rows)
