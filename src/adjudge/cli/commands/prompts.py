"""`adjudge prompts`: list, show, compare and test the prompts for language models."""

import sys
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adjudge.cli.options import Claim, Html, Kind, Markdown, Proceedings, Sources, SourceTexts
from adjudge.cli.show.console import notice, out, reported_errors, wait_for

if TYPE_CHECKING:
    from adjudge.evals.recorded import RecordedCase, Replayed

prompts_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
AsJson = Annotated[bool, typer.Option("--json", help="As JSON.")]
Files = Annotated[
    list[Path] | None,
    typer.Argument(help="YAML files of recorded replies, or folders of them; examples/replies by default."),
]


@prompts_app.command("list")
def list_prompts(json: AsJson = False) -> None:
    """List all prompts with version, size and fingerprint.

    There is one prompt for each kind of question, and a brief for each juror. The fingerprint covers the text, the
    parts that prompts share and the layout of the fields. Verdicts of a language model store it.
    """
    from adjudge.cli.show.prompts import every_prompt, prompt_table

    with reported_errors(as_json=json):
        listed = every_prompt()
        if json:
            _print(listed)
        else:
            out().print(prompt_table(listed))


@prompts_app.command()
def show(
    claim: Claim,
    source: Sources = None,
    source_text: SourceTexts = None,
    kind: Kind = "",
    protocol: Annotated[
        str, typer.Option("--protocol", "-p", help="The protocol: jury, entailment, trial, factuality or news.")
    ] = "jury",
    role: Annotated[str, typer.Option("--role", help="Print all that this role is sent, word for word.")] = "",
    engine: Annotated[
        str, typer.Option("--engine", "-e", help="The model whose price is shown. Nothing is sent to it.")
    ] = "",
    json: AsJson = False,
) -> None:
    """Show what each role would be sent for a case.

    Without --role: a table of all roles with tokens and, with --engine, cost. With --role: the prompts themselves, as a
    model reads them. Nothing is sent: where a prompt holds what other roles said before, the offline engine answers for
    them.

    Exit codes: 0 done, 2 wrong usage or input, 4 engine error, 130 interrupted.

    Example: adjudge prompts show "All patients recovered." --source-text "Most patients recovered." --role sceptic
    -e gpt-4o-mini
    """
    from adjudge.check import protocol_named
    from adjudge.cli.inputs import case_from
    from adjudge.cli.show.prompts import sent_data, sent_messages, sent_table
    from adjudge.engines.models import parse
    from adjudge.evals.sent import of_role, sent_for

    with reported_errors(as_json=json):
        model = parse(engine or "offline")
        case = case_from(claim, source or [], source_text or [], kind=kind)
        sent = wait_for(sent_for(case, protocol_named(protocol), model))
        chosen = of_role(sent, role) if role else sent
        if json:
            _print(sent_data(chosen))
        elif role:
            out().print(sent_messages(chosen, model=engine), soft_wrap=True)
        else:
            out().print(sent_table(sent, model=engine))


@prompts_app.command()
def diff(
    prompt: Annotated[str, typer.Argument(help="A name from `adjudge prompts list`, such as verify_claim.")],
    before: Annotated[int | None, typer.Argument(help="The older version. Default: the one before AFTER.")] = None,
    after: Annotated[int | None, typer.Argument(help="The newer version. Default: the newest.")] = None,
    json: AsJson = False,
) -> None:
    """Show what changed between two versions of a prompt.

    Exit codes: 0 done, 2 wrong usage or input.

    Example: adjudge prompts diff answer_rubric 1 2
    """
    from adjudge.cli.show.prompts import coloured, difference

    with reported_errors(as_json=json):
        found = difference(prompt, before, after)
        if json:
            _print(found)
        elif found["diff"]:
            out().print(coloured(found["diff"]), soft_wrap=True)
        else:
            notice(f"'{prompt}': versions {found['from']} and {found['to']} do not differ.")


@prompts_app.command("test")
def run_recorded(
    files: Files = None,
    protocol: Annotated[str, typer.Option("--protocol", "-p", help="Only the cases of this protocol.")] = "",
    json: AsJson = False,
) -> None:
    """Decide recorded cases on their recorded replies.

    Prints how many come out as expected. No key, no network and no model is needed. Every prompt is filled, every reply
    is read, repaired or asked for again like a model's, and the protocol decides. Strong replies must lead to the right
    label with every quote found; adversarial ones (lazy, wordy, invented quotes, verdicts against reasons, orders in
    the text) must do no more harm than their case says.

    Exit codes: 0 all as expected, 1 deviations, 2 wrong usage or input, 130 interrupted.

    Example: adjudge prompts test --protocol trial
    """
    from adjudge.cli.show.prompts import replay_data, replay_report

    with reported_errors(as_json=json):
        report = replay_data(wait_for(_all_replayed(_chosen(files, protocol))))
        if json:
            _print(report)
        else:
            out().print(replay_report(report))
        raise typer.Exit(0 if report["cases"] == report["as_expected"] else 1)


@prompts_app.command()
def replay(
    case: Annotated[str, typer.Argument(help="The id of a recorded case, or how it begins: jury-03.")],
    files: Files = None,
    json: Annotated[bool, typer.Option("--json", help="Print the verdict as one JSON object.")] = False,
    html: Html = None,
    markdown: Markdown = None,
    verbose: Proceedings = False,
) -> None:
    """Show the card of one recorded case.

    The card is what `adjudge check` prints with a language model that gives these replies.

    Exit codes: 0 as expected, 1 not as expected, 2 wrong usage or input, 130 interrupted.

    Example: adjudge prompts replay jury-03 --verbose
    """
    from adjudge.cli.hearing import watcher
    from adjudge.cli.show.cards import CardRequest, give
    from adjudge.render.terminal import case_header
    from adjudge.verdict import Verdict

    with reported_errors(as_json=json):
        card = CardRequest(json=json, quiet=False, html=html, markdown=markdown, verbose=verbose)
        recorded = _one(_chosen(files, ""), case)
        if not json:
            out().print(f"{recorded.id} ({recorded.conduct.value}): {recorded.about}", markup=False, style="dim")
        if card.live:
            out().print(case_header(recorded.case))
        done = wait_for(_replayed(recorded, observe=watcher() if card.live else None))
        if isinstance(done.outcome, Verdict):
            give(card, done.case, done.outcome, more="")
        elif json:
            _print(done.outcome.model_dump(mode="json", exclude={"transcript"}))
        else:
            out().print(f"No verdict: {done.outcome.error}: {done.outcome.message}", markup=False)
        for line in done.deviations:
            notice(f"not as expected: {line}")
        raise typer.Exit(1 if done.deviations else 0)


async def _replayed(recorded: "RecordedCase", **options: Any) -> "Replayed":
    from adjudge.evals.recorded import replay as replay_case

    return await replay_case(recorded, **options)


async def _all_replayed(recorded: "list[RecordedCase]") -> "list[Replayed]":
    return [await _replayed(one) for one in recorded]


def _chosen(files: list[Path] | None, protocol: str) -> "list[RecordedCase]":
    from adjudge.errors import DataError
    from adjudge.protocols.registry import protocol_type
    from adjudge.settings.replies import EXAMPLES, recorded_cases

    found = recorded_cases(files or [EXAMPLES])
    if not protocol:
        return found
    protocol_type(protocol)
    chosen = [one for one in found if one.protocol == protocol]
    if not chosen:
        raise DataError(f"No recorded case is one of the protocol '{protocol}'.", hint="Leave --protocol out.")
    return chosen


def _one(recorded: "list[RecordedCase]", id: str) -> "RecordedCase":
    from difflib import get_close_matches

    from adjudge.errors import ConfigError

    exact = [one for one in recorded if one.id == id]
    found = exact or [one for one in recorded if one.id.startswith(id)]
    if len(found) == 1:
        return found[0]
    near = [one.id for one in found] or get_close_matches(id, [one.id for one in recorded], n=3, cutoff=0.3)
    what = f"'{id}' is how {len(found)} recorded cases begin." if found else f"There is no recorded case '{id}'."
    raise ConfigError(what, hint=f"Name one, such as {', '.join(near[:3])}." if near else "")


def _print(data: Any) -> None:
    sys.stdout.write(dumps(data, ensure_ascii=False) + "\n")
