"""A whole game of rows, scored from parameters.md and from what a league agrees on besides the cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.spades.second_scorer.house_rules import House
from tests.spades.second_scorer.side_score import Bid, Scored, score_side, score_unbid

Json = dict[str, Any]


@dataclass
class Side:
    """A side and its running totals; its seats keep their number whoever sits in them."""

    name: str
    seats: tuple[int, ...]
    score: int = 0
    bags: int = 0
    sets: int = 0
    in_a_row: int = 0
    """How often it was set since it last made its contract, where the house has a limit of that."""

    @property
    def totals(self) -> tuple[int, int, int, int]:
        """Score, bags, sets, and sets in a row."""
        return self.score, self.bags, self.sets, self.in_a_row


@dataclass(frozen=True)
class Line:
    """What one side has of one round."""

    points: int
    gained: int
    declared: list[tuple[str, int]]
    """The adjustments and forfeits, which come after all other lines."""
    totals: tuple[int, int, int, int]
    players: list[str]


@dataclass
class Sheet:
    """The sheet of a game as far as it has been kept."""

    house: House
    players: list[str]
    sides: list[Side]
    dealer: int | None
    opener: int | None = None
    """Who bids first in the round that comes, if nobody deals."""
    first_number: int = 1
    winners: list[str] = field(default_factory=list)
    reason: str | None = None
    took_all: list[Side] = field(default_factory=list)
    """The side that took every trick of the last round that counted, if one did."""
    is_time: bool = False
    """Whether time has been called."""

    def __post_init__(self) -> None:
        self.number = self.first_number
        """The number of the round that comes."""

    def enter(self, row: Json) -> dict[str, Line]:
        """Score a row, and return what each side has of it."""
        for each in row.get("substitutions", []):
            self.players[self.players.index(each["out"])] = each["in"]
        earlier = {side.name: side.score for side in self.sides}
        counts = self._counts(row)
        self.took_all = []
        gained = {side.name: self._play(side, row) if counts else 0 for side in self.sides}
        declared = {side.name: self._adjust(side, row) for side in self.sides}
        forfeits = "forfeited_by" in row and self.reason is None
        if forfeits:
            for side in self.sides:
                declared[side.name] += self._forfeit(side, row["forfeited_by"])
        self._move_on(row)
        self.is_time = self.is_time or row.get("time_called", False)
        if forfeits:
            self._win([side for side in self.sides if side.name != row["forfeited_by"]], "forfeit", is_shared=True)
        elif self.reason is None and self.took_all and self.house.rules["special_bids.boston_wins"]:
            self._win(self.took_all, "boston", is_shared=True)
        elif self.reason is None:
            self.end()
        return {
            side.name: Line(
                side.score - earlier[side.name],
                gained[side.name],
                declared[side.name],
                side.totals,
                [self.players[seat] for seat in side.seats],
            )
            for side in self.sides
        }

    # One round.

    def _bids_itself(self) -> bool:
        return self.number == 1 and bool(self.house.rules["bidding.first_round"] == "bids_itself")

    def _counts(self, row: Json) -> bool:
        """Tell whether a round counts: it was not declared void, and it was played out."""
        bid = self._bids_itself() or bool(row.get("bids"))
        return not row.get("void") and bid and sum(row.get("tricks_won", {}).values()) == self.house.hand_size

    def _play(self, side: Side, row: Json) -> int:
        """Enter what a side scored by its cards; return the bags that it gained."""
        rules, size, won = self.house.rules, self.house.hand_size, row["tricks_won"]
        taken = won.get(side.name, 0) if len(side.seats) > 1 else 0
        names = [self.players[seat] for seat in side.seats]
        taken += sum(won.get(name, 0) for name in names)
        if len(names) == 1 and side.name != names[0]:
            taken += won.get(side.name, 0)
        moved = self._moved(row)[side.name]
        if self._bids_itself():
            scored = score_unbid(rules, taken, size, side.bags, moved)
        else:
            scored = self._by_bids(side, row, names, (taken, moved))
        side.score += scored.points
        side.bags = scored.bags
        side.sets += scored.was_set
        side.in_a_row = side.in_a_row + 1 if scored.was_set and rules["game.consecutive_sets_limit"] else 0
        if taken == size and moved >= 0:
            self.took_all.append(side)
        return scored.gained

    def _moved(self, row: Json) -> dict[str, int]:
        """Return how many tricks a director takes from each side, or gives it, one adjustment after the other."""
        side_of = {self.players[seat]: side.name for side in self.sides for seat in side.seats}
        taken = {side.name: 0 for side in self.sides}
        for name, tricks in row["tricks_won"].items():
            taken[name if name in taken else side_of[name]] += tricks
        held = dict(taken)
        for each in row.get("adjustments", []):
            loser, tricks = each["team"], each.get("tricks", 0)
            before, held[loser] = held[loser], sorted([0, held[loser] + tricks, self.house.hand_size])[1]
            if "to" in each:
                held[each["to"]] = min(held[each["to"]] + before - held[loser], self.house.hand_size)
        return {name: held[name] - taken[name] for name in taken}

    def _by_bids(self, side: Side, row: Json, names: list[str], tricks: tuple[int, int]) -> Scored:
        """Score a side by its bids; ``tricks`` are those that it took, and those that a director gave it."""
        taken, moved = tricks
        bids = [
            Bid(bid["tricks"], bid.get("blind", False), taken if len(names) == 1 else self._taken(bid, row))
            for bid in self._without_raised(row["bids"])
            if bid.get("team") == side.name or bid.get("player") in names
        ]
        if self.house.rules["bidding.by"] == "last_partner":
            numbers = [bid for bid in bids if bid.tricks or self.house.rules["bidding.zero"] != "nil"]
            for advice in numbers[:-1]:
                bids.remove(advice)
        return score_side(self.house.rules, bids, taken, self.house.hand_size, side.bags, moved)

    def _without_raised(self, bids: list[Json]) -> list[Json]:
        """Return one bid of each side that bids as one: a side may raise its own until another side has bid."""
        if self.house.rules["bidding.changes"] == "never":
            return bids
        other = next((at for at, bid in enumerate(bids) if bid["team"] != bids[0]["team"]), len(bids))
        highest = max(bids[:other], key=lambda bid: int(bid["tricks"]))
        return [highest, *(bid for bid in bids[other:] if bid["team"] != highest["team"])]

    @staticmethod
    def _taken(bid: Json, row: Json) -> int:
        """Return the tricks of a partner; of a side that bid as one they are not asked for."""
        return int(row["tricks_won"].get(bid.get("player"), 0))

    @staticmethod
    def _adjust(side: Side, row: Json) -> list[tuple[str, int]]:
        points = [
            each.get("points", 0) if each["team"] == side.name else 0
            for each in row.get("adjustments", [])
            if side.name in {each["team"], each.get("to")}
        ]
        side.score += sum(points)
        return [("adjustment", each) for each in points]

    def _forfeit(self, side: Side, loser: str) -> list[tuple[str, int]]:
        rules = self.house.rules
        if rules["game.forfeit_score"] == "target_to_zero":
            aim = min(side.score, 0) if side.name == loser else max(side.score, rules["game.target"])
            points = aim - side.score
        else:
            points = rules["game.forfeit_penalty" if side.name == loser else "game.forfeit_credit"]
        side.score += points
        return [("forfeit", points)] if points else []

    # The deal.

    def _move_on(self, row: Json) -> None:
        """Give the next round its number, its dealer and its first bidder."""
        by = row.get("redeal_by", self.house.rules["table.redeal_by"])
        stays = row.get("void", False) and by == "same_dealer"
        step = 0 if stays else 1
        rule = self.house.rules["bidding.first_bidder"]
        first = self._first_bidder(row)
        if rule == "drawn_then_rotates":
            opener = self.opener if self.opener is not None else first
            self.opener = None if opener is None else (opener + step) % len(self.players)
            self.dealer = None
        else:
            dealer = self.players.index(row["dealer"]) if "dealer" in row else self.dealer
            if dealer is None and first is not None:
                dealer = first if rule == "dealer" else first - 1
            self.dealer = None if dealer is None else (dealer + step) % len(self.players)
        self.number += not row.get("void", False)

    def _first_bidder(self, row: Json) -> int | None:
        """Return the seat of the first bid recorded, if it was one player's."""
        if not row.get("bids"):
            return None
        bid = row["bids"][0]
        if "player" in bid:
            return self.players.index(bid["player"])
        seats = next(side.seats for side in self.sides if side.name == bid["team"])
        return seats[0] if len(seats) == 1 else None

    @property
    def upcoming(self) -> Json | None:
        """The next round, with its dealer and first bidder as far as they are known; None after the end."""
        if self.reason is not None:
            return None
        first = self.opener
        if self.dealer is not None and self.house.rules["bidding.first_bidder"] != "drawn_then_rotates":
            step = 0 if self.house.rules["bidding.first_bidder"] == "dealer" else 1
            first = (self.dealer + step) % len(self.players)
        seats = {"dealer": self.dealer, "first_bidder": first}
        known = {member: self.players[seat] for member, seat in seats.items() if seat is not None}
        return {"round_number": self.number, **known}

    # The end.

    def end(self) -> None:
        """Say whether the game is over, and who has won it and why."""
        rules = self.house.rules
        floored = [side for side in self.sides if self._is_at_floor(side)]
        often_set = [side for side in self.sides if 0 < rules["game.sets_limit"] <= side.sets]
        in_a_row = [side for side in self.sides if 0 < rules["game.consecutive_sets_limit"] <= side.in_a_row]
        lost = [*often_set, *in_a_row, *(floored if rules["game.floor_effect"] == "side_loses" else [])]
        others = [side for side in self.sides if side not in lost]
        target = rules["game.target"] + (rules["game.target_test"] == "more_than")
        past = [side for side in others if side.score >= target]
        is_shared = rules["game.tie"] == "shared"
        if past:
            self._win(past, "target", is_shared=is_shared)
        elif floored:
            self._win(others, "floor", is_shared=is_shared)
        elif often_set:
            self._win(others, "sets_limit", is_shared=is_shared)
        elif in_a_row:
            self._win(others, "consecutive_sets_limit", is_shared=is_shared)
        elif self.is_time:
            self._win(others, "time", is_shared=is_shared)
        elif 0 < rules["game.round_limit"] < self.number:
            self._win(others, "round_limit", is_shared=is_shared)

    def _is_at_floor(self, side: Side) -> bool:
        rules = self.house.rules
        floor = rules["game.floor"]
        return bool(floor) and bool(side.score < floor or (side.score == floor and rules["game.floor_test"] != "below"))

    def _win(self, among: list[Side], reason: str, *, is_shared: bool) -> None:
        best = [side.name for side in among if side.score == max(each.score for each in among)]
        if len(best) < 2 or is_shared:
            self.winners, self.reason = best, reason
