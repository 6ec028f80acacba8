"""Validated requests, ready to run: the same validation for a new request and after a restart."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, TypeVar

from pydantic import ValidationError

from adjudge.batch.pairs import PairSelection
from adjudge.batch.run import Plan
from adjudge.case import Case
from adjudge.errors import AdjudgeError, ConfigError, TamperedRun
from adjudge.protocols.base import Procedure
from adjudge.protocols.decision import Standard
from adjudge.server.choices import engine_named, procedure_of
from adjudge.server.config import Config, RequestLimits
from adjudge.server.jury_design import JuryDesign
from adjudge.server.lanes import is_long
from adjudge.server.problems import RequestRefused
from adjudge.server.requests import BatchRequest, CheckRequest
from adjudge.settings.standard import standard_of
from adjudge.store.jobs import Job
from adjudge.store.runs import title_of

COMMAND = "adjudge serve"
R = TypeVar("R", CheckRequest, BatchRequest)


@dataclass(frozen=True)
class PreparedCheck:
    """One case, ready to be decided."""

    request: CheckRequest
    procedure: Procedure
    engine: str
    standard: Standard
    seats: Mapping[str, str] = field(default_factory=dict)
    """Engines of single seats, where a jury's design names them."""

    @property
    def heavy(self) -> bool:
        """Whether it takes long: its texts are long."""
        case = self.request.case
        return is_long([case.claim, *(document.text for document in case.documents)])

    @property
    def title(self) -> str:
        """What lists call it."""
        return title_of(self.request.case)

    @property
    def plan(self) -> Plan:
        """The same plan that the command line makes of the same case."""
        return _plan(self, data={"case": self.request.case.digest}, asked=1, seats=self.seats)


@dataclass(frozen=True)
class PreparedBatch:
    """The pairs of a table, ready to be decided."""

    request: BatchRequest
    name: str
    pairs: PairSelection
    asked: int
    title: str
    """What lists call it: the first claim, whichever is decided first."""
    procedure: Procedure
    engine: str
    standard: Standard
    heavy: ClassVar[bool] = True
    """A batch takes long."""

    @property
    def plan(self) -> Plan:
        """Its data are named by the upload, which never changes."""
        data = {"upload": self.request.upload, "columns": [self.pairs.claim_col, self.pairs.truth_col]}
        return _plan(self, data=data, asked=self.asked)


PreparedSubmission = PreparedCheck | PreparedBatch


def kept_request(kind: type[R], job: Job) -> R:
    """The request stored with a job. Raises `TamperedRun` if this version cannot read it."""
    try:
        return kind.model_validate(job.request)
    except ValidationError as error:
        raise TamperedRun(
            f"The request of run {job.run_id} cannot be read.",
            hint="It was kept by another version, or changed from outside. Send it again.",
        ) from error


def prepared_check(request: CheckRequest, config: Config) -> PreparedCheck:
    """Validate a request before its case is decided."""
    require_short(request.case, config.limits)
    if request.jury is not None:
        return _prepared_with_jury(request, request.jury, config)
    procedure = procedure_of(request.protocol, request.settings, config)
    if not procedure.finds_documents:
        request.case.require_documents()
    engine, standard = _engine_and_standard(request, config)
    return PreparedCheck(request.model_copy(update={"engine": engine}), procedure, engine, standard)


def _prepared_with_jury(request: CheckRequest, design: JuryDesign, config: Config) -> PreparedCheck:
    if request.protocol != "jury" or request.settings:
        raise ConfigError("A custom jury cannot be combined with a protocol or settings.", hint="Leave them out.")
    request.case.require_documents()
    engine = engine_named(request.engine, config)
    seats = {seat: engine_named(name, config) for seat, name in design.seats().items()}
    procedure = design.procedure()
    names = {engine, *seats.values()}
    standard = standard_of(
        config.environment, request.risk, protocol="jury", engines=sorted(names), procedure=procedure
    )
    return PreparedCheck(request.model_copy(update={"engine": engine}), procedure, engine, standard, seats)


def prepared_batch(request: BatchRequest, source: Path, name: str, config: Config) -> PreparedBatch:
    """Validate a request before its first pair is decided. Reads the table."""
    procedure = procedure_of(request.protocol, request.settings, config)
    if procedure.finds_documents:
        raise ConfigError(f"{request.protocol} does not judge pairs.", hint="Choose a protocol that needs a source.")
    engine, standard = _engine_and_standard(request, config)
    ids = request.pair_ids
    pairs = PairSelection(
        source=source,
        claim_col=request.claim_col,
        truth_col=request.truth_col,
        pair_ids=ids if isinstance(ids, str) else tuple(ids),
        seed=request.seed,
    )
    asked = asked_of(pairs, name)
    if not asked:
        raise ConfigError("No pair is asked for.", hint="Give row numbers, `all` or `random-20` in pair_ids.")
    request = request.model_copy(update={"engine": engine})
    first = next((case for _, case in pairs.cases() if isinstance(case, Case)), None)
    title = name or (title_of(first) if first else "")
    return PreparedBatch(request, name, pairs, asked, title, procedure, engine, standard)


def asked_of(pairs: PairSelection, name: str) -> int:
    """How many pairs there are; what is wrong is said with the name that the client gave, not with our path."""
    try:
        return pairs.asked
    except AdjudgeError as error:
        for part in ("message", "hint"):
            setattr(error, part, getattr(error, part).replace(str(pairs.source), name))
        error.hint = error.hint.replace("Set data.claim_col and data.truth_col.", "Set claim_col and truth_col.")
        raise


def require_short(case: Case, limits: RequestLimits) -> None:
    """Raise if the texts are longer than one case may be."""
    length = len(case.claim) + sum(len(document.text) for document in case.documents)
    if length > limits.text_characters:
        raise RequestRefused(
            422,
            f"The texts have {length:,} characters.",
            hint=f"At most {limits.text_characters:,} are taken; give the part that the claim is about.",
        )


def _engine_and_standard(request: CheckRequest | BatchRequest, config: Config) -> tuple[str, Standard]:
    engine = engine_named(request.engine, config)
    return engine, standard_of(config.environment, request.risk, protocol=request.protocol, engines=[engine])


def _plan(
    prepared: PreparedSubmission, *, data: Mapping[str, object], asked: int, seats: Mapping[str, str] | None = None
) -> Plan:
    return Plan(
        protocol=prepared.procedure,
        engines={"default": prepared.engine, **(seats or {})},
        data=data,
        asked=asked,
        command=COMMAND,
        standard=prepared.standard,
    )
