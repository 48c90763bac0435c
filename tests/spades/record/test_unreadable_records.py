"""Every reason for which a sheet or a record cannot be read."""

from __future__ import annotations

import pytest

from tests.spades.builders.cards import Json
from tests.spades.builders.records import bids
from tests.spades.builders.requests import NAMES, Found, Overrides, clubs, faults_of, log, result_of, round_sheet

BY_TEAM: Overrides = {"bids": {"by": "team"}}
BIDS_ITSELF: Overrides = {"bids": {"first_round": "bids_itself"}}
REDS_AND_BLUES = [{"name": "Reds", "players": ["ana", "cy"]}, {"name": "Blues", "players": ["ben", "dee"]}]


# What can't be read.


@pytest.mark.parametrize(
    ("request_", "overrides", "found"),
    [
        # The table, under the pointers of the request.
        pytest.param(
            round_sheet(players=["ana", "ben", "ana", "dee"]),
            {},
            [("#/players/2", "duplicate_player")],
            id="a player twice",
        ),
        pytest.param(round_sheet(players=NAMES[:3]), {}, [("#/players", "player_count")], id="A1: too few players"),
        pytest.param(
            log(teams=[{"name": "Reds", "players": ["ana", "ben"]}]),
            {},
            [("#/teams/0/players", "not_a_side")],
            id="A2: another partition",
        ),
        pytest.param(
            log(teams=[{"name": "Reds", "players": ["ana", "eve"]}]),
            {},
            [("#/teams/0/players/1", "unknown_player")],
            id="a player of a team who is not there",
        ),
        pytest.param(
            log(teams=[{"name": "ben+dee", "players": ["ana", "cy"]}]),
            {},
            [("#/teams", "duplicate_team")],
            id="two teams of one name",
        ),
        # Bids.
        pytest.param(
            round_sheet(bids=[{"tricks": 4}, *bids("ben 3, cy 3, dee 2")]),
            {},
            [("#/bids/0", "player_or_team")],
            id="a bid of nobody",
        ),
        pytest.param(
            round_sheet(bids=[*bids("ana 4, ben 3, dee 2"), {"player": "cy", "team": "ana+cy", "tricks": 4}]),
            {},
            [("#/bids/3", "player_or_team")],
            id="a bid of a player and of a team",
        ),
        pytest.param(
            round_sheet(bids=bids("ana 4, bob 3, cy 3, dee 2")),
            {},
            [("#/bids/1/player", "unknown_player")],
            id="a bid of a stranger",
        ),
        pytest.param(
            round_sheet(bids=[*bids("ben 3, dee 2"), {"team": "ana+ben", "tricks": 4}]),
            {},
            [("#/bids/2/team", "unknown_team")],
            id="a bid of another team",
        ),
        pytest.param(
            round_sheet(bids=[*bids("ben 3, dee 2"), {"team": "cy+ana", "tricks": 4}]),
            {},
            [("#/bids/2/team", "unknown_team")],
            id="a team named in another order",
        ),
        pytest.param(
            round_sheet(bids=[*bids("ben 3, dee 2"), {"team": "ana+cy", "tricks": 4}], teams=REDS_AND_BLUES),
            {},
            [("#/bids/2/team", "unknown_team")],
            id="a team by the name that it would have had",
        ),
        pytest.param(
            round_sheet(bids=[*bids("ben 3, dee 2"), {"team": "ana+cy", "tricks": 0}]),
            {},
            [("#/bids/2", "nil_needs_player")],
            id="C2, C5: a nil of a team",
        ),
        pytest.param(
            log(bids=[{"team": "ana+cy", "tricks": 0, "kind": "blind_nil"}]),
            {},
            [("#/bids/0", "nil_needs_player")],
            id="C2, C5: a blind nil of a team",
        ),
        pytest.param(
            round_sheet(bids=[*bids("ana 4, ben 3, cy 3, dee 2"), *bids("ben 4")]),
            {},
            [("#/bids/4", "bid_repeated")],
            id="C11: a second bid in a finished sheet",
        ),
        pytest.param(
            round_sheet(bids=[*bids("ana 4, ben 3, dee 2"), {"team": "ana+cy", "tricks": 7}]),
            {},
            [("#/bids/3", "bid_repeated")],
            id="C2: a bid of the team after one of its player",
        ),
        pytest.param(
            round_sheet(bids=[{"team": "ana+cy", "tricks": 7}, *bids("ana 4, ben 3, dee 2")]),
            {},
            [("#/bids/1", "bid_repeated")],
            id="C2: a bid of a player after one of the team",
        ),
        pytest.param(
            round_sheet(bids=bids("ana 4, ben 3, cy 3, dee 2")),
            BY_TEAM,
            [("#/bids/2", "bid_repeated"), ("#/bids/3", "bid_repeated")],
            id="C2: two bids of a side that bids as one",
        ),
        pytest.param(
            round_sheet(bids=bids("ana 4, ben 3, dee 2")), {}, [("#/bids", "bid_missing")], id="a bid is missing"
        ),
        pytest.param(round_sheet(bids=[]), {}, [("#/bids", "bid_missing")] * 4, id="all bids are missing"),
        pytest.param(
            round_sheet(bids=bids("ana 4")), BY_TEAM, [("#/bids", "bid_missing")], id="C2: the bid of a side is missing"
        ),
        # Tricks won.
        pytest.param(
            round_sheet(tricks_won={"ana": 8, "ben": 5, "cyd": 0}),
            {},
            [("#/tricks_won/cyd", "unknown_player")],
            id="tricks of a stranger",
        ),
        pytest.param(
            round_sheet(tricks_won={"ana+cy": 13, "dee+ben": 0}),
            {},
            [("#/tricks_won/dee+ben", "unknown_player")],
            id="tricks of a team named in another order",
        ),
        pytest.param(
            round_sheet(tricks_won={"ana+cy": 8, "ana": 5, "ben": 3, "dee": 2}),
            {},
            [("#/tricks_won/ana+cy", "doubled_tricks")],
            id="tricks told twice",
        ),
        pytest.param(
            round_sheet(tricks_won={"ana": 5, "ben": 3, "cy": 3, "dee": 1}),
            {},
            [("#/tricks_won", "tricks_total")],
            id="step 1: a trick too few",
        ),
        pytest.param(
            round_sheet(tricks_won={"ana": 5, "ben": 3, "cy": 3, "dee": 3}),
            {},
            [("#/tricks_won", "tricks_total")],
            id="step 1: a trick too many",
        ),
        pytest.param(round_sheet(tricks_won={}), {}, [("#/tricks_won", "tricks_total")], id="step 1: no tricks"),
        pytest.param(
            round_sheet(bids=bids("ana 0, ben 3, cy 3, dee 2"), tricks_won={"ana+cy": 8, "ben+dee": 5}),
            {},
            [("#/tricks_won/ana+cy", "nil_needs_player")],
            id="step 3: a nil is judged on its bidder's tricks",
        ),
        # The rest.
        pytest.param(
            round_sheet(before={"cy+ana": {}}), {}, [("#/before/cy+ana", "unknown_team")], id="the standing of no team"
        ),
        pytest.param(
            round_sheet(before={"ana": {}}), {}, [("#/before/ana", "unknown_team")], id="the standing of a partner"
        ),
        pytest.param(round_sheet(dealer="eve"), {}, [("#/dealer", "unknown_player")], id="a dealer who is not there"),
        pytest.param(
            round_sheet(bids=[]), BIDS_ITSELF, [("#/round_number", "required")], id="C14: which round, in a sheet"
        ),
        pytest.param(log(), BIDS_ITSELF, [("#/round_number", "required")], id="C14: which round, in a record"),
        pytest.param(log(hands={"eve": ["2C"]}), {}, [("#/hands/eve", "unknown_player")], id="the hand of a stranger"),
        pytest.param(
            log(tricks=[clubs(*NAMES), clubs("ana", "eve", "cy", "fay")]),
            {},
            [("#/tricks/1/plays/1/player", "unknown_player"), ("#/tricks/1/plays/3/player", "unknown_player")],
            id="cards of strangers",
        ),
        pytest.param(
            log(tricks=[clubs(*NAMES, leader="eve")]),
            {},
            [("#/tricks/0/leader", "unknown_player")],
            id="a stranger leads",
        ),
        pytest.param(
            log(tricks=[clubs(*NAMES, winner="eve")]),
            {},
            [("#/tricks/0/winner", "unknown_player")],
            id="a stranger wins",
        ),
        pytest.param(
            log(exchanges=[{"from": "ana", "to": "cy", "cards": []}, {"from": "eve", "to": "fay", "cards": []}]),
            {},
            [("#/exchanges/1/from", "unknown_player"), ("#/exchanges/1/to", "unknown_player")],
            id="strangers exchange cards",
        ),
    ],
)
def test_what_can_not_be_read(request_: Json, overrides: Overrides, found: Found) -> None:
    assert faults_of(request_, overrides) == found


@pytest.mark.parametrize("name", ["x" * 64, "x" * 65, "\U0001f0a1" * 400])
def test_a_name_is_not_repeated_at_length(name: str) -> None:
    request = round_sheet(bids=[{"team": name, "tricks": 4}, *bids("ben 3, dee 2")])
    assert faults_of(request) == [("#/bids/0/team", "unknown_team")]


# Several faults at once.


def test_every_fault_of_a_sheet_is_reported_at_once() -> None:
    request = round_sheet(
        dealer="eve",
        bids=[*bids("ana 4, bob 3"), {"tricks": 1}, {"team": "cy+ana", "tricks": 2}],
        tricks_won={"ana+cy": 8, "ana": 1, "xi": 3},
        before={"reds": {}},
    )
    assert set(faults_of(request, BIDS_ITSELF)) == {
        ("#/dealer", "unknown_player"),
        ("#/bids/1/player", "unknown_player"),
        ("#/bids/2", "player_or_team"),
        ("#/bids/3/team", "unknown_team"),
        ("#/tricks_won/ana+cy", "doubled_tricks"),
        ("#/tricks_won/xi", "unknown_player"),
        ("#/tricks_won", "tricks_total"),
        ("#/before/reds", "unknown_team"),
        ("#/round_number", "required"),
    }


def test_every_fault_of_a_record_is_reported_at_once() -> None:
    request = log(
        dealer="eve",
        bids=bids("fay 1"),
        hands={"a/b": []},
        exchanges=[{"from": "x", "to": "ana", "cards": []}],
        tricks=[clubs("ana", "y", leader="z")],
        before={"~": {}},
    )
    assert set(faults_of(request)) == {
        ("#/dealer", "unknown_player"),
        ("#/bids/0/player", "unknown_player"),
        ("#/hands/a~1b", "unknown_player"),
        ("#/exchanges/0/from", "unknown_player"),
        ("#/tricks/0/plays/1/player", "unknown_player"),
        ("#/tricks/0/leader", "unknown_player"),
        ("#/before/~0", "unknown_team"),
    }


def test_every_missing_or_repeated_bid_is_reported_at_once() -> None:
    request = round_sheet(bids=[*bids("ana 4"), *bids("ana 4"), {"team": "ben+dee", "tricks": 5}, *bids("dee 1")])
    assert set(faults_of(request)) == {
        ("#/bids/1", "bid_repeated"),
        ("#/bids", "bid_missing"),
        ("#/bids/3", "bid_repeated"),
    }


@pytest.mark.parametrize(("count", "hand_size"), [(3, 17), (4, 13), (5, 10), (6, 8)])
def test_the_tricks_add_up_to_the_size_of_a_hand(count: int, hand_size: int) -> None:
    """Order of scoring, step 1, whatever the number of players."""
    players = [*NAMES, "eve", "fay"][:count]
    house: Overrides = {
        "table": {"players": [3, 4, 5, 6], "sides": "individual"},
        "deck": {"leftover": "set_aside"},
    }
    calls = bids(", ".join(f"{player} 1" for player in players))
    assert (
        result_of({"players": players, "bids": calls, "tricks_won": {"ana": hand_size}}, house).side_tricks[0]
        == hand_size
    )
    for wrong in (hand_size - 1, hand_size + 1):
        request = {"players": players, "bids": calls, "tricks_won": {"ana": wrong}}
        assert faults_of(request, house) == [("#/tricks_won", "tricks_total")]
