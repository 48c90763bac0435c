"""Rulesets that contradict themselves: each contradiction in its smallest form, beside its nearest innocent twin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, cast

import pytest

from service.spades.cards import CODES, SPADES
from service.spades.deal.auction import examine_bids
from service.spades.deal.hands_dealt import Deal
from service.spades.errors import UnusableRuleset
from service.spades.record.model import Bid
from service.spades.rules.consistency import contradictions
from service.spades.rules.pack import pack_for
from service.spades.rules.parameters import Parameters, parameters_from
from service.spades.rules.preset_loader import resolve
from service.spades.rules.ruleset import Reference, Ruleset
from service.spades.table import sit_down

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
CLUBS = [code for code in CODES if code.endswith("C")]
HANDS = ("deck.hand_size", "deck.removed", "table.players")
OVER = ("deck.leftover", "deck.hand_size", "deck.removed", "deck.jokers", "table.players")
OPPONENTS: dict[str, object] = {"revoke_tricks_go_to": "opponents"}
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
    # With more than two sides there is no one side for penalty tricks to go to (rulings, after the proof).
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
        pytest.param(
            "cutthroat",
            {"deck": {"hand_size": {"3": 3}}, "nil": {"exchange": 4, "blind_exchange": 4}},
            id="an exchange without a partner, of more cards than a hand has",
        ),
        pytest.param(
            "nello",
            {"deck": {"hand_size": {"4": 3}} | LEFTOVER, "nil": {"blind_exchange": 4}},
            id="an exchange for a blind nil that may not be bid",
        ),
        pytest.param(
            "nello", {"table": ALONE, "bidding": {"maximum": 2, "team_maximum": 2}}, id="a least bid of no partner"
        ),
        pytest.param(
            "nello", {"bidding": {"zero": "uncommitted", "maximum": 2}}, id="a least bid beside a nil that is none"
        ),
        pytest.param("nello", {"bidding": {"by": "team", "maximum": 2}}, id="a least bid beside the bid of a side"),
        pytest.param("classic-solo", {"bidding": {"maximum": 13}}, id="a greatest bid that five players can't reach"),
        pytest.param("openspiel", {"bidding": {"team_maximum": 54}}, id="a greatest bid of a side out of reach"),
        pytest.param("suicide", {"nil": {"both_partners": "forbidden"}}, id="two nils that suicide never has"),
        pytest.param(
            "pagat",
            {"irregularities": {"revoke_penalty": "none", "repeat_revoke": "forfeit_game", "revoke_tricks": 5}},
            id="repeated revokes where one costs nothing",
        ),
        pytest.param(
            "tournament-jja", {"irregularities": {"illegal_spade_lead": "as_revoke"}}, id="spade leads that are legal"
        ),
        pytest.param(
            "classic-partnership", {"nil": {"both_partners": "forbidden"}}, id="two nils where there are none"
        ),
    ],
)
def test_what_has_no_effect_is_no_contradiction(preset: str, overrides: Overrides) -> None:
    assert resolve(Reference(preset, overrides=overrides)).overrides == overrides


@pytest.mark.parametrize(
    ("preset", "overrides"),
    [
        pytest.param("pagat", {"scoring": {"bag_penalty": 100}}, id="F6: bags that are rewarded"),
        pytest.param("pagat", {"nil": {"made": -100, "failed": 100}}, id="D2: a nil that is to fail"),
        pytest.param("pagat", {"scoring": {"overtrick_points": -10, "trick_points": 0}}, id="F1, F2: nothing to win"),
        pytest.param("mirror", {"bidding": {"zero": "uncommitted"}}, id="C13: mirror without nil"),
        pytest.param("whiz", {"bidding": {"minimum": 3, "maximum": 4}}, id="C12: whiz with few bids other than nil"),
        pytest.param("whiz", {"bidding": {"table_total": "not_hand_size"}}, id="C10, C12: whiz with a choice of nil"),
        pytest.param(
            "suicide", {"bidding": {"nil_partner_breach": "raise_earlier"}}, id="C9, C12: suicide with raised bids"
        ),
        pytest.param("pagat", {"bidding": {"team_minimum": 7, "maximum": 4}}, id="C6: a board that takes two bids"),
        pytest.param(
            "classic-solo", {"bidding": {"table_total": "at_most_hand_size"}}, id="C10: bids that leave none to others"
        ),
        pytest.param("classic-partnership", {"bidding": {"team_maximum": 4}}, id="C6: one bid open to each"),
        pytest.param(
            "solitaire-bliss",
            {"bidding": {"first_round": "bids_itself"}},
            id="C1, C14: who would bid first is drawn, also for a round without bids",
        ),
        pytest.param(
            "two-player", {"play": {"opening_leader": "lowest_club"}}, id="E1: clubs that may all be discarded"
        ),
        pytest.param("two-player", {"irregularities": OPPONENTS}, id="H4: the other of two players is an opponent"),
        pytest.param(
            "cutthroat",
            {"irregularities": {"revoke_penalty": "bridge_64", "repeat_revoke": "same_suit_once"}},
            id="H3, H8: the law of bridge at a table of three",
        ),
        pytest.param(
            "pagat",
            {"irregularities": {"accusation_until": "next_trick_led", "revoke_established": "next_trick_led"}},
            id="H1, H2: a revoke to be called before it is established",
        ),
        pytest.param("pagat", {"irregularities": {"revoke_tricks": 0}}, id="H3: a penalty of no tricks"),
        pytest.param(
            "pagat",
            {"irregularities": {"false_accusation": "tricks", "revoke_penalty": "none"}},
            id="H3, H7: a call that costs more than a revoke",
        ),
    ],
)
def test_a_house_rule_may_be_odd(preset: str, overrides: Overrides) -> None:
    """What can be played is no contradiction, however rarely it is wise."""
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


def test_every_limit_that_mirror_breaks_is_told_at_once() -> None:
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


def test_a_limit_that_is_told_hides_no_other() -> None:
    """Two sets of limits that can't be kept, of which each is one fault."""
    limits = {"team_minimum": 8, "team_maximum": 8, "minimum": 5, "maximum": 6}
    with pytest.raises(UnusableRuleset) as refused:
        resolve(Reference("classic-partnership", overrides={"bidding": limits}))
    assert [fault.detail.partition(":")[0] for fault in refused.value.faults] == [
        "bidding.team_minimum and bidding.team_maximum and bidding.minimum and bidding.maximum",
        "bidding.team_maximum and bidding.minimum and bidding.zero",
    ]


# Against the bidding itself: tables so small that every auction and every deal can be tried.


class _Spades(NamedTuple):
    """A deal of which only the spades of each hand are told."""

    held: tuple[int, ...]

    def spades_bid_on(self, _: object) -> tuple[tuple[int, int], ...]:
        return tuple((spades, spades) for spades in self.held)


def _random_limits(rng: Random) -> Parameters:
    sides = rng.choice(["partnership", "individual"])
    count = 4 if sides == "partnership" else rng.choice([2, 3])
    size = rng.choice([1, 2, 3])
    restriction = rng.choice(["none", "none", "mirror", "whiz", "suicide" if count == 4 else "none"])
    zeros = {"none": ["nil", "uncommitted", "not_allowed"], "mirror": ["nil", "uncommitted"]}
    spades = rng.randrange(1, count * size + 2)
    return parameters_from(
        {
            "table.players": [count],
            "table.sides": sides,
            "deck.removed": {str(count): [*(f"{rank}S" for rank in "23456789TJQKA"[min(spades, 13) :])]},
            "deck.hand_size": {str(count): size},
            "deck.leftover": "set_aside",
            "bidding.minimum": rng.randint(1, size),
            "bidding.maximum": rng.randint(0, size),
            "bidding.by": rng.choice(["player", "player", "team"]) if restriction == "none" else "player",
            "bidding.zero": rng.choice(zeros.get(restriction, ["nil"])),
            "bidding.team_maximum": rng.choice([0, rng.randint(1, 2 * size)]),
            "bidding.team_minimum": rng.choice([0, rng.randint(1, size)]),
            "bidding.team_minimum_breach": rng.choice(["illegal", "raised"]),
            "bidding.nil_partner_minimum": rng.choice([0, rng.randint(1, size)]),
            "bidding.nil_partner_breach": rng.choice(["illegal", "raise_earlier"]),
            "bidding.table_total": rng.choice(["any", "not_hand_size", "at_most_hand_size"]),
            "bidding.restriction": restriction,
            "nil.both_partners": rng.choice(["allowed", "forbidden"]),
        }
    )


def _least_above_greatest(parameters: Parameters) -> bool:
    """Tell whether there is a contradiction without any auction being tried, by the names in it."""
    limits = {"minimum", "nil_partner_minimum", "team_minimum", "maximum", "team_maximum"}
    pairs = [set(each.names) for each in contradictions(parameters) if len(each.names) == 2]
    return any(pair <= {f"bidding.{name}" for name in limits} for pair in pairs)


def _auctions(parameters: Parameters) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yield auctions with whether every bid of them is legal; where the cards decide, the best one of each deal."""
    (count,) = parameters.table.players
    pack = pack_for(parameters.deck, count)
    ruleset = replace(resolve(Reference("pagat")), parameters=parameters, packs=MappingProxyType({count: pack}))
    by_team = parameters.bidding.by == "team" and parameters.table.sides == "partnership"
    bidders = range(count // 2) if by_team else range(count)
    some = range(pack.hand_size + 1)
    if parameters.bidding.restriction not in {"mirror", "whiz"}:
        yield from ((bids, _legal(ruleset, bids, None)) for bids in product(some, repeat=len(bidders)))
        return
    fewest = count * pack.hand_size - pack.non_spades.bit_count()
    for held in product(some, repeat=count):
        if fewest <= sum(held) <= pack.suits[SPADES].bit_count():
            own = [(spades,) if parameters.bidding.restriction == "mirror" else (spades, 0) for spades in held]
            yield held, any(_legal(ruleset, bids, held) for bids in product(*own))


def _legal(ruleset: Ruleset, tricks: tuple[int, ...], held: tuple[int, ...] | None) -> bool:
    (count,) = ruleset.packs
    table = sit_down([f"p{seat}" for seat in range(count)], None, ruleset.parameters.table.sides, [count])
    bids = tuple(
        Bid(seat, None if len(tricks) < count else seat, table.side_of[seat], bid, blind=False)
        for seat, bid in enumerate(tricks)
    )
    auction = examine_bids(
        ruleset,
        ruleset.packs[count],
        table,
        bids,
        dealer=count - 1,
        round_number=1,
        before=None,
        deal=None if held is None else cast("Deal", _Spades(held)),
        finished=True,
    )
    return all(finding.gravity != "offence" for finding in auction.findings)


@pytest.mark.parametrize("seed", range(20))
def test_limits_are_refused_where_no_auction_keeps_them(seed: int) -> None:
    """The bidding, asked about every auction, agrees: none with tricks or with a nil, or a deal that has none."""
    rng = Random(seed)
    for _ in range(15):
        parameters = _random_limits(rng)
        if _least_above_greatest(parameters):
            continue
        auctions = list(_auctions(parameters))
        if parameters.bidding.restriction in {"mirror", "whiz"}:
            playable = all(legal for _, legal in auctions)
        else:
            nil = parameters.bidding.zero != "nil" or any(legal and 0 in bids for bids, legal in auctions)
            playable = nil and any(legal and any(bids) for bids, legal in auctions)
        assert (contradictions(parameters) == ()) == playable, parameters
