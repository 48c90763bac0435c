"""One trick by itself: who won it and why, and what was irregular about it as far as that can be told."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from service.spades.cards import CODES, SPADES, SUIT_NAMES, Pack, mask_of
from service.spades.docket import Case
from service.spades.findings import Finding
from service.spades.play import TrickResult, judge_trick
from service.spades.proof import Broken, Knowledge
from service.spades.record import RoundRecord, Trick, TrickRecord
from service.spades.ruleset import Ruleset
from service.spades.table import Table

Reason: TypeAlias = Literal["highest_spade", "highest_of_suit_led"]
_LATER = 2


class JudgedTrick(NamedTuple):
    """A trick, judged."""

    table: Table
    result: TrickResult
    reason: Reason | None
    detail: str
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]


def judge_single(record: TrickRecord, ruleset: Ruleset) -> JudgedTrick:
    """Judge one trick; without a number it is taken not to be the first of its round."""
    pack = ruleset.packs[len(record.table.players)]
    index = (record.number or _LATER) - 1
    before = Trick((), ())
    case = Case(
        record=RoundRecord(record.table, (), (*[before] * index, record.trick), record.hands),
        ruleset=ruleset,
        pack=pack,
        contracts=(),
        known=_known(record, pack, index),
        complete_hands=tuple(hand is not None for hand in record.hands),
    )
    broken = Broken.MAYBE if record.broken is None else Broken.YES if record.broken else Broken.NO
    result, docket = judge_trick(case, index, expected=record.expected, broken=broken)
    number, here = f"#/tricks/{index}", "#"

    def move(pointer: str) -> str:
        return here + pointer.removeprefix(number) if pointer.startswith(number) else pointer

    reason, detail = _told(record, pack, result)
    return JudgedTrick(
        record.table,
        result,
        reason,
        detail,
        tuple(each.moved(move) for each in docket.findings),
        tuple(each.moved(move) for each in docket.undecided),
    )


def _known(record: TrickRecord, pack: Pack, index: int) -> Knowledge:
    """Return what the hands before the trick, and the trick itself, tell."""
    shown = [0] * pack.players
    for seat, card in zip(record.trick.seats, record.trick.cards, strict=True):
        shown[seat] |= 1 << card
    certain = tuple(
        (shown[seat] if hand is None else mask_of(hand)) & pack.cards for seat, hand in enumerate(record.hands)
    )
    everything = 0
    for mask in certain:
        everything |= mask
    left = max(0, pack.hand_size - index)
    unknown = tuple(max(0, left - shown[seat].bit_count()) * (hand is None) for seat, hand in enumerate(record.hands))
    # The cards of earlier tricks may be any that are not seen here.
    return Knowledge(
        certain=certain,
        doubtful=(0,) * pack.players,
        unseen=pack.cards & ~everything,
        unknown=unknown,
        elsewhere=(pack.cards.bit_count(),) * pack.players,
    )


def _told(record: TrickRecord, pack: Pack, result: TrickResult) -> tuple[Reason | None, str]:
    if result.winner is None or result.winning_card is None or result.led_suit is None:
        if len(record.trick.seats) < pack.players:
            return None, "The trick is not finished."
        return None, "No card can win this trick as it was recorded."
    name, card = record.table.players[result.winner], CODES[result.winning_card]
    if pack.suit[result.winning_card] == SPADES:
        return "highest_spade", f"{name} won with {card}, the highest spade in the trick."
    suit = SUIT_NAMES[result.led_suit]
    return "highest_of_suit_led", f"{name} won with {card}, the highest {suit}; no spade was played."
