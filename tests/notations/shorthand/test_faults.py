"""What cannot be read as shorthand: the place and the fix of each fault, and bounds on all of them."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from service.notations.model import Remark, UnreadableText
from service.notations.registry import read

HEAD = "N E S W; dealer W\n"


def faults(text: str) -> tuple[Remark, ...]:
    with pytest.raises(UnreadableText) as caught:
        read(text, "shorthand")
    return caught.value.faults


# The statement, the column of the fault, its code, and what it says.
FAULTS = [
    ("N QD KX 5D 3D", 6, "card", "'KX' is not a card: write rank then suit, KH"),
    ("N QD 1H 5D 3D", 6, "card", "rank then suit, KH or 10H"),
    ("M QD 2D 5D 3D", 1, "unknown_name", "'M' does not sit at this table. The players are 'N', 'E', 'S' and 'W'."),
    ("N QD 2D 5D; E 2C 3C 4C 5C", 1, "trick_size", "Trick 1 has 3 cards, and the table has 4 players; write ??"),
    ("N QD 2D 5D 3D 4D", 1, "trick_size", "Trick 1 has 5 cards, and the table has 4 players: begin a new line"),
    ("2. N QD 2D 5D 3D", 1, "trick_number", "This is trick 1 of the round, not 2"),
    ("QD W:2D", 1, "player_expected", "Who played the first card? Write the name before it, such as N:QD"),
    ("N=QD E=2D 5D W=3D", 1, "forms_of_a_trick", "Write a trick as N=QD E=2D throughout"),
    ("N=QD N=2D", 1, "repeated", "'N' has two cards"),
    ("N (QH", 6, "parenthesis", "A card that was taken back is written (QH)"),
    ("N (QH@3)KH", 7, "moment", "such as 4.2"),
    ("N QD 2D 5D 3D >", 16, "name_expected", "Behind > belongs the winner"),
    ("N QD 2D 5D 3D > N E", 19, "too_much", "'E' is too much here"),
    (
        "N 2 E 5 S",
        10,
        "bid",
        "A bid is a number of tricks, nil, bn for a blind nil or b6 for a blind six: the bid of 'S'",
    ),
    ("N 2 E 99", 7, "bid", "this is '99'"),
    ("N 2 > E 5 S 0", 1, "order", "Write > between all bids"),
    ("N 2 E 5 N 3", 9, "doubled_bid", "'N' bids twice"),
    ("N 2 E 5; S 3; N 3", 15, "doubled_bid", "'N' has bid already in this round."),
    ("N 2 > E 5; N 3 >", 12, "doubled_bid", "'N' has bid already in this round."),
    ("N 2 E 5 S 1 W 1; N 3", 18, "doubled_bid", "already in this round. If a new round begins, write --- before it"),
    ("N 2; N QD 2D 5D 3D; E 3", 21, "repeated", "The bids of this round came before its tricks"),
    ("N 2 E 5; S 3 > W 4", 10, "order", "Write > between all bids"),
    ("bids none; N 2", 12, "repeated", "Nobody bids in this round"),
    ("bids 3 4 1 4", 6, "name_expected", "Each bid has its player's name before it, such as N 3  E 4  S 1  W 4"),
    ("3 4 nil b4", 1, "name_expected", "such as N 3  E 4  S nil  W b4"),
    ("blind S; N b2 E 3", 10, "repeated", "Name the blind bidders once"),
    ("N b2 E 3; blind E", 17, "repeated", "Name the blind bidders once"),
    ("blind S; N 2 > S 4", 7, "blind_bidders", "say themselves which of them is blind: write S b4 there"),
    ("N 2 > S 0; blind S", 18, "blind_bidders", "write S bn there"),
    ("blind S; bids none", 7, "blind_bidders", "write S b4 there"),
    ("N () QD 2D 5D 3D", 4, "parenthesis", "Here is no card in ( )"),
    ("N QD 2D 5D joker", 12, "card", "'joker' is not a card: write BJ for the big joker and LJ for the little one"),
    ("N QD 2D 5D 3D W", 16, "card", "A card is missing here"),
    ("Jim QD 2D 5D 3D", 1, "unknown_name", "'Jim' does not sit at this table"),
    ("N QD 2D; x\x07 3", 10, "character", "a control character"),
    ('label "a\x00" b', 7, "character", "a control character"),
    ("dealer N", 8, "repeated", "Here is a second dealer for one round: write ---"),
    ("dealer", 7, "name_expected", "Write who dealt: dealer W"),
    ("round 0", 7, "number", "Write the number of a round here, from 1 to 1000, not '0'"),
    ("round", 6, "number", "the statement ends here"),
    ("hand N S:AX", 8, "card", "Behind S: belong the ranks of that suit, such as S:AK10"),
    ("hand N AS; hand N KS", 17, "repeated", "The hand of 'N' is given twice"),
    ("draw N KH 2C", 13, "kept", "draw N KH 2C kept KH"),
    ("pass N S KH", 6, "pass", "pass N > S KH 2C"),
    ("call E", 7, "name_expected", "call E > N 3"),
    ("call E > N 99", 12, "number", "the number of a trick here, from 1 to 54"),
    ("claim", 6, "name_expected", "A claim is written claim W rest or claim W 3"),
    ("claim W", 8, "number", "from 0 to 54, or rest for all that are left."),
    ("claim W 55", 9, "number", "from 0 to 54, or rest for all that are left, not '55'"),
    ("claim W -1", 9, "number", "not '-1'"),
    ("claim Jim rest", 7, "unknown_name", "The players are 'N', 'E', 'S' and 'W'."),
    ("N+S claims rest", 1, "unknown_name", "'N+S' does not sit at this table"),
    ("claim W 3 KX", 11, "card", "'KX' is not a card"),
    ("claim W 3 AS ??", 11, "card", "write those before the one that nobody can read"),
    ("claim W 3 @3", 12, "moment", "such as 4.2"),
    ("claim W 3 AS contested", 14, "too_much", "'contested' is too much here: a claim ends with accepted or refused."),
    ("claim W rest not accepted", 14, "too_much", "'not' is too much here: a claim ends with accepted or refused."),
    ("claim W rest perhaps", 14, "too_much", "a claim ends with accepted or refused"),
    ("W concedes", 3, "concession", "write claim W 0 if W concedes all that are left"),
    ("W concedes rest", 3, "concession", "all other tricks are conceded"),
    ("W concedes 3", 3, "concession", "or the number of tricks that W's side still takes"),
    ("concede W 3", 1, "concession", "write claim W 0"),
    ("claim W concedes 3", 9, "concession", "write claim W 0"),
    ("claim W 3 AS KS AS", 17, "stated_twice", "AS is stated twice, and a card is played once: leave it out here."),
    ("claim W 3 S:AKA", 11, "stated_twice", "AS is stated twice"),
    ("QD 2D; claim W 3 AS 2D", 21, "stated_not_held", "2D was played in trick 1: state the cards to be played"),
    ("claim W 14", 9, "too_many_tricks", "At most 13 tricks can be left to be claimed here: write rest"),
    ("QD 2D 5D 3D; claim W 13", 22, "too_many_tricks", "At most 12 tricks can be left"),
    ("claim W 3 @1.2", 12, "plays_missing", "write 1.0 or leave the moment out, or add the cards up to the claim."),
    ("QD 2D; claim W 3 @1.1", 19, "plays_after_claim", "cards come after this: write 1.2 or leave the moment out."),
    ("QD 2D 5D 3D; claim W 3 at 2.1", 27, "plays_missing", "write 2.0 or leave the moment out"),
    ("claim W rest accepted AS", 23, "too_much", "a claim ends with accepted or refused"),
    ("claim W rest; claim E 2", 15, "repeated", "Here is a second claim for one round"),
    ("QD; claim W rest; KD 2D 3D 4D", 5, "order", "A claim ends the play, and tricks come after it"),
    ("N 3 E 4; won N 3 E 4; claim N rest", 1, "row_of_a_sheet", "a row of a sheet, which has no claim"),
    ("won N 3", 1, "no_bids", "A row of a sheet needs its bids"),
    ("N 3 E 4; hand N AS; won N 3 E 4", 1, "row_of_a_sheet", "a row of a sheet, which has no hands"),
    ("N 3 E 4; won N 3; points N 5", 1, "row_of_a_sheet", "begin with game"),
    ("won N 3 N 4; QD", 9, "repeated", "'N' stands twice in this line"),
    ("score N x; QD", 9, "number", "a number for score here, from -1000000 to 1000000, not 'x'"),
    ("before N+E+Q 3", 8, "unknown_name", "'N+E+Q' does not sit at this table"),
    ("label table", 7, "label", "A label has a name and a text: label table 3"),
    ("label a 1; label a 2", 18, "repeated", "The label 'a' is given twice"),
    ("team Reds", 6, "team", "team Reds N S"),
    ("team KH N", 6, "quotation_mark", "'KH' would be read as a card: write the name as \"KH\", here and below"),
    ("game", 1, "game", "The word game comes first of all"),
    ("players A B C D", 9, "repeated", "who are named once and first: write ---"),
    ('N "QD', 3, "quotation_mark", "begins and ends on one line"),
    (r'N "\q"', 3, "quotation_mark", "write a backslash as"),
    ("N {QD", 3, "json", "This is no JSON"),
    ("Reds win", 1, "statement", "'Reds' is no word that a line begins with"),
    ("pagat; whiz", 8, "statement", "'whiz' is no word that a line begins with"),
]


@pytest.mark.parametrize(("statement", "column", "code", "detail"), FAULTS, ids=[each[0] for each in FAULTS])
def test_it_says_where_it_is_and_what_to_write(statement: str, column: int, code: str, detail: str) -> None:
    found = faults(HEAD + statement)
    assert (code, column) in [(fault.code, fault.column) for fault in found], found
    assert any(detail in fault.detail for fault in found), found


@pytest.mark.parametrize(
    ("text", "place", "code", "detail"),
    [
        ("", (1, 1), "empty", "The text is empty"),
        (" \n", (1, 1), "empty", "The text is empty"),
        ("# nothing", (1, 1), "empty", "begins with the players"),
        ("N QD 2D 5D 3D", (1, 1), "no_players", "first name the players, clockwise, such as N E S W"),
        ("pagat\ndealer W\nN E S W", (2, 1), "no_players", "first name the players"),
        ("pagat", (1, 1), "no_players", "first name the players"),
        ("players N", (1, 9), "players", "A table has 2 to 6 players, not 1"),
        ("players", (1, 8), "players", "A table has 2 to 6 players, not 0"),
        ("A B C E F G I", (1, 1), "players", "A table has 2 to 6 players, not 7"),
        ("N E S N", (1, 7), "repeated_player", "'N' sits at this table already"),
        ("Ana B, Ben", (1, 1), "quotation_mark", 'Write a name of several words as "Ana B", or leave the commas out'),
        ("Ana KH Cy Dee", (1, 5), "quotation_mark", 'would be read as a card: write the name as "KH"'),
        ("1 2 3 4", (1, 1), "quotation_mark", 'would be read as a number: write the name as "1"'),
        ("Ana round Cy Dee", (1, 5), "quotation_mark", "would be read as a word of shorthand"),
        ("players A (b) C D", (1, 11), "name_expected", "write a name with such marks in quotation marks"),
        (f"N {'x' * 65}", (1, 3), "length", "1 to 64 characters"),
        ("pagat +x +x; N E", (1, 10), "ruleset", "an option, +name, up to 16 different ones"),
        (f"pagat +{'x' * 65}; N E", (1, 1), "length", "1 to 64 characters"),
        ("pagat game.=3; N E", (1, 7), "ruleset", "group.name=value"),
        ("pagat game.target=3 game.target=4; N E", (1, 21), "repeated", "is given twice"),
        ("ruleset pagat x; N E", (1, 15), "ruleset", "nor a parameter, group.name=value"),
        ("ruleset; N E", (1, 8), "ruleset", "the name of a ruleset"),
        ("game; N E\nN 2 E 3", (2, 1), "head_of_a_game", "write --- between the head of a game and its first round"),
        ("game x; N E", (1, 6), "too_much", "a semicolon or the next line"),
        ("game; N E\n---\nround 2; tricks none", (3, 7), "round_number", "This is round 1 of the game."),
        ("game; N E; round 5\n---\nround 1; tricks none", (3, 7), "round_number", "This is round 5 of the game."),
        ("game; N E; round 5; round 6\n---\ntricks none", (1, 27), "repeated", "a second first round number"),
        ("game; N E\n---\nplayers A B", (3, 9), "repeated", "write --- before the next round"),
        ("game; N E\n---\nruleset pagat", (3, 9), "repeated", "named in its head"),
        ('game; N E\n---\n{"name": "pagat"}', (3, 1), "repeated", "named in its head"),
        ("game; N E\n---\nteam X N E", (3, 6), "repeated", "named in its head"),
        ("game; N E\n---\nbefore N 3", (3, 8), "before", "write it in the head"),
        ("N E S W round x", (1, 15), "number", "Write the number of a round here"),
        ("players: N E S W dealer X", (1, 25), "unknown_name", "'X' does not sit at this table"),
        ("N E S W pagat", (1, 9), "semicolon", "If 'pagat' is the ruleset, put ; between it and the players, else"),
        ("pagat N E S W", (1, 1), "semicolon", "If 'pagat' is the ruleset, put ; between it and the players, else"),
        ("Saturday\npagat; N E S W", (2, 1), "repeated", "if the first is a title, begin it with #"),
        ("Rita/Kim vs Omar/Tom", (1, 1), "sides", "partners sit opposite each other, such as Rita Omar Kim"),
        ("N+S E+W", (1, 1), "sides", "one by one, clockwise"),
        ("Kim Tom KIM Rita", (1, 9), "similar_players", "'KIM' differs from that of another player only in case"),
        ("Club night 3 May\nN E S W; dealer W", (1, 1), "no_players", "If this line is a title, begin it with #"),
        ("Club night\nAna Ben Cy Dee; dealer Dee", (1, 1), "title", "if it is a title, begin it with #"),
        ("pagat; N E S W; dealer W\n---\nN 2 E 5", (2, 1), "heads_alone", "leave the --- out if it is that of the"),
        ("N E\nN:2C\n---\nN E\n---\n---\nN 3", (6, 1), "heads_alone", "begin the text with game"),
        ("a\ud800", (1, 2), "lone_surrogate", "half a surrogate pair"),
        ("N E\nx\ud800", (2, 2), "lone_surrogate", "half a surrogate pair"),
    ],
)
def test_faults_of_heads(text: str, place: tuple[int, int], code: str, detail: str) -> None:
    found = faults(text)
    assert (*place, code) in [fault[:3] for fault in found], found
    assert any(detail in fault.detail for fault in found), found


def test_all_faults_are_named_at_once() -> None:
    found = faults(
        "pagat; Ana Ben Cy Dee; dealer Anna\nAna 2  Bne 5  Cy x  Dee 1\nAna QD 1D 5D 3D\nAna QH KH 4H TH 2H\n"
    )
    assert [fault[:3] for fault in found] == [
        (1, 31, "unknown_name"),
        (2, 8, "unknown_name"),
        (2, 18, "bid"),
        (3, 8, "card"),
        (4, 1, "trick_size"),
    ]
    assert found[0].detail == (
        "'Anna' does not sit at this table. Perhaps 'Ana' was meant. The players are 'Ana', 'Ben', 'Cy' and 'Dee'."
    )
    assert "Perhaps 'Ben' was meant" in found[1].detail


@pytest.mark.parametrize(
    "text",
    [
        "Club night 3 May\nN E S W; dealer W\nN 2 E 5 S nil W 1",
        "Club night\nAna Ben Cy Dee; dealer Dee\nAna 3 Ben 4",
        "pagat; Ana Ben Cy Dee; dealer Dee\n---\nAna 3 Ben 4\nAna QD 2D 5D 3D",
        "pagat; Ana Ben Cy Tom\nTim 5C 9C 4C QC",
        "Ana Ben Cy Dee dealer x",
        "Ana/Ben vs Cy/Dee\nAna 3 Ben 4\nAna QD 2D 5D 3D",
        "Ana Ben Cy Dee\nAna 3\nAna QD 2D 5D 3D > Ana\nBen QH 2H 5H 3H Cy",
        "Ana Ben Cy Dee\nDee concedes the rest",
        "Ana Ben Cy Dee\nclaim Dee rest not accepted by Ana",
        "Ana Ben Cy Dee\nAna QD 2D\nclaim Dee 3 @1.2 2D",
        "Ana Ben Cy Dee\nAna QD Bne:2D\nclaim Dee 3 @1.2 refused",
        "Ana Ben Cy Dee\nAna QD 2X\nclaim Dee 3 @1.2",
    ],
)
def test_one_mistake_is_one_fault(text: str) -> None:
    assert len(faults(text)) == 1


def test_the_nearest_name_is_given_for_a_leader() -> None:
    (fault,) = faults("Rita Omar Kim Tom\nTim 5C 9C 4C QC")
    assert (fault.line, fault.column, fault.code) == (2, 1, "unknown_name")
    assert "Perhaps 'Tom' was meant." in fault.detail


def test_faults_are_bounded() -> None:
    assert len(faults(HEAD + "N KX 2D 5D 3D\n" * 5_000)) == 50


def test_a_fault_does_not_repeat_a_text_at_length() -> None:
    assert all(len(fault.detail) < 400 for fault in faults(HEAD + "x" * 100_000 + " 3 E 4\n"))


_MANY = 128 * 1024
LONG = {
    "cards in one line": "QD " * (_MANY // 3),
    "cards in one word": "QD" * (_MANY // 2),
    "one name": "x" * _MANY,
    "names": "Ana " * (_MANY // 4),
    "bids": "N 2 > " * (_MANY // 6),
    "tricks": "N QD 2D 5D 3D\n" * (_MANY // 14),
    "rounds": "N 2 E 3\n---\n" * (_MANY // 12),
    "games": "game; N E\n---\nN:QD\n===\n" * (_MANY // 24),
    "quotation marks": '"' * _MANY,
    "quotation marks in lines": '"\n' * (_MANY // 2),
    "typographic quotation marks": "“" * _MANY,
    "brackets": "[" * _MANY,
    "brackets in words": "[ " * (_MANY // 2),
    "brackets in lines": "[\n" * (_MANY // 2),
    "braces": '{"a":' * (_MANY // 5),
    "parentheses": "(" * _MANY,
    "colons": "N:" * (_MANY // 2),
    "arrows": "->" * (_MANY // 2),
    "hyphens": "-" * _MANY,
    "hyphens in words": "a-" * (_MANY // 2),
    "dashes": "---\n" * (_MANY // 4),
    "comments": "#" * _MANY,
    "semicolons": ";" * _MANY,
    "spaces": " " * _MANY,
    "plus signs": "N+" * (_MANY // 2),
    "digits": "9" * _MANY,
    "spellings of a name": "\n".join(f"dealer {'n' * (number % 60)}{number}" for number in range(_MANY // 40)),
    "hands": "hand N S:AKQ\n" * (_MANY // 13),
    "labels": "label a b c\n" * (_MANY // 12),
    "teams": "team a N S\n" * (_MANY // 11),
}


@pytest.mark.parametrize("kind", LONG)
def test_a_long_text_takes_time_in_proportion(kind: str) -> None:
    started = time.process_time()
    with suppress(UnreadableText):
        read(HEAD + LONG[kind], "shorthand")
    # They take a quarter of a second and less; with a quadratic look-up it would be minutes.
    assert time.process_time() - started < 5
