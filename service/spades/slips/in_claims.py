"""Slips in what a record says besides the cards: the dealer, a trick's leader or winner, the name at a bid."""

from __future__ import annotations

from collections.abc import Iterator

from service.spades.record.model import Bid, RoundRecord
from service.spades.sentence import Sentence, say
from service.spades.slips.model import Change, Mended
from service.spades.slips.scene import Scene, with_item, with_trick


def slips_in_claims(scene: Scene) -> Iterator[Mended]:
    """Yield the records that mend one slip in a claimed winner or leader, or in the name at a bid."""
    for error in scene.with_code("wrong_winner"):
        index = int(error.location[1])
        trick, winner = scene.record.tricks[index], scene.winners[index]
        change = Change(("tricks", index, "winner"), "player", trick.winner, winner)
        detail = say("winner_not_told", location=change.location, recorded=trick.winner or 0)
        if winner is not None:
            detail = say("wrong_name", location=change.location, recorded=trick.winner or 0, suggested=winner)
        yield Mended("winner", (change,), with_trick(scene.record, index, trick._replace(winner=winner)), detail)
    for error in scene.with_code("leader_mismatch"):
        index = int(error.location[1])
        trick = scene.record.tricks[index]
        leader = trick.seats[0]
        change = Change(("tricks", index, "leader"), "player", trick.leader, leader)
        detail = say("wrong_name", location=change.location, recorded=trick.leader or 0, suggested=leader)
        yield Mended("leader", (change,), with_trick(scene.record, index, trick._replace(leader=leader)), detail)
    yield from _bidders(scene)


def _bidders(scene: Scene) -> Iterator[Mended]:
    """Yield the records in which a bid of one who bid twice is by one who did not bid."""
    bids, sides = scene.record.bids, scene.record.table.sides
    for error in scene.with_code("bid_missing"):
        if error.side is None:
            continue
        missing = sides[error.side].seats if error.seat is None else (error.seat,)
        for index, bid in enumerate(bids):
            if not _is_repeated(bids, bid):
                continue
            by_team = scene.context.ruleset.parameters.bidding.by == "team" and len(sides[bid.side].seats) == 1
            if bid.seat is None or by_team:
                seat = None if bid.seat is None else sides[error.side].seats[0]
                change = Change(("bids", index, "team"), "team", bid.side, error.side)
                detail = say("wrong_team", location=change.location, recorded=bid.side, suggested=error.side)
                yield _with_bid(scene, index, bid._replace(seat=seat, side=error.side), change, detail)
                continue
            for seat in missing:
                change = Change(("bids", index, "player"), "player", bid.seat, seat)
                detail = say("wrong_name", location=change.location, recorded=bid.seat, suggested=seat)
                yield _with_bid(scene, index, bid._replace(seat=seat, side=error.side), change, detail)


def _is_repeated(bids: tuple[Bid, ...], bid: Bid) -> bool:
    """Return whether another bid is by the same player, or one of the two is by the whole side."""
    return any(
        other is not bid and other.side == bid.side and (other.seat == bid.seat or None in {other.seat, bid.seat})
        for other in bids
    )


def _with_bid(scene: Scene, index: int, bid: Bid, change: Change, detail: Sentence) -> Mended:
    record = scene.record._replace(bids=with_item(scene.record.bids, index, bid))
    return Mended("bidder", (change,), record, detail)


def other_dealers(record: RoundRecord) -> Iterator[Mended]:
    """Yield the record with each other dealer."""
    recorded = record.dealer
    if recorded is None:
        return
    for dealer in range(len(record.table.players)):
        if dealer != recorded:
            change = Change(("dealer",), "player", recorded, dealer)
            detail = say("wrong_name", location=("dealer",), recorded=recorded, suggested=dealer)
            yield Mended("dealer", (change,), record._replace(dealer=dealer), detail)
