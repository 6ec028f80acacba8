"""Which versions of other people's frameworks the adapters work with: a name in, nothing or a `ConfigError` out.

An adapter calls `require` before it imports its framework, so that a missing or different version is a sentence and not
an ImportError from the middle of somebody else's package.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from adjudge.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Framework:
    """A distribution and the release series that its adapter was written for and tested with."""

    series: tuple[str, ...]
    extra: str

    def includes(self, release: str) -> bool:
        """Whether a release belongs to one of the series."""
        return any(f"{release}.".startswith(f"{one}.") for one in self.series)


FRAMEWORKS: Mapping[str, Framework] = {
    "any-guardrail": Framework(("0.7",), "any-guardrail"),
    "deepeval": Framework(("4",), "deepeval"),
    "haystack-ai": Framework(("3",), "haystack"),
    "inspect-ai": Framework(("0.3",), "inspect"),
    "langchain-core": Framework(("1",), "langchain"),
    "langgraph": Framework(("1",), "langgraph"),
    "llama-index-core": Framework(("0.14",), "llamaindex"),
    "openai-agents": Framework(("0",), "openai-agents"),
    "pandas": Framework(("2", "3"), "pandas"),
    "polars": Framework(("1", "2"), "polars"),
    "pytest": Framework(("8", "9"), "pytest"),
    "ragas": Framework(("0.4",), "ragas"),
    "spacy": Framework(("3",), "spacy"),
}


def require(distribution: str) -> None:
    """Raise a `ConfigError` if the framework is missing, or is of a series that the adapter does not know."""
    wanted = FRAMEWORKS[distribution]
    try:
        installed = version(distribution)
    except PackageNotFoundError as error:
        raise ConfigError(
            f"This needs {distribution}, which is not installed.", hint=f"Run: pip install 'adjudge[{wanted.extra}]'"
        ) from error
    if not wanted.includes(installed):
        works = " or ".join(f"{one}.x" for one in wanted.series)
        raise ConfigError(
            f"{distribution} {installed} is installed; this adapter works with {works}.",
            hint=f"Run: pip install '{distribution}=={wanted.series[-1]}.*'",
        )
