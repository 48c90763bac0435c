"""From names to seats: looks up the players, teams and cards of a request, and notes every name that it can't find."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from service.spades.catalogue.parameters.penalties import Remedy
from service.spades.english import instead_of, listed, names_advice, quoted
from service.spades.errors import Fault, UnreadableRecord, pointer_to
from service.spades.record.model import START, Accusation, Draw, Exchange, Reported, Standing
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset, counting_rounds
from service.spades.table import Table, team_key

# Finding the nearest name takes longer than parsing a record, and no answer lists more faults.
_MOST_SUGGESTED: Final = 50
UNEQUAL_DEAL: Final = (
    "Under this ruleset some players are dealt one card more than others (`deck.leftover`), and {} with such hands."
)
"""The detail of the fault ``unequal_deal``; in braces comes what is not done."""


class Reader:
    """Parses a request, or the part of it at ``prefix``: looks up its names, and collects the faults."""

    def __init__(self, ruleset: Ruleset, table: Table) -> None:
        self.ruleset, self.table = ruleset, table
        self.prefix: tuple[str | int, ...] = ()
        self.faults: list[Fault] = []
        self.gone: dict[str, str] = {}
        """When and how each absent player left the table, to end a sentence with."""
        self._instead: dict[tuple[str, tuple[str, ...]], str] = {}
        """What was probably meant by each unknown name, by that name and the known ones."""

    @property
    def pack(self) -> Pack:
        """The pack for this table."""
        return self.ruleset.packs[len(self.table.players)]

    def fault(self, code: str, detail: str, *path: str | int, advice: str = "") -> None:
        """Note a fault at this path."""
        self.faults.append(Fault(pointer_to(*self.prefix, *path), code, detail, advice))

    def seat(self, player: str, *path: str | int) -> int:
        """Return the seat of a player."""
        seat = self.table.seat.get(player)
        if seat is None:
            self._unknown(player, "does not sit at this table", ("players", self.table.seat), path)
            return 0
        return seat

    def side(self, team: str, *path: str | int) -> int:
        """Return the index of a side by its team's name."""
        side = self.table.side.get(team)
        if side is None:
            self._unknown(team, "is no team at this table", ("teams", self.table.side), path)
            return 0
        return side

    def player_or_team(self, name: str, *path: str | int) -> None:
        """Note a name if it is neither a player's nor a team's."""
        if name not in self.table.seat and name not in self.table.side:
            known = ("players and teams", {**self.table.seat, **self.table.side})
            self._unknown(name, "is neither a player nor a team at this table", known, path)

    def _unknown(self, name: str, lack: str, known: tuple[str, Iterable[str]], path: tuple[str | int, ...]) -> None:
        """Note an unknown name, with the one that was meant; ``known`` is the kind of the known names, and these."""
        kind, others = known[0], tuple(known[1])
        instead = self._instead.get((name, others))
        if instead is None:
            instead = ""
            if len(self._instead) < _MOST_SUGGESTED:
                instead = self._instead[name, others] = self._meant_by(name, others)
        if name in self.gone and kind != "teams":
            lack, instead = self.gone[name], ""
        code = "unknown_team" if kind == "teams" else "unknown_player"
        self.fault(code, f"{quoted(name)} {lack}{instead}.", *path, advice=names_advice(kind, others))

    def _meant_by(self, name: str, names: tuple[str, ...]) -> str:
        """Return the end of a sentence about an unknown name; a team's players may be named in another order."""
        if name in self.table.seat and names == tuple(self.table.side):
            return f": write {quoted(self.table.team_of(self.table.seat[name]))}, the team of {name}"
        members = sorted(name.split("+"))
        for side in self.table.sides:
            if side.name in names and members in (sorted(side.name.split("+")), sorted(side.players)):
                own = "in the order of the players" if "+" in side.name else f"the team of {listed(side.players)}"
                return f": write {quoted(side.name)}, {own}"
        return instead_of(name, names)

    def hands(self, hands: Mapping[str, tuple[int, ...]] | None) -> tuple[tuple[int, ...] | None, ...]:
        """Return the hand of each seat, None if it is not listed."""
        read: list[tuple[int, ...] | None] = [None] * len(self.table.players)
        for player, cards in (hands or {}).items():
            read[self.seat(player, "hands", player)] = cards
        return tuple(read)

    def before(self, before: Mapping[str, Standing] | None, *, any_bags: bool = False) -> tuple[Standing, ...] | None:
        """Return the standing of each side before the round, with ``any_bags`` also one that no round can have left."""
        if before is None:
            return None
        standings = [START] * len(self.table.sides)
        for team, standing in before.items():
            if not any_bags:
                self._check_bags(team, standing.bags)
            standings[self.side(team, "before", team)] = standing
        return tuple(standings)

    def remedy(self, remedy: Remedy, row: str, *path: str | int) -> Remedy:
        """Return the remedy that a wronged side chose for the offence of a row, and note one that it may not choose."""
        price = self.ruleset.parameters.penalties.priced(row)
        offered = price.of if price.remedy == "choice" else ()
        if remedy not in offered:
            choice = f"the choice is between {listed(offered, 'and')}" if offered else "this ruleset leaves no choice"
            self.fault("remedy_not_offered", f"For this offence {choice} (`penalties.{row}`).", *path)
        return remedy

    def away(self, away: Mapping[str, Standing] | None) -> tuple[int, ...]:
        """Return the scores of the sides that sit out."""
        if not away:
            return ()
        playing = {
            team_key(name): side.name
            for side in self.table.sides
            for name in (*side.players, "+".join(side.players), side.name)
        }
        for team in away:
            side = playing.get(team_key(team))
            if side is not None:
                alike = "" if team == side else f" as {quoted(side)}"
                detail = f"{quoted(team)} plays in this round{alike}: its score belongs in `before`."
                self.fault("side_not_away", detail, "away", team)
        return tuple([standing.score for standing in away.values()])

    def _check_bags(self, team: str, bags: int) -> None:
        """Note bags that no round can have left: each round ends with the penalty for those that reach the limit."""
        rules = self.ruleset.parameters.bags
        if 0 < rules.limit <= bags:
            left = 0 if rules.carry == "reset" else bags % rules.limit
            detail = (
                f"{bags} bags are more than a round can leave: at {rules.limit} the penalty falls due, and takes"
                f" bags off the count. Write those left after it, {left}; give the score after the penalty, too."
            )
            self.fault("bags_over_limit", detail, "before", team, "bags")

    def called_misdeal(self, player: str | None) -> int | None:
        """Return the seat that called a misdeal."""
        return None if player is None else self.seat(player, "misdeal_called_by")

    def dealer(self, dealer: str | None) -> int | None:
        """Return the seat of the dealer."""
        return None if dealer is None else self.seat(dealer, "dealer")

    def round_number(self, number: int | None) -> int | None:
        """Return the number of the round; under a ruleset whose first round is special, it may not be missing."""
        if number is None and self.ruleset.parameters.bids.first_round == "bids_itself":
            detail = "The first round of this ruleset has rules of its own: give the number of this round."
            self.fault("required", detail, "round_number")
        return number

    def first_round_number(self, number: int | None, *, goes_on: bool) -> int:
        """Return the number of the first round of a game, 1 if nothing is said of it.

        That of a game that ``goes_on`` from a standing may not be missing if the ruleset counts rounds.
        """
        counting = counting_rounds(self.ruleset.parameters) if goes_on and number is None else []
        if counting:
            detail = (
                f"Under this ruleset the number of a round matters ({listed(f'`{name}`' for name in counting)}): give"
                " that of the first round after `before`, or 1 if the game begins with it."
            )
            self.fault("required", detail, "first_round_number")
        return 1 if number is None else number

    def accusations(self, accusations: Sequence[Mapping[str, Any]] | None) -> tuple[Accusation, ...] | None:
        """Return the revokes that were called."""
        if accusations is None:
            return None
        return tuple([self._accusation(call, index) for index, call in enumerate(accusations)])

    def _accusation(self, call: Mapping[str, Any], index: int) -> Accusation:
        path = ("accusations", index)
        by, against = self.seat(call["by"], *path, "by"), self.seat(call["against"], *path, "against")
        trick, remedy = call["trick"] - 1 if "trick" in call else None, call.get("remedy")
        if remedy is not None:
            self.remedy(remedy, "revoke", *path, "remedy")
            if self.table.side_of[by] == self.table.side_of[against]:
                detail = (
                    f"{call['by']} plays for the side of {call['against']}, and the wronged side chooses: leave this"
                    " out, or write it in a call by another side."
                )
                self.fault("remedy_not_offered", detail, *path, "remedy")
        return Accusation(index, by, against, trick, call.get("at"), remedy)

    def reported(self, reported: Mapping[str, Mapping[str, int]] | None) -> Reported | None:
        """Return what the score sheet claims, its names looked up."""
        if reported is None:
            return None
        for name in reported.get("tricks_won", {}):
            self.player_or_team(name, "reported", "tricks_won", name)
        for member in ("points", "score", "bags"):
            for name in reported.get(member, {}):
                self.side(name, "reported", member, name)
        rows = (reported.get(member) for member in Reported._fields)
        return Reported(*rows)

    def exchanges(self, exchanges: Sequence[Mapping[str, Any]] | None) -> tuple[Exchange, ...] | None:
        """Return the exchanges of a request."""
        if exchanges is None:
            return None
        for index, exchange in enumerate(exchanges):
            if exchange["from"] == exchange["to"]:
                detail = f"Nobody passes cards to himself: write who got the cards of {quoted(exchange['from'])}."
                self.fault("passed_to_oneself", detail, "exchanges", index, "to")
        return tuple(
            Exchange(
                self.seat(exchange["from"], "exchanges", index, "from"),
                self.seat(exchange["to"], "exchanges", index, "to"),
                exchange["cards"],
            )
            for index, exchange in enumerate(exchanges)
        )

    def draws(self, draws: Sequence[Mapping[str, Any]] | None) -> tuple[Draw, ...] | None:
        """Return the draws of a request."""
        if draws is None:
            return None
        return tuple(
            Draw(self.seat(draw["player"], "draws", index, "player"), draw["cards"], draw["kept"])
            for index, draw in enumerate(draws)
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
                self.player_or_team(name, "tricks_won", name)
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
