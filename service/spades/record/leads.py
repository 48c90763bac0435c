"""Who led the tricks of which the record does not say it: the winner of the trick before.

The winner is the one that the record claims, else whoever won by the cards. With an unknown card in a trick that may be
one of several players, and with it the next lead. A trick by player is then read without its lead; of cards in a row
nobody can say whose they are.
"""

from __future__ import annotations

from service.spades.cards import UNKNOWN_SUIT, UNREAD, cards_in, mask_of
from service.spades.record.model import RoundRecord, Trick
from service.spades.record.tricks_read import placed
from service.spades.rules.pack import Pack


def with_leads(record: RoundRecord, pack: Pack) -> RoundRecord:
    """Return a record with each trick that leaves out its leader placed clockwise from the player who led it.

    If that is not known, its lead is not, and neither is any card of a trick without names.
    """
    everybody = frozenset(range(pack.players))
    may_lead = everybody if record.first_leader is None else frozenset((record.first_leader,))
    tricks: list[Trick] = []
    for trick in record.tricks:
        led = trick
        if trick.form != "plays" and trick.leader is None:
            led = _led(record, trick, may_lead)
        tricks.append(led)
        may_lead = _possible_winners(pack, led, may_lead) or everybody
    return record._replace(tricks=tuple(tricks))


def _led(record: RoundRecord, trick: Trick, may_lead: frozenset[int]) -> Trick:
    """Return a trick that one of these players led."""
    if len(may_lead) == 1 and trick.cards:
        return placed(trick, min(may_lead), record.table.order)
    cards = (UNREAD,) * len(trick.cards) if trick.form == "cards" else trick.cards
    return trick._replace(cards=cards, lead_known=False)


def _possible_winners(pack: Pack, trick: Trick, may_lead: frozenset[int]) -> frozenset[int]:
    """Return who may have won a trick; nobody if no card can have won it."""
    _, cards, _, claimed, _, lead_known = trick
    if claimed is not None:
        return frozenset((claimed,))
    seats = trick.seats
    if len(set(seats)) < len(seats):
        return frozenset()  # of two cards of one player nobody knows which counts
    if lead_known and len(seats) == pack.players and UNREAD not in cards:
        strength = pack.strength[pack.suit[cards[0]]]
        wins = [strength[card] for card in cards]
        best = max(wins)
        return frozenset((seats[wins.index(best)],)) if best else frozenset()
    unknown = {seat for seat in range(pack.players) if seat not in seats}
    unknown.update(seat for seat, card in zip(seats, cards, strict=True) if card == UNREAD)
    if unknown and trick.form == "plays" and len(seats) < pack.players:
        led = set(range(UNKNOWN_SUIT))  # the card that is missing may have been the lead
    elif lead_known:
        led = {pack.suit[cards[0]]}
    else:
        led = {pack.suit[card] for seat, card in zip(seats, cards, strict=True) if seat in may_lead}
        led |= {UNKNOWN_SUIT} if may_lead & unknown else set()
    if UNKNOWN_SUIT in led:
        led = set(range(UNKNOWN_SUIT))
    winners: set[int] = set()
    for suit in led:
        strength = pack.strength[suit]
        best = max((strength[card] for card in cards), default=0)
        if best:
            winners.add(next(seat for seat, card in zip(seats, cards, strict=True) if strength[card] == best))
        if unknown and any(strength[card] > best for card in cards_in(pack.cards & ~mask_of(cards))):
            winners |= unknown
    return frozenset(winners)
