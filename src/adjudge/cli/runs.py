"""`adjudge runs`: stored runs, read, replayed, verified and compared."""

from typing import Annotated

import typer

from adjudge.cli.console import confirm, told, wait_for

runs_app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)

RunId = Annotated[str, typer.Argument(help="A run id, a part of one that no other has, or 'last'.")]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON.")]


@runs_app.command("list")
def list_runs(
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="How many, the newest first.")] = 20,
    json: AsJson = False,
) -> None:
    """List the stored runs, the newest first."""
    import adjudge.cli.stored as stored

    with told(as_json=json):
        wait_for(stored.list_runs(limit, json=json))


@runs_app.command()
def show(
    id: RunId,
    case: Annotated[str | None, typer.Option("--case", "-c", help="Show the card of this case.")] = None,
    transcript: Annotated[bool, typer.Option("--transcript", "-t", help="With --case: all that was said.")] = False,
    json: AsJson = False,
) -> None:
    """Read a stored run again: its verdicts, or the card of one case."""
    import adjudge.cli.stored as stored

    with told(as_json=json):
        wait_for(stored.show_run(id, case_id=case, transcript=transcript, json=json))


@runs_app.command()
def replay(id: RunId, json: AsJson = False) -> None:
    """Decide a stored run again from the ledger, without engine or network, and compare byte for byte.

    Exit codes: 0 the same bytes, 5 not the same or not to be replayed.
    """
    import adjudge.cli.stored as stored

    with told(as_json=json):
        if not wait_for(stored.replay_run(id, json=json)):
            raise typer.Exit(5)


@runs_app.command()
def verify(id: RunId, json: AsJson = False) -> None:
    """Prove a stored run again: who saw what, and that every quote stands where it is said to stand.

    Exit codes: 0 all checks hold, 5 one does not.
    """
    import adjudge.cli.stored as stored

    with told(as_json=json):
        if not wait_for(stored.verify_run(id, json=json)):
            raise typer.Exit(5)


@runs_app.command()
def diff(a: RunId, b: RunId, json: AsJson = False) -> None:
    """Compare two runs: which verdicts changed, and what changed with them.

    Exit codes: 0 no verdict changed, 1 some did.
    """
    import adjudge.cli.stored as stored

    with told(as_json=json):
        if wait_for(stored.diff_runs(a, b, json=json)):
            raise typer.Exit(1)


@runs_app.command()
def delete(
    id: RunId,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Delete a stored run and its verdicts. Answers in the ledger stay."""
    import adjudge.cli.stored as stored

    with told():
        found = wait_for(stored.run_named(id))
        confirm(f"Delete run {found.id}?", yes=yes)
        wait_for(stored.delete_run(found.id))
