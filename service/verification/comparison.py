"""Two answers compared as JSON, member by member as the contract names them.

The order of members and white space make no difference, and 1.0 is 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from service.media_types import JSON, Json
from service.spades.errors import pointer_to
from service.wire.contract import load_document

_PROBLEM = "Problem"


class Described(NamedTuple):
    """A place in an answer as the contract describes it."""

    schema: Mapping[str, Any]
    components: Mapping[str, Mapping[str, Any]]

    def member(self, name: str) -> Described | None:
        """Return the place of a member; None if the contract names the members here, and this one is not among them."""
        schema = self._resolved()
        named = schema.get("properties", {})
        if name in named:
            return self._replace(schema=named[name])
        rest = schema.get("additionalProperties")
        if isinstance(rest, Mapping):
            return self._replace(schema=rest)
        return None if named else self._replace(schema={})

    def item(self) -> Described:
        """Return the place of each item of an array."""
        return self._replace(schema=self._resolved().get("items", {}))

    @property
    def names(self) -> frozenset[str]:
        """The members that it names."""
        return frozenset(self._resolved().get("properties", ()))

    @property
    def required(self) -> frozenset[str]:
        """Those of them that are never absent."""
        return frozenset(self._resolved().get("required", ()))

    def _resolved(self) -> Mapping[str, Any]:
        reference = self.schema.get("$ref")
        return self.schema if reference is None else self.components[reference.rpartition("/")[2]]


@cache
def identified_answers() -> Mapping[str, Described]:
    """Return the answers that have a `ruling_id`, by the operationId of the operation that gives them."""
    document = load_document()
    components = document["components"]["schemas"]
    found = {
        operation["operationId"]: Described(content[JSON]["schema"], components)
        for methods in document["paths"].values()
        for operation in methods.values()
        if JSON in (content := operation["responses"]["200"]["content"])
    }
    return MappingProxyType({name: answer for name, answer in found.items() if "ruling_id" in answer.names})


def problem_members() -> Described:
    """Return a problem as the contract describes it."""
    components = next(iter(identified_answers().values())).components
    return Described(components[_PROBLEM], components)


def operation_of(answer: Mapping[str, Json]) -> str:
    """Return the operationId of the operation that an answer with a `ruling_id` comes from, as its members show.

    It is the one with the most of them, even if some have been taken away or put in.
    """
    answers, members = identified_answers(), answer.keys()

    def likeness(operation_id: str) -> int:
        described = answers[operation_id]
        named, required = described.names, described.required
        return len(members & named) - len(required - members) - len(members - named)

    return max(answers, key=likeness)


Side: TypeAlias = tuple[()] | tuple[Json]
"""The value that one of the answers has at a place; empty if it has none."""
Path: TypeAlias = tuple[str | int, ...]


class Difference(NamedTuple):
    """A place where two answers differ."""

    pointer: str
    """A JSON Pointer into the answer."""
    stored: Side
    """The value there in the answer that is verified."""
    made: Side
    """The value there in the recomputed one."""


class Compared(NamedTuple):
    """Where two answers differ, and which members the stored one has that the contract does not know."""

    differences: tuple[Difference, ...] = ()
    unknown: tuple[str, ...] = ()
    """Pointers to members that a newer service may have put in: nothing is known about what they should be."""


class Comparison:
    """A comparison of two answers, which notes what it finds."""

    def __init__(self) -> None:
        """Begin with nothing noted."""
        self._differences: list[Difference] = []
        self._unknown: list[str] = []

    def of(self, stored: Json, made: Json, described: Described) -> Compared:
        """Compare two answers as wholes."""
        self._compare((), stored, made, described)
        return Compared(tuple(self._differences), tuple(self._unknown))

    def _compare(self, path: Path, stored: Json, made: Json, described: Described) -> None:
        if isinstance(stored, dict) and isinstance(made, dict):
            self._compare_members(path, stored, made, described)
        elif isinstance(stored, list) and isinstance(made, list):
            self._compare_items(path, stored, made, described)
        elif not _is_same_value(stored, made):
            self._note(path, (stored,), (made,))

    def _compare_members(
        self, path: Path, stored: Mapping[str, Json], made: Mapping[str, Json], described: Described
    ) -> None:
        for name, value in made.items():
            if name in stored:
                self._compare((*path, name), stored[name], value, described.member(name) or described)
            else:
                self._note((*path, name), (), (value,))
        for name in stored.keys() - made.keys():
            if described.member(name) is None:
                self._unknown.append(pointer_to(*path, name))
            else:
                self._note((*path, name), (stored[name],), ())

    def _compare_items(self, path: Path, stored: Sequence[Json], made: Sequence[Json], described: Described) -> None:
        items, both = described.item(), min(len(stored), len(made))
        for index in range(both):
            self._compare((*path, index), stored[index], made[index], items)
        for index in range(both, len(stored)):
            self._note((*path, index), (stored[index],), ())
        for index in range(both, len(made)):
            self._note((*path, index), (), (made[index],))

    def _note(self, path: Path, stored: Side, made: Side) -> None:
        self._differences.append(Difference(pointer_to(*path), stored, made))


def _is_same_value(stored: Json, made: Json) -> bool:
    """Return whether two values are the same; Python takes true for 1, which JSON does not."""
    return isinstance(stored, bool) == isinstance(made, bool) and bool(stored == made)
