"""Limits on the bids that can't be kept together, each beside its nearest innocent twin."""

from __future__ import annotations

import pytest

from service.presets.loader import resolve
from service.spades.errors import UnusableRuleset
from service.spades.rules.ruleset import Reference, nested
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
            nested({name: 14}),
            nested({name: 13}),
            name,
            (name, "deck.hand_size"),
        )
        for name in ("bids.number.least", "bids.number.most", "bids.side_least", "bids.partner_of_nil.least")
    ),
    Pair(
        "D7: only one of two partners may bid, and there is no nil",
        "pagat",
        {"bids": {"number": {"per_side": 1}, "nil": {"allowed": False}, "blind_nil": {"allowed": False}}},
        {"bids": {"number": {"per_side": 1}, "nil": {"allowed": False}, "zero": {"allowed": True}}},
        "bids.number.per_side",
        ("bids.number.per_side", "bids.nil.allowed"),
    ),
    Pair(
        "D7: only one of two partners may bid, and nobody may bid otherwise than blind",
        "pagat",
        {
            "bids": {
                "blind": {"allowed": True, "per_side": 1},
                **{kind: {"allowed": False} for kind in ("number", "nil", "blind_nil")},
            }
        },
        {
            "bids": {
                "blind": {"allowed": True, "per_side": 2},
                **{kind: {"allowed": False} for kind in ("number", "nil", "blind_nil")},
            }
        },
        "bids.blind.per_side",
        ("bids.blind.per_side", "bids.nil.allowed"),
    ),
    Pair(
        "C12, D7: the spades of both partners are their bids",
        "mirror",
        {"bids": {"number": {"per_side": 1}}},
        {"bids": {"number": {"per_side": 2}}},
        "bids.number.per_side",
        ("bids.restriction", "bids.number.per_side"),
    ),
    Pair(
        "C3: the least bid above all tricks of the smallest hand",
        "pagat",
        {"table": {"players": [4, 6]}, "deck": LEFTOVER, "bids": {"number": {"least": 9}}},
        {"table": {"players": [4, 6]}, "deck": LEFTOVER, "bids": {"number": {"least": 8}}},
        "bids.number.least",
        ("bids.number.least", "deck.hand_size"),
    ),
    Pair(
        "C3: the least bid above all tricks of hands with jokers",
        "cutthroat",
        {"deck": {"jokers": 2, "hand_size": {}}, "bids": {"number": {"least": 19}}},
        {"deck": {"jokers": 2, "hand_size": {}}, "bids": {"number": {"least": 18}}},
        "bids.number.least",
        ("bids.number.least", "deck.hand_size"),
    ),
    Pair(
        "C3: the least bid above all tricks of a pack without deuces",
        "pagat",
        {"deck": {"removed": {"4": ["2C", "2D", "2H", "2S"]}}, "bids": {"number": {"least": 13}}},
        {"deck": {"removed": {"4": ["2C", "2D", "2H", "2S"]}}, "bids": {"number": {"least": 12}}},
        "bids.number.least",
        ("bids.number.least", "deck.hand_size"),
    ),
    Pair(
        "C3, C4: the least bid above the greatest",
        "pagat",
        {"bids": {"number": {"least": 5, "most": 4}}},
        {"bids": {"number": {"least": 4, "most": 4}}},
        "bids.number.least",
        ("bids.number.least", "bids.number.most"),
    ),
    Pair(
        "C4, C8: the least bid beside a nil above the greatest",
        "nello",
        {"bids": {"number": {"most": 2}}},
        {"bids": {"number": {"most": 3}}},
        "bids.number.most",
        ("bids.partner_of_nil.least", "bids.number.most"),
    ),
    Pair(
        "C6: the board above the greatest bid of a side",
        "pagat",
        {"bids": {"side_least": 6, "side_most": 5}},
        {"bids": {"side_least": 5, "side_most": 5}},
        "bids.side_least",
        ("bids.side_least", "bids.side_most"),
    ),
    Pair(
        "D12: the least blind bid does not matter where none may be made",
        "pagat",
        {"bids": {"blind": {"allowed": True, "least": 14}}},
        {"bids": {"blind": {"allowed": False, "least": 14}}},
        "bids.blind.least",
        ("bids.blind.least", "bids.blind.most", "deck.hand_size"),
    ),
    Pair(
        "D12: the least blind bid above all tricks",
        "pagat",
        {"bids": {"blind": {"allowed": True, "least": 14}}},
        {"bids": {"blind": {"allowed": True, "least": 13}}},
        "bids.blind.least",
        ("bids.blind.least", "bids.blind.most", "deck.hand_size"),
    ),
    Pair(
        "D12: the least blind bid above the greatest bid",
        "pagat",
        {"bids": {"blind": {"allowed": True, "least": 6, "most": 5}, "number": {"most": 5}}},
        {"bids": {"blind": {"allowed": True, "least": 6, "most": 6}, "number": {"most": 6}}},
        "bids.blind.least",
        ("bids.blind.least", "bids.blind.most", "deck.hand_size"),
    ),
    *(
        Pair(
            f"C2, C12: {preset} where {by} bids",
            preset,
            {"bids": {"by": by}},
            {"bids": {"by": "player"}},
            "bids.by",
            ("bids.restriction", "bids.by"),
        )
        for preset in ("mirror", "whiz", "suicide")
        for by in ("team", "last_partner")
    ),
    *(
        Pair(
            f"C5, C12: {preset} where 0 is no nil",
            preset,
            {"bids": {"nil": {"allowed": False}}},
            {"bids": {"nil": {"allowed": True}}},
            "bids.nil.allowed",
            ("bids.restriction", "bids.nil.allowed"),
        )
        for preset in ("mirror", "whiz", "suicide")
    ),
    Pair(
        "C12: suicide without partners",
        "suicide",
        {"table": ALONE},
        {"table": ALONE, "bids": {"restriction": "whiz"}},
        "table.sides",
        ("bids.restriction", "table.sides"),
    ),
    Pair(
        "C4: the greatest bid above the tricks at every table",
        "classic-solo",
        {"table": {"players": [4, 5]}, "bids": {"number": {"most": 14}}},
        {"table": {"players": [4, 5]}, "bids": {"number": {"most": 13}}},
        "bids.number.most",
        ("bids.number.most", "deck.hand_size"),
    ),
    Pair(
        "C3: the least bid above the greatest of a side",
        "pagat",
        {"bids": {"number": {"least": 4}, "side_most": 3}},
        {"bids": {"number": {"least": 4}, "side_most": 4}},
        "bids.number.least",
        ("bids.number.least", "bids.side_most"),
    ),
    Pair(
        "C3, C5: two least bids above the greatest of a side, where 0 may not be bid",
        "classic-partnership",
        {"bids": {"side_most": 3}},
        {"bids": {"side_most": 4}},
        "bids.side_most",
        ("bids.side_most", "bids.number.least", "bids.nil.allowed"),
    ),
    Pair(
        "C3, C5: two least bids above the greatest of a side, where one may be 0",
        "classic-partnership",
        {"bids": {"side_most": 3, "nil": {"allowed": False}}},
        {"bids": {"side_most": 3, "zero": {"allowed": True}, "nil": {"allowed": False}}},
        "bids.side_most",
        ("bids.side_most", "bids.number.least", "bids.nil.allowed"),
    ),
    Pair(
        "C8: the least bid beside a nil above the greatest of a side",
        "nello",
        {"bids": {"side_most": 2}},
        {"bids": {"side_most": 3}},
        "bids.side_most",
        ("bids.partner_of_nil.least", "bids.side_most"),
    ),
    *(
        Pair(
            f"C4, C6: the board above all that partners can bid, {breach}",
            "pagat",
            {"bids": {"side_least": 5, "number": {"most": 2}, "side_breach": breach}},
            {"bids": {"side_least": 4, "number": {"most": 2}, "side_breach": breach}},
            "bids.side_least",
            ("bids.side_least", "bids.number.most"),
        )
        for breach in ("illegal", "set")
    ),
    *(
        Pair(
            f"C4, C6: the board above all that {who} can bid",
            preset,
            {"bids": rules | {"side_least": 5, "number": {"most": 4}}},
            {"bids": rules | {"side_least": 4, "number": {"most": 4}}},
            "bids.side_least",
            ("bids.side_least", "bids.number.most"),
        )
        for who, preset, rules in (
            ("one player", "cutthroat", dict[str, object]()),
            ("a side as one", "pagat", dict[str, object](by="team")),
        )
    ),
    Pair(
        "C7: a board that can't be bid may still be what bids are raised to",
        "pagat",
        {"bids": {"side_least": 5, "number": {"most": 2}}},
        {"bids": {"side_least": 5, "number": {"most": 2}, "side_breach": "raised"}},
        "bids.side_least",
        ("bids.side_least", "bids.number.most"),
    ),
    Pair(
        "C6, D7: a board that a nil bidder's partner can't bid alone, where the other nil is forbidden",
        "pagat",
        {"bids": {"side_least": 6, "number": {"most": 5}, "both_nil": {"how": "forbidden"}}},
        {"bids": {"side_least": 6, "number": {"most": 5}}},
        "bids.side_least",
        ("bids.side_least", "bids.number.most", "bids.both_nil.how"),
    ),
    Pair(
        "C3, C4, C6: a side can bid no number between the board and its greatest",
        "pagat",
        {"bids": {"side_least": 8, "side_most": 8, "number": {"least": 5, "most": 6}}},
        {"bids": {"side_least": 8, "side_most": 8, "number": {"least": 4, "most": 6}}},
        "bids.side_least",
        ("bids.side_least", "bids.side_most", "bids.number.least", "bids.number.most"),
    ),
    Pair(
        "C10, C3: four least bids come to more than the tricks, where 0 may not be bid",
        "classic-partnership",
        {"bids": {"table": {"most": 13}, "number": {"least": 4}}},
        {"bids": {"table": {"most": 13}, "number": {"least": 3}}},
        "bids.table.most",
        ("bids.table.most", "bids.number.least", "bids.nil.allowed"),
    ),
    Pair(
        "C10, C6: two boards come to more than the tricks, where 0 may not be bid",
        "classic-partnership",
        {"bids": {"table": {"most": 13}, "side_least": 7}},
        {"bids": {"table": {"most": 13}, "side_least": 6}},
        "bids.table.most",
        ("bids.table.most", "bids.side_least", "bids.nil.allowed"),
    ),
    Pair(
        "C10, C4: bids that can't differ come to the tricks",
        "classic-solo",
        {
            "table": {"players": [2]},
            "deck": {"hand_size": {"2": 2}},
            "bids": {"number": {"most": 1}, "table": {"not_hand_size": True}},
        },
        {
            "table": {"players": [2]},
            "deck": {"hand_size": {"2": 2}},
            "bids": {"number": {"most": 2}, "table": {"not_hand_size": True}},
        },
        "bids.table.not_hand_size",
        ("bids.table.not_hand_size", "bids.number.most", "bids.nil.allowed"),
    ),
    Pair(
        "D12: the least blind bid above the greatest of a side",
        "pagat",
        {"bids": {"blind": {"allowed": True, "least": 6}, "side_most": 5}},
        {"bids": {"blind": {"allowed": True, "least": 6}, "side_most": 6}},
        "bids.blind.least",
        ("bids.blind.least", "bids.side_most"),
    ),
    Pair(
        "D12, C5: the least blind bid and the partner's above the greatest of a side",
        "classic-partnership",
        {"bids": {"blind": {"allowed": True, "least": 6}, "side_most": 7}},
        {"bids": {"blind": {"allowed": True, "least": 6}, "side_most": 8}},
        "bids.side_most",
        ("bids.side_most", "bids.blind.least", "bids.number.least", "bids.nil.allowed"),
    ),
    Pair(
        "D12, C10: the least blind bid and those of the others above the tricks",
        "classic-partnership",
        {"bids": {"blind": {"allowed": True, "least": 8}, "table": {"most": 13}}},
        {"bids": {"blind": {"allowed": True, "least": 7}, "table": {"most": 13}}},
        "bids.table.most",
        ("bids.table.most", "bids.blind.least", "bids.number.least", "bids.nil.allowed"),
    ),
    Pair(
        "D12, C10: the least blind bid and those of the others above the tricks, but not at every table",
        "classic-partnership",
        {
            "table": {"players": [6]},
            "bids": {"blind": {"allowed": True, "least": 4}, "table": {"most": 8}, "number": {"least": 1}},
        },
        {
            "table": {"players": [4, 6]},
            "bids": {"blind": {"allowed": True, "least": 4}, "table": {"most": 8}, "number": {"least": 1}},
        },
        "bids.table.most",
        ("bids.table.most", "bids.blind.least", "bids.nil.allowed"),
    ),
    Pair(
        "D12: the least blind bid above the tricks at every table",
        "classic-solo",
        {"table": {"players": [4, 5]}, "bids": {"blind": {"allowed": True, "least": 14}}},
        {"table": {"players": [4, 5]}, "bids": {"blind": {"allowed": True, "least": 13}}},
        "bids.blind.least",
        ("bids.blind.least", "bids.blind.most", "deck.hand_size"),
    ),
    # Suicide: one bid makes the contract.
    Pair(
        "C6, C12: a board that the one bid of a side can't reach",
        "suicide",
        {"bids": {"side_least": 6, "number": {"most": 5}}},
        {"bids": {"side_least": 6, "number": {"most": 6}}},
        "bids.side_least",
        ("bids.side_least", "bids.number.most", "bids.restriction"),
    ),
    Pair(
        "C8, C12: the one bid of a side above its greatest",
        "suicide",
        {"bids": {"side_most": 3}},
        {"bids": {"side_most": 4}},
        "bids.side_most",
        ("bids.partner_of_nil.least", "bids.side_most"),
    ),
    Pair(
        "C9, C10, C12: bids that are raised come to more than the tricks",
        "suicide",
        {"bids": {"partner_of_nil": {"least": 7, "breach": "raise_earlier"}, "table": {"most": 13}}},
        {"bids": {"partner_of_nil": {"least": 6, "breach": "raise_earlier"}, "table": {"most": 13}}},
        "bids.table.most",
        ("bids.table.most", "bids.partner_of_nil.least", "bids.restriction"),
    ),
    Pair(
        "C8, C10, C12: three pairs who must bid four each in a round of eight tricks",
        "suicide",
        {"table": {"players": [4, 6]}, "deck": LEFTOVER, "bids": {"table": {"most": 11}}},
        {"table": {"players": [4, 6]}, "deck": LEFTOVER, "bids": {"table": {"most": 12}}},
        "bids.table.most",
        ("bids.table.most", "bids.partner_of_nil.least", "bids.restriction"),
    ),
    # Mirror: the bids are as many as the spades.
    Pair(
        "C10, C12: three spades in a round of two tricks",
        "mirror",
        {"table": THREE_ALONE, "deck": _deck_with_spades("2S 3S 4S"), "bids": {"table": {"most": 2}}},
        {"table": THREE_ALONE, "deck": _deck_with_spades("2S 3S"), "bids": {"table": {"most": 2}}},
        "bids.table.most",
        ("bids.restriction", "bids.table.most"),
    ),
]


@each_of(PAIRS)
def test_a_contradiction_is_refused_and_its_twin_is_not(pair: Pair) -> None:
    assert_refused_unlike_its_twin(pair)


def test_a_contradiction_hides_no_other() -> None:
    """Two sets of limits that can't be kept, of which each is one fault."""
    limits = {"side_least": 8, "side_most": 8, "number": {"least": 5, "most": 6}}
    with pytest.raises(UnusableRuleset) as refused:
        resolve(Reference("classic-partnership", overrides={"bids": limits}))
    assert [fault.detail.partition(":")[0] for fault in refused.value.faults] == [
        "bids.side_least, bids.side_most, bids.number.least and bids.number.most",
        "bids.side_most, bids.number.least and bids.nil.allowed",
    ]
