"""Rounds to start from: two that are legal, and two with one fault."""

from __future__ import annotations

from collections.abc import Mapping

from tests.spades.builders.cards import Json
from tests.spades.builders.changes import swapped, with_hands
from tests.spades.builders.records import record, trick
from tests.spades.builders.rulesets import honours

# Worked by hand: with AH KH 4H AC 5C 3C AD 6D 3D AS QS 4S 2S for ana, and so on down the columns, everybody follows
# suit as long as he can. dee is out of diamonds after trick 4 and breaks spades in trick 5; cy is out of hearts after
# trick 6; in tricks 10 and 11 only those put in a spade who hold none of the suit led. The lead of a spade in trick 12
# comes after spades were broken, although dee still holds the 7H. ana wins five tricks, ben five, cy one, dee two.
LEGAL_LOG = (
    ("ana KH 5H 9H 2H", "ana"),
    ("ana AC 2C 7C 8C", "ana"),
    ("ana AD 4D 2D 9D", "ana"),
    ("ana 3D KD 5D TD", "ben"),
    ("ben 7D QD 7S 6D", "dee"),
    ("dee 3H AH JH TH", "ana"),
    ("ana 4H QH 8D 8H", "ben"),
    ("ben KC JC 9C 3C", "ben"),
    ("ben 4C QC TC 5C", "cy"),
    ("cy JD 6H 2S 3S", "ben"),
    ("ben 6C 6S 8S 4S", "dee"),
    ("dee TS QS KS 9S", "ben"),
    ("ben 5S JS 7H AS", "ana"),
)
LEGAL_BIDS = "ana 4, ben 3, cy 1, dee 2"


def legal_round(ruleset: Json | str = "pagat") -> Json:
    """Return a legal round of four players and thirteen tricks, with hands and the claimed winner of each trick."""
    body = record(ruleset, bid=LEGAL_BIDS)
    body["tricks"] = [trick(line, winner=winner) for line, winner in LEGAL_LOG]
    return with_hands(body)


def ranks_round(**groups: Mapping[str, object]) -> Json:
    """Return a legal round of four tricks: ana holds the aces, ben the kings, cy the queens, dee the jacks.

    ana wins every trick; her last card, a spade, may be led because it is all she holds.
    """
    lines = (f"ana A{suit} K{suit} Q{suit} J{suit}" for suit in "HCDS")
    return with_hands(record(honours(**groups), *lines))


RANKS = ranks_round()
REVOKED = swapped(RANKS, "QH", "QC")
"""cy keeps the queen of hearts in the first trick and puts it on the second, a club."""
LED = with_hands(record(honours(), "ana AH KH QH JH", "ana AC KC QC JC", "ana AS KS QS JS", "ana AD KD QD JD"))
"""ana leads a spade to the third trick before spades are broken."""
