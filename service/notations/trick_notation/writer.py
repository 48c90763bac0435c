"""Writes the record of a round in trick-notation.

The notation holds the players, the names of teams, the dealer, hands and cards set aside (each in the order of
`write_holding`), exchanges, bids in order or by player, the round number, the claimed score after the round, labels,
and tricks as ``cards``, or as ``cards_by_player`` if somebody in between has none or the leader is left out. It has no
place for a ruleset, a standing before the round, accusations, cards drawn or taken back, winners, bids of teams and
other claims of a score sheet, and a trick that is written as ``plays`` loses the order of play.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from service.notations.losses import Losses, refuse_unusable
from service.notations.model import WrittenText
from service.notations.trick_notation.calls import write_calls
from service.notations.trick_notation.deck import DECK_WITH_JOKERS, JOKERS, PLAIN_DECK, write_card, write_holding
from service.notations.trick_notation.document import FIRST_LINE, write_header
from service.notations.trick_notation.reader import EXCHANGE, SPADES
from service.notations.trick_notation.table import PLAYER, READ_HEADERS, TEAM, UNKNOWN
from service.notations.trick_rows import NOT_PLAYED, clockwise, row_from, trick_rows

TITLE = "trick-notation"
ASIDE = "@aside"
_MEMBERS_WRITTEN = {
    *("players", "teams", "dealer", "round_number", "hands", "set_aside", "exchanges"),
    *("bids", "bids_by_player", "blind_bidders", "tricks", "reported", "labels"),
}
_FOUR_SEATS = ("N", "E", "S", "W")
_OTHER_SEATS = ("A", "B", "C", "D", "E", "F")
_WORD = re.compile(r"[^\s;\"\[\]]+")
_SEAT = re.compile(r"[A-Z]")


def write(record: Mapping[str, Any]) -> WrittenText:
    """Write the record of a round; raises `UnwritableRecord` for anything else."""
    refuse_unusable(record, TITLE)
    losses = Losses(TITLE)
    losses.lose_members(record, _MEMBERS_WRITTEN)
    players = record["players"]
    labels = _labels(record, losses)
    if all(_SEAT.fullmatch(player) for player in players) and not any(PLAYER.fullmatch(key) for key in labels):
        seats = dict(zip(players, players, strict=True))
    else:
        seats = dict(zip(players, _FOUR_SEATS if len(players) == len(_FOUR_SEATS) else _OTHER_SEATS, strict=False))
    headers = [
        ("Game", SPADES),
        ("Deck", DECK_WITH_JOKERS if _has_jokers(record) else PLAIN_DECK),
        ("Seats", " ".join(seats.values())),
        *([("Dealer", seats[record["dealer"]])] if "dealer" in record else []),
        *_player_headers(seats, labels, losses),
        *_side_headers(record, seats, losses),
        *([("Caps", caps)] if (caps := _capabilities(record)) else []),
        *([("Round", str(record["round_number"]))] if "round_number" in record else []),
        *labels.items(),
    ]
    events = [
        *_deal(record, seats),
        *write_calls(record, seats, losses),
        *(
            " ".join([f"X {seats[each['from']]}>{seats[each['to']]}:", *map(write_card, each["cards"])])
            for each in record.get("exchanges", ())
        ),
        *_tricks(record, seats, losses),
    ]
    lines = [FIRST_LINE, *(f'[{key} "{value}"]' for key, value in headers), "", *events]
    return WrittenText("\n".join(lines) + "\n", losses.all)


def _labels(record: Mapping[str, Any], losses: Losses) -> dict[str, str]:
    """Return the labels that can be headers."""
    labels: dict[str, str] = {}
    named = [_WORD.fullmatch(player) is not None and player != UNKNOWN for player in record["players"]]
    for key, value in record.get("labels", {}).items():
        number = PLAYER.fullmatch(key)
        taken = key in READ_HEADERS or TEAM.fullmatch(key) is not None
        taken = taken or (number is not None and int(number[1]) < len(named) and not named[int(number[1])])
        if taken or write_header(key, value) is None:
            losses.lose("unmapped", "This label cannot be a header of the text.", "labels", key)
        else:
            labels[key] = value
    return labels


def _has_jokers(record: Mapping[str, Any]) -> bool:
    cards = chain(
        *record.get("hands", {}).values(),
        record.get("set_aside", ()),
        *(each["cards"] for each in record.get("exchanges", ())),
        *(each.get("cards", each.get("cards_by_player", {}).values()) for each in record["tricks"]),
        *((play["card"] for play in each.get("plays", ())) for each in record["tricks"]),
    )
    return not JOKERS.keys().isdisjoint(cards)


def _player_headers(seats: Mapping[str, str], labels: Mapping[str, str], losses: Losses) -> list[tuple[str, str]]:
    """Return the names of the players: words together, other names each in a header of its own."""
    if list(seats) == list(seats.values()) and not any(PLAYER.fullmatch(key) for key in labels):
        return []
    words, others = [], []
    for index, player in enumerate(seats):
        plain = _WORD.fullmatch(player) is not None and player != UNKNOWN
        words.append(player if plain else UNKNOWN)
        if not plain and write_header(f"Player{index}", player):
            others.append((f"Player{index}", player))
        elif not plain:
            detail = f"This name cannot be in a header: the player is called {seats[player]}."
            losses.lose("renamed", detail, "players", index)
    return [("Players", " ".join(words)), *others]


def _side_headers(record: Mapping[str, Any], seats: Mapping[str, str], losses: Losses) -> list[tuple[str, str]]:
    """Return who plays together, the names of these sides, and the score that they claim."""
    players = list(seats)
    groups: list[tuple[str, ...]] = []
    names: list[tuple[str, str]] = []
    for index, team in enumerate(record.get("teams", ())):
        group = tuple(team["players"])
        if not _is_side(group, players) or any(set(group) & set(each) for each in groups):
            losses.lose("unmapped", "These players are no side of a table, or of two.", "teams", index)
            continue
        if write_header("Team0", team["name"]):
            names.append((f"Team{len(groups)}", team["name"]))
        else:
            losses.lose("renamed", "This name cannot be in a header.", "teams", index, "name")
        groups.append(group)
    reported = record.get("reported", {})
    losses.lose_members(reported, {"score"}, "reported")
    by_name = {name: groups[int(key.removeprefix("Team"))] for key, name in names}
    by_group = {_group_of(name, by_name, players): points for name, points in reported.get("score", {}).items()}
    sides = [*groups, *(group for group in by_group if group and group not in groups)]
    result: list[tuple[str, str]] = []
    if "score" in reported:
        one_each = bool(sides) and set(sides) == set(by_group) and len(sides) == len(reported["score"])
        apart = len({player for side in sides for player in side}) == sum(map(len, sides))
        if one_each and apart and record.get("labels", {}).get("Termination", "Completed") == "Completed":
            groups, result = sides, [("Result", " ".join(str(by_group[side]) for side in sides))]
        else:
            losses.lose("unmapped", "A result has the score of each side at the end.", "reported", "score")
    together = " ".join("".join(seats[player] for player in group) for group in groups)
    return [*([("Partnerships", together)] if groups else []), *names, *result]


def _is_side(group: Sequence[str], players: Sequence[str]) -> bool:
    """Whether these are one player, or two opposite each other."""
    if not group or not set(group) <= set(players):
        return False
    opposite = 2 * abs(players.index(group[0]) - players.index(group[-1])) == len(players)
    return len(group) == 1 or (len(group) == len(("one", "other")) and opposite)


def _group_of(name: str, by_name: Mapping[str, tuple[str, ...]], players: Sequence[str]) -> tuple[str, ...]:
    """Return the players of the side of this name, or nobody."""
    if name in by_name:
        return by_name[name]
    if name in players:
        return (name,)
    half = len(players) // 2
    pairs = zip(players[:half], players[half:], strict=False) if len(players) % 2 == 0 else ()
    return next((pair for pair in pairs if "+".join(pair) == name), ())


def _capabilities(record: Mapping[str, Any]) -> str:
    """Return what a program has to know to read the text, beyond deals, calls and tricks."""
    needed = {"specials": _has_jokers(record), "piles": bool(record.get("set_aside")), EXCHANGE: "exchanges" in record}
    return " ".join(name for name, is_needed in needed.items() if is_needed)


def _deal(record: Mapping[str, Any], seats: Mapping[str, str]) -> list[str]:
    hands = record.get("hands", {})
    dealt = [f"{seat}:{write_holding(hands[player])}" for player, seat in seats.items() if player in hands]
    if record.get("set_aside"):
        dealt.append(f"{ASIDE}:{write_holding(record['set_aside'])}")
    return [" ".join(["D", *dealt])] if dealt else []


def _tricks(record: Mapping[str, Any], seats: Mapping[str, str], losses: Losses) -> list[str]:
    lines = []
    for leader, cards, in_turn in trick_rows(record, losses):
        first = next(iter(seats)) if leader is None else leader
        row = list(in_turn) or row_from(clockwise(list(seats), first), cards)
        while len(row) > 1 and row[-1] == NOT_PLAYED:
            row.pop()
        led_by = seats[first] if leader is not None else UNKNOWN if in_turn else f"{UNKNOWN}{seats[first]}"
        lines.append(" ".join(["P", led_by, *map(write_card, row)]))
    return lines
