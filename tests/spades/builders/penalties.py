"""Rounds with offences, penalised and scored below the wire.

ana and cy play against ben and dee. Unless a test says otherwise ana bids 4 and cy 3, ben 3 and dee 2, and the tricks
are five, three, three and two: ana and cy make 7 with one over, 70 + 1 and a bag; ben and dee make 5 exactly, 50.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from service.spades.deal.contracts import Bidding, form_contract
from service.spades.deal.model import Contract
from service.spades.findings import Finding
from service.spades.record.model import Bid, Standing
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.model import Penalised, Penalty
from service.spades.ruling.penalties import penalties_for
from service.spades.scoring.model import NO_ADJUSTMENT, Adjustment, SideScore
from service.spades.scoring.side import score_side
from service.spades.table import Table
from service.spades.seating import sit_down
from tests.spades.builders.cards import FOUR
from tests.spades.builders.rulesets import Values, defaults
from tests.spades.builders.scores import assert_adds_up

# A bid: tricks, or "b0" for a blind nil.
Call: TypeAlias = int | str
BIDS = (4, 3, 3, 2)
TAKEN = (5, 3, 3, 2)


def irregularities(**irregularities: object) -> Values:
    """Return values of the group that this file is about."""
    return {f"irregularities.{name}": value for name, value in irregularities.items()}


TABLE = sit_down(FOUR, None, "partnership", (4,))


def offence(code: str, player: str, trick: int | None = 3, **members: object) -> Finding:
    """Return a finding of something that this player did."""
    team = TABLE.team_of(TABLE.seat[player])
    finding = Finding(code=code, pointer="#", detail="Something happened.", player=player, team=team, trick=trick)
    return Finding(**{name: getattr(finding, name) for name in finding.__slots__} | members)


def revoke(player: str, trick: int = 3, suit: str = "H", *, established: bool = True) -> Finding:
    """Return the finding of a revoke."""
    return offence("revoke", player, trick, evidence={"led_suit": suit}, established=established)


class Heard(NamedTuple):
    """A round as it was played and as it was ruled."""

    penalties: tuple[Penalty, ...]
    adjustments: tuple[Adjustment, ...]
    played: tuple[SideScore, ...]
    ruled: tuple[SideScore, ...]

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
        return [each.detail for each in self.penalties]


def _result(side: SideScore) -> tuple[int, int, bool]:
    return side.points, side.bags, side.made


def contract(ruleset: Ruleset, table: Table, side: int, bids: Sequence[Call]) -> Contract:
    seats = table.sides[side].seats
    made = []
    for place, seat in enumerate(seats):
        call = bids[seat]
        blind = isinstance(call, str)
        tricks = int(call.removeprefix("b")) if isinstance(call, str) else call
        made.append(Bid(place, seat, side, tricks, blind))
    as_one = ruleset.parameters.bidding.by == "team"
    bidding = Bidding(ruleset, ruleset.packs[len(table.players)], table)
    return form_contract(bidding, side, made[:1] if as_one else made)


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
    answer: Penalised = penalties_for(
        ruleset,
        table,
        contracts,
        findings,
        called=called,
        winners=tuple(sequence),
        tricks_won=taken,
        before=before,
        void=void,
        finished=finished,
    )
    standing = before or (Standing(),) * len(table.sides)
    scores = [
        tuple(
            score_side(
                ruleset.parameters,
                side,
                contract,
                tricks=sum(taken[seat] for seat in table.sides[side].seats),
                by_seat=taken,
                before=standing[side],
                hand_size=ruleset.packs[len(table.players)].hand_size,
                unbid=unbid,
                adjustment=adjustments[side],
            )
            for side, contract in enumerate(contracts)
        )
        for adjustments in ((NO_ADJUSTMENT,) * len(contracts), answer.adjustments)
    ]
    for side in (*scores[0], *scores[1]):
        assert_adds_up(side)
    return Heard(answer.penalties, answer.adjustments, scores[0], scores[1])


def line(side: SideScore, code: str) -> tuple[int, str]:
    """Return points and words of the one line with this code."""
    (found,) = [each for each in side.lines if each.code == code]
    return found.points, found.detail
