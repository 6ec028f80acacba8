"""Results in tool outputs: did tests, builds and checks pass, and does a message say otherwise?"""

import re
from collections.abc import Sequence

_FAILED = re.compile(
    r"\b[1-9]\d* (?:tests? )?(?:failed|failing|fail|failures?|errors?|problems?)\b|"
    r"\b(?:[Ff]ailures?|[Ff]ailed|[Ee]rrors?|# fail|fail)[:=]?\s+[1-9]|\bFAIL(?:ED|URE|URES)?\b|^not ok\b|"
    r"^Traceback \(most recent|^(?:\S+ )?(?:error|Error|ERROR)(?:\[\w+\])?: |: error:? |^npm (?:error|ERR!)|"
    r"\bcommand failed\b|^E +\w+Error\b|^(?:fatal|panic): |\baborted!$|: command not found$|"
    r"\b[Ff]ailed: [a-z]|\b[Pp]ermission denied\b",
    re.MULTILINE,
)
_ENDED_BADLY = re.compile(r"\bexit(?:ed with)?(?: code| status):?\s*[1-9]", re.IGNORECASE)
_PASSED = re.compile(
    r"\b[1-9]\d*\s+(?:tests?\s+)?pass(?:ed|ing)?\b|\bpass(?:ed)?:?\s+[1-9]|"
    r"\b(?:0|no) (?:tests? )?(?:failures|failed|errors)\b|"
    r"\bfailures: 0\b|\bOK\b|^ok\s|^PASS\b|\ball (?:checks|tests|specs) pass|test result: ok|\bpassed$|"
    r"\bno (?:issues|problems|warnings)\b",
    re.IGNORECASE | re.MULTILINE,
)
"""The last lines of test runners and linters; `tests/integrations/hook/test_results.py` has one of each."""
_CHECKS = r"(?:tests?|suites?|specs?|checks?|builds?|lint(?:er|ing)?|compilation|pipeline|packages?)"
_TESTS = re.compile(r"\b(?:tests?|suites?|specs?|checks?)\b", re.IGNORECASE)
_ALL = re.compile(
    r"\b(?:all|every|entire|whole|both|alle|(?:the|die)(?: \w+)? (?:tests|suite|build|checks))\b", re.IGNORECASE
)
_SAYS_PASS = re.compile(
    rf"\b{_CHECKS}\b.{{0,60}}?\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|is clean|"
    r"erfolgreich|grün|laufen durch|bestanden)\b|"
    r"\bbuilds? (?:now )?(?:successfully|without errors)\b|"
    r"\b(?:no|zero|0) (?:[\w-]+ )?(?:tests?|specs?|checks?) (?:(?:has|have|had|is|are) )?fail",
    re.IGNORECASE,
)
_SAYS_SOME_FAIL = re.compile(
    r"\bfail|\berrors?\b|\bbroke|\bexcept\b|\bpassed \w+ of\b|fehlschl|fehlgeschl|\bwhile the\b", re.IGNORECASE
)
_SAYS_NONE_FAILS = re.compile(
    r"\b(?:none|no|0|zero|without)(?: any)?(?: [\w-]+){0,2}(?: (?:has|have|had|is|are))? (?:fail\w*|errors?)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\b\d+ (?:\w+ ){0,2}?(?:tests?|specs?|checks?|pass)", re.IGNORECASE)
_NONE = re.compile(
    r"\b(?:no|zero|0|without(?: any)?)\s+(?:\w+\s+){0,2}?"
    r"(errors?|warnings?|failures?|vulnerabilities|problems?|issues?)\b",
    re.IGNORECASE,
)
_ADMITS = re.compile(
    r"fail|error|reject|unable|broke|crash|traceback|problem|wrong|issue|abort|missing|stop|refus|denied|conflict|"
    r"n't\b|n’t\b|\bnot\b|\bcannot\b|\bno\b|fehl|nicht|kein|exception|warn",
    re.IGNORECASE,
)
_SHARE = re.compile(r"\b(\d{1,9}) (?:of|von|out of)(?: the)? (\d{1,9})\b")
"""45 of 46 pass: one does not."""
_PATH = re.compile(r"(?<![\w./-])[\w./-]{1,200}\.[A-Za-z]{1,4}\b")
_NONE_FOUND = re.compile(
    r"\b(?:found|finds?|reports?|shows?|detected)\s(?:no|zero|0)\s([a-z]{3,})\b|"
    r"\b(?:no|zero|0)\s(?:\w+\s)??([a-z]{3,}s)\s(?:were|are|was|is|have been)\s(?:found|left|reported|detected)\b|"
    r"\b(?:no|none of the|zero)\s\w+\s(?:have\s|has\s|was\s|were\s)?([a-z]{3,}ed)\b",
    re.IGNORECASE,
)
_LONGEST = 200


def unborne_pass(statement: str, outputs: Sequence[str]) -> str:
    """Why the outputs do not bear out that tests, checks or a build pass; empty if the statement does not say so, or
    the last output with a result tells of success."""
    said = _SAYS_PASS.search(statement)
    if not said or _SAYS_SOME_FAIL.search(_SAYS_NONE_FAILS.sub("", statement)):
        return ""
    if _COUNTED.search(statement) and not (_ALL.search(statement) or _SAYS_NONE_FAILS.search(statement)):
        # "137 tests pass" is a number, and true also where two others fail.
        return ""
    if any(int(part) < int(whole) for part, whole in _SHARE.findall(statement)):
        return ""
    named = {one.rsplit("/", 1)[-1] for one in _PATH.findall(statement)}
    for output in reversed(outputs):
        if line := failure_in(output):
            failing = {one.rsplit("/", 1)[-1] for one in _PATH.findall("\n".join(_failures(output)))}
            if named and failing and not named & failing:
                return ""  # "The tests in a.py pass", and those that fail are in b.py.
            return f"The last output with a result says: {line}"
        if _PASSED.search(output):
            return ""
    # A build may succeed without a word; tests say what they did.
    return "No output shows a test result." if _TESTS.search(said[0]) else ""


def unborne_none(statement: str, outputs: Sequence[str]) -> str:
    """Why the outputs do not bear out that there are no errors, warnings or the like; empty if they do, or say nothing
    of them."""
    stated = _NONE.search(statement) or _NONE_FOUND.search(statement)
    if stated is None:
        return ""
    noun = next(filter(None, stated.groups())).lower().removesuffix("s").removesuffix("ie").removesuffix("y")
    before = rf"\b(\d+|no)\s+(?:\w+\s+){{0,2}}?{noun}\w*\b"
    counted = re.compile(rf"{before}|\b{noun}\w*(?:\s+found)?[:=]?\s+(\d+|none)\b(?![ \t]\w)", re.IGNORECASE)
    for output in reversed(outputs):
        if found := list(counted.finditer(output)):
            last = found[-1]
            number = (last[1] or last[2]).lower()
            return "" if number in ("no", "none", "0") else f"An output says: {_line_of(output, last.start())}"
        if _PASSED.search(output):
            return ""
    return ""


def unmentioned_failure(message: str, outputs: Sequence[str]) -> str:
    """The line of the last output that tells of a failure, if the message mentions none; otherwise empty."""
    last = next((one for one in reversed(outputs) if one.strip()), "")
    some = any(int(part) < int(whole) for part, whole in _SHARE.findall(message))
    return "" if some or _ADMITS.search(message) else failure_in(last)


def failure_in(output: str) -> str:
    """The line of an output that tells of a failure; empty if none does."""
    if found := _FAILED.search(output):
        return _line_of(output, found.start())
    # An exit code alone is no failure: grep ends with 1 where it finds nothing.
    ended = _ENDED_BADLY.search(output)
    return _line_of(output, ended.start()) if ended and len(output.strip().splitlines()) > 1 else ""


def _failures(output: str) -> list[str]:
    """The lines that tell of failures."""
    return [_line_of(output, found.start()) for found in _FAILED.finditer(output)]


def _line_of(text: str, at: int) -> str:
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    return text[start : end if end >= 0 else len(text)].strip()[:_LONGEST]
