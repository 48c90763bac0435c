"""Which cards may be played: one statement of the rules, read both ways.

An `Objection` names the cards that make a play illegal if its player holds one of them. A replay asks whether the
player is proved to have held one; a player who asks what he may play gets the cards that nothing objects to.
"""

from __future__ import annotations

from typing import NamedTuple

from service.spades.cards import BIT, CLUBS, SPADES, cards_in
from service.spades.catalogue.parameters.play import PlayRules
from service.spades.rules.pack import Pack


class Turn(NamedTuple):
    """The situation in which a card is played."""

    suit_led: int | None
    """None for a lead."""
    is_first_trick: bool
    broken: bool
    """Whether spades were broken before this trick."""


class Objection(NamedTuple):
    """A rule against a play: it is broken by a player who holds a card of ``held`` (a mask)."""

    held: int
    code: str
    parameter: str


def objections(rules: PlayRules, pack: Pack, card: int, turn: Turn) -> tuple[Objection, ...]:
    """Return the rules against this card, the gravest first."""
    led, is_first_trick, _ = turn
    if led is None:
        return _against_lead(rules, pack, card, turn)
    suit = pack.suit[card]
    revoke = () if suit == led else (Objection(pack.suits[led], "revoke", "play.follow_suit"),)
    if not is_first_trick or rules.first_trick == "normal":
        return revoke
    # The rules of the first trick bind the players who follow; its lead is ruled by play.opening_card alone.
    if suit == SPADES and led != SPADES:
        held = pack.non_spades & ~pack.suits[led]
    elif rules.first_trick == "all_lowest_club" and suit == led == CLUBS:
        held = pack.suits[CLUBS] & (BIT[card] - 1)
    else:
        return revoke
    return (*revoke, Objection(held, "illegal_first_trick_card", "play.first_trick"))


def _against_lead(rules: PlayRules, pack: Pack, card: int, turn: Turn) -> tuple[Objection, ...]:
    spade = pack.suit[card] == SPADES
    if not turn.is_first_trick:
        if spade and rules.spade_lead == "after_broken" and not turn.broken:
            return (Objection(pack.non_spades, "illegal_spade_lead", "play.spade_lead"),)
    elif rules.opening_card == "non_spade" and spade:
        return (Objection(pack.non_spades, "illegal_opening_card", "play.opening_card"),)
    elif rules.opening_card == "lowest_club":
        lower = pack.suits[CLUBS] & (BIT[card] - 1) if pack.suit[card] == CLUBS else pack.suits[CLUBS]
        return (Objection(pack.non_spades if spade else lower, "illegal_opening_card", "play.opening_card"),)
    return ()


def legal_cards(rules: PlayRules, pack: Pack, hand: int, turn: Turn) -> int:
    """Return the mask of the cards of a hand that may be played."""
    legal = 0
    # After the first trick no rule tells the cards of a suit apart.
    alike = [BIT[card] for card in cards_in(hand)] if turn.is_first_trick else pack.suits
    for mask in alike:
        cards = hand & mask
        if not cards:
            continue
        for objection in objections(rules, pack, cards.bit_length() - 1, turn):
            if hand & objection.held:
                break
        else:
            legal |= cards
    return legal
