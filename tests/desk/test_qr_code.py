"""QR codes of links, read by a reader that shares nothing with the desk."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import zxingcpp

from tests.desk.sitting import Sitting

MODULE = Path(__file__).parents[2] / "service" / "desk" / "static" / "view" / "qr_code.js"
NODE = shutil.which("node")
PRINT = """
import(process.argv[1]).then(({ qrCodeView }) => {
  const paths = JSON.parse(process.argv[2]).map((text) => qrCodeView(text).children[1].props.d);
  console.log(JSON.stringify(paths));
});
"""
MODULE_PIXELS = 4
QUIET = 4


@pytest.mark.skipif(NODE is None and "CI" not in os.environ, reason="needs Node")
def test_a_reader_reads_codes_of_every_size() -> None:
    """One text for each version: the longest that the version before can't hold, and one more."""
    link = "https://example.org/desk#" + "".join("abcXYZ-_019"[(7 * at + at * at % 5) % 11] for at in range(3000))
    lengths = [1, 18, 60, 135, 200, 272, 400, 500, 700, 858, 1000, 1250, 1500, 1750, 2000, 2250, 2500, 2750, 2952]
    texts = [link[:length] for length in lengths] + ["Zoë ♠ 2"]
    asked = [str(NODE), "--input-type=module", "--eval", PRINT, str(MODULE), json.dumps(texts)]
    printed = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=60).stdout
    for text, path in zip(texts, json.loads(printed), strict=True):
        (read,) = zxingcpp.read_barcodes(_picture(_rows(path)))
        assert read.text == text


def _rows(path: str) -> list[list[int]]:
    """Return the rows of a code as it is drawn, 1 for what is dark."""
    dark = {(int(x) - QUIET, int(y) - QUIET) for x, y in re.findall(r"M(\d+) (\d+)h", path)}
    size = max(x for x, _ in dark) + 1
    return [[int((x, y) in dark) for x in range(size)] for y in range(size)]


def _picture(rows: list[list[int]]) -> memoryview:
    """Return a code as pixels of grey, with the white around it that readers need."""
    size = len(rows) + 2 * QUIET
    blank = [0] * size
    framed = [blank] * QUIET + [[0] * QUIET + row + [0] * QUIET for row in rows] + [blank] * QUIET
    lines = [bytes(0 if dark else 255 for dark in row for _ in range(MODULE_PIXELS)) for row in framed]
    side = size * MODULE_PIXELS
    return memoryview(b"".join(line for line in lines for _ in range(MODULE_PIXELS))).cast("B", (side, side))


def test_the_code_shown_is_the_link_of_the_round(desk: Sitting) -> None:
    desk.write("N E S W; dealer W\nN 4  E 3  S 1  W 3\nN KH 2H 3S 4H\nS 9H AH TH 5H\n")
    desk.press("Share")
    link = desk.page.url.partition("#")[0] + desk.link()
    drawn = str(desk.page.locator("svg.qr-code path").get_attribute("d"))
    (read,) = zxingcpp.read_barcodes(_picture(_rows(drawn)))
    assert read.text == link
    tag = desk.page.get_by_label("For a page of your own:").input_value()
    assert tag.startswith(f'<script src="{desk.address}/desk/spades-replay.js"></script><spades-replay link="{link}">')
    # A code of a round that has changed since would mislead whoever scans it.
    desk.write(f"{desk.text}S AC\n")
    assert desk.page.locator("svg.qr-code").count() == 0
