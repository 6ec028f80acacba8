"""axe-core finds nothing on any page, in both colours, wide and on a phone, folded and unfolded.

axe-core comes from npm (`make test-web` installs it under `out/web`) and is never part of the repository.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.web.cases import EMOJI, SPLIT, SUMMARY, decided, finished, started, unfolded
from tests.server.web.conftest import ROOT, Open, Serve, Watched

AXE = ROOT / "out" / "web" / "node_modules" / "axe-core" / "axe.min.js"
pytestmark = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed; `make test-web` installs it")

PAGES = (
    "/",
    "/new",
    "/runs",
    "/batch",
    "/evaluations",
    "/juries",
    "/evidence",
    "/settings",
    "/docs",
    "/help",
    "/login",
)
LOOKS = [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)]
LONG = " ".join(f"Sentence {n} of the report is about the harbour." for n in range(300))


def violations(page: Page) -> list[str]:
    """What axe-core has to say against the page as it is now."""
    found = page.evaluate(
        """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.map(
          (one) => `${one.id}: ${one.help} (${one.nodes.map((node) => node.target.join(" ")).join(", ")})`)"""
    )
    return list(found)


def quiet(page: Page) -> None:
    """Wait until what the page asked for is there."""
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


@pytest.fixture
def audited(open_page: Open) -> Open:
    """`open_page`, with axe-core loaded before the page's own scripts, as its content policy demands."""

    def opened(address: str, path: str = "/new", **options: object) -> Page:
        page = open_page(address, "/healthz", **options)
        page.add_init_script(path=AXE)
        page.goto(address + path)
        return page

    return opened


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_every_page_is_accessible(serve: Serve, audited: Open, watched: Watched, scheme: str, width: int) -> None:
    watched.expected = ("404",)
    address = serve()
    first, second = finished(address, *SPLIT), finished(address, *SPLIT, "entailment")
    page = audited(address, color_scheme=scheme, viewport={"width": width, "height": 844})
    for path in (*PAGES, "/no-such-page", f"/compare/{first}/{second}?all=1"):
        page.goto(address + path)
        page.locator("h1").first.wait_for()
        quiet(page)
        assert violations(page) == [], path


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_every_verdict_is_accessible(serve: Serve, audited: Open, scheme: str, width: int) -> None:
    address = serve()
    runs = [
        finished(address, *SPLIT),
        finished(address, *EMOJI, "trial"),
        finished(address, *SPLIT, "entailment"),
        finished(address, *SUMMARY, "factuality"),
        finished(address, SPLIT[0], "", "news"),
        finished(address, EMOJI[0], f"{LONG} {EMOJI[1]}"),
    ]
    page = audited(address, color_scheme=scheme, viewport={"width": width, "height": 844})
    for id in runs:
        for path in (f"/runs/{id}", f"/runs/{id}/report"):
            page.goto(address + path)
            decided(page)
            quiet(page)
            unfolded(page)
            assert violations(page) == [], path


def test_a_hearing_a_replay_a_dialog_and_the_palette_are_accessible(serve: Serve, audited: Open) -> None:
    address = serve("--delay", "1.2")
    page = audited(address, f"/runs/{started(address, *SPLIT)}")
    expect(page.locator("#stage-round-0 .ballot").first).to_be_visible()
    page.wait_for_timeout(400)  # until what arrived has its full colour
    assert violations(page) == []
    decided(page)
    page.get_by_role("button", name="Replay the hearing").click()
    page.get_by_role("button", name="Pause").click()
    page.wait_for_timeout(400)
    assert violations(page) == []
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Go to")).to_be_focused()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_a_batch_is_accessible_as_table_and_as_heat_map(
    serve: Serve, audited: Open, tmp_path: Path, scheme: str, width: int
) -> None:
    table = tmp_path / "pairs.csv"
    table.write_text(f'claim,truth\n"It opened in 1932.","It opened in 1932."\n"{SPLIT[0]}","{SPLIT[1]}"\n')
    page = audited(serve(), "/batch", color_scheme=scheme, viewport={"width": width, "height": 844})
    page.locator("#table-file").set_input_files(table)
    expect(page.locator("#preview tbody tr")).to_have_count(2)
    assert violations(page) == []
    page.get_by_role("button", name="Judge 2 rows").click()
    expect(page.locator("#pace")).to_contain_text("finished")
    expect(page.locator("tbody tr")).to_have_count(2)
    page.keyboard.press("j")
    page.keyboard.press("a")
    assert violations(page) == []
    page.get_by_text("Heat map").click()
    expect(page.locator("td.cell-of-heat").first).to_be_visible()
    assert violations(page) == []
    page.goto(f"{page.url.partition('?')[0]}?position=1")
    decided(page)
    assert violations(page) == []


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_an_evaluation_is_accessible(serve: Serve, audited: Open, scheme: str, width: int) -> None:
    address = serve()
    rows = "".join(f"It opened in {n}.,It opened in {n + n % 2}.,{n % 2}\n" for n in range(1900, 1910))
    table = f"claim,source,label\n{rows}".replace(",0\n", ",SUPPORTED\n").replace(",1\n", ",CONTRADICTED\n")
    page = audited(
        address, "/evaluations", bypass_csp=True, color_scheme=scheme, viewport={"width": width, "height": 844}
    )
    page.get_by_label("Labelled table").set_input_files(
        {"name": f"{scheme}-{width}.csv", "mimeType": "text/csv", "buffer": table.encode()}
    )
    expect(page.get_by_role("button", name="Start the evaluation")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Start the evaluation").click()
    expect(page.get_by_role("link", name="Report")).to_be_visible()
    assert violations(page) == []
    # The report is sandboxed, and axe-core needs timers: the policy is off here, and tested elsewhere.
    page.goto(address + str(page.get_by_role("link", name="Report").get_attribute("href")))
    expect(page.get_by_role("link", name="All evaluations")).to_be_visible()
    assert violations(page) == []


def test_axe_core_would_find_something(serve: Serve, audited: Open) -> None:
    """The test can fail: a page that was made worse is found out."""
    page = audited(serve(), "/new")
    quiet(page)
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert any(one.startswith("button-name") for one in violations(page))
