"""Findings about the play and its record: every code beside its innocent twin, every parameter from both sides."""

from __future__ import annotations

import pytest

from service.spades.findings import CODES
from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.changes import changed, swapped, with_hands, with_trick, without
from tests.spades.builders.legal_rounds import RANKS, legal_round
from tests.spades.builders.records import bids, hands, record, trick
from tests.spades.builders.rulesets import honours, rules, small
from tests.spades.builders.rulings import Case, codes, evidence_stands, evident, places
from tests.spades.deal.test_bidding_findings import CASES as BIDDING
from tests.spades.deal.test_deal_findings import CASES as DEAL
from tests.spades.ruling.test_sheet_findings import CASES as SHEET

WRITTEN = "written"
GAME = {"basis": "game"}
"""A rule of the game itself, which no parameter governs."""
NO_SPADES: Json = {"first_trick": "no_spades"}
# dee holds a second heart in place of the jack of clubs.
VOID = {**RANKS["hands"], "cy": ["JC", "QC", "QD", "QS"], "dee": ["JH", "QH", "JD", "JS"]}

CASES = (
    Case(
        rule="parameters, play.follow_suit",
        fault=swapped(RANKS, "QH", "QC"),
        twin=RANKS,
        finding={
            "code": "revoke",
            "severity": "offence",
            "pointer": "#/tricks/0/plays/2",
            "trick": 1,
            "player": "cy",
            "team": "ana+cy",
            "card": "QC",
            "legal_cards": ["QH"],
            "evidence": {"led_suit": "H", "held": ["QH"], "proved_by": "#/hands/cy"},
            "established": True,
            "alternatives": [{"card": "QH", "winner": "ana"}],
            "rule": {"parameter": "play.follow_suit", "basis": WRITTEN},
        },
        complete=True,
    ),
    Case(
        rule="parameters, play.spade_lead = after_broken (E4)",
        fault=with_hands(
            record(honours(), "ana AH KH QH JH", "ana AC KC QC JC", "ana AS KS QS JS", "ana AD KD QD JD"),
        ),
        twin=RANKS,
        finding={
            "code": "illegal_spade_lead",
            "severity": "offence",
            "pointer": "#/tricks/2/plays/0",
            "trick": 3,
            "player": "ana",
            "team": "ana+cy",
            "card": "AS",
            "legal_cards": ["AD"],
            "evidence": {"held": ["AD"], "proved_by": "#/hands/ana"},
            "alternatives": [{"card": "AD", "winner": "ben"}],
            "rule": {"parameter": "play.spade_lead", "basis": WRITTEN},
        },
        complete=True,
    ),
    Case(
        rule="parameters, play.opening_card = non_spade (E2)",
        fault=changed(RANKS, tricks=[trick("ana AS")]),
        twin=changed(RANKS, tricks=[trick("ana AH")]),
        finding={
            "code": "illegal_opening_card",
            "severity": "offence",
            "pointer": "#/tricks/0/plays/0",
            "trick": 1,
            "player": "ana",
            "team": "ana+cy",
            "card": "AS",
            "legal_cards": ["AC", "AD", "AH"],
            "evidence": {"held": ["AC", "AD", "AH"], "proved_by": "#/hands/ana"},
            "rule": {"parameter": "play.opening_card", "basis": WRITTEN},
        },
    ),
    Case(
        rule="parameters, play.first_trick = no_spades (E3)",
        fault=record(honours(play=NO_SPADES), "ana AC KC QC JS", hands=VOID),
        twin=record(honours(play=NO_SPADES), "ana AC KC QC JD", hands=VOID),
        finding={
            "code": "illegal_first_trick_card",
            "severity": "offence",
            "pointer": "#/tricks/0/plays/3",
            "trick": 1,
            "player": "dee",
            "team": "ben+dee",
            "card": "JS",
            "legal_cards": ["JD", "JH", "QH"],
            "evidence": {"led_suit": "C", "held": ["JD", "JH", "QH"], "proved_by": "#/hands/dee"},
            "alternatives": [{"card": card, "winner": "ana"} for card in ("JD", "JH", "QH")],
            "rule": {"parameter": "play.first_trick", "basis": "override"},
        },
    ),
    Case(
        rule="rulings, cascades: before one's turn, only the player who jumped",
        fault=with_trick(RANKS, 1, "ana AH cy QH ben KH dee JH"),
        twin=RANKS,
        finding={
            "code": "out_of_turn",
            "severity": "offence",
            "pointer": "#/tricks/0/plays/1",
            "trick": 1,
            "player": "cy",
            "team": "ana+cy",
            "card": "QH",
            "rule": GAME,
        },
        complete=True,
    ),
    Case(
        rule="rulings, cascades: lead by the wrong player, once",
        fault=with_trick(RANKS, 2, "ben KC QC JC AC"),
        twin=RANKS,
        finding={
            "code": "wrong_leader",
            "severity": "offence",
            "pointer": "#/tricks/1/plays/0",
            "trick": 2,
            "player": "ben",
            "team": "ben+dee",
            "card": "KC",
            "evidence": {"expected": "ana"},
            "rule": GAME,
        },
        complete=True,
    ),
    Case(
        rule="rulings, cascades: card not held",
        fault=record(honours(), "ana AH QH", hands=hands(ana="AH QH AC AS")),
        twin=record(honours(), "ana AH KH", hands=hands(ana="AH QH AC AS")),
        finding={
            "code": "card_not_held",
            "severity": "error",
            "pointer": "#/tricks/0/plays/1",
            "trick": 1,
            "player": "ben",
            "team": "ben+dee",
            "card": "QH",
            "evidence": {"proved_by": "#/hands/ana"},
            "rule": GAME,
        },
    ),
    Case(
        rule="rulings, cascades: the same card twice in the log",
        fault=record(honours(), "ana AH KH QH JH", "ana AH"),
        twin=record(honours(), "ana AH KH QH JH", "ana AC"),
        finding={
            "code": "card_replayed",
            "severity": "error",
            "pointer": "#/tricks/1/plays/0",
            "trick": 2,
            "player": "ana",
            "team": "ana+cy",
            "card": "AH",
            "rule": GAME,
        },
    ),
    Case(
        rule="rulings, severity: a trick that is not the last lacks a card",
        fault=record(honours(), "ana AH KH QH", "ana AC"),
        twin=record(honours(), "ana AH KH QH JH", "ana AC"),
        finding={
            "code": "missing_play",
            "severity": "error",
            "pointer": "#/tricks/0/plays",
            "trick": 1,
            "player": "dee",
            "team": "ben+dee",
            "rule": GAME,
        },
    ),
    Case(
        rule="rulings, severity: exactly one play of every player in each trick",
        fault=record(honours(), "ana AH KH QH JH ana AC"),
        twin=record(honours(), "ana AH KH QH JH"),
        finding={
            "code": "extra_play",
            "severity": "error",
            "pointer": "#/tricks/0/plays/4",
            "trick": 1,
            "player": "ana",
            "team": "ana+cy",
            "card": "AC",
            "rule": GAME,
        },
    ),
    Case(
        rule="rulings, severity: exactly as many tricks as a hand has cards (A9)",
        fault=changed(RANKS, tricks=[*RANKS["tricks"], trick("ana AH")]),
        twin=RANKS,
        finding={
            "code": "extra_tricks",
            "severity": "error",
            "pointer": "#/tricks/4",
            "trick": 5,
            "rule": {"parameter": "deck.hand_size", "basis": WRITTEN},
        },
    ),
    Case(
        rule="rulings, cascades: the claimed leader is not the first play's player",
        fault=with_trick(RANKS, 1, "ana AH KH QH JH", leader="dee"),
        twin=with_trick(RANKS, 1, "ana AH KH QH JH", leader="ana"),
        finding={
            "code": "leader_mismatch",
            "severity": "error",
            "pointer": "#/tricks/0/leader",
            "trick": 1,
            "player": "dee",
            "team": "ben+dee",
            "evidence": {"claimed": "dee", "led": "ana"},
            "rule": GAME,
        },
        complete=True,
    ),
    Case(
        rule="rulings, cascades: a wrong claimed winner",
        fault=with_trick(RANKS, 4, "ana AS KS QS JS", winner="ben"),
        twin=with_trick(RANKS, 4, "ana AS KS QS JS", winner="ana"),
        finding={
            "code": "wrong_winner",
            "severity": "error",
            "pointer": "#/tricks/3/winner",
            "trick": 4,
            "player": "ben",
            "team": "ben+dee",
            "evidence": {"claimed": "ben", "won": "ana"},
            "rule": GAME,
        },
        complete=True,
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_a_fault_is_found_and_nothing_else(case: Case) -> None:
    """Each case cites its rule; that the fault is found once is the heading of the cascade table of the rulings."""
    ruled = ruling(case.fault)
    assert [evident(each) for each in ruled["findings"]] == [case.finding]
    assert ruled["undecided"] == []
    assert (ruled["verdict"], ruled["complete"]) == (case.verdict, case.complete)
    assert ("as_played" in ruled) is case.complete


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_its_twin_is_innocent(case: Case) -> None:
    """Rulings, what is asked: a legal round never gets a finding."""
    ruled = ruling(case.twin)
    assert (ruled["findings"], ruled["undecided"]) == ([], [])
    assert ruled["verdict"] == "clean"


OF_ITS_OWN = {"round_after_end", "late_accusation"}
"""Codes that no single round can have, or that never stand alone."""


def test_every_code_has_an_example_and_a_twin() -> None:
    """Design, finding codes: each with a minimal failing example and its nearest innocent twin."""
    assert {case.code for case in (*DEAL, *BIDDING, *CASES, *SHEET)} == CODES.keys() - OF_ITS_OWN


@pytest.mark.parametrize("case", [*DEAL, *BIDDING, *CASES, *SHEET], ids=lambda case: case.code)
def test_a_code_has_the_severity_of_its_meaning(case: Case) -> None:
    """Rulings, severity: offence, error or note; the table of codes and the wire say the same."""
    assert case.finding["severity"] == CODES[case.code].severity


@pytest.mark.parametrize("case", [*DEAL, *BIDDING, *CASES, *SHEET], ids=lambda case: case.code)
def test_a_finding_points_into_the_record(case: Case) -> None:
    """Design, contract: pointers lead into the request, and so does what a finding rests on."""
    assert evidence_stands(case.fault, ruling(case.fault))


# The fixed round.


def test_the_legal_round_is_clean() -> None:
    """Rulings, what is asked: a legal round never gets a finding."""
    ruled = ruling(legal_round())
    assert (ruled["findings"], ruled["undecided"]) == ([], [])
    assert (ruled["verdict"], ruled["complete"]) == ("clean", True)
    assert ruled["tricks_won"] == {"ana": 5, "ben": 5, "cy": 1, "dee": 2}
    assert [each["spades_broken"] for each in ruled["tricks"]] == [False] * 4 + [True] * 9


# Who leads to the first trick.


def lead(leader: str, players: int = 4, *, bid: str | None = None, dealer: str | None = None, **groups: Json) -> Json:
    """Return a record of nothing but the first card, a low club."""
    body = record(rules(players, **groups), f"{leader} 3C", players=players, bid=bid)
    return changed(body, dealer=dealer) if dealer else body


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
    assert ruled["findings"][0]["evidence"] == {"expected": should}
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
        ("drawn_then_rotates", "first_bidder", "ben"),
    ],
)
def test_without_a_dealer_the_first_bid_tells_who_leads(first_bidder: str, rule: str, should: str) -> None:
    """Rulings, cascades, bids: no dealer, the first bidder recorded is taken (C1, E1)."""
    groups: Json = {"bidding": {"first_bidder": first_bidder}, "play": {"opening_leader": rule}}
    for leader in PLAYERS[:4]:
        body = without(lead(leader, bid="ben 1, cy 1, dee 1, ana 1", **groups), "dealer")
        opening(body, None if leader == should else should)


def test_a_dealer_is_ignored_where_there_is_none() -> None:
    """Parameters, bidding.first_bidder = drawn_then_rotates: a dealer in the record is ignored (C1)."""
    groups: Json = {"bidding": {"first_bidder": "drawn_then_rotates"}, "play": {"opening_leader": "first_bidder"}}
    body = lead("cy", bid="cy 1, dee 1, ana 1, ben 1", dealer="cy", **groups)
    opening(body, None)
    opening(lead("dee", bid="cy 1, dee 1, ana 1, ben 1", dealer="cy", **groups), "cy")


def test_the_dealer_leads_where_he_bids_first() -> None:
    """Parameters, play.opening_leader = first_bidder with bidding.first_bidder = dealer (E1, C1)."""
    groups: Json = {"bidding": {"first_bidder": "dealer"}, "play": {"opening_leader": "first_bidder"}}
    said = "dee 1, ana 1, ben 1, cy 1"
    opening(lead("dee", bid=said, **groups), None)
    opening(lead("ana", bid=said, **groups), "dee")


def test_who_did_not_deal_leads_between_two() -> None:
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


def test_nobody_is_to_lead_while_the_lowest_club_is_not_seen() -> None:
    """Rulings, what is asked: no false accusation."""
    for leader in PLAYERS[:4]:
        assert ruling(record(rules(**LOWEST), f"{leader} 3C"))["findings"] == []


def test_the_lowest_club_is_where_there_is_room_for_it() -> None:
    """Rulings, proof: by counting; three hands are listed, and no card is set aside, so the jack of clubs is ana's."""
    listed = {"ben": ["KH", "KC", "KD", "KS"], "cy": ["QH", "QC", "QD", "QS"], "dee": ["JH", "AC", "JD", "JS"]}
    opening(record(honours(**LOWEST), "dee AC", hands=listed), "ana")
    opening(record(honours(**LOWEST), "ana JC", hands=listed), None)


def test_who_can_not_have_held_the_lowest_club_led_wrongly() -> None:
    """Rulings, proof: by counting; the jack of clubs is cy's or dee's, so that the lead was neither ana's nor ben's."""
    listed = {"ana": ["AH", "AC", "AD", "AS"], "ben": ["KH", "KC", "KD", "KS"]}
    ruled = ruling(record(honours(**LOWEST), "ana AC", hands=listed))
    assert [(each["code"], each["pointer"], each["player"]) for each in ruled["findings"]] == [
        ("wrong_leader", "#/tricks/0/plays/0", "ana")
    ]
    assert "evidence" not in ruled["findings"][0]
    assert ruled["undecided"] == []
    ruled = ruling(record(honours(**LOWEST), "cy QC", hands=listed))
    assert (ruled["findings"], codes(ruled["undecided"])) == ([], ["wrong_leader"])


def test_nobody_is_to_lead_where_the_lowest_club_is_listed_twice() -> None:
    """Rulings, cascades: what rests on conflicting cards is not proved."""
    listed = {**RANKS["hands"], "cy": ["QH", "JC", "QD", "QS"]}
    assert "wrong_leader" not in codes(ruling(record(honours(**LOWEST), "ben KC", hands=listed))["findings"])


def test_no_player_bid_highest_where_sides_bid() -> None:
    """Parameters, play.opening_leader = high_bidder with bids of teams alone (E1, C2): the partners bid as one."""
    for leader in PLAYERS[:4]:
        body = lead(leader, bid="ana+cy 3, ben+dee 5", play={"opening_leader": "high_bidder"})
        assert ruling(body)["findings"] == []


# What may be led to the first trick.

ILLEGAL_OPENING = [("illegal_opening_card", "#/tricks/0/plays/0")]


def opened(card: str, hand: str, **play: str) -> list[tuple[str, str]]:
    """Return what is found when ana opens with this card from this hand."""
    size = len(hand.split())
    ruled = ruling(record(small(4, size, play=play), f"ana {card}", hands=hands(ana=hand)))
    assert ruled["undecided"] == []
    return places(ruled["findings"])


@pytest.mark.parametrize(
    ("rule", "card", "hand", "found"),
    [
        ("non_spade", "2S", "2S 3S 4H", ILLEGAL_OPENING),
        ("non_spade", "4H", "2S 3S 4H", []),
        ("non_spade", "2S", "2S 3S 4S", []),
        ("any", "2S", "2S 3S 4H", []),
        ("any", "4H", "2S 3S 4H", []),
        ("lowest_club", "2C", "2C 3C 4H", []),
        ("lowest_club", "3C", "2C 3C 4H", ILLEGAL_OPENING),
        ("lowest_club", "4H", "2C 3C 4H", ILLEGAL_OPENING),
        ("lowest_club", "2S", "2C 3C 2S", ILLEGAL_OPENING),
        ("lowest_club", "5C", "5C 9C 4H", []),
        ("lowest_club", "4H", "4H 5D 2S", []),
        ("lowest_club", "2S", "2S 3S 4S", []),
    ],
)
def test_the_opening_card(rule: str, card: str, hand: str, found: list[tuple[str, str]]) -> None:
    """Parameters, play.opening_card, every value (E2); non_spade yields when the leader holds only spades."""
    assert opened(card, hand, opening_card=rule) == found


@pytest.mark.parametrize("spade_lead", ["after_broken", "any_time", "after_first_trick"])
@pytest.mark.parametrize(("rule", "found"), [("any", []), ("non_spade", ILLEGAL_OPENING)])
def test_the_opening_card_alone_rules_the_first_lead(rule: str, spade_lead: str, found: list[tuple[str, str]]) -> None:
    """Rulings, cascades: spade led to trick 1, illegal_opening_card only: play.opening_card alone rules trick 1."""
    assert opened("2S", "2S 3S 4H", opening_card=rule, spade_lead=spade_lead) == found
    assert opened("2S", "2S 3S 4H", opening_card=rule, spade_lead=spade_lead, first_trick="no_spades") == found


def test_what_might_have_opened() -> None:
    """Parameters, play.opening_card = lowest_club (E2): only that one card was legal."""
    found = ruling(
        record(small(4, 3, play={"opening_card": "lowest_club"}), "ana 4H", hands=hands(ana="2C 3C 4H")),
    )["findings"]
    assert found[0]["legal_cards"] == ["2C"]


# What may be played to the first trick.

NOT_FIRST = [("illegal_first_trick_card", "#/tricks/0/plays/1")]
REVOKE = [("revoke", "#/tricks/0/plays/1")]


@pytest.mark.parametrize(
    ("rule", "led", "card", "hand", "found"),
    [
        ("normal", "AC", "2S", "2S 3S 4H", []),
        ("no_spades", "AC", "2S", "2S 3S 4H", NOT_FIRST),
        ("no_spades", "AC", "4H", "2S 3S 4H", []),
        ("no_spades", "AC", "2S", "2S 3S 4S", []),
        ("no_spades", "AC", "2S", "2S 3C 4H", REVOKE),
        ("no_spades", "AC", "4H", "2S 3C 4H", REVOKE),
        ("no_spades", "AC", "9C", "2S 3C 9C", []),
        ("all_lowest_club", "AC", "2S", "2S 3S 4H", NOT_FIRST),
        ("all_lowest_club", "AC", "4H", "2S 3S 4H", []),
        ("all_lowest_club", "AC", "2S", "2S 3S 4S", []),
        ("all_lowest_club", "AC", "9C", "9C 3C 4H", NOT_FIRST),
        ("all_lowest_club", "AC", "3C", "9C 3C 4H", []),
        ("all_lowest_club", "AC", "4H", "9C 3C 4H", REVOKE),
        ("all_lowest_club", "AH", "9H", "9H 3H 4C", []),
        ("normal", "AC", "9C", "9C 3C 4H", []),
        ("no_spades", "AS", "2S", "2S 3S 4H", []),
    ],
)
def test_the_first_trick(rule: str, led: str, card: str, hand: str, found: list[tuple[str, str]]) -> None:
    """Parameters, play.first_trick, every value (E3); it binds those who follow, and never a hand of spades alone."""
    ruleset = small(4, 3, play={"first_trick": rule, "opening_card": "any"})
    ruled = ruling(record(ruleset, f"ana {led} {card}", hands=hands(ben=hand)))
    assert places(ruled["findings"]) == found
    assert ruled["undecided"] == []


@pytest.mark.parametrize("rule", ["no_spades", "all_lowest_club"])
def test_the_rule_of_the_first_trick_ends_with_it(rule: str) -> None:
    """Parameters, play.first_trick (E3): the second trick is like any other."""
    ruleset = small(4, 3, play={"first_trick": rule})
    listed = hands(ana="AH AC KC", ben="5H 2S 4D", cy="4H 9C 8C", dee="3H 3C 2C")
    assert ruling(record(ruleset, "ana AH 5H 4H 3H", "ana AC 2S 9C 3C", hands=listed))["verdict"] == "clean"


def test_the_lowest_club_is_told() -> None:
    """Parameters, play.first_trick = all_lowest_club (E3): only the lowest was legal."""
    ruleset = small(4, 3, play={"first_trick": "all_lowest_club"})
    found = ruling(record(ruleset, "ana 2C 9C", hands=hands(ben="9C 5C 3C")))["findings"]
    assert (found[0]["legal_cards"], found[0]["evidence"]["held"]) == (["3C"], ["3C", "5C"])


# Spades led, and what breaks them.


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ("after_broken", [("illegal_spade_lead", "#/tricks/1/plays/0")]),
        ("any_time", []),
        ("after_first_trick", []),
    ],
)
def test_a_spade_led_before_spades_are_broken(rule: str, found: list[tuple[str, str]], players: int) -> None:
    """Parameters, play.spade_lead, every value (E4), for two to six players."""
    suits = {suit: " ".join(f"{rank}{suit}" for rank in "AKQJT9"[:players]) for suit in "HSC"}
    lines = [f"ana {suits[suit]}" for suit in "HSC"]
    body = with_hands(record(small(players, 3, play={"spade_lead": rule}), *lines, players=players))
    ruled = ruling(body)
    assert places(ruled["findings"]) == found
    assert places(ruling(without(body, "hands"))["findings"]) == found
    lines = [f"ana {suits[suit]}" for suit in "HCS"]
    body = with_hands(record(small(players, 3, play={"spade_lead": rule}), *lines, players=players))
    assert ruling(body)["verdict"] == "clean"


BREAKING = hands(ana="AH AC KC", ben="KH AS 2C", cy="2H 3H 2S", dee="3S 4S 5C")


@pytest.mark.parametrize("broken_by", ["any_spade", "discard_only"])
def test_a_spade_discarded_breaks_spades(broken_by: str) -> None:
    """Parameters, play.broken_by, both values (E5): a spade by who could not follow another suit led."""
    body = record(small(4, 3, play={"broken_by": broken_by}), "ana AH KH 2H 3S", "dee 4S", hands=BREAKING)
    ruled = ruling(body)
    assert (ruled["verdict"], ruled["tricks"][0]["spades_broken"]) == ("clean", True)


@pytest.mark.parametrize(
    ("broken_by", "found"),
    [("any_spade", []), ("discard_only", [("illegal_spade_lead", "#/tricks/2/plays/0")])],
)
def test_whether_a_forced_lead_breaks_spades(broken_by: str, found: list[tuple[str, str]]) -> None:
    """Parameters, play.broken_by (E5): no spade lead breaks under discard_only, every spade does under any_spade."""
    listed = hands(ana="AH 2S 3S 4S", ben="5H AS KS 5C")
    lines = ("ana AH 5H", "ana 2S KS", "ben AS")
    body = record(small(2, 4, play={"broken_by": broken_by}), *lines, players=2, hands=listed)
    ruled = ruling(body)
    assert places(ruled["findings"]) == found
    assert ruled["tricks"][1]["spades_broken"] is (broken_by == "any_spade")


@pytest.mark.parametrize(
    ("broken_by", "found"),
    [("any_spade", ["#/tricks/1/plays/0"]), ("discard_only", ["#/tricks/1/plays/0", "#/tricks/2/plays/0"])],
)
def test_whether_an_illegal_lead_breaks_spades(broken_by: str, found: list[str]) -> None:
    """Rulings, cascades: illegal spade lead, the play stands; whether it breaks spades: play.broken_by (E5)."""
    listed = hands(ana="AH AS KS AC", ben="5H 2S 3S 5C")
    lines = ("ana AH 5H", "ana AS 2S", "ana KS 3S", "ana AC 5C")
    ruled = ruling(record(small(2, 4, play={"broken_by": broken_by}), *lines, players=2, hands=listed))
    assert places(ruled["findings"]) == [("illegal_spade_lead", pointer) for pointer in found]


@pytest.mark.parametrize(
    ("broken_by", "found"),
    [("any_spade", []), ("discard_only", [("illegal_spade_lead", "#/tricks/1/plays/0")])],
)
def test_whether_an_opening_spade_breaks_spades(broken_by: str, found: list[tuple[str, str]]) -> None:
    """Parameters, play.broken_by with play.opening_card = any (E5, E2): a lead, though a legal one."""
    ruleset = small(2, 3, play={"broken_by": broken_by, "opening_card": "any"})
    listed = hands(ana="AS KS AC", ben="2S 3S 5C")
    ruled = ruling(record(ruleset, "ana AS 2S", "ana KS 3S", players=2, hands=listed))
    assert places(ruled["findings"]) == found


@pytest.mark.parametrize(
    ("broken_by", "found"),
    [("any_spade", []), ("discard_only", [("illegal_spade_lead", "#/tricks/2/plays/0")])],
)
def test_whether_following_a_spade_lead_breaks_spades(broken_by: str, found: list[tuple[str, str]]) -> None:
    """Parameters, play.broken_by (E5): who follows a spade lead has not failed to follow another suit."""
    listed = hands(ana="2S 3S 4S", ben="AS KS 5C")
    ruleset = small(2, 3, play={"broken_by": broken_by, "opening_card": "any"})
    ruled = ruling(record(ruleset, "ana 2S KS", "ben AS 3S", players=2, hands=listed))
    assert places(ruled["findings"]) == [(code, "#/tricks/1/plays/0") for code, _ in found]


@pytest.mark.parametrize(
    ("broken_by", "found"),
    [("any_spade", ["revoke"]), ("discard_only", ["revoke", "illegal_spade_lead"])],
)
def test_whether_a_revoke_breaks_spades(broken_by: str, found: list[str]) -> None:
    """Rulings, cascades: spade discarded in a revoke, the play stands; whether it breaks spades: broken_by (E5)."""
    listed = hands(ana="AH AS AC", ben="5H 2S 5C")
    ruleset = small(2, 3, play={"broken_by": broken_by})
    ruled = ruling(record(ruleset, "ana AH 2S", "ben 5C AC", "ana AS 5H", players=2, hands=listed))
    assert codes(ruled["findings"]) == ["revoke"]
    listed = hands(ana="AH AS AC", ben="5H KS 2S")
    ruled = ruling(record(ruleset, "ana AH KS", "ben 2S AS", players=2, hands=listed))
    assert codes(ruled["findings"]) == found


# Jokers and promoted cards are spades.

PROMOTED: Json = {
    "deck": {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": ["BJ", "LJ", "2D", "2S"]},
}
JOKERS: Json = {"deck": {"jokers": 2, "removed": {"4": ["2D", "2C"]}}}
JOKER: Json = {"deck": {"jokers": 1, "removed": {"4": ["2C"]}}}


def high(groups: Json) -> Json:
    """Return rules for four hands of three with promoted cards."""
    return small(4, 3, deck=groups["deck"])


@pytest.mark.parametrize(
    ("groups", "card"),
    [(PROMOTED, "2D"), (PROMOTED, "BJ"), (PROMOTED, "2S"), (JOKERS, "LJ"), (JOKER, "BJ")],
)
def test_a_promoted_card_is_led_like_a_spade(groups: Json, card: str) -> None:
    """Parameters, deck.top_trumps: promoted cards are spades for leading (A7)."""
    hand = {"ana": [card, "AH", "KH"]}
    assert places(ruling(record(high(groups), f"ana {card}", hands=hand))["findings"]) == ILLEGAL_OPENING
    second = ruling(record(high(groups), "ana AH 3H 4H 5H", f"ana {card}", hands=hand))
    assert places(second["findings"]) == [("illegal_spade_lead", "#/tricks/1/plays/0")]
    spades = {"ana": [card, "AS", "KS"]}
    assert ruling(record(high(groups), f"ana {card}", hands=spades))["verdict"] == "clean"


@pytest.mark.parametrize(("groups", "card"), [(PROMOTED, "2D"), (PROMOTED, "LJ"), (JOKERS, "BJ"), (JOKER, "BJ")])
def test_a_promoted_card_follows_spades(groups: Json, card: str) -> None:
    """Parameters, deck.top_trumps: promoted cards are spades for following suit (A7)."""
    listed = {"ana": ["AS", "KS", "QS"], "ben": [card, "AH", "5D"]}
    assert ruling(record(high(groups), f"ana AS {card}", hands=listed))["verdict"] == "clean"
    found = ruling(record(high(groups), "ana AS AH", hands=listed))["findings"]
    assert places(found) == REVOKE
    assert found[0]["legal_cards"] == [card]
    assert found[0]["evidence"] == {"led_suit": "S", "held": [card], "proved_by": "#/hands/ben"}


def test_a_promoted_card_is_no_longer_of_its_suit() -> None:
    """Parameters, deck.top_trumps (A7): who holds the promoted two alone is out of diamonds."""
    listed = hands(ana="AD AH KH", ben="2D 3C 4C", cy="3D 4D 3S")
    ruled = ruling(record(high(PROMOTED), "ana AD 3C", hands=listed))
    assert ruled["verdict"] == "clean"
    # ben may put in the promoted card; cy, who holds a diamond, may not leave it.
    ruled = ruling(record(high(PROMOTED), "ana AD 2D 3S", hands=listed))
    assert places(ruled["findings"]) == [("revoke", "#/tricks/0/plays/2")]
    assert ruled["findings"][0]["evidence"]["led_suit"] == "D"


@pytest.mark.parametrize("broken_by", ["any_spade", "discard_only"])
@pytest.mark.parametrize("card", ["2D", "BJ"])
def test_a_promoted_card_breaks_spades(card: str, broken_by: str) -> None:
    """Parameters, deck.top_trumps: promoted cards are spades for breaking (A7, E5)."""
    ruleset = small(4, 3, deck=PROMOTED["deck"], play={"broken_by": broken_by})
    listed = {"ana": ["AH", "KH", "QH"], "ben": [card, "3S", "4C"]}
    ruled = ruling(record(ruleset, f"ana AH {card} 3H 4H", "ben 3S", hands=listed))
    assert (ruled["verdict"], ruled["tricks"][0]["spades_broken"]) == ("clean", True)


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("AS KS QS JS", "ana"),
        ("AS 2S KS QS", "ben"),
        ("2S 2D AS KS", "ben"),
        ("LJ BJ 2D 2S", "ben"),
        ("LJ 2D AS 2S", "ana"),
    ],
)
def test_promoted_cards_outrank_the_ace(cards: str, winner: str) -> None:
    """Parameters, deck.top_trumps: cards that outrank the ace of spades, high to low (A7)."""
    ruleset = small(4, 3, deck=PROMOTED["deck"], play={"opening_card": "any"})
    ruled = ruling(record(ruleset, f"ana {cards}"))
    assert (ruled["tricks"][0]["winner"], ruled["tricks"][0]["led_suit"]) == (winner, "S")


def test_one_joker_is_the_big_one() -> None:
    """Parameters, deck.jokers = 1: the big joker only (A5); the little one is not in the pack, and can't win."""
    ruled = ruling(record(small(4, 3, deck=JOKER["deck"], play={"opening_card": "any"}), "ana AS LJ KS QS"))
    assert [evident(each) for each in ruled["findings"]] == [
        {
            "code": "card_not_in_deck",
            "severity": "error",
            "pointer": "#/tricks/0/plays/1",
            "trick": 1,
            "player": "ben",
            "team": "ben+dee",
            "card": "LJ",
            "rule": {"parameter": "deck.jokers", "basis": "override"},
        }
    ]
    assert ruled["tricks"][0]["winner"] == "ana"


def test_without_promotion_the_two_of_diamonds_is_a_diamond() -> None:
    """Parameters, deck.top_trumps: empty, the jokers in play (A7)."""
    listed = hands(ana="AD AH KH", ben="2D 3C 4C")
    found = ruling(record(small(4, 3), "ana AD 3C", hands=listed))["findings"]
    assert places(found) == REVOKE


# The table round: two to six players.


@pytest.mark.parametrize("players", range(2, 7))
def test_who_follows_and_who_wins_at_every_table(players: int) -> None:
    """Parameters, table.players (A1): turn, winner, next lead and revokes at tables of two to six."""
    names = PLAYERS[:players]
    ranks = "AKQJT9"[:players]
    rising = ranks[::-1]
    lines = (
        f"ana {' '.join(f'{rank}H' for rank in rising)}",
        f"{names[-1]} {' '.join(f'{rank}C' for rank in ranks)}",
        f"{names[-1]} {' '.join(f'{rank}D' for rank in ranks)}",
    )
    body = with_hands(record(small(players, 3), *lines, players=players))
    ruled = ruling(body)
    assert (ruled["verdict"], ruled["complete"]) == ("clean", True)
    assert ruled["tricks_won"] == {name: 3 * (name == names[-1]) for name in names}
    wrong = ruling(swapped(body, f"{rising[1]}H", next(card for card in body["hands"]["ben"] if card[1] == "D")))
    assert codes(wrong["findings"])[0] == "revoke"
    assert wrong["findings"][0]["team"] == ("ben+dee" if players == 4 else "ben")
    again = ruling(with_trick(body, 2, lines[1].replace(names[-1], "ana", 1)))
    assert "wrong_leader" in codes(again["findings"])


def test_three_pairs_win_together() -> None:
    """Parameters, table.sides = partnership with six players: three pairs, the partner opposite (A2)."""
    table: Json = {"players": [6], "sides": "partnership"}
    lines = ("ana AH KH QH JH TH 9H", "ana KC AC QC JC TC 9C")
    ruled = ruling(with_hands(record(small(6, 2, table=table), *lines, players=6)))
    assert (ruled["verdict"], ruled["complete"]) == ("clean", True)
    assert [side["team"] for side in ruled["as_played"]] == ["ana+dee", "ben+eve", "cy+fay"]
    assert [side["tricks"] for side in ruled["as_played"]] == [1, 1, 0]


# Whether the round is complete.


def test_a_round_is_complete_with_every_trick_and_every_bid() -> None:
    """Rulings, severity: exactly hand-size tricks, each with exactly one play of every player, and every bid."""
    assert ruling(RANKS)["complete"]
    for short in (
        changed(RANKS, tricks=RANKS["tricks"][:3]),
        with_trick(RANKS, 4, "ana AS KS QS"),
        changed(RANKS, tricks=[]),
        changed(RANKS, bids=bids("ana 1, ben 1, cy 1")),
    ):
        ruled = ruling(short)
        assert not ruled["complete"]
        assert "as_played" not in ruled


def test_a_short_last_trick_is_unfinished() -> None:
    """Rulings, severity: a short last trick is unfinished, not a missing_play."""
    ruled = ruling(with_trick(RANKS, 4, "ana AS KS"))
    assert (ruled["findings"], ruled["verdict"]) == ([], "clean")
    assert "winner" not in ruled["tricks"][3]


def test_who_jumps_in_an_unfinished_trick_is_out_of_turn() -> None:
    """Rulings, cascades: before one's turn, the player who jumped."""
    ruled = ruling(record(honours(), "ana AH cy QH"))
    assert places(ruled["findings"]) == [("out_of_turn", "#/tricks/0/plays/1")]


def test_a_round_without_cards_is_read() -> None:
    """Design, principles: an audit never refuses a record because of what is in it."""
    ruled = ruling(record(honours()))
    assert (ruled["verdict"], ruled["complete"], ruled["tricks"]) == ("clean", False, [])
    ruled = ruling(changed(record(honours()), tricks=[{"plays": []}]))
    assert (ruled["findings"], ruled["complete"]) == ([], False)


def test_a_trick_that_nobody_can_win_is_not_scored() -> None:
    """Order of scoring, step 1: tricks that don't add up to the hand size make no score.

    The last lead is not in the pack, so it can't win, and nobody holds a diamond or a spade any more.
    """
    ruleset = honours(3, deck={"hand_size": {"3": 4}}, play={"spade_lead": "any_time"})
    lines = ("ana AH KH QH", "ana AC KC QC", "ana AS KS QS", "ana 2D JH JC")
    ruled = ruling(record(ruleset, *lines, players=3, set_aside=["AD", "KD", "QD", "JD"]))
    assert codes(ruled["findings"]) == ["card_not_in_deck"]
    assert "winner" not in ruled["tricks"][3]
    assert sum(ruled["tricks_won"].values()) == 3
    assert "as_played" not in ruled
