"""The rows of a game's sheet of which a slip made one too many, one too few, or two in the wrong order.

A row was written twice if it repeats the one before it, or an earlier one with its totals; the row of a round is
missing, or was exchanged with the next one, if only that explains how the running totals on the sheet move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import ne
from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.cards import UNREAD
from service.spades.catalogue.parameters.bids import BidRules
from service.spades.deal.contracts import Contract, StandingBid
from service.spades.findings import Finding, Location, offences_among, one_finding
from service.spades.pauses import Pause
from service.spades.record.model import NO_DECISIONS, START, GameRecord, RoundRecord, RoundResult, Standing
from service.spades.rules.ruleset import (
    Kind,
    Parameters,
    Ruleset,
    bids_itself,
    partner_may_bid_nil,
    partners_bids_are_added,
)
from service.spades.ruling.model import PlayedRound, Ruling, agreed
from service.spades.scoring.game import outcome_after, round_after
from service.spades.scoring.model import BAG_LINES, Line, NextRound, Outcome, SideScore
from service.spades.scoring.round import RoundPlay, score_side, write_bag_penalty
from service.spades.sentence import say
from service.spades.table import Table

RowSlip: TypeAlias = Literal["row_repeated", "row_missing", "rows_exchanged"]
"""A slip in the rows of a sheet: one written twice, one left out before it, or one exchanged with the next."""
MOST_STANDINGS: Final = 8
"""The most standings from which a game is followed; the contract states it too."""

_Bids: TypeAlias = tuple[tuple[Kind, int], ...]
"""The bids of a side, that of a nil first."""
_Row: TypeAlias = RoundRecord | RoundResult
_Totals: TypeAlias = tuple[int, ...]
"""The running score of every side on the sheet, or by how much each moves."""


class Stand(NamedTuple):
    """One of the ways in which a game may stand before a round."""

    standing: tuple[Standing, ...] | None
    """None if it is not known."""
    upcoming: NextRound
    outcome: Outcome
    counted: tuple[Standing, ...] | None
    """The standing as it counts: that at the end, once the game is over; a round after it is scored beside that."""


class Turn(NamedTuple):
    """A round as it is played and ruled on from one way in which the game may stand."""

    stand: Stand
    played: PlayedRound

    @property
    def as_played(self) -> tuple[int, ...]:
        """The points of the round for each side as it was played, none without a score."""
        return tuple([side.points for side in self.played.ruling.as_played or ()])

    @property
    def points(self) -> list[tuple[int, ...]]:
        """The points of each side by every score of the round: as played, as ruled, and with each remedy to choose."""
        ruling = self.played.ruling
        choices = [choice.as_ruled for penalty in ruling.penalties for choice in penalty.choices]
        scores = (ruling.as_played, ruling.as_ruled, *choices)
        return [tuple([side.points for side in score]) for score in scores if score is not None]


Play: TypeAlias = Callable[[int, Stand], tuple[Turn, Sequence[Stand]]]
"""Plays the row at an index from where the game stands, and says where it may stand after that."""


class SheetRows:
    """The rows of a game's sheet, one after the other, with what their totals say of a slip in them."""

    def __init__(self, game: GameRecord, ruleset: Ruleset, pause: Pause, play: Play) -> None:
        self._game, self._ruleset, self._play = game, ruleset, play
        self._totals: _Totals | None = tuple([side.score for side in game.before or (START,) * len(game.table.sides)])
        """The last running scores on the sheet; None if they are not known."""
        self._missing = MissingRounds(ruleset, game.table, pause)
        called = (index for index, row in enumerate(game.rounds) if row.decisions.time_called)
        self._last_in_time = next(called, None)
        """The index of the round in which time was called, None if there is none."""
        self.copied: Mapping[int, int] = _copies(game.rounds, self._totals)
        """By the index of each record or row that says the same as an earlier one, the index of the first that does."""

    def time_called_by(self, index: int) -> int | None:
        """Return the number of the round in which time was called, None if that is after the round at this index."""
        last = self._last_in_time
        return None if last is None or last > index else self._game.first_number + last

    def go_on(self, row: _Row, ruling: Ruling) -> None:
        """Go on after a row; one without totals leaves those before it if it moves none."""
        totals = totals_of(row)
        if totals is not None or ruling.as_ruled is None or any(side.points for side in ruling.as_ruled):
            self._totals = totals

    def totals_before(self, row: _Row) -> Mapping[str, int]:
        """Return the running score of each side on the line before a row; none if that lacks any."""
        return {side.name: total for side, total in zip(row.table.sides, self._totals or (), strict=False)}

    def in_other_order(self, index: int, turns: Sequence[Turn]) -> tuple[Turn, Turn, Sequence[Stand]] | None:
        """Return the next row and this one, as played in this order, if only so all their totals follow; else None.

        ``turns`` are this row as it is played where it is written: if its own totals follow there, and only the next
        row's do not, the turns of the bidding have to say so, too. With the two comes where the game stands after them.
        """
        pair, stand = self._game.rounds[index : index + 2], turns[0].stand
        if len(pair) == 1 or len(turns) > 1 or self._totals is None or stand.standing is None:
            return None
        moved = _steps(self._totals, totals_of(pair[0]))
        if moved is None or any(row.decisions != NO_DECISIONS for row in pair):
            return None
        follows, due = moved in turns[0].points, stand.upcoming.first_bidder
        has_log = any(isinstance(row, RoundRecord) for row in pair)
        if has_log and (follows or _steps(totals_of(pair[1]), totals_of(pair[0])) not in turns[0].points):
            return None  # a log is judged anew only if the totals alone say so
        if follows and (due is None or opener_of(pair[1]) != due or opener_of(pair[0]) == due):
            return None
        # Whoever bid first, the sheet may be right as it is written.
        is_right = follows and self._if_all_follow((index, index + 1), stand) is not None
        exchanged = None if is_right else self._if_all_follow((index + 1, index), stand)
        if exchanged is None:
            return None
        (earlier, later), after = exchanged
        in_turn = opener_of(pair[0]) == later.stand.upcoming.first_bidder
        return (earlier, later, after) if in_turn or not follows else None

    def follows(self, index: int, turns: Sequence[Turn]) -> bool:
        """Return whether all totals of a row follow as it is written."""
        moved = _steps(self._totals, totals_of(self._game.rounds[index]))
        return any(moved in turn.points for turn in turns)

    def _if_all_follow(self, places: Iterable[int], stand: Stand) -> tuple[list[Turn], Sequence[Stand]] | None:
        """Return rows as played in this order, with where the game stands after them, if all their totals follow."""
        before, found = self._totals, list[Turn]()
        after: Sequence[Stand] = (stand,)
        for place in places:
            turn, after = self._play(place, after[0])
            totals = totals_of(self._game.rounds[place])
            if before is None or totals is None or _steps(before, totals) not in turn.points:
                return None
            found.append(turn)
            before = totals
        return found, after

    def is_repeated(self, index: int, turns: Sequence[Turn], *, by_seat: bool) -> bool:
        """Return whether a row is the one before it written twice; the next row, if any, goes on after it.

        As a round of its own it would have moved a total that has not moved. If it would have moved none, its bids are
        in the same order, which was not their turn, and in the next row, if any, the player bids first whose turn it
        was here. Bids that are listed ``by_seat`` show no turn.
        """
        written, later = self._game.rounds[index], self._game.rounds[index + 1 : index + 2]
        earlier = self._game.rounds[index - 1] if index else None
        if earlier is None or not _are_alike(written, earlier):
            return False
        totals, sides = (written.reported and written.reported.score) or {}, written.table.sides
        if all(
            any(points and side.name in totals for side, points in zip(sides, turn.as_played, strict=False))
            for turn in turns
        ):
            return True
        opener, due = opener_of(written), agreed([turn.stand.upcoming.first_bidder for turn in turns])
        in_order = not by_seat and [bid.seat for bid in written.bids] == [bid.seat for bid in earlier.bids]
        return in_order and None not in {opener, due} and opener != due and all(opener_of(row) == due for row in later)

    def before_missing(self, index: int, turns: Sequence[Turn]) -> list[Stand]:
        """Return how the game may stand if the row of a round before this one is missing.

        That is so if every total moves by one possible round more than this row makes, whichever way the game stands;
        if not, there are none.
        """
        row = self._game.rounds[index]
        moved = self._moved_totals(row)
        if moved is None or bids_itself(self._ruleset.parameters, turns[0].stand.upcoming.round_number):
            return []
        found = [self._between(index, turn, moved, self.time_called_by(index - 1)) for turn in turns]
        return [stand for stands in found for stand in stands] if all(found) else []

    def _moved_totals(self, row: _Row) -> _Totals | None:
        """Return by how much a row moves each total on the sheet; None if it does not say, or a decision may."""
        if self._totals is None or row.decisions != NO_DECISIONS:
            return None
        return _steps(self._totals, totals_of(row))

    def _between(self, index: int, turn: Turn, moved: _Totals, time_called: int | None) -> list[Stand]:
        """Return how the game may stand after one round more before this row, so that both move the totals so much."""
        row, stand, rules = self._game.rounds[index], turn.stand, self._ruleset.parameters
        if stand.standing is None:
            return []
        not_written = row._replace(bids=(), dealer=stand.upcoming.dealer)
        upcoming, opener = round_after(rules, row.table, not_written, stand.upcoming), opener_of(row)
        ruling, points = turn.played.ruling, turn.points
        if ruling.penalties and isinstance(row, RoundResult):
            # What costs something in its place may cost nothing in the next: a bid out of turn there.
            later = self._play(index, stand._replace(upcoming=upcoming))[0]
            ruling, points = later.played.ruling, points + later.points
        as_ruled = ruling.as_ruled
        if ruling.as_played is None or as_ruled is None:
            return []
        alone = [step in of_side for step, of_side in zip(moved, zip(*points, strict=True), strict=True)]
        on_sheet = (row.reported and row.reported.points) or {}
        if all(alone) or moved == tuple([on_sheet.get(side.name) for side in row.table.sides]):
            return []  # the row moved every total alone, by its points or by wrong ones on the sheet: whoever bid first
        says_so = opener is not None and opener == upcoming.first_bidder != stand.upcoming.first_bidder
        # A total that this row alone moves is as it was left by a round that brought nothing, if the turns say so, too.
        if any(alone) and not says_so:
            return []
        ended = stand.outcome if stand.outcome.finished else None
        stands = [
            Stand(
                standing,
                upcoming,
                ended or outcome_after(rules.game, standing, stand.upcoming.round_number, time_called),
                stand.counted if ended else standing,
            )
            for standing in self._missing.between(stand.standing, moved, as_ruled)
        ]
        return [between for between in stands if ended or not between.outcome.finished]


def with_slip(ruling: Ruling, slip: RowSlip, number: int, turns: Sequence[Turn] = ()) -> Ruling:
    """Return the ruling on the row of this number with a finding on the slip that it shows.

    Of the offences found in the ``turns``, from each of the standings before it, those that the ruling does not state
    are open questions. If the row was written twice there was no such round, so that none of them is proved.
    """
    location: Location = ("reported", "score") if slip == "row_missing" else ()
    if slip == "rows_exchanged":
        detail = say("rows_exchanged", number=number, other=number + 1)
    else:
        detail = say("row_repeated" if slip == "row_repeated" else "row_missing", number=number)
    own = one_finding(ruling.table, slip, location, detail)
    found = [*ruling.findings, *[finding for turn in turns for finding in turn.played.ruling.findings]]
    if slip == "row_repeated":
        asked = tuple([question for question in ruling.undecided if question.code != "remedy_not_chosen"])
        kept = tuple([each for each in ruling.findings if each.severity != "offence"])
        ruling = ruling._replace(penalties=(), as_ruled=ruling.as_played).having(kept, asked)
    questions = open_offences(found, ruling)
    asked = tuple([question._replace(conflicts_with=(len(ruling.findings),)) for question in questions])
    return ruling.having((*ruling.findings, own), (*ruling.undecided, *asked))


def as_copy(ruling: Ruling, number: int, first: int, standing: tuple[Standing, ...]) -> Ruling:
    """Return the ruling on the copy of a record or row, of these numbers, which leaves this standing: it is no round.

    What is found and asked in it is found and asked in the first one, and it scores nothing.
    """
    key = "record_repeated" if isinstance(ruling.record, RoundRecord) else "row_repeated_later"
    repeated = one_finding(ruling.table, "row_repeated", (), say(key, number=number, first=first))
    score = ruling.as_ruled or ruling.as_played
    nothing = score and tuple(
        [
            side._replace(made=False, boston=False, wins_game=False, bags=0, lines=(), points=0, before=own, after=own)
            for side, own in zip(score, standing, strict=True)
        ]
    )
    return Ruling(
        ruling.record,
        "clean",
        ruling.complete,
        findings=(),
        undecided=(),
        tricks=ruling.tricks,
        tricks_won=ruling.tricks_won,
        side_tricks=ruling.side_tricks,
        as_played=nothing,
        as_ruled=nothing,
        differences=None if ruling.differences is None else (),
    ).having((repeated,), ())


def open_offences(found: Iterable[Finding], ruling: Ruling) -> list[Finding]:
    """Return the offences among these findings that a ruling neither states nor asks about, as questions."""
    settled = offences_among((*ruling.findings, *ruling.undecided))
    return [
        finding._replace(evidence=None, established=None)
        for key, finding in offences_among(found).items()
        if key not in settled
    ]


def opener_of(row: _Row) -> int | None:
    """Return the player who bid first in a row; None if it does not say."""
    return row.bids[0].seat if row.bids and row.bidders is None else None


def _steps(before: _Totals | None, after: _Totals | None) -> _Totals | None:
    """Return by how much each total moves; None if it is not known."""
    if before is None or after is None:
        return None
    return tuple([total - earlier for total, earlier in zip(after, before, strict=True)])


def _copies(rounds: Sequence[_Row], before: _Totals | None) -> dict[int, int]:
    """Return by its index each record or row that says the same as an earlier one, with that of the first that does.

    A record has a trick that no other deal will have; a row has the totals of that one and not of the row before it,
    and no round like it leads there from the last that count. ``before`` are those before the first row.
    """
    copied, seen = dict[int, int](), dict[tuple[object, ...], int]()
    rows = dict[tuple[object, ...], tuple[int, _Totals | None]]()
    for index, row in enumerate(rounds):
        totals = totals_of(row)
        if isinstance(row, RoundResult) and totals is not None and _without_decisions(row):
            bids = tuple([bid[1:] for bid in row.bids])
            bags = tuple(sorted(((row.reported and row.reported.bags) or {}).items()))
            key = (row.table.players, row.table.sides, bids, row.side_tricks, row.seat_tricks, totals, bags)
            first, led = rows.setdefault(key, (index, before))
            is_apart = first < index and totals_of(rounds[index - 1]) != totals
            if is_apart and led and before and all(map(ne, led, before)):
                copied[index] = first
                continue
        before = before if totals is None and row.decisions.void else totals
        if not isinstance(row, RoundRecord):
            continue
        players = len(row.table.players)
        if any(trick.is_whole(players) and UNREAD not in trick.cards for trick in row.tricks):
            reported = row.reported and tuple([figures and tuple(sorted(figures.items())) for figures in row.reported])
            said = row._replace(round_number=None, reported=None)[1:]
            first = seen.setdefault((row.table.players, row.table.sides, reported, *said), index)
            if first != index:
                copied[index] = first
    return copied


def _without_decisions(row: _Row) -> bool:
    """Return whether nothing was decided about a row, save that time was called, which is copied with it."""
    return row.decisions._replace(time_called=False) == NO_DECISIONS


def _are_alike(row: _Row, earlier: _Row) -> bool:
    """Return whether a row has the bids, the tricks and the running totals of the row before it.

    Decisions about either round tell them apart.
    """
    if not isinstance(row, RoundResult) or not isinstance(earlier, RoundResult):
        return False
    if row.reported is None or earlier.reported is None or not row.reported.score:
        return False
    return (
        row.table == earlier.table
        and _without_decisions(row)
        and _without_decisions(earlier)
        and {bid[1:] for bid in row.bids} == {bid[1:] for bid in earlier.bids}
        and (row.side_tricks, row.seat_tricks) == (earlier.side_tricks, earlier.seat_tricks)
        and (row.reported.score, row.reported.bags) == (earlier.reported.score, earlier.reported.bags)
    )


def totals_of(row: _Row) -> _Totals | None:
    """Return the running score of every side on a row of the sheet; None if it lacks any."""
    scores = None if row.reported is None else row.reported.score
    if not scores or any(side.name not in scores for side in row.table.sides):
        return None
    return tuple(scores[side.name] for side in row.table.sides)


class _SideRound(NamedTuple):
    """What a side may have scored in a round, before any penalty for bags."""

    tricks: int
    bid: int
    """Its contract; 0 if no round is thrown in for what all bids add up to."""
    points: int
    bags: int
    made: bool


class MissingRounds:
    """The rounds that a missing row may stand for: each side with one contract, and beside a bid at most one nil.

    Blind bids, and two nils of one side, are not tried: with them almost any totals would make a round.
    """

    def __init__(self, ruleset: Ruleset, table: Table, pause: Pause) -> None:
        """``pause`` is called for all that a side may score with each bid, whether or not that is known already."""
        self._ruleset, self._parameters, self._pause = ruleset, ruleset.parameters, pause
        self._hand_size = ruleset.packs[len(table.players)].hand_size
        self._by_points: dict[int, dict[_SideRound, None]] = {}
        """All that a side may score in a round, by its points without a penalty for bags; empty until it is needed."""

    def between(
        self, standing: tuple[Standing, ...], moved: Sequence[int], row: tuple[SideScore, ...]
    ) -> tuple[tuple[Standing, ...], ...]:
        """Return every standing after one round more before this row that moves the totals as they have moved.

        ``standing`` is that before the missing round. At most one more than `MOST_STANDINGS` are returned.
        """
        sharings: dict[tuple[int, int], set[tuple[Standing, ...]]] = {(0, 0): {()}}
        for before, points, side in zip(standing, moved, row, strict=True):
            found: dict[tuple[int, int], set[tuple[Standing, ...]]] = {}
            for tricks, bid, after in self._of_side(before, points, side):
                for (shared, total), others in sharings.items():
                    if shared + tricks <= self._hand_size:
                        key = (shared + tricks, total + bid)
                        found.setdefault(key, set()).update([(*other, after) for other in others])
            sharings = {key: set(sorted(found[key])[: MOST_STANDINGS + 1]) for key in found}
        possible = set[tuple[Standing, ...]]()
        for (tricks, total), standings in sharings.items():
            if tricks == self._hand_size and not self._is_thrown_in(total):
                possible |= standings
        return tuple(sorted(possible)[: MOST_STANDINGS + 1])

    def _is_thrown_in(self, total: int) -> bool:
        """Return whether a round is thrown in whose bids add up to this."""
        rules = self._parameters.bids.table
        return rules.may_void and rules.breach_by(total, self._hand_size) is not None

    def _of_side(self, before: Standing, moved: int, row: SideScore) -> Iterator[tuple[int, int, Standing]]:
        """Yield the tricks and the contract of a side in a round before a row, and its standing between the two.

        Both have moved its total so. The contract is 0 if no round is thrown in for what all bids add up to.
        """
        of_row = row.points - sum(line.points for line in row.lines if line.code in BAG_LINES)
        # The bags before these rounds, and those of both, reach the limit no more often than this.
        limit = self._parameters.bags.limit
        times = (before.bags + self._hand_size + row.bags) // limit if limit else 0
        per_penalty = self._with_bags(0, limit)[0]
        for bids in () if self._by_points else _possible_bids(self._parameters, self._hand_size):
            self._pause()
            for possible in _with_bids(self._ruleset, self._hand_size, bids):
                self._by_points.setdefault(possible.points, {})[possible] = None
        counts_row = self._parameters.game.consecutive_sets_limit > 0
        for penalties in range(times + 1):
            for tricks, bid, points, bags, made in self._by_points.get(moved - of_row - penalties * per_penalty, ()):
                score, left = self._with_bags(points, before.bags + bags)
                if score + self._with_bags(of_row, left + row.bags)[0] == moved:
                    in_a_row = 0 if made or not counts_row else before.consecutive_sets + 1
                    sets = before.sets + (not made)
                    yield tricks, bid, Standing(before.score + score, left, sets, before.revokes, in_a_row)

    def _with_bags(self, points: int, bags: int) -> tuple[int, int]:
        """Return the points of a round with the penalty for this many bags, and the bags that are left."""
        limit = self._parameters.bags.limit
        if not limit or bags < limit:
            return points, bags
        lines: list[Line] = []
        left = write_bag_penalty(lines, self._parameters, bags)
        return points + sum(line.points for line in lines), left


def _possible_bids(parameters: Parameters, hand_size: int) -> Iterator[_Bids]:
    """Yield what a side may have bid in a round."""
    rules = parameters.bids
    least = 0 if rules.zero.allowed else rules.number.least
    both = 2 if partners_bids_are_added(parameters) else 1
    board = rules.side_least if rules.side_breach == "raised" else 0
    yield from [(("number", bid),) for bid in range(max(least * both, board), hand_size + 1)]
    if partner_may_bid_nil(parameters):
        yield from [(("nil", 0), ("number", bid)) for bid in range(max(least, board), hand_size + 1)]
    elif rules.nil.allowed:
        yield (("nil", 0),)


@lru_cache(maxsize=512)
def _with_bids(ruleset: Ruleset, hand_size: int, bids: _Bids) -> tuple[_SideRound, ...]:
    """Return all that a side may score with these bids, by its tricks and those of a nil.

    They are kept, because scoring those of all bids takes as long as some hundred audits.
    """
    parameters = ruleset.parameters
    contract = _contract(parameters.bids, bids)
    nil, alone = bids[0][0] == "nil", len(bids) == 1
    # If all his tricks count towards the contract, it does not matter how many they are.
    most = 1 if parameters.bids.nil.failed_tricks == "to_contract" else hand_size
    found = [
        _scored(RoundPlay(parameters, hand_size, not bids, (contract,), (tricks,), (own, tricks - own), (START,)))
        for tricks in range(hand_size + 1)
        for own in ((tricks if nil else 0,) if alone else range(min(tricks, most) + 1))
    ]
    # Tricks that win the game are followed by no row.
    return tuple(dict.fromkeys([row for row in found if row is not None]))


def _contract(rules: BidRules, bids: _Bids) -> Contract:
    """Return the contract of a side that made these bids, none of which the rules raise."""
    made = tuple([StandingBid(0, seat, bid, bid, kind) for seat, (kind, bid) in enumerate(bids)])
    kinds = frozenset([kind for kind, _ in bids])
    tricks = sum([bid for _, bid in bids])
    under_board = rules.side_breach == "set" and "number" in kinds and tricks < rules.side_least
    return Contract(made, tricks, complete=True, kinds=kinds, under_board=under_board)


def _scored(play: RoundPlay) -> _SideRound | None:
    """Return what the first side scores in a round; None if it wins the game with it."""
    score = score_side(play, 0)
    if score.wins_game:
        return None
    points = sum([line.points for line in score.lines if line.code not in BAG_LINES])
    bid = score.contract.tricks if play.parameters.bids.table.may_void else 0
    return _SideRound(score.tricks, bid, points, score.bags, not score.after.sets)
