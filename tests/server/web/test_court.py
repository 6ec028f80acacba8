"""A case in the browser: started, watched, reloaded, stopped; its words lit where they stand."""

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.server.web.cases import EMOJI, SPLIT, SUMMARY, call, decided, fill_in, finished, started, unfolded
from tests.server.web.conftest import Open, Serve, Served, Watched
from tests.server.web.screenshots import TRAM
from tests.server.web.served import INVENTED

SLOW, SLOWER = ("--delay", "0.25"), ("--delay", "2")


def lit(locator: Locator) -> list[str]:
    return locator.locator(".lit").all_inner_texts()


def place_of(locator: Locator) -> int:
    """Where the lit words begin, in UTF-16 units of what the passage shows without its reference numbers."""
    return int(
        locator.locator(".text").evaluate(
            """(text) => {
              let before = 0;
              const walk = (node) => {
                if (node.nodeType === Node.TEXT_NODE) { before += node.data.length; return false; }
                if (node.classList.contains("lit")) return true;
                if (node.localName === "sup") return false;
                return [...node.childNodes].some(walk);
              };
              return [...text.childNodes].some(walk) ? before : -1;
            }"""
        )
    )


def test_a_new_case_is_watched_to_its_verdict(serve: Serve, open_page: Open) -> None:
    page = open_page(serve())
    fill_in(page, *SPLIT)
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"/runs/.+"))
    assert decided(page) == "Not in the source"
    expect(page.locator("#stage-round-0 .ballot")).to_have_count(4)
    expect(page.locator("#stage-debate .speech.left")).not_to_have_count(0)
    expect(page.locator("#stage-debate .speech.right")).not_to_have_count(0)
    expect(page.locator("#stage-round-2 .ballot")).to_have_count(4)
    expect(page.locator("#stage-foreperson .check")).to_have_count(5)
    expect(page.locator(".point").first).to_contain_text("Most")


test_a_new_case_is_watched_to_its_verdict.short = True  # type: ignore[attr-defined]


def test_votes_show_while_the_hearing_is_on(serve: Serve, open_page: Open) -> None:
    address = serve(*SLOW)
    page = open_page(address, f"/runs/{started(address, *SPLIT)}")
    expect(page.locator(".banner.live")).to_be_visible()
    expect(page.locator("#stage-round-0 .ballot")).to_have_count(4)
    expect(page.locator("#label")).to_have_count(0)
    assert decided(page) == "Not in the source"


def test_a_reload_in_the_middle_shows_the_same_and_goes_on(serve: Serve, open_page: Open) -> None:
    address = serve(*SLOW)
    page = open_page(address, f"/runs/{started(address, SPLIT[0], SPLIT[1] + ' The survey ended in June.')}")
    expect(page.locator("#stage-round-0 .ballot")).to_have_count(4)
    before = page.locator("#stage-round-0 .ballot").all_inner_texts()
    page.reload()
    expect(page.locator("#stage-round-0 .ballot")).to_have_count(4)
    assert page.locator("#stage-round-0 .ballot").all_inner_texts() == before
    decided(page)
    # Nobody disagreed: there was no debate, and no vote after it to show.
    expect(page.locator("#stage-foreperson .check")).to_have_count(5)
    expect(page.locator("#stage-round-2")).to_have_count(0)


def test_two_tabs_show_the_same(serve: Serve, open_page: Open) -> None:
    address = serve(*SLOW)
    id = started(address, SPLIT[0], SPLIT[1] + " The houses in the north were left out.")
    pages = [open_page(address, f"/runs/{id}"), open_page(address, f"/runs/{id}")]
    labels = [decided(page) for page in pages]
    assert labels[0] == labels[1]
    for page in pages:
        expect(page.locator("#part-review")).to_be_visible()
    first, second = (page.locator(".proceedings").inner_text() for page in pages)
    assert first == second


def test_a_hearing_can_be_stopped(serve: Serve, open_page: Open) -> None:
    address = serve(*SLOWER)
    id = started(address, "Some houses on the street have a garden.", SPLIT[1])
    page = open_page(address, f"/runs/{id}")
    expect(page.locator(".ballot").first).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("heading", name="Stopped")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    expect(page.locator(".ballot").first).to_be_visible()
    assert call(address, f"/v1/checks/{id}")["status"] == "stopped"


def test_quotes_light_the_right_words_behind_emoji_and_among_repetitions(serve: Serve, open_page: Open) -> None:
    address = serve()
    claim, source = EMOJI
    page = open_page(address, f"/runs/{finished(address, claim, source)}")
    decided(page)
    ours, theirs = page.locator("[data-doc=claim].passage"), page.locator("[data-doc=source].passage")
    words = page.locator(".point .quote[data-doc=claim]").filter(has_text="4,200").first
    words.hover()
    assert "4,200" in "".join(lit(ours))
    assert claim[int(words.get_attribute("data-start") or -1) :].startswith(lit(ours)[0])
    assert place_of(ours) == utf16(claim, int(words.get_attribute("data-start") or -1))
    answer = page.locator(".point .quote[data-doc=source]").filter(has_text="2,400").first
    answer.focus()
    start, end = (int(answer.get_attribute(f"data-{name}") or -1) for name in ("start", "end"))
    assert "".join(lit(theirs)) == source[start:end]
    assert place_of(theirs) == utf16(source, start)
    # The same number stands there twice more: outlined, not lit.
    assert theirs.locator(".also").all_inner_texts() == ["2,400", "2,400"]


def utf16(text: str, code_points: int) -> int:
    return len(text[:code_points].encode("utf-16-le")) // 2


def test_every_quote_link_lights_exactly_its_offsets(serve: Serve, open_page: Open) -> None:
    address = serve()
    claim, source = EMOJI
    page = open_page(address, f"/runs/{finished(address, claim, source)}")
    decided(page)
    unfolded(page)
    texts = {"claim": claim, "source": source}
    links = page.locator(".quote:visible")
    assert links.count() > 10
    for link in links.all():
        link.focus()
        name = str(link.get_attribute("data-doc"))
        start, end = (int(link.get_attribute(f"data-{side}") or -1) for side in ("start", "end"))
        passage = page.locator(f"[data-doc={name}].passage")
        assert "".join(lit(passage)) == texts[name][start:end]
        assert place_of(passage) == utf16(texts[name], start)


def test_words_far_down_in_a_long_text_come_into_view(serve: Serve, open_page: Open) -> None:
    address = serve()
    filler = " ".join(f"Sentence {n} of the report 🌊 is about the harbour and its walls." for n in range(3000))
    source = f"{filler} The Halden ferry carried 2,400 passengers in June. {filler}"
    page = open_page(
        address, f"/runs/{finished(address, 'The Halden ferry carried 4,200 passengers in June.', source)}"
    )
    decided(page)
    link = page.locator(".point .quote[data-doc=source]").filter(has_text="2,400").first
    link.hover()
    lit_words = page.locator("[data-doc=source] .lit").first
    expect(lit_words).to_be_in_viewport()
    start, end = (int(link.get_attribute(f"data-{name}") or -1) for name in ("start", "end"))
    assert "".join(lit(page.locator("[data-doc=source].passage"))) == source[start:end]


def test_a_pressed_quote_stays_lit_and_its_address_can_be_sent(serve: Serve, open_page: Open) -> None:
    address = serve()
    page = open_page(address, f"/runs/{finished(address, *SPLIT)}")
    decided(page)
    page.locator(".point .quote[data-doc=source]").first.click()
    page.mouse.move(5, 5)
    assert lit(page.locator("[data-doc=source].passage")) == ["Most"]
    other = open_page(address, page.url.removeprefix(address))
    decided(other)
    expect(other.locator("[data-doc=source] .lit")).to_have_text("Most")
    page.keyboard.press("Escape")
    expect(page.locator(".lit")).to_have_count(0)


def test_a_mark_in_the_text_shows_both_readings(serve: Serve, open_page: Open) -> None:
    address = serve()
    page = open_page(address, f"/runs/{finished(address, *SPLIT)}")
    decided(page)
    mark = page.locator("[data-doc=claim] mark").first
    title = str(mark.get_attribute("title"))
    assert "Every" in title
    assert "Most" in title
    mark.hover()
    expect(page.locator("[data-doc=source] .lit")).to_have_text("Most")
    mark.press("Enter")
    expect(page.locator("#point-1")).to_be_focused()


def test_an_invented_quote_is_struck_out(serve: Serve, open_page: Open) -> None:
    address = serve("--misquote")
    page = open_page(address, f"/runs/{finished(address, *SPLIT)}")
    decided(page)
    struck = page.locator("#stage-round-0 del.struck").first
    expect(struck).to_have_text(INVENTED)
    expect(page.locator("#part-rejected")).to_contain_text(INVENTED)
    assert page.locator(".quote", has_text=INVENTED).count() == 0


def test_a_problem_of_a_summary_leads_to_the_words_of_the_article(serve: Serve, open_page: Open) -> None:
    address = serve()
    page = open_page(address, f"/runs/{finished(address, *SUMMARY, 'factuality')}")
    assert decided(page) == "Contradicted"
    problem = page.locator("[data-doc=claim] mark.severity-high")
    expect(problem).to_contain_text("85,000")
    problem.click()
    expect(page.locator("[data-doc=source] .lit")).to_contain_text("58,000 pounds")


def test_the_words_of_a_summary_carry_the_number_of_their_finding(serve: Serve, open_page: Open) -> None:
    address = serve()
    page = open_page(address, f"/runs/{finished(address, *TRAM, 'factuality')}")
    decided(page)
    marks = page.locator("[data-doc=claim] mark")
    assert marks.count() > 1
    for mark in marks.all():
        number, words = mark.get_attribute("data-ref"), mark.inner_text()
        expect(page.locator(f"#point-{number} .quote").first).to_contain_text(words)


def test_the_answer_comes_first_and_the_proceedings_are_folded_with_their_counts(serve: Serve, open_page: Open) -> None:
    address = serve()
    page = open_page(address, f"/runs/{finished(address, *EMOJI)}")
    assert decided(page) == "Contradicted"
    expect(page.locator(".banner .own")).to_have_text("jury: Mutated")
    expect(page.locator(".banner .corrected ins")).to_contain_text("2,400")
    assert 1 <= page.locator("#part-points .point").count() <= 3
    expect(page.locator("#stage-round-0 .ballot").first).to_be_hidden()
    expect(page.locator("#stage-round-0 summary")).to_contain_text("(4)")
    expect(page.locator(".rail")).to_be_hidden()
    page.locator("#stage-round-0 summary").click()
    expect(page.locator("#stage-round-0 .ballot").first).to_be_visible()


def test_each_protocol_has_its_view(serve: Serve, open_page: Open) -> None:
    address = serve()
    trial = open_page(address, f"/runs/{finished(address, *SPLIT, 'trial')}")
    decided(trial)
    expect(trial.locator("#stage-openings .speech.left")).to_contain_text("Advocate", ignore_case=True)
    expect(trial.locator("#stage-openings .speech.right")).to_contain_text("Skeptic", ignore_case=True)
    expect(trial.locator("#stage-checklist .check")).to_have_count(5)
    unfolded(trial)
    expect(trial.locator("#stage-judge .ballot")).to_be_visible()
    entailment = open_page(address, f"/runs/{finished(address, *SPLIT, 'entailment')}")
    decided(entailment)
    expect(entailment.locator(".group-body.stage")).to_have_count(4)
    news = open_page(address, f"/runs/{finished(address, SPLIT[0], '', 'news')}")
    assert decided(news) == "Undecided"
    expect(news.locator("#stage-search")).to_contain_text("Nothing was found")


def test_what_a_claim_holds_shows_as_text(serve: Serve, open_page: Open) -> None:
    address = serve()
    claim = "<script>document.title = 'owned'</script><img src=x onerror=alert(1)> It opened in 1932."
    page = open_page(address, f"/runs/{finished(address, claim, claim.replace('1932', '1931'))}")
    decided(page)
    expect(page.locator("[data-doc=claim] .text")).to_contain_text("<script>document.title")
    assert page.locator("main script, main img").count() == 0
    assert "owned" not in page.title() or "<script>" in page.title()
    page.goto(f"{address}/runs")
    expect(page.locator("td.claim").filter(has_text="<script>").first).to_be_visible()


def test_a_review_is_kept_beside_the_verdict(serve: Serve, open_page: Open) -> None:
    address = serve()
    id = finished(address, *SPLIT)
    page = open_page(address, f"/runs/{id}")
    label = decided(page)
    page.get_by_role("radio", name="Correct").check()
    page.get_by_label("Correct verdict").select_option("NOT_ENOUGH_INFO")
    page.get_by_label("Note").fill("The north is missing <b>here</b>.")
    page.get_by_role("button", name="Save the review").click()
    expect(page.locator(".reviews li")).to_contain_text("The north is missing <b>here</b>.")
    page.reload()
    expect(page.locator(".reviews li")).to_contain_text("Not in the source")
    assert decided(page) == label
    assert call(address, f"/v1/checks/{id}")["verdict"]["label"] == "Mutated"


def test_a_run_can_be_exported_checked_again_and_deleted(serve: Serve, open_page: Open, watched: Watched) -> None:
    address = serve()
    id = finished(address, "The turbine weighs 38 kilograms.", "The turbine weighs 38 tonnes.")
    page = open_page(address, f"/runs/{id}")
    decided(page)
    page.get_by_text("Export").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Markdown")).to_be_hidden()
    page.get_by_text("Export").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Markdown").click()
    assert "38 tonnes" in download.value.path().read_text(encoding="utf-8")
    page.get_by_role("link", name="Check again").click()
    expect(page.get_by_label("Claim", exact=True)).to_have_value("The turbine weighs 38 kilograms.")
    page.goto(f"{address}/runs/{id}")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.wait_for_url(re.compile(r"/runs$"))
    watched.expected = ("404",)
    page.goto(f"{address}/runs/{id}")
    expect(page.get_by_role("alert")).to_contain_text("There is no such run")


def test_a_page_goes_on_when_the_server_was_restarted_in_the_middle(
    open_page: Open, watched: Watched, tmp_path: Path
) -> None:
    watched.expected = (
        "ERR_CONNECTION_REFUSED",
        "ERR_INCOMPLETE_CHUNKED_ENCODING",
        "ERR_EMPTY_RESPONSE",
        "ERR_CONNECTION_RESET",
    )
    with Served(tmp_path, "--delay", "0.4") as first:
        id = started(first.address, *SPLIT)
        page = open_page(first.address, f"/runs/{id}")
        expect(page.locator("#stage-round-0 .ballot")).to_have_count(4)
        first.kill()
        expect(page.get_by_text("The line to the server is broken")).to_be_visible()
    port = first.address.rsplit(":", 1)[1]
    with Served(tmp_path, "--delay", "0.4", "--port", port):
        assert decided(page) == "Not in the source"
        expect(page.locator("#stage-round-0 .ballot")).to_have_count(4)
        expect(page.get_by_text("The line to the server is broken")).to_be_hidden()
