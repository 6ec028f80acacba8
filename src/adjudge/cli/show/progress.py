"""Progress bars on stderr if it is a terminal; otherwise nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from adjudge.cli.show.console import err


@contextmanager
def progress(
    total: int, *, done: int = 0, shown: bool = True, what: str = "judging"
) -> Iterator[Callable[[str], None]]:
    """A bar with rate and remaining time. Call the result once per case, with a word about it."""
    console = err()
    if not shown or not console.is_terminal:
        yield lambda _last: None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:.1f}/s" if task.speed else "–/s")

    last = TextColumn("{task.fields[last]}")
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn(), last)
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=total, completed=done, last="")
        yield lambda word: bar.update(task, advance=1, last=word)


@contextmanager
def checking(total: int, *, shown: bool, done: int = 0) -> Iterator[Callable[[], None]]:
    """A bar of checked cases. Call the result once per case."""
    console = err()
    if not shown or not console.is_terminal:
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("checking", total=total, completed=done)
        yield lambda: bar.advance(task)
