"""Who bids next, the bids so far, and open bids by any rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from service.spades.deal.auction import bid_options
from service.spades.errors import UnusableRuleset
from service.spades.findings import Location
from service.spades.record.parse import parse_record
from service.spades.rules.preset_loader import resolve
from service.spades.rules.ruleset import Reference, Ruleset
from service.spades.ruling.audit import audit
from tests.lengths import in_two_portions
from tests.spades.builders.asking import ask
from tests.spades.builders.cards import PLAYERS, STANDARD, Json
from tests.spades.builders.options import Bids, closed, house, opened, upto
from tests.spades.builders.questions import check
from tests.spades.builders.records import bids
from tests.spades.builders.rulesets import rules
from tests.spades.builders.rulings import codes, places

NIL_AND_ALL: Bids = {"nil": [0], "ordinary": upto(13)}


# Who bids next.


@pytest.mark.parametrize(
    ("said", "bidder"),
    [
        ("", "ana"),
        ("ana 4", "ben"),
        ("ana 4, ben 3, cy 1", "dee"),
        ("ana 4, ben 3, cy 1, dee 2", None),
        ("ben 3", "ana"),
        ("ben 3, ana 4", "cy"),
        ("ana 4, ana 5", "ben"),
        ("ana+cy 5", "ben"),
        ("ana+cy 5, ben 3", "dee"),
        ("ana+cy 5, ben+dee 6", None),
    ],
)
def test_who_bids_next(said: str, bidder: str | None) -> None:
    # parameter bidding.first_bidder (C1); rulings, bids: repeated, the first stands; out of turn, it stands
    answer = check("pagat", said)
    assert answer.get("next_bidder") == bidder
    assert bool(answer["open"]) is bool(answer["closed"]) is (bidder is not None)


def test_without_a_dealer_nobody_is_known_to_begin() -> None:
    # Contract, checkBids: the dealer shows who bids first or, without one, the first bid
    answer = check("pagat", dealer=None)
    assert "next_bidder" not in answer
    assert answer["open"] == answer["closed"] == []
    assert answer["next_bidder_decided_by"] == "#/dealer"
    drawn = check(rules(bidding={"first_bidder": "drawn_then_rotates"}, play={"opening_leader": "first_bidder"}))
    assert (drawn.get("next_bidder"), drawn["next_bidder_decided_by"]) == (None, "#/bids")
    assert "next_bidder_decided_by" not in check("pagat")
    assert "next_bidder_decided_by" not in check("pagat", "ana 4, ben 3, cy 1, dee 2", dealer=None)
    assert check("pagat", "cy 4", dealer=None)["next_bidder"] == "dee"
    assert check("pagat", "cy 4, dee 3, ana 2", dealer=None)["next_bidder"] == "ben"


@pytest.mark.parametrize(
    ("ruleset", "players", "bidder"),
    [
        pytest.param("pagat", 4, "ana", id="C1 left_of_dealer"),
        pytest.param(rules(bidding={"first_bidder": "dealer"}), 4, "dee", id="C1 dealer"),
        pytest.param("two-player", 2, "ana", id="C1 non_dealer"),
        pytest.param("solitaire-bliss", 4, None, id="C1 drawn_then_rotates: there is no dealer"),
    ],
)
def test_who_bids_first(ruleset: Json | str, players: int, bidder: str | None) -> None:
    # parameter bidding.first_bidder (C1)
    assert check(ruleset, players=players).get("next_bidder") == bidder


def test_where_the_first_bidder_is_drawn_the_first_bid_tells() -> None:
    # parameter bidding.first_bidder drawn_then_rotates (C1): the dealer is ignored
    answer = check("solitaire-bliss", "cy 4")
    assert answer["findings"] == []
    assert answer["next_bidder"] == "dee"


def test_a_team_bids_as_one() -> None:
    # parameter bidding.by team (C2), team_minimum 4 (C6), zero not_allowed (C5)
    ruleset = rules(4, "tournament-jja", bidding={"by": "team"})
    answer = check(ruleset)
    assert answer["next_bidder"] == "ana+cy"
    assert opened(answer) == {"ordinary": upto(13, 4)}
    assert closed(answer)["team_bid_too_low bidding.team_minimum"] == {"ordinary": [1, 2, 3]}
    answer = check(ruleset, "ana+cy 7")
    assert answer["next_bidder"] == "ben+dee"
    assert answer["sides"][0] == {
        "team": "ana+cy",
        "contract": 7,
        "bids": [{"tricks": 7, "counts_as": 7, "kind": "ordinary"}],
    }
    answer = check(ruleset, "ana+cy 7, ben+dee 5")
    assert "next_bidder" not in answer
    assert answer["findings"] == answer["open"] == answer["closed"] == []


def test_either_partner_may_bid_for_the_side() -> None:
    # parameter bidding.by team (C2): one bid a side
    ruleset = rules(4, "tournament-jja", bidding={"by": "team"})
    answer = check(ruleset, "cy 7")
    assert answer["next_bidder"] == "ben+dee"
    assert places(check(ruleset, "cy 7, ana 5")["findings"]) == [("bid_repeated", "#/bids/1")]


def test_nobody_bids_in_a_round_that_bids_itself() -> None:
    # parameter bidding.first_round bids_itself (C14)
    ruleset = house(bidding={"first_round": "bids_itself"})
    answer = check(ruleset, round_number=1)
    assert "next_bidder" not in answer
    assert answer["open"] == answer["closed"] == []
    assert check(ruleset, round_number=2)["next_bidder"] == "ana"
    answer = check(ruleset, "ana 4", round_number=1)
    assert places(answer["findings"]) == [("bid_not_allowed", "#/bids/0")]
    body = {"ruleset": ruleset, "players": list(PLAYERS[:4]), "bids": []}
    assert ask("checkBids", body, status=422)["errors"][0]["pointer"] == "#/round_number"


# The bids so far.


def test_a_raised_bid_is_shown_as_raised() -> None:
    # nello's source, l.9: "the nello bid causes the partner's bid to increase to 3"; parameters C9
    answer = check("nello", "ana 2, ben 4, cy 0")
    assert answer["sides"][0] == {
        "team": "ana+cy",
        "contract": 3,
        "bids": [
            {"player": "ana", "tricks": 2, "counts_as": 3, "kind": "ordinary"},
            {"player": "cy", "tricks": 0, "counts_as": 0, "kind": "nil"},
        ],
    }
    assert places(answer["findings"]) == [("bid_raised", "#/bids/0")]
    assert answer["findings"][0]["severity"] == "note"


def test_a_bid_is_not_raised_before_the_nello() -> None:
    # nello's source, l.9: it is the nello that raises it
    answer = check("nello", "ana 2, ben 4")
    assert answer["sides"][0]["contract"] == 2
    assert opened(answer) == NIL_AND_ALL


def test_after_a_nello_one_and_two_are_closed() -> None:
    # nello's source, l.9: "a normal bid (minimum of 3)"; "more than one player … may bid nello"
    answer = check("nello", "ana 0, ben 4")
    assert opened(answer) == {"nil": [0], "ordinary": upto(13, 3)}
    assert closed(answer)["nil_partner_bid_too_low bidding.nil_partner_minimum"] == {"ordinary": [1, 2]}


def test_a_contract_raised_to_the_board() -> None:
    # parameter bidding.team_minimum_breach raised (C7)
    ruleset = house(bidding={"team_minimum": 6, "team_minimum_breach": "raised"})
    answer = check(ruleset, "ana 2, ben 3, cy 1")
    assert answer["sides"][0]["contract"] == 6
    assert codes(answer["findings"]) == ["bid_raised"]
    assert answer["sides"][1]["contract"] == 3


def test_faults_in_the_bids_so_far_are_found() -> None:
    # principle 5: all findings, in the order of the record
    answer = check(house(bidding={"minimum": 2}), "ben 1, ana 14, ana 3")
    assert places(answer["findings"]) == [
        ("bid_out_of_turn", "#/bids/0"),
        ("bid_too_low", "#/bids/0"),
        ("bid_too_high", "#/bids/1"),
        ("bid_repeated", "#/bids/2"),
    ]
    assert answer["next_bidder"] == "cy"


def test_a_bidding_that_can_not_be_read() -> None:
    body = {"ruleset": "pagat", "players": list(PLAYERS[:4]), "bids": bids("zed 4"), "hands": {"yan": []}}
    answer = ask("checkBids", body, status=422)
    assert {each["pointer"] for each in answer["errors"]} == {"#/bids/0/player", "#/hands/yan"}


# Whatever the rules and the bids: an open bid adds no offence, a closed one adds its own.


def _random_rules(chance: random.Random) -> tuple[Ruleset, int]:
    count = chance.choice([2, 3, 4, 4, 4, 4, 6])
    overrides: Json = {
        "table": {
            "players": [count],
            "sides": "partnership" if count == 4 or (count == 6 and chance.random() < 0.5) else "individual",
        },
        "deck": {"leftover": "set_aside"},
        "bidding": {
            "first_bidder": chance.choice(["left_of_dealer", "dealer"]),
            "minimum": chance.choice([1, 1, 2, 3]),
            "by": chance.choice(["player", "player", "last_partner", "team"]),
            "maximum": chance.choice([0, 0, 6]),
            "zero": chance.choice(["nil", "nil", "nil", "not_allowed"]),
            "team_maximum": chance.choice([0, 0, 8]),
            "team_minimum": chance.choice([0, 0, 4]),
            "team_minimum_breach": chance.choice(["illegal", "raised", "set"]),
            "nil_partner_minimum": chance.choice([0, 3, 4]),
            "nil_partner_breach": chance.choice(["illegal", "raise_earlier"]),
            "table_total": chance.choice(["any", "not_hand_size", "at_most_hand_size"]),
            "restriction": chance.choice(["none", "none", "none", "mirror", "whiz", "suicide"]),
        },
        "nil": {
            "blind": chance.random() < 0.5,
            "blind_deficit": chance.choice([0, 100]),
            "both_partners": chance.choice(["allowed", "forbidden"]),
        },
        "blind_bid": {
            "allowed": chance.random() < 0.5,
            "minimum": chance.choice([3, 5]),
            "deficit": chance.choice([0, 100]),
        },
    }
    return resolve(Reference("pagat", (), overrides)), count


def _random_bidding(chance: random.Random, ruleset: Ruleset, count: int) -> Json:
    """Return some bids in turn, not all of them legal, with the hands and the standing known or not."""
    names = PLAYERS[:count]
    pack, size = list(STANDARD), ruleset.packs[count].hand_size
    chance.shuffle(pack)
    dealt = {name: pack[place * size : (place + 1) * size] for place, name in enumerate(names)}
    made = [
        {"player": name, "tricks": chance.choice([0, 0, 1, 2, 3, 4, 5, 6]), "blind": chance.random() < 0.1}
        for name in (*names, names[0])[chance.choice([0, 0, 0, 1]) :][: chance.randrange(count)]
    ]
    if ruleset.parameters.bidding.by == "team":
        made = made[:1]
    sides = {"+".join((names[seat], names[seat + count // 2])) for seat in range(count // 2)}
    if ruleset.parameters.table.sides == "individual":
        sides = set(names)
    body: Json = {"players": list(names), "dealer": names[-1], "bids": made}
    if chance.random() < 0.5:
        body["hands"] = {name: dealt[name] for name in names if chance.random() < 0.8}
    if chance.random() < 0.7:
        body["before"] = {side: {"score": chance.choice([0, 50, 100, 200])} for side in sorted(sides)}
    return body


def _offences(ruleset: Ruleset, body: Json) -> Counter[tuple[str, Location]]:
    """Return code and location of every offence that an audit finds in a bidding."""
    found = audit(parse_record(ruleset, {**body, "tricks": []}), ruleset).findings
    return Counter((each.code, each.location) for each in found if each.severity == "offence")


def _offences_of_contract(ruleset: Ruleset, body: Json) -> Counter[tuple[str, Location]]:
    """Return the offences of a bidding, those too that a number is if it is the contract and no advice."""
    asked = audit(parse_record(ruleset, {**body, "tricks": []}), ruleset).undecided
    of_number = Counter((each.code, each.location) for each in asked if each.decided_by == ("bids",))
    return _offences(ruleset, body) + of_number


@in_two_portions("seeds", range(600), few=200)
def test_an_open_bid_adds_no_offence_and_a_closed_bid_adds_the_one_it_was_closed_for(seeds: Sequence[int]) -> None:
    # Contract, checkBids: exactly which bids are open to the next bidder, with the rule that closes each other
    tried = 0
    for seed in seeds:
        chance = random.Random(seed)
        try:
            ruleset, count = _random_rules(chance)
        except UnusableRuleset:
            continue
        body = _random_bidding(chance, ruleset, count)
        record = parse_record(ruleset, body)
        options = bid_options(record, ruleset)
        if options.next_side is None:
            assert not options.open
            assert not options.closed
            continue
        tried += 1
        table, before = record.table, _offences(ruleset, body)
        seat = table.sides[options.next_side].seats[0] if options.next_seat is None else options.next_seat
        for tricks, kind, code in (
            *((each.tricks, each.kind, None) for each in options.open),
            *((each.tricks, each.kind, each.finding.code) for each in options.closed),
        ):
            bid = {"player": table.players[seat], "tricks": tricks, "blind": kind in {"blind", "blind_nil"}}
            with_bid = {**body, "bids": [*body["bids"], bid]}
            added = (_offences_of_contract if code else _offences)(ruleset, with_bid) - before
            told = {each for each, _ in added}
            assert code in told if code else not told, (seed, tricks, kind, code, told)
    assert tried > len(seeds) // 3
