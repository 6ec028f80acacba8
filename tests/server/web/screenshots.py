"""The pictures in docs/web.md, taken from a server of its own: `make screenshots`."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.server.web.cases import call, finished, started, unfolded
from tests.server.web.conftest import CHROMIUM, ROOT, Served

OUT = ROOT / "docs" / "img"
WIDE, PHONE = {"width": 1360, "height": 900}, {"width": 390, "height": 844}
VACCINE = (
    "The new vaccine will prevent infection in children.",
    "The new vaccine may prevent infection in children, the authors write in a study of 310 families in Norway. They "
    "add that larger trials are needed before it can be recommended.",
)
RAIL = (
    "Rail passenger numbers rose by 21 per cent last year.",
    "Rail passenger numbers rose by 12 per cent last year, to 8.4 million. The operator named the longer trains as the "
    "main reason; ticket prices did not change.",
)
TRAM = (
    "The city council approved the new tram line on 12 March 2024. It will cost 480 million euros and open in 2027. "
    "Mayor Ines Halloran said the tram would end congestion. Work on the main road takes three years.",
    "On 12 March 2024 the city council approved a new tram line between the harbour and the university. The line will "
    "cost 408 million euros, of which the state pays half. It is expected to open in 2028 at the earliest.\n\n"
    "Mayor Ines Halloran said the tram may ease congestion in the centre. Critics warned that the work would block "
    "the main road for three years. A petition against the route gathered 3,100 names.",
)
RECORDS = (
    '{"id": 1, "label": "SUPPORTS", "claim": "The mayor of Brenn opened a new bridge over the river."}\n'
    '{"id": 2, "label": "REFUTES", "claim": "The bridge in Brenn collapsed in June."}\n'
)
GAZETTE = "Hundreds of people watched as the mayor of Brenn opened a new bridge over the river yesterday."


@dataclass(frozen=True)
class Shot:
    """A page, what is done on it first, and how it is looked at."""

    name: str
    path: str
    act: Callable[[Page], object] = lambda page: page.locator("h1").first.wait_for()
    options: dict[str, Any] = field(default_factory=dict)


def main() -> None:
    """Take them all."""
    with tempfile.TemporaryDirectory() as home:
        _fill_index(home)
        with Served(Path(home)) as quick, Served(Path(home), "--delay", "1.5") as slow, sync_playwright() as playwright:
            arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
            for shot in _shots(quick.address):
                _take(browser, quick.address, shot)
            _take(browser, slow.address, Shot("live", f"/runs/{started(slow.address, *VACCINE)}", _debating))
            browser.close()


def _fill_index(home: str) -> None:
    records, gazette = Path(home, "records.jsonl"), Path(home, "Brenn Gazette.txt")
    records.write_text(RECORDS)
    gazette.write_text(GAZETTE)
    adjudge = [str(Path(sys.executable).with_name("adjudge")), "index", "add"]
    for format, path in (("fever", records), ("docs", gazette)):
        subprocess.run([*adjudge, format, path], env={**os.environ, "ADJUDGE_HOME": home}, check=True, stdout=-3)


def _shots(address: str) -> list[Shot]:
    jury, trial = finished(address, *VACCINE), finished(address, *RAIL, "trial")
    entailment, factuality = finished(address, *VACCINE, "entailment"), finished(address, *TRAM, "factuality")
    news = finished(address, "The mayor of Brenn opened a new bridge over the river.", "", "news")
    for row in (
        ("The museum reopened on 14 May 2021.", "The museum reopened on 14 March 2021."),
        ("Two thirds of the voters backed the plan.", "The plan was backed by 66 % of the voters."),
        ("The reservoir holds 12 million litres and was built by the county.", "It holds 12 million litres."),
    ):
        finished(address, *row)  # fmt: skip
    for id, judgement in ((jury, "agree"), (trial, "agree"), (entailment, "disagree")):
        call(address, f"/v1/runs/{id}/reviews", {"judgement": judgement, "reviewer": "Ada"})
    dark, phone = {"color_scheme": "dark"}, {"viewport": PHONE}
    return [
        Shot("home", "/", lambda page: page.get_by_role("region", name="Recent runs").wait_for()),
        Shot("new", "/new", _example),
        Shot("new-dark", "/new", _example, dark),
        Shot("jury", f"/runs/{jury}", _pinned),
        Shot("jury-dark", f"/runs/{jury}", _pinned, dark),
        Shot("debate", f"/runs/{jury}", _at("#stage-debate")),
        Shot("trial", f"/runs/{trial}", _at("#stage-openings")),
        Shot("entailment", f"/runs/{entailment}", _decided),
        Shot("factuality", f"/runs/{factuality}", _problem),
        Shot("factuality-dark", f"/runs/{factuality}", _problem, dark),
        Shot("news", f"/runs/{news}", _decided),
        Shot("runs", "/runs", lambda page: page.locator("tbody tr").first.wait_for()),
        Shot("compare", "/batch", _compared),
        Shot("batch", "/batch", _table),
        Shot("progress", "/batch", _batch),
        Shot("heat", "/batch", _heat),
        Shot("replay", f"/runs/{jury}?replay=1", _replayed),
        Shot("report", f"/runs/{jury}/report", lambda page: page.locator(".point").first.wait_for()),
        Shot("phone-new", "/new", _example, phone),
        Shot("phone-jury", f"/runs/{jury}", _decided, phone),
        Shot("phone-quote", f"/runs/{jury}", _pinned, phone),
    ]


def _take(browser: Browser, address: str, shot: Shot) -> None:
    context = browser.new_context(**{"viewport": WIDE, "device_scale_factor": 1.5, **shot.options})
    page = context.new_page()
    page.goto(address + shot.path)
    shot.act(page)
    page.wait_for_timeout(500)
    page.screenshot(path=OUT / f"web-{shot.name}.png")
    context.close()
    print(f"docs/img/web-{shot.name}.png")


def _decided(page: Page) -> None:
    page.locator("#part-review").wait_for()


def _example(page: Page) -> None:
    page.get_by_role("button", name="A hedge that went missing").click()
    page.get_by_label("Claim", exact=True).blur()


def _pinned(page: Page) -> None:
    _decided(page)
    page.locator(".point .quote[data-doc=source]").first.click()
    page.mouse.move(2, 2)


def _at(selector: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        _decided(page)
        unfolded(page)
        page.locator(selector).evaluate("(node) => node.scrollIntoView({block: 'start'})")

    return act


def _problem(page: Page) -> None:
    _decided(page)
    page.locator("[data-doc=claim] mark.severity-high").first.hover()


def _table(page: Page) -> None:
    page.locator("#table-file").set_input_files(ROOT / "examples" / "pairs.csv")
    page.locator("#preview tbody tr").first.wait_for()


def _compared(page: Page) -> None:
    """The same table, judged by two protocols."""
    ids = []
    for protocol in ("Jury", "Entailment"):
        page.goto(page.url.partition("/runs")[0].removesuffix("/batch") + "/batch")
        _batch(page, protocol)
        ids.append(page.url.partition("?")[0].rsplit("/", 1)[1])
    page.goto(f"{page.url.partition('/runs')[0]}/compare/{ids[0]}/{ids[1]}")
    page.locator("table.matrix").wait_for()


def _batch(page: Page, protocol: str = "Jury") -> None:
    _table(page)
    page.get_by_role("radio", name=protocol).check()
    page.locator("#start").click()
    expect(page.locator(".progress-line strong")).to_have_text("28 of 28", timeout=30_000)
    page.locator("tbody tr").first.wait_for()


def _heat(page: Page) -> None:
    _batch(page)
    page.get_by_text("Heat map").click()
    page.keyboard.press("j")


def _replayed(page: Page) -> None:
    page.get_by_role("button", name="Pause").click()
    for _ in range(5):
        page.get_by_role("button", name="Step on").click()


def _debating(page: Page) -> None:
    page.locator("#stage-debate .speech").first.wait_for(timeout=30_000)


if __name__ == "__main__":
    main()
