"""Slips in the names that a record has besides the cards: the dealer, a trick's leader or winner, the name at a bid."""

from __future__ import annotations

import copy

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.changes import changed
from tests.spades.builders.legal_rounds import RANKS
from tests.spades.builders.records import bids, hands, record
from tests.spades.builders.rulesets import honours, rules
from tests.spades.builders.rulings import codes, places
from tests.spades.builders.short_forms import with_cards
from tests.spades.builders.slips import LOG, doubted, offences, offers

# A winner or leader who is named.


def test_a_named_winner() -> None:
    """Rulings, slips: a claimed winner; who leads next bears the cards out."""
    body = copy.deepcopy(LOG)
    body["tricks"][4]["winner"] = "ana"
    ruled = ruling(body)
    assert places(ruled["findings"]) == [("wrong_winner", "#/tricks/4/winner")]
    assert offers(ruled)[0] == ("winner", [("#/tricks/4/winner", "ana", "dee")])
    assert ruled["readings"][0]["verdict"] == "clean"


def test_a_named_winner_where_nobody_can_tell_who_won() -> None:
    """Rulings, cascades: a trick with an unread card; who is named can't have won it, whatever that card was."""
    ruled = ruling(record("pagat", "ana 2H KH ?? 3H"))
    assert ruled["findings"] == []
    body = record("pagat", "ana 2H KH ?? 3H")
    body["tricks"][0]["winner"] = "ana"
    ruled = ruling(body)
    assert places(ruled["findings"]) == [("wrong_winner", "#/tricks/0/winner")]
    assert offers(ruled)[0] == ("winner", [("#/tricks/0/winner", "ana", None)])


def test_a_player_who_leads_because_the_record_says_so_commits_no_offence() -> None:
    """Rulings, slips: who leads because the table agreed on a wrong winner gets a note, not an offence."""
    body = copy.deepcopy(record(honours(), "ana AH KH QH JH", "ben KC QC JC AC"))
    body["tricks"][0]["winner"] = "ben"
    ruled = ruling(body)
    assert [(each["code"], each["severity"], each.get("follows")) for each in ruled["findings"]] == [
        ("wrong_winner", "error", None),
        ("wrong_leader", "note", 0),
    ]
    assert ruled["verdict"] == "inconsistent"
    # If the name of the winner is the slip, ben led out of turn: that is what the mended record says.
    lead = ("wrong_leader", "ben", "#/tricks/1/plays/0")
    assert {each["slip"]: lead in offences(each) for each in ruled["readings"]}["winner"]


def test_a_named_winner_who_led_all_the_same() -> None:
    """Rulings, slips: where nobody is named as the leader, whoever was taken for the winner may have led next."""
    body = with_cards(record(honours(), "ana AH KH QH JH", "ana AC KC QC JC", "ben KD QD JD AD"), leaders=False)
    body["tricks"][1]["winner"] = "ben"
    ruled = ruling(body)
    assert places(ruled["findings"]) == [("wrong_winner", "#/tricks/1/winner")]
    name = ("#/tricks/1/winner", "ben", "ana")
    named = [changes for slip, changes in offers(ruled) if slip == "winner"]
    assert named == [[name], [name, ("#/tricks/2/leader", None, "ben")]]
    lead = [offences(each) for each in ruled["readings"] if len(each["changes"]) == 2 and each["slip"] == "winner"]
    assert lead == [[("wrong_leader", "ben", "#/tricks/2/cards/0")]]


def test_a_claimed_leader() -> None:
    """Rulings, slips: a claimed leader; the plays show who led."""
    body = copy.deepcopy(LOG)
    body["tricks"][4]["leader"] = "cy"
    ruled = ruling(body)
    assert places(ruled["findings"]) == [("leader_mismatch", "#/tricks/4/leader")]
    assert offers(ruled)[0] == ("leader", [("#/tricks/4/leader", "cy", "ben")])
    assert ruled["readings"][0]["verdict"] == "clean"


# A bidder's name.


def test_a_bidder_written_for_another() -> None:
    """Rulings, slips: a bidder's name; ben bid twice and cy not at all, so either bid of ben's may be cy's."""
    ruled = ruling(changed(LOG, bids=bids("ana 4, ben 3, ben 1, dee 2")))
    assert codes(ruled["findings"]) == ["bid_missing"]
    assert ruled["verdict"] == "inconsistent"
    assert offers(ruled) == [
        ("bidder", [("#/bids/2/player", "ben", "cy")]),
        ("bidder", [("#/bids/1/player", "ben", "cy")]),
    ]
    first, second = ruled["readings"]
    assert (first["verdict"], first["points"]) == ("clean", {"ana+cy": 51, "ben+dee": 52})
    assert [code for code, *_ in offences(second)] == ["bid_out_of_turn"]


def test_an_offence_of_a_bidder_stands_whichever_of_two_bids_is_his() -> None:
    """Rulings, step 5: both bids are blind and written as cy's; one of them is dee's, and either may not be made."""
    made = [{"player": player, "tricks": 1, "blind": player == "cy"} for player in ("ana", "ben", "cy", "cy")]
    ruled = ruling(changed(record(honours(), "ana AH KH QH JH"), bids=made))
    assert len(offers(ruled)) == 2
    proved = [each for each in ruled["findings"] if each["severity"] == "offence"]
    assert places(proved) == [("blind_bid_not_allowed", "#/bids/2")]


def test_a_team_written_for_another() -> None:
    """Rulings, slips: a bidder's name; the bid of a team."""
    said = [{"team": "ana+cy", "tricks": 5}, {"team": "ana+cy", "tricks": 5}]
    ruleset = rules(bidding={"by": "team"})
    ruled = ruling(changed(LOG, ruleset=ruleset, bids=said))
    assert "bid_missing" in codes(ruled["findings"])
    assert {slip for slip, _ in offers(ruled)} == {"bidder"}
    assert ("bidder", [("#/bids/1/team", "ana+cy", "ben+dee")]) in offers(ruled)


def test_a_bid_that_is_simply_missing_mends_nothing() -> None:
    """Rulings, slips: a slip is considered only if it is on the list; a bid left out is not."""
    ruled = ruling(changed(LOG, bids=bids("ana 4, ben 3, dee 2")))
    assert "bid_missing" in codes(ruled["findings"])
    assert ruled.get("readings", []) == []
    assert "bid_out_of_turn" not in codes(ruled["findings"])


# The dealer.


def test_the_dealer() -> None:
    """Rulings, the cascade: another dealer explains both the bid and the opening lead, so neither is proved."""
    ruled = ruling(changed(RANKS, dealer="cy"))
    assert (ruled["verdict"], ruled["findings"]) == ("undetermined", [])
    assert doubted(ruled) == [
        ("bid_out_of_turn", "ana", "#/bids/0", [0]),
        ("wrong_leader", "ana", "#/tricks/0/plays/0", [0]),
    ]
    assert offers(ruled) == [("dealer", [("#/dealer", "cy", "dee")])]
    assert ruled["readings"][0]["detail"] == "dee was meant as the dealer, not cy."
    assert ruled["readings"][0]["verdict"] == "clean"


def test_figures_stand_whoever_dealt() -> None:
    """Rulings, figures: all readings come to one score, so it is stated; the dealer decides none of it."""
    ruled = ruling(changed(RANKS, dealer="cy"))
    assert ruled["figures_from"] == "readings"
    assert ruled["as_ruled"] == ruling(RANKS)["as_ruled"]
    assert "figures_from" not in ruling(RANKS)


def test_the_dealer_is_taken_as_written_if_only_one_of_the_two_is_irregular() -> None:
    """Rulings, slips: what was plainly written and contradicts nothing is taken as written."""
    ruled = ruling(changed(RANKS, dealer="cy", tricks=[]))
    assert codes(ruled["findings"]) == ["bid_out_of_turn"]
    assert "readings" not in ruled
    ruled = ruling(changed(RANKS, dealer="cy", bids=bids("dee 1, ana 1, ben 1, cy 1")))
    assert codes(ruled["findings"]) == ["wrong_leader"]
    assert "readings" not in ruled


def test_the_dealer_is_taken_as_written_if_another_mends_nothing() -> None:
    """Rulings, slips: the bids begin with one player and the lead with another; no dealer makes both regular."""
    ruled = ruling(changed(RANKS, bids=bids("cy 1, dee 1, ana 1, ben 1"), dealer="cy"))
    assert "readings" not in ruled
    assert {"bid_out_of_turn", "wrong_leader"} <= set(codes(ruled["findings"]))


def test_the_dealer_of_a_record_with_another_offence() -> None:
    """Rulings, slips: a revoke stands whoever dealt."""
    body = record(honours(), "ana AH KH QC JH", "ana AC KC QH JC", dealer="ben")
    ruled = ruling(body)
    assert places(ruled["findings"]) == [("revoke", "#/tricks/0/plays/2")]
    assert ruled["verdict"] == "irregular"
    assert [code for code, *_ in doubted(ruled)] == ["bid_out_of_turn", "wrong_leader"]
    assert offences(ruled["readings"][0]) == [("revoke", "cy", "#/tricks/0/plays/2")]


@pytest.mark.parametrize("first", ["ana", "ben"])
def test_the_dealer_of_a_drawing(first: str) -> None:
    """Rulings, slips: who draws first follows from the dealer too (A3); the turn of the draw is explained with them."""
    other = {"ana": "ben", "ben": "ana"}[first]
    draws = [{"player": first, "cards": ["AH", "JC"], "kept": ["AH"]}]
    said = bids(f"{first} 1, {other} 1")
    body = record("two-player", f"{first} AH", bid="ana 1, ben 1", players=2, draws=draws)
    ruled = ruling(changed(body, bids=said, dealer=first))
    assert (ruled["verdict"], ruled["findings"]) == ("undetermined", [])
    assert [code for code, *_ in doubted(ruled)] == ["illegal_draw", "bid_out_of_turn", "wrong_leader"]
    assert offers(ruled) == [("dealer", [("#/dealer", first, other)])]


def test_a_wrong_dealer_who_would_have_dealt_another_hand_a_card_more() -> None:
    """Rulings, slips: the dealer; ana, left of cy, was dealt the sixth card, and not ben, who sits left of ana."""
    ruleset = honours(3, deck={"leftover": "dealt"})
    body = record(ruleset, "ana AH KH QH", players=3, bid="ana 1, ben 1, cy 1", hands=hands(ana="AH AC AD AS JH JC"))
    assert ruling({**body, "dealer": "cy"})["verdict"] == "clean"
    ruled = ruling({**body, "dealer": "ana"})
    assert codes(ruled["findings"])[0] == "wrong_hand_size"
    assert ("dealer", [("#/dealer", "ana", "cy")]) in offers(ruled)
    assert "offence" not in {each["severity"] for each in ruled["findings"]}


def test_no_other_dealer_explains_a_log_that_ends_early_by_a_deal_that_was_wrong_besides() -> None:
    """Rulings, slips: one slip of the pen; if somebody else had dealt, the sizes of the hands would be wrong, too."""
    lists = hands(ana="AH AC AD AS JH JC", ben="KH KC KD KS JS", cy="QH QC QD QS JD")
    body = record(honours(3, deck={"leftover": "dealt"}), players=3, bid="ana 1, ben 1, cy 1", hands=lists, dealer="cy")
    assert ruling(body)["verdict"] == "clean"
    ruled = ruling({**body, "tricks": [{"plays": []}], "reported": {"points": {"ana": 10, "ben": 10, "cy": 10}}})
    assert (codes(ruled["findings"]), ruled.get("readings")) == (["missing_tricks"], None)
