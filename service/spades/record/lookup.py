"""From names to seats: looks up the players, teams and cards of a request, and notes every name that it can't find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from service.spades.cards import INDEX
from service.spades.english import quoted
from service.spades.errors import Fault, UnreadableRecord
from service.spades.pointers import pointer_to
from service.spades.record.model import Accusation, At, Bid, Draw, Exchange, Reported, Standing, Trick, Withdrawn
from service.spades.rules.bid_kinds import NILS, kind_of
from service.spades.rules.ruleset import Ruleset
from service.spades.table import Table

_PLAIN = 2  # the members of a play without withdrawn cards: its player and its card
_START = Standing()
_bid, _trick = Bid._make, Trick._make


def indices(codes: Sequence[str]) -> tuple[int, ...]:
    """Return the indices of these cards."""
    return tuple(map(INDEX.__getitem__, codes))


def _moment(at: Mapping[str, int] | None) -> At | None:
    return None if at is None else At(at["trick"] - 1, at["plays"])


@dataclass(slots=True)
class Reader:
    """Reads a request, or the part of it at ``prefix``: looks up its names, and collects the faults."""

    ruleset: Ruleset
    table: Table
    prefix: tuple[str | int, ...] = ()
    faults: list[Fault] = field(default_factory=list)
    _withdrawn: list[Withdrawn] = field(default_factory=list)

    def fault(self, code: str, detail: str, *path: str | int) -> None:
        """Note a fault at this path."""
        self.faults.append(Fault(pointer_to(*self.prefix, *path), code, detail))

    def seat(self, player: str, *path: str | int) -> int:
        """Return the seat of a player."""
        seat = self.table.seat.get(player)
        if seat is None:
            detail = f"{quoted(player)} does not sit at this table."
            self.fault("unknown_player", detail, *path)
            return 0
        return seat

    def side(self, team: str, *path: str | int) -> int:
        """Return the index of a side by its team's name."""
        side = self.table.side.get(team)
        if side is None:
            teams = ", ".join(self.table.side)
            detail = f"There is no team {quoted(team)}; the teams are {teams}."
            self.fault("unknown_team", detail, *path)
            return 0
        return side

    def hands(self, hands: Mapping[str, Sequence[str]] | None) -> tuple[tuple[int, ...] | None, ...]:
        """Return the hand of each seat, None if it is not listed."""
        read: list[tuple[int, ...] | None] = [None] * len(self.table.players)
        for player, cards in (hands or {}).items():
            read[self.seat(player, "hands", player)] = indices(cards)
        return tuple(read)

    def bids(self, bids: Sequence[Mapping[str, Any]]) -> tuple[Bid, ...]:
        """Return the bids of a request."""
        read: list[Bid] = []
        for index, bid in enumerate(bids):
            tricks, blind, player = bid["tricks"], bid.get("blind", False), bid.get("player")
            if (player is None) == ("team" not in bid):
                detail = "A bid names exactly one of player and team."
                self.fault("player_or_team", detail, "bids", index)
            elif player is not None:
                seat = self.seat(player, "bids", index, "player")
                read.append(_bid((index, seat, self.table.side_of[seat], tricks, blind)))
            else:
                side = self.side(bid["team"], "bids", index, "team")
                seats = self.table.sides[side].seats
                nil = kind_of(self.ruleset.parameters, tricks, blind=blind) in NILS
                if nil and len(seats) > 1 and self.ruleset.parameters.bidding.by == "player":
                    detail = "A nil is bid by a player, not by a team: say what each partner bid."
                    self.fault("nil_needs_player", detail, "bids", index)
                read.append(_bid((index, seats[0] if len(seats) == 1 else None, side, tricks, blind)))
        return tuple(read)

    def before(self, before: Mapping[str, Mapping[str, int]] | None) -> tuple[Standing, ...] | None:
        """Return the standing of each side before the round."""
        if before is None:
            return None
        standings = [_START] * len(self.table.sides)
        for team, standing in before.items():
            standings[self.side(team, "before", team)] = Standing(**standing)
        return tuple(standings)

    def dealer(self, dealer: str | None) -> int | None:
        """Return the seat of the dealer."""
        return None if dealer is None else self.seat(dealer, "dealer")

    def round_number(self, number: int | None) -> int | None:
        """Return the number of the round; under a ruleset whose first round is special, it may not be missing."""
        if number is None and self.ruleset.parameters.bidding.first_round == "bids_itself":
            detail = "The first round of this ruleset has rules of its own: give the number of this round."
            self.fault("required", detail, "round_number")
        return number

    def tricks(self, tricks: Sequence[Mapping[str, Any]]) -> tuple[Trick, ...]:
        """Return the log of a request."""
        seat_of = self.table.seat
        read: list[Trick] = []
        try:
            for trick in tricks:
                seats, cards = [], []
                for play in trick["plays"]:
                    seats.append(seat_of[play["player"]])
                    cards.append(INDEX[play["card"]])
                    if len(play) > _PLAIN:
                        self._take_back(len(read), len(cards) - 1, play["withdrawn"])
                leader, winner = trick.get("leader"), trick.get("winner")
                claimed_leader = None if leader is None else seat_of[leader]
                claimed_winner = None if winner is None else seat_of[winner]
                read.append(_trick((tuple(seats), tuple(cards), claimed_leader, claimed_winner)))
        except KeyError:  # no loss of time as long as every name is known
            self._report_unknown_names(tricks)
        return tuple(read)

    def _take_back(self, trick: int, play: int, cards: Sequence[Mapping[str, Any]]) -> None:
        self._withdrawn += [
            Withdrawn(trick, play, position, INDEX[each["card"]], _moment(each.get("at")))
            for position, each in enumerate(cards)
        ]

    def taken_back(self) -> tuple[Withdrawn, ...]:
        """Return the withdrawn cards of the log that was read last, and forget them."""
        withdrawn, self._withdrawn = tuple(self._withdrawn), []
        return withdrawn

    def accusations(self, accusations: Sequence[Mapping[str, Any]] | None) -> tuple[Accusation, ...] | None:
        """Return the revokes that were called."""
        if accusations is None:
            return None
        return tuple(
            Accusation(
                index,
                self.seat(each["by"], "accusations", index, "by"),
                self.seat(each["against"], "accusations", index, "against"),
                each["trick"] - 1 if "trick" in each else None,
                _moment(each.get("at")),
            )
            for index, each in enumerate(accusations)
        )

    def reported(self, reported: Mapping[str, Mapping[str, int]] | None) -> Reported | None:
        """Return what the score sheet claims, its names looked up."""
        if reported is None:
            return None
        for name in reported.get("tricks_won", {}):
            if name not in self.table.seat and name not in self.table.side:
                detail = f"{quoted(name)} is neither a player nor a team at this table."
                self.fault("unknown_player", detail, "reported", "tricks_won", name)
        for member in ("points", "score", "bags"):
            for name in reported.get(member, {}):
                self.side(name, "reported", member, name)
        rows = (reported.get(member) for member in Reported._fields)
        return Reported(*rows)

    def _report_unknown_names(self, tricks: Sequence[Mapping[str, Any]]) -> None:
        """Note every name in a log that is not at the table."""
        for index, trick in enumerate(tricks):
            for play_index, play in enumerate(trick["plays"]):
                self.seat(play["player"], "tricks", index, "plays", play_index, "player")
            for member in ("leader", "winner"):
                if member in trick:
                    self.seat(trick[member], "tricks", index, member)

    def exchanges(self, exchanges: Sequence[Mapping[str, Any]] | None) -> tuple[Exchange, ...] | None:
        """Return the exchanges of a request."""
        if exchanges is None:
            return None
        return tuple(
            Exchange(
                self.seat(each["from"], "exchanges", index, "from"),
                self.seat(each["to"], "exchanges", index, "to"),
                indices(each["cards"]),
            )
            for index, each in enumerate(exchanges)
        )

    def draws(self, draws: Sequence[Mapping[str, Any]] | None) -> tuple[Draw, ...] | None:
        """Return the draws of a request."""
        if draws is None:
            return None
        return tuple(
            Draw(self.seat(each["player"], "draws", index, "player"), indices(each["cards"]), indices(each["kept"]))
            for index, each in enumerate(draws)
        )

    def tricks_won(self, tricks_won: Mapping[str, int]) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
        """Return the tricks of each side, and of each seat; None for a seat whose side has only a total."""
        table = self.table
        by_side: list[int | None] = [None] * len(table.sides)
        by_seat: list[int | None] = [None] * len(table.players)
        for name, tricks in tricks_won.items():
            if name in table.seat:
                by_seat[table.seat[name]] = tricks
            elif name in table.side:
                by_side[table.side[name]] = tricks
            else:
                detail = f"{quoted(name)} is neither a player nor a team at this table."
                self.fault("unknown_player", detail, "tricks_won", name)
        totals = []
        for side, total in zip(table.sides, by_side, strict=True):
            if total is None:
                for seat in side.seats:
                    by_seat[seat] = by_seat[seat] or 0
            elif any(by_seat[seat] is not None for seat in side.seats):
                detail = (
                    f"The tricks of {side.name} are given for the team and for its players: give only one of the two."
                )
                self.fault("doubled_tricks", detail, "tricks_won", side.name)
            totals.append(sum(by_seat[seat] or 0 for seat in side.seats) if total is None else total)
        return tuple(totals), tuple(by_seat)

    def raise_faults(self) -> None:
        """Raise `UnreadableRecord` with every fault noted, if there is any."""
        if self.faults:
            raise UnreadableRecord(self.faults)
