"""A whole game, audited: one ruling per round, each from the standing as ruled after the last; errors of the sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, get_args

from service.spades.errors import UnreadableRecord
from service.spades.findings import Finding, Verdict
from service.spades.pointers import into_round
from service.spades.record.model import AuditedGame, Reported, RoundRecord, RoundResult, Standing
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit, audit_row
from service.spades.ruling.model import (
    AuditedRound,
    GameRuling,
    Penalty,
    Ruling,
    SheetCause,
    SheetError,
    SheetShift,
)
from service.spades.scoring.game import (
    opening_round,
    outcome_after,
    outcome_before_play,
    outcome_of_forfeit,
    round_after,
    round_after_end,
)
from service.spades.scoring.model import BAG_LINES, NextRound, Outcome, SideScore
from service.spades.sentence import say

_TOTALS = frozenset({"score", "bags"})
"""The rows of a sheet that run on from round to round."""
_WHY: Mapping[SheetCause, str] = MappingProxyType(
    {
        "tricks": "tricks_counted_wrongly",
        "bags": "bags_left_out",
        "points": "points_are_wrong",
        "carry": "total_does_not_continue",
        "penalty": "penalties_left_out",
    }
)


class _Played(NamedTuple):
    """A round with the standing before it, and the ruling on it."""

    record: RoundRecord | RoundResult
    ruling: Ruling


def audit_game(game: AuditedGame, ruleset: Ruleset) -> GameRuling:
    """Rule on the rounds of a game in order.

    A void round is dealt again by the same dealer, and a last round that is not finished is still the next one to be
    played. After a round without a score the standing is unknown, and the totals of the sheet are no longer compared.
    Once the game is over it can't be forfeited.
    """
    table, parameters = game.table, ruleset.parameters
    standing: tuple[Standing, ...] | None = game.before or (Standing(),) * len(table.sides)
    outcome = outcome_before_play(parameters.game, game.before)
    upcoming = opening_round(parameters, table, game.first_dealer)
    played: list[_Played] = []
    offsets: dict[tuple[str, int], int] = {}
    for index, each in enumerate(game.rounds):
        record = _in_game(each, upcoming, standing)
        ruling = _ruling_on(record, ruleset, index)
        ruling = _without_carried_errors(ruling, offsets)
        offsets |= _sheet_offsets(record.reported, ruling)
        if outcome.finished:
            ruling = ruling.followed_by(round_after_end(table, index))._replace(penalties=_without_forfeits(ruling))
        played.append(_Played(record, ruling))
        last = index == len(game.rounds) - 1
        if ruling.verdict != "void" and not (last and _is_unfinished(record, ruling, ruleset)):
            upcoming = round_after(parameters, table, record, upcoming)
        standing = _standing_after(ruling, standing)
        if not outcome.finished:
            outcome = _outcome(ruleset, played, standing, upcoming.round_number - 1)
    rows = ("points", "bags", "score") if parameters.scoring.bag_limit else ("points", "score")
    return GameRuling(
        verdict=_verdict(played),
        rounds=tuple(
            AuditedRound(record.dealer, ruling, _unscored(played) if record.before is None else None)
            for record, ruling in played
        ),
        first_error=next(_errors(played, rows), None),
        shifts=tuple(_shifts(played)),
        standing=standing,
        outcome=outcome,
        next_round=None if outcome.finished else upcoming,
    )


def _ruling_on(record: RoundRecord | RoundResult, ruleset: Ruleset, index: int) -> Ruling:
    """Return the ruling on a round; raises `UnreadableRecord` if nobody can say whose the cards of a trick are."""
    if not isinstance(record, RoundRecord):
        return audit_row(record, ruleset)
    try:
        return audit(record, ruleset)
    except UnreadableRecord as error:
        faults = [fault._replace(pointer=into_round(index, fault.pointer)) for fault in error.faults]
        raise UnreadableRecord(faults) from error


def _in_game(
    record: RoundRecord | RoundResult, upcoming: NextRound, standing: tuple[Standing, ...] | None
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
    )


def _standing_after(ruling: Ruling, before: tuple[Standing, ...] | None) -> tuple[Standing, ...] | None:
    if ruling.verdict == "void" or before is None:
        return before
    return None if ruling.as_ruled is None else tuple(side.after for side in ruling.as_ruled)


def _without_carried_errors(ruling: Ruling, offsets: Mapping[tuple[str, int], int]) -> Ruling:
    """Return a ruling without the findings on totals that are off by as much as on the line before: no new errors."""

    def is_new(finding: Finding) -> bool:
        row, evidence = finding.properties.sheet_row, finding.evidence
        if row not in _TOTALS or evidence is None or finding.side is None:
            return True
        if evidence.reported is None or evidence.counted is None:
            return True
        return evidence.reported - evidence.counted != offsets.get((row, finding.side), 0)

    return ruling.keeping(is_new)


def _sheet_offsets(reported: Reported | None, ruling: Ruling) -> dict[tuple[str, int], int]:
    """Return by how much the totals of this round on the sheet are off, for each row and side."""
    if reported is None or ruling.as_ruled is None:
        return {}
    offsets = {}
    for side in ruling.as_ruled:
        team = ruling.table.sides[side.side].name
        for row, figures, ruled in (
            ("score", reported.score, side.after.score),
            ("bags", reported.bags, side.after.bags),
        ):
            if figures is not None and team in figures:
                offsets[row, side.side] = figures[team] - ruled
    return offsets


def _forfeits(ruling: Ruling) -> tuple[Penalty, ...]:
    return tuple(each for each in ruling.penalties if each.effect == "game")


def _without_forfeits(ruling: Ruling) -> tuple[Penalty, ...]:
    """Return the penalties of a round except forfeits of the game."""
    return tuple(each for each in ruling.penalties if each.effect != "game")


def _is_unfinished(record: RoundRecord | RoundResult, ruling: Ruling, ruleset: Ruleset) -> bool:
    """Return whether a record ends before its round did."""
    if not isinstance(record, RoundRecord) or ruling.as_ruled is not None:
        return False
    players, size = len(record.table.players), ruleset.packs[len(record.table.players)].hand_size
    short = len(record.tricks) == size and len(record.tricks[-1].seats) < players
    return short or len(record.tricks) < size


def _outcome(ruleset: Ruleset, played: list[_Played], standing: tuple[Standing, ...] | None, rounds: int) -> Outcome:
    """Return whether the game is over after the last of these rounds, of which ``rounds`` were not void."""
    rules, table = ruleset.parameters.game, played[-1].ruling.table
    # A side that has forfeited the game has lost it, even if the others are equal and play on.
    forfeited = {penalty.side: index for index, each in enumerate(played) for penalty in _forfeits(each.ruling)}
    if forfeited:
        ended = outcome_of_forfeit(rules, table, standing, sorted(forfeited), max(forfeited.values()) + 1)
        if ended is not None:
            return ended
    if standing is None:
        return Outcome((), None, say("standing_not_known", number=_unscored(played) + 1))
    return outcome_after(rules, standing, rounds)


def _unscored(played: list[_Played]) -> int:
    """Return the index of the first round without a score, after which the standing is not known."""
    return next(index for index, each in enumerate(played) if each.ruling.as_ruled is None)


def _verdict(played: list[_Played]) -> Verdict:
    """Return the gravest verdict on a round; a void round makes the game irregular."""
    verdicts = {each.ruling.verdict for each in played}
    if "void" in verdicts:
        return "irregular"
    return min(verdicts, key=get_args(Verdict).index, default="clean")


def _shifts(played: list[_Played]) -> Iterator[SheetShift]:
    for index, (record, ruling) in enumerate(played):
        for side in ruling.as_ruled or ():
            team = ruling.table.sides[side.side].name
            scores = None if record.reported is None else record.reported.score
            if scores is not None and scores.get(team, side.after.score) != side.after.score:
                yield SheetShift(index, side.side, scores[team], side.after.score)


def _errors(played: list[_Played], rows: tuple[str, ...]) -> Iterator[SheetError]:
    """Yield the wrong values of these rows, round by round; in a round, a total comes after what it is made of."""
    for index, (record, ruling) in enumerate(played):
        if record.reported is None:
            continue
        yield from _wrong_tricks(index, ruling)
        as_played = ruling.as_played or (None,) * len(ruling.table.sides)
        for row in rows:
            values: Mapping[str, int] = getattr(record.reported, row) or {}
            for side_played, as_ruled in zip(as_played, ruling.as_ruled or (), strict=False):
                team = ruling.table.sides[as_ruled.side].name
                value, expected = values.get(team), _value(as_ruled, row)
                if value is not None and value != expected:
                    points = None if record.reported.points is None else record.reported.points.get(team)
                    cause = _cause(row, value, (side_played, as_ruled), points)
                    why = "round_is_void" if ruling.verdict == "void" and cause == "penalty" else _WHY[cause]
                    facts = {"round": index + 1, "side": as_ruled.side, "reported": value, "expected": expected}
                    detail = say("first_wrong_value", **facts, why=say(why))
                    location = ("rounds", index, "reported", row, team)
                    yield SheetError(index, location, value, expected, cause, detail)


def _wrong_tricks(index: int, ruling: Ruling) -> Iterator[SheetError]:
    counted_wrong = {finding.location for finding in ruling.findings if finding.code == "wrong_tricks_won"}
    for location, reported, ruled in ruling.differences or ():
        if location[1] == "tricks_won":
            cause: SheetCause = "tricks" if location in counted_wrong else "penalty"
            facts = {"round": index + 1, "reported": reported, "expected": ruled}
            detail = say("first_wrong_tricks", **facts, why=say(_WHY[cause]))
            yield SheetError(index, ("rounds", index, *location), reported, ruled, cause, detail)


def _value(side: SideScore, row: str) -> int:
    return {"points": side.points, "bags": side.after.bags, "score": side.after.score}[row]


def _cause(row: str, value: int, scores: tuple[SideScore | None, SideScore], points: int | None) -> SheetCause:
    """Return what went wrong with a value that is not the one as ruled, as far as the sheet shows it.

    ``scores`` are the side's as played and as ruled, ``points`` what the sheet gives it for the round. A round without
    a score as played is void; a sheet that counts anything for it overlooks that. If the sheet's points for the round
    are right, or missing, then a wrong score is itself the error.
    """
    as_played, as_ruled = scores
    if as_played is None:
        return "carry" if row == "score" and points == as_ruled.points else "penalty"
    if value == _value(as_played, row):
        return "penalty"
    if row == "bags":
        return "bags"
    # The points of the round by this value: the value itself, or the step that it makes from the score before.
    step = value if row == "points" else value - as_played.before.score
    if row == "score" and points in {as_played.points, as_ruled.points}:
        return "carry"
    for_bags = sum(line.points for line in as_played.lines if line.code in BAG_LINES)
    if for_bags and step == as_played.points - for_bags:
        return "bags"
    return "points" if row == "points" or points is not None else "carry"
