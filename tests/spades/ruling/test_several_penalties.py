"""Several offences in a round: of both sides, repeated, in a round without bids, and at random."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.spades.findings import Finding
from service.spades.record.model import Standing
from service.spades.scoring.model import NO_ADJUSTMENT, Adjustment
from service.spades.scoring.round import RoundPlay, score_side
from tests.spades.builders.cards import FOUR
from tests.spades.builders.penalties import BIDS, TABLE, contract, hear, irregularities, offence, revoke
from tests.spades.builders.rulesets import Values, defaults


class TestBothSides:
    def test_each_pays(self) -> None:
        """Catalogue 4.2 (WH-81): 8 - 3 = 5 for 7 and 5 - 3 = 2 for 5."""
        heard = hear({}, revoke("cy"), revoke("dee"))
        assert (heard.mine, heard.theirs) == ((-70, 0, False), (-50, 0, False))

    def test_tricks_that_go_both_ways_cancel_out(self) -> None:
        heard = hear(irregularities(revoke_tricks_go_to="opponents"), revoke("cy"), revoke("dee"))
        assert heard.tricks == [-3, 3, -3, 3]
        assert (heard.mine, heard.theirs) == ((71, 1, True), (50, 0, True))
        assert [side.tricks_adjustment for side in heard.ruled] == [0, 0]

    def test_neither_is_credited(self) -> None:
        """opponents_credited: both lose their bid, -70 and -50."""
        heard = hear(irregularities(revoke_penalty="opponents_credited"), revoke("cy"), revoke("dee"))
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
        assert hear(irregularities(repeat_revoke=rule), *found).tricks == tricks

    def test_the_second_in_a_suit_costs_no_contract_either(self) -> None:
        """same_suit_once with any penalty; both revokes are counted."""
        values = irregularities(repeat_revoke="same_suit_once", revoke_penalty="contract_set")
        heard = hear(values, revoke("cy", 2), revoke("cy", 5))
        assert heard.effects == [("ana+cy", "contract", None)]
        assert heard.ruled[0].after.revokes == 2

    def test_the_second_of_a_side_forfeits_the_game(self) -> None:
        """Of either partner; the second has its own penalty too."""
        heard = hear(irregularities(repeat_revoke="forfeit_game"), revoke("cy", 2), revoke("ana", 5))
        assert heard.effects == [("ana+cy", "tricks", -3), ("ana+cy", "tricks", -3), ("ana+cy", "game", None)]
        assert heard.details[2] == (
            "ana+cy forfeits the game for ana's revoke in hearts in trick 5: its second revoke of the game."
        )

    def test_revokes_of_earlier_rounds_count(self) -> None:
        """The standing before: one revoke, so that this one is the second."""
        heard = hear(
            irregularities(repeat_revoke="forfeit_game"), revoke("cy"), before=(Standing(revokes=1), Standing())
        )
        assert heard.effects == [("ana+cy", "tricks", -3), ("ana+cy", "game", None)]
        assert heard.ruled[0].after.revokes == 2
        assert heard.played[0].after.revokes == 1

    def test_those_of_the_other_side_do_not(self) -> None:
        heard = hear(
            irregularities(repeat_revoke="forfeit_game"), revoke("cy"), before=(Standing(), Standing(revokes=3))
        )
        assert heard.effects == [("ana+cy", "tricks", -3)]


class TestSeveralPenalties:
    def test_the_graver_penalty_on_a_contract_holds(self) -> None:
        """A wrong count sets, a revoke leaves no points: set, -70, in either order."""
        values = irregularities(revoke_penalty="no_contract_points", wrong_count="offender_set")
        found = [offence("wrong_hand_size", "cy", None), revoke("cy")]
        for order in (found, found[::-1]):
            heard = hear(values, *order)
            assert heard.mine == (-70, 0, False)
            assert {each.effect for each in heard.penalties} == {"contract", "points"}

    def test_who_is_set_is_not_credited(self) -> None:
        """H3 and H14: dee revoked and cy's hand was wrong: -50 for the bid lost, -70 for the contract set."""
        values = irregularities(revoke_penalty="opponents_credited", wrong_count="offender_set")
        heard = hear(values, offence("wrong_hand_size", "cy", None), revoke("dee"))
        assert heard.effects == [("ana+cy", "contract", None), ("ben+dee", "contract", None)]
        assert (heard.mine, heard.theirs) == ((-70, 0, False), (-50, 0, False))

    def test_tricks_and_a_setcontract(self) -> None:
        """minus_undertricks: 8 - 3 = 5, two short of 7, and set anyway: -20."""
        values: Values = {"scoring.set": "minus_undertricks"}
        values |= irregularities(revoke_penalty="contract_set", out_of_turn="tricks")
        assert hear(values, revoke("cy"), offence("out_of_turn", "ana", 5)).mine == (-20, 0, False)

    def test_each_finding_has_its_own(self) -> None:
        """Two revokes of one side under contract_set: two entries, one set."""
        heard = hear(irregularities(revoke_penalty="contract_set"), revoke("cy", 2), revoke("ana", 4))
        assert [(each.finding, each.effect) for each in heard.penalties] == [(0, "contract"), (1, "contract")]
        assert (heard.ruled[0].after.sets, heard.ruled[0].after.revokes) == (1, 2)


class TestRoundWithoutBids:
    """bidding.first_round = bids_itself (C14): ten a trick, eight and five of them."""

    @pytest.mark.parametrize(
        ("values", "mine", "theirs"),
        [
            pytest.param({}, (50, 0, True), (50, 0, True), id="8 - 3 = 5 tricks"),
            pytest.param(
                irregularities(revoke_tricks_go_to="opponents"), (50, 0, True), (80, 0, True), id="and 5 + 3 = 8"
            ),
            pytest.param(
                irregularities(revoke_penalty="contract_set"), (0, 0, False), (50, 0, True), id="set: nothing"
            ),
            pytest.param(
                irregularities(revoke_penalty="no_contract_points"), (0, 0, True), (50, 0, True), id="no points"
            ),
            pytest.param(
                irregularities(revoke_penalty="opponents_credited"),
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
    contracts, before = (contract(ruleset, TABLE, 0, BIDS),), (Standing(),)
    played = RoundPlay(ruleset.parameters, 13, not BIDS, contracts, (2,), (1, 6, 1, 5), before)
    side = score_side(played, 0, Adjustment(tricks=-5))
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
        revokers = {each.seat for each in found if each.code in {"revoke", "illegal_spade_lead"}}
        for before, after in zip(played.nils, ruled.nils, strict=True):
            assert after.tricks == before.tricks
            assert after.made == before.made or (before.made and (before.seat or 0) in revokers)
        if all(each.side != place for each in heard.penalties):
            # A revoke that costs 0 tricks is counted all the same.
            assert ruled == played._replace(after=played.after._replace(revokes=ruled.after.revokes))
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
        found = list({(each.seat, each.code, str(each.evidence)): each for each in found}.values())
    assert hear(values, *found, bids=bids, winners=winners).ruled == (
        hear(values, *reversed(found), bids=bids, winners=winners).ruled
    )
