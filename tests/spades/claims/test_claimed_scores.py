"""Nils that a claim leaves open, and what each outcome scores: endings that were worked by hand."""

from __future__ import annotations

import pytest

from tests.spades.builders.cards import Json
from tests.spades.builders.rulesets import honours, rules
from tests.spades.claims.claiming import claim, judged, line_of, points

WINNERS = ("AS KS QS", "2S 3C 4C", "2D 3D 4D", "5D 6D 7D")
TRUMP_OUT = ("AS AH", "2S 3C", "9C TC", "6H 7C")
BIDS = {"ana": 4, "ben": 3, "cy": 2, "dee": 4}


def nil_of(judgement: Json) -> tuple[str, str, str]:
    """Return the results of the only nil, under best play and in every line, and what is said."""
    (nil,) = judgement["nils"]
    return nil["best_play"]["result"], nil["every_line"]["result"], nil["detail"]


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        # Below all other hearts and clubs, without a spade.
        (
            ("AS KS AH", "2H 3H 2C", "KH QH 5C", "9H TH 6C"),
            ("proved", "proved", "ben's nil is made however the cards are played."),
        ),
        # dee covers the jack if he plays as well as possible.
        (
            ("2H 3D 4D", "JH 2C 3C", "3H 8D 9D", "AH 4H TD"),
            ("proved", "disproved", "ben's nil is made if every side plays as well as possible, but some line"),
        ),
        # The king of clubs has to be played to the first trick, and nobody need beat it.
        (
            ("2C 3D 4D", "KC 5H 6H", "3C 7D 8D", "QC 9D TD"),
            ("disproved", "disproved", "ben's nil is set if every side plays as well as possible."),
        ),
        # The highest trump.
        (
            ("2H 3H 4H", "AS 3C 4C", "9H TH JH", "QH 6D 7D"),
            ("disproved", "disproved", "ben's nil is set however the cards are played."),
        ),
    ],
    ids=["safe", "covered", "can be set", "set in any case"],
)
def test_a_nil_is_a_question_of_its_own(hands: tuple[str, ...], expected: tuple[str, str, str]) -> None:
    found = judged(*hands, bids_by_player={**BIDS, "ben": 0}, claim=claim(0))
    *results, said = nil_of(found)
    assert tuple(results) == expected[:2]
    assert said.startswith(expected[2])
    assert "scores" not in found


def test_a_nil_is_judged_without_the_other_bids_and_nothing_is_scored() -> None:
    hands = ("AS KS AH", "2H 3H 2C", "KH QH 5C", "9H TH 6C")
    won = {"ana": 4, "cy": 3, "dee": 3}
    found = judged(*hands, bids_by_player={"ben": 0}, tricks_won=won, claim=claim(0))
    assert nil_of(found)[:2] == ("proved", "proved")
    assert "scores" not in found
    assert "scores" in judged(*hands, bids_by_player={**BIDS, "ben": 0}, tricks_won=won, claim=claim(0))


def test_a_nil_that_is_set_shows_the_trick() -> None:
    found = judged("2C 3D 4D", "KC 5H 6H", "3C 7D 8D", "QC 9D TD", bids_by_player={**BIDS, "ben": 0})
    assert line_of(found["nils"][0]["best_play"]).startswith("ana 2C, ben KC, cy 3C, dee QC, ben ")


def test_a_blind_nil_is_one_and_a_nil_that_is_lost_already_is_not_asked_about() -> None:
    bids = {"ana": 4, "ben": 0, "cy": 0, "dee": 4}
    found = judged(
        *WINNERS, bids_by_player=bids, blind_bidders=["ben"], tricks_won={"ana": 5, "ben": 0, "cy": 1, "dee": 4}
    )
    assert [(nil["player"], nil["blind"]) for nil in found["nils"]] == [("ben", True)]
    assert [nil["player"] for nil in judged(*WINNERS, bids_by_player=bids)["nils"]] == ["ben", "cy"]
    assert judged(*WINNERS, bids_by_player=BIDS)["nils"] == []


def test_a_nil_that_is_lost_already_takes_none_of_the_tricks_claimed() -> None:
    """They are the claimer's; cy's own trick stays the only one that spoils the nil."""
    bids = {**BIDS, "cy": 0}
    found = judged(*WINNERS, bids_by_player=bids, tricks_won={"ana": 5, "ben": 0, "cy": 1, "dee": 4})
    (lines,) = ({line["code"]: line["points"] for line in each["teams"][0]["lines"]} for each in found["scores"][-1:])
    assert lines == {"nil_failed": -100, "contract_made": 40, "overtricks": 4, "failed_nil_tricks": 1}


def test_a_nil_beyond_the_budget_is_undecided() -> None:
    hands = ("AS QH 9H 4C 2D 7S", "KS TS JH 5C 3D 8D", "QS 9S TH 6C 4D 9D", "JS 8S AH 7C 5D TD")
    found = judged(*hands, bids_by_player={**BIDS, "cy": 0}, budget=1, claim=claim(3))
    assert nil_of(found) == ("undecided", "undecided", "cy's nil is not decided within 1 position.")


def test_every_outcome_has_a_score() -> None:
    """A contract of 6 with 7 tricks so far, and one of 7 with 4: only bags are open."""
    found = judged(*TRUMP_OUT, bids_by_player=BIDS, tricks_won={"ana": 4, "ben": 4, "cy": 3})
    assert points(found) == {1: [62, -70], 2: [63, -70]}
    assert [(each["tricks"], each["claimed"], each["detail"]) for each in found["scores"]] == [
        (1, False, "Of the 2 tricks left, ana+cy takes 1 and ben+dee takes 1."),
        (2, True, "ana+cy takes every trick that is left."),
    ]
    best = judged(
        *TRUMP_OUT,
        bids_by_player=BIDS,
        tricks_won={"ana": 4, "ben": 4, "cy": 3},
        ruleset=rules(irregularities={"claims": "best_play"}),
    )
    assert points(best) == {2: [63, -70]}


def test_a_claim_that_is_too_high_is_scored_too() -> None:
    found = judged(*TRUMP_OUT, spades_broken=False, bids_by_player=BIDS, tricks_won={"ana+cy": 4, "ben+dee": 7})
    assert points(found) == {1: [-60, 71], 2: [60, 70]}
    best = judged(
        *TRUMP_OUT,
        spades_broken=False,
        bids_by_player=BIDS,
        tricks_won={"ana+cy": 4, "ben+dee": 7},
        ruleset=rules(irregularities={"claims": "best_play"}),
    )
    assert points(best) == {1: [-60, 71], 2: [60, 70]}
    assert [each["claimed"] for each in best["scores"]] == [False, True]


def test_tricks_conceded_may_hurt() -> None:
    """The ninth and tenth bag cost ben and dee 100 points: they would rather not be given the tricks."""
    found = judged(
        *TRUMP_OUT,
        bids_by_player={"ana": 4, "ben": 2, "cy": 2, "dee": 2},
        tricks_won={"ana": 7, "ben": 2, "dee": 2},
        before={"ben+dee": {"score": 300, "bags": 9}},
        claim=claim(1),
    )
    assert points(found) == {1: [62, 40 + 1 - 100], 2: [63, 40]}
    assert [team["after"]["bags"] for team in found["scores"][0]["teams"]] == [2, 0]


def test_claims_that_are_not_allowed_leave_every_outcome_open() -> None:
    not_allowed = rules(irregularities={"claims": "not_allowed"})
    found = judged(
        *TRUMP_OUT, bids_by_player=BIDS, tricks_won={"ana": 4, "ben": 4, "cy": 3}, ruleset=not_allowed, claim=claim(0)
    )
    assert sorted(points(found)) == [0, 1, 2]


def test_claimed_tricks_do_not_set_the_partner_s_nil() -> None:
    """The king of hearts takes a trick only if ana discards the ace: not every line gives cy one."""
    found = judged(
        *("AS AH", "2S 3C", "KH 2C", "6H 7C"),
        bids_by_player={"ana": 7, "ben": 3, "cy": 0, "dee": 2},
        tricks_won={"ana": 7, "ben": 3, "dee": 1},
    )
    assert [nil["made"] for each in found["scores"] for nil in each["teams"][0]["nils"]] == [True] * len(
        found["scores"]
    )


@pytest.mark.parametrize("by", ["ana", "cy"])
def test_a_claim_is_for_the_side_whoever_speaks(by: str) -> None:
    """Law 68A of bridge: the nil bidder who claims for his side does not set his own nil."""
    found = judged(
        *("AS AH", "2S 3C", "KH 2C", "6H 7C"),
        bids_by_player={"ana": 7, "ben": 3, "cy": 0, "dee": 2},
        tricks_won={"ana": 7, "ben": 3, "dee": 1},
        claim={**claim(2), "by": by},
    )
    assert points(found) == {1: [171, 50], 2: [172, -50]}


def test_of_two_nil_bidders_who_claim_nobody_can_tell_who_takes_a_trick() -> None:
    """Beside the claim to nothing, which sets neither nil."""
    found = judged(
        *("3H 4H", "2S 3C", "KH 2C", "6H 7C"),
        bids_by_player={"ana": 0, "ben": 6, "cy": 0, "dee": 5},
        tricks_won={"ben": 6, "dee": 5},
        claim=claim(1),
    )
    assert points(found)[1] is None
    assert found["scores"][1]["detail"] == (
        "All players of ana+cy have bid nil, and the claim does not say who takes 1 trick: there is no score."
    )
    assert points(found)[0] == [200, 112]


def test_a_partner_who_takes_a_trick_in_every_line_has_lost_his_nil() -> None:
    found = judged(
        *("KS AH", "3H 3C", "AS 2C", "6H 7C"),
        bids_by_player={"ana": 7, "ben": 3, "cy": 0, "dee": 2},
        tricks_won={"ana": 7, "ben": 3, "dee": 1},
    )
    assert found["nils"][0]["detail"] == "cy's nil is set however the cards are played."
    assert {each["teams"][0]["nils"][0]["tricks"] for each in found["scores"]} == {1}


def test_conceded_tricks_count_for_the_partner_of_a_nil_bidder() -> None:
    found = judged(
        *TRUMP_OUT,
        bids_by_player={"ana": 6, "ben": 0, "cy": 2, "dee": 3},
        tricks_won={"ana": 5, "cy": 3, "dee": 3},
        claim=claim(1),
    )
    (nil,) = found["scores"][0]["teams"][1]["nils"]
    assert (found["scores"][0]["tricks"], nil) == (1, {"player": "ben", "blind": False, "tricks": 0, "made": True})
    assert points(found)[1] == [81, 100 + 31]


def test_nobody_can_tell_which_of_two_nil_bidders_takes_a_trick() -> None:
    found = judged(
        *TRUMP_OUT,
        bids_by_player={"ana": 6, "ben": 0, "cy": 2, "dee": 0},
        tricks_won={"ana": 8, "cy": 3},
        claim=claim(1),
    )
    assert points(found) == {1: None, 2: [85, 200]}
    assert found["scores"][0]["detail"] == (
        "All players of ben+dee have bid nil, and the claim does not say who takes 1 trick: there is no score."
    )


def test_nobody_can_tell_who_of_several_sides_takes_a_trick() -> None:
    alone = honours(4, table={"sides": "individual"})
    found = judged(
        *("AS AH", "JS AC", "KC QC", "KH QH"),
        ruleset=alone,
        bids_by_player={"ana": 1, "ben": 1, "cy": 1, "dee": 0},
        tricks_won={"ana": 1, "ben": 1},
        claim=claim(1),
    )
    assert points(found)[1] is None
    assert found["scores"][0]["detail"] == (
        "1 trick may go to more than one side, and the claim does not say to which: there is no score."
    )
    assert points(found)[2] is not None


def test_of_two_players_the_other_one_takes_what_is_conceded() -> None:
    found = judged(
        *("AS AH", "JS AC"),
        players=("ana", "ben"),
        ruleset="two-player",
        bids_by_player={"ana": 5, "ben": 0},
        tricks_won={"ana": 11},
        claim=claim(1),
    )
    assert [each["teams"][1]["nils"][0]["tricks"] for each in found["scores"]] == [1, 0]


def test_a_round_without_bids_has_a_score() -> None:
    unbid = rules(bidding={"first_round": "bids_itself"})
    found = judged(*TRUMP_OUT, ruleset=unbid, round_number=1, bids=[], tricks_won={"ana": 4, "ben": 4, "cy": 3})
    assert found["nils"] == []
    assert points(found) == {1: [80, 50], 2: [90, 40]}


def test_in_the_first_trick_nobody_has_won_a_trick() -> None:
    hands = ("AS KS QS AH", "JS AC KC QC", "KH QH JH JC", "AD KD QD JD")
    found = judged(
        *hands, ruleset=honours(), spades_broken=False, bids_by_player={"ana": 1, "ben": 1, "cy": 0, "dee": 1}
    )
    assert [nil["player"] for nil in found["nils"]] == ["cy"]
    assert {sum(team["tricks"] for team in each["teams"]) for each in found["scores"]} == {4}
