"""Records that no single slip mends: what they prove rests on nothing suspect."""

from __future__ import annotations

import copy

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, replaced, taken_back, without
from tests.spades.builders.legal_rounds import RANKS, REVOKED
from tests.spades.builders.records import bids, call, hands, record
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import codes, places
from tests.spades.builders.slips import LOG, ROUND, left_out, open_questions
from tests.spades.deal.deal_cases import PASSING, draw, drawn, passed

REVOKE = ("revoke", "#/tricks/0/plays/2")
LINES = ("ana AH KH QC JH", "ana AC KC QH JC", "ana AD KD QD JD", "ana AS KS QS JS")
"""cy keeps the queen of hearts in trick 1 and plays it on a club in trick 2."""


def proves(body: Json, *offences: tuple[str, str]) -> Json:
    """Return the ruling on a record without a reading, which proves these offences alone."""
    ruled = ruling(body)
    assert ruled.get("readings", []) == []
    assert [
        place
        for place, each in zip(places(ruled["findings"]), ruled["findings"], strict=True)
        if each["severity"] == "offence"
    ] == list(offences)
    assert "error" in {each["severity"] for each in ruled["findings"]}
    return ruled


def test_a_revoke_that_rests_on_nothing_suspect_is_proved() -> None:
    """Rulings, slips: no single slip mends two cards that stand twice; the suit led and both queens are not suspect."""
    body = record(honours(), *LINES[:2], "ana AD KD KD JD", "ana AS KS QS AD")
    ruled = proves(body, REVOKE)
    assert codes(ruled["findings"]).count("card_replayed") == 2
    assert ruled["verdict"] == "irregular"


@pytest.mark.parametrize(
    ("old", "new"),
    [("AH", "AS"), ("QC", "KS"), ("QH", "KS")],
    ids=["the suit led", "its own card", "the later play that proves it"],
)
def test_a_revoke_that_rests_on_something_suspect_is_not(old: str, new: str) -> None:
    """Rulings, slips: not proved if it rests on a suspect: the suit led, its own card, what proves it."""
    body = replaced(record(honours(), *LINES), old, new)
    ruled = proves(replaced(body, "JD", "KC"))
    assert codes(ruled["findings"]) == ["card_replayed", "card_replayed"]


def test_a_hand_that_is_suspect_proves_nothing() -> None:
    """Rulings, slips: the hand that proves it; cy's list is one card too long, and two more cards stand twice."""
    body = record(honours(), "ana AH KH QC JH", "ana AC KC AH JC", hands=hands(cy="QH QC QD QS JS JS"))
    ruled = proves(body)
    assert "revoke" in codes(ruled["undecided"])


def test_a_hand_of_another_player_proves_as_before() -> None:
    """Rulings, slips: only what is suspect is left out; cy's own list has no fault."""
    lines = ("ana AH KH QC JH", "ana AC KC QD JC")
    listed = hands(cy="QH QC QD QS", dee="JH JC JD AS KS AD")
    ruled = proves(record(honours(), *lines, hands=listed), REVOKE)
    assert ruled["findings"][0]["code"] == "wrong_hand_size"


def test_a_card_of_a_list_that_stands_twice_proves_nothing() -> None:
    """Rulings, slips: a card that stands twice, both places: two lists share two cards."""
    listed = hands(ben="KH QH KD QS", cy="QH QC QD QS")
    ruled = proves(record(honours(), "ana AH KH QC JH", hands=listed))
    assert open_questions(ruled) == [("revoke", "#/tricks/0/plays/2", [0, 1])]


def test_whose_turn_it_was_in_a_record_that_lacks_tricks_is_not_proved() -> None:
    """Rulings, slips: three tricks are missing, so that nobody knows whose lead it was."""
    body = changed(left_out(left_out(left_out(LOG, 4), 4), 4), reported={"points": {"ana+cy": 51}})
    ruled = proves(body)
    assert codes(ruled["findings"]) == ["missing_tricks"]


def test_whose_turn_it_was_after_a_surplus_play_is_not_proved() -> None:
    """Rulings, slips: nobody is wrong_leader or out_of_turn because of a card or a name that is suspect."""
    body = record(honours(), "ana AH KH QH JH dee QC", "ben KC JC AC QC ana KS", "cy QD JD AD KD")
    ruled = proves(body)
    assert not {"wrong_leader", "out_of_turn"} & set(codes(ruled["findings"]))


def test_a_lead_far_from_a_surplus_play_is_proved() -> None:
    """Rulings, slips: nothing that it rests on is suspect."""
    body = copy.deepcopy(LOG)
    for trick in (0, 1):
        body["tricks"][trick]["plays"].append({"player": "cy", "card": "2S"})
    first, *rest = body["tricks"][7]["plays"]
    body["tricks"][7]["plays"] = [*rest, first]
    ruled = proves(body, ("wrong_leader", "#/tricks/7/plays/0"))
    assert codes(ruled["findings"])[:2] == ["extra_play", "extra_play"]


def test_whose_turn_it_was_to_bid_is_not_proved_where_bids_are_missing() -> None:
    """Rulings, slips: a bidder's name: who bids twice, and who not at all."""
    ruled = ruling(changed(LOG, bids=bids("ana 4, ana 2, cy 3")))
    assert "bid_out_of_turn" not in codes(ruled["findings"])


def test_whose_turn_it_was_is_not_proved_where_a_list_may_show_a_wrong_dealer() -> None:
    """Rulings, suspects: ana has six cards, as if cy had dealt; so she may have bid and led in turn."""
    ruleset = honours(3, deck={"leftover": "dealt"})
    lists = hands(ana="AH AC AD AS JH JC", ben="KH KC KD KS JS")
    body = record(
        ruleset, "ana AH KH QH", "ana AC KC KH", "ana AD KD KC", players=3, bid="ana 1, ben 1, cy 1", hands=lists
    )
    ruled = proves({**body, "dealer": "ana"})
    assert {"bid_out_of_turn", "wrong_leader"} <= {each["code"] for each in ruled["undecided"]}


def test_who_still_had_a_card_for_the_last_trick_is_not_proved_where_a_list_may_show_a_wrong_dealer() -> None:
    """Rulings, suspects: cy won the fifth trick and had no card left, so ana led; without the dealer nobody knows."""
    tricks = ("ana AH KH QH", "ana AC KC QC", "ana QD KD JD", "ben KS AC JC", "ben JS AS JH", "ana AD")
    lists = hands(ben="KH KC KD KS JS JC")
    body = record(honours(3, deck={"leftover": "dealt"}), *tricks, players=3, bid="ana 1, ben 1, cy 1", hands=lists)
    assert codes(proves({**body, "dealer": "cy"})["findings"]) == ["wrong_hand_size", "card_replayed"]


def test_nothing_is_proved_of_bids_where_nobody_knows_who_made_which() -> None:
    """Rulings, slips: ana bids three times, ben and dee not at all; no single slip gives both of them a bid."""
    body = record(honours(), "ana AH KH QH JH", bid="ana 1, ana 2, ana 1, cy 14")
    assert ("bid_too_high", "#/bids/3") in places(proves(body)["undecided"])
    once = ruling(changed(body, bids=bids("ana 1, ben 1, cy 14, dee 1")))
    assert places(once["findings"]) == [("bid_too_high", "#/bids/2")]


def test_a_claimed_winner_and_leader_that_are_wrong_prove_nothing() -> None:
    """Rulings, slips: two claims are two slips; the cards stand, and the revoke with them."""
    body = record(honours(), *LINES)
    body["tricks"][2]["winner"] = "dee"
    body["tricks"][3]["leader"] = "cy"
    proves(body, REVOKE)


def test_cards_taken_back_that_are_suspect_prove_nothing() -> None:
    """Rulings, slips: a card taken back stands in the log too."""
    body = record(honours(), "ana AH KH QC JH", "ana AC KC QD JC", "ana AD KD QS JD")
    body = taken_back(taken_back(body, 2, "cy", "AH"), 3, "dee", "KH")
    ruled = proves(body)
    assert set(codes(ruled["findings"])) == {"card_replayed"}


def test_a_card_taken_back_in_a_trick_whose_lead_is_told_in_two_ways_proves_nothing() -> None:
    """Rulings, slips: who led trick 3 is in doubt, and so is whose the cards in it were, also those taken back."""
    lines = ("ana AH KH QC JH", "ana AC KC QS KH", "ana AD KD QD JH")
    body = taken_back(record(honours(), *lines, stopped=True), 3, "cy", "QH")
    proves(body, REVOKE)
    body["tricks"][2]["leader"] = "ben"
    assert REVOKE in places(proves(body)["undecided"])


def test_exchanges_that_cannot_be_prove_nothing() -> None:
    """Rulings, slips: both cards passed were not held; so nobody knows who had which card after the deal."""
    body = passed(("ana", "cy", "KS"), ("cy", "ana", "JC"), ruleset=PASSING)
    ruled = proves(changed(body, tricks=record(honours(), "ana AH KH QC JH")["tricks"]))
    assert codes(ruled["findings"])[:2] == ["illegal_exchange", "illegal_exchange"]


def test_a_card_passed_that_its_giver_plays_himself_proves_no_exchange() -> None:
    """Rulings, slips: the play and the card passed are suspect; all hands are known, so that ana passed no other."""
    body = {**ROUND, "exchanges": [{"from": "ana", "to": "cy", "cards": ["AC"]}]}
    ruled = proves(body)
    assert codes(ruled["findings"]) == ["card_not_held"]
    assert ("illegal_exchange", "#/exchanges/0", [0]) in open_questions(ruled)


def test_draws_that_cannot_be_prove_nothing() -> None:
    """Rulings, slips: two cards drawn twice are two slips; then the drawing says nothing of the hands (A3)."""
    turns = [
        draw("ana", "AH JC", "AH"),
        draw("ben", "KH JD", "KH"),
        draw("ana", "JC AC", "AC"),
        draw("ben", "JD KC", "KC"),
    ]
    body = changed(drawn(*turns), tricks=record(honours(2), "ana AH KC", players=2)["tricks"])
    ruled = proves(body)
    assert codes(ruled["findings"]) == ["duplicate_card", "duplicate_card"]


def test_cards_set_aside_that_cannot_be_prove_nothing() -> None:
    """Rulings, slips: a card set aside that two players play."""
    ruleset = honours(3, deck={"hand_size": {"3": 4}})
    body = record(ruleset, "ana AH KH QH", "ana AC KC QC", players=3, set_aside=["AH", "AC", "JH", "JC"])
    ruled = proves(body)
    assert codes(ruled["findings"]) == ["card_not_held", "card_not_held"]


def test_a_call_is_not_refuted_by_a_record_that_nobody_can_mend() -> None:
    """Rulings, shapes: upheld, refuted or undecidable; such a record refutes nothing."""
    body = record(honours(), "ana AH KH QH JH", "ana AC KC QC JC", "ana AD KD KD JD", "ana AS KS QS AD")
    ruled = ruling(changed(body, accusations=[call("ben cy 1")]))
    assert ruled["accusations"][0]["result"] == "undecidable"
    assert ruling(changed(RANKS, accusations=[call("ben cy 1")]))["accusations"][0]["result"] == "refuted"
    assert ruling(changed(REVOKED, accusations=[call("ben cy 1")]))["accusations"][0]["result"] == "upheld"


def test_a_record_with_too_many_ways_to_mend_it_is_not_mended() -> None:
    """Rulings, slips: of a record in which everything is suspect nothing is proved, and no reading is offered."""
    body = copy.deepcopy(LOG)
    for trick in body["tricks"]:
        for play in trick["plays"]:
            play["card"] = "2C"
    ruled = ruling(body)
    assert {each["severity"] for each in ruled["findings"]} == {"error"}
    assert ruled.get("readings", []) == []


# Tricks that are missing (docs/reference/rules.md, slips before accusations: what is suspect).


SHEET = {"tricks_won": {"ana": 4, "ben": 0, "cy": 0, "dee": 0}}
"""The sheet of a whole round of honours."""


def missing_tricks(*lines: str, hands: Json | None = None) -> Json:
    """Return the ruling on these tricks beside the sheet of a whole round; there are too few to try every place."""
    rules = honours(irregularities={"wrong_count": "offender_set"})
    ruled = ruling(record(rules, *lines, reported=SHEET, hands=hands))
    assert "missing_tricks" in codes(ruled["findings"])
    assert "readings" not in ruled
    return ruled


def test_which_trick_was_the_first_is_not_known_where_some_are_missing() -> None:
    """Rulings, slips: a whole trick of unknown cards, somewhere: a spade may be led once they are broken."""
    ruled = missing_tricks("ana AS KS QS JS")
    assert places(ruled["findings"]) == [("missing_tricks", "#/tricks")]
    assert ("illegal_opening_card", "#/tricks/0/plays/0") in places(ruled["undecided"])


def test_who_jumped_ahead_did_so_whatever_tricks_are_missing() -> None:
    """Rulings, slips: proved if nothing that it rests on is suspect, as his turn is not."""
    ruled = missing_tricks("ana AH cy QH ben KH dee JH")
    assert places(ruled["findings"])[0] == ("out_of_turn", "#/tricks/0/plays/1")


def test_whose_turn_it_was_in_a_trick_without_all_its_cards_is_not_known_where_tricks_are_missing() -> None:
    """Rulings, slips: the missing tricks may come before it, so that another player led it."""
    jumped = ("ana AH KH QH JH", "ana AC dee JC")
    assert ("out_of_turn", "#/tricks/1/plays/1") in places(missing_tricks(*jumped)["undecided"])
    assert ("out_of_turn", "#/tricks/1/plays/1") in places(ruling(record(honours(), *jumped))["findings"])


def test_a_card_that_a_short_list_lacks_is_suspect_in_every_other_list() -> None:
    """Rulings, suspects: a card that its player is not listed with: the play and the list, ben's with it.

    ana may have won trick 1 with the ace that she is not listed with: nobody knows that it was ben's lead.
    """
    listed = hands(ana="AC AD AS", ben="AH KH KC KD KS", cy="QH QC QD QS", dee="JH JC JD JS")
    lines = ("ben KH QH JH AH", "ana AC KC QC JC", "ana AD cy KD cy QD dee JD", "ana AS KS QS JS")
    ruled = proves(without(record(honours(), *lines, hands=listed), "dealer"))
    assert "wrong_hand_size" in codes(ruled["findings"])


# Cards that are not in this pack.


@pytest.mark.parametrize("plays", ["5S", "5D"])
def test_no_count_proves_what_a_card_was_that_is_not_in_the_pack(plays: str) -> None:
    """Rulings, suspects: proved is only what rests on nothing suspect; the ruleset may be that of another pack.

    Two jokers are in no hand, and two players are listed with a card that the pack of the ruleset has not.
    """
    dealt = {
        "ana": "AS QS JS 9S AH QH JH AD QD AC QC JC 9C",
        "ben": "2H KH TH 9H 8H 7H KD TD 9D 8D KC TC 8C",
        "cy": "2D KS TS 8S 7S 6S 6H 5H 4H 3H 7C 6C 5C",
        "dee": "5S 4S 3S 2S JD 7D 6D 5D 4D 3D 4C 3C 2C",
    }
    pack = {"jokers": 2, "removed": {"4": ["2D", "2H"]}}
    ruleset = {"name": "pagat", "overrides": {"deck": pack, "play": {"opening_card": "any"}}}
    body = {
        "ruleset": ruleset,
        "players": list(dealt),
        "hands": {player: cards.split() for player, cards in dealt.items()},
        "tricks": [{"leader": "ana", "cards": ["AS", "8D", "KS", plays]}],
        "stopped": True,
    }
    ruled = ruling(body)
    codes = [(each["code"], each.get("player")) for each in ruled["findings"] if each["severity"] == "offence"]
    assert codes == ([] if plays == "5S" else [("revoke", "dee")])
    assert [each["code"] for each in ruled["findings"]].count("card_not_in_deck") == len(["2H", "2D"])


# Tricks too many (docs/reference/rules.md, slips before accusations: which of them the round had is not known).


SURPLUS = ("ana AS KS QS JS", "ana AS KS QS JS")
"""Two tricks more than a round of honours has; no single slip takes both away."""


def test_a_revoke_that_a_later_card_proves_is_proved_whichever_tricks_are_too_many() -> None:
    """Rulings, slips: cy keeps the queen of hearts in trick 1; trick 2 shows her with it."""
    ruled = proves(record(honours(), *LINES, *SURPLUS), REVOKE)
    assert ("extra_tricks", "#/tricks/4") in places(ruled["findings"])


def test_a_revoke_that_an_earlier_card_proves_is_not_where_tricks_are_too_many() -> None:
    """Rulings, slips: cy takes the queen of clubs back in trick 1; of two tricks too many, nobody knows which.

    Neither is it known who was to lead: the leads are those of other tricks.
    """
    lines = ("ana AH KH QH JH", "ana AC KC QD JC", "ana AD KD QS JD", "ana AS KS ?? JS")
    revoke, lead = ("revoke", "#/tricks/1/plays/2"), ("wrong_leader", "#/tricks/3/plays/0")
    found = places(ruling(taken_back(record(honours(), *lines), 1, "cy", "QC"))["findings"])
    assert revoke in found
    assert lead in found
    ruled = proves(taken_back(record(honours(), *lines, *SURPLUS), 1, "cy", "QC"))
    assert places(ruled["undecided"]) == [revoke, lead]


@pytest.mark.parametrize(("surplus", "proved"), [("ana QH ?? ?? ??", False), ("ana ?? ?? ?? ??", True)])
def test_a_card_that_stands_in_a_trick_beyond_the_last_is_suspect(surplus: str, proved: bool) -> None:
    """Rulings, suspects: a card that stands twice: both places, and tricks beyond the last one are places."""
    body = record(honours(), *LINES, surplus, "ana ?? ?? ?? ??")
    proves(body, *([REVOKE] if proved else []))


def test_a_lead_that_needs_no_list_is_not_doubted_because_of_one() -> None:
    """Rulings, suspects: ben led to trick 2, which ana was to lead, whatever dee played to it or was listed with.

    That ana jumped ahead of dee there is not proved: it rests on dee's play.
    """
    lines = ("ana AH KH QH JH", "ben KC QC ana AC dee AD", "ana KD KS QD JD")
    body = record(honours(), *lines, hands=RANKS["hands"])
    proves(body, ("wrong_leader", "#/tricks/1/plays/0"))


def test_a_card_taken_back_may_have_gone_to_a_missing_trick() -> None:
    """Rulings, slips: only a later play shows that a card was still in the hand."""
    body = taken_back(record(honours(), "ana AH KH QH JH", "ana AC KC QD JC"), 1, "cy", "QC")
    revoke = ("revoke", "#/tricks/1/plays/2")
    assert revoke in places(ruling(body)["findings"])
    ruled = ruling({**without(body, "stopped"), "reported": SHEET})
    assert revoke not in places(ruled["findings"])
    assert revoke in places(ruled["undecided"])


def test_lists_that_agree_prove_a_wrong_count_beside_missing_tricks() -> None:
    """Rulings, severity: 5 + 4 + 4 + 3 different cards, every card once; nothing speaks against them."""
    listed = hands(ana="AH AC AD AS KH", ben="KC KD KS", cy="QH QC QD QS", dee="JH JC JD JS")
    ruled = missing_tricks("ana AC KC QC", hands=listed)
    assert [each["severity"] for each in ruled["findings"] if each["code"] == "wrong_hand_size"] == ["offence"] * 2
