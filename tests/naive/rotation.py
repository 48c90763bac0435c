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

DECIDED = {"void", "forfeited_by", "adjustments", "redeal_by", "time_called", "remedies"}


class Rotation:
    """How the deal goes round, and went before a row moved it, by the seats from the first bidder of the first row."""

    def __init__(self, body: Json, parameters: Json) -> None:
        self.rounds, self.parameters = body["rounds"], parameters
        self.left: list[int] = []
        """For each way in which the deal once went, how far its first bidder is ahead of the one due now."""

    def is_moved(self, place: int, games: list[Game], rulings: list[Json]) -> bool:
        """Tell whether a round begins in another's turn, and so does the next, or the round goes an earlier way."""
        each = self.rounds[place]
        dues = [due_in(game, each) for game in games]
        table = Table(games[0].told({**each, "bids": []}), self.parameters)
        first = in_order(each, table)
        if first is None or len(dues[0]) != 1 or any(due != dues[0] for due in dues) or dues[0] == [first]:
            return False
        if "dealer" in each or DECIDED & set(each) or any(map(is_perhaps_redealt, rulings)):
            return False
        count, seat = len(table.players), table.players.index(first)
        ahead = (seat - table.players.index(dues[0][0])) % count
        if ahead not in self.left and not self._is_followed(place, seat, table):
            return False
        self.left = [(other - ahead) % count for other in [*self.left, 0]]
        return True

    def _is_followed(self, place: int, seat: int, table: Table) -> bool:
        for distance, later in enumerate(self.rounds[place + 1 :], 1):
            if DECIDED & set(later):
                return False
            seats = seated_after(table, later.get("substitutions", []))
            table = Table({"players": seats, "teams": sides_seated(table, seats)}, self.parameters)
            told = self._told(later, table)
            if told is not None:
                return told == table.players[(seat + distance) % len(seats)]
        return False

    def _told(self, each: Json, table: Table) -> str | None:
        """Return who was the first to bid by a round alone; nobody if it bids in no order; None if it does not say."""
        rules = self.parameters["bids"]
        if "dealer" in each:
            told = first_bidders({"bids": [], **each}, rules, table)
            return told[0] if len(told) == 1 else ""
        return (in_order(each, table) or "") if each.get("bids") else None


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
