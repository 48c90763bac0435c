"""What may stand in a record beside a slip: a call with the number of a wrong trick, a claim to the tricks left."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.slips.model import Scene, Slip, numbered, slip_of
from tests.spades.builders.cards import Json


def revoke_called_beside(scene: Scene, rng: Random) -> Slip | None:
    """Call a revoke by the number of the trick before or after it."""
    revokes = [(player, trick) for code, player, trick in scene.truth if code == "illegal card"]
    calls = [
        (player, beside)
        for player, trick in revokes
        if trick is not None and player is not None
        for beside in (trick - 1, trick + 1)
        if 1 <= beside <= len(scene.record["tricks"]) and (player, beside) not in revokes
    ]
    if not calls or scene.record.get("accusations"):
        return None
    against, trick = rng.choice(calls)
    sides = scene.table.side_of
    by = rng.choice([player for player in scene.table.players if sides[player] != sides[against]])
    return slip_of({**scene.copied(), "accusations": [{"by": by, "against": against, "trick": trick}]}, "call")


def claimed_by_nil(scene: Scene, rng: Random) -> Slip | None:
    """End the play with an accepted claim of a nil bidder whose partner took all that was left."""
    return _claimed_beside_nil(scene, rng, by_partner=False)


def claimed_by_partner_of_nil(scene: Scene, rng: Random) -> Slip | None:
    """End the play with an accepted claim of a nil bidder's partner who took all that was left."""
    return _claimed_beside_nil(scene, rng, by_partner=True)


def _claimed_beside_nil(scene: Scene, rng: Random, *, by_partner: bool) -> Slip | None:
    bids = [bid for bid in scene.record["bids"] if "player" in bid]
    nils = [bid["player"] for bid in bids if bid["tricks"] == 0]
    tricks = scene.record["tricks"]
    players = [player for player in nils if (mate := scene.table.partner(player)) and mate not in nils]
    if len(tricks) != scene.table.pack.hand_size or not players:
        return None
    player = rng.choice(players)
    mate = scene.table.partner(player)
    winners = [_winner(scene, trick) for trick in tricks]
    left = next((count for count, winner in enumerate(reversed(winners)) if winner != mate), 0)
    if not left:
        return None
    at = len(tricks) - rng.randrange(1, left + 1)
    claim = {"by": mate if by_partner else player, "tricks": "rest", "accepted": True}
    record = {**scene.copied(), "claim": claim}
    return replace(slip_of({**record, "tricks": record["tricks"][:at]}, "claim"), origins=numbered(record)[:at])


def contested_claim(scene: Scene, rng: Random) -> Slip | None:
    """End the play with a claim to the rest that the other side did not accept."""
    tricks = scene.record["tricks"]
    if len(tricks) != scene.table.pack.hand_size or len(tricks) < 6:
        return None
    at = len(tricks) - rng.randrange(1, 4)
    by = rng.choice(_winner_side(scene, tricks[at]))
    record = {**scene.copied(), "claim": {"by": by, "tricks": "rest", "accepted": False}}
    return replace(slip_of({**record, "tricks": record["tricks"][:at]}, "claim"), origins=numbered(record)[:at])


def _winner_side(scene: Scene, trick: Json) -> list[str]:
    return scene.table.sides[scene.table.side_of[_winner(scene, trick)]]


def _winner(scene: Scene, trick: Json) -> str:
    """Return who won a whole trick."""
    pack = scene.table.pack
    best = pack.best(pack.suit(trick["plays"][0]["card"]), [play["card"] for play in trick["plays"]])
    winner: str = next(play["player"] for play in trick["plays"] if play["card"] == best)
    return winner
