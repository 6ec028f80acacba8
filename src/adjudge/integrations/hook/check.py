"""Which statements of an agent's final message do the tool outputs not bear out?

A statement is reported if it says that tests pass and the outputs show otherwise or nothing; if it names a file or a
number that no output, call or request has; or if the outputs contradict it. Other statements that the outputs do not
mention (plans, explanations) are left alone: an agent may know them from elsewhere.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adjudge.analysis.text.sentences import sentences
from adjudge.case import Document
from adjudge.engines.offline.verbs import has_verb
from adjudge.integrations.guard.splitting import without_marks
from adjudge.integrations.hook.actions import ToolStep, undone
from adjudge.integrations.hook.numbers import KnownNumbers, checked_numbers
from adjudge.integrations.hook.results import unborne_none, unborne_pass, unmentioned_failure
from adjudge.integrations.hook.transcript import HookInput

_CONDITION = re.compile(
    r"\b(?:if|once|after (?:you|this|that)|please|until|e\.g|for example|such as|suggest|recommend|propose|"
    r"usual(?:ly)?|typical(?:ly)?|generally|unlike|note that)\b|^(?:consider|use|try|run)\b",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"(?i:\b(?:should|would|will|could|might|can(?:not)?|not)\b|n['’]t\b)|"
    # Not the month.
    r"\bmay\b"
)
_CLAUSE = re.compile(r"(?<=[;:])\s(?=\S)|(?<=,)\s(?=(?:and|but|so|und|aber)\b)|(?<=\s[–—])\s(?=\S)")
"""Where a clause ends: at one white space, so that the clauses joined are the statement."""
_PLAN = re.compile(
    r"\b(?:plan|steps?|suggest|recommend|propose|options?|could|should|might|to-?do|todo)\b", re.IGNORECASE
)
_ITEM = re.compile(r"^[ \t]{0,40}(?:[-*+•–]|\d{1,3}[.)])\s")
_ABSENT = re.compile(r"\b(?:no|without|missing|lacks?)\b", re.IGNORECASE)
_FILE = re.compile(
    r"(?<![\w/@.-])(?:[\w.-]+/)*[\w-]+(?:\.[\w-]+)*\."
    r"(?:py|ipynb|js|mjs|cjs|ts|tsx|jsx|vue|svelte|rs|go|mod|java|kt|kts|gradle|swift|cs|c|h|cpp|hpp|cc|rb|erb|php|exs?|"
    r"lua|dart|tf|proto|md|rst|adoc|toml|yaml|yml|json|xml|csv|txt|sh|ps1|sql|css|scss|html|cfg|ini|conf|env|lock)\b"
)
_FILES_OF = {
    "npm|npx|yarn|pnpm|node_modules": ("package.json", "package-lock.json"),
    "cargo": ("Cargo.toml", "Cargo.lock"),
    "go (?:mod|get|build|test)": ("go.mod",),
    "pip": ("requirements.txt", "pyproject.toml"),
}
"""The files that every project of a tool has need no output."""
_PRODUCT = re.compile(r"(?<!\w)[A-Z]\w*\.js")
_MOST_CHARACTERS = 400_000
_CODE = re.compile(r"^(?:```|~~~).*?(?:^(?:```|~~~)|\Z)", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Unborne:
    """A statement that the outputs do not bear out, and why."""

    statement: str
    reason: str


@dataclass(frozen=True, slots=True)
class SessionEvidence:
    """What the session shows: its outputs, every text that names files, and the numbers that are known."""

    outputs: tuple[str, ...]
    text: str
    numbers: KnownNumbers
    steps: tuple[ToolStep, ...] = ()


def evidence_of(given: HookInput) -> SessionEvidence:
    """The evidence of a session."""
    texts = (*given.outputs, given.calls)
    return SessionEvidence(given.outputs, "\n".join(texts), KnownNumbers(texts, given.outputs), given.steps)


def documents_of_outputs(given: HookInput) -> tuple[Document, ...]:
    """The outputs as documents: the newest ones, up to about 100,000 tokens in all."""
    found, size = [], 0
    for number, text in reversed(list(enumerate(given.outputs, start=1))):
        size += len(text)
        if size > _MOST_CHARACTERS:
            break
        if text.strip():
            found.append(Document(id=f"output-{number}", text=text))
    return tuple(reversed(found))


def statements_of(message: str) -> list[str]:
    """The sentences of a message without its code, each without bullet and emphasis."""
    text = _without_plans(_CODE.sub("\n", message))
    found = [re.sub(r"^[\W\d_]*?(?=[\w`~])", "", one.text, count=1) for one in sentences(text)]
    return [one for one in map(without_marks, found) if re.search(r"[^\W\d_]", one)]


def _without_plans(message: str) -> str:
    """The message without the list items under a line that announces a plan: they say what is to be done."""
    kept, in_plan = [], False
    for line in message.splitlines():
        if _ITEM.match(line):
            if in_plan:
                continue
        elif line.strip():
            in_plan = bool(_PLAN.search(line)) and (line.rstrip().endswith((":", "**")) or line.startswith("#"))
        kept.append(line)
    return "\n".join(kept)


def unborne_facts(statement: str, evidence: SessionEvidence, around: str = "") -> str:
    """Why the session does not bear out what a statement says of tests, files and numbers; empty if it does. `around`
    is the statements before and after it."""
    asserted = _asserted(statement)
    if why := unborne_pass(asserted, evidence.outputs) or unborne_none(asserted, evidence.outputs):
        return why
    files = [one for one in _FILE.findall(asserted) if not _PRODUCT.fullmatch(one)]
    if why := undone(asserted, around, files, evidence.steps):
        return why
    # Files and numbers beside a hedge are often what an agent knows: "4.5, so the buttons do not meet level AA".
    if asserted != statement or not any(map(str.strip, evidence.outputs)):
        return ""
    if name := _unknown_file(statement, files, evidence.text):
        return f"No tool call or output names the file {name}."
    number = checked_numbers(statement, around, evidence.numbers).unknown
    return f"No tool call or output has the number {number}." if number else ""


def _asserted(statement: str) -> str:
    """The statement without the clauses that hedge; nothing of it is left if it is a condition or an example."""
    if _CONDITION.search(statement):
        return ""
    return " ".join(one for one in _CLAUSE.split(statement) if not _HEDGED.search(one))


def _unknown_file(statement: str, files: Sequence[str], text: str) -> str:
    if _ABSENT.search(statement):
        return ""
    usual = {name for tool, names in _FILES_OF.items() if re.search(rf"\b(?:{tool})\b", text) for name in names}
    names = (one.rsplit("/", 1)[-1] for one in files)
    return next((one for one, name in zip(files, names, strict=True) if name not in text and one not in usual), "")


async def unborne(given: HookInput, *, engine: str) -> list[Unborne]:
    """The statements of the message that the outputs do not bear out, in order."""
    statements, evidence = statements_of(given.message), evidence_of(given)
    around = [f"{before} {after}" for before, after in zip(["", *statements], [*statements[1:], ""], strict=False)]
    found = {at: why for at, one in enumerate(statements) if (why := unborne_facts(one, evidence, around[at]))}
    if not found and statements and (line := unmentioned_failure(given.message, given.outputs)):
        found[0] = f"The last output tells of a failure that the message does not mention: {line}"
    open_ = [
        at
        for at, one in enumerate(statements)
        if at not in found
        and not _CONDITION.search(one)
        and not _HEDGED.search(one)
        and not checked_numbers(one, around[at], evidence.numbers).derived
    ]
    found |= await _contradicted(statements, given, open_, engine)
    return [Unborne(statements[at], found[at]) for at in sorted(found)]


async def _contradicted(
    statements: Sequence[str], given: HookInput, open_: Iterable[int], engine: str
) -> dict[int, str]:
    """The statements that the outputs contradict, by their place, with the reasons."""
    from adjudge.integrations.guard.judge import AnswerJudge, SentenceStatus

    documents, found = documents_of_outputs(given), dict[int, str]()
    if not documents:
        return found
    judge = AnswerJudge(engine, timeout_s=10.0)
    await judge.start()
    try:
        for at in open_:
            before = " ".join(statements[max(0, at - 2) : at])
            judged = await judge.judge(statements[at], before, documents, edit=False)
            # Only against prose: the words of a log or a table say little without their place in it.
            prose = judged.evidence is not None and has_verb(judged.evidence.text)
            if judged.status is SentenceStatus.CONTRADICTED and prose:
                found[at] = judged.reason
    finally:
        await judge.close()
    return found
