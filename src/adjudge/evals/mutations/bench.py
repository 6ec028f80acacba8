"""Documents in, mutations out: every plain sentence is offered to every maker; which of several drafts is taken depends
on the seed and on the sentence alone, so that a text added or removed changes nothing for the others."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.words import german
from adjudge.case import Document
from adjudge.evals.mutations import naming, quantity, rewording, time, wording
from adjudge.evals.mutations.mutation import Label, Mutation, MutationKind, applied
from adjudge.evals.mutations.sentence import Draft, Maker, Sentence
from adjudge.record import digest

MAKERS: tuple[tuple[MutationKind, Maker], ...] = (
    (MutationKind.VERBATIM, rewording.verbatim),
    (MutationKind.SYNONYM, rewording.synonym),
    (MutationKind.VOICE, rewording.voice),
    (MutationKind.REORDERED, rewording.reordered),
    (MutationKind.REORDERED, naming.reordered_names),
    (MutationKind.ROUNDED, quantity.rounded),
    (MutationKind.COARSER, time.coarser),
    (MutationKind.COARSER, quantity.coarser_number),
    (MutationKind.NUMBER, quantity.number),
    (MutationKind.UNIT, quantity.unit),
    (MutationKind.POINTS, quantity.points),
    (MutationKind.DATE, time.date),
    (MutationKind.PERIOD, time.period),
    (MutationKind.PLACE, naming.place),
    (MutationKind.PERSON, naming.person),
    (MutationKind.ROLES, naming.roles),
    (MutationKind.NEGATION, wording.negation),
    (MutationKind.QUANTIFIER, wording.quantifier),
    (MutationKind.HEDGE, wording.hedge),
    (MutationKind.CAUSE, wording.cause),
    (MutationKind.SCOPE, wording.scope),
    (MutationKind.COMPARISON, wording.comparison),
    (MutationKind.DENOMINATOR, quantity.denominator),
    (MutationKind.ANTONYM, wording.antonym),
)


def mutations(
    documents: Iterable[Document],
    *,
    seed: int = 0,
    kinds: Collection[MutationKind] = tuple(MutationKind),
    per_kind: int | None = None,
) -> Iterator[Mutation]:
    """The claims that can be made from these documents, in their order; at most `per_kind` of each kind."""
    made: Counter[MutationKind] = Counter()
    for document in documents:
        for mutation in of_document(document, seed=seed, kinds=kinds):
            if per_kind is None or made[mutation.kind] < per_kind:
                made[mutation.kind] += 1
                yield mutation


def of_document(
    document: Document, *, seed: int = 0, kinds: Collection[MutationKind] = tuple(MutationKind)
) -> Iterator[Mutation]:
    """The claims of one document."""
    tongue = german(document.text)
    for span in sentences(document.text):
        sentence = Sentence(document.id, span, document.text, tongue)
        if not sentence.plain:
            continue
        for kind, drafts in _drafts(sentence, kinds).items():
            chance = random.Random(f"{seed}/{kind.value}/{digest(span.text)}")
            chance.shuffle(drafts)
            made = next(filter(None, (_made(document, span.start, span.end, one, tongue) for one in drafts)), None)
            if made is not None:
                yield made


def _drafts(sentence: Sentence, kinds: Collection[MutationKind]) -> dict[MutationKind, list[Draft]]:
    found: dict[MutationKind, list[Draft]] = {}
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
    if one.kind is not MutationKind.VERBATIM and (same or not claim.strip()):
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
