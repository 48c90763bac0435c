"""Moments that cannot be, which make a record unreadable, beside those that are merely late or early."""

from __future__ import annotations

import copy

import pytest

from tests.spades.builders.asking import ask, faults, ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, cut
from tests.spades.builders.legal_rounds import RANKS, legal_round
from tests.spades.builders.records import moment, trick
from tests.spades.builders.rulings import codes
from tests.spades.ruling.claim_cases import claimed


def taken_back(body: Json, number: int, place: int, *moments: tuple[int, int] | None) -> Json:
    """Return the record with a diamond taken back at each of these moments, at a place (from 0) of a trick (from 1)."""
    other = copy.deepcopy(body)
    play = other["tricks"][number - 1]["plays"][place]
    play["withdrawn"] = [{"card": "QD", **({} if at is None else {"at": moment(*at)})} for at in moments]
    return other


def called(body: Json, *, trick: int | None = None, at: tuple[int, int] | None = None) -> Json:
    """Return the record with ben's call of a revoke by cy."""
    call: Json = {"by": "ben", "against": "cy"}
    if trick is not None:
        call["trick"] = trick
    if at is not None:
        call["at"] = moment(*at)
    return changed(body, accusations=[call])


def where(number: int, place: int, position: int = 0) -> str:
    """Return the pointer to the moment at which a card was taken back, all from 0."""
    return f"#/tricks/{number}/plays/{place}/withdrawn/{position}/at"


# Cards taken back (rulings, shapes: how many plays of which trick lay on the table when it happened).


@pytest.mark.parametrize(
    ("at", "twin"),
    [
        pytest.param((1, 4), (2, 3), id="in the trick before"),
        pytest.param((2, 0), (2, 2), id="before the trick was led"),
        pytest.param((2, 1), (2, 2), id="before the play before it"),
        pytest.param((5, 1), (5, 0), id="in a trick that the round does not have"),
        pytest.param((55, 0), (4, 4), id="long after the round"),
        pytest.param((2, 6), (2, 5), id="with more plays in the trick than cards were put down"),
    ],
)
def test_a_card_can_only_be_taken_back_once_it_was_played(at: tuple[int, int], twin: tuple[int, int]) -> None:
    """Rulings, shapes; cy's card is the third of the second trick, and the round has four tricks."""
    assert faults(taken_back(RANKS, 2, 2, at)) == [(where(1, 2), "impossible_moment")]
    assert faults(taken_back(RANKS, 2, 2, twin)) == []


def test_a_late_moment_is_possible() -> None:
    """Parameters, calls.established (H1): taken back after the last trick it is a revoke."""
    for at in ((3, 1), (4, 4), (5, 0)):
        assert codes(ruling(taken_back(RANKS, 2, 2, at))["findings"]) == ["revoke"]


def test_cards_at_one_play_were_taken_back_in_order() -> None:
    """Contract, LoggedPlay.withdrawn: in order."""
    assert faults(taken_back(RANKS, 2, 2, (2, 4), (2, 3))) == [(where(1, 2, 1), "impossible_moment")]
    for twin in (((2, 3), (2, 4)), ((2, 4), (2, 4)), (None, (2, 3)), ((2, 4), None)):
        assert faults(taken_back(RANKS, 2, 2, *twin)) == []


def test_plays_that_were_taken_back_themselves_need_not_have_been_on_the_table() -> None:
    """The leader takes her card back when all have followed, and one after the other they take theirs back."""
    body = taken_back(RANKS, 2, 0, (2, 4))
    for place, lay in ((1, 3), (2, 2), (3, 1)):
        body = taken_back(body, 2, place, (2, lay))
    assert faults(body) == []
    assert faults(taken_back(body, 2, 3, (1, 4))) == [(where(1, 3), "impossible_moment")]


def test_extra_tricks_and_plays_have_moments_too() -> None:
    """Principle 5: a trick too many, or a play too many, is a finding and no reason to refuse the record."""
    more = changed(RANKS, tricks=[*RANKS["tricks"], trick("ana AH KH QH JH")])
    assert faults(taken_back(more, 5, 2, (5, 3))) == []
    assert faults(taken_back(more, 5, 2, (6, 1))) == [(where(4, 2), "impossible_moment")]
    twice = changed(RANKS, tricks=[trick("ana AH KH QH JH cy QC"), *RANKS["tricks"][1:]])
    assert faults(taken_back(twice, 1, 4, (1, 6))) == []
    assert faults(taken_back(twice, 1, 4, (1, 7))) == [(where(0, 4), "impossible_moment")]


# Calls (rulings, shapes: the same scale).


@pytest.mark.parametrize(
    ("number", "at", "member"),
    [
        pytest.param(3, (2, 4), "at", id="of a trick that came later"),
        pytest.param(3, (3, 0), "at", id="of a trick that was not led"),
        pytest.param(3, (3, 1), "at", id="of a card whose turn had not come"),
        pytest.param(3, (3, 2), "at", id="of a card that came next"),
        pytest.param(None, (5, 1), "at", id="in a trick that the round does not have"),
        pytest.param(None, (4, 5), "at", id="with more plays in the trick than players"),
        pytest.param(5, None, "trick", id="of a trick that the round does not have"),
        pytest.param(54, (4, 4), "trick", id="of one far beyond"),
    ],
)
def test_only_cards_that_were_played_can_be_called(number: int | None, at: tuple[int, int] | None, member: str) -> None:
    """Rulings, shapes; cy is the third to play to each of four tricks."""
    code = "impossible_trick" if member == "trick" else "impossible_moment"
    assert faults(called(RANKS, trick=number, at=at)) == [(f"#/accusations/0/{member}", code)]


@pytest.mark.parametrize(
    ("number", "at"), [(3, (3, 3)), (3, (5, 0)), (4, None), (None, (1, 0)), (None, (5, 0)), (1, (4, 4))]
)
def test_a_call_that_is_early_or_late_can_be_answered(number: int | None, at: tuple[int, int] | None) -> None:
    """Rulings, shapes: the nearest twins; a call of nothing in particular is about what had been played."""
    assert [each["result"] for each in ruling(called(RANKS, trick=number, at=at))["accusations"]] == ["refuted"]


def test_a_lead_that_was_taken_back_may_be_called_when_no_card_lies_there() -> None:
    """The lead of cy was called and taken back before anybody had followed."""
    body = changed(RANKS, tricks=[trick("cy QH JH AH KH"), *RANKS["tricks"][1:]])
    assert faults(called(taken_back(body, 1, 0, (1, 0)), trick=1, at=(1, 0))) == []
    assert faults(called(body, trick=1, at=(1, 0))) == [("#/accusations/0/at", "impossible_moment")]


def test_a_trick_that_the_log_does_not_reach_is_undecidable() -> None:
    """Rulings, proof: what this record can't decide; the round has that trick, and the record is silent about it."""
    for body in (called(cut(RANKS, 2), trick=4), called(cut(RANKS, 2), trick=4, at=(4, 1))):
        assert [each["result"] for each in ruling(body)["accusations"]] == ["undecidable"]
    assert faults(called(cut(RANKS, 2), trick=4, at=(4, 0))) == [("#/accusations/0/at", "impossible_moment")]
    assert faults(called(cut(RANKS, 2), trick=5)) == [("#/accusations/0/trick", "impossible_trick")]


def test_a_trick_too_many_can_be_called() -> None:
    """Finding codes, extra_tricks: the log shows it; nothing in it is proved."""
    more = changed(RANKS, tricks=[*RANKS["tricks"], trick("ana AH KH QH JH")])
    assert [each["result"] for each in ruling(called(more, trick=5, at=(5, 4)))["accusations"]] == ["undecidable"]
    assert faults(called(more, trick=6)) == [("#/accusations/0/trick", "impossible_trick")]


def test_a_missing_card_may_have_been_played_at_any_moment() -> None:
    """Rulings, cascades: a missing play; it may have been the first. In the last trick nothing has been played yet."""
    lacking = copy.deepcopy(RANKS)
    del lacking["tricks"][1]["plays"][2]
    assert faults(called(lacking, trick=2, at=(2, 1))) == []
    begun = cut(RANKS, 1, 2)
    assert faults(called(begun, trick=2, at=(2, 2))) == []
    assert faults(called(begun, trick=2, at=(2, 1))) == [("#/accusations/0/at", "impossible_moment")]


# After a claim (docs/reference/rules.md, Shapes: it ends the play).


AFTER_TWO, AFTER_CARDS = claimed(RANKS, 2, "ana", 2), claimed(RANKS, 1, "ana", 3, plays=2)
"""RANKS, which has four tricks, ended by a claim after two of them, and when two cards of the second lay there."""


@pytest.mark.parametrize(
    ("body", "at", "twin"),
    [
        pytest.param(AFTER_TWO, (3, 1), (3, 0), id="in the trick after the claim"),
        pytest.param(AFTER_TWO, (4, 0), (2, 4), id="two tricks after the claim"),
        pytest.param(AFTER_TWO, (4, 4), (5, 0), id="in the last trick, and at the end of the round"),
        pytest.param(AFTER_CARDS, (2, 3), (2, 2), id="in the trick of the claim"),
        pytest.param(AFTER_CARDS, (3, 0), (1, 4), id="in the trick after that of the claim"),
    ],
)
def test_no_card_lay_on_the_table_after_a_claim(body: Json, at: tuple[int, int], twin: tuple[int, int]) -> None:
    """A call and a correction alike; cy's card is the third of the first trick."""
    assert faults(called(body, at=at)) == [("#/accusations/0/at", "impossible_moment")]
    assert faults(taken_back(body, 1, 2, at)) == [(where(0, 2), "impossible_moment")]
    assert faults(called(body, at=twin)) == faults(taken_back(body, 1, 2, twin)) == []
    assert faults(called(body)) == []


def test_the_advice_on_a_moment_after_a_claim_says_how_to_mend_it() -> None:
    """A call without a moment came after the round, but a correction without one was in time."""
    for body, fix in (
        (called(AFTER_TWO, at=(3, 1)), "leave `at` out of a call that came after it."),
        (taken_back(AFTER_TWO, 1, 2, (3, 1)), "give a moment before it."),
    ):
        detail = ask("auditRound", body, 422)["errors"][0]["detail"]
        assert detail.endswith(fix)


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (called(RANKS, trick=5), "The round has no trick 5."),
        (
            called(AFTER_TWO, trick=3),
            "A claim ended the play before trick 3: name a trick that was played, or none.",
        ),
    ],
)
def test_the_advice_on_a_trick_that_cannot_be_called_names_it_as_the_call_does(body: Json, detail: str) -> None:
    assert [each["detail"] for each in ask("auditRound", body, 422)["errors"]] == [detail]


def test_a_trick_that_was_left_at_a_claim_cannot_be_called() -> None:
    """Nobody has played a card to it; the trick in progress is the last that can be called."""
    for body, last in ((AFTER_TWO, 2), (AFTER_CARDS, 2)):
        assert faults(called(body, trick=last)) == []
        assert faults(called(body, trick=last + 1)) == [("#/accusations/0/trick", "impossible_trick")]
        assert faults(called(body, trick=4, at=(5, 0))) == [("#/accusations/0/trick", "impossible_trick")]


def test_cards_taken_back_in_the_trick_of_a_claim_are_counted() -> None:
    """Two cards of ben's were put down, one after the other, before the claim."""
    body = taken_back(AFTER_CARDS, 2, 1, (2, 2))
    assert faults(called(body, at=(2, 3))) == []
    assert faults(called(body, at=(2, 4))) == [("#/accusations/0/at", "impossible_moment")]


# All at once, and in a game.


def test_every_impossible_moment_is_reported_at_once() -> None:
    """Design, the contract: all errors at once, each with its pointer."""
    body = taken_back(taken_back(legal_round(), 3, 1, (1, 2)), 9, 3, (15, 0))
    calls = [
        {"by": "ben", "against": "cy", "trick": 14},
        {"by": "ana", "against": "dee", "at": {"trick": 14, "plays": 1}},
    ]
    assert faults(changed(body, accusations=calls)) == [
        ("#/accusations/0/trick", "impossible_trick"),
        ("#/accusations/1/at", "impossible_moment"),
        (where(2, 1), "impossible_moment"),
        (where(8, 3), "impossible_moment"),
    ]


def test_unknown_players_are_reported_before_impossible_moments() -> None:
    """Whose card is spoken of nobody can tell then."""
    body = taken_back(RANKS, 2, 2, (1, 0))
    body["tricks"][3]["plays"][0]["player"] = "eve"
    assert faults(body) == [("#/tricks/3/plays/0/player", "unknown_player")]
    call = {"by": "eve", "against": "cy", "trick": 9}
    assert faults(changed(RANKS, accusations=[call])) == [("#/accusations/0/by", "unknown_player")]


def test_in_a_game_the_pointer_leads_into_the_round() -> None:
    """Design, the contract: pointers are into the request."""
    head = {name: RANKS[name] for name in ("ruleset", "players")}
    rounds = [
        {name: value for name, value in body.items() if name not in head}
        for body in (RANKS, taken_back(RANKS, 2, 2, (1, 0)))
    ]
    game = {**head, "rounds": rounds}
    assert faults(game, "auditGame") == [("#/rounds/1" + where(1, 2)[1:], "impossible_moment")]


def test_in_the_last_trick_of_unequal_hands_lie_as_many_cards_as_there_are() -> None:
    """The whole pack for three players: one of them has an eighteenth card."""
    ruleset = {"name": "classic-solo", "options": ["whole-pack"]}
    body: Json = {"ruleset": ruleset, "players": ["ana", "ben", "cy"], "tricks": []}
    assert faults(called(body, at=(18, 2))) == [("#/accusations/0/at", "impossible_moment")]
    for at in ((18, 1), (17, 3), (19, 0)):
        assert faults(called(body, at=at)) == []
