"""The score sheet of a round: what it claims, checked against the score as played and compared with the score as ruled.

A value is compared if the record yields one. A finding on a wrong one says why, if exactly one simple slip explains it.
On points that the sources leave open:

- A player or side that is not in ``tricks_won`` is claimed to have won none, as on every sheet.
- Without the standing before the round, its running score and bags are open questions, and so are points that a bag
  penalty may explain.
- With ``bags.limit`` 0 no bags are counted, and whatever count the sheet keeps is its own.

Findings compare with the score as played. If the penalties make another figure, the sentence names both: a sheet that
already includes them is wrong as played, and right as ruled.

Of a game, the rows of two rounds show by themselves that one was written twice (`is_repeated`), or that the row of a
round between them is missing (`PossibleRounds`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from service.spades.deal.contracts import Contract, StandingBid
from service.spades.findings import SHEET_CODES, About, Evidence, Finding, Reporter
from service.spades.pauses import Pause
from service.spades.proof.facts import Facts
from service.spades.record.log import RoundContext
from service.spades.record.model import NO_DECISIONS, Reported, RoundRecord, RoundResult, Standing
from service.spades.rules.ruleset import NILS, Kind, Parameters, Ruleset, partner_may_bid_nil, partners_bids_are_added
from service.spades.ruling.model import SheetDifference
from service.spades.scoring.model import BAG_LINES, DECIDED_LINES, Line, SideScore
from service.spades.scoring.round import RoundPlay, score_side, write_bag_penalty
from service.spades.sentence import Fact, Sentence, say
from service.spades.table import Table

MOST_STANDINGS: Final = 8
"""The most standings from which a game is followed; the contract states it too."""

_Bid: TypeAlias = tuple[Kind, int]
_Bids: TypeAlias = tuple[_Bid, ...]
"""The bids of a side, that of a nil first."""
Slips: TypeAlias = Iterable[tuple[int, Sentence]]
"""Figures that a slip would make, each with the slip as a part of a sentence."""


class Scores(NamedTuple):
    """The tricks and scores of a round by its record, as far as they are known."""

    won: tuple[int, ...] | None
    """For each seat, the number of its tricks; None unless every trick has a winner."""
    as_played: tuple[SideScore, ...] | None
    as_ruled: tuple[SideScore, ...] | None


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
    if computed.as_played is not None:
        checker.check_points(computed.as_played)
        checker.check_scores(computed.as_played)
        checker.check_bags(computed.as_played)
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
    total, size, reporter = sum(context.record.side_tricks), context.pack.hand_size, Reporter(context.table)
    if total != size:
        evidence = Evidence(reported=total, counted=size)
        detail = say("tricks_do_not_add_up", total=total, size=size)
        reporter.report("wrong_tricks_won", ("tricks_won",), detail, evidence=evidence)
    return tuple(reporter.findings)


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
        self.reported, self.ruled, self.offset = reported, computed.as_ruled, offset
        parameters, self.hand_size = context.ruleset.parameters, context.pack.hand_size
        self.rules, self.overtrick = parameters.bags, parameters.scoring.overtrick_points
        self.standing_known = context.record.before is not None
        self.is_void = context.record.decisions.void
        self.wrong_points: dict[str, int] = {}
        """For each side with wrong points, the index of that finding."""

    def check_tricks(self, won: tuple[int, ...]) -> None:
        """Report wrong numbers of tricks; for players and sides that the sheet leaves out, at the row as a whole."""
        figures = self.reported.tricks_won
        if figures is None:
            return
        counted, ruled = tricks_by_name(self.table, won), tricks_by_name(self.table, won, self.ruled)
        for name, value in figures.items():
            if value != counted[name]:
                detail = say("sheet_tricks", name=name, value=value, won=counted[name])
                with_penalties = _with_penalties(value, counted[name], ruled[name])
                self._report_row("tricks_won", name, (value, counted[name]), detail, *with_penalties)
        for name in self._left_out(figures):
            if counted[name]:
                detail = say("sheet_no_trick", name=name, won=counted[name])
                with_penalties = _with_penalties(0, counted[name], ruled[name])
                self._report_row("tricks_won", name, (0, counted[name]), detail, *with_penalties, at_row=True)

    def _left_out(self, figures: Mapping[str, int]) -> Iterator[str]:
        """Yield the names missing from a sheet's tricks: sides with nobody named, and players with a partner named."""
        for side in self.table.sides:
            players = [self.table.players[seat] for seat in side.seats]
            if side.name not in figures:
                missing = [player for player in players if player not in figures]
                yield from [side.name] if len(missing) == len(players) else missing

    def check_points(self, scores: tuple[SideScore, ...]) -> None:
        """Report wrong points of the round."""
        for name, value in (self.reported.points or {}).items():
            side = scores[self.table.side[name]]
            if value == side.points:
                continue
            is_decided = not DECIDED_LINES.isdisjoint(line.code for line in side.lines)
            key = "sheet_points_decided" if is_decided else "sheet_points"
            detail = say("sheet_points_void" if self.is_void else key, name=name, value=value, points=side.points)
            if not self.standing_known and value in self._points_with_other_bags(side):
                self._ask_row("points", name, (value, side.points), detail, say("bags_before_not_known"))
                continue
            self.wrong_points[name] = self.offset + len(self.findings)
            slips = [
                *self._slips_in_lines(side, side.points),
                *self._copied(side, {other.side: other.points for other in scores}),
            ]
            ruled = self._as_ruled(side, side.points, lambda ruled: ruled.points)
            self._report_row("points", name, (value, side.points), detail, *_why(value, side.points, ruled, slips))

    def check_scores(self, scores: tuple[SideScore, ...]) -> None:
        """Report wrong running scores; one that adds up from wrong points follows from those."""
        for name, value in (self.reported.score or {}).items():
            side = scores[self.table.side[name]]
            before, right = side.before.score, side.after.score
            if value == right:
                continue
            if not self.standing_known:
                detail = say("score_before_not_known", name=name, value=value, points=side.points)
                self._ask_row("score", name, (value, right), detail)
                continue
            ruled = self._as_ruled(side, right, lambda ruled: ruled.after.score)
            detail = say("sheet_score", name=name, value=value, before=before, points=side.points, right=right)
            if name in self.wrong_points and value == before + (self.reported.points or {})[name]:
                why = (say("adds_up_from_its_points"), *_with_penalties(value, right, ruled))
                self._report_row("score", name, (value, right), detail, *why, follows=self.wrong_points[name])
                continue
            slips = [
                (before, say("points_not_added")),
                (right + side.points, say("points_added_twice")),
                (before - side.points, say("points_taken_off")),
                *self._slips_in_lines(side, right, least=2),  # one line is all the points of the round
                *self._copied(side, {other.side: other.after.score for other in scores}),
            ]
            self._report_row("score", name, (value, right), detail, *_why(value, right, ruled, slips))

    def check_bags(self, scores: tuple[SideScore, ...]) -> None:
        """Report wrong counts of bags after the round."""
        if not self.rules.limit:
            return
        for name, value in (self.reported.bags or {}).items():
            side = scores[self.table.side[name]]
            before, right = side.before.bags, side.after.bags
            if value == right:
                continue
            if not self.standing_known and self._may_have_bags(value, side):
                detail = say("bag_count_before_not_known", name=name, value=value, bags=side.bags)
                self._ask_row("bags", name, (value, right), detail)
                continue
            key = "sheet_bags" if right == before + side.bags else "sheet_bags_after_penalty"
            detail = say(key, name=name, value=value, before=before, bags=side.bags, right=right)
            slips = [
                (before, say("bags_not_counted")),
                (side.bags, say("bags_before_not_counted")),
                (before + side.bags, say("bags_paid_for_not_taken_off")),
                *self._copied(side, {other.side: other.after.bags for other in scores}),
            ]
            ruled = self._as_ruled(side, right, lambda ruled: ruled.after.bags)
            self._report_row("bags", name, (value, right), detail, *_why(value, right, ruled, slips))

    def _as_ruled(self, side: SideScore, played: int, figure: Callable[[SideScore], int]) -> int:
        """Return the figure of a side after the penalties; the one as played if there is no score as ruled."""
        return played if self.ruled is None else figure(self.ruled[side.side])

    def _may_have_bags(self, bags: int, side: SideScore) -> bool:
        """Return whether a side can have this number of bags after the round, whatever it had before."""
        if self.rules.carry == "reset":
            return bags == 0 or side.bags <= bags < self.rules.limit
        return 0 <= bags < self.rules.limit

    def _points_with_other_bags(self, side: SideScore) -> set[int]:
        """Return the points that the round may have, depending on the bags that the side had before it."""
        rules, of_side = self.rules, [line.points for line in side.lines if line.code in BAG_LINES]
        limit, base = rules.limit, side.points - sum(of_side)
        penalty = rules.penalty - (limit * self.overtrick if rules.points_cancelled else 0)
        crossed = {(bags + side.bags) // limit for bags in range(limit)} if limit else {0}
        own = {base + penalty * (min(times, 1) if rules.carry == "reset" else times) for times in crossed}
        # The others' penalties may bring the side any number of credits.
        most = len(self.table.sides) * self.hand_size if rules.credit else 0
        return {points + rules.credit * times for points in own for times in range(most + 1)}

    def _slips_in_lines(self, side: SideScore, right: int, *, least: int = 1) -> Slips:
        """Yield a sum of at least this many lines with one left out, counted twice or with the wrong sign."""
        lines = [line for line in side.lines if line.points]
        for line in lines if len(lines) >= least else ():
            facts: dict[str, Fact] = {"line": line.code, "points": line.points}
            yield right - line.points, say("line_left_out", **facts)
            yield right + line.points, say("line_counted_twice", **facts)
            yield right - 2 * line.points, say("line_with_wrong_sign", **facts)

    def _copied(self, side: SideScore, values: Mapping[int, int]) -> Slips:
        """Yield the figures of the other sides."""
        for other, value in values.items():
            if other != side.side:
                yield value, say("figure_of_other_side", side=other)

    def _report_row(
        self,
        row: str,
        name: str,
        figures: tuple[int, int],
        *detail: Sentence,
        at_row: bool = False,
        follows: int | None = None,
    ) -> None:
        """Report a wrong value of a row; ``figures`` are the one reported and the one counted."""
        location = ("reported", row) if at_row else ("reported", row, name)
        about = self._about(row, name, figures)
        about["follows"] = follows
        self.report(SHEET_CODES[row], location, *detail, **about)

    def _ask_row(self, row: str, name: str, figures: tuple[int, int], *detail: Sentence) -> None:
        """Ask about a value that may be right, depending on the standing before the round."""
        about = self._about(row, name, figures)
        about["decided_by"] = ("before",)
        self.ask(SHEET_CODES[row], ("reported", row, name), *detail, **about)

    def _about(self, row: str, name: str, figures: tuple[int, int]) -> About:
        """Return whom a value is about, and both figures; a row of tricks may name a player, the others name a side."""
        evidence = Evidence(reported=figures[0], counted=figures[1])
        if row == "tricks_won" and name in self.table.seat:
            return {"seat": self.table.seat[name], "evidence": evidence}
        return {"side": self.table.side[name], "evidence": evidence}


def _why(reported: int, played: int, ruled: int, slips: Slips) -> tuple[Sentence, ...]:
    """Return why a figure is wrong: for the penalties if it is the one as ruled, else for the only slip that fits."""
    explained: list[Sentence] = []
    for value, slip in slips if reported != ruled else ():
        if value == reported and slip not in explained:
            explained.append(slip)
    why = (say("comes_out_when", slip=explained[0]),) if len(explained) == 1 else ()
    return (*why, *_with_penalties(reported, played, ruled))


def _with_penalties(reported: int, played: int, ruled: int) -> tuple[Sentence, ...]:
    """Return the figure as ruled in a sentence, if it is not the one as played."""
    if ruled == played:
        return ()
    return (say("as_ruled_as_on_sheet" if reported == ruled else "as_ruled", ruled=ruled),)


def differences(
    reported: Reported,
    context: RoundContext[RoundRecord | RoundResult],
    won: tuple[int, ...] | None,
    as_ruled: tuple[SideScore, ...] | None,
) -> tuple[SheetDifference, ...]:
    """Return every value of the sheet that is not the one as ruled, after the penalties, in the order of the sheet.

    Running totals are compared only if the standing before the round is known. A side's tricks are counted after the
    penalties; those of one player of several are the tricks that he won.
    """
    table = context.table
    ruled: list[tuple[str, Mapping[str, int] | None, Mapping[str, int]]] = []
    if won is not None:
        ruled.append(("tricks_won", reported.tricks_won, tricks_by_name(table, won, as_ruled)))
    if as_ruled is not None:
        sides = [(table.sides[side.side].name, side) for side in as_ruled]
        ruled.append(("points", reported.points, {name: side.points for name, side in sides}))
        standing_known = context.record.before is not None
        if standing_known:
            ruled.append(("score", reported.score, {name: side.after.score for name, side in sides}))
        if standing_known and context.ruleset.parameters.bags.limit:
            ruled.append(("bags", reported.bags, {name: side.after.bags for name, side in sides}))
    return tuple(
        SheetDifference(("reported", row, name), value, values[name])
        for row, figures, values in ruled
        for name, value in (figures or {}).items()
        if value != values[name]
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
    differing = [differences(reported, context, score.won, score.as_ruled) for score in counting or scores]
    sheet_differences = tuple(one for one in differing[0] if all(one in others for others in differing))
    sheet = sheets[0]
    if any(other != sheet for other in sheets):
        sheet = in_all_sheets(sheets)
    return findings + sheet.findings, undecided + sheet.undecided, sheet_differences


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


# Rows of a game that repeat another, or go on from a round that has none.


def is_repeated(row: RoundRecord | RoundResult, earlier: RoundRecord | RoundResult) -> bool:
    """Return whether a row has the bids, the tricks and the running totals of the row before it.

    Decisions about either round tell them apart, save that time was called, which is copied with the row.
    """
    if not isinstance(row, RoundResult) or not isinstance(earlier, RoundResult):
        return False
    if row.reported is None or earlier.reported is None or not row.reported.score:
        return False
    return (
        row.table == earlier.table
        and all(each.decisions._replace(time_called=False) == NO_DECISIONS for each in (row, earlier))
        and {bid[1:] for bid in row.bids} == {bid[1:] for bid in earlier.bids}
        and (row.side_tricks, row.seat_tricks) == (earlier.side_tricks, earlier.seat_tricks)
        and (row.reported.score, row.reported.bags) == (earlier.reported.score, earlier.reported.bags)
    )


def totals_of(reported: Reported | None, table: Table) -> tuple[int, ...] | None:
    """Return the running score of every side on a row of the sheet; None if it lacks any."""
    scores = None if reported is None else reported.score
    if not scores or any(side.name not in scores for side in table.sides):
        return None
    return tuple(scores[side.name] for side in table.sides)


class _SideRound(NamedTuple):
    """What a side may have scored in a round, before any penalty for bags."""

    tricks: int
    points: int
    bags: int
    made: bool


class PossibleRounds:
    """The rounds that one row may stand for: every side with one contract, and beside a partner's bid at most one nil.

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
        sharings: dict[int, set[tuple[Standing, ...]]] = {0: {()}}
        for before, points, side in zip(standing, moved, row, strict=True):
            found: dict[int, set[tuple[Standing, ...]]] = {}
            for tricks, after in self._of_side(before, points, side):
                for shared, others in sharings.items():
                    if shared + tricks <= self._hand_size:
                        found.setdefault(shared + tricks, set()).update([(*other, after) for other in others])
            sharings = {tricks: set(sorted(found[tricks])[: MOST_STANDINGS + 1]) for tricks in found}
        return tuple(sorted(sharings.get(self._hand_size, ())))

    def _of_side(self, before: Standing, moved: int, row: SideScore) -> Iterator[tuple[int, Standing]]:
        """Yield the tricks of a side in a round before a row, and its standing between, so that both have moved it."""
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
            for tricks, points, bags, made in self._by_points.get(moved - of_row - penalties * per_penalty, ()):
                score, left = self._with_bags(points, before.bags + bags)
                if score + self._with_bags(of_row, left + row.bags)[0] == moved:
                    in_a_row = 0 if made or not counts_row else before.consecutive_sets + 1
                    sets = before.sets + (not made)
                    yield tricks, Standing(before.score + score, left, sets, before.revokes, in_a_row)

    def _with_bags(self, points: int, bags: int) -> tuple[int, int]:
        """Return the points of a round with the penalty for this many bags, and the bags that are left."""
        limit = self._parameters.bags.limit
        if not limit or bags < limit:
            return points, bags
        lines: list[Line] = []
        left = write_bag_penalty(lines, self._parameters, bags)
        return points + sum(line.points for line in lines), left


_START: Final = Standing()


def _possible_bids(parameters: Parameters, hand_size: int) -> Iterator[_Bids]:
    """Yield what a side may have bid in a round."""
    bidding = parameters.bidding
    least = 0 if bidding.zero == "uncommitted" else bidding.minimum
    both = 2 if partners_bids_are_added(parameters) else 1
    yield from [(("ordinary", bid),) for bid in range(least * both, hand_size + 1)]
    if bidding.zero == "nil" and partner_may_bid_nil(parameters):
        yield from [(("nil", 0), ("ordinary", bid)) for bid in range(least, hand_size + 1)]
    elif bidding.zero == "nil":
        yield (("nil", 0),)


@lru_cache(maxsize=512)
def _with_bids(ruleset: Ruleset, hand_size: int, bids: _Bids) -> tuple[_SideRound, ...]:
    """Return all that a side may score with these bids, by its tricks and those of a nil.

    They are kept, because scoring those of all bids takes as long as some hundred audits.
    """
    parameters, contract = ruleset.parameters, _contract(*bids)
    nil, alone = bids[0][0] == "nil", len(bids) == 1
    # If all his tricks count towards the contract, it does not matter how many they are.
    most = 1 if parameters.nil.failed_tricks == "to_contract" else hand_size
    # A Boston that wins the game is followed by no row.
    found = [
        _scored(RoundPlay(parameters, hand_size, not bids, (contract,), (tricks,), (own, tricks - own), (_START,)))
        for tricks in range(hand_size + (not parameters.special_bids.boston_wins))
        for own in ((tricks if nil else 0,) if alone else range(min(tricks, most) + 1))
    ]
    return tuple(dict.fromkeys(found))


def _contract(*bids: _Bid) -> Contract:
    """Return the contract of a side that made these bids."""
    made = tuple([StandingBid(0, seat, bid, bid, kind) for seat, (kind, bid) in enumerate(bids)])
    kinds = frozenset([kind for kind, _ in bids])
    return Contract(made, sum([bid for _, bid in bids]), complete=True, kinds=kinds)


def _scored(play: RoundPlay) -> _SideRound:
    """Return what the first side scores in a round."""
    score = score_side(play, 0)
    points = sum([line.points for line in score.lines if line.code not in BAG_LINES])
    return _SideRound(score.tricks, points, score.bags, score.made)


def tricks_on_sheet(facts: Facts) -> tuple[tuple[int, ...], tuple[int | None, ...]] | None:
    """Return the tricks of each seat where nobody recorded some of them, as the sheet of the finished round has them.

    The second of the two has None for players of whose side the sheet has only a total, which the first gives to one of
    them. It is None if the sheet does not decide the score: it lacks tricks or contradicts those that are recorded, it
    does not say who of the partners won the tricks beside a nil, or Law 64 of bridge asks who won which trick.
    """
    record, table = facts.context.record, facts.context.table
    figures = None if record.reported is None else record.reported.tricks_won
    law_64 = facts.context.ruleset.parameters.irregularities.revoke_penalty == "bridge_64"
    if not record.has_gaps or not figures or (law_64 and any(each.severity == "offence" for each in facts.findings)):
        return None
    won, by_seat = list(facts.play.tricks_won), list[int | None](facts.play.tricks_won)
    for index, side in enumerate(table.sides):
        own = [figures.get(player, 0) for player in side.players]
        total = figures.get(side.name, sum(own))
        shown = [won[seat] for seat in side.seats]
        if side.name in figures and len(side.seats) > 1:
            if not facts.auction.contracts[index].kinds.isdisjoint(NILS):
                return None
            own = [total - sum(shown[1:]), *shown[1:]]
        if any(figure < least for figure, least in zip(own, shown, strict=True)):
            return None
        for seat, figure in zip(side.seats, own, strict=True):
            won[seat] = figure
            by_seat[seat] = None if side.name in figures and len(side.seats) > 1 else figure
    return (tuple(won), tuple(by_seat)) if sum(won) == facts.context.pack.hand_size else None
