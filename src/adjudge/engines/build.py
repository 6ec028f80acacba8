"""Build an engine by name, with its wrappers in the right order.

From the outside in: `Correcting` (a second chance for an unusable reply), `Retrying`, `Limited`, `Budgeted`, the
model. So each correction and each retry is a separate call that waits for a permit and is paid for. Money is reserved
when the call starts, not while it queues.
"""

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from adjudge.engines import cost, models
from adjudge.engines.around.budget import Budget, Budgeted
from adjudge.engines.around.correct import Correcting
from adjudge.engines.around.limits import CallLimits, Limited
from adjudge.engines.around.receipts import Receipts
from adjudge.engines.around.retry import Patience, Retrying
from adjudge.engines.base import Engine
from adjudge.engines.models import ModelName, Provider
from adjudge.errors import ConfigError, EngineUnavailable

if TYPE_CHECKING:
    from adjudge.engines.llm import LLM


def build(
    name: str | ModelName,
    *,
    offline: Callable[[], Engine] | None = None,
    limits: CallLimits | None = None,
    budget: Budget | None = None,
    patience: Patience | None = None,
    receipts: Receipts | None = None,
    timeout_s: float | None = None,
    temperature: float | None = 0.0,
    max_tokens: int | None = None,
    max_reply_bytes: int | None = None,
    strict: bool = False,
) -> Engine:
    """The engine of that name. Its key is checked here; its library is loaded on the first question."""
    model = models.parse(name) if isinstance(name, str) else name
    if model.provider is Provider.OFFLINE:
        if offline is None:
            raise EngineUnavailable("The offline engine is not available here.")
        return offline()
    if find_spec("pydantic_ai") is None:
        raise EngineUnavailable(f"{model} needs the language model client.", hint="pip install 'adjudge[llm]'")
    if not models.key_is_set(model):
        variable = models.needs_key(model)
        raise EngineUnavailable(f"There is no key for {model}.", hint=f"Set {variable} in the environment or in .env.")
    # Imported here, so that naming the offline engine loads none of it.
    from adjudge.engines.llm import LLM

    llm = LLM(
        model,
        temperature=temperature,
        max_tokens=max_tokens,
        timeout_s=timeout_s,
        strict=strict,
        receipts=receipts,
        max_reply_bytes=max_reply_bytes,
    )
    return wrapped(llm, limits=limits, budget=budget, patience=patience)


def wrapped(
    llm: "LLM", *, limits: CallLimits | None = None, budget: Budget | None = None, patience: Patience | None = None
) -> Engine:
    """A model with everything around it that a run needs."""
    budget = budget or Budget()
    if budget.max_usd is not None and cost.price(llm.model, input_tokens=1, output_tokens=1) is None:
        raise ConfigError(
            f"A budget in USD cannot be enforced: no price is known for {llm.model}.",
            hint="Limit the number of calls instead (--max-calls).",
        )
    at_most = partial(cost.at_most, model=llm.model, max_tokens=llm.max_tokens)
    paid = Budgeted(llm, budget, at_most)
    return Correcting(Retrying(Limited(paid, limits or CallLimits()), patience))
