"""LIN, read for deal and play."""

from __future__ import annotations

from typing import Any

import pytest

from service.notations.lin.notation import NOTATION
from service.notations.model import UnreadableText
from service.spades.cards import CODES
from tests.notations.page_examples import assert_examples_hold, assert_notes_are_on_the_page
from tests.notations.spoilt_texts import assert_reads_large_texts_in_time, read_or_refused, spoilt
from tests.spades.builders.asking import ruling
from tests.spades.builders.random_rounds import chance_round

SEATS = "NESW"
RULES = {"name": "openspiel"}
SOUTH, WEST, NORTH = "S269H2568QADTQC2T", "S47AHJD3479C4567Q", "S58QH479KDKAC38JA"
EAST = "SKJT3HT3DJ8652CK9"
MD = f"md|3{SOUTH},{WEST},{NORTH},|"
VUGRAPH = (
    "vg|Pairs for all,Bridge Base Online,P,1,2,,,,|\nrs|4HN+1,,4HS=,,|\nmp|-7.2,,-6.3,,|\nbn|1,2|\npg||\n"
    f"qx|o1|pn|sue,will,nora,ed|st||{MD}rh||ah|Board 1|sv|o|mb|1N|mb|p|pg||pc|SJ|pc|S2|pc|SA|pc|S5|pg||"
    "pc|C4|pc|C3|pc|CK|pc|C2|pg||pc|C9|mc|11|pg||\n"
    f"qx|o2|pn|sue,will,nora,ed|st||md|4{SOUTH},{WEST},{NORTH},{EAST}|rh||ah|Board 2|sv|n|mb|p|pg||\n"
)


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


def cards(text: str) -> str:
    return "".join(f"pc|{card}|" for card in text.split())


def as_hand(hand: list[str]) -> str:
    return "".join(suit + "".join(card[0] for card in hand if card[1] == suit) for suit in "SHDC")


@pytest.mark.parametrize("seed", range(25))
def test_a_round_in_time_order_is_read_back(seed: int) -> None:
    body = chance_round(seed, RULES, 4, 13).body
    seat = dict(zip(body["players"], SEATS, strict=True))
    hands = {seat[player]: hand for player, hand in body["hands"].items()}
    plays = [play for trick in body["tricks"] for play in trick["plays"]]
    fourth = as_hand(hands["E"]) if seed % 2 else ""
    first = seat[body["tricks"][0]["plays"][0]["player"]]
    dealer = SEATS[SEATS.index(first) - 1]
    text = f"md|{'SWNE'.index(dealer) + 1}{as_hand(hands['S'])},{as_hand(hands['W'])},{as_hand(hands['N'])},{fourth}|\n"
    text += "".join(f"pc|{play['card'][::-1]}|" for play in plays)
    record = read(text)
    ruled = ruling({"ruleset": RULES, **record})
    assert (ruled["verdict"], ruled["findings"], ruled["undecided"]) == ("clean", [], [])
    assert record["dealer"] == dealer
    assert {each: set(hand) for each, hand in record["hands"].items()} == {
        each: set(hand) for each, hand in hands.items()
    }
    assert [trick["cards"] for trick in record["tricks"]] == [
        [play["card"] for play in trick["plays"]] for trick in body["tricks"]
    ]
    # Only the first leader needs the deal; then spades are trumps as in the round.
    assert [trick.get("leader") for trick in record["tricks"]] == [first, *[None] * 12]
    assert [code for _, _, code in notes(text)] == ["hand_completed"] * (1 - seed % 2) + ["leader_by_card"]


def test_a_vugraph_file_has_a_record_for_each_board() -> None:
    found = NOTATION.read(VUGRAPH)
    assert [record["labels"] for record in found.records] == [
        {"event": "Pairs for all", "room": "open", "board": "Board 1"},
        {"event": "Pairs for all", "room": "open", "board": "Board 2"},
    ]
    assert [record["players"] for record in found.records] == [["nora", "ed", "sue", "will"]] * 2
    assert [record["dealer"] for record in found.records] == ["nora", "ed"]
    assert found.records[0]["hands"] == found.records[1]["hands"] | {"ed": found.records[0]["hands"]["ed"]}
    assert [len(record["tricks"]) for record in found.records] == [3, 0]
    left_out = [note.detail for note in found.notes if note.code == "unmapped"]
    assert [detail.rpartition(", ")[2] for detail in left_out] == [
        "rs|...|.",
        "mp|...|.",
        "bn|...|.",
        "sv|...| (2 times).",
        "mb|...| (3 times).",
        "This result is not read as a claim: its tricks are counted with no trumps.",
    ]


@pytest.mark.parametrize(("digit", "dealer"), [("1", "S"), ("2", "W"), ("3", "N"), ("4", "E"), ("0", None), ("", None)])
def test_the_dealer_is_a_digit_before_the_hands(digit: str, dealer: str | None) -> None:
    assert read(f"md|{digit}{SOUTH},{WEST},{NORTH},|").get("dealer") == dealer


def test_suits_may_come_in_any_order_and_in_small_letters() -> None:
    ordered = read("md|1SAK2HT9,,,|")["hands"]
    assert ordered == {"S": ["AS", "KS", "2S", "TH", "9H"]}
    assert read("md|1h109sak2,,,|")["hands"] == {"S": ["TH", "9H", "AS", "KS", "2S"]}


def test_a_hand_that_the_others_do_not_leave_is_unknown() -> None:
    text = f"md|1{SOUTH},{SOUTH},{NORTH},|"
    assert sorted(read(text)["hands"]) == ["N", "S", "W"]
    assert notes(text) == [(1, 4, "hand_unknown")]


def test_the_deal_shows_who_led_where_spades_were_no_trumps() -> None:
    # West won the first trick and East the second, but North held the first card of each, and East the next one.
    text = MD + cards("H4 HT H2 HJ") + cards("S5 ST S2 S4") + cards("CJ C9 CT CQ")
    tricks = read(text)["tricks"]
    assert [trick.get("leader") for trick in tricks] == ["N", "N", "N"]
    assert [code for _, _, code in notes(text)] == ["hand_completed", *["leader_by_card"] * 3]
    assert NOTATION.read(text).notes[2].detail == "The deal shows that North led, although West won the trick before."


def test_without_the_deal_no_leader_is_said() -> None:
    text = "md|1,,,|" + cards("HA H2 H3 H4 SA S2")
    assert read(text)["tricks"] == [{"cards": ["AH", "2H", "3H", "4H"]}, {"cards": ["AS", "2S"]}]
    assert [code for _, _, code in notes(text)] == ["leader_unknown", "leader_unknown"]


def test_nobody_is_said_to_have_won_a_trick_with_an_unknown_card() -> None:
    # North led the first trick, and of its other cards one is not known: it may have been a spade.
    text = MD + cards("H4 HX H2 HJ") + cards("S5 ST S2 S4")
    found = NOTATION.read(text)
    assert [trick.get("leader") for trick in found.records[0]["tricks"]] == ["N", "N"]
    assert [note.detail for note in found.notes if note.code == "leader_by_card"] == [
        "North led: the card was dealt to that seat. The file itself names no leader (2 times)."
    ]
    unknown = MD + cards("H4 HX H2 HJ") + cards("SX ST S2 S4")
    assert "leader" not in read(unknown)["tricks"][1]
    assert "the winner of the trick before is taken" in NOTATION.read(unknown).notes[-1].detail


# South led, so East is the declarer: East's side won the second and the third trick.
_THREE_TRICKS = "md|3SJ973HJ98742D3CK4,SKQT2HATDJ6542C85,H63DAKQ987CA9732,|mb|1H|mb|4s!|mb|p|" + cards(
    "D3 D2 DA DT DK S8 C4 D4 SA S3 S2 D7"
)


def claim_of(text: str) -> tuple[Any, str]:
    """Return the claim that was read, and the last note."""
    return read(text).get("claim"), NOTATION.read(text).notes[-1].detail


@pytest.mark.parametrize(("total", "tricks"), [(2, 0), (11, 9), (12, 10)])
def test_a_claim_is_given_to_the_declarer_as_accepted(total: int, tricks: int) -> None:
    """docs/reference/notations/lin.md: the tricks of declarer's side in all, less those that it had won."""
    claim, note = claim_of(f"{_THREE_TRICKS}mc|{total}|")
    assert claim == {"by": "E", "tricks": tricks, "accepted": True}
    assert note == (
        f"Read as an accepted claim of {tricks} tricks by East, the declarer, whose side had won 2 of {total}."
        " The file does not say who claimed."
    )
    ruled = ruling({"ruleset": RULES, **read(f"{_THREE_TRICKS}mc|{total}|")})
    assert ruled["claim"]["result"] == "accepted"
    assert ruled["tricks_won"]["E"] + ruled["tricks_won"]["W"] == total


def test_a_claim_in_the_middle_of_a_trick_counts_that_trick() -> None:
    assert claim_of(f"{_THREE_TRICKS}{cards('SK C9')}mc|12|")[0] == {"by": "E", "tricks": 10, "accepted": True}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (_THREE_TRICKS.replace("4s!", "4H") + "mc|11|", "its tricks are counted with hearts as trumps"),
        (_THREE_TRICKS + "mc|1|", "East's side had won 2 of 3 tricks before it"),
        (_THREE_TRICKS + "mc|13|", "East's side had won 2 of 3 tricks before it"),
        (_THREE_TRICKS.replace("pc|D4|", "pc|DX|") + "mc|11|", "the cards do not show who won each trick before it"),
        (MD + "mc|11|", "the deal does not show who led first, and so the declarer"),
        (_THREE_TRICKS + "mc|11|" + cards("SK"), "the play went on after it"),
        ("md|1" + "S23456789TJQKA,H23456789TJQKA,D23456789TJQKA,|"
         + cards(" ".join(f"S{rank} H{rank} D{rank} C{rank}" for rank in "23456789TJQKA")) + "mc|0|",
         "no trick was left to be claimed"),
    ],
)  # fmt: skip
def test_a_claim_that_cannot_be_counted_is_noted_and_left_out(text: str, why: str) -> None:
    assert "claim" not in read(text)
    unmapped = [note.detail for note in NOTATION.read(text).notes if note.code == "unmapped"]
    assert f"This result is not read as a claim: {why}." in unmapped


def test_the_last_of_several_claims_counts() -> None:
    claim, note = claim_of(f"{_THREE_TRICKS}mc|11|mc|10|")
    assert (claim or {})["tricks"] == 8
    assert note.startswith("Read as")
    assert "claim" not in read(f"{_THREE_TRICKS}mc|14|")
    assert claim_of(f"{_THREE_TRICKS}mc|ten|") == (
        None,
        "A claim is the number of tricks of declarer's side, 0 to 13: this one is left out.",
    )


def test_a_card_may_be_unknown() -> None:
    text = "md|1SAKx,,,|pc|SX|pc|h10|"
    assert read(text)["hands"] == {"S": ["AS", "KS", "??"]}
    assert read(text)["tricks"] == [{"cards": ["??", "TH"]}]
    assert [code for _, _, code in notes(text)] == ["card_unknown", "card_unknown", "leader_unknown"]


def test_the_closed_room_has_the_last_four_names() -> None:
    names = "pn|a,b,c,d,e,f,g,h|"
    assert read(f"{names}qx|o1|{MD}")["players"] == ["c", "d", "a", "b"]
    assert read(f"{names}qx|c1|{MD}")["players"] == ["g", "h", "e", "f"]
    assert read(f"{names}qx|c1|{MD}")["labels"] == {"room": "closed", "board": "1"}
    assert read(f"pn|a,,c|{MD}")["players"] == ["c", "E", "a", "W"]


def test_a_board_number_may_come_before_the_deal() -> None:
    assert read(f"ah|Board 9|{MD}")["labels"] == {"board": "Board 9"}
    later = NOTATION.read(f"{MD}ah|Board 1|{cards('SJ')}ah|Board 2|{MD}").records
    assert [record["labels"]["board"] for record in later] == ["Board 1", "Board 2"]


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ("", (1, 1), "nothing_to_read"),
        ("pn|a,b,c,d|", (1, 1), "nothing_to_read"),
        ("pc|SA|", (1, 4), "card_outside_board"),
        (MD + "pc|SA", (1, len(MD) + 4), "cut_short"),
        (MD + "spade|x|", (1, len(MD) + 1), "not_a_tag"),
        (MD + "\npc|AS|", (2, 4), "not_a_card"),
        (MD + "\npc|BJ|", (2, 4), "not_a_card"),
        ("md|7SA,,,|", (1, 4), "not_a_dealer"),
        ("md|1SA,HA,DA,CA,S2|", (1, 4), "not_a_deal"),
        ("md|1SA,\nHA,DX1,|", (2, 4), "not_a_hand"),
        ("md|1AS,,,|", (1, 5), "not_a_hand"),
        ("md|1S" + "2" * 53 + ",,,|", (1, 5), "too_many_cards"),
        (MD + "\n" + cards("SA " * 217), (2, 1 + 216 * 6 + 3), "too_many_tricks"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, place: tuple[int, int], code: str) -> None:
    assert (*place, code) in faults(text)


def test_a_long_label_and_a_long_name_are_noted() -> None:
    text = f"vg|{'x' * 129}|pn|{'y' * 65},b,c,d|{MD}"
    assert "labels" not in read(text)
    assert read(text)["players"] == ["c", "d", "S", "b"]
    assert [code for _, _, code in notes(text)] == ["unmapped", "name_left_out", "hand_completed"]


def test_it_is_known_by_fields_between_bars() -> None:
    for text in (VUGRAPH, MD, "st||\npc|SA|"):
        assert NOTATION.evidence(text) == "it has fields between bars: md|...| for a deal, or pc|...| for a card played"
    for text in ("", "md", "| md | pc |", "a|b|c", '[Deal "N:..."]', "cmd|1SA,|", "md|hello|"):
        assert NOTATION.evidence(text) is None


def test_every_card_is_written_suit_first() -> None:
    tricks = read(MD + cards(" ".join(code[::-1] for code in CODES[:52])))["tricks"]
    assert [card for trick in tricks for card in trick["cards"]] == list(CODES[:52])


def test_spoilt_texts_are_read_or_refused_and_nothing_else() -> None:
    outcomes = [read_or_refused(NOTATION, each) is None for each in spoilt(VUGRAPH, 3000)]
    assert {True, False} == {*outcomes}


def test_large_texts_take_time_in_proportion() -> None:
    names = "pn|" + "a," * 50_000 + "|" + MD * 20
    pieces = (
        "|",
        "md|",
        "pc|SA|",
        "xx|y|",
        MD,
        "pn|a,b,c,d|" + MD,
        "md|1S" + "2" * 60_000 + ",,,|",
        ",",
        "md|,|",
        "\n|",
    )
    assert_reads_large_texts_in_time(NOTATION, names, *pieces, MD + "pc|S2|" * 20_000)


def test_the_page_is_true() -> None:
    assert_examples_hold(NOTATION)
    assert_notes_are_on_the_page(NOTATION, "lin/*.py", "compass.py", "bridge_result.py")
