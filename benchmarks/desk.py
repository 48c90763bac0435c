"""How soon the desk shows a ruling after the last key, in a real browser. Needs Chromium and the tools of development.

    python -m benchmarks.desk [rounds]

A round of 13 tricks with all hands is typed, but for its last letter, which is then put in: the clock runs from there
until the first sentence of the ruling is on the page. Each round opens the desk in a fresh window.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
from pathlib import Path
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, sync_playwright

from benchmarks.server import HOST, serving

_LIMIT = 1.0
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
        launched.close()
    median, longest = statistics.median(seconds), max(seconds)
    print(f"Ruling after the last key: median {median:.2f} s, longest {longest:.2f} s of {rounds} rounds.")
    print(f"Of the limit of {_LIMIT:.0f} s: {median / _LIMIT:.2f}, {longest / _LIMIT:.2f}.")


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


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
