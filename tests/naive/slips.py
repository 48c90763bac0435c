"""Every record that differs from a given one by one slip of the list (rulings, "Slips before accusations")."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

from tests.naive.mended import (
    Mended,
    card_pointer,
    change,
    player_pointer,
    reordered,
    with_plays,
    with_trick,
)
from tests.naive.slips_of_lists import slips_of_lists
from tests.naive.table import UNREAD, Table, path

Json = dict[str, Any]

FEW = 3
"""If more cards fit a place, nobody can tell which it was: it may have been any (docs/reference/rules.md, readings)."""


def mended_records(record: Json, table: Table) -> Iterator[Mended]:
    """Yield every record that mends one slip, sensible or not."""
    return chain(
        _miscopied_plays(record, table),
        _names_miscopied(record, table),
        _exchanged(record),
        _left_out(record, table),
        _trick_left_out(record, table),
        _written_twice(record),
        _tricks_exchanged(record),
        slips_of_lists(record, table),
        _names(record, table),
    )


def _spots(record: Json) -> Iterator[tuple[int, int, Json]]:
    for trick, each in enumerate(record["tricks"]):
        for place, play in enumerate(each["plays"]):
            yield trick, place, play


def _in_log(record: Json) -> list[tuple[str, str]]:
    return [(play["player"], play["card"]) for _, _, play in _spots(record)]


def _miscopied_plays(record: Json, table: Table) -> Iterator[Mended]:
    unplayed = sorted(table.pack.cards - {card for _, card in _in_log(record)})
    for trick, place, play in _spots(record):
        if play["card"] == UNREAD:
            continue
        plays = record["tricks"][trick]["plays"]
        unknown = [UNREAD] if len(_fitting(record, table, play["player"]) - {play["card"]}) > FEW else []
        for card in [*unplayed, *unknown]:
            other = [*plays[:place], {**play, "card": card}, *plays[place + 1 :]]
            changes = [change(card_pointer(trick, place), play["card"], None if card == UNREAD else card)]
            yield Mended("card_miscopied", changes, with_plays(record, trick, other))


def _fitting(record: Json, table: Table, player: str) -> set[str]:
    """Return the cards that are nowhere else in the log, and may have been in this player's hand."""
    hands: dict[str, list[str]] = record.get("hands", {})
    log = {card for _, card in _in_log(record)}
    if player in hands and UNREAD not in hands[player] and not record.get("exchanges"):
        return set(hands[player]) & table.pack.cards - log
    others = {card for other, hand in hands.items() if other != player for card in hand}
    return table.pack.cards - log - others - set(record.get("set_aside", []))


def _names_miscopied(record: Json, table: Table) -> Iterator[Mended]:
    """Write another name for the player of a card: that of one without a card in the trick."""
    for trick, place, play in _spots(record):
        plays = record["tricks"][trick]["plays"]
        for player in sorted(set(table.players) - {each["player"] for each in plays}):
            other = [*plays[:place], {**play, "player": player}, *plays[place + 1 :]]
            changes = [change(player_pointer(trick, place), play["player"], player)]
            yield Mended("name_miscopied", changes, with_plays(record, trick, other))


def _exchanged(record: Json) -> Iterator[Mended]:
    """Exchange two cards, or two names, of one trick."""
    for trick, each in enumerate(record["tricks"]):
        plays = each["plays"]
        for one, other in combinations(range(len(plays)), 2):
            for slip, member, pointer in (
                ("cards_exchanged", "card", card_pointer),
                ("names_exchanged", "player", player_pointer),
            ):
                first, second = plays[one][member], plays[other][member]
                changed = list(plays)
                changed[one] = {**plays[one], member: second}
                changed[other] = {**plays[other], member: first}
                changes = [change(pointer(trick, one), first, second), change(pointer(trick, other), second, first)]
                if first != second:
                    yield Mended(slip, changes, with_plays(record, trick, changed))


def _left_out(record: Json, table: Table) -> Iterator[Mended]:
    """Enter a play that was left out: each card at each place of a trick without a card of its player."""
    unplayed = sorted(table.pack.cards - {card for _, card in _in_log(record)})
    for trick, each in enumerate(record["tricks"]):
        plays = each["plays"]
        for player in sorted(set(table.players) - {play["player"] for play in plays}):
            unknown = [UNREAD] if len(_fitting(record, table, player)) > FEW else []
            for place in range(len(plays) + 1):
                for card in [*unplayed, *unknown]:
                    changes = [
                        change(player_pointer(trick, place), None, player),
                        change(card_pointer(trick, place), None, None if card == UNREAD else card),
                    ]
                    entered = [*plays[:place], {"player": player, "card": card}, *plays[place:]]
                    yield Mended("play_left_out", changes, with_plays(record, trick, entered))


def _trick_left_out(record: Json, table: Table) -> Iterator[Mended]:
    """Enter a trick of unknown cards, whoever led it, at each place."""
    count = len(record["tricks"])
    for at in range(count + 1) if count < table.pack.hand_size else ():
        order = [*range(at), None, *range(at, count)]
        for leader in table.players:
            trick = {"plays": [{"player": player, "card": UNREAD} for player in table.rotation(leader)]}
            yield Mended("trick_left_out", [change(path("tricks", at))], reordered(record, order, trick), order)


def _written_twice(record: Json) -> Iterator[Mended]:
    """Leave out a play that stands elsewhere too or is one of two of its player in the trick.

    Or leave out a trick that stands elsewhere too, or that has no card.
    """
    log = _in_log(record)
    for trick, place, play in _spots(record):
        plays = record["tricks"][trick]["plays"]
        beside = sum(each["player"] == play["player"] for each in plays)
        if log.count((play["player"], play["card"])) > 1 or beside > 1:
            changes = [
                change(player_pointer(trick, place), play["player"]),
                change(card_pointer(trick, place), play["card"]),
            ]
            yield Mended("play_written_twice", changes, with_plays(record, trick, plays[:place] + plays[place + 1 :]))
    contents = [[(play["player"], play["card"]) for play in each["plays"]] for each in record["tricks"]]
    for trick, content in enumerate(contents):
        if contents.count(content) > 1 or not content:
            order = [place for place in range(len(contents)) if place != trick]
            yield Mended("trick_written_twice", [change(path("tricks", trick))], reordered(record, order), [*order])


def _tricks_exchanged(record: Json) -> Iterator[Mended]:
    count = len(record["tricks"])
    for trick in range(count - 1):
        order = [*range(trick), trick + 1, trick, *range(trick + 2, count)]
        changes = [change(path("tricks", trick)), change(path("tricks", trick + 1))]
        yield Mended("tricks_exchanged", changes, reordered(record, order), [*order])


def _names(record: Json, table: Table) -> Iterator[Mended]:
    """Write another name for the dealer, for a claimed winner or leader, or for a bidder."""
    for other in table.players:
        if record.get("dealer", other) != other:
            yield Mended("dealer", [change("#/dealer", record["dealer"], other)], {**record, "dealer": other})
        for trick, each in enumerate(record["tricks"]):
            for member in ("winner", "leader"):
                if each.get(member, other) == other:
                    continue
                changed = with_trick(record, trick, {**each, member: other})
                follows = record["tricks"][trick + 1 : trick + 2]
                agreed = member == "winner" and any(
                    after["plays"] and after["plays"][0]["player"] == each[member] for after in follows
                )
                yield Mended(
                    member,
                    [change(path("tricks", trick, member), each[member], other)],
                    changed,
                    agreed=frozenset([trick + 1] if agreed else []),
                )
    for place, bid in enumerate(record.get("bids", [])):
        member, names = ("player", table.players) if "player" in bid else ("team", list(table.sides))
        for other in names:
            if bid[member] != other:
                bids = [*record["bids"][:place], {**bid, member: other}, *record["bids"][place + 1 :]]
                changes = [change(path("bids", place, member), bid[member], other)]
                yield Mended("bidder", changes, {**record, "bids": bids})
