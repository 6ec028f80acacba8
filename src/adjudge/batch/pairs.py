"""Read (claim, truth) pairs from a table or a folder of tables; a row that cannot be judged becomes a `Failure`.

Rows are numbered from 0, as in a data frame. Files are streamed twice: once to count and check, once to yield the
pairs. So a wrong pair id is an error before any work is done, and memory does not grow with the file.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

from adjudge.batch.shards import Shard
from adjudge.case import Case, Document
from adjudge.check import failure_of
from adjudge.errors import AdjudgeError, CaseError, ConfigError, DataError
from adjudge.files import file_hash
from adjudge.record import digest
from adjudge.rows import placed_rows, table_files
from adjudge.verdict import Failure

_LONGEST_ID = 200


@dataclass(frozen=True)
class PairSelection:
    """Which pairs of which file. `pair_ids` is a list of row numbers, `all`, or `random-N` drawn with `seed`."""

    source: Path
    claim_col: str = "claim"
    truth_col: str = "truth"
    pair_ids: tuple[int, ...] | str = "all"
    seed: int = 0
    kind: str = ""
    """The type of the sources."""
    shard: Shard | None = None
    """The shard of the pairs; None means all."""

    def cases(self) -> Iterator[tuple[int, Case | Failure]]:
        """The chosen pairs with their row numbers, in the order of the file."""
        chosen = self.chosen
        last = max(chosen, default=-1) if chosen is not None else None
        for number, row in self._rows():
            if (chosen is None or number in chosen) and self._in_shard(number, row):
                yield number, self._case(number, row)
            if number == last:
                return

    @property
    def asked(self) -> int:
        """How many pairs are chosen, in all shards."""
        return self.count if self.chosen is None else len(self.chosen)

    def asked_by_shard(self, shards: int) -> tuple[int, ...]:
        """How many of the chosen pairs each of so many shards has."""
        found, chosen = [0] * shards, self.chosen
        for number, row in self._rows():
            if chosen is None or number in chosen:
                found[Shard.number_of(number, _text(row.get(self.truth_col)), of=shards) - 1] += 1
        return tuple(found)

    @cached_property
    def count(self) -> int:
        """How many rows the file has."""
        return sum(1 for _ in self._rows())

    @property
    def content_hash(self) -> str:
        """SHA-256 of the file's bytes; of a folder, of its files' bytes in their order."""
        found = [file_hash(file) for file in table_files(self.source)]
        return found[0] if len(found) == 1 else digest(found)

    @property
    def stamp(self) -> Mapping[str, int]:
        """Size and modification time of the data: a quick check whether they changed."""
        stats = [file.stat() for file in table_files(self.source) if file.is_file()]
        return {
            "size": sum(stat.st_size for stat in stats),
            "modified": max((stat.st_mtime_ns for stat in stats), default=0),
        }

    @cached_property
    def chosen(self) -> frozenset[int] | None:
        """The selected row numbers; None means all."""
        if self.pair_ids == "all":
            return None
        if isinstance(self.pair_ids, str):
            return frozenset(self._random_ids(self.pair_ids))
        for id in self.pair_ids:
            if not 0 <= id < self.count:
                raise DataError(
                    f"Pair id {id} is out of range.",
                    hint=f"'{self.source}' has {self.count} pairs: 0 to {self.count - 1}.",
                )
        return frozenset(self.pair_ids)

    def _random_ids(self, word: str) -> list[int]:
        prefix, _, number = word.partition("-")
        # A number of more digits than any file has rows: Python reads none of more than 4,300.
        if prefix != "random" or not number.isdecimal() or len(number) > 18 or int(number) == 0:
            raise ConfigError(
                f"data.pair_ids is '{word}'.",
                hint="Give a list of row numbers, `all`, or `random-N` such as `random-20`.",
            )
        if int(number) > self.count:
            raise ConfigError(
                f"data.pair_ids asks for {number} random pairs.", hint=f"'{self.source}' has only {self.count}."
            )
        return random.Random(self.seed).sample(range(self.count), int(number))

    def _case(self, number: int, row: Mapping[str, Any]) -> Case | Failure:
        id = _own_id(row) or f"pair-{number}"
        try:
            return Case(
                id=id,
                claim=_required_text(row, self.claim_col),
                documents=(Document(id="truth", text=_required_text(row, self.truth_col), kind=self.kind),),
                meta={"row": number, "dataset": self.source.name, **_label(row)},
            )
        except AdjudgeError as error:
            return failure_of(id, error)

    def _in_shard(self, number: int, row: Mapping[str, Any]) -> bool:
        return self.shard is None or self.shard.contains(number, _text(row.get(self.truth_col)))

    def _rows(self) -> Iterator[tuple[int, Mapping[str, Any]]]:
        number = 0
        for file in table_files(self.source):
            for place, (_, row) in enumerate(placed_rows(file)):
                if place == 0:
                    self._require_columns(file, row)
                yield number, row
                number += 1
        if number == 0:
            raise DataError(
                f"The data file '{self.source}' has no rows.", hint="It needs a header and at least one pair."
            )

    def _require_columns(self, file: Path, first: Mapping[str, Any]) -> None:
        columns = list(first)
        for wanted in (self.claim_col, self.truth_col):
            if not isinstance(first.get(wanted), str | int | float | None):
                raise DataError(
                    f"The first row of '{file}' holds a value of type {type(first[wanted]).__name__} in '{wanted}'.",
                    hint="It must be text. Write one row for each pair.",
                )
            if wanted not in columns:
                near = get_close_matches(wanted, columns, n=1)
                guess = f" Did you mean '{near[0]}'?" if near else ""
                raise DataError(
                    f"'{file}' has no column '{wanted}'.",
                    hint=f"Its columns are: {', '.join(columns)}.{guess} Set data.claim_col and data.truth_col.",
                )


def _required_text(row: Mapping[str, Any], column: str) -> str:
    """The text of the column; empty where there is none. Raises if it holds something else."""
    value = row.get(column)
    if not isinstance(value, str | None):
        raise CaseError(f"The column '{column}' holds a value of type {type(value).__name__}.", hint="It must be text.")
    return value or ""


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _own_id(row: Mapping[str, Any]) -> str:
    """The id that the file gives the row, if it has a column of that name; empty without one."""
    id = row.get("id")
    return str(id).strip()[:_LONGEST_ID] if isinstance(id, str | int) and not isinstance(id, bool) else ""


def _label(row: Mapping[str, Any]) -> dict[str, str]:
    """The row's own label, if any. Stored with the case for evaluation, never shown to an agent."""
    found = next((row[name] for name in ("label", "expected", "gold") if isinstance(row.get(name), str)), "")
    return {"label": found} if found else {}
