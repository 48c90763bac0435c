"""Contradictions of tables, packs, bids, contracts, play and penalties, each beside its nearest innocent twin."""

from __future__ import annotations

import pytest

from service.presets.loader import resolve
from service.spades.cards import CODES
from service.spades.catalogue.parameters.penalties import OFFENCE_ROWS
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
TRICKS_GO = ("penalties.revoke.to", "table.players", "table.sides")

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
        {"deck": {"leftover": "dealt"}, "play": BY_BIDS, "bids": {"first_bidder": "drawn_then_rotates"}},
        {"deck": {"leftover": "dealt"}, "play": BY_BIDS, "bids": {"first_bidder": "dealer"}},
        "deck.leftover",
        ("deck.leftover", "bids.first_bidder"),
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
        {"bids": {"first_bidder": "non_dealer"}},
        {"bids": {"first_bidder": "non_dealer"}, "table": {"players": [2]} | ALONE},
        "bids.first_bidder",
        ("bids.first_bidder", "table.players"),
    ),
    Pair(
        "C5: nobody may bid a number, not even blind",
        "pagat",
        {"bids": {"number": {"allowed": False}}},
        {"bids": {"number": {"allowed": False}, "blind": {"allowed": True}}},
        "bids.number.allowed",
        ("bids.number.allowed", "bids.blind.allowed"),
    ),
    *(
        Pair(
            f"D9: for a {kind} more cards are passed than a hand has",
            "msn-zone",
            {"deck": {"hand_size": {"4": 3}} | LEFTOVER, "bids": {kind: {"exchange": 4}}},
            {"deck": {"hand_size": {"4": 3}} | LEFTOVER, "bids": {kind: {"exchange": 3}}},
            f"bids.{kind}.exchange",
            (f"bids.{kind}.exchange", "deck.hand_size"),
        )
        for kind in ("nil", "blind_nil")
    ),
    Pair(
        "C1, E1: no dealer to lead left of",
        "pagat",
        {"bids": {"first_bidder": "drawn_then_rotates"}},
        {"bids": {"first_bidder": "drawn_then_rotates"}, "play": {"opening_leader": "first_bidder"}},
        "bids.first_bidder",
        ("play.opening_leader", "bids.first_bidder"),
    ),
    Pair(
        "C1, E1: no dealer to lead",
        "solitaire-bliss",
        {"play": {"opening_leader": "dealer"}},
        {"play": {"opening_leader": "high_bidder"}},
        "play.opening_leader",
        ("play.opening_leader", "bids.first_bidder"),
    ),
    # Who opens.
    Pair(
        "C2, E1: the high bidder where a side bids as one",
        "pagat",
        {"bids": {"by": "team"}, "play": {"opening_leader": "high_bidder"}},
        {"bids": {"by": "team"}, "play": {"opening_leader": "high_bidder"}, "table": ALONE},
        "play.opening_leader",
        ("play.opening_leader", "bids.by"),
    ),
    Pair(
        "C14, E1: the high bidder of a round without bids",
        "pagat",
        {"bids": {"first_round": "bids_itself"}, "play": {"opening_leader": "high_bidder"}},
        {"bids": {"first_round": "bids_itself"}, "play": {"opening_leader": "first_bidder"}},
        "play.opening_leader",
        ("play.opening_leader", "bids.first_round"),
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
        {"penalties": OPPONENTS},
        {"penalties": {"revoke": {"to": "nobody"}}},
        "penalties.revoke.to",
        TRICKS_GO,
    ),
    Pair(
        "H4: four each for himself, unlike two pairs",
        "pagat",
        {"penalties": OPPONENTS, "table": ALONE},
        {"penalties": OPPONENTS},
        "penalties.revoke.to",
        TRICKS_GO,
    ),
    Pair(
        "H4: three pairs, unlike two",
        "pagat",
        {"penalties": OPPONENTS, "table": {"players": [6]}, "deck": LEFTOVER},
        {"penalties": OPPONENTS, "table": {"players": [4]}, "deck": LEFTOVER},
        "penalties.revoke.to",
        TRICKS_GO,
    ),
    Pair(
        "H4: a table of two beside larger ones",
        "classic-solo",
        {"penalties": {"revoke": {"remedy": "tricks", "to": "opponents"}}},
        {"penalties": {"revoke": {"remedy": "tricks", "to": "opponents"}}, "table": {"players": [2]}},
        "penalties.revoke.to",
        TRICKS_GO,
    ),
    Pair(
        "H4: a table of three beside one of two",
        "two-player",
        {
            "penalties": OPPONENTS,
            "table": {"players": [2, 3]},
            "deck": {"formation": "deal"},
            "bids": {"first_bidder": "left_of_dealer"},
        },
        {
            "penalties": OPPONENTS,
            "table": {"players": [2]},
            "deck": {"formation": "deal"},
            "bids": {"first_bidder": "left_of_dealer"},
        },
        "penalties.revoke.to",
        TRICKS_GO,
    ),
    Pair(
        "H3, H4: tricks of a penalty, unlike its points",
        "cutthroat",
        {"penalties": OPPONENTS},
        {"penalties": {"revoke": {"to": "opponents", "remedy": "points", "points": -20}}},
        "penalties.revoke.to",
        TRICKS_GO,
    ),
    Pair(
        "H3, H4: tricks among which the other side chooses",
        "cutthroat",
        {"penalties": {"revoke": {"to": "opponents", "remedy": "choice", "of": ["tricks", "redeal"]}}},
        {"penalties": {"revoke": {"to": "opponents", "remedy": "choice", "of": ["set", "redeal"]}}},
        "penalties.revoke.to",
        TRICKS_GO,
    ),
    # What makes no sense in the row of an offence.
    *(
        Pair(
            f"H11: points for {row}, but how many?",
            "pagat",
            {"penalties": {row: {"remedy": "points"}}},
            {"penalties": {row: {"remedy": "points", "points": -1}}},
            f"penalties.{row}.remedy",
            (f"penalties.{row}.points", f"penalties.{row}.remedy"),
        )
        for row in OFFENCE_ROWS
    ),
    Pair(
        "H11, H15: points among which the other side chooses, but how many?",
        "pagat",
        {"penalties": {"revoke": {"remedy": "choice", "of": ["points", "redeal"]}}},
        {"penalties": {"revoke": {"remedy": "choice", "of": ["points", "redeal"], "points": -50}}},
        "penalties.revoke.remedy",
        ("penalties.revoke.points", "penalties.revoke.remedy"),
    ),
    *(
        Pair(
            f"H10: {row} costs what it costs itself",
            "pagat",
            {"penalties": {row: {"as": row}}},
            {"penalties": {row: {"as": other}}},
            f"penalties.{row}.as",
            (f"penalties.{row}.as",),
        )
        for row, other in zip(OFFENCE_ROWS, (*OFFENCE_ROWS[1:], OFFENCE_ROWS[0]), strict=True)
    ),
    Pair(
        "H10: a row that takes its price from a row that takes it from a third",
        "pagat",
        {"penalties": {"false_call": {"as": "early_spade"}, "early_spade": {"as": "revoke"}}},
        {"penalties": {"false_call": {"as": "revoke"}, "early_spade": {"as": "revoke"}}},
        "penalties.false_call.as",
        ("penalties.false_call.as",),
    ),
    *(
        Pair(
            f"H3, H8: {row} is no card that was played, {column}",
            "pagat",
            {"penalties": {row: {column: value}}},
            {"penalties": {row: {column: innocent}, "revoke": {column: value}}},
            f"penalties.{row}.{column}",
            (f"penalties.{row}.{column}",),
        )
        for row in ("illegal_bid", "bid_out_of_turn", "wrong_count", "false_call")
        for column, value, innocent in (("remedy", "bridge_64", "set"), ("repeat", "once_a_suit", "each"))
    ),
    *(
        Pair(
            f"H8: {row} is not counted over the game",
            "pagat",
            {"penalties": {row: {"repeat": "forfeit_game"}}},
            {"penalties": {row: {"remedy": "forfeit_game"}, "revoke": {"repeat": "forfeit_game"}}},
            f"penalties.{row}.repeat",
            (f"penalties.{row}.repeat",),
        )
        for row in OFFENCE_ROWS
        if row != "revoke"
    ),
    Pair(
        "H15: a choice between one thing",
        "pagat",
        {"penalties": {"revoke": {"remedy": "choice", "of": ["redeal"]}}},
        {"penalties": {"revoke": {"remedy": "choice", "of": ["redeal", "none"]}}},
        "penalties.revoke.remedy",
        ("penalties.revoke.remedy", "penalties.revoke.of"),
    ),
    # Contracts and totals.
    Pair(
        "D13: no contract is of such a size",
        "pagat",
        {"contracts": [{"least": 10, "most": 9, "made": {"points": 100}}]},
        {"contracts": [{"least": 9, "most": 9, "made": {"points": 100}}]},
        "contracts",
        ("contracts",),
    ),
    Pair(
        "D14: every trick, and at most twelve of thirteen",
        "pagat",
        {"contracts": [{"most": 12, "made": {"points": 100}}]},
        {"contracts": [{"most": 13, "made": {"points": 100}}]},
        "contracts",
        ("contracts",),
    ),
    Pair(
        "C10: no total is at least eleven and at most ten",
        "pagat",
        {"bids": {"table": {"least": 11, "most": 10}}},
        {"bids": {"table": {"least": 11, "most": 11}}},
        "bids.table.least",
        ("bids.table.least", "bids.table.most"),
    ),
    # Only a side's bid can be raised.
    Pair(
        "C11: a raise where each player bids",
        "pagat",
        {"bids": {"changes": "raise_until_opponents_bid"}},
        {"bids": {"changes": "raise_until_opponents_bid", "by": "team"}},
        "bids.changes",
        ("bids.changes", "bids.by"),
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
        "bids": {"number": {"least": 27, "most": 27}},
    }
    with pytest.raises(UnusableRuleset) as refused:
        resolve(Reference("pagat", overrides=overrides))
    assert {fault.pointer for fault in refused.value.faults} == {
        f"#/ruleset/overrides/{place}"
        for place in ("table/players", "deck/top_trumps", "bids/number/least", "bids/number/most")
    }
