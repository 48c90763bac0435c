"""A card to be played, read from a request: a hand and its moment and, on request, all other hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from service.spades.errors import Fault, UnreadableRecord
from service.spades.pointers import pointer_to
from service.spades.positions.position_read import read_position
from service.spades.record.lookup import Reader
from service.spades.record.model import Moment
from service.spades.record.parse import read_moment
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.seating import sit_down
from service.spades.solver.position import Position
from service.spades.table import Table

_OWN, _OTHERS = ("hand",), ("best_play", "hands")


class OpenHands(NamedTuple):
    """All hands at the moment at which a card is to be played, and who sits where."""

    table: Table
    position: Position


class CardToPlay(NamedTuple):
    """A hand from which a card is to be played, and the moment."""

    pack: Pack
    hand: tuple[int, ...]
    moment: Moment
    open_hands: OpenHands | None
    """None unless the request asks for best play."""


def read_card_to_play(ruleset: Ruleset, request: Mapping[str, Any]) -> CardToPlay:
    """Read a hand and the moment at which a card of it is to be played; members as in the contract.

    Raises `UnreadableRecord` with every fault, also for hands that don't fit together if best play is asked for.
    """
    pack, hand, moment = read_moment(ruleset, request)
    open_hands = _open_hands(ruleset, request, request["best_play"]) if "best_play" in request else None
    return CardToPlay(pack, hand, moment, open_hands)


def _open_hands(ruleset: Ruleset, request: Mapping[str, Any], asked: Mapping[str, Any]) -> OpenHands:
    if "players" not in request:
        detail = "Name the players, clockwise: best play depends on who plays with whom."
        raise UnreadableRecord([Fault("#/players", "required", detail)])
    rules = ruleset.parameters.table
    reader = Reader(ruleset, sit_down(request["players"], None, rules.sides, rules.players))
    player, plays = asked["player"], request["plays"]
    seat = reader.seat(player, "best_play", "player")
    if player in asked["hands"]:
        detail = f"The cards of {player} are in `hand`: leave them out here."
        reader.fault("held_twice", detail, *_OTHERS, player)
    reader.raise_faults()
    expected = (reader.table.seat[plays[0]["player"]] + len(plays)) % len(reader.table.players) if plays else seat
    if expected != seat and len(plays) < len(reader.table.players):
        detail = f"After these plays it is the turn of {reader.table.players[expected]}."
        reader.fault("out_of_turn", detail, "best_play", "player")
        reader.raise_faults()
    position = _position(reader, request, player)
    number = ruleset.packs[len(reader.table.players)].hand_size - position.tricks_left + 1
    if number != request["trick_number"]:
        detail = f"With as many cards as these hands have left, the trick is number {number} of the round."
        reader.fault("impossible_moment", detail, "trick_number")
        reader.raise_faults()
    return OpenHands(reader.table, position)


def _position(reader: Reader, request: Mapping[str, Any], player: str) -> Position:
    """Read the position; raises `UnreadableRecord` with every fault, each where the request has it."""
    plays = request["plays"]
    whole = {
        "hands": {**request["best_play"]["hands"], player: request["hand"]},
        "plays": plays,
        "leader": plays[0]["player"] if plays else player,
        "spades_broken": request["spades_broken"],
    }
    position = read_position(reader, whole)
    reader.faults = [each._replace(pointer=_as_sent(each.pointer, player)) for each in reader.faults]
    reader.raise_faults()
    return position


def _as_sent(pointer: str, player: str) -> str:
    """Return where the request has what a position has at this pointer."""
    own, others = pointer_to("hands", player), pointer_to("hands")
    if pointer == own or pointer.startswith(own + "/"):
        return pointer_to(*_OWN) + pointer.removeprefix(own)
    if pointer == others or pointer.startswith(others + "/"):
        return pointer_to(*_OTHERS) + pointer.removeprefix(others)
    return pointer
