"""The worked examples: one side's round each, with the figure that its published source gives or implies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

import pytest

from service.spades.rules.preset_loader import presets, resolve
from service.spades.rules.ruleset import Reference, Ruleset
from service.spades.scoring.model import SideScore
from service.spades.scoring.round import score_round
from service.wire.schemas import Request
from service.wire.schemas.rounds_and_games import ScoreRequestSchema
from tests.spades.builders.cards import PLAYERS

EXAMPLES = Path(__file__).parent.parent.parent / "corpus" / "examples.json"
# How many examples each preset has.
ROWS = {
    "classic-partnership": 7,
    "classic-solo": 7,
    "cutthroat": 1,
    "four-player": 14,
    "msn-zone": 4,
    "nello": 13,
    "openspiel": 3,
    "pagat": 31,
    "solitaire-bliss": 10,
    "solo-five-bags": 2,
    "suicide": 2,
    "two-player": 4,
}


class Named(TypedDict):
    name: str
    options: list[str]
    overrides: dict[str, dict[str, object]]


class Row(TypedDict):
    id: str
    ruleset: Named
    bids: list[dict[str, int | bool]]
    tricks: list[int]
    before: dict[str, int]
    expect: dict[str, int]
    basis: str
    source: str


CORPUS: list[Row] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
RUN = [row for row in CORPUS if row["ruleset"]["name"] in presets()]


def _resolved(row: Row) -> Ruleset:
    named = row["ruleset"]
    return resolve(Reference(named["name"], tuple(named["options"]), named["overrides"]))


def request_of(row: Row) -> dict[str, object]:
    """Build a whole round about the one side of a row.

    Its players sit first and opposite each other, and its bids are made in the order of the row. The others bid
    what is harmless, take the tricks that remain, and lead by as much as any blind bid asks for.
    """
    ruleset = _resolved(row)
    count = 4 if 4 in ruleset.packs else min(ruleset.packs)
    players = PLAYERS[:count]
    partnership = ruleset.parameters.table.sides == "partnership"
    side = [players[0], players[count // 2]] if partnership else [players[0]]
    others = [player for player in players if player not in side]
    harmless = dict.fromkeys(others, 4)
    if ruleset.parameters.bidding.restriction == "suicide":
        harmless[others[0]] = 0
    bids = {player: {"player": player, **bid} for player, bid in zip(side, row["bids"], strict=True)}
    bids |= {player: {"player": player, "tricks": tricks} for player, tricks in harmless.items()}
    won = dict(zip(side, row["tricks"], strict=True))
    won |= dict.fromkeys(others, 0) | {others[-1]: ruleset.packs[count].hand_size - sum(row["tricks"])}
    ahead = {"score": row["before"]["score"] + 500}
    standing = {"+".join(side): row["before"]}
    standing |= {"+".join(others): ahead} if partnership else dict.fromkeys(others, ahead)
    return {
        "ruleset": row["ruleset"],
        "players": list(players),
        "bids": [bids[player] for player in players],
        "tricks_won": won,
        "before": standing,
    }


def _scored(row: Row) -> tuple[SideScore, list[str]]:
    """Return the score of the side in question, and what was found in the bids."""
    request: Request = ScoreRequestSchema().load(request_of(row))
    answer = score_round(request.subject, request.ruleset)
    return answer.sides[0], [finding.code for finding in answer.findings]


@pytest.mark.parametrize("row", RUN, ids=[f"{row['id']} ({row['source']})" for row in RUN])
def test_the_side_scores_what_its_source_says(row: Row) -> None:
    side, _ = _scored(row)
    assert (side.points, side.after.score, side.after.bags) == (
        row["expect"]["points"],
        row["expect"]["score"],
        row["expect"]["bags"],
    )
    assert sum(line.points for line in side.lines) == side.points
    assert side.before == (row["before"]["score"], row["before"]["bags"], 0, 0, 0)


def test_every_example_of_a_preset_that_exists_is_run() -> None:
    absent = set(ROWS) - set(presets())
    assert len(CORPUS) == sum(ROWS.values()) == 98
    assert len({row["id"] for row in CORPUS}) == 98
    assert len(RUN) == sum(rows for name, rows in ROWS.items() if name not in absent)
    not_run = {row["id"] for row in CORPUS} - {row["id"] for row in RUN}
    assert not_run == {row["id"] for row in CORPUS if row["ruleset"]["name"] in absent}


def test_the_bids_of_the_examples_are_legal_unless_raised() -> None:
    """The figures rest on legal bids: order of scoring, step 2, raises a nello's partner and nothing else."""
    found = {row["id"]: codes for row in RUN if (codes := _scored(row)[1])}
    assert found == {"S2-14": ["bid_raised"]}
