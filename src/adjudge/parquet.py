"""Read and write Parquet files; the only module that uses pyarrow, which comes with the extra `parquet`.

In: a path. Out: rows as mappings, streamed a batch at a time; or a function that writes rows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from adjudge.errors import ConfigError, DataError
from adjudge.files import require_regular_file

_BATCH_ROWS = 1_024


def parquet_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """The rows of a Parquet file."""
    require_regular_file(path, what="The data file")
    arrow, parquet = _libraries()
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=_BATCH_ROWS):
                yield from batch.to_pylist()
    except (arrow.ArrowException, OSError, ValueError) as error:
        why = str(error).rstrip(".")
        raise DataError(f"'{path}' is not a readable Parquet file: {why}.", hint="Copy or write it again.") from error


@contextmanager
def table_file(path: Path, columns: Mapping[str, str]) -> Iterator[Callable[[Sequence[Mapping[str, object]]], None]]:
    """A new Parquet file with these columns and types: a function that appends rows to it."""
    arrow, parquet = _libraries()
    schema = arrow.schema([(name, arrow.type_for_alias(kind)) for name, kind in columns.items()])
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:

        def write(rows: Sequence[Mapping[str, object]]) -> None:
            if rows:
                writer.write_table(arrow.Table.from_pylist(list(map(_encodable, rows)), schema=schema))

        yield write


def _encodable(row: Mapping[str, object]) -> dict[str, object]:
    """The row with texts that UTF-8 can hold: a broken file may have left half a character in one."""
    return {
        name: value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
        for name, value in row.items()
    }


def _libraries() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ConfigError(
            "Parquet files need the library pyarrow, which is not installed.",
            hint="Install it: pip install 'adjudge[parquet]'. CSV and JSON lines need nothing more.",
        ) from error
    return pyarrow, pyarrow.parquet
