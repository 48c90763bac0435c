"""What the four source documents say, cited by their lines: packs, play and the end of a game.

Their scores are in ``tests/corpus`` (``examples.json``, ``figures.txt``), their bids in ``auctions.txt``, and what each
preset sets is in ``tests/presets/test_presets.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.spades.builders.asking import ask, ruling
from tests.spades.builders.cards import PLAYERS, STANDARD, names_at
from tests.spades.builders.games import deal, game
from tests.spades.builders.questions import check, judged_trick, legal, option, resolved
from tests.spades.builders.records import record
from tests.spades.builders.rulings import places

CLASSIC = ("classic-solo", "classic-partnership")
ALL = ("four-player", "two-player", *CLASSIC, "nello", "solitaire-bliss")


def _wrong_winners(ruleset: str) -> Iterator[str]:
    # tutorials, l.11, l.16, l.37 and l.42; classic, l.42 and l.57; nello, l.15; Solitaire Bliss, l.14 and l.31
    for line, winner, reason in (
        *((f"ana {low}H {high}H", "ben", "highest_of_suit_led") for high, low in pairwise("AKQJT98765432")),
        ("ana AH 2S", "ben", "highest_spade"),
        ("ana 2H AD", "ana", "highest_of_suit_led"),
    ):
        answer = judged_trick(ruleset, line if len(names_at(ruleset)) == 2 else f"{line} 2C 2D")
        if (answer["winner"], answer["reason"]) != (winner, reason):
            yield line


@pytest.mark.parametrize("ruleset", ALL)
def test_what_all_say_of_a_trick(ruleset: str) -> None:
    """Rank, trump, following suit, and no spade is led before spades are broken but by who has nothing else."""
    assert list(_wrong_winners(ruleset)) == []
    # tutorials, l.15 and l.41; classic, l.57; nello, l.15 ("they may play a trump"); Solitaire Bliss, l.27
    assert legal(ruleset, "AS 9H 2H 4C", "ana KH") == ["9H", "2H"]
    assert legal(ruleset, "AS 2S 9D 4C", "ana KH") == ["AS", "2S", "9D", "4C"]
    # tutorials, l.17 and l.43; classic, l.57; nello, l.15; Solitaire Bliss, l.27 and l.29
    assert legal(ruleset, "AS 9H") == legal(ruleset, "AS 9H", number=1) == ["9H"]
    assert legal(ruleset, "AS 9H", spades_broken=True) == ["AS", "9H"]
    assert legal(ruleset, "AS 2S") == legal(ruleset, "AS 2S", number=1) == ["AS", "2S"]


@pytest.mark.parametrize("ruleset", ALL)
def test_what_all_say_of_a_round(ruleset: str) -> None:
    """Everybody bids once, and the winner of a trick leads the next; left of the dealer sits who bids first."""
    count = len(names_at(ruleset))
    said = ", ".join(f"{name} 2" for name in PLAYERS[:count])
    more = " 2H 3H" if count == 4 else ""
    # tutorials, l.16 and l.42; classic, l.57 and l.72; nello, l.15; Solitaire Bliss, l.31
    for leader, found in (("ben", []), ("ana", [("wrong_leader", "#/tricks/1/plays/0")])):
        body = record(ruleset, f"ana KH AH{more}", f"{leader} 4H", bid=said, players=count)
        assert places(ruling(body)["findings"]) == found
    # classic, l.53 and nello, l.3: "only one round of bidding", "no player may pass"; Solitaire Bliss, l.20
    assert places(check(ruleset, f"{said}, ana 3")["findings"]) == [("bid_repeated", f"#/bids/{count}")]
    missing = ruling(record(ruleset, "ana KH", bid=said.rpartition(", ")[0], players=count))
    assert [(each["code"], each["player"]) for each in missing["findings"]] == [("bid_missing", PLAYERS[count - 1])]
    # tutorials, l.13, l.15, l.39 and l.41; classic, l.53 and l.57; nello, l.3 and l.15
    wrong = ruling(record(ruleset, "ben KH", bid=said, players=count))
    is_drawn = ruleset == "solitaire-bliss"
    assert places(wrong["undecided" if is_drawn else "findings"]) == [("wrong_leader", "#/tricks/0/plays/0")]


@pytest.mark.parametrize(
    ("ruleset", "players", "size", "out"),
    [
        ("four-player", 4, 13, ""),  # Four Player Spades tutorial, l.5 and l.7
        ("two-player", 2, 13, ""),  # Two Player Spades tutorial, l.31 and l.33
        ("nello", 4, 13, ""),  # nello, l.1 and l.15
        ("solitaire-bliss", 4, 13, ""),  # Solitaire Bliss, l.6, l.14 and l.16
        *(("classic-solo", players, 52 // players, "") for players in (2, 3, 4, 5)),  # classic, l.30, l.34 and l.50
        (option("classic-solo", "jokers"), 2, 26, "2C 2D"),  # classic, l.78
        (option("classic-solo", "jokers"), 3, 18, ""),
        (option("classic-solo", "jokers"), 4, 13, "2C 2D"),
        (option("classic-solo", "jokers"), 5, 10, "2C 2D 2H 2S"),
    ],
)
def test_the_pack_and_the_hands(ruleset: object, players: int, size: int, out: str) -> None:
    answer = resolved(ruleset, players)  # type: ignore[arg-type]  # a name or a reference
    jokers = ["LJ", "BJ"] if isinstance(ruleset, dict) else []
    assert (sorted({*STANDARD, *jokers} - set(answer["deck"])), answer["hand_size"]) == (sorted(out.split()), size)
    ask("resolveRuleset", {"ruleset": ruleset, "player_count": 6}, status=422)  # classic, l.30: "Two to five"


@pytest.mark.parametrize("name", CLASSIC)
def test_the_jokers_are_the_highest_trumps(name: str) -> None:
    # classic, l.78: "the Big Joker outranks the Little Joker which outranks the ace of spades"
    ruleset = option(name, "jokers")
    assert judged_trick(ruleset, "ana LJ BJ AS KS", spades_broken=True)["winner"] == "ben"
    assert judged_trick(ruleset, "ana AS LJ KS QS", spades_broken=True)["winner"] == "ben"
    assert legal(ruleset, "BJ 9H", "ana KS") == ["BJ"]
    assert legal(ruleset, "BJ 9H") == ["9H"]
    assert legal(ruleset, "BJ LJ AS") == ["BJ", "LJ", "AS"]


@pytest.mark.parametrize(
    ("ruleset", "breaks"),
    [("four-player", False), ("classic-partnership", True), ("nello", True), ("solitaire-bliss", True)],
)
def test_whether_a_spade_that_had_to_be_led_breaks_spades(ruleset: str, breaks: bool) -> None:
    # Four Player Spades tutorial, l.17: only who cannot follow breaks them; classic, l.57 and nello, l.15: "unless
    # played previously"; Solitaire Bliss, l.29: "After the first spade card is played"
    only_spades = {"ana": [f"{rank}S" for rank in "AKQJT98765432"]}
    body = record(ruleset, "ana AS 2C 3C 4C", bid="ana 3, ben 3, cy 3, dee 3", hands=only_spades)
    answer = ruling(body)
    assert (answer["findings"], answer["tricks"][0]["spades_broken"]) == ([], breaks)


@pytest.mark.parametrize(
    ("ruleset", "least"),
    [
        # tutorials, l.9 and l.35; classic and nello: 500 is common, 200 "suitable for a short game"; Solitaire Bliss,
        # l.40: "the highest score that exceeds 500 points"
        *((name, 500) for name in ("four-player", "two-player", *CLASSIC, "nello")),
        *((option(name, "short-game"), 200) for name in (*CLASSIC, "nello")),
        ("solitaire-bliss", 501),
    ],
)
def test_the_score_that_wins(ruleset: object, least: int) -> None:
    players = names_at(ruleset)  # type: ignore[arg-type]  # a name or a reference
    kept = deal("ana 3, ben 10", "ana 3, ben 10")
    if len(players) == 4:
        kept = deal("ana 3, ben 3, cy 3, dee 3", "ana 3, ben 4, cy 3, dee 3")
    first = game(ruleset, kept)["rounds"][0]["teams"][0]  # type: ignore[arg-type]
    for score, winners in ((least, [first["team"]]), (least - 1, [])):
        before = {first["team"]: {"score": score - first["points"]}}
        assert game(ruleset, kept, before=before)["winners"] == winners  # type: ignore[arg-type]
