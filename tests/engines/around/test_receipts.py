"""Receipts: what a dead process received is found, what a living one has is not, and nothing grows."""

import os
from pathlib import Path

from adjudge.engines.around import receipts as module
from adjudge.engines.around.receipts import Receipts

KEY, OTHER = b"k" * 32, b"o" * 32


def left(folder: Path, key: bytes = KEY, answer: bytes = b"answer") -> None:
    """A process that died."""
    dead = Receipts(folder)
    dead.write(key, answer)
    dead.let_go()


def test_what_a_dead_process_left_is_given_once(tmp_path: Path) -> None:
    left(tmp_path)
    receipts = Receipts(tmp_path)
    assert receipts.take(OTHER) is None
    assert receipts.take(KEY) == b"answer"
    assert receipts.take(KEY) is None


def test_what_a_living_process_has_is_its_own(tmp_path: Path) -> None:
    living = Receipts(tmp_path)
    living.write(KEY, b"answer")
    assert Receipts(tmp_path).take(KEY) is None


def test_a_fresh_run_looks_at_none(tmp_path: Path) -> None:
    left(tmp_path)
    assert Receipts(tmp_path, fresh=True).take(KEY) is None


def test_who_ends_as_it_should_takes_its_receipts_and_the_used_ones_away(tmp_path: Path) -> None:
    left(tmp_path)
    left(tmp_path, OTHER)
    with Receipts(tmp_path) as receipts:
        receipts.write(b"m" * 32, b"mine")
        assert receipts.take(KEY) == b"answer"
    assert len(list(tmp_path.iterdir())) == 1, "another run may still come for the other one"
    assert Receipts(tmp_path).take(OTHER) == b"answer"


def test_who_breaks_off_leaves_them(tmp_path: Path) -> None:
    receipts = Receipts(tmp_path)
    try:
        with receipts:
            receipts.write(KEY, b"answer")
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        pass
    assert Receipts(tmp_path).take(KEY) == b"answer"


def test_old_ones_are_taken_away(tmp_path: Path) -> None:
    left(tmp_path)
    [path] = tmp_path.iterdir()
    os.utime(path, (0, 0))
    with Receipts(tmp_path) as receipts:
        receipts.take(OTHER)
    assert list(tmp_path.iterdir()) == []


def test_a_torn_record_is_left_out_and_the_others_are_read(tmp_path: Path) -> None:
    left(tmp_path)
    [path] = tmp_path.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:-1])
    receipts = Receipts(tmp_path)
    assert receipts.take(KEY) == b"answer"
    path.write_bytes(b"something else")
    assert Receipts(tmp_path).take(KEY) is None


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    receipts = Receipts(tmp_path)
    for number in range(40):
        receipts.write(number.to_bytes(32, "big"), b"x" * (module.SEGMENT_BYTES // 4))
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 3 * module.SEGMENT_BYTES
    receipts.let_go()
    assert Receipts(tmp_path).take((39).to_bytes(32, "big")) is not None


def test_where_nothing_can_be_written_nothing_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    receipts = Receipts(tmp_path / "file")
    receipts.write(KEY, b"answer")
    assert receipts.take(KEY) is None
    receipts.close()
