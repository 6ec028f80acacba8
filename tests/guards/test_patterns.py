"""No pattern of the package stalls: the CPU time of a search must not grow with the square of the text."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from types import ModuleType

import pytest

import adjudge
from adjudge.errors import ConfigError

PACKAGE = Path(adjudge.__file__).parent
FLAG = re.compile(r"re\.[A-Z]+")
UNITS = [
    " ", "\t \n", "\n", "a", "A", "1", "0.", "1,", "1 ", ".", ". ", ", ", "-", "--", "'", '"', "“", "(", "[", "{", "<",
    "/", ":", ";", "a ", "A ", "Aa ", "a-", "a, ", "1 a ", "and ", "or ", "of the ", "the ", "a of ", "1 and ",
    "40 or 41 ", "1 May 1960 ", "12.5 % ", "$1 ", "not ", "may ", "in ", "äö ", "a\u0301", "A.", "a.b", "`", "*", "_",
    "&", "%", "\\", "http://a.b/", "10 in 11 ", "a thousand ",
]  # fmt: skip
SMALL, LARGE = 4_000, 8_000
CHEAP_S = 0.1
"""A search of the larger text that takes no longer than this is fast enough, however it grows."""
GROWTH = 3.0
"""Twice the text may take so many times as long; quadratic time takes four times as long, and more."""


def modules() -> Iterator[ModuleType]:
    yield adjudge
    for found in pkgutil.walk_packages(adjudge.__path__, "adjudge."):
        if not found.name.endswith("__main__"):
            try:
                yield importlib.import_module(found.name)
            except ConfigError:
                # An adapter whose framework is not installed here.
                assert found.name.startswith("adjudge.integrations.")


def held(value: object, depth: int = 3) -> Iterator[re.Pattern[str]]:
    """The patterns in a value: itself, or in a tuple, list, set or mapping, or in the fields of a record."""
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
    elif depth and isinstance(value, (tuple, list, set, frozenset)):
        for one in value:
            yield from held(one, depth - 1)
    elif depth and isinstance(value, dict):
        yield from held(tuple(value.values()), depth - 1)


def patterns() -> dict[str, re.Pattern[str]]:
    found: dict[re.Pattern[str], str] = {}
    for module in modules():
        for name, value in vars(module).items():
            for number, one in enumerate(held(value)):
                found.setdefault(one, f"{module.__name__}.{name}.{number}")
    return {name: one for one, name in found.items()}


def written_inline() -> dict[str, re.Pattern[str]]:
    """The patterns that are written in a call such as `re.search("...", text)`."""
    found: dict[str, re.Pattern[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(ast.Attribute(ast.Name("re"), name), [ast.Constant(str() as pattern), *others], options):
                    flags = [ast.unparse(one) for one in [*others, *(option.value for option in options)]]
                    flag = sum((getattr(re, one[3:]) for one in flags if FLAG.fullmatch(one)), re.NOFLAG)
                    begun = rf"\A(?:{pattern})" if name in ("match", "fullmatch") else pattern
                    found[f"{path.relative_to(PACKAGE)}:{node.lineno}"] = re.compile(begun, flag)
    return found


def searching_s(one: re.Pattern[str], text: str) -> float:
    began = process_time()
    for _ in one.finditer(text):
        pass
    one.match(text)
    return process_time() - began


def slow_on(one: re.Pattern[str]) -> list[str]:
    slow = []
    for unit in UNITS:
        # The end is something that no pattern goes on with, so that a near match has to be given up.
        small, large = ((unit * (size // len(unit))) + "\x00" for size in (SMALL, LARGE))
        if searching_s(one, large) <= CHEAP_S:
            continue
        # Another process may have taken the caches: the best of three counts.
        took_s, base_s = (min(searching_s(one, text) for _ in range(3)) for text in (large, small))
        if took_s > CHEAP_S and took_s > GROWTH * base_s:
            slow.append(unit)
    return slow


PATTERNS = patterns() | written_inline()


def test_the_patterns_of_the_package_are_found() -> None:
    assert len(patterns()) > 100
    assert len(written_inline()) > 50


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_takes_time_in_proportion_to_the_text(name: str) -> None:
    assert slow_on(PATTERNS[name]) == []
