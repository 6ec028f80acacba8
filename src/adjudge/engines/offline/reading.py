"""A claim read against its sources, once per case: findings, the model's view of each passage, and how they weigh.

Every question of a case rests on the same reading; the reader keeps the last few, since the questions of a case come
one after the other. The rule for long sources: each sentence of the claim is judged against its nearest passages;
contradiction in any of them is weighed beside the best support (see `analysis/features.py`), never hidden by it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from adjudge.analysis import combine, nli
from adjudge.analysis.compare import Comparison, compare
from adjudge.analysis.features import features
from adjudge.analysis.nli import Judgement
from adjudge.analysis.sentences import sentences
from adjudge.analysis.stance import probabilities
from adjudge.analysis.words import content_words
from adjudge.evidence.passages import Passage, nearest, windows
from adjudge.questions.base import Source
from adjudge.verdict import Finding, Relation

_KEPT = 256
_DOUBT = 2 / 3
_NEAR_COPY = 0.6
_PASSAGES = 4
_WORDS = {"supported": "support", "contradicted": "contradiction", "unclear": "neither for nor against"}
# The axes on which wording has a strength, so that a claim can say more than its source does.
_STRENGTHS = ("quantifier", "certainty", "causality", "caveat")


@dataclass(frozen=True, slots=True)
class Weights:
    """How likely the claim is supported, contradicted, or neither."""

    supported: float
    contradicted: float
    unclear: float

    def against(self, silence: float) -> float:
        """How much speaks against the claim, for a reader to whom silence counts so much.

        Where contradiction is not what is likeliest, it is a suspicion, and counts half.
        """
        suspicion = 1.0 if self.strongest == "contradicted" else 0.5
        return min(1.0, suspicion * self.contradicted + silence * self.unclear)

    def doubted(self) -> "Weights":
        """The same leaning with at least two thirds of the weight on "cannot tell"."""
        unclear = max(self.unclear, _DOUBT)
        rest = (1 - unclear) / max(self.supported + self.contradicted, 1e-9)
        return Weights(self.supported * rest, self.contradicted * rest, unclear)

    def turned(self) -> "Weights":
        """What spoke for the claim now speaks against it, if that was what was likeliest."""
        if self.strongest != "supported":
            return self
        return Weights(self.contradicted, self.supported, self.unclear)

    @property
    def strongest(self) -> str:
        """`supported`, `contradicted` or `unclear`; contradiction is asked first."""
        if self.contradicted >= max(self.supported, self.unclear):
            return "contradicted"
        return "supported" if self.supported > self.unclear else "unclear"


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence of the claim and a passage of a source, and what the model says of the two."""

    sentence: str
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
            return Weights(*probabilities(comparison))
        judgements = [[one.judgement for one in passages] for passages in self.judged]
        weights = Weights(*self.combiner.probabilities(features(comparison, judgements)))
        if self._is_beyond_the_model():
            return weights.doubted()
        return weights.turned() if self._is_one_word_swapped(comparison) else weights

    def _is_one_word_swapped(self, comparison: Comparison) -> bool:
        """A near copy with a grave contradiction in it: what a small model overlooks most. Of such pairs that it called
        supported, four in five were labelled contradicted."""
        grave = (f.relation is Relation.CONTRADICTED and f.severity == "high" for f in comparison.findings)
        return comparison.focus >= _NEAR_COPY and any(grave)

    def _is_beyond_the_model(self) -> bool:
        """Where the model's word is not worth much, whatever its probability.

        It was trained on pairs that speak of the same thing: texts that share nothing but a stray name it calls
        contradictory. It cannot read what is no sentence. And in a near copy it takes an overstatement ("all" for
        "most") or numbers that neither follow nor fail ("under 650" and "more than 645") for a contradiction or for
        the same, where they are neither.
        """
        comparison = self.comparison
        if any(finding.relation is Relation.CONTRADICTED for finding in comparison.findings):
            return False
        unread = not any(words_in(one.passage.text) for row in self.judged for one in row)
        if unread or (comparison.coverage == 0.0 and words_in(self.claim) < 2):
            return True
        named = any(f.axis in ("name", "quantity", "date") and speaks_against(f) for f in comparison.findings)
        unrelated = comparison.coverage == 0.0 and named
        near_copy = comparison.focus >= _NEAR_COPY
        return unrelated or (near_copy and any(_is_open(finding) for finding in comparison.findings))

    @property
    def model_says(self) -> Weights | None:
        """The model alone, for the sentence that fares worst; None without a model."""
        if not self.judged:
            return None
        one = self.decisive
        return Weights(*one.judgement)

    @property
    def decisive(self) -> Judged:
        """The passage that says most: the hardest contradiction, else the best support of the weakest sentence."""
        hardest = max((one for row in self.judged for one in row), key=lambda one: one.judgement.contradicted)
        if hardest.judgement.contradicted > 0.5:
            return hardest
        best = [max(row, key=lambda one: one.judgement.supported) for row in self.judged]
        return min(best, key=lambda one: one.judgement.supported)

    def account(self) -> str:
        """What the model says, and whether the findings say otherwise; empty without a model."""
        model = self.model_says
        if model is None:
            return ""
        rules = Weights(*probabilities(self.comparison))
        share = max(model.supported, model.contradicted, model.unclear)
        said = f"The model reads the nearest passage as {_WORDS[model.strongest]} ({share:.2f})"
        if rules.strongest == model.strongest:
            return f"{said}."
        return f"{said}; the findings alone would say {_WORDS[rules.strongest]}."

    def passage(self) -> str:
        """The words of the source that speak about the claim most, or nothing."""
        if self.judged:
            return self.decisive.passage.text
        return self.comparison.aligned[0].text if self.comparison.aligned else ""


class Reader:
    """Reads, and remembers what it read last."""

    def __init__(self, model: nli.Model | None = None, combiner: combine.Combiner | None = None) -> None:
        self._model = model or nli.shipped()
        self._combiner = combiner or combine.shipped()
        self._kept: OrderedDict[tuple[str, tuple[Source, ...]], Reading] = OrderedDict()

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
        comparison = compare(claim, [(source.id, source.text) for source in sources])
        reading = Reading(claim, comparison, await self._judge(claim, sources), self._combiner)
        self._kept[key] = reading
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return reading

    async def _judge(self, claim: str, sources: tuple[Source, ...]) -> tuple[tuple[Judged, ...], ...]:
        if self._combiner is None or not self._model.available:
            return ()
        passages = [passage for source in sources for passage in windows(source.id, source.text)]
        rows = [
            [(span.text, passage) for passage in nearest(span.text, passages, limit=_PASSAGES)]
            for span in sentences(claim)
        ]
        if not passages or not rows:
            return ()
        loop = asyncio.get_running_loop()

        async def judged(text: str, passage: Passage) -> Judged:
            # One task a pair: the pairs of all cases that are heard at the same time share the cores.
            work = loop.run_in_executor(self._model.pool, self._model.judge_one, passage.text, text)
            return Judged(text, passage, await work)

        pairs = [pair for row in rows for pair in row]
        found = iter(await asyncio.gather(*(judged(*pair) for pair in pairs)))
        return tuple(tuple(next(found) for _ in row) for row in rows)


def words_in(text: str) -> int:
    """How many words carry content; numbers alone say nothing."""
    return sum(any(letter.isalpha() for letter in word.text) for word in content_words(text))


def speaks_against(finding: Finding) -> bool:
    """Whether a finding counts against the claim."""
    return finding.relation in (Relation.CONTRADICTED, Relation.ABSENT)


def distorts(finding: Finding) -> bool:
    """Whether the claim puts more strongly what the source does say: all for most, will for may, caused for linked.

    Different from an addition, on which the source is silent and which has no words of the source beside it.
    """
    overstated = finding.axis in _STRENGTHS and finding.severity != "low"
    return overstated and finding.relation is Relation.ABSENT and finding.source_quote is not None


def _is_open(finding: Finding) -> bool:
    """Whether both texts speak of the same thing and neither follows from the other nor excludes it."""
    scaled = finding.axis in ("quantity", "date") or (distorts(finding) and finding.axis != "caveat")
    return scaled and finding.relation is Relation.ABSENT and finding.source_quote is not None


def strongest_first(findings: Iterable[Finding]) -> list[Finding]:
    """Contradictions first, the graver before the lighter, in the order of the claim."""
    grave = {"high": 0, "medium": 1, "low": 2}

    def weight(finding: Finding) -> tuple[int, int, int]:
        place = finding.claim_quote.start if finding.claim_quote else 1 << 30
        return int(finding.relation is not Relation.CONTRADICTED), grave[finding.severity.value], place

    return sorted(findings, key=weight)
