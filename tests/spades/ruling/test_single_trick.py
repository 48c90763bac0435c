"""Single tricks at random, and names that are not at the table; tests/cases/single_tricks.txt has the rest."""

from __future__ import annotations

import random

from tests.spades.builders.asking import ask, faults
from tests.spades.builders.cards import FOUR, STANDARD, Json, Promoted
from tests.spades.builders.questions import judged_trick
from tests.spades.builders.records import trick
from tests.spades.builders.rulesets import rules

TOP = ("BJ", "LJ", "2D", "2S")
PROMOTED: Json = {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": list(TOP)}


def test_random_tricks_are_won_by_the_plainest_reading_of_the_rules() -> None:
    """Rule of the game; parameters, deck.top_trumps (A7)."""
    for seed in range(200):
        chance = random.Random(seed)
        promoted = chance.random() < 0.5
        order = Promoted(TOP if promoted else ())
        pack = [*STANDARD, "BJ", "LJ"] if promoted else list(STANDARD)
        cards = chance.sample([card for card in pack if not promoted or card not in {"2H", "2C"}], 4)
        leader = chance.randrange(4)
        best = 0
        for place in range(1, 4):
            same = order.suit(cards[place]) == order.suit(cards[best])
            if (same or order.suit(cards[place]) == "S") and order.beats(cards[place], cards[best]):
                best = place
        plays = trick(f"{FOUR[leader]} {' '.join(cards)}")["plays"]
        ruleset = rules(deck=PROMOTED) if promoted else "pagat"
        answer = ask("judgeTrick", {"ruleset": ruleset, "players": list(FOUR), "plays": plays})
        assert (answer["winner"], answer["winning_card"]) == (FOUR[(leader + best) % 4], cards[best]), seed


def test_every_name_is_looked_up() -> None:
    """Design, statuses: 422 with the pointer of each name that is not at the table, and the number of players."""
    plays = [{"player": "ana", "card": "KH"}, {"player": "zed", "card": "2H"}]
    body = {"ruleset": "pagat", "players": list(FOUR), "plays": plays, "hands": {"yan": ["2C"]}, "leader": "xu"}
    assert {pointer for pointer, code in faults(body, "judgeTrick") if code == "unknown_player"} == {
        "#/plays/1/player",
        "#/hands/yan",
        "#/leader",
    }
    three = {"ruleset": "pagat", "players": list(FOUR[:3]), "plays": []}
    assert [pointer for pointer, _ in faults(three, "judgeTrick")] == ["#/players"]
    nobody = ask("judgeTrick", {**three, "players": list(FOUR), "leader": "ana"})
    assert ("winner" in nobody, "led_suit" in nobody, nobody["findings"]) == (False, False, [])


def test_whether_spades_are_broken_after_a_trick() -> None:
    """Contract, TrickAnswer: known if the trick breaks them, or if it was known before."""
    discard = "ana KH 2H 3S 4H"
    assert judged_trick("pagat", discard)["spades_broken"] is True
    assert judged_trick("pagat", discard, spades_broken=False)["spades_broken"] is True
    followed = "ana KH 2H 9H 4H"
    assert "spades_broken" not in judged_trick("pagat", followed)
    for before in (False, True):
        assert judged_trick("pagat", followed, spades_broken=before)["spades_broken"] is before
    led = "ana KS 2S 9S 4S"
    rules_of = {name: rules(play={"broken_by": name}) for name in ("any_spade", "discard_only")}
    told = {name: judged_trick(each, led, spades_broken=False)["spades_broken"] for name, each in rules_of.items()}
    assert told == {"any_spade": True, "discard_only": False}
