"""Portable Bridge Notation, read for deal and play."""

from __future__ import annotations

from typing import Any

import pytest

from service.notations.model import Remark, UnreadableText
from service.notations.pbn.notation import NOTATION
from service.spades.cards import CODES
from tests.notations.page_examples import assert_examples_hold, assert_notes_are_on_the_page
from tests.notations.spoilt_texts import assert_reads_large_texts_in_time, read_or_refused, spoilt
from tests.spades.builders.asking import ruling
from tests.spades.builders.random_rounds import chance_round

SEATS = "NESW"
RULES = {"name": "openspiel"}
TAGS = '[Event "Friday"]\n[Vulnerable "None"]\n'
HANDS = "AKQ2.T98.AK6.QJ9 - JT9.AKQ.QJT9.AKT -"
DEAL = f'[Deal "N:{HANDS}"]\n'


def read(text: str) -> dict[str, Any]:
    record, *others = NOTATION.read(text).records
    assert not others
    return record


def faults(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(UnreadableText) as refused:
        NOTATION.read(text)
    return [(fault.line, fault.column, fault.code) for fault in refused.value.faults]


def notes(text: str) -> list[tuple[int, int, str]]:
    return [(note.line, note.column, note.code) for note in NOTATION.read(text).notes]


def play(rows: str, deal: str = DEAL) -> str:
    return f'{deal}[Play "W"]\n{rows}\n'


def as_hand(cards: list[str]) -> str:
    return ".".join("".join(card[0] for card in cards if card[1] == suit) for suit in "SHDC")


@pytest.mark.parametrize("seed", range(25))
def test_a_round_written_in_columns_is_read_back(seed: int) -> None:
    """The columns belong to the seats, whoever led; the leaders after the first are those who won before."""
    body = chance_round(seed, RULES, 4, 13).body
    seat = dict(zip(body["players"], SEATS, strict=True))
    hands = {seat[player]: cards for player, cards in body["hands"].items()}
    tricks = [{seat[play["player"]]: play["card"] for play in trick["plays"]} for trick in body["tricks"]]
    first = seat[body["tricks"][0]["plays"][0]["player"]]
    columns = SEATS[SEATS.index(first) :] + SEATS[: SEATS.index(first)]
    rows = [" ".join(trick[each][::-1] for each in columns) for trick in tricks]
    deal = " ".join(as_hand(hands[each]) for each in "SWNE")
    text = f'[Dealer "{columns[-1]}"]\n[Deal "S:{deal}"]\n[Play "{first}"]\n' + "\n".join(rows) + "\n"
    record = read(text)
    ruled = ruling({"ruleset": RULES, **record})
    assert (ruled["verdict"], ruled["findings"], ruled["undecided"]) == ("clean", [], [])
    assert record["dealer"] == columns[-1]
    assert {each: set(cards) for each, cards in record["hands"].items()} == {
        each: set(cards) for each, cards in hands.items()
    }
    assert [trick["cards_by_player"] for trick in record["tricks"]] == tricks
    assert [trick.get("leader") for trick in record["tricks"]] == [first] + [None] * 12


def test_unknown_hands_are_left_out_and_others_go_clockwise() -> None:
    record = read('[Deal "W:KQT2.AT.J6542.85 - A8654.KQ5.T.QJT6 -"]')
    assert list(record["hands"]) == ["E", "W"]
    assert record["hands"]["E"][:2] == ["AS", "8S"]
    assert record["tricks"] == []
    assert "dealer" not in record


@pytest.mark.parametrize("text", ["n:akq2.t98.ak6.qj9 - - -", "N:AKQ2.1098.AK6.QJ9 - - -", "N :AKQ2.T98.AK6.QJ9 - - -"])
def test_a_hand_may_be_in_small_letters_and_have_ten(text: str) -> None:
    cards = ["AS", "KS", "QS", "2S", "TH", "9H", "8H", "AD", "KD", "6D", "QC", "JC", "9C"]
    assert read(f'[Deal "{text}"]')["hands"] == {"N": cards}


def test_x_is_a_card_that_nobody_knows() -> None:
    text = '[Deal "N:AKQx.T98.AK6.QJ9 - - -"]'
    assert read(text)["hands"]["N"][3] == "??"
    assert notes(text) == [(1, 10, "card_unknown")]


def test_names_and_labels() -> None:
    text = TAGS + '[Site "?"]\n[Board "4"]\n[North "Ana"]\n[East "Ana"]\n[South "?"]\n[West "W"]\n' + DEAL
    record = read(text)
    assert record["players"] == ["N", "E", "S", "W"]
    assert record["labels"] == {"event": "Friday", "board": "4"}
    assert notes(text) == [
        (2, 14, "unmapped"),
        (5, 9, "name_left_out"),
        (6, 8, "name_left_out"),
    ]


@pytest.mark.parametrize("name", ["E", "x" * 65])
def test_a_name_that_cannot_be_used_is_noted(name: str) -> None:
    text = f'[North "{name}"]\n{DEAL}'
    assert read(text)["players"][0] == "N"
    assert notes(text) == [(1, 9, "name_left_out")]


def test_values_may_be_taken_from_earlier_games() -> None:
    first = '[Event "##League"]\n[North "##Ana"]\n[Site "Here"]\n' + DEAL
    later = '[Site "#"]\n' + DEAL
    last = '[Event "Final"]\n[Site "#"]\n' + DEAL
    games = NOTATION.read(f"{first}\n{later}\n{last}\n{DEAL}").records
    assert [game["players"][0] for game in games] == ["Ana"] * 4
    assert [game["labels"] for game in games] == [
        {"event": "League", "site": "Here"},
        {"event": "League", "site": "Here"},
        {"event": "Final", "site": "Here"},
        {"event": "Final"},
    ]


def test_a_header_without_a_deal_is_no_game() -> None:
    assert len(NOTATION.read('[Event "##League"]\n\n' + DEAL).records) == 1


@pytest.mark.parametrize("between", ["\n", " \t\n", "\n\n\n", "% escaped\n\n", "\n; comment\n"])
def test_an_empty_line_begins_a_new_game(between: str) -> None:
    assert len(NOTATION.read(DEAL + between + DEAL).records) == 2


def test_an_empty_line_within_a_comment_ends_nothing() -> None:
    assert read(DEAL + "{ so\n\n long }\n" + '[Play "W"]\nSA S2 S3 S4')["tricks"]


def test_tags_may_share_a_line_or_span_lines() -> None:
    assert read('[Dealer "N"] [Deal\n"N:' + HANDS + '"\n]')["dealer"] == "N"


def test_a_quote_and_a_backslash_are_escaped() -> None:
    assert read('[Event "The \\"Cup\\" \\\\ 1"]\n' + DEAL)["labels"]["event"] == 'The "Cup" \\ 1'


def test_the_last_trick_may_lack_cards_and_others_have_unread_ones() -> None:
    text = play("SA S2 - S4\n+ - - CQ")
    assert read(text)["tricks"] == [
        {"leader": "W", "cards_by_player": {"W": "AS", "N": "2S", "E": "??", "S": "4S"}},
        {"cards_by_player": {"S": "QC"}},
    ]
    assert notes(text) == [(3, 7, "card_unknown")]


def test_a_lead_out_of_turn_is_said() -> None:
    tricks = read(play("SA S2 S3 S4\nCA C2 ^L C3 C4"))["tricks"]
    assert [trick.get("leader") for trick in tricks] == ["W", "E"]
    assert [trick.get("leader") for trick in read(play("SA ^L S2 S3 S4"))["tricks"]] == ["N"]


def test_annotations_are_noted_once_and_left_out() -> None:
    plain, marked = play("SA S2 S3 S4\nHA H2 H3 H4"), play("SA!! S2 $12\nS3 =1= ?? S4\n^R HA H2 H3 H4")
    assert read(marked) == read(plain)
    assert notes(marked) == [(3, 3, "unmapped"), (5, 1, "unmapped")]
    assert NOTATION.read(marked).notes[0].detail.endswith("(4 times).")


def test_bridge_is_noted_and_left_out() -> None:
    text = (
        DEAL
        + '[Contract "4S"]\n[Auction "N"]\n1S =1= Pass 4S AP\n[Note "1:five cards"]\n'
        + '{ Well. }\n[OptimumResultTable "a;b"]\nN 4\n'
    )
    found = [note.detail for note in NOTATION.read(text).notes]
    assert [detail.removeprefix("A round record has no place for ") for detail in found] == [
        "the tag [Contract].",
        "the tag [Auction].",
        "notes on calls and cards.",
        "comments.",
        "the tag [OptimumResultTable].",
    ]


def test_the_end_of_the_play_is_noted() -> None:
    assert notes(play("SA S2 S3 S4\n*")) == [(4, 1, "play_ended")]
    assert faults(play("SA S2 S3 S4\n* SK")) == [(4, 3, "card_after_end")]


_RESULT = '[Declarer "E"]\n[Contract "4S"]\n[Result "{}"]\n[Play "S"]\nD3 D2 DA DT\nC4 D4 DK S8\nS3 S2 D7 SA\n'


@pytest.mark.parametrize("result", ["11", "^11", "EW 11", "ns 2", "EW 11 NS 2", " NS 2 EW 11 "])
def test_the_result_of_a_play_that_ends_early_is_an_accepted_claim_of_the_declarer(result: str) -> None:
    """docs/reference/notations/pbn.md: the tricks of declarer's side in all, less those that it had won."""
    text = _RESULT.format(result) + "*\n"
    assert read(text)["claim"] == {"by": "E", "tricks": 9, "accepted": True}
    assert [note[:3] for note in NOTATION.read(text).notes] == [
        (2, 12, "unmapped"),
        (3, 10, "claim_read"),
        (8, 1, "play_ended"),
    ]
    ruled = ruling({"ruleset": RULES, **read(text)})
    assert ruled["tricks_won"]["E"] + ruled["tricks_won"]["W"] == 11
    assert read(_RESULT.format(result).replace('"E"', '"^E"') + "*\n")["claim"]["by"] == "E"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (_RESULT.format("1") + "*", "East's side had won 2 of 3 tricks before it"),
        (_RESULT.format("11").replace("4S", "3NT") + "*", "its tricks are counted with no trumps"),
        (_RESULT.format("11").replace("D4 DK", "- DK") + "*", "the cards do not show who won each trick before it"),
        (_RESULT.format("11"), ""),
        (_RESULT.format("11").replace("Declarer", "Dealer") + "*", ""),
        (_RESULT.format("14") + "*", ""),
        (_RESULT.format("many") + "*", ""),
        ('[Declarer "E"]\n[Result "11"]\n[Play "S"]\n*', ""),
    ],
)
def test_a_result_that_is_no_claim_is_noted_and_left_out(text: str, why: str) -> None:
    assert "claim" not in read(text)
    details = [note.detail for note in NOTATION.read(text).notes]
    assert "A round record has no place for the tag [Result]." in details
    assert why == "" or f"This result is not read as a claim: {why}." in details


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ("", (1, 1), "nothing_to_read"),
        (TAGS, (1, 1), "nothing_to_read"),
        ("SA S2", (1, 1), "outside_sections"),
        ('[Deal "N:AKQ"]', (1, 8), "not_a_deal"),
        ('[Deal "AKQ"]', (1, 8), "not_a_deal"),
        ('[Deal "N:AKQ - - -"]', (1, 10), "not_a_hand"),
        ('[Deal "N:AKQ.1.. - - -"]', (1, 10), "not_a_rank"),
        ('[Deal "N:' + "A" * 55 + '... - - -"]', (1, 10), "too_many_cards"),
        ('[Dealer "X"]\n' + DEAL, (1, 10), "not_a_seat"),
        ('[Play "?"]\nSA S2 S3 S4', (1, 8), "not_a_seat"),
        (play("SA S2 S3\nHA H2 H3 H4"), (3, 7), "short_line"),
        (play("AS S2 S3 S4"), (3, 1), "not_a_card"),
        (play("SA S2 S3 S10X"), (3, 10), "not_a_card"),
        (play("SA S2 ~ S3 S4"), (3, 7), "not_a_card"),
        (play("SA S2 S3 S4\n" * 55), (57, 1), "too_many_tricks"),
        (DEAL + '[Deal "N:' + HANDS + '" ', (2, 1), "broken_tag"),
        (DEAL + "{ never", (2, 1), "unclosed_comment"),
        (DEAL + DEAL.replace("N:", "E:"), (2, 8), "repeated_tag"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, place: tuple[int, int], code: str) -> None:
    assert (*place, code) in faults(text)


def test_all_faults_are_reported_at_once() -> None:
    text = '[Dealer "X"]\n[Deal "N:AKQ - - -"]\n[Play "W"]\nXX S2 S3 YY\n'
    assert faults(text) == [(1, 10, "not_a_seat"), (2, 10, "not_a_hand"), (4, 1, "not_a_card"), (4, 10, "not_a_card")]


def test_a_tag_that_is_repeated_is_ignored_as_the_standard_says() -> None:
    assert notes(DEAL + '[Event "a"]\n[Event "b"]\n') == [(3, 9, "repeated_tag")]
    assert read(DEAL + DEAL)["hands"]


def test_it_is_known_by_what_only_bridge_has() -> None:
    assert NOTATION.evidence(TAGS + DEAL) == "it has the bridge tag [Vulnerable]"
    assert (
        NOTATION.evidence('% PBN 2.1\n[Declarer "N"]\n[Contract "4S"]')
        == "it has the bridge tags [Contract] and [Declarer]"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "% PBN",
        DEAL,
        TAGS + DEAL + '[GameOptionsJson "{}"]',
        TAGS + DEAL + '[GameScores "S:1 2"]',
        '% trick-notation v1\n[Deck "french52"]\n[Seats "NESW"]\n',
        "the tag [Vulnerable] is here",
    ],
)
def test_other_texts_are_no_evidence(text: str) -> None:
    assert NOTATION.evidence(text) is None


def test_every_card_is_written_suit_first() -> None:
    rows = "\n".join(" ".join(code[::-1] for code in CODES[start : start + 4]) for start in range(0, 52, 4))
    tricks = read(play(rows))["tricks"]
    assert [card for trick in tricks for card in trick["cards_by_player"].values()] == list(CODES[:52])


def test_spoilt_texts_are_read_or_refused_and_nothing_else() -> None:
    text = (
        TAGS
        + '[North "Ana"]\n[Dealer "N"]\n'
        + play("SA! S2 - S4 =1=\n^L HA $3 H2 H3 H4\n*\n")
        + "\n% x\n{ a }\n"
        + DEAL
    )
    outcomes = [read_or_refused(NOTATION, each) is None for each in spoilt(text, 3000)]
    assert {True, False} == {*outcomes}


def test_large_texts_take_time_in_proportion() -> None:
    long_tag = '[Event "' + "x" * 100_000
    rows = (
        "SA S2 S3 S4\n",
        "- ",
        "SA ",
        "SA! ",
        "\n",
        "[",
        '[a "',
        "{",
        "{}",
        "; \n",
        DEAL,
        DEAL + "\n",
        '[a "b"]\n',
        "[a\n",
    )
    assert_reads_large_texts_in_time(NOTATION, long_tag, '[Event "##a"]\n\n', *rows)
    for row in rows:
        read_or_refused(NOTATION, (DEAL + '[Play "W"]\n' + row * (60_000 // len(row))))


def test_remarks_are_sorted_by_place() -> None:
    found = NOTATION.read(play("SA! S2 - S4\nHA") + '[Contract "x"]').notes
    assert list(found) == sorted(found)
    assert all(isinstance(each, Remark) for each in found)


def test_the_page_is_true() -> None:
    assert_examples_hold(NOTATION)
    assert_notes_are_on_the_page(NOTATION, "pbn/*.py", "compass.py", "bridge_result.py")
