"""The steps of computations are counted, and bounded, so that no request takes a worker for long; nothing is timed."""

from __future__ import annotations

from itertools import cycle, islice
from typing import Any

import orjson
import pytest

from service.operations.operation import MOST_STEPS
from service.operations.runner import runner_of
from service.problems import Problem
from tests.counted_calls import calls_in
from tests.http.bodies import AUDIT, AUDIT_GAME, CLAIM, COMPARE_ROUND, asking, example
from tests.operations.costly_claims import costly_claims
from tests.spades.builders.random_rounds import chance_round

OPERATIONS = {
    AUDIT: "auditRound",
    AUDIT_GAME: "auditGame",
    CLAIM: "judgeClaim",
    COMPARE_ROUND: "compareRound",
}


def steps(path: str, body: bytes) -> list[int]:
    """Return the number of each step as those who wait are told it."""
    told: list[int] = []
    runner_of(OPERATIONS[path]).run(body, told.append)
    return told


def spoilt() -> dict[str, Any]:
    """Return a record in which two names of a trick are exchanged, so that many slips of the pen are weighed."""
    record = dict(chance_round(0, {"name": "openspiel"}, 4, 13).body)
    del record["hands"], record["stopped"]
    plays = record["tricks"][2]["plays"]
    plays[0], plays[2] = plays[2], plays[0]
    return record


def game(rounds: int) -> bytes:
    """Return a game of rounds that are all spoilt; points for another reason in each tell them apart from copies."""
    record = spoilt()
    body = {name: record.pop(name) for name in ("ruleset", "players")}
    record.pop("before", None)
    given = {"team": "ana+cy", "points": 1}
    own = [{**record, "adjustments": [{**given, "reason": f"Board {number}"}]} for number in range(rounds)]
    return orjson.dumps({**body, "rounds": own})


def early_claim() -> bytes:
    """Return a claim with all cards in hand, so that its questions need more positions than they have."""
    pack = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    players = ["ana", "ben", "cy", "dee"]
    hands = {
        player: [pack[(4 * place + (seat + place) % 4)] for place in range(13)] for seat, player in enumerate(players)
    }
    return orjson.dumps(
        {
            "ruleset": "pagat",
            "players": players,
            "hands": hands,
            "leader": "ana",
            "spades_broken": False,
            "claim": {"by": "ana", "tricks": 6},
        }
    )


@pytest.mark.parametrize("path", OPERATIONS)
def test_whoever_waits_is_told_of_every_step(path: str) -> None:
    told = steps(path, {AUDIT_GAME: game(2), CLAIM: early_claim()}.get(path) or asking(path))
    assert told == list(range(1, len(told) + 1))
    assert told


def test_every_mended_record_that_is_judged_is_a_step() -> None:
    assert len(steps(AUDIT, orjson.dumps(spoilt()))) > 5 * len(steps(AUDIT, asking(AUDIT)))


def test_an_answer_that_takes_too_many_steps_is_refused_at_the_same_one_each_time() -> None:
    told: list[int] = []
    for _ in range(2):
        with pytest.raises(Problem) as refused:
            runner_of("auditGame").run(game(140), told.append)
        assert refused.value.slug == "too-large"
        assert refused.value.detail.startswith("Judging this takes more work than the service does for one request. ")
        assert refused.value.detail.endswith("the standing after the last one.")
    assert told == [*range(1, MOST_STEPS + 1)] * 2


def test_a_game_of_thirty_rounds_fits_as_the_refusal_of_a_longer_one_says() -> None:
    """Of 461 records with random slips, the most expensive took 21 steps a round."""
    assert 10 * 30 <= len(steps(AUDIT_GAME, game(30))) <= MOST_STEPS
    with pytest.raises(Problem) as refused:
        runner_of("auditGame").run(game(140))
    assert "Up to 30 rounds fit, unless many of them end with a claim that was not accepted." in refused.value.detail


def test_what_people_write_takes_far_fewer() -> None:
    """A game of ten rounds that are all spoilt, and one of as many rounds as a game may have."""
    assert len(steps(AUDIT_GAME, game(10))) <= MOST_STEPS // 2
    rows = example("/v1/games/score")
    rows["rounds"] = list(islice(cycle(rows["rounds"]), 200))
    assert len(steps(AUDIT_GAME, orjson.dumps(rows))) <= MOST_STEPS // 2


def test_small_searches_take_steps_too() -> None:
    """Fifty rounds that each end with an early claim have few positions each, and yet take long."""
    early = orjson.loads(early_claim())
    played: dict[str, Any] = {"dealer": "dee", "bids_by_player": dict.fromkeys(early["players"], 3), "tricks": []}
    claimed = {**played, "hands": early["hands"], "claim": {**early["claim"], "accepted": False}}
    endless = {"name": "pagat", "overrides": {"game": {"target": 100_000, "floor": -100_000}}}
    body = {"ruleset": endless, "players": early["players"], "rounds": [claimed] * 50}
    assert len(steps(AUDIT_GAME, orjson.dumps(body))) >= 8 * 50


@pytest.mark.parametrize("claim", costly_claims(), ids=["a single trick", "three nils"])
def test_a_claim_takes_no_more_than_is_promised(claim: dict[str, Any]) -> None:
    """SECURITY.md promises seconds; a million calls of functions took 0.36 there. Both took 1.5 million before."""
    body = orjson.dumps(claim)
    assert calls_in(lambda: runner_of("judgeClaim").run(body)) < 1_400_000
