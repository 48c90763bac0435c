"""Values that the contract does not take: what to write instead, made of what was sent.

In this order: values written into sentences; cards and words that are not among those listed; what a value of the wrong
type was meant as; `SHAPES`, the table of them, and the sentences made by it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from types import UnionType
from typing import Any, NamedTuple

from service.media_types import Json
from service.settings import digits_to_int
from service.spades.cards import CODES, RANK_NAMES, RANKS, SUIT_NAMES, SUITS, UNREAD_CODE, card_meant
from service.spades.english import listed, nearest_first, quoted, sign_meant, word_meant
from service.spades.rules.ruleset import blind_kind
from service.wire.contract import Explained, Place, SchemaTree, Wanted

_LONGEST_EXAMPLE, _LONGEST_VALUE, _LONGEST_RULES, _LONGEST_TEXT = 200, 64, 400, 400
_FEW, _MOST_NAMES, _MOST_VALUES = 2, 8, 12
_USUAL_TABLE = 4
_FOR_EACH_COUNT = "Write {}: for each number of players."
_PAIR = 2  # the length of a name with a number or a card
OVERRIDES = "Parameters"
"""The component of all groups of parameters; the name of each group's own ends with it."""
WORTHS = frozenset({"Gain", "Loss"})
"""The components of what something scores or costs, which stand in the place of parameters."""
_CONTRACT_ROWS = {"number", "blind"}
"""The rows of bids whose worth is one for each trick bid, mostly."""
_TYPES = {bool: "a boolean", int: "an integer", float: "a number", str: "a string", list: "an array", dict: "an object"}
_NUMBER = re.compile(r"\s*(-?\d{1,9})(?:\.0+)?\s*")
_BLIND = re.compile(r"b(?:lind)?[ _-]?(\d{1,2}|n|nil)")
_SEPARATORS = re.compile(r"[\s,;]+")
_NILS = {"nil", "n", "zero", "none", "-"}
_TRUTH = dict.fromkeys(("true", "yes", "y", "1", "on"), True) | dict.fromkeys(("false", "no", "n", "0", "off"), False)
_CARDS = {"Card", "RecordedCard"}
_RANK_OF, _SUIT_OF = dict(zip(RANK_NAMES, RANKS, strict=True)), dict(zip(SUIT_NAMES, SUITS, strict=True))


_json = partial(json.dumps, ensure_ascii=False)


def _type_of(value: Json) -> str:
    """Return the JSON type of a value with its article."""
    return _TYPES.get(type(value), "null")


def names_of_players(body: Json) -> list[str]:
    """Return the players that a body names, as far as they are names."""
    players = body.get("players") if isinstance(body, dict) else None
    return [player for player in players[:_MOST_NAMES] if isinstance(player, str)] if isinstance(players, list) else []


def short(value: Json) -> str:
    """Return a value for a sentence, cut short: an answer never repeats a request at length."""
    if isinstance(value, list | dict):
        return _type_of(value).capitalize()
    if isinstance(value, str):
        return quoted(value)
    text = json.dumps(value)
    return text if len(text) <= _LONGEST_VALUE else text[:_LONGEST_VALUE] + "..."


def written(value: Json, member: str | None = None) -> str | None:
    """Return a value as JSON, as the value of a member if that is named; None if it is too long for a sentence.

    A long list or object is shown with its first two entries and an ellipsis.
    """
    start, text = "" if member is None else f"{_json(member)}: ", _json(value)
    if len(start + text) > _LONGEST_EXAMPLE and isinstance(value, list | dict) and len(value) > _FEW:
        few = _json(value[:_FEW] if isinstance(value, list) else dict(islice(value.items(), _FEW)))
        text = f"{few[:-1]}, ...{few[-1]}"
    return start + text if len(start + text) <= _LONGEST_EXAMPLE else None


def written_whole(value: Json) -> str | None:
    """Return a value as JSON, none of it left out; None if it is too long for a sentence."""
    text = _json(value)
    return text if len(text) <= _LONGEST_RULES else None


def not_listed(value: Json, options: Sequence[Json]) -> Explained:
    """Explain a value that is none of those that the contract lists."""
    if CODES[0] in options:
        meant = card_in(value)
        instead = f": write {meant}" if meant in options else ""
        unread = f", {UNREAD_CODE} for one that can't be read" if UNREAD_CODE in options else ""
        advice = f"A card is its rank, then its suit: 2C to AS, with T for ten; BJ and LJ are the jokers{unread}."
        return Explained(f"{short(value)} is not a card{instead}.", advice, "cards")
    words = [str(option) for option in options]
    meant, known = (word_meant(value, words), nearest_first(value, words)) if isinstance(value, str) else (None, words)
    lead = f"{short(value)} is not one of the values" + ("" if meant is None else f": write {meant}")
    return Explained(f"{lead}.", f"The values here are {listed(known[:_MOST_VALUES])}.", f"values {known}")


def card_in(value: Json) -> str | None:
    """Return the code of the card that a value can only mean: in another spelling or in words, or rank and suit."""
    if isinstance(value, dict) and value.keys() == {"rank", "suit"}:
        value = f"{value['rank']} of {value['suit']}"
    if not isinstance(value, str):
        return None
    rank, _, suit = value.partition(" of ")
    rank, suit = (text.strip().lower() for text in (rank, suit))
    return card_meant(value) or card_meant(_RANK_OF.get(rank, rank) + _SUIT_OF.get(suit.removesuffix("s"), suit))


def rule_meant(tree: SchemaTree, path: Place, number: float) -> float:
    """Return the number that one in the place of a rule was probably meant to be: a penalty has its sign from the rule.

    Elsewhere a number is what somebody counted, so that another sign would be a guess.
    """
    wanted = tree.at(path)
    bounds = wanted.schema
    if number == -1 and "; 0 means" in bounds.get("description", ""):
        return 0
    around = tree.at(path[:-1]).component
    is_rule = (around.endswith(OVERRIDES) or around in WORTHS) and "minimum" in bounds and number == int(number)
    meant = sign_meant(int(number), bounds["minimum"], bounds["maximum"]) if is_rule else None
    return number if meant is None else meant


class Sent(NamedTuple):
    """A value of the wrong type, and what a fix can go by."""

    tree: SchemaTree
    path: Place
    value: Any
    body: Any

    @property
    def wanted(self) -> Wanted:
        """What the contract wants in its place."""
        return self.tree.at(self.path)

    @property
    def around(self) -> Sent:
        """What it is a member or an item of."""
        value = self.body
        for part in self.path[:-1]:
            value = value[part]
        return self._replace(path=self.path[:-1], value=value)

    @property
    def players(self) -> list[str]:
        """The players that the request names."""
        return names_of_players(self.body)

    @property
    def few(self) -> list[Any]:
        """The values in a list or an object, as many as a sentence may show; none in anything else."""
        values = self.value.values() if isinstance(self.value, dict) else self.value
        return list(islice(values, _MOST_NAMES)) if isinstance(self.value, list | dict) else []

    @property
    def by_name(self) -> dict[str, Any]:
        """These by the names that they have, in a list by the players in their order."""
        return dict(zip(self.value if isinstance(self.value, dict) else self.players, self.few, strict=False))

    @property
    def cards(self) -> list[str] | None:
        """The cards of a list, None if not all of it are cards."""
        cards = [card for card in map(card_in, self.few) if card]
        return cards if len(cards) == len(self.few) else None

    @property
    def word(self) -> str:
        """A text, or a number, as a word."""
        return str(self.value).strip().lower()

    @property
    def range(self) -> str:
        """From what to what a number may be; nothing if a parameter may have nearly any value."""
        least, most = (self.wanted.schema.get(bound) for bound in ("minimum", "maximum"))
        return "" if least is None or most is None else f" from {least} to {most}"


def _bids(sent: Sent, *, in_either_way: bool = False) -> Json:
    """Return bids in their order and by player, of an object, or of a list or a text in the order of the players."""
    bids = sent.around if sent.wanted.component == "Bid" else sent
    if isinstance(bids.value, str):
        bids = bids._replace(value=_SEPARATORS.split(bids.value[:_LONGEST_TEXT].strip()))
    tricks = {name: _tricks(value) for name, value in bids.by_name.items()}
    in_order = [{"player": name, "tricks": number} for name, number in tricks.items()]
    is_wanted = not in_either_way or "bids_by_player" in bids.around.wanted.members
    return (in_order, tricks) if tricks and None not in tricks.values() and is_wanted else None


def _tricks(value: Json) -> int | None:
    """Return the number of tricks that a bid in another shape means."""
    if isinstance(value, dict) and len(value) == 1:
        (value,) = value.values()
    if isinstance(value, str):
        return 0 if value.strip().lower() in {"nil", "n"} else digits_to_int(value.strip())
    return value if type(value) is int else None


def _pair(value: Json, member: str) -> Json:
    """Return an object of a pair of a player and a value."""
    is_pair = isinstance(value, list) and len(value) == _PAIR and isinstance(value[0], str)
    return {"player": value[0], member: value[1]} if is_pair else None


def _play(value: Json) -> Json:
    """Return a play from an object or from a pair of a player and a card."""
    play = _pair(value, "card")
    if play and isinstance(play["card"], str):
        return {**play, "card": card_in(play["card"]) or play["card"]}
    return value if isinstance(value, dict) else None


def _by_first(sent: Sent, role: str, **known: Json) -> Json:
    """Return what is known as if it were of the first player."""
    return {role: sent.players[0], **known} if sent.players and all(known.values()) else None


def _only(sent: Sent, kind: type) -> Json:
    """Return the only item of a list, if it is of this kind."""
    return sent.value[0] if [*map(type, sent.value)] == [kind] else None


def _name_in(value: Json, *members: str) -> Json:
    return next((value[member] for member in members if isinstance(value.get(member), str)), None)


def _objects(sent: Sent, member: str) -> list[Any]:
    """Return the items of a list, if all are objects with this member."""
    return sent.few if all(isinstance(item, dict) and member in item for item in sent.few) else []


def _scores(sent: Sent) -> Json:
    """Return the standing by team of a list of teams, each with its name and its score."""
    named = ((_name_in(team, "team", "name"), team["score"]) for team in _objects(sent, "score"))
    return {name: {"score": score} for name, score in named if name is not None}


def _listed(sent: Sent, name: str, value: str, **more: str) -> Json:
    """Return a list of objects, made of one object that has a value for each name."""
    return [{name: each, value: of_each, **more} for each, of_each in sent.by_name.items()]


def _claim(sent: Sent) -> Json:
    """Return a claim of a text or a number: of the first player, unless it names another."""
    words, players = str(sent.value)[:_LONGEST_TEXT].split(), sent.players
    by = next((word for word in words if word in players), next(iter(players), None))
    tricks = next((number for number in map(digits_to_int, words) if number is not None), "rest")
    return by and {"by": by, "tricks": tricks, "accepted": True}


def _number(sent: Sent) -> float | None:
    """Return the number that is meant."""
    found = _NUMBER.fullmatch(sent.value) if isinstance(sent.value, str) else None
    value = int(found[1]) if found else sent.value
    return rule_meant(sent.tree, sent.path, value) if type(value) is int else None


def _worth(sent: Sent) -> Json:
    """Return what something scores or costs, as a number in its place."""
    number = _number(sent)
    return None if number is None else (worth_meant(sent.tree, sent.path, int(number)),)


def worth_meant(tree: SchemaTree, path: Place, number: int) -> dict[str, float]:
    """Return what a number in the place of a worth means, with the sign that it has there; 0 is nothing.

    It is points for each trick of a contract, otherwise once.
    """
    member = "per_trick" if _CONTRACT_ROWS & set(path) else "points"
    return {member: rule_meant(tree, (*path, member), number)} if number else {}


def _blind(sent: Sent) -> Json:
    """Return the tricks and the kind of a blind bid in words."""
    found = _BLIND.fullmatch(sent.word) if _is_bid(sent) else None
    tricks = int(found[1]) if found and found[1].isdigit() else 0
    return found and (tricks, blind_kind(tricks))


def _blind_by_player(sent: Sent) -> Json:
    """Return the tricks of a blind bid in words, and the list of those who bid blind."""
    blind = _blind(sent) if "bids_by_player" in sent.path else None
    return blind and (blind[0], [sent.path[-1]])


def _is_bid(sent: Sent) -> bool:
    return "tricks" in sent.path[-1:] or "bids_by_player" in sent.path


def _items(sent: Sent) -> Json:
    """Return the list that a text of names or cards was meant as, or an item without its list."""
    items = sent.tree.resolved(sent.wanted.schema.get("items", {}))
    if not isinstance(sent.value, str) or items.component == "TeamName":  # which may have spaces
        return [sent.value] if _type_of(sent.value).split()[-1] in items.types else None
    parts = [part for part in _SEPARATORS.split(sent.value[:_LONGEST_TEXT]) if part]
    return sent._replace(value=parts).cards if items.component in _CARDS else parts if "string" in items.types else None


def _by_suit(sent: Sent) -> Json:
    """Return the cards of a hand that has the ranks of each suit."""
    items = sent.tree.resolved(sent.wanted.schema.get("items", {}))
    if items.component not in _CARDS or not all(isinstance(ranks, str | list) for ranks in sent.few):
        return None
    return sent._replace(value=[f"{rank} of {suit}" for suit, ranks in sent.value.items() for rank in ranks]).cards


def _by_contract(sent: Sent) -> Json:
    """Return the rows of an object that has the points of each contract."""
    items, of_each = sent.tree.resolved(sent.wanted.schema.get("items", {})), zip(sent.value, sent.few, strict=False)
    rows = [(digits_to_int(bid), points) for bid, points in of_each]
    if "least" not in items.members or not all(bid and type(points) is int for bid, points in rows):
        return None
    return [{"least": bid, "most": bid, "made": {"points": points}} for bid, points in rows]


def _as_item(sent: Sent) -> Json:
    """Return the list that an item without it was meant as."""
    members = sent.tree.resolved(sent.wanted.schema.get("items", {})).members
    return [sent.value] if sent.value and sent.value.keys() <= members.keys() else None


def _as_values(sent: Sent) -> Json:
    """Return nothing to show if a list of names or numbers is wanted, and an object has them."""
    types = sent.tree.resolved(sent.wanted.schema.get("items", {})).types
    return () if sent.value and "object" not in types else None


class Shape(NamedTuple):
    """A shape in which people send what the contract wants in another."""

    wanted: str
    """What is wanted: components of the contract, or a JSON type."""
    sent: type | UnionType
    """The JSON types of what is sent."""
    meant: Callable[[Sent], Json] = lambda _: ()
    """Returns what it was meant as, a tuple of several values; None, or what is empty, for another shape."""
    sentence: str = "Write {}."
    """What to write instead, with a gap for each of these values."""


_IN_ORDER = 'Write "bids": {}, in the order in which they were made.'
_IN_EITHER_WAY = f'{_IN_ORDER} Or, if the order is not known: "bids_by_player": {{}}.'
_CLAIMED = "Write {}: who claimed, how many of the tricks left, and whether the other side accepted."
_MANY = "Send one object; many go on lines of their own, without brackets, to a path that ends in /batch."
_CLOCKWISE = "Write {}: the cards clockwise from the leader."
_WHO_PLAYED = "Write {}: who played it, and the card."
_SEATED = "Write {}, clockwise around the table."
_NAME = "Write a player's name: {players}."


def _by_count(sent: Sent, value: Any) -> Json | None:
    """Return cards, or a number, for a table of as many as play."""
    return {str(len(sent.players) or _USUAL_TABLE): value} if value else None


SHAPES = (
    Shape("body", list, sentence=_MANY),
    Shape("body", str, sentence="JSON within a string is encoded twice: send the object itself."),
    Shape("body", object, sentence="Send one object."),
    Shape("Bid", list, lambda s: _pair(s.value, "tricks")),
    Shape("Bids Bid", object, lambda s: _bids(s, in_either_way=True), _IN_EITHER_WAY),
    Shape("Bids Bid", object, _bids, _IN_ORDER),
    Shape("BidsByPlayer", list, lambda s: _objects(s, "tricks"), _IN_ORDER),
    Shape("BidsByPlayer TricksWon TricksSoFar SheetRow", list, lambda s: s.by_name, "Write {}: the numbers by name."),
    Shape("CardsByPlayer", list, lambda s: s.cards, 'Write "cards": {}: the cards clockwise from the leader.'),
    Shape("Trick", list, lambda s: _by_first(s, "leader", cards=s.cards), _CLOCKWISE),
    Shape("Trick", list, lambda s: {"plays": [*map(_play, s.few)]} if s.few and all(map(_play, s.few)) else None),
    Shape("WithdrawnCard", str, lambda s: (card := card_in(s.value)) and {"card": card}),
    Shape("LoggedPlay Play", list, lambda s: _play(s.value)),
    Shape("LoggedPlay Play", str, lambda s: _by_first(s, "player", card=card_in(s.value)), _WHO_PLAYED),
    Shape("Hands OpenHands", list, lambda s: s.by_name, "Write {}: the cards by player."),
    Shape("CardsByPlayerCount", list, lambda s: _by_count(s, s.cards), _FOR_EACH_COUNT),
    Shape("NumberByPlayerCount", int, lambda s: _by_count(s, s.value), _FOR_EACH_COUNT),
    Shape("Players", dict, lambda s: s.few if {*map(type, s.few)} == {str} else [*s.by_name], _SEATED),
    Shape("Teams", dict, lambda s: _listed(s, "name", "players")),
    Shape("StandingBefore StandingAfter", int, lambda s: {"score": s.value} if type(s.value) is int else None),
    Shape("StandingByTeam", list, _scores, "Write {}: the standing by team."),
    Shape("Adjustments", dict, lambda s: [s.value] if "team" in s.value else None),
    Shape("Adjustments", dict, lambda s: _listed(s, "team", "points", reason="…"), "Write {}: each with its reason."),
    Shape("Substitutions", dict, lambda s: [s.value] if {"out", "in"} & s.value.keys() else None),
    Shape("Substitutions", dict, lambda s: _listed(s, "out", "in"), "Write {}: who leaves, and who comes in."),
    Shape("RoundClaim", list, lambda s: _only(s, dict), "Write {}: a round ends with one claim."),
    Shape("RoundClaim", str | float | int, _claim, _CLAIMED),
    Shape("Gain Loss", str | int, _worth),
    Shape("integer", float | bool, sentence="Write a whole number{range}."),
    Shape("integer", dict, lambda s: _number(s._replace(value=s.few[0])) if len(s.value) == 1 else None),
    Shape("integer", str, _number, "Write {}, without quotes."),
    Shape("integer", str, lambda s: 0 if _is_bid(s) and s.word in _NILS else None, "Write {}: nil is a bid of 0."),
    Shape("integer", str, _blind_by_player, 'Write {}, and "blind_bidders": {} beside "bids_by_player".'),
    Shape("integer", str, _blind, 'Write {}, and "kind": {} beside it: nil is a bid of 0.'),
    Shape("integer", str, sentence="Write a whole number{range}, without quotes."),
    Shape("boolean", str | int, lambda s: _TRUTH.get(s.word), "Write {}, without quotes."),
    Shape("string", list, lambda s: _only(s, str)),
    Shape("string", dict, lambda s: _name_in(s.value, "name", "player", "id")),
    Shape("string", object, lambda s: () if s.players and s.wanted.component == "PlayerId" else None, _NAME),
    Shape("string", int | float, lambda s: None if isinstance(s.value, bool) else str(s.value)),
    Shape("array", dict, _by_suit),
    Shape("array", dict, _by_contract),
    Shape("array", dict, _as_item),
    Shape("array", dict, _as_values, "Write its values as a list, in their order."),
    Shape("array", dict, lambda s: None if s.value else (), "Write an empty list, []."),
    Shape("array", str | int | float, _items),
)
"""The first that fits says what to write instead of a value."""


def wrong_type(sent: Sent) -> Explained:
    """Explain a value of the wrong type: what to write instead."""
    wanted, value = sent.wanted, sent.value
    names = " or ".join(("an " if name[0] in "aeio" else "a ") + name for name in wanted.types)
    lead = f"This must be {names}, not {_type_of(value)}."
    if value is None:
        return Explained(lead, "Leave out what has no value: nothing is ever null.", "null")
    if wanted.component in _CARDS:
        return Explained(lead)  # that it is no card is said as well
    of_component = _meant(sent, wanted.component if sent.path else "body")
    # The same worth is written in one way for a contract, and in another for a nil.
    topic = f"{wanted.component} from {type(value).__name__} {of_component if wanted.component in WORTHS else ''}"
    of_type = "" if of_component else next(filter(None, (_meant(sent, kind) for kind in wanted.types)), "")
    return Explained(f"{lead} {of_type}") if of_type else Explained(lead, of_component or _members(wanted), topic)


def _meant(sent: Sent, wanted: str) -> str:
    """Return what to write in the place of a component or a type; nothing if no shape fits, or if it is too long."""
    for shape in SHAPES:
        if wanted in shape.wanted.split() and isinstance(sent.value, shape.sent):
            meant = shape.meant(sent)
            if meant not in (None, [], {}):
                examples = [written(each) for each in (meant if isinstance(meant, tuple) else (meant,))]
                names = listed(map(quoted, sent.players), "or")
                return "" if None in examples else shape.sentence.format(*examples, range=sent.range, players=names)
    return ""


def _members(wanted: Wanted) -> str:
    """Return a sentence on what belongs in the place of a value of which nothing can be made."""
    if not wanted.members:
        return f"It is for {wanted.purpose}." if wanted.purpose and "object" in wanted.types else ""
    required = [name for name in wanted.members if name in wanted.schema.get("required", ())]
    return f"Its members are {listed(required or wanted.members)}."
