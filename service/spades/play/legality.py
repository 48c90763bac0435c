"""Which cards may be played: one statement of the rules, read both ways.

An `Objection` names the cards that make a play illegal if its player holds one of them. A replay asks whether the
player is proved to have held one; a player who asks what he may play gets the cards that nothing objects to, and for
each other card of his hand the rule that forbids it.
"""

from __future__ import annotations

from typing import NamedTuple

from service.spades.cards import BIT, CLUBS, SPADES, cards_in, mask_of
from service.spades.catalogue.parameters.play import PlayRules
from service.spades.findings import CODES
from service.spades.record.model import Moment
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.sentence import Sentence, say


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


def spade_breaks(rules: PlayRules, led: int | None) -> bool:
    """Return whether a spade breaks spades that is led (None), or played where this suit was led (E5)."""
    return rules.broken_by == "any_spade" or led not in {None, SPADES}


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


class IllegalCards(NamedTuple):
    """Cards of a hand that may not be played now for one reason, and the rule that forbids it."""

    cards: tuple[int, ...]
    code: str
    parameter: str | None
    """None for a rule of the game itself (`FindingEntry.law`)."""
    detail: Sentence


class CardOptions(NamedTuple):
    """The cards of a hand, divided into legal and illegal ones."""

    legal: tuple[int, ...]
    illegal: tuple[IllegalCards, ...]


def card_options(ruleset: Ruleset, pack: Pack, hand: tuple[int, ...], moment: Moment) -> CardOptions:
    """Return the cards of a hand that may be played now, and the others by the reason that forbids them."""
    held = mask_of(hand) & pack.cards & ~mask_of(moment.plays)
    led = pack.suit[moment.plays[0]] if moment.plays else None
    turn = Turn(led, is_first_trick=moment.trick_number == 1, broken=moment.broken)
    legal: list[int] = []
    illegal: list[IllegalCards] = []
    for index, card in enumerate(hand):
        misplaced = _misplaced(pack, hand, index, moment)
        if misplaced is not None:
            illegal.append(misplaced)
            continue
        against = objections(ruleset.parameters.play, pack, card, turn)
        objection = next((objection for objection in against if held & objection.held), None)
        if objection is None:
            legal.append(card)
            continue
        other = cards_in(held & objection.held)[0]
        if led is None:
            yet = objection.code == "illegal_spade_lead"
            detail = say("may_not_be_led_yet" if yet else "may_not_be_led", cards=(card,), other=other)
        else:
            detail = say("may_not_be_played", cards=(card,), suit=led, other=other)
        illegal.append(IllegalCards((card,), objection.code, objection.parameter, detail))
    return CardOptions(tuple(legal), _by_reason(illegal))


def _by_reason(illegal: list[IllegalCards]) -> tuple[IllegalCards, ...]:
    """Return cards that one reason forbids together, in the order of the first of each."""
    alike: dict[tuple[str, str | None, str], list[int]] = {}
    first: dict[tuple[str, str | None, str], IllegalCards] = {}
    for each in illegal:
        reason = each.code, each.parameter, each.detail.key
        alike.setdefault(reason, []).extend(each.cards)
        first.setdefault(reason, each)
    return tuple([_together(each, tuple(alike[reason])) for reason, each in first.items()])


def _together(first: IllegalCards, cards: tuple[int, ...]) -> IllegalCards:
    detail = first.detail._replace(facts={**first.detail.facts, "cards": cards})
    return first._replace(cards=cards, detail=detail)


def _misplaced(pack: Pack, hand: tuple[int, ...], index: int, moment: Moment) -> IllegalCards | None:
    """Return why a card can't be in the hand at all, None if it can be."""
    card = hand[index]
    if not pack.cards & BIT[card]:
        return IllegalCards((card,), "card_not_in_deck", pack.missing_by(card), say("card_not_in_pack", cards=(card,)))
    if card in hand[:index]:
        parameter = CODES["duplicate_card"].parameter
        return IllegalCards((card,), "duplicate_card", parameter, say("card_listed_twice", cards=(card,)))
    if card in moment.plays:
        return IllegalCards((card,), "card_replayed", None, say("card_in_trick", cards=(card,)))
    return None
