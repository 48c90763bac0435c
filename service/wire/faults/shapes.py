"""Lists and objects in other shapes than the contract has: the same facts in a shape that it takes.

Each function returns a sentence or two on what to write, with an example made of what was sent, or an empty text if
nothing can be made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import NamedTuple

from service.json_types import Json
from service.settings import digits_to_int
from service.wire.faults.cards_and_words import card_in
from service.wire.faults.examples import MOST_NAMES, names_of_players, write
from service.wire.faults.schema_tree import Path, SchemaTree, Wanted

_PAIR = 2
_LONGEST_CLAIM = 100
_NAMING = ("team", "name")


class Sent(NamedTuple):
    """A value of the wrong type, and what a fix can go by."""

    tree: SchemaTree
    path: Path
    value: Json
    body: Json

    @property
    def wanted(self) -> Wanted:
        """What the contract wants in its place."""
        return self.tree.at(self.path)

    def has_beside(self, member: str) -> bool:
        """Return whether the contract has another member in the object that the value is a member of."""
        return member in self.tree.at(self.path[:-1]).members


def _by_name(sent: Sent) -> dict[str, Json]:
    """Return the first values of a map, or those of a list by the players in their order."""
    if isinstance(sent.value, dict):
        return dict(islice(sent.value.items(), MOST_NAMES))
    if not isinstance(sent.value, list):
        return {}
    return dict(zip(names_of_players(sent.body), sent.value, strict=False))


def _bids(sent: Sent) -> str:
    """Explain bids by player, or a list of numbers in the order of the players."""
    tricks = {name: _tricks(value) for name, value in _by_name(sent).items()}
    if not tricks or None in tricks.values():
        return ""
    in_order = [{"player": name, "tricks": each} for name, each in tricks.items()]
    fix = write(in_order, ", in the order in which they were made", "bids")
    if fix and sent.has_beside("bids_by_player"):
        fix += " Or, if the order is not known: " + write(tricks, member="bids_by_player").removeprefix("Write ")
    return fix


def _tricks(value: Json) -> Json:
    """Return the number of tricks that a bid in another shape means, None if that is not a number."""
    if isinstance(value, dict) and len(value) == 1:
        (value,) = value.values()
    if isinstance(value, str):
        word = value.strip().lower()
        return 0 if word in {"nil", "n"} else digits_to_int(word)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _bid(sent: Sent) -> str:
    """Explain a number for a bid, one in a list of them, or a pair of a name and a number."""
    value = sent.value
    if isinstance(value, list) and len(value) == _PAIR and isinstance(value[0], str):
        return write({"player": value[0], "tricks": value[1]})
    bids = sent.body
    for part in sent.path[:-1]:
        bids = bids[part]
    return _bids(sent._replace(path=sent.path[:-1], value=bids[:MOST_NAMES]))


def _trick(sent: Sent) -> str:
    """Explain a list of cards, of pairs or of plays for a trick."""
    if not isinstance(sent.value, list):
        return ""
    items, players = sent.value[:MOST_NAMES], names_of_players(sent.body)
    cards = [card_in(item) for item in items]
    if cards and all(cards):
        if "cards" in sent.wanted.members and players:
            return write({"leader": players[0], "cards": cards}, ": the cards clockwise from the leader")
        plays = [{"player": name, "card": card} for name, card in zip(players, cards, strict=False)]
        return write({"plays": plays}, ", in the order in which they were played") if plays else ""
    plays = [_play_of(item) for item in items]
    return write({"plays": plays}) if plays and all(plays) else ""


def _play_of(item: Json) -> Json:
    """Return a play from an object or from a pair of a player and a card, None from anything else."""
    if isinstance(item, dict):
        return item
    if isinstance(item, list) and len(item) == _PAIR and all(isinstance(each, str) for each in item):
        return {"player": item[0], "card": card_in(item[1]) or item[1]}
    return None


def _play(sent: Sent) -> str:
    """Explain a card alone, or a pair of a player and a card."""
    play = _play_of(sent.value)
    if play is not None:
        return write(play)
    card, players = card_in(sent.value), names_of_players(sent.body)
    if card is None or not players:
        return ""
    return write({"player": players[0], "card": card}, ": who played it, and the card")


def _hands(sent: Sent) -> str:
    """Explain a list of hands in the order of the players."""
    return _keyed(sent, ": the cards by player")


def _open_hands(sent: Sent) -> str:
    """Explain a list of hands in the order of the players; beside a player it has the hands of all others."""
    if not sent.has_beside("player") or not isinstance(sent.value, list):
        return _hands(sent)
    asked = sent.body
    for part in sent.path[:-1]:
        asked = asked[part]
    names = names_of_players(sent.body)
    # A list as long as that of the players has the hand of the one who is to play, too.
    named = names if len(sent.value) == len(names) else [each for each in names if each != asked.get("player")]
    hands = {name: hand for name, hand in zip(named, sent.value, strict=False) if name != asked.get("player")}
    return write(hands, ": the cards by player") if hands else ""


def _counts(sent: Sent) -> str:
    """Explain a list of numbers in the order of the players."""
    return _keyed(sent, ": the numbers by name")


def _keyed(sent: Sent, what: str) -> str:
    by_name = _by_name(sent) if isinstance(sent.value, list) else {}
    return write(by_name, what) if by_name else ""


def _bids_by_player(sent: Sent) -> str:
    """Explain a list of bids or of numbers in the place of a map."""
    if not isinstance(sent.value, list):
        return ""
    if all(isinstance(each, dict) and "tricks" in each for each in sent.value[:MOST_NAMES]):
        return write(sent.value[:MOST_NAMES], ", in the order in which they were made", "bids") if sent.value else ""
    return _counts(sent)


def _cards_by_player(sent: Sent) -> str:
    """Explain a list of cards in the place of a map."""
    cards = [card_in(each) for each in sent.value[:MOST_NAMES]] if isinstance(sent.value, list) else []
    return write(cards, ": the cards clockwise from the leader", "cards") if cards and all(cards) else ""


def _players(sent: Sent) -> str:
    """Explain an object of players, as by seat."""
    if not isinstance(sent.value, dict):
        return ""
    values = [*islice(sent.value.values(), MOST_NAMES)]
    named = values if all(isinstance(each, str) for each in values) else [*islice(sent.value, MOST_NAMES)]
    return write(named, ", clockwise around the table") if named else ""


def _teams(sent: Sent) -> str:
    """Explain an object of teams by name."""
    if not isinstance(sent.value, dict):
        return ""
    teams = [{"name": name, "players": players} for name, players in islice(sent.value.items(), MOST_NAMES)]
    return write(teams) if teams else ""


def _standing(sent: Sent) -> str:
    """Explain a number for the standing of a side."""
    return write({"score": sent.value}) if isinstance(sent.value, int) else ""


def _standing_by_team(sent: Sent) -> str:
    """Explain a list of teams, each with its name and its score."""
    if not isinstance(sent.value, list):
        return ""
    items = [each for each in sent.value[:MOST_NAMES] if isinstance(each, dict)]
    teams = {each[key]: each["score"] for each in items for key in _NAMING if key in each and "score" in each}
    return write({name: {"score": score} for name, score in teams.items()}, ": the standing by team") if teams else ""


def _adjustments(sent: Sent) -> str:
    """Explain points by team, or one adjustment without a list."""
    if not isinstance(sent.value, dict):
        return ""
    if "team" in sent.value:
        return write([sent.value])
    points = [{"team": name, "points": each, "reason": "…"} for name, each in _by_name(sent).items()]
    return write(points, ": each with its reason") if points else ""


def _substitutions(sent: Sent) -> str:
    """Explain names by names, or one substitution without a list."""
    if not isinstance(sent.value, dict):
        return ""
    if {"out", "in"} & sent.value.keys():
        return write([sent.value])
    pairs = [{"out": leaver, "in": newcomer} for leaver, newcomer in _by_name(sent).items()]
    return write(pairs, ": who leaves, and who comes in") if pairs else ""


def _claim(sent: Sent) -> str:
    """Explain a claim in a list, or as a text or a number."""
    value, players = sent.value, names_of_players(sent.body)
    if isinstance(value, list):
        is_one = len(value) == 1 and isinstance(value[0], dict)
        return write(value[0], ": a round ends with one claim") if is_one else ""
    words = value[:_LONGEST_CLAIM].split() if isinstance(value, str) else [str(value)]
    by = next((word for word in words if word in players), next(iter(players), None))
    number = next(filter(lambda each: each is not None, map(digits_to_int, words)), None)
    claim = {"by": by, "tricks": "rest" if number is None else number, "accepted": True}
    what = ": who claimed, how many of the tricks left, and whether the other side accepted"
    return write(claim, what) if by is not None else ""


SHAPES: Mapping[str, Callable[[Sent], str]] = {
    "Bids": _bids,
    "Bid": _bid,
    "BidsByPlayer": _bids_by_player,
    "CardsByPlayer": _cards_by_player,
    "Trick": _trick,
    "LoggedPlay": _play,
    "Play": _play,
    "Hands": _hands,
    "OpenHands": _open_hands,
    "TricksWon": _counts,
    "TricksSoFar": _counts,
    "SheetRow": _counts,
    "Players": _players,
    "Teams": _teams,
    "StandingBefore": _standing,
    "StandingAfter": _standing,
    "StandingByTeam": _standing_by_team,
    "Adjustments": _adjustments,
    "Substitutions": _substitutions,
    "RoundClaim": _claim,
}
"""The functions that know a shape, by the component of the contract that was wanted."""
