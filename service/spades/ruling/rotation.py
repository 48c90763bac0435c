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
from service.spades.scoring.game import opening_round, round_after, round_after_void
from service.spades.scoring.model import NextRound
from service.spades.sentence import say

_Row: TypeAlias = RoundRecord | RoundResult


class Rotation:
    """How the deal goes round in a game, and went round before a row moved it."""

    def __init__(self, game: GameRecord, ruleset: Ruleset, rows: SheetRows) -> None:
        self._game, self._ruleset, self._rows = game, ruleset, rows
        self._exchanged: int | None = None
        """The index of the last row that may have been exchanged with the one before it, by the turns alone."""
        self._other_turns = set[int]()
        """How many seats after the first bidder due those are who would bid first by turns that rows have left."""
        self._by_seat = frozenset[int]()  # none, while that is worked out
        self._by_seat = self._listed_by_seat()
        self.rests_on_list = False
        """Whether nothing but a list by seat says who is due."""

    def shown(self, index: int, turns: Sequence[Turn]) -> Sequence[Stand] | None:
        """Return the ways in which the game stands before a row by the turns that it shows; None if it shows no others.

        That is so if it begins with another player than was due. If the next row that shows who began goes on from
        there, a deal was not written, and that player was first. It is in doubt, so that the turns stay those due, if
        the row fits the turns before such a deal, or those of the rows before it and not the dealer whom it names, if
        it may have been exchanged with the next one, or if its bids are listed by seat. If none of that is so, whoever
        began was out of turn.
        """
        row, count = self._game.rounds[index], len(self._game.table.players)
        as_due, by_seat = [turn.stand for turn in turns], index in self._by_seat
        opener, due = self._opener_shown(index), agreed([stand.upcoming.first_bidder for stand in as_due])
        named = first_bidder(self._ruleset.parameters, row.table, row.dealer)
        if _may_move_turns(row) or (named is not None and len(turns) > 1):
            return as_due if by_seat else None
        rests_on_list = named is None and (self.rests_on_list or (by_seat and due is None))
        self.rests_on_list = rests_on_list and opener is None
        if rests_on_list:
            return as_due if opener is None else self._begun_by(opener, as_due)
        if opener is None or opener == (due if named is None else named) or (named is None and due is None):
            return as_due if by_seat else None
        ahead = 0 if due is None else (opener - due) % count
        if self._is_followed(index, opener):
            self._other_turns = {(other - ahead) % count for other in (0, *self._other_turns)}
            return self._begun_by(opener, as_due)
        if named is not None:
            return as_due if opener == due or by_seat else None
        later = self._game.rounds[index + 1 : index + 2]
        is_before_due = ahead == 1 and later and later[0].dealer is None and self._opener_shown(index + 1) == due
        # Totals that follow as they are written say that nothing was exchanged.
        if is_before_due and (len(turns) > 1 or not self._rows.follow_as_written(index, turns[0].stand)):
            self._exchanged = index + 1
        in_doubt = self._exchanged in {index, index + 1} or ahead in self._other_turns or by_seat
        return as_due if in_doubt else None

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
        parameters, table = self._ruleset.parameters, self._game.table
        upcoming = opening_round(parameters, table, self._game.first_dealer, self._game.first_number)
        listed, out_of_turn = set[int](), 0
        for index, row in enumerate(self._game.rounds):
            if index in self._rows.copied:
                continue
            opener, named = _opener_in_order(row), first_bidder(parameters, row.table, row.dealer)
            due = upcoming.first_bidder if named is None else named
            if opener is not None and due not in {None, opener} and self._is_followed(index, opener):
                due = opener
            if opener == 0:
                listed.add(index)
                out_of_turn += due not in {None, opener}
            expected, played = upcoming._replace(first_bidder=due), row._replace(dealer=None)
            moved = round_after_void if row.decisions.void else round_after
            upcoming = moved(parameters, table, played, expected)
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

    def _is_followed(self, index: int, opener: int) -> bool:
        """Return whether the next row after an index that shows who began goes on from this opener."""
        rounds, parameters = self._game.rounds, self._ruleset.parameters
        later = (place for place in range(index + 1, len(rounds)) if place not in self._rows.copied)
        for distance, place in enumerate(later, 1):
            row = rounds[place]
            if _may_move_turns(row):
                return False
            shown = self._opener_shown(place)
            if row.dealer is not None:
                shown = first_bidder(parameters, row.table, row.dealer)
            elif shown is None and (not row.bids or row.bidders is not None or place in self._by_seat):
                continue
            return shown == (opener + distance) % len(row.table.players)
        return False


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
