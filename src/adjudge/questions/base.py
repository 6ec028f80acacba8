"""What every question and reply has in common.

A `Question` is a frozen record with a `kind`, a `seat` (who answers it) and the type of its `Reply`. Its hash covers
all it holds, so that what an agent saw can be proved later. In a reply, reasons stand before the decision they lead to,
because a language model writes its fields in order.
"""

from abc import ABC, abstractmethod
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import Field, JsonValue

from adjudge.record import Record, digest


class Reply(Record):
    """Base of all replies: exactly the fields of the schema, no more and no fewer."""


R = TypeVar("R", bound=Reply, covariant=True)


class Question(Record, Generic[R]):
    """Base of all questions."""

    kind: ClassVar[str]
    reply: ClassVar[type[Reply]]
    strict: ClassVar[bool] = False
    """Whether a reply counts only if it is exactly one JSON object of the schema, with nothing to repair."""

    @property
    def seat(self) -> str:
        """Who answers: the agent's name, by which models are assigned."""
        return self.kind

    @property
    def reply_type(self) -> type[Reply]:
        """The type the reply must have; a question may narrow it to what it offers."""
        return self.reply

    def problems(self, reply: Reply) -> list[str]:  # noqa: ARG002 - overridden where there is something to check
        """What is wrong with a well-formed reply, measured against what this question offered."""
        return []

    @property
    def field_values(self) -> dict[str, Any]:
        """The values of the question by name, without what is computed from them."""
        return {name: getattr(self, name) for name in type(self).model_fields}

    @cached_property
    def content(self) -> dict[str, JsonValue]:
        """All that the question holds, as JSON data."""
        return self.model_dump(mode="json")

    @cached_property
    def hash(self) -> str:
        """SHA-256 over kind and content."""
        return digest({"kind": self.kind, "content": self.content})


def at_most(items: int, description: str | None = None) -> Any:
    """A field for a list of at most this many items. A model that follows the schema stops there; without it, a small
    one might never stop. A longer list is still accepted."""
    return Field(description=description, json_schema_extra={"maxItems": items})


QuoteContext = Annotated[
    str,
    Field(
        description="if the quoted words stand in the text more than once: a few words around them, copied exactly",
        exclude_if=lambda value: not value,
    ),
]
"""Where a quote stands: words of the text around it. Empty where the quote alone says it, or it is not known."""


StatedConfidence = Annotated[float, Field(ge=0.0, le=1.0, description="between 0 and 1")]
"""How sure an agent says it is."""


class Source(Record):
    """A document as an agent sees it: its name and its text."""

    id: str
    text: str


class Method(StrEnum):
    """How an agent comes to its answer on the offline engine; a language model is told in its brief."""

    ALL = "all"
    FACTS = "facts"
    """Typed facts and wording: numbers, dates, names, negation, degrees."""
    MODEL = "model"
    """The entailment model over the whole text or its best windows, and the words that it doubts."""
    BEST_SUPPORT = "best support"
    """The best support that any passage gives, clause by clause."""
    HARDEST_CONTRADICTION = "hardest contradiction"
    """The hardest contradiction of any passage and clause, and what no passage speaks of."""


class Lens(Record):
    """By which method an agent reads, which differences it looks for, and how it reads silence.

    `axes` are the axes of the comparison that it sees; none means all. `silence` says how much it counts against a
    claim that the source does not say it: near 0 reads in the claim's favour, near 1 against it.
    """

    axes: tuple[str, ...] = ()
    silence: float = Field(default=0.5, ge=0.0, le=1.0)
    method: Method = Field(default=Method.ALL, exclude_if=lambda method: method is Method.ALL)

    def sees(self, axis: str) -> bool:
        """Whether a finding on that axis lies in this lens."""
        return not self.axes or axis in self.axes


class Instruction(Record, ABC):
    """A line that the user of Adjudge wrote: an agent follows it, so a prompt does not mark it as material."""

    @property
    @abstractmethod
    def line(self) -> str:
        """The words that an agent reads."""


class Brief(Record):
    """Who an agent is: its name, its role in words, what it is told beyond the role, and its lens."""

    name: str
    role: str
    instructions: str = ""
    lens: Lens = Lens()
