"""Games that OpenSpiel played: their ids are read as legal rounds, which score the same here."""

from __future__ import annotations

from pathlib import Path

from service.notations.openspiel import NOTATION
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


def test_a_state_may_stop_anywhere() -> None:
    ids = GAMES[0][0].split(", ")
    (whole,) = NOTATION.read(GAMES[0][0]).records
    for count in range(1, len(ids) + 1):
        (record,) = NOTATION.read(", ".join(ids[:count])).records
        dealt, bids = sum(map(len, record["hands"].values())), record.get("bids", [])
        plays = [play for trick in record["tricks"] for play in trick["plays"]]
        assert dealt + len(bids) + len(plays) == count
        # Until a card shows who began, North is taken to have.
        assert not plays or bids == whole["bids"]
        assert plays == [play for trick in whole["tricks"] for play in trick["plays"]][: len(plays)]
