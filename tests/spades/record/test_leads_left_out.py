"""Tricks that do not say who led them: where the lead follows from something, and where from nothing."""

from __future__ import annotations

import pytest

from service.spades.play.leads_left_out import find_leads
from tests.spades.builders.asking import faults, only, ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, without
from tests.spades.builders.legal_rounds import legal_round
from tests.spades.builders.reading import read_with_ruleset
from tests.spades.builders.records import record
from tests.spades.builders.rulesets import honours, rules
from tests.spades.builders.short_forms import with_cards
from tests.spades.deal.deal_cases import HONOURS, TURNS

BY_PLAYER = with_cards(without(legal_round(), "reported"), form="cards_by_player", leaders=False)
BY_PLAYER["tricks"] = [without(trick, "winner") for trick in BY_PLAYER["tricks"]]
"""The legal round as cards by player; no trick says who led it or who won it."""


def with_column(body: Json, index: int, **cards: str | None) -> Json:
    """Return the record with other cards of these players in a trick; None leaves one out."""
    column = {**body["tricks"][index]["cards_by_player"], **cards}
    tricks = list(body["tricks"])
    tricks[index] = {"cards_by_player": {name: card for name, card in column.items() if card is not None}}
    return {**body, "tricks": tricks}


@pytest.mark.parametrize(
    ("body", "slip", "changes"),
    [
        (
            with_column(BY_PLAYER, 0, ana="8H"),
            "card_miscopied",
            [{"pointer": "#/tricks/0/cards_by_player/ana", "recorded": "8H", "suggested": "KH"}],
        ),
        (
            with_column(BY_PLAYER, 0, ana="5H", ben="KH"),
            "cards_exchanged",
            [
                {"pointer": "#/tricks/0/cards_by_player/ana", "recorded": "5H", "suggested": "KH"},
                {"pointer": "#/tricks/0/cards_by_player/ben", "recorded": "KH", "suggested": "5H"},
            ],
        ),
        (
            with_column(BY_PLAYER, 0, ana=None),
            "play_left_out",
            [{"pointer": "#/tricks/0/cards_by_player/ana", "suggested": "KH"}],
        ),
    ],
    ids=["miscopied", "exchanged", "left out"],
)
def test_the_mended_card_wins_and_its_player_leads_the_next_trick(body: Json, slip: str, changes: list[Json]) -> None:
    """A slip that changes who won a trick changes the leads that follow from it; without it the round is legal."""
    reading = ruling(body)["readings"][0]
    assert (reading["slip"], reading["changes"], reading["verdict"]) == (slip, changes, "clean")


def test_nobody_knows_who_won_a_trick_with_two_cards_of_one_player() -> None:
    """Order that was not recorded: a list that is too long goes on with the leader."""
    body = with_cards(record(honours(), "ana AH KH QH JH", "ana AC KC QC JC"), leaders=False)
    assert faults(body) == []
    too_long = changed(body, tricks=[{"cards": ["AH", "KH", "QH", "JH", "JS"]}, *body["tricks"][1:]])
    assert faults(too_long) == [("#/tricks/1/leader", "leader_unknown")]


def test_the_card_that_a_trick_lacks_may_have_been_its_lead() -> None:
    """In a list it was the last card, and ben or dee won the trick: ben's club wins the next, and he leads the third.

    With names dee may have led a heart, and cy won the trick, and then the next with a diamond.
    """
    following: list[Json] = [
        {"cards_by_player": {"ana": "3C", "ben": "AC", "cy": "AD", "dee": "2C"}},
        {"cards": ["AH", "9H", "8H", "7H"]},
    ]
    body = record("pagat", "ana 2D 3D 4H")
    in_a_list = changed(body, tricks=[{"leader": "ana", "cards": ["2D", "3D", "4H"]}, *following])
    assert faults(in_a_list) == []
    assert find_leads(*read_with_ruleset(in_a_list)).tricks[2].seats[0] == 1
    assert "leader" not in ruling(in_a_list)["tricks"][2]  # in each reading another player has no card in trick 1
    assert faults(changed(body, tricks=[*body["tricks"], *following])) == [("#/tricks/2/leader", "leader_unknown")]


def test_the_cards_drawn_show_who_has_the_lowest_club() -> None:
    """Parameters, play.opening_leader = lowest_club (E1) with deck.formation = draw (A3): ben has the king."""
    deck = {"removed": {"2": HONOURS["overrides"]["deck"]["removed"]["4"]}, "hand_size": {"2": 4}}
    ruleset = rules(4, "two-player", deck=deck, play={"opening_leader": "lowest_club", "opening_card": "any"})
    body = record(ruleset, players=2, draws=list(TURNS))
    led_by_ben = changed(body, tricks=[{"cards": ["KC", "AC"]}, {"cards": ["AD", "KD"]}])
    assert [trick["leader"] for trick in only(led_by_ben)["tricks"]] == ["ben", "ana"]


@pytest.mark.parametrize(("last", "codes"), [({"ben": "JS"}, []), ({"ana": "JS", "ben": "KH"}, ["card_replayed"])])
def test_a_card_of_somebody_who_had_none_left_is_kept(last: Json, codes: list[str]) -> None:
    """Unequal hands, record shapes: ana alone was dealt a sixth card; what is written for ben is never dropped."""
    columns = ["AH KH QH", "AC KC QC", "AD KD QD", "AS KS QS", "JH JC JD"]
    names = ("ana", "ben", "cy")
    tricks = [{"cards_by_player": dict(zip(names, cards.split(), strict=True))} for cards in columns]
    body = {"ruleset": honours(3, deck={"leftover": "dealt"}), "players": list(names), "dealer": "cy"}
    ruled = ruling({**body, "tricks": [*tricks, {"cards_by_player": last}]})
    assert [each["code"] for each in ruled["findings"] if each["code"] == "card_replayed"] == codes
