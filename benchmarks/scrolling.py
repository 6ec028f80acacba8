"""How smoothly a batch of 10,000 rows scrolls in Chromium: time between frames, long tasks, work of a frame.

    python -m benchmarks.scrolling

The time between frames depends on what else the machine does; the processor time of a frame hardly does.
"""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright
from tests.server.web.cases import finished
from tests.server.web.conftest import CHROMIUM, Served
from tests.server.web.test_large import CASES, ROWS, fill

FRAMES = 200
FRAME_MS = 1000 / 60
PACES = {"reading": 20, "wheel": 120, "flick": 800, "scroll bar": 8000}
"""Pixels that the page moves with each frame."""
WAIT_MS = 300_000
_SCROLL = """async ([step, frames]) => {
  const long = [], gaps = [];
  let blank = 0;
  const seen = new PerformanceObserver((list) => long.push(...list.getEntries().map((one) => one.duration)));
  seen.observe({ entryTypes: ["longtask"] });
  let last = await new Promise(requestAnimationFrame);
  for (let n = 0; n < frames; n++) {
    scrollBy(0, step);
    const now = await new Promise(requestAnimationFrame);
    gaps.push(now - last);
    last = now;
    if (document.elementFromPoint(innerWidth / 2, innerHeight * 0.7)?.closest("tr.space")) blank += 1;
  }
  await new Promise((done) => setTimeout(done, 100));
  seen.disconnect();
  return { gaps, long, blank };
}"""


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as home, Served(Path(home)) as server, sync_playwright() as playwright:
        ids = [finished(server.address, *case) for case in CASES]
        with closing(sqlite3.connect(Path(home, "adjudge.db"), timeout=60)) as store, store:
            fill(store, ids)
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"] if os.geteuid() == 0 else []
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        network = page.context.new_cdp_session(page)
        network.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(f"{server.address}/runs/big")
        page.get_by_text(f"{ROWS:,} rows").first.wait_for(timeout=WAIT_MS)
        print(f"{ROWS:,} rows, {FRAMES} frames each, load {os.getloadavg()[0]:.1f}")
        for name, step in PACES.items():
            print(_line(name, step, page, network))
        browser.close()


def _line(name: str, step: int, page: Page, network: CDPSession) -> str:
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(300)
    before = _busy_ms(network)
    seen: dict[str, Any] = page.evaluate(_SCROLL, [step, FRAMES])
    work = (_busy_ms(network) - before) / FRAMES
    gaps = sorted(seen["gaps"])
    late = sum(gap > 2 * FRAME_MS for gap in gaps)
    return (
        f"{name} ({step} px a frame): median {gaps[FRAMES // 2]:.1f} ms, 95 % {gaps[FRAMES * 95 // 100]:.1f} ms; "
        f"{late} late frames, {len(seen['long'])} long tasks, {seen['blank']} blank; {work:.1f} ms of work a frame"
    )


def _busy_ms(network: CDPSession) -> float:
    """The processor time of the page's main thread so far."""
    metrics = network.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


if __name__ == "__main__":
    main()
