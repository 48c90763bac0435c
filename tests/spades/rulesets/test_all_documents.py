"""What all four source documents say, cited by their lines, and a whole round by each."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import PLAYERS, names_at
from tests.spades.builders.questions import check, judged_trick, legal, option, scored
from tests.spades.builders.random_rounds import chance_round
from tests.spades.builders.records import bids, record
from tests.spades.builders.rulings import codes, places

HIGH_TO_LOW = "AKQJT98765432"
CLASSIC = ("classic-solo", "classic-partnership")
ALL = ("four-player", "two-player", *CLASSIC, "nello", "solitaire-bliss")


# What all of them say.


@pytest.mark.parametrize("ruleset", ALL)
def test_the_rank_of_cards(ruleset: str) -> None:
    # tutorials, l.11 and l.37; classic, l.42; Solitaire Bliss, l.14: ace high, down to the two
    rest = "2C 2D" if len(names_at(ruleset)) == 4 else ""
    for higher, lower in pairwise(HIGH_TO_LOW):
        for suit in "HS":
            answer = judged_trick(ruleset, f"ana {lower}{suit} {higher}{suit} {rest}", spades_broken=True)
            assert answer["winner"] == "ben"


@pytest.mark.parametrize("ruleset", ALL)
def test_any_spade_beats_any_other_card(ruleset: str) -> None:
    # tutorials, l.16 and l.42; classic, l.57; nello, l.15; Solitaire Bliss, l.14 and l.31
    rest = "KH QH" if len(names_at(ruleset)) == 4 else ""
    answer = judged_trick(ruleset, f"ana AH 2S {rest}")
    assert (answer["winner"], answer["reason"]) == ("ben", "highest_spade")


@pytest.mark.parametrize("ruleset", ALL)
def test_the_highest_card_of_the_suit_led_wins(ruleset: str) -> None:
    # tutorials, l.16 and l.42; classic, l.57; nello, l.15; Solitaire Bliss, l.31
    rest = "AC KD" if len(names_at(ruleset)) == 4 else ""
    answer = judged_trick(ruleset, f"ana 2H AD {rest}")
    assert (answer["winner"], answer["reason"]) == ("ana", "highest_of_suit_led")


@pytest.mark.parametrize("ruleset", ALL)
def test_suit_is_followed_if_possible_and_else_anything_is_played(ruleset: str) -> None:
    # tutorials, l.15 and l.41; classic, l.57; nello, l.15 ("they may play a trump"); Solitaire Bliss, l.27
    assert legal(ruleset, "AS 9H 2H 4C", "ana KH") == ["9H", "2H"]
    assert legal(ruleset, "AS 2S 9D 4C", "ana KH") == ["AS", "2S", "9D", "4C"]


@pytest.mark.parametrize("ruleset", ALL)
def test_a_spade_may_not_be_led_until_spades_are_broken(ruleset: str) -> None:
    # tutorials, l.17 and l.43; classic, l.57; nello, l.15; Solitaire Bliss, l.27 and l.29
    assert legal(ruleset, "AS 9H") == ["9H"]
    assert legal(ruleset, "AS 9H", spades_broken=True) == ["AS", "9H"]
    assert legal(ruleset, "AS 2S") == ["AS", "2S"]
    assert legal(ruleset, "AS 9H", number=1) == ["9H"]
    # Solitaire Bliss, l.27 "any card except a spade" yields to l.29 "unless all the cards they have left are spades".
    assert legal(ruleset, "AS 2S", number=1) == ["AS", "2S"]


@pytest.mark.parametrize("ruleset", ALL)
def test_the_winner_of_a_trick_leads_the_next(ruleset: str) -> None:
    # tutorials, l.16 and l.42; classic, l.57 and l.72; nello, l.15; Solitaire Bliss, l.31
    count = len(names_at(ruleset))
    more = " 2H 3H" if count == 4 else ""
    said = ", ".join(f"{name} 2" for name in PLAYERS[:count])
    right = record(ruleset, f"ana KH AH{more}", "ben 4H", bid=said, players=count)
    assert codes(ruling(right)["findings"]) == []
    wrong = record(ruleset, f"ana KH AH{more}", "ana 4H", bid=said, players=count)
    assert places(ruling(wrong)["findings"]) == [("wrong_leader", "#/tricks/1/plays/0")]


@pytest.mark.parametrize("ruleset", [name for name in ALL if name != "solitaire-bliss"])
def test_who_bids_first_and_leads_first(ruleset: str) -> None:
    # tutorials, l.13, l.15, l.39 and l.41; classic, l.53 and l.57; nello, l.3 and l.15: left of the dealer
    assert check(ruleset)["next_bidder"] == "ana"
    count = len(names_at(ruleset))
    said = ", ".join(f"{name} 2" for name in PLAYERS[:count])
    assert codes(ruling(record(ruleset, "ana KH", bid=said, players=count))["findings"]) == []
    wrong = record(ruleset, "ben KH", bid=said, players=count)
    assert places(ruling(wrong)["findings"]) == [("wrong_leader", "#/tricks/0/plays/0")]


@pytest.mark.parametrize("ruleset", ALL)
def test_there_is_one_round_of_bidding(ruleset: str) -> None:
    # classic, l.53 and nello, l.3: "only one round of bidding"; Solitaire Bliss, l.20: "bids cannot be changed"
    count = len(names_at(ruleset))
    said = ", ".join(f"{name} 2" for name in PLAYERS[:count])
    answer = check(ruleset, said)
    assert "next_bidder" not in answer
    assert places(check(ruleset, f"{said}, ana 3")["findings"]) == [("bid_repeated", f"#/bids/{count}")]


@pytest.mark.parametrize("ruleset", ALL)
def test_every_player_has_to_bid(ruleset: str) -> None:
    # classic, l.53 and nello, l.3: "Every player must make a bid; no player may pass"; the others: each player bids
    count = len(names_at(ruleset))
    said = ", ".join(f"{name} 2" for name in PLAYERS[: count - 1])
    answer = ruling(record(ruleset, "ana KH", bid=said, players=count))
    assert [(each["code"], each["player"]) for each in answer["findings"]] == [("bid_missing", PLAYERS[count - 1])]


# The Four Player Spades tutorial.

TUTORIAL = "four-player"


# The text with nello.

NELLO = "nello"


# The rules of Solitaire Bliss.

BLISS = "solitaire-bliss"


# A whole round of each, at random, as the text says it is played.


@pytest.mark.parametrize("ruleset", [TUTORIAL, "classic-partnership", NELLO, BLISS])
def test_a_round_of_four_played_as_the_text_says(ruleset: str) -> None:
    # tutorials, l.7 to l.17; classic, l.50 to l.57; nello, l.15; Solitaire Bliss, l.16 to l.31
    for seed in range(6):
        body = chance_round(seed, option(ruleset), 4, 13, discard_only=ruleset == TUTORIAL).body
        body["bids"] = bids("ana 2, ben 3, cy 2, dee 3")
        answer = ruling(body)
        assert (answer["verdict"], answer["complete"]) == ("clean", True)
        assert sum(answer["tricks_won"].values()) == 13
        won = ", ".join(f"{name} {tricks}" for name, tricks in answer["tricks_won"].items())
        sides = scored(ruleset, "ana 2, ben 3, cy 2, dee 3", won)
        assert answer["as_played"] == list(sides.values())
