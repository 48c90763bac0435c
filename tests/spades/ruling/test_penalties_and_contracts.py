"""Penalties beside a nil, a blind bid or a special contract."""

from __future__ import annotations

import pytest

from service.spades.scoring.model import NilResult
from tests.spades.builders.penalties import hear, irregularities, line, offence, revoke
from tests.spades.builders.rulesets import Values

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
        heard = hear(irregularities(revoke_and_nil=rule), revoke("ana"), bids=NIL, won=KEPT)
        assert [each.effect for each in heard.penalties] == effects
        assert heard.mine == mine
        assert heard.ruled[0].nils == (NilResult(0, blind=False, tricks=0, made=rule != "fails"),)
        assert heard.played[0].nils[0].made

    def test_it_says_why(self) -> None:
        failed = hear({}, revoke("ana"), bids=NIL, won=KEPT)
        assert (
            failed.details[1]
            == "ana+cy loses ana's nil for ana's revoke in hearts in trick 3: it fails although it took no tricks."
        )
        assert line(failed.ruled[0], "nil_failed") == (-100, "Bid nil, took no tricks; a penalty makes the nil fail.")
        void = hear(irregularities(revoke_and_nil="no_points"), revoke("ana"), bids=NIL, won=KEPT)
        assert void.details[1] == "ana+cy scores nothing for ana's nil: ana's revoke in hearts in trick 3."
        told = "Bid nil, took no tricks; a penalty leaves the nil without points."
        assert line(void.ruled[0], "nil_without_points") == (0, told)

    @pytest.mark.parametrize("rule", ["fails", "no_points", "untouched"])
    def test_the_partners_stays(self, rule: str) -> None:
        """H9: cy revoked, ana's nil is worth 100, and his contract is set."""
        heard = hear(irregularities(revoke_and_nil=rule), revoke("cy"), bids=NIL, won=KEPT)
        assert heard.mine == (60, 0, False)

    @pytest.mark.parametrize("rule", ["fails", "no_points"])
    def test_no_trick_is_no_nil_for_one_who_bid_some(self, rule: str) -> None:
        """H9: cy revoked and took nothing, as ana did; but only ana bid nil, and cy's contract of 4 is set anyway."""
        heard = hear(irregularities(revoke_and_nil=rule), revoke("cy"), bids=NIL, won=(0, 7, 0, 6))
        assert "nil" not in {each.effect for each in heard.penalties}
        assert heard.mine == (60, 0, False)

    @pytest.mark.parametrize("rule", ["fails", "no_points", "untouched"])
    def test_a_nil_that_failed_in_play_has_failed(self, rule: str) -> None:
        """Step 3: ana took 1, cy 8: -100, 8 - 3 = 5 for 4 is 40 + 1, ana's trick a bag and a point: -58, two bags."""
        heard = hear(irregularities(revoke_and_nil=rule), revoke("ana"), bids=NIL, won=(1, 2, 8, 2))
        assert heard.effects == [("ana+cy", "tricks", -3)]
        assert heard.mine == (-58, 2, True)

    def test_nothing_without_a_penalty(self) -> None:
        """revoke_penalty none: the nil is judged by its tricks, 100 + 40 + 2."""
        heard = hear(irregularities(revoke_penalty="none"), revoke("ana"), bids=NIL, won=KEPT)
        assert heard.mine == (142, 2, True)

    def test_also_where_law_64_takes_no_trick(self) -> None:
        """H9: ana's side won nothing from trick 3 on: no trick, and the nil fails; cy's 2 for 2 make 20."""
        winners = "cy cy ben ben dee ben dee ben dee ben dee ben dee"
        heard = hear(irregularities(revoke_penalty="bridge_64"), revoke("ana"), bids=(0, 3, 2, 2), winners=winners)
        assert heard.effects == [("ana+cy", "tricks", 0), ("ana+cy", "nil", None)]
        assert heard.mine == (-80, 0, True)

    def test_blind(self) -> None:
        """nil.blind_failed: -200 - 40."""
        heard = hear({"nil.blind": True}, revoke("ana"), bids=("b0", 3, 4, 2), won=KEPT)
        assert heard.mine == (-240, 0, False)
        assert line(heard.ruled[0], "blind_nil_failed")[0] == -200

    def test_linked(self) -> None:
        """nil.scoring linked (D4): the nil fails and takes the contract with it, -100 - 40 and nothing else."""
        heard = hear({"nil.scoring": "linked"} | irregularities(revoke_tricks=1), revoke("ana"), bids=NIL, won=KEPT)
        assert heard.mine == (-140, 0, False)
        assert [each.code for each in heard.ruled[0].lines] == ["linked_set"]

    def test_linked_with_the_contract_set_by_the_penalty(self) -> None:
        """D4: cy's revoke takes 3 of 6 for 4: the contract falls and ana's nil with it, -140."""
        heard = hear({"nil.scoring": "linked"}, revoke("cy"), bids=NIL, won=KEPT)
        assert heard.mine == (-140, 0, False)
        for penalty in ("contract_set", "opponents_credited"):
            heard = hear(
                {"nil.scoring": "linked"} | irregularities(revoke_penalty=penalty), revoke("cy"), bids=NIL, won=KEPT
            )
            assert heard.mine == (-140, 0, False)

    def test_linked_without_points(self) -> None:
        """no_contract_points and both stand: 100 for the nil, 0 for 4 with two over, two bags."""
        values = {"nil.scoring": "linked"} | irregularities(revoke_penalty="no_contract_points")
        assert hear(values, revoke("cy"), bids=NIL, won=KEPT).mine == (100, 2, True)

    def test_linked_beside_a_credited_bid(self) -> None:
        """The nil failed as it was played, and the contract falls with it: -100 - 40, credited or not."""
        values = {"nil.scoring": "linked"} | irregularities(revoke_penalty="opponents_credited")
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
        values = {"nil.double": double} | irregularities(revoke_and_nil=rule)
        heard = hear(values, revoke("ana"), bids=(0, 6, 0, 6), won=(0, 7, 0, 6))
        assert heard.mine == (points, 0, True)
        assert heard.tricks[0] == 0

    def test_a_joint_nil_that_the_partner_lost_is_lost(self) -> None:
        """no_points with cy's one trick, taken by the penalty: -200, and neither bag nor point."""
        values: Values = {"nil.double": "joint"} | irregularities(revoke_and_nil="no_points")
        heard = hear(values, revoke("ana"), bids=(0, 6, 0, 6), won=(0, 6, 1, 6))
        assert heard.mine == (-200, 0, True)

    def test_two_nils_have_no_contract_to_score_but_may_be_set(self) -> None:
        """contract_set: -100 for ana's nil, 100 for cy's, 0 for a contract of 0 that is set all the same."""
        heard = hear(irregularities(revoke_penalty="contract_set"), revoke("ana"), bids=(0, 6, 0, 6), won=(0, 7, 0, 6))
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
        values = irregularities(revoke_penalty=penalty, false_accusation="same_penalty")
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
        heard = hear(irregularities(revoke_tricks=1), revoke("cy"), bids=(0, 5, 2, 5), won=(2, 4, 3, 4))
        assert heard.mine == (-78, 2, True)

    def test_to_contract(self) -> None:
        """One taken: 3 - 1 + 2 = 4 for 2 makes 20 + 2, two bags, -100."""
        values = irregularities(revoke_tricks=1) | {"nil.failed_tricks": "to_contract"}
        heard = hear(values, revoke("cy"), bids=(0, 5, 2, 5), won=(2, 4, 3, 4))
        assert heard.mine == (-78, 2, True)
        assert heard.ruled[0].contract_tricks == 4

    def test_set_whatever_it_took(self) -> None:
        """contract_set goes by `nil.failed_bags_when_set`: -100 - 20, ana's two are bags without points."""
        heard = hear(irregularities(revoke_penalty="contract_set"), revoke("cy"), bids=(0, 5, 2, 5), won=(2, 4, 3, 4))
        assert heard.mine == (-120, 2, False)

    def test_without_points(self) -> None:
        """no_contract_points: -100, and the overtrick of cy and ana's two score nothing and are bags."""
        heard = hear(
            irregularities(revoke_penalty="no_contract_points"), revoke("cy"), bids=(0, 5, 2, 5), won=(2, 4, 3, 4)
        )
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
        heard = hear(TEN | irregularities(revoke_penalty=penalty), revoke("cy"), bids=(5, 1, 5, 1), won=(5, 1, 5, 2))
        assert heard.played[0].points == 200
        assert line(heard.ruled[0], code)[0] == points
        assert heard.ruled[0].points == points

    def test_a_credited_ten(self) -> None:
        """As if exactly made: 200, though nine were taken."""
        heard = hear(
            TEN | irregularities(revoke_penalty="opponents_credited"),
            revoke("dee"),
            bids=(5, 1, 5, 1),
            won=(5, 2, 4, 2),
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
        assert (
            hear(BLIND | irregularities(revoke_penalty="contract_set"), revoke("cy"), bids=bids, won=won).mine[0] == -90
        )
        assert (
            hear(BLIND | irregularities(revoke_penalty="no_contract_points"), revoke("cy"), bids=bids, won=won).mine[0]
            == 0
        )
        credited = BLIND | irregularities(revoke_penalty="opponents_credited")
        assert hear(credited, revoke("dee"), bids=bids, won=(5, 3, 3, 2)).mine == (150, 0, True)
        assert hear(credited | {"blind_bid.failed_multiplier": 2}, revoke("cy"), bids=bids, won=won).mine[0] == -150

    def test_an_exact_blind_bid_may_be_saved_by_a_penalty(self) -> None:
        """blind_bid.exact: ten for 6 + 3 is set, and with one taken away exactly made: 150."""
        values = BLIND | {"blind_bid.exact": True} | irregularities(revoke_tricks=1)
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
        values = BOSTON | irregularities(revoke_tricks_go_to="opponents")
        heard = hear(values, revoke("dee"), won=(8, 1, 4, 0))
        assert (heard.mine, heard.ruled[0].tricks, heard.ruled[0].boston) == ((76, 6, True), 13, False)

    def test_no_boston_for_a_credited_bid(self) -> None:
        """As if exactly made: 70; that every trick was taken is named all the same."""
        heard = hear(BOSTON | irregularities(revoke_penalty="opponents_credited"), revoke("dee"), won=(8, 0, 5, 0))
        assert (heard.mine, heard.ruled[0].boston) == ((70, 0, True), True)

    def test_a_credit_does_not_lift_a_bid_to_the_board(self) -> None:
        """bidding.team_minimum_breach set (C7): 3 together below a board of 4 are set, credited or not: -30."""
        values: Values = {"bidding.team_minimum": 4, "bidding.team_minimum_breach": "set"}
        heard = hear(values | irregularities(revoke_penalty="opponents_credited"), revoke("dee"), bids=(2, 3, 1, 3))
        assert heard.mine == (-30, 0, False)
