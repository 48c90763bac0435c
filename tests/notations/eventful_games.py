"""Games in which players are replaced, rounds void, games forfeited and points adjusted."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from service.spades.english import plain_form
from tests.notations.records import ODD_NAMES, Record, renamed, shortened
from tests.spades.builders.random_players import HOUSES, play

ODD_REASONS = (
    *("Late to the table", "Cards exposed in the deal", " late ", "\t", "  two  spaces", "a\nb", "a\r\nb", "\r"),
    *('he said "no"', '"', '"quoted"', "'", "a;b", "a,b", "# no comment", "a # b", "-50", "5", "- 5 more", ":", ": x"),
    *("{", "[x]", "none", "yes", "no", "reason", "void", "cy > eve", ">", "=1+1", "\\", "\u201cx\u201d", "\u2028"),
    "\x00",
    "x" * 256,
)  # fmt: skip
ANY_TEXT = st.characters(exclude_categories=["Cs"])
REASONS = st.lists(st.sampled_from(ODD_REASONS) | st.text(ANY_TEXT, min_size=1, max_size=20), min_size=3, max_size=3)
TEN_NAMES = st.lists(
    st.sampled_from(ODD_NAMES) | st.text(ANY_TEXT, min_size=1, max_size=12),
    min_size=10,
    max_size=10,
    unique_by=plain_form,
)
_FOUR_AT_A_TABLE = [house for house in HOUSES if house.players == 4]
_ROUNDS = 6


def eventful(seed: int, names: Sequence[str], reasons: Sequence[str]) -> Record:
    """Return a game of four with these names, some of whom come in later, and with these reasons."""
    luck = random.Random(seed)
    players, waiting = list(names[:4]), list(names[4:])
    sides = ["+".join(players[::2]), "+".join(players[1::2])]
    game: Record = {"players": list(players), "rounds": []}
    for number in range(_ROUNDS):
        events = _substitutions(players, waiting, luck)
        if luck.random() < 0.4:
            count = luck.choice((0, 1, 1, 2, 12))
            events["adjustments"] = [_adjustment(sides, reasons, luck) for _ in range(count)]
        if luck.random() < 0.1:
            events["time_called"] = True
        if luck.random() < 0.3:
            events["void"] = True
            events |= luck.choice(({}, {"redeal_by": "same_dealer"}, {"redeal_by": "next_dealer"}))
        if luck.random() < 0.2:
            events["forfeited_by"] = luck.choice(sides)
        if events.keys() & {"void", "forfeited_by"}:
            events["reason"] = luck.choice(reasons)
        is_broken_off = "reason" in events
        game["rounds"].append({**_round(seed + number, players, luck, is_broken_off=is_broken_off), **events})
    return game


def _adjustment(sides: Sequence[str], reasons: Sequence[str], luck: random.Random) -> Record:
    """Return points or tricks for a side, or both; of tricks that it loses, perhaps who gets them."""
    side = luck.choice(sides)
    adjustment: Record = {"team": side, "reason": luck.choice(reasons)}
    kind = luck.choice(("points", "points", "tricks", "both"))
    if kind != "tricks":
        adjustment["points"] = luck.randint(-10_000, 10_000)
    if kind in {"tricks", "both"}:
        adjustment["tricks"] = luck.randint(-54, 54)
    if adjustment.get("tricks", 0) < 0 and luck.random() < 0.5:
        adjustment["to"] = next(other for other in sides if other != side)
    return adjustment


def _substitutions(players: list[str], waiting: list[str], luck: random.Random) -> Record:
    """Replace some of the players, or let two change seats, and return the member that says so."""
    if luck.random() < 0.6:
        return {}
    pairs = []
    for _ in range(luck.choice((0, 1, 1, 2, 6))):
        seat, turn = luck.randrange(len(players)), luck.randrange(len(waiting))
        pairs.append({"out": players[seat], "in": waiting[turn]})
        players[seat], waiting[turn] = waiting[turn], players[seat]
    return {"substitutions": pairs}


def _round(seed: int, players: Sequence[str], luck: random.Random, *, is_broken_off: bool) -> Record:
    """Return a round of these players: a record, a row of the sheet or, if it may be so, neither."""
    house = luck.choice(_FOUR_AT_A_TABLE)
    whole = renamed(shortened(play(house, seed).request, seed), players)
    form = luck.choice(("record", "row", "neither") if is_broken_off else ("record", "row"))
    if form == "record":
        members = {"bids", "bids_by_player", "blind_bidders", "tricks", "hands", "dealer"}
        return {name: value for name, value in whole.items() if name in members}
    row: Record = {"tricks_won": {name: luck.randint(0, 5) for name in players}}
    if form == "neither":
        row = {"tricks": []} if luck.random() < 0.3 else {}
    if not is_broken_off or luck.random() < 0.5:
        row["bids_by_player"] = {name: luck.randint(0, 5) for name in players}
    if luck.random() < 0.5:
        row["dealer"] = luck.choice(players)
    return row
