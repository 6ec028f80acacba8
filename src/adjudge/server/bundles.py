"""A page's scripts as one file, and all styles as one: the browser asks once for each.

In: the ES modules and style sheets under `static`. Out: for a module, a script that holds it and all that it imports,
each in a function of its own. No build step: the server puts them together when they are first asked for. It reads the
few forms that our modules use, and refuses a module that uses another.
"""

import hashlib
import re
from functools import cache
from pathlib import Path, PurePosixPath

from adjudge.errors import Fault

STATIC = Path(__file__).parent / "static"
ALL_STYLES = "css/all.css"
# The frame of every page comes first, and a later sheet may change what an earlier one says.
_FIRST_STYLES = ("base", "parts", "forms", "court", "tables")
_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
_OTHER = re.compile(r"^(?:import\b|export\b|await\b|for await\b).*|\bimport\((?!\"/).*", re.MULTILINE)
_ADDRESS = re.compile(r'(?<=(?:src|ref)=")/static/([^"?]+)(?=")')


def content(path: str, *, root: Path = STATIC) -> bytes | None:
    """What is served as `/static/PATH` if that is put together from several files, or None."""
    if path == ALL_STYLES:
        return _styles(root)
    return _bundle(path, root) if path in _scripts(root) else None


def versioned(html: str) -> str:
    """A page in which every address of a file names the hash of its content, so that browsers may keep the file."""
    return _ADDRESS.sub(lambda found: f"/static/{found[1]}?v={version(found[1])}", html)


@cache
def version(path: str, *, root: Path = STATIC) -> str:
    """The hash of a file, or of what is put together for it."""
    found = content(path, root=root)
    return hashlib.sha256(found if found is not None else (root / path).read_bytes()).hexdigest()[:16]


@cache
def _scripts(root: Path) -> frozenset[str]:
    return frozenset(found.relative_to(root).as_posix() for found in root.rglob("*.js"))


@cache
def _bundle(path: str, root: Path) -> bytes:
    order: dict[str, str] = {}
    _add(PurePosixPath(path), root, order, ())
    if len(order) == 1:
        return (root / path).read_bytes()
    names = [name for _, name in _EXPORT.findall((root / path).read_text(encoding="utf-8"))]
    # A module that a script loads later, by `import()`, is asked for what it exports.
    exports = f"export const {{ {', '.join(names)} }} = {_variable(PurePosixPath(path))};\n" if names else ""
    return "".join(['"use strict";\n', *order.values(), exports]).encode()


@cache
def _styles(root: Path) -> bytes:
    sheets = {sheet.stem: sheet for sheet in sorted((root / "css").glob("*.css"))}
    order = dict.fromkeys((*(name for name in _FIRST_STYLES if name in sheets), *sheets))
    return b"\n".join(sheets[name].read_bytes() for name in order)


def _add(path: PurePosixPath, root: Path, order: dict[str, str], above: tuple[str, ...]) -> None:
    """A module as a function that returns what it exports, behind all that it imports."""
    if str(path) in above:
        raise Fault(f"The modules {' → '.join((*above, str(path)))} import each other.", hint="Break the circle.")
    if str(path) in order:
        return
    source = (root / path).read_text(encoding="utf-8")

    def imported(found: re.Match[str]) -> str:
        target = _joined(path.parent, found[3])
        _add(target, root, order, (*above, str(path)))
        names = found[2] or "{ " + re.sub(r"\s+as\s+", ": ", " ".join(found[1].split())) + " }"
        # As many lines as before: a message of the browser names the line of the module.
        return f"const {names} = {_variable(target)};" + "\n" * found[0].count("\n")

    exported = [name for _, name in _EXPORT.findall(source)]
    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(imported, source))
    if other := _OTHER.search(body):
        raise Fault(f"{path}: '{other[0][:80]}' cannot be put into a bundle.", hint="See the forms in bundles.py.")
    order[str(path)] = (
        f"// {path}\nconst {_variable(path)} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n"
    )


def _joined(folder: PurePosixPath, relative: str) -> PurePosixPath:
    parts = list(folder.parts)
    for part in relative.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return PurePosixPath(*parts)


def _variable(path: PurePosixPath) -> str:
    return "$" + re.sub(r"\W", "_", str(path.with_suffix("")))
