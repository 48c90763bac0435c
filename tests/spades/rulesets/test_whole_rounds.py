"""Legal rounds at random, at every table and with every pack: clean, complete, and scored as their row."""

from __future__ import annotations

import random

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import PLAYERS, STANDARD, Json, Promoted
from tests.spades.builders.changes import without
from tests.spades.builders.questions import option, resolved, scored_round
from tests.spades.builders.random_rounds import chance_round
from tests.spades.builders.records import bids
from tests.spades.builders.rulesets import honours, rules
from tests.spades.builders.rulings import places

JOKERS: Json = {"jokers": 2, "removed": {"4": ["2C", "2D"]}}
DEUCES: Json = {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": ["BJ", "LJ", "2D", "2S"]}
TABLES: list[tuple[Json, int, tuple[str, ...]]] = [
    *((rules(players), players, ()) for players in (2, 3, 5, 6)),
    (rules(2, deck={"hand_size": {"2": 13}}), 2, ()),
    (rules(6, table={"sides": "partnership"}), 6, ()),
    (honours(), 4, ()),
    (rules(deck=JOKERS), 4, ("BJ", "LJ")),
    (rules(deck={**JOKERS, "top_trumps": ["LJ", "BJ"]}), 4, ("LJ", "BJ")),
    (rules(deck=DEUCES), 4, ("BJ", "LJ", "2D", "2S")),
    (rules(deck={"top_trumps": ["2H", "2C", "2D", "2S"]}), 4, ("2H", "2C", "2D", "2S")),
    *((option("classic-solo", "jokers"), players, ("BJ", "LJ")) for players in (2, 3, 4, 5)),
    *((option(name), 4, ()) for name in ("four-player", "classic-partnership", "nello", "solitaire-bliss")),
]


@pytest.mark.parametrize("row", range(len(TABLES)))
def test_a_legal_round_is_clean_and_scored(row: int) -> None:
    """Rulings, what is asked; order of scoring, step 1: the sum of the tricks. A slip is found where it was made."""
    ruleset, players, top = TABLES[row]
    table = resolved(ruleset, players)
    discard_only = table["parameters"]["play"]["broken_by"] == "discard_only"
    for slips in (0.0, 0.3):
        played = chance_round(
            row,
            ruleset,
            players,
            table["hand_size"],
            cards=table["deck"],
            order=Promoted(top),
            discard_only=discard_only,
            slips=slips,
        )
        said = ", ".join(f"{name} {2 + seat % 2}" for seat, name in enumerate(PLAYERS[:players]))
        answer = ruling({**played.body, "bids": bids(said)})
        assert [(each["code"], each["trick"], each["player"]) for each in answer["findings"]] == list(played.faults)
        if not slips:
            assert (answer["undecided"], answer["verdict"], answer["complete"]) == ([], "clean", True)
            assert sum(answer["tricks_won"].values()) == table["hand_size"]
            won = ", ".join(f"{name} {tricks}" for name, tricks in answer["tricks_won"].items())
            assert scored_round(ruleset, said, won, players)["teams"] == answer["as_played"]
        # Rulings, proof: a complete log decides without hands all that full hands decide, but what one slip explains.
        alone = ruling({**without(played.body, "hands"), "bids": bids(said)})
        explained = [each for each in alone["undecided"] if "readings" in each]
        assert sorted(places([*alone["findings"], *explained])) == sorted(places(answer["findings"]))


def test_a_round_after_a_whole_drawing_is_clean() -> None:
    """Two Player Spades tutorial, l.33: of 26 turns of two cards each, the drawing makes the hands and proves them."""
    body = chance_round(1, option("two-player"), 2, 13, discard_only=True).body
    chance = random.Random(1)
    kept = {name: list(cards) for name, cards in body["hands"].items()}
    others = [card for card in STANDARD if not any(card in cards for cards in kept.values())]
    for cards in (*kept.values(), others):
        chance.shuffle(cards)
    draws = []
    for turn in range(26):
        keep, other = kept[PLAYERS[turn % 2]].pop(), others.pop()
        draws.append({"player": PLAYERS[turn % 2], "cards": chance.sample([keep, other], 2), "kept": [keep]})
    for each in ({**body, "draws": draws}, {**without(body, "hands"), "draws": draws}):
        answer = ruling(each)
        assert (answer["findings"], answer["undecided"], answer["complete"]) == ([], [], True)
