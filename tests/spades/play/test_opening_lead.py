"""Who leads to the first trick."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.changes import changed, without
from tests.spades.builders.legal_rounds import RANKS
from tests.spades.builders.records import record, trick
from tests.spades.builders.rulesets import honours, rules
from tests.spades.builders.rulings import codes, proof_of

# Who leads to the first trick.


def lead(leader: str, players: int = 4, *, bid: str | None = None, dealer: str | None = None, **groups: Json) -> Json:
    """Return a record of nothing but the first card, a low club."""
    body = record(rules(players, **groups), f"{leader} 3C", players=players, bid=bid)
    return changed(body, dealer=dealer) if dealer else body


def asked(body: Json, decided_by: str = "#/dealer") -> None:
    """Assert that the lead accuses nobody, and that it depends on the first bidder whose it was."""
    ruled = ruling(body)
    assert ruled["findings"] == []
    assert [(each["code"], each["pointer"], each["decided_by"]) for each in ruled["undecided"]] == [
        ("wrong_leader", "#/tricks/0/plays/0", decided_by)
    ]


def opening(body: Json, should: str | None) -> None:
    """Assert that the lead was wrong and whose it was; None where nobody is to blame."""
    ruled = ruling(body)
    assert ruled["undecided"] == []
    if should is None:
        assert ruled["findings"] == []
        return
    play = body["tricks"][0]["plays"][0]
    assert [(each["code"], each["pointer"], each["player"]) for each in ruled["findings"]] == [
        ("wrong_leader", "#/tricks/0/plays/0", play["player"])
    ]
    assert proof_of(ruled["findings"][0]) == {"expected": should}
    assert ruled["findings"][0]["rule"]["parameter"] == "play.opening_leader"


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(
    ("rule", "expected"),
    [("left_of_dealer", 1), ("first_bidder", 1), ("dealer", 0)],
)
def test_the_dealer_tells_who_leads(rule: str, expected: int, players: int) -> None:
    """Parameters, play.opening_leader, reckoned from the dealer (E1)."""
    for seat in range(players):
        names = PLAYERS[:players]
        should = names[(seat + expected) % players]
        said = ", ".join(f"{names[(seat + 1 + step) % players]} 1" for step in range(players))
        for leader in names:
            body = lead(leader, players, bid=said, dealer=names[seat], play={"opening_leader": rule})
            opening(body, None if leader == should else should)


@pytest.mark.parametrize(
    ("first_bidder", "rule", "should"),
    [
        ("left_of_dealer", "left_of_dealer", "ben"),
        ("left_of_dealer", "first_bidder", "ben"),
        ("left_of_dealer", "dealer", "ana"),
        ("dealer", "left_of_dealer", "cy"),
        ("dealer", "first_bidder", "ben"),
        ("dealer", "dealer", "ben"),
    ],
)
def test_without_a_dealer_no_opening_lead_is_wrong(first_bidder: str, rule: str, should: str) -> None:
    """Rulings, the order of judging, 1: the first to bid may have done so out of turn (C1, E1).

    Nothing is asked about the player who leads if the first bid was in turn.
    """
    groups: Json = {"bidding": {"first_bidder": first_bidder}, "play": {"opening_leader": rule}}
    for leader in PLAYERS[:4]:
        body = without(lead(leader, bid="ben 1, cy 1, dee 1, ana 1", **groups), "dealer")
        if leader == should:
            opening(body, None)
        else:
            asked(body)


def test_who_leads_is_not_known_where_the_first_bidder_was_drawn() -> None:
    """Parameters, bidding.first_bidder = drawn_then_rotates: the first bid may have been out of turn (C1, E1)."""
    groups: Json = {"bidding": {"first_bidder": "drawn_then_rotates"}, "play": {"opening_leader": "first_bidder"}}
    for leader in PLAYERS[:4]:
        body = without(lead(leader, bid="ben 1, cy 1, dee 1, ana 1", **groups), "dealer")
        if leader == "ben":
            opening(body, None)
        else:
            asked(body, "#/bids")


def test_without_a_dealer_a_last_trick_may_lack_its_lead() -> None:
    """Rulings, the order of judging, 1: cy, dee and ana have played; the lead of ben, that is missing, was hearts.

    With the dealer it was cy's lead, and ana, who plays hearts later, did not follow to her clubs.
    """
    body = changed(record("pagat", "cy 5C 6C 4H", bid="cy 3, dee 3, ana 3, ben 3"), dealer="ben")
    body["hands"] = {"ana": ["2C", *(f"{rank}H" for rank in "23456789TJQK")]}
    assert codes(ruling(body)["findings"]) == ["revoke"]
    ruled = ruling(without(body, "dealer"))
    assert ruled["findings"] == []
    assert codes(ruled["undecided"]) == ["wrong_leader"]


def test_a_dealer_is_ignored_where_there_is_none() -> None:
    """Parameters, bidding.first_bidder = drawn_then_rotates: a dealer in the record is ignored (C1)."""
    groups: Json = {"bidding": {"first_bidder": "drawn_then_rotates"}, "play": {"opening_leader": "first_bidder"}}
    body = lead("cy", bid="cy 1, dee 1, ana 1, ben 1", dealer="cy", **groups)
    opening(body, None)
    asked(lead("dee", bid="cy 1, dee 1, ana 1, ben 1", dealer="cy", **groups), "#/bids")


def test_the_dealer_leads_where_he_bids_first() -> None:
    """Parameters, play.opening_leader = first_bidder with bidding.first_bidder = dealer (E1, C1)."""
    groups: Json = {"bidding": {"first_bidder": "dealer"}, "play": {"opening_leader": "first_bidder"}}
    said = "dee 1, ana 1, ben 1, cy 1"
    opening(lead("dee", bid=said, **groups), None)
    opening(lead("ana", bid=said, **groups), "dee")


def test_of_two_players_the_one_who_did_not_deal_leads() -> None:
    """Parameters, bidding.first_bidder = non_dealer, with play.opening_leader = first_bidder (C1, E1)."""
    groups: Json = {"bidding": {"first_bidder": "non_dealer"}, "play": {"opening_leader": "first_bidder"}}
    opening(lead("ana", 2, **groups), None)
    opening(lead("ben", 2, **groups), "ana")


@pytest.mark.parametrize(
    ("bid", "should"),
    [
        ("ana 1, ben 2, cy 4, dee 3", "cy"),
        ("ana 1, ben 4, cy 4, dee 3", "ben"),
        ("ana 0, ben 0, cy 0, dee 1", "dee"),
        ("ana 0, ben 0, cy 0, dee 0", "ana"),
        ("ana 1, ben 2, cy 1, dee 1, ana 5", "ben"),
    ],
)
def test_the_highest_bidder_leads(bid: str, should: str) -> None:
    """Parameters, play.opening_leader = high_bidder (E1); in a tie the first in order; the first of two bids stands."""
    for leader in PLAYERS[:4]:
        body = lead(leader, bid=bid, play={"opening_leader": "high_bidder"})
        found = [each for each in ruling(body)["findings"] if each["code"] == "wrong_leader"]
        assert [each["evidence"]["expected"] for each in found] == [should] * (leader != should)


def test_of_equal_high_bids_out_of_turn_nobody_knows_the_first() -> None:
    """Rulings, step 1: without a dealer one of the two bid out of turn, so either may have been the first to bid."""
    for leader in PLAYERS[:4]:
        body = lead(leader, bid="ana 2, cy 2, ben 0, dee 0", play={"opening_leader": "high_bidder"})
        ruled = ruling(without(body, "dealer"))
        assert ruled["findings"] == []
        assert set(codes(ruled["undecided"])) == {"bid_out_of_turn"}
    body = lead("cy", bid="ana 2, cy 2, ben 0, dee 0", dealer="dee", play={"opening_leader": "high_bidder"})
    assert codes(ruling(body)["findings"]) == ["bid_out_of_turn", "wrong_leader"]


def test_a_raised_bid_counts_as_raised_for_the_lead() -> None:
    """Order of scoring, step 2: from here on only the raised bid counts (C9), so ana's 1 is the highest bid, 3."""
    raising = {"nil_partner_minimum": 3, "nil_partner_breach": "raise_earlier"}
    body = lead("ana", bid="ana 1, ben 2, cy 0, dee 2", bidding=raising, play={"opening_leader": "high_bidder"})
    assert codes(ruling(body)["findings"]) == ["bid_raised"]


def test_nobody_is_the_highest_bidder_while_a_bid_is_missing() -> None:
    """Rulings, what is asked: what is not proved is never called an offence."""
    body = lead("dee", bid="ana 3, ben 2, cy 1", play={"opening_leader": "high_bidder"})
    assert codes(ruling(body)["findings"]) == ["bid_missing"]


LOWEST: Json = {"play": {"opening_leader": "lowest_club", "opening_card": "any"}}


def test_the_holder_of_the_lowest_club_leads() -> None:
    """Parameters, play.opening_leader = lowest_club (E1), known from the hands."""
    listed = {**RANKS["hands"], "cy": ["QH", "JC", "QD", "QS"], "dee": ["JH", "QC", "JD", "JS"]}
    for leader in PLAYERS[:4]:
        body = record(honours(**LOWEST), f"{leader} {listed[leader][1]}", hands=listed)
        opening(body, None if leader == "cy" else "cy")


def test_the_lowest_club_shows_who_was_to_lead() -> None:
    """Rulings, proof: by later play; cy plays the two of clubs, so the lead was hers."""
    body = record(rules(**LOWEST), "ana 5C 3C 2C 4C")
    opening(body, "cy")
    opening(record(rules(**LOWEST), "cy 2C 3C 4C 5C"), None)


def test_the_lowest_club_is_the_lowest_in_the_pack() -> None:
    """Parameters, play.opening_leader = lowest_club with deck.removed (E1, A6): the three, where the two is out."""
    deck: Json = {"jokers": 1, "removed": {"4": ["2C"]}}
    opening(record(rules(deck=deck, **LOWEST), "cy 3C 4C 5C 6C"), None)
    opening(record(rules(deck=deck, **LOWEST), "ana 6C 3C 4C 5C"), "ben")


@pytest.mark.parametrize("members", [{"set_aside": ["2C"]}, {}], ids=["told", "counted"])
def test_the_lowest_club_is_the_lowest_in_a_hand(members: Json) -> None:
    """Parameters, play.opening_leader = lowest_club with deck.leftover (E1, A8): the three, where the two is set aside.

    All hands are listed, so a card that is in none of them is set aside, whether the record says so or not.
    """
    pack = [f"{rank}{suit}" for rank in "3456789TJQKA2" for suit in "CDHS"]
    pack.remove("2C")
    listed = {"ana": pack[1:18], "ben": [pack[0], *pack[18:34]], "cy": pack[34:]}
    assert {len(hand) for hand in listed.values()} == {17}
    body = record(rules(3, **LOWEST), "ben 3C", players=3, hands=listed, **members)
    opening(body, None)
    opening(changed(body, tricks=[trick("ana 4C")]), "ben")


def test_no_leader_is_known_until_the_lowest_club_is_seen() -> None:
    """Rulings, what is asked: no false accusation."""
    for leader in PLAYERS[:4]:
        assert ruling(record(rules(**LOWEST), f"{leader} 3C"))["findings"] == []


def test_the_lowest_club_is_in_the_only_hand_with_room_for_it() -> None:
    """Rulings, proof: by counting; three hands are listed, and no card is set aside, so the jack of clubs is ana's."""
    listed = {"ben": ["KH", "KC", "KD", "KS"], "cy": ["QH", "QC", "QD", "QS"], "dee": ["JH", "AC", "JD", "JS"]}
    opening(record(honours(**LOWEST), "dee AC", hands=listed), "ana")
    opening(record(honours(**LOWEST), "ana JC", hands=listed), None)


def test_a_leader_who_cannot_hold_the_lowest_club_led_wrongly() -> None:
    """Rulings, proof: by counting; the jack of clubs is cy's or dee's, so that the lead was neither ana's nor ben's."""
    listed = {"ana": ["AH", "AC", "AD", "AS"], "ben": ["KH", "KC", "KD", "KS"]}
    ruled = ruling(record(honours(**LOWEST), "ana AC", hands=listed))
    assert [(each["code"], each["pointer"], each["player"]) for each in ruled["findings"]] == [
        ("wrong_leader", "#/tricks/0/plays/0", "ana")
    ]
    assert proof_of(ruled["findings"][0]) == {}
    assert ruled["undecided"] == []
    ruled = ruling(record(honours(**LOWEST), "cy QC", hands=listed))
    assert (ruled["findings"], codes(ruled["undecided"])) == ([], ["wrong_leader"])


def test_no_leader_is_known_if_the_lowest_club_is_listed_twice() -> None:
    """Rulings, slips: an offence is proved only if it stands in every reading; the lowest club is cy's or dee's."""
    listed = {**RANKS["hands"], "cy": ["QH", "JC", "QD", "QS"]}
    for lead in ("cy JC", "dee JC"):
        assert "wrong_leader" not in codes(ruling(record(honours(**LOWEST), lead, hands=listed))["findings"])
    ruled = ruling(record(honours(**LOWEST), "ben KC", hands=listed))
    assert codes(ruled["findings"]) == ["duplicate_card", "missing_cards", "wrong_leader"]


def test_no_player_is_the_highest_bidder_if_sides_bid() -> None:
    """Parameters, play.opening_leader = high_bidder with bids of teams alone (E1, C2): the partners bid as one."""
    for leader in PLAYERS[:4]:
        body = lead(leader, bid="ana+cy 3, ben+dee 5", play={"opening_leader": "high_bidder"})
        assert ruling(body)["findings"] == []


@pytest.mark.parametrize(
    ("size", "aside", "undecided"),
    [(5, None, True), (4, None, True), (4, ["KC", "QC", "JC"], True), (4, ["AC", "KC", "QC", "JC"], False)],
    ids=["one card aside", "four aside, all clubs perhaps", "the last club perhaps", "all clubs aside"],
)
def test_the_lowest_club_may_be_set_aside(size: int, aside: list[str] | None, undecided: bool) -> None:
    """E1: whoever may have held the lowest club may have led; if no club was dealt, `lowest_club` names nobody."""
    ruleset = honours(3, deck={"hand_size": {"3": size}}, **LOWEST)
    ruled = ruling(record(ruleset, "ana AH KH QH", players=3, set_aside=aside))
    assert ruled["findings"] == []
    assert codes(ruled["undecided"]) == ["wrong_leader"] * undecided
