"""A record with everything suspect left unknown: what it still proves rests on nothing suspect.

It is for records that no single slip mends, or that too many might. Each suspect card is one that could not be read; a
suspect list is none.
"""

from __future__ import annotations

from collections.abc import Iterable

from service.spades.cards import UNREAD
from service.spades.findings import COUNTING, Finding
from service.spades.record.model import RoundRecord
from service.spades.slips.scene import Scene, with_trick

_OF_TRICKS = frozenset({"missing_tricks", "extra_tricks"})
_TURNS = frozenset({"wrong_leader", "illegal_spade_lead", "out_of_turn"})


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
    return _without_lists(scene, record._replace(hands=_hands(scene)))


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
        case "extra_play":
            trick = trick._replace(cards=(UNREAD,) * len(trick.cards))
    return with_trick(record, index, trick)


def _hands(scene: Scene) -> tuple[tuple[int, ...] | None, ...]:
    """Return the lists that nothing speaks against, with suspect cards of others left out."""
    size, hands = scene.pack.hand_size, list(scene.record.hands)
    doubted = {error.seat for error in scene.with_code("card_not_held")}
    suspect = {error.card for error in scene.with_code("duplicate_card", "card_not_in_deck")}
    all_doubted = bool(scene.codes & (_OF_TRICKS | {"illegal_exchange", "illegal_draw"}))
    for seat, hand in enumerate(hands):
        if hand is None or all_doubted or seat in doubted or len(hand) != size:
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
    if suspect.intersection(record.set_aside or ()):
        record = record._replace(set_aside=None)
    return record


def rests_on_suspects(scene: Scene, finding: Finding) -> bool:
    """Return whether an offence rests on whose turn it was, or on a count, where the record leaves that in doubt."""
    if "bid_missing" in scene.codes and finding.location[0] == "bids":
        return True
    if scene.codes & _OF_TRICKS and finding.evidence is not None and finding.evidence.proved_by == COUNTING:
        return True  # the cards of a missing trick can't be counted
    if finding.code == "wrong_leader" and finding.trick == 1 and "bid_missing" in scene.codes:
        return True  # the first bid may have to say who was to lead
    if finding.code not in _TURNS:
        return False
    if finding.card is None:
        return True  # the card is suspect, and so is whether it was played there at all
    return bool(scene.codes & _OF_TRICKS) or _is_beside(finding, scene.errors)


def _is_beside(finding: Finding, errors: Iterable[Finding]) -> bool:
    """Return whether an error in this trick or the one before leaves in doubt whose turn it was."""
    number = finding.trick or 0
    return bool({error.trick for error in errors} & {number, number - 1})
