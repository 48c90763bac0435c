"""A misdeal that a player called because of the cards in his hand (`table.misdeal`).

The hand that counts is the one dealt. If it allows the call, the round is void; if the record shows that it does not,
the call was wrong, and the round goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from service.spades.cards import BIT, RANKS, SPADES, UNREAD, cards_in, mask_of
from service.spades.deal.contracts import Contract
from service.spades.deal.hands_dealt import Deal
from service.spades.findings import Evidence, Reporter
from service.spades.rules.pack import Pack
from service.spades.sentence import Sentence, say

_LACKS: Final[Mapping[str, Sentence]] = {"no_spade": say("no_spade"), "no_face_card": say("no_face_card")}
_FACES: Final = mask_of(index for index in range(52) if index % len(RANKS) in {RANKS.index(rank) for rank in "JQK"})


def judge_misdeal(deal: Deal, contracts: tuple[Contract, ...], reporter: Reporter) -> None:
    """Judge the call of a misdeal, if there was one; ask, if nobody knows enough of the hand that was dealt."""
    record, ruleset, pack, _ = deal.context
    seat = record.misdeal_called_by
    if seat is None:
        return
    allowed, location = ruleset.parameters.table.misdeal, ("misdeal_called_by",)
    if not allowed:
        reporter.report("misdeal_not_due", location, say("no_misdeal_here", player=seat), seat=seat)
        return
    hand = [card for card in record.hands[seat] or () if card != UNREAD]
    bounds = [(what, deal.dealt_among(_counted(pack, what), contracts)[seat]) for what in allowed]
    # A list with a card too many shows as well as a whole one what the hand lacks.
    listed = mask_of(hand) if len(hand) >= deal.sizes[seat] else None
    lacking = [
        what for what, (_, most) in bounds if most == 0 or (listed is not None and not listed & _counted(pack, what))
    ]
    if lacking:
        reporter.report("misdeal", location, say("misdeal", player=seat, what=_LACKS[lacking[0]]), seat=seat)
    elif all(least for _, (least, _) in bounds):
        counted = [_counted(pack, what) for what in allowed]
        shown = [*hand, *[card for card in cards_in(deal.shown_of_deal(seat)) if card not in hand]]
        held = tuple([card for card in shown if any(cards & BIT[card] for cards in counted)])
        evidence = Evidence(held=held, proved_by=("hands", seat) if hand else None)
        detail = (
            say("misdeal_not_due", player=seat, holding=held) if held else say("misdeal_not_due_by_others", player=seat)
        )
        reporter.report("misdeal_not_due", location, detail, seat=seat, evidence=evidence)
    else:
        detail = say("misdeal_not_known", player=seat)
        reporter.ask("misdeal_not_due", location, detail, seat=seat, decided_by=("hands", seat))


def _counted(pack: Pack, what: str) -> int:
    """Return the mask of the cards of which a hand must have none."""
    return pack.suits[SPADES] if what == "no_spade" else _FACES & pack.cards
