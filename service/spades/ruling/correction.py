"""The smallest correction: the one card that, replaced by another, would leave a record without an error.

It is looked for only if exactly one card of the pack is missing and exactly one is written twice or with the wrong
player: in a complete log, among complete hands, or between one hand and what a complete log shows of it. The card is
replaced wherever it is written, one place at a time, and a correction is suggested only if exactly one of these leaves
no error. Nothing in a ruling rests on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias, TypeVar

from service.spades.cards import cards_in, mask_of
from service.spades.findings import Finding, Location
from service.spades.record.model import RoundRecord
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.model import Correction
from service.spades.sentence import say

FindingsOf: TypeAlias = Callable[[RoundRecord], Iterable[Finding]]
"""Returns the findings in a record."""
_Item = TypeVar("_Item")


class _Trial(NamedTuple):
    """A location of the record, the card there, another for it, and the record with that one."""

    location: Location
    recorded: int
    suggested: int
    record: RoundRecord


def smallest_correction(
    record: RoundRecord, ruleset: Ruleset, findings: Iterable[Finding], findings_of: FindingsOf
) -> Correction | None:
    """Return the one replacement of a card that leaves no error, None if there is none or more than one.

    ``findings`` are those of the record, and ``findings_of`` returns those of another: it is called once for each
    trial, of which there are few, and not at all if no card is misplaced.
    """
    if not any(finding.properties.misplaced_card for finding in findings):
        return None
    views = _Views(record, ruleset.packs[len(record.table.players)])
    trials = {(each.location, each.suggested): each for each in views.trials()}
    clean = [
        each for each in trials.values() if all(finding.severity != "error" for finding in findings_of(each.record))
    ]
    if len(clean) != 1:
        return None
    location, recorded, suggested, _ = clean[0]
    return Correction(location, recorded, suggested, say("correction", recorded=recorded, suggested=suggested))


class _Views:
    """The views of a record in which one card may be missing and another be written in its place."""

    def __init__(self, record: RoundRecord, pack: Pack) -> None:
        self._record, self._pack = record, pack
        everybody, size = list(range(pack.players)), pack.hand_size
        self._whole = [hand is not None and len(hand) == size for hand in record.hands]
        self._hands = [card for hand in record.hands for card in hand or ()] if all(self._whole) else None
        logged = len(record.tricks) == size and all(sorted(trick.seats) == everybody for trick in record.tricks)
        self._log = [card for trick in record.tricks for card in trick.cards] if logged else None

    def trials(self) -> Iterator[_Trial]:
        """Yield what to try in each view; two views may yield the same."""
        if self._log is not None:
            for surplus, missing in self._one_for_one(self._log, self._dealt(self._hands)):
                yield from self._in_log(surplus, missing)
                yield from self._aside(surplus, missing)
            yield from self._one_hand()
        if self._hands is not None:
            for surplus, missing in self._one_for_one(self._hands, self._dealt(self._log)):
                for seat in range(self._pack.players):
                    yield from self._in_hand(seat, surplus, missing)
                yield from self._aside(surplus, missing)

    def _one_hand(self) -> Iterator[_Trial]:
        """Yield what to try if exactly one hand differs, by one card, from what the log shows of it."""
        differing = []
        for seat, hand in enumerate(self._record.hands):
            if hand is not None and self._whole[seat]:
                tricks = self._record.tricks
                played = [trick.cards[trick.seats.index(seat)] for trick in tricks]
                pairs = self._one_for_one(played, self._after_exchanges(seat, mask_of(hand)))
                differing += [(seat, surplus, missing) for surplus, missing in pairs]
        if len(differing) == 1:
            seat, surplus, missing = differing[0]
            yield from self._in_log(surplus, missing, by=seat)
            yield from self._in_hand(seat, missing, surplus)

    def _one_for_one(self, cards: list[int], expected: int | None) -> Iterator[tuple[int, int]]:
        """Yield the card of the pack that is one too many and the one that is missing, if nothing else is wrong."""
        if expected is None:
            return
        surplus, missing = list(cards), cards_in(expected & ~mask_of(cards))
        for card in cards_in(expected & mask_of(cards)):
            surplus.remove(card)
        if len(missing) == len(surplus) == 1 and self._pack.cards & mask_of(surplus):
            yield surplus[0], missing[0]

    def _dealt(self, shown: list[int] | None) -> int | None:
        """Return the cards of all hands: the pack without those set aside or, if these are unknown, those shown."""
        aside = mask_of(self._record.set_aside or ())
        if (aside & self._pack.cards).bit_count() == self._pack.leftover:
            return self._pack.cards & ~aside
        mask = mask_of(shown or ()) & self._pack.cards
        return mask if shown and mask.bit_count() == len(shown) else None

    def _after_exchanges(self, seat: int, held: int) -> int:
        """Return the cards of a hand after the exchanges."""
        for exchange in self._record.exchanges or ():
            passed = mask_of(exchange.cards)
            held = held & ~passed if exchange.giver == seat else held
            held = held | passed if exchange.taker == seat else held
        return held

    def _in_log(self, recorded: int, suggested: int, *, by: int | None = None) -> Iterator[_Trial]:
        tricks = self._record.tricks
        for index, trick in enumerate(tricks):
            for play, card in enumerate(trick.cards):
                if card == recorded and by in {None, trick.seats[play]}:
                    other = trick._replace(cards=_with(trick.cards, play, suggested))
                    record = self._record._replace(tricks=_with(tricks, index, other))
                    yield _Trial(("tricks", index, "plays", play, "card"), recorded, suggested, record)

    def _in_hand(self, seat: int, recorded: int, suggested: int) -> Iterator[_Trial]:
        hand = self._record.hands[seat] or ()
        for index, card in enumerate(hand):
            if card == recorded:
                other = _with(self._record.hands, seat, _with(hand, index, suggested))
                yield _Trial(("hands", seat, index), recorded, suggested, self._record._replace(hands=other))

    def _aside(self, recorded: int, suggested: int) -> Iterator[_Trial]:
        aside = self._record.set_aside or ()
        for index, card in enumerate(aside):
            if card == recorded:
                record = self._record._replace(set_aside=_with(aside, index, suggested))
                yield _Trial(("set_aside", index), recorded, suggested, record)


def _with(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    return (*items[:index], item, *items[index + 1 :])
