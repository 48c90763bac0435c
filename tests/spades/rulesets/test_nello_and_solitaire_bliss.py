"""The text with nello and the rules of Solitaire Bliss, cited by their lines."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ask, ruling
from tests.spades.builders.cards import PLAYERS
from tests.spades.builders.games import deal, game
from tests.spades.builders.questions import check, may_bid, option, resolved, scored
from tests.spades.builders.records import record
from tests.spades.builders.rulings import places

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


NELLO_FIGURES = [
    pytest.param("ana 4, ben 2, cy 3, dee 2", "ana+cy 7, ben+dee 6", 70, id="l.5: seven made exactly"),
    pytest.param("ana 3, ben 2, cy 2, dee 2", "ana+cy 8, ben+dee 5", 53, id="l.5: five, and three overtricks"),
    pytest.param("ana 3, ben 2, cy 2, dee 2", "ana 0, cy 5, ben+dee 8", 50, id="l.5: the team's total matters"),
    pytest.param("ana 4, ben 2, cy 2, dee 2", "ana+cy 5, ben+dee 8", -60, id="l.7: six set"),
    pytest.param("ana 4, ben 2, cy 2, dee 2", "ana+cy 0, ben+dee 13", -60, id="l.7: regardless of how many they take"),
    pytest.param("ana 0, ben 2, cy 4, dee 2", "cy 5, ben 8", 141, id="l.11: 100 for the nello and 41"),
    pytest.param("ana 0, ben 2, cy 4, dee 2", "cy 4, ben 9", 140, id="l.11: normal scoring for the partner"),
    pytest.param("ana 0, ben 2, cy 5, dee 2", "ana 1, cy 5, ben 7", -150, id="l.13: the nello bidder took one"),
    pytest.param("ana 0, ben 2, cy 5, dee 2", "cy 4, ben 9", -150, id="l.13: the partner took fewer than five"),
    pytest.param("ana 0, ben 2, cy 5, dee 2", "ana 2, cy 3, ben 8", -150, id="l.13: both"),
    pytest.param("ana 0, ben 2, cy 0, dee 2", "ben 13", 200, id="l.13: double nello made"),
    pytest.param("ana 0, ben 2, cy 0, dee 2", "cy 1, ben 12", -200, id="l.13: either player takes a trick"),
    pytest.param("ana 0, ben 2, cy 0, dee 2", "ana 3, cy 4, ben 6", -200, id="l.13: both take some"),
    pytest.param("ana 2, ben 2, cy 0, dee 2", "ana 3, ben 10", 130, id="l.9, l.11: two is raised to three and made"),
    pytest.param("ana 1, ben 2, cy 0, dee 2", "ana 3, ben 10", 130, id="l.9, l.11: one is raised to three and made"),
    pytest.param("ana 1, ben 2, cy 0, dee 2", "ana 2, ben 11", -130, id="l.9, l.13: three is the amount of their bid"),
    pytest.param("ana 3, ben 2, cy 0, dee 2", "ana 3, ben 10", 130, id="l.9: three is enough"),
]
"""Bids, tricks won and the points of ana and cy; the ids cite the lines."""


@pytest.mark.parametrize(("said", "won", "expected"), NELLO_FIGURES)
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
    kept = deal("ana 3, ben 3, cy 3, dee 3", "ana 3, ben 4, cy 3, dee 3")
    for ruleset, target in ((NELLO, 500), (option(NELLO, "short-game"), 200)):
        assert game(ruleset, kept, before={"ana+cy": {"score": target - 60}})["winners"] == ["ana+cy"]
        assert game(ruleset, kept, before={"ana+cy": {"score": target - 61}})["winners"] == []


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
        rounds.append(deal(said, "ana 3, ben 4, cy 3, dee 3"))
        coming = game(BLISS, *rounds)["next"]
        assert coming == {"round_number": len(rounds) + 1, "first_bidder": PLAYERS[(first + 1) % 4]}


def test_who_bids_first_begins() -> None:
    # Solitaire Bliss, l.27: "The first player to bid begins the round"
    said = "cy 3, dee 3, ana 3, ben 3"
    assert ruling(record(BLISS, "cy KH", bid=said))["findings"] == []
    # If another bid first than was to, or leads than was to, the record does not say which of the two it was.
    other = ruling(record(BLISS, "ana KH", bid=said))
    assert (other["findings"], places(other["undecided"])) == ([], [("wrong_leader", "#/tricks/0/plays/0")])


BLISS_FIGURES = [
    pytest.param("ana 3, ben 2, cy 2, dee 2", "ana+cy 5, ben+dee 8", 50, 0, id="l.34: ten times their bid"),
    pytest.param("ana 3, ben 2, cy 2, dee 2", "ana+cy 8, ben+dee 5", 53, 3, id="l.35: bags are worth one each"),
    pytest.param("ana 3, ben 2, cy 2, dee 2", "ana+cy 4, ben+dee 9", -50, 0, id="l.36: loses ten times their bid"),
    pytest.param("ana 0, ben 2, cy 4, dee 2", "cy 4, ben 9", 140, 0, id="l.37: in addition to the partner's points"),
    pytest.param("ana 0, ben 2, cy 4, dee 2", "cy 3, ben 10", 60, 0, id="l.24: the team still needs the partner's bid"),
    pytest.param("ana 0, ben 2, cy 4, dee 2", "ana 1, cy 4, ben 8", -59, 1, id="l.38: won over the bid, a bag"),
    pytest.param("ana 0, ben 2, cy 4, dee 2", "ana 1, cy 3, ben 9", -60, 0, id="l.38: they count towards the bid"),
    pytest.param("ana 0, ben 2, cy 4, dee 2", "ana 1, cy 2, ben 10", -140, 0, id="l.36, l.38: and are not enough"),
    pytest.param("ana 0, ben 2, cy 4, dee 2", "ana 4, cy 2, ben 7", -58, 2, id="l.38: counted, then bags as usual"),
    pytest.param("ana 0, ben 2, cy 0, dee 2", "ana 3, cy 2, ben 8", -195, 5, id="l.37, l.38: both nil"),
    pytest.param("ana 0, ben 2, cy 0, dee 2", "ana 3, ben 10", 3, 3, id="l.37: each nil for itself"),
]
"""Bids, tricks won, and the points and bags of ana and cy; the ids cite the lines."""


@pytest.mark.parametrize(("said", "won", "expected", "bags"), BLISS_FIGURES)
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
    kept = deal("ana 3, ben 3, cy 3, dee 4", "ana 3, ben 3, cy 3, dee 4")
    before = {"ana+cy": {"score": scores[0] - 60}, "ben+dee": {"score": scores[1] - 70}}
    answer = game(BLISS, kept, before=before)
    assert [each["score"] for each in answer["standing"].values()] == list(scores)
    assert answer["winners"] == winners


def test_a_bid_of_two_beside_a_nello_stays_open_in_scores_without_the_order_of_the_bids() -> None:
    """Bid before the nello it is raised to 3, behind it it is too low: which, only the order could say."""
    row = {"bids_by_player": {"N": 2, "S": 0, "E": 4, "W": 3}, "tricks_won": {"N": 2, "S": 0, "E": 5, "W": 6}}
    head = {"ruleset": "nello", "players": ["N", "E", "S", "W"]}
    score = ask("scoreRound", {**head, **row})
    (of_game,) = ask("scoreGame", {**head, "rounds": [row]})["rounds"]
    (audited,) = ask("auditGame", {**head, "rounds": [row]})["rounds"]
    assert of_game["undecided"] == audited["undecided"]
    for answer, pointer in ((score, "#/bids_by_player"), (of_game, "#/rounds/0/bids_by_player")):
        assert answer["findings"] == []
        told = [(each["code"], each["pointer"], each["decided_by"]) for each in answer["undecided"]]
        assert told == [("nil_partner_bid_too_low", f"{pointer}/N", pointer)]
    in_order = {"bids": [{"player": name, "tricks": row["bids_by_player"][name]} for name in "SWNE"]}
    answer = ask("scoreRound", {**head, "dealer": "E", "tricks_won": row["tricks_won"], **in_order})
    assert ("undecided" in answer, [each["code"] for each in answer["findings"]]) == (
        False,
        ["nil_partner_bid_too_low"],
    )
