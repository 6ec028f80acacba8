"""Documents in, mutations out: every plain sentence is offered to every maker; which of several drafts is taken depends
on the seed and on the sentence alone, so that a text added or removed changes nothing for the others."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.words import german
from adjudge.case import Document
from adjudge.evals.mutations import naming, quantity, rewording, time, wording
from adjudge.evals.mutations.mutation import Kind, Label, Mutation, applied
from adjudge.evals.mutations.sentence import Draft, Maker, Sentence
from adjudge.record import digest

MAKERS: tuple[tuple[Kind, Maker], ...] = (
    (Kind.VERBATIM, rewording.verbatim),
    (Kind.SYNONYM, rewording.synonym),
    (Kind.VOICE, rewording.voice),
    (Kind.REORDERED, rewording.reordered),
    (Kind.REORDERED, naming.reordered_names),
    (Kind.ROUNDED, quantity.rounded),
    (Kind.COARSER, time.coarser),
    (Kind.COARSER, quantity.coarser_number),
    (Kind.NUMBER, quantity.number),
    (Kind.UNIT, quantity.unit),
    (Kind.POINTS, quantity.points),
    (Kind.DATE, time.date),
    (Kind.PERIOD, time.period),
    (Kind.PLACE, naming.place),
    (Kind.PERSON, naming.person),
    (Kind.ROLES, naming.roles),
    (Kind.NEGATION, wording.negation),
    (Kind.QUANTIFIER, wording.quantifier),
    (Kind.HEDGE, wording.hedge),
    (Kind.CAUSE, wording.cause),
    (Kind.SCOPE, wording.scope),
    (Kind.COMPARISON, wording.comparison),
    (Kind.DENOMINATOR, quantity.denominator),
    (Kind.ANTONYM, wording.antonym),
)


def mutations(
    documents: Iterable[Document],
    *,
    seed: int = 0,
    kinds: Collection[Kind] = tuple(Kind),
    per_kind: int | None = None,
) -> Iterator[Mutation]:
    """The claims that can be made from these documents, in their order; at most `per_kind` of each kind."""
    made: Counter[Kind] = Counter()
    for document in documents:
        for mutation in of_document(document, seed=seed, kinds=kinds):
            if per_kind is None or made[mutation.kind] < per_kind:
                made[mutation.kind] += 1
                yield mutation


def of_document(document: Document, *, seed: int = 0, kinds: Collection[Kind] = tuple(Kind)) -> Iterator[Mutation]:
    """The claims of one document."""
    tongue = german(document.text)
    for span in sentences(document.text):
        sentence = Sentence(span.text, document.text, tongue)
        if not sentence.plain:
            continue
        for kind, drafts in _drafts(sentence, kinds).items():
            chance = random.Random(f"{seed}/{kind.value}/{digest(span.text)}")
            chance.shuffle(drafts)
            made = next(filter(None, (_made(document, span.start, span.end, one, tongue) for one in drafts)), None)
            if made is not None:
                yield made


def _drafts(sentence: Sentence, kinds: Collection[Kind]) -> dict[Kind, list[Draft]]:
    found: dict[Kind, list[Draft]] = {}
    for kind, maker in MAKERS:
        if kind in kinds:
            for one in maker(sentence):
                found.setdefault(kind, []).append(one)
    return found


def _made(document: Document, start: int, end: int, one: Draft, tongue: bool) -> Mutation | None:
    """The mutation, unless the source already says the mutated words, or nothing changed."""
    sentence = document.text[start:end]
    claim, edits = applied(sentence, one.changes)
    same = _bare(claim) == _bare(sentence)
    if one.kind is not Kind.VERBATIM and (same or not claim.strip()):
        return None
    if one.kind.label is Label.MUTATED and _bare(claim) in _bare(document.text):
        return None
    return Mutation(
        id=f"{document.id}:{start}:{one.kind.value.replace(' ', '-').replace('/', '-')}",
        kind=one.kind,
        label=one.kind.label,
        claim=claim,
        source=document.text,
        sentence_start=start,
        sentence_end=end,
        edits=edits,
        language="de" if tongue else "en",
        document=document.id,
    )


def _bare(text: str) -> str:
    return " ".join(text.lower().split())
