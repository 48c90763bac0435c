"""What newcomers get wrong, each with the answer to it: a table to be read.

A row has a name, the operation, the body, and the faults that are answered: the pointer, the code, and words that the
detail has to contain, which say what to write instead. The faults are all that are answered, in their order.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tests.http.bodies import AUDIT, AUDIT_GAME, BIDS, COMPARE, GAME, PLAYS, RESOLVE, SCORE, STANDINGS, TRICK

Fault = tuple[str, str, str]

VIOLATION, RULESET, RECORD = "contract-violation", "unusable-ruleset", "unreadable-record"
PLAYERS = ["ana", "ben", "cy", "dee"]
BIDS_MADE = [
    {"player": "ana", "tricks": 3},
    {"player": "ben", "tricks": 4},
    {"player": "cy", "tricks": 2},
    {"player": "dee", "tricks": 3},
]
ROUND = {
    "ruleset": "pagat",
    "players": PLAYERS,
    "bids": BIDS_MADE,
    "tricks_won": {"ana": 4, "ben": 3, "cy": 4, "dee": 2},
}
FIRST_TRICK = {"leader": "ana", "cards": ["KH", "2H", "3S", "4H"]}
RECORD_OF_ROUND = {"ruleset": "pagat", "players": PLAYERS, "bids": BIDS_MADE, "tricks": [FIRST_TRICK]}
HAND = {"ruleset": "pagat", "hand": ["KH", "2H"], "plays": [], "trick_number": 2, "spades_broken": False}
ROW: dict[str, Any] = {"bids": BIDS_MADE, "tricks_won": ROUND["tricks_won"]}
SHEET = {"ruleset": "pagat", "players": PLAYERS, "rounds": [ROW]}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A body that is refused, and what has to be said about it."""

    name: str
    path: str
    body: Any
    slug: str
    faults: tuple[Fault, ...]

    @property
    def bytes(self) -> bytes:
        """The body as it is sent."""
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body, ensure_ascii=False).encode()


def without(body: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name not in names}


def score(name: str, *faults: Fault, slug: str = VIOLATION, lacking: tuple[str, ...] = (), **members: Any) -> Mistake:
    return Mistake(name, SCORE, without({**ROUND, **members}, *lacking), slug, faults)


def audit(name: str, *faults: Fault, slug: str = VIOLATION, lacking: tuple[str, ...] = (), **members: Any) -> Mistake:
    return Mistake(name, AUDIT, without({**RECORD_OF_ROUND, **members}, *lacking), slug, faults)


def overriding(name: str, overrides: Any, *faults: Fault, slug: str = VIOLATION) -> Mistake:
    return Mistake(name, RESOLVE, {"ruleset": {"name": "pagat", "overrides": overrides}}, slug, faults)


def comparing(name: str, *faults: Fault, slug: str = VIOLATION, **members: Any) -> Mistake:
    return Mistake(name, COMPARE, members, slug, faults)


def hand(card: Any) -> dict[str, Any]:
    return {"ana": [card]}


def bid(first: Any) -> list[Any]:
    return [first, *BIDS_MADE[1:]]


CARD = "#/hands/ana/0"
CARDS = (
    audit("a ten with two digits", (CARD, "enum", "write TH. A card is its rank, then its suit"), hands=hand("10H")),
    audit("a card in small letters", (CARD, "enum", "'kh' is not a card: write KH."), hands=hand("kh")),
    audit("a card with its suit first", (CARD, "enum", "write KH."), hands=hand("HK")),
    audit("a card with a symbol", (CARD, "enum", "write KH."), hands=hand("K\u2665")),
    audit("a ten with a symbol", (CARD, "enum", "write TS."), hands=hand("\u266010")),
    audit("a card in words", (CARD, "enum", "write KH."), hands=hand("King of Hearts")),
    audit("a rank that there is not", (CARD, "enum", "'1H' is not a card. A card is its rank"), hands=hand("1H")),
    audit("a card that could not be read", (CARD, "enum", "?? for one that can't be read"), hands=hand("?")),
    audit("a suit alone", (CARD, "enum", "2C to AS"), hands=hand("H")),
    audit(
        "a card as an object",
        (CARD, "type", "This must be a string, not an object."),
        (CARD, "enum", "write TD."),
        hands=hand({"rank": "10", "suit": "diamonds"}),
    ),
    audit("a hand as one text", ("#/hands/ana", "type", 'Write ["AS", "TH", "2C"].'), hands={"ana": "AS 10H 2c"}),
    audit("hands as a list", ("#/hands", "type", 'Write {"ana": ["AS"], "ben": ["KS"]}'), hands=[["AS"], ["KS"]]),
    Mistake(
        "a card that nobody could read among one's own",
        PLAYS,
        {**HAND, "hand": ["??"]},
        VIOLATION,
        (("#/hand/0", "enum", "BJ and LJ are the jokers."),),
    ),
    audit(
        "three wrong cards: the form of a card is said once",
        ("#/set_aside/0", "enum", "write TH. A card is"),
        ("#/set_aside/1", "enum", "'kh' is not a card: write KH."),
        ("#/set_aside/2", "enum", "'1H' is not a card."),
        set_aside=["10H", "kh", "1H"],
    ),
)

FIRST = "#/bids/0/tricks"
NUMBERS = (
    score(
        "nil as a word", (FIRST, "type", "Write 0: nil is a bid of 0."), bids=bid({"player": "ana", "tricks": "nil"})
    ),
    score(
        "a blind nil as a word",
        (FIRST, "type", 'Write 0, and "blind": true beside it'),
        bids=bid({"player": "ana", "tricks": "blind nil"}),
    ),
    score(
        "a number in quotes", (FIRST, "type", "Write 3, without quotes."), bids=bid({"player": "ana", "tricks": "3"})
    ),
    score(
        "a limit of bags in words",
        ("#/ruleset/overrides/scoring/bag_limit", "type", "Write a whole number from 0 to 100, without quotes."),
        ruleset={"name": "pagat", "overrides": {"scoring": {"bag_limit": "ten"}}},
    ),
    score("3.0 in quotes", (FIRST, "type", "Write 3, without quotes."), bids=bid({"player": "ana", "tricks": "3.0"})),
    score(
        "half a trick",
        (FIRST, "type", "Write a whole number from 0 to 54."),
        bids=bid({"player": "ana", "tricks": 3.5}),
    ),
    score("null", (FIRST, "type", "Leave out what has no value"), bids=bid({"player": "ana", "tricks": None})),
    score("a bid of 99", (FIRST, "maximum", "99 is above the maximum, 54."), bids=bid({"player": "ana", "tricks": 99})),
    score("a minus", (FIRST, "minimum", "-1 is below the minimum, 0."), bids=bid({"player": "ana", "tricks": -1})),
    score("a round 0", ("#/round_number", "minimum", "count from 1."), round_number=0),
    score(
        "a truth value in quotes",
        ("#/bids/0/blind", "type", "Write true, without quotes."),
        bids=bid({"player": "ana", "tricks": 3, "blind": "yes"}),
    ),
    score(
        "0 for a truth value",
        ("#/bids/0/blind", "type", "Write false, without quotes."),
        bids=bid({"player": "ana", "tricks": 3, "blind": 0}),
    ),
    audit("a reason why play was stopped", ("#/stopped", "type", "Write true, without quotes."), stopped="yes"),
    score(
        "a truth value for a number",
        (FIRST, "type", "Write a whole number from 0 to 54."),
        bids=bid({"player": "ana", "tricks": True}),
    ),
    score("an empty name", ("#/dealer", "minLength", "empty: write 1 to 64 characters, or leave this"), dealer=""),
    score("a label without a name", ("#/labels/", "propertyNames", "is empty: write 1 to 64"), labels={"": "4"}),
    score(
        "a label with a long name",
        (f"#/labels/{'x' * 65}", "propertyNames", "is 65 characters long: write 1 to 64 characters."),
        labels={"x" * 65: "4"},
    ),
    score("a number for a label", ("#/labels/table", "type", 'Write "4".'), labels={"table": 4}),
    score("the standing as a number", ("#/before/ana+cy", "type", 'Write {"score": 337}.'), before={"ana+cy": 337}),
    score(
        "tricks won as words",
        ("#/tricks_won/ana", "type", "Write 4, without quotes."),
        tricks_won={"ana": "4", "ben": 3, "cy": 4, "dee": 2},
    ),
)

SHAPES = (
    score(
        "bids as a map",
        ("#/bids", "type", 'Or, if the order is not known: "bids_by_player": {"ana": 3, "ben": 0}.'),
        bids={"ana": 3, "ben": "nil"},
    ),
    score(
        "bids as numbers",
        ("#/bids/0", "type", '"bids_by_player": {"ana": 3, "ben": 4, "cy": 2, "dee": 3}.'),
        *((f"#/bids/{index}", "type", "This must be an object, not an integer.") for index in (1, 2, 3)),
        bids=[3, 4, 2, 3],
    ),
    score("a bid as a pair", ("#/bids/0", "type", 'Write {"player": "ana", "tricks": 3}.'), bids=bid(["ana", 3])),
    score(
        "a bid by name",
        ("#/bids/0/ana", "additionalProperties", 'write {"player": "ana", "tricks": 3}.'),
        ("#/bids/0/tricks", "required", "the number of tricks bid"),
        bids=bid({"ana": 3}),
    ),
    score(
        "bids by player as a list",
        ("#/bids_by_player", "type", 'Write {"ana": 3, "ben": 4, "cy": 2, "dee": 3}'),
        bids_by_player=[3, 4, 2, 3],
        lacking=("bids",),
    ),
    score(
        "tricks won as a list",
        ("#/tricks_won", "type", 'Write {"ana": 4, "ben": 3, "cy": 4, "dee": 2}'),
        tricks_won=[4, 3, 4, 2],
    ),
    audit(
        "tricks as lists of cards",
        ("#/tricks/0", "type", 'Write {"leader": "ana", "cards": ["KH", "2H", "3S", "4H"]}: the cards clockwise'),
        ("#/tricks/1", "type", "This must be an object, not an array."),
        tricks=[["KH", "2H", "3S", "4H"], ["KD", "2D", "3D", "4D"]],
    ),
    audit(
        "tricks as lists of pairs",
        ("#/tricks/0", "type", 'Write {"plays": [{"player": "ana", "card": "TH"}, {"player": "ben", "card": "2H"}]}.'),
        tricks=[[["ana", "10H"], ["ben", "2H"]]],
    ),
    audit(
        "plays as cards",
        ("#/tricks/0/plays/0", "type", '{"player": "ana", "card": "KH"}: who played it, and the card.'),
        ("#/tricks/0/plays/1", "type", "This must be an object, not a string."),
        tricks=[{"plays": ["KH", "2H"]}],
    ),
    audit(
        "a play by name",
        ("#/tricks/0/plays/0/ana", "additionalProperties", 'write {"player": "ana", "card": "KH"}.'),
        ("#/tricks/0/plays/0/card", "required", "the card that was finally played"),
        ("#/tricks/0/plays/0/player", "required", "the client's own name for a player"),
        tricks=[{"plays": [{"ana": "KH"}]}],
    ),
    audit(
        "cards by player as a list",
        ("#/tricks/0/cards_by_player", "type", 'Write "cards": ["KH", "2H"]: the cards clockwise'),
        tricks=[{"leader": "ana", "cards_by_player": ["KH", "2H"]}],
    ),
    score(
        "players as one text",
        ("#/players", "type", 'Write ["ana", "ben", "cy", "dee"].'),
        players="ana, ben, cy, dee",
    ),
    score(
        "players by seat",
        ("#/players", "type", 'Write ["ana", "ben", "cy", "dee"], clockwise around the table.'),
        players={"N": "ana", "E": "ben", "S": "cy", "W": "dee"},
    ),
    score(
        "players as objects",
        *((f"#/players/{index}", "type", f'Write "{name}".') for index, name in enumerate(PLAYERS)),
        players=[{"name": name} for name in PLAYERS],
    ),
    score(
        "teams by name",
        ("#/teams", "type", 'Write [{"name": "NS", "players": ["ana", "cy"]}].'),
        teams={"NS": ["ana", "cy"]},
    ),
    score("a player by number", ("#/dealer", "type", "Write a player's name: 'ana', 'ben', 'cy' or 'dee'."), dealer=3),
)

MEMBERS = (
    score("a misspelled member", ("#/deler", "additionalProperties", "'deler' here: write dealer."), deler="dee"),
    score("a member in capitals", ("#/Dealer", "additionalProperties", "write dealer. The members here"), Dealer="dee"),
    score(
        "a member in another style",
        ("#/roundNumber", "additionalProperties", "write round_number. The members here are round_number, ruleset"),
        roundNumber=2,
    ),
    score(
        "two unknown members: the members are listed once",
        ("#/foo", "additionalProperties", "There is no member 'foo' here. The members here are ruleset, players"),
        ("#/qux", "additionalProperties", "There is no member 'qux' here."),
        foo=1,
        qux=2,
    ),
    score(
        "a bid with a member of its own",
        ("#/bids/0/bid", "additionalProperties", "'bid' here: write tricks."),
        ("#/bids/0/tricks", "required", "This member is required: the number of tricks bid."),
        bids=bid({"player": "ana", "bid": 3}),
    ),
    audit(
        "points beside the record",
        ("#/points", "additionalProperties", 'so write "reported": {"points": {"ana+cy": 71}}.'),
        points={"ana+cy": 71},
    ),
    audit(
        "a member too deep",
        ("#/tricks/0/dealer", "additionalProperties", "it belongs at #/dealer."),
        tricks=[{**FIRST_TRICK, "dealer": "dee"}],
    ),
    score(
        "overrides beside the ruleset",
        ("#/overrides", "additionalProperties", 'so write "ruleset": {"overrides": {"nil": {"made": 50}}}.'),
        overrides={"nil": {"made": 50}},
    ),
    score("no players", ("#/players", "required", "the players, clockwise around the table."), lacking=("players",)),
    audit(
        "no tricks",
        ("#/tricks", "required", "in which they were played. Without its tricks a round is scored by POST /v1/rounds/"),
        lacking=("tricks",),
    ),
)

RULESETS = (
    score("no ruleset", ("#/ruleset", "required", "The rulesets are blues-bowl,"), lacking=("ruleset",)),
    score(
        "a ruleset in capitals",
        ("#/ruleset", "unknown_ruleset", "'Pagat': write pagat."),
        slug=RULESET,
        ruleset="Pagat",
    ),
    score(
        "a part of a ruleset's name",
        ("#/ruleset", "unknown_ruleset", "'jjdd': write tournament-jjdd. The rulesets are tournament-jjdd, blues-bowl"),
        slug=RULESET,
        ruleset="jjdd",
    ),
    score(
        "a ruleset of another game",
        ("#/ruleset", "unknown_ruleset", "There is no ruleset 'bridge'. The rulesets are blues-bowl,"),
        slug=RULESET,
        ruleset="bridge",
    ),
    score("a ruleset in a list", ("#/ruleset", "type", 'Write "pagat".'), ruleset=["pagat"]),
    score(
        "a preset",
        ("#/ruleset/name", "required", "name a ruleset. The rulesets are"),
        ("#/ruleset/preset", "additionalProperties", "'preset' here: write name."),
        ruleset={"preset": "pagat"},
    ),
    score(
        "an unknown option",
        (
            "#/ruleset/options/0",
            "unknown_option",
            "'short game': write short-game. The options of nello are short-game",
        ),
        slug=RULESET,
        ruleset={"name": "nello", "options": ["short game"]},
    ),
    score(
        "an option of a ruleset without options",
        ("#/ruleset/options/0", "unknown_option", "pagat has no options: leave out 'short-game'."),
        slug=RULESET,
        ruleset={"name": "pagat", "options": ["short-game"]},
    ),
    overriding(
        "a parameter without its group",
        {"bag_limit": 5},
        ("#/ruleset/overrides/bag_limit", "additionalProperties", 'write {"scoring": {"bag_limit": 5}}.'),
    ),
    overriding(
        "a parameter with a dotted name",
        {"scoring.bag_limit": 5},
        ("#/ruleset/overrides/scoring.bag_limit", "additionalProperties", 'write {"scoring": {"bag_limit": 5}}.'),
    ),
    overriding(
        "a parameter in the wrong group",
        {"game": {"bag_limit": 5}},
        ("#/ruleset/overrides/game/bag_limit", "additionalProperties", 'write {"scoring": {"bag_limit": 5}}.'),
    ),
    overriding(
        "a misspelled parameter",
        {"scoring": {"bag_limt": 5}},
        ("#/ruleset/overrides/scoring/bag_limt", "additionalProperties", "write bag_limit. The members here are"),
    ),
    overriding(
        "a misspelled parameter without its group",
        {"bag_limt": 5},
        ("#/ruleset/overrides/bag_limt", "additionalProperties", 'write {"scoring": {"bag_limit": 5}}.'),
    ),
    overriding(
        "a misspelled group",
        {"score": {"bag_limit": 5}},
        ("#/ruleset/overrides/score", "additionalProperties", "write scoring. The groups of parameters are scoring"),
    ),
    overriding(
        "a value in another spelling",
        {"play": {"spade_lead": "after-broken"}},
        ("#/ruleset/overrides/play/spade_lead", "enum", "write after_broken. The values here are after_broken,"),
    ),
    overriding(
        "a number of players that is no list",
        {"table": {"players": 4}},
        ("#/ruleset/overrides/table/players", "type", "Write [4]."),
    ),
    Mistake(
        "parameters beside the overrides",
        RESOLVE,
        {"ruleset": {"name": "pagat", "scoring": {"bag_limit": 5}}},
        VIOLATION,
        (("#/ruleset/scoring", "additionalProperties", '"overrides": {"scoring": {"bag_limit": 5}}.'),),
    ),
    comparing(
        "two rulesets that do not exist",
        ("#/rulesets/0", "unknown_ruleset", "'pagt': write pagat. The rulesets are pagat,"),
        ("#/rulesets/1/name", "unknown_ruleset", "There is no ruleset 'bridge'."),
        slug=RULESET,
        rulesets=["pagt", {"name": "bridge"}],
    ),
    comparing(
        "options and values of the second ruleset",
        ("#/rulesets/1/options/0", "unknown_option", "nello has no option 'long-game'."),
        slug=RULESET,
        rulesets=["pagat", {"name": "nello", "options": ["long-game"]}],
    ),
    comparing(
        "values that contradict each other in both rulesets",
        ("#/rulesets/0/overrides/bidding/minimum", "contradiction", "bidding.minimum"),
        ("#/rulesets/1/overrides/bidding/minimum", "contradiction", "bidding.minimum"),
        slug=RULESET,
        rulesets=[{"name": name, "overrides": {"bidding": {"minimum": 14}}} for name in ("pagat", "nello")],
    ),
    comparing(
        "a violation in one ruleset and an unknown name in the other",
        ("#/rulesets/0/overrides/nil/maid", "additionalProperties", "'maid' here: write made."),
        ("#/rulesets/1", "unknown_ruleset", "'Nello': write nello."),
        rulesets=[{"name": "pagat", "overrides": {"nil": {"maid": 3}}}, "Nello"],
    ),
    comparing(
        "a third ruleset",
        ("#/rulesets", "maxItems", "There are more than 2 items: 3."),
        rulesets=["nello", "pagat", "mirror"],
    ),
    comparing(
        "one ruleset alone",
        ("#/rulesets", "minItems", "There are fewer than 2 items: 1. Write 2 or more."),
        rulesets=["pagat"],
    ),
    comparing(
        "the member of the other operations",
        ("#/ruleset", "additionalProperties", "The members here are rulesets and player_count."),
        ("#/rulesets", "required", "references to the two rulesets."),
        ruleset="pagat",
    ),
    comparing(
        "a number of players for neither",
        ("#/player_count", "player_count", "Neither ruleset has a table for 3 players."),
        slug=RULESET,
        rulesets=["pagat", "nello"],
        player_count=3,
    ),
    comparing(
        "a number of players for the first alone",
        ("#/player_count", "player_count", "The second ruleset has no table for 3 players."),
        slug=RULESET,
        rulesets=["cutthroat", "pagat"],
        player_count=3,
    ),
)

NAMES = (
    score(
        "a name in capitals",
        ("#/dealer", "unknown_player", "write 'dee' (the two differ only in case, spaces"),
        slug=RECORD,
        dealer="Dee",
    ),
    score("a name with a space", ("#/dealer", "unknown_player", "write 'dee'"), slug=RECORD, dealer="dee "),
    score(
        "a name in another Unicode form",
        ("#/dealer", "unknown_player", "differ only in case, spaces or Unicode form"),
        slug=RECORD,
        players=["ana", "ben", "cy", "d\u00e9e"],
        bids=[*BIDS_MADE[:3], {"player": "d\u00e9e", "tricks": 3}],
        tricks_won={"ana": 4, "ben": 3, "cy": 4, "d\u00e9e": 2},
        dealer="de\u0301e",
    ),
    score("a slip in a name", ("#/dealer", "unknown_player", "Perhaps 'dee' was meant."), slug=RECORD, dealer="de"),
    score(
        "somebody who is not there",
        ("#/dealer", "unknown_player", "The players are 'ana', 'ben', 'cy' and 'dee'."),
        slug=RECORD,
        dealer="zoe",
    ),
    score(
        "a team in another order",
        ("#/before/cy+ana", "unknown_team", "write 'ana+cy', in the order of the players. The teams are 'ana+cy'"),
        slug=RECORD,
        before={"cy+ana": {"score": 10}},
    ),
    score(
        "two players of one name",
        (
            "#/players/1",
            "similar_players",
            "differ only in case, spaces or Unicode form: give the two different names.",
        ),
        slug=RECORD,
        players=["ana", "ANA", "cy", "dee"],
        bids=[{**each, "player": name} for each, name in zip(BIDS_MADE, ["ana", "ANA", "cy", "dee"], strict=True)],
        tricks_won={"ana": 4, "ANA": 3, "cy": 4, "dee": 2},
    ),
    score(
        "two teams of one name",
        ("#/teams", "similar_teams", "'north south' and 'North South', differ only in case"),
        slug=RECORD,
        teams=[{"name": "North South", "players": ["ana", "cy"]}, {"name": "north south", "players": ["ben", "dee"]}],
    ),
    score(
        "a team named like a player",
        ("#/teams", "ambiguous_team", "the name of a player who is not that side but for case"),
        slug=RECORD,
        teams=[{"name": "Ana", "players": ["ana", "cy"]}],
    ),
)

FAR_AND_WIDE = (
    score(
        "a type, a name and a ruleset",
        ("#/bids/1/player", "unknown_player", "write 'ben'"),
        ("#/bids/2/tricks", "type", "Write 2, without quotes."),
        ("#/ruleset", "unknown_ruleset", "write pagat."),
        ruleset="pagatt",
        bids=[BIDS_MADE[0], {"player": "Ben", "tricks": 4}, {"player": "cy", "tricks": "2"}, BIDS_MADE[3]],
    ),
    audit(
        "everything at once",
        ("#/deler", "additionalProperties", "write dealer."),
        ("#/hands/Ana", "unknown_player", "write 'ana'"),
        ("#/hands/Ana/0", "enum", "write TH."),
        ("#/players/3", "duplicate_player", "'cy' sits at the table twice."),
        ("#/ruleset/options/0", "unknown_option", "leave out 'x'."),
        ("#/ruleset/overrides/bag_limit", "additionalProperties", '{"scoring": {"bag_limit": 5}}'),
        ("#/tricks/0/leader", "unknown_player", "'zoe' does not sit at this table."),
        ("#/tricks/1", "type", "This must be an object, not an array."),
        deler="ana",
        hands={"Ana": ["10H"]},
        players=["ana", "ben", "cy", "cy"],
        bids=BIDS_MADE[:3],
        ruleset={"name": "pagat", "options": ["x"], "overrides": {"bag_limit": 5}},
        tricks=[{**FIRST_TRICK, "leader": "zoe"}, ["2C"]],
    ),
    score(
        "a ruleset and a name",
        ("#/dealer", "unknown_player", "'zoe' does not sit at this table."),
        ("#/ruleset", "unknown_ruleset", "'brigde'"),
        slug=RULESET,
        ruleset="brigde",
        dealer="zoe",
    ),
    score(
        "a contradiction and a name",
        ("#/dealer", "unknown_player", "'zoe' does not sit at this table."),
        ("#/ruleset/overrides/bidding/minimum", "contradiction", "bidding.minimum"),
        slug=RULESET,
        ruleset={"name": "pagat", "overrides": {"bidding": {"minimum": 14}}},
        dealer="zoe",
    ),
    score(
        "more bags than a round can leave",
        ("#/before/ana+cy/bags", "bags_over_limit", "takes bags off the count. Write those left after it, 7;"),
        slug=RECORD,
        before={"ana+cy": {"score": 337, "bags": 17}, "ben+dee": {"bags": 9}},
    ),
    score(
        "more bags than a round can leave where the count starts again",
        ("#/before/ana+cy/bags", "bags_over_limit", "Write those left after it, 0;"),
        slug=RECORD,
        ruleset="msn-zone",
        before={"ana+cy": {"score": 337, "bags": 17}},
    ),
    score(
        "too few players and a name",
        (
            "#/bids/3/player",
            "unknown_player",
            "'dee' does not sit at this table. The players are 'ana', 'ben' and 'cy'.",
        ),
        ("#/dealer", "unknown_player", "'zoe' does not sit at this table."),
        ("#/players", "player_count", 'dealt equally to 3, also "deck": {"leftover": "set_aside"}.'),
        ("#/tricks_won/dee", "unknown_player", "'dee' is neither a player nor a team at this table."),
        slug=RECORD,
        players=["ana", "ben", "cy"],
        dealer="zoe",
    ),
    score(
        "a member of the wrong type beside tricks that don't add up",
        ("#/labels/table", "type", 'Write "4".'),
        ("#/tricks_won", "tricks_total", "add up to 12; the round has 13."),
        labels={"table": 4},
        tricks_won={"ana": 4, "ben": 3, "cy": 4, "dee": 1},
    ),
    score(
        "what can't be known of tricks that are not numbers is not said",
        ("#/tricks_won/ana", "type", "Write 4, without quotes."),
        tricks_won={"ana": "4"},
    ),
    score(
        "a team that can't be known without its ruleset is no fault",
        ("#/ruleset", "required", "name a ruleset"),
        lacking=("ruleset",),
        before={"NS": {"score": 1}},
    ),
    Mistake(
        "faults in two rounds of a game",
        GAME,
        {
            **SHEET,
            "first_dealer": "zoe",
            "rounds": [
                {"bids": BIDS_MADE, "tricks_won": {"ana": "4", "eve": 1}},
                {"bids": bid({"player": "bob", "tricks": 3}), "tricks_won": ROUND["tricks_won"]},
            ],
        },
        VIOLATION,
        (
            ("#/first_dealer", "unknown_player", "'zoe' does not sit"),
            ("#/rounds/0/tricks_won/ana", "type", "Write 4, without quotes."),
            ("#/rounds/0/tricks_won/eve", "unknown_player", "neither a player nor a team"),
            ("#/rounds/1/bids/0/player", "unknown_player", "'bob' does not sit"),
        ),
    ),
    Mistake(
        "adjustments and substitutes in other shapes",
        GAME,
        {
            **SHEET,
            "rounds": [
                {**ROW, "adjustments": {"ana+cy": -50}},
                {**ROW, "adjustments": {"team": "ana+cy", "points": -50, "reason": "Late"}},
                {**ROW, "substitutions": {"cy": "eve"}},
                {**ROW, "substitutions": {"out": "cy", "in": "eve"}},
                {**ROW, "forfeited_by": "ben", "reason": "Left"},
            ],
        },
        VIOLATION,
        (
            ("#/rounds/0/adjustments", "type", 'Write [{"team": "ana+cy", "points": -50, "reason": "…"}]'),
            ("#/rounds/1/adjustments", "type", "must be an array"),
            ("#/rounds/2/substitutions", "type", 'Write [{"out": "cy", "in": "eve"}]: who leaves'),
            ("#/rounds/3/substitutions", "type", "must be an array"),
            ("#/rounds/4/forfeited_by", "unknown_team", "write 'ben+dee', the team of ben."),
        ),
    ),
    Mistake(
        "an adjustment and a substitution without their lists",
        GAME,
        {
            **SHEET,
            "rounds": [
                {
                    **ROW,
                    "adjustments": {"team": "ana+cy", "points": -50, "reason": "Late"},
                    "substitutions": {"out": "cy", "in": "eve"},
                },
            ],
        },
        VIOLATION,
        (
            ("#/rounds/0/adjustments", "type", 'Write [{"team": "ana+cy", "points": -50, "reason": "Late"}].'),
            ("#/rounds/0/substitutions", "type", 'Write [{"out": "cy", "in": "eve"}].'),
        ),
    ),
    Mistake(
        "a substitute without a name",
        GAME,
        {
            **SHEET,
            "rounds": [
                {
                    "substitutions": [{"out": "cy"}],
                    "bids_by_player": {"ana": 3, "ben": 4, "eve": 2, "dee": 3},
                    "tricks_won": {"ana": 4, "eve": 4, "ben+dee": 5},
                },
            ],
        },
        VIOLATION,
        (("#/rounds/0/substitutions/0/in", "required", "the player who takes that seat"),),
    ),
    Mistake(
        "a round of a game that is neither, with a name",
        AUDIT_GAME,
        {**SHEET, "rounds": [{"bids": BIDS_MADE, "dealer": "zoe"}, {"tricks": [], "dealer": "zoe", "reportd": {}}]},
        VIOLATION,
        (
            ("#/rounds/0", "tricks_or_tricks_won", "give exactly one"),
            ("#/rounds/0/dealer", "unknown_player", "'zoe' does not sit"),
            ("#/rounds/1/dealer", "unknown_player", "'zoe' does not sit"),
            ("#/rounds/1/reportd", "additionalProperties", "write reported."),
        ),
    ),
    Mistake(
        "a trick with an unknown player and a wrong card",
        TRICK,
        {"ruleset": "pagat", "players": PLAYERS, "plays": [{"player": "Ana", "card": "10H"}]},
        VIOLATION,
        (
            ("#/plays/0/card", "enum", "write TH."),
            ("#/plays/0/player", "unknown_player", "write 'ana'"),
        ),
    ),
    Mistake(
        "bids with an unknown ruleset and bidder",
        BIDS,
        {"ruleset": "whizz", "players": PLAYERS, "bids": [{"player": "bne", "tricks": 3}]},
        RULESET,
        (
            ("#/bids/0/player", "unknown_player", "Perhaps 'ben' was meant."),
            ("#/ruleset", "unknown_ruleset", "'whizz': write whiz."),
        ),
    ),
    Mistake("an array", SCORE, [ROUND, ROUND], VIOLATION, (("#", "type", "to a path that ends in /batch."),)),
    Mistake("JSON within JSON", SCORE, json.dumps(ROUND), VIOLATION, (("#", "type", "encoded twice"),)),
)


def tabulate(name: str, result: Any, *faults: Fault, slug: str = VIOLATION, **members: Any) -> Mistake:
    results = [RESULT | result] if isinstance(result, dict) else result
    return Mistake(name, STANDINGS, {"results": results, **members}, slug, faults)


RESULT = {"standing": {"Bears": {"score": 512}, "Red Lions": {"score": 430}}}
LEAGUES = (
    tabulate(
        "scores alone for a standing",
        {"standing": {"Bears": 512, "Lions": 430}},
        ("#/results/0/standing/Bears", "type", 'Write {"score": 512}.'),
        ("#/results/0/standing/Lions", "type", "This must be an object"),
    ),
    tabulate(
        "a standing as a list",
        {"standing": [{"team": "Bears", "score": 512}, {"team": "Lions", "score": 430}]},
        (
            "#/results/0/standing",
            "type",
            'Write {"Bears": {"score": 512}, "Lions": {"score": 430}}: the standing by team.',
        ),
    ),
    tabulate("one winner", {"winners": "Red Lions"}, ("#/results/0/winners", "type", 'Write ["Red Lions"].')),
    tabulate(
        "a winner with another name",
        {"winners": ["red lions"]},
        ("#/results/0/winners/0", "unknown_team", "write 'Red Lions'"),
        slug=RECORD,
    ),
    tabulate(
        "a whole line of answers",
        [{"line": 1, "status": 200, "result": RESULT}],
        ("#/results/0/line", "additionalProperties", "The members here are standing"),
        ("#/results/0/result", "additionalProperties", "send the result alone"),
        ("#/results/0/standing", "required", "the standing after the last round"),
        ("#/results/0/status", "additionalProperties", "There is no member 'status' here"),
    ),
    tabulate("a tie-break of another name", {}, ("#/order/0", "enum", "write head_to_head."), order=["headToHead"]),
    tabulate(
        "one team under two names",
        [RESULT, {"standing": {"bears": {"score": 1}, "Red Lions": {"score": 2}}}],
        ("#/results/1/standing/bears", "similar_teams", "write one name for one team."),
        slug=RECORD,
    ),
    Mistake(
        "nothing to make a table of",
        STANDINGS,
        {"teams": ["Bears"]},
        RECORD,
        (("#/results", "required", "Give results, games or both"),),
    ),
)

MISTAKES = (*CARDS, *NUMBERS, *SHAPES, *MEMBERS, *RULESETS, *NAMES, *FAR_AND_WIDE, *LEAGUES)
