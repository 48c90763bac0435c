"""Shorthand as people write it: the same facts in many spellings, and what is noted about them."""

from __future__ import annotations

import pytest

from service.notations.model import UnreadableText
from service.notations.registry import read, write
from tests.notations.records import Record, is_same
from tests.spades.builders.legal_rounds import LEGAL_BIDS, LEGAL_LOG

HEAD = "N E S W\n"
PLAIN = f"{HEAD}N 2 E 5 S nil W 1\nN QD 2D 5D 3D\nE TH KH 4H 9H\n"


def record(text: str) -> Record:
    (found,) = read(text, "shorthand")[1].records
    return found


def notes(text: str) -> list[tuple[int, int, str]]:
    return [note[:3] for note in read(text, "shorthand")[1].notes]


@pytest.mark.parametrize(
    "text",
    [
        "n e s w\n".upper() + "n 2 e 5 s NIL w 1\nn qd 2d 5d 3d\ne 10h kh 4h 9h",
        "N,E,S,W\nN 2, E 5, S 0, W 1\nN: QD, 2D, 5D, 3D\n".replace("N: ", "N ") + "E 10♥ K♥ 4♥ 9♥",
        "players: N E S W; bids: N: 2 E: 5 S: 0 W: 1\r\n\r\n  N\tDQ D2 D5 D3\r\nE H10 HK H4 H9",
        "# first\nN E S W # clockwise\n\n\nN 2 E 5 S nil W 1 # in no order\nN QD2D5D3D\nE\u00a0TH\u2003KH 4H 9H",
        '“N” „E“ «S» "W"\nN=2 E=5 S=nil W=1\n1. N QD 2D 5D 3D\n2) E TH KH 4H 9H',
        "PLAYERS N E S W; BIDS N 2 E 5 S Nil W 1; TRICK N ♦Q ♦2 ♦5 ♦3; Trick E ♥️10 ♥️K 4♥︎ 9h",
    ],
)
def test_spellings_of_one_record(text: str) -> None:
    assert is_same(record(text), record(PLAIN))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("N 2 -> E 5", "N 2 > E 5"),
        ("N 2 → E 5", "N 2 > E 5"),
        ("E 2 N 5 S B6 W BN", "E 2 N 5 S blind 6 W blind nil"),
        ("N QD E 2D S 5D W 3D", "N N:QD E:2D S:5D W:3D"),
        ("N: QD 2D", "N:QD 2D"),
        ("hand N S:AK H:- C:10", "hand N AS KS TC"),
        ("hand N SAK C10", "hand N AS KS TC"),
        ("hand N AK...10", "hand N AS KS TC"),
        ("hand N: ak...t", "hand N AS KS TC"),
        ("hand N: ♠AK ♣10", "hand N AS KS TC"),
        ("before N+S: 120 bags 3", "before N+S 120 bags 3"),
        ("before N+S \N{MINUS SIGN}40", "before N+S -40"),
        ("won N=3, S=4; QD", "QD; won N 3 S 4"),
        ("call E against N trick 3 at 4.2", "call E > N 3 @4.2"),
        ("N bnil", "N bn"),
        ("N (KD 3D@1.1)QD", "N (KD)(3D@1.1)QD"),
        ("1: N QD 2D 5D 3D", "N QD 2D 5D 3D"),
        ("aside none", "aside"),
        ("before N+S score 120", "before N+S 120"),
        ("call E N 3", "call E > N 3"),
        ("pass N to S KH", "pass N > S KH"),
        ("label table: 3", 'label "table" "3"'),
        ("teams none", "team none"),
        ("team Reds = N, S", "team Reds N S"),
        ("S+N 5 E+W 6", "N+S 5 E+W 6"),
        ("W claims the rest", "claim W rest accepted"),
        ("claims: W: all", "claim W rest accepted"),
        ("QD; w claims 3 tricks", "QD; claim W 3 accepted"),
        ("claim W 3 AS KS at 1.0 refused", "claim W 3 @1.0 AS KS refused"),
        ("claim W 3 \u2660AK 2\u2665 Refused", "claim W 3 AS KS 2H refused"),
        ("claim W 3 ASKS2H refused", "claim W 3 AS KS 2H refused"),
    ],
)
def test_spellings_of_one_line(one: str, other: str) -> None:
    assert is_same(record(HEAD + one), record(HEAD + other))


def test_names_in_another_form_are_noted_once() -> None:
    text = "Ana Ben Cy Dee\nana 3 > BEN 4\nana QD 2D 5D 3D\nana KD 4D 6D 8D\n"
    assert notes(text) == [(2, 1, "name_form"), (2, 9, "name_form")]
    assert [each["player"] for each in record(text)["bids"]] == ["Ana", "Ben"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("N 2\nE b5\nS bn\nW 1", "N 2 E b5 S bn W 1"),
        ("N 2; E 5; S nil; W 1", "N 2 E 5 S nil W 1"),
        ("N 2 >\nE 5 >\nS nil > W 1", "N 2 > E 5 > S nil > W 1"),
        ("bids N 2 E 5\nbids S nil W 1", "N 2 E 5 S nil W 1"),
    ],
)
def test_bids_in_several_statements_are_one_list(one: str, other: str) -> None:
    assert is_same(record(HEAD + one), record(HEAD + other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Players: Rita, Omar, Kim, Tom   dealer Tom", "Rita Omar Kim Tom; dealer Tom"),
        ("N E S W dealer W round 5", "N E S W; dealer W; round 5"),
        ("N, E, S, W, round: 5, dealer: w", "N E S W; round 5; dealer W"),
    ],
)
def test_a_head_in_the_line_of_the_players_is_read_and_noted(one: str, other: str) -> None:
    assert is_same(record(one), record(other))
    assert "head_in_the_line" in {code for _, _, code in notes(one)}


def test_a_dealer_that_is_the_value_of_a_parameter_is_no_head() -> None:
    found = record(f"nello bidding.first_bidder=dealer play.opening_leader = dealer; {PLAIN}")
    assert found["ruleset"]["overrides"] == {
        "bidding": {"first_bidder": "dealer"},
        "play": {"opening_leader": "dealer"},
    }
    assert "dealer" not in found


def test_names_with_marks_of_sides_are_put_in_quotation_marks() -> None:
    players = ["Ana/B", "c+d"]
    assert record('"Ana/B" "c+d"')["players"] == players
    assert record("Ana/B Ben Cy Dee")["players"][0] == "Ana/B"
    assert record('N E S W "pagat"')["players"][4] == "pagat"


def test_bids_without_order_are_noted() -> None:
    assert notes(PLAIN) == [(2, 1, "order_not_recorded")]
    assert notes(f"{HEAD}N 2 > E 5\n") == []


def test_a_claim_of_which_no_more_is_said_is_read_as_accepted_and_noted() -> None:
    assert record(f"{HEAD}QD\nclaim W 3 AS")["claim"] == {
        "by": "W",
        "tricks": 3,
        "statement": ["AS"],
        "accepted": True,
    }
    assert notes(f"{HEAD}QD\nclaim W 3 AS\n") == [(3, 13, "claim_read")]
    assert notes(f"{HEAD}QD\nclaim W 3 AS accepted\n---\nQD\nclaim W 0 refused") == [(5, 1, "as_before")]


@pytest.mark.parametrize(
    ("tricks", "at"),
    [
        ("N QD 2D 5D 3D", "1.4"),
        ("N QD 2D 5D 3D", "2.0"),
        ("N QD (3D)2D", "1.2"),
        ("N QD (3D)2D", "1.3"),
    ],
)
def test_the_moment_of_a_claim_is_that_at_which_the_tricks_end(tricks: str, at: str) -> None:
    """Whole tricks end in two ways, and what was taken back may be counted."""
    trick, plays = at.split(".")
    claim = record(f"{HEAD}{tricks}\nclaim W 1 @{at} accepted")["claim"]
    assert claim["at"] == {"trick": int(trick), "plays": int(plays)}


def test_a_trick_without_a_card_of_the_claimer_is_among_those_left() -> None:
    """E has two of its four cards, and W none."""
    assert record(f"{HEAD}N:QD E:2D S:5D E:3D\nclaim W 13 accepted")["claim"]["tricks"] == 13


def test_each_round_has_its_own_claim() -> None:
    text = f"game; {HEAD}---\nQD\nclaim W rest accepted\n---\nclaim N 0 refused\n---\nQD\n"
    assert [each.get("claim", {}).get("by") for each in record(text)["rounds"]] == ["W", "N", None]


def test_what_is_taken_from_the_round_before_is_noted_once() -> None:
    text = f"pagat; {HEAD}QD\n---\nQD\n---\nQD\n===\nN E S W\nQD\n"
    assert notes(text) == [(4, 1, "as_before")]
    names = [each.get("ruleset") for each in read(text, "shorthand")[1].records]
    assert names == ["pagat", "pagat", "pagat", None]


def test_a_round_may_have_a_table_of_its_own() -> None:
    text = f"pagat; {HEAD}team Reds N S\nQD\n---\nwhiz; Ana Ben Cy Dee\nana 2\n---\nteam Blues Ana Cy\nBlues 5\n---\nQD"
    found = read(text, "shorthand")[1].records
    assert [each["ruleset"] for each in found] == ["pagat", "whiz", "whiz", "whiz"]
    assert [each["players"][0] for each in found] == ["N", "Ana", "Ana", "Ana"]
    assert [[team["name"] for team in each.get("teams", ())] for each in found] == [["Reds"], [], ["Blues"], ["Blues"]]


@pytest.mark.parametrize("separator", ["---", "-----", "——————", "---  # the second round"])
def test_lines_that_separate_rounds(separator: str) -> None:
    assert len(read(f"{HEAD}QD\n{separator}\nQD\n", "shorthand")[1].records) == 2
    assert len(read(f"{separator}\n{HEAD}QD\n{separator}\n{separator}\n", "shorthand")[1].records) == 1


def test_a_game_between_other_rounds() -> None:
    text = f"{HEAD}QD\n===\ngame; A B; dealer A\n---\nA 2 B 3; won A 2 B 11\n---\n===\n{HEAD}QH\n"
    one, game, other = read(text, "shorthand")[1].records
    assert (one["tricks"], other["tricks"]) == ([{"cards": ["QD"]}], [{"cards": ["QH"]}])
    assert game["first_dealer"] == "A"
    assert [each["tricks_won"] for each in game["rounds"]] == [{"A": 2, "B": 11}]


def shorthand_of(leaders: bool) -> str:
    """Return a whole round of thirteen tricks, its players called by one letter."""
    record_: Record = {
        "ruleset": "pagat",
        "players": ["A", "B", "C", "D"],
        "dealer": "D",
        "bids_by_player": {each.split()[0][0].upper(): int(each.split()[1]) for each in LEGAL_BIDS.split(", ")},
        "tricks": [
            {"cards": line.split()[1:], **({"leader": line[0].upper()} if leaders else {})} for line, _ in LEGAL_LOG
        ],
    }
    return write(record_, "shorthand").text


def test_a_whole_round_is_short() -> None:
    assert len(shorthand_of(leaders=False).encode()) <= 220
    # Without spaces, there is room for the leaders, too.
    glued = shorthand_of(leaders=True)
    for line, _ in LEGAL_LOG:
        cards = line.split()[1:]
        glued = glued.replace(" ".join(cards), "".join(cards))
    assert len(glued.encode()) <= 220
    assert is_same(record(glued), record(shorthand_of(leaders=True)))


PROSE = """# Whist and Spades at our club

We meet on Tuesdays and keep the sheets of every table in this folder.
The newest sheet is on top; the older ones are in the drawer.
Please bring a pencil.

Score your own table before you leave
Round the last trick off with a cup of tea
Call Vi if the door is locked
"""


def test_prose_with_lines_that_begin_with_words_of_shorthand_is_not_recognised() -> None:
    with pytest.raises(UnreadableText) as refused:
        read(PROSE)
    assert [fault.code for fault in refused.value.faults] == ["unknown_format"]
    assert read(HEAD + "\nScore N+S 40 E+W 50\nN QD 2D 5D 3D\n")[0].name == "shorthand"
