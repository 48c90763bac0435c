"""Mirror and whiz, under which the cards decide bids that another rule may forbid."""

from __future__ import annotations

import pytest

from service.presets.loader import resolve
from service.spades.cards import CODES
from service.spades.errors import UnusableRuleset
from service.spades.rules.ruleset import Reference, nested
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
            nested({name: refused}),
            nested({name: innocent}),
            name,
            ("bids.restriction", name),
        )
        for code, name, refused, innocent in (
            ("C3", "bids.number.least", 2, 1),
            ("C4", "bids.number.most", 12, 13),
            ("C6", "bids.side_least", 2, 1),
            ("C6", "bids.side_most", 12, 13),
            ("C8", "bids.partner_of_nil.least", 2, 1),
            ("C10", "bids.table.not_hand_size", True, False),
            ("C10", "bids.table.not", [11, 13], [11, 12]),
            ("C10", "bids.table.least", 14, 13),
            ("C10", "bids.table.most", 12, 13),
        )
    ),
    Pair(
        "A9, C12: hands that can't be formed hold no spades to bid",
        "mirror",
        {"deck": {"hand_size": {"4": 13}, "removed": {"4": list(CODES[:45])}}, "bids": {"number": {"most": 13}}},
        {"deck": {"hand_size": {"4": 13}}, "bids": {"number": {"most": 13}}},
        "deck.hand_size",
        HANDS,
    ),
    Pair(
        "C12, C4: mirror with promoted cards has hands of more spades than the pack had",
        "mirror",
        {"deck": {"top_trumps": ["2D"], "hand_size": {"4": 13}}, "bids": {"side_most": 13}},
        {"deck": {"top_trumps": ["2D"], "hand_size": {"4": 13}}, "bids": {"side_most": 14}},
        "bids.side_most",
        ("bids.restriction", "bids.side_most"),
    ),
    Pair(
        "C12, C10: fourteen spades are never exactly thirteen tricks, and always more",
        "mirror",
        {"deck": {"top_trumps": ["2D"]}, "bids": {"table": {"most": 13}}},
        {"deck": {"top_trumps": ["2D"]}, "bids": {"table": {"not_hand_size": True}}},
        "bids.table.most",
        ("bids.restriction", "bids.table.most"),
    ),
    Pair(
        "C12, C10: six players with eight tricks hold at least nine spades",
        "mirror",
        {"table": {"players": [6]}, "deck": LEFTOVER, "bids": {"table": {"most": 8}}},
        {"table": {"players": [6]}, "deck": LEFTOVER, "bids": {"table": {"not_hand_size": True}}},
        "bids.table.most",
        ("bids.restriction", "bids.table.most"),
    ),
    Pair(
        "C12, C10: with cards set aside the spades held may come to the tricks",
        "mirror",
        {
            "deck": {"hand_size": {"4": 12}, "removed": {"4": ["2C"]}} | LEFTOVER,
            "bids": {"table": {"not_hand_size": True}},
        },
        {
            "deck": {"hand_size": {"4": 12}, "removed": {"4": ["2C", "2D", "2H", "3C"]}} | LEFTOVER,
            "bids": {"table": {"not_hand_size": True}},
        },
        "bids.table.not_hand_size",
        ("bids.restriction", "bids.table.not_hand_size"),
    ),
    Pair(
        "C7, C10, C12: mirror bids raised to the board come to more than the tricks",
        "mirror",
        {"bids": {"side_least": 4, "side_breach": "raised", "table": {"most": 13}}},
        {"bids": {"side_least": 4, "side_breach": "raised"}},
        "bids.table.most",
        ("bids.restriction", "bids.table.most", "bids.side_least"),
    ),
    *(
        Pair(
            f"C7, C12: a mirrored bid below the board may be {breach}",
            "mirror",
            {"bids": {"side_least": 4, "side_breach": "illegal"}},
            {"bids": {"side_least": 4, "side_breach": breach}},
            "bids.side_least",
            ("bids.restriction", "bids.side_least"),
        )
        for breach in ("raised", "set")
    ),
    Pair(
        "C6, C13: a mirrored 0 that is no nil is below the board",
        "mirror",
        {"bids": {"side_least": 1, "zero": {"allowed": True}, "nil": {"allowed": False}}},
        {"bids": {"side_least": 1, "nil": {"allowed": True}}},
        "bids.side_least",
        ("bids.restriction", "bids.side_least"),
    ),
    Pair(
        "C8, C12: the rule of the other breach does not help who holds one spade",
        "mirror",
        {"bids": {"partner_of_nil": {"least": 3, "breach": "raise_earlier"}}},
        {
            "bids": {
                "partner_of_nil": {"least": 3, "breach": "raise_earlier"},
                "zero": {"allowed": True},
                "nil": {"allowed": False},
            }
        },
        "bids.partner_of_nil.least",
        ("bids.restriction", "bids.partner_of_nil.least"),
    ),
    *(
        Pair(
            f"D7, C12: {preset} where partners without spades may not both bid nil",
            preset,
            {"bids": {"both_nil": {"how": "forbidden"}}},
            {"bids": {"both_nil": {"how": "forbidden"}}, "table": ALONE},
            "bids.both_nil.how",
            ("bids.restriction", "bids.both_nil.how"),
        )
        for preset in ("mirror", "whiz")
    ),
    Pair(
        "A7, D7, C12: of 27 spades partners hold at least one, so that both can't have to bid nil",
        "whiz",
        {"bids": {"both_nil": {"how": "forbidden"}}, "deck": {"top_trumps": [*CODES[:13]]}},
        {"bids": {"both_nil": {"how": "forbidden"}}, "deck": {"top_trumps": [*CODES[:14]]}},
        "bids.both_nil.how",
        ("bids.restriction", "bids.both_nil.how"),
    ),
    Pair(
        "C10, C12: under whiz no more is bid than there are spades",
        "whiz",
        {"bids": {"table": {"least": 14}}},
        {"bids": {"table": {"least": 13}}},
        "bids.table.least",
        ("bids.restriction", "bids.table.least"),
    ),
    *(
        Pair(
            f"C2, C12: {preset} is on each player's bid, who may be a side",
            preset,
            {"bids": {"by": "team"}},
            {"bids": {"by": "team"}, "table": ALONE},
            "bids.by",
            ("bids.restriction", "bids.by"),
        )
        for preset in ("mirror", "whiz")
    ),
    *(
        Pair(
            f"C12, C13: {preset} speaks of nil, mirror of 0",
            preset,
            {"bids": {"zero": {"allowed": True}, "nil": {"allowed": False}}},
            {
                "bids": {
                    "zero": {"allowed": True},
                    "nil": {"allowed": False},
                    "restriction": "mirror",
                    "partner_of_nil": {"least": 0},
                }
            },
            "bids.nil.allowed",
            ("bids.restriction", "bids.nil.allowed"),
        )
        for preset in ("whiz", "suicide")
    ),
]


@each_of(PAIRS)
def test_a_contradiction_is_refused_and_its_twin_is_not(pair: Pair) -> None:
    assert_refused_unlike_its_twin(pair)


def test_every_limit_that_mirror_breaks_is_reported_at_once() -> None:
    """And each once, though it breaks them at both tables."""
    limits = {"number": {"least": 2, "most": 7}, "side_least": 4, "side_most": 7, "partner_of_nil": {"least": 2}}
    overrides: Overrides = {
        "table": {"players": [4, 6]},
        "deck": LEFTOVER,
        "bids": limits | {"table": {"most": 7}, "both_nil": {"how": "forbidden"}},
    }
    with pytest.raises(UnusableRuleset) as refused:
        resolve(Reference("mirror", overrides=overrides))
    pointers = sorted(fault.pointer for fault in refused.value.faults)
    names = ("number/least", "number/most", "side_least", "side_most", "partner_of_nil/least")
    places = (*names, "table/most", "both_nil/how")
    assert pointers == sorted(f"#/ruleset/overrides/bids/{place}" for place in places)
