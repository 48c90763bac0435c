"""Which offences are penalised, and the sentences that say so."""

from __future__ import annotations

import pytest

from service.spades.cards import CODES
from service.spades.findings import Finding
from service.spades.record.model import Standing
from service.spades.sentence import say
from tests.spades.builders.penalties import hear, irregularities, led, offence, revoke
from tests.spades.builders.rulesets import Values

# Who won each of the thirteen tricks; ana and cy have eight of them, ben and dee five. cy wins the third.
LATER = "ana ben cy ana dee ana cy ben ana ben ana cy dee"
NIL = (0, 3, 4, 2)
KEPT = (0, 4, 6, 3)


class TestWhatIsPenalised:
    """Rulings, "After the proof": offences, established, and called in time."""

    def test_only_an_established_revoke(self) -> None:
        """H1: corrected in time, or not established for all that the record shows."""
        for established in (False, None):
            heard = hear({}, offence("revoke", "cy", evidence=led("H"), established=established))
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
        values = irregularities(out_of_turn="tricks", wrong_count="offender_set", false_accusation="tricks")
        found = [
            offence("out_of_turn", "cy"),
            offence("false_accusation", "cy"),
            offence("wrong_hand_size", "cy", None),
        ]
        heard = hear(values, *found, called=frozenset())
        assert [each.finding for each in heard.penalties] == [0, 1, 2]

    def test_no_note_and_no_error(self) -> None:
        """A hand whose list the log proves wrong is an error of the record (rulings, cascades)."""
        values = irregularities(wrong_count="offender_set")
        found = [offence("wrong_hand_size", "cy", None, severity="error"), offence("revoke_corrected", "cy")]
        assert hear(values, *found).penalties == ()

    def test_other_offences_cost_nothing(self) -> None:
        values = irregularities(out_of_turn="tricks", wrong_count="offender_set", illegal_spade_lead="as_revoke")
        found = [offence("illegal_opening_card", "cy"), offence("bid_too_low", "cy"), offence("card_not_held", "cy")]
        assert hear(values, *found).penalties == ()

    @pytest.mark.parametrize(("rule", "effects"), [("stands", []), ("as_revoke", [("ana+cy", "tricks", -3)])])
    def test_an_illegal_spade_lead(self, rule: str, effects: list[tuple[str, str, int]]) -> None:
        """irregularities.illegal_spade_lead (H10): it counts as a revoke, established and called like one."""
        found = offence("illegal_spade_lead", "cy", established=True)
        heard = hear(irregularities(illegal_spade_lead=rule), found)
        assert heard.effects == effects
        assert heard.ruled[0].after.revokes == len(effects)
        assert hear(irregularities(illegal_spade_lead=rule), found, called=frozenset()).penalties == ()
        assert hear(irregularities(illegal_spade_lead=rule), offence("illegal_spade_lead", "cy")).penalties == ()

    def test_an_illegal_spade_lead_costs_the_nil_like_a_revoke(self) -> None:
        found = offence("illegal_spade_lead", "ana", established=True)
        heard = hear(irregularities(illegal_spade_lead="as_revoke"), found, bids=NIL, won=KEPT)
        assert heard.mine == (-140, 0, False)
        assert heard.details[0] == "ana+cy loses 3 tricks for ana's lead of a spade in trick 3, counted as a revoke."

    def test_two_illegal_spade_leads_are_of_one_suit(self) -> None:
        """repeat_revoke same_suit_once; a revoke on a spade lead is something else."""
        values = irregularities(illegal_spade_lead="as_revoke", repeat_revoke="same_suit_once")
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
        heard = hear(irregularities(out_of_turn=rule), *found)
        assert heard.tricks == tricks
        assert heard.ruled[0].after.revokes == 0
        if tricks:
            assert heard.details == [
                "ana+cy loses 3 tricks for cy's play out of turn in trick 3.",
                "ben+dee loses 3 tricks for dee's lead out of turn in trick 5.",
            ]

    def test_out_of_turn_costs_tricks_also_where_a_revoke_costs_something_else(self) -> None:
        """8 - 3 = 5 for 7, -70; and the tricks go where the ruleset says: 5 + 3 for 5, 53."""
        values = irregularities(out_of_turn="tricks", revoke_penalty="none", revoke_tricks_go_to="opponents")
        heard = hear(values, offence("out_of_turn", "cy"))
        assert (heard.mine, heard.theirs) == ((-70, 0, False), (53, 3, True))

    @pytest.mark.parametrize(
        ("penalty", "effects"),
        [
            pytest.param("none", [], id="nothing"),
            pytest.param("tricks", [("ana+cy", "tricks", -3)], id="tricks"),
            pytest.param("contract_set", [("ana+cy", "contract", None)], id="set"),
            pytest.param("forfeit_game", [("ana+cy", "game", None)], id="the game"),
            pytest.param(
                "opponents_credited", [("ana+cy", "contract", None), ("ben+dee", "contract", None)], id="credit"
            ),
        ],
    )
    def test_out_of_turn_may_cost_what_a_revoke_costs(
        self, penalty: str, effects: list[tuple[str, str, int | None]]
    ) -> None:
        """irregularities.out_of_turn = as_revoke (H12): without a call, and without being counted as a revoke."""
        values = irregularities(out_of_turn="as_revoke", revoke_penalty=penalty, repeat_revoke="forfeit_game")
        before = (Standing(revokes=1), Standing())
        heard = hear(values, offence("out_of_turn", "cy"), called=frozenset(), before=before)
        assert heard.effects == effects
        assert heard.ruled[0].after.revokes == 1
        follows = offence("wrong_leader", "cy")._replace(follows=0)
        assert hear(values, follows, before=before).effects == []

    def test_out_of_turn_by_law_64_and_by_a_nil_bidder(self) -> None:
        """H12 as_revoke: the trick decides by Law 64, and the player's own nil fails as after a revoke (H9)."""
        by_law = irregularities(out_of_turn="as_revoke", revoke_penalty="bridge_64")
        assert hear(by_law, offence("out_of_turn", "cy"), winners=LATER).effects == [("ana+cy", "tricks", -2)]
        other = hear(by_law, revoke("dee"), offence("out_of_turn", "cy"), winners=LATER)
        assert ("ana+cy", "tricks", 0) in other.effects
        values = irregularities(out_of_turn="as_revoke", revoke_penalty="contract_set")
        nil = hear(values, offence("out_of_turn", "ana"), bids=NIL, won=KEPT)
        assert nil.effects == [("ana+cy", "contract", None), ("ana+cy", "nil", None)]

    def test_a_wrong_count_sets_the_side_of_that_hand(self) -> None:
        """irregularities.wrong_count = offender_set (H14): -70 though eight were taken."""
        heard = hear(irregularities(wrong_count="offender_set"), offence("wrong_hand_size", "cy", None))
        assert heard.details == ["ana+cy is set for the wrong number of cards in cy's hand, whatever it took."]
        assert (heard.mine, heard.theirs) == ((-70, 0, False), (50, 0, True))

    @pytest.mark.parametrize("rule", ["void_round", "offender_set"])
    def test_a_void_round_counts_for_nothing(self, rule: str) -> None:
        """Rulings, completeness: no lines, 0 points, after = before, and no other penalty."""
        before = (Standing(337, 7, 2, 1), Standing(290, 9, 1, 0))
        why = say("wrong_hand_size", player=2, listed=12, dealt=13)
        found = [offence("wrong_hand_size", "cy", None, (why,)), revoke("dee"), offence("out_of_turn", "ana")]
        values = irregularities(wrong_count=rule, out_of_turn="tricks")
        heard = hear(values, *found, before=before, void=True, bids=NIL, won=KEPT)
        assert heard.effects == [("ana+cy", "round", None)]
        assert heard.details == ["The round is void: cy's hand is listed with 12 cards; each player is dealt 13."]
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
            pytest.param("contract_set", "none", [("ana+cy", "contract", None)], id="contract_set"),
            pytest.param("same_penalty", "forfeit_game", [("ana+cy", "game", None)], id="same_penalty: game"),
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
        values = irregularities(false_accusation=rule, revoke_penalty=penalty)
        assert hear(values, offence("false_accusation", "cy", None)).effects == effects

    def test_a_false_accusation_is_no_revoke_of_the_other_side(self) -> None:
        """64B7 asks for a revoke of both sides."""
        values = irregularities(revoke_penalty="bridge_64", false_accusation="same_penalty")
        heard = hear(values, revoke("cy"), offence("false_accusation", "dee", None), winners=LATER)
        assert heard.effects == [("ana+cy", "tricks", -2), ("ben+dee", "tricks", -1)]


class TestWhatIsSaid:
    """Every penalty says what it is for, and cites every parameter that makes it what it is."""

    @pytest.mark.parametrize(
        ("values", "found", "cited"),
        [
            pytest.param({}, revoke("cy"), ["revoke_penalty", "revoke_tricks"], id="H3: tricks"),
            pytest.param(irregularities(revoke_penalty="contract_set"), revoke("cy"), ["revoke_penalty"], id="H3: set"),
            pytest.param(irregularities(revoke_penalty="bridge_64"), revoke("cy"), ["revoke_penalty"], id="H3: Law 64"),
            pytest.param(
                irregularities(illegal_spade_lead="as_revoke"),
                offence("illegal_spade_lead", "cy", established=True),
                ["illegal_spade_lead", "revoke_penalty", "revoke_tricks"],
                id="H10",
            ),
            pytest.param(
                irregularities(out_of_turn="tricks", revoke_penalty="bridge_64"),
                offence("out_of_turn", "cy"),
                ["out_of_turn", "revoke_tricks"],
                id="H12",
            ),
            pytest.param(
                irregularities(false_accusation="tricks"),
                offence("false_accusation", "cy"),
                ["false_accusation", "revoke_tricks"],
                id="H7: tricks",
            ),
            pytest.param(
                irregularities(false_accusation="same_penalty", revoke_penalty="contract_set"),
                offence("false_accusation", "cy"),
                ["false_accusation", "revoke_penalty"],
                id="H7: set like a revoke",
            ),
            pytest.param(
                irregularities(false_accusation="same_penalty"),
                offence("false_accusation", "cy"),
                ["false_accusation", "revoke_penalty", "revoke_tricks"],
                id="H7: tricks like a revoke",
            ),
            pytest.param(
                irregularities(false_accusation="same_penalty", revoke_penalty="bridge_64"),
                offence("false_accusation", "cy"),
                ["false_accusation", "revoke_penalty"],
                id="H7: one trick by Law 64",
            ),
            pytest.param(
                irregularities(wrong_count="offender_set"),
                offence("wrong_hand_size", "cy", None),
                ["wrong_count"],
                id="H14",
            ),
        ],
    )
    def test_the_parameters_behind_it(self, values: Values, found: Finding, cited: list[str]) -> None:
        (penalty,) = hear(values, found, winners=LATER).penalties
        names = [penalty.parameter, *penalty.further_parameters]
        assert names == [f"irregularities.{name}" for name in cited]

    def test_tricks_given_away_and_a_failed_nil_cite_their_own_rules(self) -> None:
        heard = hear(irregularities(revoke_tricks_go_to="opponents"), revoke("ana"), bids=NIL, won=KEPT)
        assert [each.parameter for each in heard.penalties] == [
            "irregularities.revoke_penalty",
            "irregularities.revoke_tricks_go_to",
            "irregularities.revoke_and_nil",
        ]
        assert [len(each.further_parameters) for each in heard.penalties] == [1, 0, 0]

    @pytest.mark.parametrize(
        ("penalty", "details"),
        [
            ("contract_set", ["ana+cy is already set; ana's revoke in clubs in trick 5 adds nothing to that."]),
            (
                "no_contract_points",
                [
                    (
                        "ana+cy already scores no points for its contract; "
                        "ana's revoke in clubs in trick 5 adds nothing to that."
                    )
                ],
            ),
            (
                "opponents_credited",
                [
                    "ana+cy has already lost its bid; ana's revoke in clubs in trick 5 adds nothing to that.",
                    "ben+dee is already credited with its bid; ana's revoke in clubs in trick 5 adds nothing to that.",
                ],
            ),
        ],
    )
    def test_nothing_is_said_twice(self, penalty: str, details: list[str]) -> None:
        """Each finding has its own penalties (catalogue 4.2), also where an earlier one has done the same."""
        heard = hear(irregularities(revoke_penalty=penalty), revoke("cy"), revoke("ana", 5, "C"))
        assert heard.details[len(details) :] == details

    @pytest.mark.parametrize(("rule", "effect"), [("fails", "has already lost"), ("no_points", "has already lost")])
    def test_a_nil_is_lost_once(self, rule: str, effect: str) -> None:
        heard = hear(irregularities(revoke_and_nil=rule), revoke("ana"), revoke("ana", 5, "C"), bids=NIL, won=KEPT)
        nil = [detail for each, detail in zip(heard.penalties, heard.details, strict=True) if each.effect == "nil"]
        assert nil[1] == f"ana+cy {effect} ana's nil; ana's revoke in clubs in trick 5 adds nothing to that."

    def test_a_linked_nil_scores_nothing_only_if_it_stands(self) -> None:
        """nil.scoring = linked (D4): it may still fall with the contract."""
        values = irregularities(revoke_and_nil="no_points") | {"nil.scoring": "linked"}
        heard = hear(values, revoke("ana"), bids=NIL, won=KEPT)
        assert (
            heard.details[1]
            == "ana+cy scores nothing for ana's nil, even if it is made: ana's revoke in hearts in trick 3."
        )
        assert heard.mine == (-140, 0, False)

    def test_who_bid_nil_alone_has_a_contract_of_nothing(self) -> None:
        """Step 4: a contract of 0."""
        heard = hear(
            irregularities(revoke_penalty="opponents_credited"), revoke("cy"), bids=(4, 0, 3, 0), won=(7, 0, 6, 0)
        )
        assert heard.details[1] == (
            "ben+dee is credited with its contract of 0, nil apart, for cy's revoke in hearts in trick 3."
        )

    def test_a_card_taken_back_is_named(self) -> None:
        """Several cards put down in one turn may each have been a revoke."""
        where = ("tricks", 2, "plays", 1, "withdrawn", 0)
        taken = revoke("cy")._replace(location=where, card=CODES.index("4S"))
        assert hear({}, taken).details == ["ana+cy loses 3 tricks for cy's revoke in hearts in trick 3 with 4S."]

    def test_a_second_spade_lead_is_told_as_one(self) -> None:
        """64B2, if the lead of a spade counts as a revoke (H10)."""
        lead = offence("illegal_spade_lead", "cy", established=True)
        heard = hear(
            irregularities(revoke_penalty="bridge_64", illegal_spade_lead="as_revoke"), lead, lead, winners=LATER
        )
        assert heard.details[1] == (
            "ana+cy loses no tricks for cy's lead of a spade in trick 3, counted as a revoke "
            "(cy had already led a spade too early)."
        )
