"""The cards that a player may play: each card of his hand is tried on `legality`, so that no rule is stated twice."""

from __future__ import annotations

from typing import NamedTuple

from service.spades.cards import BIT, mask_of
from service.spades.catalogue.finding_codes import CODES
from service.spades.play.legality import Turn, objections
from service.spades.record.model import Moment
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.sentence import Sentence, say


class IllegalCard(NamedTuple):
    """A card of a hand that may not be played now, and the rule that forbids it."""

    card: int
    code: str
    parameter: str | None
    """None for a rule of the game itself (`Code.law`)."""
    detail: Sentence


def card_options(
    ruleset: Ruleset, pack: Pack, hand: tuple[int, ...], moment: Moment
) -> tuple[tuple[int, ...], tuple[IllegalCard, ...]]:
    """Return the cards of a hand that may be played now, and for each other card the rule that forbids it."""
    held = mask_of(hand) & pack.cards & ~mask_of(moment.plays)
    led = pack.suit[moment.plays[0]] if moment.plays else None
    turn = Turn(led, is_first_trick=moment.trick_number == 1, broken=moment.broken)
    legal: list[int] = []
    illegal: list[IllegalCard] = []
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
        other = next(other for other in hand if held & objection.held & BIT[other])
        if led is None:
            detail = say("may_not_be_led", card=card, other=other)
        else:
            detail = say("may_not_be_played", card=card, suit=led, other=other)
        illegal.append(IllegalCard(card, objection.code, objection.parameter, detail))
    return tuple(legal), tuple(illegal)


def _misplaced(pack: Pack, hand: tuple[int, ...], index: int, moment: Moment) -> IllegalCard | None:
    """Return why a card can't be in the hand at all, None if it can be."""
    card = hand[index]
    if not pack.cards & BIT[card]:
        return IllegalCard(card, "card_not_in_deck", pack.missing_by(card), say("card_not_in_pack", card=card))
    if card in hand[:index]:
        parameter = CODES["duplicate_card"].parameter
        return IllegalCard(card, "duplicate_card", parameter, say("card_listed_twice", card=card))
    if card in moment.plays:
        return IllegalCard(card, "card_replayed", None, say("card_in_trick", card=card))
    return None
