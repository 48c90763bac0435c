"""Records made from other records; nothing here changes the record that it is given."""

from __future__ import annotations

import copy

from tests.spades.builders.cards import Json
from tests.spades.builders.records import moment, trick


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


def with_trick(body: Json, number: int, line: str, **claims: object) -> Json:
    """Return the record with another trick in place of this one (from 1)."""
    other = copy.deepcopy(body)
    other["tricks"][number - 1] = trick(line, body["players"], **claims)
    return other


def cut(body: Json, after: int, plays: int = 0) -> Json:
    """Return the record with its log cut after some tricks and some plays of the next."""
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


def taken_back(body: Json, number: int, player: str, *cards: str, at: tuple[int, int] | None = None) -> Json:
    """Return the record with cards that this player took back in a trick (from 1) before the one that stayed.

    ``at`` is the `moment` when that was; without it the record does not say.
    """
    other = copy.deepcopy(body)
    play = next(play for play in other["tricks"][number - 1]["plays"] if play["player"] == player)
    when = {} if at is None else {"at": moment(*at)}
    play.setdefault("withdrawn", []).extend({"card": card, **when} for card in cards)
    return other
