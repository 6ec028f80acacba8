"""The address is the state: filters, pages and choices survive reload, back and a sent link; drafts survive a reload;
lists refresh themselves. And what a cold page costs."""

import re

import pytest
from playwright.sync_api import Page, expect

from adjudge.evals.report import _STYLE
from tests.server.web.cases import SPLIT, call, fill_in, finished
from tests.server.web.conftest import Open, Serve, Served

MOST_REQUESTS, MOST_BYTES = 8, 100_000


def claims(page: Page) -> list[str]:
    return page.locator("tbody td.claim a").all_inner_texts()


def test_a_page_of_runs_and_a_choice_survive_reload_and_back(
    open_page: Open, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with Served(tmp_path_factory.mktemp("runs")) as server:
        for n in range(27):
            finished(server.address, f"The mill has {n + 2} wheels.", f"The mill has {n + 2} wheels.", "entailment")
        page = open_page(server.address, "/runs?search=mill")
        expect(page.locator("tbody tr")).to_have_count(25)
        first = claims(page)
        page.get_by_role("button", name="Older").click()
        expect(page).to_have_url(re.compile(r"[?&]after="))
        expect(page.locator("tbody tr")).to_have_count(2)
        second = claims(page)
        page.locator("tbody input[type=checkbox]").first.check()
        page.reload()
        expect(page.locator("tbody tr")).to_have_count(2)
        assert claims(page) == second
        expect(page.locator("tbody input[type=checkbox]").first).to_be_checked()
        expect(page.locator("#chosen")).to_contain_text("One run chosen")
        page.get_by_role("button", name="Newer").click()
        expect(page.locator("tbody tr")).to_have_count(25)
        assert claims(page) == first
        page.locator("tbody input[type=checkbox]").first.check()
        expect(page.get_by_role("link", name="Compare")).to_be_visible()
        page.go_back()
        expect(page.locator("tbody tr")).to_have_count(2)
        page.get_by_label("Search").fill("11 wheels")
        expect(page.locator("tbody tr")).to_have_count(1)
        expect(page).not_to_have_url(re.compile(r"after="))
        page.goto("about:blank")  # a list refreshes itself, and the server goes away now


def test_the_list_of_runs_refreshes_itself_and_leaves_the_focus(serve: Serve, open_page: Open) -> None:
    address = serve()
    id = finished(address, *SPLIT)
    page = open_page(address, "/runs")
    link = page.locator(f"tbody a[href='/runs/{id}']")
    link.focus()
    new = finished(address, "The tower has 12 bells.", "The tower has 12 bells.", "entailment")
    expect(page.locator(f"tbody a[href='/runs/{new}']")).to_be_visible()
    expect(link).to_be_focused()
    call(address, f"/v1/runs/{new}", method="DELETE")
    expect(page.locator(f"tbody a[href='/runs/{new}']")).to_have_count(0)


def test_a_draft_survives_a_reload_and_ends_with_its_start(serve: Serve, open_page: Open) -> None:
    page = open_page(serve())
    hostile = '<img src=x onerror="alert(1)"> has a garden.'
    fill_in(page, hostile, SPLIT[1])
    page.get_by_role("radio", name="Entailment").check()
    page.get_by_role("button", name="Add another source").click()
    page.get_by_label("Source 2").fill("A second source.")
    page.get_by_text("Engine and settings").click()
    page.get_by_label("Type of source").fill("a survey")
    page.reload()
    expect(page.get_by_text("Your draft is as you left it.")).to_be_visible()
    expect(page.get_by_label("Claim", exact=True)).to_have_value(hostile)
    expect(page.get_by_label("Source", exact=True)).to_have_value(SPLIT[1])
    expect(page.get_by_label("Source 2")).to_have_value("A second source.")
    expect(page.get_by_role("radio", name="Entailment")).to_be_checked()
    page.get_by_text("Engine and settings").click()
    expect(page.get_by_label("Type of source")).to_have_value("a survey")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"/runs/.+"))
    page.get_by_role("link", name="New case", exact=True).click()
    expect(page.get_by_role("radio", name="Jury")).to_be_checked()
    expect(page.get_by_label("Claim", exact=True)).to_have_value("")


def test_a_draft_can_be_thrown_away(serve: Serve, open_page: Open) -> None:
    page = open_page(serve())
    fill_in(page, *SPLIT)
    page.reload()
    page.get_by_role("button", name="Start afresh").click()
    expect(page.get_by_label("Claim", exact=True)).to_have_value("")
    page.reload()
    expect(page.get_by_role("radio", name="Jury")).to_be_checked()
    expect(page.get_by_text("Your draft is as you left it.")).to_have_count(0)


def test_a_cold_page_takes_few_requests_and_few_bytes(serve: Serve, open_page: Open) -> None:
    address = serve()
    id = finished(address, *SPLIT)
    for path in ("/", "/runs", "/batch", "/evaluations", f"/runs/{id}", f"/runs/{id}/report", f"/compare/{id}/{id}"):
        page = open_page(address, "/healthz")
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        asked: list[str] = []
        sizes: list[float] = []
        network.on("Network.requestWillBeSent", lambda event, asked=asked: asked.append(event["request"]["url"]))
        network.on("Network.loadingFinished", lambda event, sizes=sizes: sizes.append(event["encodedDataLength"]))
        page.goto(address + path)
        page.wait_for_load_state("networkidle")
        # The browser's own icons, and that of the page before, are not this page's.
        asked = [url for url in asked if not url.startswith("data:") and not url.endswith("/favicon.ico")]
        # On a busy machine the list of runs may have refreshed itself already.
        assert len(set(asked)) <= MOST_REQUESTS, (path, asked)
        assert sum(sizes) <= MOST_BYTES, path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_placeholders_can_be_read(serve: Serve, open_page: Open, scheme: str) -> None:
    page = open_page(serve(), color_scheme=scheme)
    colours = page.locator("#claim").evaluate(
        """(node) => {
          const place = getComputedStyle(node, "::placeholder");
          return [place.color, getComputedStyle(node).backgroundColor, place.opacity];
        }"""
    )
    assert colours[2] == "1"
    assert contrast(colours[0], colours[1]) >= 4.5


def contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        shares = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [s / 12.92 if s <= 0.03928 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_an_evaluation_report_fits_a_phone_and_leads_back(
    open_page: Open, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("evaluations")
    folder = home / "evaluations" / "spring"
    folder.mkdir(parents=True)
    cells = "".join(f"<td>a-long-word-{n}</td>" for n in range(20))
    (folder / "report.html").write_text(
        "<!DOCTYPE html><html><head><meta name=viewport content='width=device-width'><title>Report</title>"
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>Report</h1><table><tr>{cells}</tr></table></body></html>"
    )
    with Served(home) as server:
        page = open_page(server.address, "/v1/evaluations/spring/report.html", viewport={"width": 390, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.get_by_role("link", name="All evaluations").click()
        expect(page.get_by_role("heading", name="Evaluations")).to_be_visible()
