"""Cards passed between partners."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.changes import changed, with_hands, without
from tests.spades.builders.legal_rounds import RANKS, legal_round
from tests.spades.builders.records import hands, record, trick
from tests.spades.builders.rulesets import honours, rules, small
from tests.spades.builders.rulings import codes, evident, places, proof_of
from tests.spades.deal.deal_cases import HONOURS, NIL, PASSING, dealt, passed

# Cards passed.


@pytest.mark.parametrize(
    ("exchanges", "bid", "pointers"),
    [
        ([("ana", "ben", "AS")], NIL, ["#/exchanges/0"]),
        ([("ana", "cy", "AS"), ("cy", "ana", "QC")], "ana 1, ben 1, cy 1, dee 1", ["#/exchanges/0", "#/exchanges/1"]),
        ([("ben", "dee", "KS"), ("dee", "ben", "JC")], NIL, ["#/exchanges/0", "#/exchanges/1"]),
        ([("ana", "cy", "AS"), ("cy", "ana", "QC"), ("ana", "cy", "AH")], NIL, ["#/exchanges/2"]),
        ([("ana", "cy", "AS"), ("cy", "ana", "QC QD")], NIL, ["#/exchanges/1"]),
    ],
    ids=["to an opponent", "no nil", "the other side's nil", "twice", "too many back"],
)
def test_cards_may_be_passed_only_as_the_rules_say(
    exchanges: list[tuple[str, str, str]], bid: str, pointers: list[str]
) -> None:
    """Parameters, nil.exchange: cards passed each way with the partner after the bids (D9)."""
    ruled = ruling(passed(*exchanges, bid=bid))
    assert places(ruled["findings"]) == [("illegal_exchange", pointer) for pointer in pointers]
    assert ruled["verdict"] == "irregular"


def test_one_pass_of_two_accuses_nobody() -> None:
    """Rulings, the order of judging, 1: a pass that was not written down is unknown; ana did pass, and cy may have."""
    ruled = ruling(passed(("ana", "cy", "AS"), bid=NIL))
    assert ruled["findings"] == []
    assert [(each["code"], each["pointer"], each["player"], each["decided_by"]) for each in ruled["undecided"]] == [
        ("illegal_exchange", "#/exchanges/0", "cy", "#/exchanges")
    ]


def test_a_card_of_the_partner_may_have_come_by_the_pass_that_is_not_written() -> None:
    """Rulings, the order of judging, 1: one card at most, and from the partner; ana passed AS, and QC came back.

    A second card of cy, or one of ben, can't have been in her hand.
    """
    there = ("ana", "cy", "AS")
    body = passed(there, bid=NIL)
    for card, found in (("QC", []), ("KC", [("card_not_held", "#/tricks/0/plays/0")])):
        assert places(ruling(changed(body, tricks=[trick(f"ana {card}")]))["findings"]) == found
    two = ruling(changed(body, tricks=[trick("ana QC"), trick("ana QD")]))
    assert ("card_not_held", "#/tricks/1/plays/0") in places(two["findings"])


@pytest.mark.parametrize(("played", "excused"), [("QC", True), ("KC", False)])
def test_without_bids_a_card_of_an_opponent_is_an_error(played: str, excused: bool) -> None:
    """Rulings, the order of judging, 1: what was passed is excused between partners only, also if no bid is recorded.

    All hands are listed. That ana plays the queen of cy is excused by a nil, that she plays the king of ben by nothing.
    """
    ruleset = honours(nil={"exchange": 1, "blind_exchange": 0})
    body = without(dealt(ruleset, bid=NIL, hands=RANKS["hands"]), "bids")
    ruled = ruling(changed(body, tricks=[trick(f"ana {played}")]))
    assert (codes(ruled["findings"]) == []) is excused
    assert ("card_not_held" in codes(ruled["findings"])) is not excused


UNREAD_PASS = [{"from": "cy", "to": "ana", "cards": ["??"]}, {"from": "ana", "to": "cy", "cards": ["AS"]}]


@pytest.mark.parametrize(
    ("listed", "passes", "held"),
    [
        pytest.param("QH JH QS QC", None, ["JH", "QH"], id="two hearts, and one may have been passed"),
        pytest.param("QH JH ?? QC", None, ["JH", "QH"], id="two that could be read"),
        pytest.param("QH ?? ?? QC", None, None, id="one"),
        pytest.param("QH JH QS QC", UNREAD_PASS, ["JH", "QH"], id="two, and nobody can read which card was passed"),
        pytest.param("QH JS QS QC", UNREAD_PASS, None, id="one, and nobody can read which card was passed"),
    ],
)
def test_more_cards_than_may_have_been_passed_prove_a_revoke(
    listed: str, passes: list[Json] | None, held: list[str] | None
) -> None:
    """Rulings, the order of judging, 1: at most so many cards; convicted under every value that the rules allow."""
    body = record(PASSING, "ana AH KH QC", bid=NIL, hands=hands(cy=listed))
    ruled = ruling(body if passes is None else {**body, "exchanges": passes})
    found = [each for each in ruled["findings"] if each["code"] == "revoke"]
    if held is None:
        assert found == []
        (question,) = (each for each in ruled["undecided"] if each["code"] == "revoke" and each["trick"] == 1)
        named = "does not have every card that cy and the partner passed each other" in question["detail"]
        assert named is ("??" not in listed)  # a hand that is not read whole is what has to be known first
        return
    assert [proof_of(each) for each in found] == [{"led_suit": "H", "possible": held, "proved_by": "#/hands/cy"}]
    assert "at least one of JH, QH, of which no more than 1 can have been passed on" in found[0]["detail"]


def test_a_card_that_was_not_held_cannot_have_been_passed() -> None:
    """Rulings, slips: what can't have happened is an error of the record, and no offence."""
    ruled = ruling(passed(("ana", "cy", "KS"), ("cy", "ana", "QC")))
    assert [(each["code"], each["pointer"], each["severity"], each["cards"]) for each in ruled["findings"]] == [
        ("illegal_exchange", "#/exchanges/0", "error", ["KS"])
    ]
    assert ruled["verdict"] == "inconsistent"
    assert [each["changes"][0]["suggested"] for each in ruled["readings"]] == ["AC", "AD", "AH", "AS"]


def test_no_cards_may_be_passed_where_the_ruleset_knows_no_exchange() -> None:
    """Parameters, nil.exchange = 0 (D9)."""
    found = ruling(passed(("ana", "cy", "AS"), ("cy", "ana", "QC"), ruleset=HONOURS))["findings"]
    assert places(found) == [("illegal_exchange", "#/exchanges/0"), ("illegal_exchange", "#/exchanges/1")]
    assert [evident(each)["rule"] for each in found] == [{"parameter": "nil.exchange", "basis": "implied"}] * 2


@pytest.mark.parametrize(
    ("cards", "bid", "clean"),
    [
        (2, "ana blind 0, ben 1, cy 1, dee 1", True),
        (1, "ana blind 0, ben 1, cy 1, dee 1", False),
        (2, "ana 0, ben 1, cy 1, dee 1", False),
        (1, "ana 0, ben 1, cy 1, dee 1", True),
    ],
)
def test_a_blind_nil_has_an_exchange_of_its_own(cards: int, bid: str, clean: bool) -> None:
    """Parameters, nil.exchange and nil.blind_exchange (D9, D10)."""
    there, back = ["AS", "AH"][:cards], ["QC", "QD"][:cards]
    told = [{"from": "ana", "to": "cy", "cards": there}, {"from": "cy", "to": "ana", "cards": back}]
    ruleset = honours(nil={"exchange": 1, "blind_exchange": 2, "blind_deficit": 0})
    ruled = ruling(dealt(ruleset, bid=bid, hands=RANKS["hands"], exchanges=told))
    assert (ruled["verdict"] == "clean") is clean
    blind = "blind" in bid
    for found in ruled["findings"]:
        assert found["code"] == "illegal_exchange"
        assert found["rule"]["parameter"] == ("nil.blind_exchange" if blind else "nil.exchange")


@pytest.mark.parametrize(
    ("one", "other", "pointers"),
    [("cy", "fay", []), ("ana", "ben", ["#/exchanges/0", "#/exchanges/1"])],
)
def test_three_pairs_pass_within_a_pair(one: str, other: str, pointers: list[str]) -> None:
    """Parameters, nil.exchange (D9); six players sit in three pairs, the partner opposite (A2)."""
    ruleset = small(6, 2, table={"players": [6], "sides": "partnership"}, nil={"exchange": 1})
    told = [{"from": one, "to": other, "cards": ["2H"]}, {"from": other, "to": one, "cards": ["3H"]}]
    bid = ", ".join(f"{name} 0" for name in PLAYERS)
    ruled = ruling(dealt(ruleset, players=6, bid=bid, exchanges=told))
    assert places(ruled["findings"]) == [("illegal_exchange", pointer) for pointer in pointers]


def test_too_few_cards_passed_cites_the_rule_that_sets_their_number() -> None:
    """Parameters, nil.exchange and nil.blind_exchange (D9, D10): of two numbers the greater holds."""
    nil = {"exchange": 3, "blind_exchange": 1, "blind": True, "blind_deficit": 0}
    told = [{"from": "ana", "to": "cy", "cards": ["2H"]}, {"from": "cy", "to": "ana", "cards": ["3H"]}]
    body = dealt(rules(nil=nil), bid="ana blind 0, ben 1, cy 0, dee 1", exchanges=told)
    found = [each for each in ruling(body)["findings"] if each["code"] == "illegal_exchange"]
    assert [each["rule"]["parameter"] for each in found] == ["nil.exchange"] * 2
    assert "ana passed 1 card to cy: the number to pass is 3." in found[0]["detail"]


def test_a_player_without_a_partner_passes_nothing() -> None:
    """Parameters, nil.exchange (D9): cards go to the partner; alone, the hand shown is the hand dealt (C12)."""
    log = ("ana KC 2C 3C 4C", "ana AC 5C 6C 7C")
    for cards in (0, 1):
        ruleset = small(
            4,
            2,
            table={"sides": "individual"},
            bidding={"restriction": "mirror"},
            nil={"exchange": cards},
        )
        found = ruling(record(ruleset, *log, bid="ana 0, ben 2, cy 0, dee 0"))
        assert places(found["findings"]) == [("bid_not_allowed", "#/bids/1")]


SWAP = (("ana", "cy", "AS"), ("cy", "ana", "QC"))
"""ana has both high clubs after it, and cy the ace of spades and no club."""


def test_passed_cards_are_played_by_the_receiver() -> None:
    """Rulings, shapes: hands are as dealt, before exchanges."""
    ruled = ruling(changed(passed(*SWAP), tricks=[trick("ana AC KC AS JC")]))
    assert (ruled["findings"], ruled["undecided"], ruled["verdict"]) == ([], [], "clean")


def test_passed_cards_are_no_longer_held_by_the_giver() -> None:
    """Rulings, shapes: as above; what proves it is the exchange, for the hand as dealt holds the card."""
    found = ruling(changed(passed(*SWAP), tricks=[trick("ana AC KC QC")]))["findings"]
    assert places(found) == [("card_not_held", "#/tricks/0/plays/2")]
    assert found[0]["evidence"] == {"proved_by": "#/exchanges/1"}


def test_passed_cards_are_no_longer_held_even_if_no_hand_is_listed() -> None:
    """Rulings, cascades: card not held; the record says that cy gave the queen of clubs to ana, and then played it."""
    body = without(changed(passed(*SWAP), tricks=[trick("ana AC KC QC")]), "hands")
    found = ruling(body)["findings"]
    assert places(found) == [("card_not_held", "#/tricks/0/plays/2")]
    assert found[0]["evidence"] == {"proved_by": "#/exchanges/1"}


def test_a_card_passed_from_a_hand_that_is_not_listed_in_full() -> None:
    """Design, principles: what is not proved is never called an offence; cy's fourth card may be the one she passed."""
    body = changed(passed(*SWAP), hands={**RANKS["hands"], "cy": ["QH", "QD", "QS"]})
    assert "illegal_exchange" not in codes(ruling(body)["findings"])


def test_passed_cards_need_not_be_recorded() -> None:
    """Contract, exchanges: without this member it is not known whether cards were passed, which is no fault."""
    ruled = ruling(without(passed(), "exchanges"))
    assert (ruled["findings"], ruled["undecided"]) == ([], [])


def test_the_hands_of_the_log_are_the_hands() -> None:
    """Rulings, what is asked: a record with its hands as the log shows them has no fault in the deal."""
    ruled = ruling(with_hands(without(legal_round(), "hands")))
    assert (ruled["verdict"], ruled["complete"]) == ("clean", True)


# Cards that could not be read.


@pytest.mark.parametrize(
    ("exchanges", "bid", "decided_by"),
    [
        ([("ana", "cy", "??"), ("cy", "ana", "QC")], "ana 1, ben 1, cy 1, dee 1", "#/exchanges/0/cards/0"),
        ([("ana", "cy", "?? ??"), ("cy", "ana", "QC")], NIL, "#/exchanges/0/cards/0"),
        ([("ana", "cy", "AS ??"), ("cy", "ana", "QC")], NIL, "#/exchanges/0/cards/1"),
        ([("ana", "cy", "??")], NIL, "#/exchanges/0/cards/0"),
        ([("ana", "ben", "??")], NIL, "#/exchanges/0/cards/0"),
        ([("ana", "cy", "AS"), ("cy", "ana", "QC"), ("ana", "cy", "??")], NIL, "#/exchanges/2/cards/0"),
    ],
    ids=["no nil", "too many", "one of two", "one way", "to an opponent", "twice"],
)
def test_an_exchange_that_rests_on_an_unread_card_is_not_proved(
    exchanges: list[tuple[str, str, str]], bid: str, decided_by: str
) -> None:
    """Rulings, proof: `??` decides nothing, so it is asked whether that exchange was allowed."""
    ruled = ruling(passed(*exchanges, bid=bid))
    place = decided_by.rpartition("/cards")[0]
    assert ("illegal_exchange", place) not in places(ruled["findings"])
    (asked,) = [each for each in ruled["undecided"] if each["pointer"] == place]
    assert (asked["code"], asked["decided_by"]) == ("illegal_exchange", decided_by)
    assert asked["detail"].endswith("a card that can't be read proves nothing.")


@pytest.mark.parametrize(
    ("exchanges", "bid"),
    [
        ([("ana", "cy", "AS ??"), ("cy", "ana", "QC")], "ana 1, ben 1, cy 1, dee 1"),
        ([("ana", "cy", "AS AC ??"), ("cy", "ana", "QC")], NIL),
        ([("ana", "ben", "AS ??")], NIL),
    ],
    ids=["no nil", "too many without it", "to an opponent"],
)
def test_what_the_other_cards_prove_is_proved(exchanges: list[tuple[str, str, str]], bid: str) -> None:
    """Rulings, proof: a card that could not be read takes nothing from what the others prove."""
    ruled = ruling(passed(*exchanges, bid=bid))
    assert ("illegal_exchange", "#/exchanges/0") in places(ruled["findings"])


def test_passing_no_card_at_all_is_certain() -> None:
    """Parameters, nil.exchange (D9): one card is to be passed, and there is none that could not be read."""
    ruled = ruling(passed(("ana", "cy", ""), ("cy", "ana", "QC")))
    assert places(ruled["findings"]) == [("illegal_exchange", "#/exchanges/0")]


def test_a_card_passed_that_is_not_in_the_pack_is_an_error() -> None:
    """Rulings, slips: it can't have been passed, whether the giver's hand is known or not."""
    body = without(passed(("ana", "cy", "2S"), ("cy", "ana", "QC")), "hands")
    ruled = ruling(body)
    assert [(each["code"], each["severity"], each["cards"]) for each in ruled["findings"]] == [
        ("illegal_exchange", "error", ["2S"])
    ]
    assert [each["changes"] for each in ruled["readings"]] == [[{"pointer": "#/exchanges/0/cards/0", "recorded": "2S"}]]


def test_a_missing_bid_is_named_if_a_nil_may_have_moved_the_card_in_question() -> None:
    """Rulings, what is asked: what would decide it is said; without cy's bid nobody knows whether cards were passed."""
    body = record(PASSING, "ana AH KH QC", bid="ana 1, ben 1, dee 1", hands=hands(cy="QH ?? ?? QC"))
    listed = changed(body, hands=hands(cy="QH JC QS QC"))
    for each, named in ((body, "it is not known whether"), (listed, "does not have every bid of cy's side")):
        (question,) = (asked for asked in ruling(each)["undecided"] if asked["code"] == "revoke")
        assert named in question["detail"]
