"""Who deals the rounds of a game: what its rows show of a deal that nobody wrote.

Bids that stand in order, or without an order an opening lead, from another player than the one due are in turn if the
deal had moved on unwritten; bids that are listed by seat show no turns (docs/reference/rules.md, "A game").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from service.spades.deal.contracts import dealer_before, first_bidder
from service.spades.play.turn_order import bidder_by_leader
from service.spades.record.model import NO_DECISIONS, GameRecord, RoundRecord, RoundResult
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.model import Ruling, agreed
from service.spades.ruling.rows import SheetRows, Stand, Turn, open_offences, opener_of
from service.spades.scoring.model import NextRound
from service.spades.sentence import say

_Row: TypeAlias = RoundRecord | RoundResult


class Rotation:
    """How the deal goes round in a game, and went round before a row moved it."""

    def __init__(self, game: GameRecord, ruleset: Ruleset, rows: SheetRows) -> None:
        self._game, self._ruleset, self._rows = game, ruleset, rows
        self._other_turns = set[int]()
        """How many seats after the first bidder due those are who would bid first by turns that rows have left."""
        self._by_seat = frozenset[int]()  # none, while that is worked out
        self._by_seat = self._listed_by_seat()
        self.rests_on_list = False
        """Whether nothing but a list by seat says who is due."""

    def shown(self, index: int, turns: Sequence[Turn]) -> Sequence[Stand] | None:
        """Return the ways in which the game stands before a row by the turns that it shows; None if it shows no others.

        That is so if it begins with another player than was due. If the next row that shows who began goes on from
        there, a deal was not written, and that player was first. Else the turns stay those due, and whether the player
        was out of turn is in doubt, unless the rows before and after agree that it was another's turn.
        """
        row, count = self._game.rounds[index], len(self._game.table.players)
        as_due, unmoved = [turn.stand for turn in turns], None
        if index in self._by_seat:
            unmoved = as_due
        if _may_move_turns(row):
            return unmoved
        opener, dues = self._opener_shown(index), {stand.upcoming.first_bidder for stand in as_due}
        due, named = agreed([*dues]), first_bidder(self._ruleset.parameters, row.table, row.dealer)
        rests_on_list = named is None and (self.rests_on_list or (unmoved is not None and due is None))
        self.rests_on_list = rests_on_list and opener is None
        if rests_on_list:
            return as_due if opener is None else self._begun_by(opener, as_due)
        meant, after = due if named is None else named, self._due_by(index, 1)
        is_moved = opener is not None and meant not in {None, opener}
        is_followed = is_moved and after == opener and (named is None or len(as_due) == 1)
        earlier = {(due + ahead) % count for ahead in self._other_turns} if due is not None else set[int]()
        begun = opener if is_followed else meant
        if due is not None and begun is not None:
            self._other_turns = {(seat - begun) % count for seat in (due, *earlier) if seat != begun}
        if opener is None or not is_moved:
            return unmoved
        if is_followed:
            return self._begun_by(opener, as_due)
        turn_by_rows, in_turn = {due, self._due_by(index, -1), after} - {None}, {*dues}
        if named is None:
            in_turn |= earlier
            if due is not None and opener_of(row) is not None and not self._rows.follows(index, turns):
                in_turn |= {(due + step) % count for step in (1, -1) if self._may_have_moved(index, step)}
        return as_due if opener in in_turn or len(turn_by_rows) > 1 else unmoved

    def _may_have_moved(self, index: int, step: int) -> bool:
        """Return whether a row may be one too late (``step`` 1) or too early, and no other row shows it.

        Before the last row one may be missing, and another that does not say who began it may be exchanged with it.
        """
        place = index + step
        if place == len(self._game.rounds):
            return index > 0
        row = self._game.rounds[max(place, 0)]
        is_open = place >= 0 and row.dealer is None and bool(row.bids) and not _may_move_turns(row)
        return is_open and self._opener_shown(place) is None

    def _begun_by(self, opener: int, stands: Sequence[Stand]) -> list[Stand]:
        """Return the ways in which a game may stand before a round that this player begins."""
        parameters, table = self._ruleset.parameters, self._game.table
        has_dealer = parameters.bids.first_bidder != "drawn_then_rotates"
        dealer = dealer_before(parameters, table, opener) if has_dealer else None
        return [stand._replace(upcoming=NextRound(stand.upcoming.round_number, dealer, opener)) for stand in stands]

    def is_listed_by_seat(self, index: int) -> bool:
        """Return whether the bids of a row stand in the order of the players, as they do in others out of turn."""
        return index in self._by_seat

    def _listed_by_seat(self) -> frozenset[int]:
        """Return the rows whose bids stand in the order of the players, if two of them are out of turn by that.

        That is one habit of who wrote them, and says nothing of who bid when.
        """
        rounds = self._game.rounds
        listed = {index for index, row in enumerate(rounds) if _opener_in_order(row) == 0} - self._rows.copied.keys()
        out_of_turn = 0
        for index in listed:
            named = first_bidder(self._ruleset.parameters, rounds[index].table, rounds[index].dealer)
            due = self._due_by(index, -1) if named is None else named
            out_of_turn += due not in {None, 0} and self._due_by(index, 1) != 0
        return frozenset(listed if out_of_turn > 1 else ())

    def _opener_shown(self, index: int) -> int | None:
        """Return the player who began a row: who bid first, if the bids stand in order; None if it does not say.

        Without an order of the bids it is the one from whom the leader to the first trick follows, if the rules let it.
        """
        row = self._game.rounds[index]
        if opener_of(row) is not None and index not in self._by_seat:
            return _opener_in_order(row)
        first = row.tricks[0] if isinstance(row, RoundRecord) and row.tricks else None
        if first is None or not first.is_lead_recorded or not first.is_whole(len(row.table.players)):
            return None
        return bidder_by_leader(self._ruleset.parameters, row.table, first.seats[0])

    def _due_by(self, index: int, step: int) -> int | None:
        """Return who begins a row by the nearest one after it that shows who began, or before it if ``step`` is -1."""
        game, parameters, distance = self._game, self._ruleset.parameters, 0
        rounds, count = game.rounds, len(game.table.players)
        for place in range(index + 1, len(rounds)) if step > 0 else range(index - 1, -1, -1):
            row = rounds[place]
            if place in self._rows.copied:
                continue
            if _may_move_turns(row):
                return None
            distance += step
            named = first_bidder(parameters, row.table, row.dealer)
            shown = self._opener_shown(place) if named is None else named
            if shown is not None:
                return (shown - distance) % count
        first = None if step > 0 else first_bidder(parameters, game.table, game.first_dealer)
        return None if first is None else (first - distance) % count


def with_open_turns(ruling: Ruling, turns: Sequence[Turn], *, by_seat: bool) -> Ruling:
    """Return the ruling on a row as if nobody knew who dealt, and ask about the offences that only ``turns`` have.

    ``by_seat``: its bids are listed by seat, so that nobody knows in which order they were made.
    """
    questions = open_offences([finding for turn in turns for finding in turn.played.ruling.findings], ruling)
    asked = [
        question._replace(decided_by=("bids",), detail=(*question.detail, say("bids_listed_by_seat")))
        if by_seat and question.code == "bid_out_of_turn"
        else question._replace(decided_by=("dealer",))
        for question in questions
    ]
    return ruling.having(ruling.findings, (*ruling.undecided, *asked))


def _may_move_turns(row: _Row) -> bool:
    """Return whether a director decided about a row what may have had it dealt again: more than points, or the time."""
    return row.decisions._replace(adjustments=(), time_called=False) != NO_DECISIONS


def _opener_in_order(row: _Row) -> int | None:
    """Return the player from whom the bids of a row stand in order, one of each player; None if they do not."""
    first, order = opener_of(row), row.table.order
    return None if first is None or tuple([bid.seat for bid in row.bids]) != order[first] else first
