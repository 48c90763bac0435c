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

    def shown(self, place: int, games: list[Game], rulings: list[Json], *, follows: bool) -> str | None:
        """Return ``moved`` if a round and the next begin in another's turn; ``doubtful`` if that may be so otherwise.

        The round may go an earlier way, it may have been exchanged with the next, unless all totals of both follow as
        they are written, or it names the wrong dealer.
        """
        each = self.rounds[place]
        dues = [due_in(game, each) for game in games]
        table = Table(games[0].told({**each, "bids": []}), self.parameters)
        first, rules = in_order(each, table), self.parameters["bids"]
        named = "dealer" in each and rules["first_bidder"] != "drawn_then_rotates"
        may_be_redealt = MAY_MOVE_TURNS & set(each) or any(map(is_perhaps_redealt, rulings))
        if first is None or may_be_redealt or (named and len(games) > 1):
            return None
        due = dues[0][0] if len(dues[0]) == 1 and all(own == dues[0] for own in dues) else None
        meant = first_bidders({"bids": [], **each}, rules, table)[0] if named else due
        if meant in {None, first}:
            return None
        count, seat = len(table.players), table.players.index(first)
        ahead = 0 if due is None else (seat - table.players.index(due)) % count
        if self._is_followed(place, seat, table):
            self.left = [(other - ahead) % count for other in [*self.left, 0]]
            return "moved"
        if named:
            return "doubtful" if first == due else None
        if ahead == 1 and not follows and self._begins_next(place, due, table):
            self.exchanged = place + 1
        return "doubtful" if self.exchanged in {place, place + 1} or ahead in self.left else None

    def _begins_next(self, place: int, due: str | None, table: Table) -> bool:
        """Tell whether the next round, without a dealer of its own, begins with the one who was due in this one."""
        later = (self.rounds[place + 1 :] or [{}])[0]
        if "dealer" in later or due is None:
            return False
        seats = seated_after(table, later.get("substitutions", []))
        seated = Table({"players": seats, "teams": sides_seated(table, seats)}, self.parameters)
        return in_order(later, seated) == seats[table.players.index(due)]

    def _is_followed(self, place: int, seat: int, table: Table) -> bool:
        for distance, later in enumerate(self.rounds[place + 1 :], 1):
            if MAY_MOVE_TURNS & set(later):
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
