"""Map errors of a provider's client to the error tree."""

from collections.abc import Mapping

from adjudge.engines import models
from adjudge.engines.models import ModelName
from adjudge.engines.repair import Malformed, Unreadable
from adjudge.errors import EngineBusy, EngineError, EngineTimeout, EngineUnavailable

_WAIT_LONGER = "Allow more time: ADJUDGE_TIMEOUT, in seconds."
_WRONG_ADDRESS = "Check that the address is that of a model's API."


def mapped(error: Exception, model: ModelName, *, timeout_s: float, status: int | None = None) -> EngineError | None:
    """The matching `EngineError`; None if the client did not raise it. `status` is that of the response, if any."""
    found = _known(error, model, timeout_s=timeout_s)
    unreadable = status == 200 and type(found) is EngineBusy
    return malformed(error, model) if unreadable or (found is None and status is not None) else found


def _known(error: Exception, model: ModelName, *, timeout_s: float) -> EngineError | None:
    from pydantic_ai import exceptions as ai

    message = saying(error, model)
    match error:
        case ai.ModelAuthenticationError():
            return EngineUnavailable(f"{model} refuses the credentials.", hint=key_hint(model))
        case ai.ModelNotFoundError():
            return EngineUnavailable(f"{model} is not known at its address: {message}", hint="Check its name.")
        case ai.ModelQuotaExceededError():
            return EngineUnavailable(f"{model} has no quota left: {message}", hint="Check the account's credit.")
        case ai.ModelContextWindowExceededError():
            return EngineUnavailable(
                f"The texts are too long for {model}.", hint="Use a model with a larger context window."
            )
        case ai.ModelRequestTimeout() | ai.ModelTimeoutError():
            return EngineTimeout(f"{model} did not answer within {timeout_s:g} s.", hint=_WAIT_LONGER)
        case ai.ModelHTTPError(status_code=408):
            return EngineTimeout(f"{model} did not answer in time.", hint=_WAIT_LONGER)
        case ai.ModelRequestRejectedError():
            return EngineUnavailable(f"{model} refuses the request: {message}")
        case ai.ModelConnectionError() if (too_large := _cause(error, "ResponseTooLarge")) is not None:
            return Malformed(f"{model} sent too much: {too_large}.", hint="Allow more: ADJUDGE_MAX_REPLY_BYTES.")
        case ai.ModelConnectionError() if (lost := _cause(error, "ReadError")) is not None:
            return Malformed(f"{model} gave no complete answer: {lost}", hint=_WRONG_ADDRESS)
        case ai.ModelConnectionError():
            message = str(_cause(error, "ConnectError") or message)
            hint = f"Is a server running at {model.base_url}?" if model.base_url else ""
            return EngineBusy(f"{model} cannot be reached: {message}", hint=hint)
        case ai.ModelAPIError():
            return EngineBusy(f"{model} failed: {message}", retry_after_s=error.retry_after)
        case ai.ContentFilterError():
            return Unreadable(f"{model} gave no usable reply: {message}", raw=error.body or "")
        case ai.UnexpectedModelBehavior():
            return malformed(error, model)
        case ai.UserError():
            return EngineUnavailable(f"{model} cannot be called: {message}", hint=key_hint(model))
    return None


def malformed(error: Exception, model: ModelName) -> Malformed:
    """For a response that is not what the API promises."""
    return Malformed(
        f"{model} answered with something that is not a completion: {saying(error, model) or type(error).__name__}",
        hint=_WRONG_ADDRESS,
    )


def _cause(error: BaseException | None, name: str) -> BaseException | None:
    """The error of the transport, of that name, which the clients' errors were raised from."""
    while error is not None and type(error).__name__ != name:
        error = error.__cause__
    return error


def is_about_schema(error: Exception, model: ModelName) -> bool:
    """Whether a server turned a request down for the way in which it asks for a shape."""
    from pydantic_ai import exceptions as ai

    known = (ai.ModelAuthenticationError, ai.ModelNotFoundError, ai.ModelContextWindowExceededError)
    if not isinstance(error, ai.ModelRequestRejectedError) or isinstance(error, known):
        return False
    message = saying(error, model).lower()
    return any(word in message for word in ("response_format", "schema", "tool", "function", "grammar"))


def key_hint(model: ModelName) -> str:
    """What to do about a key, without the key."""
    variable = models.needs_key(model)
    return f"Set {variable} in the environment or in .env." if variable else "Check the server's settings."


def saying(error: Exception, model: ModelName) -> str:
    """What the provider said, short, and without the key should it repeat that."""
    key = models.key(model)
    body = getattr(error, "body", None)
    inner = body.get("message") or body.get("error") or body if isinstance(body, Mapping) else body
    text = str(inner.get("message", inner) if isinstance(inner, Mapping) else inner or error)
    return " ".join((text.replace(key, "***") if key else text).split())[:300]
