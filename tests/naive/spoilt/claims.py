"""What may stand in a record beside a slip: a call with the number of a wrong trick, a claim to the tricks left."""

from __future__ import annotations

from itertools import takewhile
from random import Random

from tests.naive.spoilt.model import Scene, Slip, slip_of
from tests.spades.builders.cards import Json


def revoke_called_beside(scene: Scene, rng: Random) -> Slip | None:
    """Call a revoke by the number of the trick before or after it, where the player who is called did not revoke."""
    tricks = scene.record["tricks"]
    revokes = {
        (player, trick)
        for code, player, trick in scene.truth
        if code == "illegal card" and trick is not None and tricks[trick - 1]["plays"][0]["player"] != player
        # In the first trick it may be no revoke, but a card that only the rule of that trick forbids.
        if trick != 1 or scene.parameters["play"]["first_trick"] == "normal"
    }
    beside = {(player, trick + step) for player, trick in revokes for step in (-1, 1)} - revokes
    calls = sorted((player, trick) for player, trick in beside if player is not None and 1 <= trick <= len(tricks))
    if not calls or "accusations" in scene.record or scene.parameters["calls"]["names"] == "trick":
        return None
    against, trick = rng.choice(calls)
    sides = scene.table.side_of
    by = rng.choice([player for player in scene.table.players if sides[player] != sides[against]])
    return slip_of({**scene.copied(), "accusations": [{"by": by, "against": against, "trick": trick}]}, "call")


def claimed_beside_nil(scene: Scene, rng: Random, *, by_partner: bool) -> Slip | None:
    """End the play with an accepted claim of a nil bidder, or of his partner, who took all that was left."""
    tricks, table = scene.record["tricks"], scene.table
    nils = {bid["player"] for bid in scene.record["bids"] if bid["tricks"] == 0 and "player" in bid}
    takers = [player for player in table.players if table.partner(player) in nils and player not in nils]
    if len(tricks) != table.pack.hand_size or table.pack.longer or not takers:
        return None  # in hands of unequal sizes no claim is judged
    taker = rng.choice(takers)
    left = sum(1 for _ in takewhile(lambda trick: _winner(scene, trick) == taker, reversed(tricks)))
    by = taker if by_partner else table.partner(taker)
    return _claimed(scene, rng.randrange(1, left + 1), {"by": by, "accepted": True}) if left else None


def contested_claim(scene: Scene, rng: Random) -> Slip | None:
    """End the play with a claim to the rest that the other side did not accept."""
    tricks, left = scene.record["tricks"], rng.randrange(1, 4)
    if len(tricks) != scene.table.pack.hand_size or scene.table.pack.longer or len(tricks) < 6:
        return None  # in hands of unequal sizes no claim is judged
    by = rng.choice(scene.table.sides[scene.table.side_of[_winner(scene, tricks[-left])]])
    return _claimed(scene, left, {"by": by, "accepted": False})


def _claimed(scene: Scene, left: int, claim: Json) -> Slip:
    record = scene.copied()
    del record["tricks"][-left:]
    return slip_of({**record, "claim": {**claim, "tricks": "rest"}}, "claim")


def _winner(scene: Scene, trick: Json) -> str:
    """Return who won a whole trick."""
    pack = scene.table.pack
    best = pack.best(pack.suit(trick["plays"][0]["card"]), [play["card"] for play in trick["plays"]])
    winner: str = next(play["player"] for play in trick["plays"] if play["card"] == best)
    return winner
