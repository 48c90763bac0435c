"""Every finding about the play, beside the nearest legal play."""

from __future__ import annotations

from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, swapped, with_trick
from tests.spades.builders.legal_rounds import LED, RANKS, legal_round
from tests.spades.builders.records import hands, record, trick
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import GAME, Case

WRITTEN = "written"
NO_SPADES: Json = {"first_trick": "no_spades"}


# dee holds a second heart in place of the jack of clubs.
VOID = {**RANKS["hands"], "cy": ["JC", "QC", "QD", "QS"], "dee": ["JH", "QH", "JD", "JS"]}
# A legal round without the winners of its tricks: ana wins the third, and ben the fourth.
UNCLAIMED = legal_round()
*FIRST, THIRD, FOURTH = ({"plays": each["plays"]} for each in UNCLAIMED["tricks"][:4])
REST = [{"plays": each["plays"]} for each in UNCLAIMED["tricks"][4:]]
CASES = (
    Case(
        rule="parameters, play.follow_suit",
        fault=swapped(RANKS, "QH", "QC"),
        twin=RANKS,
        finding={
            "code": "revoke",
            "severity": "offence",
            "pointer": "#/tricks/0/plays/2",
            "trick": 1,
            "player": "cy",
            "team": "ana+cy",
            "card": "QC",
            "legal_cards": ["QH"],
            "evidence": {"led_suit": "H", "held": ["QH"], "proved_by": "#/hands/cy"},
            "established": True,
            "alternatives": [{"card": "QH", "winner": "ana"}],
            "rule": {"parameter": "play.follow_suit", "basis": WRITTEN},
        },
        complete=True,
    ),
    Case(
        rule="parameters, play.spade_lead = after_broken (E4)",
        fault=LED,
        twin=RANKS,
        finding={
            "code": "illegal_spade_lead",
            "severity": "offence",
            "pointer": "#/tricks/2/plays/0",
            "trick": 3,
            "player": "ana",
            "team": "ana+cy",
            "card": "AS",
            "legal_cards": ["AD"],
            "evidence": {"held": ["AD"], "proved_by": "#/hands/ana"},
            "rule": {"parameter": "play.spade_lead", "basis": WRITTEN},
        },
        complete=True,
    ),
    Case(
        rule="parameters, play.opening_card = non_spade (E2)",
        fault=changed(RANKS, tricks=[trick("ana AS")]),
        twin=changed(RANKS, tricks=[trick("ana AH")]),
        finding={
            "code": "illegal_opening_card",
            "severity": "offence",
            "pointer": "#/tricks/0/plays/0",
            "trick": 1,
            "player": "ana",
            "team": "ana+cy",
            "card": "AS",
            "legal_cards": ["AC", "AD", "AH"],
            "evidence": {"held": ["AC", "AD", "AH"], "proved_by": "#/hands/ana"},
            "rule": {"parameter": "play.opening_card", "basis": WRITTEN},
        },
    ),
    Case(
        rule="parameters, play.first_trick = no_spades (E3)",
        fault=record(honours(play=NO_SPADES), "ana AC KC QC JS", hands=VOID),
        twin=record(honours(play=NO_SPADES), "ana AC KC QC JD", hands=VOID),
        finding={
            "code": "illegal_first_trick_card",
            "severity": "offence",
            "pointer": "#/tricks/0/plays/3",
            "trick": 1,
            "player": "dee",
            "team": "ben+dee",
            "card": "JS",
            "legal_cards": ["JD", "JH", "QH"],
            "evidence": {"led_suit": "C", "held": ["JD", "JH", "QH"], "proved_by": "#/hands/dee"},
            "alternatives": [{"card": card, "winner": "ana"} for card in ("JD", "JH", "QH")],
            "rule": {"parameter": "play.first_trick", "basis": "override"},
        },
    ),
    Case(
        rule="rulings, cascades: before one's turn, only the player who jumped",
        fault=with_trick(RANKS, 1, "ana AH cy QH ben KH dee JH"),
        twin=RANKS,
        finding={
            "code": "out_of_turn",
            "severity": "offence",
            "pointer": "#/tricks/0/plays/1",
            "trick": 1,
            "player": "cy",
            "team": "ana+cy",
            "card": "QH",
            "rule": GAME,
        },
        complete=True,
    ),
    Case(
        rule="rulings, cascades: lead by the wrong player, once",
        fault=with_trick(RANKS, 2, "ben KC QC JC AC"),
        twin=RANKS,
        finding={
            "code": "wrong_leader",
            "severity": "offence",
            "pointer": "#/tricks/1/plays/0",
            "trick": 2,
            "player": "ben",
            "team": "ben+dee",
            "card": "KC",
            "evidence": {"expected": "ana"},
            "rule": GAME,
        },
        complete=True,
    ),
    Case(
        rule="rulings, cascades: card not held",
        fault=record(honours(), "ana AH QH", hands=hands(ana="AH QH AC AS")),
        twin=record(honours(), "ana AH KH", hands=hands(ana="AH QH AC AS")),
        finding={
            "code": "card_not_held",
            "severity": "error",
            "pointer": "#/tricks/0/plays/1",
            "trick": 1,
            "player": "ben",
            "team": "ben+dee",
            "card": "QH",
            "evidence": {"proved_by": "#/hands/ana"},
            "rule": GAME,
        },
    ),
    Case(
        rule="rulings, cascades: the same card twice in the log",
        fault=record(honours(), "ana AH KH QH JH", "ana AH"),
        twin=record(honours(), "ana AH KH QH JH", "ana AC"),
        finding={
            "code": "card_replayed",
            "severity": "error",
            "pointer": "#/tricks/1/plays/0",
            "trick": 2,
            "player": "ana",
            "team": "ana+cy",
            "card": "AH",
            "rule": GAME,
        },
    ),
    Case(
        rule="rulings, severity: a trick that is not the last lacks a card",
        fault=record(honours(), "ana AH KH QH", "ana AC"),
        twin=record(honours(), "ana AH KH QH JH", "ana AC"),
        finding={
            "code": "missing_play",
            "severity": "error",
            "pointer": "#/tricks/0/plays",
            "trick": 1,
            "player": "dee",
            "team": "ben+dee",
            "rule": GAME,
        },
    ),
    Case(
        rule="rulings, severity: exactly one play of every player in each trick",
        fault=record(honours(), "ana AH KH QH JH ana AC"),
        twin=record(honours(), "ana AH KH QH JH"),
        finding={
            "code": "extra_play",
            "severity": "error",
            "pointer": "#/tricks/0/plays/4",
            "trick": 1,
            "player": "ana",
            "team": "ana+cy",
            "card": "AC",
            "rule": GAME,
        },
    ),
    Case(
        rule="rulings, severity: exactly as many tricks as a hand has cards (A9)",
        fault=changed(RANKS, tricks=[*RANKS["tricks"], trick("ana AH")]),
        twin=RANKS,
        finding={
            "code": "extra_tricks",
            "severity": "error",
            "pointer": "#/tricks/4",
            "trick": 5,
            "rule": {"parameter": "deck.hand_size", "basis": WRITTEN},
        },
    ),
    Case(
        rule="rulings, cascades: the claimed leader is not the first play's player",
        fault=with_trick(RANKS, 1, "ana AH KH QH JH", leader="dee"),
        twin=with_trick(RANKS, 1, "ana AH KH QH JH", leader="ana"),
        finding={
            "code": "leader_mismatch",
            "severity": "error",
            "pointer": "#/tricks/0/leader",
            "trick": 1,
            "player": "dee",
            "team": "ben+dee",
            "evidence": {"claimed": "dee", "led": "ana"},
            "rule": GAME,
        },
        complete=True,
    ),
    Case(
        rule="rulings, cascades: a wrong claimed winner",
        fault=with_trick(RANKS, 4, "ana AS KS QS JS", winner="ben"),
        twin=with_trick(RANKS, 4, "ana AS KS QS JS", winner="ana"),
        finding={
            "code": "wrong_winner",
            "severity": "error",
            "pointer": "#/tricks/3/winner",
            "trick": 4,
            "player": "ben",
            "team": "ben+dee",
            "evidence": {"claimed": "ben", "won": "ana"},
            "rule": GAME,
        },
        complete=True,
    ),
)
