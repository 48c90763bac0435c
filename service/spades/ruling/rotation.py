"""Who deals the rounds of a game: what its rows show of a deal that nobody wrote.

Bids that stand in order, from another player than the one due, are in turn if the deal had moved on unwritten
(docs/reference/rules.md, "A game").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from service.spades.deal.contracts import first_bidder
from service.spades.record.model import NO_DECISIONS, GameRecord, RoundRecord, RoundResult
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.model import Ruling, agreed
from service.spades.ruling.rows import SheetRows, Turn, open_offences, opener_of

TurnsShown: TypeAlias = Literal["moved_on", "doubtful"]
"""What a row that was out of turn shows: turns with which the next row goes on, or that it may be in turn otherwise."""
_Row: TypeAlias = RoundRecord | RoundResult


class Rotation:
    """How the deal goes round in a game, and went round before a row moved it."""

    def __init__(self, game: GameRecord, ruleset: Ruleset, rows: SheetRows) -> None:
        self._game, self._ruleset, self._rows = game, ruleset, rows
        self._exchanged: int | None = None
        """The index of the last row that may have been exchanged with the one before it, by the turns alone."""
        self._other_turns = set[int]()
        """How many seats after the first bidder due those are who would bid first by turns that rows have left."""

    def shown(self, index: int, turns: Sequence[Turn]) -> TurnsShown | None:
        """Return what a row shows of the turns if its bids stand in order from another player than was due.

        If the next row that shows who bids first goes on from there, a deal was not written. It is in doubt if the row
        fits the turns before such a deal, or those of the rows before it and not the dealer whom it names, or if it may
        have been exchanged with the next one. If none of that is so, None: whoever bid was out of turn.
        """
        row, count = self._game.rounds[index], len(self._game.table.players)
        opener, due = _opener_in_order(row), agreed([turn.stand.upcoming.first_bidder for turn in turns])
        named = first_bidder(self._ruleset.parameters, row.table, row.dealer)
        if opener is None or _may_move_turns(row) or (named is not None and len(turns) > 1):
            return None
        if opener == (due if named is None else named) or (named is None and due is None):
            return None
        ahead = 0 if due is None else (opener - due) % count
        if self._is_followed(index, opener):
            self._other_turns = {(other - ahead) % count for other in (0, *self._other_turns)}
            return "moved_on"
        if named is not None:
            return "doubtful" if opener == due else None
        later = self._game.rounds[index + 1 : index + 2]
        is_before_due = ahead == 1 and later and later[0].dealer is None and _opener_in_order(later[0]) == due
        # Totals that follow as they are written say that nothing was exchanged.
        if is_before_due and (len(turns) > 1 or not self._rows.follow_as_written(index, turns[0].stand)):
            self._exchanged = index + 1
        return "doubtful" if self._exchanged in {index, index + 1} or ahead in self._other_turns else None

    def _is_followed(self, index: int, opener: int) -> bool:
        """Return whether the next row after an index that shows who bids first goes on from this opener."""
        for distance, row in enumerate(self._game.rounds[index + 1 :], 1):
            if _may_move_turns(row):
                return False
            if row.dealer is not None:
                shown = first_bidder(self._ruleset.parameters, row.table, row.dealer)
            elif row.bids and row.bidders is None:
                shown = _opener_in_order(row)
            else:
                continue
            return shown == (opener + distance) % len(row.table.players)
        return False


def with_open_turns(ruling: Ruling, turns: Sequence[Turn]) -> Ruling:
    """Return the ruling on a row as if nobody knew who dealt, and ask about the offences that only ``turns`` have."""
    questions = open_offences([finding for turn in turns for finding in turn.played.ruling.findings], ruling)
    asked = [question._replace(decided_by=("dealer",)) for question in questions]
    return ruling.having(ruling.findings, (*ruling.undecided, *asked))


def _may_move_turns(row: _Row) -> bool:
    """Return whether a director decided about a row what may have had it dealt again: more than points, or the time."""
    return row.decisions._replace(adjustments=(), time_called=False) != NO_DECISIONS


def _opener_in_order(row: _Row) -> int | None:
    """Return the player from whom the bids of a row stand in order, one of each player; None if they do not."""
    first, order = opener_of(row), row.table.order
    return None if first is None or tuple([bid.seat for bid in row.bids]) != order[first] else first
