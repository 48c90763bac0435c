"""A whole game, audited: a ruling a round, each from the standing as ruled of the one before; the sheet's errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from service.spades.findings import Finding, Verdict
from service.spades.pointers import into_round, pointer_to
from service.spades.record.model import AuditedGame, Reported, RoundRecord, RoundResult, Standing
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit, audit_row
from service.spades.ruling.model import AuditedRound, Cause, GameRuling, Penalty, Ruling, SheetError, SheetShift
from service.spades.scoring.game import after_end, forfeited, judge, opening_round, outset, round_after
from service.spades.scoring.model import Next, Outcome, SideScore

_TOTALS: Mapping[str, str] = {"wrong_score": "score", "wrong_bags": "bags"}
_WHY: Mapping[Cause, str] = {
    "tricks": "the tricks were counted wrongly",
    "bags": "the bags were not counted, or their penalty was left out",
    "points": "the points of the round are wrong",
    "carry": "the running total is not what the one before and the points of the round make",
    "penalty": "the penalties of the ruling are not in it",
}
_VOID = "the round is void and counts for nothing"
_BAG_LINES = frozenset({"bag_penalty", "bag_points_cancelled"})


class _Played(NamedTuple):
    """A round as it was told, with the standing before it, and the ruling on it."""

    told: RoundRecord | RoundResult
    ruling: Ruling


def audit_game(game: AuditedGame, ruleset: Ruleset) -> GameRuling:
    """Rule on the rounds of a game in order.

    A void round is dealt again by the same dealer, and a last round that is not finished is still the next one to be
    played. After a round without a score the standing is unknown, and the totals of the sheet are compared no more.
    After the end of the game there is none left to forfeit.
    """
    table, parameters = game.table, ruleset.parameters
    standing: tuple[Standing, ...] | None = game.before or (Standing(),) * len(table.sides)
    outcome = outset(parameters.game, table, game.before)
    coming = opening_round(parameters, table, game.first_dealer)
    played: list[_Played] = []
    off: dict[tuple[str, str], int] = {}
    for place, each in enumerate(game.rounds):
        told = _told(each, coming, standing)
        ruling = audit(told, ruleset) if isinstance(told, RoundRecord) else audit_row(told, ruleset)
        ruling = _of_this_round(ruling, off)
        off |= _off(told.reported, ruling)
        if outcome.finished:
            ruling = ruling.followed_by(after_end(place))._replace(penalties=_but_for_the_game(ruling))
        played.append(_Played(told, ruling))
        last = place == len(game.rounds) - 1
        if ruling.verdict != "void" and not (last and _is_unfinished(told, ruling, ruleset)):
            coming = round_after(parameters, table, told, coming)
        standing = _standing(ruling, standing)
        if not outcome.finished:
            outcome = _outcome(ruleset, played, standing, coming.round_number - 1)
    rounds = tuple(
        AuditedRound(each.told.dealer, each.ruling.moved(_mover(place, played)), each.told.before is not None)
        for place, each in enumerate(played)
    )
    counted = parameters.scoring.bag_limit > 0
    return GameRuling(
        verdict=_verdict(played),
        rounds=rounds,
        first_error=next(_errors(played, ("points", "bags", "score") if counted else ("points", "score")), None),
        shifts=tuple(_shifts(played)),
        standing=standing,
        outcome=outcome,
        next=None if outcome.finished else coming,
    )


def _told(
    each: RoundRecord | RoundResult, coming: Next, standing: tuple[Standing, ...] | None
) -> RoundRecord | RoundResult:
    """Return a round with what the rounds before tell about it."""
    reported = each.reported
    if standing is None and reported is not None:
        reported = Reported(reported.tricks_won, None, None, None)
    return each._replace(
        dealer=coming.dealer if each.dealer is None else each.dealer,
        round_number=coming.round_number,
        before=standing,
        opener=coming.first_bidder,
        reported=reported,
    )


def _standing(ruling: Ruling, before: tuple[Standing, ...] | None) -> tuple[Standing, ...] | None:
    if ruling.verdict == "void" or before is None:
        return before
    return None if ruling.as_ruled is None else tuple(side.after for side in ruling.as_ruled)


def _of_this_round(ruling: Ruling, off: Mapping[tuple[str, str], int]) -> Ruling:
    """Return a ruling without the totals that are off by as much as the line before them: these are no new faults."""

    def is_new(finding: Finding) -> bool:
        row, evidence = _TOTALS.get(finding.code), finding.evidence
        if row is None or evidence is None or finding.team is None:
            return True
        reported, counted = evidence["reported"], evidence["counted"]
        by = reported - counted if isinstance(reported, int) and isinstance(counted, int) else 0
        return by != off.get((row, finding.team), 0)

    return ruling.keeping(is_new)


def _off(reported: Reported | None, ruling: Ruling) -> dict[tuple[str, str], int]:
    """Return by how much the totals on this line of the sheet are off, by row and team."""
    if reported is None or ruling.as_ruled is None:
        return {}
    off = {}
    for side in ruling.as_ruled:
        team = ruling.table.sides[side.side].name
        for row, given, ruled in (
            ("score", reported.score, side.after.score),
            ("bags", reported.bags, side.after.bags),
        ):
            if given is not None and team in given:
                off[row, team] = given[team] - ruled
    return off


def _forfeits(ruling: Ruling) -> tuple[Penalty, ...]:
    return tuple(each for each in ruling.penalties if each.effect == "game")


def _but_for_the_game(ruling: Ruling) -> tuple[Penalty, ...]:
    """Return the penalties of a round after the end: a game that is over can't be forfeited."""
    return tuple(each for each in ruling.penalties if each.effect != "game")


def _is_unfinished(told: RoundRecord | RoundResult, ruling: Ruling, ruleset: Ruleset) -> bool:
    """Tell whether a record ends before its round did."""
    if not isinstance(told, RoundRecord) or ruling.as_ruled is not None:
        return False
    players, size = len(told.table.players), ruleset.packs[len(told.table.players)].hand_size
    short = len(told.tricks) == size and len(told.tricks[-1].seats) < players
    return short or len(told.tricks) < size


def _outcome(ruleset: Ruleset, played: list[_Played], standing: tuple[Standing, ...] | None, rounds: int) -> Outcome:
    """Say whether the game is over after the last of these rounds, the ``rounds``-th that was not void."""
    rules, ruling = ruleset.parameters.game, played[-1].ruling
    # Who has forfeited the game has lost it, also where the others are equal and play on.
    out = {penalty.side: place for place, each in enumerate(played) for penalty in _forfeits(each.ruling)}
    ended = forfeited(rules, ruling.table, standing, sorted(out), max(out.values()) + 1) if out else None
    if ended is not None:
        return ended
    if standing is None:
        return Outcome((), None, f"Round {_unscored(played) + 1} has no score, so that the standing is not known.")
    return judge(rules, ruling.table, standing, rounds)


def _unscored(played: list[_Played]) -> int:
    """Return the place of the first round without a score, from which on the standing is not known."""
    return next(place for place, each in enumerate(played) if each.ruling.as_ruled is None)


def _mover(place: int, played: list[_Played]) -> Callable[[str], str]:
    """Return what moves the pointers of the ruling on a round."""

    def move(pointer: str) -> str:
        # What would decide the standing before a round of a game is the score that an earlier one lacks.
        return pointer_to("rounds", _unscored(played)) if pointer == "#/before" else into_round(place, pointer)

    return move


def _verdict(played: list[_Played]) -> Verdict:
    verdicts = {each.ruling.verdict for each in played}
    if verdicts & {"void", "irregular"}:
        return "irregular"
    return "undetermined" if "undetermined" in verdicts else "clean"


def _shifts(played: list[_Played]) -> Iterator[SheetShift]:
    for place, (told, ruling) in enumerate(played):
        for side in ruling.as_ruled or ():
            team = ruling.table.sides[side.side].name
            scores = None if told.reported is None else told.reported.score
            if scores is not None and scores.get(team, side.after.score) != side.after.score:
                yield SheetShift(place, team, scores[team], side.after.score)


def _errors(played: list[_Played], rows: tuple[str, ...]) -> Iterator[SheetError]:
    """Yield the values of these rows that are wrong, line by line; within a line what a total rests on comes first."""
    for place, (told, ruling) in enumerate(played):
        if told.reported is None:
            continue
        yield from _wrong_tricks(place, ruling)
        as_played = ruling.as_played or (None,) * len(ruling.table.sides)
        for row in rows:
            values: Mapping[str, int] = getattr(told.reported, row) or {}
            for cards, as_ruled in zip(as_played, ruling.as_ruled or (), strict=False):
                team = ruling.table.sides[as_ruled.side].name
                value, expected = values.get(team), _value(as_ruled, row)
                if value is not None and value != expected:
                    cause = _cause(row, value, cards, as_ruled, told.reported, team)
                    where = pointer_to("rounds", place, "reported", row, team)
                    why = _VOID if ruling.verdict == "void" and cause == "penalty" else _WHY[cause]
                    detail = f"Round {place + 1}: the sheet gives {team} {value}, and it is {expected}: {why}."
                    yield SheetError(place, where, value, expected, cause, detail)


def _wrong_tricks(place: int, ruling: Ruling) -> Iterator[SheetError]:
    counted_wrong = {finding.pointer for finding in ruling.findings if finding.code == "wrong_tricks_won"}
    for pointer, reported, ruled in ruling.differences or ():
        if pointer.startswith("#/reported/tricks_won"):
            cause: Cause = "tricks" if pointer in counted_wrong else "penalty"
            detail = f"Round {place + 1}: the sheet has {reported} tricks, and it is {ruled}: {_WHY[cause]}."
            yield SheetError(place, into_round(place, pointer), reported, ruled, cause, detail)


def _value(side: SideScore, row: str) -> int:
    return {"points": side.points, "bags": side.after.bags, "score": side.after.score}[row]


def _cause(  # noqa: PLR0913, PLR0917 - what a value of the sheet rests on
    row: str, value: int, as_played: SideScore | None, as_ruled: SideScore, reported: Reported, team: str
) -> Cause:
    """Return what went wrong with a value that is not the one as ruled, as far as the sheet shows it.

    A round without a score as the cards fell is void: a sheet that counts anything for it leaves that out. A total is
    held against what the sheet gives for the round: where that is right, or not given, it is the total that is wrong.
    """
    points = None if reported.points is None else reported.points.get(team)
    if as_played is None:
        return "carry" if row == "score" and points == as_ruled.points else "penalty"
    if value == _value(as_played, row):
        return "penalty"
    if row == "bags":
        return "bags"
    # The points that the sheet gives for the round: itself, or as the step from the score before.
    step = value if row == "points" else value - as_played.before.score
    if row == "score" and points in {as_played.points, as_ruled.points}:
        return "carry"
    for_bags = sum(line.points for line in as_played.lines if line.code in _BAG_LINES)
    if for_bags and step == as_played.points - for_bags:
        return "bags"
    return "points" if row == "points" or points is not None else "carry"
