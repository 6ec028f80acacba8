"""A jury that somebody designs: jurors with their briefs and models, the rubric, the rounds; as a protocol, as a run
file, and kept in a folder under a name.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from adjudge.agents.roles import LENSES, default_jury, juror
from adjudge.errors import ConfigError, NotInStore, StoreError
from adjudge.files import private_folder, write_private
from adjudge.prompts.loader import brief_text
from adjudge.protocols.jury import DEFAULT_RUBRIC, Jury
from adjudge.questions.jury import RubricAxis
from adjudge.record import Record, as_json
from adjudge.yaml_text import yaml_of

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_MOST_JURORS, _MOST_AXES = 12, 20
_Engine = Annotated[str, Field(max_length=500)]


class DesignedJuror(Record):
    """One juror. An empty brief is that of the juror that ships under this name, if there is one; an empty model is
    that of all jurors."""

    name: str = Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9][A-Za-z0-9 _.-]*$")
    role: str = Field(default="", max_length=200)
    brief: str = Field(default="", max_length=20_000)
    lens: str = Field(default="", max_length=40)
    model: _Engine = ""


class JuryDesign(Record):
    """A jury. Models are named as engines; where none is named, the engine of the check answers."""

    jurors: Annotated[tuple[DesignedJuror, ...], Field(min_length=1, max_length=_MOST_JURORS)]
    rubric: Annotated[tuple[RubricAxis, ...], Field(min_length=1, max_length=_MOST_AXES)] = DEFAULT_RUBRIC
    max_rounds: int = Field(default=2, ge=0, le=5)
    dissent_threshold: int = Field(default=2, ge=1, le=_MOST_JURORS)
    speakers: Literal["one", "all"] = "one"
    agents_model: _Engine = ""
    parser_model: _Engine = ""
    foreperson_model: _Engine = ""

    def procedure(self) -> Jury:
        """The jury as a protocol. Raises a `ConfigError` if it makes no sense."""
        axes = [one.axis.strip() for one in self.rubric]
        if wrong := [one for one in axes if not one or axes.count(one) > 1]:
            raise ConfigError(
                f"The rubric has two axes called '{wrong[0]}'." if wrong[0] else "An axis of the rubric has no name.",
                hint="Give each axis a unique name.",
            )
        if empty := next((one.axis for one in self.rubric if not one.question.strip()), None):
            raise ConfigError(
                f"The axis '{empty}' has no question.", hint="Ask a question to which yes supports the claim."
            )
        return Jury(
            agents=tuple(
                juror(one.name, role=one.role, instructions=one.brief or None, lens=one.lens or None)
                for one in self.jurors
            ),
            rubric=self.rubric,
            max_rounds=self.max_rounds,
            dissent_threshold=self.dissent_threshold,
            speakers=self.speakers,
        )

    def seats(self) -> dict[str, str]:
        """The engine of every seat that has one of its own."""
        named = {"parser": self.parser_model, "foreperson": self.foreperson_model}
        named |= {one.name: one.model or self.agents_model for one in self.jurors}
        return {seat: engine.strip() for seat, engine in named.items() if engine.strip()}

    def run_file(self) -> str:
        """The same as a run file; only its data are to be named."""
        models = {"parser": self.parser_model, "agents": self.agents_model, "foreperson": self.foreperson_model}
        content: dict[str, Any] = {
            "data": {"source": "pairs.csv", "claim_col": "claim", "truth_col": "truth"},
            "protocol": "jury",
            "agents": [_filled_in(one.model_dump()) for one in self.jurors],
            "foreperson": {
                "rubric": [one.model_dump() for one in self.rubric],
                "dissent_threshold": self.dissent_threshold,
            },
            "debate": {"max_rounds": self.max_rounds, "speakers": self.speakers},
            "models": {seat: name or "offline" for seat, name in models.items()},
        }
        head = "# A jury designed in the browser. Name your pairs under `data`, then: adjudge run FILE\n"
        return head + yaml_of(content)


class Juries:
    """The designs in a folder, each under its name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        """All names, in order."""
        found = self._folder.glob("*.json") if self._folder.is_dir() else ()
        return sorted(path.stem for path in found if NAME.fullmatch(path.stem))

    def read(self, name: str) -> JuryDesign:
        """The design of that name."""
        path = self._path(name)
        if not path.is_file():
            raise NotInStore(f"There is no jury '{name}'.", hint=f"There are: {', '.join(self.names()) or 'none'}.")
        try:
            return JuryDesign.model_validate_json(path.read_bytes())
        except ValidationError as error:
            raise StoreError(
                f"The jury '{name}' cannot be read.", hint=f"Design it again, or delete '{path}'."
            ) from error

    def keep(self, name: str, design: JuryDesign) -> None:
        """Keep a design, in place of an earlier one of that name."""
        design.procedure()
        path = self._path(name)
        private_folder(self._folder)
        write_private(path, as_json(design).encode())

    def remove(self, name: str) -> None:
        """Forget a design."""
        self.read(name)
        self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        if not NAME.fullmatch(name):
            raise ConfigError(
                f"'{name[:100]}' is not a valid name for a jury.", hint="Use a-z, 0-9, - and _, up to 64."
            )
        return self._folder / f"{name}.json"


def usual_design() -> JuryDesign:
    """The jury that ships, as a design to begin with."""
    return JuryDesign(
        jurors=tuple(
            DesignedJuror(name=one.name, role=one.role, brief=brief_text(one.name), lens=one.name)
            for one in default_jury()
        )
    )


def lens_names() -> tuple[str, ...]:
    """The lenses that a juror can read with."""
    return tuple(LENSES)


def _filled_in(fields: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in fields.items() if value}
