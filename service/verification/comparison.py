"""Two answers compared as JSON, member by member as the contract names them.

The order of members and white space make no difference, and 1.0 is 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, NamedTuple

from service.media_types import JSON, Json
from service.spades.errors import pointer_to
from service.wire.contract import load_document

_PROBLEM = "Problem"
_NOTHING = object()
"""The value of an answer where it has none."""


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


class Difference(NamedTuple):
    """A place where two answers differ."""

    pointer: str
    """A JSON Pointer into the answer."""
    sides: Mapping[str, Json]
    """The values there: ``stored`` in the answer that is verified, and ``made`` in the one that was made again.

    Empty for a member that only the stored answer has and the contract does not know: a newer service may have put it
    in, and nothing is known about what it should be.
    """


def differences(
    stored: Json, made: Json, described: Described, path: tuple[str | int, ...] = ()
) -> Iterator[Difference]:
    """Yield each place where a stored answer differs from the one that is made again."""
    if isinstance(stored, dict) and isinstance(made, dict):
        for name in made | stored:
            member, within = described.member(name), (*path, name)
            if member is None and name not in made:
                yield Difference(pointer_to(*within), {})
            else:
                sides = stored.get(name, _NOTHING), made.get(name, _NOTHING)
                yield from differences(*sides, member or described, within)
    elif isinstance(stored, list) and isinstance(made, list):
        for index, sides in enumerate(zip_longest(stored, made, fillvalue=_NOTHING)):
            yield from differences(*sides, described.item(), (*path, index))
    elif not _is_same_value(stored, made):
        both = {"stored": stored, "made": made}
        yield Difference(pointer_to(*path), {side: value for side, value in both.items() if value is not _NOTHING})


def _is_same_value(stored: Json, made: Json) -> bool:
    """Return whether two values are the same; Python takes true for 1, which JSON does not."""
    return isinstance(stored, bool) == isinstance(made, bool) and bool(stored == made)
