"""The hands while a log is replayed: what is left of each, what is in doubt, and what may be lost from sight."""

from __future__ import annotations

from dataclasses import dataclass, field

from service.spades.cards import BIT, CODES
from service.spades.play.evidence import Hand
from service.spades.play.play_findings import Docket
from service.spades.play.replay_context import Case
from service.spades.record.log import Spot


@dataclass(slots=True)
class Hands:
    """What is known of each hand at a moment of the play; one entry a seat."""

    case: Case
    docket: Docket
    in_round: bool = True
    """Whether the tricks before this one are in the log too, so that they tell how many cards are left."""
    holding: list[int] = field(init=False)
    """What is left of each player's certain cards."""
    doubt: list[int] = field(init=False)
    """What is left of each player's doubtful cards."""
    later: list[int] = field(init=False)
    """Of the certain cards those that the log shows, as long as they can't have gone to a trick that lacks a card."""
    returned: list[int] = field(init=False)
    """The cards that each player took back and does not show again: still in his hand, unless a trick lacks one."""
    lost: list[int] = field(init=False)
    """For each player in how many tricks the log lacks his card, or shows one that can't be his."""
    skipped: list[int] = field(init=False)
    """For each player in how many tricks the log lacks his card."""
    strays: int = 0
    """Cards that were played by players of whom it is only doubtful, or not known, that they held them."""
    surprised: bool = False
    """Whether a card was shown by a player who is not certain to have held it, or is lacking in a trick."""

    def __post_init__(self) -> None:
        known, players = self.case.known, self.case.pack.players
        self.holding = list(known.certain)
        self.doubt = list(known.doubtful)
        self.later = list(known.later)
        self.returned = [0] * players
        self.lost = [0] * players
        self.skipped = [0] * players

    def after(self, seat: int, index: int, *, sound: bool, lying: int = 0) -> Hand:
        """Return what is known of a hand after a card of this trick, which is not known itself where it is not sound.

        ``lying`` is the mask of a card that lies on the table and goes back to the hand later.
        """
        known, holding = self.case.known, self.holding[seat] & ~lying
        # A card that another player has played, who held it, was not in this hand, unless it is listed there.
        doubt = self.doubt[seat] and self.doubt[seat] & (known.listed[seat] | ~self.gone()) & ~lying
        left = self.case.pack.hand_size - index - 1 if self.in_round else self.case.pack.hand_size
        # Who has no card in a trick may have given none, and hold one more than the others.
        room = left + self.skipped[seat] + (not sound) - (holding & self.later[seat]).bit_count()
        return Hand(holding, doubt, self.lost[seat], room, self.later[seat])

    def gone(self) -> int:
        """Return the cards that have left the hands of players who held them."""
        gone = self.strays
        for certain, left in zip(self.case.known.certain, self.holding, strict=True):
            gone |= certain & ~left
        return gone

    def unshown(self, seat: int) -> int:
        """Return the cards that this player may hold and does not show later."""
        known = self.case.known
        return self.holding[seat] & ~self.later[seat] | self.doubt[seat] | (known.unseen if known.unknown[seat] else 0)

    def miss(self, seat: int) -> None:
        """Take note that a trick lacks this player's card: it may be one that is shown nowhere."""
        self.surprised = True
        self.lose(seat)
        self.skipped[seat] += 1

    def lose(self, seat: int) -> None:
        """Take note that it is not known which card this player gave to a trick."""
        self.lost[seat] += 1
        self.later[seat] &= ~self.returned[seat]

    def unexpected(self, spot: Spot, strength: int) -> tuple[bool, int]:
        """Report a card that is not among its player's certain ones; return whether he held it, and what it can win."""
        bit = BIT[spot.card]
        self.doubt[spot.seat] &= ~bit
        fault = self._fault(spot)
        if fault is None:
            self.strays |= bit
        return fault is None, strength if fault in {None, "card_not_held"} else 0

    def take_back(self, spot: Spot) -> bool:
        """Return whether the player held a card that he took back; report it where he did not."""
        bit = BIT[spot.card]
        sound = bool(self.holding[spot.seat] & bit) or self._fault(spot) is None
        shows = [each for each in self.docket.spots if each.seat == spot.seat and each.card == spot.card]
        if sound and shows[-1] == spot:
            self.returned[spot.seat] |= bit
        return sound

    def _fault(self, spot: Spot) -> str | None:
        """Report why a card can't have come from this hand, and return the code of that; None where it can have."""
        case, bit, code = self.case, BIT[spot.card], CODES[spot.card]
        self.surprised = True
        if not case.pack.cards & bit:
            parameter = case.pack.missing_by(spot.card)
            detail = f"played {code}, which is not in the pack."
            self.docket.about_play("card_not_in_deck", spot, detail, parameter=parameter)
            return "card_not_in_deck"
        if self.gone() & bit:
            self.docket.about_play("card_replayed", spot, f"played {code}, which had been played before.")
            return "card_replayed"
        proof = None if case.known.listed[spot.seat] & bit else self._held_elsewhere(spot)
        if proof:
            detail = f"played {code} without holding it."
            self.docket.about_play("card_not_held", spot, detail, evidence={"proved_by": proof})
            return "card_not_held"
        return None

    def _held_elsewhere(self, spot: Spot) -> str | None:
        """Return the pointer to what proves that a player did not hold a card which he is not listed with."""
        case = self.case
        given = case.gave(spot.seat, spot.card)
        if given:
            return given
        if case.complete_hands[spot.seat]:
            return case.hand_pointer(spot.seat, 0)
        elsewhere = case.listed_elsewhere(spot.seat, spot.card)
        return elsewhere if elsewhere or spot.position is None else self._not_to_return(spot)

    def _not_to_return(self, spot: Spot) -> str | None:
        """Return what proves that a card can't have gone back to this hand: another's, or a hand full without it."""
        shows = [each for each in self.docket.spots if each.card == spot.card]
        if any(each.seat == spot.seat and each.position is None for each in shows):
            return None  # he plays it in the end: whoever else plays it is the one to answer for that
        for each in shows:
            other = each.seat != spot.seat and not self.case.complete_hands[each.seat]
            if other and (each.position is None or each.moment < spot.moment):
                return each.pointer
        known = self.case.known.certain[spot.seat] | self.returned[spot.seat] | BIT[spot.card]
        return "counting" if known.bit_count() > self.case.pack.hand_size else None
