"""The word `reviews` in the place of a data file: the reviewed verdicts of the store, written out as labelled rows."""

from collections.abc import Sequence
from pathlib import Path

from adjudge.errors import DataError
from adjudge.record import as_json
from adjudge.settings.environment import load_environment
from adjudge.store.reviews import DATASET, Reviews
from adjudge.store.store import Store


async def with_reviews(data: Sequence[str]) -> list[str]:
    """The data files, with the reviews as one of them where they are asked for. A file of that name comes first."""
    return [str(await _written()) if name == DATASET and not Path(name).exists() else name for name in data]


async def _written() -> Path:
    environment = load_environment()
    async with await Store.open(environment.store_path) as store:
        lines = [as_json(row) async for row in Reviews(store).labelled()]
    if not lines:
        raise DataError("There are no reviews yet.", hint="Review verdicts in `adjudge serve`, then calibrate.")
    path = environment.home / "calibration" / f"{DATASET}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
