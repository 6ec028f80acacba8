"""`make test-wheel`: install the built wheel into an empty environment and run `adjudge check` there.

In: a folder that holds exactly one wheel. The locked dependencies of `requirements/core.txt` are installed first, then
the wheel without resolving, then `uv pip check` compares the wheel's declared dependencies with what is installed.
The commands run outside the repository, so only files in the wheel can be used.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")
SOURCE = "The bridge opened in 1931 after years of work."
CASES = (
    ("The bridge opened in 1932.", 1, "Mutated"),
    ("The bridge opened in 1931.", 0, "Faithful"),
)


def main() -> None:
    """Build the environment, run every check, and exit with a message if one fails."""
    (wheel,) = Path(sys.argv[1]).resolve().glob("*.whl")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        python = install(wheel, folder / "venv")
        check_files(python, folder)
        for claim, code, label in CASES:
            check_case(python.with_name("adjudge"), folder, claim, code=code, label=label)
    print(f"{wheel.name}: installed into an empty environment, {len(CASES)} cases checked")


def install(wheel: Path, venv: Path) -> Path:
    """Return the Python of a new environment that holds the wheel and its locked dependencies."""
    python = venv / "bin" / "python"
    run([UV, "venv", "--quiet", "--python", sys.executable, venv], cwd=venv.parent)
    target = ["--quiet", "--python", python]
    run([UV, "pip", "sync", *target, "--require-hashes", ROOT / "requirements" / "core.txt"], cwd=venv.parent)
    run([UV, "pip", "install", *target, "--no-deps", wheel], cwd=venv.parent)
    run([UV, "pip", "check", *target], cwd=venv.parent)
    return python


def check_files(python: Path, folder: Path) -> None:
    """Require that the package is imported from the environment and is marked as typed."""
    code = "import adjudge, pathlib; print(pathlib.Path(adjudge.__file__).parent)"
    package = Path(run([python, "-c", code], cwd=folder).stdout.strip())
    require(package.is_relative_to(folder), f"adjudge was imported from {package}")
    require((package / "py.typed").is_file(), "py.typed is missing from the wheel")


def check_case(command: Path, folder: Path, claim: str, *, code: int, label: str) -> None:
    """Require the exit code and the label of one claim."""
    ran = run([command, "check", claim, "--source-text", SOURCE, "--json"], cwd=folder, code=code)
    said = json.loads(ran.stdout)["label"]
    require(said == label, f"'{claim}': expected {label}, got {said}")


def run(command: list[str | Path], *, cwd: Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command in a clean environment; any other exit code than `code` is an error."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ADJUDGE_", "PYTHON", "VIRTUAL"))}
    environment = kept | {"ADJUDGE_HOME": str(cwd / "home")}
    ran = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    shown = " ".join(map(str, command))
    require(ran.returncode == code, f"{shown}: exit code {ran.returncode}, not {code}\n{ran.stdout}{ran.stderr}")
    return ran


def require(holds: bool, message: str) -> None:
    """Stop with a message unless the condition holds."""
    if not holds:
        raise SystemExit(f"test-wheel: {message}")


if __name__ == "__main__":
    main()
