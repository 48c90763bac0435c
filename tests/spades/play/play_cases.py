"""Every finding about the play, beside the nearest legal play."""

from __future__ import annotations

from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, swapped, taken_back, with_trick
from tests.spades.builders.legal_rounds import LED, RANKS
from tests.spades.builders.records import hands, record, trick
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import GAME, Case

WRITTEN = "written"
NO_SPADES: Json = {"first_trick": "no_spades"}


# dee holds a second heart in place of the jack of clubs.
VOID = {**RANKS["hands"], "cy": ["JC", "QC", "QD", "QS"], "dee": ["JH", "QH", "JD", "JS"]}
TEAMS = {"ana": "ana+cy", "ben": "ben+dee", "cy": "ana+cy", "dee": "ben+dee"}


def found(text: str, **members: object) -> Json:
    """Return a finding from its code, severity and pointer, and perhaps its player and card; by default of the game."""
    code, severity, pointer, *whose = text.split()
    head: Json = {"code": code, "severity": severity, "pointer": pointer, "trick": int(pointer.split("/")[2]) + 1}
    head |= dict(zip(("player", "card"), whose, strict=False)) | ({"team": TEAMS[whose[0]]} if whose else {})
    return {**head, "rule": GAME, **members}


BROKEN: Json = {"parameter": "play.broken_by", "basis": WRITTEN}
BROKEN["added"] = {
    "basis": "default",
    "text": "That is so even if it turns out to have been a revoke, unless it was taken back.",
}

CASES = (
    Case(
        rule="parameters, play.follow_suit",
        fault=swapped(RANKS, "QH", "QC"),
        twin=RANKS,
        finding=found(
            "revoke offence #/tricks/0/plays/2 cy QC",
            legal_cards=["QH"],
            evidence={"led_suit": "H", "held": ["QH"], "proved_by": "#/hands/cy"},
            established=True,
            alternatives=[{"card": "QH", "winner": "ana"}],
            rule={"parameter": "play.follow_suit", "basis": WRITTEN},
        ),
        complete=True,
    ),
    Case(
        rule="parameters, play.spade_lead = after_broken (E4)",
        fault=LED,
        twin=RANKS,
        finding=found(
            "illegal_spade_lead offence #/tricks/2/plays/0 ana AS",
            legal_cards=["AD"],
            evidence={"held": ["AD"], "proved_by": "#/hands/ana"},
            rule={"parameter": "play.spade_lead", "basis": WRITTEN},
        ),
        complete=True,
    ),
    Case(
        rule="parameters, play.opening_card = non_spade (E2)",
        fault=changed(RANKS, tricks=[trick("ana AS")]),
        twin=changed(RANKS, tricks=[trick("ana AH")]),
        finding=found(
            "illegal_opening_card offence #/tricks/0/plays/0 ana AS",
            legal_cards=["AC", "AD", "AH"],
            evidence={"held": ["AC", "AD", "AH"], "proved_by": "#/hands/ana"},
            rule={"parameter": "play.opening_card", "basis": WRITTEN},
        ),
    ),
    Case(
        rule="parameters, play.first_trick = no_spades (E3)",
        fault=record(honours(play=NO_SPADES), "ana AC KC QC JS", hands=VOID),
        twin=record(honours(play=NO_SPADES), "ana AC KC QC JD", hands=VOID),
        finding=found(
            "illegal_first_trick_card offence #/tricks/0/plays/3 dee JS",
            legal_cards=["JD", "JH", "QH"],
            evidence={"led_suit": "C", "held": ["JD", "JH", "QH"], "proved_by": "#/hands/dee"},
            alternatives=[{"card": card, "winner": "ana"} for card in ("JD", "JH", "QH")],
            rule={"parameter": "play.first_trick", "basis": "override"},
        ),
    ),
    Case(
        rule="rulings, cascades: before one's turn, only the player who jumped",
        fault=with_trick(RANKS, 1, "ana AH cy QH ben KH dee JH"),
        twin=RANKS,
        finding=found("out_of_turn offence #/tricks/0/plays/1 cy QH"),
        complete=True,
    ),
    Case(
        rule="rulings, cascades: lead by the wrong player, once",
        fault=with_trick(RANKS, 2, "ben KC QC JC AC"),
        twin=RANKS,
        finding=found("wrong_leader offence #/tricks/1/plays/0 ben KC", evidence={"expected": "ana"}),
        complete=True,
    ),
    Case(
        rule="rulings, cascades: card not held",
        fault=record(honours(), "ana AH QH", hands=hands(ana="AH QH AC AS")),
        twin=record(honours(), "ana AH KH", hands=hands(ana="AH QH AC AS")),
        finding=found("card_not_held error #/tricks/0/plays/1 ben QH", evidence={"proved_by": "#/hands/ana"}),
    ),
    Case(
        rule="rulings, cascades: the same card twice in the log",
        fault=record(honours(), "ana AH KH QH JH", "ana AH"),
        twin=record(honours(), "ana AH KH QH JH", "ana AC"),
        finding=found("card_replayed error #/tricks/1/plays/0 ana AH"),
    ),
    Case(
        rule="rulings, severity: a trick that is not the last lacks a card",
        fault=record(honours(), "ana AH KH QH", "ana AC"),
        twin=record(honours(), "ana AH KH QH JH", "ana AC"),
        finding=found("missing_play error #/tricks/0/plays dee"),
    ),
    Case(
        rule="rulings, severity: exactly one play of every player in each trick",
        fault=record(honours(), "ana AH KH QH JH ana AC"),
        twin=record(honours(), "ana AH KH QH JH"),
        finding=found("extra_play error #/tricks/0/plays/4 ana AC"),
    ),
    Case(
        rule="rulings, severity: exactly as many tricks as a hand has cards (A9)",
        fault=changed(RANKS, tricks=[*RANKS["tricks"], trick("ana AH")]),
        twin=RANKS,
        finding=found("extra_tricks error #/tricks/4", rule={"parameter": "deck.hand_size", "basis": WRITTEN}),
    ),
    Case(
        rule="rulings, cascades: the claimed leader is not the first play's player",
        fault=with_trick(RANKS, 1, "ana AH KH QH JH", leader="dee"),
        twin=with_trick(RANKS, 1, "ana AH KH QH JH", leader="ana"),
        finding=found("leader_mismatch error #/tricks/0/leader dee", evidence={"claimed": "dee", "led": "ana"}),
        complete=True,
    ),
    Case(
        rule="rulings, disputes as people remember them: what is said of spades",
        fault=with_trick(RANKS, 2, "ana AC KC QC JC", spades_broken=True),
        twin=with_trick(RANKS, 2, "ana AC KC QC JC", spades_broken=False),
        finding=found("wrong_spades_broken error #/tricks/1/spades_broken", rule=BROKEN),
        complete=True,
    ),
    Case(
        rule="rulings, cascades: a wrong claimed winner",
        fault=with_trick(RANKS, 4, "ana AS KS QS JS", winner="ben"),
        twin=with_trick(RANKS, 4, "ana AS KS QS JS", winner="ana"),
        finding=found("wrong_winner error #/tricks/3/winner ben", evidence={"claimed": "ben", "won": "ana"}),
        complete=True,
    ),
    Case(
        rule="tables, card_taken_back: a legal card taken back for another one costs nothing unless a row says so",
        fault=taken_back(RANKS, 1, "ana", "AD"),
        twin=RANKS,
        finding=found(
            "card_taken_back note #/tricks/0/plays/0/withdrawn/0 ana AD",
            rule={"parameter": "penalties.card_taken_back.remedy", "basis": "default"},
        ),
        complete=True,
    ),
)
