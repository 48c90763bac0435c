"""Random rules and legal rounds by them, from a seeded generator."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.naive.bids import Bidding, first_bidders, opening_leader, read_bids
from tests.naive.table import JOKERS, STANDARD, Table

Json = dict[str, Any]

NAMES = ["ana", "ben", "cy", "dee", "eve", "fay"]


# Rules.


def merged(parameters: Json, overrides: Json) -> Json:
    """Return these parameters with the overrides in their place."""
    result = {group: {**members, **overrides.get(group, {})} for group, members in parameters.items()}
    special = result["special_bids"]
    special["ten"] = {"failed": 0, "or_more": False, **special["ten"]}
    special["slam"] = {"failed": 0, **special["slam"]}
    return result


def random_overrides(rng: Random) -> Json:
    """Return overrides for any preset of four partners; a few sets of them still contradict themselves."""
    count = rng.choice([2, 3, 4, 4, 4, 5, 6])
    bidding, leaders = _bidding_rules(rng, count)
    overrides: Json = {
        "table": {
            "players": [count],
            "sides": "partnership" if count in {4, 6} and rng.random() < 0.75 else "individual",
        },
        "deck": _deck_rules(rng, count),
        "bidding": bidding,
        "nil": _nil_rules(rng),
        "blind_bid": {
            "allowed": rng.random() < 0.4,
            "minimum": rng.choice([2, 2, 3, 4]),
            "deficit": rng.choice([0, 50, 100]),
            "made_multiplier": rng.choice([1, 2, 3]),
            "failed_multiplier": rng.choice([1, 1, 2]),
            "overtricks": rng.random() < 0.6,
            "exact": rng.random() < 0.3,
        },
        "special_bids": {
            "ten": {
                "made": rng.choice([0, 150, 200]),
                "failed": rng.choice([0, -100, -200]),
                "or_more": rng.random() < 0.5,
            },
            "slam": {"made": rng.choice([0, 200, 500]), "failed": rng.choice([0, -130])},
            "boston": rng.choice([0, 0, 300]),
        },
        "play": {
            "opening_leader": rng.choice(leaders),
            "opening_card": rng.choice(["non_spade", "any", "lowest_club"]),
            "first_trick": rng.choice(["normal", "normal", "no_spades", "all_lowest_club"]),
            "spade_lead": rng.choice(["after_broken", "after_broken", "any_time", "after_first_trick"]),
            "broken_by": rng.choice(["discard_only", "any_spade"]),
        },
        "scoring": {
            "trick_points": rng.choice([10, 10, 5]),
            "overtrick_points": rng.choice([1, 1, 0, -1, -10]),
            "set": rng.choice(["minus_bid", "zero", "minus_undertricks"]),
            "bag_limit": rng.choice([0, 3, 5, 10]),
            "bag_penalty": rng.choice([-100, -50]),
            "bag_carry": rng.choice(["remainder", "reset"]),
            "bag_points_cancelled": rng.random() < 0.3,
        },
    }
    if bidding["restriction"] != "none":
        overrides["nil"] |= {"exchange": 0, "blind_exchange": 0}
    return overrides


def _deck_rules(rng: Random, count: int) -> Json:
    jokers = rng.choice([0, 0, 1, 2])
    whole = STANDARD + JOKERS[:jokers]
    removed = rng.sample(STANDARD, rng.choice([0, 0, 1, 2, 4]))
    top: list[str] = []
    if rng.random() < 0.3:
        left = [card for card in ("2D", "2S", "2C", "3H") if card not in removed]
        top = JOKERS[:jokers] + rng.sample(left, min(len(left), rng.randrange(1, 4)))
    most = (len(whole) - len(removed)) // count
    size = rng.choice([most, most, rng.randrange(4, most + 1)]) if count > 2 else rng.randrange(4, 14)
    return {
        "jokers": jokers,
        "removed": {str(count): removed},
        "top_trumps": top,
        "leftover": "set_aside",
        "hand_size": {} if size == most and rng.random() < 0.5 else {str(count): size},
        "formation": "deal",
    }


def _bidding_rules(rng: Random, count: int) -> tuple[Json, list[str]]:
    first = rng.choice(["left_of_dealer", "left_of_dealer", "dealer", "drawn_then_rotates"])
    if count == 2 and rng.random() < 0.5:
        first = "non_dealer"
    leaders = ["first_bidder", "high_bidder", "lowest_club"]
    if first != "drawn_then_rotates":
        leaders += ["left_of_dealer", "dealer"]
    rules: Json = {
        "first_bidder": first,
        "minimum": rng.choice([1, 1, 2]),
        "by": rng.choice(["player", "player", "player", "team"]),
        "maximum": rng.choice([0, 0, 4]),
        "zero": rng.choice(["nil", "nil", "uncommitted", "not_allowed"]),
        "team_maximum": rng.choice([0, 0, 6, 10]),
        "team_minimum": rng.choice([0, 0, 3, 4]),
        "team_minimum_breach": rng.choice(["illegal", "raised", "set"]),
        "nil_partner_minimum": rng.choice([0, 3, 4]),
        "nil_partner_breach": rng.choice(["illegal", "raise_earlier"]),
        "table_total": rng.choice(["any", "any", "not_hand_size", "at_most_hand_size"]),
        "restriction": "none",
        "first_round": rng.choice(["normal", "normal", "bids_itself"]),
    }
    if rng.random() < 0.25:
        rules |= {
            "restriction": rng.choice(["mirror", "whiz", "suicide"]),
            "by": "player",
            "zero": "nil",
            "minimum": 1,
            "maximum": 0,
            "team_maximum": 0,
            "team_minimum": 0,
            "nil_partner_minimum": rng.choice([0, 0, 4]) if count in {4, 6} else 0,
            "table_total": "any",
        }
        if rules["restriction"] in {"mirror", "whiz"}:
            rules["nil_partner_minimum"] = 0
    return rules, leaders


def _nil_rules(rng: Random) -> Json:
    exchange = rng.choice([0, 0, 0, 1, 2])
    return {
        "made": rng.choice([100, 50]),
        "failed": rng.choice([-100, -50]),
        "blind": rng.random() < 0.5,
        "blind_made": 200,
        "blind_failed": rng.choice([-200, -100]),
        "blind_deficit": rng.choice([0, 100]),
        "scoring": rng.choice(["independent", "independent", "linked"]),
        "failed_tricks": rng.choice(["bags", "to_contract", "ignored"]),
        "failed_bags_when_set": rng.choice(["none", "bags_only", "bags_and_points"]),
        "both_partners": rng.choice(["allowed", "allowed", "forbidden"]),
        "double": rng.choice(["independent", "joint", "joint_no_loss"]),
        "double_made": rng.choice([200, 400]),
        "double_failed": rng.choice([-200, -150]),
        "exchange": exchange,
        "blind_exchange": rng.choice([exchange, 0, 2]),
    }


# Legal rounds.


def legal_round(rng: Random, parameters: Json, *, slips: float = 0.0) -> Json | None:
    """Return the record of a random legal round, with all there is to record; None where no legal bidding was found.

    ``slips``: the share of cards that are drawn from the whole hand, legal or not.
    """
    record, table = seated(rng, parameters)
    record["dealer"] = rng.choice(table.players)
    if parameters["bidding"]["first_round"] == "bids_itself" or rng.random() < 0.2:
        record["round_number"] = rng.randrange(1, 3)
    if rng.random() < 0.8:
        record["before"] = {
            side: {
                "score": rng.choice([-120, 0, 35, 100, 240, 495]),
                "bags": rng.choice([0, 0, 2, 4, 9]),
                "sets": rng.randrange(2),
            }
            for side in table.sides
            if rng.random() < 0.9
        }
    return played(rng, record, parameters, slips=slips)


def seated(rng: Random, parameters: Json) -> tuple[Json, Table]:
    """Return the head of a record and its table: the players, sometimes with names for their sides."""
    count = rng.choice(parameters["table"]["players"])
    record: Json = {"players": rng.sample(NAMES, count)}
    table = Table(record, parameters)
    if rng.random() < 0.1:
        record["teams"] = [
            {"name": f"side {place}", "players": group[::-1]} for place, group in enumerate(table.sides.values())
        ]
        table = Table(record, parameters)
    return record, table


def played(rng: Random, head: Json, parameters: Json, *, slips: float = 0.0) -> Json | None:
    """Return the record of a random legal round that has this head; None where no legal bidding was found."""
    record: Json = {**head, "bids": [], "tricks": []}
    table = Table(record, parameters)
    count = len(table.players)
    cards = sorted(table.pack.cards)
    rng.shuffle(cards)
    size = table.pack.hand_size
    hands = {player: cards[seat * size : (seat + 1) * size] for seat, player in enumerate(table.players)}
    record["hands"] = hands
    if table.pack.leftover and rng.random() < 0.7:
        record["set_aside"] = cards[count * size :]
    bidding = _bid(rng, record, table, parameters)
    if bidding is None:
        return None
    held = {player: list(hand) for player, hand in hands.items()}
    _exchange(rng, record, held, bidding, table, parameters["nil"])
    leader = opening_leader(record, bidding, table, parameters)
    if parameters["play"]["opening_leader"] == "lowest_club":
        leader = _lowest_club_holder(held, table)
    _play(rng, record, held, leader or rng.choice(table.players), table, parameters["play"], slips)
    return record


def _lowest_club_holder(held: dict[str, list[str]], table: Table) -> str | None:
    clubs = {card: player for player, hand in held.items() for card in hand if card in table.pack.clubs}
    return clubs[min(clubs, key=table.pack.rank)] if clubs else None


def _bid(rng: Random, record: Json, table: Table, parameters: Json) -> Bidding | None:
    """Bid at random until the bids are legal."""
    rules = parameters["bidding"]
    if rules["first_round"] == "bids_itself" and record.get("round_number") == 1:
        return read_bids(record, table, parameters)
    starts = first_bidders({**record, "bids": []}, rules, table)
    rotation = table.rotation(starts[0] if starts else rng.choice(table.players))
    for _ in range(60):
        record["bids"] = _random_bids(rng, record, rotation, table, parameters)
        bidding = read_bids(record, table, parameters)
        if all(code == "bid_raised" for code, *_ in bidding.findings):
            return bidding
    return None


def _random_bids(rng: Random, record: Json, rotation: list[str], table: Table, parameters: Json) -> list[Json]:
    rules = parameters["bidding"]
    sides = list(dict.fromkeys(table.side_of[player] for player in rotation))
    if rules["by"] == "team" or (len(rotation) == 4 and rules["restriction"] == "none" and rng.random() < 0.03):
        return _random_team_bids(rng, rotation, sides, table, rules)
    bids: list[Json] = []
    nils: set[str] = set()
    for player in rotation:
        spades = sum(card in table.pack.spades for card in record["hands"][player])
        tricks = _random_bid(rng, spades, table.partner(player) in nils, table, rules["restriction"])
        bids.append({"player": player, "tricks": tricks, **({"blind": True} if rng.random() < 0.1 else {})})
        if tricks == 0:
            nils.add(player)
    return bids


def _random_team_bids(rng: Random, rotation: list[str], sides: list[str], table: Table, rules: Json) -> list[Json]:
    size = table.pack.hand_size
    group = len(rotation) // len(sides)
    fair = max(1, size // len(rotation)) * group
    # A nil is one player's: two partners don't bid it as one.
    least = 1 if group > 1 and rules["zero"] == "nil" else 0
    bids: list[Json] = [{"team": side, "tricks": min(size, max(least, fair + rng.randrange(-3, 4)))} for side in sides]
    if rules["by"] == "team" and rng.random() < 0.2:
        bids[0] = {"player": rotation[0], "tricks": bids[0]["tricks"]}
    return bids


def _random_bid(rng: Random, spades: int, beside_nil: bool, table: Table, restriction: str) -> int:
    if restriction == "mirror":
        return spades
    if restriction == "whiz":
        return rng.choice([0, spades])
    size = table.pack.hand_size
    fair = max(1, size // len(table.players))
    tricks = min(size, max(0, fair + rng.choice([-2, -1, 0, 0, 0, 1, 1, 2, 3])))
    if restriction == "suicide" and (rng.random() < 0.5 or beside_nil):
        return max(4, tricks) if beside_nil else 0
    if rng.random() < 0.12:
        return 0
    return rng.randrange(size + 1) if rng.random() < 0.03 else tricks


def _exchange(rng: Random, record: Json, held: dict[str, list[str]], bidding: Bidding, table: Table, nil: Json) -> None:
    exchanges: list[Json] = []
    counts = {"nil": nil["exchange"], "blind_nil": nil["blind_exchange"]}
    for side, group in table.sides.items():
        due = [counts[bid.kind] for bid in bidding.of(side) if counts.get(bid.kind)]
        if not due or len(group) < 2:
            continue
        passed = {player: rng.sample(held[player], max(due)) for player in group}
        for giver, taker in (group, reversed(group)):
            exchanges.append({"from": giver, "to": taker, "cards": passed[giver]})
            held[giver] = [card for card in held[giver] if card not in passed[giver]]
            held[taker] = held[taker] + passed[giver]
    if exchanges or rng.random() < 0.1:
        record["exchanges"] = exchanges


def _play(
    rng: Random, record: Json, held: dict[str, list[str]], leader: str, table: Table, rules: Json, slips: float
) -> None:
    broken = False
    pack = table.pack
    claims = rng.random() < 0.5
    for trick in range(pack.hand_size):
        plays: list[Json] = []
        for player in table.rotation(leader):
            hand = held[player]
            legal = legal_cards(table, hand, [play["card"] for play in plays], trick, rules, broken=broken)
            card = rng.choice(hand if slips and rng.random() < slips else legal)
            hand.remove(card)
            plays.append({"player": player, "card": card})
        led = pack.suit(plays[0]["card"])
        if any(pack.suit(play["card"]) == "S" for play in plays) and (led != "S" or rules["broken_by"] == "any_spade"):
            broken = True
        best = pack.best(led, [play["card"] for play in plays])
        winner: str = next(play["player"] for play in plays if play["card"] == best)
        record["tricks"].append({"plays": plays, **({"leader": leader, "winner": winner} if claims else {})})
        leader = winner


def legal_cards(
    table: Table, hand: list[str], trick: list[str], number: int, rules: Json, *, broken: bool
) -> list[str]:
    """Return the cards of a hand that may be played, all of the hand being known."""
    pack = table.pack
    plain = [card for card in hand if pack.suit(card) != "S"]
    clubs = [card for card in hand if pack.suit(card) == "C"]
    lowest = [min(clubs, key=pack.rank)] if clubs else []
    if not trick:
        if number == 0:
            due = lowest if rules["opening_card"] == "lowest_club" else []
            return due or (plain if rules["opening_card"] != "any" else hand) or hand
        return (plain if rules["spade_lead"] == "after_broken" and not broken else hand) or hand
    led = pack.suit(trick[0])
    same = [card for card in hand if pack.suit(card) == led]
    if number or rules["first_trick"] == "normal":
        return same or hand
    if rules["first_trick"] == "no_spades":
        return same or plain or hand
    return (lowest if led == "C" else same) or plain or hand
