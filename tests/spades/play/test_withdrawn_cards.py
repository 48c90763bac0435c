"""Cards taken back: in time or too late, by whom, and as a lead."""

from __future__ import annotations

import pytest

from service.spades.play.play_findings import Deadline, is_established
from service.spades.record.model import At
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, cut, taken_back, unlisted, without
from tests.spades.builders.legal_rounds import LED, RANKS, REVOKED, legal_round
from tests.spades.builders.reading import codes_and_pointers, judged, read, withdrawn_card
from tests.spades.builders.records import record
from tests.spades.builders.rulesets import REVOKE_DEADLINES, honours
from tests.spades.builders.rulings import proof_of

BY: dict[str, Json] = {mode: {"irregularities": {"revoke_established": mode}} for mode in REVOKE_DEADLINES}
"""The parameters that establish a revoke in each way (H1)."""


# cy lays the queen of clubs on the heart lead and takes it back for the queen of hearts.
HERE = withdrawn_card(0, 2)


# Taken back in time, and too late.


@pytest.mark.parametrize("when", [None, (1, 3), (1, 4), (2, 0)], ids=["untold", "at once", "trick over", "before"])
def test_a_revoke_corrected_in_time_is_a_note(when: tuple[int, int] | None) -> None:
    """Rulings, severity: a revoke corrected in time is a note, at the card taken back; the round is clean."""
    ruling = judged(taken_back(RANKS, 1, "cy", "QC", at=when))
    (found,) = ruling["findings"]
    assert (found["code"], found["pointer"], found["severity"]) == ("revoke_corrected", HERE, "note")
    assert (found["trick"], found["player"], found["team"], found["card"]) == (1, "cy", "ana+cy", "QC")
    assert (found["legal_cards"], found.get("established")) == (["QH"], None)
    assert proof_of(found) == {"led_suit": "H", "held": ["QH"], "proved_by": "#/hands/cy"}
    assert found["rule"]["parameter"] == "play.follow_suit"
    assert (ruling["verdict"], ruling["undecided"], ruling["complete"]) == ("clean", [], True)
    assert ruling["tricks"] == judged(RANKS)["tricks"]


@pytest.mark.parametrize(
    ("mode", "last", "first"),
    [
        ("next_player_plays", (1, 3), (1, 4)),
        ("next_trick_led", (2, 0), (2, 1)),
        ("offending_side_plays_next", (2, 0), (2, 1)),
        ("at_once", None, (1, 3)),
    ],
)
def test_a_revoke_taken_back_too_late_is_still_a_revoke(
    mode: str, last: tuple[int, int] | None, first: tuple[int, int]
) -> None:
    """Parameters, irregularities.revoke_established (H1): the last moment in time, and the first that is too late."""
    body = changed(RANKS, ruleset=honours(**BY[mode]))
    late = judged(taken_back(body, 1, "cy", "QC", at=first))
    (found,) = late["findings"]
    assert (found["code"], found["pointer"], found["severity"]) == ("revoke", HERE, "offence")
    assert (found["card"], found["legal_cards"], found.get("established")) == ("QC", ["QH"], True)
    assert late["verdict"] == "irregular"
    assert late["tricks"] == judged(RANKS)["tricks"]
    if last is not None:
        assert codes_and_pointers(judged(taken_back(body, 1, "cy", "QC", at=last))["findings"]) == [
            ("revoke_corrected", HERE)
        ]
    untold = "revoke" if mode == "at_once" else "revoke_corrected"
    assert codes_and_pointers(judged(taken_back(body, 1, "cy", "QC"))["findings"]) == [(untold, HERE)]


def test_the_card_that_stayed_proves_the_revoke() -> None:
    """Rulings, proof: P plays a card of X later, and the one that replaces the card taken back is later."""
    for body in (without(RANKS, "hands"), without(cut(RANKS, 0, 3), "hands")):
        (found,) = judged(taken_back(body, 1, "cy", "QC"))["findings"]
        assert (found["code"], found["pointer"]) == ("revoke_corrected", HERE)
        assert proof_of(found) == {"led_suit": "H", "held": ["QH"], "proved_by": "#/tricks/0/plays/2"}


def test_a_card_of_the_suit_led_may_be_exchanged_for_another() -> None:
    """Parameters, play.follow_suit: neither card was a revoke, whenever the first was taken back."""
    for when in (None, (1, 3), (4, 4)):
        body = taken_back(legal_round(), 1, "cy", "TH", at=when)
        assert judged(body)["findings"] == []
        assert judged(without(body, "hands"))["findings"] == []


def test_a_player_out_of_the_suit_may_change_the_card() -> None:
    """Parameters, play.void_play: dee is out of diamonds in trick 5, and any card would have done."""
    body = taken_back(legal_round(), 5, "dee", "8D", at=(6, 1))
    assert judged(taken_back(legal_round(), 5, "dee", "TS", at=(7, 1)))["findings"] == []
    assert judged(without(taken_back(legal_round(), 5, "dee", "TS"), "hands"))["findings"] == []
    # The 8 of diamonds is not dee's to take back, and neither a void nor a revoke for certain.
    assert [each["code"] for each in judged(body)["findings"]] == ["card_not_held"]


def test_taken_back_for_another_revoke() -> None:
    """Each card is judged by itself: cy corrects one revoke by another, which stays."""
    body = taken_back(REVOKED, 1, "cy", "QD")
    found = judged(body)["findings"]
    assert codes_and_pointers(found) == [("revoke_corrected", HERE), ("revoke", "#/tricks/0/plays/2")]
    assert [each["legal_cards"] for each in found] == [["QH"], ["QH"]]


def test_several_cards_taken_back_at_one_play() -> None:
    """Contract, LoggedPlay.withdrawn: in order, and each went back to the hand."""
    body = taken_back(taken_back(RANKS, 1, "cy", "QC", "QD"), 1, "cy", "QS", at=(2, 1))
    expected = [
        ("revoke_corrected", HERE),
        ("revoke_corrected", withdrawn_card(0, 2, 1)),
        ("revoke", withdrawn_card(0, 2, 2)),
    ]
    for each in (body, without(body, "hands"), unlisted(body, "cy")):
        found = judged(each)["findings"]
        assert codes_and_pointers(found) == expected
        assert [each["legal_cards"] for each in found] == [["QH"]] * 3


def test_the_second_card_taken_back_proves_the_first_a_revoke() -> None:
    """Rulings, proof: X is proved by a card that P withdrew; it was in the hand when the first card lay there.

    cy lays a club, then the queen of hearts, takes both back and plays a diamond: a revoke that stays.
    """
    body = record(honours(), "ana AH KH QD JH")
    found = judged(taken_back(body, 1, "cy", "QC", "QH"))["findings"]
    assert codes_and_pointers(found) == [("revoke_corrected", HERE), ("revoke", "#/tricks/0/plays/2")]
    assert [each["evidence"]["proved_by"] for each in found] == [withdrawn_card(0, 2, 1)] * 2


def test_the_same_card_put_down_again() -> None:
    """A card taken back may be played all the same; what stayed is a revoke of its own."""
    body = taken_back(REVOKED, 1, "cy", "QC")
    assert codes_and_pointers(judged(body)["findings"]) == [
        ("revoke_corrected", HERE),
        ("revoke", "#/tricks/0/plays/2"),
    ]
    assert codes_and_pointers(judged(without(body, "hands"))["findings"]) == codes_and_pointers(
        judged(body)["findings"]
    )


# Which cards lay on the table at the moment.


@pytest.mark.parametrize("mode", REVOKE_DEADLINES)
def test_the_moment_may_count_the_card_taken_back_or_not(mode: Deadline) -> None:
    """Rulings, shapes: three plays lay there when dee took the fourth card back, or four with it; one moment."""
    body = changed(RANKS, ruleset=honours(**BY[mode]))
    code = "revoke" if mode == "at_once" else "revoke_corrected"
    for when in ((1, 3), (1, 4)):
        assert codes_and_pointers(judged(taken_back(body, 1, "dee", "JC", at=when))["findings"]) == [
            (code, withdrawn_card(0, 3))
        ]


def test_a_short_trick_does_not_show_how_many_cards_lay_on_the_table() -> None:
    """Proof: the card that the log lacks may have lain before cy's, so that four cards are not one after his.

    It may also have been the lead, of a suit that nobody knows: then cy took back nothing that was against the rules.
    """
    ruleset = honours(**BY["next_player_plays"])
    lines = ("ana AH cy QH dee JH", "ana AC KC QC JC", "ana AD KD QD JD")
    body = taken_back(record(ruleset, *lines), 1, "cy", "QC", at=(1, 3))
    assert codes_and_pointers(judged(body)["undecided"]) == [("revoke_corrected", withdrawn_card(0, 1))]
    whole = record(ruleset, "ana AH KH QH JH", *lines[1:])
    assert codes_and_pointers(judged(taken_back(whole, 1, "ben", "KC", at=(1, 3)))["findings"]) == [
        ("revoke", withdrawn_card(0, 1))
    ]
    mode = REVOKE_DEADLINES[2]
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
        assert (ruling["findings"], ruling["undecided"], ruling["verdict"]) == ([], [], "clean")


def test_a_card_that_did_not_answer_the_lead_taken_back() -> None:
    """Proof: ben put a spade on the diamond that ana led first, holding a diamond himself."""
    body = taken_back(RANKS, 1, "ana", "AD", at=(1, 2))
    first = taken_back(body, 1, "ben", "KS", at=(1, 2))
    (found,) = judged(first)["findings"]
    assert (found["code"], found["pointer"]) == ("revoke_corrected", withdrawn_card(0, 1))
    assert proof_of(found) == {"led_suit": "D", "held": ["KD"], "proved_by": "#/hands/ben"}


def test_a_lead_taken_back_before_anybody_followed() -> None:
    """Proof: ana led again before ben played, so that he answered the lead that stayed."""
    body = taken_back(RANKS, 2, "ana", "AD", at=(2, 1))
    (found,) = judged(taken_back(body, 2, "ben", "KD", at=(2, 2)))["findings"]
    assert (found["code"], found["pointer"]) == ("revoke_corrected", withdrawn_card(1, 1))


def test_which_lead_was_answered_is_not_known() -> None:
    """Proof: the record does not say when ana took her lead back, so ben may have followed it."""
    body = taken_back(taken_back(RANKS, 2, "ana", "AD"), 2, "ben", "KD")
    ruling = judged(body)
    assert (ruling["findings"], codes_and_pointers(ruling["undecided"])) == (
        [],
        [("revoke_corrected", withdrawn_card(1, 1))],
    )
    assert ruling["undecided"][0]["decided_by"] == f"{withdrawn_card(1, 0)}/at"
    late = judged(taken_back(taken_back(RANKS, 2, "ana", "AD"), 2, "ben", "KD", at=(3, 1)))
    assert (late["findings"], codes_and_pointers(late["undecided"])) == ([], [("revoke", withdrawn_card(1, 1))])


def test_a_card_that_revokes_against_either_lead_is_a_revoke() -> None:
    """Proof: ben holds a diamond and a club, so that his spade was a revoke on either."""
    body = taken_back(taken_back(RANKS, 2, "ana", "AD"), 2, "ben", "KS")
    for each in (body, without(body, "hands")):
        ruling = judged(each)
        assert (codes_and_pointers(ruling["findings"]), ruling["undecided"]) == (
            [("revoke_corrected", withdrawn_card(1, 1))],
            [],
        )
        assert ruling["findings"][0]["evidence"]["held"] == ["KC"]
    # ana holds no hearts, and the other card led was a spade: no revoke, whichever it was.
    void = taken_back(taken_back(legal_round(), 12, "dee", "7H"), 12, "ana", "AS")
    assert judged(void)["findings"] == []


# A lead taken back.


def test_an_illegal_spade_lead_taken_back_in_time_is_not_found() -> None:
    """Parameters, play.spade_lead (E4), by the scale of irregularities.revoke_established."""
    for when in (None, (2, 1), (2, 4), (3, 0)):
        ruling = judged(taken_back(RANKS, 2, "ana", "AS", at=when))
        assert (ruling["findings"], ruling["undecided"], ruling["verdict"]) == ([], [], "clean")


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
    assert judged(changed(body, ruleset=honours(irregularities=rules)))["findings"] == []
    for each in (body, without(body, "hands")):
        (found,) = judged(each)["findings"]
        assert (found["code"], found["pointer"], found["card"]) == ("illegal_spade_lead", withdrawn_card(1, 0), "AS")
        assert (found.get("established"), found["legal_cards"]) == (True, ["AC", "AD"])


def test_a_spade_lead_taken_back_that_was_legal() -> None:
    """Parameters, play.spade_lead (E4): ana holds only spades in the last trick, or spades may be led at any time."""
    late = (3, 1)
    anytime = changed(RANKS, ruleset=honours(play={"spade_lead": "any_time"}))
    assert judged(taken_back(anytime, 2, "ana", "AS", at=late))["findings"] == []
    body = taken_back(legal_round(), 12, "dee", "QS", at=(13, 4))
    assert judged(body)["findings"][0]["code"] == "card_not_held"
    assert judged(taken_back(legal_round(), 12, "dee", "7H", at=(13, 4)))["findings"] == []


def test_an_illegal_opening_card_taken_back_is_not_found() -> None:
    """Contract, WithdrawnCard: judged as a revoke, or as a spade lead that counts as one, and as nothing else."""
    assert judged(taken_back(RANKS, 1, "ana", "AS", at=(3, 1)))["findings"] == []
    ruleset = honours(play={"first_trick": "no_spades"})
    void = {**RANKS["hands"], "cy": ["JC", "QC", "QD", "QS"], "dee": ["JH", "QH", "JD", "JS"]}
    body = record(ruleset, "ana AH KH QC JH", hands=void)
    assert judged(taken_back(body, 1, "cy", "QS", at=(3, 1)))["findings"] == []


def test_a_spade_taken_back_does_not_break_spades() -> None:
    """Parameters, play.broken_by = any_spade (E5): every spade played; one that was taken back was not."""
    ruleset = honours(play={"broken_by": "any_spade"})
    body = taken_back(changed(RANKS, ruleset=ruleset), 1, "cy", "QS", at=(3, 0))
    assert [each["spades_broken"] for each in judged(body)["tricks"]] == [False, False, False, True]
    led = taken_back(changed(LED, ruleset=ruleset), 1, "cy", "QS")
    assert [each["code"] for each in judged(led)["findings"]] == ["revoke_corrected", "illegal_spade_lead"]


# Whether a spade that was taken back had broken spades (docs/reference/rules.md, E5).

LEADS = ("ana QH KH AH JH", "cy QC JC AC KC", "ana AS KS QS JS", "ana AD KD QD JD")
"""ana leads a spade to trick 3; cy led one to trick 2, and took it back for the queen of clubs."""


@pytest.mark.parametrize(
    ("broken_by", "at", "illegal"),
    [("any_spade", (3, 1), False), ("any_spade", (3, 0), True), ("discard_only", (3, 1), True)],
)
def test_a_spade_led_and_taken_back_had_broken_spades(broken_by: str, at: tuple[int, int], illegal: bool) -> None:
    """Parameters, play.broken_by: any spade, however it came to be played, unless it was taken back before."""
    body = record(honours(play={"broken_by": broken_by}), *LEADS)
    found = codes_and_pointers(judged(taken_back(body, 2, "cy", "QS", at=at))["findings"])
    assert (("illegal_spade_lead", "#/tricks/2/plays/0") in found) is illegal


def test_a_spade_taken_back_at_an_untold_time_may_have_broken_spades() -> None:
    """Parameters, play.broken_by: the other side led before cy's side played again, which was in time (H1)."""
    lines = ("ana QH KH AH JH", "cy QC JC KC AC", "ben AS KS QS JS", "ben AD KD QD JD")
    rules = honours(play={"broken_by": "any_spade"}, irregularities={"revoke_established": "offending_side_plays_next"})
    ruled = judged(taken_back(record(rules, *lines), 2, "cy", "QS"))
    assert "illegal_spade_lead" not in {each["code"] for each in ruled["findings"]}
    (asked,) = [each for each in ruled["undecided"] if each["code"] == "illegal_spade_lead"]
    assert asked["decided_by"] == "#/tricks/1/plays/0/withdrawn/0"
