"""What is open to a player: the bids he may make next, and the cards he may play.

Nothing is stated here a second time: a bid is tried on the bidding, a card is held against the rules of play.
"""

from __future__ import annotations

from typing import NamedTuple

from service.spades.cards import BIT, CODES, SUIT_NAMES, mask_of
from service.spades.findings import CODES as FINDING_CODES
from service.spades.findings import Rule
from service.spades.play.legality import objections
from service.spades.record.model import Moment
from service.spades.rules.pack import Pack
from service.spades.rules.rulebook import cite
from service.spades.rules.ruleset import Ruleset


class IllegalCard(NamedTuple):
    """A card of a hand that may not be played now, and the rule that forbids it."""

    card: int
    code: str
    rule: Rule
    detail: str


def advise_on_plays(
    ruleset: Ruleset, pack: Pack, hand: tuple[int, ...], moment: Moment
) -> tuple[tuple[int, ...], tuple[IllegalCard, ...]]:
    """Return the cards of a hand that may be played now, and for each other card the rule that forbids it."""
    played = mask_of(moment.plays)
    held = mask_of(hand) & pack.cards & ~played
    led = pack.suit[moment.plays[0]] if moment.plays else None
    rules, first = ruleset.parameters.play, moment.trick_number == 1
    legal: list[int] = []
    illegal: list[IllegalCard] = []
    for place, card in enumerate(hand):
        code = None
        if not pack.cards & BIT[card]:
            code, detail = "card_not_in_deck", f"{CODES[card]} is not in the pack."
            rule = cite(ruleset, pack.missing_by(card))
        elif card in hand[:place]:
            code, detail = "duplicate_card", f"{CODES[card]} is listed a second time."
            rule = cite(ruleset, "deck.removed")
        elif played & BIT[card]:
            code, detail = "card_replayed", f"{CODES[card]} lies in the trick."
            rule = Rule(None, "game", FINDING_CODES[code].law or "")
        else:
            against = objections(rules, pack, card, led, first=first, broken=moment.broken)
            objection = next((each for each in against if held & each.held), None)
            if objection is not None:
                code, rule = objection.code, cite(ruleset, objection.parameter)
                other = next(each for each in hand if objection.held & held & BIT[each])
                where = "led" if led is None else f"played on a {SUIT_NAMES[led]} lead"
                detail = f"{CODES[card]} may not be {where} from a hand that holds {CODES[other]}."
        if code is None:
            legal.append(card)
        else:
            illegal.append(IllegalCard(card, code, rule, detail))
    return tuple(legal), tuple(illegal)
