"""Files of recorded replies: YAML in, recorded cases out.

A file names its protocol and the conduct of its model, and lists cases. A case may be like another one: then it has
that one's claim, documents and replies, except for what it gives itself. Later files may refer to earlier ones.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adjudge.case import Case
from adjudge.errors import AdjudgeError, ConfigError, DataError
from adjudge.evals.recorded import Conduct, Expected, RecordedCase
from adjudge.files import read_text
from adjudge.protocols.registry import protocol_type
from adjudge.yaml_text import load_yaml

MOST_BYTES = 5_000_000
EXAMPLES = Path("examples", "replies")
"""The corpus that comes with the repository."""
_MOST_PROBLEMS = 5


class _CaseSection(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(min_length=1)
    like: str = ""
    about: str = ""
    claim: str = ""
    documents: str | list[Any] = []
    replies: dict[str, dict[str, Any]] = {}
    edit: dict[str, dict[str, Any]] = {}
    expect: Expected


class _ReplyFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    protocol: str
    conduct: Conduct
    cases: list[_CaseSection] = Field(min_length=1)


def recorded_cases(paths: Sequence[Path]) -> list[RecordedCase]:
    """The recorded cases of files, and of all YAML files of folders; strong ones first, since others may be like them.

    Raises a `DataError` or `ConfigError` that names the file and the case.
    """
    read = [(file, _read(file)) for path in paths for file in _files(path)]
    found: dict[str, RecordedCase] = {}
    for file, content in sorted(read, key=lambda one: one[1].conduct is not Conduct.STRONG):
        protocol_type(content.protocol)
        for section in content.cases:
            if section.id in found:
                raise DataError(f"'{file}': there are two cases '{section.id}'.", hint="Give each a unique id.")
            found[section.id] = _case(section, content, found, file)
    return list(found.values())


def _files(path: Path) -> Iterable[Path]:
    if not path.exists():
        raise DataError(
            f"There is no file or folder '{path}'.",
            hint=f"Name YAML files of recorded replies, or run this where {EXAMPLES} is: in a copy of the repository.",
        )
    if not path.is_dir():
        return [path]
    files = sorted(path.glob("*.yaml"))
    if not files:
        raise DataError(f"The folder '{path}' has no YAML file.", hint="Name a folder of recorded replies.")
    return files


def _read(file: Path) -> _ReplyFile:
    content = load_yaml(read_text(file, what="The file of replies", most_bytes=MOST_BYTES), name=str(file))
    if not isinstance(content, dict):
        raise ConfigError(f"'{file}' contains no recorded replies.", hint="It must have protocol, conduct and cases.")
    try:
        return _ReplyFile.model_validate(content)
    except ValidationError as error:
        problems = [
            f"{'.'.join(map(str, item['loc']))}: {item['msg']}"
            for item in error.errors(include_url=False)[:_MOST_PROBLEMS]
        ]
        raise ConfigError(
            f"'{file}' is not a file of recorded replies: {'; '.join(problems)}.",
            hint="The form is described in docs/prompts.md.",
        ) from error


def _case(section: _CaseSection, file: _ReplyFile, known: Mapping[str, RecordedCase], path: Path) -> RecordedCase:
    model = known.get(section.like)
    if section.like and model is None:
        raise DataError(
            f"'{path}': case '{section.id}' is like '{section.like}', which does not exist.",
            hint="Name a case of this file that stands before it, or read the file that holds it as well.",
        )
    documents = section.documents or (model.case.documents if model else [])
    try:
        case = Case.model_validate(
            {"id": section.id, "claim": section.claim or (model.case.claim if model else ""), "documents": documents}
        )
    except (AdjudgeError, ValidationError) as error:
        raise DataError(f"'{path}': case '{section.id}': {error}") from error
    return RecordedCase(
        id=section.id,
        protocol=file.protocol,
        conduct=file.conduct,
        about=section.about,
        case=case,
        replies=_merged(model.replies if model else {}, section.replies),
        edit=_merged(model.edit if model else {}, section.edit),
        expect=section.expect,
    )


def _merged(base: Mapping[str, Mapping[str, Any]], own: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """The replies of both; a phase that is null in `own` is left out."""
    merged = {role: {**phases, **own.get(role, {})} for role, phases in base.items()}
    merged |= {role: dict(phases) for role, phases in own.items() if role not in base}
    return {
        role: {kind: given for kind, given in phases.items() if given is not None} for role, phases in merged.items()
    }
