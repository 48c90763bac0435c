"""The four source documents, each played and scored as it says, cited by its lines.

The documents: the Four Player Spades tutorial and the Two Player Spades tutorial (one text), the classic text for each
for oneself and for partners, the text with nello, and the rules of Solitaire Bliss.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest

from tests.spades.builders.asking import ask
from tests.spades.builders.cards import PLAYERS, STANDARD, Json, Promoted
from tests.spades.builders.changes import without
from tests.spades.builders.random_rounds import chance_round
from tests.spades.builders.records import bids, hands, record, trick
from tests.spades.builders.rulings import codes, places

HIGH_TO_LOW = "AKQJT98765432"
CLASSIC = ("classic-solo", "classic-partnership")
ALL = ("four-player", "two-player", *CLASSIC, "nello", "solitaire-bliss")


def option(name: str, *options: str, **overrides: Mapping[str, object]) -> Json:
    """Return a reference to a preset with these options."""
    return {"name": name, "options": list(options), "overrides": overrides}


def seats_of(ruleset: Json | str) -> int:
    """Return how many players to take to a preset: four where it has a table for four."""
    name = ruleset if isinstance(ruleset, str) else ruleset["name"]
    return 2 if name == "two-player" else 4


def resolved(ruleset: Json | str, players: int) -> Json:
    return ask("resolveRuleset", {"ruleset": ruleset, "player_count": players})


def scored(ruleset: Json | str, said: str, won: str, players: int = 0, **members: object) -> dict[str, Json]:
    """Return the score of each side for bids such as ``"ana 4, ben 0"`` and tricks such as ``"ana 5, ben 1"``.

    The first player to bid is the first who may; who is not named among the tricks took none.
    """
    names = list(PLAYERS[: players or seats_of(ruleset)])
    tricks = {name: int(count) for name, count in (each.split() for each in won.split(", "))}
    body = {"ruleset": ruleset, "players": names, "bids": bids(said), "tricks_won": tricks, **members}
    answer = ask("scoreRound", body)
    # What these tests do not say otherwise is bid as the rules let bid.
    assert [each["code"] for each in answer["findings"] if each["severity"] != "note"] == []
    return {side["team"]: side for side in answer["teams"]}


def points(ruleset: Json | str, said: str, won: str, players: int = 0, **members: object) -> int:
    """Return the points of the first side."""
    first = next(iter(scored(ruleset, said, won, players, **members).values()))
    assert first["points"] == sum(line["points"] for line in first["lines"])
    return int(first["points"])


def check(ruleset: Json | str, said: str = "", players: int = 0, **members: object) -> Json:
    """Return the bidding so far, judged; the last player dealt."""
    names = list(PLAYERS[: players or seats_of(ruleset)])
    body = {"ruleset": ruleset, "players": names, "dealer": names[-1], "bids": bids(said), **members}
    return ask("checkBids", body)


def may_bid(answer: Json, kind: str = "ordinary") -> list[int]:
    return [each["tricks"] for each in answer["open"] if each["kind"] == kind]


def judged(ruleset: Json | str, line: str, players: int = 0, **members: object) -> Json:
    names = PLAYERS[: players or seats_of(ruleset)]
    body = {"ruleset": ruleset, "players": list(names), "plays": trick(line, names)["plays"], **members}
    return ask("judgeTrick", body)


def legal(ruleset: Json | str, hand: str, line: str = "", number: int = 5, **members: object) -> list[str]:
    """Return which cards of a hand may be played; spades are not broken unless told otherwise."""
    names = PLAYERS[: seats_of(ruleset)]
    body = {
        "ruleset": ruleset,
        "players": list(names),
        "hand": hand.split(),
        "plays": trick(line, names)["plays"],
        "trick_number": number,
        "spades_broken": False,
        **members,
    }
    allowed: list[str] = ask("listLegalPlays", body)["legal"]
    return allowed


def audited(body: Json) -> Json:
    return ask("auditRound", body)


def game(ruleset: Json | str, rounds: Sequence[Json], players: int = 0, **members: object) -> Json:
    names = list(PLAYERS[: players or seats_of(ruleset)])
    return ask("scoreGame", {"ruleset": ruleset, "players": names, "rounds": list(rounds), **members})


def sheet(said: str, won: str) -> Json:
    """Return a round of a game."""
    tricks = {name: int(count) for name, count in (each.split() for each in won.split(", "))}
    return {"bids": bids(said), "tricks_won": tricks}


# What all of them say.


@pytest.mark.parametrize("ruleset", ALL)
def test_the_rank_of_cards(ruleset: str) -> None:
    # tutorials, l.11 and l.37; classic, l.42; Solitaire Bliss, l.14: ace high, down to the two
    rest = "2C 2D" if seats_of(ruleset) == 4 else ""
    for higher, lower in pairwise(HIGH_TO_LOW):
        for suit in "HS":
            answer = judged(ruleset, f"ana {lower}{suit} {higher}{suit} {rest}", spades_broken=True)
            assert answer["winner"] == "ben"


@pytest.mark.parametrize("ruleset", ALL)
def test_any_spade_beats_any_other_card(ruleset: str) -> None:
    # tutorials, l.16 and l.42; classic, l.57; nello, l.15; Solitaire Bliss, l.14 and l.31
    rest = "KH QH" if seats_of(ruleset) == 4 else ""
    answer = judged(ruleset, f"ana AH 2S {rest}")
    assert (answer["winner"], answer["reason"]) == ("ben", "highest_spade")


@pytest.mark.parametrize("ruleset", ALL)
def test_the_highest_card_of_the_suit_led_wins(ruleset: str) -> None:
    # tutorials, l.16 and l.42; classic, l.57; nello, l.15; Solitaire Bliss, l.31
    rest = "AC KD" if seats_of(ruleset) == 4 else ""
    answer = judged(ruleset, f"ana 2H AD {rest}")
    assert (answer["winner"], answer["reason"]) == ("ana", "highest_of_suit_led")


@pytest.mark.parametrize("ruleset", ALL)
def test_a_suit_is_followed_and_who_can_not_plays_anything(ruleset: str) -> None:
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
    count = seats_of(ruleset)
    more = " 2H 3H" if count == 4 else ""
    said = ", ".join(f"{name} 2" for name in PLAYERS[:count])
    right = record(ruleset, f"ana KH AH{more}", "ben 4H", bid=said, players=count)
    assert codes(audited(right)["findings"]) == []
    wrong = record(ruleset, f"ana KH AH{more}", "ana 4H", bid=said, players=count)
    assert places(audited(wrong)["findings"]) == [("wrong_leader", "#/tricks/1/plays/0")]


@pytest.mark.parametrize("ruleset", [name for name in ALL if name != "solitaire-bliss"])
def test_who_bids_first_and_leads_first(ruleset: str) -> None:
    # tutorials, l.13, l.15, l.39 and l.41; classic, l.53 and l.57; nello, l.3 and l.15: left of the dealer
    assert check(ruleset)["next_bidder"] == "ana"
    count = seats_of(ruleset)
    said = ", ".join(f"{name} 2" for name in PLAYERS[:count])
    assert codes(audited(record(ruleset, "ana KH", bid=said, players=count))["findings"]) == []
    wrong = record(ruleset, "ben KH", bid=said, players=count)
    assert places(audited(wrong)["findings"]) == [("wrong_leader", "#/tricks/0/plays/0")]


@pytest.mark.parametrize("ruleset", ALL)
def test_there_is_one_round_of_bidding(ruleset: str) -> None:
    # classic, l.53 and nello, l.3: "only one round of bidding"; Solitaire Bliss, l.20: "bids cannot be changed"
    count = seats_of(ruleset)
    said = ", ".join(f"{name} 2" for name in PLAYERS[:count])
    answer = check(ruleset, said)
    assert "next_bidder" not in answer
    assert places(check(ruleset, f"{said}, ana 3")["findings"]) == [("bid_repeated", f"#/bids/{count}")]


@pytest.mark.parametrize("ruleset", ALL)
def test_every_player_has_to_bid(ruleset: str) -> None:
    # classic, l.53 and nello, l.3: "Every player must make a bid; no player may pass"; the others: each player bids
    count = seats_of(ruleset)
    said = ", ".join(f"{name} 2" for name in PLAYERS[: count - 1])
    answer = audited(record(ruleset, "ana KH", bid=said, players=count))
    assert [(each["code"], each["player"]) for each in answer["findings"]] == [("bid_missing", PLAYERS[count - 1])]


# The Four Player Spades tutorial.

TUTORIAL = "four-player"


def test_four_players_and_a_pack_of_52() -> None:
    # Four Player Spades tutorial, l.5 and l.7: 52 cards, four players, thirteen cards each
    answer = resolved(TUTORIAL, 4)
    assert (len(answer["deck"]), answer["hand_size"]) == (52, 13)
    assert ask("resolveRuleset", {"ruleset": TUTORIAL, "player_count": 3}, status=422)


@pytest.mark.parametrize(
    ("hand", "broken"),
    [
        pytest.param("2S 6S 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", True, id="a discard breaks them"),
        pytest.param("2S 9H 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", False, id="a revoke does not"),
    ],
)
def test_spades_are_broken_by_who_can_not_follow(hand: str, broken: bool) -> None:
    # Four Player Spades tutorial, l.17: "when a player cannot follow the lead suit and plays a spade onto a trick"
    body = record(TUTORIAL, "ana KH 5H 2S 3H", bid="ana 2, ben 2, cy 2, dee 2", hands=hands(cy=hand))
    answer = audited(body)
    assert answer["tricks"][0]["spades_broken"] is broken
    assert codes(answer["findings"]) == ([] if broken else ["revoke"])


@pytest.mark.parametrize(
    ("ruleset", "breaks"),
    [("four-player", False), ("classic-partnership", True), ("nello", True), ("solitaire-bliss", True)],
)
def test_whether_a_spade_that_had_to_be_led_breaks_spades(ruleset: str, breaks: bool) -> None:
    # Four Player Spades tutorial, l.17: only who cannot follow breaks them; classic, l.57 and nello, l.15: "unless
    # played previously"; Solitaire Bliss, l.29: "After the first spade card is played"
    only_spades = {"ana": [f"{rank}S" for rank in HIGH_TO_LOW]}
    body = record(ruleset, "ana AS 2C 3C 4C", bid="ana 3, ben 3, cy 3, dee 3", hands=only_spades)
    answer = audited(body)
    assert answer["findings"] == []
    assert answer["tricks"][0]["spades_broken"] is breaks


def test_a_contract_made_scores_ten_a_trick_and_one_a_trick_more() -> None:
    # Four Player Spades tutorial, l.19: "if a team bids five tricks and wins six tricks, they are awarded 51 points"
    assert points(TUTORIAL, "ana 3, ben 3, cy 2, dee 4", "ana+cy 6, ben+dee 7") == 51


def test_a_contract_set_loses_ten_a_trick_bid() -> None:
    # Four Player Spades tutorial, l.20: "their score goes down ten times the amount bid"
    assert points(TUTORIAL, "ana 3, ben 3, cy 2, dee 4", "ana+cy 4, ben+dee 9") == -50
    assert points(TUTORIAL, "ana 3, ben 3, cy 2, dee 4", "ana+cy 0, ben+dee 13") == -50


def test_the_partners_count_together() -> None:
    # Four Player Spades tutorial, l.20: "Each individual player is not required to win the amount … initially bid"
    assert points(TUTORIAL, "ana 3, ben 3, cy 2, dee 4", "ana 0, cy 5, ben 8, dee 0") == 50


def test_ten_sandbags_cost_a_hundred_every_time() -> None:
    # Four Player Spades tutorial, l.21: "Every time a team gets to 10 sandbags during the game"
    five_over = sheet("ana 2, ben 2, cy 2, dee 3", "ana+cy 9, ben+dee 4")
    answer = game(TUTORIAL, [five_over] * 4)
    after = [each["teams"][0]["after"] for each in answer["rounds"]]
    assert [(each["score"], each["bags"]) for each in after] == [(45, 5), (-10, 0), (35, 5), (-20, 0)]


@pytest.mark.parametrize(
    ("said", "won", "expected", "bags"),
    [
        pytest.param("ana 0, ben 3, cy 4, dee 3", "ana 0, cy 4, ben 9", 140, 0, id="l.24: 100 + 4 x 10"),
        pytest.param("ana 0, ben 3, cy 4, dee 3", "ana 0, cy 3, ben 10", 60, 0, id="l.25: 100 - 4 x 10"),
        pytest.param("ana 0, ben 3, cy 4, dee 3", "ana 1, cy 4, ben 8", -59, 1, id="l.26: -100 + 1 + 4 x 10"),
        pytest.param("ana 0, ben 3, cy 4, dee 3", "ana 0, cy 6, ben 7", 142, 2, id="l.19, l.24: two over"),
        pytest.param(
            "ana 0, ben 3, cy 4, dee 3", "ana 1, cy 3, ben 9", -140, 0, id="l.23: separate from the other's bid"
        ),
        pytest.param(
            "ana 0, ben 3, cy 4, dee 3", "ana 2, cy 3, ben 8", -140, 0, id="l.21: no sandbag in a set contract"
        ),
        pytest.param("ana 0, ben 3, cy 0, dee 3", "ben 13", 200, 0, id="l.23: two nils, each for itself"),
        pytest.param("ana 0, ben 3, cy 0, dee 3", "cy 2, ben 11", 2, 2, id="l.23: one of two nils fails"),
        pytest.param("ana blind 0, ben 3, cy 4, dee 3", "cy 4, ben 9", 240, 0, id="l.28: a blind nil is worth 200"),
        pytest.param(
            "ana blind 0, ben 3, cy 4, dee 3", "ana 1, cy 4, ben 8", -159, 1, id="l.28: the effect is the same"
        ),
    ],
)
def test_nil(said: str, won: str, expected: int, bags: int) -> None:
    # Four Player Spades tutorial, l.23 to l.28
    side = scored(TUTORIAL, said, won)["ana+cy"]
    assert (side["points"], side["bags"]) == (expected, bags)


def test_blind_nil_is_open_to_anybody() -> None:
    # Four Player Spades tutorial, l.28: no condition; blind bids of tricks are not mentioned
    answer = check(TUTORIAL, before={"ana+cy": {"score": 400}})
    assert may_bid(answer, "blind_nil") == [0]
    assert may_bid(answer, "blind") == []


@pytest.mark.parametrize("ruleset", [TUTORIAL, "two-player"])
def test_the_first_to_reach_500_wins(ruleset: str) -> None:
    # Four Player Spades tutorial, l.9; Two Player, l.35: "Be the first … to score 500 points"
    count = seats_of(ruleset)
    said = ", ".join(f"{name} 3" for name in PLAYERS[:count])
    kept = sheet(said, "ana 3, ben 4, cy 3, dee 3" if count == 4 else "ana 3, ben 10")
    first = "ana+cy" if count == 4 else "ana"
    made = 60 if count == 4 else 30
    answer = game(ruleset, [kept], before={first: {"score": 500 - made}})
    assert answer["winners"] == [first]
    assert game(ruleset, [kept], before={first: {"score": 499 - made}})["finished"] is False


# The Two Player Spades tutorial.

TWO = "two-player"


def test_two_players_draw_thirteen_of_52() -> None:
    # Two Player Spades tutorial, l.31 and l.33: 26 pairs of cards, one of each is kept
    answer = resolved(TWO, 2)
    assert (len(answer["deck"]), answer["hand_size"]) == (52, 13)


def drawn_round(seed: int) -> Json:
    """Return a legal round that begins with a drawing: 26 turns, in each of which one of two cards was kept."""
    body = chance_round(seed, option(TWO), 2, 13, discard_only=True).body
    chance = random.Random(seed)
    kept = {name: list(cards) for name, cards in body["hands"].items()}
    held = {card for cards in kept.values() for card in cards}
    others = [card for card in STANDARD if card not in held]
    for cards in (*kept.values(), others):
        chance.shuffle(cards)
    draws = []
    for turn in range(26):
        keep, other = kept[PLAYERS[turn % 2]].pop(), others.pop()
        pair = [keep, other] if chance.random() < 0.5 else [other, keep]
        draws.append({"player": PLAYERS[turn % 2], "cards": pair, "kept": [keep]})
    return {**body, "draws": draws}


@pytest.mark.parametrize("seed", range(12))
def test_a_round_after_a_whole_drawing_is_clean(seed: int) -> None:
    # Two Player Spades tutorial, l.33: the drawing makes the hands; the play follows l.41 to l.43
    body = drawn_round(seed)
    for each in (body, without(body, "hands")):
        answer = audited(each)
        assert answer["findings"] == answer["undecided"] == []
        assert (answer["verdict"], answer["complete"]) == ("clean", True)
        assert sum(answer["tricks_won"].values()) == 13
    assert [side["tricks"] for side in answer["as_played"]] == list(answer["tricks_won"].values())


def test_the_drawing_alone_proves_a_revoke() -> None:
    # Two Player Spades tutorial, l.33 and l.41: what was kept was held
    body = without(drawn_round(1), "hands")
    first, second = body["tricks"][0]["plays"]
    mine = [card for draw in body["draws"] if draw["player"] == second["player"] for card in draw["kept"]]
    suit = first["card"][1]
    assert any(card[1] == suit for card in mine)
    second["card"] = next(card for card in mine if card[1] not in {suit, "S"})
    answer = audited({**body, "tricks": body["tricks"][:1]})
    assert places(answer["findings"]) == [("revoke", "#/tricks/0/plays/1")]
    assert answer["findings"][0]["evidence"]["proved_by"].startswith("#/draws/")


def drawing(*turns: tuple[str, str, str]) -> Json:
    """Return a record of nothing but a drawing: who, the two cards in order, and what was kept of them."""
    draws = [{"player": who, "cards": cards.split(), "kept": kept.split()} for who, cards, kept in turns]
    return record(TWO, bid="", players=2, draws=draws)


@pytest.mark.parametrize(
    ("kept", "regular"),
    [
        pytest.param("7H", True, id="the first is kept, the second discarded"),
        pytest.param("2C", True, id="the first is discarded, the second kept"),
        pytest.param("7H 2C", False, id="both are kept"),
        pytest.param("", False, id="neither is kept"),
    ],
)
def test_of_two_cards_exactly_one_is_kept(kept: str, regular: bool) -> None:
    # Two Player Spades tutorial, l.33: "If the player kept the first card drawn, the second … has to be discarded. If
    # the first card was discarded, the second card drawn has to be kept."
    found = audited(drawing(("ana", "7H 2C", kept)))["findings"]
    assert places(found) == ([] if regular else [("illegal_draw", "#/draws/0")])
    if not regular:
        assert found[0]["player"] == "ana"
        assert found[0]["rule"]["parameter"] == "deck.formation"


def test_the_players_draw_in_turn() -> None:
    # Two Player Spades tutorial, l.33: two cards a turn; who did not shuffle draws first (a reading of l.39)
    in_turn = drawing(("ana", "7H 2C", "7H"), ("ben", "8H 3C", "3C"), ("ana", "9H 4C", "4C"))
    assert audited(in_turn)["findings"] == []
    twice = drawing(("ana", "7H 2C", "7H"), ("ana", "8H 3C", "3C"))
    assert places(audited(twice)["findings"]) == [("illegal_draw", "#/draws/1")]
    wrong = drawing(("ben", "7H 2C", "7H"), ("ana", "8H 3C", "3C"))
    assert places(audited(wrong)["findings"]) == [("illegal_draw", "#/draws/0")]


def test_a_card_is_drawn_once() -> None:
    # Two Player Spades tutorial, l.31: a pack of 52
    twice = drawing(("ana", "7H 2C", "7H"), ("ben", "8H 2C", "8H"))
    assert places(audited(twice)["findings"]) == [("duplicate_card", "#/draws/1/cards/1")]


def test_who_did_not_shuffle_bids_first() -> None:
    # Two Player Spades tutorial, l.39: ben shuffled
    assert check(TWO)["next_bidder"] == "ana"
    assert places(check(TWO, "ben 3")["findings"]) == [("bid_out_of_turn", "#/bids/0")]


@pytest.mark.parametrize(
    ("said", "won", "expected", "bags"),
    [
        pytest.param("ana 5, ben 4", "ana 6, ben 7", 51, 1, id="l.45: 5 x 10 + 1"),
        pytest.param("ana 5, ben 4", "ana 4, ben 9", -50, 0, id="l.45: ten times the amount bid"),
        pytest.param("ana 5, ben 4", "ana 9, ben 4", 54, 4, id="l.46: sandbags"),
        pytest.param("ana 0, ben 4", "ben 13", 100, 0, id="l.48: nil"),
        pytest.param("ana 0, ben 4", "ana 2, ben 11", -98, 2, id="l.46, l.48: every trick over a bid is a sandbag"),
    ],
)
def test_two_players_score_each_for_oneself(said: str, won: str, expected: int, bags: int) -> None:
    # Two Player Spades tutorial, l.45 to l.48
    side = scored(TWO, said, won)["ana"]
    assert (side["points"], side["bags"]) == (expected, bags)


def test_ten_sandbags_of_two_players() -> None:
    # Two Player Spades tutorial, l.46: "Every time a player gets to 10 sandbags"
    answer = game(TWO, [sheet("ana 3, ben 5", "ana 8, ben 5"), sheet("ben 5, ana 3", "ana 8, ben 5")])
    assert answer["standing"]["ana"] == {"score": -30, "bags": 0, "sets": 0, "revokes": 0}


def test_two_players_do_not_bid_blind() -> None:
    # Two Player Spades tutorial, l.47 f.: blind nil is described for four only
    answer = check(TWO, before={"ben": {"score": 400}})
    assert may_bid(answer, "nil") == [0]
    assert may_bid(answer, "blind_nil") == may_bid(answer, "blind") == []


# The classic text.


@pytest.mark.parametrize(
    ("options", "players", "cards", "size", "out"),
    [
        pytest.param((), 2, 52, 26, "", id="l.30, l.50: two"),
        pytest.param((), 3, 52, 17, "", id="l.30, l.50: three; one card is over"),
        pytest.param((), 4, 52, 13, "", id="l.57: four, thirteen tricks"),
        pytest.param((), 5, 52, 10, "", id="l.30, l.50: five; two cards are over"),
        pytest.param(("jokers",), 2, 52, 26, "2C 2D", id="l.78: two, without two deuces"),
        pytest.param(("jokers",), 3, 54, 18, "", id="l.78: three, no cards are removed, 18 tricks"),
        pytest.param(("jokers",), 4, 52, 13, "2C 2D", id="l.78: four, without two deuces"),
        pytest.param(("jokers",), 5, 50, 10, "2C 2D 2H 2S", id="l.78: five, without the four deuces"),
    ],
)
def test_the_pack_of_the_classic_game(options: tuple[str, ...], players: int, cards: int, size: int, out: str) -> None:
    # classic, l.30, l.34, l.50, l.78
    answer = resolved(option("classic-solo", *options), players)
    assert (len(answer["deck"]), answer["hand_size"]) == (cards, size)
    whole = [*STANDARD, *(["LJ", "BJ"] if options else [])]
    assert sorted(set(whole) - set(answer["deck"])) == sorted(out.split())
    assert ("BJ" in answer["deck"]) is bool(options)


def test_six_is_too_many() -> None:
    # classic, l.30: "Two to five"
    body = {"ruleset": "classic-solo", "players": list(PLAYERS[:6]), "bids": []}
    assert ask("checkBids", body, status=422)["errors"][0]["pointer"] == "#/players"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("jokers", [False, True], ids=["plain", "jokers"])
def test_a_classic_round_at_every_table(players: int, jokers: bool) -> None:
    # classic, l.50 to l.57 and l.78: a round at random, played as it says, is clean and can be scored
    ruleset = option("classic-solo", *(["jokers"] if jokers else []))
    table = resolved(ruleset, players)
    order = Promoted(("BJ", "LJ") if jokers else ())
    for seed in range(4):
        played = chance_round(seed, ruleset, players, table["hand_size"], cards=table["deck"], order=order)
        answer = audited(played.body)
        assert answer["findings"] == answer["undecided"] == []
        assert answer["complete"]
        assert sum(answer["tricks_won"].values()) == table["hand_size"]
        assert [side["tricks"] for side in answer["as_played"]] == list(answer["tricks_won"].values())


def test_the_first_dealer_has_the_high_card_and_the_deal_goes_clockwise() -> None:
    # classic, l.50; nello, l.1
    for ruleset in (*CLASSIC, "nello"):
        table = resolved(ruleset, 4)["parameters"]["table"]
        assert (table["first_dealer"], table["deal_rotation"]) == ("high_card", "clockwise")
    kept = sheet("ana 3, ben 3, cy 3, dee 3", "ana 3, ben 4, cy 3, dee 3")
    answer = game("classic-solo", [kept], first_dealer="dee")
    assert answer["next"] == {"round_number": 2, "dealer": "ana", "first_bidder": "ben"}


def test_the_least_bid_is_one() -> None:
    # classic, l.53: "the minimum bid is One … no player may pass"
    answer = check("classic-solo")
    assert may_bid(answer) == list(range(1, 14))
    assert next(each["code"] for each in answer["closed"] if each["tricks"] == 0) == "bid_not_allowed"


def test_the_least_bid_of_a_partner_is_two() -> None:
    # classic, l.70: "a minimum bid of two required of each player"
    assert may_bid(check("classic-partnership")) == list(range(2, 14))
    assert places(check("classic-partnership", "ana 1")["findings"]) == [("bid_too_low", "#/bids/0")]


@pytest.mark.parametrize(
    ("said", "won", "expected"),
    [
        pytest.param("ana 7, ben 2, cy 2, dee 2", "ana 7, ben 6", 70, id="l.62: seven made exactly"),
        pytest.param("ana 5, ben 2, cy 2, dee 2", "ana 8, ben 5", 53, id="l.62: five, and three overtricks"),
        pytest.param("ana 4, ben 2, cy 2, dee 2", "ana 3, ben 10", 0, id="l.64: a broken contract scores 0"),
    ],
)
def test_the_classic_contract(said: str, won: str, expected: int) -> None:
    # classic, l.60 to l.64
    side = scored("classic-solo", said, won)["ana"]
    assert (side["points"], side["after"]["bags"]) == (expected, 0)


def test_the_classic_partners_count_together() -> None:
    # classic, l.70: four and six are ten; "one partner wins eight tricks, and the other wins two tricks"
    sides = scored("classic-partnership", "ana 4, ben 2, cy 6, dee 2", "ana 8, cy 2, ben 3")
    assert (sides["ana+cy"]["contract"], sides["ana+cy"]["points"]) == (10, 100)
    # l.64: the other side took three of four
    assert (sides["ben+dee"]["contract"], sides["ben+dee"]["points"]) == (4, 0)


@pytest.mark.parametrize("name", CLASSIC)
def test_the_option_bags(name: str) -> None:
    # classic, l.62: "a deduction of 100 points is made everytime a player accumulates 10 bags"
    team = "ana+cy" if name == "classic-partnership" else "ana"
    before = {team: {"score": 200, "bags": 7}}
    said, won = "ana 2, ben 2, cy 2, dee 2", "ana 7, ben 6"
    over = 3 if name == "classic-partnership" else 5
    made = 40 if name == "classic-partnership" else 20
    side = scored(option(name, "bags"), said, won, before=before)[team]
    assert side["after"] == {"score": 200 + made + over - 100, "bags": 7 + over - 10, "sets": 0, "revokes": 0}
    side = scored(name, said, won, before={team: {"score": 200}})[team]
    assert side["after"]["score"] == 200 + made + over


@pytest.mark.parametrize("name", CLASSIC)
def test_the_jokers_are_the_highest_trumps(name: str) -> None:
    # classic, l.78: "the Big Joker outranks the Little Joker which outranks the ace of spades"
    ruleset = option(name, "jokers")
    assert judged(ruleset, "ana LJ BJ AS KS", spades_broken=True)["winner"] == "ben"
    assert judged(ruleset, "ana AS LJ KS QS", spades_broken=True)["winner"] == "ben"
    assert judged(ruleset, "ana AH KH LJ AS")["winner"] == "cy"
    assert legal(ruleset, "BJ 9H", "ana KS") == ["BJ"]
    assert legal(ruleset, "BJ 9H") == ["9H"]
    assert legal(ruleset, "BJ LJ AS") == ["BJ", "LJ", "AS"]


@pytest.mark.parametrize(
    ("score", "is_open"), [pytest.param(0, True, id="100 behind"), pytest.param(1, False, id="99 behind")]
)
@pytest.mark.parametrize("options", [("blind-bids",), ("blind-bids", "jokers")])
def test_who_is_100_behind_the_high_scorer_may_bid_blind(options: tuple[str, ...], score: int, is_open: bool) -> None:
    # classic, l.84: "falls behind the high scorer by 100 or more points"; "with or without the jokers"
    before = {"ana": {"score": score}, "ben": {"score": 50}, "cy": {"score": 100}}
    answer = check(option("classic-solo", *options), players=4, before=before)
    assert may_bid(answer, "blind") == (list(range(1, 14)) if is_open else [])


@pytest.mark.parametrize(
    ("options", "won", "expected", "bags"),
    [
        pytest.param((), "ana 5, ben 8", 100, 0, id="l.84: 20 points a trick bid"),
        pytest.param((), "ana 8, ben 5", 100, 0, id="l.84: no points for overtricks"),
        pytest.param((), "ana 4, ben 9", 0, 0, id="l.64: a broken contract scores 0"),
        pytest.param(("bags",), "ana 8, ben 5", 100, 3, id="l.62: they are bags all the same"),
    ],
)
def test_a_blind_bid_scores(options: tuple[str, ...], won: str, expected: int, bags: int) -> None:
    # classic, l.84
    before = {"ana": {"score": 0}, "ben": {"score": 100}}
    ruleset = option("classic-solo", "blind-bids", *options)
    side = scored(ruleset, "ana blind 5, ben 2, cy 2, dee 2", won, before=before)["ana"]
    assert (side["points"], side["bags"]) == (expected, bags)


@pytest.mark.parametrize(
    ("said", "won", "expected"),
    [
        pytest.param(
            "ana blind 3, ben 2, cy 4, dee 2", "ana+cy 7, ben+dee 6", 100, id="60 for the blind bid, 40 for four"
        ),
        pytest.param("ana blind 3, ben 2, cy 4, dee 2", "ana+cy 9, ben+dee 4", 100, id="no points for overtricks"),
        pytest.param("ana blind 3, ben 2, cy 4, dee 2", "ana+cy 6, ben+dee 7", 0, id="both or neither"),
        pytest.param("ana blind 3, ben 2, cy blind 4, dee 2", "ana+cy 7, ben+dee 6", 140, id="both partners blind"),
    ],
)
def test_a_partners_blind_bid_scores(said: str, won: str, expected: int) -> None:
    # classic, l.84 and l.70: the partners' bids are added, and what was bid blind counts twice
    ruleset = option("classic-partnership", "blind-bids")
    assert points(ruleset, said, won, before={"ben+dee": {"score": 100}}) == expected


def test_a_blind_bid_of_a_partner_is_two_at_least() -> None:
    # classic, l.70: "a minimum bid of two required of each player"
    answer = check(option("classic-partnership", "blind-bids"), before={"ben+dee": {"score": 100}})
    assert may_bid(answer, "blind") == list(range(2, 14))


@pytest.mark.parametrize(("name", "worth"), [("nil", 100), ("nil-50", 50)])
@pytest.mark.parametrize("jokers", [(), ("jokers",)], ids=["plain", "jokers"])
def test_the_option_nil(name: str, worth: int, jokers: tuple[str, ...]) -> None:
    # classic, l.88 to l.92: 100 points, or 50, and "loses the same amount"; with or without jokers
    ruleset = option("classic-solo", name, *jokers)
    assert may_bid(check(ruleset), "nil") == [0]
    assert points(ruleset, "ana 0, ben 2, cy 2, dee 2", "ben 13") == worth
    assert points(ruleset, "ana 0, ben 2, cy 2, dee 2", "ana 3, ben 10") == -worth


@pytest.mark.parametrize(("name", "worth"), [("nil", 100), ("nil-50", 50)])
def test_a_nil_is_only_the_bidders(name: str, worth: int) -> None:
    # classic, l.88: "only the bidder's personally, leaving the partner to bid and make separately"
    ruleset = option("classic-partnership", name)
    assert points(ruleset, "ana 0, ben 2, cy 4, dee 2", "cy 5, ben 8") == worth + 41
    assert points(ruleset, "ana 0, ben 2, cy 4, dee 2", "cy 3, ben 10") == worth
    assert points(ruleset, "ana 0, ben 2, cy 4, dee 2", "ana 1, cy 4, ben 8") == 40 - worth
    assert points(ruleset, "ana 0, ben 2, cy 4, dee 2", "ana 1, cy 3, ben 9") == -worth


def test_a_nil_is_no_bid_below_two() -> None:
    # classic, l.70 and l.88: nil is the exception; the partner's minimum stays
    answer = check(option("classic-partnership", "nil"), "ana 0, ben 2")
    assert may_bid(answer, "nil") == [0]
    assert may_bid(answer) == list(range(2, 14))


@pytest.mark.parametrize("name", CLASSIC)
def test_a_classic_game_is_to_500_or_short(name: str) -> None:
    # classic, l.57: "Five hundred points is common, but 200 points is suitable for a short game"
    team = "ana+cy" if name == "classic-partnership" else "ana"
    kept = sheet("ana 3, ben 3, cy 3, dee 3", "ana 3, ben 4, cy 3, dee 3")
    made = 60 if name == "classic-partnership" else 30
    for ruleset, target in ((name, 500), (option(name, "short-game"), 200)):
        assert game(ruleset, [kept], before={team: {"score": target - made}})["winners"] == [team]
        assert game(ruleset, [kept], before={team: {"score": target - made - 1}})["winners"] == []


def test_a_tie_is_played_off_by_all() -> None:
    # classic, l.66: "If there is a tie, then all players participate in one more round of play"
    before = {"ana": {"score": 470}, "ben": {"score": 480}, "cy": {"score": 470}}
    kept = sheet("ana 4, ben 3, cy 4, dee 2", "ana 4, ben 3, cy 4, dee 2")
    answer = game("classic-solo", [kept], before=before)
    assert [each["score"] for each in answer["standing"].values()] == [510, 510, 510, 20]
    assert answer["winners"] == []
    assert answer["next"]["round_number"] == 2
    decided = sheet("ana 4, ben 3, cy 4, dee 2", "ana 4, ben 4, cy 4, dee 1")
    assert game("classic-solo", [kept, decided], before=before)["finished"] is False
    decided = sheet("ana 4, ben 3, cy 4, dee 2", "ana 4, ben 3, cy 5, dee 1")
    assert game("classic-solo", [kept, decided], before=before)["winners"] == ["cy"]


def test_who_does_not_follow_suit_revokes() -> None:
    # classic, l.95: "not following suit when possible revokes renigs"
    body = record("classic-partnership", "ana KH 2S 3H 4H", bid="ana 2, ben 2, cy 2, dee 2")
    answer = audited({**body, "hands": hands(ben="2S 9H 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC")})
    assert places(answer["findings"]) == [("revoke", "#/tricks/0/plays/1")]
    assert answer["findings"][0]["rule"]["basis"] == "written"


# The text with nello.

NELLO = "nello"


def test_two_teams_of_two_and_the_whole_pack() -> None:
    # nello, l.1 and l.15: the entire pack of 52, thirteen tricks
    answer = resolved(NELLO, 4)
    assert (len(answer["deck"]), answer["hand_size"]) == (52, 13)
    assert answer["parameters"]["table"]["sides"] == "partnership"


def test_the_least_bid_is_nello() -> None:
    # nello, l.3: "the minimum bid is zero ('nello')"
    answer = check(NELLO)
    assert may_bid(answer, "nil") == [0]
    assert may_bid(answer) == list(range(1, 14))
    assert may_bid(answer, "blind") == may_bid(answer, "blind_nil") == []


@pytest.mark.parametrize(
    ("said", "won", "expected"),
    [
        pytest.param("ana 4, ben 2, cy 3, dee 2", "ana+cy 7, ben+dee 6", 70, id="l.5: seven made exactly"),
        pytest.param("ana 3, ben 2, cy 2, dee 2", "ana+cy 8, ben+dee 5", 53, id="l.5: five, and three overtricks"),
        pytest.param("ana 3, ben 2, cy 2, dee 2", "ana 0, cy 5, ben+dee 8", 50, id="l.5: the team's total matters"),
        pytest.param("ana 4, ben 2, cy 2, dee 2", "ana+cy 5, ben+dee 8", -60, id="l.7: six set"),
        pytest.param(
            "ana 4, ben 2, cy 2, dee 2", "ana+cy 0, ben+dee 13", -60, id="l.7: regardless of how many they take"
        ),
        pytest.param("ana 0, ben 2, cy 4, dee 2", "cy 5, ben 8", 141, id="l.11: 100 for the nello and 41"),
        pytest.param("ana 0, ben 2, cy 4, dee 2", "cy 4, ben 9", 140, id="l.11: normal scoring for the partner"),
        pytest.param("ana 0, ben 2, cy 5, dee 2", "ana 1, cy 5, ben 7", -150, id="l.13: the nello bidder took one"),
        pytest.param("ana 0, ben 2, cy 5, dee 2", "cy 4, ben 9", -150, id="l.13: the partner took fewer than five"),
        pytest.param("ana 0, ben 2, cy 5, dee 2", "ana 2, cy 3, ben 8", -150, id="l.13: both"),
        pytest.param("ana 0, ben 2, cy 0, dee 2", "ben 13", 200, id="l.13: double nello made"),
        pytest.param("ana 0, ben 2, cy 0, dee 2", "cy 1, ben 12", -200, id="l.13: either player takes a trick"),
        pytest.param("ana 0, ben 2, cy 0, dee 2", "ana 3, cy 4, ben 6", -200, id="l.13: both take some"),
        pytest.param(
            "ana 2, ben 2, cy 0, dee 2", "ana 3, ben 10", 130, id="l.9, l.11: two is raised to three and made"
        ),
        pytest.param(
            "ana 1, ben 2, cy 0, dee 2", "ana 3, ben 10", 130, id="l.9, l.11: one is raised to three and made"
        ),
        pytest.param(
            "ana 1, ben 2, cy 0, dee 2", "ana 2, ben 11", -130, id="l.9, l.13: three is the amount of their bid"
        ),
        pytest.param("ana 3, ben 2, cy 0, dee 2", "ana 3, ben 10", 130, id="l.9: three is enough"),
    ],
)
def test_the_figures_of_nello(said: str, won: str, expected: int) -> None:
    # nello, l.5 to l.13
    side = scored(NELLO, said, won)["ana+cy"]
    assert side["points"] == expected
    assert side["after"] == {"score": expected, "bags": 0, "sets": int(expected < 0), "revokes": 0}


def test_anybody_may_bid_nello() -> None:
    # nello, l.9: "More than one player (opponents or teammates in partners) may bid nello on a deal"
    answer = check(NELLO, "ana 0, ben 0, cy 0, dee 0")
    assert answer["findings"] == []
    assert [side["contract"] for side in answer["sides"]] == [0, 0]


def test_a_bid_before_the_nello_is_raised_and_one_after_it_may_not_be_made() -> None:
    # nello, l.9: "a normal bid (minimum of 3)"; "If the nello bidder's partner had already bid less than 3"
    answer = check(NELLO, "ana 1, ben 4, cy 0")
    assert [(each["code"], each["severity"]) for each in answer["findings"]] == [("bid_raised", "note")]
    assert [each["counts_as"] for each in answer["sides"][0]["bids"]] == [3, 0]
    answer = check(NELLO, "ana 0, ben 4")
    assert may_bid(answer) == list(range(3, 14))
    assert may_bid(answer, "nil") == [0]
    answer = check(NELLO, "ana 0, ben 4, cy 2")
    assert places(answer["findings"]) == [("nil_partner_bid_too_low", "#/bids/2")]
    # A bid of the other side is nobody's partner's.
    assert check(NELLO, "ana 0, ben 1")["findings"] == []


def test_a_game_of_nello_is_to_500_or_short() -> None:
    # nello, l.17: "Five hundred points is common, but 200 points is suitable for a short game"
    kept = sheet("ana 3, ben 3, cy 3, dee 3", "ana 3, ben 4, cy 3, dee 3")
    for ruleset, target in ((NELLO, 500), (option(NELLO, "short-game"), 200)):
        assert game(ruleset, [kept], before={"ana+cy": {"score": target - 60}})["winners"] == ["ana+cy"]
        assert game(ruleset, [kept], before={"ana+cy": {"score": target - 61}})["winners"] == []


# The rules of Solitaire Bliss.

BLISS = "solitaire-bliss"


def test_thirteen_turns_of_four() -> None:
    # Solitaire Bliss, l.6, l.14 and l.16
    answer = resolved(BLISS, 4)
    assert (len(answer["deck"]), answer["hand_size"]) == (52, 13)


def test_the_first_bidder_is_random_then_goes_round() -> None:
    # Solitaire Bliss, l.20: "In the next rounds, the turn to bid first rotates clockwise"
    assert "next_bidder" not in check(BLISS)
    assert check(BLISS, "cy 3")["next_bidder"] == "dee"
    rounds = []
    for first in range(2, 5):
        said = ", ".join(f"{PLAYERS[(first + step) % 4]} 3" for step in range(4))
        rounds.append(sheet(said, "ana 3, ben 4, cy 3, dee 3"))
        coming = game(BLISS, rounds)["next"]
        assert coming == {"round_number": len(rounds) + 1, "first_bidder": PLAYERS[(first + 1) % 4]}


def test_who_bids_first_begins() -> None:
    # Solitaire Bliss, l.27: "The first player to bid begins the round"
    said = "cy 3, dee 3, ana 3, ben 3"
    assert audited(record(BLISS, "cy KH", bid=said))["findings"] == []
    assert places(audited(record(BLISS, "ana KH", bid=said))["findings"]) == [("wrong_leader", "#/tricks/0/plays/0")]


@pytest.mark.parametrize(
    ("said", "won", "expected", "bags"),
    [
        pytest.param("ana 3, ben 2, cy 2, dee 2", "ana+cy 5, ben+dee 8", 50, 0, id="l.34: ten times their bid"),
        pytest.param("ana 3, ben 2, cy 2, dee 2", "ana+cy 8, ben+dee 5", 53, 3, id="l.35: bags are worth one each"),
        pytest.param("ana 3, ben 2, cy 2, dee 2", "ana+cy 4, ben+dee 9", -50, 0, id="l.36: loses ten times their bid"),
        pytest.param(
            "ana 0, ben 2, cy 4, dee 2", "cy 4, ben 9", 140, 0, id="l.37: in addition to the partner's points"
        ),
        pytest.param(
            "ana 0, ben 2, cy 4, dee 2", "cy 3, ben 10", 60, 0, id="l.24: the team still needs the partner's bid"
        ),
        pytest.param("ana 0, ben 2, cy 4, dee 2", "ana 1, cy 4, ben 8", -59, 1, id="l.38: won over the bid, a bag"),
        pytest.param("ana 0, ben 2, cy 4, dee 2", "ana 1, cy 3, ben 9", -60, 0, id="l.38: they count towards the bid"),
        pytest.param("ana 0, ben 2, cy 4, dee 2", "ana 1, cy 2, ben 10", -140, 0, id="l.36, l.38: and are not enough"),
        pytest.param("ana 0, ben 2, cy 4, dee 2", "ana 4, cy 2, ben 7", -58, 2, id="l.38: counted, then bags as usual"),
        pytest.param("ana 0, ben 2, cy 0, dee 2", "ana 3, cy 2, ben 8", -195, 5, id="l.37, l.38: both nil"),
        pytest.param("ana 0, ben 2, cy 0, dee 2", "ana 3, ben 10", 3, 3, id="l.37: each nil for itself"),
    ],
)
def test_the_figures_of_solitaire_bliss(said: str, won: str, expected: int, bags: int) -> None:
    # Solitaire Bliss, l.24 and l.34 to l.38
    side = scored(BLISS, said, won)["ana+cy"]
    assert (side["points"], side["bags"]) == (expected, bags)


@pytest.mark.parametrize(
    ("bags", "score", "left"),
    [
        pytest.param(6, 144, 9, id="not ten"),
        pytest.param(7, 44, 0, id="ten"),
        pytest.param(9, 44, 2, id="beyond ten they are carried over"),
    ],
)
def test_ten_bags_and_those_beyond(bags: int, score: int, left: int) -> None:
    # Solitaire Bliss, l.35: "any bags beyond ten are carried over to the next cycle of ten bags"
    before = {"ana+cy": {"score": 91, "bags": bags}}
    side = scored(BLISS, "ana 3, ben 2, cy 2, dee 2", "ana+cy 8, ben+dee 5", before=before)["ana+cy"]
    assert (side["after"]["score"], side["after"]["bags"]) == (score, left)


def test_a_boston_has_a_name_and_no_points() -> None:
    # Solitaire Bliss, l.39: "a team wins all 13 tricks of a round is called a 'Boston'"
    sides = scored(BLISS, "ana 3, ben 2, cy 2, dee 2", "ana 6, cy 7")
    assert (sides["ana+cy"]["boston"], sides["ana+cy"]["points"]) == (True, 58)
    assert (sides["ben+dee"]["boston"], sides["ben+dee"]["points"]) == (False, -40)
    sides = scored(BLISS, "ana 6, ben 2, cy 7, dee 2", "ana 6, cy 7")
    assert (sides["ana+cy"]["boston"], sides["ana+cy"]["points"]) == (True, 130)
    sides = scored(BLISS, "ana 3, ben 2, cy 2, dee 2", "ana 5, cy 7, ben 1")
    assert sides["ana+cy"]["boston"] is False


@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        pytest.param((500, 130), [], id="500 does not exceed 500"),
        pytest.param((501, 130), ["ana+cy"], id="501 does"),
        pytest.param((501, 502), ["ben+dee"], id="the highest that exceeds it"),
        pytest.param((500, 501), ["ben+dee"], id="one exceeds it"),
    ],
)
def test_the_highest_score_that_exceeds_500(scores: tuple[int, int], winners: list[str]) -> None:
    # Solitaire Bliss, l.40: "The team with the highest score that exceeds 500 points wins the entire game"
    kept = sheet("ana 3, ben 3, cy 3, dee 4", "ana 3, ben 3, cy 3, dee 4")
    before = {"ana+cy": {"score": scores[0] - 60}, "ben+dee": {"score": scores[1] - 70}}
    answer = game(BLISS, [kept], before=before)
    assert [each["score"] for each in answer["standing"].values()] == list(scores)
    assert answer["winners"] == winners


# A whole round of each, at random, as the text says it is played.


@pytest.mark.parametrize("ruleset", [TUTORIAL, "classic-partnership", NELLO, BLISS])
def test_a_round_of_four_played_as_the_text_says(ruleset: str) -> None:
    # tutorials, l.7 to l.17; classic, l.50 to l.57; nello, l.15; Solitaire Bliss, l.16 to l.31
    for seed in range(6):
        body = chance_round(seed, option(ruleset), 4, 13, discard_only=ruleset == TUTORIAL).body
        body["bids"] = bids("ana 2, ben 3, cy 2, dee 3")
        answer = audited(body)
        assert (answer["verdict"], answer["complete"]) == ("clean", True)
        assert sum(answer["tricks_won"].values()) == 13
        won = ", ".join(f"{name} {tricks}" for name, tricks in answer["tricks_won"].items())
        sides = scored(ruleset, "ana 2, ben 3, cy 2, dee 3", won)
        assert answer["as_played"] == list(sides.values())
