"""The score sheet: what it claims, held against the score as played (findings) and as ruled (differences).

A value is compared where the record makes one. A wrong one says what went wrong where exactly one simple slip explains
it. Where the sources are silent: who is absent from ``tricks_won`` is claimed to have won none, as in every sheet;
without the standing before the round its running score and bags are open questions, and so are points that a bag
penalty may explain; with ``scoring.bag_limit`` 0 no bags are counted, and whatever count the sheet keeps is its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from service.spades.faults import pointer_to
from service.spades.findings import Finding
from service.spades.record import Reported
from service.spades.rulebook import cite
from service.spades.ruleset import Ruleset
from service.spades.scoring import SideScore
from service.spades.table import Table

_PENALTY = frozenset({"bag_penalty", "bag_points_cancelled"})
Slips: TypeAlias = Iterable[tuple[int, str]]


class Difference(NamedTuple):
    """A value of the sheet that is not the one as ruled."""

    pointer: str
    reported: int
    ruled: int


class Played(NamedTuple):
    """How far a round was played: the tricks that are over, and whether another one was begun."""

    tricks: int
    begun: bool


class SheetFindings(NamedTuple):
    """What is wrong with a sheet, and what can't be told without the standing before the round."""

    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]


def sheet_findings(  # noqa: PLR0913 - what a sheet is held against
    reported: Reported,
    table: Table,
    ruleset: Ruleset,
    won: tuple[int, ...] | None,
    as_played: tuple[SideScore, ...] | None,
    *,
    played: Played | None,
    standing_known: bool,
    offset: int,
) -> SheetFindings:
    """Hold a sheet against the round as played: tricks, points, score, bags, each in the order given.

    ``won`` are each seat's tricks, None unless every trick has a winner; ``played`` is how far a round was played that
    was not played out, None for one that was; ``standing_known`` tells whether the standing before the round is;
    ``offset`` the place of the first finding.
    """
    auditor = _Auditor(reported, table, ruleset, standing_known, offset)
    if played is not None:
        auditor.finished(played)
    if won is not None:
        auditor.tricks_won(won)
    if as_played is not None:
        auditor.points(as_played)
        auditor.scores(as_played)
        auditor.bags(as_played)
    return SheetFindings(tuple(auditor.findings), tuple(auditor.undecided))


def differences(
    reported: Reported,
    table: Table,
    ruleset: Ruleset,
    won: tuple[int, ...] | None,
    as_ruled: tuple[SideScore, ...] | None,
) -> tuple[Difference, ...]:
    """Return every value of the sheet that is not the one as ruled, in the order of the sheet.

    A side's tricks are those that penalties leave it; one player's of several are those that he won.
    """
    ruled: list[tuple[str, Mapping[str, int] | None, Mapping[str, int]]] = []
    if won is not None:
        ruled.append(("tricks_won", reported.tricks_won, _tricks(table, won, as_ruled)))
    if as_ruled is not None:
        sides = [(table.sides[side.side].name, side) for side in as_ruled]
        ruled.append(("points", reported.points, {name: side.points for name, side in sides}))
        ruled.append(("score", reported.score, {name: side.after.score for name, side in sides}))
        if ruleset.parameters.scoring.bag_limit:
            ruled.append(("bags", reported.bags, {name: side.after.bags for name, side in sides}))
    return tuple(
        Difference(pointer_to("reported", row, name), value, values[name])
        for row, given, values in ruled
        for name, value in (given or {}).items()
        if value != values[name]
    )


def _tricks(table: Table, won: tuple[int, ...], scores: tuple[SideScore, ...] | None = None) -> dict[str, int]:
    """Return the tricks by every name that a sheet may use: of sides as they are scored, else as they were won."""
    tricks = dict(zip(table.players, won, strict=True))
    for place, side in enumerate(table.sides):
        of_side = sum(won[seat] for seat in side.seats) if scores is None else scores[place].tricks
        tricks[side.name] = of_side
        if len(side.seats) == 1:
            tricks[table.players[side.seats[0]]] = of_side
    return tricks


@dataclass(slots=True)
class _Auditor:
    """Goes through a sheet row by row."""

    reported: Reported
    table: Table
    ruleset: Ruleset
    standing_known: bool
    offset: int
    findings: list[Finding] = field(default_factory=list)
    undecided: list[Finding] = field(default_factory=list)
    wrong_points: dict[str, int] = field(default_factory=dict)
    """For each side with wrong points the place of that finding."""

    def finished(self, played: Played) -> None:
        """Report a sheet of a finished round whose tricks are not all in the record."""
        sheet, size = self.reported, self.ruleset.packs[len(self.table.players)].hand_size
        claimed = sum(self._claimed(side) for side in range(len(self.table.sides)))
        if played.tricks >= size or not (sheet.points or sheet.score or sheet.bags or claimed == size):
            return
        there = f"{played.tricks} whole and the beginning of another" if played.begun else f"{played.tricks}"
        detail = f"The sheet is that of a finished round of {_count(size)}; the record has {there}."
        rule = cite(self.ruleset, "deck.hand_size")
        self.findings.append(Finding(code="missing_tricks", pointer="#/tricks", detail=detail, rule=rule))

    def _claimed(self, side: int) -> int:
        """Return the tricks of a side as the sheet has them, by its name or by those of its players."""
        given, whole = self.reported.tricks_won or {}, self.table.sides[side]
        if whole.name in given:
            return given[whole.name]
        return sum(given.get(self.table.players[seat], 0) for seat in whole.seats)

    def tricks_won(self, won: tuple[int, ...]) -> None:
        """Report wrong numbers of tricks; those of who is absent stand at the row itself."""
        given = self.reported.tricks_won
        if given is None:
            return
        counted = _tricks(self.table, won)
        for name, value in given.items():
            if value != counted[name]:
                detail = f"The sheet gives {name} {_count(value)}; {name} won {counted[name]}."
                self._report("tricks_won", name, value, counted[name], detail)
        for name in self._absent(given):
            if counted[name]:
                detail = f"The sheet gives {name} no trick; {name} won {counted[name]}."
                self._report("tricks_won", name, 0, counted[name], detail, at_row=True)

    def _absent(self, given: Mapping[str, int]) -> Iterator[str]:
        """Yield who is not on a sheet of tricks: sides that are not named at all, and players beside a partner."""
        for side in self.table.sides:
            players = [self.table.players[seat] for seat in side.seats]
            if side.name not in given:
                missing = [player for player in players if player not in given]
                yield from [side.name] if len(missing) == len(players) else missing

    def points(self, scores: tuple[SideScore, ...]) -> None:
        """Report wrong points of the round."""
        for name, value in (self.reported.points or {}).items():
            side = scores[self.table.side[name]]
            if value == side.points:
                continue
            detail = f"The sheet gives {name} {value} points for the round; by bids and tricks they are {side.points}."
            if not self.standing_known and value in self._with_other_bags(side):
                self._ask("points", name, value, side.points, detail)
                continue
            self.wrong_points[name] = self.offset + len(self.findings)
            slips = [*self._slips_in_lines(side, side.points), *self._copied(side, {s.side: s.points for s in scores})]
            self._report("points", name, value, side.points, detail + _slip(value, slips))

    def scores(self, scores: tuple[SideScore, ...]) -> None:
        """Report wrong running scores; one that adds up from wrong points follows from those."""
        for name, value in (self.reported.score or {}).items():
            side = scores[self.table.side[name]]
            before, right = side.before.score, side.after.score
            if value == right:
                continue
            detail = f"The sheet gives {name} {value}; {before} and {side.points} make {right}."
            if not self.standing_known:
                self._ask("score", name, value, right, detail)
                continue
            if name in self.wrong_points and value == before + (self.reported.points or {})[name]:
                detail += " It adds up from the points that the sheet gives."
                self._report("score", name, value, right, detail, follows=self.wrong_points[name])
                continue
            slips = [
                (before, "the points of the round are not added"),
                (right + side.points, "the points of the round are added twice"),
                (before - side.points, "the points of the round are taken off"),
                *self._slips_in_lines(side, right, least=2),  # one line is all the points of the round
                *self._copied(side, {each.side: each.after.score for each in scores}),
            ]
            self._report("score", name, value, right, detail + _slip(value, slips))

    def bags(self, scores: tuple[SideScore, ...]) -> None:
        """Report wrong counts of bags after the round."""
        if not self.ruleset.parameters.scoring.bag_limit:
            return
        for name, value in (self.reported.bags or {}).items():
            side = scores[self.table.side[name]]
            before, right = side.before.bags, side.after.bags
            if value == right:
                continue
            less = ", less those that a penalty was paid for," if right != before + side.bags else ""
            detail = f"The sheet gives {name} {_count(value, 'bag')}; {before} and {side.bags}{less} make {right}."
            if not self.standing_known and self._may_stand(value, side):
                self._ask("bags", name, value, right, detail)
                continue
            slips = [
                (before, "the bags of the round are not counted"),
                (side.bags, "the bags from before the round are not counted"),
                (before + side.bags, "the bags that a penalty was paid for are not taken off"),
                *self._copied(side, {each.side: each.after.bags for each in scores}),
            ]
            self._report("bags", name, value, right, detail + _slip(value, slips))

    def _may_stand(self, bags: int, side: SideScore) -> bool:
        """Tell whether a side can have so many bags after this round, whatever it had before."""
        rules = self.ruleset.parameters.scoring
        if rules.bag_carry == "reset":
            return bags == 0 or side.bags <= bags < rules.bag_limit
        return 0 <= bags < rules.bag_limit

    def _with_other_bags(self, side: SideScore) -> set[int]:
        """Return the points of a round by how many bags the side may have had before it."""
        rules = self.ruleset.parameters.scoring
        limit, base = rules.bag_limit, side.points - sum(line.points for line in side.lines if line.code in _PENALTY)
        each = rules.bag_penalty - (limit * rules.overtrick_points if rules.bag_points_cancelled else 0)
        crossed = {(bags + side.bags) // limit for bags in range(limit)} if limit else {0}
        return {base + each * (min(times, 1) if rules.bag_carry == "reset" else times) for times in crossed}

    def _slips_in_lines(self, side: SideScore, right: int, *, least: int = 1) -> Slips:
        """Yield what a sum comes to with one of so many lines left out, counted twice or with the wrong sign."""
        lines = [line for line in side.lines if line.points]
        for line in lines if len(lines) >= least else ():
            what = f"the line '{line.code.replace('_', ' ')}' ({line.points})"
            yield right - line.points, f"{what} is left out"
            yield right + line.points, f"{what} is counted twice"
            yield right - 2 * line.points, f"{what} has the wrong sign"

    def _copied(self, side: SideScore, values: Mapping[int, int]) -> Slips:
        """Yield the figures of the other sides."""
        for other, value in values.items():
            if other != side.side:
                yield value, f"the figure of {self.table.sides[other].name} is taken"

    def _report(  # noqa: PLR0913 - the members of a finding
        self,
        row: str,
        name: str,
        reported: int,
        counted: int,
        detail: str,
        *,
        at_row: bool = False,
        follows: int | None = None,
    ) -> None:
        player = name if row == "tricks_won" and name in self.table.seat else None
        team = name if player is None else self.table.team_of(self.table.seat[player])
        self.findings.append(
            Finding(
                code=f"wrong_{row}",
                pointer=pointer_to("reported", row, *(() if at_row else (name,))),
                detail=detail,
                player=player,
                team=team,
                evidence={"reported": reported, "counted": counted},
                follows=follows,
            )
        )

    def _ask(self, row: str, name: str, reported: int, counted: int, detail: str) -> None:
        """Note a value that may be right, by what the standing before the round was."""
        self._report(row, name, reported, counted, f"{detail} The standing before the round is not known.")
        self.undecided.append(replace(self.findings.pop(), decided_by="#/before"))


def _count(number: int, thing: str = "trick") -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _slip(reported: int, slips: Slips) -> str:
    """Return what went wrong, in a sentence, where exactly one of these slips explains what was reported."""
    found = {slip for value, slip in slips if value == reported}
    return f" It comes out when {found.pop()}." if len(found) == 1 else ""
