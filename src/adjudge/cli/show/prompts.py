"""Prompts on the terminal and as JSON: the list, what a role is sent, two versions, and the recorded cases."""

import difflib
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from adjudge.cli.show.tables import Column, Fitting, figures
from adjudge.engines.cost import tokens
from adjudge.errors import ConfigError
from adjudge.evals.recorded import Replayed
from adjudge.evals.sent import SentQuestion, by_role
from adjudge.plurals import count_of
from adjudge.prompts.loader import BRIEFS, prompt_fingerprint, prompt_text, prompt_versions
from adjudge.questions.registry import QUESTIONS
from adjudge.render.parts import dollars
from adjudge.transcript import Usage

_SHORT = 12
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def every_prompt() -> list[dict[str, Any]]:
    """Every version of every prompt and brief, as plain data."""
    return [
        {
            "prompt": name,
            "version": version,
            "newest": version == versions[-1],
            "protocol": _protocol(name),
            "tokens": tokens(prompt_text(name, version)),
            "fingerprint": prompt_fingerprint(name, version),
        }
        for name, versions in prompt_versions().items()
        for version in versions
    ]


def prompt_table(listed: Sequence[dict[str, Any]]) -> RenderableType:
    """The list as a table."""
    columns = [
        Column("prompt"),
        Column("version", right=True),
        Column("protocol", spared=True),
        Column("tokens", right=True),
        Column("fingerprint", folds=False),
    ]
    rows = [
        [
            Text(one["prompt"], "" if one["newest"] else "dim"),
            Text(str(one["version"]) + ("" if one["newest"] else " (old)")),
            Text(one["protocol"]),
            Text(str(one["tokens"])),
            Text(one["fingerprint"][:_SHORT]),
        ]
        for one in listed
    ]
    return Fitting("Prompts", columns, rows, "tokens: the instructions alone, estimated; the newest version is sent")


def sent_data(sent: Iterable[SentQuestion]) -> list[dict[str, Any]]:
    """What is sent, as plain data."""
    return [
        {
            "role": one.role,
            "question": one.kind,
            "version": one.prompt.version,
            "fingerprint": one.prompt.fingerprint,
            "system": one.messages.system,
            "user": one.messages.user,
            "input_tokens": one.usage.input_tokens,
            "output_tokens": one.usage.output_tokens,
            "cost_usd": one.usage.cost_usd,
        }
        for one in sent
    ]


def sent_table(sent: Sequence[SentQuestion], *, model: str) -> RenderableType:
    """One line for each role and kind of question."""
    found = by_role(sent)
    total = sum((usage for _, usage in found.values()), Usage())
    lines = [(role, kind, count, usage) for (role, kind), (count, usage) in found.items()]
    rows = [
        [Text(role), Text(kind), Text(str(count)), Text(f"{usage.input_tokens:,}"), Text(_cost(usage))]
        for role, kind, count, usage in [*lines, ("in all", "", len(sent), total)]
    ]
    columns = [Column("role"), Column("question"), *(Column(name, right=True) for name in ("asked", "tokens", "cost"))]
    if not model:
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    priced = f"; with the price of {model} for them and a usual reply of 400" if model else ""
    caption = f"tokens: what is sent, estimated{priced}; nothing was sent. The prompts: --role ROLE"
    return Fitting("What each role would be sent", columns, rows, caption)


def sent_messages(sent: Iterable[SentQuestion], *, model: str) -> RenderableType:
    """The prompts of questions, whole."""
    parts: list[RenderableType] = []
    for one in sent:
        spent = count_of(one.usage.input_tokens, "token") + (f", {_cost(one.usage)}" if model else "")
        head = f"{one.role}: {one.kind}, version {one.prompt.version} ({one.prompt.fingerprint[:_SHORT]}), {spent}"
        parts += [Text(head, "bold"), Text("system", "cyan"), Text(one.messages.system)]
        parts += [Text("user", "cyan"), Text(one.messages.user), Text("")]
    return Group(*parts)


def difference(name: str, before: int | None, after: int | None) -> dict[str, Any]:
    """Two versions of a prompt and their unified diff; the two newest ones unless they are named."""
    versions = prompt_versions().get(name)
    if versions is None:
        near = difflib.get_close_matches(name, prompt_versions(), n=1)
        guess = f"Did you mean '{near[0]}'? " if near else ""
        raise ConfigError(f"There is no prompt '{name}'.", hint=f"{guess}`adjudge prompts list` names them all.")
    after = after or versions[-1]
    if before is None:
        earlier = [version for version in versions if version < after]
        if not earlier:
            raise ConfigError(
                f"'{name}' has no version before {after}.", hint=f"Its versions: {', '.join(map(str, versions))}."
            )
        before = earlier[-1]
    old, new = (prompt_text(name, version).splitlines() for version in (before, after))
    lines = list(difflib.unified_diff(old, new, f"{name} version {before}", f"{name} version {after}", lineterm=""))
    return {"prompt": name, "from": before, "to": after, "diff": lines}


def coloured(lines: Iterable[str]) -> RenderableType:
    """A unified diff in colour."""
    return Group(*(Text(line, _COLOURS.get(line[:1], "")) for line in lines))


def replay_data(replays: Sequence[Replayed]) -> dict[str, Any]:
    """What came of recorded cases, as plain data."""
    asked = frozenset[str]().union(*(one.kinds for one in replays)) - {"correction"}
    groups: dict[tuple[str, str], list[Replayed]] = {}
    for one in replays:
        groups.setdefault((one.recorded.protocol, one.recorded.conduct.value), []).append(one)
    return {
        "cases": len(replays),
        "as_expected": sum(not one.deviations for one in replays),
        "groups": [
            {
                "protocol": protocol,
                "conduct": conduct,
                "cases": len(some),
                "as_expected": sum(not one.deviations for one in some),
                "input_tokens": sum(one.prompt_tokens for one in some),
            }
            for (protocol, conduct), some in sorted(groups.items())
        ],
        "prompts": {kind: prompt_fingerprint(kind) for kind in sorted(asked)},
        "deviations": [{"case": one.recorded.id, "found": list(one.deviations)} for one in replays if one.deviations],
    }


def replay_report(replayed: dict[str, Any]) -> RenderableType:
    """The table of recorded cases, and every deviation under it."""
    rows = [
        (
            group["protocol"],
            group["conduct"],
            str(group["cases"]),
            str(group["as_expected"]),
            str(group["cases"] - group["as_expected"]),
            f"{group['input_tokens'] // group['cases']:,}",
        )
        for group in replayed["groups"]
    ]
    cases, right = replayed["cases"], replayed["as_expected"]
    rows.append(("in all", "", str(cases), str(right), str(cases - right), ""))
    heads = ("protocol", "replies", "cases", "as expected", "deviations", "tokens")
    caption = (
        f"tokens: read per case. {len(replayed['prompts'])} of {len(QUESTIONS)} prompts were filled; nothing was sent"
    )
    parts: list[RenderableType] = [figures("Recorded replies", heads, rows, caption=caption)]
    for one in replayed["deviations"]:
        parts += [Text(one["case"], "bold"), *(Text(f"  {line}") for line in one["found"])]
    return Group(*parts)


def _protocol(name: str) -> str:
    if name.startswith(BRIEFS):
        return "jury"
    kind = QUESTIONS.get(name)
    return kind.__module__.rpartition(".")[2] if kind else "all"


def _cost(usage: Usage) -> str:
    return "no price known" if usage.cost_usd is None else dollars(usage.cost_usd)
