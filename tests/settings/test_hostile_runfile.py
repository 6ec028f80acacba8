"""Run files that were written to do harm: each is refused with a short message that blames the file."""

import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adjudge.errors import MOST_SHOWN, AdjudgeError, ConfigError, DataError
from adjudge.settings.runfile import RunFile, load_runfile

DATA = "data: {source: x.csv}\n"


def alias_bomb(levels: int, key: str) -> str:
    lines = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, levels)]
    return "\n".join([*lines, f"{key}: *a{levels - 1}"])


def merge_bomb(levels: int) -> str:
    lines = ["a0: &a0 {k: v}"]
    lines += [f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}]}}" for n in range(1, levels)]
    return "\n".join(lines)


HOSTILE = {
    "alias bomb": alias_bomb(9, "data"),
    "small alias bomb": alias_bomb(5, "data"),
    "alias bomb in a list": f"{DATA}{alias_bomb(4, 'agents')}",
    "merge bomb": merge_bomb(12),
    "a value that holds itself": "data: &a [*a]",
    "deep flow lists": f"{DATA}agents: {'[' * 100_000}",
    "deep flow mappings": f"{DATA}agents: {'{a: ' * 100_000}",
    "deep block lists": f"{DATA}agents:\n  {'- ' * 5_000}x",
    "a chain of aliases": "\n".join(["a0: &a0 [x]", *(f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 3000))]),
    "an impossible date": "data: {source: !!timestamp 2024-13-45}",
    "a date that is none": "data: {source: !!timestamp soon}",
    "5,000 digits": f"data: {{source: x.csv, seed: {'9' * 5_000}}}",
    "5,000 hex digits": f"data: {{source: x.csv, seed: 0x{'f' * 5_000}}}",
    "5,000 hex digits as a pair id": f"data: {{source: x.csv, pair_ids: [0x{'f' * 5_000}]}}",
    "5,000 hex digits as a text": f"data: {{source: 0x{'f' * 5_000}}}",
    "an empty number": "data: {source: x.csv, seed: !!int ''}",
    "a truth value that is none": "data: {source: x.csv, seed: !!bool maybe}",
    "base64 that is none": "data: {source: !!binary ä}",
    "a control character": "data: {source: x.csv}\nprotocol: \x01jury",
    "a NUL in a path": 'data: {source: "a\\0b.csv"}',
    "a NUL in a prompt's path": f'{DATA}agents: [{{name: a, prompt: "a\\0b.md"}}]',
    "a key of a megabyte": f"{DATA}{'k' * 900_000}: 1",
    "a value of a megabyte": f"data: {{source: x.csv, seed: {'k' * 900_000}}}",
    "a tag of a megabyte": f"data: !{'k' * 900_000} x",
    "many wrong values": f"data: {{source: x.csv, pair_ids: [{'x, ' * 50_000}x]}}",
    "endless rounds": f"{DATA}debate: {{max_rounds: 999999999999}}",
}


def load(tmp_path: Path, text: str) -> RunFile:
    path = tmp_path / "config.yaml"
    path.write_text(text)
    return load_runfile(path)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_run_file_is_refused_with_a_short_message(tmp_path: Path, text: str) -> None:
    began = time.process_time()
    with pytest.raises(ConfigError) as refused:
        load(tmp_path, text)
    assert refused.value.exit_code == 2
    assert len(str(refused.value)) < 2 * MOST_SHOWN
    assert time.process_time() - began < 20


def test_an_impossible_date_without_a_tag_is_the_text_that_it_is(tmp_path: Path) -> None:
    assert load(tmp_path, "data: {source: 2024-13-45}").data.source == "2024-13-45"


def test_aliases_within_bounds_are_expanded(tmp_path: Path) -> None:
    runfile = load(tmp_path, f"{DATA}models: {{agents: &m gpt-4o-mini, parser: *m}}")
    assert runfile.models.parser == "gpt-4o-mini"


def test_the_line_of_an_unreadable_value_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="line 3: the value '999"):
        load(tmp_path, f"data:\n  source: x.csv\n  seed: {'9' * 5_000}")


def test_a_run_file_larger_than_any_run_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="larger than 1,000,000 bytes"):
        load(tmp_path, f"{DATA}# {'x' * 1_000_000}")


def test_random_pairs_by_a_number_of_5000_digits_are_refused(tmp_path: Path) -> None:
    runfile = load(tmp_path, f"data: {{source: x.csv, pair_ids: random-{'9' * 5_000}}}")
    (tmp_path / "x.csv").write_text("claim,truth\na,b\n")
    with pytest.raises(ConfigError, match="pair_ids"):
        _ = runfile.pairs(tmp_path).chosen


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
@pytest.mark.parametrize("words", ["run config.yaml", "run /dev/zero", "eval /dev/zero", "check x -s /dev/zero"])
def test_a_file_without_end_is_refused(tmp_path: Path, words: str) -> None:
    (tmp_path / "config.yaml").write_text("data: {source: /dev/zero}")

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))

    ran = subprocess.run(
        [sys.executable, "-m", "adjudge", *words.split()],
        cwd=tmp_path,
        capture_output=True,
        preexec_fn=limited,
        check=False,
    )
    assert (ran.returncode, b"Traceback" in ran.stderr) == (2, False), ran.stderr[-500:]
    assert b"/dev/zero" in ran.stderr


def test_no_error_has_a_message_without_end() -> None:
    error = AdjudgeError("x" * 1_000_000, hint="y" * 1_000_000)
    assert len(error.message) < MOST_SHOWN
    assert len(error.hint) < MOST_SHOWN
    assert "characters left out" in error.message
