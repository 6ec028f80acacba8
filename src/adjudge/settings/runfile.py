"""The run file: one YAML that says which pairs, which protocol with which settings, which models.

In: a path. Out: a typed `RunFile`. An unknown key is reported together with the most similar known one.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from reprlib import Repr
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from adjudge.agents.roles import default_jury, juror
from adjudge.batch.pairs import PairSelection
from adjudge.errors import ConfigError, shortened
from adjudge.files import read_text
from adjudge.protocols.base import Procedure
from adjudge.protocols.entailment import Entailment
from adjudge.protocols.jury import DEFAULT_RUBRIC, Jury
from adjudge.protocols.trial import Trial
from adjudge.questions.base import Brief, Lens
from adjudge.questions.jury import FRAME_FIELDS, RubricAxis
from adjudge.yaml_text import load_yaml

DEFAULT_MODEL = "gpt-4o-mini"
MOST_BYTES = 1_000_000
"""The largest run file."""
_MOST_PROBLEMS = 5

_SHOWN = Repr()
_SHOWN.maxlevel = 2
_SHOWN.maxstring = _SHOWN.maxother = 80


def _without_nul(path: str) -> str:
    if "\0" in path:
        raise ValueError("a path cannot hold a NUL character")
    return path


Number = Annotated[int, Field(ge=-(2**63), lt=2**63)]
FilePath = Annotated[str, AfterValidator(_without_nul)]


class _RunSection(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class DataSection(_RunSection):
    """Which pairs to judge."""

    source: FilePath
    claim_col: str = "claim"
    truth_col: str = "truth"
    pair_ids: list[Number] | str = "all"
    seed: Number = 0


class AgentSection(_RunSection):
    """One juror."""

    name: str = Field(min_length=1)
    role: str = ""
    prompt: FilePath | None = None
    """A file with the juror's instructions."""
    brief: str | None = None
    """The same as text, in place of a file."""
    lens: str | Lens | None = None
    model: str | None = None
    stand_in: "StandInSection | None" = None
    """Who is asked if this juror fails."""


class StandInSection(_RunSection):
    """The stand-in of a juror: by default the same role, on another model."""

    name: str = Field(min_length=1)
    role: str = ""
    model: str | None = None


class JurySection(_RunSection):
    """The order of asking, and when it stops."""

    stop_when: Literal["all_voted", "settled"] = "all_voted"
    order: list[str] = []
    accuracies: dict[str, float] = {}
    least_gain: float = 0.0


class FrameSection(_RunSection):
    """The fields of the fact frame."""

    fields: list[str] = Field(default_factory=lambda: list(FRAME_FIELDS))


class ForepersonSection(_RunSection):
    """How the foreperson decides."""

    rubric: list[RubricAxis] = Field(default_factory=lambda: list(DEFAULT_RUBRIC))
    dissent_threshold: Number = 2


class DebateSection(_RunSection):
    """The length of a debate, and who speaks."""

    max_rounds: int = Field(default=2, le=100)
    speakers: Literal["one", "all"] = "one"


class ModelsSection(_RunSection):
    """Which model answers for which agent."""

    parser: str = DEFAULT_MODEL
    agents: str = DEFAULT_MODEL
    foreperson: str = DEFAULT_MODEL


class EntailmentSection(_RunSection):
    """The entailment pipeline's own settings."""

    source_type: str = ""
    """The type of the source of all truths; the only thing the reliability agent sees."""
    compared_pairs: Number = Entailment.compared_pairs


class TrialSection(_RunSection):
    """The trial's own settings."""

    rebuttal_rounds: Number = Trial.rebuttal_rounds


class RunFile(_RunSection):
    """A run file."""

    data: DataSection
    protocol: Literal["jury", "entailment", "trial"] = "jury"
    entailment: EntailmentSection = EntailmentSection()
    trial: TrialSection = TrialSection()
    agents: list[AgentSection] | None = None
    jury_settings: JurySection = Field(default=JurySection(), alias="jury")
    fact_frame: FrameSection = FrameSection()
    foreperson: ForepersonSection = ForepersonSection()
    debate: DebateSection = DebateSection()
    models: ModelsSection = ModelsSection()

    def pairs(self, folder: Path) -> PairSelection:
        """The pairs; a relative path counts from the working directory, else from the run file's folder."""
        source = Path(self.data.source)
        if not source.is_absolute() and not source.exists() and (folder / source).exists():
            source = folder / source
        ids = self.data.pair_ids
        return PairSelection(
            source=source,
            claim_col=self.data.claim_col,
            truth_col=self.data.truth_col,
            pair_ids=ids if isinstance(ids, str) else tuple(ids),
            seed=self.data.seed,
            kind=self.entailment.source_type,
        )

    def procedure(self, folder: Path) -> Procedure:
        """The protocol that the file names, with the settings of its section."""
        match self.protocol:
            case "entailment":
                return Entailment(compared_pairs=self.entailment.compared_pairs)
            case "trial":
                return Trial(rebuttal_rounds=self.trial.rebuttal_rounds)
            case "jury":
                return self.jury(folder)

    def jury(self, folder: Path) -> Jury:
        """The jury that the file describes."""
        return Jury(
            agents=default_jury() if self.agents is None else tuple(_brief(agent, folder) for agent in self.agents),
            frame_fields=tuple(self.fact_frame.fields),
            rubric=tuple(self.foreperson.rubric),
            dissent_threshold=self.foreperson.dissent_threshold,
            max_rounds=self.debate.max_rounds,
            speakers=self.debate.speakers,
            stop_when=self.jury_settings.stop_when,
            order=tuple(self.jury_settings.order),
            accuracies=self.jury_settings.accuracies,
            least_gain=self.jury_settings.least_gain,
            stand_ins={agent.name: _stand_in(agent, folder) for agent in self.agents or [] if agent.stand_in},
        )

    def models_by_seat(self) -> dict[str, str]:
        """The model of every seat."""
        seats = {"default": self.models.agents, "parser": self.models.parser, "foreperson": self.models.foreperson}
        own = {agent.name: agent.model for agent in self.agents or [] if agent.model}
        substitutes = [agent.stand_in for agent in self.agents or [] if agent.stand_in]
        return seats | own | {one.name: one.model for one in substitutes if one.model}


def load_runfile(path: Path) -> RunFile:
    """Read and check a run file."""
    content = load_yaml(read_text(path, what="The run file", most_bytes=MOST_BYTES), name=str(path))
    if not isinstance(content, Mapping):
        raise ConfigError(f"'{path}' holds no settings.", hint="It needs at least data.source; see examples/demo.yaml.")
    try:
        return RunFile.model_validate(content)
    except ValidationError as error:
        # The errors repeat what was given, and a short file can stand for gigabytes: only a few are put in words.
        problems = [_problem(RunFile, one) for one in error.errors(include_url=False)[:_MOST_PROBLEMS]]
        if error.error_count() > _MOST_PROBLEMS:
            problems.append(f"and {error.error_count() - _MOST_PROBLEMS:,} more")
        raise ConfigError(f"'{path}': {'; '.join(problems)}") from None


def _brief(agent: AgentSection, folder: Path) -> Brief:
    if agent.brief is not None and agent.prompt is not None:
        raise ConfigError(f"The agent '{agent.name}' has a brief and a prompt file.", hint="Leave one of them out.")
    instructions = agent.brief
    if agent.prompt is not None:
        prompt = Path(agent.prompt)
        if not prompt.exists() and (folder / prompt).exists():
            prompt = folder / prompt
        instructions = read_text(prompt, what=f"The prompt file of agent '{agent.name}'")
    return juror(agent.name, role=agent.role, instructions=instructions, lens=agent.lens)


def _stand_in(agent: AgentSection, folder: Path) -> Brief:
    """The juror's own brief under the stand-in's name."""
    brief, other = _brief(agent, folder), agent.stand_in or StandInSection(name=agent.name)
    return brief.model_copy(update={"name": other.name, "role": other.role or brief.role})


def _problem(model: type[BaseModel], error: Any) -> str:
    """One validation error in words, with the key as the user wrote it."""
    place = ".".join(str(part) for part in error["loc"] if part not in ("list[constrained-int]", "str", "Lens"))
    if error["type"] == "extra_forbidden":
        known = _keys_at(model, error["loc"][:-1])
        near = get_close_matches(str(error["loc"][-1]), known, n=1)
        place = shortened(place, 200)
        guess = f"did you mean '{near[0]}'?" if near else f"the keys there are: {', '.join(known)}"
        return f"unknown key '{place}': {guess}"
    if error["type"] == "missing":
        return f"the key '{place}' is missing"
    return f"{place} is {_shown(error['input'])}: {error['msg'][0].lower()}{error['msg'][1:]}"


def _shown(value: object) -> str:
    """A short form of a value of any size and depth."""
    try:
        return _SHOWN.repr(value)
    except ValueError:  # Python does not write out a number of more than 4,300 digits
        return "a number of thousands of digits"


def _keys_at(model: type[BaseModel], place: tuple[str | int, ...]) -> list[str]:
    """The keys that exist at a place of the run file."""
    for part in place:
        if isinstance(part, int):
            continue
        field = next((one for name, one in model.model_fields.items() if part in (name, one.alias)), None)
        inner = [kind for kind in _types_in(field.annotation) if isinstance(kind, type)] if field else []
        sections = [kind for kind in inner if issubclass(kind, BaseModel)]
        if not sections:
            break
        model = sections[0]
    return [one.alias or name for name, one in model.model_fields.items()]


def _types_in(annotation: Any) -> list[Any]:
    arguments = get_args(annotation)
    return [annotation] if not arguments else [kind for one in arguments for kind in _types_in(one)]
