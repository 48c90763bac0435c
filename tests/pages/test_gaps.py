"""The page of a ruling on a round that lacks tricks: where they are, their numbers, what the score rests on."""

from __future__ import annotations

import orjson
import pytest

from service.operations.runner import runner_of
from tests.spades.builders.cards import Json
from tests.spades.builders.records import record, trick
from tests.spades.builders.rulesets import rules

TRICKS = (trick("ana KH 3H 3S 2H"), trick("dee AC 5C 7C 9H"))
MINUS = "\N{MINUS SIGN}"


def page_of(*said: Json, **overrides: Json) -> list[str]:
    """Return the lines of the page on a round of two tricks, of which this is said."""
    body = record(
        rules(4, **overrides),
        bid="ana 3, ben 3, cy 4, dee 2",
        tricks=[{**each, **own} for each, own in zip(TRICKS, said, strict=True)],
        reported={"tricks_won": {"ana+cy": 8, "ben+dee": 5}},
    )
    runner = runner_of("auditRound")
    exchange = runner.run(orjson.dumps(body))
    write = next(write for kind, write in runner.computation.pages.items() if "markdown" in kind)
    return write(exchange).decode().replace(MINUS, "-").splitlines()


def rows_of(page: list[str]) -> list[str]:
    """Return the first cells of the table of tricks."""
    return [line.split(" | ")[0] for line in page[page.index("## The tricks") + 4 :] if line.startswith("| ")]


@pytest.mark.parametrize(
    ("said", "rows", "counted"),
    [
        ([{"number": 5}, {"number": 9}], ["| …", "| 5", "| …", "| 9"], False),
        ([{"number": 1}, {"number": 9}], ["| 1", "| …", "| 9"], False),
        ([{"after_gap": True}, {"after_gap": True}], ["| …", "| 1", "| …", "| 2"], True),
        ([{}, {"after_gap": True}], ["| 1", "| …", "| 2"], True),
    ],
)
def test_tricks_stand_where_they_are(said: list[Json], rows: list[str], *, counted: bool) -> None:
    page = page_of(*said)
    assert rows_of(page) == rows
    number = rows[-1].removeprefix("| ")
    assert f"- Proof: Trick {number}, card 4 (9♥)." in page
    (score,) = [line for line in page if line.startswith("- Score: ")]
    assert "The tricks are those of the score sheet." in score
    assert any("Tricks are counted as they are recorded." in line for line in page) is counted
    assert "| ana | ana+cy | |" in page  # nobody knows who of them won how many


def test_the_headline_names_what_a_penalty_turns_for_the_other_side() -> None:
    """Rulings, disputes as people remember them: the headline looks at both sides."""
    page = page_of({"number": 5}, {"number": 9}, penalties={"revoke": {"to": "opponents"}})
    assert any("ben+dee: +53 instead of +50." in line for line in page if line.startswith("- Score: "))
