"""Verdicts for others: a report page, links to evidence, paper, an embedded card; and pages of the web as sources."""

import re
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.test_sources import site
from tests.server.web.cases import SPLIT, SUMMARY, call, decided, finished, scrolls_sideways
from tests.server.web.conftest import Open, Serve, Watched

CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}
HOSTILE = (
    'Every </iframe><img src=x onerror="alert(1)"> house has a garden.',
    'Most "><script>alert(1)</script> houses do.',
)


def copied(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_a_report_holds_only_the_verdict_and_has_an_address(serve: Serve, open_page: Open) -> None:
    address = serve()
    id = finished(address, *SPLIT)
    page = open_page(address, f"/runs/{id}", **CLIPBOARD)
    label = decided(page)
    page.get_by_role("link", name="Report", exact=True).click()
    page.wait_for_url(re.compile(rf"/runs/{id}/report$"))
    assert decided(page) == label
    expect(page.locator(".point").first).to_contain_text("Most")
    expect(page.locator("[data-doc=claim] mark")).not_to_have_count(0)
    expect(page.locator(".ballot, .speech, .rail li, .seat, #part-review")).to_have_count(0)
    page.get_by_role("button", name="Copy link", exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert copied(page) == f"{address}/runs/{id}/report"
    page.get_by_role("link", name="The whole hearing").click()
    page.wait_for_url(re.compile(rf"/runs/{id}$"))


def test_the_link_to_an_evidence_opens_with_its_words_lit(serve: Serve, open_page: Open) -> None:
    address = serve()
    page = open_page(address, f"/runs/{finished(address, *SPLIT)}", **CLIPBOARD)
    decided(page)
    page.get_by_role("button", name="Copy link to evidence 1").click()
    expect(page.locator(".copy-link").first).to_contain_text("Copied")
    link = copied(page)
    assert link.endswith("#source:0-4")
    page.goto("about:blank")
    page.goto(link)
    decided(page)
    expect(page.locator("[data-doc=source].passage .lit")).to_have_text("Most")


@pytest.mark.parametrize("path", ["", "/report"])
def test_paper_holds_only_the_verdict(serve: Serve, open_page: Open, tmp_path: Path, path: str) -> None:
    address = serve()
    page = open_page(address, f"/runs/{finished(address, *SPLIT)}{path}")
    decided(page)
    expect(page.locator(".point").first).to_be_visible()
    for _ in ("light", "dark"):
        page.get_by_role("button", name="Colours").click()
    page.emulate_media(media="print")
    assert (
        page.locator("[data-doc=claim] .text").evaluate("(node) => getComputedStyle(node).color") == "rgb(29, 28, 25)"
    )
    for seen in ("#label", ".point", "[data-doc=claim] .text"):
        expect(page.locator(seen).first).to_be_visible()
    for unseen in (
        "header.site",
        "footer.site",
        ".actions",
        ".rail",
        ".seat",
        "#part-review",
        "details.group",
        ".copy-link",
    ):
        expect(page.locator(f"{unseen}:visible")).to_have_count(0)
    printed = page.pdf(path=tmp_path / "verdict.pdf", print_background=True)
    assert len(re.findall(rb"/Type /Page\b(?!s)", printed)) == 1, "a short case is one page"


def test_the_embed_code_holds_the_card_itself_and_runs_nothing(
    serve: Serve, open_page: Open, watched: Watched, tmp_path: Path
) -> None:
    address = serve()
    page = open_page(address, f"/runs/{finished(address, *HOSTILE)}/report", **CLIPBOARD)
    decided(page)
    page.get_by_role("button", name="Copy embed code").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    code = copied(page)
    assert re.fullmatch(r'<iframe sandbox="" title="[^"]+" width="100%" height="420" srcdoc="[^"]*"></iframe>', code)
    assert address not in unescape(code), "whoever reads the page needs no way to this server"
    host = tmp_path / "blog.html"
    host.write_text(f"<!DOCTYPE html><meta charset=utf-8><h1>A blog</h1>{code}<p id=after>after</p>")
    page.on("dialog", lambda _: watched.errors.append("a script ran"))
    page.goto(host.as_uri())
    watched.elsewhere.clear()  # the blog itself is a file
    card = page.frame_locator("iframe")
    expect(card.locator("h1")).to_be_visible()
    expect(card.locator("main")).to_contain_text("</iframe><img src=x")
    expect(card.locator("img, script")).to_have_count(0)
    expect(page.locator("#after")).to_be_visible()


def test_a_row_of_a_batch_has_a_report_and_files_of_its_own(serve: Serve, open_page: Open, tmp_path: Path) -> None:
    table = tmp_path / "pairs.csv"
    table.write_text(f'claim,truth\n"It opened in 1932.","It opened in 1932."\n"{SPLIT[0]}","{SPLIT[1]}"\n')
    page = open_page(serve(), "/batch")
    page.locator("#table-file").set_input_files(table)
    page.get_by_role("button", name="Judge 2 rows").click()
    page.wait_for_url(re.compile(r"/runs/.+"))
    expect(page.locator("#pace")).to_contain_text("finished")
    page.goto(f"{page.url.partition('?')[0]}?position=1")
    page.get_by_role("link", name="Report", exact=True).click()
    decided(page)
    expect(page.locator("[data-doc=claim] .text")).to_contain_text("Every")
    page.get_by_text("Export", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Markdown").click()
    assert "house on the street has a garden" in Path(download.value.path()).read_text()


@pytest.mark.parametrize("width", [390, 1440])
def test_reports_fit_every_window(serve: Serve, open_page: Open, width: int) -> None:
    address = serve()
    ids = [finished(address, *SPLIT), finished(address, *SUMMARY, "factuality"), finished(address, *HOSTILE)]
    page = open_page(address, viewport={"width": width, "height": 800})
    for id in ids:
        page.goto(f"{address}/runs/{id}/report")
        decided(page)
        assert not scrolls_sideways(page)
        assert page.locator("main img, main script").count() == 0


def test_a_report_that_is_not_there_says_so(serve: Serve, open_page: Open, watched: Watched) -> None:
    watched.expected = ("404",)
    page = open_page(serve(), "/runs/20200101-000000-nothing0/report")
    expect(page.get_by_role("alert")).to_contain_text("There is no such report")


def test_an_address_is_fetched_as_the_source_and_stays_with_the_case(
    serve: Serve, open_page: Open, watched: Watched
) -> None:
    with site() as port:
        address = serve("--trusted-port", str(port))
        page = open_page(address)
        page.get_by_label("Claim", exact=True).fill("The bridge opened in 1932.")
        source = page.get_by_label("Source", exact=True)
        source.fill(f"http://127.0.0.1:{port}/page")
        page.get_by_role("button", name="Start the hearing").click()
        expect(page.locator("#source-1-problem")).to_contain_text("This is an address, not a text.")
        page.get_by_role("button", name="Fetch this page").click()
        expect(source).to_have_value(re.compile("opened in 1931"))
        expect(page.get_by_text(f"From http://127.0.0.1:{port}/page, fetched today")).to_be_visible()
        page.get_by_role("button", name="Start the hearing").click()
        page.wait_for_url(re.compile(r"/runs/.+"))
        assert decided(page) == "Contradicted"
        document = call(address, f"/v1/checks/{page.url.rsplit('/', 1)[-1]}")["case"]["documents"][0]
        assert (document["url"], document["title"]) == (f"http://127.0.0.1:{port}/page", "The new bridge")
        watched.expected = ("422",)
        page.goto(f"{address}/new")
        source = page.get_by_label("Source", exact=True)
        source.fill("http://127.0.0.2:1/")
        page.get_by_role("button", name="Fetch this page").click()
        expect(page.locator("#source-1-problem")).to_contain_text("not a public address")
