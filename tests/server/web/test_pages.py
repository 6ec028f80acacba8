"""The other pages: the form and its errors, the list, batches, comparison; colours, widths, keyboard."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.support import pdf_of
from tests.server.web.cases import EMOJI, SPLIT, SUMMARY, call, decided, fill_in, finished, scrolls_sideways
from tests.server.web.conftest import Open, Serve, Served, Watched

PAIRS = "claim,truth\n" + "\n".join(f'"It opened in 19{n}.","It opened in 1932."' for n in range(30, 42))


def test_an_empty_field_is_named_beside_it(serve: Serve, open_page: Open) -> None:
    page = open_page(serve())
    page.get_by_role("button", name="Start the hearing").click()
    expect(page.locator("#claim-problem")).to_contain_text("The claim is empty")
    expect(page.get_by_label("Claim", exact=True)).to_be_focused()
    page.get_by_label("Claim", exact=True).fill(SPLIT[0])
    expect(page.locator("#claim-problem")).to_be_hidden()
    page.get_by_role("button", name="Start the hearing").click()
    expect(page.locator("#sources-problem")).to_contain_text("The source is empty")


def test_what_the_service_refuses_shows_beside_the_field_with_its_hint(
    serve: Serve, open_page: Open, watched: Watched
) -> None:
    watched.expected = ("422", "503")
    page = open_page(serve())
    fill_in(page, *SPLIT)
    page.get_by_text("Engine and settings").click()
    page.get_by_label("max rounds").fill("9")
    page.get_by_role("button", name="Start the hearing").click()
    expect(page.locator("#setting-max_rounds-problem")).to_contain_text("0 to 5")
    page.get_by_label("max rounds").fill("1")
    page.get_by_label("Engine").fill("openai:some-model")
    page.get_by_role("button", name="Start the hearing").click()
    expect(page.locator("#engine-problem")).to_contain_text("OPENAI_API_KEY")


def test_examples_fill_the_form_for_their_protocol(serve: Serve, open_page: Open) -> None:
    page = open_page(serve())
    expect(page.locator(".example")).to_have_count(6)
    expect(page.locator(".example", has_text="library")).to_contain_text("The closure saves…")  # not half a number
    page.get_by_role("button", name="A summary with a wrong number").click()
    expect(page.get_by_label("Summary", exact=True)).to_have_value(re.compile("library"))
    expect(page.get_by_role("radio", name="Factuality")).to_be_checked()
    page.get_by_role("button", name="A claim without a source").click()
    expect(page.locator("#sources-field")).to_be_hidden()
    page.get_by_role("button", name="Look it up").click()
    assert decided(page) == "Undecided"


def test_a_file_becomes_the_source(serve: Serve, open_page: Open, tmp_path: Path) -> None:
    source = tmp_path / "report.html"
    source.write_text(f"<html><head><title>Report</title></head><body><p>{SPLIT[1]}</p></body></html>")
    page = open_page(serve())
    page.locator("#source-1-file").set_input_files(source)
    expect(page.get_by_label("Source", exact=True)).to_have_value(re.compile("Most houses"))
    fill_in(page, SPLIT[0], SPLIT[1])
    page.get_by_role("button", name="Start the hearing").click()
    decided(page)


def test_a_pdf_becomes_the_source_and_one_without_text_is_refused(
    serve: Serve, open_page: Open, watched: Watched, tmp_path: Path
) -> None:
    watched.expected = ("422",)
    source = tmp_path / "report.pdf"
    source.write_bytes(pdf_of(SPLIT[1]))
    page = open_page(serve())
    page.locator("#source-1-file").set_input_files(source)
    expect(page.get_by_label("Source", exact=True)).to_have_value(re.compile("Most houses"))
    page.get_by_label("Claim", exact=True).fill(SPLIT[0])
    page.get_by_role("button", name="Start the hearing").click()
    assert decided(page) == "Not in the source"
    expect(page.get_by_role("region", name="report.pdf")).to_contain_text("on the street")
    expect(page.locator(".point .quote .at").first).to_have_text("page 1")
    picture = page.get_by_alt_text("Page 1 of report.pdf, with the quoted words marked").first
    expect(picture).to_have_js_property("naturalWidth", 1100)
    source.write_bytes(pdf_of(" "))
    page.goto(serve() + "/new")
    page.locator("#source-1-file").set_input_files(source)
    expect(page.locator("#source-1-problem")).to_contain_text("No text was found in 'report.pdf'")
    expect(page.get_by_label("Source", exact=True)).to_be_focused()
    source.write_bytes(b"%PDF-1.7 and then nothing")
    page.locator("#source-1-file").set_input_files(source)
    expect(page.locator("#source-1-problem")).to_contain_text("'report.pdf' is not a readable PDF")


def test_runs_are_searched_filtered_and_compared(serve: Serve, open_page: Open) -> None:
    address = serve("--port", "0")
    first = finished(address, *SPLIT)
    second = finished(address, *SPLIT, "trial")
    finished(address, "The bridge opened in 1932.", "The bridge opened in 1932.")
    page = open_page(address, "/runs")
    expect(page.locator("tbody tr")).to_have_count(3)
    page.get_by_label("Search").fill("bridge")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_label("Search").fill("")
    page.get_by_label("Protocol").select_option("trial")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_label("Protocol").select_option("")
    page.get_by_label("Outcome").select_option("Supported")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.reload()
    expect(page.get_by_label("Outcome")).to_have_value("Supported")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_label("Outcome").select_option("")
    page.get_by_label("To", exact=True).fill("2001-01-01")
    expect(page.get_by_text("No run fits")).to_be_visible()
    page.get_by_label("To", exact=True).fill("")
    for id in (first, second):
        page.locator("tr", has=page.locator(f"a[href='/runs/{id}']")).get_by_role("checkbox").check()
        expect(page.locator("#chosen")).not_to_contain_text("false")
    page.get_by_role("link", name="Compare").click()
    expect(page.locator(".versus .panel")).to_have_count(2)
    expect(page.get_by_label("unchanged case")).to_have_count(0)  # the only case is shown anyway
    sides = page.locator(".pair .answer")
    # The earlier run is the first, by its id; two of the same second stand in any order.
    expect(sides.filter(has_text="Leaning not in the source")).to_have_count(1)
    expect(sides.filter(has_text=re.compile("MUTATED"))).to_have_count(1)
    page.get_by_text("Texts and evidence").click()
    expect(page.locator(".case-texts").nth(1)).to_contain_text("Most houses on the street have a garden.")
    expect(page.locator(".case-texts").nth(1)).to_contain_text("Every against Most")
    page.set_viewport_size({"width": 390, "height": 844})
    assert not scrolls_sideways(page)


def test_a_batch_is_mapped_watched_opened_and_downloaded(serve: Serve, open_page: Open, tmp_path: Path) -> None:
    table = tmp_path / "pairs.csv"
    _, *pairs = PAIRS.splitlines()
    rows = [f"{pair},{'City' if n == 3 else 'Sport'}" for n, pair in enumerate(pairs)]
    table.write_text("\n".join(["headline,article text,desk", *rows]))
    page = open_page(serve(), "/batch")
    page.locator("#table-file").set_input_files(table)
    expect(page.locator("#preview tbody tr")).to_have_count(5)
    expect(page.get_by_label("The claim is in")).to_have_value("headline")
    page.get_by_role("button", name="Judge 12 rows").click()
    expect(page.locator("#truth_col-problem")).to_contain_text("Which column holds the sources?")
    page.get_by_label("Its source is in").select_option("article text")
    page.get_by_role("button", name="Judge 12 rows").click()
    page.wait_for_url(re.compile(r"/runs/.+"))
    expect(page.locator(".progress-line strong")).to_have_text("12 of 12")
    expect(page.locator("tbody tr")).to_have_count(12)
    page.get_by_text("Download", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="JSON lines").click()
    assert len(download.value.path().read_text(encoding="utf-8").splitlines()) == 12
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    head, *lines = download.value.path().read_text(encoding="utf-8").splitlines()
    assert head.startswith("headline,article text,desk,adjudge_outcome,")
    assert len(lines) == 12
    expect(page.locator("tbody tr").nth(3)).to_contain_text("desk: City")
    page.get_by_label("Search").fill("city")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_label("Search").fill("")
    page.get_by_label("Outcome").select_option("Supported")
    expect(page.locator("tbody tr")).to_have_count(1)
    assert "outcome=Supported" in page.url
    page.get_by_label("Outcome").select_option("")
    expect(page.locator("tbody tr")).to_have_count(12)
    page.locator("tbody tr").nth(2).get_by_role("link").click()
    assert decided(page) == "Supported"


def test_a_table_with_a_bad_column_is_refused_in_words(
    serve: Serve, open_page: Open, watched: Watched, tmp_path: Path
) -> None:
    watched.expected = ("422", "400")
    page = open_page(serve(), "/batch")
    table = tmp_path / "broken.jsonl"
    table.write_text('{"claim": "a", "truth": \n')
    page.locator("#table-file").set_input_files(table)
    expect(page.get_by_role("alert").first).to_contain_text("could not be read")
    twice = tmp_path / "twice.csv"
    twice.write_text("claim,truth,claim\na,b,c\n")
    page.locator("#table-file").set_input_files(twice)
    expect(page.get_by_role("alert").first).to_contain_text("more than one column called 'claim'")
    table.write_text('{"claim": "It opened in 1932.", "numbers": [1, 2]}\n' * 3)
    page.locator("#table-file").set_input_files(table)
    page.get_by_label("Its source is in").select_option("claim")
    page.get_by_role("button", name="Judge 3 rows").click()
    expect(page.locator("#truth_col-problem")).to_contain_text("the same column")
    expect(page.get_by_label("Its source is in")).to_be_focused()


def test_a_batch_is_stopped_and_resumed(serve: Serve, open_page: Open, tmp_path: Path) -> None:
    table = tmp_path / "pairs.csv"
    table.write_text("claim,truth\n" + "\n".join(f'"It opened in 1{n}.","It opened in 1932."' for n in range(100, 160)))
    page = open_page(serve("--delay", "2"), "/batch")
    page.locator("#table-file").set_input_files(table)
    page.get_by_role("button", name="Judge 60 rows").click()
    page.wait_for_url(re.compile(r"/runs/.+"))
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.locator("#pace")).to_contain_text(re.compile("running|queued"))
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()


def test_colours_follow_the_system_and_the_toggle_is_remembered(serve: Serve, open_page: Open) -> None:
    address = serve()
    ground = "getComputedStyle(document.body).backgroundColor"
    light = open_page(address).evaluate(ground)
    page = open_page(address, color_scheme="dark")
    dark = page.evaluate(ground)
    assert light != dark
    toggle = page.get_by_role("button", name="Colours")
    toggle.click()
    assert page.evaluate(ground) == light
    page.reload()
    assert page.evaluate(ground) == light
    toggle.click()
    assert page.evaluate(ground) == dark


@pytest.mark.parametrize("width", [360, 768])
def test_no_page_scrolls_sideways(serve: Serve, open_page: Open, width: int) -> None:
    address = serve()
    long = ("x" * 300 + " opened in 1932.", "y" * 400 + " opened in 1931. " + SPLIT[1] * 20)
    runs = [
        finished(address, *EMOJI),
        finished(address, *SPLIT, "trial"),
        finished(address, *SPLIT, "entailment"),
        finished(address, *SUMMARY, "factuality"),
        finished(address, *long),
    ]
    page = open_page(address, viewport={"width": width, "height": 740})
    paths = ["/", "/new", "/runs", "/batch", "/evaluations", "/login", *(f"/runs/{id}" for id in runs)]
    for path in [*paths, f"/compare/{runs[1]}/{runs[2]}"]:
        page.goto(address + path)
        page.wait_for_load_state("networkidle" if "/runs/" not in path else "load")
        if "/runs/" in path:
            decided(page)
        assert not scrolls_sideways(page), path


def test_on_a_phone_the_words_come_to_the_reader(serve: Serve, open_page: Open) -> None:
    address = serve()
    page = open_page(address, f"/runs/{finished(address, *SPLIT)}", viewport={"width": 360, "height": 740})
    decided(page)
    page.locator(".point .quote[data-doc=source]").first.click()
    expect(page.locator(".peek .lit")).to_have_text("Most")
    page.get_by_role("button", name="Show in the text").click()
    expect(page.locator("[data-doc=source] .lit")).to_be_in_viewport()


def test_on_a_phone_a_long_source_is_a_window_around_its_evidence(serve: Serve, open_page: Open) -> None:
    address = serve()
    filler = " ".join(f"Sentence {n} of the report is about the harbour." for n in range(300))
    source = f"{filler} The ferry carried 2,400 passengers in June. {filler}"
    id = finished(address, "The ferry carried 4,200 passengers in June.", source)
    page = open_page(address, f"/runs/{id}", viewport={"width": 390, "height": 844})
    decided(page)
    expect(page.locator("#part-review")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= 5 * 844
    page.get_by_role("button", name="Show the whole source").click()
    assert page.evaluate("document.documentElement.scrollHeight") > 5 * 844


def test_a_case_can_be_opened_with_the_keyboard_alone(serve: Serve, open_page: Open) -> None:
    page = open_page(serve())
    expect(page.get_by_role("radio", name="Jury")).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="A claim against a source")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type(SPLIT[0])
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type(SPLIT[1])
    page.keyboard.press("Control+Enter")
    decided(page)
    page.locator(".quote").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".lit").first).to_be_visible()


def test_every_page_names_its_parts(serve: Serve, open_page: Open) -> None:
    address = serve()
    page = open_page(address)
    for path in ("/", "/new", "/runs", "/batch", "/evaluations", f"/runs/{finished(address, *SPLIT)}"):
        page.goto(address + path)
        expect(page.locator("h1").first).to_be_visible()
        unnamed = page.locator(
            "button:visible, a:visible, input:visible, textarea:visible, select:visible"
        ).evaluate_all(
            """(all) => all.filter((one) => {
              const named = one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length || one.title;
              return !named;
            }).map((one) => one.outerHTML)"""
        )
        assert unnamed == [], path


def test_deleting_asks_first(serve: Serve, open_page: Open) -> None:
    address = serve()
    id = finished(address, "The mill closed in 1999.", "The mill closed in 1989.")
    page = open_page(address, "/runs")
    row = page.locator("tr", has=page.locator(f"a[href='/runs/{id}']"))
    row.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(row).to_be_visible()
    row.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)
    assert id not in [run["id"] for run in call(address, "/v1/runs?limit=200")["runs"]]


def test_a_server_for_others_asks_for_its_token(serve: Serve, open_page: Open) -> None:
    page = open_page(serve("--token", "a-long-enough-token"), "/runs?search=x")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.get_by_label("Token").fill("another-token")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("This is not the server's token.")).to_be_visible()
    page.get_by_label("Token").fill("a-long-enough-token")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(re.compile(r"/runs\?search=x$"))
    page.get_by_role("link", name="New case", exact=True).click()
    fill_in(page, *SPLIT)
    page.get_by_role("button", name="Start the hearing").click()
    assert decided(page) == "Not in the source"
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_reports_of_evaluations_are_listed_and_open(open_page: Open, tmp_path: Path) -> None:
    folder = tmp_path / "evaluations" / "spring"
    folder.mkdir(parents=True)
    (folder / "report.html").write_text("<!DOCTYPE html><title>Report</title><h1>All of it</h1>")
    with Served(tmp_path) as server:
        page = open_page(server.address, "/evaluations")
        link = page.get_by_role("link", name="Report of spring")
        expect(link).to_be_visible()
        page.goto(server.address + str(link.get_attribute("href")))
        expect(page.get_by_role("heading", name="All of it")).to_be_visible()


def test_empty_lists_say_what_to_do(open_page: Open, tmp_path: Path) -> None:
    with Served(tmp_path) as server:
        page = open_page(server.address, "/runs")
        expect(page.get_by_text("Nothing has been checked yet")).to_be_visible()
        page.goto(f"{server.address}/evaluations")
        expect(page.get_by_text("No report yet")).to_be_visible()
