"""Findings about the deal: hands, cards set aside, cards passed; each beside its nearest innocent twin."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.changes import changed, hand_without, unlisted, with_hands, without
from tests.spades.builders.legal_rounds import RANKS, legal_round
from tests.spades.builders.records import hands, record, trick
from tests.spades.builders.rulesets import honours, rules, small
from tests.spades.builders.rulings import Case, codes, evident, places

HONOURS = honours()
THREE = honours(3, deck={"hand_size": {"3": 5}})
"""Three hands of five from sixteen cards: one card is set aside."""
FIVES = hands(ana="AC AD AH AS KC", ben="KD KH KS QC QD", cy="QH QS JC JD JH")
PASSING = honours(nil={"exchange": 1})
NIL = "ana 0, ben 1, cy 1, dee 1"


def dealt(ruleset: Json, *, players: int = 4, bid: str | None = None, **members: object) -> Json:
    """Return a record of a round in which no card has been played."""
    return record(ruleset, players=players, bid=bid, **members)


def passed(*exchanges: tuple[str, str, str], bid: str = NIL, ruleset: Json = PASSING) -> Json:
    """Return a record of four full hands in which cards were passed."""
    told = [{"from": giver, "to": taker, "cards": cards.split()} for giver, taker, cards in exchanges]
    return dealt(ruleset, bid=bid, hands=RANKS["hands"], exchanges=told)


def draw(player: str, cards: str, kept: str) -> Json:
    """Return a turn of drawing: the two cards, and those of them that were kept."""
    return {"player": player, "cards": cards.split(), "kept": kept.split()}


def drawn(*draws: Json) -> Json:
    """Return a record of two players who draw hands of four from sixteen cards; ana is the first to draw."""
    low = HONOURS["overrides"]["deck"]["removed"]["4"]
    deck = {"removed": {"2": low}, "hand_size": {"2": 4}}
    return record(rules(4, "two-player", deck=deck), players=2, draws=list(draws))


CASES = (
    Case(
        rule="parameters, deck.hand_size (A9); a proved wrong count voids the round (H14)",
        fault=dealt(HONOURS, hands=hands(dee="JH JC JD")),
        twin=dealt(HONOURS, hands=hands(dee="JH JC JD JS")),
        finding={
            "code": "wrong_hand_size",
            "severity": "offence",
            "pointer": "#/hands/dee",
            "player": "dee",
            "team": "ben+dee",
            "evidence": {"listed": 3, "dealt": 4},
            "rule": {"parameter": "deck.hand_size", "basis": "written"},
        },
        verdict="void",
    ),
    Case(
        rule="design, findings: a card is in one place",
        fault=dealt(HONOURS, hands=hands(cy="QH QC QD QS", dee="JH JC JD QS")),
        twin=dealt(HONOURS, hands=hands(cy="QH QC QD QS", dee="JH JC JD JS")),
        finding={
            "code": "duplicate_card",
            "severity": "error",
            "pointer": "#/hands/dee/3",
            "player": "dee",
            "team": "ben+dee",
            "card": "QS",
            "evidence": {"also_at": "#/hands/cy/3"},
            "rule": {"parameter": "deck.removed", "basis": "override"},
        },
    ),
    Case(
        rule="parameters, deck.removed (A6)",
        fault=dealt(HONOURS, hands=hands(dee="JH JC JD 2S")),
        twin=dealt(HONOURS, hands=hands(dee="JH JC JD JS")),
        finding={
            "code": "card_not_in_deck",
            "severity": "error",
            "pointer": "#/hands/dee/3",
            "player": "dee",
            "team": "ben+dee",
            "card": "2S",
            "rule": {"parameter": "deck.removed", "basis": "override"},
        },
    ),
    Case(
        rule="parameters, deck.leftover (A8): one card is over, and the record says that none was set aside",
        fault=dealt(THREE, players=3, hands=FIVES, set_aside=[]),
        twin=dealt(THREE, players=3, hands=FIVES, set_aside=["JS"]),
        finding={
            "code": "missing_cards",
            "severity": "error",
            "pointer": "#/hands",
            "cards": ["JS"],
            "rule": {"parameter": "deck.leftover", "basis": "override"},
        },
    ),
    Case(
        rule="parameters, deck.formation = draw (A3): of each two cards one is kept",
        fault=drawn(draw("ana", "AH JC", "AH JC")),
        twin=drawn(draw("ana", "AH JC", "AH")),
        finding={
            "code": "illegal_draw",
            "severity": "offence",
            "pointer": "#/draws/0",
            "player": "ana",
            "team": "ana",
            "cards": ["AH", "JC"],
            "rule": {"parameter": "deck.formation", "basis": "written"},
        },
    ),
    Case(
        rule="parameters, nil.exchange (D9)",
        fault=passed(("ana", "cy", "AS AH"), ("cy", "ana", "QC")),
        twin=passed(("ana", "cy", "AS"), ("cy", "ana", "QC")),
        finding={
            "code": "illegal_exchange",
            "severity": "offence",
            "pointer": "#/exchanges/0",
            "player": "ana",
            "team": "ana+cy",
            "cards": ["AS", "AH"],
            "rule": {"parameter": "nil.exchange", "basis": "override"},
        },
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_a_fault_is_found_and_nothing_else(case: Case) -> None:
    """Each case cites its rule; that the fault is found once is the heading of the cascade table of the rulings."""
    ruled = ruling(case.fault)
    assert [evident(each) for each in ruled["findings"]] == [case.finding]
    assert ruled["undecided"] == []
    assert (ruled["verdict"], ruled["complete"]) == (case.verdict, case.complete)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_its_twin_is_innocent(case: Case) -> None:
    """Rulings, what is asked: a legal round never gets a finding."""
    ruled = ruling(case.twin)
    assert (ruled["findings"], ruled["undecided"]) == ([], [])
    assert (ruled["verdict"], ruled["complete"]) == ("clean", case.complete)


# Hands: their size.


def test_a_hand_with_a_card_too_many_voids_the_round() -> None:
    """Rulings, severity: a proved wrong hand count under wrong_count = void_round; H14."""
    ruled = ruling(dealt(HONOURS, hands=hands(dee="JH JC JD JS QS")))
    assert codes(ruled["findings"]) == ["wrong_hand_size"]
    assert ruled["findings"][0]["evidence"] == {"listed": 5, "dealt": 4}
    assert ruled["verdict"] == "void"


def test_a_card_too_many_in_one_hand_and_too_few_in_the_next_is_one_finding_a_hand() -> None:
    """Rulings, cascades: one fault, one finding; each hand is a fault of its own."""
    listed = {**RANKS["hands"], "cy": ["QH", "QC", "QD"], "dee": ["JH", "JC", "JD", "JS", "QS"]}
    ruled = ruling(dealt(HONOURS, hands=listed))
    assert places(ruled["findings"]) == [("wrong_hand_size", "#/hands/cy"), ("wrong_hand_size", "#/hands/dee")]
    assert ruled["verdict"] == "void"


@pytest.mark.parametrize(
    ("players", "size", "groups"),
    [
        (2, 26, {}),
        (3, 17, {}),
        (5, 10, {}),
        (6, 8, {}),
        (6, 8, {"table": {"sides": "partnership"}}),
        (2, 13, {"deck": {"hand_size": {"2": 13}}}),
        (4, 13, {"deck": {"jokers": 2, "removed": {"4": ["2C", "2D"]}}}),
        (3, 18, {"deck": {"jokers": 2}}),
    ],
)
def test_the_size_of_a_hand_is_that_of_the_pack_and_the_table(players: int, size: int, groups: Json) -> None:
    """Parameters, deck.hand_size: empty is derived, the pack divided equally (A9)."""
    table = {"players": [players], "sides": "individual", **groups.get("table", {})} if players != 4 else {}
    deck = {"leftover": "set_aside", **groups.get("deck", {})}
    ruleset = rules(players, table=table, deck=deck)
    pack = [f"{rank}{suit}" for suit in "HSDC" for rank in "AKQJT98765432"]
    right = dealt(ruleset, players=players, hands={"ana": pack[:size]})
    assert ruling(right)["findings"] == []
    wrong = dealt(ruleset, players=players, hands={"ana": pack[: size - 1]})
    found = ruling(wrong)["findings"]
    assert codes(found) == ["wrong_hand_size"]
    assert found[0]["evidence"] == {"listed": size - 1, "dealt": size}


def test_a_hand_that_the_log_completes_is_an_error_of_the_record() -> None:
    """Rulings, cascades: a hand list of 12 while the log shows that player's 13th card is no void round."""
    ruled = ruling(hand_without(legal_round(), "ana", "KH"))
    assert [evident(each) for each in ruled["findings"]] == [
        {
            "code": "wrong_hand_size",
            "severity": "error",
            "pointer": "#/hands/ana",
            "player": "ana",
            "team": "ana+cy",
            "evidence": {"listed": 12, "dealt": 13, "played": ["KH"]},
            "rule": {"parameter": "deck.hand_size", "basis": "written"},
        }
    ]
    assert ruled["undecided"] == []
    assert (ruled["verdict"], ruled["complete"]) == ("irregular", True)


def test_a_hand_that_the_log_does_not_complete_voids_the_round() -> None:
    """Rulings, cascades: as above, but the log ends before the thirteenth card is seen."""
    short = hand_without(legal_round(), "ana", "AS")
    ruled = ruling(changed(short, tricks=short["tricks"][:12]))
    assert places(ruled["findings"]) == [("wrong_hand_size", "#/hands/ana"), ("missing_cards", "#/hands")]
    assert ruled["findings"][0]["severity"] == "offence"
    assert ruled["verdict"] == "void"


def test_a_card_filed_under_the_wrong_player_does_not_void_the_round() -> None:
    """Rulings, cascades: twelve cards are listed and the log shows the thirteenth; no wrong count is proved.

    The 4H stands in ben's list. In a complete log of thirteen cards each, nobody was dealt twelve.
    """
    listed = hand_without(legal_round(), "ana", "4H")
    listed["hands"]["ben"].append("4H")
    ruled = ruling(listed)
    assert ruled["verdict"] == "irregular"
    ana = next(each for each in ruled["findings"] if each["pointer"] == "#/hands/ana")
    assert (ana["code"], ana["severity"], ana["evidence"]["played"]) == ("wrong_hand_size", "error", ["4H"])


# Hands: their cards.


def test_a_card_that_stands_twice_leaves_another_out() -> None:
    """Rulings, cascades: one fault, one finding; the card that is missing follows from the one that stands twice."""
    listed = {**RANKS["hands"], "dee": ["JH", "JC", "JD", "QS"]}
    ruled = ruling(dealt(HONOURS, hands=listed))
    assert places(ruled["findings"]) == [("duplicate_card", "#/hands/dee/3"), ("missing_cards", "#/hands")]
    assert "follows" not in ruled["findings"][0]
    assert (ruled["findings"][1]["cards"], ruled["findings"][1]["follows"]) == (["JS"], 0)
    assert ruled["verdict"] == "irregular"


def test_a_card_that_stands_twice_in_one_hand() -> None:
    """Design, findings: duplicate_card."""
    found = ruling(dealt(HONOURS, hands=hands(dee="JH JC JD JH")))["findings"]
    assert [(each["code"], each["pointer"], each["evidence"]) for each in found] == [
        ("duplicate_card", "#/hands/dee/3", {"also_at": "#/hands/dee/0"})
    ]


def test_a_card_in_a_hand_and_set_aside() -> None:
    """Design, findings: duplicate_card; what is set aside is in no hand (A8)."""
    found = ruling(dealt(THREE, players=3, hands=unlisted({"hands": FIVES}, "cy")["hands"], set_aside=["AC"]))
    assert [evident(each) for each in found["findings"]] == [
        {
            "code": "duplicate_card",
            "severity": "error",
            "pointer": "#/set_aside/0",
            "card": "AC",
            "evidence": {"also_at": "#/hands/ana/0"},
            "rule": {"parameter": "deck.removed", "basis": "override"},
        }
    ]


@pytest.mark.parametrize(
    ("deck", "card", "parameter", "basis"),
    [
        ({}, "BJ", "deck.jokers", "written"),
        ({}, "LJ", "deck.jokers", "written"),
        ({"jokers": 1, "removed": {"4": ["2C"]}}, "LJ", "deck.jokers", "override"),
        ({"jokers": 2, "removed": {"4": ["2C", "2D"]}}, "2D", "deck.removed", "override"),
    ],
)
def test_a_card_that_is_not_in_the_pack(deck: Json, card: str, parameter: str, basis: str) -> None:
    """Parameters, deck.jokers (1: the big joker only; A5) and deck.removed (A6)."""
    hand = [f"{rank}H" for rank in "AKQJT9876543"]
    found = ruling(dealt(rules(deck=deck), hands={"cy": [*hand, card]}))["findings"]
    assert [(each["code"], each["pointer"], each["card"]) for each in found] == [
        ("card_not_in_deck", "#/hands/cy/12", card)
    ]
    assert evident(found[0])["rule"] == {"parameter": parameter, "basis": basis}


@pytest.mark.parametrize(
    ("deck", "cards"),
    [
        ({"jokers": 1, "removed": {"4": ["2C"]}}, "BJ"),
        ({"jokers": 2, "removed": {"4": ["2C", "2D"]}}, "BJ LJ"),
        ({"jokers": 2, "removed": {"4": ["2C", "2H"]}, "top_trumps": ["BJ", "LJ", "2D", "2S"]}, "BJ LJ 2D 2S"),
    ],
)
def test_jokers_and_promoted_cards_are_in_the_pack(deck: Json, cards: str) -> None:
    """Parameters, deck.jokers (A5) and deck.top_trumps (A7)."""
    hand = [*cards.split(), *(f"{rank}C" for rank in "AKQJT9876543")][:13]
    assert ruling(dealt(rules(deck=deck), hands={"cy": hand}))["verdict"] == "clean"


def test_a_card_set_aside_that_is_not_in_the_pack() -> None:
    """Parameters, deck.removed (A6)."""
    found = ruling(dealt(THREE, players=3, set_aside=["2S"]))["findings"]
    assert [evident(each) for each in found] == [
        {
            "code": "card_not_in_deck",
            "severity": "error",
            "pointer": "#/set_aside/0",
            "card": "2S",
            "rule": {"parameter": "deck.removed", "basis": "override"},
        }
    ]


@pytest.mark.parametrize("members", [{}, {"set_aside": ["JS"]}], ids=["untold", "told"])
def test_what_is_over_may_be_left_untold(members: Json) -> None:
    """Parameters, deck.leftover = set_aside: a record need not say which card that was."""
    assert ruling(dealt(THREE, players=3, hands=FIVES, **members))["verdict"] == "clean"


def test_more_cards_are_missing_than_are_set_aside() -> None:
    """Parameters, deck.leftover (A8): one card is set aside, and two are in no hand, for another stands twice."""
    listed = {**FIVES, "ana": ["AC", "AD", "AH", "AS", "KD"]}
    found = ruling(dealt(THREE, players=3, hands=listed))["findings"]
    assert places(found) == [("duplicate_card", "#/hands/ben/0"), ("missing_cards", "#/hands")]
    assert (found[1]["cards"], found[1]["follows"]) == (["KC", "JS"], 0)


def test_no_card_is_missed_while_a_hand_is_not_listed() -> None:
    """Rulings, what is asked: what is hidden is no fault."""
    assert ruling(dealt(HONOURS, hands=hands(ana="AH AC AD AS", ben="KH KC KD KS", cy="QH QC QD QS")))["findings"] == []


def test_two_players_leave_half_the_pack() -> None:
    """Parameters, deck.leftover and deck.hand_size: hands of thirteen, twenty-six cards in no hand."""
    pack = [f"{rank}{suit}" for suit in "HSDC" for rank in "AKQJT98765432"]
    body = record("two-player", players=2, hands={"ana": pack[:13], "ben": pack[13:26]})
    assert ruling(body)["verdict"] == "clean"


# Hands that are drawn.

TURNS = (
    draw("ana", "AH JC", "AH"),
    draw("ben", "KH JD", "KH"),
    draw("ana", "JS AC", "AC"),
    draw("ben", "KC QD", "KC"),
    draw("ana", "AD QS", "AD"),
    draw("ben", "QC KD", "KD"),
    draw("ana", "AS QH", "AS"),
    draw("ben", "KS JH", "KS"),
)
"""ana comes to hold the aces and ben the kings; now the first card is kept and now the second."""


def until(place: int, turn: Json) -> Json:
    """Return the drawing up to this place, with another turn there."""
    return drawn(*TURNS[:place], turn)


def test_a_legal_drawing() -> None:
    """Parameters, deck.formation = draw (A3): two cards a turn, keep first and discard second or the other way."""
    for turns in range(len(TURNS) + 1):
        assert ruling(drawn(*TURNS[:turns]))["verdict"] == "clean"


def test_a_drawing_of_thirteen() -> None:
    """Parameters, deck.hand_size: 13 for a two-player draw (A9); half the pack is discarded."""
    pack = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS"]
    turns = [draw(PLAYERS[turn % 2], " ".join(pair := pack[turn::26]), pair[turn % 3 % 2]) for turn in range(26)]
    assert ruling(record("two-player", players=2, draws=turns))["verdict"] == "clean"


def test_a_drawing_that_leaves_cards_in_the_stock() -> None:
    """Rulings, what is asked: a legal round never gets a finding; when the hands are full, cards may be left."""
    ruleset = rules(4, "two-player", deck={"hand_size": {"2": 4}})
    assert ruling(record(ruleset, players=2, draws=list(TURNS)))["verdict"] == "clean"


@pytest.mark.parametrize(
    "turn",
    [
        draw("ana", "JS AC", ""),
        draw("ana", "JS AC", "JS AC"),
        draw("ana", "JS AC", "AS"),
        draw("ana", "AC", "AC"),
        draw("ana", "JS AC AS", "AC"),
    ],
    ids=["neither kept", "both kept", "another kept", "one drawn", "three drawn"],
)
def test_of_two_cards_drawn_one_is_kept(turn: Json) -> None:
    """Rulings, shapes: kept is a list, so that keeping both or neither can be recorded (A3)."""
    ruled = ruling(until(2, turn))
    assert places(ruled["findings"]) == [("illegal_draw", "#/draws/2")]
    assert ruled["findings"][0]["player"] == "ana"
    assert ruled["verdict"] == "irregular"


def test_the_first_bidder_draws_first() -> None:
    """Parameters, deck.formation = draw: the first bidder first (A3); the turn goes on from who really drew."""
    turns = [{**turn, "player": {"ana": "ben", "ben": "ana"}[turn["player"]]} for turn in TURNS]
    assert places(ruling(drawn(*turns))["findings"]) == [("illegal_draw", "#/draws/0")]
    assert ruling(changed(drawn(*turns), dealer="ana", bids=[]))["findings"] == []


def test_nothing_is_drawn_to_a_full_hand() -> None:
    """Parameters, deck.formation = draw (A3): each draws until he has the size of a hand; some of the pack is left."""
    ruleset = rules(4, "two-player", deck={"hand_size": {"2": 4}})
    ruled = ruling(record(ruleset, players=2, draws=[*TURNS, draw("ana", "2C 3C", "2C")]))
    assert places(ruled["findings"]) == [("illegal_draw", f"#/draws/{len(TURNS)}")]
    assert "the hand of 4 cards was full" in ruled["findings"][0]["detail"]


def test_a_card_drawn_twice() -> None:
    """Design, findings: duplicate_card; what was drawn before is in a hand or out of play (A3)."""
    found = ruling(until(3, draw("ben", "KC JC", "KC")))["findings"]
    assert [(each["code"], each["pointer"], each["evidence"]) for each in found] == [
        ("duplicate_card", "#/draws/3/cards/1", {"also_at": "#/draws/0/cards/1"})
    ]


def test_a_card_drawn_that_is_not_in_the_pack() -> None:
    """Parameters, deck.jokers (A5)."""
    found = ruling(until(3, draw("ben", "KC BJ", "KC")))["findings"]
    assert places(found) == [("card_not_in_deck", "#/draws/3/cards/1")]
    assert found[0]["rule"]["parameter"] == "deck.jokers"


def test_no_hands_are_drawn_where_they_are_dealt() -> None:
    """Parameters, deck.formation = deal (A3)."""
    body = record(honours(2), players=2, draws=list(TURNS[:2]))
    assert codes(ruling(body)["findings"]) == ["illegal_draw"]


def test_a_drawing_makes_the_hands() -> None:
    """Rulings, shapes: after drawing, hands are as kept; they prove what listed hands prove."""
    body = changed(drawn(*TURNS), tricks=[trick("ana AH KC", PLAYERS[:2])])
    found = ruling(body)["findings"]
    assert places(found) == [("revoke", "#/tricks/0/plays/1")]
    assert found[0]["evidence"]["held"] == ["KH"]
    assert found[0]["evidence"]["proved_by"].startswith("#/draws/1"), "there is no list of the hand to point to"
    assert ruling(changed(body, tricks=[trick("ana AH KH", PLAYERS[:2])]))["verdict"] == "clean"


def test_a_hand_listed_that_was_not_drawn() -> None:
    """Rulings, shapes: after drawing, hands are as kept (A3)."""
    listed = hands(ana="AH AC AD AS", ben="KH KC QC KS")
    found = ruling(changed(drawn(*TURNS), hands=listed))["findings"]
    assert [(each["pointer"], each["player"], each["cards"]) for each in found] == [
        ("#/hands/ben", "ben", ["QC", "KD"])
    ]
    assert ruling(changed(drawn(*TURNS), hands=hands(ana="AH AC AD AS", ben="KH KC KD KS")))["verdict"] == "clean"


# Cards passed.


@pytest.mark.parametrize(
    ("exchanges", "bid", "pointers"),
    [
        ([("ana", "ben", "AS")], NIL, ["#/exchanges/0"]),
        ([("ana", "cy", "AS"), ("cy", "ana", "QC")], "ana 1, ben 1, cy 1, dee 1", ["#/exchanges/0", "#/exchanges/1"]),
        ([("ben", "dee", "KS"), ("dee", "ben", "JC")], NIL, ["#/exchanges/0", "#/exchanges/1"]),
        ([("ana", "cy", "AS")], NIL, ["#/exchanges/0"]),
        ([("ana", "cy", "AS"), ("cy", "ana", "QC"), ("ana", "cy", "AH")], NIL, ["#/exchanges/2"]),
        ([("ana", "cy", "KS"), ("cy", "ana", "QC")], NIL, ["#/exchanges/0"]),
        ([("ana", "cy", "AS"), ("cy", "ana", "QC QD")], NIL, ["#/exchanges/1"]),
    ],
    ids=["to an opponent", "no nil", "the other side's nil", "one way", "twice", "a card not held", "too many back"],
)
def test_cards_may_be_passed_only_as_the_rules_say(
    exchanges: list[tuple[str, str, str]], bid: str, pointers: list[str]
) -> None:
    """Parameters, nil.exchange: cards passed each way with the partner after the bids (D9)."""
    ruled = ruling(passed(*exchanges, bid=bid))
    assert places(ruled["findings"]) == [("illegal_exchange", pointer) for pointer in pointers]
    assert ruled["verdict"] == "irregular"


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
    assert "1 cards were passed where 3 are" in found[0]["detail"]


def test_who_has_no_partner_passes_nothing() -> None:
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


def test_cards_passed_are_played_by_who_took_them() -> None:
    """Rulings, shapes: hands are as dealt, before exchanges."""
    ruled = ruling(changed(passed(*SWAP), tricks=[trick("ana AC KC AS JC")]))
    assert (ruled["findings"], ruled["undecided"], ruled["verdict"]) == ([], [], "clean")


def test_cards_passed_are_no_longer_held_by_who_gave_them() -> None:
    """Rulings, shapes: as above; what proves it is the exchange, for the hand as dealt holds the card."""
    found = ruling(changed(passed(*SWAP), tricks=[trick("ana AC KC QC")]))["findings"]
    assert places(found) == [("card_not_held", "#/tricks/0/plays/2")]
    assert found[0]["evidence"] == {"proved_by": "#/exchanges/1"}


def test_cards_passed_are_no_longer_held_though_no_hand_is_listed() -> None:
    """Rulings, cascades: card not held; the record says that cy gave the queen of clubs to ana, and then played it."""
    body = without(changed(passed(*SWAP), tricks=[trick("ana AC KC QC")]), "hands")
    found = ruling(body)["findings"]
    assert places(found) == [("card_not_held", "#/tricks/0/plays/2")]
    assert found[0]["evidence"] == {"proved_by": "#/exchanges/1"}


def test_a_card_passed_from_a_hand_that_is_not_listed_in_full() -> None:
    """Design, principles: what is not proved is never called an offence; cy's fourth card may be the one she passed."""
    body = changed(passed(*SWAP), hands={**RANKS["hands"], "cy": ["QH", "QD", "QS"]})
    assert "illegal_exchange" not in codes(ruling(body)["findings"])


def test_what_was_passed_need_not_be_told() -> None:
    """Contract, exchanges: without this member it is not known whether cards were passed, which is no fault."""
    ruled = ruling(without(passed(), "exchanges"))
    assert (ruled["findings"], ruled["undecided"]) == ([], [])


def test_the_hands_of_the_log_are_the_hands() -> None:
    """Rulings, what is asked: a record with its hands as the log shows them has no fault in the deal."""
    ruled = ruling(with_hands(without(legal_round(), "hands")))
    assert (ruled["verdict"], ruled["complete"]) == ("clean", True)
