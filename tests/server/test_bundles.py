"""Scripts and styles: one response for all that a page needs, kept by browsers under the hash of its content."""

import gzip
import re
from pathlib import Path

import pytest

from adjudge.errors import Fault
from adjudge.server import bundles
from tests.server.support import Running

PAGES = sorted(path.name for path in (bundles.STATIC / "pages").glob("*.js"))


def modules(root: Path, **sources: str) -> Path:
    for name, source in sources.items():
        (root / f"{name}.js").write_text(source)
    return root


def bundle(root: Path) -> str:
    return (bundles.content("page.js", root=root) or b"").decode()


def test_a_bundle_holds_each_module_once_behind_what_it_imports(tmp_path: Path) -> None:
    modules(
        tmp_path,
        page='import { b as c } from "./b.js";\nimport * as all from "./a.js";\nc(all.a);\n',
        b='import { a } from "./a.js";\n\nexport function b(x) {\n  return a + x;\n}\n',
        a="export const a = 1;\n",
    )
    text = bundle(tmp_path)
    assert text.count("const $a = ") == text.count("const $b = ") == 1
    assert text.index("const $a = ") < text.index("const $b = ") < text.index("const $page = ")
    assert "const { b: c } = $b;" in text
    assert "const all = $a;" in text
    assert "return { b };" in text
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)


def test_a_module_keeps_its_lines(tmp_path: Path) -> None:
    modules(tmp_path, page='import {\n  a,\n} from "./a.js";\nhere();\n', a="export const a = 1;\n")
    text = bundle(tmp_path).split("// page.js\n")[1]
    # The line that opens the function stands before the first line of the module.
    assert text.splitlines().index("here();") == 4


@pytest.mark.parametrize(
    "source",
    [
        "export default 1;\n",
        "export let a = 1;\n",
        "export { a };\n",
        'import a from "./a.js";\n',
        'import "./a.js";\n',
        'import { a } from "https://elsewhere.example/a.js";\n',
        "await start();\n",
        'const a = import("./a.js");\n',
    ],
)
def test_a_form_that_cannot_be_bundled_is_named(tmp_path: Path, source: str) -> None:
    modules(
        tmp_path, page=f'import {{ b }} from "./b.js";\n{source}', b="export const b = 1;\n", a="export const a = 1;\n"
    )
    with pytest.raises(Fault, match=r"page\.js: '.*' cannot be put into a bundle"):
        bundle(tmp_path)


def test_a_circle_of_imports_is_named(tmp_path: Path) -> None:
    modules(tmp_path, page='import { a } from "./a.js";\n', a='import { b } from "./b.js";\nexport const a = 1;\n')
    modules(tmp_path, b='import { a } from "./a.js";\nexport const b = 1;\n')
    with pytest.raises(Fault, match="import each other"):
        bundle(tmp_path)


def test_all_styles_are_one_file_with_the_frame_first() -> None:
    styles = (bundles.content(bundles.ALL_STYLES) or b"").decode()
    for sheet in (bundles.STATIC / "css").glob("*.css"):
        assert sheet.read_text() in styles, sheet.name
    assert styles.startswith((bundles.STATIC / "css" / "base.css").read_text())


def test_a_file_under_its_hash_is_kept_and_any_other_is_asked_for(service: Running) -> None:
    page = service.client.get("/").text
    addresses = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(addresses) == 4, "icon, styles, theme, script"
    for address in addresses:
        found = service.client.get(address)
        assert found.status_code == 200
        assert "immutable" in found.headers["cache-control"], address
        path = address.partition("?")[0]
        for other in (path, f"{path}?v=0123456789abcdef", f"{address}x"):
            assert service.client.get(other).headers["cache-control"] == "no-cache", other
        again = service.client.get(path, headers={"if-none-match": found.headers["etag"]})
        assert (again.status_code, again.content) == (304, b""), path


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_small_when_it_is_packed(service: Running, page: str) -> None:
    script = service.client.get(f"/static/pages/{page}").content
    assert script
    assert len(gzip.compress(script, 5)) < 60_000


@pytest.mark.parametrize("path", ["../bundles.js", "..%2fbundles.py", "pages/none.js", "lib", "%2e%2e/pages.py"])
def test_only_files_of_the_app_are_served(service: Running, path: str) -> None:
    assert service.client.get(f"/static/{path}").status_code == 404
