"""What a revoke costs: every way to penalise it, by figures worked out by hand."""

from __future__ import annotations

import pytest

from service.spades.findings import Finding
from service.spades.record.model import Standing
from service.spades.scoring.model import NO_ADJUSTMENT, NilResult
from service.spades.table import sit_down
from tests.spades.builders.penalties import TAKEN, hear, irregularities, line, offence, revoke
from tests.spades.builders.rulesets import Values


class TestRevokePenalty:
    """irregularities.revoke_penalty (H3), of one revoke by cy."""

    def test_none(self) -> None:
        """Nothing at all: no entry, and not even the revoke is counted."""
        heard = hear(irregularities(revoke_penalty="none"), revoke("cy"))
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
        heard = hear(irregularities(revoke_tricks=tricks), revoke("cy"))
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
            pytest.param({}, TAKEN, (-70, 0, False), id="minus_bid: -70, though 8 were taken"),
            pytest.param({"scoring.set": "zero"}, TAKEN, (0, 0, False), id="zero: 0"),
            pytest.param(
                {"scoring.set": "minus_undertricks"}, TAKEN, (0, 0, False), id="minus_undertricks: none missing"
            ),
            pytest.param(
                {"scoring.set": "minus_undertricks"}, (3, 3, 2, 5), (-20, 0, False), id="minus_undertricks: two missing"
            ),
        ],
    )
    def test_contract_set(self, values: Values, won: tuple[int, ...], mine: tuple[int, int, bool]) -> None:
        """Set whatever it took, by `scoring.set`; no overtricks, no bags, one set more."""
        heard = hear(values | irregularities(revoke_penalty="contract_set"), revoke("cy"), won=won)
        assert heard.effects == [("ana+cy", "contract", None)]
        assert heard.details == ["ana+cy is set for cy's revoke in hearts in trick 3, whatever it took."]
        assert heard.mine == mine
        assert heard.ruled[0].after.sets == 1
        assert line(heard.ruled[0], "contract_set")[1].endswith("; set by a penalty, whatever it took.")
        assert heard.ruled[0].tricks == heard.played[0].tricks

    def test_no_contract_points(self) -> None:
        """Made: 0 for the contract, 0 for the overtrick, which is a bag all the same; not set."""
        heard = hear(irregularities(revoke_penalty="no_contract_points"), revoke("cy"))
        assert heard.effects == [("ana+cy", "points", None)]
        assert heard.details == [
            "ana+cy scores no points for its contract, even if it makes it: cy's revoke in hearts in trick 3."
        ]
        assert heard.mine == (0, 1, True)
        assert [(each.code, each.points) for each in heard.ruled[0].lines] == [
            ("contract_without_points", 0),
            ("overtricks", 0),
        ]
        assert heard.ruled[0].after.sets == 0

    def test_no_contract_points_and_set(self) -> None:
        """A set contract still scores `scoring.set`: 6 for 7, -70."""
        heard = hear(irregularities(revoke_penalty="no_contract_points"), revoke("cy"), won=(4, 5, 2, 2))
        assert heard.mine == (-70, 0, False)
        assert line(heard.ruled[0], "contract_set") == (-70, "Bid 7, took 6.")

    def test_no_contract_points_can_still_reach_the_bag_limit(self) -> None:
        """Nine bags and the overtrick are ten: 0 + 0 - 100 (order of scoring, step 7)."""
        before = (Standing(200, 9), Standing())
        heard = hear(irregularities(revoke_penalty="no_contract_points"), revoke("cy"), before=before)
        assert (heard.ruled[0].points, heard.ruled[0].after) == (-100, Standing(100, 0, 0, 1))

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
        heard = hear(values | irregularities(revoke_penalty="opponents_credited"), revoke("cy"), won=won)
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
            values = irregularities(revoke_penalty="opponents_credited") | {"scoring.set": kind}
            assert hear(values, revoke("cy")).mine == (-70, 0, False)

    def test_the_nils_of_a_credited_side_are_as_they_were_played(self) -> None:
        """H3: ben's nil took one, dee bid 4 and took 3: -100, 40 by credit, and the nil's trick a bag and a point."""
        heard = hear(
            irregularities(revoke_penalty="opponents_credited"), revoke("cy"), bids=(4, 0, 3, 4), won=(5, 1, 4, 3)
        )
        assert heard.theirs == (-59, 1, True)

    def test_three_sides(self) -> None:
        """Rulings, "After the proof": each of the others is credited; ana bid 4 and took 3, cy bid 3 and took 5."""
        players = ("ana", "ben", "cy")
        table = sit_down(players, None, "individual", (3,))
        values: Values = {"table.players": [3], "table.sides": "individual", "deck.leftover": "set_aside"}
        values |= irregularities(revoke_penalty="opponents_credited")
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
        heard = hear(irregularities(revoke_penalty="bridge_64"), revoke("cy"), winners=winners)
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
        assert hear(irregularities(revoke_penalty="bridge_64"), *found, winners=LATER).tricks == tricks

    def test_it_says_why(self) -> None:
        values = irregularities(revoke_penalty="bridge_64")
        assert hear(values, revoke("cy"), winners=LATER).details == [
            "ana+cy loses 2 tricks for cy's revoke in hearts in trick 3 (cy won that trick and ana+cy a later one)."
        ]
        assert hear(values, revoke("cy", 12), winners=LATER).details == [
            "ana+cy loses no tricks for cy's revoke in hearts in trick 12 (it was the last trick but one)."
        ]

    def test_they_go_where_the_ruleset_says(self) -> None:
        """8 - 2 = 6 for 7: -70; 5 + 2 = 7 for 5: 50 + 2 and two bags (H4)."""
        values = irregularities(revoke_penalty="bridge_64", revoke_tricks_go_to="opponents")
        heard = hear(values, revoke("cy"), winners=LATER)
        assert heard.effects == [("ana+cy", "tricks", -2), ("ben+dee", "tricks", 2)]
        assert (heard.mine, heard.theirs) == ((-70, 0, False), (52, 2, True))

    def test_a_false_accusation_costs_one(self) -> None:
        """It has no trick to be judged by: 5 - 1 = 4 for 5, -50."""
        values = irregularities(revoke_penalty="bridge_64", false_accusation="same_penalty")
        heard = hear(values, offence("false_accusation", "ben", None), winners=LATER)
        assert heard.details == ["ben+dee loses 1 trick for ben's false accusation."]
        assert heard.theirs == (-50, 0, False)

    def test_not_before_the_round_is_over(self) -> None:
        """What is won later is not known yet."""
        heard = hear(irregularities(revoke_penalty="bridge_64"), revoke("cy"), winners="ana ben cy", finished=False)
        assert heard.penalties == ()


class TestTricksGoTo:
    """irregularities.revoke_tricks_go_to (H4)."""

    def test_nobody(self) -> None:
        """The default: five and five tricks of thirteen are left."""
        heard = hear({}, revoke("cy"))
        assert [side.tricks for side in heard.ruled] == [5, 5]

    def test_the_opponents(self) -> None:
        """5 + 3 = 8 for a contract of 5: 50 + 3, three bags."""
        heard = hear(irregularities(revoke_tricks_go_to="opponents"), revoke("cy"))
        assert heard.effects == [("ana+cy", "tricks", -3), ("ben+dee", "tricks", 3)]
        assert heard.details[1] == "ben+dee is given 3 tricks for cy's revoke in hearts in trick 3."
        assert (heard.mine, heard.theirs) == ((-70, 0, False), (53, 3, True))
        assert [side.tricks_adjustment for side in heard.ruled] == [-3, 3]

    def test_they_make_a_contract(self) -> None:
        """Order of scoring, step 4: ben and dee bid 8 and took 5; with three more, 80."""
        heard = hear(irregularities(revoke_tricks_go_to="opponents"), revoke("cy"), bids=(4, 4, 3, 4))
        assert heard.theirs == (80, 0, True)

    def test_they_never_break_a_nil(self) -> None:
        """Step 4: ben's nil stands; dee bid 3 and took 3, and three more: 100 + 30 + 3, three bags."""
        heard = hear(irregularities(revoke_tricks_go_to="opponents"), revoke("cy"), bids=(4, 0, 3, 3), won=(5, 0, 5, 3))
        assert heard.theirs == (133, 3, True)
        assert heard.ruled[1].nils == (NilResult(1, blind=False, tricks=0, made=True),)

    def test_beside_two_nils_they_are_bags(self) -> None:
        """Order of scoring, step 4: every contract trick of a contract of 0 is an overtrick: 100 + 100 + 3."""
        heard = hear(irregularities(revoke_tricks_go_to="opponents"), revoke("cy"), bids=(4, 0, 3, 0), won=(7, 0, 6, 0))
        assert heard.theirs == (203, 3, True)


class TestNeverBelowZero:
    """Catalogue H5; order of scoring, step 4."""

    def test_what_is_not_there_is_not_taken(self) -> None:
        """Two tricks for a contract of 2; three are owed and two taken: 0 tricks, -20, and two for the others."""
        heard = hear(irregularities(revoke_tricks_go_to="opponents"), revoke("cy"), bids=(1, 5, 1, 5), won=(1, 6, 1, 5))
        assert heard.effects == [("ana+cy", "tricks", -2), ("ben+dee", "tricks", 2)]
        assert heard.details[0] == (
            "ana+cy owes 3 tricks for cy's revoke in hearts in trick 3, but has 2 tricks of its own left to lose."
        )
        assert (heard.mine, heard.theirs) == ((-20, 0, False), (103, 3, True))

    def test_across_several_penalties(self) -> None:
        """Four tricks: three for the first revoke, one for the second, none for the third."""
        found = [revoke("cy", 2), revoke("cy", 4, "D"), revoke("ana", 5, "C")]
        heard = hear({}, *found, bids=(1, 5, 1, 4), won=(2, 5, 2, 4))
        assert heard.tricks == [-3, -1, 0]
        assert heard.details[2].endswith("but has none of its own left to lose.")
        assert (heard.ruled[0].tricks, heard.ruled[0].tricks_adjustment) == (0, -4)

    def test_with_nothing_to_take_nothing_is_given(self) -> None:
        """Step 4: ana and cy took no trick at all: no second entry, and ben and dee have their thirteen."""
        heard = hear(irregularities(revoke_tricks_go_to="opponents"), revoke("cy"), bids=(1, 6, 1, 6), won=(0, 7, 0, 6))
        assert heard.effects == [("ana+cy", "tricks", 0)]
        assert heard.ruled[1].tricks == 13

    def test_no_order_of_the_offences_favours_a_side(self) -> None:
        """Only tricks won in play can move: one of ana and cy's and three of ben and dee's, whoever revoked first."""
        values = irregularities(revoke_tricks_go_to="opponents")
        for found in ([revoke("cy", 2), revoke("ben", 5)], [revoke("ben", 2), revoke("cy", 5)]):
            heard = hear(values, *found, bids=(1, 6, 1, 5), won=(1, 7, 0, 5))
            assert [side.tricks for side in heard.ruled] == [3, 10]

    def test_while_the_round_is_not_finished_they_are_named_in_full(self) -> None:
        """Nothing tells how many tricks the side will have."""
        assert hear({}, revoke("cy"), won=(1, 0, 0, 1), finished=False).tricks == [-3]
