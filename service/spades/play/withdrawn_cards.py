"""Cards that were taken back, each judged as it lay on the table: a revoke corrected in time, or too late.

What stayed counts in the trick either way. A card taken back went back to the hand: it proves that its player held it.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.spades.cards import BIT
from service.spades.play.evidence import PROVED, Hand, Verdict
from service.spades.play.hand_state import Hands
from service.spades.play.revoke_deadline import is_established, lacking
from service.spades.record.log import Spot, TakenBack
from service.spades.record.model import At, Broken, RoundRecord, Withdrawn


def judge_withdrawn(  # noqa: PLR0913 - the cards and what they were played to
    hands: Hands, taken: TakenBack, cards: Sequence[Withdrawn], seat: int, broken: Broken, *, judged: bool
) -> None:
    """Judge the cards that were taken back at one play, ``hands`` as they are before it.

    ``broken`` tells whether spades were broken before the trick; where not ``judged``, it is only asked who held what.
    """
    case, docket = hands.case, hands.docket
    rules = case.ruleset.parameters.irregularities
    for each in cards:
        spot = Spot(each.trick, each.place, seat, each.card, each.position)
        sound = hands.take_back(spot)
        late = is_established(rules.revoke_established, case.record, each.trick, each.place, each.at)
        lead_stands = each.place == 0 and rules.illegal_spade_lead == "stands"
        if not judged or lead_stands:
            continue
        hand = hands.after(seat, each.trick, sound=sound, lying=BIT[each.card])
        leads = _leads_answered(case.record, each, taken) if each.place else ()
        suits = [case.pack.suit[lead] for lead in leads]
        answers = {_revoked(hands, hand, spot, suit) for suit in suits}
        if len(set(suits)) <= 1 or answers <= PROVED:
            docket.judge_returned(spot, suits[-1] if suits else None, hand, broken, sound=sound, late=late)
        elif answers != {Verdict.DISPROVED}:
            docket.ask_what_was_led(spot, late=late)


def _leads_answered(record: RoundRecord, withdrawn: Withdrawn, taken: TakenBack) -> tuple[int, ...]:
    """Return the cards that may have been the lead when a card was played which was taken back later.

    The lead may have been taken back itself: how many cards lay on the table then tells whether this one answered it.
    """
    trick, place = withdrawn.trick, withdrawn.place
    # The first card at a place was put down in its turn, any other at some time after the one before it was taken back.
    earlier = [each.at for each in taken[trick][place][: withdrawn.position] if each.at is not None]
    since = max([At(trick, place + 1), *earlier])
    until = withdrawn.at if withdrawn.position else At(trick, place + lacking(record, trick))
    leads: list[int] = []
    for lead in taken[trick].get(0, ()):
        if lead.at is not None and lead.at < since:
            leads.clear()  # by then this lead had been taken back, and with it all before it
            continue
        leads.append(lead.card)
        if lead.at is not None and until is not None and lead.at > until:
            return tuple(leads)  # by then the card had been put down: it answered no later lead
    return (*leads, record.tricks[trick].cards[0])


def _revoked(hands: Hands, hand: Hand, spot: Spot, led: int) -> Verdict:
    """Tell whether a player who answered a lead of this suit held a card of it, and played another."""
    pack = hands.case.pack
    if pack.suit[spot.card] == led:
        return Verdict.DISPROVED
    return hands.case.known.held(spot.seat, pack.suits[led], hand)
