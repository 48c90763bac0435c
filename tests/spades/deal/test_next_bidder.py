"""What `checkBids` says besides the rows of ``auctions.txt``, and open bids by any rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from service.analysis.claims.claimed_round import Claims
from service.presets.loader import resolve
from service.spades.deal.auction import bid_options
from service.spades.errors import UnusableRuleset
from service.spades.findings import Location
from service.spades.record.parse import parse_record
from service.spades.rules.ruleset import Reference, Ruleset
from service.spades.ruling.audit import audit
from service.wire.schemas.table_questions import BidsRequestSchema
from tests.lengths import in_two_portions
from tests.spades.builders.cards import PLAYERS, STANDARD, Json
from tests.spades.builders.members import members
from tests.spades.builders.options import closed, house, upto
from tests.spades.builders.questions import check


def test_the_contract_of_a_side_so_far() -> None:
    """Parameters, bids.partner_of_nil.breach (C9): a bid is shown as it was raised."""
    answer = check("nello", "ana 2, ben 4, cy 0")
    assert answer["teams"][0] == {
        "team": "ana+cy",
        "contract": 3,
        "bids": [
            {"player": "ana", "tricks": 2, "counts_as": 3, "kind": "number"},
            {"player": "cy", "tricks": 0, "counts_as": 0, "kind": "nil"},
        ],
    }
    assert check("nello", "ana 2, ben 4")["teams"][0]["contract"] == 2
    by_team = house(bids={"by": "team", "changes": "raise_until_opponents_bid"})
    answer = check(by_team, "ana+cy 5, ana+cy 4, ana+cy 7, ben+dee 6")
    assert answer["teams"][0]["bids"] == [{"tricks": 7, "counts_as": 7, "kind": "number"}]
    advised = check("columbus-whist", "ana 4, ben 3, ana+cy 7")
    assert advised["teams"][0]["contract"] == 7


def test_bids_that_one_rule_forbids_are_one_row() -> None:
    """Contract, ClosedBid: what forbids a bid is said once, in the words of the rule."""
    (_, blind) = check(house())["closed"]
    assert (blind["tricks"], blind["up_to"], blind["detail"]) == (1, 13, blind["rule"]["text"])
    (low, *_) = check(house(bids={"number": {"least": 2}}))["closed"]
    assert (low["tricks"], low["detail"]) == (1, "ana may not bid 1; the minimum is 2.")
    assert "up_to" not in low
    shut = closed(check("suicide", "ana 0, ben 5"))
    assert shut["bid_not_allowed bids.restriction"] == {"nil": [0]}
    assert shut["nil_partner_bid_too_low bids.partner_of_nil.least"] == {"number": [1, 2, 3]}
    high = closed(check(house(bids={"side_most": 7})))
    assert high["team_bid_too_high bids.side_most"] == {"number": upto(13, 8)}


def test_a_condition_says_what_is_not_known() -> None:
    """Rulings, what is asked: made, such a bid stays undecided until the standing or the hand is known."""
    (blind_nil,) = [each for each in check("pagat", "ana blind 0")["open"] if "condition" in each]
    condition = blind_nil["condition"]
    assert (condition["code"], condition["decided_by"]) == ("blind_bid_not_allowed", "#/before")
    assert (condition["rule"]["parameter"], condition["detail"].split()[0]) == ("bids.blind_nil.deficit", "ben")
    mirror = check(house(bids={"restriction": "mirror"}))["open"]
    assert {each["condition"]["decided_by"] for each in mirror} == {"#/hands/ana"}


# Whatever the rules and the bids: an open bid adds no offence, a closed one adds its own.


def _random_rules(chance: random.Random) -> tuple[Ruleset, int]:
    count = chance.choice([2, 3, 4, 4, 4, 4, 6])
    overrides: Json = {
        "table": {
            "players": [count],
            "sides": "partnership" if count == 4 or (count == 6 and chance.random() < 0.5) else "individual",
        },
        "deck": {"leftover": "set_aside"},
        "bids": {
            "first_bidder": chance.choice(["left_of_dealer", "dealer"]),
            "by": chance.choice(["player", "player", "last_partner", "team"]),
            "number": {
                "least": chance.choice([1, 1, 2, 3]),
                "most": chance.choice([0, 0, 6]),
                "deficit": chance.choice([0, 0, 0, 100]),
                "per_side": chance.choice([0, 0, 0, 1, 2]),
            },
            "zero": {
                "allowed": chance.random() < 0.2,
                "deficit": chance.choice([0, 0, 100]),
                "per_side": chance.choice([0, 0, 1]),
            },
            "nil": {
                "allowed": chance.random() < 0.75,
                "deficit": chance.choice([0, 0, 0, 100]),
                "per_side": chance.choice([0, 0, 0, 1]),
            },
            "blind": {
                "allowed": chance.random() < 0.5,
                "least": chance.choice([3, 5]),
                "most": chance.choice([0, 0, 7]),
                "deficit": chance.choice([0, 100]),
                "per_side": chance.choice([0, 0, 1]),
            },
            "blind_nil": {
                "allowed": chance.random() < 0.5,
                "deficit": chance.choice([0, 100]),
                "per_side": chance.choice([0, 0, 1]),
            },
            "both_nil": {"how": chance.choice(["each", "forbidden"])},
            "side_most": chance.choice([0, 0, 8]),
            "side_least": chance.choice([0, 0, 4]),
            "side_breach": chance.choice(["illegal", "raised", "set"]),
            "partner_of_nil": {
                "least": chance.choice([0, 3, 4]),
                "breach": chance.choice(["illegal", "raise_earlier"]),
            },
            "table": {
                "least": chance.choice([0, 0, 0, 11]),
                "most": chance.choice([0, 0, 13]),
                "not": chance.choice([[], [], [], [11]]),
                "not_hand_size": chance.random() < 0.3,
                "breach": chance.choice(["illegal", "illegal", "redeal"]),
            },
            "restriction": chance.choice(["none", "none", "none", "mirror", "whiz", "suicide"]),
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
        _bid(name, chance.choice([0, 0, 1, 2, 3, 4, 5, 6]), ruleset, chance)
        for name in (*names, names[0])[chance.choice([0, 0, 0, 1]) :][: chance.randrange(count)]
    ]
    if ruleset.parameters.bids.by == "team":
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


def _bid(player: str, tricks: int, ruleset: Ruleset, chance: random.Random) -> Json:
    """Return a bid, now and then a blind one; a 0 says what it is where that has to be said."""
    bids = ruleset.parameters.bids
    kind = {}
    if chance.random() < 0.1:
        kind = {"kind": "blind" if tricks else "blind_nil"}
    elif not tricks and bids.nil.allowed and bids.zero.allowed:
        kind = {"kind": chance.choice(["zero", "nil"])}
    return {"player": player, "tricks": tricks, **kind}


def _offences(ruleset: Ruleset, body: Json) -> Counter[tuple[str, Location]]:
    """Return code and location of each offence that an audit finds, even if a slip or an unwritten bid explains it."""
    ruling = audit(parse_record(ruleset, members(BidsRequestSchema, body)), ruleset, Claims())
    asked = [
        each
        for each in ruling.undecided
        if each.readings is not None or each.detail[0].key == "bid_out_of_turn_unless_unwritten"
    ]
    found = [*ruling.findings, *asked]
    return Counter((each.code, each.location) for each in found if each.severity == "offence")


def _offences_of_contract(ruleset: Ruleset, body: Json) -> Counter[tuple[str, Location]]:
    """Return the offences of a bidding, those too that a number is if it is the contract and no advice."""
    asked = audit(parse_record(ruleset, members(BidsRequestSchema, body)), ruleset, Claims()).undecided
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
        record = parse_record(ruleset, members(BidsRequestSchema, body))
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
            bid = {"player": table.players[seat], "tricks": tricks, "kind": kind}
            with_bid = {**body, "bids": [*body["bids"], bid]}
            added = (_offences_of_contract if code else _offences)(ruleset, with_bid) - before
            told = {each for each, _ in added}
            assert code in told if code else not told, (seed, tricks, kind, code, told)
    assert tried > len(seeds) // 3
