"""Home, settings, evidence, juries, evaluations, palette and documentation in a real browser."""

import re
from pathlib import Path

from playwright.sync_api import Route, expect

from tests.server.web.cases import SPLIT, call, decided, finished, scrolls_sideways, unfolded
from tests.server.web.conftest import Open, Serve, Served, Watched

TRUE = ("The bridge opened in 1932.", "The bridge opened in 1932.")


def test_home_says_what_to_do_first_and_then_what_was_done(open_page: Open, tmp_path: Path) -> None:
    with Served(tmp_path) as server:
        page = open_page(server.address, "/")
        expect(page.get_by_text("Nothing has been checked yet")).to_be_visible()
        id, other = finished(server.address, *TRUE), finished(server.address, *SPLIT)
        call(server.address, f"/v1/runs/{id}/reviews", {"judgement": "agree", "reviewer": "Ada"})
        call(server.address, f"/v1/runs/{other}/reviews", {"judgement": "disagree", "reviewer": "Ben"})
        page.reload()
        expect(page.get_by_role("region", name="Recent runs").get_by_role("listitem")).to_have_count(2)
        expect(page.get_by_role("region", name="Agreement with reviewers")).to_contain_text("50% of 2 reviewed")
        expect(page.get_by_role("region", name="Outcomes")).to_contain_text("1 supported")
        page.get_by_label("Reviewer", exact=True).select_option("Ada")
        expect(page.get_by_role("region", name="Agreement with reviewers")).to_contain_text("100% of 1 reviewed")
        page.reload()
        expect(page.get_by_label("Reviewer", exact=True)).to_have_value("Ada")
        day = page.get_by_role("link", name=re.compile("1 supported, 1 not in the source"))
        day.focus()
        page.keyboard.press("Enter")
        expect(page.locator("tbody tr")).to_have_count(2)
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(server.address)
        expect(page.get_by_role("img", name=re.compile("confident"))).to_be_visible()
        assert not scrolls_sideways(page)


def test_home_shows_a_batch_that_runs_without_a_reload(serve: Serve, open_page: Open, tmp_path: Path) -> None:
    address = serve("--delay", "2")
    page = open_page(address, "/")
    expect(page.locator("#home:not([aria-busy])")).to_be_attached()
    expect(page.get_by_role("region", name="Running now")).to_have_count(0)
    call(address, "/v1/checks", {"case": {"claim": SPLIT[0], "documents": [{"text": SPLIT[1]}]}})
    page.reload()
    expect(page.get_by_role("region", name="Running now")).to_contain_text("Every house")
    expect(page.get_by_role("region", name="Running now")).to_have_count(0, timeout=60_000)
    expect(page.get_by_role("region", name="Recent runs")).to_contain_text("not in the source", ignore_case=True)


def test_a_page_that_does_not_exist_leads_on(serve: Serve, open_page: Open, watched: Watched) -> None:
    watched.expected = ("404",)
    page = open_page(serve(), "/no-such-page")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page.get_by_role("link", name="All runs").click()
    expect(page.get_by_role("heading", name="Runs", exact=True)).to_be_visible()


def test_an_engine_is_tried_from_the_settings(serve: Serve, open_page: Open, watched: Watched) -> None:
    watched.expected = ("503", "422")
    page = open_page(serve(), "/settings")
    expect(page.get_by_role("region", name="Keys")).to_contain_text("OPENAI_API_KEY")
    page.get_by_label("Engine to test").press("Enter")
    expect(page.locator("#answer")).to_contain_text("The source says 1931, not 1932.")
    page.get_by_label("Engine to test").fill("openai:some-model")
    page.get_by_role("button", name="Test call").click()
    expect(page.get_by_role("alert")).to_contain_text("OPENAI_API_KEY is not set")
    expect(page.get_by_label("Engine to test")).to_be_focused()
    page.get_by_label("Engine to test").fill("offline")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_evidence_is_added_searched_and_removed(open_page: Open, tmp_path: Path, watched: Watched) -> None:
    watched.expected = ("422",)
    note, broken = tmp_path / "gazette.md", tmp_path / "claims.jsonl"
    note.write_text("The mayor of Brenn opened a <b>new</b> bridge yesterday.")
    broken.write_text("{}\n")
    with Served(tmp_path / "home") as server:
        page = open_page(server.address, "/evidence")
        expect(page.get_by_text("The index is empty")).to_be_visible()
        page.get_by_role("button", name="Add to the index").click()
        expect(page.locator("#files-problem")).to_contain_text("No file is chosen")
        page.get_by_label("Files", exact=True).set_input_files(note)
        page.get_by_role("button", name="Add to the index").click()
        expect(page.locator("#added")).to_contain_text("Added: gazette.md")
        page.get_by_label("What they are").select_option("fever")
        expect(page.get_by_label("Store", exact=True)).to_have_value("fever")
        page.get_by_label("Files", exact=True).set_input_files(broken)
        page.get_by_role("button", name="Add to the index").click()
        expect(page.locator("#added")).to_contain_text("contains no record of fever")
        page.get_by_label("Search the index").fill("mayor bridge")
        expect(page.get_by_role("region", name="What was found")).to_contain_text("<b>new</b> bridge")
        page.reload()
        expect(page.get_by_role("region", name="What was found")).to_contain_text("gazette.md")
        page.get_by_text("1 file").click()
        page.get_by_role("button", name="Remove gazette.md from docs").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove").click()
        expect(page.get_by_role("region", name="Store docs")).to_contain_text("0 records")
        page.get_by_role("button", name="Delete store docs").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        expect(page.get_by_text("The index is empty")).to_be_visible()


def test_an_evaluation_is_started_watched_and_read(
    serve: Serve, open_page: Open, tmp_path: Path, watched: Watched
) -> None:
    watched.expected = ("422",)
    rows = "".join(
        f"It opened in {n}.,It opened in {n + n % 2}.,{'wrong' if n % 2 else 'true'}\n" for n in range(1900, 1924)
    )
    table = tmp_path / "years.csv"
    table.write_text(f"text,context,grade\n{rows}")
    page = open_page(serve(), "/evaluations")
    page.get_by_label("Labelled table").set_input_files(table)
    expect(page.get_by_label("Claims are in")).to_have_value("text")
    page.get_by_role("button", name="Start the evaluation").click()
    expect(page.locator("#label_col-problem")).to_contain_text("Choose a column")
    page.get_by_label("Labels are in").select_option("grade")
    expect(page.locator("#asks")).to_contain_text("24 rows")
    page.get_by_label("Protocol", exact=True).select_option("entailment")
    expect(page.get_by_label("Name", exact=True)).to_have_value("years-entailment")
    page.get_by_label("Words that are no known labels").fill("wrong")
    page.get_by_role("button", name="Start the evaluation").click()
    expect(page.locator("#label_map-problem")).to_contain_text("'wrong' maps no label")
    page.get_by_label("Words that are no known labels").fill("wrong=CONTRADICTED, true=SUPPORTED")
    page.get_by_role("button", name="Start the evaluation").press("Enter")
    page.wait_for_url(re.compile(r"/evaluations/years-entailment$"))
    expect(page.get_by_role("link", name="Report")).to_be_visible()
    expect(page.get_by_role("region", name="Rows")).to_contain_text("24 of 24")
    expect(page.get_by_role("img", name=re.compile("confident"))).to_be_visible()
    expect(page.get_by_role("region", name="Confusion matrix", exact=True)).to_contain_text("is CONTRADICTED")
    page.set_viewport_size({"width": 390, "height": 844})
    assert not scrolls_sideways(page)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.wait_for_url(re.compile(r"/evaluations$"))
    expect(page.get_by_role("link", name="years-entailment")).to_have_count(0)


def test_an_evaluation_is_stopped_and_resumed(serve: Serve, open_page: Open) -> None:
    address = serve("--delay", "1")
    page = open_page(address, "/evaluations")
    rows = "claim,source,label\n" + "".join(
        f"It opened in {n}.,It opened in {n}.,SUPPORTED\n" for n in range(1000, 3000)
    )
    page.get_by_label("Labelled table").set_input_files(
        {"name": "many.csv", "mimeType": "text/csv", "buffer": rows.encode()}
    )
    page.get_by_role("button", name="Start the evaluation").click()
    page.wait_for_url(re.compile(r"/evaluations/many-jury$"))
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.goto(f"{address}/evaluations")
    expect(page.get_by_role("listitem").filter(has_text="many-jury")).to_contain_text("of 2,000 rows")
    page.goto(f"{address}/evaluations/many-jury")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()


def test_a_jury_is_designed_saved_and_tried(serve: Serve, open_page: Open, watched: Watched) -> None:
    watched.expected = ("422", "503")
    address = serve()
    page = open_page(address, "/juries")
    expect(page.get_by_label("Name", exact=True)).to_have_count(4)
    page.get_by_role("button", name="Remove juror sceptic").click()
    page.get_by_role("button", name="Add a juror").click()
    page.keyboard.type("Harbour master")
    page.get_by_label("Brief").last.fill("You know ships.")
    page.reload()
    expect(page.get_by_label("Name", exact=True).last).to_have_value("Harbour master")  # the draft is kept
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#name-problem")).to_contain_text("The jury needs a name")
    page.get_by_label("Save as").fill("harbour")
    page.get_by_label("Model", exact=True).last.fill("openai:some-model")
    page.get_by_role("button", name="Save", exact=True).press("Enter")
    expect(page).to_have_url(re.compile(r"jury=harbour"))
    with page.expect_download() as download:
        page.get_by_role("link", name="Run file").click()
    assert "Harbour master" in download.value.path().read_text(encoding="utf-8")
    page.get_by_label("Claim", exact=True).fill("The bridge opened in 1932.")
    page.get_by_label("Source", exact=True).fill("The bridge opened in 1931.")
    page.get_by_role("button", name="Start the hearing").click()
    expect(page.locator(".problem:visible")).to_contain_text("OPENAI_API_KEY")
    page.get_by_label("Model", exact=True).last.fill("")
    page.get_by_role("button", name="Start the hearing").click()
    assert decided(page) == "Contradicted"
    unfolded(page)
    expect(page.get_by_text("Harbour master").first).to_be_visible()
    page.goto(f"{address}/juries?jury=harbour")
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_label("Begin with")).to_have_value("")
    page.set_viewport_size({"width": 390, "height": 844})
    assert not scrolls_sideways(page)


def test_the_palette_leads_everywhere_by_keyboard(serve: Serve, open_page: Open) -> None:
    address = serve()
    id = finished(address, "The lighthouse was built in 1854.", "The lighthouse was built in 1845.")
    page = open_page(address, "/settings")
    expect(page.get_by_role("region", name="Keys")).to_be_visible()
    page.keyboard.press("Control+k")
    search = page.get_by_role("combobox", name="Go to")
    expect(search).to_be_focused()
    page.keyboard.type("evid")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/evidence$"))
    page.get_by_role("button", name="Go to").click()
    page.keyboard.type("lighthouse")
    expect(page.get_by_role("option", name=re.compile("lighthouse was built in 1854"))).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/runs/{id}")
    page.keyboard.press("Control+k")
    page.keyboard.type("qqqqq")
    expect(page.get_by_text("Nothing has these words")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("combobox", name="Go to")).to_have_count(0)


def test_enter_in_the_palette_waits_for_runs_that_are_still_looked_for(serve: Serve, open_page: Open) -> None:
    address = serve()
    id = finished(address, "The windmill was built in 1854.", "The windmill was built in 1845.")
    page = open_page(address, "/settings")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/v1/runs\?search=windmill"), hold)
    page.keyboard.press("Control+k")
    search = page.get_by_role("combobox", name="Go to")
    with page.expect_request(re.compile(r"search=windmill")):
        search.fill("windmill")
    search.press("Enter")
    expect(search).to_be_visible()
    held[0].continue_()
    page.wait_for_url(f"{address}/runs/{id}")


def test_help_says_what_words_and_keys_mean(serve: Serve, open_page: Open) -> None:
    page = open_page(serve(), "/runs")
    page.get_by_label("Search").press("?")
    expect(page).to_have_url(re.compile("/runs"))  # typed, not pressed
    page.get_by_label("Search").blur()
    page.keyboard.press("?")
    page.wait_for_url(re.compile("/help$"))
    for word in ("Supported", "Contradicted", "Not in the source", "Undecided", "Leaning"):
        expect(page.get_by_role("region", name="Outcomes")).to_contain_text(word)
    page.set_viewport_size({"width": 390, "height": 844})
    assert not scrolls_sideways(page)


def test_the_documentation_lists_every_route_and_asks_one(serve: Serve, open_page: Open) -> None:
    address = serve()
    page = open_page(address, "/docs")
    paths = call(address, "/v1/openapi.json")["paths"]
    expect(page.locator(".route")).to_have_count(sum(len(verbs) for verbs in paths.values()))
    page.get_by_label("Find a route").fill("overview")
    expect(page.locator(".route:visible")).to_have_count(1)
    page.locator(".route:visible summary").first.press("Enter")
    expect(page.locator(".route:visible")).to_contain_text("utc_offset")
    page.get_by_role("textbox", name="days", exact=True).fill("2")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".route:visible .answer")).to_contain_text('"days"')
    expect(page.locator(".route:visible .answer")).to_contain_text("200")
    page.set_viewport_size({"width": 390, "height": 844})
    assert not scrolls_sideways(page)
