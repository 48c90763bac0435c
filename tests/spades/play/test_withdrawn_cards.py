"""Cards that were taken back: in time or too late by each ruleset, what they prove, and what can't be told of them.

The rounds are asked about below the wire. RANKS is a legal round of four tricks in which ana holds the aces, ben the
kings, cy the queens and dee the jacks, and everybody follows suit: H, C, D, S.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable

import pytest

from service.spades.findings import Finding
from service.spades.play.revoke_deadline import Established, is_established, is_established_at_end
from service.spades.record.model import At
from service.spades.ruling.model import Ruling
from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.changes import changed, cut, taken_back, unlisted, with_hands, without
from tests.spades.builders.legal_rounds import RANKS, REVOKED, legal_round
from tests.spades.builders.random_rounds import Chance, chance_round
from tests.spades.builders.reading import read, ruling_of
from tests.spades.builders.records import hands, record, trick
from tests.spades.builders.rulesets import honours, rules, small
from tests.spades.builders.rulings import resolves

MODES: tuple[Established, ...] = (
    "next_player_plays",
    "next_trick_led",
    "offending_side_plays_next",
    "at_once",
)
BY: dict[str, Json] = {mode: {"irregularities": {"revoke_established": mode}} for mode in MODES}
"""The parameters that establish a revoke in each way (H1)."""


def judged(body: Json) -> Ruling:
    """Return the ruling of the core; all that it points to has to be in the record."""
    ruling = ruling_of(body)
    for each in (*ruling.findings, *ruling.undecided):
        assert resolves(body, each.pointer)
        proof = (each.evidence or {}).get("proved_by", "#")
        assert proof == "counting" or resolves(body, str(proof))
    return ruling


def told(found: Iterable[Finding]) -> list[tuple[str, str]]:
    """Return code and pointer of findings."""
    return [(finding.code, finding.pointer) for finding in found]


def withdrawn(number: int, place: int, position: int = 0) -> str:
    """Return the pointer to a card taken back, all from 0."""
    return f"#/tricks/{number}/plays/{place}/withdrawn/{position}"


# cy lays the queen of clubs on the heart lead and takes it back for the queen of hearts.
HERE = withdrawn(0, 2)


# When a revoke is established (parameters, irregularities.revoke_established; H1).

# A revoke by cy, the third of four to the first trick; the moments in order, and the first at which it is too late.
MOMENTS = ((0, 3), (0, 4), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 0))
LIMITS = {"at_once": (0, 3), "next_player_plays": (0, 4), "next_trick_led": (1, 1), "offending_side_plays_next": (1, 1)}


@pytest.mark.parametrize("mode", MODES)
def test_from_when_a_revoke_is_established(mode: Established) -> None:
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
def test_from_when_the_last_revoke_of_a_trick_is_established(mode: Established, limit: tuple[int, int]) -> None:
    """The next player to play after the last of a trick is the leader to the next (H1)."""
    body = read(RANKS)
    for moment in ((0, 4), (1, 0), (1, 1), (1, 4), (2, 0)):
        assert is_established(mode, body, 0, 3, At(*moment)) == (moment >= limit), moment


@pytest.mark.parametrize(("place", "plays"), [(0, 1), (1, 2), (2, 1), (3, 2)])
def test_the_side_that_revoked_plays_on(place: int, plays: int) -> None:
    """Parameters, revoke_established = offending_side_plays_next: ana and cy play to trick 2 first and third."""
    body, mode = read(RANKS), MODES[2]
    assert not is_established(mode, body, 0, place, At(0, 4))
    for count in range(5):
        assert is_established(mode, body, 0, place, At(1, count)) == (count >= plays)
    assert is_established(mode, body, 0, place, At(2, 0))


def test_each_for_oneself_a_side_is_one_player() -> None:
    """Parameters, table.sides = individual: nobody plays for cy but cy, who is the third."""
    body = read(changed(RANKS, ruleset=honours(table={"sides": "individual"})))
    established = [is_established(MODES[2], body, 0, 2, At(1, count)) for count in range(5)]
    assert established == [False, False, False, True, True]


def test_a_moment_after_the_log_is_taken_as_told() -> None:
    """Rulings, shapes: the moment is told, whether the log goes so far or not."""
    body = read(cut(RANKS, 1))
    for mode, plays in ((MODES[1], 1), (MODES[2], 4)):
        assert not is_established(mode, body, 0, 2, At(1, plays - 1))
        assert is_established(mode, body, 0, 2, At(1, plays))
        assert is_established(mode, body, 0, 2, At(2, 0))


@pytest.mark.parametrize("mode", MODES)
def test_without_a_moment_it_was_in_time(mode: Established) -> None:
    """Rulings, shapes: without `at` a correction came in time; under at_once there is no such time (H1)."""
    assert is_established(mode, read(RANKS), 0, 2, None) is (mode == "at_once")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("place", [1, 2, 3])
def test_a_revoke_never_taken_back(mode: Established, place: int) -> None:
    """Established as soon as the log shows what establishes it, at every length of the log."""
    for tricks in range(4):
        for plays in range(1, 5):
            if (tricks, plays) <= (0, place):
                continue
            body = read(cut(RANKS, tricks, plays))
            last = len(body.tricks) - 1
            end = At(last, len(body.tricks[last].seats))
            found = is_established_at_end(mode, body, 0, place, over=False)
            assert found == is_established(mode, body, 0, place, end)


@pytest.mark.parametrize("mode", MODES)
def test_the_end_of_the_round_establishes_all(mode: Established) -> None:
    """A revoke in the last trick of a whole round can't be corrected any more; in a round cut short it can."""
    assert is_established_at_end(mode, read(RANKS), 3, 2, over=True)
    short = read(cut(RANKS, 3, 3))
    assert is_established_at_end(mode, short, 3, 2, over=False) == (mode == "at_once")


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
    """Parameters, irregularities.revoke_established (H1): `established` is the record's own, at the end of its log."""
    body = changed(cut(REVOKED, *log), ruleset=honours(**BY[mode]))
    ruling = judged(body)
    assert told(ruling.findings) == [("revoke", "#/tricks/0/plays/2")]
    assert ruling.findings[0].established is expected
    assert ruling.verdict == "irregular"


def test_a_revoke_is_established_without_hands_too() -> None:
    """Rulings, proof: who held what and when it was too late are two questions."""
    ruling = judged(without(REVOKED, "hands"))
    assert [(each.code, each.established) for each in ruling.findings] == [("revoke", True)]


def test_what_is_undecided_is_not_established() -> None:
    """Only what is proved can be established."""
    ruling = judged(without(cut(REVOKED, 1), "hands"))
    assert [(each.code, each.established) for each in ruling.undecided] == [("revoke", None)]


LED = with_hands(record(honours(), "ana AH KH QH JH", "ana AC KC QC JC", "ana AS KS QS JS", "ana AD KD QD JD"))


def test_an_illegal_spade_lead_tells_whether_it_is_established() -> None:
    """Parameters, irregularities.illegal_spade_lead = as_revoke (H10); one that stands is not corrected at all."""
    for effect in ("stands", "as_revoke"):
        ruleset = honours(irregularities={"illegal_spade_lead": effect})
        for log, late in (((2, 1), False), ((2, 4), False), ((3, 1), True)):
            found = judged(changed(cut(LED, *log), ruleset=ruleset)).findings
            expected = late if effect == "as_revoke" else None
            assert [(each.code, each.established) for each in found] == [("illegal_spade_lead", expected)]


def test_nothing_else_is_established() -> None:
    """Contract, Finding.established: of a revoke and of what the ruleset may count as one."""
    found = judged(changed(RANKS, tricks=[trick("ana AS")])).findings
    assert [(each.code, each.established) for each in found] == [("illegal_opening_card", None)]


# Taken back in time, and too late.


@pytest.mark.parametrize("when", [None, (1, 3), (1, 4), (2, 0)], ids=["untold", "at once", "trick over", "before"])
def test_a_revoke_corrected_in_time_is_a_note(when: Json) -> None:
    """Rulings, severity: a revoke corrected in time is a note, at the card taken back; the round is clean."""
    ruling = judged(taken_back(RANKS, 1, "cy", "QC", at=when))
    (found,) = ruling.findings
    assert (found.code, found.pointer, found.gravity) == ("revoke_corrected", HERE, "note")
    assert (found.trick, found.player, found.team, found.card) == (1, "cy", "ana+cy", "QC")
    assert (found.legal_cards, found.established) == (("QH",), None)
    assert found.evidence == {"led_suit": "H", "held": ["QH"], "proved_by": "#/hands/cy"}
    assert found.rule is not None
    assert found.rule.parameter == "play.follow_suit"
    assert (ruling.verdict, ruling.undecided, ruling.complete) == ("clean", (), True)
    assert ruling.tricks == judged(RANKS).tricks


@pytest.mark.parametrize(
    ("mode", "last", "first"),
    [
        ("next_player_plays", (1, 3), (1, 4)),
        ("next_trick_led", (2, 0), (2, 1)),
        ("offending_side_plays_next", (2, 0), (2, 1)),
        ("at_once", None, (1, 3)),
    ],
)
def test_a_revoke_taken_back_too_late_is_one(mode: str, last: tuple[int, int] | None, first: tuple[int, int]) -> None:
    """Parameters, irregularities.revoke_established (H1): the last moment in time, and the first that is too late."""
    body = changed(RANKS, ruleset=honours(**BY[mode]))
    late = judged(taken_back(body, 1, "cy", "QC", at=first))
    (found,) = late.findings
    assert (found.code, found.pointer, found.gravity) == ("revoke", HERE, "offence")
    assert (found.card, found.legal_cards, found.established) == ("QC", ("QH",), True)
    assert late.verdict == "irregular"
    assert late.tricks == judged(RANKS).tricks
    if last is not None:
        assert told(judged(taken_back(body, 1, "cy", "QC", at=last)).findings) == [("revoke_corrected", HERE)]
    untold = "revoke" if mode == "at_once" else "revoke_corrected"
    assert told(judged(taken_back(body, 1, "cy", "QC")).findings) == [(untold, HERE)]


def test_the_card_that_stayed_proves_the_revoke() -> None:
    """Rulings, proof: P plays a card of X later, and the one that replaces the card taken back is later."""
    for body in (without(RANKS, "hands"), without(cut(RANKS, 0, 3), "hands")):
        (found,) = judged(taken_back(body, 1, "cy", "QC")).findings
        assert (found.code, found.pointer) == ("revoke_corrected", HERE)
        assert found.evidence == {"led_suit": "H", "held": ["QH"], "proved_by": "#/tricks/0/plays/2"}


def test_a_card_of_the_suit_led_may_be_exchanged_for_another() -> None:
    """Parameters, play.follow_suit: neither card was a revoke, whenever the first was taken back."""
    for when in (None, (1, 3), (4, 4)):
        body = taken_back(legal_round(), 1, "cy", "TH", at=when)
        assert judged(body).findings == ()
        assert judged(without(body, "hands")).findings == ()


def test_who_is_out_of_the_suit_may_change_his_mind() -> None:
    """Parameters, play.void_play: dee is out of diamonds in trick 5, and any card would have done."""
    body = taken_back(legal_round(), 5, "dee", "8D", at=(6, 1))
    assert judged(taken_back(legal_round(), 5, "dee", "TS", at=(7, 1))).findings == ()
    assert judged(without(taken_back(legal_round(), 5, "dee", "TS"), "hands")).findings == ()
    # The 8 of diamonds is not dee's to take back, and neither a void nor a revoke for certain.
    assert [each.code for each in judged(body).findings] == ["card_not_held"]


def test_taken_back_for_another_revoke() -> None:
    """Each card is judged by itself: cy corrects one revoke by another, which stays."""
    body = taken_back(REVOKED, 1, "cy", "QD")
    found = judged(body).findings
    assert told(found) == [("revoke_corrected", HERE), ("revoke", "#/tricks/0/plays/2")]
    assert [each.legal_cards for each in found] == [("QH",), ("QH",)]


def test_several_cards_taken_back_at_one_play() -> None:
    """Contract, LoggedPlay.withdrawn: in order, and each went back to the hand."""
    body = taken_back(taken_back(RANKS, 1, "cy", "QC", "QD"), 1, "cy", "QS", at=(2, 1))
    expected = [("revoke_corrected", HERE), ("revoke_corrected", withdrawn(0, 2, 1)), ("revoke", withdrawn(0, 2, 2))]
    for each in (body, without(body, "hands"), unlisted(body, "cy")):
        found = judged(each).findings
        assert told(found) == expected
        assert [each.legal_cards for each in found] == [("QH",)] * 3


def test_the_second_card_taken_back_proves_the_first_a_revoke() -> None:
    """Rulings, proof: X is proved by a card that P withdrew; it was in the hand when the first card lay there.

    cy lays a club, then the queen of hearts, takes both back and plays a diamond: a revoke that stays.
    """
    body = record(honours(), "ana AH KH QD JH")
    found = judged(taken_back(body, 1, "cy", "QC", "QH")).findings
    assert told(found) == [("revoke_corrected", HERE), ("revoke", "#/tricks/0/plays/2")]
    assert [each.evidence["proved_by"] for each in found if each.evidence] == [withdrawn(0, 2, 1)] * 2


def test_the_same_card_put_down_again() -> None:
    """A card taken back may be played all the same; what stayed is a revoke of its own."""
    body = taken_back(REVOKED, 1, "cy", "QC")
    assert told(judged(body).findings) == [("revoke_corrected", HERE), ("revoke", "#/tricks/0/plays/2")]
    assert told(judged(without(body, "hands")).findings) == told(judged(body).findings)


# Who knows what lay there.


@pytest.mark.parametrize("mode", MODES)
def test_the_card_taken_back_may_be_counted_or_not(mode: Established) -> None:
    """Rulings, shapes: three plays lay there when dee took the fourth card back, or four with it; one moment."""
    body = changed(RANKS, ruleset=honours(**BY[mode]))
    code = "revoke" if mode == "at_once" else "revoke_corrected"
    for when in ((1, 3), (1, 4)):
        assert told(judged(taken_back(body, 1, "dee", "JC", at=when)).findings) == [(code, withdrawn(0, 3))]


def test_a_trick_that_lacks_a_card_does_not_tell_how_many_lay_there() -> None:
    """Proof: the card that the log lacks may have lain before cy's, so that four cards are not one after his."""
    ruleset = honours(**BY["next_player_plays"])
    lines = ("ana AH cy QH dee JH", "ana AC KC QC JC", "ana AD KD QD JD")
    body = taken_back(record(ruleset, *lines), 1, "cy", "QC", at=(1, 3))
    assert ("revoke_corrected", withdrawn(0, 1)) in told(judged(body).findings)
    whole = record(ruleset, "ana AH KH QH JH", *lines[1:])
    assert told(judged(taken_back(whole, 1, "ben", "KC", at=(1, 3))).findings) == [("revoke", withdrawn(0, 1))]
    mode = MODES[2]
    lacking = read(record(honours(), lines[0], "ben KC QC JC", lines[2]))
    assert [is_established(mode, lacking, 0, 1, At(1, count)) for count in range(5)] == [
        False,
        False,
        False,
        True,
        True,
    ]


def test_a_card_that_answered_a_lead_taken_back() -> None:
    """Proof: ben followed the spade that ana led; when she took it back, he took his back. That was no revoke."""
    body = taken_back(RANKS, 2, "ana", "AS", at=(2, 2))
    body = taken_back(body, 2, "ben", "KS", at=(2, 2))
    for each in (body, without(body, "hands")):
        ruling = judged(each)
        assert (ruling.findings, ruling.undecided, ruling.verdict) == ((), (), "clean")


def test_a_card_that_did_not_answer_the_lead_taken_back() -> None:
    """Proof: ben put a spade on the diamond that ana led first, holding a diamond himself."""
    body = taken_back(RANKS, 1, "ana", "AD", at=(1, 2))
    first = taken_back(body, 1, "ben", "KS", at=(1, 2))
    (found,) = judged(first).findings
    assert (found.code, found.pointer) == ("revoke_corrected", withdrawn(0, 1))
    assert found.evidence == {"led_suit": "D", "held": ["KD"], "proved_by": "#/hands/ben"}


def test_a_lead_taken_back_before_anybody_followed() -> None:
    """Proof: ana led again before ben played, so that he answered the lead that stayed."""
    body = taken_back(RANKS, 2, "ana", "AD", at=(2, 1))
    (found,) = judged(taken_back(body, 2, "ben", "KD", at=(2, 2))).findings
    assert (found.code, found.pointer) == ("revoke_corrected", withdrawn(1, 1))


def test_which_lead_was_answered_is_not_known() -> None:
    """Proof: when ana took her lead back is not told, so that ben may have followed it."""
    body = taken_back(taken_back(RANKS, 2, "ana", "AD"), 2, "ben", "KD")
    ruling = judged(body)
    assert (ruling.findings, told(ruling.undecided)) == ((), [("revoke_corrected", withdrawn(1, 1))])
    assert ruling.undecided[0].decided_by == f"{withdrawn(1, 0)}/at"
    late = judged(taken_back(taken_back(RANKS, 2, "ana", "AD"), 2, "ben", "KD", at=(3, 1)))
    assert (late.findings, told(late.undecided)) == ((), [("revoke", withdrawn(1, 1))])


def test_a_revoke_whichever_lead_it_answered() -> None:
    """Proof: ben holds a diamond and a club, so that his spade was a revoke on either."""
    body = taken_back(taken_back(RANKS, 2, "ana", "AD"), 2, "ben", "KS")
    for each in (body, without(body, "hands")):
        ruling = judged(each)
        assert (told(ruling.findings), ruling.undecided) == ([("revoke_corrected", withdrawn(1, 1))], ())
        assert (ruling.findings[0].evidence or {})["held"] == ["KC"]
    # ana holds no hearts, and the other card led was a spade: no revoke, whichever it was.
    void = taken_back(taken_back(legal_round(), 12, "dee", "7H"), 12, "ana", "AS")
    assert judged(void).findings == ()


# A lead taken back.


def test_an_illegal_spade_lead_taken_back_in_time_is_nothing() -> None:
    """Parameters, play.spade_lead (E4), by the scale of irregularities.revoke_established."""
    for when in (None, (2, 1), (2, 4), (3, 0)):
        ruling = judged(taken_back(RANKS, 2, "ana", "AS", at=when))
        assert (ruling.findings, ruling.undecided, ruling.verdict) == ((), (), "clean")


@pytest.mark.parametrize(
    ("mode", "first"),
    [
        ("next_player_plays", (2, 2)),
        ("next_trick_led", (3, 1)),
        ("offending_side_plays_next", (3, 1)),
        ("at_once", (2, 1)),
    ],
)
def test_an_illegal_spade_lead_taken_back_too_late(mode: str, first: tuple[int, int]) -> None:
    """Parameters, irregularities.illegal_spade_lead (H10) and revoke_established (H1): where it counts as a revoke."""
    rules = BY[mode]["irregularities"]
    counts = honours(irregularities={**rules, "illegal_spade_lead": "as_revoke"})
    body = taken_back(changed(RANKS, ruleset=counts), 2, "ana", "AS", at=first)
    assert judged(changed(body, ruleset=honours(irregularities=rules))).findings == ()
    for each in (body, without(body, "hands")):
        (found,) = judged(each).findings
        assert (found.code, found.pointer, found.card) == ("illegal_spade_lead", withdrawn(1, 0), "AS")
        assert (found.established, found.legal_cards) == (True, ("AC", "AD"))


def test_a_spade_lead_taken_back_that_was_legal() -> None:
    """Parameters, play.spade_lead (E4): ana holds only spades in the last trick, or spades may be led at any time."""
    late = (3, 1)
    anytime = changed(RANKS, ruleset=honours(play={"spade_lead": "any_time"}))
    assert judged(taken_back(anytime, 2, "ana", "AS", at=late)).findings == ()
    body = taken_back(legal_round(), 12, "dee", "QS", at=(13, 4))
    assert judged(body).findings[0].code == "card_not_held"
    assert judged(taken_back(legal_round(), 12, "dee", "7H", at=(13, 4))).findings == ()


def test_an_opening_card_taken_back_is_nothing() -> None:
    """Contract, WithdrawnCard: judged as a revoke, or as a spade lead that counts as one, and as nothing else."""
    assert judged(taken_back(RANKS, 1, "ana", "AS", at=(3, 1))).findings == ()
    ruleset = honours(play={"first_trick": "no_spades"})
    void = {**RANKS["hands"], "cy": ["JC", "QC", "QD", "QS"], "dee": ["JH", "QH", "JD", "JS"]}
    body = record(ruleset, "ana AH KH QC JH", hands=void)
    assert judged(taken_back(body, 1, "cy", "QS", at=(3, 1))).findings == ()


def test_a_spade_taken_back_does_not_break_spades() -> None:
    """Parameters, play.broken_by = any_spade (E5): every spade played; one that was taken back was not."""
    ruleset = honours(play={"broken_by": "any_spade"})
    body = taken_back(changed(RANKS, ruleset=ruleset), 1, "cy", "QS", at=(3, 0))
    assert [int(each.broken) for each in judged(body).tricks or ()] == [0, 0, 0, 2]
    led = taken_back(changed(LED, ruleset=ruleset), 1, "cy", "QS")
    assert [each.code for each in judged(led).findings] == ["revoke_corrected", "illegal_spade_lead"]


# What a card taken back proves, and what it can't.


def test_a_card_taken_back_proves_a_revoke_before_it() -> None:
    """Rulings, proof: X is proved by a card that P withdrew later."""
    body = record(honours(), "ana AH KH QC JH", "ana AC KC QD JC")
    assert judged(body).findings == ()
    found = judged(taken_back(body, 2, "cy", "QH")).findings
    assert told(found)[0] == ("revoke", "#/tricks/0/plays/2")
    assert found[0].evidence == {"led_suit": "H", "held": ["QH"], "proved_by": withdrawn(1, 2)}


def test_a_card_taken_back_proves_a_revoke_after_it() -> None:
    """Rulings, proof: it went back to the hand, and was not played before the lead that it did not follow."""
    body = record(honours(), "ana AC KC QC JC", "ana AH KH QD JH")
    assert [each.code for each in judged(body).undecided] == ["revoke"]
    ruling = judged(taken_back(body, 1, "cy", "QH"))
    assert told(ruling.findings) == [("revoke_corrected", HERE), ("revoke", "#/tricks/1/plays/2")]
    assert ruling.findings[1].evidence == {"led_suit": "H", "held": ["QH"], "proved_by": HERE}
    assert ruling.undecided == ()


def test_a_card_taken_back_and_played_proves_nothing_afterwards() -> None:
    """Rulings, proof: once it is played it is gone."""
    lines = ("ana AC KC QC JC", "ana KH JH QH AH", "dee TH 9H 8H 7S")
    ruling = judged(taken_back(record("pagat", *lines), 1, "cy", "QH"))
    assert told(ruling.findings) == [("revoke_corrected", HERE)]
    assert told(ruling.undecided) == [("revoke", "#/tricks/2/plays/3")]


def test_a_card_taken_back_leaves_less_unseen() -> None:
    """Rulings, proof: U is what nobody shows; cy shows the queen of hearts, so that dee was out of hearts."""
    body = record(honours(), "ana AH KH QC JC", hands=hands(ana="AH JH AC AD"))
    assert [each.pointer for each in judged(body).undecided] == ["#/tricks/0/plays/2", "#/tricks/0/plays/3"]
    ruling = judged(taken_back(body, 1, "cy", "QH"))
    assert (told(ruling.findings), ruling.undecided) == ([("revoke", "#/tricks/0/plays/2")], ())


def test_a_card_taken_back_may_have_gone_to_a_trick_that_lacks_one() -> None:
    """Rulings, proof: after a trick without cy's card nothing proves that the queen of hearts was still there."""
    lines = ("ana AC KC QC JC", "ana AD KD dee JD", "ana AH KH QS JH", "ana AS")
    body = taken_back(record(honours(), *lines), 1, "cy", "QH")
    ruling = judged(body)
    assert "revoke" not in [each.code for each in ruling.findings]
    assert ("revoke", "#/tricks/2/plays/2") in told(ruling.undecided)
    whole = changed(body, tricks=[body["tricks"][0], trick("ana AD KD QD JD"), *body["tricks"][2:]])
    assert ("revoke", "#/tricks/2/plays/2") in told(judged(whole).findings)
    # Before that trick it was there, and it was there if it is taken back once more.
    again = judged(taken_back(body, 4, "ana", "QD"))
    assert ("revoke", "#/tricks/2/plays/2") not in told(again.findings)
    once_more = changed(body, tricks=[*body["tricks"][:2], trick("ana AH KH QS JH"), *body["tricks"][3:]])
    assert ("revoke", "#/tricks/2/plays/2") in told(judged(taken_back(once_more, 3, "cy", "QH")).findings)


def test_what_would_decide_is_told() -> None:
    """Rulings, what is asked: undecided holds what this record can't decide, by the code of what it would be."""
    body = record(honours(), "ana AH KH QC JH")
    for when, code in ((None, "revoke_corrected"), ((2, 1), "revoke")):
        ruling = judged(taken_back(body, 1, "cy", "QD", at=when))
        assert told(ruling.undecided) == [(code, HERE), ("revoke", "#/tricks/0/plays/2")]
        assert [each.decided_by for each in ruling.undecided] == ["#/hands/cy"] * 2
        assert [each.established for each in ruling.undecided] == [None, None]
        assert (ruling.findings, ruling.verdict) == ((), "undetermined")
        decided = changed(taken_back(body, 1, "cy", "QD", at=when), hands=hands(cy="QC QD QS JC"))
        assert judged(decided).verdict == "clean"


def test_counting_proves_a_card_taken_back_a_revoke() -> None:
    """Rulings, proof: the others' hands leave one heart, which was cy's."""
    body = unlisted(cut(REVOKED, 1), "cy")
    (first, second) = judged(taken_back(body, 1, "cy", "QD")).findings
    assert (first.code, second.code) == ("revoke_corrected", "revoke")
    assert first.evidence == {"led_suit": "H", "possible": ["QH"], "proved_by": "counting"}


# Cards that can't have been taken back.


def test_a_card_taken_back_that_is_not_in_the_pack() -> None:
    """Cascades: card_not_in_deck, at the card taken back; it wins nothing and its trick is as it stayed."""
    for body in (RANKS, without(RANKS, "hands")):
        for when in (None, (3, 1)):
            ruling = judged(taken_back(body, 1, "cy", "2C", at=when))
            assert told(ruling.findings) == [("card_not_in_deck", HERE)]
            assert ruling.tricks == judged(RANKS).tricks
            assert ruling.verdict == "irregular"


def test_a_card_taken_back_that_had_been_played() -> None:
    """Cascades: card_replayed, at the card taken back, whoever had played it."""
    for body in (RANKS, without(RANKS, "hands")):
        for card in ("QH", "KH"):
            ruling = judged(taken_back(body, 2, "cy", card, at=(3, 1)))
            assert told(ruling.findings) == [("card_replayed", withdrawn(1, 2))]
            assert ruling.tricks == judged(RANKS).tricks


def test_a_card_taken_back_by_who_did_not_hold_it() -> None:
    """Cascades: card_not_held, at the card taken back; the true holder keeps it."""
    body = taken_back(RANKS, 1, "cy", "KD", at=(3, 1))
    (found,) = judged(body).findings
    assert (found.code, found.pointer) == ("card_not_held", HERE)
    assert found.evidence == {"proved_by": "#/hands/cy"}
    (found,) = judged(unlisted(body, "cy")).findings
    assert found.evidence == {"proved_by": "#/hands/ben"}
    (found,) = judged(without(body, "hands")).findings
    assert (found.code, found.evidence) == ("card_not_held", {"proved_by": "#/tricks/2/plays/1"})
    assert judged(without(body, "hands")).tricks == judged(RANKS).tricks


def test_a_card_taken_back_that_another_takes_back() -> None:
    """One of the two can't have held it: the second is reported, and neither of them is proved anything by it."""
    body = record(honours(), "ana AC KC QC JC", "ana AH KH QD JD")
    body = taken_back(taken_back(body, 1, "cy", "QH"), 1, "dee", "QH")
    ruling = judged(body)
    assert told(ruling.findings) == [("revoke_corrected", HERE), ("card_not_held", withdrawn(0, 3))]
    assert ruling.findings[1].evidence == {"proved_by": HERE}
    assert ("revoke", "#/tricks/1/plays/2") in told(ruling.undecided)
    assert [each.conflicts_with for each in ruling.undecided if each.player == "cy"] == [(1,)]


def test_a_card_that_two_take_back_is_his_who_plays_it_in_the_end() -> None:
    """Cascades, card_not_held: the one who never plays it is reported, whichever of them took it back first."""
    body = record(honours(), "ana AC KC QC JC", "ana AH KH QH QD")
    body = taken_back(taken_back(body, 1, "cy", "QD"), 1, "dee", "QD")
    ruling = judged(body)
    (found,) = [each for each in ruling.findings if each.code == "card_not_held"]
    assert found.pointer == HERE
    assert found.evidence == {"proved_by": "#/tricks/1/plays/3"}


def test_a_full_hand_has_no_room_for_a_card_taken_back() -> None:
    """Rulings, proof: a complete log shows the whole hand, and a card taken back that is not in it was not held."""
    body = without(chance_round(3, small(4, 5), 4, 5).body, "hands")
    shown = {play["card"] for each in body["tricks"] for play in each["plays"]}
    strange = next(card for card in ("2C", "3C", "4C", "5C", "6C", "7C") if card not in shown)
    ruling = judged(taken_back(body, 1, "cy", strange, at=(3, 1)))
    codes = [each.code for each in ruling.findings]
    assert codes == ["card_not_held"]
    assert ruling.findings[0].evidence == {"proved_by": "counting"}
    # While the log is not complete there is room for it.
    assert "card_not_held" not in [each.code for each in judged(taken_back(cut(body, 4), 1, "cy", strange)).findings]


def test_a_list_that_lacks_a_card_taken_back() -> None:
    """Cascades: a hand list of 12 while the log shows that player's 13th card is an error of the record."""
    body = legal_round()
    short = changed(cut(body, 1), hands={**body["hands"], "cy": [c for c in body["hands"]["cy"] if c != "TH"]})
    assert [(each.code, each.gravity) for each in judged(short).findings][:1] == [("wrong_hand_size", "offence")]
    ruling = judged(taken_back(short, 1, "cy", "TH"))
    assert [(each.code, each.gravity) for each in ruling.findings] == [("wrong_hand_size", "error")]


def test_a_second_card_in_a_trick_is_not_asked_to_follow() -> None:
    """Cascades: an extra play is one fault; what was taken back for it is not held against its player either."""
    body = record(honours(), "ana AH KH QH JH cy QC")
    body["tricks"][0]["plays"][4]["withdrawn"] = [{"card": "QD", "at": {"trick": 3, "plays": 1}}]
    body["tricks"].append(trick("ana AC"))
    assert "revoke" not in [each.code for each in judged(body).findings]


def test_cards_taken_back_beyond_the_last_trick_are_not_judged() -> None:
    """Finding codes, extra_tricks: those beyond are not judged."""
    body = changed(RANKS, tricks=[*RANKS["tricks"], trick("ana AH KH QH JH")])
    assert [each.code for each in judged(taken_back(body, 5, "cy", "QC", at=(5, 4))).findings] == ["extra_tricks"]


# Rounds at random.


def corrected(chance: random.Random, body: Json, when: Json) -> tuple[Json, list[tuple[str, str]]]:
    """Return a legal round with cards taken back at random, and those among them that were revokes, with all hands."""
    other, revokes = copy.deepcopy(body), []
    holding = {player: list(cards) for player, cards in body["hands"].items()}
    for number, each in enumerate(other["tricks"]):
        led = each["plays"][0]["card"][1]
        for place, play in enumerate(each["plays"]):
            hand = holding[play["player"]]
            # One of the lead itself would leave open what the others answered; after the last trick none is led.
            if place and number + bool(when.get("plays")) < len(other["tricks"]) and chance.random() < 0.15:
                card = chance.choice(hand)
                moment = {"at": {"trick": number + 1 + when["tricks"], "plays": when["plays"]}} if when else {}
                play["withdrawn"] = [{"card": card, **moment}]
                if card[1] != led and any(held[1] == led for held in hand if held != card):
                    revokes.append((withdrawn(number, place), play["player"]))
            hand.remove(play["card"])
    return other, revokes


ROUNDS = [(4, 13, "pagat"), (4, 5, small(4, 5)), (3, 17, rules(3)), (6, 8, rules(6)), (2, 13, small(2, 13))]


@pytest.mark.parametrize(("players", "size", "ruleset"), ROUNDS)
@pytest.mark.parametrize("late", [False, True])
def test_corrections_at_random(players: int, size: int, ruleset: Json | str, late: bool) -> None:
    """Rulings, what is asked: with all hands exactly the revokes are told; with fewer nothing that is not one.

    A legal round with corrections in time never gets an offence or an error, whatever is hidden and wherever the log
    ends; and what was taken back changes nothing in who won what.
    """
    reference = rules() if isinstance(ruleset, str) else ruleset
    code = "revoke" if late else "revoke_corrected"
    for seed in range(25):
        chance = random.Random(seed)
        played: Chance = chance_round(seed, reference, players, size, discard_only=True)
        when = {"tricks": 1, "plays": 1} if late else chance.choice([{}, {"tricks": 1, "plays": 0}])
        body, revokes = corrected(chance, played.body, when)
        ruling = judged(body)
        assert [(each.code, each.pointer, each.player) for each in ruling.findings] == [
            (code, *revoke) for revoke in revokes
        ], seed
        assert ruling.undecided == ()
        assert ruling.tricks == judged(played.body).tricks
        if not late:
            assert ruling.verdict == "clean"
        hidden = [name for name in PLAYERS[:players] if chance.random() < 0.6]
        for less in (unlisted(body, *hidden), without(body, "hands"), cut(unlisted(body, *hidden), size // 2)):
            found = {(each.code, each.pointer, each.player) for each in judged(less).findings}
            assert found <= {(code, *revoke) for revoke in revokes}, seed
        complete = judged(without(body, "hands"))
        assert {each.pointer for each in complete.findings} == {pointer for pointer, _ in revokes}
        assert complete.undecided == ()


def test_what_was_taken_back_hides_no_fault() -> None:
    """A round with slips and corrections has the faults that it has without them, and the corrections beside them."""
    for seed in range(30):
        chance = random.Random(seed)
        played = chance_round(seed, rules(), 4, 13, discard_only=True, slips=0.1)
        body, revokes = corrected(chance, played.body, {})
        plain, full = judged(played.body), judged(body)
        assert [each for each in full.findings if each.code != "revoke_corrected"] == list(plain.findings)
        assert [each.pointer for each in full.findings if each.code == "revoke_corrected"] == [
            pointer for pointer, _ in revokes
        ]
        bare, less = judged(without(played.body, "hands")), judged(without(body, "hands"))
        assert [each.pointer for each in less.findings if each.gravity == "offence"] == [
            each.pointer for each in bare.findings
        ]
