"""Limits on the bids that can't be kept together, each beside its nearest innocent twin."""

from __future__ import annotations

import pytest

from service.presets.loader import resolve
from service.spades.errors import UnusableRuleset
from service.spades.rules.ruleset import Reference
from tests.spades.rules.contradictions import (
    ALONE,
    LEFTOVER,
    Pair,
    assert_refused_unlike_its_twin,
    each_of,
)

THREE_ALONE: dict[str, object] = {"players": [3], "sides": "individual"}


def _deck_with_spades(spades: str) -> dict[str, object]:
    """Return a pack with these spades alone beside the plain suits, and three hands of two cards from it."""
    removed = [f"{rank}S" for rank in "23456789TJQKA" if f"{rank}S" not in spades.split()]
    return {"removed": {"3": removed}, "hand_size": {"3": 2}, **LEFTOVER}


PAIRS = [
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
            f"C2, C12: {preset} where {by} bids",
            preset,
            {"bidding": {"by": by}},
            {"bidding": {"by": "player"}},
            "bidding.by",
            ("bidding.restriction", "bidding.by"),
        )
        for preset in ("mirror", "whiz", "suicide")
        for by in ("team", "last_partner")
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
        "C4: the greatest bid above the tricks at every table",
        "classic-solo",
        {"table": {"players": [4, 5]}, "bidding": {"maximum": 14}},
        {"table": {"players": [4, 5]}, "bidding": {"maximum": 13}},
        "bidding.maximum",
        ("bidding.maximum", "deck.hand_size"),
    ),
    Pair(
        "C3: the least bid above the greatest of a side",
        "pagat",
        {"bidding": {"minimum": 4, "team_maximum": 3}},
        {"bidding": {"minimum": 4, "team_maximum": 4}},
        "bidding.minimum",
        ("bidding.minimum", "bidding.team_maximum"),
    ),
    Pair(
        "C3, C5: two least bids above the greatest of a side, where 0 may not be bid",
        "classic-partnership",
        {"bidding": {"team_maximum": 3}},
        {"bidding": {"team_maximum": 4}},
        "bidding.team_maximum",
        ("bidding.team_maximum", "bidding.minimum", "bidding.zero"),
    ),
    Pair(
        "C3, C5: two least bids above the greatest of a side, where one may be 0",
        "classic-partnership",
        {"bidding": {"team_maximum": 3, "zero": "not_allowed"}},
        {"bidding": {"team_maximum": 3, "zero": "uncommitted"}},
        "bidding.team_maximum",
        ("bidding.team_maximum", "bidding.minimum", "bidding.zero"),
    ),
    Pair(
        "C8: the least bid beside a nil above the greatest of a side",
        "nello",
        {"bidding": {"team_maximum": 2}},
        {"bidding": {"team_maximum": 3}},
        "bidding.team_maximum",
        ("bidding.nil_partner_minimum", "bidding.team_maximum"),
    ),
    *(
        Pair(
            f"C4, C6: the board above all that partners can bid, {breach}",
            "pagat",
            {"bidding": {"team_minimum": 5, "maximum": 2, "team_minimum_breach": breach}},
            {"bidding": {"team_minimum": 4, "maximum": 2, "team_minimum_breach": breach}},
            "bidding.team_minimum",
            ("bidding.team_minimum", "bidding.maximum"),
        )
        for breach in ("illegal", "set")
    ),
    *(
        Pair(
            f"C4, C6: the board above all that {who} can bid",
            preset,
            {"bidding": rules | {"team_minimum": 5, "maximum": 4}},
            {"bidding": rules | {"team_minimum": 4, "maximum": 4}},
            "bidding.team_minimum",
            ("bidding.team_minimum", "bidding.maximum"),
        )
        for who, preset, rules in (
            ("one player", "cutthroat", dict[str, object]()),
            ("a side as one", "pagat", dict[str, object](by="team")),
        )
    ),
    Pair(
        "C7: a board that can't be bid may still be what bids are raised to",
        "pagat",
        {"bidding": {"team_minimum": 5, "maximum": 2}},
        {"bidding": {"team_minimum": 5, "maximum": 2, "team_minimum_breach": "raised"}},
        "bidding.team_minimum",
        ("bidding.team_minimum", "bidding.maximum"),
    ),
    Pair(
        "C6, D7: a board that a nil bidder's partner can't bid alone, where the other nil is forbidden",
        "pagat",
        {"bidding": {"team_minimum": 6, "maximum": 5}, "nil": {"both_partners": "forbidden"}},
        {"bidding": {"team_minimum": 6, "maximum": 5}},
        "bidding.team_minimum",
        ("bidding.team_minimum", "bidding.maximum", "nil.both_partners"),
    ),
    Pair(
        "C3, C4, C6: a side can bid no number between the board and its greatest",
        "pagat",
        {"bidding": {"team_minimum": 8, "team_maximum": 8, "minimum": 5, "maximum": 6}},
        {"bidding": {"team_minimum": 8, "team_maximum": 8, "minimum": 4, "maximum": 6}},
        "bidding.team_minimum",
        ("bidding.team_minimum", "bidding.team_maximum", "bidding.minimum", "bidding.maximum"),
    ),
    Pair(
        "C10, C3: four least bids come to more than the tricks, where 0 may not be bid",
        "classic-partnership",
        {"bidding": {"table_total": "at_most_hand_size", "minimum": 4}},
        {"bidding": {"table_total": "at_most_hand_size", "minimum": 3}},
        "bidding.table_total",
        ("bidding.table_total", "bidding.minimum", "bidding.zero"),
    ),
    Pair(
        "C10, C6: two boards come to more than the tricks, where 0 may not be bid",
        "classic-partnership",
        {"bidding": {"table_total": "at_most_hand_size", "team_minimum": 7}},
        {"bidding": {"table_total": "at_most_hand_size", "team_minimum": 6}},
        "bidding.table_total",
        ("bidding.table_total", "bidding.team_minimum"),
    ),
    Pair(
        "C10, C4: bids that can't differ come to the tricks",
        "classic-solo",
        {
            "table": {"players": [2]},
            "deck": {"hand_size": {"2": 2}},
            "bidding": {"maximum": 1, "table_total": "not_hand_size"},
        },
        {
            "table": {"players": [2]},
            "deck": {"hand_size": {"2": 2}},
            "bidding": {"maximum": 2, "table_total": "not_hand_size"},
        },
        "bidding.table_total",
        ("bidding.table_total", "bidding.maximum", "bidding.zero"),
    ),
    Pair(
        "D12: the least blind bid above the greatest of a side",
        "pagat",
        {"blind_bid": {"allowed": True, "minimum": 6}, "bidding": {"team_maximum": 5}},
        {"blind_bid": {"allowed": True, "minimum": 6}, "bidding": {"team_maximum": 6}},
        "blind_bid.minimum",
        ("blind_bid.minimum", "bidding.team_maximum"),
    ),
    Pair(
        "D12, C5: the least blind bid and the partner's above the greatest of a side",
        "classic-partnership",
        {"blind_bid": {"allowed": True, "minimum": 6}, "bidding": {"team_maximum": 7}},
        {"blind_bid": {"allowed": True, "minimum": 6}, "bidding": {"team_maximum": 8}},
        "bidding.team_maximum",
        ("bidding.team_maximum", "blind_bid.minimum", "bidding.minimum", "bidding.zero"),
    ),
    Pair(
        "D12, C10: the least blind bid and those of the others above the tricks",
        "classic-partnership",
        {"blind_bid": {"allowed": True, "minimum": 8}, "bidding": {"table_total": "at_most_hand_size"}},
        {"blind_bid": {"allowed": True, "minimum": 7}, "bidding": {"table_total": "at_most_hand_size"}},
        "bidding.table_total",
        ("bidding.table_total", "blind_bid.minimum", "bidding.minimum", "bidding.zero"),
    ),
    Pair(
        "D12, C10: the least blind bid and those of the others above the tricks, but not at every table",
        "classic-partnership",
        {
            "table": {"players": [6]},
            "blind_bid": {"allowed": True, "minimum": 4},
            "bidding": {"table_total": "at_most_hand_size", "minimum": 1},
        },
        {
            "table": {"players": [4, 6]},
            "blind_bid": {"allowed": True, "minimum": 4},
            "bidding": {"table_total": "at_most_hand_size", "minimum": 1},
        },
        "bidding.table_total",
        ("bidding.table_total", "blind_bid.minimum", "bidding.zero"),
    ),
    Pair(
        "D12: the least blind bid above the tricks at every table",
        "classic-solo",
        {"table": {"players": [4, 5]}, "blind_bid": {"allowed": True, "minimum": 14}},
        {"table": {"players": [4, 5]}, "blind_bid": {"allowed": True, "minimum": 13}},
        "blind_bid.minimum",
        ("blind_bid.minimum", "bidding.maximum", "deck.hand_size"),
    ),
    # Suicide: one bid makes the contract.
    Pair(
        "C6, C12: a board that the one bid of a side can't reach",
        "suicide",
        {"bidding": {"team_minimum": 6, "maximum": 5}},
        {"bidding": {"team_minimum": 6, "maximum": 6}},
        "bidding.team_minimum",
        ("bidding.team_minimum", "bidding.maximum", "bidding.restriction"),
    ),
    Pair(
        "C8, C12: the one bid of a side above its greatest",
        "suicide",
        {"bidding": {"team_maximum": 3}},
        {"bidding": {"team_maximum": 4}},
        "bidding.team_maximum",
        ("bidding.nil_partner_minimum", "bidding.team_maximum"),
    ),
    Pair(
        "C9, C10, C12: bids that are raised come to more than the tricks",
        "suicide",
        {
            "bidding": {
                "nil_partner_minimum": 7,
                "nil_partner_breach": "raise_earlier",
                "table_total": "at_most_hand_size",
            }
        },
        {
            "bidding": {
                "nil_partner_minimum": 6,
                "nil_partner_breach": "raise_earlier",
                "table_total": "at_most_hand_size",
            }
        },
        "bidding.table_total",
        ("bidding.table_total", "bidding.nil_partner_minimum", "bidding.restriction"),
    ),
    Pair(
        "C8, C10, C12: three pairs who must bid four each in a round of eight tricks",
        "suicide",
        {"table": {"players": [4, 6]}, "deck": LEFTOVER, "bidding": {"table_total": "at_most_hand_size"}},
        {"table": {"players": [4, 6]}, "deck": LEFTOVER, "bidding": {"table_total": "not_hand_size"}},
        "bidding.table_total",
        ("bidding.table_total", "bidding.nil_partner_minimum", "bidding.restriction"),
    ),
    # Mirror: the bids are as many as the spades.
    Pair(
        "C10, C12: three spades in a round of two tricks",
        "mirror",
        {"table": THREE_ALONE, "deck": _deck_with_spades("2S 3S 4S"), "bidding": {"table_total": "at_most_hand_size"}},
        {"table": THREE_ALONE, "deck": _deck_with_spades("2S 3S"), "bidding": {"table_total": "at_most_hand_size"}},
        "bidding.table_total",
        ("bidding.restriction", "bidding.table_total"),
    ),
]


@each_of(PAIRS)
def test_a_contradiction_is_refused_and_its_twin_is_not(pair: Pair) -> None:
    assert_refused_unlike_its_twin(pair)


def test_a_contradiction_hides_no_other() -> None:
    """Two sets of limits that can't be kept, of which each is one fault."""
    limits = {"team_minimum": 8, "team_maximum": 8, "minimum": 5, "maximum": 6}
    with pytest.raises(UnusableRuleset) as refused:
        resolve(Reference("classic-partnership", overrides={"bidding": limits}))
    assert [fault.detail.partition(":")[0] for fault in refused.value.faults] == [
        "bidding.team_minimum, bidding.team_maximum, bidding.minimum and bidding.maximum",
        "bidding.team_maximum, bidding.minimum and bidding.zero",
    ]
