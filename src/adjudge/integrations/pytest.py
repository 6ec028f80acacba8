"""`assert_faithful` for pytest: a text and its source in; an AssertionError with the words of both out, or a verdict.

Answers of the engine are kept in pytest's cache, by the ledger's key: a later run asks only what is new, and
`pytest --cache-clear` forgets them. Outside of a test nothing is kept. The plugin itself is `pytest_adjudge`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from adjudge.check import EngineChoice, Terms, engine_of, finished
from adjudge.engines.around.ledger import Answers, NoAnswers, StoredAnswer
from adjudge.errors import ConfigError
from adjudge.integrations.faithfulness import AnswerVerdict, Context, SentenceVerdict, acheck_answer
from adjudge.integrations.frameworks import require
from adjudge.plurals import count_of
from adjudge.results.factuality import SentenceLabel

require("pytest")

from pytest_adjudge import RUNNING  # noqa: E402

if TYPE_CHECKING:
    from _pytest.cacheprovider import Cache

_LONGEST = 300


def assert_faithful(
    text: str, source: Context, *, engine: EngineChoice | None = None, allow_uncertain: bool | None = None
) -> AnswerVerdict:
    """Fail unless the source supports every sentence of the text.

    `allow_uncertain` lets sentences pass that the source neither says nor denies. What is not given here is taken from
    the marker `adjudge`, then from the ini setting `adjudge_engine`. A text that states nothing fails too.
    """
    __tracebackhide__ = True
    settings = _settings()
    lenient = bool(settings.get("allow_uncertain", False)) if allow_uncertain is None else allow_uncertain
    verdict = finished(_checked(text, source, engine or settings.get("engine", "offline")))
    passing = {SentenceLabel.UNCERTAIN} if lenient else set()
    issues = [one for one in verdict.issues if one.label not in passing]
    if not verdict.asked:
        raise AssertionError(f"The text contains no statement that can be checked: '{_short(text)}'")
    if issues:
        raise AssertionError("\n\n".join((_head(verdict, len(issues)), *map(_sentence_line, issues))))
    return verdict


class CachedAnswers:
    """Answers in pytest's cache, the newest one of each question."""

    def __init__(self, cache: "Cache") -> None:
        self._cache = cache

    async def get(self, key: str) -> StoredAnswer | None:
        """The answer of a question key; None as well for a file that cannot be read."""
        try:
            return StoredAnswer.model_validate(self._cache.get(f"adjudge/{key.partition('-')[0]}", None))
        except ValidationError:
            return None

    async def put(self, key: str, answer: StoredAnswer) -> str:
        """Keep an answer."""
        self._cache.set(f"adjudge/{key}", answer.model_dump(mode="json"))
        return f"{key}-{answer.version}"


async def _checked(text: str, source: Context, choice: EngineChoice) -> AnswerVerdict:
    engine = engine_of(choice, Terms(answers=_answers()))
    try:
        return await acheck_answer(text, source, engine=engine)
    finally:
        await engine.close()


def _answers() -> Answers:
    item = RUNNING.get()
    # `-p no:cacheprovider` leaves a test run without a cache.
    cache = getattr(item.config, "cache", None) if item else None
    return CachedAnswers(cache) if cache else NoAnswers()


def _settings() -> Mapping[str, Any]:
    if (item := RUNNING.get()) is None:
        return {}
    settings: dict[str, Any] = {"engine": item.config.getini("adjudge_engine")}
    for marker in reversed(list(item.iter_markers("adjudge"))):
        settings.update(marker.kwargs)
        if marker.args or settings.keys() - {"engine", "allow_uncertain"}:
            raise ConfigError(f"The marker is {marker!r}.", hint="It takes engine= and allow_uncertain=.")
    return settings


def _head(verdict: AnswerVerdict, issues: int) -> str:
    counts = ", ".join(f"{n} {label}" for label in SentenceLabel if (n := verdict.count(label)))
    return f"The source does not support {issues} of {count_of(verdict.asked, 'sentence')} ({counts})."


def _sentence_line(one: SentenceVerdict) -> str:
    source = one.source
    place = f" ({source.document_id}, characters {source.start}-{source.end})" if source else ""
    rows = (
        (one.label.value, _short(one.text)),
        ("words", f"'{_short(one.words.text)}' (characters {one.words.start}-{one.words.end})" if one.words else ""),
        ("source", f"'{_short(source.text)}'{place}" if source else "no words about it"),
        ("why", one.explanation),
    )
    return "\n".join(f"  {name:<10} {value}" for name, value in rows if value)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
