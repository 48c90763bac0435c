"""Moments that are impossible: an ``at`` before the card in question had been played, or beyond the round.

A moment says how many plays of which trick lay on the table (docs/reference/rules.md, "Shapes"). A correction or a call
that came late is a finding; one that can't have come when the record says makes the record unreadable. Nothing that
could have happened is refused:

- The plays before a card that stayed on the table throughout lay there when it was taken back. The card itself may be
  counted among them or not.
- A call that names a trick came when the accused's card lay there too, or some card of the trick if the log lacks that
  one.
- Cards at one play were taken back in the order in which they are listed.
- A round has as many tricks as a hand has cards, or as the log shows. A moment in the trick after that means the end
  of the round, and is impossible only if a card of that trick is said to lie there.
- A claim ends the play, so no card lay on the table after it. Later moments are the end of the round, or none.
- A trick has as many plays as there are players with a card for it, or as the log shows of it, counting those that
  were taken back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from service.spades.record.log import end_of_log, players_with_a_card_for
from service.spades.record.model import Accusation, At, RoundRecord, Withdrawn
from service.spades.rules.pack import Pack

Path: TypeAlias = tuple[str | int, ...]


class Impossible(NamedTuple):
    """A member of a record that is impossible: its path, and the code and sentence of the fault."""

    path: Path
    code: str
    detail: str


def impossible_moments(record: RoundRecord, pack: Pack) -> Iterator[Impossible]:
    """Yield every impossible moment of a log's corrections and calls, in the order of the record."""
    clock = _Clock(record, pack)
    for card in record.withdrawn:
        yield from clock.check_correction(card)
    for call in record.accusations or ():
        yield from clock.check_call(call)


class _Clock:
    """How far the play of a round can have gone, and from when on each of its cards can have lain on the table."""

    def __init__(self, record: RoundRecord, pack: Pack) -> None:
        self._tricks, self._pack = record.tricks, pack
        self._claim_at = None if record.claim is None else end_of_log(record)
        self._last_trick = max(pack.hand_size, len(record.tricks))
        self._taken_back: dict[tuple[int, int], list[Withdrawn]] = {}
        for withdrawn in record.withdrawn:
            self._taken_back.setdefault((withdrawn.trick, withdrawn.play), []).append(withdrawn)

    def check_correction(self, card: Withdrawn) -> Iterator[Impossible]:
        """Yield why a card can't have been taken back at the moment that the record gives."""
        at, trick, play = card.at, card.trick, card.play
        if at is None:
            return
        path = ("tricks", trick, "plays", play, "withdrawn", card.position, "at")
        before = self._taken_back[trick, play][: card.position]
        earlier = max((card.at for card in before if card.at is not None), default=None)
        if at < At(trick, self._least_before(trick, play)):
            detail = f"{_moment(at)}: play {play + 1} of trick {trick + 1} had not been made yet."
            yield Impossible(path, "impossible_moment", detail)
        elif earlier is not None and at < earlier:
            detail = f"{_moment(at)}: a card that lay there before it was taken back later."
            yield Impossible(path, "impossible_moment", detail)
        else:
            yield from self._beyond(at, path)

    def check_call(self, call: Accusation) -> Iterator[Impossible]:
        """Yield why a revoke can't have been called at the moment given, or in the trick named."""
        path, at, trick = ("accusations", call.position), call.at, call.trick
        if trick is not None and trick >= self._last_trick:
            yield Impossible((*path, "trick"), "impossible_trick", f"The round has no trick {trick + 1}.")
        elif trick is not None and self._claim_at is not None and self._claim_at <= At(trick, 0):
            detail = f"A claim ended the play before trick {trick + 1}: name a trick that was played, or none."
            yield Impossible((*path, "trick"), "impossible_trick", detail)
        elif trick is not None and at is not None and at < self._first_call(trick, call.against):
            detail = f"{_moment(at)}: the card in trick {trick + 1} that was called had not been played yet."
            yield Impossible((*path, "at"), "impossible_moment", detail)
            return
        if at is not None:
            yield from self._beyond(at, (*path, "at"))

    def _first_call(self, trick: int, accused: int) -> At:
        """Return the earliest moment at which the card of the accused in a trick can have been called."""
        seats = self._tricks[trick].seats if trick < len(self._tricks) else ()
        # A card that the log lacks may have been played before those that it shows; the last trick lacks none.
        play = len(seats) if trick == len(self._tricks) - 1 else 0
        if seats and self._tricks[trick].form != "plays":
            play = 0  # the order in which the cards came is not recorded
        elif accused in seats:
            play = seats.index(accused)
        least = self._least_before(trick, play)
        if (trick, play) in self._taken_back:
            return At(trick, least)  # what was called may have been taken back by then
        return At(trick, least + 1 if accused in seats else max(1, least))

    def _least_before(self, trick: int, play: int) -> int:
        """Return how many plays certainly lay on the table before this one: those at which nothing was taken back."""
        return sum((trick, earlier) not in self._taken_back for earlier in range(play))

    def _beyond(self, at: At, path: Path) -> Iterator[Impossible]:
        """Yield why there was no such moment in the round."""
        shown = len(self._tricks[at.trick].seats) if at.trick < len(self._tricks) else 0
        shown += sum(len(cards) for (trick, _), cards in self._taken_back.items() if trick == at.trick)
        if at > At(self._last_trick, 0):
            yield Impossible(path, "impossible_moment", f"{_moment(at)}: the round has only {self._last_trick} tricks.")
        elif self._is_after_claim(at, shown):
            is_call = path[0] == "accusations"
            advice = "leave `at` out of a call that came after it" if is_call else "give a moment before it"
            yield Impossible(path, "impossible_moment", f"{_moment(at)}: a claim had ended the play, so {advice}.")
        elif at.plays > (most := max(players_with_a_card_for(self._pack, at.trick), shown)):
            yield Impossible(path, "impossible_moment", f"{_moment(at)}: at most {most} can lie there.")

    def _is_after_claim(self, at: At, shown: int) -> bool:
        """Return whether the play had ended by a claim, and the moment is not the end of the round.

        ``shown`` is how many cards the log shows of the trick of the moment.
        """
        end = self._claim_at
        if end is None or at == At(self._last_trick, 0):
            return False
        return at > end and (at.trick > end.trick or at.plays > shown)


def _moment(at: At) -> str:
    """Return a moment as the beginning of a sentence."""
    cards = "1 card of it" if at.plays == 1 else f"{at.plays} cards of it"
    return f"The moment given is trick {at.trick + 1} with {cards} on the table"
