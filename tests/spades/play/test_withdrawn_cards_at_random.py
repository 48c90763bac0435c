"""Random rounds in which revokes were corrected."""

from __future__ import annotations

import copy
import random

import pytest

from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.changes import cut, unlisted, without
from tests.spades.builders.random_rounds import Chance, chance_round
from tests.spades.builders.reading import judged, withdrawn_card
from tests.spades.builders.rulesets import rules, small

# Rounds at random.


def corrected(chance: random.Random, body: Json, when: Json) -> tuple[Json, list[tuple[str, str]]]:
    """Return a legal round with cards taken back at random, and those among them that were revokes, with all hands."""
    other, revokes = copy.deepcopy(body), []
    holding = {player: list(cards) for player, cards in body["hands"].items()}
    for number, each in enumerate(other["tricks"]):
        led = each["plays"][0]["card"][1]
        for place, play in enumerate(each["plays"]):
            hand = holding[play["player"]]
            # One of the lead itself would leave open what the others answered; after the last trick none is led.
            if place and number + bool(when.get("plays")) < len(other["tricks"]) and chance.random() < 0.15:
                card = chance.choice(hand)
                moment = {"at": {"trick": number + 1 + when["tricks"], "plays": when["plays"]}} if when else {}
                play["withdrawn"] = [{"card": card, **moment}]
                if card[1] != led and any(held[1] == led for held in hand if held != card):
                    revokes.append((withdrawn_card(number, place), play["player"]))
            hand.remove(play["card"])
    return other, revokes


ROUNDS = [(4, 13, "pagat"), (4, 5, small(4, 5)), (3, 17, rules(3)), (6, 8, rules(6)), (2, 13, small(2, 13))]


@pytest.mark.parametrize(("players", "size", "ruleset"), ROUNDS)
@pytest.mark.parametrize("late", [False, True])
def test_corrections_at_random(players: int, size: int, ruleset: Json | str, late: bool) -> None:
    """Rulings, what is asked: with all hands exactly the revokes are found; with fewer hands nothing else is.

    A legal round with corrections in time never gets an offence or an error, whatever is hidden and wherever the log
    ends; and what was taken back changes nothing in who won what.
    """
    reference = rules() if isinstance(ruleset, str) else ruleset
    code = "revoke" if late else "revoke_corrected"
    for seed in range(25):
        chance = random.Random(seed)
        played: Chance = chance_round(seed, reference, players, size, discard_only=True)
        when = {"tricks": 1, "plays": 1} if late else chance.choice([{}, {"tricks": 1, "plays": 0}])
        body, revokes = corrected(chance, played.body, when)
        ruling = judged(body)
        assert [(each["code"], each["pointer"], each["player"]) for each in ruling["findings"]] == [
            (code, *revoke) for revoke in revokes
        ], seed
        assert ruling["undecided"] == []
        assert ruling["tricks"] == judged(played.body)["tricks"]
        if not late:
            assert ruling["verdict"] == "clean"
        hidden = [name for name in PLAYERS[:players] if chance.random() < 0.6]
        for less in (unlisted(body, *hidden), without(body, "hands"), cut(unlisted(body, *hidden), size // 2)):
            found = {(each["code"], each["pointer"], each["player"]) for each in judged(less)["findings"]}
            assert found <= {(code, *revoke) for revoke in revokes}, seed
        complete = judged(without(body, "hands"))
        assert {each["pointer"] for each in complete["findings"]} == {pointer for pointer, _ in revokes}
        assert complete["undecided"] == []


def test_what_was_taken_back_hides_no_fault() -> None:
    """A round with slips and corrections has the faults that it has without them, and the corrections beside them."""
    for seed in range(30):
        chance = random.Random(seed)
        played = chance_round(seed, rules(), 4, 13, discard_only=True, slips=0.1)
        body, revokes = corrected(chance, played.body, {})
        plain, full = judged(played.body), judged(body)
        assert [each for each in full["findings"] if each["code"] != "revoke_corrected"] == plain["findings"]
        assert [each["pointer"] for each in full["findings"] if each["code"] == "revoke_corrected"] == [
            pointer for pointer, _ in revokes
        ]
        bare, less = judged(without(played.body, "hands")), judged(without(body, "hands"))
        assert [each["pointer"] for each in less["findings"] if each["severity"] == "offence"] == [
            each["pointer"] for each in bare["findings"]
        ]
