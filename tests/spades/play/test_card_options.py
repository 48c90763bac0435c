"""The cards of a hand that may be played to a trick."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from service.spades.cards import CODES, INDEX
from service.spades.play.legality import card_options
from service.spades.record.model import Moment
from service.spades.rules.preset_loader import resolve
from service.spades.rules.ruleset import Reference
from tests.spades.builders.asking import ask
from tests.spades.builders.cards import PLAYERS, STANDARD, Json
from tests.spades.builders.options import barred
from tests.spades.builders.questions import plays
from tests.spades.builders.records import trick
from tests.spades.builders.rulesets import rules

REVOKE = "revoke play.follow_suit"
SPADE_LEAD = "illegal_spade_lead play.spade_lead"
OPENING_CARD = "illegal_opening_card play.opening_card"
FIRST_TRICK = "illegal_first_trick_card play.first_trick"


def playing(rule: str, hand: str, line: str, when: str, why: str, cards: str, /, **play: object) -> Any:
    """Return a case: the cards that are illegal, for one reason; all others of the hand are legal.

    ``when`` is the number of the trick, with ``broken`` where spades have been.
    """
    return pytest.param(play, hand, line, when, why, cards, id=rule)


PLAYS = [
    playing("E1 follow_suit: a heart was led", "AS 9H 3H 4C", "ana KH", "5", REVOKE, "AS 4C"),
    playing(
        "follow_suit: the suit led, not the suit of the best card", "AS 9H 4C", "ana KH 2S", "5 broken", REVOKE, "AS 4C"
    ),
    playing("follow_suit: spades", "AS 9H 4C", "ana KS", "5 broken", REVOKE, "9H 4C"),
    playing("E7 void_play: any card", "AS 9H 4C", "ana KD", "5", "", ""),
    playing("E7 void_play: no duty to trump", "2S 9H 4C", "ana KD AS", "5 broken", "", ""),
    playing("E4 after_broken: not broken", "AS 2S 9H 4C", "", "5", SPADE_LEAD, "AS 2S"),
    playing("E4 after_broken: broken", "AS 2S 9H 4C", "", "5 broken", "", ""),
    playing("E4 after_broken: nothing but spades", "AS 2S", "", "5", "", ""),
    playing("E4 any_time", "AS 9H", "", "5", "", "", spade_lead="any_time"),
    playing("E4 after_first_trick", "AS 9H", "", "2", "", "", spade_lead="after_first_trick"),
    playing(
        "E4 after_first_trick: the first has a rule of its own",
        "AS 9H",
        "",
        "1",
        OPENING_CARD,
        "AS",
        spade_lead="after_first_trick",
    ),
    playing("E2 non_spade", "AS 9H 4C", "", "1", OPENING_CARD, "AS"),
    playing("E2 non_spade yields to a hand of spades", "AS 2S", "", "1", "", ""),
    playing(
        "E2 non_spade though spades may be led any time",
        "AS 9H",
        "",
        "1",
        OPENING_CARD,
        "AS",
        spade_lead="any_time",
    ),
    playing("E2 any", "AS 9H 4C", "", "1", "", "", opening_card="any"),
    playing("E2 lowest_club", "AS 9H 4C 5C", "", "1", OPENING_CARD, "AS 9H 5C", opening_card="lowest_club"),
    playing(
        "E2 lowest_club: without a club no spade",
        "AS 9H 4D",
        "",
        "1",
        OPENING_CARD,
        "AS",
        opening_card="lowest_club",
    ),
    playing("E2 lowest_club: nothing but spades", "AS 2S", "", "1", "", "", opening_card="lowest_club"),
    playing("E2 only in the first trick", "AS 9H 4C 5C", "", "2 broken", "", "", opening_card="lowest_club"),
    playing("E3 normal", "AS 9H", "ana KC", "1", "", ""),
    playing("E3 no_spades: void, and no spade", "AS 9H", "ana KC", "1", FIRST_TRICK, "AS", first_trick="no_spades"),
    playing("E3 no_spades: nothing but spades", "AS 2S", "ana KC", "1", "", "", first_trick="no_spades"),
    playing("E3 no_spades: following comes first", "AS 9C 2H", "ana KC", "1", REVOKE, "AS 2H", first_trick="no_spades"),
    playing("E3 no_spades: any card of the suit led", "9C 2C", "ana KC", "1", "", "", first_trick="no_spades"),
    playing("E3 no_spades: only in the first trick", "AS 9H", "ana KC", "2", "", "", first_trick="no_spades"),
    playing(
        "E3 all_lowest_club: the lowest club",
        "9C 4C 8C",
        "ana 2C",
        "1",
        FIRST_TRICK,
        "9C 8C",
        first_trick="all_lowest_club",
    ),
    playing(
        "E3 all_lowest_club: void, a heart or diamond",
        "AS 9H 4D",
        "ana 2C",
        "1",
        FIRST_TRICK,
        "AS",
        first_trick="all_lowest_club",
    ),
    playing(
        "E3 all_lowest_club: only in the first trick",
        "9C 4C",
        "ana 2C",
        "2",
        "",
        "",
        first_trick="all_lowest_club",
    ),
]


@pytest.mark.parametrize(("play", "hand", "line", "when", "why", "cards"), PLAYS)
def test_the_cards_that_are_legal(play: Json, hand: str, line: str, when: str, why: str, cards: str) -> None:
    number, _, broken = when.partition(" ")
    answer = plays(rules(play=play), hand, line, int(number), spades_broken=bool(broken))
    assert answer["legal"] == [card for card in hand.split() if card not in cards.split()]
    assert barred(answer) == dict.fromkeys(cards.split(), why)


PROMOTED = {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": ["BJ", "LJ", "2D", "2S"]}


@pytest.mark.parametrize(
    ("hand", "line", "broken", "illegal"),
    [
        pytest.param("BJ 3D 9H", "ana KS", False, {"3D": REVOKE, "9H": REVOKE}, id="a joker follows spades"),
        pytest.param("2D 3D 9H", "ana KS", False, {"3D": REVOKE, "9H": REVOKE}, id="the promoted deuce follows spades"),
        pytest.param("2D 3D 9H", "ana KD", False, {"2D": REVOKE, "9H": REVOKE}, id="the deuce is no diamond"),
        pytest.param("2D 9H", "ana KD", False, {}, id="who holds only the deuce is void in diamonds"),
        pytest.param("3S 9H", "ana LJ", False, {"9H": REVOKE}, id="a joker led asks for spades"),
        pytest.param("3D 9H", "ana 2D", False, {}, id="a deuce led does not ask for diamonds"),
        pytest.param("BJ 2D 9H", "", False, {"BJ": SPADE_LEAD, "2D": SPADE_LEAD}, id="led like a spade"),
        pytest.param("BJ 2D 9H", "", True, {}, id="led once spades are broken"),
        pytest.param("BJ LJ 2D 2S", "", False, {}, id="nothing but spades"),
    ],
)
def test_promoted_cards_are_spades(hand: str, line: str, broken: bool, illegal: dict[str, str]) -> None:
    # parameter deck.top_trumps (A7): they are spades for following suit, leading and breaking
    answer = plays(rules(deck=PROMOTED), hand, line, spades_broken=broken)
    assert barred(answer) == illegal
    assert answer["legal"] == [card for card in hand.split() if card not in illegal]


def test_cards_that_are_not_in_the_pack() -> None:
    # parameter deck.jokers (A5) and deck.removed (A6)
    answer = plays("pagat", "BJ 9H", "ana KC")
    assert barred(answer) == {"BJ": "card_not_in_deck deck.jokers"}
    answer = plays(rules(deck=PROMOTED), "2H 9H", "ana KC")
    assert barred(answer) == {"2H": "card_not_in_deck deck.removed"}


def test_a_card_that_is_not_in_the_pack_forbids_nothing() -> None:
    # rulings, cascades: it is no card of the game; the deuce of hearts is no heart to follow with
    answer = plays(rules(deck=PROMOTED), "2H AS", "ana KH")
    assert answer["legal"] == ["AS"]
    answer = plays("pagat", "BJ AS", "ana KS")
    assert answer["legal"] == ["AS"]


def test_a_card_that_lies_in_the_trick() -> None:
    # rulings, cascades: each card is played once; held it is not, and forbids nothing
    answer = plays("pagat", "KH AS 2C", "ana KH")
    assert barred(answer) == {"KH": "card_replayed None"}
    assert answer["legal"] == ["AS", "2C"]


def test_a_card_that_is_listed_twice() -> None:
    # findings, duplicate_card: the first stands
    answer = plays("pagat", "9H 9H 2C", "ana KH")
    assert answer["legal"] == ["9H"]
    assert [(each["card"], each["code"]) for each in answer["illegal"]] == [("9H", "duplicate_card"), ("2C", "revoke")]


def test_an_empty_hand_has_no_card() -> None:
    answer = plays("pagat", "")
    assert answer["legal"] == answer["illegal"] == []


def test_the_players_tell_the_pack() -> None:
    # Contract, listLegalPlays: players are needed if the ruleset has several packs
    ruleset = {"name": "classic-solo", "options": ["jokers"]}
    answer = plays(ruleset, "2C 2H 9H", "ana KD", players=list(PLAYERS[:3]))
    assert answer["legal"] == ["2C", "2H", "9H"]
    answer = plays(ruleset, "2C 2H 9H", "ana KD", players=list(PLAYERS[:4]))
    assert barred(answer) == {"2C": "card_not_in_deck deck.removed"}
    body = {"ruleset": ruleset, "hand": ["9H"], "plays": [], "trick_number": 1, "spades_broken": False}
    assert [each["pointer"] for each in ask("listLegalPlays", body, status=422)["errors"]] == ["#/players"]
    body |= {"players": list(PLAYERS[:3]), "plays": trick("dee KH")["plays"]}
    assert [each["pointer"] for each in ask("listLegalPlays", body, status=422)["errors"]] == ["#/plays/0/player"]


# Whatever the rules and the hand: every card is legal or illegal, and something may be played.


def _lawful(play: Mapping[str, str], hand: Sequence[str], led: str, *, first: bool, broken: bool) -> set[str]:
    """Return the cards that the plainest reading of the rules lets play."""
    plain = [card for card in hand if card[1] != "S"]
    clubs = sorted((card for card in hand if card[1] == "C"), key=lambda card: "23456789TJQKA".index(card[0]))
    same = [card for card in hand if card[1] == led]
    if led:
        if not first or play["first_trick"] == "normal":
            return set(same or hand)
        if play["first_trick"] == "all_lowest_club" and led == "C" and same:
            return set(clubs[:1])
        return set(same or plain or hand)
    if first:
        if play["opening_card"] == "any":
            return set(hand)
        return set((clubs[:1] if play["opening_card"] == "lowest_club" else []) or plain or hand)
    return set(hand if broken or play["spade_lead"] != "after_broken" else plain or hand)


def test_a_hand_always_has_a_legal_card() -> None:
    # parameters of the group play: non_spade yields, a player who holds only spades may always lead one
    for seed in range(1500):
        chance = random.Random(seed)
        play = {
            "opening_card": chance.choice(["non_spade", "any", "lowest_club"]),
            "first_trick": chance.choice(["normal", "no_spades", "all_lowest_club"]),
            "spade_lead": chance.choice(["after_broken", "any_time", "after_first_trick"]),
        }
        ruleset = resolve(Reference("pagat", (), {"play": play}))
        spades = [card for card in STANDARD if card[1] == "S"]
        pack = chance.sample(STANDARD if chance.random() < 0.7 else spades, 13)
        hand, others = pack[: chance.randint(1, 10)], pack[10:]
        moment = Moment(
            tuple(INDEX[card] for card in others[: chance.randint(0, 3)]),
            chance.choice([1, 1, 2, 7]),
            broken=chance.random() < 0.5,
        )
        legal, illegal = card_options(ruleset, ruleset.packs[4], tuple(INDEX[card] for card in hand), moment)
        allowed = [CODES[card] for card in legal]
        barred_cards = [CODES[each.card] for each in illegal]
        assert sorted(allowed + barred_cards) == sorted(hand)
        assert allowed == [card for card in hand if card in allowed]
        assert allowed
        led = CODES[moment.plays[0]][1] if moment.plays else ""
        first = moment.trick_number == 1
        assert set(allowed) == _lawful(play, hand, led, first=first, broken=moment.broken), seed
