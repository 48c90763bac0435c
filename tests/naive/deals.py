"""Random legal rounds by any rules, from a seeded generator."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.naive.bidding_turns import first_bidders
from tests.naive.bids import Bidding, opening_leader, read_bids
from tests.naive.table import Pack, Table

Json = dict[str, Any]

LEGAL = {"bid_raised", "bid_advised", "round_thrown_in"}
"""What may be found of bids that are legal."""
NAMES = ["ana", "ben", "cy", "dee", "eve", "fay"]


def legal_round(rng: Random, parameters: Json, *, slips: float = 0.0) -> Json | None:
    """Return the record of a random legal round, with all there is to record; None where no legal bidding was found.

    ``slips``: the share of cards that are drawn from the whole hand, legal or not.
    """
    record, table = seated(rng, parameters)
    record["dealer"] = rng.choice(table.players)
    if parameters["bids"]["first_round"] == "bids_itself" or rng.random() < 0.2:
        record["round_number"] = rng.randrange(1, 3)
    if rng.random() < 0.8:
        limit = parameters["bags"]["limit"] or 10  # a round leaves fewer bags than this
        record["before"] = {
            side: {
                "score": rng.choice([-120, 0, 35, 100, 240, 495]),
                "bags": rng.choice([0, 0, 2, 4, 9]) % limit,
                "sets": rng.randrange(2),
            }
            for side in table.sides
            if rng.random() < 0.9
        }
    return played(rng, record, parameters, slips=slips)


def seated(rng: Random, parameters: Json, names: Sequence[str] = NAMES) -> tuple[Json, Table]:
    """Return the head of a record and its table: the players, sometimes with names for their sides."""
    count = rng.choice(parameters["table"]["players"])
    record: Json = {"players": rng.sample(names, count)}
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
    if table.pack.longer:
        hands = {player: [cards.pop() for _ in range(table.sizes[player])] for player in table.players}
    record["hands"] = hands
    draws = parameters["deck"]["formation"] == "draw"
    if table.pack.leftover and not draws and rng.random() < 0.7:
        record["set_aside"] = cards[count * size :]
    bidding = _bid(rng, record, table, parameters)
    if bidding is None:
        return None
    if draws and rng.random() < 0.8:
        starts = first_bidders(record, parameters["bids"], table)
        _draw(rng, record, cards[count * size :], starts[0] if starts else table.players[0])
    held = {player: list(hand) for player, hand in hands.items()}
    _exchange(rng, record, held, bidding, table, parameters["bids"])
    leader = opening_leader(record, bidding, table, parameters)
    if parameters["play"]["opening_leader"] == "lowest_club":
        leader = _lowest_club_holder(held, table)
    _play(rng, record, held, leader or rng.choice(table.players), table, parameters["play"], slips)
    return record


def _draw(rng: Random, record: Json, rest: list[str], first: str) -> None:
    """Tell how two players came by their hands, drawing two cards in a turn."""
    if len(rest) < sum(len(hand) for hand in record["hands"].values()):
        return  # not enough cards to discard one for each that is kept
    rotation = [first, *(player for player in record["players"] if player != first)]
    record["draws"] = []
    for turn in range(sum(len(hand) for hand in record["hands"].values())):
        player = rotation[turn % len(rotation)]
        kept = record["hands"][player][turn // len(rotation)]
        record["draws"].append({"player": player, "cards": rng.sample([kept, rest[turn]], 2), "kept": [kept]})
    if rng.random() < 0.7:
        del record["hands"]


def _lowest_club_holder(held: dict[str, list[str]], table: Table) -> str | None:
    clubs = {card: player for player, hand in held.items() for card in hand if card in table.pack.clubs}
    return clubs[min(clubs, key=table.pack.rank)] if clubs else None


def _bid(rng: Random, record: Json, table: Table, parameters: Json) -> Bidding | None:
    """Bid at random until the bids are legal."""
    rules = parameters["bids"]
    if rules["first_round"] == "bids_itself" and record.get("round_number") == 1:
        return read_bids(record, table, parameters)
    starts = first_bidders({**record, "bids": []}, rules, table)
    rotation = table.rotation(starts[0] if starts else rng.choice(table.players))
    for _ in range(60):
        record["bids"] = _random_bids(rng, record, rotation, table, parameters)
        bidding = read_bids(record, table, parameters)
        if all(code in LEGAL for code, *_ in bidding.findings):
            return bidding
    return None


def _random_bids(rng: Random, record: Json, rotation: list[str], table: Table, parameters: Json) -> list[Json]:
    rules = parameters["bids"]
    sides = list(dict.fromkeys(table.side_of[player] for player in rotation))
    if rules["by"] == "team" or (len(rotation) == 4 and rules["restriction"] == "none" and rng.random() < 0.03):
        return _random_team_bids(rng, rotation, sides, table, rules)
    bids: list[Json] = []
    nils: set[str] = set()
    for place, player in enumerate(rotation):
        spades = sum(card in table.pack.spades for card in record["hands"][player])
        tricks = _random_bid(rng, spades, table.partner(player) in nils, table, rules["restriction"])
        if rules["by"] == "last_partner" and tricks and table.partner(player) in rotation[:place]:
            tricks = min(table.pack.hand_size, 2 * tricks)  # for the side
        bids.append({"player": player, "tricks": tricks, **random_kind(rng, tricks, rules)})
        if tricks == 0:
            nils.add(player)
    return bids


def random_kind(rng: Random, tricks: int, rules: Json) -> Json:
    """Return the kind of a bid as a record states it, mostly one that the rules allow: a 0 has to where it may be two.

    What is ordinary is mostly not stated.
    """
    blind, *plain = ("blind", "number") if tricks else ("blind_nil", "nil", "zero")
    allowed = [kind for kind in plain if rules[kind]["allowed"]]
    is_blind = rng.random() < (0.5 if not allowed else 0.25 if rules[blind]["allowed"] else 0.02)
    kind = blind if is_blind else rng.choice(allowed or plain)
    is_stated = is_blind or len(allowed) > 1 or (bool(allowed) and rng.random() < 0.1)
    return {"kind": kind} if is_stated else {}


def _random_team_bids(rng: Random, rotation: list[str], sides: list[str], table: Table, rules: Json) -> list[Json]:
    size = table.pack.hand_size
    group = len(rotation) // len(sides)
    fair = max(1, size // len(rotation)) * group
    # A nil is one player's: two partners don't bid it as one.
    least = 1 if group > 1 and (rules["nil"]["allowed"] or rules["blind_nil"]["allowed"]) else 0
    bids: list[Json] = []
    for side in sides:
        tricks = min(size, max(least, fair + rng.randrange(-3, 4)))
        stated = random_kind(rng, tricks, rules) if tricks or group == 1 or rules["by"] == "team" else {}
        bids.append({"team": side, "tricks": tricks, **stated})
    if rules["by"] == "team" and rng.random() < 0.2:
        bids[0] = {**bids[0], "player": rotation[0]}
        del bids[0]["team"]
    # What is raised could have stood: where the raise is hidden, no rule forbids the bid that is left.
    lowest = max(1, rules["number"]["least"], rules["side_least"], rules["partner_of_nil"]["least"])
    if rules["changes"] == "raise_until_opponents_bid" and bids[0]["tricks"] > lowest and rng.random() < 0.6:
        bids.insert(0, {**bids[0], "tricks": rng.randrange(lowest, bids[0]["tricks"])})
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


def _exchange(
    rng: Random, record: Json, held: dict[str, list[str]], bidding: Bidding, table: Table, rules: Json
) -> None:
    exchanges: list[Json] = []
    counts = {kind: rules[kind]["exchange"] for kind in ("nil", "blind_nil")}
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
        rotation = [player for player in table.rotation(leader) if held[player]]
        leader = rotation[0]
        for player in rotation:
            hand = held[player]
            legal = legal_cards(pack, hand, [play["card"] for play in plays], trick, rules, broken=broken)
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


def legal_cards(pack: Pack, hand: list[str], trick: list[str], number: int, rules: Json, *, broken: bool) -> list[str]:
    """Return the cards of a hand that may be played, all of the hand being known."""
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
