"""The Four Player Spades and the Two Player Spades tutorial (one text), cited by its lines."""

from __future__ import annotations

import random

import pytest

from tests.spades.builders.asking import ask, ruling
from tests.spades.builders.cards import PLAYERS, STANDARD, Json, names_at
from tests.spades.builders.changes import without
from tests.spades.builders.games import deal, game
from tests.spades.builders.questions import check, may_bid, option, points, resolved, scored
from tests.spades.builders.random_rounds import chance_round
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulings import codes, places

HIGH_TO_LOW = "AKQJT98765432"


# The Four Player Spades tutorial.

TUTORIAL = "four-player"


def test_four_players_and_a_pack_of_52() -> None:
    # Four Player Spades tutorial, l.5 and l.7: 52 cards, four players, thirteen cards each
    answer = resolved(TUTORIAL, 4)
    assert (len(answer["deck"]), answer["hand_size"]) == (52, 13)
    assert ask("resolveRuleset", {"ruleset": TUTORIAL, "player_count": 3}, status=422)


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        pytest.param("2S 6S 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", [], id="a discard breaks them"),
        pytest.param("2S 9H 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", ["revoke"], id="and so does a revoke"),
    ],
)
def test_spades_are_broken_by_a_spade_on_another_suit(hand: str, found: list[str]) -> None:
    # Four Player Spades tutorial, l.17: "when a player cannot follow the lead suit and plays a spade onto a trick";
    # rulings, slips: who leads after a revoke with a spade could not know that it was one
    body = record(TUTORIAL, "ana KH 5H 2S 3H", bid="ana 2, ben 2, cy 2, dee 2", hands=hands(cy=hand))
    answer = ruling(body)
    assert answer["tricks"][0]["spades_broken"] is True
    assert codes(answer["findings"]) == found


@pytest.mark.parametrize(
    ("ruleset", "breaks"),
    [("four-player", False), ("classic-partnership", True), ("nello", True), ("solitaire-bliss", True)],
)
def test_whether_a_spade_that_had_to_be_led_breaks_spades(ruleset: str, breaks: bool) -> None:
    # Four Player Spades tutorial, l.17: only who cannot follow breaks them; classic, l.57 and nello, l.15: "unless
    # played previously"; Solitaire Bliss, l.29: "After the first spade card is played"
    only_spades = {"ana": [f"{rank}S" for rank in HIGH_TO_LOW]}
    body = record(ruleset, "ana AS 2C 3C 4C", bid="ana 3, ben 3, cy 3, dee 3", hands=only_spades)
    answer = ruling(body)
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
    five_over = deal("ana 2, ben 2, cy 2, dee 3", "ana+cy 9, ben+dee 4")
    answer = game(TUTORIAL, *[five_over] * 4)
    after = [each["teams"][0]["after"] for each in answer["rounds"]]
    assert [(each["score"], each["bags"]) for each in after] == [(45, 5), (-10, 0), (35, 5), (-20, 0)]


NIL_FIGURES = [
    pytest.param("ana 0, ben 3, cy 4, dee 3", "ana 0, cy 4, ben 9", 140, 0, id="l.24: 100 + 4 x 10"),
    pytest.param("ana 0, ben 3, cy 4, dee 3", "ana 0, cy 3, ben 10", 60, 0, id="l.25: 100 - 4 x 10"),
    pytest.param("ana 0, ben 3, cy 4, dee 3", "ana 1, cy 4, ben 8", -59, 1, id="l.26: -100 + 1 + 4 x 10"),
    pytest.param("ana 0, ben 3, cy 4, dee 3", "ana 0, cy 6, ben 7", 142, 2, id="l.19, l.24: two over"),
    pytest.param("ana 0, ben 3, cy 4, dee 3", "ana 1, cy 3, ben 9", -140, 0, id="l.23: separate from the other's bid"),
    pytest.param("ana 0, ben 3, cy 4, dee 3", "ana 2, cy 3, ben 8", -140, 0, id="l.21: no sandbag in a set contract"),
    pytest.param("ana 0, ben 3, cy 0, dee 3", "ben 13", 200, 0, id="l.23: two nils, each for itself"),
    pytest.param("ana 0, ben 3, cy 0, dee 3", "cy 2, ben 11", 2, 2, id="l.23: one of two nils fails"),
    pytest.param("ana blind 0, ben 3, cy 4, dee 3", "cy 4, ben 9", 240, 0, id="l.28: a blind nil is worth 200"),
    pytest.param("ana blind 0, ben 3, cy 4, dee 3", "ana 1, cy 4, ben 8", -159, 1, id="l.28: the effect is the same"),
]
"""Bids, tricks won, and the points and bags of ana and cy; the ids cite the lines."""


@pytest.mark.parametrize(("said", "won", "expected", "bags"), NIL_FIGURES)
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
    count = len(names_at(ruleset))
    said = ", ".join(f"{name} 3" for name in PLAYERS[:count])
    kept = deal(said, "ana 3, ben 4, cy 3, dee 3" if count == 4 else "ana 3, ben 10")
    first = "ana+cy" if count == 4 else "ana"
    made = 60 if count == 4 else 30
    answer = game(ruleset, kept, before={first: {"score": 500 - made}})
    assert answer["winners"] == [first]
    assert game(ruleset, kept, before={first: {"score": 499 - made}})["finished"] is False


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
        answer = ruling(each)
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
    answer = ruling({**body, "tricks": body["tricks"][:1]})
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
    found = ruling(drawing(("ana", "7H 2C", kept)))["findings"]
    assert places(found) == ([] if regular else [("illegal_draw", "#/draws/0")])
    if not regular:
        assert found[0]["player"] == "ana"
        assert found[0]["rule"]["parameter"] == "deck.formation"


def test_the_players_draw_in_turn() -> None:
    # Two Player Spades tutorial, l.33: two cards a turn; who did not shuffle draws first (a reading of l.39)
    in_turn = drawing(("ana", "7H 2C", "7H"), ("ben", "8H 3C", "3C"), ("ana", "9H 4C", "4C"))
    assert ruling(in_turn)["findings"] == []
    twice = drawing(("ana", "7H 2C", "7H"), ("ana", "8H 3C", "3C"))
    assert places(ruling(twice)["findings"]) == [("illegal_draw", "#/draws/1")]
    wrong = drawing(("ben", "7H 2C", "7H"), ("ana", "8H 3C", "3C"))
    assert places(ruling(wrong)["findings"]) == [("illegal_draw", "#/draws/0")]


def test_a_card_is_drawn_once() -> None:
    # Two Player Spades tutorial, l.31: a pack of 52
    twice = drawing(("ana", "7H 2C", "7H"), ("ben", "8H 2C", "8H"))
    assert places(ruling(twice)["findings"]) == [("duplicate_card", "#/draws/1/cards/1")]


def test_the_player_who_did_not_shuffle_bids_first() -> None:
    # Two Player Spades tutorial, l.39: ben shuffled
    assert check(TWO)["next_bidder"] == "ana"
    assert places(check(TWO, "ben 3")["findings"]) == [("bid_out_of_turn", "#/bids/0")]


TWO_PLAYER_FIGURES = [
    pytest.param("ana 5, ben 4", "ana 6, ben 7", 51, 1, id="l.45: 5 x 10 + 1"),
    pytest.param("ana 5, ben 4", "ana 4, ben 9", -50, 0, id="l.45: ten times the amount bid"),
    pytest.param("ana 5, ben 4", "ana 9, ben 4", 54, 4, id="l.46: sandbags"),
    pytest.param("ana 0, ben 4", "ben 13", 100, 0, id="l.48: nil"),
    pytest.param("ana 0, ben 4", "ana 2, ben 11", -98, 2, id="l.46, l.48: every trick over a bid is a sandbag"),
]
"""Bids, tricks won, and the points and bags of ana; the ids cite the lines."""


@pytest.mark.parametrize(("said", "won", "expected", "bags"), TWO_PLAYER_FIGURES)
def test_two_players_score_each_for_oneself(said: str, won: str, expected: int, bags: int) -> None:
    # Two Player Spades tutorial, l.45 to l.48
    side = scored(TWO, said, won)["ana"]
    assert (side["points"], side["bags"]) == (expected, bags)


def test_ten_sandbags_of_two_players() -> None:
    # Two Player Spades tutorial, l.46: "Every time a player gets to 10 sandbags"
    answer = game(TWO, deal("ana 3, ben 5", "ana 8, ben 5"), deal("ben 5, ana 3", "ana 8, ben 5"))
    assert answer["standing"]["ana"] == {"score": -30, "bags": 0, "sets": 0, "revokes": 0}


def test_two_players_do_not_bid_blind() -> None:
    # Two Player Spades tutorial, l.47 f.: blind nil is described for four only
    answer = check(TWO, before={"ben": {"score": 400}})
    assert may_bid(answer, "nil") == [0]
    assert may_bid(answer, "blind_nil") == may_bid(answer, "blind") == []
