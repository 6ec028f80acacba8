"""What calls cost: the price table, and an estimate before anything is sent.

Prices come from the offline table of `genai-prices`, which is part of the `llm` extra; a model that is not in it has no
known price (None). A model on this machine costs nothing. Tokens are estimated from characters, a little too high; in
the worst case each byte is one.
"""

from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from adjudge.engines.around.correct import Correction
from adjudge.engines.models import ModelName, Provider
from adjudge.prompts.loader import render
from adjudge.questions.base import Question, Reply
from adjudge.record import canonical
from adjudge.transcript import Usage

if TYPE_CHECKING:
    from genai_prices.types import AbstractUsage

EXPECTED_OUTPUT_TOKENS = 400
"""A usual reply; a vote has about 250 tokens, a rubric about 700."""
_OVERHEAD_TOKENS = 20
_TABLE_NAMES = {Provider.OPENAI: "openai", Provider.ANTHROPIC: "anthropic", Provider.GOOGLE: "google"}


def tokens(text: str) -> int:
    """An estimate of a text's tokens: one per four ASCII characters, one per other character."""
    plain = sum(map(str.isascii, text)) if not text.isascii() else len(text)
    return plain // 4 + (len(text) - plain) + 1


def estimate(question: Question[Reply], model: ModelName) -> Usage:
    """What one call with this question is likely to take."""
    return _usage(model, prompt_tokens(question), EXPECTED_OUTPUT_TOKENS)


def prompt_tokens(question: Question[Reply]) -> int:
    """An estimate of what a model reads for one question: its prompt with all fields, and the schema of the reply."""
    messages = render(question.original if isinstance(question, Correction) else question)
    refused = tokens(question.refused) if isinstance(question, Correction) else 0
    return (
        tokens(messages.system)
        + tokens(messages.user)
        + _schema_bytes(question.reply_type) // 4
        + _OVERHEAD_TOKENS
        + refused
    )


def at_most(question: Question[Reply], model: ModelName, *, max_tokens: int) -> Usage:
    """What one call may take in the worst case: a token for each byte that is sent, and the longest reply allowed.

    Four characters a token is right for prose; brackets, digits and emoji take a token each, or several.
    """
    from adjudge.engines.llm.request import texts_of

    sent = sum(len(text.encode("utf-8", "replace")) for text in texts_of(question))
    return _usage(model, sent + _schema_bytes(question.reply_type) + _OVERHEAD_TOKENS, max_tokens)


def _usage(model: ModelName, input_tokens: int, output_tokens: int) -> Usage:
    cost = price(model, input_tokens=input_tokens, output_tokens=output_tokens)
    return Usage(calls=1, input_tokens=input_tokens, output_tokens=output_tokens, cost_usd=cost)


def price(model: ModelName, *, input_tokens: int, output_tokens: int) -> float | None:
    """The price of one call, or None where it is not known."""
    if not is_priced():
        return 0.0 if model.is_local else None
    from genai_prices import Usage as Tokens

    return price_of(model, Tokens(input_tokens=input_tokens, output_tokens=output_tokens))


def price_of(model: ModelName, used: "AbstractUsage") -> float | None:
    """The price of what a call used, cached tokens and the like included."""
    if model.is_local:
        return 0.0
    table = _TABLE_NAMES.get(model.provider)
    if table is None or not is_priced():
        return None
    from genai_prices import calc_price

    try:
        return round(float(calc_price(used, model.model, provider_id=table).total_price), 10)
    except (LookupError, ValueError):
        return None


def is_priced() -> bool:
    """Whether there is a price table at all."""
    return _has_table()


@lru_cache(maxsize=1)
def _has_table() -> bool:
    return find_spec("genai_prices") is not None


@lru_cache(maxsize=256)
def _schema_bytes(reply_type: type[Reply]) -> int:
    return len(canonical(reply_type.model_json_schema()).encode())
