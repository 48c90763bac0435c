"""The drawing of hands by two players: two cards a turn, exactly one of them kept (`deck.formation`, catalogue A3).

The kept cards are the hands, and the others are out of play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from service.spades.cards import BIT, CODES, mask_of
from service.spades.deal.bidding_order import first_bidder
from service.spades.findings import Finding
from service.spades.pointers import pointer_to
from service.spades.record.model import Draw, RoundRecord
from service.spades.rules.pack import Pack
from service.spades.rules.rulebook import cite
from service.spades.rules.ruleset import Ruleset

_PAIR = 2


def examine_draws(record: RoundRecord, ruleset: Ruleset, pack: Pack) -> tuple[RoundRecord, list[Finding]]:
    """Check the drawing of a record; return the record with the hands that it made, and the findings."""
    drawing = _Drawing(record, ruleset, pack)
    drawing.check(record.draws or ())
    return drawing.drawn(), drawing.findings


@dataclass(slots=True)
class _Drawing:
    """The draws of a record while they are checked."""

    record: RoundRecord
    ruleset: Ruleset
    pack: Pack
    findings: list[Finding] = field(default_factory=list)
    kept: list[list[int]] = field(init=False)
    turns: list[int] = field(init=False)
    first: dict[int, str] = field(default_factory=dict)
    """For each card drawn the pointer to where it was drawn first."""

    def __post_init__(self) -> None:
        self.kept = [[] for _ in self.record.table.players]
        self.turns = [0] * len(self.record.table.players)

    def check(self, draws: tuple[Draw, ...]) -> None:
        """Report every turn that was not drawn as the rules say; the turn goes on from who really drew."""
        if self.ruleset.parameters.deck.formation != "draw":
            if draws:
                self._report("illegal_draw", "#/draws", "Hands are dealt by this ruleset, not drawn.")
            return
        order = self.record.table.order
        expected = first_bidder(self.ruleset.parameters, self.record.table, self.record.dealer)
        for place, draw in enumerate(draws):
            where = pointer_to("draws", place)
            reasons = list(self._against(draw, expected))
            if reasons:
                name = self.record.table.players[draw.seat]
                cards = tuple(CODES[card] for card in draw.cards)
                self._report("illegal_draw", where, f"{name}: {'; '.join(reasons)}.", seat=draw.seat, cards=cards)
            for spot, card in enumerate(draw.cards):
                self._drawn_card(draw.seat, card, f"{where}/cards/{spot}")
            self.kept[draw.seat] += [card for card in draw.kept if card in draw.cards]
            self.turns[draw.seat] += 1
            expected = order[draw.seat][1]
        for seat, hand in enumerate(self.record.hands):
            if hand is not None and self._is_whole(seat) and mask_of(hand) != mask_of(self.kept[seat]):
                name = self.record.table.players[seat]
                strange = mask_of(hand) ^ mask_of(self.kept[seat])
                cards = tuple(CODES[card] for card in range(len(CODES)) if strange & BIT[card])
                detail = f"{name}'s hand is not what {name} kept; they differ in {', '.join(cards)}."
                self._report("illegal_draw", pointer_to("hands", name), detail, seat=seat, cards=cards)

    def _against(self, draw: Draw, expected: int | None) -> Iterator[str]:
        """Yield what is wrong with a turn."""
        players = self.record.table.players
        if expected is not None and draw.seat != expected:
            yield f"it was {players[expected]}'s turn to draw"
        if self.turns[draw.seat] == self.pack.hand_size:
            yield f"the hand of {self.pack.hand_size} cards was full"
        if len(draw.cards) != _PAIR:
            yield f"{len(draw.cards)} cards were drawn in one turn, where two are"
        foreign = [CODES[card] for card in draw.kept if card not in draw.cards]
        if foreign:
            yield f"{', '.join(foreign)} was kept without being drawn"
        if len(draw.kept) > 1:
            yield "the first card was kept, so that the second had to be discarded"
        elif not draw.kept:
            yield "the first card was discarded, so that the second had to be kept"

    def _drawn_card(self, seat: int, card: int, where: str) -> None:
        if card in self.first:
            detail = f"{CODES[card]} was drawn before; the first time is {self.first[card]}."
            first = self.first[card]
            self._report("duplicate_card", where, detail, seat=seat, card=card, parameter="deck.removed", also_at=first)
        elif not self.pack.cards & BIT[card]:
            detail, parameter = f"{CODES[card]} is not in the pack.", self.pack.missing_by(card)
            self._report("card_not_in_deck", where, detail, seat=seat, card=card, parameter=parameter)
        self.first.setdefault(card, where)

    def _is_whole(self, seat: int) -> bool:
        """Tell whether a hand was drawn to the end, without a fault in its cards."""
        kept = mask_of(self.kept[seat])
        return len(self.kept[seat]) == self.pack.hand_size == kept.bit_count() and not kept & ~self.pack.cards

    def drawn(self) -> RoundRecord:
        """Return the record with the hands and discards that the drawing made, where it was drawn to the end."""
        kept = [mask_of(each) for each in self.kept]
        apart = not kept[0] & kept[-1]
        whole = {seat for seat in range(self.pack.players) if apart and self._is_whole(seat)}
        made = frozenset(seat for seat in whole if self.record.hands[seat] is None)
        hands = tuple(tuple(self.kept[seat]) if seat in made else hand for seat, hand in enumerate(self.record.hands))
        aside = self.record.set_aside
        if aside is None and len(whole) == self.pack.players and not self.findings:
            aside = tuple(card for card in self.first if not (kept[0] | kept[-1]) & BIT[card])
        return self.record._replace(hands=hands, set_aside=aside, drawn_hands=made)

    def _report(  # noqa: PLR0913 - the members of a finding
        self,
        code: str,
        pointer: str,
        detail: str,
        *,
        seat: int | None = None,
        card: int | None = None,
        cards: tuple[str, ...] | None = None,
        parameter: str = "deck.formation",
        also_at: str | None = None,
    ) -> None:
        table = self.record.table
        self.findings.append(
            Finding(
                code=code,
                pointer=pointer,
                detail=detail,
                rule=cite(self.ruleset, parameter),
                player=None if seat is None else table.players[seat],
                team=None if seat is None else table.team_of(seat),
                card=None if card is None else CODES[card],
                cards=cards,
                evidence=None if also_at is None else {"also_at": also_at},
            )
        )
