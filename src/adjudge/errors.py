"""Everything that can go wrong, as one tree.

AdjudgeError
├── InputError              the caller's mistake: fix the input, do not retry
│   ├── CaseError           an empty claim, no document, two documents of one id
│   │   └── NotAClaim       a question, an order or a fragment: nothing that could be true or false
│   ├── ConfigError         a run file or an option that makes no sense
│   └── DataError           a data file that cannot be read as asked
├── EngineError             the engine could not answer
│   ├── EngineUnavailable   no key, no library, unknown model, refused credentials
│   ├── EngineBusy          rate limit, server trouble, lost connection: retried, bounded
│   ├── EngineTimeout       no answer in time: retried, bounded
│   ├── UnreadLanguage      the texts are in a language that the engine does not read
│   ├── UnusableReply       answered, but not in the agreed shape; the raw text is kept
│   └── BudgetReached       the next call would exceed what the user allowed
├── ProtocolError           the answers are there but do not add up to a verdict
│   └── PanelFailed         more than half of the jurors failed
├── StoreError              the store cannot be read or written
│   ├── NotInStore          no such run, verdict or index
│   │   └── NotAnswered     a stored run lacks an answer that it needs
│   └── TamperedRun         a stored question, reply or quote is not what its hash says
└── Fault                   nobody's mistake but the program's, or the machine's

Each error says whether trying again can help (`retryable`), what to do (`hint`), and how it
shows outside: `exit_code` on the command line, `http_status` over REST.
"""

from typing import ClassVar

MOST_SHOWN = 2_000
"""Maximum length of a message in characters, because messages quote texts of any length."""


def shortened(text: str, most: int = MOST_SHOWN) -> str:
    """The text, or its beginning and end with the number of characters between them that were left out.

    >>> shortened("x" * 1_000_000, 40)
    'xxxxxxxxxxxxxxxxxxxx... (999,970 characters left out) ...xxxxxxxxxx'
    """
    if len(text) <= most:
        return text
    head, tail = most // 2, most // 4
    return f"{text[:head]}... ({len(text) - head - tail:,} characters left out) ...{text[-tail:]}"


class AdjudgeError(Exception):
    """Base of every error Adjudge raises on purpose."""

    retryable: ClassVar[bool] = False
    exit_code: ClassVar[int] = 4
    http_status: ClassVar[int] = 500

    def __init__(self, message: str, *, hint: str = "") -> None:
        message = shortened(message)
        super().__init__(message)
        self.message = message
        self.hint = shortened(hint)

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()

    @property
    def name(self) -> str:
        """The name in the tree above, also for a private subclass."""
        return next(kind.__name__ for kind in type(self).__mro__ if kind.__module__ == __name__)

    def __reduce__(self) -> tuple[type["AdjudgeError"], tuple[str], dict[str, object]]:
        return type(self), (self.message,), self.__dict__


class InputError(AdjudgeError):
    """The caller's mistake."""

    exit_code = 2
    http_status = 422


class CaseError(InputError):
    """A case that cannot be judged as given."""


class NotAClaim(CaseError):
    """A question, an order or a fragment in place of a claim; runs count it as excluded."""


class ConfigError(InputError):
    """An invalid run file or option."""


class DataError(InputError):
    """A data file that cannot be read as asked."""


class EngineError(AdjudgeError):
    """The engine could not answer."""

    http_status = 502


class UnreadLanguage(EngineError):
    """The texts are in a language that the engine does not read; another engine may."""

    http_status = 422


class EngineUnavailable(EngineError):
    """Nothing to ask: no key, no library, unknown model, refused credentials."""

    http_status = 503


class EngineBusy(EngineError):
    """Rate limit, server trouble or a lost connection."""

    retryable = True
    http_status = 503

    def __init__(self, message: str, *, hint: str = "", retry_after_s: float | None = None) -> None:
        super().__init__(message, hint=hint)
        self.retry_after_s = retry_after_s


class EngineTimeout(EngineError):
    """No answer in time."""

    retryable = True
    http_status = 504


class UnusableReply(EngineError):
    """An answer that is not in the agreed shape, even after one repair."""

    def __init__(self, message: str, *, hint: str = "", raw: str = "") -> None:
        super().__init__(message, hint=hint)
        self.raw = raw


class BudgetReached(EngineError):
    """The next call would exceed the calls or the money that the user allowed."""

    http_status = 402


class ProtocolError(AdjudgeError):
    """The answers do not lead to a verdict."""

    http_status = 502


class PanelFailed(ProtocolError):
    """More than half of the jurors failed."""


class StoreError(AdjudgeError):
    """The store cannot be read or written."""

    exit_code = 5


class NotInStore(StoreError):
    """No such run, verdict or index: the name is wrong, not the store."""

    http_status = 404
    exit_code = 2


class NotAnswered(NotInStore):
    """A stored run lacks an answer that it needs: it cannot be replayed."""

    exit_code = 5


class TamperedRun(StoreError):
    """A stored question, reply or quote is not what its hash says."""

    http_status = 409


class Fault(AdjudgeError):
    """An error of the program or the machine, not of the user."""

    exit_code = 5

    @classmethod
    def of(cls, error: Exception) -> "Fault":
        """An unexpected exception as a one-line error."""
        shown = " ".join(str(error).split())
        return cls(
            f"{type(error).__name__}{': ' if shown else ''}{shown}",
            hint="This is a fault of Adjudge; set ADJUDGE_DEBUG=1 to see where.",
        )
