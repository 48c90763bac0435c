"""The names of a game record that a sheet has to tell apart: players, and sides with their players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.notations.limits import LONGEST_NAME
from service.notations.model import Loss
from service.spades.english import quoted
from service.spades.pointers import pointer_to
from service.spades.spelling import plain_form

_MEMBERS = ("bids_by_player", "tricks_won")
_FIGURES = ("points", "score", "bags")


class Names:
    """The players and sides of one game, and what a sheet cannot hold of their names."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.faults: list[Loss] = []
        self.losses: list[Loss] = []
        self.players: Sequence[str] = record["players"]
        self.sides: dict[str, tuple[str, ...]] = {
            team["name"]: tuple(team["players"]) for team in record.get("teams", ())
        }
        self.newcomers = [*dict.fromkeys(name for _, name in _newcomers(record))]
        """Whoever comes in for a player without having sat at the table at first."""
        self.people = [*self.players, *self.newcomers]
        self.labels = dict(self._labels(record.get("labels", {})))
        places = [(pointer_to("players", index), player) for index, player in enumerate(self.players)]
        places += _newcomers(record)
        for pointer, player in places:
            if "+" in player:
                self._fault(pointer, "A name with + in it would be read as that of a side.")
        places += [(pointer_to("teams", index), team["name"]) for index, team in enumerate(record.get("teams", ()))]
        for pointer, name in places:
            if not is_one_line(name) or len(name) > LONGEST_NAME:
                detail = f"{quoted(name)} is not on one line, or has spaces around it, which a sheet does not keep."
                self._fault(pointer, detail)
        for member in ("ruleset", "first_dealer"):
            if not is_one_line(str(record.get(member, "x"))):
                self._fault(pointer_to(member), "A sheet holds names on one line, without spaces around them.")
        if record.get("first_dealer", self.players[0]) not in self.players:
            self._fault("#/first_dealer", "The dealer is not one of the players.")
        for pointer, name in _keys_of(record):
            self._add_side(pointer, name)
        partners = {member for members in self.sides.values() for member in members} - self.sides.keys()
        for name in partners & record.get("before", {}).keys():
            self._fault(pointer_to("before", name), f"{quoted(name)} has a side, and a standing is that of the side.")
        self._check_apart()
        teams = [team["name"] for team in record.get("teams", ())]
        others = sorted(self.sides.keys() - {*teams}, key=lambda name: self.players.index(self.sides[name][0]))
        self.order = list(dict.fromkeys([*self.people, *teams, *others]))
        """All names in the order of their columns: players, teams, and other sides by their first players."""

    def _fault(self, pointer: str, detail: str) -> None:
        self.faults.append(Loss(pointer, "names", detail))

    def _labels(self, labels: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        for name, text in labels.items():
            if is_one_line(name) and (is_one_line(text) or not text):
                yield name, text
            else:
                detail = f"The label {quoted(name)} is not on one line, or has spaces around it."
                self.losses.append(Loss(pointer_to("labels", name), "unmapped", detail))

    def _add_side(self, pointer: str, name: str) -> None:
        """Take a key of the record for what it is: a player, a team, or the players of a side joined by plus signs."""
        members = tuple(name.split("+"))
        if name in self.people or name in self.sides:
            return
        in_order = tuple(player for player in self.players if player in members)
        if len(members) > 1 and members == in_order:
            self.sides[name] = members
        else:
            self._fault(pointer, f"{quoted(name)} is neither a player nor a side of these players.")

    def _check_apart(self) -> None:
        """Refuse players on two sides, and names that differ only in what a sheet does not tell apart."""
        members = [member for side in self.sides.values() for member in side]
        if len(set(members)) < len(members) or not {*members} <= {*self.players}:
            self._fault(
                "#/teams", "A player is on two sides, or no player at all, and a sheet would be read otherwise."
            )
        names = {*self.people, *self.sides}
        if len({plain_form(name) for name in names}) < len(names) or len({*self.players}) < len(self.players):
            self._fault(
                "#/players", "Two names differ by no more than case or spaces, which a sheet does not tell apart."
            )


def _keys_of(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the keys of a game that name a player or a side, with their pointers."""
    for name in record.get("before", {}):
        yield pointer_to("before", name), name
    for index, row in enumerate(record["rounds"]):
        for member in _MEMBERS:
            for name in row.get(member, {}):
                yield pointer_to("rounds", index, member, name), name
        for place, bid in enumerate(row.get("bids", ())):
            yield pointer_to("rounds", index, "bids", place), bid.get("player", bid.get("team", ""))
        for place, each in enumerate(row.get("adjustments", ())):
            yield pointer_to("rounds", index, "adjustments", place, "team"), each["team"]
        if "forfeited_by" in row:
            yield pointer_to("rounds", index, "forfeited_by"), row["forfeited_by"]
        for figure in _FIGURES:
            for name in row.get("reported", {}).get(figure, {}):
                yield pointer_to("rounds", index, "reported", figure, name), name


def _newcomers(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield whoever comes in for a player for the first time, with the pointer to the name."""
    seen = {*record["players"]}
    for index, row in enumerate(record["rounds"]):
        for place, each in enumerate(row.get("substitutions", ())):
            if each["in"] not in seen:
                yield pointer_to("rounds", index, "substitutions", place, "in"), each["in"]
            seen |= {each["out"], each["in"]}


def is_one_line(text: str) -> bool:
    """Tell whether a text comes back from a sheet: not empty, on one line, without spaces around it."""
    return bool(text) and text == text.strip() and not set("\n\r\0") & set(text)
