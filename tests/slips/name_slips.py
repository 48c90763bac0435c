"""Slips in single names: the dealer, a claimed winner or leader, a bidder."""

from __future__ import annotations

from random import Random

from tests.naive.table import path
from tests.slips.model import Change, Scene, Slip, slip_of


def wrong_dealer(scene: Scene, rng: Random) -> Slip | None:
    """Name another player as the dealer."""
    record = scene.copied()
    dealer = record["dealer"]
    record["dealer"] = rng.choice([player for player in record["players"] if player != dealer])
    change = Change("#/dealer", recorded=record["dealer"], suggested=dealer)
    return slip_of(record, "dealer", change, contradicts=_shows_true_dealer(scene))


def _shows_true_dealer(scene: Scene) -> bool:
    """Tell whether both the bids and the opening lead show who dealt."""
    bidding, play = scene.parameters["bidding"], scene.parameters["play"]
    return (
        bidding["first_bidder"] != "drawn_then_rotates"
        and play["opening_leader"] in {"left_of_dealer", "dealer", "first_bidder"}
        and bool(scene.record["bids"])
        and 0 in scene.whole_tricks
        and all("player" in bid for bid in scene.record["bids"])
        and not any(code == "wrong_leader" and trick == 1 for code, _, trick in scene.truth)
    )


def wrong_winner(scene: Scene, rng: Random) -> Slip | None:
    """Name another player as the winner of a trick."""
    return _wrong_claim(scene, rng, "winner")


def wrong_leader(scene: Scene, rng: Random) -> Slip | None:
    """Name another player as the leader of a trick."""
    return _wrong_claim(scene, rng, "leader")


def _wrong_claim(scene: Scene, rng: Random, member: str) -> Slip | None:
    record = scene.copied()
    claiming = [place for place, trick in enumerate(record["tricks"]) if member in trick]
    if not claiming:
        return None
    place = rng.choice(claiming)
    trick = record["tricks"][place]
    name = trick[member]
    trick[member] = rng.choice([player for player in record["players"] if player != name])
    change = Change(path("tricks", place, member), recorded=trick[member], suggested=name)
    return slip_of(record, member, change, contradicts=True)


def wrong_bidder(scene: Scene, rng: Random) -> Slip | None:
    """Name another player, or another side, at a bid."""
    record = scene.copied()
    if not record["bids"]:
        return None
    place = rng.randrange(len(record["bids"]))
    bid = record["bids"][place]
    member, names = ("team", list(scene.table.sides)) if "team" in bid else ("player", record["players"])
    name = bid[member]
    bid[member] = rng.choice([each for each in names if each != name])
    change = Change(path("bids", place, member), recorded=bid[member], suggested=name)
    return slip_of(record, "bidder", change)
