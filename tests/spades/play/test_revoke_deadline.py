"""Until when a revoke may be corrected, by each ruleset."""

from __future__ import annotations

import pytest

from service.spades.play.play_findings import Deadline, is_established
from service.spades.record.model import At
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, cut, without
from tests.spades.builders.legal_rounds import LED, RANKS, REVOKED
from tests.spades.builders.reading import codes_and_pointers, judged, read
from tests.spades.builders.records import trick
from tests.spades.builders.rulesets import REVOKE_DEADLINES, honours

BY: dict[str, Json] = {mode: {"irregularities": {"revoke_established": mode}} for mode in REVOKE_DEADLINES}
"""The parameters that establish a revoke in each way (H1)."""


# When a revoke is established (parameters, irregularities.revoke_established; H1).

# A revoke by cy, the third of four to the first trick; the moments in order, and the first at which it is too late.
MOMENTS = ((0, 3), (0, 4), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 0))
LIMITS = {"at_once": (0, 3), "next_player_plays": (0, 4), "next_trick_led": (1, 1), "offending_side_plays_next": (1, 1)}


@pytest.mark.parametrize("mode", REVOKE_DEADLINES)
def test_from_when_a_revoke_is_established(mode: Deadline) -> None:
    """Parameters, irregularities.revoke_established (H1): each value at its exact boundary, for the third of four.

    ana, the partner of cy, leads to the second trick: the side has played as soon as that trick is led.
    """
    body = read(RANKS)
    for moment in MOMENTS:
        assert is_established(mode, body, 0, 2, At(*moment)) == (moment >= LIMITS[mode]), moment


@pytest.mark.parametrize(
    ("mode", "limit"),
    [("at_once", (0, 4)), ("next_player_plays", (1, 1)), ("next_trick_led", (1, 1))],
)
def test_from_when_the_last_revoke_of_a_trick_is_established(mode: Deadline, limit: tuple[int, int]) -> None:
    """The next player to play after the last of a trick is the leader to the next (H1)."""
    body = read(RANKS)
    for moment in ((0, 4), (1, 0), (1, 1), (1, 4), (2, 0)):
        assert is_established(mode, body, 0, 3, At(*moment)) == (moment >= limit), moment


@pytest.mark.parametrize(("place", "plays"), [(0, 1), (1, 2), (2, 1), (3, 2)])
def test_the_side_that_revoked_plays_on(place: int, plays: int) -> None:
    """Parameters, revoke_established = offending_side_plays_next: ana and cy play to trick 2 first and third."""
    body, mode = read(RANKS), REVOKE_DEADLINES[2]
    assert not is_established(mode, body, 0, place, At(0, 4))
    for count in range(5):
        assert is_established(mode, body, 0, place, At(1, count)) == (count >= plays)
    assert is_established(mode, body, 0, place, At(2, 0))


def test_each_for_oneself_a_side_is_one_player() -> None:
    """Parameters, table.sides = individual: nobody plays for cy but cy, who is the third."""
    body = read(changed(RANKS, ruleset=honours(table={"sides": "individual"})))
    established = [is_established(REVOKE_DEADLINES[2], body, 0, 2, At(1, count)) for count in range(5)]
    assert established == [False, False, False, True, True]


def test_a_moment_after_the_end_of_the_log_is_believed() -> None:
    """Rulings, shapes: the record gives the moment, whether the log reaches it or not.

    Who played to trick 2 the log does not show: of three players one is of cy's side, of one or two perhaps none.
    """
    body = read(cut(RANKS, 1))
    by_lead = [is_established(REVOKE_DEADLINES[1], body, 0, 2, At(1, plays)) for plays in range(5)]
    assert by_lead == [False, True, True, True, True]
    by_side = [is_established(REVOKE_DEADLINES[2], body, 0, 2, At(1, plays)) for plays in range(5)]
    assert by_side == [False, None, None, True, True]
    assert is_established(REVOKE_DEADLINES[2], body, 0, 2, At(2, 0))


def test_the_log_shows_some_of_those_who_had_played() -> None:
    """The next trick of the log has ana's card alone, and ana is of cy's side and not of ben's."""
    body = read(cut(RANKS, 1, 1))
    of_cy, of_ben = (
        [is_established(REVOKE_DEADLINES[2], body, 0, place, At(1, plays)) for plays in range(4)] for place in (2, 1)
    )
    assert of_cy == [False, True, True, True]
    assert of_ben == [False, False, None, True]


@pytest.mark.parametrize("mode", REVOKE_DEADLINES)
def test_without_a_moment_it_was_in_time(mode: Deadline) -> None:
    """Rulings, shapes: without `at` a correction came in time; under at_once there is no such time (H1)."""
    assert is_established(mode, read(RANKS), 0, 2, None) is (mode == "at_once")


# cy keeps the queen of hearts in the first trick and puts it on the second, a club: two findings in one.


@pytest.mark.parametrize(
    ("mode", "log", "expected"),
    [
        ("next_player_plays", (0, 3), False),
        ("next_player_plays", (0, 4), True),
        ("next_trick_led", (0, 4), False),
        ("next_trick_led", (1, 1), True),
        ("offending_side_plays_next", (0, 4), False),
        ("offending_side_plays_next", (1, 1), True),
        ("at_once", (0, 3), True),
    ],
)
def test_a_revoke_tells_whether_it_is_established(mode: str, log: tuple[int, int], expected: bool) -> None:
    """Parameters, irregularities.revoke_established (H1): `established` is the record's own, at the end of its log.

    Where it does not say that play was stopped there, a revoke that was not established by then may have come to be.
    """
    body = changed(cut(REVOKED, *log), ruleset=honours(**BY[mode]))
    for sent, established in ((body, expected), (without(body, "stopped"), expected or None)):
        ruling = judged(sent)
        assert codes_and_pointers(ruling["findings"]) == [("revoke", "#/tricks/0/plays/2")]
        assert ruling["findings"][0].get("established") is established
        assert ruling["verdict"] == "irregular"


def test_a_revoke_is_established_without_hands_too() -> None:
    """Rulings, proof: who held what and when it was too late are two questions."""
    ruling = judged(without(REVOKED, "hands"))
    assert [(each["code"], each.get("established")) for each in ruling["findings"]] == [("revoke", True)]


def test_an_undecided_revoke_is_not_established() -> None:
    """Only what is proved can be established."""
    ruling = judged(without(cut(REVOKED, 1), "hands"))
    assert [(each["code"], each.get("established")) for each in ruling["undecided"]] == [("revoke", None)]


def test_an_illegal_spade_lead_tells_whether_it_is_established() -> None:
    """Parameters, irregularities.illegal_spade_lead = as_revoke (H10); one that stands is not corrected at all."""
    for effect in ("stands", "as_revoke"):
        ruleset = honours(irregularities={"illegal_spade_lead": effect})
        for log, late in (((2, 1), False), ((2, 4), False), ((3, 1), True)):
            found = judged(changed(cut(LED, *log), ruleset=ruleset))["findings"]
            expected = late if effect == "as_revoke" else None
            assert [(each["code"], each.get("established")) for each in found] == [("illegal_spade_lead", expected)]


def test_nothing_else_is_established() -> None:
    """Contract, Finding.established: of a revoke and of what the ruleset may count as one."""
    found = judged(changed(RANKS, tricks=[trick("ana AS")]))["findings"]
    assert [(each["code"], each.get("established")) for each in found] == [("illegal_opening_card", None)]
