"""The cards of a hand that may be played to a trick, and why the others may not."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

from tests.spades.builders.asking import ask
from tests.spades.builders.cards import PLAYERS, STANDARD, Json
from tests.spades.builders.options import barred
from tests.spades.builders.questions import plays
from tests.spades.builders.records import trick
from tests.spades.builders.rulesets import rules

PROMOTED = {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": ["BJ", "LJ", "2D", "2S"]}
OPTIONS: list[tuple[Json, str, str, dict[str, str]]] = [
    # Promoted cards are spades (A7).
    (PROMOTED, "BJ 3D 9H", "ana KS", {"3D": "revoke play.follow_suit", "9H": "revoke play.follow_suit"}),
    (PROMOTED, "2D 3D 9H", "ana KD", {"2D": "revoke play.follow_suit", "9H": "revoke play.follow_suit"}),
    (PROMOTED, "2D 9H", "ana KD", {}),
    (PROMOTED, "3S 9H", "ana LJ", {"9H": "revoke play.follow_suit"}),
    (PROMOTED, "3D 9H", "ana 2D", {}),
    (PROMOTED, "BJ 9H", "", {"BJ": "illegal_spade_lead play.spade_lead"}),
    (PROMOTED, "BJ LJ 2D 2S", "", {}),
    # A card that is not in the pack forbids nothing (A5, A6), nor does one that lies in the trick.
    ({}, "BJ 9H", "ana KC", {"BJ": "card_not_in_deck deck.jokers"}),
    ({}, "BJ AS", "ana KS", {"BJ": "card_not_in_deck deck.jokers"}),
    (PROMOTED, "2H 9H", "ana KC", {"2H": "card_not_in_deck deck.removed"}),
    (PROMOTED, "2H AS", "ana KH", {"2H": "card_not_in_deck deck.removed"}),
    ({}, "KH AS 2C", "ana KH", {"KH": "card_replayed None"}),
    ({}, "", "", {}),
]


def test_cards_of_every_pack() -> None:
    apart = []
    for deck, hand, line, illegal in OPTIONS:
        answer = plays(rules(deck=deck), hand, line)
        if (barred(answer), answer["legal"]) != (illegal, [card for card in hand.split() if card not in illegal]):
            apart.append((hand, line, answer))
    assert apart == []


def test_a_card_that_is_listed_twice() -> None:
    """Findings, duplicate_card: the first stands."""
    answer = plays("pagat", "9H 9H 2C", "ana KH")
    assert answer["legal"] == ["9H"]
    assert [(each["cards"], each["code"]) for each in answer["illegal"]] == [
        (["9H"], "duplicate_card"),
        (["2C"], "revoke"),
    ]


def test_a_rule_is_said_once_for_all_cards_that_it_forbids() -> None:
    answer = plays("pagat", "AS KS QS 2C 3C 4C 5C 9H 2D 3D 4D 5D 6D", "ana KH")
    assert answer["legal"] == ["9H"]
    (illegal,) = answer["illegal"]
    assert illegal["cards"] == ["AS", "KS", "QS", "2C", "3C", "4C", "5C", "2D", "3D", "4D", "5D", "6D"]
    assert illegal["detail"] == (
        f"{', '.join(illegal['cards'])} may not be played on a heart lead from a hand that holds 9H."
    )
    assert len(json.dumps(answer)) < 900


def test_the_number_of_players_decides_the_pack() -> None:
    """Contract, listLegalPlays: players are needed if the ruleset has several packs."""
    ruleset = {"name": "classic-solo", "options": ["jokers"]}
    assert plays(ruleset, "2C 2H 9H", "ana KD", players=list(PLAYERS[:3]))["legal"] == ["2C", "2H", "9H"]
    answer = plays(ruleset, "2C 2H 9H", "ana KD", players=list(PLAYERS[:4]))
    assert barred(answer) == {"2C": "card_not_in_deck deck.removed"}
    body = {"ruleset": ruleset, "hand": ["9H"], "plays": [], "trick_number": 1, "spades_broken": False}
    assert [each["pointer"] for each in ask("listLegalPlays", body, status=422)["errors"]] == ["#/players"]
    body |= {"players": list(PLAYERS[:3]), "plays": trick("dee KH")["plays"]}
    assert [each["pointer"] for each in ask("listLegalPlays", body, status=422)["errors"]] == ["#/plays/0/player"]


def _lawful(play: Json, hand: Sequence[str], led: str, *, first: bool, broken: bool) -> tuple[set[str], str]:
    """Return the cards that the plainest reading of E2 to E4 lets play, and the code of the others."""
    plain = [card for card in hand if card[1] != "S"]
    clubs = sorted((card for card in hand if card[1] == "C"), key=lambda card: "23456789TJQKA".index(card[0]))
    same = [card for card in hand if card[1] == led]
    if led:
        if not first or play["first_trick"] == "normal":
            return set(same or hand), "revoke"
        lowest = clubs[:1] if play["first_trick"] == "all_lowest_club" and led == "C" else []
        return set(lowest or same or plain or hand), "illegal_first_trick_card"
    if first:
        if play["opening_card"] == "any":
            return set(hand), ""
        lowest = clubs[:1] if play["opening_card"] == "lowest_club" else []
        return set(lowest or plain or hand), "illegal_opening_card"
    return set(hand if broken or play["spade_lead"] != "after_broken" else plain or hand), "illegal_spade_lead"


def test_a_hand_always_has_a_legal_card() -> None:
    """Parameters of the group play: non_spade yields, and whoever holds only spades may always lead one (E2 to E4)."""
    for seed in range(600):
        chance = random.Random(seed)
        play = {
            "opening_card": chance.choice(["non_spade", "any", "lowest_club"]),
            "first_trick": chance.choice(["normal", "no_spades", "all_lowest_club"]),
            "spade_lead": chance.choice(["after_broken", "any_time", "after_first_trick"]),
        }
        spades = [card for card in STANDARD if card[1] == "S"]
        pack = chance.sample(STANDARD if chance.random() < 0.7 else spades, 13)
        hand, others = pack[: chance.randint(1, 10)], pack[10 : 10 + chance.randint(0, 3)]
        number, broken = chance.choice([1, 1, 2, 7]), chance.random() < 0.5
        line = f"ana {' '.join(others)}" if others else ""
        answer = plays(rules(play=play), " ".join(hand), line, number, spades_broken=broken)
        led = others[0][1] if others else ""
        lawful, code = _lawful(play, hand, led, first=number == 1, broken=broken)
        assert answer["legal"] == [card for card in hand if card in lawful], seed
        revokes = {card for card in hand if card[1] != led} if led in {card[1] for card in hand} else set()
        expected = {card: "revoke" if card in revokes else code for card in hand if card not in lawful}
        assert {card: why.split()[0] for card, why in barred(answer).items()} == expected, seed
        assert lawful
