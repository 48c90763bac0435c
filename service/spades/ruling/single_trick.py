"""One trick by itself: who won it and why, and what was irregular about it as far as that can be told."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from service.spades.cards import CODES, SPADES, SUIT_NAMES, mask_of
from service.spades.findings import Finding
from service.spades.play.evidence import Knowledge
from service.spades.play.play_findings import with_conflicts
from service.spades.play.replay import judge_trick
from service.spades.play.replay_context import Case
from service.spades.record.log import shown_in
from service.spades.record.model import Broken, RoundRecord, Trick, TrickRecord, TrickResult
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.affected_tricks import with_alternatives
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
    number = f"#/tricks/{index}"

    def move(pointer: str) -> str:
        if pointer == "#/hands" and record.broken is None:
            return "#/spades_broken"
        return "#" + pointer.removeprefix(number) if pointer.startswith(number) else pointer

    def here(finding: Finding) -> Finding:
        return replace(finding.moved(move), trick=record.number)

    findings = with_alternatives(tuple(docket.findings), case.record, pack)
    open_questions = [with_conflicts(each, findings, record.table, case.known) for each in docket.undecided]
    reason, detail = _told(record, pack, result)
    return JudgedTrick(
        record.table, result, reason, detail, tuple(map(here, findings)), tuple(map(here, open_questions))
    )


def _known(record: TrickRecord, pack: Pack, index: int) -> Knowledge:
    """Return what the hands before the trick, and the trick itself, tell."""
    shown, everything, twice = shown_in((record.trick,), pack.players)
    listed = [0 if hand is None else mask_of(hand) & pack.cards for hand in record.hands]
    for mask in listed:
        everything |= mask
    certain, doubtful, unknown = [], [], []
    left = max(0, pack.hand_size - index)
    for seat, hand in enumerate(record.hands):
        others = 0
        for other, mask in enumerate(listed):
            others |= 0 if other == seat else mask
        kept = listed[seat] & ~others if hand is not None else shown[seat] & pack.cards & ~others & ~twice
        certain.append(kept)
        doubtful.append((listed[seat] | shown[seat]) & pack.cards & ~kept)
        unknown.append(0 if hand is not None else max(0, left - kept.bit_count()))
    # Cards that are not seen here may have gone to earlier tricks, or be lacking in a hand that is not listed whole.
    whole = index == 0 and all(hand is None or len(hand) == left for hand in record.hands)
    hidden = sum(unknown) + (pack.leftover if whole else pack.cards.bit_count())
    return Knowledge(
        certain=tuple(certain),
        doubtful=tuple(doubtful),
        listed=tuple(listed),
        later=tuple(mask & shown[seat] for seat, mask in enumerate(certain)),
        unseen=pack.cards & ~everything,
        unknown=tuple(unknown),
        elsewhere=tuple(hidden - each for each in unknown),
        torn=(False,) * pack.players,
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
