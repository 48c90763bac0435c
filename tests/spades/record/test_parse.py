"""From names to seats: what a sheet or a record says, and every reason why one can't be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import pytest

from service.spades.cards import CODES, INDEX
from service.spades.errors import UnreadableRecord
from service.spades.pointers import pointer_to
from service.spades.record.model import Bid, Draw, Exchange, RoundRecord, RoundResult, Standing, Trick
from service.spades.record.parse import read_audited_game, read_game, read_moment, read_record, read_result, read_trick
from service.spades.rules.preset_loader import resolve
from service.spades.rules.ruleset import Reference, Ruleset
from service.spades.scoring.round import score

Request: TypeAlias = dict[str, Any]
Overrides: TypeAlias = Mapping[str, Mapping[str, object]]
Found: TypeAlias = list[tuple[str, str]]

PLAYERS = ["ana", "ben", "cy", "dee"]
ALONE: Overrides = {"table": {"sides": "individual"}}
BY_TEAM: Overrides = {"bidding": {"by": "team"}}
BIDS_ITSELF: Overrides = {"bidding": {"first_round": "bids_itself"}}
REDS_AND_BLUES = [{"name": "Reds", "players": ["ana", "cy"]}, {"name": "Blues", "players": ["ben", "dee"]}]


def pagat(overrides: Overrides | None = None) -> Ruleset:
    return resolve(Reference("pagat", overrides=overrides or {}))


def bids(**tricks: int) -> list[dict[str, object]]:
    return [{"player": player, "tricks": each} for player, each in tricks.items()]


def sheet(**members: object) -> Request:
    """Return a finished round that can be read, with these members instead or as well."""
    return {
        "players": PLAYERS,
        "bids": bids(ana=4, ben=3, cy=3, dee=2),
        "tricks_won": {"ana": 5, "ben": 3, "cy": 3, "dee": 2},
    } | members


def log(**members: object) -> Request:
    """Return a record that can be read, with these members instead or as well."""
    return {
        "players": PLAYERS,
        "bids": bids(ana=4, ben=3, cy=3, dee=2),
        "tricks": [trick("ana", "ben", "cy", "dee")],
    } | members


def trick(*players: str, **claims: str) -> dict[str, object]:
    """Return a trick in which these players play the lowest clubs."""
    plays = [{"player": player, "card": card} for player, card in zip(players, CODES, strict=False)]
    return {"plays": plays, **claims}


def result_of(request: Request, overrides: Overrides | None = None) -> RoundResult:
    return read_result(pagat(overrides), request)


def record_of(request: Request, overrides: Overrides | None = None) -> RoundRecord:
    return read_record(pagat(overrides), request)


def faults_of(request: Request, overrides: Overrides | None = None) -> Found:
    """Return the pointer and code of every fault for which this sheet or record can't be read."""
    return _faults(read_result if "tricks_won" in request else read_record, request, overrides)


def _faults(read: Callable[[Ruleset, Request], object], request: Request, overrides: Overrides | None = None) -> Found:
    ruleset = pagat(overrides)
    with pytest.raises(UnreadableRecord) as refused:
        read(ruleset, request)
    # A sentence each, in which no name is repeated at length.
    assert all(0 < len(fault.detail) < 400 for fault in refused.value.faults)
    return [(fault.pointer, fault.code) for fault in refused.value.faults]


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
def test_tricks_are_told_by_player_or_by_team(
    tricks_won: dict[str, int], by_side: tuple[int, ...], by_seat: tuple[int | None, ...]
) -> None:
    result = result_of(sheet(tricks_won=tricks_won))
    assert (result.side_tricks, result.seat_tricks) == (by_side, by_seat)


def test_each_for_oneself_the_player_is_the_team() -> None:
    result = result_of(sheet(), ALONE)
    assert result.side_tricks == result.seat_tricks == (5, 3, 3, 2)


def test_the_bids_stand_in_the_order_in_which_they_were_made() -> None:
    request = sheet(bids=[*bids(cy=3, dee=2), {"player": "ana", "tricks": 6, "blind": True}, *bids(ben=0)])
    assert result_of(request).bids == (
        Bid(0, 2, 0, 3, blind=False),
        Bid(1, 3, 1, 2, blind=False),
        Bid(2, 0, 0, 6, blind=True),
        Bid(3, 1, 1, 0, blind=False),
    )


def test_a_team_may_bid_as_one() -> None:
    """Catalogue C2: a sheet that records only team bids is still scored where nil does not matter."""
    request = sheet(
        bids=[{"team": "ana+cy", "tricks": 7}, {"team": "ben+dee", "tricks": 5, "blind": True}],
        tricks_won={"ana+cy": 8, "ben+dee": 5},
    )
    result = result_of(request)
    assert result.bids == (Bid(0, None, 0, 7, blind=False), Bid(1, None, 1, 5, blind=True))
    assert [side.points for side in score(result, pagat()).sides] == [71, 100]


def test_one_team_may_bid_as_one_and_the_other_by_player() -> None:
    request = sheet(bids=[{"team": "ana+cy", "tricks": 7}, *bids(ben=3, dee=0)])
    assert [side.points for side in score(result_of(request), pagat()).sides] == [71, 30 - 100 + 2]


def test_a_team_of_one_is_its_player() -> None:
    """Catalogue A2: each for oneself, a nil too may be bid by the team."""
    calls = [{"team": "Ana the First", "tricks": 0}, *bids(ben=3, cy=3, dee=2)]
    request = sheet(
        bids=calls, teams=[{"name": "Ana the First", "players": ["ana"]}], tricks_won={"ben": 7, "cy": 4, "dee": 2}
    )
    result = result_of(request, ALONE)
    assert result.bids[0] == Bid(0, 0, 0, 0, blind=False)
    assert score(result, pagat(ALONE)).sides[0].points == 100


def test_sides_that_bid_as_one_need_one_bid_each() -> None:
    """Catalogue C2: by team, whoever says it."""
    calls = [{"team": "ana+cy", "tricks": 7}, {"player": "dee", "tricks": 4}]
    assert [bid.side for bid in result_of(sheet(bids=calls), BY_TEAM).bids] == [0, 1]


def test_the_standing_before() -> None:
    before = {"ben+dee": {"score": -30, "bags": 2, "sets": 1, "revokes": 3}}
    assert result_of(sheet(before=before)).before == (Standing(), Standing(-30, 2, 1, 3))
    assert result_of(sheet(before={})).before == (Standing(), Standing())
    assert result_of(sheet()).before is None


def test_dealer_and_round() -> None:
    result = result_of(sheet(dealer="dee", round_number=3))
    assert (result.dealer, result.round_number) == (3, 3)
    assert (result_of(sheet()).dealer, result_of(sheet()).round_number) == (None, None)


def test_the_round_that_bids_itself_has_no_bids() -> None:
    """Catalogue C14."""
    result = result_of(sheet(bids=[], round_number=1), BIDS_ITSELF)
    assert (result.bids, result.side_tricks) == ((), (8, 5))


@pytest.mark.parametrize("name", ["a/b~c", "%2F", "ana", "0", "ben+dee!", "é", "\n", "x" * 64])
def test_a_team_by_any_name(name: str) -> None:
    """Names are the caller's own; a pointer to one is escaped."""
    teams = [{"name": name, "players": ["cy", "ana"]}]
    if name == "ana":
        assert faults_of(sheet(teams=teams)) == [("#/teams", "ambiguous_team")]
        return
    calls = [{"team": name, "tricks": 7}, *bids(ben=3, dee=2)]
    request = sheet(teams=teams, bids=calls, tricks_won={name: 8, "ben+dee": 5}, before={name: {"score": 7}})
    result = result_of(request)
    assert result.side_tricks == (8, 5)
    assert result.before == (Standing(7), Standing())
    assert faults_of(sheet(teams=teams, tricks_won={name: 8, "ana": 1, "ben": 5})) == [
        (pointer_to("tricks_won", name), "doubled_tricks")
    ]
    assert faults_of(sheet(before={name: {}})) == [(pointer_to("before", name), "unknown_team")]


# What a record says.


def test_a_record_is_laid_out_by_seats() -> None:
    request = log(
        dealer="dee",
        round_number=2,
        hands={"cy": ["2C", "AS"], "ana": []},
        set_aside=["2D"],
        exchanges=[{"from": "ana", "to": "cy", "cards": ["3C", "4C"]}],
        before={"ana+cy": {"score": 9}},
        tricks=[trick("ben", "cy", "dee", "ana", leader="ben", winner="ana"), trick("ana", "dee")],
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
    record = record_of({"players": PLAYERS, "bids": [], "tricks": []})
    assert record == RoundRecord(table=record.table, bids=(), tricks=(), hands=(None,) * 4)


def test_a_record_that_breaks_the_rules_is_read_all_the_same() -> None:
    """A record is evidence: bids doubled and missing, tricks too long, cards twice and too many are findings."""
    record = record_of(
        log(
            bids=[*bids(ana=4), *bids(ana=5), *bids(cy=54)],
            tricks=[trick("ana", "ana", "cy"), trick(), *([trick(*PLAYERS)] * 14)],
            hands={"ana": ["2C", "2C", "BJ"]},
            exchanges=[{"from": "ana", "to": "ana", "cards": []}],
        )
    )
    assert (len(record.bids), len(record.tricks)) == (3, 16)


# What can't be read.


@pytest.mark.parametrize(
    ("request_", "overrides", "found"),
    [
        # The table, under the pointers of the request.
        pytest.param(
            sheet(players=["ana", "ben", "ana", "dee"]), {}, [("#/players/2", "duplicate_player")], id="a player twice"
        ),
        pytest.param(sheet(players=PLAYERS[:3]), {}, [("#/players", "player_count")], id="A1: too few players"),
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
            sheet(bids=[{"tricks": 4}, *bids(ben=3, cy=3, dee=2)]),
            {},
            [("#/bids/0", "player_or_team")],
            id="a bid of nobody",
        ),
        pytest.param(
            sheet(bids=[*bids(ana=4, ben=3, dee=2), {"player": "cy", "team": "ana+cy", "tricks": 4}]),
            {},
            [("#/bids/3", "player_or_team")],
            id="a bid of a player and of a team",
        ),
        pytest.param(
            sheet(bids=bids(ana=4, bob=3, cy=3, dee=2)),
            {},
            [("#/bids/1/player", "unknown_player")],
            id="a bid of a stranger",
        ),
        pytest.param(
            sheet(bids=[*bids(ben=3, dee=2), {"team": "ana+ben", "tricks": 4}]),
            {},
            [("#/bids/2/team", "unknown_team")],
            id="a bid of another team",
        ),
        pytest.param(
            sheet(bids=[*bids(ben=3, dee=2), {"team": "cy+ana", "tricks": 4}]),
            {},
            [("#/bids/2/team", "unknown_team")],
            id="a team named in another order",
        ),
        pytest.param(
            sheet(bids=[*bids(ben=3, dee=2), {"team": "ana+cy", "tricks": 4}], teams=REDS_AND_BLUES),
            {},
            [("#/bids/2/team", "unknown_team")],
            id="a team by the name that it would have had",
        ),
        pytest.param(
            sheet(bids=[*bids(ben=3, dee=2), {"team": "ana+cy", "tricks": 0}]),
            {},
            [("#/bids/2", "nil_needs_player")],
            id="C2, D1: a nil of a team",
        ),
        pytest.param(
            log(bids=[{"team": "ana+cy", "tricks": 0, "blind": True}]),
            {},
            [("#/bids/0", "nil_needs_player")],
            id="C2, D3: a blind nil of a team",
        ),
        pytest.param(
            sheet(bids=[*bids(ana=4, ben=3, cy=3, dee=2), *bids(ben=4)]),
            {},
            [("#/bids/4", "doubled_bid")],
            id="C11: a second bid in a finished sheet",
        ),
        pytest.param(
            sheet(bids=[*bids(ana=4, ben=3, dee=2), {"team": "ana+cy", "tricks": 7}]),
            {},
            [("#/bids/3", "doubled_bid")],
            id="C2: a bid of the team after one of its player",
        ),
        pytest.param(
            sheet(bids=[{"team": "ana+cy", "tricks": 7}, *bids(ana=4, ben=3, dee=2)]),
            {},
            [("#/bids/1", "doubled_bid")],
            id="C2: a bid of a player after one of the team",
        ),
        pytest.param(
            sheet(bids=bids(ana=4, ben=3, cy=3, dee=2)),
            BY_TEAM,
            [("#/bids/2", "doubled_bid"), ("#/bids/3", "doubled_bid")],
            id="C2: two bids of a side that bids as one",
        ),
        pytest.param(sheet(bids=bids(ana=4, ben=3, dee=2)), {}, [("#/bids", "missing_bid")], id="a bid is missing"),
        pytest.param(sheet(bids=[]), {}, [("#/bids", "missing_bid")] * 4, id="all bids are missing"),
        pytest.param(
            sheet(bids=bids(ana=4)), BY_TEAM, [("#/bids", "missing_bid")], id="C2: the bid of a side is missing"
        ),
        # Tricks won.
        pytest.param(
            sheet(tricks_won={"ana": 8, "ben": 5, "cyd": 0}),
            {},
            [("#/tricks_won/cyd", "unknown_player")],
            id="tricks of a stranger",
        ),
        pytest.param(
            sheet(tricks_won={"ana+cy": 13, "dee+ben": 0}),
            {},
            [("#/tricks_won/dee+ben", "unknown_player")],
            id="tricks of a team named in another order",
        ),
        pytest.param(
            sheet(tricks_won={"ana+cy": 8, "ana": 5, "ben": 3, "dee": 2}),
            {},
            [("#/tricks_won/ana+cy", "doubled_tricks")],
            id="tricks told twice",
        ),
        pytest.param(
            sheet(tricks_won={"ana": 5, "ben": 3, "cy": 3, "dee": 1}),
            {},
            [("#/tricks_won", "tricks_total")],
            id="step 1: a trick too few",
        ),
        pytest.param(
            sheet(tricks_won={"ana": 5, "ben": 3, "cy": 3, "dee": 3}),
            {},
            [("#/tricks_won", "tricks_total")],
            id="step 1: a trick too many",
        ),
        pytest.param(sheet(tricks_won={}), {}, [("#/tricks_won", "tricks_total")], id="step 1: no tricks"),
        pytest.param(
            sheet(bids=bids(ana=0, ben=3, cy=3, dee=2), tricks_won={"ana+cy": 8, "ben+dee": 5}),
            {},
            [("#/tricks_won/ana+cy", "nil_needs_player")],
            id="step 3: a nil is judged on its bidder's tricks",
        ),
        # The rest.
        pytest.param(
            sheet(before={"cy+ana": {}}), {}, [("#/before/cy+ana", "unknown_team")], id="the standing of no team"
        ),
        pytest.param(sheet(before={"ana": {}}), {}, [("#/before/ana", "unknown_team")], id="the standing of a partner"),
        pytest.param(sheet(dealer="eve"), {}, [("#/dealer", "unknown_player")], id="a dealer who is not there"),
        pytest.param(sheet(bids=[]), BIDS_ITSELF, [("#/round_number", "required")], id="C14: which round, in a sheet"),
        pytest.param(log(), BIDS_ITSELF, [("#/round_number", "required")], id="C14: which round, in a record"),
        pytest.param(log(hands={"eve": ["2C"]}), {}, [("#/hands/eve", "unknown_player")], id="the hand of a stranger"),
        pytest.param(
            log(tricks=[trick(*PLAYERS), trick("ana", "eve", "cy", "fay")]),
            {},
            [("#/tricks/1/plays/1/player", "unknown_player"), ("#/tricks/1/plays/3/player", "unknown_player")],
            id="cards of strangers",
        ),
        pytest.param(
            log(tricks=[trick(*PLAYERS, leader="eve")]),
            {},
            [("#/tricks/0/leader", "unknown_player")],
            id="a stranger leads",
        ),
        pytest.param(
            log(tricks=[trick(*PLAYERS, winner="eve")]),
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
def test_what_can_not_be_read(request_: Request, overrides: Overrides, found: Found) -> None:
    assert faults_of(request_, overrides) == found


@pytest.mark.parametrize("name", ["x" * 64, "x" * 65, "\U0001f0a1" * 400])
def test_a_name_is_not_repeated_at_length(name: str) -> None:
    request = sheet(bids=[{"team": name, "tricks": 4}, *bids(ben=3, dee=2)])
    assert faults_of(request) == [("#/bids/0/team", "unknown_team")]


# Games, single tricks, single hands.


def game(*rounds: Request, **members: object) -> Request:
    return {"players": PLAYERS, "rounds": list(rounds)} | members


def test_a_game_is_a_row_of_sheets() -> None:
    first, second = sheet(dealer="dee"), sheet(tricks_won={"ana+cy": 13})
    del first["players"], second["players"]
    read = read_game(pagat(), game(first, second, first_dealer="dee", before={"ana+cy": {"score": 5}}))
    assert [each.round_number for each in read.rounds] == [1, 2]
    assert [each.dealer for each in read.rounds] == [3, None]
    assert [each.side_tricks for each in read.rounds] == [(8, 5), (13, 0)]
    assert (read.first_dealer, read.before) == (3, (Standing(5), Standing()))


@pytest.mark.parametrize("read", [read_game, read_audited_game])
def test_a_game_has_one_first_dealer(read: Callable[[Ruleset, Request], object]) -> None:
    """Design: never a silent correction; what the request says twice it has to say alike."""
    first = sheet(dealer="dee")
    del first["players"]
    assert _faults(read, game(first, first_dealer="ana")) == [("#/rounds/0/dealer", "two_dealers")]


def test_every_fault_of_a_game_is_told_at_once() -> None:
    rounds: list[Request] = [
        {"bids": bids(eve=4), "tricks_won": {"ana": 13}},
        {"bids": bids(ana=4, ben=3, cy=3, dee=2), "tricks_won": {"ana": 13}},
        {"bids": [], "tricks_won": {"ana": 12}, "dealer": "eve"},
        {"bids": bids(ana=4, ben=3, cy=3), "tricks_won": {"ana": 13}},
        {"bids": bids(ana=0, ben=3, cy=3, dee=2), "tricks_won": {"ana+cy": 13}},
    ]
    request = game(*rounds, first_dealer="fay", before={"reds": {}})
    assert _faults(read_game, request) == [
        ("#/first_dealer", "unknown_player"),
        ("#/before/reds", "unknown_team"),
        ("#/rounds/0/bids/0/player", "unknown_player"),
        ("#/rounds/2/dealer", "unknown_player"),
        ("#/rounds/2/tricks_won", "tricks_total"),
        ("#/rounds/3/bids", "missing_bid"),
        ("#/rounds/4/tricks_won/ana+cy", "nil_needs_player"),
    ]


def test_the_first_round_of_a_game_may_bid_itself() -> None:
    """Catalogue C14: which round it is, its place tells."""
    unbid: Request = {"bids": [], "tricks_won": {"ana": 13}}
    assert read_game(pagat(BIDS_ITSELF), game(unbid)).rounds[0].bids == ()
    assert _faults(read_game, game(unbid, unbid), BIDS_ITSELF) == [("#/rounds/1/bids", "missing_bid")] * 4


def test_a_single_trick() -> None:
    plays = [{"player": "cy", "card": "2H"}, {"player": "dee", "card": "KH"}]
    read = read_trick(pagat(), {"players": PLAYERS, "plays": plays, "leader": "ana", "hands": {"dee": ["KH"]}})
    assert read.trick == Trick((2, 3), (INDEX["2H"], INDEX["KH"]))
    assert read.hands == (None, None, None, (INDEX["KH"],))
    assert read.expected == 0
    faulty = {"players": PLAYERS, "plays": [{"player": "eve", "card": "2H"}], "leader": "fay", "hands": {"gil": []}}
    assert set(_faults(read_trick, faulty)) == {
        ("#/plays/0/player", "unknown_player"),
        ("#/leader", "unknown_player"),
        ("#/hands/gil", "unknown_player"),
    }


def test_a_single_hand() -> None:
    """Who the players are need not be said where the ruleset has one table."""
    request: Request = {
        "hand": ["2H", "AS"],
        "plays": [{"player": "ana", "card": "KH"}],
        "trick_number": 3,
        "spades_broken": False,
    }
    pack, hand, _ = read_moment(pagat(), request)
    assert (pack.players, hand) == (4, (INDEX["2H"], INDEX["AS"]))
    several: Overrides = {"table": {"players": [4, 6]}, "deck": {"leftover": "set_aside"}}
    assert _faults(read_moment, request, several) == [("#/players", "required")]
    six = [*PLAYERS, "eve", "fay"]
    assert read_moment(pagat(several), request | {"players": six})[0].hand_size == 8
    strange = request | {"players": PLAYERS, "plays": [{"player": "eve", "card": "KH"}]}
    assert _faults(read_moment, strange) == [("#/plays/0/player", "unknown_player")]


# Several faults at once.


def test_every_fault_of_a_sheet_is_told_at_once() -> None:
    request = sheet(
        dealer="eve",
        bids=[*bids(ana=4, bob=3), {"tricks": 1}, {"team": "cy+ana", "tricks": 2}],
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


def test_every_fault_of_a_record_is_told_at_once() -> None:
    request = log(
        dealer="eve",
        bids=bids(fay=1),
        hands={"a/b": []},
        exchanges=[{"from": "x", "to": "ana", "cards": []}],
        tricks=[trick("ana", "y", leader="z")],
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


def test_every_bid_that_is_missing_or_doubled_is_told_at_once() -> None:
    request = sheet(bids=[*bids(ana=4), *bids(ana=4), {"team": "ben+dee", "tricks": 5}, *bids(dee=1)])
    assert set(faults_of(request)) == {
        ("#/bids/1", "doubled_bid"),
        ("#/bids", "missing_bid"),
        ("#/bids/3", "doubled_bid"),
    }


@pytest.mark.parametrize(("count", "hand_size"), [(3, 17), (4, 13), (5, 10), (6, 8)])
def test_the_tricks_add_up_to_the_size_of_a_hand(count: int, hand_size: int) -> None:
    """Order of scoring, step 1, whatever the number of players."""
    players = [*PLAYERS, "eve", "fay"][:count]
    house: Overrides = {
        "table": {"players": [3, 4, 5, 6], "sides": "individual"},
        "deck": {"leftover": "set_aside"},
    }
    calls = bids(**dict.fromkeys(players, 1))
    assert (
        result_of({"players": players, "bids": calls, "tricks_won": {"ana": hand_size}}, house).side_tricks[0]
        == hand_size
    )
    for wrong in (hand_size - 1, hand_size + 1):
        request = {"players": players, "bids": calls, "tricks_won": {"ana": wrong}}
        assert faults_of(request, house) == [("#/tricks_won", "tricks_total")]
