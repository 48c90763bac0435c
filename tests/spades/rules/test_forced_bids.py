"""Mirror and whiz, under which the cards decide bids that another rule may forbid."""

from __future__ import annotations

import pytest

from service.presets.loader import resolve
from service.spades.cards import CODES
from service.spades.errors import UnusableRuleset
from service.spades.rules.ruleset import Reference
from tests.spades.rules.contradictions import (
    ALONE,
    HANDS,
    LEFTOVER,
    Pair,
    assert_refused_unlike_its_twin,
    each_of,
)
from tests.spades.rules.references import Overrides

PAIRS = [
    # Mirror: the spades held are the bid.
    *(
        Pair(
            f"C12, {code}: mirror with {name} {refused}",
            "mirror",
            {"bidding": {name: refused}},
            {"bidding": {name: innocent}},
            f"bidding.{name}",
            ("bidding.restriction", f"bidding.{name}"),
        )
        for code, name, refused, innocent in (
            ("C3", "minimum", 2, 1),
            ("C4", "maximum", 12, 13),
            ("C6", "team_minimum", 2, 1),
            ("C6", "team_maximum", 12, 13),
            ("C8", "nil_partner_minimum", 2, 1),
            ("C10", "table_total", "not_hand_size", "at_most_hand_size"),
        )
    ),
    Pair(
        "A9, C12: hands that can't be formed hold no spades to bid",
        "mirror",
        {"deck": {"hand_size": {"4": 13}, "removed": {"4": list(CODES[:45])}}, "bidding": {"maximum": 13}},
        {"deck": {"hand_size": {"4": 13}}, "bidding": {"maximum": 13}},
        "deck.hand_size",
        HANDS,
    ),
    Pair(
        "C12, C4: mirror with promoted cards has hands of more spades than the pack had",
        "mirror",
        {"deck": {"top_trumps": ["2D"], "hand_size": {"4": 13}}, "bidding": {"team_maximum": 13}},
        {"deck": {"top_trumps": ["2D"], "hand_size": {"4": 13}}, "bidding": {"team_maximum": 14}},
        "bidding.team_maximum",
        ("bidding.restriction", "bidding.team_maximum"),
    ),
    Pair(
        "C12, C10: fourteen spades are never exactly thirteen tricks, and always more",
        "mirror",
        {"deck": {"top_trumps": ["2D"]}, "bidding": {"table_total": "at_most_hand_size"}},
        {"deck": {"top_trumps": ["2D"]}, "bidding": {"table_total": "not_hand_size"}},
        "bidding.table_total",
        ("bidding.restriction", "bidding.table_total"),
    ),
    Pair(
        "C12, C10: six players with eight tricks hold at least nine spades",
        "mirror",
        {"table": {"players": [6]}, "deck": LEFTOVER, "bidding": {"table_total": "at_most_hand_size"}},
        {"table": {"players": [6]}, "deck": LEFTOVER, "bidding": {"table_total": "not_hand_size"}},
        "bidding.table_total",
        ("bidding.restriction", "bidding.table_total"),
    ),
    Pair(
        "C12, C10: with cards set aside the spades held may come to the tricks",
        "mirror",
        {
            "deck": {"hand_size": {"4": 12}, "removed": {"4": ["2C"]}} | LEFTOVER,
            "bidding": {"table_total": "not_hand_size"},
        },
        {
            "deck": {"hand_size": {"4": 12}, "removed": {"4": ["2C", "2D", "2H", "3C"]}} | LEFTOVER,
            "bidding": {"table_total": "not_hand_size"},
        },
        "bidding.table_total",
        ("bidding.restriction", "bidding.table_total"),
    ),
    Pair(
        "C7, C10, C12: mirror bids raised to the board come to more than the tricks",
        "mirror",
        {"bidding": {"team_minimum": 4, "team_minimum_breach": "raised", "table_total": "at_most_hand_size"}},
        {"bidding": {"team_minimum": 4, "team_minimum_breach": "raised"}},
        "bidding.table_total",
        ("bidding.restriction", "bidding.table_total", "bidding.team_minimum"),
    ),
    *(
        Pair(
            f"C7, C12: a mirrored bid below the board may be {breach}",
            "mirror",
            {"bidding": {"team_minimum": 4, "team_minimum_breach": "illegal"}},
            {"bidding": {"team_minimum": 4, "team_minimum_breach": breach}},
            "bidding.team_minimum",
            ("bidding.restriction", "bidding.team_minimum"),
        )
        for breach in ("raised", "set")
    ),
    Pair(
        "C6, C13: a mirrored 0 that is no nil is below the board",
        "mirror",
        {"bidding": {"team_minimum": 1, "zero": "uncommitted"}},
        {"bidding": {"team_minimum": 1, "zero": "nil"}},
        "bidding.team_minimum",
        ("bidding.restriction", "bidding.team_minimum"),
    ),
    Pair(
        "C8, C12: the rule of the other breach does not help who holds one spade",
        "mirror",
        {"bidding": {"nil_partner_minimum": 3, "nil_partner_breach": "raise_earlier"}},
        {"bidding": {"nil_partner_minimum": 3, "nil_partner_breach": "raise_earlier", "zero": "uncommitted"}},
        "bidding.nil_partner_minimum",
        ("bidding.restriction", "bidding.nil_partner_minimum"),
    ),
    *(
        Pair(
            f"D7, C12: {preset} where partners without spades may not both bid nil",
            preset,
            {"nil": {"both_partners": "forbidden"}},
            {"nil": {"both_partners": "forbidden"}, "table": ALONE},
            "nil.both_partners",
            ("bidding.restriction", "nil.both_partners"),
        )
        for preset in ("mirror", "whiz")
    ),
    Pair(
        "A7, D7, C12: of 27 spades partners hold at least one, so that both can't have to bid nil",
        "whiz",
        {"nil": {"both_partners": "forbidden"}, "deck": {"top_trumps": [*CODES[:13]]}},
        {"nil": {"both_partners": "forbidden"}, "deck": {"top_trumps": [*CODES[:14]]}},
        "nil.both_partners",
        ("bidding.restriction", "nil.both_partners"),
    ),
    *(
        Pair(
            f"C2, C12: {preset} is on each player's bid, who may be a side",
            preset,
            {"bidding": {"by": "team"}},
            {"bidding": {"by": "team"}, "table": ALONE},
            "bidding.by",
            ("bidding.restriction", "bidding.by"),
        )
        for preset in ("mirror", "whiz")
    ),
    *(
        Pair(
            f"C12, C13: {preset} speaks of nil, mirror of 0",
            preset,
            {"bidding": {"zero": "uncommitted"}},
            {"bidding": {"zero": "uncommitted", "restriction": "mirror", "nil_partner_minimum": 0}},
            "bidding.zero",
            ("bidding.restriction", "bidding.zero"),
        )
        for preset in ("whiz", "suicide")
    ),
]


@each_of(PAIRS)
def test_a_contradiction_is_refused_and_its_twin_is_not(pair: Pair) -> None:
    assert_refused_unlike_its_twin(pair)


def test_every_limit_that_mirror_breaks_is_reported_at_once() -> None:
    """And each once, though it breaks them at both tables."""
    limits = {"minimum": 2, "maximum": 7, "team_minimum": 4, "team_maximum": 7, "nil_partner_minimum": 2}
    overrides: Overrides = {
        "table": {"players": [4, 6]},
        "deck": LEFTOVER,
        "bidding": limits | {"table_total": "at_most_hand_size"},
        "nil": {"both_partners": "forbidden"},
    }
    with pytest.raises(UnusableRuleset) as refused:
        resolve(Reference("mirror", overrides=overrides))
    pointers = sorted(fault.pointer for fault in refused.value.faults)
    places = [*(f"bidding/{name}" for name in (*limits, "table_total")), "nil/both_partners"]
    assert pointers == sorted(f"#/ruleset/overrides/{place}" for place in places)
