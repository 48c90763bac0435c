"""The log: which cards it shows, where, and what that tells about the hands.

A card that was taken back shows as much as one that stayed: its player held it, and went on holding it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from service.spades.cards import BIT
from service.spades.pointers import pointer_to
from service.spades.record.model import RoundRecord, Trick, Withdrawn
from service.spades.rules.pack import Pack

_STAYED = 1 << 16  # the card that stayed lay there after all that were taken back


class Spot(NamedTuple):
    """A card in the log: the trick and the place in it, both from 0, who played and what."""

    trick: int
    place: int
    seat: int
    card: int
    position: int | None = None
    """Its place among the cards taken back at this play; None for the card that stayed."""

    @property
    def pointer(self) -> str:
        """The pointer to this play, or to the card taken back."""
        if self.position is None:
            return pointer_to("tricks", self.trick, "plays", self.place)
        return pointer_to("tricks", self.trick, "plays", self.place, "withdrawn", self.position)

    @property
    def moment(self) -> tuple[int, int, int]:
        """The order of the log."""
        return self.trick, self.place, _STAYED if self.position is None else self.position


class Shown(NamedTuple):
    """The cards that a log shows, as masks."""

    by_seat: tuple[int, ...]
    all: int
    twice: int
    """Cards that the log shows in a way that can't be: played twice, by two players, or beyond a full hand."""


def shown_in(tricks: tuple[Trick, ...], players: int) -> Shown:
    """Return the cards that stayed on the table in these tricks, by seat."""
    shown = [0] * players
    everything = twice = 0
    for trick in tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            bit = BIT[card]
            shown[seat] |= bit
            twice |= everything & bit
            everything |= bit
    return Shown(tuple(shown), everything, twice)


def spots(record: RoundRecord, hand_size: int) -> Iterator[Spot]:
    """Yield every card of the tricks that a round has, in order, those taken back before the one that stayed."""
    taken = taken_back(record)
    for number, trick in enumerate(record.tricks[:hand_size]):
        returned = taken.get(number, {})
        for place, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
            for each in returned.get(place, ()):
                yield Spot(number, place, seat, each.card, each.position)
            yield Spot(number, place, seat, card)


class Log:
    """The log of a record, looked through at most once, and not at all where the listed hands tell enough."""

    def __init__(self, record: RoundRecord, pack: Pack) -> None:
        self._record = record
        self._pack = pack

    @cached_property
    def shown(self) -> Shown:
        """What the log shows, of as many tricks as a round has."""
        if self._record.withdrawn:
            return self._with_corrections()
        return shown_in(self._record.tricks[: self._pack.hand_size], self._pack.players)

    def _with_corrections(self) -> Shown:
        """Return the same where cards were taken back, which may be played later by the same player, and once."""
        size = self._pack.hand_size
        played, returned = [0] * self._pack.players, [0] * self._pack.players
        gone = twice = 0
        for spot in spots(self._record, size):
            bit = BIT[spot.card]
            if gone & bit or any(mask & bit for seat, mask in enumerate(returned) if seat != spot.seat):
                twice |= bit
            if spot.position is None:
                played[spot.seat] |= bit
                gone |= bit
            else:
                returned[spot.seat] |= bit
        everything = gone
        for stayed, back in zip(played, returned, strict=True):
            everything |= back
            if (stayed | back).bit_count() > size:
                twice |= back & ~stayed
        return Shown(tuple(one | other for one, other in zip(played, returned, strict=True)), everything, twice)


TakenBack: TypeAlias = Mapping[int, Mapping[int, Sequence[Withdrawn]]]
"""The cards taken back, by trick and place of the play that stayed."""


def taken_back(record: RoundRecord) -> TakenBack:
    """Return the cards that were taken back, by trick and by place in it; those at one play in order."""
    tricks: dict[int, dict[int, list[Withdrawn]]] = {}
    for each in record.withdrawn:
        tricks.setdefault(each.trick, {}).setdefault(each.place, []).append(each)
    return tricks
