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


class Rotation:
    """How the deal goes round, and went before a row moved it, by the seats from the first bidder of the first row."""

    def __init__(self, body: Json, parameters: Json) -> None:
        self.rounds, self.parameters = body["rounds"], parameters
        self.exchanged: int | None = None
        """The place of the last round that may have been exchanged with the one before."""
        self.left: list[int] = []
        """For each way in which the deal once went, how far its first bidder is ahead of the one due now."""
        self.rests_on_list = False
        """Whether who is due is told by nothing but bids in the order of the players."""
        count = len(body["players"])
        self.copies = {
            place for place in range(len(self.rounds)) if first_written(self.rounds, place, count) is not None
        }
        self.by_seat: set[int] = set()
        self.by_seat = self._listed_by_seat(body)

    def shown(self, place: int, games: list[Game], *, follows: bool) -> list[Game] | None:
        """Return the games as they go on if a round is in another's turn, or its order is not known; else None.

        If the next one begins in that turn, too, they go on from there. It is open if the round goes an earlier way, if
        it may have been exchanged with the next, unless all totals of both follow as they are written, if it names the
        wrong dealer, or if its bids are in the order of the players.
        """
        each = self.rounds[place]
        dues = [due_in(game, each) for game in games]
        table = Table(games[0].told({**each, "bids": []}), self.parameters)
        first, rules = self._begun(place, table), self.parameters["bids"]
        named = "dealer" in each and rules["first_bidder"] != "drawn_then_rotates"
        open_order = games if place in self.by_seat else None
        if MAY_MOVE_TURNS & set(each) or (named and len(games) > 1):
            return open_order
        due = dues[0][0] if len(dues[0]) == 1 and all(own == dues[0] for own in dues) else None
        was_on_list = not named and (self.rests_on_list or (open_order is not None and due is None))
        self.rests_on_list = was_on_list and first is None
        if was_on_list:
            return games if first is None else [self._from(game, first) for game in games]
        meant = first_bidders({"bids": [], **each}, rules, table)[0] if named else due
        if first is None or meant in {None, first}:
            return open_order
        count, seat = len(table.players), table.players.index(first)
        ahead = 0 if due is None else (seat - table.players.index(due)) % count
        if self._is_followed(place, seat, table):
            self.left = [(other - ahead) % count for other in [*self.left, 0]]
            return [self._from(game, first) for game in games]
        if named:
            return games if first == due else open_order
        if ahead == 1 and not follows and self._begins_next(place, due, table):
            self.exchanged = place + 1
        return games if self.exchanged in {place, place + 1} or ahead in self.left else open_order

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

    def _listed_by_seat(self, body: Json) -> set[int]:
        """Return the places of bids in the order of the players, if by them two rounds are out of turn."""
        rules, table = self.parameters["bids"], Table(body, self.parameters)
        due = self._seat_due({"dealer": body["first_dealer"]}, table) if "first_dealer" in body else None
        listed, out_of_turn = set[int](), 0
        for place, each in enumerate(self.rounds):
            if place in self.copies:
                continue
            table = self._seated(each, table)
            if "dealer" in each and rules["first_bidder"] != "drawn_then_rotates":
                due = self._seat_due(each, table)
            first = in_order(each, table)
            seat = None if first is None else table.players.index(first)
            if None not in {seat, due} and seat != due and self._is_followed(place, seat or 0, table):
                due = seat
            if seat == 0:
                listed.add(place)
                out_of_turn += due not in {None, 0}
            bids = each.get("bids") or ()
            bid_first = bidder(bids[0], table) if bids else None
            if due is None and bid_first is not None:
                due = table.players.index(bid_first)
            by = each.get("redeal_by", self.parameters["table"]["redeal_by"])
            if due is not None and not (each.get("void") and by == "same_dealer"):
                due = (due + 1) % len(table.players)
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

    def _begins_next(self, place: int, due: str | None, table: Table) -> bool:
        """Tell whether the next round, without a dealer of its own, begins with the one who was due in this one."""
        later = (self.rounds[place + 1 :] or [{}])[0]
        if not later or "dealer" in later or due is None:
            return False
        seated = self._seated(later, table)
        return self._begun(place + 1, seated) == seated.players[table.players.index(due)]

    def _is_followed(self, place: int, seat: int, table: Table) -> bool:
        later = [other for other in range(place + 1, len(self.rounds)) if other not in self.copies]
        for distance, other in enumerate(later, 1):
            each = self.rounds[other]
            if MAY_MOVE_TURNS & set(each):
                return False
            table = self._seated(each, table)
            told = self._told(other, table)
            if told is not None:
                return told == table.players[(seat + distance) % len(table.players)]
        return False

    def _told(self, place: int, table: Table) -> str | None:
        """Return who was the first to bid by a round alone; nobody if it bids in no order; None if it does not say."""
        each = self.rounds[place]
        if "dealer" in each:
            told = first_bidders({"bids": [], **each}, self.parameters["bids"], table)
            return told[0] if len(told) == 1 else ""
        has_order = each.get("bids") and place not in self.by_seat
        return self._begun(place, table) or ("" if has_order else None)


def first_written(rounds: list[Json], place: int, players: int) -> int | None:
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
