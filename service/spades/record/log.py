"""The log: the cards that it shows, where it shows them, and what that says about the hands.

A card that was taken back shows as much as one that stayed: its player held it, and went on holding it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from service.spades.cards import BIT, UNREAD_BIT
from service.spades.findings import Location
from service.spades.record.model import RoundRecord, Trick, Withdrawn
from service.spades.rules.pack import Pack

_STAYED: Final = 1 << 16  # the card that stayed comes after all that were taken back

TakenBack: TypeAlias = Mapping[int, Mapping[int, Sequence[Withdrawn]]]
"""The cards taken back, by the index of their trick and of their play in it."""


class LoggedCard(NamedTuple):
    """A card in the log: the indices of its trick and of its play there, who played it, and the card."""

    trick: int
    play: int
    seat: int
    card: int
    withdrawn: int | None = None
    """Its index among the cards taken back at this play; None for the card that stayed."""

    @property
    def location(self) -> Location:
        """The location of this play, or of the card taken back."""
        play = ("tricks", self.trick, "plays", self.play)
        return play if self.withdrawn is None else (*play, "withdrawn", self.withdrawn)

    @property
    def order(self) -> tuple[int, int, int]:
        """A key to sort cards by in the order of the log."""
        return self.trick, self.play, _STAYED if self.withdrawn is None else self.withdrawn


class ShownCards(NamedTuple):
    """The cards that a log shows, as masks, without those that could not be read."""

    by_seat: tuple[int, ...]
    all: int
    conflicting: int
    """Cards that can't all be right: played twice, by two players, or beyond a full hand."""


def shown_in(tricks: tuple[Trick, ...], players: int) -> ShownCards:
    """Return the cards that stayed on the table in these tricks."""
    shown = [0] * players
    everything = twice = 0
    for trick in tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            bit = BIT[card]
            shown[seat] |= bit
            twice |= everything & bit
            everything |= bit
    return ShownCards(tuple(each & ~UNREAD_BIT for each in shown), everything & ~UNREAD_BIT, twice & ~UNREAD_BIT)


def taken_back(record: RoundRecord) -> TakenBack:
    """Return the cards that were taken back, by trick and play; those at one play in order."""
    tricks: dict[int, dict[int, list[Withdrawn]]] = {}
    for each in record.withdrawn:
        tricks.setdefault(each.trick, {}).setdefault(each.play, []).append(each)
    return tricks


def logged_cards(record: RoundRecord, hand_size: int) -> Iterator[LoggedCard]:
    """Yield every card of the tricks that a round has, in order, those taken back before the one that stayed."""
    withdrawn = taken_back(record)
    for index, trick in enumerate(record.tricks[:hand_size]):
        returned = withdrawn.get(index, {})
        for play, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
            for each in returned.get(play, ()):
                yield LoggedCard(index, play, seat, each.card, each.position)
            yield LoggedCard(index, play, seat, card)


class Log:
    """The log of a record, searched at most once, and not at all if the listed hands say enough."""

    def __init__(self, record: RoundRecord, pack: Pack) -> None:
        self._record = record
        self._pack = pack

    @cached_property
    def shown(self) -> ShownCards:
        """The cards shown by as many tricks as a round has."""
        if self._record.withdrawn:
            return self._with_corrections()
        return shown_in(self._record.tricks[: self._pack.hand_size], self._pack.players)

    def _with_corrections(self) -> ShownCards:
        """Like `shown`, for a log with cards taken back: these are shown too, and may be played once more later."""
        size = self._pack.hand_size
        played, returned = [0] * self._pack.players, [0] * self._pack.players
        gone = conflicting = 0
        for logged in logged_cards(self._record, size):
            bit = BIT[logged.card] & ~UNREAD_BIT
            if gone & bit or any(mask & bit for seat, mask in enumerate(returned) if seat != logged.seat):
                conflicting |= bit
            if logged.withdrawn is None:
                played[logged.seat] |= bit
                gone |= bit
            else:
                returned[logged.seat] |= bit
        everything = gone
        for stayed, back in zip(played, returned, strict=True):
            everything |= back
            if (stayed | back).bit_count() > size:
                conflicting |= back & ~stayed
        by_seat = tuple(stayed | back for stayed, back in zip(played, returned, strict=True))
        return ShownCards(by_seat, everything, conflicting)
