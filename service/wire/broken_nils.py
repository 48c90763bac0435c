"""The nils that the tricks have broken, in words, and what each costs."""

from __future__ import annotations

from collections.abc import Iterator

from service.spades.deal.auction import examine_bids
from service.spades.deal.contracts import StandingBid, nils_of_players
from service.spades.record.log import context_of
from service.spades.record.model import RoundRecord
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.model import Ruling
from service.wire.writer import Writer

_BIDS = frozenset({"bids", "bids_by_player", "blind_bidders"})
_LOST = frozenset({"nil_failed", "blind_nil_failed"})


def broken_nils(ruling: Ruling, writer: Writer) -> Iterator[str]:
    """Yield which nils of players are broken, each by the first trick that its bidder won.

    Nothing is said where the bids are in doubt, or where the round counts for nothing.
    """
    record = ruling.record
    if ruling.as_ruled is not None and not any(side.nils for side in ruling.as_ruled):
        return  # a score knows of every nil that was bid
    if not isinstance(record, RoundRecord) or ruling.does_not_count or _doubts_bids(ruling):
        return
    bids = nils_of_players(examine_bids(context_of(record, writer.ruleset), bidding_over=True).contracts)
    made = {nil.seat for side in ruling.as_ruled or () for nil in side.nils if nil.made}
    for seat, bid in bids.items():
        won = next((trick.number for trick in ruling.tricks or () if trick.winner == seat), None)
        if won is not None and seat not in made:
            points = _points(ruling, bid, writer.ruleset)
            costs = f" and costs {-points} points" if points else ""
            yield f"{writer.players[seat]} won trick {writer.trick(won)}: the nil is broken{costs}."


def _doubts_bids(ruling: Ruling) -> bool:
    errors = [finding.location for finding in ruling.findings if finding.severity == "error"]
    changes = [change.location for reading in ruling.readings or () for change in reading.changes]
    return any(location[:1] and location[0] in _BIDS for location in (*errors, *changes))


def _points(ruling: Ruling, bid: StandingBid, ruleset: Ruleset) -> int:
    """Return what a broken nil scores by itself, 0 if that is open or its side's other bids hide it."""
    if ruling.may_be_void or ruling.voided_by_some:
        return 0
    rules, side = ruleset.parameters.bids, ruling.table.side_of[bid.seat or 0]
    if ruling.as_ruled is not None:
        score = ruling.as_ruled[side]
        return sum(line.points for line in score.lines if line.code in _LOST) if len(score.nils) == 1 else 0
    row = rules.of(bid.kind)
    apart = len(ruling.table.sides[side].seats) == 1 or rules.both_nil.how in {"each", "forbidden"}
    return row.failed.points if apart and not rules.linked and not row.failed.per_missing_trick else 0
