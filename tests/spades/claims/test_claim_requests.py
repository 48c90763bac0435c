"""Claims that can't be read, each with every fault at its pointer, and what to write instead."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import answer, faults
from tests.spades.builders.cards import FOUR, Json
from tests.spades.builders.rulesets import honours, rules
from tests.spades.claims.claiming import claim, claiming, judged

HANDS = ("AS AH", "2S 3C", "9C TC", "6H 7C")
BIDS = {"ana": 4, "ben": 3, "cy": 2, "dee": 4}
FIRST = ("AS KS QS AH", "JS AC KC QC", "KH QH JH JC", "AD KD QD JD")


def play(player: str, card: str) -> Json:
    return {"player": player, "card": card}


def without(member: str) -> Json:
    body = claiming(*HANDS)
    del body[member]
    return body


def details(body: Json) -> dict[str, str]:
    status, problem = answer("judgeClaim", body)
    assert (status, problem["type"]) == (422, "/problems/unreadable-record"), problem
    return {each["pointer"]: each["detail"] for each in problem["errors"]}


UNREADABLE: list[tuple[str, Json, list[tuple[str, str, str]]]] = [
    (
        "a hand is short",
        claiming("AS", *HANDS[1:]),
        [("#/hands/ana", "unequal_hands", "ana has 1 card left, and most players have 2.")],
    ),
    (
        "a hand still has the card that was played",
        claiming("AS QS", *HANDS[1:], plays=[play("ana", "AH")]),
        [("#/hands/ana", "unequal_hands", "ana has 3 cards left, with the one on the table, and most players have 2.")],
    ),
    (
        "two hands are long",
        claiming("AS AH KH", "2S 3C 4C", "9C TC", "6H 7C"),
        [
            ("#/hands/cy", "unequal_hands", "cy has 2 cards left, and most players have 3."),
            ("#/hands/dee", "unequal_hands", "list every card that a player has not yet played, and no other"),
        ],
    ),
    (
        "a card twice in a hand",
        claiming("AS AS", *HANDS[1:]),
        [("#/hands/ana/1", "duplicate_card", "AS is listed twice in this hand.")],
    ),
    (
        "a card in two hands",
        claiming("AS AH", "2S AH", "9C TC", "6H 7C"),
        [("#/hands/ben/1", "held_twice", "AH is in the hand of ana too.")],
    ),
    (
        "a card in a hand and on the table",
        claiming("AS AH", *HANDS[1:], plays=[play("ana", "AH")]),
        [("#/hands/ana/1", "card_replayed", "AH lies on the table: list only cards that are not yet played.")],
    ),
    (
        "a card twice on the table",
        claiming("AS", "2S", "9C TC", "6H 7C", plays=[play("ana", "AH"), play("ben", "AH")]),
        [("#/plays/1/card", "held_twice", "AH is played twice in this trick.")],
    ),
    (
        "jokers that are not in the pack",
        claiming("BJ", *HANDS[1:], plays=[play("ana", "LJ")]),
        [("#/hands/ana/0", "card_not_in_deck", "`deck.jokers`"), ("#/plays/0/card", "card_not_in_deck", "LJ is not")],
    ),
    (
        "a hand is missing",
        {**claiming(*HANDS), "hands": {"ana": ["AS", "AH"], "ben": ["2S", "3C"], "cy": ["9C", "TC"]}},
        [("#/hands/dee", "required", "The cards of dee are missing: list them here, [] if none are left.")],
    ),
    ("no card is left", claiming("", "", "", ""), [("#/hands", "no_cards_left", "there is no trick left to play")]),
    (
        "more cards than are dealt",
        claiming(
            *("AS KS QS JS TS", "AH KH QH JH TH", "AC KC QC JC TC", "AD KD QD JD TD"),
            ruleset=rules(deck={"hand_size": {"4": 4}, "leftover": "set_aside"}),
        ),
        [("#/hands", "wrong_hand_size", "Each player is dealt 4 cards under this ruleset, and can't have 5 left.")],
    ),
    (
        "the trick is over",
        claiming(
            "AS", "2S", "9C", "6H", plays=[play(*each) for each in zip(FOUR, ("AH", "3C", "TC", "7C"), strict=True)]
        ),
        [("#/plays", "trick_is_whole", "leave out its plays, and ask about the next one, which its winner leads")],
    ),
    (
        "another card is the first than that of the leader",
        claiming("AS AH", "2S", "9C TC", "6H 7C", plays=[play("ben", "3C")]),
        [("#/plays/0/player", "out_of_turn", "The leader is ana, but the first card is that of ben: who has led?")],
    ),
    (
        "a player is passed over",
        claiming("AS", "2S 3C", "9C", "6H 7C", plays=[play("ana", "AH"), play("cy", "TC")]),
        [("#/plays/1/player", "out_of_turn", "After ana, it is the turn of ben.")],
    ),
    ("nobody leads", without("leader"), [("#/leader", "leader_unknown", "Say who is to lead: `leader` is one of")]),
    (
        "nobody says if spades are broken",
        without("spades_broken"),
        [("#/spades_broken", "broken_unknown", "Say whether spades were broken before this trick")],
    ),
    (
        "spades are broken before the first trick",
        claiming(*FIRST, ruleset=honours()),
        [("#/spades_broken", "broken_too_soon", "which is that of these hands: write false.")],
    ),
    (
        "more tricks than are left",
        claiming(*HANDS, claim=claim(3)),
        [("#/claim/tricks", "too_many_tricks", "Only 2 tricks can be claimed")],
    ),
    (
        "a word for the number of tricks",
        claiming(*HANDS, claim=claim("all")),
        [("#/claim/tricks", "claimed_tricks", "'all' is no number of tricks: give a number, or 'rest' for all that")],
    ),
    (
        "a number in quotes",
        claiming(*HANDS, claim=claim("2")),
        [("#/claim/tricks", "claimed_tricks", "'2' is a text: write 2, without quotes.")],
    ),
    (
        "a statement of cards that the claimer does not hold",
        claiming("AS", *HANDS[1:], plays=[play("ana", "AH")], claim=claim(1, "AS AS KH AH")),
        [
            ("#/claim/statement/1", "stated_twice", "AS is stated twice: a card is played once."),
            ("#/claim/statement/2", "stated_not_held", "ana does not hold KH: state cards of that hand."),
            ("#/claim/statement/3", "stated_not_held", "AH lies on the table: state the cards to be played from now"),
        ],
    ),
    (
        "names that nobody has",
        claiming(*HANDS, leader="eve", claim=claim(2, by="fay"), tricks_won={"gus": 11}),
        [
            ("#/claim/by", "unknown_player", "'fay' does not sit at this table"),
            ("#/leader", "unknown_player", "'eve' does not sit at this table"),
            ("#/tricks_won/gus", "unknown_player", "'gus' is neither a player nor a team"),
        ],
    ),
    (
        "a play by nobody",
        claiming("AS", *HANDS[1:], plays=[play("eve", "AH")], claim=claim(2, by="fay")),
        [("#/claim/by", "unknown_player", "'fay'"), ("#/plays/0/player", "unknown_player", "'eve'")],
    ),
    (
        "a hand of nobody",
        {**claiming(*HANDS), "hands": {**claiming(*HANDS)["hands"], "eve": ["2C"]}},
        [("#/hands/eve", "unknown_player", "'eve' does not sit at this table")],
    ),
    (
        "tricks won that do not fit",
        claiming(*HANDS, bids_by_player=BIDS, tricks_won={"ana+cy": 8, "ben": 2}),
        [("#/tricks_won", "tricks_so_far", "The tricks won add up to 10; by the cards left, 11 are over")],
    ),
    (
        "a bid twice",
        claiming(*HANDS, bids=[*({"player": name, "tricks": 3} for name in FOUR), {"player": "ana", "tricks": 4}]),
        [("#/bids/4", "doubled_bid", "ana has bid already")],
    ),
    (
        "two kinds of bids",
        claiming(*HANDS, bids=[{"player": name, "tricks": 3} for name in FOUR], bids_by_player=BIDS),
        [("#/bids_by_player", "bids_or_bids_by_player", "not both")],
    ),
    (
        "blind bidders without bids",
        claiming(*HANDS, blind_bidders=["ana"]),
        [("#/blind_bidders", "needs_bids_by_player", "Only `bids_by_player` has `blind_bidders`")],
    ),
    (
        "the tricks of a nil bidder's team alone",
        claiming(*HANDS, bids_by_player={**BIDS, "dee": 0}, tricks_won={"ana": 5, "ben+dee": 6}),
        [("#/tricks_won/ben+dee", "nil_needs_player", "dee bid nil, so the tricks of ben+dee are needed player by")],
    ),
    (
        "nobody says which round it is",
        claiming(*HANDS, bids_by_player=BIDS, ruleset=rules(bidding={"first_round": "bids_itself"})),
        [("#/round_number", "required", "give the number of this round")],
    ),
    (
        "faults of several parts at once",
        claiming("AS", *HANDS[1:], claim=claim("most", "KH"), bids_by_player={"ana": 4, "ben": 3, "cy": 2, "eve": 1}),
        [
            ("#/bids_by_player/eve", "unknown_player", "'eve'"),
            ("#/claim/statement/0", "stated_not_held", "ana does not hold KH"),
            ("#/claim/tricks", "claimed_tricks", "'most' is no number"),
            ("#/hands/ana", "unequal_hands", "ana has 1 card left"),
        ],
    ),
]


@pytest.mark.parametrize(("body", "found"), [each[1:] for each in UNREADABLE], ids=[each[0] for each in UNREADABLE])
def test_every_fault_has_its_pointer_and_its_fix(body: Json, found: list[tuple[str, str, str]]) -> None:
    assert sorted(faults(body, "judgeClaim")) == sorted((pointer, code) for pointer, code, _ in found)
    said = details(body)
    for pointer, _, words in found:
        if pointer != "#/bids_by_player":
            assert words in said[pointer]


@pytest.mark.parametrize(
    ("pointer", "members"),
    [
        ("#/budget", {"budget": 0}),
        ("#/budget", {"budget": 200_001}),
        ("#/claim", {"claim": "rest"}),
        ("#/claim/by", {"claim": {"tricks": 2}}),
        ("#/claim/tricks", {"claim": {"by": "ana"}}),
        ("#/claim/tricks", {"claim": {"by": "ana", "tricks": 2.5}}),
        ("#/claim/tricks", {"claim": {"by": "ana", "tricks": 55}}),
        ("#/claim/tricks", {"claim": {"by": "ana", "tricks": -1}}),
        ("#/claim/tricks", {"claim": {"by": "ana", "tricks": ""}}),
        ("#/claim/statement/0", {"claim": {"by": "ana", "tricks": 2, "statement": ["??"]}}),
        ("#/hands/ana/0", {"hands": {"ana": ["??"]}}),
        ("#/hands", {"hands": [["AS"], ["2S"], ["3C"], ["4C"]]}),
        ("#/trick_number", {"trick_number": 12}),
    ],
)
def test_what_the_contract_forbids_is_refused_there(pointer: str, members: Json) -> None:
    status, problem = answer("judgeClaim", claiming(*HANDS, **members))
    assert (status, problem["type"]) == (422, "/problems/contract-violation")
    assert pointer in {each["pointer"] for each in problem["errors"]}


def test_hands_in_a_list_are_shown_by_player() -> None:
    hands = [["AS", "AH"], ["2S", "3C"], ["9C", "TC"], ["6H", "7C"]]
    _, problem = answer("judgeClaim", {**claiming(*HANDS), "hands": hands})
    assert '"ana": ["AS", "AH"]' in problem["errors"][0]["detail"]


def test_faults_are_found_beside_violations_and_without_a_ruleset() -> None:
    body = claiming("AS", *HANDS[1:], claim=claim("most"), ruleset="pagta")
    _, problem = answer("judgeClaim", body)
    assert problem["type"] == "/problems/unusable-ruleset"
    assert {"claimed_tricks", "unequal_hands", "unknown_ruleset"} == {each["code"] for each in problem["errors"]}
    _, problem = answer("judgeClaim", {**claiming(*HANDS, claim=claim("most")), "hint": 1})
    assert {each["code"] for each in problem["errors"]} == {"additionalProperties", "claimed_tricks"}


def test_without_a_ruleset_nobody_knows_how_many_tricks_a_round_has() -> None:
    """Eighteen are too many with 52 cards and three players, and all of them with two jokers."""
    claimed = {"by": "ana", "tricks": 18, "accepted": True}
    body = {"players": ["ana", "ben", "cy"], "dealer": "cy", "tricks": [], "claim": claimed}
    for ruleset, codes in (("cutthroat", ["too_many_tricks"]), ("cutthroats", ["unknown_ruleset"])):
        _, problem = answer("auditRound", {**body, "ruleset": ruleset})
        assert [each["code"] for each in problem["errors"]] == codes


def test_the_default_budget_is_that_of_the_contract() -> None:
    assert judged(*HANDS) | {"ruling_id": ""} == judged(*HANDS, budget=8_000) | {"ruling_id": ""}
