"""The examples for schedulers: every task carries out a shard of its own, and together all of them."""

import os
import subprocess
from pathlib import Path

import pytest
import yaml

EXAMPLES = Path(__file__).parents[2] / "examples" / "scale"


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A PATH on which `adjudge` prints its arguments."""
    program = tmp_path / "adjudge"
    program.write_text('#!/bin/sh\necho "$*"\n')
    program.chmod(0o700)
    return f"{tmp_path}:{os.environ['PATH']}"


def told(command: list[str], **environment: str) -> str:
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


def test_the_tasks_of_the_slurm_array_are_the_shards(path: str) -> None:
    script = EXAMPLES / "slurm.sh"
    assert "#SBATCH --array=1-64\n" in script.read_text()
    for task in (1, 64):
        said = told(["sh", str(script)], PATH=path, SLURM_ARRAY_TASK_ID=str(task))
        assert said == f"run run.yaml --quiet --shard {task}/64"


def test_the_indexes_of_the_kubernetes_job_are_the_shards(path: str) -> None:
    job = yaml.safe_load((EXAMPLES / "kubernetes-job.yaml").read_text())["spec"]
    assert (job["completionMode"], job["completions"]) == ("Indexed", 64)
    [container] = job["template"]["spec"]["containers"]
    for index in (0, 63):
        said = told(container["command"], PATH=path, JOB_COMPLETION_INDEX=str(index))
        assert said == f"run run.yaml --quiet --shard {index + 1}/64"
