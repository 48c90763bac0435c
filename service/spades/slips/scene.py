"""A record that contradicts itself: its suspect entries, and the cards that would fit in their places."""

from __future__ import annotations

from functools import cached_property
from typing import Final, TypeVar

from service.spades.cards import UNREAD, UNREAD_BIT, cards_in, mask_of
from service.spades.findings import Finding
from service.spades.record.log import LoggedCard, logged_cards
from service.spades.record.model import RoundContext, RoundRecord, Trick

_FEW: Final = 3
"""So many cards that fit a place are tried one by one; of more, nobody can tell which it was."""
_Item = TypeVar("_Item")


class Scene:
    """A record and the errors in it."""

    def __init__(
        self, context: RoundContext[RoundRecord], errors: tuple[Finding, ...], winners: tuple[int | None, ...]
    ) -> None:
        """``winners`` are the winners of the tricks, as the record is written."""
        self.context, self.record, self.pack = context, context.record, context.pack
        self.errors, self.winners = errors, winners
        self.codes = frozenset(error.code for error in errors)

    def with_code(self, *codes: str) -> list[Finding]:
        """Return the errors with these codes."""
        return [error for error in self.errors if error.code in codes]

    @cached_property
    def logged(self) -> tuple[LoggedCard, ...]:
        """Every card of the log, those taken back too."""
        return tuple(logged_cards(self.record, len(self.record.tricks)))

    @cached_property
    def suspect_cards(self) -> tuple[LoggedCard, ...]:
        """The cards of the log of which one must be wrong: those with an error, and where the same card stands."""
        located = {error.location for error in self.errors}
        tricks = {error.trick for error in self.with_code("wrong_winner")}
        cards = {each.card for each in self.logged if each.location in located}
        for error in self.with_code("wrong_hand_size"):
            cards.update(() if error.evidence is None else error.evidence.played or ())
        return tuple(
            each for each in self.logged if each.card != UNREAD and (each.card in cards or each.trick + 1 in tricks)
        )

    @property
    def missing_tricks(self) -> int:
        """How many whole tricks are missing that the sheet counts."""
        return self.pack.hand_size - len(self.record.tricks) if "missing_tricks" in self.codes else 0

    @cached_property
    def suspect_tricks(self) -> tuple[int, ...]:
        """The indices of the tricks with an error, or with a suspect card.

        If the record leaves out who led, a slip may show only later, when cards seem to be another player's.
        """
        own = {error.trick - 1 for error in self.errors if error.trick is not None}
        if own and self.record.leads_left_out:
            own.update(range(min(own)))
        own |= {each.trick for each in self.suspect_cards}
        return tuple(sorted(index for index in own if index < len(self.record.tricks)))

    @cached_property
    def held(self) -> tuple[int | None, ...]:
        """For each seat the cards of its list when play starts, as a mask; None if that is not known whole."""
        held: list[int | None] = [
            None if hand is None or UNREAD in hand else mask_of(hand) for hand in self.record.hands
        ]
        held = [None if self.may_have_passed(seat) else mask for seat, mask in enumerate(held)]
        for giver, taker, cards in self.record.exchanges or ():
            passed, given, taken = mask_of(cards), held[giver], held[taker]
            if given is not None:
                held[giver] = None if passed & UNREAD_BIT else given & ~passed
            if taken is not None:
                held[taker] = None if passed & UNREAD_BIT else taken | passed
        return tuple(held)

    def may_have_passed(self, seat: int) -> bool:
        """Return whether a player may have passed cards with a partner that the record does not have."""
        record, table, nil = self.record, self.record.table, self.context.ruleset.parameters.nil
        if record.exchanges is not None or not (nil.exchange or nil.blind_exchange) or not table.partners(seat):
            return False
        side = table.side_of[seat]
        return not record.bids_recorded or any(bid.side == side and not bid.tricks for bid in record.bids)

    def shown(self, seat: int | None = None, but: LoggedCard | None = None) -> int:
        """Return the cards that the log shows of a player, or of all, as a mask, leaving one place of it out."""
        return mask_of(each.card for each in self.logged if each is not but and seat in {None, each.seat}) & ~UNREAD_BIT

    def dealt_and_shown(self, seat: int) -> int:
        """Return the cards that the log and the drawing show of a hand as it was dealt or drawn."""
        if self.may_have_passed(seat):
            return 0
        shown = self.shown(seat)
        for draw in self.record.draws or ():
            shown |= mask_of(draw.kept) & mask_of(draw.cards) & ~UNREAD_BIT if draw.seat == seat else 0
        for giver, taker, cards in self.record.exchanges or ():
            passed = mask_of(cards) & ~UNREAD_BIT
            shown = shown & ~passed if taker == seat else shown
            shown = shown | passed if giver == seat else shown
        return shown

    def fitting(self, seat: int, but: LoggedCard | None = None) -> tuple[int, ...]:
        """Return the cards that a player may have played at a place of the log, without what stands there now.

        It is `UNREAD` alone if more than a few fit.
        """
        held = self.held[seat]
        if held is None:
            others = mask_of(self.record.set_aside or ())
            for other, cards in enumerate(self.held):
                others |= 0 if other == seat or cards is None else cards
            for other in range(self.pack.players):
                others |= 0 if other == seat else self.shown(other, but)
            cards = self.pack.cards & ~others & ~self._gone(seat, but)
        else:
            cards = held & self.pack.cards & ~self._gone(seat, but)
        if but is not None:
            cards &= ~mask_of((but.card,))
        return few(cards)

    def _gone(self, seat: int, but: LoggedCard | None) -> int:
        """Return the cards that a player can't have played at a place of the log, because he plays them elsewhere.

        A card that was taken back is played again, and may be played later. If the record leaves out who led, it may be
        in doubt whose the later cards are: then the cards of all players count.
        """
        last = len(self.record.tricks) if but is None or but.withdrawn is None else but.trick
        others = self.record.leads_left_out
        stayed = [
            each for each in self.logged if (others or each.seat == seat) and each.withdrawn is None and each is not but
        ]
        return mask_of(each.card for each in stayed if each.trick <= last) & ~UNREAD_BIT

    @cached_property
    def unlisted(self) -> int:
        """The cards of the pack that are in no list, as a mask."""
        return self.pack.cards & ~mask_of(self.listed)

    @cached_property
    def listed(self) -> tuple[int, ...]:
        """Every entry of the hands and of the cards set aside."""
        return tuple(card for each in (*self.record.hands, self.record.set_aside) for card in each or ())


def few(cards: int) -> tuple[int, ...]:
    """Return the cards of a mask, or `UNREAD` alone if they are more than a few."""
    return cards_in(cards) if cards.bit_count() <= _FEW else (UNREAD,)


def with_item(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    """Return the items with another one at this index."""
    return (*items[:index], item, *items[index + 1 :])


def without(items: tuple[_Item, ...], index: int) -> tuple[_Item, ...]:
    """Return the items without the one at this index."""
    return (*items[:index], *items[index + 1 :])


def exchanged(items: tuple[_Item, ...], one: int, other: int) -> tuple[_Item, ...]:
    """Return the items with two of them in each other's place."""
    changed = list(items)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)


def known(card: int) -> int | None:
    """Return a card, None for one that nobody can tell."""
    return None if card == UNREAD else card


def with_trick(record: RoundRecord, index: int, trick: Trick) -> RoundRecord:
    """Return a record with another trick at this index."""
    return record._replace(tricks=with_item(record.tricks, index, trick))
