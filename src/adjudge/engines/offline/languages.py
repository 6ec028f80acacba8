"""Which languages the offline engine reads. What it does not read it does not judge: it says so.

English is read by the model and by the rules, German by the rules. A text too short to show its language is read.
"""

from collections.abc import Container, Sequence

from adjudge.analysis.text.language import language, leaning
from adjudge.questions.base import Question, Reply, Source
from adjudge.questions.entailment import ExtractStatements, Statement

_NAMED = ("English", "German")
READ = ("", *_NAMED)
_SOURCES = ("truth", "statements", "excerpt", "evidence")


def unread_language(question: Question[Reply]) -> str:
    """The language or script of a question's texts that is not read; empty if claim and one source can be read.

    A claim is read if one of its sentences is: what the engine has not read it never supports. Only questions that
    judge a claim against sources count: extracting needs no language, and a summary is read sentence by sentence.
    """
    fields = question.field_values
    sources: Sequence[Source | Statement] = next((fields[name] for name in _SOURCES if name in fields), ())
    claim = fields.get("claim", "")
    if question.kind == ExtractStatements.kind or not sources or not claim:
        return ""
    if (spoken := language(claim)) not in READ and not has_sentence_in(_NAMED, claim):
        return spoken
    tongues = [language(source.text) for source in sources]
    return "" if any(tongue in READ for tongue in tongues) else tongues[0]


def languages_differ(text: str, other: str) -> tuple[str, str] | None:
    """The two languages, if both show and no sentence of the text leans to the language of the other one."""
    ours, theirs = language(text), language(other)
    if not ours or not theirs or ours == theirs:
        return None
    return None if has_sentence_in((theirs,), text) else (ours, theirs)


def has_sentence_in(languages: Container[str], text: str) -> bool:
    """Whether a sentence of the text leans to one of these languages; what stands around it does not matter."""
    # Imported here: most callers never need it, and it loads a library.
    from adjudge.analysis.text.sentences import sentences

    return any(leaning(span.text) in languages for span in sentences(text))
