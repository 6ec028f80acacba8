"""Fixes: minimal edits of contradicted sentences that were judged again, as a patch.

In: contradicted items. Out: edits of the file's own characters. The jury proposes the edit; it counts only if the jury
and the audit's own protocol then accept the sentence, and only if it changes no markup. Files are written by `apply`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff
from pathlib import Path

from adjudge.audit.audit import AuditItem, SentenceJudge
from adjudge.audit.judgement import SentenceJudgement
from adjudge.audit.report import Status, status_of
from adjudge.audit.tree import relative
from adjudge.case import Case
from adjudge.check import check_many
from adjudge.errors import DataError
from adjudge.files import decode, write_error
from adjudge.manuscripts.model import WrittenSentence
from adjudge.verdict import Stance, Verdict

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class FileEdit:
    """A replacement of characters in a file."""

    path: Path
    start: int
    end: int
    replacement: str


@dataclass(frozen=True)
class Fixes:
    """The edits, and messages about sentences that could not be fixed."""

    edits: tuple[FileEdit, ...]
    fixed: int
    messages: tuple[str, ...]


async def fixes(items: Sequence[AuditItem], judge: SentenceJudge) -> Fixes:
    """Edits for these contradicted items; each fixed sentence was judged again."""
    proposed = await _proposed(items, judge)
    again = [item for item in items if item.case.id in proposed]
    judged = await _judged(again, proposed, judge)
    edits: list[FileEdit] = []
    messages: list[str] = []
    fixed = 0
    for item in items:
        place = f"{item.manuscript.path}:{item.sentence.line}"
        text = proposed.get(item.case.id)
        if text is None:
            messages.append(f"{place}: no edit was found that makes the sentence faithful.")
        elif not judged.get(item.case.id):
            messages.append(f"{place}: the edit '{text}' was judged again and not accepted.")
        elif (changed := file_edits(item.sentence, text, item.manuscript.text)) is None:
            messages.append(f"{place}: the edit '{text}' would change markup; make it by hand.")
        else:
            edits.extend(changed)
            fixed += 1
    return Fixes(tuple(edits), fixed, tuple(messages))


async def _proposed(items: Sequence[AuditItem], judge: SentenceJudge) -> dict[str, str]:
    """The edit that the jury proposes and itself accepts, by case."""
    found: dict[str, str] = {}
    cases = {item.case.id: item.case for item in items}
    async for outcome in check_many(list(cases.values()), protocol="jury", engine=judge.engine):
        edit = outcome.minimal_edit if isinstance(outcome, Verdict) else None
        if edit and edit.rejudged_label == "Faithful" and edit.text.strip():
            found[outcome.case_id] = edit.text
    return found


async def _judged(items: Sequence[AuditItem], proposed: Mapping[str, str], judge: SentenceJudge) -> dict[str, bool]:
    """Whether the audit's own protocol supports the edited sentence, by the original case."""
    edited = {Case(claim=proposed[one.case.id], documents=one.documents).id: one.case for one in items}
    cases = [Case(id=id, claim=proposed[case.id], documents=case.documents) for id, case in edited.items()]
    found: dict[str, bool] = {}
    async for outcome in check_many(cases, protocol=judge.protocol, engine=judge.engine):
        supported = isinstance(outcome, Verdict) and outcome.stance is Stance.SUPPORTED
        found[edited[outcome.case_id].id] = supported
    return found


def file_edits(sentence: WrittenSentence, text: str, file_text: str) -> tuple[FileEdit, ...] | None:
    """The changes of the file that turn the sentence into `text`; None if they would touch markup."""
    old, new = sentence.text.split(" "), text.split(" ")
    at = [0]
    for word in old:
        at.append(at[-1] + len(word) + 1)
    edits = []
    for kind, first, last, begin, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        replacement = " ".join(new[begin:end])
        edit = _edit(sentence, at[first], at[last] - 1, replacement, file_text)
        if edit is None:
            return None
        edits.append(edit)
    return tuple(edits)


def _edit(sentence: WrittenSentence, start: int, end: int, new: str, file_text: str) -> FileEdit | None:
    """The change of the words from `start` to `end`; of no words, an insertion before `start`."""
    original = sentence.text
    if start > end:  # nothing is replaced: words are added
        at = sentence.place(start, start + 1)[0] if start < len(original) else sentence.end
        return FileEdit(sentence.path, at, at, f"{new} " if start < len(original) else f" {new}")
    if not new:  # words are removed, with one space beside them
        end, start = (end + 1, start) if end < len(original) else (end, max(0, start - 1))
    else:
        start, end, new = _trimmed(original, start, end, new)
    if start == end:
        return None
    first, last = sentence.place(start, end)
    if file_text[first:last].split() != original[start:end].split():
        return None
    return FileEdit(sentence.path, first, last, new)


def _trimmed(original: str, start: int, end: int, new: str) -> tuple[int, int, str]:
    """The change without equal punctuation at its edges: '1932**.' is not replaced where only '1932' changes."""
    while end > start + 1 and len(new) > 1 and original[end - 1] == new[-1] and not new[-1].isalnum():
        end, new = end - 1, new[:-1]
    while end > start + 1 and len(new) > 1 and original[start] == new[0] and not new[0].isalnum():
        start, new = start + 1, new[1:]
    return start, end, new


def patch(edits: Iterable[FileEdit], texts: Mapping[Path, str], root: Path) -> str:
    """The edits as a unified diff that `git apply` and `patch -p1` take."""
    parts: list[str] = []
    for path, changed in _edited(edits, texts).items():
        name = relative(path, root)
        shown = unified_diff(_lines(texts[path]), _lines(changed), f"a/{name}", f"b/{name}")
        parts.extend(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in shown)
    return "".join(parts)


def _lines(text: str) -> list[str]:
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + [part for part in parts[-1:] if part]


def apply(edits: Iterable[FileEdit], texts: Mapping[Path, str]) -> tuple[Path, ...]:
    """Write the edits into their files, each atomically. A file that is not UTF-8 or has changed is refused."""
    contents: dict[Path, bytes] = {}
    for path, changed in _edited(edits, texts).items():
        data = path.read_bytes()
        bom = _BOM if data.startswith(_BOM) else b""
        if decode(data) != texts[path] or texts[path].encode() != data.removeprefix(bom):
            raise DataError(f"'{path}' is not UTF-8, or has changed since it was read.", hint="Run the audit again.")
        contents[path] = bom + changed.encode()
    for path, content in contents.items():
        _write(path.resolve(), content)
    return tuple(contents)


def _write(path: Path, content: bytes) -> None:
    part = path.with_name(f".{path.name}.adjudge")
    try:
        part.write_bytes(content)
        part.chmod(path.stat().st_mode & 0o777)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise write_error(path, error) from error


def _edited(edits: Iterable[FileEdit], texts: Mapping[Path, str]) -> dict[Path, str]:
    changed: dict[Path, str] = {}
    for edit in sorted(set(edits), key=lambda one: (str(one.path), -one.start)):
        text = changed.get(edit.path, texts[edit.path])
        changed[edit.path] = text[: edit.start] + edit.replacement + text[edit.end :]
    return changed


def contradicted(items: Iterable[AuditItem], found: Mapping[str, object]) -> list[AuditItem]:
    """The items whose judgement says that a source contradicts them."""
    wanted = []
    for item in items:
        judgement = found.get(item.case.id) if item.sources and not item.suppressed else None
        if isinstance(judgement, SentenceJudgement) and status_of(judgement) is Status.CONTRADICTED:
            wanted.append(item)
    return wanted
