"""The built-in roles: the jury's four jurors, with the instructions of each and its method on the offline engine.

A role that is added in a run file gets a lens by name, or one that reads everything.
"""

from adjudge.errors import ConfigError
from adjudge.prompts.loader import brief_text
from adjudge.questions.base import Brief, Lens, Method

LENSES: dict[str, Lens] = {
    "literal": Lens(silence=0.7, method=Method.FACTS),
    "context": Lens(silence=1.0, method=Method.MODEL),
    "steelman": Lens(silence=1.0, method=Method.BEST_SUPPORT),
    "sceptic": Lens(silence=1.0, method=Method.HARDEST_CONTRADICTION),
    "all": Lens(),
}

_JURORS = {
    "literal": "Literal Fact-Checker",
    "context": "Context Guardian",
    "steelman": "Steelman Advocate",
    "sceptic": "Sceptic",
}


def juror(name: str, *, role: str = "", instructions: str | None = None, lens: str | Lens | None = None) -> Brief:
    """A juror by name. A shipped name has a brief and a lens; arguments override them."""
    known = name in _JURORS
    if instructions is None:
        instructions = brief_text(name) if known else ""
    if lens is None:
        lens = LENSES[name] if known else LENSES["all"]
    return Brief(name=name, role=role or _JURORS.get(name, name), instructions=instructions, lens=named_lens(lens))


def named_lens(lens: str | Lens) -> Lens:
    """A lens by name."""
    if isinstance(lens, Lens):
        return lens
    if lens not in LENSES:
        raise ConfigError(f"There is no lens '{lens}'.", hint=f"The lenses are: {', '.join(LENSES)}.")
    return LENSES[lens]


def default_jury() -> tuple[Brief, ...]:
    """Literal, context, steelman and sceptic."""
    return tuple(juror(name) for name in _JURORS)
