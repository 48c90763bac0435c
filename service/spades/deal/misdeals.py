"""A misdeal that a player called because of the cards in his hand (`table.misdeal`).

The hand that counts is the one dealt. If it allows the call, the round is void; if the list shows that it does not, the
call was wrong, and the round goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from service.spades.cards import BIT, RANKS, SPADES, UNREAD, mask_of
from service.spades.findings import Evidence, Reporter
from service.spades.record.log import RoundContext
from service.spades.record.model import RoundRecord
from service.spades.rules.pack import Pack
from service.spades.sentence import Sentence, say

_LACKS: Final[Mapping[str, Sentence]] = {"no_spade": say("no_spade"), "no_face_card": say("no_face_card")}
_FACES: Final = mask_of(index for index in range(52) if index % len(RANKS) in {RANKS.index(rank) for rank in "JQK"})


def judge_misdeal(context: RoundContext[RoundRecord], reporter: Reporter) -> None:
    """Judge the call of a misdeal, if there was one; ask, if the hand is not listed in full."""
    record, ruleset, pack, _ = context
    seat = record.misdeal_called_by
    if seat is None:
        return
    allowed, hand = ruleset.parameters.table.misdeal, record.hands[seat]
    location = ("misdeal_called_by",)
    if not allowed:
        reporter.report("misdeal_not_due", location, say("no_misdeal_here", player=seat), seat=seat)
        return
    listed = mask_of(card for card in hand or () if card != UNREAD)
    found = [(what, listed & _counted(pack, what)) for what in allowed]
    if hand is not None and any(not cards for _, cards in found) and _is_whole(record, pack, seat):
        detail = say("misdeal", player=seat, what=_LACKS[next(what for what, cards in found if not cards)])
        reporter.report("misdeal", location, detail, seat=seat)
    elif all(cards for _, cards in found):
        held = tuple([card for card in hand or () if card != UNREAD and any(cards & BIT[card] for _, cards in found)])
        evidence = Evidence(held=held, proved_by=("hands", seat))
        detail = say("misdeal_not_due", player=seat, holding=held)
        reporter.report("misdeal_not_due", location, detail, seat=seat, evidence=evidence)
    else:
        detail = say("misdeal_not_known", player=seat)
        reporter.ask("misdeal_not_due", location, detail, seat=seat, decided_by=("hands", seat))


def _counted(pack: Pack, what: str) -> int:
    """Return the mask of the cards of which a hand must have none."""
    return pack.suits[SPADES] if what == "no_spade" else _FACES


def _is_whole(record: RoundRecord, pack: Pack, seat: int) -> bool:
    """Return whether the list of a hand has every card that was dealt."""
    hand = record.hands[seat] or ()
    sizes = {pack.hand_sizes(dealer)[seat] for dealer in range(pack.players)}
    if record.dealer is not None:
        sizes = {pack.hand_sizes(record.dealer)[seat]}
    return UNREAD not in hand and sizes == {len(hand)}
