"""A legal round is clean, and a round is complete with every trick and every bid."""

from __future__ import annotations

from tests.spades.builders.asking import ruling
from tests.spades.builders.changes import changed, with_trick
from tests.spades.builders.legal_rounds import RANKS, legal_round
from tests.spades.builders.records import bids, call, record
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import codes, places

# The fixed round.


def test_the_legal_round_is_clean() -> None:
    """Rulings, what is asked: a legal round never gets a finding."""
    ruled = ruling(legal_round())
    assert (ruled["findings"], ruled["undecided"]) == ([], [])
    assert (ruled["verdict"], ruled["complete"]) == ("clean", True)
    assert ruled["tricks_won"] == {"ana": 5, "ben": 5, "cy": 1, "dee": 2}
    assert [each["spades_broken"] for each in ruled["tricks"]] == [False] * 4 + [True] * 9


# Whether the round is complete.


def test_a_round_is_complete_with_every_trick_and_every_bid() -> None:
    """Rulings, severity: exactly hand-size tricks, each with exactly one play of every player, and every bid."""
    assert ruling(RANKS)["complete"]
    for short in (
        changed(RANKS, tricks=RANKS["tricks"][:3]),
        with_trick(RANKS, 4, "ana AS KS QS"),
        changed(RANKS, tricks=[]),
        changed(RANKS, bids=bids("ana 1, ben 1, cy 1")),
    ):
        ruled = ruling(short)
        assert not ruled["complete"]
        assert "as_played" not in ruled


def test_a_short_last_trick_is_unfinished() -> None:
    """Rulings, severity: a short last trick is unfinished, not a missing_play."""
    ruled = ruling(with_trick(RANKS, 4, "ana AS KS"))
    assert (ruled["findings"], ruled["verdict"]) == ([], "clean")
    assert "winner" not in ruled["tricks"][3]


def test_a_player_who_jumps_ahead_in_an_unfinished_trick_is_out_of_turn() -> None:
    """Rulings, cascades: before one's turn, the player who jumped."""
    ruled = ruling(record(honours(), "ana AH cy QH"))
    assert places(ruled["findings"]) == [("out_of_turn", "#/tricks/0/plays/1")]


def test_all_but_one_who_played_in_turn_in_the_last_trick_are_not_out_of_turn() -> None:
    """Rulings, suspects: the card left out of the last trick is as likely as the jump, unless a call counts the plays.

    ben's card is the only one that the trick lacks. With dee's missing as well, nobody says that ben's was left out.
    A dee who played before cy jumped ahead of cy in any case.
    """
    jump = ("out_of_turn", "#/tricks/1/plays/1")
    body = record(honours(), "ana AH KH QH JH", "ana AC cy QC dee JC")
    ruled = ruling(body)
    assert (ruled["findings"], places(ruled["undecided"])) == ([], [jump])
    assert ruled["undecided"][0]["decided_by"] == "#/tricks/1/plays"
    for when, found in (("2.3", [jump]), ("2.2", []), ("2.4", [])):
        called = ruling(changed(body, accusations=[call(f"ana ben 1 at {when}")]))
        assert [place for place in places(called["findings"]) if place == jump] == found
    assert places(ruling(record(honours(), "ana AH KH QH JH", "ana AC cy QC"))["findings"]) == [jump]
    ruled = ruling(record(honours(), "ana AH KH QH JH", "ana AC dee JC cy QC"))
    assert (places(ruled["findings"]), places(ruled["undecided"])) == ([jump], [("out_of_turn", "#/tricks/1/plays/2")])


def test_a_round_without_cards_is_read() -> None:
    """Design, principles: an audit never refuses a record because of what is in it."""
    ruled = ruling(record(honours()))
    assert (ruled["verdict"], ruled["complete"], ruled["tricks"]) == ("clean", False, [])
    ruled = ruling(changed(record(honours()), tricks=[{"plays": []}]))
    assert (ruled["findings"], ruled["complete"]) == ([], False)


def test_a_trick_that_nobody_can_win_is_not_scored() -> None:
    """Order of scoring, step 1: tricks that don't add up to the hand size make no score.

    Two cards of the last trick are not in the pack: nobody knows what they were, and no single slip mends both.
    """
    ruleset = honours(3, deck={"hand_size": {"3": 4}}, play={"spade_lead": "any_time"})
    lines = ("ana AH KH QH", "ana AC KC QC", "ana AS KS QS", "ana 2D 3D JC")
    ruled = ruling(record(ruleset, *lines, players=3, set_aside=["AD", "KD", "QD", "JD"]))
    assert codes(ruled["findings"]) == ["card_not_in_deck", "card_not_in_deck"]
    assert "winner" not in ruled["tricks"][3]
    assert sum(ruled["tricks_won"].values()) == 3
    assert "as_played" not in ruled
