"""The roles that ship: the jury's four jurors, with what each is told and through which lens it looks.

A lens names axes of the comparison; a role that is added in a run file gets a lens by name, or all axes.
"""

from adjudge.errors import ConfigError
from adjudge.prompts.loader import brief_text
from adjudge.questions.base import Brief, Lens

LENSES: dict[str, Lens] = {
    "literal": Lens(axes=("quantity", "date", "name", "negation", "wording", "role"), silence=0.7),
    "context": Lens(
        axes=("caveat", "certainty", "causality", "quantifier", "negation", "wording", "role"), silence=0.4
    ),
    "steelman": Lens(silence=0.15),
    "sceptic": Lens(silence=0.9),
    "all": Lens(),
}

_JURORS = {
    "literal": "Literal Fact-Checker",
    "context": "Context Guardian",
    "steelman": "Steelman Advocate",
    "sceptic": "Sceptic",
}


def juror(name: str, *, role: str = "", instructions: str | None = None, lens: str | Lens | None = None) -> Brief:
    """A juror by name. A name that ships brings its own brief and lens; what is given here comes first."""
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
