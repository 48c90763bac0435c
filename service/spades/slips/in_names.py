"""Slips in the names that a record has besides the cards: the dealer, a trick's leader or winner, the name at a bid."""

from __future__ import annotations

from collections.abc import Iterator

from service.spades.record.log import placed
from service.spades.record.model import Bid, RoundRecord, Trick
from service.spades.sentence import Sentence, say
from service.spades.slips.model import Change, Mended
from service.spades.slips.scene import Scene, with_item, with_trick


def slips_in_names(scene: Scene) -> Iterator[Mended]:
    """Yield the records that mend one slip in the name of a winner or leader, or in that at a bid."""
    for error in scene.with_code("wrong_winner"):
        index = int(error.location[1])
        trick, winner = scene.record.tricks[index], scene.winners[index]
        change = Change(("tricks", index, "winner"), "player", trick.winner, winner)
        detail = say("winner_not_told", location=change.location, recorded=trick.winner or 0)
        if winner is not None:
            detail = say("wrong_name", location=change.location, recorded=trick.winner or 0, suggested=winner)
        mended = with_trick(scene.record, index, trick._replace(winner=winner))
        yield Mended("winner", (change,), mended, detail)
        yield from _still_led(mended, index, change, detail)
    for error in scene.with_code("leader_mismatch"):
        index = int(error.location[1])
        trick = scene.record.tricks[index]
        leader = trick.seats[0]
        change = Change(("tricks", index, "leader"), "player", trick.leader, leader)
        detail = say("wrong_name", location=change.location, recorded=trick.leader or 0, suggested=leader)
        yield Mended("leader", (change,), with_trick(scene.record, index, trick._replace(leader=leader)), detail)
    yield from _leaders_of_short_forms(scene)
    yield from _bidders(scene)


def _still_led(record: RoundRecord, index: int, change: Change, detail: Sentence) -> Iterator[Mended]:
    """Yield the record in which the player who was wrongly named as the winner led the next trick all the same."""
    if index + 1 == len(record.tricks) or record.tricks[index + 1].is_lead_recorded or change.recorded is None:
        return
    led = record.tricks[index + 1]._replace(leader=change.recorded)
    lead = Change(("tricks", index + 1, "leader"), "player", None, change.recorded)
    yield Mended("winner", (change, lead), with_trick(record, index + 1, led), detail)


def _leaders_of_short_forms(scene: Scene) -> Iterator[Mended]:
    """Yield the records in which another player led a trick that names its leader and lists its cards from there.

    The name decides whose the cards of the list are; of cards by player, only which of them was led.
    """
    order = scene.record.table.order
    for index in scene.suspect_tricks:
        trick = scene.record.tricks[index]
        errors = {error.code for error in scene.errors if error.trick == index + 1}
        if trick.form == "plays" or trick.leader is None:
            continue
        if "wrong_winner" not in errors and (trick.form != "cards" or not errors & {"card_not_held", "card_replayed"}):
            continue
        for leader in order[trick.leader][1:]:
            yield led_by(scene.record, index, leader)


def led_by(record: RoundRecord, index: int, leader: int) -> Mended:
    """Return the record in which another player led a trick in a short form that names its leader."""
    trick = record.tricks[index]
    change = Change(("tricks", index, "leader"), "player", trick.leader, leader)
    detail = say("wrong_name", location=change.location, recorded=trick.leader or 0, suggested=leader)
    led = placed(trick._replace(leader=leader), leader, record.table.order)
    return _as_written(Mended("leader", (change,), with_trick(record, index, led), detail), trick, led, index)


def _as_written(mended: Mended, written: Trick, led: Trick, index: int) -> Mended:
    """Return a mended record that knows where the cards of one trick by player stood, which begins with another one."""
    if led.form != "cards_by_player":
        return mended
    return mended._replace(plays={index: tuple(written.seats.index(seat) for seat in led.seats)})


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
