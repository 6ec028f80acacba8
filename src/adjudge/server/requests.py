"""What clients send and get besides the package's records: `Case`, `Verdict`, `Failure`, `Run` are used as they are."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field, JsonValue, field_validator

from adjudge.case import Case, TextPlace
from adjudge.errors import CaseError
from adjudge.record import Record
from adjudge.render.headline import Headline
from adjudge.server.jury_design import JuryDesign
from adjudge.store.jobs import JobStatus
from adjudge.store.reviews import ReviewerOpinion
from adjudge.store.runs import Counts, Run
from adjudge.verdict import Failure, Stance, Verdict

LARGEST_POSITION = 2**31 - 1
MOST_DOCUMENTS = 100
Position = Annotated[int, Field(ge=0, le=LARGEST_POSITION)]


class CheckRequest(Record):
    """One case to be decided."""

    case: Case
    protocol: str = Field(default="jury", description="jury, entailment, trial, factuality or news")
    engine: str | None = Field(default=None, max_length=500, description="as on the command line; see /v1/engines")
    settings: Mapping[str, JsonValue] = Field(default_factory=dict, description="the protocol's own; see /v1/protocols")
    jury: JuryDesign | None = Field(
        default=None,
        description="a custom jury, in place of settings; see /v1/juries",
        exclude_if=lambda jury: jury is None,
    )
    risk: float | None = Field(default=None, ge=0, le=1)
    fresh: bool = False

    @field_validator("case", mode="before")
    @classmethod
    def _as_people_write_it(cls, given: Any) -> Any:
        """Documents need no ids, and a case without any is one whose protocol looks for them."""
        if not isinstance(given, Mapping):
            return given
        documents = given.get("documents")
        if not documents:
            return {**given, "documents": (), "open_domain": True}
        if isinstance(documents, list) and len(documents) > MOST_DOCUMENTS:
            raise CaseError(
                f"The case has {len(documents):,} documents.", hint=f"At most {MOST_DOCUMENTS} are taken in one case."
            )
        if isinstance(documents, list) and all(isinstance(item, Mapping) for item in documents):
            return {**given, "documents": [_named(number, item) for number, item in enumerate(documents, start=1)]}
        return given


def _named(number: int, document: Mapping[str, Any]) -> dict[str, Any]:
    usual = "source" if number == 1 else f"source-{number}"
    return {**document, "id": document.get("id") or usual}


class Links(Record):
    """Where everything about a check or a batch is."""

    self: str
    events: str
    page: str
    html: str | None = None
    markdown: str | None = None
    verdicts: str | None = None


class Check(Record):
    """One case with its status and verdict. The verdict is byte for byte what `adjudge check --json` prints."""

    id: str
    status: JobStatus
    protocol: str
    engine: str
    created_at: AwareDatetime
    finished_at: AwareDatetime | None = None
    case: Case
    settings: Mapping[str, JsonValue]
    position: int | None = Field(default=None, description="how many are before it in the queue")
    links: Links
    headline: Headline | None = Field(default=None, description="the verdict in plain words, as every view shows it")
    failure: Failure | None = None
    verdict: Verdict | None = None


class BatchRequest(Record):
    """The pairs of an uploaded table, to be decided one by one."""

    upload: str = Field(max_length=100)
    claim_col: str = "claim"
    truth_col: str = "truth"
    pair_ids: Annotated[list[Position], Field(max_length=100_000)] | str = "all"
    seed: Position = 0
    protocol: str = "jury"
    engine: str | None = Field(default=None, max_length=500)
    settings: Mapping[str, JsonValue] = Field(default_factory=dict)
    risk: float | None = Field(default=None, ge=0, le=1)


class Batch(Record):
    """A stored run of many, and how far it is."""

    id: str
    status: JobStatus
    protocol: str
    engine: str
    created_at: AwareDatetime
    finished_at: AwareDatetime | None = None
    asked: int
    done: int
    counts: Counts
    position: int | None = None
    name: str = Field(default="", description="the name of the uploaded file")
    links: Links
    failure: Failure | None = None


class CaseOutcome(Record):
    """The outcome of one case of a run."""

    position: int
    case: Case | None = None
    failure: Failure | None = None
    verdict: Verdict | None = None
    headline: Headline | None = None


class OutcomePage(Record):
    """Some outcomes in order, and the position to ask on from."""

    outcomes: tuple[CaseOutcome, ...]
    next: int | None = None


class RunShown(Record):
    """A run with its first outcomes."""

    run: Run
    kind: str
    formats: tuple[str, ...] = Field(description="endings of `/v1/runs/{id}/verdicts.…` that can be saved")
    outcomes: tuple[CaseOutcome, ...]
    next: int | None = None


class ReviewRequest(Record):
    """What a reader thinks of a verdict."""

    position: Position = 0
    judgement: ReviewerOpinion
    stance: Stance | None = None
    note: str = Field(default="", max_length=10_000)
    reviewer: str = Field(default="", max_length=200)


class SourceRequest(Record):
    """A page of the web that is to be read as a source."""

    url: str = Field(min_length=1, max_length=2_000)


class FetchedSource(Record):
    """The text of a page as it was when it was fetched: what goes into a case, and stays there."""

    url: str = Field(description="where the text came from, after redirects")
    title: str
    text: str
    retrieved_at: AwareDatetime


class Upload(Record):
    """What was read from a file. A table stays on the server until its batch is deleted; a document does not."""

    id: str
    name: str
    kind: Literal["document", "table"]
    text: str | None = None
    title: str | None = None
    columns: tuple[str, ...] | None = None
    rows: int | None = None
    sample: tuple[Mapping[str, JsonValue], ...] | None = None
    problems: tuple[str, ...] = ()
    places: tuple[TextPlace, ...] = Field(default=(), exclude_if=lambda places: not places)
    """Where each page of a PDF begins in the text; sent back with the document, quotes show their page."""
