"""Values of the wrong type: what to write instead, made of what was sent.

`shapes` knows the lists and objects of a record; here are numbers, truth values and texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from service.json_types import Json
from service.spades.english import listed, quoted
from service.wire.faults.cards_and_words import card_in
from service.wire.faults.examples import names_of_players, type_of, write
from service.wire.faults.schema_tree import Wanted
from service.wire.faults.shapes import SHAPES, Sent
from service.wire.faults.violation import Explained

_NUMBER = re.compile(r"\s*(-?\d{1,9})(?:\.0+)?\s*")
_BLIND = re.compile(r"b(?:lind)?[ _-]?(\d{1,2}|n|nil)")
_NILS = {"nil", "n", "zero", "none", "-"}
_TRUE, _FALSE = {"true", "yes", "y", "1", "on"}, {"false", "no", "n", "0", "off"}
_CARDS = {"Card", "RecordedCard"}
_PLAYER, _TEAM = "PlayerId", "TeamName"
_SEPARATORS = re.compile(r"[\s,;]+")
_LONGEST_LIST = 400
_NAMING = ("name", "player", "id")


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


def _integer(sent: Sent) -> str:
    value = sent.value
    if isinstance(value, float):
        return "Write a whole number."
    if isinstance(value, dict) and len(value) == 1:
        (value,) = value.values()
        return write(value) if isinstance(value, int) and not isinstance(value, bool) else ""
    if not isinstance(value, str):
        return ""
    number = _NUMBER.fullmatch(value)
    if number is not None:
        return f"Write {int(number[1])}, without quotes."
    return _bid(value.strip().lower()) if "tricks" in sent.path[-1:] or "bids_by_player" in sent.path else ""


def _bid(word: str) -> str:
    """Return what to write instead of a bid in words."""
    if word in _NILS:
        return "Write 0: nil is a bid of 0."
    blind = _BLIND.fullmatch(word)
    if blind is None:
        return ""
    tricks = int(blind[1]) if blind[1].isdigit() else 0
    return f'Write {tricks}, and "blind": true beside it: nil is a bid of 0.'


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
        name = next((value[each] for each in _NAMING if isinstance(value.get(each), str)), None)
        return "" if name is None else write(name)
    if component == _PLAYER:
        players = names_of_players(sent.body)
        return f"Write a player's name: {listed(map(quoted, players), 'or')}." if players else ""
    return write(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _array(sent: Sent) -> str:
    items = sent.tree.resolved(sent.wanted.schema.get("items", {}))
    if isinstance(sent.value, dict):
        return "Write its values as a list, in their order." if sent.value else "Write an empty list, []."
    if not isinstance(sent.value, str):
        return write([sent.value]) if type_of(sent.value).split()[1] in items.types else ""
    if items.component == _TEAM:
        return write([sent.value])  # the name of a team may have spaces
    parts = [part for part in _SEPARATORS.split(sent.value[:_LONGEST_LIST]) if part]
    if items.component not in _CARDS:
        return write(parts) if parts and "string" in items.types else ""
    cards = [card_in(part) for part in parts]
    return write(cards) if cards and all(cards) else ""


def _object(_: Sent) -> str:
    return ""


_INSTEAD: Mapping[str, Callable[[Sent], str]] = {
    "integer": _integer,
    "boolean": _boolean,
    "string": _string,
    "array": _array,
    "object": _object,
}
