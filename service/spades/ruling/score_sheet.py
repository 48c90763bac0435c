"""The score sheet of a round: what it claims, checked against the score as played and compared with the score as ruled.

A value is compared if the record yields one. A finding on a wrong one says why, if exactly one simple slip explains it.
On points that the sources leave open:

- A player or side that is not in ``tricks_won`` is claimed to have won none, as on every sheet.
- Without the standing before the round, its running score and bags are open questions, and so are points that a bag
  penalty may explain.
- With ``bags.limit`` 0 no bags are counted, and whatever count the sheet keeps is its own.

Findings compare with the score as played. If the penalties make another figure, the sentence names both: a sheet that
already includes them is wrong as played, and right as ruled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from service.spades.findings import SHEET_CODES, About, Evidence, Finding, Location, Reporter, one_finding
from service.spades.proof.facts import Facts
from service.spades.record.log import RoundContext
from service.spades.record.model import Reported, RoundRecord, RoundResult
from service.spades.rules.ruleset import NILS
from service.spades.ruling.cost import cost_of
from service.spades.ruling.model import SheetDifference, in_all
from service.spades.scoring.model import BAG_LINES, DECIDED_LINES, SideScore
from service.spades.sentence import Fact, Sentence, say
from service.spades.table import Table

Slips: TypeAlias = Iterable[tuple[int, Sentence]]
"""Figures that a slip would make, each with the slip as a part of a sentence."""


FIGURES: Final[Mapping[str, Callable[[SideScore], int]]] = MappingProxyType(
    {
        "points": lambda side: side.points,
        "score": lambda side: side.after.score,
        "bags": lambda side: side.after.bags,
    }
)
"""The figures of a side by the rows of a sheet; ``score`` and ``bags`` run on from round to round."""


class Scores(NamedTuple):
    """The tricks and scores of a round by its record, as far as they are known."""

    won: tuple[int, ...] | None
    """For each seat, the number of its tricks; None unless every trick has a winner."""
    as_played: tuple[SideScore, ...] | None
    as_ruled: tuple[SideScore, ...] | None
    counts: bool = True
    """Whether the round counts, as it was played (`Figures.counts`)."""
    shown: tuple[int, ...] | None = None
    """For each seat, the number of the written tricks that it won; None where there are no tricks, as in a row."""


class SheetFindings(NamedTuple):
    """The findings on a sheet, and the questions that the standing before the round would decide."""

    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]


def check_sheet(
    reported: Reported, context: RoundContext[RoundRecord | RoundResult], computed: Scores, *, offset: int
) -> SheetFindings:
    """Check a sheet against the round as played: tricks, points, score, bags, each in the order of the sheet.

    ``offset`` is the index that the first finding will have.
    """
    checker = _SheetChecker(reported, context, computed, offset)
    if computed.won is not None:
        checker.check_tricks(computed.won)
    elif computed.shown is not None:
        checker.check_tricks_so_far(computed.shown, context.pack.hand_size)
    if computed.as_played is not None:
        checker.check_sides(computed.as_played)
    return SheetFindings(tuple(checker.findings), tuple(checker.undecided))


def in_all_sheets(sheets: Sequence[SheetFindings]) -> SheetFindings:
    """Return what is wrong with a sheet, or open, by all of these checks; the right figure only if they agree on it."""
    first, *others = sheets
    findings: list[Finding] = []
    for finding in first.findings:
        same = [_at(finding, other.findings) for other in others]
        if None in same:
            continue
        if any(
            other is not None and (other.detail, other.evidence) != (finding.detail, finding.evidence) for other in same
        ):
            evidence = None if finding.evidence is None else finding.evidence._replace(counted=None)
            figure = 0 if evidence is None else evidence.reported or 0
            detail = (say("sheet_wrong_anyway", value=figure, location=finding.location),)
            findings.append(finding._replace(detail=detail, evidence=evidence, follows=None))
        else:
            findings.append(finding._replace(follows=None))
    undecided = [
        question for question in first.undecided if all(_at(question, other.undecided) is not None for other in others)
    ]
    return SheetFindings(tuple(findings), tuple(undecided))


def _at(finding: Finding, findings: Iterable[Finding]) -> Finding | None:
    """Return the finding with the code and the place of another one, None if there is none."""
    return next((other for other in findings if (other.code, other.location) == (finding.code, finding.location)), None)


def check_total(context: RoundContext[RoundResult]) -> tuple[Finding, ...]:
    """Check that the tricks of a row add up to those of the round; which of them is wrong nobody can say."""
    total, size = sum(context.record.side_tricks), context.pack.hand_size
    if total == size:
        return ()
    detail, evidence = say("tricks_do_not_add_up", total=total, size=size), Evidence(reported=total, counted=size)
    return (one_finding(context.table, "wrong_tricks_won", ("tricks_won",), detail, evidence=evidence),)


class _SheetChecker(Reporter):
    """Checks a sheet row by row."""

    def __init__(
        self,
        reported: Reported,
        context: RoundContext[RoundRecord | RoundResult],
        computed: Scores,
        offset: int,
    ) -> None:
        super().__init__(context.table)
        self.reported, self.played, self.ruled, self.offset = reported, computed.as_played, computed.as_ruled, offset
        parameters = context.ruleset.parameters
        self.bags, self.bids, self.overtrick = parameters.bags, parameters.bids, parameters.bids.number.overtrick
        self.counts = computed.counts
        self.standing_known = context.record.before is not None
        self.wrong_points: dict[str, int] = {}
        """For each side with wrong points, the index of that finding."""

    def check_tricks(self, won: tuple[int, ...]) -> None:
        """Report wrong numbers of tricks; for players and sides that the sheet leaves out, at the row as a whole."""
        figures = self.reported.tricks_won
        if figures is None:
            return
        counted, ruled = tricks_by_name(self.table, won), tricks_by_name(self.table, won, self.ruled)
        left_out = dict.fromkeys(self._left_out(figures), 0)
        for name, value in {**figures, **left_out}.items():
            if value != counted[name]:
                detail = say("sheet_tricks", name=name, value=value, won=counted[name])
                if name in left_out:
                    detail = say("sheet_no_trick", name=name, won=counted[name])
                with_penalties = _with_penalties(value, counted[name], ruled[name])
                both, at_row = (value, counted[name]), name in left_out
                self._report_row("tricks_won", name, both, detail, *with_penalties, at_row=at_row)

    def check_tricks_so_far(self, shown: tuple[int, ...], size: int) -> None:
        """Report tricks that no end of a log that is not whole makes right: too many, or too few for a name.

        They may add up to fewer than those of the round, which may have been broken off.
        """
        figures = self.reported.tricks_won
        if not figures:
            return
        total = self.reported.total_tricks(self.table)
        if total > size:
            detail = say("sheet_does_not_add_up", total=total, size=size)
            evidence = Evidence(reported=total, counted=size)
            self.report("wrong_tricks_won", ("reported", "tricks_won"), detail, evidence=evidence)
        least, left_out = tricks_by_name(self.table, shown), dict.fromkeys(self._left_out(figures), 0)
        for name, value in {**figures, **left_out}.items():
            if value < least[name]:
                key = "sheet_no_trick_so_far" if name in left_out else "sheet_tricks_so_far"
                detail = say(key, name=name, value=value, won=least[name])
                self._report_row("tricks_won", name, (value, least[name]), detail, at_row=name in left_out)

    def _left_out(self, figures: Mapping[str, int]) -> Iterator[str]:
        """Yield the names missing from a sheet's tricks: sides with nobody named, and players with a partner named."""
        for side in self.table.sides:
            players = [self.table.players[seat] for seat in side.seats]
            if side.name not in figures:
                missing = [player for player in players if player not in figures]
                yield from [side.name] if len(missing) == len(players) else missing

    def check_sides(self, scores: tuple[SideScore, ...]) -> None:
        """Report wrong points of the round, then wrong running scores, then wrong counts of bags after it."""
        for row, figure in FIGURES.items():
            figures: Mapping[str, int] = getattr(self.reported, row) or {}
            for name, value in figures.items() if row != "bags" or self.bags.limit else ():
                side = scores[self.table.side[name]]
                right, step = figure(side), value - side.before.score
                if value == right:
                    continue
                question = self._question(row, name, value, side)
                if question:
                    self._ask_row(row, name, (value, right), *question)
                    continue
                detail, slips = self._wrong(row, name, value, side)
                slips += [
                    (figure(other), say("figure_of_other_side", side=other.side))
                    for other in scores
                    if other is not side
                ]
                slips += self._blind_instead(side, right) if row != "bags" else ()
                ruled = right if self.ruled is None else figure(self.ruled[side.side])
                follows, why = None, _why(value, right, ruled, slips)
                if row == "points":
                    self.wrong_points[name] = self.offset + len(self.findings)
                elif row == "score" and name in self.wrong_points and step == (self.reported.points or {})[name]:
                    # It adds up from wrong points, and follows from those.
                    follows = self.wrong_points[name]
                    why = (say("adds_up_from_its_points"), *_with_penalties(value, right, ruled))
                if row == "bags" and not self.standing_known:
                    self._report_row(row, name, (value, None), detail)
                else:
                    self._report_row(row, name, (value, right), detail, *why, follows=follows)

    def _question(self, row: str, name: str, value: int, side: SideScore) -> tuple[Sentence, ...]:
        """Return the question that the standing before the round would decide; nothing if the value is wrong anyway."""
        if self.standing_known:
            return ()
        if row == "score":
            return (say("score_before_not_known", name=name, value=value, points=side.points),)
        if row == "points" and value in self.points_with_other_bags(side):
            return (self._wrong(row, name, value, side)[0], say("bags_before_not_known"))
        if row == "bags" and self._may_have_bags(value, side):
            return (say("bag_count_before_not_known", name=name, value=value, bags=side.bags),)
        return ()

    def _wrong(self, row: str, name: str, value: int, side: SideScore) -> tuple[Sentence, list[tuple[int, Sentence]]]:
        """Return the sentence on a wrong value of a side, and the figures that a slip would make."""
        if row == "points":
            is_decided = not DECIDED_LINES.isdisjoint(line.code for line in side.lines)
            key = "sheet_points_decided" if is_decided else "sheet_points"
            detail = say(key if self.counts else "sheet_points_void", name=name, value=value, points=side.points)
            return detail, [*self._slips_in_lines(side, side.points)]
        if row == "score":
            before, right = side.before.score, side.after.score
            detail = say("sheet_score", name=name, value=value, before=before, points=side.points, right=right)
            return detail, [
                (before, say("points_not_added")),
                (right + side.points, say("points_added_twice")),
                (before - side.points, say("points_taken_off")),
                *self._slips_in_lines(side, right, least=2),  # one line is all the points of the round
            ]
        if not self.standing_known:
            return say("sheet_bags_anyway", name=name, value=value, bags=side.bags, left=self._bags_left(side)), []
        before, right = side.before.bags, side.after.bags
        counted = "sheet_bags" if right == before + side.bags else "sheet_bags_after_penalty"
        return say(counted, name=name, value=value, before=before, bags=side.bags, right=right), [
            (before, say("bags_not_counted")),
            (side.bags, say("bags_before_not_counted")),
            (before + side.bags, say("bags_paid_for_not_taken_off")),
        ]

    def _may_have_bags(self, bags: int, side: SideScore) -> bool:
        """Return whether a side can have this number of bags after the round, whatever it had before."""
        if self.bags.carry == "reset":
            return bags == 0 or side.bags <= bags < self.bags.limit
        return 0 <= bags < self.bags.limit

    def _bags_left(self, side: SideScore) -> Sentence:
        """Return which bags a side can have after the round, whatever it had before."""
        most = self.bags.limit - 1
        if self.bags.carry == "reset" and side.bags:
            return say("bags_none_or_those", least=side.bags, most=most) if side.bags <= most else say("bags_none")
        return say("bags_up_to", most=most)

    def points_with_other_bags(self, side: SideScore) -> set[int]:
        """Return the points that the round may have, depending on the bags that the side had before it."""
        rules, of_side = self.bags, [line.points for line in side.lines if line.code in BAG_LINES]
        limit, base = rules.limit, side.points - sum(of_side)
        penalty = rules.penalty - (limit * self.overtrick if rules.points_cancelled else 0)
        brought = {0}
        for other in self.played or () if rules.credit else ():
            if other.side != side.side:
                brought = {points + rules.credit * times for points in brought for times in self._may_cross(other)}
        return {base + penalty * times + points for times in self._may_cross(side) for points in brought}

    def _may_cross(self, side: SideScore) -> set[int]:
        """Return how often the bags of a side may have reached the limit, depending on those before the round."""
        limit = self.bags.limit
        crossed = {(bags + side.bags) // limit for bags in range(limit)} if limit else {0}
        return {min(times, 1) for times in crossed} if self.bags.carry == "reset" else crossed

    def _slips_in_lines(self, side: SideScore, right: int, *, least: int = 1) -> Slips:
        """Yield a sum of at least this many lines with one left out, counted twice or with the wrong sign."""
        lines = [line for line in side.lines if line.points]
        for line in lines if len(lines) >= least else ():
            facts: dict[str, Fact] = {"line": line.code, "points": line.points}
            yield right - line.points, say("line_left_out", **facts)
            yield right + line.points, say("line_counted_twice", **facts)
            yield right - 2 * line.points, say("line_with_wrong_sign", **facts)

    def _blind_instead(self, side: SideScore, right: int) -> Slips:
        """Yield the sum if a nil was bid blind, and nobody wrote so."""
        blind = self.bids.of("blind_nil")
        for line in side.lines if blind.allowed else ():
            if line.code in {"nil_made", "nil_failed"}:
                instead = blind.made if line.code == "nil_made" else blind.failed
                yield right - line.points + instead.points, say("nil_was_blind")

    def _report_row(
        self,
        row: str,
        name: str,
        figures: tuple[int, int | None],
        *detail: Sentence,
        at_row: bool = False,
        follows: int | None = None,
    ) -> None:
        """Report a wrong value of a row; ``figures`` are the one reported and the one counted, None if unknown."""
        location = ("reported", row) if at_row else ("reported", row, name)
        about = self._about(row, name, figures)
        about["follows"] = follows
        self.report(SHEET_CODES[row], location, *detail, **about)

    def _ask_row(self, row: str, name: str, figures: tuple[int, int], *detail: Sentence) -> None:
        """Ask about a value that may be right, depending on the standing before the round."""
        about = self._about(row, name, figures)
        about["decided_by"] = ("before",)
        self.ask(SHEET_CODES[row], ("reported", row, name), *detail, **about)

    def _about(self, row: str, name: str, figures: tuple[int, int | None]) -> About:
        """Return whom a value is about, and both figures; a row of tricks may name a player, the others name a side."""
        evidence = Evidence(reported=figures[0], counted=figures[1])
        if row == "tricks_won" and name in self.table.seat:
            return {"seat": self.table.seat[name], "evidence": evidence}
        return {"side": self.table.side[name], "evidence": evidence}


def check_without_standing(
    reported: Reported,
    context: RoundContext[RoundRecord | RoundResult],
    before: Mapping[str, int],
    scores: Sequence[tuple[SideScore, ...]],
    *,
    offset: int,
) -> tuple[tuple[Finding, ...], bool]:
    """Return the figures of a sheet that are wrong by all these scores, whatever the standing, and if any is open.

    The running scores are compared with those on the line ``before``, as far as it has any.
    """
    reporter, table = Reporter(context.table), context.table
    is_open = bool(reported.bags and context.ruleset.parameters.bags.limit)
    checkers = [(_SheetChecker(reported, context, Scores(None, score, score), 0), score) for score in scores]
    wrong_points = dict[str, int]()
    for row in ("points", "score"):
        figures: Mapping[str, int] = getattr(reported, row) or {}
        for name, value in figures.items():
            start, possible = 0 if row == "points" else before.get(name), set[int]()
            for checker, score in checkers:
                possible |= checker.points_with_other_bags(score[table.side[name]])
            if start is None or not possible:
                is_open = True
            elif value - start not in possible:
                right = start + possible.pop() if len(possible) == 1 else None
                follows = wrong_points.get(name) if (reported.points or {}).get(name) == value - start else None
                if row == "points":
                    wrong_points[name] = offset + len(reporter.findings)
                evidence = Evidence(reported=value, counted=right)
                key = "sheet_points_anyway" if row == "points" else "sheet_score_anyway"
                detail = say(key, name=name, value=value, before=start)
                about: About = {"side": table.side[name], "evidence": evidence, "follows": follows}
                reporter.report(SHEET_CODES[row], ("reported", row, name), detail, **about)
            elif len(possible) > 1:
                is_open = True
    return tuple(reporter.findings), is_open


def _why(reported: int, played: int, ruled: int, slips: Slips) -> tuple[Sentence, ...]:
    """Return why a figure is wrong: for the penalties if it is the one as ruled, else for one or two slips that fit."""
    explained: list[Sentence] = []
    for value, slip in slips if reported != ruled else ():
        if value == reported and slip not in explained:
            explained.append(slip)
    why: tuple[Sentence, ...] = ()
    match explained:
        case [slip]:
            why = (say("comes_out_when", slip=slip),)
        case [one, other]:
            why = (say("comes_out_when_either", one=one, other=other),)
    return (*why, *_with_penalties(reported, played, ruled))


def _with_penalties(reported: int, played: int, ruled: int) -> tuple[Sentence, ...]:
    """Return the figure as ruled in a sentence, if it is not the one as played."""
    if ruled == played:
        return ()
    return (say("as_ruled_as_on_sheet" if reported == ruled else "as_ruled", ruled=ruled),)


def differences(
    reported: Reported,
    context: RoundContext[RoundRecord | RoundResult],
    score: Scores,
) -> tuple[SheetDifference, ...]:
    """Return every value of the sheet that is not the one as ruled, after the penalties, in the order of the sheet.

    If the standing before the round is not known, neither running totals are compared nor points that it may explain. A
    side's tricks are counted after the penalties; those of one player of several are the tricks that the player won.
    """
    table, won, as_ruled = context.table, score.won, score.as_ruled
    rows = {"points", "score", "bags"} if context.record.before is not None else {"points"}
    if not context.ruleset.parameters.bags.limit:
        rows.discard("bags")
    ruled: dict[str, Mapping[str, int]] = {}
    if won is not None:
        ruled["tricks_won"] = tricks_by_name(table, won, as_ruled)
    for row, figure in FIGURES.items() if as_ruled is not None else ():
        if row in rows:
            ruled[row] = {table.sides[side.side].name: figure(side) for side in as_ruled or ()}
    may_be_right = set[Location]()
    if context.record.before is None:
        asked = check_sheet(reported, context, Scores(None, as_ruled, as_ruled), offset=0).undecided
        may_be_right = {question.location for question in asked}
    return tuple(
        SheetDifference(("reported", row, name), value, values[name])
        for row, values in ruled.items()
        for name, value in (getattr(reported, row) or {}).items()
        if value != values[name] and ("reported", row, name) not in may_be_right
    )


def with_sheet(
    context: RoundContext[RoundRecord | RoundResult],
    findings: tuple[Finding, ...],
    undecided: tuple[Finding, ...],
    scores: Sequence[Scores],
    counting: Sequence[Scores] = (),
) -> tuple[tuple[Finding, ...], tuple[Finding, ...], tuple[SheetDifference, ...] | None]:
    """Return the findings and open questions with those about the sheet, and its differences (None without one).

    A figure is wrong only if it is wrong by all of these ``scores``, those of the readings, and differs from the one as
    ruled only if it does so by all that are ``counting``: those on which the figures rest, or else all.
    """
    reported = context.record.reported
    if reported is None:
        return findings, undecided, None
    sheets = [check_sheet(reported, context, score, offset=len(findings)) for score in scores]
    differing = [differences(reported, context, score) for score in counting or scores]
    sheet = sheets[0]
    if any(other != sheet for other in sheets):
        sheet = in_all_sheets(sheets)
    return findings + sheet.findings, undecided + sheet.undecided, in_all(differing)


def tricks_by_name(table: Table, won: tuple[int, ...], scores: tuple[SideScore, ...] | None = None) -> dict[str, int]:
    """Return the tricks by every name that a sheet may use: a side's as in ``scores`` if these are given, else as won.

    What a director took or gave is left out: a sheet has the tricks as they were taken.
    A player who is a side by himself has the tricks of that side.
    """
    tricks = dict(zip(table.players, won, strict=True))
    for index, side in enumerate(table.sides):
        of_side = (
            sum(won[seat] for seat in side.seats)
            if scores is None
            else scores[index].tricks - scores[index].tricks_decided
        )
        tricks[side.name] = of_side
        if len(side.seats) == 1:
            tricks[table.players[side.seats[0]]] = of_side
    return tricks


def shown_tricks(facts: Facts) -> tuple[int, ...]:
    """Return for each seat the tricks that it won by those that are written."""
    written = zip(facts.context.record.tricks, facts.play.tricks, strict=False)
    winners = [result.winner for trick, result in written if trick.form != "unwritten"]
    return tuple(map(winners.count, range(len(facts.context.table.players))))


def tricks_on_sheet(facts: Facts) -> tuple[tuple[int, ...], tuple[int | None, ...]] | None:
    """Return the tricks of each seat where nobody recorded some of them, as the sheet of the finished round has them.

    The second of the two has None for players of whose side the sheet has only a total, which the first gives to one of
    them. It is None if the sheet does not decide the score: it lacks tricks or contradicts those that are recorded, it
    does not say who of the partners won the tricks beside a nil, or Law 64 of bridge asks who won which trick.
    """
    record, table = facts.context.record, facts.context.table
    figures = None if record.reported is None else record.reported.tricks_won
    if not record.has_gaps or not figures:
        return None
    rules = facts.context.ruleset.parameters.penalties
    if any(
        finding.severity == "offence" and cost_of(rules, finding.code).price.remedy == "bridge_64"
        for finding in facts.findings
    ):
        return None
    won, by_seat = list(facts.play.tricks_won), list[int | None](facts.play.tricks_won)
    for index, side in enumerate(table.sides):
        is_total = side.name in figures and len(side.seats) > 1
        shown, own = [won[seat] for seat in side.seats], [figures.get(player, 0) for player in side.players]
        if is_total:
            if not facts.auction.contracts[index].kinds.isdisjoint(NILS):
                return None
            own = [figures[side.name] - sum(shown[1:]), *shown[1:]]
        if any(figure < least for figure, least in zip(own, shown, strict=True)):
            return None
        for seat, figure in zip(side.seats, own, strict=True):
            won[seat] = figure
            by_seat[seat] = None if is_total else figure
    return (tuple(won), tuple(by_seat)) if sum(won) == facts.context.pack.hand_size else None
