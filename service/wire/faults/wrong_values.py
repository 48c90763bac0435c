"""Values that the contract does not take: what to write instead, made of what was sent.

In this order: values written into sentences; cards and words that are not among those listed; lists and objects in
other shapes than the contract has; numbers, truth values and texts of the wrong type.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from service.media_types import Json
from service.settings import digits_to_int
from service.spades.cards import CODES, RANK_NAMES, RANKS, SUIT_NAMES, SUITS, UNREAD_CODE, card_meant
from service.spades.english import listed, nearest_first, quoted, sign_meant, word_meant
from service.spades.rules.ruleset import blind_kind
from service.wire.contract import Explained, Place, SchemaTree, Wanted

_LONGEST_EXAMPLE = 200
_LONGEST_VALUE = 64
_LONGEST_RULES = 400
_FEW = 2
OVERRIDES = "Parameters"
"""The component of all groups of parameters; the name of each group's own ends with it."""
WORTHS = frozenset({"Gain", "Loss"})
"""The components of what something scores or costs, which stand in the place of parameters."""
MOST_NAMES = 8
"""The most names that a sentence lists."""
_TYPES = {
    bool: "a boolean",
    int: "an integer",
    float: "a number",
    str: "a string",
    list: "an array",
    dict: "an object",
}

_MOST_VALUES = 12
_PAIR = 2  # the length of a name with a number or a card
_LONGEST_CLAIM = 100
_NAMES_OF_A_TEAM = ("team", "name")
_NUMBER = re.compile(r"\s*(-?\d{1,9})(?:\.0+)?\s*")
_BLIND = re.compile(r"b(?:lind)?[ _-]?(\d{1,2}|n|nil)")
_NILS = {"nil", "n", "zero", "none", "-"}
_TRUE, _FALSE = {"true", "yes", "y", "1", "on"}, {"false", "no", "n", "0", "off"}
_CARDS = {"Card", "RecordedCard"}
_PLAYER, _TEAM = "PlayerId", "TeamName"
_SEPARATORS = re.compile(r"[\s,;]+")
_LONGEST_LIST = 400
_NAMES = ("name", "player", "id")
_CONTRACT_ROWS = {"number", "blind"}
"""The rows of bids whose worth is one for each trick bid, mostly."""


def names_of_players(body: Json) -> list[str]:
    """Return the players that a body names, as far as they are names."""
    players = body.get("players") if isinstance(body, dict) else None
    return [player for player in players[:MOST_NAMES] if isinstance(player, str)] if isinstance(players, list) else []


def type_of(value: Json) -> str:
    """Return the JSON type of a value with its article."""
    return _TYPES.get(type(value), "null")


def short(value: Json) -> str:
    """Return a value for a sentence, cut short: an answer never repeats a request at length."""
    if isinstance(value, list | dict):
        return type_of(value).capitalize()
    if isinstance(value, str):
        return quoted(value)
    text = json.dumps(value)
    return text if len(text) <= _LONGEST_VALUE else text[:_LONGEST_VALUE] + "..."


def written(value: Json, member: str | None = None) -> str | None:
    """Return a value as JSON, as the value of a member if that is named; None if it is too long for a sentence.

    A long list or object is shown with its first two entries and an ellipsis.
    """
    start = "" if member is None else f"{_json(member)}: "
    for text in (_json(value), _json_of_few(value)):
        if len(start) + len(text) <= _LONGEST_EXAMPLE:
            return start + text
    return None


def written_whole(value: Json) -> str | None:
    """Return a value as JSON, none of it left out; None if it is too long for a sentence."""
    text = _json(value)
    return text if len(text) <= _LONGEST_RULES else None


def write(value: Json, after: str = "", member: str | None = None) -> str:
    """Return a sentence that says to write a value, with more after it; an empty text if the value is too long."""
    example = written(value, member)
    return "" if example is None else f"Write {example}{after}."


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _json_of_few(value: Json) -> str:
    """Return the JSON of a list or an object with an ellipsis in place of all but its first entries."""
    if isinstance(value, list) and len(value) > _FEW:
        return _json(value[:_FEW])[:-1] + ", ...]"
    if isinstance(value, dict) and len(value) > _FEW:
        return _json(dict(list(value.items())[:_FEW]))[:-1] + ", ...}"
    return _json(value)


def not_listed(value: Json, options: Sequence[Json]) -> Explained:
    """Explain a value that is none of those that the contract lists."""
    if CODES[0] in options:
        return _not_a_card(value, options)
    words = [str(option) for option in options]
    meant = word_meant(value, words) if isinstance(value, str) else None
    lead = f"{short(value)} is not one of the values" + ("" if meant is None else f": write {meant}")
    known = nearest_first(value, words) if isinstance(value, str) else words
    return Explained(f"{lead}.", f"The values here are {listed(known[:_MOST_VALUES])}.", f"values {known}")


def _not_a_card(value: Json, options: Sequence[Json]) -> Explained:
    meant = card_in(value)
    instead = f": write {meant}" if meant in options else ""
    unread = f", {UNREAD_CODE} for one that can't be read" if UNREAD_CODE in options else ""
    advice = f"A card is its rank, then its suit: 2C to AS, with T for ten; BJ and LJ are the jokers{unread}."
    return Explained(f"{short(value)} is not a card{instead}.", advice, "cards")


def card_in(value: Json) -> str | None:
    """Return the code of the card that a value can only mean: another spelling, or an object of rank and suit."""
    if isinstance(value, str):
        return card_meant(value) or _card_in_words(value)
    if isinstance(value, dict) and value.keys() == {"rank", "suit"}:
        return card_meant(_rank_of(str(value["rank"])) + _suit_of(str(value["suit"])))
    return None


def _card_in_words(text: str) -> str | None:
    """Return the code of a card that is written out, such as ``king of hearts``."""
    rank, _, suit = text.partition(" of ")
    return card_meant(_rank_of(rank) + _suit_of(suit)) if suit else None


def _rank_of(text: str) -> str:
    word = text.strip().lower()
    return RANKS[RANK_NAMES.index(word)] if word in RANK_NAMES else text


def _suit_of(text: str) -> str:
    word = text.strip().lower().removesuffix("s")
    return SUITS[SUIT_NAMES.index(word)] if word in SUIT_NAMES else text


class Sent(NamedTuple):
    """A value of the wrong type, and what a fix can go by."""

    tree: SchemaTree
    path: Place
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
    in_order = [{"player": name, "tricks": number} for name, number in tricks.items()]
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
    if isinstance(item, list) and len(item) == _PAIR and all(isinstance(part, str) for part in item):
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
    if all(isinstance(bid, dict) and "tricks" in bid for bid in sent.value[:MOST_NAMES]):
        return write(sent.value[:MOST_NAMES], ", in the order in which they were made", "bids") if sent.value else ""
    return _counts(sent)


def _cards_by_player(sent: Sent) -> str:
    """Explain a list of cards in the place of a map."""
    cards = [card_in(card) for card in sent.value[:MOST_NAMES]] if isinstance(sent.value, list) else []
    return write(cards, ": the cards clockwise from the leader", "cards") if cards and all(cards) else ""


def _players(sent: Sent) -> str:
    """Explain an object of players, as by seat."""
    if not isinstance(sent.value, dict):
        return ""
    values = [*islice(sent.value.values(), MOST_NAMES)]
    named = values if all(isinstance(name, str) for name in values) else [*islice(sent.value, MOST_NAMES)]
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
    items = [team for team in sent.value[:MOST_NAMES] if isinstance(team, dict) and "score" in team]
    named = ((team.get(key), team["score"]) for team in items for key in _NAMES_OF_A_TEAM)
    teams = {name: score for name, score in named if isinstance(name, str)}
    return write({name: {"score": score} for name, score in teams.items()}, ": the standing by team") if teams else ""


def _adjustments(sent: Sent) -> str:
    """Explain points by team, or one adjustment without a list."""
    if not isinstance(sent.value, dict):
        return ""
    if "team" in sent.value:
        return write([sent.value])
    points = [{"team": name, "points": number, "reason": "…"} for name, number in _by_name(sent).items()]
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
    number = next(filter(lambda found: found is not None, map(digits_to_int, words)), None)
    claim = {"by": by, "tricks": "rest" if number is None else number, "accepted": True}
    what = ": who claimed, how many of the tricks left, and whether the other side accepted"
    return write(claim, what) if by is not None else ""


def _worth(sent: Sent) -> str:
    """Explain a number for what something scores or costs: points for each trick of a contract, otherwise once."""
    text = _NUMBER.fullmatch(sent.value) if isinstance(sent.value, str) else None
    number = int(text[1]) if text is not None else sent.value
    if not isinstance(number, int) or isinstance(number, bool):
        return ""
    return write(worth_meant(sent.tree, sent.path, number))


def worth_meant(tree: SchemaTree, path: Place, number: int) -> dict[str, float]:
    """Return what a number in the place of a worth means, with the sign that it has there; 0 is nothing."""
    member = "per_trick" if _CONTRACT_ROWS & set(path) else "points"
    return {member: rule_meant(tree, (*path, member), number)} if number else {}


SHAPES: Mapping[str, Callable[[Sent], str]] = {
    "Bids": _bids,
    "Bid": _bid,
    "BidsByPlayer": _bids_by_player,
    "CardsByPlayer": _cards_by_player,
    "Trick": _trick,
    "LoggedPlay": _play,
    "Play": _play,
    "Hands": _hands,
    "OpenHands": _hands,
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
    "Gain": _worth,
    "Loss": _worth,
}
"""The functions that know a shape, by the component of the contract that was wanted."""


def wrong_type(sent: Sent) -> Explained:
    """Explain a value of the wrong type: what to write instead."""
    wanted = sent.wanted
    names = " or ".join(("an " if name[0] in "aeio" else "a ") + name for name in wanted.types)
    lead = f"This must be {names}, not {type_of(sent.value)}."
    if sent.value is None:
        return Explained(lead, "Leave out what has no value: nothing is ever null.", "null")
    if not sent.path:
        return Explained(lead, _whole(sent.value), "the body")
    topic = f"{wanted.component} from {type(sent.value).__name__}"
    shape = SHAPES.get(wanted.component)
    shaped = "" if shape is None else shape(sent)
    if shaped:
        return Explained(lead, shaped, topic)
    instead = next(filter(None, (_INSTEAD[kind](sent) for kind in wanted.types)), "")
    return Explained(f"{lead} {instead}") if instead else Explained(lead, _members(wanted), topic)


def _whole(body: Json) -> str:
    """Return what to send instead of a body that is no object."""
    if isinstance(body, list):
        return "Send one object; many go on lines of their own, without brackets, to a path that ends in /batch."
    if isinstance(body, str):
        return "JSON within a string is encoded twice: send the object itself."
    return "Send one object."


def _members(wanted: Wanted) -> str:
    """Return a sentence on what belongs in the place of a value of which nothing can be made."""
    if not wanted.members:
        return f"It is for {wanted.purpose}." if wanted.purpose and "object" in wanted.types else ""
    required = [name for name in wanted.members if name in wanted.schema.get("required", ())]
    return f"Its members are {listed(required or wanted.members)}."


def rule_meant(tree: SchemaTree, path: Place, number: float) -> float:
    """Return the number that one in the place of a rule was probably meant to be: a penalty has its sign from the rule.

    Elsewhere a number is what somebody counted, so that another sign would be a guess.
    """
    bounds = tree.at(path).schema
    around = tree.at(path[:-1]).component
    is_rule = (around.endswith(OVERRIDES) or around in WORTHS) and "minimum" in bounds and number == int(number)
    meant = sign_meant(int(number), bounds["minimum"], bounds["maximum"]) if is_rule else None
    return number if meant is None else meant


def _integer(sent: Sent) -> str:
    value = sent.value
    if isinstance(value, float | bool):
        return f"Write a whole number{_range_of(sent.wanted)}."
    if isinstance(value, dict) and len(value) == 1:
        (value,) = value.values()
        is_number = isinstance(value, int) and not isinstance(value, bool)
        return write(rule_meant(sent.tree, sent.path, value)) if is_number else ""
    if not isinstance(value, str):
        return ""
    number = _NUMBER.fullmatch(value)
    if number is not None:
        return f"Write {rule_meant(sent.tree, sent.path, int(number[1]))}, without quotes."
    is_bid = "tricks" in sent.path[-1:] or "bids_by_player" in sent.path
    bid = _bid_in_words(value.strip().lower()) if is_bid else ""
    return bid or f"Write a whole number{_range_of(sent.wanted)}, without quotes."


def _range_of(wanted: Wanted) -> str:
    """Return from what to what a number may be; nothing if a parameter may have nearly any value."""
    least, most = wanted.schema.get("minimum"), wanted.schema.get("maximum")
    return "" if least is None or most is None else f" from {least} to {most}"


def _bid_in_words(word: str) -> str:
    """Return what to write instead of a bid in words."""
    if word in _NILS:
        return "Write 0: nil is a bid of 0."
    blind = _BLIND.fullmatch(word)
    if blind is None:
        return ""
    tricks = int(blind[1]) if blind[1].isdigit() else 0
    return f'Write {tricks}, and "kind": "{blind_kind(tricks)}" beside it: nil is a bid of 0.'


def _boolean(sent: Sent) -> str:
    word = str(sent.value).strip().lower() if isinstance(sent.value, str | int) else ""
    if word in _TRUE | _FALSE:
        return f"Write {'true' if word in _TRUE else 'false'}, without quotes."
    return ""


def _string(sent: Sent) -> str:
    value, component = sent.value, sent.wanted.component
    if component in _CARDS:
        return ""  # that it is no card is said as well
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        return write(value[0])
    if isinstance(value, dict):
        name = next((value[key] for key in _NAMES if isinstance(value.get(key), str)), None)
        return "" if name is None else write(name)
    if component == _PLAYER:
        players = names_of_players(sent.body)
        return f"Write a player's name: {listed(map(quoted, players), 'or')}." if players else ""
    return write(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _array(sent: Sent) -> str:
    items = sent.tree.resolved(sent.wanted.schema.get("items", {}))
    if isinstance(sent.value, dict):
        if sent.value.keys() <= items.members.keys():
            return write([sent.value] if sent.value else [])
        return "Write its values as a list, in their order."
    if not isinstance(sent.value, str):
        return write([sent.value]) if type_of(sent.value).split()[1] in items.types else ""
    if items.component == _TEAM:
        return write([sent.value])  # the name of a team may have spaces
    parts = [part for part in _SEPARATORS.split(sent.value[:_LONGEST_LIST]) if part]
    if items.component not in _CARDS:
        return write(parts) if parts and "string" in items.types else ""
    cards = [card_in(part) for part in parts]
    return write(cards) if cards and all(cards) else ""


_INSTEAD: Mapping[str, Callable[[Sent], str]] = {
    "integer": _integer,
    "boolean": _boolean,
    "string": _string,
    "array": _array,
    "object": lambda _: "",
}
