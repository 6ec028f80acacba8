"""Cases for the browser tests, and the few gestures that many of them make."""

import json
import time
import urllib.request
from typing import Any
from urllib.request import Request

from playwright.sync_api import Page, expect

SPLIT = ("Every house on the street has a garden.", "Most houses on the street have a garden.")
# The claim's number stands three times in the source, behind characters that are two UTF-16 units each.
EMOJI = (
    "🚢🌊 The ferry 👩‍👩‍👧 carried 4,200 passengers in June.",
    "🌊🌊🌊 The harbour office 🏴‍☠️ counts. In May 2,400 came. In July 2,400 came. "
    "The ferry carried 2,400 passengers in June 🚢.",
)
SUMMARY = (
    "The council voted on Tuesday to close the library. The closure saves 85,000 pounds a year.",
    "On Tuesday the council voted by nine to six to close the library. The closure saves 58,000 pounds a year, "
    "the treasurer said. Readers can use the central library.",
)


def call(address: str, path: str, body: object | None = None, *, method: str = "") -> Any:
    """The service asked directly."""
    data = None if body is None else json.dumps(body).encode()
    verb = method or ("GET" if body is None else "POST")
    request = Request(address + path, data=data, method=verb, headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as response:
        text = response.read()
    return json.loads(text) if text else None


def started(address: str, claim: str, source: str, protocol: str = "jury") -> str:
    """The id of a new check."""
    documents = [{"text": source}] if source else []
    check = call(address, "/v1/checks", {"case": {"claim": claim, "documents": documents}, "protocol": protocol})
    return str(check["id"])


def finished(address: str, claim: str, source: str, protocol: str = "jury") -> str:
    """The id of a check that has its verdict."""
    id = started(address, claim, source, protocol)
    for _ in range(1200):
        if call(address, f"/v1/checks/{id}")["status"] == "finished":
            return id
        time.sleep(0.1)
    raise AssertionError("the check did not finish")


def fill_in(page: Page, claim: str, source: str) -> None:
    """Write claim and source into the form of a new case."""
    page.get_by_label("Claim", exact=True).fill(claim)
    page.get_by_label("Source", exact=True).fill(source)
    expect(page.get_by_role("radio", name="Jury")).to_be_checked()


def decided(page: Page) -> str:
    """The outcome, once it is there; "Leaning" is left out."""
    label = page.locator("#label")
    expect(label).to_be_visible()
    return label.inner_text().removeprefix("Leaning ").capitalize()


def unfolded(page: Page) -> None:
    """Open all that is folded away."""
    page.locator("details.group").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")


def scrolls_sideways(page: Page) -> bool:
    """Whether the page is wider than the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))
