"""A record with everything suspect left unknown: what it still proves rests on nothing suspect.

It is for records that no single slip mends, or that too many might. Each suspect card is one that could not be read; a
suspect list is none.
"""

from __future__ import annotations

from typing import Final

from service.spades.cards import UNREAD
from service.spades.findings import Finding, play_of
from service.spades.record.model import RoundRecord
from service.spades.slips.scene import Scene, with_trick

_OF_NUMBERS: Final = frozenset(
    {"wrong_leader", "illegal_spade_lead", "illegal_opening_card", "illegal_first_trick_card"}
)
"""Offences that depend on which trick it is, or on what came before."""
_TURNS: Final = frozenset({"wrong_leader", "illegal_spade_lead", "out_of_turn"})


def masked(scene: Scene) -> RoundRecord:
    """Return the record without what its errors make suspect."""
    record = scene.record
    places = {(each.trick, each.play, each.withdrawn) for each in scene.suspect_cards}
    record = record._replace(
        tricks=tuple(
            trick._replace(
                cards=tuple(UNREAD if (index, play, None) in places else card for play, card in enumerate(trick.cards))
            )
            for index, trick in enumerate(record.tricks)
        ),
        withdrawn=tuple(
            each._replace(card=UNREAD) if (each.trick, each.play, each.position) in places else each
            for each in record.withdrawn
        ),
    )
    for error in scene.errors:
        record = _without_names(record, error)
    record = _without_leads(record)
    return _without_lists(scene, record._replace(hands=_hands(scene)))


def _without_leads(record: RoundRecord) -> RoundRecord:
    """Return a record without the leads that it leaves out, and without the cards of the tricks that they follow from.

    The slip may be in any trick that is won before the first error shows: then another player led the next.
    """
    if not record.leads_left_out:
        return record
    tricks = list(record.tricks)
    for index, trick in enumerate(tricks):
        if not trick.is_lead_recorded and index:
            tricks[index - 1] = tricks[index - 1]._replace(cards=(UNREAD,) * len(tricks[index - 1].cards))
    for index, trick in enumerate(tricks):
        if not trick.is_lead_recorded:
            cards = (UNREAD,) * len(trick.cards) if trick.form == "cards" else trick.cards
            tricks[index] = trick._replace(cards=cards, lead_known=False)
    return record._replace(tricks=tuple(tricks))


def _without_names(record: RoundRecord, error: Finding) -> RoundRecord:
    """Return a record without a winner or leader that is claimed wrongly, or cards whose player is in doubt."""
    if error.trick is None or error.trick > len(record.tricks):
        return record
    index, trick = error.trick - 1, record.tricks[error.trick - 1]
    match error.code:
        case "wrong_winner":
            trick = trick._replace(winner=None)
        case "leader_mismatch":
            trick = trick._replace(leader=None, cards=(UNREAD,) * len(trick.cards))  # which card was led is in doubt
        case "missing_play" | "card_not_held" if trick.form == "cards":
            trick = trick._replace(cards=(UNREAD,) * len(trick.cards))  # whose the others are is in doubt with it
        case "extra_play":
            trick = trick._replace(cards=(UNREAD,) * len(trick.cards))
    return with_trick(record, index, trick)


def _hands(scene: Scene) -> tuple[tuple[int, ...] | None, ...]:
    """Return the lists that nothing speaks against, with suspect cards of others left out."""
    hands = list(scene.record.hands)
    doubted = {error.seat for error in scene.with_code("card_not_held", "wrong_hand_size")}
    suspect = {error.card for error in scene.with_code("duplicate_card", "card_not_in_deck")}
    all_doubted = bool(scene.codes & {"extra_tricks", "illegal_exchange", "illegal_draw"})
    for seat, hand in enumerate(hands):
        if hand is None or all_doubted or seat in doubted:
            hands[seat] = None
        elif suspect.intersection(hand):
            hands[seat] = tuple(UNREAD if card in suspect else card for card in hand)
    return tuple(hands)


def _without_lists(scene: Scene, record: RoundRecord) -> RoundRecord:
    """Return a record without the exchanges, draws or cards set aside that something speaks against."""
    if "illegal_exchange" in scene.codes:
        record = record._replace(exchanges=None)
    if "illegal_draw" in scene.codes or any(error.location[0] == "draws" for error in scene.errors):
        record = record._replace(draws=None)
    suspect = {error.card for error in scene.with_code("duplicate_card", "card_not_in_deck", "card_not_held")}
    if record.exchanges is not None:
        record = record._replace(
            exchanges=tuple(
                each._replace(cards=tuple(UNREAD if card in suspect else card for card in each.cards))
                for each in record.exchanges
            )
        )
    if suspect.intersection(record.set_aside or ()):
        record = record._replace(set_aside=None)
    return record


def rests_on_suspects(scene: Scene, finding: Finding) -> bool:
    """Return whether an offence rests on whose turn it was, or on a count, where the record leaves that in doubt."""
    if "bid_missing" in scene.codes and (
        finding.location[0] == "bids" or (finding.code == "wrong_leader" and finding.trick == 1)
    ):
        return True  # the first bid may have to say who was to lead
    if (scene.missing_tricks or "extra_tricks" in scene.codes) and _rests_on_numbers(scene, finding):
        return True
    if finding.code not in _TURNS:
        return False
    # If the card is suspect, so is whether it was played there at all.
    return finding.card is None or _is_in_doubt(scene, finding)


def _is_in_doubt(scene: Scene, finding: Finding) -> bool:
    """Return whether an error leaves in doubt who played when in a trick, or for a wrong lead, who was to lead it."""
    number, tricks = finding.trick or 0, scene.record.tricks
    in_doubt = {error.trick for error in scene.errors}
    if "missing_tricks" in scene.codes and len(tricks[-1].seats) < scene.pack.players:
        in_doubt.add(len(tricks))
    return number in in_doubt or (finding.code == "wrong_leader" and number - 1 in in_doubt)


def _rests_on_numbers(scene: Scene, finding: Finding) -> bool:
    """Return whether an offence rests on which trick it was, or on a card that may be in a trick too many."""
    if finding.code in _OF_NUMBERS:
        return True
    proof = None if finding.evidence is None else finding.evidence.proved_by
    if "extra_tricks" not in scene.codes or proof is None:
        return False
    shown, own = play_of(proof) if isinstance(proof, tuple) else None, play_of(finding.location)
    return shown is None or own is None or shown < own
