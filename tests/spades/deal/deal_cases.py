"""Every finding about the deal, beside the nearest legal deal."""

from __future__ import annotations

from tests.spades.builders.cards import Json
from tests.spades.builders.legal_rounds import RANKS
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulesets import honours, rules
from tests.spades.builders.rulings import Case

HONOURS = honours()
THREE = honours(3, deck={"hand_size": {"3": 5}})
"""Three hands of five from sixteen cards: one card is set aside."""
FIVES = hands(ana="AC AD AH AS KC", ben="KD KH KS QC QD", cy="QH QS JC JD JH")
PASSING = honours(bids={"nil": {"exchange": 1}})
MISDEALS = honours(table={"misdeal": ["no_spade"]})
NO_SPADE = {**RANKS["hands"], "ana": ["AC", "AD", "AH", "QC"], "cy": ["QD", "QH", "QS", "AS"]}
NIL = "ana 0, ben 1, cy 1, dee 1"


def dealt(ruleset: Json, *, players: int = 4, bid: str | None = None, **members: object) -> Json:
    """Return a record of a round in which no card has been played."""
    return record(ruleset, players=players, bid=bid, **members)


def passed(*exchanges: tuple[str, str, str], bid: str = NIL, ruleset: Json = PASSING) -> Json:
    """Return a record of four full hands in which cards were passed."""
    told = [{"from": giver, "to": taker, "cards": cards.split()} for giver, taker, cards in exchanges]
    return dealt(ruleset, bid=bid, hands=RANKS["hands"], exchanges=told)


def draw(player: str, cards: str, kept: str) -> Json:
    """Return a turn of drawing: the two cards, and those of them that were kept."""
    return {"player": player, "cards": cards.split(), "kept": kept.split()}


def drawn(*draws: Json) -> Json:
    """Return a record of two players who draw hands of four from sixteen cards; ana is the first to draw."""
    low = HONOURS["overrides"]["deck"]["removed"]["4"]
    deck = {"removed": {"2": low}, "hand_size": {"2": 4}}
    return record(rules(4, "two-player", deck=deck), players=2, draws=list(draws))


CASES = (
    Case(
        rule="parameters, deck.hand_size (A9); a list alone proves no wrong count (rulings, completeness)",
        fault=dealt(HONOURS, hands=hands(dee="JH JC JD")),
        twin=dealt(HONOURS, hands=hands(dee="JH JC JD JS")),
        finding={
            "code": "wrong_hand_size",
            "severity": "error",
            "pointer": "#/hands/dee",
            "player": "dee",
            "team": "ben+dee",
            "evidence": {"listed": 3, "dealt": 4},
            "rule": {"parameter": "deck.hand_size", "basis": "written"},
        },
    ),
    Case(
        rule="design, findings: a card is in one place",
        fault=dealt(HONOURS, hands=hands(cy="QH QC QD QS", dee="JH JC JD QS")),
        twin=dealt(HONOURS, hands=hands(cy="QH QC QD QS", dee="JH JC JD JS")),
        finding={
            "code": "duplicate_card",
            "severity": "error",
            "pointer": "#/hands/dee/3",
            "player": "dee",
            "team": "ben+dee",
            "card": "QS",
            "evidence": {"also_at": "#/hands/cy/3"},
            "rule": {"parameter": "deck.removed", "basis": "override"},
        },
    ),
    Case(
        rule="parameters, deck.removed (A6)",
        fault=dealt(HONOURS, hands=hands(dee="JH JC JD 2S")),
        twin=dealt(HONOURS, hands=hands(dee="JH JC JD JS")),
        finding={
            "code": "card_not_in_deck",
            "severity": "error",
            "pointer": "#/hands/dee/3",
            "player": "dee",
            "team": "ben+dee",
            "card": "2S",
            "rule": {"parameter": "deck.removed", "basis": "override"},
        },
    ),
    Case(
        rule="parameters, deck.leftover (A8): one card is over, and the record says that none was set aside",
        fault=dealt(THREE, players=3, hands=FIVES, set_aside=[]),
        twin=dealt(THREE, players=3, hands=FIVES, set_aside=["JS"]),
        finding={
            "code": "missing_cards",
            "severity": "error",
            "pointer": "#/hands",
            "cards": ["JS"],
            "rule": {"parameter": "deck.leftover", "basis": "override"},
        },
    ),
    Case(
        rule="parameters, deck.formation = draw (A3): of each two cards one is kept",
        fault=drawn(draw("ana", "AH JC", "AH JC")),
        twin=drawn(draw("ana", "AH JC", "AH")),
        finding={
            "code": "illegal_draw",
            "severity": "offence",
            "pointer": "#/draws/0",
            "player": "ana",
            "team": "ana",
            "cards": ["AH", "JC"],
            "rule": {
                "parameter": "deck.formation",
                "basis": "written",
                "added": {"basis": "default", "text": "The first bidder draws first."},
            },
        },
    ),
    Case(
        rule="parameters, bids.nil.exchange (D9)",
        fault=passed(("ana", "cy", "AS AH"), ("cy", "ana", "QC")),
        twin=passed(("ana", "cy", "AS"), ("cy", "ana", "QC")),
        finding={
            "code": "illegal_exchange",
            "severity": "offence",
            "pointer": "#/exchanges/0",
            "player": "ana",
            "team": "ana+cy",
            "cards": ["AS", "AH"],
            "rule": {"parameter": "bids.nil.exchange", "basis": "override"},
        },
    ),
    Case(
        rule="tables, table.misdeal: a hand with no card of what is named may be called a misdeal by its player",
        fault=dealt(MISDEALS, hands=NO_SPADE, misdeal_called_by="ana"),
        twin=dealt(MISDEALS, hands=NO_SPADE),
        finding={
            "code": "misdeal",
            "severity": "note",
            "pointer": "#/misdeal_called_by",
            "player": "ana",
            "team": "ana+cy",
            "rule": {"parameter": "table.misdeal", "basis": "override"},
        },
    ),
    Case(
        rule="tables, table.misdeal: the list shows that the hand had a spade",
        fault=dealt(MISDEALS, hands=RANKS["hands"], misdeal_called_by="ana"),
        twin=dealt(MISDEALS, hands=RANKS["hands"]),
        finding={
            "code": "misdeal_not_due",
            "severity": "offence",
            "pointer": "#/misdeal_called_by",
            "player": "ana",
            "team": "ana+cy",
            "evidence": {"held": ["AS"], "proved_by": "#/hands/ana"},
            "rule": {"parameter": "table.misdeal", "basis": "override"},
        },
    ),
)


TURNS = (
    draw("ana", "AH JC", "AH"),
    draw("ben", "KH JD", "KH"),
    draw("ana", "JS AC", "AC"),
    draw("ben", "KC QD", "KC"),
    draw("ana", "AD QS", "AD"),
    draw("ben", "QC KD", "KD"),
    draw("ana", "AS QH", "AS"),
    draw("ben", "KS JH", "KS"),
)
"""ana comes to hold the aces and ben the kings; now the first card is kept and now the second."""
