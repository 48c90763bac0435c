"""Contradictions of table, deck, nil, play, game and irregularities, each beside its nearest innocent twin."""

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
    OPPONENTS,
    Pair,
    assert_refused_unlike_its_twin,
    each_of,
)
from tests.spades.rules.references import Overrides

CLUBS = [code for code in CODES if code.endswith("C")]
BY_BIDS: dict[str, object] = {"opening_leader": "first_bidder"}
OVER = ("deck.leftover", "deck.hand_size", "deck.removed", "deck.jokers", "table.players")
TRICKS_GO = ("irregularities.revoke_tricks_go_to", "table.players", "table.sides")

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
    Pair(
        "A8: more than one card each left over where all are dealt",
        "pagat",
        {"deck": {"leftover": "dealt", "hand_size": {"4": 12}}},
        {"deck": {"leftover": "dealt", "hand_size": {"4": 13}}},
        "deck.leftover",
        OVER,
    ),
    Pair(
        "A8: one card more from the dealer's left without a dealer",
        "pagat",
        {"deck": {"leftover": "dealt"}, "play": BY_BIDS, "bidding": {"first_bidder": "drawn_then_rotates"}},
        {"deck": {"leftover": "dealt"}, "play": BY_BIDS, "bidding": {"first_bidder": "dealer"}},
        "deck.leftover",
        ("deck.leftover", "bidding.first_bidder"),
    ),
    Pair(
        "A7: a card promoted that is taken out at every table",
        "classic-solo",
        {"table": {"players": [3, 4]}, "deck": {"removed": {"3": ["2S"], "4": ["2S"]}, "top_trumps": ["2S"]}},
        {"table": {"players": [3, 4]}, "deck": {"removed": {"3": ["2S"]}, "top_trumps": ["2S"]}},
        "deck.top_trumps",
        ("deck.top_trumps", "deck.jokers", "deck.removed"),
    ),
    Pair(
        "A5, A7: a joker without a rank that is in play at one of the tables",
        "classic-solo",
        {"table": {"players": [3, 4]}, "deck": {"jokers": 2, "removed": {"3": ["LJ"]}, "top_trumps": ["BJ"]}},
        {"table": {"players": [3, 4]}, "deck": {"jokers": 2, "removed": {"3": ["LJ"]}, "top_trumps": ["BJ", "LJ"]}},
        "deck.top_trumps",
        ("deck.top_trumps", "deck.jokers"),
    ),
    Pair(
        "A5, A7: a joker without a rank that is in play",
        "classic-solo",
        {"table": {"players": [3]}, "deck": {"jokers": 2, "removed": {"3": []}, "top_trumps": ["BJ"]}},
        {"table": {"players": [3]}, "deck": {"jokers": 2, "removed": {"3": ["LJ"]}, "top_trumps": ["BJ"]}},
        "deck.top_trumps",
        ("deck.top_trumps", "deck.jokers"),
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
    # Who opens.
    Pair(
        "C2, E1: the high bidder where a side bids as one",
        "pagat",
        {"bidding": {"by": "team"}, "play": {"opening_leader": "high_bidder"}},
        {"bidding": {"by": "team"}, "play": {"opening_leader": "high_bidder"}, "table": ALONE},
        "play.opening_leader",
        ("play.opening_leader", "bidding.by"),
    ),
    Pair(
        "C14, E1: the high bidder of a round without bids",
        "pagat",
        {"bidding": {"first_round": "bids_itself"}, "play": {"opening_leader": "high_bidder"}},
        {"bidding": {"first_round": "bids_itself"}, "play": {"opening_leader": "first_bidder"}},
        "play.opening_leader",
        ("play.opening_leader", "bidding.first_round"),
    ),
    *(
        Pair(
            f"{code}: {name} {value} in a pack without clubs",
            "pagat",
            {"deck": {"removed": {"4": CLUBS}} | LEFTOVER, "play": {name: value}},
            {"deck": {"removed": {"4": CLUBS[:12]}} | LEFTOVER, "play": {name: value}},
            f"play.{name}",
            (f"play.{name}", "deck.removed", "deck.top_trumps"),
        )
        for code, name, value in (
            ("E1", "opening_leader", "lowest_club"),
            ("E2", "opening_card", "lowest_club"),
            ("E3", "first_trick", "all_lowest_club"),
        )
    ),
    Pair(
        "E1, A7: clubs that are promoted are spades",
        "pagat",
        {"deck": {"top_trumps": CLUBS}, "play": {"opening_leader": "lowest_club"}},
        {"deck": {"top_trumps": CLUBS[:12]}, "play": {"opening_leader": "lowest_club"}},
        "play.opening_leader",
        ("play.opening_leader", "deck.removed", "deck.top_trumps"),
    ),
    Pair(
        "E1, A6: no clubs at one of the tables",
        "classic-solo",
        {"deck": {"removed": {"5": CLUBS}}, "play": {"opening_leader": "lowest_club"}},
        {"deck": {"removed": {"6": CLUBS}}, "play": {"opening_leader": "lowest_club"}},
        "play.opening_leader",
        ("play.opening_leader", "deck.removed", "deck.top_trumps"),
    ),
    # With more than two sides there is no one side for penalty tricks to go to (docs/reference/rules.md, penalties).
    Pair(
        "H4: three players each for himself",
        "cutthroat",
        {"irregularities": OPPONENTS},
        {"irregularities": {"revoke_tricks_go_to": "nobody"}},
        "irregularities.revoke_tricks_go_to",
        TRICKS_GO,
    ),
    Pair(
        "H4: four each for himself, unlike two pairs",
        "pagat",
        {"irregularities": OPPONENTS, "table": ALONE},
        {"irregularities": OPPONENTS},
        "irregularities.revoke_tricks_go_to",
        TRICKS_GO,
    ),
    Pair(
        "H4: three pairs, unlike two",
        "pagat",
        {"irregularities": OPPONENTS, "table": {"players": [6]}, "deck": LEFTOVER},
        {"irregularities": OPPONENTS, "table": {"players": [4]}, "deck": LEFTOVER},
        "irregularities.revoke_tricks_go_to",
        TRICKS_GO,
    ),
    Pair(
        "H4: a table of two beside larger ones",
        "classic-solo",
        {"irregularities": OPPONENTS},
        {"irregularities": OPPONENTS, "table": {"players": [2]}},
        "irregularities.revoke_tricks_go_to",
        TRICKS_GO,
    ),
    Pair(
        "H4: a table of three beside one of two",
        "two-player",
        {
            "irregularities": OPPONENTS,
            "table": {"players": [2, 3]},
            "deck": {"formation": "deal"},
            "bidding": {"first_bidder": "left_of_dealer"},
        },
        {
            "irregularities": OPPONENTS,
            "table": {"players": [2]},
            "deck": {"formation": "deal"},
            "bidding": {"first_bidder": "left_of_dealer"},
        },
        "irregularities.revoke_tricks_go_to",
        TRICKS_GO,
    ),
    Pair(
        "H3, H4: whatever the penalty for a revoke is",
        "cutthroat",
        {"irregularities": OPPONENTS | {"revoke_penalty": "opponents_credited"}},
        {"irregularities": {"revoke_penalty": "opponents_credited"}},
        "irregularities.revoke_tricks_go_to",
        TRICKS_GO,
    ),
    # Only a side's bid can be raised.
    Pair(
        "C11: a raise where each player bids",
        "pagat",
        {"bidding": {"changes": "raise_until_opponents_bid"}},
        {"bidding": {"changes": "raise_until_opponents_bid", "by": "team"}},
        "bidding.changes",
        ("bidding.changes", "bidding.by"),
    ),
]


@each_of(PAIRS)
def test_a_contradiction_is_refused_and_its_twin_is_not(pair: Pair) -> None:
    assert_refused_unlike_its_twin(pair)


def test_every_contradiction_is_reported_at_once() -> None:
    """Each points at its own place."""
    overrides: Overrides = {
        "table": {"players": [2]},
        "deck": {"top_trumps": ["BJ"]},
        "bidding": {"zero": "uncommitted", "maximum": 27},
    }
    with pytest.raises(UnusableRuleset) as refused:
        resolve(Reference("pagat", overrides=overrides))
    assert {fault.pointer for fault in refused.value.faults} == {
        f"#/ruleset/overrides/{place}"
        for place in ("table/players", "deck/top_trumps", "bidding/zero", "bidding/maximum")
    }
