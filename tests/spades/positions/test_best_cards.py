"""Best play for a player who asks what is legal: the tricks of each card, and hands that don't fit together."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import Any

import pytest

from service.spades.cards import CODES, codes_of
from service.spades.positions.open_hands import BUDGET
from service.spades.solver.position import Position, after, legal_now
from service.wire.contract import load_document
from tests.contract.bodies_bids_and_plays import MOMENTS, open_moment
from tests.spades.builders.asking import ask, faults
from tests.spades.builders.cards import FOUR, Json
from tests.spades.solver.endings import ending, game_at_random
from tests.spades.solver.naive_play import NaiveAim, NaivePlay, Scene

FOLLOW = MOMENTS["best play, to follow"]


def legal(body: Json) -> Json:
    return ask("listLegalPlays", body)


def test_the_king_is_better_kept_if_the_partner_has_the_ace() -> None:
    """On the king dee has to play the ace, the only heart of that hand: two high hearts fall in one trick.

    If ben plays low, the ace wins; ben ruffs dee's club with the deuce, and the king is good for the last trick.
    """
    best = legal(FOLLOW)["best_play"]
    assert (best["basis"], best["team"], best["tricks_left"]) == ("double_dummy", "ben+dee", 3)
    found = {each["card"]: (each["result"], each["at_least"], each["at_most"]) for each in best["cards"]}
    assert found == {"KH": ("solved", 2, 2), "4H": ("solved", 3, 3)}


def test_what_is_legal_does_not_depend_on_the_question() -> None:
    for body in MOMENTS.values():
        if "best_play" in body:
            plain = legal({name: value for name, value in body.items() if name != "best_play"})
            asked = legal(body)
            assert "best_play" not in plain
            assert (plain["legal"], plain["illegal"]) == (asked["legal"], asked["illegal"])
            assert [each["card"] for each in asked["best_play"]["cards"]] == asked["legal"]


def _ending(seed: int) -> Position:
    rng = Random(f"open {seed}")
    game, position = game_at_random(rng), ending(rng, 3)
    for _ in range(rng.randrange(4)):
        position = after(game, position, rng.choice(codes(legal_now(game, position))))
    return position


def codes(cards: int) -> list[int]:
    return [CODES.index(code) for code in codes_of(cards)]


@pytest.mark.parametrize("seed", range(30))
def test_every_card_is_worth_what_all_ways_of_playing_on_make_of_it(seed: int) -> None:
    position = _ending(seed)
    plays = [f"{FOUR[(position.leader + index) % 4]} {CODES[card]}" for index, card in enumerate(position.plays)]
    hands = [" ".join(codes_of(hand)) for hand in position.hands]
    own = position.turn
    body = open_moment(
        hands[own],
        ", ".join(plays),
        FOUR[own],
        *(hand for seat, hand in enumerate(hands) if seat != own),
        spades_broken=position.broken,
        trick_number=11,
    )
    naive = NaivePlay({"play": _PLAY, "deck": _DECK}, 4)
    scene = Scene(
        tuple(map(codes_of, position.hands)),
        position.leader,
        tuple(CODES[card] for card in position.plays),
        position.broken,
    )
    side = frozenset({own, (own + 2) % 4})
    for each in legal(body)["best_play"]["cards"]:
        later, winner = naive.played(scene, each["card"])
        number = naive.values(later, [NaiveAim(side, side)])[0] + (winner in side)
        assert each["at_least"] == each["at_most"] == number


_RESOLVED = ask("resolveRuleset", {"ruleset": "pagat"})["parameters"]
_PLAY, _DECK = _RESOLVED["play"], _RESOLVED["deck"]


def test_past_its_budget_it_gives_bounds_and_takes_no_long_time() -> None:
    body = MOMENTS["best play, more cards than are searched"]
    before = process_time()
    best = legal(body)["best_play"]
    assert process_time() - before < 2
    assert best["positions"] == BUDGET
    assert all(each["at_least"] <= each["at_most"] for each in best["cards"])
    assert "undecided" in {each["result"] for each in best["cards"]}
    description = load_document()["paths"]["/v1/plays/legal"]["post"]["description"]
    assert f"At most\n{BUDGET:,} positions" in description


def asking(**members: Any) -> Json:
    """Return the moment to follow; ``best_play`` members replace its own."""
    asked = {name: members.pop(name) for name in ("player", "hands") if name in members}
    return {**FOLLOW, **members, "best_play": {**FOLLOW["best_play"], **asked}}


HANDS = FOLLOW["best_play"]["hands"]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({name: value for name, value in FOLLOW.items() if name != "players"}, [("#/players", "required")]),
        (asking(player="eve"), [("#/best_play/player", "unknown_player")]),
        (asking(hands={**HANDS, "eve": []}), [("#/best_play/hands/eve", "unknown_player")]),
        (asking(hands={**HANDS, "ben": ["KH"]}), [("#/best_play/hands/ben", "held_twice")]),
        (asking(hands={name: HANDS[name] for name in ("ana", "cy")}), [("#/best_play/hands/dee", "required")]),
        (asking(hands={**HANDS, "dee": ["7C", "AH", "KH"]}), [("#/best_play/hands/dee/2", "held_twice")]),
        (asking(hand=["KH", "4H", "KH"]), [("#/hand/2", "duplicate_card")]),
        (asking(hand=["KH", "4H", "9H"]), [("#/hand/2", "card_replayed")]),
        (asking(hand=["KH", "4H", "BJ"]), [("#/hand/2", "card_not_in_deck")]),
        (asking(hand=["KH", "4H"]), [("#/hand", "unequal_hands")]),
        (asking(player="cy", hands={"ana": [], "ben": [], "dee": []}), [("#/best_play/player", "out_of_turn")]),
        (asking(trick_number=12), [("#/trick_number", "impossible_moment")]),
        (
            asking(plays=[{"player": each, "card": f"{rank}H"} for each, rank in zip(FOUR, "9QJ2", strict=True)]),
            [("#/plays", "trick_is_whole")],
        ),
    ],
)
def test_hands_that_do_not_fit_together_are_refused(body: Json, found: list[tuple[str, str]]) -> None:
    assert set(found) <= set(faults(body, "listLegalPlays"))


def advice(body: Json) -> str:
    """Return the sentence of the only fault of a question, which has to be refused."""
    (fault,) = ask("listLegalPlays", body, 422)["errors"]
    return str(fault["detail"])


FIRST: dict[str, list[str]] = {
    each: [f"{rank}{suit}" for rank in "AKQJT98765432"] for each, suit in zip(FOUR, "CDHS", strict=True)
}


@pytest.mark.parametrize(
    ("body", "mended"),
    [
        pytest.param(
            asking(hands={**HANDS, "ana": ["TH", "4C", "9H"]}), asking(), id="a card on the table is left out of a hand"
        ),
        pytest.param(
            asking(hands={name: HANDS[name] for name in ("ana", "cy")}), asking(), id="a missing hand is listed"
        ),
        pytest.param(asking(hands={**HANDS, "ben": ["KH"]}), asking(), id="the player's own hand is left out"),
        pytest.param(
            asking(
                player="ana",
                hand=FIRST["ana"],
                plays=[],
                hands={each: FIRST[each] for each in FOUR[1:]},
                trick_number=1,
                spades_broken=True,
            ),
            asking(
                player="ana",
                hand=FIRST["ana"],
                plays=[],
                hands={each: FIRST[each] for each in FOUR[1:]},
                trick_number=1,
                spades_broken=False,
            ),
            id="spades are not broken before the first trick",
        ),
    ],
)
def test_who_follows_the_advice_is_answered(body: Json, mended: Json) -> None:
    """No advice speaks of members that this request has not, or must not lack."""
    said = advice(body)
    assert not any(word in said for word in ("every player", "`hands`", "`leader`", "claim", "leave this out")), said
    assert faults(mended, "listLegalPlays") == []


def test_each_fault_has_a_place_that_the_request_has_or_lacks() -> None:
    body = {**asking(hands={"ana": ["2H"], "cy": ["2H"]}), "hand": ["2H"]}
    assert all(pointer.startswith(("#/hand", "#/best_play/hands")) for pointer, _ in faults(body, "listLegalPlays"))
