"""One hand before the play, and what is known around it, read from a request for estimates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from service.spades.cards import BIT, CODES
from service.spades.errors import Fault, UnreadableRecord
from service.spades.pointers import pointer_to
from service.spades.record.lookup import Reader, indices
from service.spades.record.model import RoundRecord
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.seating import sit_down
from service.spades.table import Table

DEALS: Final = 100
"""How many deals are drawn for an estimate unless the request says."""
_NAME_PLAYERS: Final = ("seat", "dealer", "bids", "teams")


class HeldHand(NamedTuple):
    """A hand before the play."""

    record: RoundRecord
    """The table and the bids so far; the hand itself is among its hands."""
    seat: int
    deals: int
    """How many deals are to be drawn."""
    seed: int | None
    """What their cards follow from; None if the request leaves it open."""

    @property
    def table(self) -> Table:
        """Who sits where."""
        return self.record.table

    @property
    def hand(self) -> tuple[int, ...]:
        """The cards of the hand."""
        return self.record.hands[self.seat] or ()


def read_held_hand(ruleset: Ruleset, request: Mapping[str, Any]) -> HeldHand:
    """Read a hand and the bids so far; members as in the contract. Raises `UnreadableRecord` with every fault."""
    if "players" not in request:
        _refuse_names(request)
    players = request["players"] if "players" in request else _unnamed_players(ruleset)
    rules = ruleset.parameters.table
    reader = Reader(ruleset, sit_down(players, request.get("teams"), rules.sides, rules.players))
    seat = _seat(reader, request)
    dealer = reader.dealer(request.get("dealer"))
    bids = reader.bids(request.get("bids", ()))
    reader.faults += _faults_of_hand(ruleset.packs[len(players)], request["hand"])
    reader.raise_faults()
    hands = tuple(indices(request["hand"]) if each == seat else None for each in range(len(players)))
    record = RoundRecord(reader.table, bids, (), hands, dealer, bids_recorded="bids" in request)
    return HeldHand(record, seat, request.get("deals", DEALS), request.get("seed"))


def _refuse_names(request: Mapping[str, Any]) -> None:
    """Refuse members that name players if nobody says who sits where."""
    named = [member for member in _NAME_PLAYERS if member in request]
    if named:
        detail = f"Name the players, clockwise: `{named[0]}` names one of them."
        raise UnreadableRecord([Fault("#/players", "required", detail)])


def _unnamed_players(ruleset: Ruleset) -> list[str]:
    """Return players without names of their own, if the ruleset says how many there are."""
    if len(ruleset.packs) != 1:
        detail = "This ruleset has different packs for different numbers of players: name the players."
        raise UnreadableRecord([Fault("#/players", "required", detail)])
    return [str(number) for number in range(1, next(iter(ruleset.packs)) + 1)]


def _seat(reader: Reader, request: Mapping[str, Any]) -> int:
    """Return whose hand it is. If nothing is known of anybody, all seats are alike."""
    if "seat" in request:
        return reader.seat(request["seat"], "seat")
    if "dealer" in request or request.get("bids"):
        detail = "Say whose hand it is: `seat` is one of the players. Who dealt or bid makes the seats differ."
        reader.fault("required", detail, "seat")
    return 0


def _faults_of_hand(pack: Pack, hand: Sequence[str]) -> Iterator[Fault]:
    """Yield what keeps cards from being a hand of this pack."""
    for index, (code, card) in enumerate(zip(hand, indices(hand), strict=True)):
        if not pack.cards & BIT[card]:
            detail = f"{code} is not in this ruleset's pack for {pack.players} players (`{pack.missing_by(card)}`)."
            yield Fault(pointer_to("hand", index), "card_not_in_deck", detail)
        elif code in hand[:index]:
            detail = f"{CODES[card]} is listed twice; the first time as card {hand.index(code) + 1} of the hand."
            yield Fault(pointer_to("hand", index), "duplicate_card", detail)
    if len(hand) != pack.hand_size:
        noun = "card" if len(hand) == 1 else "cards"
        detail = f"This is a hand of {len(hand)} {noun}; under this ruleset each player is dealt {pack.hand_size}."
        yield Fault(pointer_to("hand"), "wrong_hand_size", detail)
