"""What a mended slip changes in the leads that a record leaves out: another card may win, and its player leads next."""

from __future__ import annotations

from service.spades.record.log import with_leads
from service.spades.record.model import RoundRecord, Trick
from service.spades.rules.pack import Pack
from service.spades.slips.model import Mended


def led_anew(mended: Mended, written: RoundRecord, pack: Pack) -> Mended:
    """Return a mended record with its leads found anew, as far as ``written``, the record as written, leaves them out.

    Cards by player that begin with another player are the same plays, each at another index.
    """
    if not written.leads_left_out:
        return mended
    record = with_leads(mended.record, pack)
    plays = dict(mended.plays)
    for index, (before, after) in enumerate(zip(mended.record.tricks, record.tricks, strict=True)):
        if after.form == "cards_by_player" and after.seats != before.seats:
            plays[index] = _as_before(before, after, plays.get(index))
    return mended._replace(record=record, plays=plays)


def _as_before(before: Trick, after: Trick, written: tuple[int | None, ...] | None) -> tuple[int | None, ...]:
    """Return for each play of a trick its index as written, which it may have had before by ``written``."""
    indices = [before.seats.index(seat) for seat in after.seats]
    return tuple(indices if written is None else [written[index] for index in indices])
