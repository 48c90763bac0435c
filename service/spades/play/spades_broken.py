"""Whether spades are broken, as far as a replay has come (`play.broken_by`, docs/rules.md, E5)."""

from __future__ import annotations

from typing import Final

from service.spades.cards import SPADES, UNKNOWN_SUIT
from service.spades.findings import Location
from service.spades.play.replay_context import ReplayContext
from service.spades.record.log import TakenBack
from service.spades.record.model import At, Broken, Withdrawn

_LATEST: Final = "offending_side_plays_next"


class SpadesBroken:
    """Whether spades are broken, updated with each card."""

    def __init__(self, context: ReplayContext, taken_back: TakenBack, state: Broken) -> None:
        self.context = context
        self.taken_back = taken_back
        self.state = state
        """Whether they are broken by now."""
        self.in_doubt_since: Location | None = None
        """Where in the log it first depends on what is not known whether they are broken; None if that is nowhere."""

    def for_lead(self, index: int) -> tuple[Broken, Location | None]:
        """Return whether they are broken for the lead of a trick, and where in the log it first depends on the unknown.

        A spade that was taken back after that lead broke them too.
        """
        state, since = self.state, self.in_doubt_since
        if state is Broken.YES or not self.taken_back:
            return state, since
        spades = [
            each
            for trick, plays in self.taken_back.items()
            if trick < index
            for cards in plays.values()
            for each in cards
            if self.context.pack.suit[each.card] == SPADES
        ]
        for each in spades:
            broken = min(self._lies(each, index), self._breaks(each))
            if broken is Broken.MAYBE and since is None:
                since = ("tricks", each.trick, "plays", each.play, "withdrawn", each.position)
            state = max(state, broken)
        return state, since

    def _lies(self, withdrawn: Withdrawn, index: int) -> Broken:
        """Return whether a card that was taken back still lay on the table when a later trick was led to.

        Without a moment it was taken back in time. That may have been after the lead only if the card could be
        corrected until its player's side played again, and it was the other side's lead.
        """
        if withdrawn.at is not None:
            return Broken.YES if withdrawn.at > At(index, 0) else Broken.NO
        record = self.context.record
        until_side_plays = self.context.ruleset.parameters.irregularities.revoke_established == _LATEST
        if not until_side_plays or withdrawn.trick != index - 1 or not record.tricks[index].seats:
            return Broken.NO
        sides = record.table.side_of
        offender, leader = record.tricks[withdrawn.trick].seats[withdrawn.play], record.tricks[index].seats[0]
        return Broken.NO if sides[offender] == sides[leader] else Broken.MAYBE

    def _breaks(self, withdrawn: Withdrawn) -> Broken:
        """Return whether a spade that was taken back broke spades while it lay on the table."""
        if self.context.ruleset.parameters.play.broken_by == "any_spade":
            return Broken.YES
        if not withdrawn.play:
            return Broken.NO
        trick, suit = withdrawn.trick, self.context.pack.suit
        leads = (self.context.record.tricks[trick].cards[0], *(each.card for each in self.taken_back[trick].get(0, ())))
        led = {suit[card] for card in leads}
        if led == {SPADES}:
            return Broken.NO
        return Broken.MAYBE if led & {SPADES, UNKNOWN_SUIT} else Broken.YES

    def play(self, location: Location, led: int, *, is_lead: bool, surplus: bool) -> None:
        """Note a spade that was played; ``led`` is the suit led, which may be unknown.

        On the lead of another suit it breaks spades in any case, also if it turns out to have been a revoke: nobody at
        the table could know. A ``surplus`` card is no discard for certain.
        """
        if self.context.ruleset.parameters.play.broken_by == "any_spade":
            self.state = Broken.YES
        elif not is_lead and led != SPADES:
            if led != UNKNOWN_SUIT and not surplus:
                self.state = Broken.YES
            else:
                self._doubt(location if surplus else (*location[:3], 0))

    def pass_unknown(self, possible: int, location: Location, led: int | None = UNKNOWN_SUIT) -> None:
        """Note a card that nobody knows, and that may have been any of these (a mask); ``location`` is where it is.

        ``led`` is the suit led, None for a lead.
        """
        may_break = self.context.ruleset.parameters.play.broken_by == "any_spade" or led not in {None, SPADES}
        if may_break and possible & self.context.pack.suits[SPADES]:
            self._doubt(location)

    def _doubt(self, location: Location) -> None:
        """Note that it depends on this place of the log whether spades are broken, unless they are already."""
        if self.state is Broken.NO:
            self.state, self.in_doubt_since = Broken.MAYBE, location
