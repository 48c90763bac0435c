"""Texts to read, and records to write, by what they are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.contract.bodies_games import AUDITED_GAMES
from tests.contract.bodies_rounds import RECORDS, RULINGS, SHEETS
from tests.contract.builders import Body

_WHOLE = """\
# everything that a round may have
pagat +short-game nil.double=independent; "Ana B" Ben Cy Dee; team Reds "Ana B" Cy; dealer Dee; round 7
label table 3
before Reds -20 bags 3 sets 1 revokes 2
hand Ben S:AKQ H:T98 D:AK6 C:QJ97
aside 2C
draw Cy 3C ?? kept 3C
pass Cy > "Ana B" 2H
Reds 3 > Ben nil > Dee b6
"Ana B":(KH@1.1 QH)JH 2H Dee:3H 4H > Ben
Ben QD 2D 5D 3D
ben=5S cy=6S dee=7S
call Ben > Cy 1 @2.3
claim Ben 3 @3.3 JS refused
stopped
won Reds 1
points Reds -40
score Reds -60
bags Reds 3
"""
_GAME = """\
game; "whiz"; N E S W; dealer W
label event "Club night"
---
N 2  E 5  S bn  W 1
won N+S 5 E+W 8
points N+S 250 E+W 62
---
dealer N; label table 4; hand N AS; aside; draw none; pass none; call none; blind; score N+S 250
bids none
N QD 2D 5D ??
"""
_LEAGUE_GAME = """\
game; pagat; N E S W; dealer W
---
N 2  E 5  S 3  W 1
won N+S 6 E+W 7
adjust N+S -50 late to the table
---
void: cards exposed; sheet won N 2; points N+S 0
---
sub Eve for S
N 2  E 5  Eve 3  W 1
won N+S 6 E+W 7
forfeit E+W: left the hall
"""
_LEAGUE_SHEET = """\
# players: ana, ben, cy, dee
round,ana bid,cy bid,eve bid,ben+dee bid,ana+cy tricks,ben+dee tricks,ana penalty,misdeal,forfeit,reason,subs,\
ana+cy points,ana+cy total
1,3,2,,6,6,7,50,,,late,,1,1
2,,,,,,,,yes,,exposed,,0,1
3,3,,2,6,6,7,,,ben+dee,left,cy > eve,51,52
"""
_LEAGUE: Body = {
    "players": ["N", "E", "S", "W"],
    "rounds": [
        {
            "bids_by_player": {"N+S": 5, "E+W": 6},
            "tricks_won": {"N+S": 6, "E+W": 7},
            "adjustments": [{"team": "N+S", "points": -50, "reason": " late "}],
            "void": False,
        },
        {"void": True, "reason": "Cards exposed", "adjustments": []},
        {
            "substitutions": [{"out": "S", "in": "Eve"}],
            "forfeited_by": "E+W",
            "reason": "Left the hall",
            "reported": {"score": {"N+S": 1, "E+W": 61}},
        },
    ],
}
_SHORT: Body = {
    "players": ["N", "E", "S", "W"],
    "bids_by_player": {"N": 2, "E": 5, "S": 0, "W": 1},
    "blind_bidders": ["S"],
    "tricks": [
        {"leader": "N", "cards": ["QD", "2D", "5D", "3D"]},
        {"cards_by_player": {"N": "QH", "E": "KH", "S": "4H", "W": "??"}},
    ],
}
_EVERYTHING: Body = {
    "ruleset": "pagat",
    "players": ["N", "E", "S", "W"],
    "teams": [{"name": "Reds", "players": ["N", "S"]}],
    "dealer": "W",
    "round_number": 7,
    "labels": {"table": "3"},
    "before": {"Reds": {"score": -20, "bags": 3, "sets": 1, "revokes": 2}},
    "hands": {"N": ["AS", "KS"]},
    "set_aside": ["2C"],
    "draws": [{"player": "S", "cards": ["3C", "??"], "kept": ["3C"]}],
    "exchanges": [{"from": "S", "to": "N", "cards": ["2H"]}],
    "bids": [{"team": "Reds", "tricks": 3}, {"player": "E", "tricks": 6, "blind": True}],
    "tricks": [
        {
            "leader": "N",
            "plays": [{"player": "N", "card": "JH", "withdrawn": [{"card": "KH", "at": {"trick": 1, "plays": 1}}]}],
            "winner": "N",
        }
    ],
    "reported": {"tricks_won": {"Reds": 1}, "points": {"Reds": -40}, "score": {"Reds": -60}, "bags": {"Reds": 3}},
    "accusations": [{"by": "E", "against": "N", "trick": 1, "at": {"trick": 2, "plays": 3}}],
    "claim": {"by": "E", "tricks": 3, "at": {"trick": 1, "plays": 1}, "statement": ["AC", "KC"], "accepted": False},
    "stopped": True,
}


def reading(text: str, **members: Any) -> Body:
    """Return a text to read."""
    return {"text": text, **members}


READINGS: Mapping[str, Body] = {
    "everything": reading(_WHOLE, format="shorthand"),
    "a game": reading(_GAME, ruleset="pagat"),
    "what happens in a game": reading(_LEAGUE_GAME, format="shorthand"),
    "a sheet of what happens in a game": reading(_LEAGUE_SHEET, format="csv"),
    "two rounds at one table": reading(
        "N E S W\nN 2 E 5 S nil W 1\nn QD 2D 5D 3D\n---\nN 3 > E 4 > S 1 > W 5\n", ruleset="whiz"
    ),
    "a ruleset with an override": reading(
        "N E S W\nQD 2D 5D 3D\n", ruleset={"name": "pagat", "options": [], "overrides": {"table": {"players": [4]}}}
    ),
    "a claim": reading("N E S W\nN 2 > E 5 > S 2 > W 1\nN QD 2D\nS claims the rest\n", ruleset="pagat"),
    "a house rule": reading(
        "N E S W\nQD 2D 5D 3D\n",
        ruleset={"name": "classic-solo", "options": ["bags"], "overrides": {"table": {"players": [3, 4]}}},
    ),
    "an export with its options": reading(
        '[Event "10-for-200"]\n[GameCode "Spades"]\n'
        '[GameOptionsJson "{"variation":3,"minBid":4,"tenForTwoHundred":true,"firstHandBidsItself":true,"x":1}"]\n'
        '[GameScores "S:120 -40 120 -40"]\n[Deal "N:AK... - - -"]\n[Play "N"]\nSA S2 S3 S4\n',
        ruleset="pagat",
    ),
    "another house rule": reading(
        "N E S W\nQD 2D 5D 3D\n", ruleset={"name": "pagat", "overrides": {"table": {"players": [4]}}}
    ),
}


def writing(record: Body) -> Body:
    """Return a record to write in shorthand."""
    return {"format": "shorthand", "record": record}


def without(body: Body, *members: str) -> Body:
    return {name: value for name, value in body.items() if name not in members}


_EVERY = 4

WRITINGS: Mapping[str, Body] = {
    **{
        f"{kind}, {name}": writing(bodies[name])
        for kind, bodies in (("record", {**RECORDS, **RULINGS}), ("row", SHEETS), ("game", AUDITED_GAMES))
        # Enough of them: among more, mutants would hardly ever change the rare members of the others.
        for name in [*bodies][::_EVERY]
    },
    **{f"{count} players": writing({"players": [*"NESW"[:count]], "tricks": []}) for count in (2, 3, 4)},
    **{
        f"option {option}": writing(
            {"ruleset": {"name": "nello", "options": [option]}, "players": ["N", "E"], "tricks": []}
        )
        for option in ("short-game", "long-game")
    },
    "everything": writing(_EVERYTHING),
    "tricks taken by a director": writing(
        {
            "players": [*"NESW"],
            "tricks": [],
            "adjustments": [{"team": "N+S", "tricks": -3, "to": "E+W", "reason": "A signal"}],
        }
    ),
    "what happens in a game": writing(_LEAGUE),
    "what happens in a game, as a sheet": {**writing(_LEAGUE), "format": "csv"},
    "short forms": writing(_SHORT),
    "short forms in a game": writing(
        {"players": _SHORT["players"], "first_dealer": "W", "rounds": [without(_SHORT, "players")]}
    ),
    "a game that goes on": writing(
        {"players": _SHORT["players"], "first_round_number": 5, "rounds": [without(_SHORT, "players")]}
    ),
    "a bid that is said not to be blind": writing(
        without(_SHORT, "bids_by_player", "blind_bidders") | {"bids": [{"player": "N", "tricks": 2, "blind": False}]}
    ),
}
