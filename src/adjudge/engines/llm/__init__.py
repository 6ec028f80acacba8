"""The language model engine: one question, one call, one typed reply. The only home of pydantic-ai.

In: a question and a `ModelName`. Out: an `Answer`, or an error of our tree that says whether trying again can help. The
reply's shape is asked for by schema (native where the model has it, else as a tool, else in the prompt), and read by
`repair`. Retries, limits, budget and the second chance for an unusable reply wrap it (`build.py`); the client's own
retries are off, since they would count nowhere. Nothing is imported or connected before the first question.
"""

from adjudge.engines.llm.engine import LLM, default_max_tokens
from adjudge.engines.llm.request import Shape

__all__ = ["LLM", "Shape", "default_max_tokens"]
