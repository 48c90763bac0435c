"""Hands drawn by two players: two cards a turn, of which one is kept (`deck.formation`, docs/reference/rules.md, A3).

The kept cards are the hands; the others are out of play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from service.spades.cards import BIT, UNREAD, UNREAD_BIT, cards_in, mask_of
from service.spades.deal.contracts import opener_of
from service.spades.deal.listed_cards import Places
from service.spades.findings import Reporter
from service.spades.record.log import RoundContext
from service.spades.record.model import Draw, RoundRecord
from service.spades.sentence import Sentence, say

CARDS_A_TURN: Final = 2


def next_to_draw(context: RoundContext[RoundRecord]) -> tuple[int, ...]:
    """Return the seats of which one draws next: one, if that is known; none, if the hands are full, listed or dealt."""
    record, ruleset, pack, table = context
    draws = record.draws or ()
    if ruleset.parameters.deck.formation != "draw" or any(hand is not None for hand in record.hands):
        return ()
    turns = [draw.seat for draw in draws]
    left = [seat for seat in range(pack.players) if turns.count(seat) < pack.hand_size]
    first = table.order[turns[-1]][1] if turns else opener_of(ruleset.parameters, record)
    return tuple(left) if first is None else tuple([seat for seat in table.order[first] if seat in left][:1])


def examine_draws(context: RoundContext[RoundRecord], reporter: Reporter) -> RoundRecord:
    """Check the drawing of a record; return the record with the hands that it made."""
    drawing = _Drawing(context, reporter)
    drawing.check(context.record.draws or ())
    return drawing.drawn()


class _Drawing:
    """The draws of a record while they are checked."""

    def __init__(self, context: RoundContext[RoundRecord], reporter: Reporter) -> None:
        self.context, self.reporter = context, reporter
        self.kept: list[list[int]] = [[] for _ in range(context.pack.players)]
        self.turns = [0] * context.pack.players
        self.lacking = [context.pack.hand_size] * context.pack.players
        """For each seat how many of its draws the record can still lack; fewer, the more of them are known to."""
        self.discarded = 0
        """The cards drawn and not kept, as a mask."""

    def check(self, draws: tuple[Draw, ...]) -> None:
        """Report every turn that broke the rules of drawing; the turn passes on from the player who really drew."""
        record, ruleset, pack, table = self.context
        if ruleset.parameters.deck.formation != "draw":
            if draws:
                self.reporter.report("illegal_draw", ("draws",), say("hands_are_dealt"), severity="error")
            return
        expected, places = opener_of(ruleset.parameters, record), Places(self.reporter, pack)
        drawn = mask_of(card for draw in draws for card in draw.cards) & ~UNREAD_BIT
        for draw in draws:
            self.lacking[draw.seat] -= 1
        for index, draw in enumerate(draws):
            own = mask_of(draw.cards)
            # An unread card that was drawn may be one that was kept, if that was drawn in no other turn.
            may_be = own | (~drawn if own & UNREAD_BIT else UNREAD_BIT)
            foreign = tuple(card for card in draw.kept if not may_be & BIT[card])
            self._judge(index, draw, list(self._against(draw, expected)))
            if foreign:
                self._report(index, draw, (say("kept_without_drawing", cards=foreign),), impossible=True)
            for position, card in enumerate(draw.cards):
                places.is_repeated(card, ("draws", index, "cards", position), draw.seat)
            self.kept[draw.seat] += [card for card in draw.kept if card not in foreign]
            if UNREAD not in draw.kept:
                self.discarded |= mask_of(draw.cards) & ~mask_of(draw.kept) & ~UNREAD_BIT
            self.turns[draw.seat] += 1
            expected = table.order[draw.seat][1]
        for seat, hand in enumerate(record.hands):
            if hand is not None:
                self._compare(seat, mask_of(hand))
                self._count(seat, len(hand))

    def _judge(self, index: int, draw: Draw, reasons: list[tuple[Sentence, bool]]) -> None:
        """Report what is certainly against the rules in a turn; ask, if all of it depends on what was not written."""
        proved = tuple(reason for reason, certain in reasons if certain)
        if proved:
            self._report(index, draw, proved, impossible=False)
        elif reasons:
            detail = say("illegal_draw", player=draw.seat, reasons=tuple(reason for reason, _ in reasons))
            cards, where = tuple(card for card in draw.cards if card != UNREAD), ("draws", index)
            short = len(draw.cards) < CARDS_A_TURN
            self.reporter.ask(
                "illegal_draw",
                where,
                detail,
                say("draw_not_written"),
                seat=draw.seat,
                cards=cards,
                decided_by=(*where, "cards") if short else ("draws",),
            )

    def _report(self, index: int, draw: Draw, reasons: tuple[Sentence, ...], *, impossible: bool) -> None:
        """Report a turn against the rules or, if it is ``impossible``, an error in the record."""
        self.reporter.report(
            "illegal_draw",
            ("draws", index),
            say("illegal_draw", player=draw.seat, reasons=reasons),
            severity="error" if impossible else "offence",
            seat=draw.seat,
            cards=tuple(card for card in draw.cards if card != UNREAD),
        )

    def _compare(self, seat: int, hand: int) -> None:
        """Report a listed hand (a mask) that is not what its player kept: the record contradicts itself."""
        kept = mask_of(self.kept[seat]) & ~UNREAD_BIT
        hand_read = not hand & UNREAD_BIT
        if self._is_whole(seat) and hand_read:
            differing = hand ^ kept
        else:
            differing = self.discarded & hand | (kept & ~hand if hand_read else 0)
        if differing and (self._is_whole(seat) or not self._is_repeated(seat)):
            cards = cards_in(differing)
            detail = say("hand_is_not_what_was_kept", player=seat, cards=cards)
            self.reporter.report("illegal_draw", ("hands", seat), detail, severity="error", seat=seat, cards=cards)

    def _count(self, seat: int, listed: int) -> None:
        """Report a hand that is listed with fewer cards than its player kept, if that shows in no card."""
        kept = len(self.kept[seat])
        if kept > listed and UNREAD in self.kept[seat]:
            detail = say("hand_is_less_than_was_kept", player=seat, kept=kept, listed=listed)
            self.reporter.report("illegal_draw", ("hands", seat), detail, severity="error", seat=seat)

    def _is_repeated(self, seat: int) -> bool:
        """Return whether a player kept a card twice."""
        legible = [card for card in self.kept[seat] if card != UNREAD]
        return len(legible) != mask_of(legible).bit_count()

    def _against(self, draw: Draw, expected: int | None) -> Iterator[tuple[Sentence, bool]]:
        """Yield what is wrong with a turn, and whether it is certain: what was not written down is unknown."""
        size = self.context.pack.hand_size
        if expected is not None and draw.seat != expected:
            yield say("draw_out_of_turn", player=expected), self.lacking[expected] <= 0
            self.lacking[expected] -= 1
        if self.turns[draw.seat] == size:
            yield say("draw_with_full_hand", size=size), True
        if len(draw.cards) != CARDS_A_TURN:
            yield say("draw_of_wrong_number", drawn=len(draw.cards)), len(draw.cards) > CARDS_A_TURN
        if len(draw.kept) > 1:
            yield say("kept_both"), True
        elif not draw.kept:
            yield say("kept_neither"), True

    def _is_whole(self, seat: int) -> bool:
        """Return whether a hand was drawn to the end, without a fault in its cards."""
        pack, kept = self.context.pack, mask_of(self.kept[seat])
        return len(self.kept[seat]) == pack.hand_size == kept.bit_count() and not kept & ~pack.cards

    def drawn(self) -> RoundRecord:
        """Return the record with the hands and discards that the drawing made, as far as it says."""
        record, pack = self.context.record, self.context.pack
        twice = any(finding.code == "duplicate_card" for finding in self.reporter.findings)
        if not any(self.turns) or twice:
            return record
        kept = [mask_of(cards) & ~UNREAD_BIT for cards in self.kept]
        apart = not kept[0] & kept[-1] and not (kept[0] | kept[-1]) & ~pack.cards
        made: dict[int, tuple[int, ...]] = {}
        for seat, cards in enumerate(self.kept):
            if apart and not self._is_repeated(seat) and record.hands[seat] is None:
                made[seat] = (*cards, *(UNREAD,) * (pack.hand_size - len(cards)))
        hands = tuple(made.get(seat, hand) for seat, hand in enumerate(record.hands))
        aside = record.set_aside
        if aside is None and apart:
            listed = mask_of(card for hand in record.hands for card in hand or ())
            aside = cards_in(self.discarded & pack.cards & ~listed)
        return record._replace(hands=hands, set_aside=aside, drawn_hands=frozenset(made))
