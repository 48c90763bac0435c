"""Bidding in which the partner who bids second makes the contract of the side (`bidding.by` = `last_partner`, C2)."""

from __future__ import annotations

import pytest

from service.spades.rules.rulebook import rule_text
from tests.spades.builders.asking import ask, faults, ruling
from tests.spades.builders.cards import FOUR, Json
from tests.spades.builders.changes import without
from tests.spades.builders.options import closed, house, opened, upto
from tests.spades.builders.questions import check, scored, scored_round
from tests.spades.builders.random_rounds import chance_round
from tests.spades.builders.records import bids, record, tricks_won
from tests.spades.builders.rulesets import rules, ruleset_named
from tests.spades.builders.rulings import codes, places
from tests.spades.deal.bidding_cases import FOLLOWED

SHEETS = ("columbus-whist", "nola-superbowl", "nola-showdown", "tournament-jja")
SPOKEN, WON = "ana 4, ben 3, cy 7, dee 6", "ana 7, cy 5, dee 1"


def by_last(**bidding: object) -> Json:
    """Return pagat's rules with the last partner's contract, and these parameters of the bidding."""
    return house(bidding={"by": "last_partner", **bidding})


def played(bid: str, **bidding: object) -> Json:
    """Return the ruling on a round of one trick with these bids; dee dealt."""
    return ruling(record(by_last(**bidding), FOLLOWED, bid=bid))


def by_player(text: str, dealer: str | None = "dee", **bidding: object) -> Json:
    """Return the ruling on a round of one trick with these bids in no known order."""
    body = without(record(by_last(**bidding), FOLLOWED, dealer=dealer), "bids")
    return ruling({**body, "bids_by_player": tricks_won(text)})


def accused(ruled: Json) -> list[tuple[str, str]]:
    """Return what is proved against somebody."""
    return places([each for each in ruled["findings"] if each["severity"] != "note"])


# What is scored.


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_number_of_the_partner_who_bids_second_is_the_contract(sheet: str) -> None:
    answer = scored_round(sheet, SPOKEN, WON)
    assert [(side["contract"], side["points"]) for side in answer["teams"]] == [(7, 70), (6, -60)]
    assert places(answer["findings"]) == [("bid_advised", "#/bids/0"), ("bid_advised", "#/bids/1")]
    assert {each["severity"] for each in answer["findings"]} == {"note"}
    assert answer["teams"][0]["bids"] == [{"player": "cy", "tricks": 7, "counts_as": 7, "kind": "ordinary"}]


@pytest.mark.parametrize(
    ("said", "contract"),
    [
        pytest.param("ana+cy 7, ben+dee 6", 7, id="in the name of the side"),
        pytest.param("cy 7, dee 6", 7, id="by one partner"),
        pytest.param("ana 7, ben 3, dee 6", 7, id="by one partner, and by both of the others"),
        pytest.param("cy 5, dee 6, ana 7, ben 6", 7, id="cy bids first"),
        pytest.param("ana 7, ben 6, cy 7, dee 6", 7, id="the same number twice"),
    ],
)
def test_a_single_bid_of_a_side_is_its_contract(said: str, contract: int) -> None:
    answer = scored_round("columbus-whist", said, WON)
    assert [side["contract"] for side in answer["teams"]] == [contract, 6]
    assert [each["code"] for each in answer["findings"] if each["severity"] != "note"] == []


@pytest.mark.parametrize(("said", "points"), [("ana 0, ben 3, cy 5, dee 6", 150), ("ana 5, ben 3, cy 0, dee 6", 150)])
def test_a_nil_by_either_stands_and_the_number_is_the_contract(said: str, points: int) -> None:
    bidder = "cy" if said.startswith("ana 0") else "ana"
    side = scored(by_last(), said, f"{bidder} 5, ben 2, dee 6")["ana+cy"]
    assert (side["contract"], side["points"]) == (5, points)


def test_two_nils_of_partners_stand() -> None:
    side = scored(by_last(), "ana 0, ben 3, cy 0, dee 6", "ben 7, dee 6")["ana+cy"]
    assert (side["contract"], side["points"]) == (0, 200)


def test_the_contract_is_blind_if_the_number_that_counts_is() -> None:
    rule = {"name": "pagat", "overrides": {"bidding": {"by": "last_partner"}, "blind_bid": {"allowed": True}}}
    before = {"ben+dee": {"score": 200}}
    blind = scored(rule, "ana 4, ben 3, cy blind 6, dee 6", "cy 6, dee 7", before=before)["ana+cy"]
    assert blind["points"] == 120
    looked = scored(rule, "ana blind 6, ben 3, cy 6, dee 6", "cy 6, dee 7", before=before)["ana+cy"]
    assert looked["points"] == 60


def test_a_contract_of_ten_is_one_partners() -> None:
    """Special bids: 10 said second is worth 200 there, 4 and 6 are not."""
    assert scored("columbus-whist", "ana 3, ben 3, cy 10, dee 4", "ana 5, cy 6, dee 2")["ana+cy"]["points"] == 200
    assert scored("columbus-whist", "ana 4, ben 3, cy 6, dee 4", "ana 5, cy 6, dee 2")["ana+cy"]["points"] == 60


def test_a_player_alone_makes_one_bid() -> None:
    """Sides of one have no second partner."""
    alone = rules(3, bidding={"by": "last_partner"})
    answer = scored_round(alone, "ana 4, ben 5, cy 6", "ana 4, ben 5, cy 8", 3)
    assert [side["contract"] for side in answer["teams"]] == [4, 5, 6]
    assert answer["findings"] == []


@pytest.mark.parametrize("restriction", ["mirror", "whiz", "suicide"])
def test_a_restriction_on_every_bid_is_not_one_on_advice(restriction: str) -> None:
    refused = ask("resolveRuleset", {"ruleset": rules(4, restriction, bidding={"by": "last_partner"})}, status=422)
    assert [each["pointer"] for each in refused["errors"]] == ["#/ruleset/overrides/bidding/by"]
    ask("resolveRuleset", {"ruleset": rules(4, restriction, bidding={"by": "player"})})


# An order that was not recorded.


def test_without_an_order_the_dealer_says_who_bid_second() -> None:
    for dealer, contract in (("dee", 7), ("ben", 4)):
        body = {"ruleset": "columbus-whist", "players": list(FOUR), "dealer": dealer, "tricks_won": tricks_won(WON)}
        answer = ask("scoreRound", {**body, "bids_by_player": tricks_won("ana 4, ben 6, cy 7, dee 6")})
        assert answer["teams"][0]["contract"] == contract


def test_without_order_and_dealer_the_contract_is_open() -> None:
    body = chance_round(3, rules(4, "columbus-whist"), 4, 13).body
    body = {**without(body, "bids", "dealer"), "bids_by_player": tricks_won(SPOKEN)}
    ruled = ruling(body)
    assert [(each["code"], each["decided_by"]) for each in ruled["undecided"] if each["code"] == "bid_advised"] == [
        ("bid_advised", "#/dealer"),
        ("bid_advised", "#/dealer"),
    ]
    assert (ruled["complete"], "as_played" in ruled) == (False, False)
    sent = {"ruleset": "columbus-whist", "players": list(FOUR), "tricks_won": tricks_won(WON)}
    assert faults({**sent, "bids_by_player": tricks_won(SPOKEN)}, "scoreRound") == [("#/dealer", "required")]
    known = ask("scoreRound", {**sent, "bids_by_player": tricks_won("ana 7, ben 6, cy 7, dee 6")})
    assert [side["contract"] for side in known["teams"]] == [7, 6]


def test_a_game_says_who_dealt() -> None:
    row = {"bids_by_player": tricks_won(SPOKEN), "tricks_won": tricks_won(WON)}
    game = {"ruleset": "columbus-whist", "players": list(FOUR), "rounds": [row, row]}
    answer = ask("scoreGame", {**game, "first_dealer": "dee"})
    assert [[side["contract"] for side in each["teams"]] for each in answer["rounds"]] == [[7, 6], [4, 6]]
    assert faults(game, "scoreGame") == [(f"#/rounds/{index}", "unfinished_round") for index in (0, 1)]
    audited = ask("auditGame", game)
    assert [each["decided_by"] for each in audited["rounds"][1]["undecided"]] == ["#/rounds/1/dealer"] * 2


def test_where_the_first_bidder_is_drawn_only_the_order_tells() -> None:
    drawn = rules(
        bidding={"by": "last_partner", "first_bidder": "drawn_then_rotates"}, play={"opening_leader": "first_bidder"}
    )
    sent = {"ruleset": drawn, "players": list(FOUR), "dealer": "dee", "tricks_won": tricks_won(WON)}
    assert faults({**sent, "bids_by_player": tricks_won(SPOKEN)}, "scoreRound") == [("#/bids", "required")]


# Who bids next.


def test_each_player_bids_in_turn() -> None:
    answer = check("tournament-jja")
    assert answer["next_bidder"] == "ana"
    assert opened(answer) == {"ordinary": upto(13, 1)}
    answer = check("tournament-jja", "ana 2, ben 3")
    assert answer["next_bidder"] == "cy"
    assert (answer["findings"], answer["undecided"]) == ([], [])
    assert opened(answer) == {"ordinary": upto(13, 4)}
    assert closed(answer)["team_bid_too_low bidding.team_minimum"] == {"ordinary": [1, 2, 3]}
    assert check("tournament-jja", "ana 2, ben 3, cy 7")["next_bidder"] == "dee"
    assert check("tournament-jja", "ana+cy 7")["next_bidder"] == "ben"
    assert "next_bidder" not in check("tournament-jja", SPOKEN)


def test_a_total_is_that_of_the_contracts() -> None:
    """Parameters, bidding.table_total (C10)."""
    total = by_last(table_total="at_most_hand_size")
    assert closed(check(total, "ana 4, ben 3, cy 7"))["table_total_not_allowed bidding.table_total"] == {
        "ordinary": upto(13, 7),
    }
    assert accused(played("ana 9, ben 9, cy 7, dee 6", table_total="at_most_hand_size")) == []
    assert accused(played("ana 1, ben 1, cy 7, dee 7", table_total="at_most_hand_size")) == [
        ("table_total_not_allowed", "#/bids/3")
    ]


# Nobody is accused of advice.


@pytest.mark.parametrize(
    ("limit", "advice", "found"),
    [
        pytest.param({"team_minimum": 4}, 3, ("team_bid_too_low", "#/bids/2"), id="board"),
        pytest.param({"team_maximum": 6}, 7, ("team_bid_too_high", "#/bids/2"), id="maximum of a side"),
        pytest.param({"minimum": 2}, 1, ("bid_too_low", "#/bids/2"), id="minimum"),
        pytest.param({"maximum": 6}, 7, ("bid_too_high", "#/bids/2"), id="maximum"),
        pytest.param({"zero": "not_allowed"}, 0, ("bid_not_allowed", "#/bids/2"), id="0"),
    ],
)
def test_a_limit_judges_the_contract_alone(limit: Json, advice: int, found: tuple[str, str]) -> None:
    assert accused(played(f"ana {advice}, ben 4, cy 5, dee 5", **limit)) == []
    assert accused(played(f"ana 5, ben 4, cy {advice}, dee 5", **limit)) == [found]


def test_a_number_whose_partner_may_have_bid_is_not_judged_yet() -> None:
    """Cut off after the first bid, or with the second left out: it may have been advice."""
    for bid, lines in (("ana 0", ()), ("ana 0, ben 5, dee 5", (FOLLOWED,))):
        ruled = ruling(record(by_last(zero="not_allowed"), *lines, bid=bid))
        assert accused(ruled) == []
        assert ("bid_not_allowed", "#/bids/0") in places(ruled["undecided"])
    alone = played("ana 2, ben 5, dee 5", team_minimum=4)
    assert (accused(alone), places(alone["undecided"])) == ([], [("team_bid_too_low", "#/bids/0")])
    assert accused(played("ana+cy 2, ben 5, dee 5", team_minimum=4)) == [("team_bid_too_low", "#/bids/0")]


def test_a_side_below_the_board_is_set_only_if_that_is_proved() -> None:
    rule = by_last(team_minimum=4, team_minimum_breach="set")
    assert scored_round(rule, "ana 5, ben 5, cy 3, dee 6", "ana 6, dee 7")["teams"][0]["points"] == -30
    alone = scored_round(rule, "ana 3, ben 5, dee 6", "ana 6, dee 7")
    assert (alone["teams"][0]["points"], codes(alone["findings"])) == (33, ["bid_advised"])


def test_by_the_dealer_alone_nobody_is_proved_to_have_bid_second() -> None:
    """The dealer may be written wrong, and the bids made out of turn: what only one of two numbers breaks is open."""
    ruled = by_player("ana 5, ben 5, cy 3, dee 5", team_minimum=4)
    assert accused(ruled) == []
    assert places(ruled["undecided"]) == [("team_bid_too_low", "#/bids_by_player/cy")]
    assert accused(by_player("ana 2, ben 5, cy 3, dee 5", team_minimum=4)) == [("team_bid_too_low", "#/bids_by_player")]
    high = by_player("ana 5, ben 5, cy 7, dee 5", team_maximum=6)
    assert (accused(high), places(high["undecided"])) == ([], [("team_bid_too_high", "#/bids_by_player/cy")])
    total = by_player("ana 3, ben 5, cy 9, dee 5", table_total="at_most_hand_size")
    assert (accused(total), places(total["undecided"])) == ([], [("table_total_not_allowed", "#/bids_by_player")])


def test_a_bid_out_of_turn_is_the_only_offence_that_it_proves() -> None:
    """Before ana, who was first, cy spoke: the second number counts, and is not proved to have come second."""
    ruled = played("cy 7, ana 2, ben 5, dee 5", team_minimum=4)
    assert accused(ruled) == [("bid_out_of_turn", "#/bids/0")]
    assert places(ruled["undecided"]) == [("team_bid_too_low", "#/bids/1")]
    both = played("cy 3, ana 2, ben 5, dee 5", team_minimum=4)
    assert accused(both) == [("bid_out_of_turn", "#/bids/0"), ("team_bid_too_low", "#/bids")]


def test_without_a_dealer_bids_out_of_turn_do_not_prove_who_bid_second() -> None:
    """Either dee or cy was to bid first, and only after cy was ana's number the second of the two."""
    body = without(record(by_last(team_minimum=4), FOLLOWED, bid="dee 3, cy 7, ana 2, ben 5"), "dealer")
    ruled = ruling(body)
    assert accused(ruled) == []
    assert ("team_bid_too_low", "#/bids/2") in places(ruled["undecided"])
    both = ruling({**body, "bids": bids("dee 3, cy 3, ana 2, ben 5")})
    assert accused(both) == [("team_bid_too_low", "#/bids")]
    in_turn = ruling({**body, "bids": bids("cy 7, dee 3, ana 2, ben 5")})
    assert accused(in_turn) == [("team_bid_too_low", "#/bids/2")]


def test_a_wrong_dealer_changes_no_contract_of_bids_in_order() -> None:
    for dealer in FOUR:
        body = record(by_last(team_minimum=4), FOLLOWED, bid="ana 2, ben 3, cy 7, dee 6", dealer=dealer)
        assert {each["code"] for each in ruling(body)["findings"]} <= {"bid_advised", "bid_out_of_turn", "wrong_leader"}


def test_a_name_written_twice_may_be_the_partners() -> None:
    """Rulings, slips: ana's second bid is the one that cy lacks."""
    body = chance_round(3, rules(4, "columbus-whist"), 4, 13).body
    ruled = ruling({**body, "bids": bids("ana 4, ben 3, ana 7, dee 6")})
    assert "bid_repeated" not in [code for code, _ in accused(ruled)]
    assert ("bid_repeated", "#/bids/2") in places(ruled["undecided"])
    assert {each["slip"] for each in ruled["readings"]} == {"bidder"}
    twice = ruling({**body, "bids": bids(f"{SPOKEN}, ana 5")})
    assert ("bid_repeated", "#/bids/4") in accused(twice)
    assert [side["contract"] for side in twice["as_played"]] == [7, 6]


def test_a_bid_is_missing_if_a_side_has_no_number() -> None:
    ruled = played("ana 4, cy 5")
    assert [(each["code"], each["team"], each.get("player")) for each in ruled["findings"]][1:] == [
        ("bid_missing", "ben+dee", None)
    ]
    nil = played("ana 0, ben 3, dee 6")
    assert [each.get("player") for each in nil["findings"] if each["code"] == "bid_missing"] == ["cy"]
    row = {"ruleset": by_last(), "players": list(FOUR), "tricks_won": tricks_won(WON)}
    assert faults({**row, "bids": bids("ana 0, ben 3, dee 6")}, "scoreRound") == [("#/bids", "missing_bid")]


def test_a_partner_of_whom_no_bid_is_recorded_may_have_bid_nil() -> None:
    """Proof: a bid that is not recorded may have been a nil, and its partners may have passed cards for it."""
    passing = rules(bidding={"by": "last_partner"}, nil={"exchange": 1})
    hands = {"hands": {"cy": ["9H", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "2D", "3D", "4D"]}}
    revoke = ("ana KH 5H 2C 2H",)
    whole = ruling({**record(passing, *revoke, bid=SPOKEN), **hands})
    assert accused(whole) == [("revoke", "#/tricks/0/plays/2")]
    assert accused(ruling({**record(passing, *revoke, bid="ana 4, ben 3, dee 6"), **hands})) == []


def test_the_bid_of_a_side_closes_what_a_partner_opened() -> None:
    """In the name of the side the other partner has bid; whoever bids after that repeats."""
    answer = check("columbus-whist", "ana 4, ben 3, ana+cy 7")
    assert (answer["sides"][0]["contract"], codes(answer["findings"])) == (7, ["bid_advised"])
    again = played("ana+cy 5, ben 3, cy 7, dee 6")
    assert accused(again) == [("bid_repeated", "#/bids/2")]


def test_the_high_bidder_is_the_one_whose_number_counts() -> None:
    """Parameters, play.opening_leader = high_bidder (E1): ben's 9 was advice."""
    high = rules(bidding={"by": "last_partner"}, play={"opening_leader": "high_bidder"})
    said = "ana 4, ben 9, cy 7, dee 5"
    assert accused(ruling(record(high, "cy KH 5H 9H 2H", bid=said))) == []
    assert accused(ruling(record(high, "ben KH 5H 9H 2H", bid=said))) == [("wrong_leader", "#/tricks/0/plays/0")]


def test_the_rulebook_says_whose_number_counts() -> None:
    for zero, says in (("nil", True), ("not_allowed", False)):
        parameters = ruleset_named(by_last(zero=zero, table_total="not_hand_size")).parameters
        assert "the one who bids second makes the contract" in rule_text(parameters, "bidding.by")
        assert ("A nil by either stands" in rule_text(parameters, "bidding.by")) is says
        assert "all contracts" in rule_text(parameters, "bidding.table_total")
