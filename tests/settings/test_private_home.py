"""What Adjudge keeps is for the eyes of its owner: folders 0700, files 0600, whatever the umask says."""

import asyncio
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudge.engines.around.receipts import Receipts
from adjudge.evidence.index import Index
from adjudge.evidence.page_images import PageImages
from adjudge.protocols.calibration import write
from adjudge.server.config import RequestLimits
from adjudge.server.uploads import Uploads
from adjudge.settings.environment import load_environment
from adjudge.store import Run, Store
from tests.evidence.files import fever

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")


@pytest.fixture(autouse=True)
def _open_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def readable_by_others(folder: Path) -> dict[str, str]:
    return {str(path): mode(path) for path in (folder, *folder.rglob("*")) if path.stat().st_mode & 0o077}


def test_everything_in_the_home_is_its_owner_s_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "deep" / "home"
    monkeypatch.setenv("ADJUDGE_HOME", str(home))
    environment = load_environment()

    async def stored() -> None:
        async with await Store.open(environment.store_path) as store:
            await store.begin_run(Run.begin(fingerprint="x", command="x", protocol="jury", settings={}, engines={}))
            assert (home / "adjudge.db-wal").exists()
            assert readable_by_others(home) == {}

    asyncio.run(stored())
    with Receipts(environment.receipts_path) as receipts:
        receipts.write(b"k" * 32, b"answer")
        assert readable_by_others(home) == {}
    write(environment.calibrations_path, [])
    Uploads(home / "uploads", RequestLimits(), PageImages(home / "pages")).take(b"claim,truth\na,b\n", name="pairs.csv")
    list(Index(environment.index_path).add("fever", [fever(tmp_path)]))
    assert {one.name for one in home.iterdir()} >= {"adjudge.db", "receipts", "calibrations.json", "uploads", "index"}
    assert readable_by_others(home) == {}
    assert mode(home) == "0o700"


def test_a_home_of_an_earlier_version_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDGE_HOME", str(tmp_path))
    (tmp_path / "index").mkdir()
    for name in ("adjudge.db", "adjudge.db-wal", "calibrations.json"):
        (tmp_path / name).write_text("[]")
    tmp_path.chmod(0o755)
    load_environment()
    assert readable_by_others(tmp_path) == {}


@pytest.mark.parametrize(("other", "bits"), [("thesis.txt", 0o755), (None, 0o2770)])
def test_a_home_that_is_shared_on_purpose_stays_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str | None, bits: int
) -> None:
    monkeypatch.setenv("ADJUDGE_HOME", str(tmp_path))
    if other:
        (tmp_path / other).write_text("mine")
    tmp_path.chmod(bits)
    load_environment()
    assert mode(tmp_path) == oct(bits)
