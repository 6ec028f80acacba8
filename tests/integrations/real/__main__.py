"""`make test-integrations`: every adapter in its real framework, each in an environment of its own.

In: a folder for the environments, and the names to run (all, if none is given). Packages are loaded from the index that
uv is set up with, and from npm's for promptfoo; the tests themselves use no network.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent
UV = Path(sys.executable).with_name("uv")
EXTRAS = {
    "any-guardrail": "any-guardrail",
    "deepeval": "deepeval",
    "haystack": "haystack",
    "inspect": "inspect",
    "llamaindex": "llamaindex",
    "openai-agents": "openai-agents",
    "pandas": "pandas",
    "polars": "polars",
    "promptfoo": "serve",
    "ragas": "ragas",
    "spacy": "spacy",
}
"""The extra that each environment has."""
PROMPTFOO = "promptfoo@0.121"


def main() -> None:
    """Make the environments, run the tests, and exit with 1 if one fails."""
    parser = argparse.ArgumentParser(prog="make test-integrations")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(EXTRAS))
    options = parser.parse_args()
    if unknown := set(options.names) - EXTRAS.keys():
        parser.error(f"no such integration: {', '.join(sorted(unknown))}; there are: {', '.join(EXTRAS)}")
    failed = [name for name in options.names or EXTRAS if not passes(name, options.work.expanduser().resolve())]
    if failed:
        sys.exit(f"Failed: {', '.join(failed)}")


def passes(name: str, work: Path) -> bool:
    """Whether the tests of one framework pass, and the examples of the page for it."""
    print(f"== {name}", flush=True)
    folder = work / name
    python = folder / "venv" / "bin" / "python"
    (folder / "run").mkdir(parents=True, exist_ok=True)
    try:
        if not python.exists():
            subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, folder / "venv"], check=True)
        packages = ("--editable", f"{ROOT}[{EXTRAS[name]}]", "pytest>=8.4", "hypothesis>=6.130")
        subprocess.run([UV, "pip", "install", "--quiet", "--python", python, *packages], check=True)
        if name == "promptfoo":
            subprocess.run(["npm", "install", "--silent", "--no-save", "--prefix", folder, PROMPTFOO], check=True)
    except (subprocess.CalledProcessError, FileNotFoundError) as error:
        print(f"{name} could not be installed: {error}", flush=True)
        return False
    tests = [HERE / f"on_{name.replace('-', '_')}.py", HERE / "on_page.py"]
    # In a folder of its own, since some frameworks write beside the tests; their warnings are not ours.
    command = [python, "-m", "pytest", "-W", "default", "-c", ROOT / "pyproject.toml", "-p", "no:cacheprovider", *tests]
    ran = subprocess.run(command, cwd=folder / "run", env={**os.environ, **SILENT, "ADJUDGE_INTEGRATION": name})
    return ran.returncode == 0


SILENT = {
    "DEEPEVAL_TELEMETRY_OPT_OUT": "1",
    "RAGAS_DO_NOT_TRACK": "true",
    "HAYSTACK_TELEMETRY_ENABLED": "False",
    "OPENAI_AGENTS_DISABLE_TRACING": "1",
    "PROMPTFOO_DISABLE_TELEMETRY": "1",
    "PROMPTFOO_DISABLE_UPDATE": "1",
}
"""What keeps the frameworks from calling home."""


if __name__ == "__main__":
    main()
