"""Sheets, records, games, tricks and hands: from names to seats."""

from __future__ import annotations

import pytest

from service.spades.cards import INDEX
from service.spades.errors import pointer_to
from service.spades.record.model import Bid, Draw, Exchange, GameRecord, RoundRecord, RoundResult, Standing, Trick
from service.spades.record.parse import parse_game, parse_moment, parse_trick
from service.wire.schemas import RequestSchema
from service.wire.schemas.rounds_and_games import AuditedGameRequestSchema, GameRequestSchema
from service.wire.schemas.table_questions import PlaysRequestSchema, TrickRequestSchema
from tests.spades.builders.cards import Json
from tests.spades.builders.members import members
from tests.spades.builders.records import bids
from tests.spades.builders.requests import (
    NAMES,
    Overrides,
    clubs,
    faults_of,
    game_sheet,
    log,
    pagat,
    record_of,
    result_of,
    round_sheet,
    unreadable,
)
from tests.spades.builders.scores import sides_of_row

ALONE: Overrides = {"table": {"sides": "individual"}}
BY_TEAM: Overrides = {"bids": {"by": "team"}}
BIDS_ITSELF: Overrides = {"bids": {"first_round": "bids_itself"}}


def game_of(request: Json, overrides: Overrides | None = None) -> GameRecord:
    return parse_game(pagat(overrides), members(GameRequestSchema, request))


def test_play_was_stopped_only_where_a_record_says_so() -> None:
    assert not record_of(log()).stopped
    assert record_of(log(stopped=True)).stopped
    assert not record_of(log(stopped=False)).stopped
    row = {**round_sheet(), "stopped": True}
    assert ("#/rounds/0/stopped", "needs_tricks") in unreadable(AuditedGameRequestSchema, game_sheet(row))


# What a sheet says.


@pytest.mark.parametrize(
    ("tricks_won", "by_side", "by_seat"),
    [
        pytest.param({"ana": 5, "ben": 3, "cy": 3, "dee": 2}, (8, 5), (5, 3, 3, 2), id="by player"),
        pytest.param({"dee": 2, "cy": 3, "ben": 3, "ana": 5}, (8, 5), (5, 3, 3, 2), id="in any order"),
        pytest.param({"ana": 13}, (13, 0), (13, 0, 0, 0), id="who is absent won none"),
        pytest.param({"ana+cy": 8, "ben+dee": 5}, (8, 5), (None, None, None, None), id="by team"),
        pytest.param({"ana+cy": 13}, (13, 0), (None, 0, None, 0), id="a team that is absent won none"),
        pytest.param({"ana+cy": 8, "ben": 3, "dee": 2}, (8, 5), (None, 3, None, 2), id="mixed"),
        pytest.param({"ben": 5, "ana+cy": 8}, (8, 5), (None, 5, None, 0), id="mixed, one partner absent"),
    ],
)
def test_tricks_are_given_by_player_or_by_team(
    tricks_won: dict[str, int], by_side: tuple[int, ...], by_seat: tuple[int | None, ...]
) -> None:
    result = result_of(round_sheet(tricks_won=tricks_won))
    assert (result.side_tricks, result.seat_tricks) == (by_side, by_seat)


def test_each_for_oneself_the_player_is_the_team() -> None:
    result = result_of(round_sheet(), ALONE)
    assert result.side_tricks == result.seat_tricks == (5, 3, 3, 2)


def test_the_bids_stand_in_the_order_in_which_they_were_made() -> None:
    request = round_sheet(bids=[*bids("cy 3, dee 2"), {"player": "ana", "tricks": 6, "kind": "blind"}, *bids("ben 0")])
    assert result_of(request).bids == (
        Bid(0, 2, 0, 3, "number"),
        Bid(1, 3, 1, 2, "number"),
        Bid(2, 0, 0, 6, "blind"),
        Bid(3, 1, 1, 0, "nil"),
    )


def test_a_team_may_bid_as_one() -> None:
    """Catalogue C2: a sheet that records only team bids is still scored where nil does not matter."""
    request = round_sheet(
        bids=[{"team": "ana+cy", "tricks": 7}, {"team": "ben+dee", "tricks": 5, "kind": "blind"}],
        tricks_won={"ana+cy": 8, "ben+dee": 5},
    )
    result = result_of(request)
    assert result.bids == (Bid(0, None, 0, 7, "number"), Bid(1, None, 1, 5, "blind"))
    assert [side.points for side in sides_of_row(result, pagat())] == [71, 100]


def test_one_team_may_bid_as_one_and_the_other_by_player() -> None:
    request = round_sheet(bids=[{"team": "ana+cy", "tricks": 7}, *bids("ben 3, dee 0")])
    assert [side.points for side in sides_of_row(result_of(request), pagat())] == [71, 30 - 100 + 2]


def test_a_team_of_one_is_its_player() -> None:
    """Catalogue A2: each for oneself, a nil too may be bid by the team."""
    calls = [{"team": "Ana the First", "tricks": 0}, *bids("ben 3, cy 3, dee 2")]
    request = round_sheet(
        bids=calls, teams=[{"name": "Ana the First", "players": ["ana"]}], tricks_won={"ben": 7, "cy": 4, "dee": 2}
    )
    result = result_of(request, ALONE)
    assert result.bids[0] == Bid(0, 0, 0, 0, "nil")
    assert sides_of_row(result, pagat(ALONE))[0].points == 100


def test_sides_that_bid_as_one_need_one_bid_each() -> None:
    """Catalogue C2: by team, whoever says it."""
    calls = [{"team": "ana+cy", "tricks": 7}, {"player": "dee", "tricks": 4}]
    assert [bid.side for bid in result_of(round_sheet(bids=calls), BY_TEAM).bids] == [0, 1]


def test_the_standing_before() -> None:
    before = {"ben+dee": {"score": -30, "bags": 2, "sets": 1, "revokes": 3}}
    assert result_of(round_sheet(before=before)).before == (Standing(), Standing(-30, 2, 1, 3))
    assert result_of(round_sheet(before={})).before == (Standing(), Standing())
    assert result_of(round_sheet()).before is None


def test_dealer_and_round() -> None:
    result = result_of(round_sheet(dealer="dee", round_number=3))
    assert (result.dealer, result.round_number) == (3, 3)
    assert (result_of(round_sheet()).dealer, result_of(round_sheet()).round_number) == (None, None)


def test_the_round_that_bids_itself_has_no_bids() -> None:
    """Catalogue C14."""
    result = result_of(round_sheet(bids=[], round_number=1), BIDS_ITSELF)
    assert (result.bids, result.side_tricks) == ((), (8, 5))


@pytest.mark.parametrize("name", ["a/b~c", "%2F", "ana", "0", "ben+dee!", "é", "\n", "x" * 64])
def test_a_team_by_any_name(name: str) -> None:
    """Names are the caller's own; a pointer to one is escaped."""
    teams = [{"name": name, "players": ["cy", "ana"]}]
    if name == "ana":
        assert faults_of(round_sheet(teams=teams)) == [("#/teams", "ambiguous_team")]
        return
    calls = [{"team": name, "tricks": 7}, *bids("ben 3, dee 2")]
    request = round_sheet(teams=teams, bids=calls, tricks_won={name: 8, "ben+dee": 5}, before={name: {"score": 7}})
    result = result_of(request)
    assert result.side_tricks == (8, 5)
    assert result.before == (Standing(7), Standing())
    assert faults_of(round_sheet(teams=teams, tricks_won={name: 8, "ana": 1, "ben": 5})) == [
        (pointer_to("tricks_won", name), "doubled_tricks")
    ]
    assert faults_of(round_sheet(before={name: {}})) == [(pointer_to("before", name), "unknown_team")]


# What a record says.


def test_a_record_is_laid_out_by_seats() -> None:
    request = log(
        dealer="dee",
        round_number=2,
        hands={"cy": ["2C", "AS"], "ana": []},
        set_aside=["2D"],
        exchanges=[{"from": "ana", "to": "cy", "cards": ["3C", "4C"]}],
        before={"ana+cy": {"score": 9}},
        tricks=[clubs("ben", "cy", "dee", "ana", leader="ben", winner="ana"), clubs("ana", "dee")],
    )
    record = record_of(request)
    assert record.hands == ((), None, (INDEX["2C"], INDEX["AS"]), None)
    assert record.tricks == (Trick((1, 2, 3, 0), (0, 1, 2, 3), 1, 0), Trick((0, 3), (0, 1), None, None))
    assert record.exchanges == (Exchange(0, 2, (INDEX["3C"], INDEX["4C"])),)
    assert (record.dealer, record.round_number, record.set_aside) == (3, 2, (INDEX["2D"],))
    assert record.before == (Standing(9), Standing())


def test_the_draws_of_a_record() -> None:
    """Catalogue A3."""
    draws = [{"player": "ben", "cards": ["2C", "3C"], "kept": ["3C"]}, {"player": "ana", "cards": [], "kept": []}]
    record = record_of(log(draws=draws))
    assert record.draws == (Draw(1, (INDEX["2C"], INDEX["3C"]), (INDEX["3C"],)), Draw(0, (), ()))


def test_a_record_may_hold_very_little() -> None:
    record = record_of({"players": NAMES, "bids": [], "tricks": []})
    assert record == RoundRecord(table=record.table, bids=(), tricks=(), hands=(None,) * 4)


def test_a_record_that_breaks_the_rules_is_read_all_the_same() -> None:
    """A record is evidence: bids doubled and missing, tricks too long, cards twice and too many are findings."""
    record = record_of(
        log(
            bids=[*bids("ana 4"), *bids("ana 5"), *bids("cy 54")],
            tricks=[clubs("ana", "ana", "cy"), clubs(), *([clubs(*NAMES)] * 14)],
            hands={"ana": ["2C", "2C", "BJ"]},
            exchanges=[{"from": "ana", "to": "ben", "cards": []}],
        )
    )
    assert (len(record.bids), len(record.tricks)) == (3, 16)


def test_a_game_is_a_row_of_sheets() -> None:
    first, second = round_sheet(dealer="dee"), round_sheet(tricks_won={"ana+cy": 13})
    del first["players"], second["players"]
    read = game_of(game_sheet(first, second, first_dealer="dee", before={"ana+cy": {"score": 5}}))
    assert [each.round_number for each in read.rounds] == [1, 2]
    assert [each.dealer for each in read.rounds] == [3, None]
    assert [each.side_tricks for each in read.rounds if isinstance(each, RoundResult)] == [(8, 5), (13, 0)]
    assert (read.first_dealer, read.before) == (3, (Standing(5), Standing()))


@pytest.mark.parametrize("schema", [GameRequestSchema, AuditedGameRequestSchema])
def test_a_game_has_one_first_dealer(schema: type[RequestSchema]) -> None:
    """Design: never a silent correction; what the request says twice it has to say alike."""
    first = round_sheet(dealer="dee")
    del first["players"]
    assert unreadable(schema, game_sheet(first, first_dealer="ana")) == [("#/rounds/0/dealer", "two_dealers")]


def test_every_fault_of_a_game_is_reported_at_once() -> None:
    rounds: list[Json] = [
        {"bids": bids("eve 4"), "tricks_won": {"ana": 13}},
        {"bids": bids("ana 4, ben 3, cy 3, dee 2"), "tricks_won": {"ana": 13}},
        {"bids": [], "tricks_won": {"ana": 12}, "dealer": "eve"},
        {"bids": bids("ana 4, ben 3, cy 3"), "tricks_won": {"ana": 13}},
        {"bids": bids("ana 0, ben 3, cy 3, dee 2"), "tricks_won": {"ana+cy": 13}},
    ]
    request = game_sheet(*rounds, first_dealer="fay", before={"reds": {}})
    assert unreadable(GameRequestSchema, request) == [
        ("#/first_dealer", "unknown_player"),
        ("#/before/reds", "unknown_team"),
        ("#/rounds/0/bids/0/player", "unknown_player"),
        ("#/rounds/2/dealer", "unknown_player"),
        ("#/rounds/2/tricks_won", "tricks_total"),
        ("#/rounds/3/bids", "bid_missing"),
        ("#/rounds/4/tricks_won/ana+cy", "nil_needs_player"),
    ]


def test_the_first_round_of_a_game_may_bid_itself() -> None:
    """Catalogue C14: which round it is, its place tells."""
    unbid: Json = {"bids": [], "tricks_won": {"ana": 13}}
    assert game_of(game_sheet(unbid), BIDS_ITSELF).rounds[0].bids == ()
    assert (
        unreadable(GameRequestSchema, game_sheet(unbid, unbid), BIDS_ITSELF) == [("#/rounds/1/bids", "bid_missing")] * 4
    )


def test_a_single_trick() -> None:
    plays = [{"player": "cy", "card": "2H"}, {"player": "dee", "card": "KH"}]
    request: Json = {"players": NAMES, "plays": plays, "leader": "ana", "hands": {"dee": ["KH"]}}
    read = parse_trick(pagat(), members(TrickRequestSchema, request))
    assert read.trick == Trick((2, 3), (INDEX["2H"], INDEX["KH"]))
    assert read.hands == (None, None, None, (INDEX["KH"],))
    assert read.expected == 0
    faulty = {"players": NAMES, "plays": [{"player": "eve", "card": "2H"}], "leader": "fay", "hands": {"gil": []}}
    assert set(unreadable(TrickRequestSchema, faulty)) == {
        ("#/plays/0/player", "unknown_player"),
        ("#/leader", "unknown_player"),
        ("#/hands/gil", "unknown_player"),
    }


def test_a_single_hand() -> None:
    """The players need not be named if the ruleset has one table."""
    request: Json = {
        "hand": ["2H", "AS"],
        "plays": [{"player": "ana", "card": "KH"}],
        "trick_number": 3,
        "spades_broken": False,
    }
    pack, hand, _ = parse_moment(pagat(), members(PlaysRequestSchema, request))
    assert (pack.players, hand) == (4, (INDEX["2H"], INDEX["AS"]))
    several: Overrides = {"table": {"players": [4, 6]}, "deck": {"leftover": "set_aside"}}
    assert unreadable(PlaysRequestSchema, request, several) == [("#/players", "required")]
    six = [*NAMES, "eve", "fay"]
    assert parse_moment(pagat(several), members(PlaysRequestSchema, request | {"players": six}))[0].hand_size == 8
    strange = request | {"players": NAMES, "plays": [{"player": "eve", "card": "KH"}]}
    assert unreadable(PlaysRequestSchema, strange) == [("#/plays/0/player", "unknown_player")]
