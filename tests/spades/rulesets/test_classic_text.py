"""The classic text, for each for oneself and for partners, cited by its lines."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ask, ruling
from tests.spades.builders.cards import PLAYERS, STANDARD, Promoted
from tests.spades.builders.games import deal, game
from tests.spades.builders.questions import check, judged_trick, legal, may_bid, option, points, resolved, scored
from tests.spades.builders.random_rounds import chance_round
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulings import places

CLASSIC = ("classic-solo", "classic-partnership")


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
        answer = ruling(played.body)
        assert answer["findings"] == answer["undecided"] == []
        assert answer["complete"]
        assert sum(answer["tricks_won"].values()) == table["hand_size"]
        assert [side["tricks"] for side in answer["as_played"]] == list(answer["tricks_won"].values())


def test_the_first_dealer_has_the_high_card_and_the_deal_goes_clockwise() -> None:
    # classic, l.50; nello, l.1
    for ruleset in (*CLASSIC, "nello"):
        table = resolved(ruleset, 4)["parameters"]["table"]
        assert (table["first_dealer"], table["deal_rotation"]) == ("high_card", "clockwise")
    kept = deal("ana 3, ben 3, cy 3, dee 3", "ana 3, ben 4, cy 3, dee 3")
    answer = game("classic-solo", kept, first_dealer="dee")
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


CLASSIC_FIGURES = [
    pytest.param("ana 7, ben 2, cy 2, dee 2", "ana 7, ben 6", 70, id="l.62: seven made exactly"),
    pytest.param("ana 5, ben 2, cy 2, dee 2", "ana 8, ben 5", 53, id="l.62: five, and three overtricks"),
    pytest.param("ana 4, ben 2, cy 2, dee 2", "ana 3, ben 10", 0, id="l.64: a broken contract scores 0"),
]
"""Bids, tricks won and the points of ana; the ids cite the lines."""


@pytest.mark.parametrize(("said", "won", "expected"), CLASSIC_FIGURES)
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
    assert judged_trick(ruleset, "ana LJ BJ AS KS", spades_broken=True)["winner"] == "ben"
    assert judged_trick(ruleset, "ana AS LJ KS QS", spades_broken=True)["winner"] == "ben"
    assert judged_trick(ruleset, "ana AH KH LJ AS")["winner"] == "cy"
    assert legal(ruleset, "BJ 9H", "ana KS") == ["BJ"]
    assert legal(ruleset, "BJ 9H") == ["9H"]
    assert legal(ruleset, "BJ LJ AS") == ["BJ", "LJ", "AS"]


@pytest.mark.parametrize(
    ("score", "is_open"), [pytest.param(0, True, id="100 behind"), pytest.param(1, False, id="99 behind")]
)
@pytest.mark.parametrize("options", [("blind-bids",), ("blind-bids", "jokers")])
def test_a_player_100_behind_the_high_scorer_may_bid_blind(options: tuple[str, ...], score: int, is_open: bool) -> None:
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


BLIND_FIGURES = [
    pytest.param("ana blind 3, ben 2, cy 4, dee 2", "ana+cy 7, ben+dee 6", 100, id="60 for the blind bid, 40 for four"),
    pytest.param("ana blind 3, ben 2, cy 4, dee 2", "ana+cy 9, ben+dee 4", 100, id="no points for overtricks"),
    pytest.param("ana blind 3, ben 2, cy 4, dee 2", "ana+cy 6, ben+dee 7", 0, id="both or neither"),
    pytest.param("ana blind 3, ben 2, cy blind 4, dee 2", "ana+cy 7, ben+dee 6", 140, id="both partners blind"),
]
"""Bids, tricks won and the points of ana and cy, who are 100 behind, by l.70 and l.84."""


@pytest.mark.parametrize(("said", "won", "expected"), BLIND_FIGURES)
def test_a_partners_blind_bid_scores(said: str, won: str, expected: int) -> None:
    # classic, l.84 and l.70: the partners' bids are added, and what was bid blind counts twice
    ruleset = option("classic-partnership", "blind-bids")
    assert points(ruleset, said, won, before={"ben+dee": {"score": 100}}) == expected


def test_a_partner_bids_at_least_two_blind() -> None:
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
    kept = deal("ana 3, ben 3, cy 3, dee 3", "ana 3, ben 4, cy 3, dee 3")
    made = 60 if name == "classic-partnership" else 30
    for ruleset, target in ((name, 500), (option(name, "short-game"), 200)):
        assert game(ruleset, kept, before={team: {"score": target - made}})["winners"] == [team]
        assert game(ruleset, kept, before={team: {"score": target - made - 1}})["winners"] == []


def test_a_tie_is_played_off_by_all() -> None:
    # classic, l.66: "If there is a tie, then all players participate in one more round of play"
    before = {"ana": {"score": 470}, "ben": {"score": 480}, "cy": {"score": 470}}
    kept = deal("ana 4, ben 3, cy 4, dee 2", "ana 4, ben 3, cy 4, dee 2")
    answer = game("classic-solo", kept, before=before)
    assert [each["score"] for each in answer["standing"].values()] == [510, 510, 510, 20]
    assert answer["winners"] == []
    assert answer["next"]["round_number"] == 2
    decided = deal("ana 4, ben 3, cy 4, dee 2", "ana 4, ben 4, cy 4, dee 1")
    assert game("classic-solo", kept, decided, before=before)["finished"] is False
    decided = deal("ana 4, ben 3, cy 4, dee 2", "ana 4, ben 3, cy 5, dee 1")
    assert game("classic-solo", kept, decided, before=before)["winners"] == ["cy"]


def test_a_player_who_does_not_follow_suit_revokes() -> None:
    # classic, l.95: "not following suit when possible revokes renigs"
    body = record("classic-partnership", "ana KH 2S 3H 4H", bid="ana 2, ben 2, cy 2, dee 2")
    answer = ruling({**body, "hands": hands(ben="2S 9H 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC")})
    assert places(answer["findings"]) == [("revoke", "#/tricks/0/plays/1")]
    assert answer["findings"][0]["rule"]["basis"] == "written"
