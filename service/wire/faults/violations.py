"""Violations of the contract in words: what is wrong, and what to write instead.

Members that a request should not have, and members that it lacks, are explained here; `wrong_values` explains values.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from service.media_types import Json
from service.presets.loader import presets
from service.presets.names_meant import FORMER, FORMER_WORDS, as_today, parameter_meant
from service.spades.catalogue.entries import Worth
from service.spades.english import count_of, listed, nearest_first, plain_form, quoted, word_meant
from service.spades.errors import pointer_to
from service.spades.rules.ruleset import ENTRIES, NAMES, blind_kind, nested
from service.wire.contract import Explained, Place, SchemaTree, Violation, Wanted
from service.wire.faults.wrong_values import (
    OVERRIDES,
    WORTHS,
    Sent,
    names_of_players,
    not_listed,
    rule_meant,
    short,
    worth_meant,
    written,
    written_whole,
    wrong_type,
)

_OF_OTHER_OPERATIONS = {
    ("RoundRecord", "rounds"): "a game goes to /v1/games/audit",
    ("RoundRecord", "tricks_won"): "a row of a score sheet, without tricks, goes to /v1/rounds/score",
    ("ScoreRequest", "rounds"): "a game goes to /v1/games/score",
    ("ScoreRequest", "tricks"): "a round with its tricks goes to /v1/rounds/audit",
    ("PlaysRequest", "player"): "leave it out, the hand is that of the player who is to play",
    ("TrickRequest", "cards"): 'write plays, as in "plays": [{"player": "ana", "card": "KH"}], from the lead on',
    ("RoundRecord", "void"): "a round is void within a game, which goes to /v1/games/audit",
    ("ScoreRequest", "void"): "a round is void within a game, which goes to /v1/games/score",
    ("GameRound", "score"): "what a sheet claims goes to /v1/games/audit, there in reported",
    ("GameRound", "reported"): "what a sheet claims is compared by /v1/games/audit, which takes the game as it is",
    ("GameResult", "players"): "a game that is to be scored goes into games",
    ("GameResult", "line"): "send the result alone, without its line and status",
    ("Bid", "condition"): "leave it out, it is what an answer says about an open bid",
    ("Bid", "counts_as"): "leave it out, the rules say what a bid counts as",
    ("ReadRecordsRequest", "format"): "write notation",
    ("WriteRecordRequest", "format"): "write notation",
}
"""Where a body or a member goes that the wanted component does not take, by that component and the member."""
_INSTEAD_OF_MISSING = {
    ("RoundRecord", "tricks"): "Without its tricks a round is scored by POST /v1/rounds/score, which takes tricks_won;"
    ' if only its bids are known, write "tricks": [].'
}
"""What else to do if a required member can't be given, by its component and the member."""
_RULESET = "RulesetReference"
_JSON_TYPES = {bool: ("boolean",), int: ("integer",), str: ("string",), list: ("array",), dict: ("object",)}

_MOST_VALUES: Final = 16
_OF_VALUES: Final = {*Worth._fields, *"23456"}
"""The members of values that are objects: of what something scores, and of what depends on the number of players."""
_COUNTED_FROM_1 = {"trick", "trick_number", "round_number", "first_round_number"}


def unknown_member(tree: SchemaTree, violation: Violation, body: Json) -> Explained:
    """Explain a member that the contract does not have here: what it was meant to be, or where it belongs."""
    *way, name = violation.path
    path, name = tuple(way), str(name)
    around = tree.at(path)
    value = violation.value.get(name)
    lead = f"There is no member {quoted(name)} here"
    if "player" in around.members and name in names_of_players(body):
        return Explained(f"{lead}: {_with_player(tree, around, name, value)}")
    if name == "blind" and around.component == "Bid":
        return Explained(f"{lead}: {_kind_of_blind(violation.value)}.")
    elsewhere = _OF_OTHER_OPERATIONS.get((around.component, name))
    if elsewhere is not None:
        return Explained(f"{lead}: {elsewhere}.")
    is_of_rules = any(
        tree.at(path[: at + 1]).component == OVERRIDES for at, part in enumerate(path) if part == "overrides"
    )
    if is_of_rules and around.component not in WORTHS:
        instead = _rules_meant(tree, path, name, value)
    else:
        instead = _right_place(tree, path, name, value) or _right_name(tree, around, violation.value, name)
    members = nearest_first(name, around.members)
    kind = "groups of parameters" if around.component == OVERRIDES else "members here"
    advice = f"The {kind} are {listed(members)}." if members else "There are no members here."
    return Explained(f"{lead}{instead}.", advice, f"members of {around.component}")


def _kind_of_blind(bid: Mapping[str, Json]) -> str:
    """Return what to write instead of a truth value that says of a bid whether it is blind."""
    if bid["blind"] is False:
        return 'leave it out, since only "kind" says that a bid is blind'
    return f'write "kind": "{blind_kind(bool(bid.get("tricks")))}"'


def _with_player(tree: SchemaTree, around: Wanted, name: str, value: Json) -> str:
    """Return what to write if a player's name is a member, as in a bid that is ``{"ana": 3}``."""
    other = next((member for member in around.schema.get("required", ()) if member != "player"), None)
    if other is None:
        return "write the name as the value of player."
    if "object" in tree.resolved(around.members[other]).types and not isinstance(value, dict):
        example = written({name: value}, other)  # the other member has a value for each name, such as hands
        return f"write {example or f'it in {quoted(other)}'}."
    return f"write {written({'player': name, other: value}) or 'the name as the value of player'}."


def _right_place(tree: SchemaTree, path: Place, name: str, value: Json) -> str:
    """Return the end of the sentence if the member exists, but in another object."""
    around = tree.at(path)
    for member, schema in around.members.items():
        inner = tree.resolved(schema)
        if name in inner.members:
            return _write({name: value}, member, "it belongs in")
        if inner.component == OVERRIDES and (known := parameter_meant(name)):
            return _write(nested({known: value}), member, "it belongs in")
    for length in range(len(path) - 1, -1, -1):
        if name in tree.at(path[:length]).members:
            return f": it belongs at {pointer_to(*path[:length], name)}"
    return ""


def _write(value: Json, member: str, text: str) -> str:
    example = written(value, member)
    return f": {text} {quoted(member)}" + (f", so write {example}" if example else "")


def _right_name(tree: SchemaTree, around: Wanted, members: Mapping[str, Json], name: str) -> str:
    """Return the end of the sentence if the member has a name like one that the contract has here."""
    same = {plain_form(member): member for member in around.members}.get(plain_form(name))
    if same is not None:
        return f": write {same}"
    candidates = list(_taking(tree, around, members[name])) if name in members else list(around.members)
    lacking = [member for member in around.schema.get("required", ()) if member not in members and member in candidates]
    meant = word_meant(name, candidates)
    if meant is None and len(lacking) == 1:
        meant = lacking[0]
    return "" if meant is None else f": write {meant}"


def _taking(tree: SchemaTree, around: Wanted, value: Json) -> Iterator[str]:
    """Yield the members whose type a value has."""
    types = _JSON_TYPES.get(type(value), ())
    for name, schema in around.members.items():
        if any(kind in types for kind in tree.resolved(schema).types):
            yield name


def missing_member(tree: SchemaTree, violation: Violation) -> Explained:
    """Explain a member that is required: what it holds."""
    wanted = tree.at(violation.path)
    if wanted.component == _RULESET or (
        violation.path[-1] == "name" and tree.at(violation.path[:-1]).component == _RULESET
    ):
        return Explained(
            "This member is required: name a ruleset.", f"The rulesets are {listed(presets())}.", "rulesets"
        )
    lead = f"This member is required: {wanted.purpose}." if wanted.purpose else "This member is required."
    return Explained(
        lead, _INSTEAD_OF_MISSING.get((tree.at(violation.path[:-1]).component, str(violation.path[-1])), "")
    )


def in_words(tree: SchemaTree, body: Json, violation: Violation) -> Explained:
    """Explain a violation: what is wrong, and what to write instead."""
    keyword, value = violation.keyword, violation.value
    if keyword == "required":
        return missing_member(tree, violation)
    if keyword == "additionalProperties":
        return unknown_member(tree, violation, body)
    if keyword == "type":
        explained = wrong_type(Sent(tree, violation.path, value, body))
        meant = _columns_meant(tree, violation.path, value)
        return (
            explained._replace(detail=f"{explained.detail} Write {written(meant)}.", advice="") if meant else explained
        )
    if keyword == "enum":
        return not_listed(value, violation.facts.get("options", ()))
    return Explained(_limit(tree, violation))


def plainly(violation: Violation) -> str:
    """Return a sentence on a violation that says nothing of what to write instead."""
    return f"This violates the keyword {violation.keyword} of the schema."


def _limit(tree: SchemaTree, violation: Violation) -> str:
    """Return the sentence on a limit that a value breaks."""
    keyword, value = violation.keyword, violation.value
    if keyword in {"minLength", "propertyNames"}:
        return _text_or_name(tree, violation)
    sentence_on = _LIMITS.get(keyword)
    if sentence_on is None:
        return plainly(violation)
    counts_from_1 = keyword == "minimum" and not _COUNTED_FROM_1.isdisjoint(violation.path[-1:])
    sentence = sentence_on(value, violation.facts.get("limit", 0))
    meant = rule_meant(tree, violation.path, value) if keyword in {"minimum", "maximum"} else value
    if meant != value:
        sentence = f"{sentence.removesuffix('.')}: write {meant}."
    return f"{sentence} Tricks and rounds count from 1." if counts_from_1 else sentence


def _text_or_name(tree: SchemaTree, violation: Violation) -> str:
    """Return the sentence on a text that is too short, or on a name of a member that is too short or too long."""
    *way, name = violation.path
    around = tree.at(tuple(way))
    if violation.keyword == "propertyNames":
        schema = around.schema["propertyNames"]
        return f"This name of a member is {f'{len(str(name))} characters long' if name else 'empty'}:{_length(schema)}."
    is_optional = name in around.members and name not in around.schema.get("required", ())
    text = "This is empty" if not violation.value else "This is too short"
    instead = ", or leave this member out" if is_optional else ""
    return f"{text}:{_length(tree.at(violation.path).schema)}{instead}."


def _length(schema: Mapping[str, Any]) -> str:
    """Return how long a text may be, as a request."""
    return f" write {schema['minLength']} to {count_of(schema['maxLength'], 'character')}"


def _repeated(value: Json, _: Any) -> str:
    seen: set[str] = set()
    for item in value:
        text = json.dumps(item, sort_keys=True)  # which, unlike Python, tells 1 from true
        if text in seen:
            return f"{short(item)} is repeated: list it once."
        seen.add(text)
    return "An item is repeated: list it once."


_LIMITS: Mapping[str, Callable[[Json, Any], str]] = {
    "minimum": lambda value, limit: f"{short(value)} is below the minimum, {limit}.",
    "maximum": lambda value, limit: f"{short(value)} is above the maximum, {limit}.",
    "maxLength": lambda value, limit: f"This is longer than {count_of(limit, 'character')}: it has {len(value)}.",
    "minItems": lambda value, limit: (
        f"There are fewer than {count_of(limit, 'item')}: {len(value)}. Write {limit} or more."
    ),
    "maxItems": lambda value, limit: f"There are more than {count_of(limit, 'item')}: {len(value)}.",
    "maxProperties": lambda value, limit: f"There are more than {count_of(limit, 'member')}: {len(value)}.",
    "uniqueItems": _repeated,
}
"""The sentence on a violated limit, by its keyword, of the value and the limit."""


# Members and values in the overrides of a ruleset.


def _as_it_takes(tree: SchemaTree, path: Place, value: Json) -> tuple[int, Json]:
    """Return how well a parameter takes a value, 0 not at all, and the value as the parameter takes it."""
    wanted = tree.at(path)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if wanted.component in WORTHS and is_number:
        worth = worth_meant(tree, path, value)
        return (5 if value in worth.values() else 3), worth
    if wanted.types[0] not in _JSON_TYPES.get(type(value), ()):
        return 0, value
    least, most = (wanted.schema.get(limit, value) for limit in ("minimum", "maximum"))
    options = wanted.schema.get("enum", [value])
    if value not in options and (today := FORMER_WORDS.get(str(value).lower())) in options:
        value = today
    is_one = value in options and (not is_number or least <= value <= most)
    is_usual = path[-1] == "allowed"
    return 2 * (1 + is_one) + is_usual, rule_meant(tree, path, value) if is_number else value


def _meant(tree: SchemaTree, path: Place, name: str, value: Json) -> dict[str, Json]:
    """Return the parameter that a name in overrides was probably meant to be, with its value; or nothing."""
    overrides, place = _divided(path)
    is_item = isinstance(path[-1], int)

    def taken(parameter: str) -> tuple[int, Json]:
        own = (*path, parameter.rpartition(".")[2]) if is_item else (*overrides, *parameter.split("."))
        return _as_it_takes(tree, own, value)

    among = [f"{place}.{column}" for column in tree.at(path).members] if is_item else NAMES
    meant = parameter_meant(name, place, lambda parameter: taken(parameter)[0], among)
    if meant is None:
        return {}
    row, _, column = meant.rpartition(".")
    is_amount = row.startswith("penalties.") and column in {"tricks", "points"} and column not in name
    return {**({f"{row}.remedy": column} if is_amount else {}), meant: taken(meant)[1]}


def _divided(path: Place) -> tuple[Place, str]:
    """Return the place of the overrides, and a place in them with dots; an item of a list is the list."""
    length = path.index("overrides") + 1
    return path[:length], ".".join(part for part in path[length:] if isinstance(part, str))


def _columns_meant(tree: SchemaTree, path: Place, value: Json) -> dict[str, Json]:
    """Return what was probably meant by a value in the place of a row or of a group of overrides; or nothing."""
    is_rules = "overrides" in path[:-1] and tree.at(path).component.endswith(OVERRIDES)
    if not is_rules or isinstance(path[-1], int) or isinstance(value, list):
        return {}
    start = f"{_divided(path)[1]}."
    return nested({name.removeprefix(start): each for name, each in _meant(tree, path, "", value).items()})


def _rules_meant(tree: SchemaTree, path: Place, name: str, value: Json) -> str:
    """Return the end of the sentence on an unknown member of overrides: what to write instead, if that is known."""
    place = _divided(path)[1]
    full = f"{place}.{name}" if place else name
    today: dict[str, Json] = {}
    for number, (inside, each) in enumerate(_values(full, value)):
        meant = _as_today(tree, path, inside, each) if number < _MOST_VALUES else {}
        if not meant:
            return ""
        for parameter, own in meant.items():
            # What was several parameters may be rows of one list.
            before = today.get(parameter)
            today[parameter] = before + own if isinstance(before, list) and isinstance(own, list) else own
    parameter, own = next(iter(today.items()))
    row, _, column = parameter.rpartition(".")
    if place and len(today) == 1 and row == place:
        return f": write {column if own == value else written(own, column)}"
    return f": write {written_whole(nested(today)) or listed(today)}"


def _values(name: str, value: Json) -> Iterator[tuple[str, Json]]:
    """Yield the values in a group or in a row of an unknown name, each with its dotted name."""
    is_one = name in ENTRIES or name in FORMER or f"special_bids.{name}" in FORMER
    if is_one or not isinstance(value, dict) or not value or not _OF_VALUES.isdisjoint(value):
        yield name, value
    else:
        for key, inner in value.items():
            yield from _values(f"{name}.{key}", inner)


def _as_today(tree: SchemaTree, path: Place, full: str, value: Json) -> Mapping[str, Json]:
    """Return what was probably meant by a dotted name and its value: parameters with values; none if nobody knows."""
    overrides, place = _divided(path)
    if full in ENTRIES:
        return {full: value}
    name = full.removeprefix(f"{place}.")
    found = _meant(tree, path, name, value)
    for old in [full] if full in FORMER else [old for old in FORMER if old.partition(".")[2] == name]:
        today = as_today(old, value)
        own = {each: _as_it_takes(tree, (*overrides, *each.split(".")), today[each]) for each in today}
        is_meant = full == old or (found.keys() & own if found else all(each.startswith(place) for each in own))
        if own and is_meant and all(fit for fit, _ in own.values()):
            return {each: meant for each, (_, meant) in own.items()}
    return found
