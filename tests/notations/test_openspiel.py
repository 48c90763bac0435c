"""OpenSpiel's action ids: games that OpenSpiel played, records written and read, and texts of all kinds."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notations.model import UnreadableText, UnwritableRecord
from service.notations.openspiel import NOTATION
from service.spades.cards import CODES
from tests.notations.page_examples import assert_examples_hold, assert_notes_are_on_the_page
from tests.notations.spoilt_texts import assert_reads_large_texts_in_time, read_or_refused, spoilt
from tests.spades.builders.asking import ruling
from tests.spades.builders.random_players import MANY
from tests.spades.builders.random_rounds import chance_round

SEATS = "NESW"
RULES = {"name": "openspiel"}


class Game(NamedTuple):
    """A game of OpenSpiel: its history, the tricks that each player won, and each player's points."""

    history: str
    tricks: list[int]
    points: list[int]


def games() -> list[Game]:
    lines = (Path(__file__).parent / "openspiel_games.txt").read_text().splitlines()[1:]
    parts = [line.split(" | ") for line in lines]
    return [
        Game(history, [*map(int, tricks.split())], [*map(int, points.split())]) for history, tricks, points in parts
    ]


GAMES = games()
HISTORY = GAMES[0].history


def read(text: str) -> dict[str, Any]:
    record, *others = NOTATION.read(text).records
    assert not others
    return record


def chance_record(seed: int, tricks: int = 13) -> dict[str, Any]:
    """Return a legal round at seats N, E, S and W, begun by anybody, cut off after this many tricks."""
    chance = random.Random(seed)
    body = chance_round(seed, RULES, 4, 13).body
    turn = chance.randrange(4)
    seat = {player: SEATS[(index + turn) % 4] for index, player in enumerate(body["players"])}
    # Who leads is the first player of the builder, and bids first here.
    bids = [{"player": seat[player], "tricks": chance.randrange(14)} for player in body["players"]]
    return {
        "players": list(SEATS),
        "hands": {seat[player]: cards for player, cards in body["hands"].items()},
        "bids": bids,
        "tricks": [
            {"plays": [{"player": seat[play["player"]], "card": play["card"]} for play in trick["plays"]]}
            for trick in body["tricks"][:tricks]
        ],
    }


@pytest.mark.parametrize("game", GAMES)
def test_games_that_openspiel_played_are_clean_and_score_the_same(game: Game) -> None:
    assert NOTATION.evidence(game.history)
    record = read(game.history)
    ruled = ruling({"ruleset": RULES, **record})
    assert (ruled["verdict"], ruled["complete"]) == ("clean", True)
    assert [ruled["tricks_won"][seat] for seat in SEATS] == game.tricks
    points = {side["team"]: side["points"] for side in ruled["as_played"]}
    assert [points["N+S"], points["E+W"]] * 2 == game.points
    assert NOTATION.write is not None
    assert NOTATION.write(record).text == game.history + "\n"


@MANY
@given(st.integers(0, 10**6), st.integers(1, 13), st.integers(0, 3))
def test_a_written_record_reads_back_unchanged(seed: int, tricks: int, missing: int) -> None:
    record = chance_record(seed, tricks)
    del record["tricks"][-1]["plays"][4 - missing :]
    assert NOTATION.write is not None
    written = NOTATION.write(record)
    assert written.losses == ()
    assert read(written.text) == record
    assert NOTATION.write(read(written.text)) == written


@pytest.mark.parametrize("count", [1, 2, 5, 51, 52, 53, 55, 56, 57, 60, 107, 108])
def test_a_state_may_stop_anywhere(count: int) -> None:
    history = ", ".join(HISTORY.split(", ")[:count])
    assert NOTATION.write is not None
    assert NOTATION.write(read(history)).text == history + "\n"


@pytest.mark.parametrize("written", ["{}", "[{}]", "({})\n", "  {}  \n\n"])
@pytest.mark.parametrize("between", [", ", ",", " ", "\n", ",\n"])
def test_the_ids_may_be_written_in_any_way(written: str, between: str) -> None:
    text = written.format(HISTORY.replace(", ", between))
    assert NOTATION.evidence(text)
    assert read(text) == read(HISTORY)


def test_a_saved_state_is_refused_at_what_is_no_id() -> None:
    with pytest.raises(UnreadableText, match="'State' is no action id: write a number from 0 to 65"):
        NOTATION.read("[State]\n" + HISTORY)


def test_each_line_is_a_state_if_all_have_a_whole_deal() -> None:
    text = "\n".join(game.history for game in GAMES[:3])
    assert NOTATION.read(text).records == tuple(read(game.history) for game in GAMES[:3])


def test_who_was_dealt_the_first_card_bid_and_led_first() -> None:
    record = next(each for each in map(chance_record, range(99)) if each["bids"][0]["player"] == "S")
    assert NOTATION.write is not None
    ids = NOTATION.write(record).text.split(", ")
    notes = NOTATION.read(", ".join(ids)).notes
    assert [(note.code, note.column) for note in notes] == [("first_player_by_card", len(", ".join(ids[:56])) + 3)]
    assert read(", ".join(ids))["bids"][0]["player"] == "S"
    # As long as no card was played, nothing shows it.
    assert read(", ".join(ids[:56]))["bids"][0]["player"] == "N"
    assert [note.code for note in NOTATION.read(", ".join(ids[:56])).notes] == ["first_player_assumed"]


@pytest.mark.parametrize(
    ("place", "id_", "code"),
    [
        (0, "52", "not_a_card"),
        (51, "65", "not_a_card"),
        (52, "51", "not_a_bid"),
        (56, "52", "not_a_card"),
        (60, "66", "not_an_action"),
        (60, "-1", "not_an_action"),
        (60, "KS", "not_an_action"),
        (60, "\N{SUPERSCRIPT TWO}", "not_an_action"),
    ],
)
def test_an_id_that_cannot_stand_there_is_refused(place: int, id_: str, code: str) -> None:
    ids = HISTORY.split(", ")
    ids[place] = id_
    with pytest.raises(UnreadableText) as refused:
        NOTATION.read(", ".join(ids))
    assert [(fault.column, fault.code) for fault in refused.value.faults] == [
        (len(", ".join(ids[:place])) + 2 * bool(place) + 1, code)
    ]


def test_all_faults_are_reported_at_once() -> None:
    with pytest.raises(UnreadableText) as refused:
        NOTATION.read(HISTORY.replace(", ", " , x, ") + ", 1")
    assert len(refused.value.faults) == 50


def test_nothing_and_too_much_are_refused() -> None:
    with pytest.raises(UnreadableText, match="no action ids"):
        NOTATION.read("\n")
    with pytest.raises(UnreadableText, match="at its end"):
        NOTATION.read(HISTORY + ", 1")


@pytest.mark.parametrize("text", ["", "1 2 3", "1, 1, " * 30, "% PTN", "round,player", HISTORY + " x"])
def test_other_texts_are_no_evidence(text: str) -> None:
    assert NOTATION.evidence(text) is None


def changed(record: dict[str, Any], **members: object) -> dict[str, Any]:
    return {**record, **members}


FIRST = chance_record(1)
ONE, TWO, *_ = FIRST["tricks"]


@pytest.mark.parametrize(
    ("record", "pointer", "code"),
    [
        (changed(FIRST, players=["N", "E", "S"]), "#/players", "player_count"),
        (changed(FIRST, hands={}), "#/hands", "deal_unknown"),
        (changed(FIRST, hands={**FIRST["hands"], "N": FIRST["hands"]["N"][:12]}), "#/hands", "deal_unknown"),
        (changed(FIRST, hands={**FIRST["hands"], "N": ["BJ", *FIRST["hands"]["N"][1:]]}), "#/hands", "irregular_deal"),
        (changed(FIRST, hands={**FIRST["hands"], "N": FIRST["hands"]["E"]}), "#/hands", "irregular_deal"),
        (changed(FIRST, bids=FIRST["bids"][::-1]), "#/bids/0", "out_of_turn"),
        (changed(FIRST, bids=FIRST["bids"] * 2), "#/bids/4", "out_of_turn"),
        (changed(FIRST, bids=FIRST["bids"][:3]), "#/bids", "bids_unknown"),
        (changed(FIRST, bids=[{**bid, "tricks": 14} for bid in FIRST["bids"]]), "#/bids/0", "bid_too_high"),
        (changed(FIRST, tricks=[{"plays": FIRST["tricks"][0]["plays"][::-1]}]), "#/bids/0", "out_of_turn"),
        (changed(FIRST, tricks=[ONE, {"plays": TWO["plays"][1:]}]), "#/tricks/1", "out_of_turn"),
        (changed(FIRST, tricks=[{"plays": ONE["plays"][:3]}, TWO]), "#/tricks/0", "card_missing"),
        (changed(FIRST, tricks=[ONE, {"plays": []}, TWO]), "#/tricks/1", "card_missing"),
        (changed(FIRST, tricks=[ONE, TWO, TWO]), "#/tricks/2", "out_of_turn"),
    ],
)
def test_what_no_state_holds_is_not_written(record: dict[str, Any], pointer: str, code: str) -> None:
    assert NOTATION.write is not None
    with pytest.raises(UnwritableRecord) as refused:
        NOTATION.write(record)
    assert (refused.value.faults[0].pointer, refused.value.faults[0].code) == (pointer, code)


def test_a_card_of_another_hand_is_not_written() -> None:
    record = chance_record(1, 1)
    other = next(card for card in record["hands"][record["tricks"][0]["plays"][2]["player"]][::-1])
    play = record["tricks"][0]["plays"][1]
    assert NOTATION.write is not None
    for card in (other, "??"):
        play["card"] = card
        with pytest.raises(UnwritableRecord, match="without holding it"):
            NOTATION.write(record)


def test_what_ids_have_no_place_for_is_reported_as_lost() -> None:
    names = dict(zip(SEATS, ("ana", "ben", "cy", "dee"), strict=True))
    record = chance_record(1, 2)
    bids = [{**bid, "player": names[bid["player"]]} for bid in record["bids"]]
    bids[0]["blind"] = True
    tricks: list[dict[str, Any]] = [
        {"plays": [{"player": names[play["player"]], "card": play["card"]} for play in trick["plays"]]}
        for trick in record["tricks"]
    ]
    tricks[0]["winner"] = "ana"
    tricks[0]["plays"][1]["withdrawn"] = [{"card": "2C"}]
    named = {
        "players": list(names.values()),
        "dealer": "dee",
        "hands": {names[seat]: cards for seat, cards in record["hands"].items()},
        "bids": bids,
        "tricks": tricks,
    }
    assert NOTATION.write is not None
    written = NOTATION.write(named)
    assert written.text == NOTATION.write(record).text
    lost = ["#/bids/0", "#/dealer", "#/players", "#/tricks/0/plays/1/withdrawn", "#/tricks/0/winner"]
    assert [loss.pointer for loss in written.losses] == lost


def test_short_forms_are_written_like_long_ones() -> None:
    record = chance_record(3)
    assert NOTATION.write is not None
    text = NOTATION.write(record).text
    by_player = {bid["player"]: bid["tricks"] for bid in record["bids"]}
    short = {name: value for name, value in record.items() if name != "bids"}
    short |= {"bids_by_player": by_player, "tricks": [_as_cards(trick) for trick in record["tricks"]]}
    short["tricks"][0]["leader"] = record["tricks"][0]["plays"][0]["player"]
    written = NOTATION.write(short)
    assert (written.text, [loss.pointer for loss in written.losses]) == (text, ["#/bids_by_player"])
    short["tricks"][1:] = [_by_player(trick) for trick in record["tricks"][1:]]
    assert NOTATION.write(short).text == text
    short["tricks"][2]["leader"] = next(seat for seat in SEATS if seat != record["tricks"][2]["plays"][0]["player"])
    with pytest.raises(UnwritableRecord, match="in turn, from the winner"):
        NOTATION.write(short)


def _as_cards(trick: dict[str, Any]) -> dict[str, Any]:
    return {"cards": [play["card"] for play in trick["plays"]]}


def _by_player(trick: dict[str, Any]) -> dict[str, Any]:
    return {
        "cards_by_player": {
            play["player"]: play["card"] for play in sorted(trick["plays"], key=lambda each: each["card"])
        }
    }


def test_spoilt_texts_are_read_or_refused_and_nothing_else() -> None:
    column = HISTORY.replace(", ", "\n")
    outcomes = [read_or_refused(NOTATION, text) is None for each in (HISTORY, column) for text in spoilt(each, 1000)]
    assert {True, False} == {*outcomes}


def test_every_card_is_its_id() -> None:
    deal = ", ".join(map(str, range(52)))
    hands = read(deal)["hands"]
    assert [hands[SEATS[index % 4]][index // 4] for index in range(52)] == list(CODES[:52])


def test_large_texts_take_time_in_proportion() -> None:
    assert_reads_large_texts_in_time(NOTATION, "1 ", HISTORY + "\n", "x", "[State]\n", "[", "1\n")


def test_the_page_is_true() -> None:
    assert_examples_hold(NOTATION)
    assert_notes_are_on_the_page(NOTATION, "openspiel.py")
