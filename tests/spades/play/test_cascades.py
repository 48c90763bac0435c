"""One fault, one finding: leads, turns, claims, tricks of the wrong size, bids."""

from __future__ import annotations

import re

import pytest

from tests.spades.builders.asking import faults, only, ruling
from tests.spades.builders.cards import FOUR, Json
from tests.spades.builders.changes import changed, hand_without, swapped, with_hands, with_trick, without
from tests.spades.builders.legal_rounds import RANKS, ranks_round
from tests.spades.builders.records import bids, hands, record, trick
from tests.spades.builders.rulesets import honours, small
from tests.spades.builders.rulings import codes, places, proof_of

# Lead by the wrong player: wrong_leader once; turn order goes on from who really led.


@pytest.mark.parametrize(
    ("line", "player"),
    [("ben KC QC JC AC", "ben"), ("cy QC JC AC KC", "cy"), ("dee JC AC KC QC", "dee")],
)
def test_lead_by_the_wrong_player(line: str, player: str) -> None:
    """Rulings, cascades, row 1."""
    ruled = only(with_trick(RANKS, 2, line), ("wrong_leader", "#/tricks/1/plays/0"))
    assert ruled["findings"][0]["player"] == player
    assert proof_of(ruled["findings"][0]) == {"expected": "ana"}
    assert (ruled["tricks"][1]["leader"], ruled["tricks"][1]["winner"]) == (player, "ana")
    assert ruled["complete"]


def test_the_winner_after_a_wrong_lead_leads_the_next_trick() -> None:
    """Rulings, cascades, row 1: once; the next lead is judged by who really won."""
    lines = ("ana AH KH QH JH", "ben AC KC QC JC", "ben AD KD QD JD", "ben AS KS QS JS")
    only(with_hands(record(honours(), *lines)), ("wrong_leader", "#/tricks/1/plays/0"))


def test_turn_goes_on_from_who_really_led() -> None:
    """Rulings, cascades, rows 1 and 2: dee comes third after ben's lead, not second."""
    body = with_trick(RANKS, 2, "ben KC dee JC cy QC ana AC")
    only(body, ("wrong_leader", "#/tricks/1/plays/0"), ("out_of_turn", "#/tricks/1/plays/1"))


def test_wrong_lead_to_the_first_trick() -> None:
    """Rulings, cascades, row 1, at the opening (E1)."""
    ruled = only(with_trick(RANKS, 1, "cy QH JH AH KH"), ("wrong_leader", "#/tricks/0/plays/0"))
    assert ruled["findings"][0]["rule"]["parameter"] == "play.opening_leader"


# Play before one's turn: out_of_turn for the player who jumped, only.


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("ana AC cy QC ben KC dee JC", [1]),
        ("ana AC dee JC ben KC cy QC", [1]),
        ("ana AC ben KC dee JC cy QC", [2]),
        ("ana AC dee JC cy QC ben KC", [1, 2]),
        ("ana AC cy QC dee JC ben KC", [1]),
    ],
)
def test_play_before_ones_turn(line: str, out: list[int]) -> None:
    """Rulings, cascades, row 2: in turn is the first in the rotation, or whose right-hand neighbour has played."""
    ruled = only(with_trick(RANKS, 2, line), *(("out_of_turn", f"#/tricks/1/plays/{place}") for place in out))
    assert ruled["tricks"][1]["winner"] == "ana"
    assert ruled["complete"]


# Claimed leader is not the first play's player: leader_mismatch, an error.


@pytest.mark.parametrize("claimed", ["ben", "cy", "dee"])
def test_claimed_leader_who_did_not_lead(claimed: str) -> None:
    """Rulings, cascades, row 3."""
    ruled = only(with_trick(RANKS, 2, "ana AC KC QC JC", leader=claimed), ("leader_mismatch", "#/tricks/1/leader"))
    assert ruled["findings"][0]["severity"] == "error"
    assert ruled["tricks"][1]["leader"] == "ana"


def test_claimed_leader_whose_lead_it_was() -> None:
    """Rulings, cascades, rows 1 and 3: ben led to ana's trick, and the record says that she did."""
    body = with_trick(RANKS, 2, "ben KC QC JC AC", leader="ana")
    only(body, ("leader_mismatch", "#/tricks/1/leader"), ("wrong_leader", "#/tricks/1/plays/0"))


# Wrong claimed winner, and that player leads next: wrong_winner, and wrong_leader that follows from it.


def claimed(winner: str, line: str) -> Json:
    """Return the round of ranks with another winner of trick 1 claimed and this second trick."""
    return with_trick(with_trick(RANKS, 1, "ana AH KH QH JH", winner=winner), 2, line)


def test_wrong_winner_who_leads_next() -> None:
    """Rulings, cascades, row 4."""
    ruled = only(
        claimed("ben", "ben KC QC JC AC"), ("wrong_winner", "#/tricks/0/winner"), ("wrong_leader", "#/tricks/1/plays/0")
    )
    assert "follows" not in ruled["findings"][0]
    assert ruled["findings"][1]["follows"] == 0


def test_the_cause_is_named_by_its_index_among_all_findings() -> None:
    """Rulings, cascades, row 4: the index of the cause, with findings of the deal and the bids before it."""
    body = changed(claimed("ben", "ben KC QC JC AC"), bids=bids("ana 5, ben 1, cy 1, dee 1, dee 2"))
    ruled = ruling(hand_without(body, "cy", "QD"))
    assert codes(ruled["findings"]) == [
        "wrong_hand_size",
        "bid_too_high",
        "bid_repeated",
        "wrong_winner",
        "wrong_leader",
    ]
    assert [each.get("follows") for each in ruled["findings"]] == [None, None, None, None, 3]


def test_wrong_winner_though_the_right_one_leads() -> None:
    """Rulings, cascades, row 4: nobody led out of turn."""
    only(claimed("ben", "ana AC KC QC JC"), ("wrong_winner", "#/tricks/0/winner"))


def test_wrong_winner_and_a_third_player_leads() -> None:
    """Rulings, cascades, row 4: that lead does not come from the error, it is a fault of its own."""
    ruled = only(
        claimed("ben", "cy QC JC AC KC"), ("wrong_winner", "#/tricks/0/winner"), ("wrong_leader", "#/tricks/1/plays/0")
    )
    assert "follows" not in ruled["findings"][1]


def test_wrong_winner_in_every_trick_and_all_that_comes_of_it() -> None:
    """Rulings, cascades, row 4: each error is found once, with what follows from it."""
    body = with_trick(RANKS, 1, "ana AH KH QH JH", winner="dee")
    body = with_trick(body, 2, "dee JC AC KC QC", winner="cy")
    body = with_trick(body, 3, "cy QD JD AD KD", winner="ana")
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ["wrong_winner", "wrong_leader", "wrong_winner", "wrong_leader"]
    assert [each.get("follows") for each in ruled["findings"]] == [None, 0, None, 2]


# Missing or extra play, not in the last trick: the next lead is judged as far as every possible card agrees.


MISSING = ("missing_play", "#/tricks/1/plays")


@pytest.mark.parametrize("after", ["ana AC KC QC JC", "ben KC QC JC AC", "cy QC JC AC KC", "dee JC AC KC QC"])
@pytest.mark.parametrize(
    ("line", "found", "may_lead", "in_doubt"),
    [
        ("ana AH KH QH", MISSING, "ana", "dee"),
        ("ana AH KH dee JH", MISSING, "ana", "cy"),
        ("ana AH cy QH dee JH", MISSING, "ana", "ben"),
        ("ben KH QH JH", MISSING, "ana", "ben"),
        ("ana AH KH QH JH cy QD", ("extra_play", "#/tricks/1/plays/4"), "ana", ""),
        ("ana AH KH QH ben KD dee JH", ("extra_play", "#/tricks/1/plays/3"), "ana", ""),
    ],
)
def test_missing_or_extra_play(line: str, found: tuple[str, str], may_lead: str, in_doubt: str, after: str) -> None:
    """Rulings, cascades, a card missing: who leads next is judged only as far as every possible card agrees.

    All spades have been played. Who lacks a card may have led the trick, in a suit of which nobody else played: then
    the next lead was his, and the lead of the trick was not.
    """
    leader, lead = after.split(maxsplit=1)[0], ("wrong_leader", "#/tricks/2/plays/0")
    ruled = ruling(record(honours(play={"opening_card": "any"}), "ana AS KS QS JS", line, after))
    wrong = [lead] if leader not in f"{may_lead} {in_doubt}".split() else []
    assert places(ruled["findings"]) == [found, *wrong]
    assert [(each["code"], each["pointer"], each["conflicts_with"]) for each in ruled["undecided"]] == (
        [(*lead, [0])] if leader in in_doubt.split() else []
    )
    assert not ruled["complete"]


def test_a_lead_that_is_missing_makes_nobody_a_wrong_leader() -> None:
    """Rulings, cascades, a card missing: where it may have been the lead, nobody is wrong_leader.

    It is the ace of hearts, by the cards that are elsewhere: hearts were led, whoever led them.
    """
    lines = ("ana AS KS QS JS", "ben KH QH JC", "ana AC KC QC AD", "ana JH KD QD JD")
    body = record(honours(play={"opening_card": "any"}), *lines)
    ruled = only(body, MISSING)
    assert ruled["findings"][0]["player"] == "ana"
    assert "leader" not in ruled["tricks"][1]
    assert ruled["tricks"][1]["led_suit"] == "H"


def test_the_suit_led_is_unknown_where_the_card_missing_is_of_another() -> None:
    """Rulings, cascades, a card missing: a lead that is missing hides the suit led; here it is the ace of clubs."""
    lines = ("ana AS KS QS JS", "ben KH QH JH", "ana AH KC QC JC", "ana AD KD QD JD")
    ruled = ruling(record(honours(play={"opening_card": "any"}), *lines))
    assert places(ruled["findings"]) == [MISSING]
    assert {"leader", "led_suit", "winner"}.isdisjoint(ruled["tricks"][1])


def test_each_card_that_is_missing_is_told() -> None:
    """Rulings, cascades, row 8: a finding for each player, in the order of play; nobody after them jumped."""
    ruled = only(
        record(honours(), "ana AH dee JH", "ana AC"),
        ("missing_play", "#/tricks/0/plays"),
        ("missing_play", "#/tricks/0/plays"),
    )
    assert [each["player"] for each in ruled["findings"]] == ["ben", "cy"]


def test_the_cards_of_a_trick_without_any_are_missing_in_the_order_of_the_table() -> None:
    """Rulings, cascades, row 8: no card shows who led."""
    ruled = only(record(honours(), "ana AD KD QD JD", "", "ana AH KH QH JH"), *[MISSING] * 4)
    assert [each["player"] for each in ruled["findings"]] == ["ana", "ben", "cy", "dee"]


def test_a_player_jumps_ahead_in_a_short_trick() -> None:
    """Rulings, cascades, rows 2 and 8: of the players who are there, dee jumped ahead of cy, and the detail says so.

    It is not proved: ben may have played last, and his name stand for dee's; then cy and dee did not both jump ahead.
    """
    ruled = ruling(record(honours(), "ana AH dee JH cy QH", "ana AC"))
    assert places(ruled["findings"]) == [("missing_play", "#/tricks/0/plays")]
    assert places(ruled["undecided"]) == [("out_of_turn", "#/tricks/0/plays/1")]
    sentence, _ = ruled["undecided"][0]["detail"].split(" Whether")
    assert set(re.findall(r"\w+", sentence)) & set(FOUR) == {"dee", "cy"}


def test_an_extra_play_is_not_judged() -> None:
    """Rulings, cascades, row 8: a second card in one trick is extra_play, whatever card it is.

    Which of dee's two cards he played is not known, and so not whether he revoked.
    """
    body = with_trick(RANKS, 1, "ana AH KH QH JH dee JS")
    ruled = ruling(changed(body, tricks=body["tricks"][:1]))
    assert places(ruled["findings"]) == [("extra_play", "#/tricks/0/plays/4")]
    assert [(each["code"], each["pointer"], each["conflicts_with"]) for each in ruled["undecided"]] == [
        ("revoke", "#/tricks/0/plays/4", [0])
    ]
    assert [[each["pointer"] for each in reading["changes"]] for reading in ruled["readings"]] == [
        ["#/tricks/0/plays/4/player", "#/tricks/0/plays/4/card"],
        ["#/tricks/0/plays/3/player", "#/tricks/0/plays/3/card"],
    ]
    assert [[each["pointer"] for each in reading["offences"]] for reading in ruled["readings"]] == [
        [],
        ["#/tricks/0/plays/4"],
    ]


def test_an_extra_play_in_the_last_trick() -> None:
    """Rulings, figures: without either of ana's cards the round is complete, but they don't come to one score."""
    ruled = only(
        record(small(4, 1, nil={"blind_exchange": 0}), "ana AH KH QH JH ana AC"), ("extra_play", "#/tricks/0/plays/4")
    )
    assert ruled["complete"]
    assert "winner" not in ruled["tricks"][0]
    assert "as_played" not in ruled


def test_an_extra_play_breaks_no_spades_if_its_player_could_follow() -> None:
    """Parameters, play.broken_by = discard_only (E5): only a spade by someone who could not follow.

    dee followed to the trick with a heart; his second card in it, a spade, does not break spades.
    """
    lines = ("ana AH KH QH JH dee JS", "ana AS KS QS")
    ruled = ruling(record(honours(play={"broken_by": "discard_only"}), *lines, hands=RANKS["hands"]))
    assert ruled["findings"][0]["code"] == "extra_play"
    assert ruled["tricks"][0].get("spades_broken") is not True


# Spade discarded in a revoke, illegal spade lead: the play stands; spades are broken for those who come after.


@pytest.mark.parametrize("broken_by", ["any_spade", "discard_only"])
def test_a_spade_in_a_revoke_stands(broken_by: str) -> None:
    """Rulings, slips: what comes from another's fault is not one's own; ana may lead a spade under both values.

    cy's spade on the lead of a heart wins the trick, and nobody at the table could know that it was a revoke.
    """
    lines = ("ana AH KH QS JH", "cy QC JC AC KC", "ana AS KS QH JS", "ana AD KD QD JD")
    body = record(honours(play={"broken_by": broken_by}), *lines, hands=RANKS["hands"])
    ruled = only(body, ("revoke", "#/tricks/0/plays/2"))
    assert ruled["tricks"][0]["winner"] == "cy"
    assert ruled["tricks"][0]["spades_broken"] is True


@pytest.mark.parametrize("broken_by", ["any_spade", "discard_only"])
def test_an_illegal_spade_lead_stands(broken_by: str) -> None:
    """Rulings, cascades, row 9: the log alone proves it, for ana plays a club at the end; no trick is missing in it."""
    lines = ("ana AH KH QH JH", "ana AS QS JS JC", "ana KS KC QC JD", "ana AC KD QD AD")
    after = [("illegal_spade_lead", "#/tricks/2/plays/0")] if broken_by == "discard_only" else []
    ruled = only(
        record(honours(play={"broken_by": broken_by}), *lines), ("illegal_spade_lead", "#/tricks/1/plays/0"), *after
    )
    assert ruled["tricks"][1]["winner"] == "ana"
    assert ruled["tricks"][1]["spades_broken"] is (broken_by == "any_spade")


# Spade led to trick 1: illegal_opening_card only.


@pytest.mark.parametrize("groups", [{}, {"play": {"first_trick": "no_spades"}}, {"play": {"spade_lead": "any_time"}}])
def test_spade_led_to_the_first_trick(groups: Json) -> None:
    """Rulings, cascades, row 10: play.opening_card alone rules trick 1 (E2); the others follow suit, and must."""
    body = with_hands(
        record(honours(**groups), "ana AS KS QS JS", "ana AH KH QH JH", "ana AC KC QC JC", "ana AD KD QD JD")
    )
    only(body, ("illegal_opening_card", "#/tricks/0/plays/0"))


# Bids: repeated, missing, out of turn, out of range or forbidden, none in a first round, no dealer.


@pytest.mark.parametrize(
    ("bid", "found", "contract"),
    [
        ("ana 2, ben 1, cy 1, dee 1, ana 3", ("bid_repeated", "#/bids/4"), 3),
        ("ben 1, ana 2, cy 1, dee 1", ("bid_out_of_turn", "#/bids/0"), 3),
        ("ana 5, ben 1, cy 1, dee 1", ("bid_too_high", "#/bids/0"), 6),
        ("ana blind 2, ben 1, cy 1, dee 1", ("blind_bid_not_allowed", "#/bids/0"), 3),
    ],
)
def test_a_bid_at_fault_stands(bid: str, found: tuple[str, str], contract: int) -> None:
    """Rulings, cascades, bids: the first of two stands, out of turn stands, forbidden is scored as made."""
    ruled = only(changed(RANKS, bids=bids(bid)), found)
    assert ruled["complete"]
    assert ruled["as_played"][0]["contract"] == contract


def test_a_bid_that_is_missing() -> None:
    """Rulings, cascades, bids: missing, finding, no score."""
    ruled = only(changed(RANKS, bids=bids("ana 1, ben 1, cy 1")), ("bid_missing", "#/bids"))
    assert "as_played" not in ruled


def test_a_round_that_bids_itself() -> None:
    """Rulings, cascades, bids: bids_itself needs round_number and takes no bids."""
    unbid = ranks_round(bidding={"first_round": "bids_itself"})
    assert only(changed(unbid, bids=[], round_number=1))["complete"]
    assert faults(changed(unbid, bids=[])) == [("#/round_number", "required")]


def test_no_dealer() -> None:
    """Rulings, the order of judging, 1: without a dealer nobody bid or led out of turn for certain."""
    body = changed(RANKS, bids=bids("cy 1, dee 1, ana 1, ben 1"))
    assert "wrong_leader" in codes(ruling(changed(body, dealer="ben"))["findings"])
    undecided(without(body, "dealer"), ("wrong_leader", "#/tricks/0/plays/0"))
    only(without(RANKS, "dealer"))
    body = without(changed(RANKS, bids=bids("ana 1, cy 1, ben 1, dee 1")), "dealer")
    undecided(body, ("bid_out_of_turn", "#/bids/0"), ("bid_out_of_turn", "#/bids/1"))


def undecided(body: Json, *open_: tuple[str, str]) -> None:
    """Assert that nothing is found, and that these questions are open."""
    ruled = ruling(body)
    assert (ruled["findings"], places(ruled["undecided"])) == ([], list(open_))


# Several faults at once: each is found, in the order of the record, and hides no other.


def test_findings_of_deal_bids_and_play_in_one_record() -> None:
    """Rulings, severity: findings stand in the order of the record: deal, bids, plays."""
    body = changed(swapped(RANKS, "QH", "QC"), bids=bids("ana 5, ben 1, cy 1, dee 1"))
    body["tricks"][2] = trick("ben KD QD JD AD")
    body["tricks"][3]["winner"] = "dee"
    body["hands"]["dee"] = ["JH", "JC", "JD", "JS", "2C"]
    ruled = ruling(body)
    assert places(ruled["findings"]) == [
        ("card_not_in_deck", "#/hands/dee/4"),
        ("wrong_hand_size", "#/hands/dee"),
        ("bid_too_high", "#/bids/0"),
        ("revoke", "#/tricks/0/plays/2"),
        ("wrong_leader", "#/tricks/2/plays/0"),
        ("wrong_winner", "#/tricks/3/winner"),
    ]


# A last trick that lacks one card.

CLUBS_AND_HEARTS = "4H 6D 7D 2C 3C 4C 5C 6C 7C 8C 9C TC JC"


def test_a_named_leader_settles_who_led() -> None:
    """Rulings, where strangers' records convict: such a trick has lost another's card, not its lead."""
    body = without(record("openspiel", "dee 3D 9D 4H", hands=hands(ben=CLUBS_AND_HEARTS)), "dealer", "bids")
    assert codes(ruling(body)["findings"]) == []
    only(changed(body, tricks=[trick("dee 3D 9D 4H", leader="dee")]), ("revoke", "#/tricks/0/plays/2"))


def test_a_named_leader_whose_lead_it_was_not_settles_nothing() -> None:
    """Whose lead it was, the trick before says: cy's card is missing, and may have been the lead."""
    lines = [trick("ana 2H 3H AH 4H"), trick("dee 3D 9D 6D", leader="dee")]
    ruled = ruling(changed(record("openspiel", "ana 2H 3H AH 4H"), tricks=lines))
    assert (ruled["findings"], codes(ruled["undecided"])[0]) == ([], "wrong_leader")
