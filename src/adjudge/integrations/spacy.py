"""Adjudge as a spaCy component (the extra `spacy`): a Doc with its context in, spans for its sentences out.

The context is `doc._.adjudge_context`, or the setting `context` for all Docs. `doc.spans["adjudge"]` has the sentences,
labelled correct, incorrect, uncertain, excluded or failed; `doc.spans["adjudge_words"]` the words that are wrong or not
supported; `doc._.adjudge` the verdict as a dictionary, or one with `error` in its place.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from adjudge.integrations.faithfulness import AnswerVerdict, SentenceVerdict, check_answers
from adjudge.integrations.frameworks import require
from adjudge.verdict import Failure

require("spacy")

from spacy.language import Language  # noqa: E402
from spacy.tokens import Doc, Span, SpanGroup  # noqa: E402

for _name in ("adjudge_context", "adjudge"):
    if not Doc.has_extension(_name):
        Doc.set_extension(_name, default=None)


class SpacyChecker:
    """The component `adjudge`. It needs no other component, since it finds the sentences itself."""

    def __init__(self, context: Any = None, engine: str = "offline", spans_key: str = "adjudge") -> None:
        self.context = context
        self.engine = engine
        self.spans_key = spans_key

    def __call__(self, doc: Doc) -> Doc:
        """Judge one Doc."""
        return next(self.pipe([doc]))

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 64) -> Iterator[Doc]:
        """Judge Docs, a batch at once. No Doc is dropped: one without a verdict says why."""
        docs = iter(stream)
        while batch := list(islice(docs, batch_size)):
            outcomes = check_answers([(doc.text, self._context(doc)) for doc in batch], engine=self.engine)
            for doc, outcome in zip(batch, outcomes, strict=True):
                self._annotate(doc, outcome)
                yield doc

    def _context(self, doc: Doc) -> Any:
        own = doc._.adjudge_context
        return (self.context or ()) if own is None else own

    def _annotate(self, doc: Doc, outcome: AnswerVerdict | Failure) -> None:
        if isinstance(outcome, Failure):
            # Plain data, so that the Doc can be written to bytes and come from another process.
            doc._.adjudge = {"label": None, "score": 0.0, "error": f"{outcome.message} {outcome.hint}".strip()}
            sentences: tuple[SentenceVerdict, ...] = ()
        else:
            doc._.adjudge = {**outcome.model_dump(mode="json"), "score": outcome.score, "error": None}
            sentences = outcome.sentences
        marked = [_span(doc, one.start, one.end, one.label.value) for one in sentences]
        words = [_span(doc, one.words.start, one.words.end, one.label.value) for one in sentences if one.words]
        doc.spans[self.spans_key] = SpanGroup(doc, name=self.spans_key, spans=marked)
        doc.spans[f"{self.spans_key}_words"] = SpanGroup(doc, name=f"{self.spans_key}_words", spans=words)


@Language.factory("adjudge", default_config={"context": None, "engine": "offline", "spans_key": "adjudge"})
def spacy_checker(nlp: Language, name: str, context: Any, engine: str, spans_key: str) -> SpacyChecker:
    """The factory: `nlp.add_pipe("adjudge", config={"context": "...", "engine": "offline"})`."""
    return SpacyChecker(context, engine, spans_key)


def _span(doc: Doc, start: int, end: int, label: str) -> Span:
    """The tokens that these characters touch."""
    return doc.char_span(start, end, label=label, alignment_mode="expand")
