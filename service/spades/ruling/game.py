"""The course of a game: each round ruled on from the standing as ruled after the last, until the game is over.

Scoring a game and auditing it go the same way, so that both come to the same standing.
"""

from __future__ import annotations

from typing import Final

from service.spades.claims.recorded_claim import GAME_BUDGET, RECORD_BUDGET
from service.spades.errors import Fault, UnreadableRecord
from service.spades.pointers import into_round, pointer_to
from service.spades.record.model import GameRecord, Reported, RoundRecord, RoundResult, Standing
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit, audit_row
from service.spades.ruling.game_sheet import examine_sheet
from service.spades.ruling.model import GameRuling, PlayedGame, PlayedRound, Ruling
from service.spades.scoring.game import (
    opening_round,
    outcome_after,
    outcome_before_play,
    outcome_of_forfeit,
    round_after,
    round_after_end,
    round_after_void,
)
from service.spades.scoring.model import NextRound, Outcome
from service.spades.sentence import say


def audit_game(game: GameRecord, ruleset: Ruleset) -> GameRuling:
    """Rule on a game, and compare what its sheet claims with the scores as ruled."""
    return examine_sheet(play_game(game, ruleset), ruleset)


def score_game(game: GameRecord, ruleset: Ruleset) -> PlayedGame:
    """Score the rounds of a game in order, as ruled.

    A round after the end is reported, still scored, and changes no winner. Raises `UnreadableRecord` for every record
    that has no score.
    """
    played = play_game(game, ruleset)
    faults = [
        Fault(pointer_to("rounds", index), "unfinished_round", _UNFINISHED)
        for index, each in enumerate(played.rounds)
        if each.ruling.as_ruled is None
    ]
    if faults:
        raise UnreadableRecord(faults)
    return played


_UNFINISHED: Final = (
    "This round can't be scored: it lacks tricks or bids, or it is not known who won a trick. Complete it, give its"
    " `tricks_won`, or audit the game, which takes unfinished rounds."
)


def play_game(game: GameRecord, ruleset: Ruleset) -> PlayedGame:
    """Rule on the rounds of a game in order.

    Unless a round names its dealer, the deal has moved on from the round before, beginning with ``first_dealer``. A
    last round that is not finished is still the next one to be played. After a round without a score the standing is
    unknown, and the totals of the sheet are no longer compared. If the standing before the first round already ends the
    game, every round comes after the end. Once the game is over it can't be forfeited.
    """
    table, parameters = game.table, ruleset.parameters
    standing: tuple[Standing, ...] | None = game.before or (Standing(),) * len(table.sides)
    outcome = outcome_before_play(parameters.game, game.before)
    upcoming = opening_round(parameters, table, game.first_dealer)
    played: list[PlayedRound] = []
    unscored: int | None = None
    budget = GAME_BUDGET
    for index, each in enumerate(game.rounds):
        record = _in_game(each, upcoming, standing, game_over=outcome.finished)
        ruling = _ruling_on(record, ruleset, index, min(RECORD_BUDGET, budget))
        budget -= 0 if ruling.claim is None else ruling.claim.positions
        if outcome.finished:
            ruling = ruling.followed_by(round_after_end(table, index))
        played.append(PlayedRound(record, ruling, unscored))
        last = index == len(game.rounds) - 1
        if ruling.verdict == "void":
            upcoming = round_after_void(parameters, table, record, upcoming)
        elif not (last and _is_unfinished(record, ruling, ruleset)):
            upcoming = round_after(parameters, table, record, upcoming)
        if ruling.as_ruled is None or standing is None:
            standing, unscored = None, index if unscored is None else unscored
        else:
            standing = tuple(side.after for side in ruling.as_ruled)
        if not outcome.finished:
            outcome = _outcome(ruleset, played, standing, upcoming.round_number - 1)
    return PlayedGame(table, tuple(played), standing, outcome, None if outcome.finished else upcoming)


def _ruling_on(record: RoundRecord | RoundResult, ruleset: Ruleset, index: int, claim_budget: int) -> Ruling:
    """Return the ruling on a round; raises `UnreadableRecord` if nobody can say whose the cards of a trick are."""
    if not isinstance(record, RoundRecord):
        return audit_row(record, ruleset)
    try:
        return audit(record, ruleset, claim_budget)
    except UnreadableRecord as error:
        faults = [fault._replace(pointer=into_round(index, fault.pointer)) for fault in error.faults]
        raise UnreadableRecord(faults) from error


def _in_game(
    record: RoundRecord | RoundResult, upcoming: NextRound, standing: tuple[Standing, ...] | None, *, game_over: bool
) -> RoundRecord | RoundResult:
    """Return a round with what follows from the rounds before it: dealer, number, standing, first bidder."""
    reported = record.reported
    if standing is None and reported is not None:
        reported = Reported(reported.tricks_won, None, None, None)
    return record._replace(
        dealer=upcoming.dealer if record.dealer is None else record.dealer,
        round_number=upcoming.round_number,
        before=standing,
        opener=upcoming.first_bidder,
        reported=reported,
        decisions=record.decisions._replace(game_over=True) if game_over else record.decisions,
    )


def _is_unfinished(record: RoundRecord | RoundResult, ruling: Ruling, ruleset: Ruleset) -> bool:
    """Return whether a record ends before its round did."""
    if not isinstance(record, RoundRecord) or ruling.as_ruled is not None:
        return False
    players, size = len(record.table.players), ruleset.packs[len(record.table.players)].hand_size
    short = len(record.tricks) == size and len(record.tricks[-1].seats) < players
    return short or len(record.tricks) < size


def _outcome(
    ruleset: Ruleset, played: list[PlayedRound], standing: tuple[Standing, ...] | None, rounds: int
) -> Outcome:
    """Return whether the game is over after the last of these rounds, of which ``rounds`` were not void."""
    forfeited = list(played[-1].forfeited_by)
    if forfeited:
        return outcome_of_forfeit(played[-1].ruling.table, standing, forfeited, len(played))
    if standing is None:
        unscored = next(index for index, each in enumerate(played) if each.ruling.as_ruled is None)
        return Outcome((), None, say("standing_not_known", number=unscored + 1))
    return outcome_after(ruleset.parameters.game, standing, rounds)
