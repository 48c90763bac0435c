"""From names to seats: a checked request becomes a record, or every reason why it can't be read is told.

Reading never judges whether the rules of Spades were kept. It fails only where the record can't be laid out on a
table: a name that is not at it, a bidder named twice over, tricks that don't add up in a score sheet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import itemgetter
from typing import Any

from service.spades.bidding import bids_itself
from service.spades.cards import INDEX
from service.spades.contracts import NILS, kind_of
from service.spades.faults import Fault, UnreadableRecord, pointer_to, quoted
from service.spades.record import Bid, Exchange, RoundRecord, RoundResult, Standing, Trick
from service.spades.ruleset import Ruleset
from service.spades.table import Table, sit_down

_PLAYS, _PLAYER, _CARD = itemgetter("plays"), itemgetter("player"), itemgetter("card")


@dataclass(slots=True)
class _Reader:
    """Looks names up, and collects what can't be found."""

    ruleset: Ruleset
    table: Table
    faults: list[Fault] = field(default_factory=list)

    def seat(self, player: str, *path: str | int) -> int:
        seat = self.table.seat.get(player)
        if seat is None:
            detail = f"{quoted(player)} does not sit at this table."
            self.faults.append(Fault(pointer_to(*path), "unknown_player", detail))
            return 0
        return seat

    def side(self, team: str, *path: str | int) -> int:
        side = self.table.side.get(team)
        if side is None:
            known = ", ".join(self.table.side)
            detail = f"There is no team {quoted(team)}; the teams are {known}."
            self.faults.append(Fault(pointer_to(*path), "unknown_team", detail))
            return 0
        return side

    def bids(self, bids: Sequence[Mapping[str, Any]]) -> tuple[Bid, ...]:
        read = []
        for place, bid in enumerate(bids):
            tricks, blind = bid["tricks"], bid.get("blind", False)
            if ("player" in bid) == ("team" in bid):
                detail = "A bid is made by a player or by a team, by exactly one of them."
                self.faults.append(Fault(pointer_to("bids", place), "player_or_team", detail))
            elif "player" in bid:
                seat = self.seat(bid["player"], "bids", place, "player")
                read.append(Bid(place, seat, self.table.side_of[seat], tricks, blind))
            else:
                side = self.side(bid["team"], "bids", place, "team")
                seats = self.table.sides[side].seats
                nil = kind_of(self.ruleset.parameters, tricks, blind=blind) in NILS
                if nil and len(seats) > 1 and self.ruleset.parameters.bidding.by == "player":
                    detail = "A nil is bid by a player: say which of the partners bid what."
                    self.faults.append(Fault(pointer_to("bids", place), "nil_needs_player", detail))
                read.append(Bid(place, seats[0] if len(seats) == 1 else None, side, tricks, blind))
        return tuple(read)

    def before(self, before: Mapping[str, Mapping[str, int]] | None) -> tuple[Standing, ...] | None:
        if before is None:
            return None
        standings = [Standing()] * len(self.table.sides)
        for team, standing in before.items():
            standings[self.side(team, "before", team)] = Standing(**standing)
        return tuple(standings)

    def dealer(self, dealer: str | None) -> int | None:
        return None if dealer is None else self.seat(dealer, "dealer")

    def round_number(self, number: int | None) -> int | None:
        if number is None and self.ruleset.parameters.bidding.first_round == "bids_itself":
            detail = "The first round of this ruleset has rules of its own: say which round it was."
            self.faults.append(Fault("#/round_number", "required", detail))
        return number

    def tricks(self, tricks: Sequence[Mapping[str, Any]]) -> tuple[Trick, ...]:
        plays = list(chain.from_iterable(map(_PLAYS, tricks)))
        try:
            seats = list(map(self.table.seat.__getitem__, map(_PLAYER, plays)))
        except KeyError:
            seats = [
                self.seat(play["player"], "tricks", place, "plays", spot, "player")
                for place, trick in enumerate(tricks)
                for spot, play in enumerate(trick["plays"])
            ]
        cards = list(map(INDEX.__getitem__, map(_CARD, plays)))
        read = []
        start = 0
        for place, trick in enumerate(tricks):
            end = start + len(trick["plays"])
            leader, winner = trick.get("leader"), trick.get("winner")
            read.append(
                Trick(
                    tuple(seats[start:end]),
                    tuple(cards[start:end]),
                    None if leader is None else self.seat(leader, "tricks", place, "leader"),
                    None if winner is None else self.seat(winner, "tricks", place, "winner"),
                )
            )
            start = end
        return tuple(read)

    def exchanges(self, exchanges: Sequence[Mapping[str, Any]] | None) -> tuple[Exchange, ...] | None:
        if exchanges is None:
            return None
        return tuple(
            Exchange(
                self.seat(each["from"], "exchanges", place, "from"),
                self.seat(each["to"], "exchanges", place, "to"),
                _indices(each["cards"]),
            )
            for place, each in enumerate(exchanges)
        )

    def tricks_won(self, tricks_won: Mapping[str, int]) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
        """Return the tricks of each side and, where they are told apart, of each seat."""
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
                self.faults.append(Fault(pointer_to("tricks_won", name), "unknown_player", detail))
        totals = []
        for side, whole in zip(table.sides, by_side, strict=True):
            told = [by_seat[seat] for seat in side.seats]
            if whole is None:
                for seat in side.seats:
                    by_seat[seat] = by_seat[seat] or 0
            elif any(tricks is not None for tricks in told):
                detail = f"The tricks of {side.name} are given for the team and for its players: give one of them."
                self.faults.append(Fault(pointer_to("tricks_won", side.name), "doubled_tricks", detail))
            totals.append(sum(by_seat[seat] or 0 for seat in side.seats) if whole is None else whole)
        return tuple(totals), tuple(by_seat)

    def done(self) -> None:
        if self.faults:
            raise UnreadableRecord(self.faults)


def _reader(ruleset: Ruleset, players: Sequence[str], teams: Sequence[Mapping[str, Any]] | None) -> _Reader:
    parameters = ruleset.parameters
    return _Reader(ruleset, sit_down(players, teams, parameters.table.sides, parameters.table.players))


def _indices(codes: Sequence[str]) -> tuple[int, ...]:
    return tuple(map(INDEX.__getitem__, codes))


def read_record(ruleset: Ruleset, request: Mapping[str, Any]) -> RoundRecord:
    """Lay out a round record; members as in the contract.

    Raises `UnreadableRecord` with every fault.
    """
    reader = _reader(ruleset, request["players"], request.get("teams"))
    hands: list[tuple[int, ...] | None] = [None] * len(request["players"])
    for player, cards in request.get("hands", {}).items():
        hands[reader.seat(player, "hands", player)] = _indices(cards)
    record = RoundRecord(
        table=reader.table,
        bids=reader.bids(request["bids"]),
        tricks=reader.tricks(request["tricks"]),
        hands=tuple(hands),
        dealer=reader.dealer(request.get("dealer")),
        round_number=reader.round_number(request.get("round_number")),
        set_aside=_indices(request["set_aside"]) if "set_aside" in request else None,
        exchanges=reader.exchanges(request.get("exchanges")),
        before=reader.before(request.get("before")),
    )
    reader.done()
    return record


def read_result(ruleset: Ruleset, request: Mapping[str, Any]) -> RoundResult:
    """Lay out a finished round from a score sheet; members as in the contract.

    Raises `UnreadableRecord` with every fault, also where a bid is missing or doubled, or where the tricks don't add
    up to the size of a hand (order of scoring, step 1).
    """
    reader = _reader(ruleset, request["players"], request.get("teams"))
    bids = reader.bids(request["bids"])
    round_number = reader.round_number(request.get("round_number"))
    side_tricks, seat_tricks = reader.tricks_won(request["tricks_won"])
    result = RoundResult(
        table=reader.table,
        bids=bids,
        side_tricks=side_tricks,
        seat_tricks=seat_tricks,
        dealer=reader.dealer(request.get("dealer")),
        round_number=round_number,
        before=reader.before(request.get("before")),
    )
    hand_size = ruleset.packs[len(reader.table.players)].hand_size
    if sum(side_tricks) != hand_size:
        detail = f"The tricks won add up to {sum(side_tricks)}; the round has {hand_size}."
        reader.faults.append(Fault("#/tricks_won", "tricks_total", detail))
    if not reader.faults and not bids_itself(ruleset.parameters, round_number):
        reader.faults.extend(_one_bid_each(ruleset, reader.table, bids))
        reader.faults.extend(_nils_told_apart(ruleset, result))
    reader.done()
    return result


def _one_bid_each(ruleset: Ruleset, table: Table, bids: tuple[Bid, ...]) -> list[Fault]:
    faults = []
    by_team = ruleset.parameters.bidding.by == "team"
    for place, side in enumerate(table.sides):
        made = [bid for bid in bids if bid.side == place]
        whole = by_team or any(bid.seat is None for bid in made)
        seen: set[int | None] = set()
        for bid in made:
            if bid.seat in seen or (whole and seen):
                name = side.name if whole or bid.seat is None else table.players[bid.seat]
                detail = f"{name} has bid before; a finished sheet has one bid of each."
                faults.append(Fault(pointer_to("bids", bid.place), "doubled_bid", detail))
            seen.add(bid.seat)
        if whole and made:
            continue
        missing = [side.name] if by_team else [table.players[seat] for seat in side.seats if seat not in seen]
        faults += [Fault("#/bids", "missing_bid", f"There is no bid by {name}.") for name in missing]
    return faults


def _nils_told_apart(ruleset: Ruleset, result: RoundResult) -> list[Fault]:
    faults: list[Fault] = []
    if ruleset.parameters.bidding.by == "team":
        return faults
    for bid in result.bids:
        nil = kind_of(ruleset.parameters, bid.tricks, blind=bid.blind) in NILS
        if nil and bid.seat is not None and result.seat_tricks[bid.seat] is None:
            team = result.table.sides[bid.side].name
            player = result.table.players[bid.seat]
            detail = f"{player} bid nil, so the tricks of {team} are needed player by player."
            faults.append(Fault(pointer_to("tricks_won", team), "nil_needs_player", detail))
    return faults
