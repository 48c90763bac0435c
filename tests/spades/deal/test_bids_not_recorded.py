"""Records without bids: a log that nobody noted the bidding of."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ask, ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, cut, swapped, unlisted, without
from tests.spades.builders.legal_rounds import RANKS, REVOKED, legal_round
from tests.spades.builders.records import record, trick
from tests.spades.builders.rulesets import honours, rules
from tests.spades.builders.rulings import codes, places
from tests.spades.deal.deal_cases import passed

BOTH_NILS = {"exchange": 1, "blind_exchange": 2, "blind": True, "blind_deficit": 0}


def test_bids_that_were_not_recorded_are_not_missing() -> None:
    """Rulings, completeness: nothing is found about the bidding, and there is no score."""
    ruled = ruling(without(legal_round("nello"), "bids"))
    assert (ruled["verdict"], ruled["findings"], ruled["undecided"]) == ("clean", [], [])
    assert ruled["complete"] is False
    assert not {"as_played", "as_ruled", "differences"} & ruled.keys()
    assert sum(ruled["tricks_won"].values()) == 13


def test_a_bid_that_is_missing_from_a_list_still_is() -> None:
    """Rulings, bids: missing: a finding, no score. An empty list says that nobody bid."""
    ruled = ruling(changed(RANKS, bids=[]))
    assert codes(ruled["findings"]) == ["bid_missing"] * 4
    assert ruled["verdict"] == "inconsistent"


def test_a_player_without_a_number_has_a_bid_that_was_not_recorded() -> None:
    """Rulings, bids: numbers by player say nothing of whoever has none, so the record does not contradict itself."""
    body = without(legal_round("nello"), "bids") | {"bids_by_player": {"ana": 4, "cy": 2}}
    ruled = ruling(body)
    assert (ruled["verdict"], ruled["complete"], "as_played" in ruled) == ("clean", False, False)
    assert [(each["code"], each["severity"], each["pointer"], each["player"]) for each in ruled["findings"]] == [
        ("bid_missing", "note", "#/bids_by_player", player) for player in ("ben", "dee")
    ]
    # The list of the bidding is another statement: there a bid was left out.
    listed = ruling(changed(RANKS, bids=RANKS["bids"][:3]))
    assert [(each["code"], each["severity"]) for each in listed["findings"]] == [("bid_missing", "error")]
    assert listed["verdict"] == "inconsistent"


def test_some_numbers_prove_no_less_than_none() -> None:
    """Rulings, what is asked: a revoke that is proved without bids is proved with some."""
    some = without(REVOKED, "bids") | {"bids_by_player": {"ana": 1}}
    offences = [each for each in ruling(some)["findings"] if each["severity"] == "offence"]
    assert places(offences) == [("revoke", "#/tricks/0/plays/2")]


@pytest.mark.parametrize("bids", [{}, {"bids": []}])
def test_the_round_that_bids_itself_needs_no_list(bids: Json) -> None:
    """Parameters, bidding.first_round (C14): round one has no bids, so it is complete without them."""
    body = without(legal_round(rules(bidding={"first_round": "bids_itself"})), "bids") | bids
    ruled = ruling({**body, "round_number": 1})
    assert (ruled["verdict"], ruled["complete"], [side["points"] for side in ruled["as_played"]]) == (
        "clean",
        True,
        [60, 70],
    )
    later = ruling({**body, "round_number": 2})
    assert (codes(later["findings"]), later["complete"]) == ([] if not bids else ["bid_missing"] * 4, False)


def test_a_revoke_is_proved_without_bids() -> None:
    """Rulings, what is asked: what was recorded is judged."""
    ruled = ruling(without(REVOKED, "bids"))
    assert places(ruled["findings"]) == [("revoke", "#/tricks/0/plays/2")]
    assert "as_played" not in ruled
    assert ruled["penalties"]


@pytest.mark.parametrize(
    ("nil", "proved"),
    [({}, True), ({"exchange": 1}, False), ({"blind_exchange": 1, "blind": True}, False)],
)
def test_any_side_may_have_passed_cards_for_a_nil(nil: Json, proved: bool) -> None:
    """Rulings, completeness: of unknown bids one may be a nil, and the hands are listed as they were before it."""
    revoke = [("revoke", "#/tricks/0/plays/2")]
    whole = without({**REVOKED, "ruleset": honours(nil={"blind_exchange": 0, **nil})}, "bids")
    assert places(ruling(whole)["findings"]) == revoke  # by the queen of hearts that cy plays later
    ruled = ruling(cut(whole, 1))
    assert places(ruled["findings"]) == (revoke if proved else [])
    assert places(ruled["undecided"]) == ([] if proved else revoke)
    assert places(ruling({**cut(whole, 1), "exchanges": []})["findings"]) == revoke


@pytest.mark.parametrize(("cards", "is_legal"), [(1, True), (2, True), (3, False)])
def test_as_many_cards_may_be_passed_as_for_either_nil(cards: int, is_legal: bool) -> None:
    """Parameters, nil.exchange and nil.blind_exchange (D9, D10): nobody knows which nil it was."""
    there, back = " ".join(["AS", "AH", "AD"][:cards]), " ".join(["QC", "QD", "QH"][:cards])
    body = without(passed(("ana", "cy", there), ("cy", "ana", back), ruleset=honours(nil=BOTH_NILS)), "bids")
    found = places(ruling(body)["findings"])
    assert found == ([] if is_legal else [("illegal_exchange", "#/exchanges/0"), ("illegal_exchange", "#/exchanges/1")])


def test_cards_are_passed_both_ways_and_with_the_partner_whatever_was_bid() -> None:
    """Parameters, nil.exchange (D9)."""
    ruleset = honours(nil=BOTH_NILS)
    found = ruling(without(passed(("ana", "ben", "AS"), ("ben", "ana", "KC"), ruleset=ruleset), "bids"))["findings"]
    assert codes(found) == ["illegal_exchange"] * 2
    ruled = ruling(without(passed(("ana", "cy", "AS"), ruleset=ruleset), "bids"))
    assert (ruled["findings"], codes(ruled["undecided"])) == ([], ["illegal_exchange"])


@pytest.mark.parametrize(
    ("rule", "dealer", "found"),
    [
        ("first_bidder", None, []),
        ("first_bidder", "dee", ["wrong_leader"]),
        ("high_bidder", None, []),
        ("high_bidder", "dee", []),
        ("left_of_dealer", None, []),
        ("left_of_dealer", "dee", ["wrong_leader"]),
    ],
)
def test_only_the_dealer_can_say_who_was_to_lead(rule: str, dealer: str | None, found: list[str]) -> None:
    """Parameters, play.opening_leader (E1): nobody is known to have bid first, or highest."""
    body = record(rules(play={"opening_leader": rule}), "cy 3C")
    ruled = ruling(without(changed(body, dealer=dealer) if dealer else without(body, "dealer"), "bids"))
    assert (codes(ruled["findings"]), ruled["undecided"]) == (found, [])


def test_a_bid_by_the_spades_held_is_not_asked_for() -> None:
    """Parameters, bidding.restriction (C12): who did not bid did not bid wrongly."""
    assert ruling(without({**RANKS, "ruleset": honours(bidding={"restriction": "mirror"})}, "bids"))["findings"] == []


def test_a_void_round_without_bids_scores_nothing() -> None:
    """Rulings, completeness: a void round has as_ruled with no lines, 0 points, after = before."""
    listed = {**RANKS["hands"], "cy": ["QC", "QD", "QS"], "dee": ["JH", "JC", "JD", "JS", "QH"]}
    body = without(changed(RANKS, hands=listed, tricks=[]), "bids")
    ruled = ruling({**body, "before": {"ana+cy": {"score": 100}}})
    assert ruled["verdict"] == "void"
    assert [(side["bids"], side["lines"], side["after"]["score"]) for side in ruled["as_ruled"]] == [
        ([], [], 100),
        ([], [], 0),
    ]


def test_a_sheet_of_unknown_bids_is_compared_as_far_as_tricks_go() -> None:
    """Rulings, the sheet: the tricks are counted; the points can't be."""
    body = without(RANKS, "bids") | {"reported": {"tricks_won": {"ana": 3}, "points": {"ana+cy": 20}}}
    ruled = ruling(body)
    assert places(ruled["findings"]) == [("wrong_tricks_won", "#/reported/tricks_won/ana")]
    assert [each["pointer"] for each in ruled["differences"]] == ["#/reported/tricks_won/ana"]


def test_a_game_goes_on_after_a_round_whose_bids_nobody_noted() -> None:
    """Rulings, completeness: no score, so the standing is not known; the deal moves on from the dealer."""
    head = {"ruleset", "players"}
    first = {name: value for name, value in without(RANKS, "bids").items() if name not in head}
    game = {"ruleset": RANKS["ruleset"], "players": RANKS["players"], "rounds": [first, first]}
    answer = ask("auditGame", game)
    assert [each["complete"] for each in answer["rounds"]] == [False, False]
    assert (answer["verdict"], "standing" in answer) == ("clean", False)
    assert answer["next"] == {"round_number": 3, "dealer": "ana", "first_bidder": "ben"}


def test_a_row_of_the_sheet_needs_its_bids() -> None:
    """Rulings, completeness: only a record with tricks can be without bids."""
    row = {"tricks_won": {"ana+cy": 6, "ben+dee": 7}}
    game = {"ruleset": "pagat", "players": ["ana", "ben", "cy", "dee"], "rounds": [row]}
    problem = ask("auditGame", game, 422)
    assert [(each["pointer"], each["code"]) for each in problem["errors"]] == [("#/rounds/0/bids", "required")]


@pytest.mark.parametrize("members", [{}, {"hands": None}])
def test_no_bids_and_no_hands(members: Json) -> None:
    """Rulings, proof: a complete log without hands decides what full hands decide."""
    body = without(swapped(unlisted(RANKS, *members), "QH", "QC"), "bids", *members)
    assert places(ruling(body)["findings"]) == [("revoke", "#/tricks/0/plays/2")]
    assert ruling({**body, "tricks": [trick("ana AH KH QH JH")]})["findings"] == []
