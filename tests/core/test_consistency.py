"""Rulesets that contradict themselves: each contradiction in its smallest form, beside its nearest innocent twin."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import pytest

from service.spades.faults import UnusableRuleset
from service.spades.ruleset import Reference, resolve

Overrides: TypeAlias = dict[str, dict[str, object]]


class Pair(NamedTuple):
    """A reference that is refused, with the parameters named and the one pointed at, and one that is not."""

    rule: str
    preset: str
    refused: Overrides
    innocent: Overrides
    at: str
    names: tuple[str, ...]


ALONE: dict[str, object] = {"sides": "individual"}
LEFTOVER: dict[str, object] = {"leftover": "set_aside"}
HANDS = ("deck.hand_size", "deck.removed", "table.players")
OVER = ("deck.leftover", "deck.hand_size", "deck.removed", "deck.jokers", "table.players")

PAIRS = [
    Pair(
        "A2: two can't sit as partners",
        "pagat",
        {"table": {"players": [2]}},
        {"table": {"players": [2]} | ALONE},
        "table.players",
        ("table.sides", "table.players"),
    ),
    Pair(
        "A2: three can't sit as partners",
        "cutthroat",
        {"table": {"sides": "partnership"}},
        {"table": ALONE},
        "table.sides",
        ("table.sides", "table.players"),
    ),
    Pair(
        "A2: five can't sit as partners, six can",
        "pagat",
        {"table": {"players": [5]}, "deck": LEFTOVER},
        {"table": {"players": [6]}, "deck": LEFTOVER},
        "table.players",
        ("table.sides", "table.players"),
    ),
    Pair(
        "A7: a card promoted twice",
        "pagat",
        {"deck": {"top_trumps": ["2S", "2S"]}},
        {"deck": {"top_trumps": ["2S", "2D"]}},
        "deck.top_trumps",
        ("deck.top_trumps",),
    ),
    Pair(
        "A7: a joker in play that has no rank",
        "pagat",
        {"deck": {"jokers": 2, "removed": {"4": ["2C", "2H"]}, "top_trumps": ["BJ", "2D"]}},
        {"deck": {"jokers": 2, "removed": {"4": ["2C", "2H"]}, "top_trumps": ["BJ", "LJ", "2D"]}},
        "deck.top_trumps",
        ("deck.top_trumps", "deck.jokers"),
    ),
    Pair(
        "A7: a joker promoted that is not in play",
        "pagat",
        {"deck": {"top_trumps": ["BJ"]}},
        {"deck": {"top_trumps": ["BJ"], "jokers": 1, "removed": {"4": ["2C"]}}},
        "deck.top_trumps",
        ("deck.top_trumps", "deck.jokers", "deck.removed"),
    ),
    Pair(
        "A7: a card promoted that is taken out",
        "pagat",
        {"deck": {"jokers": 2, "removed": {"4": ["2S", "2H"]}, "top_trumps": ["BJ", "LJ", "2S"]}},
        {"deck": {"jokers": 2, "removed": {"4": ["2C", "2H"]}, "top_trumps": ["BJ", "LJ", "2S"]}},
        "deck.top_trumps",
        ("deck.top_trumps", "deck.jokers", "deck.removed"),
    ),
    Pair(
        "A6: a card taken out that is not in the pack",
        "pagat",
        {"deck": {"removed": {"4": ["BJ"]}}},
        {"deck": {"removed": {"4": ["BJ"]}, "jokers": 1}},
        "deck.removed",
        ("deck.removed", "deck.jokers"),
    ),
    Pair(
        "A3: four don't draw their hands",
        "pagat",
        {"deck": {"formation": "draw", "hand_size": {"4": 6}} | LEFTOVER},
        {"deck": {"formation": "draw", "hand_size": {"2": 6}} | LEFTOVER, "table": {"players": [2]} | ALONE},
        "deck.formation",
        ("deck.formation", "table.players"),
    ),
    Pair(
        "A3: two cards are drawn for each that is kept",
        "two-player",
        {"deck": {"hand_size": {"2": 14}}},
        {"deck": {"hand_size": {"2": 12}}},
        "deck.hand_size",
        HANDS,
    ),
    Pair(
        "A9: more cards in the hands than in the pack",
        "pagat",
        {"deck": {"hand_size": {"4": 13}, "removed": {"4": ["2C"]}} | LEFTOVER},
        {"deck": {"hand_size": {"4": 12}, "removed": {"4": ["2C"]}} | LEFTOVER},
        "deck.hand_size",
        HANDS,
    ),
    Pair(
        "A8: cards left over where none may be, for jokers",
        "pagat",
        {"deck": {"jokers": 2}},
        {"deck": {"jokers": 2, "removed": {"4": ["2C", "2D"]}}},
        "deck.jokers",
        OVER,
    ),
    Pair(
        "A8: cards left over where none may be, for the number of players",
        "pagat",
        {"table": {"players": [4, 6]}},
        {"table": {"players": [4, 6]}, "deck": LEFTOVER},
        "table.players",
        OVER,
    ),
    Pair(
        "A8: cards left over where none may be, for the size of the hands",
        "pagat",
        {"deck": {"hand_size": {"4": 12}}},
        {"deck": {"hand_size": {"4": 12}} | LEFTOVER},
        "deck.hand_size",
        OVER,
    ),
    Pair(
        "A8: cards left over where none may be",
        "cutthroat",
        {"deck": {"leftover": "none"}},
        {"deck": {"leftover": "none", "removed": {"3": ["2C"]}}},
        "deck.leftover",
        OVER,
    ),
    *(
        Pair(
            f"C3, C4, C6, C8: {name} above all tricks",
            "pagat",
            {"bidding": {name: 14}},
            {"bidding": {name: 13}},
            f"bidding.{name}",
            (f"bidding.{name}", "deck.hand_size"),
        )
        for name in ("minimum", "maximum", "team_minimum", "nil_partner_minimum")
    ),
    Pair(
        "C3: the least bid above all tricks of the smallest hand",
        "pagat",
        {"table": {"players": [4, 6]}, "deck": LEFTOVER, "bidding": {"minimum": 9}},
        {"table": {"players": [4, 6]}, "deck": LEFTOVER, "bidding": {"minimum": 8}},
        "bidding.minimum",
        ("bidding.minimum", "deck.hand_size"),
    ),
    Pair(
        "C3: the least bid above all tricks of hands with jokers",
        "cutthroat",
        {"deck": {"jokers": 2, "hand_size": {}}, "bidding": {"minimum": 19}},
        {"deck": {"jokers": 2, "hand_size": {}}, "bidding": {"minimum": 18}},
        "bidding.minimum",
        ("bidding.minimum", "deck.hand_size"),
    ),
    Pair(
        "C3: the least bid above all tricks of a pack without deuces",
        "pagat",
        {"deck": {"removed": {"4": ["2C", "2D", "2H", "2S"]}}, "bidding": {"minimum": 13}},
        {"deck": {"removed": {"4": ["2C", "2D", "2H", "2S"]}}, "bidding": {"minimum": 12}},
        "bidding.minimum",
        ("bidding.minimum", "deck.hand_size"),
    ),
    Pair(
        "C3, C4: the least bid above the greatest",
        "pagat",
        {"bidding": {"minimum": 5, "maximum": 4}},
        {"bidding": {"minimum": 4, "maximum": 4}},
        "bidding.minimum",
        ("bidding.minimum", "bidding.maximum"),
    ),
    Pair(
        "C4, C8: the least bid beside a nil above the greatest",
        "nello",
        {"bidding": {"maximum": 2}},
        {"bidding": {"maximum": 3}},
        "bidding.maximum",
        ("bidding.nil_partner_minimum", "bidding.maximum"),
    ),
    Pair(
        "C6: the board above the greatest bid of a side",
        "pagat",
        {"bidding": {"team_minimum": 6, "team_maximum": 5}},
        {"bidding": {"team_minimum": 5, "team_maximum": 5}},
        "bidding.team_minimum",
        ("bidding.team_minimum", "bidding.team_maximum"),
    ),
    Pair(
        "C1: nobody or more than one did not deal",
        "pagat",
        {"bidding": {"first_bidder": "non_dealer"}},
        {"bidding": {"first_bidder": "non_dealer"}, "table": {"players": [2]} | ALONE},
        "bidding.first_bidder",
        ("bidding.first_bidder", "table.players"),
    ),
    Pair(
        "D12: the least blind bid does not matter where none may be made",
        "pagat",
        {"blind_bid": {"allowed": True, "minimum": 14}},
        {"blind_bid": {"allowed": False, "minimum": 14}},
        "blind_bid.minimum",
        ("blind_bid.minimum", "bidding.maximum", "deck.hand_size"),
    ),
    Pair(
        "D12: the least blind bid above all tricks",
        "pagat",
        {"blind_bid": {"allowed": True, "minimum": 14}},
        {"blind_bid": {"allowed": True, "minimum": 13}},
        "blind_bid.minimum",
        ("blind_bid.minimum", "bidding.maximum", "deck.hand_size"),
    ),
    Pair(
        "D12: the least blind bid above the greatest bid",
        "pagat",
        {"blind_bid": {"allowed": True, "minimum": 6}, "bidding": {"maximum": 5}},
        {"blind_bid": {"allowed": True, "minimum": 6}, "bidding": {"maximum": 6}},
        "blind_bid.minimum",
        ("blind_bid.minimum", "bidding.maximum", "deck.hand_size"),
    ),
    *(
        Pair(
            f"C2, C12: {preset} where sides bid as one",
            preset,
            {"bidding": {"by": "team"}},
            {"bidding": {"by": "player"}},
            "bidding.by",
            ("bidding.restriction", "bidding.by"),
        )
        for preset in ("mirror", "whiz", "suicide")
    ),
    *(
        Pair(
            f"C5, C12: {preset} where 0 is no nil",
            preset,
            {"bidding": {"zero": "not_allowed"}},
            {"bidding": {"zero": "nil"}},
            "bidding.zero",
            ("bidding.restriction", "bidding.zero"),
        )
        for preset in ("mirror", "whiz", "suicide")
    ),
    Pair(
        "C12: suicide without partners",
        "suicide",
        {"table": ALONE},
        {"table": ALONE, "bidding": {"restriction": "whiz"}},
        "table.sides",
        ("bidding.restriction", "table.sides"),
    ),
    Pair(
        "C5, D3: blind nil where 0 is no nil, by the bid",
        "pagat",
        {"bidding": {"zero": "not_allowed"}},
        {"bidding": {"zero": "not_allowed"}, "nil": {"blind": False}},
        "bidding.zero",
        ("nil.blind", "bidding.zero"),
    ),
    Pair(
        "C5, D3: blind nil where 0 is no nil, by the nil",
        "nello",
        {"bidding": {"zero": "uncommitted"}, "nil": {"blind": True}},
        {"bidding": {"zero": "uncommitted"}},
        "nil.blind",
        ("nil.blind", "bidding.zero"),
    ),
    *(
        Pair(
            f"D9, D10: {name} of more cards than a hand has",
            "msn-zone",
            {"deck": {"hand_size": {"4": 3}} | LEFTOVER, "nil": {name: 4}},
            {"deck": {"hand_size": {"4": 3}} | LEFTOVER, "nil": {name: 3}},
            f"nil.{name}",
            (f"nil.{name}", "deck.hand_size"),
        )
        for name in ("exchange", "blind_exchange")
    ),
    Pair(
        "C1, E1: no dealer to lead left of",
        "pagat",
        {"bidding": {"first_bidder": "drawn_then_rotates"}},
        {"bidding": {"first_bidder": "drawn_then_rotates"}, "play": {"opening_leader": "first_bidder"}},
        "bidding.first_bidder",
        ("play.opening_leader", "bidding.first_bidder"),
    ),
    Pair(
        "C1, E1: no dealer to lead",
        "solitaire-bliss",
        {"play": {"opening_leader": "dealer"}},
        {"play": {"opening_leader": "high_bidder"}},
        "play.opening_leader",
        ("play.opening_leader", "bidding.first_bidder"),
    ),
    Pair(
        "G1, G3: the floor at the target",
        "pagat",
        {"game": {"floor": 300, "target": 300}},
        {"game": {"floor": -300, "target": 300}},
        "game.floor",
        ("game.floor", "game.target"),
    ),
    Pair(
        "G3: a floor above 0",
        "pagat",
        {"game": {"floor": 1}},
        {"game": {"floor": -1}},
        "game.floor",
        ("game.floor",),
    ),
]


@pytest.mark.parametrize("pair", PAIRS, ids=[pair.rule for pair in PAIRS])
def test_a_contradiction_is_refused_and_its_twin_is_not(pair: Pair) -> None:
    """The fault names the parameters and points at the first of them that the request has set."""
    with pytest.raises(UnusableRuleset) as refused:
        resolve(Reference(pair.preset, overrides=pair.refused))
    (fault,) = refused.value.faults
    assert fault.pointer == "#/ruleset/overrides/" + pair.at.replace(".", "/")
    assert fault.code == "contradiction"
    assert fault.detail.startswith(" and ".join(pair.names) + ": ")
    assert resolve(Reference(pair.preset, overrides=pair.innocent)).overrides == pair.innocent


@pytest.mark.parametrize(
    ("preset", "overrides"),
    [
        pytest.param("pagat", {"deck": {"removed": {"3": ["BJ"]}}}, id="cards taken out with other players"),
        pytest.param("pagat", {"deck": {"hand_size": {"3": 18}}}, id="a hand size with other players"),
        pytest.param("pagat", {"game": {"target": 1}}, id="no floor below the least target"),
        pytest.param("pagat", {"bidding": {"maximum": 1}}, id="a greatest bid of one"),
        pytest.param("pagat", {"deck": {"top_trumps": ["AS"]}}, id="the ace of spades on top of itself"),
        pytest.param(
            "pagat", {"bidding": {"restriction": "mirror"}, "nil": {"blind": False}}, id="mirror with other values"
        ),
        pytest.param("suicide", {"table": {"players": [6]}, "deck": LEFTOVER}, id="suicide in three pairs"),
        pytest.param("nello", {"bidding": {"by": "team"}}, id="nello of sides"),
        pytest.param(
            "pagat",
            {"blind_bid": {"allowed": True, "minimum": 1}, "bidding": {"minimum": 2}},
            id="a least blind bid below the least bid, which holds for it too",
        ),
        pytest.param("cutthroat", {"nil": {"blind_exchange": 2}}, id="an exchange without a partner, which never is"),
    ],
)
def test_what_has_no_effect_is_no_contradiction(preset: str, overrides: Overrides) -> None:
    assert resolve(Reference(preset, overrides=overrides)).overrides == overrides


def test_every_contradiction_is_told_at_once() -> None:
    """Each points at its own place."""
    overrides: Overrides = {
        "table": {"players": [2]},
        "deck": {"top_trumps": ["BJ"]},
        "bidding": {"zero": "uncommitted", "maximum": 27},
        "game": {"floor": 5},
    }
    with pytest.raises(UnusableRuleset) as refused:
        resolve(Reference("pagat", overrides=overrides))
    assert {fault.pointer for fault in refused.value.faults} == {
        f"#/ruleset/overrides/{place}"
        for place in ("table/players", "deck/top_trumps", "bidding/zero", "bidding/maximum", "game/floor")
    }
