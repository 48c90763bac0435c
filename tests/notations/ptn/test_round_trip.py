"""What is written in PTN is read back, and everything else is told to be lost."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from service.notations import registry
from service.notations.ptn import NOTATION, read, write
from service.notations.round_parts import cards_in_order
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
    """Return a round in the forms of PTN: columns by seat, and the leader of the first trick at most."""
    luck = random.Random(seed)
    tricks: list[Json] = [{"cards_by_player": by_player(trick)} for trick in held["tricks"]]
    if tricks and luck.random() < 0.9:
        tricks[0]["leader"] = held["tricks"][0]["plays"][0]["player"]
    record = {**held, "tricks": tricks}
    players = held["players"]
    if luck.random() < 0.5:
        pairs = list(zip(players[:2], players[2:], strict=True)) if len(players) == 4 else []
        scores = luck.sample(range(-500, 900), len(players))
        together = pairs and luck.random() < 0.5
        named = ["+".join(pair) for pair in pairs] if together else players
        if len(tricks) < max(map(len, record.get("hands", {}).values()), default=0):
            record["before"] = {side: {"score": score} for side, score in zip(named, scores, strict=False)}
        else:
            record["labels"] = {"GameScores": f"S:{' '.join(map(str, scores))}"}
    return record


@given(played_rounds(), six_names("a;b", 'the "ace"', "back\\slash", "\\u0041"), seeds)
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
    assert {member for member in changed if not is_told(member, written.losses)} == set()
    assert is_told("ruleset", written.losses)
    assert_canonical(NOTATION, back)
    assert write(back).text == written.text


def test_any_text_is_read_or_refused_with_places() -> None:
    luck = random.Random(6)
    names = (["ana", "ben", "cy", "dee", "eve", "fay"], ["Ana Maria", "S", "C", 'the "ace"', "E", "F"])
    texts = []
    for seed in range(60):
        held = held_round(play(luck.choice(ALL_HOUSES), seed), names[seed % 2], seed, cards_in_order)
        texts.append(write(in_notation(held, seed)).text)
    assert_mutants_are_read_or_refused(NOTATION, texts, 6)


HEADS = '% PTN\n[GameCode "Spades"]\n[Deal "S:- - - -"]\n'


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        "[" * 500_000,
        "[a " * 170_000,
        '[a "' + '" ' * 250_000,
        '[a "' + "\\" * 500_000,
        '[a "' + '\\"' * 250_000 + '"]',
        '[a "' + '"] [a "' * 70_000 + '"]',
        '[a "' + '" ] [ a' * 70_000 + '"]',
        '[Deal "N:' + "- " * 250_000 + '"]',
        '[Deal "N:' + "." * 500_000 + ' - - -"]',
        '[Deal "N:' + "A" * 500_000 + '... - - -"]',
        HEADS + '[GameOptionsJson "' + "[" * 500_000 + '"]',
        HEADS + '[GameOptionsJson "{' + '"a":' * 100_000 + '}"]',
        HEADS + '[GameOptionsJson "{' + ",".join(f'"{number}":1' for number in range(40_000)) + '}"]',
        HEADS + '[GameScores "S:' + "1 " * 250_000 + '"]',
        HEADS + '[CardsAdded "S:' + "S2" * 250_000 + '"]\n[CardsRemoved "N:' + "S2" * 2 + '"]',
        HEADS + '[CardsAdded "' + "S:S2 " * 50_000 + '"]\n[CardsRemoved "' + "N:S2 " * 50_000 + '"]',
        HEADS + '[Undealt "' + "S2" * 250_000 + '"]',
        HEADS + '[Auction "S"]\n' + "3 " * 250_000,
        HEADS + '[Auction "S"]\n' + "Blind\n" * 80_000,
        HEADS + '[Auction "S"]\n' + "1" * 500_000 + "x",
        HEADS + '[Play "S"]\n' + "S2 " * 160_000,
        HEADS + '[Play "S"]\n' + "S2\n" * 160_000,
        HEADS + "".join(f'[k{number} "v"]\n' for number in range(35_000)),
        HEADS + '[West "v"]\n' * 40_000,
        '[Event "e"]\n' * 40_000,
        '[Event "e"]\n[Deal "S:- - - -"]\n' * 15_000,
        "% \n" * 160_000,
        "x \n" * 160_000,
        HEADS + " " * 500_000 + "x",
    ],
    ids=lambda text: text[-12:],
)
def test_half_a_megabyte_takes_a_moment(text: str) -> None:
    assert_read_in_a_moment(NOTATION, text)
