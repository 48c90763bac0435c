"""Records of rounds, built from short texts.

A trick is written as names and cards: a name says whose card comes next, and the cards after it go clockwise.
``"ana KH 5H 9H 2H"`` is a trick in turn, ``"ana KH cy 9H ben 5H dee 2H"`` one in which cy jumped ahead.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.spades.builders.cards import FOUR, PLAYERS, Json


def trick(line: str, players: Sequence[str] = FOUR, **claims: object) -> Json:
    """Return a trick from names and cards, with what the record says of it besides: the ``leader``, the ``winner``."""
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
            bid["kind"] = "blind" if bid["tricks"] else "blind_nil"
        made.append(bid)
    return made


def hands(**cards: str) -> dict[str, list[str]]:
    """Return hands from texts such as ``ana="AH KH"``."""
    return {player: text.split() for player, text in cards.items()}


def record(ruleset: Json | str, *lines: str, bid: str | None = None, players: int = 4, **members: object) -> Json:
    """Return a record of these tricks; by default the last player dealt and everybody bid one.

    Without a sheet, play was stopped where the tricks end: no trick of these short rounds was forgotten.
    """
    names = PLAYERS[:players]
    said = ", ".join(f"{name} 1" for name in names) if bid is None else bid
    body = {
        "ruleset": ruleset,
        "players": list(names),
        "dealer": names[-1],
        "bids": bids(said),
        "tricks": [trick(line, names) for line in lines],
        "stopped": None if "reported" in members else True,
        **members,
    }
    return {name: value for name, value in body.items() if value is not None}


def tricks_won(text: str) -> dict[str, int]:
    """Return the tricks that players or teams won from a text such as ``"ana 5, ben+dee 8"``."""
    return {name: int(count) for name, count in (each.split() for each in text.split(", "))}


def call(text: str) -> Json:
    """Return an accusation from ``"ben cy"`` (any trick), ``"ben cy 1"`` or ``"ben cy 1 at 2.0"``.

    ``2.0`` is the moment at which no card of trick 2 lay on the table yet.
    """
    names, _, when = text.partition(" at ")
    by, against, *number = names.split()
    made: Json = {"by": by, "against": against}
    if number:
        made["trick"] = int(number[0])
    if when:
        made["at"] = moment(*map(int, when.split(".")))
    return made


def moment(number: int, plays: int) -> Json:
    """Return the moment at which this many cards of a trick (from 1) lay on the table."""
    return {"trick": number, "plays": plays}
