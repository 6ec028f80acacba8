"""Adjudge as a LangChain runnable (the extra `langchain`): answer and retrieved context in, verdicts with spans out.

`invoke`, `ainvoke`, `batch` and `abatch` all work. An empty answer or a missing context raises a `CaseError`, which
`batch(..., return_exceptions=True)` and `with_fallbacks` handle like any other error.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from adjudge.case import Document
from adjudge.check import EngineChoice
from adjudge.errors import CaseError
from adjudge.integrations.faithfulness import AnswerVerdict, acheck_answer, check_answer, text_of
from adjudge.integrations.frameworks import require

require("langchain-core")

from langchain_core.documents import Document as RetrievedDocument  # noqa: E402
from langchain_core.messages import BaseMessage  # noqa: E402
from langchain_core.runnables import RunnableLambda  # noqa: E402

Checker = RunnableLambda[Mapping[str, Any], AnswerVerdict]


def faithfulness(*, answer: str = "answer", context: str = "context", engine: EngineChoice = "offline") -> Checker:
    """A runnable over a dictionary with an answer (text or message) and its context.

    `answer` and `context` name the keys. The context is a text, a document, a tool message, data, or a list of these.
    """

    def parts(given: Mapping[str, Any]) -> tuple[str, list[Document | str]]:
        missing = [key for key in (answer, context) if key not in given]
        if missing:
            raise CaseError(
                f"The input has no '{missing[0]}'; it has: {', '.join(map(repr, given)) or 'nothing'}.",
                hint="Name the keys: faithfulness(answer=..., context=...).",
            )
        return answer_text(given[answer]), contexts_of(given[context])

    def check(given: Mapping[str, Any]) -> AnswerVerdict:
        return check_answer(*parts(given), engine=engine)

    async def acheck(given: Mapping[str, Any]) -> AnswerVerdict:
        return await acheck_answer(*parts(given), engine=engine)

    return RunnableLambda(check, afunc=acheck, name="faithfulness")


def answer_text(answer: str | BaseMessage) -> str:
    """The text of an answer; of a message without its tool calls and images."""
    return str(answer.text) if isinstance(answer, BaseMessage) else answer


def contexts_of(context: Any) -> list[Document | str]:
    """Retrieved documents, messages, texts or data as contexts. A document keeps its id."""
    single = isinstance(context, str | Mapping | RetrievedDocument | BaseMessage) or not isinstance(context, Iterable)
    return [_context(one) for one in ([context] if single else context)]


def _context(context: Any) -> Document | str:
    if isinstance(context, RetrievedDocument):
        return Document(
            id=context.id or "source", text=context.page_content, title=str(context.metadata.get("title", ""))
        )
    return answer_text(context) if isinstance(context, BaseMessage) else text_of(context)
