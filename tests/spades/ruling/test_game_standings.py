"""How much is tried for a game that may stand in several ways; tests/cases/game_standings.txt says what is found."""

from __future__ import annotations

import orjson

from service.operations.runner import runner_of
from tests.naive.spoilt.generator import careless_record
from tests.spades.builders.asking import ask
from tests.spades.builders.audited_games import game, in_game, row, ruled
from tests.spades.builders.cards import Json
from tests.spades.builders.legal_rounds import legal_round
from tests.spades.builders.records import bids

FIRST = row(0, 7, score={"ana+cy": 52, "ben+dee": 51})
THIRD = row(2, 5, score={"ana+cy": 155, "ben+dee": 154})


def test_what_a_side_may_have_bid_is_tried_a_bid_at_a_time() -> None:
    """Also where what it scores is known from another game: the same game takes as many steps each time."""
    asked = orjson.dumps(game(FIRST, THIRD))
    steps = []
    for _ in range(2):
        told: list[int] = []
        runner_of("auditGame").run(asked, told.append)
        steps.append(len(told))
    each_bid = len(range(2, 14)) + len(range(1, 14))  # of both partners, and of the one beside a nil
    assert steps == [each_bid] * 2


def doubtful() -> Json:
    """Return a record in which cy bids both 1 and 4: one of them may be the bid of dee, which is missing."""
    return in_game(legal_round(), bids=bids("ana 4, ben 3, cy 1, cy 4"), dealer="dee")


def test_no_round_changes_the_records_that_may_be_tried_for_another() -> None:
    """Rulings, bounded work: by the number of rounds alone."""
    rounds = [doubtful(), row(1, 7), doubtful()]
    first = ruled(game(*rounds))["rounds"][0]
    assert ruled(game(rounds[0], rounds[1], row(2, 7)))["rounds"][0] == first


def test_after_a_round_of_which_not_everything_was_tried_the_standing_is_not_known() -> None:
    """Rulings, bounded work: what was not tried is undecided, and may cost something."""
    record = careless_record(22001)
    written = {name: value for name, value in record.items() if name not in {"ruleset", "players", "before", "dealer"}}
    played = {"ruleset": record["ruleset"], "players": record["players"], "rounds": [written]}
    answer = ruled(played)
    (round_,) = answer["rounds"]
    assert (round_["limit_reached"], "as_ruled" in round_, "standing" in answer) == (True, True, False)
    assert any(question["severity"] == "offence" for question in round_["undecided"])
    # A running sheet has no place for a score that nobody knows.
    written.pop("reported", None)
    (fault,) = ask("scoreGame", played, 422)["errors"]
    assert (fault["pointer"], fault["code"]) == ("#/rounds/0", "unfinished_round")
