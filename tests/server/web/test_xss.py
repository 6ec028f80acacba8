"""Hostile texts in every place that a user or a file can fill: pages show them as text and run nothing."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.server.web.cases import call, decided, unfolded
from tests.server.web.conftest import Open, Serve, Served, Watched

RUN = "window.xss=(window.xss||0)+1"
PAYLOADS = [
    f"<script>{RUN}</script>",
    f"</script><script>{RUN}</script>",
    f"<img src=x onerror={RUN}>",
    f"<svg/onload={RUN}>",
    f"<svg><script>{RUN}</script></svg>",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'></iframe>",
    f"<iframe src=javascript:parent.{RUN}></iframe>",
    f"<body onload={RUN}>",
    f"<details open ontoggle={RUN}>",
    f"<input autofocus onfocus={RUN}>",
    f"<a href=javascript:{RUN}>here</a>",
    f"<math><mtext><style><img src=x onerror={RUN}></style></mtext></math>",
    f"<form><button formaction=javascript:{RUN}>go</button></form>",
    f"<video><source onerror={RUN}></video>",
    f"<template><img src=x onerror={RUN}></template><!--><img src=x onerror={RUN}>-->",
    f'"onmouseover={RUN} x="',
    f"'onfocus={RUN} autofocus x='",
    f"javascript:{RUN}",
    f"{{{{constructor.constructor('{RUN}')()}}}}${{{RUN}}}",
    f"%3Cscript%3E{RUN}%3C/script%3E&lt;img src=x onerror={RUN}&gt;",
    "<meta http-equiv=refresh content='0;url=/v1/runs'><base href=//127.0.0.1:9/>",
]
ALL = " ".join(PAYLOADS)
HANDLERS = ("onerror", "onload", "ontoggle", "onfocus", "onmouseover")
PARTS = ", ".join(("script", "img", "iframe", "video", "math", "base", "meta", *(f"[{name}]" for name in HANDLERS)))


def dialogs(page: Page) -> list[str]:
    """The messages of the dialogs that a page opens from now on."""
    told: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        told.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismiss)
    return told


def harmless(page: Page, told: list[str]) -> None:
    """Nothing ran, and no text became an element or an address that runs."""
    assert told == []
    assert page.evaluate("window.xss") is None
    assert page.locator("body").locator(PARTS).evaluate_all("(all) => all.map((one) => one.outerHTML)") == []
    assert page.locator("[href^='javascript:' i], [formaction]").count() == 0


def test_no_page_runs_what_a_text_holds(open_page: Open, tmp_path: Path) -> None:
    with Served(tmp_path) as server:
        address = server.address
        document = {
            "id": PAYLOADS[0],
            "title": PAYLOADS[3],
            "kind": PAYLOADS[4],
            "url": f"https://a.example/?{PAYLOADS[0]}",
        }
        source = f"The bridge opened in 1931. {ALL}"
        case = {
            "id": PAYLOADS[2],
            "claim": f"The bridge opened in 1932. {PAYLOADS[0]}{PAYLOADS[2]}",
            "documents": [{**document, "text": source}],
        }
        ids = [
            call(address, "/v1/checks", {"case": case, "protocol": protocol})["id"]
            for protocol in ("jury", "entailment")
        ]
        page = open_page(address, f"/runs/{ids[0]}")
        told = dialogs(page)
        decided(page)
        note = {"judgement": "disagree", "reviewer": PAYLOADS[2], "note": ALL}
        call(address, f"/v1/runs/{ids[0]}/reviews", note)
        page.goto(f"{address}/runs/{ids[1]}")
        decided(page)
        for path in (
            *(f"/runs/{id}" for id in ids),
            f"/runs/{ids[0]}/report",
            f"/runs/{ids[0]}?replay=1",
            f"/compare/{ids[0]}/{ids[1]}?all=1",
            "/runs",
            "/",
        ):
            page.goto(address + path)
            page.locator("h1, h2").first.wait_for()
            expect(page.locator("[aria-busy=true]")).to_have_count(0)
            unfolded(page)
            harmless(page, told)
        page.goto(f"{address}/compare/{ids[0]}/{ids[1]}?all=1")
        page.get_by_text("Texts and evidence").click()
        expect(page.locator(".case-texts")).to_have_count(2)
        harmless(page, told)
        page.goto(address)
        page.keyboard.press("Control+k")
        expect(page.get_by_role("option", name=re.compile("<script>")).first).to_be_visible()
        harmless(page, told)
        for place in (
            "/?reviewer=",
            "/runs?search=",
            "/runs?outcome=",
            "/evidence?q=",
            "/login?next=",
            f"/runs/{ids[0]}#",
        ):
            page.goto(f"{address}{place}{PAYLOADS[1]}")
            page.locator("h1").first.wait_for()
            harmless(page, told)


def test_no_page_of_a_table_runs_what_it_holds(open_page: Open, tmp_path: Path) -> None:
    rows = [
        {"id": text, "claim": f"It opened in 1932. {text}", "truth": f"It opened in 1931. {text}", ALL: text}
        for text in PAYLOADS
    ]
    with Served(tmp_path) as server:
        page = open_page(server.address, "/batch")
        told = dialogs(page)
        name = "<img src=x onerror=window.xss=1>.jsonl"
        content = "\n".join(json.dumps(row) for row in rows)
        page.locator("#table-file").set_input_files(
            {"name": name, "mimeType": "application/x-ndjson", "buffer": content.encode()}
        )
        expect(page.locator("#preview tbody tr")).to_have_count(5)
        harmless(page, told)
        page.get_by_role("button", name=re.compile("Judge")).click()
        expect(page.locator("#pace")).to_contain_text("finished")
        expect(page.locator("tbody tr").first).to_be_visible()
        page.keyboard.press("j")
        page.keyboard.press("a")
        harmless(page, told)
        page.get_by_text("Heat map").click()
        expect(page.locator("td.cell-of-heat").first).to_be_visible()
        harmless(page, told)
        page.goto(f"{page.url.partition('?')[0]}?position=2")
        decided(page)
        unfolded(page)
        harmless(page, told)
        page.goto(f"{server.address}/batch")
        expect(page.locator("#batches")).to_contain_text("<img src=x")
        harmless(page, told)


def test_a_page_that_parsed_a_text_would_be_found_out(serve: Serve, open_page: Open, watched: Watched) -> None:
    watched.expected = ("Content Security Policy", "404")
    page = open_page(serve(), "/settings")
    page.evaluate("(text) => { document.querySelector('main').innerHTML = text; }", PAYLOADS[2])
    with pytest.raises(AssertionError, match="onerror"):
        harmless(page, [])
