"""Whether spades are broken, as far as a replay has come (`play.broken_by`, docs/rules.md, E5)."""

from __future__ import annotations

from service.spades.cards import SPADES, UNKNOWN_SUIT
from service.spades.play.replay_context import ReplayContext
from service.spades.record.log import TakenBack
from service.spades.record.model import At, Broken


class SpadesBroken:
    """Whether spades are broken, updated with each card."""

    def __init__(self, context: ReplayContext, taken_back: TakenBack, state: Broken) -> None:
        self.context = context
        self.taken_back = taken_back
        self.state = state
        """Whether they are broken by now."""

    def for_lead(self, index: int) -> Broken:
        """Return whether they are broken for the lead of a trick: also by a discard that is taken back after it."""
        if self.state is Broken.YES or not self.taken_back:
            return self.state
        suit, tricks = self.context.pack.suit, self.context.record.tricks
        for trick, plays in self.taken_back.items():
            for each in (each for cards in plays.values() for each in cards):
                lies = trick < index and each.play and each.at is not None and each.at > At(index, 0)
                if lies and suit[each.card] == SPADES != suit[tricks[trick].cards[0]]:
                    return Broken.YES
        return self.state

    def play(self, led: int, *, is_lead: bool, surplus: bool) -> None:
        """Note a spade that was played; ``led`` is the suit led, which may be unknown.

        On the lead of another suit it breaks spades in any case, also if it turns out to have been a revoke: nobody at
        the table could know. A ``surplus`` card is no discard for certain.
        """
        if self.context.ruleset.parameters.play.broken_by == "any_spade":
            self.state = Broken.YES
        elif not is_lead and led != SPADES:
            certain = led != UNKNOWN_SUIT and not surplus
            self.state = Broken.YES if certain else max(self.state, Broken.MAYBE)

    def pass_unknown(self, possible: int) -> None:
        """Note a card that nobody knows, and that may have been any of these (a mask)."""
        if possible & self.context.pack.suits[SPADES]:
            self.state = max(self.state, Broken.MAYBE)
