"""Prompt files, and how a question fills one.

A file `<question kind>.v<N>.md` holds a system part and, after the line `---user---`, a user part. A placeholder
`{name}` stands for the question's field of that name, turned into text by its type (`show.py`): a new question only
adds a file. Every field must be placed and every placeholder must be a field, or it raises. A line `[[name.v1]]` stands
for the text of `parts/name.v1.md`, which several prompts share. Old versions stay; the newest prompt is taken.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

from adjudge.errors import ConfigError
from adjudge.prompts.show import LAYOUT, shown
from adjudge.questions.base import Question, Reply

SEPARATOR = "---user---"
BRIEFS = "briefs/"
_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_PART = re.compile(r"^\[\[([a-z0-9_]+\.v\d+)\]\]$", re.MULTILINE)
_FILE = re.compile(r"(?P<kind>[a-z0-9_]{1,60})\.v(?P<version>\d{1,6})\.md")


@dataclass(frozen=True, slots=True)
class Messages:
    """What a language model is sent."""

    system: str
    user: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt file, read."""

    kind: str
    version: int
    system: str
    user: str
    fingerprint: str
    """SHA-256 of the text with its shared parts, and of the layout that fields are shown in."""

    @property
    def placeholders(self) -> frozenset[str]:
        """The fields that the prompt speaks of."""
        return frozenset(_PLACEHOLDER.findall(self.system) + _PLACEHOLDER.findall(self.user))

    def filled(self, fields: Mapping[str, object]) -> Messages:
        """The prompt with the fields in their places. What a field holds is never read as a placeholder."""
        if missing := sorted(self.placeholders - fields.keys()):
            raise ConfigError(f"Prompt '{self.kind}.v{self.version}' asks for unknown fields: {', '.join(missing)}.")
        if unused := sorted(fields.keys() - self.placeholders):
            raise ConfigError(f"Prompt '{self.kind}.v{self.version}' does not place the fields: {', '.join(unused)}.")
        texts = {name: shown(name, value) for name, value in fields.items()}
        return Messages(*(_PLACEHOLDER.sub(lambda m: texts[m.group(1)], part) for part in (self.system, self.user)))


def render(question: Question[Reply], *, version: int | None = None) -> Messages:
    """The question as a language model reads it."""
    return load(question.kind, version).filled(question.field_values)


@lru_cache(maxsize=256)
def load(kind: str, version: int | None = None) -> Prompt:
    """The prompt of a question kind, in its newest version unless one is named."""
    number, text = _versioned(_folder(), kind, version)
    return _read(kind, number, _PART.sub(lambda match: _part(match[1]), text))


@lru_cache(maxsize=64)
def brief_text(name: str, version: int | None = None) -> str:
    """The instructions of a juror that ships with Adjudge."""
    return _versioned(_folder() / "briefs", name, version)[1].strip()


def prompt_versions() -> dict[str, tuple[int, ...]]:
    """The versions of every prompt, by name: the kinds of questions, and `briefs/NAME` for the jurors' briefs."""
    found: dict[str, list[int]] = {}
    for place, folder in (("", _folder()), (BRIEFS, _folder() / "briefs")):
        for match in _files(folder):
            found.setdefault(place + match["kind"], []).append(int(match["version"]))
    return {name: tuple(sorted(versions)) for name, versions in sorted(found.items())}


def prompt_text(name: str, version: int | None = None) -> str:
    """A prompt or brief as it is sent, shared parts included."""
    if name.startswith(BRIEFS):
        return brief_text(name.removeprefix(BRIEFS), version)
    prompt = load(name, version)
    return f"{prompt.system}\n\n{SEPARATOR}\n{prompt.user}"


def prompt_fingerprint(name: str, version: int | None = None) -> str:
    """The fingerprint of a prompt; of a brief, the SHA-256 of its text."""
    if name.startswith(BRIEFS):
        return hashlib.sha256(prompt_text(name, version).encode()).hexdigest()
    return load(name, version).fingerprint


def _folder() -> Traversable:
    return resources.files("adjudge.prompts")


def _files(folder: Traversable) -> list[re.Match[str]]:
    return [match for file in folder.iterdir() if (match := _FILE.fullmatch(file.name))]


def _part(name: str) -> str:
    return (_folder() / "parts" / f"{name}.md").read_text(encoding="utf-8").strip()


def _versioned(folder: Traversable, kind: str, version: int | None) -> tuple[int, str]:
    versions = sorted(int(match["version"]) for match in _files(folder) if match["kind"] == kind)
    if not versions or (version is not None and version not in versions):
        wanted = f"'{kind}'" if version is None else f"'{kind}' version {version}"
        there = ", ".join(map(str, versions)) or "none"
        raise ConfigError(f"There is no prompt {wanted}.", hint=f"Available versions: {there}.")
    number = versions[-1] if version is None else version
    return number, (folder / f"{kind}.v{number}.md").read_text(encoding="utf-8")


def _read(kind: str, version: int, text: str) -> Prompt:
    parts = re.split(rf"^{SEPARATOR}[ \t]*$", text, flags=re.MULTILINE)
    if len(parts) != 2:
        raise ConfigError(f"Prompt '{kind}.v{version}' must hold the line {SEPARATOR} exactly once.")
    system, user = (part.strip() for part in parts)
    fingerprint = hashlib.sha256(f"{LAYOUT}\n{text}".encode()).hexdigest()
    return Prompt(kind, version, system, user, fingerprint)
