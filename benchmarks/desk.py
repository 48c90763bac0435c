"""How soon the desk opens, and rules after the last key, in a browser. Needs Chromium and the tools of development.

    python -m benchmarks.desk [rounds]

A round of 13 tricks with all hands is typed, but for its last letter, which is then put in: the clock runs from there
until the first sentence of the ruling is on the page. Each round opens the desk in a fresh window.

The desk is also opened on a phone for the first time: over slow 4G, with a processor four times slower than this one.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import time
from pathlib import Path
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, sync_playwright

from benchmarks.server import HOST, serving

_LIMIT = 1.0
_LIMIT_TO_OPEN = 2.0
# The slow 4G of Lighthouse: latency in milliseconds, bytes a second.
_SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
_SLOWER = 4
_RECORD = json.loads((Path(__file__).parent / "round.json").read_bytes())
_LAST_KEY = """text => new Promise(resolve => {
  const area = document.getElementById("text");
  const start = performance.now();
  area.value = text;
  area.dispatchEvent(new Event("input", {bubbles: true}));
  const isRuled = ({asked, answered}) => asked === answered && document.querySelector(".headline");
  new MutationObserver(() => isRuled(document.body.dataset) && resolve(performance.now() - start))
    .observe(document.body, {subtree: true, childList: true, attributes: true});
})"""

# The page notes the moment itself: Playwright's own script would be run by the slow processor beside the desk.
_WATCH = """new MutationObserver((_, observer) => {
  if (!document.body?.dataset.opened) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => performance.mark("shown")));
}).observe(document, {subtree: true, childList: true, attributes: true})"""


def main(rounds: int) -> None:
    """Print the median and the longest time, as parts of the limit."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        sys.exit("No Chromium is installed.")
    with serving("service:create_app()") as server, sync_playwright() as playwright:
        desk = f"http://{HOST}:{server.port}"
        text = _shorthand(desk)
        launched = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        seconds = [_seconds(launched, f"{desk}/desk", text) for _ in range(rounds)]
        opening = [_seconds_to_open(launched, f"{desk}/desk") for _ in range(rounds)]
        launched.close()
    _print("Opened on a phone over slow 4G", opening, _LIMIT_TO_OPEN)
    _print("Ruling after the last key", seconds, _LIMIT)


def _print(what: str, seconds: list[float], limit: float) -> None:
    median, longest = statistics.median(seconds), max(seconds)
    print(f"{what}: median {median:.2f} s, longest {longest:.2f} s of {len(seconds)} rounds.")
    print(f"Of the limit of {limit:.0f} s: {median / limit:.2f}, {longest / limit:.2f}.")


def _shorthand(service: str) -> str:
    body = json.dumps({"notation": "shorthand", "record": _RECORD}).encode()
    request = Request(f"{service}/v1/records/write", body, {"Content-Type": "application/json"})  # noqa: S310 - loopback
    with urlopen(request, timeout=10) as answer:  # noqa: S310 - loopback
        return str(json.load(answer)["text"])


def _seconds(browser: Browser, desk: str, text: str) -> float:
    page = browser.new_page()
    page.goto(desk)
    page.wait_for_function("() => document.body.dataset.opened")
    page.locator("#text").fill(text[:-2])
    page.wait_for_function("() => document.body.dataset.asked === document.body.dataset.answered")
    milliseconds = page.evaluate(_LAST_KEY, text)
    page.close()
    return float(milliseconds) / 1_000


def _seconds_to_open(browser: Browser, desk: str) -> float:
    """Return the seconds from the address to a desk that is drawn and takes entries."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    session = context.new_cdp_session(context.new_page())
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", _SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
    session.send("Page.enable")
    session.send("Page.addScriptToEvaluateOnNewDocument", {"source": _WATCH})
    session.send("Page.navigate", {"url": desk})
    milliseconds = None
    while milliseconds is None:
        time.sleep(0.1)
        said = session.send("Runtime.evaluate", {"expression": "performance.getEntriesByName('shown')[0]?.startTime"})
        milliseconds = said["result"].get("value")
    context.close()
    return float(milliseconds) / 1_000


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
