"""A record and its ruling in a few lines, for people who look into one seed."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.spades.builders.cards import Json

MEMBERS = ("dealer", "round_number", "teams", "draws", "exchanges", "set_aside", "reported", "accusations")
"""What is printed as it is."""


def in_short(body: Json) -> Iterator[str]:
    """Yield the lines of a record; tricks are numbered from 0, as pointers do."""
    yield f"ruleset: {json.dumps(body['ruleset'])}"
    yield f"players: {' '.join(body['players'])}"
    yield from (f"{name}: {json.dumps(body[name])}" for name in MEMBERS if name in body)
    yield "bids: " + ", ".join(f"{bid.get('player', bid.get('team'))} {bid['tricks']}" for bid in body.get("bids", ()))
    for player, hand in body.get("hands", {}).items():
        yield f"hand of {player}: {' '.join(hand)}"
    for place, trick in enumerate(body["tricks"]):
        cards = trick.get("cards") or [f"{name} {card}" for name, card in trick.get("cards_by_player", {}).items()]
        plays = "  ".join(cards or [f"{play['player']} {play['card']}" for play in trick.get("plays", ())])
        claims = "".join(f"  {claim}={trick[claim]}" for claim in ("leader", "winner") if claim in trick)
        yield f"  {place}: {plays}{claims}"


def ruling_in_short(ruling: Json) -> Iterator[str]:
    """Yield the lines of a ruling."""
    yield f"verdict: {ruling['verdict']}"
    for name in ("findings", "undecided"):
        for found in ruling[name]:
            links = "".join(f" {link}={found[link]}" for link in ("follows", "conflicts_with") if link in found)
            yield f"  {name}: {found['severity']} {found['code']} {found['pointer']}{links}: {found['detail']}"
    for penalty in ruling["penalties"]:
        yield f"  penalty: {penalty['team']} {penalty['detail']}"
    for reading in ruling.get("readings", ()):
        accused = [f"{each['code']} {each.get('player', '')} {each.get('trick', '')}" for each in reading["offences"]]
        yield f"  reading: {reading['slip']} {json.dumps(reading['changes'])} {reading['verdict']} {accused}"
