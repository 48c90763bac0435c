"""Slips beside the log: in the lists of hands, in passes, in bids and in who dealt; and what was not written down."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.naive.spoilt.log_slips import another_card
from tests.naive.spoilt.model import Change, Offence, Reading, Scene, Slip, numbered, slip_of
from tests.naive.table import path
from tests.spades.builders.cards import Json

# Hands and passes.


def _some_hand(record: Json, rng: Random) -> tuple[str, list[str]]:
    player = rng.choice(sorted(record["hands"]))
    return player, record["hands"][player]


def card_twice_in_hand(scene: Scene, rng: Random) -> Slip | None:
    """Write a card of a hand twice, so that the list has one card more."""
    record = scene.copied()
    player, hand = _some_hand(record, rng)
    card = rng.choice(hand)
    hand.insert(rng.randrange(len(hand) + 1), card)
    places = [place for place, each in enumerate(hand) if each == card]
    readings = tuple(
        Reading("card_written_twice", (Change(path("hands", player, place), recorded=card),)) for place in places
    )
    return Slip(record, readings, numbered(record), contradicts=True)


def card_twice_for_another(scene: Scene, rng: Random) -> Slip | None:
    """Write a card of a hand twice, the second time in the place of another card."""
    record = scene.copied()
    player, hand = _some_hand(record, rng)
    if len(hand) < 2:
        return None
    place, other = rng.sample(range(len(hand)), 2)
    card, hand[place] = hand[place], hand[other]
    readings = tuple(
        Reading("card_miscopied", (Change(path("hands", player, each), recorded=hand[each], suggested=card),))
        for each in (place, other)
    )
    return Slip(record, readings, numbered(record), contradicts=True)


def card_left_out_of_hand(scene: Scene, rng: Random) -> Slip | None:
    """Leave a card out of the list of a hand."""
    record = scene.copied()
    player, hand = _some_hand(record, rng)
    card = hand.pop(rng.randrange(len(hand)))
    change = Change(path("hands", player, len(hand)), suggested=card)
    return slip_of(record, "card_left_out", change, contradicts=True)


def wrong_card_in_hand(scene: Scene, rng: Random) -> Slip | None:
    """Write another card of the pack in the list of a hand, one that the hand does not have."""
    record = scene.copied()
    player, hand = _some_hand(record, rng)
    place = rng.randrange(len(hand))
    card = another_card(rng, scene.table.pack, hand[place])
    if card in hand:
        return None
    change = Change(path("hands", player, place), recorded=card, suggested=hand[place])
    hand[place] = card
    return slip_of(record, "card_miscopied", change)


def card_with_wrong_player(scene: Scene, rng: Random) -> Slip | None:
    """List a card of one hand with another."""
    record = scene.copied()
    if len(record["hands"]) < 2:
        return None
    owner, other = rng.sample(sorted(record["hands"]), 2)
    own: list[str] = record["hands"][owner]
    theirs: list[str] = record["hands"][other]
    card = own.pop(rng.randrange(len(own)))
    place = rng.randrange(len(theirs) + 1)
    theirs.insert(place, card)
    surplus = Change(path("hands", other, place), recorded=card)
    return slip_of(record, "card_with_wrong_player", surplus, Change(path("hands", owner, len(own)), suggested=card))


def cards_of_lists_exchanged(scene: Scene, rng: Random) -> Slip | None:
    """Exchange a card of one list with a card of another."""
    hands = scene.record.get("hands", {})
    if len(hands) < 2:
        return None
    return _lists_exchanged(scene, *((player, rng.choice(hands[player])) for player in rng.sample(sorted(hands), 2)))


def cards_of_a_trick_exchanged_in_lists(scene: Scene, rng: Random) -> Slip | None:
    """Exchange two cards in the lists that fell on the same trick."""
    hands = scene.record.get("hands", {})
    plays = [
        play for play in rng.choice(scene.record["tricks"])["plays"] if play["card"] in hands.get(play["player"], ())
    ]
    if len(plays) < 2:
        return None
    return _lists_exchanged(scene, *((play["player"], play["card"]) for play in rng.sample(plays, 2)))


def _lists_exchanged(scene: Scene, one: tuple[str, str], other: tuple[str, str]) -> Slip:
    record = scene.copied()
    changes = []
    for (player, card), (_, wrong) in ((one, other), (other, one)):
        place = record["hands"][player].index(card)
        record["hands"][player][place] = wrong
        changes.append(Change(path("hands", player, place), recorded=wrong, suggested=card))
    return slip_of(record, "cards_exchanged", *changes)


def lists_under_each_others_names(scene: Scene, rng: Random) -> Slip | None:
    """Write the lists of two hands under each other's names."""
    record = scene.copied()
    hands = record["hands"]
    if len(hands) < 2:
        return None
    one, other = rng.sample(sorted(hands), 2)
    hands[one], hands[other] = hands[other], hands[one]
    changes = [
        Change(path("hands", player), recorded=player, suggested=meant)
        for player, meant in ((one, other), (other, one))
    ]
    return slip_of(record, "names_exchanged", *changes)


def pass_turned_round(scene: Scene, rng: Random) -> Slip | None:
    """Write a pass the other way."""
    record = scene.copied()
    if not record.get("exchanges"):
        return None
    place = rng.randrange(len(record["exchanges"]))
    told = record["exchanges"][place]
    told["from"], told["to"] = told["to"], told["from"]
    return slip_of(record, "names_exchanged", *_changes_of_pass(place, told, {"from": told["to"], "to": told["from"]}))


def name_of_pass_miscopied(scene: Scene, rng: Random) -> Slip | None:
    """Name another player as the one who passed or who was passed cards."""
    record = scene.copied()
    if not record.get("exchanges"):
        return None
    place, end = rng.randrange(len(record["exchanges"])), rng.choice(["from", "to"])
    told = record["exchanges"][place]
    name = told[end]
    told[end] = rng.choice([player for player in record["players"] if player not in {told["from"], told["to"]}])
    return slip_of(record, "name_miscopied", *_changes_of_pass(place, told, {end: name}))


def _changes_of_pass(place: int, told: Json, meant: dict[str, str]) -> list[Change]:
    return [Change(path("exchanges", place, end), recorded=told[end], suggested=name) for end, name in meant.items()]


# Draws.


def names_of_draws_exchanged(scene: Scene, rng: Random) -> Slip | None:
    """Exchange the names of two neighbouring draws."""
    record = scene.copied()
    draws = record.get("draws", [])
    pairs = [place for place in range(len(draws) - 1) if draws[place]["player"] != draws[place + 1]["player"]]
    if not pairs:
        return None
    place = rng.choice(pairs)
    one, other = draws[place]["player"], draws[place + 1]["player"]
    draws[place]["player"], draws[place + 1]["player"] = other, one
    changes = [
        Change(path("draws", at, "player"), recorded=recorded, suggested=meant)
        for at, recorded, meant in ((place, other, one), (place + 1, one, other))
    ]
    return slip_of(record, "names_exchanged", *changes)


def name_of_draw_miscopied(scene: Scene, rng: Random) -> Slip | None:
    """Name another player at a draw."""
    record = scene.copied()
    if not record.get("draws"):
        return None
    place = rng.randrange(len(record["draws"]))
    name = record["draws"][place]["player"]
    meant = rng.choice([player for player in record["players"] if player != name])
    record["draws"][place]["player"] = meant
    return slip_of(record, "name_miscopied", Change(path("draws", place, "player"), recorded=meant, suggested=name))


# Bids and the dealer.


def wrong_dealer(scene: Scene, rng: Random) -> Slip | None:
    """Name another player as the dealer."""
    record = scene.copied()
    dealer = record.get("dealer")
    if dealer is None:
        return None
    record["dealer"] = rng.choice([player for player in record["players"] if player != dealer])
    change = Change("#/dealer", recorded=record["dealer"], suggested=dealer)
    return slip_of(record, "dealer", change, contradicts=_shows_true_dealer(scene))


def _shows_true_dealer(scene: Scene) -> bool:
    """Tell whether both the bids and the opening lead show who dealt."""
    bidding, play = scene.parameters["bids"], scene.parameters["play"]
    return (
        bidding["first_bidder"] != "drawn_then_rotates"
        and play["opening_leader"] in {"left_of_dealer", "dealer", "first_bidder"}
        and bool(scene.record.get("bids"))
        and 0 in scene.whole_tricks
        and all("player" in bid for bid in scene.record.get("bids", ()))
        and not any(code == "wrong_leader" and trick == 1 for code, _, trick in scene.truth)
    )


def wrong_bidder(scene: Scene, rng: Random) -> Slip | None:
    """Name another player, or another side, at a bid."""
    record = scene.copied()
    if not record.get("bids"):
        return None
    place = rng.randrange(len(record["bids"]))
    bid = record["bids"][place]
    member, names = ("team", list(scene.table.sides)) if "team" in bid else ("player", record["players"])
    name = bid[member]
    bid[member] = rng.choice([each for each in names if each != name])
    change = Change(path("bids", place, member), recorded=bid[member], suggested=name)
    return slip_of(record, "bidder", change)


def blind_left_out(scene: Scene, rng: Random) -> Slip | None:
    """Leave out that the one nil of a side, for which its partners passed cards, was blind."""
    record, bids = (
        scene.copied(),
        [bid for bid in scene.record.get("bids", ()) if "player" in bid and not bid["tricks"]],
    )
    sides = [scene.table.side_of[bid["player"]] for bid in bids]
    nils = [
        record["bids"].index(bid)
        for bid, side in zip(bids, sides, strict=True)
        if bid.get("kind") == "blind_nil" and sides.count(side) == 1
    ]
    if not nils or not record.get("exchanges"):
        return None
    place = rng.choice(nils)
    del record["bids"][place]["kind"]
    return slip_of(record, "blind_left_out", Change(path("bids", place, "kind"), suggested="blind_nil"))


# What was not written down.


def one_left_out(scene: Scene, rng: Random, *, member: str, of: int = 1) -> Slip | None:
    """Leave out a bid or a pass, where there are at least so many."""
    record = scene.copied()
    if len(record.get(member, ())) < of:
        return None
    del record[member][rng.randrange(len(record[member]))]
    return slip_of(record, member)


def left_out(scene: Scene, _: Random, *, member: str) -> Slip | None:
    """Leave out the bids altogether, or who dealt."""
    record = scene.copied()
    return slip_of(record, member) if record.pop(member, None) else None


def first_bid_out_of_turn(scene: Scene, rng: Random) -> Slip | None:
    """Let somebody bid before the one who had to begin, which is an offence."""
    record = scene.copied()
    bids: list[Json] = record["bids"]
    is_drawn = scene.parameters["bids"]["first_bidder"] == "drawn_then_rotates"
    if is_drawn or len(bids) < len(record["players"]) or any("team" in bid for bid in bids):
        return None
    early = bids.pop(rng.randrange(1, len(bids)))
    bids.insert(0, early)
    offence: Offence = ("bid_out_of_turn", early["player"], None)
    return replace(slip_of(record, "bids"), done=(offence,))
