"""One trick by itself: who won it and why, and what was irregular about it as far as that can be known."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.cards import SPADES, UNREAD, mask_of
from service.spades.findings import Finding, play_of
from service.spades.play.evidence import ReplayContext, with_conflicts
from service.spades.play.replay import replay_trick
from service.spades.play.rests_on import with_entries
from service.spades.proof.facts import with_alternatives
from service.spades.record.log import context_of, shown_in
from service.spades.record.model import Broken, Knowledge, RoundRecord, TrickRecord, TrickResult
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.sentence import Sentence, say
from service.spades.table import Table

WinReason: TypeAlias = Literal["highest_spade", "highest_of_suit_led"]
_LATER: Final = 2  # without a number, a trick is taken not to be the first of its round


class JudgedTrick(NamedTuple):
    """A trick, judged."""

    table: Table
    result: TrickResult
    reason: WinReason | None
    detail: Sentence
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]


def judge_trick(record: TrickRecord, ruleset: Ruleset) -> JudgedTrick:
    """Judge one trick; without a number it is taken not to be the first of its round."""
    pack = ruleset.packs[len(record.table.players)]
    context = ReplayContext(
        record=RoundRecord(record.table, (), (record.trick,), record.hands),
        ruleset=ruleset,
        pack=pack,
        known=_knowledge(record, pack),
        whole_log=False,
        single_number=record.number,
    )
    broken = Broken.MAYBE if record.broken is None else Broken.YES if record.broken else Broken.NO
    result, play = replay_trick(context, expected=record.expected, broken=broken)
    findings = with_alternatives(tuple(play.findings), context.record, pack)
    findings = with_entries(context_of(context.record, ruleset), findings, is_single=True)
    undecided = with_conflicts(tuple(play.undecided), findings, context.known)
    doubted = _with_suspects_unread(context.record, findings)
    if doubted is not None:
        result, _ = replay_trick(context._replace(record=doubted), expected=record.expected, broken=broken)
    reason, detail = _why_won(record, pack, result)
    if doubted is not None and result.winner is None:
        detail = say("winner_depends_on_slip")
    return JudgedTrick(record.table, result, reason, detail, findings, undecided)


def _with_suspects_unread(record: RoundRecord, findings: tuple[Finding, ...]) -> RoundRecord | None:
    """Return a trick without the cards that errors make suspect; None if there is no error.

    A card that is there twice is suspect in both places.
    """
    errors = [finding for finding in findings if finding.severity == "error"]
    if not errors:
        return None
    trick, places = record.tricks[0], [play_of(error.location) for error in errors]
    suspect = {trick.cards[place[1]] for place in places if place is not None}
    cards = tuple([UNREAD if card in suspect else card for card in trick.cards])
    return record._replace(tricks=(trick._replace(cards=cards),))


def _knowledge(record: TrickRecord, pack: Pack) -> Knowledge:
    """Return what the hands before the trick, and the trick itself, show."""
    played_before = (record.number or _LATER) - 1
    shown, everything, twice = shown_in((record.trick,), pack.players)
    listed = [0 if hand is None else mask_of(hand) & pack.cards for hand in record.hands]
    for mask in listed:
        everything |= mask
    certain, doubtful, unknown = [], [], []
    left = max(0, pack.hand_size - played_before)
    for seat, hand in enumerate(record.hands):
        others = 0
        for other, mask in enumerate(listed):
            others |= 0 if other == seat else mask
        unread = 0 if hand is None else hand.count(UNREAD)
        size = left if hand is None else len(hand)
        kept = listed[seat] & ~others
        if hand is None or (shown[seat] & ~listed[seat]).bit_count() <= unread:
            kept |= shown[seat] & pack.cards & ~others & ~twice
        certain.append(kept)
        doubtful.append((listed[seat] | shown[seat]) & pack.cards & ~kept)
        unknown.append(max(0, size - kept.bit_count()) if hand is None or unread else 0)
    # Cards that are not seen here may have gone to earlier tricks, or be missing from a list that is too short.
    whole = not played_before and all(hand is None or len(hand) == left for hand in record.hands)
    hidden = sum(unknown) + (pack.leftover if whole else pack.cards.bit_count())
    return Knowledge(
        certain=tuple(certain),
        doubtful=tuple(doubtful),
        listed=tuple(listed),
        complete=tuple([hand is not None and UNREAD not in hand for hand in record.hands]),
        shown_later=tuple(mask & shown[seat] for seat, mask in enumerate(certain)),
        unseen=pack.cards & ~everything,
        unknown=tuple(unknown),
        elsewhere=tuple(hidden - own for own in unknown),
        contradicted=(False,) * pack.players,
    )


def _why_won(record: TrickRecord, pack: Pack, result: TrickResult) -> tuple[WinReason | None, Sentence]:
    """Return why the winner won, or why nobody has."""
    _, _, led_suit, winner, card, _ = result
    if winner is None or card is None or led_suit is None:
        if len(record.trick.seats) < pack.players:
            return None, say("trick_not_finished")
        return None, say("no_card_can_win")
    if pack.suit[card] == SPADES:
        return "highest_spade", say("won_with_spade", winner=winner, card=card)
    return "highest_of_suit_led", say("won_with_suit", winner=winner, card=card, suit=led_suit)
