"""A hearing that is watched: seats, tally, minds that change on evidence, a page that follows; and its replay."""

import re
from collections import Counter

from playwright.sync_api import Page, expect

from tests.server.web.cases import SPLIT, SUMMARY, call, decided, finished, scrolls_sideways, started
from tests.server.web.conftest import Open, Serve

SLOW, PERSUADED = ("--delay", "0.4"), ("--persuade",)
LONG = SPLIT[1] + " The survey was made in spring."


def in_view(page: Page, selector: str) -> bool:
    return bool(
        page.locator(selector).last.evaluate(
            "(node) => { const box = node.getBoundingClientRect(); return box.bottom > 0 && box.top < innerHeight; }"
        )
    )


def scrolled_down(page: Page) -> None:
    """Wait until the page is far from its top."""
    for _ in range(300):
        if page.evaluate("scrollY") > 200:
            return
        page.wait_for_timeout(50)
    raise AssertionError("the page did not scroll")


def test_seats_fill_in_and_the_tally_runs(serve: Serve, open_page: Open) -> None:
    address = serve(*SLOW)
    id = started(address, SPLIT[0], LONG)
    page = open_page(address, f"/runs/{id}")
    seats = page.locator(".seats .seat")
    expect(seats).to_have_count(4)
    expect(page.locator(".seats .seat.busy").first).to_contain_text("is thinking")
    expect(page.locator(".seats .tally-votes")).to_contain_text(re.compile(r"\d (Faithful|Mutated)"))
    expect(page.locator(".seats .seat.taken")).to_have_count(4)
    decided(page)
    expect(page.locator(".seats .seat")).to_have_count(0)
    expect(page.locator("#part-glance .seat.taken")).to_have_count(4)
    votes = Counter(one["vote"]["verdict"] for one in call(address, f"/v1/checks/{id}")["verdict"]["result"]["round_2"])
    told = " · ".join(f"{votes[side]} {side}" for side in ("Faithful", "Mutated") if votes[side])
    expect(page.locator("#part-glance .tally-votes")).to_have_text(told)


def test_who_changed_their_mind_stands_with_the_evidence(serve: Serve, open_page: Open) -> None:
    address = serve(*PERSUADED)
    page = open_page(address, f"/runs/{finished(address, *SPLIT)}")
    decided(page)
    turned = page.locator("#part-changes .turn-line", has_text="steelman went")
    expect(turned).to_have_count(1)
    expect(turned).to_contain_text("steelman went from ✓Faithful to ✗Mutated on:")
    expect(turned.locator(".quote[data-doc=source]")).to_have_text("“Most”")
    expect(turned).to_contain_text("literal had said so in the debate.")
    expect(page.locator("#part-glance .seat.turned", has_text="steelman")).to_contain_text("was Faithful")
    turned.locator(".quote[data-doc=source]").hover()
    expect(page.locator("[data-doc=source].passage .lit")).to_have_text("Most")


def test_no_change_of_mind_needs_no_section(serve: Serve, open_page: Open) -> None:
    address = serve()
    page = open_page(address, f"/runs/{finished(address, 'It opened in 1932.', 'It opened in 1932.')}")
    decided(page)
    expect(page.locator("#part-review")).to_be_visible()
    expect(page.locator("#part-changes")).to_have_count(0)


def test_the_page_follows_until_the_reader_goes_elsewhere_and_a_button_leads_back(
    serve: Serve, open_page: Open
) -> None:
    address = serve("--delay", "1.2")
    page = open_page(address, f"/runs/{started(address, SPLIT[0], LONG)}", viewport={"width": 1000, "height": 500})
    now = page.get_by_role("button", name="Jump to now")
    expect(page.locator("#stage-round-0 .ballot").nth(3)).to_be_visible()
    scrolled_down(page)
    expect(now).to_be_hidden()
    page.mouse.move(500, 300)
    page.mouse.wheel(0, -5000)
    expect(now).to_be_visible()
    page.wait_for_timeout(500)
    at = page.evaluate("scrollY")
    expect(page.locator("#stage-debate .speech").first).to_be_attached()
    assert page.evaluate("scrollY") == at, "nobody is pulled away from what they read"
    now.click()
    expect(now).to_be_hidden()
    for _ in range(100):
        if in_view(page, ".proceedings > .group > .group-body > :last-child"):
            break
        page.wait_for_timeout(50)
    else:
        raise AssertionError("the newest words did not come into view")


def test_a_decided_hearing_is_replayed_from_its_first_answer_to_its_verdict(serve: Serve, open_page: Open) -> None:
    address = serve()
    page = open_page(address, f"/runs/{finished(address, *SPLIT)}")
    label = decided(page)
    page.get_by_role("button", name="Replay the hearing").click()
    expect(page).to_have_url(re.compile(r"\?replay=1$"))
    expect(page.get_by_role("heading", name="The hearing, replayed")).to_be_visible()
    expect(page.locator("#label")).to_have_count(0)
    expect(page.locator("mark")).to_have_count(0)
    expect(page.locator(".proceedings .ballot")).to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    place = page.get_by_label("Place in the hearing")
    for _ in range(3):
        page.get_by_role("button", name="Step on").click()
    expect(page.locator(".replay .told")).to_have_text("3 of 15")
    expect(page.locator("#stage-round-0 .ballot")).to_have_count(2)
    expect(page.locator(".seats .seat.taken")).to_have_count(2)
    page.get_by_role("button", name="Step back").click()
    expect(page.locator("#stage-round-0 .ballot")).to_have_count(1)
    place.focus()
    page.keyboard.press("End")
    expect(page.locator("#stage-foreperson .check")).to_have_count(5)
    page.get_by_role("button", name="Step on").click()
    assert decided(page) == label
    expect(page.locator(".replay")).to_have_count(0)
    expect(page.locator("mark")).not_to_have_count(0)
    expect(page).to_have_url(re.compile(r"/runs/[^?]+$"))
    expect(page.get_by_role("button", name="Replay the hearing")).to_be_focused()


def test_a_replay_plays_by_itself_and_its_address_can_be_sent(serve: Serve, open_page: Open) -> None:
    address = serve()
    page = open_page(address, f"/runs/{finished(address, *SPLIT)}?replay=1")
    expect(page.get_by_role("heading", name="The hearing, replayed")).to_be_visible()
    page.get_by_label("Speed").select_option("8")
    expect(page.locator("#stage-round-0 .ballot")).to_have_count(4)
    page.get_by_role("button", name="To the verdict").click()
    decided(page)


def test_every_protocol_is_replayed_and_fits_a_phone(serve: Serve, open_page: Open) -> None:
    address = serve()
    runs = {"trial": SPLIT, "entailment": SPLIT, "factuality": SUMMARY}
    for protocol, case in runs.items():
        id = finished(address, *case, protocol)
        page = open_page(address, f"/runs/{id}?replay=1", viewport={"width": 390, "height": 800})
        expect(page.get_by_role("heading", name="The hearing, replayed")).to_be_visible()
        page.get_by_role("button", name="Pause").click()
        page.get_by_label("Place in the hearing").focus()
        page.keyboard.press("End")
        expect(page.locator(".seats .seat:not(.taken)")).to_have_count(0)
        assert not scrolls_sideways(page), protocol
        page.get_by_role("button", name="To the verdict").click()
        decided(page)


def test_what_a_replay_shows_is_text(serve: Serve, open_page: Open) -> None:
    address = serve(*PERSUADED)
    hostile = (
        'Every <img src=x onerror="alert(1)"> house has a garden.',
        "Most <script>alert(1)</script> houses have a garden.",
    )
    page = open_page(address, f"/runs/{finished(address, *hostile)}?replay=1")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("Place in the hearing").focus()
    page.keyboard.press("End")
    expect(page.locator("[data-doc=claim] .text")).to_contain_text("<img src=x")
    assert page.locator("main img, main script").count() == 0
