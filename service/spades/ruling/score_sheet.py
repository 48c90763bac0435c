"""The score sheet: what it claims, held against the score as played.

A value is compared where the record makes one. A wrong one says what went wrong where exactly one simple slip explains
it. Where the sources are silent: who is absent from ``tricks_won`` is claimed to have won none, as in every sheet;
without the standing before the round its running score and bags are open questions, and so are points that a bag
penalty may explain; with ``scoring.bag_limit`` 0 no bags are counted, and whatever count the sheet keeps is its own.

A finding compares with the score as played, and where the penalties make another figure its sentence names both: a
sheet that has them in it already is wrong as the cards fell, and right as ruled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from service.spades.english import count_of
from service.spades.findings import Finding
from service.spades.pointers import pointer_to
from service.spades.record.model import Reported
from service.spades.rules.rulebook import cite
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.differences import tricks_by_name
from service.spades.scoring.model import SideScore
from service.spades.table import Table

_PENALTY = frozenset({"bag_penalty", "bag_points_cancelled"})
Slips: TypeAlias = Iterable[tuple[int, str]]


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
    *,
    as_played: tuple[SideScore, ...] | None,
    as_ruled: tuple[SideScore, ...] | None,
    played: Played | None,
    standing_known: bool,
    offset: int,
) -> SheetFindings:
    """Hold a sheet against the round as played: tricks, points, score, bags, each in the order given.

    ``won`` are each seat's tricks, None unless every trick has a winner; ``played`` is how far a round was played that
    was not played out, None for one that was; ``standing_known`` tells whether the standing before the round is;
    ``offset`` the place of the first finding.
    """
    auditor = _Auditor(reported, table, ruleset, as_ruled, standing_known, offset)
    if played is not None:
        auditor.finished(played)
    if won is not None:
        auditor.tricks_won(won)
    if as_played is not None:
        auditor.points(as_played)
        auditor.scores(as_played)
        auditor.bags(as_played)
    return SheetFindings(tuple(auditor.findings), tuple(auditor.undecided))


@dataclass(slots=True)
class _Auditor:
    """Goes through a sheet row by row."""

    reported: Reported
    table: Table
    ruleset: Ruleset
    ruled: tuple[SideScore, ...] | None
    """The score after the penalties."""
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
        detail = f"The sheet is that of a finished round of {count_of(size, 'trick')}; the record has {there}."
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
        counted, ruled = tricks_by_name(self.table, won), tricks_by_name(self.table, won, self.ruled)
        for name, value in given.items():
            if value != counted[name]:
                detail = f"The sheet gives {name} {count_of(value, 'trick')}; {name} won {counted[name]}."
                detail += _with_penalties(value, counted[name], ruled[name])
                self._report("tricks_won", name, value, counted[name], detail)
        for name in self._absent(given):
            if counted[name]:
                detail = f"The sheet gives {name} no trick; {name} won {counted[name]}."
                detail += _with_penalties(0, counted[name], ruled[name])
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
            told = f"The sheet gives {name} {count_of(value, 'point')} for the round"
            detail = f"{told}; its bids and tricks make {side.points}."
            if not self.standing_known and value in self._with_other_bags(side):
                detail += " The bags from before the round, which may tell, are not known."
                self._ask("points", name, value, side.points, detail)
                continue
            self.wrong_points[name] = self.offset + len(self.findings)
            slips = [*self._slips_in_lines(side, side.points), *self._copied(side, {s.side: s.points for s in scores})]
            detail += _why(value, side.points, self._ruled(side, side.points, lambda ruled: ruled.points), slips)
            self._report("points", name, value, side.points, detail)

    def scores(self, scores: tuple[SideScore, ...]) -> None:
        """Report wrong running scores; one that adds up from wrong points follows from those."""
        for name, value in (self.reported.score or {}).items():
            side = scores[self.table.side[name]]
            before, right = side.before.score, side.after.score
            if value == right:
                continue
            told = f"The sheet gives {name} a score of {value}"
            ruled = self._ruled(side, right, lambda ruled: ruled.after.score)
            if not self.standing_known:
                made = f"the round makes {count_of(side.points, 'point')}, and the score before it is not known"
                self._ask("score", name, value, right, f"{told}; {made}.")
                continue
            detail = f"{told}; {before} before the round and {count_of(side.points, 'point')} in it make {right}."
            if name in self.wrong_points and value == before + (self.reported.points or {})[name]:
                detail += " It adds up from the points that the sheet gives."
                detail += _with_penalties(value, right, ruled)
                self._report("score", name, value, right, detail, follows=self.wrong_points[name])
                continue
            slips = [
                (before, "the points of the round are not added"),
                (right + side.points, "the points of the round are added twice"),
                (before - side.points, "the points of the round are taken off"),
                *self._slips_in_lines(side, right, least=2),  # one line is all the points of the round
                *self._copied(side, {each.side: each.after.score for each in scores}),
            ]
            detail += _why(value, right, ruled, slips)
            self._report("score", name, value, right, detail)

    def bags(self, scores: tuple[SideScore, ...]) -> None:
        """Report wrong counts of bags after the round."""
        if not self.ruleset.parameters.scoring.bag_limit:
            return
        for name, value in (self.reported.bags or {}).items():
            side = scores[self.table.side[name]]
            before, right = side.before.bags, side.after.bags
            if value == right:
                continue
            told = f"The sheet gives {name} {count_of(value, 'bag')}"
            if not self.standing_known and self._may_stand(value, side):
                made = f"the round makes {count_of(side.bags, 'bag')}, and the count before it is not known"
                self._ask("bags", name, value, right, f"{told}; {made}.")
                continue
            less = ", less those that a penalty was paid for," if right != before + side.bags else ""
            detail = f"{told}; {before} before the round and {side.bags} in it{less} make {right}."
            slips = [
                (before, "the bags of the round are not counted"),
                (side.bags, "the bags from before the round are not counted"),
                (before + side.bags, "the bags that a penalty was paid for are not taken off"),
                *self._copied(side, {each.side: each.after.bags for each in scores}),
            ]
            detail += _why(value, right, self._ruled(side, right, lambda ruled: ruled.after.bags), slips)
            self._report("bags", name, value, right, detail)

    def _ruled(self, side: SideScore, played: int, figure: Callable[[SideScore], int]) -> int:
        """Return the figure of a side after the penalties; the one as played where there is no score as ruled."""
        return played if self.ruled is None else figure(self.ruled[side.side])

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
        self._report(row, name, reported, counted, detail)
        self.undecided.append(replace(self.findings.pop(), decided_by="#/before"))


def _why(reported: int, played: int, ruled: int, slips: Slips) -> str:
    """Return what more there is to say about a wrong figure: what the penalties make it, else which slip makes it."""
    found = set() if reported == ruled else {slip for value, slip in slips if value == reported}
    return (f" It comes out when {found.pop()}." if len(found) == 1 else "") + _with_penalties(reported, played, ruled)


def _with_penalties(reported: int, played: int, ruled: int) -> str:
    """Return in a sentence what a figure is as ruled, where that is another than as played."""
    if ruled == played:
        return ""
    return f" As ruled it is {ruled}{', as on the sheet' if reported == ruled else ''}."
