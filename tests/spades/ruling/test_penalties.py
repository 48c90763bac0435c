"""What an offence costs: every value of every parameter of the irregularities, by figures worked out by hand.

ana and cy play against ben and dee. Unless a test says otherwise ana bids 4 and cy 3, ben 3 and dee 2, and the tricks
are five, three, three and two: ana and cy make 7 with one over, 70 + 1 and a bag; ben and dee make 5 exactly, 50.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.spades.deal.contracts import Bidding, form_contract
from service.spades.deal.model import Contract
from service.spades.findings import Finding
from service.spades.record.model import Bid, Standing
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.model import Penalised, Penalty
from service.spades.ruling.penalties import penalties_for
from service.spades.scoring.model import LINE_CODES, NO_ADJUSTMENT, Adjustment, NilResult, SideScore
from service.spades.scoring.side import score_side
from service.spades.table import Table, sit_down
from tests.spades.builders.cards import FOUR
from tests.spades.builders.rulesets import Values, defaults

# A bid: tricks, or "b0" for a blind nil.
Call: TypeAlias = int | str

BIDS = (4, 3, 3, 2)
WON = (5, 3, 3, 2)


def rules(**irregularities: object) -> Values:
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


def _contract(ruleset: Ruleset, table: Table, side: int, bids: Sequence[Call]) -> Contract:
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
    won: Sequence[int] = WON,
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
        Contract((), 0, complete=True) if unbid else _contract(ruleset, table, side, bids)
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
        holds_together(side)
    return Heard(answer.penalties, answer.adjustments, scores[0], scores[1])


def holds_together(side: SideScore) -> None:
    """Check what holds of every score (design, SideScore)."""
    assert side.points == sum(line.points for line in side.lines) == side.after.score - side.before.score
    assert {line.code for line in side.lines} <= set(LINE_CODES)
    assert 0 <= side.contract_tricks <= side.tricks
    assert side.bags >= 0
    assert all(line.detail.endswith(".") and ".;" not in line.detail for line in side.lines)


def line(side: SideScore, code: str) -> tuple[int, str]:
    """Return points and words of the one line with this code."""
    (found,) = [each for each in side.lines if each.code == code]
    return found.points, found.detail


class TestRevokePenalty:
    """irregularities.revoke_penalty (H3), of one revoke by cy."""

    def test_none(self) -> None:
        """Nothing at all: no entry, and not even the revoke is counted."""
        heard = hear(rules(revoke_penalty="none"), revoke("cy"))
        assert (heard.penalties, heard.adjustments) == ((), (NO_ADJUSTMENT,) * 2)
        assert heard.mine == (71, 1, True)
        assert heard.ruled[0].after.revokes == 0

    def test_tricks(self) -> None:
        """8 - 3 = 5 tricks for a contract of 7: set, -70; the others keep their 50."""
        heard = hear({}, revoke("cy"))
        assert heard.effects == [("ana+cy", "tricks", -3)]
        assert heard.details == ["ana+cy loses 3 tricks for cy's revoke in hearts in trick 3."]
        assert (heard.mine, heard.theirs) == ((-70, 0, False), (50, 0, True))
        side = heard.ruled[0]
        assert (side.tricks, side.contract_tricks, side.tricks_adjustment) == (5, 5, -3)
        assert line(side, "contract_set") == (-70, "Bid 7, took 5.")

    @pytest.mark.parametrize(
        ("tricks", "mine"),
        [
            pytest.param(0, (71, 1, True), id="0 is off"),
            pytest.param(1, (70, 0, True), id="8 - 1 = 7: 70"),
            pytest.param(2, (-70, 0, False), id="8 - 2 = 6: set"),
        ],
    )
    def test_as_many_as_the_ruleset_says(self, tricks: int, mine: tuple[int, int, bool]) -> None:
        """irregularities.revoke_tricks."""
        heard = hear(rules(revoke_tricks=tricks), revoke("cy"))
        assert heard.mine == mine
        assert heard.tricks == ([-tricks] if tricks else [])

    def test_the_contract_may_still_be_made(self) -> None:
        """Catalogue 4.2: bid 2 and 2, took 8: 5 are left, 40 + 1 and a bag in place of 40 + 4."""
        heard = hear({}, revoke("cy"), bids=(2, 3, 2, 2))
        assert heard.played[0].points == 44
        assert heard.mine == (41, 1, True)

    @pytest.mark.parametrize(
        ("values", "won", "mine"),
        [
            pytest.param({}, WON, (-70, 0, False), id="minus_bid: -70, though 8 were taken"),
            pytest.param({"scoring.set": "zero"}, WON, (0, 0, False), id="zero: 0"),
            pytest.param(
                {"scoring.set": "minus_undertricks"}, WON, (0, 0, False), id="minus_undertricks: none missing"
            ),
            pytest.param(
                {"scoring.set": "minus_undertricks"}, (3, 3, 2, 5), (-20, 0, False), id="minus_undertricks: two missing"
            ),
        ],
    )
    def test_contract_set(self, values: Values, won: tuple[int, ...], mine: tuple[int, int, bool]) -> None:
        """Set whatever it took, by `scoring.set`; no overtricks, no bags, one set more."""
        heard = hear(values | rules(revoke_penalty="contract_set"), revoke("cy"), won=won)
        assert heard.effects == [("ana+cy", "contract", None)]
        assert heard.details == ["ana+cy is set for cy's revoke in hearts in trick 3, whatever it took."]
        assert heard.mine == mine
        assert heard.ruled[0].after.sets == 1
        assert line(heard.ruled[0], "contract_set")[1].endswith("; set by a penalty, whatever it took.")
        assert heard.ruled[0].tricks == heard.played[0].tricks

    def test_no_contract_points(self) -> None:
        """Made: 0 for the contract, 0 for the overtrick, which is a bag all the same; not set."""
        heard = hear(rules(revoke_penalty="no_contract_points"), revoke("cy"))
        assert heard.effects == [("ana+cy", "points", None)]
        assert heard.details == [
            "ana+cy scores no points for a contract that it makes: cy's revoke in hearts in trick 3."
        ]
        assert heard.mine == (0, 1, True)
        assert [(each.code, each.points) for each in heard.ruled[0].lines] == [
            ("contract_without_points", 0),
            ("overtricks", 0),
        ]
        assert heard.ruled[0].after.sets == 0

    def test_no_contract_points_and_set(self) -> None:
        """A set contract still scores `scoring.set`: 6 for 7, -70."""
        heard = hear(rules(revoke_penalty="no_contract_points"), revoke("cy"), won=(4, 5, 2, 2))
        assert heard.mine == (-70, 0, False)
        assert line(heard.ruled[0], "contract_set") == (-70, "Bid 7, took 6.")

    def test_no_contract_points_can_still_reach_the_bag_limit(self) -> None:
        """Nine bags and the overtrick are ten: 0 + 0 - 100 (order of scoring, step 7)."""
        before = (Standing(200, 9), Standing())
        heard = hear(rules(revoke_penalty="no_contract_points"), revoke("cy"), before=before)
        assert (heard.ruled[0].points, heard.ruled[0].after) == (-100, (100, 0, 0, 1))

    @pytest.mark.parametrize(
        ("won", "values", "theirs"),
        [
            pytest.param((5, 3, 3, 2), {}, (50, 0, True), id="took its bid: 50"),
            pytest.param((5, 1, 5, 2), {}, (50, 0, True), id="took 3: credited with 5"),
            pytest.param((3, 5, 3, 2), {}, (50, 0, True), id="took 7: no overtricks, no bags"),
            pytest.param((5, 1, 5, 2), {"scoring.set": "zero"}, (50, 0, True), id="whatever scoring.set says"),
        ],
    )
    def test_opponents_credited(self, won: tuple[int, ...], values: Values, theirs: tuple[int, int, bool]) -> None:
        """The offending side loses 10 x 7 whatever `scoring.set` says; the other side scores exactly 10 x 5."""
        heard = hear(values | rules(revoke_penalty="opponents_credited"), revoke("cy"), won=won)
        assert heard.effects == [("ana+cy", "contract", None), ("ben+dee", "contract", None)]
        assert heard.details == [
            "ana+cy loses its bid of 7 for cy's revoke in hearts in trick 3.",
            "ben+dee is credited with its bid of 5 for cy's revoke in hearts in trick 3.",
        ]
        assert (heard.mine, heard.theirs) == ((-70, 0, False), theirs)
        assert [side.after.sets for side in heard.ruled] == [1, 0]
        assert line(heard.ruled[1], "contract_credited")[0] == 50

    def test_a_lost_bid_costs_the_same_under_every_kind_of_set(self) -> None:
        """Ten for each trick bid, none of which is missing."""
        for kind in ("minus_bid", "zero", "minus_undertricks"):
            values = rules(revoke_penalty="opponents_credited") | {"scoring.set": kind}
            assert hear(values, revoke("cy")).mine == (-70, 0, False)

    def test_the_nils_of_a_credited_side_are_as_they_were_played(self) -> None:
        """H3: ben's nil took one, dee bid 4 and took 3: -100, 40 by credit, and the nil's trick a bag and a point."""
        heard = hear(rules(revoke_penalty="opponents_credited"), revoke("cy"), bids=(4, 0, 3, 4), won=(5, 1, 4, 3))
        assert heard.theirs == (-59, 1, True)

    def test_three_sides(self) -> None:
        """Rulings, "After the proof": each of the others is credited; ana bid 4 and took 3, cy bid 3 and took 5."""
        players = ("ana", "ben", "cy")
        table = sit_down(players, None, "individual", (3,))
        values: Values = {"table.players": [3], "table.sides": "individual", "deck.leftover": "set_aside"}
        values |= rules(revoke_penalty="opponents_credited")
        found = revoke("ben")
        heard = hear(values, found, bids=(4, 3, 3), won=(3, 9, 5), table=table)
        assert [(each.side, each.effect) for each in heard.penalties] == [
            (1, "contract"),
            (0, "contract"),
            (2, "contract"),
        ]
        assert [side.points for side in heard.ruled] == [40, -30, 30]


# Who won each of the thirteen tricks; ana and cy have eight of them, ben and dee five. cy wins the third.
LATER = "ana ben cy ana dee ana cy ben ana ben ana cy dee"
# The same without a trick for ana or cy after the third; ben and dee have ten.
NONE_LATER = "ana ana cy ben dee ben dee ben dee ben dee ben dee"


class TestLaw64:
    """irregularities.revoke_penalty = bridge_64: Law 64A gives 0, 1 or 2 tricks, 64B none."""

    @pytest.mark.parametrize(
        ("winners", "tricks"),
        [
            pytest.param(LATER, 2, id="64A1: cy won the trick, and his side a later one"),
            pytest.param(NONE_LATER, 1, id="64A1: cy won the trick, and nobody of his side a later one"),
            pytest.param(LATER.replace("ben cy ana", "ben ana ana", 1), 1, id="64A2: ana won the trick"),
            pytest.param(NONE_LATER.replace("ana cy ben", "ana ana ben"), 1, id="64A2: ana won it, and none later"),
            pytest.param(LATER.replace("ben cy ana", "ben dee ana", 1), 1, id="64A2: his side won a later trick only"),
            pytest.param(NONE_LATER.replace("ana cy ben", "ana ben ben"), 0, id="64B1: neither that trick nor a later"),
        ],
    )
    def test_by_who_won_what(self, winners: str, tricks: int) -> None:
        heard = hear(rules(revoke_penalty="bridge_64"), revoke("cy"), winners=winners)
        assert heard.tricks == [-tricks]
        assert heard.ruled[0].tricks_adjustment == -tricks

    @pytest.mark.parametrize(
        ("found", "tricks"),
        [
            pytest.param([revoke("cy", 12)], [0], id="64B6: in the last trick but one"),
            pytest.param([revoke("cy", 11)], [-1], id="64B6: not in the one before"),
            pytest.param([revoke("cy", 3), revoke("cy", 6)], [-2, 0], id="64B2: the second in the same suit"),
            pytest.param([revoke("cy", 3), revoke("cy", 6, "D")], [-2, -1], id="64B2: the second in another suit"),
            pytest.param([revoke("cy", 3), revoke("ana", 6)], [-2, -2], id="64B2: the second, by his partner"),
            pytest.param([revoke("cy", 3), revoke("ben", 6)], [0, 0], id="64B7: both sides revoked"),
            pytest.param(
                [revoke("cy", 3), revoke("ben", 6, established=False)], [-2], id="64B7: the other side's was corrected"
            ),
            pytest.param([revoke("cy", 3), offence("out_of_turn", "ben", 6)], [-2], id="64B7: not any offence"),
        ],
    )
    def test_its_exceptions(self, found: list[Finding], tricks: list[int]) -> None:
        """In ``LATER`` ana wins trick 6 and 11 and cy trick 12."""
        assert hear(rules(revoke_penalty="bridge_64"), *found, winners=LATER).tricks == tricks

    def test_it_says_why(self) -> None:
        values = rules(revoke_penalty="bridge_64")
        assert hear(values, revoke("cy"), winners=LATER).details == [
            "ana+cy loses 2 tricks for cy's revoke in hearts in trick 3 (cy won that trick, and ana+cy a later one)."
        ]
        assert hear(values, revoke("cy", 12), winners=LATER).details == [
            "ana+cy loses no trick for cy's revoke in hearts in trick 12 (it was the last trick but one)."
        ]

    def test_they_go_where_the_ruleset_says(self) -> None:
        """8 - 2 = 6 for 7: -70; 5 + 2 = 7 for 5: 50 + 2 and two bags (H4)."""
        values = rules(revoke_penalty="bridge_64", revoke_tricks_go_to="opponents")
        heard = hear(values, revoke("cy"), winners=LATER)
        assert heard.effects == [("ana+cy", "tricks", -2), ("ben+dee", "tricks", 2)]
        assert (heard.mine, heard.theirs) == ((-70, 0, False), (52, 2, True))

    def test_a_false_accusation_costs_one(self) -> None:
        """It has no trick to be judged by: 5 - 1 = 4 for 5, -50."""
        values = rules(revoke_penalty="bridge_64", false_accusation="same_penalty")
        heard = hear(values, offence("false_accusation", "ben", None), winners=LATER)
        assert heard.details == ["ben+dee loses 1 trick for ben's false accusation."]
        assert heard.theirs == (-50, 0, False)

    def test_not_before_the_round_is_over(self) -> None:
        """What is won later is not known yet."""
        heard = hear(rules(revoke_penalty="bridge_64"), revoke("cy"), winners="ana ben cy", finished=False)
        assert heard.penalties == ()


class TestTricksGoTo:
    """irregularities.revoke_tricks_go_to (H4)."""

    def test_nobody(self) -> None:
        """The default: five and five tricks of thirteen are left."""
        heard = hear({}, revoke("cy"))
        assert [side.tricks for side in heard.ruled] == [5, 5]

    def test_the_opponents(self) -> None:
        """5 + 3 = 8 for a contract of 5: 50 + 3, three bags."""
        heard = hear(rules(revoke_tricks_go_to="opponents"), revoke("cy"))
        assert heard.effects == [("ana+cy", "tricks", -3), ("ben+dee", "tricks", 3)]
        assert heard.details[1] == "ben+dee is given 3 tricks for cy's revoke in hearts in trick 3."
        assert (heard.mine, heard.theirs) == ((-70, 0, False), (53, 3, True))
        assert [side.tricks_adjustment for side in heard.ruled] == [-3, 3]

    def test_they_make_a_contract(self) -> None:
        """Order of scoring, step 4: ben and dee bid 8 and took 5; with three more, 80."""
        heard = hear(rules(revoke_tricks_go_to="opponents"), revoke("cy"), bids=(4, 4, 3, 4))
        assert heard.theirs == (80, 0, True)

    def test_they_never_break_a_nil(self) -> None:
        """Step 4: ben's nil stands; dee bid 3 and took 3, and three more: 100 + 30 + 3, three bags."""
        heard = hear(rules(revoke_tricks_go_to="opponents"), revoke("cy"), bids=(4, 0, 3, 3), won=(5, 0, 5, 3))
        assert heard.theirs == (133, 3, True)
        assert heard.ruled[1].nils == (NilResult(1, blind=False, tricks=0, made=True),)

    def test_beside_two_nils_they_are_bags(self) -> None:
        """Order of scoring, step 4: every contract trick of a contract of 0 is an overtrick: 100 + 100 + 3."""
        heard = hear(rules(revoke_tricks_go_to="opponents"), revoke("cy"), bids=(4, 0, 3, 0), won=(7, 0, 6, 0))
        assert heard.theirs == (203, 3, True)


class TestNeverBelowZero:
    """Catalogue H5; order of scoring, step 4."""

    def test_what_is_not_there_is_not_taken(self) -> None:
        """Two tricks for a contract of 2; three are owed and two taken: 0 tricks, -20, and two for the others."""
        heard = hear(rules(revoke_tricks_go_to="opponents"), revoke("cy"), bids=(1, 5, 1, 5), won=(1, 6, 1, 5))
        assert heard.effects == [("ana+cy", "tricks", -2), ("ben+dee", "tricks", 2)]
        assert heard.details[0] == (
            "ana+cy owes 3 tricks for cy's revoke in hearts in trick 3, and has 2 tricks of its own left to lose."
        )
        assert (heard.mine, heard.theirs) == ((-20, 0, False), (103, 3, True))

    def test_across_several_penalties(self) -> None:
        """Four tricks: three for the first revoke, one for the second, none for the third."""
        found = [revoke("cy", 2), revoke("cy", 4, "D"), revoke("ana", 5, "C")]
        heard = hear({}, *found, bids=(1, 5, 1, 4), won=(2, 5, 2, 4))
        assert heard.tricks == [-3, -1, 0]
        assert heard.details[2].endswith("and has none of its own left to lose.")
        assert (heard.ruled[0].tricks, heard.ruled[0].tricks_adjustment) == (0, -4)

    def test_with_nothing_to_take_nothing_is_given(self) -> None:
        """Step 4: ana and cy took no trick at all: no second entry, and ben and dee have their thirteen."""
        heard = hear(rules(revoke_tricks_go_to="opponents"), revoke("cy"), bids=(1, 6, 1, 6), won=(0, 7, 0, 6))
        assert heard.effects == [("ana+cy", "tricks", 0)]
        assert heard.ruled[1].tricks == 13

    def test_no_order_of_the_offences_favours_a_side(self) -> None:
        """Only tricks won in play can move: one of ana and cy's and three of ben and dee's, whoever revoked first."""
        values = rules(revoke_tricks_go_to="opponents")
        for found in ([revoke("cy", 2), revoke("ben", 5)], [revoke("ben", 2), revoke("cy", 5)]):
            heard = hear(values, *found, bids=(1, 6, 1, 5), won=(1, 7, 0, 5))
            assert [side.tricks for side in heard.ruled] == [3, 10]

    def test_while_the_round_is_not_finished_they_are_named_in_full(self) -> None:
        """Nothing tells how many tricks the side will have."""
        assert hear({}, revoke("cy"), won=(1, 0, 0, 1), finished=False).tricks == [-3]


class TestBothSides:
    def test_each_pays(self) -> None:
        """Catalogue 4.2 (WH-81): 8 - 3 = 5 for 7 and 5 - 3 = 2 for 5."""
        heard = hear({}, revoke("cy"), revoke("dee"))
        assert (heard.mine, heard.theirs) == ((-70, 0, False), (-50, 0, False))

    def test_tricks_that_go_both_ways_come_to_nothing(self) -> None:
        heard = hear(rules(revoke_tricks_go_to="opponents"), revoke("cy"), revoke("dee"))
        assert heard.tricks == [-3, 3, -3, 3]
        assert (heard.mine, heard.theirs) == ((71, 1, True), (50, 0, True))
        assert [side.tricks_adjustment for side in heard.ruled] == [0, 0]

    def test_neither_is_credited(self) -> None:
        """opponents_credited: both lose their bid, -70 and -50."""
        heard = hear(rules(revoke_penalty="opponents_credited"), revoke("cy"), revoke("dee"))
        assert heard.effects == [("ana+cy", "contract", None), ("ben+dee", "contract", None)]
        assert (heard.mine, heard.theirs) == ((-70, 0, False), (-50, 0, False))


class TestRepeatRevoke:
    """irregularities.repeat_revoke (H8)."""

    @pytest.mark.parametrize(
        ("rule", "found", "tricks"),
        [
            pytest.param("each", [revoke("cy", 2), revoke("cy", 5)], [-3, -3], id="each"),
            pytest.param("same_suit_once", [revoke("cy", 2), revoke("cy", 5)], [-3], id="same suit: nothing more"),
            pytest.param("same_suit_once", [revoke("cy", 2), revoke("cy", 5, "D")], [-3, -3], id="another suit"),
            pytest.param("same_suit_once", [revoke("cy", 2), revoke("ana", 5)], [-3, -3], id="another player"),
            pytest.param(
                "same_suit_once", [revoke("cy", 2, established=False), revoke("cy", 5)], [-3], id="the first corrected"
            ),
            pytest.param("forfeit_game", [revoke("cy", 2)], [-3], id="forfeit_game: not the first"),
            pytest.param("forfeit_game", [revoke("cy", 2), revoke("dee", 5)], [-3, -3], id="forfeit_game: one a side"),
        ],
    )
    def test_tricks(self, rule: str, found: list[Finding], tricks: list[int]) -> None:
        assert hear(rules(repeat_revoke=rule), *found).tricks == tricks

    def test_the_second_in_a_suit_costs_no_contract_either(self) -> None:
        """same_suit_once with any penalty; both revokes are counted."""
        values = rules(repeat_revoke="same_suit_once", revoke_penalty="contract_set")
        heard = hear(values, revoke("cy", 2), revoke("cy", 5))
        assert heard.effects == [("ana+cy", "contract", None)]
        assert heard.ruled[0].after.revokes == 2

    def test_the_second_of_a_side_forfeits_the_game(self) -> None:
        """Of either partner; the second has its own penalty too."""
        heard = hear(rules(repeat_revoke="forfeit_game"), revoke("cy", 2), revoke("ana", 5))
        assert heard.effects == [("ana+cy", "tricks", -3), ("ana+cy", "tricks", -3), ("ana+cy", "game", None)]
        assert heard.details[2] == (
            "ana+cy forfeits the game for ana's revoke in hearts in trick 5: its second revoke of the game."
        )

    def test_revokes_of_earlier_rounds_count(self) -> None:
        """The standing before: one revoke, so that this one is the second."""
        heard = hear(rules(repeat_revoke="forfeit_game"), revoke("cy"), before=(Standing(revokes=1), Standing()))
        assert heard.effects == [("ana+cy", "tricks", -3), ("ana+cy", "game", None)]
        assert heard.ruled[0].after.revokes == 2
        assert heard.played[0].after.revokes == 1

    def test_those_of_the_other_side_do_not(self) -> None:
        heard = hear(rules(repeat_revoke="forfeit_game"), revoke("cy"), before=(Standing(), Standing(revokes=3)))
        assert heard.effects == [("ana+cy", "tricks", -3)]


NIL = (0, 3, 4, 2)
KEPT = (0, 4, 6, 3)


class TestNil:
    """irregularities.revoke_and_nil (H9): the revoker's own nil. ana bids nil beside cy's 4, and cy takes six."""

    @pytest.mark.parametrize(
        ("rule", "mine", "effects"),
        [
            pytest.param("fails", (-140, 0, False), ["tricks", "nil"], id="fails: -100, and 6 - 3 = 3 for 4, -40"),
            pytest.param("no_points", (-40, 0, False), ["tricks", "nil"], id="no_points: 0 - 40"),
            pytest.param("untouched", (60, 0, False), ["tricks"], id="untouched: 100 - 40"),
        ],
    )
    def test_the_revokers_own(self, rule: str, mine: tuple[int, int, bool], effects: list[str]) -> None:
        heard = hear(rules(revoke_and_nil=rule), revoke("ana"), bids=NIL, won=KEPT)
        assert [each.effect for each in heard.penalties] == effects
        assert heard.mine == mine
        assert heard.ruled[0].nils == (NilResult(0, blind=False, tricks=0, made=rule != "fails"),)
        assert heard.played[0].nils[0].made

    def test_it_says_why(self) -> None:
        failed = hear({}, revoke("ana"), bids=NIL, won=KEPT)
        assert (
            failed.details[1]
            == "ana+cy loses ana's nil for ana's revoke in hearts in trick 3: it fails without a trick."
        )
        assert line(failed.ruled[0], "nil_failed") == (-100, "Bid nil, took no trick; a penalty makes the nil fail.")
        void = hear(rules(revoke_and_nil="no_points"), revoke("ana"), bids=NIL, won=KEPT)
        assert void.details[1] == "ana+cy scores nothing for ana's nil: ana's revoke in hearts in trick 3."
        told = "Bid nil, took no trick; a penalty leaves the nil without points."
        assert line(void.ruled[0], "nil_without_points") == (0, told)

    @pytest.mark.parametrize("rule", ["fails", "no_points", "untouched"])
    def test_the_partners_stays(self, rule: str) -> None:
        """H9: cy revoked, ana's nil is worth 100, and his contract is set."""
        heard = hear(rules(revoke_and_nil=rule), revoke("cy"), bids=NIL, won=KEPT)
        assert heard.mine == (60, 0, False)

    @pytest.mark.parametrize("rule", ["fails", "no_points", "untouched"])
    def test_a_nil_that_failed_in_play_has_failed(self, rule: str) -> None:
        """Step 3: ana took 1, cy 8: -100, 8 - 3 = 5 for 4 is 40 + 1, ana's trick a bag and a point: -58, two bags."""
        heard = hear(rules(revoke_and_nil=rule), revoke("ana"), bids=NIL, won=(1, 2, 8, 2))
        assert heard.effects == [("ana+cy", "tricks", -3)]
        assert heard.mine == (-58, 2, True)

    def test_nothing_without_a_penalty(self) -> None:
        """revoke_penalty none: the nil is judged by its tricks, 100 + 40 + 2."""
        heard = hear(rules(revoke_penalty="none"), revoke("ana"), bids=NIL, won=KEPT)
        assert heard.mine == (142, 2, True)

    def test_also_where_law_64_takes_no_trick(self) -> None:
        """H9: ana's side won nothing from trick 3 on: no trick, and the nil fails; cy's 2 for 2 make 20."""
        winners = "cy cy ben ben dee ben dee ben dee ben dee ben dee"
        heard = hear(rules(revoke_penalty="bridge_64"), revoke("ana"), bids=(0, 3, 2, 2), winners=winners)
        assert heard.effects == [("ana+cy", "tricks", 0), ("ana+cy", "nil", None)]
        assert heard.mine == (-80, 0, True)

    def test_blind(self) -> None:
        """nil.blind_failed: -200 - 40."""
        heard = hear({"nil.blind": True}, revoke("ana"), bids=("b0", 3, 4, 2), won=KEPT)
        assert heard.mine == (-240, 0, False)
        assert line(heard.ruled[0], "blind_nil_failed")[0] == -200

    def test_linked(self) -> None:
        """nil.scoring linked (D4): the nil fails and takes the contract with it, -100 - 40 and nothing else."""
        heard = hear({"nil.scoring": "linked"} | rules(revoke_tricks=1), revoke("ana"), bids=NIL, won=KEPT)
        assert heard.mine == (-140, 0, False)
        assert [each.code for each in heard.ruled[0].lines] == ["linked_set"]

    def test_linked_with_the_contract_set_by_the_penalty(self) -> None:
        """D4: cy's revoke takes 3 of 6 for 4: the contract falls and ana's nil with it, -140."""
        heard = hear({"nil.scoring": "linked"}, revoke("cy"), bids=NIL, won=KEPT)
        assert heard.mine == (-140, 0, False)
        for penalty in ("contract_set", "opponents_credited"):
            heard = hear({"nil.scoring": "linked"} | rules(revoke_penalty=penalty), revoke("cy"), bids=NIL, won=KEPT)
            assert heard.mine == (-140, 0, False)

    def test_linked_without_points(self) -> None:
        """no_contract_points and both stand: 100 for the nil, 0 for 4 with two over, two bags."""
        values = {"nil.scoring": "linked"} | rules(revoke_penalty="no_contract_points")
        assert hear(values, revoke("cy"), bids=NIL, won=KEPT).mine == (100, 2, True)

    def test_linked_beside_a_credited_bid(self) -> None:
        """The nil failed as it was played, and the contract falls with it: -100 - 40, credited or not."""
        values = {"nil.scoring": "linked"} | rules(revoke_penalty="opponents_credited")
        heard = hear(values, revoke("dee"), bids=NIL, won=(1, 4, 5, 3))
        assert heard.mine == (-140, 0, False)

    @pytest.mark.parametrize(
        ("double", "rule", "points"),
        [
            pytest.param("independent", "fails", 0, id="each alone: -100 + 100"),
            pytest.param("independent", "no_points", 100, id="each alone: 0 + 100"),
            pytest.param("joint", "fails", -200, id="joint: double_failed"),
            pytest.param("joint", "no_points", 0, id="joint: not 200"),
            pytest.param("joint", "untouched", 200, id="joint: double_made"),
            pytest.param("joint_no_loss", "fails", 0, id="joint_no_loss: nothing"),
            pytest.param("joint_no_loss", "untouched", 200, id="joint_no_loss: double_made"),
        ],
    )
    def test_both_partners(self, double: str, rule: str, points: int) -> None:
        """nil.double (D8); there is no trick to take."""
        values = {"nil.double": double} | rules(revoke_and_nil=rule)
        heard = hear(values, revoke("ana"), bids=(0, 6, 0, 6), won=(0, 7, 0, 6))
        assert heard.mine == (points, 0, True)
        assert heard.tricks[0] == 0

    def test_a_joint_nil_that_the_partner_lost_is_lost(self) -> None:
        """no_points with cy's one trick, taken by the penalty: -200, and neither bag nor point."""
        values: Values = {"nil.double": "joint"} | rules(revoke_and_nil="no_points")
        heard = hear(values, revoke("ana"), bids=(0, 6, 0, 6), won=(0, 6, 1, 6))
        assert heard.mine == (-200, 0, True)

    def test_two_nils_have_no_contract_to_score_but_may_be_set(self) -> None:
        """contract_set: -100 for ana's nil, 100 for cy's, 0 for a contract of 0 that is set all the same."""
        heard = hear(rules(revoke_penalty="contract_set"), revoke("ana"), bids=(0, 6, 0, 6), won=(0, 7, 0, 6))
        assert heard.mine == (0, 0, False)
        assert line(heard.ruled[0], "contract_set")[0] == 0

    def test_a_nil_of_the_side_is_that_of_both(self) -> None:
        """bidding.by team: whoever of them revoked, -100."""
        values: Values = {"bidding.by": "team"}
        for player in ("ana", "cy"):
            heard = hear(values, revoke(player), bids=(0, 5, 0, 5), won=(0, 7, 0, 6))
            assert heard.mine == (-100, 0, True)
            assert "loses its nil" in heard.details[1]
            assert heard.ruled[0].nils == (NilResult(None, blind=False, tricks=0, made=False),)

    @pytest.mark.parametrize("penalty", ["tricks", "contract_set", "bridge_64"])
    def test_a_false_accusation_never_costs_a_nil(self, penalty: str) -> None:
        """H7: a penalty as for a revoke, but the accuser has not revoked."""
        values = rules(revoke_penalty=penalty, false_accusation="same_penalty")
        heard = hear(values, offence("false_accusation", "ana", None), bids=NIL, won=KEPT)
        assert heard.ruled[0].nils[0].made
        assert heard.ruled[0].after.revokes == 0


class TestFailedNilTricks:
    """Order of scoring, steps 4 and 6: taken from the ordinary bidder first, then from a failed nil."""

    @pytest.mark.parametrize(
        ("values", "mine"),
        [
            pytest.param({}, (-120, 1, False), id="bags_only: -100 - 20, and the one trick left is a bag"),
            pytest.param({"nil.failed_bags_when_set": "none"}, (-120, 0, False), id="none: no bag"),
            pytest.param(
                {"nil.failed_bags_when_set": "bags_and_points"}, (-119, 1, False), id="bags_and_points: and a point"
            ),
            pytest.param({"nil.failed_tricks": "ignored"}, (-120, 0, False), id="ignored: no bag"),
            pytest.param({"nil.failed_tricks": "to_contract"}, (-120, 0, False), id="to_contract: 1 for 2, set"),
        ],
    )
    def test_taken_from_both(self, values: Values, mine: tuple[int, int, bool]) -> None:
        """Step 4: ana's nil took 2, cy bid 2 and took 2: three are taken, cy's two and one of ana's."""
        heard = hear(values, revoke("cy"), bids=(0, 5, 2, 5), won=(2, 5, 2, 4))
        assert heard.mine == mine
        assert heard.ruled[0].nils[0].tricks == 2

    def test_taken_from_the_ordinary_bidder_only(self) -> None:
        """One taken: cy 3 - 1 = 2 for 2 makes 20, ana's two are bags with a point each: -100 + 20 + 2."""
        heard = hear(rules(revoke_tricks=1), revoke("cy"), bids=(0, 5, 2, 5), won=(2, 4, 3, 4))
        assert heard.mine == (-78, 2, True)

    def test_to_contract(self) -> None:
        """One taken: 3 - 1 + 2 = 4 for 2 makes 20 + 2, two bags, -100."""
        values = rules(revoke_tricks=1) | {"nil.failed_tricks": "to_contract"}
        heard = hear(values, revoke("cy"), bids=(0, 5, 2, 5), won=(2, 4, 3, 4))
        assert heard.mine == (-78, 2, True)
        assert heard.ruled[0].contract_tricks == 4

    def test_set_whatever_it_took(self) -> None:
        """contract_set goes by `nil.failed_bags_when_set`: -100 - 20, ana's two are bags without points."""
        heard = hear(rules(revoke_penalty="contract_set"), revoke("cy"), bids=(0, 5, 2, 5), won=(2, 4, 3, 4))
        assert heard.mine == (-120, 2, False)

    def test_without_points(self) -> None:
        """no_contract_points: -100, and the overtrick of cy and ana's two score nothing and are bags."""
        heard = hear(rules(revoke_penalty="no_contract_points"), revoke("cy"), bids=(0, 5, 2, 5), won=(2, 4, 3, 4))
        assert heard.mine == (-100, 3, True)


TEN: Values = {"special_bids.ten": {"made": 200, "failed": -200, "or_more": False}}
SLAM: Values = {"special_bids.slam": {"made": 300, "failed": -300}}
BOSTON: Values = {"special_bids.boston": 150}
BLIND: Values = {"blind_bid.allowed": True, "blind_bid.deficit": 0}


class TestSpecialAndBlindBids:
    """Order of scoring, step 5: they replace their part of the contract's line, as played and as ruled."""

    @pytest.mark.parametrize(
        ("penalty", "points", "code"),
        [
            pytest.param("contract_set", -200, "ten_failed", id="set: the failed value"),
            pytest.param("no_contract_points", 0, "contract_without_points", id="no points for it"),
            pytest.param("opponents_credited", -200, "ten_failed", id="lost: the failed value"),
        ],
    )
    def test_ten(self, penalty: str, points: int, code: str) -> None:
        """D13: ana and cy bid 5 and 5, and took ten: 200 as played."""
        heard = hear(TEN | rules(revoke_penalty=penalty), revoke("cy"), bids=(5, 1, 5, 1), won=(5, 1, 5, 2))
        assert heard.played[0].points == 200
        assert line(heard.ruled[0], code)[0] == points
        assert heard.ruled[0].points == points

    def test_a_credited_ten(self) -> None:
        """As if exactly made: 200, though nine were taken."""
        heard = hear(
            TEN | rules(revoke_penalty="opponents_credited"), revoke("dee"), bids=(5, 1, 5, 1), won=(5, 2, 4, 2)
        )
        assert heard.mine == (200, 0, True)
        assert line(heard.ruled[0], "contract_credited")[0] == 200

    def test_slam(self) -> None:
        """Thirteen bid and taken, three taken away: -300."""
        heard = hear(SLAM, revoke("cy"), bids=(7, 1, 6, 1), won=(7, 0, 6, 0))
        assert (heard.played[0].points, heard.mine) == (300, (-300, 0, False))

    def test_blind(self) -> None:
        """A blind 6 beside 3 (D12): made 120 + 30; set -90 at the single rate; credited 150; without points 0."""
        bids, won = ("b6", 2, 3, 2), (6, 2, 3, 2)
        assert hear(BLIND, bids=bids, won=won).mine == (150, 0, True)
        assert hear(BLIND | rules(revoke_penalty="contract_set"), revoke("cy"), bids=bids, won=won).mine[0] == -90
        assert hear(BLIND | rules(revoke_penalty="no_contract_points"), revoke("cy"), bids=bids, won=won).mine[0] == 0
        credited = BLIND | rules(revoke_penalty="opponents_credited")
        assert hear(credited, revoke("dee"), bids=bids, won=(5, 3, 3, 2)).mine == (150, 0, True)
        assert hear(credited | {"blind_bid.failed_multiplier": 2}, revoke("cy"), bids=bids, won=won).mine[0] == -150

    def test_an_exact_blind_bid_may_be_saved_by_a_penalty(self) -> None:
        """blind_bid.exact: ten for 6 + 3 is set, and with one taken away exactly made: 150."""
        values = BLIND | {"blind_bid.exact": True} | rules(revoke_tricks=1)
        heard = hear(values, revoke("cy"), bids=("b6", 1, 3, 1), won=(6, 2, 4, 1))
        assert (heard.played[0].made, heard.mine) == (False, (150, 0, True))

    def test_boston(self) -> None:
        """D15, only by tricks really taken and kept: thirteen taken, 70 + 6 + 150; three taken away, 70 + 3."""
        played = hear(BOSTON, won=(8, 0, 5, 0))
        assert (played.mine, played.ruled[0].boston) == ((226, 6, True), True)
        heard = hear(BOSTON, revoke("cy"), won=(8, 0, 5, 0))
        assert (heard.mine, heard.ruled[0].boston) == ((73, 3, True), False)

    def test_no_boston_by_tricks_that_were_given(self) -> None:
        """12 + 1 are thirteen tricks, and not taken: 70 + 6, six bags."""
        values = BOSTON | rules(revoke_tricks_go_to="opponents")
        heard = hear(values, revoke("dee"), won=(8, 1, 4, 0))
        assert (heard.mine, heard.ruled[0].tricks, heard.ruled[0].boston) == ((76, 6, True), 13, False)

    def test_no_boston_for_a_credited_bid(self) -> None:
        """As if exactly made: 70; that every trick was taken is named all the same."""
        heard = hear(BOSTON | rules(revoke_penalty="opponents_credited"), revoke("dee"), won=(8, 0, 5, 0))
        assert (heard.mine, heard.ruled[0].boston) == ((70, 0, True), True)

    def test_a_credit_does_not_lift_a_bid_to_the_board(self) -> None:
        """bidding.team_minimum_breach set (C7): 3 together below a board of 4 are set, credited or not: -30."""
        values: Values = {"bidding.team_minimum": 4, "bidding.team_minimum_breach": "set"}
        heard = hear(values | rules(revoke_penalty="opponents_credited"), revoke("dee"), bids=(2, 3, 1, 3))
        assert heard.mine == (-30, 0, False)


class TestWhatIsPenalised:
    """Rulings, "After the proof": offences, established, and called in time."""

    def test_only_an_established_revoke(self) -> None:
        """H1: corrected in time, or not established for all that the record shows."""
        for established in (False, None):
            heard = hear({}, offence("revoke", "cy", evidence={"led_suit": "H"}, established=established))
            assert (heard.penalties, heard.mine) == ((), (71, 1, True))

    @pytest.mark.parametrize(
        ("called", "findings"),
        [
            pytest.param(None, [0, 1], id="no accusations: the audit is the call"),
            pytest.param(frozenset[int](), [], id="none was called"),
            pytest.param(frozenset({1}), [1], id="one was"),
        ],
    )
    def test_only_what_was_called(self, called: frozenset[int] | None, findings: list[int]) -> None:
        heard = hear({}, revoke("cy"), revoke("dee"), called=called)
        assert [each.finding for each in heard.penalties] == findings

    def test_an_offence_that_is_no_revoke_needs_no_call(self) -> None:
        values = rules(out_of_turn="tricks", wrong_count="offender_set", false_accusation="tricks")
        found = [
            offence("out_of_turn", "cy"),
            offence("false_accusation", "cy"),
            offence("wrong_hand_size", "cy", None),
        ]
        heard = hear(values, *found, called=frozenset())
        assert [each.finding for each in heard.penalties] == [0, 1, 2]

    def test_no_note_and_no_error(self) -> None:
        """A hand whose list the log proves wrong is an error of the record (rulings, cascades)."""
        values = rules(wrong_count="offender_set")
        found = [offence("wrong_hand_size", "cy", None, severity="error"), offence("revoke_corrected", "cy")]
        assert hear(values, *found).penalties == ()

    def test_other_offences_cost_nothing(self) -> None:
        values = rules(out_of_turn="tricks", wrong_count="offender_set", illegal_spade_lead="as_revoke")
        found = [offence("illegal_opening_card", "cy"), offence("bid_too_low", "cy"), offence("card_not_held", "cy")]
        assert hear(values, *found).penalties == ()

    @pytest.mark.parametrize(("rule", "effects"), [("stands", []), ("as_revoke", [("ana+cy", "tricks", -3)])])
    def test_an_illegal_spade_lead(self, rule: str, effects: list[tuple[str, str, int]]) -> None:
        """irregularities.illegal_spade_lead (H10): it counts as a revoke, established and called like one."""
        found = offence("illegal_spade_lead", "cy", established=True)
        heard = hear(rules(illegal_spade_lead=rule), found)
        assert heard.effects == effects
        assert heard.ruled[0].after.revokes == len(effects)
        assert hear(rules(illegal_spade_lead=rule), found, called=frozenset()).penalties == ()
        assert hear(rules(illegal_spade_lead=rule), offence("illegal_spade_lead", "cy")).penalties == ()

    def test_an_illegal_spade_lead_costs_the_nil_like_a_revoke(self) -> None:
        found = offence("illegal_spade_lead", "ana", established=True)
        heard = hear(rules(illegal_spade_lead="as_revoke"), found, bids=NIL, won=KEPT)
        assert heard.mine == (-140, 0, False)
        assert heard.details[0] == "ana+cy loses 3 tricks for ana's lead of a spade in trick 3, counted as a revoke."

    def test_two_illegal_spade_leads_are_of_one_suit(self) -> None:
        """repeat_revoke same_suit_once; a revoke on a spade lead is something else."""
        values = rules(illegal_spade_lead="as_revoke", repeat_revoke="same_suit_once")
        lead = offence("illegal_spade_lead", "cy", established=True)
        assert hear(values, lead, lead).tricks == [-3]
        assert hear(values, lead, revoke("cy", 7, "S")).tricks == [-3, -3]

    @pytest.mark.parametrize(("rule", "tricks"), [("stands", []), ("tricks", [-3, -3])])
    def test_out_of_turn(self, rule: str, tricks: list[int]) -> None:
        """irregularities.out_of_turn (H12): each play, and each lead that does not follow from a wrong entry."""
        found = [
            offence("out_of_turn", "cy"),
            offence("wrong_leader", "dee", 5),
            offence("wrong_leader", "ana", 7, follows=0),
        ]
        heard = hear(rules(out_of_turn=rule), *found)
        assert heard.tricks == tricks
        assert heard.ruled[0].after.revokes == 0
        if tricks:
            assert heard.details == [
                "ana+cy loses 3 tricks for cy's play out of turn in trick 3.",
                "ben+dee loses 3 tricks for dee's lead out of turn in trick 5.",
            ]

    def test_out_of_turn_costs_tricks_also_where_a_revoke_costs_something_else(self) -> None:
        """8 - 3 = 5 for 7, -70; and the tricks go where the ruleset says: 5 + 3 for 5, 53."""
        values = rules(out_of_turn="tricks", revoke_penalty="none", revoke_tricks_go_to="opponents")
        heard = hear(values, offence("out_of_turn", "cy"))
        assert (heard.mine, heard.theirs) == ((-70, 0, False), (53, 3, True))

    def test_a_wrong_count_sets_the_side_of_that_hand(self) -> None:
        """irregularities.wrong_count = offender_set (H14): -70 though eight were taken."""
        heard = hear(rules(wrong_count="offender_set"), offence("wrong_hand_size", "cy", None))
        assert heard.details == ["ana+cy is set for the wrong number of cards in cy's hand, whatever it took."]
        assert (heard.mine, heard.theirs) == ((-70, 0, False), (50, 0, True))

    @pytest.mark.parametrize("rule", ["void_round", "offender_set"])
    def test_a_void_round_counts_for_nothing(self, rule: str) -> None:
        """Rulings, completeness: no lines, 0 points, after = before, and no other penalty."""
        before = (Standing(337, 7, 2, 1), Standing(290, 9, 1, 0))
        found = [offence("wrong_hand_size", "cy", None), revoke("dee"), offence("out_of_turn", "ana")]
        values = rules(wrong_count=rule, out_of_turn="tricks")
        heard = hear(values, *found, before=before, void=True, bids=NIL, won=KEPT)
        assert heard.effects == [("ana+cy", "round", None)]
        assert heard.details == ["The round is void: Something happened."]
        for side, standing in zip(heard.ruled, before, strict=True):
            assert (side.lines, side.points, side.bags, side.after, side.made) == ((), 0, 0, standing, False)
            assert (side.nils, side.boston, side.tricks_adjustment) == ((), False, 0)

    @pytest.mark.parametrize(
        ("rule", "penalty", "effects"),
        [
            pytest.param("none", "tricks", [], id="none"),
            pytest.param("tricks", "tricks", [("ana+cy", "tricks", -3)], id="tricks"),
            pytest.param("tricks", "contract_set", [("ana+cy", "tricks", -3)], id="tricks, whatever a revoke costs"),
            pytest.param("tricks", "none", [("ana+cy", "tricks", -3)], id="tricks, though a revoke costs nothing"),
            pytest.param("same_penalty", "none", [], id="same_penalty: nothing"),
            pytest.param("same_penalty", "tricks", [("ana+cy", "tricks", -3)], id="same_penalty: tricks"),
            pytest.param("same_penalty", "contract_set", [("ana+cy", "contract", None)], id="same_penalty: set"),
            pytest.param(
                "same_penalty", "no_contract_points", [("ana+cy", "points", None)], id="same_penalty: no points"
            ),
            pytest.param(
                "same_penalty",
                "opponents_credited",
                [("ana+cy", "contract", None), ("ben+dee", "contract", None)],
                id="same_penalty: credit",
            ),
        ],
    )
    def test_a_false_accusation(self, rule: str, penalty: str, effects: list[tuple[str, str, int | None]]) -> None:
        """irregularities.false_accusation (H7): the accuser's side pays."""
        values = rules(false_accusation=rule, revoke_penalty=penalty)
        assert hear(values, offence("false_accusation", "cy", None)).effects == effects

    def test_a_false_accusation_is_no_revoke_of_the_other_side(self) -> None:
        """64B7 asks for a revoke of both sides."""
        values = rules(revoke_penalty="bridge_64", false_accusation="same_penalty")
        heard = hear(values, revoke("cy"), offence("false_accusation", "dee", None), winners=LATER)
        assert heard.effects == [("ana+cy", "tricks", -2), ("ben+dee", "tricks", -1)]


class TestSeveralPenalties:
    def test_the_graver_fate_of_a_contract_holds(self) -> None:
        """A wrong count sets, a revoke leaves no points: set, -70, in either order."""
        values = rules(revoke_penalty="no_contract_points", wrong_count="offender_set")
        found = [offence("wrong_hand_size", "cy", None), revoke("cy")]
        for order in (found, found[::-1]):
            heard = hear(values, *order)
            assert heard.mine == (-70, 0, False)
            assert {each.effect for each in heard.penalties} == {"contract", "points"}

    def test_who_is_set_is_not_credited(self) -> None:
        """H3 and H14: dee revoked and cy's hand was wrong: -50 for the bid lost, -70 for the contract set."""
        values = rules(revoke_penalty="opponents_credited", wrong_count="offender_set")
        heard = hear(values, offence("wrong_hand_size", "cy", None), revoke("dee"))
        assert heard.effects == [("ana+cy", "contract", None), ("ben+dee", "contract", None)]
        assert (heard.mine, heard.theirs) == ((-70, 0, False), (-50, 0, False))

    def test_tricks_and_a_set_contract(self) -> None:
        """minus_undertricks: 8 - 3 = 5, two short of 7, and set anyway: -20."""
        values: Values = {"scoring.set": "minus_undertricks"}
        values |= rules(revoke_penalty="contract_set", out_of_turn="tricks")
        assert hear(values, revoke("cy"), offence("out_of_turn", "ana", 5)).mine == (-20, 0, False)

    def test_each_finding_has_its_own(self) -> None:
        """Two revokes of one side under contract_set: two entries, one set."""
        heard = hear(rules(revoke_penalty="contract_set"), revoke("cy", 2), revoke("ana", 4))
        assert [(each.finding, each.effect) for each in heard.penalties] == [(0, "contract"), (1, "contract")]
        assert (heard.ruled[0].after.sets, heard.ruled[0].after.revokes) == (1, 2)


class TestWhatIsSaid:
    """Every penalty says what it is for, and cites every parameter that makes it what it is."""

    @pytest.mark.parametrize(
        ("values", "found", "cited"),
        [
            pytest.param({}, revoke("cy"), ["revoke_penalty", "revoke_tricks"], id="H3: tricks"),
            pytest.param(rules(revoke_penalty="contract_set"), revoke("cy"), ["revoke_penalty"], id="H3: set"),
            pytest.param(rules(revoke_penalty="bridge_64"), revoke("cy"), ["revoke_penalty"], id="H3: Law 64"),
            pytest.param(
                rules(illegal_spade_lead="as_revoke"),
                offence("illegal_spade_lead", "cy", established=True),
                ["illegal_spade_lead", "revoke_penalty", "revoke_tricks"],
                id="H10",
            ),
            pytest.param(
                rules(out_of_turn="tricks", revoke_penalty="bridge_64"),
                offence("out_of_turn", "cy"),
                ["out_of_turn", "revoke_tricks"],
                id="H12",
            ),
            pytest.param(
                rules(false_accusation="tricks"),
                offence("false_accusation", "cy"),
                ["false_accusation", "revoke_tricks"],
                id="H7: tricks",
            ),
            pytest.param(
                rules(false_accusation="same_penalty", revoke_penalty="contract_set"),
                offence("false_accusation", "cy"),
                ["false_accusation", "revoke_penalty"],
                id="H7: set like a revoke",
            ),
            pytest.param(
                rules(false_accusation="same_penalty"),
                offence("false_accusation", "cy"),
                ["false_accusation", "revoke_penalty", "revoke_tricks"],
                id="H7: tricks like a revoke",
            ),
            pytest.param(
                rules(false_accusation="same_penalty", revoke_penalty="bridge_64"),
                offence("false_accusation", "cy"),
                ["false_accusation", "revoke_penalty"],
                id="H7: one trick by Law 64",
            ),
            pytest.param(
                rules(wrong_count="offender_set"), offence("wrong_hand_size", "cy", None), ["wrong_count"], id="H14"
            ),
        ],
    )
    def test_the_parameters_behind_it(self, values: Values, found: Finding, cited: list[str]) -> None:
        (penalty,) = hear(values, found, winners=LATER).penalties
        names = [rule.parameter for rule in (penalty.rule, *penalty.further_rules)]
        assert names == [f"irregularities.{name}" for name in cited]

    def test_what_is_given_away_and_the_nil_have_their_own(self) -> None:
        heard = hear(rules(revoke_tricks_go_to="opponents"), revoke("ana"), bids=NIL, won=KEPT)
        assert [each.rule.parameter for each in heard.penalties] == [
            "irregularities.revoke_penalty",
            "irregularities.revoke_tricks_go_to",
            "irregularities.revoke_and_nil",
        ]
        assert [len(each.further_rules) for each in heard.penalties] == [1, 0, 0]

    @pytest.mark.parametrize(
        ("penalty", "details"),
        [
            ("contract_set", ["ana+cy is set already; ana's revoke in clubs in trick 5 adds nothing to that."]),
            (
                "no_contract_points",
                [
                    (
                        "ana+cy scores no points for its contract already; "
                        "ana's revoke in clubs in trick 5 adds nothing to that."
                    )
                ],
            ),
            (
                "opponents_credited",
                [
                    "ana+cy has lost its bid already; ana's revoke in clubs in trick 5 adds nothing to that.",
                    "ben+dee is credited with its bid already; ana's revoke in clubs in trick 5 adds nothing to that.",
                ],
            ),
        ],
    )
    def test_nothing_is_said_twice(self, penalty: str, details: list[str]) -> None:
        """Each finding has its own penalties (catalogue 4.2), also where an earlier one has done the same."""
        heard = hear(rules(revoke_penalty=penalty), revoke("cy"), revoke("ana", 5, "C"))
        assert heard.details[len(details) :] == details

    @pytest.mark.parametrize(("rule", "effect"), [("fails", "has lost"), ("no_points", "has lost")])
    def test_a_nil_is_lost_once(self, rule: str, effect: str) -> None:
        heard = hear(rules(revoke_and_nil=rule), revoke("ana"), revoke("ana", 5, "C"), bids=NIL, won=KEPT)
        nil = [each.detail for each in heard.penalties if each.effect == "nil"]
        assert nil[1] == f"ana+cy {effect} ana's nil already; ana's revoke in clubs in trick 5 adds nothing to that."

    def test_a_linked_nil_scores_nothing_only_if_it_stands(self) -> None:
        """nil.scoring = linked (D4): it may still fall with the contract."""
        values = rules(revoke_and_nil="no_points") | {"nil.scoring": "linked"}
        heard = hear(values, revoke("ana"), bids=NIL, won=KEPT)
        assert (
            heard.details[1] == "ana+cy scores nothing for ana's nil if it stands: ana's revoke in hearts in trick 3."
        )
        assert heard.mine == (-140, 0, False)

    def test_who_bid_nil_alone_has_a_contract_of_nothing(self) -> None:
        """Step 4: a contract of 0."""
        heard = hear(rules(revoke_penalty="opponents_credited"), revoke("cy"), bids=(4, 0, 3, 0), won=(7, 0, 6, 0))
        assert heard.details[1] == (
            "ben+dee is credited with its contract of 0, nil apart, for cy's revoke in hearts in trick 3."
        )

    def test_a_card_taken_back_is_named(self) -> None:
        """Several cards put down in one turn may each have been a revoke."""
        found = revoke("cy")
        taken = Finding(
            **{name: getattr(found, name) for name in found.__slots__}
            | {"pointer": "#/tricks/2/plays/1/withdrawn/0", "card": "4S"}
        )
        assert hear({}, taken).details == ["ana+cy loses 3 tricks for cy's revoke in hearts in trick 3 with 4S."]

    def test_a_second_spade_lead_is_told_as_one(self) -> None:
        """64B2, where the lead of a spade counts as a revoke (H10)."""
        lead = offence("illegal_spade_lead", "cy", established=True)
        heard = hear(rules(revoke_penalty="bridge_64", illegal_spade_lead="as_revoke"), lead, lead, winners=LATER)
        assert heard.details[1] == (
            "ana+cy loses no trick for cy's lead of a spade in trick 3, counted as a revoke "
            "(cy had led a spade too early before)."
        )


class TestRoundWithoutBids:
    """bidding.first_round = bids_itself (C14): ten a trick, eight and five of them."""

    @pytest.mark.parametrize(
        ("values", "mine", "theirs"),
        [
            pytest.param({}, (50, 0, True), (50, 0, True), id="8 - 3 = 5 tricks"),
            pytest.param(rules(revoke_tricks_go_to="opponents"), (50, 0, True), (80, 0, True), id="and 5 + 3 = 8"),
            pytest.param(rules(revoke_penalty="contract_set"), (0, 0, False), (50, 0, True), id="set: nothing"),
            pytest.param(rules(revoke_penalty="no_contract_points"), (0, 0, True), (50, 0, True), id="no points"),
            pytest.param(
                rules(revoke_penalty="opponents_credited"),
                (0, 0, False),
                (50, 0, True),
                id="no bid to lose or to credit",
            ),
        ],
    )
    def test_penalties(self, values: Values, mine: tuple[int, int, bool], theirs: tuple[int, int, bool]) -> None:
        heard = hear(values, revoke("cy"), unbid=True)
        assert (heard.mine, heard.theirs) == (mine, theirs)


def test_without_an_offence_it_is_ruled_as_it_was_played() -> None:
    """Rulings: as_ruled is there for every complete round; without a penalty it is as_played."""
    heard = hear({})
    assert heard.adjustments == (NO_ADJUSTMENT,) * 2
    assert [side.tricks_adjustment for side in heard.ruled] == [0, 0]
    assert heard.ruled == heard.played


def test_an_adjustment_that_takes_more_than_there_is_takes_all() -> None:
    """Order of scoring, step 4: never below 0."""
    ruleset = defaults({})
    side = score_side(
        ruleset.parameters,
        0,
        _contract(ruleset, TABLE, 0, BIDS),
        tricks=2,
        by_seat=(1, 6, 1, 5),
        before=Standing(),
        hand_size=13,
        adjustment=Adjustment(tricks=-5),
    )
    assert (side.tricks, side.contract_tricks, side.tricks_adjustment) == (0, 0, -2)


CHOICES: dict[str, list[object]] = {
    "irregularities.revoke_penalty": [
        "none",
        "tricks",
        "contract_set",
        "no_contract_points",
        "opponents_credited",
        "bridge_64",
    ],
    "irregularities.revoke_tricks": [0, 1, 3, 7],
    "irregularities.revoke_tricks_go_to": ["nobody", "opponents"],
    "irregularities.repeat_revoke": ["each", "same_suit_once", "forfeit_game"],
    "irregularities.revoke_and_nil": ["fails", "no_points", "untouched"],
    "irregularities.false_accusation": ["none", "tricks", "same_penalty"],
    "irregularities.illegal_spade_lead": ["stands", "as_revoke"],
    "irregularities.out_of_turn": ["stands", "tricks"],
    "irregularities.wrong_count": ["void_round", "offender_set"],
    "scoring.set": ["minus_bid", "zero", "minus_undertricks"],
    "nil.scoring": ["independent", "linked"],
    "nil.double": ["independent", "joint", "joint_no_loss"],
    "nil.failed_tricks": ["bags", "to_contract", "ignored"],
    "nil.failed_bags_when_set": ["none", "bags_only", "bags_and_points"],
}
HOUSES = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in CHOICES.items()})
NAMED = st.sampled_from(FOUR)
OFFENCES = st.lists(
    st.one_of(
        st.builds(revoke, NAMED, st.integers(1, 13), st.sampled_from("CDH")),
        st.builds(
            offence,
            st.sampled_from(
                ["out_of_turn", "wrong_leader", "false_accusation", "illegal_spade_lead", "wrong_hand_size"]
            ),
            NAMED,
            st.integers(1, 13),
            established=st.booleans(),
        ),
    ),
    max_size=6,
)
WINNERS = st.lists(NAMED, min_size=13, max_size=13).map(" ".join)
CALLS = st.tuples(*[st.integers(0, 5)] * 4)


@settings(max_examples=300, derandomize=True, deadline=None, database=None)
@given(values=HOUSES, found=OFFENCES, winners=WINNERS, bids=CALLS)
def test_what_holds_of_every_penalty(values: Values, found: list[Finding], winners: str, bids: tuple[int, ...]) -> None:
    """Order of scoring, step 4, and rulings, "After the proof"; that each score adds up is checked by `hear`."""
    heard = hear(values, *found, bids=bids, winners=winners)
    assert [each.finding for each in heard.penalties] == sorted(each.finding for each in heard.penalties)
    for place, (played, ruled) in enumerate(zip(heard.played, heard.ruled, strict=True)):
        moved = [each.tricks for each in heard.penalties if each.side == place and each.tricks is not None]
        assert ruled.tricks_adjustment == sum(moved) == ruled.tricks - played.tricks
        assert -sum(tricks for tricks in moved if tricks < 0) <= played.tricks
        # Penalty tricks never make a nil, and break none: only a revoke of the bidder does.
        revokers = {each.player for each in found if each.code in {"revoke", "illegal_spade_lead"}}
        for before, after in zip(played.nils, ruled.nils, strict=True):
            assert after.tricks == before.tricks
            assert after.made == before.made or (before.made and FOUR[before.seat or 0] in revokers)
        if all(each.side != place for each in heard.penalties):
            assert ruled == played
        assert 0 <= ruled.after.revokes <= len(found)
    if values["irregularities.revoke_tricks_go_to"] == "opponents":
        assert sum(side.tricks for side in heard.ruled) == 13


@settings(max_examples=100, derandomize=True, deadline=None, database=None)
@given(values=HOUSES, found=OFFENCES, winners=WINNERS, bids=CALLS)
def test_the_order_of_the_findings_changes_no_score(
    values: Values, found: list[Finding], winners: str, bids: tuple[int, ...]
) -> None:
    """Which of two offences is found first is chance, except for which of two revokes in a suit is the repeated one."""
    values = values | {"irregularities.repeat_revoke": "each"}
    if values["irregularities.revoke_penalty"] == "bridge_64":
        found = list({(each.player, each.code, str(each.evidence)): each for each in found}.values())
    assert hear(values, *found, bids=bids, winners=winners).ruled == (
        hear(values, *reversed(found), bids=bids, winners=winners).ruled
    )
