"""Cards that were taken back, each judged as it lay on the table: a revoke corrected in time, or too late.

The card that stayed counts in the trick either way. A card taken back went back to the hand: it proves that its player
held it.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.spades.cards import BIT, UNKNOWN_SUIT, UNREAD
from service.spades.findings import Location
from service.spades.play.evidence import PROVED, Hand, Proof
from service.spades.play.hand_state import HandState
from service.spades.play.play_findings import PlayedCard
from service.spades.play.revoke_deadline import is_established, missing_cards
from service.spades.record.log import LoggedCard, TakenBack
from service.spades.record.model import At, Broken, RoundRecord, Withdrawn


def judge_withdrawn(
    hands: HandState, cards: Sequence[Withdrawn], seat: int, broken: tuple[Broken, Location | None], *, surplus: bool
) -> None:
    """Judge the cards that were taken back at one play, ``hands`` as they are before it.

    ``broken`` is whether spades were broken for the lead of the trick, and on what that depends. At a ``surplus`` play,
    a second card of the same player, the only question is whether he held the card.
    """
    context, findings = hands.context, hands.findings
    rules = context.ruleset.parameters.irregularities
    for each in cards:
        if each.card == UNREAD:
            continue
        logged = LoggedCard(each.trick, each.play, seat, each.card, each.position)
        sound = hands.take_back(logged)
        late = is_established(rules.revoke_established, context.record, each.trick, each.play, each.at)
        lead_stands = each.play == 0 and rules.illegal_spade_lead == "stands"
        if surplus or lead_stands:
            continue
        hand = hands.after(seat, each.trick, sound=sound, lying=BIT[each.card])
        leads = _leads_answered(context.record, each, hands.taken_back) if each.play else ()
        suits = [context.pack.suit[lead] for lead in leads]
        # Whatever the lead was, the answer may be the same: then it need not be known which one it was.
        proofs = {_held_suit(hands, hand, logged, suit) for suit in suits}
        if UNKNOWN_SUIT in suits:
            findings.ask_what_was_led(logged, late=late)
        elif len(set(suits)) <= 1 or proofs <= PROVED:
            led = suits[-1] if suits else None
            findings.judge_withdrawn(PlayedCard(logged, led, hand, broken[0], sound, late, broken[1]))
        elif proofs != {Proof.DISPROVED}:
            findings.ask_what_was_led(logged, late=late)


def _leads_answered(record: RoundRecord, withdrawn: Withdrawn, taken_back: TakenBack) -> tuple[int, ...]:
    """Return the cards that may have been the lead when this card was put down.

    The lead may have been taken back itself: how many cards lay on the table then says whether this one answered it.
    """
    trick, play = withdrawn.trick, withdrawn.play
    # The first card at a play was put down in its turn, any other at some time after the one before it was taken back.
    earlier = [each.at for each in taken_back[trick][play][: withdrawn.position] if each.at is not None]
    since = max([At(trick, play + 1), *earlier])
    until = withdrawn.at if withdrawn.position else At(trick, play + missing_cards(record, trick))
    leads: list[int] = []
    for lead in taken_back[trick].get(0, ()):
        if lead.at is not None and lead.at < since:
            leads.clear()  # by then this lead had been taken back, and with it all before it
            continue
        leads.append(lead.card)
        if lead.at is not None and until is not None and lead.at > until:
            return tuple(leads)  # by then the card had been put down: it answered no later lead
    return (*leads, record.tricks[trick].cards[0])


def _held_suit(hands: HandState, hand: Hand, logged: LoggedCard, led: int) -> Proof:
    """Return whether a player failed to follow a lead of this suit while holding a card of it."""
    pack = hands.context.pack
    if pack.suit[logged.card] == led:
        return Proof.DISPROVED
    return hands.context.known.held(logged.seat, pack.suits[led], hand)
