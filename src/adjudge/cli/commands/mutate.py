"""`adjudge mutate`: generate claims with known labels from any text, as JSON lines."""

import sys
from collections.abc import Iterator
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudge.cli.show.console import notice, reported_errors

if TYPE_CHECKING:
    from adjudge.case import Document
    from adjudge.evals.mutations.mutation import MutationKind


def mutate(
    source: Annotated[
        list[str], typer.Argument(help="Texts: files, '-' for standard input, or JSONL and CSV files of them.")
    ],
    seed: Annotated[int, typer.Option("--seed", help="Seed that selects among possible changes.")] = 0,
    kind: Annotated[
        list[str] | None, typer.Option("--kind", "-k", help="Only this kind of claim. May be repeated.")
    ] = None,
    per_kind: Annotated[
        int | None, typer.Option("--per-kind", min=1, help="Maximum number of claims of each kind.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not print counts at the end.")] = False,
) -> None:
    """Generate claims with known labels from any text, without labelled data or a model.

    Faithful ones say the same in other words, less exactly or in another order; mutated ones differ from one sentence
    of the source in one named way. Each line holds claim, source, label, kind and the edits with their places, and is
    what `adjudge eval` reads. The same text and seed give the same lines. English and German.

    Kinds: verbatim, synonym, active/passive, reordered, rounded, coarser; number, unit, percentage against points,
    date, period, place, person, role swap, negation, quantifier, hedge removed, cause from correlation, scope widened,
    comparison turned, denominator dropped, antonym.

    Exit codes: 0 done, 2 wrong usage or input, 130 interrupted.

    Example: adjudge mutate article.txt --per-kind 20 > claims.jsonl
    """
    from collections import Counter

    from adjudge.evals.mutations.bench import mutations

    with reported_errors():
        made: Counter[str] = Counter()
        for mutation in mutations(texts(source), seed=seed, kinds=kinds_named(kind), per_kind=per_kind):
            made[mutation.label.value] += 1
            line = mutation.model_dump(mode="json") | {"sentence": mutation.sentence}
            sys.stdout.write(dumps(line, ensure_ascii=False) + "\n")
        if not made:
            notice("No claim could be generated from this text. It needs plain statements in English or German.")
        elif not quiet:
            notice(", ".join(f"{count} {label.lower()}" for label, count in sorted(made.items())))


def texts(names: list[str]) -> "Iterator[Document]":
    """Read the named texts; '-' is standard input."""
    from adjudge.cli.inputs import standard_input
    from adjudge.evals.mutations.texts import document_of, documents

    for name in names:
        if name == "-":
            yield document_of("stdin", standard_input())
        else:
            yield from documents([Path(name)])


def kinds_named(names: list[str] | None) -> "tuple[MutationKind, ...]":
    """The kinds with these names; all kinds if `names` is empty. Raises a `ConfigError` for an unknown name."""
    from difflib import get_close_matches

    from adjudge.errors import ConfigError
    from adjudge.evals.mutations.mutation import MutationKind

    known = {kind.value: kind for kind in MutationKind}
    for name in names or ():
        if name not in known:
            near = get_close_matches(name, known, n=1)
            guess = f" Did you mean '{near[0]}'?" if near else ""
            raise ConfigError(f"There is no kind '{name}'.", hint=f"There are: {', '.join(known)}.{guess}")
    return tuple(known[name] for name in names) if names else tuple(MutationKind)
