"""Hands drawn by two players: two cards a turn, exactly one of them kept (`deck.formation`, docs/rules.md, A3).

The kept cards are the hands; the others are out of play. A drawing that the record has only in part still says where
its cards went.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from service.spades.cards import BIT, UNREAD, UNREAD_BIT, cards_in, mask_of
from service.spades.deal.contracts import first_bidder
from service.spades.findings import Evidence, Location, Reporter
from service.spades.record.log import RoundContext
from service.spades.record.model import Draw, RoundRecord
from service.spades.sentence import Sentence, say

_CARDS_A_TURN: Final = 2


def examine_draws(context: RoundContext[RoundRecord], reporter: Reporter) -> RoundRecord:
    """Check the drawing of a record; return the record with the hands that it made."""
    drawing = _Drawing(context, reporter)
    drawing.check(context.record.draws or ())
    return drawing.drawn()


@dataclass(slots=True)
class _Drawing:
    """The draws of a record while they are checked."""

    context: RoundContext[RoundRecord]
    reporter: Reporter
    kept: list[list[int]] = field(init=False)
    turns: list[int] = field(init=False)
    first: dict[int, Location] = field(default_factory=dict)
    """For each card drawn the location where it was drawn first."""
    discarded: int = 0
    """The cards drawn and not kept, as a mask."""

    def __post_init__(self) -> None:
        players = self.context.pack.players
        self.kept = [[] for _ in range(players)]
        self.turns = [0] * players

    def check(self, draws: tuple[Draw, ...]) -> None:
        """Report every turn that broke the rules of drawing; the turn passes on from the player who really drew."""
        record, ruleset, _, table = self.context
        if ruleset.parameters.deck.formation != "draw":
            if draws:
                self.reporter.report("illegal_draw", ("draws",), say("hands_are_dealt"), severity="error")
            return
        expected = first_bidder(ruleset.parameters, table, record.dealer)
        for index, draw in enumerate(draws):
            foreign = tuple(card for card in draw.kept if card not in draw.cards and UNREAD not in {card, *draw.cards})
            self._report(index, draw, tuple(self._against(draw, expected)), impossible=False)
            self._report(index, draw, (say("kept_without_drawing", cards=foreign),) if foreign else (), impossible=True)
            for position, card in enumerate(draw.cards):
                self._check_card(draw.seat, card, ("draws", index, "cards", position))
            self.kept[draw.seat] += [card for card in draw.kept if card not in foreign]
            if UNREAD not in draw.kept:
                self.discarded |= mask_of(draw.cards) & ~mask_of(draw.kept) & ~UNREAD_BIT
            self.turns[draw.seat] += 1
            expected = table.order[draw.seat][1]
        for seat, hand in enumerate(record.hands):
            if hand is not None:
                self._compare(seat, mask_of(hand))
                self._count(seat, len(hand))

    def _report(self, index: int, draw: Draw, reasons: tuple[Sentence, ...], *, impossible: bool) -> None:
        """Report a turn against the rules or, if it is ``impossible``, an error in the record."""
        if reasons:
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

    def _against(self, draw: Draw, expected: int | None) -> Iterator[Sentence]:
        """Yield what is wrong with a turn."""
        size = self.context.pack.hand_size
        if expected is not None and draw.seat != expected:
            yield say("draw_out_of_turn", player=expected)
        if self.turns[draw.seat] == size:
            yield say("draw_with_full_hand", size=size)
        if len(draw.cards) != _CARDS_A_TURN:
            yield say("draw_of_wrong_number", drawn=len(draw.cards))
        if len(draw.kept) > 1:
            yield say("kept_both")
        elif not draw.kept:
            yield say("kept_neither")

    def _check_card(self, seat: int, card: int, location: Location) -> None:
        """Report a card that was drawn before, or is not in the pack."""
        pack = self.context.pack
        if card == UNREAD:
            return
        if card in self.first:
            first = self.first[card]
            detail = say("drawn_twice", card=card, first=first)
            evidence = Evidence(also_at=first)
            self.reporter.report("duplicate_card", location, detail, seat=seat, card=card, evidence=evidence)
        elif not pack.cards & BIT[card]:
            detail = say("not_in_pack", card=card)
            parameter = pack.missing_by(card)
            self.reporter.report("card_not_in_deck", location, detail, seat=seat, card=card, parameter=parameter)
        self.first.setdefault(card, location)

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
