"""Two answers compared as JSON, member by member as the contract names them.

The order of members and white space make no difference, and 1.0 is 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import zip_longest
from types import MappingProxyType
from typing import NamedTuple

from service.media_types import JSON, Json
from service.spades.errors import pointer_to
from service.wire.contract import SchemaTree, load_document

_NOTHING = object()
"""The value of an answer where it has none."""


@cache
def identified_answers() -> Mapping[str, tuple[SchemaTree, ...]]:
    """Return what the contract says of the answers that have a `ruling_id`, by the operationId that gives them.

    An answer that may be full or brief has a schema for either.
    """
    document = load_document()
    components = document["components"]["schemas"]
    found = {
        operation["operationId"]: tuple(_forms(SchemaTree(content[JSON]["schema"], components)))
        for methods in document["paths"].values()
        for operation in methods.values()
        if JSON in (content := operation["responses"].get("200", {}).get("content", {}))
    }
    return MappingProxyType({name: forms for name, forms in found.items() if "ruling_id" in forms[0].at(()).members})


def _forms(answer: SchemaTree) -> Iterator[SchemaTree]:
    forms = answer.at(()).schema.get("oneOf")
    yield from [answer] if forms is None else map(answer.rooted, forms)


@cache
def problem_members() -> SchemaTree:
    """Return what the contract says of a problem."""
    components = load_document()["components"]["schemas"]
    return SchemaTree(components["Problem"], components)


def operation_of(answer: Mapping[str, Json]) -> str:
    """Return the operationId of the operation that an answer with a `ruling_id` comes from, as its members show.

    It is the one with the most of them, even if some have been taken away or put in.
    """
    answers = identified_answers()
    return max(answers, key=lambda operation_id: _likeness(form_of(operation_id, answer), answer))


def form_of(operation_id: str, answer: Mapping[str, Json]) -> SchemaTree:
    """Return the schema of that form of an operation's answer which an answer has, as its members show."""
    return max(identified_answers()[operation_id], key=lambda form: _likeness(form, answer))


def _likeness(form: SchemaTree, answer: Mapping[str, Json]) -> int:
    wanted, members = form.at(()), answer.keys()
    named, required = wanted.members.keys(), set(wanted.schema.get("required", ()))
    return len(members & named) - len(required - members) - len(members - named)


class Difference(NamedTuple):
    """A place where two answers differ."""

    pointer: str
    """A JSON Pointer into the answer."""
    sides: Mapping[str, Json]
    """The values there: ``stored`` in the answer that is verified, and ``made`` in the recomputed one.

    Empty for a member that only the stored answer has and the contract does not know: a newer service may have put it
    in, and nothing is known about what it should be.
    """


def differences(stored: Json, made: Json, tree: SchemaTree, path: tuple[str | int, ...] = ()) -> Iterator[Difference]:
    """Yield each place where a stored answer differs from the recomputed one."""
    if isinstance(stored, dict) and isinstance(made, dict):
        for name in made | stored:
            if name in made or _knows(tree, path, name):
                sides = stored.get(name, _NOTHING), made.get(name, _NOTHING)
                yield from differences(*sides, tree, (*path, name))
            else:
                yield Difference(pointer_to(*path, name), {})
    elif isinstance(stored, list) and isinstance(made, list):
        for index, sides in enumerate(zip_longest(stored, made, fillvalue=_NOTHING)):
            yield from differences(*sides, tree, (*path, index))
    elif not _is_same_value(stored, made):
        both = {"stored": stored, "made": made}
        yield Difference(pointer_to(*path), {side: value for side, value in both.items() if value is not _NOTHING})


def _knows(tree: SchemaTree, path: tuple[str | int, ...], name: str) -> bool:
    """Return whether the contract knows a member of what is at a place: by its name, or because any name will do."""
    wanted = tree.at(path)
    is_map = isinstance(wanted.schema.get("additionalProperties"), Mapping)
    return is_map or not wanted.members or name in wanted.members


def _is_same_value(stored: Json, made: Json) -> bool:
    """Return whether two values are the same; Python takes true for 1, which JSON does not."""
    return isinstance(stored, bool) == isinstance(made, bool) and bool(stored == made)
