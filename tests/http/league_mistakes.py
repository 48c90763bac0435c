"""What newcomers get wrong in a game with adjustments, void rounds, forfeits and substitutes: rows as in `mistakes`."""

from __future__ import annotations

from typing import Any

from tests.http.bodies import AUDIT_GAME, GAME
from tests.http.mistakes import BIDS_MADE, FIRST_TRICK, PLAYERS, RECORD, VIOLATION, Fault, Mistake

ROW: dict[str, Any] = {"bids": BIDS_MADE, "tricks_won": {"ana": 4, "ben": 3, "cy": 4, "dee": 2}}
BY_TEAM: dict[str, Any] = {
    "bids": [{"team": "ana+cy", "tricks": 5}, {"team": "ben+dee", "tricks": 7}],
    "tricks_won": {"ana+cy": 8, "ben+dee": 5},
}
LATE = {"team": "ana+cy", "points": -50, "reason": "Late to the table"}
WHY = "Cards exposed in the deal"
LEFT = {"out": "cy", "in": "eve"}
BY_EVE = {
    "bids_by_player": {"ana": 3, "ben": 4, "eve": 2, "dee": 3},
    "tricks_won": {"ana": 4, "ben": 3, "eve": 4, "dee": 2},
}
ALONE = {"ruleset": "solo-five-bags"}


def in_row(name: str, members: dict[str, Any], *faults: Fault, slug: str = RECORD, path: str = GAME) -> Mistake:
    """Return a game of one row with these members; each fault's pointer is one into the row."""
    return game(name, {**ROW, **members}, *_in_round(0, faults), slug=slug, path=path)


def game(name: str, *parts: Any, slug: str = RECORD, path: str = GAME, **head: Any) -> Mistake:
    """Return a game of these rounds, which have these faults."""
    rounds = [part for part in parts if isinstance(part, dict)]
    faults = tuple(part for part in parts if isinstance(part, tuple))
    return Mistake(name, path, {"ruleset": "pagat", "players": PLAYERS, "rounds": rounds, **head}, slug, faults)


def _in_round(place: int, faults: tuple[Fault, ...]) -> list[Fault]:
    return [(f"#/rounds/{place}{pointer}", code, words) for pointer, code, words in faults]


ADJUSTMENTS = (
    in_row(
        "an adjustment of a team that there is not",
        {"adjustments": [LATE, {**LATE, "team": "cy+ana"}]},
        ("/adjustments/1/team", "unknown_team", "write 'ana+cy', in the order of the players"),
    ),
    in_row(
        "points of an adjustment that are no whole number",
        {"adjustments": [{**LATE, "points": "-50"}, {**LATE, "points": 0.5}, {**LATE, "points": 10_001}]},
        ("/adjustments/0/points", "type", "Write -50, without quotes."),
        ("/adjustments/1/points", "type", "Write a whole number from -10000 to 10000."),
        ("/adjustments/2/points", "maximum", "10001 is above the maximum, 10000."),
        slug=VIOLATION,
    ),
    in_row(
        "an adjustment without a reason, and with an empty one",
        {"adjustments": [{"team": "ana+cy", "points": -50}, {**LATE, "reason": ""}]},
        ("/adjustments/0/reason", "required", "This member is required"),
        ("/adjustments/1/reason", "minLength", "This is empty: write 1 to 256 characters."),
        slug=VIOLATION,
    ),
    in_row(
        "a reason that is an essay",
        {"adjustments": [{**LATE, "reason": "x" * 257}]},
        ("/adjustments/0/reason", "maxLength", "longer than 256 characters: it has 257."),
        slug=VIOLATION,
    ),
    in_row(
        "an adjustment of a player",
        {"adjustments": [{"player": "ana", "points": -50, "reason": "Late"}]},
        ("/adjustments/0/player", "additionalProperties", "write team."),
        ("/adjustments/0/team", "required", "the team"),
        slug=VIOLATION,
        path=AUDIT_GAME,
    ),
    in_row(
        "an adjustment in the singular",
        {"adjustment": [LATE]},
        ("/adjustment", "additionalProperties", "write adjustments."),
        slug=VIOLATION,
    ),
    in_row(
        "thirteen adjustments",
        {"adjustments": [LATE] * 13},
        ("/adjustments", "maxItems", "There are more than 12 items: 13."),
        slug=VIOLATION,
        path=AUDIT_GAME,
    ),
)
ENDED_EARLY = (
    in_row("a void round without a reason", {"void": True}, ("/reason", "reason_missing", 'add "reason": "…"')),
    in_row(
        "a forfeit without a reason",
        {"forfeited_by": "ben+dee"},
        ("/reason", "reason_missing", 'add "reason": "…"'),
        path=AUDIT_GAME,
    ),
    in_row("a reason for nothing", {"reason": WHY}, ("/reason", "reason_alone", 'add "void": true or "forfeited_by"')),
    in_row(
        "a reason of a round that is not void",
        {"void": False, "reason": WHY},
        ("/reason", "reason_alone", "leave it out"),
        path=AUDIT_GAME,
    ),
    in_row(
        "void as a word",
        {"void": "true", "reason": WHY},
        ("/void", "type", "Write true, without quotes."),
        slug=VIOLATION,
    ),
    in_row(
        "other words for void and forfeited by",
        {"voided": True, "forfeit": "ben+dee", "reason": WHY},
        ("/forfeit", "additionalProperties", "write forfeited_by."),
        ("/voided", "additionalProperties", "write void."),
        slug=VIOLATION,
    ),
    game(
        "a void round with both a record and a row",
        {**ROW, "tricks": [FIRST_TRICK], "void": True, "reason": WHY},
        ("#/rounds/0", "tricks_or_tricks_won", "not both: leave one out"),
    ),
    game(
        "neither a record nor a row, and nobody says why",
        {"bids": BIDS_MADE},
        ("#/rounds/0", "tricks_or_tricks_won", "unless the round is void or forfeited"),
    ),
    game(
        "a record to score that ends early",
        {"bids": BIDS_MADE, "tricks": [FIRST_TRICK]},
        ("#/rounds/0", "unfinished_round", "or audit the game, which takes such rounds"),
    ),
)
SUBSTITUTES = (
    game(
        "a substitute for somebody who is not there",
        {**ROW, "substitutions": [{"out": "zoe", "in": "eve"}]},
        ("#/rounds/0/substitutions/0/out", "unknown_player", "The players are 'ana', 'ben', 'cy' and 'dee'."),
    ),
    game(
        "a substitute who sits there",
        {**ROW, "substitutions": [{"out": "cy", "in": "ana"}]},
        ("#/rounds/0/substitutions/0/in", "duplicate_player", "'ana' sits at this table already"),
    ),
    game(
        "a substitute who is called nearly as another player",
        {**BY_TEAM, "substitutions": [{"out": "cy", "in": "BEN "}]},
        ("#/rounds/0/substitutions/0/in", "similar_players", "give the two different names"),
        path=AUDIT_GAME,
    ),
    game(
        "a substitute with the name of a team",
        {"void": True, "reason": WHY, "substitutions": [{"out": "cy", "in": "ben+dee"}]},
        ("#/rounds/0/substitutions/0/in", "ambiguous_team", "A side is named 'ben+dee'"),
    ),
    game(
        "two who change seats, each for oneself",
        {**BY_EVE, "substitutions": [LEFT]},
        {
            "substitutions": [{"out": "ana", "in": "cy"}],
            "bids_by_player": {"cy": 3, "ben": 4, "eve": 2, "dee": 3},
            "tricks_won": {"ben": 6, "dee": 7},
        },
        ("#/rounds/1/substitutions/0/in", "ambiguous_team", "A side is named 'cy'"),
        **ALONE,
    ),
    game(
        "a bid by somebody who left",
        {**BY_EVE, "substitutions": [LEFT]},
        {"bids": BIDS_MADE, "tricks_won": {"ana+cy": 8, "ben+dee": 5}},
        ("#/rounds/1/bids/2/player", "unknown_player", "'cy' left in round 1, when 'eve' came in."),
    ),
    game(
        "a card of somebody who left",
        {**BY_EVE, "substitutions": [LEFT]},
        {"tricks": [{"plays": [{"player": "cy", "card": "KH"}], "winner": "cy"}], "dealer": "cy"},
        ("#/rounds/1/dealer", "unknown_player", "'cy' left in round 1"),
        ("#/rounds/1/tricks/0/plays/0/player", "unknown_player", "'cy' left in round 1"),
        ("#/rounds/1/tricks/0/winner", "unknown_player", "'cy' left in round 1"),
        path=AUDIT_GAME,
    ),
    game(
        "a substitution from and to",
        {"void": True, "reason": WHY, "substitutions": [{"from": "cy", "to": "eve"}]},
        ("#/rounds/0/substitutions/0/from", "additionalProperties", "The members here are out and in."),
        ("#/rounds/0/substitutions/0/in", "required", "the player who takes that seat"),
        ("#/rounds/0/substitutions/0/out", "required", "the player who leaves"),
        ("#/rounds/0/substitutions/0/to", "additionalProperties", "There is no member 'to' here."),
        slug=VIOLATION,
    ),
    game(
        "seven substitutions",
        {**ROW, "substitutions": [LEFT, {"out": "eve", "in": "cy"}] * 3 + [LEFT]},
        ("#/rounds/0/substitutions", "maxItems", "There are more than 6 items: 7."),
        slug=VIOLATION,
    ),
    game(
        "a first dealer who comes in later",
        {**BY_EVE, "substitutions": [LEFT]},
        ("#/first_dealer", "unknown_player", "The players are 'ana', 'ben', 'cy' and 'dee'."),
        first_dealer="eve",
    ),
    game(
        "a ruleset that contradicts itself, and substitutes about whom nothing is wrong",
        {
            "substitutions": [{"out": "ana", "in": "eve"}, {"out": "ben", "in": "ana"}],
            "bids_by_player": {"eve": 3, "ana": 4, "cy": 2, "dee": 3},
            "tricks_won": {"eve": 4, "ana": 3, "cy": 4, "dee": 2},
        },
        ("#/ruleset/overrides/bidding/minimum", "contradiction", "bidding.minimum"),
        slug="unusable-ruleset",
        ruleset={"name": "pagat", "overrides": {"bidding": {"minimum": 14}}},
    ),
)

LEAGUE_MISTAKES = (*ADJUSTMENTS, *ENDED_EARLY, *SUBSTITUTES)
