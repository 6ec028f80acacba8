"""The shape of the package: the direction of imports, homes of heavy libraries, sizes, a light import."""

import ast
import subprocess
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from adjudge.protocols.registry import PROTOCOLS

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "adjudge"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Each heavy library is imported in one place only.
HOMES = {
    "pydantic_ai": "engines/llm",
    "openai": "engines/llm",
    "anthropic": "engines/llm",
    "httpcore2": "engines/llm",
    "genai_prices": "engines/",
    "sqlalchemy": "store/",
    "onnxruntime": ("analysis/model/", "evidence/encoder"),
    "tokenizers": ("analysis/model/", "evidence/encoder"),
    "sentencex": "analysis/text/",
    "rich": ("render/terminal", "cli/"),
    "typer": "cli/",
    "yaml": ("yaml_text.py",),
    "dotenv": "settings/",
    "pydantic_settings": "settings/",
    "platformdirs": "settings/",
    "tantivy": "evidence/",
    "httpx2": ("engines/llm", "evidence/", "mcp/", "integrations/guard/"),
    "trafilatura": "evidence/",
    "ddgs": "evidence/",
    "pyarrow": "parquet",
    "ray": "batch/ray",
    "pypdf": "evidence/",
    "pypdfium2": ("evidence/pdf", "evidence/page_drawing"),
    "openpyxl": "evidence/tables",
    "docx": "evidence/office",
    "mcp": "mcp/",
    "langgraph": "integrations/",
    "pandas": "integrations/",
    "polars": "integrations/",
    "deepeval": "integrations/",
    "ragas": "integrations/",
    "inspect_ai": "integrations/",
    "llama_index": "integrations/",
    "haystack": "integrations/",
    "spacy": "integrations/",
    "any_guardrail": "integrations/",
    "agents": "integrations/",
    "fastapi": "server/",
    "starlette": "server/",
    "jinja2": "server/",
    "prometheus_client": ("server/", "integrations/guard/"),
    "uvicorn": ("server/", "mcp/", "integrations/guard/"),
}
LONGEST = 400
MOST_OF_ANALYSIS, LONGEST_OF_ANALYSIS = 5_500, 350


@cache
def parsed(module: Path) -> ast.Module:
    """The syntax tree of a module, parsed once for all tests."""
    return ast.parse(module.read_text())


@cache
def imported(module: Path) -> frozenset[str]:
    """The top-level names of every library that a module imports, anywhere in it."""
    found = set[str]()
    for node in ast.walk(parsed(module)):
        if isinstance(node, ast.Import):
            found.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return frozenset(found)


def test_imports_go_one_way() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    ran = subprocess.run([str(linter), "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("library", HOMES)
def test_a_heavy_library_has_one_home(library: str) -> None:
    homes = HOMES[library]
    strangers = [
        module.relative_to(PACKAGE).as_posix()
        for module in MODULES
        if library in imported(module) and not module.relative_to(PACKAGE).as_posix().startswith(homes)
    ]
    assert strangers == []


def test_no_module_is_longer_than_it_should_be() -> None:
    long = {m.relative_to(PACKAGE).as_posix(): n for m in MODULES if (n := len(m.read_text().splitlines())) > LONGEST}
    assert long == {}


def test_a_newcomer_can_read_the_whole_analysis() -> None:
    sizes = [len(path.read_text().splitlines()) for path in MODULES if PACKAGE / "analysis" in path.parents]
    assert sum(sizes) <= MOST_OF_ANALYSIS
    assert max(sizes) <= LONGEST_OF_ANALYSIS


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.relative_to(PACKAGE).as_posix())
def test_every_module_says_what_it_is(module: Path) -> None:
    assert ast.get_docstring(parsed(module)), "a module opens with what goes in and what comes out"


def test_every_class_has_a_name_of_its_own() -> None:
    """Private and inner classes too. An alias of a type counts as well, except the options of commands and tools."""
    homes = defaultdict[str, list[str]](list)
    for module in MODULES:
        place = module.relative_to(PACKAGE).as_posix()
        for node in ast.walk(parsed(module)):
            if isinstance(node, ast.ClassDef):
                homes[node.name.lstrip("_")].append(place)
    for module in MODULES:
        place = module.relative_to(PACKAGE).as_posix()
        if not place.startswith(("cli/", "mcp/arguments")):
            for name in aliases(module) & homes.keys():
                homes[name].append(place)
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == {}


def aliases(module: Path) -> set[str]:
    """The names of a module that are written as a class is, such as `Scope = Mapping[str, Any]`."""
    targets = [
        target
        for node in parsed(module).body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    ]
    return {one.id for one in targets if isinstance(one, ast.Name) and one.id[0].isupper() and not one.id.isupper()}


def test_every_protocol_has_the_same_four_files() -> None:
    packages = sorted(path for path in (PACKAGE / "protocols").iterdir() if (path / "__init__.py").exists())
    assert [package.name for package in packages] == sorted(PROTOCOLS)
    for package in packages:
        files = {path.stem for path in package.glob("*.py")}
        assert files >= {"protocol", "evidence", "rules", "account"}, package.name


def test_only_the_command_line_prints() -> None:
    printing = [
        module.relative_to(PACKAGE).as_posix()
        for module in MODULES
        for node in ast.walk(parsed(module))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert [name for name in printing if not name.startswith("cli/")] == []


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = {*HOMES} - {"yaml"} | {"numpy", "asyncio.subprocess"}
    code = f"import adjudge, sys; print(sorted({heavy!r} & {{name.split('.')[0] for name in sys.modules}}))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_help_loads_neither_cards_nor_engines_nor_the_store() -> None:
    """Commands import what they need when they run, so that help is fast."""
    heavy = (
        "adjudge.render.blocks",
        "adjudge.render.cards",
        "adjudge.render.terminal",
        "adjudge.store.",
        "adjudge.engines.offline",
        "adjudge.questions.jury",
        "adjudge.cli.show.tables",
    )
    libraries = {*HOMES} - {"typer", "yaml"} | {"numpy", "rich"}
    code = f"""import adjudge.cli, sys
loaded = [name for name in sys.modules if name.startswith({heavy!r}) or name in {libraries!r}]
print(sorted(loaded))"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
