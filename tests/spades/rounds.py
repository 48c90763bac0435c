"""Records of rounds for the tests of the audit: legal ones, what is derived from them, and how to ask for a ruling.

A trick is written as names and cards: a name says whose card comes next, and the cards after it go clockwise.
``"ana KH 5H 9H 2H"`` is a trick in turn, ``"ana KH cy 9H ben 5H dee 2H"`` one in which cy jumped ahead.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import unquote

from flask.testing import FlaskClient

from service import create_app
from service.spades.cards import CODES

Json = dict[str, Any]

PLAYERS = ("ana", "ben", "cy", "dee", "eve", "fay")
STANDARD = CODES[:52]
HONOUR_RANKS = "AKQJ"
"""The ranks of a pack of sixteen: four tricks are a whole round, and every deal can be checked at a glance."""


# Rulesets.


def rules(players: int = 4, base: str = "pagat", /, **groups: Mapping[str, object]) -> Json:
    """Return a reference to a preset with these parameters on top; other than four players play each for oneself."""
    overrides: Json = {}
    if players != 4:
        overrides = {"table": {"players": [players], "sides": "individual"}, "deck": {"leftover": "set_aside"}}
    for group, members in groups.items():
        overrides[group] = {**overrides.get(group, {}), **members}
    return {"name": base, "overrides": overrides}


def honours(players: int = 4, /, **groups: Mapping[str, object]) -> Json:
    """Return `rules` for a pack of aces, kings, queens and jacks."""
    low = [card for card in STANDARD if card[0] not in HONOUR_RANKS]
    deck = {"removed": {str(players): low}, **groups.pop("deck", {})}
    return rules(players, deck=deck, **groups)


def small(players: int, size: int, /, **groups: Mapping[str, object]) -> Json:
    """Return `rules` for hands of this size from a whole pack, the other cards set aside."""
    deck = {"hand_size": {str(players): size}, "leftover": "set_aside", **groups.pop("deck", {})}
    return rules(players, deck=deck, **groups)


# Records.


def trick(line: str, players: Sequence[str] = PLAYERS[:4], **claims: str) -> Json:
    """Return a trick from names and cards, with the ``leader`` or ``winner`` that the record claims."""
    plays, seat = [], 0
    for token in line.split():
        if token in players:
            seat = players.index(token)
        else:
            plays.append({"player": players[seat % len(players)], "card": token})
            seat += 1
    return {"plays": plays, **claims}


def bids(text: str) -> list[Json]:
    """Return bids from a text such as ``"ana 4, ben 0, cy blind 6, ben+dee 7"``."""
    made = []
    for part in filter(None, text.split(", ")):
        name, *words = part.split()
        bid: Json = {"team" if "+" in name else "player": name, "tricks": int(words[-1])}
        if "blind" in words:
            bid["blind"] = True
        made.append(bid)
    return made


def hands(**cards: str) -> dict[str, list[str]]:
    """Return hands from texts such as ``ana="AH KH"``."""
    return {player: text.split() for player, text in cards.items()}


def record(ruleset: Json | str, *lines: str, bid: str | None = None, players: int = 4, **members: object) -> Json:
    """Return a record of these tricks; unless told otherwise the last player dealt and everybody bid one."""
    names = PLAYERS[:players]
    said = ", ".join(f"{name} 1" for name in names) if bid is None else bid
    body = {
        "ruleset": ruleset,
        "players": list(names),
        "dealer": names[-1],
        "bids": bids(said),
        "tricks": [trick(line, names) for line in lines],
        **members,
    }
    return {name: value for name, value in body.items() if value is not None}


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
LEGAL_WON = {"ana": 5, "ben": 5, "cy": 1, "dee": 2}


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


# What is derived from a record; nothing here changes the record that it is given.


def with_hands(body: Json) -> Json:
    """Return the record with each hand as the log shows it."""
    shown: dict[str, list[str]] = {player: [] for player in body["players"]}
    for each in body["tricks"]:
        for play in each["plays"]:
            shown[play["player"]].append(play["card"])
    return {**copy.deepcopy(body), "hands": shown}


def without(body: Json, *members: str) -> Json:
    """Return the record without these members."""
    return {name: copy.deepcopy(value) for name, value in body.items() if name not in members}


def changed(body: Json, **members: object) -> Json:
    """Return the record with these members in place of its own."""
    return {**copy.deepcopy(body), **members}


def with_trick(body: Json, number: int, line: str, **claims: str) -> Json:
    """Return the record with another trick in the place of this one (from 1)."""
    other = copy.deepcopy(body)
    other["tricks"][number - 1] = trick(line, body["players"], **claims)
    return other


def cut(body: Json, after: int, plays: int = 0) -> Json:
    """Return the record with its log cut after so many tricks and so many plays of the next."""
    other = copy.deepcopy(body)
    rest = other["tricks"][after]["plays"][:plays]
    other["tricks"] = other["tricks"][:after] + ([{"plays": rest}] if rest else [])
    return other


def replaced(body: Json, old: str, new: str) -> Json:
    """Return the record with another card where this one was played; the hands stay."""
    other = copy.deepcopy(body)
    for each in other["tricks"]:
        for play in each["plays"]:
            if play["card"] == old:
                play["card"] = new
    return other


def swapped(body: Json, one: str, other: str) -> Json:
    """Return the record with two cards played in each other's place; the hands stay."""
    return replaced(replaced(replaced(body, one, "LJ"), other, one), "LJ", other)


def unlisted(body: Json, *players: str) -> Json:
    """Return the record without the hands of these players."""
    kept = {name: cards for name, cards in body["hands"].items() if name not in players}
    return changed(body, hands=kept)


def hand_without(body: Json, player: str, *cards: str) -> Json:
    """Return the record with these cards left out of the list of a hand."""
    listed = {**body["hands"], player: [card for card in body["hands"][player] if card not in cards]}
    return changed(body, hands=listed)


# Rounds at random, played by the plainest reading of the rules.


@dataclass(frozen=True)
class Chance:
    """A round dealt and played at random: its record with all hands, and what was done wrong in it."""

    body: Json
    faults: tuple[tuple[str, int, str], ...]
    """Code, trick and player of every revoke and every illegal lead of a spade."""


@dataclass(frozen=True)
class Promoted:
    """How cards rank when these stand above the ace of spades, high to low, and are spades."""

    top: Sequence[str] = ()

    def suit(self, card: str) -> str:
        """Return the suit that a card belongs to in play."""
        return "S" if card in self.top else card[1]

    def beats(self, card: str, best: str) -> bool:
        """Tell whether a card takes a trick from the best card so far."""
        ranks = [*self.top, *(f"{rank}{self.suit(card)}" for rank in "AKQJT98765432")]
        if self.suit(card) == self.suit(best):
            return ranks.index(card) < ranks.index(best)
        return self.suit(card) == "S"


def chance_round(
    seed: int,
    ruleset: Json,
    players: int,
    size: int,
    *,
    cards: Iterable[str] = STANDARD,
    order: Promoted = Promoted(),
    discard_only: bool = False,
    slips: float = 0.0,
) -> Chance:
    """Deal and play a round; a share of ``slips`` of the cards is drawn from the whole hand, the others are legal.

    Only the default rules of play are known here: follow suit, no spade to open with, no spade led before spades
    are broken.
    """
    chance = random.Random(seed)
    pack = list(cards)
    chance.shuffle(pack)
    names = PLAYERS[:players]
    holding = {name: pack[place * size : (place + 1) * size] for place, name in enumerate(names)}
    listed = copy.deepcopy(holding)
    lines, faults, leader, broken = [], [], 0, False
    for number in range(1, size + 1):
        line: list[str] = []
        led, best, winner = "", "", leader
        for step in range(players):
            seat = (leader + step) % players
            hand = holding[names[seat]]
            plain = [card for card in hand if order.suit(card) != "S"]
            same = [card for card in hand if order.suit(card) == led]
            legal = same or hand if line or broken else plain or hand
            card = chance.choice(hand if chance.random() < slips else legal)
            if card not in legal:
                lead = "illegal_opening_card" if number == 1 else "illegal_spade_lead"
                faults.append(("revoke" if line else lead, number, names[seat]))
            if order.suit(card) == "S":
                broken = broken or not discard_only or (bool(line) and led != "S" and not same)
            if not line or order.beats(card, best):
                best, winner = card, seat
            led = led or order.suit(card)
            hand.remove(card)
            line.append(card)
        lines.append(f"{names[leader]} {' '.join(line)}")
        leader = winner
    return Chance(record(ruleset, *lines, players=players, hands=listed), tuple(faults))


# Rulings.


@cache
def _client() -> FlaskClient:
    return create_app().test_client()


def ruling(body: Json) -> Json:
    """Return the ruling on a record, as it goes out on the wire."""
    response = _client().post("/v1/rounds/audit", json=body)
    answer: Json = response.get_json()
    if response.status_code != 200:
        message = f"the record was refused: {answer}"
        raise ValueError(message)
    return answer


def codes(found: Iterable[Json]) -> list[str]:
    """Return the codes of findings."""
    return [finding["code"] for finding in found]


def places(found: Iterable[Json]) -> list[tuple[str, str]]:
    """Return code and pointer of findings."""
    return [(finding["code"], finding["pointer"]) for finding in found]


def resolves(body: Json, pointer: str) -> bool:
    """Tell whether a pointer (RFC 6901, as a URI fragment) leads to a place in the record."""
    found: Any = body
    for part in unquote(pointer.removeprefix("#")).split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        try:
            found = found[int(name)] if isinstance(found, list) else found[name]
        except (IndexError, KeyError, ValueError):
            return False
    return pointer.startswith("#")


def evidence_stands(body: Json, ruled: Json) -> bool:
    """Tell whether all that the findings point to, as their place or as evidence, is in the record."""
    pointers = {each["pointer"] for each in (*ruled["findings"], *ruled["undecided"])}
    for each in ruled["findings"]:
        evidence = each.get("evidence", {})
        pointers |= {evidence[name] for name in ("proved_by", "also_at") if name in evidence} - {"counting"}
    return all(resolves(body, pointer) for pointer in pointers)


def evident(finding: Json) -> Json:
    """Return a finding without its sentences: what is left is what programs read."""
    members = {name: value for name, value in finding.items() if name != "detail"}
    if "rule" in members:
        members["rule"] = {name: value for name, value in members["rule"].items() if name != "text"}
    return members


@dataclass(frozen=True)
class Case:
    """A finding code with a record that is just wrong enough for it, and one that is just right."""

    rule: str
    """The rule that the finding rests on."""
    fault: Json
    twin: Json
    finding: Json
    """The finding without its sentences."""
    verdict: str = "irregular"
    complete: bool = False

    @property
    def code(self) -> str:
        """The code of the finding."""
        return str(self.finding["code"])
