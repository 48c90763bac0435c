"""Members that a request should not have, and members that it lacks: where they belong, and what they are for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from service.json_types import Json
from service.spades.english import listed, quoted
from service.spades.pointers import pointer_to
from service.spades.rules.preset_loader import presets
from service.spades.spelling import nearest_first, plain_form, word_meant
from service.wire.faults.examples import names_of_players, written
from service.wire.faults.schema_tree import Path, SchemaTree, Wanted
from service.wire.faults.violation import Explained, Violation

_OVERRIDES = "Parameters"
_OF_OTHER_OPERATIONS = {
    ("RoundRecord", "rounds"): "a game goes to /v1/games/audit",
    ("RoundRecord", "tricks_won"): "a row of a score sheet, without tricks, goes to /v1/rounds/score",
    ("ScoreRequest", "rounds"): "a game goes to /v1/games/score",
    ("ScoreRequest", "tricks"): "a round with its tricks goes to /v1/rounds/audit",
    ("GameRound", "reported"): "what a sheet claims is compared by /v1/games/audit, which takes the game as it is",
    ("GameResult", "rounds"): "a game that is to be scored goes into games",
    ("GameResult", "result"): "send the result alone, without its line and status",
    ("GameResult", "ruling_id"): "of an answer about a game, send only what the members here say",
}
"""Where a body goes whose member shows that it is of another kind, by the component that was wanted."""
_RULESET = "RulesetReference"
_JSON_TYPES = {bool: ("boolean",), int: ("integer",), str: ("string",), list: ("array",), dict: ("object",)}


def unknown_member(tree: SchemaTree, violation: Violation, body: Json) -> Explained:
    """Explain a member that the contract does not have here: what it was meant to be, or where it belongs."""
    *way, name = violation.path
    path, name = tuple(way), str(name)
    around = tree.at(path)
    value = violation.value.get(name)
    lead = f"There is no member {quoted(name)} here"
    if "player" in around.members and name in names_of_players(body):
        return Explained(f"{lead}: {_with_player(tree, around, name, value)}")
    elsewhere = _OF_OTHER_OPERATIONS.get((around.component, name))
    if elsewhere is not None:
        return Explained(f"{lead}: {elsewhere}.")
    instead = _right_place(tree, path, name, value) or _right_name(tree, around, violation.value, name)
    members = nearest_first(name, around.members)
    kind = "groups of parameters" if around.component == _OVERRIDES else "members here"
    advice = f"The {kind} are {listed(members)}." if members else "There are no members here."
    return Explained(f"{lead}{instead}.", advice, f"members of {around.component}")


def _with_player(tree: SchemaTree, around: Wanted, name: str, value: Json) -> str:
    """Return what to write if a player's name is a member, as in a bid that is ``{"ana": 3}``."""
    other = next((each for each in around.schema.get("required", ()) if each != "player"), None)
    if other is None:
        return "write the name as the value of player."
    if "object" in tree.resolved(around.members[other]).types and not isinstance(value, dict):
        example = written({name: value}, other)  # the other member has a value for each name, such as hands
        return f"write {example or f'it in {quoted(other)}'}."
    return f"write {written({'player': name, other: value}) or 'the name as the value of player'}."


def _right_place(tree: SchemaTree, path: Path, name: str, value: Json) -> str:
    """Return the end of the sentence if the member exists, but in another object."""
    if "overrides" in path:
        return _right_group(tree, path[: path.index("overrides") + 1], path[-1], name, value)
    around = tree.at(path)
    for member, schema in around.members.items():
        inner = tree.resolved(schema)
        if name in inner.members:
            return _write({name: value}, member, "it belongs in")
        if inner.component == _OVERRIDES and (group := _group_of(tree, inner, name)):
            return _write({group: {name: value}}, member, "it belongs in")
    for length in range(len(path) - 1, -1, -1):
        if name in tree.at(path[:length]).members:
            return f": it belongs at {pointer_to(*path[:length], name)}"
    return ""


def _right_group(tree: SchemaTree, overrides: Path, last: str | int, name: str, value: Json) -> str:
    """Return the end of the sentence for a parameter that is not in its group, or has a dotted name."""
    groups = tree.at(overrides)
    group, _, key = name.rpartition(".")
    group = word_meant(group, groups.members) or "" if group else ""
    found = _group_of(tree, groups, key)
    if not found and group:
        key = word_meant(key, tree.resolved(groups.members[group]).members) or ""
        found = group if key else ""
    elif not found and last == overrides[-1] and word_meant(name, groups.members) is None:
        key = word_meant(name, [each for group in _members_of(tree, groups).values() for each in group]) or ""
        found = _group_of(tree, groups, key)
    if not found or (found == last and key == name):
        return ""
    return f": write {written({found: {key: value}}) or f'{key} in {found}'}"


def _group_of(tree: SchemaTree, groups: Wanted, parameter: str) -> str:
    """Return the group that has a parameter of this name, or an empty text."""
    return next((group for group, members in _members_of(tree, groups).items() if parameter in members), "")


def _members_of(tree: SchemaTree, groups: Wanted) -> Mapping[str, Mapping[str, object]]:
    return {group: tree.resolved(schema).members for group, schema in groups.members.items()}


def _write(value: Json, member: str, text: str) -> str:
    example = written(value, member)
    return f": {text} {quoted(member)}" + (f", so write {example}" if example else "")


def _right_name(tree: SchemaTree, around: Wanted, members: Mapping[str, Json], name: str) -> str:
    """Return the end of the sentence if the member has a name like one that the contract has here."""
    same = {plain_form(each): each for each in around.members}.get(plain_form(name))
    if same is not None:
        return f": write {same}"
    candidates = list(_taking(tree, around, members[name])) if name in members else list(around.members)
    lacking = [each for each in around.schema.get("required", ()) if each not in members and each in candidates]
    meant = word_meant(name, candidates)
    if meant is None and len(lacking) == 1:
        meant = lacking[0]
    return "" if meant is None else f": write {meant}"


def _taking(tree: SchemaTree, around: Wanted, value: Json) -> Iterator[str]:
    """Yield the members whose type a value has."""
    types = _JSON_TYPES.get(type(value), ())
    for name, schema in around.members.items():
        if any(each in types for each in tree.resolved(schema).types):
            yield name


def missing_member(tree: SchemaTree, violation: Violation) -> Explained:
    """Explain a member that is required: what it holds."""
    wanted = tree.at(violation.path)
    if wanted.component == _RULESET or (violation.path[-1] == "name" and _is_reference(tree, violation.path[:-1])):
        return Explained(
            "This member is required: name a ruleset.", f"The rulesets are {listed(presets())}.", "rulesets"
        )
    return Explained(f"This member is required: {wanted.purpose}." if wanted.purpose else "This member is required.")


def _is_reference(tree: SchemaTree, path: Path) -> bool:
    return tree.at(path).component == _RULESET
