"""Rounds with offences, penalised and scored below the wire.

ana and cy play against ben and dee. Unless a test says otherwise ana bids 4 and cy 3, ben 3 and dee 2, and the tricks
are five, three, three and two: ana and cy make 7 with one over, 70 + 1 and a bag; ben and dee make 5 exactly, 50.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias, Unpack

from service.spades.cards import SUITS
from service.spades.deal.contracts import Auction, BidReporter, Contract, form_contract
from service.spades.findings import About, Evidence, Finding, Reporter
from service.spades.play.evidence import Knowledge, Replay
from service.spades.proof.facts import Facts
from service.spades.record.log import RoundContext, context_of
from service.spades.record.model import Bid, Broken, RoundRecord, Standing, TrickResult
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.model import Circumstances, Penalty
from service.spades.ruling.penalties import costly_offences, penalties_for
from service.spades.scoring.model import NO_ADJUSTMENT, Adjustment, SideScore
from service.spades.scoring.round import RoundPlay, score_side
from service.spades.sentence import Sentence
from service.spades.table import Table, sit_down
from service.wire.writer import Writer
from tests.spades.builders.cards import FOUR
from tests.spades.builders.rulesets import Values, defaults
from tests.spades.builders.scores import assert_adds_up, words

# A bid: tricks, or "b0" for a blind nil.
Call: TypeAlias = int | str
BIDS = (4, 3, 3, 2)
TAKEN = (5, 3, 3, 2)

_NONE = (0,) * 6
_KNOWN = Knowledge(_NONE, _NONE, _NONE, _NONE, 0, _NONE, _NONE, (False,) * 6)
"""Nothing is known of any hand: penalties don't ask."""


def irregularities(**irregularities: object) -> Values:
    """Return values of the group that this file is about."""
    return {f"irregularities.{name}": value for name, value in irregularities.items()}


TABLE = sit_down(FOUR, None, "partnership", (4,))


def offence(
    code: str, player: str, trick: int | None = 3, /, detail: tuple[Sentence, ...] = (), **about: Unpack[About]
) -> Finding:
    """Return a finding of something that this player did."""
    about["seat"], about["trick"] = TABLE.seat[player], trick
    reporter = Reporter(TABLE)
    reporter.report(code, (), *detail, **about)
    return reporter.findings[0]


def led(suit: str) -> Evidence:
    """Return the evidence of a revoke in this suit."""
    return Evidence(led_suit=SUITS.index(suit))


def revoke(player: str, trick: int = 3, suit: str = "H", *, established: bool = True) -> Finding:
    """Return the finding of a revoke."""
    return offence("revoke", player, trick, evidence=led(suit), established=established)


class Heard(NamedTuple):
    """A round as it was played and as it was ruled."""

    penalties: tuple[Penalty, ...]
    adjustments: tuple[Adjustment, ...]
    played: tuple[SideScore, ...]
    ruled: tuple[SideScore, ...]
    writer: Writer

    @property
    def effects(self) -> list[tuple[str, str, int | None]]:
        """Side, effect and tricks of each penalty."""
        return [(("ana+cy", "ben+dee")[each.side], each.effect, each.tricks) for each in self.penalties]

    @property
    def tricks(self) -> list[int | None]:
        """The tricks of each penalty."""
        return [each.tricks for each in self.penalties]

    @property
    def mine(self) -> tuple[int, int, bool]:
        """What ana and cy score as ruled: points, bags, and whether the contract was made."""
        return _result(self.ruled[0])

    @property
    def theirs(self) -> tuple[int, int, bool]:
        """What ben and dee score as ruled."""
        return _result(self.ruled[1])

    @property
    def details(self) -> list[str]:
        """The penalties in words."""
        return [self.writer.text(each.detail) for each in self.penalties]


def _result(side: SideScore) -> tuple[int, int, bool]:
    return side.points, side.bags, side.made


def contract(ruleset: Ruleset, table: Table, side: int, bids: Sequence[Call]) -> Contract:
    """Return what a side bid, of bids seat by seat."""
    seats = table.sides[side].seats
    made = []
    for position, seat in enumerate(seats):
        call = bids[seat]
        blind = isinstance(call, str)
        tricks = int(call.removeprefix("b")) if isinstance(call, str) else call
        made.append(Bid(position, seat, side, tricks, blind))
    as_one = ruleset.parameters.bidding.by == "team"
    return form_contract(BidReporter(_context(ruleset, table)), side, made[:1] if as_one else made)


def _context(ruleset: Ruleset, table: Table, before: tuple[Standing, ...] | None = None) -> RoundContext[RoundRecord]:
    """Return the context of a round of which nothing is recorded but the standing before it."""
    empty = RoundRecord(table, bids=(), tricks=(), hands=(None,) * len(table.players), before=before)
    return context_of(empty, ruleset)


def _play(sequence: Sequence[int], taken: tuple[int, ...], *, finished: bool) -> Replay:
    """Return a play in which these seats won the tricks, one after the other."""
    tricks = tuple(
        TrickResult(number, None, None, winner, None, Broken.MAYBE) for number, winner in enumerate(sequence, 1)
    )
    return Replay(tricks, taken, (), (), complete=finished, finished=len(tricks), surprised=False)


def hear(
    values: Values,
    *findings: Finding,
    bids: Sequence[Call] = BIDS,
    won: Sequence[int] = TAKEN,
    called: frozenset[int] | None = None,
    winners: str | None = None,
    before: tuple[Standing, ...] | None = None,
    void: bool = False,
    unbid: bool = False,
    finished: bool = True,
    table: Table = TABLE,
) -> Heard:
    """Penalise these findings in a round of these bids and tricks, seat by seat, and score it both ways."""
    ruleset = defaults(values)
    taken = tuple(won)
    if winners is not None:
        taken = tuple(winners.split().count(player) for player in table.players)
    sequence = [table.seat[name] for name in winners.split()] if winners else []
    contracts = tuple(
        Contract((), 0, complete=True) if unbid else contract(ruleset, table, side, bids)
        for side in range(len(table.sides))
    )
    context = _context(ruleset, table, before)
    auction, play = Auction(contracts, (), (), complete=True), _play(sequence, taken, finished=finished)
    offences = costly_offences(ruleset.parameters.irregularities, table, findings)
    facts = Facts(context, auction, play, _KNOWN, findings, ())
    answer = penalties_for(facts, findings, offences, Circumstances(called, void, finished, counts=True))
    standing = before or (Standing(),) * len(table.sides)
    by_side = tuple(sum(taken[seat] for seat in side.seats) for side in table.sides)
    played = RoundPlay(ruleset.parameters, context.pack.hand_size, unbid, contracts, by_side, taken, standing)
    scores = [
        tuple(score_side(played, side, adjustments[side]) for side in range(len(contracts)))
        for adjustments in ((NO_ADJUSTMENT,) * len(contracts), answer.adjustments)
    ]
    for side in (*scores[0], *scores[1]):
        assert_adds_up(side)
    return Heard(answer.penalties, answer.adjustments, scores[0], scores[1], Writer(table, ruleset))


def line(side: SideScore, code: str) -> tuple[int, str]:
    """Return points and words of the one line with this code."""
    (found,) = [each for each in side.lines if each.code == code]
    return found.points, words(found)
