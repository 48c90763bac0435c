"""Random tables of a league: games of rows with substitutes, adjustments, void rounds and forfeits."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from tests.spades.second_scorer.house_rules import House, random_house
from tests.spades.second_scorer.sheet import Line, Sheet, Side

Json = dict[str, Any]

NAMES = ("ana", "ben", "cy", "dee", "eve", "fay", "Gil", "hal", "I. Da", "jo/h", "k~m", "Łukasz", "<i>lou</i>")
WHY = ("late", "Cards exposed", "7 € owed", "<script>", "misdealt")


class Entered(NamedTuple):
    """A row and what the second scorer has of it."""

    row: Json
    lines: dict[str, Line]
    """By the name of the side."""
    comes_late: bool
    """Whether the game was over before it."""


class LeagueTable(NamedTuple):
    """A game as a request has it, and its sheet as the second scorer keeps it."""

    head: Json
    rounds: list[Entered]
    sheet: Sheet

    @property
    def body(self) -> Json:
        return {**self.head, "rounds": [each.row for each in self.rounds]}


def random_table(rng: Random, rounds: int) -> LeagueTable:
    """Return a game of this many rounds; a few of the rulesets contradict themselves."""
    head, sheet = new_sheet(rng, random_house(rng))
    entered = []
    for _ in range(rounds):
        comes_late, row = sheet.reason is not None, random_row(rng, sheet)
        entered.append(Entered(row, sheet.enter(row), comes_late))
    return LeagueTable(head, entered, sheet)


def new_sheet(rng: Random, house: House) -> tuple[Json, Sheet]:
    """Return the head of a request, and the sheet of the game before its first round."""
    players = rng.sample(NAMES, house.players)
    half = house.players // 2
    seats = (
        [(seat, seat + half) for seat in range(half)] if house.has_pairs else [(each,) for each in range(len(players))]
    )
    sides = [Side("+".join(players[seat] for seat in group), group) for group in seats]
    head: Json = {"ruleset": house.reference, "players": list(players)}
    if rng.random() < 0.3:
        for place, side in enumerate(sides):
            side.name = f"Team {'ABCDEF'[place]}/{place}"
        head["teams"] = [{"name": side.name, "players": [players[seat] for seat in side.seats]} for side in sides]
    if rng.random() < 0.3:
        limit = house.rules["scoring.bag_limit"] or 1
        for side in sides:
            side.score, side.bags, side.sets, side.in_a_row = (
                rng.choice([-40, 0, 20, 115]),
                rng.randrange(limit),
                rng.choice([0, 0, 1]),
                rng.choice([0, 0, 1]),
            )
        members = ("score", "bags", "sets", "consecutive_sets")
        head["before"] = {side.name: dict(zip(members, side.totals, strict=True)) for side in sides}
    if "before" in head or rng.random() < 0.1:
        head["first_round_number"] = rng.choice([1, 1, 2, 3, 7])
    dealer = rng.randrange(house.players) if rng.random() < 0.7 else None
    if dealer is not None:
        head["first_dealer"] = players[dealer]
    sheet = Sheet(house, players, sides, dealer, first_number=head.get("first_round_number", 1))
    sheet.end()
    return head, sheet


def random_row(rng: Random, sheet: Sheet) -> Json:
    """Return a row that may come next on a sheet; it is not entered."""
    row: Json = {}
    seats = list(sheet.players)
    if rng.random() < 0.25:
        row["substitutions"] = _substitutions(rng, sheet, seats)
    way = rng.random()
    if way < 0.12:
        row |= {"void": True, "reason": rng.choice(WHY)}
    if 0.11 < way < 0.2:
        row |= {"forfeited_by": rng.choice(sheet.sides).name, "reason": rng.choice(WHY)}
    _play(rng, row, sheet, seats)
    if rng.random() < 0.3:
        # A side may pass the target in the very round in which another one forfeits.
        points = [-50, -10, 5, 30, 200, *([600, 600] if "forfeited_by" in row else [])]
        row["adjustments"] = [
            _adjustment(rng, [side.name for side in sheet.sides], points) for _ in range(rng.choice([1, 1, 2, 12]))
        ]
    if rng.random() < 0.05:
        row["time_called"] = True
    if "void" in row and rng.random() < 0.4:
        row["redeal_by"] = rng.choice(["same_dealer", "next_dealer"])
    if rng.random() < 0.1 and sheet.number > sheet.first_number:
        row["dealer"] = rng.choice(seats)
    return row


def _adjustment(rng: Random, sides: list[str], points: list[int]) -> Json:
    """Return points or tricks, or both, for a side; tricks that it loses may go to another one."""
    loser, way = rng.choice(sides), rng.randrange(4)
    made: Json = {"team": loser, "reason": rng.choice(WHY)}
    if way:
        made["points"] = rng.choice(points)
    if way < 2:
        made["tricks"] = rng.choice([-3, -3, -1, 2, 0])
    if made.get("tricks", 0) < 0 and rng.random() < 0.5:
        made["to"] = rng.choice([side for side in sides if side != loser])
    return made


def _substitutions(rng: Random, sheet: Sheet, seats: list[str]) -> list[Json]:
    """Seat somebody else, one after the other; somebody who was there before may come back."""
    made: list[Json] = []
    for _ in range(rng.choice([1, 1, 2, 3])):
        seat = rng.randrange(len(seats))
        side = next(side for side in sheet.sides if seat in side.seats)
        taken = {each.name for each in sheet.sides if each is not side or len(side.seats) > 1}
        coming = rng.choice([name for name in NAMES if name not in seats and name not in taken])
        made.append({"out": seats[seat], "in": coming})
        seats[seat] = coming
    return made


def _play(rng: Random, row: Json, sheet: Sheet, seats: list[str]) -> None:
    """Write bids and tricks won into a row, all of them unless it is void or was broken off."""
    house = sheet.house
    cut_short = ("void" in row or "forfeited_by" in row) and rng.random() < 0.6
    if cut_short and rng.random() < 0.3:
        return
    first_round = sheet.number == 1 and house.rules["bidding.first_round"] == "bids_itself"
    bids = [] if first_round else _bids(rng, sheet, seats)
    if not (cut_short and rng.random() < 0.4):
        row["bids"] = bids
    size = house.hand_size
    played = rng.randrange(size) if cut_short else size
    if cut_short and "void" in row and rng.random() < 0.2:
        played = size + rng.randrange(1, 4)
    who = [rng.choice(seats) for _ in range(len(seats))]
    won = [rng.choice(who) for _ in range(played)]
    tricks = {name: won.count(name) for name in seats if name in won}
    for side in sheet.sides:
        names = [seats[seat] for seat in side.seats]
        theirs = [bid["tricks"] for bid in bids if bid.get("team") == side.name or bid.get("player") in names]
        if all(theirs) and rng.random() < 0.3:
            tricks[side.name] = sum(tricks.pop(name, 0) for name in names)
    row["tricks_won"] = tricks


def _bids(rng: Random, sheet: Sheet, seats: list[str]) -> list[Json]:
    """Return bids in the order in which they were made; not all of them are legal."""
    house = sheet.house
    start = sheet.dealer if sheet.dealer is not None else rng.randrange(len(seats))
    order = [(start + 1 + step) % len(seats) for step in range(len(seats))]
    by_team = house.rules["bidding.by"] == "team"
    if by_team or (house.has_pairs and rng.random() < 0.1):
        sides = [side for seat in order for side in sheet.sides if side.seats[0] == seat]
        least = 0 if house.rules["bidding.zero"] == "uncommitted" else 1
        bids = [{"team": side.name, **_bid(rng, house, len(side.seats), least)} for side in sides]
        if by_team and house.rules["bidding.changes"] != "never":
            bids = _more_bids(rng, house, bids, least)
        return bids
    bids = [{"player": seats[seat], **_bid(rng, house, 1, 0)} for seat in order]
    if house.has_pairs and house.rules["bidding.by"] == "last_partner" and rng.random() < 0.3:
        first, last = bids[0], bids[len(bids) // 2]
        if first["tricks"] and last["tricks"]:
            bids.remove(rng.choice([first, last]))  # one number is the contract
    return bids


def _more_bids(rng: Random, house: House, bids: list[Json], least: int) -> list[Json]:
    """Let the first side bid again, and more, less or the same, before the next side bids or after it."""
    again = [
        {"team": bids[0]["team"], **_bid(rng, house, house.players // len(bids), least)}
        for _ in range(rng.choice([0, 1, 1, 2]))
    ]
    late = again[1:] if rng.random() < 0.5 else []
    return [bids[0], *again[: len(again) - len(late)], *bids[1:], *late]


def _bid(rng: Random, house: House, hands: int, least: int) -> Json:
    fair = house.hand_size * hands // house.players
    tricks = rng.choice([fair - 2, fair - 1, fair, fair, fair + 1, rng.randrange(house.hand_size + 1)])
    if rng.random() < 0.25:
        tricks = rng.choice([0, 0, 10, house.hand_size])
    blind = {"blind": True} if rng.random() < 0.15 else {}
    return {"tricks": min(max(tricks, least), house.hand_size), **blind}
