"""Adjudge over the columns of a pandas DataFrame (the extra `pandas`): importing this module adds `df.adjudge(...)`.

The result has the index of the frame and a row for every answer: `verdict`, `score`, `sentences`, `issues`, `error`.
"""

from collections.abc import Mapping
from typing import Any

from adjudge.check import EngineChoice
from adjudge.integrations.columns import AnswerRow, Names, checked_names, rows_of
from adjudge.integrations.frameworks import require

require("pandas")

import pandas as pd  # noqa: E402


def check_frame(
    frame: pd.DataFrame, *, answer: str = "answer", context: Names = "context", engine: EngineChoice = "offline"
) -> pd.DataFrame:
    """Check every answer of a frame against its context; several columns are several contexts.

    A row that could not be judged has no `verdict`, the `score` 0 and an `error`; the score of an answer that states
    nothing is missing.
    """
    names = checked_names(answer, context, frame.columns)
    columns = [[_value(cell) for cell in frame[name]] for name in names]
    contexts = [_flat(cells) for cells in zip(*columns, strict=True)]
    rows = rows_of([_value(cell) for cell in frame[answer]], contexts, engine=engine)
    # Column by column: a frame without rows has its columns all the same.
    table = {name: pd.Series([row[name] for row in rows], dtype=kind) for name, kind in _KINDS.items()}  # type: ignore[literal-required]
    return pd.DataFrame(table).set_axis(frame.index)


_KINDS: Mapping[str, str] = {
    "verdict": "object", "score": "float64", "sentences": "int64", "issues": "object", "error": "object",
}  # fmt: skip
assert _KINDS.keys() == AnswerRow.__annotations__.keys()


@pd.api.extensions.register_dataframe_accessor("adjudge")
class PandasAccessor:
    """`df.adjudge(answer=..., context=...)`: `check_frame` on this frame."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame

    def __call__(
        self, *, answer: str = "answer", context: Names = "context", engine: EngineChoice = "offline"
    ) -> pd.DataFrame:
        """The results of all rows, with the index of this frame."""
        return check_frame(self._frame, answer=answer, context=context, engine=engine)


def _value(cell: Any) -> Any:
    """A cell as plain Python: an array as a list, a missing value as None."""
    if hasattr(cell, "tolist"):
        cell = cell.tolist()
    return None if pd.api.types.is_scalar(cell) and pd.isna(cell) else cell


def _flat(cells: tuple[Any, ...]) -> list[Any]:
    """The contexts of a row: a cell that is a list is several contexts."""
    return [one for cell in cells for one in (cell if isinstance(cell, list | tuple) else [cell])]
