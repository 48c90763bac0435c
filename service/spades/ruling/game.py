"""The course of a game, each round ruled on from the standing as ruled after the last.

A game is scored and audited in one stand, so that both find the same standing.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import product
from typing import Final

from service.spades.catalogue.parameters.penalties import PenaltiesRules
from service.spades.errors import Fault, UnreadableRecord, pointer_to
from service.spades.findings import Finding, Key, key_of, offences_among
from service.spades.play.play_findings import revoke_codes
from service.spades.proof.trials import GAME_TRIALS
from service.spades.record.log import context_of
from service.spades.record.model import START, GameRecord, Reported, RoundRecord, RoundResult, Standing, is_broken_off
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import RoundAudits, audit_row, to_be_said
from service.spades.ruling.claims import ClaimJudge
from service.spades.ruling.cost import cost_of
from service.spades.ruling.model import Effect, PlayedGame, PlayedRound, Ruling, ScoredRow, agreed, in_all
from service.spades.ruling.rotation import Rotation, with_open_turns
from service.spades.ruling.rows import (
    MOST_STANDINGS,
    RowSlip,
    SheetRows,
    Stand,
    Turn,
    as_copy,
    with_slip,
)
from service.spades.ruling.score_sheet import SheetFindings, check_without_standing, in_all_sheets
from service.spades.scoring.game import (
    opening_round,
    outcome_after,
    outcome_before_play,
    outcome_of_forfeit,
    round_after,
    round_after_end,
    round_after_void,
    won_in_round,
)
from service.spades.scoring.model import NextRound, Outcome, SideScore
from service.spades.sentence import say

_ROWS_A_STEP: Final = 8
"""How many rows of a sheet are judged for one call of ``pause``; a record is worth one by itself."""
_NOT_THE_FIRST: Final = 2
"""The number of a round that has no rules of its own, for one whose number is not known."""
_BLANK: Final = Reported(None, None, None, None)
"""A row of which no figure is compared."""
_UNFINISHED: Final = (
    "This round can't be scored: it lacks tricks or bids, it is not known who won a trick or which partner bid second,"
    " or it can be read in several ways that score differently. Complete it, give its `tricks_won` or its `dealer`, or"
    " audit the game, which takes such rounds."
)
_STANDING_NEEDED: Final = (
    "Give the standing before the round: a forfeit of the game brings a side to 0 or to the target, and the points for"
    " that depend on the standing."
)


def score_game(game: GameRecord, ruleset: Ruleset, claims: ClaimJudge) -> PlayedGame:
    """Score the rounds of a game in order, as ruled.

    A round after the end is reported, still scored, and changes no winner. Raises `UnreadableRecord` for every record
    that has no score.
    """
    played = play_game(game, ruleset, claims)
    faults: list[Fault] = []
    for index, each in enumerate(played.rounds):
        _, record, ruling, *_ = each
        # What a forfeit brings is unknown only after another round without a score.
        lacks_standing = record.before is None and each.forfeited_by and ruling.as_played is not None
        if (ruling.as_ruled is None and not lacks_standing) or _may_cost_more(ruling):
            unsaid = [*UnreadableRecord(to_be_said(ruling)).within("rounds", index).faults]
            if not unsaid or (isinstance(record, RoundRecord) and not ruling.complete):
                unsaid.append(Fault(pointer_to("rounds", index), "unfinished_round", _UNFINISHED))
            faults += unsaid
    if faults:
        raise UnreadableRecord(faults)
    return played


def score_row(row: RoundResult, ruleset: Ruleset, claims: ClaimJudge) -> ScoredRow:
    """Rule on a row of a score sheet that has a score, and say how the game stands after it.

    The ruleset must have a pack for its number of players. Raises `UnreadableRecord` if the row has no score: if nobody
    can say which of two partners bid second, where that makes the contract, what a wronged side chose, or how the sides
    stood, where a forfeit depends on it.
    """
    ruling = audit_row(row, ruleset)
    if ruling.as_ruled is None:
        raise UnreadableRecord(to_be_said(ruling) or [Fault(pointer_to("before"), "required", _STANDING_NEEDED)])
    number = row.round_number
    # Who has won also depends on sides that sit out, and on how many rounds there were where that ends the game.
    if row.before is None or row.away or (number is None and ruleset.parameters.game.round_limit):
        return ScoredRow(ruling, None)
    game = GameRecord(row.table, (row,), row.dealer, row.before, _NOT_THE_FIRST if number is None else number)
    played = play_game(game, ruleset, claims)
    after = played if number is not None else played._replace(next_round=None)
    return ScoredRow(played.rounds[0].ruling, after)


def play_game(game: GameRecord, ruleset: Ruleset, claims: ClaimJudge) -> PlayedGame:
    """Rule on the rounds of a game in order.

    Unless a round names its dealer, the deal has moved on from the round before, beginning with ``first_dealer``; the
    first round has the number ``first_number``. A last round that is not finished is still the next one to be played.
    After a round without a score the standing is unknown, and a total of the sheet is compared only with the one on the
    line before. If the standing before the first round already ends the game, every round comes after the end. Once the
    game is over it can't be forfeited.

    A round whose readings leave several standings, and a row that repeats another or goes on from a missing one, let
    the game stand in several ways. It is followed from each of them, up to `MOST_STANDINGS`, and what is said of it
    holds from all.
    """
    progress = _Progress(game, ruleset, claims)
    for index in range(len(game.rounds)):
        progress.play(index)
    return progress.played_game()


class _Progress:
    """A game as far as it has been played."""

    def __init__(self, game: GameRecord, ruleset: Ruleset, claims: ClaimJudge) -> None:
        self._game, self._ruleset, self._claims, self._pause = game, ruleset, claims, claims.pause
        standing = game.before or (START,) * len(game.table.sides)
        opening = opening_round(ruleset.parameters, game.table, game.first_dealer, game.first_number)
        outcome = outcome_before_play(ruleset.parameters.game, standing, game.first_number - 1)
        self._stands: Sequence[Stand] = [Stand(standing, opening, outcome, standing)]
        self._played: list[PlayedRound] = []
        self._unsettled: int | None = None
        """The index of the round since which the standing has been unknown, or one of several."""
        self._rows = SheetRows(game, ruleset, claims.pause, self._row_played)
        self._rotation = Rotation(game, ruleset, self._rows)

    def play(self, index: int) -> None:
        """Rule on the next round, and go on from every standing that it leaves."""
        if index < len(self._played):
            return  # its row was exchanged with the one before it
        written, stands = self._game.rounds[index], self._stands
        first = self._rows.copied.get(index)
        if first is not None:
            self._played.append(self._copy(index, first))
            return
        claims = self._claims.for_each_of(len(self._game.rounds))
        self._audits = RoundAudits(self._ruleset, claims, GAME_TRIALS)
        turns = self._turns(index, stands, _compared(stands, written))
        exchanged = self._rows.in_other_order(index, turns)
        if exchanged is not None:
            earlier, later, self._stands = exchanged
            ruling = with_slip(later.played.ruling, "rows_exchanged", self._number(index))
            self._played += [later.played._replace(ruling=ruling), earlier.played]
            self._rows.go_on(written, ruling)
            return
        by_seat = self._rotation.is_listed_by_seat(index)
        repeated = self._rows.is_repeated(index, turns, by_seat=by_seat)
        missing = [] if repeated else self._rows.before_missing(index, turns)
        slip: RowSlip | None = "row_repeated" if repeated else "row_missing" if missing else None
        if slip is not None:
            self._unsettled = index if self._unsettled is None else self._unsettled
            stands = self._at_most([*stands, *missing])
            turns = self._turns(index, stands, _BLANK if repeated else _compared(stands, written))
        shown = None if slip or self._may_be_redealt(turns) else self._rotation.shown(index, turns)
        as_due = turns
        if shown is not None:
            dealt_by_nobody = [_dealt_by_nobody(stand) for stand in stands]
            turns = self._turns(index, dealt_by_nobody, _compared(stands, written), by_nobody=True)
        played = self._shared(index, turns)
        if slip is not None:
            played = played._replace(ruling=with_slip(played.ruling, slip, self._number(index), turns))
        elif shown is not None:
            by_seat = self._rotation.is_listed_by_seat(index)
            played = played._replace(ruling=with_open_turns(played.ruling, as_due, by_seat=by_seat))
            turns = [turn._replace(stand=stand) for turn, stand in zip(turns, shown, strict=True)]
        played = self._with_open_figures(written.reported, played, () if slip else turns)
        self._played.append(played._replace(unsettled=self._unsettled))
        after = [stand for turn in turns for stand in self._after(index, turn)]
        self._unsettled = index if self._unsettled is None else self._unsettled
        # If the row was written twice, the game stands as it did before it.
        self._stands = self._at_most([*after, *stands] if repeated else after)
        if len(self._stands) == 1 and self._stands[0].standing is not None:
            self._unsettled = None
        self._rows.go_on(written, played.ruling)

    def _with_open_figures(self, written: Reported | None, played: PlayedRound, turns: Sequence[Turn]) -> PlayedRound:
        """Return a round with what is wrong of the figures on the sheet that were not compared with its score."""
        _, record, ruling, *_ = played
        compared = record.reported if ruling.as_played is not None else _BLANK
        if written is None or compared is None or compared == written:
            return played
        left = Reported(None, *[None if at else figures for at, figures in zip(compared[1:], written[1:], strict=True)])
        scores = [score for turn in turns for score in (turn.played.ruling.as_played, turn.played.ruling.as_ruled)]
        known = [score for score in scores if score is not None]
        context, before = context_of(record._replace(before=None), self._ruleset), self._rows.totals_before(record)
        found, is_open = check_without_standing(
            left, context, before, known if len(known) == len(scores) else (), offset=len(ruling.findings)
        )
        ruling = ruling.having((*ruling.findings, *found), ruling.undecided) if found else ruling
        return played._replace(ruling=ruling, has_open_figure=is_open)

    def _copy(self, index: int, first: int) -> PlayedRound:
        """Return the round at this index as a copy of the one at the index ``first``."""
        copied, number = self._played[first], self._number(index)
        standing = self._stands[0].standing or (START,) * len(self._game.table.sides)
        record = copied.record._replace(reported=copied.record.reported and _BLANK)
        ruling = as_copy(copied.ruling, number, copied.number, standing)
        return PlayedRound(number, record, ruling, self._unsettled)

    def _may_be_redealt(self, turns: Sequence[Turn]) -> bool:
        """Return whether a round may be dealt again from one of the ways in which the game may stand."""
        rules, rulings = self._ruleset.parameters.penalties, [turn.played.ruling for turn in turns]
        return any(ruling.does_not_count or _may_be_dealt_again(ruling, rules) for ruling in rulings)

    def played_game(self) -> PlayedGame:
        """Return the game, as it stands after the last round that was played."""
        stands = map(_dealt_by_nobody, self._stands) if self._rotation.rests_on_list else self._stands
        together = self._in_common([*stands])
        standings = tuple(dict.fromkeys([stand.counted for stand in self._stands if stand.counted is not None]))
        is_known = all(stand.counted is not None for stand in self._stands)
        is_numbered = len({stand.upcoming.round_number for stand in self._stands}) == 1
        return PlayedGame(
            table=self._game.table,
            rounds=tuple(self._played),
            standing=together.counted,
            outcome=together.outcome,
            next_round=together.upcoming if is_numbered and not together.outcome.finished else None,
            standings=standings if is_known and len(standings) > 1 else (),
        )

    def _number(self, index: int | None) -> int:
        """Return the number of the round at this index, void ones counted; None is that of the first."""
        return self._game.first_number + (index or 0)

    def _turns(
        self, index: int, stands: Sequence[Stand], reported: Reported | None, *, by_nobody: bool = False
    ) -> list[Turn]:
        """Return a round, with these figures of the sheet, as it is ruled on from each way in which the game stands.

        ``by_nobody``: without the dealer whom it names. Raises `UnreadableRecord` if nobody can say whose the cards of
        a trick are.
        """
        written, number = self._game.rounds[index], self._number(index)
        if index % _ROWS_A_STEP == _ROWS_A_STEP - 1 or isinstance(written, RoundRecord):
            self._pause()
        turns: list[Turn] = []
        written = written._replace(dealer=None) if by_nobody else written
        for stand in stands:
            # A record is weighed once: if it is not known who dealt, by nobody.
            upcoming = _upcoming_in_common(stands) if isinstance(written, RoundRecord) else stand.upcoming
            record = _in_game(written, stand._replace(upcoming=upcoming))
            try:
                if isinstance(record, RoundResult):
                    ruling = audit_row(record._replace(reported=reported), self._ruleset)
                else:
                    ruling = self._audits.ruling(record, reported, is_one_of_several=len(stands) > 1)
            except UnreadableRecord as error:
                raise error.within("rounds", index) from error
            if stand.outcome.finished:
                after_end = round_after_end(self._game.table, number, is_first=not index)
                ruling = ruling.having((*ruling.findings, after_end), ruling.undecided)
            turns.append(Turn(stand, PlayedRound(number, record._replace(reported=reported), ruling)))
        return turns

    def _row_played(self, index: int, stand: Stand) -> tuple[Turn, Sequence[Stand]]:
        """Return a row as it is played from where the game stands, and where it may stand after that."""
        (turn,) = self._turns(index, [stand], self._game.rounds[index].reported)
        return turn, self._at_most(list(self._after(index, turn)))

    def _shared(self, index: int, turns: Sequence[Turn]) -> PlayedRound:
        """Return what holds of a round from whichever standing it is ruled on, and whoever dealt.

        If the rulings differ in more than standings, it is ruled on as if nobody knew who dealt, nor whether the game
        was over; and where they still differ, as if nobody knew the standing either.
        """
        if len(turns) == 1:
            return turns[0].played
        written, together = self._game.rounds[index], self._in_common([turn.stand for turn in turns])
        reported = turns[0].played.record.reported
        rulings = [_apart_from_standing(turn.played.ruling) for turn in turns]
        shared = agreed(rulings)
        if shared is None:
            alike = [turn.stand._replace(upcoming=together.upcoming, outcome=together.outcome) for turn in turns]
            turns = self._turns(index, alike, reported)
            (unknown,) = self._turns(index, [together._replace(standing=None)], reported)
            by_nobody, *by_each = [_apart_from_standing(turn.played.ruling) for turn in (unknown, *turns)]
            shared, reported = _in_all_standings(rulings, by_each, by_nobody, reported)
        record = _in_game(written._replace(reported=reported), together)
        judged = turns[0].played.ruling.record._replace(
            dealer=record.dealer, opener=record.opener, openers=record.openers, before=record.before
        )
        return PlayedRound(self._number(index), record, shared._replace(record=judged))

    def _after(self, index: int, turn: Turn) -> Iterator[Stand]:
        """Yield the ways in which the game may stand after a round, as it was ruled on."""
        stand, played = turn
        (_, record, ruling, *_), parameters, table = played, self._ruleset.parameters, self._game.table
        is_last, following = index == len(self._game.rounds) - 1, list[NextRound]()
        if ruling.does_not_count or _may_be_dealt_again(ruling, parameters.penalties):
            following.append(round_after_void(parameters, table, record, stand.upcoming))
        if not ruling.does_not_count:
            is_going_on = is_last and _is_unfinished(record, ruling, self._ruleset)
            upcoming = stand.upcoming if is_going_on else round_after(parameters, table, record, stand.upcoming)
            following.append(upcoming)
        for score, upcoming in product(_possible_scores(ruling), following):
            standing = None if stand.standing is None or score is None else tuple([side.after for side in score])
            outcome = stand.outcome
            if not outcome.finished:
                forfeited, rounds = list(played.forfeited_by), upcoming.round_number - 1
                if forfeited:
                    outcome = outcome_of_forfeit(table, standing, forfeited, played.number)
                else:
                    outcome = won_in_round(score or ()) or self._outcome(index, standing, rounds)
            yield Stand(standing, upcoming, outcome, stand.counted if stand.outcome.finished else standing)

    def _outcome(self, index: int, standing: tuple[Standing, ...] | None, rounds: int) -> Outcome:
        """Return whether the standing after a round ends the game, ``rounds`` of them not void."""
        if standing is None:
            return self._not_known()
        return outcome_after(self._ruleset.parameters.game, standing, rounds, self._rows.time_called_by(index))

    def _not_known(self) -> Outcome:
        """Return the outcome of a game of which nobody knows how it stands."""
        for earlier in self._played:
            if earlier.ruling.as_ruled is None:
                return Outcome((), None, say("standing_not_known", number=earlier.number))
        return Outcome((), None, say("too_many_standings", number=self._number(self._unsettled)))

    def _at_most(self, stands: Sequence[Stand]) -> list[Stand]:
        """Return the different ones of these; if they are too many, what they have in common."""
        different: dict[tuple[object, ...], Stand] = {}
        for stand in stands:
            outcome = stand.outcome
            key = (stand.standing, stand.upcoming, outcome.winners, outcome.reason, stand.counted)
            different.setdefault(key, stand)
        kept = list(different.values())
        if len(kept) <= MOST_STANDINGS:
            return kept
        shared = self._in_common(kept)
        return [shared._replace(standing=None, counted=shared.counted if shared.outcome.finished else None)]

    def _in_common(self, stands: Sequence[Stand]) -> Stand:
        """Return what these ways in which the game may stand have in common."""
        standing, counted = agreed([stand.standing for stand in stands]), agreed([stand.counted for stand in stands])
        return Stand(standing, _upcoming_in_common(stands), self._end_in_common(stands), counted)

    def _end_in_common(self, stands: Sequence[Stand]) -> Outcome:
        """Return what is certain of the end of the game, however it stands."""
        outcomes = [stand.outcome for stand in stands]
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
        if any(stand.standing is None for stand in stands) or len(stands) > MOST_STANDINGS:
            return self._not_known()
        count = len({stand.standing for stand in stands})
        return Outcome((), None, say("one_of_several_standings", number=number, count=count))


def _dealt_by_nobody(stand: Stand) -> Stand:
    """Return where a game stands before a round of which nobody knows who deals it."""
    return stand._replace(upcoming=NextRound(stand.upcoming.round_number, None, None))


def _compared(stands: Sequence[Stand], written: RoundRecord | RoundResult) -> Reported | None:
    """Return the figures of the sheet that can be compared: points need a standing, running totals the only one."""
    reported = written.reported
    if reported is None or (len(stands) == 1 and stands[0].standing is not None):
        return reported
    is_known = all(stand.standing is not None for stand in stands)
    return Reported(reported.tricks_won, reported.points if is_known else None, None, None)


def _possible_scores(ruling: Ruling) -> tuple[tuple[SideScore, ...] | None, ...]:
    """Return every score as ruled that a round may have, each with another end; None if nobody knows it."""
    if _may_cost_more(ruling):
        return (None,)
    return (ruling.as_ruled,) if ruling.as_ruled is not None else ruling.possible_scores or (None,)


def _may_be_dealt_again(ruling: Ruling, rules: PenaltiesRules) -> bool:
    """Return whether it is open if a round counts: by how it is read or what is chosen, or by what was not tried."""
    if ruling.voided_by_some or ruling.may_be_void:
        return True
    if rules.count_voids and any(question.code == "wrong_hand_size" for question in ruling.undecided):
        return True
    costs = [cost_of(rules, question.code).price for question in ruling.undecided if question.severity == "offence"]
    if any(answer.result == "undecidable" for answer in ruling.answers or ()):
        costs += [cost_of(rules, code).price for code in revoke_codes(rules)]
    by_choice = [choice.remedy for penalty in ruling.penalties for choice in penalty.choices]
    untried = [remedy for price in costs for remedy in (price.remedy, *price.of)] if _may_cost_more(ruling) else []
    return "redeal" in {*by_choice, *untried}


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


def _upcoming_in_common(stands: Sequence[Stand]) -> NextRound:
    """Return who deals and bids first in the round to be played; its number is that of the first of these."""
    number, dealers, first_bidders, _ = zip(*[stand.upcoming for stand in stands], strict=True)
    opener = agreed(first_bidders)
    openers = () if opener is not None or None in first_bidders else tuple(sorted(set(first_bidders)))
    return NextRound(number[0], agreed(dealers), opener, openers)


def _in_all_standings(
    rulings: Sequence[Ruling], by_each: Sequence[Ruling], by_nobody: Ruling, reported: Reported | None
) -> tuple[Ruling, Reported | None]:
    """Return what is the same in these rulings from several standings, and the figures of the sheet that are compared.

    ``by_each`` are the same rulings as if nobody knew who dealt, nor whether the game was over, and ``by_nobody`` is
    the one as if nobody knew the standing either: what differs is ruled on so. Points that differ then count from no
    bags, and are not compared; any other figure of the sheet is wrong only if it is wrong from each standing.
    """
    shared = agreed([_without_sheet(ruling) for ruling in by_each]) or _without_sheet(by_nobody)
    as_played = _score_in_all([ruling.as_played for ruling in rulings], by_nobody.as_played)
    as_ruled = _score_in_all([ruling.as_ruled for ruling in rulings], by_nobody.as_ruled)
    rows = {"tricks_won", "points"}
    points = [_points(as_played), _points(as_ruled)]
    if any([_points(ruling.as_played), _points(ruling.as_ruled)] != points for ruling in rulings):
        rows, reported = {"tricks_won"}, reported and reported._replace(points=None)
    sheet = in_all_sheets([_sheet_of(ruling, rows) for ruling in by_each])
    differing = in_all([ruling.differences or () for ruling in by_each])
    proved, stated = _proved_in_all(rulings), offences_among(shared.findings)
    findings = (*shared.findings, *[offence for key, offence in proved.items() if key not in stated])
    undecided = tuple([each for each in shared.undecided if each.severity != "offence" or key_of(each) not in proved])
    costs = in_all([_costs(ruling) for ruling in rulings])
    differ = any(set(_costs(ruling)) != set(_costs(by_nobody)) for ruling in rulings)
    if differ and agreed([ruling.as_ruled for ruling in rulings]) is None:
        # What is ruled on as if nobody knew the standing lacks what an offence costs that some standing proves.
        as_ruled = None
    places = {key_of(finding): index for index, finding in enumerate(findings) if finding.location}
    shared = shared._replace(
        as_played=as_played,
        as_ruled=as_ruled,
        penalties=tuple(
            [
                each._replace(finding=places[cost[0]])
                for each, cost in zip(rulings[0].penalties, _costs(rulings[0]), strict=True)
                if cost in costs and cost[0] in places
            ]
        ),
        differences=None if reported is None else tuple(each for each in differing if each.location[1] in rows),
    )
    return shared.having(findings + sheet.findings, undecided + sheet.undecided), reported


def _proved_in_all(rulings: Sequence[Ruling]) -> dict[Key, Finding]:
    """Return the offences that each of these rulings proves, whoever's turn it was instead."""
    first, *others = [offences_among(ruling.findings) for ruling in rulings]
    return {key: offence for key, offence in first.items() if all(key in own for own in others)}


def _costs(ruling: Ruling) -> list[tuple[Key, int, Effect, int | None]]:
    """Return what makes each penalty the same in two rulings, which may not have the same findings."""
    return [(key_of(ruling.findings[each.finding]), each.side, each.effect, each.tricks) for each in ruling.penalties]


def _sheet_of(ruling: Ruling, rows: Container[str | int]) -> SheetFindings:
    """Return what a ruling finds about these rows of the sheet."""
    findings, undecided = (
        tuple([each for each in found if each.location[:1] == ("reported",) and each.location[1] in rows])
        for found in (ruling.findings, ruling.undecided)
    )
    return SheetFindings(findings, undecided)


def _without_sheet(ruling: Ruling) -> Ruling:
    """Return a ruling without its scores, and what it finds about the sheet."""
    findings, undecided = (
        tuple([each for each in found if each.location[:1] != ("reported",)])
        for found in (ruling.findings, ruling.undecided)
    )
    return ruling._replace(as_played=None, as_ruled=None, differences=None).having(findings, undecided)


def _score_in_all(
    scores: Sequence[tuple[SideScore, ...] | None], by_nobody: tuple[SideScore, ...] | None
) -> tuple[SideScore, ...] | None:
    """Return the score of each side that is the same in all of these; of any other side that ``by_nobody``, if any."""
    if None in scores:
        return None
    found: list[SideScore] = []
    for side, of_side in enumerate(zip(*[score or () for score in scores], strict=True)):
        same = agreed(of_side) or agreed([_with_any_bags(own) for own in of_side])
        if same is None and by_nobody is None:
            return None
        found.append((by_nobody or ())[side] if same is None else same)
    return tuple(found)


def _with_any_bags(side: SideScore) -> SideScore:
    """Return a score whose penalties for bags do not say how many bags there were."""
    lines = [
        line._replace(detail=say("bags_reach_limit_anyway", limit=line.detail.facts["limit"]))
        if line.code == "bag_penalty"
        else line
        for line in side.lines
    ]
    return side._replace(lines=tuple(lines))


def _points(score: tuple[SideScore, ...] | None) -> tuple[int, ...] | None:
    """Return the points of each side; None without a score."""
    return None if score is None else tuple([side.points for side in score])


def _apart_from_standing(ruling: Ruling) -> Ruling:
    """Return a ruling without all that follows from the standing before the round alone."""
    as_played, as_ruled = (
        scores and tuple([side._replace(before=START, after=Standing(side.points)) for side in scores])
        for scores in (ruling.as_played, ruling.as_ruled)
    )
    findings = tuple([_from_any_standing(finding) for finding in ruling.findings])
    record = ruling.record._replace(dealer=None, opener=None, openers=(), before=None, round_number=None)
    return ruling._replace(record=record, findings=findings, as_played=as_played, as_ruled=as_ruled, possible_scores=())


def _from_any_standing(finding: Finding) -> Finding:
    """Return a finding on a blind bid that does not say how far behind the side was."""
    sentence = finding.detail[0]
    if sentence.key != "bid_without_deficit":
        return finding
    facts = {name: fact for name, fact in sentence.facts.items() if name != "behind"}
    return finding._replace(detail=(say("bid_without_deficit_anyway", **facts), *finding.detail[1:]))


def _in_game(record: RoundRecord | RoundResult, stand: Stand) -> RoundRecord | RoundResult:
    """Return a round with what follows from the rounds before it: dealer, number, standing, first bidder."""
    return record._replace(
        dealer=stand.upcoming.dealer if record.dealer is None else record.dealer,
        round_number=stand.upcoming.round_number,
        before=stand.standing,
        opener=stand.upcoming.first_bidder,
        openers=stand.upcoming.openers,
        decisions=record.decisions._replace(game_over=True) if stand.outcome.finished else record.decisions,
    )


def _is_unfinished(record: RoundRecord | RoundResult, ruling: Ruling, ruleset: Ruleset) -> bool:
    """Return whether a record ends before its round did."""
    if not isinstance(record, RoundRecord) or ruling.as_ruled is not None or ruling.possible_scores:
        return False
    pack = ruleset.packs[len(record.table.players)]
    short = len(record.tricks) == pack.hand_size and len(record.tricks[-1].seats) < pack.in_last_trick
    return short or len(record.tricks) < pack.hand_size
