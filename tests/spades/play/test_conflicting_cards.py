"""A player's own cards contradict each other."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.changes import replaced, without
from tests.spades.builders.legal_rounds import legal_round
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import codes, places

HONOURS = honours()
REVOKE = ("revoke", "#/tricks/0/plays/2")


# Contradictions about a player's own cards.


def test_a_replayed_card_proves_nothing_against_its_player() -> None:
    """Rulings, cascades: revokes that rest on conflicting cards are undecided, with conflicts_with.

    The only heart that cy shows after discarding on hearts is one that ben shows as well.
    """
    lines = ("ana AH KH 2C 3H", "ana AC 3C 4C 5C", "ana QH 4H 9H 5H", "ana QC 9H 7C 8C")
    ruled = ruling(record("pagat", *lines))
    assert places(ruled["findings"]) == [("card_replayed", "#/tricks/3/plays/1")]
    first = ruled["undecided"][0]
    assert (first["code"], first["pointer"], first["conflicts_with"]) == (*REVOKE, [0])


def test_the_player_who_replays_a_card_is_not_accused_of_it() -> None:
    """Rulings, cascades: cy's second 2C can't have been that card, so that it was no heart is not proved."""
    lines = ("ana AC 3C 2C 4C", "ana AH KH 2C 3H", "ana QH 4H 9H 5H")
    ruled = ruling(record("pagat", *lines))
    assert places(ruled["findings"]) == [("card_replayed", "#/tricks/1/plays/2")]
    assert [(each["code"], each["pointer"], each["conflicts_with"]) for each in ruled["undecided"]] == [
        ("revoke", "#/tricks/1/plays/2", [0])
    ]


def test_the_player_of_a_card_that_is_not_in_the_pack_is_not_accused_of_it() -> None:
    """Rulings, cascades: as above; a joker was recorded where a heart may have been played."""
    lines = ("ana AH KH BJ 3H", "ana QH 4H 9H 5H")
    ruled = ruling(record("pagat", *lines))
    assert places(ruled["findings"]) == [("card_not_in_deck", "#/tricks/0/plays/2")]
    assert [(each["code"], each["pointer"], each["conflicts_with"]) for each in ruled["undecided"]] == [(*REVOKE, [0])]


def test_counting_accuses_nobody_when_a_card_was_written_wrong() -> None:
    """Rulings, cascades: a card that a log lacks can't be counted into a hand that shows another one twice.

    Which of the two places was the lacking card's no count can tell.
    """
    body, asked = legal_round(), 0
    cards: dict[str, list[str]] = {}
    for each in body["tricks"]:
        for play in each["plays"]:
            cards.setdefault(play["player"], []).append(play["card"])
    for player, played in cards.items():
        for place, lacking in enumerate(played):
            for other in played[place + 1 :]:
                ruled = ruling(replaced(without(body, "hands"), lacking, other))
                assert "card_replayed" in codes(ruled["findings"])
                counted = [each for each in ruled["findings"] if "counting" in each.get("evidence", {}).values()]
                assert [each for each in counted if each["player"] == player] == []
                asked += sum(each["conflicts_with"] != [] for each in ruled["undecided"] if "conflicts_with" in each)
    assert asked > 0


@pytest.mark.parametrize("name", ["cy", "c/y", "c y", "zoë"])
def test_conflicts_are_found_under_every_name(name: str) -> None:
    """Rulings, cascades: conflicts_with; pointers escape names, and the conflict stands in the next player's list."""
    names = ["ana", "ben", name, "dee"]
    body = record(HONOURS, "ana AH KH QC JH")
    body["players"] = names
    body["bids"][2]["player"] = body["tricks"][0]["plays"][2]["player"] = name
    body["hands"] = {name: ["QH", "QC", "QD", "QS"], "dee": ["JH", "QH", "JD", "JS"]}
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ["duplicate_card"]
    assert [(each["code"], each["conflicts_with"]) for each in ruled["undecided"]] == [("revoke", [0])]


def test_conflicts_of_others_are_not_named() -> None:
    """Rulings, cascades: conflicts_with names the contradictions about this player's own cards."""
    listed = hands(cy="QH QC QD QS JS", dee="JH JC JD")
    ruled = ruling(record(HONOURS, "ana AH KH QC JH", hands=listed))
    assert codes(ruled["findings"]) == ["wrong_hand_size", "wrong_hand_size"]
    assert [(each["code"], each["conflicts_with"]) for each in ruled["undecided"]] == [("revoke", [0])]


def test_another_players_conflict_leaves_the_proof_alone() -> None:
    """Rulings, cascades: only a player's own conflicting cards put a revoke in doubt."""
    listed = hands(ana="AH AC AD AS KS", cy="QH QC QD QS")
    ruled = ruling(record(HONOURS, "ana AH KH QC JH", hands=listed))
    assert places(ruled["findings"]) == [("wrong_hand_size", "#/hands/ana"), REVOKE]
    assert ruled["undecided"] == []
