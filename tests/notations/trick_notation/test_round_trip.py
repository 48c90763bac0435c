"""What is written in trick-notation is read back, and everything else is told to be lost."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from service.notations import registry
from service.notations.round_parts import cards_in_order
from service.notations.trick_notation import NOTATION, read, write
from tests.notations.held_rounds import (
    assert_canonical,
    assert_mutants_are_read_or_refused,
    assert_read_in_a_moment,
    by_player,
    held_round,
    is_told,
    members_changed,
    played_rounds,
    six_names,
)
from tests.spades.builders.cards import Json
from tests.spades.builders.random_players import ALL_HOUSES, MANY, Played, play, recorded, seeds


def in_notation(held: Json, seed: int) -> Json:
    """Return a round in the forms of trick-notation: cards from a leader, or by player if nobody noted the leader."""
    luck = random.Random(seed)
    tricks = []
    for trick in held["tricks"]:
        leader = trick["plays"][0]["player"]
        known = {"leader": leader, "cards": [each["card"] for each in trick["plays"]]}
        unknown = {"cards": known["cards"]}, {"cards_by_player": by_player(trick)}
        tricks.append(luck.choice(unknown) if luck.random() < 0.2 else known)
    record = {**held, "tricks": tricks}
    players = held["players"]
    sides = [[each] for each in players] if len(players) != 4 else [[players[0], players[2]], [players[1], players[3]]]
    if luck.random() < 0.5:
        record["teams"] = [
            {"name": f"side {number}", "players": side} for number, side in enumerate(sides) if luck.random() < 0.8
        ]
        if not record["teams"]:
            del record["teams"]
    named = {tuple(team["players"]): team["name"] for team in record.get("teams", ())}
    if luck.random() < 0.5:
        score = {named.get(tuple(side), "+".join(side)): luck.randint(-500, 900) for side in sides}
        record["reported"] = {"score": score}
    return record


@given(played_rounds(), six_names("back\\slash", without=';"'), seeds)
@MANY
def test_what_the_notation_holds_is_read_back(played: Played, names: list[str], seed: int) -> None:
    record = in_notation(held_round(played, names, seed, cards_in_order), seed)
    written = write(record)
    assert written.losses == ()
    assert read(written.text).records == (record,)
    assert registry.read(written.text)[0] is NOTATION


@given(recorded(ALL_HOUSES))
@MANY
def test_whatever_is_not_read_back_is_told_to_be_lost(record: Json) -> None:
    written = write(record)
    back = read(written.text).records[0]
    changed = members_changed(record, back, cards_in_order)
    assert {member for member in changed if not is_told(member, written.losses)} <= {"reported"}
    assert is_told("ruleset", written.losses)
    assert_canonical(NOTATION, back)
    assert write(back).text == written.text


def test_any_text_is_read_or_refused_with_places() -> None:
    luck = random.Random(5)
    names = (["ana", "ben", "cy", "dee", "eve", "fay"], ["Ana Maria", "B", "C", "D", "E", "F"])
    texts = []
    for seed in range(60):
        held = held_round(play(luck.choice(ALL_HOUSES), seed), names[seed % 2], seed, cards_in_order)
        texts.append(write(in_notation(held, seed)).text)
    assert_mutants_are_read_or_refused(NOTATION, texts, 5)


FIRST = "% trick-notation v1\n"
HEADS = FIRST + '[Game "spades"]\n[Deck "french52"]\n[Seats "N E S W"]\n'


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        "[" * 500_000,
        FIRST + "[a " * 170_000,
        FIRST + '[a "b"] ' * 60_000,
        FIRST + '[a "' + '" ' * 250_000,
        FIRST + '[Deck "' + "suits=S " * 60_000 + '"]',
        FIRST + '[Seats "' + "N " * 250_000 + '"]',
        HEADS + "P N " + "2C " * 160_000,
        HEADS + "P N 2C\n" * 70_000,
        HEADS + "D N:" + "A" * 500_000,
        HEADS + "D " + "N:-.-.-.- " * 50_000,
        HEADS + "D N:" + "." * 500_000,
        HEADS + "D N:A.K.Q.J." + "*BJ" * 160_000,
        HEADS + "D N:A.K.Q.J." + "*" * 500_000,
        HEADS + "D N:AK.-.-.-\n" * 35_000,
        HEADS + "C N: " + "3 " * 250_000,
        HEADS + "C N: 3\n" * 70_000,
        HEADS + "X N>E: 2C\n" * 50_000,
        HEADS + "U " * 250_000,
        FIRST * 25_000,
        HEADS * 7_000,
        HEADS + "".join(f'[k{number} "v"]\n' for number in range(35_000)),
        HEADS + "; " * 250_000,
        HEADS + " " * 500_000 + "x",
        HEADS + "Q\n" * 250_000,
    ],
    ids=lambda text: text[-12:],
)
def test_half_a_megabyte_takes_a_moment(text: str) -> None:
    assert_read_in_a_moment(NOTATION, text)
