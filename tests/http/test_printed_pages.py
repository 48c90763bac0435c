"""Pages in a browser: few sheets of A4 on paper, whole headings on a phone. Skipped without Chromium."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask.testing import FlaskClient

from service.presets.loader import presets
from service.spades.rules.ruleset import Option, Preset
from tests.http.bodies import AUDIT_GAME, COMPARE, GAME, RESOLVE
from tests.http.game_page_samples import asked as asked_game
from tests.http.game_page_samples import eventful, renamed, ten_rounds, with_sheet
from tests.http.ruling_page_samples import HTML, Members, asked, called
from tests.spades.builders.changes import changed, swapped
from tests.spades.builders.legal_rounds import legal_round

_CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
# With CI set, they fail without it.
pytestmark = pytest.mark.skipif(_CHROMIUM is None and "CI" not in os.environ, reason="needs Chromium")

SHEETS = REVOKES = 2
PHONE = 360
ORDINARY = {
    "ana": "Annabelle Moreno",
    "ben": "Benedict Okonkwo",
    "cy": "Charlotte Lindqvist",
    "dee": "Dominic Fairweather",
}
SHORT = {"ana": "Ann", "ben": "Ben", "cy": "Cy", "dee": "Dee"}
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


def sheets(page: bytes, folder: Path) -> int:
    """Return how many sheets of A4 a page takes when it is printed."""
    (folder / "page.html").write_bytes(page)
    browser("--no-pdf-header-footer", f"--print-to-pdf={folder / 'page.pdf'}", (folder / "page.html").as_uri())
    return len(re.findall(rb"/Type /Page\b", (folder / "page.pdf").read_bytes()))


def browser(*arguments: str) -> str:
    # A profile of its own, so that browsers may run side by side.
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = ("--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files")
        command = (str(_CHROMIUM), *options, f"--user-data-dir={profile}", *arguments)
        run = subprocess.run(command, capture_output=True, check=True, text=True, timeout=120)
    return run.stdout


def two_revokes(names: dict[str, str], **members: object) -> Members:
    """Return a finished round with two revokes, and with these members."""
    record: Members = called(changed(swapped(legal_round(), "5H", "2C"), dealer="dee", **members), names)
    return record


def test_thirteen_tricks_with_two_findings_are_two_sheets(client: FlaskClient, tmp_path: Path) -> None:
    record = two_revokes(ORDINARY, labels={"event": "Spring Cup", "table": "3", "round": "5", "date": "2026-11-22"})
    found = asked(client, record).json()["findings"]
    assert [each["code"] for each in found] == ["revoke"] * REVOKES
    assert sheets(asked(client, record, HTML).body, tmp_path) == SHEETS


def test_a_finished_round_of_short_names_is_one_sheet(client: FlaskClient, tmp_path: Path) -> None:
    """All thirteen tricks, the hands, the penalties, the score, and lines to sign."""
    assert sheets(asked(client, two_revokes(SHORT), HTML).body, tmp_path) == 1


def called_sides(names: dict[str, str]) -> dict[str, str]:
    """Return these names and those of the sides that they make."""
    return names | {side: "+".join(names.get(each, each) for each in side.split("+")) for side in ("ana+cy", "ben+dee")}


@pytest.mark.parametrize("path", [GAME, AUDIT_GAME])
def test_ten_rounds_of_a_game_are_one_sheet(path: str, client: FlaskClient, tmp_path: Path) -> None:
    game = ten_rounds() if path == GAME else with_sheet(client, ten_rounds())
    page = asked_game(client, renamed(game, called_sides(ORDINARY)), path, HTML).body
    assert sheets(page, tmp_path) == 1


def longest(preset: Preset) -> dict[str, object]:
    """Return a reference to a preset with as many of its options as go together."""
    options: list[Option] = []
    for option in preset.options.values():
        if not any(option.name in each.excludes or each.name in option.excludes for each in options):
            options.append(option)
    return {"name": preset.name, "options": [each.name for each in options]}


@pytest.mark.parametrize("preset", presets().values(), ids=presets())
def test_a_rulebook_is_two_sheets(preset: Preset, client: FlaskClient, tmp_path: Path) -> None:
    reply = client.post(RESOLVE, json={"ruleset": longest(preset)}, headers={"Accept": HTML})
    assert sheets(reply.get_data(), tmp_path) == SHEETS


def test_no_heading_of_a_ruling_is_broken_on_a_phone(client: FlaskClient, tmp_path: Path) -> None:
    record = two_revokes(LONG, round_number=5, reported={"points": {"ana+cy": 62}, "score": {"ben+dee": 240}})
    headings, broken, width = on_a_phone(asked(client, record, HTML).body, tmp_path)
    assert headings > 20
    assert broken == "[]"
    assert width <= PHONE


@pytest.mark.parametrize("names", [{}, ORDINARY, LONG], ids=["short", "ordinary", "long"])
def test_no_heading_of_a_game_is_broken_on_a_phone(names: dict[str, str], client: FlaskClient, tmp_path: Path) -> None:
    game = with_sheet(client, eventful())
    game["rounds"][2]["reported"]["score"]["ana+cy"] = -10_000
    game["rounds"][1]["reported"]["bags"]["ben+dee"] = 9
    page = asked_game(client, renamed(game, called_sides(names)), AUDIT_GAME, HTML).body
    headings, broken, width = on_a_phone(page, tmp_path)
    assert headings > 8
    assert broken == "[]"
    assert width <= PHONE


@pytest.mark.parametrize("name", ["classic-partnership", "tournament-jja", "solitaire-bliss"])
def test_no_heading_of_a_ruleset_is_broken_on_a_phone(name: str, client: FlaskClient, tmp_path: Path) -> None:
    rulebook = client.post(RESOLVE, json={"ruleset": longest(presets()[name])}, headers={"Accept": HTML})
    rulesets = [longest(presets()[name]), "two-player"]
    comparison = client.post(COMPARE, json={"rulesets": rulesets}, headers={"Accept": HTML})
    for reply in (rulebook, comparison):
        _, broken, width = on_a_phone(reply.get_data(), tmp_path)
        assert broken == "[]"
        assert width <= PHONE


def on_a_phone(page: bytes, folder: Path) -> tuple[int, str, int]:
    """Return the number of headings of a page, their words that are on two lines, and the width of the page."""
    (folder / "page.html").write_bytes(page)
    (folder / "phone.html").write_text(_PHONE, encoding="utf-8")
    shown = browser("--dump-dom", (folder / "phone.html").as_uri())
    title = re.search(r"<title>\[(\d+),(\[.*\]),(\d+)\]</title>", shown)
    assert title is not None
    headings, broken, width = title.groups()
    return int(headings), broken, int(width)
