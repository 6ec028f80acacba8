"""Many runs in the list and a batch of 10,000 rows: only what is on the screen is drawn, and nothing stays blank."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.server.web.cases import SPLIT, decided, finished
from tests.server.web.conftest import Open, Served

RUNS, ROWS = 1_000, 10_000
MOST_DRAWN = 150
CASES = (
    SPLIT,
    ("The bridge opened in 1932.", "The bridge opened in 1932."),
    ("The bridge opened in 1932.", "The bridge opened in 1931."),
)


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose store holds copies of three verdicts: as runs of one, and as the rows of one run, `big`."""
    home = tmp_path_factory.mktemp("full")
    with Served(home) as server:
        ids = [finished(server.address, *case) for case in CASES]
        with closing(sqlite3.connect(home / "adjudge.db", timeout=60)) as store, store:
            for n in range(RUNS - len(ids)):
                began = f"2020-01-01T00:{n // 60:02}:{n % 60:02}+00:00"
                _copied(store, "runs", ids[n % 3], id=f"20200101-{n:06}", started_at=began)
                _copied(store, "outcomes", ids[n % 3], run_id=f"20200101-{n:06}")
            fill(store, ids)
        yield server.address


def fill(store: sqlite3.Connection, ids: list[str]) -> None:
    """Add the run `big`, whose rows are copies of the verdicts of these three runs."""
    third = ROWS // 3
    outcomes = {"Not in the source": ROWS - 2 * third, "Supported": third, "Contradicted": third}
    counts = {"asked": ROWS, "outcomes": outcomes}
    _copied(store, "runs", ids[0], id="big", counts=json.dumps(counts), title="Ten thousand rows")
    for n in range(ROWS):
        _copied(store, "outcomes", ids[n % 3], run_id="big", position=n)


def _copied(store: sqlite3.Connection, table: str, of: str, **changed: object) -> None:
    """A copy of a row, changed."""
    columns = [row[1] for row in store.execute(f"PRAGMA table_info({table})")]
    values = ", ".join(f":{name}" if name in changed else name for name in columns)
    key = "id" if table == "runs" else "run_id"
    store.execute(f"INSERT INTO {table} SELECT {values} FROM {table} WHERE {key} = :of", {**changed, "of": of})


def drawn_in_the_middle(page: Page) -> bool:
    """Whether a row, and no blank space, is in the middle of the screen."""
    return bool(page.evaluate("!!document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr[data-at]')"))


def test_a_thousand_runs_are_listed_searched_and_paged(full: str, open_page: Open) -> None:
    page = open_page(full, "/runs")
    expect(page.locator("tbody tr")).to_have_count(25)
    page.get_by_label("Outcome").select_option("Contradicted")
    expect(page.locator("tbody tr", has_text=re.compile("contradicted", re.IGNORECASE))).to_have_count(25)
    for _ in range(3):
        page.get_by_role("button", name="Older").click()
        page.wait_for_load_state("networkidle")
    expect(page.locator("tbody tr")).to_have_count(25)
    page.get_by_label("Outcome").select_option("")
    page.get_by_label("Search").fill("20200101-000700")
    expect(page.locator("tbody tr")).to_have_count(1)


def test_a_batch_of_ten_thousand_rows_draws_only_those_on_the_screen(full: str, open_page: Open) -> None:
    page = open_page(full, "/runs/big")
    expect(page.locator(".tally")).to_contain_text("10,000 rows", timeout=180_000)
    rows = page.locator("tbody tr[data-at]")
    height = page.evaluate("document.documentElement.scrollHeight")
    for share in (0.1, 0.35, 0.6, 0.85):
        page.evaluate(f"scrollTo(0, {share * height})")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert rows.count() <= MOST_DRAWN
        assert drawn_in_the_middle(page), f"nothing is drawn at {share:.0%}"
    page.evaluate("""async () => {
        for (let n = 0; n < 30; n++) {
            scrollBy(0, n % 3 ? 400 : -300);
            await new Promise(requestAnimationFrame);
        }
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }""")
    places = [int(place) for place in rows.evaluate_all("(all) => all.map((row) => row.dataset.at)")]
    assert places == list(range(places[0], places[0] + len(places))), "rows that stay and rows that come are in order"
    assert drawn_in_the_middle(page)
    page.keyboard.press("End")
    expect(page.locator(f'tr[data-at="{ROWS - 1}"]')).to_be_in_viewport()
    page.keyboard.press("Home")
    expect(page.locator('tr[data-at="0"]')).to_be_in_viewport()


def test_ten_thousand_rows_are_sorted_filtered_and_paged_through(full: str, open_page: Open) -> None:
    page = open_page(full, "/runs/big?sort=-row")
    expect(page.locator(".tally")).to_contain_text("10,000 rows", timeout=180_000)
    expect(page.locator("tbody tr[data-at] td.num").first).to_have_text("10000")
    page.get_by_label("Outcome").select_option("Supported")
    expect(page.locator(".tally")).to_contain_text("3,333 of 10,000 rows")
    page.get_by_role("button", name="Row", exact=True).click()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    assert decided(page) == "Supported"
    expect(page.locator(".steps")).to_contain_text("1 of 3,333 in the table")
