"""Tricks in a short form: a player for each card, found anew after every change of the record.

A trick that was read keeps its form, with ``led``: who led it, where no leader is named. ``led_by`` is a leader that a
reading assumes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

from tests.naive.bids import opening_leader, read_bids
from tests.naive.table import UNREAD, Table

Json = dict[str, Any]

FORMS = ("cards", "cards_by_player")


def in_full(record: Json, parameters: Json) -> Iterator[Json]:
    """Yield the record with a player for each card: in every way, if nobody knows who led."""
    if not any({"form", *FORMS} & set(trick) for trick in record["tricks"]):
        yield record
        return
    table = Table(record, parameters)
    entries = {**record, "tricks": [_entered(trick) for trick in record["tricks"]]}
    first = _first_leaders(entries, table, parameters)
    for tricks in _read(entries["tricks"], [], first, table):
        yield {**record, "tricks": tricks}


def _entered(trick: Json) -> Json:
    """Return a trick with its entries as plays."""
    form = next((form for form in FORMS if form in trick), None)
    if form is None:
        return trick
    told = {member: value for member, value in trick.items() if member != form}
    if form == "cards":
        return {**told, "form": form, "plays": [{"card": card} for card in trick[form]]}
    return {**told, "form": form, "plays": [{"player": who, "card": card} for who, card in trick[form].items()]}


def _read(tricks: list[Json], done: list[Json], leaders: set[str], table: Table) -> Iterator[list[Json]]:
    """Yield the tricks, so many of which were read, with the players that follow from who may lead the next one."""
    if len(done) == len(tricks):
        yield done
        return
    trick = tricks[len(done)]
    named = trick.get("leader", trick.get("led_by"))
    for leader in [named] if named else sorted(leaders) if "form" in trick else [""]:
        read = _led(trick, leader, table, is_sure=named or len(leaders) == 1) if "form" in trick else trick
        kept = trick if read == trick else read
        yield from _read(tricks, [*done, kept], _next_leaders(kept, len(done), table), table)


def _led(trick: Json, leader: str, table: Table, *, is_sure: bool) -> Json:
    """Return a trick in a short form as it was played if this player led."""
    rotation = table.rotation(leader)
    if trick["form"] == "cards":
        plays = [{**play, "player": who} for play, who in zip(trick["plays"], cycle(rotation), strict=False)]
    else:
        plays = sorted(trick["plays"], key=lambda play: rotation.index(play["player"]))
    known = {member: value for member, value in trick.items() if member != "led"}
    told = {} if "leader" in trick else {"led": leader} if is_sure else {"led": leader, "led_by": leader}
    return {**known, "plays": plays, **told}


def _first_leaders(record: Json, table: Table, parameters: Json) -> set[str]:
    """Return who may have led to the first trick: everybody, if the record does not tell."""
    told = {"bids": [], **record}
    bidding = read_bids(record, table, parameters)
    leader = opening_leader(told, bidding, table, parameters)
    if any(code == "bid_out_of_turn" for code, *_ in bidding.undecided):
        leader = None  # who bid first need not have been the one who was to
    if parameters["play"]["opening_leader"] == "lowest_club":
        lowest = min(table.pack.clubs, key=table.pack.rank, default="")
        holders = [player for player, hand in record.get("hands", {}).items() if lowest in hand]
        holders = [each["to"] for each in record.get("exchanges", []) if lowest in each["cards"]] or holders
        holders = holders or [
            play["player"] for trick in record["tricks"] for play in trick["plays"] if _shows(play, lowest)
        ]
        leader = holders[0] if holders else None
    return set(table.players) if leader is None else {leader}


def _shows(play: Json, card: str) -> bool:
    return play["card"] == card and "player" in play


def _next_leaders(trick: Json, number: int, table: Table) -> set[str]:
    """Return who may lead after a trick: the winner that it names, or who has won by its cards."""
    plays = trick["plays"]
    players = {play["player"] for play in plays}
    absent = {player for player in table.players if player not in players and table.sizes[player] > number}
    unread = absent | {play["player"] for play in plays if play["card"] == UNREAD}
    if "winner" in trick:
        winners = {trick["winner"]}
    elif not plays:
        winners = set(table.players)
    else:
        is_known = plays[0]["card"] != UNREAD and trick.get("led", trick.get("leader")) not in absent
        suits = {table.pack.suit(plays[0]["card"])} if is_known else set(table.pack.suits.values())
        best = {table.pack.best(suit, [play["card"] for play in plays]) for suit in suits}
        winners = unread | {play["player"] for play in plays if play["card"] in best}
    able = [player for player in table.players if table.sizes[player] > number + 1]
    return {next((each for each in table.rotation(winner) if each in able), winner) for winner in winners}
