"""What of a round a record shows: hands, how much of the log, claims, the sheet, the dealer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Literal

from tests.naive.spoilt.kinds import Need
from tests.naive.spoilt.model import copied
from tests.naive.table import Table
from tests.spades.builders.cards import Json


@dataclass(frozen=True)
class Visibility:
    """What a record shows."""

    hands: Literal["all", "some", "none"]
    whole: bool
    """Whether the log is whole; else it ends somewhere, maybe within a trick."""
    sheet: Literal["", "player", "team"]
    """By whom the sheet has the tricks won, if there is a sheet."""
    dealer: bool
    draws: bool
    """Whether it has all draws, where cards are drawn; else it may."""
    winners: float
    """How many tricks name their winner, and ``leaders``, how many their leader."""
    leaders: float

    @property
    def label(self) -> str:
        """What it is called in tables."""
        hands = "no" if self.hands == "none" else self.hands
        return f"{hands} hands, {'whole' if self.whole else 'cut'} log{', sheet' if self.sheet else ''}"


LABELS = tuple(
    f"{hands} hands, {log}" for hands in ("all", "some", "no") for log in ("whole log", "whole log, sheet", "cut log")
)


def random_visibility(rng: Random, need: Need) -> Visibility:
    """Return what a record shows, with what it has to."""
    whole = need == "sheet" or rng.random() < 0.65
    claims = rng.choice([(0.0, 0.0), (0.0, 0.0), (1.0, 0.0), (0.5, 0.0), (0.0, 1.0), (0.3, 0.3), (1.0, 1.0)])
    winners, leaders = claims
    return Visibility(
        hands=rng.choice(("all", "some") if need == "hands" else ("all", "some", "none")),
        whole=whole,
        sheet=rng.choice(("player", "team")) if whole and (need == "sheet" or rng.random() < 0.4) else "",
        draws=need == "draws",
        dealer=need == "dealer" or rng.random() < 0.85,
        winners=winners or (0.5 if need == "winner" else 0.0),
        leaders=leaders or (0.5 if need == "leader" else 0.0),
    )


def seen(truth: Json, table: Table, shown: Visibility, rng: Random) -> Json:
    """Return the true record with only what is shown of it."""
    record = copied(truth)
    if not shown.dealer:
        record.pop("dealer", None)
    _hide_hands(record, shown, rng)
    if shown.sheet:
        record["reported"] = {"tricks_won": tricks_won(truth, table, by_team=shown.sheet == "team")}
    if not shown.whole:
        _cut(record, len(table.players), rng)
    for trick in record["tricks"]:
        whole = len(trick["plays"]) == len(table.players)
        if not whole or rng.random() >= shown.winners:
            del trick["winner"]
        if rng.random() >= shown.leaders:
            del trick["leader"]
    return record


def _hide_hands(record: Json, shown: Visibility, rng: Random) -> None:
    if shown.hands == "none":
        del record["hands"]
    elif shown.hands == "some":
        count = rng.randrange(1, len(record["players"]))
        players = rng.sample(record["players"], count)
        record["hands"] = {player: record["hands"][player] for player in record["players"] if player in players}
    if rng.random() < (0.2 if shown.hands == "all" else 0.6):
        record.pop("set_aside", None)
    if not shown.draws and (shown.hands != "all" or rng.random() < 0.5):
        record.pop("draws", None)


def _cut(record: Json, seats: int, rng: Random) -> None:
    """End the log somewhere, before its last play."""
    tricks = record["tricks"]
    plays = rng.randrange(1, len(tricks) * seats)
    if rng.random() < 0.5:
        plays = max(seats, plays - plays % seats)
    whole, rest = divmod(min(plays, len(tricks) * seats - 1), seats)
    last = [{**tricks[whole], "plays": tricks[whole]["plays"][:rest]}] if rest else []
    record["tricks"] = [*tricks[:whole], *last]


def tricks_won(record: Json, table: Table, *, by_team: bool) -> dict[str, int]:
    """Return the tricks that each player or side won, by the winners that the record names."""
    won = Counter(trick["winner"] for trick in record["tricks"])
    if by_team:
        return {side: sum(won[player] for player in group) for side, group in table.sides.items()}
    return {player: won[player] for player in table.players}
