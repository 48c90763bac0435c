"""One trick by itself: who won it and why, what was irregular, and what one trick cannot show."""

from __future__ import annotations

import random

import pytest

from tests.spades.builders.asking import ask
from tests.spades.builders.cards import FOUR, PLAYERS, STANDARD, Json, Promoted
from tests.spades.builders.records import hands, trick
from tests.spades.builders.rulesets import rules
from tests.spades.builders.rulings import codes, places, proof_of


def judged(line: str, ruleset: Json | str = "pagat", players: int = 4, **members: object) -> Json:
    """Return the judgement of a trick such as ``"ana KH 2H 3S 4H"``."""
    names = PLAYERS[:players]
    body = {"ruleset": ruleset, "players": list(names), "plays": trick(line, names)["plays"], **members}
    answer = ask("judgeTrick", body)
    for each in (*answer["findings"], *answer["undecided"]):
        place = int(each["pointer"].removeprefix("#/plays/"))
        assert body["plays"][place] == {"player": each["player"], "card": each["card"]}
    return answer


def won(answer: Json) -> tuple[str | None, str | None, str | None]:
    """Return the winner, the winning card and the reason: all three, or none."""
    told = (answer.get("winner"), answer.get("winning_card"), answer.get("reason"))
    assert all(told) or not any(told)
    assert answer["detail"]
    return told


NOBODY = (None, None, None)
TOP = ("BJ", "LJ", "2D", "2S")
PROMOTED: Json = {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": list(TOP)}


# Who won (rule of the game: the highest spade, else the highest card of the suit led).


@pytest.mark.parametrize(
    ("line", "winner", "card", "reason", "led"),
    [
        ("ana KH 2H AH 4H", "cy", "AH", "highest_of_suit_led", "H"),
        ("ana KH 2H QH 4H", "ana", "KH", "highest_of_suit_led", "H"),
        ("ana 2H AD AC KD", "ana", "2H", "highest_of_suit_led", "H"),
        ("dee 9D TD JD 8D", "ben", "JD", "highest_of_suit_led", "D"),
        ("ana AH 2S 3H 4H", "ben", "2S", "highest_spade", "H"),
        ("ana AH 2S TS 9S", "cy", "TS", "highest_spade", "H"),
        ("ana 2S 3S AH 4S", "dee", "4S", "highest_spade", "S"),
        ("ana 2S AH AC AD", "ana", "2S", "highest_spade", "S"),
    ],
)
def test_who_wins(line: str, winner: str, card: str, reason: str, led: str) -> None:
    answer = judged(line, spades_broken=True)
    assert won(answer) == (winner, card, reason)
    assert answer["led_suit"] == led


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        ("ana KH 2H 3H", "The trick is not finished."),
        ("ana BJ LJ BJ LJ", "Who won depends on which card is written wrong."),
    ],
)
def test_why_nobody_wins(line: str, detail: str) -> None:
    answer = judged(line, spades_broken=True)
    assert won(answer) == NOBODY
    assert answer["detail"] == detail


@pytest.mark.parametrize(
    ("line", "winner", "card", "led"),
    [
        pytest.param("ana AS LJ KS BJ", "dee", "BJ", "S", id="the big joker is the highest"),
        pytest.param("ana AS LJ 2D 2S", "ben", "LJ", "S", id="the little joker above the deuces"),
        pytest.param("ana AS 2S 2D 3S", "cy", "2D", "S", id="the first listed deuce above the second"),
        pytest.param("ana AH KH 2S 3S", "cy", "2S", "H", id="a deuce ruffs"),
        pytest.param("ana 2D AD KD 3D", "ana", "2D", "S", id="a promoted deuce leads spades"),
        pytest.param("ana LJ AD KD 3D", "ana", "LJ", "S", id="a joker leads spades"),
    ],
)
def test_promoted_cards_win_as_spades(line: str, winner: str, card: str, led: str) -> None:
    # parameter deck.top_trumps (A7)
    answer = judged(line, rules(deck=PROMOTED), spades_broken=True)
    assert won(answer) == (winner, card, "highest_spade")
    assert answer["led_suit"] == led


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_a_trick_has_a_card_of_every_player(players: int) -> None:
    # parameter table.players (A1)
    line = " ".join(["ana", *("9H", "TH", "JH", "2S", "KH", "AH")[:players]])
    expected = {2: ("ben", "TH"), 3: ("cy", "JH"), 5: ("dee", "2S"), 6: ("dee", "2S")}[players]
    assert won(judged(line, rules(players), players))[:2] == expected


def test_random_tricks_are_won_by_the_plainest_reading_of_the_rules() -> None:
    # rule of the game; parameters, deck.top_trumps (A7)
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
        answer = judged(f"{FOUR[leader]} {' '.join(cards)}", rules(deck=PROMOTED) if promoted else "pagat")
        assert won(answer)[:2] == (FOUR[(leader + best) % 4], cards[best])


# Following suit (parameters, play.follow_suit).

RUFFED = "ana KH 2H 3S 4H"


def test_a_hand_proves_a_revoke() -> None:
    # rulings, proof: the suit led is in the listed hand; the play stands and wins
    answer = judged(RUFFED, hands=hands(cy="3S 9H 4C 2D"), trick_number=7)
    assert won(answer) == ("cy", "3S", "highest_spade")
    assert answer["undecided"] == []
    (found,) = answer["findings"]
    assert (found["code"], found["severity"], found["pointer"]) == ("revoke", "offence", "#/plays/2")
    assert (found["trick"], found["player"], found["team"], found["card"]) == (7, "cy", "ana+cy", "3S")
    assert found["legal_cards"] == ["9H"]
    assert proof_of(found) == {"led_suit": "H", "held": ["9H"], "proved_by": "#/hands/cy"}
    assert found["rule"]["parameter"] == "play.follow_suit"


@pytest.mark.parametrize(
    ("listed", "found", "undecided"),
    [
        pytest.param("9H ?? ??", ["revoke"], [], id="a heart that could be read"),
        pytest.param("3S ?? 9C", [], ["revoke"], id="one that may be a heart"),
        pytest.param("?? ?? 9C", [], ["revoke"], id="the card itself and another"),
        pytest.param("?? 9D 9C", [], [], id="only the card itself"),
        pytest.param("4C 9D 9C", ["card_not_held"], [], id="none"),
    ],
)
def test_a_hand_that_could_be_read_in_part(listed: str, found: list[str], undecided: list[str]) -> None:
    # rulings, proof: a listed card proves, `??` is one unknown card of that player
    answer = judged(RUFFED, hands=hands(cy=listed), trick_number=11)
    assert (codes(answer["findings"]), codes(answer["undecided"])) == (found, undecided)


@pytest.mark.parametrize(
    ("line", "members", "winners"),
    [
        pytest.param(RUFFED, {"hands": hands(cy="3S 9H AH 4C")}, [("9H", "ana"), ("AH", "cy")], id="a revoke"),
        pytest.param(
            "ana KS 9D 3S 4S",
            {"hands": hands(ana="KS 9S 2D 3C"), "spades_broken": False},
            None,
            id="a spade led",
        ),
        pytest.param("ana KH 2H 3S", {"hands": hands(cy="3S 9H")}, None, id="a trick that is not finished"),
    ],
)
def test_who_wins_with_each_legal_card(line: str, members: Json, winners: list[tuple[str, str]] | None) -> None:
    # rulings, after the proof: who wins with each legal card, as in an audit; on another lead nobody can say
    (found,) = judged(line, **members)["findings"]
    told = found.get("alternatives")
    assert told == (None if winners is None else [{"card": card, "winner": winner} for card, winner in winners])


def test_a_hand_disproves_a_revoke() -> None:
    # rulings, proof: nothing is unknown of that hand, and it has none of the suit
    answer = judged(RUFFED, hands=hands(cy="3S 4C 2D"))
    assert answer["findings"] == answer["undecided"] == []


def test_without_the_hand_it_stays_undecided() -> None:
    # rulings, proof: undecided, and what would decide it
    for listed in ({}, hands(ana="KH AH", ben="2H", dee="4H")):
        answer = judged(RUFFED, hands=listed)
        assert won(answer) == ("cy", "3S", "highest_spade")
        assert answer["findings"] == []
        assert [(each["code"], each["pointer"], each["decided_by"]) for each in answer["undecided"]] == [
            ("revoke", "#/plays/2", "#/hands/cy")
        ]


def test_in_the_last_trick_nobody_holds_another_card() -> None:
    # rulings, proof: r = 0 at the end
    assert judged(RUFFED, trick_number=13)["undecided"] == []
    assert codes(judged(RUFFED, trick_number=12)["undecided"]) == ["revoke"]


@pytest.mark.parametrize(("number", "established"), [(1, True), (2, None), (13, True)])
def test_the_first_trick_is_the_whole_play_of_a_hand_of_one_card(number: int, established: bool | None) -> None:
    """Parameters, irregularities.wrong_count = offender_set (H14): if ana was dealt one card, trick 1 ends the play.

    In trick 2 the one card is not all that she was dealt: a trick may follow, and whether the revoke is established is
    open. After trick 13 none follows.
    """
    ruleset = rules(irregularities={"wrong_count": "offender_set", "revoke_established": "next_trick_led"})
    answer = judged("ana AH KH 2C 3H", ruleset, hands=hands(ana="AH", cy="2C QH"), trick_number=number)
    assert [(each["code"], each.get("established")) for each in answer["findings"]] == [("revoke", established)]


def test_a_discard_is_judged_like_a_ruff() -> None:
    # parameter play.follow_suit: any card that does not follow
    answer = judged("ana KH 2D 3C 4H", hands=hands(ben="2D AH", cy="3C AD"))
    assert places(answer["findings"]) == [("revoke", "#/plays/1")]
    assert answer["undecided"] == []


@pytest.mark.parametrize(
    ("line", "hand", "found"),
    [
        pytest.param("ana KS 9H 3S 4S", "9H BJ", [("revoke", "#/plays/1")], id="a joker had to follow"),
        pytest.param("ana KS BJ 3S 4S", "9H BJ", [], id="a joker follows"),
        pytest.param("ana KD 2D 3D 4D", "2D 5D", [("revoke", "#/plays/1")], id="a promoted deuce does not follow"),
        pytest.param("ana KD 9H 3D 4D", "2D 9H", [], id="a promoted deuce need not follow its old suit"),
    ],
)
def test_promoted_cards_follow_as_spades(line: str, hand: str, found: list[tuple[str, str]]) -> None:
    # parameter deck.top_trumps (A7): they are spades for following suit
    answer = judged(line, rules(deck=PROMOTED), hands=hands(ben=hand), spades_broken=True)
    assert places(answer["findings"]) == found


# Leads.

LED = "ana KS 2S 3S 4S"
SPADES_AND_MORE, SPADES_ONLY = hands(ana="KS 9S 2D"), hands(ana="KS 9S")


@pytest.mark.parametrize(
    ("members", "found", "open_questions"),
    [
        pytest.param({"spades_broken": False, "hands": SPADES_AND_MORE}, ["illegal_spade_lead"], [], id="not broken"),
        pytest.param({"spades_broken": True, "hands": SPADES_AND_MORE}, [], [], id="broken"),
        pytest.param({"spades_broken": True}, [], [], id="broken, whatever the hand"),
        pytest.param({"spades_broken": False, "hands": SPADES_ONLY}, [], [], id="nothing but spades"),
        pytest.param({"hands": SPADES_ONLY}, [], [], id="nothing but spades, whatever was broken"),
        pytest.param({"spades_broken": False}, [], ["#/hands/ana"], id="the hand would decide it"),
        pytest.param({"hands": SPADES_AND_MORE}, [], ["#/spades_broken"], id="whether spades were broken decides it"),
        pytest.param({"spades_broken": False, "trick_number": 13}, [], [], id="the last card is the only one"),
    ],
)
def test_a_spade_is_led(members: Json, found: list[str], open_questions: list[str]) -> None:
    # parameter play.spade_lead after_broken (E4); contract: without spades_broken it is not known
    answer = judged(LED, **members)
    assert won(answer) == ("ana", "KS", "highest_spade")
    assert codes(answer["findings"]) == found
    assert [each["decided_by"] for each in answer["undecided"]] == open_questions
    for each in (*answer["findings"], *answer["undecided"]):
        assert (each["code"], each["pointer"]) == ("illegal_spade_lead", "#/plays/0")
        assert each["rule"]["parameter"] == "play.spade_lead"


@pytest.mark.parametrize("rule", ["any_time", "after_first_trick"])
def test_a_spade_may_be_led_where_the_rules_say_so(rule: str) -> None:
    # parameter play.spade_lead (E4): without a number the trick is not the first
    answer = judged(LED, rules(play={"spade_lead": rule}), hands=SPADES_AND_MORE, spades_broken=False)
    assert answer["findings"] == answer["undecided"] == []


@pytest.mark.parametrize("line", ["ana BJ 5S 3S 4S", "ana 2D 5S 3S 4S"])
def test_a_promoted_card_is_led_like_a_spade(line: str) -> None:
    # parameter deck.top_trumps (A7): they are spades for leading
    answer = judged(line, rules(deck=PROMOTED), hands=hands(ana="BJ 2D 9H"), spades_broken=False)
    assert places(answer["findings"]) == [("illegal_spade_lead", "#/plays/0")]


@pytest.mark.parametrize(
    ("rule", "line", "hand", "found"),
    [
        pytest.param("non_spade", LED, "KS 2D", ["illegal_opening_card"], id="E2 non_spade"),
        pytest.param("non_spade", LED, "KS 9S", [], id="E2 non_spade yields to a hand of spades"),
        pytest.param("any", LED, "KS 2D", [], id="E2 any"),
        pytest.param("lowest_club", "ana 9C KC QC JC", "9C 2C", ["illegal_opening_card"], id="E2 lowest_club: higher"),
        pytest.param("lowest_club", "ana 9C KC QC JC", "9C TC", [], id="E2 lowest_club"),
    ],
)
@pytest.mark.parametrize("broken", [False, True])
def test_the_opening_card_alone_rules_the_first_lead(
    rule: str, line: str, hand: str, found: list[str], broken: bool
) -> None:
    # rulings, cascades: play.opening_card alone rules trick 1
    ruleset = rules(play={"opening_card": rule})
    answer = judged(line, ruleset, trick_number=1, hands=hands(ana=hand), spades_broken=broken)
    assert codes(answer["findings"]) == found
    assert answer["undecided"] == []


def test_whether_the_opening_card_was_forced_depends_on_the_hand() -> None:
    # rulings, proof: ana may hold all thirteen spades, and then nobody else could follow
    answer = judged("ana KS 2C 3C 4C", trick_number=1)
    assert answer["findings"] == []
    assert [(each["code"], each["decided_by"]) for each in answer["undecided"]] == [
        ("illegal_opening_card", "#/hands/ana"),
        ("revoke", "#/hands/ben"),
        ("revoke", "#/hands/cy"),
        ("revoke", "#/hands/dee"),
    ]


def test_in_the_first_trick_spades_of_others_prove_another_suit() -> None:
    # rulings, proof: with three spades elsewhere ana's thirteen cards can't all be spades
    answer = judged(LED, trick_number=1)
    assert answer["undecided"] == []
    assert places(answer["findings"]) == [("illegal_opening_card", "#/plays/0")]
    assert answer["findings"][0]["evidence"]["proved_by"] == "counting"


def test_the_rule_of_the_first_trick() -> None:
    # parameter play.first_trick no_spades (E3)
    ruleset = rules(play={"first_trick": "no_spades"})
    listed = hands(cy="3S 4C 2D")
    answer = judged(RUFFED, ruleset, trick_number=1, hands=listed)
    assert places(answer["findings"]) == [("illegal_first_trick_card", "#/plays/2")]
    assert judged(RUFFED, ruleset, hands=listed)["findings"] == []


# Who led, and the order of the plays.


def test_the_wrong_player_leads() -> None:
    # rulings, cascades: wrong_leader once; turn goes on from who really led, and the trick is won as it was played
    answer = judged("ana KH 2H 3H 4H", leader="ben")
    assert won(answer) == ("ana", "KH", "highest_of_suit_led")
    assert places(answer["findings"]) == [("wrong_leader", "#/plays/0")]
    assert proof_of(answer["findings"][0]) == {"expected": "ben"}
    assert answer["findings"][0]["rule"]["basis"] == "game"
    assert judged("ana KH 2H 3H 4H", leader="ana")["findings"] == []
    assert judged("ana KH 2H 3H 4H")["findings"] == []


def test_the_wrong_player_opens() -> None:
    # rulings, cascades; in the first trick it is play.opening_leader (E1)
    answer = judged("ana KH 2H 3H 4H", leader="ben", trick_number=1)
    assert answer["findings"][0]["rule"]["parameter"] == "play.opening_leader"


def test_a_player_jumps_ahead() -> None:
    # rulings, cascades: out_of_turn for the player who jumped, only; the trick is won by its cards
    answer = judged("ana KH cy AH ben 2H dee 4H")
    assert won(answer) == ("cy", "AH", "highest_of_suit_led")
    assert places(answer["findings"]) == [("out_of_turn", "#/plays/1")]


def test_a_trick_that_is_not_finished() -> None:
    # rulings, completeness: a short last trick is unfinished, not a missing_play
    answer = judged("ana KH 2H")
    assert won(answer) == NOBODY
    assert answer["led_suit"] == "H"
    assert answer["findings"] == answer["undecided"] == []


def test_a_trick_in_which_nobody_has_played() -> None:
    answer = judged("", leader="ana")
    assert won(answer) == NOBODY
    assert "led_suit" not in answer
    assert answer["findings"] == answer["undecided"] == []


def test_an_unfinished_trick_is_judged_as_far_as_it_goes() -> None:
    answer = judged("ana KH 2D", hands=hands(ben="2D 9H"))
    assert places(answer["findings"]) == [("revoke", "#/plays/1")]


def test_a_player_has_two_cards_in_the_trick() -> None:
    # rulings, cascades: a missing or extra play: no winner for that trick
    answer = judged("ana KH 2H 3H 4H 5H")
    assert won(answer) == NOBODY
    assert places(answer["findings"]) == [("extra_play", "#/plays/4")]


# Cards that can't be.


def test_a_card_is_played_twice() -> None:
    # rulings, suspects: a card that stands twice is suspect in both places, so that nobody is known to have won
    answer = judged("ana KH 2H AH AH")
    assert won(answer) == NOBODY
    assert answer["led_suit"] == "H"
    assert places(answer["findings"]) == [("card_replayed", "#/plays/3")]
    assert answer["findings"][0]["severity"] == "error"


def test_a_suspect_card_that_can_t_win_whatever_it_is() -> None:
    # rulings, figures: stated what all readings agree on; nothing beats the ace of spades
    answer = judged("ana AS KS 3S 3S", spades_broken=True)
    assert won(answer) == ("ana", "AS", "highest_spade")


def test_the_highest_card_stands_twice() -> None:
    # rulings, figures: stated only what all readings agree on; dee may have played the nine of clubs, or ben
    answer = judged("ana 2H AS 3H AS", hands=hands(ben="AS 2C", dee="9C 8C"))
    assert won(answer) == NOBODY
    assert ("card_replayed", "#/plays/3") in places(answer["findings"])


@pytest.mark.parametrize(
    ("line", "ruleset", "place", "parameter", "led"),
    [
        pytest.param("ana KH 2H BJ 4H", "pagat", 2, "deck.jokers", "H", id="a joker where there are none"),
        pytest.param(
            "ana KH 2H 3H 4H",
            rules(deck={"removed": {"4": ["2H", "2C", "2D", "2S"]}}),
            1,
            "deck.removed",
            "H",
            id="out",
        ),
        pytest.param("ana BJ 2S 3S 4S", "pagat", 0, "deck.jokers", None, id="as a lead"),
    ],
)
def test_a_card_that_is_not_in_the_pack(
    line: str, ruleset: Json | str, place: int, parameter: str, led: str | None
) -> None:
    # rulings, cascades: card_not_in_deck, an unknown card of that player, who may have won with it
    answer = judged(line, ruleset, spades_broken=True)
    assert (won(answer), answer.get("led_suit")) == (NOBODY, led)
    found = [each for each in answer["findings"] if each["code"] == "card_not_in_deck"]
    assert [(each["pointer"], each["rule"]["parameter"]) for each in found] == [(f"#/plays/{place}", parameter)]
    assert len(answer["findings"]) == 1


def test_a_card_that_its_player_does_not_hold() -> None:
    # rulings, suspects: the play and the list, so that it is some card of that player
    answer = judged("ana KH 2H AH 4H", hands=hands(cy="9H 4C 2D"))
    assert won(answer) == NOBODY
    assert places(answer["findings"]) == [("card_not_held", "#/plays/2")]
    assert answer["findings"][0]["evidence"] == {"proved_by": "#/hands/cy"}


def test_a_card_that_another_player_holds() -> None:
    # rulings, cascades: card_not_held, its true holder keeps it; the other's listed hand proves it
    answer = judged("ana KH 2H AH 4H", hands=hands(ben="2H AH 4C"))
    assert won(answer) == NOBODY
    assert places(answer["findings"]) == [("card_not_held", "#/plays/2")]
    assert answer["findings"][0]["evidence"] == {"proved_by": "#/hands/ben"}


def test_a_revoke_with_a_card_that_was_not_held_is_undecided() -> None:
    # rulings, cascades: a player's own cards conflict: to undecided, with conflicts_with
    answer = judged(RUFFED, hands=hands(cy="9H 4C 2D"))
    assert codes(answer["findings"]) == ["card_not_held"]
    assert [(each["code"], each["conflicts_with"]) for each in answer["undecided"]] == [("revoke", [0])]


# The request.


def test_a_trick_without_a_number_gets_none_in_the_answer() -> None:
    # Contract, Finding: members are absent when they have nothing to say
    answer = judged(RUFFED, hands=hands(cy="3S 9H"))
    assert codes(answer["findings"]) == ["revoke"]
    assert "trick" not in answer["findings"][0]


def test_every_name_is_looked_up() -> None:
    # design, statuses: 422 with the pointer of each name that is not at the table
    body = {
        "ruleset": "pagat",
        "players": list(FOUR),
        "plays": [{"player": "ana", "card": "KH"}, {"player": "zed", "card": "2H"}],
        "hands": {"yan": ["2C"]},
        "leader": "xu",
    }
    answer = ask("judgeTrick", body, status=422)
    assert answer["type"] == "/problems/unreadable-record"
    assert {(each["code"], each["pointer"]) for each in answer["errors"]} == {
        ("unknown_player", "#/plays/1/player"),
        ("unknown_player", "#/hands/yan"),
        ("unknown_player", "#/leader"),
    }


def test_the_number_of_players_is_that_of_the_ruleset() -> None:
    body = {"ruleset": "pagat", "players": list(PLAYERS[:3]), "plays": []}
    assert [each["pointer"] for each in ask("judgeTrick", body, status=422)["errors"]] == ["#/players"]
