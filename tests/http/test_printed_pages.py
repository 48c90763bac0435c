"""The page of a ruling in a browser: two sheets of A4 on paper, whole headings on a phone. Skipped without Chromium."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.http.ruling_page_samples import HTML, Members, asked, called
from tests.spades.builders.changes import changed, swapped
from tests.spades.builders.legal_rounds import legal_round

_CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
# With CI set, they fail without it.
pytestmark = pytest.mark.skipif(_CHROMIUM is None and "CI" not in os.environ, reason="needs Chromium")

SHEETS = REVOKES = 2
ORDINARY = {
    "ana": "Annabelle Moreno",
    "ben": "Benedict Okonkwo",
    "cy": "Charlotte Lindqvist",
    "dee": "Dominic Fairweather",
}
LONG = {name: name[0].upper() + "x" * 62 for name in ("ana", "ben", "cy", "dee")}
# The page in a frame as wide as a phone, and a script beside it that lists each word of a heading that is on two lines.
_PHONE = """<!doctype html><iframe src="page.html" style="width: 360px; height: 4000px" onload="
const page = this.contentDocument, broken = [];
for (const heading of page.querySelectorAll('h1, h2, thead th')) {
  const text = heading.firstChild, range = page.createRange();
  for (const word of text.data.matchAll(/\\S+/g)) {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    if (range.getClientRects().length > 1) broken.push(word[0]);
  }
}
document.title = JSON.stringify([page.querySelectorAll('h2, thead th').length, broken,
  page.documentElement.scrollWidth]);
"></iframe>"""


def browser(*arguments: str) -> str:
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", *arguments)
    run = subprocess.run((str(_CHROMIUM), *options), capture_output=True, check=True, text=True, timeout=120)
    return run.stdout


def two_revokes(names: dict[str, str], **members: object) -> Members:
    """Return a finished round with two revokes, and with these members."""
    record: Members = called(changed(swapped(legal_round(), "5H", "2C"), dealer="dee", **members), names)
    return record


def test_thirteen_tricks_with_two_findings_are_two_sheets(client: FlaskClient, tmp_path: Path) -> None:
    record = two_revokes(ORDINARY, labels={"event": "Spring Cup", "table": "3", "round": "5", "date": "2026-11-22"})
    found = asked(client, record).json()["findings"]
    assert [each["code"] for each in found] == ["revoke"] * REVOKES
    (tmp_path / "page.html").write_bytes(asked(client, record, HTML).body)
    browser("--no-pdf-header-footer", f"--print-to-pdf={tmp_path / 'page.pdf'}", (tmp_path / "page.html").as_uri())
    assert len(re.findall(rb"/Type /Page\b", (tmp_path / "page.pdf").read_bytes())) == SHEETS


def test_no_heading_is_broken_on_a_phone(client: FlaskClient, tmp_path: Path) -> None:
    record = two_revokes(LONG, round_number=5, reported={"points": {"ana+cy": 62}, "score": {"ben+dee": 240}})
    (tmp_path / "page.html").write_bytes(asked(client, record, HTML).body)
    (tmp_path / "phone.html").write_text(_PHONE, encoding="utf-8")
    shown = browser("--dump-dom", (tmp_path / "phone.html").as_uri())
    title = re.search(r"<title>\[(\d+),(\[.*\]),(\d+)\]</title>", shown)
    assert title is not None
    headings, broken, width = title.groups()
    assert int(headings) > 20
    assert broken == "[]"
    assert int(width) <= 360
