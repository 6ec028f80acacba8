"""`adjudge audit`: check the sentences of documents against their sources."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudge.cli.options import AsJson, BudgetUsd, MaxCalls, Spending
from adjudge.cli.show.console import notice, out, reported_errors, wait_for
from adjudge.errors import ConfigError
from adjudge.plurals import count_of

if TYPE_CHECKING:
    from adjudge.audit.audit import AuditPlan, SentenceJudge
    from adjudge.audit.config import AuditConfig, FailOn
    from adjudge.audit.report import AuditReport


@dataclass(frozen=True)
class AuditOptions:
    """The options of `adjudge audit` for judging and output."""

    json: bool
    github: bool
    sarif: Path | None
    junit: Path | None
    update_baseline: bool
    fix: bool
    write: bool
    patch: Path
    cache: Path | None
    concurrency: int
    spending: Spending


def audit(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Files or folders. Default: the folder of the configuration.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option("--config", "-c", help="The configuration file. Default: the nearest adjudge.toml.")
    ] = None,
    protocol: Annotated[
        str | None, typer.Option("--protocol", "-p", help="The protocol that judges the sentences.")
    ] = None,
    engine: Annotated[str | None, typer.Option("--engine", "-e", help="The engine that answers.")] = None,
    since: Annotated[
        str | None,
        typer.Option(
            "--since", help="Judge only sentences that changed, or whose sources changed, since this git revision."
        ),
    ] = None,
    fail_on: Annotated[
        str | None,
        typer.Option(
            "--fail-on",
            help="Which sentences make the audit fail: contradicted (default), or unsupported (includes contradicted).",
        ),
    ] = None,
    baseline: Annotated[Path | None, typer.Option("--baseline", help="A file of known findings.")] = None,
    update_baseline: Annotated[
        bool, typer.Option("--update-baseline", help="Write the findings of this audit to the baseline.")
    ] = False,
    json: AsJson = False,
    github: Annotated[bool, typer.Option("--github", help="Print annotations for GitHub Actions.")] = False,
    sarif: Annotated[Path | None, typer.Option("--sarif", help="Write the findings as SARIF 2.1.0.")] = None,
    junit: Annotated[Path | None, typer.Option("--junit", help="Write the sentences as JUnit XML.")] = None,
    fix: Annotated[
        bool, typer.Option("--fix", help="Correct contradicted sentences and write the edits as a patch.")
    ] = False,
    write: Annotated[bool, typer.Option("--write", help="With --fix: edit the documents directly.")] = False,
    patch: Annotated[Path, typer.Option("--patch", help="The file to which --fix writes its patch.")] = Path(
        "adjudge.patch"
    ),
    cache: Annotated[Path | None, typer.Option("--cache", help="The cache folder.")] = None,
    concurrency: Annotated[int, typer.Option("--concurrency", min=1, help="Sentences judged at the same time.")] = 4,
    fresh: Annotated[bool, typer.Option("--fresh", help="Ignore the cache and judge everything again.")] = False,
    max_calls: MaxCalls = None,
    budget_usd: BudgetUsd = None,
) -> None:
    """Audit documents against their sources."""
    with reported_errors(as_json=json):
        if write and not fix:
            raise ConfigError("--write needs --fix.", hint="Add --fix.")
        root, settings = _settings(paths or [], config)
        settings = _overridden(settings, protocol=protocol, engine=engine, fail_on=fail_on, baseline=baseline)
        if update_baseline and settings.baseline is None:
            raise ConfigError("--update-baseline needs a baseline.", hint="Add --baseline FILE.")
        options = AuditOptions(
            json=json,
            github=github,
            sarif=sarif,
            junit=junit,
            update_baseline=update_baseline,
            fix=fix,
            write=write,
            patch=patch,
            cache=cache,
            concurrency=concurrency,
            spending=Spending(fresh=fresh, max_calls=max_calls, budget_usd=budget_usd),
        )
        planned = _planned(root, paths or [root], settings, since)
        from adjudge.cli.outputs import require_apart

        documents = {item.manuscript.path for item in planned.items}
        require_apart([sarif, junit, patch if fix else None], documents)
        raise typer.Exit(wait_for(_run(planned, settings, options)))


audit.__doc__ = """Audit documents against their sources.

Every sentence of Markdown, reStructuredText, HTML, LaTeX and text files is judged against the sources that
adjudge.toml, the front matter, links or footnotes name. A comment `adjudge: ignore REASON` suppresses a sentence.
Judgements are cached: a second audit judges only what changed.

Exit codes: 0 nothing contradicted, 1 contradicted, 3 unsupported (with --fail-on unsupported), 2 wrong usage or input,
4 a sentence could not be judged, 5 store or disk error, 130 interrupted (judgements so far are cached).

Example: adjudge audit docs/ --since main --sarif audit.sarif
"""


def _settings(paths: list[Path], config: Path | None) -> tuple[Path, "AuditConfig"]:
    """The root and the configuration: from the named file, or the nearest one above the first path."""
    from adjudge.audit.config import AuditConfig, find_config, load_config

    first = paths[0] if paths else Path()
    found = config or find_config(first if first.is_dir() else first.parent)
    if found is None:
        return Path().resolve(), AuditConfig()
    return found.resolve().parent, load_config(found)


def _overridden(
    config: "AuditConfig", *, protocol: str | None, engine: str | None, fail_on: str | None, baseline: Path | None
) -> "AuditConfig":
    from adjudge.audit.config import FailOn

    if fail_on is not None and fail_on not in list(FailOn):
        raise ConfigError(f"--fail-on is '{fail_on}'.", hint=f"Use {' or '.join(FailOn)}.")
    options = {
        "protocol": protocol,
        "engine": engine,
        "fail_on": FailOn(fail_on) if fail_on else None,
        "baseline": str(baseline.resolve()) if baseline else None,
    }
    return config.model_copy(update={name: value for name, value in options.items() if value is not None})


def _planned(root: Path, paths: list[Path], config: "AuditConfig", since: str | None) -> "AuditPlan":
    from adjudge.audit.audit import plan
    from adjudge.audit.git import changes_since
    from adjudge.audit.tree import documents_in

    changes = changes_since(root, since) if since is not None else None
    tree = documents_in(root, paths, config.exclude)
    if not tree.documents and any(path.is_dir() for path in paths):
        shown = ", ".join(f"'{path}'" for path in paths)
        raise ConfigError(f"No documents found in {shown}.", hint="Name a folder with Markdown, text or LaTeX files.")
    planned = plan(root, tree.documents, config, changes)
    return replace(planned, messages=(*tree.messages, *planned.messages))


async def _run(plan: "AuditPlan", config: "AuditConfig", options: AuditOptions) -> int:
    """Run the audit, write and print its results, and return the exit code."""
    from adjudge.audit.audit import SentenceJudge, judged_items
    from adjudge.audit.audit import audit as audited
    from adjudge.audit.baseline import Baseline, write_baseline
    from adjudge.audit.cache import FOLDER, JudgementCache
    from adjudge.check import protocol_named
    from adjudge.cli.session import open_session
    from adjudge.cli.show.progress import progress
    from adjudge.settings.engines import single_engine
    from adjudge.settings.environment import load_environment

    environment = load_environment()
    name = single_engine(config.engine, environment)
    known = plan.root / config.baseline if config.baseline else None
    baseline = Baseline.load(known) if known and (known.exists() or not options.update_baseline) else None
    cache = JudgementCache(options.cache or plan.root / FOLDER, fresh=options.spending.fresh)
    async with open_session(environment, options.spending) as session:
        judge = SentenceJudge(
            protocol_named(config.protocol), session.engine(name), name, cache, concurrency=options.concurrency
        )
        total = len({item.case.id for item in judged_items(plan)})
        with progress(total, shown=not options.json) as done:
            report = await audited(plan, judge, baseline=baseline, done=done)
        if options.fix:
            await _fix(plan, judge, options)
    _show(report, config.fail_on, options)
    if options.update_baseline and known:
        notice(f"{count_of(write_baseline(known, report.entries), 'finding')} written to {known}")
        return 0
    return report.exit_code(config.fail_on)


async def _fix(plan: "AuditPlan", judge: "SentenceJudge", options: AuditOptions) -> None:
    from adjudge.audit.fixes import apply, contradicted, fixes, patch
    from adjudge.cli.show.cards import write_card

    items = contradicted(plan.items, judge.found)
    made = await fixes(items, judge)
    texts = {item.manuscript.path: item.manuscript.text for item in items}
    for message in made.messages:
        notice(message)
    if options.write:
        written = apply(made.edits, texts)
        notice(f"{made.fixed} of {count_of(len(items), 'sentence')} fixed in {count_of(len(written), 'document')}.")
    elif made.edits:
        write_card(options.patch, patch(made.edits, texts, plan.root))
        notice(
            f"{made.fixed} of {count_of(len(items), 'sentence')} fixed in {options.patch}; apply it with: "
            f"git apply {options.patch}"
        )
    else:
        notice(f"None of {count_of(len(items), 'contradicted sentence')} could be fixed.")


def _show(report: "AuditReport", fail_on: "FailOn", options: AuditOptions) -> None:
    from adjudge.audit import formats
    from adjudge.cli.show.cards import write_card
    from adjudge.render.visible import visible

    for path, content in ((options.sarif, formats.sarif), (options.junit, formats.junit)):
        if path:
            write_card(path, content(report))
    if options.json:
        sys.stdout.write(formats.as_data(report, fail_on) + "\n")
        return
    for message in report.messages:
        notice(message)
    shown = formats.github(report, fail_on) if options.github else formats.lines(report, fail_on=fail_on)
    for line in shown:
        out().print(visible(line), markup=False, soft_wrap=True)
    if report.stopped:
        notice(f"The audit stopped: {report.stopped}")
