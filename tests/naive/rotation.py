"""Who deals, where the rows of a game show a deal that nobody wrote (docs/reference/rules.md, A game)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.naive.bidding_turns import bidder, first_bidders
from tests.naive.declared import seated_after, sides_seated
from tests.naive.game import Game
from tests.naive.game_rows import judge_anew
from tests.naive.table import Table

Json = dict[str, Any]

MAY_MOVE_TURNS = {"void", "forfeited_by", "redeal_by", "remedies"}
"""Decisions of a director with which a round may be dealt again, or is no round."""
ROW_IS_ALONE = {*MAY_MOVE_TURNS, "adjustments", "reason", "misdeal"}
"""Decisions about a row with which it is the copy of no other."""


class Rotation:
    """How the deal goes round, and went before a row moved it, by the seats from the first bidder of the first row."""

    def __init__(self, body: Json, parameters: Json) -> None:
        self.rounds, self.parameters = body["rounds"], parameters
        self.left: list[int] = []
        """For each way in which the deal once went, how far its first bidder is ahead of the one due now."""
        self.rests_on_list = False
        """Whether who is due is told by nothing but bids in the order of the players."""
        self.copies = copies(body, Table(body, parameters))
        """For the place of each round that was written before, where it was written first."""
        self.first_table, self.first_dealer = Table(body, parameters), body.get("first_dealer")
        self.by_seat: set[int] = set()
        self.by_seat = self._listed_by_seat()

    def shown(self, place: int, games: list[Game], *, follows: bool) -> list[Game] | None:
        """Return the games as they go on if a round is in another's turn, or its order is not known; else None.

        If the next one begins in that turn, too, they go on from there. It is open if the rounds around it disagree
        whose turn it was, or if it is in turn by one of them, by the rounds that went another way, or in the place of
        a neighbour that says nothing; ``follows``: all its totals follow, so that it is in its place.
        """
        each = self.rounds[place]
        dues = [due_in(game, each) for game in games]
        table = Table(games[0].told({**each, "bids": []}), self.parameters)
        first, rules = self._begun(place, table), self.parameters["bids"]
        named = "dealer" in each and rules["first_bidder"] != "drawn_then_rotates"
        open_order = games if place in self.by_seat else None
        if MAY_MOVE_TURNS & set(each):
            return open_order
        due = dues[0][0] if len(dues[0]) == 1 and all(own == dues[0] for own in dues) else None
        was_on_list = not named and (self.rests_on_list or (open_order is not None and due is None))
        self.rests_on_list = was_on_list and first is None
        if was_on_list:
            return games if first is None else [self._from(game, first) for game in games]
        meant = first_bidders({"bids": [], **each}, rules, table)[0] if named else due
        seats = {player: seat for seat, player in enumerate(table.players)}
        count, turn = len(seats), None if due is None else seats[due]
        left = [] if turn is None else [(turn + ahead) % count for ahead in self.left]
        after = self._by_neighbour(place, 1)
        is_other = first is not None and meant is not None and first != meant
        goes_on = first if is_other and after == seats.get(first or "") and not (named and len(games) > 1) else None
        now = goes_on or meant
        if turn is not None and now is not None:
            self.left = [(way - seats[now]) % count for way in [turn, *left] if way != seats[now]]
        if not is_other or first is None:
            return open_order
        if goes_on:
            return [self._from(game, first) for game in games]
        may_begin = {seats[own[0]] for own in dues if len(own) == 1}
        if not named:
            may_begin |= {*left}
            by_bids = bool(each.get("bids")) and place not in self.by_seat and turn is not None and not follows
            if by_bids and self._is_silent(place + 1, ends=place > 0):
                may_begin.add((turn or 0) + 1)
            if by_bids and place and self._is_silent(place - 1):
                may_begin.add((turn or 0) - 1)
        ways = {turn, after, self._by_neighbour(place, -1)} - {None}
        is_open = len(ways) > 1 or seats[first] in {seat % count for seat in may_begin}
        return games if is_open else open_order

    def _is_silent(self, place: int, *, ends: bool = False) -> bool:
        """Tell whether a round does not say who began it, or is behind the last one, where one may be missing."""
        if place == len(self.rounds):
            return ends
        each = self.rounds[place]
        if not each.get("bids") or "dealer" in each or MAY_MOVE_TURNS & set(each):
            return False
        return self._begun(place, self._table_at(place)) is None

    def _table_at(self, place: int) -> Table:
        table = self.first_table
        for each in self.rounds[: place + 1]:
            table = self._seated(each, table)
        return table

    def _by_neighbour(self, place: int, step: int) -> int | None:
        """Return the seat of who begins a round by the next one that says who began, or with -1 by the one before."""
        other, distance, count = place, 0, len(self.first_table.players)
        while 0 <= (other := other + step) < len(self.rounds):
            if other in self.copies:
                continue
            each = self.rounds[other]
            if MAY_MOVE_TURNS & set(each):
                return None
            distance += step
            table = self._table_at(other)
            seat = self._seat_due(each, table) if "dealer" in each else None
            if seat is None and (begun := self._begun(other, table)) is not None:
                seat = table.players.index(begun)
            if seat is not None:
                return (seat - distance) % count
        if step > 0 or self.first_dealer is None:
            return None
        seat = self._seat_due({"dealer": self.first_dealer}, self.first_table)
        return None if seat is None else (seat - distance) % count

    def _from(self, game: Game, first: str) -> Game:
        """Return a game in which this player was to begin the round."""
        way = deepcopy(game)
        if way.without_dealers:
            way.opener = first
        else:
            seated = [*way.table.players]
            by_dealer = self.parameters["bids"]["first_bidder"] == "dealer"
            way.dealer = first if by_dealer else seated[seated.index(first) - 1]
        return way

    def _listed_by_seat(self) -> set[int]:
        """Return the places of bids in the order of the players, if by them two rounds are out of turn."""
        listed, out_of_turn = set[int](), 0
        for place, each in enumerate(self.rounds):
            table = self._table_at(place)
            if place in self.copies or in_order(each, table) != table.players[0]:
                continue
            listed.add(place)
            due = self._seat_due(each, table) if "dealer" in each else None
            due = self._by_neighbour(place, -1) if due is None else due
            out_of_turn += due not in {None, 0} and self._by_neighbour(place, 1) != 0
        return listed if out_of_turn > 1 else set()

    def _seat_due(self, each: Json, table: Table) -> int | None:
        told = first_bidders({"bids": [], **each}, self.parameters["bids"], table)
        return table.players.index(told[0]) if len(told) == 1 else None

    def _begun(self, place: int, table: Table) -> str | None:
        """Return who bid first in a round, if its bids are in order; where they have none, by who led first."""
        each = self.rounds[place]
        if place not in self.by_seat and each.get("bids") and bidder(each["bids"][0], table) is not None:
            return in_order(each, table)
        plays = each["tricks"][0]["plays"] if each.get("tricks") else []
        who = [play["player"] for play in plays]
        rule, by_dealer = self.parameters["play"]["opening_leader"], self.parameters["bids"]["first_bidder"] == "dealer"
        if len(who) != len(table.players) or {*who} != {*table.players}:
            return None
        dealer = {"dealer": who[0], "left_of_dealer": table.players[table.players.index(who[0]) - 1]}.get(rule)
        if rule == "first_bidder" or dealer is None:
            return who[0] if rule == "first_bidder" else None
        return dealer if by_dealer else table.after(dealer)

    def _seated(self, each: Json, table: Table) -> Table:
        seats = seated_after(table, each.get("substitutions", []))
        return Table({"players": seats, "teams": sides_seated(table, seats)}, self.parameters)


def copies(body: Json, table: Table) -> dict[int, int]:
    """Return the place of each round that was written before, with that of the first such round.

    A row has the bids, the tricks and the totals of an earlier one, though the row before has others, and none of the
    last totals that count is the one that stood before the earlier row.
    """
    rounds, found, seating = body["rounds"], dict[int, int](), 0
    sides, start = set(table.sides), body.get("before", {})
    last: dict[str, int] | None = {side: start.get(side, {}).get("score", 0) for side in sides}
    seen: list[tuple[tuple[Any, ...], int, dict[str, int] | None]] = []
    for place, each in enumerate(rounds):
        seating += "substitutions" in each
        totals = each.get("reported", {}).get("score", {})
        totals = totals if set(totals) == sides else None
        if "tricks" in each:
            first = _first_written(rounds, place, len(table.players))
            if first is not None:
                found[place] = first
        elif totals and not ROW_IS_ALONE & set(each):
            said = (seating, *_said_in_row(each))
            earlier = [(first, before) for other, first, before in seen if other == said]
            first, before = earlier[0] if earlier else (place, None)
            is_apart = place > 0 and rounds[place - 1].get("reported", {}).get("score", {}) != totals
            if is_apart and before and last and all(before[side] != last[side] for side in sides):
                found[place] = first
                continue
            seen.append((said, place, last))
        last = last if totals is None and each.get("void") else totals
    return found


def _said_in_row(each: Json) -> tuple[Any, ...]:
    """Return what a row says: its bids in order, its tricks and its totals."""
    bids = [(bid.get("player", bid.get("team")), bid["tricks"], bid.get("kind")) for bid in each.get("bids", [])]
    tricks = {name: won for name, won in each.get("tricks_won", {}).items() if won}
    return bids, tricks, each["reported"]["score"], each["reported"].get("bags") or {}


def _first_written(rounds: list[Json], place: int, players: int) -> int | None:
    """Return the place of the first record that says all that this one does, with a trick that no other deal has."""
    each = rounds[place]
    whole = [trick for trick in each.get("tricks", []) if len({play["player"] for play in trick["plays"]}) == players]
    if not any("??" not in [play["card"] for play in trick["plays"]] for trick in whole):
        return None
    return next((first for first in range(place) if rounds[first] == each), None)


def due_in(game: Game, each: Json) -> list[str]:
    """Return who may be the first to bid in a round, by what the rounds before tell."""
    told = game.told({member: value for member, value in each.items() if member != "dealer"})
    return first_bidders({"bids": [], **told}, game.parameters["bids"], Table(told, game.parameters))


def in_order(each: Json, table: Table) -> str | None:
    """Return the player from whom the bids of a round go round the table; None if they do not."""
    who = [bidder(bid, table) for bid in each.get("bids") or ()]
    first = who[0] if who else None
    return first if first is not None and who == table.rotation(first) else None


def is_perhaps_redealt(ruling: Json) -> bool:
    """Tell whether a round does not count, or may not."""
    return bool(ruling["redealt"] or ruling["verdict"] == "void" or ruling["perhaps_redealt"])


def nobody_deals(game: Game) -> Game:
    """Return a game of which nobody knows who deals the next round."""
    way = deepcopy(game)
    way.dealer = way.opener = None
    return way


def ask_turns(ruling: Json, dealt: list[Json]) -> None:
    """Ask in a ruling where nobody dealt about the offences that it lacks of those where the one due had ``dealt``."""
    known = {found[:2] for found in [*ruling["findings"], *ruling["undecided"]]}
    asked = {
        found[:2]: None
        for each in dealt
        for found in each["findings"]
        if each["severities"][found[:2]] == "offence" and found[:2] not in known
    }
    ruling["undecided"] = [*ruling["undecided"], *asked]
    judge_anew(ruling)
