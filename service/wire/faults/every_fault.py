"""Every fault of a request at once: violations of the contract, faults of its ruleset, and names that nobody has.

The levels are found one after another, because each needs the one before: names can only be looked up at a table, and
whose table it is depends on the ruleset. So that a fault hides none of the others, a body is mended after each level,
and read on as far as its parts are the client's own. A fault that may come of the mending is left out. Nothing that is
put in is ever answered; it only lets the parts that are right be looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from service.media_types import Json
from service.problems import Problem, explained, problem_with
from service.spades.english import names_advice, plain_form
from service.spades.errors import Fault, UnreadableRecord, UnusableRuleset, parts_of, pointer_to
from service.wire.contract import MOST_VIOLATIONS, Operation, Place, SchemaTree, Violation, place_key
from service.wire.faults.violations import Located, located
from service.wire.ruleset_json import REFERRING, references_in, resolve_at, stand_in

# The keywords by which a member is left out instead of being replaced.
_DELETED = {"additionalProperties", "propertyNames"}
_SCALARS = {"string", "integer", "boolean"}
_NAMES = {"unknown_player", "unknown_team"}
# What is true of a record whatever its ruleset.
_OF_ANY_RULESET = {
    *("unknown_player", "duplicate_player", "similar_players", "player_or_team"),
    *("tricks_or_tricks_won", "needs_tricks", "two_dealers", "plays_or_cards", "reason_missing", "reason_alone"),
    *("redeal_alone", "nothing_adjusted", "nothing_to_move", "passed_to_oneself"),
    *("bids_or_bids_by_player", "needs_bids_by_player", "blind_without_bid", "duplicate_card"),
    *("unequal_hands", "held_twice", "card_replayed", "no_cards_left", "trick_is_whole", "out_of_turn"),
    *("claimed_tricks", "stated_twice", "stated_not_held", "plays_after_claim", "plays_missing"),
}
# Faults that follow from several parts of a round together.
_OF_SEVERAL_PARTS = {
    *("nil_needs_player", "impossible_moment", "impossible_trick", "two_dealers", "leader_unknown"),
    *("bids_or_bids_by_player", "needs_bids_by_player", "blind_without_bid", "reason_missing", "reason_alone"),
    *("redeal_alone", "nothing_adjusted", "nothing_to_move"),
    *("unequal_hands", "held_twice", "card_replayed", "no_cards_left", "trick_is_whole", "out_of_turn"),
    *("too_many_tricks", "stated_not_held", "tricks_so_far", "broken_unknown", "broken_too_soon"),
    *("claim_after_end", "plays_after_claim", "plays_missing"),
}
# Faults of an item that follow from the others of its list.
_OF_A_LIST = {"duplicate_card", "stated_twice"}
# Faults of a round, whoever sits at the table.
_WHOEVER_SITS_THERE = {
    *("unknown_team", "reason_missing", "reason_alone", "redeal_alone", "nothing_adjusted", "nothing_to_move"),
}
# Faults of a ruleset's own names; the others follow from its values together.
_OF_A_REFERENCE = {"unknown_ruleset", "unknown_option", "excluded_option"}
# By these members of a game, and of the result of one, its other members are read.
_READ_BY = {"games": ("ruleset", "players", "teams"), "results": ("standing",)}


class Mended(NamedTuple):
    """A body that may satisfy the contract, and where it is not the client's own."""

    body: Json
    replaced: frozenset[Place]
    """The places whose values were replaced, left out or put in."""
    holding: frozenset[Place]
    """Those, and all that they are in."""
    touched: frozenset[Place]
    """Those, the places of what was deleted, and all that they are in."""
    substituted: Mapping[Place, int]
    """The first round of each game, by its place, in which a substitution was mended."""

    def within(self, *path: str | int) -> bool:
        """Return whether something at this place or inside it was replaced."""
        return path in self.holding


def mended(tree: SchemaTree, body: Json, violations: Sequence[Violation]) -> Mended:
    """Return a copy of a body without its violations, as far as they can be mended one by one."""
    copy = _copied(body)
    replaced: set[Place] = set()
    # What is around a value is mended first: then it may be gone.
    for violation in sorted(violations, key=lambda violation: len(violation.path)):
        if not violation.path:
            return _mended_at(tree.neutral(tree.at(())), {()}, {()})
        if violation.keyword not in _DELETED:
            replaced.add(violation.path)
        _mend(tree, copy, violation)
    return _mended_at(copy, replaced, [violation.path for violation in violations])


def _mended_at(body: Json, replaced: Iterable[Place], mended_places: Iterable[Place]) -> Mended:
    """Return a mended body with all that is asked of its places, so that each fault is looked up in one step."""
    touched = _with_all_around(mended_places)
    substituted: dict[Place, int] = {}
    for place in touched:
        if place[-3:-2] == ("rounds",) and place[-1] == "substitutions":
            game, number = place[:-3], int(place[-2])
            substituted[game] = min(number, substituted.get(game, number))
    return Mended(body, frozenset(replaced), _with_all_around(replaced), touched, substituted)


def _with_all_around(places: Iterable[Place]) -> frozenset[Place]:
    """Return places, and those of all that they are in."""
    return frozenset(place[:length] for place in places for length in range(len(place) + 1))


def _mend(tree: SchemaTree, body: Json, violation: Violation) -> None:
    """Mend one violation in a body; if what is around it is gone, there is nothing to mend."""
    *way, last = violation.path
    holder = body
    for part in way:
        holder = _member(holder, part)
    holding = tree.at(tuple(way))
    wanted, around = tree.inside(holding, last), holding.schema
    if isinstance(holder, list) and isinstance(last, int) and around.get("uniqueItems"):
        del holder[last + 1 :]  # two neutral items would be equal
        holder[last:] = [tree.neutral(wanted)] if last < around.get("minItems", 0) else []
    elif violation.keyword in {"maxItems", "maxProperties"}:
        _cut_short(_member(holder, last), wanted.schema[violation.keyword])
    elif isinstance(holder, list) and isinstance(last, int) and last < len(holder):
        holder[last] = tree.neutral(wanted)
    elif isinstance(holder, dict) and isinstance(last, str):
        # Names that the client chose are looked up whatever their values, and a list that can't be read was given.
        is_given = last in holder and (tree.is_keyed(violation.path) or not _SCALARS.intersection(wanted.types))
        if violation.keyword not in _DELETED and (is_given or last in around.get("required", ())):
            holder[last] = tree.neutral(wanted)
        else:
            holder.pop(last, None)


def _member(holder: Json, part: str | int) -> Json:
    """Return a member of an object or an item of a list, None if it is not there."""
    if isinstance(holder, list) and isinstance(part, int):
        return holder[part] if part < len(holder) else None
    return holder.get(part) if isinstance(holder, dict) else None


def _cut_short(value: Json, limit: int) -> None:
    """Leave out the items or members beyond a limit."""
    if isinstance(value, list):
        del value[limit:]
    elif isinstance(value, dict):
        for name in list(value)[limit:]:
            del value[name]


def _copied(value: Json) -> Json:
    if isinstance(value, dict):
        return {name: _copied(member) for name, member in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value


Load: TypeAlias = Callable[[Json], object]
"""Reads a body that meets the contract; raises `UnusableRuleset` and `UnreadableRecord`."""


class _Found(NamedTuple):
    """The faults below the contract."""

    of_ruleset: list[Fault]
    of_record: list[Fault]


def problem_of_violations(tree: SchemaTree, body: Json, violations: Sequence[Violation]) -> Problem:
    """Return the problem of a body that violates the contract, with nothing below the contract."""
    return explained(
        lambda: problem_with("contract-violation", _with_advice_once(located(tree, body, violations)), "violation"),
        lambda: _plain_problem_of(violations),
    )


def problem_of_body(operation: Operation, load: Load, body: Json, violations: Sequence[Violation]) -> Problem:
    """Return the problem of a body that violates the contract, with all that is wrong with it, also below that."""
    return explained(lambda: _every_fault(operation, load, body, violations), lambda: _plain_problem_of(violations))


def problem_of_faults(
    operation: Operation, load: Load, body: Json, error: UnusableRuleset | UnreadableRecord
) -> Problem:
    """Return the problem of a body that can't be read, with all that is wrong with it, also beyond what was raised."""
    slug = "unusable-ruleset" if isinstance(error, UnusableRuleset) else "unreadable-record"
    return explained(
        lambda: _every_fault(operation, load, body, ()), lambda: problem_with(slug, errors_of(error.faults))
    )


def _plain_problem_of(violations: Sequence[Violation]) -> Problem:
    """Return the problem of violations of which only the places and the keywords are said."""
    errors = (
        {"pointer": pointer_to(*path), "code": keyword, "detail": f"This violates the keyword {keyword} of the schema."}
        for path, keyword, *_ in violations
    )
    return problem_with("contract-violation", errors, "violation")


def _every_fault(operation: Operation, load: Load, body: Json, violations: Sequence[Violation]) -> Problem:
    """Return the problem of a body with the faults of all levels.

    Its type is that of its first level: `contract-violation`, then `unusable-ruleset`, then `unreadable-record`.
    """
    tree, found = operation.tree, _Found([], [])
    if len(violations) > MOST_VIOLATIONS:
        problem = problem_of_violations(tree, body, violations[:MOST_VIOLATIONS])
        return replace(problem, detail=f"More than {MOST_VIOLATIONS} violations.")
    if isinstance(body, dict):
        mend = mended(tree, body, violations) if violations else _mended_at(body, (), ())
        if operation.accepts(mend.body):
            found = _read_on(tree, load, mend)
    below = _all_located((*found.of_ruleset, *found.of_record))
    errors = sorted([*located(tree, body, violations), *below], key=lambda fault: fault.key)
    noun = "fault" if below else "violation"
    if violations:
        return problem_with("contract-violation", _with_advice_once(errors), noun)
    return problem_with("unusable-ruleset" if found.of_ruleset else "unreadable-record", _with_advice_once(errors))


def errors_of(faults: Iterable[Fault]) -> Iterator[dict[str, str]]:
    """Return faults as the errors of a problem, in the order of their places."""
    return _with_advice_once(sorted(_all_located(faults), key=lambda fault: fault.key))


def _all_located(faults: Iterable[Fault]) -> list[Located]:
    return [Located(place_key(parts_of(fault.pointer)), *fault, topic=fault.advice) for fault in faults]


def _with_advice_once(errors: Iterable[Located]) -> Iterator[dict[str, str]]:
    """Yield the errors of an answer; what advises on several is said with the first of them."""
    said: set[str] = set()
    for fault in errors:
        is_new = fault.advice and fault.topic not in said
        said.add(fault.topic)
        detail = f"{fault.detail} {fault.advice}" if is_new else fault.detail
        yield {"pointer": fault.pointer, "code": fault.code, "detail": detail}


def _read_on(tree: SchemaTree, load: Load, mend: Mended) -> _Found:
    """Return the faults of the ruleset and of the record, as far as they can be read and are the client's own."""
    faults = _found_in(tree, load, mend)
    return _Found(*([fault for fault in of_level if _is_own(tree, mend, fault)] for of_level in faults))


def _found_in(tree: SchemaTree, load: Load, mend: Mended) -> tuple[list[Fault], list[Fault]]:
    """Return the faults of the ruleset and of the record in a mended body."""
    if REFERRING.isdisjoint(tree.at(()).members):
        return _faults_of_loading(load, mend.body)
    of_ruleset, is_usable = _faults_of_rulesets(mend)
    of_record: list[Fault] = []
    is_seated = False
    if is_usable and not mend.within("players") and not mend.within("teams"):
        more, of_record = _faults_of_loading(load, mend.body)
        of_ruleset += more
        is_seated = not any(fault.pointer.startswith(("#/players", "#/teams")) for fault in of_record)
    if not is_seated and not mend.within("players"):
        of_record = _merged(of_record, _faults_at_any_table(tree, load, mend.body))
    return of_ruleset, of_record


def _faults_of_rulesets(mend: Mended) -> tuple[list[Fault], bool]:
    """Return the faults of the references to rulesets, and whether there are any and all of them can be used."""
    read = [_faults_of_reference(mend, place, reference) for place, reference in references_in(mend.body)]
    return [fault for faults, _ in read for fault in faults], bool(read) and all(usable for _, usable in read)


def _faults_of_reference(mend: Mended, place: Place, reference: Json) -> tuple[list[Fault], bool]:
    """Return the faults of a reference, and whether its ruleset can be used.

    Of a reference that was mended only the faults of its own names count.
    """
    if place in mend.replaced or mend.within(*place, "name"):
        return [], False
    try:
        resolve_at(place, reference)
    except UnusableRuleset as error:
        is_mended = place in mend.touched
        return [fault for fault in error.faults if not is_mended or fault.code in _OF_A_REFERENCE], False
    return [], not mend.within(*place)


def _faults_of_loading(load: Load, body: Json) -> tuple[list[Fault], list[Fault]]:
    """Return the faults of the ruleset and those of the record that reading a body meets."""
    try:
        load(body)
    except UnusableRuleset as error:
        return list(error.faults), []
    except UnreadableRecord as error:
        return [], list(error.faults)
    return [], []


def _faults_at_any_table(tree: SchemaTree, load: Load, body: Json) -> list[Fault]:
    """Return the faults that a record has whatever its ruleset and its teams."""
    players = body.get("players", [])
    known = {*players, *(team["name"] for team in body.get("teams", ()))}
    others = {name: value for name, value in body.items() if name != "teams" and name not in REFERRING}
    found: list[Fault] = []
    # If two players have one name, only one of them sits down the second time, so that all other names are looked up.
    of_each = _one_of_each(players)
    for seated in (players,) if of_each == players else (players, of_each):
        ruleset = stand_in(len(seated))
        if ruleset is not None:
            _, faults = _faults_of_loading(load, {**others, "ruleset": ruleset, "players": seated})
            found = _merged(found, (fault for fault in faults if _is_certain(tree, body, fault, known)))
    advice = names_advice("players", dict.fromkeys(players))
    return [fault._replace(advice=advice) if fault.code in _NAMES else fault for fault in found]


def _one_of_each(players: Sequence[str]) -> list[str]:
    """Return the first player of each name that others may take for the same."""
    first: dict[str, str] = {}
    for player in players:
        first.setdefault(plain_form(player), player)
    return list(first.values())


def _is_certain(tree: SchemaTree, body: Json, fault: Fault, known: Container[str]) -> bool:
    """Return whether a fault is one under every ruleset; ``known`` holds the names of players and teams.

    A side that has no name of its own is called after its players, joined by a plus sign.
    """
    if fault.code not in _OF_ANY_RULESET:
        return False
    path, value = _followed(body, fault.pointer)
    name = str(path[-1]) if tree.is_keyed(path) else value
    return fault.code not in _NAMES or (name not in known and "+" not in str(name))


def _is_own(tree: SchemaTree, mend: Mended, fault: Fault) -> bool:
    """Return whether a fault is the client's own, and can't come of the mending."""
    path, _ = _followed(mend.body, fault.pointer)
    is_name = fault.code in _NAMES
    # The name of a member is the client's own, even if the value was replaced.
    length = len(path) if is_name and tree.is_keyed(path) else len(path) + 1
    if any(path[:part] in mend.replaced for part in range(length)):
        return False
    read_from = path[:-1] if fault.code in _OF_A_LIST else path
    if read_from in mend.touched and not is_name:
        return False
    item, inside = (path[:2], path[2:]) if path and path[0] in _READ_BY else ((), path)
    if item and _follows_from_mending(mend, item, inside, fault):
        return False
    if inside[:1] != ("rounds",):
        return fault.code not in _OF_SEVERAL_PARTS or item not in mend.touched
    if fault.code not in _WHOEVER_SITS_THERE and _is_table_mended(mend, item, inside):
        return False
    return fault.code not in _OF_SEVERAL_PARTS or (*item, *inside[:2]) not in mend.touched


def _follows_from_mending(mend: Mended, item: Place, inside: Place, fault: Fault) -> bool:
    """Return whether a fault in a game or in a result may be one only because of what was mended elsewhere in it.

    The names in a standing are the client's own, and so is the name of a ruleset.
    """
    if inside[:1] == ("standing",) or fault.code in _OF_A_REFERENCE:
        return False
    return any((*item, name) in mend.touched for name in _READ_BY[str(item[0])])


def _is_table_mended(mend: Mended, game: Place, inside: Place) -> bool:
    """Return whether a substitution that was mended leaves open who sat at the table in a round of a game."""
    first = mend.substituted.get(game)
    return first is not None and first <= int(inside[1])


def _followed(body: Json, pointer: str) -> tuple[Place, Json]:
    """Return the path of a pointer, and the value that it leads to, None if that is not there."""
    path: list[str | int] = []
    for part in parts_of(pointer):
        if isinstance(body, list):
            index = int(part)
            path.append(index)
            body = body[index] if index < len(body) else None
        else:
            path.append(part)
            body = body.get(part) if isinstance(body, dict) else None
    return tuple(path), body


def _merged(faults: list[Fault], more: Iterable[Fault]) -> list[Fault]:
    """Return faults with those of others that are not among them."""
    known = {(fault.pointer, fault.code) for fault in faults}
    return faults + [fault for fault in more if (fault.pointer, fault.code) not in known]
