"""The course of a game, each round ruled on from the standing as ruled after the last.

A game is scored and audited in one way, so that both find the same standing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.errors import Fault, UnreadableRecord, pointer_to
from service.spades.findings import Finding, Location, Reporter, key_of
from service.spades.proof.trials import GAME_TRIALS
from service.spades.record.model import (
    NO_DECISIONS,
    GameRecord,
    Reported,
    RoundRecord,
    RoundResult,
    Standing,
    is_broken_off,
)
from service.spades.rules.ruleset import Ruleset, bids_itself
from service.spades.ruling.audit import RoundAudits, audit_row
from service.spades.ruling.claims import ClaimJudge
from service.spades.ruling.model import PlayedGame, PlayedRound, Ruling, agreed
from service.spades.ruling.score_sheet import (
    MOST_STANDINGS,
    PossibleRounds,
    SheetFindings,
    in_all_sheets,
    is_repeated,
    totals_of,
)
from service.spades.scoring.game import (
    opening_round,
    outcome_after,
    outcome_before_play,
    outcome_of_forfeit,
    round_after,
    round_after_end,
    round_after_void,
)
from service.spades.scoring.model import NextRound, Outcome, SideScore
from service.spades.sentence import Fact, say

RowSlip: TypeAlias = Literal["row_repeated", "row_missing", "rows_exchanged"]
"""A slip in the rows of a sheet: one written twice, one left out before it, or one exchanged with the next."""

_ROWS_A_STEP: Final = 8
"""How many rows of a sheet are judged for one call of ``pause``; a record is worth one by itself."""
_A_PAIR: Final = 2
_START: Final = Standing()
_BLANK: Final = Reported(None, None, None, None)
"""A row of which no figure is compared."""
_UNFINISHED: Final = (
    "This round can't be scored: it lacks tricks or bids, it is not known who won a trick or which partner bid second,"
    " or it can be read in several ways that score differently. Complete it, give its `tricks_won` or its `dealer`, or"
    " audit the game, which takes such rounds."
)


def score_game(game: GameRecord, ruleset: Ruleset, claims: ClaimJudge) -> PlayedGame:
    """Score the rounds of a game in order, as ruled.

    A round after the end is reported, still scored, and changes no winner. Raises `UnreadableRecord` for every record
    that has no score.
    """
    played = play_game(game, ruleset, claims)
    faults = [
        Fault(pointer_to("rounds", index), "unfinished_round", _UNFINISHED)
        for index, played_round in enumerate(played.rounds)
        if played_round.ruling.as_ruled is None or _may_cost_more(played_round.ruling)
    ]
    if faults:
        raise UnreadableRecord(faults)
    return played


def play_game(game: GameRecord, ruleset: Ruleset, claims: ClaimJudge) -> PlayedGame:
    """Rule on the rounds of a game in order.

    Unless a round names its dealer, the deal has moved on from the round before, beginning with ``first_dealer``; the
    first round has the number ``first_number``. A
    last round that is not finished is still the next one to be played. After a round without a score the standing is
    unknown, and the totals of the sheet are no longer compared. If the standing before the first round already ends the
    game, every round comes after the end. Once the game is over it can't be forfeited.

    A round whose readings leave several standings, and a row that repeats another or goes on from a missing one, let
    the game stand in several ways. It is followed from each of them, up to `MOST_STANDINGS`, and what is said of it
    holds from all.
    """
    progress = _Progress(game, ruleset, claims)
    for index in range(len(game.rounds)):
        progress.play(index)
    return progress.played_game()


class _Way(NamedTuple):
    """One of the ways in which a game may stand before a round."""

    standing: tuple[Standing, ...] | None
    """None if it is not known."""
    upcoming: NextRound
    outcome: Outcome


class _Turn(NamedTuple):
    """A round as it is played and ruled on from one way in which the game may stand."""

    way: _Way
    played: PlayedRound


class _Progress:
    """A game as far as it has been played."""

    def __init__(self, game: GameRecord, ruleset: Ruleset, claims: ClaimJudge) -> None:
        self._game, self._ruleset, self._claims, self._pause = game, ruleset, claims, claims.pause
        standing = game.before or (Standing(),) * len(game.table.sides)
        opening = opening_round(ruleset.parameters, game.table, game.first_dealer, game.first_number)
        outcome = outcome_before_play(ruleset.parameters.game, standing, game.first_number - 1)
        self._ways = [_Way(standing, opening, outcome)]
        self._played: list[PlayedRound] = []
        self._unsettled: int | None = None
        """The index of the round since which the standing has been unknown, or one of several."""
        self._played_before: PlayedRound | None = None
        """The round of the next row, if it was played before the one of the last row."""
        self._totals: tuple[int, ...] | None = tuple([side.score for side in standing])
        """The last running scores on the sheet; None if they are not known."""
        self._possible_rounds = PossibleRounds(ruleset, game.table, claims.pause)
        called = [index for index, written in enumerate(game.rounds) if written.decisions.time_called]
        self._last_in_time = called[0] if called else None
        """The index of the round in which time was called, None if there is none."""

    def play(self, index: int) -> None:
        """Rule on the next round, and go on from every standing that it leaves."""
        if self._played_before is not None:
            self._played.append(self._played_before)
            self._played_before = None
            return
        written, ways = self._game.rounds[index], self._ways
        claims = self._claims.for_each_of(len(self._game.rounds))
        self._audits = RoundAudits(self._ruleset, claims, GAME_TRIALS)
        turns = self._turns(index, ways, _compared(ways, written))
        exchanged = self._in_other_order(index, turns)
        if exchanged is not None:
            earlier, later = exchanged
            ruling = _with_slip(later.played.ruling, "rows_exchanged", self._number(index))
            self._played.append(later.played._replace(ruling=ruling))
            self._played_before = earlier.played
            self._ways = self._at_most(list(self._after(index + 1, later)))
            self._totals = _totals_after(self._totals, written, ruling)
            return
        repeated = index > 0 and _is_repeated(self._game.rounds[index - 1 : index + 2], turns)
        missing = [] if repeated else self._after_missing_row(index, turns)
        slip: RowSlip | None = "row_repeated" if repeated else "row_missing" if missing else None
        if slip is not None:
            self._unsettled = index if self._unsettled is None else self._unsettled
            ways = self._at_most([*ways, *missing])
            turns = self._turns(index, ways, _BLANK if repeated else _compared(ways, written))
        played = self._shared(index, turns)
        if slip is not None:
            found = [turn.played.ruling.findings for turn in turns]
            played = played._replace(ruling=_with_slip(played.ruling, slip, self._number(index), found))
        self._played.append(played._replace(unsettled=self._unsettled))
        after = [way for turn in turns for way in self._after(index, turn)]
        unsettled = index if self._unsettled is None else self._unsettled
        self._unsettled = unsettled
        # If the row was written twice, the game stands as it did before it.
        self._ways = self._at_most([*after, *ways] if repeated else after)
        if len(self._ways) == 1 and self._ways[0].standing is not None:
            self._unsettled = None
        self._totals = _totals_after(self._totals, written, played.ruling)

    def played_game(self) -> PlayedGame:
        """Return the game, as it stands after the last round that was played."""
        together = self._in_common(self._ways)
        standings = tuple(dict.fromkeys([way.standing for way in self._ways if way.standing is not None]))
        is_known = all(way.standing is not None for way in self._ways)
        is_numbered = len({way.upcoming.round_number for way in self._ways}) == 1
        return PlayedGame(
            table=self._game.table,
            rounds=tuple(self._played),
            standing=together.standing,
            outcome=together.outcome,
            next_round=together.upcoming if is_numbered and not together.outcome.finished else None,
            standings=standings if is_known and len(standings) > 1 else (),
        )

    def _number(self, index: int | None) -> int:
        """Return the number of the round at this index, void ones counted; None is that of the first."""
        return self._game.first_number + (index or 0)

    def _turns(self, index: int, ways: Sequence[_Way], reported: Reported | None) -> list[_Turn]:
        """Return a round, with these figures of the sheet, as it is ruled on from each way in which the game stands."""
        written = self._game.rounds[index]
        if index % _ROWS_A_STEP == _ROWS_A_STEP - 1 or isinstance(written, RoundRecord):
            self._pause()
        compared = None if written.reported is None else reported
        written = written._replace(reported=compared)
        # A record is weighed once: if it is not known who dealt, by nobody.
        by = self._in_common(ways).upcoming if isinstance(written, RoundRecord) else None
        records = [_in_game(written, way if by is None else way._replace(upcoming=by)) for way in ways]
        turns: list[_Turn] = []
        for way, record, ruling in zip(ways, records, self._rulings_on(index, records), strict=True):
            number, judged = self._number(index), ruling
            if way.outcome.finished:
                judged = ruling.followed_by(round_after_end(self._game.table, number, is_first=not index))
            turns.append(_Turn(way, PlayedRound(number, record, judged)))
        return turns

    def _rulings_on(self, index: int, records: Sequence[RoundRecord | RoundResult]) -> list[Ruling]:
        """Return the ruling on a round as each of these says it, which differ in what goes before a round alone.

        Raises `UnreadableRecord` if nobody can say whose the cards of a trick are.
        """
        try:
            return [
                audit_row(record, self._ruleset)
                if isinstance(record, RoundResult)
                else self._audits.ruling(record, is_one_of_several=len(records) > 1)
                for record in records
            ]
        except UnreadableRecord as error:
            raise error.within("rounds", index) from error

    def _shared(self, index: int, turns: Sequence[_Turn]) -> PlayedRound:
        """Return what holds of a round from whichever standing it is ruled on, and whoever dealt.

        If the rulings differ in more than standings, it is ruled on as if nobody knew who dealt, nor whether the game
        was over; points that differ count from no bags. If the rulings still differ, it is ruled on as if nobody knew
        the standing either.
        """
        if len(turns) == 1:
            return turns[0].played
        written, together = self._game.rounds[index], self._in_common([turn.way for turn in turns])
        reported = turns[0].played.record.reported
        rulings = [_apart_from_standing(turn.played.ruling) for turn in turns]
        first = rulings[0]
        if any(ruling != first for ruling in rulings):
            tricks = None if reported is None else reported._replace(points=None)
            unknown = self._turns(index, [together._replace(standing=None)], tricks)[0].played
            as_played = _points_in_common([ruling.as_played for ruling in rulings], unknown.ruling.as_played)
            as_ruled = _points_in_common([ruling.as_ruled for ruling in rulings], unknown.ruling.as_ruled)
            left_out = (as_played, as_ruled) != (first.as_played, first.as_ruled) and tricks != reported
            reported = tricks if left_out else reported
            alike = [turn.way._replace(upcoming=together.upcoming, outcome=together.outcome) for turn in turns]
            turns = self._turns(index, alike, reported)
            rulings = [
                _apart_from_standing(turn.played.ruling)._replace(as_played=as_played, as_ruled=as_ruled)
                for turn in turns
            ]
            first = rulings[0]
            if any(ruling != first for ruling in rulings):
                alone = _apart_from_standing(unknown.ruling)
                if reported == tricks or (as_played, as_ruled) != (alone.as_played, alone.as_ruled):
                    return unknown
                # The points are the same from any standing, so that those on the sheet can be compared all the same.
                compared = self._turns(index, [together._replace(standing=None)], reported)[0].played
                return compared._replace(ruling=_with_wrong_points(compared.ruling, rulings))
        record = _in_game(written._replace(reported=reported), together)
        judged = turns[0].played.ruling.record._replace(
            dealer=record.dealer, opener=record.opener, before=record.before
        )
        return PlayedRound(self._number(index), record, first._replace(record=judged))

    def _after(self, index: int, turn: _Turn) -> Iterator[_Way]:
        """Yield the ways in which the game may stand after a round, as it was ruled on."""
        way, played = turn
        (_, record, ruling, _), parameters, table = played, self._ruleset.parameters, self._game.table
        upcoming, is_last = way.upcoming, index == len(self._game.rounds) - 1
        if ruling.verdict == "void":
            upcoming = round_after_void(parameters, table, record, upcoming)
        elif not (is_last and _is_unfinished(record, ruling, self._ruleset)):
            upcoming = round_after(parameters, table, record, upcoming)
        for standing in _standings_after(way.standing, ruling):
            outcome = way.outcome
            if not outcome.finished:
                outcome = self._outcome(index, played, standing, upcoming.round_number - 1)
            yield _Way(standing, upcoming, outcome)

    def _outcome(self, index: int, played: PlayedRound, standing: tuple[Standing, ...] | None, rounds: int) -> Outcome:
        """Return whether the game is over after a round, ``rounds`` of them not void."""
        forfeited = list(played.forfeited_by)
        if forfeited:
            return outcome_of_forfeit(played.ruling.table, standing, forfeited, played.number)
        boston = self._boston(played)
        if boston is not None:
            return boston
        if standing is None:
            return self._not_known()
        return outcome_after(self._ruleset.parameters.game, standing, rounds, self._time_called_by(index))

    def _time_called_by(self, index: int) -> int | None:
        """Return the number of the round in which time was called, None if that is after the round at this index."""
        last = self._last_in_time
        return None if last is None or last > index else self._number(last)

    def _boston(self, played: PlayedRound) -> Outcome | None:
        """Return the outcome if the game may be won by taking every trick of this round; None if it can't be."""
        ruling = played.ruling
        if not self._ruleset.parameters.special_bids.boston_wins:
            return None
        if ruling.as_ruled is not None:
            winners = tuple([side.side for side in ruling.as_ruled if side.boston])
            return Outcome(winners, "boston", say("took_every_trick", winners=winners)) if winners else None
        takers = {ruling.table.side_of[seat] for seat, won in enumerate(ruling.tricks_won) if won}
        return None if len(takers) > 1 else Outcome((), None, say("standing_not_known", number=played.number))

    def _not_known(self) -> Outcome:
        """Return the outcome of a game of which nobody knows how it stands."""
        for earlier in self._played:
            if earlier.ruling.as_ruled is None:
                return Outcome((), None, say("standing_not_known", number=earlier.number))
        return Outcome((), None, say("too_many_standings", number=self._number(self._unsettled)))

    def _in_other_order(self, index: int, turns: Sequence[_Turn]) -> tuple[_Turn, _Turn] | None:
        """Return the next row and this one, as played in this order, if only so all their totals follow; else None.

        ``turns`` are this row as it is played where it is written.
        """
        pair, before, way = self._game.rounds[index : index + 2], self._totals, turns[0].way
        if len(pair) < _A_PAIR or len(turns) > 1 or before is None or way.standing is None:
            return None
        moved = _steps(before, totals_of(pair[0].reported, pair[0].table))
        if moved is None or moved == _points(turns[0]) or any(row.decisions != NO_DECISIONS for row in pair):
            return None
        found: list[_Turn] = []
        for place in (index + 1, index):
            row = self._game.rounds[place]
            if way.outcome.finished or not isinstance(row, RoundResult):
                return None
            (turn,), totals = self._turns(place, [way], row.reported), totals_of(row.reported, row.table)
            if totals is None or _steps(before, totals) != _points(turn):
                return None
            found.append(turn)
            before = totals
            (way,) = self._after(place, turn)
        return found[0], found[1]

    def _after_missing_row(self, index: int, turns: Sequence[_Turn]) -> list[_Way]:
        """Return how the game may stand if the row of a round before this one is missing.

        That is so if every total moves by one possible round more than this row makes, whichever way the game stands;
        if not, there are none.
        """
        written = self._game.rounds[index]
        moved = self._moved_totals(written)
        if moved is None or bids_itself(self._ruleset.parameters, turns[0].way.upcoming.round_number):
            return []
        found = [self._between(written, turn, moved, self._time_called_by(index - 1)) for turn in turns]
        return [way for ways in found for way in ways] if all(found) else []

    def _moved_totals(self, written: RoundRecord | RoundResult) -> tuple[int, ...] | None:
        """Return by how much a row moves each total on the sheet; None if it does not say, or a decision may.

        Nor is it asked if every total follows from the points on the sheet, right or wrong: the row moved it alone.
        """
        totals = totals_of(written.reported, written.table)
        if self._totals is None or totals is None or written.decisions != NO_DECISIONS:
            return None
        moved = _steps(self._totals, totals) or ()
        points = (written.reported and written.reported.points) or {}
        follows = all(points.get(side.name) == step for side, step in zip(written.table.sides, moved, strict=True))
        return None if follows else moved

    def _between(
        self, written: RoundRecord | RoundResult, turn: _Turn, moved: tuple[int, ...], time_called: int | None
    ) -> list[_Way]:
        """Return how the game may stand after one round more before this one, so that both move the totals so much."""
        (way, (_, _, ruling, _)), rules = turn, self._ruleset.parameters
        as_played, as_ruled = ruling.as_played, ruling.as_ruled
        if way.standing is None or way.outcome.finished or as_played is None or as_ruled is None:
            return []
        number = way.upcoming.round_number
        not_written = written._replace(bids=(), dealer=way.upcoming.dealer)
        upcoming = round_after(rules, written.table, not_written, way.upcoming)
        alone = [step in {as_played[side].points, as_ruled[side].points} for side, step in enumerate(moved)]
        opener = written.bids[0].seat if written.bids and written.bidders is None else None
        says_so = opener is not None and opener == upcoming.first_bidder != way.upcoming.first_bidder
        # A total that this row alone moves is as it was left by a round that brought nothing, if the turns say so, too.
        if all(alone) or (any(alone) and not says_so):
            return []
        ways = [
            _Way(standing, upcoming, outcome_after(rules.game, standing, number, time_called))
            for standing in self._possible_rounds.between(way.standing, moved, as_ruled)
        ]
        return [between for between in ways if not between.outcome.finished]

    def _at_most(self, ways: Sequence[_Way]) -> list[_Way]:
        """Return the different ones of these ways; if they are too many, what they have in common."""
        different: dict[tuple[object, ...], _Way] = {}
        for way in ways:
            different.setdefault((way.standing, way.upcoming, way.outcome.winners, way.outcome.reason), way)
        kept = list(different.values())
        return kept if len(kept) <= MOST_STANDINGS else [self._in_common(kept)._replace(standing=None)]

    def _in_common(self, ways: Sequence[_Way]) -> _Way:
        """Return what these ways have in common; the number of the round is that of the first."""
        coming = [way.upcoming for way in ways]
        return _Way(
            agreed([way.standing for way in ways]),
            NextRound(
                coming[0].round_number,
                agreed([round_.dealer for round_ in coming]),
                agreed([round_.first_bidder for round_ in coming]),
            ),
            self._end_in_common(ways),
        )

    def _end_in_common(self, ways: Sequence[_Way]) -> Outcome:
        """Return what is certain of the end of the game, whichever of these ways it stands."""
        outcomes = [way.outcome for way in ways]
        number, same = self._number(self._unsettled), agreed(outcomes)
        if same is not None:
            return same
        finished = [outcome for outcome in outcomes if outcome.finished]
        if len(finished) == len(outcomes):
            reason, winners = agreed([each.reason for each in outcomes]), agreed([each.winners for each in outcomes])
            if winners is None:
                return Outcome((), reason, say("winner_depends_on_standing", number=number), over=True)
            key = "wins_in_any_case" if winners else "nobody_wins_in_any_case"
            return Outcome(winners, reason, say(key, winners=winners, number=number), over=True)
        if finished:
            return Outcome((), None, say("end_depends_on_standing", number=number))
        if any(way.standing is None for way in ways) or len(ways) > MOST_STANDINGS:
            return self._not_known()
        count = len({way.standing for way in ways})
        return Outcome((), None, say("one_of_several_standings", number=number, count=count))


def _steps(before: tuple[int, ...], after: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """Return by how much each total moves; None if it is not known."""
    return None if after is None else tuple([total - earlier for total, earlier in zip(after, before, strict=True)])


def _points(turn: _Turn) -> tuple[int, ...]:
    """Return the points of a round for each side, none without a score."""
    return tuple([side.points for side in turn.played.ruling.as_ruled or ()])


def _compared(ways: Sequence[_Way], written: RoundRecord | RoundResult) -> Reported | None:
    """Return the figures of the sheet that can be compared: points need a standing, running totals the only one."""
    reported = written.reported
    if reported is None or (len(ways) == 1 and ways[0].standing is not None):
        return reported
    is_known = all(way.standing is not None for way in ways)
    return Reported(reported.tricks_won, reported.points if is_known else None, None, None)


def _is_repeated(rows: Sequence[RoundRecord | RoundResult], turns: Sequence[_Turn]) -> bool:
    """Return whether the second of these rows is the first one written twice; the third, if any, goes on after it.

    As a round of its own it would have moved a total that has not moved. If it would have moved none, its bids are in
    the same order, which was not their turn, and in the next row the player bids first whose turn it was here.
    """
    earlier, written, *later = rows
    if not is_repeated(written, earlier):
        return False
    totals, sides = (written.reported and written.reported.score) or {}, written.table.sides
    if all(
        any(side.points and sides[side.side].name in totals for side in turn.played.ruling.as_ruled or ())
        for turn in turns
    ):
        return True
    openers = [row.bids[0].seat if row.bids and row.bidders is None else None for row in (*later, written)]
    due = {turn.way.upcoming.first_bidder for turn in turns}
    in_order = [bid.seat for bid in written.bids] == [bid.seat for bid in earlier.bids]
    return bool(later) and in_order and due == {openers[0]} and openers[0] not in {None, openers[-1]}


def _totals_after(
    before: tuple[int, ...] | None, written: RoundRecord | RoundResult, ruling: Ruling
) -> tuple[int, ...] | None:
    """Return the running scores on the sheet after a round; those before it, if it has none and moves none."""
    totals = totals_of(written.reported, written.table)
    if totals is None and ruling.as_ruled is not None and not any(side.points for side in ruling.as_ruled):
        return before
    return totals


def _standings_after(before: tuple[Standing, ...] | None, ruling: Ruling) -> tuple[tuple[Standing, ...] | None, ...]:
    """Return every standing that a round may leave, None among them if it may leave one that nobody knows."""
    if before is None or _may_cost_more(ruling):
        return (None,)
    if ruling.as_ruled is not None:
        return (tuple([side.after for side in ruling.as_ruled]),)
    return ruling.standings or (None,)


def _may_cost_more(ruling: Ruling) -> bool:
    """Return whether what was not tried may cost more: an offence or a call is undecided at the limit.

    In a round that counts for nothing nothing costs anything.
    """
    if is_broken_off(ruling.record.decisions, finished=ruling.complete):
        return False
    return ruling.limit_reached and (
        any(answer.result == "undecidable" for answer in ruling.answers or ())
        or any(question.severity == "offence" for question in ruling.undecided)
    )


def _points_in_common(
    scores: Sequence[tuple[SideScore, ...] | None], unknown: tuple[SideScore, ...] | None
) -> tuple[SideScore, ...] | None:
    """Return the score of each side that is the same in all of these; of any other side the ``unknown`` one."""
    known = [score for score in scores if score is not None]
    if unknown is None or len(known) < len(scores):
        return unknown
    return tuple(
        [
            score if all(other[side] == score for other in known) else unknown[side]
            for side, score in enumerate(known[0])
        ]
    )


def _apart_from_standing(ruling: Ruling) -> Ruling:
    """Return a ruling without all that follows from the standing before the round alone."""
    as_played, as_ruled = (
        scores and tuple([side._replace(before=_START, after=Standing(side.points)) for side in scores])
        for scores in (ruling.as_played, ruling.as_ruled)
    )
    findings = tuple([_from_any_standing(finding) for finding in ruling.findings])
    record = ruling.record._replace(dealer=None, opener=None, before=None, round_number=None)
    return ruling._replace(record=record, findings=findings, as_played=as_played, as_ruled=as_ruled, standings=())


def _with_wrong_points(ruling: Ruling, from_each: Sequence[Ruling]) -> Ruling:
    """Return a ruling by no known standing with the points of the sheet that are wrong from each that is possible.

    By itself it asks about those that a bag penalty explains which none of these standings brings.
    """
    by_each = [[finding for finding in one.findings if finding.code == "wrong_points"] for one in from_each]
    wrong = in_all_sheets([SheetFindings(tuple(findings), ()) for findings in by_each]).findings
    places = {finding.location for finding in wrong}
    open_still = tuple([question for question in ruling.undecided if question.location not in places])
    ruling = ruling._replace(undecided=open_still).keeping(lambda finding: finding.location not in places)
    for finding in wrong:
        ruling = ruling.followed_by(finding)
    return ruling


def _from_any_standing(finding: Finding) -> Finding:
    """Return a finding on a blind bid that does not say how far behind the side was."""
    sentence = finding.detail[0]
    if sentence.key != "blind_without_deficit":
        return finding
    facts = {name: fact for name, fact in sentence.facts.items() if name != "behind"}
    return finding._replace(detail=(say("blind_without_deficit_anyway", **facts), *finding.detail[1:]))


def _with_slip(ruling: Ruling, slip: RowSlip, number: int, found: Sequence[Sequence[Finding]] = ()) -> Ruling:
    """Return the ruling on the row of this number with a finding on the slip that it shows.

    ``found`` is what is found from each of the standings before it: an offence that is not found from all is an open
    question. If the row was written twice there was no such round, so that none of its offences is proved.
    """
    reporter = Reporter(ruling.table)
    location: Location = ("reported", "score") if slip == "row_missing" else ()
    facts: dict[str, Fact] = {"number": number}
    if slip == "rows_exchanged":
        facts["other"] = number + 1
    key = "row_repeated" if slip == "row_repeated" else "row_missing" if slip == "row_missing" else "rows_exchanged"
    reporter.report(slip, location, say(key, **facts))
    stated, *from_each = [
        {key_of(each): each for each in own if each.severity == "offence"} for own in (ruling.findings, *found)
    ]
    proved = dict(stated)
    proved |= {key: one for key, one in (from_each or [stated])[0].items() if all(key in own for own in from_each)}
    if slip == "row_repeated":
        proved = {}
    kept = [each for each in ruling.findings if each.severity != "offence" or key_of(each) in proved]
    findings = (*[one for key, one in proved.items() if key not in stated], *kept)
    asked = {key_of(question) for question in ruling.undecided}
    questions = [
        finding._replace(conflicts_with=(len(findings),), evidence=None, established=None)
        for key, finding in {key: each for own in (stated, *from_each) for key, each in own.items()}.items()
        if key not in proved and key not in asked
    ]
    ruling = ruling._replace(findings=findings, undecided=(*ruling.undecided, *questions))
    return ruling.followed_by(reporter.findings[0])


def _in_game(record: RoundRecord | RoundResult, way: _Way) -> RoundRecord | RoundResult:
    """Return a round with what follows from the rounds before it: dealer, number, standing, first bidder."""
    return record._replace(
        dealer=way.upcoming.dealer if record.dealer is None else record.dealer,
        round_number=way.upcoming.round_number,
        before=way.standing,
        opener=way.upcoming.first_bidder,
        decisions=record.decisions._replace(game_over=True) if way.outcome.finished else record.decisions,
    )


def _is_unfinished(record: RoundRecord | RoundResult, ruling: Ruling, ruleset: Ruleset) -> bool:
    """Return whether a record ends before its round did."""
    if not isinstance(record, RoundRecord) or ruling.as_ruled is not None or ruling.standings:
        return False
    pack = ruleset.packs[len(record.table.players)]
    short = len(record.tricks) == pack.hand_size and len(record.tricks[-1].seats) < pack.in_last_trick
    return short or len(record.tricks) < pack.hand_size
