"""Tricks that are proved by counting the cards that are out, with no other hand known.

The claimer leads, and goes on leading as long as each of his cards is certain to win: a spade above all spades that are
out, or the highest card of another suit once nobody can have a spade left. One player may hold all the spades that are
out, so each trick of spades is taken to draw one of them, and not more.
"""

from __future__ import annotations

from service.spades.cards import BIT, SPADES, cards_in
from service.spades.play.legality import Turn, legal_cards
from service.spades.positions.possible_positions import CardsLeft
from service.spades.rules.pack import Pack
from service.spades.rules.parameters import PlayRules


def tricks_in_order(rules: PlayRules, pack: Pack, left: CardsLeft, seat: int, order: tuple[int, ...]) -> int:
    """Return how many tricks a player is certain to win by leading his cards in this order, whatever the others hold.

    None are certain unless he is on lead. The count ends with the first card that may lose, or may not be led.
    """
    if left.leader != seat or left.plays or left.room[seat]:
        return 0
    hand, outstanding = left.known[seat], left.outstanding(seat)
    longest = min((outstanding & pack.suits[SPADES]).bit_count(), hand.bit_count())
    broken, first, won = all(left.broken), left.is_first_trick, 0
    for card in order:
        turn = Turn(None, is_first_trick=first, broken=broken)
        if not legal_cards(rules, pack, hand, turn) & BIT[card] or not _is_highest(pack, card, outstanding):
            break
        if pack.suit[card] != SPADES:
            if longest:
                break
        else:
            longest = max(0, longest - 1)
            broken = broken or rules.broken_by == "any_spade"
        hand &= ~BIT[card]
        first = False
        won += 1
    return won


def tricks_in_any_order(pack: Pack, left: CardsLeft, seat: int) -> int:
    """Return how many tricks a player is certain to win in whatever order he leads his cards: all, or none."""
    if left.leader != seat or left.plays or left.room[seat]:
        return 0
    hand, outstanding = left.known[seat], left.outstanding(seat)
    if hand & ~pack.suits[SPADES] and outstanding & pack.suits[SPADES]:
        return 0
    return hand.bit_count() if all(_is_highest(pack, card, outstanding) for card in cards_in(hand)) else 0


def highest_first(pack: Pack, hand: int) -> tuple[int, ...]:
    """Return the cards of a hand in the order in which they draw trumps: spades from the top, then all others."""
    strength = pack.strength[SPADES]
    spades = sorted(cards_in(hand & pack.suits[SPADES]), key=lambda card: -strength[card])
    return (*spades, *cards_in(hand & ~pack.suits[SPADES]))


def _is_highest(pack: Pack, card: int, outstanding: int) -> bool:
    """Return whether no card that is out beats this one in its own suit."""
    suit = pack.suit[card]
    strength = pack.strength[suit]
    return all(strength[other] < strength[card] for other in cards_in(outstanding & pack.suits[suit]))
