"""PTN as its program exports it, and as people pass it on."""

from __future__ import annotations

import pytest

from service.notations.model import UnreadableText
from service.notations.ptn import read, write
from tests.spades.builders.cards import Json

DEAL = '[Deal "N:AJ542.KT876.2.A.H K3.Q9.A8753.KJ76 T97.AJ54.QJ6.T43 Q86.3.KT94.Q985.L"]'
EXPORT = rf"""% PTN ---------------------------
[Event "A club: Spades - 2v2 Joker-Joker-Deuce-Deuce to 500"]
[UTCDate "2025.03.02"]
[GameCode "Spades"]
[GameOptionsJson "{{\"variation\":3,\"minBid\":4}}"]
[GameScores "S:120 -40 120 -40"]
[West "Lu (Auto)"]
[North "Mo (Auto)"]
[East "Jo (Auto)"]
[South "Vi (17)"]
[Dealer "N"]
{DEAL}
[Auction "E"]
3 4 5 Nil
[Play "E"]
H9 HJ H3 H7
HQ H4 D4 H8
-  S3 JL -
"""

# Thirteen pairs of six players, each of whom passes a card of their own.
PASSED_BY_MANY = [
    f'[Cards{what} "{seats[index // 3 + shift * (index % 3 + 1) - 6]}:{suit}{rank}"]'
    for what, shift in (("Added", 1), ("Removed", 0))
    for seats in [("S", "SW", "NW", "N", "NE", "SE")]
    for index, (suit, rank) in enumerate(zip("S" * 13, "23456789TJQKA", strict=True))
]


def only(text: str) -> Json:
    (record,) = read(text).records
    return record


def codes(text: str) -> list[str]:
    return [note.code for note in read(text).notes]


def faults(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(UnreadableText) as refused:
        read(text)
    return [fault[:3] for fault in refused.value.faults]


def with_tags(*lines: str, deal: str = '[Deal "S:- - - -"]') -> str:
    return "\n".join(['[GameCode "Spades"]', deal, *lines])


def test_an_export_is_read_whole() -> None:
    assert only(EXPORT) == {
        "players": ["Vi (17)", "Lu (Auto)", "Mo (Auto)", "Jo (Auto)"],
        "dealer": "Mo (Auto)",
        "hands": {
            "Mo (Auto)": ["AS", "JS", "5S", "4S", "2S", "KH", "TH", "8H", "7H", "6H", "2D", "AC", "BJ"],
            "Jo (Auto)": ["KS", "3S", "QH", "9H", "AD", "8D", "7D", "5D", "3D", "KC", "JC", "7C", "6C"],
            "Vi (17)": ["TS", "9S", "7S", "AH", "JH", "5H", "4H", "QD", "JD", "6D", "TC", "4C", "3C"],
            "Lu (Auto)": ["QS", "8S", "6S", "3H", "KD", "TD", "9D", "4D", "QC", "9C", "8C", "5C", "LJ"],
        },
        "bids": [
            {"player": "Jo (Auto)", "tricks": 3},
            {"player": "Vi (17)", "tricks": 4},
            {"player": "Lu (Auto)", "tricks": 5},
            {"player": "Mo (Auto)", "tricks": 0},
        ],
        "tricks": [
            {
                "leader": "Jo (Auto)",
                "cards_by_player": {"Jo (Auto)": "9H", "Vi (17)": "JH", "Lu (Auto)": "3H", "Mo (Auto)": "7H"},
            },
            {"cards_by_player": {"Jo (Auto)": "QH", "Vi (17)": "4H", "Lu (Auto)": "4D", "Mo (Auto)": "8H"}},
            {"cards_by_player": {"Vi (17)": "3S", "Lu (Auto)": "LJ"}},
        ],
        "ruleset": {
            "name": "trickster",
            "overrides": {
                "table": {"sides": "partnership"},
                "deck": {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": ["BJ", "LJ", "2D", "2S"]},
                "bidding": {"team_minimum": 4},
            },
        },
        "before": {"Vi (17)+Mo (Auto)": {"score": 120}, "Lu (Auto)+Jo (Auto)": {"score": -40}},
        "labels": {
            "Event": "A club: Spades - 2v2 Joker-Joker-Deuce-Deuce to 500",
            "UTCDate": "2025.03.02",
        },
    }


@pytest.mark.parametrize(
    ("clean", "dirty", "code"),
    [
        (r'"{\"variation\":3,\"minBid\":4}"', '"{"variation":3,"minBid":4}"', "unescaped_quotes"),
        ('[UTCDate "2025.03.02"]', '[UTCDate "2025.03.02"', "missing_bracket"),
        ("% PTN ---", "% PBN ---", None),
        ("% PTN ---------------------------\n", "> They never let me win!\n\n", "unmapped"),
        ('[West "Lu (Auto)"]', '  [ West   "Lu (Auto)" ]  ', None),
        ("-  S3 JL -\n", "-  S3 JL\n", None),
        ("-  S3 JL -\n", "-\ts3   jl\t-\r\n", None),
        ("3 4 5 Nil", "3 4\n5 nil", None),
        ("3 4 5 Nil", "3 4 5 0", None),
        ("H9 HJ H3 H7\n", "H9 HJ H3 H7\n\n% a fine lead\n", "comment"),
        ("KT876.2.", "kt876.2.", None),
        ('"N:AJ542', '"n:AJ542', None),
    ],
)
def test_a_text_that_got_dirty_reads_the_same(clean: str, dirty: str, code: str | None) -> None:
    assert EXPORT.count(clean) == 1
    text = EXPORT.replace(clean, dirty)
    assert only(text) == only(EXPORT)
    assert sorted(codes(text)) == sorted([*codes(EXPORT), *([code] if code else [])])


def test_a_value_ends_at_the_last_quote_of_its_line() -> None:
    text = EXPORT.replace("Vi (17)", 'Vi "the fox" Ray')
    assert only(text)["players"][0] == 'Vi "the fox" Ray'
    written = write(only(text)).text
    assert r'[South "Vi \"the fox\" Ray"]' in written
    assert only(written) == only(text)
    assert "unescaped_quotes" not in codes(written)


@pytest.mark.parametrize(
    ("deal", "hands"),
    [
        ("N:2... 3...", {"N": ["2S"], "S": ["3S"]}),
        ("W:2... 3... 4...", {"W": ["2S"], "E": ["3S"], "S": ["4S"]}),
        ("E:2... 3... - 5...", {"E": ["2S"], "S": ["3S"], "N": ["5S"]}),
        ("NE:2... - 4... - 6...", {"NE": ["2S"], "S": ["4S"], "NW": ["6S"]}),
        ("N:2... - 4... - 6... -", {"N": ["2S"], "SE": ["4S"], "SW": ["6S"]}),
    ],
)
def test_hands_go_clockwise_from_the_seat_that_is_named(deal: str, hands: Json) -> None:
    assert only(with_tags(deal=f'[Deal "{deal}"]'))["hands"] == hands


def test_jokers_have_a_group_of_their_own_and_the_promoted_deuce_has_not() -> None:
    record = only(with_tags('[Play "S"]', "JH JL D2 S2", deal='[Deal "S:A..2..HL 2.... - ....?"]'))
    assert record["hands"] == {"S": ["AS", "2D", "BJ", "LJ"], "W": ["2S"], "E": ["??"]}
    assert record["tricks"][0]["cards_by_player"] == {"S": "BJ", "W": "LJ", "N": "2D", "E": "2S"}


def test_a_hand_without_cards_is_known_to_be_empty() -> None:
    assert only(with_tags(deal='[Deal "S:... - - -"]'))["hands"] == {"S": []}


@pytest.mark.parametrize(
    ("rows", "bids"),
    [
        ("3 Blind Nil 4 Blind 6", {"bids": [("W", 3, False), ("N", 0, True), ("E", 4, False), ("S", 6, True)]}),
        ("3 BN b6 blind-nil", {"bids": [("W", 3, False), ("N", 0, True), ("E", 6, True), ("S", 0, True)]}),
        ("3 - 4\n", {"bids": [("W", 3, False), ("E", 4, False)]}),
        ("3 4 - -\n- - 5 6", {"bids": [("W", 3, False), ("N", 4, False), ("E", 5, False), ("S", 6, False)]}),
        (
            "Show Blind Nil Show Show Hand\n3 - 4",
            {"bids_by_player": {"W": 3, "N": 0, "E": 4}, "blind": ["N"]},
        ),
        ("- - - -", {}),
    ],
)
def test_bids_are_in_turn_unless_players_looked_at_their_cards_first(rows: str, bids: Json) -> None:
    record = only(with_tags('[Auction "W"]', rows))
    listed = [(bid["player"], bid["tricks"], bid.get("blind", False)) for bid in record.get("bids", ())]
    assert listed == bids.get("bids", [])
    assert record.get("bids_by_player") == bids.get("bids_by_player")
    assert record.get("blind_bidders") == bids.get("blind")


@pytest.mark.parametrize("options", ["{", "[]", "3", "[" * 3000, '{"a":'])
def test_options_of_any_kind_are_noted_as_a_whole(options: str) -> None:
    (note,) = [note for note in read(with_tags(f'[GameOptionsJson "{options}"]')).notes if note.code == "unmapped"]
    assert note.detail.startswith("Options of the program are not taken")


def test_cards_passed_are_exchanges() -> None:
    record = only(
        with_tags(
            '[Undealt "C2JL"]',
            '[CardsAdded "N:S2H3 S:DKDA"]',
            '[CardsRemoved "S:S2H3"]',
            '[CardsRemoved "N:DADK"]',
        )
    )
    assert record["set_aside"] == ["2C", "LJ"]
    assert record["exchanges"] == [
        {"from": "S", "to": "N", "cards": ["2S", "3H"]},
        {"from": "N", "to": "S", "cards": ["AD", "KD"]},
    ]


def test_cards_that_came_from_nobody_or_went_to_nobody_are_noted() -> None:
    text = with_tags('[CardsAdded "N:S2H3"]', '[CardsRemoved "S:S2C4"]')
    assert only(text)["exchanges"] == [{"from": "S", "to": "N", "cards": ["2S"]}]
    assert sorted((note.line, note.detail[:12]) for note in read(text).notes if note.code == "unmapped") == [
        (3, "Nobody gave "),
        (4, "Nobody recei"),
    ]


@pytest.mark.parametrize(
    ("options", "scores", "taken"),
    [
        ("", "S:1 2 1 2", {"S+N": 1, "W+E": 2}),
        ("", "W:1 2 1 2", {"S+N": 2, "W+E": 1}),
        ("", "S:1 2 3 2", {"S": 1, "W": 2, "N": 3, "E": 2}),
        ("", "S:0 0 0 0", {}),
        ("", "S:1 - 1 -", {}),
        ("", "S:1 - 2 -", {"S": 1, "N": 2}),
        ("{}", "S:0 0 0 0", {"S+N": 0, "W+E": 0}),
        ("{}", "S:1 2 3 2", {}),
        ('{"isPartnership":false}', "S:1 2 1 2", {"S": 1, "W": 2, "N": 1, "E": 2}),
    ],
)
def test_scores_are_those_before_a_round_that_is_not_played_out(options: str, scores: str, taken: Json) -> None:
    tags = [f'[GameOptionsJson "{options}"]'] if options else []
    record = only(with_tags(*tags, f'[GameScores "{scores}"]', deal='[Deal "S:A... - - -"]'))
    assert record.get("before", {}) == {side: {"score": score} for side, score in taken.items()}
    assert "labels" not in record


def test_scores_after_a_round_are_a_label() -> None:
    text = with_tags('[GameScores "S:1 2 1 2"]', '[Play "S"]', "SA S2 S3 S4", deal='[Deal "S:A... - - -"]')
    assert only(text)["labels"] == {"GameScores": "S:1 2 1 2"}
    assert {"before", "reported"}.isdisjoint(only(text))
    assert codes(text) == ["called_by_seat", "scores"]


@pytest.mark.parametrize(
    ("tags", "players"),
    [
        ((), ["S", "W", "N", "E"]),
        (('[West "(Auto)"]', '[North "(Auto)"]', '[South ""]'), ["S", "W", "N", "E"]),
        (('[West "Lu"]',), ["S", "Lu", "N", "E"]),
        (('[West "S"]',), ["S", "W", "N", "E"]),
        ((f'[West "{"x" * 65}"]', '[East "Jo"]'), ["S", "W", "N", "Jo"]),
    ],
)
def test_players_without_a_name_of_their_own_are_called_by_their_seats(
    tags: tuple[str, ...], players: list[str]
) -> None:
    assert only(with_tags(*tags))["players"] == players
    assert codes(with_tags(*tags)) == ["called_by_seat"]


def test_names_alone_tell_how_many_play() -> None:
    assert only('[West "a"]\n[South "b"]\n[East "c"]')["players"] == ["b", "a", "c"]


def test_each_event_begins_a_round() -> None:
    second = EXPORT.replace("Vi (17)", "Al").replace("% PTN", "% next")
    records = read(EXPORT + "\n" + second).records
    assert records == (only(EXPORT), only(second))


def test_a_label_that_is_too_long_is_left_out_and_noted() -> None:
    text = f'[Event "{"x" * 128}the rest"]\n' + with_tags()
    assert "labels" not in only(text)
    assert ["'Event' is not taken" in note.detail for note in read(text).notes if note.code == "unmapped"] == [True]


def test_no_more_labels_than_a_record_has() -> None:
    text = with_tags(*(f'[Tag{number} "v"]' for number in range(12)))
    assert [*only(text)["labels"]] == [f"Tag{number}" for number in range(10)]
    assert codes(text).count("unmapped") == 2


def test_what_nobody_recorded_is_not_claimed() -> None:
    text = with_tags('[NotRecorded "bid order, first leader"]', '[Auction "S"]', "1 2 3 4", '[Play "S"]', "S2 S3 S4 S5")
    record = only(text)
    assert "bids" not in record
    assert record["tricks"] == [{"cards_by_player": {"S": "2S", "W": "3S", "N": "4S", "E": "5S"}}]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [(1, 1, "no_seats")]),
        ("Ten of hearts led", [(1, 1, "no_seats")]),
        ('[Deal "N"]', [(1, 8, "no_seats")]),
        ('[Deal "N:- - - - - - -"]', [(1, 8, "no_seats")]),
        ('[Deal "S:- -"]\n[West "Lu"]', [(2, 8, "unknown_seat")]),
        (with_tags('[GameCode "Spades"]'), [(3, 12, "repeated_tag")]),
        (with_tags("[West Lu]"), [(3, 1, "bad_tag")]),
        (with_tags('[West "Lu"] ?'), [(3, 8, "bad_tag")]),
        (with_tags('[west "Lu"]'), [(3, 1, "bad_tag")]),
        (with_tags(r'[West "L\ud83du"]'), [(3, 8, "bad_tag")]),
        (with_tags(r'[West "L\ud83d\ude00u"]'), [(3, 8, "bad_tag")]),
        (with_tags('[West "Lu"] [East "Jo"]'), [(3, 8, "several_tags")]),
        (with_tags('[Dealer "NW"]'), [(3, 10, "unknown_seat")]),
        (with_tags('[Auction "S"]', "1 2 Pass 3"), [(4, 5, "bad_bid")]),
        (with_tags('[Auction "S"]', "1 2 99 3"), [(4, 5, "bad_bid")]),
        (with_tags('[Auction "S"]', "Show Show", "- - 3 3", "4 4", "4"), [(7, 1, "repeated_bid")]),
        (with_tags('[Auction "S"]', *["1 2 3 4"] * 7), [(10, 1, "too_many_bids")]),
        (with_tags('[Play "S"]', "S2 9D S10 ♠A"), [(4, 4, "bad_card"), (4, 7, "bad_card"), (4, 11, "bad_card")]),
        (with_tags('[Play "S"]', "S2 S3 S4 S5 S6"), [(4, 13, "too_many_cards")]),
        (with_tags('[Play "S"]', *["S2"] * 55), [(58, 1, "too_many_tricks")]),
        (with_tags('[Play "X"]', "S2"), [(3, 8, "unknown_seat")]),
        (with_tags('[GameScores "S:1 2"]'), [(3, 14, "bad_scores")]),
        (with_tags('[GameScores "S:1 2 x 9999999"]'), [(3, 14, "bad_scores"), (3, 14, "bad_scores")]),
        (with_tags(f'[Undealt "{"S2" * 55}"]'), [(3, 11, "too_many_cards")]),
        (with_tags(f'[CardsAdded "S:{"S2" * 55}"]'), [(3, 14, "bad_cards")]),
        (with_tags(deal=f'[Deal "S:{"A" * 55}... - - -"]'), [(2, 10, "too_many_cards")]),
        (with_tags(*PASSED_BY_MANY, deal='[Deal "S:- - - - - -"]'), [(3, 14, "too_many_exchanges")]),
        (with_tags('[Play "S"]', *["XX"] * 52), [(line, 1, "bad_card") for line in range(4, 54)]),
        (with_tags('[NotRecorded "the weather"]'), [(3, 15, "bad_tag")]),
        (with_tags('[RoundNumber "0"]'), [(3, 15, "bad_round")]),
        (with_tags('[CardsAdded "S"]'), [(3, 14, "bad_cards")]),
        (with_tags('[CardsAdded "S:S2 W:S2"]', '[CardsRemoved "N:S2"]'), [(4, 18, "ambiguous_exchange")]),
        (with_tags(deal='[Deal "S:A.B.10.K - - -"]'), [(2, 12, "bad_rank"), (2, 14, "bad_rank"), (2, 15, "bad_rank")]),
        (with_tags(deal='[Deal "S:- - - A.K"]'), [(2, 16, "bad_holding")]),
        (with_tags().replace("Spades", "Euchre"), [(1, 12, "other_game")]),
        ('[Deal "S:- - - -"]\n[Contract "3NT"]', [(2, 12, "other_game")]),
    ],
)
def test_a_fault_has_a_place_and_a_code(text: str, found: list[tuple[int, int, str]]) -> None:
    assert faults(text) == found


@pytest.mark.parametrize(
    ("word", "advice"), [("9D", "write D9"), ("S10", "write ST"), ("♠A", "write SA"), ("10h", "write HT"), ("BJ", "JH")]
)
def test_a_card_spelled_otherwise_is_told_its_spelling(word: str, advice: str) -> None:
    with pytest.raises(UnreadableText, match=advice):
        read(with_tags('[Play "S"]', word))


def test_what_only_bridge_has_is_noted_in_a_round_of_spades() -> None:
    text = with_tags('[Declarer "S"]', '[Contract ""]')
    assert codes(text) == ["called_by_seat", "unmapped"]
