"""Games that OpenSpiel played: their ids are read as legal rounds, which score the same here."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.notations.openspiel import NOTATION
from service.notations.registry import read, write
from tests.notations.test_properties import state
from tests.spades.builders.asking import ruling

GAMES = [line.split(" | ") for line in (Path(__file__).parent / "openspiel_games.txt").read_text().splitlines()[1:]]


def test_games_that_openspiel_played_are_clean_and_score_the_same() -> None:
    for history, tricks, points in GAMES:
        assert NOTATION.evidence(history)
        (record,) = NOTATION.read(history).records
        ruled = ruling({"ruleset": {"name": "openspiel"}, **record})
        assert (ruled["verdict"], ruled["complete"]) == ("clean", True)
        assert [ruled["tricks_won"][seat] for seat in "NESW"] == [*map(int, tricks.split())]
        found = {side["team"]: side["points"] for side in ruled["as_played"]}
        assert [found["N+S"], found["E+W"]] * 2 == [*map(int, points.split())]
        assert write(record, "openspiel").text == f"{history}\n"


def test_a_state_may_stop_anywhere() -> None:
    ids = GAMES[0][0].split(", ")
    for count in range(1, len(ids) + 1):
        history = ", ".join(ids[:count])
        assert write(read(history, "openspiel")[1].records[0], "openspiel").text == f"{history}\n"


@pytest.mark.xfail(reason="the bids are read as those of other players, and no loss says so")
def test_bids_that_another_than_north_began_keep_their_players_or_are_lost() -> None:
    record = next(each for each in (state(seed, 1, 4) for seed in range(99)) if each["bids"][0]["player"] != "N")
    text, losses = write(record, "openspiel")
    assert losses or read(text, "openspiel")[1].records[0]["bids"] == record["bids"]
