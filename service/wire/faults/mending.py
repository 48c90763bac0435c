"""Bodies that violate the contract, mended: what is wrong in them is replaced, and all else can be read.

Nothing that is put in is ever answered; it only lets the parts that are right be looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from service.json_types import Json
from service.wire.faults.schema_tree import Path, SchemaTree
from service.wire.faults.violation import Violation

_DELETED = {"additionalProperties", "propertyNames"}
_SCALARS = {"string", "integer", "boolean"}


class Mended(NamedTuple):
    """A body that may satisfy the contract, and where it is not the client's own."""

    body: Json
    replaced: frozenset[Path]
    """The places whose values were replaced, left out or put in."""
    touched: frozenset[Path]
    """Those, the places of what was deleted, and all that they are in."""

    def within(self, *path: str | int) -> bool:
        """Return whether something at this place or inside it was replaced."""
        return any(each[: len(path)] == path for each in self.replaced)


def mended(tree: SchemaTree, body: Json, violations: Sequence[Violation]) -> Mended:
    """Return a copy of a body without its violations, as far as they can be mended one by one."""
    copy = _copied(body)
    replaced: set[Path] = set()
    # What is around a value is mended first: then it may be gone.
    for each in sorted(violations, key=lambda each: len(each.path)):
        if not each.path:
            return Mended(tree.neutral(tree.at(())), frozenset({()}), frozenset({()}))
        if each.keyword not in _DELETED:
            replaced.add(each.path)
        _mend(tree, copy, each)
    touched = {each.path[:length] for each in violations for length in range(len(each.path) + 1)}
    return Mended(copy, frozenset(replaced), frozenset(touched))


def _mend(tree: SchemaTree, body: Json, violation: Violation) -> None:
    """Mend one violation in a body; if what is around it is gone, there is nothing to mend."""
    *way, last = violation.path
    holder = body
    for part in way:
        holder = _member(holder, part)
    wanted = tree.at(violation.path)
    around = tree.at(tuple(way)).schema
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
