"""Every finding about a call, a corrected revoke or the score sheet, beside the nearest right record."""

from __future__ import annotations

from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, taken_back
from tests.spades.builders.legal_rounds import RANKS
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import GAME, Case

CALL = [{"by": "ben", "against": "cy", "trick": 1}]


def called(body: Json, *accusations: Json, **rules: str) -> Json:
    """Return the record with these accusations under these rules on false calls."""
    return changed(body, ruleset=honours(penalties={"false_call": rules}), accusations=list(accusations))


def reporting(**reported: Json) -> Json:
    """Return the legal round with what a sheet claims of it; ana and cy have 100 points and 3 bags before it."""
    return changed(RANKS, before={"ana+cy": {"score": 100, "bags": 3}}, reported=reported)


CASES = (
    Case(
        rule="rulings, severity: a revoke corrected in time is a note",
        fault=taken_back(RANKS, 1, "cy", "QC"),
        twin=RANKS,
        finding={
            "code": "revoke_corrected",
            "severity": "note",
            "pointer": "#/tricks/0/plays/2/withdrawn/0",
            "trick": 1,
            "player": "cy",
            "team": "ana+cy",
            "card": "QC",
            "legal_cards": ["QH"],
            "evidence": {"led_suit": "H", "held": ["QH"], "proved_by": "#/hands/cy"},
            "rule": {"parameter": "play.follow_suit", "basis": "written"},
        },
        complete=True,
    ),
    Case(
        rule="rulings, shapes: missing_tricks only when the sheet claims a finished round",
        fault=changed(RANKS, tricks=RANKS["tricks"][:3], reported={"tricks_won": {"ana": 4}}),
        twin=changed(RANKS, tricks=RANKS["tricks"][:3], reported={"tricks_won": {"ana": 3}}),
        finding={
            "code": "missing_tricks",
            "severity": "error",
            "pointer": "#/tricks",
            "rule": {"parameter": "deck.hand_size", "basis": "written"},
        },
    ),
    Case(
        rule="parameters, penalties.false_call.remedy (H3)",
        fault=called(RANKS, *CALL, remedy="tricks"),
        twin=called(RANKS, remedy="tricks"),
        finding={
            "code": "false_accusation",
            "severity": "offence",
            "pointer": "#/accusations/0",
            "trick": 1,
            "player": "ben",
            "team": "ben+dee",
            "rule": {"parameter": "penalties.false_call.remedy", "basis": "override"},
        },
        complete=True,
    ),
    *(
        Case(
            rule=f"rulings, after the proof: the sheet against as_played; {sum_}",
            fault=reporting(**{row: {"ana+cy": wrong}}),
            twin=reporting(**{row: {"ana+cy": right}}),
            finding={
                "code": f"wrong_{row}",
                "severity": "error",
                "pointer": f"#/reported/{row}/ana+cy",
                "team": "ana+cy",
                "evidence": {"reported": wrong, "counted": right},
                "rule": GAME,
            },
            complete=True,
        )
        for row, wrong, right, sum_ in (
            ("tricks_won", 3, 4, "ana wins all four"),
            ("points", 23, 22, "2 bid and 4 won are 22"),
            ("score", 112, 122, "100 and 22 are 122"),
            ("bags", 2, 5, "3 and 2 are 5"),
        )
    ),
)
