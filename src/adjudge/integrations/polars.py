"""Adjudge over the columns of a Polars DataFrame (the extra `polars`): importing this module adds `df.adjudge(...)`.

The result has a row for every answer, in the same order: `verdict`, `score`, `sentences`, `issues`, `error`.
"""

from typing import Any

from adjudge.check import EngineChoice
from adjudge.integrations.columns import AnswerRow, IssueCell, Names, checked_names, rows_of
from adjudge.integrations.frameworks import require

require("polars")

import polars as pl  # noqa: E402

_ISSUE = pl.Struct({name: pl.Int64 if name in ("start", "end") else pl.String for name in IssueCell.__annotations__})
SCHEMA = {
    "verdict": pl.String,
    "score": pl.Float64,
    "sentences": pl.Int64,
    "issues": pl.List(_ISSUE),
    "error": pl.String,
}
assert SCHEMA.keys() == AnswerRow.__annotations__.keys()


def check_frame(
    frame: pl.DataFrame, *, answer: str = "answer", context: Names = "context", engine: EngineChoice = "offline"
) -> pl.DataFrame:
    """Check every answer of a frame against its context; several columns are several contexts.

    A row that could not be judged has no `verdict`, the `score` 0 and an `error`; the score of an answer that states
    nothing is null.
    """
    names = checked_names(answer, context, frame.columns)
    contexts = [_flat(cells) for cells in frame.select(names).iter_rows()]
    return pl.DataFrame(rows_of(frame.get_column(answer), contexts, engine=engine), schema=SCHEMA)


@pl.api.register_dataframe_namespace("adjudge")
class PolarsNamespace:
    """`df.adjudge(answer=..., context=...)`: `check_frame` on this frame."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self._frame = frame

    def __call__(
        self, *, answer: str = "answer", context: Names = "context", engine: EngineChoice = "offline"
    ) -> pl.DataFrame:
        """The results of all rows."""
        return check_frame(self._frame, answer=answer, context=context, engine=engine)


def _flat(cells: tuple[Any, ...]) -> list[Any]:
    """The contexts of a row: a cell that is a list is several contexts."""
    return [one for cell in cells for one in (cell if isinstance(cell, list) else [cell])]
