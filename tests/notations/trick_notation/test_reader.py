"""trick-notation as its specification has it, and as its program writes it."""

from __future__ import annotations

import pytest

from service.notations.model import UnreadableText
from service.notations.trick_notation import NOTATION, read, write
from tests.spades.builders.cards import Json

BY_THE_BOOK = """% trick-notation v1
[Game "spades"] [Deck "french52"] [Seats "N E S W"] [Dealer "N"]
[Players "ana ben cy dee"]   ; the club's best

D N:9.KT2.9842.KT765 E:7432.Q83.AT5.A94 S:JT86.AJ74.73.Q83 W:AKQ5.965.KQJ6.J2
C E: 4 5 nil 5          ; ben is left of the dealer
P E TD 7D JD 2D
P W JC TC
"""
BY_PROGRAM = """% trick-notation v1
[Game "spades"]
[Deck "french52"]
[Seats "N E S W"]
[Players "ana ? cy ?"]
[Partnerships "NS EW"]
[GameId "7f0c"]
[MaxPoints "250"]
[Player0 "id-0"]
[Player1 "id-1"]
[Player2 "id-2"]
[Player3 "id-3"]
[Timer "300+5"]
[Termination "Completed"]
[Result "254 -61"]

D N:9.KT2.9842.KT765 E:7432.Q83.AT5.A94 S:JT86.AJ74.73.Q83 W:AKQ5.965.KQJ6.J2
C N: 5 4 0 4
P N 9H QH JH 9S
D N:AKQ5.965.KQJ6.J2 E:9.KT2.9842.KT765 S:7432.Q83.AT5.A94 W:JT86.AJ74.73.Q83
C N: 5 3
"""
FIRST = "% trick-notation v1\n"
HEADS = '% trick-notation v1\n[Game "spades"]\n[Deck "french52"]\n[Seats "N E S W"]\n'


def only(text: str) -> Json:
    (record,) = read(text).records
    return record


def codes(text: str) -> list[str]:
    return [note.code for note in read(text).notes]


def faults(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(UnreadableText) as refused:
        read(text)
    return [fault[:3] for fault in refused.value.faults]


def test_a_text_by_the_book_is_read_whole() -> None:
    assert only(BY_THE_BOOK) == {
        "players": ["ana", "ben", "cy", "dee"],
        "dealer": "ana",
        "hands": {
            "ana": ["9S", "KH", "TH", "2H", "9D", "8D", "4D", "2D", "KC", "TC", "7C", "6C", "5C"],
            "ben": ["7S", "4S", "3S", "2S", "QH", "8H", "3H", "AD", "TD", "5D", "AC", "9C", "4C"],
            "cy": ["JS", "TS", "8S", "6S", "AH", "JH", "7H", "4H", "7D", "3D", "QC", "8C", "3C"],
            "dee": ["AS", "KS", "QS", "5S", "9H", "6H", "5H", "KD", "QD", "JD", "6D", "JC", "2C"],
        },
        "bids": [
            {"player": "ben", "tricks": 4},
            {"player": "cy", "tricks": 5},
            {"player": "dee", "tricks": 0},
            {"player": "ana", "tricks": 5},
        ],
        "tricks": [{"leader": "ben", "cards": ["TD", "7D", "JD", "2D"]}, {"leader": "dee", "cards": ["JC", "TC"]}],
    }
    assert codes(BY_THE_BOOK) == ["several_headers", "comment"]


def test_texts_that_follow_each_other_are_read_one_by_one() -> None:
    records = read(BY_THE_BOOK + "\n" + BY_PROGRAM).records
    assert records == (only(BY_THE_BOOK), *read(BY_PROGRAM).records)


def test_a_text_of_its_program_is_a_game_without_dealers() -> None:
    first, second = read(BY_PROGRAM).records
    assert first["players"] == ["ana", "id-1", "cy", "id-3"]
    assert [record["round_number"] for record in (first, second)] == [1, 2]
    assert "dealer" not in first
    # From north, whoever bid first.
    assert first["bids_by_player"] == {"ana": 5, "id-1": 4, "cy": 0, "id-3": 4}
    assert second["bids_by_player"] == {"ana": 5, "id-1": 3}
    assert first["tricks"] == [{"leader": "ana", "cards": ["9H", "QH", "JH", "9S"]}]
    assert second["tricks"] == []
    assert "reported" not in first
    assert second["reported"] == {"score": {"ana+cy": 254, "id-1+id-3": -61}}
    labels = {"GameId": "7f0c", "MaxPoints": "250", "Player0": "id-0", "Player2": "id-2", "Timer": "300+5"}
    assert first["labels"] == second["labels"] == {**labels, "Termination": "Completed"}
    assert codes(BY_PROGRAM) == [
        "partnerships",
        "unmapped",
        "result",
        "order_of_bids",
        "numbered_rounds",
    ]
    assert [write(record).losses for record in (first, second)] == [(), ()]


@pytest.mark.parametrize(
    ("change", "to"),
    [
        ("Completed", "Aborted"),
        ("254 -61", "254"),
        ("254 -61", "we won"),
        ("254 -61", "9999999 0"),
        ('[Partnerships "NS EW"]\n', ""),
    ],
)
def test_a_result_that_is_no_score_of_the_sides_is_not_taken(change: str, to: str) -> None:
    text = BY_PROGRAM.replace(change, to)
    assert "reported" not in read(text).records[-1]
    assert codes(text).count("unmapped") == 2


def test_a_game_that_goes_on_has_no_result() -> None:
    text = BY_PROGRAM.replace("254 -61", "*").replace("Completed", "InProgress")
    assert "reported" not in read(text).records[-1]
    assert codes(text).count("unmapped") == 1


@pytest.mark.parametrize(
    ("dealer", "lines", "in_order"),
    [
        ("N", ["C E: 1 2 3 4"], True),
        ("N", ["C N: 1 2 3 4"], False),
        ("W", ["C N: 1 2 3 4"], True),
        (None, ["C N: 1 2 3 4"], False),
        (None, ["C S: 1 2 3 4"], True),
        (None, ["C N: 1", "C E: 2"], True),
    ],
)
def test_calls_are_in_order_if_nothing_else_explains_their_first_seat(
    dealer: str | None, lines: list[str], in_order: bool
) -> None:
    text = HEADS + (f'[Dealer "{dealer}"]\n' if dealer else "") + "\n".join(lines)
    assert ("bids" in only(text), "bids_by_player" in only(text)) == (in_order, not in_order)
    assert ("order_of_bids" in codes(text)) is not in_order


def test_calls_are_spelled_in_many_ways() -> None:
    record = only(HEADS + "C S: blind:nil BN b6 Blind-3\n")
    assert [(bid["player"], bid["tricks"], bid["blind"]) for bid in record["bids"]] == [
        ("S", 0, True),
        ("W", 0, True),
        ("N", 6, True),
        ("E", 3, True),
    ]
    assert only(HEADS + "C N: ? nil - 13\n")["bids_by_player"] == {"E": 0, "W": 13}


def test_jokers_are_special_cards_and_the_deuce_of_diamonds_is_a_diamond() -> None:
    text = HEADS.replace("french52", "suits=SHDC ranks=23456789TJQKA specials=BJ,LJ")
    record = only(text + "D N:A.-.2.-.*BJ? E:....*LittleJoker\nP N *BJ LJ 2D ??\n")
    assert record["hands"] == {"N": ["AS", "2D", "BJ", "??"], "E": ["LJ"]}
    assert record["tricks"] == [{"leader": "N", "cards": ["BJ", "LJ", "2D", "??"]}]


def test_piles_are_set_aside() -> None:
    record = only(HEADS + "D N:A.-.-.- E:- @talon:2.-.-.3 @kitty:JD9C\n")
    assert record["hands"] == {"N": ["AS"]}
    assert record["set_aside"] == ["2S", "3C", "JD", "9C"]
    assert set(codes(HEADS + "D N:A.-.-.- E:- @talon:2.-.-.3 @kitty:JD9C\n")) >= {"unknown_hand", "several_piles"}


def test_exchanges_are_read_and_none_is_known_where_they_would_be_noted() -> None:
    record = only(HEADS + "D N:A.-.-.-\nX N>S: 2C 3C\nX S > N: AS KS\n")
    assert record["exchanges"] == [
        {"from": "N", "to": "S", "cards": ["2C", "3C"]},
        {"from": "S", "to": "N", "cards": ["AS", "KS"]},
    ]
    assert "exchanges" not in only(HEADS + "P N 2C\n")
    assert only(HEADS + '[Caps "exchange"]\nP N 2C\n')["exchanges"] == []


def test_tricks_with_gaps_or_without_a_leader_are_by_player() -> None:
    assert only(HEADS + "P E 2C - 3C\nP ?N 4C - - 5C\nP N 6C -\nP S -\nP ? 7C 8C\n")["tricks"] == [
        {"leader": "E", "cards_by_player": {"E": "2C", "W": "3C"}},
        {"cards_by_player": {"N": "4C", "W": "5C"}},
        {"leader": "N", "cards": ["6C"]},
        {"leader": "S", "cards": []},
        {"cards": ["7C", "8C"]},
    ]


def test_events_without_a_place_or_out_of_order_are_noted() -> None:
    assert codes(HEADS + "D N:A.-.-.-\nP N AS\nC E: 3\nU @talon:2C\nM N KS QS\n") == [
        "called_by_seat",
        "order_of_events",
        "unmapped",
        "unmapped",
    ]


def test_teams_have_names_of_ours() -> None:
    text = HEADS + '[Partnerships "NS EW"]\n[Team1 "Reds"]\n[Team2 "Nobody"]\n[Result "5 6"]\n'
    assert only(text)["teams"] == [{"name": "Reds", "players": ["E", "W"]}]
    assert only(text)["reported"] == {"score": {"N+S": 5, "Reds": 6}}
    assert "unmapped" in codes(text)


def test_the_dealer_is_that_of_the_first_round() -> None:
    text = HEADS + '[Dealer "S"]\n[Round "4"]\nD N:A.-.-.-\nC W: 3\nD N:K.-.-.-\nC W: 3\n'
    first, second = read(text).records
    assert (first["dealer"], "dealer" in second) == ("S", False)
    assert (first["round_number"], second["round_number"]) == (4, 5)
    assert "dealer_of_first_round" in codes(text)


@pytest.mark.parametrize(
    ("players", "names"),
    [
        ("ana ben", ["N", "E", "S", "W"]),
        ("ana ana cy dee", ["N", "E", "cy", "dee"]),
        ("E ? S W", ["N", "E", "S", "W"]),
        ("ana ? cy dee", ["ana", "E", "cy", "dee"]),
        (f"ana {'x' * 65} cy dee", ["ana", "E", "cy", "dee"]),
    ],
)
def test_players_without_names_are_called_by_their_seats(players: str, names: list[str]) -> None:
    text = HEADS + f'[Players "{players}"]\n'
    assert only(text)["players"] == names
    assert "called_by_seat" in codes(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [(1, 1, "no_deck"), (1, 1, "no_marker"), (1, 1, "no_seats")]),
        (HEADS.replace("v1", "v2"), [(1, 1, "no_marker")]),
        (HEADS.replace("spades", "hearts"), [(2, 8, "other_game")]),
        (HEADS.replace('[Deck "french52"]', ""), [(1, 1, "no_deck")]),
        (HEADS.replace("french52", "pinochle48"), [(3, 8, "unknown_deck")]),
        (HEADS.replace("french52", "suits=CDHS ranks=23456789TJQKA"), [(3, 8, "unknown_deck")]),
        (HEADS.replace("french52", "suits=SHDC ranks=AK specials=Fool"), [(3, 8, "unknown_deck")]),
        (HEADS.replace("N E S W", "N N"), [(4, 9, "bad_seats")]),
        (HEADS + "[Dealer N]", [(5, 1, "bad_header")]),
        (HEADS + '[Players "a;b c d e"]', [(5, 1, "bad_header")]),
        (HEADS + '[Seats "N E"]', [(5, 9, "repeated_header")]),
        (HEADS + '[Dealer "X"]', [(5, 10, "unknown_seat")]),
        (HEADS + '[Round "x"]', [(5, 9, "bad_round")]),
        (HEADS + '[Partnerships "NE SW"]', [(5, 16, "not_opposite")]),
        (HEADS + '[Partnerships "NSX"]', [(5, 16, "bad_partnerships")]),
        (HEADS + "Q what", [(5, 1, "unknown_event")]),
        (HEADS + "P", [(5, 1, "bad_event")]),
        (HEADS + "P N", [(5, 1, "bad_event")]),
        (HEADS + "C 3 4 5", [(5, 1, "bad_event")]),
        (HEADS + "X N: 2C", [(5, 1, "bad_event")]),
        (HEADS + "C N: 3 pass 4 99", [(5, 8, "bad_bid"), (5, 15, "bad_bid")]),
        (HEADS + "C N: 1 2 3 4 5", [(5, 14, "too_many_calls")]),
        (HEADS + "C N: 1 2 3 4\n" * 7, [(11, 1, "too_many_calls")]),
        (HEADS + "P N 2C 10C C5 3C 4C", [(5, 8, "bad_card"), (5, 12, "bad_card"), (5, 18, "too_many_cards")]),
        (HEADS + "P X 2C", [(5, 3, "unknown_seat")]),
        (HEADS + "P ?X 2C", [(5, 3, "unknown_seat")]),
        (HEADS + "P ? 2C - 3C", [(5, 3, "no_leader")]),
        (BY_THE_BOOK + FIRST.replace("1", "2"), [(9, 1, "no_deck"), (9, 1, "no_marker"), (9, 1, "no_seats")]),
        (HEADS + "Q what\nP N 1C", [(5, 1, "unknown_event"), (6, 5, "bad_card")]),
        (HEADS + "P N 2C\n" * 55, [(59, 1, "too_many_tricks")]),
        (HEADS + "D N:A.K.Q", [(5, 5, "bad_holding")]),
        (HEADS + "D N:A.K.10.-", [(5, 9, "bad_rank"), (5, 10, "bad_rank")]),
        (HEADS + "D A.K.Q.J", [(5, 3, "bad_holding")]),
        (HEADS + "D N:A.K.Q.J.*Fool", [(5, 13, "bad_holding")]),
        (HEADS + "D N:A.K.Q.J N:2.-.-.-", [(5, 13, "repeated_hand")]),
        (HEADS + "D N:" + "A" * 55 + ".-.-.-", [(5, 5, "too_many_cards")]),
        (HEADS + "X N>S: 2C\n" * 13, [(17, 1, "too_many_exchanges")]),
        (HEADS + "X N>S:" + " 2C" * 55, [(5, 1, "too_many_cards")]),
        (HEADS + "Q\n" * 80, [(line, 1, "unknown_event") for line in range(5, 55)]),
        (HEADS + "C N: 3\nD N:A.-.-.-", [(5, 1, "event_before_deal")]),
        (HEADS + '[Round "1000"]\nD N:A.-.-.-\nD N:A.-.-.-', [(7, 1, "too_many_rounds")]),
    ],
)
def test_a_fault_has_a_place_and_a_code(text: str, found: list[tuple[int, int, str]]) -> None:
    assert faults(text) == found


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("P N 10C", "write TC"),
        ("P N C5", "write 5C"),
        ("P N K♥", "write KH"),
        ("P n 2C", "N, E, S or W"),
        ("C N: pass", "nil"),
    ],
)
def test_a_fault_says_what_to_write(text: str, advice: str) -> None:
    with pytest.raises(UnreadableText, match=advice):
        read(HEADS + text)


def test_no_more_labels_than_a_record_has() -> None:
    text = HEADS + "".join(f'[Tag{number} "{"v" * (100 + 20 * (number == 0)) + "v" * 20}"]\n' for number in range(12))
    assert [*only(text)["labels"]] == [f"Tag{number}" for number in range(1, 11)]
    assert codes(text).count("unmapped") == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (BY_THE_BOOK, "its first line is '% trick-notation v1'"),
        ("% trick-notation v7\n", "its first line begins with '% trick-notation'"),
        ("\n% trick-notation v1", None),
        ("% PBN 2.1\n", None),
        ('[Seats "N E S W"]\n', None),
        ("", None),
    ],
)
def test_the_first_line_is_the_evidence(text: str, reason: str | None) -> None:
    assert NOTATION.evidence(text) == reason
