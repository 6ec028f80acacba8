"""Resolve pyproject.toml and write requirements/*.txt: `make lock`.

Only the extras that the tests need are resolved. The others would hold back the versions of everything else, since uv
finds one set of versions for all extras of a project; `make test-integrations` and `make test-ray` install them alone.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
UV = Path(sys.executable).with_name("uv")
ALSO_LOCKED = {"postgres"}
"""Extras that are locked though no test needs their library."""
FILES = {
    "dev": ("--all-extras", "--group", "dev"),
    "core": ("--no-dev",),
    "docs": ("--all-extras", "--no-dev", "--group", "docs"),
}


def locked_extras(text: str) -> set[str]:
    """The extras that the group `dev` names, and those that are locked as well."""
    groups = tomllib.loads(text)["dependency-groups"]
    own = next(one for one in groups["dev"] if one.startswith("adjudge["))
    return ALSO_LOCKED | set(own.partition("[")[2].rstrip("]").split(","))


def with_locked_extras(text: str) -> str:
    """The project file without the extras that are not locked. Each extra is one line of its table."""
    head, table, rest = re.split(r"(^\[project\.optional-dependencies\]\n)", text, flags=re.MULTILINE)
    extras, gap, others = rest.partition("\n\n")
    locked = locked_extras(text)
    kept = [line for line in extras.splitlines() if not line.startswith("#") and line.split(" = ")[0] in locked]
    assert len(kept) == len(locked), "an extra is not on a line of its own"
    return head + table + "\n".join(kept) + gap + others


def main() -> None:
    """Resolve in a folder of its own and write the files."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pyproject.toml").write_text(with_locked_extras((ROOT / "pyproject.toml").read_text()))
        subprocess.run([UV, "lock", "--quiet"], cwd=folder, check=True)
        shared = ("--quiet", "--format", "requirements-txt", "--no-emit-project", "--no-header")
        for name, options in FILES.items():
            ran = subprocess.run([UV, "export", *shared, *options], cwd=folder, check=True, capture_output=True)
            (ROOT / "requirements" / f"{name}.txt").write_bytes(ran.stdout)


if __name__ == "__main__":
    main()
